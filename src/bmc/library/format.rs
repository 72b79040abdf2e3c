//! Output of `printf` formats. If nobody reads the output, only the arguments are checked.

use crate::content::{ContentId, CopySource, ObjectContent, Room};
use crate::library::LibraryCall;
use crate::library::strings::lesser;
use crate::library::text::content_with;
use crate::limits::MOST_DIGITS;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar};
use ctype::{FloatKind, IntegerKind, Type, TypeId};
use program::FaultKind;
use program::library::format::{Amount, Flags, Length, PrintDirective, PrintPart, printf};
use program::limits::WIDEST_FORMAT;

/// Source of the arguments of a format.
#[derive(Clone, Copy, Debug)]
pub(super) enum PrintedArguments {
    /// The arguments of the call from this index on.
    Values(usize),
    /// A `va_list`: the address of its next argument.
    List(Scalar),
}

/// The output of a format.
#[derive(Clone, Debug)]
pub(super) struct FormattedText {
    pub(super) content: ContentId,
    /// Length in bytes, a machine word.
    pub(super) length: TermId,
    /// The strings that were read, each with the number of bytes read. The format is one of them.
    pub(super) read: Vec<(Scalar, TermId)>,
}

/// Argument type of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// An integer of this width in bits.
    Integer(u32),
    Float(FloatKind),
    Pointer,
}

/// A directive with evaluated width and precision.
struct Conversion {
    flags: Flags,
    /// Boolean: left-justified.
    left: TermId,
    width: TermId,
    /// The condition that a precision is given, and its value.
    precision: (TermId, TermId),
    length: Length,
    letter: u8,
}

/// State of the formatting of one call.
struct Printing<'c, 'a> {
    call: &'c LibraryCall<'a>,
    arguments: PrintedArguments,
    /// True if the output is needed.
    is_wanted: bool,
    out: FormattedText,
}

