//! Growth families: predicates at one location that return from each iteration of a loop with longer chains of
//! dereferences, or with larger avoid sets.
//!
//! A predicate is compared with those at its location that it was derived from (by the causes of `PairInfo`): two
//! terms are anti-unified, and where they differ, the older must have `e` and the younger `e->n->…->n`. Families are
//! never found by comparing texts or looking at a state.

use std::collections::BTreeSet;

use crate::{Abstraction, Cause, Pair};
use base::ids::Id;
use ctype::{FieldId, IntegerKind, Type, TypeId};
use logic::display::Printer;
use logic::{Arena, Atom, AtomId, TermId, TermNode};
use program::{BinaryOp, EdgeId, Expr, ExprNode, LocationId, SymbolId};
use spec::{Chain, Predicate, StructureClaim};

/// The left side of a hint: a predicate in which chains stand for all their members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The predicate, with placeholders of `chains`. Its avoid set is the part common to all members.
    pub predicate: Predicate,
    /// The growing terms.
    pub chains: Vec<Chain>,
    /// True if members have larger avoid sets.
    pub any_avoid: bool,
}

/// A family of growing predicates at one location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    pub location: LocationId,
    pub pattern: Pattern,
    /// The members found, in order of discovery. The first one is the predicate before it grew.
    pub members: Vec<AtomId>,
    /// The edge over which the weakest precondition is longer.
    pub edge: EdgeId,
}

/// A predicate that grew out of another one at the same location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grown {
    pub atom: AtomId,
    /// How often it has grown.
    pub depth: usize,
    /// The predicate that it grew out of.
    pub from: AtomId,
    /// The whole family: all chains from their starts, and only the stable part of the avoid set.
    pub pattern: Pattern,
    /// The members of the family that are longer than `from`.
    pub beyond: Pattern,
    /// Index of the pair.
    index: usize,
    /// Index of the pair that it grew out of.
    from_index: usize,
}

/// Returns all families at a location, in order of discovery. `symbols` is the number of symbols of the specification:
/// placeholders are numbered after them.
pub fn families(abstraction: &Abstraction, location: LocationId, symbols: usize) -> Vec<Family> {
    let mut found: Vec<Family> = Vec::new();
    for grown in grown(abstraction, location, symbols) {
        let known = found.iter_mut().find(|family| family.pattern == grown.pattern);
        match known {
            Some(family) => {
                for atom in [grown.from, grown.atom] {
                    if !family.members.contains(&atom) {
                        family.members.push(atom);
                    }
                }
            }
            None => {
                let Some(edge) = growing_edge(abstraction, grown.index, grown.from_index) else { continue };
                let members = vec![grown.from, grown.atom];
                found.push(Family { location, pattern: grown.pattern, members, edge });
            }
        }
    }
    found
}

/// Returns the predicates at a location that grew, in order of discovery.
pub fn grown(abstraction: &Abstraction, location: LocationId, symbols: usize) -> Vec<Grown> {
    let mut arena = abstraction.arena.clone();
    let mut found: Vec<Grown> = Vec::new();
    for (index, ((atom, at), _)) in abstraction.pairs.iter().enumerate() {
        if *at != location {
            continue;
        }
        let older = ancestors(abstraction, index).into_iter().filter(|older| *older < index);
        let mut best: Option<Grown> = None;
        for from_index in older {
            let Some(((from, place), _)) = abstraction.pairs.get_index(from_index) else { continue };
            if *place != location {
                continue;
            }
            let Some((pattern, beyond)) = generalise(&mut arena, symbols, *from, *atom) else { continue };
            let before = found.iter().filter(|known| known.atom == *from).map(|known| known.depth).max().unwrap_or(0);
            // Prefers the longest history, and its last step.
            if best.as_ref().is_none_or(|best| before + 1 >= best.depth) {
                best = Some(Grown { atom: *atom, depth: before + 1, from: *from, pattern, beyond, index, from_index });
            }
        }
        found.extend(best);
    }
    found
}

/// Returns the pairs that a pair was derived from, by index; includes the pair itself only if it was derived from
/// itself.
fn ancestors(abstraction: &Abstraction, index: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut agenda = vec![index];
    while let Some(current) = agenda.pop() {
        agenda.extend(parents(abstraction, current).map(|(parent, _)| parent).filter(|parent| found.insert(*parent)));
    }
    found
}

