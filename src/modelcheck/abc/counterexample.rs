//! Translates ABC's counterexample to a path of the boolean program.
//!
//! Only the values of inputs are taken from it, by their names. The system that Damson wrote runs with them, and
//! says which transitions are taken, with which values. [`crate::replay`] checks the result.

use super::Trouble;
use super::trouble::first_line;
use crate::limits::{MOST_CYCLES, MOST_STIMULI};
use crate::{Move, Path, PropertyIndex};
use boolprog::{Assertion, BoolId, BooleanProgram, PointId, Valuation};
use emit::transition_system::circuit::{GateValues, Signal};
use emit::transition_system::{REPEAT, TransitionSystem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Begins the line with the number of cycles.
const LENGTH: &str = "# COUNTEREXAMPLE LENGTH:";

/// What a counterexample says.
pub(super) struct Stimuli {
    /// The values of inputs, cycle by cycle.
    pub inputs: Vec<Vec<bool>>,
    /// The cycle in which the run begins to repeat.
    pub repeat: Option<usize>,
    /// The output that is true in the last cycle.
    pub violated: String,
}

/// Reads what `write_cex -n` wrote about a question that was made from the system.
pub(super) fn path_of(
    program: &BooleanProgram,
    system: &TransitionSystem,
    property: PropertyIndex,
    text: &str,
) -> Result<Path, Trouble> {
    let stimuli = read(system.inputs.iter().map(|label| label.name.as_str()), text)?;
    let assertion = match property {
        PropertyIndex::Assertion(index) => program.assertions.get(index),
        PropertyIndex::Ltl(_) => None,
    };
    let mut state = system.first_state();
    let first = system.cycle(stimuli.inputs.first().map_or(&[], Vec::as_slice), &mut state);
    let initial = valuation(program, &system.start, &first);
    let path = Path { initial, moves: Vec::new(), loop_start: None };
    let walk = Walk { program, system, assertion, state, path, point: program.initial };
    match assertion {
        Some(_) => walk.until_violation(&stimuli),
        None => walk.around(&stimuli),
    }
}

/// A path under construction.
struct Walk<'a> {
    program: &'a BooleanProgram,
    system: &'a TransitionSystem,
    /// The assertion that is to fail.
    assertion: Option<&'a Assertion>,
    /// The latches.
    state: Vec<bool>,
    path: Path,
    point: PointId,
}

impl Walk<'_> {
    fn valuation(&self) -> &Valuation {
        self.path.moves.last().map_or(&self.path.initial, |last| &last.valuation)
    }

    fn fails(&self) -> bool {
        self.assertion.is_some_and(|assertion| {
            assertion.point == self.point && self.valuation().values_of(&assertion.condition).may_be_false
        })
    }

    /// Follows one cycle; stops inside its transition where the assertion fails.
    fn cycle(&mut self, inputs: &[bool]) {
        let (program, system) = (self.program, self.system);
        let values = system.cycle(inputs, &mut self.state);
        let Some(transition) = system.transitions.iter().position(|transition| values.of(transition.taken)) else {
            return; // The run has ended, and stays.
        };
        let signals = system.transitions.get(transition).map_or(&[][..], |signals| &signals.steps);
        let steps = program.transitions.get(transition).map_or(&[][..], |transition| &transition.steps);
        for (step, (definition, signals)) in steps.iter().zip(signals).enumerate() {
            let valuation = valuation(program, &signals.values, &values);
            self.path.moves.push(Move { transition, step, valuation });
            self.point = definition.target;
            if self.fails() {
                return;
            }
        }
    }

    fn until_violation(mut self, stimuli: &Stimuli) -> Result<Path, Trouble> {
        for inputs in stimuli.inputs.iter().skip(1) {
            if self.fails() {
                break;
            }
            self.cycle(inputs);
        }
        Ok(self.path)
    }

    /// Repeats the end of the run until the state of the boolean program comes back. ABC's question has only the variables that the
    /// formula depends on; the others may take some rounds more.
    fn around(mut self, stimuli: &Stimuli) -> Result<Path, Trouble> {
        let no_repetition = || Trouble::CounterexampleUnreadable("no repetition".into());
        let start = stimuli.repeat.ok_or_else(no_repetition)?;
        // The last cycle has the state of an earlier one again.
        let last = stimuli.inputs.len().saturating_sub(1);
        // Where the formula does not depend on the location, not even the first cycle need differ from the others: it begins again
        // behind the last one.
        let end_of_prefix = if start == 0 { last } else { start };
        let before = stimuli.inputs.get(1..end_of_prefix).ok_or_else(no_repetition)?;
        let repeated = stimuli.inputs.get(start..last).filter(|repeated| !repeated.is_empty());
        let repeated = repeated.ok_or_else(no_repetition)?;
        before.iter().for_each(|inputs| self.cycle(inputs));
        let mut met: FxHashMap<(PointId, Valuation), usize> = FxHashMap::default();
        for _ in 0..=MOST_CYCLES / repeated.len() {
            let moves = self.path.moves.len();
            if let Some(known) = met.insert((self.point, self.valuation().clone()), moves) {
                self.path.loop_start = Some(known);
                return Ok(self.path);
            }
            repeated.iter().for_each(|inputs| self.cycle(inputs));
        }
        Err(no_repetition())
    }
}

fn valuation(program: &BooleanProgram, signals: &[(BoolId, Signal)], values: &GateValues) -> Valuation {
    let mut valuation = Valuation::all_false(program.variables.len());
    signals.iter().for_each(|(id, signal)| valuation.set(*id, values.of(*signal)));
    valuation
}

/// Reads lines such as `take_0@3=1` about inputs with these names. Whatever is not named is 0.
pub(super) fn read<'n>(names: impl Iterator<Item = &'n str>, text: &str) -> Result<Stimuli, Trouble> {
    let unreadable = |line: &str| Trouble::CounterexampleUnreadable(first_line(line));
    let numbers: BTreeMap<&str, usize> = names.zip(0..).collect();
    let comment = |begin: &str| text.lines().find_map(|line| line.strip_prefix(begin)).map(str::trim);
    let length = comment(LENGTH).and_then(|length| length.parse::<usize>().ok());
    let length = length.ok_or_else(|| unreadable("its length is missing, which `write_cex -n` writes"))?;
    let is_short = (1..=MOST_CYCLES).contains(&length) && length.saturating_mul(numbers.len()) <= MOST_STIMULI;
    if !is_short {
        return Err(unreadable(&format!("a length of {length}")));
    }
    let violated = comment("# FALSIFYING OUTPUTS:").unwrap_or_default().to_string();
    let mut stimuli = Stimuli { inputs: vec![vec![false; numbers.len()]; length], repeat: None, violated };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let parsed = line.split_once('@').and_then(|(name, rest)| {
            let (cycle, value) = rest.split_once('=')?;
            Some((name, cycle.parse::<usize>().ok()?, value.trim() == "1"))
        });
        let (name, cycle, value) = parsed.ok_or_else(|| unreadable(line))?;
        let inputs = stimuli.inputs.get_mut(cycle).ok_or_else(|| unreadable(line))?;
        if let Some(slot) = numbers.get(name).and_then(|number| inputs.get_mut(*number)) {
            *slot = value;
        }
        if name == REPEAT && value && stimuli.repeat.is_none_or(|known| cycle < known) {
            stimuli.repeat = Some(cycle);
        }
    }
    Ok(stimuli)
}
