//! What shows that a property does not hold, or where one may not: concrete runs, alarms, and paths through an abstraction.
//!
//! Data alone. Only a concrete run refutes a property; an alarm counts where a run confirms it.

use std::collections::BTreeMap;
use std::fmt;

use crate::picture::HeapPicture;
use base::{SourcePosition, Span};
use program::interp::{HeapCounts, State};
use program::{EdgeId, FaultKind, LocationId, UninitializedUse};
use reason::Unreplayed;
use spec::SpecifiedProperty;

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteStep {
    /// Where in C.
    pub position: SourcePosition,
    /// The C text.
    pub text: String,
    /// The blocks of the heap that it allocates and frees in a concrete run.
    pub heap: HeapCounts,
    /// Whether it does nothing. Such a step counts, but people need not see it.
    pub is_idle: bool,
}

/// What is to be known of an error at another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingNote {
    /// Where.
    pub position: SourcePosition,
    /// What happens there.
    pub fact: NotedFact,
}

/// What happens at the place of a note. Blocks and pointers are those that the error is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotedFact {
    /// A pointer of this name gets the value that must not be used.
    Value(String, KnownValue),
    /// A variable of this name is declared, and nothing is stored in it later.
    Declared(String),
    /// The block is allocated.
    Allocated,
    /// The block is freed.
    Freed,
    /// The variable that is used later goes out of scope.
    ScopeEnds,
    /// The last pointer to the block goes: its name, and how.
    LastPointer(String, PointerEnd),
    /// The function of this name is called, in which the error is.
    Called(String),
}

/// A value that a pointer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownValue {
    /// NULL.
    Null,
    /// The address of the block.
    Block,
}

/// How a pointer goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerEnd {
    /// Something else is stored in its place.
    Overwritten,
    /// It is in a block that is freed.
    Freed,
    /// It is a variable that goes out of scope.
    OutOfScope,
}

impl NotedFact {
    /// The kind of fact, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            NotedFact::Value(..) => "value",
            NotedFact::Declared(_) => "declaration",
            NotedFact::Allocated => "allocation",
            NotedFact::Freed => "free",
            NotedFact::ScopeEnds => "end-of-scope",
            NotedFact::LastPointer(..) => "last-pointer",
            NotedFact::Called(_) => "call",
        }
    }
}

impl fmt::Display for NotedFact {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotedFact::Value(name, KnownValue::Null) => write!(out, "`{name}` becomes NULL here"),
            NotedFact::Value(name, KnownValue::Block) => write!(out, "`{name}` gets the address of the block here"),
            NotedFact::Declared(name) => write!(out, "`{name}` is declared here, and never gets a value"),
            NotedFact::Allocated => write!(out, "the block is allocated here"),
            NotedFact::Freed => write!(out, "the block is freed here"),
            NotedFact::ScopeEnds => write!(out, "the variable goes out of scope here"),
            NotedFact::LastPointer(name, end) => {
                let end = match end {
                    PointerEnd::Overwritten => "is overwritten",
                    PointerEnd::Freed => "is freed",
                    PointerEnd::OutOfScope => "goes out of scope",
                };
                write!(out, "`{name}` is the last pointer to the block, and {end} here")
            }
            NotedFact::Called(function) => write!(out, "`{function}` is called here"),
        }
    }
}

/// What a run breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// A statement of the specification, by index.
    Statement(usize),
    /// A memory error or a failed assertion of the program.
    Fault(FaultKind, String),
}

