//! Comparisons of numbers and of addresses.
//!
//! Addresses in one object compare by their offsets. Addresses in different live objects differ. The order of objects,
//! and whether a dangling pointer equals the address of another object, are choices of the run (`layout`). A number is
//! never the address of an object.
//!
//! Comparisons that depend on the machine are cuts: whether an address outside its object is an address in another
//! object or NULL, the order of addresses and numbers that are not near NULL, and whether equal string literals share
//! storage.

use crate::evaluate::Evaluation;
use crate::layout::ComparedObjects;
use crate::limits::MOST_COMPARED_PAIRS;
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::term::TermId;
use crate::value::{Scalar, is_object, objects_at};
use program::BinaryOp;
use program::limits::NEAR_NULL;

const OUTSIDE: &str = "a comparison with an address outside of its object";
const DANGLING: &str = "a comparison with a dangling pointer";
const LITERALS: &str = "whether equal string literals are one object";

impl Evaluation<'_, '_> {
    /// Returns the condition that a comparison holds. It is meaningful only where `is_defined` holds.
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
                self.terms.not(same)
            }
            BinaryOp::Less => self.less(a, b, signed, is_defined),
            _ => {
                let more = self.less(b, a, signed, is_defined);
                self.terms.not(more)
            }
        }
    }

    fn equal(&mut self, a: Scalar, b: Scalar, is_defined: TermId) -> TermId {
        let are_numbers = a.is_known_number(self.terms) && b.is_known_number(self.terms);
        if !are_numbers {
            self.machine.refuse_unmodelled_pair(self.state, (a, b));
        }
        let coincide = match are_numbers {
            true => self.terms.truth(false),
            false => self.coincide((a, b), is_defined),
        };
        let terms = self.terms;
        terms.or(terms.and(terms.equal(a.object, b.object), terms.equal(a.bits, b.bits)), coincide)
    }

    fn less(&mut self, a: Scalar, b: Scalar, signed: bool, is_defined: TermId) -> TermId {
        let terms = self.terms;
        let order = if signed { terms.less_signed(a.bits, b.bits) } else { terms.less(a.bits, b.bits) };
        if a.is_known_number(terms) && b.is_known_number(terms) {
            return order;
        }
        self.machine.refuse_unmodelled_order(self.state, (a, b));
        let both_numbers = terms.and(a.is_number(terms), b.is_number(terms));
        let one_object = terms.equal(a.object, b.object);
        // The signed order of addresses depends on the machine.
        let (below, above) = match signed {
            true => (terms.truth(false), terms.truth(false)),
            false => self.beside_all_objects(a, b),
        };
        let (inside_a, inside_b) = (self.is_near(a), self.is_near(b));
        let is_far = terms.not(terms.all([inside_a, inside_b]));
        self.unsupported(terms.all([is_defined, terms.not(one_object), is_far]), OUTSIDE);
        let (compared, in_objects) = self.order_in_objects((a, b), is_defined);
        let is_open = terms.not(terms.any([one_object, below, above, both_numbers, compared]));
        self.unsupported(terms.and(is_defined, is_open), "the order of addresses in different objects");
        // Offsets are signed.
        let others = terms.choose(one_object, terms.less_signed(a.bits, b.bits), in_objects);
        terms.choose(both_numbers, order, terms.or(below, others))
    }

    /// Compares a number with an address. Returns the conditions that `a` is certainly less and certainly not less: no
    /// object lies near NULL, which precedes all objects, or at the end of the address space.
    fn beside_all_objects(&mut self, a: Scalar, b: Scalar) -> (TermId, TermId) {
        let [(number_a, low_a, high_a), (number_b, low_b, high_b)] = [a, b].map(|value| {
            let terms = self.terms;
            let width = terms.width(value.bits);
            let (near, end) = (terms.constant(NEAR_NULL as u128, width), terms.constant(-NEAR_NULL as u128, width));
            let (low, high) = (terms.less(value.bits, near), terms.at_most(end, value.bits));
            (value.is_number(terms), low, high)
        });
        let terms = self.terms;
        let address_a = terms.not(number_a);
        let (first, second) = (terms.and(number_a, terms.not(number_b)), terms.and(number_b, address_a));
        let (low_a, high_b) = (terms.and(first, low_a), terms.and(second, high_b));
        let (high_a, low_b) = (terms.and(first, high_a), terms.and(second, low_b));
        (terms.or(low_a, high_b), terms.or(high_a, low_b))
    }

    /// Returns the condition that two addresses are in different objects whose order can be determined, and the
    /// condition that `a` is less then.
    fn order_in_objects(&mut self, (a, b): (Scalar, Scalar), is_defined: TermId) -> (TermId, TermId) {
        let no = self.terms.truth(false);
        let pairs = self.pairs(a, b);
        if pairs.len() > MOST_COMPARED_PAIRS {
            return (no, no);
        }
        let literals = self.may_be_one_literal((a, b), is_defined);
        self.unsupported(literals, LITERALS);
        if self.machine.inputs.is_procedure() {
            let [dead_a, dead_b] = [a, b].map(|value| self.machine.memory.is_dead(self.state, value.object));
            let terms = self.terms;
            let dangles = terms.all([is_defined, terms.or(dead_a, dead_b), terms.not(terms.equal(a.object, b.object))]);
            self.unsupported(dangles, DANGLING);
        }
        let (mut compared, mut is_less) = (no, no);
        for (first, second) in pairs {
            let when = self.are_in((a, first), (b, second), is_defined);
            if self.terms.is_false(when) {
                continue;
            }
            let (together, before) = self.order_of(ComparedObjects { first, second, when });
            let terms = self.terms;
            let less = terms.choose(together, terms.less_signed(a.bits, b.bits), before);
            let less = terms.and(when, less);
            (compared, is_less) = (terms.or(compared, when), terms.or(is_less, less));
        }
        (compared, is_less)
    }

    fn order_of(&mut self, compared: ComparedObjects) -> (TermId, TermId) {
        let Machine { events, terms, memory, order, .. } = self.machine;
        order.order_of(events, terms, self.state, memory, compared)
    }

    fn begin_together(&mut self, compared: ComparedObjects) -> TermId {
        let Machine { events, terms, order, .. } = self.machine;
        order.begin_together(events, terms, self.state, compared)
    }

    /// Returns the pairs of different objects that two addresses may point into, at most one more than
    /// [`MOST_COMPARED_PAIRS`].
    fn pairs(&self, a: Scalar, b: Scalar) -> Vec<(u128, u128)> {
        let others: Vec<u128> = objects_at(self.terms, b.object).collect();
        let pairs = objects_at(self.terms, a.object).flat_map(|one| others.iter().map(move |other| (one, *other)));
        pairs.filter(|(one, other)| one != other).take(MOST_COMPARED_PAIRS + 1).collect()
    }

    fn are_in(&mut self, (a, first): (Scalar, u128), (b, second): (Scalar, u128), is_defined: TermId) -> TermId {
        self.terms.all([is_defined, is_object(self.terms, a.object, first), is_object(self.terms, b.object, second)])
    }

    /// Returns the condition that addresses in different objects are equal. Cuts runs in which this depends on the
    /// machine.
    fn coincide(&mut self, (a, b): (Scalar, Scalar), is_defined: TermId) -> TermId {
        let (dead_a, dead_b) =
            (self.machine.memory.is_dead(self.state, a.object), self.machine.memory.is_dead(self.state, b.object));
        let terms = self.terms;
        let one_object = terms.equal(a.object, b.object);
        let apart = terms.any([one_object, a.is_null(terms), b.is_null(terms)]);
        let apart = terms.not(apart);
        let apart = terms.and(is_defined, apart);
        let dangles = terms.or(dead_a, dead_b);
        let dangles = terms.and(apart, dangles);
        let literals = self.may_be_one_literal((a, b), apart);
        self.unsupported(literals, LITERALS);
        let (within_a, within_b) = (self.is_within(a), self.is_within(b));
        let (near_a, near_b) = (self.is_near(a), self.is_near(b));
        let (within, near) = (terms.and(within_a, within_b), terms.and(near_a, near_b));
        // The address one past an object may be the start of the next object, but is not NULL.
        let outside = terms.not(terms.choose(apart, within, near));
        self.unsupported(terms.all([is_defined, terms.not(one_object), outside]), OUTSIDE);
        self.refuse_numbers((a, b), is_defined);
        self.coincide_dangling((a, b), dangles)
    }

    /// Returns the condition that two addresses in different objects are equal, given that one of the objects is dead.
    fn coincide_dangling(&mut self, (a, b): (Scalar, Scalar), dangles: TermId) -> TermId {
        let mut found = self.terms.truth(false);
        if self.terms.is_false(self.terms.and(self.state.guard, dangles)) {
            return found;
        }
        let pairs = self.pairs(a, b);
        let few = self.terms.choices(a.object).is_some() && self.terms.choices(b.object).is_some();
        // It is unknown which of the objects in the entry state of a procedure died before.
        let is_procedure = self.machine.inputs.is_procedure();
        if !few || is_procedure || pairs.len() > MOST_COMPARED_PAIRS {
            self.unsupported(dangles, DANGLING);
            return found;
        }
        let same = self.terms.equal(a.bits, b.bits);
        for (first, second) in pairs {
            let reused = self.machine.memory.may_be_reused(first, second);
            let when = self.are_in((a, first), (b, second), dangles);
            if self.machine.memory.are_on_stack(first, second) {
                // The variables of a call are created with it, but compilers let those of consecutive blocks share
                // storage.
                self.unsupported(self.terms.and(when, self.terms.not(reused)), DANGLING);
            }
            let when = self.terms.and(when, reused);
            if self.terms.is_false(when) {
                continue;
            }
            // Blocks of different sizes may overlap without starting together.
            let terms = self.terms;
            self.unsupported(terms.and(when, terms.not(same)), DANGLING);
            let together = self.begin_together(ComparedObjects { first, second, when: self.terms.and(when, same) });
            found = self.terms.or(found, together);
        }
        found
    }

    /// Cuts the runs that compare an address with a number at which an object may lie: the outcome depends on the
    /// machine. No object lies near NULL or at the end of the address space.
    fn refuse_numbers(&mut self, (a, b): (Scalar, Scalar), is_defined: TermId) {
        let [(number_a, far_a), (number_b, far_b)] = [a, b].map(|value| {
            let terms = self.terms;
            let width = terms.width(value.bits);
            let near = terms.constant(NEAR_NULL as u128, width);
            let moved = terms.add(value.bits, near);
            let double = terms.constant(2 * NEAR_NULL as u128, width);
            let is_near = terms.less(moved, double);
            (value.is_number(terms), terms.not(is_near))
        });
        let terms = self.terms;
        let address_a = terms.not(number_a);
        let one = terms.all([is_defined, number_a, far_a, terms.not(number_b)]);
        let either = terms.or(one, terms.all([is_defined, number_b, far_b, address_a]));
        self.unsupported(either, "whether a number is the address of an object");
    }

    /// Returns the condition that a value is a number, or an address inside its object.
    fn is_within(&mut self, value: Scalar) -> TermId {
        self.in_object(value, |machine, size| machine.terms.less(value.bits, size))
    }

    /// Returns the condition that a value is a number, or an address inside its object or one past it.
    fn is_near(&mut self, value: Scalar) -> TermId {
        self.in_object(value, |machine, size| machine.terms.at_most(value.bits, size))
    }

    fn in_object(&mut self, value: Scalar, mut fits: impl FnMut(&mut Machine<'_>, TermId) -> TermId) -> TermId {
        let mut found = self.terms.truth(true);
        for number in objects_at(self.terms, value.object) {
            let Some(size) = self.machine.memory.object(number).map(|object| object.size) else { continue };
            let is_it = is_object(self.terms, value.object, number);
            let wrong = self.terms.not(fits(self.machine, size));
            found = self.terms.and(found, self.terms.not(self.terms.and(is_it, wrong)));
        }
        found
    }

    /// Returns the condition that two addresses point into different string literals, and to the same byte if the
    /// compiler lets the shorter one share the tail of the longer one.
    fn may_be_one_literal(&mut self, (a, b): (Scalar, Scalar), condition: TermId) -> TermId {
        let program = self.machine.task.program;
        let [literals_a, literals_b] = [a, b].map(|value| {
            let text = |number: u128| match self.machine.memory.object(number)?.kind {
                ObjectKind::String(string) => Some((number, program.strings.get(string)?.as_slice())),
                _ => None,
            };
            objects_at(self.terms, value.object).filter_map(text).collect::<Vec<(u128, &[u8])>>()
        });
        let mut found = self.terms.truth(false);
        if literals_a.len().saturating_mul(literals_b.len()) > MOST_COMPARED_PAIRS {
            return condition;
        }
        for (first, one) in &literals_a {
            for (second, other) in literals_b.iter().filter(|(second, _)| second != first) {
                if !one.ends_with(other) && !other.ends_with(one) {
                    continue;
                }
                let when = self.are_in((a, *first), (b, *second), condition);
                let (end_a, end_b) =
                    (self.terms.word_constant(one.len() as u64), self.terms.word_constant(other.len() as u64));
                let terms = self.terms;
                let may = terms.and(when, terms.equal(terms.subtract(end_a, a.bits), terms.subtract(end_b, b.bits)));
                found = terms.or(found, may);
            }
        }
        found
    }
}
