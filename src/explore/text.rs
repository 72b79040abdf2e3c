//! Answers as text for people.

use std::fmt::Write;

use crate::answer::{
    Answer, CheckView, CheckedProperty, ExampleView, FamilyLine, Fate, Figures, FlowLine, HintLine, HintState,
    IterationLine, LocationLine, Opening, PredicateLine, Problem, ProofView, Reason, RunChange, RunMoment, TraceView,
    Undone, UpdateLine, WhyLine,
};
use crate::table::{CommandRow, TABLE};
use abstraction::Statistics;
use base::SourceMap;
use engine::evidence::PredicateValues;
use engine::picture::{PicturePlace, PicturedCell, PicturedLife};

/// Maximum number of predicates of a change that are listed; the rest is counted.
const LISTED: usize = 20;

/// Formats an answer, with a final line break unless empty. A document is formatted as its `save`.
pub fn answer(answer: &Answer) -> String {
    let mut out = String::new();
    match answer {
        Answer::Nothing | Answer::Quit => {}
        Answer::Locations(lines) => locations(&mut out, lines),
        Answer::Flow(lines) => flow(&mut out, lines),
        Answer::Predicates(lines, all) => predicates(&mut out, lines, *all),
        Answer::Why(links) => links.iter().for_each(|link| why(&mut out, link)),
        Answer::Causes(line, direct, count) => causes(&mut out, line, direct, *count),
        Answer::Iterations(rows) => iterations(&mut out, rows),
        Answer::Statistics(figures) => statistics(&mut out, figures),
        Answer::Update(line, fate, lines) => update(&mut out, line, fate, lines),
        Answer::Opened(opening) => opened(&mut out, opening),
        Answer::Proved(view) => proved(&mut out, view),
        Answer::Families(lines, covered) => families(&mut out, lines, *covered),
        Answer::Proposals(hints) => proposals(&mut out, hints),
        Answer::HintAdded(numbers) => numbers.iter().for_each(|number| {
            let _ = writeln!(out, "hint {number} added: `run` uses it");
        }),
        Answer::Hints(lines) => hints(&mut out, lines),
        Answer::HintDropped(number) => {
            let _ = writeln!(out, "hint {number} dropped: `run` does without it");
        }
        Answer::Undone(undone) => undo(&mut out, undone),
        Answer::Bound(bound, pairs) => {
            let _ = writeln!(out, "bound: {bound} iterations, {pairs} pairs");
        }
        Answer::Run(change) => run(&mut out, change),
        Answer::Document { file: None, text } => out.push_str(text),
        Answer::Document { file: Some(file), text } => {
            let _ = writeln!(out, "{file}: {} lines written", text.lines().count());
        }
        Answer::Check(view) => check(&mut out, view),
        Answer::Trace(view) => trace(&mut out, view),
        Answer::Show(view, values) => show(&mut out, view, values),
        Answer::Example(view) => example(&mut out, view),
        Answer::ShowExample(view) => show_example(&mut out, view),
        Answer::Help(None) => help(&mut out),
        Answer::Help(Some(entry)) => help_on(&mut out, entry),
    }
    out
}

