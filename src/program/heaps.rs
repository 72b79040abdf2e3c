//! Typed entry states of a procedure: all small ones, or random ones.
//!
//! [`crate::start`] defines the possible initial states; this module covers those with small heaps. `main` is called
//! with a few short argument lists. Symbolic constants are NULL or the address of any existing block of their type.
//! Locals are undefined.
//!
//! Blocks of some types hold several objects ([`Program::array_elements`]): at most as many as there may be blocks of the
//! type.
//!
//! States are built cell by cell: first the roots in a fixed order, then the cells of each block in order of discovery.
//! A pointer cell is NULL, or a block that was discovered before, or a fresh one. So every heap reachable from the
//! roots is enumerated exactly once up to isomorphism, and unreachable blocks never occur. The enumeration is
//! incomplete in these respects: a `void *` points only to blocks discovered through other pointers, a union holds its
//! first member, a float is zero or one, and array elements from the third on are NULL or the first integer. Globals of
//! other files that nothing here mentions are zero. In a global array, pointers lead to the first two elements and to
//! the last one.

mod as_read;
mod description;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::interp::pass_arguments;
use crate::interp::{
    Block, BlockId, BlockKind, Chooser, Fault, Interpreter, MAX_BLOCK_BYTES, Pointer, Random, Script, State, Value,
};
use crate::limits::DEEPEST_TYPE;
use crate::start::{GlobalTarget, Start};
use crate::{Command, FunctionId, Program, SymbolId};
pub use as_read::{AsRead, ReadPosition, as_read};
use base::integer::wrap;
use ctype::{FloatKind, Type, TypeId};
pub use description::describe;

/// Bounds on the enumerated states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapLimits {
    /// Maximum number of heap blocks in total.
    pub nodes: usize,
    /// Maximum number of heap blocks of one type.
    pub nodes_per_type: usize,
    /// Candidate values of integers, wrapped to their type; if empty, integers are zero.
    pub integers: Vec<i128>,
}

impl HeapLimits {
    pub fn new(nodes: usize, integers: &[i128]) -> Self {
        HeapLimits { nodes, nodes_per_type: nodes, integers: integers.to_vec() }
    }
}

/// A scalar in an object.
#[derive(Clone, Debug)]
struct Cell {
    offset: u64,
    ty: TypeId,
    bits: Option<(u32, u32)>,
    /// True for an array element past the second, which the enumeration does not vary.
    fixed: bool,
}

/// Size and cells of an object type.
#[derive(Clone, Debug)]
struct Layout {
    size: u64,
    cells: Vec<Cell>,
}

impl Layout {
    /// Returns the offsets of the objects in a block of this many bytes.
    fn starts(&self, bytes: u64) -> impl Iterator<Item = u64> + use<> {
        let size = self.size;
        (0..bytes.checked_div(size).unwrap_or(1)).map(move |index| index * size)
    }
}

impl Cell {
    fn moved(&self, bytes: u64) -> Cell {
        Cell { offset: self.offset + bytes, ..self.clone() }
    }
}

/// Data shared by all entry states of a procedure.
#[derive(Clone, Debug)]
struct Builder<'p> {
    program: &'p Program,
    start: Start<'p>,
    entry: FunctionId,
    /// The common base state: globals that keep their initial value have it, others are zero; parameters are undefined.
    base: State,
    /// Objects whose cells are roots.
    roots: Vec<(BlockId, TypeId)>,
    symbols: Vec<(SymbolId, TypeId)>,
    layouts: BTreeMap<TypeId, Layout>,
    /// For each type, the addresses in globals that inputs of type "pointer to it" may hold, and those that symbolic
    /// constants may hold.
    in_globals: BTreeMap<TypeId, [Vec<Value>; 2]>,
    /// True if a run can observe which blocks exist without following the pointers to them: an input of type `void *`
    /// may point to any block, and so may a pointer that the program gets from a nondeterministic source.
    counts_blocks: bool,
    limits: HeapLimits,
    /// True if cells that the enumeration keeps fixed are chosen, too.
    vary_all: bool,
}

/// Maximum number of cells of an object; larger ones are rejected.
const MAX_CELLS: usize = 4096;

/// Enumerates all entry states within the limits, each once up to isomorphism.
pub fn enumerate<'p>(
    program: &'p Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    limits: &HeapLimits,
) -> Result<Enumeration<'p>, Fault> {
    let builder = Builder::new(program, entry, symbols, limits, false)?;
    Ok(Enumeration { builder, script: Script::new(&[]), done: false })
}

