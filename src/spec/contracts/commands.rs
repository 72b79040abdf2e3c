//! Contracts if calls are not inlined, because a function is recursive or is called by the library: commands of the
//! body decide requirements, guarantees and old values, so that engines that follow calls need to know nothing about
//! contracts. A run ends where it violates a requirement.
//!
//! Commands decide only conditions of C, and only if they can test for undefined parts, which make an atom false.
//! Anything else in a contract has no commands, with the reason in [`NoCommands`]: then the contract is not used, and
//! its function may do anything.

use std::fmt;

use crate::{Predicate, StateFormula};
use base::Span;
use ctype::{IntegerKind, TypeId, TypeTable};
use program::contract::{self, ContractCondition, ContractEffects};
use program::expr::UnaryOp;
use program::{BinaryOp, Expr, ExprNode, FunctionId, Program};

/// The reason why commands cannot decide a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoCommands {
    /// It is about paths, nodes or blocks.
    Predicate,
    /// It mentions a symbol.
    Symbol,
    /// It reads memory behind a pointer that the function does not assign.
    Memory,
    /// It contains an operation that may be undefined.
    Operator,
}

impl fmt::Display for NoCommands {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            NoCommands::Predicate => "this says more than C can: a predicate is followed only where calls are inlined",
            NoCommands::Symbol => "this mentions a symbol, which is followed only where calls are inlined",
            NoCommands::Memory => {
                "this reads behind a pointer what is not assigned, which is followed only where calls are inlined"
            }
            NoCommands::Operator => {
                "this computes what may be undefined, which is followed only where calls are inlined"
            }
        })
    }
}

/// A clause without commands, and the reason.
pub(super) type RefusedClause = (Span, NoCommands);

/// Translates formulas to conditions; knows what they may read.
pub(super) struct Translation<'p> {
    program: &'p Program,
    /// Addresses of cells behind pointers that have a value, and that no changing pointer leads to.
    cells: Vec<&'p Expr>,
    /// True if pointers may have become dangling.
    frees: bool,
    /// `int`, and a wider type.
    int: TypeId,
    wide: TypeId,
}

/// Returns the types that conditions are computed in: `int`, and a wider one.
pub(super) fn condition_types(types: &mut TypeTable) -> (TypeId, TypeId) {
    (types.int(), types.integer(IntegerKind::LongLong, true))
}

impl<'p> Translation<'p> {
    /// For formulas about the start of the call, which read only variables.
    pub(super) fn at_call(program: &'p Program, (int, wide): (TypeId, TypeId)) -> Self {
        Translation { program, cells: Vec::new(), frees: false, int, wide }
    }

    /// For `ensures`, which may also read assigned cells.
    pub(super) fn at_end(
        program: &'p Program,
        function: FunctionId,
        types: (TypeId, TypeId),
        effects: &'p ContractEffects,
    ) -> Self {
        let frees = !effects.freed.is_empty() || !effects.freed_lists.is_empty();
        let changed = effects.changed.iter().flatten().map(|cell| &cell.address);
        let is_fixed = |address: &&Expr| !frees && contract::is_fixed(program, function, address);
        let cells = changed.filter(is_fixed).collect();
        let at_call = Translation::at_call(program, types);
        Translation { cells, frees, ..at_call }
    }

    /// Translates a formula to a condition.
    pub(super) fn condition(&self, formula: &StateFormula) -> Result<ContractCondition, NoCommands> {
        let not = |inner| ContractCondition::Not(Box::new(inner));
        let both = |left, right| ContractCondition::Both(Box::new(left), Box::new(right));
        Ok(match formula {
            StateFormula::True => ContractCondition::Constant(true),
            StateFormula::False => ContractCondition::Constant(false),
            StateFormula::Not(inner) => not(self.condition(inner)?),
            StateFormula::And(left, right) => both(self.condition(left)?, self.condition(right)?),
            StateFormula::Or(left, right) => not(both(not(self.condition(left)?), not(self.condition(right)?))),
            StateFormula::Implies(left, right) => not(both(self.condition(left)?, not(self.condition(right)?))),
            StateFormula::Iff(left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                let (one, other) = (both(left.clone(), not(right.clone())), both(not(left), right));
                both(not(one), not(other))
            }
            StateFormula::Atom(Predicate::Condition(atom)) => self.atom(atom)?,
            StateFormula::Atom(_) | StateFormula::IfThenElse(..) | StateFormula::Unknown => {
                return Err(NoCommands::Predicate);
            }
        })
    }

    /// Translates an atom, which is false if a part of it is undefined.
    fn atom(&self, atom: &Expr) -> Result<ContractCondition, NoCommands> {
        let mut defined = Vec::new();
        let value = self.value(atom, &mut defined)?;
        let holds = match &value.node {
            ExprNode::Binary(op, ..) if op.is_comparison() => value,
            _ => self.compared(BinaryOp::NotEqual, value.clone(), self.zero(value.ty)?),
        };
        let conditions = defined.into_iter().chain([holds]).map(ContractCondition::Holds);
        let all = conditions.reduce(|left, right| ContractCondition::Both(Box::new(left), Box::new(right)));
        Ok(all.unwrap_or(ContractCondition::Constant(true)))
    }

