//! Laws that relate the predicates at one location.
//!
//! The boolean program does not know the meaning of its variables: it may make `reach(x,y)` and `reach(y,z)` true and
//! `reach(x,z)` false. This module instantiates the laws below for the predicates of a location, as clauses that hold
//! in every state. A run of the boolean program that violates one corresponds to no run of C and is cut off (paper,
//! section 6: "invalid states").
//!
//! The laws, for any avoid sets `A` and `B` and one set of fields:
//!
//! - weakening: `p[A]` implies `p[B]` if `B` is a subset of `A`, and `reachp` implies `reach`: the same path is a
//!   witness;
//! - composition: `reach[A](x,y)` and `reach[B](y,z)` imply `reach[A∩B](x,z)`. The first path may end at an avoided
//!   `y`, but then no path of the second kind leaves `y` unless `y` is allowed there. Likewise, `reach[A](x,y)` with
//!   `cyclic[B](y)` implies `cyclic[A∩B](x)`, and with `dshared[B](y,z)` implies `dshared[A∩B](x,z)`;
//! - meeting: `reach[A](x,v)` and `reach[B](y,v)` imply `dshared[A∩B](x,y)`;
//! - closing: `reachp[A](x,x)` implies `cyclic[A](x)`;
//! - stepping: a path from `x->n` is, with the step before it, a path from `x` that avoids nothing;
//! - existence: only allocated objects reach something, are reached, share or are on a cycle;
//! - equality: if `x == y`, a predicate of `x` is equivalent to the same predicate of `y`. Only if nothing is ever
//!   freed: C lets a dangling pointer compare equal to anything.
//!
//! An indeterminate value has some value after all, and the laws hold for any: there is always a way to choose the
//! values of indeterminate predicates. Nothing is claimed if pointers may have wrong types.
//!
//! | file | contents |
//! |---|---|
//! | `claims` | laws about claims about all nodes |

mod claims;

use crate::limits::MOST_RELATED_ATOMS;
use logic::{Arena, Atom, AtomId, Facts, FieldSetId, Formula, TermId, TermNode};
use simplify::Simplifier;

/// Returns clauses over the atoms that hold in every state.
pub fn of_atoms(arena: &mut Arena, facts: &Facts, simplifier: &mut Simplifier<'_>, atoms: &[AtomId]) -> Formula {
    if !facts.well_typed() || atoms.len() > MOST_RELATED_ATOMS {
        return Formula::True;
    }
    let mut laws = Laws { arena, atoms, clauses: Vec::new() };
    for atom in atoms {
        laws.of_one(*atom);
        for other in atoms {
            laws.of_two(*atom, *other);
        }
    }
    let mut clauses = laws.clauses;
    claims::of_claims(arena, facts, simplifier, atoms, &mut clauses);
    if facts.never_frees() {
        equalities(arena, simplifier, atoms, &mut clauses);
    }
    Formula::and(clauses)
}

/// Substitutes equals for equals.
fn equalities(arena: &mut Arena, simplifier: &mut Simplifier<'_>, atoms: &[AtomId], clauses: &mut Vec<Formula>) {
    for equality in atoms {
        let Atom::Equal(left, right) = *arena.get(*equality) else { continue };
        for (old, new) in [(left, right), (right, left)] {
            let is_constant = |term| matches!(arena.node(term), TermNode::Null | TermNode::Integer(_));
            if is_constant(old) {
                continue;
            }
            let is_to_constant = is_constant(new);
            for atom in atoms.iter().filter(|atom| *atom != equality) {
                let replaced = arena.substitute_atom(*atom, old, new);
                if replaced == *atom {
                    continue;
                }
                // Simplification is expensive, but worthwhile for constants: NULL decides most predicates.
                let replaced = if is_to_constant {
                    simplifier.simplify(arena, &Formula::Atom(replaced))
                } else {
                    Formula::Atom(replaced)
                };
                if replaced.has_unknown() || !replaced.atoms().iter().all(|part| atoms.contains(part)) {
                    continue;
                }
                let holds = Formula::Atom(*atom);
                let different = Formula::NotAtom(*equality);
                clauses.push(Formula::or([different.clone(), holds.clone().negated(), replaced.clone()]));
                clauses.push(Formula::or([different, holds, replaced.negated()]));
            }
        }
    }
}

struct Laws<'a> {
    arena: &'a Arena,
    atoms: &'a [AtomId],
    clauses: Vec<Formula>,
}

/// A predicate that may be a conclusion, regardless of its avoid set and fields.
#[derive(Clone, Copy)]
enum Shape {
    Reach { at_least_one: bool, from: TermId, to: TermId },
    Dshared(TermId, TermId),
    Cyclic(TermId),
}

