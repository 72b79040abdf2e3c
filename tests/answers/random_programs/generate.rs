//! Random programs over linked nodes, with random questions about them.
//!
//! A program of seed `n` is the same on every machine. Programs grow with the seed and start small again after every hundred,
//! from the thousandth on after every two hundred. Most of what is written is well typed; what Damson refuses is counted by the caller.

use damson::program::interp::{Chooser, Random};

use crate::random_programs::case::Case;
use crate::support::lines::Statement;

/// What the types and variables of a program are.
struct Theme {
    /// Struct members beside `n`.
    has_previous: bool,
    has_data: bool,
    has_pair: bool,
    has_links: bool,
    has_union: bool,
    /// Names of type `Node *`.
    pointers: Vec<&'static str>,
    /// Names of type `Node`.
    nodes: Vec<&'static str>,
    /// Names of type `Node **`.
    handles: Vec<&'static str>,
    /// Names of type `int`.
    integers: Vec<&'static str>,
    /// Arrays of two pointers, and of two nodes.
    pointer_array: bool,
    node_array: bool,
    /// A `void *`.
    has_void: bool,
}

struct Generator {
    random: Random,
    theme: Theme,
    /// Statements that may still be written.
    left: usize,
    labels: usize,
    /// Inside how many loops, and switches.
    loops: usize,
    scopes: usize,
}

/// The case of a seed.
pub fn case(seed: u64) -> Case {
    let mut random = Random::new(seed);
    let theme = theme(&mut random);
    let left = 1 + (seed % if seed < 1000 { 100 } else { 200 }) as usize / 16;
    Generator { random, theme, left, labels: 0, loops: 0, scopes: 0 }.case()
}

fn theme(random: &mut Random) -> Theme {
    let mut rarely = |one_in: usize| random.choose(one_in) == 0;
    let mut theme = Theme {
        has_previous: rarely(3),
        has_data: rarely(2),
        has_pair: rarely(6),
        has_links: rarely(10),
        has_union: rarely(14),
        pointers: vec!["x", "y"],
        nodes: Vec::new(),
        handles: Vec::new(),
        integers: Vec::new(),
        pointer_array: rarely(8),
        node_array: rarely(12),
        has_void: rarely(14),
    };
    if !rarely(3) {
        theme.pointers.push("t");
    }
    if rarely(5) {
        theme.pointers.push("g");
    }
    if rarely(5) {
        theme.nodes.push("s");
    }
    if rarely(8) {
        theme.nodes.push("h");
    }
    if rarely(5) {
        theme.handles.push("q");
    }
    if rarely(6) {
        theme.handles.push("r");
    }
    if rarely(2) {
        theme.integers.push("i");
    }
    if rarely(3) {
        theme.integers.push("j");
    }
    theme
}

