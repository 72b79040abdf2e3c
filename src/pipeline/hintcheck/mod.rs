//! Checks hints: a hint is sound if in no state it contradicts the predicate that it replaces.
//!
//! "Verified" rests on what is *proved* for all heaps, of any size. A hint is proved
//!
//! - if the theory of heaps contradicts every valuation in which the predicate is true and the hint false, or the other
//!   way round ([`HintProof::Theory`]); with integers bit by bit, where they matter ([`HintProof::Integers`]);
//! - or if a small-model theorem says that heaps of up to some number of nodes suffice, and SAT finds none of these that
//!   refutes it ([`HintProof::SmallModel`]; `theory::bounded::small_model` has the theorem, its proof and its conditions).
//!
//! For every other predicate that a hint was applied to, the check searches for a state that refutes it: SAT looks for
//! a heap of one node, then of two, and so on up to `Settings::hint_nodes`, with all values of the variables and
//! symbols that occur in it; and for values of integers. A state found this way refutes the hint if the definitions
//! agree. What the clause encoding of heaps does not support (arithmetic, nested records, arrays) is evaluated on all
//! heaps of up to `ENUMERATED_NODES` nodes, one after the other. A hint that no such state refutes was *tried*, no
//! more: nothing is verified by it unless the user trusts it.
//!
//! If the program frees memory, any of the nodes may be freed, too, and a dangling pointer equals nothing but itself:
//! one way in which a run can find it. If it stores addresses of variables, fields or elements, or uses one block under
//! two types, these heaps are not all that exist, and a hint counts as unchecked.
//!
//! `diagnostics` reports what is wrong with a hint.

pub mod diagnostics;

use std::collections::BTreeSet;

use crate::draw;
use crate::limits::{ENUMERATED_NODES, ENUMERATED_STATES};
use crate::prepare::Prepared;
use crate::small_heaps;
use abstraction::{Abstraction, Treatment};
use base::budget::Exhausted;
use base::{Budget, SourceMap};
use ctype::TypeId;
use logic::display::Printer;
use logic::evaluate::AtomEvaluator;
use logic::{Arena, Atom, AtomId, Formula, TermId, TermNode};
use program::heaps::{self, HeapLimits};
use program::interp::{State, Value};
use program::{Program, SymbolId, VariableId, VariableKind};
use reason::assumption::{HintEvidence, Obstacle, UnprovedHint};
use spec::Hint;
use theory::bounded::{self, Heap, ScalarValue};
use theory::{Excluded, excludes};

/// How a hint is proved for every state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintProof {
    /// By the axioms of heaps.
    Theory,
    /// By the bits of integers, and the axioms of heaps.
    Integers,
    /// SAT finds no heap of up to this many nodes that refutes it, and no more are needed.
    SmallModel {
        /// Number of nodes that suffice.
        nodes: usize,
    },
}

/// A state that refutes a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintRefutation {
    /// The predicate's value in the state; the hint has the opposite value.
    pub value: bool,
    /// The state, drawn.
    pub state: String,
}

/// The status of a hint for one predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds in every state.
    Proved(HintProof),
    /// It holds on the heaps that were tried.
    Tried {
        /// Maximum size of these heaps.
        nodes: usize,
        /// True if all integers were tried; false if only a few were.
        all_integers: bool,
    },
    /// Nothing is known.
    Unchecked(Obstacle),
    /// It does not hold.
    Refuted(HintRefutation),
}

impl Standing {
    /// A key that is larger for a worse status.
    fn rank(&self) -> (usize, usize) {
        match self {
            Standing::Proved(_) => (0, 0),
            Standing::Tried { nodes, .. } => (1, usize::MAX - nodes),
            Standing::Unchecked(_) => (2, 0),
            Standing::Refuted(_) => (3, 0),
        }
    }
}

/// The application of a hint to a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// Index of the hint.
    pub hint: usize,
    /// The predicate, in the syntax of specifications.
    pub predicate: String,
    pub standing: Standing,
}

/// The result of the check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HintCheck {
    /// Every application of a hint that makes a claim. Once a hint is refuted, its further applications are skipped.
    pub applications: Vec<Application>,
    /// Hints that leave some predicate unconstrained, which is no claim.
    pub free: BTreeSet<usize>,
}

