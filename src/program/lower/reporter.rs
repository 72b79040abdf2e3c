//! Errors and warnings of lowering.

use std::collections::HashSet;

use crate::lower::{Lowered, Reported};
use base::{Diagnostic, Diagnostics, Span};

/// Collects diagnostics. Invariant: whoever returns [`Reported`] has recorded an error here.
#[derive(Default)]
pub(super) struct Reporter {
    diagnostics: Diagnostics,
    warned: HashSet<String>,
}

impl Reporter {
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }

    pub(super) fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Lowered<T> {
        self.diagnostics.error(span, message);
        Err(Reported)
    }

    /// Reports an error that conflicts with an earlier part of the text, noted at `earlier`.
    pub(super) fn conflict<T>(&mut self, span: Span, message: String, earlier: Span, note: &str) -> Lowered<T> {
        self.diagnostics.push(Diagnostic::error(span, message).with_note(Some(earlier), note));
        Err(Reported)
    }

    pub(super) fn redefinition<T>(&mut self, name: &str, span: Span, earlier: Span) -> Lowered<T> {
        self.conflict(span, format!("redefinition of '{name}'"), earlier, "it was declared here")
    }

    pub(super) fn conflicting_types<T>(&mut self, name: &str, span: Span, earlier: Span) -> Lowered<T> {
        self.conflict(span, format!("conflicting types for '{name}'"), earlier, "it was declared here")
    }

    pub(super) fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.warning(span, message);
    }

    /// Warns the first time that `key` occurs.
    pub(super) fn warn_once(&mut self, key: String, span: Span, message: impl Into<String>) {
        if self.warned.insert(key) {
            self.warn(span, message);
        }
    }
}
