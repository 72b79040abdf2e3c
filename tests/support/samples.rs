//! Sample programs: the C files of a folder.

use std::path::{Path, PathBuf};

/// The C files of a folder of `tests`, sorted; there are some.
pub fn c_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty(), "{}: no program", folder.display());
    files
}
