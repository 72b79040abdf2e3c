//! Enumerations: their constants, and the integer type that GCC chooses.

use crate::lower::scope::{Binding, Tag, ambiguous};
use crate::lower::types::is_packed;
use crate::lower::{Emitter, Lowered, Lowerer};
use ctype::{DataModel, IntegerKind, TypeId, TypeTable};
use frontend::ast::{EnumSpecifier, Identifier};

impl Lowerer<'_> {
    /// Returns the type of an enumeration; binds its constants if the specifier declares them.
    pub(super) fn enumeration(&mut self, specifier: &EnumSpecifier) -> Lowered<TypeId> {
        let Some(constants) = &specifier.constants else {
            let tag = specifier.tag.as_ref();
            return match tag.and_then(|tag| self.scopes.lookup_tag(&tag.name)) {
                Some(Tag::Enum(ty)) => Ok(ty),
                Some(Tag::Ambiguous) => {
                    self.reporter.fail(specifier.span, ambiguous(tag.map_or("", |tag| tag.name.as_str())))
                }
                // GNU C: an enumeration whose constants are declared later.
                None if let Some(tag) = tag => {
                    self.scopes.name_enumeration_early(&tag.name);
                    Ok(self.program.types.integer(IntegerKind::Int, false))
                }
                _ => self.reporter.fail(specifier.span, "the enumeration is not declared"),
            };
        };
        let int = self.program.types.int();
        let (mut next, mut least, mut most) = (0i128, 0i128, 0i128);
        for (name, value) in constants {
            if let Some(value) = value {
                next = self.constant(value)?;
            }
            (least, most) = (least.min(next), most.max(next));
            let ty = if i32::try_from(next).is_ok() { int } else { wide_enum(&mut self.program.types, next) };
            self.bind_new(&name.name, Binding::Constant(next, ty), name.span)?;
            next = next.saturating_add(1);
        }
        let packed = is_packed(&specifier.attributes).then(|| smallest_kind(least, most)).flatten();
        let ty = match (least < 0, i32::try_from(least).is_ok() && i32::try_from(most).is_ok()) {
            (negative, _) if packed.is_some() => {
                self.program.types.integer(packed.unwrap_or(IntegerKind::Int), negative)
            }
            (true, true) => int,
            (false, _) if u32::try_from(most).is_ok() => self.program.types.integer(IntegerKind::Int, false),
            (negative, _) => self.emitter.program.types.integer(wide_kind(&self.emitter.program.types), negative),
        };
        // After the list, a constant that does not fit `int` has the type of the enumeration.
        for (name, _) in constants {
            if let Some((Binding::Constant(value, own), span)) = self.scopes.lookup_here(&name.name)
                && own != int
            {
                self.scopes.bind(&name.name, Binding::Constant(value, ty), span);
            }
        }
        match &specifier.tag {
            Some(tag) => self.bind_enumeration(tag, ty),
            None => Ok(ty),
        }
    }
}

impl Emitter<'_> {
    fn bind_enumeration(&mut self, tag: &Identifier, ty: TypeId) -> Lowered<TypeId> {
        if self.scopes.lookup_tag_here(&tag.name).is_some() {
            return self.reporter.fail(tag.span, format!("redefinition of the tag '{}'", tag.name));
        }
        if self.scopes.is_named_early(&tag.name) && ty != self.program.types.integer(IntegerKind::Int, false) {
            return self
                .reporter
                .fail(tag.span, "an enumeration is used before its constants, which make it another type");
        }
        self.scopes.bind_tag(&tag.name, Tag::Enum(ty));
        Ok(ty)
    }
}

/// Returns the smallest type for the values of a packed enumeration; `None` if `int` is too small.
fn smallest_kind(least: i128, most: i128) -> Option<IntegerKind> {
    let fits = |bits: u32| {
        let (low, high) = if least < 0 { (-(1i128 << (bits - 1)), 1i128 << (bits - 1)) } else { (0, 1i128 << bits) };
        least >= low && most < high
    };
    [(8, IntegerKind::Char), (16, IntegerKind::Short), (32, IntegerKind::Int)]
        .into_iter()
        .find(|(bits, _)| fits(*bits))
        .map(|(_, kind)| kind)
}

/// Returns the first integer type of 8 bytes.
fn wide_kind(types: &TypeTable) -> IntegerKind {
    match types.model() {
        DataModel::Lp64 => IntegerKind::Long,
        DataModel::Ilp32 => IntegerKind::LongLong,
    }
}

fn wide_enum(types: &mut TypeTable, value: i128) -> TypeId {
    let kind = if u32::try_from(value).is_ok() { IntegerKind::Int } else { wide_kind(types) };
    types.integer(kind, value < 0)
}
