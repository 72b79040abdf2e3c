//! States of a run: memory, the call stack, and the values of symbolic constants.
//!
//! A state does not contain the location in the function of its top frame; the caller of a step keeps it. States are
//! plain values; copies share blocks until they change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::interp::callback::{Callback, Handler};
use crate::interp::constant::constant_bits;
use crate::interp::fault::Fault;
use crate::interp::files::Files;
use crate::interp::guesses::Guesses;
use crate::interp::history::{Clock, Draws, HeapCounts, Lifetimes, Unseen};
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness, Pointer, Value};
use crate::interp::places::Places;
use crate::interp::run::open_streams;
use crate::{EdgeId, FaultKind, FunctionId, LibraryFunction, Program, StringId, SymbolId, VariableId, VariableKind};
use base::ids::Id;
use ctype::{TypeId, TypeTable};

/// An active call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame {
    pub function: FunctionId,
    /// The caller's `Call` edge; `None` for the function that the run began with.
    pub call: Option<EdgeId>,
    pub variables: Places,
    /// The block of variable arguments, in a variadic function.
    pub(super) variadic: Option<BlockId>,
    /// Blocks of `alloca`, which die with the call.
    pub(super) stack: Vec<BlockId>,
    /// The continuation of the library function that made this call, if any.
    pub(super) callback: Option<Callback>,
}

impl Frame {
    /// Returns true if the function runs as an exit handler.
    pub(super) fn is_at_exit(&self) -> bool {
        matches!(self.callback, Some(Callback::Exit { .. }))
    }

    /// The caller's edge; `None` for the first function and for exit handlers, which have no caller.
    pub fn caller(&self) -> Option<EdgeId> {
        self.call.filter(|_| !self.is_at_exit())
    }
}

/// A stream of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Stream {
    Input,
    Output,
    Errors,
    /// A stream that the program has opened, identified by the block that represents it.
    File(BlockId),
}

impl Stream {
    /// Returns the stream that a global with this name points to.
    pub(super) fn named(name: &str) -> Option<Stream> {
        match name {
            "stdin" => Some(Stream::Input),
            "stdout" => Some(Stream::Output),
            "stderr" => Some(Stream::Errors),
            _ => None,
        }
    }

    /// Returns the stream with this file descriptor.
    pub(super) fn numbered(number: i128) -> Option<Stream> {
        match number {
            1 => Some(Stream::Output),
            2 => Some(Stream::Errors),
            _ => None,
        }
    }
}

/// The read position of standard input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct StandardInput {
    /// A byte put back by `ungetc`.
    pub(super) unread: Option<u8>,
    /// True if its end was reached.
    pub(super) ended: bool,
}

/// A state of memory and calls.
///
/// Equality, order and hash depend on the numbering of blocks; [`State::canonical`] makes states equal that differ only
/// in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct State {
    pub(super) blocks: Vec<Arc<Block>>,
    pub(super) globals: Places,
    pub(super) strings: Vec<BlockId>,
    /// External memory: objects of the library.
    pub(super) external: BTreeMap<LibraryFunction, BlockId>,
    /// The blocks that represent `stdin`, `stdout` and `stderr`, in a whole run.
    pub(super) streams: Vec<(Stream, BlockId)>,
    pub(super) input: StandardInput,
    pub(super) files: Arc<Files>,
    /// Pointers to the strings of the environment.
    pub(super) environment: Vec<Value>,
    /// Handlers registered by `atexit` and `on_exit`.
    pub(super) handlers: Vec<Handler>,
    pub(super) frames: Vec<Frame>,
    pub(super) symbols: BTreeMap<SymbolId, Value>,
    pub(super) guesses: Guesses,
    /// The times at which blocks are created and die.
    pub(super) clock: Unseen<Clock>,
    /// The numbers drawn by `rand`.
    pub(super) draws: Unseen<Arc<Draws>>,
}

impl State {
    /// Creates a state with all globals zero (initialisers have not run), the string literals, and no frame.
    pub fn new(program: &Program) -> Result<Self, Fault> {
        let mut state = State::default();
        for (id, variable) in program.variables.enumerate() {
            // A global of incomplete type has no storage; using it is unsupported.
            if let (VariableKind::Global, Some(size)) = (variable.kind, program.size_of_variable(id)) {
                let block = state.add_block(Block::new(BlockKind::Global(id), size, true)?);
                state.globals.insert(id, block);
            }
        }
        for (id, text) in program.strings.enumerate() {
            let block = state.add_text(BlockKind::String(id), text)?;
            state.strings.push(block);
        }
        Ok(state)
    }

