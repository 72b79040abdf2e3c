//! The campaign of every construct: answers about programs of [`crate::random_programs::constructs`], compared with the compiler's programs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use damson::pipeline::Settings;
use damson::simplify::RuleSet;

use crate::random_programs::constructs::answers::{self, Tally};
use crate::random_programs::constructs::coverage::{self, Coverage};
use crate::random_programs::constructs::truth::{self, Runs, Truth};
use crate::random_programs::constructs::{Subject, subject};
use crate::support::campaign::{campaign, guarded, name_of_check, seeds};
use crate::support::{number, tools};

/// Least number of programs of the short version.
const PROGRAMS: usize = 20;
/// Each row of [`Coverage`] occurs in this number of its programs.
const LEAST: usize = 2;
/// Seeds that the short version is chosen from.
const CHOSEN_FROM: u64 = 6_000;
/// Each row occurs in this number of the programs of these seeds: so often does a campaign of that length meet it.
const LEAST_GENERATED: usize = 20;
/// Programs of the campaign with the smallest limits.
const LIMITED_PROGRAMS: u64 = 20;
/// Programs in one text for the compiler.
const BATCH: usize = 25;
const RUNS: Runs = Runs { ordered: 1_500, random: 3_000 };
/// Time to make a failing program smaller.
const REDUCTION: Duration = Duration::from_secs(40);

#[test]
fn answers_about_every_construct_are_true() {
    let variable = "DAMSON_CONSTRUCT_PROGRAMS";
    let all = if number::<u64>(variable).is_some() { seeds(variable, 0) } else { GENERATED.short.clone() };
    run(&all, &answers::usual());
}

#[test]
fn smallest_limits_make_no_answer_wrong() {
    run(&seeds("DAMSON_LIMITED_PROGRAMS", LIMITED_PROGRAMS), &answers::smallest());
}

/// The programs of the first seeds.
struct Generated {
    /// How often they have each row.
    coverage: Coverage,
    /// The seeds of the short version: the first programs, and of those behind them each with a row that too few have before it.
    short: Vec<u64>,
}

static GENERATED: LazyLock<Generated> = LazyLock::new(|| {
    let (mut generated, mut tried, mut refused) =
        (Generated { coverage: Coverage::default(), short: Vec::new() }, Coverage::default(), 0);
    for seed in 0..CHOSEN_FROM {
        let subject = subject(seed);
        let Some((_, prepared)) = answers::prepare(&subject) else {
            refused += 1;
            continue;
        };
        let rows = coverage::rows_of(&subject, &prepared);
        generated.coverage.add(&rows);
        if generated.short.len() < PROGRAMS || rows.iter().any(|row| tried.count(row) < LEAST) {
            generated.short.push(seed);
            tried.add(&rows);
        }
    }
    assert!(4 * refused < CHOSEN_FROM, "{refused} programs were refused");
    generated
});

