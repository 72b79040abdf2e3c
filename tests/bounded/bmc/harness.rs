//! The C programs of `--harness`: each is compiled with the command that it names, and a sanitizer sees the error that it says.

use std::path::Path;
use std::process::Command;

use damson::base::{Budget, SourceMap};
use damson::bmc::{Settings, SolverSource};
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::harness::{CompiledProgram, Harness, Sighting, harnesses};
use damson::pipeline::{Input, bounded};
use damson::program::{UndefinedBehaviour, select_entry};
use damson::spec::Question;

use crate::bmc::{asked, examples, generate, load_as, options, tools};
use crate::support::campaign::seeds;
use crate::support::number;
use crate::support::samples::c_files;

/// Of the samples, the short version tries every so many; `DAMSON_HARNESS_EVERY=1` tries all.
const SAMPLES_EVERY: usize = 10;
/// Random programs of the short version; `DAMSON_HARNESS_PROGRAMS=n` tries `n`.
const PROGRAMS: u64 = 8;

/// The harnesses for the errors of an example.
fn made(path: &Path, words: &str, folder: &Path) -> Vec<Harness> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let options = options(&words, SolverSource::VARISAT);
    let definitions: Vec<String> = options.preprocess.definitions.clone();
    let (file, folder) = (path.display().to_string(), folder.display().to_string());
    asked(path, options, |question, sources, settings| {
        let found = bounded::analyse(question, sources, settings, &Budget::unlimited());
        let compiled = CompiledProgram { files: std::slice::from_ref(&file), options: &definitions, folder: &folder };
        harnesses(question, bounded::run_rules(settings), sources, &found.found, &compiled)
    })
}

/// The command that a harness names, in its parts: the compiler, how it is called, and how its program is run.
fn command(harness: &Harness) -> (&str, &str, &str) {
    let line = harness.text.lines().find_map(|line| line.strip_prefix("//     ")).expect("a command");
    let (compile, run) = line.split_once(" && ").expect("two commands");
    let (compiler, arguments) = compile.split_once(' ').expect("a compiler");
    (compiler, arguments, run)
}

/// Whether a C compiler makes programs that a sanitizer watches.
fn has_sanitizer(folder: &Path, flag: &str) -> bool {
    compiles_with_sanitizer("cc", folder, flag)
}

