//! The table of modules in `src/lib.rs` says what the code does: each module imports what its row names, no more and no
//! less, and only from rows above. So do the sentences below the table about files, processes and syntax trees.

#[path = "support/samples.rs"]
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// A row of the table: a module with what it may import.
struct Row {
    module: String,
    imports: BTreeSet<String>,
}

/// Where a table stands, what the paths of its modules begin with, and the folder that they are in.
struct Scope {
    table: &'static str,
    path: &'static str,
    folder: &'static str,
}

const SCOPES: [Scope; 4] = [
    Scope { table: "lib.rs", path: "crate::", folder: "" },
    Scope { table: "program/mod.rs", path: "crate::program::", folder: "program/" },
    Scope { table: "pipeline/mod.rs", path: "crate::pipeline::", folder: "pipeline/" },
    Scope { table: "smg/mod.rs", path: "crate::smg::", folder: "smg/" },
];

/// The table of a scope, in its order.
fn table(scope: &Scope) -> Vec<Row> {
    let text = std::fs::read_to_string(src().join(scope.table)).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `")).map(|row| format!("`{row}"));
    let rows: Vec<Row> = rows
        .map(|row| {
            let mut cells = row.split('|');
            let module = names(cells.next().unwrap()).remove(0);
            Row { module, imports: names(cells.next().unwrap()).into_iter().collect() }
        })
        .collect();
    assert!(rows.len() > 7, "the table of {} is not where it was", scope.table);
    rows
}

/// Every source file with its path below `src/`, without comments.
fn files() -> BTreeMap<String, String> {
    let text = |path: &PathBuf| without_comments(&std::fs::read_to_string(path).unwrap());
    let name = |path: &PathBuf| path.strip_prefix(src()).unwrap().to_str().unwrap().to_string();
    samples::files(&src(), "rs").iter().map(|path| (name(path), text(path))).collect()
}

/// The text less its line comments: `//` up to the end of the line, unless it stands in a string as in `"https://"`.
fn without_comments(text: &str) -> String {
    let code = |line: &str| match line.find("//") {
        Some(at) if !line[..at].ends_with(':') => line[..at].to_string(),
        _ => line.to_string(),
    };
    text.lines().map(|line| code(line) + "\n").collect()
}

/// The module of a scope that a file belongs to.
fn module_of<'f>(scope: &Scope, file: &'f str) -> Option<&'f str> {
    let below = file.strip_prefix(scope.folder)?;
    Some(below.split('/').next().unwrap().trim_end_matches(".rs"))
}

/// The modules of a scope that a text names. What stands in a scope's own `mod.rs` begins with a capital, or is a function.
fn imports(scope: &Scope, text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let after = text.split(scope.path).skip(1);
    let name = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    let names = after.flat_map(|rest| match name(rest).as_str() {
        // A macro of `base::ids`.
        "define_id" => vec!["base".to_string()],
        "" if scope.folder.is_empty() => {
            panic!("write one `use crate::…` for each module, so that this test can read it")
        }
        // `use crate::scope::{module, Type}`
        "" => {
            let listed = rest.trim_start_matches('{').split(['}', ';']).next().unwrap_or_default();
            listed.split(',').map(|item| name(item.trim())).collect()
        }
        module => vec![module.to_string()],
    });
    names.filter(|name| scope.folder.is_empty() || modules.contains(name)).collect()
}

#[test]
fn every_module_has_its_row() {
    for scope in &SCOPES {
        let text = std::fs::read_to_string(src().join(scope.table)).unwrap();
        let name =
            |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_string());
        let declared: BTreeSet<String> =
            text.lines().filter_map(name).filter(|name| !name.ends_with("tests")).collect();
        assert_eq!(declared, table(scope).into_iter().map(|row| row.module).collect(), "{}", scope.table);
    }
}

