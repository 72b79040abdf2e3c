//! How long it takes to answer the questions about `models/`, each by itself, everything included.
//!
//! `cargo bench --bench models` measures all of them, `cargo bench --bench models -- reverse` those with that name, and
//! `cargo bench --bench models -- --test` runs each once. Before that, the lines that start with `once` show the time of one run
//! of each question, and of the whole folder.

#[path = "../tests/support/model_files.rs"]
mod model_files;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Settings, Subject, VerificationTask};
use damson::simplify::RuleSet;
use model_files::Question;

/// Reads and answers a question.
fn answer(question: &Question, rules: &RuleSet) -> Verdict {
    let (sources, prepared) = question.prepare();
    let settings: Settings = model_files::settings();
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, rules),
        sources: &sources,
        settings: &settings,
        budget: &model_files::budget(),
    });
    answer.map_or(Verdict::Unknown, |(verification, _)| verification.verdict)
}

fn models(criterion: &mut Criterion) {
    let rules = RuleSet::embedded().expect("rules");
    let questions = model_files::questions();
    let mut whole = Duration::ZERO;
    for question in &questions {
        let start = Instant::now();
        let verdict = answer(question, &rules);
        whole += start.elapsed();
        println!("once {:>8.3} s  {:<8} {}", start.elapsed().as_secs_f64(), verdict.word(), question.name);
    }
    println!("once {:>8.3} s  the whole folder", whole.as_secs_f64());
    let mut group = criterion.benchmark_group("models");
    group.sample_size(10);
    for question in &questions {
        group.bench_function(&question.name, |bencher| bencher.iter(|| answer(black_box(question), &rules)));
    }
    group.finish();
}

criterion_group!(benches, models);
criterion_main!(benches);
