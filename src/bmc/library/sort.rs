//! `qsort`, `qsort_r` and `bsearch`, with the comparisons that the interpreter makes, in the same order.

use crate::content::CopySource;
use crate::library::{LibraryCall, LibraryResult};
use crate::limits::MOST_SORTED;
use crate::memory::Memory;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::unroll::Unrolling;
use crate::value::Scalar;
use program::{FaultKind, LibraryFunction as F};

/// An array whose elements a callback compares.
struct ComparedArray {
    base: Scalar,
    count: u64,
    size: u64,
    compare: Scalar,
    /// Additional argument of the callback (`qsort_r`).
    extra: Option<Scalar>,
}

impl Unrolling<'_> {
    pub(super) fn library_compare(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let first = usize::from(call.function == F::Bsearch);
        let base = self.machine.value(state, call, first)?;
        let (count, size) = (self.machine.size(state, call, first + 1)?, self.machine.size(state, call, first + 2)?);
        // Only constant numbers of elements and sizes are modelled.
        let (count, size) = (self.terms.value(count)?, self.terms.value(size)?);
        let (count, size) = (u64::try_from(count).ok()?, u64::try_from(size).ok()?);
        if count > MOST_SORTED {
            self.machine.events.give_up(state, format!("'{}' of more than {MOST_SORTED} elements", call.name));
            return None;
        }
        let bytes = self.terms.word_constant(count.checked_mul(size)?);
        let compare = self.machine.value(state, call, first + 3)?;
        let extra = if call.function == F::QsortR { Some(self.machine.value(state, call, 4)?) } else { None };
        if self.terms.value(bytes) != Some(0) {
            match call.function {
                F::Bsearch => self.machine.check_access(state, base, bytes),
                _ => self.machine.check_writable(state, base, bytes, None),
            }
        }
        self.machine.check_function(state, compare);
        let array = ComparedArray { base, count, size, compare, extra };
        if call.function == F::Bsearch {
            let key = self.machine.value(state, call, 0)?;
            return Some(self.found_element(state, &array, key));
        }
        self.sort(state, &array);
        Some(LibraryResult::Nothing)
    }

    /// Calls the comparison callback. Returns the conditions that `left` is less than `right`, and that both are equal.
    fn comparison(
        &mut self,
        state: &mut State,
        array: &ComparedArray,
        (left, right): (Scalar, Scalar),
    ) -> (TermId, TermId) {
        let arguments: Vec<Scalar> = [left, right].into_iter().chain(array.extra).collect();
        let result = self.call_through_library(state, array.compare, &arguments);
        let format =
            result.and_then(|(value, ty)| Some((value, self.machine.task.program.types.integer_format(ty)?.1)));
        let Some((value, signed)) = format else {
            let (always, message) = (self.terms.truth(true), "a function that compares returns no integer");
            self.machine.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
            let no = self.terms.truth(false);
            return (no, no);
        };
        let message = "the result of a comparison is uninitialized";
        self.machine.events.fault(state, self.terms.not(value.is_defined), FaultKind::UndefinedValue, message);
        let address = self.terms.is_nonzero(value.object);
        self.machine.events.unsupported(state, address, "the result of a comparison is an address");
        let some = self.terms.is_nonzero(value.bits);
        let sign = self.terms.extract(value.bits, self.terms.width(value.bits) - 1, 1);
        let less = if signed { sign } else { self.terms.truth(false) };
        (less, self.terms.not(some))
    }

    /// `bsearch`
    fn found_element(&mut self, state: &mut State, array: &ComparedArray, key: Scalar) -> LibraryResult {
        let mut result = Scalar::null(self.terms);
        let (mut low, mut high) = (self.terms.word_constant(0), self.terms.word_constant(array.count));
        let one = self.terms.word_constant(1);
        let mut searches = self.terms.truth(true);
        // Each comparison halves the remaining range.
        for _ in 0..u64::BITS - array.count.leading_zeros() {
            searches = self.terms.and(searches, self.terms.less(low, high));
            let others = state.split(self.terms, searches);
            if state.is_empty(self.terms) {
                *state = others;
                break;
            }
            let middle = middle(self.terms, low, high);
            let there = element(self.terms, array, middle);
            let (less, same) = self.comparison(state, array, (key, there));
            self.machine.memory.join(state, others);
            result = Scalar::choose(self.terms, self.terms.and(searches, same), there, result);
            let next = self.terms.add(middle, one);
            high = self.terms.choose(less, middle, high);
            low = self.terms.choose(less, low, next);
            searches = self.terms.and(searches, self.terms.not(same));
        }
        LibraryResult::Value(result)
    }

    /// `qsort` by binary insertion: each element is inserted among its predecessors, whose order is known.
    fn sort(&mut self, state: &mut State, array: &ComparedArray) {
        let one = self.terms.word_constant(1);
        let mut sorted: Vec<TermId> = Vec::new();
        for next in 0..array.count {
            let new = self.terms.word_constant(next);
            let (mut low, mut high) = (self.terms.word_constant(0), new);
            let inserted = element(self.terms, array, new);
            for _ in 0..u64::BITS - next.leading_zeros() {
                let searches = self.terms.less(low, high);
                let others = state.split(self.terms, searches);
                if state.is_empty(self.terms) {
                    *state = others;
                    break;
                }
                let middle = middle(self.terms, low, high);
                let other = element(self.terms, array, chosen_of(self.terms, &sorted, middle));
                let (less, _) = self.comparison(state, array, (inserted, other));
                self.machine.memory.join(state, others);
                let behind = self.terms.add(middle, one);
                let (lower, upper) = (self.terms.choose(less, low, behind), self.terms.choose(less, middle, high));
                low = self.terms.choose(searches, lower, low);
                high = self.terms.choose(searches, upper, high);
            }
            sorted = with_inserted(self.terms, &sorted, (low, new));
        }
        permute(self.terms, &mut self.machine.memory, state, array, &sorted);
    }
}

