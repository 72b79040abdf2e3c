//! Verdicts, counts and paths of the explicit search on programs made by hand.

use crate::modelcheck::build::{Build, insertion};
use damson::base::Budget;
use damson::boolprog::{BooleanProgram, compact};
use damson::modelcheck::explicit::check_assertions;
use damson::modelcheck::{CheckOutcome, CheckReport, Limits, Path, holding};
use damson::reason::{Limit, Stop};

fn check(program: &BooleanProgram) -> CheckReport {
    check_assertions(program, Limits::default(), &Budget::unlimited())
}

fn path(report: &CheckReport, index: usize) -> &Path {
    match &report.properties[index].outcome {
        CheckOutcome::Violated(path) => path,
        other => panic!("{other:?}"),
    }
}

#[test]
fn insertion_has_ten_states_and_compacted_four() {
    assert_eq!(check(&insertion()).states, Some(10));
    let compacted = compact::compact(&insertion());
    assert_eq!(compacted.transitions.len(), 1);
    assert_eq!(compacted.transitions[0].steps.len(), 4);
    assert_eq!(check(&compacted).states, Some(4));
}

#[test]
fn two_bits_swap_at_once() {
    let program = Build::new("swap", &["p", "q"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .start_where("b0 && !b1")
        .edge("n1", "n2", "true", "b0 = b1; b1 = b0")
        .assert("n2", "!b0 && b1")
        .assert("n2", "b0")
        .done();
    let report = check(&program);
    assert_eq!(report.states, Some(2));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    assert_eq!(path(&report, 1).moves.len(), 1);
}

#[test]
fn a_choice_takes_both_values_and_choices_are_independent() {
    let program = Build::new("choice", &["p", "q"])
        .point("n1", &[])
        .point("n2", &[0, 1])
        .edge("n1", "n2", "true", "b0 = *; b1 = *")
        .assert("n2", "b0 && b1 || !b0 && !b1")
        .done();
    let report = check(&program);
    assert_eq!(report.states, Some(5));
    assert!(matches!(report.properties[0].outcome, CheckOutcome::Violated(_)));
}

#[test]
fn a_failed_assumption_ends_the_run_in_one_sink() {
    let program = Build::new("assume", &["p", "q"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .assume("n2", "b0")
        .edge("n1", "n2", "true", "")
        .assert("n2", "b0")
        .assert("n2", "b1")
        .done();
    let report = check(&program);
    // Four at n1, two at n2, blocked.
    assert_eq!(report.states, Some(7));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    assert!(matches!(report.properties[1].outcome, CheckOutcome::Violated(_)));
}

#[test]
fn the_counterexample_of_a_loop_is_shortest() {
    let program = Build::new("loop", &["low", "high"])
        .point("n1", &[0, 1])
        .start_where("!b0 && !b1")
        .edge("n1", "n1", "true", "b0 = !b0; b1 = b0 && !b1 || !b0 && b1")
        .assert("n1", "!b0 || !b1")
        .done();
    let report = check(&program);
    assert_eq!(report.states, Some(4));
    assert_eq!(path(&report, 0).moves.len(), 3);
}

#[test]
fn assertions_are_checked_inside_transitions() {
    let program = Build::new("middle", &["p"])
        .point("n1", &[])
        .point("n2", &[0])
        .point("n3", &[])
        .edge("n1", "n2", "true", "b0 = *")
        .then("n3", "")
        .assert("n2", "b0")
        .done();
    let report = check(&program);
    assert_eq!(report.states, Some(2));
    assert_eq!(path(&report, 0).moves.len(), 1);
}

#[test]
fn more_than_64_variables_and_a_limit() {
    let names: Vec<String> = (0..100).map(|index| format!("p{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let program = Build::new("wide", &names)
        .point("n1", &[0, 70, 99])
        .point("n2", &[70, 99])
        .edge("n1", "n2", "b70", "b99 = b0")
        .assert("n2", "b70")
        .done();
    let report = check(&program);
    assert_eq!(report.states, Some(8 + 2));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    let few = check_assertions(&program, Limits::of_states(3), &Budget::unlimited());
    assert_eq!(few.states, None);
    assert_eq!(few.properties[0].outcome, CheckOutcome::Unknown(Stop::at_share(Limit::ModelStates, 3).into()));
}

#[test]
fn no_state_is_visited_once_all_assertions_fail() {
    let program = Build::new("early", &["p", "q"])
        .point("n1", &[])
        .point("n2", &[0, 1])
        .edge("n1", "n2", "true", "b0 = *; b1 = *")
        .assert("n1", "false")
        .done();
    let one_state = Limits { states: 1, successors: 10 };
    assert!(check_assertions(&program, one_state, &Budget::unlimited()).states.is_none());
    assert_eq!(holding(&program, one_state, &Budget::unlimited()), [0usize; 0]);
    // What holds is known only once all states were visited.
    let holds = Build::new("late", &["p"])
        .point("n1", &[])
        .point("n2", &[0])
        .point("n3", &[])
        .edge("n1", "n2", "true", "b0 = *")
        .assert("n3", "false")
        .done();
    assert_eq!(holding(&holds, Limits::default(), &Budget::unlimited()), [0]);
    assert_eq!(holding(&holds, one_state, &Budget::unlimited()), [0usize; 0]);
}
