//! Tests of how texts are grouped into trees. (Names and types: `tests/language/specs.rs`.)

use crate::syntax::*;
use crate::{parse, split};
use base::stack::with_room;
use base::{Diagnostics, SourceMap};

/// Returns the tree in prefix notation.
fn tree(term: &LocatedTerm) -> String {
    let list = |terms: &[LocatedTerm]| terms.iter().map(tree).collect::<Vec<_>>().join(" ");
    match &term.kind {
        TermKind::Identifier(name) => name.clone(),
        TermKind::Result => "\\result".into(),
        TermKind::Integer { value, .. } => value.to_string(),
        TermKind::Character(value) => format!("'{value}'"),
        TermKind::Boolean(value) => value.to_string(),
        TermKind::Unknown => "*".into(),
        TermKind::Unary(operator, a) => format!("({operator:?} {})", tree(a)),
        TermKind::Binary(operator, a, b) => format!("({operator:?} {} {})", tree(a), tree(b)),
        TermKind::Cast(ty, a) => format!("(Cast*{} {})", ty.declarator.derivations.len(), tree(a)),
        TermKind::SizeofType(_) => "(Sizeof type)".into(),
        TermKind::SizeofTerm(a) => format!("(Sizeof {})", tree(a)),
        TermKind::Index(a, b) => format!("{}[{}]", tree(a), tree(b)),
        TermKind::Member(a, name) => format!("{}.{}", tree(a), name.name),
        TermKind::Arrow(a, name) => format!("{}->{}", tree(a), name.name),
        TermKind::Chain(a, name) => format!("{}->{}+", tree(a), name.name),
        TermKind::Call(a, arguments) => format!("(Call {} {})", tree(a), list(arguments)),
        TermKind::Not(a) => format!("(! {})", tree(a)),
        TermKind::Connective(connective, a, b) => format!("({} {} {})", connective.symbol(), tree(a), tree(b)),
        TermKind::Conditional(a, b, c) => format!("(if {} {} {})", tree(a), tree(b), tree(c)),
        TermKind::Predicate(p) => {
            let any = if p.any_avoid.is_some() { " ?" } else { "" };
            let fields: Vec<&str> = p.fields.iter().map(|field| field.field.as_str()).collect();
            let bound: Vec<&str> = p.bound.iter().map(|name| name.name.as_str()).collect();
            let body =
                p.body.as_ref().map_or_else(String::new, |body| format!(" {} . {}", bound.join(" "), tree(body)));
            format!("{}[{}{any};{}]({}{body})", p.name.word(), list(&p.avoid), fields.join(" "), list(&p.arguments))
        }
        TermKind::At(a, location) => match &location.kind {
            LocationKind::Label(label) => format!("(@{label} {})", tree(a)),
            LocationKind::Line(line, column) => format!("(@{line}:{column:?} {})", tree(a)),
        },
        TermKind::TemporalUnary(operator, a) => format!("({} {})", operator.letter(), tree(a)),
        TermKind::TemporalBinary(operator, a, b) => format!("({} {} {})", operator.letter(), tree(a), tree(b)),
    }
}

/// Returns the tree of the only statement of a specification or hints file, or its errors.
fn read(text: &str, is_hint: bool) -> String {
    with_room("reader", || read_here(text, is_hint)).expect("a thread starts")
}

fn read_here(text: &str, is_hint: bool) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("t", text);
    let mut diagnostics = Diagnostics::new();
    let mut out = Vec::new();
    for span in split::statements(file, 0, text, &mut diagnostics) {
        let parse = if is_hint { parse::hint_statement } else { parse::specification_statement };
        match parse(&sources, span).map(|statement| statement.kind) {
            Ok(RawKind::Located { formula, .. } | RawKind::Ltl { formula, .. }) => out.push(tree(&formula)),
            Ok(RawKind::Hint { pattern, replacement, is_free, .. }) => {
                let any = if is_free { "any " } else { "" };
                let replacement = replacement.as_ref().map_or_else(String::new, tree);
                out.push(format!("{} ~> {any}{replacement}", tree(&pattern)));
            }
            Ok(RawKind::Symbol { name, .. }) => out.push(format!("symbol {}", name.name)),
            Ok(RawKind::NewBlock { name, .. }) => out.push(format!("new {}", name.name)),
            Ok(RawKind::Define(definition)) => out.push(format!("define {}", definition.name.name)),
            Ok(RawKind::Contract(contract)) => out.push(format!("contract {}", contract.name.name)),
            Err(problem) => diagnostics.push(problem),
        }
        if diagnostics.is_full() {
            break;
        }
    }
    out.extend(diagnostics.iter().map(|problem| problem.message.clone()));
    out.join(" | ")
}

