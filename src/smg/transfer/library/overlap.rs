//! Functions that read and write memory: if source and target overlap, the behaviour is undefined in C.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::Graph;
use crate::domain::object::Object;
use crate::domain::value::{ObjectId, Range, Value};
use crate::transfer::library::Call;
use crate::transfer::library::strings::{most_written, string_length};
use crate::transfer::step::Executor;
use program::library::{AccessSize, Effect, Written};

/// Any number of bytes before something in an object.
const ANY: Range = Range::up_to(0, i64::MAX as i128);

/// Ranges of bytes of an object, each with its start and its end.
struct Bytes {
    object: ObjectId,
    /// The bytes that are certainly used.
    sure: (i128, i128),
    /// The bytes that are possibly used.
    possible: (i128, i128),
}

impl Bytes {
    /// Returns `count` bytes at the offset `start`.
    fn from(object: ObjectId, start: Range, count: Range) -> Bytes {
        let sure = (start.high(), start.low().saturating_add(count.low()));
        Bytes { object, sure, possible: (start.low(), start.high().saturating_add(count.high())) }
    }

    /// Returns whether two ranges share bytes, if that is known.
    fn meet(&self, other: &Bytes) -> Option<bool> {
        let share = |(a, b): (i128, i128), (c, d): (i128, i128)| a.max(c) < b.min(d);
        if self.object != other.object || !share(self.possible, other.possible) {
            return Some(false);
        }
        share(self.sure, other.sure).then_some(true)
    }
}

impl Executor<'_> {
    /// Checks that the bytes that a function writes through an argument do not overlap those that it reads through
    /// others.
    pub(super) fn check_apart(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (target, access_size): (u8, AccessSize),
    ) -> Result<(), Interruption> {
        let sources = self.sources(configuration, call, target);
        let may_meet =
            |(source, _): &(Value, Range)| may_be_one_object(&configuration.graph, *source, call.argument(target));
        if !sources.iter().any(may_meet) {
            return Ok(());
        }
        let shift = match call.entry().leaves {
            Written::Appended(_) | Written::AppendedCut(_) => length(configuration, call.argument(target)),
            _ => Range::exactly(0),
        };
        let count = self.count_written(configuration, call, (target, access_size));
        let Some(written) = self.bytes(configuration, call.argument(target), shift, count)? else { return Ok(()) };
        for (source, count) in sources {
            let Some(read) = self.bytes(configuration, source, Range::exactly(0), count)? else { continue };
            let certain = match written.meet(&read) {
                Some(false) => continue,
                None if self.semantics.recovers => continue,
                met => met.is_some(),
            };
            return Err(Fault::overlap(certain).into());
        }
        Ok(())
    }

    /// Returns `count` bytes at a distance of `shift` from an address, if it points into an object. Materialises the
    /// node of a segment: two addresses of one segment may be in two blocks.
    fn bytes(
        &self,
        configuration: &mut Configuration,
        from: Value,
        shift: Range,
        count: Range,
    ) -> Result<Option<Bytes>, Interruption> {
        let place = match self.evaluator(configuration).place(from, 0) {
            Err(Interruption::Fault(_)) => return Ok(None),
            place => place?,
        };
        let end = configuration.graph.object(place.object).map_or(0, Object::possible_end);
        let start = Range::new(place.low.into(), place.high.into()).and_then(|at| at.corners(shift, i128::checked_add));
        let start = start.and_then(|start| Range::new(start.low(), start.high().min(end.into()).max(start.low())));
        Ok(start.map(|start| Bytes::from(place.object, start, count)))
    }

    /// Returns the arguments that a function reads, except for one, each with the number of bytes.
    fn sources(&self, configuration: &mut Configuration, call: &Call<'_>, target: u8) -> Vec<(Value, Range)> {
        let mut found = Vec::new();
        for effect in call.entry().effects {
            match *effect {
                Effect::Reads(source, access_size) | Effect::Copies { source, access_size, .. } if source != target => {
                    found.push(match access_size {
                        AccessSize::UpToByte | AccessSize::UpToByteWithin(_) => (call.argument(source), ANY),
                        AccessSize::StringWithin(limit) => {
                            let limit = configuration.graph.range(call.argument(limit));
                            string_at(configuration, call.argument(source), limit)
                        }
                        _ => string_at(configuration, call.argument(source), None),
                    });
                }
                Effect::ReadsRest(first) => {
                    let strings = self.printed_strings(configuration, call, usize::from(first));
                    found.extend(strings.into_iter().map(|(string, limit)| string_at(configuration, string, limit)));
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the number of bytes that a function writes through an argument.
    fn count_written(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (target, access_size): (u8, AccessSize),
    ) -> Range {
        let room = match access_size {
            AccessSize::Bytes(room) | AccessSize::UpToByteWithin(room) => {
                configuration.graph.range(call.argument(room))
            }
            _ => None,
        };
        match (call.entry().leaves, access_size) {
            (Written::Anything, AccessSize::String) => {
                let source = call.entry().copied_to(target);
                with_end(source.map_or(ANY, |source| length(configuration, call.argument(source))))
            }
            (Written::Appended(source), _) => {
                let limit = call.entry().limit_of_string(source);
                let limit = limit.and_then(|limit| configuration.graph.range(call.argument(limit)));
                with_end(shorter(length(configuration, call.argument(source)), limit))
            }
            (Written::Anything | Written::Padded(_), AccessSize::Bytes(_)) => {
                room.and_then(|room| room.intersection(ANY)).unwrap_or(ANY)
            }
            (Written::AppendedCut(_), _) => shorter(ANY, room),
            _ => {
                let most = most_written(self, configuration, call, access_size).map_or(ANY.high(), i128::from);
                shorter(Range::up_to(most.min(1), most), room)
            }
        }
    }
}

/// Returns true if two values may point into one block, before segments are materialised.
fn may_be_one_object(graph: &Graph, left: Value, right: Value) -> bool {
    let (Some(a), Some(b)) = (left.object(), right.object()) else { return false };
    let is_abstract = |id: ObjectId| graph.object(id).is_some_and(Object::is_abstract);
    a == b || is_abstract(a) || is_abstract(b)
}

/// Returns a string that is read up to its end or up to a limit, with the number of bytes.
fn string_at(configuration: &mut Configuration, string: Value, limit: Option<Range>) -> (Value, Range) {
    let all = with_end(length(configuration, string));
    (string, shorter(all, limit))
}

/// Returns the length of a string.
fn length(configuration: &mut Configuration, string: Value) -> Range {
    let length = string_length(configuration, string);
    length.and_then(|length| configuration.graph.range(length)).and_then(|range| range.intersection(ANY)).unwrap_or(ANY)
}

/// Returns the number of bytes including the zero byte.
fn with_end(length: Range) -> Range {
    Range::up_to(length.low() + 1, length.high() + 1)
}

/// Returns the minimum of a number of bytes and a limit, if there is one.
fn shorter(count: Range, limit: Option<Range>) -> Range {
    let Some(limit) = limit.and_then(|limit| limit.intersection(ANY)) else { return count };
    Range::up_to(count.low().min(limit.low()), count.high().min(limit.high()))
}
