//! Arithmetic types and their conversions in expressions (C11 6.3.1).

use crate::{IntegerKind, Type, TypeId, TypeTable};

impl TypeTable {
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Float(_))
    }

    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Integer { .. } | Type::Float(_))
    }

    /// Returns the type after the integer promotions.
    pub fn promoted(&mut self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Integer { kind, .. } if *kind < IntegerKind::Int => self.int(),
            _ => ty,
        }
    }

    /// Returns the common type of two operands after the usual arithmetic conversions.
    pub fn common_arithmetic(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let (left, right) = (self.promoted(left), self.promoted(right));
        match (self.get(left).clone(), self.get(right).clone()) {
            (Type::Float(a), Type::Float(b)) => self.intern(Type::Float(a.max(b))),
            (Type::Float(_), _) => left,
            (_, Type::Float(_)) => right,
            (Type::Integer { kind: a, signed: s }, Type::Integer { kind: b, signed: t }) => {
                if a == b {
                    return self.integer(a, s && t);
                }
                let (high, high_signed, low, low_signed) = if a > b { (a, s, b, t) } else { (b, t, a, s) };
                let (high_id, low_id) = (self.integer(high, high_signed), self.integer(low, low_signed));
                let wider = self.size_of(high_id) > self.size_of(low_id);
                self.integer(high, high_signed && (low_signed || wider))
            }
            _ => left,
        }
    }
}
