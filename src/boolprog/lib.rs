//! Boolean programs: the abstraction's result, and the input of emitters and model checkers.
//!
//! A boolean program has control locations, boolean variables, and transitions. A transition runs its steps one
//! after the other without being observed in between; only the states before its first and after its last step
//! are *stored*. Each step has a guard and one simultaneous assignment; [`BoolExpr::Choice`] (`*`) may take either
//! value, independently at each occurrence.
//!
//! A variable has a meaning only at the locations where it is relevant. Everywhere else its value is `false`: each
//! step resets what its target does not need, whether or not an assignment says so, which keeps the state space small.
//!
//! State of a run: location and a value for each variable. Initial states: the initial location with every
//! valuation of its relevant variables that may satisfy `initial_constraint`.
//!
//! | file | what stands there |
//! |---|---|
//! | `expr` | boolean expressions |
//! | `valuation` | a value for each variable |
//! | `invariant` | what every boolean program keeps to |
//! | `compact` | passes that make a boolean program smaller and keep every verdict |
//! | `ltl` | questions about LTL formulas |
//! | `automaton` | from an LTL formula to a Büchi automaton |

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

/// A boolean expression.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoolExpr {
    /// `true`
    True,
    /// `false`
    False,
    /// `*`: either value; two occurrences are independent.
    Choice,
    /// A variable's value before the step.
    Variable(BoolId),
    /// Negation.
    Not(Box<BoolExpr>),
    /// Conjunction of two or more.
    And(Vec<BoolExpr>),
    /// Disjunction of two or more.
    Or(Vec<BoolExpr>),
}

/// A boolean variable: the predicate that it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoolVariable {
    /// Short name, unique: `b3`.
    pub name: String,
    /// The predicate as text: `reach[;n](x, k)`.
    pub predicate: String,
}

/// A control location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Unique name made of letters, digits and underscores: `n4`, `line_12`, `exit`.
    pub name: String,
    /// Where control is in C.
    pub position: SourcePosition,
    /// The C source line there, trimmed.
    pub source_line: String,
    /// Variables that have a meaning here, ascending.
    pub relevant: Vec<BoolId>,
    /// `assume p @ L` (else `True`): over variables relevant here. A step that leads to a state where this is false
    /// ends in the sink *blocked*: the run does not count, for assertions and for temporal properties alike. Not used at the
    /// initial location, whose assumption is part of `initial_constraint`.
    pub assumption: BoolExpr,
    /// What every state of C satisfies here, over variables relevant here: where it is false the valuation stands for no state,
    /// and the run ends as if an assumption had blocked it. It may be weakened freely, and is by compaction.
    pub constraint: BoolExpr,
    /// States at this location are stored. Lost by compaction for the middle of straight-line code.
    pub stored: bool,
}

impl Point {
    /// What must be able to hold for a run to go on here: assumption and constraint.
    pub fn admission(&self) -> BoolExpr {
        BoolExpr::and([self.assumption.clone(), self.constraint.clone()])
    }
}

/// One step of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the step leads.
    pub target: PointId,
    /// Runs only where this may hold.
    pub guard: BoolExpr,
    /// Simultaneous assignments, ascending by variable; a variable not named keeps its value.
    pub assignments: Vec<(BoolId, BoolExpr)>,
    /// The C text of the step: `x = x->n`, `assume x != NULL`.
    pub text: String,
    /// Where it stands in C.
    pub position: SourcePosition,
    /// What is not followed of the C text: the predicates that it may touch are free.
    pub obstacle: Option<StepObstacle>,
}

/// What is not followed of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepObstacle {
    /// In words.
    pub construct: String,
    /// Whether it is a call of a function whose body is elsewhere.
    pub lacks_body: bool,
}

impl Step {
    /// The C text, and what is not followed of it.
    pub fn description(&self) -> String {
        match &self.obstacle {
            Some(obstacle) => format!("{} (not followed: {})", self.text, obstacle.construct),
            None => self.text.clone(),
        }
    }
}

/// A transition: one or more steps; the last one leads to a stored location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Where it starts; a stored location.
    pub source: PointId,
    /// Its steps in order. Only the first may have a guard other than `true`.
    pub steps: Vec<Step>,
}

/// `assert p @ L`: checked in every state at the location, also inside transitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// Id of the property, unique: `assert1`.
    pub id: String,
    /// The location.
    pub point: PointId,
    /// Must not be able to be false here; over variables relevant at the location.
    pub condition: BoolExpr,
    /// As the user wrote it.
    pub text: String,
}

/// An LTL formula over states of the boolean program. Runs that end stay in their last state for ever.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ltl {
    /// `true`
    True,
    /// `false`
    False,
    /// Control is at the location and the expression (without `*`) holds.
    At(PointId, BoolExpr),
    /// Negation.
    Not(Box<Ltl>),
    /// Conjunction.
    And(Box<Ltl>, Box<Ltl>),
    /// Disjunction.
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
    /// Its name, an identifier.
    pub name: String,
    /// The formula.
    pub formula: Ltl,
    /// As the user wrote it.
    pub text: String,
}

/// A boolean program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BooleanProgram {
    /// Name of the C procedure.
    pub name: String,
    /// The variables.
    pub variables: IdVec<BoolId, BoolVariable>,
    /// The locations.
    pub points: IdVec<PointId, Point>,
    /// Where runs start.
    pub initial: PointId,
    /// Which valuations may start a run; over variables relevant at `initial`.
    pub initial_constraint: BoolExpr,
    /// The transitions, in order of their source.
    pub transitions: Vec<Transition>,
    /// Assertions.
    pub assertions: Vec<Assertion>,
    /// Temporal properties.
    pub ltl: Vec<LtlProperty>,
}

impl BooleanProgram {
    /// Which valuations may start a run, invalid ones left out.
    pub fn start_condition(&self) -> BoolExpr {
        let constraint = self.points.get(self.initial).map_or(BoolExpr::True, |point| point.constraint.clone());
        BoolExpr::and([self.initial_constraint.clone(), constraint])
    }

    /// Adds clauses that hold at locations in every state of C.
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

    /// Whether a run can be blocked behind its start.
    pub fn may_block(&self) -> bool {
        self.points.iter().any(|point| point.admission() != BoolExpr::True)
    }
}
