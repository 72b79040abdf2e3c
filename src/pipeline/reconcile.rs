//! One answer of two engines. What either proves is proved, and what either shows to be broken is broken. What one does not
//! know takes nothing from what the other knows. Where one proves what the other shows to be broken, one of them is wrong:
//! nothing is claimed, and the contradiction is told with the evidence of both.

use crate::pipeline::confirm::{Broken, ConcreteRun};
use crate::pipeline::open::{Dispute, OpenReason};
use crate::pipeline::property::PropertyVerdict;
use crate::pipeline::shapes::{Opinion, ShapeFinding, Shapes, Topic};
use crate::program::FaultClass;
use crate::verdict::Verdict;

/// An engine that proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prover {
    /// The predicate abstraction.
    PredicateAbstraction,
    /// The shape analysis.
    ShapeAnalysis,
}

/// What shows that a property is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// A run of the interpreter.
    Run(ConcreteRun),
    /// An error that the shape analysis is sure of.
    Shape(ShapeFinding),
}

/// A property that one engine proved and another one refuted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Which property.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Who proved it.
    pub prover: Prover,
    /// What shows the contrary.
    pub refutation: Refutation,
}

/// A property that both engines may speak about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Which, by index.
    pub index: usize,
    /// What it is about.
    pub topic: Topic,
}

/// Puts what the shape analysis says into the verdicts of the predicate abstraction and of the concrete runs. The
/// contradictions come back, those that were there before among them.
pub fn reconcile(properties: &mut [PropertyVerdict], shared: &[Shared], shapes: &Shapes) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = properties
        .iter()
        .filter(|property| property.reason == Some(OpenReason::Disputed(Dispute::RunAgainstAbstraction)))
        .filter_map(|property| {
            let run = Refutation::Run(property.run.clone()?);
            Some(contradiction(property, Prover::PredicateAbstraction, run))
        })
        .collect();
    for (place, one) in shared.iter().enumerate() {
        match shapes.opinion(one.topic) {
            Opinion::Holds => found.extend(properties.get_mut(one.index).and_then(proved)),
            Opinion::Broken(finding) => {
                // Calls are replaced by copies, so that one assertion of the program may be several properties. Which of them
                // is broken is not known, but one is.
                let is_same = |other: &&Shared| other.topic == one.topic;
                if shared.iter().take(place).any(|other| is_same(&other)) {
                    continue;
                }
                let same: Vec<usize> = shared.iter().filter(is_same).map(|other| other.index).collect();
                found.extend(broken(properties, &same, finding));
            }
            Opinion::Open => {}
        }
    }
    found
}

fn contradiction(property: &PropertyVerdict, prover: Prover, refutation: Refutation) -> Contradiction {
    Contradiction { id: property.id.clone(), text: property.text.clone(), prover, refutation }
}

/// The shape analysis proved a property.
fn proved(property: &mut PropertyVerdict) -> Option<Contradiction> {
    match (property.verdict, &property.run) {
        (Verdict::Violated, Some(run)) if excludes(run) => {
            let found = contradiction(property, Prover::ShapeAnalysis, Refutation::Run(run.clone()));
            property.reason = Some(OpenReason::Disputed(Dispute::RunAgainstShapes));
            Some(found)
        }
        (Verdict::Unknown, _) => {
            property.verdict = Verdict::Verified;
            property.reason = None;
            property.path = None;
            property.by_shapes = true;
            property.rests_on.clear();
            None
        }
        // Nothing need be assumed any more.
        (Verdict::Verified, _) if !property.rests_on.is_empty() => {
            property.by_shapes = true;
            property.rests_on.clear();
            None
        }
        _ => None,
    }
}

/// Whether the shape analysis would have reported what breaks a run: it proves nothing of undefined behaviour.
fn excludes(run: &ConcreteRun) -> bool {
    match run.broken {
        Broken::Fault(kind, _) => kind.class() != FaultClass::UndefinedBehaviour,
        Broken::Statement(_) => true,
    }
}

