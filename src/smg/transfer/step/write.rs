//! Writes to bytes of objects.

use std::ops::Range;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::WrittenBytes;
use crate::domain::object::{Liveness, Object, Origin};
use crate::domain::value::{Address, Byte, Target, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::step::Executor;
use ctype::ConstantBits;
use program::{FaultKind, VariableId, VariableKind, library};

impl Executor<'_> {
    /// Checks that bits at a place may be written. Otherwise it is an error; if that was already reported, returns true
    /// if the bits are certainly not writable. The initialiser of the variable `unlocked` may write its `const` bits.
    pub fn check_writable(
        &self,
        configuration: &Configuration,
        place: ObjectBytes,
        bits: Range<i64>,
        unlocked: Option<VariableId>,
    ) -> Result<bool, Fault> {
        let (message, certain) = match configuration.graph.object(place.object).map(|object| object.origin) {
            Some(Origin::Literal(_)) => ("write to a string literal", true),
            Some(Origin::Arguments | Origin::Argument) => {
                return Err(Fault::unsupported("a write to the arguments of the program"));
            }
            Some(Origin::Library(function))
                if function.entry().returns == library::Returns::External(library::External::Message) =>
            {
                ("write to a string of the library", true)
            }
            Some(Origin::Variable(id)) if unlocked != Some(id) || self.program.is_global(id) => {
                match self.constant_written(configuration, (place, bits), id) {
                    Some(certain) => ("write to a constant", certain),
                    None => return Ok(false),
                }
            }
            _ => return Ok(false),
        };
        match self.semantics.recovers || self.semantics.tolerates {
            true => Ok(certain),
            false => Err(Fault { certain, ..Fault::new(FaultKind::ConstantWritten, message) }),
        }
    }

    /// Returns whether a write to bits at a place in a variable certainly meets a `const` one; `None` if it meets none.
    /// Without a stack frame the globals are still being initialised.
    fn constant_written(
        &self,
        configuration: &Configuration,
        (place, bits): (ObjectBytes, Range<i64>),
        id: VariableId,
    ) -> Option<bool> {
        let kind = self.program.variables.get(id)?.kind;
        let is_defined = matches!(kind, VariableKind::Global | VariableKind::Parameter | VariableKind::Local);
        let constant = self.program.constant_bits(id);
        if configuration.frames.is_empty() || !is_defined || constant == ConstantBits::None {
            return None;
        }
        let bit = |byte: i64, bit: i64| u64::try_from(byte.saturating_mul(8).saturating_add(bit)).unwrap_or(0);
        let (first, behind) = (bit(place.low, bits.start), bit(place.high, bits.end));
        let is_exact = place.low == place.high || constant == ConstantBits::All;
        constant.meets(first, behind).then_some(is_exact)
    }
}

/// Returns all bits of this many bytes.
pub fn all_bits(size: i64) -> Range<i64> {
    0..size.saturating_mul(8)
}

/// Writes to a place; if its offset is not known exactly, all bytes of the range may have changed.
pub fn write(configuration: &mut Configuration, place: ObjectBytes, size: i64, value: Value) {
    let strings = configuration.graph.strings_after(place.object, written(place, size, true), value);
    let held = configuration.graph.object(place.object);
    if place.low == place.high {
        if held.is_some_and(|held| held.keeps_most_of_an_address(place.low, place.low + size)) {
            configuration.hide_address();
        }
        let graph = &mut configuration.graph;
        graph.cut_cells(place.object, place.low, place.low + size);
        if let Some(object) = graph.object_mut(place.object) {
            object.write(place.low, size, value);
        }
    } else {
        overwrite_perhaps(configuration, place, size, value);
    }
    if !strings.is_empty()
        && let Some(object) = configuration.graph.object_mut(place.object)
    {
        object.set_strings(strings);
    }
}

fn written(place: ObjectBytes, size: i64, certain: bool) -> WrittenBytes {
    WrittenBytes { low: place.low, high: place.high, offset: place.offset, size, certain }
}

