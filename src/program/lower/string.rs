//! Strings and characters, narrow and wide: the memory representation of literals.

use crate::{Expr, ExprNode, Program, StringId};
use ctype::{DataModel, IntegerKind, Type, TypeId, TypeTable};
use frontend::ast::{Encoding, Expression, ExpressionKind};

impl Program {
    /// Adds a string of bytes, and returns its address as a `char *`.
    pub(super) fn string_address(&mut self, bytes: &[u8]) -> Expr {
        let id: StringId = self.strings.push(bytes.to_vec());
        let char = self.types.integer(IntegerKind::Char, true);
        let ty = self.types.pointer(char);
        Expr::new(ExprNode::StringAddress(id), ty)
    }

    /// Adds a string literal, and returns the address of its array.
    pub(super) fn string_place(&mut self, bytes: &[u8], encoding: Encoding) -> Expr {
        let units = units(bytes, encoding);
        let unit = unit_type(&mut self.types, encoding);
        let size = usize::try_from(self.types.size_of(unit).unwrap_or(1)).unwrap_or(1);
        // The NUL that ends every stored string is the last byte of the terminator.
        let mut stored: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(size)).collect();
        stored.extend(std::iter::repeat_n(0, size - 1));
        let string = self.string_address(&stored);
        let array = self.types.intern(Type::Array(unit, Some(units.len() as u64 + 1)));
        let ty = self.types.pointer(array);
        Expr::new(ExprNode::Cast(Box::new(string)), ty)
    }
}

pub(super) fn unit_type(types: &mut TypeTable, encoding: Encoding) -> TypeId {
    match encoding {
        Encoding::Narrow => types.integer(IntegerKind::Char, true),
        Encoding::Wide if types.model() == DataModel::Ilp32 => types.integer(IntegerKind::Long, true),
        Encoding::Wide => types.integer(IntegerKind::Int, true),
        Encoding::Utf16 => types.integer(IntegerKind::Short, false),
        Encoding::Utf32 => types.integer(IntegerKind::Int, false),
    }
}

/// Returns true if an expression is a string literal that can initialise an array of this element type.
pub(super) fn is_string_of(types: &mut TypeTable, element: TypeId, value: &Expression) -> bool {
    let ExpressionKind::String { encoding, .. } = &value.kind else { return false };
    match encoding {
        Encoding::Narrow => {
            matches!(types.get(element), Type::Integer { kind: IntegerKind::Char, .. })
        }
        wide => unit_type(types, *wide) == element,
    }
}

/// Returns the characters of a string, without the terminator.
pub(super) fn units(bytes: &[u8], encoding: Encoding) -> Vec<u32> {
    let text = || String::from_utf8_lossy(bytes);
    match encoding {
        Encoding::Narrow => bytes.iter().copied().map(u32::from).collect(),
        Encoding::Wide | Encoding::Utf32 => text().chars().map(u32::from).collect(),
        Encoding::Utf16 => text().encode_utf16().map(u32::from).collect(),
    }
}
