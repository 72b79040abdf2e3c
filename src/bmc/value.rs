//! Values: scalars, and the content of a byte range in memory.
//!
//! A word (a pointer, or an integer of pointer width) is a pair of terms: an object and an offset in it. Object 0 means
//! "no object": the bits are then a plain number, and NULL is the number 0. Other scalars have object 0.
//!
//! | kind of value | object | bits |
//! |---|---|---|
//! | a number | 0 | the number |
//! | NULL | 0 | 0 |
//! | an address | the object | bytes from its start |
//! | a function | [`FUNCTIONS`] plus its index | 0 |

use crate::term::{TermId, Terms};

/// Width of an object number in bits. The high bits are nearly always constant, and then cost nothing.
pub const OBJECT_BITS: u32 = 32;
/// Functions are objects with numbers from here on.
pub const FUNCTIONS: u128 = 1 << 31;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// Object that the address points into; 0 for a plain number.
    pub object: TermId,
    /// The number, or the offset in the object in bytes.
    pub bits: TermId,
    /// Boolean: the value was initialized, and so was everything that it was computed from.
    pub is_defined: TermId,
}

impl Scalar {
    /// Returns a defined value that is not an address.
    pub fn number(terms: &Terms, bits: TermId) -> Scalar {
        Scalar { object: terms.constant(0, OBJECT_BITS), bits, is_defined: terms.truth(true) }
    }

    pub fn constant(terms: &Terms, bits: u128, width: u32) -> Scalar {
        Scalar::number(terms, terms.constant(bits, width))
    }

    /// Returns the address of the start of an object.
    pub fn address(terms: &Terms, object: TermId) -> Scalar {
        Scalar { object, bits: terms.word_constant(0), is_defined: terms.truth(true) }
    }

    pub fn null(terms: &Terms) -> Scalar {
        Scalar::number(terms, terms.word_constant(0))
    }

    /// Returns an uninitialized value.
    pub fn undefined(terms: &Terms, width: u32) -> Scalar {
        let mut value = Scalar::constant(terms, 0, width);
        value.is_defined = terms.truth(false);
        value
    }

    /// Returns `yes` where the condition holds, and `no` elsewhere.
    pub fn choose(terms: &Terms, condition: TermId, yes: Scalar, no: Scalar) -> Scalar {
        Scalar {
            object: terms.choose(condition, yes.object, no.object),
            bits: terms.choose(condition, yes.bits, no.bits),
            is_defined: terms.choose(condition, yes.is_defined, no.is_defined),
        }
    }

    /// Returns the condition that the value is NULL or the number zero.
    pub fn is_null(self, terms: &Terms) -> TermId {
        let no_object = self.is_number(terms);
        terms.and(no_object, terms.not(terms.is_nonzero(self.bits)))
    }

    /// Returns the condition that the value is not an address. NULL is not one.
    pub fn is_number(self, terms: &Terms) -> TermId {
        terms.not(terms.is_nonzero(self.object))
    }

    /// Returns the condition that the value is the address of a function.
    pub fn is_function(self, terms: &Terms) -> TermId {
        terms.less(terms.constant(FUNCTIONS - 1, OBJECT_BITS), self.object)
    }

    /// Returns the condition that the value points into an object: it is neither a number nor a function.
    pub fn leads_somewhere(self, terms: &Terms) -> TermId {
        let (number, function) = (self.is_number(terms), self.is_function(terms));
        terms.not(terms.or(number, function))
    }

    /// Moves an address by a number of bytes. Numbers and functions stay as they are.
    pub fn moved(self, terms: &Terms, bytes: TermId) -> Scalar {
        let leads = self.leads_somewhere(terms);
        Scalar { bits: terms.choose(leads, terms.add(self.bits, bytes), self.bits), ..self }
    }

    /// Returns true if the value is certainly not an address.
    pub fn is_known_number(self, terms: &Terms) -> bool {
        terms.value(self.object) == Some(0)
    }
}

/// Returns the objects that an address may point into, ascending, without functions. Empty if they are not enumerable.
pub fn objects_at(terms: &Terms, object: TermId) -> impl Iterator<Item = u128> + use<> {
    let targets = terms.choices(object).unwrap_or_default();
    let numbers = (0..targets.len()).filter_map(move |index| targets.get(index).copied());
    numbers.filter(|number| (1..FUNCTIONS).contains(number))
}