impl Machine<'_> {
    /// Formats the arguments of a call. Returns `None` if that is not modelled, or if no run continues.
    pub(super) fn formatted(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        (format, arguments): (Scalar, PrintedArguments),
        is_wanted: bool,
    ) -> Option<FormattedText> {
        let known = self.known_format(state, call, format)?;
        let read = vec![(format, self.terms.word_constant(known.len() as u64 + 1))];
        let content = self.memory.contents.intern(ObjectContent::Zero);
        let out = FormattedText { content, length: self.terms.word_constant(0), read };
        let mut printing = Printing { call, arguments, is_wanted, out };
        for part in printf(&known) {
            match part {
                PrintPart::Byte(byte) => append_bytes(self.terms, &mut self.memory, &mut printing, &[byte]),
                PrintPart::Directive(directive) => self.print_directive(state, &mut printing, directive)?,
                PrintPart::Unfinished => {
                    let always = self.terms.truth(true);
                    self.events.fault(state, always, FaultKind::UndefinedBehaviour, "a format ends in '%'");
                }
            }
            if state.is_empty(self.terms) {
                return None;
            }
        }
        Some(printing.out)
    }

    /// Reads the format, which must be the same in all runs. Otherwise no run continues.
    pub(super) fn known_format(&mut self, state: &mut State, call: &LibraryCall<'_>, start: Scalar) -> Option<Vec<u8>> {
        let text = self.read_text(state, start, None);
        let known = text.known(self.terms);
        if known.is_none() {
            self.events.give_up(state, format!("a format of '{}' that a run chooses", call.name));
        }
        known
    }

    fn print_directive(
        &mut self,
        state: &mut State,
        printing: &mut Printing<'_, '_>,
        directive: PrintDirective,
    ) -> Option<()> {
        let conversion = self.conversion(state, printing, directive)?;
        if conversion.letter == b'%' {
            append_bytes(self.terms, &mut self.memory, printing, b"%");
            return Some(());
        }
        let taken = taken(self.task, &conversion)?;
        let value = self.next_argument(state, printing, taken)?;
        self.convert(state, printing, &conversion, value)
    }

    /// Takes the next argument, which must have the given type.
    fn next_argument(&mut self, state: &mut State, printing: &mut Printing<'_, '_>, taken: Taken) -> Option<Scalar> {
        let always = self.terms.truth(true);
        let (value, ty) = match &mut printing.arguments {
            PrintedArguments::Values(next) => {
                let call = printing.call;
                let (Some(value), Some(argument)) = (call.values.get(*next), call.arguments.get(*next)) else {
                    self.events.fault(state, always, FaultKind::UndefinedBehaviour, "too few arguments for a format");
                    return None;
                };
                *next += 1;
                (*value, argument.ty)
            }
            PrintedArguments::List(place) => {
                let ty = type_taken(self.task, taken)?;
                (self.take_variadic(state, place, ty), ty)
            }
        };
        let types = &self.task.program.types;
        let fits = match (taken, types.get(ty)) {
            (Taken::Integer(bits), Type::Integer { .. }) => types.size_of(ty) == Some(u64::from(bits.max(32) / 8)),
            (Taken::Float(kind), Type::Float(given)) => *given == kind,
            (Taken::Pointer, Type::Pointer(_)) => true,
            _ => false,
        };
        if !fits {
            let message = "a conversion of a format gets a value of another type";
            self.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
            return None;
        }
        let (kind, message) = match taken {
            Taken::Integer(_) | Taken::Float(_) => (FaultKind::UndefinedValue, "an uninitialized value is printed"),
            Taken::Pointer => (FaultKind::Uninitialized, "an uninitialized pointer is printed"),
        };
        self.events.fault(state, self.terms.not(value.is_defined), kind, message);
        Some(value)
    }

    /// Evaluates width and precision of a directive.
    fn conversion(
        &mut self,
        state: &mut State,
        printing: &mut Printing<'_, '_>,
        directive: PrintDirective,
    ) -> Option<Conversion> {
        let PrintDirective { flags, width, precision, length, letter } = directive;
        let (no, yes, zero) = (self.terms.truth(false), self.terms.truth(true), self.terms.word_constant(0));
        let (mut left, mut wide) = (self.terms.truth(flags.left), zero);
        match width {
            None => {}
            Some(Amount::Number(number)) => wide = amount_of(self.terms, number),
            Some(Amount::Argument) => {
                let (negative, number) = self.amount(state, printing)?;
                left = self.terms.or(left, negative);
                wide = self.terms.choose(negative, self.terms.negate(number), number);
            }
        }
        let precision = match precision {
            None => (no, zero),
            Some(Amount::Number(number)) => (yes, amount_of(self.terms, number)),
            // A negative precision counts as omitted.
            Some(Amount::Argument) => {
                let (negative, number) = self.amount(state, printing)?;
                (self.terms.not(negative), number)
            }
        };
        let widest = self.terms.word_constant(WIDEST_FORMAT as u64);
        let is_wide = self.terms.less(widest, wide);
        let is_large = self.terms.or(is_wide, self.terms.and(precision.0, self.terms.less(widest, precision.1)));
        self.events.unsupported(state, is_large, "a very wide format");
        Some(Conversion { flags, left, width: wide, precision, length, letter })
    }

    /// Takes a width or precision argument. Returns the condition that it is negative, and the number as a word.
    fn amount(&mut self, state: &mut State, printing: &mut Printing<'_, '_>) -> Option<(TermId, TermId)> {
        let value = self.next_argument(state, printing, Taken::Integer(32))?;
        let (width, word) = (self.terms.width(value.bits), self.task.word());
        Some((self.terms.extract(value.bits, width - 1, 1), self.terms.resize(value.bits, word, true)))
    }

    /// Appends the output of a conversion.
    fn convert(
        &mut self,
        state: &mut State,
        printing: &mut Printing<'_, '_>,
        conversion: &Conversion,
        value: Scalar,
    ) -> Option<()> {
        if conversion.letter == b's' {
            let (is_set, most) = conversion.precision;
            let limit = self.terms.choose(is_set, most, self.terms.ones(self.task.word()));
            let limit = (!self.terms.is_false(is_set)).then_some(limit);
            let text = self.read_text(state, value, limit);
            let whole = self.terms.add(text.length, self.terms.word_constant(1));
            let read = limit.map_or(whole, |limit| lesser(self.terms, limit, whole));
            printing.out.read.push((value, read));
            if printing.is_wanted {
                let bytes = text.padded(self.terms);
                let start = self.terms.word_constant(0);
                let body = (content_with(self.terms, &mut self.memory, &bytes), start, text.length);
                let no = self.terms.truth(false);
                append_padded(self.terms, &mut self.memory, printing, conversion, ((body.0, start, start), body), no);
            }
            return Some(());
        }
        if !printing.is_wanted {
            return Some(());
        }
        let address = self.terms.is_nonzero(value.object);
        self.events.unsupported(state, address, "an address that is printed where the program can see it");
        if conversion.letter == b'c' {
            let (start, one) = (self.terms.word_constant(0), self.terms.word_constant(1));
            let byte = self.terms.extract(value.bits, 0, 8);
            let body = (content_with(self.terms, &mut self.memory, &[byte]), start, one);
            let no = self.terms.truth(false);
            append_padded(self.terms, &mut self.memory, printing, conversion, ((body.0, start, start), body), no);
            return Some(());
        }
        let Some(Taken::Integer(bits)) = taken(self.task, conversion) else { return None };
        print_number(
            self.terms,
            &mut self.memory,
            printing,
            conversion,
            self.terms.width(value.bits).min(bits),
            value.bits,
        )
    }
}

