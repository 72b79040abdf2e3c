//! Decides the properties of a boolean program: by our own explicit-state search, by SPIN, and by ABC.
//!
//! All engines answer in the types below. A violation always comes with a path, and no path leaves this crate before
//! [`replay`] has executed it, which shares no code with the searches. Only `modelcheck::process` starts processes.
//!
//! All engines count states by the same rule: the reachable pairs of a stored location and a valuation, and one more
//! for *blocked* if some run is blocked after its start. SPIN stores one more (see [`emit::promela`]), and ABC counts none.
//!
//! | file | contents |
//! |---|---|
//! | `system` | the transition system of a boolean program |
//! | `explicit` | search of all reachable states: assertions |
//! | `product` | product with a Büchi automaton: temporal formulas |
//! | `replay` | executes a path and checks that it violates the property |
//! | `limits` | the limits, each with its unit |
//! | `source_trail` | runs of models that users got, in C statements (`damson replay`) |
//! | `process` | runs a command under a budget |
//! | `spin` | runs SPIN |
//! | `abc` | runs ABC |

pub mod abc;
pub mod explicit;
mod limits;
mod process;
pub mod product;
pub mod replay;
pub mod source_trail;
pub mod spin;
mod system;

use crate::limits::SUCCESSORS_PER_STATE;
use base::Budget;
use base::budget::Exhausted;
use boolprog::{BoolExpr, BooleanProgram, PointId, Valuation};
use reason::{Limit, Undecided};

/// A property of a boolean program, by its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PropertyIndex {
    /// An index into `assertions`.
    Assertion(usize),
    /// An index into `ltl`.
    Ltl(usize),
}

impl PropertyIndex {
    /// Returns all properties of the program: assertions, then temporal ones.
    pub fn all(program: &BooleanProgram) -> Vec<PropertyIndex> {
        let assertions = (0..program.assertions.len()).map(PropertyIndex::Assertion);
        assertions.chain((0..program.ltl.len()).map(PropertyIndex::Ltl)).collect()
    }
}

/// An executed step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Index of the transition.
    pub transition: usize,
    /// Index of the step in the transition.
    pub step: usize,
    /// The values after the step.
    pub valuation: Valuation,
}

/// A run of the boolean program, or a prefix of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The values at the initial location.
    pub initial: Valuation,
    /// The steps in order. For an assertion, the last one may be in the middle of a transition.
    pub moves: Vec<Move>,
    /// For a temporal property: after the last move, the run repeats from the move with this index, forever. If it is
    /// the number of moves, the run has ended and stays in its last state.
    pub loop_start: Option<usize>,
}

/// The verdict on one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckOutcome {
    Holds,
    /// With a run that violates it.
    Violated(Path),
    Unknown(Undecided),
}

/// The verdict on one property, with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyResult {
    pub property: PropertyIndex,
    pub outcome: CheckOutcome,
    /// For a temporal property: number of stored states of the product with the formula's automaton. Engines differ
    /// here, as their automata do.
    pub product_states: Option<usize>,
}

/// The results of one engine for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// In the order of [`PropertyIndex::all`].
    pub properties: Vec<PropertyResult>,
    /// Number of reachable states by the common rule; `None` if not all were visited.
    pub states: Option<usize>,
}

impl CheckReport {
    /// Every property is unknown, for one reason.
    pub fn unknown(program: &BooleanProgram, reason: &Undecided) -> CheckReport {
        let unknown = |property| PropertyResult {
            property,
            outcome: CheckOutcome::Unknown(reason.clone()),
            product_states: None,
        };
        CheckReport { properties: PropertyIndex::all(program).into_iter().map(unknown).collect(), states: None }
    }
}

/// Limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of stored states, per search.
    pub states: usize,
    /// Maximum number of computed states, per search, including known ones: nondeterministic choices lead to the same
    /// states in many ways.
    pub successors: usize,
}

