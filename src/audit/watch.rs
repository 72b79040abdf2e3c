//! Checks that a boolean program allows the steps of concrete runs.
//!
//! At each location, every relevant predicate is evaluated by its definition ([`PredicateEvaluator`]). A step of a run
//! is allowed if the boolean program has a transition for its edge whose guard can hold before it and whose assignments
//! can give the values after it, to a valuation that the target's constraint admits. A predicate whose value C leaves
//! indeterminate keeps every value that the boolean program allows. If an edge ends the lifetime of a block and thereby
//! makes a comparison indeterminate, the boolean program must allow both outcomes, as some run has each.
//!
//! This module never looks at preconditions: only at the boolean program, at the predicates of its variables, and at
//! hints.

use std::collections::BTreeMap;

use crate::meaning::{Indeterminacy, PredicateEvaluator, Truth};
use crate::{Discrepancy, Valued};
use abstraction::Treatment;
use abstraction::build::{Built, PropertyOrigin};
use base::ids::Id;
use boolprog::{BoolExpr, BoolId, BooleanProgram, Ltl, PointId, Transition, Values};
use logic::display::Printer;
use logic::{self, AtomId};
use pipeline::ModelProof;
use program::interp::State;
use program::{Command, EdgeId, FaultKind, Flowchart, LocationId, Program};
use spec::{StateFormula, StatementKind, Temporal};

/// The possible values of each boolean variable.
pub(super) type PossibleValues = Vec<Values>;

/// The values of the predicates of a location in a state.
pub(super) type Seen = Vec<(BoolId, Truth)>;

/// A part of a temporal property: as the user wrote it, and as the boolean program has it.
struct TemporalPart<'a> {
    location: LocationId,
    written: &'a StateFormula,
    expression: &'a BoolExpr,
    name: &'a str,
}

/// Watches runs of one procedure.
pub(super) struct Watcher<'a> {
    proof: &'a ModelProof,
    built: &'a Built,
    flowchart: &'a Flowchart,
    meaning: PredicateEvaluator<'a>,
    transitions: BTreeMap<EdgeId, Vec<&'a Transition>>,
    temporal: Vec<TemporalPart<'a>>,
    /// By location: predicates that hints approximate, with the hints' formulas and indices.
    hinted: BTreeMap<LocationId, Vec<(AtomId, &'a logic::Formula, usize)>>,
    /// By location: predicates that always have this value there, according to the shape analysis.
    known: BTreeMap<LocationId, Vec<(AtomId, bool)>>,
}

impl<'a> Watcher<'a> {
    /// Creates the watcher of a proof; `program` is the proof's with the types of its arena.
    pub(super) fn new(proof: &'a ModelProof, program: &'a Program, flowchart: &'a Flowchart) -> Watcher<'a> {
        let built = &proof.analysis.built;
        let mut transitions: BTreeMap<EdgeId, Vec<&Transition>> = BTreeMap::new();
        for (edge, transition) in built.edges.iter().zip(&built.program.transitions) {
            transitions.entry(*edge).or_default().push(transition);
        }
        let meaning = PredicateEvaluator::new(program, &proof.analysis.abstraction.arena);
        let temporal = temporal_parts(proof, flowchart);
        let mut hinted: BTreeMap<LocationId, Vec<(AtomId, &logic::Formula, usize)>> = BTreeMap::new();
        let mut known: BTreeMap<LocationId, Vec<(AtomId, bool)>> = BTreeMap::new();
        for ((atom, location), info) in &proof.analysis.abstraction.pairs {
            match &info.treatment {
                Treatment::Hinted { hint, replacement } => {
                    hinted.entry(*location).or_default().push((*atom, replacement, *hint));
                }
                Treatment::Known(truth) => known.entry(*location).or_default().push((*atom, *truth)),
                Treatment::Computed | Treatment::Free { .. } | Treatment::Unmarked => {}
            }
        }
        Watcher { proof, built, flowchart, meaning, transitions, temporal, hinted, known }
    }

    fn program(&self) -> &'a BooleanProgram {
        &self.built.program
    }

