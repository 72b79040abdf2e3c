//! Tests of what several engines say together. The shape analysis takes part with findings made up for the test; the others are
//! made up altogether.

use std::collections::BTreeMap;

use crate::claims::PREDICATE_ABSTRACTION;
use crate::property::PropertyVerdict;
use crate::reconcile::{Contradiction, reconcile};
use crate::runs::CONCRETE_RUNS;
use crate::shapes::{SHAPE_ANALYSIS, Shapes};
use base::ids::Id;
use base::{Exhausted, FileId, SourcePosition, Span};
use engine::evidence::{Alarm, Broken, ConcreteRun, Replay};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Open, Outcome, Proof, ProofScope, Property, Refutation, WorkDone};
use program::{EdgeId, FaultKind, LocationId};
use reason::assumption::{HintEvidence, UnprovedHint};
use reason::{Dispute, EngineName, Gap, OpenReason, Unreplayed};

/// An engine that says one thing about each topic.
struct Says(EngineName, Vec<(Topic, Outcome)>);

impl Engine for Says {
    fn name(&self) -> EngineName {
        self.0
    }

    fn outcome(&self, topic: Topic) -> Outcome {
        let known = self.1.iter().find(|(about, _)| *about == topic);
        known.map_or(Outcome::Silent, |(_, outcome)| outcome.clone())
    }
}

fn position(line: u32) -> SourcePosition {
    SourcePosition { file: "list.c".into(), line, column: 1 }
}

fn span(line: u32) -> Span {
    Span { file: FileId::from_index(0), start: 10 * line, end: 10 * line + 5 }
}

fn about(topic: Topic) -> Property {
    Property { id: "property".into(), text: "it is safe".into(), position: position(1), topic }
}

fn proved(rests_on: Vec<UnprovedHint>) -> Outcome {
    let (scope, figures) = (ProofScope::DeadAccesses, WorkDone::default());
    Outcome::Proved(Proof { rests_on, facts: 0, scope, figures })
}

fn open() -> Outcome {
    Outcome::open(OpenReason::NotConverged { iterations: 8, left_at: None })
}

fn run(kind: FaultKind) -> ConcreteRun {
    ConcreteRun {
        start: Box::default(),
        input: "x = NULL".into(),
        inputs: Vec::new(),
        steps: Vec::new(),
        pictures: Vec::new(),
        states: Vec::new(),
        broken: Broken::Fault(kind, "something is wrong".into()),
        position: position(7),
        location: LocationId::new(0),
        failed: None,
        last_state: "x = NULL".into(),
        notes: Vec::new(),
    }
}

fn refuted(kind: FaultKind) -> Outcome {
    Outcome::Refuted(Refutation::Run(run(kind)))
}

fn error(kind: FaultKind, certain: bool) -> Alarm {
    Alarm {
        kind,
        use_of_uninitialized: None,
        claim: None,
        message: "something is wrong".into(),
        confirmed: match certain {
            true => Ok(Replay {
                fault: None,
                leak: None,
                inputs: Vec::new(),
                start: None,
                heap: None,
                steps: Vec::new(),
                pictures: BTreeMap::new(),
                notes: Vec::new(),
                course: None,
            }),
            false => Err(Unreplayed::InputNotFound(None)),
        },
        after_error: false,
        is_warning: false,
        span: span(7),
        position: position(7),
        function: "main".into(),
        steps: Vec::new(),
        notes: Vec::new(),
    }
}

fn shapes(findings: Vec<Alarm>) -> Shapes {
    Shapes { findings, ..Shapes::default() }
}

fn gap() -> Shapes {
    let gap = Gap { why: Exhausted::Time.into(), position: None };
    Shapes { gap: Some(gap), ..Shapes::default() }
}

/// Returns the merged result for one topic: the property, and the contradictions.
fn on(topic: Topic, predicates: Outcome, runs: Outcome, shapes: &Shapes) -> (PropertyVerdict, Vec<Contradiction>) {
    let predicates = Says(PREDICATE_ABSTRACTION, vec![(topic, predicates)]);
    let runs = Says(CONCRETE_RUNS, vec![(topic, runs)]);
    let mut found = reconcile(&[about(topic)], &[&predicates, &runs, shapes]);
    (found.properties.remove(0), found.contradictions)
}

/// The same about accesses.
fn together(predicates: Outcome, runs: Outcome, shapes: &Shapes) -> (PropertyVerdict, Vec<Contradiction>) {
    on(Topic::Accesses, predicates, runs, shapes)
}

