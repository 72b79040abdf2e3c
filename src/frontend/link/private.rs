//! Names that are `static` in one of several linked files and occur in another one: they mean something of their own in
//! the first, where they are renamed to `file::name`. Which C name a `static` function or object has cannot be observed,
//! except in `__func__`, which lowering makes from the plain name.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::{LinkedFile, LinkedItem};
use crate::ast::ExternalItem;
use crate::names::{self, NameOfFile, Occurrence};
use base::{FileId, SourceMap, Span};

/// Returns the names that are renamed in each file. A `static` function of a header is kept once, and keeps its name, if
/// its text is the same in all files that have the name and mentions no name that is renamed in one of them.
pub(super) fn names(files: &[LinkedFile<'_>]) -> Vec<BTreeSet<String>> {
    let mut private: Vec<BTreeSet<String>> = vec![BTreeSet::new(); files.len()];
    loop {
        let mut found: Vec<(usize, String)> = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let statics = file.defined.iter().filter(|(_, known)| known.is_static).map(|(name, _)| *name);
            for name in statics.filter(|name| !private[index].contains(*name)) {
                let means_another = |other: &usize| {
                    let is_same = || is_same([file, &files[*other]], [&private[index], &private[*other]], name);
                    *other != index && files[*other].mentioned.contains_key(name) && !is_same()
                };
                if (0..files.len()).any(|other| means_another(&other)) {
                    found.push((index, name.to_string()));
                }
            }
        }
        if found.is_empty() {
            return private;
        }
        for (index, name) in found {
            private[index].insert(name);
        }
    }
}

/// Returns true if a function means the same in two files with these renamed names.
fn is_same([file, other]: [&LinkedFile<'_>; 2], private: [&BTreeSet<String>; 2], name: &str) -> bool {
    let mentions_none = |item: &LinkedItem| private.into_iter().all(|private| item.mentioned.is_disjoint(private));
    file.shares(other, name) && file.repeatable(name).is_some_and(mentions_none)
}

/// Returns the word for each file that stands before its renamed names: `list` for `src/list.c`. Where two would be the
/// same, they have the folders too, or a number.
pub(super) fn prefixes(file: FileId, sources: &SourceMap) -> Vec<String> {
    let paths: Vec<String> = sources
        .parts(file)
        .into_iter()
        .map(|part| {
            // Behind the line marker that names the file.
            let text = sources.text(file).get(part.start as usize..part.end as usize).unwrap_or_default();
            let start = part.start + text.find('\n').map_or(0, |end| end as u32 + 1).min(part.len() as u32);
            sources.position(Span { file, start, end: start }).file
        })
        .collect();
    let short: Vec<String> = paths.iter().map(|path| word(&stem(path))).collect();
    let long = paths.iter().map(|path| word(&Path::new(path).with_extension("").to_string_lossy()));
    let mut taken = HashSet::new();
    let mut prefixes = Vec::new();
    for (name, long) in short.iter().zip(long) {
        let is_unique = short.iter().filter(|other| *other == name).count() == 1;
        let wanted = if is_unique { name.clone() } else { long };
        let numbered = (2..).map(|number: usize| format!("{wanted}_{number}"));
        let free = std::iter::once(wanted.clone()).chain(numbered).find(|prefix| !taken.contains(prefix));
        let prefix = free.unwrap_or(wanted);
        taken.insert(prefix.clone());
        prefixes.push(prefix);
    }
    prefixes
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Makes a C identifier of a text.
fn word(text: &str) -> String {
    let text = text.trim_start_matches(['.', '/']);
    let word: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if word.starts_with(|c: char| c.is_ascii_digit()) || word.is_empty() { format!("_{word}") } else { word }
}

/// Returns the names that specifications have for what is renamed, and for what other files name without `static`.
pub(super) fn table(files: &[LinkedFile<'_>], private: &[BTreeSet<String>], prefixes: &[String]) -> Vec<NameOfFile> {
    let renamed: BTreeSet<&String> = private.iter().flatten().collect();
    let mut found = Vec::new();
    for ((file, private), prefix) in files.iter().zip(private).zip(prefixes) {
        for plain in &renamed {
            let is_static = private.contains(*plain);
            let is_external = file.defined.get(plain.as_str()).is_some_and(|known| !known.is_static);
            if is_static || is_external {
                let qualified = format!("{prefix}::{plain}");
                found.push(NameOfFile { plain: (*plain).clone(), qualified, is_static });
            }
        }
    }
    found
}

/// Renames the private names of a file in one of its items.
pub(super) fn rename(item: &mut ExternalItem, private: &BTreeSet<String>, prefix: &str) {
    if private.is_empty() {
        return;
    }
    names::visit(item, &mut |name, occurrence| {
        (occurrence == Occurrence::Certain && private.contains(name)).then(|| format!("{prefix}::{name}"))
    });
}
