//! Values whose last command is still to be emitted, so that its result can go straight to the destination.
//!
//! `x = f(y)` is one call edge and `p->n = malloc(..)` one allocation: the right side is a [`LoweredValue`] that
//! describes the command, and [`Emitter::finish`] emits it with the address on the left.

use crate::lower::graph::{FlowchartBuilder, Node};
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Callee, Command, Expr, ExprNode, LibraryFunction, UnaryOp};
use base::Span;
use ctype::{IntegerKind, RecordKind, Type, TypeId, TypeTable};

#[derive(Clone, Debug)]
pub(super) enum LoweredValue {
    /// No value: the type is `void`.
    Void,
    /// A finished value. A struct value is a `Load` of its type from its address.
    Pure(Expr),
    /// The result of a call.
    Call { callee: Callee, arguments: Vec<Expr>, ty: TypeId },
    /// The result of a library function.
    Library { function: LibraryFunction, name: String, arguments: Vec<Expr>, ty: TypeId },
    /// The address of a new block, as a pointer of type `ty`.
    Allocate { bytes: Expr, zeroed: bool, ty: TypeId },
    /// Any value of the type.
    Havoc { ty: TypeId },
    /// One of several values, each at the location where its computation ended.
    Choice { arms: Vec<(Node, LoweredValue)>, ty: TypeId },
}

/// Side effects deferred to the next sequence point; `None` where they may not be deferred.
#[derive(Clone, Default)]
pub(super) struct PutOff(Option<Vec<(Command, Span)>>);

impl PutOff {
    /// Allows deferral; nothing is deferred yet.
    pub(super) fn allowed() -> Self {
        PutOff(Some(Vec::new()))
    }

    pub(super) fn is_allowed(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commands().next().is_none()
    }

    pub(super) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.0.iter().flatten().map(|(command, _)| command)
    }

    pub(super) fn add(&mut self, command: Command, span: Span) {
        if let Some(effects) = &mut self.0 {
            effects.push((command, span));
        }
    }

    /// Emits the commands, last first: a later one may use the old value of what an earlier one writes, never the
    /// reverse.
    pub(super) fn run(self, builder: &mut FlowchartBuilder) {
        for (command, span) in self.0.into_iter().flatten().rev() {
            builder.emit(command, span);
        }
    }
}

impl LoweredValue {
    pub(super) fn ty(&self, types: &mut TypeTable) -> TypeId {
        match self {
            LoweredValue::Void => types.void(),
            LoweredValue::Pure(expr) => expr.ty,
            LoweredValue::Call { ty, .. }
            | LoweredValue::Library { ty, .. }
            | LoweredValue::Allocate { ty, .. }
            | LoweredValue::Havoc { ty }
            | LoweredValue::Choice { ty, .. } => *ty,
        }
    }

    /// Returns the result of a call if only its type is known: any value of that type.
    pub(super) fn any(types: &TypeTable, ty: TypeId) -> LoweredValue {
        if types.is_void(ty) { LoweredValue::Void } else { LoweredValue::Havoc { ty } }
    }

    /// Gives a type to a value that nothing converts: a builtin's result of a type known only to the compiler is a
    /// `long long`.
    pub(super) fn typed(self, types: &mut TypeTable) -> LoweredValue {
        let ty = self.ty(types);
        match types.record_of_kind(ty, RecordKind::Untyped).is_some() {
            true => LoweredValue::Havoc { ty: types.integer(IntegerKind::LongLong, true) },
            false => self,
        }
    }
}

impl Lowerer<'_> {
    /// Lowers a full expression: side effects may be deferred inside it and are emitted at its end.
    pub(super) fn full_expression<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let outer = std::mem::replace(&mut self.put_off, PutOff::allowed());
        let result = work(self);
        self.sequence_point();
        self.put_off = outer;
        result
    }

    /// Lowers a part whose side effects must be complete when its value is used.
    pub(super) fn at_once<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let outer = std::mem::take(&mut self.put_off);
        let result = work(self);
        self.put_off = outer;
        result
    }
}

