//! Valuations of the variables of a boolean program, one bit each.

use smallvec::SmallVec;

use super::{BoolExpr, BoolId, BooleanProgram, Step};
use crate::expr::Values;
use base::ids::Id;

/// A value for each of any number of variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Valuation {
    words: SmallVec<[u64; 3]>,
}

impl Valuation {
    /// Makes all of `count` variables false.
    pub fn all_false(count: usize) -> Valuation {
        Valuation { words: SmallVec::from_elem(0, count.div_ceil(64)) }
    }

    /// Returns the value of a variable; false for one that does not exist.
    pub fn get(&self, id: BoolId) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }

    /// Sets a variable; does nothing for one that does not exist.
    pub fn set(&mut self, id: BoolId, value: bool) {
        if let Some(word) = self.words.get_mut(id.index() / 64) {
            let mask = 1 << (id.index() % 64);
            *word = if value { *word | mask } else { *word & !mask };
        }
    }

    /// Returns the variables that are true, in ascending order.
    pub fn true_variables(&self) -> impl Iterator<Item = BoolId> + '_ {
        let bits = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| BoolId::from_index(index * 64 + bit))
        };
        self.words.iter().enumerate().flat_map(bits)
    }

    /// Returns the values that an expression can take under this valuation.
    pub fn values_of(&self, expr: &BoolExpr) -> Values {
        expr.possible_values(&|id| Values::only(self.get(id)))
    }
}

/// A disjunction of variables and negated variables, as bit sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    positive: Valuation,
    negative: Valuation,
}

impl Clause {
    /// Returns the clause of an expression over `count` variables; `None` if it is not a clause.
    pub fn of(expr: &BoolExpr, count: usize) -> Option<Clause> {
        let mut clause = Clause { positive: Valuation::all_false(count), negative: Valuation::all_false(count) };
        let single = std::slice::from_ref(expr);
        let members = if let BoolExpr::Or(members) = expr { members } else { single };
        for member in members {
            match member {
                BoolExpr::Variable(id) => clause.positive.set(*id, true),
                BoolExpr::Not(inner) => match **inner {
                    BoolExpr::Variable(id) => clause.negative.set(id, true),
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(clause)
    }

    /// Returns true if the clause can be true when the variables in `open` may have any value.
    pub fn may_hold(&self, valuation: &Valuation, open: &Valuation) -> bool {
        let literals = self.positive.words.iter().zip(&self.negative.words);
        let values = valuation.words.iter().zip(&open.words);
        literals.zip(values).any(|((positive, negative), (value, open))| {
            positive & value | negative & !value | (positive | negative) & open != 0
        })
    }
}

impl BooleanProgram {
    /// Returns the outcomes of a step: the possible values of the variables relevant at its target, in ascending order.
    /// All other variables become false.
    pub fn step_outcomes(&self, step: &Step, before: &Valuation) -> Vec<(BoolId, Values)> {
        let Some(target) = self.points.get(step.target) else { return Vec::new() };
        let outcome = |id: &BoolId| match step.assignments.binary_search_by_key(id, |(variable, _)| *variable) {
            Ok(index) => (*id, step.assignments.get(index).map_or(Values::BOTH, |(_, expr)| before.values_of(expr))),
            Err(_) => (*id, Values::only(before.get(*id))),
        };
        target.relevant.iter().map(outcome).collect()
    }
}