/// Returns the pairs that needed a pair, with the edge over which they did.
fn parents(abstraction: &Abstraction, index: usize) -> impl Iterator<Item = (usize, Option<EdgeId>)> + '_ {
    let causes = abstraction.pairs.get_index(index).map_or(&[][..], |(_, info)| &info.causes);
    causes.iter().filter_map(|cause| {
        let (pair, edge): (&Pair, _) = match cause {
            Cause::Precondition { edge, pair } => (pair, Some(*edge)),
            Cause::Hint { pair, .. } | Cause::Fitting { pair } => (pair, None),
            Cause::Property(_) | Cause::Guard(_) | Cause::Access(_) => return None,
        };
        abstraction.pairs.get_index_of(pair).map(|parent| (parent, edge))
    })
}

/// Returns the edge on a shortest derivation of `index` from `origin` where the predicate first becomes longer.
fn growing_edge(abstraction: &Abstraction, index: usize, origin: usize) -> Option<EdgeId> {
    // For each pair seen on the way back from `index`: its successor towards `index`, and the edge.
    let mut next: Vec<(usize, usize, Option<EdgeId>)> = Vec::new();
    let mut agenda = std::collections::VecDeque::from([index]);
    while let Some(current) = agenda.pop_front() {
        if current == origin && !next.is_empty() {
            break;
        }
        for (parent, edge) in parents(abstraction, current) {
            if next.iter().all(|(seen, ..)| *seen != parent) {
                next.push((parent, current, edge));
                agenda.push_back(parent);
            }
        }
    }
    let size = |index: usize| {
        let pair = abstraction.pairs.get_index(index);
        pair.map_or(0, |((atom, _), _)| abstraction.arena.size(*atom))
    };
    let (mut current, mut last) = (origin, None);
    for _ in 0..=next.len() {
        let (_, child, edge) = next.iter().find(|(seen, ..)| *seen == current)?;
        last = edge.or(last);
        if edge.is_some() && (size(*child) > size(current) || *child == index) {
            return *edge;
        }
        if *child == index {
            return last;
        }
        current = *child;
    }
    last
}

/// Pairs of a term and the longer term that replaces it.
type Differences = Vec<(TermId, TermId)>;

/// Returns the patterns common to `older` and `younger`, if the latter is the former grown: from the start of its
/// chains, and the part that is longer than `older`.
fn generalise(arena: &mut Arena, symbols: usize, older: AtomId, younger: AtomId) -> Option<(Pattern, Pattern)> {
    let (old, new) = (arena.get(older).clone(), arena.get(younger).clone());
    let same_kind = match (&old, &new) {
        (Atom::Reach { at_least_one: a, .. }, Atom::Reach { at_least_one: b, .. }) => a == b,
        _ => std::mem::discriminant(&old) == std::mem::discriminant(&new),
    };
    if older == younger || !same_kind || old.fields() != new.fields() {
        return None;
    }
    let arguments: Vec<TermId> = new.arguments().collect();
    let mut before: Vec<TermId> = old.arguments().collect();
    let is_symmetric = matches!(new, Atom::Equal(..) | Atom::Dshared { .. });
    let mut differences = argument_differences(arena, &before, &arguments);
    if differences.is_none() && is_symmetric {
        before.reverse();
        differences = argument_differences(arena, &before, &arguments);
    }
    let differences = differences?;
    let stable = stable_avoided(arena, old.avoid(), new.avoid())?;
    let any_avoid = stable.len() < new.avoid().len();
    (any_avoid || !differences.is_empty()).then_some(())?;
    let mut of = |from_root| pattern(arena, symbols, &new, &differences, from_root, &stable, any_avoid);
    Some((of(true)?, of(false)?))
}

fn argument_differences(arena: &Arena, older: &[TermId], younger: &[TermId]) -> Option<Differences> {
    let mut found = Differences::new();
    older.iter().zip(younger).all(|(old, new)| differ(arena, *old, *new, &mut found)).then_some(found)
}

