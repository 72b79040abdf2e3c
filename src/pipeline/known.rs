//! What the shape analysis knows about predicates, for proofs that the predicate abstraction does not find on its own.
//!
//! A predicate that has one value in all configurations of a location has that value in every state in which control is
//! there, if the analysis followed every run and found no memory error. If anything was omitted, or a run may continue
//! after an error, nothing is known. The shape analysis uses nothing of the predicate abstraction, so the reasoning is
//! not circular.
//!
//! The price: the engines no longer check each other. So concrete runs assert each fact that a proof uses, and the
//! answer says how many there are (`strengthen::lean`).

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use abstraction::KnownTruths;
use program::LocationId;
use spec::{Predicate, Question, StateFormula};

pub(super) struct ShapeTruths<'a> {
    question: Question<'a>,
    settings: smg::Settings,
    analysis: Arc<smg::Analysis>,
    /// Cache of earlier answers.
    answers: RefCell<FxHashMap<(Predicate, LocationId), Option<bool>>>,
}

impl<'a> ShapeTruths<'a> {
    /// `analysis` must cover every run, and must have kept the configurations of all locations.
    pub(super) fn new(
        question: Question<'a>,
        settings: smg::Settings,
        analysis: Arc<smg::Analysis>,
    ) -> ShapeTruths<'a> {
        ShapeTruths { question, settings, analysis, answers: RefCell::default() }
    }
}

impl KnownTruths for ShapeTruths<'_> {
    fn truth(&self, predicate: &Predicate, at: LocationId) -> Option<bool> {
        let key = (predicate.clone(), at);
        if let Some(known) = self.answers.borrow().get(&key) {
            return *known;
        }
        let formula = StateFormula::Atom(predicate.clone());
        let found = self.analysis.kept.truth(self.question, &self.settings, &formula, at);
        self.answers.borrow_mut().insert(key, found);
        found
    }
}
