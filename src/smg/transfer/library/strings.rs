//! NUL-terminated strings: their lengths, and the arguments that printf formats read.

use crate::domain::configuration::Configuration;
use crate::domain::equations::LinearForm;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::{Graph, Quantity, Term};
use crate::domain::limits::LONGEST_STRING;
use crate::domain::object::{Liveness, Object, Origin, TerminatedString, ZeroByte};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::library::Call;
use crate::transfer::library::access_size::{Size, bytes_to_end, possibly};
use crate::transfer::library::input::Stored;
use crate::transfer::library::known::PRINTED;
use crate::transfer::semantics::Semantics;
use crate::transfer::step::Executor;
use program::library::conversions::{Conversion, Limit, conversions};
use program::library::{AccessSize, Effect, Entry, Written};
use program::{FaultKind, UninitializedUse};

/// Returns the length of a string whose bytes are known.
pub(super) fn length(configuration: &Configuration, string: Value) -> Option<i64> {
    let Value::Address(address) = string else { return None };
    i64::try_from(configuration.graph.object(address.object)?.known_string(address.offset)?).ok()
}

/// Returns the number of bytes from an address to the end of its string, if it is known to end: an integer, an unknown
/// number, or any of a range.
pub(super) fn string_length(configuration: &mut Configuration, string: Value) -> Option<Value> {
    if let Some(length) = length(configuration, string) {
        return Some(Value::Integer(length.into()));
    }
    let graph = &mut configuration.graph;
    let id = string.object()?;
    let offset = graph.offset_term(string)?;
    let object = graph.object(id).filter(|object| object.liveness == Liveness::Valid && !object.is_abstract())?;
    let start = offset.integer().and_then(|start| i64::try_from(start).ok());
    if let Some(known) = graph.remembered_length(id, offset) {
        return Some(known);
    }
    let Some((found, [above, below])) = graph.string_around(object, offset) else {
        let range = zero_byte_behind(graph, object, start?)?;
        let length = Value::of_range(range);
        return Some(if graph.keeps_relations() { graph.record_string(id, start?, length) } else { length });
    };
    if found.zero == ZeroByte::Later {
        return part_of_strings(graph, id, (start, offset), found, below);
    }
    let range = Range::new(-above, below.max(-above))?;
    Some(match (start, found.length) {
        (Some(start), Value::Any(_)) if start == found.start => graph.record_string(id, start, Value::of_range(range)),
        (Some(start), length) if start == found.start => length,
        _ => graph.rest_of_string(id, found, offset, range),
    })
}

/// Returns the number of bytes from an offset to the next zero byte, where the last one of several strings is at most
/// `most` bytes behind the offset.
fn part_of_strings(
    graph: &mut Graph,
    id: ObjectId,
    (start, offset): (Option<i64>, Term),
    strings: TerminatedString,
    most: i128,
) -> Option<Value> {
    let range = Range::new(0, most.max(0))?;
    if !graph.keeps_relations() {
        return Some(Value::of_range(range));
    }
    let length = graph.dependent(range);
    if let (Some(length), Some(end)) = (graph.form(length), graph.end_of_string(strings)) {
        let behind = length.plus(&offset.into(), 1).and_then(|found| found.minus(&end.into()));
        behind.iter().for_each(|form| graph.add_inequality(form));
    }
    Some(match start {
        Some(start) => graph.record_string(id, start, length),
        None => graph.remember_length(id, offset, length),
    })
}

/// Returns the range of the number of bytes before the first zero byte, from an offset on. `None` unless there
/// certainly is one and all bytes before it were written.
fn zero_byte_behind(graph: &Graph, object: &Object, start: i64) -> Option<Range> {
    let end = object.sure_end().min(start.checked_add(LONGEST_STRING)?);
    let mut first = None;
    for piece in graph.pieces(object, start, end) {
        match piece.value {
            Value::ZERO => {
                return Range::new(first.unwrap_or(piece.offset - start).into(), (piece.offset - start).into());
            }
            value if graph.may_be_undefined(value) => return None,
            // Bytes of a larger number may be zero.
            Value::Integer(_) if piece.size == 1 => {}
            _ => first = first.or(Some(piece.offset - start)),
        }
    }
    None
}

