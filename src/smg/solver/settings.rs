//! Options of a run of the solver.
//!
//! [`Settings`] hold for all runs on a question: what counts as an error, what is kept, and limits. A [`SolverRun`]
//! adds the [`Mode`], which either proves or finds bugs and has only the options that apply to it.

use std::collections::BTreeSet;

pub use crate::lattice::abstraction::NamedNeighbours;
use crate::solver::findings::{Finding, Site};
use base::Round;
use program::{FaultKind, UndefinedBehaviour};
use reason::Limit;

/// Options for all runs on a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    // What a program may do, and what is an error.
    /// True if a block that is still allocated when the program ends is an error, even if a global points to it.
    pub leaks_at_exit: bool,
    /// True if using an address that is not aligned for its type is an error.
    pub checks_alignment: bool,
    /// True if an uninitialized number may be any number, so that branches and sizes may depend on it. Using an
    /// uninitialized value as an address is an error nevertheless.
    pub undefined_is_any: bool,
    /// The undefined behaviour, other than memory errors, that is reported.
    pub undefined_behaviour: UndefinedBehaviour,
    /// True if a memory leak is a warning, on which the verdict does not depend.
    pub leaks_are_warnings: bool,
    /// True if the analysis ends with the first certain error.
    pub stops_at_first_error: bool,
    /// C labels that must not be reached.
    pub error_labels: Vec<String>,

    // What is kept in addition to the findings.
    /// Keep the configurations for display: those at errors and, with abstraction, those where edges meet.
    pub pictures: bool,
    /// Keep the configurations at loop heads and at errors, with names, for display.
    pub heads: bool,
    /// Add pictures of memory after each step to runs that meet errors, for display. These runs are executed once more
    /// for that.
    pub run_pictures: bool,
    /// Keep the configurations of all locations, to compare them with runs.
    pub keeps: bool,

    // Limits. The members of the portfolio obey them, whatever their budget slices.
    /// Maximum call depth.
    pub most_frames: usize,
    /// Configurations kept apart at one location. Further ones are joined where possible.
    pub kept_apart: usize,
    /// Work limit, in small configurations visited. A large one counts more than once, and so does one that is compared
    /// with many others.
    pub most_work: usize,
    /// The round of work: the budget slices of the portfolio are those of the first round, doubled in each further one.
    pub round: Round,
    /// Threads that the portfolio may use. The findings do not depend on them.
    pub jobs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            leaks_at_exit: false,
            checks_alignment: false,
            undefined_is_any: false,
            undefined_behaviour: UndefinedBehaviour::default(),
            leaks_are_warnings: false,
            stops_at_first_error: false,
            error_labels: Vec::new(),
            pictures: false,
            heads: false,
            run_pictures: false,
            keeps: false,
            most_frames: Limit::ShapeCalls.default_count(),
            kept_apart: Limit::ShapeKept.default_count(),
            most_work: Limit::ShapeWork.default_count(),
            round: Round::default(),
            jobs: 1,
        }
    }
}

impl Settings {
    /// Returns true if errors of this kind are only warnings.
    pub fn is_warning(&self, kind: FaultKind) -> bool {
        self.leaks_are_warnings && kind == FaultKind::MemoryLeak
    }

    /// Returns true if one of the findings is an error that ends the analysis.
    pub fn stops_with(&self, findings: &[Finding]) -> bool {
        let is_error = |finding: &Finding| finding.certain && !self.is_warning(finding.kind);
        self.stops_at_first_error && findings.iter().any(is_error)
    }

    /// Returns the settings of the next round, with twice the work, call depth, and configurations kept apart.
    #[must_use]
    pub fn next_round(&self) -> Settings {
        Settings {
            most_frames: self.most_frames.saturating_mul(2),
            kept_apart: self.kept_apart.saturating_mul(2),
            most_work: self.most_work.saturating_mul(2),
            round: self.round.next(),
            ..self.clone()
        }
    }

    /// Returns a single proving run with all of the allowed work.
    pub fn proving(&self) -> SolverRun {
        let abstraction =
            AbstractionLevel { kept_apart: self.kept_apart, numbers: Numbers::Ranges, named: NamedNeighbours::Merged };
        SolverRun { mode: Mode::Prove(abstraction), most_work: self.most_work }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverRun {
    pub mode: Mode,
    /// Its budget slice, in the unit of [`Settings::most_work`].
    pub most_work: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Over-approximation: lists are abstracted and configurations joined. Errors that are not reported do not happen;
    /// those that are reported may be false alarms.
    Prove(AbstractionLevel),
    /// Bounded bug finding without abstraction, runs with the fewest loop iterations first: errors that are reported
    /// happen. Nothing is proved unless all runs are finite.
    FindBugs {
        /// True if a few numbers represent all values of an input from which something is computed. Nothing is proved
        /// then.
        samples: bool,
        /// The errors to look for: the analysis ends when all of them are certain. Empty for every error.
        wanted: BTreeSet<Site>,
    },
}

/// The precision of an over-approximation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbstractionLevel {
    /// Configurations kept apart at one location.
    pub kept_apart: usize,
    pub numbers: Numbers,
    /// The treatment of adjacent nodes that have names.
    pub named: NamedNeighbours,
}

/// The abstract domain of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Ranges. Configurations with different lists keep their ranges apart: numbers are often the states of a program.
    Ranges,
    /// Ranges, joined before lists are: if numbers only count, lists are more informative.
    RangesFirstJoined,
    /// Ranges and relations between numbers, so that a block whose number of elements is a variable can be used up to
    /// it, and disjunctive invariants of blocks. Constants of the program are widening thresholds.
    Related,
}

impl Mode {
    /// Returns the precision of an over-approximation; `None` for bug finding.
    pub fn abstraction(&self) -> Option<&AbstractionLevel> {
        match self {
            Mode::Prove(abstraction) => Some(abstraction),
            Mode::FindBugs { .. } => None,
        }
    }

    pub fn abstracts(&self) -> bool {
        self.abstraction().is_some()
    }

    /// Returns true if relations between numbers are kept.
    pub fn relates_numbers(&self) -> bool {
        self.abstraction().is_some_and(|abstraction| abstraction.numbers == Numbers::Related)
    }

    /// Returns true if a few numbers represent all values of an input.
    pub fn samples(&self) -> bool {
        matches!(self, Mode::FindBugs { samples: true, .. })
    }

    /// Returns the errors to look for; `None` for every error.
    pub fn wanted(&self) -> Option<&BTreeSet<Site>> {
        match self {
            Mode::FindBugs { wanted, .. } if !wanted.is_empty() => Some(wanted),
            Mode::FindBugs { .. } | Mode::Prove(_) => None,
        }
    }
}