/// Formats a problem, with a final line break.
pub fn problem(problem: &Problem, sources: &SourceMap) -> String {
    match problem {
        Problem::Message(message) => format!("error: {message}\n"),
        Problem::Diagnostics(diagnostics) => diagnostics.render(sources),
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn locations(out: &mut String, lines: &[LocationLine]) {
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
    for line in lines {
        let position = format!("{}:{}", line.position.file, line.position.line);
        let count = counted(line.predicates, "predicate");
        let _ = writeln!(out, "{:<width$}  {count:>14}  {position}: {}", line.name, line.source_line);
    }
}

fn flow(out: &mut String, lines: &[FlowLine]) {
    let width = lines.iter().map(|line| line.from.chars().count()).max().unwrap_or(0);
    for line in lines {
        let _ = writeln!(out, "{:<width$}  {}  -> {}", line.from, line.text, line.to);
    }
}

fn predicate(line: &PredicateLine) -> String {
    format!("{:>4}  {} @ {}", line.number, line.predicate, line.location)
}

fn predicates(out: &mut String, lines: &[(PredicateLine, Fate)], all: usize) {
    for (line, fate) in lines {
        let _ = writeln!(out, "{}{}", predicate(line), fate_note(fate));
    }
    let _ = writeln!(out, "{} of {all}", lines.len());
}

fn fate_note(fate: &Fate) -> String {
    match fate {
        Fate::Computed => String::new(),
        Fate::Hinted { hint, replacement } => format!("  ~> {replacement}  (hint {hint})"),
        Fate::Free => "  ~> any".to_string(),
        Fate::Known(truth) => format!("  ~> {truth}, by the shape analysis"),
        Fate::Open => "  (open: *)".to_string(),
    }
}

fn why(out: &mut String, link: &WhyLine) {
    let _ = writeln!(out, "{}", predicate(&link.line));
    let _ = writeln!(out, "        {}", reason(link));
}

fn reason(link: &WhyLine) -> String {
    let position = format!("{}:{}", link.position.file, link.position.line);
    match &link.reason {
        Reason::Property(text) => format!("in the property: {text}  ({position})"),
        Reason::Guard(edge) => format!("in the guard {edge}  ({position})"),
        Reason::Access(edge) => format!("for valid memory access in {edge}  ({position})"),
        Reason::Precondition { edge, of } => format!("in the precondition of {of} over {edge}  ({position})"),
        Reason::Hint { hint, text, of } => format!("in hint {hint}, which stands for {of}: {text}"),
        Reason::Fitting(of) => format!("bounds {of}, which is left free"),
    }
}

fn family(out: &mut String, line: &FamilyLine) {
    let _ = writeln!(out, "{} @ {}  grows over {}", line.pattern, line.location, line.edge);
    for member in &line.members {
        let _ = writeln!(out, "    {} {}", member.number, member.predicate);
    }
}

fn families(out: &mut String, lines: &[FamilyLine], covered: usize) {
    lines.iter().for_each(|line| family(out, line));
    let covered = match covered {
        0 => String::new(),
        1 => ": hints stand for the 1 family that does".into(),
        some => format!(": hints stand for the {some} families that do"),
    };
    if lines.is_empty() {
        let _ = writeln!(out, "nothing grows{covered}");
    } else if !covered.is_empty() {
        let _ = writeln!(out, "nothing else grows{covered}");
    }
}

fn proposals(out: &mut String, hints: &[String]) {
    for (index, hint) in hints.iter().enumerate() {
        let _ = writeln!(out, "{:>4}  {hint}", index + 1);
    }
    let _ = match hints {
        [] => writeln!(out, "nothing to propose: nothing grows that hints do not stand for"),
        _ => writeln!(out, "`accept N…` adds some, `accept all` all of them"),
    };
}

fn opened(out: &mut String, opening: &Opening) {
    let Opening { function, position, locations, properties, assumptions, hints, contracts } = opening;
    let position = position.as_ref().map_or_else(String::new, |at| format!(" ({}:{})", at.file, at.line));
    let properties = match properties {
        1 => "1 property".into(),
        some => format!("{some} properties"),
    };
    let (locations, assumptions) = (counted(*locations, "location"), counted(*assumptions, "assumption"));
    let hints = counted(*hints, "hint");
    let _ = writeln!(out, "{function}{position}: {locations}, {properties}, {assumptions}, {hints}");
    for contract in contracts {
        let _ = writeln!(out, "assumed: {contract}");
    }
}

fn proved(out: &mut String, view: &ProofView) {
    view.properties.iter().for_each(|property| self::property(out, property, Mention::NoPath));
    if let Some(reason) = &view.interrupted {
        let _ = writeln!(out, "stopped early: {reason}; what was found by then stays");
    }
    if !view.hints.is_empty() {
        let _ = writeln!(out, "hints that were proposed, and proved something:");
    }
    view.hints.iter().for_each(|line| hint(out, line));
    run(out, &view.change);
    let _ = writeln!(out, "bound: {} iterations", view.bound);
}

fn undo(out: &mut String, undone: &Undone) {
    let Undone { command, hints, bound, is_run_with } = undone;
    let numbers: Vec<String> = hints.iter().map(usize::to_string).collect();
    let hints = match &numbers[..] {
        [] => "no hints".to_string(),
        [one] => format!("hint {one}"),
        several => format!("hints {}", several.join(", ")),
    };
    let run = if *is_run_with { "" } else { ": `run` uses them" };
    let _ = writeln!(out, "`{command}` is undone: {hints}, bound {bound}{run}");
}

fn causes(out: &mut String, line: &PredicateLine, direct: &[WhyLine], count: usize) {
    let _ = writeln!(out, "{}", predicate(line));
    for link in direct {
        let _ = writeln!(out, "      {}", predicate(&link.line));
        let _ = writeln!(out, "              {}", reason(link));
    }
    let _ = writeln!(out, "{} direct, {count} in all", direct.len());
}

fn iterations(out: &mut String, rows: &[IterationLine]) {
    let _ = writeln!(out, "iteration  new pairs  new predicates");
    for (index, row) in rows.iter().enumerate() {
        let _ = writeln!(out, "{index:>9}  {:>9}  {:>14}", row.pairs, row.predicates);
    }
}

fn summary(statistics: &Statistics) -> String {
    format!(
        "{}, {}, {}, {}",
        counted(statistics.iterations, "iteration"),
        counted(statistics.pairs, "pair"),
        counted(statistics.predicates, "predicate"),
        if statistics.converged { "converged" } else { "not converged" },
    )
}

fn statistics(out: &mut String, figures: &Figures) {
    let _ = writeln!(out, "{} (bound {})", summary(&figures.statistics), figures.bound);
    let kinds: Vec<String> =
        figures.kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| format!("{kind} {count}")).collect();
    let _ = writeln!(out, "pairs by kind: {}", if kinds.is_empty() { "none".into() } else { kinds.join(", ") });
    let _ = writeln!(out, "pairs with a hint: {}, open: {}", figures.hinted, figures.open);
    let _ = writeln!(
        out,
        "boolean program: {}, {}, {}, {}",
        counted(figures.variables, "variable"),
        counted(figures.stored_points, "location"),
        counted(figures.transitions, "transition"),
        if figures.properties == 1 { "1 property".to_string() } else { format!("{} properties", figures.properties) },
    );
}

fn update(out: &mut String, line: &PredicateLine, fate: &Fate, lines: &[UpdateLine]) {
    let _ = writeln!(out, "{}{}", predicate(line), fate_note(fate));
    if *fate != Fate::Computed {
        return;
    }
    if lines.is_empty() {
        let _ = writeln!(out, "      no edge leads here: any value that the assumptions allow");
    }
    for edge in lines {
        let position = format!("{}:{}", edge.position.file, edge.position.line);
        let _ = writeln!(out, "      from {} over {}  ({position})", edge.source, edge.edge);
        if edge.guard != "true" {
            let _ = writeln!(out, "        when {}", edge.guard);
        }
        let _ = writeln!(out, "        := {}", edge.value);
    }
}

fn hints(out: &mut String, lines: &[HintLine]) {
    if lines.is_empty() {
        let _ = writeln!(out, "no hints");
    }
    lines.iter().for_each(|line| hint(out, line));
}

fn hint(out: &mut String, line: &HintLine) {
    let _ = writeln!(out, "{:>4}  {}", line.number, line.text);
    let _ = match &line.state {
        HintState::New => writeln!(out, "        not used yet"),
        HintState::Unused => writeln!(out, "        matches no predicate"),
        HintState::Proved { uses } => {
            writeln!(out, "        stands for {}; proved for all heaps", counted(*uses, "predicate"))
        }
        HintState::Tried { uses, known } => {
            writeln!(out, "        stands for {}; not proved: {known}", counted(*uses, "predicate"))
        }
        HintState::Free { uses } => writeln!(out, "        leaves {} free", counted(*uses, "predicate")),
        HintState::Unchecked { uses, reason } => {
            let uses = counted(*uses, "predicate");
            writeln!(out, "        stands for {uses}; could not be checked: {reason}")
        }
        HintState::Refuted { predicate, value, state } => {
            let lines: String = state.lines().map(|line| format!("            {line}\n")).collect();
            let opposite = !value;
            writeln!(
                out,
                "        unsound: {predicate} is {value} in this state, where the hint says {opposite}:\n{lines}"
            )
            .map(|()| {
                // The drawn state ends with its own line break.
                out.pop();
            })
        }
    };
}

fn run(out: &mut String, change: &RunChange) {
    if let Some(before) = &change.before {
        let _ = writeln!(out, "before: {}", summary(before));
        let _ = writeln!(out, "after:  {}", summary(&change.after));
        changed(out, "lost", &change.lost);
        changed(out, "gained", &change.gained);
    } else {
        let _ = writeln!(out, "{}", summary(&change.after));
    }
    if let Some(reason) = &change.stopped {
        let _ = writeln!(out, "stopped early: {reason}");
    }
    change.hints.iter().for_each(|line| hint(out, line));
}

fn changed(out: &mut String, word: &str, lines: &[PredicateLine]) {
    let _ = writeln!(out, "{word}: {}", if lines.is_empty() { "none".into() } else { lines.len().to_string() });
    for line in lines.iter().take(LISTED) {
        let _ = writeln!(out, "{}", predicate(line));
    }
    if lines.len() > LISTED {
        let _ = writeln!(out, "      and {} more", lines.len() - LISTED);
    }
}

fn check(out: &mut String, view: &CheckView) {
    if view.properties.is_empty() {
        let _ = writeln!(out, "the specification has no property to check");
    }
    view.properties.iter().for_each(|one| property(out, one, Mention::Path));
    if let Some(states) = view.states {
        let _ = writeln!(out, "{} of the boolean program", counted(states, "reachable state"));
    }
}

/// Whether to mention the counterexample of the boolean program: other engines have none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mention {
    Path,
    NoPath,
}

