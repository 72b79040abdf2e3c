//! Monitor obligations of a configuration towards a temporal formula, kept beside the heap.

use base::define_id;

define_id! {
    /// A part of a temporal formula that can become an obligation.
    ObligationId
}

/// A part of a temporal formula that has to hold from some state on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obligation {
    pub part: ObligationId,
    /// True if it concerns the next state only; otherwise it concerns all states from there on.
    pub is_once: bool,
}
