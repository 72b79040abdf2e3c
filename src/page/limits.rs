//! How much a page shows. It must open at once, and be read by a person.

/// Lines of a file that are listed as a whole. Of a longer file only the surroundings of what the page mentions are shown.
pub(super) const WHOLE_FILE: usize = 2_000;
/// Lines shown before and behind a mentioned line of a longer file.
pub(super) const LINES_AROUND: u32 = 12;
/// Lines listed of all files together.
pub(super) const MOST_LINES: usize = 20_000;
/// Bytes of a line that are shown: longer ones come from generators.
pub(super) const LONGEST_LINE: usize = 400;
/// Lines shown before and behind the line of a finding.
pub(super) const EXCERPT: u32 = 2;
/// Steps of the longest loop that is recognised in a trace.
pub(super) const LONGEST_LOOP: usize = 64;
/// Iterations that are written once from this number on: a person compares two more easily than they unfold one.
pub(super) const FEWEST_ITERATIONS: usize = 3;
/// Loops within loops that are recognised.
pub(super) const DEEPEST_LOOP: usize = 4;
/// Steps of a trace, loops folded, that are shown at its start and at its end.
pub(super) const MOST_STEPS: usize = 1_000;
/// Inputs of a run that are shown.
pub(super) const MOST_INPUTS: usize = 200;
/// Findings that are shown in full; those behind them come without their traces.
pub(super) const FULL_FINDINGS: usize = 100;
