//! The fixpoint: which configurations may occur at which location (paper, sections 0.3.6 and 0.5.2).
//!
//! A function is analysed once for each entry heap: calls with a matching entry heap reuse the summary. Where
//! several edges meet, configurations are compared with those that came before: one that an older one describes is dropped, and
//! where there are many, or a loop could go on for ever, two become one. At loop heads lists are abstracted.

mod calls;
mod ends;
mod queue;
mod start;
mod store;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::domain::configuration::{Configuration, Feasibility, Made, PathStep};
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Liveness, Object, Origin};
use crate::lattice::signature::WithSignature;
use crate::plot;
use crate::plot::named::{NamedConfiguration, named};
use crate::property::specified::{Specified, Violation};
use crate::solver::acceleration::{CountingLoop, counting_loops};
use crate::solver::engine::calls::Summaries;
use crate::solver::engine::queue::{Queue, QueuePosition};
use crate::solver::findings::{Evidence, Finding, Findings, Place as FaultPlace, Sureness, TraceStep};
use crate::solver::limits::{MOST_KEPT_MEMORIES, MOST_PICTURED_STEPS, MOST_TRACE_STEPS, OBJECTS_PER_WORK};
use crate::solver::reached::ReachedSet;
use crate::solver::settings::{Mode, Settings, SolverRun};
use crate::transfer::semantics::Semantics;
use crate::transfer::step::{CommandOutcome, Executor, InCase};
use base::ids::IdVec;
use base::{Budget, Span};
use program::analysis::live::LiveVariables;
use program::analysis::order::LoopOrder;
use program::library::Effect;
use program::start::Start;
use program::{
    Command, EdgeId, FaultClass, FaultKind, Flowchart, FunctionId, LocationId, Program, SymbolId, UndefinedBehaviour,
};
use reason::{FixedLimit, Incompleteness, Limit, Stop};
use spec::{Question, SpecifiedProperty, Symbol};

pub use calls::{SummaryId, Ways};

/// What the analysis has found.
#[derive(Debug)]
pub struct Analysis {
    /// Errors, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// Why there may be more than that; empty if all runs were covered.
    pub gaps: Vec<(Incompleteness, Option<Span>)>,
    /// The statements of the specification that it did not look at.
    pub unread: BTreeSet<usize>,
    /// Whether it left runs out on purpose, and says nothing of them: it ended as soon as all errors were certain that were
    /// looked for, or did not make all iterations of a loop.
    pub partial: bool,
    /// How many configurations were looked at.
    pub states: usize,
    /// How much work that was: one for each of them, and more for large ones and for comparing them.
    pub work: usize,
    /// At how many locations, counted once for each summary.
    pub locations: usize,
    /// The locations of the entry where control comes, with all that is assumed there.
    pub reached: BTreeSet<LocationId>,
    /// The configurations where edges meet, if they were asked for.
    pub pictures: Vec<Picture>,
    /// What memory looks like at the heads of loops, if that was asked for.
    pub heads: Vec<LoopHead>,
    /// The configurations of all locations, if they were asked for.
    pub kept: ReachedSet,
}

impl Analysis {
    /// Whether it covers every run.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty() && !self.partial
    }
}

/// What memory looks like whenever control is at the head of a loop: one of some configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopHead {
    /// In which function.
    pub function: FunctionId,
    /// Where.
    pub location: LocationId,
    /// The configurations, each once, as far as they are shown.
    pub shown: BTreeSet<NamedConfiguration>,
    /// How many more there are.
    pub left_out: usize,
    /// Whether two symbolic constants may be exchanged in each of them.
    pub is_up_to_symmetry: bool,
}

/// A configuration at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// In which function.
    pub function: FunctionId,
    /// Where.
    pub location: LocationId,
    /// One line for each object.
    pub text: String,
    /// In the language of Graphviz.
    pub dot: String,
}

