//! Memory safety of a program: the shape analysis, and then the bounded engine on what that left open.
//!
//! What the shape analysis suspects is an error if the bounded engine has a run with it, and none if the bounded engine followed
//! every run that comes there and found no error there. Where the shape analysis knows the answer, the bounded engine is not asked. Whether one engine
//! proves what the other refutes is looked at for every property.
//!
//! The two share the program and nothing else.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::OnceLock;

use crate::advice::{self, LimitsOfSafety};
use crate::bounded::{self, BOUNDED_ENGINE, Bounded};
use crate::confirm::{self, SearchBounds};
use crate::prepare::Prepared;
use crate::property::{PropertyVerdict, overall};
use crate::reconcile::{Contradiction, Reconciled, reconcile};
use crate::replay;
use crate::rounds::{self, RoundAnswer, RoundsDone, SettledClaims};
use crate::settings::Settings;
use crate::shapes::{self, SHAPE_ANALYSIS, ShapeAnalysis, Shapes};
use crate::{scopes, targets, vacuous};
use base::{Budget, SourceMap, Span};
use bmc::{self, Coverage, VerificationTarget};
use engine::evidence::Alarm;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Property, Task};
use program::{FaultClass, FaultKind, Program, UndefinedBehaviour};
use reason::{EngineName, OpenReason};
use spec::Question;

/// How to analyse.
#[derive(Clone, Debug)]
pub struct SafetySettings {
    /// The shape analysis.
    pub shapes: smg::Settings,
    /// How far the bounded engine goes; `None` where it is not asked. What counts as an error is said by `shapes`.
    pub bounded: Option<bmc::Settings>,
    /// Bounds of the search for runs that meet what the shape analysis finds.
    pub replay: replay::Limits,
    /// Bounds of the search for runs that break what a specification says.
    pub concrete: SearchBounds,
    /// How many rounds of work there may be; `None`: as many as there is time for.
    pub rounds: Option<NonZeroU32>,
}

impl SafetySettings {
    /// As `verify` analyses.
    pub fn of(settings: &Settings) -> SafetySettings {
        let (bounded, replay) = (settings.bounded.clone(), settings.replay);
        let Settings { concrete, rounds, .. } = *settings;
        SafetySettings { shapes: settings.of_shapes(), bounded, replay, concrete, rounds }
    }

