//! `--format text`: the answer for people. One line says it, then each property, then what the answer rests on; a
//! violation ends with the run that shows it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use crate::abstraction::Treatment;
use crate::base::SourceMap;
use crate::bmc::QuestionSize;
use crate::bmc::harness::Sighting;
use crate::engine::WorkDone;
use crate::engine::assumption::UnprovedHint;
use crate::engine::evidence::{AbstractTrace, Alarm, ConcreteRun, ConcreteStep, PredicateValues};
use crate::pipeline::claims;
use crate::pipeline::hintcheck::{HintCheck, Standing};
use crate::pipeline::{AbstractModel, Prepared, PropertyVerdict};
use crate::program::FaultKind;
use crate::program::interp::{RunEnd, RunResult};
use crate::report::view::View;
use crate::report::{Defect, DefectEvidence, EngineReport, Report, Source, WrittenHarness, audit};
use crate::verdict::Verdict;

/// Of a longer path, this many steps at its start and at its end are shown.
const MOST_STEPS: usize = 40;

/// The report. `verbose` adds the steps of unconfirmed counterexamples.
pub fn write(report: &Report<'_>, verbose: bool) -> String {
    let mut out = String::new();
    match report.source {
        Source::BoundedEngine => report.findings.iter().for_each(|finding| as_compilers_do(&mut out, finding)),
        Source::AllEngines => of_all_engines(&mut out, report, verbose),
        Source::ShapeAnalysis { with_properties, .. } => {
            if with_properties {
                report.properties.iter().for_each(|property| self::property(&mut out, property));
                out.push('\n');
            }
            report.findings.iter().for_each(|finding| as_compilers_do(&mut out, finding));
        }
    }
    for WrittenHarness { file, sighting } in &report.harnesses {
        let _ = match sighting {
            Sighting::Seen { by, .. } => writeln!(out, "harness: {file} ({by} shows the error)"),
            Sighting::Nothing(why) => writeln!(out, "harness: {file} does not show the error: {why}"),
        };
    }
    report.engines.iter().for_each(|engine| self::engine(&mut out, &report.source, engine));
    let names: Vec<String> = report.assumptions.iter().map(UnprovedHint::name).collect();
    let assuming = if names.is_empty() || report.verdict != Verdict::Verified {
        String::new()
    } else {
        format!(", assuming {}", names.join(" and "))
    };
    let _ = writeln!(out, "verdict: {}{assuming}", report.verdict.word());
    if let Some(reason) = &report.reason {
        let _ = writeln!(out, "reason: {reason}");
        // Where properties are shown, each has its own.
        for advice in report.advice().iter().filter(|_| !report.source.shows_properties()) {
            let _ = writeln!(out, "help: {advice}");
        }
    }
    out + &report.audit.map_or_else(String::new, audit::text)
}

/// Properties, defects and proposed hints.
fn of_all_engines(out: &mut String, report: &Report<'_>, verbose: bool) {
    for property in report.properties {
        self::property(out, property);
        if property.verdict == Verdict::Unknown || verbose {
            abstract_path(out, property, verbose);
        }
    }
    for finding in &report.findings {
        let (position, severity) = (finding.position(), finding.severity().word());
        let _ = writeln!(out, "\n{position}: {severity}: {} [{}]", finding.message, finding.kind);
        evidence(out, finding);
    }
    for proof in report.hints {
        let _ = write!(out, "\nhints proposed and used (a file with them reproduces the proof):\n{}", proof.file());
    }
    out.push('\n');
}

/// A defect or a suspicion, as GCC writes them.
fn as_compilers_do(out: &mut String, finding: &Defect<'_>) {
    let (position, severity) = (finding.position(), finding.severity().word());
    let perhaps = match finding.evidence {
        DefectEvidence::Run(_) => "",
        DefectEvidence::Alarm(alarm) => {
            let _ = writeln!(out, "{}: In function '{}':", position.file, alarm.function);
            match (alarm.certain(), alarm.after_error) {
                (true, _) => "",
                (false, true) => "after another error, perhaps ",
                (false, false) => "perhaps ",
            }
        }
    };
    let _ = writeln!(out, "{position}: {severity}: {perhaps}{} [{}]", finding.message, finding.kind);
    evidence(out, finding);
}

/// What shows a defect.
fn evidence(out: &mut String, finding: &Defect<'_>) {
    match finding.evidence {
        DefectEvidence::Run(run) => concrete_run(out, run),
        DefectEvidence::Alarm(alarm) => {
            confirmation(out, alarm);
            notes(out, &alarm.steps);
        }
    }
}

/// A property with its answer.
fn property(out: &mut String, property: &PropertyVerdict) {
    let _ = writeln!(out, "{:<9} {}: {}", property.verdict.word(), property.position, property.text);
    if property.vacuous {
        out.push_str("          holds vacuously: control never reaches this location\n");
    }
    if let (Verdict::Unknown, Some(reason)) = (property.verdict, &property.reason) {
        let _ = writeln!(out, "          because {reason}");
    }
    for advice in &property.advice {
        let _ = writeln!(out, "          help: {advice}");
    }
    for assumed in property.assumptions() {
        let _ = writeln!(out, "          assuming {}; {}", assumed.name(), assumed.known);
    }
    if let Some(engine) = property.only_by {
        let _ = writeln!(out, "          by {engine}");
    }
}