/// The `//!` lines of a folder's module: of `folder/mod.rs`, or of `folder.rs` beside it.
fn description(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("mod.rs"))
        .or_else(|_| std::fs::read_to_string(folder.with_extension("rs")))
        .unwrap();
    text.lines().filter(|line| line.starts_with("//!")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_file_stands_in_the_description_of_its_folder() {
    let mut missing = Vec::new();
    for file in files().keys().filter(|file| file.contains('/')) {
        let path = src().join(file);
        let name = path.file_stem().unwrap().to_str().unwrap();
        let folder = path.parent().unwrap();
        let is_told = |folder: &Path| {
            let text = description(folder);
            text.contains(&format!("`{name}`")) || text.contains(&format!("::{name}`"))
        };
        // A folder beside a file of its name may stand in the table of the folder above.
        let above = folder.parent().filter(|above| above.join("mod.rs").is_file() && !folder.join("mod.rs").is_file());
        if name != "mod" && !file.contains("tests") && !is_told(folder) && !above.is_some_and(is_told) {
            missing.push(file.clone());
        }
    }
    assert!(missing.is_empty(), "these files stand in no table of their folder: {missing:?}");
}

#[test]
fn modules_import_from_rows_above_only() {
    for scope in &SCOPES {
        let rows = table(scope);
        for (index, row) in rows.iter().enumerate() {
            let above: BTreeSet<String> = rows[..index].iter().map(|row| row.module.clone()).collect();
            let below: Vec<&String> = row.imports.difference(&above).collect();
            assert!(below.is_empty(), "{} imports {below:?}, which stand below it", row.module);
        }
    }
}

#[test]
fn modules_import_what_their_rows_say() {
    let files = files();
    for scope in &SCOPES {
        let rows = table(scope);
        let modules: BTreeSet<String> = rows.iter().map(|row| row.module.clone()).collect();
        for row in &rows {
            let mut used = BTreeSet::new();
            for (file, text) in files.iter().filter(|(file, _)| module_of(scope, file) == Some(&row.module)) {
                let mut found = imports(scope, text, &modules);
                found.remove(&row.module);
                let extra: Vec<&String> = found.difference(&row.imports).collect();
                assert!(
                    extra.is_empty(),
                    "src/{file} imports {extra:?}, which the table in {} does not allow",
                    scope.table
                );
                used.extend(found);
            }
            assert_eq!(used, row.imports, "the row of {} names more than it imports", row.module);
        }
    }
}

#[test]
fn only_three_modules_touch_files_and_processes() {
    for (file, text) in files() {
        let allowed = ["frontend/preprocess.rs", "modelcheck/spin/", "cli/", "main.rs"];
        if allowed.iter().any(|prefix| file.starts_with(prefix)) {
            continue;
        }
        for word in ["std::fs", "std::process", "std::env", "std::net", "File::open"] {
            assert!(!text.contains(word), "src/{file} uses {word}");
        }
    }
}

/// These macros panic when the reader of the stream has gone; `cli` has functions for it.
#[test]
fn nothing_prints_by_macros_that_panic() {
    for (file, text) in files() {
        for word in ["print!(", "println!("] {
            assert!(!text.contains(word), "src/{file} uses {word}");
        }
    }
}

#[test]
fn files_and_functions_are_short() {
    for (file, text) in files().into_iter().filter(|(file, _)| !file.contains("tests")) {
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() <= 600, "src/{file} has {} lines: split it where its meaning splits", lines.len());
        for (index, first) in lines.iter().enumerate() {
            let Some((before, name)) = first.split_once("fn ") else { continue };
            let is_start = before
                .split_whitespace()
                .all(|word| word.starts_with("pub") || word.starts_with("crate::") || word == "const");
            if !is_start || first.ends_with('}') || first.ends_with(';') {
                continue;
            }
            let end = format!("{}}}", &first[..first.len() - first.trim_start().len()]);
            let length = 1 + lines[index..].iter().position(|line| *line == end).unwrap_or(0);
            assert!(length <= 60, "src/{file}: {length} lines of fn {name}");
        }
    }
}

#[test]
fn only_lowering_and_specifications_see_the_syntax_tree() {
    for (file, text) in files() {
        let allowed = ["frontend/", "program/lower/", "spec/"];
        if allowed.iter().any(|prefix| file.starts_with(prefix)) {
            continue;
        }
        // The place of an annotation, which `spec` reads, is passed on as it is.
        let text = text.replace("pub use crate::frontend::ast::Annotation;", "");
        assert!(!text.contains("frontend::ast") && !text.contains("ast::"), "src/{file} reads the syntax tree");
    }
}

#[test]
fn checkers_share_no_code_with_what_they_check() {
    let files = files();
    let reader = &files["emit/sr_reader.rs"];
    assert!(!reader.contains("crate::") && !reader.contains("super::"), "the reader of S/R uses other code of Damson");
    let replay = &files["modelcheck/replay.rs"];
    for search in ["explicit", "product", "spin", "system"] {
        assert!(!replay.contains(&format!("modelcheck::{search}")) && !replay.contains(&format!("super::{search}")));
    }
    let of_proofs = ["evaluate::", "Facts", "typreach", "translate", "alias", "logic::meaning", "wp::", "theory::"];
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("audit/")) {
        for word in of_proofs {
            assert!(!text.contains(word), "src/{file} uses {word}, which proofs rest on");
        }
    }
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("program/interp/")) {
        assert!(!text.contains("program::lower"), "src/{file} uses lowering");
    }
    for (file, text) in files.iter().filter(|(file, _)| proves(file)) {
        assert!(!text.contains("program::interp"), "src/{file} uses the interpreter, which confirms what it finds");
    }
}

/// Whether a file belongs to an engine that proves. What asks the interpreter about the result of one is no part of it, nor is
/// what writes a run down, or checks an engine in tests.
fn proves(file: &str) -> bool {
    let rooms = ["abstraction/", "bmc/", "modelcheck/", "sat/", "simplify/", "smg/", "theory/", "wp/"];
    let others = ["bmc/harness", "bmc/replay.rs", "smg/check/"];
    let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
    rooms.iter().any(|room| file.starts_with(room)) && !is_test && !others.iter().any(|other| file.starts_with(other))
}
