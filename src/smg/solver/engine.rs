//! The fixpoint: the configurations that may occur at each location (paper, sections 0.3.6 and 0.5.2).
//!
//! A function is analysed once for each entry heap: calls with a matching entry heap reuse the summary. Where several
//! edges meet, a new configuration is compared with the earlier ones. It is dropped if one of these subsumes it; if
//! there are many, or a loop could go on forever, two of them are joined. At loop heads lists are abstracted.

mod arrays;
mod calls;
mod ends;
mod idle;
mod loops;
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
use crate::solver::engine::arrays::ElementTypes;
pub use crate::solver::engine::arrays::summarises_arrays;
use crate::solver::engine::calls::Summaries;
use crate::solver::engine::idle::IdleVariables;
use crate::solver::engine::loops::{LoopExits, heads_with_exit};
use crate::solver::engine::queue::{Queue, QueuePosition};
use crate::solver::findings::{Evidence, Finding, Findings, Place as FaultPlace, Sureness, TraceStep};
use crate::solver::limits::{MOST_KEPT_MEMORIES, MOST_PICTURED_STEPS, MOST_TRACE_STEPS, OBJECTS_PER_WORK};
use crate::solver::reached::ReachedSet;
use crate::solver::settings::{Settings, SolverRun};
use crate::transfer::semantics::Semantics;
use crate::transfer::step::{CommandOutcome, Executor, InCase};
use base::ids::IdVec;
use base::{Budget, Span};
use program::analysis::{Influence, LiveVariables, LoopOrder};
use program::{
    Command, EdgeId, FaultClass, FaultKind, Flowchart, FunctionId, LocationId, Program, SymbolId, UndefinedBehaviour,
};
use reason::{FixedLimit, Incompleteness, Limit, Stop};
use spec::{Question, SpecifiedProperty, Symbol};

pub use calls::{SummaryId, Ways};
pub use start::influence;
pub(super) use start::semantics;

#[derive(Debug)]
pub struct Analysis {
    /// Errors, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// Reasons for incompleteness; empty if all runs were covered.
    pub gaps: Vec<(Incompleteness, Option<Span>)>,
    /// The statements of the specification that were not considered.
    pub unread: BTreeSet<usize>,
    /// True if runs were left out on purpose, without a reason for incompleteness: the analysis ended as soon as all
    /// wanted errors were certain, accelerated a loop, or used sample values.
    pub partial: bool,
    /// Number of configurations visited.
    pub states: usize,
    /// Work: one for each configuration visited, and more for large ones and for comparisons.
    pub work: usize,
    /// Number of locations with stored configurations, counted once for each summary.
    pub locations: usize,
    /// The locations of the entry function that are reachable under all assumptions there.
    pub reached: BTreeSet<LocationId>,
    /// The configurations where edges meet, if requested.
    pub pictures: Vec<Picture>,
    /// The configurations at loop heads, if requested.
    pub heads: Vec<LoopHead>,
    /// The configurations of all locations, if requested.
    pub kept: ReachedSet,
}

impl Analysis {
    /// Returns true if every run was covered.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty() && !self.partial
    }
}

/// A loop invariant: whenever control is at the loop head, memory is described by one of some configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopHead {
    pub function: FunctionId,
    pub location: LocationId,
    /// The distinct configurations that are shown.
    pub shown: BTreeSet<NamedConfiguration>,
    /// Number of further ones.
    pub left_out: usize,
    /// True if the configurations describe memory only up to the exchange of two symbolic constants.
    pub is_up_to_symmetry: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    pub function: FunctionId,
    pub location: LocationId,
    /// One line for each object.
    pub text: String,
    /// In Graphviz format.
    pub dot: String,
}

/// Does one run on a question.
pub fn analyse(question: Question<'_>, settings: &Settings, run: &SolverRun, budget: &Budget) -> Analysis {
    analyse_within(influence(question).as_ref(), question, settings, run, budget)
}

