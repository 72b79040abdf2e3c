//! Rounds of work instead of fixed limits: while the verdict is unknown and more work may change that, every engine
//! works again with twice the work. So more time gives more answers.
//!
//! What a round has decided stays decided, even if the round was interrupted. For what is open, the reason is that of
//! the last round that finished. The limits of a round are the same on every machine: the clock decides only the number
//! of rounds.
//!
//! Results of earlier rounds are kept as claims, and `reconcile` merges all claims.

use std::num::NonZeroU32;

use crate::answer::{Answer, RoundsDone, RoundsEnd};
use crate::limits::SHARE_OF_ROUNDS;
use crate::property::{PropertyVerdict, overall};
use crate::shapes::Shapes;
use crate::strengthen::{ModelProof, ProvingHints};
use base::{Budget, Diagnostics};
use engine::evidence::Alarm;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Property};
use reason::EngineName;
use reason::advice::{Advice, may_yield_to_work};
use spec::SpecifiedProperty;

/// The claims that an engine settled in an earlier round.
#[derive(Clone, Debug)]
pub(super) struct SettledClaims {
    by: EngineName,
    /// All topics that the engine was asked about.
    outcomes: Vec<(Topic, Outcome)>,
}

impl SettledClaims {
    /// Collects what each of `engines` settled about `properties`.
    pub(super) fn of_each(engines: &[&dyn Engine], properties: &[Property]) -> Vec<SettledClaims> {
        engines.iter().map(|engine| SettledClaims::of(engine.name(), *engine, properties)).collect()
    }

    /// Collects what an engine settled about properties, under the name `by`. What it leaves open is dropped.
    pub(super) fn of(by: EngineName, engine: &dyn Engine, properties: &[Property]) -> SettledClaims {
        let topics: Vec<Topic> = properties.iter().map(|property| property.topic).collect();
        let settled = |outcome| match outcome {
            Outcome::Proved(_) | Outcome::Refuted(_) => outcome,
            Outcome::Open(_) | Outcome::Silent => Outcome::Silent,
        };
        let claims = topics.iter().zip(engine.claims(&topics));
        SettledClaims { by, outcomes: claims.map(|(topic, claim)| (*topic, settled(claim.outcome))).collect() }
    }
}

impl Engine for SettledClaims {
    fn name(&self) -> EngineName {
        self.by
    }

    /// A statement is proved if it is proved at each of its locations.
    fn outcome(&self, topic: Topic) -> Outcome {
        let belongs = |asked: &Topic| match (topic, asked) {
            (Topic::Statement(all), Topic::Specified(SpecifiedProperty { statement, .. })) => all == *statement,
            (Topic::Assertions, Topic::Assertion { .. }) => true,
            (topic, asked) => topic == *asked,
        };
        let mut parts = self.outcomes.iter().filter(|(asked, _)| belongs(asked)).map(|(_, outcome)| outcome);
        let Some(first) = parts.next() else { return Outcome::Silent };
        if parts.all(Outcome::is_proved) || !first.is_proved() { first.clone() } else { Outcome::Silent }
    }
}

/// Returns the engines of this round together with the claims of earlier rounds.
pub(super) fn with_earlier<'e>(now: &[&'e dyn Engine], earlier: &'e [SettledClaims]) -> Vec<&'e dyn Engine> {
    now.iter().copied().chain(earlier.iter().map(|claims| claims as &dyn Engine)).collect()
}

#[derive(Default)]
pub(super) struct Earlier {
    pub(super) claims: Vec<SettledClaims>,
    /// The errors that runs have confirmed.
    pub(super) errors: Vec<Alarm>,
    proofs: Vec<ModelProof>,
    /// Hints that proved something.
    proposed: Vec<ProvingHints>,
}

