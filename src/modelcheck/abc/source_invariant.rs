//! Translates an invariant that a user got from ABC to predicates, and proves it again. It needs the model in BLIF, and neither ABC
//! nor the C program.

use super::Trouble;
use super::invariant::{self, Latches};
use crate::source_trail::{ExcludedStates, SourceInvariant};
use base::Budget;
use emit::circuit_model::CircuitModel;
use emit::transition_system::circuit::Signal;
use emit::transition_system::{CONSTRAINT_FAILED, EXCLUDED};
use reason::Undecided;
use std::collections::BTreeMap;

/// Returns true if a file looks like the PLA file of an invariant.
pub(crate) fn is_invariant(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(".ilb"))
}

/// Translates the text that `pdr -d` wrote, if it proves some property of the model.
pub(crate) fn read_invariant(model: &CircuitModel, text: &str, budget: &Budget) -> Result<SourceInvariant, Undecided> {
    let latches = Latches::of_model(model);
    let read = invariant::read(&latches, text)?;
    let bad: Vec<Signal> = model.outputs.iter().map(|(_, signal)| *signal).collect();
    let holds = read.prove(&latches, &bad, budget)?;
    let meaning = |name: &String| model.meanings.get(name).cloned().unwrap_or_else(|| name.clone());
    let proved = model.outputs.iter().zip(holds).filter(|(_, holds)| *holds);
    let proved: Vec<String> = proved.map(|((name, _), _)| meaning(name)).collect();
    if proved.is_empty() {
        return Err(Trouble::InvariantWrong("it proves no property").into());
    }
    let mut excluded: Vec<ExcludedStates> = read.cubes.iter().filter_map(|cube| states(model, cube)).collect();
    excluded.sort();
    Ok(SourceInvariant { procedure: model.procedure.clone(), proved, excluded })
}

/// Returns the states of a cube. Bits of the location become the locations whose number has them. A predicate is never true where it has
/// no meaning, which is not said; `None` if nothing else is.
fn states(model: &CircuitModel, cube: &[(usize, bool)]) -> Option<ExcludedStates> {
    let mut bits: BTreeMap<usize, bool> = BTreeMap::new();
    let mut predicates: Vec<(&String, bool)> = Vec::new();
    for (latch, value) in cube {
        let (name, _) = model.latches.get(*latch)?;
        // Runs that break an assumption do not count.
        if !value && [CONSTRAINT_FAILED, EXCLUDED].contains(&name.as_str()) {
            continue;
        }
        match name.strip_prefix("location_").and_then(|place| place.parse::<usize>().ok()) {
            Some(place) => {
                bits.insert(place, *value);
            }
            None => predicates.push((name, *value)),
        }
    }
    let has_bits = |code: usize| {
        let bit = |place: usize| code.checked_shr(place as u32).is_some_and(|rest| rest & 1 == 1);
        bits.iter().all(|(place, value)| bit(*place) == *value)
    };
    let has_meanings = |code: &usize| {
        let here = model.predicates.get(code).map(Vec::as_slice).unwrap_or_default();
        let is_other = |name: &String| !name.starts_with("v_");
        predicates.iter().all(|(name, value)| !value || is_other(name) || here.contains(name))
    };
    let here = model.locations.iter().filter(|(code, _)| has_bits(**code) && has_meanings(code));
    let mut locations: Vec<String> = here.map(|(_, place)| place.clone()).collect();
    if locations.is_empty() {
        return None;
    }
    if bits.is_empty() {
        locations.clear();
    }
    let meaning = |name: &String| model.meanings.get(name).unwrap_or(name).clone();
    Some(ExcludedStates { locations, values: predicates.iter().map(|(name, value)| (meaning(name), *value)).collect() })
}
