//! On random programs all engines give the same verdicts and the same number of states.

use crate::modelcheck::random;
use crate::support::{number, tools};
use damson::base::Budget;
use damson::boolprog::{BooleanProgram, compact};
use damson::emit::{sr, sr_reader};
use damson::modelcheck::abc::Abc;
use damson::modelcheck::spin::Spin;
use damson::modelcheck::{CheckOutcome, CheckReport, Limits, PropertyIndex, check, holding};

/// How many programs; `name` in the environment overrides the number, and `DAMSON_FIRST_PROGRAM` the first seed.
fn seeds(name: &str, normally: u64) -> std::ops::Range<u64> {
    let first = number("DAMSON_FIRST_PROGRAM").unwrap_or(0);
    first..first + number(name).unwrap_or(normally)
}

fn explicit(program: &BooleanProgram) -> CheckReport {
    check(program, Limits::default(), &Budget::unlimited())
}

/// The verdicts as letters: `H`olds, `V`iolated, `U`nknown.
fn verdicts(report: &CheckReport) -> Vec<(PropertyIndex, char)> {
    let letter = |outcome: &CheckOutcome| match outcome {
        CheckOutcome::Holds => 'H',
        CheckOutcome::Violated(_) => 'V',
        CheckOutcome::Unknown(_) => 'U',
    };
    report.properties.iter().map(|result| (result.property, letter(&result.outcome))).collect()
}

#[test]
fn the_explicit_search_decides_every_random_program() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in seeds("DAMSON_RANDOM_PROGRAMS", 200) {
        let report = explicit(&random::program(seed, true));
        assert!(report.states.is_some());
        for (property, letter) in verdicts(&report) {
            assert_ne!(letter, 'U', "seed {seed}: {:?}", report.properties);
            *seen.entry((matches!(property, PropertyIndex::Ltl(_)), letter)).or_insert(0) += 1;
        }
    }
    // The generator is worth its name: all four cases are there, many times.
    assert!(seen.len() == 4 && seen.values().all(|count| *count >= 5), "{seen:?}");
}

#[test]
fn the_search_that_ends_when_all_fail_finds_the_assertions_that_hold() {
    let mut seen = [0, 0];
    for seed in seeds("DAMSON_RANDOM_PROGRAMS", 200) {
        let program = random::program(seed, false);
        let outcomes = verdicts(&explicit(&program)).into_iter();
        let held = outcomes.filter_map(|(property, letter)| match property {
            PropertyIndex::Assertion(index) if letter == 'H' => Some(index),
            _ => None,
        });
        let held: Vec<usize> = held.collect();
        assert_eq!(holding(&program, Limits::default(), &Budget::unlimited()), held, "seed {seed}");
        seen[usize::from(held.is_empty())] += 1;
    }
    assert!(seen.iter().all(|count| *count >= 20), "{seen:?}");
}

#[test]
fn compaction_and_dropping_dead_variables_keep_all_verdicts() {
    let mut smaller = 0;
    for seed in seeds("DAMSON_RANDOM_PROGRAMS", 200) {
        let program = random::program(seed, seed % 4 == 0);
        let expected = explicit(&program);
        let dropped = compact::drop_dead_variables(&program);
        for changed in [compact::compact(&program), compact::compact(&dropped), dropped] {
            let report = explicit(&changed);
            assert_eq!(verdicts(&report), verdicts(&expected), "seed {seed}");
            assert!(report.states <= expected.states, "seed {seed}");
            smaller += usize::from(report.states < expected.states);
        }
    }
    assert!(smaller >= 20, "{smaller}");
}

#[test]
fn the_sr_text_has_the_same_states_and_verdicts() {
    for seed in seeds("DAMSON_RANDOM_PROGRAMS", 200) {
        let program = random::program(seed, true);
        for program in [compact::compact(&program), program] {
            let ours = explicit(&program);
            let text = sr::emit(&program).unwrap();
            let read = sr_reader::explore(&text, 100_000).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(Some(read.states), ours.states, "seed {seed}");
            for (property, letter) in verdicts(&ours) {
                if let PropertyIndex::Assertion(index) = property {
                    let id = &program.assertions[index].id;
                    let violated = read.violated.contains(id);
                    assert_eq!(violated, letter == 'V', "seed {seed}: {id}");
                    assert!(violated || read.properties.contains(id), "seed {seed}: {id}");
                }
                if let PropertyIndex::Ltl(index) = property {
                    let text = sr::emit_ltl(&program, index, &Budget::unlimited()).unwrap();
                    let read = sr_reader::explore(&text, 100_000).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(read.violated.len(), usize::from(letter == 'V'), "seed {seed}\n{text}");
                    assert_eq!(read.properties.len(), 1, "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn spin_agrees_with_the_explicit_search() {
    let spin = Spin::default();
    if !tools::has_spin("random boolean programs are not compared with SPIN") {
        return;
    }
    for seed in seeds("DAMSON_SPIN_PROGRAMS", 20) {
        let program = random::program(seed, false);
        let program = if seed % 2 == 1 { compact::compact(&program) } else { program };
        let (ours, theirs) = (explicit(&program), spin.check(&program, &Budget::unlimited()));
        assert_eq!(verdicts(&ours), verdicts(&theirs), "seed {seed}: {:?}", theirs.properties);
        assert_eq!(ours.states, theirs.states, "seed {seed}");
    }
}

#[test]
fn abc_agrees_with_the_explicit_search() {
    if !tools::has_abc("random boolean programs are not compared with ABC") {
        return;
    }
    let mut seen = std::collections::BTreeMap::new();
    let program = |seed: u64| {
        let program = random::program(seed, true);
        if seed % 2 == 1 { compact::compact(&program) } else { program }
    };
    // To start ABC takes longer than to decide one of these.
    let abc = Abc { properties_at_once: 200, ..Abc::default() };
    let seeds: Vec<u64> = seeds("DAMSON_ABC_PROGRAMS", 60).collect();
    for seeds in seeds.chunks(100) {
        let programs: Vec<BooleanProgram> = seeds.iter().map(|seed| program(*seed)).collect();
        let reports = abc.check_all(&programs, &Budget::unlimited());
        for ((seed, program), theirs) in seeds.iter().zip(&programs).zip(reports) {
            assert_eq!(verdicts(&explicit(program)), verdicts(&theirs), "seed {seed}: {:?}", theirs.properties);
            for (property, letter) in verdicts(&theirs) {
                *seen.entry((matches!(property, PropertyIndex::Ltl(_)), letter)).or_insert(0) += 1;
            }
        }
    }
    println!("compared with ABC: {} programs, properties {seen:?}", seeds.len());
}