fn compiles_with_sanitizer(compiler: &str, folder: &Path, flag: &str) -> bool {
    let (source, binary) = (folder.join("empty.c"), folder.join("empty"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a file");
    let flags = ["-fsanitize=address,undefined", flag];
    let compiled = Command::new(compiler).args(flags).arg(&source).arg("-o").arg(&binary).output();
    compiled.is_ok_and(|output| output.status.success())
        && Command::new(&binary).output().is_ok_and(|output| output.status.success())
}

/// What is wrong with a harness, if something is.
fn problem(harness: &Harness, folder: &Path) -> Option<String> {
    problem_with(command(harness).0, harness, folder)
}

/// The same with a compiler.
fn problem_with(compiler: &str, harness: &Harness, folder: &Path) -> Option<String> {
    std::fs::write(folder.join(&harness.name), &harness.text).expect("a file");
    let (_, arguments, run) = command(harness);
    let shell = |command: &str| Command::new("sh").args(["-c", command]).output().expect("a shell");
    let compiled = shell(&format!("{compiler} {arguments}"));
    if !compiled.status.success() {
        return Some(format!("not compiled: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let output = shell(&format!("timeout 20 {run}"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    match &harness.sighting {
        Sighting::Seen { words, .. } if words.iter().any(|word| said.contains(word)) => None,
        Sighting::Seen { words, .. } => Some(format!("none of {words:?} in\n{said}")),
        Sighting::Nothing(_) => None,
    }
}

#[test]
fn sanitizers_see_the_errors_that_harnesses_show() {
    let folder = tempfile::tempdir().expect("a folder");
    if !has_sanitizer(folder.path(), "-m64") {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses are not compiled");
    }
    let has_32_bits = has_sanitizer(folder.path(), "-m32");
    let (mut problems, mut seen, mut unseen) = (Vec::new(), 0, 0);
    for (path, words, _) in examples() {
        let is_32_bit =
            options(&words.split_whitespace().collect::<Vec<_>>(), SolverSource::VARISAT).model == DataModel::Ilp32;
        for harness in made(&path, &words, folder.path()) {
            match &harness.sighting {
                Sighting::Seen { .. } => seen += 1,
                Sighting::Nothing(why) => {
                    unseen += 1;
                    println!("{} {words}: {}: {why}", path.display(), harness.name);
                }
            }
            if is_32_bit && !has_32_bits {
                continue;
            }
            if let Some(problem) = problem(&harness, folder.path()) {
                problems.push(format!("{} {words}: {}: {problem}\n{}", path.display(), harness.name, harness.text));
            }
        }
    }
    println!("{seen} errors are seen, {unseen} are not; programs of 32 bits: {has_32_bits}");
    assert!(problems.is_empty(), "{} of {}\n{}", problems.len(), seen + unseen, problems.join("\n"));
    assert!(3 * seen > 2 * (seen + unseen), "{seen} of {}", seen + unseen);
}

/// The example of the paper: freed twice without an argument; and with one, which the harness is given, not.
#[test]
fn a_harness_passes_arguments_on() {
    let folder = tempfile::tempdir().expect("a folder");
    if !has_sanitizer(folder.path(), "-m64") {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses are not compiled");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bmc/examples/double_free_by_argument.c");
    let [harness] = &made(&path, "", folder.path())[..] else { panic!("one error") };
    assert_eq!(problem(harness, folder.path()), None);
    let (_, _, run) = command(harness);
    let output = Command::new(run).arg("more").output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Of the ways to see errors, the short version tries every so many; `DAMSON_HARNESS_EVERY=1` tries all.
const SIGHTINGS_EVERY: usize = 4;

/// By whom an error is said to be seen.
fn seen_by(sighting: &Sighting) -> String {
    match sighting {
        Sighting::Seen { by, compiler: None, .. } => (*by).into(),
        Sighting::Seen { by, compiler: Some(compiler), .. } => format!("{by} of {compiler}"),
        Sighting::Nothing(_) => "-".into(),
    }
}

/// Each kind of error in each way to see it, with each compiler that may be there: a promise is kept, and none is missing.
#[test]
fn each_promise_is_kept_by_each_compiler() {
    let folder = tempfile::tempdir().expect("a folder");
    let compilers: Vec<&str> =
        ["gcc", "clang"].into_iter().filter(|name| compiles_with_sanitizer(name, folder.path(), "-m64")).collect();
    if compilers.is_empty() {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses are not compiled");
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bmc/sightings");
    let read = |name: &str| std::fs::read_to_string(data.join(name)).expect("a file");
    let (head, cases) = (read("head.h"), read("cases.txt"));
    let every = number("DAMSON_HARNESS_EVERY").unwrap_or(SIGHTINGS_EVERY);
    let mut problems = Vec::new();
    for case in cases.lines().filter(|line| !line.starts_with('#')).step_by(every) {
        let [name, expected, body] = case.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{case}") };
        let path = folder.path().join(format!("{name}.c"));
        std::fs::write(&path, format!("{head}int main(void) {{ {body} return 0; }}\n")).expect("a file");
        let made = made(&path, "--check undefined-behaviour", folder.path());
        let said: Vec<String> = made.iter().map(|harness| seen_by(&harness.sighting)).collect();
        if said.first().map(String::as_str) != Some(expected) {
            problems.push(format!("{name}: said to be seen by {said:?}, not by {expected}"));
        }
        for harness in &made {
            let only = match &harness.sighting {
                Sighting::Seen { compiler, .. } => *compiler,
                Sighting::Nothing(_) => None,
            };
            for compiler in compilers.iter().filter(|name| only.is_none_or(|only| only == **name)) {
                let problem = problem_with(compiler, harness, folder.path());
                problems.extend(problem.map(|problem| format!("{name}: {compiler}: {problem}")));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The harnesses of a program, with all undefined behaviour as errors, and what is wrong with them.
fn problems_of(path: &Path, allocation_may_fail: bool, folder: &Path, tally: &mut (usize, usize)) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default()).expect("a file");
    let Some((program, sources)) = load_as(sources, Input { allocation_may_fail, ..Input::of(file) }) else {
        return Vec::new();
    };
    let Ok(entry) = select_entry(&program, &sources, None) else { return Vec::new() };
    let settings = Settings {
        unwind: Some(3),
        undefined_behaviour: UndefinedBehaviour::All,
        most_terms: 200_000,
        most_clauses: 400_000,
        ..Settings::default()
    };
    let question = Question::of_memory(&program, entry);
    let found = bounded::analyse(question, &sources, &settings, &Budget::unlimited());
    let (file, place) = (path.display().to_string(), folder.display().to_string());
    let compiled = CompiledProgram { files: std::slice::from_ref(&file), options: &[], folder: &place };
    let mut problems = Vec::new();
    for harness in harnesses(question, bounded::run_rules(&settings), &sources, &found.found, &compiled) {
        match harness.sighting {
            Sighting::Seen { .. } => tally.0 += 1,
            Sighting::Nothing(_) => tally.1 += 1,
        }
        problems.extend(problem(&harness, folder).map(|problem| format!("{file}: {}: {problem}", harness.name)));
    }
    problems
}

#[test]
fn sanitizers_see_the_errors_of_samples() {
    let folder = tempfile::tempdir().expect("a folder");
    if !has_sanitizer(folder.path(), "-m64") {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses are not compiled");
    }
    let (mut problems, mut tally) = (Vec::new(), (0, 0));
    let every = number("DAMSON_HARNESS_EVERY").unwrap_or(SAMPLES_EVERY);
    for path in c_files("smg/samples").into_iter().chain(c_files("regressions")).step_by(every) {
        problems.extend(problems_of(&path, false, folder.path(), &mut tally));
    }
    println!("{} errors are seen, {} are not", tally.0, tally.1);
    assert!(problems.is_empty(), "{} of {tally:?}\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn sanitizers_see_the_errors_of_random_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    if !has_sanitizer(folder.path(), "-m64") {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses are not compiled");
    }
    let (mut problems, mut tally) = (Vec::new(), (0, 0));
    for seed in seeds("DAMSON_HARNESS_PROGRAMS", PROGRAMS) {
        let path = folder.path().join("program.c");
        std::fs::write(&path, generate::program(seed)).expect("a file");
        let found = problems_of(&path, seed % 2 == 1, folder.path(), &mut tally);
        problems
            .extend(found.into_iter().map(|problem| format!("program {seed}: {problem}\n{}", generate::program(seed))));
    }
    println!("{} errors are seen, {} are not", tally.0, tally.1);
    assert!(problems.is_empty(), "{} of {tally:?}\n{}", problems.len(), problems.join("\n"));
}
