//! Checks hints: a hint is sound when, in every state, what it says does not contradict the predicate that it stands for.
//!
//! Where the theory of heaps contradicts every valuation in which the predicate is true and the hint false, or the other way
//! round, the hint holds for all heaps, of any size. For every other pair that a hint was applied to, SAT looks for a heap where the
//! predicate is true and the hint false (or the other way round): first of one node, then of two, and so on, with all values of the
//! variables and symbols that occur in it. Such a heap refutes the hint, once the definitions agree. The answer otherwise is
//! "holds for all heaps of up to n nodes".
//!
//! What the encoding of heaps as clauses refuses (arithmetic, records in records, arrays) is evaluated on all heaps of up to
//! [`ENUMERATED`] nodes, one after the other.
//!
//! Where the program frees, any of the nodes may be freed, too, and a dangling pointer equals nothing but itself: one way that a
//! run can find it. Where it keeps addresses of variables, fields or elements, or uses one block under two types, these heaps
//! are not all that there are, and a hint counts as not checked.

use crate::abstraction::{Abstraction, Treatment};
use crate::base::Budget;
use crate::ctype::TypeId;
use crate::logic::display::Printer;
use crate::logic::evaluate::Evaluator;
use crate::logic::{Arena, Atom, AtomId, Formula, TermId, TermNode};
use crate::pipeline::{Prepared, draw, small_heaps};
use crate::program::heaps::{self, HeapLimits};
use crate::program::interp::{State, Value};
use crate::program::{Program, SymbolId, VariableId, VariableKind};
use crate::theory::{Literal, Theory, bounded};

/// A state that refutes a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// Index of the hint.
    pub hint: usize,
    /// The predicate that it stood for.
    pub atom: AtomId,
    /// The predicate's value in the state; the hint says the opposite.
    pub value: bool,
    /// The state, drawn.
    pub state: String,
}

/// What the check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HintCheck {
    /// The first refutation of each hint that has one.
    pub refutations: Vec<Refutation>,
    /// Hints that could not be checked, with the reason.
    pub unchecked: Vec<(usize, String)>,
    /// Applications of hints that hold for all heaps.
    pub proved: usize,
    /// Applications of hints that were decided on all small heaps.
    pub tried: usize,
    /// Up to so many nodes, every one of these hints holds.
    pub nodes: usize,
}

/// Checks every application of a hint on all heaps of up to `nodes` nodes.
pub fn check(prepared: &Prepared, abstraction: &Abstraction, nodes: usize, budget: &Budget) -> HintCheck {
    let mut result = HintCheck { nodes, ..HintCheck::default() };
    let mut seen: Vec<(usize, AtomId)> = Vec::new();
    for ((atom, _), info) in &abstraction.pairs {
        let Treatment::Hinted { hint, replacement } = &info.treatment else { continue };
        let done = seen.contains(&(*hint, *atom)) || result.refutations.iter().any(|known| known.hint == *hint);
        if done {
            continue;
        }
        seen.push((*hint, *atom));
        if holds_for_all_heaps(abstraction, *atom, replacement) {
            result.proved += 1;
            continue;
        }
        result.tried += 1;
        match refute(prepared, abstraction, *atom, replacement, nodes, budget) {
            Ok(Err(complete)) => result.nodes = result.nodes.min(complete),
            Ok(Ok((value, state))) => {
                result.refutations.push(Refutation { hint: *hint, atom: *atom, value, state });
            }
            Err(reason) => result.unchecked.push((*hint, reason)),
        }
    }
    result
}

/// More predicates in a hint are not tried in every combination.
const MOST_PARTS: usize = 8;

/// Whether the theory of heaps knows that the predicate and what the hint says never contradict each other.
fn holds_for_all_heaps(abstraction: &Abstraction, atom: AtomId, replacement: &Formula) -> bool {
    let mut atoms = replacement.atoms();
    atoms.retain(|part| *part != atom);
    atoms.push(atom);
    let Abstraction { arena, facts, .. } = abstraction;
    if atoms.len() > MOST_PARTS {
        return false;
    }
    let Some(mut theory) = Theory::new(arena, facts, facts.never_frees(), &atoms) else { return false };
    (0..1_usize << atoms.len()).all(|choice| {
        let values: Vec<Literal> =
            atoms.iter().enumerate().map(|(index, part)| (*part, choice >> index & 1 == 1)).collect();
        let value = |part| values.iter().find(|(known, _)| *known == part).map(|(_, value)| *value);
        let says = replacement.evaluate(&mut |part| value(part));
        says.is_none() || says == value(atom) || theory.refute(&values).is_some()
    })
}

/// Heaps of more nodes are too many to be tried one after the other.
pub const ENUMERATED: usize = 3;

/// What the search for a refutation found: the predicate's value with the state, or the nodes up to which there is none.
type Refuted = Result<(bool, String), usize>;

