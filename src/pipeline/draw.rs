//! Concrete states as readable text: the value of each variable, and the cells of each block.
//!
//! ```text
//! x = #1, y = NULL
//! #1 { n = #2, data = 0 }
//! #2 { n = #1, data = 0 }
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::limits::DRAWN_CELLS;
use base::extended;
use ctype::{Type, TypeId, TypeTable};
use program::interp::{Block, BlockId, BlockKind, Content, Liveness, Pointer, State, Value};
use program::{Program, VariableKind};
use spec::Specification;

/// Draws the variables, the symbols, and the heap blocks that they reach.
pub fn state(program: &Program, specification: &Specification, state: &State) -> String {
    let mut drawing = Drawing { program, state, names: BTreeMap::new(), order: Vec::new() };
    let mut line = Vec::new();
    for (id, variable) in program.variables.enumerate() {
        if variable.kind == VariableKind::Temporary {
            continue;
        }
        let Some(address) = state.variable_address(id) else { continue };
        let value = drawing.cell(address, variable.ty);
        line.push(format!("{} = {value}", variable.display()));
    }
    for (id, symbol) in specification.symbols.enumerate() {
        if let Some(value) = state.symbol(id) {
            line.push(format!("{} = {}", symbol.name, drawing.value(value)));
        }
    }
    let mut text = line.join(", ");
    // Drawing a block may name further blocks: `order` grows while it is walked.
    let mut next = 0;
    while let Some(id) = drawing.order.get(next).copied() {
        next += 1;
        let _ = write!(text, "\n{}", drawing.block(id));
    }
    text
}

/// Returns the number of objects of its type that are drawn of a block: several if the caller gives it and it has room for them.
pub(super) fn objects_in(types: &TypeTable, block: &Block, ty: TypeId) -> u64 {
    let count = types.size_of(ty).and_then(|size| block.size().checked_div(size));
    count.filter(|_| block.at_entry).unwrap_or(1).max(1)
}

struct Drawing<'a> {
    program: &'a Program,
    state: &'a State,
    names: BTreeMap<BlockId, String>,
    order: Vec<BlockId>,
}

impl Drawing<'_> {
    fn name(&mut self, id: BlockId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let name = match self.state.block(id).map(|block| block.kind) {
            Some(BlockKind::Global(variable) | BlockKind::Local(variable)) => {
                format!("&{}", self.program.variables[variable].display())
            }
            Some(BlockKind::String(_)) => "\"…\"".to_string(),
            _ => {
                self.order.push(id);
                format!("#{}", self.order.len())
            }
        };
        self.names.insert(id, name.clone());
        name
    }

    fn value(&mut self, value: Value) -> String {
        match value {
            Value::Undefined => "?".into(),
            Value::Integer(value) => value.to_string(),
            Value::Float(bits) => format!("{:?}", f64::from_bits(bits)),
            Value::LongDouble(bits) => format!("{:?}L", extended::to_double(bits)),
            Value::Pointer(Pointer::Null) => "NULL".into(),
            Value::Pointer(Pointer::To { block, offset }) => {
                let dead = self.state.block(block).is_some_and(|block| block.liveness != Liveness::Live);
                let name = self.name(block);
                let offset = if offset == 0 { String::new() } else { format!("{offset:+}") };
                format!("{name}{offset}{}", if dead { " (freed)" } else { "" })
            }
            Value::Function(function) => self.program.functions[function].name.clone(),
        }
    }

    /// Returns the contents of an object of a type.
    fn cell(&mut self, address: Pointer, ty: TypeId) -> String {
        let types = &self.program.types;
        match (types.get(ty), address) {
            (Type::Record(record), Pointer::To { block, offset }) => {
                let fields: Vec<(String, TypeId, i64)> = types
                    .fields(*record)
                    .iter()
                    .take(DRAWN_CELLS)
                    .map(|field| (field.name.clone(), field.ty, offset + field.offset as i64))
                    .collect();
                let cells: Vec<String> = fields
                    .into_iter()
                    .map(|(name, ty, offset)| format!("{name} = {}", self.cell(Pointer::To { block, offset }, ty)))
                    .collect();
                format!("{{ {} }}", cells.join(", "))
            }
            (Type::Array(element, Some(count)), Pointer::To { block, offset }) => {
                self.objects((block, offset), *element, *count)
            }
            _ => match self.state.load(address, ty, types) {
                Ok(value) => self.value(value),
                Err(_) => "?".into(),
            },
        }
    }

    /// Returns the contents of objects of a type, one behind the other.
    fn objects(&mut self, (block, start): (BlockId, i64), ty: TypeId, count: u64) -> String {
        let size = self.program.types.size_of(ty).unwrap_or(1) as i64;
        let places = (0..count.min(DRAWN_CELLS as u64) as i64).map(|index| start + index * size);
        let cells: Vec<String> = places.map(|offset| self.cell(Pointer::To { block, offset }, ty)).collect();
        format!("[{}]", cells.join(", "))
    }

    /// Returns the string that fills a block with its letters and its zero byte.
    fn string(&self, block: BlockId, bytes: u64) -> Option<String> {
        let word = self.program.types.model().word_bytes();
        let byte = |offset: u64| match self.state.block(block)?.content(offset, 1, word) {
            Content::Bits(byte) => u8::try_from(byte).ok(),
            _ => None,
        };
        let (0, letters) = (byte(bytes.checked_sub(1)?)?, 0..bytes - 1) else { return None };
        let text = letters.map(|offset| byte(offset).filter(|letter| matches!(letter, b' '..=b'~')));
        Some(format!("{:?}", String::from_utf8(text.collect::<Option<Vec<u8>>>()?).ok()?))
    }

    fn block(&mut self, id: BlockId) -> String {
        let name = self.name(id);
        let Some(block) = self.state.block(id) else { return name };
        if block.liveness != Liveness::Live {
            return format!("{name} (freed)");
        }
        match block.kind {
            BlockKind::Heap(Some(ty)) => {
                let count = objects_in(&self.program.types, block, ty);
                let string = (count > 1 && count == block.size()).then(|| self.string(id, count)).flatten();
                let contents = match count {
                    1 => self.cell(Pointer::To { block: id, offset: 0 }, ty),
                    _ => string.unwrap_or_else(|| self.objects((id, 0), ty, count)),
                };
                format!("{name} {contents}")
            }
            _ => format!("{name} ({} bytes)", block.size()),
        }
    }
}
