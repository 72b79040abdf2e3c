//! Random specifications and hints. Each formula is written twice: as Damson reads it, and as C that evaluates it.

use super::Generator;
use super::code::{Code, code};
use super::theme::Feature::*;

/// A state formula at a location.
#[derive(Clone, Debug)]
pub struct Located {
    pub label: String,
    pub formula: Code,
}

impl Located {
    fn text(&self) -> String {
        format!("{} @ {}", self.formula.plain, self.label)
    }
}

/// A temporal formula.
#[derive(Clone, Debug)]
pub enum Tree {
    At(Located),
    /// `true`, `false`, or a formula that this campaign does not evaluate.
    Open(String),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Iff(Box<Tree>, Box<Tree>),
    Globally(Box<Tree>),
    Finally(Box<Tree>),
    Until(Box<Tree>, Box<Tree>),
    Weak(Box<Tree>, Box<Tree>),
    Release(Box<Tree>, Box<Tree>),
}

impl Tree {
    pub fn text(&self) -> String {
        match self {
            Tree::At(located) => format!("({})", located.text()),
            Tree::Open(text) => format!("({text})"),
            Tree::Not(inner) => format!("(!{})", inner.text()),
            Tree::And(left, right) => format!("({} && {})", left.text(), right.text()),
            Tree::Implies(left, right) => format!("({} => {})", left.text(), right.text()),
            Tree::Iff(left, right) => format!("({} <=> {})", left.text(), right.text()),
            Tree::Globally(inner) => format!("(G {})", inner.text()),
            Tree::Finally(inner) => format!("(F {})", inner.text()),
            Tree::Until(left, right) => format!("({} U {})", left.text(), right.text()),
            Tree::Weak(left, right) => format!("({} W {})", left.text(), right.text()),
            Tree::Release(left, right) => format!("({} R {})", left.text(), right.text()),
        }
    }

    pub fn atoms(&self) -> Vec<&Located> {
        match self {
            Tree::At(located) => vec![located],
            Tree::Open(_) => Vec::new(),
            Tree::Not(inner) | Tree::Globally(inner) | Tree::Finally(inner) => inner.atoms(),
            Tree::And(left, right)
            | Tree::Implies(left, right)
            | Tree::Iff(left, right)
            | Tree::Until(left, right)
            | Tree::Weak(left, right)
            | Tree::Release(left, right) => [left.atoms(), right.atoms()].concat(),
        }
    }
}

/// A statement of a specification.
#[derive(Clone, Debug)]
pub enum Asked {
    Assume(Located),
    Assert(Located),
    Watch(Located),
    Temporal(String, Tree),
}

impl Asked {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Asked::Assume(located) => format!("assume {};", located.text()),
            Asked::Assert(located) => format!("assert {};", located.text()),
            Asked::Watch(located) => format!("watch {};", located.text()),
            Asked::Temporal(name, tree) => format!("ltl {name}: {};", tree.text()),
        }
    }
}

/// A hint, and of what kind it is.
#[derive(Clone, Debug)]
pub struct Hinted {
    pub kind: HintKind,
    pub text: String,
}

/// How a hint may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintKind {
    Family,
    SmallHeaps,
    Integers,
    Nested,
    Any,
    Open,
    Random,
}

impl HintKind {
    pub const ALL: [HintKind; 7] = [
        HintKind::Family,
        HintKind::SmallHeaps,
        HintKind::Integers,
        HintKind::Nested,
        HintKind::Any,
        HintKind::Open,
        HintKind::Random,
    ];
}

/// A value, with the accesses that make it defined.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub text: Code,
    pub guards: String,
}

/// A formula of a watched program about defined values.
pub(super) fn guarded(watched: &str, values: &[&Value]) -> String {
    let all: Vec<&str> = values.iter().map(|value| value.guards.as_str()).collect();
    format!("({} && {watched})", all.join(" && "))
}

pub(super) const NODE: &str = "T_Node";

impl Generator {
    fn place_label(&mut self) -> String {
        match self.below(6) {
            0 => "exit".into(),
            _ if self.labels > 1 => format!("L{}", 1 + self.below(self.labels)),
            _ => "L1".into(),
        }
    }

