//! How long abstraction takes: whole, by stage, and as programs grow.
//!
//! `cargo bench --bench abstraction` measures; `cargo bench --bench abstraction -- --test` runs each once.
//!
//! **What is claimed.** Abstracting `models/list_insert` and `models/list_reverse` takes less than 10 ms each.
//!
//! **Growth.** The unit of work is a *pair* of predicate and location: each is worked on once, over each edge into its
//! location. "No step is worse than quadratic in the number of pairs" means: between two programs of the series
//! `growth`, where one has `r` times as many pairs, the time grows by a factor of at most `r²`, up to the noise of
//! the measurement. The pairs are printed before the times, in the lines that start with `growth`, each with the exponent
//! between it and the line before: `log(time ratio) / log(pair ratio)`. 2.0 is quadratic.

#[path = "abstraction/generate.rs"]
mod generate;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damson::abstraction::{Abstraction, AbstractionTask, abstract_procedure, build};
use damson::base::{Budget, SourceMap};
use damson::boolprog::compact::compact;
use damson::ctype::DataModel;
use damson::logic::Formula;
use damson::logic::typreach::TypeReachability;
use damson::pipeline::{self, Prepared};
use damson::reason::Limit;
use damson::simplify::{RuleSet, Simplifier};
use damson::{emit, frontend, modelcheck, program, wp};

/// A program, ready to be abstracted.
struct Subject {
    name: String,
    text: String,
    sources: SourceMap,
    prepared: Prepared,
    rules: RuleSet,
    bound: usize,
}

impl Subject {
    /// A program whose texts are in `sources` already.
    fn new(name: &str, mut sources: SourceMap, texts: pipeline::Input<'_>, bound: usize) -> Subject {
        let text = sources.text(texts.program).to_string();
        let (prepared, diagnostics) = pipeline::prepare(&mut sources, texts);
        let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
        let rules = RuleSet::embedded().expect("the rules of the binary are tested");
        Subject { name: name.to_string(), text, sources, prepared, rules, bound }
    }

    /// A program of `models/`.
    fn model(name: &str, hints: bool, bound: usize) -> Subject {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
        let file = |extension: &str| folder.join(format!("{name}.{extension}"));
        let read = |extension: &str| std::fs::read_to_string(file(extension)).expect("a model has this file");
        let mut sources = SourceMap::new();
        let program = frontend::load(&mut sources, &file("c"), &frontend::PreprocessOptions::default());
        let program = program.unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&sources)));
        let specification = Some(sources.add("spec", read("spec")));
        let hints = hints.then(|| sources.add("hints", read("hints")));
        let texts = pipeline::Input { specification, hints, ..pipeline::Input::of(program) };
        Subject::new(name, sources, texts, bound)
    }

    /// A generated program whose loop has a body of this number of statements.
    fn generated(statements: usize) -> Subject {
        let (text, specification) = generate::program(statements);
        let mut sources = SourceMap::new();
        let program = sources.add("generated.c", text);
        let specification = Some(sources.add("spec", specification));
        let texts = pipeline::Input { specification, ..pipeline::Input::of(program) };
        // One turn backwards through the loop, its statements and its test: another one would multiply the pairs.
        Subject::new(&format!("body{statements}"), sources, texts, statements + 1)
    }

    fn task(&self) -> AbstractionTask<'_> {
        AbstractionTask {
            program: &self.prepared.program,
            entry: self.prepared.entry,
            specification: &self.prepared.specification,
            hints: &self.prepared.hints,
            bound: self.bound,
            most_pairs: Limit::Pairs.default_count(),
            rules: &self.rules,
            check_accesses: false,
            cut: None,
            known: None,
            guards: damson::abstraction::GuardScope::All,
        }
    }

    fn abstracted(&self) -> Abstraction {
        abstract_procedure(self.task(), &Budget::unlimited()).expect("the program can be abstracted")
    }
}

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("abstraction");
    let subjects = [
        (Subject::model("list_insert", false, Limit::Bound.default_count()), "list_insert"),
        (Subject::model("list_reverse", true, Limit::Bound.default_count()), "list_reverse with hints"),
        (Subject::model("list_reverse", false, 30), "list_reverse without hints, bound 30"),
    ];
    for (subject, label) in &subjects {
        let statistics = subject.abstracted().statistics;
        println!("abstraction {label}: {statistics:?}");
        group.bench_function(*label, |bencher| bencher.iter(|| black_box(subject.abstracted())));
    }
    group.finish();
}

