//! Laws that relate claims about all nodes with each other, and with predicates about named nodes.
//!
//! - weakening: a claim also holds if more is avoided, and implies claims with a weaker body;
//! - continuation: a claim about the paths from `x` holds for the paths from whatever `x` reaches without the avoided
//!   addresses, and from the contents of its own cells;
//! - instances: a claim about all nodes holds for `x`, if it is live, and for each node that `x` reaches;
//! - links (`links`): a claim about all links implies a formula with cases for named nodes, if no link leads to these;
//! - counts (`counts`): node counts are unchanged by avoiding more, if no path leads there;
//! - paths in a tree: each place has one path from the tree's root. Of two values that are read along paths from the
//!   root, like `x->l` and `x->r->l`, one leads to a place that the other leads to only if its path is a prefix of the
//!   other's, and then only through the rest of it.

mod counts;
mod links;

use crate::limits::{MOST_COMPARED, MOST_LINKS};
use logic::{Arena, Atom, AtomId, Facts, FieldSetId, Formula, TermId, TermNode};
use program::expr::bound_symbol;
use simplify::Simplifier;
use spec::StructureClaim;

/// Adds the clauses for the claims among some atoms.
pub(super) fn of_claims(
    arena: &mut Arena,
    facts: &Facts,
    simplifier: &mut Simplifier<'_>,
    atoms: &[AtomId],
    clauses: &mut Vec<Formula>,
) {
    let claims: Vec<AtomId> =
        atoms.iter().copied().filter(|atom| matches!(arena.get(*atom), Atom::Structure { .. })).collect();
    let counts: Vec<AtomId> =
        atoms.iter().copied().filter(|atom| matches!(arena.get(*atom), Atom::Count { .. })).collect();
    for count in &counts {
        for other in counts.iter().filter(|other| *other != count) {
            counts::of_two(arena, facts, atoms, (*count, *other), clauses);
        }
    }
    for claim in &claims {
        for other in claims.iter().filter(|other| *other != claim) {
            of_two(arena, facts, atoms, (*claim, *other), clauses);
        }
        instances(arena, facts, simplifier, atoms, *claim, clauses);
        ways_in_tree(arena, atoms, *claim, clauses);
    }
}

/// Adds the clauses by which the first claim implies the second.
fn of_two(
    arena: &mut Arena,
    facts: &Facts,
    atoms: &[AtomId],
    (first, second): (AtomId, AtomId),
    clauses: &mut Vec<Formula>,
) {
    let (one, other) = (arena.get(first).clone(), arena.get(second).clone());
    let (Atom::Structure { claim, avoid, fields, from }, Atom::Structure { claim: wanted, from: start, .. }) =
        (&one, &other)
    else {
        return;
    };
    let avoids_more = |more: &[TermId]| avoid.iter().all(|term| more.contains(term));
    let same_nodes = other.fields() == Some(*fields) && arena.type_of(*from) == arena.type_of(*start);
    if !same_nodes || !avoids_more(other.avoid()) {
        return;
    }
    let mut conclusion = vec![Formula::NotAtom(first), Formula::Atom(second)];
    if !gives(claim, wanted) {
        let Some(unless) = links::gives_unless(arena, facts, atoms, (first, second)) else { return };
        conclusion.extend(unless);
    }
    if from == start {
        clauses.push(Formula::or(conclusion));
        return;
    }
    for way in atoms {
        if let Atom::Reach { from: begin, to, fields: followed, .. } = arena.get(*way)
            && (begin, to, followed) == (from, start, fields)
            && avoids_more(arena.get(*way).avoid())
        {
            clauses.push(Formula::or(conclusion.iter().cloned().chain([Formula::NotAtom(*way)])));
        }
    }
    // Whatever is read along a path from a node is reached if nothing is avoided.
    if avoid.is_empty()
        && let Some(way) = Way::between(arena, *fields, *from, *start)
    {
        let mut all = vec![conclusion.clone()];
        for object in &way.objects {
            let dead = dead(arena, facts, atoms, *object);
            let longer = |known: &Vec<Formula>, dead: &Formula| [&known[..], std::slice::from_ref(dead)].concat();
            all =
                all.iter().flat_map(|known| dead.iter().map(|dead| longer(known, dead)).collect::<Vec<_>>()).collect();
        }
        clauses.extend(all.into_iter().map(Formula::or));
    }
}

/// A path by which a value is read from another one.
struct Way {
    /// The objects that contain the links, starting with the first value.
    objects: Vec<TermId>,
    /// The addresses of the links.
    cells: Vec<TermId>,
}

impl Way {
    /// Returns the path from a value to one that is read from it through links of some fields. It fails for `from`
    /// itself.
    fn between(arena: &Arena, fields: FieldSetId, from: TermId, to: TermId) -> Option<Way> {
        let (mut objects, mut cells, mut current) = (Vec::new(), Vec::new(), to);
        while current != from {
            let TermNode::Load(cell) = arena.node(current) else { return None };
            let TermNode::FieldAddress(object, field) = arena.node(cell) else { return None };
            if cells.len() == MOST_LINKS || !arena.fields(fields).contains(&field) {
                return None;
            }
            objects.push(object);
            cells.push(cell);
            current = object;
        }
        objects.reverse();
        cells.reverse();
        (!cells.is_empty()).then_some(Way { objects, cells })
    }
}

