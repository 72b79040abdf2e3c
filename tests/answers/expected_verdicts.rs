//! Programs that were once answered wrongly, by class, smallest form: for each program of the folders below
//! `tests/regressions/` that [`CLASSES`] names, `NAME.verdicts` tells what `verify` says about each property, with
//! `--check undefined-behaviour`; those whose name ends in `_32` are 32-bit code. `DAMSON_UPDATE=1` writes what is said now. No class may end in a contradiction.

use crate::support::samples;
use crate::support::side_by_side;

use std::path::{Path, PathBuf};

use damson::base::{Budget, SourceMap};
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::modelcheck::Limits;
use damson::pipeline::settings::checked_behaviour;
use damson::pipeline::{self, Input, PropertyVerdict, Settings, Subject, VerificationTask};
use damson::program::UnknownCalls;
use damson::simplify::RuleSet;

/// How a program starts; what is undefined, but no error of memory; what holds because control never comes there; what stands
/// behind something that is not followed; cells seen under two types; pointers to freed blocks; functions of the library; errors that
/// no run meets; lifetimes; orders of evaluation that C leaves open; the numbers that addresses are; hints, in `NAME.hints`, that
/// say nothing; laws of heaps, and formulas that are none; functions that call themselves; contracts of functions
/// without a body, and calls of functions without either; procedures on doubly linked lists; what initialisers mean.
const CLASSES: [&str; 18] = [
    "start",
    "undefined_behaviour",
    "vacuous",
    "not_followed",
    "types",
    "freed",
    "library",
    "replay",
    "lifetimes",
    "order",
    "addresses",
    "hints",
    "theory",
    "recursion",
    "contracts",
    "calls",
    "doubly_linked",
    "initializers",
];

fn line(property: &PropertyVerdict) -> String {
    let vacuous = if property.vacuous { ", but control never comes here" } else { "" };
    format!("{:<9} {}: {}{vacuous}\n", property.verdict.word(), property.id, property.text)
}

/// What `verify` says about a program, a line for each property.
fn verdicts(path: &Path, undefined_behaviour: bool) -> String {
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(path).unwrap();
    let program = sources.add("program.c", &text);
    let specification = std::fs::read_to_string(path.with_extension("spec")).ok();
    let specification = specification.map(|text| sources.add("program.spec", &text));
    let hints =
        std::fs::read_to_string(path.with_extension("hints")).ok().map(|text| sources.add("program.hints", &text));
    let is_named = |end: &str| path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with(end));
    let model = if is_named("_32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let unknown_calls = if is_named("_anything") { UnknownCalls::Anything } else { UnknownCalls::default() };
    let name_may_be_missing = is_named("_unnamed");
    let input = Input { specification, hints, model, unknown_calls, name_may_be_missing, ..Input::of(program) };
    let (job, diagnostics) = pipeline::prepare_job(&mut sources, input);
    let job = job.unwrap_or_else(|| panic!("{}: {}", path.display(), diagnostics.render(&sources)));
    let mut out = String::new();
    let rules = RuleSet::embedded().unwrap();
    let settings = Settings::default().checking(checked_behaviour(undefined_behaviour));
    let budget = Budget::unlimited();
    let subject = job.for_all_engines(&rules);
    let answer =
        pipeline::verify(VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget });
    let (answer, _) = answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    assert!(!answer.contradiction(), "{}: {:#?}", path.display(), answer.contradictions);
    answer.properties.iter().for_each(|property| out.push_str(&line(property)));
    out
}

fn programs() -> Vec<PathBuf> {
    CLASSES.iter().flat_map(|class| samples::c_files(&format!("regressions/{class}"))).collect()
}

#[test]
fn answers_are_as_they_should() {
    side_by_side::for_all(&programs(), |path| path.display().to_string(), |path| as_expected(path));
}

/// To ask for undefined behaviour as well changes no other answer: of one program in eight, the answers without are those that are
/// recorded with it.
#[test]
fn more_questions_change_no_answer() {
    let paths: Vec<PathBuf> = programs().into_iter().step_by(8).collect();
    let name = |path: &PathBuf| path.display().to_string();
    side_by_side::for_all(&paths, name, |path| {
        let plain = verdicts(path, false);
        let all = std::fs::read_to_string(path.with_extension("verdicts")).unwrap_or_default();
        let is_old = |line: &&str| !line.contains("undefined-behaviour:");
        if plain.lines().eq(all.lines().filter(is_old)) { Ok(()) } else { Err(format!("\n{plain}\n{all}")) }
    });
}

fn as_expected(path: &Path) -> Result<(), String> {
    let all = verdicts(path, true);
    let file = path.with_extension("verdicts");
    if std::env::var_os("DAMSON_UPDATE").is_some() {
        std::fs::write(&file, &all).map_err(|error| error.to_string())?;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if expected == all { Ok(()) } else { Err(format!("\nexpected:\n{expected}now:\n{all}")) }
}

/// Undefined behaviour is no property where nobody asks for it.
#[test]
fn undefined_behaviour_is_off_by_default() {
    for path in samples::c_files("regressions/undefined_behaviour") {
        let plain = verdicts(&path, false);
        assert!(!plain.contains("undefined-behaviour"), "{}:\n{plain}", path.display());
        let is_violated = |line: &str| line.starts_with(Verdict::Violated.word());
        let all = verdicts(&path, true);
        let undefined = all.lines().find(|line| line.contains("undefined-behaviour:")).unwrap();
        let is_of_memory = plain.lines().any(is_violated);
        assert!(is_violated(undefined) || is_of_memory, "{}:\n{all}", path.display());
    }
}

/// Where the limit on states is reached, it is not known that control never reaches a location.
#[test]
fn what_a_limit_leaves_open_is_not_vacuous() {
    let mut sources = SourceMap::new();
    let program = sources.add("program.c", "void f(int i) { if (i == 1) { L: ; } }");
    let specification = Some(sources.add("program.spec", "assert i == 1 @ L;"));
    let input = Input { specification, ..Input::of(program) };
    let (prepared, _) = pipeline::prepare(&mut sources, input);
    let settings = Settings { limits: Limits { states: 1, successors: 1 }, ..Settings::default() };
    let rules = RuleSet::embedded().unwrap();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared.unwrap(), &rules),
        sources: &sources,
        settings: &settings,
        budget: &Budget::unlimited(),
    });
    let property = &answer.unwrap().0.properties[0];
    assert_eq!((property.verdict, property.vacuous), (Verdict::Verified, false));
}
