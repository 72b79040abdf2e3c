//! Evidence that a property is violated or may be: concrete runs, alarms, and paths through an abstraction.
//!
//! Only data. Only a concrete run refutes a property; an alarm counts only if a run confirms it.

use std::collections::BTreeMap;
use std::fmt;

use crate::picture::HeapPicture;
use base::{SourcePosition, Span};
use program::interp::{HeapCounts, RunStep, State};
use program::witness::RunRequest;
use program::{EdgeId, FaultKind, LocationId, UninitializedUse};
use reason::Unreplayed;
use spec::SpecifiedProperty;

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteStep {
    pub position: SourcePosition,
    /// Source text of the step.
    pub text: String,
    /// Number of heap blocks that it allocates and frees in a concrete run.
    pub heap: HeapCounts,
    /// True if it does nothing. Such a step counts, but need not be shown to users.
    pub is_idle: bool,
    /// True if it is an outcome of a test.
    pub is_branch: bool,
}

/// Additional information about an error, at another position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingNote {
    pub position: SourcePosition,
    pub fact: NotedFact,
}

/// The content of a note. Blocks and pointers are those that the error concerns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotedFact {
    /// The named pointer receives the value that must not be used.
    Value(String, KnownValue),
    /// The named variable is declared, and nothing is stored in it later.
    Declared(String),
    Allocated,
    Freed,
    /// The variable used later goes out of scope.
    ScopeEnds,
    /// The last pointer to the block is lost: its name, and how.
    LastPointer(String, PointerEnd),
    /// The named function, which contains the error, is called.
    Called(String),
}

/// The value of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownValue {
    Null,
    /// The address of the block.
    Block,
    /// The address of a member of NULL.
    MemberOfNull,
}

/// The way in which a pointer is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerEnd {
    /// It is overwritten.
    Overwritten,
    /// It is in a block that is freed.
    Freed,
    /// It is a variable that goes out of scope.
    OutOfScope,
}

impl NotedFact {
    /// The identifier of the kind of fact in machine-readable reports.
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
            NotedFact::Value(name, KnownValue::MemberOfNull) => {
                write!(out, "`{name}` gets the address of a member of NULL here")
            }
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

/// The violation at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// A statement of the specification, by index.
    Statement(usize),
    /// A memory error or a failed assertion of the program.
    Fault(FaultKind, String),
}

/// A run of the program that violates a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteRun {
    /// The initial state.
    pub start: Box<State>,
    /// The initial state as text: variables, symbols and the cells that they reach.
    pub input: String,
    /// The values that it reads, in order.
    pub inputs: Vec<RunInput>,
    pub steps: Vec<ConcreteStep>,
    /// The heap at the start and after each step: one more than there are steps.
    pub pictures: Vec<HeapPicture>,
    /// The location and the state for each picture.
    pub states: Vec<(LocationId, State)>,
    /// The violation in the state after the last step.
    pub broken: Broken,
    /// Position of the violation.
    pub position: SourcePosition,
    /// Location of the violation.
    pub location: LocationId,
    /// For a fault, the edge that failed.
    pub failed: Option<EdgeId>,
    /// The last state as text.
    pub last_state: String,
    /// Notes on the error at other positions.
    pub notes: Vec<FindingNote>,
}

/// An input of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunInput {
    /// Position at which it is read.
    pub position: SourcePosition,
    /// The variable that receives it, or else the source text that reads it.
    pub text: String,
    pub value: String,
}

/// What still leads to a block when a run leaks it. Competitions count these as different properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeakedBlock {
    /// Nothing: the last pointer to it is lost while the program runs.
    Lost {
        /// True if a run is known that ends by itself after that. `false` if none is.
        ends: bool,
    },
    /// Only variables that are never read again, while the program runs.
    Unread,
    /// Nothing, when `main` has returned: the last pointer to it was a local variable.
    LostAtEnd,
    /// Variables, when the program ends by `exit` or by the return of `main`: it is still allocated then.
    Left,
    /// Variables, when the program aborts or an assertion fails.
    Aborted,
}