impl Generator {
    fn below(&mut self, count: usize) -> usize {
        self.random.choose(count)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.choose(list.len())]
    }

    fn case(mut self) -> Case {
        let declarations = self.declarations();
        let mut parameters = vec!["Node *x".to_string(), "Node *y".to_string()];
        for (name, text) in [("q", "Node **q"), ("i", "int i")] {
            if self.theme.handles.contains(&name) || self.theme.integers.contains(&name) {
                parameters.push(text.to_string());
            }
        }
        let mut body = self.locals();
        while self.left > 0 {
            body.push(self.statement(0));
        }
        self.label(&mut body);
        let mut specification = self.specification();
        specification.retain(|line| !line.is_empty());
        let result = self.pointer(1);
        body.push(Statement::Line(format!("return {result};")));
        Case { declarations, parameters, body, specification }
    }

    fn declarations(&mut self) -> Vec<String> {
        let theme = &self.theme;
        let mut members = "struct node *n;".to_string();
        for (wanted, text) in [
            (theme.has_previous, " struct node *p;"),
            (theme.has_data, " int d;"),
            (theme.has_pair, " struct { struct node *a; struct node *b; } w;"),
            (theme.has_links, " struct node *l[2];"),
            (theme.has_union, " union { struct node *v; long tag; } u;"),
        ] {
            if wanted {
                members += text;
            }
        }
        let mut declarations = vec![format!("typedef struct node {{ {members} }} Node;")];
        declarations
            .extend(["void *malloc(unsigned long);", "void *calloc(unsigned long, unsigned long);"].map(String::from));
        declarations.extend(["void free(void *);", "int __VERIFIER_nondet_int(void);"].map(String::from));
        if theme.pointers.contains(&"g") {
            declarations.push("Node *g;".into());
        }
        if theme.nodes.contains(&"h") {
            declarations.push("Node h;".into());
        }
        declarations.extend(
            [
                "static Node *step(Node *a) { if (a) return a->n; return a; }",
                "static void link(Node *a, Node *b) { if (a) a->n = b; }",
                "static Node *make(Node *a) { Node *m = malloc(sizeof(Node)); if (m) m->n = a; return m; }",
                "static void drop(Node **a) { free(*a); *a = 0; }",
                "static Node *last(Node *a) { while (a != 0 && a->n != 0) a = a->n; return a; }",
                "static Node *lost(Node *a) { Node z; Node *w = &z; z.n = a; return w->n; }",
                "static Node **place(Node *a) { return &a->n; }",
            ]
            .map(String::from),
        );
        declarations
    }

    fn locals(&mut self) -> Vec<Statement> {
        let mut lines = Vec::new();
        if self.theme.pointers.contains(&"t") {
            lines.push(["Node *t;", "Node *t = 0;", "Node *t = x;"][self.below(3)].to_string());
        }
        if self.theme.nodes.contains(&"s") {
            lines.push(["Node s;", "Node s = { 0 };"][self.below(2)].to_string());
        }
        if self.theme.handles.contains(&"r") {
            lines.push(["Node **r;", "Node **r = &x;", "Node **r = &y;"][self.below(3)].to_string());
        }
        if self.theme.integers.contains(&"j") {
            lines.push(["int j;", "int j = 0;"][self.below(2)].to_string());
        }
        if self.theme.pointer_array {
            lines.push(["Node *b[2];", "Node *b[2] = { 0 };"][self.below(2)].to_string());
        }
        if self.theme.node_array {
            lines.push("Node c[2];".to_string());
        }
        if self.theme.has_void {
            lines.push("void *o = x;".to_string());
        }
        lines.into_iter().map(Statement::Line).collect()
    }

    /// A label of its own.
    fn label(&mut self, body: &mut Vec<Statement>) {
        self.labels += 1;
        body.push(Statement::Line(format!("L{}: ;", self.labels)));
    }

    // ---- expressions ----

    /// A field of type `Node *`.
    fn field(&mut self) -> &'static str {
        let mut fields = vec!["n", "n", "n"];
        for (wanted, name) in [
            (self.theme.has_previous, "p"),
            (self.theme.has_pair, "w.a"),
            (self.theme.has_pair, "w.b"),
            (self.theme.has_links, "l[0]"),
            (self.theme.has_links, "l[1]"),
            (self.theme.has_union, "u.v"),
        ] {
            if wanted {
                fields.push(name);
            }
        }
        self.pick(&fields)
    }

    /// A place of type `Node *`.
    fn place(&mut self, depth: usize) -> String {
        let choices = if depth == 0 { 6 } else { 14 };
        match self.below(choices) {
            0 if !self.theme.nodes.is_empty() => {
                let node = self.node_variable();
                format!("{node}.{}", self.field())
            }
            1 if !self.theme.handles.is_empty() => {
                let handles = self.theme.handles.clone();
                format!("*{}", self.pick(&handles))
            }
            2 if self.theme.pointer_array => format!("b[{}]", self.index()),
            3 if self.theme.node_array => {
                let index = self.index();
                format!("c[{index}].{}", self.field())
            }
            6.. => {
                let base = self.arrow_base(depth - 1);
                format!("{base}->{}", self.field())
            }
            _ => {
                let pointers = self.theme.pointers.clone();
                self.pick(&pointers).to_string()
            }
        }
    }

    /// Something to write `->` behind.
    fn arrow_base(&mut self, depth: usize) -> String {
        let place = self.place(depth);
        if place.starts_with('*') { format!("({place})") } else { place }
    }

    fn node_variable(&mut self) -> &'static str {
        let nodes = self.theme.nodes.clone();
        self.pick(&nodes)
    }

    /// An index; mostly a known one.
    fn index(&mut self) -> String {
        if self.one_in(3) && !self.theme.integers.is_empty() {
            let integers = self.theme.integers.clone();
            return self.pick(&integers).to_string();
        }
        ["0", "1"][self.below(2)].to_string()
    }

    /// A value of type `Node *`.
    fn pointer(&mut self, depth: usize) -> String {
        match self.below(24) {
            0 | 1 => "0".into(),
            2 if !self.theme.nodes.is_empty() => format!("&{}", self.node_variable()),
            3 if self.theme.node_array => format!("&c[{}]", self.index()),
            4 if self.theme.has_void => "(Node *)o".into(),
            5 => format!("step({})", self.place(depth)),
            6 if self.one_in(2) => format!("make({})", self.place(depth)),
            7 if self.one_in(3) => format!("lost({})", self.place(depth)),
            8 if self.one_in(3) => format!("last({})", self.place(depth)),
            9 if self.one_in(4) => format!("({} ? {} : {})", self.condition(0), self.place(0), self.place(depth)),
            10 if self.one_in(4) => "(x = y)".into(),
            _ => self.place(depth),
        }
    }

    /// A value of type `Node **`.
    fn handle(&mut self) -> String {
        if self.one_in(6) {
            return format!("place({})", self.place(0));
        }
        match self.place(1) {
            place if place.starts_with('*') => place[1..].to_string(),
            place => format!("&{place}"),
        }
    }

    fn integer_place(&mut self) -> Option<String> {
        let mut places: Vec<String> = self.theme.integers.iter().map(|name| name.to_string()).collect();
        if self.theme.has_data {
            places.push(format!("{}->d", self.arrow_base(0)));
            if !self.theme.nodes.is_empty() {
                places.push(format!("{}.d", self.node_variable()));
            }
        }
        if places.is_empty() { None } else { Some(places.swap_remove(self.below(places.len()))) }
    }

    fn integer(&mut self, depth: usize) -> String {
        match (self.below(8), self.integer_place()) {
            (0..=3, Some(place)) => place,
            (4, Some(place)) if depth > 0 => {
                format!("{place} {} {}", self.pick(&["+", "-", "*"]), self.integer(depth - 1))
            }
            (5, _) => "__VERIFIER_nondet_int()".into(),
            _ => ["0", "1", "2", "-1"][self.below(4)].to_string(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.below(16) {
            0..=4 => format!("{} {} 0", self.place(1), self.pick(&["==", "!="])),
            5..=7 => {
                let other = self.pointer(0);
                format!("{} {} {other}", self.place(1), self.pick(&["==", "!="]))
            }
            8 => self.place(1),
            9 => format!("!{}", self.arrow_base(1)),
            10 | 11 => {
                let operator = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("{} {operator} {}", self.integer(1), self.integer(0))
            }
            12 if depth > 0 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            13 if depth > 0 => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
            14 if self.one_in(2) => format!("({} = {}) != 0", self.place(1), self.place(1)),
            15 if !self.theme.integers.is_empty() && self.one_in(2) => {
                let integers = self.theme.integers.clone();
                format!("{}++ < 2", self.pick(&integers))
            }
            _ => "__VERIFIER_nondet_int()".into(),
        }
    }

    // ---- statements ----

    fn block(&mut self, most: usize, depth: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        for _ in 0..1 + self.below(most) {
            if self.left > 0 {
                body.push(self.statement(depth + 1));
            }
        }
        body
    }

    fn line(text: String) -> Statement {
        Statement::Line(text)
    }

    fn statement(&mut self, depth: usize) -> Statement {
        self.left = self.left.saturating_sub(1);
        if depth < 3 && self.one_in(4) {
            return self.compound(depth);
        }
        match self.below(24) {
            0..=7 => {
                let place = self.place(2);
                Self::line(format!("{place} = {};", self.pointer(2)))
            }
            8 => {
                let place = self.place(1);
                let value = self.pick(&["malloc(sizeof(Node))", "calloc(1, sizeof(Node))", "malloc(sizeof(*x))"]);
                Self::line(format!("{place} = {value};"))
            }
            9 => {
                let place = self.place(1);
                let guard = self.arrow_base(0);
                Self::line(format!("{place} = malloc(sizeof(Node)); if (!{guard}) return 0;"))
            }
            10 | 11 => Self::line(format!("free({});", self.place(1))),
            12 => Self::line(format!("*{} = *{};", self.arrow_base(1), self.arrow_base(1))),
            13 if !self.theme.nodes.is_empty() => {
                let node = self.node_variable();
                match self.below(2) {
                    0 => Self::line(format!("{node} = *{};", self.arrow_base(1))),
                    _ => Self::line(format!("*{} = {node};", self.arrow_base(1))),
                }
            }
            14 | 15 if !self.theme.handles.is_empty() => {
                let handles = self.theme.handles.clone();
                let handle = self.pick(&handles);
                Self::line(format!("{handle} = {};", self.handle()))
            }
            16 => match self.integer_place() {
                Some(place) => Self::line(format!("{place} = {};", self.integer(1))),
                None => Self::line(format!("link({}, {});", self.place(1), self.place(1))),
            },
            17 => Self::line(format!("drop({});", self.handle())),
            18 if self.loops > 0 => {
                let word = self.pick(&["break", "continue"]);
                Self::line(format!("if ({}) {word};", self.condition(0)))
            }
            19 if self.theme.has_void => Self::line(format!("o = {};", self.place(1))),
            20 if self.theme.has_union => Self::line(format!("{}->u.tag = {};", self.arrow_base(0), self.integer(0))),
            21 => Self::line(format!("__VERIFIER_assert({});", self.condition(1))),
            22 => {
                let condition = self.condition(0);
                Self::line(format!("if ({condition}) return {};", self.place(0)))
            }
            23 if self.labels > 0 => {
                let label = 1 + self.below(self.labels);
                Self::line(format!("if ({}) goto L{label};", self.condition(0)))
            }
            _ => {
                self.labels += 1;
                Self::line(format!("L{}: ;", self.labels))
            }
        }
    }

    fn compound(&mut self, depth: usize) -> Statement {
        match self.below(10) {
            0..=3 => {
                let condition = self.condition(1);
                let body = self.block(3, depth);
                let tail = if self.one_in(2) { format!(" else {}", self.place_statement()) } else { String::new() };
                Statement::Block(format!("if ({condition})"), body, tail)
            }
            4 | 5 => {
                let name = self.pick(&["x", "y"]);
                let mut body = self.loop_body(depth);
                body.push(Statement::Line(format!("{name} = {name}->n;")));
                Statement::Block(format!("while ({name} != 0)"), body, String::new())
            }
            6 => {
                let head = format!("while ({})", self.condition(1));
                Statement::Block(head, self.loop_body(depth), String::new())
            }
            7 => {
                let head = match self.theme.integers.first().copied() {
                    Some(name) => format!("for ({name} = 0; {name} < 2; {name}++)"),
                    None => "for (; x; x = x->n)".into(),
                };
                Statement::Block(head, self.loop_body(depth), String::new())
            }
            8 => {
                let body = self.loop_body(depth);
                Statement::Block("do".into(), body, format!(" while ({});", self.condition(0)))
            }
            _ if self.one_in(2) => self.switch(depth),
            _ => self.scope(depth),
        }
    }

    fn place_statement(&mut self) -> String {
        let place = self.place(1);
        format!("{place} = {};", self.pointer(1))
    }

    fn loop_body(&mut self, depth: usize) -> Vec<Statement> {
        self.loops += 1;
        let body = self.block(3, depth);
        self.loops -= 1;
        body
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let value = self.integer(1);
        let mut body = vec![Statement::Line("case 0:".into())];
        body.extend(self.block(1, depth));
        if self.one_in(2) {
            body.push(Statement::Line("break;".into()));
        }
        body.push(Statement::Line(["case 1: ;", "default: ;"][self.below(2)].into()));
        body.extend(self.block(1, depth));
        Statement::Block(format!("switch ({value})"), body, String::new())
    }

    /// A scope with a node of its own, whose address may outlive it.
    fn scope(&mut self, depth: usize) -> Statement {
        self.scopes += 1;
        let name = ["s1", "s2", "s3", "s4"][self.scopes % 4];
        let place = self.place(0);
        let first = if self.one_in(3) { String::new() } else { format!(" {name}.n = {place};") };
        let mut body = vec![Statement::Line(format!("Node {name};{first}"))];
        let place = self.place(1);
        body.push(Statement::Line(match self.below(3) {
            0 if !self.theme.handles.is_empty() => format!("{} = &{name}.n;", self.theme.handles[0]),
            1 => format!("{place} = {name}.n;"),
            _ => format!("{place} = &{name};"),
        }));
        self.theme.nodes.push(name);
        body.extend(self.block(2, depth));
        self.theme.nodes.pop();
        Statement::Block(String::new(), body, String::new())
    }

    // ---- specifications ----

    fn specification(&mut self) -> Vec<String> {
        let mut lines = vec![String::new()];
        if self.one_in(2) {
            self.theme.pointers.push("k");
            lines[0] = "symbol k : Node *;".into();
        }
        for _ in 0..self.below(3) {
            lines.push(format!("assume {} @ entry;", self.entry_formula()));
        }
        if self.theme.has_previous && self.one_in(2) {
            let list = self.entry_place();
            lines.push(format!("assume each[;n](one, two : {list}; two->p == one) @ entry;"));
            if self.one_in(2) {
                lines.push(format!("assume ({list} == NULL || ({list})->p == NULL) @ entry;"));
            }
        }
        for _ in 0..1 + self.below(3) {
            let place = self.location();
            lines.push(format!("assert {} @ {place};", self.formula(1)));
        }
        if self.one_in(12) {
            let place = self.location();
            lines.push(format!("assume {} @ {place};", self.formula(0)));
        }
        if self.one_in(3) {
            lines.push(format!("ltl later: {};", self.temporal()));
        }
        if self.one_in(4) {
            let (place, was) = (self.location(), self.entry_formula());
            lines.push(format!("assert (old({was}) => {}) @ {place};", self.formula(0)));
        }
        if self.one_in(4) {
            let (place, was) = (self.location(), self.entry_place());
            lines.push(format!("assert (old({was}) {} {}) @ {place};", self.pick(&["==", "!="]), self.place(1)));
        }
        if self.one_in(3) {
            let place = self.location();
            lines.push(format!("assert {} @ {place};", self.structure()));
        }
        lines
    }

    /// What holds of all nodes that paths lead to.
    fn structure(&mut self) -> String {
        let (fields, avoid, from) = (self.fields(), self.avoided(), self.place(1));
        let (other, data) = (self.place(1), self.theme.has_data);
        match self.below(if data { 9 } else { 7 }) {
            0 => format!("tree[{avoid};{fields}]({from})"),
            1 => format!("forall[{avoid};{fields}](node : {from}; node != {other})"),
            2 => format!("forall[{avoid};{fields}](node : {from}; node->n == NULL || node->n != {other})"),
            3 if self.theme.has_previous && self.one_in(2) => {
                format!("each[{avoid};n](one, two : {from}; two->p == one)")
            }
            3 => format!("each[{avoid};{fields}](one, two : {from}; two->n != one)"),
            4 | 5 => {
                let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("count[{avoid};{fields}]({from}) {sign} {}", self.below(4))
            }
            6 => format!("count[{avoid};{fields}]({from}) <= count[{avoid};{fields}]({other}) + {}", self.below(2)),
            7 => format!("forall[{avoid};{fields}](node : {from}; node->d != 1)"),
            _ => format!("sorted[{avoid};{fields};d]({from})"),
        }
    }

    fn location(&mut self) -> String {
        if self.one_in(3) { "exit".into() } else { format!("L{}", 1 + self.below(self.labels)) }
    }

    /// A formula in parameters only.
    fn entry_formula(&mut self) -> String {
        self.about_parameters(|this| this.formula(1))
    }

    /// A pointer that parameters lead to.
    fn entry_place(&mut self) -> String {
        self.about_parameters(|this| this.place(1))
    }

    fn about_parameters(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let saved = self.theme.pointers.clone();
        self.theme.pointers.retain(|name| *name != "t");
        let handles = std::mem::take(&mut self.theme.handles);
        let nodes = std::mem::take(&mut self.theme.nodes);
        let arrays = (self.theme.pointer_array, self.theme.node_array);
        (self.theme.pointer_array, self.theme.node_array) = (false, false);
        let text = write(self);
        (self.theme.pointer_array, self.theme.node_array) = arrays;
        (self.theme.pointers, self.theme.handles, self.theme.nodes) = (saved, handles, nodes);
        text
    }

    fn temporal(&mut self) -> String {
        let at = |this: &mut Self| {
            let place = this.location();
            format!("({} @ {place})", this.formula(0))
        };
        match self.below(7) {
            0 | 1 => format!("G({} => G({} => {}))", at(self), format_args!("true @ {}", self.location()), at(self)),
            2 => format!("G({} => F({}))", at(self), at(self)),
            3 => format!("{} {} {}", at(self), self.pick(&["U", "W", "R"]), at(self)),
            4 => format!("G(!({}) || X({}))", at(self), at(self)),
            5 => format!("F({})", at(self)),
            _ => format!("G({})", self.formula(0)),
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        match self.below(10) {
            0 if depth > 0 => format!("({} && {})", self.formula(depth - 1), self.formula(depth - 1)),
            1 if depth > 0 => format!("({} || {})", self.formula(depth - 1), self.formula(depth - 1)),
            2 if depth > 0 => format!("({} => {})", self.formula(depth - 1), self.formula(depth - 1)),
            3 | 4 => format!("!{}", self.predicate()),
            _ => self.predicate(),
        }
    }

    /// A value for a predicate: calls and assignments have no place there.
    fn spec_pointer(&mut self) -> String {
        match self.below(12) {
            0 => "NULL".into(),
            1 if !self.theme.nodes.is_empty() => format!("&{}", self.node_variable()),
            2 => match self.place(1) {
                place if place.starts_with('*') => place[1..].to_string(),
                place => format!("&{place}"),
            },
            _ => self.place(1),
        }
    }

    fn predicate(&mut self) -> String {
        let fields = self.fields();
        let avoid = self.avoided();
        match self.below(14) {
            0..=3 => format!("reach[{avoid};{fields}]({}, {})", self.spec_pointer(), self.spec_pointer()),
            4 | 5 => format!("reachp[{avoid};{fields}]({}, {})", self.spec_pointer(), self.spec_pointer()),
            6 => format!("dshared[{avoid};{fields}]({}, {})", self.spec_pointer(), self.spec_pointer()),
            7 | 8 => format!("cyclic[{avoid};{fields}]({})", self.spec_pointer()),
            9 => format!("allocated({})", self.spec_pointer()),
            10 => match self.integer_place() {
                Some(place) => {
                    format!("({place} {} {})", self.pick(&["==", "<", "<=", "!="]), self.pick(&["0", "1", "2"]))
                }
                None => format!("({} == NULL)", self.place(1)),
            },
            11 | 12 => format!("({} {} {})", self.place(1), self.pick(&["==", "!="]), self.place(1)),
            _ => format!("({} {} NULL)", self.place(1), self.pick(&["==", "!="])),
        }
    }

    fn fields(&mut self) -> &'static str {
        match self.below(6) {
            0 => "",
            1 if self.theme.has_previous => "n,p",
            2 if self.theme.has_previous => "p",
            3 if self.theme.has_pair => "a",
            4 if self.theme.has_links => "n,l",
            _ => "n",
        }
    }

    fn avoided(&mut self) -> String {
        match self.below(8) {
            0 | 1 => self.place(1),
            2 => format!("{}, &{}->n", self.place(1), self.arrow_base(0)),
            3 => format!("&{}->n", self.arrow_base(1)),
            _ => String::new(),
        }
    }
}
