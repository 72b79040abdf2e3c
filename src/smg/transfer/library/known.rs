//! Results of functions that only compute, if their operands are known.

use std::cmp::Ordering;

use crate::domain::configuration::Configuration;
use crate::domain::fault::Interruption;
use crate::domain::limits::LONGEST_STRING;
use crate::domain::value::{Address, Range, Steps, Value};
use crate::transfer::compare;
use crate::transfer::library::Call;
use crate::transfer::library::strings::{length, string_length};
use crate::transfer::step::Executor;
use program::LibraryFunction;
use program::library::{AccessSize, Effect, Number, ReturnedPosition, Returns, characters};

/// The results of type `int` that only mean "not zero", or that only have a meaning by their sign.
const POSITIVE: Range = Range::up_to(1, i32::MAX as i128);
const NEGATIVE: Range = Range::up_to(i32::MIN as i128, -1);
/// Characters as unsigned numbers, and `EOF`.
const CHARACTERS: Range = Range::up_to(-1, u8::MAX as i128);
/// Lengths of unknown strings: of any string, and of one that was printed (at most a gigabyte: the library refuses what
/// an `int` cannot count).
const LENGTHS: Range = Range::up_to(0, i64::MAX as i128);
pub(super) const PRINTED: Range = Range::up_to(0, 1 << 30);

impl Executor<'_> {
    /// Returns the result of a call, if something is known of it.
    pub(super) fn known_result(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
    ) -> Result<Option<Value>, Interruption> {
        let Returns::Number(number) = call.entry().returns else { return Ok(None) };
        let graph = &mut configuration.graph;
        Ok(match number {
            Number::Length(string) => Some(match string_length(configuration, call.argument(string)) {
                Some(Value::Any(range)) => configuration.graph.dependent(range),
                length => length.unwrap_or_else(|| configuration.graph.dependent(LENGTHS)),
            }),
            Number::WithinLength(string) => {
                let whole = string_length(configuration, call.argument(string));
                let range = whole.and_then(|whole| configuration.graph.range(whole));
                whole.zip(range).map(|(whole, range)| part_of(configuration, whole, range))
            }
            Number::Order => order(configuration, call).map(|order| match order {
                Ordering::Equal => Value::ZERO,
                Ordering::Greater => configuration.graph.dependent(POSITIVE),
                Ordering::Less => configuration.graph.dependent(NEGATIVE),
            }),
            Number::Absolute => match call.argument(0) {
                Value::Integer(integer) if integer > i128::from(i32::MIN) => Some(Value::Integer(integer.abs())),
                _ => None,
            },
            Number::Reversed(bytes) => match call.argument(0) {
                Value::Integer(integer) => {
                    let reversed = (integer as u64).swap_bytes() >> (64 - 8 * u32::from(bytes));
                    Some(Value::Integer(reversed.into()))
                }
                _ => None,
            },
            Number::Printed => Some(graph.dependent(PRINTED)),
            Number::Success => Some(Value::ZERO),
            Number::Mapped(table) => {
                let range = graph.range(call.argument(0)).and_then(|argument| mapped(table, argument));
                range.map(|range| graph.dependent(range))
            }
            Number::Accessible => self.accessible(configuration, call.argument(0), call.argument(1))?,
            Number::SameObject => {
                let word = self.program.types.model().word_bytes() as i64;
                let is_one = compare::are_one_block(graph, call.argument(0), call.argument(1), word)?;
                is_one.map(|is_one| Value::Integer(is_one.into()))
            }
            Number::SizeOfObject => self.size_of_object(configuration, call.argument(0))?,
            Number::Class => {
                let byte = character(call.argument(0));
                byte.and_then(|byte| characters::is_in(call.function, byte)).map(|is_in| match is_in {
                    true => graph.dependent(POSITIVE),
                    false => Value::ZERO,
                })
            }
            Number::Between(least, most) => Range::new(least, most).map(|range| graph.dependent(range)),
            Number::CharacterOrEnd => Some(graph.dependent(CHARACTERS)),
            Number::Refusal => None,
        })
    }

    /// Returns the size of the block that a pointer points to. Splits on whether its segment is empty.
    fn size_of_object(&self, configuration: &mut Configuration, pointer: Value) -> Result<Option<Value>, Interruption> {
        let graph = &mut configuration.graph;
        if let Value::Address(address) = pointer {
            compare::decide(graph, address, self.program.types.model().word_bytes() as i64)?;
        }
        let size = pointer.object().and_then(|id| graph.object(id)).map(|object| object.size);
        Ok(size.map(|size| graph.dependent(size)))
    }

    /// Returns 1 if this many bytes at a pointer may be used, and `None` if that is unknown.
    fn accessible(
        &self,
        configuration: &mut Configuration,
        pointer: Value,
        size: Value,
    ) -> Result<Option<Value>, Interruption> {
        let Some(size) = configuration.graph.range(size).and_then(|size| i64::try_from(size.high()).ok()) else {
            return Ok(None);
        };
        match self.evaluator(configuration).place(pointer, size) {
            Ok(_) => Ok(Some(Value::Integer(1))),
            Err(Interruption::Fault(_)) => Ok(None),
            Err(split) => Err(split),
        }
    }
}

