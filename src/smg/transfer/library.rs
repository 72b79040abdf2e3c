//! What functions of the C library do to a configuration, by the table of their effects.

mod allocation;
mod counts;
mod extent;
mod foreign;
mod input;
mod known;
mod overlap;
mod scan;
mod strings;

use crate::base::Span;
use crate::program::library::{Effect, Extent, Returns};
use crate::program::{BinaryOp, Expr, FaultKind, LibraryFunction};
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::fault::{Fault, Stop};
use crate::smg::domain::object::{Fill, Origin};
use crate::smg::domain::value::{Address, Range, Value};
use crate::smg::transfer::compare::{self, Comparison};
use crate::smg::transfer::library::extent::{Size, bytes_to_end, possibly};
pub use crate::smg::transfer::library::foreign::open_streams;
use crate::smg::transfer::library::input::Stored;
use crate::smg::transfer::step::{Executor, Outcome, UNDEFINED_BRANCH, retire, write};

/// What `posix_memalign` returns if it fails: `ENOMEM`, and `EINVAL`.
const NO_MEMORY: i128 = 12;
const INVALID: i128 = 22;
/// Longer fills are not written byte by byte.
const MOST_BYTES: i64 = 64;
/// The most bytes of a string that are looked at one by one.
const LONGEST_STRING: i64 = 1 << 16;

/// So many functions `atexit` takes in any library.
const MOST_HANDLERS: usize = 32;

/// A call under way.
struct Call<'c> {
    function: LibraryFunction,
    /// The name that the program calls it by.
    name: &'c str,
    values: Vec<Value>,
    arguments: &'c [Expr],
    span: Span,
}

impl Call<'_> {
    /// The value of an argument; anything if there is none.
    fn argument(&self, index: u8) -> Value {
        self.values.get(usize::from(index)).copied().unwrap_or(Value::ANY)
    }
}

/// What the effects so far have led to.
#[derive(Default)]
struct Progress {
    block: Option<Value>,
    /// Where no block is given.
    refused: Option<Configuration>,
    /// What else may have come of it.
    instead: Vec<Outcome>,
    input: bool,
    ended: bool,
    /// Nothing but that comes of it.
    blocked: bool,
    note: Option<Fault>,
    stored: Stored,
}