/// As [`analyse`], with the [`influence`] of the question: it is the same for all runs.
pub fn analyse_within(
    influence: Option<&Influence>,
    question: Question<'_>,
    settings: &Settings,
    run: &SolverRun,
    budget: &Budget,
) -> Analysis {
    let mut engine = Engine::new(question, settings, run, budget);
    // Bug finding shows the run.
    engine.executor.influence = influence.filter(|_| run.mode.abstracts());
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

/// Data computed once for each function.
struct Shape<'p> {
    flowchart: &'p Flowchart,
    order: LoopOrder,
    /// The heads of the loops that some edge leads out of.
    heads_with_exit: BTreeSet<LocationId>,
    live: LiveVariables,
    /// Empty unless configurations are joined.
    idle: IdleVariables,
    /// By location: true if several edges meet there.
    meets: Vec<bool>,
    /// The loops that bug finding accelerates, by their heads.
    accelerated: BTreeMap<LocationId, CountingLoop>,
}

/// A program point within a summary.
#[derive(Clone, Copy, Debug)]
struct At {
    summary: SummaryId,
    function: FunctionId,
    location: LocationId,
    /// `None` at the exit of the function.
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
    /// Of the arrays that are summarised.
    elements: ElementTypes,
    summaries: Summaries,
    waiting: Queue,
    stored: BTreeMap<(SummaryId, LocationId), Vec<WithSignature>>,
    /// The number of times that a configuration there was replaced by one that describes more.
    grown: BTreeMap<(SummaryId, LocationId), u32>,
    loop_exits: LoopExits,
    /// Without abstraction: the indices of stored configurations, by fingerprint.
    hashes: HashMap<(SummaryId, LocationId, u64), Vec<usize>>,
    kept: ReachedSet,
    /// Number of steps whose memory is kept for display.
    kept_memories: usize,
    heads: BTreeMap<(FunctionId, LocationId), LoopHead>,
    pictures: Vec<Picture>,
    /// The locations where configurations were stored.
    seen: BTreeSet<(SummaryId, LocationId)>,
    reached: BTreeSet<LocationId>,
    findings: Findings,
    gaps: Vec<(Incompleteness, Option<Span>)>,
    partial: bool,
    states: usize,
    work: usize,
    word: i64,
    budget: &'e Budget,
}

