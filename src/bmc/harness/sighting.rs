//! What a sanitizer says of an error, so that a person or a test knows whether it was seen.

use crate::bmc::harness::Draft;
use crate::bmc::harness::given::{GivenInputs, edge_of};
use crate::program::{Command, Edge, FaultKind, LibraryFunction as F};

/// Whether the error of a run is seen when its harness runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// It is.
    Seen {
        /// By whom.
        by: &'static str,
        /// What is printed: one of these.
        words: &'static [&'static str],
    },
    /// It is not, or may not be; with the reason, half a sentence.
    Nothing(String),
}

/// Bytes around a block that AddressSanitizer watches at least.
const REDZONE: i64 = 16;
/// Functions whose accesses AddressSanitizer does not watch: the library has no other version of them for it (GCC 12).
const UNWATCHED: [F; 27] = [
    F::Bcopy,
    F::Memccpy,
    F::Mempcpy,
    F::Rawmemchr,
    F::Stpcpy,
    F::Stpncpy,
    F::Strsep,
    F::StrtokR,
    F::Strtod,
    F::Strtof,
    F::Strtold,
    F::Strtoul,
    F::Strtoull,
    F::Strverscmp,
    F::Atof,
    F::Perror,
    F::Dprintf,
    F::Vdprintf,
    F::Putenv,
    F::Setenv,
    F::Unsetenv,
    F::Getenv,
    F::Open,
    F::Openat,
    F::Creat,
    F::Remove,
    F::Rename,
];
const ADDRESSES: &str = "AddressSanitizer";
const ARITHMETIC: &str = "UBSan";

/// What is seen of an error. There is no arm for "all others", so that a new kind does not compile until somebody decides.
pub(super) fn of(draft: &Draft<'_>, given: &GivenInputs) -> Sighting {
    let (suspect, run, settings) = (draft.suspect, draft.run, draft.settings);
    let seen = |by, words| Sighting::Seen { by, words };
    let nothing = |why: &str| Sighting::Nothing(why.into());
    match suspect.kind {
        FaultKind::InvalidDereference if draft.prints() => nothing("the library prints '(null)'"),
        FaultKind::InvalidDereference => seen(ADDRESSES, &["SEGV", "null pointer"]),
        FaultKind::InvalidFree => seen(ADDRESSES, &["attempting free on address which was not malloc()-ed", "SEGV"]),
        FaultKind::DoubleFree => seen(ADDRESSES, &["attempting double-free"]),
        FaultKind::MemoryLeak if settings.leaks_at_exit => nothing(
            "the block may still be reached when the program ends, so that LeakSanitizer takes it for none that is lost",
        ),
        FaultKind::MemoryLeak => seen("LeakSanitizer", &["detected memory leaks"]),
        FaultKind::OutOfBounds | FaultKind::UseAfterFree | FaultKind::UseAfterScope | FaultKind::OverlappingCopy
            if draft.is_unwatched() =>
        {
            nothing("AddressSanitizer does not watch this function of the library")
        }
        FaultKind::OutOfBounds | FaultKind::BeyondArray => match missed(draft, given) {
            Some(why) => nothing(why),
            None => seen(
                ADDRESSES,
                &["buffer-overflow", "buffer-underflow", "out of bounds", "use-after", "negative-size-param", "SEGV"],
            ),
        },
        FaultKind::UseAfterFree if draft.closes_streams() => {
            nothing("the library does not watch streams that are closed")
        }
        FaultKind::UseAfterFree => seen(ADDRESSES, &["heap-use-after-free"]),
        FaultKind::UseAfterScope if draft.has_stack_blocks() => {
            nothing("AddressSanitizer does not watch blocks of 'alloca' behind the end of their function")
        }
        FaultKind::UseAfterScope => seen(ADDRESSES, &["stack-use-after"]),
        FaultKind::Uninitialized | FaultKind::UndefinedValue => {
            nothing("neither sanitizer sees that a value was never written (MemorySanitizer and Valgrind do)")
        }
        FaultKind::FieldOfNull => seen(ARITHMETIC, &["null pointer"]),
        FaultKind::OverlappingCopy if draft.prints_to_memory() => {
            nothing("AddressSanitizer does not compare where a text is printed to with what is printed")
        }
        FaultKind::OverlappingCopy => seen(ADDRESSES, &["param-overlap"]),
        FaultKind::Assertion => seen("abort", &["ssertion"]),
        FaultKind::ReachError => seen("abort", &["reached:", "ssertion"]),
        FaultKind::Shape => nothing("no sanitizer knows what the specification says"),
        FaultKind::ConstantWritten if run.message.contains("literal") => seen(ADDRESSES, &["SEGV"]),
        FaultKind::ConstantWritten => nothing("only constants of static storage are write-protected"),
        FaultKind::UndefinedBehaviour => {
            let known = ["overflow", "division by zero", "a shift by"];
            match known.iter().any(|words| run.message.contains(words)) {
                true => seen(ARITHMETIC, &["runtime error"]),
                false => nothing("no sanitizer looks for this undefined behaviour"),
            }
        }
        FaultKind::Indeterminate | FaultKind::Unsupported => nothing("nothing is known about the run"),
    }
}

