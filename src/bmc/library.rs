//! Functions of the C library. Semantics, errors and their order are those of the interpreter
//! (`program::interp::library`). A call of a function that is not modelled is a cut.
//!
//! | file | contents |
//! |---|---|
//! | `blocks` | allocation and deallocation |
//! | `callback` | callbacks into the program, exit handlers |
//! | `characters` | functions on numbers and characters, `errno`, the tables behind `<ctype.h>` |
//! | `format` | output of `printf` formats |
//! | `input` | characters, lines and blocks of standard input |
//! | `item` | the next item of standard input where a number is expected |
//! | `outside` | random numbers and clocks |
//! | `parse` | parsing of numbers in strings |
//! | `print` | printing to streams and to strings |
//! | `scan` | the `scanf` family |
//! | `search` | searching for bytes and strings, tokenizing |
//! | `sort` | `qsort` and `bsearch` |
//! | `state` | the state of the library in a run |
//! | `streams` | stream arguments |
//! | `strings` | writing, comparing and measuring byte ranges and strings |
//! | `text` | reading and writing of strings |
//! | `variadic` | variable arguments |

mod blocks;
mod callback;
mod characters;
mod format;
mod input;
mod item;
mod outside;
mod parse;
mod print;
mod scan;
mod search;
mod sort;
mod state;
mod streams;
mod strings;
mod text;
mod variadic;

pub use blocks::gives_no_bytes;
pub use characters::ErrorNumber;
pub use state::LibraryState;
pub use text::content_with;
pub use variadic::room;

use crate::evaluate::beyond_array;
use crate::events::Events;
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::unroll::Unrolling;
use crate::value::Scalar;
use ctype::Type;
use program::library::Effect;
use program::{Expr, FaultKind, LibraryFunction};

use LibraryFunction as F;

pub(super) struct LibraryCall<'c> {
    function: LibraryFunction,
    /// Name by which the program calls the function.
    name: &'c str,
    arguments: &'c [Expr],
    values: Vec<Scalar>,
    /// True if the program uses the result.
    has_result: bool,
}

/// Return value of a library function.
#[derive(Clone, Copy, Debug)]
enum LibraryResult {
    Nothing,
    /// A number, and true if it is signed. It is converted to the type that the program declares.
    Number(TermId, bool),
    Value(Scalar),
}

