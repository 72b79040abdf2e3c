//! Elements beyond an array within a larger object, which is named by the expression that uses them.

use crate::domain::fault::{Fault, Interruption};
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::Evaluator;
use program::{Expr, FaultKind, bounds};

impl Evaluator<'_> {
    /// What is wrong if the element is used that an index into `base` leads to.
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

    /// What is wrong with the address that was evaluated last if it is used.
    pub(super) fn take_beyond(&mut self, address: &Expr) -> Option<Fault> {
        self.beyond.take().filter(|_| bounds::is_part(&self.program.types, address))
    }

    /// The address of a place that is about to be used, and what is wrong with that although the place lies in its object.
    pub fn used_address(&mut self, address: &Expr) -> Result<(Value, Option<Fault>), Interruption> {
        self.is_accessed = true;
        let pointer = self.value(address)?;
        let beyond = self.take_beyond(address).filter(|_| !self.semantics.recovers && !self.semantics.tolerates);
        Ok((pointer, beyond))
    }

    /// The same where nothing is done if something is wrong.
    pub fn sound_address(&mut self, address: &Expr) -> Result<Value, Interruption> {
        match self.used_address(address)? {
            (_, Some(fault)) => Err(fault.into()),
            (pointer, None) => Ok(pointer),
        }
    }
}

/// The one of two errors that is more certain.
pub(super) fn worse(left: Option<Fault>, right: Option<Fault>) -> Option<Fault> {
    if right.as_ref().is_some_and(|fault| fault.certain) { right.or(left) } else { left.or(right) }
}
