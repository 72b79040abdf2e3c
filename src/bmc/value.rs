//! Values: scalars, and what a range of bytes in memory holds.
//!
//! A word (a pointer, or an integer as wide) is an object and an offset in it, both as terms. Object 0 is no object: then the
//! bits are a number, and NULL is the number 0. What is no word has object 0.
//!
//! | kind of value | object | bits |
//! |---|---|---|
//! | a number | 0 | the number |
//! | NULL | 0 | 0 |
//! | an address | the object | bytes from its start |
//! | a function | [`FUNCTIONS`] and its number | 0 |

use crate::term::{TermId, Terms};

/// Bits of the number of an object. The high ones are nearly always constant, and cost nothing.
pub const OBJECT_BITS: u32 = 32;
/// Functions have numbers from here on.
pub const FUNCTIONS: u128 = 1 << 31;

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// The object that it is an address in, 0 for none.
    pub object: TermId,
    /// The number, or the offset in the object.
    pub bits: TermId,
    /// Whether it was written at all, and computed from what was: a truth.
    pub is_defined: TermId,
}

impl Scalar {
    /// A number that is known to be one.
    pub fn number(terms: &Terms, bits: TermId) -> Scalar {
        Scalar { object: terms.constant(0, OBJECT_BITS), bits, is_defined: terms.truth(true) }
    }

    /// A constant.
    pub fn constant(terms: &Terms, bits: u128, width: u32) -> Scalar {
        Scalar::number(terms, terms.constant(bits, width))
    }

    /// The address of the start of an object.
    pub fn address(terms: &Terms, object: TermId) -> Scalar {
        Scalar { object, bits: terms.word_constant(0), is_defined: terms.truth(true) }
    }

    /// NULL.
    pub fn null(terms: &Terms) -> Scalar {
        Scalar::number(terms, terms.word_constant(0))
    }

    /// A value that was never written.
    pub fn undefined(terms: &Terms, width: u32) -> Scalar {
        let mut value = Scalar::constant(terms, 0, width);
        value.is_defined = terms.truth(false);
        value
    }

    /// The first where the condition holds, else the second.
    pub fn choose(terms: &Terms, condition: TermId, yes: Scalar, no: Scalar) -> Scalar {
        Scalar {
            object: terms.choose(condition, yes.object, no.object),
            bits: terms.choose(condition, yes.bits, no.bits),
            is_defined: terms.choose(condition, yes.is_defined, no.is_defined),
        }
    }

    /// Whether it is NULL, or the number zero.
    pub fn is_null(self, terms: &Terms) -> TermId {
        let no_object = self.is_number(terms);
        terms.and(no_object, terms.not(terms.is_nonzero(self.bits)))
    }

    /// Whether it is no address: a number, NULL among them.
    pub fn is_number(self, terms: &Terms) -> TermId {
        terms.not(terms.is_nonzero(self.object))
    }

    /// Whether it is the address of a function.
    pub fn is_function(self, terms: &Terms) -> TermId {
        terms.less(terms.constant(FUNCTIONS - 1, OBJECT_BITS), self.object)
    }

    /// Whether it leads into an object: it is neither a number nor a function.
    pub fn leads_somewhere(self, terms: &Terms) -> TermId {
        let (number, function) = (self.is_number(terms), self.is_function(terms));
        terms.not(terms.or(number, function))
    }

    /// An address some bytes further on. What is no address stays what it is.
    pub fn moved(self, terms: &Terms, bytes: TermId) -> Scalar {
        let leads = self.leads_somewhere(terms);
        Scalar { bits: terms.choose(leads, terms.add(self.bits, bytes), self.bits), ..self }
    }

    /// Whether it is known to be no address.
    pub fn is_known_number(self, terms: &Terms) -> bool {
        terms.value(self.object) == Some(0)
    }
}

/// The objects that an address may be in, ascending: no functions. None where they are not known one by one.
pub fn objects_at(terms: &Terms, object: TermId) -> impl Iterator<Item = u128> + use<> {
    let targets = terms.choices(object).unwrap_or_default();
    let numbers = (0..targets.len()).filter_map(move |index| targets.get(index).copied());
    numbers.filter(|number| (1..FUNCTIONS).contains(number))
}

/// The number of an object or a function as a term.
pub fn number_of_object(terms: &Terms, number: u128) -> TermId {
    terms.constant(number, OBJECT_BITS)
}

/// Whether a number is that of an object.
pub fn is_object(terms: &Terms, object: TermId, number: u128) -> TermId {
    terms.equal(object, number_of_object(terms, number))
}

/// What a range of at most 16 bytes holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryCell {
    /// The object of the address that fills the range, 0 for none.
    pub object: TermId,
    /// Its bits, the first byte lowest.
    pub bits: TermId,
    /// Which of the bits were written, one each.
    pub written: TermId,
    /// Whether a part of an address is in the range that is not there as a whole.
    pub is_torn: TermId,
}

impl MemoryCell {
    /// Bytes that were never written.
    pub fn unwritten(terms: &Terms, width: u32) -> MemoryCell {
        let zero = terms.constant(0, width);
        MemoryCell { object: terms.constant(0, OBJECT_BITS), bits: zero, written: zero, is_torn: terms.truth(false) }
    }

    /// Known bytes.
    pub fn known(terms: &Terms, bits: u128, width: u32) -> MemoryCell {
        let (object, is_torn) = (terms.constant(0, OBJECT_BITS), terms.truth(false));
        MemoryCell { object, bits: terms.constant(bits, width), written: terms.ones(width), is_torn }
    }

    /// The first where the condition holds, else the second.
    pub fn choose(terms: &Terms, condition: TermId, yes: MemoryCell, no: MemoryCell) -> MemoryCell {
        MemoryCell {
            object: terms.choose(condition, yes.object, no.object),
            bits: terms.choose(condition, yes.bits, no.bits),
            written: terms.choose(condition, yes.written, no.written),
            is_torn: terms.choose(condition, yes.is_torn, no.is_torn),
        }
    }

    /// A part of it. A part of an address is torn.
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
            // The bytes of an address are not known.
            bits: terms.choose(no_address, bits, zero),
            written: terms.choose(no_address, written, zero),
            is_torn: terms.or(self.is_torn, has_address),
        }
    }

    /// Two ranges, the second behind the first. An address in one of them is a part of the whole.
    pub fn followed_by(self, terms: &Terms, next: MemoryCell) -> MemoryCell {
        let (low, high) = (terms.width(self.bits), terms.width(next.bits));
        // As a part, an address is torn.
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

    /// A scalar as it stands in memory.
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

    /// The scalar that stands there, which is undefined unless every bit was written. Whether it is torn is not asked here.
    pub fn scalar(self, terms: &Terms) -> Scalar {
        let is_defined = terms.equal(self.written, terms.ones(terms.width(self.written)));
        Scalar { object: self.object, bits: self.bits, is_defined }
    }
}