/// Builds any number of entry states within limits, as a chooser selects them.
#[derive(Clone, Debug)]
pub struct EntryStates<'p>(Builder<'p>);

impl<'p> EntryStates<'p> {
    pub fn new(
        program: &'p Program,
        entry: FunctionId,
        symbols: &[(SymbolId, TypeId)],
        limits: &HeapLimits,
    ) -> Result<EntryStates<'p>, Fault> {
        Ok(EntryStates(Builder::new(program, entry, symbols, limits, true)?))
    }

    /// Builds the state that `chooser` selects. The last candidate for a pointer is a fresh block, if the limits allow one.
    pub fn chosen(&self, chooser: &mut dyn Chooser) -> Result<State, Fault> {
        self.0.build(chooser)
    }
}

pub fn random(
    program: &Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    limits: &HeapLimits,
    random: &mut Random,
) -> Result<State, Fault> {
    chosen(program, entry, symbols, limits, random)
}

/// As [`EntryStates::chosen`], for one state.
pub fn chosen(
    program: &Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    limits: &HeapLimits,
    chooser: &mut dyn Chooser,
) -> Result<State, Fault> {
    EntryStates::new(program, entry, symbols, limits)?.chosen(chooser)
}

/// An iterator over entry states; see [`enumerate`].
#[derive(Clone, Debug)]
pub struct Enumeration<'p> {
    builder: Builder<'p>,
    script: Script,
    done: bool,
}

impl Iterator for Enumeration<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        if self.done {
            return None;
        }
        let state = self.builder.build(&mut self.script);
        self.done = !self.script.advance();
        // Layouts were checked beforehand, so nothing can fail here.
        debug_assert!(state.is_ok(), "an entry state cannot be built: {state:?}");
        state.ok()
    }
}

impl<'p> Builder<'p> {
    fn new(
        program: &'p Program,
        entry: FunctionId,
        symbols: &[(SymbolId, TypeId)],
        limits: &HeapLimits,
        vary_all: bool,
    ) -> Result<Self, Fault> {
        if program.functions.get(entry).is_none() {
            return Err(Fault::unsupported("an unknown function"));
        }
        if symbols.iter().any(|(_, ty)| !program.types.is_scalar(*ty)) {
            return Err(Fault::unsupported("a symbolic constant that is not a scalar"));
        }
        let base = State::at_entry(program, entry)?;
        let symbols = symbols.to_vec();
        let (layouts, in_globals, counts_blocks) = (BTreeMap::new(), BTreeMap::new(), false);
        let start = Start::of(program, entry);
        let (roots, limits) = (Vec::new(), limits.clone());
        let mut builder = Builder {
            program,
            start,
            entry,
            base,
            roots,
            symbols,
            layouts,
            in_globals,
            counts_blocks,
            limits,
            vary_all,
        };
        if builder.start.is_whole() {
            let initialised = Interpreter::new(program).initialize_globals(&mut builder.base, &mut Random::new(0));
            initialised.map_err(|(_, fault)| fault)?;
            if builder.start.arguments().is_none() {
                return Err(Fault::unsupported("'main' with other parameters than 'argc' and 'argv'"));
            }
        } else {
            Interpreter::new(program).initialize_constants(&mut builder.base, &builder.start)?;
        }
        let idle = if vary_all { BTreeSet::new() } else { program.idle_variables() };
        for variable in builder.start.inputs().into_iter().filter(|variable| !idle.contains(variable)) {
            // A global of incomplete type has no storage.
            if let (Some(Pointer::To { block, .. }), Some(declared)) =
                (builder.base.variable_address(variable), program.variables.get(variable))
            {
                builder.roots.push((block, declared.ty));
            }
        }
        builder.find_layouts()?;
        Ok(builder)
    }

    /// Computes the layouts of the root types and of all types reachable from them through pointers.
    fn find_layouts(&mut self) -> Result<(), Fault> {
        let mut pending: Vec<TypeId> = self.roots.iter().map(|(_, ty)| *ty).collect();
        pending.extend(self.symbols.iter().filter_map(|(_, ty)| self.target(*ty)));
        while let Some(ty) = pending.pop() {
            if self.layouts.contains_key(&ty) {
                continue;
            }
            let size = self.program.types.size_of(ty).filter(|size| *size <= MAX_BLOCK_BYTES);
            let size = size.ok_or_else(|| Fault::unsupported("an input of incomplete type, or a very large one"))?;
            let mut cells = Vec::new();
            self.add_cells(ty, 0, false, DEEPEST_TYPE, &mut cells)?;
            pending.extend(cells.iter().filter_map(|cell| self.target(cell.ty)));
            self.layouts.insert(ty, Layout { size, cells });
            let (of_inputs, of_symbols) = (self.start.targets(ty), self.start.symbol_targets(ty));
            self.in_globals.insert(ty, [of_inputs, of_symbols].map(|targets| self.places_in(targets)));
        }
        let cells = self.layouts.values().flat_map(|layout| &layout.cells).map(|cell| cell.ty);
        let mut inputs = cells.chain(self.symbols.iter().map(|(_, ty)| *ty));
        self.counts_blocks = inputs.any(|ty| self.is_untyped(ty)) || self.takes_pointers();
        Ok(())
    }

