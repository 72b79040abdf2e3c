//! Breadth-first search of all reachable states. Decides assertions, with shortest counterexamples.
//!
//! When states are counted, the search continues after a violation, so that their number does not depend on the
//! verdicts.

use super::system::{State, System};
use super::{CheckOutcome, CheckReport, Judge, Limits, Path, PropertyIndex, PropertyResult, confirmed, ill_formed};
use base::Budget;
use boolprog::{BoolExpr, BooleanProgram, PointId, Valuation};
use indexmap::IndexMap;
use reason::{Limit, Stop};
use rustc_hash::FxBuildHasher;

/// The predecessor and the transition by which a state was first reached. `None` for initial states.
type Origin = Option<(usize, usize)>;

pub fn check_assertions(program: &BooleanProgram, limits: Limits, budget: &Budget) -> CheckReport {
    if let Err(message) = program.invariant() {
        return CheckReport::unknown(program, &ill_formed(&message));
    }
    let mut search = Search::new(program, System::new(program, limits, budget));
    let stopped = search.run().err();
    search.report(stopped)
}

/// Returns true if every run that violates one of the assertions has a state that the judge rules out. The search is
/// depth first: that finds a violation sooner, and no short run is needed.
pub(super) fn may_hold(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    wanted: &[usize],
    limits: Limits,
    budget: &Budget,
) -> bool {
    if program.invariant().is_err() {
        return false;
    }
    let system = System::new(program, limits, budget).judged_by(judge);
    let mut search = Search { end: SearchEnd::OneFails(wanted), ..Search::new(program, system) };
    search.run_deep().is_ok() && !search.is_over()
}

/// Returns the indices of the assertions that hold; none if a limit was reached first. Stops as soon as all of them
/// fail.
pub(super) fn holding(program: &BooleanProgram, limits: Limits, budget: &Budget) -> Vec<usize> {
    if program.invariant().is_err() {
        return Vec::new();
    }
    let system = System::new(program, limits, budget);
    let mut search = Search { end: SearchEnd::AllFail, ..Search::new(program, system) };
    if search.run().is_err() {
        return Vec::new();
    }
    let holds = |(index, violation): (usize, &Option<Path>)| violation.is_none().then_some(index);
    search.violations.iter().enumerate().filter_map(holds).collect()
}

/// Returns the clauses that the judge returns while all reachable states are visited.
pub(super) fn learn(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    limits: Limits,
    budget: &Budget,
) -> Vec<(PointId, BoolExpr)> {
    if program.invariant().is_err() {
        return Vec::new();
    }
    let mut search = Search::new(program, System::new(program, limits, budget).judged_by(judge));
    // Whatever stopped the search, the clauses learnt so far are valid.
    let _ = search.run();
    search.system.into_learnt()
}

/// Returns all reachable states at stored locations; `None` if not all were visited.
pub(super) fn reachable(
    program: &BooleanProgram,
    limits: Limits,
    budget: &Budget,
) -> Option<Vec<(PointId, Valuation)>> {
    program.invariant().ok()?;
    let mut search = Search::new(program, System::new(program, limits, budget));
    search.run().ok()?;
    Some(search.reached.into_keys().map(|state| (state.point, state.valuation)).collect())
}

struct Search<'p> {
    system: System<'p>,
    /// In breadth-first order.
    reached: IndexMap<State, Origin, FxBuildHasher>,
    blocked: bool,
    violations: Vec<Option<Path>>,
    end: SearchEnd<'p>,
}

/// The termination condition of a search.
#[derive(Clone, Copy)]
enum SearchEnd<'p> {
    /// All states were visited.
    AllVisited,
    /// Stop early if one of these assertions fails.
    OneFails(&'p [usize]),
    /// Stop early if every assertion fails.
    AllFail,
}

