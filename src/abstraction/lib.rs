//! Predicate abstraction by iterated weakest preconditions (paper, section 2, figure 3).
//!
//! [`abstract_procedure`] discovers pairs of predicate and location breadth first, starting from the properties and the
//! guards, and records for each pair how its truth depends on predicates one edge earlier. [`build`] turns the result
//! into a boolean program.
//!
//! The abstraction is conservative: in every concrete run, wherever a predicate has a value, the boolean program allows
//! that value.
//!
//! | file | contents |
//! |---|---|
//! | `build` | the boolean program of an abstraction |
//! | `cone` | the cone of influence: guards become predicates only if they affect the properties |
//! | `constraints` | laws that relate the predicates at one location |
//! | `cut` | ends the discovery of predicates in loops (`--bound`) |
//! | `families` | predicates that grow with each iteration of a loop |
//! | `limits` | the limits, each with its unit |
//! | `hints` | matches hints with predicates |
//! | `known` | predicates whose value another engine knows |
//! | `templates` | the library of hints: bounds of growing predicates |

pub mod build;
mod cone;
pub mod constraints;
mod cut;
pub mod families;
pub mod hints;
pub mod known;
pub mod limits;
pub mod templates;

pub use cone::GuardScope;
pub use cut::Cut;
pub use known::KnownTruths;

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::cone::WaitingBranch;
use crate::limits::MOST_OPERATORS;
use base::{Budget, Span};
use logic::meaning::{self, Meaning};
use logic::typreach::TypeReachability;
use logic::{Arena, AtomId, Facts, Formula, translate};
use program::{Command, EdgeId, Flowchart, FunctionId, LocationId, Program};
use reason::{FixedLimit, Limit, Stop};
use simplify::{RuleSet, Simplifier, SimplifierMemory, propositional};
use spec::{Hint, Specification, StatementKind, Temporal};
use wp::{self, Action};

/// The input and the options of an abstraction.
#[derive(Clone, Copy)]
pub struct AbstractionTask<'a> {
    /// The flowchart of the entry function must not contain calls.
    pub program: &'a Program,
    pub entry: FunctionId,
    pub specification: &'a Specification,
    pub hints: &'a [Hint],
    /// Maximum number of iterations.
    pub bound: usize,
    /// Maximum number of pairs of predicate and location; the run stops beyond it. [`Limit::Pairs`]'s default unless
    /// there is a reason for fewer.
    pub most_pairs: usize,
    pub rules: &'a RuleSet,
    /// True to check also that every memory access is to allocated memory.
    pub check_accesses: bool,
    /// Ends the discovery of predicates in loops.
    pub cut: Option<Cut<'a>>,
    /// Facts from another engine: predicates that they decide are not followed.
    pub known: Option<&'a dyn KnownTruths>,
    /// The guards that are predicates from the start.
    pub guards: GuardScope<'a>,
}

/// A predicate at a location.
pub type Pair = (AtomId, LocationId);

/// The reason for discovering a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It occurs in this statement of the specification (by index).
    Property(usize),
    /// It occurs in the guard of this edge.
    Guard(EdgeId),
    /// It says that this edge accesses allocated memory only.
    Access(EdgeId),
    /// It occurs in the weakest precondition of `pair` over this edge.
    Precondition {
        /// The edge from this pair's location.
        edge: EdgeId,
        /// The pair at the edge's target.
        pair: Pair,
    },
    /// It occurs in the replacement for `pair` at the same location.
    Hint {
        /// Index of the hint.
        hint: usize,
        /// The approximated pair.
        pair: Pair,
    },
    /// It bounds the family of `pair`, which is unconstrained at the same location.
    Fitting {
        /// The free pair.
        pair: Pair,
    },
}

/// The treatment of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// Weakest preconditions were computed over every edge into the location.
    Computed,
    /// A hint replaces it by a formula over pairs at the same location.
    Hinted {
        /// Index of the hint.
        hint: usize,
        replacement: Formula,
    },
    /// A variable that takes any value consistent with the others here, whenever control arrives.
    Free {
        /// Index of the hint that demands it; `None` at a cut.
        hint: Option<usize>,
        /// Contains the predicates that were added to constrain it; the formula's value is irrelevant.
        fitting: Formula,
    },
    /// It always has this value here, as another engine knows.
    Known(bool),
    /// The bound was reached first: the predicate is `*` here.
    Unmarked,
}