    /// Returns the predicates that are relevant at a location.
    pub(super) fn atoms_at(&self, location: LocationId) -> impl Iterator<Item = AtomId> + '_ {
        let relevant = self.program().points.get(point(location)).map_or(&[][..], |point| &point.relevant);
        relevant.iter().filter_map(|id| self.built.atoms.get(*id).copied())
    }

    /// Evaluates each variable that is relevant at the location by its definition.
    pub(super) fn see(&self, state: &State, at: LocationId) -> Seen {
        let relevant = self.program().points.get(point(at)).map_or(&[][..], |point| &point.relevant);
        let truth = |id: &BoolId| match self.built.atoms.get(*id) {
            Some(atom) => (*id, self.meaning.atom(state, *atom)),
            // Variables after the predicates stand for nondeterministic choices.
            None => (*id, Err(Indeterminacy::Indeterminate)),
        };
        relevant.iter().map(truth).collect()
    }

    /// Returns the possible values without a preceding step; irrelevant variables are false.
    pub(super) fn known(&self, seen: &Seen) -> PossibleValues {
        let mut known = vec![Values::only(false); self.program().variables.len()];
        for (id, truth) in seen {
            known[id.index()] = truth.map_or(Values::BOTH, Values::only);
        }
        known
    }

    /// Returns true if the state satisfies the assumptions there; an indeterminate one counts as violated.
    pub(super) fn is_assumed(&self, state: &State, at: LocationId) -> bool {
        let mut statements = self.proof.question.specification.statements.iter();
        statements.all(|statement| match &statement.kind {
            StatementKind::Assume(formula, locations) if locations.contains(&at) => {
                self.meaning.formula(state, formula) == Ok(true)
            }
            _ => true,
        })
    }

    /// Checks that the boolean program may start in a state in which the procedure may be called.
    pub(super) fn check_start(&self, known: &PossibleValues) -> Result<(), Discrepancy> {
        let may_start = values(&self.program().initial_constraint, known).may_be_true;
        if may_start { Ok(()) } else { Err(Discrepancy::Start) }
    }

    /// Checks the facts of the shape analysis, which hold in every state of a run. Unreachable states may differ.
    pub(super) fn check_facts(&self, state: &State, at: LocationId) -> Result<(), Discrepancy> {
        for (atom, says) in self.known.get(&at).into_iter().flatten() {
            if self.meaning.atom(state, *atom) == Ok(!says) {
                return Err(Discrepancy::Fact { predicate: self.text(*atom), says: *says });
            }
        }
        Ok(())
    }

    /// Checks that assumptions that hold can hold, that the laws hold, and that violated claims can fail.
    pub(super) fn check_state(&self, state: &State, at: LocationId, known: &PossibleValues) -> Result<(), Discrepancy> {
        let Some(found) = self.program().points.get(point(at)) else { return Err(Discrepancy::NoTransition) };
        if !values(&found.constraint, known).may_be_true {
            return Err(Discrepancy::Constraint(self.broken_clause(&found.constraint, known)));
        }
        if !values(&found.assumption, known).may_be_true {
            return Err(Discrepancy::Assumption);
        }
        for (atom, replacement, hint) in self.hinted.get(&at).into_iter().flatten() {
            let says = replacement.evaluate(&mut |part| self.meaning.atom(state, part).ok());
            if let (Ok(value), Some(says)) = (self.meaning.atom(state, *atom), says)
                && value != says
            {
                let text = self.proof.question.hints.get(*hint).map_or_else(String::new, |hint| hint.text.clone());
                return Err(Discrepancy::Hint { hint: text, says });
            }
        }
        for (index, statement) in self.proof.question.specification.statements.iter().enumerate() {
            let StatementKind::Assert(formula, locations) = &statement.kind else { continue };
            if locations.contains(&at) && self.meaning.formula(state, formula) == Ok(false) {
                self.check_claim(&PropertyOrigin::Statement(index), Some(at), known)
                    .then_some(())
                    .ok_or_else(|| Discrepancy::Claim(statement.text.clone()))?;
            }
        }
        for part in self.temporal.iter().filter(|part| part.location == at) {
            let Ok(truth) = self.meaning.formula(state, part.written) else { continue };
            if !includes(values(part.expression, known), truth) {
                return Err(Discrepancy::Claim(part.name.to_string()));
            }
        }
        Ok(())
    }

    /// Returns the text of a predicate without a variable in the boolean program.
    fn text(&self, atom: AtomId) -> String {
        let question = &self.proof.question;
        let symbols = question.specification.symbol_names();
        Printer::new(&self.proof.analysis.abstraction.arena, &question.program, &symbols).atom(atom)
    }

    /// Returns true if an assertion of this origin may fail.
    fn check_claim(&self, origin: &PropertyOrigin, at: Option<LocationId>, known: &PossibleValues) -> bool {
        let mut assertions = self.program().assertions.iter();
        assertions.any(|found| {
            self.built.origins.get(&found.id) == Some(origin)
                && at.is_none_or(|at| found.point == point(at))
                && values(&found.condition, known).may_be_false
        })
    }

    /// Checks that an edge that fails has an assertion that can fail.
    pub(super) fn check_failure(
        &self,
        edge: EdgeId,
        kind: FaultKind,
        known: &PossibleValues,
    ) -> Result<(), Discrepancy> {
        let fails = |origin| self.check_claim(&origin, None, known);
        let is_in_model = match kind {
            FaultKind::Assertion | FaultKind::ReachError => fails(PropertyOrigin::Failure(edge)),
            kind if kind.is_access() && self.proof.checks_accesses => fails(PropertyOrigin::Access(edge)),
            _ => true,
        };
        if is_in_model { Ok(()) } else { Err(Discrepancy::Failure(kind)) }
    }

    /// Checks a step over an edge, and returns the possible values after it.
    pub(super) fn step(
        &self,
        edge: EdgeId,
        (seen, known): (&Seen, &PossibleValues),
        (target, after): (LocationId, &Seen),
    ) -> Result<PossibleValues, Discrepancy> {
        let mut problem = Discrepancy::NoTransition;
        for transition in self.transitions.get(&edge).into_iter().flatten() {
            match self.take(transition, edge, (seen, known), (target, after)) {
                Ok(known) => return Ok(known),
                Err(kind) => problem = problem.more_telling(kind),
            }
        }
        Err(problem)
    }

    fn take(
        &self,
        transition: &Transition,
        edge: EdgeId,
        (seen, known): (&Seen, &PossibleValues),
        (target, after): (LocationId, &Seen),
    ) -> Result<PossibleValues, Discrepancy> {
        let Some(step) = transition.steps.first().filter(|step| step.target == point(target)) else {
            return Err(Discrepancy::NoTransition);
        };
        if !values(&step.guard, known).may_be_true {
            return Err(Discrepancy::Guard);
        }
        let ends_lives = matches!(self.flowchart.edge(edge).command, Command::Free(_) | Command::ScopeEnd(_));
        let mut next = vec![Values::only(false); known.len()];
        for (id, truth) in after {
            let assigned = step.assignments.iter().find(|(variable, _)| variable == id);
            let allowed = assigned.map_or(known[id.index()], |(_, expression)| values(expression, known));
            next[id.index()] = match truth {
                Ok(value) if includes(allowed, *value) => Values::only(*value),
                Ok(value) => return Err(Discrepancy::Value { predicate: self.predicate(*id), found: *value }),
                Err(Indeterminacy::Comparison)
                    if ends_lives && self.was_decided(*id, seen) && allowed != Values::BOTH =>
                {
                    return Err(Discrepancy::NotFree { predicate: self.predicate(*id), allowed: allowed.may_be_true });
                }
                Err(_) => allowed,
            };
        }
        Ok(next)
    }

    /// Returns true if the variable's predicate had a determinate value before a step.
    fn was_decided(&self, id: BoolId, seen: &Seen) -> bool {
        seen.iter().any(|(known, truth)| *known == id && truth.is_ok())
    }

    fn predicate(&self, id: BoolId) -> String {
        self.program().variables.get(id).map_or_else(String::new, |variable| variable.predicate.clone())
    }

    fn broken_clause(&self, constraint: &BoolExpr, known: &PossibleValues) -> String {
        let broken = constraint.conjuncts().iter().find(|clause| !values(clause, known).may_be_true);
        broken.unwrap_or(constraint).to_text(&|id| self.predicate(id))
    }

    /// Returns the values, for messages.
    pub(super) fn described(&self, seen: &Seen) -> Vec<Valued> {
        seen.iter().map(|(id, truth)| Valued { predicate: self.predicate(*id), value: truth.ok() }).collect()
    }

    /// Returns true if the edge has a transition to its target. Every edge that lets control pass must have one, even
    /// if its command is not followed: what comes after it is reachable.
    pub(super) fn leads_on(&self, edge: EdgeId) -> bool {
        let target = point(self.flowchart.target(edge));
        let mut transitions = self.transitions.get(&edge).into_iter().flatten();
        transitions.any(|transition| transition.steps.first().is_some_and(|step| step.target == target))
    }
}

