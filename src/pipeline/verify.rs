//! The one way from a question to an answer: `verify`, `smg` and `bmc` differ only in the engines that they ask. The
//! engines work in rounds, side by side; their claims are merged, and open properties get advice.
//!
//! The bounded engine's findings are used only where the others leave something open: the answer must not depend on
//! which engine is faster.

use crate::answer::{Answer, Subject, VerificationTask};
use crate::beside::{self, BoundedBeside, Glance};
use crate::bounded::{self, BOUNDED_ENGINE, Bounded};
use crate::claims;
use crate::confirm;
use crate::predicates::{Found, ModelQuestion};
use crate::prepare::Prepared;
use crate::property::{PropertyVerdict, undefined_behaviour};
use crate::reconcile::{Reconciled, reconcile};
use crate::rounds::{self, Earlier, RoundResult, SettledClaims, add_errors};
use crate::runs::ConcreteRuns;
use crate::settings::Settings;
use crate::settlement::{looks_for_all, settle};
use crate::shapes::ShapeAnalysis;
use crate::{advice, scopes, vacuous};
use base::{Diagnostic, Diagnostics};
use engine::verdict::Verdict;
use engine::{Engine, Property, Task, side_by_side};
use simplify::RuleSet;
use spec::Question;

/// Verifies in rounds of work. Returns `Err` if the input turns out to be at fault, such as an unsound hint.
pub fn verify(task: VerificationTask<'_>) -> Result<(Answer, Diagnostics), Diagnostics> {
    let (mut settings, mut earlier) = (task.settings.clone(), Earlier::default());
    let found = rounds::in_rounds(task.settings.rounds, task.budget, |budget| {
        let task = VerificationTask { settings: &settings, budget, ..task };
        let small_heaps = task
            .subject
            .prepared()
            .map(|prepared| confirm::Shared::new(prepared, task.sources, settings.concrete, budget));
        let glance = Glance::new(task);
        let elsewhere = || glance.known();
        let shapes = ShapeAnalysis::new(task.of_engines(), &settings, small_heaps.as_ref(), &elsewhere);
        let mut found = round(task, Engines { shapes, small_heaps: small_heaps.as_ref(), glance: &glance }, &earlier)?;
        earlier.take_over(&mut found);
        settings = settings.next_round();
        Ok::<_, Diagnostics>(found)
    })?;
    Ok((found.answer, found.diagnostics))
}

/// Engines of a round that may have been asked already. They start working when they are first asked.
pub(super) struct Engines<'e> {
    pub(super) shapes: ShapeAnalysis<'e>,
    /// The runs on small heaps, where calls are inlined.
    pub(super) small_heaps: Option<&'e confirm::Shared<'e>>,
    pub(super) glance: &'e Glance<'e>,
}

/// One round of work.
pub(super) fn round(
    task: VerificationTask<'_>,
    engines: Engines<'_>,
    earlier: &Earlier,
) -> Result<RoundResult, Diagnostics> {
    let Engines { shapes, small_heaps, glance } = engines;
    let mut found = match (task.subject, small_heaps) {
        (Subject::ForAllEngines(prepared, rules), Some(small_heaps)) => {
            by_all_engines(task, (prepared, rules), (shapes, small_heaps, glance), earlier)?
        }
        (Subject::ForBoundedEngine(question), _) => by_bounded_engine(task, question),
        _ => by_engines_that_follow_calls(task, (shapes, glance), earlier),
    };
    scopes::explain(&mut found.answer.properties, task.subject.question(), task.sources);
    advice::fit(&mut found.answer.properties, found.answer.bounded.as_ref(), task);
    found.answer.decide();
    Ok(found)
}

/// Asks the bounded engine alone, without separate queries for each property.
fn by_bounded_engine(task: VerificationTask<'_>, question: Question<'_>) -> RoundResult {
    let ask = |settings| bounded::analyse(question, task.sources, settings, task.budget);
    let bounded = task.settings.bounded.as_ref().map(ask);
    let answer = Answer { bounded, ..Answer::undecided(question, reconcile(&[], &[])) };
    RoundResult { answer, diagnostics: Diagnostics::new(), settled: Vec::new() }
}

/// Asks the shape analysis, and then the bounded engine about what that left open. Every property is checked for
/// contradictions between the two. They share the program and nothing else.
fn by_engines_that_follow_calls(
    task: VerificationTask<'_>,
    (shapes, glance): (ShapeAnalysis<'_>, &Glance<'_>),
    earlier: &Earlier,
) -> RoundResult {
    let (question, settings) = (task.subject.question(), &task.settings.shapes);
    let mut shapes = shapes.into_found();
    let by_shapes = Some((shapes.verdict().0, None));
    let bounded = beside::ask(task, &shapes, glance);
    let more = bounded.as_ref().map_or(&[][..], |bounded| &bounded.findings);
    let properties = shapes.properties(question, task.sources, more);
    let speaks = bounded.as_ref().filter(|_| looks_for_all(settings));
    // If one proves what the other refutes, nothing is settled.
    let mut engines: Vec<&dyn Engine> = vec![&shapes];
    engines.extend(speaks.map(|bounded| bounded as &dyn Engine));
    let mut settled = SettledClaims::of_each(&engines, &properties);
    let mut said = reconciled(question, &properties, &rounds::with_earlier(&engines, &earlier.claims));
    if let Some(bounded) = bounded.as_ref().filter(|_| said.contradictions.is_empty()) {
        settle(&mut shapes, question.program, settings, bounded);
        settled.push(SettledClaims::of(BOUNDED_ENGINE, &shapes, &properties));
        // Only the shape analysis itself knows unreachable locations, and no longer once its gaps are settled.
        said = after_settling(said, reconcile(&properties, &rounds::with_earlier(&[&shapes], &earlier.claims)));
    }
    add_errors(&mut shapes, earlier.errors.iter().cloned());
    let answer = Answer { shapes, by_shapes, bounded, ..Answer::undecided(question, said) };
    RoundResult { answer, diagnostics: Diagnostics::new(), settled }
}

