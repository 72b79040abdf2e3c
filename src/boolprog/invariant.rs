//! The invariant of boolean programs. Emitters and model checkers rely on it and check it first.

use super::{BoolExpr, BoolId, BooleanProgram, Ltl, PointId, Step, Transition};
use base::ids::Id;
use std::collections::BTreeSet;

/// Maximum depth of expressions and formulas. It bounds all recursion over them.
pub const MAX_DEPTH: usize = 400;

type Check = Result<(), String>;

impl BooleanProgram {
    /// Checks the invariant; the error says what is wrong.
    ///
    /// Ids are in range and names are unique identifiers; a transition starts and ends at stored locations, with none
    /// between; expressions use only variables that are relevant where they are evaluated; a variable that is relevant
    /// at the target of a step was relevant before it or is assigned; LTL formulas mention stored locations only, and
    /// no `*`.
    pub fn invariant(&self) -> Check {
        self.check_names()?;
        self.check_points()?;
        let mut last = None;
        for (index, transition) in self.transitions.iter().enumerate() {
            require(last <= Some(transition.source), || format!("transition {index} is not in order of its source"))?;
            last = Some(transition.source);
            self.check_transition(transition).map_err(|message| format!("transition {index}: {message}"))?;
        }
        for assertion in &self.assertions {
            self.check_over(&assertion.condition, assertion.point)
                .map_err(|message| format!("assertion {}: {message}", assertion.id))?;
        }
        for property in &self.ltl {
            self.check_ltl(&property.formula, MAX_DEPTH)
                .map_err(|message| format!("ltl {}: {message}", property.name))?;
        }
        Ok(())
    }

    /// Panics if the invariant is violated, in debug builds only: a bug in the producer of the program.
    pub fn debug_check(&self) {
        debug_assert_eq!(self.invariant(), Ok(()));
    }

    fn check_names(&self) -> Check {
        unique_identifiers("variable", self.variables.iter().map(|variable| variable.name.as_str()))?;
        unique_identifiers("location", self.points.iter().map(|point| point.name.as_str()))?;
        unique_identifiers("ltl property", self.ltl.iter().map(|property| property.name.as_str()))?;
        unique_identifiers("assertion", self.assertions.iter().map(|assertion| assertion.id.as_str()))
    }

    fn check_points(&self) -> Check {
        for point in self.points.iter() {
            let ascending = point.relevant.iter().zip(point.relevant.iter().skip(1)).all(|(left, right)| left < right);
            require(ascending, || format!("relevant variables of {} are not ascending", point.name))?;
            let known = point.relevant.iter().all(|id| id.index() < self.variables.len());
            require(known, || format!("{} names a variable that does not exist", point.name))?;
        }
        let initial = self.points.get(self.initial).ok_or("the initial location does not exist")?;
        require(initial.stored, || "the initial location is not stored".to_string())?;
        self.check_over(&self.initial_constraint, self.initial)?;
        self.points.enumerate().try_for_each(|(id, point)| self.check_over(&point.admission(), id))
    }

    fn check_transition(&self, transition: &Transition) -> Check {
        let mut at = transition.source;
        let stored = |id: PointId| self.points.get(id).map(|point| point.stored).ok_or("a location does not exist");
        require(stored(at)?, || "it starts in a location that is not stored".to_string())?;
        require(!transition.steps.is_empty(), || "it has no step".to_string())?;
        for (index, step) in transition.steps.iter().enumerate() {
            let is_last = index + 1 == transition.steps.len();
            require(stored(step.target)? == is_last, || "only its last target may be stored, and must be".to_string())?;
            let free = index == 0 || step.guard == BoolExpr::True;
            require(free, || "a guard stands on a later step".to_string())?;
            self.check_step(at, step)?;
            at = step.target;
        }
        Ok(())
    }

    fn check_step(&self, source: PointId, step: &Step) -> Check {
        self.check_over(&step.guard, source)?;
        let mut assigned = BTreeSet::new();
        let mut last: Option<BoolId> = None;
        for (id, value) in &step.assignments {
            require(last < Some(*id), || "assignments are not ascending".to_string())?;
            last = Some(*id);
            self.check_over(value, source)?;
            let resets = *value == BoolExpr::False || self.is_relevant(*id, step.target);
            require(resets, || format!("assigns {}, which has no meaning at the target", self.variable_name(*id)))?;
            assigned.insert(*id);
        }
        let relevant = self.points.get(step.target).map_or(&[][..], |point| &point.relevant);
        let lost = relevant.iter().find(|id| !assigned.contains(*id) && !self.is_relevant(**id, source));
        match lost {
            Some(id) => Err(format!("{} has a meaning at the target but gets no value", self.variable_name(*id))),
            None => Ok(()),
        }
    }

    /// Checks that the expression is not too deep, and its variables are relevant at the location.
    fn check_over(&self, expr: &BoolExpr, point: PointId) -> Check {
        require(!expr.is_deeper_than(MAX_DEPTH), || "an expression is nested too deeply".to_string())?;
        let place = self.points.get(point).ok_or("a location does not exist")?;
        match expr.variables().into_iter().find(|id| place.relevant.binary_search(id).is_err()) {
            Some(id) => Err(format!("{} is used at {}, where it has no meaning", self.variable_name(id), place.name)),
            None => Ok(()),
        }
    }

    fn check_ltl(&self, formula: &Ltl, depth: usize) -> Check {
        let rest = depth.checked_sub(1).ok_or("a formula is nested too deeply")?;
        match formula {
            Ltl::True | Ltl::False => Ok(()),
            Ltl::At(point, expr) => {
                self.check_over(expr, *point)?;
                require(!expr.has_choice(), || "a formula holds `*`".to_string())?;
                let stored = self.points.get(*point).is_some_and(|point| point.stored);
                require(stored, || "a formula mentions a location that is not stored".to_string())
            }
            Ltl::Not(inner) | Ltl::Next(inner) => self.check_ltl(inner, rest),
            Ltl::And(left, right) | Ltl::Or(left, right) | Ltl::Until(left, right) | Ltl::Release(left, right) => {
                self.check_ltl(left, rest)?;
                self.check_ltl(right, rest)
            }
        }
    }

    fn is_relevant(&self, id: BoolId, point: PointId) -> bool {
        self.points.get(point).is_some_and(|point| point.relevant.binary_search(&id).is_ok())
    }

    fn variable_name(&self, id: BoolId) -> &str {
        self.variables.get(id).map_or("a variable that does not exist", |variable| &variable.name)
    }
}

fn require(condition: bool, message: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(message()) }
}

fn unique_identifiers<'a>(kind: &str, names: impl Iterator<Item = &'a str>) -> Check {
    let mut seen = BTreeSet::new();
    for name in names {
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_identifier = starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        require(is_identifier, || format!("the {kind} name {name:?} is not an identifier"))?;
        require(seen.insert(name), || format!("two {kind}s are named {name}"))?;
    }
    Ok(())
}