impl HintCheck {
    /// Returns the worst application of a hint; `None` if it makes no claim.
    pub fn worst(&self, hint: usize) -> Option<&Application> {
        let of_hint = self.applications.iter().filter(|application| application.hint == hint);
        // The first of those that are equally bad.
        of_hint.reduce(|worst, next| if next.standing.rank() > worst.standing.rank() { next } else { worst })
    }

    /// Returns the hints that make a claim.
    pub fn claiming(&self) -> BTreeSet<usize> {
        self.applications.iter().map(|application| application.hint).collect()
    }

    /// Returns the first refuted application of each hint that has one.
    pub fn refuted(&self) -> impl Iterator<Item = (&Application, &HintRefutation)> {
        self.applications.iter().filter_map(|application| match &application.standing {
            Standing::Refuted(refutation) => Some((application, refutation)),
            _ => None,
        })
    }

    /// Returns true if every hint from index `first` on is proved, or makes no claim.
    pub fn are_proved_from(&self, first: usize) -> bool {
        let is_proved = |application: &Application| matches!(application.standing, Standing::Proved(_));
        self.applications.iter().all(|application| application.hint < first || is_proved(application))
    }

    /// Returns the hints that are neither proved nor refuted: proofs that use them rest on them.
    pub fn unproved(&self, hints: &[Hint], sources: &SourceMap) -> Vec<UnprovedHint> {
        let unproved = |index: usize| {
            let position = sources.position(hints.get(index)?.span);
            match &self.worst(index)?.standing {
                Standing::Tried { nodes, all_integers } => Some(UnprovedHint {
                    position,
                    known: HintEvidence::Tried { nodes: *nodes, all_integers: *all_integers },
                }),
                Standing::Unchecked(obstacle) => {
                    Some(UnprovedHint { position, known: HintEvidence::Nothing(obstacle.clone()) })
                }
                Standing::Proved(_) | Standing::Refuted(_) => None,
            }
        };
        self.claiming().into_iter().filter_map(unproved).collect()
    }
}

/// Checks every application of a hint, on heaps of up to `nodes` nodes where it is not proved.
pub fn check(prepared: &Prepared, abstraction: &Abstraction, nodes: usize, budget: &Budget) -> HintCheck {
    let mut result = HintCheck::default();
    let mut seen: Vec<(usize, AtomId)> = Vec::new();
    let symbols = prepared.specification.symbol_names();
    let printer = Printer::new(&abstraction.arena, &prepared.program, &symbols);
    for ((atom, _), info) in &abstraction.pairs {
        let (hint, replacement) = match &info.treatment {
            Treatment::Hinted { hint, replacement } => (*hint, replacement),
            Treatment::Free { hint, .. } => {
                result.free.extend(hint);
                continue;
            }
            Treatment::Computed | Treatment::Known(_) | Treatment::Unmarked => continue,
        };
        // `*` contradicts nothing.
        if *replacement == Formula::Unknown {
            result.free.insert(hint);
            continue;
        }
        if seen.contains(&(hint, *atom)) || result.refuted().any(|(known, _)| known.hint == hint) {
            continue;
        }
        seen.push((hint, *atom));
        let standing = standing(prepared, abstraction, *atom, replacement, nodes, budget);
        result.applications.push(Application { hint, predicate: printer.atom(*atom), standing });
    }
    result
}

