//! Programs of every construct, with random specifications and hints: see [`Subject`].
//!
//! Each text is written twice: for Damson, and for the compiler, where every access is watched. Nothing here judges answers.

pub mod answers;
mod claims;
pub mod code;
pub mod coverage;
mod expressions;
mod library;
mod procedures;
pub mod specification;
mod statements;
pub mod theme;
pub mod truth;

use claims::Names;
use damson::program::interp::{Chooser, Random};

use crate::support::lines::Statement;
use code::{code, line, write};
use specification::{Asked, Hinted};
use theme::{Feature::*, Theme};

/// A program with what is asked about it.
#[derive(Clone, Debug)]
pub struct Subject {
    pub seed: u64,
    pub theme: Theme,
    pub body: Vec<Statement>,
    pub asked: Vec<Asked>,
    pub hints: Vec<Hinted>,
    pub constants: Vec<i128>,
    /// C statements that keep what is asked about the entry.
    pub olds: Vec<String>,
    /// Definitions of the specification.
    pub definitions: Vec<String>,
}

/// Writes one subject.
pub struct Generator {
    random: Random,
    theme: Theme,
    left: usize,
    labels: usize,
    scopes: usize,
    in_switch: bool,
    jumped: bool,
    constants: Vec<i128>,
    names: Names,
    olds: Vec<String>,
    definitions: Vec<String>,
}

/// The subject of a seed: the same on every machine.
pub fn subject(seed: u64) -> Subject {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xC0FFEE);
    let theme = Theme::random(&mut random);
    let left = 2 + random.choose(6) + (seed % 100) as usize / 25;
    let mut generator = Generator {
        random,
        theme,
        left,
        labels: 0,
        scopes: 0,
        in_switch: false,
        jumped: true,
        constants: Vec::new(),
        names: Names::default(),
        olds: Vec::new(),
        definitions: Vec::new(),
    };
    let mut body = Vec::new();
    if generator.one_in(8) {
        generator.left = generator.left.min(2);
    }
    while generator.left > 0 {
        body.push(generator.statement(0));
        // Only these may jump, so that no label stands twice.
        generator.jumped |= format!("{body:?}").contains("back: ;");
    }
    body.push(generator.label());
    let value = generator.place(0);
    let last = if generator.theme.has(MainEntry) {
        line("⟪return 0;⟫⟦RETURN(0)⟧", &[])
    } else {
        line("⟪return {};⟫⟦RETURN({})⟧", &[&value, &value])
    };
    let (asked, hints) = generator.questions();
    if generator.theme.has(MainEntry) {
        for statement in &mut body {
            returns_number(statement);
        }
    }
    body.push(last);
    let Generator { theme, constants, olds, definitions, .. } = generator;
    Subject { seed, theme, body, asked, hints, constants, olds, definitions }
}

/// In `main`, what is returned is a number.
fn returns_number(statement: &mut Statement) {
    let text = match statement {
        Statement::Line(text) => text,
        Statement::Block(_, body, _) => return body.iter_mut().for_each(returns_number),
    };
    let (plain, watched) = (code::side(text, false).to_string(), code::side(text, true).to_string());
    if let (Some(at), Some(there)) = (plain.find(" return "), watched.find(" RETURN(")) {
        *text = code::Code {
            plain: format!("{} return 1;", &plain[..at]),
            watched: format!("{} RETURN(1)", &watched[..there]),
        }
        .joined();
    }
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
}