/// Anti-unification: terms may differ only by a chain over the older term, the same one throughout.
fn differ(arena: &Arena, old: TermId, new: TermId, found: &mut Differences) -> bool {
    if old == new {
        return true;
    }
    if chain_over(arena, new, old).is_some() {
        let known = found.iter().find(|(known, _)| *known == old).map(|(_, longer)| *longer);
        found.extend(known.is_none().then_some((old, new)));
        return known.is_none_or(|longer| longer == new);
    }
    arena.have_same_form(old, new)
        && arena.children(old).zip(arena.children(new)).all(|(old, new)| differ(arena, old, new, found))
}

/// Returns the field, if `term` is `base->f`, `base->f->f`, and so on.
fn chain_over(arena: &Arena, term: TermId, base: TermId) -> Option<FieldId> {
    let (mut current, field) = link(arena, term)?;
    while current != base {
        let (inner, same) = link(arena, current)?;
        if same != field {
            return None;
        }
        current = inner;
    }
    Some(field)
}

/// `e` and `f`, if the term is `e->f` of the type of `e`.
fn link(arena: &Arena, term: TermId) -> Option<(TermId, FieldId)> {
    let TermNode::Load(address) = arena.node(term) else { return None };
    let TermNode::FieldAddress(base, field) = arena.node(address) else { return None };
    (arena.type_of(base) == arena.type_of(term)).then_some((base, field))
}

/// Returns the start of the longest chain of steps between nodes of one type, through any fields.
pub(super) fn start(arena: &Arena, term: TermId) -> TermId {
    let mut current = term;
    while let Some((base, _)) = link(arena, current) {
        current = base;
    }
    current
}

/// Returns true for a constant, the value of a variable, or a value read from a variable's target without a step to a
/// node of the same type.
pub(super) fn is_plain(arena: &Arena, term: TermId) -> bool {
    let mut addresses = Vec::new();
    arena.loads(term, &mut addresses);
    let is_link = |address: &TermId| match arena.node(*address) {
        TermNode::FieldAddress(base, _) => {
            arena.types().pointee(arena.type_of(*address)).is_some_and(|ty| ty == arena.type_of(base))
        }
        _ => false,
    };
    addresses.len() <= 3 && !addresses.iter().any(is_link)
}

/// Returns the start of the longest chain through one field that the term is.
fn root(arena: &Arena, term: TermId) -> Option<(TermId, FieldId)> {
    let (mut current, field) = link(arena, term)?;
    while let Some((inner, same)) = link(arena, current)
        && same == field
    {
        current = inner;
    }
    Some((current, field))
}

/// Returns the addresses in both sets, if each other address of the older set has a counterpart in the younger one.
fn stable_avoided(arena: &Arena, older: &[TermId], younger: &[TermId]) -> Option<Vec<TermId>> {
    let (stable, moved): (Vec<TermId>, Vec<TermId>) = older.iter().partition(|term| younger.contains(term));
    let mut free: Vec<TermId> = younger.iter().copied().filter(|term| !stable.contains(term)).collect();
    for old in moved {
        let place = free.iter().position(|new| differ(arena, old, *new, &mut Differences::new()))?;
        free.swap_remove(place);
    }
    Some(stable)
}

fn pattern(
    arena: &mut Arena,
    symbols: usize,
    atom: &Atom,
    differences: &Differences,
    from_root: bool,
    stable: &[TermId],
    any_avoid: bool,
) -> Option<Pattern> {
    let mut chains: Vec<Chain> = Vec::new();
    let mut arguments: Vec<TermId> = atom.arguments().collect();
    for (shorter, longer) in differences {
        let (start, field) = root(arena, *longer)?;
        let base = if from_root { start } else { *shorter };
        let placeholder: SymbolId = Id::from_index(symbols + chains.len());
        let ty = arena.type_of(*longer);
        let symbol = arena.term(TermNode::Symbol(placeholder), ty);
        for argument in &mut arguments {
            *argument = arena.substitute(*argument, *longer, symbol);
        }
        chains.push(Chain { placeholder, base: Printer::expression_of(arena, base)?, field });
    }
    let predicate = predicate(arena, atom, &arguments, stable)?;
    Some(Pattern { predicate, chains, any_avoid })
}