/// Runs the solver once.
pub fn analyse(question: Question<'_>, settings: &Settings, run: &SolverRun, budget: &Budget) -> Analysis {
    let mut engine = Engine::new(question, settings, run);
    match engine.starts(budget) {
        Ok(starts) => engine.follow_all(starts, budget),
        Err(incompleteness) => engine.gap(incompleteness, None),
    }
    Analysis {
        pictures: engine.pictures,
        findings: engine.findings.into_list(),
        gaps: engine.gaps,
        unread: engine.specified.unread().clone(),
        partial: engine.partial,
        states: engine.states,
        work: engine.work,
        locations: engine.seen.len(),
        reached: engine.reached,
        heads: engine.heads.into_values().collect(),
        kept: engine.kept,
    }
}

/// What is computed once for each function.
struct Shape<'p> {
    flowchart: &'p Flowchart,
    order: LoopOrder,
    live: LiveVariables,
    /// By location: whether several edges meet there.
    meets: Vec<bool>,
    /// By heads: the loops that bug finding accelerates.
    accelerated: BTreeMap<LocationId, CountingLoop>,
}

/// Where something happens: a step of a function in a summary.
#[derive(Clone, Copy, Debug)]
struct At {
    summary: SummaryId,
    function: FunctionId,
    location: LocationId,
    /// `None` at the end of the function.
    edge: Option<EdgeId>,
    span: Span,
}

struct Engine<'e> {
    program: &'e Program,
    entry: FunctionId,
    settings: &'e Settings,
    run: &'e SolverRun,
    specified: Specified<'e>,
    symbols: IdVec<SymbolId, Symbol>,
    executor: Executor<'e>,
    shapes: BTreeMap<FunctionId, Shape<'e>>,
    summaries: Summaries,
    waiting: Queue,
    stored: BTreeMap<(SummaryId, LocationId), Vec<WithSignature>>,
    /// How often a configuration there gave way to one that describes more.
    grown: BTreeMap<(SummaryId, LocationId), u32>,
    /// Without abstraction: where among the stored ones those are that have a fingerprint.
    hashes: HashMap<(SummaryId, LocationId, u64), Vec<usize>>,
    kept: ReachedSet,
    /// How many steps have their memory kept for people to look at.
    kept_memories: usize,
    heads: BTreeMap<(FunctionId, LocationId), LoopHead>,
    pictures: Vec<Picture>,
    /// Where configurations were stored.
    seen: BTreeSet<(SummaryId, LocationId)>,
    reached: BTreeSet<LocationId>,
    findings: Findings,
    gaps: Vec<(Incompleteness, Option<Span>)>,
    partial: bool,
    states: usize,
    work: usize,
    word: i64,
}

/// Whether some command may free a block.
fn frees(program: &Program) -> bool {
    program.edges().any(|edge| match &edge.command {
        Command::Free(_) => true,
        Command::Library { function, .. } => {
            function.entry().effects.iter().any(|effect| matches!(effect, Effect::Frees(_) | Effect::WritesElsewhere))
        }
        _ => false,
    })
}

/// How the commands of a question are executed.
pub(super) fn semantics(question: Question<'_>, settings: &Settings, mode: &Mode) -> Semantics {
    let Question { program, entry, specification } = question;
    Semantics {
        allocation_may_fail: settings.allocation_may_fail,
        follows_numbers: !mode.abstracts(),
        samples: mode.samples(),
        checks_alignment: settings.checks_alignment,
        // With a specification the other engine and the interpreter are asked the same.
        is_strict: specification.is_some(),
        opaque_may_dangle: !Start::of(program, entry).is_whole() && frees(program),
        undefined_is_any: settings.undefined_is_any,
        tolerates: false,
        recovers: false,
    }
}

