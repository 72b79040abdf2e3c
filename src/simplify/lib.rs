//! Simplification: small formulas, and one form for predicates that mean the same (paper, section 4).
//!
//! Two layers. Each atom is rewritten by equality saturation with the rules of `rewrite-rules/` ([`rules`] has them,
//! [`saturate`] runs them; type reachability is an analysis of the e-graph). Then the formula as a whole is reduced
//! propositionally ([`propositional`]), first by truth tables, with SAT where there are many atoms.
//!
//! Success of the abstraction depends on how strong this is; its correctness only on every rule being an equivalence.
//! Results do not depend on the order of calls, or on time limits that are not reached: the same input gives the same output.
//!
//! | file | what stands there |
//! |---|---|
//! | `rules` | the vocabulary of rewrite rules: operators and side conditions |
//! | `saturate` | equality saturation of one atom. `saturate::conditions`: side conditions of rules |
//! | `language` | the e-graph's language and its analysis |
//! | `propositional` | propositional reduction of whole formulas |
//! | `thinning` | drops members of a formula that change nothing |
//! | `tables`, `clauses` | what can be true together: by truth tables, by SAT |

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

/// Simplifies formulas of one arena, keeping what it found for each atom.
pub struct Simplifier<'r> {
    rules: &'r RuleSet,
    facts: Facts,
    known: SimplifierMemory,
    budget: Budget,
}

/// What a simplifier found out: worth keeping as long as its arena.
#[derive(Default)]
pub struct SimplifierMemory {
    types: TypeReachability,
    atoms: FxHashMap<AtomId, Formula>,
    /// What the first is where the second is true.
    given: FxHashMap<(AtomId, AtomId), Formula>,
}

impl<'r> Simplifier<'r> {
    /// A simplifier for a procedure with these facts.
    pub fn new(rules: &'r RuleSet, facts: Facts) -> Self {
        Self::with_known(rules, facts, SimplifierMemory::default())
    }

    /// The same, with what another simplifier of the same procedure, rules and arena found out.
    pub fn with_known(rules: &'r RuleSet, facts: Facts, known: SimplifierMemory) -> Self {
        Simplifier { rules, facts, known, budget: Budget::unlimited() }
    }

    /// The same; when the budget is used up, formulas stay larger than they need to be.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        Simplifier { budget: budget.clone(), ..self }
    }

    /// What was found out.
    pub fn into_known(self) -> SimplifierMemory {
        self.known
    }

    /// A formula that is equivalent in every state (up to indeterminate values), and smaller.
    pub fn simplify(&mut self, arena: &mut Arena, formula: &Formula) -> Formula {
        let rewritten = formula.map_atoms(&mut |atom| self.simplify_atom(arena, atom));
        let propagated = self.propagate_constants(arena, &rewritten);
        propositional::reduce(&propagated, &self.budget)
    }

    /// A formula that is equivalent in every state in which the atoms of `given` are true: what a guard lets pass.
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
        // What no rule speaks of need not be asked.
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

    /// Beside `t == NULL` (or another constant) in a conjunction, `t` is written as the constant.
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

    /// The simplified form of an atom, which holds no atom that could be simplified further.
    fn simplify_atom(&mut self, arena: &mut Arena, atom: AtomId) -> Formula {
        if let Some(known) = self.known.atoms.get(&atom) {
            return known.clone();
        }
        let found = saturate::saturate(self.rules, &self.facts, &mut self.known.types, arena, atom);
        // The atoms of the result are in normal form already: remember that.
        for part in found.atoms() {
            self.known.atoms.entry(part).or_insert(Formula::Atom(part));
        }
        self.known.atoms.insert(atom, found.clone());
        found
    }
}

/// The term and the constant of `t == NULL` or `t == 3`.
fn constant_of(arena: &Arena, atom: AtomId) -> Option<(TermId, TermId)> {
    let Atom::Equal(left, right) = *arena.get(atom) else { return None };
    let is_constant = |term| matches!(arena.node(term), TermNode::Null | TermNode::Integer(_));
    match (is_constant(left), is_constant(right)) {
        (true, false) => Some((right, left)),
        (false, true) => Some((left, right)),
        _ => None,
    }
}
