//! Finds assumptions about the start of a procedure under which a broken or open property holds. The types of the
//! parameters, and of the globals that it uses, suggest candidates; the selected engines check each of them.
//!
//! Candidates are that a pointer is not NULL, that a list is doubly linked, that a list is not cyclic, that two lists
//! share nothing, that an integer is not zero, or not negative, and conjunctions of these, in a fixed order of growing
//! length. A candidate is checked only if it excludes every start that is known to break the property: first by runs on
//! the smallest heaps, then by the shape analysis, then by all engines, which check nothing else. It is proposed only
//! if a run shows that control still reaches the location of the property.
//!
//! Changes no verdict; nothing that is found here is reported as an error.
//!
//! | file | contents |
//! |---|---|
//! | `parts` | the conjuncts of candidates |
//! | `extents` | those on strings and room |
//! | `search` | which candidates are checked, one after the other |

mod extents;
pub(super) mod parts;
pub(super) mod search;

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use crate::answer::{Answer, Subject, VerificationTask};
use crate::beside::Glance;
use crate::confirm::{self, SearchResult};
use crate::limits::{
    FIRST_MODEL, PRECONDITION_ITERATIONS, PRECONDITION_PAIRS, PRECONDITION_RUN_STEPS, PRECONDITION_SHAPE_WORK,
};
use crate::prepare::Prepared;
use crate::property::PropertyVerdict;
use crate::reached;
use crate::rounds::Earlier;
use crate::runs::ConcreteRuns;
use crate::settings::{Checker, Settings};
use crate::shapes::ShapeAnalysis;
use crate::verify::{self, Engines, verify};
use base::Budget;
use engine::evidence::Alarm;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Refutation};
use parts::Parts;
use program::{LocationId, Program};
use reason::OpenReason;
use search::Search;
use spec::{Question, Specification, SpecifiedProperty, Statement, StatementKind};

/// Adds preconditions to properties, with at most `checks` checks. Each gets a small part of the work that the settings
/// allow.
pub fn propose(answer: &mut Answer, task: VerificationTask<'_>, checks: usize) {
    if answer.contradiction() {
        return;
    }
    let parts = Parts::of(task.subject.question());
    let mut search = Search::of_properties(&answer.properties, &parts, checks, is_broken);
    search.run(&mut answer.properties, task);
}

/// Returns true if a precondition is wanted: something breaks the property, or may break it. False if an engine merely
/// gave up.
fn is_broken(property: &PropertyVerdict) -> bool {
    match property.verdict {
        Verdict::Violated => true,
        Verdict::Unknown => property.reason.as_ref().is_some_and(is_suspicion),
        Verdict::Verified => false,
    }
}

fn is_suspicion(reason: &OpenReason) -> bool {
    match reason {
        OpenReason::Suspected { .. } | OpenReason::Unconfirmed { .. } => true,
        OpenReason::Access { because, .. } => is_suspicion(because),
        OpenReason::Disputed(_)
        | OpenReason::UnsoundHint
        | OpenReason::UnfitHint
        | OpenReason::UnprovedHints(_)
        | OpenReason::Stopped { .. }
        | OpenReason::NotConverged { .. }
        | OpenReason::NotChecked { .. }
        | OpenReason::NotFollowed { .. }
        | OpenReason::NotShownDefined
        | OpenReason::NotRead
        | OpenReason::ScopeEnded { .. }
        | OpenReason::ErrorMayComeBefore
        | OpenReason::EndsBefore { .. }
        | OpenReason::Incomplete(_)
        | OpenReason::Cut { .. }
        | OpenReason::Undefined { .. } => false,
    }
}

/// Returns the engines' answers about properties under an assumption about the start; empty if they contradict each
/// other.
fn check(task: VerificationTask<'_>, assumption: Statement, wanted: &[&PropertyVerdict]) -> Vec<CheckedProperty> {
    let is_wanted = |statement| wanted.iter().any(|property| property.topic.is_of_statement(statement));
    under(task, assumption, is_wanted, |task| checked(task, wanted))
}

/// Returns true if everything is verified under an assumption about the start, and a run satisfies it and returns.
pub(super) fn is_verified_under(task: VerificationTask<'_>, assumption: Statement) -> bool {
    under(
        task,
        assumption,
        |_| true,
        |task| {
            let Ok((answer, _)) = verify(task) else { return false };
            let rests_on_nothing = answer.assumptions().is_empty();
            let properties = || CheckedProperty::of_answer(&answer, task.subject.question(), task.budget);
            answer.verdict == Verdict::Verified
                && rests_on_nothing
                && properties().iter().all(CheckedProperty::is_proved)
        },
    )
}

