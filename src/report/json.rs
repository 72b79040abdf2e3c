//! `--format json`: one object, its fields fixed (see the overview of the design). `json::run`: the run of a defect;
//! `json::advice`: what may help; `json::assumed`: what an answer assumes; `json::harness`: programs that show errors.

mod advice;
pub(super) mod assumed;
mod harness;
mod run;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::advice::{AdviceReport, EffectsReport, PreconditionReport, RequirementReport};
use crate::json::assumed::{Assumption, Contract};
use crate::json::harness::JsonHarness;
use crate::json::run::{NoteReport, RunReport, StepReport};
use crate::known::Known;
use crate::schema::Header;
use crate::view::View;
use crate::{Defect, DefectEvidence, EngineReport, Report, Source, audit};
use abstraction::{Pair, PairInfo, Treatment};
use engine::evidence::Alarm;
use engine::verdict::Verdict;
use pipeline::answer::{RoundsDone, RoundsEnd};
use pipeline::{AbstractModel, Prepared, PropertyVerdict, ProvingHints};
use program::UninitializedUse;
use reason::assumption::UnprovedHint;
use reason::{Gap, OpenReason};

/// The answer of `verify`, `smg` or `bmc`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Report")]
pub(super) struct JsonReport<'a> {
    #[serde(flatten)]
    header: Header,
    /// The verdict on all properties together.
    verdict: Verdict,
    /// For unknown: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    reason: Option<&'a OpenReason>,
    /// For unknown: what may help.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    advice: Vec<AdviceReport>,
    /// What a function of a library requires of its callers: the verdict holds for callers that meet it.
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<RequirementReport>,
    /// What a function of a library may do with the memory of its callers; absent if a construct is not followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    effects: Option<EffectsReport<'a>>,
    /// What was not followed; findings do not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    gap: Option<&'a Gap>,
    /// Each property with its verdict.
    properties: Vec<Property<'a>>,
    /// What each engine did.
    engines: Vec<Engine<'a>>,
    /// Hints that Damson proposed, and that prove something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Proposed<'a>>,
    /// The hints that are assumed (`--trust-hints`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<Assumption<'a>>,
    /// What the answer assumes of functions without a body.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contracts: Vec<Contract<'a>>,
    /// What every answer takes for granted: "allocations-succeed", "at-most-1073741824-blocks", "pointers-lead-to-whole-objects", "input-arrays-below-2147483648-bytes", "const-reaches-through-pointers", "locals-are-not-kept", "nothing-is-called-back", "stack-suffices", "no-threads-or-signals".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    granted: Vec<&'static str>,
    /// Errors, and what may be one.
    findings: Vec<JsonDefect<'a>>,
    /// Errors that certainly happen, and that nobody asked about: the verdict does not depend on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outside: Vec<JsonDefect<'a>>,
    /// Functions that call themselves: whether the stack is large enough for them is not looked at.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    recursive: &'a [String],
    /// What an audit found (`--audit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<audit::Report<'a>>,
    /// C programs that were written to show errors (`--harness`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    harnesses: Vec<JsonHarness<'a>>,
    /// The rounds of work, where there were several (`--rounds`).
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<JsonRounds>,
}

/// The rounds of work, each with twice the work of the one before.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rounds")]
struct JsonRounds {
    /// How many came to their end; at least 1.
    done: u32,
    /// Why there were no more, although more work may decide what is open: `rounds`, or what was used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<String>,
}

impl JsonRounds {
    fn new(rounds: RoundsDone) -> JsonRounds {
        let ended_by = rounds.ended.map(|ended| match ended {
            RoundsEnd::Most => "rounds".into(),
            RoundsEnd::CutShort(why) => why.to_string(),
        });
        JsonRounds { done: rounds.last.number(), ended_by }
    }
}

/// A property with its answer.
#[derive(Serialize, JsonSchema)]
struct Property<'a> {
    /// Its name: `memory-access`, `memory-leak`, `assertion1`, …
    id: &'a str,
    /// What it says.
    text: &'a str,
    /// Where it stands: `file:line:column`.
    location: String,
    /// Its verdict.
    verdict: Verdict,
    /// Whether it holds only because control never comes there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vacuous: bool,
    /// That no run on heaps of up to this many nodes comes there with all that is assumed: perhaps it holds vacuously.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed_by_none: Option<usize>,
    /// For unknown: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    reason: Option<&'a OpenReason>,
    /// For unknown: what may help, whichever engine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    advice: Vec<AdviceReport>,
    /// For a violation, or a suspected one: an assumption under which it is proved, where one was found (`--preconditions`).
    #[serde(skip_serializing_if = "Option::is_none")]
    holds_if: Option<PreconditionReport>,
    /// How many facts of the shape analysis the proof by the predicate abstraction uses.
    #[serde(skip_serializing_if = "is_zero")]
    facts: usize,
    /// The hints that it is proved under, and that are assumed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    /// A path of the boolean program that violates it, and that no concrete run confirms.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<PathStep<'a>>>,
}

