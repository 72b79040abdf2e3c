//! Random programs: the values that a run of the interpreter leaves in the variables are the only ones that the engine has for its inputs.
//!
//! The interpreter runs a program with inputs of a seed. In the program that the engine is asked about, runs with other inputs end at
//! once, and each variable is asserted at the end to have the value of that run: the engine must prove it. Where one value is another,
//! it must find the run. Where the run has an error instead, the engine must have the same at the same place.
//! `DAMSON_BMC_VALUES=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

use std::ops::AddAssign;
use std::path::Path;
use std::time::Duration;

use damson::base::{Budget, Span};
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::frontend::PreprocessOptions;
use damson::pipeline::bounded::{self, Bounded};
use damson::program::interp::{Limits, Random, RunEnd, run_main};
use damson::program::{FaultKind, Program, UndefinedBehaviour, select_entry};
use damson::reason::OpenReason;
use damson::spec::Question;

use crate::bmc::{generate, load};
use crate::support::campaign::{campaign, guarded, name_of_check, seeds};
use crate::support::second_opinion::WATCHED;

/// Programs of the short version.
const PROGRAMS: u64 = 40;
/// Values of each program that are tried wrong, one at a time.
const WRONG: usize = 2;
/// What every program has.
const GLOBALS: &[&str] = &[
    "in0",
    "in1",
    "number",
    "gs.a",
    "gs.b",
    "gs.c",
    "gs.d",
    "gs2.a",
    "gs2.b",
    "gs2.d",
    "gu.i",
    "gu2.i",
    "array[0]",
    "array[1]",
    "array[2]",
    "array[3]",
    "node.v",
    "node.w",
    "count",
    "letter",
    "text[0]",
    "text[1]",
    "text[2]",
    "text[3]",
    "word[0]",
    "word[1]",
    "word[2]",
    "p == q",
    "p == &node",
];
/// Where the inputs of a program are known.
const AFTER_INPUTS: &str = "  int number = in0,";

/// What became of the programs.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    /// All values are proved, and wrong ones refuted.
    proved: usize,
    /// The run has an error that the engine has, too.
    errors: usize,
    /// Another run with these inputs leaves another value: one that chooses where objects lie.
    chosen: usize,
    /// Not followed.
    open: usize,
    /// The interpreter does not follow the run.
    unsupported: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.proved += other.proved;
        self.errors += other.errors;
        self.chosen += other.chosen;
        self.open += other.open;
        self.unsupported += other.unsupported;
    }
}

#[test]
fn values_of_random_programs_are_those_of_their_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = seeds("DAMSON_BMC_VALUES", PROGRAMS);
    let checked = |seed| guarded(|| check(folder.path(), seed));
    let told = |seed, message: &str| format!("{} in program {seed}: {message}", name_of_check(message));
    let (tally, failures) = campaign(&all, Duration::from_secs(20), checked, told);
    println!("{} programs: {tally:?}", all.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(2 * tally.proved > all.len() && 8 * tally.chosen < all.len(), "{tally:?}");
}

/// How the run of some inputs ends.
enum Ran {
    /// With these values.
    Values(Vec<u64>),
    Fault(FaultKind, Option<Span>),
    Unsupported,
}

fn check(folder: &Path, seed: u64) -> Result<Tally, String> {
    let text = generate::program(seed).replace(generate::INPUT, "(in0 & 1)");
    let body = text.strip_suffix("  return 0;\n}\n").ok_or("generator: another end")?;
    let variables = variables(body);
    let path = folder.join(format!("values{seed}.c"));
    let printed: String =
        variables.iter().map(|variable| format!("  printf(\"%lu\\n\", (unsigned long)({variable}));\n")).collect();
    let mut random = Random::new(seed);
    let inputs = [0; 2].map(|_| random.next_bits() % 4);
    let fixed = |end: &str| {
        let only = format!("  if (in0 != {} || in1 != {}) return 0;\n{AFTER_INPUTS}", inputs[0], inputs[1]);
        format!("{}{end}  return 0;\n}}\n", body.replacen(AFTER_INPUTS, &only, 1))
    };
    let (values, text) = match ran(&path, &fixed(&printed), inputs)? {
        Ran::Unsupported => return Ok(Tally { unsupported: 1, ..Tally::default() }),
        Ran::Fault(kind, span) => return same_error(&path, &fixed(&printed), (kind, span)),
        Ran::Values(values) => {
            let text = fixed(&asserted(&variables, &values));
            (values, text)
        }
    };
    let found = asked(&path, &text)?;
    match found.verdict() {
        (Verdict::Verified, _) => {}
        (Verdict::Violated, _) => return Ok(Tally { chosen: 1, ..Tally::default() }),
        (Verdict::Unknown, Some(OpenReason::Suspected { position, kind, why })) => {
            return Err(format!("unconfirmed: the {} at line {}: {why}\n{text}", kind.word(), position.line));
        }
        (Verdict::Unknown, _) => return Ok(Tally { open: 1, ..Tally::default() }),
    }
    for _ in 0..WRONG {
        let mut values = values.clone();
        let index = (random.next_bits() % values.len() as u64) as usize;
        if let Some(value) = values.get_mut(index) {
            *value = value.wrapping_add(1 + random.next_bits() % 2);
        }
        let text = fixed(&asserted(&variables, &values));
        let found = asked(&path, &text)?;
        if found.verdict().0 != Verdict::Violated {
            return Err(format!("wrong proof: {} has another value\n{text}", variables[index]));
        }
    }
    Ok(Tally { proved: 1, ..Tally::default() })
}

