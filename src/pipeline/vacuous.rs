//! Properties that hold only because control never comes to their locations. "Never" is proved: by the boolean program,
//! which allows at least what the C program does, or by the shape analysis where it followed everything.
//!
//! It changes no verdict.

use std::collections::BTreeSet;

use crate::abstraction::build::Origin;
use crate::base::Budget;
use crate::boolprog::{Assertion, BoolExpr, PointId};
use crate::modelcheck::{self, Limits, Outcome, Property, Report};
use crate::pipeline::analyse::{Analysis, origin_of};
use crate::pipeline::confirm::Search;
use crate::pipeline::shapes::Shapes;
use crate::pipeline::{Prepared, PropertyVerdict};
use crate::program::LocationId;
use crate::spec::{StatementKind, Temporal};
use crate::verdict::Verdict;

/// The locations of the entry where the boolean program shows that control never comes, of those that the properties it
/// has name and no run of `search` has reached. (What another engine proves is vacuous by that engine's proof.)
pub(super) fn by_abstraction(
    prepared: &Prepared,
    search: &Search,
    (analysis, report): (&Analysis, &Report),
    limits: Limits,
    budget: &Budget,
) -> BTreeSet<LocationId> {
    let proved = report.properties.iter().filter(|result| result.outcome == Outcome::Holds);
    let statements = proved.filter_map(|result| match origin_of(analysis, result.property) {
        Some(Origin::Statement(statement)) => Some(*statement),
        _ => None,
    });
    let named: BTreeSet<LocationId> =
        statements.filter_map(|statement| locations(prepared, statement)).flatten().collect();
    let points: Vec<(PointId, LocationId)> = analysis
        .program
        .points
        .ids()
        .filter_map(|point| Some((point, *analysis.built.locations.get(point)?)))
        .filter(|(_, location)| named.contains(location) && !search.reached.contains(location))
        .collect();
    if points.is_empty() {
        return BTreeSet::new();
    }
    let mut program = analysis.program.clone();
    program.ltl.clear();
    program.assertions = points
        .iter()
        .enumerate()
        .map(|(index, (point, _))| Assertion {
            id: format!("reached{index}"),
            point: *point,
            condition: BoolExpr::False,
            text: String::new(),
        })
        .collect();
    let checked = modelcheck::check(&program, limits, budget);
    let never = |result: &modelcheck::PropertyResult| match (result.property, &result.outcome) {
        (Property::Assertion(index), Outcome::Holds) => points.get(index).map(|(_, location)| *location),
        _ => None,
    };
    checked.properties.iter().filter_map(never).collect()
}

/// Marks the verified properties that name no location where control comes.
pub(super) fn mark(
    properties: &mut [PropertyVerdict],
    statement_of: impl Fn(&PropertyVerdict) -> Option<(usize, Option<LocationId>)>,
    prepared: &Prepared,
    never: &BTreeSet<LocationId>,
    shapes: &Shapes,
) {
    for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Verified) {
        let Some((statement, location)) = statement_of(property) else { continue };
        let wanted = match location {
            Some(location) => Some(BTreeSet::from([location])),
            None => locations(prepared, statement),
        };
        let is_unreached = |location: &LocationId| never.contains(location) || shapes.never_comes(*location);
        property.vacuous = wanted.is_some_and(|all| !all.is_empty() && all.iter().all(is_unreached));
    }
}

/// The locations that a claim names; `None` where it is about all states.
pub(super) fn locations(prepared: &Prepared, statement: usize) -> Option<BTreeSet<LocationId>> {
    match &prepared.specification.statements.get(statement)?.kind {
        StatementKind::Assert(_, locations) => Some(locations.iter().copied().collect()),
        StatementKind::Ltl(_, temporal) => of_temporal(temporal),
        StatementKind::Assume(..) | StatementKind::Watch(..) => None,
    }
}

/// The same of a temporal formula; of `G(a => b)` where `a` names locations, those.
pub(super) fn of_temporal(temporal: &Temporal) -> Option<BTreeSet<LocationId>> {
    match temporal {
        Temporal::Globally(inner) => match inner.as_ref() {
            Temporal::Implies(before, _) if says_where(before) => named_in(before),
            _ => named_in(temporal),
        },
        _ => named_in(temporal),
    }
}

/// Whether a formula can only be true at the locations that it names.
fn says_where(temporal: &Temporal) -> bool {
    match temporal {
        Temporal::At(..) => true,
        Temporal::And(left, right) | Temporal::Or(left, right) => says_where(left) && says_where(right),
        Temporal::Holds(_)
        | Temporal::Not(_)
        | Temporal::Next(_)
        | Temporal::Globally(_)
        | Temporal::Finally(_)
        | Temporal::Implies(..)
        | Temporal::Iff(..)
        | Temporal::Until(..)
        | Temporal::Release(..)
        | Temporal::WeakUntil(..) => false,
    }
}

fn named_in(temporal: &Temporal) -> Option<BTreeSet<LocationId>> {
    let mut found = BTreeSet::new();
    for part in temporal.located_parts() {
        match part {
            Temporal::At(_, locations) => found.extend(locations.iter().copied()),
            // It is about every state.
            _ => return None,
        }
    }
    Some(found)
}
