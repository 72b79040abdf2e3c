//! Tasks of competitions: `damson verify --svcomp` on the programs of `tests/cli/competition`, each of which opens with the result
//! for each property file. SV-COMP's rules say why ("Specification Properties").

use std::path::PathBuf;

use super::{damson, root, shown, stdout};

fn folder() -> PathBuf {
    root().join("tests/cli/competition")
}

/// A property file with the result that a program opens with.
struct Expected {
    program: String,
    property: String,
    result: String,
}

/// What the programs say of themselves: lines such as `// valid-memsafety: FALSE(valid-deref)`.
fn expected() -> Vec<Expected> {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    let of_program = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let lines = text.lines().map_while(|line| line.strip_prefix("// ")).filter_map(|line| line.split_once(": "));
        let named = lines.filter(|(property, _)| folder().join(format!("{property}.prp")).exists());
        let found: Vec<Expected> = named
            .map(|(property, result)| Expected {
                program: name.clone(),
                property: property.into(),
                result: result.into(),
            })
            .collect();
        assert!(!found.is_empty(), "{name} says nothing of itself");
        found
    };
    programs.iter().flat_map(of_program).collect()
}

/// Runs a task, and compares its last line and its status.
fn check(Expected { program, property, result }: &Expected) {
    let file = |name: String| folder().join(name).display().to_string();
    let (property, program) = (file(format!("{property}.prp")), file(program.clone()));
    let status = match result.as_str() {
        "TRUE" => 0,
        "UNKNOWN" => 5,
        _ => 10,
    };
    let run = damson(&["verify", "--svcomp", "--property", &property, &program]);
    let printed = stdout(&run);
    assert_eq!(printed.lines().last(), Some(result.as_str()), "{program} {property}: {printed}");
    run.code(status);
}

#[test]
fn each_task_has_its_result_in_the_last_line_and_its_status() {
    let tasks = expected();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in tasks.chunks(tasks.len().div_ceil(threads)) {
            scope.spawn(|| part.iter().for_each(check));
        }
    });
}

/// Without a limit of its own, this task would go on forever: each round of work doubles.
#[test]
fn limits_have_results_of_their_own() {
    let file = |name: &str| folder().join(name).display().to_string();
    let (property, program) = (file("valid-memsafety.prp"), file("many_blocks.c"));
    for (limit, result) in [
        (["--cpu-time", "0.2"], "UNKNOWN (timeout)"),
        (["--timeout", "0.000001"], "UNKNOWN (timeout)"),
        (["--memory-limit", "1"], "UNKNOWN (memory)"),
    ] {
        let task = ["verify", "--svcomp", "--property", &property, &program, "--rounds", "0"];
        let run = damson(&[&task[..], &limit].concat());
        let printed = stdout(&run);
        assert_eq!(printed.lines().last(), Some(result), "{limit:?}: {printed}");
        assert!(printed.contains(&format!("({})", limit[0])), "{limit:?}: {printed}");
        run.code(5);
    }
}

#[test]
fn what_cannot_be_answered_has_a_last_line_too() {
    shown("competition.md");
}
