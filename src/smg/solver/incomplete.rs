//! Why an analysis may have missed something: the reasons for incompleteness.

use crate::base::Exhausted;
use crate::smg::domain::fault::Fault;

/// Why an analysis does not cover all runs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Incompleteness {
    /// It does not follow a construct.
    #[error("{0}")]
    NotFollowed(String),
    /// It does not know what a function does whose body is elsewhere.
    #[error("{0}")]
    NoBody(String),
    /// Time or memory is used up, or the run was cancelled.
    #[error("{0}")]
    Exhausted(#[from] Exhausted),
    /// The limit on work was reached. A large state counts more than once.
    #[error("work limit ({0} states) reached")]
    Work(usize),
    /// The same, where it is all the work that the settings allow, and not the slice of a member.
    #[error("work limit ({0} states) reached (--limit shape-work)")]
    AllWork(usize),
    /// The limit on the depth of calls was reached.
    #[error("more than {0} nested calls (--limit shape-calls)")]
    Calls(usize),
    /// The limit on the ends of the program in one function was reached.
    #[error("a function has more than {0} exiting states")]
    Ends(usize),
    /// A formula of the specification has too many cases.
    #[error("a formula has too many cases")]
    FormulaCases,
    /// A command has too many cases.
    #[error("a command has too many cases")]
    CommandCases,
    /// The run goes on behind an error that it may not have.
    #[error("what happens after an error")]
    AfterError,
    /// The run goes on behind undefined behaviour that is not reported.
    #[error("what happens after undefined behaviour")]
    AfterUndefinedBehaviour,
    /// A function that was registered with `atexit` has no body.
    #[error("a function that runs when the program ends has no body")]
    NoBodyAtEnd,
}

/// Where nothing can be executed yet, a fault says what is not followed.
impl From<Fault> for Incompleteness {
    fn from(fault: Fault) -> Self {
        Incompleteness::NotFollowed(fault.message)
    }
}
