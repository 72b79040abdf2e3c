//! Merges the trees of several files into one program, as a linker does.
//!
//! Each file is preprocessed and parsed separately, so that neither macros nor type names carry over. Text of headers,
//! which is the same in several files, is kept once. Lowering treats the rest as one file: two different definitions of
//! a type or function are an error. Files are rejected if one would be read differently beside another one:
//!
//! - A name that is `static` in one file may not be declared or called in another. (A `static` function of a header is
//!   kept once if it has no storage of its own. It means the same in all files, as no name that they declare is `static`
//!   in only some.)
//! - A file must declare each function of another file that it calls.
//! - Functions may run before or after `main` in at most one file: the order of those of two files is undefined.
//! - Equal text under different `#pragma pack` is not considered equal.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use itertools::Itertools;

use super::ast::{
    Declaration, Derivation, ExternalItem, FunctionDefinition, InitDeclarator, StorageClass, TranslationUnit,
};
use base::{Diagnostic, Diagnostics, SourceMap, Span};

/// Links several trees into one.
pub(super) fn link(units: Vec<TranslationUnit>, sources: &SourceMap) -> (TranslationUnit, Diagnostics) {
    let files: Vec<LinkedFile<'_>> = units.iter().map(|unit| LinkedFile::of(unit, sources)).collect();
    let mut diagnostics = Diagnostics::new();
    for (index, file) in files.iter().enumerate() {
        for (_, other) in files.iter().enumerate().filter(|(other, _)| *other != index) {
            file.check(other, &mut diagnostics);
        }
    }
    if let [_, second, ..] = files.iter().filter_map(|file| file.startup).collect::<Vec<_>>()[..] {
        let message = "these files cannot be linked: functions run before or after main in more than one of them, in no defined order";
        diagnostics.push(Diagnostic::error(second, message));
    }
    // Items seen before, file by file and item by item.
    let mut known: HashSet<&ComparableText> = HashSet::new();
    let mut repeated: Vec<Vec<bool>> = Vec::new();
    for file in &files {
        let is_repeated = |item: &LinkedItem| item.may_be_repeated && known.contains(&item.text);
        repeated.push(file.items.iter().map(is_repeated).collect());
        known.extend(file.items.iter().map(|item| &item.text));
    }
    let mut whole = TranslationUnit::default();
    for (unit, repeated) in units.into_iter().zip(repeated) {
        let TranslationUnit { items, annotations, packs } = unit;
        let kept = items.into_iter().zip(repeated).filter(|(_, is_repeated)| !is_repeated);
        whole.items.extend(kept.map(|(item, _)| item));
        whole.annotations.extend(annotations);
        whole.packs.extend(packs);
    }
    (whole, diagnostics)
}

/// Attributes of functions that run before or after `main`.
const STARTUPS: [&str; 4] = ["constructor", "__constructor__", "destructor", "__destructor__"];

/// The normalised text of an item, and its packing.
type ComparableText = (String, Option<u32>);

/// An item of a file.
struct LinkedItem {
    text: ComparableText,
    /// True if repeating it has no effect.
    may_be_repeated: bool,
}

/// The facts about a file that linking needs.
struct LinkedFile<'u> {
    items: Vec<LinkedItem>,
    /// Names declared at file scope, each with its first position.
    declared: BTreeMap<&'u str, Span>,
    /// Functions and objects that the file defines or, if they are `static`, declares.
    defined: BTreeMap<&'u str, Definition>,
    /// Words followed by a parenthesis in bodies and initialisers: possible calls.
    called: BTreeMap<String, Span>,
    /// An item that makes a function run before or after `main`.
    startup: Option<Span>,
    /// Words of bodies that contain an `extern` declaration.
    beside_extern: BTreeSet<String>,
}

/// A definition of a function or an object.
#[derive(Clone, Copy)]
struct Definition {
    span: Span,
    is_static: bool,
    is_function: bool,
    /// For a function that may be repeated, the index of the item that defines it.
    repeatable: Option<usize>,
}

