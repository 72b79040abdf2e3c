//! Decides temporal properties: searches the product of the boolean program and the automaton of the violating runs for
//! a reachable accepting cycle (strongly connected components by Tarjan's algorithm, without recursion).
//!
//! A run that ends stays in its last state forever. Runs that an assumption blocks do not count: they have no
//! successor.

use super::system::{State, System};
use super::{
    CheckOutcome, Judge, Limits, Path, PropertyIndex, PropertyResult, confirmed, ill_formed, no_such_property,
};
use base::Budget;
use boolprog::automaton::{Automaton, AutomatonEdge};
use boolprog::{BooleanProgram, Valuation};
use indexmap::IndexSet;
use reason::{Limit, Stop, Undecided};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Decides the temporal property with this index.
pub fn check_ltl(program: &BooleanProgram, index: usize, limits: Limits, budget: &Budget) -> PropertyResult {
    let property = PropertyIndex::Ltl(index);
    let unknown =
        |reason: Undecided| PropertyResult { property, outcome: CheckOutcome::Unknown(reason), product_states: None };
    if let Err(message) = program.invariant() {
        return unknown(ill_formed(&message));
    }
    let Some(formula) = program.ltl.get(index).map(|property| &property.formula) else {
        return unknown(no_such_property());
    };
    let mut product = Product::new(System::new(program, limits, budget), Automaton::of_violations(formula));
    match product.search() {
        Err(stop) => unknown(stop.into()),
        Ok(None) => {
            PropertyResult { property, outcome: CheckOutcome::Holds, product_states: Some(product.nodes.len()) }
        }
        Ok(Some(path)) => {
            let outcome = confirmed(program, property, path);
            PropertyResult { property, outcome, product_states: Some(product.nodes.len()) }
        }
    }
}

/// Returns true if every run that violates the temporal property has a state that the judge rules out.
pub(super) fn may_hold(
    program: &BooleanProgram,
    judge: &mut dyn Judge,
    index: usize,
    limits: Limits,
    budget: &Budget,
) -> bool {
    let Some(formula) = program.ltl.get(index).map(|property| &property.formula) else { return false };
    if program.invariant().is_err() {
        return false;
    }
    let system = System::new(program, limits, budget).judged_by(judge);
    matches!(Product::new(system, Automaton::of_violations(formula)).accepted(), Ok(None))
}

/// A product state: indices of a system state and an automaton state.
type Node = (usize, usize);

/// Successors in the system: the transition (`None`: the run has ended and stays) and the index of the state.
type Successors = Rc<[(Option<usize>, usize)]>;

/// A product edge: target, transition taken (`None`: the run has ended and stays), automaton edge.
#[derive(Clone)]
struct Arc {
    target: usize,
    transition: Option<usize>,
    /// The postponed `until` formulas.
    postponed: Rc<BTreeSet<usize>>,
}

struct Product<'p> {
    system: System<'p>,
    automaton: Automaton,
    states: IndexSet<State, FxBuildHasher>,
    /// Memoised successors of system states.
    successors: FxHashMap<usize, Successors>,
    nodes: IndexSet<Node, FxBuildHasher>,
    initial: Vec<usize>,
}

/// A frame of the depth-first search.
struct Frame {
    node: usize,
    arcs: Vec<Arc>,
    next: usize,
}

impl<'p> Product<'p> {
    fn new(system: System<'p>, automaton: Automaton) -> Self {
        Product {
            system,
            automaton,
            states: IndexSet::default(),
            successors: FxHashMap::default(),
            nodes: IndexSet::default(),
            initial: Vec::new(),
        }
    }

    /// Returns a violating run, if there is one.
    fn search(&mut self) -> Result<Option<Path>, Stop> {
        let component = self.accepted()?;
        component.map(|component| self.lasso(&component)).transpose()
    }

