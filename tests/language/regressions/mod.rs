//! Inputs that once made a parser crash or hang, smallest form, in a folder for each parser; and the seeds of the
//! fuzz targets. None may crash, and each must take no more than seconds.

mod targets;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// As much stack as the command line gives its work.
const STACK_BYTES: usize = 256 << 20;

fn inputs(target: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("tests/regressions").join(target), root.join("fuzz/seeds").join(target)];
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// Runs a target on all its inputs.
fn survives(target: &str, run: fn(&str)) {
    let inputs = inputs(target);
    assert!(!inputs.is_empty(), "there are no inputs for {target}");
    for path in inputs {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let start = Instant::now();
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(&text)).unwrap();
        assert!(thread.join().is_ok(), "{} crashes {target}", path.display());
        assert!(start.elapsed() < Duration::from_secs(20), "{} takes {:?}", path.display(), start.elapsed());
    }
}

#[test]
fn c_survives() {
    survives("c", targets::c);
}

#[test]
fn specifications_survive() {
    survives("specification", targets::specification);
}

#[test]
fn hints_survive() {
    survives("hints", targets::hints);
}

#[test]
fn rules_survive() {
    survives("rules", targets::rules);
}

#[test]
fn sr_survives() {
    survives("sr", targets::sr);
}

#[test]
fn properties_survive() {
    survives("property", targets::property);
}

#[test]
fn tasks_survive() {
    survives("task", targets::task);
}
