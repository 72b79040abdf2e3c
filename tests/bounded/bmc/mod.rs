//! The bounded engine: examples with their verdicts, samples with their truth, and random programs that a C compiler has run.

use crate::support::bit_vectors;
mod cases;
mod compiled;
mod csmith;
mod cuts;
mod enumerated;
mod exhaustive;
mod exported;
mod followed;
mod generate;
mod harness;
mod library;
use crate::support::model_files;
mod models;
mod mutations;
mod regressions;
use crate::support::samples;
use crate::support::second_opinion;
use crate::support::side_by_side;
use crate::support::tools;
mod values;

use std::path::{Path, PathBuf};

use damson::base::{Budget, SourceMap};
use damson::bmc::{Settings, SolverSource};
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::bounded::{self, Bounded};
use damson::pipeline::{self, Input, targets};
use damson::program::{Program, UndefinedBehaviour, select_entry};
use damson::reason::{OpenReason, Unreplayed};
use damson::spec::Question;
use samples::{c_files, some};

/// What the engine says of a program, in a line: `violated double-free in line 22`.
fn said(bounded: &Bounded) -> String {
    match bounded.verdict() {
        (Verdict::Violated, _) => {
            let errors = bounded.findings.iter().filter(|alarm| alarm.certain());
            let errors: Vec<String> =
                errors.map(|alarm| format!("{} in line {}", alarm.kind.word(), alarm.position.line)).collect();
            format!("violated {}", errors.join(", "))
        }
        (verdict, None) => verdict.word().into(),
        (verdict, Some(reason)) => format!("{}, {reason}", verdict.word()),
    }
}

/// What the options of a line stand for.
struct Options {
    settings: Settings,
    preprocess: PreprocessOptions,
    model: DataModel,
    entry: Option<String>,
    spec: Option<String>,
    allocation_may_fail: bool,
    /// The line that is asked about alone.
    target: Option<u32>,
}

fn options(words: &[&str], solver: SolverSource) -> Options {
    let mut settings = Settings { unwind: None, solver, ..Settings::default() };
    let (mut preprocess, mut model) = (PreprocessOptions::default(), DataModel::Lp64);
    let (mut entry, mut spec, mut target, mut allocation_may_fail) = (None, None, None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--heap-nodes" => settings.heap_nodes = words.next().map(|nodes| nodes.parse().expect("a number")),
            "--spec" => spec = words.next().map(|name| name.to_string()),
            "--entry" => entry = words.next().map(|name| name.to_string()),
            "--unwind" => settings.unwind = words.next().map(|bound| bound.parse().expect("a number")),
            "--target" => target = words.next().map(|line| line.parse().expect("a number")),
            "--allocation-may-fail" => allocation_may_fail = true,
            "--uninitialized-is-any" => settings.undefined_is_any = true,
            "--leaks-at-exit" => settings.leaks_at_exit = true,
            "--check" if words.next() == Some(&"undefined-behaviour") => {
                settings.undefined_behaviour = UndefinedBehaviour::All
            }
            "-m32" => model = DataModel::Ilp32,
            macro_ => preprocess.definitions.push(macro_.into()),
        }
    }
    preprocess.is_32_bit = model == DataModel::Ilp32;
    Options { settings, preprocess, model, allocation_may_fail, entry, spec, target }
}

/// A program, unless the front end refuses it.
fn load(path: &Path, preprocess: &PreprocessOptions, model: DataModel) -> Option<(Program, SourceMap)> {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, preprocess).expect("a file");
    load_as(sources, Input { model, ..Input::of(file) })
}

fn load_as(mut sources: SourceMap, input: Input<'_>) -> Option<(Program, SourceMap)> {
    let (program, diagnostics) = pipeline::lower_input(&mut sources, input);
    (!diagnostics.has_errors()).then_some((program, sources))
}

/// What the engine says of a file.
fn answer(path: &Path, options: Options) -> Bounded {
    asked(path, options, |question, sources, settings| {
        bounded::analyse(question, sources, settings, &Budget::unlimited())
    })
}

