//! Chooses values for uninitialised numbers if they may be any number. Each integer that a command reads gets its value
//! before it is read, so that all copies of it, and all results computed from it, agree.
//!
//! Never chooses a value by itself, and never initialises addresses.

use crate::interp::memory::{Content, Pointer, Value};
use crate::interp::state::State;
use crate::{Command, Expr, ExprNode, LibraryFunction, Program};
use base::integer::wrap;

/// Chooses a value for each integer that a command reads and that is not, or not completely, written. Integers that
/// addresses of others depend on come first. `choose` receives the width in bits and the signedness.
pub fn settle(state: &mut State, program: &Program, command: &Command, choose: &mut dyn FnMut(u32, bool) -> i128) {
    for (load, address) in loads(command) {
        settle_one((state, program), (load, address), choose);
    }
}

fn settle_one(
    (state, program): (&mut State, &Program),
    (load, address): (&Expr, &Expr),
    choose: &mut dyn FnMut(u32, bool) -> i128,
) {
    let types = &program.types;
    let (Some(format), Some(size)) = (types.integer_format(load.ty), types.size_of(load.ty)) else { return };
    let Ok(Value::Pointer(place)) = state.evaluate(address, program) else { return };
    let bits = match &address.node {
        ExprNode::FieldAddress(_, field) => {
            types.fields(field.record).get(field.index as usize).and_then(|field| field.bits)
        }
        _ => None,
    };
    // The place was just read, so it can be written.
    let _ = match (bits, content(state, program, place, size)) {
        (Some((first, width)), _) if state.evaluate(load, program) == Ok(Value::Undefined) => {
            let number = choose(width, format.1);
            state.store_bits(place, first, width, Value::Integer(wrap(number, (width, format.1))))
        }
        (None, Some(Content::Undefined)) => {
            let number = wrap(choose(format.0, format.1), format);
            state.store(place, Value::Integer(number), load.ty, types)
        }
        (None, Some(Content::Mixed(known, mask))) => {
            let number = (known & mask) | (choose(format.0, format.1) as u128 & !mask);
            state.store(place, Value::Integer(wrap(number as i128, format)), load.ty, types)
        }
        _ => Ok(()),
    };
}

/// Returns the contents of `size` bytes at a place; `None` if they are out of bounds.
fn content(state: &State, program: &Program, place: Pointer, size: u64) -> Option<Content> {
    let Pointer::To { block, offset } = place else { return None };
    let (block, offset) = (state.block(block)?, u64::try_from(offset).ok()?);
    let is_inside = offset.checked_add(size)? <= block.size();
    is_inside.then(|| block.content(offset, size, program.types.model().word_bytes()))
}

/// Returns true if none of the `size` bytes at a place was ever written.
pub fn is_unwritten(state: &State, program: &Program, place: Pointer, size: u64) -> bool {
    content(state, program, place, size) == Some(Content::Undefined)
}

/// Returns the loads of a command, each with its address; loads inside an address come before it.
pub fn loads(command: &Command) -> Vec<(&Expr, &Expr)> {
    let mut found = Vec::new();
    for expression in command.expressions() {
        add_loads(expression, &mut found);
    }
    found
}

fn add_loads<'e>(expr: &'e Expr, found: &mut Vec<(&'e Expr, &'e Expr)>) {
    expr.children().for_each(|child| add_loads(child, found));
    if let ExprNode::Load(address) = &expr.node {
        found.push((expr, address));
    }
}

/// Returns true if a command may copy uninitialised bytes without reading them as numbers. A run that continues cannot
/// give the copies the same value.
pub fn copies(state: &State, program: &Program, command: &Command) -> bool {
    use LibraryFunction as F;
    match command {
        Command::Copy { source, ty, .. } => {
            program.types.size_of(*ty).is_none_or(|size| has_gaps(state, program, source, size))
        }
        Command::Library { function: F::Memcpy | F::Mempcpy | F::Memmove, arguments, .. } => match arguments.as_slice()
        {
            [_, source, size] => match state.evaluate(size, program) {
                Ok(Value::Integer(size)) => {
                    u64::try_from(size).is_ok_and(|size| size > 0 && has_gaps(state, program, source, size))
                }
                _ => true,
            },
            _ => true,
        },
        Command::Library { function, .. } => matches!(
            function,
            F::Bcopy
                | F::Memccpy
                | F::Memdup
                | F::Realloc
                | F::Reallocarray
                | F::Qsort
                | F::QsortR
                | F::VaArg
                | F::Wmemcpy
                | F::Wmemmove
        ),
        Command::Call { arguments, result, .. } => {
            let target = result.as_ref().and_then(|result| program.types.pointee(result.ty));
            let mut passed = arguments.iter().map(|argument| argument.ty).chain(target);
            passed.any(|ty| !program.types.is_scalar(ty))
        }
        _ => false,
    }
}

/// Returns true if some of the `size` bytes at an address may be uninitialised.
fn has_gaps(state: &State, program: &Program, address: &Expr, size: u64) -> bool {
    let Ok(Value::Pointer(Pointer::To { block, offset })) = state.evaluate(address, program) else { return true };
    let (Some(block), Ok(offset)) = (state.block(block), u64::try_from(offset)) else { return true };
    let content = block.content(offset, size, program.types.model().word_bytes());
    !matches!(content, Content::Bits(_) | Content::Address(_) | Content::Defined)
}
