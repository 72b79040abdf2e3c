//! The trace of a defect as text: inputs and steps, with loops folded.

use std::fmt::Write;
use std::ops::Range;

use crate::limits::{SHOWN_INPUTS, STATE_LINES, STATEMENT_WIDTH, TRACE_LINES};
use base::fold::{Fold, fold};
use engine::evidence::{ConcreteStep, RunInput};
use program::interp::HeapCounts;

/// How much of a trace is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceLength {
    /// As much as fits on a screen.
    Short,
    Whole,
}

/// A line of a folded trace.
struct TraceLine {
    /// Nesting depth of loops.
    depth: usize,
    text: String,
    /// Number of steps that it represents: a step of a folded loop represents one for each iteration.
    steps: usize,
}

/// Writes the steps of a defect.
pub fn steps(out: &mut String, steps: &[ConcreteStep], length: TraceLength) {
    let steps: Vec<ConcreteStep> = steps.iter().filter(|step| !step.is_idle).cloned().collect();
    let mut lines = Vec::new();
    let folds = fold(steps.iter().map(|step| (&step.position, &step.text)));
    folds.iter().for_each(|part| add(&mut lines, &steps, part, 0, 1));
    let hidden = hidden(lines.len(), TRACE_LINES, length);
    out.push_str("  steps:\n");
    for (index, line) in lines.iter().enumerate() {
        let indent = 4 + 2 * line.depth;
        if index == hidden.start && !hidden.is_empty() {
            let left_out: usize = lines.iter().take(hidden.end).skip(hidden.start).map(|line| line.steps).sum();
            let _ = writeln!(out, "    ... {left_out} steps (-v shows all)");
        }
        if !hidden.contains(&index) {
            let _ = writeln!(out, "{:indent$}{}", "", line.text);
        }
    }
}

fn add(lines: &mut Vec<TraceLine>, steps: &[ConcreteStep], part: &Fold, depth: usize, times: usize) {
    match part {
        Fold::Step(index) => {
            let Some(step) = steps.get(*index) else { return };
            let text: String = step.text.chars().take(STATEMENT_WIDTH).collect();
            lines.push(TraceLine { depth, text: format!("{}: {text}", step.position), steps: times });
        }
        Fold::Loop { times: iterations, body, .. } => {
            let each = each_iteration(part, steps).map_or_else(String::new, |does| format!(", each {does}"));
            lines.push(TraceLine { depth, text: format!("× {iterations}{each}:"), steps: 0 });
            body.iter().for_each(|part| add(lines, steps, part, depth + 1, times * iterations));
        }
    }
}

/// Returns the effect of each iteration of a folded loop on the heap, if it is the same for all: `frees one block`.
pub fn each_iteration(part: &Fold, steps: &[ConcreteStep]) -> Option<String> {
    let Fold::Loop { first, times, steps: count, .. } = part else { return None };
    let length = count.checked_div(*times)?;
    let mut iterations = steps.get(*first..first + count)?.chunks(length.max(1)).map(|iteration| {
        iteration.iter().fold(HeapCounts::default(), |sum, step| HeapCounts {
            allocated: sum.allocated + step.heap.allocated,
            freed: sum.freed + step.heap.freed,
        })
    });
    let each = iterations.next()?;
    if each == HeapCounts::default() || iterations.any(|other| other != each) {
        return None;
    }
    let does = |verb: &str, count: usize| match count {
        0 => None,
        1 => Some(format!("{verb} one block")),
        count => Some(format!("{verb} {count} blocks")),
    };
    let parts = [does("allocates", each.allocated), does("frees", each.freed)];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" and "))
}

/// Writes the initial state and the inputs of a run.
pub fn inputs(out: &mut String, state: Option<&str>, inputs: &[RunInput], length: TraceLength) {
    if state.is_none() && inputs.is_empty() {
        return;
    }
    out.push_str("  input:\n");
    state.into_iter().for_each(|state| drawn(out, state, length));
    let hidden = hidden(inputs.len(), SHOWN_INPUTS, length);
    for (index, input) in inputs.iter().enumerate() {
        if index == hidden.start && !hidden.is_empty() {
            let _ = writeln!(out, "    ... {} inputs", hidden.len());
        }
        if !hidden.contains(&index) {
            let _ = writeln!(out, "    {}: {} = {}", input.position, input.text, input.value);
        }
    }
}

/// Writes a drawn state.
pub fn drawn(out: &mut String, state: &str, length: TraceLength) {
    let hidden = hidden(state.lines().count(), STATE_LINES / 2, length);
    for (index, line) in state.lines().enumerate() {
        if index == hidden.start && !hidden.is_empty() {
            let _ = writeln!(out, "    ... {} lines", hidden.len());
        }
        if !hidden.contains(&index) {
            let _ = writeln!(out, "    {line}");
        }
    }
}

/// Returns the range of lines to omit if `ends` lines are shown at each end.
fn hidden(count: usize, ends: usize, length: TraceLength) -> Range<usize> {
    // A line that says that one line is omitted would save nothing.
    match length {
        TraceLength::Short if count > 2 * ends + 1 => ends..count - ends,
        TraceLength::Short | TraceLength::Whole => 0..0,
    }
}

#[cfg(test)]
mod tests {
    use super::{TraceLength, steps};
    use base::SourcePosition;
    use engine::evidence::ConcreteStep;
    use program::interp::HeapCounts;

    fn step(line: u32, freed: usize) -> ConcreteStep {
        let position = SourcePosition { file: "a.c".into(), line, column: 1 };
        ConcreteStep {
            position,
            text: format!("s{line}"),
            heap: HeapCounts { allocated: 0, freed },
            is_idle: false,
            is_branch: false,
        }
    }

    fn shown(trace: &[ConcreteStep], length: TraceLength) -> String {
        let mut out = String::new();
        steps(&mut out, trace, length);
        out
    }

    #[test]
    fn loops_say_what_each_iteration_does() {
        let same: Vec<_> = (0..100).flat_map(|_| [step(1, 0), step(2, 1)]).collect();
        assert_eq!(
            shown(&same, TraceLength::Short),
            "  steps:\n    × 100, each frees one block:\n      a.c:1:1: s1\n      a.c:2:1: s2\n"
        );
        // The last free is one of NULL.
        let other: Vec<_> = (0..100).flat_map(|turn| [step(1, 0), step(2, usize::from(turn < 99))]).collect();
        assert!(shown(&other, TraceLength::Short).contains("    × 100:\n"));
    }

    #[test]
    fn long_traces_are_cut_and_no_step_is_uncounted() {
        let long: Vec<_> = (0..100).map(|line| step(line, 0)).collect();
        let short = shown(&long, TraceLength::Short);
        assert_eq!(short.lines().count(), 26);
        assert!(short.contains("    ... 76 steps (-v shows all)\n"), "{short}");
        assert_eq!(shown(&long, TraceLength::Whole).lines().count(), 101);
    }
}
