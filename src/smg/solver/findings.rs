//! The errors that an analysis has found.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::fault::{Fault, MentionedPointer, Subject};
use crate::plot::named::NamedConfiguration;
use crate::solver::engine::Picture;
use base::Span;
use program::library::Effect;
use program::{Callee, Command, EdgeId, FaultClass, FaultKind, FunctionId, Program};
use spec::SpecifiedProperty;

/// Whether this engine looks for errors of a kind: others, such as overflow, are the interpreter's.
pub fn looks_for(kind: FaultKind) -> bool {
    match kind.class() {
        FaultClass::Memory | FaultClass::Leak | FaultClass::Assertion | FaultClass::Specification => true,
        // It knows of `const` globals only, and nothing of arithmetic.
        FaultClass::UndefinedBehaviour => matches!(kind, FaultKind::UndefinedValue | FaultKind::BeyondArray),
        FaultClass::Nothing => false,
    }
}

/// What errors are distinguished by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    /// What kind.
    pub kind: FaultKind,
    /// Where in the text.
    pub span: Span,
    /// Which claim of the specification does not hold, if the error is that.
    pub claim: Option<SpecifiedProperty>,
}

/// An error.
#[derive(Debug)]
pub struct Finding {
    /// What kind.
    pub kind: FaultKind,
    /// Which claim of the specification does not hold, if the error is that.
    pub claim: Option<SpecifiedProperty>,
    /// A phrase without a final full stop. What `subject` knows comes behind it.
    pub message: String,
    /// The pointer and the block that it is about.
    pub subject: Subject,
    /// Whether some run has it, as far as the analysis knows. Otherwise it may be that it knew too little.
    pub certain: bool,
    /// Whether that does not rest on numbers being what conditions took them for: two conditions may exclude each other
    /// without the analysis noticing.
    pub confirmed: bool,
    /// Whether it was met only where another error has happened for certain, after which a run promises nothing.
    pub after_error: bool,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: FunctionId,
    /// How it comes about.
    pub evidence: Evidence,
}

/// A step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// In which function.
    pub function: FunctionId,
    /// Over which edge.
    pub edge: EdgeId,
}

/// How an error comes about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The steps to it, the first one first.
    pub steps: Vec<TraceStep>,
    /// What memory looks like after each of them, if that was asked for and there are not too many; `None` where it was not kept.
    pub after: Vec<Option<NamedConfiguration>>,
    /// The configuration in which it happens, if that was asked for.
    pub picture: Option<Picture>,
    /// The same with names, if that was asked for.
    pub named: Option<NamedConfiguration>,
}

/// Where an error is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where in the text.
    pub span: Span,
    /// Which claim of the specification it is about.
    pub claim: Option<SpecifiedProperty>,
    /// In which function.
    pub function: FunctionId,
}

impl Finding {
    /// What it is distinguished from others by.
    pub fn site(&self) -> Site {
        Site { kind: self.kind, span: self.span, claim: self.claim }
    }

    /// The whole sentence, with what is known of the block in parentheses, as `allocated at list.c:12`.
    pub fn sentence(&self, block: Option<String>) -> String {
        let pointer = match &self.subject.pointer {
            MentionedPointer::Named(name) => format!(" `{name}`"),
            MentionedPointer::None | MentionedPointer::Unnamed => String::new(),
        };
        let block = block.map_or_else(String::new, |known| format!(" ({known})"));
        let message = format!("{}{pointer}", self.message);
        // Without a name nothing follows a colon.
        format!("{}{block}{}", message.trim_end_matches(':'), self.subject.rest)
    }

    /// What is known of the block that it is about: where it was allocated and freed, as `place` writes places.
    pub fn block(&self, program: &Program, place: impl Fn(Span) -> String) -> Option<String> {
        let allocated = self.allocated(program).map(|span| format!("allocated at {}", place(span)));
        let freed = self.freed(program).map(|span| format!("freed at {}", place(span)));
        let known: Vec<String> = allocated.into_iter().chain(freed).collect();
        (!known.is_empty()).then(|| known.join(", "))
    }

    /// Where the block was allocated that it is about, if the way to the error passes that place.
    pub fn allocated(&self, program: &Program) -> Option<Span> {
        let allocated = self.subject.allocated?;
        let is_there = |step: &TraceStep| span_of(program, step) == Some(allocated);
        self.evidence.steps.iter().any(is_there).then_some(allocated)
    }

    /// Where the block was freed that is used afterwards, if the way to the error frees only once.
    pub fn freed(&self, program: &Program) -> Option<Span> {
        if !matches!(self.kind, FaultKind::UseAfterFree | FaultKind::DoubleFree) {
            return None;
        }
        // What was never allocated by a command, such as a stream, is not freed by one either.
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

/// Whether a command frees a block itself; a call through a pointer may be one of `free`.
fn may_free(command: &Command) -> bool {
    match command {
        Command::Free(_) | Command::Call { callee: Callee::Indirect(_), .. } => true,
        Command::Library { function, .. } => {
            function.entry().effects.iter().any(|effect| matches!(effect, Effect::Frees(_)))
        }
        _ => false,
    }
}

fn span_of(program: &Program, step: &TraceStep) -> Option<Span> {
    program.flowchart(step.function).map(|flowchart| flowchart.edge(step.edge).span)
}

/// Whether some run has an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sureness {
    /// It was met only where another error has happened for certain, after which a run promises nothing.
    AfterError,
    /// It may be that none has.
    Possible,
    /// One has if the numbers that conditions depend on can be what they were taken for.
    Certain,
    /// One has.
    Confirmed,
}

/// Errors, each place and kind once.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    known: BTreeMap<Site, usize>,
}

impl Findings {
    /// Adds an error. A certain one takes the place of an uncertain one, a confirmed one that of any other. Evidence is
    /// collected only for what is kept.
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

    /// Whether errors at places are known for certain.
    pub fn are_certain(&self, places: &BTreeSet<Site>) -> bool {
        let found = |place| self.known.get(place).and_then(|index| self.list.get(*index));
        places.iter().all(|place| found(place).is_some_and(|finding| finding.certain))
    }

    /// The errors, in the order in which they were found.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// The same, for keeps.
    pub fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