/// Returns the point of the boolean program for a location.
pub(super) fn point(location: LocationId) -> PointId {
    PointId::from_index(location.index())
}

fn values(expression: &BoolExpr, known: &PossibleValues) -> Values {
    expression.possible_values(&|id: BoolId| known.get(id.index()).copied().unwrap_or(Values::BOTH))
}

fn includes(values: Values, value: bool) -> bool {
    if value { values.may_be_true } else { values.may_be_false }
}

/// Returns the located parts of temporal properties with their counterparts; none for a property of a different form.
fn temporal_parts<'a>(proof: &'a ModelProof, flowchart: &Flowchart) -> Vec<TemporalPart<'a>> {
    let mut found = Vec::new();
    for property in &proof.analysis.built.program.ltl {
        let written = proof.question.specification.statements.iter().find_map(|statement| match &statement.kind {
            StatementKind::Ltl(name, temporal) if *name == property.name => Some(temporal),
            _ => None,
        });
        let Some(written) = written else { continue };
        let (mut wanted, mut leaves) = (Vec::new(), Vec::new());
        written_leaves(written, flowchart, &mut wanted);
        built_leaves(&property.formula, &mut leaves);
        let same = |((location, _), (at, _)): (&(LocationId, _), &(PointId, _))| point(*location) == *at;
        if wanted.len() == leaves.len() && wanted.iter().zip(&leaves).all(same) {
            let parts = wanted.into_iter().zip(leaves).map(|((location, written), (_, expression))| TemporalPart {
                location,
                written,
                expression,
                name: &property.text,
            });
            found.extend(parts);
        }
    }
    found
}

