//! README and the chapters of the book (`docs/src`) show commands with their output: each chapter is a transcript, and a test.

use std::collections::BTreeSet;

use crate::cli::{root, transcript};

/// A test for each chapter that shows commands.
macro_rules! chapters {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            transcript::check(&root().join(concat!("docs/src/", stringify!($name), ".md")), root());
        })*

        const CHAPTERS: &[&str] = &[$(stringify!($name)),*];
    };
}

chapters! {
    bounded
    competitions
    engines
    exploring
    library
    list
    models
    options
    proofs
    report
    specification
    specifications
    unknown
    witnesses
}

#[test]
fn readme() {
    transcript::check(&root().join("README.md"), root());
}

/// No chapter is forgotten.
#[test]
fn every_chapter_with_commands_has_a_test() {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("docs/src")).unwrap() {
        let path = entry.unwrap().path();
        let is_chapter = path.extension().is_some_and(|end| end == "md");
        if is_chapter && std::fs::read_to_string(&path).unwrap().contains("\n```console") {
            found.insert(path.file_stem().unwrap().to_string_lossy().into_owned());
        }
    }
    let tested: BTreeSet<String> = CHAPTERS.iter().map(ToString::to_string).collect();
    assert_eq!(found, tested);
}

/// The chapter on options has the help of every command.
#[test]
fn every_command_has_its_options_in_the_book() {
    let options = std::fs::read_to_string(root().join("docs/src/options.md")).unwrap();
    let help = crate::cli::stdout(&crate::cli::damson(&["--help"]).code(0));
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    // A line of a command starts behind two spaces; what goes on in the next line stands further in.
    let starts = commands.lines().filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names: Vec<&str> = starts.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    assert!(names.len() > 5, "{help}");
    for name in names {
        assert!(options.contains(&format!("$ damson {name} --help\n")), "docs/src/options.md lacks {name}");
    }
}