/// Records that a string of this length starts at an address, if its offset is known. A string outside of its object is
/// not recorded: the access was an error.
pub(super) fn record_string(configuration: &mut Configuration, target: Value, length: Value) {
    let starts_in = |known: &Object, offset: i64| {
        known.liveness == Liveness::Valid && (0..known.size.high()).contains(&i128::from(offset))
    };
    if let Value::Address(Address { object, target: Target::Region, offset }) = target
        && configuration.graph.object(object).is_some_and(|known| starts_in(known, offset))
    {
        configuration.graph.record_string(object, offset, length);
    }
}

/// A string that a call writes, and what leads up to it.
pub(super) struct NewString {
    target: Value,
    length: Value,
    before: Vec<StringBefore>,
}

/// A string of an object that leads up to an address, with the number of bytes before that.
struct StringBefore {
    object: ObjectId,
    string: TerminatedString,
    bytes: LinearForm<Quantity>,
}

impl NewString {
    /// Returns a string of this length at an address. Must be called before it is written.
    pub fn at(configuration: &Configuration, target: Value, length: Value) -> NewString {
        NewString { target, length, before: strings_up_to(&configuration.graph, target) }
    }

    /// Records the string after it was written. Strings that led up to it end with it now.
    pub fn record(&self, configuration: &mut Configuration) {
        // The room that there is may leave a single value for the length, which then has no name.
        let is_known = self.length.number().is_none_or(|number| configuration.graph.knows(number));
        let length = if is_known { self.length } else { Value::Any(Range::up_to(0, i64::MAX.into())) };
        record_string(configuration, self.target, length);
        let graph = &mut configuration.graph;
        for StringBefore { object, string, bytes } in &self.before {
            let whole = graph.form(length).and_then(|length| bytes.plus(&length, 1));
            let Some(range) = whole.as_ref().and_then(|whole| graph.range_of_form(whole)) else { continue };
            let length = graph.dependent(range);
            whole.iter().for_each(|whole| graph.record_form(length, whole));
            graph.record_string_to(*object, (string.start, string.zero), length);
        }
        if let Some((id, offset)) = self.target.object().zip(graph.offset_term(self.target)) {
            graph.remember_length(id, offset, length);
        }
    }
}

/// Returns the strings that begin before an address and contain it, or end there.
fn strings_up_to(graph: &Graph, target: Value) -> Vec<StringBefore> {
    let is_region = match target {
        Value::Address(address) => address.target == Target::Region,
        _ => target.steps().is_some(),
    };
    let found = target.object().filter(|_| graph.keeps_relations() && is_region);
    let Some((id, offset)) = found.zip(graph.offset_term(target)) else { return Vec::new() };
    let Some(object) = graph.object(id).filter(|object| object.liveness == Liveness::Valid) else { return Vec::new() };
    let led_up_to = |string: &TerminatedString| {
        let start = Term::constant(string.start.into());
        let end = graph.end_of_string(*string)?;
        let bytes = LinearForm::from(offset).minus(&start.into())?;
        let is_up_to = graph.most_above(start, offset) <= 0 && graph.most_above(offset, end) <= 0;
        (is_up_to && !bytes.is_zero()).then_some(StringBefore { object: id, string: *string, bytes })
    };
    object.strings().iter().filter_map(led_up_to).collect()
}