impl Subject {
    /// The name of the entry.
    pub fn entry(&self) -> &'static str {
        if self.theme.has(MainEntry) { "main" } else { "subject" }
    }

    /// Members of a node: declaration, place, and what kind of cell it is.
    pub fn members(&self) -> Vec<(String, Vec<(&'static str, Cell)>)> {
        let theme = &self.theme;
        let mut found = vec![("struct node *n;".to_string(), vec![("n", Cell::Node)])];
        if theme.has(Previous) {
            found.push(("struct node *p;".into(), vec![("p", Cell::Previous)]));
        }
        if theme.has(BackLinks) {
            found.push(("struct node **pp;".into(), vec![("pp", Cell::BackLink)]));
        }
        if theme.has(Data) {
            found.push((format!("{} d;", theme.data_type), vec![("d", Cell::Integer)]));
        }
        if theme.has(BitFields) {
            let (b, c) = theme.widths;
            found.push((format!("int b : {b}; unsigned c : {c};"), vec![("b", Cell::Integer), ("c", Cell::Integer)]));
        }
        if theme.has(Nested) {
            found.push(("struct pair w;".into(), vec![("w.a", Cell::Node), ("w.e", Cell::Integer)]));
        }
        if theme.has(Links) {
            found.push(("struct node *l[2];".into(), vec![("l[0]", Cell::Node), ("l[1]", Cell::Node)]));
        }
        if theme.has(IntArray) {
            found.push(("int k[2];".into(), vec![("k[0]", Cell::Integer), ("k[1]", Cell::Integer)]));
        }
        if theme.has(Union) {
            found.push(("union U u;".into(), vec![("u.i", Cell::Integer)]));
        }
        if theme.has(Enumeration) {
            found.push(("enum color col;".into(), vec![("col", Cell::Integer)]));
        }
        if theme.data_first && found.len() > 1 {
            found.rotate_left(1);
        }
        found
    }

    pub fn has_text(&self, part: &str) -> bool {
        let mut text = String::new();
        write(&self.body, 0, false, &mut text);
        text.contains(part)
    }

    /// Types, globals and functions.
    fn declarations(&self) -> Vec<String> {
        let theme = &self.theme;
        let mut found = Vec::new();
        let mut add = |template: &str| found.push(code(template, &[]).joined());
        if theme.has(Nested) {
            add("struct node; struct pair { struct node *a; int e; };");
        }
        if theme.has(Union) {
            add("struct node; union U { int i; unsigned j; struct node *v; char bytes[8]; };");
        }
        if theme.has(Enumeration) {
            add("enum color { RED, GREEN = 7, BLUE };");
        }
        let members: Vec<String> = self.members().into_iter().map(|(text, _)| text).collect();
        add(&format!("typedef struct node {{ {} }} Node;", members.join(" ")));
        if theme.has(Prefix) {
            add(&format!("typedef struct big {{ {} int extra; struct node *m; }} Big;", members.join(" ")));
        }
        for prototype in library::PROTOTYPES {
            add(&format!("⟪{prototype}⟫"));
        }
        for (name, prototype) in [
            ("memset", "void *memset(void *, int, unsigned long);"),
            ("memcpy", "void *memcpy(void *, const void *, unsigned long);"),
            ("memmove", "void *memmove(void *, const void *, unsigned long);"),
            ("bzero", "void bzero(void *, unsigned long);"),
            ("bcopy", "void bcopy(const void *, void *, unsigned long);"),
            ("memcmp", "int memcmp(const void *, const void *, unsigned long);"),
            ("memchr", "void *memchr(const void *, int, unsigned long);"),
            ("strlen", "unsigned long strlen(const char *);"),
            ("strnlen", "unsigned long strnlen(const char *, unsigned long);"),
            ("strcpy", "char *strcpy(char *, const char *);"),
            ("strncpy", "char *strncpy(char *, const char *, unsigned long);"),
            ("strcat", "char *strcat(char *, const char *);"),
            ("strdup", "char *strdup(const char *);"),
            ("strchr", "char *strchr(const char *, int);"),
            ("strcmp", "int strcmp(const char *, const char *);"),
            ("strtok", "char *strtok(char *, const char *);"),
            ("getopt", "int getopt(int, char *const *, const char *);"),
            ("mblen", "int mblen(const char *, unsigned long);"),
            (" sprintf", "int sprintf(char *, const char *, ...);"),
            ("snprintf", "int snprintf(char *, unsigned long, const char *, ...);"),
            ("printf(", "int printf(const char *, ...);"),
            ("puts", "int puts(const char *);"),
            ("putchar", "int putchar(int);"),
            ("getchar", "int getchar(void);"),
            ("scanf", "int scanf(const char *, ...); int sscanf(const char *, const char *, ...);"),
            ("rand()", "int rand(void);"),
            ("getenv", "char *getenv(const char *);"),
            ("setenv", "int setenv(const char *, const char *, int);"),
            ("strtol", "long strtol(const char *, char **, int);"),
            ("exit(", "void exit(int); void _exit(int); int atexit(void (*)(void));"),
            ("abort", "void abort(void);"),
            ("reach_error", "void reach_error(void);"),
            ("qsort", "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));"),
            ("abs(", "int abs(int);"),
            ("isdigit", "int isdigit(int);"),
            ("atoi", "int atoi(const char *);"),
            ("alloca", "void *alloca(unsigned long);"),
            ("setjmp", "typedef long jmp_buf[32]; int setjmp(jmp_buf);"),
        ] {
            if self.has_text(name) {
                add(&format!("⟪{prototype}⟫"));
            }
        }
        if theme.has(Input) {
            add(
                "⟪typedef struct file FILE; FILE *fopen(const char *, const char *); int fclose(FILE *); int fgetc(FILE *); char *fgets(char *, int, FILE *); long getline(char **, unsigned long *, FILE *); FILE *freopen(const char *, const char *, FILE *); extern FILE *stdin;⟫",
            );
        }
        if self.has_text("setjmp") {
            add("⟪jmp_buf jb;⟫");
        }
        if theme.pointers.contains(&"g") {
            add("Node *g;");
        }
        if theme.has(Globals) {
            add(
                "Node h; Node *gp = &h; int gi = 3; int *gip = &gi; const int N = 5; static const struct { int x, y; } M = { 2, 3 };",
            );
        }
        let functions = [
            "static Node *step(Node *a) { if (a) return ⟪a⟫⟦CK(a)⟧->n; return a; }",
            "static Node *make(Node *a) { Node *m = ⟪malloc⟫⟦malloc_⟧(sizeof(Node)); if (m) m->n = a; return m; }",
            "static void drop(Node **a) { ⟪free⟫⟦free_⟧(*⟦CK(⟧a⟦)⟧); *a = 0; }",
            "static Node *lost(Node *a) { Node z⟦ SCOPED⟧; Node *w = &z; ⟦ENTER(z); FILL(z); ⟧z.n = a; return w->n; }",
            "static Node by_value(Node a) { a.n = 0; return a; }",
            "static int sum(int count, ...) { ⟪__builtin_va_list⟫⟦va_list⟧ v; int s = 0; __builtin_va_start(v, count); while (count-- > 0) s = s ^ __builtin_va_arg(v, int); __builtin_va_end(v); return s; }",
            "static Node *second(int count, ...) { ⟪__builtin_va_list⟫⟦va_list⟧ v; Node *a; __builtin_va_start(v, count); a = __builtin_va_arg(v, Node *); a = __builtin_va_arg(v, Node *); __builtin_va_end(v); return a; }",
            "static void at_end(void) { }",
            "static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }",
        ];
        let names = ["step(", "make", "drop", "lost", "by_value", "sum", "second", "at_end", "compare"];
        for (name, text) in names.iter().zip(functions) {
            if self.has_text(name) || (theme.has(FunctionPointers) && ["step(", "make"].contains(name)) {
                add(text);
            }
        }
        let procedures = procedures::called(theme, |part| self.has_text(part));
        found.extend(procedures.iter().map(code::Code::joined));
        let mut add = |template: &str| found.push(code(template, &[]).joined());
        if theme.has(NoBody) || theme.has(Unsupported) {
            let g = if theme.pointers.contains(&"g") { "if (choose(2)) g = 0;" } else { "" };
            add(&format!(
                "void unknown(Node *a)⟪;⟫⟦{{ switch (choose(4)) {{ case 1: if (a) CK(a)->n = 0; break; case 2: if (a) CK(a)->n = a; break; case 3: free_(a); break; }} {g} }}⟧"
            ));
            add("int unknown_number(int a)⟪;⟫⟦{ return choose(2) ? a : nondet_int(); }⟧");
            add("void unknown_store(int *a)⟪;⟫⟦{ if (choose(2)) *CK(a) = nondet_int(); }⟧");
            add("int unknown_read(const Node *a)⟪;⟫⟦{ return a && choose(2) ? CK(a)->n != 0 : nondet_int(); }⟧");
            add(&format!("void unknown_nothing(void)⟪;⟫⟦{{ {g} }}⟧"));
            add("Node *unknown_pick(const Node *a)⟪;⟫⟦{ return choose(2) ? (Node *)a : 0; }⟧");
            add("void unknown_caller(void (*a)(Node *))⟪;⟫⟦{ if (a) a(0); }⟧");
            add("Node *unknown_pointer(void)⟪;⟫⟦{ return choose(2) ? 0 : calloc_(1, sizeof(Node)); }⟧");
        }
        if theme.has(Outside) {
            self.outside().iter().for_each(|text| add(text));
        }
        if theme.has(FunctionPointers) {
            add("⟦static void callee(Node *a) { if (a && choose(2)) CK(a)->n = 0; }⟧");
        }
        found
    }

    /// Input functions and functions of other files: any node, and where pointers may lead to.
    fn outside(&self) -> Vec<String> {
        let mut fields = String::new();
        for (member, cell) in self.members().into_iter().flat_map(|(_, cells)| cells) {
            fields += &match cell {
                Cell::Node | Cell::Previous => format!("a.{member} = outside_node(); "),
                Cell::BackLink | Cell::Handle => format!("a.{member} = outside_link(); "),
                Cell::Integer => format!("a.{member} = any_integer(); "),
                Cell::Function => String::new(),
            };
        }
        let mut numbers = vec!["gi".to_string()];
        if self.theme.has(Data) && self.theme.data_type == "int" {
            numbers.push("h.d".into());
        }
        let pick = |names: &[String]| {
            let cases: Vec<String> =
                names.iter().enumerate().map(|(index, name)| format!("case {index}: return &{name};")).collect();
            format!("switch (choose({})) {{ {} }} return 0;", names.len() + 1, cases.join(" "))
        };
        let (nodes, links) = (["h".to_string()], ["gp".to_string(), "h.n".to_string()]);
        vec![
            format!(
                "⟪Node *__VERIFIER_nondet_node_pointer(void);⟫⟦static Node *outside_node(void) {{ {} }}⟧",
                pick(&nodes)
            ),
            format!(
                "⟪int *__VERIFIER_nondet_number_pointer(void);⟫⟦static int *outside_number(void) {{ {} }}⟧",
                pick(&numbers)
            ),
            format!(
                "⟪Node **__VERIFIER_nondet_link_pointer(void);⟫⟦static Node **outside_link(void) {{ {} }}⟧",
                pick(&links)
            ),
            format!(
                "⟪Node __VERIFIER_nondet_node(void);⟫⟦static Node any_node(void) {{ Node a; memset(&a, 0, sizeof a); {fields}return a; }}⟧"
            ),
            "Node contracted_node(void)⟪;⟫⟦{ return any_node(); }⟧".to_string(),
            "int *contracted_number(void)⟪;⟫⟦{ return outside_number(); }⟧".to_string(),
            "Node **contracted_link(void)⟪;⟫⟦{ return outside_link(); }⟧".to_string(),
        ]
    }

    /// What the specification says of functions of other files.
    fn contracts(&self) -> Vec<String> {
        let names = ["contracted_node", "contracted_number", "contracted_link"];
        let used = names.into_iter().filter(|name| self.has_text(name));
        used.map(|name| format!("contract {name}() {{ assigns nothing; }}")).collect()
    }

    /// Parameters with their declarations.
    pub fn parameters(&self) -> Vec<(String, &'static str, Cell)> {
        let theme = &self.theme;
        let mut found = vec![("Node *x".to_string(), "x", Cell::Node), ("Node *y".to_string(), "y", Cell::Node)];
        for (name, ty) in &theme.integers[..theme.integer_parameters] {
            found.push((format!("{ty} {name}"), name, Cell::Integer));
        }
        if theme.handles.contains(&"q") {
            found.push(("Node **q".into(), "q", Cell::Handle));
        }
        if theme.has(FunctionPointers) {
            found.push(("void (*cb)(Node *)".into(), "cb", Cell::Function));
        }
        found
    }

    fn locals(&self) -> Vec<Statement> {
        let theme = &self.theme;
        let mut found = Vec::new();
        let mut add = |text: &str| found.push(line(text, &[]));
        if theme.has(MainEntry) {
            add("Node *x = 0, *y = 0;");
            for (name, ty) in &theme.integers[..theme.integer_parameters] {
                add(&format!("{ty} {name} = 1;"));
            }
            if theme.handles.contains(&"q") {
                add("Node **q = &y;");
            }
            if theme.has(FunctionPointers) {
                add("void (*cb)(Node *) = ⟪0⟫⟦0⟧;");
            }
        }
        let odd = self.seed.is_multiple_of(2);
        if theme.pointers.contains(&"t") {
            add(if odd { "Node *t = 0;" } else { "Node *t⟦ = 0⟧;⟦ FILL(t);⟧" });
        }
        if theme.nodes.contains(&"s") {
            add(if odd { "Node s = { 0 };" } else { "Node s;⟦ FILL(s);⟧" });
        }
        if theme.handles.contains(&"r") {
            add("Node **r = &x;");
        }
        for (name, ty) in &theme.integers[theme.integer_parameters..] {
            add(&if odd || *name != "j" {
                format!("{ty} {name} = 0;")
            } else {
                format!("{ty} {name};⟦ FILL({name});⟧")
            });
        }
        for (feature, text) in [
            (VoidPointer, "void *o = x;"),
            (Prefix, "Big *bp = 0;"),
            (Floats, "float fl = 1.5f; double db = 0;"),
            (FunctionPointers, "Node *(*fp)(Node *) = step;"),
            (Union, "int *ui1 = 0; unsigned *ui2 = 0;"),
            (IntArray, "int *ip = &j; unsigned *up = 0;"),
            (Records, "Node *arr[2] = { 0 };"),
            (Input, "FILE *fs = 0; ⟦int closed_ = 0;⟧"),
            (Lifetimes, "Node *t0 = 0;"),
            (Addresses, "long lo = 0; int *ap;"),
        ] {
            if theme.has(feature) {
                add(text);
            }
        }
        if theme.has(Addresses) || theme.has(Ends) {
            add("int ia[2] = { 2, 1 };");
        }
        if theme.has(Addresses) {
            add("ap = ia;");
        }
        if theme.has(Strings) || theme.has(Printing) || theme.has(Input) || theme.has(MainEntry) {
            add("char *cs = 0;");
        }
        if theme.has(Strings) || theme.has(Printing) || theme.has(Input) {
            add("char buf[8] = \"ab\";");
        }
        found
    }

    /// The function itself, in one version.
    fn function(&self, is_watched: bool) -> String {
        let mut text = String::new();
        let mut parameters: Vec<String> = self.parameters().into_iter().map(|(text, ..)| text).collect();
        if self.theme.has(MainEntry) {
            parameters = vec!["int argc".into(), "char **argv".into()];
        }
        let result = if self.theme.has(MainEntry) { "int " } else { "Node *" };
        let name = if is_watched { "subject" } else { self.entry() };
        text += &format!("{result}{name}({}) {{\n", parameters.join(", "));
        if is_watched {
            // Labels that nothing jumps to are no news, and neither are variables that nothing uses.
            text += &format!("    {result}result_ = 0; (void)result_;\n");
        }
        write(&self.locals(), 1, is_watched, &mut text);
        if is_watched {
            text += &self.registration();
            text += "    OBS_entry\n";
        }
        write(&self.body, 1, is_watched, &mut text);
        text + "}\n"
    }

    /// What Damson reads.
    pub fn program(&self) -> String {
        let mut text = String::new();
        for declaration in self.declarations() {
            let declaration = code::side(&declaration, false).trim();
            if !declaration.is_empty() {
                text += &format!("{declaration}\n");
            }
        }
        text + &self.function(false)
    }

    pub fn questions(&self) -> String {
        let symbol = if self.uses_symbol() { vec!["symbol k : Node *;".to_string()] } else { Vec::new() };
        let definitions = self.definitions.iter().cloned();
        let lines =
            symbol.into_iter().chain(self.contracts()).chain(definitions).chain(self.asked.iter().map(Asked::text));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Whether the symbol `k` occurs: nothing else in a specification is a word of this letter alone.
    pub fn uses_symbol(&self) -> bool {
        let mut texts = self.definitions.iter().cloned().chain(self.asked.iter().map(Asked::text));
        texts.any(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == "k"))
    }

    pub fn hints_text(&self) -> String {
        self.hints.iter().map(|hint| format!("{}\n", hint.text)).collect()
    }

    /// Everything that is one step smaller, the largest cuts first.
    fn smaller(&self) -> Vec<Subject> {
        let mut found = Vec::new();
        for index in 0..self.asked.len() {
            let mut subject = self.clone();
            subject.asked.remove(index);
            found.push(subject);
        }
        for index in 0..self.definitions.len() {
            let mut subject = self.clone();
            subject.definitions.remove(index);
            found.push(subject);
        }
        for index in 0..self.hints.len() {
            let mut subject = self.clone();
            subject.hints.remove(index);
            found.push(subject);
        }
        for body in crate::support::lines::smaller_bodies(&self.body) {
            found.push(Subject { body, ..self.clone() });
        }
        for index in 0..self.theme.features.len() {
            let mut subject = self.clone();
            subject.theme.features.remove(index);
            found.push(subject);
        }
        found
    }

    /// The smallest subject found that still fails, by trying one cut after the other.
    pub fn reduced(&self, fails: &dyn Fn(&Subject) -> bool) -> Subject {
        let mut best = self.clone();
        while let Some(next) = best.smaller().into_iter().find(|subject| fails(subject)) {
            best = next;
        }
        best
    }
}

/// What a cell of an input holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Node,
    /// Of the node before, if there is one.
    Previous,
    /// Of the link that leads here.
    BackLink,
    Handle,
    Integer,
    Function,
}
