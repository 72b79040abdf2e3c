//! The order in which candidates are checked. A start that breaks a property rules out all candidates that admit it, so
//! the next one is the shortest that excludes all known starts. For functions of a library, where no start is known or
//! an answer was open, the strongest candidates are checked, and what proves something is weakened, part by part.

use std::collections::BTreeSet;

use crate::answer::VerificationTask;
use crate::preconditions::parts::Parts;
use crate::preconditions::{CheckedProperty, check};
use crate::property::{Precondition, PropertyVerdict};
use engine::evidence::{Alarm, Broken, ConcreteRun};
use engine::verdict::Verdict;
use program::FaultKind;
use program::interp::State;
use program::start::Start;
use reason::OpenReason;

/// A search for preconditions of properties.
pub struct Search<'s> {
    parts: &'s Parts<'s>,
    wanted: Vec<WantedPrecondition>,
    /// The candidates that were checked, as indices of parts.
    tried: Vec<Vec<usize>>,
    /// Maximum number of checks.
    checks: usize,
    /// True if the strongest candidates are checked, too, and weakened.
    is_exhaustive: bool,
    /// The last candidate under which something was open, with the reason.
    open: Option<(Precondition, OpenReason)>,
}

/// A property for which a precondition is wanted.
struct WantedPrecondition {
    /// Index into the properties.
    index: usize,
    /// The starts of runs that break it.
    starts: Vec<State>,
    /// True if a check of a candidate gave neither a proof nor a start.
    was_open: bool,
    /// The parts under which it is proved.
    proved_by: Option<Vec<usize>>,
    /// What breaks it, and no part excludes.
    natural: Vec<Breach>,
    /// What breaks it under the strongest candidates.
    strongest: Vec<Breach>,
}

/// What breaks a property: an error that the shape analysis found, or a run.
#[derive(Clone, Debug)]
pub enum Breach {
    Alarm(Box<Alarm>),
    Run(Box<ConcreteRun>),
}

impl Breach {
    pub fn start(&self) -> Option<&State> {
        match self {
            Breach::Alarm(alarm) => alarm.confirmed.as_ref().ok()?.start.as_deref(),
            Breach::Run(run) => Some(&run.start),
        }
    }

    /// Returns true if an assertion of the specification fails.
    pub fn is_of_specification(&self) -> bool {
        match self {
            Breach::Alarm(alarm) => alarm.kind == FaultKind::Shape,
            Breach::Run(run) => matches!(run.broken, Broken::Statement(_)),
        }
    }

    /// Returns what breaks a property: its run, or else the error.
    fn first(property: &PropertyVerdict) -> Option<Breach> {
        Breach::all(property, &[]).into_iter().next()
    }

    /// Returns all that is known to break a property.
    fn all(property: &PropertyVerdict, errors: &[Alarm]) -> Vec<Breach> {
        let of_alarm = |alarm: &Alarm| Breach::Alarm(Box::new(alarm.clone()));
        let certain = property.alarm.iter().filter(|alarm| alarm.certain());
        let alarms = certain.chain(errors).map(of_alarm);
        property.run.iter().map(|run| Breach::Run(Box::new(run.clone()))).chain(alarms).collect()
    }
}

impl WantedPrecondition {
    /// Takes over what is known to break the property.
    fn note(&mut self, breaches: Vec<Breach>, parts: &Parts<'_>) {
        for breach in breaches {
            let Some(start) = breach.start() else { continue };
            if parts.exclude(start) { self.starts.push(start.clone()) } else { self.natural.push(breach) }
        }
    }

    fn is_open(&self) -> bool {
        self.proved_by.is_none() && self.natural.is_empty()
    }
}