impl Earlier {
    /// Adds what a round settled, and gives it the proofs of earlier rounds: what is proved is not proved again.
    pub(super) fn take_over(&mut self, round: &mut RoundResult) {
        self.claims.append(&mut round.settled);
        self.errors.extend(round.answer.shapes.findings.iter().filter(|alarm| alarm.certain()).cloned());
        if let Some(found) = &mut round.answer.predicates {
            self.proofs.append(&mut found.proofs);
            found.proofs.clone_from(&self.proofs);
            self.proposed.retain(|hints| !found.proposed.contains(hints));
            self.proposed.append(&mut found.proposed);
            found.proposed.clone_from(&self.proposed);
        }
    }
}

pub(super) struct RoundResult {
    pub(super) answer: Answer,
    /// Diagnostics about the input.
    pub(super) diagnostics: Diagnostics,
    pub(super) settled: Vec<SettledClaims>,
}

impl RoundResult {
    /// Takes over what a later, interrupted round decided.
    fn take_decided(&mut self, later: RoundResult) {
        let (known, later) = (&mut self.answer, later.answer);
        known.contradictions.extend(later.contradictions);
        take_decided(&mut known.properties, later.properties);
        match (&mut known.predicates, later.predicates) {
            (Some(known), Some(later)) => (known.proofs, known.proposed) = (later.proofs, later.proposed),
            _ => add_errors(&mut known.shapes, later.shapes.findings.into_iter().filter(Alarm::certain)),
        }
        known.decide();
    }
}

/// Adds errors that runs have confirmed; they replace the suspicions at the same places.
pub(super) fn add_errors(shapes: &mut Shapes, errors: impl IntoIterator<Item = Alarm>) {
    for error in errors {
        match shapes.findings.iter_mut().find(|alarm| alarm.is_same(&error)) {
            Some(known) if known.certain() => {}
            Some(known) => *known = error,
            None => shapes.findings.push(error),
        }
    }
}

/// Works in rounds until the verdict is known or more work cannot help: at most `most` rounds, or as many as the time
/// allows.
pub(super) fn in_rounds<E>(
    most: Option<NonZeroU32>,
    budget: &Budget,
    mut round: impl FnMut(&Budget) -> Result<RoundResult, E>,
) -> Result<RoundResult, E> {
    // The rest of the time is for what follows an answer: preconditions and the audit.
    let of_rounds = budget.share(SHARE_OF_ROUNDS);
    let mut found = round(budget)?;
    let mut done = RoundsDone::default();
    while !found.answer.contradiction() && is_open_to_work(&found.answer.properties) {
        done.ended = match of_rounds.check() {
            Err(why) => Some(RoundsEnd::CutShort(why)),
            Ok(()) if most.is_some_and(|most| done.last.number() >= most.get()) => Some(RoundsEnd::Most),
            Ok(()) => None,
        };
        if done.ended.is_some() {
            break;
        }
        let later = round(&of_rounds)?;
        if of_rounds.check().is_ok() {
            done.last = done.last.next();
            let is_at_end = later.answer.work() == found.answer.work() && !is_limited(&later.answer.properties);
            found = later;
            if is_at_end {
                break;
            }
        } else {
            found.take_decided(later);
        }
    }
    found.answer.rounds = done;
    Ok(found)
}

/// Returns true if the verdict is unknown and more work may decide something. A known error must be corrected first.
fn is_open_to_work(properties: &[PropertyVerdict]) -> bool {
    if overall(properties) != Verdict::Unknown {
        return false;
    }
    let mut reasons = properties.iter().filter_map(|property| property.reason.as_ref());
    reasons.any(may_yield_to_work)
}

/// Returns true if a work limit left something open.
fn is_limited(properties: &[PropertyVerdict]) -> bool {
    properties.iter().flat_map(|property| &property.advice).any(Advice::raises_limit)
}

