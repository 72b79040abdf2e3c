//! The alternatives of a replay, and the chooser: it follows a list of wishes, and then takes the first alternative.

use std::collections::BTreeMap;

use crate::limits::REPLAY_NUMBERS;
use crate::numbers;
use base::integer::wrap;
use program::Program;
use program::interp::{Chooser, Random};
use program::witness::{ChoiceKind, Chosen, RequestedValue};

/// The numbers that inputs range over: small ones first, then those of the program and of the path with their
/// neighbours, then the limits of the type.
#[derive(Clone, Debug, Default)]
pub(super) struct InputNumbers {
    known: Vec<i128>,
    by_format: BTreeMap<(u32, bool), Vec<i128>>,
}

impl InputNumbers {
    /// Collects the numbers of a program, and `others` with the same priority.
    pub(super) fn of(program: &Program, others: impl IntoIterator<Item = i128>) -> InputNumbers {
        let mut found = InputNumbers { known: vec![0, 1, -1, 2, 3], by_format: BTreeMap::new() };
        others.into_iter().flat_map(numbers::near).for_each(|number| found.add(number));
        numbers::of_program(program).into_iter().for_each(|number| found.add(number));
        numbers::of_narrow_formats(program).into_iter().for_each(|number| found.add(number));
        found
    }

    fn add(&mut self, number: i128) {
        if self.known.len() < REPLAY_NUMBERS && !self.known.contains(&number) {
            self.known.push(number);
        }
    }

    /// Adds a number that was met during a run. Earlier numbers keep their places. Returns true if it is new.
    pub(super) fn learn(&mut self, number: i128) -> bool {
        let near = numbers::near(number);
        let mut is_new = false;
        for list in self.by_format.values_mut().filter(|list| list.len() < 2 * REPLAY_NUMBERS) {
            for number in near {
                if !list.contains(&number) {
                    list.push(number);
                    is_new = true;
                }
            }
        }
        near.into_iter().for_each(|number| self.add(number));
        is_new
    }

    /// Returns the alternative that a choice takes: for a number, its index among those of its width, appended if it is
    /// missing.
    pub(super) fn place_of(&mut self, chosen: &Chosen) -> usize {
        let (ChoiceKind::Integer(bits, signed) | ChoiceKind::Unwritten(bits, Some(signed))) = chosen.kind else {
            return usize::try_from(chosen.bits).unwrap_or(0);
        };
        self.place_of_number(wrap(chosen.bits as i128, (bits, signed)), (bits, signed))
    }

    /// Returns the index of a number among those of a width, appended if it is missing.
    fn place_of_number(&mut self, number: i128, (bits, signed): (u32, bool)) -> usize {
        let place = self.of_format(bits, signed).iter().position(|known| *known == number);
        let list = self.by_format.entry((bits, signed)).or_default();
        place.unwrap_or_else(|| {
            list.push(number);
            list.len() - 1
        })
    }

    /// Returns the numbers of a width in bits.
    fn of_format(&mut self, bits: u32, signed: bool) -> &[i128] {
        let known = &self.known;
        self.by_format.entry((bits, signed)).or_insert_with(|| {
            let half = 1_i128 << (bits.clamp(1, 126) - 1);
            let limits = if signed { [-half, half - 1] } else { [2 * half - 1, half] };
            let mut list: Vec<i128> = Vec::new();
            for number in known.iter().copied().chain(limits) {
                let number = wrap(number, (bits, signed));
                if !list.contains(&number) {
                    list.push(number);
                }
            }
            list
        })
    }
}

/// A choice that a run has made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Choice {
    /// Index of the alternative.
    pub(super) taken: usize,
    /// Number of alternatives.
    pub(super) count: usize,
    pub(super) about: About,
}

impl Choice {
    /// Converts the choice to the form in which witnesses record it.
    pub(super) fn chosen(self) -> Chosen {
        let (kind, number) = match self.about {
            About::Number(number, (bits, signed)) => (ChoiceKind::Integer(bits, signed), number),
            About::Unwritten(number, (bits, signed)) => (ChoiceKind::Unwritten(bits, Some(signed)), number),
            About::Iterations | About::Other => (ChoiceKind::Way(self.count), self.taken as i128),
        };
        let chosen = Chosen { kind, bits: 0, span: None };
        chosen.with_number(number).unwrap_or(chosen)
    }

