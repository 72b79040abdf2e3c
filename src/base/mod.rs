//! Ground floor: ids, the source map, diagnostics, budgets, wide floating-point numbers and coverage marks.
//!
//! Knows no word of C, of predicates or of model checking, and never touches files or processes.

pub mod budget;
pub mod diagnostic;
pub mod extended;
pub mod ids;
pub mod marks;
pub mod source;
pub mod stack;

pub use budget::{Budget, Exhausted};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use source::{FileId, SourceMap, SourcePosition, Span};
