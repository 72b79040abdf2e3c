//! `--format text`: the answer for people. First come the properties, then the engines, assumptions and the verdict; a
//! violation ends with the run that shows it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use crate::known::Known;
use crate::limits::{ERROR_LINES, SHOWN_SUSPICIONS};
use crate::trace::{self, TraceLength};
use crate::view::View;
use crate::{Defect, DefectEvidence, EngineReport, Report, Source, WrittenHarness, audit};
use abstraction::Treatment;
use base::diagnostic::{Heading, write_excerpt, write_message};
use base::source::word_at;
use base::{Exhausted, SourceMap, SourcePosition};
use bmc::QuestionSize;
use engine::WorkDone;
use engine::evidence::{AbstractTrace, ConcreteRun, PredicateValues};
use engine::verdict::Verdict;
use harness::Sighting;
use pipeline::answer::RoundsDone;
use pipeline::claims;
use pipeline::hintcheck::{HintCheck, Standing};
use pipeline::requirements::Requirement;
use pipeline::{AbstractModel, Prepared, PropertyVerdict};
use program::FaultKind;
use program::interp::{RunEnd, RunResult};
use reason::assumption::UnprovedHint;
use reason::{Unreplayed, advice};

/// Formats the report with ANSI colours: errors in full, and one line for each suspicion. `verbose` adds the suspicions that
/// come after another error, the way to each suspicion, and all steps of long runs.
pub fn write(report: &Report<'_>, verbose: bool, sources: &SourceMap) -> String {
    let mut out = String::new();
    let length = if verbose { TraceLength::Whole } else { TraceLength::Short };
    match report.source {
        Source::BoundedEngine => findings(&mut out, report, length, sources),
        Source::AllEngines => {
            properties(&mut out, report, length);
            if !report.findings.is_empty() {
                out.push('\n');
            }
            findings(&mut out, report, length, sources);
            for found in &report.outside {
                out.push('\n');
                finding(&mut out, found, sources, (length, Detail::Whole));
                out.push_str("  nobody asked about it: --check undefined-behaviour does\n");
            }
            for proof in report.hints {
                let _ =
                    write!(out, "\nhints proposed and used (a file with them reproduces the proof):\n{}", proof.file());
            }
            out.push('\n');
        }
        Source::ShapeAnalysis { with_properties, .. } => {
            if with_properties {
                properties(&mut out, report, length);
                out.push('\n');
            }
            findings(&mut out, report, length, sources);
            // A precondition is shown with its property, and what a function of a library requires is said of the whole.
            let is_shown =
                |known: &&PropertyVerdict| !with_properties && known.holds_if.is_some() && report.requirement.is_none();
            report.properties.iter().filter(is_shown).for_each(|known| property(&mut out, known, PropertyParts::ALL));
        }
    }
    report.harnesses.iter().for_each(|written| harness(&mut out, written));
    report.engines.iter().for_each(|engine| self::engine(&mut out, &report.source, engine));
    for assumed in report.assumed() {
        let _ = writeln!(out, "assumed: {assumed}");
    }
    for function in &report.recursive {
        let _ = writeln!(out, "not looked at: whether the stack is large enough for '{function}', which calls itself");
    }
    verdict(&mut out, report);
    if let Some(Requirement::Precondition(precondition)) = report.requirement {
        let _ = writeln!(out, "requires: {}", precondition.condition());
    }
    if let Some(effects) = report.effects.as_ref().map(ToString::to_string).filter(|text| !text.is_empty()) {
        let _ = writeln!(out, "does: {effects}");
    }
    out + &report.audit.map_or_else(String::new, audit::text)
}

/// Writes all properties. A reason that several share is told once, and the advice against the reason of the verdict stands
/// at the end.
fn properties(out: &mut String, report: &Report<'_>, length: TraceLength) {
    let mut before: Option<&PropertyVerdict> = None;
    for known in report.properties {
        let is_told = |before: &&PropertyVerdict| {
            known.reason.is_some() && before.reason == known.reason && before.advice == known.advice
        };
        let is_repeated = before.as_ref().is_some_and(is_told);
        let is_decisive = known.reason.is_some() && known.reason == report.reason;
        let parts = PropertyParts { reason: !is_repeated, advice: !is_repeated && !is_decisive };
        property(out, known, parts);
        if report.source.has_paths() && (known.verdict == Verdict::Unknown || length == TraceLength::Whole) {
            abstract_path(out, known, length == TraceLength::Whole);
        }
        before = Some(known);
    }
}

