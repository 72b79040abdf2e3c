//! Merges the trees of several files into one program, as a linker does.
//!
//! Each file is preprocessed and parsed separately, so that neither macros nor type names carry over. Text of headers,
//! which is the same in several files, is kept once. Lowering treats the rest as one file: two different definitions of
//! a function are an error. A name that is `static` in one file and occurs in another is renamed to `file::name` in the
//! first, and so are types that differ between files, in all but the first file ([`private`]). Files are rejected if one
//! would be read differently beside another one:
//!
//! - A file must declare each function of another file that it calls.
//! - Functions may run before or after `main` in at most one file: the order of those of two files is undefined.
//! - Equal text under different `#pragma pack` is not considered equal.

pub(super) mod private;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use itertools::Itertools;

use super::ast::{
    Declaration, EnumSpecifier, ExternalItem, FunctionDefinition, InitDeclarator, MemberDeclaration, RecordSpecifier,
    Specifiers, StorageClass, TranslationUnit, TypeSpecifier,
};
use super::names::{self, Occurrence, is_function};
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use private::{PrivateNames, Renamed};

/// Links several trees into one; `file` holds their texts.
pub(super) fn link(units: Vec<TranslationUnit>, file: FileId, sources: &SourceMap) -> (TranslationUnit, Diagnostics) {
    // The walk over a tree needs as much stack as lowering it.
    base::stack::with_room("link", || linked(units, file, sources)).unwrap_or_else(|error| {
        (TranslationUnit::default(), Diagnostic::general(format!("cannot start a thread: {error}")).into())
    })
}

