//! The shape analysis as `verify` and `smg` use it: its tasks, and its claims about each property.
//!
//! It starts whole programs from `main`, and procedures in every well-typed state. It makes claims about accesses,
//! leaked blocks, the program's own assertions, and the specification.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::confirm;
use crate::heads::{self, HeadPictures, SuspectPicture};
use crate::known::ShapeTruths;
use crate::limits::SHARE_OF_ANALYSIS;
use crate::notes::Annotator;
use crate::property::{MEMORY_ACCESS, undefined_behaviour};
use crate::replay::{LeakElsewhere, Replayed, Replayer};
use crate::settings::Settings;
use crate::trace::concrete_steps;
use base::SourceMap;
use engine::evidence::{Alarm, Replay};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Proof, Property, Refutation, Task, WorkDone};
use program::interp::HeapCounts;
use program::{Command, FaultClass, FaultKind, LocationId, Program, UndefinedBehaviour};
use reason::{EngineName, Gap, OpenReason, Unreplayed};
use smg::portfolio::KnownElsewhere;
use smg::solver::reached::ReachedSet;
use spec::{Question, Specification, SpecifiedProperty, StatementKind};

/// Findings of the shape analysis.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Errors, in the order in which they were found.
    pub findings: Vec<Alarm>,
    /// Why there may be more errors.
    pub gap: Option<Gap>,
    /// True if memory leaks are not checked but reported as warnings.
    pub leaks_are_warnings: bool,
    /// True if all undefined behaviour is checked.
    pub all_undefined_behaviour: bool,
    /// Locations of the entry function that control reaches with all assumptions satisfied.
    pub reached: BTreeSet<LocationId>,
    /// The statements of the specification that it makes no claim about.
    pub unread: BTreeSet<usize>,
    /// Number of configurations visited.
    pub states: usize,
    /// Number of locations visited, counted once for each summary.
    pub locations: usize,
    pub time: Duration,
    /// Memory at the heads of loops, if that was requested and is proved.
    pub heads: Vec<HeadPictures>,
    /// Memory where errors are suspected, if that was requested.
    pub suspects: Vec<SuspectPicture>,
    /// The analysis itself, with its graphs.
    pub analysis: Option<Arc<smg::Analysis>>,
    /// True if the configurations of all locations were to be kept: see [`smg::Settings::keeps`].
    pub keeps: bool,
}

pub const SHAPE_ANALYSIS: EngineName = EngineName("the shape analysis");

/// Runs the shape analysis, and searches for runs that confirm its errors. `claims`: the runs on small heaps, which may
/// break the specification.
pub fn analyse(task: Task<'_>, settings: &Settings, claims: Option<&confirm::Shared<'_>>) -> Shapes {
    analyse_beside(task, settings, claims, &|| KnownElsewhere::Nothing)
}

