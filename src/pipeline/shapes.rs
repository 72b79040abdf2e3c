//! The shape analysis as `verify` uses it: when it takes part, and what it says about each property.
//!
//! It starts whole programs from `main`. About the inputs of any other entry it knows nothing, so it is not asked there, and
//! says so. Specifications mean nothing to it: it speaks about accesses, lost blocks and the program's own assertions only.

use std::time::{Duration, Instant};

use crate::base::{Budget, SourceMap, SourcePosition, Span};
use crate::pipeline::{ConcreteStep, Prepared, PropertyVerdict, confirm};
use crate::program::interp::FaultKind;
use crate::program::{Command, FunctionId, Program, display};
use crate::smg;
use crate::spec::StatementKind;
use crate::verdict::Verdict;

/// An error, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeFinding {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
    /// Whether some run has it.
    pub certain: bool,
    /// Whether it was met only after another error, and so says nothing of the program.
    pub after_error: bool,
    /// Where.
    pub span: Span,
    /// The same, for people.
    pub position: SourcePosition,
    /// The name of the function.
    pub function: String,
    /// The steps on the way to it.
    pub steps: Vec<ConcreteStep>,
}

/// What the shape analysis has found in a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes {
    /// Errors, in the order in which they were found.
    pub findings: Vec<ShapeFinding>,
    /// Why there may be more than that.
    pub gap: Option<String>,
    /// How many configurations were looked at.
    pub states: usize,
    /// At how many locations, counted once for each context.
    pub locations: usize,
    /// How long it took.
    pub time: Duration,
}

/// The part of the shape analysis in a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// It was not run, and why.
    NotRun(String),
    /// It was run on the whole program.
    Ran {
        /// What it found.
        shapes: Shapes,
        /// Whether the specification assumes something: then a run that has an error may be one that does not count.
        assumes: bool,
    },
}

/// What a property of the program is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Accesses to memory, `free` among them.
    Accesses,
    /// Blocks that nothing leads to any more.
    Leaks,
    /// The assertions of the program.
    Assertions,
}

impl Subject {
    /// What a fault is about.
    pub fn of(kind: FaultKind) -> Subject {
        match kind {
            FaultKind::MemoryLeak => Subject::Leaks,
            kind if confirm::is_assertion(kind) => Subject::Assertions,
            _ => Subject::Accesses,
        }
    }
}

/// What the shape analysis says about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<'s> {
    /// It holds on every run.
    Holds,
    /// Some run breaks it.
    Broken(&'s ShapeFinding),
    /// Neither is known.
    Open,
}

/// What is needed to call an error certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    /// The analysis is certain, but for what it does not know of numbers.
    Certain,
    /// A run with the error was followed through.
    Confirmed,
}

/// Runs the shape analysis.
pub fn analyse(
    program: &Program,
    entry: FunctionId,
    sources: &SourceMap,
    settings: &smg::Settings,
    needed: Needed,
    budget: &Budget,
) -> (Shapes, smg::Analysis) {
    let start = Instant::now();
    let analysis = smg::party::analyse(program, entry, settings, budget);
    let gap = analysis.gaps.first().map(|(reason, span)| match span {
        Some(span) => format!("{reason} ({})", sources.position(*span)),
        None => reason.clone(),
    });
    let findings = analysis.findings.iter().map(|finding| told(program, sources, finding, needed)).collect();
    let (states, locations) = (analysis.states, analysis.locations);
    (Shapes { findings, gap, states, locations, time: start.elapsed() }, analysis)
}

fn told(program: &Program, sources: &SourceMap, finding: &smg::Finding, needed: Needed) -> ShapeFinding {
    let steps = finding.steps().into_iter().filter_map(|step| {
        let flowchart = program.flowchart(step.function)?;
        let edge = flowchart.edge(step.edge?);
        let text = display::command(program, &edge.command);
        (!text.is_empty() && text != "skip").then(|| ConcreteStep { position: sources.position(edge.span), text })
    });
    ShapeFinding {
        kind: finding.kind,
        message: finding.message.clone(),
        certain: match needed {
            Needed::Certain => finding.certain,
            Needed::Confirmed => finding.certain && finding.confirmed,
        },
        after_error: finding.after_error,
        span: finding.span,
        position: sources.position(finding.span),
        function: program.functions.get(finding.function).map_or_else(String::new, |function| function.name.clone()),
        steps: steps.collect(),
    }
}

/// Whether an analysis from this function covers all runs from it: of other entries than `main` the inputs are not known.
pub fn is_whole(program: &Program, entry: FunctionId) -> bool {
    program.functions.get(entry).is_some_and(|function| function.name == "main")
}

impl Part {
    /// Runs the shape analysis beside the predicate abstraction, where it has something to say.
    pub(super) fn run(prepared: &Prepared, sources: &SourceMap, budget: &Budget) -> Part {
        let (program, entry) = (&prepared.whole, prepared.entry);
        if !is_whole(program, entry) {
            let name = program.functions.get(entry).map_or("the entry", |function| &function.name);
            return Part::NotRun(format!("it knows nothing of the inputs of {name}, only of whole programs from main"));
        }
        let (shapes, _) = analyse(program, entry, sources, &smg::Settings::default(), Needed::Confirmed, budget);
        let statements = &prepared.specification.statements;
        let assumes = statements.iter().any(|statement| matches!(statement.kind, StatementKind::Assume(..)));
        Part::Ran { shapes, assumes }
    }

