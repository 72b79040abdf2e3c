//! `damson verify`: the engines side by side, and one verdict from what they claim.

use std::time::Duration;

use crate::advice;
use crate::bounded::Bounded;
use crate::claims;
use crate::confirm::{self, SearchResult};
use crate::hintcheck::HintCheck;
use crate::model::AbstractModel;
use crate::predicates::{Found, ModelQuestion};
use crate::prepare::Prepared;
use crate::property::{PropertyVerdict, overall, undefined_behaviour};
use crate::reconcile::{Contradiction, Reconciled, reconcile};
use crate::rounds::{self, RoundAnswer, RoundsDone, SettledClaims};
use crate::runs::ConcreteRuns;
use crate::safety::{BoundedBeside, SafetySettings};
use crate::settings::Settings;
use crate::shapes::{ShapeAnalysis, Shapes};
use crate::strengthen::{ModelProof, ProvingHints};
use crate::{scopes, vacuous};
use abstraction::Statistics;
use base::{Budget, Diagnostic, Diagnostics, SourceMap};
use engine::evidence::ConcreteRun;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Property, Task, side_by_side};
use reason::OpenReason;
use reason::assumption::{UnprovedHint, add_unproved};
use simplify::RuleSet;

/// Everything that `damson verify` found out.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The verdict on all properties together.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<OpenReason>,
    /// Each property.
    pub properties: Vec<PropertyVerdict>,
    /// The statements of the specification, as written.
    pub statement_texts: Vec<String>,
    /// The analysis of the specification's properties.
    pub analysis: AbstractModel,
    /// The figures of the analysis of accesses, where there was one.
    pub accesses: Option<Statistics>,
    /// Verdict of the predicate abstraction and the concrete runs alone, on what the specification and the program say.
    pub abstraction_verdict: Verdict,
    /// Reachable states of the boolean program.
    pub states: Option<usize>,
    /// The concrete runs that break something.
    pub search: SearchResult,
    /// Runs that have undefined behaviour that nobody asked about.
    pub outside: Vec<ConcreteRun>,
    /// The check of the hints.
    pub hints: HintCheck,
    /// Hints that were proposed, and proved something.
    pub proposed: Vec<ProvingHints>,
    /// Time of the predicate abstraction and of checking its model.
    pub abstraction_time: Duration,
    /// Time of the concrete runs.
    pub search_time: Duration,
    /// What the shape analysis found.
    pub shapes: Shapes,
    /// What the bounded engine found, where the others left something open.
    pub bounded: Option<Bounded>,
    /// What one engine proved and another refuted.
    pub contradictions: Vec<Contradiction>,
    /// The boolean programs that prove something, if they were to be kept.
    pub proofs: Vec<ModelProof>,
    /// The rounds of work.
    pub rounds: RoundsDone,
}

/// Runs all engines in rounds of work, and reconciles what they claim. `Err` when the input is at fault after all: an unsound hint,
/// say.
pub fn verify(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    let (most, mut settings) = (settings.rounds, settings.clone());
    let mut earlier: Vec<SettledClaims> = Vec::new();
    let (mut proofs, mut proposed): (Vec<ModelProof>, Vec<ProvingHints>) = Default::default();
    let (answer, rounds) = rounds::in_rounds(most, budget, |budget| {
        let small_heaps = confirm::Shared::new(prepared, sources, settings.concrete, budget);
        let shapes = ShapeAnalysis::new(prepared.task(sources, budget), &settings, &small_heaps);
        let (mut answer, settled) = round((sources, rules), &settings, (shapes, &earlier), budget)?;
        earlier.extend(settled);
        // What is proved already is not proved again.
        let found = &mut answer.verification;
        proofs.append(&mut found.proofs);
        found.proofs.clone_from(&proofs);
        proposed.retain(|hints| !found.proposed.contains(hints));
        proposed.append(&mut found.proposed);
        found.proposed.clone_from(&proposed);
        settings = settings.next_round();
        Ok(answer)
    })?;
    let VerificationRound { verification, diagnostics } = answer;
    Ok((Verification { rounds, ..verification }, diagnostics))
}

/// Runs all engines once. `shapes`: the shape analysis and the search on small heaps, which may have answered already.
pub(super) fn once(
    (sources, rules): (&SourceMap, &RuleSet),
    settings: &Settings,
    shapes: ShapeAnalysis<'_>,
    budget: &Budget,
) -> Result<Verification, Diagnostics> {
    let (answer, _) = round((sources, rules), settings, (shapes, &[]), budget)?;
    Ok(answer.verification)
}

/// What a round answers.
struct VerificationRound {
    verification: Verification,
    diagnostics: Diagnostics,
}

impl RoundAnswer for VerificationRound {
    fn properties(&self) -> &[PropertyVerdict] {
        &self.verification.properties
    }

    fn is_disputed(&self) -> bool {
        self.verification.contradiction()
    }

    fn work(&self) -> Vec<usize> {
        let Verification { analysis, accesses, search, shapes, bounded, .. } = &self.verification;
        let statistics = [Some(analysis.abstraction.statistics), *accesses].into_iter().flatten();
        let pairs = statistics.flat_map(|done| [done.iterations, done.pairs]);
        let runs =
            [search.complete_nodes.unwrap_or(0), search.cut_runs, shapes.states, self.verification.states.unwrap_or(0)];
        pairs.chain(bounded.iter().flat_map(Bounded::work)).chain(runs).collect()
    }

    fn take_decided(&mut self, later: Self) {
        let known = &mut self.verification;
        let Verification { properties, contradictions, proofs, proposed, .. } = later.verification;
        known.contradictions.extend(contradictions);
        rounds::take_decided(&mut known.properties, properties);
        (known.proofs, known.proposed) = (proofs, proposed);
        (known.verdict, known.reason) = verdict_on(&known.properties);
    }
}

