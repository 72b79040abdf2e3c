//! Turns abstract counterexamples into inputs: follows the path backwards through C, and asks SAT for an input whose
//! run takes it.
//!
//! Starting from the condition at the end of the path (the property fails), weakest preconditions lead back over each
//! step to the entry, where the formula describes the inputs whose runs take this path. The interpreter runs an input
//! with as few nodes as possible; only a run that breaks something counts ([`confirm`](super::confirm)). So larger
//! heaps are found than can be enumerated, and approximations here are harmless: what the path leaves open is chosen
//! favourably.

use crate::confirm::{self, SearchBounds, SearchResult};
use crate::limits::{BACKWARDS_NODES, BACKWARDS_PREDICATES, BACKWARDS_PROPERTIES, BACKWARDS_RUN, BACKWARDS_STEPS};
use crate::model::{AbstractModel, origin_of};
use crate::prepare::Prepared;
use crate::runs::run_for;
use crate::small_heaps;
use abstraction::build::PropertyOrigin;
use abstraction::limits::MOST_OPERATORS;
use abstraction::{Alternative, PropertyFormulas};
use base::{Budget, SourceMap};
use boolprog::{PointId, Valuation};
use logic::typreach::TypeReachability;
use logic::{Arena, Formula};
use modelcheck::{CheckOutcome, CheckReport, Path, PropertyIndex};
use program::LocationId;
use program::interp::State;
use simplify::{RuleSet, Simplifier};
use spec::{StatementKind, Temporal};
use theory::bounded;

#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) sources: &'a SourceMap,
    pub(super) rules: &'a RuleSet,
    pub(super) bounds: SearchBounds,
}

/// Adds runs suggested by abstract counterexamples to properties that no run breaks so far. The analysis is of
/// `question`, which may be weaker than the input.
pub(super) fn confirm(
    input: Input<'_>,
    question: &Prepared,
    analysis: &AbstractModel,
    report: &CheckReport,
    mut search: SearchResult,
    budget: &Budget,
) -> SearchResult {
    let Input { prepared, sources, rules, bounds } = input;
    // `main` has one input only, and that was tried.
    if prepared.program.functions[prepared.entry].name == "main" {
        return search;
    }
    let mut tries = 0;
    for result in &report.properties {
        let CheckOutcome::Violated(path) = &result.outcome else { continue };
        if path.moves.len() > BACKWARDS_STEPS || run_for(&search, question, analysis, result.property).is_some() {
            continue;
        }
        tries += 1;
        if tries > BACKWARDS_PROPERTIES {
            break;
        }
        let mut replay = Replay::new(question, rules, analysis, budget);
        let Some(input) = replay.input(result.property, path, budget) else { continue };
        let bounds =
            SearchBounds { nodes: 0, steps: path.moves.len() + BACKWARDS_STEPS, total_steps: BACKWARDS_RUN, ..bounds };
        search = confirm::try_input(prepared, sources, bounds, &input, search, budget);
    }
    search
}

struct Replay<'a> {
    prepared: &'a Prepared,
    analysis: &'a AbstractModel,
    arena: Arena,
    simplifier: Simplifier<'a>,
    types: TypeReachability,
}

impl<'a> Replay<'a> {
    fn new(prepared: &'a Prepared, rules: &'a RuleSet, analysis: &'a AbstractModel, budget: &Budget) -> Self {
        let simplifier = Simplifier::new(rules, analysis.abstraction.facts.clone()).within(budget);
        let arena = analysis.abstraction.arena.clone();
        Replay { prepared, analysis, arena, simplifier, types: TypeReachability::new() }
    }

    /// Returns an input whose run may take the path and break the property there.
    fn input(&mut self, property: PropertyIndex, path: &Path, budget: &Budget) -> Option<State> {
        let places = self.places(path)?;
        let (last, _) = *places.last()?;
        let mut formula = self.broken_at(property, last)?;
        for (index, (location, valuation)) in places.iter().enumerate().rev() {
            budget.check().ok()?;
            if let Some((next, _)) = places.get(index + 1) {
                formula = self.before(*location, *next, &formula);
                if formula.atoms().iter().any(|atom| self.arena.size(*atom) > MOST_OPERATORS) {
                    return None;
                }
            }
            formula = Formula::and([formula, self.assumed(*location), self.observed(property, *location, valuation)]);
            formula = self.simplifier.simplify(&mut self.arena, &formula);
            if formula == Formula::False || formula.atoms().len() > BACKWARDS_PREDICATES {
                return None;
            }
        }
        let formula = formula.resolve_unknown(true);
        let facts = &self.analysis.abstraction.facts;
        for nodes in 1..=BACKWARDS_NODES {
            budget.check().ok()?;
            if let Some(heap) = bounded::find(&self.arena, facts, true, &formula, nodes).ok()? {
                let symbols = self.prepared.specification.symbol_types();
                let (program, entry) = (&self.prepared.program, self.prepared.entry);
                return small_heaps::state(program, entry, &symbols, &self.arena, &heap).ok();
            }
        }
        None
    }

