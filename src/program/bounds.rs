//! Bounds of arrays inside larger objects that an expression names.
//!
//! An access beyond such an array is undefined in C even if it stays inside the object. This module uses only the types
//! of an expression and evaluates nothing.

use crate::{Expr, ExprNode};
use ctype::{Type, TypeId, TypeTable};

/// An array that an index selects from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InnerArray {
    pub ty: TypeId,
    /// Number of elements, not 0.
    pub count: u64,
}

/// Returns the array type if the cast of `operand` to `expr` is array-to-pointer decay.
pub fn decayed_array(types: &TypeTable, expr: &Expr, operand: &Expr) -> Option<TypeId> {
    let array = types.pointee(operand.ty).filter(|_| types.is_pointer(operand.ty))?;
    let element = types.pointee(expr.ty)?;
    matches!(types.get(array), Type::Array(inner, _) if *inner == element).then_some(array)
}

/// Returns the array that an index into `base` selects from, if it lies inside a larger object. Returns `None` for a
/// variable, whose elements fill its block, and for the last member of a record, which may have any number of elements.
pub fn inner_array(types: &TypeTable, base: &Expr) -> Option<InnerArray> {
    let ExprNode::Cast(array) = &base.node else { return None };
    match &array.node {
        ExprNode::VariableAddress(_) => return None,
        ExprNode::FieldAddress(_, field) => {
            let is_last = types.fields(field.record).len() <= field.index as usize + 1;
            if is_last || types.record(field.record).is_union {
                return None;
            }
        }
        _ => {}
    }
    let ty = decayed_array(types, base, array)?;
    match types.get(ty) {
        Type::Array(_, Some(count @ 1..)) => Some(InnerArray { ty, count: *count }),
        _ => None,
    }
}

/// Returns true if the address denotes a subobject of the object it is computed from, so that it lies in an element if
/// that does.
pub fn is_part(types: &TypeTable, address: &Expr) -> bool {
    match &address.node {
        ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) => true,
        ExprNode::Cast(operand) => decayed_array(types, address, operand).is_some(),
        _ => false,
    }
}
