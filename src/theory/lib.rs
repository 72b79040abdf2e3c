//! What predicates about one state say about each other: a theory of heaps, decided by SAT.
//!
//! For a set of predicates, axioms about equality, reachability, cycles and sharing are written down for the objects that
//! the predicates name (their *points*). All of the axioms hold in every state, so what contradicts them is the case
//! in no state. Where no record has two fields of `F`, the heap is a function and the axioms say so: paths are unique, what
//! a node reaches is in line, sharing is an equivalence. In other heaps the axioms are sound all the same, but less complete.
//!
//! Nothing is claimed of programs whose pointers may be of wrong types, or may point into objects: there every valuation is
//! possible. A pointer of indeterminate value has some value after all, and the axioms hold where it is NULL. A dangling
//! pointer may compare equal to anything, and be taken for what it was found equal to: where something may have been freed, a
//! predicate says something only if all pointers in it are NULL or alive.
//!
//! Integers are left out where valuations of models are asked about; where a formula is to be shown to hold nowhere, they are
//! followed bit by bit ([`excludes`]).
//!
//! | file | what stands there |
//! |---|---|
//! | `points` | the objects that predicates name |
//! | `axioms` | the axioms of heaps. `axioms::avoided`: the laws between views that avoid different cells; `axioms::literals`: what predicates say in terms of their literals |
//! | `integers` | integers bit by bit |
//! | `limits` | the limits, each with its unit |
//! | `exclude` | shows that a formula holds in no state |
//! | `bounded` | formulas on all heaps of a limited number of nodes. `bounded::paths`: what paths reach there; `bounded::claims`: claims about all nodes, and numbers of nodes; `bounded::small_model`: the small-model theorem, with its proof |

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
    /// No question is limited.
    budget: Budget,
    /// The predicates that the axioms speak of.
    literals: FxHashMap<AtomId, Lit>,
    /// Valuations without a contradiction, as far as the axioms speak of them.
    possible: FxHashSet<Vec<Lit>>,
    /// Clauses that were asked about, each counted for each question.
    work: usize,
}

impl Theory {
    /// The theory of the predicates; `None` where nothing can be said. `nothing_freed` says that no pointer dangles.
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

    /// A smallest part of the valuation that contradicts the axioms; `None` if they know of no contradiction.
    pub fn refute(&mut self, valuation: &[Literal]) -> Option<Vec<Literal>> {
        let signed = |lit: &Lit, value: bool| if value { *lit } else { !*lit };
        let known: Vec<(Literal, Lit)> = valuation
            .iter()
            .filter_map(|literal| Some((*literal, signed(self.literals.get(&literal.0)?, literal.1))))
            .collect();
        let assumptions: Vec<Lit> = known.iter().map(|(_, lit)| *lit).collect();
        // Valuations that differ only where the axioms say nothing are one question.
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

    /// The work that questions have cost so far: the number of clauses, counted for each question. The same on every machine.
    pub fn work(&self) -> usize {
        self.work
    }
}
