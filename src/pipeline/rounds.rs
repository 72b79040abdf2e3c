//! Rounds of work in place of fixed limits: while the verdict is unknown and more work may change that, every engine works again,
//! with twice the work. So more time gives more answers.
//!
//! What a round has decided stays decided, also a round that was cut short; for what is open, the reason is that of the last round
//! that came to its end. The limits of a round are the same on every machine: the clock says only how many rounds there are.
//!
//! It knows no engine: what an engine has settled before is remembered as claims, and claims are put together by `reconcile`.

use std::fmt;
use std::num::NonZeroU32;

use crate::limits::SHARE_OF_ROUNDS;
use crate::property::{PropertyVerdict, overall};
use base::{Budget, Exhausted, Round};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome};
use reason::EngineName;
use reason::advice::{Advice, may_yield_to_work};
use spec::SpecifiedProperty;

/// Why there were no more rounds, although something is open that more work may decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundsEnd {
    /// There were as many as were asked for.
    Most,
    /// Time or memory was used up, or somebody stopped the run.
    CutShort(Exhausted),
}

/// The rounds of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundsDone {
    /// The last one that came to its end, or the first.
    pub last: Round,
    /// Why there were no more; `None` where none were needed, or none would help.
    pub ended: Option<RoundsEnd>,
}

impl RoundsDone {
    /// Whether there was more than one, or one more was begun.
    pub fn is_telling(&self) -> bool {
        self.last != Round::default() || matches!(self.ended, Some(RoundsEnd::CutShort(_)))
    }
}

impl fmt::Display for RoundsDone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.last.number();
        match number {
            1 => write!(out, "1 round of work")?,
            _ => write!(out, "{number} rounds of work, each with twice the work of the one before")?,
        }
        match self.ended {
            None => Ok(()),
            Some(RoundsEnd::Most) => write!(out, "; there may be more (--rounds)"),
            Some(RoundsEnd::CutShort(why)) => write!(out, "; {why}"),
        }
    }
}

/// What an engine has settled in an earlier round.
#[derive(Clone, Debug)]
pub(super) struct SettledClaims {
    by: EngineName,
    /// All topics that it was asked about.
    outcomes: Vec<(Topic, Outcome)>,
}

impl SettledClaims {
    /// What an engine says about some topics, under a name. What it leaves open is forgotten.
    pub(super) fn of(by: EngineName, engine: &dyn Engine, topics: &[Topic]) -> SettledClaims {
        let settled = |outcome| match outcome {
            Outcome::Proved(_) | Outcome::Refuted(_) => outcome,
            Outcome::Open(_) | Outcome::Silent => Outcome::Silent,
        };
        let claims = topics.iter().zip(engine.claims(topics));
        SettledClaims { by, outcomes: claims.map(|(topic, claim)| (*topic, settled(claim.outcome))).collect() }
    }
}

impl Engine for SettledClaims {
    fn name(&self) -> EngineName {
        self.by
    }

    /// A statement is proved where it is proved at each of its locations.
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

/// The engines of a round, and what those of earlier rounds have settled.
pub(super) fn with_earlier<'e>(now: &[&'e dyn Engine], earlier: &'e [SettledClaims]) -> Vec<&'e dyn Engine> {
    now.iter().copied().chain(earlier.iter().map(|claims| claims as &dyn Engine)).collect()
}

/// An answer of a round.
pub(super) trait RoundAnswer: Sized {
    /// Each property.
    fn properties(&self) -> &[PropertyVerdict];

    /// Whether one engine proved what another refuted.
    fn is_disputed(&self) -> bool;

    /// How much was done, in numbers that grow where more was done.
    fn work(&self) -> Vec<usize>;

    /// Takes over what a later round decided that was cut short.
    fn take_decided(&mut self, later: Self);
}

