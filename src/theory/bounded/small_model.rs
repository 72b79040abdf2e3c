//! A small-model theorem: bounds the size of the heaps that must be searched.
//!
//! **Theorem.** Consider a formula about points (roots, and whatever is read from points through fields), and let each
//! set of fields of its path predicates be one field that leads from a record to the same record. In a program whose
//! pointers are plain and that frees nothing, the formula holds in some heap only if it holds in one of at most `N`
//! nodes, where `N` is the number of points and, for each of these fields `f`, of points that are not read through `f`
//! themselves (its *starts*).
//!
//! **Proof.** Take a heap in which the formula holds. As nothing is freed, every pointer is NULL or leads to a node,
//! and so each field `f` is a partial function on nodes: its path from a node is unique. A node is *kept* if a point
//! leads to it. For each `f`, walk from each of its starts in turn along `f` until the path ends, or reaches a node
//! that was met before, from an earlier start or from this one: that node is kept, too, and it is the only one that
//! this start adds. So at most `N` nodes are kept. A point that is read through `f` lies on the path from a start, so
//! the paths from all points are walked.
//!
//! Now let the cell `f` of a kept node lead to the first kept node on the old path from it, or to NULL if there is
//! none. Other pointer cells keep their value if it is a node that a point leads to, and become NULL otherwise; integer
//! cells keep their value. All predicates keep their values:
//!
//! - Each point leads to the same node: if the value of a point's cell `x->g` matters, it is itself a point. So
//!   equalities, NULL tests, allocation and comparisons of integers are unchanged.
//! - The new path from a kept node on a walked path meets just the kept nodes of the old path, in the same order.
//!   Avoided places are named by points, and thus kept. So a kept node reaches another one around the avoided places
//!   exactly if it did.
//! - Every cycle that is reached from a point contains a kept node: the one at which the first walk that enters it
//!   returns. If no cell of the cycle was avoided, none is now. So the same nodes lead to cycles.
//! - If the paths from two points meet, they first meet at a node that is one of both, or that two different nodes of
//!   the walks lead to: then a walk ended there, and it is kept. It lies on both paths before any other common node, so
//!   it is shared around the avoided places if any node is.
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
