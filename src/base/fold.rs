//! Folds traces, so that repeated parts are written once: `a b c b c b c d` is `a (b c) × 3 d`. Every step is counted,
//! and none is lost.

use std::collections::BTreeSet;

/// Steps of the longest trace that is folded, as folding takes time for every step.
const LONGEST_TRACE: usize = 250_000;
/// Steps of the longest loop body that is recognised.
const LONGEST_LOOP: usize = 64;
/// Minimum number of iterations that are folded: two are easier to compare than to unfold.
const FEWEST_ITERATIONS: usize = 3;
/// Maximum nesting of recognised loops.
const DEEPEST_LOOP: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fold {
    /// One step, by its index.
    Step(usize),
    /// Repeated steps.
    Loop {
        first: usize,
        /// Number of iterations.
        times: usize,
        body: Vec<Fold>,
        /// Number of steps of all iterations.
        steps: usize,
    },
}

impl Fold {
    /// The index of the first step.
    pub fn first(&self) -> usize {
        match self {
            Fold::Step(index) => *index,
            Fold::Loop { first, .. } => *first,
        }
    }

    /// The number of steps, including all iterations of loops.
    pub fn steps(&self) -> usize {
        match self {
            Fold::Step(_) => 1,
            Fold::Loop { steps, .. } => *steps,
        }
    }
}

/// A part, and a number that it shares with all equal parts.
struct Item {
    fold: Fold,
    class: usize,
}

/// Folds a trace; steps are equal if their keys are. A very long trace is not folded.
pub fn fold<K: Eq + std::hash::Hash>(keys: impl IntoIterator<Item = K>) -> Vec<Fold> {
    let keys: Vec<K> = keys.into_iter().collect();
    if keys.len() > LONGEST_TRACE {
        return (0..keys.len()).map(Fold::Step).collect();
    }
    let mut classes = indexmap::IndexSet::new();
    let mut items: Vec<Item> = keys
        .into_iter()
        .enumerate()
        .map(|(index, key)| Item { fold: Fold::Step(index), class: classes.insert_full(key).0 })
        .collect();
    // Loops have their own numbers: two are equal if their bodies and numbers of iterations are.
    let mut loops = indexmap::IndexSet::new();
    let mut class_of = |body, times| classes.len() + loops.insert_full((body, times)).0;
    // If an inner loop has the same number of iterations each time, the outer loop repeats as a whole, and the inner loop
    // is folded inside its body. Further passes find outer loops that repeat only once inner loops are folded.
    for _ in 0..DEEPEST_LOOP {
        let before = items.len();
        items = folded(items, DEEPEST_LOOP, &mut class_of);
        if items.len() == before {
            break;
        }
    }
    items.into_iter().map(|item| item.fold).collect()
}

/// A repetition that starts at some place.
#[derive(Clone, Copy, Default)]
struct Repetition {
    period: usize,
    times: usize,
}

/// Folds once: at each place the repetition that covers most, the shortest of those.
fn folded(items: Vec<Item>, depth: usize, class_of: &mut impl FnMut(Vec<usize>, usize) -> usize) -> Vec<Item> {
    if depth == 0 {
        return items;
    }
    let best = repetitions(&items.iter().map(|item| item.class).collect::<Vec<_>>());
    let mut out = Vec::new();
    let (mut items, mut at) = (items.into_iter(), 0);
    while let Some(Repetition { period, times }) = best.get(at).copied() {
        if times < FEWEST_ITERATIONS {
            out.extend(items.next());
            at += 1;
            continue;
        }
        let body: Vec<Item> = items.by_ref().take(period).collect();
        let behind: usize = items.by_ref().take(period * (times - 1)).map(|item| item.fold.steps()).sum();
        let class = class_of(body.iter().map(|item| item.class).collect(), times);
        let body: Vec<Fold> = folded(body, depth - 1, class_of).into_iter().map(|item| item.fold).collect();
        let first = body.first().map_or(0, Fold::first);
        let steps = behind + body.iter().map(Fold::steps).sum::<usize>();
        out.push(Item { fold: Fold::Loop { first, times, body, steps }, class });
        at += period * times;
    }
    out
}

/// Returns for each place the repetition that starts there and covers most, the shortest of those.
fn repetitions(classes: &[usize]) -> Vec<Repetition> {
    let mut best = vec![Repetition::default(); classes.len()];
    for period in 1..=LONGEST_LOOP.min(classes.len() / 2) {
        // Number of classes from this place on that equal those one period later.
        let mut agreeing = 0;
        for (at, known) in best.iter_mut().enumerate().take(classes.len() - period).rev() {
            agreeing = if classes.get(at) == classes.get(at + period) { agreeing + 1 } else { 0 };
            let times = agreeing / period + 1;
            if times >= FEWEST_ITERATIONS && period * times > known.period * known.times {
                *known = Repetition { period, times };
            }
        }
    }
    best
}

/// Returns the step counts at which a reader of a folded trace looks: before and after each printed step, and after
/// each loop.
pub fn moments(folds: &[Fold]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Fold> = folds.iter().collect();
    while let Some(fold) = open.pop() {
        found.extend([fold.first(), fold.first() + fold.steps()]);
        if let Fold::Loop { body, .. } = fold {
            open.extend(body);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(folds: &[Fold], text: &str) -> String {
        let part = |fold: &Fold| match fold {
            Fold::Step(index) => text[*index..=*index].to_string(),
            Fold::Loop { times, body, .. } => format!("({})x{times}", shown(body, text)),
        };
        folds.iter().map(part).collect()
    }

    fn folded(text: &str) -> String {
        let folds = fold(text.chars());
        assert_eq!(folds.iter().map(Fold::steps).sum::<usize>(), text.len(), "a step was lost");
        shown(&folds, text)
    }

    #[test]
    fn repeated_parts_are_written_once() {
        assert_eq!(folded("abcbcbcd"), "a(bc)x3d");
        assert_eq!(folded("aaaa"), "(a)x4");
        assert_eq!(folded("abab"), "abab");
        assert_eq!(folded(""), "");
        assert_eq!(folded("abababa"), "(ab)x3a");
    }

    #[test]
    fn loops_in_loops_are_folded() {
        let inner = "xyxyxy";
        assert_eq!(folded(&format!("a{}z", format!("{inner}b").repeat(4))), "a((xy)x3b)x4z");
        // Loops with different numbers of iterations are different.
        assert_eq!(folded("xxxbxxxxb"), "(x)x3b(x)x4b");
    }

    #[test]
    fn a_reader_looks_at_what_is_written() {
        let found = moments(&fold("abcbcbcd".chars()));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 7, 8]);
    }

    #[test]
    fn long_traces_take_no_time() {
        let text = "abcdefghij".repeat(20_000);
        assert_eq!(folded(&text), "(abcdefghij)x20000");
    }
}
