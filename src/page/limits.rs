//! How much a page shows. It must open at once, and be readable.

/// Maximum number of lines of a file that is listed as a whole. A longer file is only shown around the lines that the
/// page mentions.
pub(super) const WHOLE_FILE: usize = 2_000;
/// Lines shown before and after a mentioned line of a longer file.
pub(super) const LINES_AROUND: u32 = 12;
/// Lines listed of all files together.
pub(super) const MOST_LINES: usize = 20_000;
/// Characters of a line that are shown: longer lines come from generators.
pub(super) const LONGEST_LINE: usize = 400;
/// Lines shown before and after the line of a finding.
pub(super) const EXCERPT: u32 = 2;
/// Steps of a trace, after folding loops, that are shown at its start and at its end.
pub(super) const MOST_STEPS: usize = 1_000;
/// Inputs of a run that are shown.
pub(super) const MOST_INPUTS: usize = 200;
/// Findings that are shown in full; further ones come without their traces.
pub(super) const FULL_FINDINGS: usize = 100;
/// Blocks of a picture.
pub(super) const BLOCKS_PER_PICTURE: usize = 12;
/// Members of a block of a picture.
pub(super) const CELLS_PER_BLOCK: usize = 10;
/// Characters of a name or a value in a picture.
pub(super) const LONGEST_NAME: usize = 18;
/// Width of a picture, in pixels.
pub(super) const ROW_WIDTH: usize = 600;
/// Pictures of a finding.
pub(super) const PICTURES_PER_FINDING: usize = 80;
/// Pictures of a finding that are open initially; more must be opened one by one.
pub(super) const OPEN_PICTURES: usize = 40;
/// Predicates that are listed.
pub(super) const MOST_PREDICATES: usize = 2_000;
/// Causes of a predicate.
pub(super) const CAUSES: usize = 3;
/// Loops whose heads are shown.
pub(super) const MOST_HEADS: usize = 40;
/// Functions whose flowcharts are shown.
pub(super) const MOST_FLOWCHARTS: usize = 6;
