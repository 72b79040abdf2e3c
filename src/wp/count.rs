//! Exact preconditions of node counts: each start is replaced by other starts, case by case.
//!
//! - Store: `count[A](x)' = count[Ai](x)` where `i∈A` or `¬reach[Ai](x,i)`; else `count[Ai](x) + count[Ai](c)` where
//!   `¬dshared[Ai](x,c)`; else `*`.
//! - Free: `count[A](x)' = count[A+u](x) - reach[A+u](x,u)`, where the block `u` is a node.
//! - Allocation: a new node that leads nowhere counts by itself.

use crate::Context;
use logic::{FieldSetId, Formula, TermId, TermNode, count};
use spec::{CountComparison, CountSum};

/// A comparison with more starts than this becomes `*`: a store may add a start for each.
const MOST_STARTS: usize = 6;

/// Replacements of a start, each under its condition; `None` if unknown. The conditions are exclusive and exhaustive.
pub(super) type StartCases = Vec<(Formula, Option<CountSum<TermId>>)>;

/// Returns the start itself, plus `more`.
pub(super) fn kept(start: TermId, more: i128) -> Option<CountSum<TermId>> {
    Some(CountSum { starts: vec![start], numbers: Vec::new(), more })
}

/// Replaces each start by its cases, and combines the cases into one formula.
pub(super) fn in_each_case(
    context: &mut Context<'_>,
    comparison: &CountComparison<TermId>,
    (avoid, fields): (&[TermId], FieldSetId),
    mut cases: impl FnMut(&mut Context<'_>, TermId) -> StartCases,
) -> Formula {
    let without = |sum: &CountSum<TermId>| CountSum { starts: Vec::new(), ..sum.clone() };
    let start =
        CountComparison { op: comparison.op, left: without(&comparison.left), right: without(&comparison.right) };
    let mut combinations = vec![(Formula::True, Some(start))];
    let sides = [(true, &comparison.left.starts), (false, &comparison.right.starts)];
    for (is_left, start) in sides.into_iter().flat_map(|(is_left, starts)| starts.iter().map(move |x| (is_left, *x))) {
        let cases = cases(context, start);
        let mut extended = Vec::new();
        for (condition, known) in &combinations {
            for (case, sum) in &cases {
                let condition = Formula::and([condition.clone(), case.clone()]);
                if condition != Formula::False {
                    let both = known.clone().zip(sum.as_ref());
                    extended.push((condition, both.and_then(|(known, sum)| added(known, is_left, sum))));
                }
            }
        }
        combinations = extended;
    }
    let disjuncts = combinations.into_iter().map(|(condition, comparison)| {
        let holds = match comparison {
            Some(comparison) => count::formula(context.arena, comparison, avoid, fields),
            None => Formula::Unknown,
        };
        Formula::and([condition, holds])
    });
    Formula::or(disjuncts.collect::<Vec<_>>())
}

fn added(
    mut comparison: CountComparison<TermId>,
    is_left: bool,
    more: &CountSum<TermId>,
) -> Option<CountComparison<TermId>> {
    let sum = if is_left { &mut comparison.left } else { &mut comparison.right };
    sum.starts.extend(&more.starts);
    sum.more = sum.more.checked_add(more.more)?;
    (comparison.starts().count() <= MOST_STARTS).then_some(comparison)
}

/// Returns the cases of a start over a store of `c` to a cell. `through` says that a path leads through the cell,
/// `shares` that the nodes reached around the cell and those reached from `c` overlap.
pub(super) fn stored(
    context: &Context<'_>,
    (start, c): (TermId, TermId),
    through: Formula,
    shares: Formula,
) -> StartCases {
    if context.arena.node(c) == TermNode::Null {
        return vec![(Formula::True, kept(start, 0))];
    }
    let misses = (through.clone().negated(), kept(start, 0));
    // The nodes behind the cell must be of the type that is counted.
    if context.arena.type_of(c) != context.arena.type_of(start) {
        return vec![misses, (through, None)];
    }
    let both = CountSum { starts: vec![start, c], numbers: Vec::new(), more: 0 };
    let apart = Formula::and([through.clone(), shares.clone().negated()]);
    vec![misses, (apart, Some(both)), (Formula::and([through, shares]), None)]
}
