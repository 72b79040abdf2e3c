//! What may help where a property is open: a function from the reason to advice. Nothing is promised: a larger limit may be too small
//! again.
//!
//! Every reason has advice, or advice that says that no option helps. What is a reason is a type, and so is advice; what both say in
//! words is said at one place each.

use std::fmt;

use crate::abstraction::Stop;
use crate::base::{Exhausted, SourcePosition};
use crate::bmc::{EarlyStop, RunCut};
use crate::engine::evidence::Unreplayed;
use crate::engine::reason::{Gap, OpenReason};
use crate::modelcheck::{SearchStop, Undecided};
use crate::smg::Incompleteness;

/// What may help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// A larger value of a limit.
    Raise {
        /// Which limit.
        limit: RaisedLimit,
        /// The larger value.
        to: u64,
    },
    /// No limit of time.
    NoTimeLimit,
    /// A larger limit of memory.
    MoreMemory,
    /// The run was interrupted.
    RunToTheEnd,
    /// A hint that bounds the predicates that grow, and where most of them are left.
    GiveHint(Option<SourcePosition>),
    /// A hint is wrong.
    CorrectHint,
    /// A hint may be assumed.
    TrustHints,
    /// Inputs that are not meant can be excluded.
    Assume,
    /// The body of a function is elsewhere.
    GiveBody,
    /// What a function does may be said without its body.
    GiveContract,
    /// An error comes before.
    CorrectFirst(Option<SourcePosition>),
    /// Undefined behaviour may be asked about.
    CheckUndefined,
    /// The bounded engine may know it.
    AskBounded(Option<SourcePosition>),
    /// The own search of boolean programs may know it.
    OwnChecker,
    /// A formula is too large.
    DivideFormula,
    /// A formula has operators that the engine does not follow.
    UseImplications,
    /// Name a location in the block of the variable.
    NameInnerLocation,
    /// No option helps.
    Rewrite,
    /// It is a defect of Damson's.
    Report,
}

/// A limit that an option sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaisedLimit {
    /// Iterations of the predicate abstraction.
    Bound,
    /// Pairs of a predicate and a location.
    Pairs,
    /// States of the boolean program.
    ModelStates,
    /// Computed states of it.
    ModelSuccessors,
    /// Configurations of the shape analysis.
    ShapeWork,
    /// Nested calls in it.
    ShapeCalls,
    /// Nodes of input heaps.
    HeapNodes,
    /// Iterations that the bounded engine follows.
    Unwind,
    /// Steps of a run that is searched for.
    ReplaySteps,
    /// Objects of the bounded engine.
    Objects,
    /// Its terms.
    Terms,
    /// Its clauses.
    Clauses,
    /// Bytes of the proofs of its solver.
    ProofBytes,
}

impl RaisedLimit {
    /// The option without its value.
    fn option(self) -> &'static str {
        match self {
            RaisedLimit::Bound => "--bound ",
            RaisedLimit::Pairs => "--limit pairs=",
            RaisedLimit::ModelStates => "--limit model-states=",
            RaisedLimit::ModelSuccessors => "--limit model-successors=",
            RaisedLimit::ShapeWork => "--limit shape-work=",
            RaisedLimit::ShapeCalls => "--limit shape-calls=",
            RaisedLimit::HeapNodes => "--heap-nodes ",
            RaisedLimit::Unwind => "--unwind ",
            RaisedLimit::ReplaySteps => "--replay-steps ",
            RaisedLimit::Objects => "--object-limit ",
            RaisedLimit::Terms => "--term-limit ",
            RaisedLimit::Clauses => "--clause-limit ",
            RaisedLimit::ProofBytes => "--proof-limit ",
        }
    }

    /// The largest value that the option takes.
    fn most(self) -> u64 {
        match self {
            RaisedLimit::ShapeCalls => 1_000,
            RaisedLimit::Pairs | RaisedLimit::ModelStates | RaisedLimit::ModelSuccessors | RaisedLimit::ShapeWork => {
                1_000_000_000
            }
            RaisedLimit::Unwind => u32::MAX.into(),
            RaisedLimit::Bound
            | RaisedLimit::HeapNodes
            | RaisedLimit::ReplaySteps
            | RaisedLimit::Objects
            | RaisedLimit::Terms
            | RaisedLimit::Clauses
            | RaisedLimit::ProofBytes => i64::MAX as u64,
        }
    }

    /// A value this many times as large; no option helps where the limit is as large as it can be.
    fn times(self, factor: u64, from: impl TryInto<u64>) -> Advice {
        let from: u64 = from.try_into().unwrap_or(u64::MAX);
        match from.max(1).saturating_mul(factor).min(self.most()) {
            to if to > from => Advice::Raise { limit: self, to },
            _ => Advice::Rewrite,
        }
    }
}