    fn spec_names(&self, at_entry: bool) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.theme.pointers.clone();
        names.retain(|name| *name != "t" || !at_entry);
        if self.theme.has(MainEntry) && at_entry {
            names.retain(|name| *name != "x" && *name != "y");
        }
        names.push("k");
        names
    }

    fn spec_link(&mut self) -> &'static str {
        let mut names = vec!["n", "n", "n"];
        if self.theme.has(Previous) {
            names.push("p");
        }
        if self.theme.has(Nested) {
            names.push("w.a");
        }
        if self.theme.has(Links) {
            names.push("l[0]");
        }
        self.pick(&names)
    }

    /// A value of type `Node *`.
    pub(super) fn spec_pointer(&mut self, depth: usize, at_entry: bool) -> Value {
        if depth > 0
            && !at_entry
            && let Some(found) = self.old_pointer()
        {
            return found;
        }
        let names = self.spec_names(at_entry);
        let Value { mut text, mut guards } = match self.bound_pointer() {
            Some(found) => found,
            None => Value { text: code(self.pick(&names), &[]), guards: "1".into() },
        };
        if depth > 0 && self.theme.has(BackLinks) && self.one_in(4) {
            guards += &format!(" && OK(&{0}->pp) && OK({0}->pp)", text.watched);
            text = code("(*{}->pp)", &[&text]);
        }
        let steps = if depth == 0 { 0 } else { [0, 0, 0, 1, 1, 2][self.below(6)] };
        for _ in 0..steps {
            let link = self.spec_link();
            text = code("{}->{}", &[&text, &link]);
            guards += &format!(" && OK(&{})", text.watched);
        }
        Value { text, guards }
    }

    pub(super) fn spec_integer(&mut self, at_entry: bool) -> Value {
        if !at_entry && let Some(found) = self.old_integer() {
            return found;
        }
        let mut members = Vec::new();
        for (feature, found) in [
            (Data, "d"),
            (BitFields, "b"),
            (BitFields, "c"),
            (Nested, "w.e"),
            (IntArray, "k[0]"),
            (IntArray, "k[1]"),
            (Union, "u.i"),
            (Enumeration, "col"),
        ] {
            if self.theme.has(feature) {
                members.push(found);
            }
        }
        if !members.is_empty() && self.below(2) == 0 {
            let base = self.spec_pointer(1, at_entry);
            let member = self.pick(&members);
            let text = code("{}->{}", &[&base.text, &member]);
            let guard = if matches!(member, "b" | "c") {
                format!("{} && OK({})", base.guards, base.text.watched)
            } else {
                format!("{} && OK(&{})", base.guards, text.watched)
            };
            // The same cell under another type.
            if member == "d" && self.one_in(4) {
                let ty = self.pick(&["unsigned", "signed char"]);
                return Value { text: code("*({} *)&{}", &[&ty, &text]), guards: guard };
            }
            return Value { text, guards: guard };
        }
        if self.theme.has(Union) && !at_entry && self.one_in(3) {
            let name = self.pick(&["ui1", "ui2"]);
            return Value { text: code("*{}", &[&name]), guards: format!("OK({name})") };
        }
        if self.theme.has(IntArray) && !at_entry && self.one_in(3) {
            return Value { text: code("*ip", &[]), guards: "OK(ip)".into() };
        }
        let mut names: Vec<&str> = self.theme.integers.iter().map(|(name, _)| *name).collect();
        if self.theme.has(Globals) {
            names.extend(["gi", "gi", "N"]);
        }
        if at_entry {
            names.retain(|name| self.theme.has(Globals) && ["gi", "N"].contains(name));
            names.extend(self.theme.integers[..self.theme.integer_parameters].iter().map(|(name, _)| *name));
            if self.theme.has(MainEntry) {
                names = vec!["argc"];
            }
        }
        if names.is_empty() {
            return Value { text: code("2", &[]), guards: "1".into() };
        }
        Value { text: code(self.pick(&names), &[]), guards: "1".into() }
    }

    pub fn formula(&mut self, depth: usize, at_entry: bool) -> Code {
        match self.below(10) {
            0 | 1 if depth > 0 => {
                let (operator, watched) = self.pick(&[("&&", "&&"), ("||", "||")]);
                let (left, right) = (self.formula(depth - 1, at_entry), self.formula(depth - 1, at_entry));
                Code {
                    plain: format!("({} {operator} {})", left.plain, right.plain),
                    watched: format!("({} {watched} {})", left.watched, right.watched),
                }
            }
            2 if depth > 0 => {
                let (left, right) = (self.formula(depth - 1, at_entry), self.formula(depth - 1, at_entry));
                code("(⟪{} => {}⟫⟦!{} || {}⟧)", &[&left, &right, &left, &right])
            }
            3 if depth > 0 && self.one_in(2) => {
                let (left, right) = (self.formula(depth - 1, at_entry), self.formula(depth - 1, at_entry));
                code("(⟪{} <=> {}⟫⟦!{} == !{}⟧)", &[&left, &right, &left, &right])
            }
            4 | 5 => code("(!{})", &[&self.predicate(at_entry)]),
            _ => self.predicate(at_entry),
        }
    }

    pub(super) fn fields(&mut self) -> (&'static str, &'static str) {
        match self.below(5) {
            0 if !self.theme.has(Union) => ("", "F_ALL"),
            _ if self.theme.has(Prefix) => ("Node.n", "F_n"),
            1 if self.theme.has(Previous) => ("n,p", "(F_n | F_p)"),
            2 if self.theme.has(Previous) => ("p", "F_p"),
            1 if self.theme.has(BackLinks) => ("n,pp", "(F_n | F_pp)"),
            2 if self.theme.has(BackLinks) => ("pp", "F_pp"),
            _ => ("n", "F_n"),
        }
    }

    pub(super) fn predicate(&mut self, at_entry: bool) -> Code {
        match self.below(12) {
            0 if !at_entry => self.old_truth(),
            1 => self.defined(at_entry),
            _ => self.atom(at_entry),
        }
    }

    /// Places and cells that paths avoid: as it is written, and in C.
    pub(super) fn avoided(&mut self, at_entry: bool) -> (String, String) {
        let is_cell = self.one_in(3);
        if !is_cell && !self.one_in(6) {
            return (String::new(), "avoid_none()".into());
        }
        let Value { text, guards } = self.spec_pointer(0, at_entry);
        let (plain, base) = (&text.plain, &text.watched);
        if is_cell {
            return (format!("&{plain}->n"), format!("avoid_none(), {guards} && {base} && avoid(&{base}->n, T_PNode)"));
        }
        (plain.clone(), format!("avoid_none(), {guards} && avoid({base}, {NODE})"))
    }

    /// A predicate that is neither an old one nor a defined one.
    fn atom(&mut self, at_entry: bool) -> Code {
        match self.below(16) {
            0..=4 => self.of_paths(at_entry),
            5 | 6 => self.claim(at_entry),
            _ => self.of_values(at_entry),
        }
    }

    fn of_paths(&mut self, at_entry: bool) -> Code {
        let (fields, mask) = self.fields();
        let (first, second) = (self.spec_pointer(1, at_entry), self.spec_pointer(1, at_entry));
        let (avoid_text, avoid_code) = self.avoided(at_entry);
        let (a, b) = (&first.text, &second.text);
        if self.below(5) < 3 {
            let name = self.pick(&["reach", "reach", "reachp", "dshared"]);
            let watched = format!("({avoid_code}, {name}({mask}, {}, {NODE}, {}, {NODE}))", a.watched, b.watched);
            return Code {
                plain: format!("{name}[{avoid_text};{fields}]({}, {})", a.plain, b.plain),
                watched: guarded(&watched, &[&first, &second]),
            };
        }
        Code {
            plain: format!("cyclic[{avoid_text};{fields}]({})", a.plain),
            watched: guarded(&format!("({avoid_code}, cyclic({mask}, {}, {NODE}))", a.watched), &[&first]),
        }
    }

    /// A comparison, a null test, or whether something is allocated.
    pub(super) fn of_values(&mut self, at_entry: bool) -> Code {
        let (first, second) = (self.spec_pointer(1, at_entry), self.spec_pointer(1, at_entry));
        let (a, b) = (&first.text, &second.text);
        match self.below(9) {
            0 => Code {
                plain: format!("allocated({})", a.plain),
                watched: guarded(&format!("allocated({}, sizeof(Node))", a.watched), &[&first]),
            },
            1 | 2 => Code {
                plain: format!("({} == {})", a.plain, b.plain),
                watched: guarded(&format!("same_pointer({}, {})", a.watched, b.watched), &[&first, &second]),
            },
            3 => Code {
                plain: format!("({} != {})", a.plain, b.plain),
                watched: guarded(&format!("!same_pointer({}, {})", a.watched, b.watched), &[&first, &second]),
            },
            4 => Code {
                plain: format!("({} == NULL)", a.plain),
                watched: guarded(&format!("({} == 0)", a.watched), &[&first]),
            },
            _ => self.of_integers(at_entry),
        }
    }

    fn of_integers(&mut self, at_entry: bool) -> Code {
        let (left, right) = (self.spec_integer(at_entry), self.spec_integer(at_entry));
        let operator = self.pick(&["==", "==", "!=", "<", "<=", ">"]);
        let use_constant = self.one_in(2);
        let constant = self.constant();
        let (a, b) = (&left.text, &right.text);
        let compared = |left: &str, right: &str| format!("({left} {operator} {right})");
        match (use_constant, self.below(4)) {
            (_, 0) => Code {
                plain: compared(&format!("{} + {}", a.plain, b.plain), &constant),
                watched: guarded(&compared(&format!("{} + {}", a.watched, b.watched), &constant), &[&left, &right]),
            },
            (true, _) => Code {
                plain: compared(&a.plain, &constant),
                watched: guarded(&compared(&a.watched, &constant), &[&left]),
            },
            _ => Code {
                plain: compared(&a.plain, &b.plain),
                watched: guarded(&compared(&a.watched, &b.watched), &[&left, &right]),
            },
        }
    }

    fn located(&mut self, depth: usize) -> Located {
        let label = self.place_label();
        Located { label, formula: self.formula(depth, false) }
    }

    fn temporal(&mut self) -> Tree {
        let at = |located: Located| Box::new(Tree::At(located));
        let whole = |label: String| Box::new(Tree::At(Located { label, formula: code("⟪true⟫⟦1⟧", &[]) }));
        let not = |inner: Box<Tree>| Box::new(Tree::Not(inner));
        let (first, second) = (self.located(0), self.located(0));
        let label = second.label.clone();
        match self.below(10) {
            8 => Tree::Iff(Box::new(Tree::Finally(at(first))), Box::new(Tree::Finally(at(second)))),
            0 | 1 => {
                let start = Located { label: "entry".into(), formula: self.formula(0, true) };
                let later = Tree::Globally(Box::new(Tree::Implies(whole(label), at(second))));
                Tree::Globally(Box::new(Tree::Implies(at(start), Box::new(later))))
            }
            2 => Tree::Globally(Box::new(Tree::Implies(at(first), Box::new(Tree::Finally(at(second)))))),
            3 => Tree::Weak(not(whole(label)), at(second)),
            4 => Tree::Until(not(whole(label)), at(second)),
            5 => Tree::Release(at(first), not(at(second))),
            6 => Tree::Finally(at(first)),
            7 => {
                let bare = self.formula(0, true).plain;
                Tree::Globally(Box::new(Tree::Open(format!("!({bare}) || X ({bare})"))))
            }
            _ => Tree::And(Box::new(Tree::Globally(not(at(first)))), Box::new(Tree::Finally(at(second)))),
        }
    }

    /// A specification, and hints for it.
    pub fn questions(&mut self) -> (Vec<Asked>, Vec<Hinted>) {
        let mut asked = Vec::new();
        if self.one_in(2) && !self.theme.has(MainEntry) {
            let formula = self.assumption();
            asked.push(Asked::Assume(Located { label: "entry".into(), formula }));
        }
        for _ in 0..1 + self.below(3) {
            let located = self.located(1);
            asked.push(Asked::Assert(located));
        }
        if self.one_in(3) {
            let own = self.own_question();
            asked.extend(own);
        }
        if self.one_in(8) {
            let located = self.located(0);
            asked.push(Asked::Watch(located));
        }
        if self.one_in(15) {
            let located = self.located(0);
            asked.push(Asked::Assume(located));
        }
        if self.one_in(3) {
            let tree = self.temporal();
            asked.push(Asked::Temporal("later".into(), tree));
        }
        let mut hints = Vec::new();
        if self.one_in(3) && !self.theme.has(MainEntry) {
            self.hint(&mut asked, &mut hints);
        }
        (asked, hints)
    }

    /// What is assumed at the entry.
    fn assumption(&mut self) -> Code {
        let n = if self.theme.has(Prefix) { "Node.n" } else { "n" };
        match self.below(4) {
            0 => code("⟪!cyclic[;{}](x)⟫⟦!(avoid_none(), cyclic(F_n, x, T_Node))⟧", &[&n]),
            1 | 2 if self.theme.has(Previous) || self.theme.has(BackLinks) => self.links_fit(),
            1 if self.theme.has(Links) || self.theme.has(Recursion) => self.claim(true),
            _ => self.formula(1, true),
        }
    }

    /// What a construct is likely to break.
    fn own_question(&mut self) -> Option<Asked> {
        let label = self.place_label();
        let text = match () {
            () if (self.theme.has(Previous) || self.theme.has(BackLinks)) && self.one_in(2) => {
                let formula = self.links_fit();
                return Some(Asked::Assert(Located { label, formula }));
            }
            () if self.theme.has(FreedComparison) => "e1 == e2",
            () if self.theme.has(MainEntry) && self.one_in(2) => "argc >= 0",
            () if self.theme.has(Globals) => ["N == 5", "gi == 3", "N != 5"][self.below(3)],
            () if self.theme.has(NoBody) || self.theme.has(Unsupported) => "1 == 2",
            () if self.theme.has(Printing) => "i == 0",
            () if self.theme.has(Variadic) => "vs == 0",
            () => return None,
        };
        Some(Asked::Assert(Located { label, formula: code("({})", &[&text]) }))
    }

    /// A hint with a question that needs it.
    fn hint(&mut self, asked: &mut Vec<Asked>, hints: &mut Vec<Hinted>) {
        let label = format!("L{}", 1 + self.below(self.labels));
        let drawn = HintKind::ALL[self.below(HintKind::ALL.len())];
        let kind = if self.theme.has(Nested) && self.one_in(2) { HintKind::Nested } else { drawn };
        let n = if self.theme.has(Prefix) { "Node.n" } else { "n" };
        let steps = 1 + self.below(7);
        let chain = |base: &str| format!("{base}{}", "->n".repeat(steps));
        let guard = |text: &str| {
            let (mut place, mut all) = (String::from(text), vec!["1".to_string()]);
            for _ in 0..steps {
                place += "->n";
                all.push(format!("OK(&{place})"));
            }
            all.join(" && ")
        };
        let acyclic = format!("!cyclic[;{n}](x)");
        let far = chain("x");
        let ask = |asked: &mut Vec<Asked>, plain: String, watched: String| {
            asked.push(Asked::Assert(Located { label: label.clone(), formula: Code { plain, watched } }));
        };
        let assume = |asked: &mut Vec<Asked>| {
            asked.insert(
                0,
                Asked::Assume(Located {
                    label: "entry".into(),
                    formula: Code { plain: acyclic.clone(), watched: "!(avoid_none(), cyclic(F_n, x, T_Node))".into() },
                }),
            );
        };
        let (text, kind) = match kind {
            HintKind::SmallHeaps => {
                ask(
                    asked,
                    format!("!(y != NULL && y == {far})"),
                    format!("!(y != 0 && ({} && same_pointer(y, {far})))", guard("x")),
                );
                assume(asked);
                (format!("hint y == {far} @ {label} ~> if y != NULL && {acyclic} then false else *;"), kind)
            }
            HintKind::Nested if self.theme.has(Nested) => {
                ask(
                    asked,
                    format!("!(y != NULL && y == {far} && y != x->w.a)"),
                    format!(
                        "!(y != 0 && ({} && same_pointer(y, {far})) && (OK(&x->w.a) && !same_pointer(y, x->w.a)))",
                        guard("x")
                    ),
                );
                assume(asked);
                (
                    format!("hint y == {far} @ {label} ~> if y != NULL && y != x->w.a && {acyclic} then false else *;"),
                    kind,
                )
            }
            HintKind::Integers => {
                let constant = self.constant();
                ask(asked, format!("j + j != {constant}"), format!("(j + j != {constant})"));
                (format!("hint j + j == {constant} @ {label} ~> false;"), kind)
            }
            HintKind::Any => {
                ask(asked, format!("!(y == {far})"), format!("!({} && same_pointer(y, {far}))", guard("x")));
                (format!("hint y == {far} @ {label} ~> any fitting reach[;{n}](x, y);"), kind)
            }
            HintKind::Open => {
                ask(asked, format!("!(y == {far})"), format!("!({} && same_pointer(y, {far}))", guard("x")));
                (format!("hint y == {far} @ {label} ~> *;"), kind)
            }
            HintKind::Random => {
                let (pattern, bound) = self.without_olds(|this| (this.atom(false), this.formula(1, false)));
                asked.push(Asked::Assert(Located { label: label.clone(), formula: code("(!{})", &[&pattern]) }));
                let pattern = pattern.plain.trim_start_matches('(').to_string();
                let open = pattern.matches('(').count();
                let pattern: String =
                    if pattern.matches(')').count() > open { pattern[..pattern.len() - 1].into() } else { pattern };
                let bound = bound.plain;
                let text = match self.below(3) {
                    0 => format!("hint {pattern} @ {label} ~> {bound};"),
                    1 => format!("hint {pattern} @ {label} ~> if {bound} then false else *;"),
                    _ => format!("hint {pattern} @ {label} ~> if {bound} then true else *;"),
                };
                (text, kind)
            }
            HintKind::Family | HintKind::Nested => {
                ask(asked, format!("!(x == {far})"), format!("!({} && same_pointer(x, {far}))", guard("x")));
                if self.below(2) == 0 {
                    assume(asked);
                }
                (format!("hint x == x->n+ @ {label} ~> if {acyclic} then false else *;"), HintKind::Family)
            }
        };
        hints.push(Hinted { kind, text });
    }
}
