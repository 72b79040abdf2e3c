//! The shape analysis as `verify` and `smg` use it: what it is asked, and what it says about each property.
//!
//! It starts whole programs from `main`, and procedures in every typed state. It speaks about accesses, lost blocks, the
//! program's own assertions, and what a specification says.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::{Budget, SourceMap, SourcePosition, Span};
use crate::pipeline::confirm::{self, ConcreteStep};
use crate::pipeline::open::OpenReason;
use crate::pipeline::prepare::Prepared;
use crate::pipeline::property::{MEMORY_ACCESS, PropertyVerdict, UNDEFINED_BEHAVIOUR, UNDEFINED_BEHAVIOUR_TEXT};
use crate::pipeline::replay::{Limits, Replay, Replayer, Unreplayed};
use crate::pipeline::settings::Settings;
use crate::program::{Command, FaultClass, FaultKind, LocationId, display};
use crate::smg::solver::reached::ReachedSet;
use crate::smg::{self, Claim, Question, UndefinedBehaviour};
use crate::spec::{Specification, StatementKind};
use crate::verdict::Verdict;

/// An error, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeFinding {
    /// What kind.
    pub kind: FaultKind,
    /// What of the specification does not hold, if it is that.
    pub claim: Option<Claim>,
    /// One sentence without a final full stop.
    pub message: String,
    /// A run that meets it, or why none is known.
    pub confirmed: Result<Replay, Unreplayed>,
    /// Whether it was met only after another error, and so says nothing of the program.
    pub after_error: bool,
    /// Whether the verdict does not depend on it.
    pub is_warning: bool,
    /// Where.
    pub span: Span,
    /// The same, for people.
    pub position: SourcePosition,
    /// The name of the function.
    pub function: String,
    /// The steps on the way to it.
    pub steps: Vec<ConcreteStep>,
}

impl ShapeFinding {
    /// Whether a run meets it: only then is it an error, and not a suspicion.
    pub fn certain(&self) -> bool {
        self.confirmed.is_ok()
    }
}

/// What the shape analysis has found in a program.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Errors, in the order in which they were found.
    pub findings: Vec<ShapeFinding>,
    /// Why there may be more than that.
    pub gap: Option<String>,
    /// Whether nothing was asked about lost blocks: they are warnings.
    pub leaks_are_warnings: bool,
    /// Whether all undefined behaviour was asked for.
    pub all_undefined_behaviour: bool,
    /// Where control comes in the entry, with all that is assumed there.
    pub reached: BTreeSet<LocationId>,
    /// The statements of the specification that it says nothing about.
    pub unread: BTreeSet<usize>,
    /// How many configurations were looked at.
    pub states: usize,
    /// At how many locations, counted once for each context.
    pub locations: usize,
    /// How long it took.
    pub time: Duration,
    /// The configurations of all locations, if they were asked for and describe every run.
    pub kept: Option<Arc<ReachedSet>>,
}

/// What a property is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Accesses to memory, `free` among them.
    Accesses,
    /// What else C leaves undefined.
    UndefinedBehaviour,
    /// Blocks that nothing leads to any more.
    Leaks,
    /// The assertions of the program, or those at a place.
    Assertions(Option<Span>),
    /// What the specification says.
    Specified(Claim),
    /// What a statement of the specification says, wherever it is to hold.
    Statement(usize),
}

impl Topic {
    /// Whether an error is about it.
    pub fn includes(self, finding: &ShapeFinding) -> bool {
        let class = finding.kind.class();
        match self {
            Topic::Leaks => class == FaultClass::Leak,
            Topic::Assertions(at) => class == FaultClass::Assertion && at.is_none_or(|span| finding.span == span),
            Topic::Specified(claim) => finding.claim == Some(claim),
            Topic::Statement(statement) => finding.claim.is_some_and(|claim| claim.statement == statement),
            Topic::Accesses => class == FaultClass::Memory,
            Topic::UndefinedBehaviour => class == FaultClass::UndefinedBehaviour,
        }
    }
}