fn run(all: &[u64], settings: &Settings) {
    let Some(compiler) = truth::compiler() else {
        return tools::missing("a C compiler", "programs of every construct are not compared with compiled ones");
    };
    let rules = RuleSet::embedded().expect("rules");
    let (mut tally, mut failures) = (Tally::default(), Vec::new());
    let (mut truth_time, start) = (Duration::ZERO, Instant::now());
    for batch in all.chunks(BATCH) {
        let before = Instant::now();
        let known = Mutex::new(known(compiler, batch));
        truth_time += before.elapsed();
        let truth_of = |seed| known.lock().expect("no panic").remove(&seed);
        let checked = |seed| match truth_of(seed) {
            Some((subject, _)) if is_left_out(&subject) => Ok(Tally::default()),
            Some((subject, Ok(truth))) => guarded(|| answers::check(&subject, &truth, &rules, settings)),
            Some((subject, Err(_))) if answers::prepare(&subject).is_none() => {
                Ok(Tally { refused: 1, ..Tally::default() })
            }
            Some((subject, Err(problem))) => Err(format!("uncompiled: {problem}\n{}", subject.program())),
            None => Err("uncompiled: no truth".into()),
        };
        let told = |seed, message: &str| told(compiler, seed, message, &rules, settings);
        let (more, failed) = campaign(batch, Duration::from_secs(20), checked, told);
        tally += more;
        failures.extend(failed);
    }
    println!("{} programs in {:?}, compiled and run in {truth_time:?}: {tally:?}", all.len(), start.elapsed());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for failure in &failures {
        let kind = failure.split(": ").nth(1).unwrap_or_default().to_string();
        *kinds.entry(kind).or_default() += 1;
    }
    println!("{} failures: {kinds:?}", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether `DAMSON_WITHOUT` names a construct of the subject: for classes of wrong answers that are known and not mended yet.
fn is_left_out(subject: &Subject) -> bool {
    let names = std::env::var("DAMSON_WITHOUT").unwrap_or_default();
    names.split(',').any(|name| subject.theme.features.iter().any(|feature| format!("{feature:?}") == name))
}

/// The truth of each seed; where a batch does not compile, one after the other.
fn known(compiler: &str, seeds: &[u64]) -> BTreeMap<u64, (Subject, Result<Truth, String>)> {
    let subjects: Vec<Subject> = seeds.iter().copied().map(subject).collect();
    let all: Vec<&Subject> = subjects.iter().collect();
    let first = seeds.first().copied().unwrap_or(0);
    let name = format!("batch{first}");
    let truths = truth::truths(compiler, &all, RUNS, &name, &[]);
    let truths: Vec<Result<Truth, String>> = match truths {
        Ok(truths) => truths.into_iter().map(Ok).collect(),
        Err(problem) => {
            println!("batch {first}: {problem}");
            all.iter().map(|subject| alone(compiler, subject)).collect()
        }
    };
    subjects.into_iter().zip(truths).map(|(subject, truth)| (subject.seed, (subject, truth))).collect()
}

fn alone(compiler: &str, subject: &Subject) -> Result<Truth, String> {
    let name = format!("alone{}_{:?}", subject.seed, std::thread::current().id()).replace(['(', ')'], "");
    let mut truths = truth::truths(compiler, &[subject], RUNS, &name, &[])?;
    truths.pop().ok_or_else(|| "no truth".into())
}

/// The failure, told for the smallest program that fails in the same way, and written to `DAMSON_FAILURES`.
fn told(compiler: &str, seed: u64, message: &str, rules: &RuleSet, settings: &Settings) -> String {
    let kind = name_of_check(message).to_string();
    let start = Instant::now();
    let message_of = |subject: &Subject| {
        let truth = if kind == "contradiction" || kind == "panic" || kind == "error" {
            Truth::default()
        } else {
            alone(compiler, subject).ok()?
        };
        guarded(|| answers::check(subject, &truth, rules, settings)).err()
    };
    let fails = |subject: &Subject| {
        start.elapsed() < REDUCTION && message_of(subject).is_some_and(|other| name_of_check(&other) == kind)
    };
    let smallest = if kind == "uncompiled" { subject(seed) } else { subject(seed).reduced(&fails) };
    let message = message_of(&smallest).unwrap_or_else(|| message.to_string());
    let (program, questions, hints) = (smallest.program(), smallest.questions(), smallest.hints_text());
    if let Some(folder) = std::env::var_os("DAMSON_FAILURES").map(PathBuf::from) {
        std::fs::create_dir_all(&folder).expect("a folder to write to");
        for (extension, text) in [("c", &program), ("spec", &questions), ("hints", &hints), ("txt", &message)] {
            if !text.is_empty() {
                std::fs::write(folder.join(format!("{kind}_{seed}.{extension}")), text).expect("a folder to write to");
            }
        }
    }
    format!("program {seed}: {message}\n{program}----\n{questions}{hints}")
}

#[test]
fn every_construct_is_generated() {
    println!("{} programs in the short version", GENERATED.short.len());
    let mut rare = Vec::new();
    for row in Coverage::all_rows() {
        let count = GENERATED.coverage.count(row);
        println!("{count:6} {row}");
        if count < LEAST_GENERATED {
            rare.push(row);
        }
    }
    assert!(rare.is_empty(), "generated fewer than {LEAST_GENERATED} times: {rare:?}");
}
