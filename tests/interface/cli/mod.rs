//! The command line: what it prints, and its exit statuses. `transcripts/` shows commands with their output, which
//! are run on the programs of `files/`; README.md and the chapters of the book are such transcripts too.

mod advice;
mod book;
mod calls;
mod ci;
mod competition;
mod formats;
mod known;
mod libraries;
mod limits;
mod linked;
mod preconditions;
mod transcript;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::assert::Assert;
use serde_json::Value;
use transcript::without_times;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files() -> PathBuf {
    root().join("tests/cli/files")
}

fn shown(name: &str) {
    transcript::check(&root().join("tests/cli/transcripts").join(name), &files());
}

/// Runs `damson` among the sample files. No command may take long on them.
fn damson(arguments: &[&str]) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"))
        .args(arguments)
        .current_dir(files())
        .timeout(Duration::from_secs(120))
        .assert()
}

fn stdout(run: &Assert) -> String {
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

fn json(run: &Assert) -> Value {
    serde_json::from_str(&stdout(run)).unwrap()
}

#[test]
fn input_that_cannot_be_used_gets_a_message_and_status_2() {
    shown("bad_input.md");
}

#[test]
fn bad_usage_gets_a_hint_and_status_1() {
    shown("usage.md");
}

#[test]
fn answers_have_their_statuses() {
    shown("answers.md");
}

#[test]
fn trails_of_spin_are_told_in_c() {
    shown("trails.md");
}

#[test]
fn counterexamples_of_abc_are_told_in_c() {
    shown("counterexamples.md");
}

/// `realloc` fails as well as `malloc`, for every engine.
#[test]
fn an_allocation_may_fail_for_every_command() {
    for command in ["verify", "smg", "bmc"] {
        damson(&[command, "moved.c"]).code(0);
        damson(&[command, "moved.c", "--allocation-may-fail"]).code(10);
    }
}

#[test]
fn an_error_comes_with_what_is_to_be_known_of_it() {
    shown("findings.md");
}

#[test]
fn a_long_run_is_cut_unless_all_of_it_is_asked_for() {
    let lines = |arguments: &[&str]| stdout(&damson(arguments).code(10)).lines().count();
    let long = "../../report/files/long.c";
    assert!(lines(&["smg", long]) < 60);
    assert!(lines(&["smg", long, "-v"]) > 10_000);
}

#[test]
fn the_files_of_a_program_are_linked() {
    shown("linked.md");
}

/// From mistakes to a proof, and from a library to its specification, never with more than a screen to read.
#[test]
fn walks_end_in_proofs() {
    shown("walks.md");
    let longest = transcript::longest_output(&root().join("tests/cli/transcripts/walks.md"));
    assert!(longest < 60, "{longest} lines");
}

#[test]
fn several_functions_get_a_table() {
    shown("several.md");
}

#[test]
fn files_are_read_as_a_database_of_compile_commands_says() {
    let folder = tempfile::tempdir().unwrap();
    let directory = files();
    let command =
        |file: &str, command: &str| serde_json::json!({ "directory": directory, "file": file, "command": command });
    let commands = [
        command("flag.c", "cc -O2 -Iinclude '-DFLAG=7' -c flag.c -o flag.o"),
        command("flag.c", "cc -O2 -I include -D FLAG=8 -c flag.c -o other.o"),
        command("null.c", "cc -c null.c"),
        command("null.c", "cc -O3 -c null.c"),
        command("main.cpp", "c++ -c main.cpp"),
    ];
    let database = folder.path().join("compile_commands.json");
    std::fs::write(&database, serde_json::to_string(&commands).unwrap()).unwrap();
    let folder = folder.path().to_str().unwrap();
    let printed = |arguments: &[&str], status| stdout(&damson(&[arguments, &["-p", folder]].concat()).code(status));
    assert!(printed(&["cfg", "flag.c"], 0).contains("\\result = 8"));
    assert!(printed(&["cfg", "flag.c", "-UFLAG", "-DFLAG=1"], 0).contains("\\result = 2"));
    let table = "flag.c  main  verified  … ms\nflag.c  main  verified  … ms\nnull.c  main  violated  … ms\n";
    assert!(without_times(&printed(&["smg", "--all-entries"], 10)).contains(table));
    printed(&["cfg"], 2);
    printed(&["cfg", "insert.c"], 2);
    std::fs::write(&database, "{}").unwrap();
    printed(&["cfg", "flag.c"], 2);
}

#[test]
fn results_go_where_they_are_wanted() {
    shown("streams.md");
}

#[test]
fn undefined_behaviour_is_asked_for_apart() {
    shown("undefined.md");
}

#[test]
fn what_the_shape_analysis_counts_as_an_error_may_be_chosen() {
    shown("shapes.md");
}

#[test]
fn a_program_runs_with_its_arguments_and_exits_with_its_status() {
    shown("run.md");
}

#[test]
fn questions_and_programs_are_written_for_other_tools() {
    shown("exported.md");
}

#[test]
fn flowcharts_come_in_three_forms() {
    shown("cfg.md");
}

#[test]
fn help_names_every_command_and_the_exit_statuses() {
    for arguments in [&["--help"][..], &["help"]] {
        let run = damson(arguments).code(0);
        let text = stdout(&run);
        for command in ["verify", "abstract", "explore", "run", "cfg", "Exit status: 0 verified, 10 violated"] {
            assert!(text.contains(command), "{command}\n{text}");
        }
    }
    for command in ["verify", "abstract", "explore", "smg", "cfg"] {
        assert!(stdout(&damson(&[command, "--help"]).code(0)).contains("--entry <FUNCTION>"));
    }
    assert!(stdout(&damson(&["--version"]).code(0)).starts_with("damson "));
}

#[test]
fn manual_pages_and_completions_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    damson(&["man", pages.to_str().unwrap()]).code(0);
    for page in
        ["damson", "damson-verify", "damson-abstract", "damson-explore", "damson-smg", "damson-bmc", "damson-cfg"]
    {
        let text = std::fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH NAME") && text.contains(".SH OPTIONS"), "{text}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&damson(&["completions", shell]).code(0));
        assert!(script.contains("verify") && script.contains("all-entries"), "{shell}");
    }
    damson(&["man", "null.c/man"]).code(2);
}

