//! Functions of the C library, as the rows of `program::library` describe them.
//!
//! Bytes that are filled or copied, strings that are read to their end, and text that is printed are exact. A function whose row has
//! anything else is not followed: the runs that call it end as a cut.

use crate::bmc::claim::RunCut;
use crate::bmc::limits::LONGEST_KNOWN_STRING;
use crate::bmc::machine::{Machine, State};
use crate::bmc::memory::ObjectContent;
use crate::bmc::term::TermId;
use crate::bmc::value::{MemoryCell, Scalar};
use crate::ctype::{FloatKind, Type};
use crate::program::library::format::{Amount, Length, PrintDirective, PrintPart, printf};
use crate::program::library::{AccessSize, Allocation, Contents, Effect, Entry, Number, Returns};
use crate::program::{Expr, ExprNode, FaultKind, LibraryFunction, StringId, UninitializedUse};

/// A call of a function of the library.
struct Call<'c> {
    name: &'c str,
    arguments: &'c [Expr],
    values: Vec<Scalar>,
    /// The lengths of the strings that were read, by their arguments.
    lengths: Vec<(u8, TermId)>,
    /// The new block, of `realloc`.
    block: Option<Scalar>,
}

impl Machine<'_> {
    /// Runs a function of the library.
    pub fn library(
        &mut self,
        state: &mut State,
        (function, name): (LibraryFunction, &str),
        arguments: &[Expr],
        result: Option<&Expr>,
    ) {
        let entry = function.entry();
        if !is_followed(entry, result.is_some()) {
            return self.give_up(state, format!("the library function '{name}'"));
        }
        let values = arguments.iter().map(|argument| self.evaluate(state, argument)).collect();
        let mut call = Call { name, arguments, values, lengths: Vec::new(), block: None };
        for effect in entry.effects {
            self.effect(state, &mut call, effect);
        }
        let Some(target) = result else { return };
        let value = match entry.returns {
            Returns::Block => call.block,
            Returns::Argument(index) => call.values.get(usize::from(index)).copied(),
            Returns::Number(Number::Length(index)) => {
                let length = call.lengths.iter().find(|(argument, _)| *argument == index).map(|(_, length)| *length);
                length.map(|length| Scalar::number(&mut self.terms, length))
            }
            _ => None,
        };
        let Some(value) = value else { return self.give_up(state, format!("the result of '{name}'")) };
        self.give_result(state, target, value);
    }

    /// Stores a result in a place of the type that the program declares for it.
    fn give_result(&mut self, state: &mut State, target: &Expr, value: Scalar) {
        let shape = self.program.types.pointee(target.ty).and_then(|ty| self.shape(ty));
        let Some(shape) = shape else { return self.give_up(state, "a result of this type") };
        let bits = self.terms.resize(value.bits, shape.width, false);
        let (pointer, is_beyond) = self.evaluate_place(state, target);
        self.store_through(state, (pointer, target), Scalar { bits, ..value }, target.root_variable());
        self.beyond_array(state, is_beyond);
    }

    fn effect(&mut self, state: &mut State, call: &mut Call<'_>, effect: &Effect) {
        match *effect {
            Effect::Fills { target, byte, access_size: AccessSize::Bytes(count) } => {
                self.fill(state, call, (target, byte, count));
            }
            Effect::Copies { target, source, access_size: AccessSize::Bytes(count), overlap } => {
                self.copy_bytes(state, call, (target, source, count), overlap);
            }
            Effect::Reads(argument, AccessSize::String) => {
                let Some(start) = self.value(state, call, argument) else { return };
                let length = self.read_string(state, start);
                call.lengths.push((argument, length));
            }
            Effect::ReadsRest(first) => self.print(state, call, usize::from(first)),
            Effect::Output => {}
            Effect::Allocates(Allocation {
                size: AccessSize::Bytes(size), contents: Contents::BlockAt(old), ..
            }) => {
                call.block = self.reallocate(state, call, (old, size));
            }
            // What is read and freed is the old block, which moved.
            Effect::Reads(_, AccessSize::Open) | Effect::Frees(_) if call.block.is_some() => {}
            _ => self.give_up(state, format!("the library function '{}'", call.name)),
        }
    }

    /// The value of an argument; no run goes on where there is none.
    fn value(&mut self, state: &mut State, call: &Call<'_>, argument: u8) -> Option<Scalar> {
        let value = call.values.get(usize::from(argument)).copied();
        if value.is_none() {
            self.give_up(state, format!("a call of '{}' without its arguments", call.name));
        }
        value
    }

    /// An argument that is a number of bytes, as a word. An undefined one decides something.
    fn count(&mut self, state: &mut State, call: &Call<'_>, argument: u8) -> Option<TermId> {
        let value = self.value(state, call, argument)?;
        let undefined = self.terms.not(value.is_defined);
        self.fault(state, undefined, FaultKind::UndefinedValue, "an uninitialized argument of a library function");
        let address = self.terms.is_nonzero(value.object);
        self.unsupported(state, address, "a number of bytes that is an address");
        let word = self.word();
        Some(self.terms.resize(value.bits, word, false))
    }

    /// `realloc`: the contents move to a new block, and the old one dies; where there is no new one, it stays.
    fn reallocate(&mut self, state: &mut State, call: &Call<'_>, (old, size): (u8, u8)) -> Option<Scalar> {
        let old = self.value(state, call, old)?;
        let fails = self.fails(state, self.settings.allocation_may_fail);
        let failed = self.part(state, fails);
        let succeeds = self.terms.not(fails);
        state.guard = self.terms.and(state.guard, succeeds);
        let size = self.count(state, call, size)?;
        let null = old.is_null(&mut self.terms);
        let not_null = self.terms.not(null);
        let some = self.terms.is_nonzero(size);
        let none = self.terms.not(some);
        let refused = self.terms.and(not_null, none);
        self.fault(state, refused, FaultKind::UndefinedBehaviour, "realloc to a size of 0");
        let before = state.clone();
        let new = self.allocate(state, size, false);
        // What is wrong with the old block is wrong before its contents move. Freeing NULL does nothing.
        self.free(state, old);
        let offset = self.word_constant(0);
        for number in self.objects_at(old.object) {
            let Some(old_size) = self.object(number).map(|object| object.size) else { continue };
            let is_it = self.is_object(old.object, number);
            let shrinks = self.terms.less(size, old_size);
            let kept = self.terms.choose(shrinks, size, old_size);
            let source = self.state_of(&before, number).content;
            self.change(state, new.object, |machine, empty| {
                let moved = ObjectContent::Copy { before: empty, offset, length: kept, source, start: offset };
                let moved = machine.contents.intern(moved);
                machine.contents.choose(&machine.terms, is_it, moved, empty)
            });
        }
        let word = self.word();
        let no_block = Scalar::constant(&mut self.terms, 0, word);
        let result = Scalar::choose(&mut self.terms, fails, no_block, new);
        self.join(state, failed);
        Some(result)
    }

    fn fill(&mut self, state: &mut State, call: &Call<'_>, (target, byte, count): (u8, Option<u8>, u8)) {
        let (Some(length), Some(target)) = (self.count(state, call, count), self.value(state, call, target)) else {
            return;
        };
        let byte = match byte {
            Some(byte) => self.value(state, call, byte),
            None => Some(Scalar::constant(&mut self.terms, 0, 8)),
        };
        let Some(byte) = byte else { return };
        let byte = Scalar { bits: self.terms.resize(byte.bits, 8, false), ..byte };
        let undefined = self.terms.not(byte.is_defined);
        self.fault(state, undefined, FaultKind::UndefinedValue, "an uninitialized argument of a library function");
        self.on_bytes(state, length, |machine, state| {
            machine.check_writable(state, target, length, None);
            let byte = MemoryCell::of(&mut machine.terms, byte);
            machine.change(state, target.object, |machine, before| {
                machine.contents.intern(ObjectContent::Fill { before, offset: target.bits, length, byte })
            });
        });
    }

    fn copy_bytes(&mut self, state: &mut State, call: &Call<'_>, (target, source, count): (u8, u8, u8), overlap: bool) {
        let Some(length) = self.count(state, call, count) else { return };
        let (Some(target), Some(source)) = (self.value(state, call, target), self.value(state, call, source)) else {
            return;
        };
        self.on_bytes(state, length, |machine, state| {
            machine.check_access(state, source, length);
            machine.check_writable(state, target, length, None);
            if !overlap {
                machine.check_apart(state, target, source, length);
            }
            machine.copy(state, target, source, length);
        });
    }

    /// Does something unless there are no bytes to do it to: then pointers need not lead anywhere.
    fn on_bytes(&mut self, state: &mut State, length: TermId, work: impl FnOnce(&mut Self, &mut State)) {
        let some = self.terms.is_nonzero(length);
        let no = self.terms.not(some);
        let none = self.part(state, no);
        state.guard = self.terms.and(state.guard, some);
        work(self, state);
        self.join(state, none);
    }

    /// Reads a string to its end: its length, a word. A string whose end a run chooses is read as far as loops iterate.
    fn read_string(&mut self, state: &mut State, start: Scalar) -> TermId {
        let mut length = self.word_constant(0);
        let mut goes_on = self.terms.truth(true);
        let (mut index, mut chosen) = (0_u32, 0);
        loop {
            let ended = self.terms.not(goes_on);
            let rest = self.terms.and(state.guard, ended);
            state.guard = self.terms.and(state.guard, goes_on);
            if self.is_empty(state) {
                state.guard = rest;
                return length;
            }
            let cut = match index > LONGEST_KNOWN_STRING {
                true => Some(RunCut::Unsupported(format!("a string of more than {LONGEST_KNOWN_STRING} bytes").into())),
                false => (chosen > self.unwind).then_some(RunCut::Iterations),
            };
            if let Some(cut) = cut {
                self.cut(state, cut);
                state.guard = rest;
                return length;
            }
            let offset = self.word_constant(u64::from(index));
            let place = Scalar { bits: self.terms.add(start.bits, offset), ..start };
            let is_more = self.read_byte(state, place);
            state.guard = self.terms.or(state.guard, rest);
            let next = self.terms.and(goes_on, is_more);
            chosen += u32::from(next != goes_on && !self.terms.is_false(next));
            goes_on = next;
            index += 1;
            let longer = self.word_constant(u64::from(index));
            length = self.terms.choose(goes_on, longer, length);
        }
    }

    /// Reads a byte of a string: whether the string goes on behind it.
    fn read_byte(&mut self, state: &mut State, place: Scalar) -> TermId {
        let one = self.word_constant(1);
        self.check_access(state, place, one);
        let cell = self.read(state, place, 1);
        self.unsupported(state, cell.is_torn, "a part of a pointer is read");
        let byte = cell.scalar(&mut self.terms);
        let undefined = self.terms.not(byte.is_defined);
        let message = "read of an uninitialized byte of a string";
        self.uninitialized(state, undefined, UninitializedUse::Read, message);
        self.terms.is_nonzero(byte.bits)
    }

    /// Prints arguments as a format says that is a literal.
    fn print(&mut self, state: &mut State, call: &Call<'_>, first: usize) {
        let format = first.checked_sub(1).and_then(|format| literal(call.arguments.get(format)?));
        let Some(format) = format.and_then(|string| self.program.strings.get(string)) else {
            return self.give_up(state, format!("a format of '{}' that is no literal", call.name));
        };
        let mut next = first;
        for part in printf(format) {
            match part {
                PrintPart::Byte(_) => {}
                PrintPart::Directive(PrintDirective { letter: b'%', width: None, precision: None, .. }) => {}
                PrintPart::Directive(directive) => {
                    let Some(taken) = taken(&directive) else {
                        return self.give_up(state, format!("a conversion in the format of '{}'", call.name));
                    };
                    self.convert(state, call, (next, taken));
                    next += 1;
                }
                PrintPart::Unfinished => return self.give_up(state, format!("the format of '{}'", call.name)),
            }
        }
    }

    /// Prints one argument.
    fn convert(&mut self, state: &mut State, call: &Call<'_>, (index, taken): (usize, Taken)) {
        let (Some(value), Some(argument)) = (call.values.get(index).copied(), call.arguments.get(index)) else {
            let always = self.terms.truth(true);
            return self.fault(state, always, FaultKind::UndefinedBehaviour, "too few arguments for a format");
        };
        let types = &self.program.types;
        let fits = match (taken, types.get(argument.ty)) {
            (Taken::Integer(length), Type::Integer { .. }) => {
                let bytes = length.integer_bytes(types.model().word_bytes()).map(|bytes| bytes.max(4));
                bytes.is_some() && types.size_of(argument.ty) == bytes
            }
            (Taken::Double, Type::Float(kind)) => *kind == FloatKind::Double,
            (Taken::Address | Taken::String, Type::Pointer(_)) => true,
            _ => false,
        };
        if !fits {
            let (always, message) = (self.terms.truth(true), "a conversion of a format gets a value of another type");
            return self.fault(state, always, FaultKind::UndefinedBehaviour, message);
        }
        let (kind, message) = match taken {
            Taken::Integer(_) | Taken::Double => (FaultKind::UndefinedValue, "an uninitialized value is printed"),
            Taken::Address | Taken::String => (FaultKind::Uninitialized, "an uninitialized pointer is printed"),
        };
        let undefined = self.terms.not(value.is_defined);
        self.fault(state, undefined, kind, message);
        if taken == Taken::String {
            self.read_string(state, value);
        }
    }
}

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Integer(Length),
    Double,
    Address,
    String,
}

