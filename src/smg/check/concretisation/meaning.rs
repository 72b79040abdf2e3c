//! The contents of concrete cells, as meanings of symbolic values.

use crate::domain::graph::Graph;
use crate::domain::object::{Held, HeldBytes, Object, SizeRelation};
use crate::domain::value::{Address, Range, Value};
use program::interp::{Block, BlockId, BlockKind, Content, Pointer, State, Value as Concrete};

/// The concrete meaning of an unknown value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConcreteMeaning {
    /// One of these integers, as cells do not record signedness; any integer if empty.
    Integers(Vec<i128>),
    Other(Concrete),
}

/// Returns the block of an address with this offset; an error for other contents.
pub fn block_at(content: Content, offset: i64) -> Result<BlockId, String> {
    match content {
        Content::Address(Concrete::Pointer(Pointer::To { block, offset: found })) if found == offset => Ok(block),
        Content::Address(Concrete::Pointer(_)) => Err("an address with another offset".into()),
        _ => Err("no address".into()),
    }
}

/// Subtracts a number of bytes from an address, or from a number that represents one.
pub fn moved_back(content: Content, bytes: i64) -> Content {
    match content {
        Content::Address(Concrete::Pointer(Pointer::To { block, offset })) => {
            Content::Address(Concrete::Pointer(Pointer::To { block, offset: offset.wrapping_sub(bytes) }))
        }
        Content::Bits(bits) => Content::Bits(low_bits((bits as i128).wrapping_sub(i128::from(bytes)) as u128, 8)),
        other => other,
    }
}

pub fn low_bits(bits: u128, size: i64) -> u128 {
    if (0..16).contains(&size) { bits & ((1 << (8 * size)) - 1) } else { bits }
}

/// Returns the meaning of a cell's contents as a value of a range.
pub fn of_content(content: Content, size: i64, range: Range) -> Result<ConcreteMeaning, String> {
    // As a number, an address may have any value of a word, and a part of it any value of its size.
    let bits = 8 * size.clamp(1, 8) as u32;
    let is_wide = range.high() >= 1 << 47 || range.includes(Range::of_format((bits, true)));
    match content {
        Content::Undefined => Err("it is undefined".into()),
        Content::Mixed(..) => Ok(ConcreteMeaning::Integers(Vec::new())),
        Content::Bits(bits) => {
            let width = 8 * size.clamp(0, 16) as u32;
            let unsigned = bits as i128;
            let negative = (1..128).contains(&width) && bits >> (width - 1) == 1;
            let signed = if negative { (bits | (u128::MAX << width)) as i128 } else { unsigned };
            let mut found = vec![signed, unsigned];
            found.dedup();
            found.retain(|integer| range.includes(Range::exactly(*integer)));
            if found.is_empty() { Err(format!("not in {range:?}")) } else { Ok(ConcreteMeaning::Integers(found)) }
        }
        Content::Address(address) if is_wide => Ok(ConcreteMeaning::Other(address)),
        Content::Defined if is_wide => Ok(ConcreteMeaning::Integers(Vec::new())),
        _ => Err(format!("an address in {range:?}")),
    }
}

/// Returns the contents of some bytes of a cell.
pub fn part(content: Content, offset: i64, size: i64, whole: i64) -> Result<Content, String> {
    let bits = |all: u128| low_bits(all >> (8 * offset.clamp(0, 15)), size);
    match content {
        _ if size == whole => Ok(content),
        Content::Undefined | Content::Defined => Ok(content),
        Content::Bits(all) => Ok(Content::Bits(bits(all))),
        Content::Mixed(all, known) => Ok(match bits(known) {
            0 => Content::Undefined,
            mask if mask == low_bits(u128::MAX, size) => Content::Bits(bits(all)),
            mask => Content::Mixed(bits(all), mask),
        }),
        Content::Address(_) => Err("a part of an address".into()),
    }
}

/// Returns true if contents may be an alternative of a choice, judged without the rest of the memory.
fn may_be_alternative(graph: &Graph, alternative: Value, content: Content, size: i64) -> bool {
    match (alternative, content) {
        (
            Value::Address(Address { object, .. }) | Value::Inside { object, .. },
            Content::Address(Concrete::Pointer(_)),
        ) => graph.object(object).is_some(),
        // Segments that may be empty, and blocks that may be missing.
        (Value::Address(Address { object, .. }), _) => graph.object(object).is_some_and(|it| it.minimum() == 0),
        (Value::Function(function), Content::Address(Concrete::Function(found))) => function == found,
        (Value::Function(_), _) => false,
        _ => match graph.range(alternative) {
            Some(range) => of_content(content, size, range).is_ok(),
            None => true,
        },
    }
}

/// The memory that an object stands for: a block, or an element of an array, which is a part of one.
#[derive(Clone, Copy)]
pub struct ObjectMemory<'s> {
    pub block: &'s Block,
    /// The offset of its first byte in the block.
    pub start: i64,
    /// The links of a node of a segment that lead to other nodes of it.
    pub children: &'s [i64],
}