/// A run of the program that breaks something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteRun {
    /// The input.
    pub start: Box<State>,
    /// The same, drawn: variables, symbols and the cells that they reach.
    pub input: String,
    /// The values that it reads, in order.
    pub inputs: Vec<RunInput>,
    /// The steps.
    pub steps: Vec<ConcreteStep>,
    /// What memory looks like at the start and after each step: one more than there are steps.
    pub pictures: Vec<HeapPicture>,
    /// Where control is in each of them, and the state.
    pub states: Vec<(LocationId, State)>,
    /// What it breaks, in the state after the last step.
    pub broken: Broken,
    /// Where.
    pub position: SourcePosition,
    /// Where control was then.
    pub location: LocationId,
    /// For a fault: the edge that failed.
    pub failed: Option<EdgeId>,
    /// The last state, drawn.
    pub last_state: String,
    /// What is to be known of the error at other places.
    pub notes: Vec<FindingNote>,
}

/// An input of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunInput {
    /// Where it is read.
    pub position: SourcePosition,
    /// What takes it.
    pub text: String,
    /// What it is.
    pub value: String,
}

/// A run that meets an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// What the run ends with and what is to be said of that, where the interpreter ends it.
    pub fault: Option<(FaultKind, String)>,
    /// The inputs on the way, in order.
    pub inputs: Vec<RunInput>,
    /// For a procedure: the state that it starts in.
    pub start: Option<Box<State>>,
    /// The same, drawn.
    pub heap: Option<String>,
    /// The steps.
    pub steps: Vec<ConcreteStep>,
    /// What memory looks like after a number of steps, 0 for the start; of long runs the middle is left out, apart from what a folded trace shows.
    pub pictures: BTreeMap<usize, HeapPicture>,
    /// What is to be known of the error at other places.
    pub notes: Vec<FindingNote>,
}

/// An error, as reports show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// What kind.
    pub kind: FaultKind,
    /// How an uninitialized value is used, where the error is that.
    pub use_of_uninitialized: Option<UninitializedUse>,
    /// What of the specification does not hold, if it is that.
    pub claim: Option<SpecifiedProperty>,
    /// One sentence without a final full stop.
    pub message: String,
    /// A run that meets it, or why none is known.
    pub confirmed: Result<Replay, Unreplayed>,
    /// Whether it occurs only after another error, and so says nothing of the program.
    pub after_error: bool,
    /// Whether the verdict does not depend on it.
    pub is_warning: bool,
    /// Where.
    pub span: Span,
    /// The same, for people.
    pub position: SourcePosition,
    /// The name of the function.
    pub function: String,
    /// The steps on the way to it.
    pub steps: Vec<ConcreteStep>,
    /// Notes at other places, if no run meets the error. If one does, the run has the notes.
    pub notes: Vec<FindingNote>,
}

impl Alarm {
    /// Whether a run meets it: only then is it an error, and not a suspicion.
    pub fn certain(&self) -> bool {
        self.confirmed.is_ok()
    }

    /// The error in one line, as compilers have it.
    pub fn line(&self) -> String {
        format!("{}: error: {} [{}]", self.position, self.message, self.kind.word())
    }

    /// Whether another one is about the same error: its kind, what is specified and the place are the same. The position alone would
    /// not do: two macros on one line may have the same.
    pub fn is_same(&self, other: &Alarm) -> bool {
        self.span.meets(other.span)
            && (self.kind, self.claim, &self.position) == (other.kind, other.claim, &other.position)
    }
}

/// The values of predicates that changed, or that gained a meaning: text and value.
pub type PredicateValues = Vec<(String, bool)>;

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractStep {
    /// Where in C.
    pub position: SourcePosition,
    /// The C text.
    pub text: String,
    /// Name of the location that it leads to.
    pub location: String,
    /// Predicates relevant there that the step changed, or that were not relevant before.
    pub changes: PredicateValues,
    /// Predicates whose value was an open choice (`*`) in this step.
    pub choices: Vec<String>,
}

/// A path with the values of predicates on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractTrace {
    /// Values at the start.
    pub initial: PredicateValues,
    /// The steps.
    pub steps: Vec<AbstractStep>,
    /// For a lasso: the step to which the path returns; at the end when it stays in its last state.
    pub loop_start: Option<usize>,
}
