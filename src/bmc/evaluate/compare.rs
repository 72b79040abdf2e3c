//! Comparisons of numbers and of addresses.
//!
//! Addresses in one object compare by their offsets; those in different objects that live are different. A number is no
//! address of an object. What C leaves open is not followed yet: the order of addresses in different objects, comparisons
//! with a pointer to what is dead, and whether equal string literals are one.

use crate::bmc::evaluate::Evaluation;
use crate::bmc::machine::ObjectKind;
use crate::bmc::term::TermId;
use crate::bmc::value::Scalar;
use crate::program::BinaryOp;

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
        let (number_a, number_b) = (a.is_number(terms), b.is_number(terms));
        let (null_a, null_b) = (a.is_null(terms), b.is_null(terms));
        let one_object = terms.equal(a.object, b.object);
        let has_null = terms.or(null_a, null_b);
        let is_followed = terms.or(one_object, has_null);
        let is_open = terms.not(is_followed);
        let is_open = terms.and(is_defined, is_open);
        self.unsupported(is_open, "the order of addresses in different objects");
        let terms = &mut self.machine.terms;
        let both_numbers = terms.and(number_a, number_b);
        // Offsets have a sign; NULL comes before every object.
        let offsets = terms.less_signed(a.bits, b.bits);
        let not_null = terms.not(null_b);
        let with_null = terms.and(null_a, not_null);
        let others = terms.choose(has_null, with_null, offsets);
        terms.choose(both_numbers, order, others)
    }

    /// Comparisons of which C leaves the outcome open, or that depend on what a compiler does, are not followed.
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
    }

    /// Whether both addresses are in string literals.
    fn are_literals(&mut self, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|object| {
            let targets = self.machine.targets(object).unwrap_or_else(|| [].into());
            let mut found = self.machine.terms.truth(false);
            for number in targets.iter().copied() {
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
