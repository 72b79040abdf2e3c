//! Merges the claims of all engines into one verdict for each property. A property that any engine proves is verified,
//! and one that any engine refutes is violated; "unknown" from one engine does not affect the others. If one engine
//! proves what another refutes, one of them is wrong: nothing is claimed, and the contradiction is reported with the
//! evidence of both.
//!
//! Independent of particular engines: it sees only their claims.

use crate::property::PropertyVerdict;
use engine::evidence::{Alarm, Broken};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Claim, Engine, Outcome, Proof, Property, Refutation};
use reason::advice::{Advice, advice};
use reason::{Dispute, EngineName, OpenReason};

/// A property that one engine proved and another one refuted.
#[derive(Clone, PartialEq, Debug)]
pub struct Contradiction {
    /// Id of the property.
    pub id: String,
    /// Text of the property.
    pub text: String,
    pub prover: EngineName,
    pub proof: Proof,
    pub refuter: EngineName,
    pub refutation: Refutation,
}

/// The merged claims.
#[derive(Clone, Debug)]
pub struct Reconciled {
    /// The verdict on each property, in the order of the properties.
    pub properties: Vec<PropertyVerdict>,
    pub contradictions: Vec<Contradiction>,
}

/// Returns one verdict for each property. If several engines give a reason why one is open, the first engine's reason
/// counts.
pub fn reconcile(properties: &[Property], engines: &[&dyn Engine]) -> Reconciled {
    let topics: Vec<Topic> = properties.iter().map(|property| property.topic).collect();
    let by_engine: Vec<Vec<Claim>> = engines.iter().map(|engine| engine.claims(&topics)).collect();
    let claims = |index: usize| by_engine.iter().filter_map(move |claims| claims.get(index)).collect::<Vec<_>>();
    let mut contradictions = Vec::new();
    let mut subjects: Vec<Subject<'_>> = properties
        .iter()
        .enumerate()
        .map(|(index, property)| Subject::new(property, claims(index), &mut contradictions))
        .collect();
    for index in 0..subjects.len() {
        let Some((by, alarm)) = subjects[index].alarm() else { continue };
        // Inlining copies assertions. Which copy is broken is not known, but one is.
        let is_same = |other: &Subject<'_>| {
            other.property.topic.is_copy_of(topics[index]) && other.alarm().is_some_and(|(found, _)| found == by)
        };
        if subjects.iter().take(index).any(is_same) {
            continue;
        }
        let same: Vec<usize> = (index..subjects.len()).filter(|other| is_same(&subjects[*other])).collect();
        contradictions.extend(broken(&mut subjects, &same, by, alarm));
    }
    Reconciled { properties: subjects.into_iter().map(|subject| subject.verdict).collect(), contradictions }
}

/// A property with the claims about it and the verdict so far.
struct Subject<'c> {
    property: &'c Property,
    claims: Vec<&'c Claim>,
    verdict: PropertyVerdict,
}