fn state(text: &str) -> String {
    read(&format!("assert {text} @ L;"), false)
}

fn ltl(text: &str) -> String {
    read(&format!("ltl name: {text};"), false)
}

#[test]
fn at_binds_looser_than_connectives_and_tighter_than_implication_and_temporal_operators() {
    assert_eq!(ltl("!p || q @ L"), "(@L (|| (! p) q))");
    assert_eq!(ltl("G p @ n1"), "(G (@n1 p))");
    assert_eq!(ltl("G p && q @ n1"), "(G (@n1 (&& p q)))");
    assert_eq!(ltl("p @ a => q @ b"), "(=> (@a p) (@b q))");
    assert_eq!(ltl("p @ a U q @ b => r"), "(=> (U (@a p) (@b q)) r)");
    assert_eq!(ltl("a => b => c <=> d"), "(<=> (=> a (=> b c)) d)");
    assert_eq!(ltl("G( p @ n1 => G( true @ ne => p @ ne ) )"), "(G (=> (@n1 p) (G (=> (@ne true) (@ne p)))))");
}

#[test]
fn parentheses_behind_a_temporal_operator_close_it() {
    assert_eq!(ltl("G(p) && F(q)"), "(&& (G p) (F q))");
    assert_eq!(ltl("!G F (p) || q"), "(|| (! (G (F p))) q)");
    assert_eq!(ltl("G (p) @ L"), "(G (@L p))");
    assert_eq!(ltl("G (x)->n == y"), "(G (Equal x->n y))");
    assert_eq!(ltl("X == 3 => G == F"), "(=> (Equal X 3) (Equal G F))");
}

#[test]
fn texts_with_two_readings_are_refused() {
    assert!(ltl("p @ a && q @ b").contains("binds tighter than '@'"));
    assert!(ltl("p && F q").contains("binds tighter than '@' and the temporal operators"));
    assert!(ltl("p U q U r").contains("do not chain"));
    assert!(ltl("(G p) @ L").contains("behind a state formula"));
    assert!(state("!x == y").contains("can be read in two ways"));
    assert!(state("a < b < c").contains("do not chain"));
    assert!(state("p => q").contains("'@' binds tighter than '=>'"));
    assert_eq!(state("(!x) == y && !(x == y)"), "(&& (Equal (! x) y) (! (Equal x y)))");
}

#[test]
fn characters_have_the_values_of_c() {
    for (text, value) in [(r"'A'", 65), (r"'\x41'", 65), (r"'\101'", 65), (r"'\0'", 0), (r"'\xff'", -1), (r"'\''", 39)]
    {
        assert_eq!(state(&format!("c == {text}")), format!("(Equal c '{value}')"));
    }
    assert!(state(r"c == '\x100'").contains("a character has one byte"));
    assert!(state(r"c == '\777'").contains("a character has one byte"));
    assert!(state(r"c == '\q'").contains("this escape sequence is not known here"));
}

#[test]
fn expressions_group_as_in_c() {
    assert_eq!(state("x->data <= y->data"), "(LessEqual x->data y->data)");
    assert_eq!(state("*p > 3 && a[i].f != NULL"), "(&& (Greater (Dereference p) 3) (NotEqual a[i].f NULL))");
    assert_eq!(state("a - b - c * -d << 2"), "(ShiftLeft (Subtract (Subtract a b) (Multiply c (Minus d))) 2)");
    assert_eq!(state("(Node *)p == (q) - 1"), "(Equal (Cast*1 p) (Subtract q 1))");
    assert_eq!(state("(size_t)n & sizeof(int) | ~m"), "(BitOr (BitAnd (Cast*0 n) (Sizeof type)) (BitNot m))");
    assert_eq!(state("**p == &*q"), "(Equal (Dereference (Dereference p)) (AddressOf (Dereference q)))");
    assert_eq!(state("f#2::x == \\result"), "(Equal f#2::x \\result)");
    assert_eq!(state("a/**/&&b // c\n"), "(&& a b)");
}

#[test]
fn predicates_take_avoid_sets_and_fields() {
    assert_eq!(
        state("reach[&y->n, &x->n->n ; n, Node.m](t, x->n)"),
        "reach[(AddressOf y->n) (AddressOf x->n->n);n m](t x->n)"
    );
    assert_eq!(state("!cyclic[;](x) || allocated(x)"), "(|| (! cyclic[;](x)) allocated[;](x))");
}

