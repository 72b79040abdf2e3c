//! `.ci/Containerfile`: what it copies is there and enough for Cargo, and its Rust is the oldest one that Damson is made for.

use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn recipe() -> String {
    std::fs::read_to_string(root().join(".ci/Containerfile")).expect("a recipe")
}

/// What goes from the checkout into the image.
fn copied(recipe: &str) -> Vec<String> {
    let lines = recipe.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with("--from"));
    let sources = lines.flat_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        words.split_last().map(|(_, sources)| sources.to_vec()).unwrap_or_default()
    });
    sources.map(str::to_string).collect()
}

#[test]
fn an_image_is_made_with_the_oldest_rust() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let (_, version) = manifest.split_once("rust-version = \"").expect("a version");
    let (version, _) = version.split_once('"').expect("a version");
    assert!(recipe().contains(&format!("/rust:{version}-")), "{version}");
}

#[test]
fn an_image_has_all_that_cargo_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = copied(&recipe());
    assert!(copied.len() > 5, "{copied:?}");
    for name in &copied {
        let done = Command::new("cp").arg("-a").arg(root().join(name)).arg(folder.path()).status().expect("cp");
        assert!(done.success(), "{name}");
    }
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.args(["metadata", "--offline", "--locked", "--no-deps", "--format-version", "1"]);
    let output = output.current_dir(folder.path()).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Rules and grammars are links out of the crates that hold them.
    for link in [
        "src/simplify/rewrite-rules",
        "src/bmc/rewrite-rules",
        "src/spec/grammar",
        "src/frontend/grammar",
        "src/competition/grammar",
    ] {
        assert!(folder.path().join(link).is_dir(), "{link}");
    }
}
