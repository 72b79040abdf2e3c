//! Symbolic values: the contents of an object's field (paper, section 0.2.3).
//!
//! An address is itself a value, so equal addresses are equal values with one points-to edge: the paper's function `P`
//! is injective by construction. Values known only by their range come in two sorts: with an identity, so that two
//! cells that hold the same one are known to be equal, and without.

use crate::domain::limits::LARGEST_NUMBER;
use base::define_id;
use program::FunctionId;

define_id! {
    /// An object of a symbolic memory graph.
    ObjectId
}

impl ObjectId {
    /// The id of no object in any graph; stands in for an object that is gone.
    pub const NONE: ObjectId = ObjectId(u32::MAX);
}

define_id! {
    /// An unknown value with an identity; the graph stores its range.
    UnknownId
}

/// A non-empty closed interval of integers. Bounds at ±[`LARGEST_NUMBER`] mean "unbounded".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    low: i128,
    high: i128,
}

impl Range {
    pub const ALL: Range = Range { low: -LARGEST_NUMBER, high: LARGEST_NUMBER };

    /// Returns the range from `low` to `high`; `None` if it is empty.
    pub fn new(low: i128, high: i128) -> Option<Range> {
        (low <= high).then(|| Range::clamped(low, high))
    }

    /// Returns the range from `low` to `high`. The caller guarantees `low <= high` and that both are within the bounds.
    pub const fn up_to(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    pub fn exactly(value: i128) -> Range {
        Range::clamped(value, value)
    }

    /// Clamps the bounds. A range that lies wholly beyond one of the limits becomes [`Range::ALL`].
    fn clamped(low: i128, high: i128) -> Range {
        match low >= LARGEST_NUMBER || high <= -LARGEST_NUMBER {
            true => Range::ALL,
            false => Range { low: low.max(-LARGEST_NUMBER), high: high.min(LARGEST_NUMBER) },
        }
    }

    /// Returns all values of an integer format, given by its width in bits and its signedness.
    pub fn of_format((width, signed): (u32, bool)) -> Range {
        match (width, signed) {
            (100.., _) => Range::ALL,
            (width, true) => Range { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 },
            (width, false) => Range { low: 0, high: (1 << width) - 1 },
        }
    }

    /// Returns true if every integer fits in 64 bits, read as signed or as unsigned.
    pub fn is_of_word(self) -> bool {
        Range::of_format((64, true)).hull(Range::of_format((64, false))).includes(self)
    }

    pub fn low(self) -> i128 {
        self.low
    }

    pub fn high(self) -> i128 {
        self.high
    }

    /// Returns the only integer of a singleton range.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn includes(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub fn intersection(self, other: Range) -> Option<Range> {
        Range::new(self.low.max(other.low), self.high.min(other.high))
    }

    pub fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// As [`Range::hull`], but a bound of `self` that `other` exceeds moves to the next widening threshold, so that
    /// iteration terminates.
    pub fn widened(self, other: Range) -> Range {
        self.widened_to(other, &[])
    }

    /// As [`Range::widened`], with more thresholds.
    pub fn widened_to(self, other: Range, thresholds: &[i128]) -> Range {
        let rounded = other.rounded(thresholds);
        let low = if other.low < self.low { rounded.low } else { self.low };
        let high = if other.high > self.high { rounded.high } else { self.high };
        Range { low, high }
    }

    /// Returns the smallest range with thresholds as bounds that includes this one.
    pub fn rounded(self, thresholds: &[i128]) -> Range {
        let low =
            thresholds.iter().copied().filter(|bound| *bound <= self.low).chain([threshold_below(self.low)]).max();
        let high =
            thresholds.iter().copied().filter(|bound| *bound >= self.high).chain([threshold_above(self.high)]).min();
        Range { low: low.unwrap_or(self.low), high: high.unwrap_or(self.high) }
    }

    /// Returns the hull of `f` on the four pairs of bounds. Correct for operations that are monotone in each argument:
    /// sums, differences and products.
    pub fn corners(self, other: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
        let corners =
            [f(self.low, other.low)?, f(self.low, other.high)?, f(self.high, other.low)?, f(self.high, other.high)?];
        Range::new(*corners.iter().min()?, *corners.iter().max()?)
    }
}

/// Bit widths that give the built-in widening thresholds: the bounds of C's types.
const THRESHOLD_WIDTHS: [u32; 6] = [0, 7, 15, 31, 63, 64];

fn threshold_above(value: i128) -> i128 {
    let bounds = THRESHOLD_WIDTHS.iter().flat_map(|width| [(1_i128 << width) - 1]);
    bounds.filter(|bound| *bound >= value).min().unwrap_or(LARGEST_NUMBER)
}

fn threshold_below(value: i128) -> i128 {
    let bounds = [0].into_iter().chain(THRESHOLD_WIDTHS.iter().map(|width| -(1_i128 << width)));
    bounds.filter(|bound| *bound <= value).max().unwrap_or(-LARGEST_NUMBER)
}

