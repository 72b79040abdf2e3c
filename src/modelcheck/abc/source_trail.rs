//! Translates a counterexample that a user got from ABC, or from a model checker that reads AIGER, to C statements and predicates. It needs the model in BLIF, and neither
//! ABC nor the C program.
//!
//! The model itself runs with the inputs of the counterexample, and its last cycle must violate the property. Predicates are shown after
//! the last statement of each transition: the model has no state inside of one.

use super::Trouble;
use super::counterexample::{self, Stimuli};
use super::witness;
use crate::limits::MOST_STATEMENTS;
use crate::source_trail::{SourceStep, SourceTrail, TrailOrigin};
use base::Budget;
use emit::circuit_model::{CircuitModel, ModelTransition};
use emit::transition_system::circuit::GateValues;
use std::collections::BTreeMap;

/// Translates the text of `write_cex -n`, or a witness of AIGER.
pub(crate) fn read_trail(model: &CircuitModel, text: &str, budget: &Budget) -> Result<SourceTrail, Trouble> {
    let is_witness = witness::is_witness(text);
    let stimuli = match is_witness {
        true => witness::read(model, text)?,
        false => counterexample::read(model.inputs.iter().map(String::as_str), text)?,
    };
    let mut walk = Walk {
        model,
        state: vec![false; model.latches.len()],
        known: BTreeMap::new(),
        trail: SourceTrail {
            origin: if is_witness { TrailOrigin::Aiger } else { TrailOrigin::Abc },
            procedure: model.procedure.clone(),
            start: Vec::new(),
            steps: Vec::new(),
            loop_start: None,
            violated: String::new(),
        },
    };
    walk.run(&stimuli, budget)?;
    Ok(walk.trail)
}

struct Walk<'m> {
    model: &'m CircuitModel,
    /// The latches.
    state: Vec<bool>,
    /// The predicates that have a meaning, by the names of their latches.
    known: BTreeMap<&'m str, bool>,
    trail: SourceTrail,
}

impl<'m> Walk<'m> {
    fn run(&mut self, stimuli: &Stimuli, budget: &Budget) -> Result<(), Trouble> {
        let no_violation = || Trouble::CounterexampleUnreadable("it does not end in a violation".into());
        let Some((last, inputs)) = stimuli.inputs.split_last() else { return Err(no_violation()) };
        for (cycle, inputs) in inputs.iter().enumerate() {
            budget.check().map_err(Trouble::Stopped)?;
            if stimuli.repeat == Some(cycle) {
                self.trail.loop_start = Some(self.trail.steps.len());
            }
            let values = self.cycle(inputs)?;
            let statements = self.taken(&values).map(|transition| transition.steps.as_slice()).unwrap_or_default();
            let (changes, dropped) = self.changes();
            let count = statements.len();
            if self.trail.steps.len().saturating_add(count) > MOST_STATEMENTS {
                return Err(Trouble::CounterexampleUnreadable("it has too many statements".into()));
            }
            for step in statements.iter().take(count.saturating_sub(1)) {
                self.trail.steps.push(plain(&step.statement));
            }
            match statements.last() {
                Some(step) => {
                    self.trail.steps.push(SourceStep { changes, dropped, ..plain(&step.statement) });
                }
                None if cycle == 0 => self.trail.start = changes,
                None => {}
            }
        }
        let values = self.cycle(last)?;
        let is_violated = |(name, signal): &&(String, _)| {
            values.of(*signal) && (stimuli.violated.is_empty() || stimuli.violated == *name)
        };
        let (violated, _) = self.model.outputs.iter().find(is_violated).ok_or_else(no_violation)?;
        self.trail.violated = self.model.meanings.get(violated).cloned().unwrap_or_default();
        // The property may fail inside the transition that is taken last.
        let steps = self.taken(&values).map(|transition| transition.steps.as_slice()).unwrap_or_default();
        if let Some(end) = steps.iter().position(|step| step.checks.contains(violated)) {
            let inside = steps.iter().take(end + 1).map(|step| plain(&step.statement));
            self.trail.steps.extend(inside);
        }
        Ok(())
    }

    /// Goes on by one cycle; returns the values of all gates in it.
    fn cycle(&mut self, inputs: &[bool]) -> Result<GateValues, Trouble> {
        let values = self.model.circuit.evaluate(inputs, &self.state);
        if !self.model.constraints.iter().all(|constraint| values.of(*constraint)) {
            return Err(Trouble::CounterexampleUnreadable("it breaks an assumption".into()));
        }
        self.state = self.model.latches.iter().map(|(_, next)| values.of(*next)).collect();
        Ok(values)
    }

    fn taken(&self, values: &GateValues) -> Option<&'m ModelTransition> {
        self.model.transitions.iter().find(|transition| values.of(transition.taken))
    }

    /// Returns the predicates that changed with the last cycle, and those that lost their meaning.
    fn changes(&mut self) -> (Vec<(String, bool)>, Vec<String>) {
        let meaning = |name: &str| self.model.meanings.get(name).cloned().unwrap_or_default();
        let bits: BTreeMap<&str, bool> =
            self.model.latches.iter().map(|(name, _)| name.as_str()).zip(self.state.iter().copied()).collect();
        let bit = |place: usize| bits.get(format!("location_{place}").as_str()).copied();
        let location =
            (0..usize::BITS as usize).map_while(|place| Some(usize::from(bit(place)?) << place)).sum::<usize>();
        let here = self.model.predicates.get(&location).map(Vec::as_slice).unwrap_or_default();
        let now: BTreeMap<&'m str, bool> =
            here.iter().map(|name| (name.as_str(), bits.get(name.as_str()).copied().unwrap_or(false))).collect();
        let order = self.model.latches.iter().map(|(name, _)| name.as_str());
        let (mut changes, mut dropped) = (Vec::new(), Vec::new());
        for name in order {
            match (self.known.get(name), now.get(name)) {
                (Some(_), None) => dropped.push(meaning(name)),
                (before, Some(after)) if before != Some(after) => changes.push((meaning(name), *after)),
                _ => {}
            }
        }
        self.known = now;
        (changes, dropped)
    }
}

fn plain(statement: &str) -> SourceStep {
    SourceStep { statement: statement.to_string(), changes: Vec::new(), dropped: Vec::new() }
}
