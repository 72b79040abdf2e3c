//! The members of the portfolio: one row each, with its mode, its budget slices and the reason for it.
//!
//! A reason says what is measured as well: of how many public test programs the findings change if this member alone does
//! nothing. It is measured on 897 programs, the 325 of predator-regre and 572 of other suites. `docs/src/corpora.md` says how.
//! A member that changes nothing anywhere goes.

use std::collections::BTreeSet;

use crate::solver::findings::Site;
use crate::solver::settings::{AbstractionLevel, Mode, NamedNeighbours, Numbers, Settings, SolverRun};
use base::Round;

/// A member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Member {
    /// Over-approximation that joins as much and as early as it can.
    Coarse,
    /// Over-approximation that keeps as many configurations apart as it may.
    Fine,
    /// Fine, with relations between numbers, and disjunctive invariants of blocks.
    Relational,
    /// Fine, but joins numbers before it joins lists.
    Counting,
    /// Bug finding, short runs first.
    BugFinding,
    /// Bug finding with sample values for inputs.
    Sampling,
}

/// A part of the budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// Work limit, in small configurations that are looked at.
    pub work: usize,
    /// The share of the remaining time.
    pub share: f64,
}

impl Slice {
    /// A slice of the first round, as large as it is in another one.
    fn in_round(self, round: Round) -> Slice {
        Slice { work: round.limit(self.work), ..self }
    }
}

/// All that the settings allow, of work or of configurations.
const ALL: usize = usize::MAX;

/// What a member does.
#[derive(Clone, Copy, Debug)]
enum Way {
    Prove(AbstractionLevel),
    FindBugs { samples: bool },
}

/// What is known of a member.
struct Row {
    way: Way,
    /// Its first slice. Many programs are proved at once by one member, while another reaches its limit. Counting has none of
    /// its own; bug finding keeps to the share of its full slice.
    first: Slice,
    /// Its full slice.
    full: Slice,
}

const fn prove(kept_apart: usize, numbers: Numbers, named: NamedNeighbours) -> Way {
    Way::Prove(AbstractionLevel { kept_apart, numbers, named })
}

const fn row(way: Way, first: (usize, f64), full: (usize, f64)) -> Row {
    let [first, full] = [Slice { work: first.0, share: first.1 }, Slice { work: full.0, share: full.1 }];
    Row { way, first, full }
}

/// Configurations that the coarse member keeps apart at a location.
const FEW: usize = 2;
/// Work of bug finding that is kept brief: it looks for errors of one kind, or the verdict is known.
pub(super) const BRIEF: usize = 5_000;
/// Work that fine members are always worth: relational and counting in all; fine itself where coarse terminated, or an error is
/// certain.
pub(super) const MODERATE: usize = 15_000;
/// Shares of the remaining time: what runs early leaves most of it to others, and what runs late some of it to bug finding.
const EARLY: f64 = 0.3;
const LATE: f64 = 0.7;
const REST: f64 = 1.0;
/// The first slice of members that prove.
const FIRST: (usize, f64) = (2_000, EARLY);

impl Member {
    /// The table. Columns of a budget slice: work, and the share of the remaining time.
    const fn row(self) -> Row {
        use NamedNeighbours::{KeptApart, Merged};
        use Numbers::{Ranges, RangesFirstJoined, Related};
        match self {
            // It is enough for most programs, and the fastest. A program that needs more work than this is one for another member.
            Member::Coarse => row(prove(FEW, Ranges, Merged), FIRST, (40_000, EARLY)),
            // Where joins lose what distinguishes states, it has no false alarm. It keeps a cursor and the node behind it apart, which
            // loops that free a list by both need. Its full slice is all that is left. Measured: 14 programs, 12 of them of
            // predator-regre.
            Member::Fine => row(prove(ALL, Ranges, KeptApart), FIRST, (ALL, LATE)),
            // A bound that is a number of the program is proved only by a relation to it. Measured: 13 programs.
            Member::Relational => row(prove(ALL, Related, Merged), FIRST, (MODERATE, LATE)),
            // Where numbers only count, keeping them apart leaves no room for lists that differ. Measured: no public program, but
            // false alarms about the lists of Redis, and the sample `lists/counted_queue`.
            Member::Counting => row(prove(ALL, RangesFirstJoined, Merged), (MODERATE, LATE), (MODERATE, LATE)),
            // Suspicions are errors only if a run has them, and most runs that have them are short. Measured: 12 programs.
            Member::BugFinding => row(Way::FindBugs { samples: false }, (500, REST), (20_000, REST)),
            // An error that depends on one value of a computed input is lost among all values. Measured: no public program, but the
            // errors of unrelated samples (`procedures/record_somewhere`, `arrays/length_by_another_sign`) are certain by it alone.
            Member::Sampling => row(Way::FindBugs { samples: true }, (500, REST), (BRIEF, REST)),
        }
    }

    /// Its first budget slice.
    pub fn first(self, round: Round) -> Slice {
        self.row().first.in_round(round)
    }

    /// Its full budget slice.
    pub fn full(self, round: Round) -> Slice {
        self.row().full.in_round(round)
    }

    /// A run of this member. Errors that are looked for matter to bug finding only; none stands for every error.
    pub fn run(self, settings: &Settings, wanted: BTreeSet<Site>, work: usize) -> SolverRun {
        let mode = match self.row().way {
            Way::Prove(level) => {
                Mode::Prove(AbstractionLevel { kept_apart: level.kept_apart.min(settings.kept_apart), ..level })
            }
            Way::FindBugs { samples } => Mode::FindBugs { samples, wanted },
        };
        SolverRun { mode, most_work: work.min(settings.most_work) }
    }

    /// Whether the fine members differ from the coarse one.
    pub fn has_finer(settings: &Settings) -> bool {
        FEW < settings.kept_apart
    }
}
