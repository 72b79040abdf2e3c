//! Evaluates a specification on configurations: its predicates, its assertions, and its temporal formulas as monitors.
//!
//! Nothing here changes the heap of a configuration, except that assumptions narrow it. If a predicate differs between
//! the heaps that a configuration describes, the configuration is split into cases.
//!
//! | module | contents |
//! |---|---|
//! | `extents` | strings and room: their truth in a configuration, and what follows from them |
//! | `limits` | limits of the evaluation |
//! | `old_value` | symbolic constants for values at the entry |
//! | `predicate` | the predicates of a specification, evaluated in a configuration |
//! | `symmetry` | symbolic constants that a specification treats alike |
//! | `specified` | the demands of a specification on runs: assumptions, assertions, and temporal formulas as monitors |

mod extents;
mod limits;
pub mod old_value;
pub mod predicate;
pub mod specified;
pub mod symmetry;
