//! Libraries that somebody wrote who did not know the analysis: `libraries/NAME.c`, and the truth about each function in
//! `libraries/NAME.truth`: `safe` whatever its callers give, `needs` something of them, or `defect`, an error that no caller
//! can prevent. A function with a defect is never verified, and what callers can prevent is never violated. The snapshot
//! tells what is verified. `DAMSON_LIBRARIES=all` also tries those that take long.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::{root, stdout};
use crate::support::samples;

/// Libraries that take several seconds each.
const LONG: [&str; 8] = ["bitset", "codec", "events", "growbuf", "hashmap", "options", "series", "words"];

/// Returns true if those that take long are tried, too.
fn all_are_wanted() -> bool {
    std::env::var("DAMSON_LIBRARIES").is_ok_and(|wanted| wanted == "all")
}

/// Returns the first word of the truth about each function.
fn truth(library: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(library.with_extension("truth")).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    lines.map(|(function, rest)| (function.into(), rest.split(' ').next().unwrap().into())).collect()
}

/// Returns the verdict on each function of a library, without what it requires.
fn verdicts(library: &Path) -> Vec<(String, String)> {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"));
    let name = library.file_name().unwrap().to_str().unwrap();
    let folder = library.parent().unwrap();
    let table = stdout(&command.current_dir(folder).args(["smg", name, "--all-entries", "--timeout", "0"]).assert());
    let rows = table.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix("  "));
    rows.filter_map(|row| {
        let mut words = row.split_whitespace();
        let (function, verdict) = (words.next()?, words.next()?);
        let condition = if words.next() == Some("if") && verdict == "verified" { " if" } else { "" };
        Some((function.to_string(), format!("{verdict}{condition}")))
    })
    .collect()
}

#[test]
fn functions_are_verified_or_broken_as_they_should() {
    let all = all_are_wanted();
    let libraries = samples::files(&root().join("tests/cli/libraries"), "c");
    let is_short = |library: &&PathBuf| all || !LONG.contains(&library.file_stem().unwrap().to_str().unwrap());
    for library in libraries.iter().filter(is_short) {
        let (truth, found) = (truth(library), verdicts(library));
        for (function, verdict) in &found {
            let wrong = match truth[function].as_str() {
                "defect" => verdict.starts_with("verified"),
                _ => verdict == "violated",
            };
            assert!(!wrong, "{}: {function} is {}, and {verdict}", library.display(), truth[function]);
        }
        let name = library.file_stem().unwrap().to_str().unwrap().to_string();
        let lines = found.iter().map(|(function, verdict)| format!("{verdict:<12} {function}: {}", truth[function]));
        insta::assert_snapshot!(name, lines.sorted().join("\n"));
    }
}

/// Programs that somebody wrote who did not know the analysis, each with the truth in its first line: for the command line
/// (`c`, `e`), with nodes of several kinds (`k`, `v`) and sizes (`w`), with many lists or arrays (`m`), with trees (`t`, `y`, `z`),
/// with arrays of pointers (`r`) or of what owns blocks (`x`), with numbers that count (`n`, `u`), with strings (`s`). Of those
/// that are correct none is violated, and of those with a mistake none is verified. Those that end within a second are tried, and
/// with `DAMSON_LIBRARIES=all` the others, too.
#[test]
fn programs_get_no_wrong_answer() {
    /// Nodes with numbers that nobody asks for; texts in the node or in a block of its own; a tag that says whether there is a text;
    /// shapes of several sizes; a tree with links to the parents; expressions and formulas, whose tags say what operands they have.
    const VERIFIED: [&str; 9] = ["n01", "k06", "k07", "k08", "t07", "t10", "y05", "z01", "z05"];
    const SHORT: [&str; 66] = [
        "c06", "c12", "c21", "c23", "c24", "e02", "e06", "e07", "e10", "e15", "e16", "e18", "k04", "k07", "k08", "k09",
        "k10", "kf01", "kf04", "m01", "m03", "mf05", "mf08", "t03", "t05", "tf05", "tf10", "rf01", "rf05", "n04",
        "n10", "nf02", "nf04", "n01", "n06", "uf01", "uf03", "uf04", "uf06", "sf01", "sf03", "sf05", "k06", "v04",
        "v07", "vf03", "vf05", "wf07", "wf09", "wf10", "xf01", "xf02", "xf05", "xf11", "t07", "yf07", "yf08", "yf11",
        "yf12", "t10", "y05", "z01", "z05", "zf05", "zf06", "zf09",
    ];
    let all = all_are_wanted();
    for program in samples::files(&root().join("tests/cli/programs"), "c") {
        let name = program.file_stem().unwrap().to_str().unwrap();
        if !all && !SHORT.contains(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&program).unwrap();
        let is_correct = text.starts_with("/* truth: correct") || text.starts_with("// SAFE");
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"));
        let status = command.arg("verify").arg(&program).assert().get_output().status.code();
        let wrong = if is_correct { 10 } else { 0 };
        assert!(matches!(status, Some(0 | 5 | 10)) && status != Some(wrong), "{}: {status:?}", program.display());
        assert!(!VERIFIED.contains(&name) || status == Some(0), "{}: {status:?}", program.display());
    }
}
