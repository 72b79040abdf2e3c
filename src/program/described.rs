//! Entry states of a procedure built from a cell-by-cell description, such as a model of the bounded engine.
//!
//! Everything that the description does not mention is as in every entry state: globals that keep their initial value
//! have it, other bytes are zero, locals are undefined. [`crate::start`] defines the possible entry states; this module
//! does not check that the description is one of them.

use crate::interp::{BlockId, Fault, Interpreter, Pointer, State, Value};
use crate::start::Start;
use crate::{FunctionId, Program, SymbolId, VariableId};
use ctype::TypeId;

/// The object or symbol that a scalar belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellOwner {
    /// A parameter or a global.
    Variable(VariableId),
    /// The value of a symbolic constant.
    Symbol(SymbolId),
    /// A heap block, by its index.
    Node(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellValue {
    /// The given number of bits, which are not an address.
    Bits(u128, u32),
    /// The value of a symbolic constant of arithmetic type.
    Number(i128),
    Null,
    /// The start of a block, by its index.
    Node(usize),
    /// An address in a global: bytes from its start.
    Global(VariableId, u64),
    Function(FunctionId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DescribedCell {
    pub owner: CellOwner,
    /// Offset in bytes from the start of the owner.
    pub offset: u64,
    /// The type of the scalar if it is a pointer.
    pub ty: Option<TypeId>,
    pub value: CellValue,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EntryDescription {
    /// The heap blocks: size in bytes and allocated type.
    pub nodes: Vec<(u64, Option<TypeId>)>,
    /// Contents of blocks and variables, and values of symbolic constants.
    pub cells: Vec<DescribedCell>,
}

/// Builds the described state.
pub fn state(program: &Program, entry: FunctionId, description: &EntryDescription) -> Result<State, Fault> {
    let mut state = State::at_entry(program, entry)?;
    Interpreter::new(program).initialize_constants(&mut state, &Start::of(program, entry))?;
    let allocated = description.nodes.iter().map(|(size, ty)| state.allocate(*size, *ty, true, true));
    let blocks = allocated.collect::<Result<Vec<BlockId>, Fault>>()?;
    for cell in &description.cells {
        set(&mut state, program, &blocks, cell)?;
    }
    state.lock_constants(program);
    Ok(state)
}

fn set(state: &mut State, program: &Program, blocks: &[BlockId], cell: &DescribedCell) -> Result<(), Fault> {
    let value = match cell.value {
        CellValue::Bits(bits, _) => Value::Integer(bits as i128),
        CellValue::Number(number) => Value::Integer(number),
        CellValue::Null => Value::NULL,
        CellValue::Node(node) => Value::pointer_to(block_of(blocks, node)?),
        CellValue::Global(variable, offset) => Value::Pointer(moved(place_of(state, variable)?, offset)),
        CellValue::Function(function) => Value::Function(function),
    };
    let start = match cell.owner {
        CellOwner::Symbol(symbol) => {
            state.set_symbol(symbol, value);
            return Ok(());
        }
        CellOwner::Variable(variable) => place_of(state, variable)?,
        CellOwner::Node(node) => Pointer::To { block: block_of(blocks, node)?, offset: 0 },
    };
    let place = moved(start, cell.offset);
    match (cell.value, cell.ty) {
        (CellValue::Bits(_, width), _) => state.store_bits(place, 0, width, value),
        (_, Some(ty)) => state.store(place, value, ty, &program.types),
        (_, None) => Err(Fault::unsupported("an address without a type")),
    }
}

fn block_of(blocks: &[BlockId], node: usize) -> Result<BlockId, Fault> {
    blocks.get(node).copied().ok_or_else(|| Fault::unsupported("a block that is not described"))
}

fn place_of(state: &State, variable: VariableId) -> Result<Pointer, Fault> {
    state.variable_address(variable).ok_or_else(|| Fault::unsupported("a variable that has no storage here"))
}

fn moved(place: Pointer, bytes: u64) -> Pointer {
    match place {
        Pointer::To { block, offset } => {
            Pointer::To { block, offset: offset.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX)) }
        }
        Pointer::Null => Pointer::Null,
    }
}
