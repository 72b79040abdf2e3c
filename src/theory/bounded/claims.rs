//! Claims about all reachable nodes (`tree`, `forall`, `each`), and node counts (`count`).
//!
//! Each is expanded by its definition. The body of a claim is encoded once for each node, or each pair of nodes: the
//! bound symbols point to these in turn, and everything read from them is recomputed. It must hold for reachable nodes.
//! Node counts are encoded in unary.
//!
//! Refused are claims whose body contains path predicates, and comparisons of two numbers other than node counts
//! (`count(x) + i < j`).

use std::ops::RangeInclusive;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use super::integers::{ClaimIntegers, field_of};
use super::{Encoder, Pointer, Refused, compared};
use crate::points::{PointerForm, PointerIndex, Points};
use ctype::TypeId;
use logic::{Arena, Atom, AtomId, Formula, TermId, TermNode};
use program::expr::{BOUND_NAMES, bound_symbol};
use sat::Lit;
use spec::{CountComparison, CountSum, StructureClaim};

/// For each symbol that claims bind, the node that it points to: an index into the nodes of its type.
type BoundNodes = [Option<usize>; BOUND_NAMES.len()];

/// The claims of a formula, and the parts of the formula that depend on their bound symbols.
#[derive(Default)]
pub(super) struct Claims {
    /// For each claim, the view of its paths and their starts.
    paths: FxHashMap<AtomId, (usize, Vec<PointerIndex>)>,
    /// Bound symbols, with their index in [`BOUND_NAMES`], and the points that are read from them, each after the point
    /// it is read from.
    points: Vec<(PointerIndex, Option<usize>)>,
    /// Integers that are read from bound symbols.
    numbers: Vec<TermId>,
    pub integers: ClaimIntegers,
}

/// Returns true for a claim about all nodes, or a comparison of node counts.
pub(super) fn is_claim(arena: &Arena, atom: AtomId) -> bool {
    matches!(arena.get(atom), Atom::Structure { .. } | Atom::Count { .. })
}

/// Returns the index of a bound symbol in [`BOUND_NAMES`].
fn place_of_bound(arena: &Arena, term: TermId) -> Option<usize> {
    (0..BOUND_NAMES.len()).find(|place| arena.node(term) == TermNode::Symbol(bound_symbol(*place)))
}

/// Returns the bound symbols in a term.
fn bound_in(arena: &Arena, term: TermId) -> Vec<TermId> {
    match place_of_bound(arena, term) {
        Some(_) => vec![term],
        None => arena.children(term).flat_map(|child| bound_in(arena, child)).collect(),
    }
}

impl Claims {
    /// Adds the points and integer terms of the claims; each record has `nodes` nodes.
    pub fn of(
        arena: &Arena,
        atoms: &[AtomId],
        points: &mut Points,
        terms: &mut IndexSet<TermId>,
        nodes: usize,
    ) -> Result<Claims, Refused> {
        let mut claims = Claims::default();
        let mut parts = Vec::new();
        for atom in atoms {
            let (starts, avoid, fields) = match arena.get(*atom) {
                Atom::Structure { claim, avoid, fields, from } => {
                    parts.extend(claim.body().map_or(Ok(Vec::new()), |body| parts_of(arena, body, *from))?);
                    (vec![*from], avoid, fields)
                }
                Atom::Count { comparison, avoid, fields } => {
                    claims.integers.thresholds.extend(threshold(arena, comparison, nodes)?);
                    for number in comparison.left.numbers.iter().chain(&comparison.right.numbers) {
                        points.record_base(arena, *number).ok_or(Refused::Predicate)?;
                        terms.insert(*number);
                    }
                    (comparison.starts().copied().collect(), avoid, fields)
                }
                _ => return Err(Refused::Predicate),
            };
            let paths = points.paths(arena, *fields, avoid, starts.into_iter()).ok_or(Refused::Predicate)?;
            claims.paths.insert(*atom, paths);
        }
        // Outside claims, a bound symbol would have another meaning.
        let is_free = |term: TermId| bound_in(arena, term).is_empty();
        if !atoms.is_empty() && !points.terms().chain(terms.iter().copied()).all(is_free) {
            return Err(Refused::Predicate);
        }
        points.add(arena, &parts);
        compared(arena, points, &parts, terms)?;
        claims.find_bound(arena, points, terms);
        Ok(claims)
    }

    /// Finds the points and integers that depend on bound symbols.
    fn find_bound(&mut self, arena: &Arena, points: &Points, terms: &IndexSet<TermId>) {
        let is_bound = |term: &TermId| !bound_in(arena, *term).is_empty();
        let bound = points.terms().enumerate().filter(|(_, term)| is_bound(term));
        self.points = bound.map(|(point, term)| (point, place_of_bound(arena, term))).collect();
        self.numbers = terms.iter().filter(|term| is_bound(term)).copied().collect();
        self.integers.fields = self.numbers.iter().filter_map(|term| field_of(arena, *term)).collect();
    }