    /// Returns the locations of the path, with the values of predicates there.
    fn places(&self, path: &Path) -> Option<Vec<(LocationId, Valuation)>> {
        let AbstractModel { program, built, .. } = self.analysis;
        // The interpreter cannot finish a run that loops forever.
        if path.loop_start.is_some_and(|start| start != path.moves.len()) {
            return None;
        }
        let location = |point: PointId| built.locations.get(point).copied();
        let mut places = vec![(location(program.initial)?, path.initial.clone())];
        for moved in &path.moves {
            let step = program.transitions.get(moved.transition)?.steps.get(moved.step)?;
            places.push((location(step.target)?, moved.valuation.clone()));
        }
        Some(places)
    }

    /// Returns the condition at the end of the path.
    fn broken_at(&self, property: PropertyIndex, location: LocationId) -> Option<Formula> {
        let abstraction = &self.analysis.abstraction;
        match (origin_of(self.analysis, property)?, property) {
            (PropertyOrigin::Statement(index), PropertyIndex::Assertion(_)) => {
                match abstraction.properties.get(*index)? {
                    PropertyFormulas::State(formula) => Some(formula.clone().negated()),
                    PropertyFormulas::Temporal(_) => None,
                }
            }
            (PropertyOrigin::Statement(_), PropertyIndex::Ltl(_)) => Some(Formula::True),
            (PropertyOrigin::Failure(_), _) => Some(Formula::True),
            (PropertyOrigin::Access(edge), _) => {
                let flowchart = self.prepared.program.flowchart(self.prepared.entry)?;
                let is_it = |found: &&Alternative| found.edge == *edge && flowchart.source(*edge) == location;
                let safe = abstraction.alternatives.iter().filter(is_it).map(|found| found.safe.clone());
                Some(Formula::and(safe).negated())
            }
        }
    }

    /// Returns the condition before a step from one location to another, given the formula after it.
    fn before(&mut self, from: LocationId, to: LocationId, formula: &Formula) -> Formula {
        let Some(flowchart) = self.prepared.program.flowchart(self.prepared.entry) else { return Formula::False };
        let facts = &self.analysis.abstraction.facts;
        let mut ways = Vec::new();
        for alternative in &self.analysis.abstraction.alternatives {
            if (flowchart.source(alternative.edge), flowchart.target(alternative.edge)) != (from, to) {
                continue;
            }
            let mut context = wp::Context { arena: &mut self.arena, facts, types: &mut self.types };
            let before = wp::of_sequence(&mut context, &alternative.actions, formula.clone());
            ways.push(Formula::and([alternative.safe.clone(), alternative.guard.clone(), before]));
        }
        Formula::or(ways)
    }

    /// Returns the assumptions at a location.
    fn assumed(&self, location: LocationId) -> Formula {
        let statements = self.prepared.specification.statements.iter().zip(&self.analysis.abstraction.properties);
        Formula::and(statements.filter_map(|(statement, property)| match (&statement.kind, property) {
            (StatementKind::Assume(_, at), PropertyFormulas::State(formula)) if at.contains(&location) => {
                Some(formula.clone())
            }
            _ => None,
        }))
    }

    /// Returns the atoms of a temporal property at a location, with the values that the path gives them.
    fn observed(&self, property: PropertyIndex, location: LocationId, valuation: &Valuation) -> Formula {
        let (Some(PropertyOrigin::Statement(index)), PropertyIndex::Ltl(_)) =
            (origin_of(self.analysis, property), property)
        else {
            return Formula::True;
        };
        let statement = self.prepared.specification.statements.get(*index).map(|statement| &statement.kind);
        let expected = self.analysis.abstraction.properties.get(*index);
        let (Some(StatementKind::Ltl(_, temporal)), Some(PropertyFormulas::Temporal(formulas))) = (statement, expected)
        else {
            return Formula::True;
        };
        let built = &self.analysis.built;
        let parts = temporal.located_parts().into_iter().zip(formulas);
        let here = parts.filter(|(part, _)| !matches!(part, Temporal::At(_, at) if !at.contains(&location)));
        Formula::and(here.filter_map(|(_, formula)| {
            let value = formula.evaluate(&mut |atom| {
                let info = self.analysis.abstraction.pairs.get(&(atom, location))?;
                let variable = built.atoms.enumerate().find(|(_, known)| **known == atom)?.0;
                info.treatment.is_variable().then(|| valuation.get(variable))
            });
            value.map(|value| if value { formula.clone() } else { formula.clone().negated() })
        }))
    }
}