/// Adds the constraints that paths from the root of a tree impose on paths between values read there.
fn ways_in_tree(arena: &Arena, atoms: &[AtomId], tree: AtomId, clauses: &mut Vec<Formula>) {
    let Atom::Structure { claim: StructureClaim::Tree, avoid, fields, from } = arena.get(tree) else { return };
    if !avoid.is_empty() {
        return;
    }
    let way = |to: TermId| match to == *from {
        true => Some(Vec::new()),
        false => Way::between(arena, *fields, *from, to).map(|way| way.cells),
    };
    for atom in atoms {
        let is_false = match arena.get(*atom) {
            Atom::Cyclic { fields: followed, from: start, .. } => followed == fields && way(*start).is_some(),
            Atom::Dshared { avoid, fields: followed, left, right } if followed == fields => {
                let ways = way(*left).zip(way(*right));
                ways.is_some_and(|(left, right)| !(leads_on(&left, &right, avoid) || leads_on(&right, &left, avoid)))
            }
            Atom::Reach { at_least_one, avoid, fields: followed, from: start, to } if followed == fields => {
                let ways = way(*start).zip(way(*to));
                ways.is_some_and(|(start, to)| !leads_on(&start, &to, avoid) || *at_least_one && start == to)
            }
            _ => false,
        };
        if is_false {
            clauses.push(Formula::or([Formula::NotAtom(tree), Formula::NotAtom(*atom)]));
        }
    }
}

/// Returns true if one path is a prefix of another, and none of the remaining links is avoided.
fn leads_on(beginning: &[TermId], way: &[TermId], avoid: &[TermId]) -> bool {
    way.strip_prefix(beginning).is_some_and(|rest| !rest.iter().any(|cell| avoid.contains(cell)))
}

/// Instantiates a claim about all nodes with named nodes.
fn instances(
    arena: &mut Arena,
    facts: &Facts,
    simplifier: &mut Simplifier<'_>,
    atoms: &[AtomId],
    atom: AtomId,
    clauses: &mut Vec<Formula>,
) {
    let Atom::Structure { claim: StructureClaim::ForAll(body), avoid, fields, from } = arena.get(atom).clone() else {
        return;
    };
    let ty = arena.type_of(from);
    let mut named: Vec<(TermId, Formula)> =
        dead(arena, facts, atoms, from).into_iter().map(|dead| (from, dead)).collect();
    for way in atoms {
        if let Atom::Reach { from: begin, to, fields: followed, avoid: around, .. } = arena.get(*way)
            && (*begin, *followed, arena.type_of(*to)) == (from, fields, ty)
            && avoid.iter().all(|term| around.contains(term))
        {
            named.push((*to, Formula::NotAtom(*way)));
        }
    }
    let node = arena.term(TermNode::Symbol(bound_symbol(1)), ty);
    for (name, unless) in named {
        let said = body.map_atoms(&mut |part| Formula::Atom(arena.substitute_atom(part, node, name)));
        let said = simplifier.simplify(arena, &said);
        // A dangling pointer may compare equal to anything.
        let is_fit = |part: &AtomId| {
            atoms.contains(part) && (facts.never_frees() || !matches!(arena.get(*part), Atom::Equal(..)))
        };
        if !said.has_unknown() && said.atoms().iter().all(is_fit) {
            clauses.push(Formula::or([Formula::NotAtom(atom), unless, said]));
        }
    }
}

/// Formulas over known predicates that imply that no node is live at an address.
fn dead(arena: &mut Arena, facts: &Facts, atoms: &[AtomId], address: TermId) -> Vec<Formula> {
    let allocated = arena.atom(Atom::Allocated(address));
    let null = arena.null(arena.type_of(address));
    let is_null = arena.atom(Atom::Equal(address, null));
    let mut found = vec![Formula::NotAtom(allocated)];
    // If nothing is freed, a pointer that leads to no live object is NULL. (It is unspecified how the address of a part
    // of NULL compares.)
    if facts.never_frees() && matches!(arena.node(address), TermNode::Load(_) | TermNode::Symbol(_)) {
        found.push(Formula::Atom(is_null));
    }
    found.retain(|formula| formula.atoms().iter().all(|atom| atoms.contains(atom)));
    found
}

/// Returns true if one claim implies another about the same paths.
fn gives(claim: &StructureClaim<Formula>, wanted: &StructureClaim<Formula>) -> bool {
    match (claim, wanted) {
        (StructureClaim::Tree, StructureClaim::Tree) => true,
        (StructureClaim::ForAll(one), StructureClaim::ForAll(other))
        | (StructureClaim::Each(one), StructureClaim::Each(other)) => one == other || follows(one, other),
        _ => false,
    }
}

/// Returns true if one formula propositionally implies another.
fn follows(given: &Formula, wanted: &Formula) -> bool {
    let both = Formula::and([given.clone(), wanted.clone().negated()]);
    let parts = both.atoms();
    if parts.len() > MOST_COMPARED {
        return false;
    }
    (0..1usize << parts.len()).all(|values| {
        let value = |atom: AtomId| parts.binary_search(&atom).ok().map(|index| values >> index & 1 == 1);
        both.evaluate(&mut |atom| value(atom)) == Some(false)
    })
}