fn property(out: &mut String, property: &CheckedProperty, mention: Mention) {
    let _ = writeln!(out, "{:<8}  {}: {}", property.verdict, property.id, property.text);
    if let Some(reason) = &property.reason {
        let _ = writeln!(out, "          because {reason}");
    }
    if property.vacuous {
        out.push_str("          holds vacuously: control never reaches this location\n");
    }
    for advice in &property.advice {
        let _ = writeln!(out, "          help: {advice}");
    }
    for assumed in &property.assumptions {
        let _ = writeln!(out, "          assuming {assumed}");
    }
    if property.confirmed {
        let _ = writeln!(out, "          a concrete run breaks it: `example {}`", property.id);
    } else if property.suspected {
        let _ = writeln!(out, "          the way to the error that is suspected: `example {}`", property.id);
    }
    if let Some(steps) = property.steps.filter(|_| mention == Mention::Path) {
        let steps = counted(steps, "step");
        let _ = writeln!(out, "          counterexample of {steps}: `trace {}`", property.id);
    }
}

fn trace(out: &mut String, view: &TraceView) {
    let length = view.trace.steps.len();
    if view.stopped_short {
        let _ = writeln!(out, "the counterexample ends here");
    }
    let Some(last) = view.at.checked_sub(1) else {
        let note = if view.confirmed { "confirmed by a concrete run" } else { "not confirmed by a concrete run" };
        let _ = writeln!(out, "{}: {} ({}, {note})", view.id, view.text, counted(length, "step"));
        let _ = writeln!(out, "start");
        listed(out, &view.trace.initial);
        return;
    };
    let Some(step) = view.trace.steps.get(last) else { return };
    if view.trace.loop_start == Some(last) {
        let _ = writeln!(out, "from here on the steps repeat forever");
    }
    let position = format!("{}:{}", step.position.file, step.position.line);
    let _ = writeln!(out, "step {} of {length}: {position}: {}  -> {}", view.at, step.text, step.location);
    listed(out, &step.changes);
    if !step.choices.is_empty() {
        let _ = writeln!(out, "    open choices: {}", step.choices.join(", "));
    }
    if view.at == length {
        let end = match view.trace.loop_start {
            Some(start) if start < length => format!("the run goes on with step {} forever", start + 1),
            Some(_) => "the run stays here forever".to_string(),
            None => "here the property is broken".to_string(),
        };
        let _ = writeln!(out, "    {end}");
    }
}