/// The variables of a program that are looked at.
fn variables(body: &str) -> Vec<String> {
    let locals = (0..).map(|local| format!("x{local}")).take_while(|name| body.contains(&format!(" {name} = ")));
    GLOBALS.iter().map(|name| name.to_string()).chain(locals).collect()
}

/// Statements that assert values.
fn asserted(variables: &[String], values: &[u64]) -> String {
    let both = variables.iter().zip(values);
    both.map(|(variable, value)| format!("  assert((unsigned long)({variable}) == {value}ul);\n")).collect()
}

/// Runs a program in the interpreter with inputs: where the program has no arguments, until its random inputs are these.
fn ran(path: &Path, text: &str, inputs: [u64; 2]) -> Result<Ran, String> {
    let (program, _) = read(path, text)?;
    let argument: String = inputs.iter().map(|input| char::from(4 + *input as u8)).collect();
    let arguments = ["a.out".to_string(), argument.clone(), argument];
    for seed in 0..2000 {
        let mut output = Vec::new();
        let limits = Limits { steps: 100_000, seed, ..Limits::default() };
        let run = run_main(&program, &arguments, &mut output, &limits);
        let printed = String::from_utf8_lossy(&output);
        match run.end {
            RunEnd::Fault(report) if report.fault.kind == FaultKind::Unsupported => return Ok(Ran::Unsupported),
            RunEnd::Fault(report) => return Ok(Ran::Fault(report.fault.kind, report.span)),
            RunEnd::Exit(0) if printed.is_empty() => {}
            RunEnd::Exit(0) => return Ok(Ran::Values(printed.lines().filter_map(|line| line.parse().ok()).collect())),
            RunEnd::Exit(_) | RunEnd::Blocked => return Ok(Ran::Unsupported),
        }
    }
    Ok(Ran::Unsupported)
}

/// The run of these inputs has an error: so has the engine, unless something is not followed.
fn same_error(path: &Path, text: &str, (kind, span): (FaultKind, Option<Span>)) -> Result<Tally, String> {
    let found = asked(path, text)?;
    let has_it = found.findings.iter().any(|alarm| alarm.certain() && alarm.kind == kind && Some(alarm.span) == span);
    match (found.verdict(), found.open) {
        _ if has_it => Ok(Tally { errors: 1, ..Tally::default() }),
        ((Verdict::Unknown, Some(OpenReason::Suspected { position, kind, why })), _) => {
            Err(format!("unconfirmed: the {} at line {}: {why}\n{text}", kind.word(), position.line))
        }
        (_, Some(_)) => Ok(Tally { open: 1, ..Tally::default() }),
        ((verdict, _), None) => Err(format!("missed: the {} of a run; {}\n{text}", kind.word(), verdict.word())),
    }
}

fn read(path: &Path, text: &str) -> Result<(Program, damson::base::SourceMap), String> {
    std::fs::write(path, text).map_err(|problem| format!("file: {problem}"))?;
    load(path, &PreprocessOptions::default(), DataModel::Lp64).ok_or_else(|| "refused: by the front end".into())
}

fn asked(path: &Path, text: &str) -> Result<Bounded, String> {
    let (program, sources) = read(path, text)?;
    let entry = select_entry(&program, &sources, None).map_err(|_| "refused: no entry")?;
    let settings = Settings {
        unwind: Some(4),
        undefined_behaviour: UndefinedBehaviour::All,
        checks_proofs: false,
        solver: WATCHED,
        ..Settings::default()
    };
    Ok(bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited()))
}
