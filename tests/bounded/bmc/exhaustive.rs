//! Small programs with all of their runs: the errors that the interpreter meets with any input are those that the engine finds.
//!
//! A family of cases over two inputs, `a` of three bits and `b` of two: every operator on operands of several types, at the ends of
//! their ranges, too; bit-fields, arrays of two, blocks, pointers, variables that were never written, copies, loops and calls. Each
//! case leaves a number, whose last bits choose one of four places where the program is wrong, so that values count as well. Some
//! cases make up a program, in which a third input chooses the case.

use std::collections::BTreeSet;
use std::time::Duration;

use damson::base::{Budget, SourceMap, Span};
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::pipeline::{self, Input, bounded};
use damson::program::interp::{Chooser, Interpreter, State, StepOutcome, start_main};
use damson::program::{FaultKind, Program, UndefinedBehaviour, select_entry};
use damson::spec::Question;

use crate::bmc::enumerated::{CASES, HEAD, LIBRARY, arithmetic};
use crate::support::campaign::{campaign, guarded};

/// Cases of one program.
const TOGETHER: usize = 12;
/// Runs with the same inputs.
const MOST_RUNS: u32 = 1_000;
/// Steps of a run.
const MOST_STEPS: u32 = 2_000;

/// Where errors are, and of which kind. A block that is lost is told where the run ends, and not always at one place.
type Errors = BTreeSet<(FaultKind, Option<Span>)>;

/// The inputs of a run, and after them zeros; and one after the other all ways that it may go on otherwise.
struct Inputs {
    /// The last one first.
    integers: Vec<i128>,
    /// What was chosen of how many.
    ways: Vec<(usize, usize)>,
    position: usize,
}

impl Chooser for Inputs {
    fn choose(&mut self, count: usize) -> usize {
        if self.position == self.ways.len() {
            self.ways.push((0, count));
        }
        self.position += 1;
        self.ways.get(self.position - 1).map_or(0, |(way, _)| *way)
    }

    fn integer(&mut self, _: u32, _: bool) -> i128 {
        self.integers.pop().unwrap_or(0)
    }
}

impl Inputs {
    /// The next ways with some inputs, if there are any.
    fn advance(&mut self, integers: &[i128]) -> bool {
        (self.integers, self.position) = (integers.to_vec(), 0);
        while let Some((way, count)) = self.ways.pop() {
            if way + 1 < count {
                self.ways.push((way + 1, count));
                return true;
            }
        }
        false
    }
}

/// A program, and how it runs.
struct Exhaustive {
    text: String,
    model: DataModel,
    allocation_may_fail: bool,
}

#[test]
fn errors_of_all_runs_are_those_of_the_engine() {
    let (arithmetic, others): (Vec<String>, Vec<String>) =
        (arithmetic(), CASES.iter().chain(LIBRARY).map(|case| case.to_string()).collect());
    // The arithmetic is made for `long` of 64 bits, and 32-bit code may keep more digits of floating-point numbers than are followed.
    let has_float = |case: &&String| ["numbers", "float", "double"].iter().any(|word| case.contains(word));
    let whole: Vec<String> = others.iter().filter(|case| !has_float(case)).cloned().collect();
    let allocates = |case: &&String| ["alloc(", "dup(", "get("].iter().any(|word| case.contains(word));
    let allocating: Vec<String> = others.iter().filter(allocates).cloned().collect();
    let all = [
        (&arithmetic, DataModel::Lp64, false),
        (&others, DataModel::Lp64, false),
        (&whole, DataModel::Ilp32, false),
        (&allocating, DataModel::Lp64, true),
    ];
    let programs: Vec<Exhaustive> = all
        .iter()
        .flat_map(|(cases, model, may_fail)| {
            let (model, allocation_may_fail) = (*model, *may_fail);
            cases.chunks(TOGETHER).map(move |some| Exhaustive { text: program(some), model, allocation_may_fail })
        })
        .collect();
    let cases: usize = all.iter().map(|(cases, ..)| cases.len()).sum();
    let checked = |number: u64| guarded(|| check(&programs[number as usize]));
    let told = |number: u64, message: &str| format!("program {number}: {message}");
    let all: Vec<u64> = (0..programs.len() as u64).collect();
    let (errors, failures) = campaign(&all, Duration::from_secs(20), checked, told);
    println!("{cases} cases, {errors} errors");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(errors > 2 * cases, "{errors} errors");
}

/// The program of some cases.
fn program(cases: &[String]) -> String {
    let mut text = format!("{HEAD}  if (a > 7 || b > 3 || way >= {}) return 0;\n", cases.len());
    text.push_str("  s.i = a; s.u = a; s.m = b; s.v = b;\n  int top = 2147483640 + a, least = -2147483647 - 1 + a;\n");
    text.push_str("  char x[4] = {a & 1 ? 'a' : 'b', a & 2 ? 'a' : 0, a & 4 ? 'c' : 'b', 0};\n");
    text.push_str("  char y[4] = {b & 1 ? 'a' : 'b', b & 2 ? 'b' : 0, 0, 0};\n");
    text.push_str(
        "  char d[4] = {a & 1 ? '-' : '1', a & 2 ? '7' : a & 4 ? '+' : 0, b + '0', b & 1 ? '8' : 0};\n  d[3] = 0;\n",
    );
    for (number, case) in cases.iter().enumerate() {
        text.push_str(&format!("  if (way == {number}) {{\n    long r = 0;\n    {case}\n"));
        text.push_str(
            "    unsigned last = (r ^ r >> 3 ^ r >> 8 ^ r >> 30 ^ (long)((unsigned long long)r >> 37)) & 3;\n",
        );
        for last in 0..4 {
            text.push_str(&format!("    if (last == {last})\n      reach_error();\n"));
        }
        text.push_str("  }\n");
    }
    text + "  return 0;\n}\n"
}