impl<'s> Search<'s> {
    /// Creates a search for the properties that `is_wanted` selects.
    pub fn of_properties(
        properties: &[PropertyVerdict],
        parts: &'s Parts<'s>,
        checks: usize,
        is_wanted: impl Fn(&PropertyVerdict) -> bool,
    ) -> Search<'s> {
        let first = |property: &PropertyVerdict| Breach::first(property).into_iter().collect();
        let wanted = properties.iter().enumerate().filter(|(_, property)| is_wanted(property));
        let wanted = wanted.map(|(index, property)| (index, first(property)));
        Search::new(wanted.collect(), parts, checks, false)
    }

    /// Creates a search for a whole function. It also checks the strongest candidates, and weakens those that prove
    /// something.
    pub fn of_function(properties: &[PropertyVerdict], parts: &'s Parts<'s>, checks: usize) -> Search<'s> {
        let open = properties.iter().enumerate().filter(|(_, property)| property.verdict != Verdict::Verified);
        let wanted = open.map(|(index, property)| (index, Breach::all(property, &[])));
        Search::new(wanted.collect(), parts, checks, true)
    }

    /// `wanted`: indices of properties, each with what breaks it.
    fn new(wanted: Vec<(usize, Vec<Breach>)>, parts: &'s Parts<'s>, checks: usize, is_exhaustive: bool) -> Search<'s> {
        let wanted = wanted.into_iter().map(|(index, breaches)| {
            let mut wanted = WantedPrecondition {
                index,
                starts: Vec::new(),
                was_open: false,
                proved_by: None,
                natural: Vec::new(),
                strongest: Vec::new(),
            };
            wanted.note(breaches, parts);
            wanted
        });
        Search { parts, wanted: wanted.collect(), tried: Vec::new(), checks, is_exhaustive, open: None }
    }

    /// Searches, and adds the preconditions to the properties.
    pub fn run(&mut self, properties: &mut [PropertyVerdict], task: VerificationTask<'_>) {
        let question = task.subject.question();
        if self.checks == 0 || Start::of(question.program, question.entry).is_whole() {
            return;
        }
        let budget = &task.budget.doing("preconditions");
        let task = VerificationTask { budget, ..task };
        while self.may_go_on(task) {
            let Some(chosen) = self.wanted.iter().find_map(|property| self.next(property)) else { break };
            self.try_out(chosen, properties, task);
        }
        if self.is_exhaustive {
            self.weaken(properties, task);
        }
    }

    fn may_go_on(&self, task: VerificationTask<'_>) -> bool {
        self.tried.len() < self.checks && task.budget.check().is_ok()
    }

    /// Returns the next candidate for a property.
    fn next(&self, property: &WantedPrecondition) -> Option<Vec<usize>> {
        if !property.is_open() {
            return None;
        }
        if !self.is_exhaustive {
            return self.parts.first(&property.starts, &self.tried);
        }
        let is_untried = |candidate: &Vec<usize>| !candidate.is_empty() && !self.tried.contains(candidate);
        let by_starts = || self.parts.simplest(&property.starts, &self.tried);
        let has_starts = !property.starts.is_empty() && !property.was_open;
        has_starts.then(by_starts).flatten().or_else(|| self.parts.strong().find(is_untried))
    }

    /// Checks a candidate, and notes what it proves, and what breaks properties although it holds.
    fn try_out(&mut self, chosen: Vec<usize>, properties: &mut [PropertyVerdict], task: VerificationTask<'_>) {
        let answers = self.answers(&chosen, properties, task);
        tracing::debug!(candidate = ?self.parts.conditions(&chosen), "checked");
        let precondition = self.parts.precondition(&chosen);
        for property in self.wanted.iter_mut().filter(|property| property.is_open()) {
            let known = &mut properties[property.index];
            match answers.iter().find(|answer| answer.is_about(known)) {
                Some(answer) if answer.is_proved() => {
                    // One that was chosen for another property may be longer than it need be; it is weakened later, or
                    // shorter ones are checked.
                    let is_final =
                        self.is_exhaustive || self.parts.first(&property.starts, &self.tried).as_ref() == Some(&chosen);
                    if is_final || known.holds_if.is_none() {
                        known.holds_if = Some(precondition.clone());
                    }
                    property.proved_by = is_final.then(|| chosen.clone());
                }
                Some(answer) => {
                    let breaches = match self.is_exhaustive {
                        true => Breach::all(&answer.known, &answer.errors),
                        false => Breach::first(&answer.known).into_iter().collect(),
                    };
                    if breaches.iter().all(|breach| breach.start().is_none()) {
                        property.was_open = true;
                        let reason = answer.known.reason.clone();
                        self.open = reason.map(|reason| (precondition.clone(), reason)).or(self.open.take());
                    }
                    if self.parts.is_strongest(&chosen) {
                        let has_start = breaches.iter().filter(|breach| breach.start().is_some());
                        property.strongest.extend(has_start.cloned());
                    }
                    property.note(breaches, self.parts);
                }
                None => property.was_open = true,
            }
        }
        self.tried.push(chosen);
    }

    /// Returns the answers on the open properties under a candidate. What is found then is no error of the program.
    fn answers(
        &self,
        chosen: &[usize],
        properties: &[PropertyVerdict],
        task: VerificationTask<'_>,
    ) -> Vec<CheckedProperty> {
        let Some(assumption) = self.parts.assumption(task.subject.question(), chosen) else { return Vec::new() };
        let asked: Vec<&PropertyVerdict> =
            self.wanted.iter().filter_map(|wanted| properties.get(wanted.index)).collect();
        check(VerificationTask { budget: &task.budget.aside(), ..task }, assumption, &asked)
    }

    /// Drops parts from candidates that prove something, one by one, the last one first, as long as the proof holds.
    fn weaken(&mut self, properties: &mut [PropertyVerdict], task: VerificationTask<'_>) {
        for index in 0..self.wanted.len() {
            let Some(mut parts) = self.wanted[index].proved_by.clone() else { continue };
            let about = self.wanted[index].index;
            for part in parts.clone().into_iter().rev() {
                let weaker: Vec<usize> = parts.iter().copied().filter(|other| *other != part).collect();
                if weaker.is_empty() || self.tried.contains(&weaker) || !self.may_go_on(task) {
                    continue;
                }
                let answers = self.answers(&weaker, properties, task);
                let known = &properties[about];
                if answers.iter().any(|answer| answer.is_about(known) && answer.is_proved()) {
                    parts.clone_from(&weaker);
                }
                self.tried.push(weaker);
            }
            properties[about].holds_if = Some(self.parts.precondition(&parts));
            self.wanted[index].proved_by = Some(parts);
        }
    }

    /// Returns the last candidate under which something was open, with the reason.
    pub fn open(self) -> Option<(Precondition, OpenReason)> {
        self.open
    }

    /// Returns what breaks properties, and no part excludes, or else under the strongest candidates.
    pub fn natural(&self) -> impl Iterator<Item = &Breach> {
        let unproved = self.wanted.iter().filter(|property| property.proved_by.is_none());
        unproved.flat_map(|property| property.natural.iter().chain(&property.strongest))
    }

    /// Returns the conjunction of all preconditions; `None` unless each property has one.
    pub fn together(&self) -> Option<Vec<usize>> {
        let parts: Option<Vec<&Vec<usize>>> = self.wanted.iter().map(|property| property.proved_by.as_ref()).collect();
        let parts: BTreeSet<usize> = parts?.into_iter().flatten().copied().collect();
        (!parts.is_empty()).then(|| parts.into_iter().collect())
    }
}