/// What the shape analysis says about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion<'s> {
    /// It holds on every run.
    Holds,
    /// Some run breaks it.
    Broken(&'s ShapeFinding),
    /// Neither is known.
    Open,
}

/// The part of the time that the shape analysis may take: the rest is for runs that meet what it finds.
const SHARE_OF_ANALYSIS: f64 = 0.9;

/// Runs the shape analysis, and searches for runs that meet the errors that it finds. `claims`: the runs on small
/// heaps, where they may break what a specification says.
pub fn analyse(
    question: Question<'_>,
    sources: &SourceMap,
    settings: &smg::Settings,
    limits: Limits,
    claims: Option<&confirm::Shared<'_>>,
    budget: &Budget,
) -> (Shapes, smg::Analysis) {
    let start = Instant::now();
    let analysis = smg::portfolio::analyse(question, settings, &budget.share(SHARE_OF_ANALYSIS));
    let gap = analysis.gaps.first().map(|(reason, span)| match span {
        Some(span) => format!("{reason} ({})", sources.position(*span)),
        None => reason.clone(),
    });
    let replayer = Replayer::new(question, sources, settings, limits, budget);
    let replayer = match claims {
        Some(small_heaps) => replayer.with_claims(small_heaps),
        None => replayer,
    };
    let told = |finding: &smg::Finding| told(question, sources, finding, settings, replayer.replay(finding));
    let found = Shapes {
        findings: analysis.findings.iter().map(told).collect(),
        gap,
        leaks_are_warnings: settings.leaks_are_warnings,
        all_undefined_behaviour: settings.undefined_behaviour == UndefinedBehaviour::All,
        reached: match question.program.flowchart(question.entry) {
            // What was left out may come anywhere.
            Some(flowchart) if analysis.partial => flowchart.locations().collect(),
            _ => analysis.reached.clone(),
        },
        unread: analysis.unread.clone(),
        states: analysis.states,
        locations: analysis.locations,
        time: start.elapsed(),
        kept: None,
    };
    (found, analysis)
}

fn told(
    question: Question<'_>,
    sources: &SourceMap,
    finding: &smg::Finding,
    settings: &smg::Settings,
    confirmed: Result<Replay, Unreplayed>,
) -> ShapeFinding {
    let program = question.program;
    let statement = |claim: Claim| question.specification.and_then(|known| known.statements.get(claim.statement));
    let violated = finding.claim.and_then(statement).map(|statement| format!("violated: {}", statement.text));
    let steps = finding.evidence.steps.iter().filter_map(|step| {
        let flowchart = program.flowchart(step.function)?;
        let edge = flowchart.edge(step.edge);
        let text = display::command(program, &edge.command);
        (!text.is_empty() && text != "skip").then(|| ConcreteStep { position: sources.position(edge.span), text })
    });
    let steps = match &confirmed {
        Ok(run) => run.steps.clone(),
        Err(_) => steps.collect(),
    };
    ShapeFinding {
        kind: finding.kind,
        claim: finding.claim,
        message: violated.unwrap_or_else(|| finding.message.clone()),
        confirmed,
        after_error: finding.after_error,
        is_warning: settings.is_warning(finding.kind),
        span: finding.span,
        position: sources.position(finding.span),
        function: program.functions.get(finding.function).map_or_else(String::new, |function| function.name.clone()),
        steps,
    }
}

/// What `verify` has the shape analysis report where undefined behaviour is asked for, or not.
pub fn asked(undefined_behaviour: bool) -> UndefinedBehaviour {
    if undefined_behaviour { UndefinedBehaviour::All } else { UndefinedBehaviour::Ignored }
}

impl Shapes {
    /// Runs the shape analysis beside the predicate abstraction.
    pub(super) fn run(
        prepared: &Prepared,
        sources: &SourceMap,
        settings: &Settings,
        small_heaps: &confirm::Shared<'_>,
        budget: &Budget,
    ) -> Shapes {
        let shapes =
            smg::Settings { undefined_behaviour: asked(settings.undefined_behaviour), ..settings.shapes.clone() };
        let question = Question {
            program: &prepared.program,
            entry: prepared.entry,
            specification: Some(&prepared.specification),
        };
        let claims = Some(small_heaps);
        let (found, analysis) = analyse(question, sources, &shapes, settings.replay, claims, budget);
        let is_complete = analysis.gaps.is_empty() && !analysis.partial;
        Shapes { kept: (shapes.keeps && is_complete).then(|| Arc::new(analysis.kept)), ..found }
    }

