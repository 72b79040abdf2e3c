//! Blocks of bytes: what a run stores, byte by byte, and how values are read back.
//!
//! Integers, floats and NULL are kept as known bytes (little-endian), so that they can be read with
//! another type than they were written with. Addresses are kept whole: a part of one cannot be read.
//! Every known bit is tracked by itself, because bit-fields share bytes. Nothing here knows of control,
//! of variables or of lifetimes' ends, except that a dead block says so.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::interp::fault::Fault;
use crate::interp::history::{Lifetime, RunStep, Unseen};
use crate::interp::limits::MAX_BLOCK_BYTES;
use crate::interp::reads::ReadBytes;
use crate::{FunctionId, Program, StringId, VariableId};
use base::define_id;
use base::integer::wrap;
use ctype::{ConstantBits, FloatKind, Type, TypeId, TypeTable};

define_id! {
    /// A block of a state.
    BlockId
}

/// A pointer value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pointer {
    /// The null pointer.
    Null,
    /// A place in, or at least computed from, a block. The block may be dead and the offset outside.
    To {
        /// The block.
        block: BlockId,
        /// Bytes from its start.
        offset: i64,
    },
}

impl Pointer {
    /// Whether two ranges of bytes overlap, which start at two places and have these lengths.
    pub(super) fn overlaps(self, other: Pointer, [own, others]: [i64; 2]) -> bool {
        match (self, other) {
            (Pointer::To { block: a, offset: x }, Pointer::To { block: b, offset: y }) => {
                a == b && x < y.saturating_add(others) && y < x.saturating_add(own)
            }
            _ => false,
        }
    }
}

/// A scalar value.
///
/// A value of pointer type is a `Pointer`, a `Function`, or an `Integer` other than zero for an address made
/// from an integer, such as `(void *)-1`. A value of an integer type that is as wide as a pointer may be a
/// `Pointer` or a `Function`, where a program converts pointers to integers and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Indeterminate: never written, or computed from such a value.
    Undefined,
    /// An integer, within the range of its type. An `unsigned __int128` is kept by its bits.
    Integer(i128),
    /// A `float` or `double`, by the bits of the `f64` with the same value.
    Float(u64),
    /// A `long double`, by its 80 bits.
    LongDouble(u128),
    /// A pointer to an object.
    Pointer(Pointer),
    /// A pointer to a function.
    Function(FunctionId),
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Pointer(Pointer::Null);

    /// A pointer to the start of a block.
    pub fn pointer_to(block: BlockId) -> Self {
        Value::Pointer(Pointer::To { block, offset: 0 })
    }

    /// The block that the value points to or into, if any.
    pub fn block(self) -> Option<BlockId> {
        match self {
            Value::Pointer(Pointer::To { block, .. }) => Some(block),
            _ => None,
        }
    }
}

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockKind {
    /// A variable of static storage.
    Global(VariableId),
    /// A variable of automatic storage.
    Local(VariableId),
    /// From `malloc` and its kin, or a node of the input. The type is what it was allocated for.
    Heap(Option<TypeId>),
    /// A string literal.
    String(StringId),
    /// From `alloca`, or an array of variable size.
    Stack,
    /// The strings of `argv`, and `argv` itself.
    Arguments,
}

/// Whether a block still lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Liveness {
    /// It may be accessed.
    Live,
    /// `free` was called.
    Freed,
    /// The variable's scope was left.
    OutOfScope,
}

/// What stands for an address in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Address {
    To { block: BlockId, offset: i64 },
    Function(FunctionId),
}

/// A block of memory. A dead block has lost its contents, but not its size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Whether it lives.
    pub liveness: Liveness,
    /// Whether it is a node of the input: it existed before the run began.
    pub at_entry: bool,
    /// What of it is `const` and has its value: nothing may be written there.
    pub(super) constant: Option<Arc<ConstantBits>>,
    /// From when to when it lives.
    pub(super) lifetime: Unseen<Lifetime>,
    /// Where it is noted which bytes are read, if that is watched.
    reads: Unseen<Option<Arc<ReadBytes>>>,
    size: u64,
    /// Which bits of each byte are known.
    masks: Bytes,
    /// The known bits; the others are zero, except that a byte that is part of an address is [`ADDRESS`].
    values: Bytes,
    /// Where addresses begin, ascending. A byte marked as part of one that none of these covers is of a torn address.
    addresses: SmallVec<[(u64, Address); 1]>,
}