/// Returns the status of a hint for a predicate: proved, or else refuted by a state, or tried.
fn standing(
    prepared: &Prepared,
    abstraction: &Abstraction,
    atom: AtomId,
    replacement: &Formula,
    nodes: usize,
    budget: &Budget,
) -> Standing {
    let Abstraction { arena, facts, .. } = abstraction;
    let contradiction = bounded::contradiction(atom, replacement);
    let values = match excludes(arena, facts, &contradiction) {
        Excluded::Nowhere { by_integers: false } => return Standing::Proved(HintProof::Theory),
        Excluded::Nowhere { by_integers: true } => return Standing::Proved(HintProof::Integers),
        Excluded::Perhaps(values) => values,
    };
    let mut atoms = replacement.atoms();
    atoms.push(atom);
    let mut variables = Vec::new();
    let terms = atoms.iter().flat_map(|atom| arena.terms_of(*atom));
    terms.for_each(|term| collect_variables(abstraction, term, &mut variables));
    variables.sort();
    variables.dedup();
    let program = with_parameters(prepared, &variables);
    let symbols = prepared.specification.symbol_types();
    let case = Case { prepared, abstraction, program: &program, symbols, atom, replacement, contradiction, values };
    if let Some(refutation) = case.refute_by_values() {
        return Standing::Refuted(refutation);
    }
    if !facts.has_plain_pointers() {
        return Standing::Unchecked(Obstacle::Pointers);
    }
    match case.refute_by_sat(nodes, budget) {
        Ok(Some(standing)) => standing,
        Ok(None) => case.refute_by_trying(nodes.min(ENUMERATED_NODES), budget).unwrap_or_else(Standing::Unchecked),
        Err(exhausted) => Standing::Unchecked(exhausted.into()),
    }
}

/// An application of a hint, with all variables and symbols of its predicates as inputs.
struct Case<'a> {
    prepared: &'a Prepared,
    abstraction: &'a Abstraction,
    program: &'a Program,
    symbols: Vec<(SymbolId, TypeId)>,
    atom: AtomId,
    replacement: &'a Formula,
    /// True where the hint does not hold.
    contradiction: Formula,
    /// Integers that may refute it.
    values: Vec<(TermId, i128)>,
}

impl Case<'_> {
    /// Evaluates the hint in the state without nodes whose integers may refute it.
    fn refute_by_values(&self) -> Option<HintRefutation> {
        let arena = &self.abstraction.arena;
        let is_root = |term: TermId| match arena.node(term) {
            TermNode::Symbol(_) => true,
            TermNode::Load(address) => arena.is_variable_cell(address),
            _ => false,
        };
        let roots = self.values.iter().filter(|(term, _)| is_root(*term));
        let roots: Vec<(TermId, ScalarValue)> =
            roots.map(|(term, value)| (*term, ScalarValue::Integer(*value))).collect();
        if roots.is_empty() {
            return None;
        }
        let heap = Heap { nodes: Vec::new(), roots };
        let state = small_heaps::state(self.program, self.prepared.entry, &self.symbols, arena, &heap).ok()?;
        self.refuted_in(&state)
    }

    /// Returns `None` if SAT cannot decide.
    fn refute_by_sat(&self, nodes: usize, budget: &Budget) -> Result<Option<Standing>, Exhausted> {
        let Abstraction { arena, facts, .. } = self.abstraction;
        let enough = bounded::enough_nodes(arena, facts, &self.contradiction).filter(|enough| *enough <= nodes);
        // Heaps of one node include the empty heap.
        let most = enough.unwrap_or(nodes).max(1);
        for size in 1..=most {
            budget.check()?;
            match bounded::find(arena, facts, facts.never_frees(), &self.contradiction, size) {
                Ok(None) => {}
                Ok(Some(heap)) => {
                    let state = small_heaps::state(self.program, self.prepared.entry, &self.symbols, arena, &heap);
                    // If the definitions disagree, SAT's answer cannot be trusted here.
                    return Ok(state.ok().and_then(|state| self.refuted_in(&state)).map(Standing::Refuted));
                }
                // Larger heaps need too many gates.
                Err(_) if size > ENUMERATED_NODES => {
                    return Ok(Some(Standing::Tried { nodes: size - 1, all_integers: true }));
                }
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(match enough {
            Some(nodes) => Standing::Proved(HintProof::SmallModel { nodes }),
            None => Standing::Tried { nodes: most, all_integers: true },
        }))
    }

    fn refute_by_trying(&self, nodes: usize, budget: &Budget) -> Result<Standing, Obstacle> {
        let (arena, facts) = (&self.abstraction.arena, &self.abstraction.facts);
        let integers = self.integers();
        let mut tried = 0;
        let mut complete = 0;
        'sizes: for size in 1..=nodes.max(1) {
            let limits = HeapLimits::new(size, &integers);
            let states = heaps::as_read(self.program, self.prepared.entry, &self.symbols, &limits)
                .map_err(|fault| Obstacle::Heaps(fault.message))?;
            for state in
                states.flat_map(|state| if facts.never_frees() { vec![state] } else { heaps::partly_freed(&state) })
            {
                budget.check()?;
                tried += 1;
                if tried > ENUMERATED_STATES {
                    break 'sizes;
                }
                if let Some(refutation) = self.refuted_in(&state) {
                    return Ok(Standing::Refuted(refutation));
                }
            }
            complete = size;
        }
        let mut terms = self.contradiction.atoms().into_iter().flat_map(|atom| arena.terms_of(atom));
        let all_integers = !terms.any(|term| arena.types().is_integer(arena.type_of(term)));
        Ok(Standing::Tried { nodes: complete, all_integers })
    }

    /// Returns the state as a refutation, if the replacement contradicts the predicate there.
    fn refuted_in(&self, state: &State) -> Option<HintRefutation> {
        let value_of = |atom| value(&self.abstraction.arena, self.program, state, atom);
        let value = value_of(self.atom)?;
        let says = self.replacement.evaluate(&mut |part| value_of(part));
        let drawn = || draw::state(self.program, &self.prepared.specification, state);
        (says == Some(!value)).then(|| HintRefutation { value, state: drawn() })
    }

    /// Returns integers to try as inputs: those that may refute the hint, those of the predicates, and their
    /// neighbours.
    fn integers(&self) -> Vec<i128> {
        /// More values make too many heaps.
        const MOST: usize = 6;
        let arena = &self.abstraction.arena;
        let mut found: Vec<i128> = Vec::new();
        let mut add = |value: i128| {
            if !found.contains(&value) {
                found.push(value);
            }
        };
        self.values.iter().take(MOST / 2).for_each(|(_, value)| add(*value));
        [0, 1].into_iter().for_each(&mut add);
        let mut agenda: Vec<TermId> =
            self.contradiction.atoms().into_iter().flat_map(|atom| arena.terms_of(atom)).collect();
        while let Some(term) = agenda.pop() {
            if let TermNode::Integer(constant) = arena.node(term) {
                [constant, constant.saturating_sub(1), constant.saturating_add(1)].into_iter().for_each(&mut add);
            }
            agenda.extend(arena.children(term));
        }
        found.truncate(MOST);
        found
    }
}

