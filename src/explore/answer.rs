//! The answers to the commands of an exploration, as data: [`super::text`] formats them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::table::CommandRow;
use abstraction::Statistics;
use base::{Diagnostics, Exhausted, SourcePosition};
use engine::evidence::{AbstractTrace, Alarm, ConcreteStep, PredicateValues};
use engine::picture::{HeapPicture, PicturePlace};
use pipeline::PropertyVerdict;
use reason::Limit;
use reason::advice::Advice;
use reason::assumption::{HintEvidence, KeptContract, UnprovedHint};

/// A predicate at a location, as users see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PredicateLine {
    /// Its number, stable within the session.
    pub number: usize,
    pub predicate: String,
    /// The location's name.
    pub location: String,
    /// The iteration that found it; 0 for properties and guards.
    pub iteration: usize,
}

/// A family of growing predicates at one location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyLine {
    /// The pattern of its members.
    pub pattern: String,
    /// The location's name.
    pub location: String,
    /// The text of the edge that makes them grow.
    pub edge: String,
    pub members: Vec<PredicateLine>,
}

/// The treatment of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Its weakest preconditions were computed.
    Computed,
    /// A hint approximates it by this formula.
    Hinted {
        /// Number of the hint.
        hint: usize,
        replacement: String,
    },
    /// Unconstrained: any value that is consistent with the others.
    Free,
    /// It always has this value here, according to the shape analysis.
    Known(bool),
    /// Not processed within the bound.
    Open,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationLine {
    pub name: String,
    /// Number of predicates there.
    pub predicates: usize,
    /// The C source position.
    pub position: SourcePosition,
    /// The C source line.
    pub source_line: String,
}

/// An edge of the flowchart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowLine {
    /// The name of its source location.
    pub from: String,
    /// The name of its target location.
    pub to: String,
    /// The C text.
    pub text: String,
}

/// The reason for discovering a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A statement of the specification.
    Property(String),
    /// The guard of an edge, with its text.
    Guard(String),
    /// The memory access of an edge, with its text.
    Access(String),
    /// It occurs in the weakest precondition of predicate `of` over the edge with this text.
    Precondition {
        edge: String,
        /// Number of the predicate after the edge.
        of: usize,
    },
    /// It occurs in a hint that approximates predicate `of`.
    Hint {
        /// Number of the hint.
        hint: usize,
        /// Text of the hint.
        text: String,
        /// Number of the predicate that the hint approximates.
        of: usize,
    },
    /// It bounds the predicate with this number, which is unconstrained.
    Fitting(usize),
}

/// A link of the chain of `why`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyLine {
    /// The predicate.
    pub line: PredicateLine,
    pub reason: Reason,
    /// The source position of the reason.
    pub position: SourcePosition,
}

/// The value of a predicate after an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpdateLine {
    /// The name of the source location.
    pub source: String,
    /// The C text.
    pub edge: String,
    /// The C source position.
    pub position: SourcePosition,
    /// The guard, over predicates at its source.
    pub guard: String,
    /// The value, over predicates at its source.
    pub value: String,
}

/// A row of `iterations`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IterationLine {
    /// Number of new pairs.
    pub pairs: usize,
    /// Number of new predicates.
    pub predicates: usize,
}

/// A hint with its use in the last run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintLine {
    /// Its number, stable within the session.
    pub number: usize,
    pub text: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    pub state: HintState,
}

/// The state of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintState {
    /// Added since the last run.
    New,
    /// It matched no predicate.
    Unused,
    /// It approximates predicates, and is sound for each of them on all heaps.
    Proved {
        /// Number of these predicates.
        uses: usize,
    },
    /// It approximates predicates, and no tested heap refutes it.
    Tried {
        /// Number of these predicates.
        uses: usize,
        /// The heaps that were tested.
        known: HintEvidence,
    },
    /// It left predicates unconstrained, which claims nothing.
    Free {
        /// Number of these predicates.
        uses: usize,
    },
    /// It could not be checked.
    Unchecked {
        /// Number of predicates that it approximates.
        uses: usize,
        reason: String,
    },
    /// It is unsound.
    Refuted {
        /// The predicate that it approximates.
        predicate: String,
        /// The predicate's value in the state; the hint claims the opposite.
        value: bool,
        /// The state, as a drawing.
        state: String,
    },
}

