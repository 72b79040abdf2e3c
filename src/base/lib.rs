//! Ground floor: ids, the source map, diagnostics, budgets, wide floating-point numbers and coverage marks.
//!
//! Knows no word of C, of predicates or of model checking, and never touches files or processes.
//!
//! | file | what stands there |
//! |---|---|
//! | `budget` | limits of time and memory, the wish to stop: where they are checked |
//! | `diagnostic` | messages about the user's texts, with file, line and source line |
//! | `extended` | floating-point numbers of 80 bits |
//! | `fold` | sequences whose repeated parts are written once |
//! | `marks` | coverage marks, recorded in debug builds only |
//! | `ids` | ids and the vectors that they index |
//! | `integer` | integers of a width |
//! | `progress` | what a run is at, for whoever watches it |
//! | `round` | rounds of work: each has twice the work of the one before |
//! | `shell` | words as a shell takes them |
//! | `source` | source texts, spans, and the position that a reader sees |
//! | `stack` | room on the stack for recursion over what a user wrote |
//! | `version` | which Damson this is |

pub mod budget;
pub mod diagnostic;
pub mod extended;
pub mod fold;
pub mod ids;
pub mod integer;
pub mod marks;
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