/// Returns the value of an atom, where dangling pointers equal nothing but themselves.
fn value(arena: &Arena, program: &Program, state: &State, atom: AtomId) -> Option<bool> {
    let known = AtomEvaluator::new(arena, program).atom(state, atom);
    let Atom::Equal(left, right) = *arena.get(atom) else { return known };
    known.or_else(|| {
        let value = |term| state.evaluate(&Printer::expression_of(arena, term)?, program).ok();
        let (left, right) = (value(left)?, value(right)?);
        let is_open = left == Value::Undefined || right == Value::Undefined;
        let dangles = state.is_dangling(left) || state.is_dangling(right);
        (dangles && !is_open).then_some(left == right)
    })
}

fn collect_variables(abstraction: &Abstraction, term: TermId, found: &mut Vec<VariableId>) {
    if let TermNode::VariableAddress(variable) = abstraction.arena.node(term) {
        found.push(variable);
    }
    abstraction.arena.children(term).for_each(|child| collect_variables(abstraction, child, found));
}

/// Returns the program with exactly these variables as inputs of the entry function: at a location inside it, locals
/// have values, too.
fn with_parameters(prepared: &Prepared, variables: &[VariableId]) -> Program {
    let mut program = prepared.program.clone();
    for variable in program.variables.ids().collect::<Vec<_>>() {
        if variables.contains(&variable) && program.variables[variable].kind != VariableKind::Global {
            program.variables[variable].kind = VariableKind::Parameter;
        }
    }
    let function = &mut program.functions[prepared.entry];
    function.parameters =
        variables.iter().copied().filter(|id| prepared.program.variables[*id].kind != VariableKind::Global).collect();
    program
}