    /// Returns true if the point is a symbol that a claim binds.
    pub fn binds(&self, point: PointerIndex) -> bool {
        self.points.iter().any(|(bound, place)| *bound == point && place.is_some())
    }
}

/// Returns the predicates in the body of a claim. They must be about values, not paths, and bind nodes of the type that
/// the claim starts at.
fn parts_of(arena: &Arena, body: &Formula, from: TermId) -> Result<Vec<AtomId>, Refused> {
    let ty: TypeId = arena.type_of(from);
    let is_encoded = |atom: &AtomId| {
        let atom = arena.get(*atom);
        let is_about_values = matches!(atom, Atom::Equal(..) | Atom::Less(..) | Atom::Allocated(_));
        is_about_values && atom.terms().flat_map(|term| bound_in(arena, term)).all(|bound| arena.type_of(bound) == ty)
    };
    let atoms = body.atoms();
    if body.has_unknown() || !atoms.iter().all(is_encoded) {
        return Err(Refused::Predicate);
    }
    Ok(atoms)
}

/// Returns the range of values that the only number in a comparison of node counts is compared with; `None` if there is
/// no number.
fn threshold(
    arena: &Arena,
    comparison: &CountComparison<TermId>,
    nodes: usize,
) -> Result<Option<(TypeId, RangeInclusive<i128>)>, Refused> {
    let CountComparison { left, right, .. } = comparison;
    let most = |sum: &CountSum<TermId>| i128::try_from(sum.starts.len().saturating_mul(nodes)).ok();
    let (number, own, other) = match (left.numbers.as_slice(), right.numbers.as_slice()) {
        ([], []) => return Ok(None),
        ([number], []) => (*number, left, right),
        ([], [number]) => (*number, right, left),
        _ => return Err(Refused::Predicate),
    };
    let ty = arena.type_of(number);
    if !arena.types().is_integer(ty) {
        return Err(Refused::Predicate);
    }
    // Compares the number plus `own` with `other`.
    let apart = other.more.checked_sub(own.more);
    let least = apart.and_then(|apart| apart.checked_sub(most(own)?));
    let range = least.zip(apart.and_then(|apart| apart.checked_add(most(other)?)));
    range.map(|(least, most)| Some((ty, least..=most))).ok_or(Refused::Predicate)
}

/// Returns all pairs of numbers below `count`.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (0..count).map(move |other| (one, other)))
}

