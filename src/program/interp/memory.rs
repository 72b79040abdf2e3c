//! Blocks of bytes: stores and loads of values, byte by byte.
//!
//! Integers, floats and NULL are kept as known bytes (little-endian), so that they can be read with another type than
//! they were written with. Addresses are kept whole: a part of one cannot be read. Every known bit is tracked
//! separately, because bit-fields share bytes. This module knows nothing of control, variables or lifetimes, except for
//! the liveness stored in a block.

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
    BlockId
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pointer {
    Null,
    /// An address in a block, or computed from one. The block may be dead and the offset outside of it.
    To {
        block: BlockId,
        /// Bytes from the start of the block.
        offset: i64,
    },
}

impl Pointer {
    /// Returns true if two byte ranges overlap, given their starts and lengths.
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
/// A value of pointer type is a `Pointer`, a `Function`, or a non-zero `Integer` for an address made from an integer,
/// such as `(void *)-1`. A value of an integer type as wide as a pointer may be a `Pointer` or a `Function`, if the
/// program converts pointers to integers and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Indeterminate: never written, or computed from such a value.
    Undefined,
    /// An integer in the range of its type. An `unsigned __int128` is stored by its bits.
    Integer(i128),
    /// A `float` or `double`, as the bits of the `f64` with the same value.
    Float(u64),
    /// A `long double`, as its 80 bits.
    LongDouble(u128),
    Pointer(Pointer),
    Function(FunctionId),
}

impl Value {
    pub const NULL: Value = Value::Pointer(Pointer::Null);

    pub fn pointer_to(block: BlockId) -> Self {
        Value::Pointer(Pointer::To { block, offset: 0 })
    }

    /// Returns the block that the value points to or into, if any.
    pub fn block(self) -> Option<BlockId> {
        match self {
            Value::Pointer(Pointer::To { block, .. }) => Some(block),
            _ => None,
        }
    }
}

/// The origin of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockKind {
    /// A variable of static storage duration.
    Global(VariableId),
    /// A variable of automatic storage duration.
    Local(VariableId),
    /// Allocated by `malloc` or a similar function, or a node of the input. The type is the one it was allocated for.
    Heap(Option<TypeId>),
    String(StringId),
    /// Allocated by `alloca`, or a variable-length array.
    Stack,
    /// The strings of `argv`, and `argv` itself.
    Arguments,
    /// Memory of a function without a body, or that it was given: nothing is known of it.
    Outside {
        /// True if the address may be NULL: the first comparison with NULL decides it.
        may_be_null: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Liveness {
    Live,
    Freed,
    /// The variable's lifetime has ended.
    OutOfScope,
}

/// A stored address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Address {
    To { block: BlockId, offset: i64 },
    Function(FunctionId),
}

/// A block of memory. A dead block has no contents, but keeps its size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    pub kind: BlockKind,
    pub liveness: Liveness,
    /// True for a node of the input, which existed before the run began.
    pub at_entry: bool,
    /// True if a function without a body may have given the program a pointer to it, or to what it leads to.
    pub(super) may_be_given: bool,
    /// True if a function without a body got its address.
    pub(super) is_lent: bool,
    /// The bits that are `const` and initialised: they must not be written.
    pub(super) constant: Option<Arc<ConstantBits>>,
    pub(super) lifetime: Unseen<Lifetime>,
    /// The record of bytes read, if reads are watched.
    reads: Unseen<Option<Arc<ReadBytes>>>,
    size: u64,
    /// For each byte, the bits that are known.
    masks: Bytes,
    /// The known bits; the others are zero, except that a byte that is part of an address is [`ADDRESS`].
    values: Bytes,
    /// The addresses stored here, by ascending offset. An [`ADDRESS`] byte that none of them covers is part of a torn
    /// address.
    addresses: SmallVec<[(u64, Address); 1]>,
}

/// The contents of a byte range, irrespective of the type that it was written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Undefined,
    /// All bits are known; in a range of more than 16 bytes they are all zero.
    Bits(u128),
    /// One address that fills the range.
    Address(Value),
    /// All bits are known or part of an address, in any other way.
    Defined,
    /// Some bits are known: their values, and the mask of known bits. Both are zero for more than 16 bytes, and if a part
    /// of an address is in the range.
    Mixed(u128, u128),
}

