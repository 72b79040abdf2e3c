//! Concrete runs: looks for an input heap, small ones first, on which the program breaks a property.
//!
//! A violation is only ever reported with such a run. The search is by the interpreter alone and shares no reasoning with
//! the abstraction. It is bounded by the size of heaps and the number of steps, never by time, so that it is
//! deterministic; finding nothing proves nothing.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::base::{Budget, SourceMap, SourcePosition};
use crate::ctype::TypeId;
use crate::logic::evaluate::Evaluator;
use crate::logic::{Arena, Facts, Formula, translate};
use crate::pipeline::{Prepared, draw};
use crate::program::heaps::{self, HeapLimits};
use crate::program::interp::{Fault, FaultClass, FaultKind, Interpreter, Outcome, State};
use crate::program::start::Start;
use crate::program::{EdgeId, Flowchart, FunctionId, LocationId, Program, SymbolId, display};
use crate::spec::{Specification, StatementKind, Temporal};

/// Bounds of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Most nodes of an input heap.
    pub nodes: usize,
    /// Most steps of one run.
    pub steps: usize,
    /// Most steps in all.
    pub total_steps: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 3, steps: 120, total_steps: 200_000 }
    }
}

/// Integers that inputs and free choices range over.
const INTEGERS: [i128; 3] = [0, 1, 2];

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteStep {
    /// Where in C.
    pub position: SourcePosition,
    /// The C text.
    pub text: String,
}

/// What a run breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// A statement of the specification, by index.
    Statement(usize),
    /// A memory error or a failed assertion of the program.
    Fault(FaultKind, String),
}

/// A run of the program that breaks something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteRun {
    /// The input.
    pub start: Box<State>,
    /// The same, drawn: variables, symbols and the cells that they reach.
    pub input: String,
    /// The steps.
    pub steps: Vec<ConcreteStep>,
    /// What it breaks, in the state after the last step.
    pub broken: Broken,
    /// Where.
    pub position: SourcePosition,
    /// Where control was then.
    pub location: LocationId,
    /// For a fault: the edge that failed.
    pub failed: Option<EdgeId>,
    /// The last state, drawn.
    pub last_state: String,
}

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// For each thing that can break, the first run that breaks it.
    pub runs: Vec<ConcreteRun>,
    /// The same of undefined behaviour that is no error of memory: where nobody asks for it, it is no defect.
    pub undefined: Vec<ConcreteRun>,
    /// Largest heaps that were tried completely; `None` when not even those of one node were.
    pub complete_nodes: Option<usize>,
    /// Runs that were cut by the limit on steps.
    pub cut_runs: usize,
}

/// Searches for runs that break the specification or fail.
pub fn search(prepared: &Prepared, sources: &SourceMap, bounds: Bounds, budget: &Budget) -> Search {
    with_searcher(prepared, sources, bounds, Search::default(), budget, |searcher| searcher.all_sizes())
}

/// Adds what the runs from one input break.
pub(super) fn try_input(
    prepared: &Prepared,
    sources: &SourceMap,
    bounds: Bounds,
    input: &State,
    known: Search,
    budget: &Budget,
) -> Search {
    let (complete_nodes, cut_runs) = (known.complete_nodes, known.cut_runs);
    // A limit that was reached takes back nothing.
    let try_it = |searcher: &mut Searcher<'_>| drop(searcher.explore(input));
    let found = with_searcher(prepared, sources, bounds, known, budget, try_it);
    Search { complete_nodes, cut_runs, ..found }
}

fn with_searcher(
    prepared: &Prepared,
    sources: &SourceMap,
    bounds: Bounds,
    found: Search,
    budget: &Budget,
    run: impl FnOnce(&mut Searcher<'_>),
) -> Search {
    let Some(flowchart) = prepared.program.flowchart(prepared.entry) else { return found };
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
        evaluator: Evaluator::new(&arena, &prepared.program),
        counts_positions: statements
            .iter()
            .any(|statement| matches!(statement, Compiled::Ltl(temporal, _) if temporal.uses_next())),
        statements,
        bounds,
        budget,
        steps: 0,
        found,
    };
    run(&mut searcher);
    searcher.found
}

/// A statement with its formulas.
enum Compiled {
    Assume(Formula, Vec<LocationId>),
    Assert(Formula, Vec<LocationId>),
    Ltl(Temporal, Vec<Formula>),
    Nothing,
}