/// Returns the argument type of a conversion; `None` if it is not modelled.
fn taken(task: &BoundedTask<'_>, conversion: &Conversion) -> Option<Taken> {
    let bits = conversion.length.integer_bytes(u64::from(task.word() / 8)).map(|bytes| 8 * bytes as u32);
    match (conversion.letter, conversion.length) {
        _ if conversion.flags.grouped => None,
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', _) => Some(Taken::Integer(bits?)),
        (b'c', Length::Plain) => Some(Taken::Integer(32)),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Length::Plain | Length::Long) => {
            Some(Taken::Float(FloatKind::Double))
        }
        (b's' | b'p', Length::Plain) => Some(Taken::Pointer),
        _ => None,
    }
}

/// Returns the C type that a conversion takes from a `va_list`.
fn type_taken(task: &BoundedTask<'_>, taken: Taken) -> Option<TypeId> {
    let types = &task.program.types;
    match taken {
        Taken::Integer(bits) => {
            let kinds = [IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong];
            let all = kinds
                .into_iter()
                .flat_map(|kind| [true, false].map(|signed| types.find(&Type::Integer { kind, signed })));
            all.flatten().find(|ty| types.size_of(*ty) == Some(u64::from(bits.max(32) / 8)))
        }
        Taken::Float(kind) => types.find(&Type::Float(kind)),
        Taken::Pointer => types.find(&Type::Void).and_then(|void| types.find(&Type::Pointer(void))),
    }
}

/// Converts a width or precision written in the format. Values beyond [`WIDEST_FORMAT`] are all mapped to the next
/// larger number, which is not modelled.
fn amount_of(terms: &Terms, number: i64) -> TermId {
    let wider = WIDEST_FORMAT as u64 + 1;
    terms.word_constant(u64::try_from(number).unwrap_or(wider).min(wider))
}

/// Returns the digits of a number, least significant first, as many as its width may need.
fn digit_bytes(terms: &Terms, letter: u8, number: TermId) -> Vec<TermId> {
    let width = terms.width(number);
    let step = match letter {
        b'x' | b'X' => 4,
        b'o' => 3,
        _ => 0,
    };
    let mut digits = Vec::new();
    if step > 0 {
        for from in (0..width).step_by(step as usize) {
            digits.push(terms.resize(terms.extract(number, from, step.min(width - from)), 8, false));
        }
    } else {
        // The number of digits of the largest number of this width.
        let most = (u128::MAX >> (128 - width)).to_string().len();
        let (ten, mut rest) = (terms.constant(10, width), number);
        for _ in 0..most {
            let digit = terms.remainder(rest, ten);
            rest = terms.quotient(rest, ten);
            digits.push(terms.resize(digit, 8, false));
        }
    }
    let letters = if letter == b'X' { b'A' } else { b'a' } - 10;
    let [zero, letters] = [b'0', letters].map(|first| terms.constant(u128::from(first), 8));
    let ten = terms.constant(10, 8);
    let to_byte =
        |digit: TermId| terms.choose(terms.less(digit, ten), terms.add(zero, digit), terms.add(letters, digit));
    digits.into_iter().map(to_byte).collect()
}

/// Appends an integer.
fn print_number(
    terms: &Terms,
    memory: &mut Memory<'_>,
    printing: &mut Printing<'_, '_>,
    conversion: &Conversion,
    bits: u32,
    value: TermId,
) -> Option<()> {
    let flags = conversion.flags;
    let kept = terms.extract(value, 0, bits);
    let is_signed = matches!(conversion.letter, b'd' | b'i');
    let sign = terms.extract(kept, bits - 1, 1);
    let negative = if is_signed { sign } else { terms.truth(false) };
    let body = digits(terms, memory, conversion, terms.choose(negative, terms.negate(kept), kept))?;
    let (zero, one, two) = (terms.word_constant(0), terms.word_constant(1), terms.word_constant(2));
    let prefix = match conversion.letter {
        b'd' | b'i' => {
            let other = if flags.plus { b'+' } else { b' ' };
            let [minus, other] = [b'-', other].map(|byte| terms.constant(u128::from(byte), 8));
            let byte = terms.choose(negative, minus, other);
            let length = if flags.plus || flags.space { one } else { terms.choose(negative, one, zero) };
            (content_with(terms, memory, &[byte]), zero, length)
        }
        b'x' | b'X' => {
            let bytes = [b'0', conversion.letter].map(|byte| terms.constant(u128::from(byte), 8));
            let some = terms.is_nonzero(kept);
            let length = if flags.alternate { terms.choose(some, two, zero) } else { zero };
            (content_with(terms, memory, &bytes), zero, length)
        }
        b'o' if flags.alternate => return None,
        _ => (body.0, zero, zero),
    };
    let zeros = terms.all([terms.truth(flags.zero), terms.not(conversion.left), terms.not(conversion.precision.0)]);
    append_padded(terms, memory, printing, conversion, (prefix, body), zeros);
    Some(())
}

