//! `--format json`: one object, its fields fixed (see the overview of the design).

use serde::Serialize;

use crate::abstraction::{Pair, PairInfo, Treatment};
use crate::audit::Audit;
use crate::engine::assumption::UnprovedHint;
use crate::engine::evidence::ConcreteStep;
use crate::engine::reason::OpenReason;
use crate::pipeline::shapes::Shapes;
use crate::pipeline::{Analysis, Prepared, Verification};
use crate::report::view::View;
use crate::report::{audit, findings, search_verdict, shapes};
use crate::verdict::Verdict;

#[derive(Serialize)]
struct Report<'a> {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a OpenReason>,
    properties: Vec<Property<'a>>,
    engines: Vec<Engine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Proposed<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<Assumption>,
    findings: Vec<Finding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<audit::Report<'a>>,
}

/// A property with its answer.
#[derive(Serialize)]
pub(super) struct Property<'a> {
    id: &'a str,
    text: &'a str,
    location: String,
    verdict: Verdict,
    /// Whether it holds only because control never comes there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vacuous: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a OpenReason>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<PathStep<'a>>>,
}

/// A hint that is not proved, and that is assumed.
#[derive(Serialize)]
struct Assumption {
    text: String,
    file: String,
    line: u32,
    known: String,
}

impl Assumption {
    fn new(hint: UnprovedHint) -> Assumption {
        let (text, known) = (hint.name(), hint.known.to_string());
        Assumption { text, file: hint.position.file, line: hint.position.line, known }
    }
}

/// Hints that automatic mode found.
#[derive(Serialize)]
struct Proposed<'a> {
    properties: &'a [String],
    file: String,
}

#[derive(Serialize)]
struct PathStep<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    location: &'a str,
    predicates: Vec<PredicateValue<'a>>,
}

#[derive(Serialize)]
struct PredicateValue<'a> {
    predicate: &'a str,
    value: bool,
}

#[derive(Serialize)]
#[serde(tag = "name")]
enum Engine {
    #[serde(rename = "predicate-abstraction")]
    PredicateAbstraction {
        verdict: Verdict,
        seconds: f64,
        iterations: usize,
        predicates: usize,
        pairs: usize,
        converged: bool,
        states: Option<usize>,
    },
    #[serde(rename = "concrete-runs")]
    ConcreteRuns { verdict: Verdict, seconds: f64, nodes: Option<usize>, cut_runs: usize },
    #[serde(rename = "smg")]
    Shapes {
        verdict: Verdict,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<OpenReason>,
        seconds: f64,
        states: usize,
        locations: usize,
    },
}

#[derive(Serialize)]
struct Finding<'a> {
    kind: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: String,
    trace: Vec<Step<'a>>,
    /// The run that meets what the shape analysis found.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<shapes::Run<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
}

/// A step of a trace.
#[derive(Serialize)]
pub(super) struct Step<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
}

impl<'a> Step<'a> {
    /// What was done where.
    pub(super) fn new(step: &'a ConcreteStep) -> Self {
        let position = &step.position;
        Step { file: &position.file, line: position.line, column: position.column, text: &step.text }
    }
}

/// The object, indented, with a final line break.
pub fn verification(verification: &Verification, audit: Option<&Audit>) -> String {
    let statistics = verification.analysis.abstraction.statistics;
    let report = Report {
        verdict: verification.verdict,
        reason: verification.reason.as_ref(),
        properties: verification.properties.iter().map(property).collect(),
        engines: vec![
            Engine::PredicateAbstraction {
                verdict: verification.abstraction_verdict,
                seconds: verification.abstraction_time.as_secs_f64(),
                iterations: statistics.iterations,
                predicates: statistics.predicates,
                pairs: statistics.pairs,
                converged: statistics.converged,
                states: verification.states,
            },
            Engine::ConcreteRuns {
                verdict: search_verdict(verification),
                seconds: verification.search_time.as_secs_f64(),
                nodes: verification.search.complete_nodes,
                cut_runs: verification.search.cut_runs,
            },
            shape_analysis(&verification.shapes),
        ],
        hints: verification
            .proposed
            .iter()
            .map(|proof| Proposed { properties: &proof.properties, file: proof.file() })
            .collect(),
        assumptions: verification.assumptions().into_iter().map(Assumption::new).collect(),
        findings: findings(verification).into_iter().map(finding).collect(),
        audit: audit.map(audit::json),
    };
    // These structures hold nothing that JSON cannot express.
    let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
    text.push('\n');
    text
}

fn shape_analysis(shapes: &Shapes) -> Engine {
    let (verdict, reason) = shapes.verdict_but_for_leaks();
    let seconds = shapes.time.as_secs_f64();
    Engine::Shapes { verdict, reason, seconds, states: shapes.states, locations: shapes.locations }
}

pub(super) fn property(property: &crate::pipeline::PropertyVerdict) -> Property<'_> {
    Property {
        id: &property.id,
        text: &property.text,
        location: property.position.to_string(),
        verdict: property.verdict,
        vacuous: property.vacuous,
        reason: property.reason.as_ref(),
        assumptions: property.assumptions().iter().map(UnprovedHint::name).collect(),
        path: property.path.as_ref().map(|path| {
            path.steps
                .iter()
                .map(|step| PathStep {
                    file: &step.position.file,
                    line: step.position.line,
                    column: step.position.column,
                    text: &step.text,
                    location: &step.location,
                    predicates: step
                        .changes
                        .iter()
                        .map(|(predicate, value)| PredicateValue { predicate, value: *value })
                        .collect(),
                })
                .collect()
        }),
    }
}

fn finding(finding: super::Finding<'_>) -> Finding<'_> {
    let (position, run) = (finding.evidence.position(), finding.evidence.run());
    Finding {
        kind: finding.kind,
        file: &position.file,
        line: position.line,
        column: position.column,
        message: finding.message,
        trace: finding.evidence.steps().iter().map(Step::new).collect(),
        run: finding.evidence.replay().map(shapes::Run::of),
        input: run.map(|run| run.input.as_str()),
        state: run.map(|run| run.last_state.as_str()),
    }
}

#[derive(Serialize)]
struct AbstractionReport {
    iterations: usize,
    pairs: usize,
    predicates: usize,
    converged: bool,
    locations: Vec<LocationReport>,
}

#[derive(Serialize)]
struct LocationReport {
    location: String,
    predicates: Vec<PairReport>,
}

#[derive(Serialize)]
struct PairReport {
    predicate: String,
    iteration: usize,
    treatment: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<String>,
}

/// The pairs of an abstraction, with a final line break.
pub fn abstraction(prepared: &Prepared, analysis: &Analysis) -> String {
    let view = View::new(prepared, analysis);
    let statistics = analysis.abstraction.statistics;
    let pair = |(pair, info): (&Pair, &PairInfo)| {
        let (treatment, replacement) = match &info.treatment {
            Treatment::Computed => ("computed", None),
            Treatment::Hinted { replacement, .. } => ("hinted", Some(view.formula(replacement))),
            Treatment::Free { .. } => ("free", None),
            Treatment::Unmarked => ("unmarked", None),
        };
        PairReport { predicate: view.atom(pair.0), iteration: info.iteration, treatment, replacement }
    };
    let locations = view
        .locations()
        .into_iter()
        .map(|location| LocationReport {
            location: view.location_name(location),
            predicates: view.pairs_at(location).map(pair).collect(),
        })
        .collect();
    let report = AbstractionReport {
        iterations: statistics.iterations,
        pairs: statistics.pairs,
        predicates: statistics.predicates,
        converged: statistics.converged,
        locations,
    };
    let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
    text.push('\n');
    text
}
