//! On every model the built-in checker, SPIN and the reader of S/R agree on verdicts and on the number of states, and ABC on
//! verdicts.
//!
//! SPIN has its verifier compiled for each model, which takes seconds: normally it runs on some of them,
//! with `DAMSON_SPIN_ALL=1` on all. ABC runs on one model in `DAMSON_ABC_EVERY`. SPIN also reads models without checking them (`DAMSON_BOUND=60`: with the iterations of the command line). Models with very many states or choices are compared by neither.

use crate::support::model_files;
use crate::support::number;
use crate::support::side_by_side;
use crate::support::tools;

use std::collections::BTreeSet;
use std::process::Command;

use damson::boolprog::{BooleanProgram, Transition};
use damson::emit::{promela, sr, sr_reader};
use damson::modelcheck::abc::Abc;
use damson::modelcheck::spin::Spin;
use damson::modelcheck::{self, CheckOutcome, CheckReport, Limits, PropertyIndex, PropertyResult};
use damson::pipeline::{self, Settings};
use damson::reason::Undecided;
use damson::simplify::RuleSet;

/// Where SPIN always runs: assertions and temporal properties, true and false ones, with assumptions and without.
const SPIN_RUNS: [&str; 5] = [
    "create/kept",
    "list_insert/list_insert",
    "list_reverse/list_reverse",
    "reverse_fumble/reverse_fumble",
    "swap/swap",
];

/// SPIN reads one model in this number; with `DAMSON_SPIN_ALL=1` all.
const READ_EVERY: usize = 6;

/// ABC runs on one model in this number (`DAMSON_ABC_EVERY`).
const ABC_EVERY: usize = 6;

/// More states are not compared.
const MOST_STATES: usize = 5_000;

/// Models with more are not compared: SPIN and the reader of S/R make all choices of a transition before they see which of
/// them the laws of predicates exclude.
const MOST_CHOICES: usize = 12_000;

/// About how many states SPIN and the reader compute.
fn choices(program: &BooleanProgram, states: usize) -> usize {
    let of_transition = |transition: &Transition| {
        let assigned = transition.steps.iter().flat_map(|step| &step.assignments);
        assigned.filter(|(_, value)| value.has_choice()).count()
    };
    let combinations = |choices: usize| 1usize.checked_shl(choices as u32).unwrap_or(usize::MAX);
    let at_start = combinations(program.points[program.initial].relevant.len());
    let most = program.transitions.iter().map(of_transition).max().unwrap_or(0);
    states.saturating_mul(combinations(most)).max(at_start.saturating_mul(64))
}

fn letter(outcome: &CheckOutcome) -> char {
    match outcome {
        CheckOutcome::Holds => 'H',
        CheckOutcome::Violated(_) => 'V',
        CheckOutcome::Unknown(_) => 'U',
    }
}

fn letters(report: &CheckReport) -> Vec<(PropertyIndex, char)> {
    report.properties.iter().map(|result| (result.property, letter(&result.outcome))).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: built-in {ours:?}, other {theirs:?}")) }
}

fn compare_with_sr(program: &BooleanProgram, ours: &CheckReport) -> Result<(), String> {
    let read = sr_reader::explore(&sr::emit(program)?, 10 * MOST_STATES)?;
    same("states in S/R", ours.states, Some(read.states))?;
    for (property, verdict) in letters(ours) {
        match property {
            PropertyIndex::Assertion(index) => {
                let id = &program.assertions[index].id;
                same(id, verdict == 'V', read.violated.contains(id))?;
                same(id, true, read.properties.contains(id))?;
            }
            PropertyIndex::Ltl(index) => {
                let text = sr::emit_ltl(program, index, &model_files::budget())?;
                let read = sr_reader::explore(&text, 100 * MOST_STATES)?;
                same(&program.ltl[index].name, usize::from(verdict == 'V'), read.violated.len())?;
            }
        }
    }
    Ok(())
}

