//! Transition systems have the states and verdicts of their boolean programs, and all writers write the same circuit.

use crate::modelcheck::build::{Build, insertion};
use crate::modelcheck::machine::{Machine, aiger, btor2, smv};
use crate::modelcheck::random;
use crate::support::number;
use damson::base::Budget;
use damson::boolprog::{BooleanProgram, compact};
use damson::emit::Language;
use damson::modelcheck::{CheckOutcome, Limits, check};

/// More inputs are not enumerated.
const MOST_INPUTS: usize = 10;

fn text(language: Language, program: &BooleanProgram) -> String {
    language.emit(program, &Budget::unlimited()).unwrap()
}

/// A program without its temporal formulas, whose monitors take inputs.
fn assertions_alone(mut program: BooleanProgram) -> BooleanProgram {
    program.ltl.clear();
    program
}

#[test]
fn the_circuit_has_the_same_states_and_verdicts() {
    let (mut compared, mut violated) = (0, 0);
    for seed in 0..number("DAMSON_RANDOM_PROGRAMS").unwrap_or(200) {
        let program = assertions_alone(random::program(seed, true));
        for program in [compact::compact(&program), program] {
            let machine = aiger(&text(Language::Aiger, &program));
            if machine.inputs.len() > MOST_INPUTS {
                continue;
            }
            let ours = check(&program, Limits::default(), &Budget::unlimited());
            let wanted = |name: &str| name.starts_with("location_") || name.starts_with("v_");
            let (states, excluded, bad) = machine.explore(wanted);
            // One state is the start.
            assert_eq!(ours.states, Some(states.len() - 1 + usize::from(excluded)), "seed {seed}");
            for (assertion, result) in program.assertions.iter().zip(&ours.properties) {
                let is_violated = matches!(result.outcome, CheckOutcome::Violated(_));
                assert_eq!(is_violated, bad.contains(&format!("fails_{}", assertion.id)), "seed {seed}");
                violated += usize::from(is_violated);
            }
            compared += 1;
        }
    }
    println!("{compared} circuits, {violated} violated assertions");
    assert!(compared >= 50 && violated >= 20, "{compared} {violated}");
}

/// Whether two machines do the same in cycles with random values.
fn compare(one: &Machine, other: &Machine, seed: u64) {
    let mut random = random::Random::new(seed);
    for _ in 0..30 {
        let mut bits = |count: usize| -> Vec<bool> { (0..count).map(|_| random.chance(50)).collect() };
        let (inputs, latches) = (bits(one.inputs.len()), bits(one.latches.len()));
        assert_eq!(one.cycle(&inputs, &latches), other.cycle(&inputs, &latches), "seed {seed}");
    }
}

#[test]
fn all_languages_have_the_same_circuit() {
    for seed in 0..number("DAMSON_RANDOM_PROGRAMS").unwrap_or(200) {
        let program = random::program(seed, true);
        let expected = aiger(&text(Language::Aiger, &program));
        let word_level = btor2(&text(Language::Btor2, &program));
        assert_eq!(expected.names(), word_level.names());
        compare(&expected, &word_level, seed);
        let symbolic = smv(&text(Language::Smv, &program));
        assert_eq!(expected.inputs, symbolic.inputs);
        compare(&expected, &symbolic, seed);
    }
}

/// A step with an assumption, a choice and an assertion inside a transition.
fn small() -> BooleanProgram {
    Build::new("small", &["x == NULL", "y == NULL"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .point("n3", &[0])
        .start_where("b0")
        .edge("n1", "n2", "b1", "b1 = *")
        .then("n3", "b0 = b1")
        .edge("n1", "n1", "!b1", "b1 = *; b0 = b1")
        .assume("n3", "!b0")
        .assert("n2", "b0 || b1")
        .done()
}

#[test]
fn aiger_of_a_small_program() {
    insta::assert_snapshot!(text(Language::Aiger, &small()));
}

#[test]
fn blif_of_a_small_program() {
    insta::assert_snapshot!(text(Language::Blif, &small()));
}

#[test]
fn btor2_of_a_small_program() {
    insta::assert_snapshot!(text(Language::Btor2, &small()));
}

#[test]
fn smv_of_a_small_program() {
    insta::assert_snapshot!(text(Language::Smv, &small()));
}

#[test]
fn aiger_of_the_temporal_property_of_insertion() {
    insta::assert_snapshot!(text(Language::Aiger, &compact::compact(&insertion())));
}

/// A circuit shares equal terms: what doubles at each step as text stays linear.
#[test]
fn equal_terms_are_written_once() {
    let steps = 40;
    let build = Build::new("doubled", &["p", "q"]).point("start", &[0, 1]);
    let build = (0..steps).fold(build, |build, step| build.point(&format!("n{step}"), &[0, 1]));
    let flip = "b0 = (b0 && !b1) || (!b0 && b1); b1 = (b0 && b1) || (!b0 && !b1)";
    let build = build.edge("start", "n0", "true", flip);
    let program = (1..steps).fold(build, |build, step| build.then(&format!("n{step}"), flip)).done();
    assert!(aiger(&text(Language::Aiger, &program)).nodes.len() < 40 * steps);
}