/// The changes by a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunChange {
    /// Statistics of the previous run; `None` for the first run.
    pub before: Option<Statistics>,
    /// Statistics of this run.
    pub after: Statistics,
    /// Why the run stopped before its bound, if it did.
    pub stopped: Option<String>,
    /// Predicates that are new.
    pub gained: Vec<PredicateLine>,
    /// Predicates that are gone.
    pub lost: Vec<PredicateLine>,
    /// Hints that deserve attention: unsound, unchecked or unused.
    pub hints: Vec<HintLine>,
}

/// Figures of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    pub statistics: Statistics,
    /// The bound of the run.
    pub bound: usize,
    /// Number of pairs of each kind, in the order of `PredicateKind::NAMES`.
    pub kinds: Vec<(&'static str, usize)>,
    /// Number of pairs that a hint approximates.
    pub hinted: usize,
    /// Number of pairs that were not processed.
    pub open: usize,
    /// Number of boolean variables.
    pub variables: usize,
    /// Number of locations of the boolean program whose states are stored.
    pub stored_points: usize,
    /// Number of its transitions.
    pub transitions: usize,
    /// Number of its assertions and temporal properties.
    pub properties: usize,
}

/// An overview of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The procedure.
    pub function: String,
    /// The source position of the procedure.
    pub position: Option<SourcePosition>,
    /// Number of locations.
    pub locations: usize,
    /// Number of specified properties.
    pub properties: usize,
    /// Number of assumptions.
    pub assumptions: usize,
    /// Number of hints.
    pub hints: usize,
    /// The contracts that every answer rests on.
    pub contracts: Vec<KeptContract>,
}

/// The result of `prove`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofView {
    /// Each property with the merged verdict of all engines.
    pub properties: Vec<CheckedProperty>,
    /// New hints that were proposed and proved something.
    pub hints: Vec<HintLine>,
    /// Why it stopped early, if it did.
    pub interrupted: Option<Exhausted>,
    /// The bound of the run with these hints.
    pub bound: usize,
    /// The changes by the run with these hints.
    pub change: RunChange,
}

/// The result of `undo`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undone {
    /// The command that was undone.
    pub command: &'static str,
    /// The numbers of the restored hints.
    pub hints: Vec<usize>,
    /// The restored bound.
    pub bound: usize,
    /// True if the current run was made with these hints and this bound.
    pub is_run_with: bool,
}

/// A moment of a concrete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunMoment {
    /// The step that led to it; `None` at the start.
    pub step: Option<ConcreteStep>,
    /// The name of the control location.
    pub location: String,
    /// The memory; `None` if it is not known, as in the middle of a long run.
    pub picture: Option<HeapPicture>,
    /// The blocks in it that represent several blocks each: none in a concrete run.
    pub many: BTreeSet<usize>,
    /// The places that the step has changed.
    pub changed_places: BTreeSet<PicturePlace>,
    /// The predicates there that have a value.
    pub values: PredicateValues,
    /// Those of them whose value has changed since they were last seen.
    pub changes: PredicateValues,
}

/// A position in a concrete run, or on the path to a suspected error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleView {
    /// The id of the violated property.
    pub id: String,
    /// The property as written.
    pub text: String,
    /// Why no run confirms the error, if it is only suspected.
    pub unconfirmed: Option<String>,
    /// The whole run: its start, and the moment after each step.
    pub moments: Arc<[RunMoment]>,
    /// Number of steps made; 0 is the start.
    pub at: usize,
    /// True if the requested step does not exist: this is the last one.
    pub stopped_short: bool,
}

impl ExampleView {
    /// Returns a remark on its last moment.
    pub fn end(&self) -> &'static str {
        match self.unconfirmed {
            None => "here the property is broken",
            Some(_) => "here the property may be broken",
        }
    }
}