impl<'c> Subject<'c> {
    /// Decides everything except alarms.
    fn new(property: &'c Property, claims: Vec<&'c Claim>, contradictions: &mut Vec<Contradiction>) -> Subject<'c> {
        let mut subject = Subject { property, claims, verdict: PropertyVerdict::open(property) };
        if !subject.is_broken_by_run(contradictions) && !subject.is_proved() {
            subject.is_open();
        }
        subject
    }

    /// A run that breaks the property decides it, even if an engine proved the opposite.
    fn is_broken_by_run(&mut self, contradictions: &mut Vec<Contradiction>) -> bool {
        let broken = self.claims.iter().find_map(|claim| match &claim.outcome {
            Outcome::Refuted(Refutation::Run(run)) => Some((claim.by, run)),
            _ => None,
        });
        let Some((refuter, run)) = broken else { return false };
        self.verdict.verdict = Verdict::Violated;
        self.verdict.run = Some(run.clone());
        self.verdict.path = self.claims.iter().find_map(|claim| match &claim.outcome {
            Outcome::Open(open) => open.path.clone(),
            _ => None,
        });
        if matches!(self.property.topic, Topic::Accesses | Topic::UndefinedBehaviour) {
            self.verdict.position = run.position.clone();
        }
        let fault = match &run.broken {
            Broken::Fault(kind, _) => Some(*kind),
            Broken::Statement(_) => None,
        };
        for (prover, proof) in self.proofs().filter(|(_, proof)| proof.excludes(fault)).collect::<Vec<_>>() {
            self.verdict.reason = Some(OpenReason::Disputed(Dispute { prover, alarm_of: None }));
            contradictions.push(self.contradiction((prover, proof), (refuter, Refutation::Run(run.clone()))));
        }
        true
    }

    /// The proof with the least support decides.
    fn is_proved(&mut self) -> bool {
        let least = self.proofs().min_by_key(|(_, proof)| (!proof.rests_on.is_empty(), proof.facts > 0));
        let Some((by, proof)) = least else { return false };
        self.verdict.verdict = Verdict::Verified;
        self.verdict.rests_on.clone_from(&proof.rests_on);
        self.verdict.facts = proof.facts;
        self.verdict.only_by = (!self.is_first(by)).then_some(by);
        true
    }

    fn is_first(&self, by: EngineName) -> bool {
        self.claims.first().is_some_and(|first| first.by == by)
    }

    fn is_open(&mut self) {
        let open = self.claims.iter().find_map(|claim| match &claim.outcome {
            Outcome::Open(open) => Some(open),
            _ => None,
        });
        self.verdict.advice = self.advice();
        if let Some(open) = open {
            self.verdict.reason = Some(open.reason.clone());
            self.verdict.rests_on.clone_from(&open.rests_on);
            self.verdict.path.clone_from(&open.path);
        }
    }

    /// Returns the advice for all engines.
    fn advice(&self) -> Vec<Advice> {
        let mut found = Vec::new();
        for claim in &self.claims {
            let Outcome::Open(open) = &claim.outcome else { continue };
            for advice in advice(&open.reason) {
                if !found.contains(&advice) {
                    found.push(advice);
                }
            }
        }
        found
    }

    fn proofs(&self) -> impl Iterator<Item = (EngineName, &'c Proof)> + use<'c, '_> {
        self.claims.iter().filter_map(|claim| match &claim.outcome {
            Outcome::Proved(proof) => Some((claim.by, proof)),
            _ => None,
        })
    }

    /// Returns the alarm that an engine is certain of.
    fn alarm(&self) -> Option<(EngineName, &'c Alarm)> {
        self.claims.iter().find_map(|claim| match &claim.outcome {
            Outcome::Refuted(Refutation::Alarm(alarm)) => Some((claim.by, alarm)),
            _ => None,
        })
    }

    fn contradiction(
        &self,
        (prover, proof): (EngineName, &Proof),
        (refuter, refutation): (EngineName, Refutation),
    ) -> Contradiction {
        let (id, text) = (self.property.id.clone(), self.property.text.clone());
        Contradiction { id, text, prover, proof: proof.clone(), refuter, refutation }
    }
}

/// Records that an engine is certain that one of several properties is broken: preferably an open one, not one that
/// another engine proved.
fn broken(subjects: &mut [Subject<'_>], same: &[usize], by: EngineName, alarm: &Alarm) -> Option<Contradiction> {
    let with = |verdict| same.iter().copied().find(|index| subjects[*index].verdict.verdict == verdict);
    if with(Verdict::Violated).is_some() {
        return None;
    }
    let index = with(Verdict::Unknown).or(with(Verdict::Verified))?;
    let subject = subjects.get_mut(index)?;
    let excluded = subject.proofs().find(|(_, proof)| proof.excludes(Some(alarm.kind)));
    if let Some((prover, proof)) = excluded {
        let refutation = Refutation::Alarm(alarm.clone());
        let found = subject.contradiction((prover, proof), (by, refutation));
        subject.verdict.verdict = Verdict::Unknown;
        subject.verdict.reason = Some(OpenReason::Disputed(Dispute { prover, alarm_of: Some(by) }));
        subject.verdict.advice = vec![Advice::Report];
        return Some(found);
    }
    subject.verdict.rests_on.clear();
    subject.verdict.verdict = Verdict::Violated;
    subject.verdict.reason = None;
    subject.verdict.advice.clear();
    subject.verdict.path = None;
    subject.verdict.alarm = Some(alarm.clone());
    subject.verdict.position = alarm.position.clone();
    subject.verdict.only_by = (!subject.is_first(by)).then_some(by);
    None
}