fn listed(out: &mut String, values: &PredicateValues) {
    for (predicate, value) in values {
        let _ = writeln!(out, "    {value:<5}  {predicate}");
    }
}

fn example(out: &mut String, view: &ExampleView) {
    let length = view.moments.len().saturating_sub(1);
    if view.stopped_short {
        let _ = writeln!(out, "the {} ends here", if view.unconfirmed.is_none() { "run" } else { "way" });
    }
    let Some(moment) = view.moments.get(view.at) else { return };
    match &moment.step {
        None => {
            let steps = counted(length, "step");
            let what = match &view.unconfirmed {
                None => format!("a concrete run of {steps}"),
                Some(why) => format!("{steps} to an error that is suspected; no concrete run confirms it: {why}"),
            };
            let _ = writeln!(out, "{}: {} ({what})", view.id, view.text);
            let _ = writeln!(out, "start  -> {}", moment.location);
        }
        Some(step) => {
            let position = format!("{}:{}", step.position.file, step.position.line);
            let place = format!("{position}: {}  -> {}", step.text, moment.location);
            let _ = writeln!(out, "step {} of {length}: {place}", view.at);
        }
    }
    heap(out, moment);
    listed(out, &moment.changes);
    if view.at == length {
        let _ = writeln!(out, "    {}", view.end());
    }
}

