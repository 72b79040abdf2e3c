//! Blocks of bytes: what a run stores, byte by byte, and how values are read back.
//!
//! Integers, floats and NULL are kept as known bytes (little-endian), so that they can be read with
//! another type than they were written with. Addresses are kept whole: a part of one cannot be read.
//! Every known bit is tracked by itself, because bit-fields share bytes. Nothing here knows of control,
//! of variables or of lifetimes' ends, except that a dead block says so.

use std::collections::BTreeMap;

use crate::ctype::{FloatKind, Type, TypeId, TypeTable};
use crate::define_id;
use crate::program::interp::fault::Fault;
use crate::program::{FunctionId, StringId, VariableId};

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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Byte {
    /// The bits of `mask` are known to be those of `value`; the other bits of `value` are zero.
    Bits { mask: u8, value: u8 },
    /// Part of an address; without an entry in `addresses` that covers it, of a torn one.
    Address,
}

const UNDEFINED: Byte = Byte::Bits { mask: 0, value: 0 };

fn known(value: u8) -> Byte {
    Byte::Bits { mask: 0xff, value }
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
    size: u64,
    bytes: Vec<Byte>,
    addresses: BTreeMap<u64, Address>,
}

/// The largest block that the interpreter is willing to make.
pub const MAX_BLOCK_BYTES: u64 = 1 << 26;

impl Block {
    /// A live block; all bytes zero, or undefined.
    pub fn new(kind: BlockKind, size: u64, zeroed: bool) -> Result<Self, Fault> {
        if size > MAX_BLOCK_BYTES {
            return Err(Fault::unsupported(format!("a block of {size} bytes is larger than the interpreter allows")));
        }
        let fill = if zeroed { known(0) } else { UNDEFINED };
        let bytes = vec![fill; usize::try_from(size).unwrap_or(0)];
        Ok(Block { kind, liveness: Liveness::Live, at_entry: false, size, bytes, addresses: BTreeMap::new() })
    }

    /// Size in bytes, also of a dead block.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Ends its life; the contents go.
    pub fn kill(&mut self, liveness: Liveness) {
        self.liveness = liveness;
        self.bytes = Vec::new();
        self.addresses = BTreeMap::new();
    }

    /// All bytes become undefined.
    pub fn clear(&mut self) {
        self.bytes.fill(UNDEFINED);
        self.addresses.clear();
    }

    /// Writes known bytes from the start on.
    pub(super) fn fill_with(&mut self, text: &[u8]) {
        for (byte, value) in self.bytes.iter_mut().zip(text) {
            *byte = known(*value);
        }
    }