    /// Returns the first two places and the last one of each array of places.
    fn places_in(&self, globals: Vec<GlobalTarget>) -> Vec<Value> {
        let mut found = Vec::new();
        for GlobalTarget { variable, places } in globals.into_iter().filter(|target| target.places.is_exact) {
            let Some(Pointer::To { block, .. }) = self.base.variable_address(variable) else { continue };
            let offsets = places.some().map(|offset| i64::try_from(offset).unwrap_or(i64::MAX));
            found.extend(offsets.map(|offset| Value::Pointer(Pointer::To { block, offset })));
        }
        found
    }

    /// Returns the type of the blocks that a pointer may point to: complete and not a function type.
    fn target(&self, pointer: TypeId) -> Option<TypeId> {
        match self.program.types.get(pointer) {
            Type::Pointer(target) => {
                let blockless = matches!(self.program.types.get(*target), Type::Void | Type::Function { .. });
                (!blockless && self.program.types.size_of(*target).is_some()).then_some(*target)
            }
            _ => None,
        }
    }

    fn is_untyped(&self, pointer: TypeId) -> bool {
        matches!(self.program.types.get(pointer), Type::Pointer(target) if *self.program.types.get(*target) == Type::Void)
    }

    /// Returns true if the program contains a nondeterministic value that is or may contain a pointer.
    fn takes_pointers(&self) -> bool {
        let flowcharts = self.program.functions.iter().filter_map(|function| function.flowchart.as_ref());
        let mut edges = flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| &flowchart.edge(edge).command));
        let types = &self.program.types;
        let is_number = |ty| types.is_integer(ty) || matches!(types.get(ty), Type::Float(_));
        edges.any(|command| match command {
            Command::Havoc { address } => !types.pointee(address.ty).is_some_and(is_number),
            _ => false,
        })
    }

    fn add_cells(
        &self,
        ty: TypeId,
        offset: u64,
        fixed: bool,
        nesting: u32,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Fault> {
        let Some(nesting) = nesting.checked_sub(1) else {
            return Err(Fault::unsupported("an input of a type that is nested too deeply"));
        };
        let types = &self.program.types;
        match types.get(ty) {
            _ if cells.len() >= MAX_CELLS => return Err(Fault::unsupported("an input with too many cells")),
            Type::Integer { .. } | Type::Pointer(_) | Type::Float(FloatKind::Float | FloatKind::Double) => {
                cells.push(Cell { offset, ty, bits: None, fixed });
            }
            Type::Array(element, Some(count)) => {
                let size = types.size_of(*element).unwrap_or(0);
                for index in 0..*count {
                    self.add_cells(*element, offset + index * size, fixed || index > 1, nesting, cells)?;
                }
            }
            Type::Record(record) => {
                let members = if types.record(*record).is_union { 1 } else { usize::MAX };
                for field in types.fields(*record).iter().take(members) {
                    match field.bits {
                        Some(_) => {
                            cells.push(Cell { offset: offset + field.offset, ty: field.ty, bits: field.bits, fixed });
                        }
                        None => self.add_cells(field.ty, offset + field.offset, fixed, nesting, cells)?,
                    }
                }
            }
            // A flexible array has no elements here; wide floats stay undefined.
            Type::Array(_, None) | Type::Float(FloatKind::Half | FloatKind::LongDouble | FloatKind::Quad) => {}
            Type::Void | Type::Function { .. } => return Err(Fault::unsupported("an input of type void")),
        }
        Ok(())
    }

    /// Returns the limits' integers wrapped to a width, without duplicates.
    fn distinct_integers(&self, width: u32, signed: bool) -> SmallVec<[i128; 4]> {
        let mut distinct = SmallVec::new();
        for integer in &self.limits.integers {
            let wrapped = wrap(*integer, (width, signed));
            if !distinct.contains(&wrapped) {
                distinct.push(wrapped);
            }
        }
        distinct
    }

    /// Chooses the arguments of a whole program, `argv[0]` first; even that may be missing if the program says so.
    fn argument_list(&self, chooser: &mut Noting<'_>) -> Vec<String> {
        const LISTS: [&[&str]; 4] = [&["a"], &["a", "1"], &["a", "", "bc"], &[]];
        let takes_none = self.start.arguments().is_none_or(|known| known.count.is_none());
        let lists = LISTS.len() - usize::from(!self.program.name_may_be_missing);
        let index = if takes_none { 0 } else { chooser.choose(lists) };
        LISTS.get(index).map_or(&[][..], |list| *list).iter().map(|text| text.to_string()).collect()
    }

    fn build(&self, chooser: &mut dyn Chooser) -> Result<State, Fault> {
        self.build_noting(chooser).map(|(state, _)| state)
    }

    /// Builds the state, and returns for each choice the cell that it determines, if it determines nothing else.
    fn build_noting(&self, chooser: &mut dyn Chooser) -> Result<(State, Vec<Option<ChosenCell>>), Fault> {
        let mut noting = Noting { chooser, cell: None, is_fixed: false, choices: Vec::new() };
        let chooser = &mut noting;
        let mut heap = Heap { builder: self, state: self.base.clone(), blocks: Vec::new() };
        if self.start.is_whole() {
            let arguments = self.argument_list(chooser);
            pass_arguments(&mut heap.state, self.program, self.entry, &arguments)?;
        }
        for (block, ty) in &self.roots {
            heap.fill(*block, *ty, chooser)?;
        }
        for (symbol, ty) in &self.symbols {
            let value = heap.value_of(*ty, None, true, chooser)?;
            heap.state.set_symbol(*symbol, value);
        }
        // Filling a block may append more blocks.
        let mut next = 0;
        while let Some((block, ty)) = heap.blocks.get(next).copied() {
            heap.fill(block, ty, chooser)?;
            next += 1;
        }
        heap.state.lock_constants(self.program);
        Ok((heap.state, noting.choices))
    }
}