impl<'u> LinkedFile<'u> {
    fn of(unit: &'u TranslationUnit, sources: &SourceMap) -> LinkedFile<'u> {
        let mut file = LinkedFile {
            items: Vec::new(),
            declared: BTreeMap::new(),
            defined: BTreeMap::new(),
            called: BTreeMap::new(),
            startup: None,
            beside_extern: BTreeSet::new(),
        };
        for item in &unit.items {
            let span = span_of(item);
            let pack = unit.packs.iter().rev().find(|(from, _)| *from <= span.start).and_then(|(_, pack)| *pack);
            if words(sources.snippet(span)).any(|(word, _)| STARTUPS.contains(&word)) {
                file.startup = file.startup.or(Some(span));
            }
            let text = (comparable(sources.snippet(span)), pack);
            file.items.push(LinkedItem { text, may_be_repeated: may_be_repeated(item, sources) });
            match item {
                ExternalItem::Function(function) => file.add_function(function, sources),
                ExternalItem::Declaration(declaration) => file.add_declaration(declaration, sources),
                ExternalItem::Assembly(_) | ExternalItem::StaticAssert(_) => {}
            }
        }
        file
    }

    fn add_function(&mut self, function: &'u FunctionDefinition, sources: &SourceMap) {
        let Some(name) = &function.declarator.name else { return };
        let is_static = function.specifiers.storage.contains(&StorageClass::Static) || self.is_static(&name.name);
        self.declared.entry(&name.name).or_insert(name.span);
        let is_repeatable = |item: &usize| self.items.get(*item).is_some_and(|item| item.may_be_repeated);
        let repeatable = self.items.len().checked_sub(1).filter(is_repeatable);
        self.defined.insert(&name.name, Definition { span: name.span, is_static, is_function: true, repeatable });
        let body = sources.snippet(function.body.span);
        for (word, _) in words(body).filter(|(_, is_called)| *is_called) {
            self.called.entry(word.into()).or_insert(name.span);
        }
        if words(body).any(|(word, _)| word == "extern") {
            self.beside_extern.extend(words(body).map(|(word, _)| word.to_string()));
        }
    }

    fn add_declaration(&mut self, declaration: &'u Declaration, sources: &SourceMap) {
        let storage = &declaration.specifiers.storage;
        let is_typedef = storage.contains(&StorageClass::Typedef);
        for declared in &declaration.declarators {
            let Some(name) = &declared.declarator.name else { continue };
            self.declared.entry(&name.name).or_insert(name.span);
            let is_function = is_function(declared);
            let is_static = storage.contains(&StorageClass::Static) || self.is_static(&name.name);
            let is_definition = !is_typedef && !is_function && !storage.contains(&StorageClass::Extern);
            if is_definition || (is_static && !is_typedef) {
                let definition = Definition { span: name.span, is_static, is_function, repeatable: None };
                self.defined.entry(&name.name).or_insert(definition);
            }
            if declared.initializer.is_some() {
                let text = sources.snippet(declaration.span);
                for (word, _) in words(text).filter(|(_, is_called)| *is_called) {
                    self.called.entry(word.into()).or_insert(name.span);
                }
            }
        }
    }

    fn is_static(&self, name: &str) -> bool {
        self.defined.get(name).is_some_and(|known| known.is_static)
    }

    /// Returns true if a function that both files define is the same.
    fn shares(&self, other: &LinkedFile<'_>, name: &str) -> bool {
        let text = |file: &LinkedFile<'_>| {
            let item = file.defined.get(name)?.repeatable?;
            file.items.get(item).map(|item| item.text.clone())
        };
        text(self).is_some_and(|one| text(other) == Some(one))
    }

    /// Reports definitions of this file to which another file may give a different meaning.
    fn check(&self, other: &LinkedFile<'_>, diagnostics: &mut Diagnostics) {
        for (name, Definition { span, is_static, is_function, .. }) in &self.defined {
            if self.shares(other, name) {
                continue;
            }
            let is_object = !is_static && !is_function;
            let twice = other.defined.get(name).filter(|known| is_object && !known.is_static && known.span > *span);
            if let Some(second) = twice {
                let error =
                    Diagnostic::error(second.span, format!("these files cannot be linked: '{name}' is defined twice"));
                diagnostics.push(error.with_note(Some(*span), "it is defined here as well"));
            }
            let refuse = |span: Span, problem: &str, note: (Span, &str)| {
                let error = Diagnostic::error(span, format!("these files cannot be linked: {problem}"));
                error.with_note(Some(note.0), note.1)
            };
            match (other.declared.get(name), other.called.get(*name)) {
                (Some(place), _) if *is_static => diagnostics.push(refuse(
                    *span,
                    &format!("'{name}' is static here, and another file declares the name as well"),
                    (*place, "here"),
                )),
                (None, Some(place)) if *is_static || *is_function => diagnostics.push(refuse(
                    *place,
                    &format!("'{name}' is called in this function without a declaration in the file"),
                    (*span, "another file defines it here"),
                )),
                (None, None) if *is_static && other.beside_extern.contains(*name) => diagnostics.push(refuse(
                    *span,
                    &format!("'{name}' is static here, and another file may declare the name within a function"),
                    (*span, "rename one of them"),
                )),
                _ => {}
            }
        }
    }
}

