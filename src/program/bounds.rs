//! Arrays within larger objects, which an expression names: how many elements they have.
//!
//! To use an element beyond such an array is undefined in C, even where that stays in the object. This says what the types of
//! an expression tell of it, and evaluates nothing.

use crate::{Expr, ExprNode};
use ctype::{Type, TypeId, TypeTable};

/// An array that an index counts in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InnerArray {
    /// Its type.
    pub ty: TypeId,
    /// How many elements it has, not 0.
    pub count: u64,
}

/// The array whose first element a cast of `operand` to `expr` gives the address of.
pub fn decayed_array(types: &TypeTable, expr: &Expr, operand: &Expr) -> Option<TypeId> {
    let array = types.pointee(operand.ty).filter(|_| types.is_pointer(operand.ty))?;
    let element = types.pointee(expr.ty)?;
    matches!(types.get(array), Type::Array(inner, _) if *inner == element).then_some(array)
}

/// The array that an index into `base` counts in, if the expression names an inner one: the elements of a variable are all of
/// its block, and at the end of a record there may be any number.
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

/// Whether an address lies in an element if an address that it is computed from does: it is that of a part of it.
pub fn is_part(types: &TypeTable, address: &Expr) -> bool {
    match &address.node {
        ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) => true,
        ExprNode::Cast(operand) => decayed_array(types, address, operand).is_some(),
        _ => false,
    }
}
