//! Boolean programs: the result of the abstraction, and the input of emitters and model checkers.
//!
//! A boolean program has control locations, boolean variables, and transitions. A transition runs its steps in sequence
//! without being observed in between; only the states before its first and after its last step are *stored*. Each step
//! has a guard and one simultaneous assignment; [`BoolExpr::Choice`] (`*`) may take either value, independently at each
//! occurrence.
//!
//! A variable has a meaning only at the locations where it is relevant. Everywhere else its value is `false`: each step
//! resets the variables that are not relevant at its target, with or without an explicit assignment, which keeps the
//! state space small.
//!
//! A state of a run is a location and a value for each variable. Initial states: the initial location with every
//! valuation of its relevant variables that may satisfy `initial_constraint`.
//!
//! | file | contents |
//! |---|---|
//! | `expr` | boolean expressions |
//! | `valuation` | valuations of the variables |
//! | `invariant` | the invariant of boolean programs |
//! | `compact` | passes that shrink a boolean program and preserve every verdict |
//! | `ltl` | syntactic properties of LTL formulas |
//! | `automaton` | translates an LTL formula to a Büchi automaton |

pub mod automaton;
pub mod compact;
pub mod expr;
mod invariant;
mod ltl;
mod valuation;

use std::collections::BTreeMap;

use base::SourcePosition;
use base::define_id;
use base::ids::IdVec;

pub use expr::Values;
pub use invariant::MAX_DEPTH;
pub use valuation::{Clause, Valuation};

define_id! {
    /// A boolean variable.
    BoolId
}
define_id! {
    /// A control location of a boolean program.
    PointId
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoolExpr {
    True,
    False,
    /// `*`: either value; occurrences are independent.
    Choice,
    /// A variable's value before the step.
    Variable(BoolId),
    Not(Box<BoolExpr>),
    /// A conjunction of two or more members.
    And(Vec<BoolExpr>),
    /// A disjunction of two or more members.
    Or(Vec<BoolExpr>),
}

/// A boolean variable and its predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoolVariable {
    /// Short name, unique: `b3`.
    pub name: String,
    /// The predicate as text: `reach[;n](x, k)`.
    pub predicate: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Unique name made of letters, digits and underscores: `n4`, `line_12`, `exit`.
    pub name: String,
    /// The C source position.
    pub position: SourcePosition,
    /// The C source line, trimmed.
    pub source_line: String,
    /// The variables that have a meaning here, in ascending order.
    pub relevant: Vec<BoolId>,
    /// `assume p @ L` (else `True`), over variables relevant here. A step to a state where this is false ends in the
    /// sink *blocked*: the run counts neither for assertions nor for temporal properties. Not used at the initial
    /// location, whose assumption is part of `initial_constraint`.
    pub assumption: BoolExpr,
    /// A formula over variables relevant here that every C state satisfies: if it is false, the valuation corresponds
    /// to no state, and the run ends as if an assumption had blocked it. It may be weakened freely, and is by
    /// compaction.
    pub constraint: BoolExpr,
    /// True if states at this location are stored. Compaction clears it inside straight-line code.
    pub stored: bool,
}

impl Point {
    /// Returns the condition for a run to continue here: assumption and constraint.
    pub fn admission(&self) -> BoolExpr {
        BoolExpr::and([self.assumption.clone(), self.constraint.clone()])
    }
}

/// A step of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub target: PointId,
    /// Blocks unless this may hold.
    pub guard: BoolExpr,
    /// Simultaneous assignments, in ascending order of variables; a variable not named keeps its value.
    pub assignments: Vec<(BoolId, BoolExpr)>,
    /// The C text of the step: `x = x->n`, `assume x != NULL`.
    pub text: String,
    /// The C source position.
    pub position: SourcePosition,
    /// The over-approximated part of the C text: predicates that it may affect are unconstrained.
    pub obstacle: Option<StepObstacle>,
}

/// An over-approximated part of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepObstacle {
    /// A description of the construct.
    pub construct: String,
    /// True for a call of a function whose body is not available.
    pub lacks_body: bool,
}

impl Step {
    /// Returns the C text, and what is not followed of it.
    pub fn description(&self) -> String {
        match &self.obstacle {
            Some(obstacle) => format!("{} (not followed: {})", self.text, obstacle.construct),
            None => self.text.clone(),
        }
    }
}

/// A sequence of one or more steps; the last one leads to a stored location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// A stored location.
    pub source: PointId,
    /// The steps in order. Only the first may have a guard other than `true`.
    pub steps: Vec<Step>,
}

/// `assert p @ L`: checked in every state at the location, also inside transitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// Id of the property, unique: `assert1`.
    pub id: String,
    pub point: PointId,
    /// Violated if it can be false; over variables relevant at the location.
    pub condition: BoolExpr,
    /// As the user wrote it.
    pub text: String,
}

/// An LTL formula over states of the boolean program. A run that ends stays in its last state forever.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ltl {
    True,
    False,
    /// Control is at the location and the expression (without `*`) holds.
    At(PointId, BoolExpr),
    Not(Box<Ltl>),
    And(Box<Ltl>, Box<Ltl>),
    Or(Box<Ltl>, Box<Ltl>),
    /// `X f`
    Next(Box<Ltl>),
    /// `f U g`
    Until(Box<Ltl>, Box<Ltl>),
    /// `f R g`
    Release(Box<Ltl>, Box<Ltl>),
}

/// `ltl name: f;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LtlProperty {
    /// An identifier.
    pub name: String,
    pub formula: Ltl,
    /// As the user wrote it.
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BooleanProgram {
    /// Name of the C procedure.
    pub name: String,
    pub variables: IdVec<BoolId, BoolVariable>,
    pub points: IdVec<PointId, Point>,
    pub initial: PointId,
    /// The initial valuations, over variables relevant at `initial`.
    pub initial_constraint: BoolExpr,
    /// Sorted by source.
    pub transitions: Vec<Transition>,
    pub assertions: Vec<Assertion>,
    pub ltl: Vec<LtlProperty>,
}

impl BooleanProgram {
    /// Returns the initial valuations, except invalid ones.
    pub fn start_condition(&self) -> BoolExpr {
        let constraint = self.points.get(self.initial).map_or(BoolExpr::True, |point| point.constraint.clone());
        BoolExpr::and([self.initial_constraint.clone(), constraint])
    }

    /// Adds clauses that hold at the locations in every C state.
    pub fn constrain(&mut self, clauses: &[(PointId, BoolExpr)]) {
        let mut by_point: BTreeMap<PointId, Vec<BoolExpr>> = BTreeMap::new();
        for (point, clause) in clauses {
            by_point.entry(*point).or_default().push(clause.clone());
        }
        for (point, clauses) in by_point {
            let point = &mut self.points[point];
            let before = std::mem::replace(&mut point.constraint, BoolExpr::True);
            point.constraint = BoolExpr::and(std::iter::once(before).chain(clauses));
        }
    }

    /// Returns true if a run can be blocked after its start.
    pub fn may_block(&self) -> bool {
        self.points.iter().any(|point| point.admission() != BoolExpr::True)
    }
}