    /// The same with twice the work, for the next round.
    fn next_round(&self) -> SafetySettings {
        SafetySettings {
            shapes: self.shapes.next_round(),
            bounded: self.bounded.as_ref().map(bmc::Settings::next_round),
            replay: self.replay.next_round(),
            concrete: self.concrete.next_round(),
            rounds: self.rounds,
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Safety {
    /// What the shape analysis found, and what became of it.
    pub shapes: Shapes,
    /// The verdict of the shape analysis alone.
    pub by_shapes: Verdict,
    /// What the bounded engine found, where it was asked.
    pub bounded: Option<Bounded>,
    /// The verdict.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<OpenReason>,
    /// Each property.
    pub properties: Vec<PropertyVerdict>,
    /// The statements of the specification, as written.
    pub statement_texts: Vec<String>,
    /// What one engine proved and the other refuted.
    pub contradictions: Vec<Contradiction>,
    /// The rounds of work.
    pub rounds: RoundsDone,
}

/// Analyses a program in rounds of work. `specified`: the same with a specification that runs on small heaps may break.
pub fn analyse(
    question: Question<'_>,
    sources: &SourceMap,
    settings: &SafetySettings,
    specified: Option<&Prepared>,
    budget: &Budget,
) -> (Safety, smg::Analysis) {
    let mut settings = settings.clone();
    let mut earlier = Earlier::default();
    let result: Result<_, Infallible> = rounds::in_rounds(settings.rounds, budget, |budget| {
        let small_heaps = specified.map(|prepared| confirm::Shared::new(prepared, sources, settings.concrete, budget));
        let (answer, settled) = round((question, sources), &settings, (small_heaps.as_ref(), &earlier), budget);
        let certain = answer.safety.shapes.findings.iter().filter(|alarm| alarm.certain());
        earlier.errors.extend(certain.cloned());
        earlier.claims.extend(settled);
        settings = settings.next_round();
        Ok(answer)
    });
    let Ok((SafetyRound { safety, analysis }, rounds)) = result;
    (Safety { rounds, ..safety }, analysis)
}

/// What earlier rounds settled.
#[derive(Default)]
struct Earlier {
    claims: Vec<SettledClaims>,
    /// The errors that runs have shown.
    errors: Vec<Alarm>,
}

/// What a round answers.
struct SafetyRound {
    safety: Safety,
    analysis: smg::Analysis,
}

impl RoundAnswer for SafetyRound {
    fn properties(&self) -> &[PropertyVerdict] {
        &self.safety.properties
    }

    fn is_disputed(&self) -> bool {
        !self.safety.contradictions.is_empty()
    }

    fn work(&self) -> Vec<usize> {
        let Safety { shapes, bounded, .. } = &self.safety;
        bounded.iter().flat_map(Bounded::work).chain([shapes.states]).collect()
    }

    fn take_decided(&mut self, later: Self) {
        let known = &mut self.safety;
        let Safety { shapes, properties, contradictions, .. } = later.safety;
        known.contradictions.extend(contradictions);
        rounds::take_decided(&mut known.properties, properties);
        add_errors(&mut known.shapes, shapes.findings.into_iter().filter(Alarm::certain));
        (known.verdict, known.reason) =
            verdict(&known.shapes, known.bounded.as_ref(), &known.properties, &known.contradictions);
    }
}

/// Adds errors that runs have shown, in place of what was suspected there.
fn add_errors(shapes: &mut Shapes, errors: impl IntoIterator<Item = Alarm>) {
    for error in errors {
        match shapes.findings.iter_mut().find(|alarm| alarm.is_same(&error)) {
            Some(known) if known.certain() => {}
            Some(known) => *known = error,
            None => shapes.findings.push(error),
        }
    }
}

/// Analyses a program once. `claims`: the runs on small heaps, where they may break what a specification says. Returns also what is
/// settled.
fn round(
    (question, sources): (Question<'_>, &SourceMap),
    settings: &SafetySettings,
    (claims, earlier): (Option<&confirm::Shared<'_>>, &Earlier),
    budget: &Budget,
) -> (SafetyRound, Vec<SettledClaims>) {
    let (mut shapes, analysis) = shapes::analyse(question, sources, &settings.shapes, settings.replay, claims, budget);
    let by_shapes = shapes.verdict().0;
    let bounded = ask_bounded((question, sources), settings, &shapes, budget);
    let more = bounded.as_ref().map_or(&[][..], |bounded| &bounded.findings);
    let properties = shapes.properties(question, sources, more);
    let speaks = bounded.as_ref().filter(|_| looks_for_all(&settings.shapes));
    // Where one proves what the other refutes, nothing is settled.
    let topics: Vec<Topic> = properties.iter().map(|property| property.topic).collect();
    let settled_by = |by, engine: &dyn Engine| SettledClaims::of(by, engine, &topics);
    let mut settled_now = vec![settled_by(SHAPE_ANALYSIS, &shapes)];
    settled_now.extend(speaks.map(|bounded| settled_by(BOUNDED_ENGINE, bounded)));
    let mut said = reconciled(&properties, &shapes, speaks, &earlier.claims);
    // Only the shape analysis itself knows where control never comes, and not once its gaps are settled.
    vacuous::mark(&mut said.properties, question, &[&shapes]);
    if let Some(bounded) = bounded.as_ref().filter(|_| said.contradictions.is_empty()) {
        settle(&mut shapes, question.program, &settings.shapes, bounded);
        settled_now.push(settled_by(BOUNDED_ENGINE, &shapes));
        said = settled(said, reconciled(&properties, &shapes, None, &earlier.claims));
    }
    add_errors(&mut shapes, earlier.errors.iter().cloned());
    let Reconciled { mut properties, contradictions } = said;
    scopes::explain(&mut properties, question, sources);
    let SafetySettings { shapes: of_shapes, bounded: of_bounded, replay, .. } = settings;
    let limits = LimitsOfSafety { shapes: of_shapes, bounded: of_bounded.as_ref(), replay: *replay };
    advice::fit_safety(&mut properties, &limits);
    let (verdict, reason) = verdict(&shapes, bounded.as_ref(), &properties, &contradictions);
    let statements = question.specification.map_or(&[][..], |specification| &specification.statements);
    let statement_texts = statements.iter().map(|statement| statement.text.clone()).collect();
    let safety = Safety {
        shapes,
        by_shapes,
        bounded,
        verdict,
        reason,
        properties,
        statement_texts,
        contradictions,
        rounds: RoundsDone::default(),
    };
    (SafetyRound { safety, analysis }, settled_now)
}

/// What the bounded engine is asked, if the shape analysis left something open that it may know.
fn asked_of_bounded(settings: &SafetySettings, shapes: &Shapes) -> Option<bmc::Settings> {
    let is_open = shapes.verdict().0 == Verdict::Unknown;
    settings.bounded.as_ref().filter(|_| is_open).map(|effort| asked(&settings.shapes, effort))
}

/// The settings of the bounded engine that make errors of the same things.
fn asked(shapes: &smg::Settings, effort: &bmc::Settings) -> bmc::Settings {
    // Where nobody asks about a branch on what was never written, both ways are taken.
    let undefined_is_any = shapes.undefined_is_any || shapes.undefined_behaviour == UndefinedBehaviour::Ignored;
    bmc::Settings {
        allocation_may_fail: shapes.allocation_may_fail,
        leaks_at_exit: shapes.leaks_at_exit,
        undefined_behaviour: if undefined_is_any { UndefinedBehaviour::Ignored } else { shapes.undefined_behaviour },
        undefined_is_any,
        confirms_unwritten: shapes.undefined_is_any,
        run_pictures: shapes.run_pictures,
        ..effort.clone()
    }
}

/// The bounded engine beside all others: it works once the shape analysis is done, on what that leaves open, while the predicate
/// abstraction is at work. Where the others know everything, it stops, and what it found is not used: what is said must not depend
/// on who is faster.
pub(super) struct BoundedBeside<'t> {
    task: Task<'t>,
    settings: SafetySettings,
    shapes: &'t ShapeAnalysis<'t>,
    /// Ends the work.
    stop: Budget,
    found: OnceLock<Option<Bounded>>,
}

impl<'t> BoundedBeside<'t> {
    pub(super) fn new(task: Task<'t>, settings: SafetySettings, shapes: &'t ShapeAnalysis<'t>) -> Self {
        BoundedBeside { task, settings, shapes, stop: task.budget.child(), found: OnceLock::new() }
    }

    /// Its answer is not needed.
    pub(super) fn cancel(&self) {
        self.stop.interrupt();
    }

    /// What it found, if it was asked. Waits where another thread is at it.
    pub(super) fn found(&self) -> Option<&Bounded> {
        self.found.get_or_init(|| self.run()).as_ref()
    }

    fn run(&self) -> Option<Bounded> {
        ask_bounded((self.task.question(), self.task.sources), &self.settings, self.shapes.found(), &self.stop)
    }
}

impl Engine for BoundedBeside<'_> {
    fn name(&self) -> EngineName {
        BOUNDED_ENGINE
    }

    fn work(&self) {
        self.found();
    }

    /// It refutes, by runs. Its proofs about procedures and specifications are not used: what they leave to the compiler is not
    /// always open there.
    fn outcome(&self, topic: Topic) -> Outcome {
        match self.found().map(|found| found.outcome(topic)) {
            None | Some(Outcome::Proved(_)) => Outcome::Silent,
            Some(outcome) => outcome,
        }
    }
}

fn reconciled(
    properties: &[Property],
    shapes: &Shapes,
    bounded: Option<&Bounded>,
    earlier: &[SettledClaims],
) -> Reconciled {
    let mut engines: Vec<&dyn Engine> = vec![shapes];
    engines.extend(bounded.map(|bounded| bounded as &dyn Engine));
    reconcile(properties, &rounds::with_earlier(&engines, earlier))
}

/// Whether the bounded engine looks for everything that the shape analysis looks for.
fn looks_for_all(settings: &smg::Settings) -> bool {
    !settings.checks_alignment && settings.error_labels.is_empty()
}

/// The verdicts after suspicions are settled: what is decided only then, the bounded engine decided.
fn settled(mut before: Reconciled, after: Reconciled) -> Reconciled {
    for (known, new) in before.properties.iter_mut().zip(after.properties) {
        if known.verdict == Verdict::Unknown {
            let only_by = if new.verdict == Verdict::Unknown { new.only_by } else { Some(BOUNDED_ENGINE) };
            *known = PropertyVerdict { only_by, ..new };
        }
    }
    before.contradictions.extend(after.contradictions);
    before
}

/// What the bounded engine knows of suspicions.
struct Settlement<'b> {
    bounded: &'b Bounded,
    coverage: Coverage,
    /// Whether it looks for all that the shape analysis looks for.
    looks_for_all: bool,
    /// Whether it followed every run.
    knows_all_runs: bool,
}

impl<'b> Settlement<'b> {
    fn of(bounded: &'b Bounded, program: &Program, settings: &smg::Settings) -> Self {
        let looks_for_all = looks_for_all(settings);
        Settlement {
            bounded,
            coverage: Coverage::of(program, bounded.unfollowed.as_ref()),
            looks_for_all,
            knows_all_runs: looks_for_all && bounded.uncovered().is_none(),
        }
    }

    /// A run that has the error.
    fn shown(&self, alarm: &Alarm) -> Option<&'b Alarm> {
        self.bounded.findings.iter().find(|found| found.certain() && found.is_same(alarm))
    }

    /// Whether every run that comes there is known and has no error there.
    fn refutes(&self, alarm: &Alarm) -> bool {
        match alarm.kind {
            // What a block was lost by is known where a run ends.
            FaultKind::MemoryLeak => self.knows_all_runs && self.bounded.findings.is_empty(),
            kind => {
                let is_followed = self.coverage.has(alarm.span) || self.bounded.clean.contains(&alarm.span);
                self.looks_for_all && is_looked_for(kind) && alarm.claim.is_none() && is_followed
            }
        }
    }

    /// The suspicions that are neither, to be asked about one by one. A leak is no error at one place.
    fn open_targets(&self, shapes: &Shapes) -> Vec<VerificationTarget> {
        let is_open = |alarm: &&Alarm| !alarm.certain() && self.shown(alarm).is_none() && !self.refutes(alarm);
        let open = shapes.findings.iter().filter(is_open);
        let places: BTreeSet<Span> =
            open.filter(|alarm| alarm.claim.is_none() && is_looked_for(alarm.kind)).map(|alarm| alarm.span).collect();
        places
            .into_iter()
            .map(|place| VerificationTarget { commands: [place].into(), ..VerificationTarget::default() })
            .collect()
    }
}

/// The bounded engine on what the shape analysis left open: everything at once, and then what is still open, one by one.
fn ask_bounded(
    (question, sources): (Question<'_>, &SourceMap),
    settings: &SafetySettings,
    shapes: &Shapes,
    budget: &Budget,
) -> Option<Bounded> {
    let effort = asked_of_bounded(settings, shapes)?;
    let mut bounded = bounded::analyse(question, sources, &effort, budget);
    let mut open = Settlement::of(&bounded, question.program, &settings.shapes).open_targets(shapes);
    open.extend(targets::undecided(question.specification, &[shapes, &bounded]));
    targets::ask((question, sources), (open, &effort), budget, &mut bounded);
    Some(bounded)
}

/// What became of suspicions: a run shows them to be errors, or every run that comes there is known and has no error there.
fn settle(shapes: &mut Shapes, program: &Program, settings: &smg::Settings, bounded: &Bounded) {
    let settlement = Settlement::of(bounded, program, settings);
    for alarm in std::mem::take(&mut shapes.findings) {
        match settlement.shown(&alarm) {
            _ if alarm.certain() => shapes.findings.push(alarm),
            Some(run) => shapes.findings.push(Alarm { is_warning: alarm.is_warning, ..run.clone() }),
            None if settlement.refutes(&alarm) => {}
            None => shapes.findings.push(alarm),
        }
    }
    for found in bounded.findings.iter().filter(|found| found.certain()) {
        if !shapes.findings.iter().any(|alarm| alarm.is_same(found)) {
            shapes.findings.push(Alarm { is_warning: settings.is_warning(found.kind), ..found.clone() });
        }
    }
    if settlement.knows_all_runs && !bounded.hides_errors() {
        shapes.gap = None;
    }
}

/// Whether the bounded engine looks for errors of a kind as the shape analysis does.
fn is_looked_for(kind: FaultKind) -> bool {
    match kind.class() {
        FaultClass::Memory | FaultClass::Assertion => true,
        FaultClass::UndefinedBehaviour => {
            matches!(kind, FaultKind::UndefinedValue | FaultKind::BeyondArray | FaultKind::ConstantWritten)
        }
        FaultClass::Leak | FaultClass::Specification | FaultClass::Nothing => false,
    }
}

/// The verdict on everything, after suspicions are settled.
fn verdict(
    shapes: &Shapes,
    bounded: Option<&Bounded>,
    properties: &[PropertyVerdict],
    contradictions: &[Contradiction],
) -> (Verdict, Option<OpenReason>) {
    if !contradictions.is_empty() {
        let disputed = properties.iter().find_map(|property| property.reason.clone().filter(OpenReason::is_dispute));
        return (Verdict::Unknown, disputed);
    }
    let is_defined = bounded.is_some_and(|bounded| bounded.outcome(Topic::UndefinedBehaviour).is_proved());
    let is_all_proved = !properties.is_empty() && overall(properties) == Verdict::Verified;
    match shapes.verdict() {
        (Verdict::Unknown, Some(OpenReason::NotShownDefined)) if is_defined => (Verdict::Verified, None),
        // Rounds may have proved one property each.
        (Verdict::Unknown, _) if is_all_proved => (Verdict::Verified, None),
        of_shapes => of_shapes,
    }
}