impl Limits {
    /// This many states, and the successors that it usually takes to find them.
    pub fn of_states(states: usize) -> Limits {
        Limits {
            states,
            successors: states.saturating_mul(SUCCESSORS_PER_STATE).min(Limit::ModelSuccessors.default_count()),
        }
    }

    /// Multiplies both limits.
    #[must_use]
    pub fn times(self, factor: usize) -> Limits {
        let Limits { states, successors } = self;
        Limits { states: states.saturating_mul(factor), successors: successors.saturating_mul(factor) }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::of_states(Limit::ModelStates.default_count())
    }
}

/// The boolean program violates its invariant.
fn ill_formed(what: &str) -> Undecided {
    Undecided::Defect(format!("ill-formed boolean program: {what}"))
}

fn no_such_property() -> Undecided {
    Undecided::Defect("no such property".into())
}

/// Decides which valuations correspond to C states.
pub trait Judge {
    /// Returns a clause over variables relevant at the location that holds there in every C state, but not in this
    /// valuation; `None` if it knows of none. Fails if its budget is exhausted.
    fn refute(&mut self, point: PointId, valuation: &Valuation) -> Result<Option<BoolExpr>, Exhausted>;
}

/// Visits the reachable states, and returns clauses that hold at locations in every C state and rule out all chosen
/// values that correspond to no state. If it reaches a limit, not everything is ruled out.
pub fn learn(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    limits: Limits,
    budget: &Budget,
) -> Vec<(PointId, BoolExpr)> {
    explicit::learn(program, judge, limits, budget)
}

/// Returns true if all of the properties hold on the runs whose states the judge does not rule out: no clause of the
/// judge could prove more. Stops at the first violation; false also if a limit was reached.
pub fn may_hold(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    wanted: &[PropertyIndex],
    limits: Limits,
    budget: &Budget,
) -> bool {
    let assertions = wanted.iter().filter_map(|property| match property {
        PropertyIndex::Assertion(index) => Some(*index),
        PropertyIndex::Ltl(_) => None,
    });
    let assertions: Vec<usize> = assertions.collect();
    let temporal = wanted.iter().filter_map(|property| match property {
        PropertyIndex::Ltl(index) => Some(*index),
        PropertyIndex::Assertion(_) => None,
    });
    (assertions.is_empty() || explicit::may_hold(program, judge, &assertions, limits, budget))
        && temporal.into_iter().all(|index| product::may_hold(program, judge, index, limits, budget))
}

/// Returns all reachable states at stored locations, in the order of discovery; `None` if a limit was reached first.
pub fn reachable(program: &BooleanProgram, limits: Limits, budget: &Budget) -> Option<Vec<(PointId, Valuation)>> {
    explicit::reachable(program, limits, budget)
}

/// Returns the indices of the assertions that hold; none if a limit was reached first. Stops once all of them fail.
pub fn holding(program: &BooleanProgram, limits: Limits, budget: &Budget) -> Vec<usize> {
    explicit::holding(program, limits, budget)
}

/// Decides all properties by our own search.
pub fn check(program: &BooleanProgram, limits: Limits, budget: &Budget) -> CheckReport {
    let mut report = explicit::check_assertions(program, limits, budget);
    report.properties.retain(|result| matches!(result.property, PropertyIndex::Assertion(_)));
    report.properties.extend((0..program.ltl.len()).map(|index| product::check_ltl(program, index, limits, budget)));
    report
}

/// Returns the path as a violation, provided that [`replay`] agrees.
pub(crate) fn confirmed(program: &BooleanProgram, property: PropertyIndex, path: Path) -> CheckOutcome {
    match replay::replay(program, property, &path) {
        Ok(()) => CheckOutcome::Violated(path),
        Err(message) => {
            CheckOutcome::Unknown(Undecided::Defect(format!("the counterexample cannot be replayed: {message}")))
        }
    }
}
