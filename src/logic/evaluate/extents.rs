//! Strings and room in a concrete state.

use crate::TermId;
use crate::evaluate::{AtomEvaluator, Place};
use program::interp::{Content, Pointer, State, Value};

impl AtomEvaluator<'_> {
    /// Returns true if each byte from a place to some zero byte of its block has a value; `None` if a byte has none.
    pub(super) fn is_string(&self, state: &State, (pointer, _): Place) -> Option<bool> {
        let Pointer::To { block, offset } = pointer else { return Some(false) };
        if !state.is_allocated(pointer, 1) {
            return Some(false);
        }
        let (block, start) = (state.block(block)?, u64::try_from(offset).ok()?);
        let word = self.arena.types().model().word_bytes();
        for at in start..block.size() {
            match block.content(at, 1, word) {
                Content::Bits(0) => return Some(true),
                Content::Bits(_) => {}
                Content::Undefined | Content::Address(_) | Content::Defined | Content::Mixed(..) => return None,
            }
        }
        Some(false)
    }

    /// Returns true if `count` objects lie behind a pointer in one block.
    pub(super) fn has_room(&self, state: &State, (pointer, term): (Value, TermId), count: Value) -> Option<bool> {
        let Value::Integer(count) = count else { return None };
        let Ok(count) = u64::try_from(count) else { return Some(count <= 0) };
        let (place, ty) = self.place(pointer, term)?;
        let size = self.arena.types().pointee(ty).and_then(|target| self.arena.types().size_of(target))?;
        Some(count == 0 || count.checked_mul(size).is_some_and(|bytes| state.is_allocated(place, bytes)))
    }
}