fn show_example(out: &mut String, view: &ExampleView) {
    let length = view.moments.len().saturating_sub(1);
    let Some(moment) = view.moments.get(view.at) else { return };
    let _ = writeln!(out, "{} after step {} of {length}, at {}", view.id, view.at, moment.location);
    heap(out, moment);
    listed(out, &moment.values);
    if moment.values.is_empty() {
        let _ = writeln!(out, "    no predicate has a value here");
    }
}

/// The heap of a moment, with `+` before the changes of the step.
fn heap(out: &mut String, moment: &RunMoment) {
    let mark = |place: PicturePlace| if moment.changed_places.contains(&place) { "+" } else { "" };
    let cell = |place: PicturePlace, cell: &PicturedCell| {
        let name = if cell.name.is_empty() { String::new() } else { format!("{} = ", cell.name) };
        format!("{}{name}{}", mark(place), cell.value.text())
    };
    let Some(picture) = &moment.picture else {
        let _ = writeln!(out, "    (memory is not drawn at this step)");
        return;
    };
    let variables = picture.variables.iter().enumerate();
    let variables: Vec<String> = variables.map(|(index, known)| cell(PicturePlace::Variable(index), known)).collect();
    if !variables.is_empty() {
        let _ = writeln!(out, "    {}", variables.join(", "));
    }
    for block in &picture.blocks {
        let number = block.number;
        let life = match block.life {
            PicturedLife::Allocated if block.is_unreachable => " (unreachable)",
            PicturedLife::Allocated => "",
            PicturedLife::Freed => " (freed)",
            PicturedLife::Gone => " (out of scope)",
        };
        let cells = block.cells.iter().enumerate();
        let cells: Vec<String> = cells.map(|(index, known)| cell(PicturePlace::Cell(number, index), known)).collect();
        let contents = match (block.life, &cells[..]) {
            (PicturedLife::Allocated, []) => format!(" ({})", counted_bytes(block.bytes)),
            (PicturedLife::Allocated, cells) => format!(" {{ {} }}", cells.join(", ")),
            (PicturedLife::Freed | PicturedLife::Gone, _) => String::new(),
        };
        let is_many = moment.many.contains(&number);
        let many = block.type_name.iter().filter(|_| is_many).map(|name| format!(" ({name})")).collect::<String>();
        let _ = writeln!(out, "    {}#{number}{many}{contents}{life}", mark(PicturePlace::Block(number)));
    }
    if picture.left_out > 0 {
        let _ = writeln!(out, "    and {} that are not shown", counted(picture.left_out, "block"));
    }
}

fn counted_bytes(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}

fn show(out: &mut String, view: &TraceView, values: &PredicateValues) {
    let length = view.trace.steps.len();
    let place = view.at.checked_sub(1).and_then(|last| view.trace.steps.get(last));
    let place = place.map_or_else(String::new, |step| format!(", at {}", step.location));
    let _ = writeln!(out, "{} after step {} of {length}{place}", view.id, view.at);
    listed(out, values);
    if values.is_empty() {
        let _ = writeln!(out, "    no predicate matters here");
    }
}

fn help(out: &mut String) {
    let width = TABLE.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in TABLE {
        let _ = writeln!(out, "{:<width$}  {}", entry.name, entry.summary);
    }
    let _ = writeln!(
        out,
        "\n`help COMMAND` explains a command. Commands may be abbreviated; lines that begin with # are comments."
    );
}

fn help_on(out: &mut String, entry: &CommandRow) {
    let _ = writeln!(out, "{}: {}", entry.usage(), entry.summary);
    for line in entry.details.lines() {
        let _ = writeln!(out, "    {line}");
    }
    if !entry.aliases.is_empty() {
        let _ = writeln!(out, "    Other names: {}", entry.aliases.join(", "));
    }
}
