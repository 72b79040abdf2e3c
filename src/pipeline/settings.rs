//! How to analyse: what every engine of a run is given.

use std::num::NonZeroU32;

use crate::confirm::SearchBounds;
use crate::limits::{BESIDE_CLAUSES, BESIDE_OBJECTS, BESIDE_PROOF_BYTES, BESIDE_TERMS, BESIDE_UNWIND};
use crate::replay;
use base::Round;
use modelcheck::Limits;
use program::UndefinedBehaviour;
use reason::Limit;

/// Who decides the boolean program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checker {
    /// Our own explicit-state search.
    #[default]
    BuiltIn,
    /// The real SPIN.
    Spin,
}

impl Checker {
    /// All of them, by the names that users give.
    pub const NAMES: &'static [(&'static str, Checker)] = &[("builtin", Checker::BuiltIn), ("spin", Checker::Spin)];
}

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Maximum number of weakest-precondition iterations.
    pub bound: usize,
    /// Most pairs of predicate and location.
    pub most_pairs: usize,
    /// Who decides.
    pub checker: Checker,
    /// Merge straight-line code in the boolean program.
    pub compact: bool,
    /// Nodes of the heaps on which hints are tried that are not proved.
    pub hint_nodes: usize,
    /// Whether hints of the user's that are not proved are assumed.
    pub trust_hints: bool,
    /// Bounds of the search for concrete runs.
    pub concrete: SearchBounds,
    /// Limits of the model checker.
    pub limits: Limits,
    /// How far the boolean program is searched for valuations that stand for no state of C; `None` where nobody asks it anything.
    pub sharpening: Option<Limits>,
    /// Clauses of the theory of heaps that this search may ask about, each counted once for each question.
    pub theory_work: usize,
    /// Whether hints are proposed where the abstraction does not converge.
    pub automatic: bool,
    /// How the shape analysis works, and what is an error.
    pub shapes: smg::Settings,
    /// How far the bounded engine goes on what the others leave open; `None` where it is not asked.
    pub bounded: Option<bmc::Settings>,
    /// Whether the boolean programs that prove something are kept, for an audit.
    pub keeps_proofs: bool,
    /// Bounds of the search for runs that meet what the shape analysis finds.
    pub replay: replay::Limits,
    /// How many rounds of work there may be; `None`: as many as there is time for.
    pub rounds: Option<NonZeroU32>,
    /// The round of work: limits that have no place here are those of the first round, doubled in each further one.
    pub round: Round,
}

impl Settings {
    /// The same, where runs that are reported come with pictures of memory after each step. They are made once more for that.
    #[must_use]
    pub fn with_run_pictures(mut self) -> Settings {
        self.concrete.keeps_states = true;
        self.shapes.run_pictures = true;
        self
    }

    /// The same with twice the work, for the next round. Runs are tried on heaps of one node more, of which there are many times as
    /// many.
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

    /// The same, where such undefined behaviour is an error.
    #[must_use]
    pub fn checking(mut self, undefined_behaviour: UndefinedBehaviour) -> Settings {
        self.shapes.undefined_behaviour = undefined_behaviour;
        self
    }

    /// Whether all undefined behaviour is checked.
    pub(super) fn checks_undefined_behaviour(&self) -> bool {
        self.shapes.undefined_behaviour == UndefinedBehaviour::All
    }
}

/// The undefined behaviour that `verify` has the engines report, by whether it checks that.
pub fn checked_behaviour(is_checked: bool) -> UndefinedBehaviour {
    if is_checked { UndefinedBehaviour::All } else { UndefinedBehaviour::Ignored }
}

/// How far the bounded engine goes beside other engines, by work alone: no clock decides a result.
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

/// Checks of preconditions without `--preconditions`.
pub const PRECONDITION_CHECKS: usize = 4;

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