/// Returns the verdicts after suspicions are settled: what is decided only then, the bounded engine decided.
fn after_settling(mut before: Reconciled, after: Reconciled) -> Reconciled {
    for (known, new) in before.properties.iter_mut().zip(after.properties) {
        if known.verdict == Verdict::Unknown {
            let only_by = if new.verdict == Verdict::Unknown { new.only_by } else { Some(BOUNDED_ENGINE) };
            *known = PropertyVerdict { only_by, ..new };
        }
    }
    before.contradictions.extend(after.contradictions);
    before
}

fn by_all_engines(
    task: VerificationTask<'_>,
    (prepared, rules): (&Prepared, &RuleSet),
    (shapes, small_heaps, glance): (ShapeAnalysis<'_>, &confirm::Shared<'_>, &Glance<'_>),
    earlier: &Earlier,
) -> Result<RoundResult, Diagnostics> {
    let VerificationTask { sources, settings, budget, .. } = task;
    let bounded = BoundedBeside::new(task, &shapes, glance);
    let remembered = earlier.claims.iter().map(|claims| claims as &(dyn Engine + Sync));
    let others: Vec<&(dyn Engine + Sync)> =
        std::iter::once(&shapes as &(dyn Engine + Sync)).chain(remembered).collect();
    let question =
        ModelQuestion { prepared, sources, rules, settings, small_heaps, others: &others, shapes: &shapes, budget };
    let (found, said) = side_by_side(&[&shapes, &bounded], || {
        let answer = question.answer().map(|found| {
            let asked = asked(task.of_engines(), &found, settings);
            let said = Said::of(prepared.question(), &asked, &found, (&shapes, &bounded), &earlier.claims);
            (found, said)
        });
        bounded.cancel();
        answer
    })?;
    Ok(together(prepared.question(), found, said, shapes))
}

struct Said {
    reconciled: Reconciled,
    /// The bounded engine's findings, where they were needed.
    bounded: Option<Bounded>,
    /// Warnings about what is probably not intended.
    warnings: Vec<Diagnostic>,
    settled: Vec<SettledClaims>,
}

impl Said {
    /// Waits for the bounded engine only if the others leave something open.
    fn of(
        question: Question<'_>,
        properties: &[Property],
        found: &Found,
        (shapes, bounded): (&ShapeAnalysis<'_>, &BoundedBeside<'_>),
        earlier: &[SettledClaims],
    ) -> Said {
        let runs = ConcreteRuns { search: &found.findings.search };
        // New engines are added here.
        let mut engines: Vec<&dyn Engine> = vec![&found.claims, &runs, shapes];
        let mut settled = SettledClaims::of_each(&engines, properties);
        let known = reconciled(question, properties, &rounds::with_earlier(&engines, earlier));
        let warnings = vacuous::contracts(question, &engines);
        let is_unknown = |property: &PropertyVerdict| property.verdict == Verdict::Unknown;
        let is_open = known.properties.iter().any(is_unknown) && known.contradictions.is_empty();
        let Some(found_by_bounded) = is_open.then(|| bounded.found()).flatten() else {
            return Said { reconciled: known, bounded: None, warnings, settled };
        };
        settled.extend(SettledClaims::of_each(&[bounded], properties));
        engines.push(bounded);
        let reconciled = reconciled(question, properties, &rounds::with_earlier(&engines, earlier));
        Said { reconciled, bounded: Some(found_by_bounded.clone()), warnings, settled }
    }
}

/// Returns the properties that all engines are asked about.
fn asked(task: Task<'_>, found: &Found, settings: &Settings) -> Vec<Property> {
    let mut properties = found.claims.properties();
    let position = task.position();
    properties.push(claims::accesses(position.clone()));
    if settings.checks_undefined_behaviour() {
        properties.push(undefined_behaviour(position));
    }
    properties
}

/// Returns one verdict for each property, with a mark on those that hold only because control never reaches them.
fn reconciled(question: Question<'_>, properties: &[Property], engines: &[&dyn Engine]) -> Reconciled {
    let mut reconciled = reconcile(properties, engines);
    vacuous::mark(&mut reconciled.properties, question, engines);
    reconciled
}

fn together(question: Question<'_>, found: Found, said: Said, shapes: ShapeAnalysis<'_>) -> RoundResult {
    let Said { mut reconciled, bounded, warnings, settled } = said;
    reconciled.contradictions.extend(found.disputes);
    vacuous::mark_unassumed(&mut reconciled.properties, question, &found.findings.search);
    let shapes = shapes.into_found();
    let (by_shapes, predicates) = (Some(shapes.verdict_but_for_leaks()), Some(found.findings));
    let answer = Answer { shapes, by_shapes, bounded, predicates, ..Answer::undecided(question, reconciled) };
    let mut diagnostics = found.diagnostics;
    warnings.into_iter().for_each(|warning| diagnostics.push(warning));
    RoundResult { answer, diagnostics, settled }
}
