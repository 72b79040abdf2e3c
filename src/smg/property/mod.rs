//! What a specification says of configurations: its predicates, its assertions, and its temporal formulas as monitors.
//!
//! Nothing here changes the heap of a configuration, except that assumptions narrow it. Where a predicate differs
//! between the heaps that a configuration describes, the configuration is split into cases.
//!
//! | module | what it is |
//! |---|---|
//! | `limits` | limits of what a specification says |
//! | `old_value` | constants for values at the entry |
//! | `predicate` | the predicates of a specification in a configuration |
//! | `symmetry` | symbolic constants that a specification treats alike |
//! | `specified` | what a specification asks of runs: assumptions, assertions, and temporal formulas as monitors |

mod limits;
pub mod old_value;
pub mod predicate;
pub mod specified;
pub mod symmetry;