/// The log is for developers, and nothing that scripts could rely on.
#[test]
fn a_log_goes_to_standard_error_and_changes_nothing() {
    let plain = damson(&["verify", "null.c"]).code(10);
    let logged = damson(&["verify", "null.c", "--log", "trace"]).code(10);
    assert_eq!(without_times(&stdout(&plain)), without_times(&stdout(&logged)));
    let log = String::from_utf8_lossy(&logged.get_output().stderr).into_owned();
    assert!(log.contains("shape analysis begins") && log.contains("parse and lower"), "{log}");
}

#[test]
fn options_without_a_meaning_for_a_command_are_refused() {
    let cases: [(&str, &[&str]); 6] = [
        ("abstract", &["--checker=spin", "--no-auto", "--heap-nodes=2", "--replay-steps=1", "--jobs=2", "--verbose"]),
        ("explore", &["--replay-steps=1", "--jobs=2", "--audit", "--verbose"]),
        ("smg", &["--bound=3", "--hints=h"]),
        ("run", &["--entry=main", "--jobs=2", "--verbose", "--spec=s"]),
        ("cfg", &["--timeout=1", "--memory-limit=1", "--jobs=2", "--verbose"]),
        ("verify", &["--plot=d", "--steps=1"]),
    ];
    for (command, options) in cases {
        for option in options {
            damson(&[command, "reverse.c", option]).code(1);
        }
    }
}

