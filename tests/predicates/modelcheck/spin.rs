//! The real SPIN on programs made by hand.

use crate::modelcheck::build::{Build, assert_that_the_second_alone_holds, globally, insertion, not, three_assertions};
use crate::support::tools;
use damson::base::{Budget, Exhausted};
use damson::boolprog::{BooleanProgram, Ltl, compact};
use damson::modelcheck::spin::{Spin, Trouble};
use damson::modelcheck::{CheckOutcome, CheckReport, Limits, check};
use std::path::PathBuf;
use std::time::Duration;

/// SPIN's report, after it was compared with our own.
fn agreed(program: &BooleanProgram) -> Option<CheckReport> {
    let spin = Spin::default();
    if !tools::has_spin("boolean programs are not compared with SPIN") {
        return None;
    }
    let theirs = spin.check(program, &Budget::unlimited());
    assert_eq!(theirs.states, check(program, Limits::default(), &Budget::unlimited()).states);
    Some(theirs)
}

#[test]
fn insertion_takes_spin_no_more_states_than_published() {
    if let Some(report) = agreed(&compact::compact(&insertion())) {
        assert_eq!(report.states, Some(4));
        assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
        assert!(report.properties[0].product_states.unwrap() <= 7);
    }
}

#[test]
fn each_violated_assertion_is_found_and_the_rest_holds() {
    if let Some(report) = agreed(&three_assertions()) {
        assert_that_the_second_alone_holds(&report);
    }
}

#[test]
fn many_initial_valuations_are_guessed_without_a_further_state() {
    let names: Vec<String> = (0..18).map(|index| format!("p{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let pairs: Vec<String> = (0..9).map(|index| format!("(b{} || b{})", 2 * index, 2 * index + 1)).collect();
    let all: Vec<usize> = (0..18).collect();
    let build = Build::new("pairs", &names)
        .point("n1", &all)
        .point("n2", &[0])
        .start_where(&pairs.join(" && "))
        .edge("n1", "n2", "true", "")
        .assert("n1", "b16 || b17");
    let leaves = globally(not(build.at("true", "n2")));
    if let Some(report) = agreed(&build.ltl("leaves", leaves).done()) {
        assert_eq!(report.states, Some(3_usize.pow(9) + 2));
        assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
        assert!(matches!(report.properties[1].outcome, CheckOutcome::Violated(_)));
    }
}

/// No valuation may start, and nothing leaves the only location.
#[test]
fn a_program_without_runs_has_no_states() {
    let program = Build::new("nothing", &["p"]).point("n1", &[0]).start_where("false").assert("n1", "b0").done();
    if let Some(report) = agreed(&program) {
        assert_eq!(report.states, Some(0));
        assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    }
}

/// SPIN merges at most 256 assignments of an `atomic`.
#[test]
fn a_step_with_many_assignments_is_cut() {
    let names: Vec<String> = (0..400).map(|index| format!("p{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all: Vec<usize> = (0..400).collect();
    let bits = |form: &dyn Fn(usize) -> String, joint: &str| (0..400).map(form).collect::<Vec<_>>().join(joint);
    let start = bits(&|index| format!("b{index}"), " && ");
    let change = bits(&|index| if index == 7 { "b7 = *".into() } else { format!("b{index} = !b{index}") }, "; ");
    let program = Build::new("many", &names)
        .point("n1", &all)
        .point("n2", &all)
        .point("n3", &[])
        .start_where(&start)
        .edge("n1", "n2", "true", &change)
        .edge("n2", "n3", "true", "")
        .assume("n2", "!b399")
        .assert("n2", "b7 || b8")
        .done();
    if let Some(report) = agreed(&program) {
        assert_eq!(report.states, Some(4));
        assert!(matches!(report.properties[0].outcome, CheckOutcome::Violated(_)), "{report:?}");
    }
}

#[test]
fn next_is_left_to_our_own_search() {
    let build = Build::new("next", &[]).point("n1", &[]).point("n2", &[]).edge("n1", "n2", "true", "");
    let next = Ltl::Next(Box::new(build.at("true", "n2")));
    if let Some(report) = agreed(&build.ltl("next", next).done()) {
        let reason = Trouble::LeftOut("it uses X, which most builds of SPIN do not know".into());
        assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(reason.into()));
    }
}

#[test]
fn a_missing_spin_is_a_clear_answer() {
    let spin = Spin { spin: PathBuf::from("/nowhere/spin"), ..Spin::default() };
    let report = spin.check(&insertion(), &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Trouble::NotInstalled("spin").into()));
    assert_eq!(report.states, None);
}

#[test]
fn a_budget_that_ran_out_is_a_clear_answer() {
    let report = Spin::default().check(&insertion(), &Budget::for_duration(Duration::ZERO));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Exhausted::Time.into()));
}

/// Words of Promela, of C and of its preprocessor, and names that models have anyway.
#[test]
fn temporal_properties_may_have_any_name() {
    let names = [
        "kept",
        "if",
        "ltl_if",
        "linux",
        "unix",
        "int",
        "float",
        "char",
        "active",
        "np_",
        "pc",
        "main_",
        "observer_",
        "at_n1",
        "v_b0",
        "t_0",
        "start_",
        "_pid",
        "U",
        "X",
        "always",
        "true",
        "printf",
        "register",
        "Now",
        "select",
        "never",
        "trail",
    ];
    let mut build = Build::new("names", &["p"]).point("n1", &[0]).point("n2", &[0]).edge("n1", "n2", "true", "b0 = b0");
    for name in names {
        let formula = globally(not(build.at("b0", "n2")));
        build = build.ltl(name, formula);
    }
    if let Some(report) = agreed(&build.done()) {
        assert_eq!(report.properties.len(), names.len());
        for (name, result) in names.iter().zip(&report.properties) {
            assert!(matches!(result.outcome, CheckOutcome::Violated(_)), "{name}: {:?}", result.outcome);
        }
    }
}
