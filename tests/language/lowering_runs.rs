//! Lowered programs do what the system's compiler makes of them: the samples of `tests/interp` are run by the
//! interpreter as they are, and again with all calls inlined.

use crate::support::samples;

use std::path::Path;

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::program::interp::{Limits, RunEnd, RunResult, run_main_on};
use damson::program::{Program, inline, lower, select_entry};
use samples::c_files;

/// Samples that say less inlined: with calls through pointers, variable arguments or blocks of the stack.
const NOT_INLINED: [&str; 13] = [
    "called_elements",
    "files",
    "long_double",
    "library",
    "variadic",
    "missing_argument",
    "wrong_function_pointer",
    "gnu_declarations",
    "variable_arrays",
    "alloca_returned",
    "arrays_of_variable_arrays",
    "opaque_types",
    "language_fptr",
];

/// The program of a file, and the same with all calls inlined unless it is recursive or among [`NOT_INLINED`].
fn programs(path: &Path) -> Vec<Program> {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&SourceMap::new())));
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let entry = select_entry(&program, &sources, None).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    let inlined = if NOT_INLINED.contains(&name) { None } else { inline::inline(&program, entry, &sources).ok() };
    std::iter::once(program).chain(inlined).collect()
}

/// Runs the program of a file; what it reads is beside it, in a file `.in`.
fn run(program: &Program, path: &Path) -> (String, RunResult) {
    let mut output = Vec::new();
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let input = std::fs::read(path.with_extension("in")).unwrap_or_default();
    let result = run_main_on(program, &["program".to_string()], &mut input.as_slice(), &mut output, &limits);
    (String::from_utf8_lossy(&output).into_owned(), result)
}

#[test]
fn programs_run_as_compiled_ones_do() {
    for path in c_files("interp/runs") {
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        for (index, program) in programs(&path).iter().enumerate() {
            let (output, result) = run(program, &path);
            let found = match result.end {
                RunEnd::Exit(status) => format!("{output}exit {status}\n"),
                other => format!("{output}{other:?}\n"),
            };
            assert_eq!(found, expected, "{} (program {index})", path.display());
        }
    }
}

#[test]
fn expressions_have_the_values_that_the_compiler_gives_them() {
    for path in c_files("lowering/run") {
        for (index, program) in programs(&path).iter().enumerate() {
            let (output, result) = run(program, &path);
            assert_eq!(result.end, RunEnd::Exit(0), "{} (program {index}): {output}", path.display());
        }
    }
}

#[test]
fn faults_stay_what_they_are() {
    for path in c_files("interp/faults") {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().unwrap().strip_prefix("// fault: ").unwrap();
        for (index, program) in programs(&path).iter().enumerate() {
            let (_, result) = run(program, &path);
            let found = match &result.end {
                RunEnd::Fault(report) => report.fault.kind.word().to_string(),
                RunEnd::Exit(_) if result.leaked > 0 => "memory-leak".to_string(),
                other => format!("{other:?}"),
            };
            assert_eq!(found, expected, "{} (program {index})", path.display());
        }
    }
}