/// The documented fields of an object, no more and no fewer.
fn assert_fields(value: &Value, expected: &[&str]) {
    let mut found: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected = expected.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn json_of_a_proof_has_the_documented_fields() {
    let found = json(&damson(&["verify", "insert.c", "--spec", "insert.spec", "--format", "json"]).code(0));
    assert_fields(&found, &["format_version", "tool", "verdict", "properties", "engines", "granted", "findings"]);
    assert_eq!(found["verdict"], "verified");
    for property in found["properties"].as_array().unwrap() {
        assert_fields(property, &["id", "text", "location", "verdict"]);
        assert_eq!(property["verdict"], "verified");
    }
    let engine = &found["engines"][0];
    assert_eq!(engine["name"], "predicate-abstraction");
    let counts = ["iterations", "predicates", "pairs", "converged", "states"];
    assert_fields(engine, &[&["name", "verdict", "seconds"], &counts[..]].concat());
    assert_eq!(engine["converged"], true);
    assert_eq!(found["findings"].as_array().unwrap().len(), 0);
}

#[test]
fn json_of_a_violation_tells_the_run() {
    let found = json(&damson(&["verify", "first.c", "--format", "json"]).code(10));
    assert_eq!(found["verdict"], "violated");
    let finding = &found["findings"][0];
    assert_fields(finding, &["kind", "file", "line", "column", "message", "trace", "input", "state"]);
    assert_eq!(finding["kind"], "invalid-dereference");
    assert_eq!(finding["file"], "first.c");
    assert_eq!(finding["line"], 2);
    for step in finding["trace"].as_array().unwrap() {
        assert_fields(step, &["file", "line", "column", "text"]);
    }
}

/// What the engine of this name says.
fn engine<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["engines"].as_array().unwrap().iter().find(|engine| engine["name"] == name).unwrap()
}

