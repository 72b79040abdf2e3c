//! Work limits: one table row for each, with its unit, option, default and effect.
//!
//! Engines name a limit, never an option; front ends set it. Time and memory are not work: see [`base::Exhausted`].

use std::fmt;
use std::ops::RangeInclusive;

/// A work limit that the user can set. It has the same effect on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Iterations of the predicate abstraction.
    Bound,
    /// Pairs of a predicate and a location.
    Pairs,
    /// States of the boolean program.
    ModelStates,
    /// Successor computations in the boolean program.
    ModelSuccessors,
    /// Clauses of the theory of heaps.
    TheoryWork,
    /// Configurations of the shape analysis.
    ShapeWork,
    /// Nested calls in the shape analysis.
    ShapeCalls,
    /// Configurations that the shape analysis keeps separate at one location.
    ShapeKept,
    /// Nodes of input heaps.
    HeapNodes,
    /// Steps of a run on a small heap.
    RunSteps,
    /// Steps of all runs on small heaps.
    AllRunSteps,
    /// Steps of a run that is searched for.
    ReplaySteps,
    /// Loop iterations that the bounded engine unrolls.
    Unwind,
    /// Objects of the bounded engine.
    Objects,
    /// Terms of the bounded engine.
    Terms,
    /// Clauses of the bounded engine.
    Clauses,
    /// Bytes of the proofs of the bounded engine's solver.
    ProofBytes,
}

/// The command-line option of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitOption {
    /// An option of its own: `--bound 60`.
    Own(&'static str),
    /// A named limit: `--limit pairs=200000`.
    Named(&'static str),
}

impl LimitOption {
    /// Formats the option with a value for the command line.
    pub fn with(self, value: u64) -> String {
        match self {
            LimitOption::Own(option) => format!("{option} {value}"),
            LimitOption::Named(name) => format!("--limit {name}={value}"),
        }
    }
}

impl fmt::Display for LimitOption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitOption::Own(option) => write!(out, "{option}"),
            LimitOption::Named(name) => write!(out, "--limit {name}"),
        }
    }
}

/// A row of the table of limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitRow {
    pub limit: Limit,
    pub option: LimitOption,
    /// Value if the user sets none. The bounded engine has smaller ones when it runs beside other engines.
    pub default: u64,
    /// Admissible values. A larger one would not be a limit.
    pub range: RangeInclusive<u64>,
    /// Unit of the value.
    pub unit: &'static str,
    /// The work that stops or is omitted when the limit is reached.
    pub effect: &'static str,
}

/// Upper bound of most named limits.
const MOST: u64 = 1_000_000_000;
/// Upper bound of most limits with an option of their own.
const ANY: u64 = i64::MAX as u64;

