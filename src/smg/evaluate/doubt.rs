//! Values of which it is not known whether they were ever written.
//!
//! A cell that was written on some ways only holds [`Value::PerhapsUndefined`]. What is read there gets a name, is copied, and is
//! computed with; only where a branch depends on it, or it is used as an address or a size, it matters.

use crate::program::interp::FaultKind;
use crate::smg::evaluate::Evaluator;
use crate::smg::fault::{Fault, Stop};
use crate::smg::value::Value;

impl Evaluator<'_> {
    /// Looks at the cases of a doubtful value, which is about to be used: that it was never written, and that it was.
    pub fn settle(&self, value: Value) -> Result<(), Stop> {
        let graph = &self.configuration.graph;
        match value {
            Value::Unknown(id) if graph.is_doubtful(value) && graph.holds(id) => {
                Err(Stop::by_number(graph.written_or_not(id), false))
            }
            _ if graph.is_doubtful(value) && !self.recovers => {
                Err(Fault::possible(FaultKind::Uninitialized, "an undefined value is used").into())
            }
            _ => Ok(()),
        }
    }

    /// A value computed from others, of which it is as doubtful as they are whether it was ever written.
    pub(super) fn doubted<const N: usize>(&mut self, sources: [Value; N], value: Value) -> Value {
        let graph = &mut self.configuration.graph;
        let is_new = sources.iter().any(|source| graph.is_doubtful(*source)) && !graph.is_doubtful(value);
        match (value, graph.range(value)) {
            (Value::Integer(_) | Value::Unknown(_) | Value::Any(_), Some(range)) if is_new => {
                graph.perhaps_undefined(range)
            }
            _ => value,
        }
    }
}
