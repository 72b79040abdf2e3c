//! The locations of the entry function that runs from small inputs reach, following calls, with all assumptions there
//! satisfied.
//!
//! Runs are a sample. What they reach is reachable; what they do not reach may be, too.

use std::collections::BTreeSet;

use crate::confirm::SpecificationJudge;
use crate::limits::{CLOCK_INTERVAL, REACHING_NODES, REACHING_NUMBERS, REACHING_RUN_STEPS};
use crate::old_values::OldValues;
use base::Budget;
use program::LocationId;
use program::heaps::{self, EntryStates, HeapLimits};
use program::interp::{Interpreter, Random, State, StepOutcome};
use spec::{Question, Specification};

/// Returns the locations reached by runs that take at most `most_steps` steps together, half of them from one small input
/// after the other, half from random ones. Ends when all of `wanted` are reached.
pub(super) fn locations(
    question: Question<'_>,
    wanted: &BTreeSet<LocationId>,
    most_steps: usize,
    budget: &Budget,
) -> BTreeSet<LocationId> {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return BTreeSet::new() };
    let symbols = question.specification.map_or_else(Vec::new, Specification::free_symbols);
    let old_values = OldValues::of(question);
    let mut sample = Sample {
        question,
        judge: SpecificationJudge::of(question),
        interpreter: Interpreter::new(question.program),
        steps: most_steps / 2,
        budget,
        reached: BTreeSet::new(),
    };
    let is_done = |sample: &Sample<'_>| wanted.is_subset(&sample.reached) || budget.check().is_err();
    'all: for nodes in 0..=REACHING_NODES {
        let limits = HeapLimits::new(nodes, &REACHING_NUMBERS);
        let Ok(inputs) = heaps::enumerate(question.program, question.entry, &symbols, &limits) else { break };
        for input in inputs {
            if is_done(&sample) {
                return sample.reached;
            }
            if sample.steps == 0 {
                break 'all;
            }
            sample.run(old_values.keep(&input).into_owned(), flowchart.entry);
        }
    }
    sample.steps = most_steps / 2;
    let limits = HeapLimits::new(REACHING_NODES, &REACHING_NUMBERS);
    let inputs = EntryStates::new(question.program, question.entry, &symbols, &limits);
    let mut choices = Random::new(0);
    while sample.steps > 0 && !is_done(&sample) {
        let input = inputs.as_ref().ok().and_then(|inputs| inputs.chosen(&mut choices).ok());
        let Some(input) = input else { break };
        // An input that the assumptions exclude costs a step, too.
        sample.steps -= 1;
        sample.run(old_values.keep(&input).into_owned(), flowchart.entry);
    }
    sample.reached
}

struct Sample<'q> {
    question: Question<'q>,
    judge: Option<SpecificationJudge<'q>>,
    interpreter: Interpreter<'q>,
    /// Number of steps left.
    steps: usize,
    budget: &'q Budget,
    reached: BTreeSet<LocationId>,
}

impl Sample<'_> {
    fn run(&mut self, mut state: State, mut location: LocationId) {
        let mut choices = Random::new(0);
        for made in 0..REACHING_RUN_STEPS.min(self.steps) {
            self.steps -= 1;
            let is_outermost = state.frames().len() == 1 && state.function() == Some(self.question.entry);
            if is_outermost {
                if self.judge.as_ref().is_some_and(|known| !known.admit(&state, location)) {
                    return;
                }
                self.reached.insert(location);
            }
            if made as u64 % CLOCK_INTERVAL == CLOCK_INTERVAL - 1 && self.budget.check().is_err() {
                return;
            }
            match self.interpreter.step(&mut state, location, &mut choices, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => location = to,
                StepOutcome::Blocked
                | StepOutcome::Finished
                | StepOutcome::Halted { .. }
                | StepOutcome::Failed { .. } => return,
            }
        }
    }
}
