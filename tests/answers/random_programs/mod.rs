//! Random programs with random questions: `verify` never calls anything verified that a concrete run breaks.
//!
//! For each program: no panic; what is verified holds in all runs from small and random entry states; what is violated
//! has a run that can be run again; every step of a run is allowed by the boolean program; compaction and the reader of
//! S/R change no answer. A failing program is made smaller before it is shown.
//!
//! The bounded engine answers the same questions, in `bounded`. The second campaign, in `every_construct`, writes programs of all that the front end accepts, and has the truth from the C
//! compiler instead of the interpreter.
//!
//! `DAMSON_PROGRAMS=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

mod bounded;
use crate::support::campaign;
mod case;
mod check;
mod constructs;
mod every_construct;
mod generate;
mod runs;
use crate::support::samples;

use std::time::Duration;

use campaign::{campaign, name_of_check, seeds};
use check::{Effort, Tally, check, check_texts};
use damson::simplify::RuleSet;
use samples::c_files;

/// Programs of the short version.
const PROGRAMS: u64 = 50;
const EFFORT: Effort = Effort { small: 60, larger: 20, runs: 2, bound: 6 };

#[test]
fn no_answer_is_wrong() {
    let rules = RuleSet::embedded().expect("rules");
    let seeds = seeds("DAMSON_PROGRAMS", PROGRAMS);
    let count = seeds.len();
    let checked = |seed| check(&generate::case(seed), &rules, EFFORT);
    let told = |seed, message: &str| reduced(seed, message, &rules);
    let (tally, failures): (Tally, _) = campaign(&seeds, Duration::from_secs(10), checked, told);
    println!("{count} programs: {tally:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // A campaign in which nothing is ever decided, or little is understood, says nothing.
    assert!(4 * tally.refused < count, "{} programs were refused", tally.refused);
    assert!(tally.verified > 0 && tally.violated > 0);
}

/// The same programs for the bounded engine. Of the short version a share is tried.
#[test]
fn no_answer_of_the_bounded_engine_is_wrong() {
    let seeds = seeds("DAMSON_PROGRAMS", PROGRAMS);
    let told = |seed, message: &str| {
        let kind = name_of_check(message);
        let message_of = |case: &case::Case| bounded::check(case).err();
        let smallest =
            generate::case(seed).reduced(&|case| message_of(case).is_some_and(|other| name_of_check(&other) == kind));
        let message = message_of(&smallest).unwrap_or_else(|| message.to_string());
        format!("program {seed}: {message}\n{}----\n{}", smallest.program(), smallest.questions())
    };
    let checked = |seed| bounded::check(&generate::case(seed));
    let (tally, failures): (bounded::BoundedTally, _) = campaign(&seeds, Duration::from_secs(10), checked, told);
    println!("{} programs: {tally:?}", seeds.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tally.verified > 0 && tally.violated > 0 && tally.compared > 0 && tally.statements > 0);
}

/// The smallest programs that once got a wrong answer; a specification has the same name.
#[test]
fn programs_that_got_a_wrong_answer_get_a_right_one() {
    let rules = RuleSet::embedded().expect("rules");
    let programs = c_files("regressions/programs");
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
fn reduced(seed: u64, message: &str, rules: &RuleSet) -> String {
    let kind = name_of_check(message);
    let message_of = |case: &case::Case| check(case, rules, EFFORT).err();
    let smallest =
        generate::case(seed).reduced(&|case| message_of(case).is_some_and(|other| name_of_check(&other) == kind));
    let message = message_of(&smallest).unwrap_or_else(|| message.to_string());
    format!("program {seed}: {message}\n{}----\n{}", smallest.program(), smallest.questions())
}
