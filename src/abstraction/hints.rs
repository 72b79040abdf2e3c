//! Matches hints with predicates.
//!
//! A hint's pattern is an atom in which a placeholder stands for each chain `base->n+`; `?A` allows a larger avoid set
//! than the pattern's. Matching never looks at the state: the soundness of hints is checked elsewhere.

use crate::Pair;
use logic::{Arena, Atom, AtomId, Facts, Formula, TermId, TermNode, translate};
use program::LocationId;
use simplify::Simplifier;
use spec::Hint;

/// A hint translated to an arena.
#[derive(Clone, Debug)]
pub struct PreparedHint {
    /// Index in the hints file.
    pub index: usize,
    /// The simplified formula that approximates the predicate.
    pub replacement: Formula,
    /// True if the predicate remains a variable, with any value that is consistent with the others.
    pub is_free: bool,
    patterns: Vec<Atom>,
    chains: Vec<Chain>,
    any_avoid: bool,
    locations: Vec<LocationId>,
}

#[derive(Clone, Debug)]
struct Chain {
    placeholder: TermId,
    base: TermId,
    field: ctype::FieldId,
}

/// Translates hints. If a pattern simplifies to another single predicate, it also matches that one.
pub fn prepare(arena: &mut Arena, facts: &Facts, simplifier: &mut Simplifier<'_>, hints: &[Hint]) -> Vec<PreparedHint> {
    hints
        .iter()
        .enumerate()
        .map(|(index, hint)| {
            let pattern = translate::predicate(arena, facts, &hint.pattern);
            let simplified = simplifier.simplify(arena, &pattern);
            let mut replacement = translate::formula(arena, facts, &hint.replacement);
            replacement = simplifier.simplify(arena, &replacement);
            // A pattern `x != y` approximates the predicate `x == y`, negated.
            let mut patterns = Vec::new();
            for form in [&pattern, &simplified] {
                match form {
                    Formula::Atom(atom) => patterns.push(arena.get(*atom).clone()),
                    Formula::NotAtom(atom) => {
                        patterns.push(arena.get(*atom).clone());
                        replacement = replacement.clone().negated();
                        break;
                    }
                    _ => {}
                }
            }
            patterns.dedup();
            let chains = hint
                .chains
                .iter()
                .map(|chain| {
                    let base = translate::term(arena, &chain.base);
                    let ty = arena.types().field(chain.field).ty;
                    let placeholder = arena.term(TermNode::Symbol(chain.placeholder), ty);
                    Chain { placeholder, base, field: chain.field }
                })
                .collect();
            let locations = hint.locations.clone();
            PreparedHint {
                index,
                replacement,
                is_free: hint.is_free,
                patterns,
                chains,
                any_avoid: hint.any_avoid,
                locations,
            }
        })
        .collect()
}

impl PreparedHint {
    /// Returns true if the hint applies to the atom at the location.
    pub fn matches(&self, arena: &Arena, atom: AtomId, location: LocationId) -> bool {
        self.locations.contains(&location)
            && self.patterns.iter().any(|pattern| self.matches_atom(arena, pattern, arena.get(atom)))
    }

    fn matches_atom(&self, arena: &Arena, pattern: &Atom, atom: &Atom) -> bool {
        let same_kind = match (pattern, atom) {
            (Atom::Reach { at_least_one: p, .. }, Atom::Reach { at_least_one: q, .. }) => p == q,
            (Atom::Structure { claim: p, .. }, Atom::Structure { claim: q, .. }) => p == q,
            (Atom::Count { .. }, _) => return pattern == atom,
            _ => std::mem::discriminant(pattern) == std::mem::discriminant(atom),
        };
        if !same_kind || pattern.fields() != atom.fields() {
            return false;
        }
        let wanted: Vec<TermId> = pattern.arguments().collect();
        let mut given: Vec<TermId> = atom.arguments().collect();
        let is_symmetric = matches!(pattern, Atom::Equal(..) | Atom::Dshared { .. });
        if self.matches_arguments(arena, &wanted, &given, pattern, atom) {
            return true;
        }
        given.reverse();
        is_symmetric && self.matches_arguments(arena, &wanted, &given, pattern, atom)
    }

    fn matches_arguments(
        &self,
        arena: &Arena,
        wanted: &[TermId],
        given: &[TermId],
        pattern: &Atom,
        atom: &Atom,
    ) -> bool {
        let mut bindings = Vec::new();
        wanted.iter().zip(given).all(|(wanted, given)| self.unify(arena, *wanted, *given, &mut bindings))
            && self.matches_avoid(arena, pattern.avoid(), atom.avoid(), &bindings)
    }

    /// Matches every address of the pattern with a different one of the atom; remaining ones need `?A`.
    fn matches_avoid(&self, arena: &Arena, wanted: &[TermId], given: &[TermId], bindings: &[(TermId, TermId)]) -> bool {
        let Some((first, others)) = wanted.split_first() else { return self.any_avoid || given.is_empty() };
        given.iter().enumerate().any(|(index, candidate)| {
            let mut extended = bindings.to_vec();
            self.unify(arena, *first, *candidate, &mut extended) && {
                let rest: Vec<TermId> =
                    given.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, term)| *term).collect();
                self.matches_avoid(arena, others, &rest, &extended)
            }
        })
    }

    /// Matches `pattern` with `term`, binding each placeholder to one chain throughout.
    fn unify(&self, arena: &Arena, pattern: TermId, term: TermId, bindings: &mut Vec<(TermId, TermId)>) -> bool {
        if let Some(chain) = self.chains.iter().find(|chain| chain.placeholder == pattern) {
            if let Some((_, bound)) = bindings.iter().find(|(placeholder, _)| *placeholder == pattern) {
                return *bound == term;
            }
            bindings.push((pattern, term));
            return is_chain(arena, chain, term);
        }
        if pattern == term {
            return true;
        }
        arena.have_same_form(pattern, term)
            && arena
                .children(pattern)
                .zip(arena.children(term))
                .all(|(pattern, term)| self.unify(arena, pattern, term, bindings))
    }
}

/// Returns true if `term` is `base->f`, `base->f->f`, and so on.
fn is_chain(arena: &Arena, chain: &Chain, term: TermId) -> bool {
    let mut current = term;
    while let TermNode::Load(address) = arena.node(current) {
        match arena.node(address) {
            TermNode::FieldAddress(inner, field) if field == chain.field => {
                if inner == chain.base {
                    return true;
                }
                current = inner;
            }
            _ => return false,
        }
    }
    false
}

/// Returns the first hint for a pair. A hint whose replacement contains the predicate itself is for other members of
/// its family.
pub(super) fn find<'h>(hints: &'h [PreparedHint], arena: &Arena, (atom, location): Pair) -> Option<&'h PreparedHint> {
    hints.iter().find(|hint| hint.matches(arena, atom, location) && !hint.replacement.atoms().contains(&atom))
}