/// What a directive takes; `None` for what is not followed.
fn taken(directive: &PrintDirective) -> Option<Taken> {
    let is_argument = |amount: Option<Amount>| amount == Some(Amount::Argument);
    if is_argument(directive.width) || is_argument(directive.precision) || directive.flags.grouped {
        return None;
    }
    match (directive.letter, directive.length) {
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', length) if length != Length::Unknown => Some(Taken::Integer(length)),
        (b'c', Length::Plain) => Some(Taken::Integer(Length::Plain)),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Length::Plain | Length::Long) => Some(Taken::Double),
        (b'p', Length::Plain) => Some(Taken::Address),
        (b's', Length::Plain) if directive.precision.is_none() => Some(Taken::String),
        _ => None,
    }
}

/// Whether all that a row says is followed.
fn is_followed(entry: &Entry, has_result: bool) -> bool {
    let moves = entry.allocation().is_some_and(|block| matches!(block.contents, Contents::BlockAt(_)));
    let known = |effect: &Effect| match effect {
        Effect::Fills { access_size: AccessSize::Bytes(_), .. }
        | Effect::Copies { access_size: AccessSize::Bytes(_), .. }
        | Effect::Reads(_, AccessSize::String)
        | Effect::Output => true,
        Effect::Allocates(Allocation {
            size,
            contents: Contents::BlockAt(_),
            on_stack: false,
            alignment: None,
            stored: None,
        }) => {
            matches!(size, AccessSize::Bytes(_))
        }
        Effect::Reads(_, AccessSize::Open) | Effect::Frees(_) => moves,
        Effect::ReadsRest(_) => !entry.takes_list(),
        _ => false,
    };
    let is_result_known = match entry.returns {
        Returns::Block => moves,
        Returns::Nothing | Returns::Argument(_) | Returns::Number(Number::Length(_)) => true,
        Returns::Anything => !has_result,
        _ => false,
    };
    is_result_known && entry.effects.iter().all(known) && entry.optional.is_none()
}

/// The literal that an argument is.
fn literal(argument: &Expr) -> Option<StringId> {
    match &argument.node {
        ExprNode::StringAddress(string) => Some(*string),
        ExprNode::Cast(inner) => literal(inner),
        _ => None,
    }
}
