//! The figures of the paper (Dams and Namjoshi, section 4), met or beaten: iterations, predicates, and the states that the real
//! SPIN visits.

use crate::checkers_agree::spin_compiles;
use crate::support::model_files;
use crate::support::tools;

use damson::base::SourceMap;
use damson::boolprog::BooleanProgram;
use damson::emit::{sr, sr_reader};
use damson::engine::verdict::Verdict;
use damson::logic::AtomId;
use damson::modelcheck::spin::Spin;
use damson::modelcheck::{CheckOutcome, CheckReport, PropertyIndex, PropertyResult};
use damson::pipeline::{self, AbstractModel, Prepared, Settings, Subject, VerificationTask};
use damson::report::view::View;
use damson::simplify::RuleSet;

fn analyse(sources: &SourceMap, prepared: &Prepared, settings: &Settings) -> AbstractModel {
    let rules = RuleSet::embedded().expect("rules");
    pipeline::analyse(prepared, sources, &rules, settings, false, &model_files::budget()).expect("an analysis")
}

fn verdict(sources: &SourceMap, prepared: &Prepared) -> Verdict {
    let rules = RuleSet::embedded().expect("rules");
    let settings = Settings::default();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(prepared, &rules),
        sources,
        settings: &settings,
        budget: &model_files::budget(),
    });
    answer.unwrap_or_else(|problems| panic!("{}", problems.render(sources))).0.verdict
}

/// What SPIN says; `None` where it is not installed.
fn spin(program: &BooleanProgram) -> Option<CheckReport> {
    let has_spin = tools::has_spin("its figures are not checked");
    has_spin.then(|| Spin::default().check(program, &model_files::budget()))
}

fn states_in_sr(program: &BooleanProgram) -> usize {
    let text = sr::emit(program).expect("a text");
    sr_reader::explore(&text, 100_000).expect("S/R that can be read").states
}

fn only(report: &CheckReport) -> &PropertyResult {
    let [result] = &report.properties[..] else { panic!("one property, not {:?}", report.properties) };
    result
}

#[test]
fn list_insertion_converges_without_hints() {
    let question = model_files::question("list_insert/list_insert");
    assert_eq!(question.hints, None);
    let (sources, prepared) = question.prepare();
    let analysis = analyse(&sources, &prepared, &Settings::default());
    let found = analysis.abstraction.statistics;
    assert!(found.converged && found.iterations <= 4 && found.predicates <= 4, "{found:?}");

    let view = View::new(&prepared, &analysis);
    let mut atoms: Vec<AtomId> = analysis.abstraction.pairs.keys().map(|(atom, _)| *atom).collect();
    atoms.sort();
    atoms.dedup();
    let mut names: Vec<String> = atoms.into_iter().map(|atom| view.atom(atom)).collect();
    names.sort();
    assert_eq!(names, ["reach[&t->n;n](x, k)", "reach[;n](t, k)", "reach[;n](x, k)", "t == k"]);

    assert_eq!(verdict(&sources, &prepared), Verdict::Verified);
    assert!(states_in_sr(&analysis.program) <= 12);
    assert_eq!(spin_compiles(&analysis.program), Ok(()));
    if let Some(report) = spin(&analysis.program) {
        let result = only(&report);
        assert_eq!(result.property, PropertyIndex::Ltl(0));
        assert_eq!(result.outcome, CheckOutcome::Holds);
        let (states, in_claim) = (report.states.expect("states"), result.product_states.expect("states"));
        println!("list insertion: {states} states, {in_claim} in SPIN's run with the temporal property");
        assert!(states <= 7 && in_claim <= 7);
    }
}

#[test]
fn list_reversal_converges_with_hints() {
    let (sources, prepared) = model_files::question("list_reverse/list_reverse").prepare();
    assert!(prepared.hints.len() <= 8, "the paper has 8 hints");
    let analysis = analyse(&sources, &prepared, &Settings::default());
    let found = analysis.abstraction.statistics;
    assert!(found.converged && found.iterations <= 29 && found.predicates <= 33, "{found:?}");
    assert!(analysis.abstraction.hint_uses.iter().all(|uses| *uses > 0), "a hint is not needed");

    assert_eq!(verdict(&sources, &prepared), Verdict::Verified);
    assert!(states_in_sr(&analysis.program) <= 32);
    assert_eq!(spin_compiles(&analysis.program), Ok(()));
    if let Some(report) = spin(&analysis.program) {
        assert_eq!(only(&report).outcome, CheckOutcome::Holds);
        let states = report.states.expect("states");
        println!("list reversal: {states} states");
        assert!(states <= 34);
    }
}

#[test]
fn every_location_kept_list_reversal_still_meets_the_figures() {
    let (sources, prepared) = model_files::question("list_reverse/list_reverse").prepare();
    let settings = Settings { compact: false, ..Settings::default() };
    let analysis = analyse(&sources, &prepared, &settings);
    let states = states_in_sr(&analysis.program);
    println!("list reversal, not compacted: {states} states");
    assert!(states <= 34);
}

#[test]
fn list_reversal_fails_without_its_precondition() {
    let (sources, prepared) = model_files::question("list_reverse/no_precondition").prepare();
    let rules = RuleSet::embedded().expect("rules");
    let settings = model_files::settings();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings: &settings,
        budget: &model_files::budget(),
    });
    let (verification, _) = answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    assert_eq!(verification.verdict, Verdict::Violated);
    let run = verification.properties[0].run.as_ref().expect("a concrete run");
    assert!(run.input.contains("#1"), "a heap: {}", run.input);
}

#[test]
fn list_reversal_fails_without_its_precondition_in_spin_too() {
    // With the hints the model is finite: SPIN finds the abstract counterexample.
    let (sources, mut prepared) = model_files::question("list_reverse/list_reverse").prepare();
    prepared.specification.statements.remove(0);
    let analysis = analyse(&sources, &prepared, &Settings::default());
    assert!(analysis.abstraction.statistics.converged);
    if let Some(report) = spin(&analysis.program) {
        assert!(matches!(only(&report).outcome, CheckOutcome::Violated(_)), "{report:?}");
    }
}

#[test]
fn list_reversal_without_hints_grows() {
    let (sources, mut prepared) = model_files::question("list_reverse/list_reverse").prepare();
    prepared.hints.clear();
    let settings = Settings { bound: 30, ..Settings::default() };
    let found = analyse(&sources, &prepared, &settings).abstraction.statistics;
    println!("list reversal without hints, bound 30: {} pairs (published: 185)", found.pairs);
    assert!(!found.converged, "{found:?}");
}

#[test]
fn spin_compiles_list_reversal_without_hints_at_the_default_bound() {
    let (sources, mut prepared) = model_files::question("list_reverse/list_reverse").prepare();
    prepared.hints.clear();
    let analysis = analyse(&sources, &prepared, &Settings::default());
    assert_eq!(spin_compiles(&analysis.program), Ok(()));
}