/// The table, in the order of [`Limit`], with the reasons for defaults.
static TABLE: [LimitRow; 17] = [
    LimitRow {
        limit: Limit::Bound,
        option: LimitOption::Own("--bound"),
        default: 60,
        range: 0..=ANY,
        unit: "iterations",
        effect: "the predicate abstraction stops",
    },
    // A model with more could not be checked.
    LimitRow {
        limit: Limit::Pairs,
        option: LimitOption::Named("pairs"),
        default: 200_000,
        range: 0..=MOST,
        unit: "pairs of predicate and location",
        effect: "the predicate abstraction stops",
    },
    LimitRow {
        limit: Limit::ModelStates,
        option: LimitOption::Named("model-states"),
        default: 500_000,
        range: 0..=MOST,
        unit: "states",
        effect: "the search of a boolean program stops",
    },
    // States that are already known count as well: nondeterministic choices lead to the same states in many ways.
    LimitRow {
        limit: Limit::ModelSuccessors,
        option: LimitOption::Named("model-successors"),
        default: 20_000_000,
        range: 0..=MOST,
        unit: "computed states",
        effect: "the search of a boolean program stops",
    },
    // About a quarter of a second. Measured on `models/` at bounds 8 and 20, with and without hints: model searches
    // that completed took at most 31 million. All that took 60 million or more stopped at the limit on states.
    LimitRow {
        limit: Limit::TheoryWork,
        option: LimitOption::Named("theory-work"),
        default: 40_000_000,
        range: 0..=MOST,
        unit: "clauses of the theory of heaps, counted once for each question",
        effect: "a boolean program may keep valuations that stand for no state of C",
    },
    LimitRow {
        limit: Limit::ShapeWork,
        option: LimitOption::Named("shape-work"),
        default: 400_000,
        range: 0..=MOST,
        unit: "small configurations",
        effect: "the shape analysis stops",
    },
    LimitRow {
        limit: Limit::ShapeCalls,
        option: LimitOption::Named("shape-calls"),
        default: 64,
        range: 0..=1_000,
        unit: "nested calls",
        effect: "the shape analysis does not follow a call",
    },
    LimitRow {
        limit: Limit::ShapeKept,
        option: LimitOption::Named("shape-kept"),
        default: 12,
        range: 1..=10_000,
        unit: "configurations of a location",
        effect: "the shape analysis joins configurations, and may lose what distinguishes them",
    },
    LimitRow {
        limit: Limit::HeapNodes,
        option: LimitOption::Own("--heap-nodes"),
        default: 5,
        range: 0..=ANY,
        unit: "nodes of a heap",
        effect: "no run is tried on larger heaps",
    },
    LimitRow {
        limit: Limit::RunSteps,
        option: LimitOption::Named("run-steps"),
        default: 120,
        range: 0..=MOST,
        unit: "steps",
        effect: "a concrete run on a small heap is cut",
    },
    LimitRow {
        limit: Limit::AllRunSteps,
        option: LimitOption::Named("all-run-steps"),
        default: 100_000,
        range: 0..=MOST,
        unit: "steps",
        effect: "the search for concrete runs on small heaps stops",
    },
    LimitRow {
        limit: Limit::ReplaySteps,
        option: LimitOption::Own("--replay-steps"),
        default: 400_000,
        range: 0..=ANY,
        unit: "interpreter steps",
        effect: "the search for a run with an error stops",
    },
    LimitRow {
        limit: Limit::Unwind,
        option: LimitOption::Own("--unwind"),
        default: 48,
        range: 0..=u32::MAX as u64,
        unit: "iterations",
        effect: "the bounded engine follows no more",
    },
    LimitRow {
        limit: Limit::Objects,
        option: LimitOption::Own("--object-limit"),
        default: 200_000,
        range: 0..=ANY,
        unit: "objects",
        effect: "the bounded engine stops",
    },
    LimitRow {
        limit: Limit::Terms,
        option: LimitOption::Own("--term-limit"),
        default: 3_000_000,
        range: 0..=ANY,
        unit: "terms",
        effect: "the bounded engine stops",
    },
    LimitRow {
        limit: Limit::Clauses,
        option: LimitOption::Own("--clause-limit"),
        default: 20_000_000,
        range: 0..=ANY,
        unit: "clauses",
        effect: "the bounded engine stops",
    },
    // The size of a proof measures how long the solver searches.
    LimitRow {
        limit: Limit::ProofBytes,
        option: LimitOption::Own("--proof-limit"),
        default: 1 << 36,
        range: 0..=ANY,
        unit: "bytes of proof",
        effect: "the bounded engine stops",
    },
];

impl Limit {
    pub fn row(self) -> &'static LimitRow {
        &TABLE[self as usize]
    }

    /// The default of a limit that counts objects in memory.
    pub fn default_count(self) -> usize {
        usize::try_from(self.row().default).unwrap_or(usize::MAX)
    }
}

/// A limit that no option sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedLimit {
    /// Operators of one predicate, written as a tree.
    PredicateOperators(u32),
    /// States of the automaton of a temporal formula.
    Automaton(usize),
    /// Exit states of one function.
    ExitStates(usize),
    /// Cases of a formula in the specification.
    FormulaCases,
    CommandCases,
    /// Number of branches that a value in memory depends on.
    ValueDepth,
}

impl fmt::Display for FixedLimit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixedLimit::PredicateOperators(most) => write!(out, "a predicate of more than {most} operators was found"),
            FixedLimit::Automaton(most) => write!(out, "the automaton of the formula has more than {most} states"),
            FixedLimit::ExitStates(most) => write!(out, "a function has more than {most} exiting states"),
            FixedLimit::FormulaCases => write!(out, "a formula has too many cases"),
            FixedLimit::CommandCases => write!(out, "a command has too many cases"),
            FixedLimit::ValueDepth => write!(out, "a value of memory depends on too many branches"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn each_limit_has_its_row() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.limit as usize, index, "{row:?}");
            assert_eq!(row.limit.row(), row);
            assert!(row.range.contains(&row.default), "{row:?}");
        }
    }
}
