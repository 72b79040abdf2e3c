//! The transition system of a boolean program: initial states and successors.

use std::cell::{Cell, RefCell};

use super::{Judge, Limits, Move};
use crate::limits::STATES_BETWEEN_CHECKS;
use base::Budget;
use base::ids::Id;
use boolprog::{BoolExpr, BoolId, BooleanProgram, Clause, PointId, Valuation, Values};
use reason::{Limit, Stop};
use rustc_hash::FxHashSet;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub point: PointId,
    pub valuation: Valuation,
}

/// The outcomes of one transition from one state, step by step.
pub(super) struct Fired {
    /// For each step, the states after it, each with the index of its predecessor in the previous layer.
    pub layers: Vec<Vec<(Valuation, usize)>>,
    /// True if an assumption failed on the way.
    pub blocked: bool,
}

impl Fired {
    /// Returns the valuations after the last step.
    pub fn results(&self) -> impl Iterator<Item = (usize, &Valuation)> {
        self.layers.last().into_iter().flatten().map(|(valuation, _)| valuation).enumerate()
    }

    /// Returns the moves that lead to an entry of a layer.
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

/// A boolean program, indexed for searches.
pub(super) struct System<'p> {
    pub program: &'p BooleanProgram,
    pub limits: Limits,
    pub budget: &'p Budget,
    /// The transitions from each location.
    outgoing: Vec<Vec<usize>>,
    /// The admission condition of each location.
    admissions: RefCell<Vec<Admission>>,
    /// The judge of chosen values, with the states that it did not rule out.
    judge: Option<RefCell<Judged<'p>>>,
    /// Number of states computed so far.
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
        let count = program.variables.len();
        let admissions = program.points.iter().map(|point| Admission::new(&point.admission(), count)).collect();
        let admissions = RefCell::new(admissions);
        System { program, limits, budget, outgoing, admissions, judge: None, computed: Cell::new(0) }
    }

    /// Consults the judge whenever values were chosen.
    pub fn judged_by(self, judge: &'p mut dyn Judge) -> Self {
        let judged = Judged { judge, possible: FxHashSet::default(), learnt: Vec::new() };
        System { judge: Some(RefCell::new(judged)), ..self }
    }

    /// Returns the clauses learnt from the judge, each with its location.
    pub fn into_learnt(self) -> Vec<(PointId, BoolExpr)> {
        self.judge.map(|judged| judged.into_inner().learnt).unwrap_or_default()
    }

    /// Returns the transitions that may run in a state.
    pub fn enabled<'s>(&'s self, state: &'s State) -> impl Iterator<Item = usize> + 's {
        let may_run = |index: &usize| {
            let guard = self.program.transitions.get(*index).and_then(|transition| transition.steps.first());
            guard.is_some_and(|step| state.valuation.values_of(&step.guard).may_be_true)
        };
        self.outgoing.get(state.point.index()).into_iter().flatten().copied().filter(may_run)
    }

    pub fn initial_states(&self) -> Result<Vec<State>, Stop> {
        let point = self.program.initial;
        let relevant = self.program.points.get(point).map(|point| &point.relevant[..]).unwrap_or_default();
        let outcomes: Vec<(BoolId, Values)> = relevant.iter().map(|id| (*id, Values::BOTH)).collect();
        let mut start = Admission::new(&self.program.start_condition(), self.program.variables.len());
        let (valuations, _) = self.combinations(point, &outcomes, &mut start)?;
        Ok(valuations.into_iter().map(|valuation| State { point, valuation }).collect())
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
                let outcomes = self.program.step_outcomes(step, valuation);
                let mut admissions = self.admissions.borrow_mut();
                let Some(admission) = admissions.get_mut(step.target.index()) else { continue };
                let (combinations, blocked) = self.combinations(step.target, &outcomes, admission)?;
                fired.blocked |= blocked;
                for next in combinations {
                    if seen.insert(next.clone()) {
                        after.push((next, index));
                    }
                }
                if after.len() > self.limits.states {
                    return Err(Stop::at_share(Limit::ModelStates, self.limits.states));
                }
            }
            fired.layers.push(after.clone());
            before = after;
        }
        Ok(fired)
    }

    /// Counts a computed state.
    fn count(&self) -> Result<(), Stop> {
        let computed = self.computed.get().saturating_add(1);
        self.computed.set(computed);
        if computed > self.limits.successors {
            return Err(Stop::at_share(Limit::ModelSuccessors, self.limits.successors));
        }
        // Reading the clock takes as long as computing a state.
        if computed.is_multiple_of(STATES_BETWEEN_CHECKS) {
            self.budget.check()?;
        }
        Ok(())
    }

    /// Enumerates the admitted valuations that take a possible value for each variable named and are false elsewhere;
    /// true if some valuation was not admitted. Choices are made one by one, and pruned as soon as some clause cannot
    /// hold any more.
    fn combinations(
        &self,
        point: PointId,
        outcomes: &[(BoolId, Values)],
        admission: &mut Admission,
    ) -> Result<(Vec<Valuation>, bool), Stop> {
        let mut base = Valuation::all_false(self.program.variables.len());
        for (id, values) in outcomes.iter().filter(|(_, values)| !values.is_choice()) {
            base.set(*id, values.may_be_true);
        }
        let choices: Vec<BoolId> =
            outcomes.iter().filter(|(_, values)| values.is_choice()).map(|(id, _)| *id).collect();
        // The variables still open after each number of decisions.
        let mut open_after = vec![Valuation::all_false(self.program.variables.len()); choices.len() + 1];
        for (index, id) in choices.iter().enumerate() {
            open_after.iter_mut().take(index + 1).for_each(|open| open.set(*id, true));
        }
        let may_hold = |clause: &Condition, decided: usize, valuation: &Valuation| {
            open_after.get(decided).is_none_or(|open| clause.may_hold(valuation, open))
        };
        if !admission.clauses.iter().all(|clause| may_hold(clause, 0, &base)) {
            return Ok((Vec::new(), true));
        }
        let (mut found, mut blocked) = (Vec::new(), false);
        let mut open = vec![(0, base, admission.clauses.len())];
        while let Some((decided, valuation, known)) = open.pop() {
            self.count()?;
            // Clauses learnt since this was pushed may rule it out.
            let mut learnt = admission.clauses.get(known..).into_iter().flatten();
            if !learnt.all(|clause| may_hold(clause, decided, &valuation)) {
                blocked = true;
                continue;
            }
            let Some(id) = choices.get(decided) else {
                if let Some(clause) = self.refuted(point, &valuation)? {
                    admission.add(clause);
                    blocked = true;
                    continue;
                }
                found.push(valuation);
                if found.len() > self.limits.states {
                    return Err(Stop::at_share(Limit::ModelStates, self.limits.states));
                }
                continue;
            };
            for value in [true, false] {
                let mut next = valuation.clone();
                next.set(*id, value);
                if admission.clauses_of(*id).all(|clause| may_hold(clause, decided + 1, &next)) {
                    open.push((decided + 1, next, admission.clauses.len()));
                } else {
                    blocked = true;
                }
            }
        }
        Ok((found, blocked))
    }

    /// Returns a clause that holds at the location in every C state, but not in this valuation.
    fn refuted(&self, point: PointId, valuation: &Valuation) -> Result<Option<BoolExpr>, Stop> {
        let Some(judge) = &self.judge else { return Ok(None) };
        let mut judged = judge.borrow_mut();
        let state = State { point, valuation: valuation.clone() };
        if judged.possible.contains(&state) {
            return Ok(None);
        }
        self.budget.check()?;
        let clause = judged.judge.refute(point, valuation)?;
        match &clause {
            Some(clause) => judged.learnt.push((point, clause.clone())),
            None => {
                judged.possible.insert(state);
            }
        }
        Ok(clause)
    }
}

