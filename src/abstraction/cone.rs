//! The cone of influence of the properties: the guards that affect them.
//!
//! By default, all guards of all locations are predicates from the start. With the cone of influence, a guard becomes
//! one only when a predicate is found at a location that its branch controls, and both name a common variable or field.
//! A guard that never matters is nondeterministic: both branches may be taken. Fewer predicates only allow the boolean
//! program more runs.
//!
//! A branch controls a location if some runs pass the location between the branch and its postdominator, and others do
//! not (control dependence: Ferrante, Ottenstein and Warren, *The program dependence graph and its use in
//! optimization*, section 3).

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dominators::simple_fast;
use petgraph::visit::Reversed;

use crate::{Cause, Pair, Run};
use ctype::FieldId;
use logic::{Arena, AtomId, Formula, TermId, TermNode};
use program::{Flowchart, LocationId, VariableId};

/// The guards that are predicates from the start.
#[derive(Clone, Copy, Debug)]
pub enum GuardScope<'a> {
    All,
    /// Guards of branches become predicates only when they are found to matter, all others from the start.
    Cone {
        /// Locations of branches that are known to matter.
        also: &'a BTreeSet<LocationId>,
    },
}

/// A branch whose guards are not predicates yet.
#[derive(Clone, Debug)]
pub(super) struct WaitingBranch {
    source: LocationId,
    /// The locations that it controls.
    controls: BTreeSet<LocationId>,
    /// The names in its guards.
    names: Names,
}

#[derive(Clone, Default, Debug)]
struct Names {
    variables: BTreeSet<VariableId>,
    fields: BTreeSet<FieldId>,
}

impl Names {
    fn add(&mut self, arena: &Arena, atom: AtomId) {
        let atom = arena.get(atom);
        atom.terms().for_each(|term| self.add_term(arena, term));
        self.fields.extend(atom.fields().iter().flat_map(|set| arena.fields(*set)));
        atom.body().into_iter().flat_map(Formula::atoms).for_each(|inner| self.add(arena, inner));
    }

    fn add_term(&mut self, arena: &Arena, term: TermId) {
        match arena.node(term) {
            TermNode::VariableAddress(variable) => drop(self.variables.insert(variable)),
            TermNode::FieldAddress(_, field) => drop(self.fields.insert(field)),
            _ => {}
        }
        arena.children(term).for_each(|child| self.add_term(arena, child));
    }

    fn meets(&self, other: &Names) -> bool {
        !self.variables.is_disjoint(&other.variables) || !self.fields.is_disjoint(&other.fields)
    }
}

impl Run<'_> {
    /// Returns true if the guards of the branch there do not matter so far.
    pub(super) fn is_waiting(&self, source: LocationId) -> bool {
        self.waiting.iter().any(|branch| branch.source == source)
    }

    /// Returns the branches whose guards can wait; the guards of all other alternatives are predicates from the start.
    pub(super) fn waiting_branches(&self, also: &BTreeSet<LocationId>) -> Vec<WaitingBranch> {
        let controlled = controlled(self.flowchart);
        let mut found: BTreeMap<LocationId, WaitingBranch> = BTreeMap::new();
        for alternative in &self.result.alternatives {
            let source = self.flowchart.source(alternative.edge);
            let Some(controls) = controlled.get(&source).filter(|_| !also.contains(&source)) else { continue };
            let branch = found.entry(source).or_insert_with(|| WaitingBranch {
                source,
                controls: controls.clone(),
                names: Names::default(),
            });
            let atoms = alternative.guard.atoms();
            atoms.into_iter().for_each(|atom| branch.names.add(&self.result.arena, atom));
        }
        found.into_values().collect()
    }

    /// Makes predicates of the guards that a new pair depends on.
    pub(super) fn wake(&mut self, (atom, location): Pair, iteration: usize) {
        if self.waiting.is_empty() {
            return;
        }
        let mut names = Names::default();
        names.add(&self.result.arena, atom);
        let matters = |branch: &WaitingBranch| branch.controls.contains(&location) && branch.names.meets(&names);
        let (woken, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting).into_iter().partition(matters);
        self.waiting = waiting;
        for WaitingBranch { source, .. } in woken {
            let alternatives = self.result.alternatives.iter();
            let own = alternatives.filter(|alternative| self.flowchart.source(alternative.edge) == source);
            for (edge, guard) in own.map(|own| (own.edge, own.guard.clone())).collect::<Vec<_>>() {
                self.add_all(&guard, source, iteration, &Cause::Guard(edge));
            }
        }
    }
}

/// Maps each branch to the locations that it controls, directly or through a branch that it controls. Omits branches
/// with a successor that cannot reach the exit.
fn controlled(flowchart: &Flowchart) -> BTreeMap<LocationId, BTreeSet<LocationId>> {
    let after = simple_fast(Reversed(&flowchart.graph), flowchart.exit);
    let mut direct: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
    for source in flowchart.locations() {
        let edges = flowchart.outgoing(source);
        let Some(meeting) = after.immediate_dominator(source).filter(|_| edges.len() > 1) else { continue };
        let mut found = BTreeSet::new();
        let mut is_known = true;
        for edge in edges {
            let mut here = Some(flowchart.target(edge));
            while let Some(location) = here.filter(|location| *location != meeting) {
                found.insert(location);
                here = after.immediate_dominator(location);
                is_known &= here.is_some();
            }
        }
        if is_known {
            direct.insert(source, found);
        }
    }
    let closure = |source: &LocationId| {
        let (mut found, mut agenda) = (BTreeSet::new(), vec![*source]);
        while let Some(branch) = agenda.pop() {
            let new = direct.get(&branch).into_iter().flatten().filter(|location| found.insert(**location));
            agenda.extend(new.copied().collect::<Vec<_>>());
        }
        found
    };
    direct.keys().map(|source| (*source, closure(source))).collect()
}