#[test]
fn a_proof_of_either_engine_is_a_proof() {
    for (before, only_by) in [(proved(Vec::new()), None), (open(), Some(SHAPE_ANALYSIS))] {
        let (after, contradictions) = together(before, Outcome::Silent, &shapes(Vec::new()));
        assert_eq!((after.verdict, after.reason, after.only_by), (Verdict::Verified, None, only_by));
        assert_eq!(contradictions, []);
    }
}

#[test]
fn what_the_shape_analysis_does_not_know_takes_nothing_from_the_other_engines() {
    for part in [gap(), shapes(vec![error(FaultKind::UseAfterFree, false)])] {
        for (predicates, runs, verdict) in [
            (proved(Vec::new()), Outcome::Silent, Verdict::Verified),
            (open(), Outcome::Silent, Verdict::Unknown),
            (open(), refuted(FaultKind::DoubleFree), Verdict::Violated),
        ] {
            let (after, contradictions) = together(predicates, runs, &part);
            let reason =
                (verdict == Verdict::Unknown).then_some(OpenReason::NotConverged { iterations: 8, left_at: None });
            assert_eq!((after.verdict, after.reason), (verdict, reason), "{part:?}");
            assert_eq!(contradictions, []);
        }
    }
}

#[test]
fn a_certain_error_refutes_what_is_open() {
    let (after, contradictions) =
        together(open(), Outcome::Silent, &shapes(vec![error(FaultKind::UseAfterFree, true)]));
    assert_eq!((after.verdict, after.position), (Verdict::Violated, position(7)));
    assert_eq!(after.only_by, Some(SHAPE_ANALYSIS));
    assert_eq!(contradictions, []);
}

#[test]
fn a_certain_error_in_what_was_proved_is_a_contradiction_and_nothing_is_claimed() {
    let finding = error(FaultKind::UseAfterFree, true);
    let (after, contradictions) = together(proved(Vec::new()), Outcome::Silent, &shapes(vec![finding.clone()]));
    let dispute = Dispute { prover: PREDICATE_ABSTRACTION, alarm_of: Some(SHAPE_ANALYSIS) };
    assert_eq!((after.verdict, after.reason), (Verdict::Unknown, Some(OpenReason::Disputed(dispute))));
    let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
    assert_eq!((contradiction.prover, contradiction.refuter), (PREDICATE_ABSTRACTION, SHAPE_ANALYSIS));
    assert_eq!(contradiction.refutation, Refutation::Alarm(finding));
}

/// Proved, if a hint holds.
fn assumed() -> Outcome {
    let known = HintEvidence::Tried { nodes: 6, all_integers: true };
    proved(vec![UnprovedHint { position: position(2), known }])
}

#[test]
fn a_certain_error_in_what_a_hint_was_assumed_for_contradicts_nothing() {
    let part = shapes(vec![error(FaultKind::UseAfterFree, true)]);
    let (after, contradictions) = together(assumed(), Outcome::Silent, &part);
    assert_eq!((after.verdict, after.assumptions()), (Verdict::Violated, &[][..]));
    assert_eq!(contradictions, []);
}

#[test]
fn what_the_shape_analysis_proves_needs_no_assumption() {
    let (after, _) = together(assumed(), Outcome::Silent, &shapes(Vec::new()));
    assert_eq!((after.verdict, after.assumptions()), (Verdict::Verified, &[][..]));
    assert_eq!(after.only_by, Some(SHAPE_ANALYSIS));
    let (after, _) = together(assumed(), Outcome::Silent, &gap());
    assert_eq!((after.verdict, after.assumptions().len(), after.only_by), (Verdict::Verified, 1, None));
}

#[test]
fn a_hint_that_is_not_trusted_leaves_open_what_it_would_prove() {
    let Outcome::Proved(Proof { rests_on, .. }) = assumed() else { panic!("it is proved") };
    let reason = OpenReason::UnprovedHints(rests_on.clone());
    let before = Outcome::Open(Open { reason: reason.clone(), rests_on: rests_on.clone(), path: None });
    let (after, _) = together(before.clone(), Outcome::Silent, &gap());
    assert_eq!((after.verdict, after.reason, after.rests_on), (Verdict::Unknown, Some(reason), rests_on));
    let (after, _) = together(before, Outcome::Silent, &shapes(Vec::new()));
    assert_eq!((after.verdict, after.reason, after.rests_on), (Verdict::Verified, None, Vec::new()));
}

