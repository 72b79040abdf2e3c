//! `--format json`: one object, its fields fixed (see the overview of the design).

use serde::Serialize;

use crate::abstraction::{Pair, PairInfo, Treatment};
use crate::bmc::harness::Sighting;
use crate::engine::assumption::UnprovedHint;
use crate::engine::evidence::{Alarm, ConcreteStep, Replay};
use crate::engine::reason::{Gap, OpenReason};
use crate::pipeline::{AbstractModel, Prepared, PropertyVerdict, ProvingHints};
use crate::program::UninitializedUse;
use crate::report::view::View;
use crate::report::{Defect, DefectEvidence, EngineReport, Report, Source, WrittenHarness, audit};
use crate::verdict::Verdict;

#[derive(Serialize)]
struct Object<'a> {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a OpenReason>,
    /// What was not followed; findings do not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<&'a Gap>,
    properties: Vec<Property<'a>>,
    engines: Vec<Engine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Proposed<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<Assumption<'a>>,
    findings: Vec<JsonDefect<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<audit::Report<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    harnesses: Vec<JsonHarness<'a>>,
}

/// A C program that was written to show a defect: what is to be seen, or why nothing is.
#[derive(Serialize)]
struct JsonHarness<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shows: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> JsonHarness<'a> {
    fn new(written: &'a WrittenHarness) -> Self {
        match &written.sighting {
            Sighting::Seen { words, .. } => JsonHarness { file: &written.file, shows: words.to_vec(), reason: None },
            Sighting::Nothing(why) => JsonHarness { file: &written.file, shows: Vec::new(), reason: Some(why) },
        }
    }
}

/// A property with its answer.
#[derive(Serialize)]
struct Property<'a> {
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
struct Assumption<'a> {
    text: String,
    file: &'a str,
    line: u32,
    known: String,
}

impl<'a> Assumption<'a> {
    fn new(hint: &'a UnprovedHint) -> Assumption<'a> {
        let (text, known) = (hint.name(), hint.known.to_string());
        Assumption { text, file: &hint.position.file, line: hint.position.line, known }
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
enum Engine<'a> {
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
        reason: Option<&'a OpenReason>,
        seconds: f64,
        states: usize,
        locations: usize,
    },
    #[serde(rename = "bmc")]
    Bounded {
        verdict: Verdict,
        seconds: f64,
        unwind: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        heap_nodes: Option<u32>,
        objects: usize,
        terms: usize,
        #[serde(skip_serializing_if = "is_zero")]
        targets: usize,
        variables: usize,
        clauses: usize,
        questions: usize,
    },
}

/// A defect; its fields depend on who answered.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonDefect<'a> {
    OfAllEngines(VerifyDefect<'a>),
    OfShapes(SmgDefect<'a>),
}

/// A defect that `verify` reports.
#[derive(Serialize)]
struct VerifyDefect<'a> {
    kind: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
    trace: Vec<Step<'a>>,
    /// The run that meets what the shape analysis found.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Run<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
}

/// A defect or a suspicion that `smg` reports.
#[derive(Serialize)]
struct SmgDefect<'a> {
    kind: &'a str,
    /// How an uninitialized value is used, where the error is that.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    use_of_uninitialized: Option<UninitializedUse>,
    certain: bool,
    /// Whether it occurs only after another error, which says nothing of the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    after_error: bool,
    /// Whether the verdict does not depend on it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    warning: bool,
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
    /// Why no run is known that meets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<String>,
    /// The run that meets it; its steps are the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Run<'a>>,
    trace: Vec<Step<'a>>,
}

/// What a run starts from and reads.
#[derive(Serialize)]
struct Run<'a> {
    inputs: Vec<Input<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heap: Option<&'a str>,
}

#[derive(Serialize)]
struct Input<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    value: &'a str,
}

impl<'a> Run<'a> {
    fn of(run: &'a Replay) -> Run<'a> {
        let inputs = run.inputs.iter().map(|input| {
            let position = &input.position;
            Input {
                file: &position.file,
                line: position.line,
                column: position.column,
                text: &input.text,
                value: &input.value,
            }
        });
        Run { inputs: inputs.collect(), heap: run.heap.as_deref() }
    }
}

/// A step of a trace.
#[derive(Serialize)]
struct Step<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
}

impl<'a> Step<'a> {
    /// What was done where.
    fn new(step: &'a ConcreteStep) -> Self {
        let position = &step.position;
        Step { file: &position.file, line: position.line, column: position.column, text: &step.text }
    }
}

