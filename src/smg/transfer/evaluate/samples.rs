//! Numbers that stand for all that an input may be, for bug finding: what it finds with them is certain, what it does not find
//! says nothing.

use crate::domain::fault::Interruption;
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::Evaluator;

impl Evaluator<'_> {
    /// Looks at a few numbers by themselves, of all that an unconstrained value may be.
    pub(super) fn sample(&self, value: Value) -> Result<(), Interruption> {
        if !self.semantics.samples {
            return Ok(());
        }
        let graph = &self.configuration.graph;
        let (Value::Unknown(id), Some(range)) = (value, graph.range(value)) else { return Ok(()) };
        if !graph.is_unconstrained(value) || !graph.holds(id) {
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