impl Laws<'_> {
    fn of_one(&mut self, atom: AtomId) {
        let arena = self.arena;
        let found = arena.get(atom);
        let Some(fields) = found.fields() else { return };
        let (Some(shape), avoid) = (shape_of(found), found.avoid()) else { return };
        self.conclude(&[atom], avoid, fields, shape);
        for term in found.arguments() {
            let Some(allocated) = self.find(&Atom::Allocated(term)) else { continue };
            self.clauses.push(Formula::or([Formula::NotAtom(atom), Formula::Atom(allocated)]));
        }
        for earlier in self.one_step_back(shape, fields) {
            self.conclude(&[atom], &[], fields, earlier);
        }
    }

    /// Returns the same predicate about the objects from which the arguments are read.
    fn one_step_back(&self, shape: Shape, fields: FieldSetId) -> Vec<Shape> {
        let before = |term| self.before(term, fields);
        match shape {
            Shape::Reach { from, to, .. } => {
                before(from).into_iter().map(|from| Shape::Reach { at_least_one: true, from, to }).collect()
            }
            Shape::Cyclic(from) => before(from).into_iter().map(Shape::Cyclic).collect(),
            Shape::Dshared(left, right) => {
                let lefts = before(left).into_iter().map(|left| Shape::Dshared(left, right));
                lefts.chain(before(right).into_iter().map(|right| Shape::Dshared(left, right))).collect()
            }
        }
    }

    /// For `x->n->n`: `x->n` and `x`.
    fn before(&self, term: TermId, fields: FieldSetId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut at = term;
        while let TermNode::Load(cell) = self.arena.node(at)
            && let TermNode::FieldAddress(object, field) = self.arena.node(cell)
            && self.arena.fields(fields).contains(&field)
        {
            found.push(object);
            at = object;
        }
        found
    }

    fn of_two(&mut self, first: AtomId, second: AtomId) {
        let arena = self.arena;
        let (Atom::Reach { at_least_one, fields, from, to, avoid }, other) = (arena.get(first), arena.get(second))
        else {
            return;
        };
        if first == second || other.fields() != Some(*fields) {
            return;
        }
        let common: Vec<TermId> = avoid.iter().copied().filter(|term| other.avoid().contains(term)).collect();
        match *other {
            Atom::Reach { at_least_one: more, from: start, to: goal, .. } => {
                if start == *to {
                    let shape = Shape::Reach { at_least_one: *at_least_one || more, from: *from, to: goal };
                    self.conclude(&[first, second], &common, *fields, shape);
                }
                if goal == *to && start != *from {
                    self.conclude(&[first, second], &common, *fields, Shape::Dshared(*from, start));
                }
            }
            Atom::Cyclic { from: start, .. } if start == *to => {
                self.conclude(&[first, second], &common, *fields, Shape::Cyclic(*from));
            }
            Atom::Dshared { left, right, .. } => {
                for (near, far) in [(left, right), (right, left)] {
                    if near == *to {
                        self.conclude(&[first, second], &common, *fields, Shape::Dshared(*from, far));
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds a clause for every atom that the shape implies and that avoids no more.
    fn conclude(&mut self, premises: &[AtomId], avoid: &[TermId], fields: FieldSetId, shape: Shape) {
        for atom in self.atoms {
            let found = self.arena.get(*atom);
            let is_weaker = found.fields() == Some(fields) && found.avoid().iter().all(|term| avoid.contains(term));
            if is_weaker && !premises.contains(atom) && shape_of(found).is_some_and(|found| follows(shape, found)) {
                let premises = premises.iter().map(|premise| Formula::NotAtom(*premise));
                self.clauses.push(Formula::or(premises.chain([Formula::Atom(*atom)])));
            }
        }
    }

    fn find(&self, wanted: &Atom) -> Option<AtomId> {
        self.atoms.iter().copied().find(|atom| self.arena.get(*atom) == wanted)
    }
}

fn shape_of(atom: &Atom) -> Option<Shape> {
    match *atom {
        Atom::Reach { at_least_one, from, to, .. } => Some(Shape::Reach { at_least_one, from, to }),
        Atom::Dshared { left, right, .. } => Some(Shape::Dshared(left, right)),
        Atom::Cyclic { from, .. } => Some(Shape::Cyclic(from)),
        _ => None,
    }
}

/// Returns true if the first shape implies the second.
fn follows(given: Shape, wanted: Shape) -> bool {
    match (given, wanted) {
        (Shape::Reach { at_least_one, from, to }, Shape::Reach { at_least_one: more, from: start, to: goal }) => {
            from == start && to == goal && (at_least_one || !more)
        }
        (Shape::Reach { at_least_one: true, from, to }, Shape::Cyclic(start)) => from == to && from == start,
        (Shape::Dshared(a, b), Shape::Dshared(c, d)) => (a, b) == (c, d) || (a, b) == (d, c),
        (Shape::Cyclic(from), Shape::Cyclic(start)) => from == start,
        _ => false,
    }
}