/// `spin -a` reads the Promela of a program as it is, and makes a verifier of it, also without merging statements (`-o3`).
pub fn spin_compiles(program: &BooleanProgram) -> Result<(), String> {
    if !tools::has_spin("nothing reads the Promela") {
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = promela::emit(program)?.text;
    std::fs::write(folder.path().join("model.pml"), text).map_err(|error| error.to_string())?;
    for options in [&["-a", "model.pml"][..], &["-o3", "-a", "model.pml"]] {
        let run = Command::new("spin").args(options).current_dir(folder.path()).output();
        let output = run.map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let is_made = std::fs::remove_file(folder.path().join("pan.c")).is_ok();
        if !output.status.success() || !is_made || said.to_lowercase().contains("error") {
            return Err(format!("spin {options:?}: {said}"));
        }
    }
    Ok(())
}

/// Compares the verdicts with those of ABC, which may need more time than there is. Returns the number of the properties that it decided.
fn compare_with_abc(program: &BooleanProgram, ours: &CheckReport) -> Result<usize, String> {
    let theirs = Abc::default().check(program, &model_files::budget());
    let mut decided = 0;
    for ((property, ours), (_, theirs)) in letters(ours).into_iter().zip(letters(&theirs)) {
        if theirs != 'U' {
            same(&format!("{property:?}"), ours, theirs)?;
            decided += 1;
        }
    }
    let is_stopped = |result: &PropertyResult| matches!(result.outcome, CheckOutcome::Unknown(Undecided::Stopped(_)));
    let undecided = theirs.properties.iter().filter(|result| letter(&result.outcome) == 'U');
    match undecided.into_iter().find(|result| !is_stopped(result)) {
        Some(result) => Err(format!("ABC: {:?}", result.outcome)),
        None => Ok(decided),
    }
}

#[test]
fn all_checkers_agree_on_every_model() {
    let rules = RuleSet::embedded().expect("rules");
    let all = std::env::var_os("DAMSON_SPIN_ALL").is_some();
    let most_choices = number("DAMSON_CHOICES").unwrap_or(MOST_CHOICES);
    let spin = Spin::default();
    let has_spin = tools::has_spin("models are not compared with SPIN");
    let has_abc = tools::has_abc("models are not compared with ABC");
    let abc_every = number("DAMSON_ABC_EVERY").unwrap_or(ABC_EVERY);
    let compared = std::sync::Mutex::new([0, 0, 0]);
    let questions = model_files::questions();
    let every =
        |step: usize| -> BTreeSet<String> { questions.iter().step_by(step).map(model_files::Question::name).collect() };
    let (read, by_abc) = (every(if all { 1 } else { READ_EVERY }), every(abc_every));
    side_by_side::for_all(&questions, model_files::Question::name, |question| {
        let (sources, prepared) = question.prepare();
        let settings = model_files::settings();
        let settings = Settings { bound: number("DAMSON_BOUND").unwrap_or(settings.bound), ..settings };
        let budget = model_files::budget();
        let analysis = pipeline::analyse(&prepared, &sources, &rules, &settings, true, &budget);
        let program = analysis.map_err(|problem| problem.message)?.program;
        if read.contains(&question.name) {
            spin_compiles(&program)?;
        }
        let ours = modelcheck::check(&program, Limits::of_states(MOST_STATES), &budget);
        if has_abc && by_abc.contains(&question.name) && letters(&ours).iter().all(|(_, letter)| *letter != 'U') {
            let decided = compare_with_abc(&program, &ours)?;
            compared.lock().expect("no panic")[2] += decided;
        }
        if ours.states.is_none_or(|states| choices(&program, states) > most_choices) {
            return Ok(());
        }
        if let Some((property, _)) = letters(&ours).into_iter().find(|(_, letter)| *letter == 'U') {
            // Only the product with a formula's automaton can have grown beyond the limit.
            assert!(matches!(property, PropertyIndex::Ltl(_)), "{}: {property:?}", question.name);
            return Ok(());
        }
        compare_with_sr(&program, &ours)?;
        compared.lock().expect("no panic")[0] += 1;
        if has_spin && (all || SPIN_RUNS.contains(&question.name.as_str())) {
            let theirs = spin.check(&program, &budget);
            same("verdicts", letters(&ours), letters(&theirs))?;
            same("states", ours.states, theirs.states)?;
            compared.lock().expect("no panic")[1] += 1;
        }
        Ok(())
    });
    let [with_sr, with_spin, by_abc] = compared.into_inner().expect("no panic");
    println!("compared with S/R: {with_sr}, with SPIN: {with_spin}, properties by ABC: {by_abc}");
    assert!(with_sr >= 15, "{with_sr}");
    assert!(!has_spin || with_spin >= SPIN_RUNS.len(), "{with_spin}");
    assert!(!has_abc || by_abc >= 10, "{by_abc}");
}
