//! A small-model theorem: bounds the size of the heaps that must be searched.
//!
//! **Theorem.** Consider a formula about points (roots, and whatever is read from points through fields), and let each
//! set of fields of its path predicates be one field that leads from a record to the same record. In a program whose
//! pointers are plain and that frees nothing, the formula holds in some heap only if it holds in one of at most `N`
//! nodes, where `N` is the number of points and, for each of these fields `f`, of points that are not read through `f`
//! themselves (its *starts*).
//!
//! **Proof.** Take a heap where the formula holds. As nothing is freed, every pointer is NULL or leads to a node, and so each field
//! `f` is a partial function on nodes: there is one way from a node. A node is *kept* if a point leads to it. For each `f`, follow
//! the way from each of its starts in turn until it ends, or reaches a node that was met before, on the way from an earlier start
//! or on this one: that node is kept, too, and it is the only one that this start adds. So at most `N` nodes are kept. A point
//! that is read through `f` lies on the way from a start, so that the ways from all points are walked.
//!
//! Now let the cell `f` of a kept node lead to the first kept node on the old way from it; to NULL, where there is
//! none. Other cells of pointers keep what they hold where that is a node that a point leads to, and are NULL
//! otherwise; cells of integers keep what they hold. All predicates have the values that they had:
//!
//! - Each point leads where it led: what a point's cell `x->g` holds is itself a point if it is asked for. So equalities, NULL
//!   tests, allocation and comparisons of integers are as they were.
//! - The new way from a kept node that some way passes meets just the kept nodes of the old one, in their order. What is avoided
//!   is named by points, and thus kept. So a kept node reaches another one around what is avoided exactly if it did.
//! - Every cycle that is reached from a point holds a kept node: where the first walk that enters it comes back. With no cell of
//!   it avoided before, none is now. So the same nodes lead to cycles.
//! - If the ways from two points meet, they meet first at a node that is one of both, or that two different nodes of the walks
//!   lead to: then a walk ended there, and it is kept. It lies on both ways before any other common node, so it is shared around
//!   what is avoided if any node is.
//!
//! The theorem does not cover claims about all nodes (`forall`, `tree`, …) and node counts: the kept nodes do not
//! decide them.
//!
//! A few values around the constants represent all integers (`integers`), as they are only compared.

use super::Encoder;
use super::claims::is_claim;
use crate::points::PointerForm;
use ctype::FieldId;
use logic::{Arena, Facts, Formula};

/// Returns a number of nodes that suffices: if the formula holds in some state, then it holds in one with at most that
/// many. `None` if the theorem does not apply. Use it only if [`find`](super::find) answers, which checks that every
/// predicate is one of those above.
pub fn enough_nodes(arena: &Arena, facts: &Facts, formula: &Formula) -> Option<usize> {
    if !facts.has_plain_pointers() || !facts.never_frees() {
        return None;
    }
    let atoms = formula.atoms();
    // The kept nodes do not suffice for claims about all nodes and node counts.
    if atoms.iter().any(|atom| is_claim(arena, *atom)) {
        return None;
    }
    // Includes the nodes that integers are read from.
    let encoder = Encoder::new(arena, true, &atoms, 0).ok()?;
    let points = &encoder.points;
    let origins: Vec<PointerForm> = (0..points.len()).map(|point| points.origin(point)).collect();
    if origins.contains(&PointerForm::Other) {
        return None;
    }
    let mut followed: Vec<FieldId> = Vec::new();
    for (view, _) in points.views() {
        let [field] = arena.fields(view.fields) else { return None };
        if encoder.target(*field) != Some(field.record) {
            return None;
        }
        if !followed.contains(field) {
            followed.push(*field);
        }
    }
    let is_start =
        |origin: &&PointerForm, field: FieldId| !matches!(origin, PointerForm::Field(_, through) if *through == field);
    let starts = followed.iter().map(|field| origins.iter().filter(|origin| is_start(origin, *field)).count());
    // There are states without nodes; a bound of one node covers them.
    Some((origins.len() + starts.sum::<usize>()).max(1))
}