/// A state that the replacement contradicts.
fn refute(
    prepared: &Prepared,
    abstraction: &Abstraction,
    atom: AtomId,
    replacement: &Formula,
    nodes: usize,
    budget: &Budget,
) -> Result<Refuted, String> {
    let mut atoms = replacement.atoms();
    atoms.push(atom);
    let mut terms: Vec<TermId> = Vec::new();
    for atom in &atoms {
        terms.extend(abstraction.arena.get(*atom).terms());
    }
    let mut variables = Vec::new();
    terms.iter().for_each(|term| note_variables(abstraction, *term, &mut variables));
    variables.sort();
    variables.dedup();
    let program = with_parameters(prepared, &variables);
    if !abstraction.facts.has_plain_pointers() {
        return Err("the program has pointers that small heaps of whole blocks do not have".to_string());
    }
    let symbols = prepared.specification.symbol_types();
    let case = Case { prepared, abstraction, program: &program, symbols, atom, replacement };
    match case.refute_by_sat(nodes, budget)? {
        Some(answer) => Ok(answer),
        None => case.refute_by_trying(nodes.min(ENUMERATED), budget),
    }
}

/// An application of a hint, with all that its predicates speak of as inputs.
struct Case<'a> {
    prepared: &'a Prepared,
    abstraction: &'a Abstraction,
    program: &'a Program,
    symbols: Vec<(SymbolId, TypeId)>,
    atom: AtomId,
    replacement: &'a Formula,
}

impl Case<'_> {
    /// `None` where SAT cannot decide.
    fn refute_by_sat(&self, nodes: usize, budget: &Budget) -> Result<Option<Refuted>, String> {
        let Abstraction { arena, facts, .. } = self.abstraction;
        let formula = bounded::contradiction(self.atom, self.replacement);
        for size in 1..=nodes {
            budget.check().map_err(|reason| reason.to_string())?;
            match bounded::find(arena, facts, facts.never_frees(), &formula, size) {
                Ok(None) => {}
                Ok(Some(heap)) => {
                    let state = small_heaps::state(self.program, self.prepared.entry, &self.symbols, arena, &heap);
                    // If the definitions do not agree, SAT is not to be believed here.
                    return Ok(state.ok().and_then(|state| self.refuted_in(&state)).map(Ok));
                }
                // Larger ones are too many gates.
                Err(_) if size > ENUMERATED => return Ok(Some(Err(size - 1))),
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(Err(nodes)))
    }

    fn refute_by_trying(&self, nodes: usize, budget: &Budget) -> Result<Refuted, String> {
        let (arena, facts) = (&self.abstraction.arena, &self.abstraction.facts);
        let limits = HeapLimits::new(nodes, &integers(arena, self.atom, self.replacement));
        let states = heaps::enumerate(self.program, self.prepared.entry, &self.symbols, &limits)
            .map_err(|fault| format!("its heaps cannot be enumerated: {}", fault.message))?;
        for state in
            states.flat_map(|state| if facts.never_frees() { vec![state] } else { heaps::partly_freed(&state) })
        {
            budget.check().map_err(|reason| reason.to_string())?;
            if let Some(refutation) = self.refuted_in(&state) {
                return Ok(Ok(refutation));
            }
        }
        Ok(Err(nodes))
    }

    /// The predicate's value in a state where the replacement contradicts it, and the state drawn.
    fn refuted_in(&self, state: &State) -> Option<(bool, String)> {
        let value_of = |atom| value(&self.abstraction.arena, self.program, state, atom);
        let value = value_of(self.atom)?;
        let says = self.replacement.evaluate(&mut |part| value_of(part));
        (says == Some(!value)).then(|| (value, draw::state(self.program, &self.prepared.specification, state)))
    }
}

/// Integers that inputs take: those of the predicates, and their neighbours.
fn integers(arena: &Arena, atom: AtomId, replacement: &Formula) -> Vec<i128> {
    /// More values make too many heaps.
    const MOST: usize = 6;
    let mut found = vec![0, 1];
    let mut agenda: Vec<TermId> =
        replacement.atoms().iter().chain([&atom]).flat_map(|atom| arena.get(*atom).terms()).collect();
    while let Some(term) = agenda.pop() {
        if let TermNode::Integer(constant) = arena.node(term) {
            let beside = [constant, constant.saturating_sub(1), constant.saturating_add(1)];
            found.extend(beside.into_iter().filter(|value| !found.contains(value)).collect::<Vec<_>>());
        }
        agenda.extend(arena.children(term));
    }
    found.truncate(MOST);
    found
}

/// The value of an atom, where dangling pointers equal nothing but themselves.
fn value(arena: &Arena, program: &Program, state: &State, atom: AtomId) -> Option<bool> {
    let known = Evaluator::new(arena, program).atom(state, atom);
    let Atom::Equal(left, right) = *arena.get(atom) else { return known };
    known.or_else(|| {
        let value = |term| state.evaluate(&Printer::expression_of(arena, term)?, program).ok();
        let (left, right) = (value(left)?, value(right)?);
        let is_open = left == Value::Undefined || right == Value::Undefined;
        let dangles = state.is_dangling(left) || state.is_dangling(right);
        (dangles && !is_open).then_some(left == right)
    })
}

fn note_variables(abstraction: &Abstraction, term: TermId, found: &mut Vec<VariableId>) {
    if let TermNode::VariableAddress(variable) = abstraction.arena.node(term) {
        found.push(variable);
    }
    abstraction.arena.children(term).for_each(|child| note_variables(abstraction, child, found));
}

/// The program with exactly these variables as inputs of the entry function: at a location in its middle, locals hold
/// values, too.
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
