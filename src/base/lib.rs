//! Foundations: ids, the source map, diagnostics, budgets, wide floating-point numbers and coverage marks.
//!
//! Knows nothing about C, predicates or model checking, and never touches files or processes, except to stop them.
//!
//! | file | contents |
//! |---|---|
//! | `budget` | limits on time and memory, and interruption |
//! | `diagnostic` | messages about the user's input, with file, line and source excerpt |
//! | `extended` | 80-bit floating-point numbers |
//! | `fold` | traces with repeated parts folded into loops |
//! | `marks` | coverage marks, recorded in debug builds only |
//! | `ids` | ids and vectors indexed by them |
//! | `integer` | fixed-width integers |
//! | `process` | stops a process with all that it started |
//! | `progress` | progress of a run, for observers |
//! | `round` | rounds of work, each twice as large as the previous one |
//! | `shell` | quoting for shells |
//! | `source` | source texts, spans, and positions as shown to users |
//! | `stack` | stack space for recursion over user input |
//! | `version` | the version of Damson |

pub mod budget;
pub mod diagnostic;
pub mod extended;
pub mod fold;
pub mod ids;
pub mod integer;
pub mod marks;
pub mod process;
pub mod progress;
pub mod round;
pub mod shell;
pub mod source;
pub mod stack;
pub mod version;

pub use budget::{Budget, Exhausted};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use round::Round;
pub use source::{FileId, SourceMap, SourcePosition, Span};
