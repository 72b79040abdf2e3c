//! Random programs with random questions: `verify` never calls anything verified that a concrete run breaks.
//!
//! For each program: no panic; what is verified holds in all runs from small and random entry states; what is violated
//! has a run that can be run again; every step of a run is allowed by the boolean program; compaction and the reader of
//! S/R change no answer. A failing program is made smaller before it is shown.
//!
//! `DAMSON_PROGRAMS=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

mod case;
mod check;
mod generate;
#[path = "../support/lines.rs"]
mod lines;
mod runs;
#[path = "../watcher/mod.rs"]
mod watcher;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use check::{Effort, Tally, check, check_texts};
use damson::simplify::RuleSet;

/// Programs of the short version.
const PROGRAMS: u64 = 250;
const EFFORT: Effort = Effort { small: 60, larger: 20, runs: 2, bound: 6 };

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_answer_is_wrong() {
    let rules = RuleSet::embedded().expect("rules");
    let first = number("DAMSON_FIRST_PROGRAM").unwrap_or(0);
    let count = number("DAMSON_PROGRAMS").unwrap_or(PROGRAMS);
    let next = AtomicU64::new(first);
    let found = Mutex::new((Tally::default(), Vec::new()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count {
                return;
            }
            let start = std::time::Instant::now();
            let case = generate::case(seed);
            let checked = check(&case, &rules, EFFORT);
            if start.elapsed().as_secs() > 10 {
                println!("program {seed} took {:?}", start.elapsed());
            }
            match checked {
                Ok(tally) => found.lock().expect("no panic").0.add(tally),
                Err(message) => {
                    let text = reduced(&case, &message, &rules, seed);
                    eprintln!("{text}");
                    found.lock().expect("no panic").1.push(text);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let builder = std::thread::Builder::new().stack_size(64 << 20);
            builder.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let (tally, failures) = found.into_inner().expect("no panic");
    println!("{count} programs: {tally:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // A campaign in which nothing is ever decided, or little is understood, says nothing.
    assert!(4 * tally.refused < count as usize, "{} programs were refused", tally.refused);
    assert!(tally.verified > 0 && tally.violated > 0);
}

/// The smallest programs that once got a wrong answer; a specification has the same name.
#[test]
fn programs_that_got_a_wrong_answer_get_a_right_one() {
    let rules = RuleSet::embedded().expect("rules");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions/programs");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut programs: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    assert!(programs.len() >= 6, "programs are missing");
    for path in programs {
        let program = std::fs::read_to_string(&path).expect("a program");
        let questions = std::fs::read_to_string(path.with_extension("spec")).unwrap_or_default();
        let effort = Effort { small: 400, larger: 200, runs: 3, bound: 10 };
        let checked = check_texts(&program, &questions, &rules, effort);
        let tally = checked.unwrap_or_else(|message| panic!("{}: {message}", path.display()));
        assert_eq!(tally.refused, 0, "{}", path.display());
    }
}

/// The failure, told for the smallest program that fails in the same way.
fn reduced(case: &case::Case, message: &str, rules: &RuleSet, seed: u64) -> String {
    let word = |message: &str| message.split(':').next().unwrap_or_default().to_string();
    let kind = word(message);
    let smallest = case.reduced(&|case| check(case, rules, EFFORT).is_err_and(|other| word(&other) == kind));
    let message = check(&smallest, rules, EFFORT).err().unwrap_or_else(|| message.to_string());
    format!("program {seed}: {message}\n{}----\n{}", smallest.program(), smallest.questions())
}
