//! The effects in a row of the table, one by one.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Fill, Origin};
use crate::domain::value::{Address, Range, Value};
use crate::transfer::compare::{self, Comparison};
use crate::transfer::library::access_size::{Size, bytes_to_end};
use crate::transfer::library::input::Stored;
use crate::transfer::library::strings::NewString;
use crate::transfer::library::{Call, Progress, counts, external, known, strings};
use crate::transfer::step::{Executor, UNDEFINED_BRANCH, all_bits, retire, write};
use program::library::{AccessSize, Allocation, CallbackTime, Contents, Effect, Returns, StandardStream, Written};
use program::{BinaryOp, FaultKind};

/// Longer fills are not written byte by byte.
const MOST_BYTES: i64 = 64;

/// The number of functions that every library accepts in `atexit`.
const MOST_HANDLERS: usize = 32;

impl Executor<'_> {
    pub(super) fn effect(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        effect: &Effect,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let is_absent = |index: u8| call.argument(index) == Value::ZERO && call.entry().optional == Some(index);
        match *effect {
            Effect::Output | Effect::Input | Effect::SetsErrno => {}
            Effect::ChangesEnvironment if !self.program.exposed.environment => {}
            Effect::ReadsRest(first) => self.prints(configuration, call, first, progress)?,
            Effect::Reads(index, _) | Effect::UsesStream(index) if is_absent(index) => {}
            Effect::Reads(index, access_size) => {
                self.reads_argument(configuration, call, call.argument(index), access_size, progress)?;
            }
            Effect::Writes(..) | Effect::WritesRest(_) if progress.stored == Stored::Nothing => {}
            Effect::Writes(index, access_size) => {
                self.writes(configuration, call, (index, access_size), progress.stored)?
            }
            Effect::WritesRest(first) => self.scans(configuration, call, usize::from(first), progress.stored)?,
            Effect::Fills { target, byte, access_size } => {
                self.fills(configuration, call, (target, byte, access_size))?
            }
            Effect::Copies { target, source, access_size, overlap } => {
                self.copies_argument(configuration, call, (target, source, access_size), overlap, progress)?;
            }
            Effect::Allocates(allocation) => self.allocates(configuration, call, allocation, progress)?,
            Effect::Frees(index) => progress.note = self.free_value(configuration, call.argument(index))?,
            Effect::UsesStream(index) => self.uses_stream(configuration, call.argument(index))?,
            Effect::UsesStandardStream(stream) => self.uses_standard_stream(configuration, stream)?,
            Effect::ClosesStream(index) => {
                progress.note = external::closed(configuration, call.argument(index), call.name)
            }
            Effect::EndsLife(index) => end_of_block(configuration, call.argument(index))?,
            Effect::Ends(status) => end_program(configuration, status.is_none(), progress),
            Effect::ForgetsHandlers => configuration.handlers.clear(),
            Effect::Fails(kind) => return Err(Fault::new(kind.into(), kind.describe()).into()),
            Effect::Asserts(index) => self.asserts(configuration, call.argument(index))?,
            Effect::Assumes(index) => match self.require(configuration, call.argument(index))? {
                Some(holds) => progress.blocked |= !holds,
                None => configuration.mark_possibly_infeasible(),
            },
            Effect::TakesOption => self.takes_option(configuration, call, progress)?,
            Effect::TakesToken { first, rest } => self.takes_token(configuration, call, (first, rest), progress)?,
            Effect::ReadsLine { line, size } => self.reads_line(configuration, call, (line, size), progress)?,
            Effect::WritesElsewhere | Effect::ChangesEnvironment => {
                return Err(Fault::unsupported(format!("memory that '{}' changes", call.name)).into());
            }
            Effect::CallsBack(index, CallbackTime::AtEnd) => register(configuration, call.argument(index))?,
            Effect::CallsBack(_, CallbackTime::Now | CallbackTime::AtEndWith(_)) => {
                return Err(Fault::unsupported("a library function that calls functions of the program").into());
            }
        }
        Ok(())
    }

    /// Checks that a stream is open.
    fn uses_stream(&self, configuration: &mut Configuration, stream: Value) -> Result<(), Interruption> {
        let checked = self.evaluator(configuration).place(stream, 1);
        self.survived(checked.map(drop))
    }

    /// Checks that a standard stream is open.
    fn uses_standard_stream(
        &self,
        configuration: &mut Configuration,
        stream: StandardStream,
    ) -> Result<(), Interruption> {
        match external::standard_stream(self.program, configuration, stream)? {
            Some(stream) => self.uses_stream(configuration, stream),
            None => Ok(()),
        }
    }

    fn asserts(&self, configuration: &Configuration, value: Value) -> Result<(), Interruption> {
        let holds = self.require(configuration, value)?;
        if holds == Some(true) {
            return Ok(());
        }
        let fault = Fault::new(FaultKind::Assertion, "an assertion fails");
        Err(Fault { certain: holds.is_some(), ..fault }.into())
    }

    /// Prints the arguments from `first` on.
    fn prints(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: u8,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        for index in first..u8::try_from(call.values.len()).unwrap_or(u8::MAX) {
            progress.note(self.second_fault_of_string(configuration, call.argument(index)));
        }
        let read = self.reads_strings(configuration, call, usize::from(first));
        self.survived(read)
    }

    /// Reads bytes at a pointer that is an argument.
    fn reads_argument(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        pointer: Value,
        access_size: AccessSize,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        if matches!(access_size, AccessSize::String | AccessSize::StringWithin(_)) {
            progress.note(self.second_fault_of_string(configuration, pointer));
        }
        let read = self.reads(configuration, call, pointer, access_size);
        self.survived(read)
    }

    /// Overwrites bytes at an argument.
    fn writes(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (index, access_size): (u8, AccessSize),
        stored: Stored,
    ) -> Result<(), Interruption> {
        let target = call.argument(index);
        if target == Value::ZERO && access_size == AccessSize::Object {
            return Ok(());
        }
        if access_size != AccessSize::Object {
            self.check_apart(configuration, call, (index, access_size))?;
        }
        if matches!(access_size, AccessSize::Open | AccessSize::UpToByte | AccessSize::UpToByteWithin(_)) {
            let most = strings::most_written(self, configuration, call, access_size);
            let string = strings::written_string(self, configuration, call, (stored, access_size), Range::ALL.into());
            let new = string.map(|length| NewString::at(configuration, target, length));
            let term = string.and_then(|length| configuration.graph.term(length)?.plus(1));
            let size = most.and_then(Size::up_to).map(|size| Size { term, ..size });
            self.overwrite_open(configuration, target, size)?;
            new.iter().for_each(|new| new.record(configuration));
            return Ok(());
        }
        let room = self.access_size(configuration, call, target, index, access_size)?;
        let range = room.range;
        let size = if stored == Stored::Some {
            Size { range: Range::up_to(0, range.high()), is_all: false, ..room }
        } else if matches!(call.entry().leaves, Written::Anything | Written::Indeterminate | Written::Padded(_)) {
            room
        } else {
            let most = strings::most_written(self, configuration, call, access_size).map_or(range.high(), i128::from);
            let written = Range::up_to(range.low().min(1), range.high().min(most));
            Size { range: written, is_all: false, ..room }
        };
        let string = strings::written_string(self, configuration, call, (stored, access_size), room);
        let new = string.map(|length| NewString::at(configuration, target, length));
        match known::stored(configuration, call).zip(call.arguments.get(usize::from(index))) {
            Some((value, argument)) => self.store_through(configuration, target, argument.ty, value, None, None)?,
            None => {
                let is_lost = call.entry().leaves == Written::Indeterminate;
                self.overwrite(configuration, target, size, if is_lost { Value::Undefined } else { Value::ANY })?;
            }
        }
        new.iter().for_each(|new| new.record(configuration));
        Ok(())
    }

    fn fills(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (target, byte, access_size): (u8, Option<u8>, AccessSize),
    ) -> Result<(), Interruption> {
        let size = self.access_size(configuration, call, call.argument(target), target, access_size)?;
        let byte = byte.map_or(Value::ZERO, |byte| call.argument(byte));
        if let Some((start, size)) = self.up_to_an_end(configuration, call, target, access_size)? {
            return self.overwrite(configuration, start, size.into(), Value::ANY);
        }
        self.fill(configuration, call.argument(target), size, byte)
    }

    fn copies_argument(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (index, source, access_size): (u8, u8, AccessSize),
        overlap: bool,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let (target, from) = (call.argument(index), call.argument(source));
        if matches!(access_size, AccessSize::String | AccessSize::StringWithin(_)) {
            self.reads_argument(configuration, call, from, access_size, progress)?;
            self.check_apart(configuration, call, (index, access_size))?;
        }
        let size = self.access_size(configuration, call, from, source, access_size)?;
        let string = copied_string(configuration, from, size);
        let new = string.map(|length| NewString::at(configuration, target, length));
        self.copies(configuration, (target, from), size, overlap)?;
        new.iter().for_each(|new| new.record(configuration));
        Ok(())
    }

    /// Allocates a block, whose address is the result.
    fn allocates(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        allocation: Allocation,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        if let Contents::StringAt(string) = allocation.contents {
            return self.duplicate(configuration, call, string, progress);
        }
        let size = self.size_value(configuration, call, allocation.size)?;
        let fill = if allocation.contents == Contents::Zero { Fill::Zero } else { Fill::Undefined };
        if call.entry().returns == Returns::Block {
            progress.refused.extend(self.without_bytes(configuration, size));
        }
        let block = self.block_of(configuration, size, fill, (call.span, progress))?;
        progress.block = Some(block);
        if let Contents::BytesAt(source) = allocation.contents
            && block != Value::ZERO
        {
            let source = call.argument(source);
            let size = self.access_size(configuration, call, source, 0, allocation.size)?;
            self.copies(configuration, (block, source), size, false)?;
        }
        Ok(())
    }

    /// Ignores the error of an access that changes nothing if it was already reported: a run that survives it
    /// continues.
    fn survived(&self, used: Result<(), Interruption>) -> Result<(), Interruption> {
        match used {
            Err(Interruption::Fault(fault)) if self.semantics.recovers && fault.kind != FaultKind::Unsupported => {
                Ok(())
            }
            used => used,
        }
    }

    /// Returns whether a value is not zero. Splits if the graph can express both cases.
    fn require(&self, configuration: &Configuration, value: Value) -> Result<Option<bool>, Interruption> {
        if value == Value::Undefined {
            return Err(Fault::new(FaultKind::UndefinedValue, UNDEFINED_BRANCH).into());
        }
        let word = self.program.types.model().word_bytes() as i64;
        match compare::compare(&configuration.graph, BinaryOp::NotEqual, value, Value::ZERO, word)? {
            Comparison::Is(outcome) => Ok(Some(outcome)),
            Comparison::Open => {
                let (mut zero, mut other) = (configuration.graph.clone(), configuration.graph.clone());
                let recorded = compare::assume_equal(&mut zero, value, Value::ZERO, word)
                    && other.record_different(value, Value::ZERO);
                let free = configuration.graph.is_unconstrained(value) && zero.has_room(value) && other.has_room(value);
                if recorded { Err(Interruption::by_number(vec![zero, other], free)) } else { Ok(None) }
            }
        }
    }

    pub(super) fn reads(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        pointer: Value,
        access_size: AccessSize,
    ) -> Result<(), Interruption> {
        match access_size {
            AccessSize::String => return self.reads_string(configuration, call.entry(), pointer, None),
            AccessSize::StringWithin(limit) => {
                let limit = configuration.graph.range(call.argument(limit)).unwrap_or(Range::ALL);
                return self.reads_string(configuration, call.entry(), pointer, Some(limit));
            }
            AccessSize::UpToByte => {
                self.evaluator(configuration).place(pointer, 1)?;
                let message = "search for a byte that may not be in the block";
                return Err(Fault::possible(FaultKind::OutOfBounds, message).into());
            }
            AccessSize::UpToByteWithin(limit) => {
                let limit = configuration.graph.range(call.argument(limit)).unwrap_or(Range::ALL);
                self.evaluator(configuration).place(pointer, i64::from(limit.low() > 0))?;
                if limit.high() <= bytes_to_end(configuration, pointer) {
                    return Ok(());
                }
                let message = "copy up to a byte that may not be in the block";
                return Err(Fault::possible(FaultKind::OutOfBounds, message).into());
            }
            AccessSize::Open => {
                self.evaluator(configuration).place(pointer, 1)?;
                return Ok(());
            }
            AccessSize::Bytes(_) | AccessSize::AtMost(_) | AccessSize::Product(..) | AccessSize::Object => {}
        }
        let mut size = self.access_size(configuration, call, pointer, 0, access_size)?;
        if matches!(access_size, AccessSize::AtMost(_)) {
            size.range = Range::up_to(size.range.low().min(1), size.range.high());
        }
        if size.range.high() > 0 {
            let place = self.place_of_some(configuration, pointer, size)?;
            if call.entry().looks_at_bytes() && !self.semantics.undefined_is_any && !self.semantics.tolerates {
                let most = i64::try_from(size.range.high()).unwrap_or(i64::MAX / 4);
                if counts::some_of(&mut configuration.clone(), place, most).may_be_undefined() {
                    let message = "comparison of bytes that may be uninitialized";
                    return Err(Fault::possible(FaultKind::UndefinedValue, message).into());
                }
            }
        }
        Ok(())
    }

    fn fill(
        &self,
        configuration: &mut Configuration,
        target: Value,
        size: Size,
        byte: Value,
    ) -> Result<(), Interruption> {
        match (byte, size.range.single().and_then(|size| i64::try_from(size).ok())) {
            (_, Some(0)) => Ok(()),
            (Value::Integer(byte), Some(count)) if byte & 255 != 0 && count <= MOST_BYTES => {
                let place = self.evaluator(configuration).place(target, count)?;
                if self.check_writable(configuration, place, all_bits(count), None)? {
                    return Ok(());
                }
                for offset in 0..count {
                    write(configuration, place.moved(offset), 1, Value::Integer(byte & 255));
                }
                Ok(())
            }
            (Value::Integer(byte), _) if byte & 255 == 0 => self.overwrite(configuration, target, size, Value::ZERO),
            _ => self.overwrite(configuration, target, size, Value::ANY),
        }
    }
}

