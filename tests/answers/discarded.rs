//! What is thrown away is evaluated: expressions whose value nothing uses, by their position in the text and by what is wrong with
//! them. `discarded/positions.txt` and `discarded/faults.txt` have a row for each position and for each expression.
//!
//! The truth is that of the C compilers: a call in each position shows whether they evaluate it, and their sanitizers show whether
//! an expression whose value is used is an error. Every pair of a position and an expression is then asked about. Where a
//! sanitizer reports an error in a pair, the answer must be "violated" as well.

use crate::support::tools;

use std::path::Path;
use std::process::Command;

use damson::base::{Budget, SourceMap};
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Input, Settings, Subject, VerificationTask};
use damson::program::interp::{self, RunEnd};
use damson::program::{FaultClass, Program, UndefinedBehaviour};

/// What all programs begin with. `hidden` is 0, which no compiler may know.
const HEAD: &str = "
extern void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
extern void abort(void);
#define assert(e) ((e) ? (void)0 : abort())
struct pair { int a, b; };
static volatile int hidden;
static int take(int z) { return 0; }
static int take_pair(struct pair z) { return 0; }
";
/// Shifts of negative numbers are defined, as in GNU C; a float that does not fit an integer is no part of `undefined`.
const SANITIZERS: &[&str] = &[
    "-w",
    "-O0",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=pointer-overflow,alignment,shift-base",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-scope",
];

/// Each in a process of its own; prints a digit for each: whether it stops.
const DRIVER: &str = "
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    int status, child = fork();
    if (!child) { close(2); all[i](); _exit(0); }
    waitpid(child, &status, 0);
    putchar('0' + (status != 0));
  }
  return 0;
}
";

/// A row of `faults.txt`.
struct Fault {
    name: String,
    ty: String,
    class: Option<FaultClass>,
    declarations: String,
    expression: String,
}

/// A row of `positions.txt`.
struct Position {
    name: String,
    ty: String,
    is_evaluated: bool,
    statement: String,
}

fn rows<const N: usize>(file: &str) -> Vec<[String; N]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discarded").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let parts = |line: &str| line.splitn(N, " | ").map(|part| part.trim().to_string()).collect::<Vec<_>>();
    lines.map(|line| parts(line).try_into().unwrap_or_else(|_| panic!("{file}: {line}"))).collect()
}

fn faults() -> Vec<Fault> {
    let fault = |[name, ty, wrong, declarations, expression]: [String; 5]| {
        let class = match wrong.as_str() {
            "memory" => Some(FaultClass::Memory),
            "undefined" => Some(FaultClass::UndefinedBehaviour),
            "none" => None,
            _ => panic!("{name}: {wrong}"),
        };
        Fault { name, ty, class, declarations, expression }
    };
    rows("faults.txt").into_iter().map(fault).collect()
}

fn positions() -> Vec<Position> {
    let position = |[name, ty, evaluated, statement]: [String; 4]| Position {
        name,
        ty,
        is_evaluated: evaluated == "yes",
        statement,
    };
    rows("positions.txt").into_iter().map(position).collect()
}

impl Position {
    fn takes(&self, ty: &str) -> bool {
        self.ty == "any" || self.ty == ty
    }

    /// The statement with an expression of a type.
    fn with(&self, expression: &str, ty: &str) -> String {
        let kept = if ty == "int" { "1" } else { "(struct pair){1, 2}" };
        let replace = |word: &str| match word {
            "E" => format!("({expression})"),
            "kept" => kept.to_string(),
            word => word.to_string(),
        };
        let mut out = String::new();
        let mut word = String::new();
        for letter in self.statement.chars().chain([' ']) {
            if letter.is_alphanumeric() || letter == '_' {
                word.push(letter);
                continue;
            }
            out.push_str(&replace(&std::mem::take(&mut word)));
            out.push(letter);
        }
        out
    }
}

/// All pairs that fit.
fn pairs<'t>(faults: &'t [Fault], positions: &'t [Position]) -> Vec<(&'t Fault, &'t Position)> {
    let fits =
        |fault: &'t Fault| positions.iter().filter(|position| position.takes(&fault.ty)).map(move |at| (fault, at));
    faults.iter().flat_map(fits).collect()
}

fn body((fault, position): (&Fault, &Position)) -> String {
    format!("{} {}", fault.declarations, position.with(&fault.expression, &fault.ty))
}

/// Whether each of some functions stops, compiled by a compiler; `None` where that is not there.
fn stopped(compiler: &str, flags: &[&str], bodies: &[String]) -> Option<Vec<bool>> {
    if Command::new(compiler).arg("--version").output().is_err() {
        tools::absent(compiler, "its sanitizers are not asked");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("all.c"), folder.path().join("all"));
    let functions =
        bodies.iter().enumerate().map(|(index, body)| format!("static int f{index}(void) {{ {body} return 0; }}\n"));
    let names: Vec<String> = (0..bodies.len()).map(|index| format!("f{index}")).collect();
    let table = format!("static int (*const all[])(void) = {{ {} }};", names.join(", "));
    std::fs::write(&source, format!("{HEAD}{}{table}{DRIVER}", functions.collect::<String>())).unwrap();
    let compiled = Command::new(compiler).args(flags).arg("-o").arg(&binary).arg(&source).output().unwrap();
    assert!(compiled.status.success(), "{compiler}: {}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0").output().unwrap();
    let found: Vec<bool> = run.stdout.iter().map(|digit| *digit == b'1').collect();
    assert_eq!(found.len(), bodies.len(), "{compiler}");
    Some(found)
}

