//! What the shape analysis knows of predicates, as the predicate abstraction uses it where it has no proof of its own.
//!
//! A predicate that has one value in all configurations of a location has that value in every state in which control is there, if
//! the analysis followed every run and found no error of memory. Where anything was left out, or a run may go on after an error,
//! nothing is known. The shape analysis uses nothing of the predicate abstraction, so that nothing is concluded from itself.
//!
//! The price: the engines do not check each other any more. So each fact that a proof uses is asserted in concrete runs, and the answer
//! says how many there are (`strengthen::lean`).

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use abstraction::KnownTruths;
use program::LocationId;
use spec::{Predicate, Question, StateFormula};

/// What the shape analysis knows of predicates.
pub(super) struct ShapeTruths<'a> {
    question: Question<'a>,
    settings: smg::Settings,
    analysis: Arc<smg::Analysis>,
    /// What was asked before.
    answers: RefCell<FxHashMap<(Predicate, LocationId), Option<bool>>>,
}

impl<'a> ShapeTruths<'a> {
    /// What it knows by the configurations of all locations, which describe every run and were kept.
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
