//! Node counts, by their definition.

use std::collections::BTreeSet;

use super::{AtomEvaluator, Paths, Place};
use crate::{Atom, FieldSetId, TermId};
use program::interp::{State, Value};
use spec::CountSum;

impl AtomEvaluator<'_> {
    /// Evaluates a comparison of sums; `values` are its operands in order.
    pub(super) fn count(&self, state: &State, atom: &Atom, values: &[(Value, TermId)]) -> Option<bool> {
        let Atom::Count { comparison, fields, .. } = atom else { return None };
        let (avoid, avoid_open) = self.avoided(state, atom);
        if avoid_open {
            return None;
        }
        let way = (*fields, &avoid);
        let values = comparison.with_operands(values.iter().copied());
        let (left, right) = (self.sum(state, &values.left, way)?, self.sum(state, &values.right, way)?);
        Some(comparison.holds(left, right))
    }

    /// Returns the value of a sum; `None` if indeterminate.
    fn sum(
        &self,
        state: &State,
        sum: &CountSum<(Value, TermId)>,
        (fields, avoid): (FieldSetId, &BTreeSet<Place>),
    ) -> Option<i128> {
        let mut found = sum.more;
        for (start, term) in &sum.starts {
            let start = self.place(*start, *term)?;
            let reached = self.reachable(&Paths::new(state, fields, avoid), vec![start]);
            if reached.open {
                return None;
            }
            let nodes = reached.places.iter().filter(|place| place.1 == start.1).count();
            found = found.checked_add(nodes as i128)?;
        }
        for (number, _) in &sum.numbers {
            let Value::Integer(number) = number else { return None };
            found = found.checked_add(*number)?;
        }
        Some(found)
    }
}
