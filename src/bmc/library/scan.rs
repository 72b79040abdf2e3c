//! The `scanf` family, from standard input or from a string.
//!
//! Skipped white space is modelled only as far as it was put back: runs with more of it reach the same states.

use std::rc::Rc;

use crate::events::Events;
use crate::library::characters::is_in_class;
use crate::library::input::input_byte;
use crate::library::item::{choose_item, is_space};
use crate::library::parse::{fitted, parsed_number};
use crate::library::text::Text;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use ctype::{Type, TypeId};
use program::library::format::{Length, ScanDirective, ScanPart, Set, scanf, scanf_arguments};
use program::limits::MOST_MADE_UP;
use program::witness::NumberFormat;
use program::{FaultKind, LibraryFunction as F};

/// Message for a conversion with undefined behaviour.
const OTHER_TYPE: &str = "a conversion of a format writes to an object of another type";

/// State of one call of the `scanf` family.
struct Scan {
    /// The scanned string and the position in it; `None` for standard input.
    text: Option<(Text, TermId)>,
    /// True if white space is skipped before the next item.
    skips: bool,
    /// Index of the next argument.
    next: usize,
    /// Number of items stored.
    assigned: u32,
    /// The runs in which the call ended early, and their result.
    ended: Option<(State, TermId)>,
}

struct ScannedItem {
    /// Boolean: there is an item.
    is_there: TermId,
    /// Boolean: if there is no item, the reason is the end of the input.
    at_end: TermId,
    value: ScannedValue,
}

enum ScannedValue {
    Bytes(Text),
    /// A number, and the condition that it is too large for its object.
    Number(TermId, TermId),
}

