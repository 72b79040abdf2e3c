//! How the bounded engine grows with the bound: a list of any length is built, reversed and freed, and asked about with leaks.
//!
//! `cargo bench --bench bmc` measures; `cargo bench --bench bmc -- --test` runs each bound once. Before that, the lines that start
//! with `growth` show for each bound the time of one analysis, and how many terms and clauses it has.
//!
//! **What is claimed.** Reversal with leak check takes at most 0.2 s, 0.5 s and 3 s with the bounds 5, 10 and 20, the check of the
//! solver's proofs included.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use criterion::Criterion;
use damson::base::{Budget, SourceMap};
use damson::bmc::{BoundedAnswer, Settings, analyse};
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::lower_text;
use damson::program::{FunctionId, Program};
use damson::spec::Question;

fn program() -> (Program, FunctionId) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bmc/examples/reversed.c");
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, &path, &PreprocessOptions::default()).expect("a file");
    let (program, diagnostics) = lower_text(&mut sources, file, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let entry = program.defined_function("main").expect("main");
    (program, entry)
}

fn answer(subject: &(Program, FunctionId), unwind: u32) -> BoundedAnswer {
    let settings = Settings { unwind: Some(unwind), ..Settings::default() };
    let task = Question::of_memory(&subject.0, subject.1);
    analyse(task, &settings, &Budget::unlimited())
}

fn main() {
    let subject = program();
    for unwind in [1, 2, 5, 10, 15, 20] {
        let start = Instant::now();
        let found = answer(&subject, unwind);
        assert!(found.found.is_empty(), "the program has no error");
        println!(
            "growth: bound {unwind}: {:.3} s, {} terms, {} clauses",
            start.elapsed().as_secs_f64(),
            found.terms,
            found.size.clauses
        );
    }
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    for unwind in [5, 10, 20] {
        criterion.bench_function(&format!("reversal {unwind}"), |bencher| {
            bencher.iter(|| black_box(answer(&subject, unwind)))
        });
    }
    criterion.final_summary();
}
