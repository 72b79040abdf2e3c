//! Pictures of the states of a run: a [`HeapPicture`] of each, with blocks numbered in the order in which they are met.
//!
//! The blocks of the first state are numbered as in `draw`: in the order in which variables lead to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::objects_in;
use crate::limits::{DRAWN_CELLS, PICTURED_BLOCKS, PICTURED_DEPTH, PICTURED_NUMBERS, PICTURED_STATES};
use base::extended;
use base::fold::{fold, moments};
use ctype::{Type, TypeId, TypeTable};
use engine::evidence::ConcreteStep;
use engine::picture::{HeapPicture, PicturedBlock, PicturedCell, PicturedLife, PicturedValue};
use program::interp::{Block, BlockId, BlockKind, Liveness, Pointer, State, Value};
use program::{Program, VariableKind};
use spec::Specification;

/// The pictures of a run that are kept: for a long run, those near its start and its end, and those that a folded trace
/// shows.
pub(super) struct Album<'a> {
    photographer: Photographer<'a>,
    steps: usize,
    /// The numbers of steps after which a folded trace shows the state.
    looked_at: BTreeSet<usize>,
    pictures: BTreeMap<usize, HeapPicture>,
}

impl<'a> Album<'a> {
    /// Creates an album for a run with these steps.
    pub(super) fn new(photographer: Photographer<'a>, steps: &[ConcreteStep]) -> Album<'a> {
        let looked_at = moments(&fold(steps.iter().map(|step| (&step.position, &step.text))));
        let looked_at = looked_at.into_iter().take(PICTURED_STATES).collect();
        Album { photographer, steps: steps.len(), looked_at, pictures: BTreeMap::new() }
    }

    /// Adds the state after `made` steps.
    pub(super) fn see(&mut self, made: usize, state: &State) {
        let is_near_an_end = made <= PICTURED_STATES || made + PICTURED_STATES >= self.steps;
        if is_near_an_end || self.looked_at.contains(&made) {
            self.pictures.insert(made, self.photographer.picture(state));
        }
    }

    /// Returns the pictures, by the number of steps before them.
    pub(super) fn into_pictures(self) -> BTreeMap<usize, HeapPicture> {
        self.pictures
    }
}

/// Draws the states of one run, one after the other.
pub struct Photographer<'a> {
    program: &'a Program,
    specification: &'a Specification,
    numbers: BTreeMap<BlockId, usize>,
    /// Blocks by number, starting from 1.
    order: Vec<BlockId>,
}