/// The cell that a choice determines.
#[derive(Clone, Debug)]
struct ChosenCell {
    block: BlockId,
    /// Byte range in the block.
    range: Range<usize>,
}

/// Forwards choices and records the cell of each.
struct Noting<'c> {
    chooser: &'c mut dyn Chooser,
    cell: Option<ChosenCell>,
    /// True if the cell has a fixed value, so that nothing is chosen.
    is_fixed: bool,
    choices: Vec<Option<ChosenCell>>,
}

impl Noting<'_> {
    /// Makes a choice that is no value of a cell, so that any command can observe it.
    fn choose_apart(&mut self, count: usize) -> usize {
        let cell = self.cell.take();
        let choice = self.choose(count);
        self.cell = cell;
        choice
    }

    /// Asks the chooser only if there are several candidates.
    fn choose(&mut self, count: usize) -> usize {
        if count <= 1 || self.is_fixed {
            return 0;
        }
        self.choices.push(self.cell.clone());
        self.chooser.choose(count)
    }
}

type Candidates = SmallVec<[Value; 8]>;

/// A state under construction, with its heap blocks in order of discovery.
struct Heap<'b, 'p> {
    builder: &'b Builder<'p>,
    state: State,
    blocks: Vec<(BlockId, TypeId)>,
}

impl Heap<'_, '_> {
    fn fill(&mut self, block: BlockId, ty: TypeId, chooser: &mut Noting<'_>) -> Result<(), Fault> {
        let Some(layout) = self.builder.layouts.get(&ty) else { return Ok(()) };
        let bytes = self.state.block(block).map_or(0, Block::size);
        for start in layout.starts(bytes) {
            for cell in &layout.cells {
                self.fill_cell(block, &cell.moved(start), chooser)?;
            }
        }
        Ok(())
    }

    fn fill_cell(&mut self, block: BlockId, cell: &Cell, chooser: &mut Noting<'_>) -> Result<(), Fault> {
        let builder = self.builder;
        let width = cell.bits.map(|(_, width)| width);
        let decides_more = builder.counts_blocks && builder.target(cell.ty).is_some();
        chooser.cell = (!decides_more).then(|| ChosenCell { block, range: self.bytes(cell) });
        chooser.is_fixed = cell.fixed && !builder.vary_all;
        let value = self.value_of(cell.ty, width, false, chooser)?;
        (chooser.cell, chooser.is_fixed) = (None, false);
        let place = Pointer::To { block, offset: i64::try_from(cell.offset).unwrap_or(i64::MAX) };
        match cell.bits {
            Some((first, width)) => self.state.store_bits(place, first, width, value),
            None => self.state.store(place, value, cell.ty, &builder.program.types),
        }
    }

