//! The question as SMT-LIB 2, in the logic QF_BV. Each term is defined once, under its own name.
//!
//! Words are bit vectors, and Booleans are bit vectors of width 1. Division by zero and shifts by at least the width
//! have the same meaning in SMT-LIB as here ([`crate::term::WordOperator`]).

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::export::Subject;
use crate::term::{TermId, Terms, WordNode, WordOperator};
use base::ids::Id;

/// Names of terms. A term without a name is called `t` and its number.
pub type TermNames = FxHashMap<TermId, String>;

pub(super) fn text(subject: &Subject<'_, '_>) -> String {
    let terms = &subject.machine.terms;
    let mut out = String::new();
    for line in &subject.about {
        let _ = writeln!(out, "; {line}");
    }
    out.push_str("(set-option :produce-models true)\n(set-logic QF_BV)\n; What runs choose, and where they start.\n");
    let mut names = TermNames::default();
    for input in &subject.inputs {
        names.insert(input.value, input.name.clone());
        let _ = writeln!(out, "(declare-fun {} () {}) ; {}", input.name, sort(terms.width(input.value)), input.label);
    }
    let guards = subject.inputs.iter().filter_map(|input| input.made);
    let roots: Vec<TermId> = subject.claims.iter().map(|claim| claim.condition).chain(guards).collect();
    out.push_str("; What is computed from it.\n");
    out.push_str(&definitions(terms, &roots, &names));
    out.push_str("; Whether a choice is made. Where it is not, its value means nothing.\n");
    for input in &subject.inputs {
        if let Some(guard) = input.made {
            let _ = writeln!(out, "(define-fun {}-made () Bool {})", input.name, truth(terms, guard, &names));
        }
    }
    out.push_str("; Whether a claim is violated.\n");
    for (index, claim) in subject.claims.iter().enumerate() {
        let condition = truth(terms, claim.condition, &names);
        let _ = writeln!(out, "(define-fun claim-{} () Bool {condition}) ; {}", index + 1, claim.label);
    }
    let claims: Vec<String> = (1..=subject.claims.len()).map(|claim| format!("claim-{claim}")).collect();
    let _ = match &claims[..] {
        [] => writeln!(out, "(assert false)"),
        [only] => writeln!(out, "(assert {only})"),
        _ => writeln!(out, "(assert (or {}))", claims.join(" ")),
    };
    out.push_str("(check-sat)\n");
    let mut shown = claims;
    for input in &subject.inputs {
        shown.push(input.name.clone());
        shown.extend(input.made.map(|_| format!("{}-made", input.name)));
    }
    if !shown.is_empty() {
        let _ = writeln!(out, "(get-value ({}))", shown.join(" "));
    }
    out
}

/// Returns the definitions of all subterms of `roots`, parts first. Named variables are already declared; the others
/// are declared here.
pub fn definitions(terms: &Terms, roots: &[TermId], names: &TermNames) -> String {
    let mut out = String::new();
    for term in terms.cone(roots) {
        let sort = sort(terms.width(term));
        let _ = match terms.node(term) {
            WordNode::Constant(_) => Ok(()),
            WordNode::Variable(_) if names.contains_key(&term) => Ok(()),
            WordNode::Variable(_) => writeln!(out, "(declare-fun {} () {sort})", name(terms, term, names)),
            node => {
                let meaning = meaning(terms, (term, node), names);
                writeln!(out, "(define-fun {} () {sort} {meaning})", name(terms, term, names))
            }
        };
    }
    out
}

fn sort(width: u32) -> String {
    format!("(_ BitVec {width})")
}

/// Returns the expression that refers to a term.
pub fn name(terms: &Terms, term: TermId, names: &TermNames) -> String {
    match (terms.node(term), names.get(&term)) {
        (WordNode::Constant(bits), _) => format!("(_ bv{bits} {})", terms.width(term)),
        (_, Some(name)) => name.clone(),
        (_, None) => format!("t{}", term.index()),
    }
}

/// Converts a Boolean term to an SMT-LIB `Bool`.
fn truth(terms: &Terms, term: TermId, names: &TermNames) -> String {
    format!("(= {} (_ bv1 1))", name(terms, term, names))
}

/// Returns the expression that defines a term in terms of its parts.
fn meaning(terms: &Terms, (term, node): (TermId, WordNode), names: &TermNames) -> String {
    let name = |part: TermId| name(terms, part, names);
    let longer = |part: TermId| terms.width(term) - terms.width(part);
    match node {
        WordNode::Constant(_) | WordNode::Variable(_) => name(term),
        WordNode::Not(a) => format!("(bvnot {})", name(a)),
        WordNode::Concat(high, low) => format!("(concat {} {})", name(high), name(low)),
        WordNode::Extract(a, from) => format!("((_ extract {} {from}) {})", from + terms.width(term) - 1, name(a)),
        WordNode::ExtendZero(a) => format!("((_ zero_extend {}) {})", longer(a), name(a)),
        WordNode::ExtendSign(a) => format!("((_ sign_extend {}) {})", longer(a), name(a)),
        WordNode::Choose(condition, yes, no) => {
            format!("(ite {} {} {})", truth(terms, condition, names), name(yes), name(no))
        }
        WordNode::Binary(operator, a, b) => {
            let (word, is_condition) = word_of(operator);
            let operation = format!("({word} {} {})", name(a), name(b));
            if is_condition { format!("(ite {operation} (_ bv1 1) (_ bv0 1))") } else { operation }
        }
    }
}

/// Returns the SMT-LIB name of an operator, and true if its result is a `Bool`.
fn word_of(operator: WordOperator) -> (&'static str, bool) {
    match operator {
        WordOperator::And => ("bvand", false),
        WordOperator::Xor => ("bvxor", false),
        WordOperator::Add => ("bvadd", false),
        WordOperator::Multiply => ("bvmul", false),
        WordOperator::Quotient => ("bvudiv", false),
        WordOperator::Remainder => ("bvurem", false),
        WordOperator::ShiftLeft => ("bvshl", false),
        WordOperator::ShiftRight => ("bvlshr", false),
        WordOperator::ShiftRightSigned => ("bvashr", false),
        WordOperator::Equal => ("=", true),
        WordOperator::Less => ("bvult", true),
        WordOperator::LessSigned => ("bvslt", true),
    }
}

#[cfg(test)]
mod tests;
