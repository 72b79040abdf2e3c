//! Comparisons of node counts in normal form. Common summands cancel, comparisons of constants are decided, and a
//! comparison without node counts becomes an ordinary atom.

use crate::translate::defined_term;
use crate::{Arena, Atom, FieldSetId, Formula, TermId, TermNode};
use program::BinaryOp;
use spec::{CountComparison, CountSum};

/// "All terms are defined, and the left sum is equal to the right one, or less", depending on the operator.
pub fn formula(
    arena: &mut Arena,
    comparison: CountComparison<TermId>,
    avoid: &[TermId],
    fields: FieldSetId,
) -> Formula {
    let CountComparison { op, mut left, mut right } = comparison;
    let mut dropped = Vec::new();
    for sum in [&mut left, &mut right] {
        sum.starts.retain(|start| arena.node(*start) != TermNode::Null);
        let mut constants = vec![sum.more];
        sum.numbers.retain(|number| match arena.node(*number) {
            TermNode::Integer(value) => {
                constants.push(value);
                false
            }
            _ => true,
        });
        let Some(more) = constants.into_iter().try_fold(0_i128, i128::checked_add) else { return Formula::Unknown };
        sum.more = more;
    }
    drop_common(&mut left.starts, &mut right.starts, &mut dropped);
    drop_common(&mut left.numbers, &mut right.numbers, &mut dropped);
    let common = left.more.min(right.more);
    let rest = |more: i128| more.checked_sub(common);
    let (Some(left_more), Some(right_more)) = (rest(left.more), rest(right.more)) else { return Formula::Unknown };
    (left.more, right.more) = (left_more, right_more);
    let holds = match decided(op, &left, &right) {
        Some(holds) => {
            let terms = left.starts.iter().chain(&right.starts);
            dropped.extend(terms.filter(|_| holds));
            Formula::constant(holds)
        }
        None => numbers(arena, op, &left, &right).unwrap_or_else(|| {
            let comparison = CountComparison { op, left, right };
            Formula::Atom(arena.atom(Atom::Count { comparison, avoid: avoid.into(), fields }))
        }),
    };
    let defined: Vec<Formula> = dropped.into_iter().map(|term| defined_term(arena, term)).collect();
    Formula::and(defined.into_iter().chain([holds]))
}

/// Like [`formula`], but also simplifies the count of a node all of whose cells are avoided: no path leaves it, so it
/// counts 1 if it is live, else 0.
pub fn simplified(
    arena: &mut Arena,
    comparison: CountComparison<TermId>,
    avoid: &[TermId],
    fields: FieldSetId,
) -> Formula {
    let found = formula(arena, comparison, avoid, fields);
    found.map_atoms(&mut |atom| {
        let Atom::Count { comparison, avoid, fields } = arena.get(atom).clone() else { return Formula::Atom(atom) };
        let Some(start) = comparison.starts().copied().find(|start| arena.has_all_cells(&avoid, *start, fields)) else {
            return Formula::Atom(atom);
        };
        let mut without = |number: i128| {
            let mut comparison = comparison.clone();
            let sum =
                if comparison.left.starts.contains(&start) { &mut comparison.left } else { &mut comparison.right };
            if let Some(index) = sum.starts.iter().position(|other| *other == start) {
                sum.starts.remove(index);
            }
            sum.more = sum.more.saturating_add(number);
            simplified(arena, comparison, &avoid, fields)
        };
        let (alone, nothing) = (without(1), without(0));
        let defined = defined_term(arena, start);
        let lives = Formula::Atom(arena.atom(Atom::Allocated(start)));
        Formula::if_then_else(lives, alone, Formula::and([defined, nothing]))
    })
}

/// Cancels common terms.
fn drop_common(left: &mut Vec<TermId>, right: &mut Vec<TermId>, dropped: &mut Vec<TermId>) {
    left.retain(|term| match right.iter().position(|other| other == term) {
        Some(index) => {
            dropped.push(right.remove(index));
            false
        }
        None => true,
    });
}

/// Decides comparisons of constants, using that node counts are not negative.
fn decided(op: BinaryOp, left: &CountSum<TermId>, right: &CountSum<TermId>) -> Option<bool> {
    if !left.numbers.is_empty() || !right.numbers.is_empty() {
        return None;
    }
    let most = |sum: &CountSum<TermId>| sum.starts.is_empty().then_some(sum.more);
    let is_above = |sum: &CountSum<TermId>, other| most(other).is_some_and(|most| sum.more > most);
    let is_apart = is_above(left, right) || is_above(right, left);
    match op {
        BinaryOp::Equal if is_apart => Some(false),
        BinaryOp::Equal => most(left).zip(most(right)).map(|(left, right)| left == right),
        _ if most(right).is_some_and(|most| left.more >= most) => Some(false),
        _ if is_above(right, left) => Some(true),
        _ => None,
    }
}

/// Compares at most two numbers if there are no node counts.
fn numbers(arena: &mut Arena, op: BinaryOp, left: &CountSum<TermId>, right: &CountSum<TermId>) -> Option<Formula> {
    if !left.starts.is_empty() || !right.starts.is_empty() {
        return None;
    }
    let (one, other) = match (left.numbers.as_slice(), right.numbers.as_slice()) {
        ([one], [other]) if left.more == right.more && arena.type_of(*one) == arena.type_of(*other) => (*one, *other),
        ([one], []) => (*one, constant(arena, right.more.checked_sub(left.more)?, *one)?),
        ([], [other]) => (constant(arena, left.more.checked_sub(right.more)?, *other)?, *other),
        _ => return None,
    };
    let atom = if op == BinaryOp::Equal { Atom::Equal(one, other) } else { Atom::Less(one, other) };
    Some(Formula::Atom(arena.atom(atom)))
}

/// Returns the integer as a term of the type of `like`; `None` if that type cannot represent it.
fn constant(arena: &mut Arena, number: i128, like: TermId) -> Option<TermId> {
    let ty = arena.type_of(like);
    (arena.wrap(number, ty) == number).then(|| arena.term(TermNode::Integer(number), ty))
}