/// Runs all engines once. `earlier`: what they settled in the rounds before. Returns also what they settle now.
fn round(
    (sources, rules): (&SourceMap, &RuleSet),
    settings: &Settings,
    (shapes, earlier): (ShapeAnalysis<'_>, &[SettledClaims]),
    budget: &Budget,
) -> Result<(VerificationRound, Vec<SettledClaims>), Diagnostics> {
    let small_heaps = shapes.small_heaps();
    let prepared = small_heaps.prepared();
    let task = prepared.task(sources, budget);
    let beside = SafetySettings::of(settings);
    let bounded = BoundedBeside::new(task, beside, &shapes);
    let remembered = earlier.iter().map(|claims| claims as &(dyn Engine + Sync));
    let others: Vec<&(dyn Engine + Sync)> =
        std::iter::once(&shapes as &(dyn Engine + Sync)).chain(remembered).collect();
    let question =
        ModelQuestion { prepared, sources, rules, settings, small_heaps, others: &others, shapes: &shapes, budget };
    let (found, outside, mut answer) = side_by_side(&[&shapes, &bounded], || {
        let answer = question.answer().map(|mut found| {
            let outside = match settings.undefined_behaviour {
                true => Vec::new(),
                false => std::mem::take(&mut found.search.undefined),
            };
            let asked = asked(task, &found, settings);
            let answer = Answer::of(prepared, asked, &found, (&shapes, &bounded), earlier);
            (found, outside, answer)
        });
        bounded.cancel();
        answer
    })?;
    scopes::explain(&mut answer.reconciled.properties, prepared.question(), sources);
    let (settled, warnings) = (answer.settled.clone(), answer.warnings.clone());
    let (mut verification, mut diagnostics) = together(prepared, found, answer, (shapes.into_found(), outside));
    warnings.into_iter().for_each(|warning| diagnostics.push(warning));
    advice::fit(&mut verification.properties, settings);
    Ok((VerificationRound { verification, diagnostics }, settled))
}

/// What the engines say together.
struct Answer {
    reconciled: Reconciled,
    /// What the bounded engine found, where it was needed.
    bounded: Option<Bounded>,
    /// Of the predicate abstraction and the concrete runs alone.
    of_abstraction: Verdict,
    /// What is hardly meant.
    warnings: Vec<Diagnostic>,
    /// What each engine settles.
    settled: Vec<SettledClaims>,
}

impl Answer {
    /// Waits for the bounded engine only where the others leave something open.
    fn of(
        prepared: &Prepared,
        properties: Vec<Property>,
        found: &Found,
        (shapes, bounded): (&ShapeAnalysis<'_>, &BoundedBeside<'_>),
        earlier: &[SettledClaims],
    ) -> Answer {
        let runs = ConcreteRuns { search: &found.search };
        let of_abstraction = overall(&reconcile(&found.claims.properties(), &[&found.claims, &runs]).properties);
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
            return Answer { reconciled: known, bounded: None, of_abstraction, warnings, settled };
        };
        settled.push(settled_by(bounded));
        let all: Vec<&dyn Engine> = first.into_iter().chain([bounded as &dyn Engine]).collect();
        let reconciled = reconciled(prepared, &properties, &rounds::with_earlier(&all, earlier));
        Answer { reconciled, bounded: Some(found_by_bounded.clone()), of_abstraction, warnings, settled }
    }
}

/// The properties that are asked about.
fn asked(task: Task<'_>, found: &Found, settings: &Settings) -> Vec<Property> {
    let mut properties = found.claims.properties();
    let position = task.position();
    properties.push(claims::accesses(position.clone()));
    if settings.undefined_behaviour {
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

fn together(
    prepared: &Prepared,
    found: Found,
    Answer { reconciled: Reconciled { mut properties, mut contradictions }, bounded, of_abstraction, .. }: Answer,
    (shapes, outside): (Shapes, Vec<ConcreteRun>),
) -> (Verification, Diagnostics) {
    contradictions.extend(found.disputes);
    vacuous::mark_unassumed(&mut properties, prepared.question(), &found.search);
    let (verdict, reason) = verdict_on(&properties);
    let statements = prepared.specification.statements.iter();
    let verification = Verification {
        verdict,
        reason,
        properties,
        statement_texts: statements.map(|statement| statement.text.clone()).collect(),
        analysis: found.analysis,
        accesses: found.accesses,
        abstraction_verdict: of_abstraction,
        states: found.states,
        search: found.search,
        outside,
        hints: found.hints,
        proposed: found.proposed,
        abstraction_time: found.abstraction_time,
        search_time: found.search_time,
        shapes,
        bounded,
        contradictions,
        proofs: found.proofs,
        rounds: RoundsDone::default(),
    };
    (verification, found.diagnostics)
}

/// The verdict on all properties together, and for unknown the reason.
fn verdict_on(properties: &[PropertyVerdict]) -> (Verdict, Option<OpenReason>) {
    let verdict = overall(properties);
    let decisive = properties.iter().find(|property| property.verdict == verdict);
    let reason = match verdict {
        Verdict::Unknown => decisive.and_then(|found| found.reason.clone()),
        Verdict::Verified | Verdict::Violated => None,
    };
    (verdict, reason)
}

impl Verification {
    /// The hints that are not proved, and that what is verified rests on.
    pub fn assumptions(&self) -> Vec<UnprovedHint> {
        let mut found = Vec::new();
        for property in &self.properties {
            add_unproved(&mut found, property.assumptions().to_vec());
        }
        found
    }

    /// Whether the engines contradict each other: exit status 6.
    pub fn contradiction(&self) -> bool {
        !self.contradictions.is_empty()
    }
}
