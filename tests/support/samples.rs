//! Files of a folder: sample programs, and sources.

use std::path::{Path, PathBuf};

use crate::support::number;

/// The C files of a folder of `tests` and of the folders in it, sorted; there are some.
pub fn c_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let files = files(&folder, "c");
    assert!(!files.is_empty(), "{}: no program", folder.display());
    files
}

/// Of samples, one in `DAMSON_SAMPLES_EVERY`, else one in two: for tests that do much with each of them.
pub fn some(samples: Vec<PathBuf>) -> impl Iterator<Item = PathBuf> {
    samples.into_iter().step_by(number("DAMSON_SAMPLES_EVERY").unwrap_or(2))
}

/// The files with an ending in a folder and in the folders in it, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, ending, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            collect(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}