/// Hints that automatic mode found.
#[derive(Serialize, JsonSchema)]
struct Proposed<'a> {
    /// The ids of the properties that they prove.
    properties: &'a [String],
    /// The text of a hints file.
    file: String,
}

/// A step of a path.
#[derive(Serialize, JsonSchema)]
struct PathStep<'a> {
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// The statement.
    text: &'a str,
    /// The location of the model.
    location: &'a str,
    /// The predicates whose value changes.
    predicates: Vec<PredicateValue<'a>>,
}

/// A predicate with its value.
#[derive(Serialize, JsonSchema)]
struct PredicateValue<'a> {
    /// The predicate.
    predicate: &'a str,
    /// Its value.
    value: bool,
}

/// What one engine did.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "name")]
enum Engine<'a> {
    #[serde(rename = "predicate-abstraction")]
    PredicateAbstraction {
        /// Its verdict, with the runs.
        verdict: Verdict,
        /// How long it took.
        seconds: f64,
        /// Iterations of weakest preconditions.
        iterations: usize,
        /// Predicates.
        predicates: usize,
        /// Pairs of a predicate and a location.
        pairs: usize,
        /// Whether no more predicates are needed.
        converged: bool,
        /// Reachable states of the boolean program; null if not all were visited.
        states: Option<usize>,
    },
    #[serde(rename = "concrete-runs")]
    ConcreteRuns {
        /// Its verdict: runs never prove anything.
        verdict: Verdict,
        /// How long they took.
        seconds: f64,
        /// All runs were tried on heaps of up to this number of nodes; null where that is none.
        nodes: Option<usize>,
        /// Runs that were cut by the limit on steps.
        cut_runs: usize,
    },
    #[serde(rename = "smg")]
    Shapes {
        /// Its verdict.
        verdict: Verdict,
        /// For unknown: why, where other engines answer, too.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        reason: Option<&'a OpenReason>,
        /// How long it took.
        seconds: f64,
        /// Configurations that were looked at.
        states: usize,
        /// At how many locations.
        locations: usize,
    },
    #[serde(rename = "bmc")]
    Bounded {
        /// Its verdict.
        verdict: Verdict,
        /// How long it took.
        seconds: f64,
        /// The bound on iterations of each loop, and on calls of a function within itself.
        unwind: u32,
        /// The bound on the nodes of each type of the input heap.
        #[serde(skip_serializing_if = "Option::is_none")]
        heap_nodes: Option<u32>,
        /// Objects of all runs.
        objects: usize,
        /// Terms.
        terms: usize,
        /// Targets that were asked about alone.
        #[serde(skip_serializing_if = "is_zero")]
        targets: usize,
        /// Variables of the SAT solver.
        variables: usize,
        /// Its clauses.
        clauses: usize,
        /// Questions to it.
        questions: usize,
    },
}

/// A defect; its fields depend on who answered.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Finding")]
enum JsonDefect<'a> {
    OfAllEngines(VerifyDefect<'a>),
    OfShapes(SmgDefect<'a>),
}

/// A defect that `verify` reports.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ConfirmedFinding")]
struct VerifyDefect<'a> {
    /// What kind of error: `invalid-dereference`, `memory-leak`, `shape`, …
    kind: &'a str,
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// One sentence.
    message: &'a str,
    /// What is to be known of it at other places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteReport<'a>>,
    /// The steps of the run that leads to it.
    trace: Vec<StepReport<'a>>,
    /// The run that meets it: what it reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunReport<'a>>,
    /// The state that the run starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    /// The state that it ends in.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
    /// Why it does not matter for the exit status: "baseline", for an error that an earlier run had, or "accepted", and then the
    /// reason of the comment that accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
}

/// A defect or a suspicion that `smg` reports.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EngineFinding")]
struct SmgDefect<'a> {
    /// What kind of error: `invalid-dereference`, `memory-leak`, `shape`, …
    kind: &'a str,
    /// How an uninitialized value is used, where the error is that.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    use_of_uninitialized: Option<UninitializedUse>,
    /// Whether a concrete run confirms it. Otherwise it need not be an error.
    certain: bool,
    /// Whether it occurs only after another error, which says nothing of the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    after_error: bool,
    /// Whether the verdict does not depend on it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    warning: bool,
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// One sentence.
    message: &'a str,
    /// Why no run is known that meets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<String>,
    /// The run that meets it; its steps are the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunReport<'a>>,
    /// What is to be known of it at other places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteReport<'a>>,
    /// The steps that lead to it.
    trace: Vec<StepReport<'a>>,
    /// Why it does not matter for the exit status: "baseline", for an error that an earlier run had, or "accepted", and then the
    /// reason of the comment that accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
}