/// The shape analysis is sure that one of some properties is broken.
fn broken(properties: &mut [PropertyVerdict], same: &[usize], finding: &ShapeFinding) -> Option<Contradiction> {
    let with =
        |verdict| same.iter().copied().find(|index| properties.get(*index).map(|one| one.verdict) == Some(verdict));
    if with(Verdict::Violated).is_some() {
        return None;
    }
    let (unknown, verified) = (with(Verdict::Unknown), with(Verdict::Verified));
    let property = properties.get_mut(unknown.or(verified)?)?;
    // The predicate abstraction does not claim that values are initialised, or that copies do not overlap.
    let claimed = finding.kind.is_access() || Topic::Assertions(None).includes(finding) || finding.claim.is_some();
    // What was assumed is wrong, rather than an engine.
    let is_assumed = !property.rests_on.is_empty();
    if property.verdict == Verdict::Verified && claimed && !is_assumed {
        let refutation = Refutation::Shape(finding.clone());
        let found = contradiction(property, Prover::PredicateAbstraction, refutation);
        property.verdict = Verdict::Unknown;
        property.reason = Some(OpenReason::Disputed(Dispute::ShapesAgainstAbstraction));
        return Some(found);
    }
    // What a specification says is broken only where a run shows it.
    property.rests_on.clear();
    if finding.claim.is_some() {
        property.verdict = Verdict::Unknown;
        property.reason = Some(OpenReason::NoRunOnSmallHeaps);
        return None;
    }
    property.verdict = Verdict::Violated;
    property.reason = None;
    property.path = None;
    property.position = finding.position.clone();
    property.by_shapes = true;
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::base::ids::Id;
    use crate::base::{FileId, SourcePosition};
    use crate::pipeline::hintcheck::{HintDoubt, Known};
    use crate::pipeline::replay::{Replay, Unreplayed};
    use crate::pipeline::shapes::Shapes;
    use crate::program::{FaultKind, LocationId};

    const ACCESSES: Shared = Shared { index: 0, topic: Topic::Accesses };

    fn position(line: u32) -> SourcePosition {
        SourcePosition { file: "list.c".into(), line, column: 1 }
    }

    fn span(line: u32) -> Span {
        Span { file: FileId::from_index(0), start: 10 * line, end: 10 * line + 5 }
    }

    fn property(verdict: Verdict) -> PropertyVerdict {
        PropertyVerdict {
            verdict,
            reason: (verdict == Verdict::Unknown).then_some(OpenReason::NotConverged { iterations: 8 }),
            ..PropertyVerdict::verified("memory-access", "every access is to allocated memory", position(1))
        }
    }

    fn run(kind: FaultKind) -> ConcreteRun {
        ConcreteRun {
            start: Box::default(),
            input: "x = NULL".into(),
            steps: Vec::new(),
            broken: Broken::Fault(kind, "something is wrong".into()),
            position: position(7),
            location: LocationId::new(0),
            failed: None,
            last_state: "x = NULL".into(),
        }
    }

    fn refuted(kind: FaultKind) -> PropertyVerdict {
        PropertyVerdict { run: Some(run(kind)), ..property(Verdict::Violated) }
    }

    fn error(kind: FaultKind, certain: bool) -> ShapeFinding {
        ShapeFinding {
            kind,
            claim: None,
            message: "something is wrong".into(),
            confirmed: match certain {
                true => Ok(Replay { inputs: Vec::new(), heap: None, steps: Vec::new() }),
                false => Err(Unreplayed::InputNotFound(None)),
            },
            after_error: false,
            is_warning: false,
            span: span(7),
            position: position(7),
            function: "main".into(),
            steps: Vec::new(),
        }
    }

    fn shapes(findings: Vec<ShapeFinding>) -> Shapes {
        Shapes { findings, ..Shapes::default() }
    }

    /// One property of which both engines speak: the property afterwards, and how many contradictions there are.
    fn together(mut before: PropertyVerdict, shapes: &Shapes) -> (PropertyVerdict, Vec<Contradiction>) {
        let found = reconcile(std::slice::from_mut(&mut before), &[ACCESSES], shapes);
        (before, found)
    }

    #[test]
    fn a_proof_of_either_engine_is_a_proof() {
        for (before, by_shapes) in [(Verdict::Verified, false), (Verdict::Unknown, true)] {
            let (after, contradictions) = together(property(before), &shapes(Vec::new()));
            assert_eq!((after.verdict, after.reason, after.by_shapes), (Verdict::Verified, None, by_shapes));
            assert_eq!(contradictions, []);
        }
    }

    #[test]
    fn what_the_shape_analysis_does_not_know_takes_nothing_from_the_other_engine() {
        let gap = Shapes { gap: Some("the time limit was reached".into()), ..Shapes::default() };
        let silent = [gap, shapes(vec![error(FaultKind::UseAfterFree, false)])];
        for part in &silent {
            for before in [property(Verdict::Verified), property(Verdict::Unknown), refuted(FaultKind::DoubleFree)] {
                let (after, contradictions) = together(before.clone(), part);
                assert_eq!((after.verdict, after.reason), (before.verdict, before.reason), "{part:?}");
                assert_eq!(contradictions, []);
            }
        }
    }

    #[test]
    fn a_certain_error_refutes_what_is_open() {
        let (after, contradictions) =
            together(property(Verdict::Unknown), &shapes(vec![error(FaultKind::UseAfterFree, true)]));
        assert_eq!((after.verdict, after.position, after.by_shapes), (Verdict::Violated, position(7), true));
        assert_eq!(contradictions, []);
    }

    #[test]
    fn a_certain_error_in_what_was_proved_is_a_contradiction_and_nothing_is_claimed() {
        let finding = error(FaultKind::UseAfterFree, true);
        let (after, contradictions) = together(property(Verdict::Verified), &shapes(vec![finding.clone()]));
        assert_eq!(
            (after.verdict, after.reason),
            (Verdict::Unknown, Some(OpenReason::Disputed(Dispute::ShapesAgainstAbstraction)))
        );
        let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
        assert_eq!(contradiction.prover, Prover::PredicateAbstraction);
        assert_eq!(contradiction.refutation, Refutation::Shape(finding));
    }

    /// Verified, if a hint holds.
    fn assumed() -> PropertyVerdict {
        let known = Known::Tried { nodes: 6, all_integers: true };
        PropertyVerdict { rests_on: vec![HintDoubt { position: position(2), known }], ..property(Verdict::Verified) }
    }

    #[test]
    fn a_certain_error_in_what_a_hint_was_assumed_for_contradicts_nothing() {
        let (after, contradictions) = together(assumed(), &shapes(vec![error(FaultKind::UseAfterFree, true)]));
        assert_eq!((after.verdict, after.assumptions()), (Verdict::Violated, &[][..]));
        assert_eq!(contradictions, []);
    }

    #[test]
    fn what_the_shape_analysis_proves_needs_no_assumption() {
        let (after, _) = together(assumed(), &shapes(Vec::new()));
        assert_eq!((after.verdict, after.assumptions(), after.by_shapes), (Verdict::Verified, &[][..], true));
        let (after, _) = together(assumed(), &Shapes { gap: Some("a limit".into()), ..Shapes::default() });
        assert_eq!((after.verdict, after.assumptions().len()), (Verdict::Verified, 1));
    }

    /// The predicate abstraction proves nothing of values that were never written.
    #[test]
    fn an_error_that_the_proof_does_not_speak_of_contradicts_nothing() {
        let (after, contradictions) =
            together(property(Verdict::Verified), &shapes(vec![error(FaultKind::Uninitialized, true)]));
        assert_eq!(after.verdict, Verdict::Violated);
        assert_eq!(contradictions, []);
    }

    #[test]
    fn a_run_with_an_error_that_the_shape_analysis_excludes_is_a_contradiction() {
        let (after, contradictions) = together(refuted(FaultKind::DoubleFree), &shapes(Vec::new()));
        assert_eq!(after.verdict, Verdict::Violated);
        let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
        assert_eq!(contradiction.prover, Prover::ShapeAnalysis);
        assert_eq!(contradiction.refutation, Refutation::Run(run(FaultKind::DoubleFree)));
    }

    #[test]
    fn a_run_with_undefined_arithmetic_contradicts_no_shape() {
        let (after, contradictions) = together(refuted(FaultKind::UndefinedBehaviour), &shapes(Vec::new()));
        assert_eq!((after.verdict, contradictions), (Verdict::Violated, Vec::new()));
    }

    #[test]
    fn a_run_that_breaks_what_the_abstraction_proved_is_a_contradiction_of_its_own() {
        let before = PropertyVerdict {
            reason: Some(OpenReason::Disputed(Dispute::RunAgainstAbstraction)),
            ..refuted(FaultKind::DoubleFree)
        };
        let (_, contradictions) =
            together(before, &Shapes { gap: Some("the time limit was reached".into()), ..Shapes::default() });
        let [contradiction] = &contradictions[..] else { panic!("{contradictions:?}") };
        assert_eq!(contradiction.prover, Prover::PredicateAbstraction);
    }

    #[test]
    fn of_copies_of_an_assertion_one_is_broken() {
        let shared = [0, 1].map(|index| Shared { index, topic: Topic::Assertions(Some(span(7))) });
        let part = shapes(vec![error(FaultKind::Assertion, true)]);
        let verdicts = |mut both: [PropertyVerdict; 2]| {
            let found = reconcile(&mut both, &shared, &part);
            (both.map(|property| property.verdict), found.len())
        };
        let proved_and_open = [property(Verdict::Verified), property(Verdict::Unknown)];
        assert_eq!(verdicts(proved_and_open), ([Verdict::Verified, Verdict::Violated], 0));
        let proved = [property(Verdict::Verified), property(Verdict::Verified)];
        assert_eq!(verdicts(proved), ([Verdict::Unknown, Verdict::Verified], 1));
        let refuted = [property(Verdict::Verified), refuted(FaultKind::Assertion)];
        assert_eq!(verdicts(refuted), ([Verdict::Verified, Verdict::Violated], 0));
    }

    #[test]
    fn an_error_of_memory_leaves_later_assertions_open() {
        let shared = Shared { index: 0, topic: Topic::Assertions(Some(span(9))) };
        let mut before = property(Verdict::Unknown);
        let part = shapes(vec![error(FaultKind::UseAfterFree, true)]);
        assert_eq!(reconcile(std::slice::from_mut(&mut before), &[shared], &part), []);
        assert_eq!(before.verdict, Verdict::Unknown);
    }
}
