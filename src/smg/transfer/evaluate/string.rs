//! Bytes of strings: zero at the end, and not zero before.

use crate::domain::fault::Interruption;
use crate::domain::graph::{Graph, Term};
use crate::domain::object::{TerminatedString, ZeroByte};
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::{Evaluator, ObjectBytes};

/// The values of a byte, signed or unsigned.
const BYTES: Range = Range::up_to(i8::MIN as i128, u8::MAX as i128);

impl Evaluator<'_> {
    /// Returns the value of a byte that lies in a string or ends it. Splits if it may be either.
    pub(super) fn byte_of_string(
        &mut self,
        place: ObjectBytes,
        format: (u32, bool),
    ) -> Result<Option<Value>, Interruption> {
        let graph = &self.configuration.graph;
        let Some(object) = graph.object(place.object).filter(|object| !object.strings().is_empty()) else {
            return Ok(None);
        };
        let known = (place.low == place.high).then_some(Term::constant(place.low.into()));
        let Some(offset) = place.offset.or(known) else { return Ok(None) };
        let Some((string, from_end)) = graph.string_around(object, offset) else { return Ok(None) };
        match from_end {
            [..0, _] => {
                let letter = self.written_byte(place, format);
                if string.zero == ZeroByte::First {
                    self.configuration.graph.record_different(letter, Value::ZERO);
                }
                return Ok(Some(letter));
            }
            [_, ..=0] => return Ok(Some(Value::ZERO)),
            _ => {}
        }
        match ends_or_not(graph, place, string, offset) {
            Some(cases) => Err(Interruption::by_number(cases.into(), false)),
            None => Ok(Some(self.written_byte(place, format))),
        }
    }

    /// Returns a written byte of unknown value, which is named if its offset is known.
    fn written_byte(&mut self, place: ObjectBytes, format: (u32, bool)) -> Value {
        let is_one = place.low == place.high;
        let graph = &mut self.configuration.graph;
        let held = graph.object(place.object).filter(|_| is_one).map(|object| object.read(place.low, 1));
        let value = match held {
            Some(held @ Value::Integer(_)) => held,
            Some(held @ Value::Unknown(_)) if !graph.may_be_undefined(held) => held,
            _ => {
                let named = graph.dependent(Range::of_format(format).intersection(BYTES).unwrap_or(BYTES));
                if is_one {
                    graph.name(place.object, place.low, 1, named);
                }
                named
            }
        };
        self.reinterpreted(value, format, place, 1)
    }
}

/// Returns the graphs in which a byte comes before the end of a string, and in which it ends the string. `None` if they
/// cannot express that.
fn ends_or_not(graph: &Graph, place: ObjectBytes, string: TerminatedString, offset: Term) -> Option<[Graph; 2]> {
    let end = graph.end_of_string(string)?;
    let [mut before, mut at_end] = [graph.clone(), graph.clone()];
    before.record_order_of_terms(offset, end, -1);
    match (offset.integer(), string.length) {
        (Some(offset), Value::Unknown(id)) => at_end.substitute(id, Value::Integer(offset - i128::from(string.start))),
        _ => at_end.record_order_of_terms(end, offset, 0),
    }
    let from_end = |graph: &Graph| Some(graph.string_around(graph.object(place.object)?, offset)?.1);
    let is_decided = matches!(from_end(&before)?, [..0, _]) && matches!(from_end(&at_end)?, [_, ..=0]);
    is_decided.then_some([before, at_end])
}
