//! Reasons why work stopped early.

use std::fmt;

use crate::limit::{FixedLimit, Limit};
use base::Exhausted;

/// The reason why work stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Time or memory is used up, or the run was interrupted.
    Exhausted(Exhausted),
    /// A work limit with this value, the full amount that its option allows.
    Limit(Limit, u64),
    /// A work limit with this value, possibly only a share of what its option allows.
    Share(Limit, u64),
    /// A limit that no option sets.
    Fixed(FixedLimit),
}

impl Stop {
    /// Work used the full limit that the option allows.
    pub fn at(limit: Limit, value: impl TryInto<u64>) -> Stop {
        Stop::Limit(limit, value.try_into().unwrap_or(u64::MAX))
    }

    /// Work used a share of the limit that the option allows.
    pub fn at_share(limit: Limit, value: impl TryInto<u64>) -> Stop {
        Stop::Share(limit, value.try_into().unwrap_or(u64::MAX))
    }
}

impl From<Exhausted> for Stop {
    fn from(why: Exhausted) -> Self {
        Stop::Exhausted(why)
    }
}

impl From<FixedLimit> for Stop {
    fn from(limit: FixedLimit) -> Self {
        Stop::Fixed(limit)
    }
}

impl std::error::Error for Stop {}

impl fmt::Display for Stop {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Exhausted(why) => write!(out, "{why}"),
            Stop::Fixed(limit) => write!(out, "{limit}"),
            Stop::Limit(limit, value) => {
                let row = limit.row();
                write!(out, "the limit of {value} {} was reached ({})", row.unit, row.option)
            }
            Stop::Share(limit, value) => {
                write!(out, "its share of the work, {value} {}, was used up", limit.row().unit)
            }
        }
    }
}
