//! The evidence reported for a run that has an error, for all engines.

use std::collections::BTreeMap;

use crate::draw;
use crate::notes::{Annotator, RunEnding};
use crate::picture::{Album, Photographer};
use crate::trace::{concrete_steps, is_shown};
use base::SourceMap;
use engine::evidence::{Replay, RunCourse, RunInput};
use program::interp::{HeapCounts, State};
use program::witness::RunRequest;
use spec::{Question, Specification};

/// A run that has an error.
pub(super) struct MadeRun<'r> {
    /// The state that it starts in; `None` if it starts at `main`.
    pub(super) start: Option<&'r State>,
    /// The inputs of the run, in order.
    pub(super) inputs: Vec<RunInput>,
    /// The choices and inputs that it requested, in order.
    pub(super) requests: &'r [RunRequest],
    /// The heap blocks allocated and freed so far, after each step.
    pub(super) heap: &'r [HeapCounts],
    pub(super) ending: RunEnding<'r>,
}

/// Repeats a run. Calls its argument with the number of steps made and the state: first for the start state.
pub(super) type Retrace<'r> = &'r mut dyn FnMut(&mut dyn FnMut(usize, &State));

/// Returns the run as reports show it; with pictures, if it can be repeated.
pub(super) fn replay(
    (question, sources): (Question<'_>, &SourceMap),
    run: MadeRun<'_>,
    retrace: Option<Retrace<'_>>,
) -> Replay {
    let (program, none) = (question.program, Specification::default());
    let specification = question.specification.unwrap_or(&none);
    let MadeRun { start, inputs, requests, heap, ending } = run;
    let steps = concrete_steps(program, sources, ending.steps.iter().copied().zip(heap.iter().copied()));
    let mut pictures = BTreeMap::new();
    if let Some(retrace) = retrace {
        // Number of shown steps after each step.
        let mut shown = vec![0];
        for step in ending.steps {
            shown.push(shown.last().copied().unwrap_or(0) + usize::from(is_shown(program, *step)));
        }
        let mut album = Album::new(Photographer::new(program, specification), &steps);
        retrace(&mut |made, state| album.see(shown.get(made).copied().unwrap_or(0), state));
        pictures = album.into_pictures();
    }
    let annotator = Annotator { program, sources };
    Replay {
        fault: ending.fault.and_then(|fault| Some((fault.kind, annotator.message(ending)?))),
        leak: ending.loss.map(|loss| loss.leaked(program, ending)),
        inputs,
        start: start.cloned().map(Box::new),
        heap: start.map(|start| draw::state(program, specification, start)),
        steps,
        pictures,
        notes: annotator.notes(ending),
        course: Some(RunCourse { steps: ending.steps.to_vec(), requests: requests.to_vec() }),
    }
}
