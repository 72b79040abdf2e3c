//! What a competition asks about a program, and what it wants to read: the files of SV-COMP as data.
//!
//! This crate never decides whether a property holds, and never opens a file.
//!
//! | file | contents |
//! |---|---|
//! | `property` | property files (`.prp`) |
//! | `definition` | task definitions (`.yml`) |
//! | `result` | the line that a tool prints last |
//! | `limits` | how large files may be |

pub mod definition;
pub mod limits;
pub mod property;
pub mod result;

pub use definition::TaskDefinition;
pub use property::{CompetitionProperty, PropertySet};
pub use result::{CompetitionResult, ErrorCause, ReachedLimit};