/// Writes a bit-field: `width` bits from bit `first` on, in `size` bytes at a place. Other bits are unchanged.
pub(super) fn store_bits(
    configuration: &mut Configuration,
    place: ObjectBytes,
    size: i64,
    (first, width): (u32, u32),
    value: Value,
) {
    let is_maybe_uninitialized = configuration.graph.may_be_undefined(value);
    let held = configuration.graph.object(place.object);
    if value.object().is_some() || held.is_some_and(|held| held.holds_an_address(place.low, place.high + size)) {
        // The remaining bits of an address may suffice to restore it.
        configuration.hide_address();
    }
    let recorded = match value {
        Value::Integer(_) | Value::Undefined => Some(value),
        _ if is_maybe_uninitialized => None,
        _ => Some(Value::ANY),
    };
    if place.low != place.high {
        let value = if is_maybe_uninitialized { Value::PERHAPS_UNDEFINED } else { Value::ANY };
        return overwrite_perhaps(configuration, place, size, value);
    }
    for (offset, start) in (place.low..place.low + size).zip((0..).step_by(8)) {
        let [low, high] = [first.max(start), (first + width).min(start + 8)];
        if low >= high {
            continue;
        }
        let mask = (((1_u32 << (high - low)) - 1) << (low - start)) as u8;
        let new = recorded.map(|recorded| match recorded {
            Value::Integer(integer) => Byte::known((integer >> (low - first) << (low - start)) as u8),
            Value::Undefined => Byte::UNWRITTEN,
            _ => Byte::UNKNOWN,
        });
        let held = || configuration.graph.byte(place.object, offset);
        let old = if mask == u8::MAX { Some(Byte::UNKNOWN) } else { held() };
        let byte = old.zip(new).map_or(Value::PERHAPS_UNDEFINED, |(old, new)| old.with(mask, new).value());
        write(configuration, ObjectBytes::at(place.object, offset), 1, byte);
    }
}

/// Makes bytes unknown that may have been overwritten with a value. Nothing changes if they hold the value already.
pub fn overwrite_perhaps(configuration: &mut Configuration, place: ObjectBytes, size: i64, value: Value) {
    let graph = &mut configuration.graph;
    let strings = graph.strings_after(place.object, written(place, size, false), value);
    graph.cut_cells(place.object, place.low, place.high + size);
    let Some(pieces) = graph.object(place.object).map(|object| object.pieces(place.low, place.high + size)) else {
        return;
    };
    // An address that may be overwritten, or may be the written value, is forgotten.
    let forgets = value.object().is_some() || pieces.iter().any(|piece| piece.value.object().is_some());
    // Writing zero to zeros changes nothing, wherever it goes.
    if pieces.iter().any(|piece| piece.value != value) {
        for piece in pieces {
            let is_maybe_uninitialized = [piece.value, value].iter().any(|value| graph.may_be_undefined(*value));
            let either = if is_maybe_uninitialized { Value::PERHAPS_UNDEFINED } else { Value::ANY };
            if let Some(object) = graph.object_mut(place.object) {
                object.write(piece.offset, piece.size, either);
            }
        }
    }
    if !strings.is_empty()
        && let Some(object) = graph.object_mut(place.object)
    {
        object.set_strings(strings);
    }
    if forgets {
        configuration.hide_address();
    }
}

/// Makes the bytes of a possibly erroneous write unknown, as far as they lie in its object.
pub fn lost(configuration: &mut Configuration, pointer: Value, size: i64) -> Result<(), Interruption> {
    let (object, low, high) = match pointer {
        Value::Address(Address { object, target: Target::Region, offset }) => (object, offset, offset),
        Value::Inside { object, low, high, .. } => (object, low, high),
        Value::Unknown(_) | Value::Any(_) => {
            return Err(Fault::unsupported("what a write through an unknown address changes").into());
        }
        _ => return Ok(()),
    };
    let end = configuration.graph.object(object).filter(|object| object.liveness == Liveness::Valid);
    let end = end.map_or(0, Object::possible_end);
    let (start, end) = (low.max(0), high.saturating_add(size).min(end));
    if start < end {
        overwrite_perhaps(configuration, ObjectBytes::at(object, start), end - start, Value::ANY);
    }
    Ok(())
}
