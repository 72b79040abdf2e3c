//! Converts a heap found by the theory to a state of the interpreter. The caller checks SAT's answer by the definitions
//! before reporting it.

use ctype::{Type, TypeId};
use logic::{Arena, TermId, TermNode};
use program::heaps::{self, HeapLimits};
use program::interp::{BlockId, Fault, Pointer, State, Value};
use program::{FunctionId, Program, SymbolId, VariableKind};
use theory::bounded::{Heap, ScalarValue};

/// Returns the entry state with this heap. Cells that it does not mention are NULL or zero; a dead node is freed.
pub fn state(
    program: &Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    arena: &Arena,
    heap: &Heap,
) -> Result<State, Fault> {
    let nothing = HeapLimits::new(0, &[0]);
    let mut state = heaps::enumerate(program, entry, symbols, &nothing)?
        .next()
        .ok_or_else(|| Fault::unsupported("a procedure without an entry state"))?;
    let types = &program.types;
    let mut blocks = Vec::with_capacity(heap.nodes.len());
    for node in &heap.nodes {
        let ty = types.find(&Type::Record(node.record));
        let size = types.record(node.record).layout.as_ref().map(|layout| layout.size);
        let (Some(ty), Some(size)) = (ty, size) else { return Err(Fault::unsupported("an incomplete record")) };
        blocks.push(state.allocate(size, Some(ty), true, true)?);
    }
    for (node, block) in heap.nodes.iter().zip(&blocks) {
        for (field, content) in &node.cells {
            let found = types.field(*field);
            let place = Pointer::To { block: *block, offset: i64::try_from(found.offset).unwrap_or(i64::MAX) };
            state.store(place, value(&blocks, *content), found.ty, types)?;
        }
    }
    for (term, content) in &heap.roots {
        let value = value(&blocks, *content);
        match arena.node(*term) {
            TermNode::Symbol(symbol) => state.set_symbol(symbol, value),
            TermNode::Load(address) => {
                // What has no place at the entry has no value there.
                let Some(place) = place_of(arena, program, entry, &state, address)? else { continue };
                state.store(place, value, arena.type_of(*term), types)?;
            }
            _ => return Err(Fault::unsupported("a root that is neither a variable nor a symbol")),
        }
    }
    for (node, block) in heap.nodes.iter().zip(&blocks) {
        if !node.is_alive {
            state.free(Value::pointer_to(*block))?;
        }
    }
    Ok(state)
}

fn value(blocks: &[BlockId], content: ScalarValue) -> Value {
    match content {
        ScalarValue::Null => Value::NULL,
        ScalarValue::Node(node) => blocks.get(node).map_or(Value::NULL, |block| Value::pointer_to(*block)),
        ScalarValue::Integer(integer) => Value::Integer(integer),
    }
}

/// Returns the place of an input variable, or of a member of one.
fn place_of(
    arena: &Arena,
    program: &Program,
    entry: FunctionId,
    state: &State,
    address: TermId,
) -> Result<Option<Pointer>, Fault> {
    match arena.node(address) {
        TermNode::VariableAddress(variable) => {
            // A local is indeterminate when a run begins, whatever the model says.
            let is_input = program.functions[entry].parameters.contains(&variable)
                || program.variables[variable].kind == VariableKind::Global;
            Ok(state.variable_address(variable).filter(|_| is_input))
        }
        TermNode::FieldAddress(base, field) => {
            let within = i64::try_from(program.types.field(field).offset).unwrap_or(i64::MAX);
            Ok(match place_of(arena, program, entry, state, base)? {
                Some(Pointer::To { block, offset }) => {
                    Some(Pointer::To { block, offset: offset.saturating_add(within) })
                }
                _ => None,
            })
        }
        _ => Err(Fault::unsupported("an element of an array in a variable")),
    }
}
