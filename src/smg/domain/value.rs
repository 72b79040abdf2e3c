//! Symbolic values: what a field of an object holds (paper, section 0.2.3).
//!
//! An address is a value by itself, so that equal addresses are equal values and there is one points-to edge for each: the
//! paper's function `P` is injective by construction. Values known only by their range come in two sorts: one
//! with an identity, so that two cells that hold it are known to be equal, and one without.

use crate::domain::limits::LARGEST_NUMBER;
use base::define_id;
use program::FunctionId;

define_id! {
    /// An object of a symbolic memory graph.
    ObjectId
}

impl ObjectId {
    /// No object of any graph: what stands where one is gone.
    pub const NONE: ObjectId = ObjectId(u32::MAX);
}

define_id! {
    /// An unknown value with an identity; the graph keeps its range.
    UnknownId
}

/// Integers from `low` to `high`, both included, never empty. The bounds beyond all C types mean "no bound".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    low: i128,
    high: i128,
}

impl Range {
    /// Every integer.
    pub const ALL: Range = Range { low: -LARGEST_NUMBER, high: LARGEST_NUMBER };

    /// From `low` to `high`; `None` if that is empty.
    pub fn new(low: i128, high: i128) -> Option<Range> {
        (low <= high).then(|| Range::clamped(low, high))
    }

    /// From `low` to `high`, which is not less, both within the bounds.
    pub const fn up_to(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    /// One integer.
    pub fn exactly(value: i128) -> Range {
        Range::clamped(value, value)
    }

    /// What lies beyond the bounds on one side may be any integer.
    fn clamped(low: i128, high: i128) -> Range {
        match low >= LARGEST_NUMBER || high <= -LARGEST_NUMBER {
            true => Range::ALL,
            false => Range { low: low.max(-LARGEST_NUMBER), high: high.min(LARGEST_NUMBER) },
        }
    }

    /// All values of an integer format: width in bits, and whether it is signed.
    pub fn of_format((width, signed): (u32, bool)) -> Range {
        match (width, signed) {
            (100.., _) => Range::ALL,
            (width, true) => Range { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 },
            (width, false) => Range { low: 0, high: (1 << width) - 1 },
        }
    }

    /// What a cell of a format may hold that is written with either sign, of no more than 64 bits.
    pub fn is_of_word(self) -> bool {
        Range::of_format((64, true)).hull(Range::of_format((64, false))).includes(self)
    }

    /// The least integer.
    pub fn low(self) -> i128 {
        self.low
    }

    /// The greatest integer.
    pub fn high(self) -> i128 {
        self.high
    }

    /// The only integer, if there is one only.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether all of `other` lies in it.
    pub fn includes(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The integers of both.
    pub fn intersection(self, other: Range) -> Option<Range> {
        Range::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// The smallest range that includes both.
    pub fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// As [`Range::hull`], but a bound of `self` that `other` passes goes to the next of a few thresholds, so that repeating
    /// this ends.
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

    /// The smallest range from one threshold to another that includes it.
    pub fn rounded(self, thresholds: &[i128]) -> Range {
        let low =
            thresholds.iter().copied().filter(|bound| *bound <= self.low).chain([threshold_below(self.low)]).max();
        let high =
            thresholds.iter().copied().filter(|bound| *bound >= self.high).chain([threshold_above(self.high)]).min();
        Range { low: low.unwrap_or(self.low), high: high.unwrap_or(self.high) }
    }

    /// The range with `f` applied to its four corners with another's: right for sums, differences and products.
    pub fn corners(self, other: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
        let corners =
            [f(self.low, other.low)?, f(self.low, other.high)?, f(self.high, other.low)?, f(self.high, other.high)?];
        Range::new(*corners.iter().min()?, *corners.iter().max()?)
    }
}

/// Bounds at which widening stops for a while: the bounds of C's types.
const THRESHOLD_WIDTHS: [u32; 6] = [0, 7, 15, 31, 63, 64];

fn threshold_above(value: i128) -> i128 {
    let bounds = THRESHOLD_WIDTHS.iter().flat_map(|width| [(1_i128 << width) - 1]);
    bounds.filter(|bound| *bound >= value).min().unwrap_or(LARGEST_NUMBER)
}

fn threshold_below(value: i128) -> i128 {
    let bounds = [0].into_iter().chain(THRESHOLD_WIDTHS.iter().map(|width| -(1_i128 << width)));
    bounds.filter(|bound| *bound <= value).max().unwrap_or(-LARGEST_NUMBER)
}

/// Which of the nodes that an object stands for an address points to: the target specifier of a points-to edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// The only one: the object is a region.
    Region,
    /// The first node of a segment.
    First,
    /// The last node of a doubly linked segment.
    Last,
    /// Each node: from an object nested below the segment to the node that it belongs to.
    All,
}

/// An address: an object, and where from its start. The offset may lie outside of the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    /// The object.
    pub object: ObjectId,
    /// Which of its nodes.
    pub target: Target,
    /// Bytes from the start of the node.
    pub offset: i64,
}

/// An address this many bytes from its object may be anywhere, NULL too.
pub const ANYWHERE: i64 = i64::MAX / 4;

impl Address {
    /// The start of a region.
    pub fn region(object: ObjectId) -> Address {
        Address { object, target: Target::Region, offset: 0 }
    }