    /// Returns the names and contents of the files that were there before the run, as far as it has read them.
    pub fn given_files(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.files.given()
    }

    /// Creates a state at the entry of a function: globals zero, its parameters and locals undefined.
    pub fn at_entry(program: &Program, function: FunctionId) -> Result<Self, Fault> {
        let mut state = State::new(program)?;
        let used = program.used_variables();
        open_streams(&mut state, program, |id| used.contains(&id))?;
        state.push_frame(program, function, None)?;
        Ok(state)
    }

    pub(super) fn add_block(&mut self, mut block: Block) -> BlockId {
        block.lifetime.0.born = self.clock.0.tick();
        block.lifetime.0.made_by = self.clock.0.step;
        self.blocks.push(Arc::new(block));
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Adds a block with the given bytes and a NUL.
    pub(super) fn add_text(&mut self, kind: BlockKind, text: &[u8]) -> Result<BlockId, Fault> {
        let mut block = Block::new(kind, text.len() as u64 + 1, true)?;
        block.fill_with(text);
        Ok(self.add_block(block))
    }

    /// Adds a live heap block for objects of a type; `at_entry` for a node of the input.
    pub fn allocate(
        &mut self,
        size: u64,
        element: Option<TypeId>,
        zeroed: bool,
        at_entry: bool,
    ) -> Result<BlockId, Fault> {
        let mut block = Block::new(BlockKind::Heap(element), size, zeroed)?;
        block.at_entry = at_entry;
        self.clock.0.heap.allocated += usize::from(!at_entry);
        Ok(self.add_block(block))
    }

    pub fn free(&mut self, pointer: Value) -> Result<(), Fault> {
        if let Some(id) = self.freeable(pointer)? {
            let (now, by) = (self.clock.0.tick(), self.clock.0.step);
            let block = self.block_mut(id)?;
            block.kill(Liveness::Freed);
            (block.lifetime.0.died, block.lifetime.0.ended_by) = (Some(now), by);
            self.clock.0.heap.freed += 1;
        }
        Ok(())
    }

    /// Number of heap blocks allocated and freed so far.
    pub fn heap_counts(&self) -> HeapCounts {
        self.clock.0.heap
    }

    /// Returns the block that `free` of a pointer frees; `None` for NULL.
    pub(super) fn freeable(&self, pointer: Value) -> Result<Option<BlockId>, Fault> {
        if self.guesses.resolve(pointer) == Value::NULL {
            return Ok(None);
        }
        let (id, offset) = match pointer {
            Value::Pointer(Pointer::Null) => return Ok(None),
            Value::Pointer(Pointer::To { block, offset }) => (block, offset),
            Value::Undefined => {
                return Err(Fault::new(FaultKind::Uninitialized, "free of an uninitialized pointer").of_pointer(""));
            }
            _ => return Err(Fault::new(FaultKind::InvalidFree, "free of an address that is no heap block")),
        };
        let block = self.block(id).ok_or_else(|| Fault::unsupported("a pointer to an unknown block"))?;
        match (block.kind, block.liveness) {
            // The function that it comes from says whether it may be freed.
            (BlockKind::Outside { .. }, Liveness::Live) => Ok(Some(id)),
            (BlockKind::Heap(_), Liveness::Live) if offset == 0 => Ok(Some(id)),
            (BlockKind::Heap(_), Liveness::Live) => {
                let message = format!("free of an address at offset {offset} of a block");
                Err(Fault::new(FaultKind::InvalidFree, message).about(id).of_pointer("through "))
            }
            (BlockKind::Heap(_) | BlockKind::Outside { .. }, _) => {
                Err(Fault::new(FaultKind::DoubleFree, "double free of a block").about(id).of_pointer("through "))
            }
            _ => Err(Fault::new(FaultKind::InvalidFree, "free of an address that is no heap block")),
        }
    }

    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.index()).map(Arc::as_ref)
    }

    pub(super) fn block_mut(&mut self, id: BlockId) -> Result<&mut Block, Fault> {
        let block =
            self.blocks.get_mut(id.index()).ok_or_else(|| Fault::unsupported("a pointer to an unknown block"))?;
        Ok(Arc::make_mut(block))
    }

    /// All blocks in order of id, including dead ones.
    pub fn blocks(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter().enumerate().map(|(index, block)| (BlockId::from_index(index), block.as_ref()))
    }

    /// The call stack, the running function last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    pub fn function(&self) -> Option<FunctionId> {
        self.frames.last().map(|frame| frame.function)
    }

    /// Returns the address of a local of the top frame or of a global.
    pub fn variable_address(&self, variable: VariableId) -> Option<Pointer> {
        let local = self.frames.last().and_then(|frame| frame.variables.get(variable));
        local.or_else(|| self.globals.get(variable)).map(|block| Pointer::To { block, offset: 0 })
    }

    pub fn string_address(&self, string: StringId) -> Option<Pointer> {
        self.strings.get(string.index()).map(|block| Pointer::To { block: *block, offset: 0 })
    }

    pub fn symbol(&self, symbol: SymbolId) -> Option<Value> {
        self.symbols.get(&symbol).copied()
    }

    pub fn set_symbol(&mut self, symbol: SymbolId, value: Value) {
        self.symbols.insert(symbol, value);
    }

    /// Returns true if the value points to, or into, a dead block. Comparing it has either outcome, but always the same
    /// one.
    pub fn is_dangling(&self, value: Value) -> bool {
        value.block().and_then(|id| self.block(id)).is_some_and(|block| block.liveness != Liveness::Live)
    }

    /// Returns true if the value is a dangling pointer that this run has found equal to something else: C does not
    /// define what it then points to.
    pub fn coincides(&self, value: Value) -> bool {
        self.is_dangling(value) && self.guesses.coincides(value)
    }

    /// Returns the values that a dangling pointer was found equal to.
    pub fn coinciding(&self, value: Value) -> Vec<Value> {
        let Value::Pointer(Pointer::To { block, offset }) = value else { return Vec::new() };
        if !self.coincides(value) {
            return Vec::new();
        }
        let together = self.guesses.layout.together(block).into_iter();
        let there = together.map(|block| Value::Pointer(Pointer::To { block, offset }));
        there.chain([self.guesses.resolve(value)]).filter(|other| *other != value).collect()
    }

    /// Returns true if any dangling pointer was found equal to something else.
    pub fn has_coincidences(&self) -> bool {
        self.guesses.has_coincidences()
    }

    /// Returns true if this run has found equal to NULL some dangling pointer, or one from a function without a body.
    pub fn takes_dangling_for_null(&self) -> bool {
        self.guesses.values().any(|value| self.guesses.resolve(value) == Value::NULL)
    }

    /// Returns how the lifetimes of two blocks are related.
    pub(super) fn lifetimes(&self, left: BlockId, right: BlockId) -> Lifetimes {
        let (Some(left), Some(right)) = (self.block(left), self.block(right)) else { return Lifetimes::Unknown };
        match (left.liveness, right.liveness) {
            (Liveness::Live, Liveness::Live) => Lifetimes::Overlapping,
            _ if !self.clock.0.is_whole => Lifetimes::Unknown,
            _ if left.lifetime.0.overlaps(right.lifetime.0) => Lifetimes::Overlapping,
            _ => Lifetimes::Disjoint,
        }
    }

    /// Returns true if a block may be allocated where the other one was: both on the heap, or both on the stack.
    pub(super) fn is_reused(&self, left: BlockId, right: BlockId) -> bool {
        let kind = |id| self.block(id).map(|block| block.kind);
        let is_stack = |kind: &BlockKind| matches!(kind, BlockKind::Local(_) | BlockKind::Stack);
        let is_heap = |kind: &BlockKind| matches!(kind, BlockKind::Heap(_));
        let (Some(left), Some(right)) = (kind(left), kind(right)) else { return false };
        (is_stack(&left) && is_stack(&right)) || (is_heap(&left) && is_heap(&right))
    }

    /// Returns true if the `size` bytes at `pointer` are in a live block.
    pub fn is_allocated(&self, pointer: Pointer, size: u64) -> bool {
        pointer != Pointer::Null && self.check_access(Value::Pointer(pointer), size).is_ok()
    }

    /// Returns the block and offset for an access of `size` bytes, or the fault of the access.
    pub(super) fn check_access(&self, pointer: Value, size: u64) -> Result<(BlockId, u64), Fault> {
        let (id, offset) = match pointer {
            Value::Pointer(Pointer::To { block, offset }) => (block, offset),
            Value::Pointer(Pointer::Null) => {
                return Err(Fault::new(FaultKind::InvalidDereference, "dereference of a NULL pointer").of_pointer(""));
            }
            Value::Undefined => {
                return Err(
                    Fault::new(FaultKind::Uninitialized, "dereference of an uninitialized pointer").of_pointer("")
                );
            }
            Value::Integer(_) | Value::Float(_) | Value::LongDouble(_) | Value::Function(_) => {
                return Err(Fault::new(FaultKind::InvalidDereference, "dereference of an address of no object"));
            }
        };
        let block = self.block(id).ok_or_else(|| Fault::unsupported("a pointer to an unknown block"))?;
        match block.liveness {
            Liveness::Freed => {
                return Err(Fault::new(FaultKind::UseAfterFree, "access to a freed block")
                    .about(id)
                    .of_pointer("through "));
            }
            Liveness::OutOfScope => {
                let message = "access to a variable after the end of its scope";
                return Err(Fault::new(FaultKind::UseAfterScope, message).about(id).of_pointer("through "));
            }
            Liveness::Live if self.guesses.resolve(pointer) == Value::NULL => {
                return Err(Fault::new(FaultKind::InvalidDereference, "dereference of a NULL pointer").of_pointer(""));
            }
            Liveness::Live if matches!(block.kind, BlockKind::Outside { .. }) => {
                return Err(Fault::without_body("memory that a function without a body has, or was given"));
            }
            Liveness::Live => {}
        }
        match u64::try_from(offset) {
            Ok(start) if start.checked_add(size).is_some_and(|end| end <= block.size()) => Ok((id, start)),
            _ => {
                let bytes = if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") };
                let total = block.size();
                let message = format!("access of {bytes} at offset {offset} is outside the {total}-byte block");
                Err(Fault::new(FaultKind::OutOfBounds, message).about(id).of_pointer(""))
            }
        }
    }

    /// Loads a scalar.
    pub fn load(&self, pointer: Pointer, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        self.load_at(Value::Pointer(pointer), ty, types)
    }

    pub(super) fn load_at(&self, pointer: Value, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a load of an incomplete type"))?;
        let (id, offset) = self.check_access(pointer, size)?;
        self.block(id).map_or(Ok(Value::Undefined), |block| block.read(offset, ty, types))
    }

    /// Stores a scalar.
    pub fn store(&mut self, pointer: Pointer, value: Value, ty: TypeId, types: &TypeTable) -> Result<(), Fault> {
        self.store_at(Value::Pointer(pointer), value, ty, types)
    }

    pub(super) fn store_at(
        &mut self,
        pointer: Value,
        value: Value,
        ty: TypeId,
        types: &TypeTable,
    ) -> Result<(), Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a store of an incomplete type"))?;
        let (id, offset) = self.check_writable(pointer, size)?;
        self.block_mut(id)?.write(offset, value, ty, types)
    }

    /// Pushes a frame with undefined variables.
    pub(super) fn push_frame(
        &mut self,
        program: &Program,
        function: FunctionId,
        call: Option<EdgeId>,
    ) -> Result<(), Fault> {
        let (variables, stack) = (Places::default(), Vec::new());
        let mut frame = Frame { function, call, variables, variadic: None, stack, callback: None };
        let locals = program.functions.get(function).map_or(&[][..], |function| &function.locals);
        for local in locals {
            let ty = program.variables.get(*local).map(|variable| variable.ty);
            let size = ty.and_then(|ty| program.types.size_of(ty));
            let size = size.ok_or_else(|| Fault::unsupported("a local variable of incomplete type"))?;
            let mut block = Block::new(BlockKind::Local(*local), size, false)?;
            block.constant = constant_bits(program, *local, VariableKind::Local);
            frame.variables.insert(*local, self.add_block(block));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Pops the top frame and ends the lifetimes of its variables. Trailing blocks to which nothing can point are
    /// removed.
    pub(super) fn pop_frame(&mut self, program: &Program) -> Option<Frame> {
        let frame = self.frames.pop()?;
        for block in frame.variables.values().chain(frame.variadic).chain(frame.stack.iter().copied()) {
            self.end_scope(block);
        }
        while self.blocks.last().is_some_and(|block| block.is_gone(program)) {
            self.blocks.pop();
        }
        Some(frame)
    }

    pub(super) fn end_scope(&mut self, block: BlockId) {
        let (now, by) = (self.clock.0.tick(), self.clock.0.step);
        if let Ok(block) = self.block_mut(block) {
            block.kill(Liveness::OutOfScope);
            (block.lifetime.0.died, block.lifetime.0.ended_by) = (Some(now), by);
        }
    }

    /// Returns the blocks of globals, frames (bottom first), strings and the library in a fixed order.
    fn fixed_blocks(&self) -> Vec<BlockId> {
        let streams = self.streams.iter().map(|(_, block)| *block).chain(self.files.blocks());
        let others = self.strings.iter().chain(self.external.values()).copied().chain(streams);
        self.running_roots().into_iter().chain(others).collect()
    }

    /// Returns the same state with blocks numbered in the order in which variables, symbols and then other blocks reach
    /// them. Unreferenced dead blocks are removed; unreachable live ones stay, in their order.
    #[must_use]
    pub fn canonical(&self) -> State {
        let symbols = self.symbols.values().filter_map(|value| value.block());
        let alive = self.blocks().filter(|(_, block)| block.liveness == Liveness::Live).map(|(id, _)| id);
        let roots: Vec<BlockId> = self.fixed_blocks().into_iter().chain(symbols).collect();
        let mut order = self.reachable_blocks(roots);
        let reached: BTreeSet<BlockId> = order.iter().copied().collect();
        order.extend(self.reachable_blocks(alive).into_iter().filter(|id| !reached.contains(id)));
        let renamed: BTreeMap<BlockId, BlockId> =
            order.iter().enumerate().map(|(index, id)| (*id, BlockId::from_index(index))).collect();
        let guesses = self.guesses.renamed(&|id| renamed.get(&id).copied());
        State { guesses, ..self.renumbered(&order, |id| renamed.get(&id).copied().unwrap_or(id)) }
    }

    fn files_renamed(&self, rename: impl Fn(BlockId) -> BlockId) -> Arc<Files> {
        match self.files.blocks().any(|block| rename(block) != block) {
            true => Arc::new(self.files.renamed(rename)),
            false => Arc::clone(&self.files),
        }
    }

    fn renumbered(&self, order: &[BlockId], rename: impl Fn(BlockId) -> BlockId) -> State {
        let mut blocks = Vec::with_capacity(order.len());
        for id in order.iter().filter_map(|id| self.blocks.get(id.index())) {
            let mut block = Arc::clone(id);
            if block.targets().any(|target| rename(target) != target) {
                Arc::make_mut(&mut block).rename(&rename);
            }
            blocks.push(block);
        }
        let moved = |frame: &Frame| Frame {
            variables: frame.variables.renamed(&rename),
            variadic: frame.variadic.map(&rename),
            stack: frame.stack.iter().map(|block| rename(*block)).collect(),
            callback: frame.callback.as_ref().map(|callback| callback.renamed(&rename)),
            ..*frame
        };
        let frames = self.frames.iter().map(moved);
        let value = |value: Value| match value {
            Value::Pointer(Pointer::To { block, offset }) => {
                Value::Pointer(Pointer::To { block: rename(block), offset })
            }
            value => value,
        };
        let symbols = self.symbols.iter().map(|(id, symbol)| (*id, value(*symbol)));
        State {
            blocks,
            globals: self.globals.renamed(&rename),
            strings: self.strings.iter().map(|block| rename(*block)).collect(),
            external: self.external.iter().map(|(function, block)| (*function, rename(*block))).collect(),
            streams: self.streams.iter().map(|(stream, block)| (*stream, rename(*block))).collect(),
            input: self.input,
            files: self.files_renamed(&rename),
            environment: self.environment.iter().map(|entry| value(*entry)).collect(),
            handlers: self.handlers.iter().map(|handler| handler.with(value)).collect(),
            frames: frames.collect(),
            symbols: symbols.collect(),
            guesses: self.guesses.clone(),
            clock: self.clock,
            draws: self.draws.clone(),
        }
    }
}
