//! Arrays whose size is computed at run time, types of such arrays, and pointers to them.
//!
//! Only lowering knows the type of such an array: a record that is never completed, with the type of its elements and,
//! in a temporary, their number. The size is computed where the type is written, each time that control reaches it.
//! Arithmetic on pointers to such arrays becomes arithmetic on pointers to elements of constant size, so no engine ever
//! sees an array of variable size.
//!
//! A declaration of such an array becomes a block on the stack, as from `alloca`, and a variable that points to its
//! first element; the lifetime of the block ends with the scope of the name. Nothing
//! behind a declaration of members of variable size is followed.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use crate::lower::scope::Binding;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Expr, ExprNode, LibraryFunction, VariableId, VariableKind};
use base::Span;
use base::ids::Id;
use ctype::{ConstantBits, RecordId, Type, TypeId, TypeTable};
use frontend::ast::{Binary, Derivation, Expression, ExpressionKind, Identifier, ParameterDeclaration, StorageClass};

#[derive(Clone, Debug)]
struct VariableType {
    /// Type of its elements, which may be of variable size, too.
    element: TypeId,
    /// The first type of constant size on the way to the elements.
    leaf: TypeId,
    /// Number of parts of type `leaf` in the array, as a `size_t`.
    count: Expr,
}

/// Array types of variable size. Invariant: records in `types` are never completed; types in `variables` are among
/// them.
#[derive(Default)]
pub(super) struct VariableArrays {
    /// The records that stand for such types; `None` for those written in an unevaluated operand.
    types: BTreeMap<RecordId, Option<VariableType>>,
    /// Variables that point to such arrays, and the types of the arrays.
    variables: HashMap<VariableId, TypeId>,
}

impl VariableArrays {
    fn record(&self, types: &TypeTable, ty: TypeId) -> Option<RecordId> {
        match types.get(ty) {
            Type::Record(record) if self.types.contains_key(record) => Some(*record),
            _ => None,
        }
    }

    pub(super) fn is_variable(&self, types: &TypeTable, ty: TypeId) -> bool {
        self.record(types, ty).is_some()
    }

    /// Returns the parts of an array type of variable size; `None` if it was written in an unevaluated operand.
    fn of(&self, types: &TypeTable, ty: TypeId) -> Option<&VariableType> {
        self.types.get(&self.record(types, ty)?)?.as_ref()
    }

    /// Returns the first type of constant size in the elements of an array of variable size; `None` if that was written
    /// in an unevaluated operand.
    pub(super) fn element(&self, types: &TypeTable, ty: TypeId) -> Option<TypeId> {
        self.of(types, ty).map(|parts| parts.leaf)
    }

    /// Returns the element type of an array, and the number of elements if it is constant.
    pub(super) fn as_array(&self, types: &TypeTable, ty: TypeId) -> Option<(TypeId, Option<u64>)> {
        match types.get(ty) {
            Type::Array(element, count) => Some((*element, *count)),
            _ => self.of(types, ty).map(|array| (array.element, None)),
        }
    }

    /// Returns the type that determines the alignment of an array of variable size.
    pub(super) fn constant_part(&self, types: &TypeTable, ty: TypeId) -> TypeId {
        self.of(types, ty).map_or(ty, |array| array.leaf)
    }

    pub(super) fn last_type(&self) -> Option<RecordId> {
        self.types.keys().next_back().copied()
    }

    /// Discards the sizes of the types after `last`, which were written in an unevaluated operand, and the variables
    /// numbered `variables` or higher.
    pub(super) fn forget(&mut self, last: Option<RecordId>, variables: usize) {
        let from = last.map_or(Bound::Unbounded, Bound::Excluded);
        self.types.range_mut((from, Bound::Unbounded)).for_each(|(_, array)| *array = None);
        self.variables.retain(|variable, _| variable.index() < variables);
    }

    /// Returns the variables that point to such arrays.
    pub(super) fn variables(&self) -> impl Iterator<Item = VariableId> {
        self.variables.keys().copied()
    }

    pub(super) fn has_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    pub(super) fn has(&self, variable: VariableId) -> bool {
        self.variables.contains_key(&variable)
    }
}