    /// The address moved by a number of bytes; `None` if it may be anywhere then.
    pub fn moved(self, bytes: i128) -> Option<Address> {
        let offset = i64::try_from(i128::from(self.offset).checked_add(bytes)?).ok()?;
        // No access that begins there ends beyond all numbers.
        (-ANYWHERE..=ANYWHERE).contains(&offset).then_some(Address { offset, ..self })
    }
}

/// How far into its object an address leads: this many steps of some bytes each, from some offset on. How many is a
/// number to which others may be related.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Steps {
    number: UnknownId,
    /// Not 0.
    size: i32,
    start: i32,
}

impl Steps {
    /// As many steps of `size` bytes as a number says, from `start` on; `None` if that is too far.
    pub fn new(number: UnknownId, size: i64, start: i64) -> Option<Steps> {
        let (size, start) = (i32::try_from(size).ok()?, i32::try_from(start).ok()?);
        (size > 0).then_some(Steps { number, size, start })
    }

    /// How many.
    pub fn number(self) -> UnknownId {
        self.number
    }

    /// Bytes of each.
    pub fn size(self) -> i64 {
        self.size.into()
    }

    /// The offset where they start.
    pub fn start(self) -> i64 {
        self.start.into()
    }

    /// The same with another number.
    pub fn with_number(self, number: UnknownId) -> Steps {
        Steps { number, ..self }
    }

    /// The offset after this many steps, if that is one on any machine.
    pub fn offset_after(self, steps: i128) -> Option<i64> {
        i64::try_from(steps.checked_mul(self.size.into())?.checked_add(self.start.into())?).ok()
    }

    /// How many steps lead to a place in their object, if equal numbers of them lead to equal places.
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

    /// How many steps lead to an offset, if any number does.
    pub fn to_offset(self, offset: i64) -> Option<i64> {
        let bytes = offset.checked_sub(self.start())?;
        (bytes % self.size() == 0).then_some(bytes / self.size())
    }
}

/// A byte, bit by bit: bit-fields share bytes, and are written one by one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Byte {
    unwritten: u8,
    unknown: u8,
    /// The others; zero where one of the masks has a bit.
    known: u8,
}

impl Byte {
    /// The byte with no bit written.
    pub const UNWRITTEN: Byte = Byte { unwritten: u8::MAX, unknown: 0, known: 0 };
    /// A byte that was written.
    pub const UNKNOWN: Byte = Byte { unwritten: 0, unknown: u8::MAX, known: 0 };

    /// A byte that is known.
    pub fn known(byte: u8) -> Byte {
        Byte { unwritten: 0, unknown: 0, known: byte }
    }

    /// The bits that were never written.
    pub fn unwritten(self) -> u8 {
        self.unwritten
    }

    /// The bits that were written with something that is not known.
    pub fn unknown(self) -> u8 {
        self.unknown
    }

    /// The other bits.
    pub fn bits(self) -> u8 {
        self.known
    }

    /// The byte with the bits of a mask from another one.
    pub fn with(self, mask: u8, other: Byte) -> Byte {
        let mixed = |old: u8, new: u8| (old & !mask) | (new & mask);
        Byte {
            unwritten: mixed(self.unwritten, other.unwritten),
            unknown: mixed(self.unknown, other.unknown),
            known: mixed(self.known, other.known),
        }
    }

