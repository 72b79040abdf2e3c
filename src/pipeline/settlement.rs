//! Settles the suspicions of the shape analysis. A suspicion is confirmed if the bounded engine has a run with the
//! error, and refuted if the bounded engine followed every run that reaches the place and found no error there.

use std::collections::BTreeSet;

use crate::bounded::Bounded;
use crate::shapes::Shapes;
use base::Span;
use bmc::{Coverage, VerificationTarget};
use engine::evidence::Alarm;
use program::{FaultClass, FaultKind, Program};

/// Returns true if the bounded engine checks everything that the shape analysis checks.
pub(super) fn looks_for_all(settings: &smg::Settings) -> bool {
    !settings.checks_alignment && settings.error_labels.is_empty()
}

/// What the bounded engine knows about suspicions.
pub(super) struct Settlement<'b> {
    bounded: &'b Bounded,
    coverage: Coverage,
    /// True if it checks everything that the shape analysis checks.
    looks_for_all: bool,
    /// True if it followed every run.
    knows_all_runs: bool,
}

impl<'b> Settlement<'b> {
    pub(super) fn of(bounded: &'b Bounded, program: &Program, settings: &smg::Settings) -> Self {
        let looks_for_all = looks_for_all(settings);
        Settlement {
            bounded,
            coverage: Coverage::of(program, bounded.unfollowed.as_ref()),
            looks_for_all,
            knows_all_runs: looks_for_all && bounded.uncovered().is_none(),
        }
    }

    /// Returns a run that has the error.
    fn shown(&self, alarm: &Alarm) -> Option<&'b Alarm> {
        self.bounded.findings.iter().find(|found| found.certain() && found.is_same(alarm))
    }

    /// Returns true if every run that reaches the place is known, and none has the error.
    fn refutes(&self, alarm: &Alarm) -> bool {
        match alarm.kind {
            // The step that leaks a block is known only once a run has ended.
            FaultKind::MemoryLeak => self.knows_all_runs && self.bounded.findings.is_empty(),
            kind => {
                let is_followed = self.coverage.has(alarm.span) || self.bounded.clean.contains(&alarm.span);
                self.looks_for_all && is_looked_for(kind) && alarm.claim.is_none() && is_followed
            }
        }
    }

    /// Returns the unsettled suspicions, to be queried one by one. Leaks are skipped: they are not bound to one place.
    pub(super) fn open_targets(&self, shapes: &Shapes) -> Vec<VerificationTarget> {
        let is_open = |alarm: &&Alarm| !alarm.certain() && self.shown(alarm).is_none() && !self.refutes(alarm);
        let open = shapes.findings.iter().filter(is_open);
        let places: BTreeSet<Span> =
            open.filter(|alarm| alarm.claim.is_none() && is_looked_for(alarm.kind)).map(|alarm| alarm.span).collect();
        places
            .into_iter()
            .map(|place| VerificationTarget { commands: [place].into(), ..VerificationTarget::default() })
            .collect()
    }
}

/// Settles suspicions: confirms those that a run shows, and removes those that the bounded engine refutes.
pub(super) fn settle(shapes: &mut Shapes, program: &Program, settings: &smg::Settings, bounded: &Bounded) {
    let settlement = Settlement::of(bounded, program, settings);
    for alarm in std::mem::take(&mut shapes.findings) {
        match settlement.shown(&alarm) {
            _ if alarm.certain() => shapes.findings.push(alarm),
            Some(run) => shapes.findings.push(Alarm { is_warning: alarm.is_warning, ..run.clone() }),
            None if settlement.refutes(&alarm) => {}
            None => shapes.findings.push(alarm),
        }
    }
    for found in bounded.findings.iter().filter(|found| found.certain()) {
        if !shapes.findings.iter().any(|alarm| alarm.is_same(found)) {
            shapes.findings.push(Alarm { is_warning: settings.is_warning(found.kind), ..found.clone() });
        }
    }
    if settlement.knows_all_runs && !bounded.hides_errors() {
        shapes.gap = None;
    }
}

/// Returns true if the bounded engine checks for errors of a kind as the shape analysis does.
fn is_looked_for(kind: FaultKind) -> bool {
    match kind.class() {
        FaultClass::Memory | FaultClass::Assertion => true,
        FaultClass::UndefinedBehaviour => {
            matches!(kind, FaultKind::UndefinedValue | FaultKind::BeyondArray | FaultKind::ConstantWritten)
        }
        FaultClass::Leak | FaultClass::Specification | FaultClass::Nothing => false,
    }
}