impl<'e> Engine<'e> {
    fn new(question: Question<'e>, settings: &'e Settings, run: &'e SolverRun, budget: &'e Budget) -> Engine<'e> {
        let Question { program, entry, specification } = question;
        let executor = Executor { program, semantics: semantics(question, settings, &run.mode), influence: None };
        Engine {
            program,
            entry,
            settings,
            run,
            specified: specification.map_or_else(Specified::default, Specified::new),
            symbols: specification.map_or_else(IdVec::new, |known| known.symbols.clone()),
            executor,
            shapes: BTreeMap::new(),
            // Where an element lies is a relation between numbers.
            elements: match run.mode.relates_numbers() {
                true => ElementTypes::asked_by(question),
                false => ElementTypes::default(),
            },
            summaries: Summaries::default(),
            waiting: Queue::default(),
            stored: BTreeMap::new(),
            grown: BTreeMap::new(),
            loop_exits: LoopExits::default(),
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
            budget,
        }
    }

    fn gap(&mut self, reason: Incompleteness, span: Option<Span>) {
        if !self.gaps.iter().any(|(known, at)| *known == reason && *at == span) {
            self.gaps.push((reason, span));
        }
    }

    /// Computes the data about a function, unless it is known.
    fn prepare(&mut self, function: FunctionId) {
        if let (false, Some(flowchart)) = (self.shapes.contains_key(&function), self.program.flowchart(function)) {
            let order = LoopOrder::of(flowchart);
            // Without them the function is not followed, which the gap says.
            let live = match LiveVariables::within(self.program, function, self.budget) {
                Ok(live) => live,
                Err(exhausted) => return self.gap(exhausted.into(), None),
            };
            let meets = |id| {
                let incoming = flowchart.incoming(id);
                // After a call the exit states of several local heaps meet, which were not compared with each other as
                // a whole.
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
            let idle = match self.run.mode.abstracts() {
                true => IdleVariables::of(self.program, function, flowchart, &order),
                false => IdleVariables::default(),
            };
            let heads_with_exit = heads_with_exit(flowchart, &order);
            let shape = Shape { flowchart, order, heads_with_exit, live, idle, meets, accelerated };
            self.shapes.insert(function, shape);
        }
    }

    /// Visits all waiting configurations. Returns true if the analysis may continue with other starts.
    fn look_at_all(&mut self, budget: &Budget) -> bool {
        while let Some((QueuePosition { summary, location, .. }, configuration)) = self.waiting.next() {
            self.states += 1;
            // Without abstraction memories grow with the iterations of loops, and with it wherever it finds no
            // repetition.
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

    /// Continues with a configuration at a location.
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
                            // If the program certainly ends here, blocks that are still allocated leak.
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

    /// As [`Executor::in_each_case`]. Too many cases are a reason for incompleteness.
    fn in_each_case<T>(
        &mut self,
        before: Configuration,
        span: Span,
        act: impl Fn(&Configuration) -> Result<T, Interruption>,
    ) -> Vec<InCase<T>> {
        let budget = self.budget;
        let (found, is_all) = self.executor.in_each_case(before, &|| budget.check().is_ok(), act);
        if !is_all {
            let limit = FixedLimit::CommandCases.into();
            self.gap(budget.check().err().map_or(limit, Into::into), Some(span));
        }
        found
    }

    /// Continues after a memory error: it may not have happened, or there may be further ones.
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
                // Memory errors are reported even after undefined behaviour that is not reported.
                (before, Err(second)) if is_silent && second.kind.class() != FaultClass::UndefinedBehaviour => {
                    self.report(&second, &before, at);
                    self.recover(&second, before, at, edge);
                }
                (_, Err(_)) if is_silent => self.gap(Incompleteness::AfterUndefinedBehaviour, Some(at.span)),
                // A run with a certain error guarantees nothing more; a run that may lack the error continues.
                (_, Err(_)) if fault.certain || after_error => {}
                (_, Err(_)) => self.gap(Incompleteness::AfterError, Some(at.span)),
            }
        }
    }

    /// Continues with an outcome of a command. `feasible_before`: the feasibility of the configuration before it.
    fn follow(&mut self, at: At, edge: EdgeId, feasible_before: Feasibility, outcome: CommandOutcome) {
        let Some(flowchart) = self.program.flowchart(at.function) else { return };
        match outcome {
            CommandOutcome::Survived(fault, mut after) => {
                if let CommandOutcome::Passed(configuration) | CommandOutcome::Ended(configuration) = after.as_mut() {
                    // A branch has the error for every choice of the undefined value.
                    let is_branch = matches!(flowchart.edge(edge).command, Command::Assume { .. });
                    let recorded = if is_branch { feasible_before } else { configuration.feasible };
                    let feasible = std::mem::replace(&mut configuration.feasible, recorded);
                    self.report(&fault, configuration, at);
                    if self.may_free(&fault, configuration, at) {
                        self.gap(Incompleteness::AfterError, Some(at.span));
                    }
                    configuration.feasible = feasible;
                    // An uninitialized value is some value: runs that branch on it continue.
                    let is_some_value = matches!(fault.kind, FaultKind::Uninitialized | FaultKind::UndefinedValue);
                    if !is_some_value || self.ends_runs(fault.kind) {
                        configuration.feasible = configuration.feasible.min(self.feasibility_after(&fault));
                    }
                }
                self.follow(at, edge, feasible_before, *after);
            }
            CommandOutcome::Passed(mut configuration) => {
                configuration.trace = self.step(&configuration, at);
                // Temporaries of expressions point to nothing once they are not read any more.
                let has_led = self.drop_temporaries(at.function, flowchart.target(edge), None, &mut configuration);
                if has_led || may_lose(&flowchart.edge(edge).command) {
                    self.collect(&mut configuration, at);
                }
                self.pass(at, edge, configuration);
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

    /// Returns true if a possibly invalid free may free a block that stays valid in the configuration. In a call that
    /// may be a block of its caller.
    fn may_free(&self, fault: &Fault, configuration: &Configuration, at: At) -> bool {
        let is_possible = fault.kind == FaultKind::InvalidFree && !fault.certain;
        let is_in_call = self.summaries.get(at.summary).is_none_or(|summary| summary.depth > 0);
        let is_freeable = |object: &Object| {
            object.liveness == Liveness::Valid && (object.is_heap() || object.origin == Origin::External)
        };
        let has_block = || configuration.graph.objects().any(|(_, object)| is_freeable(object));
        is_possible && configuration.feasible != Feasibility::AfterError && (is_in_call || has_block())
    }

    /// Returns true for undefined behaviour that is not reported like a memory error: it hides no memory error, and
    /// nothing after it is certain.
    fn ends_runs(&self, kind: FaultKind) -> bool {
        let wanted = self.settings.undefined_behaviour;
        let is_like_memory = matches!(wanted, UndefinedBehaviour::OfObjects | UndefinedBehaviour::LikeMemoryErrors);
        let is_recorded = is_like_memory && wanted.reports(kind);
        kind.class() == FaultClass::UndefinedBehaviour && !is_recorded
    }

    /// Returns the feasibility of memories after an error. After undefined behaviour that is not reported like a memory
    /// error, it is unknown.
    fn feasibility_after(&self, fault: &Fault) -> Feasibility {
        if self.ends_runs(fault.kind) { Feasibility::Unknown } else { fault.feasibility_after() }
    }

    fn report(&mut self, fault: &Fault, configuration: &Configuration, at: At) {
        self.report_claim(fault, configuration, at, None);
    }

    /// As [`Engine::report`], for a claim of the specification.
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

    /// Returns the trace of a configuration, extended by the step just made.
    fn step(&mut self, configuration: &Configuration, at: At) -> Option<Arc<PathStep>> {
        let (before, made) = (configuration.trace.clone(), Made::Edge(at.function, at.edge?));
        let is_kept = self.settings.heads && self.kept_memories < MOST_KEPT_MEMORIES;
        self.kept_memories += usize::from(is_kept);
        let memory = is_kept.then(|| Box::new(Configuration { trace: None, ..configuration.clone() }));
        Some(Arc::new(PathStep { before, made, memory }))
    }
}

/// Returns the steps from the start of the program to a point, each with the memory after it if that was kept.
fn steps_to(configuration: &Configuration, at: At) -> Vec<(TraceStep, Option<&Configuration>)> {
    let mut found = Vec::new();
    let mut open: Vec<(&PathStep, bool)> = configuration.trace.iter().map(|last| (last.as_ref(), false)).collect();
    // In reverse order: the steps of a call come between its return and the step before the call.
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
    // The last step may already be part of the trace.
    let last = at.edge.map(|edge| TraceStep { function: at.function, edge });
    let is_made = found.last().map(|(step, _)| *step) == last;
    found.extend(last.filter(|_| !is_made).map(|last| (last, None)));
    found
}

fn picture(program: &Program, function: FunctionId, location: LocationId, configuration: &Configuration) -> Picture {
    let (text, dot) = (plot::text(program, configuration), plot::dot(program, configuration));
    Picture { function, location, text, dot }
}

/// Returns true if a command may overwrite or drop the last pointer to a block.
fn may_lose(command: &Command) -> bool {
    !matches!(command, Command::Skip | Command::Assume { .. } | Command::Print { .. })
}