#[test]
fn json_of_a_whole_program_without_specification_is_that_of_the_shape_analysis() {
    let found = json(&damson(&["verify", "null.c", "--format", "json"]).code(10));
    assert_fields(&found, &["format_version", "tool", "verdict", "properties", "engines", "granted", "findings"]);
    let verdicts: Vec<(&str, &str)> = found["properties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|property| (property["id"].as_str().unwrap(), property["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(verdicts, [("memory-access", "violated"), ("memory-leak", "unknown")]);
    assert_eq!(found["engines"].as_array().unwrap().len(), 1);
    assert_fields(engine(&found, "smg"), &["name", "verdict", "seconds", "states", "locations"]);
    let finding = &found["findings"][0];
    assert_fields(finding, &["kind", "certain", "file", "line", "column", "message", "notes", "run", "trace"]);
    assert_fields(&finding["run"], &["inputs"]);
    assert_eq!(finding["kind"], "invalid-dereference");
    assert_eq!(finding["line"], 5);
}

/// However sure the shape analysis is: without a run the exit status is 5, and the report says why.
#[test]
fn what_no_run_confirms_is_unknown() {
    let arguments = ["smg", "null.c", "--replay-steps", "0", "--format", "json"];
    let found = json(&damson(&arguments).code(5));
    let finding = &found["findings"][0];
    assert_fields(finding, &["kind", "certain", "file", "line", "column", "message", "unconfirmed", "trace"]);
    assert_eq!(finding["certain"], false);
    assert_eq!(finding["unconfirmed"], "the limit of 0 interpreter steps was reached (--replay-steps)");
}

#[test]
fn json_has_the_evidence_of_both_engines() {
    let arguments = ["--bound", "4", "--no-auto", "--format", "json"];
    let verify = |file, specification| {
        [&["verify", file, "--spec", specification][..], &arguments].concat().iter().map(ToString::to_string).collect()
    };
    let run = |arguments: Vec<String>, status| {
        json(&damson(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).code(status))
    };

    let proved = run(verify("stack.c", "stack.spec"), 0);
    assert_eq!(engine(&proved, "predicate-abstraction")["converged"], false);
    assert_eq!(engine(&proved, "smg")["verdict"], "verified");

    let broken = run(verify("stack_late.c", "stack.spec"), 10);
    assert_eq!(engine(&broken, "concrete-runs")["verdict"], "unknown");
    assert_eq!(engine(&broken, "smg")["verdict"], "violated");
    let [finding] = &broken["findings"].as_array().unwrap()[..] else { panic!("{broken}") };
    assert_fields(finding, &["kind", "file", "line", "column", "message", "notes", "run", "trace"]);
    assert_eq!(finding["kind"], "use-after-free");

    let open = run([verify("stack_late.c", "stack_none.spec"), vec!["--replay-steps".into(), "10".into()]].concat(), 5);
    let reason = engine(&open, "smg")["reason"].as_str().unwrap();
    assert!(reason.starts_with("no concrete run confirms the error at stack_late.c:20:9"), "{reason}");
    assert_eq!(open["findings"], Value::Array(Vec::new()));
}

#[test]
fn a_procedure_in_any_typed_state_is_proved_by_both_engines() {
    let found = json(&damson(&["verify", "insert.c", "--spec", "insert.spec", "--format", "json"]).code(0));
    assert_eq!(engine(&found, "predicate-abstraction")["verdict"], "verified");
    assert_eq!(engine(&found, "smg")["verdict"], "verified");
}

#[test]
fn the_shape_analysis_alone_answers_a_specification() {
    let arguments = ["smg", "reverse.c", "--spec", "reverse.spec", "--format", "json"];
    let found = json(&damson(&arguments).code(0));
    let properties = found["properties"].as_array().unwrap();
    let ids: Vec<&str> = properties.iter().filter_map(|property| property["id"].as_str()).collect();
    assert_eq!(ids, ["memory-access", "memory-leak", "assertion1"]);
    let broken = json(&damson(&["smg", "reverse.c", "--spec", "reverse-any.spec", "--format", "json"]).code(10));
    assert_eq!(broken["findings"][0]["kind"], "shape");
    assert_eq!(broken["findings"][0]["certain"], true);
}

#[test]
fn json_of_a_doubt_gives_the_reason() {
    let arguments = ["verify", "tree.c", "--spec", "tree.spec", "--bound", "2", "--format", "json"];
    let found = json(&damson(&arguments).code(5));
    assert_eq!(found["verdict"], "unknown");
    assert!(found["reason"].as_str().unwrap().contains("no convergence within 2 iterations"), "{found}");
    assert_eq!(found["engines"][0]["converged"], false);
}

#[test]
fn json_and_sarif_list_the_hints_that_are_assumed() {
    let arguments = ["verify", "seven.c", "--spec", "seven.spec", "--hints", "seven.hints", "--unwind", "0"];
    let found = json(&damson(&[&arguments[..], &["--format", "json"]].concat()).code(5));
    let reason = "verified if the hint at seven.hints:1 holds; it was tried on all heaps of up to 6 nodes";
    assert_eq!((&found["verdict"], &found["reason"]), (&"unknown".into(), &reason.into()));
    let trusting = [&arguments[..], &["--trust-hints", "--format"]].concat();
    let found = json(&damson(&[&trusting[..], &["json"]].concat()).code(0));
    assert_fields(
        &found,
        &["format_version", "tool", "verdict", "properties", "engines", "assumptions", "granted", "findings"],
    );
    assert_eq!(found["verdict"], "verified");
    let [assumed] = &found["assumptions"].as_array().unwrap()[..] else { panic!("one assumption: {found}") };
    assert_fields(assumed, &["text", "file", "line", "known"]);
    assert_eq!((&assumed["file"], &assumed["line"]), (&"seven.hints".into(), &1.into()));
    assert_eq!(found["properties"][0]["assumptions"][0], "the hint at seven.hints:1");
    let found = json(&damson(&[&trusting[..], &["sarif"]].concat()).code(0));
    let assumed = "the hint at seven.hints:1; it was tried on all heaps of up to 6 nodes";
    assert_eq!(found["runs"][0]["properties"]["assumptions"][0], assumed);
}

#[test]
fn two_runs_give_identical_bytes() {
    let runs: [&[&str]; 9] = [
        &["verify", "reverse.c", "--spec", "reverse-any.spec", "--bound", "5", "-v"],
        &["verify", "insert.c", "--spec", "insert.spec", "--format", "json"],
        &["verify", "stack_late.c", "--format", "json"],
        &["verify", "stack_late.c", "--spec", "stack.spec", "--bound", "4", "--no-auto", "--format", "json"],
        &["abstract", "insert.c", "--spec", "insert.spec", "--emit", "promela"],
        &["abstract", "insert.c", "--spec", "insert.spec", "--emit", "sr"],
        &["abstract", "reverse.c", "--spec", "reverse.spec", "--bound", "12", "--format", "json"],
        &["cfg", "insert.c", "--format", "svg"],
        &["bmc", "null.c", "--emit", "dimacs"],
    ];
    for arguments in runs {
        let [first, second] = [damson(arguments), damson(arguments)];
        assert_eq!(without_times(&stdout(&first)), without_times(&stdout(&second)), "{arguments:?}");
        assert_eq!(first.get_output().stderr, second.get_output().stderr, "{arguments:?}");
        assert!(!stdout(&first).is_empty());
    }
}

#[test]
fn output_to_a_file_is_what_goes_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("insert.pml");
    let arguments = ["abstract", "insert.c", "--spec", "insert.spec", "--emit", "promela"];
    let printed = damson(&arguments).code(0);
    let written = damson(&[&arguments[..], &["-o", file.to_str().unwrap()]].concat()).code(0);
    assert_eq!(stdout(&written), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), stdout(&printed));
    // A longer file that was there is gone.
    std::fs::write(&file, "x".repeat(1 << 20)).unwrap();
    let answers: [&[&str]; 6] = [
        &["verify", "first.c", "--format", "json"],
        &["smg", "null.c"],
        &["bmc", "null.c"],
        &["cfg", "insert.c"],
        &["run", "status.c"],
        // It prints nothing.
        &["run", "word_size.c"],
    ];
    for arguments in answers {
        let printed = damson(arguments);
        let written = damson(&[arguments, &["-o", file.to_str().unwrap()]].concat());
        assert_eq!(written.get_output().status.code(), printed.get_output().status.code(), "{arguments:?}");
        assert_eq!(stdout(&written), "");
        assert_eq!(without_times(&std::fs::read_to_string(&file).unwrap()), without_times(&stdout(&printed)));
    }
}

