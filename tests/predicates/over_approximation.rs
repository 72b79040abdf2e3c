//! Every concrete run of every model is allowed by its boolean program.
//!
//! Entry states, all small ones and larger random ones, that satisfy the assumptions are run by the interpreter, and the
//! boolean program is watched ([`watcher`]). A failure here is a hole in soundness.
//!
//! `DAMSON_RUNS=n` makes `n` random runs of each model.

use crate::support::model_files;
use crate::support::number;
use crate::support::side_by_side;
use crate::support::watcher;

use damson::boolprog::BoolExpr;
use damson::ctype::TypeId;
use damson::pipeline::{self, Settings};
use damson::program::SymbolId;
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Random, State};
use damson::simplify::RuleSet;
use watcher::Watcher;

/// Iterations of the abstraction: what is cut off becomes `*`, which must be allowed like everything else.
const BOUND: usize = 8;
/// Runs from one entry state.
const RUNS_OF_INPUT: usize = 3;
/// Small entry states, at most.
const SMALL_STATES: usize = 400;
/// Integers of entry states.
const INTEGERS: [i128; 3] = [0, 1, 2];

/// Entry states that satisfy the assumptions: small ones in order, then random ones.
fn inputs(watcher: &Watcher<'_>, random: &mut Random, wanted: usize) -> Vec<State> {
    let (program, entry) = (&watcher.prepared.program, watcher.prepared.entry);
    let start = program.flowchart(entry).expect("a body").entry;
    let symbols: Vec<(SymbolId, TypeId)> = watcher.prepared.specification.symbol_types();
    let small = HeapLimits::new(2, &INTEGERS[..1]);
    let all = heaps::enumerate(program, entry, &symbols, &small).expect("states");
    let mut states: Vec<State> = all.take(SMALL_STATES).filter(|state| watcher.is_assumed(state, start)).collect();
    // Random heaps seldom satisfy strong assumptions.
    let mut random_states = 0;
    for attempt in 0..400 * wanted {
        if random_states == wanted {
            break;
        }
        let limits = HeapLimits::new(2 + attempt % 4, &INTEGERS);
        let state = heaps::random(program, entry, &symbols, &limits, random).expect("a state");
        if watcher.is_assumed(&state, start) {
            states.push(state);
            random_states += 1;
        }
    }
    states
}

#[test]
fn every_concrete_run_is_allowed() {
    let rules = RuleSet::embedded().expect("rules");
    let wanted = number("DAMSON_RUNS").unwrap_or(200);
    let totals = std::sync::Mutex::new((0, 0));
    side_by_side::for_all(&model_files::questions(), model_files::Question::name, |question| {
        let (sources, prepared) = question.prepare();
        let settings = Settings { bound: BOUND, ..model_files::settings() };
        let analysis = pipeline::analyse(&prepared, &sources, &rules, &settings, true, &model_files::budget());
        let analysis = analysis.map_err(|problem| problem.message)?;
        let watcher = Watcher::new(&prepared, &analysis.abstraction, &analysis.built);
        let mut random = Random::new(1);
        let inputs = inputs(&watcher, &mut random, wanted);
        let mut steps = 0;
        for input in &inputs {
            // Free choices make different runs of one input.
            for _ in 0..RUNS_OF_INPUT {
                steps += watcher.run(input, &mut random)?;
            }
        }
        let runs = RUNS_OF_INPUT * inputs.len();
        println!("{}: {runs} runs, {steps} steps", question.name);
        let mut totals = totals.lock().expect("no panic");
        *totals = (totals.0 + runs, totals.1 + steps);
        // An assumption that no state satisfies would make the test, and the proof, worth nothing.
        if runs >= 20 && steps >= 50 { Ok(()) } else { Err(format!("only {runs} runs of {steps} steps in all")) }
    });
    let (runs, steps) = totals.into_inner().expect("no panic");
    println!("{runs} runs, {steps} steps");
}

/// The test itself is tested: a boolean program with one wrong assignment is found out.
#[test]
fn a_wrong_assignment_is_noticed() {
    let rules = RuleSet::embedded().expect("rules");
    for name in ["list_insert/list_insert", "list_reverse/list_reverse", "swap/swap"] {
        let (sources, prepared) = model_files::question(name).prepare();
        let settings = Settings { bound: 30, ..model_files::settings() };
        let analysis = pipeline::analyse(&prepared, &sources, &rules, &settings, true, &model_files::budget());
        let analysis = analysis.expect("an analysis");
        let (mut wrong, mut noticed) = (0, 0);
        for transition in 0..analysis.built.program.transitions.len() {
            let assignments = analysis.built.program.transitions[transition].steps[0].assignments.len();
            for assignment in 0..assignments {
                let mut built = analysis.built.clone();
                let step = &mut built.program.transitions[transition].steps[0];
                let (variable, value) = &mut step.assignments[assignment];
                let is_relevant = built.program.points[step.target].relevant.contains(variable);
                if value.has_choice() || !is_relevant {
                    continue;
                }
                *value = BoolExpr::not(value.clone());
                wrong += 1;
                let watcher = Watcher::new(&prepared, &analysis.abstraction, &built);
                let mut random = Random::new(1);
                let inputs = inputs(&watcher, &mut random, 40);
                noticed += usize::from(inputs.iter().any(|input| watcher.run(input, &mut random).is_err()));
            }
        }
        println!("{name}: {noticed} of {wrong} wrong assignments noticed");
        // What is never reached, or only with open values, cannot be noticed.
        assert!(wrong > 3 && 10 * noticed >= 9 * wrong, "{name}: {noticed} of {wrong}");
    }
}