    /// What is known of a topic. After an error of memory C promises nothing, so that all else is known only where there is
    /// none.
    pub fn opinion(&self, topic: Topic) -> Opinion<'_> {
        let is_about = |finding: &&ShapeFinding| topic.includes(finding);
        if let Some(finding) = self.findings.iter().filter(is_about).find(|finding| finding.certain()) {
            return Opinion::Broken(finding);
        }
        let hides = |finding: &ShapeFinding| Topic::Accesses.includes(finding);
        // It knows little of arithmetic, and so proves nothing of it.
        let is_open = topic == Topic::UndefinedBehaviour
            || self.gap.is_some()
            || self.findings.iter().any(|finding| hides(finding) || is_about(&finding));
        if is_open || self.is_unread(topic) { Opinion::Open } else { Opinion::Holds }
    }

    /// Whether control never comes to a location of the entry: known only where everything was followed.
    pub fn never_comes(&self, location: LocationId) -> bool {
        let is_cut_short = self.findings.iter().any(|finding| finding.kind.class() == FaultClass::Memory);
        self.gap.is_none() && !is_cut_short && self.states > 0 && !self.reached.contains(&location)
    }

    /// Whether it is about a statement that was not looked at.
    fn is_unread(&self, topic: Topic) -> bool {
        match topic {
            Topic::Specified(Claim { statement, .. }) | Topic::Statement(statement) => self.unread.contains(&statement),
            Topic::Accesses | Topic::UndefinedBehaviour | Topic::Leaks | Topic::Assertions(_) => false,
        }
    }

    /// The errors of the program that are sure to happen, and are about what `verify` was asked.
    pub fn certain(&self) -> impl Iterator<Item = &ShapeFinding> {
        let is_asked = |finding: &&ShapeFinding| !Topic::Leaks.includes(finding) && finding.claim.is_none();
        self.findings.iter().filter(|finding| finding.certain()).filter(is_asked)
    }

    /// The verdict of this engine alone on what `verify` was asked, and for unknown the reason.
    pub fn verdict_but_for_leaks(&self) -> (Verdict, Option<OpenReason>) {
        self.verdict_on(|finding| !Topic::Leaks.includes(finding))
    }

    /// The verdict on all that was looked at, and for unknown the reason.
    pub fn verdict(&self) -> (Verdict, Option<OpenReason>) {
        self.verdict_on(|finding| !finding.is_warning)
    }

    fn verdict_on(&self, counts: impl Fn(&ShapeFinding) -> bool) -> (Verdict, Option<OpenReason>) {
        if self.findings.iter().any(|finding| finding.certain() && counts(finding)) {
            return (Verdict::Violated, None);
        }
        let unread = || (!self.unread.is_empty()).then_some(OpenReason::NotRead);
        let undefined = || self.all_undefined_behaviour.then_some(OpenReason::NotShownDefined);
        match self.doubt(counts).or_else(unread).or_else(undefined) {
            Some(reason) => (Verdict::Unknown, Some(reason)),
            None => (Verdict::Verified, None),
        }
    }

    /// Why something is open: an error that perhaps happens, or what was not followed.
    fn doubt(&self, counts: impl Fn(&ShapeFinding) -> bool) -> Option<OpenReason> {
        // What comes after an error counts where the error itself does not.
        let counting = || self.findings.iter().filter(|finding| counts(finding));
        let first = counting().find(|finding| !finding.after_error).or_else(|| counting().next());
        let perhaps = first.map(|finding| {
            let (position, kind) = (finding.position.clone(), finding.kind);
            match &finding.confirmed {
                Err(why) => OpenReason::Suspected { position, kind, why: why.clone() },
                Ok(_) => OpenReason::EndsBefore { position, kind },
            }
        });
        perhaps.or_else(|| self.gap.clone().map(OpenReason::Gap))
    }

    /// What was asked: about memory, assertions of the program, and each claim of the specification.
    pub fn properties(&self, question: Question<'_>, sources: &SourceMap) -> Vec<PropertyVerdict> {
        let program = question.program;
        let asserts = program
            .defined_functions()
            .filter_map(|id| program.flowchart(id))
            .any(|flowchart| flowchart.edges().any(|edge| matches!(flowchart.edge(edge).command, Command::Fail(_))));
        let position = program.functions.get(question.entry).map(|function| sources.position(function.span));
        let Some(position) = position else { return Vec::new() };
        let mut found =
            vec![self.property(MEMORY_ACCESS, "every access is to allocated memory", Topic::Accesses, &position)];
        let undefined = Topic::UndefinedBehaviour;
        if self.all_undefined_behaviour || self.findings.iter().any(|finding| undefined.includes(finding)) {
            found.push(self.property(UNDEFINED_BEHAVIOUR, UNDEFINED_BEHAVIOUR_TEXT, undefined, &position));
        }
        if !self.leaks_are_warnings {
            found.push(self.property("memory-leak", "no block is lost that was not freed", Topic::Leaks, &position));
        }
        let any = Topic::Assertions(None);
        if asserts || self.findings.iter().any(|finding| any.includes(finding)) {
            found.push(self.property("assertions", "every assertion holds", any, &position));
        }
        if let Some(specification) = question.specification {
            self.specified(question, specification, sources, &mut found);
        }
        found
    }

    /// The claims of a specification, numbered as by the other engine.
    fn specified(
        &self,
        question: Question<'_>,
        specification: &Specification,
        sources: &SourceMap,
        found: &mut Vec<PropertyVerdict>,
    ) {
        let Some(flowchart) = question.program.flowchart(question.entry) else { return };
        let mut assertions = 0;
        for (statement, known) in specification.statements.iter().enumerate() {
            let span = sources.position(known.span);
            match &known.kind {
                StatementKind::Assert(_, locations) => {
                    for location in locations {
                        assertions += 1;
                        let position = sources.position(flowchart.location(*location).span);
                        let claim = Topic::Specified(Claim { statement, location: Some(*location) });
                        let property = self.property(&format!("assertion{assertions}"), &known.text, claim, &position);
                        let vacuous = property.verdict == Verdict::Verified && self.never_comes(*location);
                        found.push(PropertyVerdict { vacuous, ..property });
                    }
                }
                StatementKind::Ltl(name, temporal) => {
                    let claim = Topic::Specified(Claim { statement, location: None });
                    let property = self.property(name, &known.text, claim, &span);
                    let named = temporal.named_locations().unwrap_or_default();
                    let is_vacuous = !named.is_empty() && named.iter().all(|location| self.never_comes(*location));
                    let vacuous = property.verdict == Verdict::Verified && is_vacuous;
                    found.push(PropertyVerdict { vacuous, ..property });
                }
                StatementKind::Assume(..) | StatementKind::Watch(..) => {}
            }
        }
    }

    fn property(&self, id: &str, text: &str, topic: Topic, position: &SourcePosition) -> PropertyVerdict {
        let (verdict, reason, position) = match self.opinion(topic) {
            Opinion::Holds => (Verdict::Verified, None, position),
            Opinion::Broken(finding) => (Verdict::Violated, None, &finding.position),
            Opinion::Open => {
                let own = || self.doubt(|finding| topic.includes(finding));
                let own = if self.is_unread(topic) { Some(OpenReason::NotRead) } else { own() };
                let otherwise = match topic {
                    Topic::UndefinedBehaviour => OpenReason::NotShownDefined,
                    _ => OpenReason::ErrorMayComeBefore,
                };
                let reason = own.or(Some(otherwise));
                (Verdict::Unknown, reason, position)
            }
        };
        PropertyVerdict { verdict, reason, by_shapes: true, ..PropertyVerdict::verified(id, text, position.clone()) }
    }
}