impl Executor<'_> {
    /// All that a call of a library function may do, which the program calls by a name.
    pub fn library(
        &self,
        before: &Configuration,
        (function, name): (LibraryFunction, &str),
        (arguments, result): (&[Expr], Option<&Expr>),
        span: Span,
    ) -> Result<Vec<Outcome>, Stop> {
        if let Some(address) = result {
            self.check_target(before, address)?;
        }
        let mut found = Vec::new();
        for stored in input::ways(function) {
            found.extend(self.library_way(before, (function, name), (arguments, result), (span, *stored))?);
        }
        Ok(found)
    }

    /// The same of a call that stores so much of what it reads.
    fn library_way(
        &self,
        before: &Configuration,
        (function, name): (LibraryFunction, &str),
        (arguments, result): (&[Expr], Option<&Expr>),
        (span, stored): (Span, Stored),
    ) -> Result<Vec<Outcome>, Stop> {
        let mut after = before.clone();
        if function.may_set_errno() {
            self.errno_changes(&mut after);
        }
        self.count_one_by_one(&mut after, function, arguments)?;
        let values: Result<Vec<Value>, Stop> =
            arguments.iter().map(|argument| self.evaluator(&mut after).value(argument)).collect();
        let call = Call { function, name, values: values?, arguments, span };
        call.values.iter().try_for_each(|value| self.evaluator(&mut after).settle(*value))?;
        if !input::is_possible(&after, &call, stored) {
            return Ok(Vec::new());
        }
        if self.gives_away(&after, &call) {
            after.doubt();
        }
        let mut progress = Progress { stored, ..Progress::default() };
        let done = self.act(&mut after, &call, result, &mut progress);
        // Whether the string has so much that is stored is not followed.
        let is_open = function == LibraryFunction::Sscanf && stored != Stored::Nothing;
        done.map_err(|stop| if is_open { possibly(stop) } else { stop })?;
        let mut found = std::mem::take(&mut progress.instead);
        if progress.blocked {
            return Ok(found);
        }
        if progress.ended {
            return Ok(vec![Outcome::Ended(after).noted(progress.note)]);
        }
        if let Some(mut refused) = progress.refused.take() {
            let told = if function == LibraryFunction::PosixMemalign { NO_MEMORY } else { 0 };
            self.give(&mut refused, result, Value::Integer(told))?;
            found.push(Outcome::Passed(refused));
        }
        let conversions = self.conversions_scanned(&after, &call);
        let known = match input::result(&mut after, &call, stored, conversions) {
            Some(known) => Some(known),
            None => self.known_result(&mut after, &call)?,
        };
        let results = match known {
            Some(known) => vec![known],
            None => self.results(&mut after, function, &call, progress.block, progress.input, result),
        };
        for value in results {
            let mut returned = after.clone();
            self.give(&mut returned, result, value)?;
            found.push(Outcome::Passed(returned));
        }
        if let Some(last) = found.pop() {
            found.push(last.noted(progress.note));
        }
        Ok(found)
    }

    /// Does what a function does.
    fn act(
        &self,
        after: &mut Configuration,
        call: &Call<'_>,
        result: Option<&Expr>,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        match call.function {
            LibraryFunction::Realloc | LibraryFunction::Reallocarray => {
                self.reallocate(after, call, result, progress)?
            }
            LibraryFunction::Alloca => self.allocate_on_stack(after, call, progress)?,
            LibraryFunction::Atexit => register(after, call.values.first().copied())?,
            LibraryFunction::Asprintf | LibraryFunction::Vasprintf => {
                progress.instead.extend(self.print_into_block(after, call, result)?);
            }
            LibraryFunction::PosixMemalign => self.allocate_aligned(after, call, result, progress)?,
            function => {
                match function {
                    LibraryFunction::ForgetHandlers => after.handlers.clear(),
                    LibraryFunction::VaArg => {
                        let message = "`va_arg` may read an argument that was not passed";
                        progress.note = Some(Fault::possible(FaultKind::Uninitialized, message));
                    }
                    LibraryFunction::AlignedAlloc => self.refuse_alignment(after, call, result, progress)?,
                    _ => {}
                }
                if self.program.exposed.buffers && function.uses_streams() {
                    return Err(Fault::unsupported("a stream with a buffer of the program's own").into());
                }
                if self.program.exposed.assigns_streams && function.uses_standard_stream() {
                    return Err(Fault::unsupported("a standard stream that the program assigns").into());
                }
                for effect in function.entry().effects {
                    self.effect(after, call, effect, progress)?;
                }
                if function == LibraryFunction::Freopen {
                    progress.instead.push(self.not_reopened(after, call, result)?);
                }
            }
        }
        Ok(())
    }

    /// Whether a call takes an address to where the program may find it again: one that is passed as a number may be in what
    /// comes back, and one in bytes that are written out may be read in.
    fn gives_away(&self, configuration: &Configuration, call: &Call<'_>) -> bool {
        let is_output = call.function.entry().effects.contains(&Effect::Output);
        let mut passed = call.values.iter().zip(call.arguments);
        passed.any(|(value, argument)| {
            let object = value.object().and_then(|id| configuration.graph.object(id));
            match self.program.types.is_pointer(argument.ty) {
                true => is_output && object.is_some_and(|object| object.holds_an_address(0, object.possible_end())),
                false => value.object().is_some(),
            }
        })
    }

    fn give(&self, configuration: &mut Configuration, result: Option<&Expr>, value: Value) -> Result<(), Stop> {
        let Some(address) = result else { return Ok(()) };
        let pointer = self.evaluator(configuration).sound_address(address)?;
        self.store_through(configuration, pointer, address.ty, value, None)
    }

    /// The values that the function may return.
    fn results(
        &self,
        configuration: &mut Configuration,
        function: LibraryFunction,
        call: &Call<'_>,
        block: Option<Value>,
        input: bool,
        result: Option<&Expr>,
    ) -> Vec<Value> {
        let Some(address) = result else { return vec![Value::ANY] };
        let ty = self.program.types.pointee(address.ty);
        let format = ty.and_then(|ty| self.evaluator(configuration).format(ty));
        let range = match function {
            // Up to `RAND_MAX`.
            LibraryFunction::Rand => Range::up_to(0, i32::MAX as i128),
            _ => format.map_or(Range::ALL, Range::of_format),
        };
        match function.entry().returns {
            _ if function == LibraryFunction::PosixMemalign => {
                vec![if block == Some(Value::ZERO) { Value::Integer(NO_MEMORY) } else { Value::ZERO }]
            }
            Returns::Nothing => vec![Value::ANY],
            Returns::Anything if input && function == LibraryFunction::Nondeterministic => {
                vec![configuration.graph.unknown(range)]
            }
            Returns::Anything => vec![configuration.graph.derived(range)],
            // What comes of a failure is followed apart: see `not_reopened`.
            Returns::Argument(index) | Returns::ArgumentOrNull(index) => vec![call.argument(index)],
            Returns::Inside(index) => known::inside(configuration, call, call.argument(index)),
            Returns::Block => vec![block.unwrap_or(Value::ANY)],
            Returns::Foreign | Returns::Own => {
                foreign::addresses(configuration, function, self.program.types.model().word_bytes() as i64)
            }
        }
    }

    fn effect(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        effect: &Effect,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        match *effect {
            Effect::Output | Effect::SetsErrno => {}
            Effect::ChangesEnvironment if !self.program.exposed.environment => {}
            Effect::ReadsRest(first) => {
                for index in first..u8::try_from(call.values.len()).unwrap_or(u8::MAX) {
                    let second = self.second_fault_of_string(configuration, call.argument(index));
                    progress.note = progress.note.take().or(second);
                }
                let read = self.reads_strings(configuration, call, usize::from(first));
                self.survived(read)?;
            }
            Effect::Input => progress.input = true,
            Effect::Reads(index, _) if call.argument(index) == Value::ZERO && may_be_null(call.function, index) => {}
            Effect::Reads(index, extent) => {
                if matches!(extent, Extent::Text | Extent::TextWithin(_)) {
                    let second = self.second_fault_of_string(configuration, call.argument(index));
                    progress.note = progress.note.take().or(second);
                }
                let read = self.reads(configuration, call, call.argument(index), extent);
                self.survived(read)?;
            }
            Effect::Writes(..) | Effect::WritesRest(_) if progress.stored == Stored::Nothing => {}
            Effect::Writes(index, Extent::Open) => {
                self.check_apart(configuration, call, index)?;
                let most = strings::most_written(self, configuration, call);
                let string = strings::written_string(self, configuration, call, progress.stored, Range::ALL.into());
                self.overwrite_open(configuration, call.argument(index), most)?;
                string.into_iter().for_each(|string| strings::note_string(configuration, call.argument(index), string));
            }
            Effect::Writes(index, extent) => {
                let target = call.argument(index);
                if target == Value::ZERO && matches!(extent, Extent::Object) {
                    return Ok(());
                }
                if !matches!(extent, Extent::Object) {
                    self.check_apart(configuration, call, index)?;
                }
                let room = self.extent(configuration, call, target, index, extent)?;
                let range = room.range;
                let size = if progress.stored == Stored::Some {
                    Size { range: Range::up_to(0, range.high()), is_all: false, ..room }
                } else if input::may_write_less(call.function) {
                    let most = strings::most_written(self, configuration, call).map_or(range.high(), i128::from);
                    let written = Range::up_to(range.low().min(1), range.high().min(most));
                    Size { range: written, is_all: false, ..room }
                } else {
                    room
                };
                let string = strings::written_string(self, configuration, call, progress.stored, room);
                match known::stored(configuration, call).zip(call.arguments.get(usize::from(index))) {
                    Some((value, argument)) => self.store_through(configuration, target, argument.ty, value, None)?,
                    None => self.overwrite(configuration, target, size, Value::ANY)?,
                }
                string.into_iter().for_each(|string| strings::note_string(configuration, target, string));
            }
            Effect::WritesRest(first) => {
                self.scans(configuration, call, usize::from(first), progress.stored)?;
            }
            Effect::Fills { target, byte, extent } => {
                let size = self.extent(configuration, call, call.argument(target), target, extent)?;
                let byte = byte.map_or(Value::ZERO, |byte| call.argument(byte));
                if let Some((start, size)) = self.up_to_an_end(configuration, call, target, extent)? {
                    return self.overwrite(configuration, start, size.into(), Value::ANY);
                }
                self.fill(configuration, call.argument(target), size, byte)?;
            }
            Effect::Copies { target: index, source, extent, overlap } => {
                let (target, from) = (call.argument(index), call.argument(source));
                if matches!(extent, Extent::Text | Extent::TextWithin(_)) {
                    let second = self.second_fault_of_string(configuration, from);
                    progress.note = progress.note.take().or(second);
                    let read = self.reads(configuration, call, from, extent);
                    self.survived(read)?;
                    self.check_apart(configuration, call, index)?;
                }
                let size = self.extent(configuration, call, from, source, extent)?;
                let string = copied_string(configuration, from, size);
                self.copies(configuration, (target, from), size, overlap)?;
                string.into_iter().for_each(|string| strings::note_string(configuration, target, string));
            }
            Effect::Allocates { extent, zeroed } => {
                let size = match extent {
                    Extent::Open => {
                        self.duplicate(configuration, call, progress)?;
                        return Ok(());
                    }
                    extent => self.size_value(configuration, call, extent)?,
                };
                let fill = if zeroed { Fill::Zero } else { Fill::Undefined };
                let block = self.block_of(configuration, size, fill, (call.span, progress))?;
                progress.block = Some(block);
                if call.function == LibraryFunction::Memdup && block != Value::ZERO {
                    let size = self.extent(configuration, call, call.argument(0), 0, extent)?;
                    self.copies(configuration, (block, call.argument(0)), size, false)?;
                }
            }
            Effect::Frees(index) => progress.note = self.free_value(configuration, call.argument(index))?,
            Effect::UsesStream(index) if call.argument(index) == Value::ZERO && may_be_null(call.function, index) => {}
            Effect::UsesStream(index) => {
                let checked = self.evaluator(configuration).place(call.argument(index), 1);
                self.survived(checked.map(drop))?;
            }
            Effect::ClosesStream(index) => progress.note = foreign::closed(configuration, call.argument(index)),
            Effect::EndsLife(index) => end_of_block(configuration, call.argument(index))?,
            Effect::Ends(status) => {
                progress.ended = true;
                if status.is_none() {
                    configuration.handlers.clear();
                }
            }
            Effect::Fails(kind) => return Err(Fault::new(kind.into(), kind.describe()).into()),
            Effect::Asserts(index) | Effect::Assumes(index) => {
                let holds = self.require(configuration, call.argument(index))?;
                match (holds, effect) {
                    (Some(true), _) => {}
                    (Some(false), Effect::Assumes(_)) => progress.blocked = true,
                    (None, Effect::Assumes(_)) => configuration.doubt(),
                    (holds, _) => {
                        let fault = Fault::new(FaultKind::Assertion, "an assertion fails");
                        return Err(Fault { certain: holds.is_some(), ..fault }.into());
                    }
                }
            }
            Effect::WritesElsewhere | Effect::ChangesEnvironment => {
                let message = format!("memory that '{}' changes", call.name);
                return Err(Fault::unsupported(message).into());
            }
            Effect::CallsBack(_) => {
                return Err(Fault::unsupported("a library function that calls functions of the program").into());
            }
        }
        Ok(())
    }

    /// What comes of a use that changes nothing: where an error of it was reported before, a run that survives it goes on.
    fn survived(&self, used: Result<(), Stop>) -> Result<(), Stop> {
        match used {
            Err(Stop::Fault(fault)) if self.semantics.recovers && fault.kind != FaultKind::Unsupported => Ok(()),
            used => used,
        }
    }

    /// Whether a value is not zero; both cases are looked at where the graph can tell them apart.
    fn require(&self, configuration: &Configuration, value: Value) -> Result<Option<bool>, Stop> {
        if value == Value::Undefined {
            return Err(Fault::new(FaultKind::UndefinedValue, UNDEFINED_BRANCH).into());
        }
        let word = self.program.types.model().word_bytes() as i64;
        match compare::compare(&configuration.graph, BinaryOp::NotEqual, value, Value::ZERO, word)? {
            Comparison::Is(outcome) => Ok(Some(outcome)),
            Comparison::Open => {
                let (mut zero, mut other) = (configuration.graph.clone(), configuration.graph.clone());
                let told = compare::assume_equal(&mut zero, value, Value::ZERO, word)
                    && other.note_different(value, Value::ZERO);
                let free = configuration.graph.is_free(value) && zero.has_room(value) && other.has_room(value);
                if told { Err(Stop::by_number(vec![zero, other], free)) } else { Ok(None) }
            }
        }
    }

    fn reads(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        pointer: Value,
        extent: Extent,
    ) -> Result<(), Stop> {
        match extent {
            Extent::Text => return self.reads_string(configuration, call.function, pointer, None),
            Extent::TextWithin(limit) => {
                let limit = configuration.graph.range(call.argument(limit)).unwrap_or(Range::ALL);
                return self.reads_string(configuration, call.function, pointer, Some(limit));
            }
            Extent::Open if call.function == LibraryFunction::Rawmemchr => {
                self.evaluator(configuration).place(pointer, 1)?;
                return Err(
                    Fault::possible(FaultKind::OutOfBounds, "search for a byte that may not be in the block").into()
                );
            }
            Extent::Open if call.function == LibraryFunction::Memccpy => {
                let limit = configuration.graph.range(call.argument(3)).unwrap_or(Range::ALL);
                self.evaluator(configuration).place(pointer, i64::from(limit.low() > 0))?;
                return match limit.high() <= bytes_to_end(configuration, pointer) {
                    true => Ok(()),
                    false => {
                        let message = "copy up to a byte that may not be in the block";
                        Err(Fault::possible(FaultKind::OutOfBounds, message).into())
                    }
                };
            }
            Extent::Open => {
                self.evaluator(configuration).place(pointer, 1)?;
                return Ok(());
            }
            _ => {}
        }
        let mut size = self.extent(configuration, call, pointer, 0, extent)?;
        if call.function == LibraryFunction::Memchr {
            // It reads no further than to what it looks for.
            size.range = Range::up_to(size.range.low().min(1), size.range.high());
        }
        if size.range.high() > 0 {
            let place = self.place_of_some(configuration, pointer, size)?;
            if looks_at_bytes(call.function) && !self.semantics.undefined_is_any && !self.semantics.tolerates {
                let most = i64::try_from(size.range.high()).unwrap_or(i64::MAX / 4);
                if counts::some_of(&mut configuration.clone(), place, most).may_be_undefined() {
                    let message = "comparison of bytes that may be uninitialized";
                    return Err(Fault::possible(FaultKind::UndefinedValue, message).into());
                }
            }
        }
        Ok(())
    }

    fn fill(&self, configuration: &mut Configuration, target: Value, size: Size, byte: Value) -> Result<(), Stop> {
        match (byte, size.range.single().and_then(|size| i64::try_from(size).ok())) {
            (_, Some(0)) => Ok(()),
            (Value::Integer(byte), Some(count)) if byte & 255 != 0 && count <= MOST_BYTES => {
                let place = self.evaluator(configuration).place(target, count)?;
                if self.check_writable(configuration, place.object)? {
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

/// Whether an argument of a function leads to a string or a stream, or is NULL.
fn may_be_null(function: LibraryFunction, index: u8) -> bool {
    use LibraryFunction as F;
    matches!((function, index), (F::Perror | F::Freopen | F::Fflush, 0))
}

/// Whether the result of a function depends on the bytes that it reads, which do not end in a zero byte.
fn looks_at_bytes(function: LibraryFunction) -> bool {
    use LibraryFunction as F;
    matches!(function, F::Memcmp | F::Memchr | F::Memrchr | F::Memmem)
}

/// Registers a function of the program that runs when the program ends.
fn register(configuration: &mut Configuration, function: Option<Value>) -> Result<(), Stop> {
    let Some(Value::Function(function)) = function else {
        return Err(Fault::unsupported("atexit with a function that is not known").into());
    };
    if configuration.handlers.len() >= MOST_HANDLERS {
        return Err(Fault::unsupported("atexit with more functions than every library keeps").into());
    }
    configuration.handlers.push(function);
    Ok(())
}

/// A block of the stack ends its life before the call does that it belongs to.
fn end_of_block(configuration: &mut Configuration, pointer: Value) -> Result<(), Stop> {
    let id = match pointer {
        Value::Integer(0) => return Ok(()),
        Value::Address(Address { offset: 0, .. }) => pointer.object(),
        _ => None,
    };
    let is_stack = |id: &_| configuration.graph.object(*id).is_some_and(|object| object.origin == Origin::Stack);
    let Some(id) = id.filter(is_stack) else {
        return Err(Fault::unsupported("the end of a block of the stack that is not known").into());
    };
    // With an array of variable size all goes that `alloca` has made after it, as GCC documents.
    let Some(frame) = configuration.frames.last_mut() else { return Ok(()) };
    let ended = match frame.blocks.iter().position(|other| *other == id) {
        Some(first) => frame.blocks.split_off(first),
        None => vec![id],
    };
    ended.into_iter().for_each(|id| retire(configuration, id));
    Ok(())
}

/// How long the string is that is copied as a whole when so many bytes from an address on are, and that is told by a note.
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