/// A judge, and its answers so far.
struct Judged<'p> {
    judge: &'p mut dyn Judge,
    possible: FxHashSet<State>,
    learnt: Vec<(PointId, BoolExpr)>,
}

/// The condition for entering a location, clause by clause.
struct Admission {
    /// Number of variables of the program.
    count: usize,
    clauses: Vec<Condition>,
    /// For each variable, the clauses in which it occurs.
    by_variable: Vec<Vec<usize>>,
}

impl Admission {
    fn new(condition: &BoolExpr, count: usize) -> Admission {
        let mut admission = Admission { count, clauses: Vec::new(), by_variable: vec![Vec::new(); count] };
        condition.conjuncts().iter().for_each(|clause| admission.add(clause.clone()));
        admission
    }

    fn add(&mut self, clause: BoolExpr) {
        for variable in clause.variables() {
            if let Some(clauses) = self.by_variable.get_mut(variable.index()) {
                clauses.push(self.clauses.len());
            }
        }
        let clause = Clause::of(&clause, self.count).map_or(Condition::Other(clause), Condition::Clause);
        self.clauses.push(clause);
    }

    fn clauses_of(&self, id: BoolId) -> impl Iterator<Item = &Condition> {
        self.by_variable.get(id.index()).into_iter().flatten().filter_map(|index| self.clauses.get(*index))
    }
}

enum Condition {
    Clause(Clause),
    Other(BoolExpr),
}

impl Condition {
    /// Returns true if the condition can be true when the variables in `open` may have any value.
    fn may_hold(&self, valuation: &Valuation, open: &Valuation) -> bool {
        match self {
            Condition::Clause(clause) => clause.may_hold(valuation, open),
            Condition::Other(expr) => {
                let value = |id| if open.get(id) { Values::BOTH } else { Values::only(valuation.get(id)) };
                expr.possible_values(&value).may_be_true
            }
        }
    }
}
