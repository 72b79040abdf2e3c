//! What a competition asks about a program: the files of SV-COMP, read as data.
//!
//! This crate never decides whether a property holds, and never opens a file.
//!
//! | file | contents |
//! |---|---|
//! | `property` | property files (`.prp`) |

pub mod property;

pub use property::{CompetitionProperty, PropertySet};