/// Works in rounds until the verdict is known or more work cannot help: in at most so many, or in as many as the time allows.
pub(super) fn in_rounds<A: RoundAnswer, E>(
    most: Option<NonZeroU32>,
    budget: &Budget,
    mut round: impl FnMut(&Budget) -> Result<A, E>,
) -> Result<(A, RoundsDone), E> {
    // The rest of the time is for what follows an answer: preconditions, an audit.
    let of_rounds = budget.share(SHARE_OF_ROUNDS);
    let mut answer = round(budget)?;
    let mut done = RoundsDone::default();
    while !answer.is_disputed() && is_open_to_work(answer.properties()) {
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
            let is_at_end = later.work() == answer.work() && !is_limited(later.properties());
            answer = later;
            if is_at_end {
                break;
            }
        } else {
            answer.take_decided(later);
        }
    }
    Ok((answer, done))
}

/// Whether the verdict is unknown, and more work may decide something. An error that is known is to be corrected first.
fn is_open_to_work(properties: &[PropertyVerdict]) -> bool {
    if overall(properties) != Verdict::Unknown {
        return false;
    }
    let mut reasons = properties.iter().filter_map(|property| property.reason.as_ref());
    reasons.any(may_yield_to_work)
}

/// Whether a limit of work ended something that is open.
fn is_limited(properties: &[PropertyVerdict]) -> bool {
    properties.iter().flat_map(|property| &property.advice).any(Advice::raises_limit)
}

/// Takes over the properties that a later round decided.
pub(super) fn take_decided(known: &mut [PropertyVerdict], later: Vec<PropertyVerdict>) {
    for new in later.into_iter().filter(|property| property.verdict != Verdict::Unknown) {
        if let Some(property) = known.iter_mut().find(|property| property.id == new.id) {
            *property = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SourcePosition;
    use engine::Property;
    use reason::OpenReason;

    /// An answer about properties `a` and `b`; of what is open, the reason tells the round.
    #[derive(Debug)]
    struct Answer(Vec<PropertyVerdict>);

    impl RoundAnswer for Answer {
        fn properties(&self) -> &[PropertyVerdict] {
            &self.0
        }

        fn is_disputed(&self) -> bool {
            false
        }

        /// Nothing is done from the fourth round on that was not done before.
        fn work(&self) -> Vec<usize> {
            vec![told(self).1.unwrap_or(0).min(3)]
        }

        fn take_decided(&mut self, later: Self) {
            take_decided(&mut self.0, later.0);
        }
    }

    fn answer(round: usize, verdicts: [Verdict; 2]) -> Answer {
        let position = SourcePosition { file: "a.c".into(), line: 1, column: 1 };
        let property = |id: &str, verdict| {
            let asked = Property { id: id.into(), text: id.into(), position: position.clone(), topic: Topic::Accesses };
            let reason = OpenReason::NotConverged { iterations: round, left_at: None };
            let reason = (verdict == Verdict::Unknown).then_some(reason);
            PropertyVerdict { verdict, reason, ..PropertyVerdict::open(&asked) }
        };
        Answer(vec![property("a", verdicts[0]), property("b", verdicts[1])])
    }

    /// The verdicts, and the round that the first reason tells.
    fn told(answer: &Answer) -> (Vec<&'static str>, Option<usize>) {
        let reasons = answer.0.iter().filter_map(|property| match property.reason {
            Some(OpenReason::NotConverged { iterations, .. }) => Some(iterations),
            _ => None,
        });
        (answer.0.iter().map(|property| property.verdict.word()).collect(), reasons.min())
    }

    /// Rounds with these verdicts; the budget is used up in one of them.
    fn climbed(rounds: &[[Verdict; 2]], most: u32, used_up_in: usize) -> (Answer, RoundsDone) {
        let (budget, mut made) = (Budget::unlimited(), 0);
        let result = in_rounds(NonZeroU32::new(most), &budget, |_| {
            made += 1;
            if made == used_up_in {
                budget.interrupt();
            }
            Ok::<_, ()>(answer(made, rounds[made - 1]))
        });
        result.unwrap()
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