/// What a range of a block's bytes holds, whatever the type that it was written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// No bit is known.
    Undefined,
    /// All bits are known; of more than 16 bytes they are all zero.
    Bits(u128),
    /// One address, which fills the range.
    Address(Value),
    /// All bits are known or part of an address, in some other way.
    Defined,
    /// Some bits are known and some are not: the values of the known ones, and which these are. Of more than 16 bytes
    /// nothing is recorded.
    Mixed(u128, u128),
}

/// Few enough bytes for a scalar are kept in the block itself.
type Bytes = SmallVec<[u8; 16]>;

/// The value of a byte that is part of an address, and has no known bits.
const ADDRESS: u8 = 1;

/// The bytes of a `long double` that hold its value.
const LONG_DOUBLE: u64 = 10;

/// The interpreter does not calculate with a floating type that is only laid out.
pub(super) fn only_laid_out(kind: FloatKind) -> Fault {
    Fault::unsupported(format!("a value of type {}", if kind == FloatKind::Half { "_Float16" } else { "_Float128" }))
}

impl Block {
    /// A live block; all bytes zero, or undefined.
    pub fn new(kind: BlockKind, size: u64, zeroed: bool) -> Result<Self, Fault> {
        if size > MAX_BLOCK_BYTES {
            return Err(Fault::unsupported(format!("a block of {size} bytes is larger than the interpreter allows")));
        }
        let (fill, count) = (if zeroed { 0xff } else { 0 }, usize::try_from(size).unwrap_or(0));
        let (masks, values) = (Bytes::from_elem(fill, count), Bytes::from_elem(0, count));
        Ok(Block {
            kind,
            liveness: Liveness::Live,
            at_entry: false,
            constant: None,
            lifetime: Unseen(Lifetime { born: 0, died: None, made_by: None, ended_by: None }),
            reads: Unseen(None),
            size,
            masks,
            values,
            addresses: SmallVec::new(),
        })
    }

    /// Size in bytes, also of a dead block.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether it was a variable whose scope was left and to which no pointer can be left.
    pub(super) fn is_gone(&self, program: &Program) -> bool {
        match (self.kind, self.liveness) {
            (BlockKind::Local(id), Liveness::OutOfScope) => {
                program.variables.get(id).is_some_and(|variable| !variable.address_taken)
            }
            _ => false,
        }
    }

    /// From now on it is noted which bytes are read, here and in every copy.
    pub(super) fn watch_reads(&mut self) -> Arc<ReadBytes> {
        let reads = Arc::new(ReadBytes::new(self.masks.len()));
        self.reads = Unseen(Some(Arc::clone(&reads)));
        reads
    }

    fn note_read(&self, range: &Range<usize>) {
        if let Some(reads) = &self.reads.0 {
            reads.mark(range.clone());
        }
    }

    /// Ends its life; the contents go.
    pub fn kill(&mut self, liveness: Liveness) {
        self.liveness = liveness;
        self.masks = Bytes::new();
        self.values = Bytes::new();
        self.addresses = SmallVec::new();
    }

    /// All bytes become undefined.
    pub fn clear(&mut self) {
        self.masks.fill(0);
        self.values.fill(0);
        self.addresses.clear();
    }

    /// Writes known bytes from the start on.
    pub(super) fn fill_with(&mut self, text: &[u8]) {
        for ((mask, byte), value) in self.masks.iter_mut().zip(&mut self.values).zip(text) {
            (*mask, *byte) = (0xff, *value);
        }
    }