    /// What is either byte, if the same bits of them were written.
    pub fn either(self, other: Byte) -> Option<Byte> {
        let unknown = (self.unknown | other.unknown | (self.known ^ other.known)) & !self.unwritten;
        (self.unwritten == other.unwritten).then_some(Byte { unknown, known: self.known & !unknown, ..self })
    }

    /// What a cell of one byte holds. The known bits are recorded only where some were never written.
    pub fn value(self) -> Value {
        match self {
            Byte::UNWRITTEN => Value::Undefined,
            Byte { unwritten: 0, unknown: 0, known } => Value::Integer(known.into()),
            Byte { unwritten: 0, .. } => Value::Any(Range::up_to(0, u8::MAX as i128)),
            byte => Value::Bits(byte),
        }
    }
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Indeterminate: never written.
    Undefined,
    /// An integer; 0 is NULL as well, and all bytes zero.
    Integer(i128),
    /// An address.
    Address(Address),
    /// An address somewhere in an object, from `low` to `high` bytes from its start. Without identity, unless its steps
    /// are known.
    Inside {
        /// The object, a region.
        object: ObjectId,
        /// The least offset.
        low: i64,
        /// The greatest offset.
        high: i64,
        /// This many bytes of the object follow in any case, whatever the offset is.
        room: i64,
        /// How far it leads as a number, if numbers are related.
        steps: Option<Steps>,
    },
    /// The address of a function.
    Function(FunctionId),
    /// Some value, always the same one.
    Unknown(UnknownId),
    /// Some value, known only by its range; each cell that holds it may hold another.
    Any(Range),
    /// As [`Value::Any`], or never written: a cell that is written on some ways only, or in some nodes of a list.
    PerhapsUndefined(Range),
    /// A byte with some bits written and some not.
    Bits(Byte),
}

impl Value {
    /// NULL, zero, all bytes zero.
    pub const ZERO: Value = Value::Integer(0);
    /// Anything.
    pub const ANY: Value = Value::Any(Range::ALL);
    /// Anything, or never written.
    pub const PERHAPS_UNDEFINED: Value = Value::PerhapsUndefined(Range::ALL);

    /// Any integer of a range.
    pub fn of_range(range: Range) -> Value {
        range.single().map_or(Value::Any(range), Value::Integer)
    }

    /// The object, if it is a region for all that the value says, and the offsets in it that the value may lead to.
    pub fn offsets(self) -> Option<(ObjectId, i64, i64)> {
        match self {
            Value::Address(Address { object, target: Target::Region, offset }) => Some((object, offset, offset)),
            Value::Inside { object, low, high, .. } => Some((object, low, high)),
            _ => None,
        }
    }

    /// How many bytes follow in the object in any case, as far as is recorded.
    pub fn room(self) -> i64 {
        if let Value::Inside { room, .. } = self { room } else { 0 }
    }

    /// Whether it may be that it was never written, for all that the value says.
    pub fn may_be_undefined(self) -> bool {
        matches!(self, Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_))
    }

    /// The object that the value leads to.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Address(address) => Some(address.object),
            Value::Inside { object, .. } => Some(object),
            _ => None,
        }
    }

    /// The value that leads to another object instead.
    pub fn with_object(self, map: impl Fn(ObjectId) -> ObjectId) -> Value {
        match self {
            Value::Address(address) => Value::Address(Address { object: map(address.object), ..address }),
            Value::Inside { object, low, high, room, steps } => {
                Value::Inside { object: map(object), low, high, room, steps }
            }
            other => other,
        }
    }

    /// How far into its object it leads, if a number gives it.
    pub fn steps(self) -> Option<Steps> {
        if let Value::Inside { steps, .. } = self { steps } else { None }
    }

    /// The address without how far it leads: the number that gives it is not there.
    pub fn without_steps(self) -> Value {
        match self {
            Value::Inside { object, low, high, room, .. } => Value::Inside { object, low, high, room, steps: None },
            other => other,
        }
    }

    /// The unknown number that it is, or that gives the offset it leads to.
    pub fn number(self) -> Option<UnknownId> {
        match self {
            Value::Unknown(id) => Some(id),
            _ => self.steps().map(Steps::number),
        }
    }

    /// The value with another number in the place of its own.
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

    /// The value where its number is another value.
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