/// Returns what a table of characters gives for the arguments in a range. What it gives for characters that are not of ASCII is
/// up to the locale; `toupper` and `tolower` return what is no character as it is.
fn mapped(table: LibraryFunction, arguments: Range) -> Option<Range> {
    let ascii = arguments.intersection(Range::up_to(0, 127));
    let entries = ascii.into_iter().flat_map(|ascii| ascii.low()..=ascii.high());
    let entries = entries.filter_map(|character| Some(characters::entry(table, u8::try_from(character).ok()?.into())));
    let known = entries.map(|entry| Range::exactly(entry.into()));
    let characters = if arguments.low() < 0 { CHARACTERS } else { Range::up_to(0, CHARACTERS.high()) };
    let others = [arguments, characters].into_iter().filter(|_| ascii != Some(arguments));
    known.chain(others).reduce(Range::hull)
}

/// Returns a value as a character of the C locale; `None` if it is not one.
fn character(value: Value) -> Option<u8> {
    match value {
        Value::Integer(c) => u8::try_from(c).ok().filter(u8::is_ascii),
        _ => None,
    }
}

/// Returns the order of the bytes at arguments 0 and 1, as many as the function reads.
fn order(configuration: &Configuration, call: &Call<'_>) -> Option<Ordering> {
    let Some(Effect::Reads(0, access_size)) = call.entry().effects.first() else { return None };
    let most = match access_size {
        AccessSize::Bytes(most) | AccessSize::StringWithin(most) => match call.argument(*most) {
            Value::Integer(most) => i64::try_from(most).ok()?,
            _ => return None,
        },
        _ => i64::MAX,
    };
    let whole = matches!(access_size, AccessSize::Bytes(_));
    compared(configuration, call.argument(0), call.argument(1), most, whole)
}

/// Returns the order of the bytes at two addresses: at most `most`, and only up to the end of a string unless `whole`.
fn compared(configuration: &Configuration, left: Value, right: Value, most: i64, whole: bool) -> Option<Ordering> {
    let byte = |value: Value, at: i64| {
        let Value::Address(Address { object, offset, .. }) = value else { return None };
        match configuration.graph.object(object)?.read(offset.checked_add(at)?, 1) {
            Value::Integer(byte) => Some(byte & 255),
            _ => None,
        }
    };
    let strings = [left, right].map(|string| length(configuration, string));
    let bound = match strings {
        _ if whole => most,
        [Some(a), Some(b)] => most.min(a.min(b) + 1),
        _ => return None,
    };
    for at in 0..bound.min(LONGEST_STRING) {
        let order = byte(left, at)?.cmp(&byte(right, at)?);
        if order != Ordering::Equal {
            return Some(order);
        }
    }
    (bound <= LONGEST_STRING).then_some(Ordering::Equal)
}

/// Returns a number that is at most the length of a string.
fn part_of(configuration: &mut Configuration, length: Value, range: Range) -> Value {
    let graph = &mut configuration.graph;
    let part = graph.dependent(Range::up_to(0, range.high()));
    graph.record_order(part, length, 0);
    part
}

/// Returns the value that a function stores through one of its arguments, if more is known of it than its type.
pub(super) fn stored(configuration: &mut Configuration, call: &Call<'_>) -> Option<Value> {
    call.entry().stores_end.then(|| in_string(configuration, call.argument(0), 0)).flatten()
}

