//! Arithmetic on integers that were converted from addresses, as far as the result does not depend on where objects
//! lie: adding numbers, subtracting within an object, and reading the low bits, which the alignment of the object makes
//! zero. Anything else is a cut, as the interpreter does not support it.

use crate::evaluate::Evaluation;
use crate::memory::{ObjectKind, Unmodelled};
use crate::term::TermId;
use crate::value::{OBJECT_BITS, Scalar, is_object, objects_at};
use program::BinaryOp;

/// Alignment in bytes of heap and `alloca` blocks and of the program's arguments.
const HEAP_ALIGNMENT: u64 = 16;

impl Evaluation<'_, '_> {
    /// Applies an operator to two words; one of them may be an address.
    pub(super) fn words(
        &mut self,
        op: BinaryOp,
        (a, b): (Scalar, Scalar),
        (width, signed): (u32, bool),
        is_defined: TermId,
    ) -> Scalar {
        let (number_a, number_b) = (a.is_number(self.terms), b.is_number(self.terms));
        let both = self.terms.and(number_a, number_b);
        let defined_numbers = self.terms.and(is_defined, both);
        if matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Rem) {
            return self.low_bits(op, (a, b), (width, signed), is_defined);
        }
        let is_followed = match op {
            BinaryOp::Add => self.terms.or(number_a, number_b),
            BinaryOp::Sub => {
                self.machine.refuse_unmodelled_pair(self.state, (a, b));
                self.terms.or(number_b, self.terms.equal(a.object, b.object))
            }
            _ => both,
        };
        self.refuse_unless(is_followed, is_defined);
        let bits = self.numbers(op, (a.bits, b.bits), (width, signed), defined_numbers);
        let none = self.terms.constant(0, OBJECT_BITS);
        let terms = self.terms;
        let object = match op {
            BinaryOp::Add => terms.choose(number_a, b.object, a.object),
            BinaryOp::Sub => terms.choose(number_b, a.object, none),
            _ => none,
        };
        Scalar { object, bits, is_defined }
    }

    fn refuse_unless(&mut self, is_followed: TermId, is_defined: TermId) {
        self.unsupported(self.terms.and(is_defined, self.terms.not(is_followed)), "arithmetic on an address");
    }

    /// Applies an operator to two numbers, or to an address if it involves only bits that the alignment makes zero.
    fn low_bits(
        &mut self,
        op: BinaryOp,
        (a, b): (Scalar, Scalar),
        (width, signed): (u32, bool),
        is_defined: TermId,
    ) -> Scalar {
        let number_a = a.is_number(self.terms);
        let both = self.terms.and(number_a, b.is_number(self.terms));
        let (address, mask) = match op {
            // As in the interpreter, these two accept the address on either side.
            BinaryOp::BitAnd | BinaryOp::BitOr => {
                (Scalar::choose(self.terms, number_a, b, a), Scalar::choose(self.terms, number_a, a, b))
            }
            _ => (a, b),
        };
        let is_mask = mask.is_number(self.terms);
        let align = self.alignment(address.object);
        let terms = self.terms;
        let turned = terms.not(mask.bits);
        let (is_low, is_high) = (terms.less(mask.bits, align), terms.less(turned, align));
        let none = terms.constant(0, OBJECT_BITS);
        let (is_allowed, object) = match op {
            // The low bits are a number. An address without its low bits is still an address.
            BinaryOp::BitAnd => (terms.or(is_low, is_high), terms.choose(is_high, address.object, none)),
            BinaryOp::Rem => {
                let shared = terms.and(mask.bits, terms.subtract(mask.bits, terms.constant(1, width)));
                let some = terms.is_nonzero(mask.bits);
                (terms.all([some, terms.not(terms.is_nonzero(shared)), terms.at_most(mask.bits, align)]), none)
            }
            _ => (is_low, address.object),
        };
        let object_here = objects_at(self.terms, address.object).next().is_some();
        let is_object = terms.not(address.is_function(self.terms));
        let is_followed = terms.or(both, terms.all([is_allowed, is_mask, is_object, terms.truth(object_here)]));
        self.refuse_unless(is_followed, is_defined);
        let numbers = self.numbers(op, (a.bits, b.bits), (width, signed), self.terms.and(is_defined, both));
        let bits = match op {
            BinaryOp::Rem => {
                let rest = terms.and(address.bits, terms.subtract(mask.bits, terms.constant(1, width)));
                terms.choose(both, numbers, rest)
            }
            _ => numbers,
        };
        Scalar { object: terms.choose(both, none, object), bits, is_defined }
    }

    /// Returns the alignment of an object, a word; 1 if there is no object.
    fn alignment(&mut self, object: TermId) -> TermId {
        let mut align = self.terms.word_constant(1);
        for number in objects_at(self.terms, object) {
            let of = match self.machine.memory.object(number).map(|object| object.kind) {
                Some(
                    ObjectKind::Heap
                    | ObjectKind::Stack
                    | ObjectKind::ArgumentVector
                    | ObjectKind::ArgumentString
                    | ObjectKind::External
                    | ObjectKind::Unmodelled(Unmodelled::Beyond),
                ) => HEAP_ALIGNMENT,
                Some(ObjectKind::Global(id) | ObjectKind::Local(id)) => {
                    let variable = self.machine.task.program.variables.get(id);
                    variable.map_or(1, |variable| self.machine.task.program.types.align_of(variable.ty).max(1))
                }
                Some(ObjectKind::String(_) | ObjectKind::Unmodelled(Unmodelled::Unknown)) | None => 1,
            };
            align = self.terms.choose(is_object(self.terms, object, number), self.terms.word_constant(of), align);
        }
        align
    }
}
