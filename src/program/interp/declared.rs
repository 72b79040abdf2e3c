//! Calls of functions that are only declared: they do what [`crate::outside`] says.
//!
//! A run chooses the values of what such a function changes, variables in the order of their ids, then the result. Memory
//! of which nothing is known is a block of kind [`BlockKind::Outside`], which no run may read or write.

use std::collections::BTreeSet;

use crate::interp::choice::Chooser;
use crate::interp::evaluate::refuse_beyond;
use crate::interp::fault::Fault;
use crate::interp::input::Pointers;
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness, Pointer, Value};
use crate::interp::state::State;
use crate::interp::step::{ControlEffect, Interpreter};
use crate::{DeclaredCallee, Expr, PointerUse, Program, VariableId, outside};
use ctype::ConstantBits;

/// The reason why a run ends where such a function gets, or reaches, a pointer to no object.
const LEADS_NOWHERE: &str = "what a function without a body does with a pointer that leads to no object";
/// The reason why a run ends where such a function gets a function.
const CALLS_BACK: &str = "what a function without a body calls that it was given";

/// What a call gets.
struct Given {
    /// Blocks that it only reads, and what they lead to.
    read: BTreeSet<BlockId>,
    /// Blocks from which it may change what it reaches.
    changed: BTreeSet<BlockId>,
    /// Blocks that are passed by value.
    copied: BTreeSet<BlockId>,
}

impl Interpreter<'_> {
    pub(super) fn call_declared(
        &self,
        state: &mut State,
        callee: &DeclaredCallee,
        (arguments, result): (&[Expr], Option<&Expr>),
        chooser: &mut dyn Chooser,
    ) -> Result<ControlEffect, Fault> {
        let Given { read, mut changed, copied } = self.given(state, callee, arguments, chooser)?;
        self.note_given(state, result, &read);
        let mut hidden = Vec::new();
        if !callee.changes_nothing {
            let Program { changed_elsewhere, changed_once_given, .. } = self.program;
            let is_lent = |(_, id): &(VariableId, BlockId)| state.block(*id).is_some_and(|block| block.is_lent);
            let (lent, others): (Vec<_>, Vec<_>) = places(state, changed_once_given).partition(is_lent);
            changed.extend(places(state, changed_elsewhere).chain(lent).map(|(_, block)| block));
            hidden = others;
            refuse_lent(state, &changed)?;
        }
        let reached = state.reachable_blocks(read.iter().chain(&changed).copied());
        let holds_functions = |block: &BlockId| state.block(*block).is_some_and(Block::holds_functions);
        if copied.iter().chain(&reached).any(holds_functions) {
            return Err(Fault::without_body(CALLS_BACK));
        }
        lend(state, &reached);
        let is_dead = |block: &BlockId| state.block(*block).is_some_and(|block| block.liveness != Liveness::Live);
        if reached.iter().any(is_dead) {
            return Err(Fault::without_body(LEADS_NOWHERE));
        }
        let mut variables: Vec<(VariableId, BlockId)> = Vec::new();
        for block in state.reachable_blocks(changed.iter().copied()) {
            let variable = hand_over(state, self.program, block)?;
            // Types do not say whether the pointer that leads there is one to `const`.
            let is_given = |variable: VariableId| self.program.changed_once_given.contains(&variable);
            if variable.is_some_and(|variable| !changed.contains(&block) && !is_given(variable)) {
                return Err(Fault::without_body("what a function without a body changes through pointers in objects"));
            }
            variables.extend(variable.map(|variable| (variable, block)));
        }
        hidden.retain(|place| !variables.contains(place));
        self.change_all(state, variables, hidden, chooser)?;
        if let Some(address) = result {
            let (pointer, is_beyond) = state.evaluate_place(address, self.program, chooser)?;
            refuse_beyond(is_beyond)?;
            let pointers = Pointers::Outside { may_be_null: !callee.returns_nonnull };
            self.havoc_place(state, (pointer, address), pointers, chooser)?;
        }
        Ok(ControlEffect::Passed)
    }

    /// Returns what a call gets.
    fn given(
        &self,
        state: &mut State,
        callee: &DeclaredCallee,
        arguments: &[Expr],
        chooser: &mut dyn Chooser,
    ) -> Result<Given, Fault> {
        let (mut read, mut copied, mut changed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (argument, used) in arguments.iter().zip(&callee.uses) {
            let value = state.evaluate_with(argument, self.program, chooser)?;
            if value == Value::Undefined {
                if !self.program.types.is_pointer(argument.ty) {
                    continue;
                }
                return Err(Fault::without_body(LEADS_NOWHERE));
            }
            if matches!(value, Value::Function(_)) {
                return Err(Fault::without_body(CALLS_BACK));
            }
            let Some(block) = value.block() else { continue };
            match used {
                PointerUse::Reads => drop(read.insert(block)),
                PointerUse::Changes => drop(changed.insert(block)),
                PointerUse::Copies => {
                    copied.insert(block);
                    changed.extend(state.block(block).into_iter().flat_map(Block::targets));
                }
            }
        }
        Ok(Given { read, changed, copied })
    }

    /// Records that a pointer in the result may be one to what the function has read.
    fn note_given(&self, state: &mut State, result: Option<&Expr>, read: &BTreeSet<BlockId>) {
        let ty = result.and_then(|address| self.program.types.pointee(address.ty));
        if ty.is_some_and(|ty| outside::holds_pointers(&self.program.types, ty)) {
            for block in state.reachable_blocks(read.iter().copied()) {
                if let Ok(block) = state.block_mut(block) {
                    block.may_be_given = true;
                }
            }
        }
    }

    /// Gives variables any values. Those that are `hidden` from the function keep their values; the run chooses for them, too,
    /// so that every run makes the same choices in the same order.
    fn change_all(
        &self,
        state: &mut State,
        variables: Vec<(VariableId, BlockId)>,
        hidden: Vec<(VariableId, BlockId)>,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let changed = variables.into_iter().map(|place| (place, true));
        let mut all: Vec<_> = changed.chain(hidden.into_iter().map(|place| (place, false))).collect();
        all.sort_unstable();
        for (place, is_changed) in all {
            let before = state.block(place.1).filter(|_| !is_changed).cloned();
            self.change(state, place, chooser)?;
            if let Some(before) = before {
                *state.block_mut(place.1)? = before;
            }
        }
        Ok(())
    }

    /// Gives a variable any value of its type.
    fn change(
        &self,
        state: &mut State,
        (variable, block): (VariableId, BlockId),
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let declared = self.program.variables.get(variable).ok_or_else(|| Fault::unsupported("an unknown variable"))?;
        if declared.extra_bytes > 0 || self.program.constant_bits(variable) != ConstantBits::None {
            return Err(Fault::without_body("a function that may change a part of a variable only"));
        }
        let place = Value::Pointer(Pointer::To { block, offset: 0 });
        let (types, size) = (&self.program.types, self.size_of(declared.ty)?);
        if !types.is_scalar(declared.ty) {
            state.fill(place, 0, size, types.model().word_bytes())?;
        }
        self.havoc_object(state, place, declared.ty, Pointers::Outside { may_be_null: true }, (chooser, 0))
    }
}

