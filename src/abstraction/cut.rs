//! Ends the discovery of predicates in loops.
//!
//! A predicate that returns to a cut location from an iteration of the loop becomes unconstrained there: a variable
//! with any value that is consistent with the other predicates of the location. The theory of heaps decides
//! consistency, so a free predicate is as good as a computed one if the others determine it. To that end, its bounds
//! from the library of templates become predicates as well: `reach[;n](x, k)` bounds the endless unrolling of
//! `x->n->n == k`.

use crate::families::{self, Pattern};
use crate::hints::PreparedHint;
use crate::templates;
use crate::{Cause, Pair, Run, Treatment};
use ctype::FieldId;
use logic::{Atom, AtomId, Formula, TermId, TermNode, translate};
use program::LocationId;

/// Ends the discovery of predicates in loops: a predicate that returns to one of the locations too often becomes
/// unconstrained there.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'a> {
    pub locations: &'a [LocationId],
    /// How often a predicate may have passed a cut before.
    pub loop_iterations: usize,
    /// True to discover more predicates: those of variables that avoid nothing are never cut (there are finitely many),
    /// and the places that others avoid are located.
    pub generous: bool,
    /// Number of symbols of the specification: placeholders are numbered after them.
    pub symbols: usize,
}

impl Run<'_> {
    /// Makes a predicate free if it passed its location too often.
    pub(super) fn is_cut(&mut self, pair: Pair, iteration: usize) -> bool {
        let Some(cut) = self.cut.filter(|cut| cut.locations.contains(&pair.1)) else { return false };
        match self.result.pairs.get(&pair) {
            Some(info) if info.loop_iterations >= cut.loop_iterations && !(cut.generous && self.is_plain(pair.0)) => {}
            _ => return false,
        }
        let fitting = self.fitting(pair, cut);
        self.leave_free(pair, None, &fitting, iteration);
        true
    }

    /// Returns true for a predicate of variables that avoids nothing.
    fn is_plain(&self, atom: AtomId) -> bool {
        let arena = &self.result.arena;
        let found = arena.get(atom);
        found.avoid().is_empty() && found.arguments().all(|term| families::is_plain(arena, term))
    }

    /// Makes a predicate free, as a hint demands.
    pub(super) fn apply_free_hint(&mut self, pair: Pair, hint: &PreparedHint, iteration: usize) {
        self.leave_free(pair, Some(hint.index), &hint.replacement.clone(), iteration);
    }

    fn leave_free(&mut self, pair: Pair, hint: Option<usize>, fitting: &Formula, iteration: usize) {
        if let Some(info) = self.result.pairs.get_mut(&pair) {
            info.treatment = Treatment::Free { hint, fitting: fitting.clone() };
        }
        let cause = hint.map_or(Cause::Fitting { pair }, |hint| Cause::Hint { hint, pair });
        self.add_all(fitting, pair.1, iteration, &cause);
        // Predicates that bound others must not be free themselves.
        for atom in fitting.atoms() {
            let bound = (atom, pair.1);
            let Some(info) = self.result.pairs.get_mut(&bound) else { continue };
            info.loop_iterations = 0;
            if matches!(info.treatment, Treatment::Free { hint: None, .. }) {
                info.treatment = Treatment::Unmarked;
                self.fresh.push(bound);
            }
        }
    }

    /// Predicates that bound the family of a predicate, as one formula.
    fn fitting(&mut self, (atom, location): Pair, cut: Cut<'_>) -> Formula {
        let mut found = Vec::new();
        let arena = &mut self.result.arena;
        let rooted = families::rooted(arena, cut.symbols, atom);
        let exact = families::exact(arena, atom).map(|mut pattern| {
            // Regardless of its avoid set.
            if cut.generous {
                pattern.any_avoid = !arena.get(atom).avoid().is_empty();
                pattern.predicate = templates::with_avoid(&pattern.predicate, &[]);
            }
            pattern
        });
        for pattern in rooted.into_iter().chain(exact) {
            let fields = self.fields_for(&pattern, location);
            let bounds = templates::of_family(&self.result.facts, &pattern, &fields);
            for bound in bounds.lower.iter().chain(&bounds.upper) {
                let formula = translate::formula(&mut self.result.arena, &self.result.facts, bound);
                found.push(self.simplifier.simplify(&mut self.result.arena, &formula));
            }
        }
        found.extend(self.ways_between(atom, location));
        if cut.generous {
            found.extend(self.ways_to_avoided(atom));
        }
        let mut atoms: Vec<AtomId> = found.iter().flat_map(Formula::atoms).filter(|part| *part != atom).collect();
        atoms.sort();
        atoms.dedup();
        Formula::and(atoms.into_iter().map(Formula::Atom))
    }

    /// For `x == y`, which another iteration may turn into `x->n == y`: reachability of one from the other.
    fn ways_between(&mut self, atom: AtomId, location: LocationId) -> Vec<Formula> {
        let Atom::Equal(left, right) = *self.result.arena.get(atom) else { return Vec::new() };
        let here = self.result.pairs.keys().filter(|(_, at)| *at == location);
        let Some(fields) = here.filter_map(|(atom, _)| self.result.arena.get(*atom).fields()).next() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (from, to) in [(left, right), (right, left)] {
            if matches!(self.result.arena.node(from), TermNode::Symbol(_)) {
                continue;
            }
            let way = Atom::Reach { at_least_one: false, avoid: Box::new([]), fields, from, to };
            let way = Formula::Atom(self.result.arena.atom(way));
            found.push(self.simplifier.simplify(&mut self.result.arena, &way));
        }
        found
    }

    /// Reachability of avoided places: from the starts of paths to the starts of chains of avoided nodes.
    fn ways_to_avoided(&mut self, atom: AtomId) -> Vec<Formula> {
        let predicate = self.result.arena.get(atom).clone();
        let starts: Vec<TermId> = match predicate {
            Atom::Reach { from, .. } | Atom::Cyclic { from, .. } | Atom::Structure { from, .. } => vec![from],
            Atom::Dshared { left, right, .. } => vec![left, right],
            Atom::Count { ref comparison, .. } => comparison.starts().copied().collect(),
            _ => Vec::new(),
        };
        let Some(fields) = predicate.fields() else { return Vec::new() };
        let mut found = Vec::new();
        for avoided in predicate.avoid() {
            let node = match self.result.arena.node(*avoided) {
                TermNode::FieldAddress(node, _) => node,
                _ => *avoided,
            };
            for start in &starts {
                let arena = &mut self.result.arena;
                let (from, to) = (families::start(arena, *start), families::start(arena, node));
                let way = Atom::Reach { at_least_one: false, avoid: Box::new([]), fields, from, to };
                let way = Formula::Atom(arena.atom(way));
                found.push(self.simplifier.simplify(&mut self.result.arena, &way));
            }
        }
        found
    }

    /// Returns the fields of paths at the location that can follow the chains of a pattern.
    fn fields_for(&self, pattern: &Pattern, location: LocationId) -> Vec<FieldId> {
        let arena = &self.result.arena;
        let fits = |fields: &&[FieldId]| pattern.chains.iter().all(|chain| fields.contains(&chain.field));
        let here = self.result.pairs.keys().filter(|(_, at)| *at == location);
        let used = here.filter_map(|(atom, _)| arena.get(*atom).fields()).map(|fields| arena.fields(fields)).find(fits);
        used.map_or_else(|| pattern.chains.iter().map(|chain| chain.field).collect(), <[FieldId]>::to_vec)
    }
}
