//! Results of functions that only compute, where what they compute from is known.

use std::cmp::Ordering;

use crate::program::LibraryFunction;
use crate::program::library::characters;
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::fault::Stop;
use crate::smg::domain::value::{Address, Range, Steps, Target, Value};
use crate::smg::transfer::library::strings::{length, string_length};
use crate::smg::transfer::library::{Call, LONGEST_STRING};
use crate::smg::transfer::step::Executor;

/// The values of `int` that a function returns which says no more than "not zero", or a sign.
const POSITIVE: Range = Range::up_to(1, i32::MAX as i128);
const NEGATIVE: Range = Range::up_to(i32::MIN as i128, -1);
/// The lengths of strings that are not known: of any string, and of one that was printed (of a gigabyte at most: the library
/// refuses what an `int` cannot count).
const LENGTHS: Range = Range::up_to(0, i64::MAX as i128);
pub(super) const PRINTED: Range = Range::up_to(0, 1 << 30);

impl Executor<'_> {
    /// The result of a call, as far as it is known.
    pub(super) fn known_result(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
    ) -> Result<Option<Value>, Stop> {
        use LibraryFunction as F;
        Ok(match call.function {
            F::Strlen => Some(match string_length(configuration, call.argument(0)) {
                Some(Value::Any(range)) => configuration.graph.derived(range),
                length => length.unwrap_or_else(|| configuration.graph.derived(LENGTHS)),
            }),
            F::Strspn | F::Strcspn | F::Strnlen => {
                let whole = string_length(configuration, call.argument(0));
                let range = whole.and_then(|whole| configuration.graph.range(whole));
                whole.zip(range).map(|(whole, range)| part_of(configuration, whole, range))
            }
            F::Strcmp | F::Strncmp | F::Memcmp => {
                let most = match call.argument(2) {
                    _ if call.function == F::Strcmp => Some(i64::MAX),
                    Value::Integer(most) => i64::try_from(most).ok(),
                    _ => None,
                };
                let order = most.and_then(|most| {
                    compared(configuration, call.argument(0), call.argument(1), most, call.function == F::Memcmp)
                });
                order.map(|order| match order {
                    Ordering::Equal => Value::ZERO,
                    Ordering::Greater => configuration.graph.derived(POSITIVE),
                    Ordering::Less => configuration.graph.derived(NEGATIVE),
                })
            }
            F::Abs | F::Labs | F::Llabs => match call.argument(0) {
                Value::Integer(integer) if integer > i128::from(i32::MIN) => Some(Value::Integer(integer.abs())),
                _ => None,
            },
            F::Bswap16 | F::Bswap32 | F::Bswap64 => match call.argument(0) {
                Value::Integer(integer) => Some(Value::Integer(match call.function {
                    F::Bswap16 => (integer as u16).swap_bytes().into(),
                    F::Bswap32 => (integer as u32).swap_bytes().into(),
                    _ => (integer as u64).swap_bytes().into(),
                })),
                _ => None,
            },
            F::Asprintf | F::Vasprintf => Some(configuration.graph.derived(PRINTED)),
            F::Atexit => Some(Value::ZERO),
            F::Tolower | F::Toupper => {
                let table = if call.function == F::Tolower { F::TolowerTable } else { F::ToupperTable };
                character(call.argument(0)).map(|byte| Value::Integer(characters::entry(table, byte.into()).into()))
            }
            F::Accessible => self.accessible(configuration, call.argument(0), call.argument(1))?,
            F::SameObject => match [call.argument(0), call.argument(1)].map(|value| (value, value.object())) {
                [(_, Some(a)), (_, Some(b))] => Some(Value::Integer(i128::from(a == b))),
                [(Value::ZERO, _), (_, Some(_))] | [(_, Some(_)), (Value::ZERO, _)] => Some(Value::ZERO),
                _ => None,
            },
            F::SizeOfObject => {
                let size =
                    call.argument(0).object().and_then(|id| configuration.graph.object(id)).map(|object| object.size);
                size.map(|size| configuration.graph.derived(size))
            }
            class => match character(call.argument(0)).and_then(|byte| characters::is_in(class, byte)) {
                Some(true) => Some(configuration.graph.derived(POSITIVE)),
                Some(false) => Some(Value::ZERO),
                None => None,
            },
        })
    }

    /// Whether so many bytes from a pointer on may be used.
    fn accessible(
        &self,
        configuration: &mut Configuration,
        pointer: Value,
        size: Value,
    ) -> Result<Option<Value>, Stop> {
        let Some(size) = configuration.graph.range(size).and_then(|size| i64::try_from(size.high()).ok()) else {
            return Ok(None);
        };
        match self.evaluator(configuration).place(pointer, size) {
            Ok(_) => Ok(Some(Value::Integer(1))),
            Err(Stop::Fault(_)) => Ok(None),
            Err(split) => Err(split),
        }
    }
}