/// Returns true if repeating an item in the same words has no effect: types, prototypes, `extern` objects, and
/// functions that are local to each file and have no storage of their own.
fn may_be_repeated(item: &ExternalItem, sources: &SourceMap) -> bool {
    match item {
        ExternalItem::Declaration(declaration) => {
            let storage = &declaration.specifiers.storage;
            let is_extern = storage.contains(&StorageClass::Extern);
            let defines_nothing =
                |declared: &InitDeclarator| is_function(declared) || (is_extern && declared.initializer.is_none());
            storage.contains(&StorageClass::Typedef) || declaration.declarators.iter().all(defines_nothing)
        }
        ExternalItem::Function(function) => {
            let is_for_each =
                function.specifiers.storage.contains(&StorageClass::Static) || function.specifiers.is_inline;
            is_for_each && words(sources.snippet(function.body.span)).all(|(word, _)| word != "static")
        }
        ExternalItem::StaticAssert(_) => true,
        ExternalItem::Assembly(_) => false,
    }
}

/// Returns true if a declarator declares a function, not a pointer to one.
fn is_function(declared: &InitDeclarator) -> bool {
    let mut derivations = declared.declarator.derivations.iter();
    let first = derivations.find(|derivation| !matches!(derivation, Derivation::Attributes(_)));
    matches!(first, Some(Derivation::Function(..) | Derivation::OldStyleFunction(_)))
}

fn span_of(item: &ExternalItem) -> Span {
    match item {
        ExternalItem::Function(function) => function.span,
        ExternalItem::Declaration(declaration) => declaration.span,
        ExternalItem::Assembly(span) => *span,
        ExternalItem::StaticAssert(assertion) => assertion.span,
    }
}

/// Returns the words of a text, each with whether a parenthesis follows, as in a call. Members after `.` and `->` are
/// excluded. Words in strings and comments are included: the result is an over-approximation.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find(is_of_word)?;
        let from = text.get(start..)?;
        let end = start + from.find(|c| !is_of_word(c)).unwrap_or(from.len());
        let (before, behind) = (text.get(at..start)?, text.get(end..)?);
        at = end;
        let is_member = (before.ends_with('.') && !before.ends_with("...")) || before.ends_with("->");
        Some((text.get(start..end)?, behind.trim_start().starts_with('(') && !is_member))
    })
}

/// Normalises a text: removes line markers, and white space between words unless it may be part of a string or end a
/// comment.
fn comparable(text: &str) -> String {
    let is_text = |line: &&str| !line.starts_with('#') || line.starts_with("#pragma");
    let lines: Vec<&str> = text.lines().filter(is_text).collect();
    if lines.iter().any(|line| line.contains(['"', '\'']) || line.contains("//") || line.starts_with('#')) {
        return lines.join("\n");
    }
    lines.iter().flat_map(|line| line.split_whitespace()).join(" ")
}

#[cfg(test)]
mod tests {
    use super::{comparable, words};

    #[test]
    fn words_are_told_from_members() {
        let found: Vec<(&str, bool)> = words("f(x.g(1), y->h (2)) ... k(z)\n// end.\n m (n)").collect();
        let called: Vec<&str> = found.iter().filter(|(_, is_called)| *is_called).map(|(word, _)| *word).collect();
        assert_eq!(called, ["f", "k", "m"]);
        assert!(found.iter().any(|(word, _)| *word == "h"));
    }

    #[test]
    fn blanks_count_only_where_they_may_mean_something() {
        assert_eq!(comparable("int  f(void)\n# 3 \"a.h\"\n  ;"), comparable("int f(void) ;"));
        for (one, other) in
            [("x = \"a  b\";", "x = \"a b\";"), ("a; // b\nc;", "a; // b c;"), ("#pragma pack(1)\nint a;", "int a;")]
        {
            assert_ne!(comparable(one), comparable(other));
        }
    }
}