/// Returns the length of the string that a call writes through its first argument, into at most `room` bytes, if it
/// writes one. Must be called before the string is written.
pub(super) fn written_string(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    call: &Call<'_>,
    (stored, access_size): (Stored, AccessSize),
    room: Size,
) -> Option<Value> {
    let mut range = |index: u8| {
        let length = string_length(configuration, call.argument(index))?;
        Some((length, configuration.graph.range(length)?))
    };
    match (call.entry().leaves, access_size) {
        (Written::Padded(source), _) => {
            let (length, range) = range(source)?;
            (range.high() < room.range.low()).then_some(length)
        }
        (Written::Appended(source), _) if call.entry().limit_of_string(source).is_none() => {
            let [(first, left), (second, right)] = [range(0)?, range(source)?];
            let both = left.corners(right, i128::checked_add)?;
            let graph = &mut configuration.graph;
            if !graph.keeps_relations() {
                return Some(Value::of_range(both));
            }
            let length = graph.dependent(both);
            graph.record_sum_of(length, first, (second, 1));
            Some(length)
        }
        (Written::Formatted, AccessSize::Open) => {
            let most = most_written(executor, configuration, call, access_size)?;
            let lengths = Range::new(0, i128::from(most) - 1)?;
            Some(printed_length(executor, configuration, call, lengths).unwrap_or(Value::of_range(lengths)))
        }
        (Written::Formatted | Written::Cut(_) | Written::Line, AccessSize::Bytes(_))
            if stored == Stored::All && room.range.low() > 0 =>
        {
            let lengths = Range::new(0, room.range.high() - 1)?;
            let graph = &mut configuration.graph;
            let length = if graph.keeps_relations() { graph.dependent(lengths) } else { Value::of_range(lengths) };
            if let (Some(term), Some(size)) = (graph.term(length), room.term) {
                graph.record_order_of_terms(term, size, -1);
            }
            Some(length)
        }
        _ => None,
    }
}

fn not_written() -> Fault {
    let message = "read of a string that may be uninitialized";
    Fault { certain: false, ..Fault::uninitialized(UninitializedUse::Read, message) }
}

/// Returns true if a string at a place may contain a byte that was never written, before its end and before the offset
/// `end`.
fn meets_undefined(graph: &Graph, place: ObjectBytes, end: i64) -> bool {
    let Some(object) = graph.object(place.object) else { return false };
    let end = end.min(object.possible_end());
    let is_end = |value: Value| value == Value::ZERO && place.low == place.high;
    let mut pieces = graph.pieces(object, place.low, end).into_iter().take_while(|piece| !is_end(piece.value));
    pieces.any(|piece| graph.may_be_undefined(piece.value))
}

/// Returns true if there is certainly no zero byte from an address to the end of its object.
fn has_no_end(configuration: &Configuration, string: Value) -> bool {
    let Value::Address(address) = string else { return false };
    let object = configuration.graph.object(address.object);
    let Some((object, end)) = object.and_then(|object| Some((object, i64::try_from(object.size.single()?).ok()?)))
    else {
        return false;
    };
    let is_letter = |offset: i64| matches!(object.read(offset, 1), Value::Integer(byte) if byte != 0);
    end - address.offset <= LONGEST_STRING && (address.offset..end).all(is_letter)
}

