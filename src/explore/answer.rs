//! What the commands of an exploration answer, as data: [`super::text`] prints it.

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
    /// Its number, the same until the end of the session.
    pub number: usize,
    /// The predicate.
    pub predicate: String,
    /// The location's name.
    pub location: String,
    /// The iteration that found it; 0 for properties and guards.
    pub iteration: usize,
}

/// Predicates at one location that grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyLine {
    /// What they have in common.
    pub pattern: String,
    /// The location's name.
    pub location: String,
    /// The text of the edge that makes them grow.
    pub edge: String,
    /// Its members.
    pub members: Vec<PredicateLine>,
}

/// What became of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Its weakest preconditions were computed.
    Computed,
    /// This stands for it.
    Hinted {
        /// Number of the hint.
        hint: usize,
        /// The formula.
        replacement: String,
    },
    /// Left free: any value that fits the others.
    Free,
    /// It has this value whenever control is there, as the shape analysis knows.
    Known(bool),
    /// Not worked on within the bound.
    Open,
}

/// A location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationLine {
    /// Its name.
    pub name: String,
    /// How many predicates are there.
    pub predicates: usize,
    /// Where it is in C.
    pub position: SourcePosition,
    /// The C line.
    pub source_line: String,
}

/// An edge of the flowchart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowLine {
    /// The name of the location where it starts.
    pub from: String,
    /// The name of the location that it leads to.
    pub to: String,
    /// The C text.
    pub text: String,
}

/// Why a predicate is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A statement of the specification.
    Property(String),
    /// The guard of an edge: its text.
    Guard(String),
    /// The edge (its text) accesses memory.
    Access(String),
    /// It occurs in the weakest precondition of predicate `of` over the edge of this text.
    Precondition {
        /// The edge.
        edge: String,
        /// Number of the predicate after the edge.
        of: usize,
    },
    /// It occurs in a hint that stands for predicate `of`.
    Hint {
        /// Number of the hint.
        hint: usize,
        /// Text of the hint.
        text: String,
        /// Number of the predicate that the hint stands for.
        of: usize,
    },
    /// It bounds the predicate of this number, which is unconstrained.
    Fitting(usize),
}

/// A link of the chain of `why`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyLine {
    /// The predicate.
    pub line: PredicateLine,
    /// Why it is there.
    pub reason: Reason,
    /// Where the reason stands in a text.
    pub position: SourcePosition,
}

/// How a predicate gets its value over an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpdateLine {
    /// Where the edge starts.
    pub source: String,
    /// The C text.
    pub edge: String,
    /// Where it is in C.
    pub position: SourcePosition,
    /// When it can be taken, over predicates at its source.
    pub guard: String,
    /// The value, over predicates at its source.
    pub value: String,
}

/// A row of `iterations`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IterationLine {
    /// New pairs.
    pub pairs: usize,
    /// New predicates.
    pub predicates: usize,
}

/// A hint with its use in the last run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintLine {
    /// Its number, the same until the end of the session.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// Its state.
    pub state: HintState,
}

/// What is known of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintState {
    /// Added since the last run.
    New,
    /// It matched no predicate.
    Unused,
    /// It stood for this many predicates, and holds for each of them on all heaps.
    Proved {
        /// How many.
        uses: usize,
    },
    /// It stood for this many predicates, and none of the heaps that were tried speaks against it.
    Tried {
        /// How many.
        uses: usize,
        /// Which heaps were tried.
        known: HintEvidence,
    },
    /// It left this many predicates free, which is no claim.
    Free {
        /// How many.
        uses: usize,
    },
    /// It could not be checked.
    Unchecked {
        /// How many predicates it stood for.
        uses: usize,
        /// Why not.
        reason: String,
    },
    /// It is unsound.
    Refuted {
        /// The predicate that it stood for.
        predicate: String,
        /// The predicate's value in the state; the hint says the opposite.
        value: bool,
        /// The state, drawn.
        state: String,
    },
}