fn check(program: &Exhaustive) -> Result<usize, String> {
    let Exhaustive { text, model, allocation_may_fail } = program;
    let mut sources = SourceMap::new();
    let file = sources.add("program.c", text.to_string());
    let input = Input { model: *model, allocation_may_fail: *allocation_may_fail, ..Input::of(file) };
    let (program, diagnostics) = pipeline::lower_input(&mut sources, input);
    if diagnostics.has_errors() {
        return Err(format!("refused: {}", diagnostics.render(&sources)));
    }
    let met = met(&program)?;
    let entry = select_entry(&program, &sources, None).map_err(|_| "refused: no entry")?;
    let settings = Settings {
        unwind: Some(9),
        undefined_behaviour: UndefinedBehaviour::All,
        checks_proofs: false,
        ..Settings::default()
    };
    let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
    if let Some(reason) = found.open {
        return Err(format!("open: {reason}"));
    }
    if let Some(alarm) = found.findings.iter().find(|alarm| !alarm.certain()) {
        return Err(format!("unconfirmed: {} at {}\n{text}", alarm.message, alarm.position));
    }
    let mut told = Errors::new();
    for alarm in &found.findings {
        told.insert((alarm.kind, (alarm.kind != FaultKind::MemoryLeak).then_some(alarm.span)));
    }
    let line = |(kind, span): &(FaultKind, Option<Span>)| {
        let place = span.map(|span| sources.position(span).line).unwrap_or_default();
        format!("{} in line {place}: {}", kind.word(), text.lines().nth(place as usize - 1).unwrap_or_default())
    };
    let missed: Vec<String> = met.difference(&told).map(line).collect();
    let wrong: Vec<String> = told.difference(&met).map(line).collect();
    match missed.is_empty() && wrong.is_empty() {
        true => Ok(met.len()),
        false => Err(format!("missed: {missed:#?}\nwrong: {wrong:#?}\n{text}")),
    }
}

/// The errors that runs meet, with all inputs.
fn met(program: &Program) -> Result<Errors, String> {
    let plain = Interpreter::new(program);
    let leaks = Interpreter { leak_checks: true, ..Interpreter::new(program) };
    let mut met = Errors::new();
    let all = (0..TOGETHER as i128).flat_map(|way| (0..8).flat_map(move |a| (0..4).map(move |b| vec![way, b, a])));
    for integers in all {
        let mut inputs = Inputs { integers: integers.clone(), ways: Vec::new(), position: 0 };
        for runs in 0.. {
            let (errors, is_over) = run(program, &plain, &mut inputs)?;
            met.extend(errors);
            // A block is lost where a run ends otherwise without an error.
            if is_over {
                (inputs.integers, inputs.position) = (integers.clone(), 0);
                met.extend(run(program, &leaks, &mut inputs)?.0);
            }
            if runs == MOST_RUNS {
                return Err("too many ways".into());
            }
            if !inputs.advance(&integers) {
                break;
            }
        }
    }
    Ok(met)
}

/// The errors that a run meets: the one that it ends with, and those that it survives; and whether it comes to its end.
fn run(program: &Program, interpreter: &Interpreter<'_>, inputs: &mut Inputs) -> Result<(Errors, bool), String> {
    let mut met = Errors::new();
    let mut state = State::default();
    let mut location =
        start_main(interpreter, &mut state, &["a.out"], inputs).map_err(|(fault, _)| format!("start: {fault:?}"))?;
    for _ in 0..MOST_STEPS {
        let (function, before) = (state.function(), state.clone());
        let edge_of = |state: &State, edge| {
            let flowchart = state.function().or(function).and_then(|function| program.flowchart(function));
            flowchart.map(|flowchart| flowchart.edge(edge))
        };
        match interpreter.step(&mut state, location, inputs, &mut std::io::sink()) {
            StepOutcome::Moved { edge, to } => {
                let edge = edge.and_then(|edge| edge_of(&before, edge));
                if let Some(edge) = edge {
                    let silent = before.silent_faults(&edge.command, program);
                    met.extend(silent.into_iter().map(|kind| (kind, Some(edge.span))));
                }
                location = to;
            }
            StepOutcome::Finished | StepOutcome::Halted { .. } | StepOutcome::Blocked => {
                return Ok((met, true));
            }
            StepOutcome::Failed { fault, .. } if fault.kind == FaultKind::Unsupported => {
                return Err(format!("unsupported: {}", fault.message));
            }
            StepOutcome::Failed { edge, fault } => {
                let span = edge.and_then(|edge| edge_of(&state, edge)).map(|edge| edge.span);
                met.insert((fault.kind, span.filter(|_| fault.kind != FaultKind::MemoryLeak)));
                return Ok((met, false));
            }
        }
    }
    Err("a run does not end".into())
}