/// The answer to a question about a file.
fn asked<T>(path: &Path, options: Options, answer: impl Fn(Question<'_>, &SourceMap, &Settings) -> T) -> T {
    let mut sources = SourceMap::new();
    let program = frontend::load(&mut sources, path, &options.preprocess).expect("a file");
    let specification = options.spec.map(|name| {
        let text = std::fs::read_to_string(path.with_file_name(&name)).expect("a specification");
        sources.add(name, text)
    });
    let Options { model, allocation_may_fail, .. } = options;
    let entry = options.entry.as_deref();
    let input = Input { specification, entry, model, allocation_may_fail, ..Input::of(program) };
    let (job, problems) = pipeline::prepare_shapes(&mut sources, input);
    let job = job.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    let target = options.target.map(|line| targets::at_line(job.question(), &sources, (path, line)));
    let settings = Settings { target, ..options.settings };
    answer(job.question(), &sources, &settings)
}

/// The examples: each with options, and what the engine says.
fn examples() -> Vec<(PathBuf, String, String)> {
    let mut examples = Vec::new();
    for path in c_files("bmc/examples") {
        let text = std::fs::read_to_string(&path).expect("a file");
        let expected = text.lines().filter_map(|line| line.strip_prefix("// EXPECTED")?.split_once(':'));
        let before = examples.len();
        examples
            .extend(expected.map(|(words, said)| (path.clone(), words.trim().to_string(), said.trim().to_string())));
        assert!(examples.len() > before, "{}: nothing is expected", path.display());
    }
    examples
}

#[test]
fn examples_have_their_verdicts() {
    assert_examples(second_opinion::WATCHED);
}

#[cfg(feature = "cadical")]
#[test]
fn examples_have_their_verdicts_by_another_solver() {
    assert_examples(SolverSource::CADICAL);
}

/// Each example says in its first lines what the engine says of it, with which options.
fn assert_examples(solver: SolverSource) {
    let mut problems = Vec::new();
    for (path, words, verdict) in examples() {
        let words: Vec<&str> = words.split_whitespace().collect();
        let found = answer(&path, options(&words, solver));
        let said = said(&found).replace(&format!("{}:", path.display()), "line ");
        if !agrees(&said, &verdict) {
            problems.push(format!("{} {}: {said}", path.display(), words.join(" ")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether an answer is the one that is expected: of places, only the lines are compared.
fn agrees(said: &str, expected: &str) -> bool {
    let mut plain = String::new();
    let mut rest = said;
    while let Some(at) = rest.find("line ") {
        let (before, after) = rest.split_at(at + "line ".len());
        let digits = after.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(after.len());
        plain.push_str(before);
        plain.push_str(&after[..digits]);
        rest = after[digits..]
            .strip_prefix(':')
            .map_or(&after[digits..], |column| column.trim_start_matches(|sign: char| sign.is_ascii_digit()));
    }
    plain.push_str(rest);
    plain.starts_with(expected)
}

/// Samples with an error that the engine suspects and the interpreter cannot show, each with the reason.
const UNCONFIRMED: &[(&str, &str)] = &[
    ("lifetimes/lost_by_temporaries", "the interpreter takes what expressions left behind for pointers of the program"),
    ("types/padding_elsewhere", "the interpreter takes what lies between members for zero"),
    ("calls/address_in_bits", "the interpreter does not follow addresses in bit-fields"),
    ("calls/constant_that_leads_to_a_variable", "the interpreter does not look into constants for what a function got"),
];

/// Samples whose formulas take the solver longer than all others together: two elements of a table of 100 change places, at
/// indices that are not known.
const HARD: &[&str] = &["arrays/table_moved"];

/// No sample with an error is verified, and every error that is found is shown by a run of the interpreter.
#[test]
fn no_answer_about_a_sample_is_wrong() {
    let (mut verified, mut violated, mut problems) = (0, 0, Vec::new());
    for path in some(c_files("smg/samples")).chain(c_files("regressions")) {
        if HARD.iter().any(|name| path.with_extension("").ends_with(name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        let Some((program, sources)) = load(&path, &PreprocessOptions::default(), DataModel::Lp64) else { continue };
        let Ok(entry) = select_entry(&program, &sources, None) else { continue };
        let (most_terms, most_clauses) = (200_000, 400_000);
        let settings = Settings {
            unwind: Some(3),
            undefined_behaviour: UndefinedBehaviour::All,
            most_terms,
            most_clauses,
            ..Settings::default()
        };
        let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
        let has_error = text.lines().any(|line| line.starts_with("// TRUE:"));
        match found.verdict() {
            (Verdict::Verified, _) if has_error => problems.push(format!("{}: verified", path.display())),
            (Verdict::Verified, _) => verified += 1,
            (Verdict::Violated, _) => violated += 1,
            (Verdict::Unknown, Some(OpenReason::Suspected { position, kind, why })) if !is_excused(&path, &why) => {
                problems.push(format!("{}: no run has the {} at {position}: {why}", path.display(), kind.word()));
            }
            (Verdict::Unknown, _) => {}
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(verified >= 20 && violated >= 40, "{verified} verified, {violated} violated");
}

/// Whether an error may stay a suspicion: that it depends on a function without a body is known from two runs.
fn is_excused(path: &Path, why: &Unreplayed) -> bool {
    matches!(why, Unreplayed::DependsOn(_))
        || UNCONFIRMED.iter().any(|(name, _)| path.with_extension("").ends_with(name))
}