/// Returns the families in which a predicate could be a younger member, with chains grown by at least one step.
pub fn growing(arena: &mut Arena, symbols: usize, atom: AtomId) -> Vec<Pattern> {
    let younger = arena.get(atom).clone();
    let links: Vec<TermId> = younger.arguments().filter_map(|term| link(arena, term)).map(|(base, _)| base).collect();
    let mut found = Vec::new();
    for base in links {
        // The same predicate a step earlier: the chain without its last step.
        for longer in younger.arguments().filter(|term| chain_over(arena, *term, base).is_some()).collect::<Vec<_>>() {
            let older = arena.substitute_atom(atom, longer, base);
            let patterns = generalise(arena, symbols, older, atom);
            found.extend(patterns.into_iter().flat_map(|(whole, beyond)| [whole, beyond]));
        }
    }
    found
}

/// Returns the family that a predicate with one chain would start: the whole chain, from its start.
pub fn rooted(arena: &mut Arena, symbols: usize, atom: AtomId) -> Option<Pattern> {
    let atom = arena.get(atom).clone();
    let mut chains = atom.arguments().filter(|argument| link(arena, *argument).is_some());
    let chain = chains.next()?;
    if chains.next().is_some() {
        return None;
    }
    pattern(arena, symbols, &atom, &vec![(chain, chain)], true, &[], !atom.avoid().is_empty())
}

/// Returns a pattern that only matches the atom itself.
pub fn exact(arena: &mut Arena, atom: AtomId) -> Option<Pattern> {
    let atom = arena.get(atom).clone();
    let arguments: Vec<TermId> = atom.arguments().collect();
    let predicate = predicate(arena, &atom, &arguments, atom.avoid())?;
    Some(Pattern { predicate, chains: Vec::new(), any_avoid: false })
}

/// Returns the predicate of an atom's kind with these arguments; `None` if hints do not support it.
fn predicate(arena: &mut Arena, atom: &Atom, arguments: &[TermId], avoid: &[TermId]) -> Option<Predicate> {
    let texts: Option<Vec<Expr>> = arguments.iter().map(|term| Printer::expression_of(arena, *term)).collect();
    let mut arguments = texts?.into_iter();
    let (first, second) = (arguments.next()?, arguments.next());
    let avoid: Option<Vec<Expr>> = avoid.iter().map(|term| Printer::expression_of(arena, *term)).collect();
    let avoid = avoid?;
    let fields = atom.fields().map(|fields| arena.fields(fields).to_vec()).unwrap_or_default();
    let truth = truth_type(arena);
    let comparison =
        |op, left: Expr, right: Expr| Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), truth);
    Some(match atom {
        Atom::Reach { at_least_one, .. } => {
            Predicate::Reach { at_least_one: *at_least_one, avoid, fields, from: first, to: second? }
        }
        Atom::Dshared { .. } => Predicate::Dshared { avoid, fields, left: first, right: second? },
        Atom::Cyclic { .. } => Predicate::Cyclic { avoid, fields, from: first },
        Atom::Structure { claim: StructureClaim::Tree, .. } => {
            Predicate::Structure { claim: StructureClaim::Tree, avoid, fields, from: first }
        }
        // Hints do not cover claims about all nodes, node counts, strings and room.
        Atom::Structure { .. } | Atom::Count { .. } | Atom::String(_) | Atom::Room(..) => return None,
        Atom::Allocated(_) => Predicate::Allocated(first),
        Atom::Equal(..) => {
            let second = second?;
            // Constants and NULL read better on the right.
            let (left, right) = if is_constant(&first) { (second, first) } else { (first, second) };
            Predicate::Condition(comparison(BinaryOp::Equal, left, right))
        }
        Atom::Less(..) => Predicate::Condition(comparison(BinaryOp::Less, first, second?)),
    })
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.node, ExprNode::Null | ExprNode::Integer(_))
}

/// Returns the type of a comparison.
fn truth_type(arena: &Arena) -> TypeId {
    let int = Type::Integer { kind: IntegerKind::Int, signed: true };
    arena.types().find(&int).unwrap_or_else(|| TypeId::from_index(0))
}
