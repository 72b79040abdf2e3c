//! `string(p)` and `room(p, n)`.

use crate::limits::LONGEST_CLAIMED_STRING;
use crate::memory::ObjectKind;
use crate::predicate::{FormulaEvaluation, FormulaValue, KleeneTruth};
use crate::term::TermId;
use crate::value::{is_object, objects_at};
use program::{Expr, ExprNode};

/// Width of sizes, which do not wrap around.
const WIDE: u32 = 128;

impl FormulaEvaluation<'_, '_> {
    /// Evaluates "each byte from there to some zero byte has a value". Unknown where no zero byte is found within
    /// [`LONGEST_CLAIMED_STRING`] bytes.
    pub(super) fn string(&mut self, pointer: &Expr) -> KleeneTruth {
        let types = &self.machine.task.program.types;
        let byte = types.pointee(pointer.ty).unwrap_or(pointer.ty);
        let address = self.argument(pointer, false);
        let mut goes_on = self.terms.truth(true);
        let (mut holds, mut fails) = (Vec::new(), Vec::new());
        for index in 0..self.most_letters(address) {
            let place = match index {
                0 => pointer.clone(),
                _ => {
                    let index = Expr::new(ExprNode::Integer(index.into()), byte);
                    Expr::new(ExprNode::ElementAddress(Box::new(pointer.clone()), Box::new(index)), pointer.ty)
                }
            };
            let read = self.value(&Expr::new(ExprNode::Load(Box::new(place)), byte));
            let terms = self.terms;
            let is_letter = terms.is_nonzero(read.value.bits);
            let is_known = terms.not(terms.or(read.undefined, read.open));
            fails.push(terms.and(goes_on, read.undefined));
            holds.push(terms.all([goes_on, is_known, terms.not(is_letter)]));
            goes_on = terms.all([goes_on, is_known, is_letter]);
            if terms.is_false(goes_on) {
                break;
            }
        }
        let truth = KleeneTruth { holds: self.terms.any(holds), fails: self.terms.any(fails) };
        self.atom(&[address], truth)
    }

    /// Returns the number of bytes in which a string ends, or leaves its object, or is too long to be followed.
    fn most_letters(&self, address: FormulaValue) -> u8 {
        let (machine, terms) = (&self.machine, self.terms);
        let most = |number: u128| {
            let object = machine.memory.object(number)?;
            let bytes = terms.value(object.size).map(|size| u32::try_from(size).unwrap_or(u32::MAX));
            Some(if object.at_entry { machine.task.heap_nodes } else { bytes.unwrap_or(u32::MAX) })
        };
        let longest = objects_at(terms, address.value.object).filter_map(most).max().unwrap_or(0);
        u8::try_from(longest)
            .map_or(LONGEST_CLAIMED_STRING, |longest| longest.saturating_add(1).min(LONGEST_CLAIMED_STRING))
    }

    /// Evaluates "`count` is not positive, or `count` objects lie behind the pointer in one live block".
    pub(super) fn room(&mut self, pointer: &Expr, count: &Expr) -> KleeneTruth {
        let types = &self.machine.task.program.types;
        let size = types.pointee(pointer.ty).and_then(|target| types.size_of(target)).unwrap_or(1);
        let is_signed = types.integer_format(count.ty).is_some_and(|(_, is_signed)| is_signed);
        let (address, number) = (self.argument(pointer, false), self.argument(count, true));
        let terms = self.terms;
        let count = terms.resize(number.value.bits, WIDE, is_signed);
        let is_positive = terms.less_signed(terms.constant(0, WIDE), count);
        let needed = terms.multiply(count, terms.constant(size.into(), WIDE));
        let (found, open) = self.lies_in_object(address, needed);
        let terms = self.terms;
        let open = terms.or(open, terms.not(number.value.is_number(terms)));
        let truth = KleeneTruth {
            holds: terms.or(terms.not(is_positive), terms.and(found, terms.not(open))),
            fails: terms.all([is_positive, terms.not(found), terms.not(open)]),
        };
        self.atom(&[address, number], truth)
    }

    /// Returns the condition under which `bytes` bytes from an address on lie in a live object, and the condition under
    /// which this is not modelled.
    fn lies_in_object(&mut self, address: FormulaValue, bytes: TermId) -> (TermId, TermId) {
        let value = address.value;
        let (mut found, mut open) = (Vec::new(), vec![self.terms.truth(self.terms.choices(value.object).is_none())]);
        for number in objects_at(self.terms, value.object) {
            let Some(object) = self.machine.memory.object(number).copied() else { continue };
            let is_it = is_object(self.terms, value.object, number);
            let is_live = self.machine.memory.state_of(self.state, number).is_live;
            let terms = self.terms;
            if matches!(object.kind, ObjectKind::Unmodelled(_)) {
                self.beyond = terms.or(self.beyond, is_it);
                open.push(is_it);
                continue;
            }
            let rest = terms.resize(terms.subtract(object.size, value.bits), WIDE, false);
            let is_inside = terms.at_most(value.bits, object.size);
            found.push(terms.all([is_it, is_live, is_inside, terms.at_most(bytes, rest)]));
        }
        (self.terms.any(found), self.terms.any(open))
    }
}
