//! The programs that `verify` once answered wrongly, with specifications: `NAME.verdicts` says what it answers now. No answer of
//! the bounded engine contradicts that, and every error that it finds is shown by a run.

use std::path::Path;

use damson::base::{Budget, SourceMap};
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::engine::evidence::Alarm;
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Input, bounded};
use damson::program::{FaultClass, FaultKind, UndefinedBehaviour};

use crate::support::samples;

/// The property that an error is about, as the files name it; of statements, their text.
fn property(alarm: &Alarm, specified: Option<&str>) -> String {
    match (specified, alarm.kind.class()) {
        (Some(text), _) => format!(": {text}"),
        (None, FaultClass::UndefinedBehaviour) => "undefined-behaviour:".into(),
        (None, FaultClass::Leak) => "memory-leak:".into(),
        (None, _) if alarm.kind == FaultKind::Assertion || alarm.kind == FaultKind::ReachError => "assertions:".into(),
        (None, _) => "memory-access:".into(),
    }
}

/// What is wrong with the answer about a program, and what the answer is.
fn contradiction(path: &Path) -> Result<Verdict, String> {
    let expected = std::fs::read_to_string(path.with_extension("verdicts")).map_err(|error| error.to_string())?;
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let program = sources.add("program.c", text);
    let specification = std::fs::read_to_string(path.with_extension("spec")).ok();
    let specification = specification.map(|text| sources.add("program.spec", text));
    let is_named = |end: &str| path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with(end));
    let model = if is_named("_32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let name_may_be_missing = is_named("_unnamed");
    let input = Input { specification, model, name_may_be_missing, ..Input::of(program) };
    let (job, problems) = pipeline::prepare_shapes(&mut sources, input);
    let job = job.ok_or_else(|| problems.render(&sources))?;
    let task = job.question();
    let settings = Settings {
        unwind: Some(3),
        undefined_behaviour: UndefinedBehaviour::All,
        most_terms: 150_000,
        most_clauses: 300_000,
        ..Settings::default()
    };
    let found = bounded::analyse(task, &sources, &settings, &Budget::unlimited());
    let (verdict, _) = found.verdict();
    if let Some(wrong) = expected.lines().find(|line| verdict == Verdict::Verified && line.starts_with("violated")) {
        return Err(format!("verified, but {wrong}"));
    }
    for alarm in &found.findings {
        let statements = task.specification.map(|known| &known.statements);
        let claim = alarm.claim.and_then(|claim| statements?.get(claim.statement));
        let property = property(alarm, claim.map(|statement| statement.text.as_str()));
        if let Err(why) = &alarm.confirmed
            && !crate::bmc::is_excused(path, why)
        {
            return Err(format!("no run has the {} at {}: {why}", alarm.kind.word(), alarm.position));
        }
        let is_it = |line: &&str| line.starts_with("verified") && line.contains(&property);
        // Where properties have the same text, the error may be that of another one.
        let is_expected = expected.lines().any(|line| line.starts_with("violated") && line.contains(&property));
        if let Some(wrong) = expected.lines().find(is_it).filter(|_| !is_expected) {
            return Err(format!("{} [{}], but {wrong}", alarm.message, alarm.kind.word()));
        }
    }
    Ok(verdict)
}

#[test]
fn no_answer_contradicts_what_verify_says() {
    let (mut verified, mut violated, mut problems) = (0, 0, Vec::new());
    let programs = samples::c_files("regressions");
    for path in programs.iter().filter(|path| path.with_extension("verdicts").exists()) {
        match contradiction(path) {
            Ok(Verdict::Verified) => verified += 1,
            Ok(Verdict::Violated) => violated += 1,
            Ok(Verdict::Unknown) => {}
            Err(message) => problems.push(format!("{}: {message}", path.display())),
        }
    }
    println!("{verified} verified, {violated} violated");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(verified >= 20 && violated >= 60, "{verified} verified, {violated} violated");
}
