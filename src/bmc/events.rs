//! What may happen to runs, and what they choose, in the order in which a run meets it, each with its place.
//!
//! An error ends its run: the guard of the state excludes it from then on, so that every claim is about the first error of a run.

use std::borrow::Cow;

use crate::claim::{CallStack, RunChoice, RunCut, StackPosition, VerificationCondition, What};
use crate::state::State;
use crate::term::{TermId, Terms};
use base::Span;
use program::witness::ChoiceKind;
use program::{FaultKind, FunctionId, LocationId, UninitializedUse};

/// Where each of [`FaultKind::SILENT`] has happened: truths.
type SilentFaults = [TermId; FaultKind::SILENT.len()];

/// What may happen and what is chosen.
pub struct Events<'t> {
    terms: &'t Terms,
    claims: Vec<VerificationCondition>,
    choices: Vec<RunChoice>,
    /// What the command under way has met.
    silent: SilentFaults,
    /// Where control is.
    site: StackPosition,
    /// How often runs have ended, other than by a claim.
    ended: usize,
}

/// What had happened at some moment.
#[derive(Clone, Copy)]
pub struct EventsBefore {
    claims: usize,
    choices: usize,
    silent: SilentFaults,
}

impl<'t> Events<'t> {
    /// Nothing has happened yet.
    pub fn new(terms: &'t Terms) -> Self {
        let silent = [terms.truth(false); FaultKind::SILENT.len()];
        Events { terms, claims: Vec::new(), choices: Vec::new(), silent, site: StackPosition::default(), ended: 0 }
    }

    /// What may happen.
    pub fn claims(&self) -> &[VerificationCondition] {
        &self.claims
    }

    /// What runs choose.
    pub fn choices(&self) -> &[RunChoice] {
        &self.choices
    }

    /// How often runs have ended, other than by a claim.
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// Runs end, and nothing is claimed of them.
    pub fn end_runs(&mut self) {
        self.ended += 1;
    }

    /// The functions under way.
    pub fn calls(&self) -> &CallStack {
        &self.site.calls
    }

    /// Control is at a place in the text.
    pub fn at(&mut self, span: Span) {
        self.site.span = Some(span);
    }

    /// A function is entered at a location; gives the place of the call.
    pub fn enter(&mut self, function: FunctionId, entry: LocationId) -> Option<Span> {
        self.site.calls.push((function, entry));
        self.site.span
    }

    /// A function is left, to the place where it was called.
    pub fn come_back(&mut self, caller: Option<Span>) {
        self.site.calls.pop();
        self.site.span = caller;
    }

    /// Control leaves a location of the function that is under way.
    pub fn leave(&mut self, location: LocationId) {
        if let Some((_, at)) = self.site.calls.last_mut() {
            *at = location;
        }
    }

    /// Something happens under a condition, and runs go on.
    pub fn notice(&mut self, state: &State, condition: TermId, what: What) {
        let condition = self.terms.and(state.guard, condition);
        if !self.terms.is_false(condition) {
            self.claims.push(VerificationCondition { what, condition, site: self.site.clone() });
        }
    }

    /// Something happens under a condition: those runs end here.
    pub fn ends(&mut self, state: &mut State, condition: TermId, what: What) {
        let happens = self.terms.and(state.guard, condition);
        if self.terms.is_false(happens) {
            return;
        }
        self.claims.push(VerificationCondition { what, condition: happens, site: self.site.clone() });
        state.guard = self.terms.and(state.guard, self.terms.not(condition));
    }

    /// An error under a condition.
    pub fn fault(
        &mut self,
        state: &mut State,
        condition: TermId,
        kind: FaultKind,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.ends(state, condition, What::Fault(kind, message.into()));
    }

    /// A value that was never written is used, under a condition.
    pub fn uninitialized(
        &mut self,
        state: &mut State,
        condition: TermId,
        usage: UninitializedUse,
        message: &'static str,
    ) {
        self.ends(state, condition, What::Uninitialized(usage, message));
    }

    /// Something that is not followed, under a condition.
    pub fn unsupported(&mut self, state: &mut State, condition: TermId, what: impl Into<Cow<'static, str>>) {
        self.ends(state, condition, What::Cut(RunCut::Unsupported(what.into())));
    }

    /// No run that is here is followed further.
    pub fn cut(&mut self, state: &mut State, cut: RunCut) {
        self.ends(state, self.terms.truth(true), What::Cut(cut));
    }

    /// Something that is not followed, for all runs that are here.
    pub fn give_up(&mut self, state: &mut State, what: impl Into<Cow<'static, str>>) {
        self.cut(state, RunCut::Unsupported(what.into()));
    }

    /// A choice of a run.
    pub fn choose(&mut self, state: &State, kind: ChoiceKind, width: u32) -> TermId {
        self.choose_under(state.guard, kind, width)
    }

    /// A choice of the runs under a condition.
    pub fn choose_under(&mut self, guard: TermId, kind: ChoiceKind, width: u32) -> TermId {
        let value = self.terms.variable(width);
        self.record_choice(guard, kind, value);
        value
    }

    /// The runs under a condition choose a value that is known here.
    pub fn record_choice(&mut self, guard: TermId, kind: ChoiceKind, value: TermId) {
        self.choices.push(RunChoice { guard, kind, value, span: self.site.span });
    }

    /// Whether an allocation fails, where it may.
    pub fn fails(&mut self, state: &State, may_fail: bool) -> TermId {
        match may_fail {
            true => self.choose(state, ChoiceKind::Failure, 1),
            false => self.terms.truth(false),
        }
    }

    /// Something is undefined under a condition, and ends no run: it is told when the command is done.
    pub fn note_silent(&mut self, state: &State, condition: TermId, kind: FaultKind) {
        let known = FaultKind::SILENT.iter().zip(&mut self.silent).find(|((silent, _), _)| *silent == kind);
        let Some((_, happened)) = known else { return };
        *happened = self.terms.or(*happened, self.terms.and(state.guard, condition));
    }

    /// A command is done. What was undefined in it, and ends no run, counts only where nothing else does.
    pub fn tell_silent(&mut self, state: &State) {
        for (index, (kind, message)) in FaultKind::SILENT.into_iter().enumerate() {
            let happened = std::mem::replace(&mut self.silent[index], self.terms.truth(false));
            self.notice(state, happened, What::Fault(kind, message.into()));
        }
    }

    /// What has happened so far.
    pub fn so_far(&self) -> EventsBefore {
        EventsBefore { claims: self.claims.len(), choices: self.choices.len(), silent: self.silent }
    }

    /// Nothing has happened since a moment: what was claimed, and what was chosen.
    pub fn take_back(&mut self, before: EventsBefore) -> (Vec<VerificationCondition>, Vec<RunChoice>) {
        self.silent = before.silent;
        (self.claims.split_off(before.claims), self.choices.split_off(before.choices))
    }
}