impl Advice {
    /// The arguments of the command line that follow the advice, where there are any.
    pub fn arguments(&self) -> Vec<String> {
        let text = match self {
            Advice::Raise { limit, to } => format!("{}{to}", limit.option()),
            Advice::NoTimeLimit => "--timeout 0".into(),
            Advice::TrustHints => "--trust-hints".into(),
            Advice::CheckUndefined => "--check undefined-behaviour".into(),
            Advice::OwnChecker => "--checker builtin".into(),
            Advice::MoreMemory
            | Advice::RunToTheEnd
            | Advice::GiveHint(_)
            | Advice::CorrectHint
            | Advice::Assume
            | Advice::GiveBody
            | Advice::GiveContract
            | Advice::CorrectFirst(_)
            | Advice::AskBounded(_)
            | Advice::DivideFormula
            | Advice::UseImplications
            | Advice::NameInnerLocation
            | Advice::Rewrite
            | Advice::Report => return Vec::new(),
        };
        text.split(' ').map(str::to_string).collect()
    }

    /// Whether it names a limit of work that ended something.
    pub fn raises_limit(&self) -> bool {
        matches!(self, Advice::Raise { .. })
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.arguments().join(" ");
        match self {
            Advice::Raise { .. } => write!(out, "a larger limit: {arguments}"),
            Advice::NoTimeLimit => write!(out, "no limit of time: {arguments}"),
            Advice::MoreMemory => write!(out, "a larger --memory-limit"),
            Advice::RunToTheEnd => write!(out, "let it run to its end"),
            Advice::GiveHint(place) => {
                let at = place.as_ref().map_or_else(String::new, |at| format!(" at {}:{}", at.file, at.line));
                write!(
                    out,
                    "a hint (--hints) that bounds the predicates that grow{at}: damson explore shows them (families) and \
                     proposes hints (propose)"
                )
            }
            Advice::CorrectHint => write!(out, "correct the hint, or leave it out"),
            Advice::TrustHints => write!(out, "if you know that the hints hold: {arguments}"),
            Advice::Assume => write!(out, "if such inputs are not meant, exclude them: assume ... @ entry;"),
            Advice::GiveBody => write!(out, "name the file that has the body of the function, too, or give it a body"),
            Advice::GiveContract => {
                write!(
                    out,
                    "say in the specification what the function does: contract NAME(...) {{ assigns ...; ensures ...; }}"
                )
            }
            Advice::CorrectFirst(Some(position)) => write!(out, "correct the error at {position} first"),
            Advice::CorrectFirst(None) => write!(out, "correct the errors that come before first"),
            Advice::CheckUndefined => write!(out, "to see whether a run has undefined behaviour: {arguments}"),
            Advice::AskBounded(Some(position)) => {
                write!(
                    out,
                    "ask the bounded engine about this line alone: damson bmc --target {}:{}",
                    position.file, position.line
                )
            }
            Advice::AskBounded(None) => write!(out, "ask the bounded engine alone, which then does more: damson bmc"),
            Advice::OwnChecker => write!(out, "Damson's own search: {arguments}"),
            Advice::DivideFormula => write!(out, "divide the formula into several properties"),
            Advice::NameInnerLocation => {
                write!(out, "name a location within that block, such as a line of it (@ line N)")
            }
            Advice::UseImplications => write!(out, "write the formula with G and implications only"),
            Advice::Rewrite => write!(out, "no option helps: write it in another way"),
            Advice::Report => write!(out, "this is a defect of Damson: please report it"),
        }
    }
}

