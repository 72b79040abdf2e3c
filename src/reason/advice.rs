//! Suggestions for open properties, as a function of the reason. Nothing is promised: a larger limit may again be too
//! small.
//!
//! Every reason has advice, even if only that no option helps.

use std::fmt;

use crate::{FixedLimit, Gap, Incompleteness, Limit, OpenReason, PassedBound, Stop, Undecided, Unreplayed};
use base::{Exhausted, SourcePosition};

/// A suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Raise a limit.
    Raise {
        limit: Limit,
        /// The larger value.
        to: u64,
    },
    /// Remove the time limit.
    NoTimeLimit,
    /// Raise the memory limit.
    MoreMemory,
    /// Raise the limit of processor time.
    MoreProcessorTime,
    /// Raise the system's limit on the address space.
    MoreAddressSpace,
    /// Let the run finish: it was interrupted.
    RunToTheEnd,
    /// Give a hint that bounds the growing predicates, most of which are at this position.
    GiveHint(Option<SourcePosition>),
    /// Correct a wrong hint.
    CorrectHint,
    /// Assume the hints.
    TrustHints,
    /// Exclude unintended inputs.
    Assume,
    /// Supply the body of a function.
    GiveBody,
    /// Specify a function without a body by a contract.
    GiveContract,
    /// Assume that functions without a body change nothing.
    TakeAsHarmless,
    /// Correct an error that occurs first.
    CorrectFirst(Option<SourcePosition>),
    /// Check for undefined behaviour.
    CheckUndefined,
    /// Ask the bounded engine.
    AskBounded(Option<SourcePosition>),
    /// Use the built-in model checker.
    OwnChecker,
    /// Split a formula that is too large.
    DivideFormula,
    /// Avoid operators that the engine does not support.
    UseImplications,
    /// Name a location inside the variable's block.
    NameInnerLocation,
    /// Change the program: no option helps.
    Rewrite,
    /// Look at the way to what is suspected: no option is known to help.
    LookAtIt,
    /// Report a defect in Damson.
    Report,
}

/// Suggests a value this many times as large; if the limit is at its maximum, no option helps.
fn raised(limit: Limit, factor: u64, from: impl TryInto<u64>) -> Advice {
    let from: u64 = from.try_into().unwrap_or(u64::MAX);
    match from.max(1).saturating_mul(factor).min(*limit.row().range.end()) {
        to if to > from => Advice::Raise { limit, to },
        _ => Advice::Rewrite,
    }
}

impl Advice {
    /// Returns the command-line arguments that follow the suggestion; empty if there are none.
    pub fn arguments(&self) -> Vec<String> {
        let text = match self {
            Advice::Raise { limit, to } => limit.row().option.with(*to),
            Advice::NoTimeLimit => "--timeout 0".into(),
            Advice::TrustHints => "--trust-hints".into(),
            Advice::CheckUndefined => "--check undefined-behaviour".into(),
            Advice::TakeAsHarmless => "--unknown-calls nothing".into(),
            Advice::OwnChecker => "--checker builtin".into(),
            Advice::MoreMemory
            | Advice::MoreProcessorTime
            | Advice::MoreAddressSpace
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
            | Advice::LookAtIt
            | Advice::Report => return Vec::new(),
        };
        text.split(' ').map(str::to_string).collect()
    }

    /// Returns true if the suggestion is to raise a work limit.
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
            Advice::MoreProcessorTime => write!(out, "a larger --cpu-time"),
            Advice::MoreAddressSpace => write!(out, "a larger address space: ulimit -v"),
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
            Advice::TakeAsHarmless => write!(out, "if such functions change nothing that matters here: {arguments}"),
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
            Advice::LookAtIt => {
                write!(out, "no option is known to help: -v shows the way to it, and --report DIR draws memory there")
            }
            Advice::Report => write!(out, "this is a defect of Damson: please report it"),
        }
    }
}

