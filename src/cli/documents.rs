//! Manual pages and completions, made from the table of options, and the schema of JSON.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use super::commands::refuse;
use super::console::{Console, cannot_write};
use super::options::Options;
use base::SourceMap;

/// The name that users call the program by.
const NAME: &str = "damson";

/// A command line for the manual pages, and what it does. A test runs them on files of these names.
type Example = (&'static str, &'static str);

/// Examples, by command; the first ones are for the page of the program.
const EXAMPLES: [(&str, &[Example]); 8] = [
    (
        "damson",
        &[
            ("damson verify null.c", "check the memory safety of a program"),
            ("damson verify reverse.c --spec reverse.spec", "check a specification, too"),
            ("damson verify --all-entries tree.c", "check each function that other files may call"),
        ],
    ),
    (
        "damson-verify",
        &[
            ("damson verify null.c", "check the memory safety of a program"),
            ("damson verify reverse.c --spec reverse.spec --hints reverse.hints", "check a specification, with hints"),
            ("damson verify --all-entries tree.c", "check each function that other files may call"),
            ("damson verify null.c --format sarif", "the errors for other tools"),
        ],
    ),
    (
        "damson-abstract",
        &[
            ("damson abstract insert.c --spec insert.spec", "list the predicates that the property depends on"),
            ("damson abstract insert.c --spec insert.spec --emit promela", "print a model for SPIN"),
        ],
    ),
    ("damson-explore", &[("damson explore insert.c --spec insert.spec --plain", "explore, line by line")]),
    ("damson-smg", &[("damson smg freed.c --entry f", "run the shape analysis alone, from one function")]),
    ("damson-bmc", &[("damson bmc null.c --unwind 3", "follow all runs with at most three iterations of each loop")]),
    ("damson-run", &[("damson run status.c", "run a program, and exit with its status")]),
    ("damson-cfg", &[("damson cfg reverse.c --format dot", "print the flowchart of a function for Graphviz")]),
];

/// The pages with the section on specifications.
const WITH_SPECIFICATIONS: [&str; 5] =
    ["damson-verify", "damson-abstract", "damson-explore", "damson-smg", "damson-bmc"];

/// What specifications consist of, in brief: text, and what it means.
const SPECIFICATIONS: [Example; 14] = [
    ("assume P @ L;", "runs in which P does not hold at L are ignored"),
    ("assert P @ L;", "P holds whenever control is at L"),
    ("ltl NAME: F;", "a formula with G, F, X, U, W, R"),
    ("symbol k : struct node *;", "any value of the type, the same during a run"),
    ("reach[A;F](a, b)", "b is reachable from a along the fields F, without passing the addresses A"),
    ("reachp[A;F](a, b)", "the same in at least one step"),
    ("dshared[A;F](a, b)", "some cell is reachable from both"),
    ("cyclic[A;F](a)", "a cycle is reachable from a"),
    ("tree[A;F](a)", "no two different paths lead from a to one place"),
    ("allocated(a)", "a is the address of a live object"),
    ("forall[A;F](v : a; P)", "P holds for every node v that is reachable from a"),
    ("each[A;F](u, v : a; P)", "P holds for every link from a node u to a node v"),
    ("count[A;F](a) == count[A;F](b) + 1", "numbers of nodes"),
    ("L", "a label, line 12, line 12:9, entry, exit, or function::label"),
];

/// Writes a manual page for the program, and one for each command, to a folder, which is made if it is missing; the exit status.
pub(super) fn write_pages(console: &Console, folder: &Path) -> u8 {
    let command = Options::command().disable_help_subcommand(true);
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    match written.and_then(|()| add_sections(folder)) {
        Ok(()) => 0,
        Err(error) => refuse(console, &SourceMap::new(), cannot_write(&folder.display().to_string(), &error)),
    }
}

/// Adds to the pages what the options do not say.
fn add_sections(folder: &Path) -> std::io::Result<()> {
    for (name, examples) in EXAMPLES {
        let path = folder.join(format!("{name}.1"));
        let mut text = std::fs::read_to_string(&path)?;
        if WITH_SPECIFICATIONS.contains(&name) {
            text.push_str(&section("SPECIFICATIONS", &SPECIFICATIONS));
            text.push_str(".PP\nThe statements stand in a file (\\-\\-spec), or in the C file behind //@. ");
            text.push_str("The connectives are ! && || => <=>. The chapter Specifications of the book has the rest.\n");
        }
        text.push_str(&section("EXAMPLES", examples));
        std::fs::write(&path, text)?;
    }
    Ok(())
}

/// A section with a list, in the language of manual pages.
fn section(title: &str, items: &[Example]) -> String {
    // A dot or a quote at the start of a line would be a request, but no item begins with one.
    let plain = |text: &str| text.replace('\\', "\\e").replace('-', "\\-");
    let item = |(what, meaning): &Example| format!(".TP\n\\fB{}\\fR\n{}\n", plain(what), plain(meaning));
    format!(".SH {title}\n{}", items.iter().map(item).collect::<String>())
}

/// Prints the script that completes command lines; the exit status.
pub(super) fn completions(console: &Console, shell: Shell) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), NAME, &mut script);
    console.print(&String::from_utf8_lossy(&script));
    0
}

/// Prints the schema of `--format json`; the exit status.
pub(super) fn schema(console: &Console) -> u8 {
    console.print(&report::schema::write());
    0
}
