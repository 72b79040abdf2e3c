//! Makes the transition system of a boolean program: states, transitions, constraints and bad signals.
//!
//! All transitions of a cycle are computed side by side, and `taken` signals select among their results: at most one of them is
//! true. Inputs are shared by transitions for the same reason. Values inside a transition are gates, no latches, so the
//! states are those of the boolean program, and one more for *start*.

use super::circuit::{Signal, bit_of, bits_for};
use super::{
    CHECKS, EXCLUDED, IS_TAKEN, LOCATION, Label, Note, Observed, PREDICATES_OF, STEP, StepSignals, TakenSignals,
    TransitionSystem,
};
use base::Budget;
use base::budget::Exhausted;
use boolprog::{BoolExpr, BoolId, BooleanProgram, PointId, Step, Transition};
use std::collections::BTreeMap;

/// The values of variables; one without a value is false.
pub(super) type Values = BTreeMap<BoolId, Signal>;

pub(super) struct Builder<'a> {
    pub program: &'a BooleanProgram,
    pub system: TransitionSystem,
    /// The bits of the location: numbers of latches, and their signals.
    location: Vec<(usize, Signal)>,
    /// The latches of variables.
    variables: BTreeMap<BoolId, usize>,
    /// The present values of variables.
    pub values: Values,
    /// The numbers of stored locations, from 1.
    codes: BTreeMap<PointId, usize>,
    /// Inputs that number transitions.
    take: Vec<Signal>,
    /// Inputs for values that are left open, by step and variable.
    choices: BTreeMap<(usize, BoolId), Signal>,
    /// Conditions under which a run is excluded at the start or inside a transition.
    exclusions: Vec<Signal>,
    /// True in the first cycle.
    pub start: Signal,
}

impl<'a> Builder<'a> {
    /// Declares the state and the start.
    pub fn new(program: &'a BooleanProgram) -> Self {
        let system = TransitionSystem {
            procedure: program.name.clone(),
            circuit: Default::default(),
            inputs: Vec::new(),
            latches: Vec::new(),
            constraints: Vec::new(),
            bad: Vec::new(),
            justice: Vec::new(),
            legend: Vec::new(),
            start: Vec::new(),
            transitions: Vec::new(),
        };
        let stored = program.points.enumerate().filter(|(_, point)| point.stored).map(|(id, _)| id);
        let mut builder = Builder {
            program,
            system,
            location: Vec::new(),
            variables: BTreeMap::new(),
            values: Values::new(),
            codes: stored.zip(1..).collect(),
            take: Vec::new(),
            choices: BTreeMap::new(),
            exclusions: Vec::new(),
            start: Signal::FALSE,
        };
        builder.declare();
        builder.choose_start();
        builder.constraints();
        builder
    }

