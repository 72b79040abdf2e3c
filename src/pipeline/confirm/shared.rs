//! The search on small heaps for one input, made on first use and shared by all who need it.
//!
//! It has two parts. The first one tries the smallest heaps, on which nearly all errors show; it is always made. The
//! second one continues with larger heaps, up to all bounds; it is not needed for what is already proved or broken.

use std::sync::OnceLock;

use crate::confirm::{SearchBounds, SearchResult, StartingPoint, with_searcher};
use crate::limits::{FIRST_NODES, FIRST_STEPS};
use crate::prepare::Prepared;
use base::{Budget, SourceMap};

pub struct Shared<'p> {
    prepared: &'p Prepared,
    sources: &'p SourceMap,
    bounds: SearchBounds,
    budget: &'p Budget,
    first: OnceLock<FirstPart>,
    all: OnceLock<SearchResult>,
}

/// The result of the first part, and where the second one resumes if there is more to try.
struct FirstPart {
    found: SearchResult,
    next: Option<StartingPoint>,
}

impl<'p> Shared<'p> {
    /// Creates a search without starting it.
    pub fn new(prepared: &'p Prepared, sources: &'p SourceMap, bounds: SearchBounds, budget: &'p Budget) -> Shared<'p> {
        Shared { prepared, sources, bounds, budget, first: OnceLock::new(), all: OnceLock::new() }
    }

    pub(crate) fn prepared(&self) -> &'p Prepared {
        self.prepared
    }

    /// Returns the result of the first part; blocks while another thread computes it.
    pub fn first(&self) -> &SearchResult {
        &self.first_part().found
    }

    /// Returns the result of both parts; blocks while another thread computes it.
    pub fn search(&self) -> &SearchResult {
        self.all.get_or_init(|| {
            let FirstPart { found, next } = self.first_part();
            let Some(next) = next else { return found.clone() };
            let known = SearchResult { cut_runs: next.cut_runs, ..found.clone() };
            self.from(next.clone(), self.bounds, known).found
        })
    }

    fn first_part(&self) -> &FirstPart {
        self.first.get_or_init(|| {
            let bounds = SearchBounds {
                nodes: self.bounds.nodes.min(FIRST_NODES),
                total_steps: self.bounds.total_steps.min(FIRST_STEPS),
                ..self.bounds
            };
            let start = StartingPoint { nodes: 1, inputs: None, steps: 0, cut_runs: 0 };
            let first = self.from(start, bounds, SearchResult::default());
            let is_all = bounds == self.bounds;
            FirstPart { next: first.next.filter(|_| !is_all), ..first }
        })
    }

    fn from(&self, start: StartingPoint, bounds: SearchBounds, known: SearchResult) -> FirstPart {
        let mut next = None;
        let found = with_searcher(self.prepared, self.sources, bounds, known, self.budget, |searcher| {
            next = searcher.all_sizes(start);
        });
        FirstPart { found, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::{Input, prepare};

    /// There are so many trees of two or three nodes that the first part ends before it has tried them all.
    const SUBJECT: &str = "typedef struct tree { int key; struct tree *left, *right; } Tree;
        int deepest(Tree *t, Tree *u) {
            while (t && t->left) { if (t->key == 2 && u && u->key == 1 && u->left == t) return t->left->left->key; t = t->left; }
            while (u && u->right) { u = u->right; }
            return 0;
        }";

    #[test]
    fn the_second_part_goes_on_where_the_first_one_ended() {
        let mut sources = SourceMap::new();
        let program = sources.add("subject.c", SUBJECT);
        let input = Input::of(program);
        let (prepared, _) = prepare(&mut sources, input);
        let (prepared, budget) = (prepared.unwrap(), Budget::unlimited());
        let mut cut_within_a_size = 0;
        for total_steps in [FIRST_STEPS + 1, FIRST_STEPS + 777, 3 * FIRST_STEPS] {
            let bounds = SearchBounds { nodes: 4, steps: 40, total_steps, ..SearchBounds::default() };
            let shared = Shared::new(&prepared, &sources, bounds, &budget);
            let start = StartingPoint { nodes: 1, inputs: None, steps: 0, cut_runs: 0 };
            let at_once = shared.from(start, bounds, SearchResult::default());
            assert_eq!(shared.search(), &at_once.found);
            let first = shared.first_part().next.as_ref().unwrap();
            assert!(first.steps <= FIRST_STEPS);
            cut_within_a_size += usize::from(first.inputs.is_some());
        }
        assert_eq!(cut_within_a_size, 3);
    }
}