impl Unrolling<'_> {
    /// Executes a call of a library function.
    pub fn library(
        &mut self,
        state: &mut State,
        (function, name): (LibraryFunction, &str),
        arguments: &[Expr],
        result: Option<&Expr>,
    ) {
        if function == F::VaArg {
            return self.machine.library_argument(state, arguments, result);
        }
        let values = arguments.iter().map(|argument| self.machine.evaluate(state, argument)).collect();
        let call = LibraryCall { function, name, arguments, values, has_result: result.is_some() };
        let fails =
            self.machine.events.fails(state, self.machine.task.program.allocation_may_fail && gives_block(function));
        // A failed allocation whose result is discarded has no effect.
        let fails = if result.is_some() { fails } else { self.terms.truth(false) };
        let mut failed = state.split(self.terms, self.terms.not(fails));
        self.machine.set_error(&mut failed, self.terms.truth(true), ErrorNumber::NoMemory);
        let outcome =
            if state.is_empty(self.terms) { Some(LibraryResult::Nothing) } else { self.call_library(state, &call) };
        if outcome.is_none() {
            self.machine.events.give_up(state, format!("the library function '{name}'"));
        }
        self.machine.memory.join(state, failed);
        self.machine.refuse_failing_streams(state, function, result.is_some());
        let Some(target) = result else { return };
        self.machine.give_result(state, target, (outcome.unwrap_or(LibraryResult::Nothing), fails));
    }

    /// Executes the function. Returns `None` if the call is not modelled, or if no run continues.
    fn call_library(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Malloc
            | F::Zalloc
            | F::Calloc
            | F::MallocArray
            | F::AlignedAlloc
            | F::Realloc
            | F::Reallocarray
            | F::PosixMemalign
            | F::Free
            | F::Alloca
            | F::EndOfBlock
            | F::ArrayBound
            | F::Strdup
            | F::Strndup
            | F::Memdup
            | F::UsableSize => self.machine.library_block(state, call),
            F::Memset | F::Bzero | F::Memcpy | F::Mempcpy | F::Memmove | F::Bcopy | F::Memccpy => {
                self.machine.library_memory(state, call)
            }
            F::Memcmp | F::Memchr | F::Memrchr | F::Rawmemchr | F::Memmem => self.machine.library_bytes(state, call),
            F::Strcpy | F::Stpcpy | F::Strncpy | F::Stpncpy | F::Strcat | F::Strncat => {
                self.machine.library_copied_string(state, call)
            }
            F::Strlcpy | F::Strlcat => self.machine.library_cut_string(state, call),
            F::Strxfrm => self.machine.library_transformed(state, call),
            F::Strlen | F::Strnlen | F::Strcmp | F::Strncmp | F::Strcasecmp | F::Strncasecmp => {
                self.machine.library_measured(state, call)
            }
            F::Strchr | F::Strchrnul | F::Strrchr | F::Strstr | F::Strcasestr | F::Strpbrk | F::Strspn | F::Strcspn => {
                self.machine.library_search(state, call)
            }
            F::Expect | F::AssumeAligned => Some(LibraryResult::Value(self.machine.value(state, call, 0)?)),
            F::Mark | F::Prefetch => Some(LibraryResult::Number(self.terms.constant(0, 32), true)),
            _ => self.call_with_streams(state, call),
        }
    }

    /// As [`Self::call_library`], for functions on streams, the environment and numbers.
    fn call_with_streams(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Printf
            | F::Puts
            | F::Putchar
            | F::Fprintf
            | F::Vprintf
            | F::Vfprintf
            | F::Vdprintf
            | F::Fputs
            | F::Fputc
            | F::Fwrite
            | F::Write
            | F::Dprintf
            | F::Perror
            | F::Fflush
            | F::Setlinebuf => self.machine.library_print(state, call),
            F::Getchar
            | F::Fgetc
            | F::Ungetc
            | F::Fgets
            | F::Fread
            | F::Feof
            | F::Ferror
            | F::Fclose
            | F::Fileno
            | F::Clearerr => self.machine.library_input(state, call),
            F::Atexit | F::ForgetHandlers => self.machine.library_handlers(state, call),
            F::Sprintf | F::Snprintf | F::Vsprintf | F::Vsnprintf => self.machine.library_print_into(state, call),
            F::Asprintf | F::Vasprintf => self.machine.library_print_block(state, call),
            F::VaStart | F::VaCopy | F::VaEnd => self.machine.library_list(state, call),
            F::Scanf | F::Fscanf | F::Sscanf => self.machine.library_scan(state, call),
            F::Atoi | F::Atol | F::Atoll | F::Strtol | F::Strtoul | F::Strtoll | F::Strtoull => {
                self.machine.library_parsed(state, call)
            }
            F::Qsort | F::QsortR | F::Bsearch => self.library_compare(state, call),
            F::Strtok | F::StrtokR | F::Strsep => self.machine.library_token(state, call),
            F::Errno => self.machine.library_errno(state),
            F::Getenv => self.machine.library_absent(state, call),
            F::Fopen => self.machine.library_open(state, call),
            F::Rand | F::Srand | F::Time | F::Clock => self.machine.library_outside(state, call),
            F::Getpid | F::Getuid | F::Isatty | F::Sleep => self.machine.library_process(state, call),
            F::Access | F::Chdir | F::Mkdir => self.machine.library_path(state, call),
            F::AddOverflow | F::SubOverflow | F::MulOverflow => self.machine.library_overflow(state, call),
            F::CtypeTable | F::TolowerTable | F::ToupperTable => self.machine.library_table(state, call),
            _ => self.machine.library_number(state, call),
        }
    }
}

