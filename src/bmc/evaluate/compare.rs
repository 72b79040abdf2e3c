//! Comparisons of numbers and of addresses.
//!
//! Addresses in one object compare by their offsets; those in different objects that live are different. A number is no
//! address of an object. What C leaves open, or the machine decides, is not followed yet: the order of addresses in different
//! objects, comparisons with a pointer to what is dead, whether an address outside of its object is one in another object or NULL,
//! and whether equal string literals are one.

use crate::bmc::evaluate::Evaluation;
use crate::bmc::machine::{Machine, ObjectKind};
use crate::bmc::term::TermId;
use crate::bmc::value::Scalar;
use crate::program::BinaryOp;
use crate::program::limits::NEAR_NULL;

/// What a comparison with an address outside of its object is called.
const OUTSIDE: &str = "a comparison with an address outside of its object";

impl Evaluation<'_, '_> {
    /// Whether a comparison holds, where both values are defined.
    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        (a, b): (Scalar, Scalar),
        signed: bool,
        is_defined: TermId,
    ) -> TermId {
        match op {
            BinaryOp::Equal => self.equal(a, b, is_defined),
            BinaryOp::NotEqual => {
                let same = self.equal(a, b, is_defined);
                self.machine.terms.not(same)
            }
            BinaryOp::Less => self.less(a, b, signed, is_defined),
            _ => {
                let more = self.less(b, a, signed, is_defined);
                self.machine.terms.not(more)
            }
        }
    }

    fn equal(&mut self, a: Scalar, b: Scalar, is_defined: TermId) -> TermId {
        let are_numbers = a.is_known_number(&self.machine.terms) && b.is_known_number(&self.machine.terms);
        if !are_numbers {
            self.machine.refuse_unmodelled_pair(self.state, (a, b));
            self.refuse_open((a, b), is_defined);
        }
        let terms = &mut self.machine.terms;
        let (object, bits) = (terms.equal(a.object, b.object), terms.equal(a.bits, b.bits));
        terms.and(object, bits)
    }

    fn less(&mut self, a: Scalar, b: Scalar, signed: bool, is_defined: TermId) -> TermId {
        let terms = &mut self.machine.terms;
        let order = if signed { terms.less_signed(a.bits, b.bits) } else { terms.less(a.bits, b.bits) };
        if a.is_known_number(terms) && b.is_known_number(terms) {
            return order;
        }
        self.machine.refuse_unmodelled_pair(self.state, (a, b));
        let terms = &mut self.machine.terms;
        let (number_a, number_b) = (a.is_number(terms), b.is_number(terms));
        let (null_a, null_b) = (a.is_null(terms), b.is_null(terms));
        let one_object = terms.equal(a.object, b.object);
        let has_null = terms.or(null_a, null_b);
        // The sign of an address is up to the machine.
        let unsigned = terms.truth(!signed);
        let has_null = terms.and(has_null, unsigned);
        let both_numbers = terms.and(number_a, number_b);
        let is_followed = terms.any([one_object, has_null, both_numbers]);
        let is_open = terms.not(is_followed);
        let is_open = terms.and(is_defined, is_open);
        self.unsupported(is_open, "the order of addresses in different objects");
        let (inside_a, inside_b) = (self.is_near(a), self.is_near(b));
        let terms = &mut self.machine.terms;
        let near = terms.all([inside_a, inside_b]);
        let is_far = terms.not(near);
        let differ = terms.not(one_object);
        let is_far = terms.all([is_defined, differ, is_far]);
        self.unsupported(is_far, OUTSIDE);
        let terms = &mut self.machine.terms;
        // Offsets have a sign; NULL comes before every object.
        let offsets = terms.less_signed(a.bits, b.bits);
        let not_null = terms.not(null_b);
        let with_null = terms.and(null_a, not_null);
        let others = terms.choose(has_null, with_null, offsets);
        terms.choose(both_numbers, order, others)
    }

    /// Ends the runs in which C leaves the outcome open, or a compiler decides it.
    fn refuse_open(&mut self, (a, b): (Scalar, Scalar), is_defined: TermId) {
        let (dead_a, dead_b) = (self.machine.is_dead(self.state, a.object), self.machine.is_dead(self.state, b.object));
        let literals = self.are_literals(a.object, b.object);
        let terms = &mut self.machine.terms;
        let one_object = terms.equal(a.object, b.object);
        let (null_a, null_b) = (a.is_null(terms), b.is_null(terms));
        let apart = terms.any([one_object, null_a, null_b]);
        let apart = terms.not(apart);
        let apart = terms.and(is_defined, apart);
        let dangles = terms.or(dead_a, dead_b);
        let dangles = terms.and(apart, dangles);
        let literals = terms.and(apart, literals);
        self.unsupported(dangles, "a comparison with a dangling pointer");
        self.unsupported(literals, "whether equal string literals are one object");
        let (within_a, within_b) = (self.is_within(a), self.is_within(b));
        let (near_a, near_b) = (self.is_near(a), self.is_near(b));
        let terms = &mut self.machine.terms;
        let (within, near) = (terms.and(within_a, within_b), terms.and(near_a, near_b));
        // One past an object may be the start of the next one, but is not NULL.
        let is_told = terms.choose(apart, within, near);
        let outside = terms.not(is_told);
        let differ = terms.not(one_object);
        let outside = terms.all([is_defined, differ, outside]);
        self.unsupported(outside, OUTSIDE);
        self.refuse_numbers((a, b), is_defined);
    }

    /// Whether an address is a number that some object may lie at is up to the machine. Nothing lies near NULL, or at the end of
    /// all addresses.
    fn refuse_numbers(&mut self, (a, b): (Scalar, Scalar), is_defined: TermId) {
        let [(number_a, far_a), (number_b, far_b)] = [a, b].map(|value| {
            let terms = &mut self.machine.terms;
            let width = terms.width(value.bits);
            let near = terms.constant(NEAR_NULL as u128, width);
            let moved = terms.add(value.bits, near);
            let double = terms.constant(2 * NEAR_NULL as u128, width);
            let is_near = terms.less(moved, double);
            (value.is_number(terms), terms.not(is_near))
        });
        let terms = &mut self.machine.terms;
        let (address_a, address_b) = (terms.not(number_a), terms.not(number_b));
        let one = terms.all([is_defined, number_a, far_a, address_b]);
        let other = terms.all([is_defined, number_b, far_b, address_a]);
        let either = terms.or(one, other);
        self.unsupported(either, "whether a number is the address of an object");
    }

    /// Whether a value is a number, or an address in its object.
    fn is_within(&mut self, value: Scalar) -> TermId {
        self.in_object(value, |machine, size| machine.terms.less(value.bits, size))
    }

    /// Whether a value is a number, or an address in its object or one past it.
    fn is_near(&mut self, value: Scalar) -> TermId {
        self.in_object(value, |machine, size| machine.terms.at_most(value.bits, size))
    }

    fn in_object(&mut self, value: Scalar, mut fits: impl FnMut(&mut Machine<'_>, TermId) -> TermId) -> TermId {
        let mut found = self.machine.terms.truth(true);
        for number in self.machine.objects_at(value.object) {
            let Some(size) = self.machine.object(number).map(|object| object.size) else { continue };
            let is_it = self.machine.is_object(value.object, number);
            let fits = fits(self.machine, size);
            let wrong = self.machine.terms.not(fits);
            let wrong = self.machine.terms.and(is_it, wrong);
            let right = self.machine.terms.not(wrong);
            found = self.machine.terms.and(found, right);
        }
        found
    }

    /// Whether both addresses are in string literals.
    fn are_literals(&mut self, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|object| {
            let mut found = self.machine.terms.truth(false);
            for number in self.machine.objects_at(object) {
                let kind = self.machine.object(number).map(|object| object.kind);
                if matches!(kind, Some(ObjectKind::String(_))) {
                    let is_it = self.machine.is_object(object, number);
                    found = self.machine.terms.or(found, is_it);
                }
            }
            found
        });
        self.machine.terms.and(a, b)
    }
}