impl<'p> Search<'p> {
    /// Prepares a search for all assertions.
    fn new(program: &BooleanProgram, system: System<'p>) -> Search<'p> {
        let violations = vec![None; program.assertions.len()];
        Search { system, reached: IndexMap::default(), blocked: false, violations, end: SearchEnd::AllVisited }
    }

    fn start(&mut self) -> Result<(), Stop> {
        for state in self.system.initial_states()? {
            let path = || Path { initial: state.valuation.clone(), moves: Vec::new(), loop_start: None };
            for violated in self.violated_at(state.point, &state.valuation) {
                self.violations[violated] = Some(path());
            }
            self.reached.insert(state, None);
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), Stop> {
        self.start()?;
        let mut next = 0;
        while let Some((state, _)) = self.reached.get_index(next)
            && !self.is_over()
        {
            self.system.budget.check()?;
            let state = state.clone();
            let transitions: Vec<usize> = self.system.enabled(&state).collect();
            for transition in transitions {
                self.take(next, &state, transition)?;
            }
            next += 1;
        }
        Ok(())
    }

    /// Visits states depth first.
    fn run_deep(&mut self) -> Result<(), Stop> {
        self.start()?;
        let mut agenda: Vec<usize> = (0..self.reached.len()).rev().collect();
        while let Some(index) = agenda.pop() {
            if self.is_over() {
                break;
            }
            self.system.budget.check()?;
            let Some((state, _)) = self.reached.get_index(index) else { continue };
            let state = state.clone();
            let transitions: Vec<usize> = self.system.enabled(&state).collect();
            let known = self.reached.len();
            for transition in transitions {
                self.take(index, &state, transition)?;
            }
            agenda.extend((known..self.reached.len()).rev());
        }
        Ok(())
    }

    /// Returns true if the search may stop before all states were visited.
    fn is_over(&self) -> bool {
        let fails = |index: &usize| self.violations.get(*index).is_some_and(Option::is_some);
        match self.end {
            SearchEnd::AllVisited => false,
            SearchEnd::OneFails(wanted) => wanted.iter().any(fails),
            SearchEnd::AllFail => self.violations.iter().all(Option::is_some),
        }
    }

    fn take(&mut self, index: usize, state: &State, transition: usize) -> Result<(), Stop> {
        let fired = self.system.fire(transition, &state.valuation)?;
        self.blocked |= fired.blocked;
        let program = self.system.program;
        let Some(steps) = program.transitions.get(transition).map(|transition| &transition.steps) else {
            return Ok(());
        };
        for (layer, (step, entries)) in steps.iter().zip(&fired.layers).enumerate() {
            for (entry, (valuation, _)) in entries.iter().enumerate() {
                for violated in self.violated_at(step.target, valuation) {
                    let mut path = self.path_to(index)?;
                    path.moves.extend(fired.moves_to(transition, layer, entry));
                    self.violations[violated] = Some(path);
                }
            }
        }
        let Some(point) = steps.last().map(|step| step.target) else { return Ok(()) };
        for (_, valuation) in fired.results() {
            let state = State { point, valuation: valuation.clone() };
            self.reached.entry(state).or_insert(Some((index, transition)));
        }
        if self.reached.len() > self.system.limits.states {
            return Err(Stop::at_share(Limit::ModelStates, self.system.limits.states));
        }
        Ok(())
    }

    /// Returns the assertions that fail here and were not known to fail.
    fn violated_at(&self, point: PointId, valuation: &Valuation) -> Vec<usize> {
        let assertions = self.system.program.assertions.iter().zip(&self.violations).enumerate();
        assertions
            .filter(|(_, (assertion, known))| {
                known.is_none() && assertion.point == point && valuation.values_of(&assertion.condition).may_be_false
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns the path to a state. Its transitions are computed again, which the budget may end.
    fn path_to(&self, index: usize) -> Result<Path, Stop> {
        let mut hops = Vec::new();
        let mut at = index;
        while let Some((state, Some((parent, transition)))) = self.reached.get_index(at) {
            hops.push((*parent, *transition, &state.valuation));
            at = *parent;
        }
        let initial = self.reached.get_index(at).map(|(state, _)| state.valuation.clone());
        let count = self.system.program.variables.len();
        let mut path = Path {
            initial: initial.unwrap_or_else(|| Valuation::all_false(count)),
            moves: Vec::new(),
            loop_start: None,
        };
        for (parent, transition, target) in hops.into_iter().rev() {
            let Some((state, _)) = self.reached.get_index(parent) else { continue };
            let fired = self.system.fire(transition, &state.valuation)?;
            let found = fired.results().find(|(_, valuation)| *valuation == target).map(|(entry, _)| entry);
            if let Some(entry) = found {
                path.moves.extend(fired.moves_to(transition, fired.layers.len().saturating_sub(1), entry));
            }
        }
        Ok(path)
    }

    fn report(self, stopped: Option<Stop>) -> CheckReport {
        let program = self.system.program;
        let outcome = |(index, violation): (usize, Option<Path>)| {
            let property = PropertyIndex::Assertion(index);
            let outcome = match (violation, &stopped) {
                (Some(path), _) => confirmed(program, property, path),
                (None, Some(stop)) => CheckOutcome::Unknown((*stop).into()),
                (None, None) => CheckOutcome::Holds,
            };
            PropertyResult { property, outcome, product_states: None }
        };
        let states = match stopped {
            Some(_) => None,
            None => Some(self.reached.len() + usize::from(self.blocked)),
        };
        CheckReport { properties: self.violations.into_iter().enumerate().map(outcome).collect(), states }
    }
}
