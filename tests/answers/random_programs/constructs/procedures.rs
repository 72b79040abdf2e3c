//! Procedures on linked structures that programs call: recursion over lists and trees, doubly linked lists, links back to the
//! link before, and rings.
//!
//! In their texts `a→n` is an access to a member, `S` the second link of a tree, and `TICK` what ends a run that goes on for ever.

use super::Generator;
use super::code::{Code, code, line};
use super::theme::Feature::{self, *};
use super::theme::Theme;
use crate::support::lines::Statement;

/// A procedure of a construct.
struct Procedure {
    feature: Feature,
    name: &'static str,
    text: &'static str,
}

const fn procedure(feature: Feature, name: &'static str, text: &'static str) -> Procedure {
    Procedure { feature, name, text }
}

const PROCEDURES: &[Procedure] = &[
    procedure(
        Recursion,
        "destroy",
        "static void destroy(Node *a) { TICK if (!a) return; destroy(a→n); ⟪free⟫⟦free_⟧(a); }",
    ),
    procedure(
        Recursion,
        "append",
        "static Node *append(Node *a, Node *b) { TICK if (!a) return b; a→n = append(a→n, b); return a; }",
    ),
    procedure(
        Recursion,
        "copied",
        "static Node *copied(Node *a) { Node *m; TICK if (!a) return 0; m = ⟪malloc⟫⟦malloc_⟧(sizeof(Node)); *m = *⟦CK(⟧a⟦)⟧; m->n = copied(a→n); return m; }",
    ),
    procedure(
        Recursion,
        "onto",
        "static Node *onto(Node *a, Node *b) { Node *rest; TICK if (!a) return b; rest = a→n; a→n = b; return onto(rest, a); }",
    ),
    procedure(Recursion, "last", "static Node *last(Node *a) { TICK if (!a || !a→n) return a; return last(a→n); }"),
    procedure(
        Recursion,
        "without",
        "static Node *without(Node *a, Node *b) { TICK if (!a) return a; if (⟪a == b⟫⟦eq(a, b)⟧) return a→n; a→n = without(a→n, b); return a; }",
    ),
    procedure(
        Recursion,
        "member",
        "static int member(Node *a, Node *b) { TICK return a && (⟪a == b⟫⟦eq(a, b)⟧ || member(a→n, b)); }",
    ),
    procedure(
        Recursion,
        "fell",
        "static void fell(Node *a) { TICK if (!a) return; fell(a→n); fell(a→S); ⟪free⟫⟦free_⟧(a); }",
    ),
    procedure(
        Recursion,
        "graft",
        "static Node *graft(Node *a, Node *b) { TICK if (!a) return b; if (⟪__VERIFIER_nondet_int()⟫⟦nondet_int()⟧) a→n = graft(a→n, b); else a→S = graft(a→S, b); return a; }",
    ),
    procedure(
        Recursion,
        "mirror",
        "static void mirror(Node *a) { Node *m; TICK if (!a) return; m = a→n; a→n = a→S; a→S = m; mirror(a→n); mirror(a→S); }",
    ),
    procedure(
        Previous,
        "behind",
        "static void behind(Node *a, Node *b) { b→n = a→n; b→p = a; if (a→n) a→n→p = b; a→n = b; }",
    ),
    procedure(Previous, "unhook", "static void unhook(Node *a) { if (a→p) a→p→n = a→n; if (a→n) a→n→p = a→p; }"),
    procedure(Rings, "ring", "static void ring(Node *a) { a→n = a; a→p = a; }"),
    procedure(Rings, "enter", "static void enter(Node *a, Node *b) { b→n = a→n; b→p = a; a→n→p = b; a→n = b; }"),
    procedure(Rings, "leave_ring", "static void leave_ring(Node *a) { a→p→n = a→n; a→n→p = a→p; }"),
    procedure(
        Rings,
        "splice",
        "static void splice(Node *a, Node *b) { Node *f = a→n, *l = a→p; if (⟪f == a⟫⟦eq(f, a)⟧) return; f→p = b; l→n = b→n; b→n→p = l; b→n = f; a→n = a; a→p = a; }",
    ),
    procedure(
        Rings,
        "drain",
        "static void drain(Node *a) { Node *b = a→n, *c; while (⟪b != a⟫⟦tick() && !eq(b, a)⟧) { c = b→n; ⟪free⟫⟦free_⟧(b); b = c; } a→n = a; a→p = a; }",
    ),
    procedure(
        BackLinks,
        "push",
        "static void push(Node **a, Node *b) { b→n = *⟦CK(⟧a⟦)⟧; if (b→n) b→n→pp = &b→n; *⟦CK(⟧a⟦)⟧ = b; b→pp = a; }",
    ),
    procedure(BackLinks, "unlink_", "static void unlink_(Node *a) { *⟦CK(⟧a→pp⟦)⟧ = a→n; if (a→n) a→n→pp = a→pp; }"),
    procedure(
        BackLinks,
        "purge",
        "static void purge(Node **a) { while (⟦tick() && ⟧*⟦CK(⟧a⟦)⟧) { Node *b = *⟦CK(⟧a⟦)⟧; if (⟪__VERIFIER_nondet_int()⟫⟦nondet_int()⟧) { *⟦CK(⟧a⟦)⟧ = b→n; if (b→n) b→n→pp = a; ⟪free⟫⟦free_⟧(b); } else a = &b→n; } }",
    ),
];

