//! Accesses beyond an array within a larger object, where the expression names the array.

use crate::domain::fault::{Fault, Interruption};
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::Evaluator;
use program::{Expr, FaultKind, bounds};

impl Evaluator<'_> {
    /// Returns the error if the element with this index of `base` is accessed.
    pub(super) fn beyond_array(&self, base: &Expr, index: Value) -> Option<Fault> {
        let types = &self.program.types;
        let array = bounds::inner_array(types, base)?;
        let (range, within) = (self.configuration.graph.range(index)?, Range::new(0, i128::from(array.count) - 1)?);
        if within.includes(range) {
            return None;
        }
        let (subscript, side) = match range.single() {
            Some(index) if index < 0 => (index.to_string(), "below"),
            Some(index) => (index.to_string(), "above"),
            None if range == Range::ALL => ("of any value".into(), "outside"),
            None => (format!("[{}, {}]", range.low(), range.high()), "outside"),
        };
        let message = format!("array subscript {subscript} is {side} array bounds of '{}'", types.display(array.ty));
        Some(Fault { certain: range.intersection(within).is_none(), ..Fault::new(FaultKind::BeyondArray, message) })
    }

    /// Returns the error if the address evaluated last is accessed.
    pub(super) fn take_beyond(&mut self, address: &Expr) -> Option<Fault> {
        self.beyond.take().filter(|_| bounds::is_part(&self.program.types, address))
    }

    /// Returns the address of an imminent access, and the error of the access even though it may lie in its object.
    pub fn used_address(&mut self, address: &Expr) -> Result<(Value, Option<Fault>), Interruption> {
        self.is_accessed = true;
        let pointer = self.value(address)?;
        let beyond = self.take_beyond(address).filter(|_| !self.semantics.recovers && !self.semantics.tolerates);
        Ok((pointer, beyond))
    }

    /// As [`Evaluator::used_address`], with the error as an interruption.
    pub fn sound_address(&mut self, address: &Expr) -> Result<Value, Interruption> {
        match self.used_address(address)? {
            (_, Some(fault)) => Err(fault.into()),
            (pointer, None) => Ok(pointer),
        }
    }
}

/// Returns the more certain one of two errors.
pub(super) fn worse(left: Option<Fault>, right: Option<Fault>) -> Option<Fault> {
    if right.as_ref().is_some_and(|fault| fault.certain) { right.or(left) } else { left.or(right) }
}