impl Machine<'_> {
    /// Cuts the runs in which a stream or clock fails and the program can notice: in modelled runs, every stream works
    /// and every clock is set. If a read fails, only `feof`, `ferror` and `errno` distinguish that from the end.
    fn refuse_failing_streams(&mut self, state: &mut State, function: LibraryFunction, has_result: bool) {
        let is_of_stream = |effect: &Effect| {
            matches!(effect, Effect::Input | Effect::Output | Effect::UsesStream(_) | Effect::ClosesStream(_))
        };
        let effects = function.entry().effects;
        let (uses, reads) = (effects.iter().any(is_of_stream), effects.contains(&Effect::Input));
        let tells = match function {
            F::Feof | F::Ferror | F::Time | F::Clock => has_result,
            _ => has_result && uses && !reads || uses && self.task.program.exposed.errno.is_some(),
        };
        if tells && self.task.settings.outside_may_fail {
            leave_open(self.terms, &mut self.events, state, "a stream or a clock that fails");
        }
    }

    /// Stores a result, or 0 where the function fails, converted to the declared type.
    fn give_result(&mut self, state: &mut State, target: &Expr, (outcome, fails): (LibraryResult, TermId)) {
        let ty = self.task.program.types.pointee(target.ty);
        let is_float = ty.is_some_and(|ty| matches!(self.task.program.types.get(ty), Type::Float(_)));
        let Some(shape) = ty.filter(|_| !is_float).and_then(|ty| self.task.shape(ty)) else {
            return self.events.give_up(state, "a result of this type");
        };
        let value = match outcome {
            LibraryResult::Nothing => Scalar::undefined(self.terms, shape.width),
            LibraryResult::Number(bits, signed) => {
                Scalar::number(self.terms, self.terms.resize(bits, shape.width, signed))
            }
            LibraryResult::Value(value) => Scalar { bits: self.terms.resize(value.bits, shape.width, false), ..value },
        };
        let value = Scalar::choose(self.terms, fails, Scalar::constant(self.terms, 0, shape.width), value);
        let (pointer, is_beyond) = self.evaluate_place(state, target);
        self.store_through(state, (pointer, target), value, target.root_variable());
        beyond_array(&mut self.events, state, is_beyond);
    }

    /// Returns the value of an argument. If there is none, that is an error and no run continues.
    fn value(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<Scalar> {
        let value = call.values.get(index).copied();
        if value.is_none() {
            let (always, message) = (self.terms.truth(true), format!("too few arguments in a call of '{}'", call.name));
            self.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
        }
        value
    }

    /// Returns an integer argument, and true if its type is signed. Reports an error if the value is undefined.
    fn number(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<(TermId, bool)> {
        let value = self.value(state, call, index)?;
        self.events.fault(
            state,
            self.terms.not(value.is_defined),
            FaultKind::UndefinedValue,
            "an uninitialized argument of a library function",
        );
        let address = self.terms.is_nonzero(value.object);
        self.events.unsupported(state, address, "an argument of a library function is an address");
        let ty = call.arguments.get(index)?.ty;
        let types = &self.task.program.types;
        match types.get(ty) {
            Type::Integer { .. } => Some((value.bits, types.integer_format(ty)?.1)),
            _ => {
                self.events.give_up(state, "an argument of a library function is no integer");
                None
            }
        }
    }

    /// Returns an argument that is a number of bytes, as a machine word.
    fn size(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<TermId> {
        let (bits, signed) = self.number(state, call, index)?;
        let (width, word) = (self.terms.width(bits), self.task.word());
        if signed {
            self.events.unsupported(state, self.terms.extract(bits, width - 1, 1), "a negative size");
        }
        if width > word {
            let is_large = self.terms.is_nonzero(self.terms.extract(bits, word, width - word));
            self.events.unsupported(state, is_large, "a size that no word holds");
        }
        Some(self.terms.resize(bits, word, signed))
    }

    /// Returns the lowest byte of an argument.
    fn byte(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<TermId> {
        let (bits, signed) = self.number(state, call, index)?;
        Some(self.terms.resize(bits, 8, signed))
    }
}

/// Returns true if a function returns a new heap block, so that it may fail if allocations may.
fn gives_block(function: LibraryFunction) -> bool {
    let block = function.entry().allocation();
    block.is_some_and(|block| !block.on_stack && block.stored.is_none()) || function == F::Wcsdup
}

/// Cuts an arbitrary part of the runs, because the environment may behave in a way that is not modelled.
fn leave_open(terms: &Terms, events: &mut Events<'_>, state: &mut State, what: &'static str) {
    let differs = terms.variable(1);
    events.unsupported(state, differs, what);
}