fn stages(criterion: &mut Criterion) {
    let subject = Subject::model("list_reverse", true, Limit::Bound.default_count());
    let mut group = criterion.benchmark_group("stages");
    front_stages(&mut group, &subject);
    logic_stages(&mut group, &subject);
    back_stages(&mut group, &subject);
    group.finish();
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn front_stages(group: &mut Group<'_>, subject: &Subject) {
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let mut sources = SourceMap::new();
            let file = sources.add("bench.c", subject.text.clone());
            black_box(frontend::parse(&mut sources, file))
        });
    });
    let mut sources = SourceMap::new();
    let file = sources.add("bench.c", subject.text.clone());
    let (unit, _) = frontend::parse(&mut sources, file);
    group.bench_function("lower", |bencher| {
        bencher.iter(|| black_box(program::lower::lower(&unit, &sources, DataModel::Lp64)));
    });
}

/// The store through a pointer in the loop, and the largest set of predicates that it meets.
fn logic_stages(group: &mut Group<'_>, subject: &Subject) {
    let abstraction = subject.abstracted();
    let alternative =
        abstraction.alternatives.iter().max_by_key(|alternative| alternative.updates.len()).expect("there are edges");
    let atoms: Vec<_> = alternative.updates.keys().copied().collect();
    println!("stages: one statement, {} predicates", atoms.len());
    let mut arena = abstraction.arena.clone();
    let mut types = TypeReachability::new();
    let mut raw = || -> Vec<Formula> {
        let mut context = wp::Context { arena: &mut arena, facts: &abstraction.facts, types: &mut types };
        atoms.iter().map(|atom| wp::of_sequence(&mut context, &alternative.actions, Formula::Atom(*atom))).collect()
    };
    group.bench_function("wp of one statement", |bencher| bencher.iter(|| black_box(raw())));
    let formulas = raw();
    group.bench_function("simplify its preconditions", |bencher| {
        bencher.iter(|| {
            // A simplifier keeps what it found: a new one each time.
            let mut simplifier = Simplifier::new(&subject.rules, abstraction.facts.clone());
            for formula in &formulas {
                black_box(simplifier.simplify(&mut arena, formula));
            }
        });
    });
}

fn back_stages(group: &mut Group<'_>, subject: &Subject) {
    let abstraction = subject.abstracted();
    group.bench_function("build", |bencher| {
        bencher.iter(|| black_box(build::build(subject.task(), &abstraction, &subject.sources)));
    });
    let built = build::build(subject.task(), &abstraction, &subject.sources);
    group.bench_function("compact", |bencher| bencher.iter(|| black_box(compact(&built.program))));
    let small = compact(&built.program);
    group.bench_function("check", |bencher| {
        bencher.iter(|| black_box(modelcheck::check(&small, modelcheck::Limits::default(), &Budget::unlimited())));
    });
    group.bench_function("emit promela", |bencher| bencher.iter(|| black_box(emit::promela::emit(&small))));
    group.bench_function("emit sr", |bencher| bencher.iter(|| black_box(emit::sr::emit(&small))));
}

/// Sizes of the loop body, in statements.
const SIZES: [usize; 4] = [5, 10, 20, 40];

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let mut before: Option<(f64, f64)> = None;
    for size in SIZES {
        let subject = Subject::generated(size);
        let start = Instant::now();
        let statistics = subject.abstracted().statistics;
        let (pairs, seconds) = (statistics.pairs as f64, start.elapsed().as_secs_f64());
        let exponent = before.map_or_else(String::new, |(fewer, less)| {
            format!("; exponent {:.2}", (seconds / less).ln() / (pairs / fewer).ln())
        });
        println!(
            "growth {}: {size} statements, {} pairs, {} predicates, {}, {:.2} ms{exponent}",
            subject.name,
            statistics.pairs,
            statistics.predicates,
            if statistics.converged { "converged" } else { "not converged" },
            1000.0 * seconds,
        );
        before = Some((pairs, seconds));
        group.throughput(Throughput::Elements(statistics.pairs as u64));
        group.bench_with_input(BenchmarkId::new("statements", size), &subject, |bencher, subject| {
            bencher.iter(|| black_box(subject.abstracted()));
        });
    }
    group.finish();
}

criterion_group!(benches, whole, stages, growth);
criterion_main!(benches);