/// Returns the digits of a number: a content, the offset of the first digit in it, and their number.
fn digits(
    terms: &Terms,
    memory: &mut Memory<'_>,
    conversion: &Conversion,
    number: TermId,
) -> Option<(ContentId, TermId, TermId)> {
    let (is_set, precision) = conversion.precision;
    let least = match (terms.value(is_set)?, terms.value(precision)) {
        (0, _) => None,
        (_, least) => Some(least.filter(|least| *least <= MOST_DIGITS)?),
    };
    let mut bytes = digit_bytes(terms, conversion.letter, number);
    let mut count = terms.word_constant(1);
    let zero_digit = terms.constant(u128::from(b'0'), 8);
    for (index, byte) in bytes.iter().enumerate().skip(1) {
        let same = terms.equal(*byte, zero_digit);
        let longer = terms.word_constant(index as u64 + 1);
        count = terms.choose(same, count, longer);
    }
    if let Some(least) = least {
        while (bytes.len() as u128) < least {
            bytes.push(zero_digit);
        }
        let least_word = terms.word_constant(least as u64);
        count = terms.choose(terms.less(count, least_word), least_word, count);
        if least == 0 {
            count = terms.choose(terms.is_nonzero(number), count, least_word);
        }
    }
    let all = terms.word_constant(bytes.len() as u64);
    bytes.reverse();
    Some((content_with(terms, memory, &bytes), terms.subtract(all, count), count))
}

/// Appends a sign or prefix and a body, padded to the width.
fn append_padded(
    terms: &Terms,
    memory: &mut Memory<'_>,
    printing: &mut Printing<'_, '_>,
    conversion: &Conversion,
    (prefix, body): ((ContentId, TermId, TermId), (ContentId, TermId, TermId)),
    zeros: TermId,
) {
    let length = terms.add(prefix.2, body.2);
    let (is_short, lacks) = (terms.less(length, conversion.width), terms.subtract(conversion.width, length));
    let nothing = terms.word_constant(0);
    let padding = terms.choose(is_short, lacks, nothing);
    let before = terms.and(terms.not(conversion.left), terms.not(zeros));
    let [before, between, behind] = [before, zeros, conversion.left].map(|here| terms.choose(here, padding, nothing));
    append_fill(terms, memory, printing, b' ', before);
    append(terms, memory, printing, prefix);
    append_fill(terms, memory, printing, b'0', between);
    append(terms, memory, printing, body);
    append_fill(terms, memory, printing, b' ', behind);
}

fn append_bytes(terms: &Terms, memory: &mut Memory<'_>, printing: &mut Printing<'_, '_>, bytes: &[u8]) {
    let content = memory.contents.intern(ObjectContent::Bytes(bytes.into()));
    let (start, length) = (terms.word_constant(0), terms.word_constant(bytes.len() as u64));
    append(terms, memory, printing, (content, start, length));
}

/// Appends bytes of a content.
fn append(
    terms: &Terms,
    memory: &mut Memory<'_>,
    printing: &mut Printing<'_, '_>,
    (source, start, length): (ContentId, TermId, TermId),
) {
    let out = &mut printing.out;
    if printing.is_wanted && terms.value(length) != Some(0) {
        let (before, offset) = (out.content, out.length);
        let source = CopySource { content: source, start, room: Room::UNKNOWN };
        out.content = memory.contents.intern(ObjectContent::Copy { before, offset, length, source });
    }
    out.length = terms.add(out.length, length);
}

fn append_fill(terms: &Terms, memory: &mut Memory<'_>, printing: &mut Printing<'_, '_>, byte: u8, length: TermId) {
    let out = &mut printing.out;
    if printing.is_wanted && terms.value(length) != Some(0) {
        let byte = MemoryCell::known(terms, u128::from(byte), 8);
        let before = out.content;
        out.content = memory.contents.intern(ObjectContent::Fill { before, offset: out.length, length, byte });
    }
    out.length = terms.add(out.length, length);
}