/// What may help where a property is open for a reason: what is tried first comes first.
pub fn advice(reason: &OpenReason) -> Vec<Advice> {
    match reason {
        OpenReason::Disputed(_) => vec![Advice::Report],
        OpenReason::UnsoundHint | OpenReason::UnfitHint => vec![Advice::CorrectHint],
        OpenReason::UnprovedHints(_) => vec![Advice::TrustHints],
        OpenReason::Stopped { stop, .. } => match stop {
            Stop::Budget(why) => vec![time_or_memory(*why)],
            Stop::Pairs(most) => vec![Advice::GiveHint(None), RaisedLimit::Pairs.times(4, *most)],
            Stop::Operators(_) => vec![Advice::GiveHint(None)],
        },
        OpenReason::NotConverged { iterations, left_at } => {
            vec![Advice::GiveHint(left_at.clone()), RaisedLimit::Bound.times(2, *iterations)]
        }
        OpenReason::Unconfirmed { tried } => {
            let nodes = tried.filter(|nodes| *nodes > 0);
            let more = |nodes| [Advice::Raise { limit: RaisedLimit::HeapNodes, to: nodes as u64 + 1 }, Advice::Assume];
            nodes.map_or_else(|| vec![Advice::GiveHint(None)], |nodes| more(nodes).into())
        }
        OpenReason::NotChecked { why, before } => {
            let before = before.as_deref().map(advice).unwrap_or_default();
            std::iter::once(undecided(why)).chain(before).collect()
        }
        OpenReason::NotFollowed { lacks_body: true, .. } => without_body(),
        OpenReason::NotFollowed { lacks_body: false, .. } => vec![Advice::Rewrite],
        OpenReason::Access { because, .. } => advice(because),
        OpenReason::NotShownDefined => vec![Advice::AskBounded(None)],
        OpenReason::NotRead => vec![Advice::UseImplications],
        OpenReason::ScopeEnded { .. } => vec![Advice::NameInnerLocation],
        OpenReason::ErrorMayComeBefore => vec![Advice::CorrectFirst(None)],
        OpenReason::Suspected { position, why, .. } => unreplayed(position, why),
        OpenReason::EndsBefore { position, .. } => vec![Advice::CorrectFirst(Some(position.clone()))],
        OpenReason::Incomplete(Gap { why, .. }) => incomplete(why),
        OpenReason::Cut { beyond: Some(why), .. } => vec![stopped_early(*why)],
        OpenReason::Cut { cut, unwind, .. } => cut_short(cut, *unwind),
        OpenReason::Undefined { .. } => vec![Advice::CheckUndefined],
        OpenReason::StoppedEarly(stop) => vec![stopped_early(*stop)],
    }
}

/// Whether an engine with more work may decide what is open: a limit of work ended it, or what is suspected may be refuted or confirmed.
pub fn may_yield_to_work(reason: &OpenReason) -> bool {
    match reason {
        OpenReason::Access { because, .. } => may_yield_to_work(because),
        OpenReason::NotChecked { why, before } => {
            undecided(why).raises_limit() || before.as_deref().is_some_and(may_yield_to_work)
        }
        OpenReason::Unconfirmed { .. }
        | OpenReason::NotShownDefined
        | OpenReason::ErrorMayComeBefore
        | OpenReason::Suspected { .. } => true,
        other => advice(other).iter().any(Advice::raises_limit),
    }
}

fn time_or_memory(why: Exhausted) -> Advice {
    match why {
        Exhausted::Time => Advice::NoTimeLimit,
        Exhausted::Memory => Advice::MoreMemory,
        Exhausted::Interrupted => Advice::RunToTheEnd,
        // A limit of a solver that no option sets.
        Exhausted::Effort => Advice::Rewrite,
    }
}

fn undecided(why: &Undecided) -> Advice {
    match why {
        Undecided::Stopped(SearchStop::Budget(why)) => time_or_memory(*why),
        Undecided::Stopped(SearchStop::States(most)) => RaisedLimit::ModelStates.times(4, *most),
        Undecided::Stopped(SearchStop::Successors(most)) => RaisedLimit::ModelSuccessors.times(4, *most),
        Undecided::Stopped(SearchStop::Automaton) => Advice::DivideFormula,
        Undecided::IllFormed(_) | Undecided::NoSuchProperty | Undecided::NotReplayed(_) => Advice::Report,
        Undecided::Spin(_) => Advice::OwnChecker,
    }
}

/// No run is known that meets a suspected error.
fn unreplayed(position: &SourcePosition, why: &Unreplayed) -> Vec<Advice> {
    let bounded = || Advice::AskBounded(Some(position.clone()));
    match why {
        Unreplayed::AfterError => vec![Advice::CorrectFirst(None)],
        Unreplayed::OtherError(_, _, place) => vec![Advice::CorrectFirst(place.clone())],
        Unreplayed::LostElsewhere(place) => vec![Advice::CorrectFirst(Some(place.clone()))],
        Unreplayed::NotSought => vec![Advice::AskBounded(None)],
        Unreplayed::InputNotFound(_) | Unreplayed::NotMet => vec![bounded()],
        Unreplayed::Steps(most) => vec![RaisedLimit::ReplaySteps.times(10, *most), bounded()],
        Unreplayed::Exhausted(why) => vec![time_or_memory(*why)],
        Unreplayed::Unsupported(_) | Unreplayed::IterationsSkipped(_) => vec![Advice::Rewrite],
    }
}

