//! BenchExec: the module and the benchmark definition of `tests/benchexec`. Every task gets the same result from BenchExec as from
//! `damson verify --svcomp`. Without containers and limits, which need the help of the system.
//!
//! `DAMSON_BENCHEXEC=50` compares 50 tasks (6): the programs of `tests/cli/competition`, and then samples of the shape analysis.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{samples, tools};

const PROPERTY: &str = "valid-memsafety";

/// Limits of work of each task.
const WORK: [&str; 3] = ["--limit=shape-work=20000", "--unwind=4", "--replay-steps=20000"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of `damson`: BenchExec wants a relative path to it.
fn tools_folder() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_damson")).parent().expect("a folder")
}

/// Runs a part of BenchExec: Python code that has its command line.
fn benchexec(code: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg("-c").arg(code).args(arguments).current_dir(tools_folder());
    command.env("PYTHONPATH", root().join("tests/benchexec")).output().expect("python3")
}

fn has_benchexec() -> bool {
    let found = Command::new("python3").args(["-c", "import benchexec"]).output();
    let has = found.is_ok_and(|found| found.status.success());
    if !has {
        tools::missing("BenchExec", "its module for Damson is not tried");
    }
    has
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_module_is_one_that_benchexec_has_no_warnings_about() {
    if !has_benchexec() {
        return;
    }
    let task = root().join("tests/cli/competition/task.yml").display().to_string();
    let code = "from benchexec.test_tool_info import main; main()";
    let told = benchexec(code, &[".damson", "--no-container", "--tool-directory", ".", "--task-definition", &task]);
    // It says everything on standard error.
    let said = text(&told.stderr);
    assert!(told.status.success() && !said.contains("WARNING") && !said.contains("ERROR"), "{said}");
    let property = root().join("tests/cli/competition/valid-memsafety.prp");
    let line = format!("'verify', '--svcomp', '--property', '{}', '-m32', ", property.display());
    assert!(said.contains("Version: “") && said.contains(&line), "{said}");
}

/// The programs of the tasks.
fn programs() -> Vec<PathBuf> {
    let most = std::env::var("DAMSON_BENCHEXEC").ok().and_then(|number| number.parse().ok()).unwrap_or(6);
    let folders = ["tests/cli/competition", "tests/smg/samples/lists", "tests/smg/samples/lifetimes"];
    let programs = folders.iter().flat_map(|folder| samples::files(&root().join(folder), "c"));
    let has_main = |program: &PathBuf| std::fs::read_to_string(program).is_ok_and(|text| text.contains(" main("));
    programs.filter(has_main).take(most).collect()
}

/// Writes the benchmark definition with its tasks. Returns the tasks.
fn write_benchmark(folder: &Path) -> Vec<PathBuf> {
    let write = |path: PathBuf, text: &str| std::fs::write(path, text).expect("it can be written");
    for name in ["tasks", "properties"] {
        std::fs::create_dir(folder.join(name)).expect("a folder");
    }
    let definition = std::fs::read_to_string(root().join("tests/benchexec/damson.xml")).expect("the definition");
    // No task here has a limit of time, so none can work until one is reached: limits of work are the same for both.
    let rounds = "<option name=\"--rounds\">0</option>";
    assert!(definition.contains(rounds));
    let limits: String = WORK.iter().map(|limit| format!("<option name=\"{limit}\"/>")).collect();
    write(folder.join("damson.xml"), &definition.replace(rounds, &limits));
    for name in [PROPERTY, "valid-memcleanup", "unreach-call"] {
        let file = format!("{name}.prp");
        let from = root().join("tests/cli/competition").join(&file);
        std::fs::copy(from, folder.join("properties").join(file)).expect("a property");
    }
    let task = |(number, program): (usize, PathBuf)| {
        let name = program.file_stem().expect("a name").to_string_lossy().into_owned();
        let task = folder.join("tasks").join(format!("{number:03}-{name}.yml"));
        let mut text = format!("format_version: '2.0'\ninput_files: '{}'\n", program.display());
        let _ = write!(text, "properties:\n  - property_file: ../properties/{PROPERTY}.prp\n");
        text.push_str("options:\n  language: C\n  data_model: LP64\n");
        write(task.clone(), &text);
        task
    };
    programs().into_iter().enumerate().map(task).collect()
}

/// The results of BenchExec, by the names of the tasks: it runs them, and then makes a table.
fn by_benchexec(folder: &Path) -> BTreeMap<String, String> {
    let results = format!("{}/results/", folder.display());
    let definition = folder.join("damson.xml").display().to_string();
    let run = benchexec(
        "from benchexec.benchexec import main; main()",
        &[
            &["--no-container", "--tool-directory", ".", "-r", "memory-safety", "-o", &results, &definition][..],
            &["--timelimit", "-1", "--memorylimit", "-1", "--limitCores", "-1"],
        ]
        .concat(),
    );
    assert!(run.status.success(), "{}{}", text(&run.stdout), text(&run.stderr));
    let written = std::fs::read_dir(&results).expect("results").map(|entry| entry.expect("a file").path());
    let file = written.into_iter().find(|path| path.to_string_lossy().ends_with(".tasks.xml.bz2"));
    let file = file.expect("a file of results").display().to_string();
    let code = "from benchexec.tablegenerator import main; main()";
    let table = benchexec(code, &["--format", "csv", "-o", "-", &file]);
    assert!(table.status.success(), "{}", text(&table.stderr));
    // Behind three lines of titles: the task, and the status.
    let table = text(&table.stdout);
    let rows = table.lines().skip(3).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|cells| (cells[0].to_string(), cells[1].to_string())).collect()
}

/// The result of a task by the command itself, as BenchExec writes results.
fn by_damson(task: &Path, property: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.args(["verify", "--svcomp", "--timeout", "0", "--memory-limit", "0"]).args(WORK);
    command.arg("--property").arg(property).arg(task);
    let shown = text(&command.output().expect("damson").stdout);
    shown.lines().last().unwrap_or_default().to_lowercase()
}

#[test]
fn each_task_has_the_same_result_as_without_it() {
    if !has_benchexec() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let tasks = write_benchmark(folder.path());
    let found = by_benchexec(folder.path());
    let name = |task: &PathBuf| task.file_name().expect("a name").to_string_lossy().into_owned();
    let property = folder.path().join(format!("properties/{PROPERTY}.prp"));
    let own: BTreeMap<String, String> = tasks.iter().map(|task| (name(task), by_damson(task, &property))).collect();
    assert_eq!(found, own);
}
