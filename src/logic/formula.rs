//! Three-valued formulas in negation normal form.
//!
//! [`Formula::Unknown`] may be true or false, independently at each occurrence; so `* && !*` is `*`, never false.
//! The constructors keep a canonical shape: conjunctions and disjunctions are flat, sorted, without repetition, without
//! neutral or complementary members, and `Not` stands on atoms only.

use crate::AtomId;

/// A formula over atoms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    /// `false`
    False,
    /// `true`
    True,
    /// `*`
    Unknown,
    Atom(AtomId),
    NotAtom(AtomId),
    /// A conjunction of two or more members.
    And(Vec<Formula>),
    /// A disjunction of two or more members.
    Or(Vec<Formula>),
}

impl Formula {
    pub fn constant(value: bool) -> Formula {
        if value { Formula::True } else { Formula::False }
    }

    /// Returns the members of a conjunction; any other formula is its own only member.
    pub fn conjuncts(&self) -> &[Formula] {
        match self {
            Formula::And(members) => members,
            single => std::slice::from_ref(single),
        }
    }

    pub fn negated(self) -> Formula {
        match self {
            Formula::False => Formula::True,
            Formula::True => Formula::False,
            Formula::Unknown => Formula::Unknown,
            Formula::Atom(atom) => Formula::NotAtom(atom),
            Formula::NotAtom(atom) => Formula::Atom(atom),
            Formula::And(parts) => Formula::or(parts.into_iter().map(Formula::negated)),
            Formula::Or(parts) => Formula::and(parts.into_iter().map(Formula::negated)),
        }
    }

    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Self::join(parts, Formula::False, Formula::True, true)
    }

    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Self::join(parts, Formula::True, Formula::False, false)
    }

    fn join(parts: impl IntoIterator<Item = Formula>, zero: Formula, unit: Formula, conjunction: bool) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                part if part == zero => return zero,
                part if part == unit => {}
                Formula::And(inner) if conjunction => flat.extend(inner),
                Formula::Or(inner) if !conjunction => flat.extend(inner),
                part => flat.push(part),
            }
        }
        flat.sort();
        flat.dedup();
        let complementary = flat.iter().any(|part| match part {
            Formula::Atom(atom) => flat.binary_search(&Formula::NotAtom(*atom)).is_ok(),
            _ => false,
        });
        if complementary {
            return zero;
        }
        Self::absorb(&mut flat, conjunction);
        match flat.len() {
            0 => unit,
            1 => flat.swap_remove(0),
            _ if conjunction => Formula::And(flat),
            _ => Formula::Or(flat),
        }
    }

    /// Absorption: `a && (a || b)` is `a`, and dually. Not across `*`, whose occurrences differ.
    fn absorb(flat: &mut Vec<Formula>, conjunction: bool) {
        let absorbed = |part: &Formula| {
            let inner = match part {
                Formula::Or(inner) if conjunction => inner,
                Formula::And(inner) if !conjunction => inner,
                _ => return false,
            };
            inner.iter().any(|item| !item.has_unknown() && flat.binary_search(item).is_ok())
        };
        let keep: Vec<bool> = flat.iter().map(|part| !absorbed(part)).collect();
        let mut keep = keep.into_iter();
        flat.retain(|_| keep.next().unwrap_or(true));
    }

    /// `if condition then yes else no`.
    pub fn if_then_else(condition: Formula, yes: Formula, no: Formula) -> Formula {
        let negated = condition.clone().negated();
        Formula::or([Formula::and([condition, yes]), Formula::and([negated, no])])
    }

    /// `self => other`.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::or([self.negated(), other])
    }

    /// Returns true if `*` occurs.
    pub fn has_unknown(&self) -> bool {
        match self {
            Formula::Unknown => true,
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(Formula::has_unknown),
            _ => false,
        }
    }

    /// Returns the atoms, in ascending order, without repetition.
    pub fn atoms(&self) -> Vec<AtomId> {
        let mut found = Vec::new();
        self.collect_atoms(&mut found);
        found.sort();
        found.dedup();
        found
    }

    fn collect_atoms(&self, found: &mut Vec<AtomId>) {
        match self {
            Formula::Atom(atom) | Formula::NotAtom(atom) => found.push(*atom),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.collect_atoms(found)),
            _ => {}
        }
    }

    /// Replaces every atom by a formula.
    pub fn map_atoms(&self, replace: &mut impl FnMut(AtomId) -> Formula) -> Formula {
        match self {
            Formula::Atom(atom) => replace(*atom),
            Formula::NotAtom(atom) => replace(*atom).negated(),
            Formula::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| part.map_atoms(replace)).collect();
                Formula::and(parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| part.map_atoms(replace)).collect();
                Formula::or(parts)
            }
            constant => constant.clone(),
        }
    }

    /// Sets every `*` to `value`. In negation normal form, `false` gives the strongest and `true` the weakest formula
    /// that `self` can stand for.
    pub fn resolve_unknown(&self, value: bool) -> Formula {
        match self {
            Formula::Unknown => Formula::constant(value),
            Formula::And(parts) => Formula::and(parts.iter().map(|part| part.resolve_unknown(value))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|part| part.resolve_unknown(value))),
            other => other.clone(),
        }
    }

    /// Kleene's value under a valuation of the atoms; `None` is unknown.
    pub fn evaluate(&self, value_of: &mut impl FnMut(AtomId) -> Option<bool>) -> Option<bool> {
        match self {
            Formula::False => Some(false),
            Formula::True => Some(true),
            Formula::Unknown => None,
            Formula::Atom(atom) => value_of(*atom),
            Formula::NotAtom(atom) => value_of(*atom).map(|value| !value),
            Formula::And(parts) => Self::joined(parts, false, value_of),
            Formula::Or(parts) => Self::joined(parts, true, value_of),
        }
    }

    /// Kleene's value of a conjunction or disjunction with the zero element `zero`.
    fn joined(parts: &[Formula], zero: bool, value_of: &mut impl FnMut(AtomId) -> Option<bool>) -> Option<bool> {
        let mut found = Some(!zero);
        for part in parts {
            match part.evaluate(value_of) {
                Some(value) if value == zero => return Some(zero),
                Some(_) => {}
                None => found = None,
            }
        }
        found
    }
}
