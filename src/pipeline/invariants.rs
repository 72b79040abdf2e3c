//! Why properties hold: what a proof of the predicate abstraction knows whenever control is at the head of a loop, or
//! at an assertion.
//!
//! The boolean program allows every run of the C program, so the values of its predicates over all reachable states at
//! a location form an invariant there. Decides nothing: it re-examines models in which properties were found to hold.

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::Answer;
use crate::limits::{INVARIANT_CASES, INVARIANT_STATES, INVARIANT_VARIABLES};
use crate::model::{AbstractModel, origin_of, topic_of};
use crate::prepare::Prepared;
use crate::property::PropertyVerdict;
use crate::strengthen::ModelProof;
use abstraction::build::PropertyOrigin;
use base::{Budget, SourcePosition};
use boolprog::{BoolId, BooleanProgram, Point, PointId, Valuation};
use engine::evidence::PredicateValues;
use engine::topic::Topic;
use engine::verdict::Verdict;
use modelcheck::{self, CheckOutcome, Limits};
use program::analysis::order::LoopOrder;
use spec::SpecifiedProperty;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofInvariants {
    /// The ids of the properties that hold in its model.
    pub properties: Vec<String>,
    /// The invariants, in program order; `None` if there are too many states to visit.
    pub locations: Option<Vec<LocationInvariant>>,
}

/// The invariant of a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationInvariant {
    pub name: String,
    pub position: SourcePosition,
    /// Its line of C.
    pub source_line: String,
    pub is_loop_head: bool,
    pub known: KnownThere,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnownThere {
    /// Control never reaches the location.
    Unreachable,
    /// All of `always`, and one of `cases` if there are any.
    Formula {
        /// Predicates whose value is fixed.
        always: PredicateValues,
        /// A disjunction; each element is a conjunction.
        cases: Vec<PredicateValues>,
    },
    /// All of `always`; the other predicates take `count` combinations of values.
    Combinations {
        /// Predicates whose value is fixed.
        always: PredicateValues,
        count: usize,
    },
}

/// Returns the invariants of proofs whose properties the answer calls verified. There are proofs only if
/// [`Settings::keeps_proofs`] asks for them; they rest on no unproved hint.
///
/// [`Settings::keeps_proofs`]: crate::Settings::keeps_proofs
pub fn of_answer(prepared: &Prepared, answer: &Answer, budget: &Budget) -> Vec<ProofInvariants> {
    let Some(predicates) = &answer.predicates else { return Vec::new() };
    let mut shown = BTreeSet::new();
    let mut found = Vec::new();
    for proof in &predicates.proofs {
        // The model of accesses is invalid if a hint does not fit it.
        if proof.checks_accesses && predicates.accesses.is_none() {
            continue;
        }
        let held = held(prepared, proof, budget);
        let is_new = |property: &&PropertyVerdict| {
            property.verdict == Verdict::Verified && held.contains(&property.topic) && !shown.contains(&property.id)
        };
        let new: Vec<String> = answer.properties.iter().filter(is_new).map(|property| property.id.clone()).collect();
        if !new.is_empty() {
            shown.extend(new.iter().cloned());
            found.push(ProofInvariants { properties: new, locations: locations(proof, budget) });
        }
    }
    found
}

/// Returns what holds in the model of a proof.
fn held(prepared: &Prepared, proof: &ModelProof, budget: &Budget) -> Vec<Topic> {
    let ModelProof { question, analysis, checks_accesses } = proof;
    let report = modelcheck::check(&analysis.program, Limits::of_states(INVARIANT_STATES), budget);
    let holds = |result: &&modelcheck::PropertyResult| result.outcome == CheckOutcome::Holds;
    if *checks_accesses {
        // All accesses together form one property.
        let mut accesses = report
            .properties
            .iter()
            .filter(|result| matches!(origin_of(analysis, result.property), Some(PropertyOrigin::Access(_))));
        return if accesses.all(|result| holds(&result)) { vec![Topic::Accesses] } else { Vec::new() };
    }
    let topics =
        report.properties.iter().filter(holds).filter_map(|result| topic_of(question, analysis, result.property));
    // A question about one statement does not ask about the others.
    let is_asked = |topic: &Topic| match topic {
        Topic::Specified(SpecifiedProperty { statement, .. }) => {
            let kind = |of: &Prepared| of.specification.statements.get(*statement).map(|known| known.kind.clone());
            kind(question).is_some_and(|asked| kind(prepared).as_ref() == Some(&asked))
        }
        _ => true,
    };
    topics.filter(is_asked).collect()
}

