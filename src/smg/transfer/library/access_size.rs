//! Access sizes: the number of bytes that a function uses, checks that they exist, and writes to them.

use crate::domain::configuration::Configuration;
use crate::domain::equations::LinearForm;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::{Graph, Term};
use crate::domain::object::Object;
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::library::{Call, strings};
use crate::transfer::step::{Executor, all_bits, lost, overwrite_perhaps, write};
use ctype::Type;
use program::FaultKind;
use program::library::AccessSize;

/// A number of bytes that a function uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub range: Range,
    /// An upper bound as a linear form of a number, if numbers are related.
    pub term: Option<Term>,
    /// True if all of these bytes are used.
    pub is_all: bool,
}

impl Size {
    /// At least one byte, and at most `most`.
    pub fn up_to(most: i64) -> Option<Size> {
        Range::new(1, most.into()).map(|range| Size { range, term: None, is_all: false })
    }
}

impl From<Range> for Size {
    fn from(range: Range) -> Size {
        Size { range, term: None, is_all: true }
    }
}

impl Executor<'_> {
    /// Returns the number of bytes of an access size.
    pub(super) fn access_size(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        from: Value,
        index: u8,
        access_size: AccessSize,
    ) -> Result<Size, Interruption> {
        let to_end = |configuration: &Configuration| bytes_to_end(configuration, from);
        let range = match access_size {
            AccessSize::Bytes(_) | AccessSize::AtMost(_) | AccessSize::Product(..) => {
                let size = self.size_value(configuration, call, access_size)?;
                let range = configuration.graph.range(size).unwrap_or(Range::ALL);
                let possible = Range::up_to(0, 1 << 62);
                let term = configuration.graph.term(size).filter(|_| possible.includes(range));
                let range = range.intersection(possible).unwrap_or(Range::exactly(possible.high()));
                return Ok(Size { range, term, is_all: true });
            }
            AccessSize::String | AccessSize::StringWithin(_) => match strings::string_length(configuration, from) {
                Some(length) => {
                    let graph = &configuration.graph;
                    let range =
                        graph.range(length).and_then(|range| range.corners(Range::exactly(1), i128::checked_add));
                    let term = graph.term(length).and_then(|length| length.plus(1));
                    return Ok(Size { range: range.unwrap_or(Range::exactly(1)), term, is_all: true });
                }
                None => Range::new(1, to_end(configuration).max(1)).unwrap_or(Range::exactly(1)),
            },
            AccessSize::Object => {
                let ty = call.arguments.get(usize::from(index)).map(|argument| argument.ty);
                let target = ty.and_then(|ty| self.program.types.pointee(ty));
                let target = target.filter(|target| !matches!(self.program.types.get(*target), Type::Void));
                let size = target.and_then(|target| self.program.types.size_of(target));
                Range::exactly(size.map_or_else(|| to_end(configuration), i128::from))
            }
            AccessSize::UpToByte | AccessSize::UpToByteWithin(_) | AccessSize::Open => {
                Range::new(0, to_end(configuration)).unwrap_or(Range::exactly(0))
            }
        };
        Ok(range.into())
    }

    /// Returns the value of an argument, or of a product of two, as a number of bytes.
    pub(super) fn size_value(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        access_size: AccessSize,
    ) -> Result<Value, Interruption> {
        match access_size {
            AccessSize::Bytes(index) | AccessSize::AtMost(index) | AccessSize::StringWithin(index) => {
                Ok(call.argument(index))
            }
            AccessSize::Product(first, second) => {
                let values = [first, second].map(|index| call.argument(index));
                Ok(self.evaluator(configuration).product(values).unwrap_or(Value::Undefined))
            }
            _ => Err(Fault::unsupported("a size that no argument gives").into()),
        }
    }

    /// Returns the place of an unknown number of bytes that may be used. An error is not certain if the least number of
    /// bytes may be used.
    pub(super) fn place_of_some(
        &self,
        configuration: &mut Configuration,
        pointer: Value,
        size: Size,
    ) -> Result<ObjectBytes, Interruption> {
        let Size { range, term, .. } = size;
        let bytes = |size: i128| i64::try_from(size).unwrap_or(i64::MAX / 4);
        let least = bytes(range.low());
        match self.evaluator(configuration).place(pointer, bytes(range.high())) {
            Err(Interruption::Fault(_))
                if term.is_some_and(|term| has_room_for(&configuration.graph, pointer, term)) =>
            {
                self.evaluator(configuration).place(pointer, least)
            }
            Err(Interruption::Fault(fault)) if fault.certain && range.single().is_none() => {
                let fits = (least > 0).then(|| self.evaluator(configuration).place(pointer, least));
                let certain = matches!(fits, Some(Err(Interruption::Fault(Fault { certain: true, .. }))));
                Err(Interruption::Fault(Fault { certain, ..fault }))
            }
            place => place,
        }
    }

    /// Writes an unknown number of bytes: at least one, and as many as `size` says, if that is known.
    pub(super) fn overwrite_open(
        &self,
        configuration: &mut Configuration,
        target: Value,
        size: Option<Size>,
    ) -> Result<(), Interruption> {
        self.overwrite(configuration, target, Range::exactly(1).into(), Value::ANY)?;
        match size {
            Some(size) => self.overwrite(configuration, target, size, Value::ANY),
            None if self.semantics.recovers => lost(configuration, target, i64::MAX / 4),
            None => {
                Err(Fault::possible(FaultKind::OutOfBounds, "the string written may be too long for its block").into())
            }
        }
    }

    /// Fills an unknown number of bytes with a value that every part of them shares.
    pub(super) fn overwrite(
        &self,
        configuration: &mut Configuration,
        target: Value,
        size: Size,
        value: Value,
    ) -> Result<(), Interruption> {
        let range = size.range;
        let most = i64::try_from(range.high()).unwrap_or(i64::MAX / 4);
        if most == 0 {
            return Ok(());
        }
        let place = match self.place_of_some(configuration, target, size) {
            Err(Interruption::Fault(fault)) if self.semantics.recovers && fault.kind != FaultKind::Unsupported => {
                return lost(configuration, target, most);
            }
            place => place?,
        };
        let least = i64::try_from(range.low()).unwrap_or(0);
        if least > 0 && self.check_writable(configuration, place, all_bits(least), None)? {
            return Ok(());
        }
        // If nothing is written, the object need not be writable.
        let writable = self.check_writable(configuration, place, all_bits(most), None);
        if writable.map_err(|fault| possibly(fault.into()))? && least == 0 {
            return Ok(());
        }
        let end = configuration.graph.object(place.object).map_or(0, Object::possible_end);
        let most = most.min(end - place.high);
        let is_rest = |term: Term| size.is_all && is_the_rest(&configuration.graph, target, term);
        if range.single().is_some() || size.term.is_some_and(is_rest) {
            write(configuration, place, most, value);
        } else {
            if place.low == place.high {
                write(configuration, place, least, value);
            }
            let rest = if place.low == place.high { least } else { 0 };
            overwrite_perhaps(configuration, place.moved(rest), most - rest, value);
        }
        Ok(())
    }
}