impl Emitter<'_> {
    /// Returns the value as an expression, through a temporary if it needs a command.
    pub(super) fn materialize(&mut self, value: LoweredValue, span: Span) -> Lowered<Expr> {
        match value {
            LoweredValue::Pure(expr) => Ok(expr),
            LoweredValue::Void => self.reporter.fail(span, "a value is needed here, but the expression has none"),
            value => self.store_in_temporary(value, span),
        }
    }

    pub(super) fn store_in_temporary(&mut self, value: LoweredValue, span: Span) -> Lowered<Expr> {
        let ty = value.ty(&mut self.program.types);
        let variable = self.temporary(ty, span);
        let address = self.program.address_of(variable);
        self.finish(value, address, span)?;
        Ok(self.program.value_of(variable))
    }

    /// Writes a value to an address of its own type.
    pub(super) fn finish(&mut self, value: LoweredValue, address: Expr, span: Span) -> Lowered<()> {
        match value {
            LoweredValue::Void => {
                return self.reporter.fail(span, "a value is needed here, but the expression has none");
            }
            LoweredValue::Pure(expr) => self.store(address, expr, span),
            // Results are stored whole, so a bit-field takes its result from a temporary.
            value @ (LoweredValue::Call { .. } | LoweredValue::Library { .. } | LoweredValue::Allocate { .. })
                if address.is_bit_field(&self.program.types) =>
            {
                let result = self.store_in_temporary(value, span)?;
                self.store(address, result, span);
            }
            LoweredValue::Call { callee, arguments, .. } => {
                self.builder.emit(Command::Call { callee, arguments, result: Some(address) }, span);
            }
            LoweredValue::Library { function, name, arguments, .. } => {
                self.builder.emit(Command::Library { function, name, arguments, result: Some(address) }, span);
            }
            LoweredValue::Allocate { bytes, zeroed, ty } => {
                let element = self.program.types.pointee(ty).filter(|element| !self.program.types.is_void(*element));
                let may_fail = self.program.allocation_may_fail;
                self.builder.emit(Command::Allocate { address, bytes, element, zeroed, may_fail }, span);
            }
            LoweredValue::Havoc { .. } => self.builder.emit(Command::Havoc { address }, span),
            LoweredValue::Choice { arms, .. } => {
                self.after_arms(arms, span, |emitter, arm| emitter.finish(arm, address.clone(), span))?;
            }
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, value: LoweredValue, span: Span) -> Lowered<()> {
        match value {
            LoweredValue::Void => {}
            // An expression that may fail is evaluated all the same.
            LoweredValue::Pure(expr) if can_fail(&self.program.types, &expr) => {
                self.store_in_temporary(LoweredValue::Pure(expr), span)?;
            }
            LoweredValue::Pure(_) | LoweredValue::Havoc { .. } => {}
            LoweredValue::Call { callee, arguments, .. } => {
                self.builder.emit(Command::Call { callee, arguments, result: None }, span);
            }
            LoweredValue::Library { function, name, arguments, .. } => {
                let command = match function.prints() {
                    true => Command::Print { function, name, arguments },
                    false => Command::Library { function, name, arguments, result: None },
                };
                self.builder.emit(command, span);
            }
            // The block leaks at once: its address goes to a temporary that nothing reads.
            LoweredValue::Allocate { .. } => drop(self.store_in_temporary(value, span)?),
            LoweredValue::Choice { arms, .. } => {
                self.after_arms(arms, span, |emitter, arm| emitter.discard(arm, span))?;
            }
        }
        Ok(())
    }

    /// Applies `end` to each arm where its computation ended, and continues behind all.
    fn after_arms(
        &mut self,
        arms: Vec<(Node, LoweredValue)>,
        span: Span,
        mut end: impl FnMut(&mut Self, LoweredValue) -> Lowered<()>,
    ) -> Lowered<()> {
        let join = self.builder.node();
        for (node, arm) in arms {
            self.builder.current = node;
            end(self, arm)?;
            self.builder.skip_to(join, span);
        }
        self.builder.current = join;
        Ok(())
    }

    pub(super) fn discard_all(&mut self, values: impl IntoIterator<Item = Expr>, span: Span) -> Lowered<()> {
        values.into_iter().try_for_each(|value| self.discard(LoweredValue::Pure(value), span))
    }

    /// Stores to `*address`, for scalars and whole aggregates.
    pub(super) fn store(&mut self, address: Expr, value: Expr, span: Span) {
        let command = store_command(&self.program.types, address, value);
        self.builder.emit(command, span);
    }

    /// Emits the deferred side effects.
    pub(super) fn sequence_point(&mut self) {
        if self.put_off.is_allowed() {
            std::mem::replace(&mut self.put_off, PutOff::allowed()).run(&mut self.builder);
        }
    }
}

/// Returns true if evaluating an expression may be an error: it follows or moves a pointer, does arithmetic, or
/// converts a float to an integer.
fn can_fail(types: &TypeTable, expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        found |= match &part.node {
            ExprNode::Load(address) => !address.is_in_variable(),
            ExprNode::FieldAddress(base, _) => !base.is_in_variable(),
            ExprNode::Binary(op, ..) => !op.is_comparison(),
            ExprNode::Unary(op, _) => *op == UnaryOp::Negate,
            ExprNode::ElementAddress(..) | ExprNode::PointerDifference(..) => true,
            ExprNode::Cast(inner) => types.is_integer(part.ty) && matches!(types.get(inner.ty), Type::Float(_)),
            _ => false,
        }
    });
    found
}

pub(super) fn store_command(types: &TypeTable, address: Expr, value: Expr) -> Command {
    match value {
        Expr { node: ExprNode::Load(source), ty } if !types.is_scalar(ty) => {
            Command::Copy { target: address, source: *source, ty }
        }
        value => Command::Store { address, value },
    }
}
