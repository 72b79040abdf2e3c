//! What the analysis is tested with. Nothing here takes part in an answer.
//!
//! | module | what it is |
//! |---|---|
//! | `cover` | whether configurations describe a concrete state. `cover::meaning`: what cells hold; `cover::related`: how numbers are related |
//! | `join_filter` | whether the join pre-filter excludes only what has no join |

pub mod cover;
pub mod join_filter;
