//! What a run of the solver is asked to do.
//!
//! [`Settings`] hold for all runs on a question: what counts as an error, what is kept, and limits. A [`SolverRun`] adds how the solver
//! goes about it. Its [`Mode`] either proves or finds bugs, and has only the choices that mean something there.

use std::collections::BTreeSet;

pub use crate::lattice::abstraction::NamedNeighbours;
use crate::solver::findings::{Finding, Site};
use base::Round;
use program::{FaultKind, UndefinedBehaviour};
use reason::Limit;

/// What may be chosen for all runs on a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    // What a program may do, and what is an error.
    /// Whether every allocation may give NULL.
    pub allocation_may_fail: bool,
    /// Whether a block that is still allocated when the program ends is an error, even if a global leads to it.
    pub leaks_at_exit: bool,
    /// Whether to use an address that is not aligned for its type is an error.
    pub checks_alignment: bool,
    /// Whether a number that was never written is any number, so that branches and sizes may depend on it. To use what was never
    /// written as an address is an error nevertheless.
    pub undefined_is_any: bool,
    /// Which undefined behaviour that is no error of memory is reported.
    pub undefined_behaviour: UndefinedBehaviour,
    /// Whether a memory leak is a warning, on which the verdict does not depend.
    pub leaks_are_warnings: bool,
    /// Whether the analysis ends with the first error that is certain.
    pub stops_at_first_error: bool,
    /// C labels that must not be reached.
    pub error_labels: Vec<String>,

    // What is kept beside the findings.
    /// Whether to keep the configurations, for people to look at: those at errors and, with abstraction, where edges meet.
    pub pictures: bool,
    /// Whether to keep the configurations at the heads of loops and at errors with names, for people to look at.
    pub heads: bool,
    /// Whether runs that meet errors come with pictures of memory after each step, for people to look at. They are made once more
    /// for that.
    pub run_pictures: bool,
    /// Whether to keep the configurations of all locations, to compare them with runs.
    pub keeps: bool,

    // Limits. The members of the portfolio keep to them, whatever their budget slices.
    /// Calls at one time: more are not followed.
    pub most_frames: usize,
    /// Configurations at one location that are kept apart. Beyond, they are joined where that is possible.
    pub kept_apart: usize,
    /// Work limit, in small configurations that are looked at. A large one counts more than once, and so does one that is compared
    /// with many others.
    pub most_work: usize,
    /// The round of work: the budget slices of the portfolio are those of the first round, doubled in each further one.
    pub round: Round,
    /// Threads that the portfolio may use. The findings do not depend on it.
    pub jobs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            allocation_may_fail: false,
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
    /// Whether an error is only a warning, whatever the analysis knows of it.
    pub fn is_warning(&self, kind: FaultKind) -> bool {
        self.leaks_are_warnings && kind == FaultKind::MemoryLeak
    }

    /// Whether an error is known with which the analysis is to stop.
    pub fn stops_with(&self, findings: &[Finding]) -> bool {
        let is_error = |finding: &Finding| finding.certain && !self.is_warning(finding.kind);
        self.stops_at_first_error && findings.iter().any(is_error)
    }

    /// The same with twice the work, for the next round.
    #[must_use]
    pub fn next_round(&self) -> Settings {
        Settings {
            most_frames: self.most_frames.saturating_mul(2),
            most_work: self.most_work.saturating_mul(2),
            round: self.round.next(),
            ..self.clone()
        }
    }

    /// A single run that proves, to the limits.
    pub fn proving(&self) -> SolverRun {
        let abstraction =
            AbstractionLevel { kept_apart: self.kept_apart, numbers: Numbers::Ranges, named: NamedNeighbours::Merged };
        SolverRun { mode: Mode::Prove(abstraction), most_work: self.most_work }
    }
}

/// One run of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverRun {
    /// How it goes about it.
    pub mode: Mode,
    /// Its budget slice, in work as [`Settings::most_work`] counts it.
    pub most_work: usize,
}

/// How the solver goes about a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Over-approximation: lists are abstracted and configurations joined. What is not reported does not happen; what is reported
    /// may be a false alarm.
    Prove(AbstractionLevel),
    /// Bounded bug finding, without abstraction, runs with the fewest iterations of loops first: what is reported happens. Nothing
    /// is proved unless all runs are finite.
    FindBugs {
        /// Whether a few numbers stand for all that an input may be, where something is computed from it. Then nothing is proved.
        samples: bool,
        /// The errors that are looked for: the analysis ends when all of them are certain. Empty if it looks for every one.
        wanted: BTreeSet<Site>,
    },
}

/// What an over-approximation abstracts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbstractionLevel {
    /// Configurations at one location that are kept apart.
    pub kept_apart: usize,
    /// What is known of numbers.
    pub numbers: Numbers,
    /// What becomes of neighbours that have names.
    pub named: NamedNeighbours,
}

/// What an over-approximation knows of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Ranges. They are kept where configurations differ in lists: numbers are often the states of a program.
    Ranges,
    /// Ranges, which are joined before lists are: where numbers only count, lists say more.
    RangesFirstJoined,
    /// How numbers are related as well, so that a block of as many elements as a number says may be used up to that, and
    /// disjunctive invariants of blocks. Widening stops for a while at the constants of the program then.
    Related,
}

impl Mode {
    /// What is abstracted from, if anything is.
    pub fn abstraction(&self) -> Option<&AbstractionLevel> {
        match self {
            Mode::Prove(abstraction) => Some(abstraction),
            Mode::FindBugs { .. } => None,
        }
    }

    /// Whether anything is abstracted from.
    pub fn abstracts(&self) -> bool {
        self.abstraction().is_some()
    }

    /// Whether it follows how numbers are related.
    pub fn relates_numbers(&self) -> bool {
        self.abstraction().is_some_and(|abstraction| abstraction.numbers == Numbers::Related)
    }

    /// Whether a few numbers stand for all that an input may be.
    pub fn samples(&self) -> bool {
        matches!(self, Mode::FindBugs { samples: true, .. })
    }

    /// The errors that are looked for, if that is not every one.
    pub fn wanted(&self) -> Option<&BTreeSet<Site>> {
        match self {
            Mode::FindBugs { wanted, .. } if !wanted.is_empty() => Some(wanted),
            Mode::FindBugs { .. } | Mode::Prove(_) => None,
        }
    }
}