/// A run that exhibits an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The fault that ends the run with its message, if the interpreter ends it.
    pub fault: Option<(FaultKind, String)>,
    /// For a leak, what still leads to the block.
    pub leak: Option<LeakedBlock>,
    /// The inputs on the way, in order.
    pub inputs: Vec<RunInput>,
    /// For a procedure, the initial state.
    pub start: Option<Box<State>>,
    /// The initial state as text.
    pub heap: Option<String>,
    pub steps: Vec<ConcreteStep>,
    /// The heap after a number of steps, 0 for the start. For long runs the middle is left out, except for what a
    /// folded trace shows.
    pub pictures: BTreeMap<usize, HeapPicture>,
    /// Notes on the error at other positions.
    pub notes: Vec<FindingNote>,
    /// The run itself, for witnesses. `None` for a run of a procedure on a small heap.
    pub course: Option<RunCourse>,
}

/// The edges that a run takes, and what it requested on the way.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunCourse {
    /// All steps in order, also those that reports do not show.
    pub steps: Vec<RunStep>,
    /// What it requested, in order. Values of what was never written are not requested.
    pub requests: Vec<RunRequest>,
}

/// An error, as shown in reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    pub kind: FaultKind,
    /// For an uninitialised value, its use.
    pub use_of_uninitialized: Option<UninitializedUse>,
    /// The violated property of the specification, if any.
    pub claim: Option<SpecifiedProperty>,
    /// One sentence without a final full stop.
    pub message: String,
    /// A run that exhibits the error, or the reason why none is known.
    pub confirmed: Result<Replay, Unreplayed>,
    /// True if it occurs only after another error, and so says nothing about the program.
    pub after_error: bool,
    /// True if the verdict does not depend on it.
    pub is_warning: bool,
    pub span: Span,
    /// Position of `span`, for users.
    pub position: SourcePosition,
    /// Name of the function.
    pub function: String,
    /// The steps that lead to it.
    pub steps: Vec<ConcreteStep>,
    /// Notes at other positions, if no run exhibits the error; otherwise the run has them.
    pub notes: Vec<FindingNote>,
}

impl Alarm {
    /// Returns true if a run exhibits the error: only then is it an error rather than a suspicion.
    pub fn certain(&self) -> bool {
        self.confirmed.is_ok()
    }

    /// Returns the run that exhibits the error, if it is recorded.
    pub fn course(&self) -> Option<&RunCourse> {
        self.confirmed.as_ref().ok()?.course.as_ref()
    }

    /// Formats the error in one line, as compilers do.
    pub fn line(&self) -> String {
        format!("{}: error: {} [{}]", self.position, self.message, self.kind.word())
    }

    /// Returns true if both alarms are the same error: same kind, specified property and place. The position alone
    /// would not suffice: two macros on one line may share it.
    pub fn is_same(&self, other: &Alarm) -> bool {
        self.span.meets(other.span)
            && (self.kind, self.claim, &self.position) == (other.kind, other.claim, &other.position)
    }
}

/// The predicates whose value changed or became relevant: text and value.
pub type PredicateValues = Vec<(String, bool)>;

/// One step of an abstract path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractStep {
    pub position: SourcePosition,
    /// Source text of the step.
    pub text: String,
    /// Name of the location that it leads to.
    pub location: String,
    /// Predicates relevant at that location that the step changed, or that were not relevant before.
    pub changes: PredicateValues,
    /// Predicates whose value was chosen nondeterministically (`*`) in this step.
    pub choices: Vec<String>,
}

/// A path with the values of predicates on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractTrace {
    pub initial: PredicateValues,
    pub steps: Vec<AbstractStep>,
    /// For a lasso, the step to which the path returns; the last one if it stays in its final state.
    pub loop_start: Option<usize>,
}
