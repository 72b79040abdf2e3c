//! The table of crates in `src/lib.rs` says what their `Cargo.toml` say: each crate depends on what its row names, no more and no
//! less, and only on rows above. Inside the three largest crates, modules do so, too. And the sentences below the table hold, about
//! files, processes and syntax trees.

use crate::support::samples;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// A row of a table: a crate or a module with what it may import.
struct Row {
    module: String,
    imports: BTreeSet<String>,
}

/// A crate whose modules have a table of their own, in its `lib.rs`.
const SCOPES: [&str; 3] = ["program", "pipeline", "smg"];

/// The table in a file, in its order.
fn table(file: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(src().join(file)).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `")).map(|row| format!("`{row}"));
    let rows: Vec<Row> = rows
        .map(|row| {
            let mut cells = row.split('|');
            let module = names(cells.next().unwrap()).remove(0);
            Row { module, imports: names(cells.next().unwrap()).into_iter().collect() }
        })
        .collect();
    assert!(rows.len() > 7, "the table of {file} is not where it was");
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

/// Whether a file is the build script of a crate.
fn is_build_script(file: &str) -> bool {
    ["base/build.rs", "frontend/build.rs"].contains(&file)
}

/// The module of a crate that a file belongs to.
fn module_of<'f>(scope: &str, file: &'f str) -> Option<&'f str> {
    let below = file.strip_prefix(scope)?.strip_prefix('/')?;
    Some(below.split('/').next().unwrap().trim_end_matches(".rs"))
}

/// The modules of its own crate that a text names. What stands in `lib.rs` begins with a capital, or is a function.
fn imports(text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let name = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    let names = text.split("crate::").skip(1).flat_map(|rest| match name(rest).as_str() {
        // `use crate::{module, Type}`
        "" => {
            let listed = rest.trim_start_matches('{').split(['}', ';']).next().unwrap_or_default();
            listed.split(',').map(|item| name(item.trim())).collect()
        }
        module => vec![module.to_string()],
    });
    names.filter(|name| modules.contains(name)).collect()
}

/// The crates that a crate depends on, tests apart.
fn dependencies(room: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(src().join(room).join("Cargo.toml")).unwrap();
    let listed = text.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let rooms: BTreeSet<String> = table("lib.rs").into_iter().map(|row| row.module).collect();
    let names = listed.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    names.map(str::to_string).filter(|name| rooms.contains(name)).collect()
}

#[test]
fn crates_depend_on_what_their_rows_say() {
    let files = files();
    for row in table("lib.rs") {
        let found = dependencies(&row.module);
        assert_eq!(found, row.imports, "the row of {} and its Cargo.toml", row.module);
        let folder = format!("{}/", row.module);
        for other in &found {
            let used =
                files.iter().any(|(file, text)| file.starts_with(&folder) && text.contains(&format!("{other}::")));
            assert!(used, "{} depends on {other} and does not use it", row.module);
        }
    }
}

#[test]
fn every_module_has_its_row() {
    for scope in SCOPES {
        let lib = format!("{scope}/lib.rs");
        let text = std::fs::read_to_string(src().join(&lib)).unwrap();
        let name =
            |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_string());
        let declared: BTreeSet<String> =
            text.lines().filter_map(name).filter(|name| !name.ends_with("tests")).collect();
        assert_eq!(declared, table(&lib).into_iter().map(|row| row.module).collect(), "{lib}");
    }
}

/// The `//!` lines of a folder: of `folder/lib.rs`, of `folder/mod.rs`, or of `folder.rs` beside it.
fn description(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("lib.rs"))
        .or_else(|_| std::fs::read_to_string(folder.join("mod.rs")))
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
        let has_own = |folder: &Path| folder.join("lib.rs").is_file() || folder.join("mod.rs").is_file();
        // A folder beside a file of its name may stand in the table of the folder above.
        let above = folder.parent().filter(|above| has_own(above) && !has_own(folder));
        if !["mod", "lib"].contains(&name)
            && !is_build_script(file)
            && !file.contains("tests")
            && !is_told(folder)
            && !above.is_some_and(is_told)
        {
            missing.push(file.clone());
        }
    }
    assert!(missing.is_empty(), "these files stand in no table of their folder: {missing:?}");
}

