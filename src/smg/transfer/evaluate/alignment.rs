//! Alignment of addresses, and masks of them.

use crate::domain::arithmetic::Format;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::Origin;
use crate::domain::value::{Address, Target, Value};
use crate::transfer::evaluate::Evaluator;
use base::integer::wrap;
use program::{Expr, ExprNode, FaultKind, VariableId};

impl Evaluator<'_> {
    /// Checks that the address of an object is aligned for its type, if requested. Objects at fixed places in a record
    /// or an array are aligned if the whole is: the compiler knows the layout of packed records. Each object is assumed
    /// to start at an address that is aligned for all of its uses, so that objects at odd offsets in it are not.
    pub fn check_alignment(&mut self, address: &Expr) -> Result<(), Interruption> {
        if !self.semantics.checks_alignment || self.semantics.recovers {
            return Ok(());
        }
        let mut base = address;
        while let ExprNode::FieldAddress(whole, _) | ExprNode::ElementAddress(whole, _) = &base.node {
            base = whole;
        }
        let types = &self.program.types;
        let needed = types.pointee(base.ty).map_or(1, |target| types.align_of(target)) as i64;
        if needed <= 1 {
            return Ok(());
        }
        let message = "access to an address that is not aligned for its type";
        match self.value(base)? {
            Value::Address(Address { offset, .. }) if offset % needed != 0 => {
                Err(Fault::new(FaultKind::InvalidDereference, message).into())
            }
            Value::Inside { .. } => Err(Fault::possible(FaultKind::InvalidDereference, message).into()),
            _ => Ok(()),
        }
    }

    /// Returns an address with some of its low bits cleared: slightly below the original one.
    pub(super) fn aligned(&mut self, left: Value, right: Value) -> Value {
        let (Value::Address(address), Value::Integer(mask)) = (left, right) else { return self.forgotten() };
        if let Some(bits) = self.last_bits(address, mask) {
            return Value::Integer(bits);
        }
        // A mask that is negative as a signed number is a large number as an unsigned one.
        let mask = wrap(mask, self.distance_format());
        let below = -mask - 1;
        if let Some(bits) = self.last_bits(address, below) {
            return address.moved(-bits).map_or(Value::ANY, Value::Address);
        }
        let Address { object, target: Target::Region, offset } = address else { return self.forgotten() };
        if mask >= 0 || below > 1 << 20 || below & (below + 1) != 0 {
            return self.forgotten();
        }
        Value::Inside { object, low: offset - below as i64, high: offset, room: 0, steps: None }
    }

    /// Returns the remainder of an address divided by a power of two.
    pub(super) fn remainder(&mut self, left: Value, right: Value, format: Option<Format>) -> Value {
        let (Value::Address(address), Value::Integer(divisor), Some((_, false))) = (left, right, format) else {
            return self.forgotten();
        };
        let is_power = divisor > 0 && divisor & (divisor - 1) == 0;
        match self.last_bits(address, divisor - 1).filter(|_| is_power) {
            Some(bits) => Value::Integer(bits),
            None => self.forgotten(),
        }
    }

    /// Returns the low bits of an address that a mask selects, by the alignment of its object: heap blocks are aligned
    /// for every type.
    pub(super) fn last_bits(&self, address: Address, mask: i128) -> Option<i128> {
        let object = self.configuration.graph.object(address.object)?;
        let aligned = match object.origin {
            Origin::Variable(variable) if address.target == Target::Region => self.alignment_of(variable),
            // Smaller blocks may lie closer to each other.
            _ if object.is_heap() && object.size.low() > mask => 2 * i128::from(self.word()),
            _ => return None,
        };
        (0..aligned).contains(&mask).then_some(i128::from(address.offset) & mask)
    }

    /// Returns the guaranteed alignment of a variable. GCC aligns many more strictly, but not always.
    fn alignment_of(&self, variable: VariableId) -> i128 {
        let ty = self.program.variables.get(variable).map(|variable| variable.ty);
        ty.map_or(1, |ty| self.program.types.align_of(ty).max(1).into())
    }
}
