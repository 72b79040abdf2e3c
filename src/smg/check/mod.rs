//! Tests of the analysis. Nothing here takes part in an answer.
//!
//! | module | contents |
//! |---|---|
//! | `concretisation` | checks that configurations describe a concrete state. `concretisation::meaning`: contents of cells; `concretisation::alternatives`: choices; `concretisation::related`: relations between numbers; `concretisation::segments`: blocks of a segment; `concretisation::trees`: those of a tree; `concretisation::elements`: those of a summarised array |
//! | `join_filter` | checks that the join pre-filter only excludes pairs without a join |

pub mod concretisation;
pub mod join_filter;
