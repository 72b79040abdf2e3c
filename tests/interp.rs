//! The sample programs of `tests/interp`: those in `runs` end with what their `.out` file says, which is what
//! they write and a last line with their exit status.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The C files of a folder, sorted.
fn samples(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interp").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn expected(sample: &Path) -> String {
    std::fs::read_to_string(sample.with_extension("out")).unwrap()
}

#[test]
fn the_expected_results_are_those_of_the_systems_compiler() {
    let folder = tempfile::tempdir().unwrap();
    for sample in samples("runs") {
        let program = folder.path().join(sample.file_stem().unwrap());
        let Ok(compiled) = Command::new("cc").arg("-w").arg(&sample).arg("-o").arg(&program).status() else {
            return; // No compiler here: the files were made where there was one.
        };
        assert!(compiled.success(), "{}", sample.display());
        let run = Command::new(&program).output().unwrap();
        let found = format!("{}exit {}\n", String::from_utf8(run.stdout).unwrap(), run.status.code().unwrap());
        assert_eq!(found, expected(&sample), "{}", sample.display());
    }
}
