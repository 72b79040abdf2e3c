//! The message when one engine proves what another one refutes. No input is known on which they do, so both answers are real
//! and the proof is claimed here.

use std::time::Duration;

use damson::base::{Budget, FileId, SourceMap};
use damson::engine::{Proof, ProofScope, Refutation};
use damson::pipeline::claims::{PREDICATE_ABSTRACTION, figures};
use damson::pipeline::reconcile::Contradiction;
use damson::pipeline::runs::CONCRETE_RUNS;
use damson::pipeline::shapes::SHAPE_ANALYSIS;
use damson::pipeline::{self, Answer, Input, Settings, Subject, VerificationTask};
use damson::report::{self, Report};
use damson::simplify::RuleSet;

const PROGRAM: &str = "typedef struct node { struct node *n; } Node;
void *malloc(unsigned long size);
void free(void *pointer);
int main(void)
{
    Node *x = malloc(sizeof *x);
    free(x);
    x->n = 0;
n1: return 0;
}
";
const SPECIFICATION: &str = "assert x == x @ n1;";

fn verified() -> (Answer, SourceMap, Vec<FileId>) {
    let mut sources = SourceMap::new();
    let program = sources.add("late.c", PROGRAM);
    let specification = sources.add("late.spec", SPECIFICATION);
    let input = Input { specification: Some(specification), ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let rules = RuleSet::embedded().unwrap();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings: &Settings::default(),
        budget: &Budget::unlimited(),
    });
    let (mut verification, _) = answer.unwrap();
    verification.shapes.time = Duration::ZERO;
    (verification, sources, vec![program, specification])
}

/// What a message is about.
fn told(verification: &Answer) -> (&[Contradiction], &[String]) {
    (&verification.contradictions, &verification.statement_texts)
}

#[test]
fn both_engines_find_the_error_and_it_is_told_once() {
    let (verification, ..) = verified();
    assert!(!verification.contradiction());
    assert_eq!(verification.shapes.certain().count(), 1);
    let predicates = verification.predicates.as_ref().expect("predicates");
    assert_eq!(predicates.search.runs.len(), 1);
    assert_eq!(Report::of_answer(&verification, None, true).findings.len(), 1);
}

#[test]
fn the_message_holds_all_that_is_needed_to_see_it_again() {
    let (mut verification, sources, texts) = verified();
    let command = "damson verify late.c --spec late.spec";
    assert_eq!(report::contradiction::message(told(&verification), command, &sources, &texts), "");
    let property = verification.properties.last().unwrap().clone();
    let alarm = Refutation::Alarm(verification.shapes.certain().next().unwrap().clone());
    let run = Refutation::Run(verification.predicates.as_ref().expect("predicates").search.runs[0].clone());
    let abstraction =
        figures(verification.predicates.as_ref().expect("predicates").analysis.abstraction.statistics, &[]);
    let shapes = verification.shapes.figures();
    for (prover, figures, refuter, refutation) in
        [(PREDICATE_ABSTRACTION, abstraction, SHAPE_ANALYSIS, alarm), (SHAPE_ANALYSIS, shapes, CONCRETE_RUNS, run)]
    {
        let (id, text) = (property.id.clone(), property.text.clone());
        let proof = Proof { rests_on: Vec::new(), facts: 0, scope: ProofScope::Whole, figures };
        verification.contradictions.push(Contradiction { id, text, prover, proof, refuter, refutation });
    }
    assert!(verification.contradiction());
    let message = report::contradiction::message(told(&verification), command, &sources, &texts);
    insta::assert_snapshot!(message.replace(env!("CARGO_PKG_VERSION"), "(version)"));
}