impl Executor<'_> {
    /// Returns the format at an address, if it is known: of a literal, or of an array with known characters.
    pub(super) fn format_at(&self, configuration: &Configuration, format: Option<Value>) -> Option<Vec<u8>> {
        let Some(Value::Address(address)) = format else { return None };
        let object = configuration.graph.object(address.object)?;
        if let Origin::Literal(string) = object.origin {
            let literal = self.program.strings.get(string)?;
            return literal.get(usize::try_from(address.offset).ok()?..).map(<[u8]>::to_vec);
        }
        let end = address.offset.checked_add(length(configuration, format?)?)?;
        let letter = |offset: i64| match object.read(offset, 1) {
            Value::Integer(byte) => Some(byte as u8),
            _ => None,
        };
        (address.offset..end).map(letter).collect()
    }

    /// Returns true if each byte from an address to some zero byte of a live block has a value; `None` if that is unknown.
    pub fn holds_string(&self, configuration: &Configuration, string: Value) -> Result<Option<bool>, Interruption> {
        let mut case = configuration.clone();
        let strict = Executor { semantics: Semantics { recovers: false, ..self.semantics }, ..*self };
        match strict.evaluator(&mut case).place(string, 1) {
            Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Unsupported || !fault.certain => Ok(None),
            Err(Interruption::Fault(_)) => Ok(Some(false)),
            Err(split) => Err(split),
            Ok(_) if string_length(&mut case, string).is_some() => Ok(Some(true)),
            Ok(_) => Ok(has_no_end(&case, string).then_some(false)),
        }
    }

    /// Records that a string starts at an address, if that is not known.
    pub fn assume_string(&self, configuration: &mut Configuration, string: Value) {
        if matches!(self.holds_string(configuration, string), Ok(None)) {
            let most =
                string.object().and_then(|id| configuration.graph.object(id)).map_or(1, |object| object.size.high());
            record_string(configuration, string, Value::Any(Range::up_to(0, (most - 1).max(0))));
        }
    }

    /// Reads a string, at most `limit` bytes of it.
    pub(super) fn reads_string(
        &self,
        configuration: &mut Configuration,
        entry: &Entry,
        string: Value,
        limit: Option<Range>,
    ) -> Result<(), Interruption> {
        let is_read = limit.is_none_or(|limit| limit.low() > 0);
        let place = self.evaluator(configuration).place(string, i64::from(is_read))?;
        if string_length(configuration, string).is_some() {
            return Ok(());
        }
        let cell = configuration.graph.object(place.object).filter(|_| place.low == place.high && is_read);
        if cell.is_some_and(|cell| cell.read(place.low, 1) == Value::Undefined) {
            return Err(Fault::uninitialized(UninitializedUse::Read, "read of an uninitialized string").into());
        }
        let to_end = bytes_to_end(configuration, string);
        if let Some(limit) = limit.filter(|limit| limit.high() <= to_end) {
            let end = place.high.saturating_add(i64::try_from(limit.high()).unwrap_or(LONGEST_STRING));
            return match !self.semantics.undefined_is_any && meets_undefined(&configuration.graph, place, end) {
                true => Err(not_written().into()),
                false => Ok(()),
            };
        }
        let has_no_end = limit.is_none_or(|limit| limit.low() > to_end) && has_no_end(configuration, string);
        if entry.reads_to_end && has_no_end {
            return Err(Fault::new(FaultKind::OutOfBounds, "read of a string that is not NUL-terminated").into());
        }
        Err(Fault::possible(FaultKind::OutOfBounds, "read of a string that may not be NUL-terminated").into())
    }

    /// Returns the second error in reading a string through an argument, which is reported after the first one, that it
    /// may not be terminated: some of its bytes may never have been written.
    pub(super) fn second_fault_of_string(&self, configuration: &mut Configuration, string: Value) -> Option<Fault> {
        let mut first = self.evaluator(configuration);
        first.semantics.recovers = false;
        let place = first.place(string, 1).ok()?;
        if !self.semantics.recovers || self.semantics.undefined_is_any || string_length(configuration, string).is_some()
        {
            return None;
        }
        meets_undefined(&configuration.graph, place, i64::MAX).then(not_written)
    }

    /// Reads the strings that are printed by the arguments from `first` on, after their format.
    pub(super) fn reads_strings(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: usize,
    ) -> Result<(), Interruption> {
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let known = self.format_at(configuration, format).map(|format| conversions(&format).1);
        let is_harmless = |it: &Conversion| !it.uses_memory();
        if call.entry().takes_list() {
            return match known {
                Some(conversions) if conversions.iter().all(is_harmless) => Ok(()),
                _ => Err(Fault::unsupported("strings in a `va_list`").into()),
            };
        }
        let keeps = !call.entry().effects.contains(&Effect::Output);
        let Some(known) = known else {
            // An unknown format may have conversions that read or write through arguments, passed or not.
            return Err(Fault::unsupported("an unknown format string").into());
        };
        for missing in known.iter().skip(call.values.len().saturating_sub(first)) {
            let message = match missing {
                Conversion::String { .. } => "too few arguments for the printf format: `%s` has none",
                Conversion::Count(_) => "too few arguments for the printf format: `%n` has none",
                Conversion::Other => return Err(Fault::unsupported("a conversion of a format").into()),
                Conversion::Number(_) | Conversion::Address(_) => continue,
            };
            return Err(Fault::new(FaultKind::InvalidDereference, message).into());
        }
        for index in first..call.values.len() {
            let value = call.values.get(index).copied().unwrap_or(Value::ANY);
            match known.get(index - first).copied() {
                Some(Conversion::String { limit, .. }) => {
                    self.reads_printed(configuration, call, value, limit_of(configuration, call, first, limit))?;
                }
                Some(Conversion::Number(_)) | None => {}
                Some(Conversion::Address(_)) if keeps => {
                    configuration.hide_address();
                }
                Some(Conversion::Address(_)) => {}
                Some(Conversion::Count(_) | Conversion::Other) => {
                    return Err(Fault::unsupported("a conversion of a format").into());
                }
            }
        }
        Ok(())
    }

    /// Reads a string that is printed. There may be fewer bytes than the precision allows.
    fn reads_printed(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        string: Value,
        limit: Option<Range>,
    ) -> Result<(), Interruption> {
        match limit {
            None => self.reads(configuration, call, string, AccessSize::String),
            Some(limit) if limit == Range::exactly(0) => Ok(()),
            Some(limit) => {
                let read = self.reads_string(configuration, call.entry(), string, Some(limit));
                if limit.low() > 0 { read } else { read.map_err(possibly) }
            }
        }
    }

    /// Returns the strings that a call prints, each with the maximum number of bytes, if there is one.
    pub(super) fn printed_strings(
        &self,
        configuration: &Configuration,
        call: &Call<'_>,
        first: usize,
    ) -> Vec<(Value, Option<Range>)> {
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let conversions = self.format_at(configuration, format).map_or(Vec::new(), |format| conversions(&format).1);
        let strings = conversions.into_iter().zip(call.values.iter().skip(first));
        let recorded = strings.filter_map(|(conversion, string)| match conversion {
            Conversion::String { limit, .. } => Some((*string, limit_of(configuration, call, first, limit))),
            _ => None,
        });
        recorded.collect()
    }
}

