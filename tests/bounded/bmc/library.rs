//! Every row of the table of the C library, with known arguments: what the engine says against what the interpreter does.
//!
//! A case is a few statements and an expression about what they leave. The interpreter says whether a run meets an error, and
//! whether the expression holds; the engine must find that error and no other, prove that the expression holds, and find the run in
//! which its opposite fails. What the engine does not follow stands in a table that may only shrink.

use std::collections::BTreeSet;

use damson::base::Budget;
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::frontend::PreprocessOptions;
use damson::pipeline::bounded;
use damson::program::interp::{Limits, RunEnd, run_main};
use damson::program::library::LibraryFunction;
use damson::program::{FaultKind, UndefinedBehaviour, select_entry};
use damson::reason::OpenReason;

use crate::bmc::cases::{CASES, CUTS, HELPERS};
use crate::bmc::load;
use damson::spec::Question;

/// Headers that every case includes.
const HEADERS: &str = "#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
";
/// Headers that a case includes if it has one of the words.
const OTHER_HEADERS: &[(&str, &[&str])] = &[
    ("ctype.h", &["is", "tolower", "toupper", "__ctype"]),
    ("errno.h", &["errno"]),
    ("malloc.h", &["usable"]),
    ("time.h", &["time", "clock"]),
    ("sys/stat.h", &["mkdir", "chmod"]),
    ("unistd.h", &["write", "read", "_exit", "close", "getpid", "getuid", "isatty", "sleep", "access", "chdir"]),
    ("wchar.h", &["wc", "wmem", "L\"", "mb"]),
];

/// The text of a case.
fn text_of((statements, assertion): (&str, &str)) -> String {
    let uses = |words: &[&str]| words.iter().any(|word| statements.contains(word) || assertion.contains(word));
    let others = OTHER_HEADERS.iter().filter(|(_, words)| uses(words));
    let others: String = others.map(|(header, _)| format!("#include <{header}>\n")).collect();
    format!("{HEADERS}{others}{HELPERS}int main(void) {{\n{statements}\n{assertion}\nreturn 0;\n}}\n")
}

/// What is said of a program.
#[derive(PartialEq, Eq, Debug)]
enum Said {
    Right,
    Wrong(FaultKind),
    Unknown(String),
    /// An error that no run shows.
    Unconfirmed(String),
}

/// What the interpreter, and then the engine, say of a program.
fn both(folder: &std::path::Path, text: &str) -> (Said, Said) {
    let path = folder.join("case.c");
    std::fs::write(&path, text).expect("a file");
    let (program, sources) = load(&path, &PreprocessOptions::default(), DataModel::Lp64).expect(text);
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let run = run_main(&program, &["a.out".into()], &mut std::io::sink(), &limits);
    let run = match run.end {
        RunEnd::Exit(_) if run.leaked > 0 => Said::Wrong(FaultKind::MemoryLeak),
        RunEnd::Exit(_) => Said::Right,
        RunEnd::Blocked => Said::Unknown("blocked".into()),
        RunEnd::Fault(report) if report.fault.kind == FaultKind::Unsupported => Said::Unknown(report.fault.message),
        RunEnd::Fault(report) => Said::Wrong(report.fault.kind),
    };
    let entry = select_entry(&program, &sources, None).expect("an entry");
    let settings = Settings {
        unwind: Some(9),
        undefined_behaviour: UndefinedBehaviour::All,
        // In the interpreter they do not.
        outside_may_fail: false,
        checks_proofs: false,
        ..Settings::default()
    };
    let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
    let said = match found.verdict() {
        (Verdict::Verified, _) => Said::Right,
        (Verdict::Violated, _) => Said::Wrong(found.findings.first().expect("a finding").kind),
        (_, Some(OpenReason::Suspected { position, kind, why })) => {
            Said::Unconfirmed(format!("{} at line {}: {why}", kind.word(), position.line))
        }
        (_, reason) => Said::Unknown(reason.map_or(String::new(), |reason| reason.to_string())),
    };
    (run, said)
}

#[test]
fn every_row_does_what_the_interpreter_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut followed, mut problems) = (BTreeSet::new(), Vec::new());
    for (row, statements, expression) in CASES {
        for (holds, assertion) in
            [(true, format!("assert({expression});")), (false, format!("assert(!({expression}));"))]
        {
            let text = text_of((statements, &assertion));
            let (run, said) = both(folder.path(), &text);
            if let (true, Said::Wrong(FaultKind::Assertion)) = (holds, &run) {
                problems.push(format!("{row}: the case is wrong: {expression}"));
            }
            match (&run, &said) {
                _ if run == said => drop(followed.insert(*row)),
                (Said::Unknown(_), Said::Unknown(_)) => {}
                (_, Said::Unknown(_)) if CUTS.contains(row) => {}
                _ => problems.push(format!("{row}: {said:?} for {run:?}:\n{statements} {assertion}")),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let stale: Vec<&&str> = CUTS.iter().filter(|row| followed.contains(*row)).collect();
    assert!(stale.is_empty(), "these are followed, and no cuts: {stale:?}");
    let tried: BTreeSet<&str> = CASES.iter().map(|(row, ..)| *row).collect();
    let open: Vec<&&str> = tried.iter().filter(|row| !followed.contains(*row) && !CUTS.contains(row)).collect();
    assert!(open.is_empty(), "no case of these is followed: {open:?}");
    let missing: Vec<&str> = LibraryFunction::ALL
        .iter()
        .map(|function| function.name())
        .filter(|name| !tried.contains(name) && !CUTS.contains(name))
        .collect();
    assert!(missing.is_empty(), "rows without a case: {missing:?}");
}
