//! Simplification: small formulas, and a normal form for equivalent predicates (paper, section 4).
//!
//! There are two layers. Equality saturation rewrites each atom by the rules in `rewrite-rules/` ([`rules`] reads them,
//! [`saturate`] applies them; type reachability is an e-class analysis). Then the whole formula is reduced
//! propositionally ([`propositional`]), by truth tables if it has few atoms, otherwise by SAT.
//!
//! The abstraction succeeds only if simplification is strong enough; it is correct as long as every rule is an
//! equivalence. Results are deterministic: they depend neither on the order of calls nor on a time limit that is not
//! reached.
//!
//! | file | contents |
//! |---|---|
//! | `rules` | the vocabulary of rewrite rules: operators and side conditions |
//! | `saturate` | equality saturation of one atom. `saturate::conditions`: side conditions of rules |
//! | `language` | the e-graph's language and its analysis |
//! | `propositional` | propositional reduction of whole formulas |
//! | `thinning` | drops redundant members of a formula |
//! | `tables`, `clauses` | joint satisfiability of formulas: by truth tables, by SAT |

mod clauses;
pub mod language;
pub mod propositional;
pub mod rules;
pub mod saturate;
mod tables;
mod thinning;

use rustc_hash::FxHashMap;

use base::Budget;
use logic::typreach::TypeReachability;
use logic::{Arena, Atom, AtomId, Facts, Formula, TermId, TermNode};

pub use rules::RuleSet;

/// Simplifies formulas over one arena, and memoises the results.
pub struct Simplifier<'r> {
    rules: &'r RuleSet,
    facts: Facts,
    known: SimplifierMemory,
    budget: Budget,
}

/// Memoised results. They are valid as long as the arena.
#[derive(Default)]
pub struct SimplifierMemory {
    types: TypeReachability,
    atoms: FxHashMap<AtomId, Formula>,
    /// The simplified first atom, assuming the second.
    given: FxHashMap<(AtomId, AtomId), Formula>,
}

impl<'r> Simplifier<'r> {
    pub fn new(rules: &'r RuleSet, facts: Facts) -> Self {
        Self::with_known(rules, facts, SimplifierMemory::default())
    }

    /// Reuses the results of another simplifier for the same procedure, rules and arena.
    pub fn with_known(rules: &'r RuleSet, facts: Facts, known: SimplifierMemory) -> Self {
        Simplifier { rules, facts, known, budget: Budget::unlimited() }
    }

    /// Limits the effort. After the budget is exhausted, formulas stay larger than necessary.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        Simplifier { budget: budget.clone(), ..self }
    }

    pub fn into_known(self) -> SimplifierMemory {
        self.known
    }

    /// Returns a smaller formula that is equivalent in every state, up to indeterminate values.
    pub fn simplify(&mut self, arena: &mut Arena, formula: &Formula) -> Formula {
        let rewritten = formula.map_atoms(&mut |atom| self.simplify_atom(arena, atom));
        let propagated = self.propagate_constants(arena, &rewritten);
        propositional::reduce(&propagated, &self.budget)
    }

    /// Returns a formula that is equivalent in every state in which the atoms of `given` hold: those that pass a guard.
    pub fn simplify_given(&mut self, arena: &mut Arena, formula: &Formula, given: &[AtomId]) -> Formula {
        let given: Vec<AtomId> =
            given.iter().copied().filter(|atom| matches!(arena.get(*atom), Atom::Equal(..))).collect();
        let found = formula.map_atoms(&mut |atom| {
            let parts = given.iter().fold(Formula::Atom(atom), |found, given| {
                found.map_atoms(&mut |atom| self.simplify_atom_given(arena, atom, *given))
            });
            if parts == Formula::Atom(atom) {
                parts
            } else {
                parts.map_atoms(&mut |atom| self.simplify_atom(arena, atom))
            }
        });
        if found == *formula { found } else { propositional::reduce(&found, &self.budget) }
    }

    fn simplify_atom_given(&mut self, arena: &mut Arena, atom: AtomId, given: AtomId) -> Formula {
        // The rules with an assumption apply only to atoms with an avoid set.
        if arena.get(atom).avoid().is_empty() {
            return Formula::Atom(atom);
        }
        if let Some(known) = self.known.given.get(&(atom, given)) {
            return known.clone();
        }
        let types = &mut self.known.types;
        let found = saturate::saturate_given(self.rules, &self.facts, types, arena, atom, given);
        self.known.given.insert((atom, given), found.clone());
        found
    }

    /// In a conjunction with `t == NULL` (or another constant), replaces `t` by the constant.
    fn propagate_constants(&mut self, arena: &mut Arena, formula: &Formula) -> Formula {
        let parts = match formula {
            Formula::And(parts) => parts,
            Formula::Or(parts) => {
                return Formula::or(parts.iter().map(|part| self.propagate_constants(arena, part)).collect::<Vec<_>>());
            }
            other => return other.clone(),
        };
        let mut parts: Vec<Formula> = parts.iter().map(|part| self.propagate_constants(arena, part)).collect();
        for index in 0..parts.len() {
            let Formula::Atom(equal) = parts[index] else { continue };
            let Some((term, constant)) = constant_of(arena, equal) else { continue };
            for (_, part) in parts.iter_mut().enumerate().filter(|(other, _)| *other != index) {
                *part = part.map_atoms(&mut |atom| {
                    let replaced = arena.substitute_atom(atom, term, constant);
                    if replaced == atom { Formula::Atom(atom) } else { self.simplify_atom(arena, replaced) }
                });
            }
        }
        Formula::and(parts)
    }

    /// Returns the normal form of an atom, whose atoms are in normal form themselves.
    fn simplify_atom(&mut self, arena: &mut Arena, atom: AtomId) -> Formula {
        if let Some(known) = self.known.atoms.get(&atom) {
            return known.clone();
        }
        let found = saturate::saturate(self.rules, &self.facts, &mut self.known.types, arena, atom);
        // The atoms of the result are already in normal form.
        for part in found.atoms() {
            self.known.atoms.entry(part).or_insert(Formula::Atom(part));
        }
        self.known.atoms.insert(atom, found.clone());
        found
    }
}

/// Returns the term and the constant of `t == NULL` or `t == 3`.
fn constant_of(arena: &Arena, atom: AtomId) -> Option<(TermId, TermId)> {
    let Atom::Equal(left, right) = *arena.get(atom) else { return None };
    let is_constant = |term| matches!(arena.node(term), TermNode::Null | TermNode::Integer(_));
    match (is_constant(left), is_constant(right)) {
        (true, false) => Some((right, left)),
        (false, true) => Some((left, right)),
        _ => None,
    }
}
