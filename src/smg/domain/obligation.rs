//! What a configuration owes to a temporal formula: the state of a monitor, kept beside the heap.

use base::define_id;

define_id! {
    /// A part of a temporal formula that a configuration may owe.
    ObligationId
}

/// A part of a temporal formula that has to hold from some state on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obligation {
    /// Which part.
    pub part: ObligationId,
    /// Whether it is about the next state only; otherwise about all states from there on.
    pub is_once: bool,
}
