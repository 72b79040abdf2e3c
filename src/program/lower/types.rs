//! Types: specifiers, declarators and records.

use std::collections::{BTreeMap, HashSet};

use crate::ExprNode;
use crate::lower::extended_types::record_transparent_union;
use crate::lower::scope::{Binding, Tag, ambiguous};
use crate::lower::startup::refuse_startup;
use crate::lower::variable_array::are_dependent;
use crate::lower::{Emitter, Lowered, Lowerer};
use base::Span;
use ctype::{DataModel, DeclaredMember, FloatKind, IntegerKind, RecordId, RecordKind, Type, TypeId};
use frontend::ast::{
    Attribute, Derivation, MemberDeclaration, MemberDeclarator, ParameterDeclaration, RecordSpecifier, Specifiers,
    TypeName, TypeSpecifier,
};

/// Size of the largest object, in bytes: sizes in bits must fit 64 bits.
const LARGEST_OBJECT: u64 = 1 << 46;
/// Maximum weight of a derived type: functions on types are recursive.
const LARGEST_WEIGHT: u32 = 400;

#[derive(Default)]
struct Basics {
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    signed: bool,
    unsigned: bool,
    float: u32,
    double: u32,
    bool: u32,
    int128: u32,
    complex: bool,
    any: bool,
}

/// Printed size of each derived type. Invariant: at most [`LARGEST_WEIGHT`]; types without an entry weigh 1.
#[derive(Default)]
pub(super) struct TypeWeights(BTreeMap<TypeId, u32>);

impl TypeWeights {
    fn of(&self, ty: TypeId) -> u32 {
        self.0.get(&ty).copied().unwrap_or(1)
    }
}

