//! The work of each engine, as every format shows it.

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

/// The work of one engine. The verdict is that of this engine alone.
#[derive(Clone, Debug)]
pub enum EngineReport<'a> {
    PredicateAbstraction {
        /// The verdict together with the concrete runs.
        verdict: Verdict,
        statistics: Statistics,
        /// Number of reachable states of the boolean program; `None` if not all were visited.
        states: Option<usize>,
        hints: &'a HintCheck,
        time: Duration,
    },
    /// They can refute properties, but never prove them.
    ConcreteRuns {
        verdict: Verdict,
        /// Size of the largest heaps that were tested exhaustively, in nodes.
        nodes: Option<usize>,
        /// Number of runs that reached the limit on steps.
        cut_runs: usize,
        /// Number of runs that violate something.
        defects: usize,
        time: Duration,
    },
    Shapes {
        verdict: Verdict,
        /// The reason for "unknown", if other engines answer as well.
        reason: Option<OpenReason>,
        /// Number of configurations.
        configurations: usize,
        /// Number of locations with configurations.
        locations: usize,
        time: Duration,
    },
    Bounded {
        verdict: Verdict,
        /// The bound on iterations of each loop, and on the recursion depth of a function.
        unwind: u32,
        /// Nodes of each type in the entry state of a procedure; `None` if runs start with `main`.
        heap_nodes: Option<u32>,
        /// Number of objects, over all runs.
        objects: usize,
        /// Number of terms.
        terms: usize,
        /// Number of targets that had to be queried individually.
        targets: usize,
        /// Size of the queries to the solver.
        size: QuestionSize,
        time: Duration,
    },
}

impl<'a> EngineReport<'a> {
    /// Returns the reports of all engines that took part.
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

    /// Returns the reports of the predicate abstraction and the concrete runs.
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

    fn of_bounded(bounded: &Bounded) -> EngineReport<'a> {
        let Bounded { unwind, heap_nodes, objects, terms, targets, size, time, .. } = *bounded;
        let verdict = bounded.verdict().0;
        EngineReport::Bounded { verdict, unwind, heap_nodes, objects, terms, targets, size, time }
    }
}