impl Treatment {
    /// Returns true if the boolean program has a variable for the predicate at its location.
    pub fn is_variable(&self) -> bool {
        matches!(self, Treatment::Computed | Treatment::Free { .. })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairInfo {
    /// The iteration that found it; 0 for the pairs of properties and guards.
    pub iteration: usize,
    /// How often the derivation that found it passed a cut.
    pub loop_iterations: usize,
    /// Everything that needed it, in order of discovery.
    pub causes: Vec<Cause>,
    pub treatment: Treatment,
}

/// An alternative of an edge: its actions, and the weakest preconditions of predicates at the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    pub edge: EdgeId,
    pub actions: Vec<Action>,
    /// Holds at the source whenever the alternative runs without error; simplified.
    pub safe: Formula,
    /// The guard, over predicates at the source.
    pub guard: Formula,
    /// `b_p := f` for pairs at the target.
    pub updates: IndexMap<AtomId, Formula>,
}

/// A statement of the specification as formulas over predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyFormulas {
    /// `assume`, `assert` or `watch`: the formula at each location.
    State(Formula),
    /// `ltl`: formulas of its located parts, in the order of
    /// [`Temporal::located_parts`](spec::Temporal::located_parts).
    Temporal(Vec<Formula>),
}

/// Statistics of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub iterations: usize,
    pub pairs: usize,
    pub predicates: usize,
    /// True if no pair was left unmarked.
    pub converged: bool,
}

/// The result of abstracting a procedure.
#[derive(Clone, Debug)]
pub struct Abstraction {
    pub arena: Arena,
    pub facts: Facts,
    /// All pairs, in order of discovery.
    pub pairs: IndexMap<Pair, PairInfo>,
    /// All alternatives of all edges, ordered by edge.
    pub alternatives: Vec<Alternative>,
    /// The formulas of each statement of the specification.
    pub properties: Vec<PropertyFormulas>,
    /// The number of pairs that each hint approximates.
    pub hint_uses: Vec<usize>,
    /// Clauses over the predicates of each location that hold in every state.
    pub constraints: IndexMap<LocationId, Formula>,
    /// Locations before which nothing was freed, in any run.
    pub unfreed: BTreeSet<LocationId>,
    pub statistics: Statistics,
    /// Why the run stopped before its bound, if it did.
    pub stopped: Option<Stop>,
}

/// The reason why a procedure cannot be abstracted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The entry function has no body.
    #[error("the function has no body")]
    NoBody,
    /// The flowchart contains a call.
    #[error("the flowchart holds a call")]
    Call(Span),
}

/// Data shared by the abstractions of one procedure for different properties: its simplified weakest preconditions.
#[derive(Default)]
pub struct Memo {
    arena: Option<Arena>,
    known: SimplifierMemory,
    /// By the index of the alternative, and the predicate after it.
    preconditions: FxHashMap<(usize, AtomId), Formula>,
}

/// Runs the algorithm of figure 3.
pub fn abstract_procedure(task: AbstractionTask<'_>, budget: &Budget) -> Result<Abstraction, Error> {
    abstract_with(task, &mut Memo::default(), budget)
}

/// Runs the algorithm of figure 3, reusing and extending the results of earlier runs for the same procedure and rules.
/// Terms and predicates keep their ids from those runs.
pub fn abstract_with(task: AbstractionTask<'_>, memo: &mut Memo, budget: &Budget) -> Result<Abstraction, Error> {
    let flowchart = task.program.flowchart(task.entry).ok_or(Error::NoBody)?;
    let call = flowchart.edges().find(|id| matches!(flowchart.edge(*id).command, Command::Call { .. }));
    if let Some(call) = call {
        return Err(Error::Call(flowchart.edge(call).span));
    }
    let facts = Facts::of(task.program, flowchart);
    let Memo { arena, known, preconditions } = std::mem::take(memo);
    let arena = arena.unwrap_or_else(|| Arena::new(task.program.types.clone()));
    let mut run = Run {
        flowchart,
        simplifier: Simplifier::with_known(task.rules, facts.clone(), known).within(budget),
        preconditions,
        types: TypeReachability::new(),
        incoming: FxHashMap::default(),
        fresh: Vec::new(),
        cut: task.cut,
        known: task.known,
        waiting: Vec::new(),
        most_pairs: task.most_pairs,
        budget,
        result: Abstraction {
            arena,
            pairs: IndexMap::new(),
            alternatives: Vec::new(),
            properties: Vec::new(),
            hint_uses: vec![0; task.hints.len()],
            constraints: IndexMap::new(),
            unfreed: unfreed(task.program, flowchart, &facts),
            facts,
            statistics: Statistics::default(),
            stopped: None,
        },
    };
    run.prepare_edges(task.program);
    if let GuardScope::Cone { also } = task.guards {
        run.waiting = run.waiting_branches(also);
    }
    run.seed(task.specification, task.check_accesses);
    let hints = hints::prepare(&mut run.result.arena, &run.result.facts, &mut run.simplifier, task.hints);
    run.iterate(&hints, task.bound);
    run.approximate_rest(&hints);
    run.relate();
    run.finish();
    let Run { simplifier, preconditions, result, .. } = run;
    *memo = Memo { arena: Some(result.arena.clone()), known: simplifier.into_known(), preconditions };
    Ok(result)
}

