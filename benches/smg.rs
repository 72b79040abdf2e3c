//! How the shape analysis grows: with the depth of nested lists, the number of lists, the size of their nodes, the depth of
//! calls, and the number of elements of a table.
//!
//! `cargo bench --bench smg` measures; `cargo bench --bench smg -- --test` runs each program once; a word after `--` chooses
//! programs by name. Before that, the lines that start with `growth` show for each program the time of one analysis, how many
//! configurations were looked at and at most kept at one location, and the peak memory of a process of its own. What does
//! not end within ten seconds (`DAMSON_SECONDS` sets another limit) is said to, and not measured further.
//!
//! **What is claimed.** Neither time nor memory depends on the size of nodes, and a block of zeros costs what another costs. Where
//! each function calls the next one twice, both grow with the number of functions, not with that of calls.
//! Where the elements of a table are summarised, neither depends on their number.

#[path = "smg/generate.rs"]
mod generate;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::Criterion;
use damson::base::{Budget, SourceMap};
use damson::ctype::DataModel;
use damson::pipeline::lower_text;
use damson::program::{FunctionId, Program};
use damson::smg::{Analysis, Settings, portfolio};
use damson::spec::Question;

/// All programs, by name.
fn subjects() -> Vec<(String, String)> {
    let nested = (1..=6).map(|depth| (format!("nested {depth}"), generate::nested(depth)));
    let lists = [1, 2, 4, 8, 12, 16].map(|lists| (format!("lists {lists}"), generate::independent(lists)));
    let sizes = || [16_usize, 64, 256, 1024, 4096, 16384];
    let sized = sizes().map(|bytes| (format!("malloc {bytes}"), generate::sized(bytes, false)));
    let zeroed = sizes().map(|bytes| (format!("calloc {bytes}"), generate::sized(bytes, true)));
    let calls = [4, 8, 16, 32].map(|levels| (format!("calls {levels}"), generate::calls(levels)));
    let tables = [16, 64, 256, 1024, 4096].map(|elements| (format!("table {elements}"), generate::table(elements)));
    nested.chain(lists).chain(sized).chain(zeroed).chain(calls).chain(tables).collect()
}

/// A program that was read.
struct Subject {
    program: Program,
    entry: FunctionId,
}

impl Subject {
    fn new(text: String) -> Subject {
        let mut sources = SourceMap::new();
        let file = sources.add("generated.i", text);
        let (program, diagnostics) = lower_text(&mut sources, file, DataModel::Lp64);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        let entry = program.defined_function("main").expect("main");
        Subject { program, entry }
    }

    fn analyse(&self, settings: &Settings) -> Analysis {
        portfolio::analyse(Question::of_memory(&self.program, self.entry), settings, &Budget::for_duration(limit()))
    }
}

/// How long an analysis may take.
fn limit() -> Duration {
    let seconds = std::env::var("DAMSON_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(10))
}

/// The most memory that this process has had so far, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// How many configurations are kept at most at one location.
fn most_kept(subject: &Subject) -> usize {
    let mut kept = BTreeMap::new();
    for picture in &subject.analyse(&Settings { pictures: true, ..Settings::default() }).pictures {
        *kept.entry((picture.function, picture.location)).or_insert(0) += 1;
    }
    kept.values().max().copied().unwrap_or(0)
}

/// What a process of its own says that analyses a program once. Its exit status tells whether the analysis ended.
fn report_once(name: &str) -> bool {
    let Some((_, text)) = subjects().into_iter().find(|(known, _)| known == name) else { return false };
    let subject = Subject::new(text);
    let before = peak_memory();
    let start = Instant::now();
    let analysis = subject.analyse(&Settings::default());
    let seconds = start.elapsed().as_secs_f64();
    let memory = peak_memory() - before;
    let ended = analysis.gaps.is_empty();
    let kept = if ended { most_kept(&subject) } else { 0 };
    let errors = analysis.findings.len();
    let outcome = match analysis.gaps.first() {
        Some((reason, _)) => reason.to_string(),
        None if errors == 0 => "safe".into(),
        None => format!("{errors} false alarms"),
    };
    println!(
        "growth {name:<14} {seconds:>8.4} s {:>7} configurations, at most {:>4} kept at a location; {:>7} KiB more memory: {outcome}",
        analysis.states,
        kept,
        memory >> 10,
    );
    ended
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--once") {
        std::process::exit(i32::from(!report_once(&arguments.next().unwrap_or_default())));
    }
    let chosen = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|word| name.contains(word.as_str()));
    let this = std::env::current_exe().expect("the path of this program");
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("smg");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    for (name, text) in subjects().into_iter().filter(|(name, _)| is_chosen(name)) {
        let ended = Command::new(&this).args(["--once", &name]).status().is_ok_and(|status| status.success());
        if ended {
            let subject = Subject::new(text);
            group.bench_function(&name, |bencher| bencher.iter(|| black_box(&subject).analyse(&Settings::default())));
        }
    }
    group.finish();
    criterion.final_summary();
}