impl Lowerer<'_> {
    pub(super) fn type_name(&mut self, name: &TypeName) -> Lowered<TypeId> {
        let base = self.specifiers(&name.specifiers)?;
        self.derive(base, &name.declarator.derivations, name.specifiers.span)
    }

    pub(super) fn specifiers(&mut self, specifiers: &Specifiers) -> Lowered<TypeId> {
        let ty = self.specified(specifiers)?;
        self.with_attributes(ty, &specifiers.attributes)
    }

    /// Applies attributes to a type; reports those that would change it in an unsupported way.
    pub(super) fn with_attributes(&mut self, ty: TypeId, attributes: &[Attribute]) -> Lowered<TypeId> {
        for attribute in attributes {
            match attribute.name.as_str() {
                "mode" => return self.with_mode(ty, attribute),
                "vector_size" => return self.vector(ty, attribute),
                "transparent_union" => record_transparent_union(&mut self.program.types, ty),
                "scalar_storage_order" | "address_space" | "ms_struct" => {
                    let message = format!("the attribute `{}` is not supported", attribute.name);
                    return self.reporter.fail(attribute.span, message);
                }
                _ => {}
            }
        }
        Ok(ty)
    }

    fn specified(&mut self, specifiers: &Specifiers) -> Lowered<TypeId> {
        let mut basics = Basics::default();
        let mut other = None;
        for specifier in &specifiers.types {
            if !count_basic(&mut basics, specifier) {
                if other.is_some() {
                    return self.reporter.fail(specifiers.span, "two types in one declaration");
                }
                other = Some(self.other_type(specifier)?);
            }
        }
        match other {
            Some(part) if basics.complex && !basics.any && self.program.types.is_float(part) => Ok(self.complex(part)),
            Some(_) if basics.any || basics.complex => {
                self.reporter.fail(specifiers.span, "two types in one declaration")
            }
            Some(ty) => Ok(ty),
            None if basics.complex => {
                let is_double = basics.float == 0 && !basics.any;
                let basics = Basics { double: basics.double + u32::from(is_double), ..basics };
                let part = self.basic_type(&basics, specifiers.span)?;
                Ok(self.complex(part))
            }
            None => self.basic_type(&basics, specifiers.span),
        }
    }

    fn other_type(&mut self, specifier: &TypeSpecifier) -> Lowered<TypeId> {
        match specifier {
            TypeSpecifier::Void => Ok(self.program.types.void()),
            // On i386 its alignment exceeds that of every number type, so it is a record there.
            TypeSpecifier::Float128 if self.program.types.model() == DataModel::Ilp32 => {
                let char = self.program.types.integer(IntegerKind::Char, true);
                let bytes = self.program.types.intern(Type::Array(char, Some(16)));
                Ok(self.opaque("_Float128", RecordKind::Plain, vec![DeclaredMember::new("", bytes)], Some(16)))
            }
            TypeSpecifier::Float16 => Ok(self.program.types.intern(Type::Float(FloatKind::Half))),
            TypeSpecifier::Float128 => Ok(self.program.types.intern(Type::Float(FloatKind::Quad))),
            TypeSpecifier::VaList => Ok(self.argument_list()),
            TypeSpecifier::Atomic(name) | TypeSpecifier::TypeofType(name) => self.type_name(name),
            TypeSpecifier::TypeofExpression(expression) => self.type_of(expression),
            TypeSpecifier::Record(record) => self.record(record),
            TypeSpecifier::Enum(specifier) => self.enumeration(specifier),
            TypeSpecifier::Named(name) => match self.scopes.lookup(&name.name) {
                Some(Binding::Typedef(ty)) => Ok(ty),
                Some(Binding::Ambiguous) => self.reporter.fail(name.span, ambiguous(&name.name)),
                _ => self.reporter.fail(name.span, format!("'{}' is not a type", name.name)),
            },
            _ => Ok(self.program.types.int()),
        }
    }

    /// Applies the derivations of a declarator to `base`, last first.
    pub(super) fn derive(&mut self, base: TypeId, derivations: &[Derivation], span: Span) -> Lowered<TypeId> {
        let (mut ty, mut align) = (base, None);
        for derivation in derivations.iter().rev() {
            let element = ty;
            let mut weight = 1 + self.weights.of(ty);
            ty = match derivation {
                Derivation::Pointer { .. } => self.program.types.pointer(ty),
                Derivation::Array(size) => self.array(ty, size.as_deref(), span)?,
                Derivation::Function(parameters, variadic) => {
                    let parameters = self.parameter_types(parameters)?;
                    weight += parameters.iter().map(|ty| self.weights.of(*ty)).fold(0, u32::saturating_add);
                    self.function_type(ty, parameters, *variadic, span)?
                }
                Derivation::OldStyleFunction(_) => self.function_type(ty, Vec::new(), true, span)?,
                Derivation::Attributes(attributes) => {
                    align = self.alignment(attributes, &[])?;
                    refuse_startup(attributes, &mut self.reporter)?;
                    ty = self.with_attributes(ty, attributes)?;
                    continue;
                }
            };
            if matches!(derivation, Derivation::Array(_)) && align > self.program.types.size_of(element) {
                return self.reporter.fail(span, "the elements of an array are aligned to more than their size");
            }
            align = None;
            if weight > LARGEST_WEIGHT {
                return self.reporter.fail(span, "the type is nested too deeply");
            }
            self.weights.0.insert(ty, weight);
        }
        Ok(ty)
    }

    fn array(&mut self, element: TypeId, size: Option<&frontend::ast::Expression>, span: Span) -> Lowered<TypeId> {
        if self.program.types.is_void(element) || matches!(self.program.types.get(element), Type::Function { .. }) {
            return self.reporter.fail(span, "an array of 'void' or of functions");
        }
        let element_size = self.program.types.size_of(element);
        let Some(size) = size else {
            return match element_size {
                None if !self.nesting.in_prototype() => self.reporter.fail(span, "an array of an incomplete type"),
                _ => Ok(self.program.types.intern(Type::Array(element, None))),
            };
        };
        let value = self.unevaluated(|lowerer| lowerer.operand(size))?;
        if self.function.is_under_way() && !self.nesting.in_prototype() && matches!(value.node, ExprNode::Integer(_)) {
            // The value may be known although something else is evaluated: `(f(), 3)`.
            self.full_effect(size)?;
        }
        let count = match value.node {
            ExprNode::Integer(count) if element_size.is_some() => count,
            // In a prototype the size may be anything.
            _ if self.nesting.in_prototype() => return Ok(self.program.types.intern(Type::Array(element, None))),
            _ if !self.function.is_under_way() && element_size.is_some() => {
                return self.reporter.fail(size.span, "the size of the array is not constant");
            }
            _ => return self.variable_array_type(element, size, span),
        };
        let element_size = element_size.unwrap_or(1);
        let fits = |count: &u64| count.checked_mul(element_size.max(1)).is_some_and(|bytes| bytes <= LARGEST_OBJECT);
        match u64::try_from(count).ok().filter(fits) {
            Some(count) => Ok(self.program.types.intern(Type::Array(element, Some(count)))),
            None => self.reporter.fail(size.span, "the size of the array is negative or too large"),
        }
    }

    fn parameter_types(&mut self, parameters: &[ParameterDeclaration]) -> Lowered<Vec<TypeId>> {
        if are_dependent(parameters) {
            return self.dependent_parameter_types(parameters);
        }
        let mut types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let ty = self.parameter_type(parameter)?;
            if self.program.types.is_void(ty) {
                if parameters.len() == 1 && parameter.declarator.name.is_none() {
                    return Ok(Vec::new());
                }
                return self.reporter.fail(parameter.declarator.span, "a parameter of type 'void'");
            }
            types.push(ty);
        }
        Ok(types)
    }

    /// Returns the adjusted type of a parameter: arrays and functions become pointers.
    pub(super) fn parameter_type(&mut self, parameter: &ParameterDeclaration) -> Lowered<TypeId> {
        let base = self.specifiers(&parameter.specifiers)?;
        let span = parameter.declarator.span;
        // The size of an array parameter does not matter, so it may be anything.
        let ty = match parameter.declarator.derivations.split_first() {
            Some((Derivation::Array(_), rest)) => {
                let element = self.derive(base, rest, span)?;
                self.derive(element, &[Derivation::Pointer { is_constant: false }], span)?
            }
            _ => self.derive(base, &parameter.declarator.derivations, span)?,
        };
        Ok(self.adjust_parameter(ty))
    }

    // ---- records

    fn record(&mut self, specifier: &RecordSpecifier) -> Lowered<TypeId> {
        let id = self.record_id(specifier)?;
        if let Some(members) = &specifier.members {
            if self.program.types.record(id).layout.is_some() {
                let name = self.program.types.record(id).name.clone();
                return self.reporter.fail(specifier.span, format!("redefinition of 'struct {name}'"));
            }
            let mut list = Vec::new();
            for member in members {
                match member {
                    MemberDeclaration::Fields(specifiers, declarators) => {
                        self.members(specifiers, declarators, &mut list)?;
                    }
                    MemberDeclaration::StaticAssert(assertion) => self.static_assert(assertion)?,
                }
            }
            self.check_members(id, &list, specifier.span)?;
            let void = self.program.types.void();
            self.with_attributes(void, &specifier.attributes)?;
            let packed = is_packed(&specifier.attributes);
            let most_align = self.text.pack_at(specifier.span.end.saturating_sub(1));
            list.iter_mut().for_each(|member| member.most_align = most_align);
            let align = self.alignment(&specifier.attributes, &[])?;
            self.program.types.complete_record(id, list, packed, align);
            if specifier.attributes.iter().any(|attribute| attribute.name == "transparent_union") {
                let ty = self.program.types.intern(Type::Record(id));
                record_transparent_union(&mut self.program.types, ty);
            }
        }
        Ok(self.program.types.intern(Type::Record(id)))
    }

    fn members(
        &mut self,
        specifiers: &Specifiers,
        declarators: &[MemberDeclarator],
        list: &mut Vec<DeclaredMember>,
    ) -> Lowered<()> {
        let base = self.specifiers(specifiers)?;
        let align = self.alignment(&specifiers.attributes, &specifiers.alignments)?;
        if declarators.is_empty() {
            let anonymous = specifiers.types.iter().any(|ty| matches!(ty, TypeSpecifier::Record(r) if r.tag.is_none()));
            if anonymous {
                list.push(DeclaredMember {
                    align,
                    packed: is_packed(&specifiers.attributes),
                    is_constant: self.qualifiers.declares_constant(&self.emitter, specifiers, &[]),
                    ..DeclaredMember::new("", base)
                });
            }
        }
        for declarator in declarators {
            let mut member = self.one_member(base, declarator, align, specifiers.span)?;
            member.packed |= is_packed(&specifiers.attributes);
            let derivations = declarator.declarator.as_ref().map_or(&[][..], |declarator| &declarator.derivations);
            member.type_align = self.type_alignment(specifiers, base, derivations)?;
            member.is_constant = self.qualifiers.declares_constant(&self.emitter, specifiers, derivations);
            list.push(member);
        }
        Ok(())
    }

    fn one_member(
        &mut self,
        base: TypeId,
        declarator: &MemberDeclarator,
        align: Option<u64>,
        span: Span,
    ) -> Lowered<DeclaredMember> {
        let span = declarator.declarator.as_ref().map_or(span, |declarator| declarator.span);
        let derivations = declarator.declarator.as_ref().map_or(&[][..], |declarator| &declarator.derivations);
        let ty = self.derive(base, derivations, span)?;
        let ty = self.with_attributes(ty, &declarator.attributes)?;
        let name = declarator.declarator.as_ref().and_then(|declarator| declarator.name.as_ref());
        let name = name.map_or(String::new(), |name| name.name.clone());
        if self.arrays.is_variable(&self.program.types, ty) {
            let ty = self.member_of_variable_size(&name, ty, span)?;
            return Ok(DeclaredMember { align, ..DeclaredMember::new(name, ty) });
        }
        let is_flexible = matches!(self.program.types.get(ty), Type::Array(_, None));
        let is_function = matches!(self.program.types.get(ty), Type::Function { .. });
        if (self.program.types.size_of(ty).is_none() && !is_flexible) || self.program.types.is_void(ty) || is_function {
            let ty = self.program.types.display(ty);
            return self.reporter.fail(span, format!("the member '{name}' has the incomplete type '{ty}'"));
        }
        let align = align.max(self.alignment(&declarator.attributes, &[])?);
        let bit_width = match &declarator.bit_width {
            None => None,
            Some(width) => Some(self.bit_width(ty, width, name.is_empty())?),
        };
        Ok(DeclaredMember {
            bit_width,
            align,
            packed: is_packed(&declarator.attributes),
            ..DeclaredMember::new(name, ty)
        })
    }

    /// Declares a member of variable size (GNU). Nothing behind its declaration is followed, as the layout of the record is
    /// not known; it is given one element. Where no command is emitted, such as in `sizeof`, it is refused.
    fn member_of_variable_size(&mut self, name: &str, ty: TypeId, span: Span) -> Lowered<TypeId> {
        let reason = format!("the member '{name}' is an array of variable size");
        match self.arrays.element(&self.program.types, ty) {
            Some(element) if self.function.is_evaluated() => {
                self.unsupported(&format!("member at {}", span.start), reason, span);
                Ok(self.program.types.intern(Type::Array(element, Some(1))))
            }
            _ => self.reporter.fail(span, format!("{reason}: not supported here")),
        }
    }

    fn bit_width(&mut self, ty: TypeId, width: &frontend::ast::Expression, unnamed: bool) -> Lowered<u32> {
        let value = self.constant(width)?;
        let Some((most, _)) = self.program.types.integer_format(ty) else {
            return self.reporter.fail(width.span, "a bit-field must have an integer type");
        };
        match u32::try_from(value) {
            Ok(bits) if bits <= most && (bits > 0 || unnamed) => Ok(bits),
            _ => self.reporter.fail(width.span, "the width of the bit-field does not fit its type"),
        }
    }
}