/// Asks something under an assumption about the start, of the statements that are asked, with reduced settings.
fn under<T>(
    task: VerificationTask<'_>,
    assumption: Statement,
    is_asked: impl Fn(usize) -> bool,
    ask: impl FnOnce(VerificationTask<'_>) -> T,
) -> T {
    let (question, settings) = (task.subject.question(), reduced(task.settings));
    let specification = assuming(&question.specification.cloned().unwrap_or_default(), assumption, is_asked);
    let prepared =
        task.subject.prepared().map(|known| Prepared { specification: specification.clone(), ..known.clone() });
    let elements = specification.array_elements(&question.program.types);
    let mut with_arrays = None;
    let program = match elements == question.program.array_elements {
        true => question.program,
        false => with_arrays.insert(Program { array_elements: elements, ..question.program.clone() }),
    };
    let subject = match (task.subject, &prepared) {
        // The predicate abstraction does not follow strings and room.
        _ if !program.array_elements.is_empty() => {
            Subject::WithCalls(Question { program, specification: Some(&specification), ..question })
        }
        (Subject::ForAllEngines(_, rules), Some(prepared)) => Subject::ForAllEngines(prepared, rules),
        (Subject::Inlined(_), Some(prepared)) => Subject::Inlined(prepared),
        _ => Subject::WithCalls(Question { specification: Some(&specification), ..question }),
    };
    ask(VerificationTask { subject, settings: &settings, ..task })
}

/// Returns the engines' answers about wanted properties, asking the fast engines first; empty if they contradict each
/// other.
fn checked(task: VerificationTask<'_>, wanted: &[&PropertyVerdict]) -> Vec<CheckedProperty> {
    let question = task.subject.question();
    let answer = match task.subject {
        Subject::ForAllEngines(prepared, _) => {
            let small_heaps = confirm::Shared::new(prepared, task.sources, task.settings.concrete, task.budget);
            if let Some(broken) = CheckedProperty::all_broken(wanted, small_heaps.first()) {
                return broken;
            }
            let glance = Glance::new(task);
            let elsewhere = || glance.known();
            let shapes = ShapeAnalysis::new(task.of_engines(), task.settings, Some(&small_heaps), &elsewhere);
            if let Some(proved) = CheckedProperty::all_proved(wanted, &shapes, small_heaps.first(), question) {
                return proved;
            }
            let engines = Engines { shapes, small_heaps: Some(&small_heaps), glance: &glance };
            verify::round(task, engines, &Earlier::default()).map(|round| round.answer)
        }
        Subject::WithCalls(_) | Subject::ForBoundedEngine(_) | Subject::Inlined(_) => {
            verify(task).map(|(answer, _)| answer)
        }
    };
    let Some(answer) = answer.ok().filter(|answer| !answer.contradiction()) else { return Vec::new() };
    let mut checked = match &answer.predicates {
        Some(found) => CheckedProperty::all(answer.properties.clone(), &found.search.reached, question),
        None => CheckedProperty::of_answer(&answer, question, task.budget),
    };
    for property in &mut checked {
        let errors = answer.shapes.findings.iter().filter(|alarm| alarm.certain());
        property.errors.extend(errors.filter(|alarm| property.known.topic.includes(alarm)).cloned());
    }
    checked
}

/// Adds an assumption to a specification and drops what is not asked, so that nothing else is decided again.
fn assuming(specification: &Specification, assumption: Statement, is_asked: impl Fn(usize) -> bool) -> Specification {
    let is_kept = |statement: usize| match specification.statements.get(statement).map(|known| &known.kind) {
        Some(StatementKind::Assert(..) | StatementKind::Ltl(..)) => is_asked(statement),
        Some(StatementKind::Assume(..) | StatementKind::Watch(..)) | None => true,
    };
    let mut specification = specification.only(is_kept);
    specification.statements.push(assumption);
    specification
}

/// Returns the location of a property: that of its statement or assertion, or else the exit.
fn location_of(topic: Topic, question: Question<'_>) -> Option<LocationId> {
    let flowchart = question.program.flowchart(question.entry)?;
    match topic {
        Topic::Specified(SpecifiedProperty { location: Some(location), .. }) => Some(location),
        Topic::Assertion { edge, .. } => Some(flowchart.source(edge)),
        _ => Some(flowchart.exit),
    }
}

struct CheckedProperty {
    known: PropertyVerdict,
    /// True if a run reaches its location.
    is_reached: bool,
    /// The errors that the shape analysis found, each with a run.
    errors: Vec<Alarm>,
}

impl CheckedProperty {
    /// Returns the properties of a question; `reached` are the locations that runs reach.
    fn all(
        properties: Vec<PropertyVerdict>,
        reached: &BTreeSet<LocationId>,
        question: Question<'_>,
    ) -> Vec<CheckedProperty> {
        let is_reached =
            |topic: Topic| location_of(topic, question).is_some_and(|location| reached.contains(&location));
        let checked =
            |known: PropertyVerdict| CheckedProperty { is_reached: is_reached(known.topic), known, errors: Vec::new() };
        properties.into_iter().map(checked).collect()
    }

    /// Returns the wanted properties if runs break all of them: then no engine need be asked.
    fn all_broken(wanted: &[&PropertyVerdict], search: &SearchResult) -> Option<Vec<CheckedProperty>> {
        let runs = ConcreteRuns { search };
        let broken = |property: &&PropertyVerdict| {
            let Outcome::Refuted(Refutation::Run(run)) = runs.outcome(property.topic) else { return None };
            let known = PropertyVerdict { verdict: Verdict::Violated, run: Some(run), ..(*property).clone() };
            Some(CheckedProperty { known, is_reached: true, errors: Vec::new() })
        };
        wanted.iter().map(broken).collect()
    }

    /// Returns the wanted properties if the shape analysis proves all of them, runs reach their locations, and no run
    /// breaks one. Then no other engine need be asked.
    fn all_proved(
        wanted: &[&PropertyVerdict],
        shapes: &ShapeAnalysis<'_>,
        search: &SearchResult,
        question: Question<'_>,
    ) -> Option<Vec<CheckedProperty>> {
        let is_broken = |topic: Topic| matches!(ConcreteRuns { search }.outcome(topic), Outcome::Refuted(_));
        let is_proved = |topic: Topic| shapes.outcome(topic).is_proved() && !is_broken(topic);
        let proved = |property: &&PropertyVerdict| {
            let (verdict, rests_on) = (Verdict::Verified, Vec::new());
            let known = PropertyVerdict { verdict, rests_on, ..(*property).clone() };
            is_proved(property.topic).then_some(known)
        };
        let proved: Vec<PropertyVerdict> = wanted.iter().map(proved).collect::<Option<_>>()?;
        let checked = CheckedProperty::all(proved, &search.reached, question);
        checked.iter().all(CheckedProperty::is_proved).then_some(checked)
    }

    /// Returns the properties of an answer of engines that do not tell which locations runs reach.
    fn of_answer(answer: &Answer, question: Question<'_>, budget: &Budget) -> Vec<CheckedProperty> {
        let proved = answer.properties.iter().filter(|property| property.verdict == Verdict::Verified);
        let wanted = proved.filter_map(|property| location_of(property.topic, question)).collect();
        let reached = reached::locations(question, &wanted, PRECONDITION_RUN_STEPS, budget);
        CheckedProperty::all(answer.properties.clone(), &reached, question)
    }

    fn is_about(&self, property: &PropertyVerdict) -> bool {
        self.known.topic == property.topic
    }

    fn is_proved(&self) -> bool {
        let PropertyVerdict { verdict, vacuous, rests_on, .. } = &self.known;
        self.is_reached && *verdict == Verdict::Verified && !vacuous && rests_on.is_empty()
    }
}

/// Returns the settings of a check: a small part of the work, and nothing that only a report needs. The bounded engine
/// is off: its work cannot be reduced.
fn reduced(settings: &Settings) -> Settings {
    let mut reduced = settings.clone();
    reduced.bound = settings.bound.min(PRECONDITION_ITERATIONS);
    reduced.most_pairs = settings.most_pairs.min(PRECONDITION_PAIRS);
    reduced.limits.states = settings.limits.states.min(FIRST_MODEL.states);
    reduced.limits.successors = settings.limits.successors.min(FIRST_MODEL.successors);
    reduced.concrete.total_steps = settings.concrete.total_steps.min(PRECONDITION_RUN_STEPS);
    reduced.concrete.keeps_states = false;
    reduced.replay.steps = settings.replay.steps.min(PRECONDITION_RUN_STEPS as u64);
    let most_work = settings.shapes.most_work.min(PRECONDITION_SHAPE_WORK);
    let shown = smg::Settings { keeps: false, heads: false, pictures: false, run_pictures: false, ..reduced.shapes };
    reduced.shapes = smg::Settings { most_work, ..shown };
    let rounds = Some(NonZeroU32::MIN);
    Settings { checker: Checker::BuiltIn, rounds, automatic: false, bounded: None, keeps_proofs: false, ..reduced }
}