/// A device that is full loses the answer: that is no status of an answer.
#[test]
fn results_that_cannot_be_written_are_an_error() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let runs: [&[&str]; 6] = [
        &["verify", "first.c"],
        &["verify", "first.c", "--format", "sarif"],
        &["cfg", "insert.c", "--format", "svg"],
        &["run", "status.c"],
        &["explore", "insert.c", "--spec", "insert.spec", "--no-auto"],
        &["abstract", "insert.c", "--spec", "insert.spec"],
    ];
    for arguments in runs {
        let run = damson(&[arguments, &["-o", "/dev/full"]].concat()).code(2);
        let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(message.contains("damson: error: cannot write /dev/full: No space left"), "{arguments:?}: {message}");
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
        let output = command.args(arguments).current_dir(files()).stdin(Stdio::null()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("damson: error: cannot write standard output: No space left"), "{message}");
    }
}

/// A reader that goes away is no fault of ours: no panic, no message, the status of the answer.
#[test]
fn a_broken_pipe_is_no_panic() {
    let runs: [(&[&str], i32); 5] = [
        (&["cfg", "insert.c"], 0),
        (&["verify", "null.c"], 10),
        (&["verify", "missing.c"], 2),
        (&["abstract", "insert.c", "--spec", "insert.spec", "--emit", "promela"], 0),
        (&["run", "status.c"], 42),
    ];
    for (arguments, status) in runs {
        for both in [false, true] {
            let (reader, writer) = std::io::pipe().unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
            command.args(arguments).current_dir(files()).stdin(Stdio::null()).stdout(writer.try_clone().unwrap());
            if both {
                command.stderr(writer);
            } else {
                command.stderr(Stdio::piped());
                drop(writer);
            }
            drop(reader);
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{arguments:?}");
            assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{arguments:?}");
        }
    }
}

