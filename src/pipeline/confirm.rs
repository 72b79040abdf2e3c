//! Concrete runs: searches for an input heap, small ones first, on which the program breaks a property.
//!
//! Every reported violation has such a run. The search uses the interpreter alone and shares no reasoning with the
//! abstraction. It is bounded by the size of heaps and the number of steps, never by time, so it is deterministic.
//! Finding nothing proves nothing.

mod shared;
mod smaller;
mod statements;

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use itertools::Itertools;
use rustc_hash::FxHashSet;

use crate::draw;
use crate::limits::{NUMBERED_NODES, SMALL_HEAP_NUMBERS};
use crate::notes::{Annotator, RunEnding};
use crate::numbers;
use crate::old_values::OldValues;
use crate::picture::Photographer;
use crate::prepare::Prepared;
use crate::trace::{all_steps, deciding_input, input_name};
use base::{Budget, SourceMap, Span};
use ctype::TypeId;
use engine::evidence::{Broken, ConcreteRun, RunInput};
use logic::evaluate::AtomEvaluator;
use logic::{Arena, Facts};
use program::heaps::{self, HeapLimits, ReadPosition};
use program::interp::{Fault, HeapCounts, Interpreter, RunStep, State, StepOutcome, Value};
use program::start::Start;
use program::{Command, EdgeId, FaultClass, FaultKind, Flowchart, LocationId, SymbolId};
use reason::Limit;
pub use shared::Shared;
use spec::StatementKind;
pub use statements::SpecificationJudge;
use statements::{Compiled, located_values, numbers_of, temporal_value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchBounds {
    /// Maximum number of nodes of an input heap.
    pub nodes: usize,
    /// Maximum number of steps of one run.
    pub steps: usize,
    /// Maximum number of steps of all runs together.
    pub total_steps: usize,
    /// True if reported runs come with their states and pictures of them. The runs are repeated for that.
    pub keeps_states: bool,
}

impl Default for SearchBounds {
    fn default() -> Self {
        SearchBounds {
            nodes: Limit::HeapNodes.default_count(),
            steps: Limit::RunSteps.default_count(),
            total_steps: Limit::AllRunSteps.default_count(),
            keeps_states: false,
        }
    }
}

impl SearchBounds {
    /// Returns bounds with more work, for the next round.
    #[must_use]
    pub(super) fn next_round(self) -> SearchBounds {
        SearchBounds {
            nodes: self.nodes.saturating_add(1),
            steps: self.steps.saturating_mul(2),
            total_steps: self.total_steps.saturating_mul(2),
            ..self
        }
    }
}

/// Integers that inputs and free choices range over.
const INTEGERS: [i128; 3] = [0, 1, 2];

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// For each breach, the first run that has it.
    pub runs: Vec<ConcreteRun>,
    /// The same for undefined behaviour other than memory errors: where it is not checked, it is no defect.
    pub undefined: Vec<ConcreteRun>,
    /// Largest size of heaps that were tried completely; `None` if not even one node was.
    pub complete_nodes: Option<usize>,
    /// Number of runs that the limit on steps cut short.
    pub cut_runs: usize,
    /// Locations of the entry function that some run reaches with all assumptions there satisfied.
    pub reached: BTreeSet<LocationId>,
    /// Locations where some run violates an assumption.
    pub refused: BTreeSet<LocationId>,
    /// Locations where some run leaves the truth of an assumption undecided.
    pub undecided: BTreeSet<LocationId>,
}

/// Searches for runs that break the specification or fail.
pub fn search(prepared: &Prepared, sources: &SourceMap, bounds: SearchBounds, budget: &Budget) -> SearchResult {
    Shared::new(prepared, sources, bounds, budget).search().clone()
}

/// Adds breaches of runs whose inputs are zero or one number of the program or the specification, one number after the
/// other.
pub(super) fn try_numbers(
    prepared: &Prepared,
    sources: &SourceMap,
    bounds: SearchBounds,
    known: SearchResult,
    budget: &Budget,
) -> SearchResult {
    let (complete_nodes, cut_runs) = (known.complete_nodes, known.cut_runs);
    let found = with_searcher(prepared, sources, bounds, known, budget, |searcher| searcher.all_numbers());
    SearchResult { complete_nodes, cut_runs, ..found }
}

/// Adds breaches of the runs from one input.
pub(super) fn try_input(
    prepared: &Prepared,
    sources: &SourceMap,
    bounds: SearchBounds,
    input: &State,
    known: SearchResult,
    budget: &Budget,
) -> SearchResult {
    let (complete_nodes, cut_runs) = (known.complete_nodes, known.cut_runs);
    let try_it = |searcher: &mut Searcher<'_>| searcher.explore_smaller(input);
    let found = with_searcher(prepared, sources, bounds, known, budget, try_it);
    SearchResult { complete_nodes, cut_runs, ..found }
}