fn without_body() -> Vec<Advice> {
    vec![Advice::GiveBody, Advice::GiveContract]
}

fn incomplete(why: &Incompleteness) -> Vec<Advice> {
    let one = match why {
        Incompleteness::NotFollowed(_) | Incompleteness::Ends(_) | Incompleteness::CommandCases => Advice::Rewrite,
        Incompleteness::NoBody(_) | Incompleteness::NoBodyAtEnd => return without_body(),
        Incompleteness::Exhausted(why) => time_or_memory(*why),
        Incompleteness::Work(most) | Incompleteness::AllWork(most) => RaisedLimit::ShapeWork.times(4, *most),
        Incompleteness::Calls(most) => RaisedLimit::ShapeCalls.times(2, *most),
        Incompleteness::FormulaCases => Advice::DivideFormula,
        Incompleteness::AfterError => Advice::CorrectFirst(None),
        Incompleteness::AfterUndefinedBehaviour => Advice::CheckUndefined,
    };
    vec![one]
}

fn cut_short(cut: &RunCut, unwind: u32) -> Vec<Advice> {
    let one = match cut {
        RunCut::Iterations(_) | RunCut::Recursion(_) => RaisedLimit::Unwind.times(2, unwind),
        // As many as iterations, if no option says otherwise.
        RunCut::HeapNodes(nodes) if *nodes == unwind => RaisedLimit::Unwind.times(2, unwind),
        RunCut::HeapNodes(nodes) => RaisedLimit::HeapNodes.times(2, *nodes),
        RunCut::NoBody(_) => return without_body(),
        RunCut::Unsupported(_) | RunCut::LargeBlock(_) => Advice::Rewrite,
    };
    vec![one]
}

fn stopped_early(stop: EarlyStop) -> Advice {
    match stop {
        EarlyStop::Exhausted(why) => time_or_memory(why),
        EarlyStop::Objects(most) => RaisedLimit::Objects.times(4, most),
        EarlyStop::Terms(most) => RaisedLimit::Terms.times(4, most),
        EarlyStop::Clauses(most) => RaisedLimit::Clauses.times(4, most),
        EarlyStop::Proof(most) => RaisedLimit::ProofBytes.times(4, most),
        EarlyStop::Depth => Advice::Rewrite,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position() -> SourcePosition {
        SourcePosition { file: "list.c".into(), line: 7, column: 1 }
    }

    #[test]
    fn limits_are_raised_and_never_beyond_what_options_take() {
        let reason = |most| OpenReason::Incomplete(Gap { why: Incompleteness::Calls(most), position: None });
        assert_eq!(advice(&reason(64)), [Advice::Raise { limit: RaisedLimit::ShapeCalls, to: 128 }]);
        assert_eq!(advice(&reason(900)), [Advice::Raise { limit: RaisedLimit::ShapeCalls, to: 1_000 }]);
        assert_eq!(advice(&reason(1_000)), [Advice::Rewrite]);
        assert_eq!(advice(&OpenReason::NotConverged { iterations: 0, left_at: None })[1].arguments(), ["--bound", "2"]);
    }

    #[test]
    fn a_larger_bound_does_not_help_where_a_limit_of_work_ended_it() {
        let cut = |beyond| OpenReason::Cut { position: position(), cut: RunCut::HeapNodes(4), unwind: 4, beyond };
        assert_eq!(advice(&cut(None)), [Advice::Raise { limit: RaisedLimit::Unwind, to: 8 }]);
        let ended = advice(&cut(Some(EarlyStop::Terms(10))));
        assert_eq!(ended, [Advice::Raise { limit: RaisedLimit::Terms, to: 40 }]);
    }

    #[test]
    fn the_reason_of_an_access_is_the_one_that_counts() {
        let inner = OpenReason::NotFollowed { position: position(), construct: "call".into(), lacks_body: true };
        let access = OpenReason::Access { position: position(), access: "x->n".into(), because: Box::new(inner) };
        assert_eq!(advice(&access), [Advice::GiveBody, Advice::GiveContract]);
    }
}