/// The object, indented, with a final line break.
pub fn write(report: &Report<'_>) -> String {
    let gap = match &report.source {
        Source::AllEngines | Source::BoundedEngine => None,
        Source::ShapeAnalysis { gap, .. } => gap.as_ref(),
    };
    printed(&JsonReport {
        header: Header::new(),
        verdict: report.verdict,
        reason: report.reason.as_ref(),
        advice: report.advice().iter().map(AdviceReport::new).collect(),
        requirement: report.requirement.map(RequirementReport::new),
        effects: report.effects.as_ref().map(EffectsReport::new),
        gap,
        properties: report.properties.iter().map(property).collect(),
        engines: report.engines.iter().map(engine).collect(),
        hints: report.hints.iter().map(proposed).collect(),
        assumptions: report.assumptions.iter().map(Assumption::new).collect(),
        contracts: report.contracts.iter().map(Contract::new).collect(),
        granted: report.granted.iter().map(|granted| granted.word()).collect(),
        findings: report.findings.iter().map(|finding| found(&report.source, finding)).collect(),
        outside: report.outside.iter().map(|finding| found(&report.source, finding)).collect(),
        recursive: &report.recursive,
        audit: report.audit.map(audit::json),
        harnesses: report.harnesses.iter().map(JsonHarness::new).collect(),
        rounds: report.rounds.filter(RoundsDone::is_telling).map(JsonRounds::new),
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
        assumed_by_none: property.assumed_by_none,
        reason: property.reason.as_ref(),
        advice: property.advice.iter().map(AdviceReport::new).collect(),
        holds_if: property.holds_if.as_ref().map(PreconditionReport::new),
        facts: property.facts,
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

fn known(finding: &Defect<'_>) -> Option<String> {
    finding.known.as_ref().map(|known| match known {
        Known::Before => "baseline".to_string(),
        Known::Accepted(reason) => format!("accepted: {reason}"),
    })
}

fn defect<'a>(finding: &'a Defect<'_>) -> VerifyDefect<'a> {
    let (position, run) = (finding.position(), finding.run());
    VerifyDefect {
        kind: finding.kind,
        known: known(finding),
        file: &position.file,
        line: position.line,
        column: position.column,
        message: &finding.message,
        notes: finding.notes().iter().map(NoteReport::new).collect(),
        trace: finding.steps().iter().map(StepReport::new).collect(),
        run: finding.replay().map(RunReport::of).or_else(|| run.and_then(RunReport::of_inputs)),
        input: run.map(|run| run.input.as_str()),
        state: run.map(|run| run.last_state.as_str()),
    }
}

fn described<'a>(finding: &'a Defect<'_>, alarm: &'a Alarm) -> SmgDefect<'a> {
    let position = finding.position();
    SmgDefect {
        kind: finding.kind,
        known: known(finding),
        use_of_uninitialized: alarm.use_of_uninitialized,
        certain: alarm.certain(),
        after_error: alarm.after_error,
        warning: alarm.is_warning,
        file: &position.file,
        line: position.line,
        column: position.column,
        message: &finding.message,
        unconfirmed: alarm.confirmed.as_ref().err().map(ToString::to_string),
        run: finding.replay().map(RunReport::of),
        notes: finding.notes().iter().map(NoteReport::new).collect(),
        trace: finding.steps().iter().map(StepReport::new).collect(),
    }
}

/// The predicates that `abstract` found.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Abstraction")]
pub(super) struct AbstractionReport {
    #[serde(flatten)]
    header: Header,
    /// Iterations of weakest preconditions.
    iterations: usize,
    /// Pairs of a predicate and a location.
    pairs: usize,
    /// Predicates.
    predicates: usize,
    /// Whether no more predicates are needed.
    converged: bool,
    /// The predicates of each location.
    locations: Vec<LocationReport>,
}

/// A location with its predicates.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LocationPredicates")]
struct LocationReport {
    /// Its name, the same as in emitted models.
    location: String,
    /// Its predicates, in order of discovery.
    predicates: Vec<PairReport>,
}

/// A predicate at a location.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FoundPredicate")]
struct PairReport {
    /// The predicate.
    predicate: String,
    /// The iteration in which it was found.
    iteration: usize,
    /// `computed`, `hinted`, `free`, `known` by the shape analysis, or `unmarked` where the bound was reached.
    treatment: &'static str,
    /// What a hint or the shape analysis says it is.
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
            Treatment::Known(truth) => ("known", Some(truth.to_string())),
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
        header: Header::new(),
        iterations: statistics.iterations,
        pairs: statistics.pairs,
        predicates: statistics.predicates,
        converged: statistics.converged,
        locations,
    })
}
