//! Drops members of conjunctions and disjunctions that change nothing, outermost first.
//!
//! A formula is a tree, so a member changes its value under a valuation exactly where two things hold. The member alone decides
//! its conjunction or disjunction: the others are true, and it is false (in a disjunction the other way round). And the value of
//! each node above reaches the root: what stands beside the node does not decide. Where no valuation does both, the member goes.
//!
//! What can be true is asked of a [`TruthValues`]: of truth tables, or of a SAT solver. Where it does not know, nothing is
//! dropped.

use logic::{AtomId, Formula};

/// Values of formulas over all valuations of their atoms.
pub trait TruthValues {
    /// What stands for a formula.
    type Value: Clone;

    /// Of a constant.
    fn constant(&mut self, value: bool) -> Self::Value;

    /// Of an atom.
    fn atom(&mut self, atom: AtomId) -> Self::Value;

    /// Of the negation.
    fn negated(&mut self, value: &Self::Value) -> Self::Value;

    /// Of the conjunction.
    fn conjunction(&mut self, values: &[Self::Value]) -> Self::Value;

    /// Whether no valuation makes all of these true. "No" is always allowed.
    fn is_impossible(&mut self, values: &[Self::Value]) -> bool;
}

/// An equivalent formula without the members that change nothing. The formula has no `*`.
pub fn thin<T: TruthValues>(values: &mut T, formula: &Formula) -> Formula {
    let whole = value(values, formula);
    if values.is_impossible(std::slice::from_ref(&whole)) {
        return Formula::False;
    }
    let broken = values.negated(&whole);
    if values.is_impossible(&[broken]) {
        return Formula::True;
    }
    Thinning { values, beside: Vec::new() }.thinned(formula).0
}

fn value<T: TruthValues>(values: &mut T, formula: &Formula) -> T::Value {
    match formula {
        Formula::True => values.constant(true),
        // `*` is ruled out by the callers; false is as good as anything.
        Formula::False | Formula::Unknown => values.constant(false),
        Formula::Atom(atom) => values.atom(*atom),
        Formula::NotAtom(atom) => {
            let atom = values.atom(*atom);
            values.negated(&atom)
        }
        Formula::And(parts) => {
            let parts: Vec<T::Value> = parts.iter().map(|part| value(values, part)).collect();
            values.conjunction(&parts)
        }
        Formula::Or(parts) => {
            let parts: Vec<T::Value> = parts.iter().map(|part| value(values, part)).collect();
            disjunction(values, &parts)
        }
    }
}

/// a || b is !(!a && !b)
fn disjunction<T: TruthValues>(values: &mut T, parts: &[T::Value]) -> T::Value {
    let negated: Vec<T::Value> = parts.iter().map(|part| values.negated(part)).collect();
    let none = values.conjunction(&negated);
    values.negated(&none)
}

struct Thinning<'a, T: TruthValues> {
    values: &'a mut T,
    /// All are true exactly where the value of the current node reaches the root.
    beside: Vec<T::Value>,
}

/// A member of the current node.
struct Member<V> {
    formula: Formula,
    value: V,
    /// True where this member does not decide the node.
    open: V,
}

impl<T: TruthValues> Thinning<'_, T> {
    /// The rest of a node, and its value.
    fn thinned(&mut self, formula: &Formula) -> (Formula, T::Value) {
        let (parts, is_conjunction) = match formula {
            Formula::And(parts) => (parts, true),
            Formula::Or(parts) => (parts, false),
            other => return (other.clone(), value(self.values, other)),
        };
        let mut members = Vec::with_capacity(parts.len());
        for part in parts {
            let value = value(self.values, part);
            members.push(self.member(part.clone(), value, is_conjunction));
        }
        let mut index = 0;
        while let Some(member) = members.get(index) {
            let decides = self.values.negated(&member.open);
            let height = self.beside.len();
            let others = members.iter().enumerate().filter(|(other, _)| *other != index);
            self.beside.extend(others.map(|(_, member)| member.open.clone()));
            self.beside.push(decides);
            let changes_nothing = self.values.is_impossible(&self.beside);
            self.beside.pop();
            if changes_nothing {
                members.remove(index);
            } else {
                let (rest, value) = self.thinned(&members[index].formula);
                members[index] = self.member(rest, value, is_conjunction);
                index += 1;
            }
            self.beside.truncate(height);
        }
        let values: Vec<T::Value> = members.iter().map(|member| member.value.clone()).collect();
        let rest = members.into_iter().map(|member| member.formula);
        match is_conjunction {
            true => (Formula::and(rest), self.values.conjunction(&values)),
            false => (Formula::or(rest), disjunction(self.values, &values)),
        }
    }

    fn member(&mut self, formula: Formula, value: T::Value, is_conjunction: bool) -> Member<T::Value> {
        let open = if is_conjunction { value.clone() } else { self.values.negated(&value) };
        Member { formula, value, open }
    }
}
