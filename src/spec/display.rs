//! Formats resolved predicates, formulas and hints in the syntax of specification and hints files, so that the text can
//! be parsed again with the same meaning.
//!
//! Parentheses are written where the grammar needs them, and where it rejects ambiguous text.

use crate::{Chain, Hint, Predicate, StateFormula, Temporal, fields};
use base::ids::IdVec;
use ctype::FieldId;
use program::expr::{self, Names};
use program::{Expr, ExprNode, LocationId, SymbolId, UnaryOp};

/// Precedence of operators, loosest first (compare `spec::parse`).
const IFF: u8 = 1;
const IMPLIES: u8 = 2;
const UNTIL: u8 = 3;
const AT: u8 = 5;
const OR: u8 = 6;
const AND: u8 = 7;
const NOT: u8 = 16;
const PRIMARY: u8 = 18;

/// Formats a set of locations; see [`crate::location_name`].
pub type LocationNames<'n> = &'n dyn Fn(&[LocationId]) -> String;

/// Formats a predicate: `reach[&y->n; n](t, x->n)`.
pub fn predicate(predicate: &Predicate, names: Names<'_>) -> String {
    print_predicate(predicate, false, names)
}

/// Formats the left side of a hint, without its location; `names.symbols` must come from [`chain_symbols`].
pub fn pattern(predicate: &Predicate, any_avoid: bool, names: Names<'_>) -> String {
    print_predicate(predicate, any_avoid, names)
}

pub fn formula(formula: &StateFormula, names: Names<'_>) -> String {
    print_formula(formula, names).0
}

pub fn temporal(formula: &Temporal, names: Names<'_>, locations: LocationNames<'_>) -> String {
    print_temporal(formula, names, locations).0
}

/// Formats a hint, without the final semicolon. `names.symbols` holds the symbols of the specification.
pub fn hint(hint: &Hint, names: Names<'_>, locations: LocationNames<'_>) -> String {
    let symbols = chain_symbols(&hint.chains, names);
    let pattern = print_predicate(&hint.pattern, hint.any_avoid, Names { symbols: &symbols, ..names });
    let (pattern, location) = (pattern, locations(&hint.locations));
    let replacement = match &hint.replacement {
        StateFormula::True if hint.is_free => "any".to_string(),
        fitting if hint.is_free => format!("any fitting {}", formula(fitting, names)),
        replacement => formula(replacement, names),
    };
    format!("hint {pattern} @ {location} ~> {replacement}")
}

/// Returns the symbols' names, followed by `x->n+` for each placeholder.
pub fn chain_symbols(chains: &[Chain], names: Names<'_>) -> IdVec<SymbolId, String> {
    let mut symbols = names.symbols.clone();
    for chain in chains {
        let base = chain_base(&chain.base, Names { symbols: &symbols, ..names });
        let field = &names.types.field(chain.field).name;
        symbols.push(format!("{base}->{field}+"));
    }
    symbols
}

fn chain_base(base: &Expr, names: Names<'_>) -> String {
    let text = expr::display(base, names);
    match &base.node {
        ExprNode::Symbol(_) => text,
        ExprNode::Load(address) if is_place(address) => text,
        _ => format!("({text})"),
    }
}

fn is_place(address: &Expr) -> bool {
    matches!(address.node, ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..))
}

fn wrap((text, strength): (String, u8), least: u8) -> String {
    if strength < least { format!("({text})") } else { text }
}

fn print_predicate(predicate: &Predicate, any_avoid: bool, names: Names<'_>) -> String {
    let call = |word: &str, avoid: &[Expr], fields: &[FieldId], arguments: &[&Expr]| {
        let mut avoided: Vec<String> = avoid.iter().map(|address| expr::display(address, names)).collect();
        if any_avoid {
            avoided.push("?A".into());
        }
        let arguments: Vec<String> = arguments.iter().map(|argument| expr::display(argument, names)).collect();
        format!("{word}[{};{}]({})", avoided.join(", "), fields::display(names.types, fields), arguments.join(", "))
    };
    let brackets = |avoid: &[Expr], fields: &[FieldId]| {
        let avoid: Vec<String> = avoid.iter().map(|address| expr::display(address, names)).collect();
        format!("[{};{}]", avoid.join(", "), fields::display(names.types, fields))
    };
    match predicate {
        Predicate::Reach { at_least_one, avoid, fields, from, to } => {
            call(if *at_least_one { "reachp" } else { "reach" }, avoid, fields, &[from, to])
        }
        Predicate::Dshared { avoid, fields, left, right } => call("dshared", avoid, fields, &[left, right]),
        Predicate::Cyclic { avoid, fields, from } => call("cyclic", avoid, fields, &[from]),
        Predicate::Structure { claim, avoid, fields, from } => {
            claim.text(&brackets(avoid, fields), &expr::display(from, names), |body| formula(body, names))
        }
        Predicate::Count { comparison, avoid, fields } => {
            comparison.text(&brackets(avoid, fields), |value| match value.node {
                ExprNode::Binary(..) | ExprNode::PointerDifference(..) => format!("({})", expr::display(value, names)),
                _ => expr::display(value, names),
            })
        }
        Predicate::Allocated(address) => format!("allocated({})", expr::display(address, names)),
        Predicate::String(pointer) => format!("string({})", expr::display(pointer, names)),
        Predicate::Room(pointer, count) => {
            format!("room({}, {})", expr::display(pointer, names), expr::display(count, names))
        }
        Predicate::Condition(value) => condition(value, names),
    }
}

