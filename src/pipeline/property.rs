//! A property with its answer.

use crate::base::SourcePosition;
use crate::pipeline::confirm::ConcreteRun;
use crate::pipeline::hintcheck::HintDoubt;
use crate::pipeline::open::OpenReason;
use crate::pipeline::trace::AbstractTrace;
use crate::verdict::Verdict;

/// The name of the property that nothing is done that C leaves undefined, but for errors of memory.
pub const UNDEFINED_BEHAVIOUR: &str = "undefined-behaviour";
/// What it says.
pub(super) const UNDEFINED_BEHAVIOUR_TEXT: &str = "no operation has undefined behaviour (memory accesses apart)";
/// The name of the property that all accesses are to allocated memory. Those of the boolean program are named otherwise.
pub const MEMORY_ACCESS: &str = "memory-access";

/// One property with its answer.
#[derive(Clone, Debug)]
pub struct PropertyVerdict {
    /// Unique in the run.
    pub id: String,
    /// As the user wrote it, or what is asked for.
    pub text: String,
    /// Where it is to hold.
    pub position: SourcePosition,
    /// The answer.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<OpenReason>,
    /// For a violation, or an unconfirmed one: the path through the boolean program.
    pub path: Option<AbstractTrace>,
    /// For a violation: a run of the program that shows it.
    pub run: Option<ConcreteRun>,
    /// Whether the shape analysis decided it where no other engine did.
    pub by_shapes: bool,
    /// For verified: whether it holds only because its location is unreachable.
    pub vacuous: bool,
    /// Hints that are not proved, and that it would be verified with: where it is, they are assumed.
    pub rests_on: Vec<HintDoubt>,
}

impl PropertyVerdict {
    /// A property that holds, so far.
    pub fn verified(id: impl Into<String>, text: impl Into<String>, position: SourcePosition) -> PropertyVerdict {
        PropertyVerdict {
            id: id.into(),
            text: text.into(),
            position,
            verdict: Verdict::Verified,
            reason: None,
            path: None,
            run: None,
            by_shapes: false,
            vacuous: false,
            rests_on: Vec::new(),
        }
    }

    /// The hints that are assumed, for what is verified.
    pub fn assumptions(&self) -> &[HintDoubt] {
        if self.verdict == Verdict::Verified { &self.rests_on } else { &[] }
    }
}
