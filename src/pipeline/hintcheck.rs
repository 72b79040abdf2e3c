//! Checks hints: a hint is sound when, in every state, what it says does not contradict the predicate that it stands for.
//!
//! Every pair that a hint was applied to is evaluated on all heaps up to a number of nodes, with all values of the variables
//! and symbols that occur in it. A heap where the predicate is true and the hint false (or the other way round) refutes
//! the hint. The answer otherwise is "holds for all heaps of up to n nodes".

use crate::abstraction::{Abstraction, Treatment};
use crate::base::Budget;
use crate::logic::evaluate::Evaluator;
use crate::logic::{AtomId, Formula, TermId, TermNode};
use crate::pipeline::{Prepared, draw};
use crate::program::heaps::{self, HeapLimits};
use crate::program::{Program, VariableId, VariableKind};

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
    /// Nodes of the largest heaps that were tried.
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
        match refute(prepared, abstraction, *atom, replacement, nodes, budget) {
            Ok(None) => {}
            Ok(Some((value, state))) => {
                result.refutations.push(Refutation { hint: *hint, atom: *atom, value, state });
            }
            Err(reason) => result.unchecked.push((*hint, reason)),
        }
    }
    result
}

/// A state that the replacement contradicts: the predicate's value, and the state drawn.
fn refute(
    prepared: &Prepared,
    abstraction: &Abstraction,
    atom: AtomId,
    replacement: &Formula,
    nodes: usize,
    budget: &Budget,
) -> Result<Option<(bool, String)>, String> {
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
    let symbols: Vec<_> = prepared.specification.symbols.enumerate().map(|(id, symbol)| (id, symbol.ty)).collect();
    let limits = HeapLimits::new(nodes, &[0, 1]);
    let states = heaps::enumerate(&program, prepared.entry, &symbols, &limits)
        .map_err(|fault| format!("its heaps cannot be enumerated: {}", fault.message))?;
    let evaluator = Evaluator::new(&abstraction.arena, &program);
    for state in states {
        budget.check().map_err(|reason| reason.to_string())?;
        let Some(value) = evaluator.atom(&state, atom) else { continue };
        if evaluator.formula(&state, replacement) == Some(!value) {
            return Ok(Some((value, draw::state(&program, &prepared.specification, &state))));
        }
    }
    Ok(None)
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
