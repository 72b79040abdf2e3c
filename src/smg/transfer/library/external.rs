//! External memory, which the library owns: streams, strings that it returns, and the tables behind `<ctype.h>`.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Fill, Liveness, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::step::{CommandOutcome, Executor, write};
use program::library::{External, StandardStream, characters};
use program::{Expr, FaultKind, LibraryFunction, Program};

/// The characters that the tables have entries for.
const CHARACTERS: std::ops::Range<i32> = -128..256;
/// Bytes of `errno`.
const ERROR_NUMBER: i128 = 4;

/// Returns the addresses that a function may return if its result points to an object of the library.
pub(super) fn addresses(
    configuration: &mut Configuration,
    (function, what): (LibraryFunction, External),
    word: i64,
) -> Vec<Value> {
    match what {
        External::CharacterTable => vec![table(configuration, function, word)],
        External::ErrorNumber => vec![error_number(configuration, function)],
        External::Message | External::Name => vec![string(configuration, function)],
        External::Variable => {
            // It returns the same value at each call.
            configuration.mark_possibly_infeasible();
            vec![string(configuration, function), Value::ZERO]
        }
        External::Frame => vec![memory(configuration, Origin::Library(function), 1 << 10), Value::ZERO],
        External::Stream => vec![memory(configuration, Origin::External, 1 << 10), Value::ZERO],
    }
}

/// Returns the external memory with such an origin, if it still exists.
fn address_returned_before(configuration: &Configuration, is_it: impl Fn(Origin) -> bool) -> Option<ObjectId> {
    let mut objects = configuration.graph.objects();
    objects.find(|(_, object)| is_it(object.origin)).map(|(id, _)| id)
}

/// Returns the address of `errno`, which any function may have set.
fn error_number(configuration: &mut Configuration, function: LibraryFunction) -> Value {
    let object = address_returned_before(configuration, Origin::is_error_number).unwrap_or_else(|| {
        let origin = Origin::Library(function);
        configuration.graph.add(Object::new(origin, Range::exactly(ERROR_NUMBER), Fill::Any))
    });
    write(configuration, ObjectBytes::at(object, 0), ERROR_NUMBER as i64, Value::ANY);
    Value::Address(Address::region(object))
}

/// Returns the address of an unknown string.
fn string(configuration: &mut Configuration, function: LibraryFunction) -> Value {
    let origin = Origin::Library(function);
    let object = configuration.graph.add(Object::new(origin, Range::up_to(1, 1 << 20), Fill::Any));
    configuration.graph.record_string(object, 0, Value::Any(Range::up_to(0, (1 << 20) - 1)));
    Value::Address(Address::region(object))
}

/// Returns the address of memory with arbitrary contents.
fn memory(configuration: &mut Configuration, origin: Origin, offset: i64) -> Value {
    let object = configuration.graph.add(Object::new(origin, Range::exactly(1 << 20), Fill::Any));
    Value::Address(Address { offset, ..Address::region(object) })
}

/// Returns the address of a pointer to the middle of a table.
fn table(configuration: &mut Configuration, function: LibraryFunction, word: i64) -> Value {
    if let Some(pointer) = address_returned_before(configuration, |origin| origin == Origin::Library(function)) {
        return Value::Address(Address::region(pointer));
    }
    let width = characters::width(function) as i64;
    let size = Range::exactly(i128::from(width) * CHARACTERS.len() as i128);
    let mut entries = Object::new(Origin::External, size, Fill::Zero);
    for (place, c) in (0..).zip(CHARACTERS) {
        entries.write(place * width, width, Value::Integer(characters::entry(function, c).into()));
    }
    let entries = configuration.graph.add(entries);
    let middle = Address { offset: -i64::from(CHARACTERS.start) * width, ..Address::region(entries) };
    let mut pointer = Object::new(Origin::Library(function), Range::exactly(word.into()), Fill::Zero);
    pointer.write(0, word, Value::Address(middle));
    Value::Address(Address::region(configuration.graph.add(pointer)))
}