fn element(terms: &Terms, array: &ComparedArray, index: TermId) -> Scalar {
    array.base.moved(terms, terms.multiply(index, terms.word_constant(array.size)))
}

fn middle(terms: &Terms, low: TermId, high: TermId) -> TermId {
    let one = terms.word_constant(1);
    terms.add(low, terms.shift_right(terms.subtract(high, low), one))
}

/// Selects `all[place]`; zero if `place` is out of range.
fn chosen_of(terms: &Terms, all: &[TermId], place: TermId) -> TermId {
    let mut found = terms.word_constant(0);
    for (index, word) in all.iter().enumerate() {
        let at = terms.word_constant(index as u64);
        found = terms.choose(terms.equal(place, at), *word, found);
    }
    found
}

/// Inserts `new` at `place`.
fn with_inserted(terms: &Terms, all: &[TermId], (place, new): (TermId, TermId)) -> Vec<TermId> {
    let mut longer = Vec::with_capacity(all.len() + 1);
    for index in 0..=all.len() {
        let at = terms.word_constant(index as u64);
        let (is_before, is_here) = (terms.less(at, place), terms.equal(at, place));
        let before = all.get(index).copied().unwrap_or(new);
        let behind = index.checked_sub(1).and_then(|index| all.get(index)).copied().unwrap_or(new);
        longer.push(terms.choose(is_before, before, terms.choose(is_here, new, behind)));
    }
    longer
}

/// Moves the elements to their sorted places.
fn permute(terms: &Terms, memory: &mut Memory<'_>, state: &mut State, array: &ComparedArray, sorted: &[TermId]) {
    if array.size == 0 {
        return;
    }
    let (source, length) = (memory.source_at(state, array.base), terms.word_constant(array.size));
    for (index, from) in sorted.iter().enumerate() {
        let index = terms.word_constant(index as u64);
        let source = CopySource { start: element(terms, array, *from).bits, ..source };
        memory.copy_from(state, element(terms, array, index), source, length);
    }
}