/// The bytes of a scalar are stored inline.
type Bytes = SmallVec<[u8; 16]>;

/// The value of a byte that is part of an address and has no known bits.
const ADDRESS: u8 = 1;

/// Number of bytes of a `long double` that hold its value.
const LONG_DOUBLE: u64 = 10;

/// The interpreter does not compute with floating types for which it knows only the layout.
pub(super) fn only_laid_out(kind: FloatKind) -> Fault {
    Fault::unsupported(format!("a value of type {}", if kind == FloatKind::Half { "_Float16" } else { "_Float128" }))
}

impl Block {
    /// Creates a live block whose bytes are all zero or all undefined.
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
            may_be_given: false,
            is_lent: false,
            constant: None,
            lifetime: Unseen(Lifetime { born: 0, died: None, made_by: None, ended_by: None }),
            reads: Unseen(None),
            size,
            masks,
            values,
            addresses: SmallVec::new(),
        })
    }

    /// Size in bytes; a dead block keeps it.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns true for a variable out of scope to which no pointer can exist.
    pub(super) fn is_gone(&self, program: &Program) -> bool {
        match (self.kind, self.liveness) {
            (BlockKind::Local(id), Liveness::OutOfScope) => {
                program.variables.get(id).is_some_and(|variable| !variable.address_taken)
            }
            _ => false,
        }
    }

    /// Starts to record which bytes are read, in this block and in every copy of it.
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

    /// Ends the block's lifetime and discards its contents.
    pub fn kill(&mut self, liveness: Liveness) {
        self.liveness = liveness;
        self.masks = Bytes::new();
        self.values = Bytes::new();
        self.addresses = SmallVec::new();
    }

    /// Makes all bytes undefined.
    pub fn clear(&mut self) {
        self.masks.fill(0);
        self.values.fill(0);
        self.addresses.clear();
    }

    /// Writes known bytes at the start of the block.
    pub(super) fn fill_with(&mut self, text: &[u8]) {
        for ((mask, byte), value) in self.masks.iter_mut().zip(&mut self.values).zip(text) {
            (*mask, *byte) = (0xff, *value);
        }
    }

    /// The blocks that addresses stored here point to, by ascending offset.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> {
        self.pointers().map(|(_, target)| target)
    }

    /// Returns true if somebody else may have a pointer to the block: it is not lost with the last one of the program.
    pub(super) fn outlives_pointers(&self) -> bool {
        self.at_entry || self.may_be_given || self.kind == BlockKind::Arguments
    }

    /// The addresses of blocks stored here: their offsets and the blocks.
    pub fn pointers(&self) -> impl Iterator<Item = (u64, BlockId)> {
        self.addresses.iter().filter_map(|(place, address)| match address {
            Address::To { block, .. } => Some((*place, *block)),
            Address::Function(_) => None,
        })
    }

    /// Returns true if the address of a function is stored here.
    pub(super) fn holds_functions(&self) -> bool {
        self.addresses.iter().any(|(_, address)| matches!(address, Address::Function(_)))
    }

    /// The step that created the block; `None` if it existed before the first step.
    pub fn made_by(&self) -> Option<RunStep> {
        self.lifetime.0.made_by
    }

    /// The step that ended its lifetime; `None` if that was the return of a function.
    pub fn ended_by(&self) -> Option<RunStep> {
        self.lifetime.0.ended_by
    }

    /// Returns true if some bytes are parts of an address that is no longer here as a whole, so that its target is
    /// unknown. `word` is the size of an address.
    pub fn has_torn_address(&self, word: u64) -> bool {
        let parts = self.masks.iter().zip(&self.values).filter(|(mask, value)| **mask == 0 && **value == ADDRESS);
        parts.count() as u64 != word * self.addresses.len() as u64
    }

    /// Returns the contents of the `size` bytes at `offset`; `Undefined` if the range is outside of the block or the
    /// block is dead. `word` is the size of an address.
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

    /// Renames the blocks in the addresses stored here.
    pub(super) fn rename(&mut self, rename: impl Fn(BlockId) -> BlockId) {
        for (_, address) in &mut self.addresses {
            if let Address::To { block, .. } = address {
                *block = rename(*block);
            }
        }
    }

    /// Converts the range to indices; the caller has checked the bounds.
    fn range(&self, offset: u64, size: u64) -> Result<Range<usize>, Fault> {
        let end = offset.checked_add(size).and_then(|end| usize::try_from(end).ok());
        match (usize::try_from(offset), end) {
            (Ok(start), Some(end)) if end <= self.masks.len() => Ok(start..end),
            _ => Err(Fault::unsupported("an access outside of a block was not noticed in time")),
        }
    }

    /// Removes the addresses that overlap a range. Their bytes outside of the range stay, as torn addresses.
    fn drop_addresses(&mut self, offset: u64, size: u64, word: u64) {
        if size != 0 && !self.addresses.is_empty() {
            let first = (offset + 1).saturating_sub(word.max(1));
            let (start, end) = (self.first_address(first), self.first_address(offset + size));
            self.addresses.drain(start..end);
        }
    }

    /// Returns the index of the first address at or after an offset.
    fn first_address(&self, offset: u64) -> usize {
        self.addresses.partition_point(|(at, _)| *at < offset)
    }

    /// Returns the masks and values of a range that is to be overwritten.
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

    /// Writes the low bytes of an integer; bytes from the 17th on become zero.
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

    /// Writes a scalar at an offset; the caller has checked the bounds.
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
                // The padding keeps its contents.
                Type::Float(FloatKind::LongDouble) => self.write_raw(offset, LONG_DOUBLE, bits, word),
                _ => Err(Fault::unsupported("a number in an object of another type")),
            },
        }
    }

    /// Reads a scalar at an offset; the caller has checked the bounds.
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
                // For `_Bool`, any non-zero byte is `true`; a wider type keeps all its bits.
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

    /// Returns the bits of a range and the mask of known bits; `None` if the range contains a byte of an address.
    /// Ranges of more than 16 bytes are not scalars.
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

    /// Reads a bit-field of `width` bits, starting `first` bits after an offset.
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

    /// Writes a bit-field; the other bits of its bytes are unchanged.
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
        // The bytes could be read, so they contain no address.
        let (masks, values) = self.overwrite(offset, size, 0)?;
        masks.iter_mut().zip(whole.to_le_bytes()).for_each(|(mask, byte)| *mask = byte);
        values.iter_mut().zip(bits.to_le_bytes()).for_each(|(value, byte)| *value = byte);
        Ok(())
    }

    /// Copies the contents of a range.
    pub(super) fn cut(&self, offset: u64, size: u64, word: u64) -> Result<CopiedBytes, Fault> {
        let range = self.range(offset, size)?;
        self.note_read(&range);
        let bytes = |bytes: &Bytes| Bytes::from_slice(bytes.get(range.clone()).unwrap_or(&[]));
        let all = self.addresses.get(self.first_address(offset)..self.first_address(offset + size)).unwrap_or(&[]);
        let whole = all.iter().filter(|(at, _)| *at + word <= offset + size);
        let addresses = whole.map(|(at, address)| (at - offset, *address)).collect();
        Ok(CopiedBytes { masks: bytes(&self.masks), values: bytes(&self.values), addresses })
    }

    /// Overwrites a range with copied contents.
    pub(super) fn paste(&mut self, offset: u64, contents: &CopiedBytes, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, contents.masks.len() as u64, word)?;
        masks.copy_from_slice(&contents.masks);
        values.copy_from_slice(&contents.values);
        let place = self.first_address(offset);
        self.addresses.insert_many(place, contents.addresses.iter().map(|(at, address)| (at + offset, *address)));
        Ok(())
    }

    pub(super) fn write_known(&mut self, offset: u64, bytes: &[u8], word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, bytes.len() as u64, word)?;
        masks.fill(0xff);
        values.copy_from_slice(bytes);
        Ok(())
    }

    pub(super) fn fill(&mut self, offset: u64, size: u64, byte: u8, word: u64) -> Result<(), Fault> {
        let (masks, values) = self.overwrite(offset, size, word)?;
        masks.fill(0xff);
        values.fill(byte);
        Ok(())
    }
}

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

/// Returns the bytes that contain a bit-field: their offset, the position of its first bit in them, and their number.
fn covering_bytes(offset: u64, first: u32, width: u32) -> (u64, u32, u64) {
    let inner = first % 8;
    (offset + u64::from(first / 8), inner, u64::from(inner + width).div_ceil(8))
}

fn low_mask(bits: u64) -> u128 {
    if bits >= 128 { u128::MAX } else { (1_u128 << bits) - 1 }
}