pub fn number_of_object(terms: &Terms, number: u128) -> TermId {
    terms.constant(number, OBJECT_BITS)
}

/// Returns the condition that `object` is the object with this number.
pub fn is_object(terms: &Terms, object: TermId, number: u128) -> TermId {
    terms.equal(object, number_of_object(terms, number))
}

/// The content of a range of at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryCell {
    /// Object of the address that fills the whole range; 0 for none.
    pub object: TermId,
    /// The bits in little-endian order: the first byte is the lowest.
    pub bits: TermId,
    /// Mask of the initialized bits.
    pub written: TermId,
    /// Boolean: the range holds a part of an address, but not the whole address.
    pub is_torn: TermId,
}

impl MemoryCell {
    pub fn unwritten(terms: &Terms, width: u32) -> MemoryCell {
        let zero = terms.constant(0, width);
        MemoryCell { object: terms.constant(0, OBJECT_BITS), bits: zero, written: zero, is_torn: terms.truth(false) }
    }

    /// Returns initialized bytes with a constant value.
    pub fn known(terms: &Terms, bits: u128, width: u32) -> MemoryCell {
        let (object, is_torn) = (terms.constant(0, OBJECT_BITS), terms.truth(false));
        MemoryCell { object, bits: terms.constant(bits, width), written: terms.ones(width), is_torn }
    }

    /// Returns `yes` where the condition holds, and `no` elsewhere.
    pub fn choose(terms: &Terms, condition: TermId, yes: MemoryCell, no: MemoryCell) -> MemoryCell {
        MemoryCell {
            object: terms.choose(condition, yes.object, no.object),
            bits: terms.choose(condition, yes.bits, no.bits),
            written: terms.choose(condition, yes.written, no.written),
            is_torn: terms.choose(condition, yes.is_torn, no.is_torn),
        }
    }

    /// Extracts `width` bits at bit `from`. A proper part of an address is torn.
    pub fn part(self, terms: &Terms, from: u32, width: u32) -> MemoryCell {
        if from == 0 && width == terms.width(self.bits) {
            return self;
        }
        let has_address = terms.is_nonzero(self.object);
        let no_address = terms.not(has_address);
        let (bits, written) = (terms.extract(self.bits, from, width), terms.extract(self.written, from, width));
        let (zero, none) = (terms.constant(0, width), terms.constant(0, OBJECT_BITS));
        MemoryCell {
            object: none,
            // The bytes of an address are unknown.
            bits: terms.choose(no_address, bits, zero),
            written: terms.choose(no_address, written, zero),
            is_torn: terms.or(self.is_torn, has_address),
        }
    }

    /// Concatenates two adjacent ranges, `next` at the higher addresses. An address in one of them is a part of the
    /// whole.
    pub fn followed_by(self, terms: &Terms, next: MemoryCell) -> MemoryCell {
        let (low, high) = (terms.width(self.bits), terms.width(next.bits));
        // A part of an address is torn.
        let [first, second] = [(self, low), (next, high)].map(|(cell, width)| {
            let has_address = terms.is_nonzero(cell.object);
            let zero = terms.constant(0, width);
            MemoryCell {
                object: cell.object,
                bits: terms.choose(has_address, zero, cell.bits),
                written: terms.choose(has_address, zero, cell.written),
                is_torn: terms.or(cell.is_torn, has_address),
            }
        });
        MemoryCell {
            object: terms.constant(0, OBJECT_BITS),
            bits: terms.concat(second.bits, first.bits),
            written: terms.concat(second.written, first.written),
            is_torn: terms.or(first.is_torn, second.is_torn),
        }
    }

    /// Returns the memory representation of a scalar.
    pub fn of(terms: &Terms, value: Scalar) -> MemoryCell {
        let width = terms.width(value.bits);
        let (all, none) = (terms.ones(width), terms.constant(0, width));
        let no_object = terms.constant(0, OBJECT_BITS);
        MemoryCell {
            object: terms.choose(value.is_defined, value.object, no_object),
            bits: value.bits,
            written: terms.choose(value.is_defined, all, none),
            is_torn: terms.truth(false),
        }
    }

    /// Returns the stored scalar, which is undefined unless every bit was written. Does not check `is_torn`.
    pub fn scalar(self, terms: &Terms) -> Scalar {
        let is_defined = terms.equal(self.written, terms.ones(terms.width(self.written)));
        Scalar { object: self.object, bits: self.bits, is_defined }
    }
}