impl Compiled {
    fn of(arena: &mut Arena, facts: &Facts, kind: &StatementKind) -> Compiled {
        match kind {
            StatementKind::Assume(formula, at) => {
                Compiled::Assume(translate::formula(arena, facts, formula), at.clone())
            }
            StatementKind::Assert(formula, at) => {
                Compiled::Assert(translate::formula(arena, facts, formula), at.clone())
            }
            StatementKind::Watch(..) => Compiled::Nothing,
            StatementKind::Ltl(_, temporal) => {
                let parts = temporal
                    .located_parts()
                    .into_iter()
                    .map(|part| match part {
                        Temporal::At(formula, _) | Temporal::Holds(formula) => {
                            translate::formula(arena, facts, formula)
                        }
                        _ => Formula::Unknown,
                    })
                    .collect();
                Compiled::Ltl(temporal.clone(), parts)
            }
        }
    }
}

/// What a specification assumes of the runs of a procedure.
pub(super) struct Assumptions<'a> {
    program: &'a Program,
    arena: Arena,
    formulas: Vec<(Formula, Vec<LocationId>)>,
}

impl<'a> Assumptions<'a> {
    /// Those of a specification; `None` if it has none.
    pub(super) fn of(program: &'a Program, entry: FunctionId, specification: &Specification) -> Option<Self> {
        let facts = Facts::of(program, program.flowchart(entry)?);
        let mut arena = Arena::new(program.types.clone());
        let statements = specification.statements.iter();
        let compiled = statements.map(|statement| Compiled::of(&mut arena, &facts, &statement.kind));
        let assumed = compiled.filter_map(|statement| match statement {
            Compiled::Assume(formula, at) => Some((formula, at)),
            Compiled::Assert(..) | Compiled::Ltl(..) | Compiled::Nothing => None,
        });
        let formulas: Vec<(Formula, Vec<LocationId>)> = assumed.collect();
        (!formulas.is_empty()).then_some(Assumptions { program, arena, formulas })
    }

    /// Whether a run counts that is in a state at a location. An open assumption may fail: such a run shows nothing.
    pub(super) fn admit(&self, state: &State, location: LocationId) -> bool {
        let mut here = self.formulas.iter().filter(|(_, at)| at.contains(&location)).peekable();
        if here.peek().is_none() {
            return true;
        }
        let evaluator = Evaluator::new(&self.arena, self.program);
        here.all(|(formula, _)| evaluator.formula(state, formula) == Some(true))
    }
}

/// What the parts of the temporal statements are in one state, statement by statement.
type Observation = Vec<Vec<Option<bool>>>;

/// How a run came where it is; runs share their beginnings.
struct Past {
    edge: EdgeId,
    before: Option<Rc<Past>>,
}

/// A run under way.
struct Run {
    location: LocationId,
    state: State,
    length: usize,
    past: Option<Rc<Past>>,
    /// One for each state so far, except that equal neighbours are written once when no formula can tell.
    history: Rc<Vec<Observation>>,
}

impl Run {
    fn edges(&self) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> =
            std::iter::successors(self.past.as_ref(), |past| past.before.as_ref()).map(|past| past.edge).collect();
        edges.reverse();
        edges
    }
}

struct Searcher<'a> {
    prepared: &'a Prepared,
    sources: &'a SourceMap,
    flowchart: &'a Flowchart,
    /// Where edges meet, and where runs start.
    meets: BTreeSet<LocationId>,
    evaluator: Evaluator<'a>,
    statements: Vec<Compiled>,
    /// Whether a formula has `X`.
    counts_positions: bool,
    bounds: Bounds,
    budget: &'a Budget,
    steps: usize,
    found: Search,
}

/// The search is to end: a limit was reached.
struct Limit;

