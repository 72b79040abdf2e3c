//! Why SPIN did not decide a property.

use reason::Undecided;

/// Why SPIN did not decide a property.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// A program that is needed is not there.
    #[error("{0} is not installed")]
    NotInstalled(&'static str),
    /// A program could not be run.
    #[error("{what} could not be run: {error}")]
    NotRun {
        /// Which.
        what: &'static str,
        /// What the operating system says.
        error: String,
    },
    /// There is no directory for the model.
    #[error("no temporary directory: {0}")]
    NoDirectory(String),
    /// The model could not be written.
    #[error("cannot write: {0}")]
    NotWritten(String),
    /// The model is too large.
    #[error("the model has more than {0} transitions, too many for SPIN's compiler")]
    TooManyTransitions(usize),
    /// SPIN refuses the model: its first message.
    #[error("SPIN refuses the model: {0}")]
    ModelRefused(String),
    /// The C compiler refuses the verifier: its first message.
    #[error("SPIN's verifier does not compile: {0}")]
    NotCompiled(String),
    /// The property cannot be written for SPIN: why.
    #[error("{0}")]
    LeftOut(String),
    /// The search was not deep enough.
    #[error("SPIN's search was not deep enough")]
    TooShallow,
    /// The search was cut short.
    #[error("SPIN's search was not complete")]
    Incomplete,
    /// SPIN says something that is not known here.
    #[error("SPIN says: {0}")]
    Strange(String),
    /// SPIN reports an error that is not one of the property.
    #[error("SPIN reports an error of another kind")]
    OtherError,
    /// SPIN reports an assertion that was not asked for.
    #[error("SPIN reports an assertion that was not asked for")]
    OtherAssertion,
    /// SPIN checked another property.
    #[error("SPIN did not check the property asked for")]
    OtherProperty,
    /// SPIN reports a violation and shows none.
    #[error("SPIN reports a violation but leaves no trail")]
    NoTrail,
    /// SPIN cannot follow its own trail.
    #[error("SPIN cannot follow its own trail")]
    TrailNotFollowed,
    /// The trail breaks off.
    #[error("SPIN's trail has no end")]
    TrailWithoutEnd,
    /// The trail ends where nothing is violated.
    #[error("the trail does not lead to a violation")]
    TrailWithoutViolation,
    /// The trail takes something that is no transition.
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