impl Machine<'_> {
    pub(super) fn library_scan(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Scanf => self.reading(state, call, None, |machine, state| machine.scan(state, call, (None, 0))),
            F::Fscanf => self.reading(state, call, Some(0), |machine, state| machine.scan(state, call, (None, 1))),
            _ => {
                let start = self.value(state, call, 0)?;
                let text = self.read_text(state, start, None);
                let start = self.terms.word_constant(0);
                self.scan(state, call, (Some((text, start)), 1))
            }
        }
    }

    /// Scans a string from a place on, or the stream of the call. `format` is the index of the format.
    fn scan(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        (text, format): (Option<(Text, TermId)>, usize),
    ) -> Option<LibraryResult> {
        let start = self.value(state, call, format)?;
        let known = self.known_format(state, call, start)?;
        if call.values.len() < format + 1 + scanf_arguments(&known) {
            let always = self.terms.truth(true);
            self.events.fault(state, always, FaultKind::InvalidDereference, "too few arguments for the scanf format");
            return None;
        }
        let mut scan = Scan { text, skips: false, next: format + 1, assigned: 0, ended: None };
        for part in scanf(&known) {
            if state.is_empty(self.terms) {
                break;
            }
            self.scan_part(state, call, (&mut scan, &part));
        }
        if scan.skips {
            force_skip(self.terms, &mut self.events, state, &mut scan);
        }
        let mut result = self.terms.constant(u128::from(scan.assigned), 32);
        if let Some((ended, other)) = scan.ended {
            result = self.terms.choose(ended.guard, other, result);
            self.memory.join(state, ended);
        }
        Some(LibraryResult::Number(result, true))
    }

    fn scan_part(&mut self, state: &mut State, call: &LibraryCall<'_>, (scan, part): (&mut Scan, &ScanPart)) {
        let directive = match part {
            ScanPart::Space => return skip(self.terms, state, scan),
            ScanPart::Byte(byte) => {
                if scan.skips {
                    force_skip(self.terms, &mut self.events, state, scan);
                }
                let wanted = *byte;
                let item = self.scan_bytes(state, scan, (1, &|byte| byte == wanted));
                return end_unless(self.terms, &mut self.memory, state, scan, (item.is_there, item.at_end));
            }
            ScanPart::Directive(directive) => directive,
            ScanPart::Unfinished | ScanPart::UnfinishedSet => {
                let always = self.terms.truth(true);
                return self.events.fault(state, always, FaultKind::UndefinedBehaviour, "a format ends in '%'");
            }
        };
        let is_number = matches!(directive.letter, b'd' | b'u');
        let is_followed = matches!(directive.letter, b'd' | b'u' | b'c' | b's' | b'[') && !directive.allocates;
        let is_short =
            directive.width.is_some_and(|width| width < 2) || scan.text.is_some() && directive.width.is_some();
        if !is_followed || is_number && is_short {
            return self.events.give_up(state, format!("a conversion in the format of '{}'", call.name));
        }
        if matches!(directive.letter, b'd' | b'u' | b's') {
            skip(self.terms, state, scan);
        }
        let Some(item) = self.scan_item(state, scan, directive) else {
            return self.events.give_up(state, format!("a conversion in the format of '{}'", call.name));
        };
        end_unless(self.terms, &mut self.memory, state, scan, (item.is_there, item.at_end));
        if directive.takes_argument() && !state.is_empty(self.terms) {
            self.assign_item(state, call, (scan, directive), item.value);
            scan.assigned += 1;
        }
    }

    /// Reads an item; `None` if that is not modelled.
    fn scan_item(&mut self, state: &mut State, scan: &mut Scan, directive: &ScanDirective) -> Option<ScannedItem> {
        let width = directive.width.map(|width| u32::try_from(width).unwrap_or(u32::MAX));
        let any = |_: u8| true;
        let text = |byte: u8| !is_space(byte);
        match directive.letter {
            b'd' | b'u' => {
                let bytes = directive.length.integer_bytes(u64::from(self.task.word() / 8))?;
                let (bits, signed) = (8 * u32::try_from(bytes).ok()?, directive.letter == b'd');
                self.scan_number(state, scan, NumberFormat { width: bits, signed, most: width })
            }
            b'c' => {
                if scan.skips {
                    force_skip(self.terms, &mut self.events, state, scan);
                }
                let count = width.unwrap_or(1);
                let mut item = self.scan_bytes(state, scan, (count, &any));
                if let ScannedValue::Bytes(bytes) = &item.value {
                    let whole = self.terms.equal(bytes.length, self.terms.word_constant(u64::from(count)));
                    let short = self.terms.and(item.is_there, self.terms.not(whole));
                    self.events.unsupported(state, short, "an input with fewer characters than '%c' takes");
                    item.is_there = self.terms.and(item.is_there, whole);
                }
                Some(item)
            }
            b's' => Some(self.scan_bytes(state, scan, (width.unwrap_or(u32::MAX), &text))),
            _ => {
                if scan.skips {
                    force_skip(self.terms, &mut self.events, state, scan);
                }
                let set: &Set = directive.set.as_ref()?;
                Some(self.scan_bytes(state, scan, (width.unwrap_or(u32::MAX), &|byte| set.contains(byte))))
            }
        }
    }

    /// Reads at most `most` bytes of a class.
    fn scan_bytes(
        &mut self,
        state: &mut State,
        scan: &mut Scan,
        (most, class): (u32, &dyn Fn(u8) -> bool),
    ) -> ScannedItem {
        let mut item = Text { bytes: Vec::new(), is_in: Vec::new(), length: self.terms.word_constant(0) };
        let (mut reads, mut at_end) = (self.terms.truth(true), self.terms.truth(false));
        let mut chosen = 0;
        for index in 0..most {
            let ended = state.split(self.terms, reads);
            let is_long = index >= MOST_MADE_UP as u32;
            let too_long = is_long.then(|| format!("an item of more than {MOST_MADE_UP} bytes"));
            self.cuts_text(state, too_long, chosen);
            if state.is_empty(self.terms) {
                *state = ended;
                break;
            }
            let (is_some, byte) = scan_byte(self.terms, &mut self.events, state, scan, class);
            self.memory.join(state, ended);
            if index == 0 {
                at_end = self.terms.not(is_some);
            }
            let is_in = self.terms.all([reads, is_some, is_in_class(self.terms, byte, class)]);
            chosen += u32::from(is_in != reads && !self.terms.is_false(is_in));
            item.length = self.terms.choose(is_in, self.terms.word_constant(u64::from(index) + 1), item.length);
            item.bytes.push(byte);
            item.is_in.push(is_in);
            reads = is_in;
        }
        ScannedItem { is_there: self.terms.is_nonzero(item.length), at_end, value: ScannedValue::Bytes(item) }
    }

    /// Reads a decimal number.
    fn scan_number(&mut self, state: &mut State, scan: &mut Scan, format: NumberFormat) -> Option<ScannedItem> {
        if let Some((text, at)) = &mut scan.text {
            let parsed = parsed_number(self.terms, text, (*at, false), 10)?;
            let at_end = self.terms.not(self.terms.less(*at, text.length));
            *at = self.terms.choose(parsed.has_digits, parsed.end, *at);
            let (number, is_too_large) = fitted(self.terms, parsed, format.width);
            let value = ScannedValue::Number(number, is_too_large);
            return Some(ScannedItem { is_there: parsed.has_digits, at_end, value });
        }
        scan.skips = false;
        let known = Rc::clone(&state.library);
        let digit_or_sign =
            is_in_class(self.terms, known.input.unread, |byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
        let begun = self.terms.and(known.input.has_unread, digit_or_sign);
        self.events.unsupported(state, begun, "a number of the input whose first character was put back");
        let none_unread = self.terms.not(known.input.has_unread);
        let is_fresh = self.terms.and(none_unread, self.terms.not(known.input.has_ended));
        let item = choose_item(self.terms, &mut self.events, state, is_fresh, format);
        let library = Rc::make_mut(&mut state.library);
        library.input.has_ended = self.terms.or(library.input.has_ended, item.is_end);
        library.input.has_unread = self.terms.or(library.input.has_unread, item.is_other);
        library.input.unread = self.terms.choose(item.is_other, item.byte, library.input.unread);
        // After a number of maximal length, nothing more is read.
        let is_open = self.terms.and(item.is_too_large, self.terms.truth(format.most.is_none()));
        let goes_on = self.terms.any([item.is_number, is_open, item.is_sign]);
        self.where_holds(state, goes_on, |machine, state| {
            let (is_some, byte) = input_byte(machine.terms, &mut machine.events, state);
            let digit = is_in_class(machine.terms, byte, |byte| byte.is_ascii_digit());
            state.guard = machine.terms.and(state.guard, machine.terms.not(machine.terms.and(is_some, digit)));
            let library = Rc::make_mut(&mut state.library);
            (library.input.has_unread, library.input.unread) = (is_some, byte);
        });
        let is_there = self.terms.any([item.is_number, item.is_too_large, item.is_padded]);
        let at_end = self.terms.or(item.is_end, self.terms.and(none_unread, known.input.has_ended));
        Some(ScannedItem { is_there, at_end, value: ScannedValue::Number(item.number, item.is_too_large) })
    }

    /// Stores an item through the next argument.
    fn assign_item(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        (scan, directive): (&mut Scan, &ScanDirective),
        value: ScannedValue,
    ) {
        let always = self.terms.truth(true);
        let (Some(target), Some(argument)) = (call.values.get(scan.next).copied(), call.arguments.get(scan.next))
        else {
            return self.events.give_up(state, format!("a conversion in the format of '{}'", call.name));
        };
        scan.next += 1;
        let Some(ty) = self.task.program.types.pointee(argument.ty) else {
            let message = "a conversion of a format gets a value of another type";
            return self.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
        };
        match value {
            ScannedValue::Number(number, is_too_large) => {
                let Some((width, _)) = scanned_format(self.task, ty, directive.length) else {
                    return self.events.fault(state, always, FaultKind::UndefinedBehaviour, OTHER_TYPE);
                };
                if width != self.terms.width(number) {
                    return self.events.give_up(state, "a number of the input in an object of this type");
                }
                let message = "a number of the input is too large for its object";
                self.events.fault(state, is_too_large, FaultKind::UndefinedBehaviour, message);
                self.store(state, target, Scalar::number(self.terms, number), ty, None);
            }
            ScannedValue::Bytes(text) => {
                if self.task.program.types.size_of(ty) != Some(1) || directive.length != Length::Plain {
                    return self.events.fault(state, always, FaultKind::UndefinedBehaviour, OTHER_TYPE);
                }
                let whole = self.terms.add(text.length, self.terms.word_constant(1));
                let length = if directive.letter == b'c' { text.length } else { whole };
                let bytes = text.padded(self.terms);
                self.write_text(state, target, &bytes, length);
            }
        }
    }
}