impl<'a> Photographer<'a> {
    pub fn new(program: &'a Program, specification: &'a Specification) -> Photographer<'a> {
        Photographer { program, specification, numbers: BTreeMap::new(), order: Vec::new() }
    }

    /// Returns the picture of the next state.
    pub fn picture(&mut self, state: &State) -> HeapPicture {
        let mut variables = Vec::new();
        let mut roots = Vec::new();
        let program = self.program;
        for (id, variable) in program.variables.enumerate() {
            if variable.kind == VariableKind::Temporary {
                continue;
            }
            let Some(address) = state.variable_address(id) else { continue };
            let is_result = variable.kind == VariableKind::Result;
            if is_result && state.load(address, variable.ty, &program.types) == Ok(Value::Undefined) {
                continue;
            }
            if let Pointer::To { block, .. } = address {
                roots.push(block);
            }
            self.cells(state, address, variable.ty, variable.display(), 0, &mut variables);
        }
        let specification = self.specification;
        for (id, symbol) in specification.symbols.enumerate() {
            let Some(value) = state.symbol(id) else { continue };
            let value = self.value(state, value);
            variables.push(PicturedCell { name: symbol.name.clone(), value });
        }
        // Suspended frames hold pointers, too.
        roots.extend(state.running_roots());
        let reachable: BTreeSet<BlockId> = state.reachable_blocks(roots).into_iter().collect();
        let mut blocks = Vec::new();
        // Drawing a block may number further ones: `order` grows while it is walked.
        let mut next = 0;
        while let Some(id) = self.order.get(next).copied().filter(|_| next < PICTURED_BLOCKS) {
            next += 1;
            blocks.extend(self.block(state, next, id, &reachable));
        }
        let is_shown = |kind: BlockKind| matches!(kind, BlockKind::Heap(_) | BlockKind::Stack | BlockKind::Arguments);
        let all = state.blocks().filter(|(_, block)| is_shown(block.kind)).count();
        HeapPicture { left_out: all.saturating_sub(blocks.len()), variables, blocks }
    }

    fn block(
        &mut self,
        state: &State,
        number: usize,
        id: BlockId,
        reachable: &BTreeSet<BlockId>,
    ) -> Option<PicturedBlock> {
        let block = state.block(id)?;
        let life = match block.liveness {
            Liveness::Live => PicturedLife::Allocated,
            Liveness::Freed => PicturedLife::Freed,
            Liveness::OutOfScope => PicturedLife::Gone,
        };
        let ty = match block.kind {
            BlockKind::Heap(ty) => ty,
            _ => None,
        };
        let bytes = block.size();
        let mut cells = Vec::new();
        if let Some(ty) = ty.filter(|_| life == PicturedLife::Allocated) {
            for (path, offset) in self.objects_of(block, ty) {
                self.cells(state, Pointer::To { block: id, offset }, ty, path, 0, &mut cells);
            }
        }
        let type_name = ty.map(|ty| self.program.types.display(ty).to_string());
        let is_unreachable = life == PicturedLife::Allocated && !reachable.contains(&id);
        Some(PicturedBlock { number, type_name, bytes, life, cells, is_unreachable })
    }

    /// Returns the paths and offsets of the objects of a block: several in one that the caller gives, if it has room for them.
    fn objects_of(&self, block: &Block, ty: TypeId) -> Vec<(String, i64)> {
        let types = &self.program.types;
        let size = types.size_of(ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(0);
        match objects_in(types, block, ty) {
            1 => vec![(String::new(), 0)],
            count => {
                let indices =
                    (0..count.min(DRAWN_CELLS as u64) as i64).map(|index| (format!("[{index}]"), index * size));
                indices.collect()
            }
        }
    }

    /// Returns the scalars of an object, by their paths.
    fn cells(
        &mut self,
        state: &State,
        address: Pointer,
        ty: TypeId,
        path: String,
        depth: usize,
        cells: &mut Vec<PicturedCell>,
    ) {
        if cells.len() >= PICTURED_NUMBERS {
            return;
        }
        let types = &self.program.types;
        let parts: Vec<(String, TypeId, Pointer)> = match (types.get(ty), address) {
            (Type::Record(record), Pointer::To { block, offset }) if depth < PICTURED_DEPTH => types
                .fields(*record)
                .iter()
                .take(DRAWN_CELLS)
                .map(|field| {
                    let name = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                    let offset = offset.saturating_add(i64::try_from(field.offset).unwrap_or(i64::MAX));
                    (name, field.ty, Pointer::To { block, offset })
                })
                .collect(),
            (Type::Array(element, Some(count)), Pointer::To { block, offset }) if depth < PICTURED_DEPTH => {
                let size = types.size_of(*element).and_then(|size| i64::try_from(size).ok()).unwrap_or(1);
                (0i64..)
                    .take(usize::try_from(*count).unwrap_or(usize::MAX).min(DRAWN_CELLS))
                    .map(|index| {
                        let offset = offset.saturating_add(index.saturating_mul(size));
                        (format!("{path}[{index}]"), *element, Pointer::To { block, offset })
                    })
                    .collect()
            }
            (Type::Record(_) | Type::Array(..), _) => {
                cells.push(PicturedCell { name: path, value: PicturedValue::Plain("…".into()) });
                return;
            }
            _ => {
                let value = match state.load(address, ty, types) {
                    Ok(value) => self.value(state, value),
                    Err(_) => PicturedValue::Undefined,
                };
                cells.push(PicturedCell { name: path, value });
                return;
            }
        };
        for (name, ty, place) in parts {
            self.cells(state, place, ty, name, depth + 1, cells);
        }
    }

    fn value(&mut self, state: &State, value: Value) -> PicturedValue {
        match value {
            Value::Undefined => PicturedValue::Undefined,
            Value::Integer(value) => PicturedValue::Plain(value.to_string()),
            Value::Float(bits) => PicturedValue::Plain(format!("{:?}", f64::from_bits(bits))),
            Value::LongDouble(bits) => PicturedValue::Plain(format!("{:?}L", extended::to_double(bits))),
            Value::Function(function) => {
                let name = self.program.functions.get(function).map(|function| function.name.clone());
                PicturedValue::Plain(name.unwrap_or_default())
            }
            Value::Pointer(Pointer::Null) => PicturedValue::Null,
            Value::Pointer(Pointer::To { block: id, offset }) => self.pointer(state, id, offset),
        }
    }

    fn pointer(&mut self, state: &State, id: BlockId, offset: i64) -> PicturedValue {
        let block = state.block(id);
        let is_dangling = block.is_some_and(|block| block.liveness != Liveness::Live);
        match block.map(|block| block.kind) {
            Some(BlockKind::Global(variable) | BlockKind::Local(variable)) => {
                let declared = &self.program.variables[variable];
                let place = self.place(Some(declared.ty), offset);
                PicturedValue::Variable { text: format!("&{}{place}", declared.display()), is_dangling }
            }
            Some(BlockKind::String(_)) => PicturedValue::Plain("\"…\"".into()),
            kind => {
                let number = self.number(id);
                let ty = match kind {
                    Some(BlockKind::Heap(ty)) => ty,
                    _ => None,
                };
                PicturedValue::Block { number, place: self.place(ty, offset), is_dangling }
            }
        }
    }

    fn number(&mut self, id: BlockId) -> usize {
        let (order, numbers) = (&mut self.order, &mut self.numbers);
        *numbers.entry(id).or_insert_with(|| {
            order.push(id);
            order.len()
        })
    }

    /// Formats a place in an object: `.link` if a member begins there, else `+8`.
    fn place(&self, ty: Option<TypeId>, offset: i64) -> String {
        if offset == 0 {
            return String::new();
        }
        ty.and_then(|ty| member_path(&self.program.types, ty, offset)).unwrap_or_else(|| format!("{offset:+}"))
    }
}

/// Returns the path of the member that begins at an offset in a record: `.link`.
pub(super) fn member_path(types: &TypeTable, ty: TypeId, offset: i64) -> Option<String> {
    let Type::Record(record) = types.get(ty) else { return None };
    let mut fields = types.fields(*record).iter();
    fields.find(|field| i64::try_from(field.offset) == Ok(offset)).map(|field| format!(".{}", field.name))
}
