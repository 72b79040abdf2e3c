//! The search for a run: hill climbing that varies one choice at a time and keeps what brings a run further along the
//! path.

use crate::limits::FREE_RUNS;
use crate::replay::choices::Otherwise;
use crate::replay::follow::{Attempt, CountingLoops, Halt, Manner, Runner};
use program::interp::{Random, Value};
use program::{Command, Expr, ExprNode};

impl<'q> Runner<'q> {
    /// Returns a run that meets the error, or the one that came furthest: along the path, then beside it, then
    /// anywhere.
    pub(super) fn search(&mut self, limit: u64) -> Attempt {
        let mut best = self.climb(Manner::Exactly, limit / 4, limit / 4);
        for manner in [Manner::Longer, Manner::Shorter] {
            if is_decided(&best) {
                return best;
            }
            // No manner uses up the steps of the others.
            let most = self.steps / 3;
            best = better(best, self.climb(manner, most, limit / 10));
        }
        if is_decided(&best) { best } else { self.free_runs(best, limit) }
    }

    /// Returns an attempt that meets the error by skipping iterations of loops that count to a large bound. It is no
    /// run of the program: the skipped iterations may matter.
    pub(super) fn search_skipping_iterations(&mut self, limit: u64, counting: &'q CountingLoops) -> Attempt {
        self.counting = Some(counting);
        self.steps = limit;
        let mut best = self.climb(Manner::Exactly, limit / 2, limit / 2);
        for manner in [Manner::Longer, Manner::Shorter] {
            if is_decided(&best) {
                break;
            }
            best = better(best, self.climb(manner, limit / 4, limit / 10));
        }
        self.counting = None;
        best
    }

    /// Makes runs with arbitrary choices, off the path.
    fn free_runs(&mut self, best: Attempt, limit: u64) -> Attempt {
        for seed in 1..=FREE_RUNS {
            // Most errors occur early, some late.
            let most = if seed % 8 == 0 { limit / 20 } else { limit / 400 };
            let found = self.begin(Vec::new(), Otherwise::Any(Random::new(seed)), Manner::Freely, most.max(200));
            if is_decided(&found) {
                return found;
            }
        }
        best
    }

    /// Varies a run as long as it comes further along the path. Takes at most `most` steps in all, and `most_of_run` in
    /// one run.
    fn climb(&mut self, manner: Manner, most: u64, most_of_run: u64) -> Attempt {
        let floor = self.steps.saturating_sub(most);
        let mut best = self.begin(Vec::new(), Otherwise::First, manner, most_of_run);
        while !is_decided(&best) && self.steps > floor {
            self.learn(&best);
            match self.improved(&best, manner, floor, most_of_run) {
                Some(better) => best = better,
                None => break,
            }
        }
        best
    }

    /// Returns the run with one choice changed that brings it further.
    fn improved(&mut self, best: &Attempt, manner: Manner, floor: u64, most_of_run: u64) -> Option<Attempt> {
        let count = best.choices.len();
        let pivot = (best.progress() + 1).min(count);
        let order = (0..pivot).rev().chain(pivot..count);
        // The first few alternatives are tried at every choice before the others.
        for (first, last) in [(0, 3), (3, usize::MAX)] {
            for index in order.clone() {
                let Some(choice) = best.choices.get(index) else { continue };
                for taken in (first..choice.count.min(last)).filter(|taken| *taken != choice.taken) {
                    if self.steps <= floor {
                        return None;
                    }
                    let found = self.vary(best, index, taken, manner, most_of_run);
                    if is_decided(&found) || found.score() > best.score() {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Where a run left the path at a condition, an input may have to be one of the numbers compared there.
    fn learn(&mut self, best: &Attempt) {
        let Some(last) = &best.last else { return };
        let Some(flowchart) = last.state.function().and_then(|function| self.goal.program.flowchart(function)) else {
            return;
        };
        let step = self.path.get(last.matched).filter(|step| Some(step.function) == last.state.function());
        let Some(Command::Assume { condition, .. }) = step.map(|step| &flowchart.edge(step.edge).command) else {
            return;
        };
        let mut parts: Vec<&Expr> = Vec::new();
        condition.visit(&mut |part| parts.push(part));
        for part in parts.into_iter().filter(|part| !matches!(part.node, ExprNode::Integer(_))) {
            if let Ok(Value::Integer(number)) = last.state.evaluate(part, self.goal.program) {
                self.numbers.learn(number);
            }
        }
    }
}

/// Returns true if there is nothing left to search for.
fn is_decided(attempt: &Attempt) -> bool {
    matches!(attempt.end, Ok(()) | Err(Halt::Exhausted(_)))
}

fn better(best: Attempt, other: Attempt) -> Attempt {
    if is_decided(&other) || other.score() > best.score() { other } else { best }
}