    /// The blocks that addresses stored here point to, in order of their place.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> {
        self.addresses.values().filter_map(|address| match address {
            Address::To { block, .. } => Some(*block),
            Address::Function(_) => None,
        })
    }

    /// Renames the blocks that addresses stored here point to.
    pub(super) fn rename(&mut self, rename: impl Fn(BlockId) -> BlockId) {
        for address in self.addresses.values_mut() {
            if let Address::To { block, .. } = address {
                *block = rename(*block);
            }
        }
    }

    /// The range as indices; the caller has checked that it is inside.
    fn range(&self, offset: u64, size: u64) -> Result<std::ops::Range<usize>, Fault> {
        let end = offset.checked_add(size).and_then(|end| usize::try_from(end).ok());
        match (usize::try_from(offset), end) {
            (Ok(start), Some(end)) if end <= self.bytes.len() => Ok(start..end),
            _ => Err(Fault::unsupported("an access outside of a block was not noticed in time")),
        }
    }

    /// Forgets the addresses that overlap a range; their bytes outside of the range stay behind, torn.
    fn drop_addresses(&mut self, offset: u64, size: u64, word: u64) {
        if size == 0 {
            return;
        }
        let first = (offset + 1).saturating_sub(word.max(1));
        let doomed: Vec<u64> = self.addresses.range(first..offset + size).map(|(at, _)| *at).collect();
        for at in doomed {
            self.addresses.remove(&at);
        }
    }

    fn write_bytes(&mut self, offset: u64, new: &[Byte], word: u64) -> Result<(), Fault> {
        let range = self.range(offset, new.len() as u64)?;
        self.drop_addresses(offset, new.len() as u64, word);
        self.bytes.get_mut(range).into_iter().for_each(|bytes| bytes.copy_from_slice(new));
        Ok(())
    }

    fn write_address(&mut self, offset: u64, size: u64, address: Address, word: u64) -> Result<(), Fault> {
        if size != word {
            return Err(Fault::unsupported("an address is stored in a cell of another size than a pointer's"));
        }
        self.write_bytes(offset, &vec![Byte::Address; size as usize], word)?;
        self.addresses.insert(offset, address);
        Ok(())
    }

    /// Writes a scalar of a type at an offset; the caller has checked that the range is inside.
    pub(super) fn write(&mut self, offset: u64, value: Value, ty: TypeId, types: &TypeTable) -> Result<(), Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a store of an incomplete type"))?;
        let word = types.model().word_bytes();
        let raw = |bits: u128| -> Vec<Byte> {
            bits.to_le_bytes()
                .iter()
                .map(|byte| known(*byte))
                .chain(std::iter::repeat(known(0)))
                .take(size as usize)
                .collect()
        };
        match value {
            Value::Undefined => self.write_bytes(offset, &vec![UNDEFINED; size as usize], word),
            Value::Integer(integer) => self.write_bytes(offset, &raw(integer as u128), word),
            Value::Pointer(Pointer::Null) => self.write_bytes(offset, &raw(0), word),
            Value::Pointer(Pointer::To { block, offset: to }) => {
                self.write_address(offset, size, Address::To { block, offset: to }, word)
            }
            Value::Function(function) => self.write_address(offset, size, Address::Function(function), word),
            Value::Float(bits) => match types.get(ty) {
                Type::Float(FloatKind::Double) => self.write_bytes(offset, &raw(u128::from(bits)), word),
                Type::Float(FloatKind::Float) => {
                    let single = f64::from_bits(bits) as f32;
                    self.write_bytes(offset, &raw(u128::from(single.to_bits())), word)
                }
                _ => Err(Fault::unsupported("a value of type long double")),
            },
        }
    }

    /// Reads a scalar of a type at an offset; the caller has checked that the range is inside.
    pub(super) fn read(&self, offset: u64, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        let size = types.size_of(ty).ok_or_else(|| Fault::unsupported("a load of an incomplete type"))?;
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
                let integer = if width == 1 { i128::from(bits != 0) } else { extend(bits, width, signed) };
                Ok(Value::Integer(integer))
            }
            Type::Pointer(_) if bits == 0 => Ok(Value::NULL),
            Type::Pointer(_) => Ok(Value::Integer(extend(bits, 8 * size as u32, false))),
            Type::Float(FloatKind::Double) => Ok(Value::Float(bits as u64)),
            Type::Float(FloatKind::Float) => Ok(Value::Float(f64::from(f32::from_bits(bits as u32)).to_bits())),
            Type::Float(FloatKind::LongDouble) => Err(Fault::unsupported("a value of type long double")),
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
        let (mut bits, mut whole) = (0_u128, 0_u128);
        for (index, byte) in self.bytes.get(range).into_iter().flatten().enumerate() {
            let Byte::Bits { mask, value } = byte else { return Ok(None) };
            bits |= u128::from(*value) << (8 * index);
            whole |= u128::from(*mask) << (8 * index);
        }
        Ok(Some((bits, whole)))
    }

    fn read_address(&self, offset: u64, ty: TypeId, types: &TypeTable) -> Result<Value, Fault> {
        let fits = types.size_of(ty) == Some(types.model().word_bytes());
        let readable = types.is_pointer(ty) || types.is_integer(ty);
        match self.addresses.get(&offset) {
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
        Ok(Value::Integer(extend((bits >> first) & mask, width, signed)))
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
        let bytes: Vec<Byte> = bits
            .to_le_bytes()
            .iter()
            .zip(whole.to_le_bytes())
            .map(|(value, mask)| Byte::Bits { mask, value: *value })
            .collect();
        self.write_bytes(offset, bytes.get(..size as usize).unwrap_or(&[]), 0)
    }

    /// The contents of a range, to be put elsewhere.
    pub(super) fn cut(&self, offset: u64, size: u64, word: u64) -> Result<Contents, Fault> {
        let range = self.range(offset, size)?;
        let bytes = self.bytes.get(range).unwrap_or(&[]).to_vec();
        let whole = self.addresses.range(offset..offset + size).filter(|(at, _)| **at + word <= offset + size);
        Ok(Contents { bytes, addresses: whole.map(|(at, address)| (at - offset, *address)).collect() })
    }

    /// Writes the contents of another range.
    pub(super) fn paste(&mut self, offset: u64, contents: Contents, word: u64) -> Result<(), Fault> {
        self.write_bytes(offset, &contents.bytes, word)?;
        self.addresses.extend(contents.addresses.into_iter().map(|(at, address)| (at + offset, address)));
        Ok(())
    }
}

/// A copy of a range of a block.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    bytes: Vec<Byte>,
    addresses: Vec<(u64, Address)>,
}

/// The bytes that hold a bit-field: their offset, its first bit in them, their number.
fn covering_bytes(offset: u64, first: u32, width: u32) -> (u64, u32, u64) {
    let inner = first % 8;
    (offset + u64::from(first / 8), inner, u64::from(inner + width).div_ceil(8))
}

fn low_mask(bits: u64) -> u128 {
    if bits >= 128 { u128::MAX } else { (1_u128 << bits) - 1 }
}

/// The integer that the low `width` bits stand for.
pub(super) fn extend(bits: u128, width: u32, signed: bool) -> i128 {
    let bits = bits & low_mask(u64::from(width));
    let negative = signed && (1..128).contains(&width) && bits >> (width - 1) == 1;
    (if negative { bits | !low_mask(u64::from(width)) } else { bits }) as i128
}