/// The target specifier of a points-to edge: which of the nodes that an object stands for the address points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// The only node: the object is a region.
    Region,
    /// The first node of a segment.
    First,
    /// The last node of a doubly linked segment.
    Last,
    /// Each node: from an object nested below the segment to the node that owns it.
    All,
}

/// An address: an object and an offset, which may lie outside of the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    pub object: ObjectId,
    pub target: Target,
    /// Bytes from the start of the node.
    pub offset: i64,
}

/// Addresses further than this from their object are not represented: such an address may be anything, even NULL.
pub const ANYWHERE: i64 = i64::MAX / 4;

impl Address {
    pub fn region(object: ObjectId) -> Address {
        Address { object, target: Target::Region, offset: 0 }
    }

    /// Returns the address moved by a number of bytes; `None` if the result is beyond [`ANYWHERE`].
    pub fn moved(self, bytes: i128) -> Option<Address> {
        let offset = i64::try_from(i128::from(self.offset).checked_add(bytes)?).ok()?;
        // Within this bound, no access overflows when it adds its size.
        (-ANYWHERE..=ANYWHERE).contains(&offset).then_some(Address { offset, ..self })
    }
}

/// The offset of an address as a linear function of a number: `start + number * size`. Other numbers may be related to
/// `number`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Steps {
    number: UnknownId,
    /// Positive.
    size: i32,
    start: i32,
}

impl Steps {
    /// Returns the offset `start + number * size`; `None` if `size` is not positive or does not fit.
    pub fn new(number: UnknownId, size: i64, start: i64) -> Option<Steps> {
        let (size, start) = (i32::try_from(size).ok()?, i32::try_from(start).ok()?);
        (size > 0).then_some(Steps { number, size, start })
    }

    pub fn number(self) -> UnknownId {
        self.number
    }

    /// Returns the bytes of each step.
    pub fn size(self) -> i64 {
        self.size.into()
    }

    /// Returns the offset of step 0.
    pub fn start(self) -> i64 {
        self.start.into()
    }

    pub fn with_number(self, number: UnknownId) -> Steps {
        Steps { number, ..self }
    }

    /// Returns the offset after this many steps; `None` if it does not fit.
    pub fn offset_after(self, steps: i128) -> Option<i64> {
        i64::try_from(steps.checked_mul(self.size.into())?.checked_add(self.start.into())?).ok()
    }

    /// Returns the number of steps that lead to a place in the same object, given as an address; `None` if the place is
    /// not at a step, or has other steps.
    pub fn to_place(self, place: Value) -> Option<Value> {
        match place {
            Value::Address(Address { target: Target::Region, offset, .. }) => {
                Some(Value::Integer(self.to_offset(offset)?.into()))
            }
            _ => {
                let own = place.steps().filter(|own| own.with_number(self.number) == self);
                own.map(|own| Value::Unknown(own.number))
            }
        }
    }

    /// Returns the number of steps to an offset; `None` if it is not at a step.
    pub fn to_offset(self, offset: i64) -> Option<i64> {
        let bytes = offset.checked_sub(self.start())?;
        (bytes % self.size() == 0).then_some(bytes / self.size())
    }
}

/// A byte, bit by bit: bit-fields share bytes and are written separately.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Byte {
    unwritten: u8,
    unknown: u8,
    /// The values of the other bits; zero where one of the masks has a bit.
    known: u8,
}

impl Byte {
    pub const UNWRITTEN: Byte = Byte { unwritten: u8::MAX, unknown: 0, known: 0 };
    /// A byte that was written, with unknown bits.
    pub const UNKNOWN: Byte = Byte { unwritten: 0, unknown: u8::MAX, known: 0 };

    pub fn known(byte: u8) -> Byte {
        Byte { unwritten: 0, unknown: 0, known: byte }
    }

    /// Returns the mask of bits that were never written.
    pub fn unwritten(self) -> u8 {
        self.unwritten
    }

    /// Returns the mask of bits that were written with an unknown value.
    pub fn unknown(self) -> u8 {
        self.unknown
    }

    /// Returns the values of the known bits.
    pub fn bits(self) -> u8 {
        self.known
    }

    /// Returns the byte with the bits in `mask` taken from `other`.
    pub fn with(self, mask: u8, other: Byte) -> Byte {
        let mixed = |old: u8, new: u8| (old & !mask) | (new & mask);
        Byte {
            unwritten: mixed(self.unwritten, other.unwritten),
            unknown: mixed(self.unknown, other.unknown),
            known: mixed(self.known, other.known),
        }
    }

    /// Returns the join of two bytes; `None` unless the same bits of both were written.
    pub fn either(self, other: Byte) -> Option<Byte> {
        let unknown = (self.unknown | other.unknown | (self.known ^ other.known)) & !self.unwritten;
        (self.unwritten == other.unwritten).then_some(Byte { unknown, known: self.known & !unknown, ..self })
    }

