//! Arrays whose size is computed where they are declared.
//!
//! Such an array is a block of the stack, as `alloca` gives it, and a variable that points to its first element; the
//! block's life ends with the scope of the name. Only the outermost size may vary, and of pointers to such arrays, or
//! typedefs of them, only the use as a pointer to elements is followed: anything else is reported.

use crate::base::Span;
use crate::ctype::{Type, TypeId};
use crate::frontend::ast::{Binary, Derivation, Expression, ExpressionKind, Identifier, TypeName};
use crate::program::lower::scope::Binding;
use crate::program::lower::value::Value;
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{Command, Expr, ExprNode, LibraryFunction, VariableId, VariableKind};

impl<'e> Lowerer<'_> {
    /// The size and the inner derivations of a declarator, if it declares an array and its size is not constant.
    pub(super) fn variable_size(
        &mut self,
        derivations: &'e [Derivation],
    ) -> Lowered<Option<(&'e Expression, &'e [Derivation])>> {
        let Some((Derivation::Array(Some(size)), inner)) = derivations.split_first() else { return Ok(None) };
        if self.function.is_none() {
            return Ok(None);
        }
        let value = self.unevaluated(|lowerer| lowerer.operand(size))?;
        let varies = !matches!(value.node, ExprNode::Integer(_)) && self.program.types.is_integer(value.ty);
        Ok(varies.then_some((size.as_ref(), inner)))
    }

    /// `base name[size];` in a block.
    pub(super) fn variable_array(
        &mut self,
        name: &Identifier,
        base: TypeId,
        (size, inner): (&Expression, &[Derivation]),
    ) -> Lowered<()> {
        let element = self.derive(base, inner, name.span)?;
        let bytes = self.bytes_of(element, size)?;
        let ty = self.program.types.pointer(element);
        let array = self.variable(&name.name, ty, VariableKind::Local, name.span);
        self.bind_new(&name.name, Binding::Variable(array), name.span)?;
        self.start_lifetime(array, name.span);
        self.arrays.insert(array, bytes.clone());
        let result = Some(self.address_of(array));
        let arguments = vec![bytes];
        self.emit(Command::Library { function: LibraryFunction::Alloca, arguments, result }, name.span);
        Ok(())
    }

    /// The number of bytes of an array with a computed number of elements, kept in a temporary.
    fn bytes_of(&mut self, element: TypeId, size: &Expression) -> Lowered<Expr> {
        let Some(bytes) = self.program.types.size_of(element).filter(|_| !self.is_void(element)) else {
            return self.fail(size.span, "an array of an incomplete type");
        };
        let size_type = self.program.types.size_type();
        self.full_expression(|lowerer| {
            let count = lowerer.operand(size)?;
            let count = lowerer.cast(count, size_type);
            let bytes = Expr::integer(i128::from(bytes), size_type);
            let product = lowerer.operation(Binary::Multiply, count, bytes, size.span)?;
            lowerer.store_in_temporary(Value::Pure(product), size.span)
        })
    }

    /// The life of a variable ends: it is cleaned up, then the life of the block ends that it points to, where it stands for
    /// an array.
    pub(super) fn end_lifetime(&mut self, variable: VariableId, span: Span) {
        self.clean_up(variable, span);
        if self.arrays.contains_key(&variable) {
            let address = self.address_of(variable);
            let ty = self.program.variables[variable].ty;
            let arguments = vec![Expr::new(ExprNode::Load(Box::new(address)), ty)];
            self.emit(Command::Library { function: LibraryFunction::EndOfBlock, arguments, result: None }, span);
        }
        self.emit(Command::ScopeEnd(variable), span);
    }

    /// The array of variable size that a name stands for, as an lvalue.
    pub(super) fn variable_array_place(&mut self, variable: VariableId) -> Option<Expr> {
        self.arrays.get(&variable)?;
        let (address, ty) = (self.address_of(variable), self.program.variables[variable].ty);
        let element = self.program.types.pointee(ty)?;
        let array = self.program.types.intern(Type::Array(element, None));
        let array = self.program.types.pointer(array);
        let pointer = Expr::new(ExprNode::Load(Box::new(address)), ty);
        Some(Expr::new(ExprNode::Cast(Box::new(pointer)), array))
    }

    /// `sizeof name` of an array of variable size.
    pub(super) fn size_of_variable_array(&mut self, operand: &Expression) -> Option<Expr> {
        let ExpressionKind::Identifier(name) = &operand.kind else { return None };
        let Some(Binding::Variable(variable)) = self.lookup(name) else { return None };
        self.arrays.get(&variable).cloned()
    }

    /// `sizeof(type[size])`
    pub(super) fn size_of_variable_type(&mut self, name: &TypeName) -> Lowered<Option<Expr>> {
        let Some((size, inner)) = self.variable_size(&name.declarator.derivations)? else { return Ok(None) };
        let base = self.specifiers(&name.specifiers)?;
        let element = self.derive(base, inner, name.specifiers.span)?;
        self.bytes_of(element, size).map(Some)
    }
}