impl Executor<'_> {
    /// Makes `errno` an arbitrary number, after a call that may fail.
    pub fn errno_changes(&self, configuration: &mut Configuration) {
        if self.program.exposed.errno.is_some()
            && let Some(object) = address_returned_before(configuration, Origin::is_error_number)
        {
            write(configuration, ObjectBytes::at(object, 0), ERROR_NUMBER as i64, Value::ANY);
        }
    }

    /// Returns the outcome of a failed `freopen`: the stream is closed nevertheless.
    pub(super) fn not_reopened(
        &self,
        before: &Configuration,
        (stream, name): (Value, &str),
        result: Option<&Expr>,
    ) -> Result<CommandOutcome, Interruption> {
        let mut failed = before.clone();
        let note = closed(&mut failed, stream, name);
        self.give(&mut failed, result, Value::ZERO)?;
        Ok(CommandOutcome::Passed(failed).surviving(note))
    }
}

/// Closes a stream, by a function of this name. Returns the error, if there is one: the program may survive it.
pub(super) fn closed(configuration: &mut Configuration, stream: Value, name: &str) -> Option<Fault> {
    let found = stream.object().and_then(|id| configuration.graph.object_mut(id));
    match (stream, found) {
        (Value::ZERO, _) => Some(Fault::new(FaultKind::InvalidDereference, format!("{name} of a NULL pointer"))),
        (Value::Undefined, _) => {
            Some(Fault::new(FaultKind::Uninitialized, format!("{name} of an uninitialized pointer")))
        }
        (_, Some(object)) if object.origin == Origin::External => match object.liveness {
            Liveness::Valid => {
                *object = object.emptied(Fill::Any);
                object.liveness = Liveness::Freed;
                None
            }
            _ => Some(Fault::new(FaultKind::DoubleFree, format!("{name} of a stream that is closed already"))),
        },
        (Value::Integer(_) | Value::Function(_), _) | (_, Some(_)) => {
            Some(Fault::possible(FaultKind::InvalidFree, format!("{name} of an address that is no stream")))
        }
        _ => Some(Fault::possible(FaultKind::InvalidFree, format!("{name} of an unknown pointer"))),
    }
}

/// Returns the address of a standard stream; `None` if the program has no name for it, so that it cannot affect it.
pub(super) fn standard_stream(
    program: &Program,
    configuration: &Configuration,
    stream: StandardStream,
) -> Result<Option<Value>, Fault> {
    let word = program.types.model().word_bytes() as i64;
    let mut variables = program.streams().filter(|(_, variable)| StandardStream::named(&variable.name) == Some(stream));
    let Some((id, _)) = variables.next().filter(|_| program.exposed.streams) else { return Ok(None) };
    let storage = configuration.globals.get(&id).and_then(|storage| configuration.graph.object(*storage));
    // A stream that no command names is not stored, and cannot be closed.
    if storage.is_none() && !program.used_variables().contains(&id) {
        return Ok(None);
    }
    let value = storage.map(|storage| storage.read(0, word));
    let leads_to = |value: Value| value.object().and_then(|id| configuration.graph.object(id));
    match value.filter(|value| leads_to(*value).is_some_and(|found| found.origin == Origin::External)) {
        Some(stream) => Ok(Some(stream)),
        None => Err(Fault::unsupported("a standard stream that may be closed")),
    }
}

/// Initialises the variables that the library provides for the standard streams.
pub fn open_streams(program: &Program, configuration: &mut Configuration, word: i64) -> Result<(), Fault> {
    let mut streams = program.streams().map(|(id, _)| id).peekable();
    if streams.peek().is_none() {
        return Ok(());
    }
    let used = program.used_variables();
    for id in streams.filter(|id| used.contains(id)) {
        let stream = memory(configuration, Origin::External, 0);
        let storage = configuration.give_storage(program, id)?;
        if let Some(object) = configuration.graph.object_mut(storage) {
            object.write(0, word, stream);
        }
    }
    Ok(())
}