/// Returns the invariants at heads of loops and at assertions.
fn locations(proof: &ModelProof, budget: &Budget) -> Option<Vec<LocationInvariant>> {
    let AbstractModel { built, .. } = &proof.analysis;
    let states = modelcheck::reachable(&built.program, Limits::of_states(INVARIANT_STATES), budget)?;
    let mut by_point: BTreeMap<PointId, Vec<Valuation>> = BTreeMap::new();
    for (point, valuation) in states {
        by_point.entry(point).or_default().push(valuation);
    }
    let order = LoopOrder::of(proof.question.program.flowchart(proof.question.entry)?);
    let asserted: BTreeSet<PointId> = match proof.checks_accesses {
        true => BTreeSet::new(),
        false => built.program.assertions.iter().map(|assertion| assertion.point).collect(),
    };
    let is_head = |id: PointId| built.locations.get(id).is_some_and(|location| order.is_head(*location));
    let points = built.program.points.enumerate();
    let wanted = points.filter(|(id, point)| point.stored && (is_head(*id) || asserted.contains(id)));
    let invariant = |(id, point): (PointId, &Point)| LocationInvariant {
        name: point.name.clone(),
        position: point.position.clone(),
        source_line: point.source_line.clone(),
        is_loop_head: is_head(id),
        known: known(&built.program, point, by_point.get(&id).map_or(&[][..], Vec::as_slice)),
    };
    Some(wanted.map(invariant).collect())
}

/// Returns the values of a location's predicates, as a formula.
fn known(program: &BooleanProgram, point: &Point, valuations: &[Valuation]) -> KnownThere {
    let Some(first) = valuations.first() else { return KnownThere::Unreachable };
    let name = |id: BoolId| program.variables.get(id).map_or_else(String::new, |variable| variable.predicate.clone());
    let is_fixed = |id: &BoolId| valuations.iter().all(|valuation| valuation.get(*id) == first.get(*id));
    let (fixed, open): (Vec<BoolId>, Vec<BoolId>) = point.relevant.iter().copied().partition(is_fixed);
    let always: PredicateValues = fixed.into_iter().map(|id| (name(id), first.get(id))).collect();
    let rows: BTreeSet<Vec<Option<bool>>> =
        valuations.iter().map(|valuation| open.iter().map(|id| Some(valuation.get(*id))).collect()).collect();
    if open.len() > INVARIANT_VARIABLES || rows.len() > INVARIANT_CASES {
        return KnownThere::Combinations { always, count: rows.len() };
    }
    let case = |row: Vec<Option<bool>>| -> PredicateValues {
        let values = open.iter().zip(row);
        values.filter_map(|(id, value)| Some((name(*id), value?))).collect()
    };
    let cases = shortened(rows).into_iter().map(case).filter(|case| !case.is_empty()).collect();
    KnownThere::Formula { always, cases }
}

/// Returns a copy of a row with another value at `place`.
fn with(row: &[Option<bool>], place: usize, value: Option<bool>) -> Vec<Option<bool>> {
    row.iter().enumerate().map(|(at, known)| if at == place { value } else { *known }).collect()
}

/// Covers the same set of rows by fewer ones, in which values may be left open: two rows that differ in one value are
/// merged, and a row that others cover is dropped.
fn shortened(rows: BTreeSet<Vec<Option<bool>>>) -> Vec<Vec<Option<bool>>> {
    let mut prime = Vec::new();
    let mut current = rows.clone();
    while !current.is_empty() {
        let (mut merged, mut next) = (BTreeSet::new(), BTreeSet::new());
        for row in &current {
            for (place, value) in row.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?))) {
                if current.contains(&with(row, place, Some(!value))) {
                    merged.insert(row.clone());
                    next.insert(with(row, place, None));
                }
            }
        }
        prime.extend(current.difference(&merged).cloned());
        current = next;
    }
    // The most general rows first; each that covers something new is kept.
    prime.sort_by_key(|row| (row.iter().flatten().count(), std::cmp::Reverse(row.clone())));
    let covers = |row: &[Option<bool>], of: &[Option<bool>]| {
        row.iter().zip(of).all(|(wanted, value)| wanted.is_none() || wanted == value)
    };
    let mut open = rows;
    prime.retain(|row| {
        let before = open.len();
        open.retain(|known| !covers(row, known));
        open.len() < before
    });
    prime
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(rows: &[&str]) -> Vec<String> {
        let row = |text: &&str| text.chars().map(|value| Some(value == '1')).collect();
        let text = |row: Vec<Option<bool>>| {
            row.iter().map(|value| value.map_or('-', |value| if value { '1' } else { '0' })).collect()
        };
        shortened(rows.iter().map(row).collect()).into_iter().map(text).collect()
    }

    #[test]
    fn rows_that_differ_in_one_value_are_one() {
        assert_eq!(shown(&["00", "01"]), ["0-"]);
        assert_eq!(shown(&["00", "01", "10", "11"]), ["--"]);
        assert_eq!(shown(&["01", "10"]), ["10", "01"]);
        assert_eq!(shown(&["01", "10", "11"]), ["1-", "-1"]);
    }
}