#[test]
fn rows_import_from_rows_above_only() {
    for file in ["lib.rs", "program/lib.rs", "pipeline/lib.rs", "smg/lib.rs"] {
        let rows = table(file);
        for (index, row) in rows.iter().enumerate() {
            let above: BTreeSet<String> = rows[..index].iter().map(|row| row.module.clone()).collect();
            let below: Vec<&String> = row.imports.difference(&above).collect();
            assert!(below.is_empty(), "{file}: {} imports {below:?}, which stand below it", row.module);
        }
    }
}

#[test]
fn modules_import_what_their_rows_say() {
    let files = files();
    for scope in SCOPES {
        let rows = table(&format!("{scope}/lib.rs"));
        let modules: BTreeSet<String> = rows.iter().map(|row| row.module.clone()).collect();
        for row in &rows {
            let mut used = BTreeSet::new();
            for (file, text) in files.iter().filter(|(file, _)| module_of(scope, file) == Some(&row.module)) {
                let mut found = imports(text, &modules);
                found.remove(&row.module);
                let extra: Vec<&String> = found.difference(&row.imports).collect();
                assert!(extra.is_empty(), "src/{file} imports {extra:?}, which the table of {scope} does not allow");
                used.extend(found);
            }
            assert_eq!(used, row.imports, "the row of {} names more than it imports", row.module);
        }
    }
}

#[test]
fn only_three_modules_touch_files_and_processes() {
    for (file, text) in files() {
        let tools = ["modelcheck/process.rs", "modelcheck/source_trail.rs", "modelcheck/spin/", "modelcheck/abc/"];
        let allowed = [&["base/process.rs", "frontend/preprocess.rs", "cli/", "main.rs"][..], &tools].concat();
        if is_build_script(&file) {
            continue;
        }
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
    for (file, text) in files().into_iter().filter(|(file, _)| !is_build_script(file)) {
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
        let allowed = ["frontend/", "program/lower/", "spec/", "witness/places.rs"];
        if allowed.iter().any(|prefix| file.starts_with(prefix)) {
            continue;
        }
        // The place of an annotation, which `spec` reads, is passed on as it is.
        let text = text.replace("pub use frontend::ast::Annotation;", "");
        assert!(!text.contains("frontend::ast") && !text.contains("ast::"), "src/{file} reads the syntax tree");
    }
}

#[test]
fn checkers_share_no_code_with_what_they_check() {
    let files = files();
    let reader = &files["emit/sr_reader.rs"];
    assert!(
        !reader.contains("crate::") && !reader.contains("boolprog::") && !reader.contains("super::"),
        "the reader of S/R uses other code of Damson"
    );
    let replay = &files["modelcheck/replay.rs"];
    for search in ["explicit", "product", "spin", "system"] {
        assert!(!replay.contains(&format!("crate::{search}")) && !replay.contains(&format!("super::{search}")));
    }
    let of_proofs = ["evaluate::", "Facts", "typreach", "translate", "alias", "logic::meaning", "wp::", "theory::"];
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("audit/")) {
        for word in of_proofs {
            assert!(!text.contains(word), "src/{file} uses {word}, which proofs rest on");
        }
    }
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("program/interp/")) {
        assert!(!text.contains("crate::lower"), "src/{file} uses lowering");
    }
    for (file, text) in files.iter().filter(|(file, _)| proves(file)) {
        assert!(!text.contains("program::interp"), "src/{file} uses the interpreter, which confirms what it finds");
    }
}

/// Whether a file belongs to an engine that proves. What asks the interpreter about the result of one is no part of it, nor is
/// what checks an engine in tests.
fn proves(file: &str) -> bool {
    let rooms = ["abstraction/", "bmc/", "modelcheck/", "sat/", "simplify/", "smg/", "theory/", "wp/"];
    let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
    rooms.iter().any(|room| file.starts_with(room)) && !is_test && !file.starts_with("smg/check/")
}