/// Returns the locations that no path reaches on which the lifetime of something exposed ends.
fn unfreed(program: &Program, flowchart: &Flowchart, facts: &Facts) -> BTreeSet<LocationId> {
    let command = |edge: EdgeId| &flowchart.edge(edge).command;
    if flowchart.edges().any(|edge| matches!(meaning::of_command(program, command(edge)), Meaning::Anywhere)) {
        return BTreeSet::new();
    }
    let frees = |edge: &EdgeId| facts.ends_lifetimes(program, command(*edge));
    let mut freed: BTreeSet<LocationId> = BTreeSet::new();
    let mut agenda: Vec<LocationId> = flowchart.edges().filter(frees).map(|edge| flowchart.target(edge)).collect();
    while let Some(location) = agenda.pop() {
        if freed.insert(location) {
            let onwards = flowchart.edges().filter(|edge| flowchart.source(*edge) == location);
            agenda.extend(onwards.map(|edge| flowchart.target(edge)));
        }
    }
    flowchart.locations().filter(|location| !freed.contains(location)).collect()
}

struct Run<'a> {
    flowchart: &'a Flowchart,
    simplifier: Simplifier<'a>,
    preconditions: FxHashMap<(usize, AtomId), Formula>,
    types: TypeReachability,
    /// Alternatives by target location.
    incoming: FxHashMap<LocationId, Vec<usize>>,
    /// Pairs found and not yet marked, in order.
    fresh: Vec<Pair>,
    cut: Option<Cut<'a>>,
    known: Option<&'a dyn KnownTruths>,
    /// Branches whose guards do not matter so far.
    waiting: Vec<WaitingBranch>,
    most_pairs: usize,
    budget: &'a Budget,
    result: Abstraction,
}

