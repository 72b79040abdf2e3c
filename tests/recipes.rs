//! The files that `README.md` and the recipes of `CONTRIBUTING.md` name are there.

use std::path::Path;

/// Folders and files at the top of the repository: what starts with one of them is a path.
const TOP: &[&str] = &["src", "tests", "benches", "models", "rewrite-rules", "fuzz", "grammar", ".ci"];

/// Endings of files of the repository.
const ENDINGS: &[&str] = &[".rs", ".md", ".rules", ".lalrpop", ".pest", ".toml", ".snap"];

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

/// What stands between backticks in a text outside of blocks of code.
fn quoted(text: &str) -> Vec<String> {
    let mut is_code = false;
    let prose: Vec<&str> = text
        .lines()
        .filter(|line| {
            let fence = line.trim_start().starts_with("```");
            is_code ^= fence;
            !is_code && !fence && !line.starts_with("    ")
        })
        .collect();
    prose.join("\n").split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// Whether a quoted word is meant as a path from the top of the repository.
fn is_path(word: &str) -> bool {
    let word = word.replace("NAME", "*");
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-*".contains(c));
    let first = word.split('/').next().unwrap_or_default();
    is_plain && word.contains('/') && TOP.contains(&first)
}

/// Whether a path is there; `*` stands for any name.
fn exists(folder: &Path, path: &str) -> bool {
    match path.split_once('*') {
        None => folder.join(path).exists(),
        Some((before, after)) => {
            let (inner, start) = before.rsplit_once('/').unwrap_or(("", before));
            let entries = std::fs::read_dir(folder.join(inner)).into_iter().flatten().flatten();
            let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
            names.any(|name| {
                let (end, rest) = after.split_once('/').map_or((after, None), |(end, rest)| (end, Some(rest)));
                let fits = name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end);
                fits && rest.is_none_or(|rest| exists(&folder.join(inner).join(&name), rest))
            })
        }
    }
}

/// The paths of a text that are not there.
fn missing(text: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    quoted(text).into_iter().filter(|word| is_path(word) && !exists(root, &word.replace("NAME", "*"))).collect()
}

fn recipes() -> String {
    let text = text("CONTRIBUTING.md");
    let (_, recipes) = text.split_once("\n## Recipes\n").expect("a section of recipes");
    recipes.split("\n## ").next().unwrap_or_default().to_string()
}

#[test]
fn files_that_the_readme_names_are_there() {
    assert_eq!(missing(&text("README.md")), Vec::<String>::new());
}

#[test]
fn files_that_the_recipes_name_are_there() {
    assert_eq!(missing(&recipes()), Vec::<String>::new());
}

/// A name of a file without its folder is not found by a reader, and not walked here.
#[test]
fn recipes_name_files_with_their_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_file = |word: &str| ENDINGS.iter().any(|ending| word.ends_with(ending));
    let is_bare = |word: &String| !word.contains('/') && is_file(word) && !root.join(word).exists();
    let bare: Vec<String> = quoted(&recipes()).into_iter().filter(is_bare).collect();
    assert_eq!(bare, Vec::<String>::new());
}

#[test]
fn there_is_a_recipe_for_each_extension() {
    let recipes = recipes();
    let named = |what: &str| recipes.contains(&format!("\n**{what}"));
    for what in ["A predicate", "An engine", "A library function", "An emitter", "A rewrite rule"] {
        assert!(named(what), "there is no recipe '{what}'");
    }
}
