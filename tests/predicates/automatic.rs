//! Automatic mode: what is proved with hints of the user's is proved without them, and the hints that were found are a file
//! that proves it again.

use crate::support::model_files;

use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Answer, Settings, Subject, VerificationTask};
use damson::simplify::RuleSet;
use damson::smg;
use damson::spec;
use model_files::Question;

/// Without the shape analysis, which proves most of it by itself.
fn settings() -> Settings {
    let shapes = smg::Settings { most_work: 0, ..Settings::default().shapes };
    Settings { shapes, ..model_files::settings() }
}

fn verify(question: &Question, settings: &Settings) -> Answer {
    let rules = RuleSet::embedded().expect("rules");
    let (sources, prepared) = question.prepare();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings,
        budget: &model_files::budget(),
    });
    answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources))).0
}

/// The questions that have hints of their own, without them.
fn without_their_hints() -> Vec<Question> {
    let mut questions = model_files::questions();
    questions.retain(|question| question.hints.is_some());
    assert!(questions.len() >= 5, "models are missing");
    questions.iter_mut().for_each(|question| question.hints = None);
    questions
}

#[test]
fn what_hints_prove_is_proved_without_them() {
    for question in without_their_hints() {
        let found = verify(&question, &settings());
        assert_eq!(found.verdict, Verdict::Verified, "{}: {:?}", question.name, found.reason);
    }
}

#[test]
fn without_proposals_reversal_stays_open() {
    let question = Question { hints: None, ..model_files::question("list_reverse/list_reverse") };
    let found = verify(&question, &Settings { automatic: false, ..settings() });
    assert_eq!(found.verdict, Verdict::Unknown);
    assert!(found.predicates.expect("predicates").proposed.is_empty());
}

#[test]
fn proposed_hints_are_a_file_that_proves_it_again() {
    let rules = RuleSet::embedded().expect("rules");
    let question = Question { hints: None, ..model_files::question("list_reverse/list_reverse") };
    let found = verify(&question, &settings()).predicates.expect("predicates");
    let [proof] = &found.proposed[..] else { panic!("one proof") };
    assert!(proof.file().contains("hint x == x->n+ @ n2 ~> if !cyclic[;n](x) then false else *;"), "{}", proof.file());
    let (mut sources, mut prepared) = question.prepare();
    let file = sources.add("found.hints", proof.file());
    let (entry, specification) = (prepared.entry, prepared.specification.clone());
    let (hints, problems) = spec::parse_hints(&sources, file, &mut prepared.program, entry, &specification);
    assert_eq!(problems.render(&sources), "");
    prepared.hints = hints;
    let settings = Settings { automatic: false, bound: 30, ..settings() };
    let found = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings: &settings,
        budget: &model_files::budget(),
    });
    let (found, warnings) = found.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    assert_eq!(warnings.render(&sources), "", "every hint is used");
    assert_eq!(found.verdict, Verdict::Verified);
}
