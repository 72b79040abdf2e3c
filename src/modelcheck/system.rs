//! The transition system of a boolean program: initial states, and what a transition leads to.

use std::cell::Cell;

use super::{Limits, Move, Stop};
use crate::base::Budget;
use crate::base::ids::Id;
use crate::boolprog::{BoolId, BooleanProgram, PointId, Valuation, Values};
use rustc_hash::FxHashSet;

/// A state: location and values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub point: PointId,
    pub valuation: Valuation,
}

/// The outcomes of one transition from one state, step by step.
pub(super) struct Fired {
    /// For each step the states after it, each with the index of its predecessor in the layer before.
    pub layers: Vec<Vec<(Valuation, usize)>>,
    /// Whether an assumption failed on the way.
    pub blocked: bool,
}

impl Fired {
    /// The valuations after the last step.
    pub fn results(&self) -> impl Iterator<Item = (usize, &Valuation)> {
        self.layers.last().into_iter().flatten().map(|(valuation, _)| valuation).enumerate()
    }

    /// The moves that lead to an entry of a layer.
    pub fn moves_to(&self, transition: usize, layer: usize, index: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = index;
        for step in (0..=layer).rev() {
            let Some((valuation, parent)) = self.layers.get(step).and_then(|layer| layer.get(at)) else { break };
            moves.push(Move { transition, step, valuation: valuation.clone() });
            at = *parent;
        }
        moves.reverse();
        moves
    }
}

/// A boolean program with what searches need at hand.
pub(super) struct System<'p> {
    pub program: &'p BooleanProgram,
    pub limits: Limits,
    pub budget: &'p Budget,
    /// For each location the transitions from it.
    outgoing: Vec<Vec<usize>>,
    /// States computed so far.
    computed: Cell<usize>,
}

impl<'p> System<'p> {
    pub fn new(program: &'p BooleanProgram, limits: Limits, budget: &'p Budget) -> Self {
        let mut outgoing = vec![Vec::new(); program.points.len()];
        for (index, transition) in program.transitions.iter().enumerate() {
            if let Some(list) = outgoing.get_mut(transition.source.index()) {
                list.push(index);
            }
        }
        System { program, limits, budget, outgoing, computed: Cell::new(0) }
    }

    /// The transitions that may run in a state.
    pub fn enabled<'s>(&'s self, state: &'s State) -> impl Iterator<Item = usize> + 's {
        let may_run = |index: &usize| {
            let guard = self.program.transitions.get(*index).and_then(|transition| transition.steps.first());
            guard.is_some_and(|step| state.valuation.values_of(&step.guard).may_be_true)
        };
        self.outgoing.get(state.point.index()).into_iter().flatten().copied().filter(may_run)
    }

    /// All initial states.
    pub fn initial_states(&self) -> Result<Vec<State>, Stop> {
        let point = self.program.initial;
        let relevant = self.program.points.get(point).map(|point| &point.relevant[..]).unwrap_or_default();
        let constraint = &self.program.initial_constraint;
        let mut found = Vec::new();
        // Values of the first few relevant variables; extended only while the constraint may still hold.
        let mut open: Vec<(usize, Valuation)> = vec![(0, Valuation::all_false(self.program.variables.len()))];
        while let Some((decided, valuation)) = open.pop() {
            self.budget.check()?;
            let is_open = |id: BoolId| relevant.get(decided..).is_some_and(|rest| rest.binary_search(&id).is_ok());
            let value = |id: BoolId| if is_open(id) { Values::BOTH } else { Values::only(valuation.get(id)) };
            if !constraint.possible_values(&value).may_be_true {
                continue;
            }
            match relevant.get(decided) {
                None => found.push(State { point, valuation }),
                Some(id) => {
                    let mut with_true = valuation.clone();
                    with_true.set(*id, true);
                    open.push((decided + 1, with_true));
                    open.push((decided + 1, valuation));
                }
            }
            if found.len() > self.limits.states {
                return Err(Stop::States(self.limits.states));
            }
        }
        Ok(found)
    }

    /// Runs a transition from a valuation, in every way.
    pub fn fire(&self, transition: usize, from: &Valuation) -> Result<Fired, Stop> {
        let steps =
            self.program.transitions.get(transition).map(|transition| &transition.steps[..]).unwrap_or_default();
        let mut fired = Fired { layers: Vec::with_capacity(steps.len()), blocked: false };
        let mut before = vec![(from.clone(), 0)];
        for step in steps {
            self.budget.check()?;
            let mut after: Vec<(Valuation, usize)> = Vec::new();
            let mut seen: FxHashSet<Valuation> = FxHashSet::default();
            for (index, (valuation, _)) in before.iter().enumerate() {
                let combinations = self.combinations(&self.program.step_outcomes(step, valuation))?;
                self.count(combinations.len())?;
                for next in combinations {
                    if self.program.is_blocked(step.target, &next) {
                        fired.blocked = true;
                    } else if seen.insert(next.clone()) {
                        after.push((next, index));
                    }
                }
                if after.len() > self.limits.states {
                    return Err(Stop::States(self.limits.states));
                }
            }
            fired.layers.push(after.clone());
            before = after;
        }
        Ok(fired)
    }

    /// Counts states that were computed.
    fn count(&self, states: usize) -> Result<(), Stop> {
        self.computed.set(self.computed.get().saturating_add(states));
        if self.computed.get() > self.limits.successors {
            return Err(Stop::Successors(self.limits.successors));
        }
        Ok(())
    }

    /// Every valuation that takes a possible value for each variable named, and is false elsewhere.
    fn combinations(&self, outcomes: &[(BoolId, Values)]) -> Result<Vec<Valuation>, Stop> {
        let mut base = Valuation::all_false(self.program.variables.len());
        let mut all = Vec::new();
        for (id, values) in outcomes.iter().filter(|(_, values)| !values.is_choice()) {
            base.set(*id, values.may_be_true);
        }
        all.push(base);
        for (id, _) in outcomes.iter().filter(|(_, values)| values.is_choice()) {
            if all.len() > self.limits.states {
                return Err(Stop::States(self.limits.states));
            }
            self.budget.check()?;
            let with_true = all.clone().into_iter().map(|mut valuation| {
                valuation.set(*id, true);
                valuation
            });
            all.extend(with_true.collect::<Vec<_>>());
        }
        Ok(all)
    }
}
