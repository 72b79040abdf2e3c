//! The verdict on each property, from what the model checker, the concrete runs and the check of the hints found out.

use crate::abstraction::Statistics;
use crate::abstraction::build::Origin;
use crate::base::SourceMap;
use crate::boolprog::{BooleanProgram, Ltl};
use crate::modelcheck::{self, Outcome, Property, Report};
use crate::pipeline::confirm::{ConcreteRun, Search};
use crate::pipeline::deepen::Answer;
use crate::pipeline::evidence::{fault, run_for};
use crate::pipeline::hintcheck::{self, HintCheck, HintDoubt};
use crate::pipeline::model::Analysis;
use crate::pipeline::open::{Dispute, OpenReason};
use crate::pipeline::prepare::Prepared;
use crate::pipeline::property::{MEMORY_ACCESS, PropertyVerdict, UNDEFINED_BEHAVIOUR, UNDEFINED_BEHAVIOUR_TEXT};
use crate::pipeline::trace;
use crate::verdict::Verdict;

/// The verdicts on the properties of one analysis, from what the model checker, the concrete runs and the check of the
/// hints found out.
pub fn judge(
    analysis: &Analysis,
    report: &Report,
    search: &Search,
    prepared: &Prepared,
    hints: &HintCheck,
    sources: &SourceMap,
    trust_hints: bool,
) -> Vec<PropertyVerdict> {
    let doubts = hints.doubts(&prepared.hints, sources);
    let rests_on = vec![doubts; report.properties.len()];
    let mut properties = verdicts(analysis, report, search, &rests_on, trust_hints);
    if hints.refuted().next().is_some() {
        for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Verified) {
            property.verdict = Verdict::Unknown;
            property.reason = Some(OpenReason::UnsoundHint);
            property.rests_on.clear();
        }
    }
    properties
}

pub(super) fn overall(properties: &[PropertyVerdict]) -> Verdict {
    properties.iter().map(|property| property.verdict).fold(Verdict::Verified, Verdict::and)
}

/// Nothing is verified by hints that are not proved, unless they are trusted.
fn doubt(property: &mut PropertyVerdict, rests_on: &[HintDoubt], trust_hints: bool) {
    if property.verdict != Verdict::Verified || rests_on.is_empty() {
        return;
    }
    property.rests_on = rests_on.to_vec();
    if !trust_hints {
        property.verdict = Verdict::Unknown;
        property.reason = Some(OpenReason::UnprovedHints(rests_on.to_vec()));
    }
}

/// The verdicts on the boolean program's properties.
pub(super) fn verdicts(
    analysis: &Analysis,
    report: &Report,
    search: &Search,
    rests_on: &[Vec<HintDoubt>],
    trust_hints: bool,
) -> Vec<PropertyVerdict> {
    let program = &analysis.program;
    let mut found: Vec<PropertyVerdict> = report
        .properties
        .iter()
        .enumerate()
        .map(|(index, result)| {
            let (id, text, point) = match result.property {
                Property::Assertion(index) => {
                    let assertion = &program.assertions[index];
                    (assertion.id.clone(), assertion.text.clone(), assertion.point)
                }
                Property::Ltl(index) => {
                    let property = &program.ltl[index];
                    (
                        property.name.clone(),
                        property.text.clone(),
                        first_point(&property.formula).unwrap_or(program.initial),
                    )
                }
            };
            let mut verdict = PropertyVerdict::verified(id, text, program.points[point].position.clone());
            let run = run_for(search, analysis, result.property).cloned();
            settle(&mut verdict, &result.outcome, (run, search.complete_nodes), program, analysis);
            let rests_on = rests_on.get(index).map_or(&[][..], Vec::as_slice);
            if result.outcome == Outcome::Holds && verdict.run.is_some() && !rests_on.is_empty() {
                // A hint is wrong, rather than an engine.
                verdict.reason = None;
            }
            doubt(&mut verdict, rests_on, trust_hints);
            verdict
        })
        .collect();
    found.sort_by_key(|property| natural(&property.id));
    found
}

/// `assertion10` comes after `assertion9`.
fn natural(id: &str) -> (String, usize) {
    let digits = id.chars().rev().take_while(char::is_ascii_digit).count();
    let (head, tail) = id.split_at(id.len() - digits);
    (head.to_string(), tail.parse().unwrap_or(0))
}

fn first_point(formula: &Ltl) -> Option<crate::boolprog::PointId> {
    match formula {
        Ltl::At(point, _) => Some(*point),
        Ltl::True | Ltl::False => None,
        Ltl::Not(inner) | Ltl::Next(inner) => first_point(inner),
        Ltl::And(left, right) | Ltl::Or(left, right) | Ltl::Until(left, right) | Ltl::Release(left, right) => {
            first_point(left).or_else(|| first_point(right))
        }
    }
}

/// The verdict on undefined behaviour: some run shows it, or it is open.
pub(super) fn undefined_verdict(prepared: &Prepared, search: &Search, sources: &SourceMap) -> PropertyVerdict {
    let run = search.undefined.first().cloned();
    let span = prepared.program.functions[prepared.entry].span;
    let position = run.as_ref().map_or_else(|| sources.position(span), |run| run.position.clone());
    PropertyVerdict {
        verdict: if run.is_some() { Verdict::Violated } else { Verdict::Unknown },
        reason: run.is_none().then_some(OpenReason::NotShownDefined),
        run,
        ..PropertyVerdict::verified(UNDEFINED_BEHAVIOUR, UNDEFINED_BEHAVIOUR_TEXT, position)
    }
}

