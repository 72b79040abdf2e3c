//! The solver stops when it must, and answers correctly before that.

use std::time::{Duration, Instant};

use super::*;
use crate::second_opinion::Both;
use crate::tests::pigeons;

#[test]
fn a_question_stops_when_its_time_is_over_and_the_solver_is_dead() {
    for check in [ProofCheck::Off, ProofCheck::On] {
        let mut solver = Varisat::new(check);
        pigeons(&mut solver, 12);
        let start = Instant::now();
        let answer = solver.solve(&[], &Budget::for_duration(Duration::from_millis(300)));
        assert_eq!(answer, Satisfiable::Unknown(Exhausted::Time), "{check:?}");
        assert!(start.elapsed() < Duration::from_secs(8), "{check:?}: {:?}", start.elapsed());
        // It still takes clauses, but answers no query.
        let variable = solver.variable();
        solver.add(&[variable]);
        assert_eq!(solver.solve(&[!variable], &Budget::unlimited()), Satisfiable::Unknown(Exhausted::Time));
        assert!(!solver.model().is_true(variable));
    }
}

#[test]
fn an_interrupt_from_another_thread_stops_it() {
    let mut solver = Varisat::new(ProofCheck::Off);
    pigeons(&mut solver, 12);
    let budget = Budget::unlimited();
    let stop = budget.clone();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.interrupt();
    });
    assert_eq!(solver.solve(&[], &budget), Satisfiable::Unknown(Exhausted::Interrupted));
    other.join().expect("it only sleeps");
}

#[test]
fn a_budget_that_is_used_up_before_the_question_leaves_the_solver_alive() {
    let mut solver = Varisat::default();
    let variable = solver.variable();
    let budget = Budget::unlimited();
    budget.interrupt();
    assert_eq!(solver.solve(&[variable], &budget), Satisfiable::Unknown(Exhausted::Interrupted));
    assert_eq!(solver.solve(&[variable], &Budget::unlimited()), Satisfiable::Yes);
}

#[test]
fn what_contradicts_the_clauses_is_named() {
    let mut solver = Varisat::default();
    let [a, b, c] = [(); 3].map(|()| solver.variable());
    solver.add(&[!a, !b]);
    assert_eq!(solver.solve(&[a, c], &Budget::unlimited()), Satisfiable::Yes);
    let model = solver.model();
    assert_eq!([a, b, c, !a, !b, !c].map(|literal| model.is_true(literal)), [true, false, true, false, true, false]);
    let Satisfiable::No(mut core) = solver.solve(&[c, b, a], &Budget::unlimited()) else { panic!("a contradiction") };
    core.sort_unstable();
    assert_eq!(core, [a, b]);
    solver.add(&[a]);
    solver.add(&[b]);
    assert_eq!(solver.solve(&[c], &Budget::unlimited()), Satisfiable::No(Vec::new()));
}

/// Plain varisat 0.2.2 blames the wrong assumptions in the last query: see the module comment of `varisat`.
#[test]
fn an_assumption_that_is_false_everywhere_does_not_spoil_later_answers() {
    let mut both = Both::default();
    let variables: Vec<Lit> = (0..12).map(|_| both.variable()).collect();
    let literals = |numbers: &[i32]| -> Vec<Lit> {
        numbers.iter().map(|number| variables[number.unsigned_abs() as usize].negated_if(*number < 0)).collect()
    };
    let add = |both: &mut Both, clauses: &[&[i32]]| clauses.iter().for_each(|clause| both.add(&literals(clause)));
    let ask = |both: &mut Both, assumed: &[i32]| both.solve(&literals(assumed), &Budget::unlimited());
    add(&mut both, &[&[-9]]);
    ask(&mut both, &[9]);
    add(&mut both, &[&[-7, 2], &[-5], &[3, 11]]);
    ask(&mut both, &[]);
    add(&mut both, &[&[-2, -4], &[-10]]);
    assert!(matches!(ask(&mut both, &[-10, -4, -3, -11]), Satisfiable::No(_)));
}

#[test]
fn a_question_stops_after_a_proof_of_so_many_bytes_on_every_machine_alike() {
    let asked = |bytes| {
        let mut solver = Varisat::with_proof_limit(ProofCheck::Off, bytes);
        pigeons(&mut solver, 6);
        solver.solve(&[], &Budget::unlimited())
    };
    assert_eq!(asked(1_000), Satisfiable::Unknown(Exhausted::Effort));
    assert_eq!(asked(1 << 30), Satisfiable::No(Vec::new()));
}
