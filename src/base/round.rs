//! Rounds of work: unanswered questions are retried with twice the work.

/// A round. Its work limits are those of the first one, doubled for each previous round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Round {
    /// Number of previous rounds.
    before: u32,
}

impl Round {
    #[must_use]
    pub fn next(self) -> Round {
        Round { before: self.before.saturating_add(1) }
    }

    /// The number of the round, starting at 1.
    pub fn number(self) -> u32 {
        self.before.saturating_add(1)
    }

    /// Scales a limit of the first round to this round.
    pub fn limit(self, first: usize) -> usize {
        let factor = 1usize.checked_shl(self.before).unwrap_or(usize::MAX);
        first.saturating_mul(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::Round;

    #[test]
    fn limits_double_and_never_wrap() {
        let second = Round::default().next();
        assert_eq!((second.number(), second.limit(700), second.next().limit(700)), (2, 1_400, 2_800));
        let late = (0..200).fold(Round::default(), |round, _| round.next());
        assert_eq!((late.limit(3), late.limit(0)), (usize::MAX, 0));
    }
}