/// A violation needs a concrete run; without one, an abstract counterexample leaves the property open. A concrete run
/// decides even where the boolean program holds: then the engines contradict each other (see `contradiction`).
fn settle(
    verdict: &mut PropertyVerdict,
    outcome: &Outcome,
    (run, tried): (Option<ConcreteRun>, Option<usize>),
    program: &BooleanProgram,
    analysis: &Analysis,
) {
    if let Outcome::Violated(path) = outcome {
        verdict.path = Some(trace::tell(program, path));
    }
    if let Some(run) = run {
        verdict.verdict = Verdict::Violated;
        if *outcome == Outcome::Holds {
            verdict.reason = Some(OpenReason::Disputed(Dispute::RunAgainstAbstraction));
        }
        verdict.run = Some(run);
        return;
    }
    let reason = match outcome {
        Outcome::Holds => return,
        Outcome::Unknown(message) => {
            let is_complete = analysis.abstraction.statistics.converged;
            let before = (!is_complete).then(|| Box::new(spurious(analysis, tried)));
            OpenReason::NotChecked { message: message.clone(), before }
        }
        Outcome::Violated(path) => not_followed(analysis, path).unwrap_or_else(|| spurious(analysis, tried)),
    };
    verdict.verdict = Verdict::Unknown;
    verdict.reason = Some(reason);
}

/// The first step of an abstract counterexample over which predicates are free, since what happens there is not followed.
fn not_followed(analysis: &Analysis, path: &modelcheck::Path) -> Option<OpenReason> {
    let mut steps = trace::tell(&analysis.program, path).steps.into_iter();
    steps.find_map(|step| Some(OpenReason::NotFollowed { position: step.position, construct: step.obstacle? }))
}

/// What is not followed of the edge whose access is asked about.
fn obstacle_of(analysis: &Analysis, origin: &Origin) -> Option<OpenReason> {
    let Origin::Access(edge) = origin else { return None };
    let index = analysis.built.edges.iter().position(|known| known == edge)?;
    let step = analysis.built.program.transitions.get(index)?.steps.first()?;
    Some(OpenReason::NotFollowed { position: step.position.clone(), construct: step.obstacle.clone()? })
}

/// Why an abstract counterexample decides nothing. All runs on heaps of up to `tried` nodes were looked at.
fn spurious(analysis: &Analysis, tried: Option<usize>) -> OpenReason {
    let Statistics { converged, iterations, .. } = analysis.abstraction.statistics;
    match analysis.abstraction.stopped {
        Some(stop) => OpenReason::Stopped { stop, iterations },
        None if converged => OpenReason::Unconfirmed { tried },
        None => OpenReason::NotConverged { iterations },
    }
}

/// One verdict for all accesses together.
pub(super) fn accesses_verdict(
    prepared: &Prepared,
    answer: Option<&Answer>,
    search: &Search,
    sources: &SourceMap,
    trust_hints: bool,
) -> PropertyVerdict {
    let span = prepared.program.functions[prepared.entry].span;
    let text = "every access through a determinate pointer is to allocated memory";
    let mut verdict = PropertyVerdict::verified(MEMORY_ACCESS, text, sources.position(span));
    if let Some(run) = fault(search) {
        verdict.verdict = Verdict::Violated;
        verdict.position = run.position.clone();
        verdict.run = Some(run.clone());
        return verdict;
    }
    let open = match answer {
        None => Some(OpenReason::UnfitHint),
        Some(Answer { analysis, report, .. }) => report.properties.iter().find_map(|result| {
            let Property::Assertion(index) = result.property else { return None };
            let assertion = &analysis.program.assertions[index];
            match (&result.outcome, analysis.built.origins.get(&assertion.id)) {
                (Outcome::Holds, _) | (_, Some(Origin::Failure(_))) => None,
                (Outcome::Unknown(message), _) => {
                    Some(OpenReason::NotChecked { message: message.clone(), before: None })
                }
                (Outcome::Violated(path), _) => {
                    let position = &analysis.program.points[assertion.point].position;
                    let own =
                        analysis.built.origins.get(&assertion.id).and_then(|origin| obstacle_of(analysis, origin));
                    let because = own.or_else(|| not_followed(analysis, path));
                    let because = Box::new(because.unwrap_or_else(|| spurious(analysis, search.complete_nodes)));
                    let access = assertion.text.clone();
                    Some(OpenReason::Access { position: position.clone(), access, because })
                }
            }
        }),
    };
    if let Some(reason) = open {
        verdict.verdict = Verdict::Unknown;
        verdict.reason = Some(reason);
    }
    let mut rests_on = Vec::new();
    for of_one in answer.iter().flat_map(|answer| &answer.rests_on) {
        hintcheck::add_doubts(&mut rests_on, of_one.clone());
    }
    doubt(&mut verdict, &rests_on, trust_hints);
    verdict
}
