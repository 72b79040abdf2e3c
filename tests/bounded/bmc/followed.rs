//! Places of which every run is known: where a bound is too small, no run has an error at such a place.
//!
//! Random programs have a loop in their middle that goes on behind the bound, and an error at their end behind that. (Where the engine
//! finds an error, it does not know every run that comes there.)

use std::time::Duration;

use damson::base::Budget;
use damson::bmc::{Coverage, Settings};
use damson::ctype::DataModel;
use damson::frontend::PreprocessOptions;
use damson::pipeline::bounded;
use damson::program::interp::{Limits, RunEnd, run_main};
use damson::program::{FaultKind, UndefinedBehaviour, select_entry};
use damson::spec::Question;

use crate::bmc::{generate, load};
use crate::support::campaign::{campaign, guarded, seeds};

/// Programs.
const PROGRAMS: u64 = 60;
/// Runs of each.
const RUNS: u64 = 40;
/// A loop that the bound cuts.
const LOOP: &str = "  int turns = 0; while (turns < in0 + 3) { turns++; if (turns == in1 + 6) break; }\n";
/// An error in every run that comes to it.
const END: &str = "  if (turns > 2)\n    assert(turns > 9);\n  return 0;\n}\n";

#[test]
fn no_error_is_missed_where_all_runs_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = seeds("DAMSON_BMC_PROGRAMS", PROGRAMS);
    let checked = |seed: u64| {
        guarded(|| {
            let path = folder.path().join(format!("followed{seed}.c"));
            let text = generate::program(seed);
            // In the middle of `main`: some errors come before it, and some behind it.
            let statements: Vec<usize> = text.match_indices("\n  ").map(|(at, _)| at + 1).collect();
            let main = text.find("int number = in0").unwrap_or(0);
            let places: Vec<usize> =
                statements.into_iter().filter(|at| *at > main && is_statement(&text, *at)).collect();
            let at = places.get(places.len() / 3).copied().ok_or("generator: no statement")?;
            let text = format!("{}{LOOP}{}", &text[..at], &text[at..]);
            let body = text.strip_suffix("  return 0;\n}\n").ok_or("generator: another end")?;
            check(&path, &format!("{body}{END}"))
        })
    };
    let told = |seed: u64, message: &str| format!("program {seed}: {message}\n{}", generate::program(seed));
    let (errors, failures) = campaign(&all, Duration::from_secs(20), checked, told);
    println!("{errors} errors of runs");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(errors > all.len(), "{errors} errors of runs");
}

/// Whether a statement of `main` begins here that is not in another one.
fn is_statement(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before.matches('{').count() == before.matches('}').count() + 1 && !text[at..].starts_with("  int number")
}

/// How many errors runs have.
fn check(path: &std::path::Path, text: &str) -> Result<usize, String> {
    std::fs::write(path, text).map_err(|problem| format!("file: {problem}"))?;
    let (program, sources) =
        load(path, &PreprocessOptions::default(), DataModel::Lp64).ok_or("refused: by the front end")?;
    let entry = select_entry(&program, &sources, None).map_err(|_| "refused: no entry")?;
    let settings = Settings {
        unwind: Some(1),
        undefined_behaviour: UndefinedBehaviour::All,
        checks_proofs: false,
        ..Settings::default()
    };
    let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
    let coverage = Coverage::of(&program, found.unfollowed.as_ref());
    let mut errors = 0;
    for seed in 0..RUNS {
        let limits = Limits { steps: 100_000, seed, ..Limits::default() };
        let run = run_main(&program, &["a.out".into(), "ab".into()], &mut std::io::sink(), &limits);
        let RunEnd::Fault(report) = run.end else { continue };
        let (kind, Some(span)) = (report.fault.kind, report.span) else { continue };
        if kind == FaultKind::Unsupported {
            continue;
        }
        errors += 1;
        if coverage.has(span) {
            return Err(format!("missed: {} at {}", report.fault.message, sources.position(span)));
        }
    }
    Ok(errors)
}