fn with_searcher(
    prepared: &Prepared,
    sources: &SourceMap,
    bounds: SearchBounds,
    found: SearchResult,
    budget: &Budget,
    run: impl FnOnce(&mut Searcher<'_>),
) -> SearchResult {
    let Some(flowchart) = prepared.program.flowchart(prepared.entry) else { return found };
    let budget = &budget.doing("concrete runs");
    let facts = Facts::of(&prepared.program, flowchart);
    let mut arena = Arena::new(prepared.program.types.clone());
    let statements: Vec<Compiled> = prepared
        .specification
        .statements
        .iter()
        .map(|statement| Compiled::of(&mut arena, &facts, &statement.kind))
        .collect();
    let mut searcher = Searcher {
        prepared,
        sources,
        flowchart,
        meets: flowchart.locations().filter(|at| *at == flowchart.entry || flowchart.incoming(*at).len() > 1).collect(),
        evaluator: AtomEvaluator::new(&arena, &prepared.program),
        old_values: Rc::new(OldValues::of(prepared.question())),
        counts_positions: statements
            .iter()
            .any(|statement| matches!(statement, Compiled::Ltl(temporal, _) if temporal.uses_next())),
        numbers: numbers_of(&arena, &statements),
        integers: INTEGERS.to_vec(),
        statements,
        bounds,
        budget,
        steps: 0,
        probe: None,
        found,
    };
    run(&mut searcher);
    searcher.found
}

/// Where a search begins, or resumes after another one with smaller bounds.
#[derive(Clone, Debug)]
struct StartingPoint {
    /// Size of heaps, in nodes.
    nodes: usize,
    /// The input of that size whose runs come next, and where later inputs begin; `None` before the first one.
    inputs: Option<(State, ReadPosition)>,
    /// Number of steps taken for all earlier inputs.
    steps: usize,
    /// Number of their runs that were cut short.
    cut_runs: usize,
}

/// The values of the located parts of the temporal statements in one state, statement by statement.
type Observation = Vec<Vec<Option<bool>>>;

/// The path to a run's current position; runs share common prefixes.
struct Past {
    edge: EdgeId,
    /// Index of the outcome of the step.
    choice: usize,
    /// The number that the step reads.
    input: Option<i128>,
    /// The heap blocks allocated and freed so far.
    heap: HeapCounts,
    before: Option<Rc<Past>>,
}

struct Run {
    location: LocationId,
    state: State,
    length: usize,
    past: Option<Rc<Past>>,
    /// One observation for each state so far; equal neighbours are merged where no formula can tell.
    history: Rc<Vec<Observation>>,
}

impl Run {
    fn steps(&self) -> Vec<&Past> {
        let past = std::iter::successors(self.past.as_deref(), |past| past.before.as_deref());
        let mut steps: Vec<&Past> = past.collect();
        steps.reverse();
        steps
    }
}

struct Searcher<'a> {
    prepared: &'a Prepared,
    sources: &'a SourceMap,
    flowchart: &'a Flowchart,
    /// Locations where edges meet, and where runs start.
    meets: BTreeSet<LocationId>,
    evaluator: AtomEvaluator<'a>,
    old_values: Rc<OldValues<'a>>,
    statements: Vec<Compiled>,
    /// True if a formula has `X`.
    counts_positions: bool,
    /// The integers of the specification.
    numbers: Vec<i128>,
    /// Integers that inputs and free choices range over.
    integers: Vec<i128>,
    bounds: SearchBounds,
    budget: &'a Budget,
    steps: usize,
    /// Collects breaches where nothing is to be reported.
    probe: Option<BTreeSet<Breach>>,
    found: SearchResult,
}

/// What a run breaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Breach {
    /// A statement of the specification. An assertion at several locations is one property for each of them; a temporal
    /// property is one.
    Statement(usize, Option<LocationId>),
    /// An error of a kind, at an edge.
    Fault(FaultKind, Option<EdgeId>),
}

impl Breach {
    fn of(prepared: &Prepared, broken: &Broken, location: LocationId, failed: Option<EdgeId>) -> Breach {
        match broken {
            Broken::Fault(kind, _) => Breach::Fault(*kind, failed),
            Broken::Statement(index) => {
                let statement = prepared.specification.statements.get(*index);
                let is_temporal = statement.is_some_and(|known| matches!(known.kind, StatementKind::Ltl(..)));
                Breach::Statement(*index, (!is_temporal).then_some(location))
            }
        }
    }

