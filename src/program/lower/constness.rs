//! Finds the objects that are `const`, though types carry no qualifiers: by the specifiers of their declaration, a
//! typedef that these name, or the pointer declarator (`int *const p`).
//!
//! Recorded for variables and for members; [`Program::constant_bits`](crate::Program::constant_bits) combines both.

use std::collections::HashSet;

use crate::lower::scope::Binding;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Expr, ExprNode, Program, VariableId};
use base::Span;
use base::ids::Id;
use ctype::{ConstantBits, FieldId, IntegerKind, Type, TypeId};
use frontend::ast::{
    Derivation, Expression, ExpressionKind, Identifier, ParameterDeclaration, Specifiers, TypeSpecifier,
};

/// Qualifiers, which types do not carry. Both sets under-approximate: an absent entry means "not known".
#[derive(Default)]
pub(super) struct Qualifiers {
    /// Declarations of typedefs that name `const` types.
    constant_typedefs: HashSet<Span>,
    /// Variables whose types have no qualifiers, except perhaps outermost.
    plain_variables: HashSet<VariableId>,
}

impl Qualifiers {
    /// Forgets the variables from this index on: an operand that is not evaluated gives their ids back.
    pub(super) fn forget(&mut self, from: usize) {
        self.plain_variables.retain(|variable| variable.index() < from);
    }

    /// Returns true if a declaration makes the declared object, or the elements of the array, `const`.
    pub(super) fn declares_constant(
        &self,
        emitter: &Emitter<'_>,
        specifiers: &Specifiers,
        derivations: &[Derivation],
    ) -> bool {
        let is_other =
            |derivation: &&Derivation| !matches!(derivation, Derivation::Array(_) | Derivation::Attributes(_));
        match derivations.iter().find(is_other) {
            Some(Derivation::Pointer { is_constant }) => return *is_constant,
            Some(_) => return false,
            None => {}
        }
        let by_typedef = match specifiers.types.as_slice() {
            [TypeSpecifier::Named(name)] => {
                emitter.scopes.declared_at(&name.name).is_some_and(|span| self.constant_typedefs.contains(&span))
            }
            [TypeSpecifier::TypeofType(named)] => {
                self.declares_constant(emitter, &named.specifiers, &named.declarator.derivations)
            }
            [TypeSpecifier::TypeofExpression(expression)] => match &expression.kind {
                ExpressionKind::Identifier(name) => match emitter.scopes.lookup(name) {
                    Some(Binding::Variable(variable)) => emitter.program.variables[variable].is_constant,
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        };
        (specifiers.is_const || by_typedef) && !specifiers.is_volatile
    }

    /// Records whether the typedef bound just now names a `const` type.
    pub(super) fn record_typedef(
        &mut self,
        emitter: &Emitter<'_>,
        name: &Identifier,
        specifiers: &Specifiers,
        derivations: &[Derivation],
    ) {
        if self.declares_constant(emitter, specifiers, derivations)
            && let Some((Binding::Typedef(_), span)) = emitter.scopes.lookup_here(&name.name)
        {
            self.constant_typedefs.insert(span);
        }
    }

    /// Records whether a variable's declaration makes it `const`.
    pub(super) fn record_variable(
        &mut self,
        emitter: &mut Emitter<'_>,
        variable: VariableId,
        specifiers: &Specifiers,
        derivations: &[Derivation],
    ) {
        if self.declares_constant(emitter, specifiers, derivations) {
            emitter.program.variables[variable].is_constant = true;
        }
        if has_no_qualifiers(specifiers, derivations) {
            self.plain_variables.insert(variable);
        }
    }

    /// Returns true if the type of an expression is known to have no qualifiers below the value itself.
    pub(super) fn is_unqualified(&self, emitter: &Emitter<'_>, expression: &Expression) -> bool {
        match &expression.kind {
            // The elements of a string literal are plain `char`.
            ExpressionKind::String { .. } => true,
            ExpressionKind::Identifier(name) => match emitter.scopes.lookup(name) {
                Some(Binding::Variable(variable)) => self.plain_variables.contains(&variable),
                _ => false,
            },
            _ => false,
        }
    }
}

impl Lowerer<'_> {
    /// Records whether a parameter is `const`. A parameter declared as an array is a pointer, which is not.
    pub(super) fn record_constant_parameter(
        &mut self,
        variable: VariableId,
        parameter: &ParameterDeclaration,
    ) -> Lowered<()> {
        let ty = self.program.variables[variable].ty;
        let derivations = &parameter.declarator.derivations;
        if !self.qualifiers.declares_constant(&self.emitter, &parameter.specifiers, derivations) {
            return Ok(());
        }
        let keeps_its_type = match derivations.first() {
            None if parameter.specifiers.types.iter().any(is_named) => self.specifiers(&parameter.specifiers)? == ty,
            None => true,
            Some(derivation) => matches!(derivation, Derivation::Pointer { .. }),
        };
        if keeps_its_type {
            self.qualifiers.record_variable(&mut self.emitter, variable, &parameter.specifiers, derivations);
        }
        Ok(())
    }
}

impl Emitter<'_> {
    /// Emits [`Command::Unsupported`](crate::Command::Unsupported) where a program compares types that may differ in
    /// qualifiers or in `char` versus `signed char`: types here do not distinguish these.
    pub(super) fn check_distinguishable(&mut self, ty: TypeId, span: Span) {
        let mut inner = ty;
        let is_distinguishable = loop {
            match self.program.types.get(inner) {
                Type::Array(element, _) => inner = *element,
                Type::Pointer(_) | Type::Function { .. } => break false,
                Type::Integer { kind: IntegerKind::Char, signed } => break !*signed,
                _ => break true,
            }
        };
        if !is_distinguishable {
            let shown = self.program.types.display(ty);
            let reason = format!("whether a type is '{shown}', qualifiers and signs included");
            self.unsupported(&format!("type at {}", span.start), reason, span);
        }
    }

