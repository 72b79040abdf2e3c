//! A value for each variable of a boolean program, one bit each.

use smallvec::SmallVec;

use super::{BoolExpr, BoolId, BooleanProgram, Step};
use crate::expr::Values;
use base::ids::Id;

/// A value for each variable; any number of variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Valuation {
    words: SmallVec<[u64; 3]>,
}

impl Valuation {
    /// All of `count` variables false.
    pub fn all_false(count: usize) -> Valuation {
        Valuation { words: SmallVec::from_elem(0, count.div_ceil(64)) }
    }

    /// The value of a variable; false for one that does not exist.
    pub fn get(&self, id: BoolId) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }

    /// Changes the value of a variable.
    pub fn set(&mut self, id: BoolId, value: bool) {
        if let Some(word) = self.words.get_mut(id.index() / 64) {
            let mask = 1 << (id.index() % 64);
            *word = if value { *word | mask } else { *word & !mask };
        }
    }

    /// The variables that are true, ascending.
    pub fn true_variables(&self) -> impl Iterator<Item = BoolId> + '_ {
        let bits = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| BoolId::from_index(index * 64 + bit))
        };
        self.words.iter().enumerate().flat_map(bits)
    }

    /// The values that an expression can take here.
    pub fn values_of(&self, expr: &BoolExpr) -> Values {
        expr.possible_values(&|id| Values::only(self.get(id)))
    }
}

/// A disjunction of variables and negated variables, as sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    positive: Valuation,
    negative: Valuation,
}

impl Clause {
    /// The clause that an expression over `count` variables is; `None` if it is something else.
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

    /// Whether the clause can be true where the variables in `open` may still have any value.
    pub fn may_hold(&self, valuation: &Valuation, open: &Valuation) -> bool {
        let literals = self.positive.words.iter().zip(&self.negative.words);
        let values = valuation.words.iter().zip(&open.words);
        literals.zip(values).any(|((positive, negative), (value, open))| {
            positive & value | negative & !value | (positive | negative) & open != 0
        })
    }
}

impl BooleanProgram {
    /// What a step can do to each variable: the possible values of those that are relevant at its target, ascending.
    /// All others become false.
    pub fn step_outcomes(&self, step: &Step, before: &Valuation) -> Vec<(BoolId, Values)> {
        let Some(target) = self.points.get(step.target) else { return Vec::new() };
        let outcome = |id: &BoolId| match step.assignments.binary_search_by_key(id, |(variable, _)| *variable) {
            Ok(index) => (*id, step.assignments.get(index).map_or(Values::BOTH, |(_, expr)| before.values_of(expr))),
            Err(_) => (*id, Values::only(before.get(*id))),
        };
        target.relevant.iter().map(outcome).collect()
    }
}
