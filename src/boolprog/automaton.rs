//! Translates an LTL formula to a Büchi automaton.
//!
//! Couvreur's construction ("On-the-fly verification of linear temporal logic", 1999): a state is a set of formulas
//! that must hold from here on, expanded on demand into edges. An edge says what the present position must satisfy, and
//! leads to the next state. Acceptance is generalised and on edges: for each `f U g`, a run must take infinitely many
//! edges that do not postpone `g`.

use super::{BoolExpr, Ltl, PointId};
use base::Budget;
use indexmap::IndexSet;
use reason::{FixedLimit, Stop};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Maximum number of automaton states, and of edges of one state.
pub const SIZE_LIMIT: usize = 20_000;

/// An atom of the formula.
pub type Proposition = (PointId, BoolExpr);

/// A formula in negation normal form; operands are indices into [`Automaton::nodes`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Constant(bool),
    Literal(usize, bool),
    And(usize, usize),
    Or(usize, usize),
    Next(usize),
    Until(usize, usize),
    Release(usize, usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutomatonEdge {
    /// The required values of atoms at the present position.
    pub literals: BTreeMap<usize, bool>,
    /// The next automaton state.
    pub target: usize,
    /// The `until` formulas that this edge postpones.
    pub postponed: BTreeSet<usize>,
}

/// An automaton that is built on demand.
pub struct Automaton {
    nodes: IndexSet<Node, FxBuildHasher>,
    atoms: IndexSet<Proposition, FxBuildHasher>,
    /// States: sets of formulas.
    states: IndexSet<BTreeSet<usize>, FxBuildHasher>,
    edges: Vec<Option<Rc<[AutomatonEdge]>>>,
}

impl Automaton {
    /// The initial state.
    pub const INITIAL: usize = 0;

    /// Returns the automaton of the runs that violate the formula.
    pub fn of_violations(formula: &Ltl) -> Automaton {
        let mut automaton = Automaton {
            nodes: IndexSet::default(),
            atoms: IndexSet::default(),
            states: IndexSet::default(),
            edges: Vec::new(),
        };
        let root = automaton.intern(formula, false);
        automaton.state(BTreeSet::from([root]));
        automaton
    }

    /// Returns the atoms; literals refer to them by index.
    pub fn atoms(&self) -> &IndexSet<Proposition, FxBuildHasher> {
        &self.atoms
    }

    /// Returns all `until` formulas: a run is accepted unless it postpones one of them forever.
    pub fn untils(&self) -> BTreeSet<usize> {
        let untils = self.nodes.iter().enumerate().filter(|(_, node)| matches!(node, Node::Until(..)));
        untils.map(|(index, _)| index).collect()
    }

    fn node(&mut self, node: Node) -> usize {
        self.nodes.insert_full(node).0
    }

    fn state(&mut self, formulas: BTreeSet<usize>) -> usize {
        let (index, is_new) = self.states.insert_full(formulas);
        if is_new {
            self.edges.push(None);
        }
        index
    }

    /// Interns the negation normal form of the formula, or of its negation.
    fn intern(&mut self, formula: &Ltl, positive: bool) -> usize {
        let node = match formula {
            Ltl::True => Node::Constant(positive),
            Ltl::False => Node::Constant(!positive),
            Ltl::At(point, expr) => Node::Literal(self.atoms.insert_full((*point, expr.clone())).0, positive),
            Ltl::Not(inner) => return self.intern(inner, !positive),
            Ltl::Next(inner) => Node::Next(self.intern(inner, positive)),
            Ltl::And(left, right) | Ltl::Or(left, right) => {
                let (a, b) = (self.intern(left, positive), self.intern(right, positive));
                if matches!(formula, Ltl::And(..)) == positive { Node::And(a, b) } else { Node::Or(a, b) }
            }
            Ltl::Until(left, right) | Ltl::Release(left, right) => {
                let (a, b) = (self.intern(left, positive), self.intern(right, positive));
                if matches!(formula, Ltl::Until(..)) == positive { Node::Until(a, b) } else { Node::Release(a, b) }
            }
        };
        self.node(node)
    }

    pub fn edges(&mut self, state: usize, budget: &Budget) -> Result<Rc<[AutomatonEdge]>, Stop> {
        if let Some(Some(known)) = self.edges.get(state) {
            return Ok(known.clone());
        }
        let formulas = self.states.get_index(state).cloned().unwrap_or_default();
        let mut terms = self.expand(&formulas, budget)?;
        drop_subsumed(&mut terms);
        let mut edges = Vec::with_capacity(terms.len());
        for term in terms {
            let target = self.state(term.next);
            edges.push(AutomatonEdge { literals: term.literals, target, postponed: term.postponed });
        }
        if self.states.len() > SIZE_LIMIT {
            return Err(FixedLimit::Automaton(SIZE_LIMIT).into());
        }
        let edges: Rc<[AutomatonEdge]> = edges.into();
        if let Some(slot) = self.edges.get_mut(state) {
            *slot = Some(edges.clone());
        }
        Ok(edges)
    }

    /// Expands the formulas to a disjunction of terms: what must hold now, and what next.
    fn expand(&self, formulas: &BTreeSet<usize>, budget: &Budget) -> Result<Vec<Term>, Stop> {
        let mut open = vec![Term { todo: formulas.iter().copied().collect(), ..Term::default() }];
        let mut finished = Vec::new();
        while let Some(mut term) = open.pop() {
            budget.check()?;
            let Some(index) = term.todo.pop() else {
                finished.push(term);
                if finished.len() > SIZE_LIMIT {
                    return Err(FixedLimit::Automaton(SIZE_LIMIT).into());
                }
                continue;
            };
            if !term.done.insert(index) {
                open.push(term);
                continue;
            }
            match self.nodes.get_index(index) {
                Some(Node::Constant(true)) => open.push(term),
                Some(Node::Constant(false)) | None => {}
                Some(Node::Literal(atom, positive)) => {
                    if term.literals.insert(*atom, *positive).is_none_or(|old| old == *positive) {
                        open.push(term);
                    }
                }
                Some(Node::And(left, right)) => open.push(term.with(&[*left, *right])),
                Some(Node::Or(left, right)) => {
                    open.push(term.clone().with(&[*right]));
                    open.push(term.with(&[*left]));
                }
                Some(Node::Next(inner)) => open.push(term.later(*inner)),
                Some(Node::Until(left, right)) => {
                    let mut later = term.clone().with(&[*left]).later(index);
                    later.postponed.insert(index);
                    open.push(later);
                    open.push(term.with(&[*right]));
                }
                Some(Node::Release(left, right)) => {
                    open.push(term.clone().with(&[*right]).later(index));
                    open.push(term.with(&[*left, *right]));
                }
            }
        }
        // `true` need not be carried on.
        for term in &mut finished {
            term.next.retain(|index| self.nodes.get_index(*index) != Some(&Node::Constant(true)));
        }
        Ok(finished)
    }
}

/// A conjunction under expansion.
#[derive(Clone, Default)]
struct Term {
    todo: Vec<usize>,
    done: BTreeSet<usize>,
    literals: BTreeMap<usize, bool>,
    next: BTreeSet<usize>,
    postponed: BTreeSet<usize>,
}

impl Term {
    fn with(mut self, now: &[usize]) -> Term {
        self.todo.extend_from_slice(now);
        self
    }

    fn later(mut self, index: usize) -> Term {
        self.next.insert(index);
        self
    }

    /// Returns true if this term allows every run that `other` allows.
    fn is_weaker_than(&self, other: &Term) -> bool {
        self.next.is_subset(&other.next)
            && self.postponed.is_subset(&other.postponed)
            && self.literals.iter().all(|(atom, value)| other.literals.get(atom) == Some(value))
    }
}

/// Drops terms that a weaker one subsumes; of equal ones the first stays.
fn drop_subsumed(terms: &mut Vec<Term>) {
    let mut kept: Vec<Term> = Vec::new();
    for term in terms.drain(..) {
        if !kept.iter().any(|other| other.is_weaker_than(&term)) {
            kept.retain(|other| !term.is_weaker_than(other));
            kept.push(term);
        }
    }
    *terms = kept;
}
