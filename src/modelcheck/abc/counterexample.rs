//! Translates ABC's counterexample to a path of the boolean program.
//!
//! Only the values of inputs are taken from it, by their names. The system that Damson wrote runs with them, and
//! says which transitions are taken, with which values. [`crate::replay`] checks the result.

use super::Trouble;
use super::trouble::first_line;
use crate::limits::MOST_CYCLES;
use crate::{Move, Path, PropertyIndex};
use boolprog::{BoolId, BooleanProgram, Valuation};
use emit::transition_system::circuit::{GateValues, Signal};
use emit::transition_system::{REPEAT, TransitionSystem};

/// The values of inputs, cycle by cycle.
struct Stimuli {
    inputs: Vec<Vec<bool>>,
    /// The cycle in which the run begins to repeat.
    repeat: Option<usize>,
}

/// Reads what `write_cex -n` wrote about a question that was made from the system.
pub(super) fn path_of(
    program: &BooleanProgram,
    system: &TransitionSystem,
    property: PropertyIndex,
    text: &str,
) -> Result<Path, Trouble> {
    let stimuli = read(system, text)?;
    let wanted = match property {
        PropertyIndex::Assertion(index) => program.assertions.get(index),
        PropertyIndex::Ltl(_) => None,
    };
    let cycles = system.run(&stimuli.inputs);
    let (first, rest) = cycles.split_first().ok_or_else(|| Trouble::CounterexampleUnreadable("no cycle".into()))?;
    let mut path = Path { initial: valuation(program, &system.start, first), moves: Vec::new(), loop_start: None };
    let fails = |point, valuation: &Valuation| {
        wanted
            .is_some_and(|assertion| assertion.point == point && valuation.values_of(&assertion.condition).may_be_false)
    };
    if fails(program.initial, &path.initial) {
        return Ok(path);
    }
    let mut repeat = None;
    for (cycle, values) in (1..).zip(rest) {
        if stimuli.repeat == Some(cycle) {
            repeat = Some(path.moves.len());
        }
        // The last cycle of a temporal formula has the state of an earlier one again.
        if wanted.is_none() && cycle == rest.len() {
            break;
        }
        let Some(transition) = system.transitions.iter().position(|transition| values.of(transition.taken)) else {
            continue; // The run has ended, and stays.
        };
        let signals = system.transitions.get(transition).map_or(&[][..], |signals| &signals.steps);
        let steps = program.transitions.get(transition).map_or(&[][..], |transition| &transition.steps);
        for (step, (definition, signals)) in steps.iter().zip(signals).enumerate() {
            let valuation = valuation(program, &signals.values, values);
            let is_violation = fails(definition.target, &valuation);
            path.moves.push(Move { transition, step, valuation });
            if is_violation {
                return Ok(path);
            }
        }
    }
    path.loop_start = repeat;
    Ok(path)
}

fn valuation(program: &BooleanProgram, signals: &[(BoolId, Signal)], values: &GateValues) -> Valuation {
    let mut valuation = Valuation::all_false(program.variables.len());
    signals.iter().for_each(|(id, signal)| valuation.set(*id, values.of(*signal)));
    valuation
}

/// Reads lines such as `take_0@3=1`. Whatever is not named is 0.
fn read(system: &TransitionSystem, text: &str) -> Result<Stimuli, Trouble> {
    let unreadable = |line: &str| Trouble::CounterexampleUnreadable(first_line(line));
    let numbers: std::collections::BTreeMap<&str, usize> =
        system.inputs.iter().enumerate().map(|(number, label)| (label.name.as_str(), number)).collect();
    let mut stimuli = Stimuli { inputs: Vec::new(), repeat: None };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let parsed = line.split_once('@').and_then(|(name, rest)| {
            let (cycle, value) = rest.split_once('=')?;
            Some((name, cycle.parse::<usize>().ok()?, value.trim() == "1"))
        });
        let (name, cycle, value) =
            parsed.filter(|(_, cycle, _)| *cycle < MOST_CYCLES).ok_or_else(|| unreadable(line))?;
        if cycle >= stimuli.inputs.len() {
            stimuli.inputs.resize(cycle + 1, vec![false; system.inputs.len()]);
        }
        if let (Some(number), Some(inputs)) = (numbers.get(name), stimuli.inputs.get_mut(cycle)) {
            if let Some(slot) = inputs.get_mut(*number) {
                *slot = value;
            }
        } else if name == REPEAT && value && stimuli.repeat.is_none_or(|known| cycle < known) {
            stimuli.repeat = Some(cycle);
        }
    }
    // Inputs of a cycle that are all unused are not written.
    let length = text.lines().find_map(|line| line.strip_prefix("# COUNTEREXAMPLE LENGTH:"));
    let length = length.and_then(|length| length.trim().parse::<usize>().ok()).unwrap_or(stimuli.inputs.len());
    if length < stimuli.inputs.len() || length > MOST_CYCLES {
        return Err(unreadable("its length"));
    }
    stimuli.inputs.resize(length, vec![false; system.inputs.len()]);
    Ok(stimuli)
}