impl Emitter<'_> {
    fn basic_type(&mut self, basics: &Basics, span: Span) -> Lowered<TypeId> {
        let types = &mut self.program.types;
        let signed = !basics.unsigned;
        let sum = basics.char + basics.short + basics.float + basics.double + basics.bool + basics.int128;
        let sound = sum + basics.int <= 2 && (basics.signed as u32 + basics.unsigned as u32) <= 1 && basics.long <= 2;
        if !sound || (sum > 1 && basics.double == 0) {
            return self.reporter.fail(span, "these type specifiers do not go together");
        }
        Ok(if basics.float > 0 {
            types.intern(Type::Float(FloatKind::Float))
        } else if basics.double > 0 {
            types.intern(Type::Float(if basics.long > 0 { FloatKind::LongDouble } else { FloatKind::Double }))
        } else if basics.bool > 0 {
            types.integer(IntegerKind::Bool, false)
        } else if basics.char > 0 {
            types.integer(IntegerKind::Char, signed)
        } else if basics.short > 0 {
            types.integer(IntegerKind::Short, signed)
        } else if basics.int128 > 0 {
            types.integer(IntegerKind::Int128, signed)
        } else {
            let kind = match basics.long {
                0 => IntegerKind::Int,
                1 => IntegerKind::Long,
                _ => IntegerKind::LongLong,
            };
            types.integer(kind, signed)
        })
    }

    fn function_type(
        &mut self,
        result: TypeId,
        parameters: Vec<TypeId>,
        variadic: bool,
        span: Span,
    ) -> Lowered<TypeId> {
        if matches!(self.program.types.get(result), Type::Array(..) | Type::Function { .. }) {
            return self.reporter.fail(span, "a function cannot return an array or a function");
        }
        Ok(self.program.types.intern(Type::Function { result, parameters, variadic }))
    }

    pub(super) fn adjust_parameter(&mut self, ty: TypeId) -> TypeId {
        if let Some((element, _)) = self.arrays.as_array(&self.program.types, ty) {
            return self.program.types.pointer(element);
        }
        match self.program.types.get(ty) {
            Type::Function { .. } => self.program.types.pointer(ty),
            _ => ty,
        }
    }

    /// Declares a new type for `struct tag;` in a block, even if the tag is known outside.
    pub(super) fn declare_tag_anew(&mut self, specifier: &RecordSpecifier) {
        let Some(tag) = specifier.tag.as_ref().filter(|_| specifier.members.is_none()) else { return };
        if self.scopes.lookup_tag_here(&tag.name).is_none() {
            let id = self.program.types.declare_record(specifier.is_union, &tag.name, true);
            self.scopes.bind_tag(&tag.name, Tag::Record(id));
        }
    }

    fn record_id(&mut self, specifier: &RecordSpecifier) -> Lowered<RecordId> {
        let Some(tag) = &specifier.tag else {
            let name = format!("anonymous#{}", self.scopes.fresh_number());
            return Ok(self.program.types.declare_record(specifier.is_union, name, false));
        };
        let known = if specifier.members.is_some() {
            self.scopes.lookup_tag_here(&tag.name)
        } else {
            self.scopes.lookup_tag(&tag.name)
        };
        match known {
            Some(Tag::Record(id)) if self.program.types.record(id).is_union == specifier.is_union => Ok(id),
            Some(Tag::Ambiguous) => self.reporter.fail(tag.span, ambiguous(&tag.name)),
            Some(_) => self.reporter.fail(tag.span, format!("'{}' is a different kind of tag", tag.name)),
            None => {
                let id = self.program.types.declare_record(specifier.is_union, &tag.name, true);
                self.scopes.bind_tag(&tag.name, Tag::Record(id));
                Ok(id)
            }
        }
    }

    fn check_members(&mut self, id: RecordId, members: &[DeclaredMember], span: Span) -> Lowered<()> {
        let mut names = HashSet::new();
        let mut total = 0u64;
        for (index, member) in members.iter().enumerate() {
            if !member.name.is_empty() && !names.insert(member.name.as_str()) {
                return self.reporter.fail(span, format!("two members named '{}'", member.name));
            }
            let size = self.program.types.size_of(member.ty);
            let is_last = index + 1 == members.len();
            if size.is_none() && !is_last && !self.program.types.record(id).is_union {
                return self
                    .reporter
                    .fail(span, format!("'{}', an array without size, is not the last member", member.name));
            }
            total = total.saturating_add(size.unwrap_or(0)).saturating_add(member.align.unwrap_or(0));
        }
        if total > LARGEST_OBJECT {
            return self.reporter.fail(span, "the struct is too large");
        }
        Ok(())
    }
}

pub(super) fn is_packed(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.name == "packed")
}

fn count_basic(basics: &mut Basics, specifier: &TypeSpecifier) -> bool {
    match specifier {
        TypeSpecifier::Char => basics.char += 1,
        TypeSpecifier::Short => basics.short += 1,
        TypeSpecifier::Int => basics.int += 1,
        TypeSpecifier::Long => basics.long += 1,
        TypeSpecifier::Float => basics.float += 1,
        TypeSpecifier::Double => basics.double += 1,
        TypeSpecifier::Signed => basics.signed = true,
        TypeSpecifier::Unsigned => basics.unsigned = true,
        TypeSpecifier::Bool => basics.bool += 1,
        TypeSpecifier::Int128 => basics.int128 += 1,
        TypeSpecifier::Complex => {
            basics.complex = true;
            return true;
        }
        _ => return false,
    }
    basics.any = true;
    true
}