/// The parts of a formula at each of their locations, as often as they occur once `<=>` and `W` are expanded.
fn written_leaves<'a>(formula: &'a Temporal, flowchart: &Flowchart, found: &mut Vec<(LocationId, &'a StateFormula)>) {
    match formula {
        Temporal::At(formula, locations) => found.extend(locations.iter().map(|at| (*at, formula))),
        Temporal::Holds(formula) => found.extend(flowchart.locations().map(|at| (at, formula))),
        Temporal::Not(inner) | Temporal::Next(inner) | Temporal::Globally(inner) | Temporal::Finally(inner) => {
            written_leaves(inner, flowchart, found);
        }
        Temporal::And(left, right)
        | Temporal::Or(left, right)
        | Temporal::Implies(left, right)
        | Temporal::Until(left, right)
        | Temporal::Release(left, right) => {
            written_leaves(left, flowchart, found);
            written_leaves(right, flowchart, found);
        }
        Temporal::Iff(left, right) => {
            for part in [left, right, left, right] {
                written_leaves(part, flowchart, found);
            }
        }
        Temporal::WeakUntil(left, right) => {
            for part in [right, left, right] {
                written_leaves(part, flowchart, found);
            }
        }
    }
}

fn built_leaves<'a>(formula: &'a Ltl, found: &mut Vec<(PointId, &'a BoolExpr)>) {
    if let Ltl::At(point, expression) = formula {
        found.push((*point, expression));
    }
    formula.operands().into_iter().for_each(|part| built_leaves(part, found));
}
