//! Many cases as one program of three files: compiled, run, and run in the interpreter.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::frontend;
use damson::program::interp::{Limits, RunEnd, run_main};
use damson::program::{FaultKind, Program, lower};

use super::campaign;
use super::case::{Case, FILES};
use super::syntax::{self, Forms};

/// What becomes of a case.
pub enum Outcome {
    /// The interpreter prints what the compiled program prints; the forms of the syntax tree in it.
    Same(Forms),
    /// It does not compile, is undefined, or the compilers disagree.
    Uncounted(String),
    /// The front end refuses it, or the interpreter does not follow it: the reason.
    Refused(String),
    /// It stops, or prints something else.
    Failed(String),
}

/// Stands before the cases of each file. Programs have no directives, so that they need no preprocessor.
const PRELUDE: &str = "int printf(const char *, ...);
int fflush(void *);
unsigned long strlen(const char *);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
void *malloc(unsigned long);
void free(void *);
";
/// What a case prints with, in the first file.
const SHOW: &str = "static void show(long long value) { printf(\"%lld\\n\", value); }
static void show_unsigned(unsigned long long value) { printf(\"%llu\\n\", value); }
static void show_wide(__int128 value) { printf(\"%lld %llu\\n\", (long long)(value >> 64), (unsigned long long)value); }
static void show_double(double value) { if (value != value) printf(\"nan\\n\"); else printf(\"%.17g\\n\", value); }
static void show_long_double(long double value) { if (value != value) printf(\"nan\\n\"); else printf(\"%.21Lg\\n\", value); }
static void show_text(const char *text) { printf(\"%s\\n\", text); }
static void show_bytes(const void *from, unsigned long count) {
  for (unsigned long at = 0; at < count; at++) printf(\"%02x\", ((const unsigned char *)from)[at]);
  printf(\"\\n\");
}
";
/// Uses what a batch may leave unused, and reads the number of the first case.
const MAIN: &str = "int main(int argc, char **argv) {
  int first = 0;
  for (char *digit = argc > 1 ? argv[1] : \"\"; *digit; digit++) first = first * 10 + (*digit - '0');
";
/// Marks the output of a case.
const MARK: char = '#';
/// How the messages of what is refused begin.
const REFUSED: &str = "refused: ";
const UNSUPPORTED: &str = "unsupported: ";
const STEPS: u64 = 20_000_000;
/// Seconds for a compiled program.
const SECONDS: &str = "10";
/// Time to make a failing case smaller.
const REDUCTION: Duration = Duration::from_secs(20);
/// The first compiler looks for what is undefined. What Damson takes for defined, as GCC does, is not: shifts of negative numbers.
const WATCHED: &[&str] =
    &["-O0", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=shift-base,float-divide-by-zero"];
/// The second one optimises: what it makes of undefined code differs. It sees overflows that the first one misses, such as those of
/// `narrow *= wide`.
const OPTIMISED: &[&str] = &["-O1", "-fsanitize=signed-integer-overflow"];

/// The compilers that must agree.
pub struct Compilers {
    folder: tempfile::TempDir,
}

/// The texts of the files of a batch, and the lines of the case of each number in them.
struct Texts {
    files: Vec<String>,
    /// For each file, the number of the line at which a case begins, in order.
    starts: Vec<Vec<(usize, usize)>>,
}

impl Texts {
    fn of(cases: &[(usize, &Case)]) -> Texts {
        let (mut files, mut starts) = (Vec::new(), Vec::new());
        let used =
            1 + (0..FILES).rev().find(|file| cases.iter().any(|(_, case)| !case.files[*file].is_empty())).unwrap_or(0);
        for file in 0..used {
            let mut text = PRELUDE.to_string();
            if file == 0 {
                text.push_str(SHOW);
            }
            let mut lines = text.lines().count();
            let mut begins = Vec::new();
            for (number, case) in cases {
                begins.push((lines + 1, *number));
                let mut part = case.files[file].clone();
                if file == 0 {
                    part.push_str(&format!("\nstatic void case@(void) {{\n{}\n}}", case.body));
                }
                part.push('\n');
                lines += part.lines().count();
                text.push_str(&part.replace('@', &number.to_string()));
            }
            if file == 0 {
                begins.push((lines + 1, usize::MAX));
                text.push_str(MAIN);
                for (number, _) in cases {
                    text.push_str(&format!(
                        "  if (first <= {number}) {{ printf(\"{MARK}{number}\\n\"); fflush(0); case{number}(); }}\n"
                    ));
                }
                text.push_str("  printf(\"#\\n\");\n  return 0;\n}\n");
            }
            files.push(text);
            starts.push(begins);
        }
        Texts { files, starts }
    }

    /// The cases that messages of a compiler or sanitizer are about, each with its first message.
    fn blamed(&self, messages: &str, word: &str) -> BTreeMap<usize, String> {
        let mut found = BTreeMap::new();
        for line in messages.lines().filter(|line| line.contains(word)) {
            let Some((file, rest)) = line.split_once(".c:") else { continue };
            let place = file.rsplit("file").next().and_then(|digits| digits.parse::<usize>().ok());
            let at = rest.split(':').next().and_then(|digits| digits.parse::<usize>().ok());
            let (Some(place), Some(at)) = (place, at) else { continue };
            let Some(starts) = self.starts.get(place) else { continue };
            if let Some((_, number)) = starts.iter().rev().find(|(start, _)| *start <= at) {
                found.entry(*number).or_insert_with(|| line.to_string());
            }
        }
        found
    }
}

/// What a program printed, by case, and how the case ended that it did not get past.
#[derive(Default)]
struct Printed {
    of: BTreeMap<usize, String>,
    stopped: BTreeMap<usize, String>,
}

impl Printed {
    /// Takes the output of a run from some case on. Gives the case that did not end.
    fn add(&mut self, output: &str) -> Option<usize> {
        let mut last = None;
        for part in output.split(MARK).skip(1) {
            let (number, printed) = part.split_once('\n').unwrap_or((part, ""));
            last = number.parse().ok();
            if let Some(number) = last {
                self.of.insert(number, printed.to_string());
            }
        }
        last
    }
}

impl Compilers {
    /// gcc and clang, if both are there.
    pub fn found() -> Option<Compilers> {
        let is_there = |name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
        let folder = tempfile::tempdir().expect("a folder");
        (is_there("gcc") && is_there("clang")).then_some(Compilers { folder })
    }

    /// What becomes of each case.
    pub fn compare(&self, cases: &[&Case]) -> Vec<Outcome> {
        let folder = tempfile::tempdir_in(self.folder.path()).expect("a folder");
        let mut outcomes: BTreeMap<usize, Outcome> = BTreeMap::new();
        let mut left: Vec<(usize, &Case)> = cases.iter().copied().enumerate().collect();
        let Some(truth) = truth(folder.path(), &mut left, &mut outcomes) else {
            return cases.iter().map(|_| Outcome::Uncounted("the batch does not compile".into())).collect();
        };
        judge(&left, &truth, &mut outcomes);
        (0..cases.len()).map(|number| outcomes.remove(&number).expect("an outcome")).collect()
    }

    /// A case without the lines that it does not need to fail in the same way, and how it fails.
    pub fn reduced(&self, case: &Case, message: String) -> (Case, String) {
        let (mut case, mut message, start) = (case.clone(), message, Instant::now());
        let kind = |message: &str| message.split(':').next().unwrap_or_default().to_string();
        let wanted = kind(&message);
        loop {
            let fails = |smaller: Case| match self.compare(&[&smaller]).pop() {
                Some(Outcome::Failed(message)) if kind(&message) == wanted => Some((smaller, message)),
                _ => None,
            };
            let in_time = |_: &Case| start.elapsed() < REDUCTION;
            let found = case.smaller().take_while(in_time).find_map(fails);
            match found {
                Some(found) => (case, message) = found,
                None => return (case, message),
            }
        }
    }
}

/// What the compilers' programs print for each case. Cases that do not count leave `left`, with their outcome.
fn truth(
    folder: &Path,
    left: &mut Vec<(usize, &Case)>,
    outcomes: &mut BTreeMap<usize, Outcome>,
) -> Option<BTreeMap<usize, String>> {
    let mut printed: Vec<Printed> = Vec::new();
    for (compiler, flags) in [("gcc", WATCHED), ("clang", OPTIMISED)] {
        let texts = loop {
            let texts = Texts::of(left);
            let output = compile(folder, compiler, flags, &texts);
            if output.status.success() {
                break texts;
            }
            let messages = String::from_utf8_lossy(&output.stderr).into_owned();
            let blamed = texts.blamed(&messages, "error:");
            if !exclude(left, outcomes, blamed, "uncompiled") {
                eprintln!("{messages}");
                return None;
            }
        };
        let (found, complaints) = run_compiled(folder, left);
        exclude(left, outcomes, texts.blamed(&complaints, "runtime error:"), "undefined");
        printed.push(found);
    }
    let [watched, optimised] = printed.first_chunk()?;
    for (number, _) in left.iter() {
        let stopped = watched.stopped.get(number).or(optimised.stopped.get(number));
        let agreed = watched.of.get(number) == optimised.of.get(number);
        if stopped.is_some() || !agreed {
            let text = format!("disputed: {stopped:?} {:?} {:?}", watched.of.get(number), optimised.of.get(number));
            outcomes.insert(*number, Outcome::Uncounted(text));
        }
    }
    left.retain(|(number, _)| !outcomes.contains_key(number));
    Some(watched.of.clone())
}

/// Excludes cases that something was said about. False if there are none.
fn exclude(
    left: &mut Vec<(usize, &Case)>,
    outcomes: &mut BTreeMap<usize, Outcome>,
    blamed: BTreeMap<usize, String>,
    why: &str,
) -> bool {
    let before = left.len();
    left.retain(|(number, _)| !blamed.contains_key(number));
    for (number, message) in blamed {
        outcomes.insert(number, Outcome::Uncounted(format!("{why}: {message}")));
    }
    left.len() < before
}

fn compile(folder: &Path, compiler: &str, flags: &[&str], texts: &Texts) -> Output {
    let names: Vec<String> = (0..texts.files.len()).map(|file| format!("file{file}.c")).collect();
    for (name, text) in names.iter().zip(&texts.files) {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let mut command = Command::new(compiler);
    command.current_dir(folder).args(["-w", "-std=gnu11"]).args(flags).args(["-o", "program"]).args(names).arg("-lm");
    command.output().expect("a compiler")
}

/// Runs the compiled program, behind a case that stops it again. What sanitizers say comes with it.
fn run_compiled(folder: &Path, left: &[(usize, &Case)]) -> (Printed, String) {
    let (mut printed, mut complaints, mut first) = (Printed::default(), String::new(), 0);
    while first <= left.last().map_or(0, |(number, _)| *number) {
        let arguments = ["-k", "1", SECONDS, "./program"].map(OsStr::new);
        let run = Command::new("timeout").current_dir(folder).args(arguments).arg(first.to_string()).output();
        let run = run.expect("a run");
        complaints.push_str(&String::from_utf8_lossy(&run.stderr));
        match printed.add(&String::from_utf8_lossy(&run.stdout)) {
            None => break,
            Some(number) => {
                printed.stopped.insert(number, run.status.to_string());
                first = number + 1;
            }
        }
    }
    (printed, complaints)
}

/// Runs the cases in the interpreter. Where a program of several is refused, each half is tried.
fn judge(cases: &[(usize, &Case)], truth: &BTreeMap<usize, String>, outcomes: &mut BTreeMap<usize, Outcome>) {
    if cases.is_empty() {
        return;
    }
    let texts = Texts::of(cases);
    match campaign::guarded(|| lowered(&texts)) {
        Ok((program, forms)) => {
            let found = interpreted(&program, cases);
            for (number, _) in cases {
                let (expected, printed) = (truth.get(number), found.of.get(number));
                let outcome = match found.stopped.get(number) {
                    Some(fault) if fault.starts_with(UNSUPPORTED) => Outcome::Refused(fault.clone()),
                    Some(fault) => Outcome::Failed(fault.clone()),
                    None if expected == printed => Outcome::Same(forms.of_case(&texts.starts, *number)),
                    None => Outcome::Failed(difference(expected, printed)),
                };
                outcomes.insert(*number, outcome);
            }
        }
        Err(message) if cases.len() == 1 => {
            let outcome = if message.starts_with(REFUSED) { Outcome::Refused } else { Outcome::Failed };
            outcomes.insert(cases[0].0, outcome(message));
        }
        Err(_) => {
            let (some, others) = cases.split_at(cases.len() / 2);
            judge(some, truth, outcomes);
            judge(others, truth, outcomes);
        }
    }
}

fn difference(expected: Option<&String>, printed: Option<&String>) -> String {
    let text = |lines: Option<&String>| lines.map_or("nothing".into(), |lines| lines.replace('\n', " "));
    format!("different: compiled {}; interpreted {}", text(expected), text(printed))
}

/// The program of a batch, and the forms of its syntax trees by line.
fn lowered(texts: &Texts) -> Result<(Program, syntax::Lines), String> {
    let mut sources = SourceMap::new();
    let names = 0..texts.files.len();
    let files: Vec<_> =
        names.zip(&texts.files).map(|(file, text)| sources.add(format!("file{file}.c"), text.as_str())).collect();
    let mut lines = syntax::Lines::default();
    for (file, text) in files.iter().zip(&texts.files) {
        let (unit, _) = frontend::parse(&mut sources, *file);
        lines.add(&unit, text);
    }
    let whole = match files[..] {
        [file] => file,
        _ => frontend::join(&mut sources, &files).map_err(|found| format!("{REFUSED}{}", found.render(&sources)))?,
    };
    let (unit, mut diagnostics) = frontend::parse(&mut sources, whole);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    if diagnostics.has_errors() {
        Err(format!("{REFUSED}{}", diagnostics.render(&sources)))
    } else {
        Ok((program, lines))
    }
}

fn interpreted(program: &Program, cases: &[(usize, &Case)]) -> Printed {
    let (mut printed, mut first) = (Printed::default(), 0);
    while first <= cases.last().map_or(0, |(number, _)| *number) {
        let mut output = Vec::new();
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let run = run_main(program, &["program".into(), first.to_string()], &mut output, &limits);
        let last = printed.add(&String::from_utf8_lossy(&output));
        let why = match run.end {
            RunEnd::Exit(0) => return printed,
            RunEnd::Exit(status) => format!("exit: {status}"),
            RunEnd::Blocked => "blocked: the run".into(),
            RunEnd::Fault(report) if report.fault.kind == FaultKind::Unsupported => {
                format!("{UNSUPPORTED}{}", report.fault.message)
            }
            RunEnd::Fault(report) => format!("fault: {}: {}", report.fault.kind.word(), report.fault.message),
        };
        let number = last.unwrap_or(first);
        printed.stopped.insert(number, why);
        first = number + 1;
    }
    printed
}