impl<'e> Engine<'e> {
    fn new(question: Question<'e>, settings: &'e Settings, run: &'e SolverRun) -> Engine<'e> {
        let Question { program, entry, specification } = question;
        let executor = Executor { program, semantics: semantics(question, settings, &run.mode) };
        Engine {
            program,
            entry,
            settings,
            run,
            specified: specification.map_or_else(Specified::default, Specified::new),
            symbols: specification.map_or_else(IdVec::new, |known| known.symbols.clone()),
            executor,
            shapes: BTreeMap::new(),
            summaries: Summaries::default(),
            waiting: Queue::default(),
            stored: BTreeMap::new(),
            grown: BTreeMap::new(),
            hashes: HashMap::new(),
            kept: ReachedSet::default(),
            kept_memories: 0,
            heads: BTreeMap::new(),
            pictures: Vec::new(),
            seen: BTreeSet::new(),
            reached: BTreeSet::new(),
            findings: Findings::default(),
            gaps: Vec::new(),
            partial: run.mode.samples(),
            states: 0,
            work: 0,
            word: program.types.model().word_bytes() as i64,
        }
    }

    fn gap(&mut self, reason: Incompleteness, span: Option<Span>) {
        if !self.gaps.iter().any(|(known, at)| *known == reason && *at == span) {
            self.gaps.push((reason, span));
        }
    }

    /// Computes what is computed once for each function.
    fn prepare(&mut self, function: FunctionId) {
        if let (false, Some(flowchart)) = (self.shapes.contains_key(&function), self.program.flowchart(function)) {
            let order = LoopOrder::of(flowchart);
            let live = LiveVariables::of(self.program, function);
            let meets = |id| {
                let incoming = flowchart.incoming(id);
                // Behind a call several ends of the local heap meet, which were not compared with each other as a whole.
                let returns = |edge: &EdgeId| {
                    !self.run.mode.abstracts() && matches!(flowchart.edge(*edge).command, Command::Call { .. })
                };
                order.is_head(id) || incoming.len() > 1 || incoming.iter().any(returns)
            };
            let meets = flowchart.locations().map(meets).collect();
            let accelerated = match self.run.mode.abstracts() {
                true => BTreeMap::new(),
                false => counting_loops(self.program, flowchart, (&order, &live)),
            };
            self.shapes.insert(function, Shape { flowchart, order, live, meets, accelerated });
        }
    }

    /// Looks at all that waits. Tells whether there may be more to look at, from other starts.
    fn look_at_all(&mut self, budget: &Budget) -> bool {
        while let Some((QueuePosition { summary, location, .. }, configuration)) = self.waiting.next() {
            self.states += 1;
            // Without abstraction memories grow as long as loops iterate, and with it where it does not find what repeats.
            self.work += 1 + configuration.graph.id_bound() / OBJECTS_PER_WORK;
            if let Err(exhausted) = budget.check() {
                self.gap(exhausted.into(), None);
                return false;
            }
            if self.work > self.run.most_work {
                let limit = self.run.most_work;
                let is_all = limit == self.settings.most_work;
                self.gap(
                    if is_all {
                        Stop::at(Limit::ShapeWork, limit).into()
                    } else {
                        Stop::at_share(Limit::ShapeWork, limit).into()
                    },
                    None,
                );
                return false;
            }
            self.visit(summary, location, configuration);
            let is_done = self.run.mode.wanted().is_some_and(|wanted| self.findings.are_certain(wanted));
            if is_done || self.settings.stops_with(self.findings.list()) {
                self.partial = true;
                return false;
            }
        }
        true
    }

    fn visit(&mut self, summary: SummaryId, location: LocationId, configuration: Configuration) {
        let Some((function, depth)) = self.summaries.get(summary).map(|summary| (summary.function, summary.depth))
        else {
            return;
        };
        let Some(flowchart) = self.program.flowchart(function) else { return };
        let at = At { summary, function, location, edge: None, span: flowchart.location(location).span };
        if (function, depth) != (self.entry, 0) {
            return self.go_on(at, configuration);
        }
        let visit = self.specified.visit(&self.executor, configuration, location);
        if !visit.failures.is_empty() || !visit.admitted.is_empty() {
            self.reached.insert(location);
        }
        if visit.is_partial {
            self.gap(FixedLimit::FormulaCases.into(), Some(at.span));
        }
        for Violation { claim, case, certain } in visit.failures {
            let message = "the specification does not hold";
            let fault = Fault { certain, ..Fault::new(FaultKind::Shape, message) };
            self.report_claim(&fault, &case, at, Some(claim));
        }
        for case in visit.admitted {
            self.go_on(at, case);
        }
    }

    /// What follows from a configuration at a location.
    fn go_on(&mut self, at: At, configuration: Configuration) {
        let At { summary, location, .. } = at;
        let Some(shape) = self.shapes.get(&at.function) else { return };
        let flowchart = shape.flowchart;
        if location == flowchart.exit {
            return self.leave(summary, location, configuration);
        }
        let labels = &flowchart.location(location).labels;
        if let Some(label) = self.settings.error_labels.iter().find(|label| labels.contains(label)) {
            let fault = Fault::new(FaultKind::ReachError, format!("the label {label} is reached"));
            return self.report(&fault, &configuration, at);
        }
        if let Some(end) = shape.accelerated.get(&location).and_then(|counting| counting.end_of(&configuration)) {
            self.partial = true;
            return self.go_on(at, end);
        }
        for edge in flowchart.outgoing(location) {
            let command = &flowchart.edge(edge).command;
            let at = At { edge: Some(edge), span: flowchart.edge(edge).span, ..at };
            let executor = self.executor;
            let before = configuration.clone();
            for case in self.in_each_case(before, at.span, |before| executor.execute(before, command, at.span)) {
                match case {
                    (before, Ok(outcomes)) => {
                        outcomes.into_iter().for_each(|outcome| self.follow(at, edge, before.feasible, outcome))
                    }
                    (before, Err(fault)) => {
                        self.report(&fault, &before, at);
                        if matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError) {
                            // Where the program ends for sure, what is still allocated then is lost.
                            let handlers = Vec::new();
                            let ends = matches!(command, Command::Fail(failure) if failure.ends);
                            let feasible = if ends { before.feasible } else { Feasibility::AfterError };
                            self.stop(at, summary, Configuration { feasible, handlers, ..before.clone() });
                        }
                        self.recover(&fault, before, at, edge);
                    }
                }
            }
        }
    }

