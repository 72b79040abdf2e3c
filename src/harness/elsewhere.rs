//! Objects that another file defines: the harness is that file.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::given::GivenInputs;
use ctype::{Type, TypeId, TypeTable};
use program::limits::DEEPEST_TYPE;
use program::witness::RequestedValue;
use program::{Command, Expr, ExprNode, Linkage, Program, VariableId};

/// Returns definitions of the objects that a program uses and does not define, with their bytes at the start of the
/// run, and a list of contents that cannot be expressed. If a run begins with a procedure, these objects are ordinary
/// inputs.
pub(super) fn objects(program: &Program, given: Option<&GivenInputs>) -> (String, Vec<String>) {
    let streams: Vec<VariableId> = program.streams().map(|(id, _)| id).collect();
    let mut objects: BTreeMap<VariableId, Vec<u8>> = BTreeMap::new();
    for id in program.used_variables() {
        let is_elsewhere = program.variables.get(id).is_some_and(|variable| variable.linkage == Linkage::Elsewhere);
        let bytes = program.size_of_variable(id).and_then(|bytes| usize::try_from(bytes).ok());
        if is_elsewhere && !streams.contains(&id) {
            objects.insert(id, vec![0; bytes.unwrap_or(1)]);
        }
    }
    let mut doubts = Vec::new();
    let mut values = given.map_or(&[][..], |given| &given.first).iter();
    for edge in program.initializers.iter().filter(|_| given.is_some()) {
        let (Command::Havoc { address }, Some(root)) =
            (&edge.command, edge.command.written().and_then(|place| place.root_variable()))
        else {
            continue;
        };
        let mut scalars = Vec::new();
        if let Some(ty) = program.types.pointee(address.ty) {
            let start = offset_of(&program.types, address).unwrap_or(0);
            add_scalars(&program.types, (ty, start), DEEPEST_TYPE, &mut scalars);
        }
        for (offset, bytes) in scalars {
            let bits = match values.next() {
                Some(RequestedValue::Integer { bits, .. } | RequestedValue::Float { bits, .. }) => *bits,
                Some(RequestedValue::Way { way: 0, .. }) => 0,
                Some(RequestedValue::Way { .. } | RequestedValue::Byte(_) | RequestedValue::ByteOfFile(_)) | None => {
                    doubts.push("an object that is defined elsewhere holds an address".into());
                    continue;
                }
            };
            let place = objects.get_mut(&root).and_then(|object| object.get_mut(offset..offset.checked_add(bytes)?));
            if let Some(place) = place {
                place.iter_mut().zip(bits.to_le_bytes()).for_each(|(byte, value)| *byte = value);
            }
        }
    }
    if values.next().is_some() {
        doubts.push("objects that are defined elsewhere hold more than is written down".into());
    }
    let mut out = String::new();
    for (number, (id, bytes)) in objects.into_iter().enumerate() {
        let Some(variable) = program.variables.get(id) else { continue };
        let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let head = "__attribute__((weak, aligned(16))) unsigned char";
        let _ = writeln!(
            out,
            "extern {head} damson_e{number}[] __asm__(\"{}\");\nunsigned char damson_e{number}[] = {{{}}};",
            variable.name,
            bytes.join(", ")
        );
    }
    (out, doubts)
}

/// Returns the offset of a place within its variable, in bytes.
fn offset_of(types: &TypeTable, address: &Expr) -> Option<usize> {
    match &address.node {
        ExprNode::VariableAddress(_) => Some(0),
        ExprNode::Cast(inner) => offset_of(types, inner),
        ExprNode::FieldAddress(base, field) => {
            offset_of(types, base)?.checked_add(usize::try_from(types.field(*field).offset).ok()?)
        }
        ExprNode::ElementAddress(base, index) => {
            let ExprNode::Integer(index) = index.node else { return None };
            let size = usize::try_from(types.size_of(types.pointee(base.ty)?)?).ok()?;
            offset_of(types, base)?.checked_add(usize::try_from(index).ok()?.checked_mul(size)?)
        }
        _ => None,
    }
}

/// Adds the scalars of an object, by offset and size, in the order in which the interpreter chooses them.
pub(super) fn add_scalars(
    types: &TypeTable,
    (ty, offset): (TypeId, usize),
    nesting: u32,
    scalars: &mut Vec<(usize, usize)>,
) {
    let Some(nesting) = nesting.checked_sub(1) else { return };
    let bytes = |ty: TypeId| types.size_of(ty).and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
    match types.get(ty) {
        Type::Array(element, Some(count)) => {
            for index in 0..usize::try_from((*count).min(4096)).unwrap_or(0) {
                add_scalars(types, (*element, offset + index * bytes(*element)), nesting, scalars);
            }
        }
        Type::Record(record) => {
            for field in types.fields(*record) {
                let place = offset + usize::try_from(field.offset).unwrap_or(0);
                add_scalars(types, (field.ty, place), nesting, scalars);
            }
        }
        _ => scalars.push((offset, bytes(ty))),
    }
}