impl Run<'_> {
    /// Turns every edge into its alternatives, with simplified guards.
    fn prepare_edges(&mut self, program: &Program) {
        for edge in self.flowchart.edges() {
            let command = &self.flowchart.edge(edge).command;
            let result = &mut self.result;
            for (actions, safe) in wp::actions(&mut result.arena, &result.facts, program, command) {
                let safe = self.simplifier.simplify(&mut result.arena, &safe);
                let guard = Formula::and(actions.iter().map(|action| match action {
                    Action::Assume(formula) => formula.clone(),
                    _ => Formula::True,
                }));
                let guard = self.simplifier.simplify(&mut result.arena, &guard);
                let guard = assume_literals(&guard, &safe, self.budget);
                let target = self.flowchart.target(edge);
                self.incoming.entry(target).or_default().push(result.alternatives.len());
                result.alternatives.push(Alternative { edge, actions, safe, guard, updates: IndexMap::new() });
            }
        }
    }

    /// Step 1: the pairs of properties and guards.
    fn seed(&mut self, specification: &Specification, check_accesses: bool) {
        for (index, statement) in specification.statements.iter().enumerate() {
            let property = match &statement.kind {
                StatementKind::Assume(formula, locations)
                | StatementKind::Assert(formula, locations)
                | StatementKind::Watch(formula, locations) => {
                    let formula = self.formula(formula);
                    locations.iter().for_each(|at| self.add_all(&formula, *at, 0, &Cause::Property(index)));
                    PropertyFormulas::State(formula)
                }
                StatementKind::Ltl(_, temporal) => PropertyFormulas::Temporal(self.seed_temporal(index, temporal)),
            };
            self.result.properties.push(property);
        }
        for index in 0..self.result.alternatives.len() {
            let Alternative { edge, guard, safe, .. } = self.result.alternatives[index].clone();
            if !self.is_waiting(self.flowchart.source(edge)) {
                self.add_all(&guard, self.flowchart.source(edge), 0, &Cause::Guard(edge));
            }
            if check_accesses {
                self.add_all(&safe, self.flowchart.source(edge), 0, &Cause::Access(edge));
            }
        }
    }

    fn seed_temporal(&mut self, index: usize, temporal: &Temporal) -> Vec<Formula> {
        let mut formulas = Vec::new();
        for part in temporal.located_parts() {
            let (formula, locations) = match part {
                Temporal::At(formula, locations) => (formula, locations.clone()),
                // A formula without location matters everywhere.
                Temporal::Holds(formula) => (formula, self.flowchart.locations().collect()),
                _ => continue,
            };
            let formula = self.formula(formula);
            locations.iter().for_each(|at| self.add_all(&formula, *at, 0, &Cause::Property(index)));
            formulas.push(formula);
        }
        formulas
    }

    fn formula(&mut self, source: &spec::StateFormula) -> Formula {
        let raw = translate::formula(&mut self.result.arena, &self.result.facts, source);
        self.simplifier.simplify(&mut self.result.arena, &raw)
    }

    fn add_all(&mut self, formula: &Formula, location: LocationId, iteration: usize, cause: &Cause) {
        let loop_iterations = match cause {
            Cause::Precondition { pair, .. } => {
                let before = self.result.pairs.get(pair).map_or(0, |info| info.loop_iterations);
                before + usize::from(self.cut.is_some_and(|cut| cut.locations.contains(&pair.1)))
            }
            Cause::Hint { pair, .. } => match self.result.pairs.get(pair) {
                Some(PairInfo { treatment: Treatment::Free { .. }, .. }) | None => 0,
                Some(info) => info.loop_iterations,
            },
            Cause::Property(_) | Cause::Guard(_) | Cause::Access(_) | Cause::Fitting { .. } => 0,
        };
        for atom in formula.atoms() {
            let pair = (atom, location);
            match self.result.pairs.get_mut(&pair) {
                Some(info) => {
                    if !info.causes.contains(cause) {
                        info.causes.push(cause.clone());
                    }
                }
                None => {
                    let treatment = Treatment::Unmarked;
                    let info = PairInfo { iteration, loop_iterations, causes: vec![cause.clone()], treatment };
                    self.result.pairs.insert(pair, info);
                    self.fresh.push(pair);
                    self.wake(pair, iteration);
                }
            }
        }
    }

    /// Step 2: breadth first, while some pair is unmarked and the bound is not reached.
    fn iterate(&mut self, hints: &[hints::PreparedHint], bound: usize) {
        let mut large = Vec::new();
        while !self.fresh.is_empty() && self.result.statistics.iterations < bound {
            self.result.statistics.iterations += 1;
            let iteration = self.result.statistics.iterations;
            let mut pairs = std::mem::take(&mut self.fresh).into_iter();
            for pair in pairs.by_ref() {
                if let Err(reason) = self.may_go_on() {
                    self.result.stopped = Some(reason);
                    // Pairs that were not processed stay unmarked.
                    self.fresh.insert(0, pair);
                    self.fresh.extend(pairs.chain(large));
                    return;
                }
                if self.is_known(pair) || self.apply_hint(hints, pair, iteration) || self.is_cut(pair, iteration) {
                    continue;
                }
                if self.result.arena.size(pair.0) > MOST_OPERATORS {
                    self.result.stopped = Some(Stop::Fixed(FixedLimit::PredicateOperators(MOST_OPERATORS)));
                    large.push(pair);
                } else {
                    self.compute(pair, iteration);
                }
            }
        }
        self.fresh.extend(large);
    }

    fn may_go_on(&self) -> Result<(), Stop> {
        self.budget.check()?;
        if self.result.pairs.len() > self.most_pairs {
            Err(Stop::at_share(Limit::Pairs, self.most_pairs))
        } else {
            Ok(())
        }
    }

    /// Step 2(a)i.
    fn apply_hint(&mut self, hints: &[hints::PreparedHint], pair: Pair, iteration: usize) -> bool {
        let location = pair.1;
        let Some(prepared) = hints::find(hints, &self.result.arena, pair) else { return false };
        let hint = prepared.index;
        self.result.hint_uses[hint] += 1;
        if prepared.is_free {
            self.apply_free_hint(pair, prepared, iteration);
            return true;
        }
        if let Some(info) = self.result.pairs.get_mut(&pair) {
            info.treatment = Treatment::Hinted { hint, replacement: prepared.replacement.clone() };
        }
        self.add_all(&prepared.replacement, location, iteration, &Cause::Hint { hint, pair });
        true
    }

    /// Step 2(a)ii: the weakest precondition over every edge into the location.
    fn compute(&mut self, pair: Pair, iteration: usize) {
        let (atom, location) = pair;
        for index in self.incoming.get(&location).cloned().unwrap_or_default() {
            let formula = self.precondition(index, atom);
            let alternative = &mut self.result.alternatives[index];
            alternative.updates.insert(atom, formula.clone());
            let edge = alternative.edge;
            let cause = Cause::Precondition { edge, pair };
            self.add_all(&formula, self.flowchart.source(edge), iteration, &cause);
        }
        if let Some(info) = self.result.pairs.get_mut(&pair) {
            info.treatment = Treatment::Computed;
        }
    }

    /// Returns the simplified weakest precondition of an atom over an alternative, under its guard and safety
    /// condition.
    fn precondition(&mut self, index: usize, atom: AtomId) -> Formula {
        if let Some(known) = self.preconditions.get(&(index, atom)) {
            return known.clone();
        }
        let found = self.new_precondition(index, atom);
        // A formula that is larger than necessary because of the budget is not memoised.
        if self.budget.check().is_ok() {
            self.preconditions.insert((index, atom), found.clone());
        }
        found
    }

    fn new_precondition(&mut self, index: usize, atom: AtomId) -> Formula {
        let Alternative { actions, safe, guard, .. } = &self.result.alternatives[index];
        let mut context =
            wp::Context { arena: &mut self.result.arena, facts: &self.result.facts, types: &mut self.types };
        let raw = wp::of_sequence(&mut context, actions, Formula::Atom(atom));
        let formula = self.simplifier.simplify(&mut self.result.arena, &raw);
        let known = Formula::and([safe.clone(), guard.clone()]);
        let assumed = assume_literals(&formula, &known, self.budget);
        let holds =
            known.conjuncts().iter().filter_map(|part| if let Formula::Atom(atom) = part { Some(*atom) } else { None });
        let holds: Vec<AtomId> = holds.collect();
        self.simplifier.simplify_given(&mut self.result.arena, &assumed, &holds)
    }

    /// Step 3: pairs left unmarked are `*`, or a hint if one fits with predicates that are computed.
    fn approximate_rest(&mut self, hints: &[hints::PreparedHint]) {
        for pair in std::mem::take(&mut self.fresh) {
            let location = pair.1;
            let Some(prepared) = hints::find(hints, &self.result.arena, pair) else { continue };
            let known = !prepared.is_free
                && prepared.replacement.atoms().into_iter().all(|part| {
                    self.result.pairs.get(&(part, location)).is_some_and(|info| info.treatment == Treatment::Computed)
                });
            if known && let Some(info) = self.result.pairs.get_mut(&pair) {
                self.result.hint_uses[prepared.index] += 1;
                info.treatment = Treatment::Hinted { hint: prepared.index, replacement: prepared.replacement.clone() };
            }
        }
    }

    /// Relates the predicates of each location to each other.
    fn relate(&mut self) {
        let mut computed: IndexMap<LocationId, Vec<AtomId>> = IndexMap::new();
        for ((atom, location), info) in &self.result.pairs {
            if info.treatment.is_variable() || matches!(info.treatment, Treatment::Known(_)) {
                computed.entry(*location).or_default().push(*atom);
            }
        }
        for (location, atoms) in computed {
            let Abstraction { arena, facts, .. } = &mut self.result;
            let clauses = constraints::of_atoms(arena, facts, &mut self.simplifier, &atoms);
            self.result.constraints.insert(location, clauses);
        }
    }

    fn finish(&mut self) {
        let pairs = &self.result.pairs;
        let mut atoms: Vec<AtomId> = pairs.keys().map(|(atom, _)| *atom).collect();
        atoms.sort();
        atoms.dedup();
        self.result.statistics.pairs = pairs.len();
        self.result.statistics.predicates = atoms.len();
        self.result.statistics.converged = pairs.values().all(|info| info.treatment != Treatment::Unmarked);
    }
}

/// Simplifies the formula under the assumption `known`: replaces its literals by their values.
fn assume_literals(formula: &Formula, known: &Formula, budget: &Budget) -> Formula {
    let literals = known.conjuncts();
    let value = |atom: AtomId| {
        literals.iter().find_map(|literal| match literal {
            Formula::Atom(known) if *known == atom => Some(true),
            Formula::NotAtom(known) if *known == atom => Some(false),
            _ => None,
        })
    };
    let replaced = formula.map_atoms(&mut |atom| value(atom).map_or(Formula::Atom(atom), Formula::constant));
    if replaced == *formula { replaced } else { propositional::reduce(&replaced, budget) }
}