    /// As [`Executor::in_each_case`]; too many cases are recorded.
    fn in_each_case<T>(
        &mut self,
        before: Configuration,
        span: Span,
        act: impl Fn(&Configuration) -> Result<T, Interruption>,
    ) -> Vec<InCase<T>> {
        let (found, is_all) = self.executor.in_each_case(before, act);
        if !is_all {
            self.gap(FixedLimit::CommandCases.into(), Some(span));
        }
        found
    }

    /// Goes on after an error of memory: it may not have happened, or there may be more.
    fn recover(&mut self, fault: &Fault, mut before: Configuration, at: At, edge: EdgeId) {
        let class = fault.kind.class();
        let goes_on = matches!(class, FaultClass::Memory | FaultClass::UndefinedBehaviour);
        let Some(flowchart) = self.program.flowchart(at.function).filter(|_| goes_on) else { return };
        let command = &flowchart.edge(edge).command;
        let is_silent = self.ends_runs(fault.kind);
        let semantics = Semantics { recovers: !is_silent, tolerates: is_silent, ..self.executor.semantics };
        let executor = Executor { semantics, ..self.executor };
        before.feasible = before.feasible.min(self.feasibility_after(fault));
        let after_error = before.feasible == Feasibility::AfterError;
        for case in self.in_each_case(before, at.span, |before| executor.execute(before, command, at.span)) {
            match case {
                (before, Ok(outcomes)) => {
                    outcomes.into_iter().for_each(|outcome| self.follow(at, edge, before.feasible, outcome))
                }
                // Behind undefined behaviour that is not reported the errors of memory still are.
                (before, Err(second)) if is_silent && second.kind.class() != FaultClass::UndefinedBehaviour => {
                    self.report(&second, &before, at);
                    self.recover(&second, before, at, edge);
                }
                (_, Err(_)) if is_silent => self.gap(Incompleteness::AfterUndefinedBehaviour, Some(at.span)),
                // A run that has the error for certain promises nothing more; one that may not have it goes on.
                (_, Err(_)) if fault.certain || after_error => {}
                (_, Err(_)) => self.gap(Incompleteness::AfterError, Some(at.span)),
            }
        }
    }

