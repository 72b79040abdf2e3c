//! Describes an entry state cell by cell: the inverse of building a state by choices.

use crate::described::{CellOwner, CellValue, DescribedCell, EntryDescription};
use crate::heaps::{Builder, Cell, HeapLimits};
use crate::interp::{BlockId, BlockKind, Content, Liveness, Pointer, State, Value};
use crate::{FunctionId, Program, SymbolId};
use ctype::TypeId;

/// Describes an entry state. [`described::state`](crate::described::state) rebuilds it, except that unreachable blocks
/// are left out and undefined bytes are zero. Returns `None` if some part of it cannot be described.
pub fn describe(
    program: &Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    state: &State,
) -> Option<EntryDescription> {
    let builder = Builder::new(program, entry, symbols, &HeapLimits::new(0, &[]), true).ok()?;
    let mut reading = Reading { builder, state, nodes: Vec::new(), description: EntryDescription::default() };
    for variable in reading.builder.start.inputs() {
        let Some(Pointer::To { block, .. }) = state.variable_address(variable) else { continue };
        reading.object(CellOwner::Variable(variable), block, program.variables.get(variable)?.ty)?;
    }
    for (symbol, _) in symbols {
        let value = reading.value(state.symbol(*symbol)?)?;
        let cell = DescribedCell { owner: CellOwner::Symbol(*symbol), offset: 0, ty: None, value };
        reading.description.cells.push(cell);
    }
    // Reading a block may find further ones.
    let mut next = 0;
    while let Some(block) = reading.nodes.get(next).copied() {
        let (known, owner) = (state.block(block)?, CellOwner::Node(next));
        next += 1;
        let BlockKind::Heap(ty) = known.kind else { return None };
        reading.description.nodes.push((known.size(), ty));
        if let Some(ty) = ty {
            reading.object(owner, block, ty)?;
        }
    }
    Some(reading.description)
}

struct Reading<'r> {
    builder: Builder<'r>,
    state: &'r State,
    /// Blocks in order of discovery.
    nodes: Vec<BlockId>,
    description: EntryDescription,
}

impl Reading<'_> {
    fn object(&mut self, owner: CellOwner, block: BlockId, ty: TypeId) -> Option<()> {
        let (layout, bytes) = (self.builder.layouts.get(&ty)?.clone(), self.state.block(block)?.size());
        let cells = layout.starts(bytes).flat_map(|start| layout.cells.iter().map(move |cell| cell.moved(start)));
        for cell in cells {
            match self.builder.program.types.is_pointer(cell.ty) {
                true => self.pointer(owner, block, &cell)?,
                false => self.number(owner, block, &cell)?,
            }
        }
        Some(())
    }

    fn pointer(&mut self, owner: CellOwner, block: BlockId, cell: &Cell) -> Option<()> {
        let place = Pointer::To { block, offset: i64::try_from(cell.offset).ok()? };
        let value = self.state.load(place, cell.ty, &self.builder.program.types).ok()?;
        if value != Value::Undefined {
            let value = self.value(value)?;
            self.description.cells.push(DescribedCell { owner, offset: cell.offset, ty: Some(cell.ty), value });
        }
        Some(())
    }

    /// A bit-field shares its bytes with others, so it is described byte by byte.
    fn number(&mut self, owner: CellOwner, block: BlockId, cell: &Cell) -> Option<()> {
        let types = &self.builder.program.types;
        let size = types.size_of(cell.ty)?;
        let places: Vec<(u64, u64)> = match cell.bits {
            None => vec![(cell.offset, size)],
            Some((first, width)) => {
                let bytes = u64::from(first / 8)..u64::from(first + width).div_ceil(8);
                bytes.map(|byte| (cell.offset + byte, 1)).collect()
            }
        };
        for (offset, bytes) in places {
            let bits = match self.state.block(block)?.content(offset, bytes, types.model().word_bytes()) {
                Content::Bits(bits) | Content::Mixed(bits, _) => bits,
                Content::Undefined => continue,
                Content::Address(_) | Content::Defined => return None,
            };
            let value = CellValue::Bits(bits, u32::try_from(8 * bytes).ok()?);
            let described = DescribedCell { owner, offset, ty: None, value };
            if !self.description.cells.contains(&described) {
                self.description.cells.push(described);
            }
        }
        Some(())
    }

    fn value(&mut self, value: Value) -> Option<CellValue> {
        match value {
            Value::Integer(number) => Some(CellValue::Number(number)),
            Value::Pointer(Pointer::Null) => Some(CellValue::Null),
            Value::Pointer(Pointer::To { block, offset }) => {
                let known = self.state.block(block).filter(|block| block.liveness == Liveness::Live)?;
                match known.kind {
                    BlockKind::Heap(_) if offset == 0 && known.at_entry => {
                        let node = self.nodes.iter().position(|node| *node == block);
                        Some(CellValue::Node(node.unwrap_or_else(|| {
                            self.nodes.push(block);
                            self.nodes.len() - 1
                        })))
                    }
                    BlockKind::Global(variable) => Some(CellValue::Global(variable, u64::try_from(offset).ok()?)),
                    _ => None,
                }
            }
            Value::Function(function) => Some(CellValue::Function(function)),
            Value::Float(_) | Value::LongDouble(_) | Value::Undefined => None,
        }
    }
}
