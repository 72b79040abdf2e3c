//! The shape analysis on sample programs: what it reports of each is kept beside it, and agrees with concrete runs.

#[path = "../../benches/smg/generate.rs"]
mod generate;
use crate::support::samples;
mod truths;

use std::collections::BTreeSet;
use std::path::Path;

use damson::base::{Budget, FileId, SourceMap};
use damson::ctype::DataModel;
use damson::engine::Task;
use damson::engine::evidence::RunInput;
use damson::engine::verdict::Verdict;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline;
use damson::pipeline::replay::{Limits, Replayer};
use damson::pipeline::shapes::{self, Shapes};
use damson::program::interp::{self, RunEnd};
use damson::program::{FaultKind, Program, display, select_entry};
use damson::reason::Unreplayed;
use damson::smg::{self, Analysis, Finding, Mode, Settings, SolverRun};
use damson::spec::Question;
use itertools::Itertools;
use samples::{c_files, some};

fn load(path: &Path) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default()).unwrap();
    lowered(sources, file)
}

fn generated(text: String) -> (Program, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add("generated.i", text);
    lowered(sources, file)
}

fn lowered(mut sources: SourceMap, file: FileId) -> (Program, SourceMap) {
    let (program, diagnostics) = damson::pipeline::lower_text(&mut sources, file, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    (program, sources)
}

/// Maximum number of configurations: what is found until then must be right as well.
fn analyse(program: &Program, sources: &SourceMap, most: usize) -> Analysis {
    let entry = select_entry(program, sources, None).unwrap();
    let settings = Settings { most_work: most, ..Settings::default() };
    smg::portfolio::analyse(Question::of_memory(program, entry), &settings, &Budget::unlimited())
}

/// What is found in a program, a line each: place, kind, whether it is certain; and what was not followed.
fn report(path: &Path) -> String {
    let (program, sources) = load(path);
    let analysis = analyse(&program, &sources, 5_000);
    let folder = format!("{}/", path.parent().unwrap().display());
    let mut lines = Vec::new();
    for finding in &analysis.findings {
        let position = sources.position(finding.span);
        let sure = if finding.certain { "" } else { "perhaps " };
        let line = |span| sources.position(span).line;
        let sentence = finding.sentence(finding.block(&program, |span| format!("line {}", line(span))));
        lines.push(format!("{}: {sure}{}: {sentence}", position.line, finding.kind.word()));
        if let Some(last) = finding.evidence.steps.last() {
            let flowchart = program.flowchart(last.function).unwrap();
            lines.push(format!("    at {}", display::command(&program, &flowchart.edge(last.edge).command)));
        }
        let reason_or_run = replayed(&program, &sources, finding);
        lines.extend(reason_or_run.into_iter().map(|line| line.replace(&folder, "")));
    }
    lines.extend(analysis.gaps.iter().map(|(reason, _)| format!("not followed: {reason}")));
    if lines.is_empty() {
        lines.push("no error".into());
    }
    lines.join("\n")
}

/// The run that meets an error, by its inputs; or why there is none.
fn replayed(program: &Program, sources: &SourceMap, finding: &Finding) -> Vec<String> {
    let question = Question::of_memory(program, select_entry(program, sources, None).unwrap());
    let (settings, budget) = (Settings::default(), Budget::unlimited());
    match Replayer::new(question, sources, &settings, Limits::default(), &budget).replay(finding).into_confirmed() {
        Err(Unreplayed::AfterError) => Vec::new(),
        Err(reason) => vec![format!("    no run: {reason}")],
        Ok(run) => {
            let told = |input: &RunInput| format!("{} = {}", input.text, input.value);
            let inputs: Vec<String> = run.inputs.iter().take(12).map(told).collect();
            let more = if run.inputs.len() > 12 { ", ..." } else { "" };
            let heap = run.heap.iter().flat_map(|heap| heap.lines()).map(|line| format!("    from {line}"));
            heap.chain([format!("    run: {}{more}", inputs.join(", "))]).collect()
        }
    }
}

/// What the shape analysis alone finds, and runs confirm.
fn alone(question: Question<'_>, sources: &SourceMap, shapes: Settings, replay: Limits) -> Shapes {
    let Question { program, entry, specification } = question;
    let task = Task { program, entry, specification, sources, budget: &Budget::unlimited() };
    shapes::analyse(task, &pipeline::Settings { shapes, replay, ..pipeline::Settings::default() }, None)
}

/// Whatever is found in the samples, and however sure the analysis is: without a run nothing is violated.
#[test]
fn nothing_is_violated_without_a_run() {
    for path in c_files("smg/samples") {
        let (program, sources) = load(&path);
        let question = Question::of_memory(&program, select_entry(&program, &sources, None).unwrap());
        let settings = Settings { most_work: 500, ..Settings::default() };
        let found = alone(question, &sources, settings, Limits { steps: 0 });
        let (verdict, reason) = found.verdict();
        assert_ne!(verdict.exit_status(), 10, "{}", path.display());
        let is_suspected = found.findings.iter().any(|finding| !finding.after_error);
        if is_suspected {
            assert_eq!(verdict, Verdict::Unknown, "{}", path.display());
            let reason = reason.unwrap().to_string();
            assert!(reason.starts_with("no concrete run confirms the error at "), "{}: {reason}", path.display());
        }
    }
}

#[test]
fn samples_are_reported_as_they_should() {
    insta::glob!("../smg/samples", "*/*.c", |path| {
        let mut beside = insta::Settings::clone_current();
        beside.set_snapshot_path(path.parent().unwrap());
        beside.set_prepend_module_to_snapshot(false);
        beside.remove_snapshot_suffix();
        let name = path.file_stem().unwrap().to_str().unwrap();
        beside.bind(|| insta::assert_snapshot!(name, report(path)));
    });
}

#[test]
fn lists_and_tables_of_any_size_are_proved_safe() {
    let nested = (1..=6).map(generate::nested);
    let others =
        [generate::independent(8), generate::sized(4096, false), generate::sized(4096, true), generate::calls(8)];
    let tables = [16, 4096].map(generate::table);
    for text in nested.chain(others).chain(tables) {
        let (program, sources) = generated(text.clone());
        let analysis = analyse(&program, &sources, 20_000);
        assert!(analysis.gaps.is_empty() && analysis.findings.is_empty(), "{:?}\n{text}", analysis.gaps);
    }
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_threads() {
    for (program, sources) in
        [load(Path::new("tests/smg/samples/lists/far_down_one_way.c")), generated(generate::nested(6))]
    {
        let entry = select_entry(&program, &sources, None).unwrap();
        let found = [1, 2, 5].map(|jobs| {
            // So little that the coarse analysis does not finish and the others start.
            let settings = Settings { jobs, most_work: 2_500, ..Settings::default() };
            let found = smg::portfolio::analyse(Question::of_memory(&program, entry), &settings, &Budget::unlimited());
            let findings = found.findings.into_iter();
            let findings = findings.map(|finding| (finding.site(), finding.certain, finding.evidence.steps.len()));
            (findings.collect::<Vec<_>>(), found.gaps, found.states)
        });
        assert!(found.iter().all_equal(), "{found:?}");
    }
}

#[test]
fn addresses_that_are_not_aligned_are_errors_if_that_is_asked_for() {
    let (program, sources) = load(Path::new("tests/smg/alignment.c"));
    let entry = select_entry(&program, &sources, None).unwrap();
    let found = [false, true].map(|checks_alignment| {
        let settings = Settings { checks_alignment, ..Settings::default() };
        let findings =
            smg::portfolio::analyse(Question::of_memory(&program, entry), &settings, &Budget::unlimited()).findings;
        findings.iter().map(|finding| (sources.position(finding.span).line, finding.certain)).collect::<Vec<_>>()
    });
    assert_eq!(found, [vec![], vec![(14, true), (21, true)]]);
}

#[test]
fn copies_of_what_was_never_written_are_not_certain_to_differ() {
    let (program, sources) = load(Path::new("tests/smg/copied_undefined.c"));
    let entry = select_entry(&program, &sources, None).unwrap();
    let settings = Settings { undefined_is_any: true, ..Settings::default() };
    let found = smg::portfolio::analyse(Question::of_memory(&program, entry), &settings, &Budget::unlimited()).findings;
    let kinds: Vec<_> = found.iter().map(|finding| (finding.kind, finding.certain)).collect();
    assert_eq!(kinds, [(FaultKind::Uninitialized, false)]);
}

#[test]
fn no_run_gives_two_values_to_what_was_copied_and_never_written() {
    let (program, sources) = load(Path::new("tests/smg/copied_in_part.c"));
    let question = Question::of_memory(&program, select_entry(&program, &sources, None).unwrap());
    let settings = Settings { undefined_is_any: true, ..Settings::default() };
    let found = alone(question, &sources, settings, Limits::default());
    assert_eq!(found.verdict().0, Verdict::Unknown);
}

#[test]
fn what_is_allocated_where_an_assertion_fails_is_lost() {
    let (program, sources) = load(Path::new("tests/smg/failed_assertion.c"));
    let entry = select_entry(&program, &sources, None).unwrap();
    let settings = Settings { leaks_at_exit: true, ..Settings::default() };
    let found = smg::portfolio::analyse(Question::of_memory(&program, entry), &settings, &Budget::unlimited()).findings;
    let kinds: Vec<_> = found.iter().map(|finding| (finding.kind, finding.certain, finding.after_error)).collect();
    assert_eq!(kinds, [(FaultKind::Assertion, true, false), (FaultKind::MemoryLeak, true, false)]);
}

/// Bug finding for every error. Functions are analysed on local heaps then.
fn finding_bugs(settings: &Settings) -> SolverRun {
    SolverRun { mode: Mode::FindBugs { samples: false, wanted: BTreeSet::new() }, ..settings.proving() }
}

#[test]
fn what_callers_hold_is_allocated_still_where_the_program_ends_in_a_call() {
    let (program, sources) = load(Path::new("tests/smg/samples/procedures/exit_in_call.c"));
    let entry = select_entry(&program, &sources, None).unwrap();
    let settings = Settings { leaks_at_exit: true, ..Settings::default() };
    for run in [settings.proving(), finding_bugs(&settings)] {
        let found = smg::analyse(Question::of_memory(&program, entry), &settings, &run, &Budget::unlimited());
        let kinds: Vec<_> = found.findings.iter().map(|finding| (finding.kind, finding.certain)).collect();
        assert_eq!(kinds, [(FaultKind::MemoryLeak, true)]);
        assert!(found.gaps.is_empty());
        // The way leads into the call in which the program ends, and out of it to what runs then.
        let functions =
            found.findings[0].evidence.steps.iter().map(|step| program.functions[step.function].name.clone());
        let functions: Vec<_> = functions.dedup().collect();
        assert_eq!(functions, ["main", "work", "stop", "give_back"]);
    }
}

#[test]
fn calls_that_do_the_same_are_analysed_once() {
    let (program, sources) = load(Path::new("tests/smg/samples/procedures/calls_that_do_the_same.c"));
    let entry = select_entry(&program, &sources, None).unwrap();
    let settings = Settings::default();
    let question = Question::of_memory(&program, entry);
    let found = smg::analyse(question, &settings, &finding_bugs(&settings), &Budget::unlimited());
    assert!(found.gaps.is_empty() && found.findings.is_empty());
    assert!(found.states < 1_000, "{} configurations for 65,536 calls", found.states);
}

#[test]
fn a_fault_that_a_run_meets_is_not_overlooked() {
    let mut met = 0;
    for path in c_files("interp/faults").into_iter().chain(some(c_files("smg/samples"))) {
        let (program, sources) = load(&path);
        let analysis = analyse(&program, &sources, 500);
        for seed in 0..20 {
            let limits = interp::Limits { steps: 100_000, seed, ..interp::Limits::default() };
            let run = interp::run_main(&program, &["program".into()], &mut std::io::sink(), &limits);
            let RunEnd::Fault(fault) = run.end else { continue };
            // To print an undefined value is no error of memory.
            let is_printed = path.ends_with("printed_uninitialized.c");
            if smg::looks_for(fault.fault.kind) && !is_printed {
                met += 1;
                let line = |span| sources.position(span).line;
                let met_at = fault.span.map(line);
                let same = |found: &Finding| found.kind.word() == fault.fault.kind.word();
                let is_told = analysis.findings.iter().any(|found| same(found) && Some(line(found.span)) == met_at);
                assert!(is_told, "{}: {} in line {met_at:?} was overlooked", path.display(), fault.fault);
            }
        }
    }
    assert!(met > 50, "only {met} faults were met");
}

#[test]
fn programs_without_faults_have_no_certain_errors() {
    for path in c_files("interp/runs") {
        let (program, sources) = load(&path);
        let analysis = analyse(&program, &sources, 500);
        let certain: Vec<&str> = analysis
            .findings
            .iter()
            // The samples do not free all that they allocate.
            .filter(|finding| finding.certain && finding.kind != FaultKind::MemoryLeak)
            .map(|finding| finding.message.as_str())
            .collect();
        assert!(certain.is_empty(), "{}: {certain:?}", path.display());
    }
}

/// Two graphs are mostly told apart without a joiner: what is excluded so cannot be joined.
#[test]
fn what_is_excluded_cannot_be_joined() {
    let names =
        ["doubly_linked", "kernel_list_of_lists", "lists_of_few", "merge_sort", "optional_nodes", "two_processes"];
    let mut count = 0;
    for name in names {
        let path = Path::new("tests/smg/samples/lists").join(format!("{name}.c"));
        let (program, sources) = load(&path);
        let entry = select_entry(&program, &sources, None).expect("an entry");
        let settings = Settings { keeps: true, most_work: 400, ..Settings::default() };
        let question = Question::of_memory(&program, entry);
        let analysis = smg::analyse(question, &settings, &settings.proving(), &Budget::unlimited());
        count += smg::check::join_filter::excluded_pairs(&program, &analysis.kept)
            .unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
    assert!(count > 1000, "only {count} pairs were excluded");
}
