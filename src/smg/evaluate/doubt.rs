//! Values of which it is not known whether they were ever written.
//!
//! A cell that was written on some ways only holds [`Value::PerhapsUndefined`]. What is read there gets a name, is copied, and is
//! computed with; only where a branch depends on it, or it is used as an address or a size, it matters.

use crate::program::interp::FaultKind;
use crate::smg::arithmetic::Format;
use crate::smg::evaluate::{Evaluator, Place};
use crate::smg::fault::{Fault, Stop};
use crate::smg::value::{Range, Value};

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

    /// What is read at a place, where a number that was never written is any number, of a format if that is known: it is the same
    /// when it is read again.
    pub(super) fn taken_as_any(&mut self, raw: Value, place: Place, size: i64, format: Option<Format>) -> Value {
        let graph = &mut self.configuration.graph;
        if !raw.may_be_undefined() && !graph.is_undefined(raw) && !graph.is_doubtful(raw) {
            return raw;
        }
        let all = Range::of_format(format.unwrap_or((8 * size.clamp(1, 12) as u32, false)));
        // A copy of what was never written is the same number.
        let is_free = raw == Value::Undefined && !self.configuration.undefined.copied;
        let named = if is_free { graph.unknown(all) } else { graph.derived(all) };
        if let (true, Some(object)) = (place.low == place.high, graph.object_mut(place.object)) {
            object.write(place.low, size, named);
        }
        named
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