/// What a run changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunChange {
    /// Figures before; `None` for the first run.
    pub before: Option<Statistics>,
    /// Figures after.
    pub after: Statistics,
    /// Why the run stopped before its bound, if it did.
    pub stopped: Option<String>,
    /// Predicates that are there now.
    pub gained: Vec<PredicateLine>,
    /// Predicates that are no longer there.
    pub lost: Vec<PredicateLine>,
    /// Hints that deserve attention: unsound, unchecked or without use.
    pub hints: Vec<HintLine>,
}

/// Figures of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The abstraction's.
    pub statistics: Statistics,
    /// The bound of the run.
    pub bound: usize,
    /// Pairs of each kind, in the order of `PredicateKind::NAMES`.
    pub kinds: Vec<(&'static str, usize)>,
    /// Pairs that a hint stands for.
    pub hinted: usize,
    /// Pairs that were not worked on.
    pub open: usize,
    /// Boolean variables.
    pub variables: usize,
    /// Locations of the boolean program whose states are stored.
    pub stored_points: usize,
    /// Its transitions.
    pub transitions: usize,
    /// Its assertions and temporal properties.
    pub properties: usize,
}

/// What is explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The procedure.
    pub function: String,
    /// Where it is.
    pub position: Option<SourcePosition>,
    /// How many locations it has.
    pub locations: usize,
    /// How many properties are specified.
    pub properties: usize,
    /// How many assumptions.
    pub assumptions: usize,
    /// How many hints there are.
    pub hints: usize,
    /// The contracts that every answer rests on.
    pub contracts: Vec<KeptContract>,
}

/// What `prove` found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofView {
    /// Each property with the verdict of all engines.
    pub properties: Vec<CheckedProperty>,
    /// The hints that were proposed, proved something, and are new.
    pub hints: Vec<HintLine>,
    /// Why it stopped early, if it did.
    pub interrupted: Option<Exhausted>,
    /// The bound of the run with these hints.
    pub bound: usize,
    /// The run with these hints.
    pub change: RunChange,
}

/// What `undo` took back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undone {
    /// The command whose change it was.
    pub command: &'static str,
    /// The numbers of the hints now.
    pub hints: Vec<usize>,
    /// The bound now.
    pub bound: usize,
    /// Whether the run that is shown was made with these.
    pub is_run_with: bool,
}

/// A moment of a concrete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunMoment {
    /// The step that led to it; `None` at the start.
    pub step: Option<ConcreteStep>,
    /// Where control is.
    pub location: String,
    /// What memory looks like; `None` where that is not known, as in the middle of a long run.
    pub picture: Option<HeapPicture>,
    /// The blocks in it that do not stand for one block each: none in a run.
    pub many: BTreeSet<usize>,
    /// What the step has changed in it.
    pub changed_places: BTreeSet<PicturePlace>,
    /// The predicates there that have a value.
    pub values: PredicateValues,
    /// Those of them whose value is not what it was where they were last seen.
    pub changes: PredicateValues,
}

/// A place in a concrete run, or on the way to an error that is only suspected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleView {
    /// The id of the property that it breaks.
    pub id: String,
    /// The property as written.
    pub text: String,
    /// Why no run confirms the error, if it is only suspected.
    pub unconfirmed: Option<String>,
    /// The whole run: its start, and what each step leads to.
    pub moments: Arc<[RunMoment]>,
    /// Steps made; 0 is the start.
    pub at: usize,
    /// The step that was asked for does not exist: this is the last.
    pub stopped_short: bool,
}

impl ExampleView {
    /// What is to be said of its last moment.
    pub fn end(&self) -> &'static str {
        match self.unconfirmed {
            None => "here the property is broken",
            Some(_) => "here the property may be broken",
        }
    }
}

