//! The report on a function of a library. What no caller can prevent is an error; what a precondition excludes is none;
//! what else depends on the caller is open.

use crate::{Defect, DefectEvidence, Report, add_new};
use engine::evidence::{Alarm, Broken};
use engine::verdict::Verdict;
use pipeline::requirements::{Breach, Requirement};
use program::FaultKind;
use program::analysis::Effects;
use reason::assumption::Granted;
use reason::{OpenReason, Unreplayed};
use spec::Question;

impl<'a> Report<'a> {
    /// Returns the report under the assumption that the callers of the function meet what it requires.
    #[must_use]
    pub fn of_library(self, requirement: &'a Requirement) -> Report<'a> {
        let is_broken = self.verdict == Verdict::Violated;
        let report = Report { requirement: Some(requirement), ..self };
        match requirement {
            Requirement::Nothing => report,
            Requirement::Precondition(precondition) => {
                let mut granted = report.granted;
                if precondition.speaks_of_arrays && !granted.contains(&Granted::InputArrays) {
                    granted.push(Granted::InputArrays);
                    granted.sort();
                }
                Report { verdict: Verdict::Verified, reason: None, findings: Vec::new(), granted, ..report }
            }
            Requirement::Broken(breaches) => {
                Report { verdict: Verdict::Violated, reason: None, findings: of_breaches(breaches), ..report }
            }
            Requirement::BrokenForSome(breaches) | Requirement::Unstated(breaches) => {
                report.depending_on_caller(of_breaches(breaches))
            }
            Requirement::Open(Some((_, reason))) if is_broken => {
                Report { verdict: Verdict::Unknown, reason: Some(reason.clone()), findings: Vec::new(), ..report }
            }
            Requirement::Open(_) if is_broken => {
                let findings = report.findings.clone();
                report.depending_on_caller(findings)
            }
            Requirement::Open(_) => report,
        }
    }

    /// Returns the report with what the function may do with the memory of its callers.
    #[must_use]
    pub fn with_effects(self, question: Question<'_>) -> Report<'a> {
        Report { effects: Effects::of(question.program, question.entry), ..self }
    }

    fn depending_on_caller(self, findings: Vec<Defect<'a>>) -> Report<'a> {
        let findings: Vec<Defect<'a>> =
            findings.into_iter().map(|finding| Defect { depends_on_caller: true, ..finding }).collect();
        let reason = findings.first().map(|first| OpenReason::Suspected {
            position: first.position().clone(),
            kind: first.fault_kind(),
            why: Unreplayed::DependsOnCaller,
        });
        Report { verdict: Verdict::Unknown, reason: reason.or(self.reason), findings, ..self }
    }

    /// Returns what a table says about the function beside its verdict.
    pub fn remark(&self) -> Option<String> {
        let first = || self.errors_first().next();
        match (self.requirement?, self.verdict) {
            (Requirement::Precondition(precondition), _) => Some(format!("if {}", precondition.condition())),
            (Requirement::Open(Some((precondition, _))), Verdict::Unknown) => {
                let reason = self.reason.as_ref()?;
                Some(format!("if {}: {reason}", precondition.condition()))
            }
            (_, Verdict::Violated) => first().map(|error| format!("{}: {}", error.position(), error.message)),
            (_, Verdict::Unknown) => match first().filter(|found| found.depends_on_caller) {
                Some(found) => {
                    let whose = match self.requirement {
                        Some(Requirement::BrokenForSome(_)) => "broken for some callers",
                        _ => "depends on its caller",
                    };
                    Some(format!("{whose}: {}: {}", found.position(), found.message))
                }
                None => self.reason.as_ref().map(ToString::to_string),
            },
            (_, Verdict::Verified) => None,
        }
    }
}

impl<'a> Defect<'a> {
    fn of_breach(breach: &'a Breach) -> Defect<'a> {
        match breach {
            Breach::Alarm(alarm) => Defect::of_alarm(alarm),
            Breach::Run(run) => Defect::of_run_that_breaks(run, &[]),
        }
    }

    fn fault_kind(&self) -> FaultKind {
        match self.evidence {
            DefectEvidence::Alarm(Alarm { kind, .. }) => *kind,
            DefectEvidence::Run(run) => match run.broken {
                Broken::Fault(kind, _) => kind,
                Broken::Statement(_) => FaultKind::Shape,
            },
        }
    }
}

fn of_breaches(breaches: &[Breach]) -> Vec<Defect<'_>> {
    let mut found = Vec::new();
    add_new(&mut found, breaches.iter().map(Defect::of_breach));
    found
}