impl Encoder<'_> {
    /// Encodes a claim. It is false if an expression in it is undefined.
    pub(super) fn claim(&mut self, atom: AtomId) -> Result<Lit, Refused> {
        let (view, starts) = self.claims.paths.get(&atom).cloned().ok_or(Refused::Predicate)?;
        let arena = self.arena;
        let holds = match (arena.get(atom), &starts[..]) {
            (Atom::Structure { claim, .. }, [start]) => !self.is_broken(claim, view, *start)?,
            (Atom::Count { comparison, .. }, _) => self.comparison_of_counts(comparison, view, &starts)?,
            _ => return Err(Refused::Predicate),
        };
        let mut parts = vec![holds];
        for start in starts {
            parts.push(self.is_defined(start)?);
        }
        Ok(self.circuit.and(&parts))
    }

    fn is_defined(&mut self, point: PointerIndex) -> Result<Lit, Refused> {
        match self.points.origin(point) {
            PointerForm::Root => Ok(self.circuit.yes()),
            PointerForm::Other => Err(Refused::Predicate),
            PointerForm::Field(base, _) => {
                let living: Vec<Lit> = self.living(base)?.into_iter().map(|(_, alive)| alive).collect();
                Ok(self.circuit.or(&living))
            }
        }
    }

    /// True if something reachable violates the claim.
    fn is_broken(&mut self, claim: &StructureClaim<Formula>, view: usize, start: PointerIndex) -> Result<Lit, Refused> {
        let reached = self.reached(view, start)?;
        let first = self.first(self.points.record(start)).ok_or(Refused::Predicate)?;
        let mut ways = Vec::new();
        match claim {
            StructureClaim::Tree => return self.is_entered_again(view, start, &reached),
            StructureClaim::ForAll(body) => {
                for node in 0..self.count {
                    let holds = self.of_nodes([None, Some(node)], body)?;
                    ways.push(self.circuit.and(&[reached[first + node], !holds]));
                }
            }
            StructureClaim::Each(body) => {
                for (from, to) in pairs(self.count) {
                    let links = self.steps(view)?.links[first + from][first + to].clone();
                    let link = self.circuit.or(&links);
                    let holds = self.of_nodes([Some(from), Some(to)], body)?;
                    ways.push(self.circuit.and(&[reached[first + from], link, !holds]));
                }
            }
        }
        Ok(self.circuit.or(&ways))
    }

    /// True if two different paths from the start lead to one node: a link leads back to the start, or two links lead
    /// to another node.
    fn is_entered_again(&mut self, view: usize, start: PointerIndex, reached: &[Lit]) -> Result<Lit, Refused> {
        let links = self.steps(view)?.links.clone();
        let starts: FxHashMap<usize, Lit> = self.living(start)?.into_iter().collect();
        let mut ways = Vec::new();
        for node in 0..self.alive.len() {
            let mut entered = starts.get(&node).copied().unwrap_or(self.circuit.no());
            for (is_reached, from) in reached.iter().zip(&links) {
                for link in &from[node] {
                    let enters = self.circuit.and(&[*is_reached, *link]);
                    ways.push(self.circuit.and(&[entered, enters]));
                    entered = self.circuit.or(&[entered, enters]);
                }
            }
        }
        Ok(self.circuit.or(&ways))
    }

    /// Instantiates the body of a claim.
    fn of_nodes(&mut self, nodes: BoundNodes, body: &Formula) -> Result<Lit, Refused> {
        self.bind(nodes)?;
        self.formula(body)
    }

    /// Lets the bound symbols point to these nodes, and recomputes everything read from them.
    fn bind(&mut self, nodes: BoundNodes) -> Result<(), Refused> {
        for index in 0..self.claims.points.len() {
            let (point, place) = self.claims.points[index];
            self.pointers[point] = match place {
                Some(place) => self.pointer_to(nodes[place]),
                None => self.point_value(point)?,
            };
        }
        for index in 0..self.claims.numbers.len() {
            let term = self.claims.numbers[index];
            let value = self.integer_value(term)?;
            self.integers.insert(term, value);
        }
        Ok(())
    }

    /// Returns a pointer to one node, or NULL.
    pub(super) fn pointer_to(&self, node: Option<usize>) -> Pointer {
        let at = (0..self.count).map(|index| self.circuit.constant(node == Some(index)));
        Pointer { null: self.circuit.constant(node.is_none()), at: at.collect() }
    }

    /// Encodes a comparison of sums; `starts` are those of the left sum, followed by those of the right one.
    fn comparison_of_counts(
        &mut self,
        comparison: &CountComparison<TermId>,
        view: usize,
        starts: &[PointerIndex],
    ) -> Result<Lit, Refused> {
        let (left, right) = starts.split_at_checked(comparison.left.starts.len()).ok_or(Refused::Predicate)?;
        let (left, right) = (self.sum(&comparison.left, view, left)?, self.sum(&comparison.right, view, right)?);
        let mut ways = Vec::new();
        for (one, is_one) in &left {
            for (_, is_other) in right.iter().filter(|(other, _)| comparison.holds(*one, *other)) {
                ways.push(self.circuit.and(&[*is_one, *is_other]));
            }
        }
        Ok(self.circuit.or(&ways))
    }

    /// Returns the values that a sum may have, each with its literal; none is true if a number is undefined.
    fn sum(
        &mut self,
        sum: &CountSum<TermId>,
        view: usize,
        starts: &[PointerIndex],
    ) -> Result<Vec<(i128, Lit)>, Refused> {
        let mut found = Vec::new();
        for (number, is_it) in self.number_of_nodes(view, starts)?.into_iter().enumerate() {
            let number = i128::try_from(number).ok().and_then(|number| number.checked_add(sum.more));
            found.push((number.ok_or(Refused::Predicate)?, is_it));
        }
        for number in &sum.numbers {
            let values = self.values.get(&self.arena.type_of(*number)).cloned().unwrap_or_default();
            let is_value = self.integers.get(number).cloned().ok_or(Refused::Predicate)?;
            let mut sums = Vec::new();
            for (value, is_value) in values.into_iter().zip(is_value) {
                for (before, is_before) in &found {
                    let sum = before.checked_add(value).ok_or(Refused::Predicate)?;
                    sums.push((sum, self.circuit.and(&[*is_before, is_value])));
                }
            }
            found = sums;
        }
        Ok(found)
    }

    /// For each number, true if exactly so many nodes are reached: nodes of each start's type, counted once for each
    /// start.
    fn number_of_nodes(&mut self, view: usize, starts: &[PointerIndex]) -> Result<Vec<Lit>, Refused> {
        let mut all = Vec::new();
        for start in starts {
            let first = self.first(self.points.record(*start)).ok_or(Refused::Predicate)?;
            let reached = self.reached(view, *start)?;
            all.extend_from_slice(&reached[first..first + self.count]);
        }
        let at_least = self.at_least(&all, all.len());
        let is_number = |number: usize| {
            let enough = number.checked_sub(1).map_or(self.circuit.yes(), |before| at_least[before]);
            [enough, at_least.get(number).map_or(self.circuit.yes(), |more| !*more)]
        };
        let bounds: Vec<[Lit; 2]> = (0..=all.len()).map(is_number).collect();
        Ok(bounds.iter().map(|bounds| self.circuit.and(bounds)).collect())
    }
}
