//! One answer of two engines. What either proves is proved, and what either shows to be broken is broken. What one does not
//! know takes nothing from what the other knows. Where one proves what the other shows to be broken, one of them is wrong:
//! nothing is claimed, and the contradiction is told with the evidence of both.

use crate::base::Span;
use crate::pipeline::PropertyVerdict;
use crate::pipeline::analyse::CONTRADICTION;
use crate::pipeline::confirm::{Broken, ConcreteRun};
use crate::pipeline::shapes::{Claim, Part, ShapeFinding, Subject};
use crate::program::interp::FaultKind;
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

/// The reason given where the shape analysis finds an error in what the predicate abstraction proved.
const DISPUTED: &str = "internal error: the shape analysis finds an error in what the abstraction proved";
/// The reason given where a run has an error that the shape analysis excludes.
const EXCLUDED: &str = "internal error: a concrete run breaks what the shape analysis proved";

/// A property that both engines may speak about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Which, by index.
    pub index: usize,
    /// What it is about.
    pub subject: Subject,
    /// For an assertion: where it stands.
    pub at: Option<Span>,
}

/// Puts what the shape analysis says into the verdicts of the predicate abstraction and of the concrete runs. The
/// contradictions come back, those that were there before among them.
pub fn reconcile(properties: &mut [PropertyVerdict], shared: &[Shared], part: &Part) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = properties
        .iter()
        .filter(|property| property.reason.as_deref() == Some(CONTRADICTION))
        .filter_map(|property| {
            let run = Refutation::Run(property.run.clone()?);
            Some(contradiction(property, Prover::PredicateAbstraction, run))
        })
        .collect();
    for (place, one) in shared.iter().enumerate() {
        match part.claim(one.subject, one.at) {
            Claim::Holds => found.extend(properties.get_mut(one.index).and_then(proved)),
            Claim::Broken(finding) => {
                // Calls are replaced by copies, so that one assertion of the program may be several properties. Which of them
                // is broken is not known, but one is.
                let is_same = |other: &&Shared| (other.subject, other.at) == (one.subject, one.at);
                if shared.iter().take(place).any(|other| is_same(&other)) {
                    continue;
                }
                let same: Vec<usize> = shared.iter().filter(is_same).map(|other| other.index).collect();
                found.extend(broken(properties, &same, finding));
            }
            Claim::Open => {}
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
            property.reason = Some(EXCLUDED.to_string());
            Some(found)
        }
        (Verdict::Unknown, _) => {
            property.verdict = Verdict::Verified;
            property.reason = None;
            property.path = None;
            property.by_shapes = true;
            None
        }
        _ => None,
    }
}

/// Whether the shape analysis would have reported what breaks a run: it knows nothing of arithmetic that is undefined.
fn excludes(run: &ConcreteRun) -> bool {
    match run.broken {
        Broken::Fault(kind, _) => kind != FaultKind::UndefinedBehaviour,
        Broken::Statement(_) => false,
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
    let claimed = finding.kind.is_access() || Subject::of(finding.kind) == Subject::Assertions;
    if property.verdict == Verdict::Verified && claimed {
        let refutation = Refutation::Shape(finding.clone());
        let found = contradiction(property, Prover::PredicateAbstraction, refutation);
        property.verdict = Verdict::Unknown;
        property.reason = Some(DISPUTED.to_string());
        return Some(found);
    }
    property.verdict = Verdict::Violated;
    property.reason = None;
    property.path = None;
    property.position = finding.position.clone();
    property.by_shapes = true;
    None
}
