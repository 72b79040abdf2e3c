//! The invariants of loops that witnesses have: no run of a random program breaks one, or has an error in one.
//!
//! Each invariant is compiled into the program as an assertion, and the program is run. Nothing of the shape analysis is asked
//! once more. `DAMSON_INVARIANT_PROGRAMS=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

use std::ops::AddAssign;
use std::time::Duration;

use damson::base::{Budget, SourceMap, Span};
use damson::ctype::DataModel;
use damson::frontend;
use damson::pipeline::loop_invariants::{self, LoopInvariant};
use damson::pipeline::lower_text;
use damson::program::interp::{self, RunEnd};
use damson::program::{FaultKind, Program, select_entry};
use damson::smg::{self, AbstractionLevel, Mode, NamedNeighbours, Numbers, Settings, SolverRun};
use damson::spec::Question;
use damson::witness::document::InvariantKind;
use damson::witness::instrument::Original;
use damson::witness::places::Places;
use damson::witness::resolve::PlacedInvariant;

use super::{generate, text};
use crate::support::campaign::{campaign, guarded, seeds};

/// Programs of the short version.
const PROGRAMS: u64 = 60;
/// Runs of each program.
const RUNS: u64 = 20;
/// Steps of a run.
const STEPS: u64 = 2_000;
/// Work for the analysis of a program.
const WORK: usize = 3_000;

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    /// Programs that were proved, and have invariants.
    proved: usize,
    invariants: usize,
    runs: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.proved += other.proved;
        self.invariants += other.invariants;
        self.runs += other.runs;
    }
}

/// Returns the invariants of a program, and the program with them in it, changed by `change`.
fn instrumented(text: &str, change: impl Fn(String) -> String) -> Option<(usize, String)> {
    let mut sources = SourceMap::new();
    let file = sources.add("program.c", text);
    let (program, diagnostics) = lower_text(&mut sources, file, DataModel::Lp64);
    let entry = select_entry(&program, &sources, None).ok().filter(|_| !diagnostics.has_errors())?;
    let settings = Settings { keeps: true, ..Settings::default() };
    let level = AbstractionLevel { kept_apart: 3, numbers: Numbers::Ranges, named: NamedNeighbours::Merged };
    let run = SolverRun { mode: Mode::Prove(level), most_work: WORK };
    let question = Question::of_memory(&program, entry);
    let budget = Budget::unlimited();
    let analysis = smg::analyse(question, &settings, &run, &budget);
    let unit = frontend::reparse(&sources, file, &budget);
    let places = Places::of(&unit, &sources, file);
    let found = loop_invariants::of_loops(question, (&settings, &analysis), &places, &budget);
    let span = Span { file, start: 0, end: 0 };
    let placed = |LoopInvariant { place, text }: LoopInvariant| PlacedInvariant {
        kind: InvariantKind::LoopInvariant,
        value: change(text),
        place,
        span,
    };
    let placed: Vec<PlacedInvariant> = found.into_iter().map(placed).collect();
    let count = placed.len();
    let original = Original { sources: &sources, file, places: &places };
    (count > 0).then(|| (count, original.with_invariants(&placed).text))
}

/// Runs a program. Returns the message of the first error of a run.
fn broken(text: &str) -> Option<String> {
    use FaultKind::{UndefinedBehaviour, Unsupported};
    let mut sources = SourceMap::new();
    let file = sources.add("program.c", text);
    let (program, diagnostics): (Program, _) = lower_text(&mut sources, file, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    (0..RUNS).find_map(|seed| {
        let limits = interp::Limits { steps: STEPS, seed, ..interp::Limits::default() };
        match interp::run_main(&program, &["a.out".into()], &mut std::io::sink(), &limits).end {
            // The programs themselves may overflow, and take too long.
            RunEnd::Fault(report) if !matches!(report.fault.kind, UndefinedBehaviour | Unsupported) => {
                Some(report.fault.to_string())
            }
            _ => None,
        }
    })
}

fn check(seed: u64) -> Result<Tally, String> {
    guarded(|| {
        let Some((invariants, text)) = instrumented(&text(&generate::program(seed)), |text| text) else {
            return Ok(Tally::default());
        };
        match broken(&text) {
            Some(message) => Err(format!("invariant: {message}\n{text}")),
            None => Ok(Tally { proved: 1, invariants, runs: RUNS as usize }),
        }
    })
}

#[test]
fn no_run_breaks_an_invariant() {
    let seeds = seeds("DAMSON_INVARIANT_PROGRAMS", PROGRAMS);
    let told = |seed: u64, message: &str| format!("program {seed}: {message}");
    let (tally, failures): (Tally, _) = campaign(&seeds, Duration::from_secs(10), check, told);
    println!("{} programs, {} failed: {tally:?}", seeds.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tally.invariants > 0 && tally.runs > 0);
}

/// The control: what is not true is noticed.
#[test]
fn runs_break_what_is_no_invariant() {
    let program = std::fs::read_to_string("tests/witnesses/programs/doubly_linked.c").unwrap();
    let program =
        program.replace("#include <stdlib.h>", "extern void *malloc(unsigned long);\nextern void free(void *);");
    let program = program.replace("NULL", "((void *)0)");
    let (count, text) = instrumented(&program, |text| text).unwrap();
    assert_eq!((count, broken(&text)), (3, None));
    let (_, wrong) = instrumented(&program, |text| text.replacen("head->prev == ", "head->prev != ", 1)).unwrap();
    assert!(broken(&wrong).is_some());
}
