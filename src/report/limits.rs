//! Limits of the text report. `--format json` contains everything.

/// Lines of a folded trace that are shown at its start and at its end: a report of a long run fits on a screen.
pub(super) const TRACE_LINES: usize = 12;
/// Lines of all errors together: with what stands around them, an answer fits on a screen of 60 lines. The first error is
/// always shown in full.
pub(super) const ERROR_LINES: usize = 45;
/// Inputs of a run that are shown at its start and at its end.
pub(super) const SHOWN_INPUTS: usize = 5;
/// Lines of a state that are shown.
pub(super) const STATE_LINES: usize = 20;
/// Characters of a statement.
pub(super) const STATEMENT_WIDTH: usize = 200;
/// Suspicions that are shown, a line each.
pub(super) const SHOWN_SUSPICIONS: usize = 10;
