//! Drops redundant members of conjunctions and disjunctions, outermost first.
//!
//! A formula is a tree, so a member affects its value under a valuation exactly if two conditions hold. The member
//! alone decides its conjunction or disjunction: the others are true, and it is false (dually for a disjunction). And
//! the value of each node above reaches the root: the siblings of that node do not decide. If no valuation satisfies
//! both, the member is dropped.
//!
//! A [`TruthValues`] decides satisfiability, by truth tables or a SAT solver. If it cannot tell, the member is kept.

use logic::{AtomId, Formula};

/// A decision procedure over all valuations of the atoms.
pub trait TruthValues {
    /// Represents a formula.
    type Value: Clone;

    fn constant(&mut self, value: bool) -> Self::Value;

    fn atom(&mut self, atom: AtomId) -> Self::Value;

    fn negated(&mut self, value: &Self::Value) -> Self::Value;

    fn conjunction(&mut self, values: &[Self::Value]) -> Self::Value;

    /// Returns true if no valuation makes all of these true. False is always a sound answer.
    fn is_impossible(&mut self, values: &[Self::Value]) -> bool;
}

/// Returns an equivalent formula without redundant members. The formula must not contain `*`.
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
        // Callers exclude `*`; any value would do.
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

/// `a || b` is `!(!a && !b)`.
fn disjunction<T: TruthValues>(values: &mut T, parts: &[T::Value]) -> T::Value {
    let negated: Vec<T::Value> = parts.iter().map(|part| values.negated(part)).collect();
    let none = values.conjunction(&negated);
    values.negated(&none)
}

struct Thinning<'a, T: TruthValues> {
    values: &'a mut T,
    /// These are all true exactly if the value of the current node reaches the root.
    beside: Vec<T::Value>,
}

/// A member of the current node.
struct Member<V> {
    formula: Formula,
    value: V,
    /// True if this member does not decide the node.
    open: V,
}

impl<T: TruthValues> Thinning<'_, T> {
    /// Returns the reduced node and its value.
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
