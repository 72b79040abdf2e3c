//! `--report DIR`: what a page says, that texts of the program do no harm in it, and how a browser shows it.
//!
//! `INSTA_UPDATE=always cargo test --test interface report::` writes what pages say now. Their style is not compared: look at it with
//! `tests/report/screenshots`.

mod browser;
use crate::support::tools;

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs `damson` in a folder with some files of the repository, with `--report page`.
pub fn run(files: &[&str], arguments: &[&str]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let name = Path::new(file).file_name().unwrap();
        std::fs::copy(root().join(file), folder.path().join(name)).unwrap();
    }
    let output = again(&folder, arguments);
    (folder, output)
}

/// Runs `damson` in a folder, with `--report page`.
fn again(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.arg0("damson").args(arguments).args(["--report", "page"]).current_dir(folder.path()).output().unwrap()
}

/// The page that such a run writes.
pub fn page(files: &[&str], arguments: &[&str]) -> String {
    let (folder, output) = run(files, arguments);
    let page = std::fs::read_to_string(folder.path().join("page/index.html"));
    page.unwrap_or_else(|_| panic!("no page: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What a page says: all but its style.
fn body(page: &str) -> &str {
    let (head, body) = page.split_once("</style>").expect("a style");
    assert!(head.starts_with("<!DOCTYPE html><!-- damson report -->\n"));
    body
}

const REVERSE: [&str; 3] = [
    "models/list_reverse/list_reverse.c",
    "models/list_reverse/list_reverse.spec",
    "models/list_reverse/list_reverse.hints",
];

/// The page of a proof.
pub fn proof() -> String {
    let arguments = ["verify", "list_reverse.c", "--spec", "list_reverse.spec", "--hints", "list_reverse.hints"];
    page(&REVERSE, &arguments)
}

/// The page of a counterexample.
pub fn counterexample() -> String {
    let files = [REVERSE[0], "models/list_reverse/no_precondition.spec", REVERSE[2]];
    page(&files, &["verify", "list_reverse.c", "--spec", "no_precondition.spec", "--hints", "list_reverse.hints"])
}

/// The page of an answer that is open.
pub fn unknown() -> String {
    page(&["tests/report/files/perhaps.c"], &["verify", "perhaps.c"])
}

/// The page on a program whose texts look like HTML.
pub fn hostile() -> String {
    page(&["tests/report/files/hostile.c"], &["verify", "hostile.c", "-DNAME=<script>\"'&"])
}

/// The page on an error in a function that is called.
pub fn two_flowcharts() -> String {
    page(&["tests/report/files/twice.c"], &["smg", "twice.c"])
}

#[test]
fn flowcharts_are_shown_where_errors_are() {
    assert_eq!(two_flowcharts().matches("<div class=\"flowchart\">").count(), 2);
}

#[test]
fn a_proof_is_shown() {
    insta::assert_snapshot!(body(&proof()));
}

#[test]
fn a_counterexample_is_shown() {
    insta::assert_snapshot!(body(&counterexample()));
}

#[test]
fn an_open_answer_is_shown() {
    insta::assert_snapshot!(body(&unknown()));
}

#[test]
fn a_proof_of_memory_safety_is_shown() {
    let page = page(&["tests/smg/samples/lists/kernel_list.c"], &["smg", "kernel_list.c"]);
    let (_, safe) = page.split_once("<section id=\"safe\">").expect("why it is safe");
    insta::assert_snapshot!(safe.split_once("</section>").expect("an end").0);
}

/// What is suspected may be no error, and what is known beside it is no proof.
#[test]
fn no_invariant_is_shown_without_a_proof() {
    let runs: [&[&str]; 2] = [&["smg", "cleared.c"], &["verify", "perhaps.c"]];
    for arguments in runs {
        let file = format!("tests/report/files/{}", arguments[1]);
        assert!(!page(&[&file], arguments).contains("id=\"safe\""), "{arguments:?}");
    }
}

/// No run is known that shows it.
#[test]
fn what_is_suspected_has_a_picture_of_the_shape_analysis() {
    let page = page(&["tests/cli/files/perhaps.c"], &["smg", "perhaps.c"]);
    assert!(page.contains("as the shape analysis describes it"), "{page}");
    assert!(page.contains("Suspected: no concrete run confirms it"), "{page}");
}

#[test]
fn the_way_to_what_is_suspected_has_pictures() {
    let arguments = ["smg", "suspected.c", "--entry", "cut", "--unwind", "0"];
    let page = page(&["tests/report/files/suspected.c"], &arguments);
    assert!(page.contains("Suspected: no concrete run confirms it"), "{page}");
    assert!(page.contains("<summary>memory then, as the shape analysis describes it</summary>"), "{page}");
}

/// There is no verdict where nobody asked for one.
#[test]
fn predicates_are_shown_without_a_verdict() {
    let files = ["models/list_insert/list_insert.c", "models/list_insert/list_insert.spec"];
    let page = page(&files, &["abstract", "list_insert.c", "--spec", "list_insert.spec"]);
    assert!(page.contains("reach[&#38;t-&#62;n;n](x, k)"), "{page}");
    assert!(!body(&page).contains("class=\"verdict "), "{page}");
}

/// Whatever engine has found it.
#[test]
fn every_run_has_pictures() {
    let files = ["tests/bmc/examples/spec_reversed.c", "tests/bmc/examples/spec_reversed_any.spec"];
    let arguments = ["spec_reversed.c", "--entry", "reverse", "--spec", "spec_reversed_any.spec"];
    for command in ["verify", "smg", "bmc"] {
        let page = page(&files, &[&[command][..], &arguments].concat());
        assert!(page.matches("<svg class=\"heap\"").count() > 8, "{command}");
    }
}

#[test]
fn iterations_are_written_once() {
    let page = page(&["tests/report/files/cleared.c"], &["verify", "cleared.c"]);
    assert!(page.contains("× 100"), "{page}");
    let steps = page.matches("node-&#62;number = i").count();
    assert!((1..5).contains(&steps), "the loop is written {steps} times");
}

#[test]
fn texts_of_the_program_are_escaped() {
    let page = hostile();
    let text = body(&page);
    for (harm, harmless) in [
        ("<script", "&#60;script"),
        ("</script", "&#60;/script"),
        ("<img", "&#60;img"),
        ("<i>&", "&#60;i&#62;&#38;"),
        ("<!--", "&#60;!--"),
    ] {
        assert!(!text.contains(harm), "{harm}");
        assert!(text.contains(harmless), "{harmless}\n{text}");
    }
    assert!(text.contains("-DNAME=&#60;script&#62;&#34;"), "the command line");
}

/// Every file of another origin is kept, and the page of an earlier run is replaced.
#[test]
fn the_file_of_somebody_else_is_kept() {
    let arguments = ["smg", "perhaps.c"];
    let (folder, output) = run(&["tests/report/files/perhaps.c"], &arguments);
    let path = folder.path().join("page/index.html");
    let first = std::fs::read_to_string(&path).unwrap();
    assert_eq!(again(&folder, &arguments).status, output.status);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), first, "the same input gives the same page");
    std::fs::write(&path, "mine").unwrap();
    let output = again(&folder, &arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not written by damson"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

/// Each function has its page, and one page leads to all of them.
#[test]
fn several_functions_have_an_index() {
    let (folder, output) = run(&["tests/cli/files/library/list.c"], &["smg", "list.c", "--all-entries"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "damson: report written to page/index.html\n");
    let index = std::fs::read_to_string(folder.path().join("page/index.html")).unwrap();
    let links = index.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    for link in links {
        let page = std::fs::read_to_string(folder.path().join("page").join(link)).unwrap();
        assert!(page.contains("What it may do"), "{link}");
    }
    insta::assert_snapshot!(body(&index));
}

/// Graphs are named by function and line, and a page shows each of them.
#[test]
fn plotted_graphs_have_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    let file = root().join("tests/report/files/cleared.c");
    command.arg("smg").arg(file).args(["--plot", "."]).current_dir(folder.path()).output().unwrap();
    let page = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    let entries = std::fs::read_dir(folder.path()).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.contains(&"error-use-after-free-line-24.svg".to_string()), "{names:?}");
    assert!(names.contains(&"main-line-19-1.svg".to_string()), "{names:?}");
    for name in names.iter().filter(|name| *name != "index.html") {
        assert!(page.contains(&format!("href=\"{name}\"")), "{name}");
    }
}

/// Nobody looks at thousands of graphs: those at loops are written first, and the page says how many are missing.
#[test]
fn a_hundred_graphs_are_plotted_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.arg("smg").arg(root().join("models/queue/queue.c")).args(["--entry", "queue", "--plot", "."]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let left_out =
        said.lines().find_map(|line| line.strip_prefix("damson: ")?.strip_suffix(" more graphs were not written"));
    let left_out = left_out.unwrap_or_else(|| panic!("{said}"));
    let page = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(page.contains(&format!("{left_out} more were not written")), "{left_out}");
    let names = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path());
    assert_eq!(names.filter(|path| path.extension().is_some_and(|end| end == "dot")).count(), 100);
}

/// Each function of each file has a page of its own.
#[test]
fn several_answers_have_several_pages() {
    let (folder, _) = run(
        &["tests/report/files/perhaps.c", "tests/report/files/cleared.c"],
        &["verify", "--all-entries", "perhaps.c", "cleared.c"],
    );
    for name in ["perhaps.c-main", "cleared.c-main"] {
        assert!(folder.path().join("page").join(name).join("index.html").is_file(), "{name}");
    }
}

/// The page adds to what is printed, and changes nothing of it.
#[test]
fn a_page_changes_neither_output_nor_status() {
    for command in ["verify", "smg", "bmc"] {
        let (folder, with) = run(&["tests/report/files/cleared.c"], &[command, "cleared.c", "--format", "sarif"]);
        let mut without = Command::new(env!("CARGO_BIN_EXE_damson"));
        let arguments = [command, "cleared.c", "--format", "sarif"];
        let without = without.args(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(with.stdout, without.stdout);
        assert_eq!(with.status, without.status);
        assert!(folder.path().join("page/index.html").is_file());
    }
}