    /// Returns a component with an accepting cycle.
    fn accepted(&mut self) -> Result<Option<FxHashSet<usize>>, Stop> {
        for state in self.system.initial_states()? {
            let state = self.states.insert_full(state).0;
            let node = self.nodes.insert_full((state, Automaton::INITIAL)).0;
            self.initial.push(node);
        }
        let mut tarjan = Tarjan::default();
        for root in self.initial.clone() {
            if !tarjan.is_known(root)
                && let Some(component) = self.search_from(root, &mut tarjan)?
            {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// Searches depth first from a root for the first component with an accepting cycle.
    fn search_from(&mut self, root: usize, tarjan: &mut Tarjan) -> Result<Option<FxHashSet<usize>>, Stop> {
        tarjan.enter(root);
        let mut frames = vec![Frame { node: root, arcs: self.arcs(root)?, next: 0 }];
        while let Some(frame) = frames.last_mut() {
            self.system.budget.check()?;
            if let Some(arc) = frame.arcs.get(frame.next) {
                frame.next += 1;
                let (node, target) = (frame.node, arc.target);
                if tarjan.is_known(target) {
                    tarjan.meet(node, target);
                } else {
                    tarjan.enter(target);
                    frames.push(Frame { node: target, arcs: self.arcs(target)?, next: 0 });
                }
                continue;
            }
            let node = frame.node;
            frames.pop();
            if let Some(parent) = frames.last() {
                tarjan.leave(parent.node, node);
            }
            if let Some(component) = tarjan.pop_component(node)
                && self.is_accepting(&component)?
            {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// Returns true if the component has a cycle, and for each `until` an inner edge that does not postpone it.
    fn is_accepting(&mut self, component: &FxHashSet<usize>) -> Result<bool, Stop> {
        let mut open = self.automaton.untils();
        let mut has_cycle = false;
        for node in component {
            for arc in self.arcs(*node)?.iter().filter(|arc| component.contains(&arc.target)) {
                has_cycle = true;
                open.retain(|until| arc.postponed.contains(until));
            }
        }
        Ok(has_cycle && open.is_empty())
    }

    /// Returns the system's successors of a state.
    fn successors(&mut self, state: usize) -> Result<Successors, Stop> {
        if let Some(known) = self.successors.get(&state) {
            return Ok(known.clone());
        }
        let Some(from) = self.states.get_index(state).cloned() else { return Ok(Rc::from([])) };
        let transitions: Vec<usize> = self.system.enabled(&from).collect();
        let mut found = Vec::new();
        for transition in &transitions {
            let steps = self.system.program.transitions.get(*transition).map(|transition| &transition.steps);
            let Some(point) = steps.and_then(|steps| steps.last()).map(|step| step.target) else { continue };
            for (_, valuation) in self.system.fire(*transition, &from.valuation)?.results() {
                let target = self.states.insert_full(State { point, valuation: valuation.clone() }).0;
                found.push((Some(*transition), target));
            }
        }
        if transitions.is_empty() {
            found.push((None, state));
        }
        let found: Successors = found.into();
        self.successors.insert(state, found.clone());
        Ok(found)
    }

    fn arcs(&mut self, node: usize) -> Result<Vec<Arc>, Stop> {
        let Some(&(state, automaton_state)) = self.nodes.get_index(node) else { return Ok(Vec::new()) };
        let edges = self.automaton.edges(automaton_state, self.system.budget)?;
        let fitting: Vec<&AutomatonEdge> = edges.iter().filter(|edge| self.allows(edge, state)).collect();
        let mut arcs = Vec::new();
        if fitting.is_empty() {
            return Ok(arcs);
        }
        let successors = self.successors(state)?;
        for edge in fitting {
            let postponed = Rc::new(edge.postponed.clone());
            for (transition, target) in successors.iter() {
                let target = self.nodes.insert_full((*target, edge.target)).0;
                arcs.push(Arc { target, transition: *transition, postponed: postponed.clone() });
            }
        }
        if self.nodes.len() > self.system.limits.states {
            return Err(Stop::at_share(Limit::ModelStates, self.system.limits.states));
        }
        Ok(arcs)
    }

    /// Returns true if the state satisfies the edge's literals.
    fn allows(&self, edge: &AutomatonEdge, state: usize) -> bool {
        let Some(state) = self.states.get_index(state) else { return false };
        edge.literals.iter().all(|(atom, wanted)| {
            let atom = self.automaton.atoms().get_index(*atom);
            atom.is_some_and(|(point, expr)| {
                (*point == state.point && state.valuation.values_of(expr).may_be_true) == *wanted
            })
        })
    }

    /// Returns a run to the component and around it, with an edge for each `until` that does not postpone it.
    fn lasso(&mut self, component: &FxHashSet<usize>) -> Result<Path, Stop> {
        let roots: Vec<usize> = self.initial.clone();
        let prefix = self.shortest(&roots, None, |node, _| component.contains(&node))?;
        let start = match prefix.last() {
            Some((_, arc)) => arc.target,
            None => roots.iter().copied().find(|node| component.contains(node)).unwrap_or_default(),
        };
        let first = prefix.first().map_or(start, |(node, _)| *node);
        let mut cycle: Vec<(usize, Arc)> = Vec::new();
        let mut at = start;
        for until in self.automaton.untils() {
            if cycle.iter().any(|(_, arc)| !arc.postponed.contains(&until)) {
                continue;
            }
            let part =
                self.shortest(&[at], Some(component), |_, arc| arc.is_some_and(|arc| !arc.postponed.contains(&until)))?;
            at = part.last().map_or(at, |(_, arc)| arc.target);
            cycle.extend(part);
        }
        if cycle.is_empty() || at != start {
            let part = self.shortest(&[at], Some(component), |node, arc| arc.is_some() && node == start)?;
            cycle.extend(part);
        }
        self.path(first, &prefix, &cycle)
    }

    /// Returns the shortest path from a source to a goal. `is_goal` gets the node and the arc that led there.
    fn shortest(
        &mut self,
        sources: &[usize],
        within: Option<&FxHashSet<usize>>,
        is_goal: impl Fn(usize, Option<&Arc>) -> bool,
    ) -> Result<Vec<(usize, Arc)>, Stop> {
        let mut parents: FxHashMap<usize, (usize, Arc)> = FxHashMap::default();
        let mut seen: FxHashSet<usize> = sources.iter().copied().collect();
        if sources.iter().any(|node| is_goal(*node, None)) {
            return Ok(Vec::new());
        }
        let mut queue: VecDeque<usize> = sources.iter().copied().collect();
        while let Some(node) = queue.pop_front() {
            self.system.budget.check()?;
            for arc in self.arcs(node)? {
                if within.is_some_and(|within| !within.contains(&arc.target)) {
                    continue;
                }
                if is_goal(arc.target, Some(&arc)) {
                    let mut way = vec![(node, arc)];
                    let mut at = node;
                    while let Some((before, arc)) = parents.remove(&at) {
                        way.push((before, arc));
                        at = before;
                    }
                    way.reverse();
                    return Ok(way);
                }
                if seen.insert(arc.target) {
                    queue.push_back(arc.target);
                    parents.insert(arc.target, (node, arc));
                }
            }
        }
        Ok(Vec::new())
    }

    /// Projects a path through the product to the boolean program.
    fn path(&self, first: usize, prefix: &[(usize, Arc)], cycle: &[(usize, Arc)]) -> Result<Path, Stop> {
        let count = self.system.program.variables.len();
        let initial = self.state_of(first).map(|state| state.valuation.clone());
        let mut path = Path {
            initial: initial.unwrap_or_else(|| Valuation::all_false(count)),
            moves: Vec::new(),
            loop_start: None,
        };
        for hop in prefix {
            self.append(&mut path, hop)?;
        }
        path.loop_start = Some(path.moves.len());
        for hop in cycle {
            self.append(&mut path, hop)?;
        }
        Ok(path)
    }

    fn append(&self, path: &mut Path, (node, arc): &(usize, Arc)) -> Result<(), Stop> {
        let (Some(transition), Some(from), Some(to)) =
            (arc.transition, self.state_of(*node), self.state_of(arc.target))
        else {
            return Ok(());
        };
        let fired = self.system.fire(transition, &from.valuation)?;
        let entry = fired.results().find(|(_, valuation)| **valuation == to.valuation).map(|(entry, _)| entry);
        if let Some(entry) = entry {
            path.moves.extend(fired.moves_to(transition, fired.layers.len().saturating_sub(1), entry));
        }
        Ok(())
    }

    fn state_of(&self, node: usize) -> Option<&State> {
        self.nodes.get_index(node).and_then(|(state, _)| self.states.get_index(*state))
    }
}

/// The state of Tarjan's algorithm; nodes are dense indices.
#[derive(Default)]
struct Tarjan {
    /// For each node met its number, and the lowest number known to be reachable within its component.
    numbers: FxHashMap<usize, (usize, usize)>,
    stack: Vec<usize>,
    on_stack: FxHashSet<usize>,
}

impl Tarjan {
    fn is_known(&self, node: usize) -> bool {
        self.numbers.contains_key(&node)
    }

    fn enter(&mut self, node: usize) {
        let number = self.numbers.len();
        self.numbers.insert(node, (number, number));
        self.stack.push(node);
        self.on_stack.insert(node);
    }

    /// Processes an edge to a node met before.
    fn meet(&mut self, node: usize, target: usize) {
        if self.on_stack.contains(&target) {
            let number = self.numbers.get(&target).map_or(usize::MAX, |(number, _)| *number);
            self.lower(node, number);
        }
    }

    /// Processes the completion of `child`.
    fn leave(&mut self, parent: usize, child: usize) {
        let low = self.numbers.get(&child).map_or(usize::MAX, |(_, low)| *low);
        self.lower(parent, low);
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some((_, low)) = self.numbers.get_mut(&node) {
            *low = (*low).min(to);
        }
    }

    /// Pops the component if `node` is its root.
    fn pop_component(&mut self, node: usize) -> Option<FxHashSet<usize>> {
        let (number, low) = self.numbers.get(&node)?;
        if number != low {
            return None;
        }
        let mut component = FxHashSet::default();
        while let Some(member) = self.stack.pop() {
            self.on_stack.remove(&member);
            component.insert(member);
            if member == node {
                break;
            }
        }
        Some(component)
    }
}