/// Writes the defects: errors first, then suspicions.
fn findings(out: &mut String, report: &Report<'_>, length: TraceLength, sources: &SourceMap) {
    let is_shown = |found: &&Defect<'_>| length == TraceLength::Whole || found.known.is_none();
    let (shown, known): (Vec<&Defect<'_>>, Vec<&Defect<'_>>) = report.errors_first().partition(is_shown);
    let is_line = |found: &&Defect<'_>| length == TraceLength::Short && found.doubt().is_some();
    let (lines, whole): (Vec<&Defect<'_>>, Vec<&Defect<'_>>) = shown.into_iter().partition(is_line);
    let is_apart = matches!(report.source, Source::AllEngines);
    errors(out, &whole, (length, is_apart), sources);
    if !whole.is_empty() && !lines.is_empty() && is_apart {
        out.push('\n');
    }
    suspicions(out, &lines);
    let accepted = known.iter().filter(|found| matches!(found.known, Some(Known::Accepted(_)))).count();
    for (count, why) in [(known.len() - accepted, "an earlier run had"), (accepted, "a comment accepts")] {
        if count > 0 {
            let _ = writeln!(out, "not shown: {count} that {why} (-v shows all)");
        }
    }
}

/// How much of an error is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Detail {
    /// With the run that has it.
    Whole,
    /// With its source line and its notes.
    Notes,
    /// The message alone.
    Message,
}

/// Writes errors: the first one in full, and of each other one as much as fits on a screen, unless everything is wanted.
fn errors(out: &mut String, errors: &[&Defect<'_>], (length, is_apart): (TraceLength, bool), sources: &SourceMap) {
    let (mut lines, mut is_cut) = (0, false);
    for (index, found) in errors.iter().enumerate() {
        let written = |detail: Detail| {
            let mut text = if index > 0 && is_apart { "\n".to_string() } else { String::new() };
            finding(&mut text, found, sources, (length, detail));
            text
        };
        let fits =
            |text: &String| index == 0 || length == TraceLength::Whole || lines + text.lines().count() <= ERROR_LINES;
        let whole = Some(written(Detail::Whole)).filter(fits);
        is_cut |= whole.is_none();
        let text = whole.or_else(|| Some(written(Detail::Notes)).filter(fits));
        let text = text.unwrap_or_else(|| written(Detail::Message));
        lines += text.lines().count();
        out.push_str(&text);
    }
    if is_cut {
        out.push_str("  (-v shows the run of each error)\n");
    }
}

/// Writes a line for each suspicion, those with the same reason together.
fn suspicions(out: &mut String, suspicions: &[&Defect<'_>]) {
    let (after_error, own): (Vec<&Defect<'_>>, Vec<&Defect<'_>>) =
        suspicions.iter().copied().partition(|found| found.doubt() == Some(&Unreplayed::AfterError));
    let mut groups: Vec<(&Unreplayed, Vec<&Defect<'_>>)> = Vec::new();
    for found in own.iter().copied().take(SHOWN_SUSPICIONS) {
        let Some(reason) = found.doubt() else { continue };
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, group)) => group.push(found),
            None => groups.push((reason, vec![found])),
        }
    }
    for (reason, group) in groups {
        for found in &group {
            let message = format!("perhaps {} [{}]", found.message, found.kind);
            write_message(out, found.position(), Heading::Warning, &message);
        }
        let these = if group.len() == 1 { "this" } else { "these" };
        let _ = writeln!(out, "  no concrete run confirms {these}: {reason}");
    }
    let more = own.len().saturating_sub(SHOWN_SUSPICIONS);
    let more = (more > 0).then(|| format!("{more} more"));
    let after = (!after_error.is_empty()).then(|| format!("{} that come after another error", after_error.len()));
    let hidden: Vec<String> = more.into_iter().chain(after).collect();
    let _ = match (suspicions.len(), hidden.as_slice()) {
        (0, _) => Ok(()),
        (_, []) => writeln!(out, "  (-v shows the way to each suspicion)"),
        (_, hidden) => writeln!(out, "  (-v shows the way to each suspicion, and {})", hidden.join(" and ")),
    };
}