/// Returns the blocks of variables.
fn places<'s>(
    state: &'s State,
    variables: &'s BTreeSet<VariableId>,
) -> impl Iterator<Item = (VariableId, BlockId)> + 's {
    variables
        .iter()
        .filter_map(|variable| Some((*variable, Value::Pointer(state.variable_address(*variable)?).block()?)))
}

/// Records that a function without a body got blocks: a pointer that such a function gives may be one to them.
fn lend(state: &mut State, given: &[BlockId]) {
    for block in given {
        if let Ok(block) = state.block_mut(*block) {
            block.is_lent = true;
        }
    }
}

/// Ends the run if a call reaches unknown memory that may be a block which an earlier call got.
fn refuse_lent(state: &State, changed: &BTreeSet<BlockId>) -> Result<(), Fault> {
    let reached = state.reachable_blocks(changed.iter().copied());
    let is_outside =
        |block: &BlockId| state.block(*block).is_some_and(|block| matches!(block.kind, BlockKind::Outside { .. }));
    let is_lent = |(id, block): (BlockId, &Block)| {
        let may_change = !matches!(block.kind, BlockKind::Outside { .. } | BlockKind::String(_));
        block.is_lent && block.liveness == Liveness::Live && may_change && !reached.contains(&id)
    };
    if reached.iter().any(is_outside) && state.blocks().any(is_lent) {
        return Err(Fault::without_body(
            "what a function without a body reaches through a pointer that another one gave",
        ));
    }
    Ok(())
}

/// Lets unknown code have a block: a variable that it may change is returned; of other memory, nothing is known from now
/// on.
fn hand_over(state: &mut State, program: &Program, id: BlockId) -> Result<Option<VariableId>, Fault> {
    let Some(block) = state.block(id) else { return Ok(None) };
    if block.has_torn_address(program.types.model().word_bytes()) {
        return Err(Fault::unsupported("what a part of a pointer leads to"));
    }
    match block.kind {
        BlockKind::Global(variable) | BlockKind::Local(variable) => {
            let is_constant = program.variables.get(variable).is_some_and(|variable| variable.is_constant);
            return Ok((!is_constant).then_some(variable));
        }
        BlockKind::Heap(_) | BlockKind::Stack => {
            state.block_mut(id)?.kind = BlockKind::Outside { may_be_null: false };
        }
        BlockKind::Arguments => {
            return Err(Fault::without_body(
                "what a function without a body does with a stream or an argument of the program",
            ));
        }
        BlockKind::String(_) | BlockKind::Outside { .. } => {}
    }
    Ok(None)
}

/// Returns a pointer to memory of which nothing is known.
pub(super) fn pointer_from_outside(state: &mut State, may_be_null: bool) -> Result<Value, Fault> {
    Ok(Value::pointer_to(state.add_block(Block::new(BlockKind::Outside { may_be_null }, 0, false)?)))
}
