//! Expressions about a state that the program's text need not have: values of variables and fields, and comparisons of them.
//!
//! They use types that the program has; `None` where it lacks one, such as that of a variable's address. Never evaluates anything.

use ctype::{FieldId, IntegerKind, Type, TypeTable};
use program::{BinaryOp, Expr, ExprNode, Program, VariableId};
use spec::{Predicate, StateFormula};

/// Returns the value of a variable.
pub(super) fn value_of(program: &Program, variable: VariableId) -> Option<Expr> {
    let types = &program.types;
    let ty = program.variables.get(variable)?.ty;
    Expr::load(types, Expr::new(ExprNode::VariableAddress(variable), types.find(&Type::Pointer(ty))?))
}

/// `node->field`
pub(super) fn read_field(types: &TypeTable, node: Expr, field: FieldId) -> Option<Expr> {
    let ty = types.find(&Type::Pointer(types.field(field).ty))?;
    Expr::load(types, Expr::new(ExprNode::FieldAddress(Box::new(node), field), ty))
}

/// `left op right`, for operands of one type.
pub(super) fn compared(types: &TypeTable, op: BinaryOp, left: Expr, right: Expr) -> Option<StateFormula> {
    let int = types.find(&Type::Integer { kind: IntegerKind::Int, signed: true })?;
    let node = ExprNode::Binary(op, Box::new(left), Box::new(right));
    Some(StateFormula::Atom(Predicate::Condition(Expr::new(node, int))))
}
