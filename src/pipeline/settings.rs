//! Settings for all engines of a run.

use std::num::NonZeroU32;

use crate::confirm::SearchBounds;
use crate::limits::{BESIDE_CLAUSES, BESIDE_OBJECTS, BESIDE_PROOF_BYTES, BESIDE_TERMS, BESIDE_UNWIND};
use crate::replay;
use base::Round;
use modelcheck::Limits;
use program::UndefinedBehaviour;
use reason::Limit;

/// The model checker that decides the boolean program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checker {
    /// Our own explicit-state search.
    #[default]
    BuiltIn,
    /// The real SPIN.
    Spin,
    /// The real ABC.
    Abc,
}

impl Checker {
    /// All of them, by their names on the command line.
    pub const NAMES: &'static [(&'static str, Checker)] =
        &[("builtin", Checker::BuiltIn), ("spin", Checker::Spin), ("abc", Checker::Abc)];
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// Maximum number of weakest-precondition iterations.
    pub bound: usize,
    /// Maximum number of pairs of predicate and location.
    pub most_pairs: usize,
    pub checker: Checker,
    /// Merge straight-line code in the boolean program.
    pub compact: bool,
    /// Size, in nodes, of the heaps on which unproved hints are tried.
    pub hint_nodes: usize,
    /// True if the user's unproved hints are assumed.
    pub trust_hints: bool,
    pub concrete: SearchBounds,
    /// Limits of the model checker.
    pub limits: Limits,
    /// Limits on the search of the boolean program for valuations that represent no C state; `None` if it is not
    /// searched.
    pub sharpening: Option<Limits>,
    /// Clauses of the theory of heaps that this search may ask about, counted once for each question.
    pub theory_work: usize,
    /// True if hints are proposed where the abstraction does not converge.
    pub automatic: bool,
    /// How the shape analysis works, and what counts as an error.
    pub shapes: smg::Settings,
    /// Limits of the bounded engine on what the others leave open; `None` if it is not asked.
    pub bounded: Option<bmc::Settings>,
    /// True if the boolean programs that prove something are kept, for an audit.
    pub keeps_proofs: bool,
    /// Bounds of the search for runs that confirm errors of the shape analysis.
    pub replay: replay::Limits,
    /// Maximum number of rounds of work; `None`: as many as time allows.
    pub rounds: Option<NonZeroU32>,
    /// The round of work. Limits that are not part of the settings are those of the first round, doubled in each
    /// further one.
    pub round: Round,
}

impl Settings {
    /// Returns settings under which reported runs come with pictures of memory after each step. The runs are repeated
    /// for that.
    #[must_use]
    pub fn with_run_pictures(mut self) -> Settings {
        self.concrete.keeps_states = true;
        self.shapes.run_pictures = true;
        self
    }

    /// Returns settings with twice the work, for the next round. Runs are tried on heaps with one more node, of which
    /// there are many times as many.
    #[must_use]
    pub(super) fn next_round(&self) -> Settings {
        Settings {
            bound: self.bound.saturating_mul(2),
            most_pairs: self.most_pairs.saturating_mul(2),
            concrete: self.concrete.next_round(),
            limits: self.limits.times(2),
            sharpening: self.sharpening.map(|limits| limits.times(2)),
            theory_work: self.theory_work.saturating_mul(2),
            shapes: self.shapes.next_round(),
            bounded: self.bounded.as_ref().map(bmc::Settings::next_round),
            replay: self.replay.next_round(),
            round: self.round.next(),
            ..self.clone()
        }
    }

    /// Returns settings under which this undefined behaviour is an error.
    #[must_use]
    pub fn checking(mut self, undefined_behaviour: UndefinedBehaviour) -> Settings {
        self.shapes.undefined_behaviour = undefined_behaviour;
        self
    }

    /// Returns true if all undefined behaviour is checked.
    pub(super) fn checks_undefined_behaviour(&self) -> bool {
        self.shapes.undefined_behaviour == UndefinedBehaviour::All
    }
}

/// Returns the undefined behaviour that `verify` has the engines report.
pub fn checked_behaviour(is_checked: bool) -> UndefinedBehaviour {
    if is_checked { UndefinedBehaviour::All } else { UndefinedBehaviour::Ignored }
}

/// Returns the limits of the bounded engine beside other engines, in units of work: no clock decides a result.
pub fn effort() -> bmc::Settings {
    bmc::Settings {
        largest_unwind: BESIDE_UNWIND,
        most_objects: BESIDE_OBJECTS,
        most_terms: BESIDE_TERMS,
        most_clauses: BESIDE_CLAUSES,
        most_proof_bytes: BESIDE_PROOF_BYTES,
        ..bmc::Settings::default()
    }
}

/// Number of checks of preconditions without `--preconditions`.
pub const PRECONDITION_CHECKS: usize = 4;
/// The same for a function of a library. Most need fewer than ten; a precondition of twenty conjuncts is weakened one by
/// one.
pub const REQUIREMENT_CHECKS: usize = 32;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bound: Limit::Bound.default_count(),
            most_pairs: Limit::Pairs.default_count(),
            checker: Checker::BuiltIn,
            compact: true,
            hint_nodes: 6,
            trust_hints: false,
            concrete: SearchBounds::default(),
            limits: Limits::default(),
            sharpening: Some(Limits { states: 2_000, successors: 60_000 }),
            theory_work: Limit::TheoryWork.default_count(),
            automatic: true,
            shapes: smg::Settings { undefined_behaviour: UndefinedBehaviour::Ignored, ..smg::Settings::default() },
            bounded: Some(effort()),
            keeps_proofs: false,
            replay: replay::Limits::default(),
            rounds: Some(NonZeroU32::MIN),
            round: Round::default(),
        }
    }
}
