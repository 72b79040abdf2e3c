//! CaDiCaL agrees with the other solvers, and stops.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::Cadical;
use crate::second_opinion::Both;
use crate::solver::{Satisfiable, Solver};
use crate::tests::{clauses, pigeons};
use base::{Budget, Exhausted};

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn it_agrees_on_random_clauses(clauses in clauses()) {
        clauses.ask(&mut Both::over(Box::new(Cadical::default())));
    }
}

#[test]
fn a_budget_stops_it_and_it_goes_on() {
    let mut solver = Cadical::default();
    pigeons(&mut solver, 12);
    let start = Instant::now();
    let answer = solver.solve(&[], &Budget::for_duration(Duration::from_millis(300)));
    assert_eq!(answer, Satisfiable::Unknown(Exhausted::Time));
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    let again = solver.solve(&[], &Budget::for_duration(Duration::from_millis(10)));
    assert_eq!(again, Satisfiable::Unknown(Exhausted::Time));
}

#[test]
fn a_limit_on_what_it_learns_stops_it() {
    let mut solver = Cadical::with_learning_limit(1 << 12);
    pigeons(&mut solver, 12);
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Satisfiable::Unknown(Exhausted::Effort));
}