    /// What follows from an outcome of a command. `feasible_before`: how feasible the configuration was before it.
    fn follow(&mut self, at: At, edge: EdgeId, feasible_before: Feasibility, outcome: CommandOutcome) {
        let Some(flowchart) = self.program.flowchart(at.function) else { return };
        match outcome {
            CommandOutcome::Survived(fault, mut after) => {
                if let CommandOutcome::Passed(configuration) | CommandOutcome::Ended(configuration) = after.as_mut() {
                    // A branch has the error whatever the undefined value is taken for then.
                    let is_branch = matches!(flowchart.edge(edge).command, Command::Assume { .. });
                    let recorded = if is_branch { feasible_before } else { configuration.feasible };
                    let feasible = std::mem::replace(&mut configuration.feasible, recorded);
                    self.report(&fault, configuration, at);
                    if self.may_free(&fault, configuration, at) {
                        self.gap(Incompleteness::AfterError, Some(at.span));
                    }
                    configuration.feasible = feasible;
                    // A value that was never set is some value: runs that branch on it go on.
                    let is_some_value = matches!(fault.kind, FaultKind::Uninitialized | FaultKind::UndefinedValue);
                    if !is_some_value || self.ends_runs(fault.kind) {
                        configuration.feasible = configuration.feasible.min(self.feasibility_after(&fault));
                    }
                }
                self.follow(at, edge, feasible_before, *after);
            }
            CommandOutcome::Passed(mut configuration) => {
                configuration.trace = self.step(&configuration, at);
                // What an expression was computed with leads to nothing once it is not read any more.
                let has_led = self.drop_temporaries(at.function, flowchart.target(edge), None, &mut configuration);
                if has_led || may_lose(&flowchart.edge(edge).command) {
                    self.collect(&mut configuration, at);
                }
                self.arrive(at.summary, flowchart.target(edge), configuration);
            }
            CommandOutcome::Entered(callee, mut configuration) => {
                configuration.trace = self.step(&configuration, at);
                self.call(at, callee, configuration);
            }
            CommandOutcome::Ended(mut configuration) => {
                configuration.trace = self.step(&configuration, at);
                if self.drop_temporaries(at.function, flowchart.target(edge), None, &mut configuration) {
                    self.collect_when(&mut configuration, at, ends::PointerLoss::AtEnd);
                }
                self.stop(at, at.summary, configuration);
            }
        }
    }

    /// Whether a wrong free, which may be none, may free a block that stays valid in the configuration. In a call that may be a block
    /// of its caller.
    fn may_free(&self, fault: &Fault, configuration: &Configuration, at: At) -> bool {
        let is_possible = fault.kind == FaultKind::InvalidFree && !fault.certain;
        let is_in_call = self.summaries.get(at.summary).is_none_or(|summary| summary.depth > 0);
        let is_freeable = |object: &Object| {
            object.liveness == Liveness::Valid && (object.is_heap() || object.origin == Origin::External)
        };
        let has_block = || configuration.graph.objects().any(|(_, object)| is_freeable(object));
        is_possible && configuration.feasible != Feasibility::AfterError && (is_in_call || has_block())
    }

    /// Whether an error is undefined behaviour that is not reported like an error of memory: it hides none, and nothing behind it is
    /// certain.
    fn ends_runs(&self, kind: FaultKind) -> bool {
        let wanted = self.settings.undefined_behaviour;
        let is_recorded = wanted == UndefinedBehaviour::LikeMemoryErrors && wanted.reports(kind);
        kind.class() == FaultClass::UndefinedBehaviour && !is_recorded
    }

    /// What is sure of a memory after an error. After one that is not asked for it is that much less.
    fn feasibility_after(&self, fault: &Fault) -> Feasibility {
        if self.ends_runs(fault.kind) { Feasibility::Unknown } else { fault.feasibility_after() }
    }

    fn report(&mut self, fault: &Fault, configuration: &Configuration, at: At) {
        self.report_claim(fault, configuration, at, None);
    }