impl ObjectMemory<'_> {
    /// Returns the content of a cell, given as offset and size.
    fn content(self, (offset, size): (i64, i64), word: i64) -> Content {
        self.block.content((self.start + offset).unsigned_abs(), size.unsigned_abs(), word.unsigned_abs())
    }
}

/// Returns `Ok` if a block or an element satisfies one of an object's disjuncts, or there are none.
pub fn is_disjunct(graph: &Graph, object: &Object, memory: ObjectMemory, word: i64) -> Result<(), String> {
    let block = memory.block;
    let is_alternative = |cell: &HeldBytes, content: Content| {
        let Value::Address(address) = object.read(cell.offset, cell.size) else { return false };
        let choice = graph.object(address.object);
        let Some((choice, (count, width))) = choice.and_then(|it| Some((it, it.alternatives()?))) else { return false };
        let alternative = |index: usize| {
            let start = index as i64 * width + address.offset;
            choice.piece(start, start + word)
        };
        let mut named = (0..count).filter(|index| cell.held.alternatives.has(*index)).map(alternative);
        named.any(|it| it.is_none_or(|it| may_be_alternative(graph, it, content, cell.size)))
    };
    let holds = |cell: &HeldBytes| {
        if cell.is_block_size() {
            return cell.held.numbers.is_some_and(|bytes| bytes.includes(Range::exactly(block.size().into())));
        }
        if cell.in_link && cell.size == word && memory.children.contains(&cell.offset) {
            return cell.held.is_address;
        }
        let content = memory.content((cell.offset, cell.size), word);
        let is_number = |range: Range| of_content(content, cell.size, range).is_ok();
        let is_null = matches!(content, Content::Address(Concrete::Pointer(Pointer::Null)));
        (cell.held.is_address && matches!(content, Content::Address(_)) && !is_null)
            || cell.held.numbers.is_some_and(is_number)
            || (cell.held.is_undefined && content == Content::Undefined)
            || is_alternative(cell, content)
            // What lies behind the end of a block leads nowhere.
            || (cell.offset.unsigned_abs() >= block.size() && cell.held != Held::address(false))
    };
    let mut disjuncts = object.disjuncts().all().iter();
    match object.disjuncts().is_empty() || disjuncts.any(|disjunct| disjunct.iter().all(holds)) {
        true => Ok(()),
        false => Err("the block is none of the disjuncts".into()),
    }
}

/// Returns the number of bytes before each zero byte of a block, from an offset on and as far as all bytes were written.
pub fn lengths_of_strings(block: &Block, start: i64) -> Vec<i128> {
    let offsets = (start..).take_while(|offset| u64::try_from(*offset).is_ok_and(|offset| offset < block.size()));
    let bytes = offsets.map(|offset| (offset, block.content(offset.unsigned_abs(), 1, 0)));
    let written = bytes.take_while(|(_, byte)| matches!(byte, Content::Bits(_)));
    written.filter(|(_, byte)| *byte == Content::Bits(0)).map(|(end, _)| (end - start).into()).collect()
}

/// Returns `Ok` if the heap blocks that a block or an element points to have the sizes given by an object's size relations.
pub fn is_measured(object: &Object, memory: ObjectMemory, state: &State, word: i64) -> Result<(), String> {
    let content = |cell: (i64, i64)| memory.content(cell, word);
    let is_heap = |id: BlockId| state.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Heap(_)));
    let tells = |relation: &SizeRelation, block: &Block| {
        let size = i128::from(block.size());
        match of_content(content(relation.number), relation.number.1, Range::ALL) {
            Ok(ConcreteMeaning::Integers(all)) => {
                all.iter().any(|number| size == number * relation.factor + relation.more)
            }
            _ => false,
        }
    };
    let is_right = |relation: &SizeRelation| match relation.pointer.map(content) {
        None => tells(relation, memory.block),
        Some(Content::Bits(0)) => true,
        Some(Content::Address(Concrete::Pointer(Pointer::To { block, offset: 0 }))) if is_heap(block) => {
            state.block(block).is_some_and(|block| tells(relation, block))
        }
        Some(Content::Address(_)) => true,
        Some(_) => false,
    };
    match object.size_relations().iter().all(is_right) {
        true => Ok(()),
        false => Err("a number in the block does not tell a size".into()),
    }
}

/// Returns the intersection of the meanings of two cells that hold the same unknown value.
pub fn common(left: &ConcreteMeaning, right: &ConcreteMeaning) -> Option<ConcreteMeaning> {
    match (left, right) {
        // Of large cells only the ranges are known.
        (ConcreteMeaning::Integers(all), other) | (other, ConcreteMeaning::Integers(all)) if all.is_empty() => {
            Some(other.clone())
        }
        (ConcreteMeaning::Integers(left), ConcreteMeaning::Integers(right)) => {
            let both: Vec<i128> = left.iter().copied().filter(|integer| right.contains(integer)).collect();
            (!both.is_empty()).then_some(ConcreteMeaning::Integers(both))
        }
        _ => (left == right).then(|| left.clone()),
    }
}
