//! Finds properties that hold only because control never reaches their locations. "Never" is proved: by the boolean
//! program, which over-approximates the C program, or by the shape analysis if it followed everything.
//!
//! Changes no verdict.

use std::collections::BTreeSet;

use crate::confirm::SearchResult;
use crate::model::{AbstractModel, origin_of};
use crate::prepare::Prepared;
use crate::property::PropertyVerdict;
use abstraction::build::PropertyOrigin;
use base::{Budget, Diagnostic};
use boolprog::{Assertion, BoolExpr, PointId};
use ctype::Type;
use engine::Engine;
use engine::topic::Topic;
use engine::verdict::Verdict;
use modelcheck::{self, CheckOutcome, CheckReport, Limits};
use program::{Command, EdgeId, ExprNode, Flowchart, LocationId};
use spec::{ContractCall, Question, Specification, SpecifiedProperty, StateFormula, StatementKind};

/// Returns the entry's locations that the boolean program proves unreachable, among those that its properties name and
/// that no run of `search` reaches. (What another engine proves is vacuous by that engine's proof.)
pub(super) fn by_abstraction(
    prepared: &Prepared,
    search: &SearchResult,
    (analysis, report): (&AbstractModel, &CheckReport),
    limits: Limits,
    budget: &Budget,
) -> BTreeSet<LocationId> {
    let proved = report.properties.iter().filter(|result| result.outcome == CheckOutcome::Holds);
    let flowchart = prepared.program.flowchart(prepared.entry);
    let named = proved.filter_map(|result| match origin_of(analysis, result.property)? {
        PropertyOrigin::Statement(statement) => {
            prepared.specification.statements.get(*statement)?.kind.named_locations()
        }
        PropertyOrigin::Failure(edge) => judged_at(flowchart?, *edge),
        PropertyOrigin::Access(_) => None,
    });
    let mut named: BTreeSet<LocationId> = named.flatten().collect();
    named.extend(flowchart.map(|flowchart| flowchart.entry));
    named.extend(
        prepared.specification.contracts.iter().flat_map(|contract| &contract.calls).flat_map(locations_of_call),
    );
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
    let never = modelcheck::holding(&program, limits, budget);
    never.into_iter().filter_map(|index| points.get(index).map(|(_, location)| *location)).collect()
}

fn locations_of_call(call: &ContractCall) -> impl Iterator<Item = LocationId> + use<> {
    [call.called].into_iter().chain(call.ensured)
}

/// Warns about calls after which no run continues, because no state satisfies what the function's contract ensures.
pub(super) fn contracts(question: Question<'_>, engines: &[&dyn Engine]) -> Vec<Diagnostic> {
    let (Some(specification), Some(flowchart)) = (question.specification, question.program.flowchart(question.entry))
    else {
        return Vec::new();
    };
    let never = |location| engines.iter().any(|engine| engine.outcome(Topic::Unreachable(location)).is_proved());
    let mut found = Vec::new();
    for contract in &specification.contracts {
        for call in &contract.calls {
            if call.ensured.is_some_and(never) && !never(call.called) {
                let message =
                    format!("no run goes on here: nothing fits what the contract of '{}' ensures", contract.function);
                let problem = Diagnostic::warning(flowchart.location(call.called).span, message);
                found.push(problem.with_note(Some(contract.span), "the contract is here"));
            }
        }
    }
    found
}

/// Returns the locations where a program's own assertion is judged: those before the failing edge, back to the start of
/// its statement. There may be several tests on the way (`assert(a || b)`).
fn judged_at(flowchart: &Flowchart, edge: EdgeId) -> Option<BTreeSet<LocationId>> {
    if !matches!(flowchart.graph.edge_weight(edge)?.command, Command::Fail(_)) {
        return None;
    }
    let (failure, mut found) = (flowchart.source(edge), BTreeSet::new());
    let mut agenda = vec![failure];
    while let Some(at) = agenda.pop() {
        for incoming in flowchart.incoming(at) {
            let is_test = matches!(flowchart.edge(incoming).command, Command::Assume { .. });
            let before = flowchart.source(incoming);
            if (is_test || at == failure) && found.insert(before) && flowchart.location(before).statements.is_empty() {
                agenda.push(before);
            }
        }
    }
    Some(found)
}

/// Returns the locations that a property is about, if they are known.
fn locations_of(topic: Topic, question: Question<'_>) -> Option<BTreeSet<LocationId>> {
    let flowchart = question.program.flowchart(question.entry)?;
    match topic {
        Topic::Specified(SpecifiedProperty { location: Some(location), .. }) => Some(BTreeSet::from([location])),
        Topic::Specified(SpecifiedProperty { statement, location: None }) => {
            question.specification?.statements.get(statement)?.kind.named_locations()
        }
        Topic::Accesses => Some(BTreeSet::from([flowchart.entry])),
        Topic::Assertion { edge, .. } => judged_at(flowchart, edge),
        Topic::UndefinedBehaviour | Topic::Leaks | Topic::Assertions | Topic::Statement(_) | Topic::Unreachable(_) => {
            None
        }
    }
}

/// Marks verified properties whose locations no run on a small heap reaches with all assumptions satisfied, if every
/// run that reaches some assumption violates it. That shows nothing about larger heaps. Numbers are only sampled, so
/// assumptions about numbers are skipped.
pub(super) fn mark_unassumed(properties: &mut [PropertyVerdict], question: Question<'_>, search: &SearchResult) {
    let Some(nodes) = search.complete_nodes else { return };
    let contradicts =
        |location: &LocationId| !search.reached.contains(location) && !search.undecided.contains(location);
    let contradictory: BTreeSet<LocationId> = search.refused.iter().copied().filter(contradicts).collect();
    let is_about_numbers = |specification: &Specification| {
        specification.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Assume(formula, at) => {
                at.iter().any(|location| contradictory.contains(location)) && reads_numbers(formula, question)
            }
            _ => false,
        })
    };
    if contradictory.is_empty() || search.cut_runs > 0 || question.specification.is_some_and(is_about_numbers) {
        return;
    }
    for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Verified && !property.vacuous)
    {
        let named = locations_of(property.topic, question);
        let is_untried = |location: &LocationId| !search.reached.contains(location);
        if named.is_some_and(|all| !all.is_empty() && all.iter().all(is_untried)) {
            property.assumed_by_none = Some(nodes);
        }
    }
}

/// Returns true if the value of a formula depends on numbers in variables or in memory.
fn reads_numbers(formula: &StateFormula, question: Question<'_>) -> bool {
    let mut found = false;
    let types = &question.program.types;
    for expression in formula.expressions() {
        expression.visit(&mut |part| {
            let is_number = types.is_integer(part.ty) || matches!(types.get(part.ty), Type::Float(_));
            found |= is_number && matches!(part.node, ExprNode::Load(_) | ExprNode::Symbol(_));
        });
    }
    found
}

/// Marks the verified properties all of whose locations are unreachable.
pub(super) fn mark(properties: &mut [PropertyVerdict], question: Question<'_>, engines: &[&dyn Engine]) {
    let is_unreachable = |location: &LocationId| {
        let topic = Topic::Unreachable(*location);
        engines.iter().any(|engine| engine.outcome(topic).is_proved())
    };
    for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Verified) {
        let named = locations_of(property.topic, question);
        property.vacuous = named.is_some_and(|all| !all.is_empty() && all.iter().all(is_unreachable));
    }
}