/// The predicate abstraction proves nothing of values that were never written.
#[test]
fn an_error_that_the_proof_does_not_speak_of_contradicts_nothing() {
    let part = shapes(vec![error(FaultKind::Uninitialized, true)]);
    let (after, contradictions) = together(proved(Vec::new()), Outcome::Silent, &part);
    assert_eq!(after.verdict, Verdict::Violated);
    assert_eq!(contradictions, []);
}

#[test]
fn a_run_with_an_error_that_the_shape_analysis_excludes_is_a_contradiction() {
    let (after, contradictions) = together(open(), refuted(FaultKind::DoubleFree), &shapes(Vec::new()));
    assert_eq!((after.verdict, after.position), (Verdict::Violated, position(7)));
    let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
    assert_eq!((contradiction.prover, contradiction.refuter), (SHAPE_ANALYSIS, CONCRETE_RUNS));
    assert_eq!(contradiction.refutation, Refutation::Run(run(FaultKind::DoubleFree)));
}

#[test]
fn a_run_with_undefined_arithmetic_contradicts_no_shape() {
    let run = refuted(FaultKind::UndefinedBehaviour);
    let (after, contradictions) = on(Topic::UndefinedBehaviour, Outcome::Silent, run, &shapes(Vec::new()));
    assert_eq!((after.verdict, contradictions), (Verdict::Violated, Vec::new()));
}

#[test]
fn a_run_that_breaks_what_the_abstraction_proved_is_a_contradiction_of_its_own() {
    let (after, contradictions) = together(proved(Vec::new()), refuted(FaultKind::DoubleFree), &gap());
    let dispute = Dispute { prover: PREDICATE_ABSTRACTION, alarm_of: None };
    assert_eq!((after.verdict, after.reason), (Verdict::Violated, Some(OpenReason::Disputed(dispute))));
    let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
    assert_eq!(contradiction.prover, PREDICATE_ABSTRACTION);
}

#[test]
fn a_run_that_breaks_what_a_hint_was_assumed_for_contradicts_nothing() {
    let (after, contradictions) = together(assumed(), refuted(FaultKind::DoubleFree), &gap());
    assert_eq!((after.verdict, after.reason), (Verdict::Violated, None));
    assert_eq!(contradictions, []);
}

#[test]
fn of_copies_of_an_assertion_one_is_broken() {
    let copies = [0, 1].map(|edge| Topic::Assertion { span: span(7), edge: EdgeId::new(edge) });
    let part = shapes(vec![error(FaultKind::Assertion, true)]);
    let verdicts = |[first, second]: [Outcome; 2], runs: Outcome| {
        let predicates = Says(PREDICATE_ABSTRACTION, vec![(copies[0], first), (copies[1], second)]);
        let runs = Says(CONCRETE_RUNS, vec![(copies[1], runs)]);
        let found = reconcile(&copies.map(about), &[&predicates, &runs, &part]);
        let verdicts: Vec<Verdict> = found.properties.iter().map(|property| property.verdict).collect();
        (verdicts, found.contradictions.len())
    };
    let proved = || proved(Vec::new());
    let one_is_open = verdicts([proved(), open()], Outcome::Silent);
    assert_eq!(one_is_open, (vec![Verdict::Verified, Verdict::Violated], 0));
    let none_is_open = verdicts([proved(), proved()], Outcome::Silent);
    assert_eq!(none_is_open, (vec![Verdict::Unknown, Verdict::Verified], 1));
    let one_is_refuted = verdicts([proved(), open()], refuted(FaultKind::Assertion));
    assert_eq!(one_is_refuted, (vec![Verdict::Verified, Verdict::Violated], 0));
}

#[test]
fn an_error_of_memory_leaves_later_assertions_open() {
    let topic = Topic::Assertion { span: span(9), edge: EdgeId::new(0) };
    let part = shapes(vec![error(FaultKind::UseAfterFree, true)]);
    let (after, contradictions) = on(topic, open(), Outcome::Silent, &part);
    assert_eq!((after.verdict, contradictions), (Verdict::Unknown, Vec::new()));
}

#[test]
fn a_run_with_an_error_that_the_proof_does_not_speak_of_contradicts_nothing() {
    for kind in [FaultKind::Uninitialized, FaultKind::OverlappingCopy] {
        let (after, contradictions) = together(proved(Vec::new()), refuted(kind), &gap());
        assert_eq!((after.verdict, after.reason, contradictions), (Verdict::Violated, None, Vec::new()));
    }
}