    fn declare(&mut self) {
        for place in 0..bits_for(self.codes.len() + 1) {
            let label = Label::new(format!("location_{place}"), &format!("bit {place} of the location's number"));
            self.location.push(self.system.new_latch(label));
        }
        let stored = self.program.points.iter().filter(|point| point.stored);
        let mut used: Vec<BoolId> = stored.flat_map(|point| point.relevant.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        for id in used {
            let (name, predicate) = self.variable(id);
            let (latch, signal) = self.system.new_latch(Label::new(format!("v_{name}"), predicate));
            self.variables.insert(id, latch);
            self.values.insert(id, signal);
        }
        self.start = self.is_at(0);
        self.note(format!("{LOCATION}0: start"), None);
    }

    fn variable(&self, id: BoolId) -> (&'a str, &'a str) {
        self.program.variables.get(id).map_or(("", ""), |variable| (&variable.name, &variable.predicate))
    }

    fn is_at(&mut self, code: usize) -> Signal {
        let bits: Vec<Signal> = self.location.iter().map(|(_, signal)| *signal).collect();
        self.system.circuit.is_number(&bits, code)
    }

    /// Returns the signal that is true in states at a location; false for one that is not stored.
    pub fn at(&mut self, point: PointId) -> Signal {
        self.codes.get(&point).copied().map_or(Signal::FALSE, |code| self.is_at(code))
    }

    /// Returns the signal of an expression if each `*` in it may be chosen to make it true (`may`), or false.
    pub fn expression(&mut self, expr: &BoolExpr, values: &Values, may: bool) -> Signal {
        match expr {
            BoolExpr::True => Signal::TRUE,
            BoolExpr::False => Signal::FALSE,
            BoolExpr::Choice => Signal::constant(may),
            BoolExpr::Variable(id) => values.get(id).copied().unwrap_or(Signal::FALSE),
            BoolExpr::Not(inner) => !self.expression(inner, values, !may),
            BoolExpr::And(items) => items.iter().fold(Signal::TRUE, |all, item| {
                let item = self.expression(item, values, may);
                self.system.circuit.and(all, item)
            }),
            BoolExpr::Or(items) => items.iter().fold(Signal::FALSE, |any, item| {
                let item = self.expression(item, values, may);
                self.system.circuit.or(any, item)
            }),
        }
    }

    /// Returns the input for a value that is left open in a step with this number.
    fn choice(&mut self, step: usize, id: BoolId) -> Signal {
        if let Some(known) = self.choices.get(&(step, id)) {
            return *known;
        }
        let (name, predicate) = self.variable(id);
        let meaning = format!("{predicate}, if step {step} of the transition leaves it open");
        let input = self.system.new_input(Label::new(format!("choose_{step}_{name}"), &meaning));
        self.choices.insert((step, id), input);
        input
    }

    fn choose_start(&mut self) {
        let program = self.program;
        let relevant = program.points.get(program.initial).map(|point| point.relevant.clone()).unwrap_or_default();
        let values: Values = relevant.into_iter().map(|id| (id, self.choice(0, id))).collect();
        let may_start = self.expression(&program.start_condition(), &values, true);
        let excluded = self.system.circuit.and(self.start, !may_start);
        self.exclusions.push(excluded);
        self.system.start = values.into_iter().collect();
    }

    /// Excludes runs with an assumption that fails at a stored location.
    fn constraints(&mut self) {
        for (id, point) in self.program.points.enumerate().filter(|(_, point)| point.stored) {
            let values = self.values.clone();
            let admitted = self.expression(&point.admission(), &values, true);
            let at = self.at(id);
            let outside = self.system.circuit.and(at, !admitted);
            if outside != Signal::FALSE {
                let place = format!("{}:{}: {}", point.position.file, point.position.line, point.source_line);
                let label = Label::new(format!("assumed_{}", point.name), &place);
                self.system.constraints.push(Observed { label, signal: !outside });
            }
        }
    }

    /// Adds all transitions, assertions and next states.
    pub fn transitions(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let program = self.program;
        let (bad, mut next) = (self.bad_states(), NextState::default());
        let mut bad: Vec<Vec<Signal>> = bad.into_iter().map(|signal| vec![signal]).collect();
        self.system.transitions =
            vec![TakenSignals { taken: Signal::FALSE, steps: Vec::new() }; program.transitions.len()];
        for point in program.points.ids() {
            budget.check()?;
            let from = program.transitions.partition_point(|transition| transition.source < point);
            let count =
                program.transitions.iter().skip(from).take_while(|transition| transition.source == point).count();
            for (index, taken) in (from..).zip(self.taken(point, from, count)) {
                let Some(transition) = program.transitions.get(index) else { continue };
                let followed = self.follow(taken, transition, &mut bad);
                next.arrive(&followed, self.codes.get(&followed.target).copied().unwrap_or(0));
                if let Some(slot) = self.system.transitions.get_mut(index) {
                    *slot = TakenSignals { taken, steps: followed.steps };
                }
            }
        }
        for (assertion, parts) in program.assertions.iter().zip(bad) {
            let signal = self.system.circuit.any(parts);
            let place = program.points.get(assertion.point).map(|point| &point.position);
            let place = place.map_or_else(String::new, |position| format!("{}:{}: ", position.file, position.line));
            let label = Label::new(format!("fails_{}", assertion.id), &format!("{place}{}", assertion.text));
            self.system.bad.push(Observed { label, signal });
        }
        self.next_state(next);
        Ok(())
    }

    /// Returns for each assertion the states in which it can fail.
    fn bad_states(&mut self) -> Vec<Signal> {
        let program = self.program;
        let values = self.values.clone();
        let fails = |assertion: &boolprog::Assertion| {
            let at = self.at(assertion.point);
            let holds = self.expression(&assertion.condition, &values, false);
            self.system.circuit.and(at, !holds)
        };
        program.assertions.iter().map(fails).collect()
    }

    /// Returns for each of the transitions that leave a location whether it is taken.
    fn taken(&mut self, point: PointId, from: usize, count: usize) -> Vec<Signal> {
        let (program, at, values) = (self.program, self.at(point), self.values.clone());
        while self.take.len() < bits_for(count) {
            let place = self.take.len();
            let meaning =
                format!("bit {place} of the number of the transition taken, of those that leave the location");
            let input = self.system.new_input(Label::new(format!("take_{place}"), &meaning));
            self.take.push(input);
        }
        let bits: Vec<Signal> = self.take.iter().take(bits_for(count)).copied().collect();
        let first_steps = program.transitions.iter().skip(from).take(count).map(|transition| transition.steps.first());
        let guards: Vec<Signal> = first_steps
            .map(|step| step.map_or(Signal::FALSE, |step| self.expression(&step.guard, &values, true)))
            .collect();
        let circuit = &mut self.system.circuit;
        let mut chosen = Vec::with_capacity(count);
        for (number, guard) in guards.iter().enumerate() {
            let is_number = circuit.is_number(&bits, number);
            chosen.push(circuit.and(*guard, is_number));
        }
        let any_chosen = circuit.any(chosen.iter().copied());
        // Where the chosen one may not run, the first one that may is taken.
        let mut none_before = !any_chosen;
        let mut taken = Vec::with_capacity(count);
        for (guard, chosen) in guards.iter().zip(chosen) {
            let is_first = circuit.and(none_before, *guard);
            none_before = circuit.and(none_before, !*guard);
            let is_taken = circuit.or(chosen, is_first);
            taken.push(circuit.and(at, is_taken));
        }
        self.legend_of(point, from, &taken);
        taken
    }

    fn note(&mut self, text: String, signal: Option<Signal>) {
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.system.legend.push(Note { text, signal });
    }

    /// Says what the number of a location and those of its transitions mean.
    fn legend_of(&mut self, point: PointId, from: usize, taken: &[Signal]) {
        let program = self.program;
        let (Some(code), Some(place)) = (self.codes.get(&point).copied(), program.points.get(point)) else { return };
        let (file, line) = (&place.position.file, place.position.line);
        self.note(format!("{LOCATION}{code}: {}, {file}:{line}: {}", place.name, place.source_line), None);
        let predicates: String = place.relevant.iter().map(|id| format!(" v_{}", self.variable(*id).0)).collect();
        self.note(format!("{PREDICATES_OF}{code}:{predicates}"), None);
        for (number, (transition, taken)) in program.transitions.iter().skip(from).zip(taken).enumerate() {
            self.note(format!("transition {number} of location {code}{IS_TAKEN}"), Some(*taken));
            for step in &transition.steps {
                self.note(format!("{STEP}{}", statement(step)), None);
                let is_inside = program.points.get(step.target).is_some_and(|point| !point.stored);
                for assertion in program.assertions.iter().filter(|item| is_inside && item.point == step.target) {
                    self.note(format!("{CHECKS}fails_{}", assertion.id), None);
                }
            }
        }
    }

    /// Computes the steps of a transition if it is taken, and where an assertion can fail or a run is excluded on the way.
    fn follow(&mut self, taken: Signal, transition: &Transition, bad: &mut [Vec<Signal>]) -> Followed {
        let program = self.program;
        let (mut values, mut alive, mut steps) = (self.values.clone(), taken, Vec::new());
        let mut source = transition.source;
        for (number, step) in transition.steps.iter().enumerate() {
            values = self.after(number, source, step, &values);
            source = step.target;
            steps.push(StepSignals { values: values.iter().map(|(id, signal)| (*id, *signal)).collect() });
            if number + 1 == transition.steps.len() {
                break; // The next cycle has its assumption and assertions.
            }
            let admission = program.points.get(source).map_or(BoolExpr::True, |point| point.admission());
            let admitted = self.expression(&admission, &values, true);
            let excluded = self.system.circuit.and(alive, !admitted);
            self.exclusions.push(excluded);
            alive = self.system.circuit.and(alive, admitted);
            for (assertion, parts) in program.assertions.iter().zip(bad.iter_mut()) {
                if assertion.point == source {
                    let holds = self.expression(&assertion.condition, &values, false);
                    parts.push(self.system.circuit.and(alive, !holds));
                }
            }
        }
        Followed { taken, target: source, values, steps }
    }

    /// Returns the values after a step of the variables that have a meaning then.
    fn after(&mut self, number: usize, source: PointId, step: &Step, before: &Values) -> Values {
        let relevant =
            |point: PointId| self.program.points.get(point).map(|point| &point.relevant[..]).unwrap_or_default();
        let mut after = Values::new();
        for id in relevant(step.target) {
            let assigned = step.assignments.iter().find(|(assigned, _)| assigned == id).map(|(_, value)| value);
            let value = match assigned {
                Some(value) => {
                    let (may, must) = (self.expression(value, before, true), self.expression(value, before, false));
                    let is_open = self.system.circuit.and(may, !must);
                    if is_open == Signal::FALSE {
                        must
                    } else {
                        let choice = self.choice(number, *id);
                        let chosen = self.system.circuit.and(is_open, choice);
                        self.system.circuit.or(must, chosen)
                    }
                }
                None if relevant(source).contains(id) => before.get(id).copied().unwrap_or(Signal::FALSE),
                None => Signal::FALSE,
            };
            after.insert(*id, value);
        }
        after
    }

    fn next_state(&mut self, next: NextState) {
        let circuit = &mut self.system.circuit;
        let (start, moved) = (self.start, circuit.any(next.taken));
        let stays = circuit.and(!moved, !start);
        let first = self.codes.get(&self.program.initial).copied().unwrap_or(0);
        let mut functions = Vec::new();
        for (place, (latch, signal)) in self.location.iter().enumerate() {
            let mut parts = vec![circuit.and(stays, *signal)];
            parts.extend(bit_of(first, place).then_some(start));
            parts.extend(next.targets.iter().filter(|(_, code)| bit_of(*code, place)).map(|(taken, _)| *taken));
            functions.push((*latch, parts));
        }
        for (id, latch) in &self.variables {
            let unchanged = self.values.get(id).copied().unwrap_or(Signal::FALSE);
            let mut parts = vec![circuit.and(stays, unchanged)];
            let chosen = self.system.start.iter().find(|(started, _)| started == id).map(|(_, signal)| *signal);
            parts.extend(chosen.map(|chosen| circuit.and(start, chosen)));
            let arriving = next.values.get(id).into_iter().flatten();
            parts.extend(arriving.map(|(taken, value)| circuit.and(*taken, *value)));
            functions.push((*latch, parts));
        }
        for (latch, parts) in functions {
            let function = self.system.circuit.any(parts);
            self.system.set_next(latch, function);
        }
        self.exclude();
    }

    /// Excludes runs with an assumption that failed at the start or inside a transition, where that can be.
    fn exclude(&mut self) {
        let exclusions = std::mem::take(&mut self.exclusions);
        let fails = self.system.circuit.any(exclusions);
        if fails == Signal::FALSE {
            return;
        }
        let meaning = "an assumption failed at the start or inside a transition";
        let (latch, signal) = self.system.new_latch(Label::new(EXCLUDED.to_string(), meaning));
        let next = self.system.circuit.or(signal, fails);
        self.system.set_next(latch, next);
        let label = Label::new("not_excluded".to_string(), meaning);
        self.system.constraints.push(Observed { label, signal: !signal });
    }

    pub fn finish(self) -> TransitionSystem {
        self.system
    }
}

/// Returns the C statement of a step, with its place.
fn statement(step: &Step) -> String {
    format!("{}:{}: {}", step.position.file, step.position.line, step.description())
}

/// A transition that was computed to its end.
struct Followed {
    taken: Signal,
    target: PointId,
    values: Values,
    steps: Vec<StepSignals>,
}

/// What transitions make of the state.
#[derive(Default)]
struct NextState {
    taken: Vec<Signal>,
    /// With the number of the location that the transition leads to.
    targets: Vec<(Signal, usize)>,
    /// For each variable, its value after each transition.
    values: BTreeMap<BoolId, Vec<(Signal, Signal)>>,
}

impl NextState {
    fn arrive(&mut self, followed: &Followed, code: usize) {
        self.taken.push(followed.taken);
        self.targets.push((followed.taken, code));
        for (id, value) in &followed.values {
            self.values.entry(*id).or_default().push((followed.taken, *value));
        }
    }
}
