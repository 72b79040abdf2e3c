//! Reasons why SPIN did not decide a property.

use reason::Undecided;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    #[error("{0} is not installed")]
    NotInstalled(&'static str),
    #[error("{what} could not be run: {error}")]
    NotRun {
        /// The program.
        what: &'static str,
        /// The message of the operating system.
        error: String,
    },
    #[error("no temporary directory: {0}")]
    NoDirectory(String),
    #[error("cannot write: {0}")]
    NotWritten(String),
    #[error("the model has more than {0} transitions, too many for SPIN's compiler")]
    TooManyTransitions(usize),
    /// With SPIN's first message.
    #[error("SPIN refuses the model: {0}")]
    ModelRefused(String),
    /// With the C compiler's first message.
    #[error("SPIN's verifier does not compile: {0}")]
    NotCompiled(String),
    /// The property cannot be written in SPIN's language, with the reason.
    #[error("{0}")]
    LeftOut(String),
    #[error("SPIN's search was not deep enough")]
    TooShallow,
    #[error("SPIN's search was not complete")]
    Incomplete,
    /// An unknown message of SPIN.
    #[error("SPIN says: {0}")]
    Strange(String),
    #[error("SPIN reports an error of another kind")]
    OtherError,
    #[error("SPIN reports an assertion that was not asked for")]
    OtherAssertion,
    #[error("SPIN did not check the property asked for")]
    OtherProperty,
    #[error("SPIN reports a violation but leaves no trail")]
    NoTrail,
    #[error("SPIN cannot follow its own trail")]
    TrailNotFollowed,
    #[error("SPIN's trail has no end")]
    TrailWithoutEnd,
    #[error("the trail does not lead to a violation")]
    TrailWithoutViolation,
    #[error("the trail names no transition")]
    TrailWithoutTransition,
    /// The trail does not say which value was chosen.
    #[error("the trail leaves a choice open")]
    OpenChoice,
    /// The trail chooses a value that the boolean program excludes.
    #[error("the trail chooses an impossible value")]
    ImpossibleValue,
    /// The trail ends and the run has no next step.
    #[error("the run cannot go on")]
    NoNextStep,
}

impl From<Trouble> for Undecided {
    fn from(trouble: Trouble) -> Self {
        Undecided::OtherTool(trouble.to_string())
    }
}