impl Searcher<'_> {
    fn all_sizes(&mut self) {
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let symbols: Vec<(SymbolId, TypeId)> = self.prepared.specification.symbol_types();
        let start = Start::of(program, entry);
        if start.is_whole() {
            let Ok(states) = heaps::enumerate(program, entry, &symbols, &HeapLimits::new(0, &INTEGERS)) else { return };
            for state in states {
                if self.explore(&state).is_err() {
                    return;
                }
            }
            let takes_nothing = start.arguments().is_some_and(|known| known.count.is_none());
            if takes_nothing && !program.starts_with_any_value() {
                self.found.complete_nodes = Some(0);
            }
            return;
        }
        for nodes in 1..=self.bounds.nodes {
            let limits = HeapLimits::new(nodes, &INTEGERS);
            let Ok(states) = heaps::enumerate(program, entry, &symbols, &limits) else { return };
            for state in states {
                if self.explore(&state).is_err() {
                    return;
                }
            }
            self.found.complete_nodes = Some(nodes);
        }
    }

    /// All runs from an input, short ones first. What was seen before, with the same past as far as a formula can tell it, is
    /// not followed again.
    fn explore(&mut self, input: &State) -> Result<(), Limit> {
        let interpreter = Interpreter::new(&self.prepared.program);
        let start =
            Run { location: self.flowchart.entry, state: input.clone(), length: 0, past: None, history: Rc::default() };
        let mut agenda = VecDeque::from([start]);
        let mut seen = FxHashSet::default();
        while let Some(mut run) = agenda.pop_front() {
            self.steps += 1;
            if self.steps > self.bounds.total_steps || self.budget.check().is_err() {
                return Err(Limit);
            }
            if !self.observe(input, &mut run) {
                continue;
            }
            // Runs meet where edges do: every loop has such a location.
            let may_meet = self.meets.contains(&run.location);
            if may_meet && !seen.insert((run.location, run.state.clone(), run.history.clone())) {
                continue;
            }
            if run.length >= self.bounds.steps {
                self.found.cut_runs += 1;
                continue;
            }
            for successor in interpreter.successors(&run.state, run.location, &INTEGERS) {
                match successor.outcome {
                    Outcome::Moved { edge: Some(edge), to } => {
                        let command = &self.flowchart.edge(edge).command;
                        if run.state.selects_field_of_null(command, &self.prepared.program) {
                            let fault =
                                Fault::new(FaultKind::FieldOfNull, "the address of a field of NULL is computed");
                            self.fail(input, &run, Some(edge), fault);
                        }
                        agenda.push_back(Run {
                            location: to,
                            state: successor.state,
                            length: run.length + 1,
                            past: Some(Rc::new(Past { edge, before: run.past.clone() })),
                            history: run.history.clone(),
                        });
                    }
                    Outcome::Failed { edge, fault } => self.fail(input, &run, edge, fault),
                    Outcome::Finished | Outcome::Halted { .. } => self.end(input, &run),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Checks the state against the specification; `false` when the run does not count any further.
    fn observe(&mut self, input: &State, run: &mut Run) -> bool {
        let evaluator = &self.evaluator;
        let (mut broken, mut observation) = (Vec::new(), Vec::new());
        for (index, statement) in self.statements.iter().enumerate() {
            match statement {
                // An open assumption may fail: such a run shows nothing.
                Compiled::Assume(formula, at)
                    if at.contains(&run.location) && evaluator.formula(&run.state, formula) != Some(true) =>
                {
                    return false;
                }
                Compiled::Assert(formula, at)
                    if at.contains(&run.location) && evaluator.formula(&run.state, formula) == Some(false) =>
                {
                    broken.push(index);
                }
                Compiled::Ltl(temporal, formulas) => {
                    let parts = temporal.located_parts();
                    let values = parts
                        .iter()
                        .zip(formulas)
                        .map(|(part, formula)| match part {
                            Temporal::At(_, at) if !at.contains(&run.location) => Some(false),
                            _ => evaluator.formula(&run.state, formula),
                        })
                        .collect();
                    observation.push(values);
                }
                _ => {}
            }
        }
        if self.counts_positions || run.history.last() != Some(&observation) {
            Rc::make_mut(&mut run.history).push(observation);
        }
        broken.into_iter().for_each(|index| self.report(input, run, None, Broken::Statement(index)));
        true
    }

    /// The run has ended and stays in its last state: temporal properties are decided.
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
        violated.into_iter().for_each(|index| self.report(input, run, None, Broken::Statement(index)));
    }

    /// The run fails. What the interpreter cannot follow is no error of the program.
    fn fail(&mut self, input: &State, run: &Run, edge: Option<EdgeId>, fault: Fault) {
        match fault.kind.class() {
            FaultClass::Nothing => {}
            FaultClass::Memory
            | FaultClass::UndefinedBehaviour
            | FaultClass::Leak
            | FaultClass::Assertion
            | FaultClass::Specification => self.report(input, run, edge, Broken::Fault(fault.kind, fault.message)),
        }
    }

    /// Where runs that break such a thing are kept.
    fn found(&mut self, broken: &Broken) -> &mut Vec<ConcreteRun> {
        match broken {
            Broken::Fault(kind, _) if kind.class() == FaultClass::UndefinedBehaviour => &mut self.found.undefined,
            Broken::Fault(..) | Broken::Statement(_) => &mut self.found.runs,
        }
    }

    /// Notes what the run breaks, on the edge `last` behind it if there is one.
    fn report(&mut self, input: &State, run: &Run, last: Option<EdgeId>, broken: Broken) {
        let mut edges = run.edges();
        edges.extend(last);
        let position = self.position(run.location, edges.last());
        // An assertion may stand at several locations, each a property of its own; a temporal property is one.
        let is_temporal = match broken {
            Broken::Statement(index) => matches!(self.statements.get(index), Some(Compiled::Ltl(..))),
            Broken::Fault(..) => false,
        };
        let known = self.found(&broken).iter().any(|known| match (&known.broken, &broken) {
            (Broken::Fault(kind, _), Broken::Fault(other, _)) => kind == other && known.failed == last,
            (Broken::Statement(index), Broken::Statement(other)) => {
                index == other && (is_temporal || known.location == run.location)
            }
            _ => false,
        });
        if known {
            return;
        }
        let program = &self.prepared.program;
        let steps = edges
            .iter()
            .map(|id| {
                let edge = self.flowchart.edge(*id);
                let text = display::command(program, &edge.command);
                ConcreteStep { position: self.sources.position(edge.span), text }
            })
            .collect();
        let specification = &self.prepared.specification;
        let found = ConcreteRun {
            start: Box::new(input.clone()),
            input: draw::state(program, specification, input),
            steps,
            position,
            location: run.location,
            failed: last,
            last_state: draw::state(program, specification, &run.state),
            broken,
        };
        self.found(&found.broken).push(found);
    }

    fn position(&self, at: LocationId, last: Option<&EdgeId>) -> SourcePosition {
        let span = match last {
            Some(edge) => self.flowchart.edge(*edge).span,
            None => self.flowchart.location(at).span,
        };
        self.sources.position(span)
    }
}

/// Whether the fault is a failed assertion of the program itself, rather than a memory error.
pub fn is_assertion(kind: FaultKind) -> bool {
    kind.class() == FaultClass::Assertion
}

/// The value of a temporal formula at each position of a finite run that stays in its last state for ever, in Kleene's logic.
/// `next` counts the located parts, in the order of `located_parts`.
fn temporal_value(formula: &Temporal, next: &mut usize, history: &[Vec<Option<bool>>]) -> Vec<Option<bool>> {
    let not = |value: Option<bool>| value.map(|value| !value);
    let and = |a: Option<bool>, b: Option<bool>| match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    let or = move |a: Option<bool>, b: Option<bool>| not(and(not(a), not(b)));
    let mut two = |left: &Temporal, right: &Temporal| {
        let left = temporal_value(left, next, history);
        (left, temporal_value(right, next, history))
    };
    // `l U r` at the last position, which repeats itself, is `r`; `l R r` is `r` as well.
    let until = |left: &[Option<bool>], right: &[Option<bool>]| {
        let mut values = right.to_vec();
        for at in (0..values.len().saturating_sub(1)).rev() {
            values[at] = or(right[at], and(left[at], values[at + 1]));
        }
        values
    };
    let release = |left: &[Option<bool>], right: &[Option<bool>]| {
        let mut values = right.to_vec();
        for at in (0..values.len().saturating_sub(1)).rev() {
            values[at] = and(right[at], or(left[at], values[at + 1]));
        }
        values
    };
    let zip = |left: Vec<Option<bool>>,
               right: Vec<Option<bool>>,
               join: &dyn Fn(Option<bool>, Option<bool>) -> Option<bool>| {
        left.into_iter().zip(right).map(|(a, b)| join(a, b)).collect::<Vec<_>>()
    };
    match formula {
        Temporal::At(..) | Temporal::Holds(_) => {
            let part = *next;
            *next += 1;
            history.iter().map(|values| values.get(part).copied().flatten()).collect()
        }
        Temporal::Not(inner) => temporal_value(inner, next, history).into_iter().map(not).collect(),
        Temporal::Next(inner) => {
            let mut values = temporal_value(inner, next, history);
            if values.len() > 1 {
                values.remove(0);
                values.extend(values.last().copied());
            }
            values
        }
        Temporal::Globally(inner) => {
            let inner = temporal_value(inner, next, history);
            release(&vec![Some(false); inner.len()], &inner)
        }
        Temporal::Finally(inner) => {
            let inner = temporal_value(inner, next, history);
            until(&vec![Some(true); inner.len()], &inner)
        }
        Temporal::And(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, &and)
        }
        Temporal::Or(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, &or)
        }
        Temporal::Implies(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, &|a, b| or(not(a), b))
        }
        Temporal::Iff(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, &|a, b| a.zip(b).map(|(a, b)| a == b))
        }
        Temporal::Until(left, right) => {
            let (left, right) = two(left, right);
            until(&left, &right)
        }
        Temporal::Release(left, right) => {
            let (left, right) = two(left, right);
            release(&left, &right)
        }
        Temporal::WeakUntil(left, right) => {
            let (left, right) = two(left, right);
            let either = zip(left, right.clone(), &or);
            release(&right, &either)
        }
    }
}
