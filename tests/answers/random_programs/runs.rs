//! Concrete runs, and what they break: written apart from the search in `pipeline::confirm`, so that a fault of the one does
//! not hide in the other.

use std::collections::BTreeMap;

use crate::support::watcher::settle;
use damson::ctype::TypeId;
use damson::engine::evidence::{Broken, ConcreteRun};
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Facts, translate};
use damson::pipeline::{Prepared, draw};
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Chooser, Interpreter, Pointer, Random, State, StepOutcome, Value};
use damson::program::{EdgeId, FaultKind, Flowchart, LocationId, SymbolId, VariableId};
use damson::spec::{Predicate, StateFormula, StatementKind, Temporal};

/// Steps of a run.
const STEPS: usize = 80;
/// States of the enumeration that are tried to find an input that was drawn.
const MOST_INPUTS: usize = 60_000;

/// What a run breaks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Break {
    /// A statement of the specification.
    Statement(usize),
    /// A failed assertion of the program, by its edge.
    Assertion(EdgeId),
    /// An access to memory that is not there.
    Access(FaultKind, EdgeId),
}

/// A state of a run with what is known of each part of each temporal statement.
struct Position {
    location: LocationId,
    state: State,
}

/// Runs one procedure and judges the runs.
pub struct Judge<'a> {
    prepared: &'a Prepared,
    flowchart: &'a Flowchart,
    arena: Arena,
    facts: Facts,
}