/// Returns the verdict where there is nothing else to report, because a limit was reached before there was an answer.
pub fn unknown(reason: &str, why: Exhausted) -> String {
    let help = advice::after(why);
    format!("verdict: {}\nreason: {reason}\nhelp: {help}\n", Verdict::Unknown.word())
}

/// Writes the verdict, with the reason and advice if it is unknown.
fn verdict(out: &mut String, report: &Report<'_>) {
    let names: Vec<String> = report.assumptions.iter().map(UnprovedHint::name).collect();
    let assuming = if names.is_empty() || report.verdict != Verdict::Verified {
        String::new()
    } else {
        format!(", assuming {}", names.join(" and "))
    };
    let known = if report.is_known() { ", but nothing is new: exit status 0" } else { "" };
    let _ = writeln!(out, "verdict: {}{assuming}{known}", report.verdict.word());
    if let Some(reason) = &report.reason {
        let _ = writeln!(out, "reason: {reason}");
        for advice in &report.advice() {
            let _ = writeln!(out, "help: {advice}");
        }
    }
    if let Some(rounds) = report.rounds.filter(RoundsDone::is_telling) {
        let _ = writeln!(out, "effort: {rounds}");
    }
}

/// Writes the result of a program that was written to show an error.
fn harness(out: &mut String, WrittenHarness { file, sighting }: &WrittenHarness) {
    let _ = match sighting {
        Sighting::Seen { by, compiler: None, .. } => writeln!(out, "harness: {file} ({by} shows the error)"),
        Sighting::Seen { by, compiler: Some(compiler), .. } => {
            writeln!(out, "harness: {file} ({by} of {compiler} shows the error)")
        }
        Sighting::Nothing(why) => writeln!(out, "harness: {file} does not show the error: {why}"),
    };
}

/// Writes a defect or a suspicion in GCC's format: message, notes, and trace.
fn finding(out: &mut String, finding: &Defect<'_>, sources: &SourceMap, (length, detail): (TraceLength, Detail)) {
    let position = finding.position();
    let perhaps = match finding.evidence {
        DefectEvidence::Run(_) => "",
        DefectEvidence::Alarm(alarm) => {
            if detail != Detail::Message {
                let _ = writeln!(out, "{}: In function '{}':", position.file, alarm.function);
            }
            match (alarm.certain(), alarm.after_error) {
                (true, _) => "",
                (false, true) => "after another error, perhaps ",
                (false, false) => "perhaps ",
            }
        }
    };
    let heading = finding.severity().heading();
    write_message(out, position, heading, &format!("{perhaps}{} [{}]", finding.message, finding.kind));
    if detail == Detail::Message {
        return;
    }
    excerpt(out, position, heading, sources);
    for note in finding.notes() {
        write_message(out, &note.position, Heading::Note, &note.fact.to_string());
        if note.position != *position {
            excerpt(out, &note.position, Heading::Note, sources);
        }
    }
    if detail == Detail::Whole {
        evidence(out, finding, length);
    }
}

/// Writes the source line at a position.
fn excerpt(out: &mut String, position: &SourcePosition, heading: Heading, sources: &SourceMap) {
    if let Some(line) = sources.line_at(position) {
        let width = word_at(line, position.column).map_or(1, |(_, word, _)| word.chars().count());
        write_excerpt(out, position, line, width, heading);
    }
}

/// Writes the evidence of a defect.
fn evidence(out: &mut String, finding: &Defect<'_>, length: TraceLength) {
    match finding.evidence {
        DefectEvidence::Run(run) => concrete_run(out, run, length),
        DefectEvidence::Alarm(alarm) => {
            match &alarm.confirmed {
                Ok(run) => trace::inputs(out, run.heap.as_deref(), &run.inputs, length),
                Err(_) if alarm.after_error => {}
                Err(reason) => {
                    let _ = writeln!(out, "  no concrete run confirms this: {reason}");
                }
            }
            trace::steps(out, &alarm.steps, length);
        }
    }
}