/// What one engine did.
fn engine(out: &mut String, source: &Source, engine: &EngineReport<'_>) {
    match engine {
        EngineReport::PredicateAbstraction { statistics, states, hints, time, .. } => {
            let done = figures(&claims::figures(*statistics, &[]));
            let states = states.map_or_else(|| "states not counted".into(), |count| format!("{count} states"));
            let _ = writeln!(out, "predicate abstraction (all runs): {done}; {states}; {}", milliseconds(*time));
            out.push_str(&self::hints(hints));
        }
        EngineReport::ConcreteRuns { nodes, cut_runs, defects, time, .. } => {
            let reach = match nodes {
                Some(0) => "from the start of main".to_string(),
                Some(nodes) => format!("on all input heaps of up to {nodes} nodes"),
                None => "on some small input heaps".to_string(),
            };
            let cut = if *cut_runs > 0 { format!(" ({cut_runs} runs cut short)") } else { String::new() };
            let found = match defects {
                0 => "no violation".to_string(),
                1 => "1 defect".to_string(),
                count => format!("{count} defects"),
            };
            let _ = writeln!(out, "concrete runs {reach}{cut}: {found}; {}", milliseconds(*time));
        }
        EngineReport::Shapes { verdict, reason, configurations, locations, time } => {
            out.push_str("shape analysis: ");
            let _ = match (source, reason) {
                (Source::ShapeAnalysis { .. } | Source::BoundedEngine, _) => Ok(()),
                (Source::AllEngines, None) => write!(out, "{}; ", verdict.word()),
                (Source::AllEngines, Some(reason)) => write!(out, "{}, {reason}; ", verdict.word()),
            };
            let time = milliseconds(*time);
            let _ = writeln!(out, "{configurations} configurations, {locations} locations; {time}");
        }
        EngineReport::Bounded { unwind, heap_nodes, objects, terms, targets, size, time, .. } => {
            let QuestionSize { variables, clauses, questions } = size;
            let heaps =
                heap_nodes.map_or_else(String::new, |nodes| format!(", heaps of up to {nodes} nodes of each type"));
            let targets = if *targets == 0 { String::new() } else { format!(", {targets} asked alone") };
            let _ = writeln!(
                out,
                "bounded engine: unwinding {unwind}{heaps}{targets}; {objects} objects, {terms} terms, {variables} variables, {clauses} \
                 clauses, {questions} questions; {}",
                milliseconds(*time)
            );
        }
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// What shows an error: the inputs of a run that meets it. Or why no run is known.
fn confirmation(out: &mut String, finding: &Alarm) {
    let run = match &finding.confirmed {
        Err(_) if finding.after_error => return,
        Err(reason) => {
            let _ = writeln!(out, "    note: no concrete run confirms this: {reason}");
            return;
        }
        Ok(run) => run,
    };
    for line in run.heap.iter().flat_map(|heap| heap.lines()) {
        let _ = writeln!(out, "    input: {line}");
    }
    let hidden = run.inputs.len().saturating_sub(2 * MOST_STEPS);
    for (index, input) in run.inputs.iter().enumerate() {
        if hidden > 0 && index == MOST_STEPS {
            let _ = writeln!(out, "    ... {hidden} inputs");
        }
        if hidden == 0 || index < MOST_STEPS || index >= MOST_STEPS + hidden {
            let _ = writeln!(out, "    {}: input: {} = {}", input.position, input.text, input.value);
        }
    }
}

/// The way to an error, a note for each step.
pub(super) fn notes(out: &mut String, steps: &[ConcreteStep]) {
    let hidden = steps.len().saturating_sub(2 * MOST_STEPS);
    for (index, step) in steps.iter().enumerate() {
        if hidden > 0 && index == MOST_STEPS {
            let _ = writeln!(out, "    ... {hidden} steps");
        }
        if hidden == 0 || index < MOST_STEPS || index >= MOST_STEPS + hidden {
            let _ = writeln!(out, "    {}: note: {}", step.position, step.text);
        }
    }
}

/// How many hints claim something, and how they stand; a line of its own, if there are any.
fn hints(checked: &HintCheck) -> String {
    let claiming = checked.claiming();
    let used: BTreeSet<usize> = claiming.iter().chain(&checked.free).copied().collect();
    if used.is_empty() {
        return String::new();
    }
    let mut parts = Vec::new();
    let mut count = |number: usize, one: &str, more: &str| match number {
        0 => {}
        1 => parts.push(format!("1 {one}")),
        _ => parts.push(format!("{number} {more}")),
    };
    let of_kind = |kind: fn(&Standing) -> bool| {
        let worst = claiming.iter().filter_map(|hint| checked.worst(*hint));
        worst.filter(|application| kind(&application.standing)).count()
    };
    let all_heaps = "proved for all heaps";
    count(of_kind(|standing| matches!(standing, Standing::Proved(_))), all_heaps, all_heaps);
    let tried = "tried on small heaps only";
    count(of_kind(|standing| matches!(standing, Standing::Tried { .. })), tried, tried);
    count(of_kind(|standing| matches!(standing, Standing::Unchecked(_))), "not checked", "not checked");
    // A hint that claims something for another predicate is counted above.
    count(used.len() - claiming.len(), "leaves predicates free", "leave predicates free");
    format!("hints used: {}: {}\n", used.len(), parts.join(", "))
}

fn abstract_path(out: &mut String, property: &PropertyVerdict, verbose: bool) {
    let Some(path) = &property.path else { return };
    if verbose {
        out.push_str(&indent(&abstract_trace(path), 10));
    } else {
        let _ = writeln!(out, "          (-v shows the abstract path of {} steps)", path.steps.len());
    }
}

/// A path through the boolean program: C lines, and the predicates that changed.
pub fn abstract_trace(path: &AbstractTrace) -> String {
    let mut out = String::new();
    if !path.initial.is_empty() {
        let _ = writeln!(out, "start: {}", values(&path.initial));
    }
    for (index, step) in path.steps.iter().enumerate() {
        if path.loop_start == Some(index) {
            out.push_str("forever:\n");
        }
        let _ = writeln!(out, "{}: {}  -> {}", step.position, step.text, step.location);
        if !step.changes.is_empty() {
            let _ = writeln!(out, "    {}", values(&step.changes));
        }
        if !step.choices.is_empty() {
            let _ = writeln!(out, "    chosen freely: {}", step.choices.join(", "));
        }
    }
    out
}

fn values(values: &PredicateValues) -> String {
    values
        .iter()
        .map(|(predicate, value)| if *value { predicate.clone() } else { format!("!({predicate})") })
        .collect::<Vec<_>>()
        .join(", ")
}

/// A run of the program on a small input.
pub fn concrete_run(out: &mut String, run: &ConcreteRun) {
    let _ = writeln!(out, "  input:\n{}", indent(&run.input, 4).trim_end());
    out.push_str("  steps:\n");
    for step in &run.steps {
        let _ = writeln!(out, "    {}: {}", step.position, step.text);
    }
    let _ = writeln!(out, "  then:\n{}", indent(&run.last_state, 4).trim_end());
}

fn indent(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

/// The figures of an abstraction, one line.
pub fn statistics(analysis: &AbstractModel) -> String {
    figures(&claims::figures(analysis.abstraction.statistics, &[])) + "\n"
}

/// How much an engine did, without a line break.
pub(super) fn figures(figures: &WorkDone) -> String {
    let counts: Vec<String> = figures.counts.iter().map(|(count, what)| format!("{count} {what}")).collect();
    let mut out = counts.join(", ");
    if let Some(note) = figures.note {
        let _ = write!(out, ", {note}");
    }
    if let Some(time) = figures.time {
        let _ = write!(out, "; {}", milliseconds(time));
    }
    out
}

/// The discovered predicates by location, and how each is computed along the edges.
pub fn abstraction(prepared: &Prepared, analysis: &AbstractModel) -> String {
    let view = View::new(prepared, analysis);
    let mut out = statistics(analysis);
    for location in view.locations() {
        let (name, line) = (view.location_name(location), view.source_line(location));
        // A C label says already what the location is called.
        let is_labelled = line.strip_prefix(&name).is_some_and(|rest| rest.trim_start().starts_with(':'));
        let _ = if is_labelled { writeln!(out, "\n{line}") } else { writeln!(out, "\n{name}: {line}") };
        for (pair, info) in view.pairs_at(location) {
            let note = match &info.treatment {
                Treatment::Computed => String::new(),
                Treatment::Hinted { replacement, .. } => format!("  ~> {}", view.formula(replacement)),
                Treatment::Free { .. } => "  ~> any".into(),
                Treatment::Unmarked => "  (not worked on within the bound: *)".into(),
            };
            let _ = writeln!(out, "    {}{note}", view.atom(pair.0));
        }
    }
    out
}

/// Tells how a concrete run ended, on standard error where it did not just exit; the exit status.
pub fn run_end(sources: &SourceMap, result: &RunResult) -> (String, u8) {
    match &result.end {
        RunEnd::Exit(status) => (String::new(), *status),
        RunEnd::Blocked => {
            ("damson: the run is blocked: no edge can be taken\n".into(), Verdict::Unknown.exit_status())
        }
        RunEnd::Fault(report) => {
            let unsupported = matches!(report.fault.kind, FaultKind::Unsupported | FaultKind::Indeterminate);
            let status = if unsupported { Verdict::Unknown } else { Verdict::Violated }.exit_status();
            let place = report.span.map_or_else(|| "damson".into(), |span| sources.position(span).to_string());
            let kind = report.fault.kind.word();
            (format!("{place}: error: {} [{kind}]\n", report.fault.message), status)
        }
    }
}
