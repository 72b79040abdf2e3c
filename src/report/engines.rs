//! What each engine did, as every format shows it.

use std::time::Duration;

use abstraction::Statistics;
use bmc::QuestionSize;
use engine::verdict::Verdict;
use pipeline::Answer;
use pipeline::answer::PredicateFindings;
use pipeline::bounded::Bounded;
use pipeline::hintcheck::HintCheck;
use pipeline::shapes::Shapes;
use reason::OpenReason;

/// What one engine did. The verdict is that of this engine alone.
#[derive(Clone, Debug)]
pub enum EngineReport<'a> {
    /// The predicate abstraction.
    PredicateAbstraction {
        /// What it says, with the runs.
        verdict: Verdict,
        /// Its figures.
        statistics: Statistics,
        /// Reachable states of the boolean program, if all were visited.
        states: Option<usize>,
        /// The check of the hints.
        hints: &'a HintCheck,
        /// How long it took.
        time: Duration,
    },
    /// The concrete runs: they can refute, never prove.
    ConcreteRuns {
        /// What they say.
        verdict: Verdict,
        /// Largest heaps that were tried completely, in nodes.
        nodes: Option<usize>,
        /// Runs that were cut by the limit on steps.
        cut_runs: usize,
        /// How many runs break something.
        defects: usize,
        /// How long they took.
        time: Duration,
    },
    /// The shape analysis.
    Shapes {
        /// What it says.
        verdict: Verdict,
        /// For unknown: why, beside other engines.
        reason: Option<OpenReason>,
        /// The configurations that were looked at.
        configurations: usize,
        /// At how many locations.
        locations: usize,
        /// How long it took.
        time: Duration,
    },
    /// The bounded engine.
    Bounded {
        /// What it says.
        verdict: Verdict,
        /// The bound: iterations of each loop, and calls of a function within itself.
        unwind: u32,
        /// Nodes of each type in the entry state of a procedure; `None` where runs start with `main`.
        heap_nodes: Option<u32>,
        /// Objects, over all runs.
        objects: usize,
        /// Terms.
        terms: usize,
        /// How many targets were asked about, each alone, after all.
        targets: usize,
        /// What the solver was asked.
        size: QuestionSize,
        /// How long it took.
        time: Duration,
    },
}

impl<'a> EngineReport<'a> {
    /// All engines that were asked.
    pub(super) fn all(answer: &'a Answer) -> Vec<EngineReport<'a>> {
        let mut found = answer.predicates.as_ref().map_or_else(Vec::new, EngineReport::of_predicates);
        let Shapes { states: configurations, locations, time, .. } = answer.shapes;
        let by_shapes = answer.by_shapes.clone();
        found.extend(by_shapes.map(|(verdict, reason)| EngineReport::Shapes {
            verdict,
            reason,
            configurations,
            locations,
            time,
        }));
        found.extend(answer.bounded.as_ref().map(EngineReport::of_bounded));
        found
    }

    /// The predicate abstraction and the concrete runs.
    fn of_predicates(found: &'a PredicateFindings) -> Vec<EngineReport<'a>> {
        let search = &found.search;
        let defects = search.runs.len() + search.undefined.len();
        vec![
            EngineReport::PredicateAbstraction {
                verdict: found.verdict,
                statistics: found.analysis.abstraction.statistics,
                states: found.states,
                hints: &found.hints,
                time: found.abstraction_time,
            },
            EngineReport::ConcreteRuns {
                verdict: if defects == 0 { Verdict::Unknown } else { Verdict::Violated },
                nodes: search.complete_nodes,
                cut_runs: search.cut_runs,
                defects,
                time: found.search_time,
            },
        ]
    }

    /// The bounded engine, and what it says.
    fn of_bounded(bounded: &Bounded) -> EngineReport<'a> {
        let Bounded { unwind, heap_nodes, objects, terms, targets, size, time, .. } = *bounded;
        let verdict = bounded.verdict().0;
        EngineReport::Bounded { verdict, unwind, heap_nodes, objects, terms, targets, size, time }
    }
}