/// A place in a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceView {
    /// The property's id.
    pub id: String,
    /// The property as written.
    pub text: String,
    /// Whether a concrete run confirms the counterexample.
    pub confirmed: bool,
    /// The whole counterexample.
    pub trace: AbstractTrace,
    /// Steps made; 0 is the start.
    pub at: usize,
    /// The step that was asked for does not exist: this is the last.
    pub stopped_short: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To an empty line.
    Nothing,
    /// To `quit`.
    Quit,
    /// To `locations`.
    Locations(Vec<LocationLine>),
    /// To `flow`.
    Flow(Vec<FlowLine>),
    /// To `predicates`: what passes the filter, and how many there are in all.
    Predicates(Vec<(PredicateLine, Fate)>, usize),
    /// To `why`.
    Why(Vec<WhyLine>),
    /// To `causes`: the direct ones, and the number of all.
    Causes(PredicateLine, Vec<WhyLine>, usize),
    /// To `iterations`, from 0 on.
    Iterations(Vec<IterationLine>),
    /// To `statistics`.
    Statistics(Figures),
    /// To `update`.
    Update(PredicateLine, Fate, Vec<UpdateLine>),
    /// At the start.
    Opened(Opening),
    /// To `prove`.
    Proved(ProofView),
    /// To `families`, and how many of them hints stand for.
    Families(Vec<FamilyLine>, usize),
    /// To `propose`: hints as they are written.
    Proposals(Vec<String>),
    /// To `hint`: the numbers of the new hints.
    HintAdded(Vec<usize>),
    /// To `hints`.
    Hints(Vec<HintLine>),
    /// To `unhint`.
    HintDropped(usize),
    /// To `undo`.
    Undone(Undone),
    /// To `bound`: iterations and pairs.
    Bound(usize, usize),
    /// To `run`.
    Run(RunChange),
    /// To `save` and `emit`: a text, and the file that it is for.
    Document {
        /// The file, or standard output.
        file: Option<String>,
        /// The text.
        text: String,
    },
    /// To `check`.
    Check(CheckView),
    /// To `trace`, `step`, `back`, `goto`.
    Trace(TraceView),
    /// To `show`: the place, and all predicates there.
    Show(TraceView, PredicateValues),
    /// To `example`, and then to `step`, `back`, `goto`.
    Example(ExampleView),
    /// To `show` in a concrete run.
    ShowExample(ExampleView),
    /// To `help`.
    Help(Option<&'static CommandRow>),
}

/// Verdicts of `check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckView {
    /// Each property.
    pub properties: Vec<CheckedProperty>,
    /// Reachable states of the boolean program.
    pub states: Option<usize>,
}

/// A property with its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedProperty {
    /// Unique in the run.
    pub id: String,
    /// As written.
    pub text: String,
    /// Where it is to hold.
    pub position: SourcePosition,
    /// The verdict's word.
    pub verdict: &'static str,
    /// For unknown: why.
    pub reason: Option<String>,
    /// What may help then.
    pub advice: Vec<String>,
    /// For verified: whether it holds only because control never comes there.
    pub vacuous: bool,
    /// For verified: what is assumed.
    pub assumptions: Vec<String>,
    /// Steps of the counterexample of the boolean program, if there is one.
    pub steps: Option<usize>,
    /// Whether a concrete run breaks it.
    pub confirmed: bool,
    /// Whether there is a way to an error that is suspected.
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

/// Advice in words, where it is a command of explorations rather than an option.
fn advice_here(advice: &Advice) -> String {
    match advice {
        Advice::Raise { limit: Limit::Bound, to } => format!("a larger limit: `bound {to}`"),
        Advice::GiveHint(_) => "a hint: `families` shows the predicates that grow, and `propose` proposes hints".into(),
        advice => advice.to_string(),
    }
}

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// One sentence.
    Message(String),
    /// Mistakes in a text.
    Diagnostics(Diagnostics),
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Problem::Message(message)
    }
}
