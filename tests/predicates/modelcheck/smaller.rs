//! Compaction and dead variables: what goes, and what must stay.

use crate::modelcheck::build::{Build, globally, implies};
use damson::base::ids::Id;
use damson::boolprog::compact::{compact, drop_dead_variables};
use damson::boolprog::{BoolId, BooleanProgram, Ltl};

fn chain() -> Build {
    Build::new("chain", &["p"])
        .point("n1", &[0])
        .point("n2", &[0])
        .point("n3", &[0])
        .point("n4", &[0])
        .edge("n1", "n2", "true", "")
        .edge("n2", "n3", "true", "")
        .edge("n3", "n4", "true", "")
}

fn stored(program: &BooleanProgram) -> Vec<&str> {
    program.points.iter().filter(|point| point.stored).map(|point| point.name.as_str()).collect()
}

#[test]
fn a_chain_without_formulas_becomes_one_transition() {
    let program = compact(&chain().assert("n2", "b0").done());
    assert_eq!(stored(&program), ["n1", "n4"]);
    assert_eq!(program.transitions[0].steps.len(), 3);
}

#[test]
fn a_formula_that_sees_gaps_keeps_one_location_in_each() {
    let build = chain();
    // From n1 until n4: false, as n2 lies between; it must stay so.
    let until = Ltl::Until(Box::new(build.at("true", "n1")), Box::new(build.at("true", "n4")));
    let program = compact(&build.ltl("p", until).done());
    assert_eq!(stored(&program), ["n1", "n2", "n4"]);
}

#[test]
fn a_formula_that_ignores_gaps_lets_all_of_them_go() {
    let build = chain();
    let kept = globally(implies(build.at("b0", "n1"), globally(implies(build.at("true", "n4"), build.at("b0", "n4")))));
    assert_eq!(stored(&compact(&build.ltl("p", kept).done())), ["n1", "n4"]);
}

#[test]
fn the_way_to_an_end_that_nobody_asks_about_goes() {
    let build = chain();
    let kept = globally(implies(build.at("b0", "n1"), globally(implies(build.at("true", "n3"), build.at("b0", "n3")))));
    let count = |build: Build| compact(&build.done()).transitions.len();
    assert_eq!(count(chain().ltl("p", kept.clone())), 1);
    assert_eq!(count(chain().ltl("p", kept.clone()).assert("n4", "b0")), 2, "n4 is asked about");
    assert_eq!(count(chain().ltl("p", kept).edge("n3", "n1", "true", "")), 2 + 1, "n3 has another way");
    // Always again at n3: true only if runs may stay there, so the way to n4 stays, beside that from n1.
    let infinitely_often = globally(Ltl::Until(Box::new(Ltl::True), Box::new(build.at("true", "n3"))));
    assert_eq!(count(chain().ltl("p", infinitely_often)), 2);
}

#[test]
fn a_formula_with_next_forbids_compaction() {
    let build = chain();
    let next = Ltl::Next(Box::new(build.at("true", "n2")));
    assert_eq!(stored(&compact(&build.ltl("p", next).done())).len(), 4);
}

#[test]
fn guards_assumptions_branches_and_cycles_stay() {
    let program = Build::new("kinds", &["p"])
        .point("n1", &[0])
        .point("guarded", &[0])
        .point("assumed", &[0])
        .point("branch", &[0])
        .point("round", &[0])
        .point("about", &[0])
        .assume("assumed", "b0")
        .edge("n1", "guarded", "true", "")
        .edge("guarded", "assumed", "b0", "")
        .edge("assumed", "branch", "true", "")
        .edge("branch", "n1", "true", "")
        .edge("branch", "round", "true", "")
        .edge("round", "about", "true", "")
        .edge("about", "round", "true", "")
        .done();
    assert_eq!(compact(&program), program);
}

#[test]
fn a_variable_that_nobody_reads_loses_its_meaning() {
    let program = Build::new("dead", &["read", "overwritten", "asserted"])
        .point("n1", &[0, 1, 2])
        .point("n2", &[0, 1, 2])
        .point("n3", &[1, 2])
        .edge("n1", "n2", "true", "b1 = b0")
        .edge("n2", "n3", "b0", "b1 = false")
        .assert("n3", "b2")
        .done();
    let smaller = drop_dead_variables(&program);
    let relevant: Vec<Vec<usize>> =
        smaller.points.iter().map(|point| point.relevant.iter().map(|id: &BoolId| id.index()).collect()).collect();
    assert_eq!(relevant, [vec![0, 2], vec![0, 2], vec![2]]);
    assert!(smaller.transitions.iter().all(|transition| transition.steps[0].assignments.is_empty()));
}

#[test]
fn the_invariant_names_what_is_wrong() {
    let good = chain().done();
    let mut unsorted = good.clone();
    unsorted.transitions.reverse();
    assert_eq!(unsorted.invariant().unwrap_err(), "transition 1 is not in order of its source");
    let mut lost = good.clone();
    lost.points[lost.initial].relevant.clear();
    assert_eq!(lost.invariant().unwrap_err(), "transition 0: b0 has a meaning at the target but gets no value");
    let mut middle = good;
    let id = middle.transitions[0].steps[0].target;
    middle.points[id].stored = false;
    assert_eq!(middle.invariant().unwrap_err(), "transition 0: only its last target may be stored, and must be");
}