    /// Returns the value of a cell of one byte. Known bits are kept only if others were never written.
    pub fn value(self) -> Value {
        match self {
            Byte::UNWRITTEN => Value::Undefined,
            Byte { unwritten: 0, unknown: 0, known } => Value::Integer(known.into()),
            Byte { unwritten: 0, .. } => Value::Any(Range::up_to(0, u8::MAX as i128)),
            byte => Value::Bits(byte),
        }
    }
}

/// The contents of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Indeterminate: never written.
    Undefined,
    /// An integer. 0 is also NULL, and zeros of any number of bytes.
    Integer(i128),
    Address(Address),
    /// An address `low` to `high` bytes from the start of an object. Has no identity unless `steps` is known.
    Inside {
        /// A region.
        object: ObjectId,
        /// The least offset.
        low: i64,
        /// The greatest offset.
        high: i64,
        /// At least this many bytes of the object follow the address, whatever the offset is.
        room: i64,
        /// The offset as a linear function of a number, if numbers are related.
        steps: Option<Steps>,
    },
    Function(FunctionId),
    /// Some value, always the same one.
    Unknown(UnknownId),
    /// Some value of a range, without identity: each cell that holds it may hold another one.
    Any(Range),
    /// As [`Value::Any`], or never written: for cells that are written on some paths only, or in some nodes of a list
    /// only.
    PerhapsUndefined(Range),
    /// A byte with some bits written and some not.
    Bits(Byte),
}

impl Value {
    /// Zero in all bytes; also NULL.
    pub const ZERO: Value = Value::Integer(0);
    pub const ANY: Value = Value::Any(Range::ALL);
    pub const PERHAPS_UNDEFINED: Value = Value::PerhapsUndefined(Range::ALL);

    pub fn of_range(range: Range) -> Value {
        range.single().map_or(Value::Any(range), Value::Integer)
    }

    /// Returns the object and the range of offsets in it; `None` unless the value points into a region.
    pub fn offsets(self) -> Option<(ObjectId, i64, i64)> {
        match self {
            Value::Address(Address { object, target: Target::Region, offset }) => Some((object, offset, offset)),
            Value::Inside { object, low, high, .. } => Some((object, low, high)),
            _ => None,
        }
    }

    /// Returns the number of bytes of the object that are known to follow the address.
    pub fn room(self) -> i64 {
        if let Value::Inside { room, .. } = self { room } else { 0 }
    }

    /// Returns true if the value alone allows that it was never written. [`Value::Unknown`] needs the graph to tell.
    pub fn may_be_undefined(self) -> bool {
        matches!(self, Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_))
    }

    /// Returns the object that the value points into.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Address(address) => Some(address.object),
            Value::Inside { object, .. } => Some(object),
            _ => None,
        }
    }

    /// Returns the value with its object mapped to another one.
    pub fn with_object(self, map: impl Fn(ObjectId) -> ObjectId) -> Value {
        match self {
            Value::Address(address) => Value::Address(Address { object: map(address.object), ..address }),
            Value::Inside { object, low, high, room, steps } => {
                Value::Inside { object: map(object), low, high, room, steps }
            }
            other => other,
        }
    }

    pub fn steps(self) -> Option<Steps> {
        if let Value::Inside { steps, .. } = self { steps } else { None }
    }

    /// Returns the address without its steps, for where their number does not exist.
    pub fn without_steps(self) -> Value {
        match self {
            Value::Inside { object, low, high, room, .. } => Value::Inside { object, low, high, room, steps: None },
            other => other,
        }
    }

    /// Returns the unknown number that the value is, or that its offset depends on.
    pub fn number(self) -> Option<UnknownId> {
        match self {
            Value::Unknown(id) => Some(id),
            _ => self.steps().map(Steps::number),
        }
    }

    /// Returns the value with its unknown number mapped to another one.
    pub fn renumbered(self, map: impl Fn(UnknownId) -> UnknownId) -> Value {
        match self {
            Value::Unknown(id) => Value::Unknown(map(id)),
            Value::Inside { object, low, high, room, steps: Some(steps) } => {
                let steps = Some(steps.with_number(map(steps.number())));
                Value::Inside { object, low, high, room, steps }
            }
            other => other,
        }
    }

    /// Returns the value with `value` substituted for the unknown number `id`.
    pub fn substituted(self, id: UnknownId, value: Value) -> Value {
        match (self, value) {
            (Value::Unknown(own), _) if own == id => value,
            (Value::Inside { object, low, high, room, steps: Some(steps) }, _) if steps.number() == id => match value {
                Value::Integer(integer) => match steps.offset_after(integer) {
                    Some(offset) => Value::Address(Address { object, target: Target::Region, offset }),
                    None => Value::Inside { object, low, high, room, steps: None },
                },
                Value::Unknown(other) => {
                    Value::Inside { object, low, high, room, steps: Some(steps.with_number(other)) }
                }
                _ => Value::Inside { object, low, high, room, steps: None },
            },
            (other, _) => other,
        }
    }
}