/// The object, indented, with a final line break.
pub fn write(report: &Report<'_>) -> String {
    let gap = match &report.source {
        Source::AllEngines | Source::BoundedEngine => None,
        Source::ShapeAnalysis { gap, .. } => gap.as_ref(),
    };
    printed(&Object {
        verdict: report.verdict,
        reason: report.reason.as_ref(),
        gap,
        properties: report.properties.iter().map(property).collect(),
        engines: report.engines.iter().map(engine).collect(),
        hints: report.hints.iter().map(proposed).collect(),
        assumptions: report.assumptions.iter().map(Assumption::new).collect(),
        findings: report.findings.iter().map(|finding| found(&report.source, finding)).collect(),
        audit: report.audit.map(audit::json),
        harnesses: report.harnesses.iter().map(JsonHarness::new).collect(),
    })
}

/// These structures hold nothing that JSON cannot express.
pub(super) fn printed(object: &impl Serialize) -> String {
    serde_json::to_string_pretty(object).unwrap_or_default() + "\n"
}

fn proposed(hints: &ProvingHints) -> Proposed<'_> {
    Proposed { properties: &hints.properties, file: hints.file() }
}

fn engine<'a>(engine: &'a EngineReport<'_>) -> Engine<'a> {
    match engine {
        EngineReport::PredicateAbstraction { verdict, statistics, states, time, .. } => Engine::PredicateAbstraction {
            verdict: *verdict,
            seconds: time.as_secs_f64(),
            iterations: statistics.iterations,
            predicates: statistics.predicates,
            pairs: statistics.pairs,
            converged: statistics.converged,
            states: *states,
        },
        EngineReport::ConcreteRuns { verdict, nodes, cut_runs, time, .. } => {
            Engine::ConcreteRuns { verdict: *verdict, seconds: time.as_secs_f64(), nodes: *nodes, cut_runs: *cut_runs }
        }
        EngineReport::Shapes { verdict, reason, configurations, locations, time } => Engine::Shapes {
            verdict: *verdict,
            reason: reason.as_ref(),
            seconds: time.as_secs_f64(),
            states: *configurations,
            locations: *locations,
        },
        EngineReport::Bounded { verdict, unwind, heap_nodes, objects, terms, targets, size, time } => Engine::Bounded {
            verdict: *verdict,
            seconds: time.as_secs_f64(),
            unwind: *unwind,
            heap_nodes: *heap_nodes,
            objects: *objects,
            terms: *terms,
            targets: *targets,
            variables: size.variables,
            clauses: size.clauses,
            questions: size.questions,
        },
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn property(property: &PropertyVerdict) -> Property<'_> {
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

fn found<'a>(source: &Source, finding: &'a Defect<'_>) -> JsonDefect<'a> {
    match (source, finding.evidence) {
        (Source::ShapeAnalysis { .. } | Source::BoundedEngine, DefectEvidence::Alarm(alarm)) => {
            JsonDefect::OfShapes(described(finding, alarm))
        }
        _ => JsonDefect::OfAllEngines(defect(finding)),
    }
}

fn defect<'a>(finding: &'a Defect<'_>) -> VerifyDefect<'a> {
    let (position, run) = (finding.position(), finding.run());
    VerifyDefect {
        kind: finding.kind,
        file: &position.file,
        line: position.line,
        column: position.column,
        message: &finding.message,
        trace: finding.steps().iter().map(Step::new).collect(),
        run: finding.replay().map(Run::of),
        input: run.map(|run| run.input.as_str()),
        state: run.map(|run| run.last_state.as_str()),
    }
}

fn described<'a>(finding: &'a Defect<'_>, alarm: &'a Alarm) -> SmgDefect<'a> {
    let position = finding.position();
    SmgDefect {
        kind: finding.kind,
        use_of_uninitialized: alarm.use_of_uninitialized,
        certain: alarm.certain(),
        after_error: alarm.after_error,
        warning: alarm.is_warning,
        file: &position.file,
        line: position.line,
        column: position.column,
        message: &finding.message,
        unconfirmed: alarm.confirmed.as_ref().err().map(ToString::to_string),
        run: finding.replay().map(Run::of),
        trace: finding.steps().iter().map(Step::new).collect(),
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
pub fn abstraction(prepared: &Prepared, analysis: &AbstractModel) -> String {
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
    printed(&AbstractionReport {
        iterations: statistics.iterations,
        pairs: statistics.pairs,
        predicates: statistics.predicates,
        converged: statistics.converged,
        locations,
    })
}
