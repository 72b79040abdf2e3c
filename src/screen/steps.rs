//! The run or path that is stepped through. It is complete: stepping needs no session.

use std::collections::BTreeMap;

use base::SourcePosition;
use explore::Answer;
use explore::answer::{ExampleView, RunMoment, TraceView};

/// A run or path, and the current position.
#[derive(Clone, Debug)]
pub(super) struct StepsView {
    way: StepsOf,
    /// Number of steps made.
    pub(super) at: usize,
}

#[derive(Clone, Debug)]
enum StepsOf {
    Run(ExampleView),
    Model(TraceView),
}

impl StepsView {
    /// Starts at the beginning of an answer to `example` or `trace`; `None` for other answers.
    pub(super) fn of(answer: &Answer) -> Option<StepsView> {
        let way = match answer {
            Answer::Example(view) => StepsOf::Run(view.clone()),
            Answer::Trace(view) => StepsOf::Model(view.clone()),
            _ => return None,
        };
        Some(StepsView { way, at: 0 })
    }

    /// Returns the number of steps.
    pub(super) fn length(&self) -> usize {
        match &self.way {
            StepsOf::Run(view) => view.moments.len().saturating_sub(1),
            StepsOf::Model(view) => view.trace.steps.len(),
        }
    }

    pub(super) fn title(&self) -> String {
        match &self.way {
            StepsOf::Run(view) if view.unconfirmed.is_none() => format!("Run that breaks {}", view.id),
            StepsOf::Run(view) => format!("Way to a suspected error of {}, which no run confirms", view.id),
            StepsOf::Model(view) if view.confirmed => format!("Path to {} in the model", view.id),
            StepsOf::Model(view) => format!("Path to {} in the model, which no run confirms", view.id),
        }
    }

    /// Returns the name of the location after `at` steps; `None` at the start of a path.
    pub(super) fn location(&self, at: usize) -> Option<&str> {
        match &self.way {
            StepsOf::Run(view) => view.moments.get(at).map(|moment| moment.location.as_str()),
            StepsOf::Model(view) => {
                at.checked_sub(1).and_then(|last| view.trace.steps.get(last)).map(|step| step.location.as_str())
            }
        }
    }

    /// Returns the C text and position of the last of `at` steps.
    pub(super) fn text(&self, at: usize) -> Option<(&str, &SourcePosition)> {
        match &self.way {
            StepsOf::Run(view) => {
                let step = view.moments.get(at)?.step.as_ref()?;
                Some((&step.text, &step.position))
            }
            StepsOf::Model(view) => {
                let step = view.trace.steps.get(at.checked_sub(1)?)?;
                Some((&step.text, &step.position))
            }
        }
    }

    /// Returns a remark on the end of a run, or of the path to a suspected error.
    pub(super) fn end(&self) -> &'static str {
        match &self.way {
            StepsOf::Run(view) => view.end(),
            StepsOf::Model(_) => "",
        }
    }

    /// Returns the current moment of a concrete run.
    pub(super) fn moment(&self) -> Option<&RunMoment> {
        match &self.way {
            StepsOf::Run(view) => view.moments.get(self.at),
            StepsOf::Model(_) => None,
        }
    }

    /// Predicates with their values here, each with a flag that is true if the last step has changed it.
    pub(super) fn values(&self) -> BTreeMap<&str, (bool, bool)> {
        match &self.way {
            StepsOf::Run(view) => {
                let Some(moment) = view.moments.get(self.at) else { return BTreeMap::new() };
                let is_changed = |name: &str| moment.changes.iter().any(|(changed, _)| changed == name);
                moment.values.iter().map(|(name, value)| (name.as_str(), (*value, is_changed(name)))).collect()
            }
            StepsOf::Model(view) => {
                let past = view.trace.steps.iter().take(self.at);
                let last = self.at.checked_sub(1);
                let mut known: BTreeMap<&str, (bool, bool)> =
                    view.trace.initial.iter().map(|(name, value)| (name.as_str(), (*value, self.at == 0))).collect();
                for (index, step) in past.enumerate() {
                    let changes = step.changes.iter();
                    known.extend(changes.map(|(name, value)| (name.as_str(), (*value, Some(index) == last))));
                }
                known
            }
        }
    }

    /// Returns further remarks: nondeterministic choices, or that the steps repeat.
    pub(super) fn remark(&self) -> Option<String> {
        let StepsOf::Model(view) = &self.way else { return None };
        let last = self.at.checked_sub(1)?;
        if view.trace.loop_start == Some(last) {
            return Some("from here on the steps repeat forever".into());
        }
        let choices = &view.trace.steps.get(last)?.choices;
        (!choices.is_empty()).then(|| format!("open choices: {}", choices.join(", ")))
    }
}
