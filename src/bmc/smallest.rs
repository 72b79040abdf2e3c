//! Small numbers for a run that has an error: a solver answers with any, and people read small ones more easily.
//!
//! One number after the other is brought towards zero, as long as the interpreter has a run with the same error at the same place.
//! Nothing else is changed, so that what is shown is a run like any other.

use crate::bmc::Settings;
use crate::bmc::claim::ChoiceKind;
use crate::bmc::limits::{SMALLER_RUNS, SMALLER_STEPS};
use crate::bmc::query::Suspect;
use crate::bmc::replay::{Run, StatementJudge, replay};
use crate::program::described::{CellValue, DescribedCell};
use crate::program::interp::wrap;
use crate::spec::Question;

/// A number that the run of a suspect is given.
#[derive(Clone, Copy)]
enum GivenNumber {
    /// A choice, by its index, and its format.
    Chosen(usize, (u32, bool)),
    /// A cell of the state that it starts in, by its index.
    Cell(usize),
}

impl GivenNumber {
    /// All numbers that are not zero.
    fn all(suspect: &Suspect) -> Vec<GivenNumber> {
        let chosen = suspect.chosen.iter().enumerate().filter_map(|(index, chosen)| match chosen.kind {
            ChoiceKind::Integer(width, signed) if width <= 64 => Some(GivenNumber::Chosen(index, (width, signed))),
            _ => None,
        });
        let cells = suspect.entry.iter().flat_map(|entry| entry.cells.iter().enumerate());
        let cells = cells.filter(|(_, cell)| matches!(cell.value, CellValue::Number(_)));
        let all = chosen.chain(cells.map(|(index, _)| GivenNumber::Cell(index)));
        all.filter(|number| number.value(suspect) != 0).collect()
    }

    fn value(self, suspect: &Suspect) -> i128 {
        match self {
            GivenNumber::Chosen(index, format) => {
                suspect.chosen.get(index).map_or(0, |chosen| wrap(chosen.bits as i128, format))
            }
            GivenNumber::Cell(index) => match suspect.entry.as_ref().and_then(|entry| entry.cells.get(index)) {
                Some(DescribedCell { value: CellValue::Number(number), .. }) => *number,
                _ => 0,
            },
        }
    }

    fn set(self, suspect: &mut Suspect, value: i128) {
        match self {
            GivenNumber::Chosen(index, (width, _)) => {
                if let Some(chosen) = suspect.chosen.get_mut(index) {
                    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
                    chosen.bits = value as u128 & mask;
                }
            }
            GivenNumber::Cell(index) => {
                if let Some(cell) = suspect.entry.as_mut().and_then(|entry| entry.cells.get_mut(index)) {
                    cell.value = CellValue::Number(value);
                }
            }
        }
    }
}

/// The search for smaller numbers.
struct Minimizer<'m> {
    task: Question<'m>,
    judge: StatementJudge<'m>,
    settings: Settings,
    suspect: Suspect,
    run: Run,
    /// Runs that may still be made.
    runs: usize,
    /// Steps that they may make together.
    steps: u64,
}

impl Minimizer<'_> {
    /// Takes another number, if a run has the error with it.
    fn accepts(&mut self, number: GivenNumber, value: i128) -> bool {
        if self.runs == 0 || self.steps == 0 {
            return false;
        }
        let mut suspect = self.suspect.clone();
        number.set(&mut suspect, value);
        self.settings.replay_steps = self.steps;
        let found = replay(self.task, self.judge, &suspect, &self.settings);
        self.runs -= 1;
        let made = found.as_ref().map_or(self.run.steps.len(), |run| run.steps.len());
        self.steps = self.steps.saturating_sub(1 + made as u64);
        let is_same = |run: &Run| run.span == self.run.span && run.function == self.run.function;
        match found.ok().filter(is_same) {
            Some(run) => {
                (self.suspect, self.run) = (suspect, run);
                true
            }
            None => false,
        }
    }

    /// Brings a number towards zero: zero itself, or the least one that halving finds.
    fn shrink(&mut self, number: GivenNumber) {
        let value = number.value(&self.suspect);
        if value == 0 || self.accepts(number, 0) {
            return;
        }
        let sign = value.signum();
        let (mut low, mut high) = (0, value.unsigned_abs());
        while high - low > 1 && self.runs > 0 {
            let middle = low + (high - low) / 2;
            let tried = i128::try_from(middle).unwrap_or(i128::MAX) * sign;
            if self.accepts(number, tried) { high = middle } else { low = middle }
        }
    }
}

/// The same error with smaller numbers, and its run.
pub fn smaller(
    task: Question<'_>,
    judge: StatementJudge<'_>,
    (suspect, run): (Suspect, Run),
    settings: &Settings,
) -> (Suspect, Run) {
    let numbers = GivenNumber::all(&suspect);
    if numbers.is_empty() {
        return (suspect, run);
    }
    let (runs, steps) = (SMALLER_RUNS, SMALLER_STEPS.min(settings.replay_steps));
    let mut minimizer = Minimizer { task, judge, settings: settings.clone(), suspect, run, runs, steps };
    numbers.into_iter().for_each(|number| minimizer.shrink(number));
    (minimizer.suspect, minimizer.run)
}
