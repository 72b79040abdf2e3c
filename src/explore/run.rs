//! One run of the abstraction, with all its inputs: hints and bound may have changed since.

use rustc_hash::FxHashMap;

use crate::answer::{Fate, PredicateLine};
use crate::numbering::Numbering;
use abstraction::{Pair, PairInfo, Treatment};
use pipeline::hintcheck::HintCheck;
use pipeline::{AbstractModel, Prepared, PropertyVerdict};
use program::{Flowchart, LocationId};
use report::view::View;

#[derive(Debug)]
pub(super) struct AbstractionRun {
    /// The input, with the hints of that time.
    pub(super) prepared: Prepared,
    /// The numbers of its hints.
    pub(super) hint_numbers: Vec<usize>,
    pub(super) bound: usize,
    pub(super) analysis: AbstractModel,
    /// The check of its hints.
    pub(super) hints: HintCheck,
    /// The number of each pair, by index.
    pub(super) numbers: Vec<usize>,
    /// The last check of its properties, and the number of states.
    pub(super) checked: Option<(Vec<PropertyVerdict>, Option<usize>)>,
    /// True for the initial run, which has only the predicates of properties and guards.
    pub(super) is_sketch: bool,
    indices: FxHashMap<usize, usize>,
}

impl AbstractionRun {
    pub(super) fn new(
        prepared: Prepared,
        hint_numbers: Vec<usize>,
        bound: usize,
        analysis: AbstractModel,
        hints: HintCheck,
        numbering: &mut Numbering,
    ) -> Self {
        let view = View::new(&prepared, &analysis);
        let numbers = numbering.number(analysis.abstraction.pairs.keys().map(|(atom, at)| (view.atom(*atom), *at)));
        let indices = numbers.iter().enumerate().map(|(index, number)| (*number, index)).collect();
        let (checked, is_sketch) = (None, false);
        AbstractionRun { prepared, hint_numbers, bound, analysis, hints, numbers, checked, is_sketch, indices }
    }

    /// Marks the run as the initial one.
    pub(super) fn into_sketch(self) -> Self {
        AbstractionRun { is_sketch: true, ..self }
    }

    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.prepared, &self.analysis)
    }

    /// Returns the flowchart; always present, as only functions with a flowchart can be run.
    pub(super) fn flowchart(&self) -> Option<&Flowchart> {
        self.prepared.program.flowchart(self.prepared.entry)
    }

    /// Returns the index of the pair with a number.
    pub(super) fn index(&self, number: usize) -> Option<usize> {
        self.indices.get(&number).copied()
    }

    pub(super) fn pair(&self, index: usize) -> Option<(Pair, &PairInfo)> {
        self.analysis.abstraction.pairs.get_index(index).map(|(pair, info)| (*pair, info))
    }

    pub(super) fn index_of(&self, pair: &Pair) -> Option<usize> {
        self.analysis.abstraction.pairs.get_index_of(pair)
    }

    /// Returns the number of a pair by its index.
    pub(super) fn number(&self, index: usize) -> usize {
        self.numbers.get(index).copied().unwrap_or(0)
    }

    /// Returns the number of a hint by its index.
    pub(super) fn hint_number(&self, index: usize) -> usize {
        self.hint_numbers.get(index).copied().unwrap_or(0)
    }

    /// Returns a pair as users see it.
    pub(super) fn line(&self, index: usize, name: &impl Fn(LocationId) -> String) -> PredicateLine {
        let number = self.number(index);
        let Some(((atom, at), info)) = self.pair(index) else {
            return PredicateLine { number, predicate: String::new(), location: String::new(), iteration: 0 };
        };
        let (predicate, location) = (self.view().atom(atom), name(at));
        PredicateLine { number, predicate, location, iteration: info.iteration }
    }

    /// Returns the treatment of a pair.
    pub(super) fn fate(&self, info: &PairInfo) -> Fate {
        match &info.treatment {
            Treatment::Computed => Fate::Computed,
            Treatment::Hinted { hint, replacement } => {
                Fate::Hinted { hint: self.hint_number(*hint), replacement: self.view().formula(replacement) }
            }
            Treatment::Free { .. } => Fate::Free,
            Treatment::Known(truth) => Fate::Known(*truth),
            Treatment::Unmarked => Fate::Open,
        }
    }
}
