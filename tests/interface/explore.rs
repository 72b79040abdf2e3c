//! `damson explore`: each script of `tests/explore/` runs in that directory; the snapshot is its transcript, with what
//! went to standard error behind it. A script's first line names the arguments.

use crate::support::tools;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use damson::base::{Budget, SourceMap};
use damson::explore::{Session, command, table, text};
use damson::pipeline::{self, Input, Settings};
use damson::simplify::RuleSet;
use proptest::prelude::*;

fn explore(folder: &Path, arguments: &str, script: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.current_dir(folder).arg("explore").args(arguments.split_whitespace()).write_stdin(script);
    command.output().expect("it runs")
}

#[test]
fn scripts_give_the_same_transcript() {
    insta::glob!("../explore", "*.script", |path| {
        let script = std::fs::read_to_string(path).expect("the script is there");
        let arguments = script.lines().next().and_then(|line| line.strip_prefix("# explore ")).expect("arguments");
        let output = explore(path.parent().expect("it is in a folder"), arguments, &script);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let status = output.status.code();
        insta::assert_snapshot!(format!("{out}--- standard error\n{err}--- status {status:?}\n"));
    });
}

#[test]
fn a_transcript_goes_to_a_file_as_it_is_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore");
    let file = tempfile::NamedTempFile::new().expect("a file");
    let arguments = "insert.c --spec insert.spec --no-auto";
    let script = "locations\nno such command\nquit\n";
    let printed = explore(&folder, arguments, script);
    let written = explore(&folder, &format!("{arguments} -o {}", file.path().display()), script);
    assert_eq!(written.status.code(), Some(3));
    assert!(written.stdout.is_empty());
    assert_eq!(written.stderr, printed.stderr);
    assert_eq!(std::fs::read(file.path()).expect("it was written"), printed.stdout);
}

#[test]
fn bad_input_files_end_the_session_before_it_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bad.c"), "int main(void) { return x; }").expect("it can be written");
    let output = explore(folder.path(), "bad.c", "locations\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("bad.c:1:"));
}

#[test]
fn saved_hints_can_be_given_with_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["reverse.c", "reverse.spec"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    let first = explore(
        folder.path(),
        "reverse.c --spec reverse.spec --bound 4 --no-auto",
        "hint x == x->n+ @ n4 ~> if !cyclic[;n](x) then false else *  // a family\n\
         hint reach[?A;n](t, x->n+) @ line 11 ~> *\nsave some.hints\nemit promela model.pml\n",
    );
    assert!(first.stderr.is_empty(), "{}", String::from_utf8_lossy(&first.stderr));
    let saved = std::fs::read_to_string(folder.path().join("some.hints")).expect("it was saved");
    assert_eq!(
        saved,
        "hint x == x->n+ @ n4 ~> if !cyclic[;n](x) then false else *;\nhint reach[?A;n](t, x->n+) @ line 11 ~> *;\n"
    );
    let model = std::fs::read_to_string(folder.path().join("model.pml")).expect("it was written");
    assert!(model.contains("active proctype"), "{model}");
    let second = explore(
        folder.path(),
        "reverse.c --spec reverse.spec --hints some.hints --bound 4 --no-auto",
        "save again.hints\n",
    );
    assert_eq!(second.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("again.hints")).ok(), Some(saved));
}

/// The hint is wrong for one number, which no run on a small heap has.
#[test]
fn by_an_unsound_hint_nothing_is_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "void f(int *x, unsigned a) { if (x == 0) return; if (a * a == 1234321) x = 0; L: ; }";
    std::fs::write(folder.path().join("f.c"), program).expect("it can be written");
    std::fs::write(folder.path().join("f.spec"), "assert x != NULL @ L;").expect("it can be written");
    let found = explore(folder.path(), "f.c --spec f.spec --no-auto", "hint x == NULL @ L ~> false\nrun\ncheck\n");
    let found = String::from_utf8_lossy(&found.stdout);
    assert!(
        found.contains("unknown   assertion1: assert x != NULL @ L\n          because a hint is unsound\n"),
        "{found}"
    );
}

#[test]
fn a_terminal_gets_a_prompt_and_completion() {
    // `script` gives a command a terminal.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore");
    let line = format!("{} explore insert.c --spec insert.spec --plain", env!("CARGO_BIN_EXE_damson"));
    let mut command = Command::new("script");
    command.current_dir(folder).env("TERM", "xterm").env_remove("XDG_STATE_HOME");
    command.args(["-qec", &line, "/dev/null"]).write_stdin("sta\t\nquit\n");
    let Ok(output) = command.timeout(std::time::Duration::from_secs(120)).output() else {
        return tools::missing("script", "no terminal is tried");
    };
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("damson> "), "{shown}");
    assert!(shown.contains("boolean program: "), "{shown}");
}

/// A session about a small program.
fn session() -> Session {
    let mut sources = SourceMap::new();
    let program = sources.add("reverse.c", include_str!("../explore/reverse.c"));
    let specification = Some(sources.add("reverse.spec", include_str!("../explore/reverse.spec")));
    let input = Input { specification, ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let rules = RuleSet::embedded().expect("the built-in rules are right");
    let settings = Settings { bound: 3, hint_nodes: 1, ..Settings::default() };
    let settings = Settings { concrete: pipeline::confirm::SearchBounds { nodes: 1, ..settings.concrete }, ..settings };
    match Session::open(sources, prepared, rules, settings) {
        Ok((mut session, _)) => {
            session.execute(&command::Request::Run, &Budget::unlimited()).expect("the abstraction runs");
            session
        }
        Err((sources, problem)) => panic!("{problem:?} {sources:?}"),
    }
}

/// Command lines: real names with likely and unlikely arguments, and anything at all.
fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(table::TABLE.iter().map(|entry| entry.name).collect::<Vec<_>>());
    let word = prop_oneof![
        (0usize..20).prop_map(|number| number.to_string()),
        prop::sample::select(vec![
            "n4",
            "entry",
            "line",
            "kind",
            "reach",
            "var",
            "x",
            "text",
            "status",
            "open",
            "promela",
            "sr",
            "ltl",
            "assertion1",
            "cyclic[;n](x)",
            "@",
            "~>",
            "*",
            "x == x->n+",
            "if",
            "18446744073709551615",
            "-1",
            ";",
            "//",
        ])
        .prop_map(str::to_string),
        "\\PC{0,8}",
    ];
    let words = prop::collection::vec(word, 0..6);
    prop_oneof![4 => (name, words).prop_map(|(name, words)| format!("{name} {}", words.join(" "))), 1 => "\\PC*"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn no_input_brings_the_session_down(lines in prop::collection::vec(line(), 1..20)) {
        let mut session = session();
        for line in lines {
            let Ok(command) = command::parse(&line) else { continue };
            // A large bound would take long.
            if matches!(command, command::Request::Bound(Some(5..), _)) {
                continue;
            }
            match session.execute(&command, &Budget::unlimited()) {
                Ok(answer) => drop(text::answer(&answer)),
                Err(problem) => prop_assert!(!text::problem(&problem, session.sources()).is_empty(), "{line}"),
            }
        }
    }
}
