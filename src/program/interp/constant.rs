//! The `const` bits of variables, which must not be written after initialisation.
//!
//! [`Program::constant_bits`] determines these bits; this module does not look at types.

use std::sync::Arc;

use crate::interp::fault::Fault;
use crate::interp::memory::{BlockId, BlockKind, Value};
use crate::interp::state::State;
use crate::{Expr, FaultKind, Program, VariableId, VariableKind};
use base::ids::Id;
use ctype::ConstantBits;

/// A block whose `const` bits are temporarily writable, and these bits.
pub(super) struct Unlocked {
    block: BlockId,
    constant: Option<Arc<ConstantBits>>,
}

/// Returns the `const` bits of a variable if it is of this kind.
pub(super) fn constant_bits(program: &Program, id: VariableId, kind: VariableKind) -> Option<Arc<ConstantBits>> {
    program.variables.get(id).filter(|variable| variable.kind == kind)?;
    all_constant_bits(program, id)
}

/// Returns the `const` bits of a variable.
pub(super) fn all_constant_bits(program: &Program, id: VariableId) -> Option<Arc<ConstantBits>> {
    let bits = program.constant_bits(id);
    (bits != ConstantBits::None).then(|| Arc::new(bits))
}

impl State {
    /// As [`State::check_access`], for a write: string literals are constant.
    pub(super) fn check_writable(&self, pointer: Value, size: u64) -> Result<(BlockId, u64), Fault> {
        self.check_bits_writable(pointer, size, (0, size.saturating_mul(8)))
    }

    /// As [`State::check_writable`], for a write of the bits from `first` up to but excluding `behind` of these bytes.
    pub(super) fn check_bits_writable(
        &self,
        pointer: Value,
        size: u64,
        (first, behind): (u64, u64),
    ) -> Result<(BlockId, u64), Fault> {
        let (id, offset) = self.check_access(pointer, size)?;
        let start = offset.saturating_mul(8);
        let is_constant = |bits: &ConstantBits| bits.meets(start.saturating_add(first), start.saturating_add(behind));
        match self.block(id).map(|block| (block.kind, block.constant.as_deref())) {
            Some((BlockKind::String(_), _)) => Err(Fault::new(FaultKind::ConstantWritten, "write to a string literal")),
            Some((_, Some(bits))) if is_constant(bits) => {
                Err(Fault::new(FaultKind::ConstantWritten, "write to a 'const' object"))
            }
            _ => Ok((id, offset)),
        }
    }

    /// Makes the `const` bits of globals read-only; they have their values.
    pub(crate) fn lock_constants(&mut self, program: &Program) {
        for id in program.variables.ids() {
            let constant = constant_bits(program, id, VariableKind::Global);
            let block = self.globals.get(id).filter(|_| constant.is_some());
            if let Some(block) = block.and_then(|block| self.blocks.get_mut(block.index())) {
                Arc::make_mut(block).constant = constant;
            }
        }
    }

    /// Makes the `const` bits of the top frame's parameters read-only; they have their values.
    pub(super) fn lock_parameters(&mut self, program: &Program, parameters: &[VariableId]) -> Result<(), Fault> {
        for parameter in parameters {
            let block = self.frames.last().and_then(|frame| frame.variables.get(*parameter));
            let constant = constant_bits(program, *parameter, VariableKind::Parameter);
            if let (Some(block), Some(_)) = (block, &constant) {
                self.block_mut(block)?.constant = constant;
            }
        }
        Ok(())
    }

    /// Makes the `const` bits of a local writable for one command, as only its initialiser stores to them directly;
    /// `None` if the address is not in a `const` local.
    pub(super) fn unlock(&mut self, address: Option<&Expr>, program: &Program) -> Option<Unlocked> {
        let id = address?.root_variable()?;
        let variable = program.variables.get(id)?;
        let may_be_constant = variable.is_constant || !program.types.is_scalar(variable.ty);
        let block = self.frames.last().filter(|_| may_be_constant)?.variables.get(id)?;
        let known = self.blocks.get_mut(block.index()).filter(|known| known.constant.is_some())?;
        let constant = Arc::make_mut(known).constant.take();
        Some(Unlocked { block, constant })
    }

    /// Undoes [`State::unlock`].
    pub(super) fn lock(&mut self, unlocked: Option<Unlocked>) {
        let Some(Unlocked { block, constant }) = unlocked else { return };
        if let Some(block) = self.blocks.get_mut(block.index()) {
            Arc::make_mut(block).constant = constant;
        }
    }
}
