//! The real ABC on programs made by hand.

use crate::modelcheck::build::{Build, finally, globally, insertion, not};
use crate::support::tools;
use damson::base::{Budget, Exhausted};
use damson::boolprog::compact;
use damson::modelcheck::CheckOutcome;
use damson::modelcheck::abc::{Abc, Trouble};
use std::time::Duration;

#[test]
fn each_violated_assertion_is_found_and_the_rest_holds() {
    if !tools::has_abc("boolean programs are not checked by ABC") {
        return;
    }
    let program = Build::new("three", &["p", "q"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .start_where("b0")
        .edge("n1", "n2", "true", "b0 = b1; b1 = b0")
        .assert("n2", "b0")
        .assert("n2", "b1")
        .assert("n1", "b1")
        .done();
    let report = Abc::default().check(&program, &Budget::unlimited());
    let violated = |index: usize| matches!(report.properties[index].outcome, CheckOutcome::Violated(_));
    assert_eq!([violated(0), violated(1), violated(2)], [true, false, true]);
    assert_eq!(report.properties[1].outcome, CheckOutcome::Holds);
    assert_eq!(report.states, None);
}

/// The formula depends on one variable alone, and the whole state comes back after more rounds.
#[test]
fn temporal_properties_are_decided() {
    if !tools::has_abc("temporal properties are not checked by ABC") {
        return;
    }
    let build = Build::new("rounds", &["p", "q", "r"]).point("n1", &[0, 1, 2]).start_where("!b0 && !b1 && !b2").edge(
        "n1",
        "n1",
        "true",
        "b0 = !b0; b1 = (b0 && !b1) || (!b0 && b1); b2 = b1",
    );
    let again = globally(finally(build.at("b0", "n1")));
    let never = globally(not(build.at("b0", "n1")));
    let program = build.ltl("again", again).ltl("never", never).done();
    let report = Abc::default().check(&program, &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    let CheckOutcome::Violated(path) = &report.properties[1].outcome else { panic!("{report:?}") };
    assert!(path.loop_start.is_some());
    let report = Abc::default().check(&compact::compact(&insertion()), &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
}

#[test]
fn a_missing_abc_is_a_clear_answer() {
    let abc = Abc { commands: vec!["/nowhere/abc".into()], ..Abc::default() };
    let report = abc.check(&insertion(), &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Trouble::NotInstalled.into()));
}

#[test]
fn a_budget_that_ran_out_is_a_clear_answer() {
    let report = Abc::default().check(&insertion(), &Budget::for_duration(Duration::ZERO));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Exhausted::Time.into()));
}