/// A character of the locale of C.
fn character(value: Value) -> Option<u8> {
    match value {
        Value::Integer(c) => u8::try_from(c).ok().filter(u8::is_ascii),
        _ => None,
    }
}

/// How the bytes from two places on compare: up to the end of a string, unless `whole` says that it does not end there, and at
/// most so many.
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

/// A number that is no larger than the length of a string.
fn part_of(configuration: &mut Configuration, length: Value, range: Range) -> Value {
    let graph = &mut configuration.graph;
    let part = graph.derived(Range::up_to(0, range.high()));
    graph.note_order(part, length, 0);
    part
}

/// Whether a function looks for a byte of a string.
fn searches(function: LibraryFunction) -> bool {
    use LibraryFunction as F;
    matches!(function, F::Strchr | F::Strrchr | F::Strstr | F::Strcasestr | F::Strpbrk | F::Strchrnul)
}

/// Whether a function reads a number from a string, and tells where it ends.
fn reads_number(function: LibraryFunction) -> bool {
    use LibraryFunction as F;
    matches!(function, F::Strtol | F::Strtoul | F::Strtoll | F::Strtoull | F::Strtod | F::Strtof | F::Strtold)
}

/// What a function stores through one of its arguments, if more is known of it than that it is something.
pub(super) fn stored(configuration: &mut Configuration, call: &Call<'_>) -> Option<Value> {
    reads_number(call.function).then(|| in_string(configuration, call.argument(0))).flatten()
}

/// The address of a byte of a string, the zero byte at its end among them, if the string is known to end.
fn in_string(configuration: &mut Configuration, string: Value) -> Option<Value> {
    let Value::Address(Address { object, target: Target::Region, offset }) = string else { return None };
    let length = string_length(configuration, string)?;
    let range = configuration.graph.range(length)?;
    let high = offset.checked_add(i64::try_from(range.high()).ok()?)?;
    let steps = match configuration.graph.keeps_relations().then(|| part_of(configuration, length, range)) {
        Some(Value::Unknown(number)) => Steps::new(number, 1, offset),
        _ => None,
    };
    Some(Value::Inside { object, low: offset, high, room: 1, steps })
}

/// An address in the object that a value leads to, at its end at most; or NULL, but for functions that never return it. Which of them
/// depends on what is there.
pub(super) fn inside(configuration: &mut Configuration, call: &Call<'_>, value: Value) -> Vec<Value> {
    use LibraryFunction as F;
    let function = call.function;
    let part = configuration.graph.range(call.argument(3)).filter(|_| function == F::Memmem);
    if part == Some(Range::exactly(0)) {
        return vec![value];
    }
    configuration.doubt();
    let Some((object, low, _)) = configuration.graph.offsets(value) else { return vec![Value::ANY] };
    if searches(function)
        && let Some(found) = in_string(configuration, value)
    {
        return if function == F::Strchrnul { vec![found] } else { vec![Value::ZERO, found] };
    }
    let size = configuration.graph.object(object).map_or(0, |object| object.size.high());
    let end = i64::try_from(size).unwrap_or(i64::MAX / 4).max(low);
    // What was found is a byte that is there; what lies behind what was copied need not be.
    let is_behind =
        matches!(function, F::Mempcpy | F::Stpncpy | F::Memccpy) || part.is_some_and(|part| part.low() == 0);
    let (high, room) = if is_behind { (end, 0) } else { ((end - 1).max(low), 1) };
    let found = Value::Inside { object, low, high, room, steps: None };
    match function {
        F::Mempcpy | F::Stpncpy | F::Stpcpy | F::Strchrnul | F::Rawmemchr => vec![found],
        _ => vec![Value::ZERO, found],
    }
}
