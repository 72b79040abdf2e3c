//! The recorder of verification conditions and choices, in the order in which a run meets them, each with its position.
//!
//! An error ends its run: the guard of the state excludes it from then on, so that every condition is about the first
//! error of a run.

use std::borrow::Cow;

use crate::claim::{CallStack, RunChoice, RunCut, StackPosition, VerificationCondition, What};
use crate::state::State;
use crate::term::{TermId, Terms};
use base::Span;
use program::witness::ChoiceKind;
use program::{FaultKind, FunctionId, LocationId, UninitializedUse};

/// The condition under which each of [`FaultKind::SILENT`] has happened: 1-bit terms.
type SilentFaults = [TermId; FaultKind::SILENT.len()];

/// The verification conditions and choices recorded so far.
pub struct Events<'t> {
    terms: &'t Terms,
    claims: Vec<VerificationCondition>,
    /// Number of claims when the limits were last checked, and were kept.
    checked: usize,
    /// Number of claims that count. Those behind them are made of meaningless values.
    counting: usize,
    choices: Vec<RunChoice>,
    /// The silent faults of the current command.
    silent: SilentFaults,
    site: StackPosition,
    /// Number of times that runs have ended without a verification condition.
    ended: usize,
}

/// A snapshot of the recorder.
#[derive(Clone, Copy)]
pub struct EventsBefore {
    claims: usize,
    choices: usize,
    silent: SilentFaults,
}

impl<'t> Events<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        let silent = [terms.truth(false); FaultKind::SILENT.len()];
        Events {
            terms,
            claims: Vec::new(),
            checked: 0,
            counting: usize::MAX,
            choices: Vec::new(),
            silent,
            site: StackPosition::default(),
            ended: 0,
        }
    }

    pub fn claims(&self) -> &[VerificationCondition] {
        &self.claims[..self.counting.min(self.claims.len())]
    }

    /// Records that the limits were checked, and whether all values so far have a meaning. If not, the claims since the
    /// last check do not count.
    pub fn checked(&mut self, have_meaning: bool) {
        if have_meaning {
            self.checked = self.claims.len();
        } else {
            self.counting = self.counting.min(self.checked);
        }
    }

    pub fn choices(&self) -> &[RunChoice] {
        &self.choices
    }

    /// Returns the number of times that runs have ended without a verification condition.
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// Records that runs end without a verification condition.
    pub fn end_runs(&mut self) {
        self.ended += 1;
    }

    /// Returns the call stack.
    pub fn calls(&self) -> &CallStack {
        &self.site.calls
    }

    /// Moves control to a place in the source.
    pub fn at(&mut self, span: Span) {
        self.site.span = Some(span);
    }

    /// Enters a function at a location; returns the position of the call.
    pub fn enter(&mut self, function: FunctionId, entry: LocationId) -> Option<Span> {
        self.site.calls.push((function, entry));
        self.site.span
    }

    /// Leaves a function, back to the position where it was called.
    pub fn come_back(&mut self, caller: Option<Span>) {
        self.site.calls.pop();
        self.site.span = caller;
    }

    /// Records that control leaves a location of the innermost function.
    pub fn leave(&mut self, location: LocationId) {
        if let Some((_, at)) = self.site.calls.last_mut() {
            *at = location;
        }
    }

    /// Records an event under a condition; the runs go on.
    pub fn notice(&mut self, state: &State, condition: TermId, what: What) {
        let condition = self.terms.and(state.guard, condition);
        if !self.terms.is_false(condition) {
            self.claims.push(VerificationCondition { what, condition, site: self.site.clone() });
        }
    }

    /// Records an event under a condition; the runs that satisfy it end here.
    pub fn ends(&mut self, state: &mut State, condition: TermId, what: What) {
        let happens = self.terms.and(state.guard, condition);
        if self.terms.is_false(happens) {
            return;
        }
        self.claims.push(VerificationCondition { what, condition: happens, site: self.site.clone() });
        state.guard = self.terms.and(state.guard, self.terms.not(condition));
    }

    /// Records an error under a condition; its runs end.
    pub fn fault(
        &mut self,
        state: &mut State,
        condition: TermId,
        kind: FaultKind,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.ends(state, condition, What::Fault(kind, message.into()));
    }

    /// Records the use of an uninitialized value under a condition; its runs end.
    pub fn uninitialized(
        &mut self,
        state: &mut State,
        condition: TermId,
        usage: UninitializedUse,
        message: &'static str,
    ) {
        self.ends(state, condition, What::Uninitialized(usage, message));
    }

    /// Records that something is not modelled, under a condition; its runs end.
    pub fn unsupported(&mut self, state: &mut State, condition: TermId, what: impl Into<Cow<'static, str>>) {
        self.ends(state, condition, What::Cut(RunCut::Unsupported(what.into())));
    }

    /// Ends all runs of a state with a cut.
    pub fn cut(&mut self, state: &mut State, cut: RunCut) {
        self.ends(state, self.terms.truth(true), What::Cut(cut));
    }

    /// Ends all runs of a state at something that is not modelled.
    pub fn give_up(&mut self, state: &mut State, what: impl Into<Cow<'static, str>>) {
        self.cut(state, RunCut::Unsupported(what.into()));
    }

    /// Adds a choice of the runs of a state and returns its value.
    pub fn choose(&mut self, state: &State, kind: ChoiceKind, width: u32) -> TermId {
        self.choose_under(state.guard, kind, width)
    }

    /// Adds a choice of the runs under a condition and returns its value.
    pub fn choose_under(&mut self, guard: TermId, kind: ChoiceKind, width: u32) -> TermId {
        let value = self.terms.variable(width);
        self.record_choice(guard, kind, value);
        value
    }

    /// Records that the runs under a condition choose `value`.
    pub fn record_choice(&mut self, guard: TermId, kind: ChoiceKind, value: TermId) {
        self.choices.push(RunChoice { guard, kind, value, span: self.site.span });
    }

    /// Returns the condition under which an allocation fails: a choice of the run if it may fail.
    pub fn fails(&mut self, state: &State, may_fail: bool) -> TermId {
        match may_fail {
            true => self.choose(state, ChoiceKind::Failure, 1),
            false => self.terms.truth(false),
        }
    }

    /// Records a silent fault under a condition. It ends no run and is reported at the end of the command.
    pub fn note_silent(&mut self, state: &State, condition: TermId, kind: FaultKind) {
        let known = FaultKind::SILENT.iter().zip(&mut self.silent).find(|((silent, _), _)| *silent == kind);
        let Some((_, happened)) = known else { return };
        *happened = self.terms.or(*happened, self.terms.and(state.guard, condition));
    }

    /// Reports the silent faults of a finished command. They count only in runs in which no other error happened.
    pub fn tell_silent(&mut self, state: &State) {
        for (index, (kind, message)) in FaultKind::SILENT.into_iter().enumerate() {
            let happened = std::mem::replace(&mut self.silent[index], self.terms.truth(false));
            self.notice(state, happened, What::Fault(kind, message.into()));
        }
    }

    /// Takes a snapshot for [`Events::take_back`].
    pub fn so_far(&self) -> EventsBefore {
        EventsBefore { claims: self.claims.len(), choices: self.choices.len(), silent: self.silent }
    }

    /// Undoes everything since a snapshot; returns the removed verification conditions and choices.
    pub fn take_back(&mut self, before: EventsBefore) -> (Vec<VerificationCondition>, Vec<RunChoice>) {
        self.silent = before.silent;
        self.checked = self.checked.min(before.claims);
        (self.claims.split_off(before.claims), self.choices.split_off(before.choices))
    }
}
