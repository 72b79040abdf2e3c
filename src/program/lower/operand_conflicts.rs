//! Conflicts between the operands of an expression, whose order C leaves open: which evaluations matter to each other, and
//! whether two orders cover every outcome.

use std::ops::Range;

use itertools::Itertools;
use rustc_hash::FxHashMap;

use crate::lower::effects::{EffectSummaries, Effects};
use base::Span;

/// Operands whose evaluation order matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenOrder {
    /// Span of the expression with the operands.
    pub(super) span: Span,
    /// The operands cannot be lowered twice.
    pub(super) is_unique: bool,
    /// Left to right and right to left together cover every outcome.
    pub(super) is_followed: bool,
}

/// Two evaluations in different operands of one expression whose order matters, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    /// Indices into the evaluations.
    parts: [usize; 2],
    /// One accesses memory that the other writes.
    is_of_memory: bool,
    /// `ends[0]`: the first may end the program where the second may fail. `ends[1]`: the reverse.
    ends: [bool; 2],
}

/// Maximum number of evaluations in one expression; beyond it, conflicts are not followed in any order.
pub(super) const MOST_PARTS: usize = 256;

/// Returns the conflicts of the evaluations in this range with those behind it.
pub(super) fn compared(summaries: &EffectSummaries, parts: &[Effects], before: Range<usize>) -> Vec<Conflict> {
    let pairs = before.clone().cartesian_product(before.end..parts.len());
    let conflict = |(a, b): (usize, usize)| {
        let (one, other) = (&parts[a], &parts[b]);
        let ends = [one.may_end && other.may_fail, other.may_end && one.may_fail];
        let is_of_memory = summaries.share_memory(one, other);
        (is_of_memory || ends != [false; 2]).then_some(Conflict { parts: [a, b], is_of_memory, ends })
    };
    pairs.filter_map(conflict).collect()
}

/// Returns true if two orders, left to right and right to left, cover every outcome. In each, an operand is evaluated
/// completely before the next.
///
/// Of two parts that share memory, each comes first in one of the orders; more than one such pair may need further
/// orders. A part that may fail must precede, in one of the orders, all parts that may end the program instead: so
/// these must lie on one side of it. If two parts share memory, any other part that may fail must not be a call.
pub(super) fn are_followed(parts: &[Effects], conflicts: &[Conflict]) -> bool {
    let mut of_memory = conflicts.iter().filter(|conflict| conflict.is_of_memory);
    let shared = of_memory.next();
    if of_memory.next().is_some() || parts.len() > MOST_PARTS {
        return false;
    }
    // For each part that may fail: whether a part before it, and one behind it, may end the program.
    let mut sides: FxHashMap<usize, [bool; 2]> = FxHashMap::default();
    for conflict in conflicts {
        let [first, second] = conflict.parts;
        for (ends, failing, side) in [(conflict.ends[0], second, 0), (conflict.ends[1], first, 1)] {
            if ends {
                sides.entry(failing).or_default()[side] = true;
                let is_same = shared.is_some_and(|shared| shared.parts == conflict.parts);
                if shared.is_some() && !is_same && parts[failing].calls {
                    return false;
                }
            }
        }
    }
    sides.values().all(|sides| *sides != [true; 2])
}