/// Registers a function of the program that runs when the program ends.
fn register(configuration: &mut Configuration, function: Value) -> Result<(), Interruption> {
    let Value::Function(function) = function else {
        return Err(Fault::unsupported("atexit with a function that is not known").into());
    };
    if configuration.handlers.len() >= MOST_HANDLERS {
        return Err(Fault::unsupported("atexit with more functions than every library keeps").into());
    }
    configuration.handlers.push(function);
    Ok(())
}

/// Ends the lifetime of a stack block before its call returns.
fn end_of_block(configuration: &mut Configuration, pointer: Value) -> Result<(), Interruption> {
    let id = match pointer {
        Value::Integer(0) => return Ok(()),
        Value::Address(Address { offset: 0, .. }) => pointer.object(),
        _ => None,
    };
    let is_stack = |id: &_| configuration.graph.object(*id).is_some_and(|object| object.origin == Origin::Stack);
    let Some(id) = id.filter(is_stack) else {
        return Err(Fault::unsupported("the end of a block of the stack that is not known").into());
    };
    // The end of a variable-length array also frees everything that `alloca` has allocated after it, as GCC documents.
    let Some(frame) = configuration.frames.last_mut() else { return Ok(()) };
    let ended = match frame.blocks.iter().position(|other| *other == id) {
        Some(first) => frame.blocks.split_off(first),
        None => vec![id],
    };
    ended.into_iter().for_each(|id| retire(configuration, id));
    // A pointer from a function without a body may lead there.
    configuration.graph.forget_given();
    Ok(())
}

/// Ends the program; if it is aborted, no handler runs.
fn end_program(configuration: &mut Configuration, is_aborted: bool, progress: &mut Progress) {
    progress.ended = true;
    if is_aborted {
        configuration.handlers.clear();
    }
}

/// Returns the length of the string that a copy of `size` bytes copies as a whole, if it is known.
fn copied_string(configuration: &mut Configuration, from: Value, size: Size) -> Option<Value> {
    let object = from.object().and_then(|id| configuration.graph.object(id));
    if object.is_none_or(|object| object.strings().is_empty()) {
        return None;
    }
    let length = strings::string_length(configuration, from)?;
    let graph = &configuration.graph;
    let by_ranges = graph.range(length)?.high() < size.range.low();
    let ends = graph.term(length).zip(size.term).is_some_and(|(length, size)| graph.most_above(length, size) < 0);
    (by_ranges || ends).then_some(length)
}