/// Does the same beside another engine.
fn analyse_beside(
    task: Task<'_>,
    settings: &Settings,
    claims: Option<&confirm::Shared<'_>>,
    elsewhere: &dyn Fn() -> KnownElsewhere,
) -> Shapes {
    let (question, Task { sources, budget, .. }) = (task.question(), task);
    let (limits, settings) = (settings.replay, &settings.shapes);
    let start = Instant::now();
    let analysis = {
        let budget = budget.share(SHARE_OF_ANALYSIS).doing("shape analysis");
        smg::portfolio::analyse_beside(question, settings, elsewhere, &budget)
    };
    let budget = &budget.doing("runs that confirm errors");
    let gap = analysis.gaps.first().map(|(why, span)| {
        let position = span.map(|span| sources.position(span));
        Gap { why: why.clone(), position }
    });
    let replayer = Replayer::new(question, sources, settings, limits, budget);
    let replayer = match claims {
        Some(small_heaps) => replayer.with_claims(small_heaps),
        None => replayer,
    };
    let alarms_of = |finding: &smg::Finding| {
        let found = replayer.replay(finding);
        let elsewhere = match &found {
            Replayed::Elsewhere(leak) => Some(leak_alarm(question.program, settings, leak)),
            Replayed::Here(_) | Replayed::Not(_) => None,
        };
        let alarm = alarm_of(question, sources, finding, settings, found.into_confirmed());
        let alarms: Vec<Alarm> = std::iter::once(alarm).chain(elsewhere).collect();
        for alarm in alarms.iter().filter(|alarm| alarm.certain() && !alarm.is_warning) {
            budget.found(|| alarm.line());
        }
        alarms
    };
    Shapes {
        findings: without_repetitions(analysis.findings.iter().flat_map(alarms_of)),
        gap,
        leaks_are_warnings: settings.leaks_are_warnings,
        all_undefined_behaviour: settings.undefined_behaviour == UndefinedBehaviour::All,
        reached: match question.program.flowchart(question.entry) {
            // An omitted configuration may reach any location.
            Some(flowchart) if analysis.partial => flowchart.locations().collect(),
            _ => analysis.reached.clone(),
        },
        unread: analysis.unread.clone(),
        states: analysis.states,
        locations: analysis.locations,
        time: start.elapsed(),
        heads: heads::heads(question.program, sources, &analysis),
        suspects: heads::suspects(question.program, sources, &analysis),
        analysis: Some(Arc::new(analysis)),
        keeps: settings.keeps,
    }
}

/// Drops repeated alarms: the run that confirms one suspicion may have the error of another one at the same place.
fn without_repetitions(alarms: impl Iterator<Item = Alarm>) -> Vec<Alarm> {
    let mut found: Vec<Alarm> = Vec::new();
    for alarm in alarms {
        let is_known = |known: &Alarm| known.certain() && alarm.certain() && known.is_same(&alarm);
        if !found.iter().any(is_known) {
            found.push(alarm);
        }
    }
    found
}

fn alarm_of(
    question: Question<'_>,
    sources: &SourceMap,
    finding: &smg::Finding,
    settings: &smg::Settings,
    confirmed: Result<Replay, Unreplayed>,
) -> Alarm {
    let program = question.program;
    let statement =
        |claim: SpecifiedProperty| question.specification.and_then(|known| known.statements.get(claim.statement));
    let violated = finding.claim.and_then(statement).map(|statement| format!("violated: {}", statement.text));
    let steps = match &confirmed {
        Ok(run) => run.steps.clone(),
        Err(_) => {
            let edges = finding.evidence.steps.iter().map(|step| (step.function, step.edge));
            concrete_steps(program, sources, edges.map(|edge| (edge, HeapCounts::default())))
        }
    };
    let notes = match confirmed {
        Ok(_) => Vec::new(),
        Err(_) => Annotator { program, sources }.of_suspect(finding),
    };
    // For invalid pointers and out-of-bounds accesses, the run knows more than the analysis; about freed blocks, the
    // analysis knows more.
    let depends_on_run = |kind: FaultKind| matches!(kind, FaultKind::InvalidDereference | FaultKind::OutOfBounds);
    let is_better = |kind: FaultKind| kind != finding.kind || depends_on_run(kind);
    let by_run = confirmed.as_ref().ok().and_then(|run| run.fault.clone()).filter(|(kind, _)| is_better(*kind));
    let (kind, by_run) = by_run.map_or((finding.kind, None), |(kind, message)| (kind, Some(message)));
    let suspected = || finding.sentence(block_of(finding, program, sources));
    Alarm {
        kind,
        use_of_uninitialized: finding.subject.use_of_uninitialized.filter(|_| kind == finding.kind),
        claim: finding.claim,
        message: violated.or(by_run).unwrap_or_else(suspected),
        confirmed,
        after_error: finding.after_error,
        is_warning: settings.is_warning(kind),
        span: finding.span,
        position: sources.position(finding.span),
        function: program.functions.get(finding.function).map_or_else(String::new, |function| function.name.clone()),
        steps,
        notes,
    }
}

