//! Preconditions of numbers of nodes, where they are exact: a start is replaced by others, in each of some cases.
//!
//! - Store: `count[A](x)' = count[Ai](x)` where `i∈A` or `¬reach[Ai](x,i)`; else `count[Ai](x) + count[Ai](c)` where
//!   `¬dshared[Ai](x,c)`; else `*`.
//! - Free: `count[A](x)' = count[A+u](x) - reach[A+u](x,u)`, where the block `u` is a node.
//! - Allocation: a new node that leads nowhere counts by itself.

use crate::Context;
use logic::{FieldSetId, Formula, TermId, TermNode, count};
use spec::{CountComparison, CountSum};

/// More numbers of nodes than this in one comparison are answered with `*`: each store may add one to each of them.
const MOST_STARTS: usize = 6;

/// What a start is replaced by, each under its condition; `None` where that is not known. The conditions exclude each other, and one
/// holds.
pub(super) type StartCases = Vec<(Formula, Option<CountSum<TermId>>)>;

/// The start as it is, with a number more.
pub(super) fn kept(start: TermId, more: i128) -> Option<CountSum<TermId>> {
    Some(CountSum { starts: vec![start], numbers: Vec::new(), more })
}

/// The comparison in each case of its starts.
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

/// The cases of a start over a store of `c` to a cell: `through` says that paths come through the cell, `shares` that what is reached
/// around it and from `c` has a place in common.
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
    // The nodes behind the cell have to be those that are counted.
    if context.arena.type_of(c) != context.arena.type_of(start) {
        return vec![misses, (through, None)];
    }
    let both = CountSum { starts: vec![start, c], numbers: Vec::new(), more: 0 };
    let apart = Formula::and([through.clone(), shares.clone().negated()]);
    vec![misses, (apart, Some(both)), (Formula::and([through, shares]), None)]
}