fn linked(mut units: Vec<TranslationUnit>, file: FileId, sources: &SourceMap) -> (TranslationUnit, Diagnostics) {
    let mentioned: Vec<Vec<MentionedNames>> =
        units.iter_mut().map(|unit| unit.items.iter_mut().map(MentionedNames::of).collect()).collect();
    let files: Vec<LinkedFile<'_>> =
        units.iter().zip(mentioned).map(|(unit, mentioned)| LinkedFile::of(unit, mentioned, sources)).collect();
    let private = private::names(&files);
    let mut diagnostics = Diagnostics::new();
    for (index, file) in files.iter().enumerate() {
        for (_, other) in files.iter().enumerate().filter(|(other, _)| *other != index) {
            file.check(other, &mut diagnostics);
        }
        file.check_private(&private[index], &mut diagnostics);
    }
    if let [_, second, ..] = files.iter().filter_map(|file| file.startup).collect::<Vec<_>>()[..] {
        let message = "these files cannot be linked: functions run before or after main in more than one of them, in no defined order";
        diagnostics.push(Diagnostic::error(second, message));
    }
    // Items seen before, file by file and item by item.
    let mut known: HashSet<(&ComparableText, Renamed<'_>)> = HashSet::new();
    let mut repeated: Vec<Vec<bool>> = Vec::new();
    for (file, private) in files.iter().zip(&private) {
        let items = file.items.iter().map(|item| (item, private::renamed(item, private)));
        let is_known = |(item, renamed): (&LinkedItem, Renamed<'_>)| {
            item.may_be_repeated && known.contains(&(&item.text, renamed))
        };
        repeated.push(items.clone().map(is_known).collect());
        known.extend(items.map(|(item, renamed)| (&item.text, renamed)));
    }
    let prefixes = private::prefixes(file, sources);
    let static_names = private::table(&files, &private, &prefixes);
    let mut whole = TranslationUnit { static_names, ..TranslationUnit::default() };
    for ((unit, repeated), private) in units.into_iter().zip(repeated).zip(private) {
        let TranslationUnit { items, annotations, packs, .. } = unit;
        let kept = items.into_iter().zip(repeated).filter(|(_, is_repeated)| !is_repeated);
        whole.items.extend(kept.map(|(mut item, _)| {
            private::rename(&mut item, &private, &prefixes);
            item
        }));
        whole.annotations.extend(annotations);
        whole.packs.extend(packs);
    }
    (whole, diagnostics)
}

/// Attributes of functions that run before or after `main`.
const STARTUPS: [&str; 4] = ["constructor", "__constructor__", "destructor", "__destructor__"];

/// The normalised text of an item, and its packing.
type ComparableText = (String, Option<u32>);

/// The names of the file scope in an item.
#[derive(Default)]
struct MentionedNames {
    /// Names that are declared or used.
    certain: BTreeSet<String>,
    /// Names of blocks that may mean functions of the file scope ([`Occurrence::MaybeFunction`]).
    maybe_functions: BTreeSet<String>,
}

impl MentionedNames {
    fn of(item: &mut ExternalItem) -> MentionedNames {
        let mut found = MentionedNames::default();
        names::visit(item, &mut |name, occurrence| {
            let names = match occurrence {
                Occurrence::Certain => &mut found.certain,
                Occurrence::MaybeFunction => &mut found.maybe_functions,
            };
            if !names.contains(name) {
                names.insert(name.to_string());
            }
            None
        });
        found
    }
}

/// An item of a file.
struct LinkedItem {
    text: ComparableText,
    /// True if repeating it has no effect.
    may_be_repeated: bool,
    /// The names of the file scope that it declares or uses.
    mentioned: BTreeSet<String>,
}

/// The facts about a file that linking needs.
struct LinkedFile<'u> {
    items: Vec<LinkedItem>,
    /// Names declared at file scope, each with its first position.
    declared: BTreeMap<&'u str, Span>,
    /// Functions and objects that the file defines or, if they are `static`, declares.
    defined: BTreeMap<&'u str, Definition>,
    /// Types and enumeration constants that it defines, each with the index of the item if that may be repeated.
    types: BTreeMap<String, Option<usize>>,
    /// The names of the file scope that it declares or uses, each with the first item that does.
    mentioned: BTreeMap<String, Span>,
    /// Names of blocks that may mean functions of the file scope.
    maybe_functions: BTreeSet<String>,
    /// An item that makes a function run before or after `main`.
    startup: Option<Span>,
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
    fn of(unit: &'u TranslationUnit, mentioned: Vec<MentionedNames>, sources: &SourceMap) -> LinkedFile<'u> {
        let mut file = LinkedFile {
            items: Vec::new(),
            declared: BTreeMap::new(),
            defined: BTreeMap::new(),
            types: BTreeMap::new(),
            mentioned: BTreeMap::new(),
            maybe_functions: BTreeSet::new(),
            startup: None,
        };
        for (item, names) in unit.items.iter().zip(mentioned) {
            let span = span_of(item);
            let pack = unit.packs.iter().rev().find(|(from, _)| *from <= span.start).and_then(|(_, pack)| *pack);
            if words(sources.snippet(span)).any(|word| STARTUPS.contains(&word)) {
                file.startup = file.startup.or(Some(span));
            }
            let shown = name_of(item).unwrap_or(span);
            for name in &names.certain {
                file.mentioned.entry(name.clone()).or_insert(shown);
            }
            file.maybe_functions.extend(names.maybe_functions);
            let text = (comparable(sources.snippet(span)), pack);
            let may_be_repeated = may_be_repeated(item, sources);
            file.items.push(LinkedItem { text, may_be_repeated, mentioned: names.certain });
            match item {
                ExternalItem::Function(function) => {
                    file.add_types(&function.specifiers);
                    file.add_function(function);
                }
                ExternalItem::Declaration(declaration) => {
                    file.add_types(&declaration.specifiers);
                    file.add_declaration(declaration);
                }
                ExternalItem::Assembly(_) | ExternalItem::StaticAssert(_) => {}
            }
        }
        file
    }

    fn add_function(&mut self, function: &'u FunctionDefinition) {
        let Some(name) = &function.declarator.name else { return };
        let is_static = function.specifiers.storage.contains(&StorageClass::Static) || self.is_static(&name.name);
        self.declared.entry(&name.name).or_insert(name.span);
        let is_repeatable = |item: &usize| self.items.get(*item).is_some_and(|item| item.may_be_repeated);
        let repeatable = self.items.len().checked_sub(1).filter(is_repeatable);
        self.defined.insert(&name.name, Definition { span: name.span, is_static, is_function: true, repeatable });
    }

    /// Adds the tags and enumeration constants that the last item defines in its specifiers.
    fn add_types(&mut self, specifiers: &Specifiers) {
        types_in(specifiers).into_iter().for_each(|name| self.add_type(name));
    }

    fn add_type(&mut self, name: String) {
        let item = self.items.len().checked_sub(1).filter(|item| self.items[*item].may_be_repeated);
        self.types.entry(name).or_insert(item);
    }

    fn add_declaration(&mut self, declaration: &'u Declaration) {
        let storage = &declaration.specifiers.storage;
        let is_typedef = storage.contains(&StorageClass::Typedef);
        for declared in &declaration.declarators {
            let Some(name) = &declared.declarator.name else { continue };
            self.declared.entry(&name.name).or_insert(name.span);
            if is_typedef {
                self.add_type(name.name.clone());
            }
            let is_function = is_function(declared);
            let is_static = storage.contains(&StorageClass::Static) || self.is_static(&name.name);
            let is_definition = !is_typedef && !is_function && !storage.contains(&StorageClass::Extern);
            if is_definition || (is_static && !is_typedef) {
                let definition = Definition { span: name.span, is_static, is_function, repeatable: None };
                self.defined.entry(&name.name).or_insert(definition);
            }
        }
    }

    fn is_static(&self, name: &str) -> bool {
        self.defined.get(name).is_some_and(|known| known.is_static)
    }

    /// Returns the item that defines a function or a type of the file, if it may be repeated.
    fn repeatable(&self, name: &str) -> Option<&LinkedItem> {
        let item = match self.types.get(name) {
            Some(item) => *item,
            None => self.defined.get(name)?.repeatable,
        };
        self.items.get(item?)
    }

    /// Returns true if a function or a type that both files define has the same text.
    fn shares(&self, other: &LinkedFile<'_>, name: &str) -> bool {
        let both = self.repeatable(name).zip(other.repeatable(name));
        both.is_some_and(|(one, other)| one.text == other.text)
    }

    /// Reports definitions of this file to which another file may give a different meaning.
    fn check(&self, other: &LinkedFile<'_>, diagnostics: &mut Diagnostics) {
        for (name, Definition { span, is_function, .. }) in self.defined.iter().filter(|(_, known)| !known.is_static) {
            if self.shares(other, name) {
                continue;
            }
            let twice = other.defined.get(name).filter(|known| !is_function && !known.is_static && known.span > *span);
            if let Some(second) = twice {
                let error =
                    Diagnostic::error(second.span, format!("these files cannot be linked: '{name}' is defined twice"));
                diagnostics.push(error.with_note(Some(*span), "it is defined here as well"));
            }
            if let (None, Some(place)) = (other.declared.get(name), other.mentioned.get(*name))
                && *is_function
            {
                let problem = format!("'{name}' is called in this function without a declaration in the file");
                let error = Diagnostic::error(*place, format!("these files cannot be linked: {problem}"));
                diagnostics.push(error.with_note(Some(*span), "another file defines it here"));
            }
        }
    }

    /// Reports functions that are renamed, and may be declared in a block in words that cannot be.
    fn check_private(&self, private: &PrivateNames, diagnostics: &mut Diagnostics) {
        for name in private.keys().filter(|name| self.maybe_functions.contains(*name)) {
            if let Some(Definition { span, is_function: true, .. }) = self.defined.get(name.as_str()) {
                let problem =
                    format!("'{name}' is static here, and a function of the file may declare it within its body");
                let error = Diagnostic::error(*span, format!("these files cannot be linked: {problem}"));
                diagnostics.push(error.with_note(None, "another file has the name as well: rename one of them"));
            }
        }
    }
}

/// Returns the tags and enumeration constants that specifiers define, also within records.
fn types_in(specifiers: &Specifiers) -> Vec<String> {
    let mut found = Vec::new();
    for ty in &specifiers.types {
        match ty {
            TypeSpecifier::Record(RecordSpecifier { tag, members: Some(members), .. }) => {
                found.extend(tag.iter().map(|tag| names::tag_name(&tag.name)));
                for member in members {
                    if let MemberDeclaration::Fields(specifiers, _) = member {
                        found.extend(types_in(specifiers));
                    }
                }
            }
            TypeSpecifier::Enum(EnumSpecifier { tag, constants: Some(constants), .. }) => {
                found.extend(tag.iter().map(|tag| names::tag_name(&tag.name)));
                found.extend(constants.iter().map(|(name, _)| name.name.clone()));
            }
            _ => {}
        }
    }
    found
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
            is_for_each && words(sources.snippet(function.body.span)).all(|word| word != "static")
        }
        ExternalItem::StaticAssert(_) => true,
        ExternalItem::Assembly(_) => false,
    }
}

fn span_of(item: &ExternalItem) -> Span {
    match item {
        ExternalItem::Function(function) => function.span,
        ExternalItem::Declaration(declaration) => declaration.span,
        ExternalItem::Assembly(span) => *span,
        ExternalItem::StaticAssert(assertion) => assertion.span,
    }
}

/// Returns the position of the first name that an item declares.
fn name_of(item: &ExternalItem) -> Option<Span> {
    match item {
        ExternalItem::Function(function) => function.declarator.name.as_ref().map(|name| name.span),
        ExternalItem::Declaration(declaration) => {
            declaration.declarators.first().and_then(|declared| declared.declarator.name.as_ref()).map(|name| name.span)
        }
        ExternalItem::Assembly(_) | ExternalItem::StaticAssert(_) => None,
    }
}

/// Returns the words of a text. Words in strings and comments are included: the result is an over-approximation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|word| !word.is_empty())
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
    use super::comparable;

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
