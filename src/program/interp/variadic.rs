//! Variable arguments: `va_start`, `va_arg`, `va_copy`, `va_end`.
//!
//! The variable arguments are in a block of their own, each at a multiple of 16 bytes; the block dies with the call.
//! The first word of a `va_list` is a pointer to the next one. Reading past the last one is out of bounds, and an
//! argument read with a wider type than its own is partly undefined.

use crate::FaultKind;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::memory::{Block, BlockKind, Value};
use crate::interp::state::State;
use ctype::{TypeId, TypeTable};

/// Returns the space that an argument takes.
pub(super) fn room(size: u64) -> u64 {
    size.div_ceil(16).max(1).saturating_mul(16)
}

/// Creates a block for arguments of these sizes; returns it with the place of each argument.
pub(super) fn block(state: &mut State, sizes: &[u64]) -> Result<(Value, Vec<Value>), Fault> {
    let size = sizes.iter().map(|size| room(*size)).sum();
    let block = Value::pointer_to(state.add_block(Block::new(BlockKind::Arguments, size, false)?));
    let mut offset = 0_u64;
    let places = sizes.iter().map(|size| {
        let place = moved(block, offset as i64);
        offset += room(*size);
        place
    });
    let places = places.collect();
    Ok((block, places))
}

/// Returns the place of the next argument and advances the list.
pub(super) fn advance(place: &mut Value, size: u64) -> Result<Value, Fault> {
    let current = *place;
    match current {
        Value::Undefined => Err(Fault::new(FaultKind::UndefinedValue, "use of a `va_list` that is not started")),
        _ => {
            *place = moved(current, room(size) as i64);
            Ok(current)
        }
    }
}

/// Reads the next argument, a scalar.
pub(super) fn take(state: &State, place: &mut Value, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
    let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("an argument of incomplete type"))?;
    let at = advance(place, size)?;
    state.load_at(at, ty, types).map_err(|fault| match fault.kind {
        FaultKind::OutOfBounds => Fault::undefined("more arguments are taken than there are"),
        _ => fault,
    })
}
