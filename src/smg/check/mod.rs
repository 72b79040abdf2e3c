//! What the analysis is tested with. Nothing here takes part in an answer.
//!
//! | module | what it is |
//! |---|---|
//! | `concretisation` | whether configurations describe a concrete state. `concretisation::meaning`: what cells hold; `concretisation::related`: how numbers are related |
//! | `join_filter` | whether the join pre-filter excludes only what has no join |

pub mod concretisation;
pub mod join_filter;
