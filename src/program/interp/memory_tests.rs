//! Stores and loads.

use super::testing::empty_program;
use super::*;
use crate::FaultKind;
use crate::{Program, SymbolId};
use base::ids::Id;
use ctype::{IntegerKind, TypeId};

/// A program with one heap block of 16 bytes, and `int`, `unsigned char` and `int *`.
fn one_block(zeroed: bool) -> (Program, State, BlockId, [TypeId; 3]) {
    let mut program = empty_program();
    let int = program.types.int();
    let byte = program.types.integer(IntegerKind::Char, false);
    let pointer = program.types.pointer(int);
    let mut state = State::new(&program).unwrap();
    let block = state.allocate(16, None, zeroed, false).unwrap();
    (program, state, block, [int, byte, pointer])
}

fn at(block: BlockId, offset: i64) -> Pointer {
    Pointer::To { block, offset }
}

fn kind<T>(result: Result<T, Fault>) -> Option<FaultKind> {
    result.err().map(|fault| fault.kind)
}

#[test]
fn malloc_gives_undefined_bytes_and_calloc_zero_of_every_type() {
    let (program, state, block, [int, _, pointer]) = one_block(false);
    assert_eq!(state.load(at(block, 0), int, &program.types), Ok(Value::Undefined));
    assert_eq!(state.load(at(block, 8), pointer, &program.types), Ok(Value::Undefined));
    let (program, state, block, [int, _, pointer]) = one_block(true);
    assert_eq!(state.load(at(block, 0), int, &program.types), Ok(Value::Integer(0)));
    assert_eq!(state.load(at(block, 8), pointer, &program.types), Ok(Value::NULL));
}

#[test]
fn integers_are_read_back_by_their_bytes() {
    let (program, mut state, block, [int, byte, _]) = one_block(false);
    state.store(at(block, 0), Value::Integer(-2), int, &program.types).unwrap();
    assert_eq!(state.load(at(block, 0), int, &program.types), Ok(Value::Integer(-2)));
    assert_eq!(state.load(at(block, 0), byte, &program.types), Ok(Value::Integer(0xfe)));
    state.store(at(block, 3), Value::Integer(0), byte, &program.types).unwrap();
    assert_eq!(state.load(at(block, 0), int, &program.types), Ok(Value::Integer(0x00ff_fffe)));
    assert_eq!(state.load(at(block, 1), int, &program.types), Ok(Value::Undefined), "byte 4 was never written");
}

#[test]
fn pointers_are_read_back_whole_or_not_at_all() {
    let (program, mut state, block, [int, byte, pointer]) = one_block(false);
    let value = Value::pointer_to(block);
    state.store(at(block, 8), value, pointer, &program.types).unwrap();
    assert_eq!(state.load(at(block, 8), pointer, &program.types), Ok(value));
    assert_eq!(kind(state.load(at(block, 8), int, &program.types)), Some(FaultKind::Unsupported));
    state.store(at(block, 9), Value::Integer(1), byte, &program.types).unwrap();
    assert_eq!(kind(state.load(at(block, 8), pointer, &program.types)), Some(FaultKind::Unsupported));
    state.store(at(block, 8), Value::NULL, pointer, &program.types).unwrap();
    assert_eq!(state.load(at(block, 8), pointer, &program.types), Ok(Value::NULL));
}

#[test]
fn accesses_are_checked() {
    let (program, mut state, block, [int, _, _]) = one_block(true);
    let load = |state: &State, pointer| kind(state.load(pointer, int, &program.types));
    assert_eq!(load(&state, Pointer::Null), Some(FaultKind::InvalidDereference));
    assert_eq!(load(&state, at(block, 12)), None);
    assert_eq!(load(&state, at(block, 13)), Some(FaultKind::OutOfBounds));
    assert_eq!(load(&state, at(block, -1)), Some(FaultKind::OutOfBounds));
    assert_eq!(kind(state.free(Value::Pointer(at(block, 4)))), Some(FaultKind::InvalidFree));
    assert_eq!(kind(state.free(Value::pointer_to(block))), None);
    assert!(!state.is_allocated(at(block, 0), 1));
    assert_eq!(load(&state, at(block, 0)), Some(FaultKind::UseAfterFree));
    assert_eq!(kind(state.free(Value::pointer_to(block))), Some(FaultKind::DoubleFree));
    assert_eq!(kind(state.free(Value::NULL)), None);
    assert_eq!(kind(state.free(Value::Undefined)), Some(FaultKind::Uninitialized));
}

#[test]
fn bit_fields_share_a_byte_and_are_undefined_one_by_one() {
    let mut block = Block::new(BlockKind::Heap(None), 4, false).unwrap();
    block.write_field(0, 3, 7, Value::Integer(-5)).unwrap();
    assert_eq!(block.read_field(0, 3, 7, true), Ok(Value::Integer(-5)));
    assert_eq!(block.read_field(0, 3, 7, false), Ok(Value::Integer(123)));
    assert_eq!(block.read_field(0, 0, 3, false), Ok(Value::Undefined));
    block.write_field(0, 0, 3, Value::Integer(9)).unwrap();
    assert_eq!(block.read_field(0, 0, 3, false), Ok(Value::Integer(1)));
    assert_eq!(block.read_field(0, 3, 7, true), Ok(Value::Integer(-5)));
}

#[test]
fn canonical_states_do_not_depend_on_the_order_of_allocation() {
    let (program, empty, first, [_, _, pointer]) = one_block(true);
    let build = |order: [usize; 2]| {
        let mut state = empty.clone();
        let mut blocks = [first, first];
        for place in order {
            blocks[place] = state.allocate(8, None, true, false).unwrap();
        }
        state.store(at(first, 0), Value::pointer_to(blocks[0]), pointer, &program.types).unwrap();
        state.store(at(first, 8), Value::pointer_to(blocks[1]), pointer, &program.types).unwrap();
        state.store(at(blocks[0], 0), Value::pointer_to(blocks[1]), pointer, &program.types).unwrap();
        state.set_symbol(SymbolId::from_index(0), Value::pointer_to(first));
        state
    };
    let (one, other) = (build([0, 1]), build([1, 0]));
    assert_ne!(one, other);
    assert_eq!(one.canonical(), other.canonical());
}

#[test]
fn a_block_that_no_root_reaches_is_leaked_unless_it_is_input() {
    let (program, mut state, first, [_, _, pointer]) = one_block(true);
    let second = state.allocate(8, None, true, false).unwrap();
    let input = state.allocate(8, None, true, true).unwrap();
    assert_eq!(state.leaked_blocks([], 8), vec![first, second]);
    state.store(at(first, 0), Value::pointer_to(second), pointer, &program.types).unwrap();
    assert_eq!(state.leaked_blocks([first], 8), vec![]);
    state.store(at(input, 0), Value::pointer_to(first), pointer, &program.types).unwrap();
    assert_eq!(state.leaked_blocks([], 8), vec![]);
}