/// Returns the address of a byte of a string, if the string is known to end: at least `before_end` bytes before its zero
/// byte.
pub(super) fn in_string(configuration: &mut Configuration, string: Value, before_end: i128) -> Option<Value> {
    let length = string_length(configuration, string)?;
    let graph = &mut configuration.graph;
    let (object, low, high) = graph.offsets(string)?;
    let most = graph.range(length)?.high() - before_end;
    let last = high.checked_add(i64::try_from(most).ok().filter(|most| *most >= 0)?)?;
    let found = |steps: Option<Steps>| Value::Inside { object, low, high: last, room: 1, steps };
    if !graph.keeps_relations() {
        return Some(found(None));
    }
    let start = graph.offset_term(string)?;
    let end = graph.string_around(graph.object(object)?, start).and_then(|(around, _)| graph.end_of_string(around));
    let place = graph.dependent(Range::new(low.into(), last.into())?);
    let Value::Unknown(number) = place else { return Some(found(None)) };
    let term = graph.term(place)?;
    graph.record_order_of_terms(start, term, 0);
    match (end, start.integer()) {
        (Some(end), _) => graph.record_order_of_terms(term, end, -before_end),
        (None, Some(start)) => {
            if let Some(end) = graph.term(length).and_then(|length| length.plus(start)) {
                graph.record_order_of_terms(term, end, -before_end);
            }
        }
        (None, None) => {}
    }
    // What was recorded may leave a single number, which the graph then no longer knows by its name.
    Some(found(Steps::new(number, 1, 0).filter(|_| graph.knows(number))))
}

/// Returns an address in the object of a value, at most at its end; or NULL. Which of them is unknown, and what is found says
/// something of the memory: each has a configuration of its own.
pub(super) fn inside(
    configuration: &Configuration,
    call: &Call<'_>,
    value: Value,
    place: ReturnedPosition,
    or_null: bool,
) -> Vec<(Configuration, Value)> {
    let mut after = configuration.clone();
    let part = part_sought(configuration, call);
    if part == Some(Range::exactly(0)) {
        return vec![(after, value)];
    }
    after.mark_possibly_infeasible();
    let nothing = or_null.then(|| (after.clone(), Value::ZERO));
    let found = found_inside(&mut after, call, value, (place, part));
    nothing.into_iter().chain([(after, found)]).collect()
}

/// Returns an address in the object of a value, at most at its end. `part`: the number of bytes that are searched.
fn found_inside(
    configuration: &mut Configuration,
    call: &Call<'_>,
    value: Value,
    (place, part): (ReturnedPosition, Option<Range>),
) -> Value {
    let Some((object, low, _)) = configuration.graph.offsets(value) else { return Value::ANY };
    let before_end = match place {
        ReturnedPosition::InString => Some(0),
        ReturnedPosition::Letter => Some(1),
        ReturnedPosition::LetterOf(byte) => {
            let is_letter = configuration.graph.range(call.argument(byte)).is_some_and(is_no_zero_byte);
            Some(i128::from(is_letter))
        }
        ReturnedPosition::InBlock | ReturnedPosition::UpToEnd => None,
    };
    if let Some(found) = before_end.and_then(|before_end| in_string(configuration, value, before_end)) {
        return found;
    }
    let size = configuration.graph.object(object).map_or(0, |object| object.size.high());
    let end = i64::try_from(size).unwrap_or(i64::MAX / 4).max(low);
    // A byte that was found exists; bytes after a copy may not.
    let is_behind = place == ReturnedPosition::UpToEnd || part.is_some_and(|part| part.low() == 0);
    let (high, room) = if is_behind { (end, 0) } else { ((end - 1).max(low), 1) };
    Value::Inside { object, low, high, room, steps: None }
}

/// Returns true if no number of a range is zero as a byte.
fn is_no_zero_byte(range: Range) -> bool {
    (range.low() > 0 && range.high() <= 255) || (range.low() >= -128 && range.high() < 0)
}

/// Returns the number of bytes that a function searches, if an argument gives it.
fn part_sought(configuration: &Configuration, call: &Call<'_>) -> Option<Range> {
    let size = |effect: &Effect| match effect {
        Effect::Reads(1.., AccessSize::Bytes(size)) => Some(*size),
        _ => None,
    };
    configuration.graph.range(call.argument(call.entry().effects.iter().find_map(size)?))
}