    fn bytes(&self, cell: &Cell) -> Range<usize> {
        let size = self.builder.program.types.size_of(cell.ty).unwrap_or(0);
        let (first, end) = match cell.bits {
            Some((first, width)) => (u64::from(first / 8), u64::from(first + width).div_ceil(8)),
            None => (0, size),
        };
        let at = |within: u64| usize::try_from(cell.offset.saturating_add(within)).unwrap_or(usize::MAX);
        at(first)..at(end)
    }

    /// Chooses a value of a type, or of a bit-field with that type and this many bits. With `for_symbol`, addresses of
    /// globals are those for symbolic constants.
    fn value_of(
        &mut self,
        ty: TypeId,
        bits: Option<u32>,
        for_symbol: bool,
        chooser: &mut Noting<'_>,
    ) -> Result<Value, Fault> {
        let types = &self.builder.program.types;
        match types.get(ty) {
            Type::Pointer(target) => {
                let mut candidates: Candidates = smallvec![Value::NULL];
                self.add_known_targets(*target, for_symbol, &mut candidates);
                let fresh = self.may_grow(ty);
                let choice = chooser.choose(candidates.len() + usize::from(fresh));
                match candidates.get(choice) {
                    Some(value) => Ok(*value),
                    None => self.fresh(*target, chooser),
                }
            }
            Type::Integer { .. } => {
                let (width, signed) = types.integer_format(ty).unwrap_or((32, true));
                let integers = self.builder.distinct_integers(bits.unwrap_or(width), signed);
                let integer = integers.get(chooser.choose(integers.len())).copied().unwrap_or(0);
                Ok(Value::Integer(integer))
            }
            _ => Ok(Value::Float((chooser.choose(2) as f64).to_bits())),
        }
    }

    /// Adds the addresses that a pointer to `target` may have without a fresh block.
    fn add_known_targets(&self, target: TypeId, for_symbol: bool, found: &mut Candidates) {
        let program = self.builder.program;
        match program.types.get(target) {
            Type::Void => {
                found.extend(self.blocks.iter().map(|(block, _)| Value::pointer_to(*block)));
                return;
            }
            Type::Function { .. } => {
                found.extend(self.builder.start.functions(target).iter().copied().map(Value::Function));
                return;
            }
            _ => {}
        }
        found.extend(self.blocks.iter().filter(|(_, ty)| *ty == target).map(|(block, _)| Value::pointer_to(*block)));
        if let Some([of_inputs, of_symbols]) = self.builder.in_globals.get(&target) {
            found.extend_from_slice(if for_symbol { of_symbols } else { of_inputs });
        }
    }

    /// Returns true if the limits allow a fresh block for a pointer type.
    fn may_grow(&self, pointer: TypeId) -> bool {
        let Some(target) = self.builder.target(pointer) else { return false };
        let same = self.blocks.iter().filter(|(_, ty)| *ty == target).count();
        self.blocks.len() < self.builder.limits.nodes && same < self.builder.limits.nodes_per_type
    }

    /// Adds a block of one object, or of up to as many as there may be blocks of the type if it may hold several.
    fn fresh(&mut self, ty: TypeId, chooser: &mut Noting<'_>) -> Result<Value, Fault> {
        let size = self.builder.layouts.get(&ty).map(|layout| layout.size);
        let size = size.ok_or_else(|| Fault::unsupported("an input of a type without layout"))?;
        let most = match self.builder.program.array_elements.contains(&ty) {
            true => self.builder.limits.nodes_per_type,
            false => 1,
        };
        let further = chooser.choose_apart(most);
        let size = size.saturating_mul(further as u64 + 1);
        let block = self.state.allocate(size, Some(ty), false, true)?;
        self.blocks.push((block, ty));
        Ok(Value::pointer_to(block))
    }
}

#[cfg(test)]
#[path = "heaps_tests.rs"]
mod tests;

/// Returns the state and the states that result from freeing any subset of its heap blocks.
pub fn partly_freed(state: &State) -> Vec<State> {
    let is_heap = |block: &Block| matches!(block.kind, BlockKind::Heap(_));
    let blocks: Vec<BlockId> = state.blocks().filter(|(_, block)| is_heap(block)).map(|(id, _)| id).collect();
    let mut found = vec![state.clone()];
    for block in blocks {
        for known in 0..found.len() {
            let mut freed = found[known].clone();
            if freed.free(Value::pointer_to(block)).is_ok() {
                found.push(freed);
            }
        }
    }
    found
}
