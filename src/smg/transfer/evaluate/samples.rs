//! Sample values for inputs, for bug finding: errors found with them are certain, but nothing follows from finding
//! none.

use crate::domain::fault::Interruption;
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::Evaluator;

impl Evaluator<'_> {
    /// Splits an unconstrained number into a few sample values. A value of unknown kind is none: it may be an address, its
    /// range has no ends to try, and a pointer that a function without a body has given is NULL or leads to an object.
    pub(super) fn sample(&self, value: Value) -> Result<(), Interruption> {
        if !self.semantics.samples {
            return Ok(());
        }
        let graph = &self.configuration.graph;
        let (Value::Unknown(id), Some(range)) = (value, graph.range(value)) else { return Ok(()) };
        let is_number = range.is_of_word() && graph.given_type(value).is_none();
        if !is_number || !graph.is_unconstrained(value) || !graph.holds(id) {
            return Ok(());
        }
        let mut numbers = vec![range.low(), -1, 0, 1, range.high() - 1, range.high()];
        numbers.sort_unstable();
        numbers.dedup();
        numbers
            .retain(|number| range.includes(Range::exactly(*number)) && !graph.differ(value, Value::Integer(*number)));
        let cases = numbers.into_iter().map(|number| graph.where_it_is(id, number));
        Err(Interruption::by_number(cases.collect(), true))
    }
}