/// Their names: each is one of its program alone.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROCEDURES.iter().map(|procedure| procedure.name)
}

/// The procedures that a text calls.
pub fn called(theme: &Theme, text: impl Fn(&str) -> bool) -> Vec<Code> {
    let second = second_link(theme).unwrap_or("n");
    let called = PROCEDURES.iter().filter(|procedure| text(&format!("{}(", procedure.name)));
    let called = called.map(|procedure| accesses(&procedure.text.replace("→S", &format!("→{second}"))));
    called.map(|text| code(&text.replace("TICK", "⟦tick();⟧"), &[])).collect()
}

/// Constructs with procedures, of those that a text calls.
pub fn constructs(text: impl Fn(&str) -> bool) -> Vec<Feature> {
    let called = PROCEDURES.iter().filter(|procedure| text(&format!("{}(", procedure.name)));
    called.map(|procedure| procedure.feature).collect()
}

/// The second link of a node.
fn second_link(theme: &Theme) -> Option<&'static str> {
    match () {
        () if theme.has(Previous) => Some("p"),
        () if theme.has(Links) => Some("l[1]"),
        () => None,
    }
}

/// Every `a→n→p` as an access that is watched.
fn accesses(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_[]".contains(c);
    let mut parts = text.split('→');
    let mut written = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c| !is_word(c)).unwrap_or(part.len());
        let (field, rest) = part.split_at(end);
        // The base is a name, or an access that is written already.
        let start = match written.ends_with('⟧') {
            true => written.rfind("⟪").expect("an access opens"),
            false => written
                .rfind(|c| !is_word(c))
                .map_or(0, |at| at + written[at..].chars().next().map_or(1, char::len_utf8)),
        };
        let base = written.split_off(start);
        let base = code(&base, &[]);
        written += &format!("⟪{}->{field}⟫⟦(*CK(&({})->{field}))⟧{rest}", base.plain, base.watched);
    }
    written
}

impl Generator {
    /// A statement that calls one.
    pub fn of_procedures(&mut self, feature: Feature) -> Option<Statement> {
        let (a, b) = (self.pointer_name(), self.pointer_name());
        let place = if self.one_in(3) { self.place(1) } else { self.pointer_name() };
        let both = code("if ({} && {} && ⟪{} != {}⟫⟦!eq({}, {})⟧)", &[&a, &b, &a, &b, &a, &b]);
        Some(match feature {
            Recursion => match self.below(if second_link(&self.theme).is_some() { 13 } else { 9 }) {
                0 | 1 => line("destroy({});", &[&a]),
                2 => line("{} = append({}, {});", &[&place, &a, &b]),
                3 => line("{} = copied({});", &[&place, &a]),
                4 => line("{} = onto({}, {});", &[&place, &a, &b]),
                5 => line("{} = last({});", &[&place, &a]),
                6 => line("{} = without({}, {});", &[&place, &a, &b]),
                7 => line("j = member({}, {});", &[&a, &b]),
                8 => line("if ({}) destroy({});", &[&self.condition(0), &a]),
                9 | 10 => line("fell({});", &[&a]),
                11 => line("{} = graft({}, {});", &[&place, &a, &b]),
                _ => line("mirror({});", &[&a]),
            },
            Previous => match self.below(3) {
                0 => return None,
                1 => line("{} behind({}, {});", &[&both, &a, &b]),
                _ => line("if ({}) unhook({});", &[&a, &a]),
            },
            Rings => match self.below(8) {
                0 => line("if ({}) ring({});", &[&a, &a]),
                1 | 2 => line("{} enter({}, {});", &[&both, &a, &b]),
                3 => line("if ({}) leave_ring({});", &[&a, &a]),
                4 => line("if ({}) { leave_ring({}); ⟪free⟫⟦free_⟧({}); }", &[&a, &a, &a]),
                5 => line("{} splice({}, {});", &[&both, &a, &b]),
                6 => line("if ({}) drain({});", &[&a, &a]),
                _ => line("if (x) for (y = ⟪x⟫⟦CK(x)⟧->n; ⟪y != x⟫⟦tick() && !eq(y, x)⟧; y = ⟪y⟫⟦CK(y)⟧->n) j++;", &[]),
            },
            BackLinks => {
                let handle = self.handle();
                match self.below(7) {
                    0 | 1 => line("if ({}) push({}, {});", &[&b, &handle, &b]),
                    2 => line("if ({}) unlink_({});", &[&a, &a]),
                    3 => line("if ({}) { unlink_({}); ⟪free⟫⟦free_⟧({}); }", &[&a, &a, &a]),
                    4 => line("purge({});", &[&handle]),
                    5 => {
                        let cell = self.field(&a, "pp");
                        line("if ({}) {} = {};", &[&a, &cell, &handle])
                    }
                    _ => {
                        let cell = self.field(&a, "pp");
                        line("if ({} && {}) *⟦CK(⟧{}⟦)⟧ = {};", &[&a, &cell, &cell, &b])
                    }
                }
            }
            _ => return None,
        })
    }
}