#[test]
fn a_preprocessed_file_needs_no_compiler() {
    let run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"))
        .args(["cfg", "insert.i"])
        .current_dir(files())
        .env("PATH", "/nowhere")
        .assert()
        .code(0);
    assert!(stdout(&run).contains("n1"));
}

/// Predicates that grow for longer than anybody waits.
const ENDLESS: [&str; 6] = [
    "abstract",
    "../../../models/append/append.c",
    "--spec",
    "../../../models/append/append.spec",
    "--bound",
    "100000",
];

/// What is known by then is the answer.
#[test]
fn an_interrupt_ends_in_what_is_known() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.args(ENDLESS).current_dir(files()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    assert!(child.try_wait().unwrap().is_none(), "it ended too soon for this test");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if !sent.is_ok_and(|status| status.success()) {
        child.kill().unwrap();
        return;
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&output.stdout).contains("not converged"));
    // No status line where there is no terminal.
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "damson: not all predicates were found: the run was interrupted\n");
}

#[test]
fn a_status_line_is_shown_on_a_terminal() {
    let line = |more: &str| {
        let program =
            format!("'{}' {} --timeout 1.5 -o /dev/null{more}", env!("CARGO_BIN_EXE_damson"), ENDLESS.join(" "));
        let mut script = Command::new("script");
        script.args(["-qec", &program, "/dev/null"]).current_dir(files()).stdin(Stdio::null()).env("TERM", "xterm");
        script.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // A program that runs another one on a terminal of its own.
    let (Some(shown), Some(quiet)) = (line(""), line(" --quiet")) else { return };
    assert!(shown.contains("predicate abstraction: ") && shown.contains("(Ctrl-C stops)"), "{shown}");
    assert_eq!(quiet, "");
}

#[test]
fn the_graphs_at_errors_are_written_and_drawn() {
    for (program, errors) in [("null.c", 1), ("freed.c", 1)] {
        let folder = tempfile::tempdir().unwrap();
        damson(&["smg", program, "--plot", folder.path().to_str().unwrap()]);
        let paths = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let graphs: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "dot")).collect();
        let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let at_errors = graphs.iter().filter_map(name).filter(|name| name.starts_with("error-")).count();
        assert_eq!(at_errors, errors, "{graphs:?}");
        assert!(graphs.len() > errors, "{graphs:?}");
        for path in &graphs {
            let text = std::fs::read_to_string(path.with_extension("txt")).unwrap();
            let svg = std::fs::read_to_string(path.with_extension("svg")).unwrap();
            // A box for each object.
            assert_eq!(svg.matches("<rect").count(), text.lines().filter(|line| line.contains(": ")).count(), "{text}");
        }
    }
}

/// The command lines of the manual pages are right: each of them is tried.
#[test]
fn manual_pages_have_examples_that_run() {
    let folder = tempfile::tempdir().unwrap();
    damson(&["man", folder.path().to_str().unwrap()]).code(0);
    let page = |name: &str| std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
    assert!(page("damson-verify").contains(".SH SPECIFICATIONS\n.TP\n\\fBassume P @ L;\\fR\n"));
    let mut tried = 0;
    for name in ["damson", "verify", "abstract", "explore", "smg", "bmc", "run", "cfg"] {
        let text = page(&if name == "damson" { name.to_string() } else { format!("damson-{name}") });
        let (_, examples) = text.split_once(".SH EXAMPLES\n").unwrap();
        for line in examples.lines().filter_map(|line| line.strip_prefix("\\fBdamson ")?.strip_suffix("\\fR")) {
            let line = line.replace("\\-", "-");
            let arguments: Vec<&str> = line.split(' ').collect();
            let status = damson(&arguments).get_output().status.code().unwrap();
            assert!(name == "run" || [0, 5, 10].contains(&status), "{line}: {status}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}