/// Returns width and signedness of an integer type; `None` if it is not an integer type of the conversion's size.
fn scanned_format(task: &BoundedTask<'_>, ty: TypeId, length: Length) -> Option<(u32, bool)> {
    let types = &task.program.types;
    let bytes = length.integer_bytes(types.model().word_bytes())?;
    let is_integer = matches!(types.get(ty), Type::Integer { .. });
    types.integer_format(ty).filter(|_| is_integer && types.size_of(ty) == Some(bytes))
}

/// Skips white space. A byte that was put back is dropped if it is white space.
fn skip(terms: &Terms, state: &mut State, scan: &mut Scan) {
    if let Some((text, at)) = &mut scan.text {
        *at = behind_space(terms, text, *at);
        return;
    }
    scan.skips = true;
    let other = terms.not(is_in_class(terms, state.library.input.unread, is_space));
    let library = Rc::make_mut(&mut state.library);
    library.input.has_unread = terms.and(library.input.has_unread, other);
}

/// Returns the index of the first byte at or after `at` that is not white space.
fn behind_space(terms: &Terms, text: &Text, at: TermId) -> TermId {
    let (mut place, mut skips) = (at, terms.truth(false));
    for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate() {
        let here = terms.word_constant(index as u64);
        let begins = terms.equal(at, here);
        let space = is_in_class(terms, *byte, is_space);
        skips = terms.all([terms.or(skips, begins), *is_in, space]);
        let next = terms.word_constant(index as u64 + 1);
        place = terms.choose(skips, next, place);
    }
    place
}

