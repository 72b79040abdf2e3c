//! A theory of heaps, decided by SAT: relations between predicates about one state.
//!
//! For a set of predicates, the axioms about equality, reachability, cycles and sharing are instantiated for the
//! objects that the predicates name (their *points*). All axioms hold in every state, so whatever contradicts them
//! holds in no state. If no record has two fields of `F`, the heap is a function and the axioms say so: paths are
//! unique, the nodes reached from a node are linearly ordered, sharing is an equivalence. In other heaps the axioms are
//! sound, but less complete.
//!
//! Nothing is claimed about programs whose pointers may have wrong types, or may point into objects: there, every
//! valuation is possible. An indeterminate pointer has some value after all, and the axioms hold if it is NULL. A
//! dangling pointer may compare equal to anything, and be identified with what it was found equal to. So if something
//! may have been freed, a predicate is constrained only if all pointers in it are NULL or live.
//!
//! Valuations of models ignore integers. A proof that a formula holds nowhere encodes them bit by bit ([`excludes`]).
//!
//! | file | contents |
//! |---|---|
//! | `points` | the objects that predicates name |
//! | `axioms` | the axioms of heaps. `axioms::avoided`: laws between views that avoid different cells; `axioms::literals`: predicates in terms of the axioms' literals |
//! | `integers` | bit-precise integers |
//! | `limits` | the limits, each with its unit |
//! | `exclude` | proves that a formula holds in no state |
//! | `bounded` | decides formulas on all heaps of a limited number of nodes. `bounded::paths`: reachability; `bounded::claims`: claims about all nodes, and node counts; `bounded::small_model`: the small-model theorem, with its proof |

mod axioms;
pub mod bounded;
mod exclude;
mod integers;
pub mod limits;
mod points;

pub use exclude::{Excluded, excludes};

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::MOST_POINTS;
use base::Budget;
use logic::{Arena, AtomId, Facts};
use sat::{Lit, Satisfiable, Solver, Varisat};

/// A predicate with its value.
pub type Literal = (AtomId, bool);

/// The theory of some predicates.
pub struct Theory {
    clauses: Varisat,
    /// Unlimited.
    budget: Budget,
    /// The predicates that the axioms constrain.
    literals: FxHashMap<AtomId, Lit>,
    /// Valuations without a contradiction, restricted to `literals`.
    possible: FxHashSet<Vec<Lit>>,
    /// The sum over all queries of the number of clauses.
    work: usize,
}

impl Theory {
    /// Returns the theory of the predicates; `None` if nothing can be said. `nothing_freed` says that no pointer
    /// dangles.
    pub fn new(arena: &Arena, facts: &Facts, nothing_freed: bool, atoms: &[AtomId]) -> Option<Theory> {
        if !facts.has_plain_pointers() {
            return None;
        }
        let points = points::Points::of(arena, atoms);
        if points.len() > MOST_POINTS {
            return None;
        }
        let (clauses, literals, _) = axioms::of(arena, nothing_freed || facts.never_frees(), points, &IndexMap::new());
        let (budget, possible) = (Budget::unlimited(), FxHashSet::default());
        Some(Theory { clauses, budget, literals, possible, work: 0 })
    }

    /// Returns a minimal part of the valuation that contradicts the axioms; `None` if no contradiction was found.
    pub fn refute(&mut self, valuation: &[Literal]) -> Option<Vec<Literal>> {
        let signed = |lit: &Lit, value: bool| if value { *lit } else { !*lit };
        let known: Vec<(Literal, Lit)> = valuation
            .iter()
            .filter_map(|literal| Some((*literal, signed(self.literals.get(&literal.0)?, literal.1))))
            .collect();
        let assumptions: Vec<Lit> = known.iter().map(|(_, lit)| *lit).collect();
        // Valuations that agree where the axioms constrain them are one query.
        let is_part = known.len() < valuation.len();
        if is_part && self.possible.contains(&assumptions) {
            return None;
        }
        let Satisfiable::No(mut core) = self.ask(&assumptions) else {
            if is_part {
                self.possible.insert(assumptions);
            }
            return None;
        };
        let mut index = 0;
        while index < core.len() {
            let mut fewer = core.clone();
            fewer.remove(index);
            match self.ask(&fewer) {
                Satisfiable::No(smaller) => {
                    fewer.retain(|lit| smaller.contains(lit));
                    core = fewer;
                }
                _ => index += 1,
            }
        }
        Some(known.into_iter().filter(|(_, lit)| core.contains(lit)).map(|(literal, _)| literal).collect())
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Satisfiable {
        self.work = self.work.saturating_add(self.clauses.clauses());
        self.clauses.solve(assumptions, &self.budget)
    }

    /// Returns the cost of all queries so far: the number of clauses, summed over queries. Independent of the machine.
    pub fn work(&self) -> usize {
        self.work
    }
}