    /// The blocks that addresses stored here point to, in order of their place.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> {
        self.pointers().map(|(_, target)| target)
    }

    /// The same, each with the place of the address.
    pub fn pointers(&self) -> impl Iterator<Item = (u64, BlockId)> {
        self.addresses.iter().filter_map(|(place, address)| match address {
            Address::To { block, .. } => Some((*place, *block)),
            Address::Function(_) => None,
        })
    }

    /// The step that made it; `None` for what was there before the first one.
    pub fn made_by(&self) -> Option<RunStep> {
        self.lifetime.0.made_by
    }

    /// The step that ended its life, unless that was the return of a function.
    pub fn ended_by(&self) -> Option<RunStep> {
        self.lifetime.0.ended_by
    }

    /// Whether some bytes are parts of an address that is not here as a whole: where it leads is not known any more.
    /// `word` is the size of an address.
    pub fn has_torn_address(&self, word: u64) -> bool {
        let parts = self.masks.iter().zip(&self.values).filter(|(mask, value)| **mask == 0 && **value == ADDRESS);
        parts.count() as u64 != word * self.addresses.len() as u64
    }

    /// What the `size` bytes from `offset` on hold; a range outside of the block, or of a dead one, holds nothing. `word` is
    /// the size of an address.
    pub fn content(&self, offset: u64, size: u64, word: u64) -> Content {
        let Ok(range) = self.range(offset, size) else { return Content::Undefined };
        self.note_read(&range);
        let (masks, values) = (self.masks.get(range.clone()).unwrap_or(&[]), self.values.get(range).unwrap_or(&[]));
        if let Some((_, address)) = self.addresses.get(self.first_address(offset)).filter(|(at, _)| *at == offset)
            && size == word
        {
            return Content::Address(match address {
                Address::To { block, offset } => Value::Pointer(Pointer::To { block: *block, offset: *offset }),
                Address::Function(function) => Value::Function(*function),
            });
        }
        let is_known = |(mask, value): (&u8, &u8)| *mask == 0xff || (*mask == 0 && *value == ADDRESS);
        let is_unknown = |(mask, value): (&u8, &u8)| *mask == 0 && *value != ADDRESS;
        if masks.iter().zip(values).all(is_unknown) {
            return Content::Undefined;
        }
        if !masks.iter().zip(values).all(is_known) {
            let has_address = masks.iter().zip(values).any(|(mask, value)| *mask == 0 && *value == ADDRESS);
            return match size <= 16 && !has_address {
                true => Content::Mixed(little_endian(values), little_endian(masks)),
                false => Content::Mixed(0, 0),
            };
        }
        match masks.iter().all(|mask| *mask == 0xff) {
            true if size <= 16 => Content::Bits(little_endian(values)),
            true if values.iter().all(|value| *value == 0) => Content::Bits(0),
            _ => Content::Defined,
        }
    }

    /// Renames the blocks that addresses stored here point to.
    pub(super) fn rename(&mut self, rename: impl Fn(BlockId) -> BlockId) {
        for (_, address) in &mut self.addresses {
            if let Address::To { block, .. } = address {
                *block = rename(*block);
            }
        }
    }

    /// The range as indices; the caller has checked that it is inside.
    fn range(&self, offset: u64, size: u64) -> Result<Range<usize>, Fault> {
        let end = offset.checked_add(size).and_then(|end| usize::try_from(end).ok());
        match (usize::try_from(offset), end) {
            (Ok(start), Some(end)) if end <= self.masks.len() => Ok(start..end),
            _ => Err(Fault::unsupported("an access outside of a block was not noticed in time")),
        }
    }

    /// Forgets the addresses that overlap a range; their bytes outside of the range stay behind, torn.
    fn drop_addresses(&mut self, offset: u64, size: u64, word: u64) {
        if size != 0 && !self.addresses.is_empty() {
            let first = (offset + 1).saturating_sub(word.max(1));
            let (start, end) = (self.first_address(first), self.first_address(offset + size));
            self.addresses.drain(start..end);
        }
    }

    /// The place in the list of the first address at or behind an offset.
    fn first_address(&self, offset: u64) -> usize {
        self.addresses.partition_point(|(at, _)| *at < offset)
    }

    /// The masks and the values of a range that gets new contents.
    fn overwrite(&mut self, offset: u64, size: u64, word: u64) -> Result<(&mut [u8], &mut [u8]), Fault> {
        let range = self.range(offset, size)?;
        self.drop_addresses(offset, size, word);
        let (masks, values) = (self.masks.get_mut(range.clone()), self.values.get_mut(range));
        Ok((masks.unwrap_or(&mut []), values.unwrap_or(&mut [])))
    }

    pub(super) fn write_undefined(&mut self, offset: u64, size: u64, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, size, word)?;
        masks.fill(0);
        values.fill(0);
        Ok(())
    }

    /// Writes the low bytes of an integer; what is behind 16 of them is zero.
    fn write_raw(&mut self, offset: u64, size: u64, bits: u128, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, size, word)?;
        masks.fill(0xff);
        let bytes = bits.to_le_bytes();
        let (low, high) = values.split_at_mut(values.len().min(16));
        low.iter_mut().zip(bytes).for_each(|(value, byte)| *value = byte);
        high.fill(0);
        Ok(())
    }

    fn write_address(&mut self, offset: u64, size: u64, address: Address, word: u64) -> Result<(), Fault> {
        if size != word {
            return Err(Fault::unsupported("an address is stored in a cell of another size than a pointer's"));
        }
        let (masks, values) = self.overwrite(offset, size, word)?;
        masks.fill(0);
        values.fill(ADDRESS);
        let place = self.first_address(offset);
        self.addresses.insert(place, (offset, address));
        Ok(())
    }

    /// Writes a scalar of a type at an offset; the caller has checked that the range is inside.
    pub(super) fn write(&mut self, offset: u64, value: Value, ty: TypeId, types: &TypeTable) -> Result<(), Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a store of an incomplete type"))?;
        let word = types.model().word_bytes();
        match value {
            Value::Undefined => self.write_undefined(offset, size, word),
            Value::Integer(integer) => self.write_raw(offset, size, integer as u128, word),
            Value::Pointer(Pointer::Null) => self.write_raw(offset, size, 0, word),
            Value::Pointer(Pointer::To { block, offset: to }) => {
                self.write_address(offset, size, Address::To { block, offset: to }, word)
            }
            Value::Function(function) => self.write_address(offset, size, Address::Function(function), word),
            Value::Float(bits) => match types.get(ty) {
                Type::Float(FloatKind::Double) => self.write_raw(offset, size, u128::from(bits), word),
                Type::Float(FloatKind::Float) => {
                    let single = f64::from_bits(bits) as f32;
                    self.write_raw(offset, size, u128::from(single.to_bits()), word)
                }
                Type::Float(kind @ (FloatKind::Half | FloatKind::Quad)) => Err(only_laid_out(*kind)),
                _ => Err(Fault::unsupported("a number in an object of another type")),
            },
            Value::LongDouble(bits) => match types.get(ty) {
                // The padding stays as it is.
                Type::Float(FloatKind::LongDouble) => self.write_raw(offset, LONG_DOUBLE, bits, word),
                _ => Err(Fault::unsupported("a number in an object of another type")),
            },
        }
    }

    /// Reads a scalar of a type at an offset; the caller has checked that the range is inside.
    pub(super) fn read(&self, offset: u64, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a load of an incomplete type"))?;
        let size = if *types.get(ty) == Type::Float(FloatKind::LongDouble) { LONG_DOUBLE } else { size };
        let Some((bits, whole)) = self.read_bits(offset, size)? else {
            return self.read_address(offset, ty, types);
        };
        if whole != low_mask(8 * size) {
            return Ok(Value::Undefined);
        }
        match types.get(ty) {
            Type::Integer { .. } => {
                let (width, signed) = types.integer_format(ty).unwrap_or((8, true));
                // Any byte but zero is `true`; a wider type keeps all of its bits.
                let integer = if width == 1 { i128::from(bits != 0) } else { wrap(bits as i128, (width, signed)) };
                Ok(Value::Integer(integer))
            }
            Type::Pointer(_) if bits == 0 => Ok(Value::NULL),
            Type::Pointer(_) => Ok(Value::Integer(wrap(bits as i128, (8 * size as u32, false)))),
            Type::Float(FloatKind::Double) => Ok(Value::Float(bits as u64)),
            Type::Float(FloatKind::Float) => Ok(Value::Float(f64::from(f32::from_bits(bits as u32)).to_bits())),
            Type::Float(FloatKind::LongDouble) => Ok(Value::LongDouble(bits)),
            Type::Float(kind @ (FloatKind::Half | FloatKind::Quad)) => Err(only_laid_out(*kind)),
            _ => Err(Fault::unsupported("a load of something that is not a scalar")),
        }
    }

    /// The bits of a range and which of them are known, or `None` if an address or a part of one is there.
    /// Ranges over 16 bytes are not scalars.
    fn read_bits(&self, offset: u64, size: u64) -> Result<Option<(u128, u128)>, Fault> {
        if size > 16 {
            return Err(Fault::unsupported("a load of more than 16 bytes"));
        }
        let range = self.range(offset, size)?;
        self.note_read(&range);
        let (masks, values) = (self.masks.get(range.clone()).unwrap_or(&[]), self.values.get(range).unwrap_or(&[]));
        if masks.iter().all(|mask| *mask == 0xff) {
            return Ok(Some((little_endian(values), low_mask(8 * size))));
        }
        if masks.iter().zip(values).any(|(mask, value)| *mask == 0 && *value == ADDRESS) {
            return Ok(None);
        }
        Ok(Some((little_endian(values), little_endian(masks))))
    }

    fn read_address(&self, offset: u64, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        let fits = types.size_of(ty) == Some(types.model().word_bytes());
        let readable = types.is_pointer(ty) || types.is_integer(ty);
        let address = self.addresses.get(self.first_address(offset)).filter(|(at, _)| *at == offset);
        match address.map(|(_, address)| address) {
            Some(Address::To { block, offset }) if fits && readable => {
                Ok(Value::Pointer(Pointer::To { block: *block, offset: *offset }))
            }
            Some(Address::Function(function)) if fits && readable => Ok(Value::Function(*function)),
            _ => Err(Fault::unsupported("a part of a pointer is read")),
        }
    }

    /// Reads a bit-field of `width` bits from bit `first` behind an offset.
    pub(super) fn read_field(&self, offset: u64, first: u32, width: u32, signed: bool) -> Result<Value, Fault> {
        let (offset, first, size) = covering_bytes(offset, first, width);
        let Some((bits, whole)) = self.read_bits(offset, size)? else {
            return Err(Fault::unsupported("a part of a pointer is read"));
        };
        let mask = low_mask(u64::from(width));
        if (whole >> first) & mask != mask {
            return Ok(Value::Undefined);
        }
        Ok(Value::Integer(wrap((bits >> first) as i128, (width, signed))))
    }

    /// Writes a bit-field: the other bits of its bytes stay as they are.
    pub(super) fn write_field(&mut self, offset: u64, first: u32, width: u32, value: Value) -> Result<(), Fault> {
        let (offset, first, size) = covering_bytes(offset, first, width);
        let Some((bits, whole)) = self.read_bits(offset, size)? else {
            return Err(Fault::unsupported("a part of a pointer is written"));
        };
        let mask = low_mask(u64::from(width)) << first;
        let (new, defined) = match value {
            Value::Integer(integer) => (((integer as u128) << first) & mask, mask),
            Value::Undefined => (0, 0),
            _ => return Err(Fault::unsupported("a bit-field takes something that is not an integer")),
        };
        let (bits, whole) = ((bits & !mask) | new, (whole & !mask) | defined);
        // No address is in these bytes, as they could be read.
        let (masks, values) = self.overwrite(offset, size, 0)?;
        masks.iter_mut().zip(whole.to_le_bytes()).for_each(|(mask, byte)| *mask = byte);
        values.iter_mut().zip(bits.to_le_bytes()).for_each(|(value, byte)| *value = byte);
        Ok(())
    }

    /// The contents of a range, to be put elsewhere.
    pub(super) fn cut(&self, offset: u64, size: u64, word: u64) -> Result<CopiedBytes, Fault> {
        let range = self.range(offset, size)?;
        self.note_read(&range);
        let bytes = |bytes: &Bytes| Bytes::from_slice(bytes.get(range.clone()).unwrap_or(&[]));
        let all = self.addresses.get(self.first_address(offset)..self.first_address(offset + size)).unwrap_or(&[]);
        let whole = all.iter().filter(|(at, _)| *at + word <= offset + size);
        let addresses = whole.map(|(at, address)| (at - offset, *address)).collect();
        Ok(CopiedBytes { masks: bytes(&self.masks), values: bytes(&self.values), addresses })
    }

    /// Writes the contents of another range.
    pub(super) fn paste(&mut self, offset: u64, contents: &CopiedBytes, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, contents.masks.len() as u64, word)?;
        masks.copy_from_slice(&contents.masks);
        values.copy_from_slice(&contents.values);
        let place = self.first_address(offset);
        self.addresses.insert_many(place, contents.addresses.iter().map(|(at, address)| (at + offset, *address)));
        Ok(())
    }

    /// Writes known bytes.
    pub(super) fn write_known(&mut self, offset: u64, bytes: &[u8], word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, bytes.len() as u64, word)?;
        masks.fill(0xff);
        values.copy_from_slice(bytes);
        Ok(())
    }

    /// Writes one known byte over a range.
    pub(super) fn fill(&mut self, offset: u64, size: u64, byte: u8, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, size, word)?;
        masks.fill(0xff);
        values.fill(byte);
        Ok(())
    }
}

/// A copy of a range of a block.
#[derive(Clone, Debug)]
pub(super) struct CopiedBytes {
    masks: Bytes,
    values: Bytes,
    addresses: SmallVec<[(u64, Address); 1]>,
}

fn little_endian(bytes: &[u8]) -> u128 {
    match bytes {
        [a] => u128::from(*a),
        [a, b] => u128::from(u16::from_le_bytes([*a, *b])),
        [a, b, c, d] => u128::from(u32::from_le_bytes([*a, *b, *c, *d])),
        [a, b, c, d, e, f, g, h] => u128::from(u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
        _ => bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte)),
    }
}

/// The bytes that hold a bit-field: their offset, its first bit in them, their number.
fn covering_bytes(offset: u64, first: u32, width: u32) -> (u64, u32, u64) {
    let inner = first % 8;
    (offset + u64::from(first / 8), inner, u64::from(inner + width).div_ceil(8))
}

fn low_mask(bits: u64) -> u128 {
    if bits >= 128 { u128::MAX } else { (1_u128 << bits) - 1 }
}