/// Returns the alarm for a leak that a run has at another place than the suspected one.
fn leak_alarm(program: &Program, settings: &smg::Settings, leak: &LeakElsewhere) -> Alarm {
    let name = program.functions.get(leak.function).map_or_else(String::new, |function| function.name.clone());
    Alarm {
        kind: FaultKind::MemoryLeak,
        use_of_uninitialized: None,
        claim: None,
        message: leak.message.clone(),
        confirmed: Ok(leak.run.clone()),
        after_error: false,
        is_warning: settings.is_warning(FaultKind::MemoryLeak),
        span: leak.span,
        position: leak.position.clone(),
        function: name,
        steps: leak.run.steps.clone(),
        notes: Vec::new(),
    }
}

/// Describes the block of an error: where it was allocated and freed.
fn block_of(finding: &smg::Finding, program: &Program, sources: &SourceMap) -> Option<String> {
    finding.block(program, |span| {
        let position = sources.position(span);
        format!("{}:{}", position.file, position.line)
    })
}

/// The shape analysis as an engine beside others.
pub(super) struct ShapeAnalysis<'t> {
    task: Task<'t>,
    settings: &'t Settings,
    small_heaps: Option<&'t confirm::Shared<'t>>,
    /// Asks another engine.
    elsewhere: &'t (dyn Fn() -> KnownElsewhere + Sync),
    found: OnceLock<Shapes>,
    /// An analysis whose configurations of all locations cover every run, if there is one.
    complete: OnceLock<Option<Arc<smg::Analysis>>>,
}

impl<'t> ShapeAnalysis<'t> {
    /// `small_heaps`: the search for runs that confirms suspected violations of the specification. `elsewhere` asks
    /// another engine.
    pub(super) fn new(
        task: Task<'t>,
        settings: &'t Settings,
        small_heaps: Option<&'t confirm::Shared<'t>>,
        elsewhere: &'t (dyn Fn() -> KnownElsewhere + Sync),
    ) -> Self {
        ShapeAnalysis { task, settings, small_heaps, elsewhere, found: OnceLock::new(), complete: OnceLock::new() }
    }

    /// Returns the findings; blocks while another thread computes them.
    pub(super) fn found(&self) -> &Shapes {
        self.found.get_or_init(|| analyse_beside(self.task, self.settings, self.small_heaps, self.elsewhere))
    }

    /// Returns the findings, computing them first if necessary.
    pub(super) fn into_found(self) -> Shapes {
        self.found();
        self.found.into_inner().unwrap_or_default()
    }

    /// Returns what is known about predicates; `None` unless every run was followed and no memory error was found.
    pub(super) fn truths(&self) -> Option<ShapeTruths<'t>> {
        let settings = smg::Settings { keeps: true, ..self.settings.shapes.clone() };
        let question = self.task.question();
        let complete = self.complete.get_or_init(|| {
            let found = self.found();
            if self.settings.shapes.keeps || !found.describes_every_run() {
                return found.complete().filter(|_| found.describes_every_run()).cloned();
            }
            let budget = self.task.budget.share(SHARE_OF_ANALYSIS).doing("shape analysis");
            let analysis = smg::portfolio::analyse(question, &settings, &budget);
            let is_error = |finding: &smg::Finding| finding.kind.class() == FaultClass::Memory;
            let is_complete = analysis.is_complete() && !analysis.findings.iter().any(is_error);
            is_complete.then(|| Arc::new(analysis))
        });
        Some(ShapeTruths::new(question, settings.clone(), Arc::clone(complete.as_ref()?)))
    }
}

impl Engine for ShapeAnalysis<'_> {
    fn name(&self) -> EngineName {
        SHAPE_ANALYSIS
    }

    fn work(&self) {
        self.found();
    }

    fn outcome(&self, topic: Topic) -> Outcome {
        self.found().outcome(topic)
    }
}

