//! What an engine answers. "Unknown" always carries its reason; "violated" always carries a trace.

use schemars::JsonSchema;
use serde::Serialize;

/// The answer to one property, or to a whole run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Holds on every run.
    Verified,
    /// Neither shown nor refuted.
    Unknown,
    /// Fails on some run, which was found.
    Violated,
}

impl Verdict {
    /// The exit status (CBMC's).
    pub fn exit_status(self) -> u8 {
        match self {
            Verdict::Verified => 0,
            Verdict::Unknown => 5,
            Verdict::Violated => 10,
        }
    }

    /// The word used in JSON and in text.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Unknown => "unknown",
            Verdict::Violated => "violated",
        }
    }

    /// The verdict on two properties together: "violated" outweighs "unknown", and "unknown" outweighs "verified".
    pub fn and(self, other: Verdict) -> Verdict {
        self.max(other)
    }
}
