//! Relates two comparisons of the same node counts, one with a larger avoid set: they are equivalent if no path reaches
//! an address that only the larger set has.

use logic::{Arena, Atom, AtomId, Facts, FieldSetId, Formula, TermId, TermNode};

/// Adds the clauses that relate two comparisons of the same sums; the second one avoids more.
pub(super) fn of_two(
    arena: &Arena,
    facts: &Facts,
    atoms: &[AtomId],
    (first, second): (AtomId, AtomId),
    clauses: &mut Vec<Formula>,
) {
    let (Atom::Count { comparison, avoid, fields }, Atom::Count { comparison: same, avoid: more, fields: followed }) =
        (arena.get(first), arena.get(second))
    else {
        return;
    };
    if comparison != same || fields != followed || !avoid.iter().all(|term| more.contains(term)) {
        return;
    }
    let mut met = Vec::new();
    for start in comparison.starts() {
        for cell in more.iter().filter(|cell| !avoid.contains(cell)) {
            let Some(way) = way_to(arena, facts, atoms, (more, *fields), (*start, *cell)) else { return };
            met.push(Formula::Atom(way));
        }
    }
    for sides in [[Formula::NotAtom(first), Formula::Atom(second)], [Formula::Atom(first), Formula::NotAtom(second)]] {
        clauses.push(Formula::or(met.iter().cloned().chain(sides)));
    }
}

/// Returns a predicate that is true if a path reaches an avoided address.
fn way_to(
    arena: &Arena,
    facts: &Facts,
    atoms: &[AtomId],
    (avoid, fields): (&[TermId], FieldSetId),
    (start, cell): (TermId, TermId),
) -> Option<AtomId> {
    // If no pointer leads to a field, a path reaches it only by reaching its record.
    let node = match arena.node(cell) {
        TermNode::FieldAddress(node, field) if facts.well_typed() && facts.is_inner(field) => node,
        _ => cell,
    };
    atoms.iter().copied().find(|atom| match arena.get(*atom) {
        Atom::Reach { at_least_one: false, avoid: less, fields: followed, from, to } => {
            *followed == fields
                && *from == start
                && (*to == cell || *to == node)
                && less.iter().all(|term| avoid.contains(term))
        }
        _ => false,
    })
}
