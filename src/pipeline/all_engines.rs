//! All engines side by side. What the bounded engine finds is used only where the others leave something open: what is said must not
//! depend on who is faster.

use crate::answer::{Answer, VerificationTask};
use crate::beside::BoundedBeside;
use crate::bounded::Bounded;
use crate::claims;
use crate::confirm;
use crate::predicates::{Found, ModelQuestion};
use crate::prepare::Prepared;
use crate::property::{PropertyVerdict, undefined_behaviour};
use crate::reconcile::{Reconciled, reconcile};
use crate::round::RoundResult;
use crate::rounds::{self, SettledClaims};
use crate::runs::ConcreteRuns;
use crate::settings::Settings;
use crate::shapes::ShapeAnalysis;
use crate::vacuous;
use base::{Diagnostic, Diagnostics};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Property, Task, side_by_side};
use simplify::RuleSet;
use spec::Question;

/// Runs all engines once. `shapes`, and the runs on small heaps: they may have answered already. `earlier`: what was settled in the
/// rounds before.
pub(super) fn round(
    task: VerificationTask<'_>,
    (prepared, rules): (&Prepared, &RuleSet),
    (shapes, small_heaps): (ShapeAnalysis<'_>, &confirm::Shared<'_>),
    earlier: &[SettledClaims],
) -> Result<RoundResult, Diagnostics> {
    let VerificationTask { sources, settings, budget, .. } = task;
    let bounded = BoundedBeside::new(task, &shapes);
    let remembered = earlier.iter().map(|claims| claims as &(dyn Engine + Sync));
    let others: Vec<&(dyn Engine + Sync)> =
        std::iter::once(&shapes as &(dyn Engine + Sync)).chain(remembered).collect();
    let question =
        ModelQuestion { prepared, sources, rules, settings, small_heaps, others: &others, shapes: &shapes, budget };
    let (found, said) = side_by_side(&[&shapes, &bounded], || {
        let answer = question.answer().map(|found| {
            let asked = asked(task.of_engines(), &found, settings);
            let said = Said::of(prepared, asked, &found, (&shapes, &bounded), earlier);
            (found, said)
        });
        bounded.cancel();
        answer
    })?;
    Ok(together(prepared.question(), found, said, shapes))
}

/// What the engines say together.
struct Said {
    reconciled: Reconciled,
    /// What the bounded engine found, where it was needed.
    bounded: Option<Bounded>,
    /// What is hardly meant.
    warnings: Vec<Diagnostic>,
    /// What each engine settles.
    settled: Vec<SettledClaims>,
}

impl Said {
    /// Waits for the bounded engine only where the others leave something open.
    fn of(
        prepared: &Prepared,
        properties: Vec<Property>,
        found: &Found,
        (shapes, bounded): (&ShapeAnalysis<'_>, &BoundedBeside<'_>),
        earlier: &[SettledClaims],
    ) -> Said {
        let runs = ConcreteRuns { search: &found.findings.search };
        // A new engine stands here.
        let first: [&dyn Engine; 3] = [&found.claims, &runs, shapes];
        let topics: Vec<Topic> = properties.iter().map(|property| property.topic).collect();
        let settled_by = |engine: &dyn Engine| SettledClaims::of(engine.name(), engine, &topics);
        let mut settled: Vec<SettledClaims> = first.iter().map(|engine| settled_by(*engine)).collect();
        let known = reconciled(prepared, &properties, &rounds::with_earlier(&first, earlier));
        let warnings = vacuous::contracts(prepared.question(), &first);
        let is_unknown = |property: &PropertyVerdict| property.verdict == Verdict::Unknown;
        let is_open = known.properties.iter().any(is_unknown) && known.contradictions.is_empty();
        let Some(found_by_bounded) = is_open.then(|| bounded.found()).flatten() else {
            return Said { reconciled: known, bounded: None, warnings, settled };
        };
        settled.push(settled_by(bounded));
        let all: Vec<&dyn Engine> = first.into_iter().chain([bounded as &dyn Engine]).collect();
        let reconciled = reconciled(prepared, &properties, &rounds::with_earlier(&all, earlier));
        Said { reconciled, bounded: Some(found_by_bounded.clone()), warnings, settled }
    }
}

/// The properties that are asked about.
fn asked(task: Task<'_>, found: &Found, settings: &Settings) -> Vec<Property> {
    let mut properties = found.claims.properties();
    let position = task.position();
    properties.push(claims::accesses(position.clone()));
    if settings.checks_undefined_behaviour() {
        properties.push(undefined_behaviour(position));
    }
    properties
}

/// One verdict for each property, with a mark at those that hold only because control never reaches them.
fn reconciled(prepared: &Prepared, properties: &[Property], engines: &[&dyn Engine]) -> Reconciled {
    let mut reconciled = reconcile(properties, engines);
    vacuous::mark(&mut reconciled.properties, prepared.question(), engines);
    reconciled
}

fn together(question: Question<'_>, found: Found, said: Said, shapes: ShapeAnalysis<'_>) -> RoundResult {
    let Said { mut reconciled, bounded, warnings, settled } = said;
    reconciled.contradictions.extend(found.disputes);
    vacuous::mark_unassumed(&mut reconciled.properties, question, &found.findings.search);
    let shapes = shapes.into_found();
    let by_shapes = shapes.verdict_but_for_leaks();
    let undecided = Answer::undecided(question, reconciled, shapes, by_shapes);
    let answer = Answer { bounded, predicates: Some(found.findings), ..undecided };
    let mut diagnostics = found.diagnostics;
    warnings.into_iter().for_each(|warning| diagnostics.push(warning));
    RoundResult { answer, diagnostics, settled }
}