    /// What it says of accesses, or of the assertion at a place. An error counts only if it may be held against others: in a
    /// run that the specification does not exclude.
    pub fn claim(&self, subject: Subject, at: Option<Span>) -> Claim<'_> {
        match self {
            Part::NotRun(_) => Claim::Open,
            Part::Ran { shapes, assumes } => match shapes.claim(subject, at) {
                Claim::Broken(_) if *assumes => Claim::Open,
                claim => claim,
            },
        }
    }

    /// The errors that are sure to happen in a run that counts, and are about what `verify` was asked.
    pub fn certain(&self) -> impl Iterator<Item = &ShapeFinding> {
        let shapes = match self {
            Part::Ran { shapes, assumes: false } => Some(shapes),
            _ => None,
        };
        let asked = |finding: &&ShapeFinding| finding.certain && Subject::of(finding.kind) != Subject::Leaks;
        shapes.into_iter().flat_map(|shapes| &shapes.findings).filter(asked)
    }

    /// The verdict of this engine alone on what it was asked, and for unknown the reason.
    pub fn verdict(&self) -> (Verdict, Option<String>) {
        let (shapes, assumes) = match self {
            Part::NotRun(reason) => return (Verdict::Unknown, Some(format!("not run: {reason}"))),
            Part::Ran { shapes, assumes } => (shapes, *assumes),
        };
        let claims = [Subject::Accesses, Subject::Assertions].map(|subject| shapes.claim(subject, None));
        if claims.iter().any(|claim| matches!(claim, Claim::Broken(_))) {
            return match assumes {
                true => (Verdict::Unknown, Some("whether the assumptions exclude its errors is not known".into())),
                false => (Verdict::Violated, None),
            };
        }
        match claims {
            [Claim::Holds, Claim::Holds] => (Verdict::Verified, None),
            _ => (Verdict::Unknown, shapes.doubt(|finding| Subject::of(finding.kind) != Subject::Leaks)),
        }
    }
}

impl Shapes {
    /// What is known of accesses, of lost blocks, or of the assertions, all or that at a place. After an error of memory C
    /// promises nothing, so that all else is known only where there is none.
    pub fn claim(&self, subject: Subject, at: Option<Span>) -> Claim<'_> {
        let is_about = |finding: &&ShapeFinding| {
            Subject::of(finding.kind) == subject && at.is_none_or(|span| finding.span == span)
        };
        if let Some(finding) = self.findings.iter().filter(is_about).find(|finding| finding.certain) {
            return Claim::Broken(finding);
        }
        let hides = |finding: &ShapeFinding| Subject::of(finding.kind) == Subject::Accesses;
        let is_open = self.gap.is_some() || self.findings.iter().any(|finding| hides(finding) || is_about(&finding));
        if is_open { Claim::Open } else { Claim::Holds }
    }

    /// Why something is open: an error that perhaps happens, or what was not followed.
    fn doubt(&self, counts: impl Fn(&ShapeFinding) -> bool) -> Option<String> {
        let perhaps = self.findings.iter().find(|finding| !finding.after_error && counts(finding)).map(|finding| {
            let kind = finding.kind.word();
            format!("whether some run has the error at {} is not known [{kind}]", finding.position)
        });
        perhaps.or_else(|| self.gap.clone())
    }

    /// The verdict on the memory safety of the program, and for unknown the reason.
    pub fn verdict(&self) -> (Verdict, Option<String>) {
        if self.findings.iter().any(|finding| finding.certain) {
            return (Verdict::Violated, None);
        }
        match self.doubt(|_| true) {
            Some(reason) => (Verdict::Unknown, Some(reason)),
            None => (Verdict::Verified, None),
        }
    }

    /// The properties of a program that nothing was specified of.
    pub fn properties(&self, program: &Program, entry: FunctionId, sources: &SourceMap) -> Vec<PropertyVerdict> {
        let asserts = program
            .defined_functions()
            .filter_map(|id| program.flowchart(id))
            .any(|flowchart| flowchart.edges().any(|edge| matches!(flowchart.edge(edge).command, Command::Fail(_))));
        let position = program.functions.get(entry).map(|function| sources.position(function.span));
        let Some(position) = position else { return Vec::new() };
        let mut found = vec![
            self.property("memory-access", "every access is to allocated memory", Subject::Accesses, &position),
            self.property("memory-leak", "no block is lost that was not freed", Subject::Leaks, &position),
        ];
        if asserts || self.findings.iter().any(|finding| Subject::of(finding.kind) == Subject::Assertions) {
            found.push(self.property("assertions", "every assertion holds", Subject::Assertions, &position));
        }
        found
    }

    fn property(&self, id: &str, text: &str, subject: Subject, position: &SourcePosition) -> PropertyVerdict {
        let (verdict, reason, position) = match self.claim(subject, None) {
            Claim::Holds => (Verdict::Verified, None, position),
            Claim::Broken(finding) => (Verdict::Violated, None, &finding.position),
            Claim::Open => {
                let own = self.doubt(|finding| Subject::of(finding.kind) == subject);
                let reason = own.or_else(|| Some("an error of memory may come before".into()));
                (Verdict::Unknown, reason, position)
            }
        };
        let (id, text) = (id.to_string(), text.to_string());
        PropertyVerdict {
            id,
            text,
            position: position.clone(),
            verdict,
            reason,
            path: None,
            run: None,
            by_shapes: true,
        }
    }
}
