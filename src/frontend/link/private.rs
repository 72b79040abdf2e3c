//! Names that mean something of their own in one of several linked files, where they are renamed to `file::name`:
//!
//! - Names that are `static` there, and occur in another file. Which C name a `static` function or object has cannot be
//!   observed, except in `__func__`, which lowering makes from the plain name.
//! - Types and enumeration constants that an earlier file defines in another way. Files that define a type alike share it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use super::{LinkedFile, LinkedItem};
use crate::ast::ExternalItem;
use crate::names::{self, NameOfFile, Occurrence};
use base::{FileId, SourceMap, Span};

/// The names that are renamed in a file, each with the index of the file whose name it gets.
pub(super) type PrivateNames = BTreeMap<String, usize>;
/// The names of an item that are renamed, in order.
pub(super) type Renamed<'i> = Vec<(&'i str, usize)>;

/// Returns the names that are renamed in each file. A `static` function of a header is kept once, and keeps its name, if
/// its text is the same in all files that have the name and mentions no name that is renamed in one of them.
pub(super) fn names(files: &[LinkedFile<'_>]) -> Vec<PrivateNames> {
    let mut private: Vec<PrivateNames> = vec![PrivateNames::new(); files.len()];
    // A round without a new name is the last one. Whatever is renamed, names that still clash are told as errors.
    let most: usize = files.iter().map(|file| file.defined.len() + file.types.len()).sum();
    for _ in 0..=most {
        let mut found = private.clone();
        for (index, file) in files.iter().enumerate() {
            let statics = file.defined.iter().filter(|(_, known)| known.is_static).map(|(name, _)| *name);
            for name in statics.filter(|name| !private[index].contains_key(*name)) {
                let means_another = |other: &usize| {
                    *other != index
                        && files[*other].mentioned.contains_key(name)
                        && !is_same(files, &private, [index, *other], name)
                };
                if (0..files.len()).any(|other| means_another(&other)) {
                    found[index].insert(name.to_string(), index);
                }
            }
            for name in file.types.keys() {
                if let Some(owner) = owner(files, &private, index, name) {
                    found[index].insert(name.clone(), owner);
                }
            }
        }
        if found == private {
            break;
        }
        private = found;
    }
    private
}

/// Returns the file after which a type of a file is renamed: the first one that defines it alike. `None` if no earlier file
/// gives the name another meaning.
fn owner(files: &[LinkedFile<'_>], private: &[PrivateNames], index: usize, name: &str) -> Option<usize> {
    let has_name = |other: &usize| {
        let other = &files[*other];
        other.types.contains_key(name) || other.defined.contains_key(name)
    };
    let earlier: Vec<usize> = (0..index).filter(has_name).collect();
    let first = *earlier.first()?;
    let alike = earlier.into_iter().find(|other| is_same(files, private, [index, *other], name));
    match alike {
        Some(alike) if alike == first => None,
        alike => Some(alike.unwrap_or(index)),
    }
}

/// Returns true if a function or a type means the same in two files with these renamed names.
fn is_same(files: &[LinkedFile<'_>], private: &[PrivateNames], [one, other]: [usize; 2], name: &str) -> bool {
    let renamed = |index: usize| {
        let item = files[index].repeatable(name)?;
        Some(renamed(item, &private[index]).into_iter().filter(|(part, _)| *part != name).collect::<Vec<_>>())
    };
    files[one].shares(&files[other], name) && renamed(one) == renamed(other)
}

/// Returns the renamed names of an item.
pub(super) fn renamed<'i>(item: &'i LinkedItem, private: &PrivateNames) -> Renamed<'i> {
    item.mentioned.iter().filter_map(|name| Some((name.as_str(), *private.get(name)?))).collect()
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
pub(super) fn table(files: &[LinkedFile<'_>], private: &[PrivateNames], prefixes: &[String]) -> Vec<NameOfFile> {
    let is_type = |name: &str| files.iter().any(|file| file.types.contains_key(name));
    let renamed: BTreeSet<&String> = private.iter().flat_map(BTreeMap::keys).filter(|name| !is_type(name)).collect();
    let mut found = Vec::new();
    for ((file, private), prefix) in files.iter().zip(private).zip(prefixes) {
        for plain in &renamed {
            let is_static = private.contains_key(*plain);
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
pub(super) fn rename(item: &mut ExternalItem, private: &PrivateNames, prefixes: &[String]) {
    if private.is_empty() {
        return;
    }
    names::visit(item, &mut |name, occurrence| {
        let owner = private.get(name).filter(|_| occurrence == Occurrence::Certain)?;
        Some(format!("{}::{}", prefixes.get(*owner)?, names::identifier(name)))
    });
}