    /// Returns the value that the interpreter requested, if it requested one.
    pub(super) fn requested(self) -> Option<RequestedValue> {
        match self.about {
            About::Number(number, (width, signed)) => {
                Some(RequestedValue::Integer { width, signed, bits: number as u128 })
            }
            About::Other => Some(RequestedValue::Way { count: self.count, way: self.taken }),
            About::Unwritten(..) | About::Iterations => None,
        }
    }
}

/// The subject of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum About {
    /// An input with this value; its width, and true if it is signed.
    Number(i128, (u32, bool)),
    /// The value of an uninitialised integer.
    Unwritten(i128, (u32, bool)),
    /// Whether to skip the remaining iterations of a loop with a large bound: the first alternative skips them.
    Iterations,
    Other,
}

/// The choice where no wish is left.
#[derive(Clone, Debug)]
pub(super) enum Otherwise {
    /// The first alternative.
    First,
    /// Any.
    Any(Random),
}

/// Chooses according to a list of wishes, and records the choices.
#[derive(Debug)]
pub(super) struct Wishes<'n> {
    pub(super) numbers: &'n mut InputNumbers,
    pub(super) wished: Vec<usize>,
    pub(super) otherwise: Otherwise,
    pub(super) made: Vec<Choice>,
}

impl Wishes<'_> {
    /// Chooses the value of an uninitialised integer.
    pub(super) fn unwritten(&mut self, bits: u32, signed: bool) -> i128 {
        let number = self.integer(bits, signed);
        if let Some(last) = self.made.last_mut() {
            last.about = About::Unwritten(number, (bits, signed));
        }
        number
    }

    /// Returns true if the remaining iterations of a loop are skipped.
    pub(super) fn skips_iterations(&mut self) -> bool {
        let taken = self.alternative(2);
        self.made.push(Choice { taken, count: 2, about: About::Iterations });
        taken == 0
    }

    fn alternative(&mut self, count: usize) -> usize {
        self.alternative_or(count, 0)
    }

    /// Returns the wished alternative; without a wish, `first` if the first one is to be taken.
    fn alternative_or(&mut self, count: usize, first: usize) -> usize {
        let count = count.max(1);
        match self.wished.get(self.made.len()) {
            Some(wished) => wished % count,
            None => match &mut self.otherwise {
                Otherwise::First => first,
                // Small numbers reach most branches.
                Otherwise::Any(random) => match random.choose(4) {
                    0 => random.choose(count),
                    _ => random.choose(count.min(4)),
                },
            },
        }
    }
}

impl Wishes<'_> {
    /// Returns true if the last choice was a byte of a line that has not ended.
    fn is_within_line(&self) -> bool {
        match self.made.as_slice() {
            [
                ..,
                Choice { taken: 1, count: 2, about: About::Other },
                Choice { about: About::Number(byte, BYTE), .. },
            ] => *byte != NEWLINE,
            _ => false,
        }
    }

    fn number(&mut self, (bits, signed): (u32, bool), first: usize) -> i128 {
        let count = self.numbers.of_format(bits, signed).len();
        let taken = self.alternative_or(count, first);
        let number = self.numbers.of_format(bits, signed).get(taken).copied().unwrap_or(0);
        self.made.push(Choice { taken, count, about: About::Number(number, (bits, signed)) });
        number
    }
}

/// Width of a byte that is read, and that it is not signed.
const BYTE: (u32, bool) = (8, false);
/// The byte that ends a line.
const NEWLINE: i128 = b'\n' as i128;

impl Chooser for Wishes<'_> {
    /// A line that has begun ends, unless something else is wished, and does not end the input: then one choice makes
    /// one more line.
    fn byte_of_file(&mut self) -> Option<u8> {
        let way = self.alternative_or(2, usize::from(self.is_within_line()));
        self.made.push(Choice { taken: way, count: 2, about: About::Other });
        let newline = self.numbers.place_of_number(NEWLINE, BYTE);
        (way > 0).then(|| self.number(BYTE, newline) as u8)
    }

    fn choose(&mut self, count: usize) -> usize {
        let taken = self.alternative(count);
        self.made.push(Choice { taken, count, about: About::Other });
        taken
    }

    fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        self.number((bits, signed), 0)
    }
}
