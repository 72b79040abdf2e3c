//! Types beyond C's: other widths by `mode`, vectors, complex numbers, variable argument lists.
//!
//! Only their layout is defined here; `extended_values` has the operations on vectors and complex numbers.

use crate::lower::scope::Tag;
use crate::lower::{Emitter, Lowered, Lowerer};
use ctype::{DataModel, DeclaredMember, FloatKind, IntegerKind, RecordKind, Type, TypeId, TypeTable};
use frontend::ast::{Attribute, ExpressionKind};

const LARGEST_VECTOR: u64 = 1 << 16;

/// The tag of the record that a `va_list` is on x86-64.
pub(super) const ARGUMENT_LIST: &str = "__va_list_tag";

impl Lowerer<'_> {
    /// Returns the type of `__attribute__((vector_size(16)))`: a record of that size.
    pub(super) fn vector(&mut self, element: TypeId, attribute: &Attribute) -> Lowered<TypeId> {
        let bytes = match attribute.arguments.first() {
            Some(argument) => u64::try_from(self.constant(argument)?).unwrap_or(0),
            None => 0,
        };
        let size = self.program.types.size_of(element).filter(|_| self.program.types.is_scalar(element)).unwrap_or(0);
        if size == 0 || bytes == 0 || bytes % size != 0 || !bytes.is_power_of_two() || bytes > LARGEST_VECTOR {
            return self
                .reporter
                .fail(attribute.span, "a vector needs a size that is a power of two, and elements that fill it");
        }
        Ok(self.vector_of(element, bytes))
    }
}

impl Emitter<'_> {
    /// Returns the type of `__attribute__((mode(SI)))`: an integer or floating type of another width.
    pub(super) fn with_mode(&mut self, ty: TypeId, attribute: &Attribute) -> Lowered<TypeId> {
        let name = match attribute.arguments.first().map(|argument| &argument.kind) {
            Some(ExpressionKind::Identifier(name)) => name.trim_matches('_'),
            _ => "",
        };
        let is_32_bit = self.program.types.model() == DataModel::Ilp32;
        let types = &mut self.program.types;
        let kind = match name {
            "QI" | "byte" => IntegerKind::Char,
            "HI" => IntegerKind::Short,
            "SI" => IntegerKind::Int,
            "DI" if is_32_bit => IntegerKind::LongLong,
            "DI" => IntegerKind::Long,
            "TI" => IntegerKind::Int128,
            "word" | "pointer" | "unwind_word" if is_32_bit => IntegerKind::Int,
            "word" | "pointer" | "unwind_word" => IntegerKind::Long,
            _ => IntegerKind::Bool,
        };
        match (types.get(ty).clone(), name) {
            (Type::Integer { signed, .. }, _) if kind != IntegerKind::Bool => Ok(types.integer(kind, signed)),
            (Type::Pointer(_), _) if kind != IntegerKind::Bool => {
                let same = types.integer(kind, false);
                if types.size_of(same) != types.size_of(ty) {
                    return self
                        .reporter
                        .fail(attribute.span, format!("the mode `{name}` is not supported for pointers"));
                }
                Ok(ty)
            }
            (Type::Float(_), "SF") => Ok(types.intern(Type::Float(FloatKind::Float))),
            (Type::Float(_), "DF") => Ok(types.intern(Type::Float(FloatKind::Double))),
            (Type::Float(_), "XF") => Ok(types.intern(Type::Float(FloatKind::LongDouble))),
            (Type::Float(_), "TF") if !is_32_bit => Ok(types.intern(Type::Float(FloatKind::Quad))),
            _ => self.reporter.fail(attribute.span, format!("the mode `{name}` is not supported for this type")),
        }
    }

    /// Returns the vector type of a size in bytes, which must be a multiple of the size of `element`.
    pub(super) fn vector_of(&mut self, element: TypeId, bytes: u64) -> TypeId {
        let size = self.program.types.size_of(element).unwrap_or(1).max(1);
        let name = format!("vector of {bytes} bytes of {}", self.program.types.display(element));
        let elements = self.program.types.intern(Type::Array(element, Some(bytes / size)));
        self.opaque(&name, RecordKind::Vector, vec![DeclaredMember::new("", elements)], Some(bytes))
    }

    /// Returns the type `_Complex part`: a record of two numbers.
    pub(super) fn complex(&mut self, part: TypeId) -> TypeId {
        let name = format!("_Complex {}", self.program.types.display(part));
        self.opaque(
            &name,
            RecordKind::Complex,
            vec![DeclaredMember::new("", part), DeclaredMember::new("", part)],
            None,
        )
    }

    /// Returns the type of a builtin's result if only the compiler knows it.
    pub(super) fn untyped(&mut self) -> TypeId {
        self.opaque("what the builtin returns", RecordKind::Untyped, Vec::new(), None)
    }

    /// Returns the record for a compiler's type of which only the layout is known; declares it on first use.
    pub(super) fn opaque(
        &mut self,
        name: &str,
        kind: RecordKind,
        members: Vec<DeclaredMember>,
        align: Option<u64>,
    ) -> TypeId {
        let record = match self.scopes.lookup_tag_of_file(name) {
            Some(Tag::Record(record)) => record,
            _ => {
                let record = self.program.types.declare_record(false, name, false);
                self.program.types.complete_record(record, members, false, align);
                self.program.types.set_kind(record, kind);
                self.scopes.bind_tag_of_file(name, Tag::Record(record));
                record
            }
        };
        self.program.types.intern(Type::Record(record))
    }

    /// Returns `__builtin_va_list`: a pointer on i386, an array of one record on x86-64.
    pub(super) fn argument_list(&mut self) -> TypeId {
        let types = &mut self.program.types;
        let void = types.void();
        let pointer = types.pointer(void);
        if types.model() == DataModel::Ilp32 {
            return pointer;
        }
        let unsigned = types.integer(IntegerKind::Int, false);
        let members = [
            ("gp_offset", unsigned),
            ("fp_offset", unsigned),
            ("overflow_arg_area", pointer),
            ("reg_save_area", pointer),
        ];
        let members = members.map(|(name, ty)| DeclaredMember::new(name, ty)).to_vec();
        let record = self.opaque(ARGUMENT_LIST, RecordKind::Plain, members, None);
        self.program.types.intern(Type::Array(record, Some(1)))
    }
}

/// Applies `__attribute__((transparent_union))`; like GCC, ignores it on types that are no union.
pub(super) fn record_transparent_union(types: &mut TypeTable, ty: TypeId) {
    if let Type::Record(record) = *types.get(ty)
        && types.record(record).is_union
    {
        types.set_kind(record, RecordKind::TransparentUnion);
    }
}
