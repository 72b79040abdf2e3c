//! `qsort`, `qsort_r` and `bsearch`: the comparisons that the interpreter makes, in its order.

use crate::library::{LibraryCall, LibraryResult};
use crate::limits::MOST_SORTED;
use crate::machine::{Machine, State};
use crate::term::TermId;
use crate::value::Scalar;
use program::{FaultKind, LibraryFunction as F};

/// An array whose elements a function of the program compares.
struct ComparedArray {
    base: Scalar,
    count: u64,
    size: u64,
    compare: Scalar,
    /// What every comparison is given besides.
    extra: Option<Scalar>,
}

impl Machine<'_> {
    pub(super) fn library_compare(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let first = usize::from(call.function == F::Bsearch);
        let base = self.value(state, call, first)?;
        let (count, size) = (self.size(state, call, first + 1)?, self.size(state, call, first + 2)?);
        // How many elements there are is no choice of a run.
        let (count, size) = (self.terms.value(count)?, self.terms.value(size)?);
        let (count, size) = (u64::try_from(count).ok()?, u64::try_from(size).ok()?);
        if count > MOST_SORTED {
            self.give_up(state, format!("'{}' of more than {MOST_SORTED} elements", call.name));
            return None;
        }
        let bytes = self.word_constant(count.checked_mul(size)?);
        let compare = self.value(state, call, first + 3)?;
        let extra = if call.function == F::QsortR { Some(self.value(state, call, 4)?) } else { None };
        if self.terms.value(bytes) != Some(0) {
            match call.function {
                F::Bsearch => self.check_access(state, base, bytes),
                _ => self.check_writable(state, base, bytes, None),
            }
        }
        self.check_function(state, compare);
        let array = ComparedArray { base, count, size, compare, extra };
        if call.function == F::Bsearch {
            let key = self.value(state, call, 0)?;
            return Some(self.found_element(state, &array, key));
        }
        self.sort(state, &array);
        Some(LibraryResult::Nothing)
    }

    /// The address of an element.
    fn element(&mut self, array: &ComparedArray, index: TermId) -> Scalar {
        let size = self.word_constant(array.size);
        let offset = self.terms.multiply(index, size);
        self.moved(array.base, offset)
    }

    /// How the program says that two elements compare: whether the first is less, and whether they are equal.
    fn comparison(
        &mut self,
        state: &mut State,
        array: &ComparedArray,
        (left, right): (Scalar, Scalar),
    ) -> (TermId, TermId) {
        let arguments: Vec<Scalar> = [left, right].into_iter().chain(array.extra).collect();
        let result = self.call_through_library(state, array.compare, &arguments);
        let format = result.and_then(|(value, ty)| Some((value, self.program.types.integer_format(ty)?.1)));
        let Some((value, signed)) = format else {
            let (always, message) = (self.terms.truth(true), "a function that compares returns no integer");
            self.fault(state, always, FaultKind::UndefinedBehaviour, message);
            let no = self.terms.truth(false);
            return (no, no);
        };
        let undefined = self.terms.not(value.is_defined);
        let message = "the result of a comparison is uninitialized";
        self.fault(state, undefined, FaultKind::UndefinedValue, message);
        let address = self.terms.is_nonzero(value.object);
        self.unsupported(state, address, "the result of a comparison is an address");
        let some = self.terms.is_nonzero(value.bits);
        let sign = self.terms.extract(value.bits, self.terms.width(value.bits) - 1, 1);
        let less = if signed { sign } else { self.terms.truth(false) };
        (less, self.terms.not(some))
    }

    /// The middle between two places.
    fn middle(&mut self, low: TermId, high: TermId) -> TermId {
        let one = self.word_constant(1);
        let room = self.terms.subtract(high, low);
        let half = self.terms.shift_right(room, one);
        self.terms.add(low, half)
    }

    /// `bsearch`
    fn found_element(&mut self, state: &mut State, array: &ComparedArray, key: Scalar) -> LibraryResult {
        let word = self.word();
        let mut result = Scalar::constant(&mut self.terms, 0, word);
        let (mut low, mut high) = (self.word_constant(0), self.word_constant(array.count));
        let one = self.word_constant(1);
        let mut searches = self.terms.truth(true);
        // Each comparison halves what is left.
        for _ in 0..u64::BITS - array.count.leading_zeros() {
            let is_left = self.terms.less(low, high);
            searches = self.terms.and(searches, is_left);
            let others = self.split(state, searches);
            if self.is_empty(state) {
                *state = others;
                break;
            }
            let middle = self.middle(low, high);
            let there = self.element(array, middle);
            let (less, same) = self.comparison(state, array, (key, there));
            self.join(state, others);
            let is_found = self.terms.and(searches, same);
            result = Scalar::choose(&mut self.terms, is_found, there, result);
            let next = self.terms.add(middle, one);
            high = self.terms.choose(less, middle, high);
            low = self.terms.choose(less, low, next);
            let not_found = self.terms.not(same);
            searches = self.terms.and(searches, not_found);
        }
        LibraryResult::Value(result)
    }

    /// `qsort`: each element is inserted among those before it, whose places are known.
    fn sort(&mut self, state: &mut State, array: &ComparedArray) {
        let one = self.word_constant(1);
        let mut sorted: Vec<TermId> = Vec::new();
        for next in 0..array.count {
            let new = self.word_constant(next);
            let (mut low, mut high) = (self.word_constant(0), new);
            let inserted = self.element(array, new);
            for _ in 0..u64::BITS - next.leading_zeros() {
                let searches = self.terms.less(low, high);
                let others = self.split(state, searches);
                if self.is_empty(state) {
                    *state = others;
                    break;
                }
                let middle = self.middle(low, high);
                let place = self.chosen_of(&sorted, middle);
                let other = self.element(array, place);
                let (less, _) = self.comparison(state, array, (inserted, other));
                self.join(state, others);
                let behind = self.terms.add(middle, one);
                let (lower, upper) = (self.terms.choose(less, low, behind), self.terms.choose(less, middle, high));
                low = self.terms.choose(searches, lower, low);
                high = self.terms.choose(searches, upper, high);
            }
            sorted = self.with_inserted(&sorted, (low, new));
        }
        self.permute(state, array, &sorted);
    }

    /// The one of some words that a place says.
    fn chosen_of(&mut self, all: &[TermId], place: TermId) -> TermId {
        let mut found = self.word_constant(0);
        for (index, word) in all.iter().enumerate() {
            let at = self.word_constant(index as u64);
            let is_it = self.terms.equal(place, at);
            found = self.terms.choose(is_it, *word, found);
        }
        found
    }

    /// A list with a word more, at a place.
    fn with_inserted(&mut self, all: &[TermId], (place, new): (TermId, TermId)) -> Vec<TermId> {
        let mut longer = Vec::with_capacity(all.len() + 1);
        for index in 0..=all.len() {
            let at = self.word_constant(index as u64);
            let (is_before, is_here) = (self.terms.less(at, place), self.terms.equal(at, place));
            let before = all.get(index).copied().unwrap_or(new);
            let behind = index.checked_sub(1).and_then(|index| all.get(index)).copied().unwrap_or(new);
            let rest = self.terms.choose(is_here, new, behind);
            longer.push(self.terms.choose(is_before, before, rest));
        }
        longer
    }

    /// The elements go to their places.
    fn permute(&mut self, state: &mut State, array: &ComparedArray, sorted: &[TermId]) {
        if array.size == 0 {
            return;
        }
        let (content, length) = (self.content_of(state, array.base.object), self.word_constant(array.size));
        for (index, from) in sorted.iter().enumerate() {
            let index = self.word_constant(index as u64);
            let (target, source) = (self.element(array, index), self.element(array, *from));
            self.copy_from(state, target, (content, source.bits), length);
        }
    }
}
