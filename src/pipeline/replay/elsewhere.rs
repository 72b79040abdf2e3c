//! Leaks that runs have at another place than the suspected one. Each is an error of its own, and the suspicion
//! remains.

use crate::replay::Replayer;
use crate::replay::choices::Otherwise;
use crate::replay::follow::{Attempt, Manner, Runner};
use crate::replay::goal::{GoalPlace, LeakMet};
use base::{SourcePosition, Span};
use engine::evidence::Replay;
use program::{FaultKind, FunctionId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeakElsewhere {
    pub span: Span,
    pub position: SourcePosition,
    /// The function that contains the place.
    pub function: FunctionId,
    /// One sentence without a final full stop.
    pub message: String,
    pub run: Replay,
}

impl Replayer<'_> {
    /// Returns a leak of the run that came furthest, continued off the path. Takes at most a quarter of the steps.
    pub(super) fn lost_elsewhere(
        &self,
        runner: &mut Runner<'_>,
        furthest: &Attempt,
        limit: u64,
    ) -> Option<LeakElsewhere> {
        if runner.goal.kind != FaultKind::MemoryLeak {
            return None;
        }
        let wished = furthest.choices.iter().map(|choice| choice.taken).collect();
        let place = std::mem::replace(&mut runner.goal.place, GoalPlace::Anywhere);
        let steps = std::mem::replace(&mut runner.steps, limit / 4);
        let found = runner.begin(wished, Otherwise::First, Manner::Freely, limit / 4);
        let leak = self.leak_of(runner, &found);
        (runner.goal.place, runner.steps) = (place, steps);
        leak
    }

    fn leak_of(&self, runner: &mut Runner<'_>, found: &Attempt) -> Option<LeakElsewhere> {
        found.end.as_ref().ok()?;
        let LeakMet::Lost(lost) = found.last.as_ref()?.leak.clone()? else { return None };
        let when = if lost.loss.is_at_end { "when the program ends" } else { "here" };
        Some(LeakElsewhere {
            span: lost.loss.span,
            position: self.sources.position(lost.loss.span),
            function: lost.loss.function,
            message: format!("memory leak: the last pointer to the block is lost {when}"),
            run: self.evidence(runner, found, lost.loss.span)?,
        })
    }
}