/// Returns the maximum number of bytes of a string that are printed, if there is one. `first` is the first argument
/// after the format. A negative number is no limit.
fn limit_of(configuration: &Configuration, call: &Call<'_>, first: usize, limit: Option<Limit>) -> Option<Range> {
    let index = match limit? {
        Limit::Bytes(bytes) => return Some(Range::exactly(bytes.into())),
        Limit::Argument(index) => index,
    };
    let recorded = call.values.get(first + index).and_then(|value| configuration.graph.range(*value));
    match recorded.unwrap_or(Range::ALL) {
        recorded if recorded.high() < 0 => None,
        recorded if recorded.low() < 0 => Some(Range::up_to(0, Range::ALL.high())),
        recorded => Some(recorded),
    }
}

/// Returns the maximum number of bytes that a function writes, including the final zero byte, if it is known.
pub(super) fn most_written(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    call: &Call<'_>,
    access_size: AccessSize,
) -> Option<i64> {
    let source = match call.entry().leaves {
        Written::Appended(source) | Written::Cut(source) => source,
        Written::Formatted if !call.entry().takes_list() => return most_printed(executor, configuration, call),
        _ => {
            let AccessSize::UpToByteWithin(limit) = access_size else { return None };
            return configuration.graph.range(call.argument(limit)).and_then(|limit| i64::try_from(limit.high()).ok());
        }
    };
    let limit = call.entry().limit_of_string(source).and_then(|limit| configuration.graph.range(call.argument(limit)));
    let added = most_of_string(configuration, call.argument(source), limit)?.checked_add(1)?;
    match call.entry().leaves {
        Written::Appended(_) => most_of_string(configuration, call.argument(0), None)?.checked_add(added),
        _ => Some(added),
    }
}

/// Returns the maximum length of a string that is used up to a limit.
fn most_of_string(configuration: &mut Configuration, string: Value, limit: Option<Range>) -> Option<i64> {
    let length = string_length(configuration, string).and_then(|length| configuration.graph.range(length));
    let most = |range: Option<Range>| range.and_then(|range| i64::try_from(range.high()).ok());
    match (most(length), most(limit)) {
        (Some(length), Some(limit)) => Some(length.min(limit)),
        (length, limit) => length.or(limit),
    }
}

/// What a conversion of a format prints.
struct Printed {
    /// The maximum number of bytes.
    most: i64,
    /// The string, if all of it is printed, and nothing else.
    string: Option<Value>,
}