const COMPILERS: [&str; 2] = ["gcc", "clang"];

/// A call stands in each position: it ends the program where it is evaluated.
#[test]
fn compilers_evaluate_what_the_table_says() {
    if !tools::has_compiler("positions of discarded expressions are not compared with compiled ones") {
        return;
    }
    let mut cases = Vec::new();
    for ty in ["int", "struct pair"] {
        let call = if ty == "int" { "(abort(), 1)" } else { "(abort(), (struct pair){1, 2})" };
        cases.extend(positions().into_iter().filter(|at| at.takes(ty)).map(|at| (at.with(call, ty), at)));
    }
    let bodies: Vec<String> = cases.iter().map(|(body, _)| body.clone()).collect();
    for compiler in COMPILERS {
        let Some(found) = stopped(compiler, &["-w", "-O0"], &bodies) else { continue };
        for ((body, position), stops) in cases.iter().zip(found) {
            assert_eq!(stops, position.is_evaluated, "{compiler}: {}: {body}", position.name);
        }
    }
}

/// The value of each expression is used.
#[test]
fn sanitizers_report_what_the_table_says() {
    if !tools::has_compiler("discarded expressions are not compared with compiled ones") {
        return;
    }
    let (faults, positions) = (faults(), positions());
    let used = |fault: &Fault| format!("{} volatile {} z; z = {};", fault.declarations, fault.ty, fault.expression);
    let bodies: Vec<String> = faults.iter().map(used).collect();
    let pairs = pairs(&faults, &positions);
    let all: Vec<String> = pairs.iter().map(|pair| body(*pair)).collect();
    for compiler in COMPILERS {
        let Some(found) = stopped(compiler, SANITIZERS, &bodies) else { continue };
        for (fault, stops) in faults.iter().zip(found) {
            assert_eq!(stops, fault.class.is_some(), "{compiler}: {}", fault.name);
        }
        for ((fault, position), stops) in pairs.iter().zip(stopped(compiler, SANITIZERS, &all).unwrap_or_default()) {
            let may_stop = fault.class.is_some() && position.is_evaluated;
            assert!(!stops || may_stop, "{compiler}: {} in {}", fault.name, position.name);
        }
    }
}

/// What `verify` says about a property of each class.
fn verdicts(text: &str, spec: Option<&str>) -> (Vec<(String, Verdict)>, Program) {
    let mut sources = SourceMap::new();
    let program = sources.add("program.c", text);
    let specification = spec.map(|spec| sources.add("program.spec", spec));
    let input = Input { specification, ..Input::of(program) };
    let (job, diagnostics) = pipeline::prepare_job(&mut sources, input);
    let job = job.unwrap_or_else(|| panic!("{text}\n{}", diagnostics.render(&sources)));
    let settings = Settings::default().checking(UndefinedBehaviour::All);
    let (subject, budget) = (Subject::WithCalls(job.question()), Budget::unlimited());
    let answer =
        pipeline::verify(VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget });
    let (found, _) = answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    assert!(found.contradictions.is_empty(), "{text}\n{:#?}", found.contradictions);
    let of = |property: pipeline::PropertyVerdict| (property.id, property.verdict);
    (found.properties.into_iter().map(of).collect(), job.question().program.clone())
}

/// The text without what only the preprocessor knows.
fn program(body: &str) -> String {
    let head =
        HEAD.replace("__SIZE_TYPE__", "unsigned long").replace("#define assert(e) ((e) ? (void)0 : abort())\n", "");
    let (start, end) = ("assert(", ");");
    let body = match body.find(start) {
        Some(at) => {
            let (before, rest) = body.split_at(at);
            let close = rest.rfind(end).unwrap_or(rest.len());
            format!("{before}(({}) ? (void)0 : abort());", &rest[start.len()..close])
        }
        None => body.to_string(),
    };
    format!("{head}int main(void) {{ {body} return 0; }}\n")
}

#[test]
fn every_pair_is_answered_as_it_is() {
    let (faults, positions) = (faults(), positions());
    let mut wrong = Vec::new();
    for (fault, position) in pairs(&faults, &positions) {
        let text = program(&body((fault, position)));
        let (found, program) = verdicts(&text, None);
        let expected = fault.class.filter(|_| position.is_evaluated);
        let is = |id: &str, verdict| found.iter().any(|(of, is)| of == id && *is == verdict);
        let right = match expected {
            Some(FaultClass::Memory) => is("memory-access", Verdict::Violated),
            Some(_) => is("undefined-behaviour", Verdict::Violated),
            None => found.iter().all(|(_, verdict)| *verdict == Verdict::Verified),
        };
        let run = interp::run_main(&program, &[], &mut std::io::sink(), &interp::Limits::default());
        let met = match &run.end {
            RunEnd::Fault(report) => Some(report.fault.kind.class()),
            _ => None,
        };
        if !right || met != expected {
            wrong.push(format!("{} in {}: {found:?}, {:?}\n{text}", fault.name, position.name, run.end));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