/// Keeps only the runs in which the byte, if there is one, is not white space.
fn assume_no_space(terms: &Terms, state: &mut State, (is_some, byte): (TermId, TermId)) {
    state.guard = terms.and(state.guard, terms.not(terms.and(is_some, is_in_class(terms, byte, is_space))));
}

/// Reads the first byte after white space, and puts it back.
fn force_skip(terms: &Terms, events: &mut Events<'_>, state: &mut State, scan: &mut Scan) {
    scan.skips = false;
    let (is_some, byte) = input_byte(terms, events, state);
    assume_no_space(terms, state, (is_some, byte));
    let library = Rc::make_mut(&mut state.library);
    (library.input.has_unread, library.input.unread) = (is_some, byte);
}

/// Reads a byte, and leaves it in the input unless it is in a class. Returns the condition that there is one, and the
/// byte.
fn scan_byte(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    scan: &mut Scan,
    class: &dyn Fn(u8) -> bool,
) -> (TermId, TermId) {
    if let Some((text, at)) = &mut scan.text {
        let (mut byte, mut is_some) = (terms.constant(0, 8), terms.truth(false));
        for (index, (other, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate() {
            let here = terms.word_constant(index as u64);
            let is_here = terms.equal(*at, here);
            let is_here = terms.and(is_here, *is_in);
            byte = terms.choose(is_here, *other, byte);
            is_some = terms.or(is_some, is_here);
        }
        let taken = terms.all([state.guard, is_some, is_in_class(terms, byte, class)]);
        *at = terms.choose(taken, terms.add(*at, terms.word_constant(1)), *at);
        return (is_some, byte);
    }
    let (is_some, byte) = input_byte(terms, events, state);
    if std::mem::take(&mut scan.skips) {
        assume_no_space(terms, state, (is_some, byte));
    }
    let other = terms.not(is_in_class(terms, byte, class));
    let library = Rc::make_mut(&mut state.library);
    library.input.has_unread = terms.and(is_some, other);
    library.input.unread = byte;
    (is_some, byte)
}

/// Ends the call in the runs without an item.
fn end_unless(
    terms: &Terms,
    memory: &mut Memory<'_>,
    state: &mut State,
    scan: &mut Scan,
    (is_there, at_end): (TermId, TermId),
) {
    let ended = state.split(terms, is_there);
    let known = terms.constant(u128::from(scan.assigned), 32);
    let end = terms.ones(32);
    let result = if scan.assigned == 0 { terms.choose(at_end, end, known) } else { known };
    scan.ended = Some(match scan.ended.take() {
        Some((mut others, other)) => {
            let result = terms.choose(others.guard, other, result);
            memory.join(&mut others, ended);
            (others, result)
        }
        None => (ended, result),
    });
}
