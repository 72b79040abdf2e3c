//! The wording of memory errors: the pointer, the block, and the offset of an access outside of it.
//!
//! The callers decide whether there is an error; only [`wrong_free`] decides that itself.

use crate::domain::fault::Fault;
use crate::domain::object::{Liveness, Object, Origin};
use base::Span;
use program::limits::NEAR_NULL;
use program::{FaultKind, Program, UninitializedUse, UnknownCalls, display};

/// Returns true if a pointer of which nothing is known may come from a function without a body.
pub fn may_be_given(program: &Program) -> bool {
    program.unknown_calls == UnknownCalls::ByType && !program.followed_by_assumption.is_empty()
}

/// Maximum number of functions that a message names.
const MOST_NAMES: usize = 3;

pub fn undefined_pointer() -> Fault {
    Fault::uninitialized(UninitializedUse::Dereference, "dereference of an uninitialized pointer").of_pointer()
}

/// Returns the error of using an unknown pointer: it is open if the pointer may come from a function without a body.
pub fn unknown_pointer(program: &Program, kind: FaultKind, message: &str) -> Fault {
    if !may_be_given(program) {
        return Fault::possible(kind, message).of_pointer();
    }
    let known = &program.followed_by_assumption;
    let names = known.keys().take(MOST_NAMES).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let more = if known.len() > MOST_NAMES { ", …" } else { "" };
    Fault::without_body(format!("{message}, which may come from a function without a body ({names}{more})"))
}

pub fn address_of_function() -> Fault {
    Fault::new(FaultKind::InvalidDereference, "dereference of the address of a function").of_pointer()
}

/// Returns the error of dereferencing a number: NULL, or an address of no object.
pub fn address_of_nothing(address: i128) -> Fault {
    let message = match address {
        0 => "dereference of a NULL pointer".to_string(),
        near if (-NEAR_NULL..NEAR_NULL).contains(&near) => {
            format!("dereference of the address {address}, which is near NULL:")
        }
        _ => "dereference of an integer that is no address of an object:".to_string(),
    };
    Fault::new(FaultKind::InvalidDereference, message).of_pointer()
}

pub fn freed_block(object: &Object) -> Fault {
    let what = if object.origin == Origin::External { "use of the closed stream" } else { "use of the freed block" };
    Fault::new(FaultKind::UseAfterFree, what).of_pointer().of_block(allocated(object))
}

pub fn out_of_scope(program: &Program, object: &Object) -> Fault {
    let message = match variable_name(program, object) {
        Some(name) => format!("use of the variable `{name}` after the end of its scope"),
        None => "use of a block of the stack after the end of its scope".to_string(),
    };
    Fault::new(FaultKind::UseAfterScope, message)
}

/// Returns the error of an access outside of an object: `size` bytes at an offset between `low` and `high`. The object
/// has at least `least` bytes.
pub fn out_of_bounds(program: &Program, object: &Object, (low, high): (i64, i64), size: i64, least: i128) -> Fault {
    let offset = if low == high { format!("offset {low}") } else { format!("an offset between {low} and {high}") };
    let length = match object.size.single() {
        Some(total) => format!("{total}-byte"),
        None => format!("(at least {least}-byte)"),
    };
    let access = format!("access of {} at {offset} is outside the {length}", bytes(size));
    let fault = |of: String| Fault::new(FaultKind::OutOfBounds, format!("{access} {of}"));
    match (object.origin, variable_name(program, object)) {
        (_, Some(name)) => fault(format!("variable `{name}`")),
        (Origin::Literal(_), _) => fault("string literal".to_string()),
        _ => fault("block".to_string()).of_pointer().of_block(allocated(object)),
    }
}

/// Returns the error in a `free` of an address `offset` bytes from the start of an object, if there is one.
pub fn wrong_free(program: &Program, object: &Object, offset: i64) -> Option<Fault> {
    let invalid = |message: String| Fault::new(FaultKind::InvalidFree, message);
    Some(match (object.origin, variable_name(program, object)) {
        _ if object.is_heap() && object.liveness == Liveness::Freed => {
            let fault = Fault::new(FaultKind::DoubleFree, "double free of the block");
            fault.of_pointer().of_block(allocated(object))
        }
        _ if object.is_heap() && offset != 0 => {
            let message = format!("free of an address at offset {offset} of the block");
            invalid(message).of_pointer().of_block(allocated(object))
        }
        _ if object.is_heap() => return None,
        (_, Some(name)) => invalid(format!("free of the variable `{name}`, which is no heap block")),
        (Origin::Literal(_), _) => invalid("free of a string literal".to_string()),
        _ => invalid("free of memory that is no heap block".to_string()),
    })
}

/// Returns the place of the allocation of a heap block.
pub fn allocated(object: &Object) -> Option<Span> {
    match object.origin {
        Origin::Heap(span) => Some(span),
        _ => None,
    }
}

fn variable_name<'p>(program: &'p Program, object: &Object) -> Option<&'p str> {
    let Origin::Variable(id) = object.origin else { return None };
    let variable = program.variables.get(id).filter(|variable| display::is_written(&variable.name))?;
    Some(&variable.name)
}

fn bytes(count: i64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}
