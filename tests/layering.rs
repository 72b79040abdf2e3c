//! The table of modules in `src/lib.rs` says what the code does: each module imports what its row names, no more and no
//! less, and only from rows above. So do the sentences below the table about files, processes and syntax trees.

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

/// The table, in its order.
fn table() -> Vec<Row> {
    let text = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `")).map(|row| format!("`{row}"));
    let rows: Vec<Row> = rows
        .map(|row| {
            let mut cells = row.split('|');
            let module = names(cells.next().unwrap()).remove(0);
            Row { module, imports: names(cells.next().unwrap()).into_iter().collect() }
        })
        .collect();
    assert!(rows.len() > 10, "the table is not where it was");
    rows
}

/// Every source file with its path below `src/`, without comments.
fn files() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![src()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(src()).unwrap().to_str().unwrap().to_string();
                found.insert(name, without_comments(&std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

/// The text less its line comments: `//` up to the end of the line, unless it stands in a string as in `"https://"`.
fn without_comments(text: &str) -> String {
    let code = |line: &str| match line.find("//") {
        Some(at) if !line[..at].ends_with(':') => line[..at].to_string(),
        _ => line.to_string(),
    };
    text.lines().map(|line| code(line) + "\n").collect()
}

/// The module at the top that a file belongs to.
fn module_of(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The modules at the top that a text names as `crate::module`.
fn imports(text: &str) -> BTreeSet<String> {
    let after = text.split("crate::").skip(1);
    let name = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    after
        .map(|rest| match name(rest).as_str() {
            // A macro of `base::ids`.
            "define_id" => "base".to_string(),
            "" => panic!("write one `use crate::…` for each module, so that this test can read it"),
            module => module.to_string(),
        })
        .collect()
}

#[test]
fn every_module_has_its_row() {
    let text = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let declared: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let rows = table();
    assert_eq!(declared, rows.iter().map(|row| row.module.as_str()).collect());
}

#[test]
fn modules_import_from_rows_above_only() {
    let rows = table();
    for (index, row) in rows.iter().enumerate() {
        let above: BTreeSet<String> = rows[..index].iter().map(|row| row.module.clone()).collect();
        let below: Vec<&String> = row.imports.difference(&above).collect();
        assert!(below.is_empty(), "{} imports {below:?}, which stand below it", row.module);
    }
}

#[test]
fn modules_import_what_their_rows_say() {
    let files = files();
    for row in table() {
        let mut used = BTreeSet::new();
        for (file, text) in files.iter().filter(|(file, _)| module_of(file) == row.module) {
            let found: BTreeSet<String> = imports(text).into_iter().filter(|name| *name != row.module).collect();
            let extra: Vec<&String> = found.difference(&row.imports).collect();
            assert!(extra.is_empty(), "src/{file} imports {extra:?}, which the table in src/lib.rs does not allow");
            used.extend(found);
        }
        assert_eq!(used, row.imports, "the row of {} names more than it imports", row.module);
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
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("smg/") && !file.starts_with("smg/cover")) {
        assert!(!text.contains("program::interp"), "src/{file} uses the interpreter, which confirms what it finds");
    }
}
