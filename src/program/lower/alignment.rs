//! Alignment, as attributes, `_Alignas`, typedefs and declarations specify it, and the value of `_Alignof`.

use std::collections::HashMap;

use crate::lower::scope::Binding;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{ExprNode, VariableId};
use base::Span;
use base::ids::Id;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use frontend::ast::{
    Alignment, AlignmentKind, Attribute, Derivation, Expression, ExpressionKind, InitDeclarator, Specifiers, TypeName,
    TypeSpecifier,
};

const LARGEST_ALIGNMENT: i128 = 1 << 28;

/// Alignments that declarations specify and types do not carry. Only explicit alignments have entries.
#[derive(Default)]
pub(super) struct Alignments {
    /// Alignments of typedefs, by name and type.
    typedefs: HashMap<(String, TypeId), u64>,
    variables: HashMap<VariableId, u64>,
}

impl Alignments {
    /// Removes variables numbered `from` or higher.
    pub(super) fn forget(&mut self, from: usize) {
        self.variables.retain(|variable, _| variable.index() < from);
    }
}

impl Lowerer<'_> {
    pub(super) fn alignment(&mut self, attributes: &[Attribute], alignments: &[Alignment]) -> Lowered<Option<u64>> {
        let mut most = None;
        for attribute in attributes.iter().filter(|attribute| attribute.name == "aligned") {
            let value = match attribute.arguments.first() {
                Some(argument) => self.constant(argument)?,
                None => 16,
            };
            most = most.max(Some(self.checked_alignment(value, attribute.span)?));
        }
        for alignment in alignments {
            let value = match alignment {
                Alignment::Type(ty) => {
                    let ty = self.type_name(ty)?;
                    self.program.types.align_of(ty)
                }
                Alignment::Value(value) => {
                    let (constant, span) = (self.constant(value)?, value.span);
                    if constant == 0 { 1 } else { self.checked_alignment(constant, span)? }
                }
            };
            most = most.max(Some(value));
        }
        Ok(most)
    }

    /// Returns the alignment that attributes in the declarator, or a typedef name among the specifiers, give to the
    /// declared object. Arrays inherit it, pointers do not.
    pub(super) fn type_alignment(
        &mut self,
        specifiers: &Specifiers,
        base: TypeId,
        derivations: &[Derivation],
    ) -> Lowered<Option<u64>> {
        for derivation in derivations {
            match derivation {
                Derivation::Array(_) => {}
                Derivation::Attributes(attributes) => {
                    let align = self.alignment(attributes, &[])?;
                    if align.is_some() {
                        return Ok(align);
                    }
                }
                _ => return Ok(None),
            }
        }
        let types = &self.program.types;
        let is_atomic = specifiers.is_atomic || matches!(specifiers.types.as_slice(), [TypeSpecifier::Atomic(_)]);
        // GCC aligns such an object depending on its version and on whether it is an array element.
        if is_atomic && types.align_of_atomic(base) > types.align_of(base) {
            return self
                .reporter
                .fail(specifiers.span, "an atomic type whose size is not its alignment is not supported");
        }
        let [TypeSpecifier::Named(name)] = specifiers.types.as_slice() else { return Ok(None) };
        Ok(self.alignments.typedefs.get(&(name.name.clone(), base)).copied())
    }

    pub(super) fn align_typedef(
        &mut self,
        name: &str,
        ty: TypeId,
        specifiers: &Specifiers,
        declared: &InitDeclarator,
        base: TypeId,
    ) -> Lowered<()> {
        let said = self.alignment(&specifiers.attributes, &[])?.max(self.alignment(&declared.attributes, &[])?);
        let inherited = self.type_alignment(specifiers, base, &declared.declarator.derivations)?;
        if let Some(align) = said.or(inherited) {
            self.alignments.typedefs.insert((name.to_string(), ty), align);
        }
        Ok(())
    }

    pub(super) fn align_variable(
        &mut self,
        name: &str,
        specifiers: &Specifiers,
        declared: &InitDeclarator,
        base: TypeId,
    ) -> Lowered<()> {
        let said = self.alignment(&specifiers.attributes, &specifiers.alignments)?;
        let said = said.max(self.alignment(&declared.attributes, &[])?);
        let said = said.max(self.type_alignment(specifiers, base, &declared.declarator.derivations)?);
        if let (Some(align), Some(Binding::Variable(variable))) = (said, self.scopes.lookup(name)) {
            self.alignments.variables.insert(variable, align);
        }
        Ok(())
    }

    /// Evaluates `_Alignof(type)` and `__alignof__(type)`: the typedef's alignment, else the type's own.
    pub(super) fn alignment_of_type(&mut self, name: &TypeName, requested: AlignmentKind) -> Lowered<u64> {
        let base = self.specifiers(&name.specifiers)?;
        let typedef = self.type_alignment(&name.specifiers, base, &name.declarator.derivations)?;
        let ty = self.derive(base, &name.declarator.derivations, name.specifiers.span)?;
        let ty = self.arrays.constant_part(&self.program.types, ty);
        Ok(typedef.unwrap_or_else(|| match requested {
            AlignmentKind::Least => self.program.types.align_of(ty),
            AlignmentKind::Preferred => preferred_alignment(&self.program.types, ty),
        }))
    }

    /// Evaluates GNU's `_Alignof e`: the alignment in a variable's declaration; for a member its alignment in the
    /// record; for any other object GCC's preferred alignment.
    pub(super) fn alignment_of_expression(&mut self, operand: &Expression) -> Lowered<u64> {
        match &operand.kind {
            ExpressionKind::Identifier(variable) => {
                if let Some(Binding::Variable(variable)) = self.scopes.lookup(variable)
                    && let Some(align) = self.alignments.variables.get(&variable)
                {
                    return Ok(*align);
                }
            }
            ExpressionKind::Member(..) | ExpressionKind::Arrow(..) => {
                if !self.selects_natural_member(operand)? {
                    return self
                        .reporter
                        .fail(operand.span, "the alignment of a member with an alignment of its own is not supported");
                }
                let ty = self.type_of(operand)?;
                return Ok(self.program.types.align_of(ty));
            }
            _ => {}
        }
        let ty = self.type_of(operand)?;
        Ok(preferred_alignment(&self.program.types, self.arrays.constant_part(&self.program.types, ty)))
    }

    /// Returns true if a member has the alignment of its type.
    fn selects_natural_member(&mut self, member: &Expression) -> Lowered<bool> {
        let place = self.unevaluated(|lowerer| lowerer.place(member))?;
        let mut is_natural = true;
        place.visit(&mut |part| {
            if let ExprNode::FieldAddress(_, field) = &part.node {
                let layout = self.program.types.record(field.record).layout.as_ref();
                is_natural &= layout.is_some_and(|layout| layout.is_natural);
            }
        });
        Ok(is_natural)
    }
}

impl Emitter<'_> {
    fn checked_alignment(&mut self, value: i128, span: Span) -> Lowered<u64> {
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && value <= LARGEST_ALIGNMENT => Ok(align),
            _ => self.reporter.fail(span, "an alignment must be a power of two"),
        }
    }
}

/// Returns the alignment that GCC gives to an object outside of records. i386 aligns eight-byte numbers to eight,
/// though records need no more than four.
fn preferred_alignment(types: &TypeTable, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Array(element, _) => preferred_alignment(types, *element),
        Type::Record(_) if let Some(part) = types.complex_part(ty) => preferred_alignment(types, part),
        Type::Integer { .. } | Type::Float(FloatKind::Double) if types.size_of(ty) == Some(8) => 8,
        _ => types.align_of(ty),
    }
}