impl Engine for Shapes {
    fn name(&self) -> EngineName {
        SHAPE_ANALYSIS
    }

    /// After a memory error C guarantees nothing, so other claims need the absence of memory errors.
    fn outcome(&self, topic: Topic) -> Outcome {
        if let Topic::Unreachable(location) = topic {
            return if self.never_comes(location) { self.proved() } else { Outcome::Silent };
        }
        let is_about = |alarm: &&Alarm| topic.includes(alarm);
        if let Some(alarm) = self.findings.iter().filter(is_about).find(|alarm| alarm.certain()) {
            return Outcome::Refuted(Refutation::Alarm(alarm.clone()));
        }
        if self.is_unread(topic) {
            return Outcome::open(OpenReason::NotRead);
        }
        let hides = |alarm: &Alarm| Topic::Accesses.includes(alarm);
        let is_open = self.gap.is_some() || self.findings.iter().any(|alarm| hides(alarm) || is_about(&alarm));
        // The analysis knows little arithmetic, so it proves nothing about undefined behaviour.
        let otherwise = match topic {
            Topic::UndefinedBehaviour => OpenReason::NotShownDefined,
            _ if !is_open => return self.proved(),
            _ => OpenReason::ErrorMayComeBefore,
        };
        Outcome::open(self.open_reason(|alarm| topic.includes(alarm)).unwrap_or(otherwise))
    }
}

impl Shapes {
    /// Returns the analysis, if it covers every run.
    fn complete(&self) -> Option<&Arc<smg::Analysis>> {
        self.analysis.as_ref().filter(|analysis| analysis.is_complete())
    }

    /// Returns the configurations of all locations, if they cover every run and were to be kept.
    pub fn kept(&self) -> Option<&ReachedSet> {
        self.complete().filter(|_| self.keeps).map(|analysis| &analysis.kept)
    }

    pub fn figures(&self) -> WorkDone {
        WorkDone {
            counts: vec![(self.states, "configurations"), (self.locations, "locations")],
            time: Some(self.time),
            ..WorkDone::default()
        }
    }

    fn proved(&self) -> Outcome {
        Outcome::Proved(Proof::whole(self.figures()))
    }

    /// Returns true if control never reaches a location of the entry function. Known only if everything was followed.
    fn never_comes(&self, location: LocationId) -> bool {
        self.describes_every_run() && self.states > 0 && !self.reached.contains(&location)
    }

    /// Returns true if everything was followed, and no run may end early because of a memory error.
    fn describes_every_run(&self) -> bool {
        let is_cut_short = |finding: &Alarm| finding.kind.class() == FaultClass::Memory;
        self.gap.is_none() && !self.findings.iter().any(is_cut_short)
    }

    /// Returns true if the topic is a statement that was not analysed.
    fn is_unread(&self, topic: Topic) -> bool {
        self.unread.iter().any(|statement| topic.is_of_statement(*statement))
    }

    /// Returns the confirmed errors of the program that concern what `verify` checks.
    pub fn certain(&self) -> impl Iterator<Item = &Alarm> {
        let is_checked = |finding: &&Alarm| !Topic::Leaks.includes(finding) && finding.claim.is_none();
        self.findings.iter().filter(|finding| finding.certain()).filter(is_checked)
    }

    /// Returns the verdict of this engine alone on what `verify` checks, and for "unknown" the reason.
    pub fn verdict_but_for_leaks(&self) -> (Verdict, Option<OpenReason>) {
        self.verdict_on(|finding| !Topic::Leaks.includes(finding))
    }

    /// Returns the verdict on everything that was analysed, and for "unknown" the reason.
    pub fn verdict(&self) -> (Verdict, Option<OpenReason>) {
        self.verdict_on(|finding| !finding.is_warning)
    }

