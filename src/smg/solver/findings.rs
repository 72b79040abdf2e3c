//! The errors that an analysis has found.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::fault::{Fault, MentionedPointer, Subject};
use crate::plot::named::NamedConfiguration;
use crate::solver::engine::Picture;
use base::Span;
use program::library::Effect;
use program::{Callee, Command, EdgeId, FaultClass, FaultKind, FunctionId, Program};
use spec::SpecifiedProperty;

/// Returns true if this engine looks for errors of a kind; others, such as overflow, are left to the interpreter.
pub fn looks_for(kind: FaultKind) -> bool {
    match kind.class() {
        FaultClass::Memory | FaultClass::Leak | FaultClass::Assertion | FaultClass::Specification => true,
        // It checks no arithmetic, and of `const` objects it recognises only globals.
        FaultClass::UndefinedBehaviour => matches!(kind, FaultKind::UndefinedValue | FaultKind::BeyondArray),
        FaultClass::Nothing => false,
    }
}

/// The identity of an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    pub kind: FaultKind,
    pub span: Span,
    /// The violated claim of the specification, if the error is one.
    pub claim: Option<SpecifiedProperty>,
}

#[derive(Debug)]
pub struct Finding {
    pub kind: FaultKind,
    /// The violated claim of the specification, if the error is one.
    pub claim: Option<SpecifiedProperty>,
    /// A phrase without a final full stop. The details in `subject` are appended to it.
    pub message: String,
    /// The pointer and the block that it is about.
    pub subject: Subject,
    /// True if some run has it, as far as the analysis knows. Otherwise it may be a false alarm.
    pub certain: bool,
    /// True if `certain` does not depend on the values that conditions assumed for numbers: two conditions may exclude
    /// each other unnoticed.
    pub confirmed: bool,
    /// True if it was found only after another certain error, after which a run guarantees nothing.
    pub after_error: bool,
    pub span: Span,
    pub function: FunctionId,
    pub evidence: Evidence,
}

/// A step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub function: FunctionId,
    pub edge: EdgeId,
}

/// The path to an error, and its memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The path to it, in order.
    pub steps: Vec<TraceStep>,
    /// The memory after each step, if requested and the path is not too long; `None` where it was not kept.
    pub after: Vec<Option<NamedConfiguration>>,
    /// The configuration in which it happens, if requested.
    pub picture: Option<Picture>,
    /// The same with names, if requested.
    pub named: Option<NamedConfiguration>,
}

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub span: Span,
    /// The claim of the specification that the error is about.
    pub claim: Option<SpecifiedProperty>,
    pub function: FunctionId,
}

impl Finding {
    pub fn site(&self) -> Site {
        Site { kind: self.kind, span: self.span, claim: self.claim }
    }

    /// Returns the whole message, with a description of the block in parentheses, such as `allocated at list.c:12`.
    pub fn sentence(&self, block: Option<String>) -> String {
        let pointer = match &self.subject.pointer {
            MentionedPointer::Named(name) => format!(" `{name}`"),
            MentionedPointer::None | MentionedPointer::Unnamed => String::new(),
        };
        let block = block.map_or_else(String::new, |known| format!(" ({known})"));
        let message = format!("{}{pointer}", self.message);
        // The message ends with a colon only if a name follows.
        format!("{}{block}{}", message.trim_end_matches(':'), self.subject.rest)
    }

    /// Returns a description of the block: where it was allocated and freed. `place` formats places.
    pub fn block(&self, program: &Program, place: impl Fn(Span) -> String) -> Option<String> {
        let allocated = self.allocated(program).map(|span| format!("allocated at {}", place(span)));
        let freed = self.freed(program).map(|span| format!("freed at {}", place(span)));
        let known: Vec<String> = allocated.into_iter().chain(freed).collect();
        (!known.is_empty()).then(|| known.join(", "))
    }

    /// Returns the place where the block was allocated, if the path passes it.
    pub fn allocated(&self, program: &Program) -> Option<Span> {
        let allocated = self.subject.allocated?;
        let is_there = |step: &TraceStep| span_of(program, step) == Some(allocated);
        self.evidence.steps.iter().any(is_there).then_some(allocated)
    }

    /// Returns the place where the block was freed, for uses after free; `None` unless the path frees exactly once
    /// before.
    pub fn freed(&self, program: &Program) -> Option<Span> {
        if !matches!(self.kind, FaultKind::UseAfterFree | FaultKind::DoubleFree) {
            return None;
        }
        // Memory that no command has allocated, such as a stream, is not freed by one either.
        self.subject.allocated?;
        let (_, before) = self.evidence.steps.split_last()?;
        let mut frees = before.iter().filter(|step| {
            let edge = program.flowchart(step.function).map(|flowchart| flowchart.edge(step.edge));
            edge.is_some_and(|edge| may_free(&edge.command))
        });
        let first = frees.next()?;
        if frees.next().is_none() { span_of(program, first) } else { None }
    }
}

/// Returns true if a command may free a block itself; an indirect call may call `free`, and a function without a body
/// may free what it gets.
fn may_free(command: &Command) -> bool {
    match command {
        Command::Free(_) | Command::Call { callee: Callee::Indirect(_) | Callee::Declared(_), .. } => true,
        Command::Library { function, .. } => {
            function.entry().effects.iter().any(|effect| matches!(effect, Effect::Frees(_)))
        }
        _ => false,
    }
}

fn span_of(program: &Program, step: &TraceStep) -> Option<Span> {
    program.flowchart(step.function).map(|flowchart| flowchart.edge(step.edge).span)
}

/// The certainty of an error, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sureness {
    /// It was found only after another certain error, after which a run guarantees nothing.
    AfterError,
    /// Perhaps no run has it.
    Possible,
    /// Some run has it if the numbers that conditions depend on can have the assumed values.
    Certain,
    /// Some run has it.
    Confirmed,
}

/// Errors, one for each site.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    known: BTreeMap<Site, usize>,
}

impl Findings {
    /// Adds an error. It replaces a known one at the same site if it is more certain. Evidence is collected only for
    /// errors that are kept.
    pub fn add(&mut self, fault: &Fault, sure: Sureness, place: Place, evidence: impl FnOnce() -> Evidence) {
        let Place { span, claim, function } = place;
        let (kind, message, subject) = (fault.kind, fault.message.clone(), fault.subject.clone());
        let certain = sure >= Sureness::Certain;
        let confirmed = sure == Sureness::Confirmed;
        let after_error = sure == Sureness::AfterError;
        let mut finding = Finding {
            kind,
            claim,
            message,
            subject,
            certain,
            confirmed,
            after_error,
            span,
            function,
            evidence: Evidence::default(),
        };
        let site = finding.site();
        let sureness = |finding: &Finding| (finding.certain, finding.confirmed, !finding.after_error);
        match self.known.get(&site).and_then(|index| self.list.get_mut(*index)) {
            Some(known) if sureness(&finding) > sureness(known) => {
                finding.evidence = evidence();
                *known = finding;
            }
            Some(_) => {}
            None => {
                finding.evidence = evidence();
                self.known.insert(site, self.list.len());
                self.list.push(finding);
            }
        }
    }

    /// Returns true if certain errors are known at all of these sites.
    pub fn are_certain(&self, places: &BTreeSet<Site>) -> bool {
        let found = |place| self.known.get(place).and_then(|index| self.list.get(*index));
        places.iter().all(|place| found(place).is_some_and(|finding| finding.certain))
    }

    /// Returns the errors, in the order in which they were found.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    pub fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