impl<'a> Judge<'a> {
    pub fn new(prepared: &'a Prepared) -> Judge<'a> {
        let flowchart = prepared.program.flowchart(prepared.entry).expect("a body");
        let facts = Facts::of(&prepared.program, flowchart);
        Judge { prepared, flowchart, arena: Arena::new(prepared.program.types.clone()), facts }
    }

    // ---- formulas ----

    /// The value of a state formula; `None` where something indeterminate decides.
    fn formula(&mut self, state: &State, formula: &StateFormula) -> Option<bool> {
        let not = |value: Option<bool>| value.map(|value| !value);
        match formula {
            StateFormula::True => Some(true),
            StateFormula::False => Some(false),
            StateFormula::Unknown => None,
            StateFormula::Atom(predicate) => self.predicate(state, predicate),
            StateFormula::Not(inner) => not(self.formula(state, inner)),
            StateFormula::And(left, right) => and(self.formula(state, left), self.formula(state, right)),
            StateFormula::Or(left, right) => or(self.formula(state, left), self.formula(state, right)),
            StateFormula::Implies(left, right) => or(not(self.formula(state, left)), self.formula(state, right)),
            StateFormula::Iff(left, right) => {
                let (left, right) = (self.formula(state, left), self.formula(state, right));
                left.zip(right).map(|(left, right)| left == right)
            }
            StateFormula::IfThenElse(condition, yes, no) => match self.formula(state, condition)? {
                true => self.formula(state, yes),
                false => self.formula(state, no),
            },
        }
    }

    /// By definition (`logic::evaluate`); for conditions of C, by the interpreter alone as well.
    fn predicate(&mut self, state: &State, predicate: &Predicate) -> Option<bool> {
        let translated = translate::predicate(&mut self.arena, &self.facts, predicate);
        let found = AtomEvaluator::new(&self.arena, &self.prepared.program).formula(state, &translated)?;
        if let Predicate::Condition(condition) = predicate {
            let value = match state.evaluate(condition, &self.prepared.program) {
                // Of two operands one may be undefined and the other indeterminate: the condition is false then.
                Ok(Value::Undefined) => return Some(found),
                Ok(value @ Value::Pointer(Pointer::To { .. })) if state.is_dangling(value) => return Some(found),
                Ok(value) => !matches!(value, Value::Integer(0) | Value::NULL),
                Err(fault) if fault.kind.is_access() => false,
                Err(_) => return Some(found),
            };
            assert_eq!(value, found, "a condition is translated wrongly: {condition:?}");
        }
        Some(found)
    }

    fn is_assumed(&mut self, state: &State, at: LocationId) -> bool {
        let prepared = self.prepared;
        prepared.specification.statements.iter().all(|statement| match &statement.kind {
            StatementKind::Assume(formula, locations) if locations.contains(&at) => {
                self.formula(state, formula) == Some(true)
            }
            _ => true,
        })
    }

    // ---- inputs ----

    fn symbols(&self) -> Vec<(SymbolId, TypeId)> {
        self.prepared.specification.symbol_types()
    }

    /// Entry states that satisfy the assumptions: small ones, at most `small`, then `larger` random ones.
    pub fn inputs(&mut self, small: usize, larger: usize, random: &mut Random) -> Vec<State> {
        let (program, entry, symbols) = (&self.prepared.program, self.prepared.entry, self.symbols());
        let start = self.flowchart.entry;
        let Ok(all) = heaps::enumerate(program, entry, &symbols, &HeapLimits::new(2, &[0, 1])) else {
            return Vec::new();
        };
        let all: Vec<State> = all.take(20 * small).filter(|state| self.is_assumed(state, start)).collect();
        // Where there are many, some from everywhere.
        let stride = all.len().div_ceil(small.max(1)).max(1);
        let mut found: Vec<State> = all.into_iter().step_by(stride).collect();
        let wanted = found.len() + larger;
        for attempt in 0..20 * larger {
            if found.len() == wanted {
                break;
            }
            let limits = HeapLimits::new(2 + attempt % 4, &[0, 1, 2, -1, i128::from(i32::MAX)]);
            if let Ok(state) = heaps::random(program, entry, &symbols, &limits, random)
                && self.is_assumed(&state, start)
            {
                found.push(state);
            }
        }
        found
    }

    // ---- runs ----

    /// One run with random choices: everything that it breaks.
    pub fn run(&mut self, input: &State, random: &mut Random) -> Vec<Break> {
        let prepared = self.prepared;
        let interpreter = Interpreter::new(&prepared.program);
        let mut found = Vec::new();
        let mut input = input.clone();
        // Every other run has no indeterminate values.
        let settles = random.choose(2) == 1;
        if settles {
            settle(&prepared.program, &mut input, random);
        }
        let mut history = vec![Position { location: self.flowchart.entry, state: input }];
        let mut seen = BTreeMap::new();
        while history.len() <= STEPS {
            let last = history.len() - 1;
            let (location, mut state) = (history[last].location, history[last].state.clone());
            if !self.is_assumed(&state, location) {
                return found;
            }
            found.extend(self.broken_assertions(&state, location));
            // A run may go on as it did before, for ever.
            if let Some(before) = seen.insert((location, state.clone()), last) {
                history.pop();
                found.extend(self.broken_temporal(&history, before));
                return found;
            }
            let outcome = interpreter.step(&mut state, location, random, &mut std::io::sink());
            if settles {
                settle(&prepared.program, &mut state, random);
            }
            // The address of a field of NULL is no determinate value: what such a run does is not promised.
            let selects_null = |edge: EdgeId| {
                let command = &self.flowchart.edge(edge).command;
                history[last].state.selects_field_of_null(command, &prepared.program)
            };
            match outcome {
                StepOutcome::Moved { edge: Some(edge), .. } if settles && selects_null(edge) => return found,
                StepOutcome::Moved { to, .. } => history.push(Position { location: to, state }),
                StepOutcome::Finished | StepOutcome::Halted { .. } => {
                    found.extend(self.broken_temporal(&history, last));
                    return found;
                }
                StepOutcome::Failed { edge: Some(edge), fault } => {
                    match fault.kind {
                        FaultKind::Assertion | FaultKind::ReachError => found.push(Break::Assertion(edge)),
                        kind if kind.is_access() => found.push(Break::Access(kind, edge)),
                        _ => {}
                    }
                    return found;
                }
                StepOutcome::Failed { .. } | StepOutcome::Blocked => return found,
            }
        }
        found
    }

    fn broken_assertions(&mut self, state: &State, at: LocationId) -> Vec<Break> {
        let prepared = self.prepared;
        let statements = prepared.specification.statements.iter().enumerate();
        let broken = statements.filter(|(_, statement)| match &statement.kind {
            StatementKind::Assert(formula, locations) if locations.contains(&at) => {
                self.formula(state, formula) == Some(false)
            }
            _ => false,
        });
        broken.map(|(index, _)| Break::Statement(index)).collect()
    }

    /// The run goes on from the last position with `again`, for ever.
    fn broken_temporal(&mut self, history: &[Position], again: usize) -> Vec<Break> {
        let prepared = self.prepared;
        let statements = prepared.specification.statements.iter().enumerate();
        let broken = statements.filter(|(_, statement)| match &statement.kind {
            StatementKind::Ltl(_, formula) => self.temporal(formula, 0, history, again) == Some(false),
            _ => false,
        });
        broken.map(|(index, _)| Break::Statement(index)).collect()
    }

    /// The value of a temporal formula at a position, straight from its definition.
    fn temporal(&mut self, formula: &Temporal, at: usize, history: &[Position], again: usize) -> Option<bool> {
        let not = |value: Option<bool>| value.map(|value| !value);
        // From here on every position that there is comes up.
        let later = |at: usize| -> Vec<usize> {
            if at < again { (at..history.len()).collect() } else { (at..history.len()).chain(again..at).collect() }
        };
        match formula {
            Temporal::At(_, locations) if !locations.contains(&history[at].location) => Some(false),
            Temporal::At(inner, _) | Temporal::Holds(inner) => self.formula(&history[at].state, inner),
            Temporal::Not(inner) => not(self.temporal(inner, at, history, again)),
            Temporal::Next(inner) => {
                let next = if at + 1 < history.len() { at + 1 } else { again };
                self.temporal(inner, next, history, again)
            }
            Temporal::And(left, right) => {
                and(self.temporal(left, at, history, again), self.temporal(right, at, history, again))
            }
            Temporal::Or(left, right) => {
                or(self.temporal(left, at, history, again), self.temporal(right, at, history, again))
            }
            Temporal::Implies(left, right) => {
                or(not(self.temporal(left, at, history, again)), self.temporal(right, at, history, again))
            }
            Temporal::Iff(left, right) => {
                let left = self.temporal(left, at, history, again);
                left.zip(self.temporal(right, at, history, again)).map(|(left, right)| left == right)
            }
            // From the last position backwards: `rest` is the value at the next one.
            Temporal::Globally(inner) => {
                backwards(later(at), true, |at, rest| and(self.temporal(inner, at, history, again), rest))
            }
            Temporal::Finally(inner) => {
                backwards(later(at), false, |at, rest| or(self.temporal(inner, at, history, again), rest))
            }
            Temporal::Until(left, right) => backwards(later(at), false, |at, rest| {
                let goes_on = and(self.temporal(left, at, history, again), rest);
                or(self.temporal(right, at, history, again), goes_on)
            }),
            Temporal::Release(left, right) => backwards(later(at), true, |at, rest| {
                let ends = or(self.temporal(left, at, history, again), rest);
                and(self.temporal(right, at, history, again), ends)
            }),
            Temporal::WeakUntil(left, right) => backwards(later(at), true, |at, rest| {
                let goes_on = and(self.temporal(left, at, history, again), rest);
                or(self.temporal(right, at, history, again), goes_on)
            }),
        }
    }

    // ---- runs that were reported ----

    /// Whether a reported run can be run again, from an input as drawn, step by step, and breaks what the report says.
    pub fn replay(&mut self, run: &ConcreteRun, nodes: usize, place: &dyn Fn(EdgeId) -> (String, String)) -> bool {
        let (program, entry, symbols) = (&self.prepared.program, self.prepared.entry, self.symbols());
        // There may be too many inputs to look for this one among them; it must be one all the same.
        if draw::state(program, &self.prepared.specification, &run.start) == run.input && self.is_input(&run.start) {
            return self.repeats(run, &run.start.clone(), place);
        }
        for nodes in 1..=nodes {
            let Ok(all) = heaps::enumerate(program, entry, &symbols, &HeapLimits::new(nodes, &[0, 1, 2])) else {
                return false;
            };
            for input in all.take(MOST_INPUTS) {
                if draw::state(program, &self.prepared.specification, &input) == run.input
                    && self.repeats(run, &input, place)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether nothing was written to the variables that are no parameters, and the assumptions at the entry hold.
    fn is_input(&mut self, state: &State) -> bool {
        let program = &self.prepared.program;
        let function = &program.functions[self.prepared.entry];
        let locals = function.locals.iter().filter(|local| !function.parameters.contains(local));
        let is_unwritten = |local: &VariableId| {
            let (address, ty) = (state.variable_address(*local), program.variables[*local].ty);
            let value = address.and_then(|address| state.load(address, ty, &program.types).ok());
            value.is_none_or(|value| value == Value::Undefined)
        };
        locals.into_iter().all(is_unwritten) && self.is_assumed(state, self.flowchart.entry)
    }

    fn repeats(&mut self, run: &ConcreteRun, input: &State, place: &dyn Fn(EdgeId) -> (String, String)) -> bool {
        let interpreter = Interpreter::new(&self.prepared.program);
        let mut pasts: Vec<Vec<(LocationId, State)>> = vec![vec![(self.flowchart.entry, input.clone())]];
        let fault = |kind: FaultKind| matches!(&run.broken, Broken::Fault(wanted, _) if *wanted == kind);
        for (index, step) in run.steps.iter().enumerate() {
            let mut next = Vec::new();
            for past in &pasts {
                let Some((location, state)) = past.last().filter(|(at, state)| self.is_assumed(state, *at)) else {
                    continue;
                };
                for successor in interpreter.successors(state, *location, &[0, 1, 2]) {
                    let matches = |edge| place(edge) == (step.position.to_string(), step.text.clone());
                    match successor.outcome {
                        StepOutcome::Moved { edge: Some(edge), to } if matches(edge) => {
                            next.push([&past[..], &[(to, successor.state)]].concat());
                        }
                        StepOutcome::Failed { edge: Some(edge), fault: found }
                            if matches(edge) && index + 1 == run.steps.len() && fault(found.kind) =>
                        {
                            return true;
                        }
                        _ => {}
                    }
                }
            }
            next.dedup();
            next.truncate(200);
            pasts = next;
        }
        let Broken::Statement(wanted) = run.broken else { return false };
        pasts.into_iter().any(|past| {
            let history: Vec<Position> =
                past.into_iter().map(|(location, state)| Position { location, state }).collect();
            let Some(last) = history.last() else { return false };
            self.is_assumed(&last.state, last.location)
                && (self.broken_assertions(&last.state, last.location).contains(&Break::Statement(wanted))
                    || self.broken_temporal(&history, history.len() - 1).contains(&Break::Statement(wanted)))
        })
    }
}

/// A value at the first position, from one behind the last and a value for each position.
fn backwards(
    positions: Vec<usize>,
    behind: bool,
    mut at: impl FnMut(usize, Option<bool>) -> Option<bool>,
) -> Option<bool> {
    let mut value = Some(behind);
    for position in positions.into_iter().rev() {
        value = at(position, value);
    }
    value
}

fn and(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    and(left.map(|value| !value), right.map(|value| !value)).map(|value| !value)
}
