//! Queries the bounded engine about single targets that are still open after it has followed everything: each suspicion
//! of the shape analysis, and each property of the specification.
//!
//! A query about one place follows only runs that may still reach it, and continues after errors elsewhere. So it may
//! succeed where the query about everything stopped. All these queries together may do as much work as that one did.

use std::path::Path;

use crate::bounded::{self, Bounded};
use base::{Budget, SourceMap, Span};
use bmc::{self, VerificationTarget};
use engine::topic::Topic;
use engine::{Engine, Outcome};
use spec::{Question, Specification, SpecifiedProperty};

/// Returns the commands that begin on a line, and the properties specified there. `file` may be the end of a path.
pub fn at_line(question: Question<'_>, sources: &SourceMap, (file, line): (&Path, u32)) -> VerificationTarget {
    let is_there = |span: &Span| {
        let position = sources.position(*span);
        position.line == line && Path::new(&position.file).ends_with(file)
    };
    let commands = question.program.edges().map(|edge| edge.span).filter(is_there).collect();
    let flowchart = question.program.flowchart(question.entry);
    let is_specified_there = |property: &SpecifiedProperty| {
        let place = property.location.zip(flowchart).map(|(location, flowchart)| flowchart.location(location).span);
        place.is_some_and(|span| is_there(&span))
    };
    let specified = question.specification.into_iter().flat_map(Specification::asserted);
    VerificationTarget { commands, properties: specified.filter(is_specified_there).collect() }
}

/// Queries targets one by one, and adds the answers to `known`.
pub(super) fn ask(
    (question, sources): (Question<'_>, &SourceMap),
    (targets, effort): (Vec<VerificationTarget>, &bmc::Settings),
    budget: &Budget,
    known: &mut Bounded,
) {
    let (targets, others): (Vec<_>, Vec<_>) = targets.into_iter().partition(|target| may_help(question, target, known));
    for target in &others {
        known.leave(target, known.uncovered());
    }
    let share = targets.len().max(1);
    for target in targets {
        if budget.check().is_err() {
            return;
        }
        let settings = bmc::Settings {
            most_terms: effort.most_terms / share,
            most_clauses: effort.most_clauses / share,
            most_proof_bytes: effort.most_proof_bytes / share as u64,
            target: Some(target.clone()),
            ..effort.clone()
        };
        let answer = bounded::analyse(question, sources, &settings, budget);
        known.add(&target, answer);
    }
}

/// Returns true if a query about a target alone may say more than the query about everything: that one stopped at an
/// error or at its limits, or it cut runs that may reach the target.
fn may_help(question: Question<'_>, target: &VerificationTarget, known: &Bounded) -> bool {
    let leaves_out_some = |unfollowed| target.leaves_out_some(question, unfollowed);
    !known.findings.is_empty() || known.unfollowed.as_ref().is_none_or(leaves_out_some)
}

/// Returns the properties of a specification that none of the engines decides.
pub(super) fn undecided(specification: Option<&Specification>, engines: &[&dyn Engine]) -> Vec<VerificationTarget> {
    let properties = specification.into_iter().flat_map(Specification::asserted);
    let is_open = |property: &SpecifiedProperty| {
        let mut outcomes = engines.iter().map(|engine| engine.outcome(Topic::Specified(*property)));
        outcomes.all(|outcome| matches!(outcome, Outcome::Open(_) | Outcome::Silent))
    };
    let open = properties.filter(is_open);
    open.map(|property| VerificationTarget { properties: [property].into(), ..VerificationTarget::default() }).collect()
}
