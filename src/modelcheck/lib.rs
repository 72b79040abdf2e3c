//! Decides the properties of a boolean program: by our own explicit-state search, and by SPIN.
//!
//! All engines answer alike, in the types below. A violation always comes with a path, and no path leaves this module
//! before [`replay`] has executed it, which shares no code with the searches. Only `modelcheck::spin` starts processes.
//!
//! States are counted by one rule: the reachable pairs of a stored location and a valuation, and one for *blocked* when some
//! run is blocked after its start. SPIN stores one more (see [`emit::promela`]).
//!
//! | file | what stands there |
//! |---|---|
//! | `system` | the transition system of a boolean program |
//! | `explicit` | search of all reachable states: assertions |
//! | `product` | product with a Büchi automaton: temporal formulas |
//! | `replay` | executes a path and checks that it violates the property |
//! | `limits` | the limits, each with its unit |
//! | `spin` | runs the real SPIN |

pub mod explicit;
mod limits;
pub mod product;
pub mod replay;
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
    /// `assertions[_]`
    Assertion(usize),
    /// `ltl[_]`
    Ltl(usize),
}

impl PropertyIndex {
    /// All properties of the program: assertions, then temporal ones.
    pub fn all(program: &BooleanProgram) -> Vec<PropertyIndex> {
        let assertions = (0..program.assertions.len()).map(PropertyIndex::Assertion);
        assertions.chain((0..program.ltl.len()).map(PropertyIndex::Ltl)).collect()
    }
}

/// One executed step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Index of the transition.
    pub transition: usize,
    /// Index of the step in it.
    pub step: usize,
    /// The values after the step.
    pub valuation: Valuation,
}

/// A run of the boolean program, or its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The values at the initial location.
    pub initial: Valuation,
    /// The steps, in order. For an assertion the last may be in the middle of a transition.
    pub moves: Vec<Move>,
    /// For a temporal property: after the last move the run goes on with the move of this index, for ever. When it is the
    /// number of moves, the run has ended and stays in its last state.
    pub loop_start: Option<usize>,
}

/// The answer to one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckOutcome {
    /// On every run.
    Holds,
    /// Not on this run.
    Violated(Path),
    /// Not decided, with the reason.
    Unknown(Undecided),
}

/// The answer to one property, with its price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyResult {
    /// The property.
    pub property: PropertyIndex,
    /// The answer.
    pub outcome: CheckOutcome,
    /// For a temporal property: how many states of the product with the formula's automaton were stored. Engines differ
    /// here, as their automata do.
    pub product_states: Option<usize>,
}

/// What one engine says about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// In the order of [`PropertyIndex::all`].
    pub properties: Vec<PropertyResult>,
    /// Reachable states by the common rule; `None` when not all were visited.
    pub states: Option<usize>,
}

impl CheckReport {
    /// Every property unknown for one reason.
    pub fn unknown(program: &BooleanProgram, reason: &Undecided) -> CheckReport {
        let unknown = |property| PropertyResult {
            property,
            outcome: CheckOutcome::Unknown(reason.clone()),
            product_states: None,
        };
        CheckReport { properties: PropertyIndex::all(program).into_iter().map(unknown).collect(), states: None }
    }
}

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// States that may be stored, per search.
    pub states: usize,
    /// States that may be computed, per search, known ones counted as well: free choices lead to the same states in
    /// many ways.
    pub successors: usize,
}

impl Limits {
    /// This many states, and what it usually takes to find them.
    pub fn of_states(states: usize) -> Limits {
        Limits {
            states,
            successors: states.saturating_mul(SUCCESSORS_PER_STATE).min(Limit::ModelSuccessors.default_count()),
        }
    }

    /// A multiple of both.
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

/// The boolean program breaks its own rules: what it breaks.
fn ill_formed(what: &str) -> Undecided {
    Undecided::Defect(format!("ill-formed boolean program: {what}"))
}

/// The boolean program lacks the property that was asked about.
fn no_such_property() -> Undecided {
    Undecided::Defect("no such property".into())
}

/// Knows which valuations stand for states of C.
pub trait Judge {
    /// A clause over variables that are relevant at the location, which holds there in every state of C, and not in
    /// this valuation. An error where it was asked too much.
    fn refute(&mut self, point: PointId, valuation: &Valuation) -> Result<Option<BoolExpr>, Exhausted>;
}

/// Visits the reachable states; returns clauses that hold at locations in every state of C, and rule out all chosen
/// values that stand for no state. Stops at a limit without a word: then not everything is ruled out.
pub fn learn(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    limits: Limits,
    budget: &Budget,
) -> Vec<(PointId, BoolExpr)> {
    explicit::learn(program, judge, limits, budget)
}

/// Whether all of the properties hold on the runs that the judge cannot rule out, state by state: no clause of the
/// judge's would ever prove more. Ends with the first run that breaks one; `false` also when a limit was reached.
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

/// All reachable states at stored locations, in the order in which they are met; `None` where a limit was reached first.
pub fn reachable(program: &BooleanProgram, limits: Limits, budget: &Budget) -> Option<Vec<(PointId, Valuation)>> {
    explicit::reachable(program, limits, budget)
}

/// The assertions that hold, by their index; none where a limit was reached first. No state is visited once all of them fail.
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

/// The path as a violation, once [`replay`] agrees.
pub(crate) fn confirmed(program: &BooleanProgram, property: PropertyIndex, path: Path) -> CheckOutcome {
    match replay::replay(program, property, &path) {
        Ok(()) => CheckOutcome::Violated(path),
        Err(message) => {
            CheckOutcome::Unknown(Undecided::Defect(format!("the counterexample cannot be replayed: {message}")))
        }
    }
}
