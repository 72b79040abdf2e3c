//! Functions that have the name of a library function, but are declared with another type: a program may define its own
//! `unlink`, in another file. They are not those of the library table.

use crate::library::{self, Effect, Known, LibraryFunction, Lowered};
use crate::lower::call::CalleeType;
use crate::{FunctionId, Program};
use ctype::{Type, TypeId, TypeTable};

impl CalleeType {
    /// Returns true if a declaration with this type can be one of the library function. A declaration without a prototype
    /// says nothing.
    pub(super) fn fits(&self, types: &mut TypeTable, known: Known) -> bool {
        if known.function.entry().lowered == Lowered::Input {
            return true;
        }
        let has_prototype = !(self.parameters.is_empty() && self.variadic);
        let of_table = CalleeType::of_library(types, known);
        let is_alike = |(own, other): (&TypeId, &TypeId)| is_alike(types, *own, *other);
        let has_as_many = match of_table.variadic {
            true => self.parameters.len() <= of_table.parameters.len() || self.variadic,
            false => self.parameters.len() == of_table.parameters.len(),
        };
        !has_prototype
            || has_as_many
                && self.parameters.iter().zip(&of_table.parameters).all(is_alike)
                && has_alike_result(types, self.result, of_table.result)
                && takes_streams(types, known.function, &self.parameters)
    }
}

/// Returns true if the arguments that are streams may be some: their type has the name that it has in some C library.
fn takes_streams(types: &TypeTable, function: LibraryFunction, parameters: &[TypeId]) -> bool {
    let is_stream = |ty: &TypeId| match types.pointee(*ty).map(|target| types.get(target)) {
        Some(Type::Record(record)) => {
            let name = types.record(*record).name.to_ascii_lowercase();
            name.is_empty() || NAMES_OF_STREAMS.iter().any(|known| name.contains(known))
        }
        _ => true,
    };
    function.entry().effects.iter().all(|effect| match effect {
        Effect::UsesStream(index) | Effect::ClosesStream(index) => {
            parameters.get(usize::from(*index)).is_none_or(is_stream)
        }
        _ => true,
    })
}

/// Parts of the names that C libraries give the struct behind `FILE`, in lower case.
const NAMES_OF_STREAMS: [&str; 2] = ["file", "iobuf"];

/// Kinds of types that a caller passes in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TypeClass {
    Nothing,
    Number,
    /// Of one byte.
    Character,
    Float,
    Pointer,
    Record,
    Function,
}

fn class_of(types: &TypeTable, ty: TypeId) -> TypeClass {
    match types.get(ty) {
        Type::Void => TypeClass::Nothing,
        Type::Float(_) => TypeClass::Float,
        Type::Pointer(_) | Type::Array(..) => TypeClass::Pointer,
        Type::Record(_) => TypeClass::Record,
        Type::Function { .. } => TypeClass::Function,
        Type::Integer { .. } if types.size_of(ty) == Some(1) => TypeClass::Character,
        _ => TypeClass::Number,
    }
}

/// Returns true if two types are of one class, and if pointers of both may lead to the same objects. Pointers to `void`
/// lead to any object.
fn is_alike(types: &TypeTable, own: TypeId, other: TypeId) -> bool {
    let as_value = |ty| match class_of(types, ty) {
        TypeClass::Character => TypeClass::Number,
        class => class,
    };
    let target = |ty| types.pointee(ty).map(|target| class_of(types, target));
    let (own_target, other_target) = (target(own), target(other));
    let is_any = |class| matches!(class, None | Some(TypeClass::Nothing));
    as_value(own) == as_value(other) && (own_target == other_target || is_any(own_target) || is_any(other_target))
}

/// Returns true if results may be those of one function. The table does not say which structs functions return, and some
/// names of a function have no result.
fn has_alike_result(types: &TypeTable, own: TypeId, other: TypeId) -> bool {
    let is_loose = |ty| matches!(class_of(types, ty), TypeClass::Nothing | TypeClass::Record);
    let is_number = |ty| matches!(class_of(types, ty), TypeClass::Number | TypeClass::Character);
    is_alike(types, own, other)
        || is_loose(own) && (is_number(other) || is_loose(other))
        || is_loose(other) && is_number(own)
}

/// Returns the functions without a body that have a name of the library table, and another type.
pub(super) fn find(program: &mut Program) -> Vec<FunctionId> {
    let declared: Vec<FunctionId> =
        program.functions.enumerate().filter(|(_, function)| function.flowchart.is_none()).map(|(id, _)| id).collect();
    let mut is_other = |id: &FunctionId| {
        let function = &program.functions[*id];
        let (known, signature) = (library::find(&function.name, false), CalleeType::of(&program.types, function.ty));
        known.zip(signature).is_some_and(|(known, signature)| !signature.fits(&mut program.types, known))
    };
    declared.into_iter().filter(|id| is_other(id)).collect()
}