impl Lowerer<'_> {
    /// Returns the type of an array of `size` elements; the size is computed here.
    pub(super) fn variable_array_type(&mut self, element: TypeId, size: &Expression, span: Span) -> Lowered<TypeId> {
        let size_type = self.program.types.size_type();
        let inner = self.arrays.of(&self.program.types, element).cloned();
        if inner.is_none() && self.program.types.size_of(element).is_none() {
            return self.reporter.fail(span, "an array of an incomplete type");
        }
        if self.program.types.constant_bits(element) != ConstantBits::None {
            return self.reporter.fail(span, "an array of variable size with 'const' members: not supported");
        }
        let count = self.full_expression(|lowerer| {
            let mut count = lowerer.operand(size)?;
            if !lowerer.program.types.is_integer(count.ty) {
                return lowerer.reporter.fail(size.span, "the size of an array must be an integer");
            }
            let bytes = match inner.is_some() {
                true => lowerer.variable_size(element, size.span)?,
                false => Expr::integer(i128::from(lowerer.program.types.size_of(element).unwrap_or(0)), size_type),
            };
            // Checked before the conversion to `size_t`.
            let arguments = vec![count.clone(), bytes];
            lowerer.builder.emit(Command::library(LibraryFunction::ArrayBound, arguments, None), size.span);
            count = count.cast(&mut lowerer.program.types, size_type);
            if let Some(inner) = &inner {
                count = lowerer.operation(Binary::Multiply, count, inner.count.clone(), size.span)?;
            }
            lowerer.store_in_temporary(LoweredValue::Pure(count), size.span)
        })?;
        let name = format!("{} [*]", self.program.types.display(element));
        let record = self.program.types.declare_record(false, name, false);
        let leaf = inner.map_or(element, |inner| inner.leaf);
        self.arrays.types.insert(record, Some(VariableType { element, leaf, count }));
        Ok(self.program.types.intern(Type::Record(record)))
    }

    /// Evaluates the size of an array parameter for its side effects; the value does not matter.
    pub(super) fn parameter_size(&mut self, parameter: &ParameterDeclaration) -> Lowered<()> {
        match parameter.declarator.derivations.first() {
            Some(Derivation::Array(Some(size))) => self.full_effect(size),
            _ => Ok(()),
        }
    }

    /// Returns the parameter types of a prototype in which they may depend on other parameters.
    pub(super) fn dependent_parameter_types(&mut self, parameters: &[ParameterDeclaration]) -> Lowered<Vec<TypeId>> {
        self.scopes.push(false);
        let read = |lowerer: &mut Self| {
            let mut types = Vec::with_capacity(parameters.len());
            for parameter in parameters {
                let ty = lowerer.parameter_type(parameter)?;
                types.push(ty);
                if let Some(name) = &parameter.declarator.name {
                    let variable = lowerer.variable(&name.name, ty, VariableKind::Temporary, name.span);
                    lowerer.bind_new(&name.name, Binding::Variable(variable), name.span)?;
                }
            }
            Ok(types)
        };
        let types = self.within_prototype(|lowerer| lowerer.unevaluated(read));
        self.pop_scope();
        types
    }
}