    /// Returns the address that an assignment stores to. C forbids assignment to `const` objects, so if the address may
    /// be that of `const` bits of a variable (behind a cast), it goes through a pointer in a temporary: a direct store
    /// to the variable is its initialisation. A bit-field has no address; that of the containing object is used.
    pub(super) fn assigned_place(&mut self, address: Expr, span: Span) -> Lowered<Expr> {
        let is_initialized = |variable: &VariableId| {
            self.function.is_under_way() && may_meet_constant(&self.program, *variable, &address)
        };
        match address.root_variable().filter(is_initialized) {
            Some(_) => match address.node {
                ExprNode::FieldAddress(object, id) if self.program.types.field(id).bits.is_some() => {
                    let object = self.address_in_temporary(*object, span)?;
                    Ok(Expr::field_address(&mut self.program.types, object, id))
                }
                _ => self.address_in_temporary(address, span),
            },
            None => Ok(address),
        }
    }
}

/// Returns true if a specifier refers to a type of an earlier declaration, which may be qualified.
fn is_named(ty: &TypeSpecifier) -> bool {
    matches!(ty, TypeSpecifier::Named(_) | TypeSpecifier::TypeofExpression(_) | TypeSpecifier::TypeofType(_))
}

/// Returns true if a declaration adds no qualifiers to its type. False for more than one pointer: it is not known then.
fn has_no_qualifiers(specifiers: &Specifiers, derivations: &[Derivation]) -> bool {
    let is_pointer = |derivation: &&Derivation| matches!(derivation, Derivation::Pointer { .. });
    !specifiers.is_const
        && !specifiers.is_volatile
        && !specifiers.types.iter().any(is_named)
        && derivations.iter().filter(is_pointer).count() <= 1
        && derivations.iter().all(|derivation| matches!(derivation, Derivation::Pointer { .. } | Derivation::Array(_)))
}

/// Returns true if an address in a variable may be that of `const` bits.
fn may_meet_constant(program: &Program, variable: VariableId, address: &Expr) -> bool {
    let (bits, types) = (program.constant_bits(variable), &program.types);
    if bits == ConstantBits::None {
        return false;
    }
    let field = |id: FieldId| types.field(id);
    let named = match &address.node {
        ExprNode::FieldAddress(_, id) => field(*id).bits,
        _ => None,
    };
    let size = types.pointee(address.ty).and_then(|ty| types.size_of(ty));
    let offset = address.is_in_variable().then(|| {
        address.bases().fold(0_u64, |offset, part| match &part.node {
            ExprNode::FieldAddress(_, id) => offset.saturating_add(field(*id).offset),
            _ => offset,
        })
    });
    let (Some(offset), Some(size)) = (offset, size) else { return true };
    let start = offset.saturating_mul(8);
    match named {
        Some((first, width)) => {
            let start = start.saturating_add(first.into());
            bits.meets(start, start.saturating_add(width.into()))
        }
        None => bits.meets(start, start.saturating_add(size.saturating_mul(8))),
    }
}
