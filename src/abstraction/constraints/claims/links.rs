//! Derives a claim about links with cases for named nodes from one without.
//!
//! Preconditions of stores introduce such cases: `v == t && … || v != t && …`. Of the links from `u` to `v` on the
//! paths of the second claim,
//!
//! - none leads to or from a node that the paths do not reach;
//! - none leaves a node all of whose links are avoided;
//! - if the first claim says `v->p == u`, only the link from `w` leads to `w->n`, so none does if the links of `w` are
//!   avoided.
//!
//! Such a case does not occur. Programs that free memory are not covered: there, a dangling pointer may compare equal
//! to a node.

use crate::constraints::claims::{Way, follows};
use logic::{Arena, Atom, AtomId, Facts, FieldSetId, Formula, TermId, TermNode};
use program::expr::bound_symbol;
use spec::StructureClaim;

/// Returns predicates; one of them is true if the first claim holds and the second does not, although the start of the first
/// leads to the start of the second. `None` if no such predicates are known.
pub(super) fn gives_unless(
    arena: &Arena,
    facts: &Facts,
    atoms: &[AtomId],
    (first, second): (AtomId, AtomId),
) -> Option<Vec<Formula>> {
    let (
        Atom::Structure { claim, avoid, fields, from },
        Atom::Structure { claim: wanted, avoid: more, from: start, .. },
    ) = (arena.get(first), arena.get(second))
    else {
        return None;
    };
    let (StructureClaim::Each(given), StructureClaim::Each(wanted)) = (claim, wanted) else { return None };
    if !facts.never_frees() {
        return None;
    }
    let links = Links { arena, atoms, given, fields: *fields, starts: [*from, *start], avoided: [avoid, more] };
    let mut unless = Vec::new();
    let rest = wanted.map_atoms(&mut |part| match links.case(part) {
        Case::Never => Formula::False,
        Case::Unless(known) => {
            unless.push(Formula::Atom(known));
            Formula::False
        }
        Case::Open => Formula::Atom(part),
    });
    unless.dedup();
    follows(given, &rest).then_some(unless)
}

/// Whether a case of a formula about links can occur.
enum Case {
    Never,
    /// Only if this predicate is true.
    Unless(AtomId),
    Open,
}

/// The links of the second claim, which the first one constrains.
struct Links<'a> {
    arena: &'a Arena,
    atoms: &'a [AtomId],
    /// The body of the first claim.
    given: &'a Formula,
    fields: FieldSetId,
    /// The starts of the paths of both claims, and their avoid sets.
    starts: [TermId; 2],
    avoided: [&'a [TermId]; 2],
}

impl Links<'_> {
    fn case(&self, part: AtomId) -> Case {
        let Atom::Equal(left, right) = *self.arena.get(part) else { return Case::Open };
        let (node, named) = match (self.bound(left), self.bound(right)) {
            (Some(node), None) if !self.mentions_nodes(right) => (node, right),
            (None, Some(node)) if !self.mentions_nodes(left) => (node, left),
            // It does not mention the nodes.
            (None, None) if !self.mentions_nodes(left) && !self.mentions_nodes(right) => {
                return if self.atoms.contains(&part) { Case::Unless(part) } else { Case::Open };
            }
            _ => return Case::Open,
        };
        if node == 0 && self.is_closed(named) || node == 1 && self.comes_from_closed(named) {
            return Case::Never;
        }
        self.atoms.iter().copied().find(|atom| self.reaches(*atom, named)).map_or(Case::Open, Case::Unless)
    }

    /// Returns the index of the node of a link that the term is.
    fn bound(&self, term: TermId) -> Option<usize> {
        (0..2).find(|index| self.arena.node(term) == TermNode::Symbol(bound_symbol(*index)))
    }

    fn mentions_nodes(&self, term: TermId) -> bool {
        self.bound(term).is_some() || self.arena.children(term).any(|part| self.mentions_nodes(part))
    }

    /// Returns true if the paths of the second claim avoid all links of a node.
    fn is_closed(&self, node: TermId) -> bool {
        self.arena.has_all_cells(self.avoided[1], node, self.fields)
    }

    /// Returns true if a value is read from a link of a closed node that the first claim covers, and no other link
    /// leads to it.
    fn comes_from_closed(&self, value: TermId) -> bool {
        let TermNode::Load(cell) = self.arena.node(value) else { return false };
        let TermNode::FieldAddress(object, field) = self.arena.node(cell) else { return false };
        let from = self.starts[0];
        let is_reached = object == from || Way::between(self.arena, self.fields, from, object).is_some();
        let is_link = self.arena.fields(self.fields).contains(&field);
        self.avoided[0].is_empty() && is_reached && is_link && self.is_closed(object) && self.leads_back(self.given)
    }

    /// Returns true if a formula implies that a cell of the second node holds the first one.
    fn leads_back(&self, formula: &Formula) -> bool {
        match formula {
            Formula::And(parts) => parts.iter().any(|part| self.leads_back(part)),
            Formula::Atom(atom) => match *self.arena.get(*atom) {
                Atom::Equal(left, right) => {
                    let is_back = |cell, node| self.bound(node) == Some(0) && self.is_cell_of_second(cell);
                    is_back(left, right) || is_back(right, left)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn is_cell_of_second(&self, value: TermId) -> bool {
        let TermNode::Load(cell) = self.arena.node(value) else { return false };
        matches!(self.arena.node(cell), TermNode::FieldAddress(node, _) if self.bound(node) == Some(1))
    }

    /// Returns true if the predicate holds whenever the paths of the second claim reach the node.
    fn reaches(&self, atom: AtomId, node: TermId) -> bool {
        let Atom::Reach { at_least_one: false, avoid, fields, from, to } = self.arena.get(atom) else { return false };
        let starts = self.starts.iter().zip(self.avoided);
        let fits =
            |(start, around): (&TermId, &[TermId])| start == from && avoid.iter().all(|cell| around.contains(cell));
        *fields == self.fields && *to == node && starts.into_iter().any(fits)
    }
}