    pub(super) fn of_run(prepared: &Prepared, run: &ConcreteRun) -> Breach {
        Breach::of(prepared, &run.broken, run.location, run.failed)
    }
}

/// A limit on steps was reached, so the search ends.
struct StepsSpent;

impl Searcher<'_> {
    /// Tries heaps of growing size. Returns where to resume if a bound ended that.
    fn all_sizes(&mut self, mut from: StartingPoint) -> Option<StartingPoint> {
        self.steps = from.steps;
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let symbols: Vec<(SymbolId, TypeId)> = self.prepared.specification.free_symbols();
        let start = Start::of(program, entry);
        if start.is_whole() {
            let states = heaps::enumerate(program, entry, &symbols, &HeapLimits::new(0, &INTEGERS)).ok()?;
            for state in states {
                if self.explore(&state).is_err() {
                    return Some(from);
                }
            }
            let takes_nothing = start.arguments().is_some_and(|known| known.count.is_none());
            if takes_nothing && !program.starts_with_any_value() {
                self.found.complete_nodes = Some(0);
            }
            return None;
        }
        while from.nodes <= self.bounds.nodes {
            let nodes = from.nodes;
            let mut all = heaps::as_read(program, entry, &symbols, &HeapLimits::new(nodes, &INTEGERS)).ok()?;
            let (mut next, mut behind) = match from.inputs.take() {
                Some((input, position)) => (Some(input), all.resumed_at(position)),
                None => (all.next(), all),
            };
            while let Some(input) = next {
                let (steps, cut_runs) = (self.steps, self.found.cut_runs);
                if self.explore(&input).is_err() {
                    return Some(StartingPoint {
                        nodes,
                        inputs: Some((input, behind.into_position())),
                        steps,
                        cut_runs,
                    });
                }
                next = behind.next();
            }
            self.found.complete_nodes = Some(nodes);
            let (steps, cut_runs) = (self.steps, self.found.cut_runs);
            from = StartingPoint { nodes: nodes + 1, inputs: None, steps, cut_runs };
        }
        Some(from)
    }

    /// Tries inputs of zero and one number each, from small heaps. No number uses up the steps of the others.
    fn all_numbers(&mut self) {
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let symbols: Vec<(SymbolId, TypeId)> = self.prepared.specification.free_symbols();
        let mut all: Vec<i128> = numbers::of_narrow_formats(program);
        all.extend(self.numbers.iter().copied().flat_map(numbers::near));
        all.extend(numbers::of_program(program));
        let all: Vec<i128> = all.into_iter().filter(|number| !INTEGERS.contains(number)).unique().collect();
        let total = self.bounds.total_steps;
        let share = total / all.len().clamp(1, SMALL_HEAP_NUMBERS);
        for (index, number) in all.into_iter().take(SMALL_HEAP_NUMBERS).enumerate() {
            self.integers = vec![0, number];
            self.bounds.total_steps = share * (index + 1);
            self.steps = share * index;
            for nodes in 0..=NUMBERED_NODES.min(self.bounds.nodes) {
                let limits = HeapLimits::new(nodes, &self.integers);
                let Ok(mut states) = heaps::as_read(program, entry, &symbols, &limits) else { return };
                if states.any(|state| self.explore(&state).is_err()) {
                    break;
                }
            }
        }
        self.bounds.total_steps = total;
    }

    /// Explores all runs from an input, short ones first. States seen before, with a history that no formula can tell
    /// apart, are not followed again.
    fn explore(&mut self, input: &State) -> Result<(), StepsSpent> {
        let kept = self.old_values.clone();
        let input = &*kept.keep(input);
        let interpreter = Interpreter::new(&self.prepared.program);
        let start =
            Run { location: self.flowchart.entry, state: input.clone(), length: 0, past: None, history: Rc::default() };
        let mut agenda = VecDeque::from([start]);
        let mut seen = FxHashSet::default();
        while let Some(mut run) = agenda.pop_front() {
            self.steps += 1;
            if self.steps > self.bounds.total_steps || self.budget.check().is_err() {
                return Err(StepsSpent);
            }
            if !self.observe(input, &mut run) {
                continue;
            }
            self.found.reached.insert(run.location);
            // Runs meet only where edges do; every loop has such a location.
            let may_meet = self.meets.contains(&run.location);
            if may_meet && !seen.insert((run.location, run.state.clone(), run.history.clone())) {
                continue;
            }
            if run.length >= self.bounds.steps {
                self.found.cut_runs += 1;
                continue;
            }
            let successors = interpreter.successors(&run.state, run.location, &self.integers);
            for (choice, successor) in successors.into_iter().enumerate() {
                match successor.outcome {
                    StepOutcome::Moved { edge: Some(edge), to } => {
                        let command = &self.flowchart.edge(edge).command;
                        let silent = run.state.silent_faults(command, &self.prepared.program);
                        for (kind, message) in FaultKind::SILENT.into_iter().filter(|(kind, _)| silent.contains(kind)) {
                            self.fail(input, &run, Some(edge), &Fault::new(kind, message));
                        }
                        agenda.push_back(Run {
                            location: to,
                            length: run.length + 1,
                            past: Some(Rc::new(Past {
                                edge,
                                choice,
                                input: self.input(command, &successor.state),
                                heap: successor.state.heap_counts(),
                                before: run.past.clone(),
                            })),
                            history: run.history.clone(),
                            state: successor.state,
                        });
                    }
                    StepOutcome::Failed { edge, fault } => self.fail(input, &run, edge, &fault),
                    StepOutcome::Finished | StepOutcome::Halted { .. } => self.end(input, &run),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the number that a step has read.
    fn input(&self, command: &Command, after: &State) -> Option<i128> {
        let Command::Havoc { address } = command else { return None };
        let program = &self.prepared.program;
        let ty = program.types.pointee(address.ty)?;
        let place = after.evaluate(address, program).ok()?;
        let Value::Pointer(place) = place else { return None };
        match after.load(place, ty, &program.types) {
            Ok(Value::Integer(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the inputs that a run reads.
    fn inputs(&self, run: &Run) -> Vec<RunInput> {
        let input = |past: &Past| {
            let edge = self.flowchart.edge(past.edge);
            if edge.input.is_some() {
                return deciding_input(&self.prepared.program, self.sources, (self.prepared.entry, past.edge));
            }
            Some(RunInput {
                position: self.sources.position(edge.span),
                text: input_name(&self.prepared.program, self.sources, edge),
                value: past.input?.to_string(),
            })
        };
        run.steps().into_iter().filter_map(input).collect()
    }

    /// Checks the state against the specification. Returns false if the run no longer counts.
    fn observe(&mut self, input: &State, run: &mut Run) -> bool {
        let evaluator = &self.evaluator;
        let (mut broken, mut observation) = (Vec::new(), Vec::new());
        for (index, statement) in self.statements.iter().enumerate() {
            match statement {
                // An undecided assumption may be false: such a run shows nothing.
                Compiled::Assume(formula, at) if at.contains(&run.location) => {
                    match evaluator.formula(&run.state, formula) {
                        Some(true) => {}
                        Some(false) => {
                            self.found.refused.insert(run.location);
                            return false;
                        }
                        None => {
                            self.found.undecided.insert(run.location);
                            return false;
                        }
                    }
                }
                Compiled::Assert(formula, at)
                    if at.contains(&run.location) && evaluator.formula(&run.state, formula) == Some(false) =>
                {
                    broken.push(index);
                }
                Compiled::Ltl(temporal, formulas) => {
                    let values = located_values(evaluator, (temporal, formulas), &run.state, run.location);
                    observation.push(values);
                }
                _ => {}
            }
        }
        if self.counts_positions || run.history.last() != Some(&observation) {
            Rc::make_mut(&mut run.history).push(observation);
        }
        broken.into_iter().for_each(|index| self.report(input, run, None, (Broken::Statement(index), None)));
        true
    }

    /// Decides temporal properties: the run has ended and stays in its last state.
    fn end(&mut self, input: &State, run: &Run) {
        let temporal = self.statements.iter().enumerate().filter_map(|(index, statement)| match statement {
            Compiled::Ltl(temporal, _) => Some((index, temporal)),
            _ => None,
        });
        let is_violated = |place: usize, temporal| {
            let history: Vec<_> = run.history.iter().map(|observation| observation[place].clone()).collect();
            temporal_value(temporal, &mut 0, &history).first() == Some(&Some(false))
        };
        let places = temporal.enumerate().filter(|(place, (_, temporal))| is_violated(*place, temporal));
        let violated: Vec<usize> = places.map(|(_, (index, _))| index).collect();
        violated.into_iter().for_each(|index| self.report(input, run, None, (Broken::Statement(index), None)));
    }

    /// Records a failure of the run. What the interpreter does not support is no error of the program.
    fn fail(&mut self, input: &State, run: &Run, edge: Option<EdgeId>, fault: &Fault) {
        match fault.kind.class() {
            FaultClass::Nothing => {}
            FaultClass::Memory
            | FaultClass::UndefinedBehaviour
            | FaultClass::Leak
            | FaultClass::Assertion
            | FaultClass::Specification => {
                let broken = Broken::Fault(fault.kind, fault.message.clone());
                self.report(input, run, edge, (broken, Some(fault)));
            }
        }
    }

    /// Returns the list that such breaches belong to.
    fn found(&mut self, broken: &Broken) -> &mut Vec<ConcreteRun> {
        match broken {
            Broken::Fault(kind, _) if kind.class() == FaultClass::UndefinedBehaviour => &mut self.found.undefined,
            Broken::Fault(..) | Broken::Statement(_) => &mut self.found.runs,
        }
    }

    /// Records a breach of the run, on the edge `last` after it if there is one.
    fn report(&mut self, input: &State, run: &Run, last: Option<EdgeId>, (broken, fault): (Broken, Option<&Fault>)) {
        let breach = Breach::of(self.prepared, &broken, run.location, last);
        if let Some(probe) = &mut self.probe {
            probe.insert(breach);
            return;
        }
        let is_same = |known: &ConcreteRun| Breach::of_run(self.prepared, known) == breach;
        if self.found.runs.iter().chain(&self.found.undefined).any(is_same) {
            return;
        }
        let mut taken: Vec<(RunStep, HeapCounts)> =
            run.steps().into_iter().map(|past| ((self.prepared.entry, past.edge), past.heap)).collect();
        // The failing step changes nothing.
        taken.extend(last.map(|edge| ((self.prepared.entry, edge), run.state.heap_counts())));
        let program = &self.prepared.program;
        let steps: Vec<RunStep> = taken.iter().map(|(step, _)| *step).collect();
        let annotator = Annotator { program, sources: self.sources };
        let ending = RunEnding {
            span: self.span(run.location, steps.last().map(|(_, edge)| edge)),
            steps: &steps,
            state: &run.state,
            loss: None,
            fault,
        };
        let broken = match (broken, annotator.message(ending)) {
            (Broken::Fault(kind, _), Some(message)) => Broken::Fault(kind, message),
            (broken, _) => broken,
        };
        let specification = &self.prepared.specification;
        let states = if self.bounds.keeps_states { self.states(input, run, last.is_some()) } else { Vec::new() };
        let mut photographer = Photographer::new(program, specification);
        let pictures = states.iter().map(|(_, state)| photographer.picture(state)).collect();
        let found = ConcreteRun {
            start: Box::new(input.clone()),
            input: draw::state(program, specification, input),
            inputs: self.inputs(run),
            steps: all_steps(program, self.sources, taken),
            pictures,
            states,
            position: self.sources.position(ending.span),
            location: run.location,
            failed: last,
            last_state: draw::state(program, specification, &run.state),
            broken,
            notes: annotator.notes(ending),
        };
        if let Some(line) = self.line(&found) {
            self.budget.found(|| line);
        }
        self.found(&found.broken).push(found);
    }

    /// Returns a one-line log message for a breach; `None` for undefined behaviour, which may not be checked.
    fn line(&self, run: &ConcreteRun) -> Option<String> {
        let (message, kind) = match &run.broken {
            Broken::Fault(kind, _) if kind.class() == FaultClass::UndefinedBehaviour => return None,
            Broken::Fault(kind, message) => (message.clone(), kind.word()),
            Broken::Statement(index) => {
                let statement = self.prepared.specification.statements.get(*index)?;
                (format!("violated: {}", statement.text), FaultKind::Shape.word())
            }
        };
        Some(format!("{}: error: {message} [{kind}]", run.position))
    }

    /// Repeats the run to compute its states: they are kept only for reported runs. `fails`: the last step leaves the
    /// state unchanged.
    fn states(&self, input: &State, run: &Run, fails: bool) -> Vec<(LocationId, State)> {
        let interpreter = Interpreter::new(&self.prepared.program);
        let (mut state, mut location) = (input.clone(), self.flowchart.entry);
        let mut states = vec![(location, state.clone())];
        for &Past { edge, choice, .. } in run.steps() {
            // Only the outcome that was taken is relevant.
            let taken = interpreter.successors(&state, location, &self.integers).into_iter().nth(choice);
            let Some(taken) = taken else { break };
            (state, location) = (taken.state, self.flowchart.target(edge));
            states.push((location, state.clone()));
        }
        states.extend(states.last().filter(|_| fails).cloned());
        states
    }

    fn span(&self, at: LocationId, last: Option<&EdgeId>) -> Span {
        match last {
            Some(edge) => self.flowchart.edge(*edge).span,
            None => self.flowchart.location(at).span,
        }
    }
}