impl Draft<'_> {
    /// The edge that is at fault.
    fn last_edge(&self) -> Option<&Edge> {
        edge_of(self.run, self.task.program, self.run.steps.len().checked_sub(1)?)
    }

    /// The library function that is at fault.
    fn last_function(&self) -> Option<F> {
        match &self.last_edge()?.command {
            Command::Print { function, .. } | Command::Library { function, .. } => Some(*function),
            _ => None,
        }
    }

    /// Whether a library function is at fault that nobody watches.
    fn is_unwatched(&self) -> bool {
        self.last_function().is_some_and(|function| UNWATCHED.contains(&function))
    }

    /// Whether a library function is at fault that prints to memory.
    fn prints_to_memory(&self) -> bool {
        matches!(self.last_function(), Some(F::Sprintf | F::Snprintf | F::Vsprintf | F::Vsnprintf))
    }

    /// Whether a library function is at fault, in a run that has closed a stream.
    fn closes_streams(&self) -> bool {
        let closes = |step: usize| {
            let command = edge_of(self.run, self.task.program, step).map(|edge| &edge.command);
            matches!(command, Some(Command::Library { function: F::Fclose | F::Freopen, .. }))
        };
        self.last_function().is_some() && (0..self.run.steps.len()).any(closes)
    }

    /// Whether what is at fault prints by a format.
    fn prints(&self) -> bool {
        self.last_function().is_some_and(|function| function.name().ends_with("printf"))
    }

    /// Whether a format has a precision, as far as it stands where it is used.
    fn has_precision(&self) -> bool {
        self.last_edge().is_some_and(|edge| self.sources.snippet(edge.span).contains('.'))
    }
}

/// Why AddressSanitizer misses an access outside of its block, if it may.
fn missed(draft: &Draft<'_>, given: &GivenInputs) -> Option<&'static str> {
    let library = draft.last_function();
    if library == Some(F::Fgets) && given.input.as_ref().is_some_and(|input| input.contains(&0)) {
        return Some("AddressSanitizer looks at what 'fgets' writes only up to the first zero byte");
    }
    if draft.prints() && draft.has_precision() {
        return Some("how far the library reads what it prints is not watched where a precision ends it");
    }
    let [size, offset, block] = numbers(&draft.run.message)?;
    if offset > block + REDZONE || offset < -REDZONE {
        return Some("the access is so far from its block that it may land in another one");
    }
    if block == 0 && offset == 0 {
        return Some("AddressSanitizer gives a block of no bytes one");
    }
    let is_split = offset < block && offset >= 0 && library.is_none();
    (is_split && size > 0 && offset % size != 0)
        .then_some("AddressSanitizer may miss an access that is not aligned and begins in its block")
}

/// The size of an access, its offset, and the size of its block, as the interpreter's message has them.
fn numbers(message: &str) -> Option<[i64; 3]> {
    let mut found = message
        .split(|sign: char| !sign.is_ascii_digit() && sign != '-')
        .filter(|word| word.contains(|sign: char| sign.is_ascii_digit()))
        .map(|word| word.trim_end_matches('-').parse().ok());
    let numbers = [found.next()??, found.next()??, found.next()??];
    found.next().is_none().then_some(numbers)
}