/// A position in a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceView {
    /// The property's id.
    pub id: String,
    /// The property as written.
    pub text: String,
    /// True if a concrete run confirms the counterexample.
    pub confirmed: bool,
    /// The whole counterexample.
    pub trace: AbstractTrace,
    /// Number of steps made; 0 is the start.
    pub at: usize,
    /// True if the requested step does not exist: this is the last one.
    pub stopped_short: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To an empty line.
    Nothing,
    Quit,
    Locations(Vec<LocationLine>),
    Flow(Vec<FlowLine>),
    /// The predicates that pass the filter, and the number of all predicates.
    Predicates(Vec<(PredicateLine, Fate)>, usize),
    Why(Vec<WhyLine>),
    /// The predicate, its direct effects, and the number of all effects.
    Causes(PredicateLine, Vec<WhyLine>, usize),
    /// From iteration 0.
    Iterations(Vec<IterationLine>),
    Statistics(Figures),
    Update(PredicateLine, Fate, Vec<UpdateLine>),
    /// At the start of a session.
    Opened(Opening),
    Proved(ProofView),
    /// The families without hints, and the number of those with hints.
    Families(Vec<FamilyLine>, usize),
    /// Hints as they are written.
    Proposals(Vec<String>),
    /// The numbers of the new hints.
    HintAdded(Vec<usize>),
    Hints(Vec<HintLine>),
    /// The number of the dropped hint.
    HintDropped(usize),
    Undone(Undone),
    /// The bounds on iterations and pairs.
    Bound(usize, usize),
    Run(RunChange),
    /// The text of `save` or `emit`.
    Document {
        /// The file to write; `None` for standard output.
        file: Option<String>,
        text: String,
    },
    Check(CheckView),
    /// To `trace`, `step`, `back`, `goto`.
    Trace(TraceView),
    /// To `show`: the position, and all predicates there.
    Show(TraceView, PredicateValues),
    /// To `example`, and then to `step`, `back`, `goto`.
    Example(ExampleView),
    /// To `show` in a concrete run.
    ShowExample(ExampleView),
    Help(Option<&'static CommandRow>),
}

/// The verdicts of `check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckView {
    pub properties: Vec<CheckedProperty>,
    /// Number of reachable states of the boolean program; `None` if not all were visited.
    pub states: Option<usize>,
}

/// A property with its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedProperty {
    /// Unique in the run.
    pub id: String,
    /// As written.
    pub text: String,
    /// The location where it must hold.
    pub position: SourcePosition,
    /// The verdict as a word.
    pub verdict: &'static str,
    /// The reason of "unknown".
    pub reason: Option<String>,
    /// Advice for "unknown".
    pub advice: Vec<String>,
    /// For "verified": true if it holds only because control never reaches its location.
    pub vacuous: bool,
    /// For "verified": the assumptions.
    pub assumptions: Vec<String>,
    /// Number of steps of the boolean program's counterexample, if there is one.
    pub steps: Option<usize>,
    /// True if a concrete run violates it.
    pub confirmed: bool,
    /// True if there is a path to a suspected error.
    pub suspected: bool,
}

impl From<&PropertyVerdict> for CheckedProperty {
    fn from(property: &PropertyVerdict) -> Self {
        CheckedProperty {
            id: property.id.clone(),
            text: property.text.clone(),
            position: property.position.clone(),
            verdict: property.verdict.word(),
            reason: property.reason.as_ref().map(ToString::to_string),
            advice: property.advice.iter().map(advice_here).collect(),
            vacuous: property.vacuous,
            assumptions: property.assumptions().iter().map(UnprovedHint::name).collect(),
            steps: property.path.as_ref().map(|path| path.steps.len()),
            confirmed: property.run.is_some() || property.alarm.as_ref().is_some_and(Alarm::certain),
            suspected: false,
        }
    }
}

/// Formats advice; names the command of explorations instead of an option.
fn advice_here(advice: &Advice) -> String {
    match advice {
        Advice::Raise { limit: Limit::Bound, to } => format!("a larger limit: `bound {to}`"),
        Advice::GiveHint(_) => "a hint: `families` shows the predicates that grow, and `propose` proposes hints".into(),
        advice => advice.to_string(),
    }
}

/// The reason why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// One sentence.
    Message(String),
    /// Errors in a text.
    Diagnostics(Diagnostics),
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Problem::Message(message)
    }
}
