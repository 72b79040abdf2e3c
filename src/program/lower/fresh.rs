//! Local pointers to nothing but blocks that the function itself has just allocated.
//!
//! What a call does to such a block matters to no operand beside the call. Before the call the block does not exist, and
//! behind it an operand would have to read its address from where the call has stored it, which is an effect of its own.

use rustc_hash::FxHashMap;

use crate::library::{Effect, Known};

/// The local variables of a function, as far as its text has been read: true for those that held only addresses of new blocks.
#[derive(Default)]
pub(super) struct FreshPointers<'e>(FxHashMap<&'e str, bool>);

impl<'e> FreshPointers<'e> {
    /// Records the declaration of a variable. Of two variables with one name, neither counts.
    pub(super) fn declare(&mut self, name: &'e str) {
        let is_first = !self.0.contains_key(name);
        self.0.insert(name, is_first);
    }

    /// Records that a variable may get a value, which is the address of a new block if `is_new`.
    pub(super) fn assign(&mut self, name: &'e str, is_new: bool) {
        let known = self.0.entry(name).or_insert(false);
        *known &= is_new;
    }

    /// Returns true if there is any such variable.
    pub(super) fn has_any(&self) -> bool {
        self.0.values().any(|is_fresh| *is_fresh)
    }

    /// Returns true if a variable is declared in the function, and holds only addresses of blocks that it has allocated.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.get(name).copied().unwrap_or(false)
    }
}

/// Returns true if a library function does no more than allocate a block, whose address it returns.
pub(super) fn only_allocates(known: Known) -> bool {
    let effects = known.function.entry().effects;
    let is_allocation = |effect: &Effect| matches!(effect, Effect::Allocates(_) | Effect::SetsErrno);
    !effects.is_empty() && effects.iter().all(is_allocation)
}