    /// The same, of a claim of the specification.
    fn report_claim(&mut self, fault: &Fault, configuration: &Configuration, at: At, claim: Option<SpecifiedProperty>) {
        let after_error = configuration.feasible == Feasibility::AfterError;
        if fault.kind == FaultKind::Unsupported {
            if after_error {
                return;
            }
            let message = fault.message.clone();
            let why = if fault.lacks_body { Incompleteness::NoBody } else { Incompleteness::NotFollowed };
            return self.gap(why(message), Some(at.span));
        }
        if !self.settings.undefined_behaviour.reports(fault.kind) {
            return;
        }
        let is_recorded = matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError | FaultKind::Shape);
        let sure = match configuration.feasible {
            Feasibility::AfterError => Sureness::AfterError,
            _ if !fault.certain => Sureness::Possible,
            Feasibility::Feasible => Sureness::Confirmed,
            Feasibility::ButForIterations if !is_recorded => Sureness::Certain,
            _ => Sureness::Possible,
        };
        let (program, wanted, is_named) = (self.program, self.settings.pictures, self.settings.heads);
        let evidence = || {
            let (steps, memories): (Vec<TraceStep>, Vec<Option<&Configuration>>) =
                steps_to(configuration, at).into_iter().unzip();
            let is_short = is_named && steps.len() <= MOST_PICTURED_STEPS;
            let memories = memories.into_iter().filter(|_| is_short);
            Evidence {
                steps,
                after: memories.map(|memory| memory.map(|memory| named(program, memory))).collect(),
                picture: wanted.then(|| picture(program, at.function, at.location, configuration)),
                named: is_named.then(|| named(program, configuration)),
            }
        };
        self.findings.add(fault, sure, FaultPlace { span: at.span, claim, function: at.function }, evidence);
    }

    /// The steps to a configuration, and the one that was made.
    fn step(&mut self, configuration: &Configuration, at: At) -> Option<Arc<PathStep>> {
        let (before, made) = (configuration.trace.clone(), Made::Edge(at.function, at.edge?));
        let is_kept = self.settings.heads && self.kept_memories < MOST_KEPT_MEMORIES;
        self.kept_memories += usize::from(is_kept);
        let memory = is_kept.then(|| Box::new(Configuration { trace: None, ..configuration.clone() }));
        Some(Arc::new(PathStep { before, made, memory }))
    }
}

/// The steps from the start of the program to where something happens, each with the memory behind it if that was kept.
fn steps_to(configuration: &Configuration, at: At) -> Vec<(TraceStep, Option<&Configuration>)> {
    let mut found = Vec::new();
    let mut open: Vec<(&PathStep, bool)> = configuration.trace.iter().map(|last| (last.as_ref(), false)).collect();
    // Backwards: what was done in a call comes between its return and the step before the call.
    while let Some((step, in_call)) = open.pop() {
        let before = step.before.as_deref().map(|before| (before, in_call));
        match &step.made {
            Made::Edge(function, edge) => {
                found.push((TraceStep { function: *function, edge: *edge }, step.memory.as_deref()));
                open.extend(before);
            }
            Made::Entry => open.extend(before.filter(|_| !in_call)),
            Made::Return(inside) => {
                open.extend(before);
                open.extend(inside.as_deref().filter(|_| found.len() < MOST_TRACE_STEPS).map(|inside| (inside, true)));
            }
        }
    }
    found.reverse();
    // The last step may have been made already.
    let last = at.edge.map(|edge| TraceStep { function: at.function, edge });
    let is_made = found.last().map(|(step, _)| *step) == last;
    found.extend(last.filter(|_| !is_made).map(|last| (last, None)));
    found
}

fn picture(program: &Program, function: FunctionId, location: LocationId, configuration: &Configuration) -> Picture {
    let (text, dot) = (plot::text(program, configuration), plot::dot(program, configuration));
    Picture { function, location, text, dot }
}

/// Whether a command may let go of the last address of a block.
fn may_lose(command: &Command) -> bool {
    !matches!(command, Command::Skip | Command::Assume { .. } | Command::Print { .. })
}