/// Makes an error uncertain, because it depends on an unknown size.
pub(super) fn possibly(stop: Interruption) -> Interruption {
    match stop {
        Interruption::Fault(fault) => Interruption::Fault(Fault { certain: false, ..fault }),
        split => split,
    }
}

/// Returns true if at least this many bytes follow an address in its object: before its end, or in a string that it has.
fn has_room_for(graph: &Graph, pointer: Value, size: Term) -> bool {
    let object = pointer.object().and_then(|id| graph.object(id));
    let (Some(object), Some(start)) = (object, graph.offset_term(pointer)) else { return false };
    let is_behind = |first: i64| graph.most_above(Term::constant(first.into()), start) <= 0;
    let strings = object.strings().iter().filter(|string| is_behind(string.start));
    let ends = strings.filter_map(|string| graph.end_of_string(*string)?.plus(1));
    let size_of_object = pointer.object().and_then(|id| graph.exact_size(id));
    let behind = LinearForm::from(start).plus(&size.into(), 1);
    let beyond = |end: Term| Some(graph.most(&behind.as_ref()?.minus(&end.into())?));
    size_of_object.into_iter().chain(ends).any(|end| beyond(end).is_some_and(|most| most <= 0))
}

/// Returns true if exactly this many bytes follow an address in its object, whose offset is known.
fn is_the_rest(graph: &Graph, pointer: Value, size: Term) -> bool {
    let is_all = || {
        let start = graph.offset_term(pointer)?.integer()?;
        Some(graph.most_above(graph.exact_size(pointer.object()?)?, size.plus(start)?) <= 0)
    };
    has_room_for(graph, pointer, size) && is_all() == Some(true)
}

/// Returns the least number of bytes from an address to the end of its object.
pub(super) fn bytes_to_end(configuration: &Configuration, from: Value) -> i128 {
    let object = from.object().and_then(|id| configuration.graph.object(id));
    let offset = match from {
        Value::Address(address) => i128::from(address.offset),
        Value::Inside { high, .. } => i128::from(high),
        _ => 0,
    };
    object.map_or(0, |object| (object.size.low() - offset).max(0))
}
