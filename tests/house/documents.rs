//! README, CONTRIBUTING and the book (`docs/src`): the files that they name are there, links lead somewhere, and the table of contents
//! has every chapter. `tests/interface/cli/book.rs` runs the commands that they show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders and files at the top of the repository: what starts with one of them is a path.
const TOP: &[&str] =
    &["src", "tests", "benches", "models", "rewrite-rules", "fuzz", "grammar", "docs", "templates", ".ci"];

/// Endings of files of the repository.
const ENDINGS: &[&str] = &[".rs", ".md", ".rules", ".lalrpop", ".pest", ".toml", ".snap"];

fn text(name: &str) -> String {
    let path = root().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the documents, from the top of the repository.
fn documents() -> Vec<String> {
    let chapters = std::fs::read_dir(root().join("docs/src")).expect("the book is there");
    let names = chapters.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let chapters = names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/src/{name}"));
    let top = ["README.md", "CONTRIBUTING.md", "rewrite-rules/README.md"].map(str::to_string);
    let mut all: Vec<String> = top.into_iter().chain(chapters).collect();
    all.sort();
    all
}

/// The lines of a text outside of blocks of code.
fn prose(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        is_code ^= fence;
        !is_code && !fence && !line.starts_with("    ")
    });
    lines.collect()
}

/// What stands between backticks in a text outside of blocks of code.
fn quoted(text: &str) -> Vec<String> {
    prose(text).join("\n").split('`').skip(1).step_by(2).map(str::to_string).collect()
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

/// Whether a path is made by commands, and not committed.
fn is_ignored(path: &str) -> bool {
    let ignored = text(".gitignore");
    ignored.lines().any(|line| line.strip_prefix('/').is_some_and(|line| path.trim_end_matches('/') == line))
}

/// The paths of a text that are not there.
fn missing(text: &str) -> Vec<String> {
    let is_there = |word: &str| is_ignored(word) || exists(root(), &word.replace("NAME", "*"));
    quoted(text).into_iter().filter(|word| is_path(word) && !is_there(word)).collect()
}

fn recipes() -> String {
    let text = text("CONTRIBUTING.md");
    let (_, recipes) = text.split_once("\n## Recipes\n").expect("a section of recipes");
    recipes.split("\n## ").next().unwrap_or_default().to_string()
}

#[test]
fn files_that_documents_name_are_there() {
    for name in documents() {
        assert_eq!(missing(&text(&name)), Vec::<String>::new(), "{name}");
    }
}

/// The targets of the links and pictures of a text, `](target)`.
fn links(text: &str) -> Vec<String> {
    let words: String = prose(text).join("\n").split('`').step_by(2).collect::<Vec<_>>().join("_");
    let ends = words.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(target, _)| target.to_string()).collect()
}

/// The name by which a heading is linked to, as mdBook and GitHub make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_heading(text: &str, wanted: &str) -> bool {
    let headings = prose(text).into_iter().filter_map(|line| line.strip_prefix('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).any(|found| found == wanted)
}

/// Why a link of a document leads nowhere, if it does.
fn dead(document: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let here = PathBuf::from(document);
    let path = if file.is_empty() { here } else { here.parent().unwrap_or(Path::new("")).join(file) };
    if !root().join(&path).is_file() {
        return Some(format!("{document}: {link}: there is no such file"));
    }
    // A book is read apart from the repository.
    if document.starts_with("docs/src/")
        && (file.contains("..") || file.contains('/') && !file.starts_with("pictures/"))
    {
        return Some(format!("{document}: {link}: it leaves the book"));
    }
    let lacks = |heading: &&str| !has_heading(&text(&path.display().to_string()), heading);
    heading.filter(lacks).map(|_| format!("{document}: {link}: there is no such heading"))
}

#[test]
fn links_lead_somewhere() {
    let mut all = 0;
    for name in documents() {
        let links = links(&text(&name));
        all += links.len();
        let dead: Vec<String> = links.iter().filter_map(|link| dead(&name, link)).collect();
        assert_eq!(dead, Vec::<String>::new());
    }
    assert!(all > 20);
}

/// mdBook shows the chapters that the table of contents has.
#[test]
fn every_chapter_is_in_the_table_of_contents_once() {
    let mut listed = links(&text("docs/src/SUMMARY.md"));
    listed.sort();
    let there = documents().into_iter().filter_map(|name| name.strip_prefix("docs/src/").map(str::to_string));
    assert_eq!(listed, there.filter(|name| name != "SUMMARY.md").collect::<Vec<_>>());
}

#[test]
fn every_picture_of_the_book_is_shown() {
    let shown: BTreeSet<String> = documents().iter().flat_map(|name| links(&text(name))).collect();
    for entry in std::fs::read_dir(root().join("docs/src/pictures")).expect("pictures") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(shown.iter().any(|link| link.ends_with(&format!("pictures/{name}"))), "{name}");
    }
}

/// A name of a file without its folder is not found by a reader, and not walked here.
#[test]
fn recipes_name_files_with_their_folders() {
    let is_file = |word: &str| ENDINGS.iter().any(|ending| word.ends_with(ending));
    let is_bare = |word: &String| !word.contains('/') && is_file(word) && !root().join(word).exists();
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