#[test]
fn hints_have_chains_any_sets_and_unknowns() {
    let hint = |text: &str| read(text, true);
    assert_eq!(
        hint("hint reach[?A ; n](t, x->n+) @ n5 ~> if !dshared[;n](t,x) then false else *;"),
        "reach[ ?;n](t x->n+) ~> (if (! dshared[;n](t x)) false *)"
    );
    assert_eq!(hint("hint x == x->n+ @ n4 ~> * || *p;"), "(Equal x x->n+) ~> (|| * (Dereference p))");
    assert_eq!(
        hint("hint &x->n+->m == y->n + 1 @ l ~> if * then * else (*);"),
        "(Equal (AddressOf x->n+->m) (Add y->n 1)) ~> (if * * *)"
    );
}

#[test]
fn one_bad_statement_does_not_hide_the_next() {
    insta::assert_snapshot!(
        read("assert p; assert reach(x, y @ L; bogus; watch q @ ; ltl G p; symbol k Node; assert x = y @ l; watch r @ line 3;", false)
            .replace(" | ", "\n"),
        @r"
    p
    r
    expected ')', ',' or an operator, found '@'
    expected a statement ('symbol', 'define', 'assume', 'assert', 'watch', 'ltl', 'contract'), found 'bogus'
    expected a location, found ';'
    expected ':', found 'p'
    expected ':' or '=', found 'Node'
    expected ';', '@' or an operator, found '='
    ");
}

#[test]
fn deep_and_long_formulas_are_refused_without_overflow() {
    assert!(state(&"!".repeat(60_000)).contains("expected"));
    assert!(state(&format!("{}x", "!".repeat(60_000))).contains("nests deeper"));
    assert!(ltl(&format!("{}x", "G ".repeat(30_000))).contains("nests deeper"));
    assert!(ltl(&vec!["x"; 16_000].join("=>")).contains("nests deeper"));
    assert!(state(&vec!["x"; 16_000].join("&&")).contains("nests deeper"));
    assert!(state(&format!("x{}", "->n".repeat(16_000))).contains("nests deeper"));
    assert!(state(&vec!["x"; 400].join("&&")).starts_with("(&& "));
    let nested = format!("{}x{}", "(!".repeat(150), ")".repeat(150));
    assert!(state(&nested).starts_with("(! (! "));
    let brackets = format!("{}x{}", "a[".repeat(150), "]".repeat(150));
    assert!(ltl(&brackets).starts_with("a[a["));
    assert!(ltl(&format!("{}x{}", "G((".repeat(75), "))".repeat(75))).starts_with("(G (G "));
    // The worst case for the stack: right-associative operators between all brackets.
    let worst = format!("{}x{}", "(a=>!G ".repeat(75), ")".repeat(75));
    assert!(ltl(&worst).starts_with("(=> a (! (G "), "{}", ltl(&worst));
}

#[test]
fn garbage_is_answered_quickly() {
    for unit in [";", "(", "[;", "x ", "/*/", "assert (", "\u{1F4A3}", "if ", "!", "hint reach[;watch ", "x;"] {
        let garbage = unit.repeat(10_000_000 / unit.len());
        let start = std::time::Instant::now();
        assert!(!read(&garbage, false).is_empty());
        assert!(start.elapsed().as_secs() < 5, "{unit} took {:?}", start.elapsed());
    }
}

proptest::proptest! {
    #[test]
    fn any_sequence_of_words_gets_an_answer(words in proptest::collection::vec(proptest::sample::select(WORDS.to_vec()), 0..30)) {
        let text = words.join(" ");
        for start in ["", "assert ", "ltl a: ", "hint "] {
            let text = format!("{start}{text};");
            read(&text, false);
            read(&text, true);
        }
    }
}

const WORDS: [&str; 60] = [
    "x",
    "n",
    "U",
    "W",
    "R",
    "G",
    "F",
    "X",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "!",
    "~",
    "-",
    "&",
    "*",
    "+",
    "->",
    ".",
    "==",
    "!=",
    "<",
    "<=",
    "=>",
    "<=>",
    "&&",
    "||",
    "@",
    "~>",
    "line",
    "12",
    "0x",
    "08",
    "1u",
    "'a'",
    "'",
    "\\result",
    "reach[",
    "cyclic[;n](x)",
    "dshared",
    "allocated(",
    "?A",
    "if",
    "then",
    "else",
    "true",
    "sizeof",
    "struct",
    "int",
    "(int)",
    "(x *)",
    "/*",
    "//",
    ":",
    "::",
    "#2",
    "\u{e9}",
];