/// Takes over the properties that a later round decided.
fn take_decided(known: &mut [PropertyVerdict], later: Vec<PropertyVerdict>) {
    for new in later.into_iter().filter(|property| property.verdict != Verdict::Unknown) {
        if let Some(property) = known.iter_mut().find(|property| property.id == new.id) {
            *property = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Exhausted, SourcePosition};
    use reason::OpenReason;

    /// An answer about properties `a` and `b`; the reason for what is open contains the round. From the fourth round
    /// on, the work done stays the same.
    fn answer(round: usize, verdicts: [Verdict; 2]) -> RoundResult {
        let position = SourcePosition { file: "a.c".into(), line: 1, column: 1 };
        let property = |id: &str, verdict| {
            let asked = Property { id: id.into(), text: id.into(), position: position.clone(), topic: Topic::Accesses };
            let reason = OpenReason::NotConverged { iterations: round, left_at: None };
            let reason = (verdict == Verdict::Unknown).then_some(reason);
            PropertyVerdict { verdict, reason, ..PropertyVerdict::open(&asked) }
        };
        let answer = Answer {
            verdict: Verdict::Unknown,
            reason: None,
            properties: vec![property("a", verdicts[0]), property("b", verdicts[1])],
            statement_texts: Vec::new(),
            contradictions: Vec::new(),
            rounds: RoundsDone::default(),
            shapes: Shapes { states: round.min(3), ..Shapes::default() },
            by_shapes: None,
            bounded: None,
            predicates: None,
        };
        RoundResult { answer, diagnostics: Diagnostics::new(), settled: Vec::new() }
    }

    /// Returns the verdicts, and the round that the first reason contains.
    fn told(answer: &Answer) -> (Vec<&'static str>, Option<usize>) {
        let reasons = answer.properties.iter().filter_map(|property| match property.reason {
            Some(OpenReason::NotConverged { iterations, .. }) => Some(iterations),
            _ => None,
        });
        (answer.properties.iter().map(|property| property.verdict.word()).collect(), reasons.min())
    }

    /// Runs rounds with these verdicts; the budget runs out in round `used_up_in`.
    fn climbed(rounds: &[[Verdict; 2]], most: u32, used_up_in: usize) -> (Answer, RoundsDone) {
        let (budget, mut made) = (Budget::unlimited(), 0);
        let result = in_rounds(NonZeroU32::new(most), &budget, |_| {
            made += 1;
            if made == used_up_in {
                budget.interrupt();
            }
            Ok::<_, ()>(answer(made, rounds[made - 1]))
        });
        let answer = result.unwrap().answer;
        let rounds = answer.rounds;
        (answer, rounds)
    }

    #[test]
    fn there_are_rounds_until_all_is_decided_or_there_were_enough() {
        use Verdict::{Unknown, Verified, Violated};
        let rounds = [[Unknown, Unknown], [Verified, Unknown], [Verified, Violated]];
        let (found, done) = climbed(&rounds, 0, 0);
        assert_eq!(told(&found), (vec!["verified", "violated"], None));
        assert_eq!((done.last.number(), done.ended), (3, None));
        let (found, done) = climbed(&rounds, 2, 0);
        assert_eq!(told(&found), (vec!["verified", "unknown"], Some(2)));
        assert_eq!((done.last.number(), done.ended), (2, Some(RoundsEnd::Most)));
    }

    #[test]
    fn there_is_no_round_after_one_that_did_no_more_than_the_one_before() {
        let (found, done) = climbed(&[[Verdict::Unknown; 2]; 9], 0, 0);
        assert_eq!((told(&found).1, done.last.number(), done.ended), (Some(4), 4, None));
    }

    #[test]
    fn a_round_that_is_cut_short_decides_and_does_not_say_why_something_is_open() {
        use Verdict::{Unknown, Verified};
        let (found, done) = climbed(&[[Unknown, Unknown], [Unknown, Verified]], 0, 2);
        assert_eq!(told(&found), (vec!["unknown", "verified"], Some(1)));
        assert_eq!((done.last.number(), done.ended), (1, Some(RoundsEnd::CutShort(Exhausted::Interrupted))));
    }
}