/// The parts of a property that are written.
#[derive(Clone, Copy)]
struct PropertyParts {
    reason: bool,
    advice: bool,
}

impl PropertyParts {
    const ALL: PropertyParts = PropertyParts { reason: true, advice: true };
}

/// Writes a property with its verdict.
fn property(out: &mut String, property: &PropertyVerdict, parts: PropertyParts) {
    let _ = writeln!(out, "{:<9} {}: {}", property.verdict.word(), property.position, property.text);
    if property.vacuous {
        out.push_str("          holds vacuously: control never reaches this location\n");
    }
    if let Some(nodes) = property.assumed_by_none {
        let _ = writeln!(
            out,
            "          perhaps vacuously: no run on a heap of up to {nodes} nodes comes here with all that is assumed"
        );
    }
    match (property.verdict, &property.reason) {
        (Verdict::Unknown, Some(reason)) if parts.reason => {
            let _ = writeln!(out, "          because {reason}");
        }
        (Verdict::Unknown, Some(_)) => out.push_str("          for the same reason\n"),
        _ => {}
    }
    if let Some(precondition) = &property.holds_if {
        let _ = writeln!(out, "          holds if: {}", precondition.condition());
        let _ = writeln!(out, "          add: {}", precondition.statement());
    }
    for advice in property.advice.iter().filter(|_| parts.advice) {
        let _ = writeln!(out, "          help: {advice}");
    }
    for assumed in property.assumptions() {
        let _ = writeln!(out, "          assuming {}; {}", assumed.name(), assumed.known);
    }
    if let Some(engine) = property.only_by {
        let _ = writeln!(out, "          by {engine}");
    }
    if let Some(facts) = property.facts_used() {
        let _ = writeln!(out, "          with {facts}");
    }
}

/// Writes the work of one engine.
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

pub(super) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// Counts the hints that make claims, by their standing; one line, or empty if there are none.
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
    // A hint that also makes a claim about another predicate is counted above.
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

/// Formats a path through the boolean program: C lines, and the predicates that changed.
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

/// Writes a run of the program on a small input.
pub fn concrete_run(out: &mut String, run: &ConcreteRun, length: TraceLength) {
    trace::inputs(out, Some(&run.input), &run.inputs, length);
    trace::steps(out, &run.steps, length);
    out.push_str("  then:\n");
    trace::drawn(out, &run.last_state, length);
}

fn indent(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

/// Formats the figures of an abstraction, as one line.
pub fn statistics(analysis: &AbstractModel) -> String {
    figures(&claims::figures(analysis.abstraction.statistics, &[])) + "\n"
}

/// Formats the figures of an engine, without a line break.
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

/// Formats the discovered predicates by location, with their treatment.
pub fn abstraction(prepared: &Prepared, analysis: &AbstractModel) -> String {
    let view = View::new(prepared, analysis);
    let mut out = statistics(analysis);
    for location in view.locations() {
        let (name, line) = (view.location_name(location), view.source_line(location));
        // A C label already names the location.
        let is_labelled = line.strip_prefix(&name).is_some_and(|rest| rest.trim_start().starts_with(':'));
        let _ = if is_labelled { writeln!(out, "\n{line}") } else { writeln!(out, "\n{name}: {line}") };
        for (pair, info) in view.pairs_at(location) {
            let note = match &info.treatment {
                Treatment::Computed => String::new(),
                Treatment::Hinted { replacement, .. } => format!("  ~> {}", view.formula(replacement)),
                Treatment::Free { .. } => "  ~> any".into(),
                Treatment::Known(truth) => format!("  ~> {truth}, by the shape analysis"),
                Treatment::Unmarked => "  (not worked on within the bound: *)".into(),
            };
            let _ = writeln!(out, "    {}{note}", view.atom(pair.0));
        }
    }
    out
}

/// Returns the message about the end of a concrete run, empty if it exited normally; and the exit status.
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