    fn verdict_on(&self, counts: impl Fn(&Alarm) -> bool) -> (Verdict, Option<OpenReason>) {
        if self.findings.iter().any(|finding| finding.certain() && counts(finding)) {
            return (Verdict::Violated, None);
        }
        let unread = || (!self.unread.is_empty()).then_some(OpenReason::NotRead);
        let undefined = || self.all_undefined_behaviour.then_some(OpenReason::NotShownDefined);
        match self.open_reason(counts).or_else(unread).or_else(undefined) {
            Some(reason) => (Verdict::Unknown, Some(reason)),
            None => (Verdict::Verified, None),
        }
    }

    /// Returns why something is open: a suspected error, or what was not followed.
    fn open_reason(&self, counts: impl Fn(&Alarm) -> bool) -> Option<OpenReason> {
        // An error after another one counts only where that one does not.
        let counting = || self.findings.iter().filter(|finding| counts(finding));
        let first = counting().find(|finding| !finding.after_error).or_else(|| counting().next());
        let perhaps = first.map(|finding| {
            let (position, kind) = (finding.position.clone(), finding.kind);
            match &finding.confirmed {
                Err(why) => OpenReason::Suspected { position, kind, why: why.clone() },
                Ok(_) => OpenReason::EndsBefore { position, kind },
            }
        });
        perhaps.or_else(|| self.gap.clone().map(OpenReason::Incomplete))
    }

    /// Returns the properties: memory, assertions of the program, and each claim of the specification. `more`: errors
    /// that another engine found.
    pub fn properties(&self, question: Question<'_>, sources: &SourceMap, more: &[Alarm]) -> Vec<Property> {
        let program = question.program;
        let asserts = program
            .defined_functions()
            .filter_map(|id| program.flowchart(id))
            .any(|flowchart| flowchart.edges().any(|edge| matches!(flowchart.edge(edge).command, Command::Fail(_))));
        let position = program.functions.get(question.entry).map(|function| sources.position(function.span));
        let Some(position) = position else { return Vec::new() };
        let about = |id: &str, text: &str, topic: Topic| Property {
            id: id.into(),
            text: text.into(),
            position: position.clone(),
            topic,
        };
        let has = |topic: Topic| self.findings.iter().chain(more).any(|alarm| topic.includes(alarm));
        let mut found = vec![about(MEMORY_ACCESS, "every access is to allocated memory", Topic::Accesses)];
        if self.all_undefined_behaviour || has(Topic::UndefinedBehaviour) {
            found.push(undefined_behaviour(position.clone()));
        }
        if !self.leaks_are_warnings {
            found.push(about("memory-leak", "no memory leaks", Topic::Leaks));
        }
        if asserts || has(Topic::Assertions) {
            found.push(about("assertions", "every assertion holds", Topic::Assertions));
        }
        if let Some(specification) = question.specification {
            specified(question, specification, sources, &mut found);
        }
        found
    }
}

/// Adds the claims of a specification, numbered as by the predicate abstraction.
fn specified(question: Question<'_>, specification: &Specification, sources: &SourceMap, found: &mut Vec<Property>) {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return };
    let mut assertions = 0;
    for (statement, known) in specification.statements.iter().enumerate() {
        let text = known.text.clone();
        match &known.kind {
            StatementKind::Assert(_, locations) => {
                for location in locations {
                    assertions += 1;
                    let position = sources.position(flowchart.location(*location).span);
                    let topic = Topic::Specified(SpecifiedProperty { statement, location: Some(*location) });
                    found.push(Property { id: format!("assertion{assertions}"), text: text.clone(), position, topic });
                }
            }
            StatementKind::Ltl(name, _) => {
                let topic = Topic::Specified(SpecifiedProperty { statement, location: None });
                found.push(Property { id: name.clone(), text, position: sources.position(known.span), topic });
            }
            StatementKind::Assume(..) | StatementKind::Watch(..) => {}
        }
    }
}
