//! Rounds of work. What stays open is tried again with twice the work.

/// A round. Its limits of work are those of the first one, doubled as often as there were rounds before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Round {
    /// How many there were before.
    before: u32,
}

impl Round {
    /// The round after this one.
    #[must_use]
    pub fn next(self) -> Round {
        Round { before: self.before.saturating_add(1) }
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.before.saturating_add(1)
    }

    /// A limit of the first round, as large as it is in this one.
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