impl Emitter<'_> {
    /// Returns the parts of an array type of variable size, or reports that its size is unknown.
    fn sized_array(&mut self, ty: TypeId, span: Span) -> Lowered<VariableType> {
        match self.arrays.of(&self.program.types, ty) {
            Some(array) => Ok(array.clone()),
            None => self.reporter.fail(span, "the size of this array is known only where its type is written"),
        }
    }

    pub(super) fn variable_size(&mut self, ty: TypeId, span: Span) -> Lowered<Expr> {
        let array = self.sized_array(ty, span)?;
        let size_type = self.program.types.size_type();
        let bytes = self.program.types.size_of(array.leaf).unwrap_or(0);
        let bytes = Expr::integer(i128::from(bytes), size_type);
        self.operation(Binary::Multiply, array.count, bytes, span)
    }

    /// Declares `base name[size];` in a block, where `ty` is the type of the array.
    pub(super) fn variable_array(
        &mut self,
        name: &Identifier,
        ty: TypeId,
        storage: &[StorageClass],
        initialized: bool,
    ) -> Lowered<()> {
        if initialized {
            return self.reporter.fail(name.span, "an array of variable size is initialised");
        }
        if !storage.iter().all(|class| matches!(class, StorageClass::Auto | StorageClass::Register)) {
            return self.reporter.fail(name.span, format!("the size of '{}' is not constant", name.name));
        }
        let bytes = self.variable_size(ty, name.span)?;
        let element = self.arrays.as_array(&self.program.types, ty).map_or(ty, |(element, _)| element);
        let pointer = self.program.types.pointer(element);
        let array = self.variable(&name.name, pointer, VariableKind::Local, name.span);
        self.bind_new(&name.name, Binding::Variable(array), name.span)?;
        self.start_lifetime(array, name.span);
        self.arrays.variables.insert(array, ty);
        let result = Some(self.program.address_of(array));
        let arguments = vec![bytes];
        self.builder.emit(Command::library(LibraryFunction::Alloca, arguments, result), name.span);
        Ok(())
    }

    /// Ends the lifetime of a variable: calls its cleanup, then ends the block that it points to if it stands for an
    /// array of variable size.
    pub(super) fn end_lifetime(&mut self, variable: VariableId, span: Span) {
        if let Some(command) = self.cleanups.command(variable) {
            self.builder.emit(command, span);
        }
        if self.arrays.has(variable) {
            let arguments = vec![self.program.value_of(variable)];
            self.builder.emit(Command::library(LibraryFunction::EndOfBlock, arguments, None), span);
        }
        self.builder.emit(Command::ScopeEnd(variable), span);
    }

    /// Returns, as an lvalue, the array of variable size that a variable stands for, if any.
    pub(super) fn variable_array_place(&mut self, variable: VariableId) -> Option<Expr> {
        let pointer = self.program.value_of(variable);
        let array = match self.arrays.variables.get(&variable) {
            Some(array) => *array,
            // A specification names it: its size is not known here.
            None if self.program.variable_arrays.contains(&variable) => {
                let element = self.program.types.pointee(pointer.ty)?;
                self.program.types.intern(Type::Array(element, None))
            }
            None => return None,
        };
        Some(Expr::new(ExprNode::Cast(Box::new(pointer)), self.program.types.pointer(array)))
    }

    /// Returns `base + index`, counted in arrays of variable size.
    pub(super) fn variable_element(&mut self, base: Expr, array: TypeId, index: Expr, span: Span) -> Lowered<Expr> {
        let array = self.sized_array(array, span)?;
        let ty = base.ty;
        let word = self.program.types.difference_type();
        let index = self.signed_index(index, span);
        let count = array.count.cast(&mut self.program.types, word);
        let index = self.operation(Binary::Multiply, index, count, span)?;
        let leaf = self.program.types.pointer(array.leaf);
        let base = base.cast(&mut self.program.types, leaf);
        let element = self.element(base, index, span)?;
        Ok(element.cast(&mut self.program.types, ty))
    }

    /// Returns `left - right`, counted in arrays of variable size.
    pub(super) fn variable_difference(&mut self, left: Expr, right: Expr, array: TypeId, span: Span) -> Lowered<Expr> {
        let array = self.sized_array(array, span)?;
        let leaf = self.program.types.pointer(array.leaf);
        let (left, right) = (left.cast(&mut self.program.types, leaf), right.cast(&mut self.program.types, leaf));
        let parts = self.operation(Binary::Subtract, left, right, span)?;
        let word = self.program.types.difference_type();
        let count = array.count.cast(&mut self.program.types, word);
        self.operation(Binary::Divide, parts, count, span)
    }
}

/// Returns true if parameter types may depend on parameters: an array size, other than the outermost, is no literal.
pub(super) fn are_dependent(parameters: &[ParameterDeclaration]) -> bool {
    let is_computed = |derivation: &Derivation| match derivation {
        Derivation::Array(Some(size)) => !matches!(size.kind, ExpressionKind::Integer { .. }),
        _ => false,
    };
    parameters.iter().any(|parameter| {
        let derivations = parameter.declarator.derivations.as_slice();
        let outermost = usize::from(matches!(derivations.first(), Some(Derivation::Array(_))));
        derivations.iter().skip(outermost).any(is_computed)
    })
}