/// Returns suggestions for an open property, the first to try first.
pub fn advice(reason: &OpenReason) -> Vec<Advice> {
    match reason {
        OpenReason::Disputed(_) => vec![Advice::Report],
        OpenReason::UnsoundHint | OpenReason::UnfitHint => vec![Advice::CorrectHint],
        OpenReason::UnprovedHints(_) => vec![Advice::TrustHints],
        OpenReason::Stopped { stop, .. } => stopped(*stop),
        OpenReason::NotConverged { iterations, left_at } => {
            vec![Advice::GiveHint(left_at.clone()), raised(Limit::Bound, 2, *iterations)]
        }
        OpenReason::Unconfirmed { tried } => {
            let nodes = tried.filter(|nodes| *nodes > 0);
            let more = |nodes| [Advice::Raise { limit: Limit::HeapNodes, to: nodes as u64 + 1 }, Advice::Assume];
            nodes.map_or_else(|| vec![Advice::GiveHint(None)], |nodes| more(nodes).into())
        }
        OpenReason::NotChecked { why, before } => {
            let before = before.as_deref().map(advice).unwrap_or_default();
            unchecked(why).into_iter().chain(before).collect()
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
        OpenReason::Cut { beyond: Some(why), .. } => stopped(*why),
        OpenReason::Cut { bound, unwind, .. } => vec![passed(*bound, *unwind)],
        OpenReason::Undefined { .. } => vec![Advice::CheckUndefined],
    }
}

/// Returns true if more work by an engine may decide the property: it stopped at a work limit, or its suspicion may be
/// refuted or confirmed.
pub fn may_yield_to_work(reason: &OpenReason) -> bool {
    match reason {
        OpenReason::Access { because, .. } => may_yield_to_work(because),
        OpenReason::NotChecked { why, before } => {
            unchecked(why).iter().any(Advice::raises_limit) || before.as_deref().is_some_and(may_yield_to_work)
        }
        OpenReason::Unconfirmed { .. }
        | OpenReason::NotShownDefined
        | OpenReason::ErrorMayComeBefore
        | OpenReason::Suspected { .. } => true,
        other => advice(other).iter().any(Advice::raises_limit),
    }
}

/// Returns the suggestion if a limit ended everything.
pub fn after(why: Exhausted) -> Advice {
    match why {
        Exhausted::Time => Advice::NoTimeLimit,
        Exhausted::ProcessorTime => Advice::MoreProcessorTime,
        Exhausted::Memory => Advice::MoreMemory,
        Exhausted::AddressSpace => Advice::MoreAddressSpace,
        Exhausted::Interrupted => Advice::RunToTheEnd,
        // A limit of a solver that no option sets.
        Exhausted::Effort => Advice::Rewrite,
    }
}

/// Suggestions if work stopped early.
fn stopped(stop: Stop) -> Vec<Advice> {
    match stop {
        Stop::Exhausted(why) => vec![after(why)],
        Stop::Limit(limit, most) | Stop::Share(limit, most) => beyond(limit, most),
        Stop::Fixed(FixedLimit::PredicateOperators(_)) => vec![Advice::GiveHint(None)],
        Stop::Fixed(FixedLimit::Automaton(_) | FixedLimit::FormulaCases) => vec![Advice::DivideFormula],
        Stop::Fixed(FixedLimit::ExitStates(_) | FixedLimit::CommandCases | FixedLimit::ValueDepth) => {
            vec![Advice::Rewrite]
        }
    }
}

/// Suggestions for a limit that was reached. If work grows fast with the limit, a small increase suffices.
fn beyond(limit: Limit, most: u64) -> Vec<Advice> {
    match limit {
        Limit::Pairs => vec![Advice::GiveHint(None), raised(limit, 4, most)],
        Limit::ReplaySteps => vec![raised(limit, 10, most)],
        Limit::Bound | Limit::ShapeCalls | Limit::HeapNodes | Limit::Unwind => vec![raised(limit, 2, most)],
        Limit::ModelStates
        | Limit::ModelSuccessors
        | Limit::TheoryWork
        | Limit::ShapeWork
        | Limit::ShapeKept
        | Limit::RunSteps
        | Limit::AllRunSteps
        | Limit::Objects
        | Limit::Terms
        | Limit::Clauses
        | Limit::ProofBytes => vec![raised(limit, 4, most)],
    }
}

fn unchecked(why: &Undecided) -> Vec<Advice> {
    match why {
        Undecided::Stopped(stop) => stopped(*stop),
        Undecided::Defect(_) => vec![Advice::Report],
        Undecided::OtherTool(_) => vec![Advice::OwnChecker],
    }
}

/// Suggestions if no run exhibits a suspected error.
fn unreplayed(position: &SourcePosition, why: &Unreplayed) -> Vec<Advice> {
    let bounded = || Advice::AskBounded(Some(position.clone()));
    match why {
        Unreplayed::AfterError => vec![Advice::CorrectFirst(None)],
        Unreplayed::OtherError(_, _, place) => vec![Advice::CorrectFirst(place.clone())],
        Unreplayed::LostElsewhere(place) => vec![Advice::CorrectFirst(Some(place.clone()))],
        Unreplayed::NotSought => vec![Advice::AskBounded(None)],
        Unreplayed::DependsOn(_) => without_body(),
        Unreplayed::DependsOnCaller => vec![Advice::Assume],
        Unreplayed::InputNotFound(_) | Unreplayed::NotMet => vec![bounded()],
        Unreplayed::Stopped(stop @ Stop::Exhausted(_)) => stopped(*stop),
        // More steps than usual rarely help.
        Unreplayed::Stopped(stop) => [bounded()].into_iter().chain(stopped(*stop)).collect(),
        Unreplayed::Unsupported(_) | Unreplayed::IterationsSkipped(_) => vec![Advice::Rewrite],
    }
}

fn without_body() -> Vec<Advice> {
    vec![Advice::GiveBody, Advice::GiveContract, Advice::TakeAsHarmless]
}

fn incomplete(why: &Incompleteness) -> Vec<Advice> {
    match why {
        Incompleteness::NotFollowed(_) => vec![Advice::Rewrite],
        Incompleteness::NoBody(_) | Incompleteness::NoBodyAtEnd => without_body(),
        Incompleteness::Stopped(stop) => stopped(*stop),
        Incompleteness::AfterError => vec![Advice::CorrectFirst(None)],
        Incompleteness::AfterUndefinedBehaviour => vec![Advice::CheckUndefined],
    }
}

fn passed(bound: PassedBound, unwind: u32) -> Advice {
    match bound {
        PassedBound::Iterations | PassedBound::Recursion => raised(Limit::Unwind, 2, unwind),
        // The bound equals the number of iterations unless an option says otherwise.
        PassedBound::HeapNodes(nodes) if nodes == unwind => raised(Limit::Unwind, 2, unwind),
        PassedBound::HeapNodes(nodes) => raised(Limit::HeapNodes, 2, nodes),
        PassedBound::LargeBlock(_) => Advice::Rewrite,
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
        let reason =
            |most: u64| OpenReason::Incomplete(Gap { why: Stop::at(Limit::ShapeCalls, most).into(), position: None });
        assert_eq!(advice(&reason(64)), [Advice::Raise { limit: Limit::ShapeCalls, to: 128 }]);
        assert_eq!(advice(&reason(900)), [Advice::Raise { limit: Limit::ShapeCalls, to: 1_000 }]);
        assert_eq!(advice(&reason(1_000)), [Advice::Rewrite]);
        assert_eq!(advice(&OpenReason::NotConverged { iterations: 0, left_at: None })[1].arguments(), ["--bound", "2"]);
    }

    #[test]
    fn a_larger_bound_does_not_help_where_a_limit_of_work_ended_it() {
        let cut =
            |beyond| OpenReason::Cut { position: position(), bound: PassedBound::HeapNodes(4), unwind: 4, beyond };
        assert_eq!(advice(&cut(None)), [Advice::Raise { limit: Limit::Unwind, to: 8 }]);
        let ended = advice(&cut(Some(Stop::at(Limit::Terms, 10))));
        assert_eq!(ended, [Advice::Raise { limit: Limit::Terms, to: 40 }]);
    }

    #[test]
    fn the_reason_of_an_access_is_the_one_that_counts() {
        let inner = OpenReason::NotFollowed { position: position(), construct: "call".into(), lacks_body: true };
        let access = OpenReason::Access { position: position(), access: "x->n".into(), because: Box::new(inner) };
        assert_eq!(advice(&access), [Advice::GiveBody, Advice::GiveContract, Advice::TakeAsHarmless]);
    }
}