/// Formats a condition. `!e` as a value differs from the connective `!`, which is true if `e` is undefined.
fn condition(value: &Expr, names: Names<'_>) -> String {
    match &value.node {
        ExprNode::Unary(UnaryOp::LogicalNot, inner) => {
            format!("{} == 0", wrap((expr::display(inner, names), 0), PRIMARY))
        }
        _ => expr::display(value, names),
    }
}

/// Returns the precedence of a condition with respect to connectives.
fn condition_strength(value: &Expr) -> u8 {
    match &value.node {
        ExprNode::Binary(..)
        | ExprNode::ElementAddress(..)
        | ExprNode::PointerDifference(..)
        | ExprNode::Unary(UnaryOp::LogicalNot, _) => AND + 1,
        _ => NOT,
    }
}

/// Returns the text of a formula and the precedence of its outermost operator.
fn print_formula(formula: &StateFormula, names: Names<'_>) -> (String, u8) {
    let print = |part: &StateFormula, least: u8| wrap(print_formula(part, names), least);
    let infix =
        |sign: &str, left: &StateFormula, right: &StateFormula, strength: u8, left_least: u8, right_least: u8| {
            (format!("{} {sign} {}", print(left, left_least), print(right, right_least)), strength)
        };
    match formula {
        StateFormula::True => ("true".into(), PRIMARY),
        StateFormula::False => ("false".into(), PRIMARY),
        StateFormula::Unknown => ("*".into(), PRIMARY),
        StateFormula::Atom(Predicate::Condition(value)) => (condition(value, names), condition_strength(value)),
        StateFormula::Atom(atom @ Predicate::Count { .. }) => (predicate(atom, names), AND + 1),
        StateFormula::Atom(atom) => (predicate(atom, names), PRIMARY),
        // `!` before `*` would read as a dereference of what follows.
        StateFormula::Not(inner) if **inner == StateFormula::Unknown => ("!(*)".into(), NOT),
        StateFormula::Not(inner) => (format!("!{}", print(inner, NOT)), NOT),
        StateFormula::And(left, right) => infix("&&", left, right, AND, AND, AND + 1),
        StateFormula::Or(left, right) => infix("||", left, right, OR, OR, OR + 1),
        StateFormula::Implies(left, right) => infix("=>", left, right, IMPLIES, IMPLIES + 1, IMPLIES),
        StateFormula::Iff(left, right) => infix("<=>", left, right, IFF, IFF, IFF + 1),
        // Its last part extends as far as possible: loosest of all.
        StateFormula::IfThenElse(condition, then, otherwise) => {
            let text = format!("if {} then {} else {}", print(condition, 0), print(then, 0), print(otherwise, 0));
            (text, 0)
        }
    }
}

fn print_temporal(formula: &Temporal, names: Names<'_>, locations: LocationNames<'_>) -> (String, u8) {
    let print = |part: &Temporal, least: u8| wrap(print_temporal(part, names, locations), least);
    let infix = |sign: &str, left: &Temporal, right: &Temporal, strength: u8, left_least: u8, right_least: u8| {
        (format!("{} {sign} {}", print(left, left_least), print(right, right_least)), strength)
    };
    let call = |letter: &str, inner: &Temporal| (format!("{letter}({})", print(inner, 0)), PRIMARY);
    match formula {
        Temporal::At(inner, places) => {
            let text = wrap(print_formula(inner, names), AT + 1);
            (format!("{text} @ {}", locations(places)), AT)
        }
        Temporal::Holds(inner) => print_formula(inner, names),
        Temporal::Not(inner) => (format!("!{}", print(inner, NOT)), NOT),
        Temporal::And(left, right) => infix("&&", left, right, AND, AND, AND + 1),
        Temporal::Or(left, right) => infix("||", left, right, OR, OR, OR + 1),
        Temporal::Implies(left, right) => infix("=>", left, right, IMPLIES, IMPLIES + 1, IMPLIES),
        Temporal::Iff(left, right) => infix("<=>", left, right, IFF, IFF, IFF + 1),
        Temporal::Next(inner) => call("X", inner),
        Temporal::Globally(inner) => call("G", inner),
        Temporal::Finally(inner) => call("F", inner),
        Temporal::Until(left, right) => infix("U", left, right, UNTIL, UNTIL + 1, UNTIL + 1),
        Temporal::WeakUntil(left, right) => infix("W", left, right, UNTIL, UNTIL + 1, UNTIL + 1),
        Temporal::Release(left, right) => infix("R", left, right, UNTIL, UNTIL + 1, UNTIL + 1),
    }
}