    fn zero(&self, ty: TypeId) -> Result<Expr, NoCommands> {
        match (self.program.types.is_pointer(ty), self.program.types.is_integer(ty)) {
            (true, _) => Ok(Expr::new(ExprNode::Null, ty)),
            (_, true) => Ok(Expr::integer(0, ty)),
            _ => Err(NoCommands::Operator),
        }
    }

    fn compared(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), self.int)
    }

    /// Returns an equal expression that is defined if all conditions added to `defined` hold.
    fn value(&self, expr: &Expr, defined: &mut Vec<Expr>) -> Result<Expr, NoCommands> {
        let types = &self.program.types;
        let (is_integer, is_pointer) = (|ty| types.is_integer(ty), |ty| types.is_pointer(ty));
        let node = match &expr.node {
            ExprNode::Integer(_) | ExprNode::Null | ExprNode::FunctionAddress(_) | ExprNode::StringAddress(_) => {
                return Ok(expr.clone());
            }
            ExprNode::Symbol(_) => return Err(NoCommands::Symbol),
            ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) if expr.is_in_variable() => {
                return Ok(expr.clone());
            }
            ExprNode::Load(address) if self.is_readable(address) => return Ok(expr.clone()),
            ExprNode::VariableAddress(_)
            | ExprNode::FieldAddress(..)
            | ExprNode::ElementAddress(..)
            | ExprNode::Load(_) => return Err(NoCommands::Memory),
            ExprNode::Cast(inner)
                if is_integer(inner.ty) && is_integer(expr.ty) || is_pointer(inner.ty) && is_pointer(expr.ty) =>
            {
                ExprNode::Cast(Box::new(self.value(inner, defined)?))
            }
            ExprNode::Unary(UnaryOp::BitNot, inner) if is_integer(inner.ty) => {
                ExprNode::Unary(UnaryOp::BitNot, Box::new(self.value(inner, defined)?))
            }
            ExprNode::Unary(UnaryOp::LogicalNot, inner) if is_integer(inner.ty) => {
                ExprNode::Unary(UnaryOp::LogicalNot, Box::new(self.value(inner, defined)?))
            }
            ExprNode::Binary(op, left, right) => {
                let (left, right) = (self.value(left, defined)?, self.value(right, defined)?);
                return self.binary(*op, left, right, expr.ty, defined);
            }
            ExprNode::Float(_)
            | ExprNode::LongDouble(_)
            | ExprNode::Unary(..)
            | ExprNode::PointerDifference(..)
            | ExprNode::Cast(_) => return Err(NoCommands::Operator),
        };
        Ok(Expr::new(node, expr.ty))
    }

    fn binary(
        &self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: TypeId,
        defined: &mut Vec<Expr>,
    ) -> Result<Expr, NoCommands> {
        let types = &self.program.types;
        let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let is_integer = types.is_integer(left.ty) && types.is_integer(right.ty);
        // A pointer to a freed block has no value.
        if !(is_integer || is_equality && types.is_pointer(left.ty)) {
            return Err(NoCommands::Operator);
        }
        if !is_integer && self.frees {
            return Err(NoCommands::Memory);
        }
        let operands = (Box::new(left), Box::new(right));
        match op {
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => Err(NoCommands::Operator),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => match types.integer_format(ty) {
                Some((_, false)) => Ok(Expr::new(ExprNode::Binary(op, operands.0, operands.1), ty)),
                // The exact result has at most twice the bits.
                Some((bits @ ..=32, true)) => {
                    let widened = |operand: Box<Expr>| Box::new(Expr::new(ExprNode::Cast(operand), self.wide));
                    let exact = ExprNode::Binary(op, widened(operands.0), widened(operands.1));
                    let exact = Expr::new(exact, self.wide);
                    let limit = 1i128 << bits.saturating_sub(1);
                    let (least, most) = (Expr::integer(-limit, self.wide), Expr::integer(limit - 1, self.wide));
                    defined.push(self.compared(BinaryOp::LessEqual, least, exact.clone()));
                    defined.push(self.compared(BinaryOp::LessEqual, exact.clone(), most));
                    Ok(Expr::new(ExprNode::Cast(Box::new(exact)), ty))
                }
                _ => Err(NoCommands::Operator),
            },
            BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual => Ok(Expr::new(ExprNode::Binary(op, operands.0, operands.1), ty)),
        }
    }

    /// Returns true if the object at the address exists, unless a pointer on the access path is NULL.
    fn is_readable(&self, address: &Expr) -> bool {
        self.cells.contains(&address) || address.is_in_variable()
    }
}
