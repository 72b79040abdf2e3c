//! The members of the portfolio: one row each, with its mode, its budget slices and the reason for it.
//!
//! The reason includes a measurement: the number of public test programs whose findings change if this member alone is
//! disabled, out of 897 programs (325 of predator-regre and 572 of other suites; see `docs/src/corpora.md`). A member
//! that changes nothing anywhere is removed.

use std::collections::BTreeSet;

use crate::solver::findings::Site;
use crate::solver::settings::{AbstractionLevel, Mode, NamedNeighbours, Numbers, Settings, SolverRun};
use base::Round;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Member {
    /// Over-approximation that joins as much and as early as possible.
    Coarse,
    /// Over-approximation that keeps as many configurations apart as the settings allow.
    Fine,
    /// Fine, with relations between numbers and disjunctive invariants of blocks.
    Relational,
    /// Fine, but joins numbers before it joins lists.
    Counting,
    /// Bounded bug finding, short runs first.
    BugFinding,
    /// Bug finding with sample values for inputs.
    Sampling,
}

/// A budget slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// Work limit, in small configurations visited.
    pub work: usize,
    /// A share of the remaining time.
    pub share: f64,
}

impl Slice {
    /// Returns the slice scaled from the first round to another one.
    fn in_round(self, round: Round) -> Slice {
        Slice { work: round.limit(self.work), ..self }
    }
}

/// As much as the settings allow, of work or of configurations.
const ALL: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
enum Way {
    Prove(AbstractionLevel),
    FindBugs { samples: bool },
}

struct Row {
    way: Way,
    /// The first slice. Many programs are proved at once by one member while another one reaches its limit. Counting
    /// has only a full slice; bug finding uses the share of its full slice.
    first: Slice,
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
/// Work of brief bug finding: for errors of one kind, or when the verdict is known.
pub(super) const BRIEF: usize = 5_000;
/// Work that fine members are always worth: all work of the counting member, and that of fine itself where coarse
/// terminated or an error is certain.
pub(super) const MODERATE: usize = 15_000;
/// All work of the relational member where no suspicion is about numbers, about a second: it is the last member that may
/// prove that a number counts nodes, which takes several times the work of a member that counts nothing. Measured: of 31
/// open programs one more is verified than with [`MODERATE`]; the processor time on predator-regre is the same.
const COUNTS: usize = 60_000;
/// Shares of the remaining time: early runs leave most of it to others, and late runs leave some of it to bug finding.
/// For what is found soon, or not at all.
pub(super) const SOON: f64 = 0.1;
const EARLY: f64 = 0.3;
const LATE: f64 = 0.7;
const REST: f64 = 1.0;
/// First slice of the proving members.
const FIRST: (usize, f64) = (2_000, EARLY);

impl Member {
    /// Returns the row of the table. A slice is given as its work and its share of the remaining time.
    const fn row(self) -> Row {
        use NamedNeighbours::{KeptApart, Merged};
        use Numbers::{Ranges, RangesFirstJoined, Related};
        match self {
            // Sufficient for most programs, and the fastest. Programs that exceed its work limit are left to other
            // members.
            Member::Coarse => row(prove(FEW, Ranges, Merged), FIRST, (40_000, EARLY)),
            // Avoids false alarms where joins lose distinctions between states. It keeps a cursor and the node behind
            // it apart, which loops that free a list by both need. Its full slice is the rest of the budget. Measured:
            // 14 programs, 12 of them of predator-regre.
            Member::Fine => row(prove(ALL, Ranges, KeptApart), FIRST, (ALL, LATE)),
            // A bound that is a number of the program can only be proved by a relation to it. Measured: 13 programs.
            Member::Relational => row(prove(ALL, Related, Merged), FIRST, (COUNTS, LATE)),
            // If numbers only count, keeping them apart leaves no room for lists that differ. Measured: no public
            // program, but false alarms about the lists of Redis, and the sample `lists/counted_queue`.
            Member::Counting => row(prove(ALL, RangesFirstJoined, Merged), (MODERATE, LATE), (MODERATE, LATE)),
            // Suspicions are errors only if a run has them, and most runs that do are short. Measured: 12 programs.
            Member::BugFinding => row(Way::FindBugs { samples: false }, (500, REST), (20_000, REST)),
            // An error that depends on one value of a computed input is lost among all values. Measured: no public
            // program, but the errors of unrelated samples (`procedures/record_somewhere`,
            // `arrays/length_by_another_sign`) are certain only because of it.
            Member::Sampling => row(Way::FindBugs { samples: true }, (500, REST), (BRIEF, REST)),
        }
    }

    pub fn first(self, round: Round) -> Slice {
        self.row().first.in_round(round)
    }

    pub fn full(self, round: Round) -> Slice {
        self.row().full.in_round(round)
    }

    /// Returns a run of this member. `wanted` matters to bug finding only; if it is empty, it looks for every error.
    pub fn run(self, settings: &Settings, wanted: BTreeSet<Site>, work: usize) -> SolverRun {
        let mode = match self.row().way {
            Way::Prove(level) => {
                Mode::Prove(AbstractionLevel { kept_apart: level.kept_apart.min(settings.kept_apart), ..level })
            }
            Way::FindBugs { samples } => Mode::FindBugs { samples, wanted },
        };
        SolverRun { mode, most_work: work.min(settings.most_work) }
    }

    /// Returns true if the fine members keep more configurations apart than the coarse one.
    pub fn has_finer(settings: &Settings) -> bool {
        FEW < settings.kept_apart
    }
}