/// Returns the number of bytes that a format prints itself, and what its conversions print, if there are bounds.
fn printed(executor: &Executor<'_>, configuration: &mut Configuration, call: &Call<'_>) -> Option<(i64, Vec<Printed>)> {
    let first = call.entry().formatted()?;
    let format = call.values.get(first.checked_sub(1)?).copied();
    let (own, conversions) = conversions(&executor.format_at(configuration, format)?);
    let conversions = conversions.into_iter().enumerate().map(|(index, conversion)| match conversion {
        Conversion::Number(most) | Conversion::Address(most) => Some(Printed { most: most?, string: None }),
        Conversion::String { limit, width } => {
            let is_whole = limit.is_none() && width == Some(0);
            let limit = limit_of(configuration, call, first, limit);
            let string = call.values.get(first + index).copied().unwrap_or(Value::ANY);
            let most = most_of_string(configuration, string, limit)?.max(width?);
            Some(Printed { most, string: is_whole.then_some(string) })
        }
        Conversion::Count(_) | Conversion::Other => None,
    });
    Some((own, conversions.collect::<Option<_>>()?))
}

/// Returns a number of a range for the number of bytes that a format prints, related to the lengths of the strings in it. `None`
/// if numbers are not related.
fn printed_length(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    call: &Call<'_>,
    lengths: Range,
) -> Option<Value> {
    if !configuration.graph.keeps_relations() {
        return None;
    }
    let (own, conversions) = printed(executor, configuration, call)?;
    let is_exact = conversions.iter().all(|it| it.string.is_some());
    let mut most = LinearForm::constant(own.into());
    for Printed { most: bytes, string } in conversions {
        let length = match string {
            Some(string) => string_length(configuration, string).and_then(|length| configuration.graph.form(length))?,
            None => LinearForm::constant(bytes.into()),
        };
        most = most.plus(&length, 1)?;
    }
    let graph = &mut configuration.graph;
    let length = graph.dependent(lengths);
    match is_exact {
        true => graph.record_form(length, &most),
        false => graph.form(length)?.minus(&most).iter().for_each(|form| graph.add_inequality(form)),
    }
    Some(length)
}

/// Returns the results of a call that prints into a block of a given size: the length of the string, if all of it fits; the length
/// that it would have, if it was cut; and an error. `None` for other functions, and if there may be no room at all: nothing is
/// written then, and the string that is there already says nothing about the result.
pub(super) fn printed_results(
    configuration: &mut Configuration,
    call: &Call<'_>,
) -> Option<Vec<(Configuration, Value)>> {
    let is_printed = call.entry().leaves == Written::Formatted && configuration.graph.keeps_relations();
    let size = call.entry().effects.iter().find_map(|effect| match effect {
        Effect::Writes(0, AccessSize::Bytes(size)) if is_printed => Some(call.argument(*size)),
        _ => None,
    })?;
    call.result?;
    let least = configuration.graph.range(size).map(Range::low).filter(|least| *least > 0)?;
    let length = string_length(configuration, call.argument(0))?;
    // Not each of the results need be possible here.
    configuration.mark_possibly_infeasible();
    let failed = (configuration.clone(), Value::Integer(-1));
    let whole = (configuration.clone(), length);
    let mut cut = configuration.clone();
    let printed = cut.graph.dependent(Range::new(least, PRINTED.high())?);
    cut.graph.record_order(size, printed, 0);
    if let Some((size, length)) = cut.graph.form(size).zip(cut.graph.form(length)) {
        let last = size.minus(&length).and_then(|form| form.plus_constant(-1));
        last.iter().for_each(|form| cut.graph.add_equation(form));
    }
    Some(vec![whole, (cut, printed), failed])
}

/// Returns the maximum number of bytes that a format prints, including the final zero byte.
fn most_printed(executor: &Executor<'_>, configuration: &mut Configuration, call: &Call<'_>) -> Option<i64> {
    let (own, conversions) = printed(executor, configuration, call)?;
    conversions.iter().try_fold(own + 1, |most, printed| most.checked_add(printed.most))
}
