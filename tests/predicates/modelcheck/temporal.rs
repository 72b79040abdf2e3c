//! Temporal properties: verdicts and lassos of our own search.

use crate::modelcheck::build::{Build, finally, globally, implies, insertion, not};
use damson::base::Budget;
use damson::boolprog::{BooleanProgram, Ltl};
use damson::modelcheck::product::check_ltl;
use damson::modelcheck::{CheckOutcome, Limits, Path, PropertyIndex, replay};

fn outcome(program: &BooleanProgram, index: usize) -> CheckOutcome {
    check_ltl(program, index, Limits::default(), &Budget::unlimited()).outcome
}

fn lasso(program: &BooleanProgram, index: usize) -> Path {
    match outcome(program, index) {
        CheckOutcome::Violated(path) => path,
        other => panic!("{other:?}"),
    }
}

/// Goes round n1, n2 until it leaves for n3 by choice; b0 is set on the way.
fn loop_with_exit() -> Build {
    Build::new("leave", &["p"])
        .point("n1", &[0])
        .point("n2", &[0])
        .point("n3", &[0])
        .start_where("!b0")
        .edge("n1", "n2", "true", "b0 = *")
        .edge("n2", "n1", "!b0", "")
        .edge("n2", "n3", "b0", "")
}

#[test]
fn insertion_keeps_what_was_reachable() {
    assert_eq!(outcome(&insertion(), 0), CheckOutcome::Holds);
}

#[test]
fn an_insertion_that_forgets_is_refuted_by_a_run_that_ends() {
    let mut program = insertion();
    program.transitions[3].steps[0].assignments[0].1 = damson::boolprog::BoolExpr::False;
    let path = lasso(&program, 0);
    assert_eq!((path.moves.len(), path.loop_start), (4, Some(4)));
    assert_eq!(replay::replay(&program, PropertyIndex::Ltl(0), &path), Ok(()));
}

#[test]
fn a_run_may_stay_in_a_loop_for_ever() {
    let build = loop_with_exit();
    let leaves = finally(build.at("true", "n3"));
    let program = build.ltl("leaves", leaves).done();
    let path = lasso(&program, 0);
    assert_eq!((path.moves.len(), path.loop_start), (2, Some(0)));
}

#[test]
fn a_run_that_ends_stays_in_its_last_state() {
    let build = loop_with_exit();
    let stays = implies(finally(build.at("true", "n3")), finally(globally(build.at("b0", "n3"))));
    let comes_back = globally(implies(build.at("true", "n3"), finally(build.at("true", "n1"))));
    let program = build.ltl("stays", stays).ltl("comes_back", comes_back).done();
    assert_eq!(outcome(&program, 0), CheckOutcome::Holds);
    let path = lasso(&program, 1);
    assert_eq!(path.loop_start, Some(path.moves.len()));
}

#[test]
fn next_counts_stored_states() {
    let build = loop_with_exit();
    let second = Ltl::Next(Box::new(build.at("true", "n2")));
    let third = Ltl::Next(Box::new(Ltl::Next(Box::new(build.at("true", "n1")))));
    let program = build.ltl("second", second).ltl("third", third).done();
    assert_eq!(outcome(&program, 0), CheckOutcome::Holds);
    assert!(matches!(outcome(&program, 1), CheckOutcome::Violated(_)));
}

#[test]
fn blocked_runs_do_not_count() {
    let build = loop_with_exit().assume("n3", "false");
    let never = globally(not(build.at("true", "n3")));
    let wrong = globally(not(build.at("b0", "n2")));
    let program = build.ltl("never", never).ltl("wrong", wrong).done();
    // Every run that comes to n2 with b0 is blocked next, so b0 is never seen there on a run that counts.
    assert_eq!((outcome(&program, 0), outcome(&program, 1)), (CheckOutcome::Holds, CheckOutcome::Holds));
}

#[test]
fn replay_refuses_what_is_no_run() {
    let build = loop_with_exit();
    let leaves = finally(build.at("true", "n3"));
    let program = build.ltl("leaves", leaves).done();
    let good = lasso(&program, 0);
    let refused = |path: &Path| replay::replay(&program, PropertyIndex::Ltl(0), path).unwrap_err();
    let mut wrong_order = good.clone();
    wrong_order.moves.swap(0, 1);
    assert_eq!(refused(&wrong_order), "move 0: it is not its turn");
    let open = Path { loop_start: Some(1), ..good.clone() };
    assert_eq!(refused(&open), "the loop does not close");
    let stopped = Path { loop_start: Some(2), ..good.clone() };
    assert_eq!(refused(&stopped), "the run does not end here");
    let mut flipped = good;
    flipped.initial.set(program.variables.ids().next().unwrap(), true);
    assert_eq!(refused(&flipped), "the initial valuation breaks the initial constraint");
}
