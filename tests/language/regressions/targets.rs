//! Every parser on any text: each function must come back. Run on the inputs that once crashed (`main.rs`) and by the
//! fuzz targets (`fuzz/targets/`).

use damson::base::SourceMap;
use damson::competition::{PropertySet, TaskDefinition};
use damson::ctype::DataModel;
use damson::emit::sr_reader;
use damson::frontend;
use damson::pipeline::{self, Input, Prepared};
use damson::program::{display, inline, lower, select_entry};
use damson::simplify::RuleSet;
use damson::spec;

/// As C: the parser, lowering under both data models, inlining, and the printed form of what came out.
pub fn c(text: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add("input.c", text);
    let (unit, diagnostics) = frontend::parse(&mut sources, file);
    let parsed = !diagnostics.has_errors();
    diagnostics.render(&sources);
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let (program, diagnostics) = lower::lower(&unit, &sources, model);
        diagnostics.render(&sources);
        if !parsed || diagnostics.has_errors() {
            continue;
        }
        display::program_text(&program, &sources);
        let Ok(entry) = select_entry(&program, &sources, None) else { continue };
        match inline::inline(&program, entry, &sources) {
            Ok(inlined) => drop(display::text(&inlined, entry, &sources)),
            Err(diagnostics) => drop(diagnostics.render(&sources)),
        }
    }
}

/// As a specification of the program in `tests/specs/list.c`.
pub fn specification(text: &str) {
    with_subject(|subject, sources| {
        let mut program = subject.program.clone();
        let file = sources.add("input.spec", text);
        let (_, diagnostics) = spec::parse_specification(sources, Some(file), &mut program, subject.entry);
        diagnostics.render(sources);
    });
}

/// As a hints file for the same program.
pub fn hints(text: &str) {
    with_subject(|subject, sources| {
        let mut program = subject.program.clone();
        let file = sources.add("input.hints", text);
        let (_, diagnostics) = spec::parse_hints(sources, file, &mut program, subject.entry, &subject.specification);
        diagnostics.render(sources);
    });
}

/// As a file of rewrite rules.
pub fn rules(text: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add("input.rules", text);
    if let Err(error) = RuleSet::load(&sources, &[file]) {
        error.0.render(&sources);
    }
}

/// As a property file of a competition; what is read prints as a file with the same properties.
pub fn property(text: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add("input.prp", text);
    match PropertySet::read(&sources, file) {
        Ok(properties) => {
            let printed = sources.add("printed.prp", properties.to_string());
            assert_eq!(PropertySet::read(&sources, printed), Ok(properties));
        }
        Err(diagnostics) => drop(diagnostics.render(&sources)),
    }
}

/// As a task definition of a competition.
pub fn task(text: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add("input.yml", text);
    if let Err(diagnostics) = TaskDefinition::read(&sources, file) {
        diagnostics.render(&sources);
    }
}

/// As S/R, read back and explored as far as a thousand states. Either answer will do.
pub fn sr(text: &str) {
    let _ = sr_reader::explore(text, 1000);
}

/// Calls `action` with a program that has lists, doubly linked lists, numbers and calls.
fn with_subject(action: impl FnOnce(&Prepared, &mut SourceMap)) {
    thread_local!(static SUBJECT: (Prepared, SourceMap) = subject());
    SUBJECT.with(|(prepared, sources)| action(prepared, &mut sources.clone()));
}

fn subject() -> (Prepared, SourceMap) {
    let mut sources = SourceMap::new();
    let program = sources.add("list.c", include_str!("../../specs/list.c"));
    let input = Input {
        specification: Some(sources.add("list.spec", "symbol k : Node *; symbol j : Node *;")),
        entry: Some("reverse"),
        ..Input::of(program)
    };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    (prepared, sources)
}
