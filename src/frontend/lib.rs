//! From C source to syntax tree: preprocessor, lexer and LALRPOP parser.
//!
//! [`load`] reads a file (and runs the system's preprocessor if the text has directives), [`parse`] builds the tree.
//! Nothing here resolves types or looks up names, except to decide whether a name is a typedef name. Only
//! [`preprocess`] touches files and processes. No input causes a panic or a stack overflow: brackets and trees have a
//! maximum depth ([`MAX_OPEN_BRACKETS`], [`MAX_TREE_DEPTH`]).
//!
//! | file | contents |
//! |---|---|
//! | `preprocess` | runs the system's `cc -E`, which handles `#include` and macros, if a text has directives |
//! | `columns` | maps tokens of preprocessed text to their positions in the files that the user wrote |
//! | `lexer` | splits text into raw tokens |
//! | `literal` | values of numeric, character and string literals |
//! | `token` | the tokens of the grammar |
//! | `stream` | turns raw tokens into tokens of the grammar: classifies names, tracks scopes and brackets |
//! | `scope` | scopes of typedef names |
//! | `parser` | runs the generated parser, and recovers from errors |
//! | `builder` | the semantic actions of the grammar, split into `builder::declarations`, `builder::specifiers` and `builder::statements` |
//! | `ast` | the syntax tree. `ast::expression`: its expressions |
//! | `expectation` | wording of syntax errors |
//! | `names` | the names of a file that belong to its file scope |
//! | `link` | merges the trees of several files, as a linker does. `link::private`: names that are `static` in one of them |
//! | `pack` | `#pragma pack` |

pub mod ast;
mod builder;
mod columns;
mod expectation;
mod lexer;
mod link;
mod literal;
mod names;
mod pack;
mod parser;
pub mod preprocess;
mod scope;
mod stream;
mod token;

pub use builder::MAX_TREE_DEPTH;
pub use literal::character as character_constant;
pub use names::{NameOfFile, plain_name};
pub use preprocess::{PreprocessOptions, load};
pub use stream::MAX_OPEN_BRACKETS;

use std::ops::Range;

use base::{Budget, Diagnostic, Diagnostics, FileId, SourceMap};
use lexer::Change;
use token::FixedToken;

/// Parses a text. The tree holds everything that was parsed without error, so it is complete only if the diagnostics
/// contain no error. Line markers are recorded in `sources`. Several texts joined into one are linked as one program.
pub fn parse(sources: &mut SourceMap, file: FileId) -> (ast::TranslationUnit, Diagnostics) {
    parse_within(sources, file, &Budget::unlimited())
}

/// Like [`parse`], within a budget. What is returned once it is exhausted says so ([`Diagnostics::stopped`]).
pub fn parse_within(sources: &mut SourceMap, file: FileId, budget: &Budget) -> (ast::TranslationUnit, Diagnostics) {
    let parts = sources.parts(file);
    let is_joined = parts.len() > 1;
    let (mut units, mut diagnostics) = (Vec::new(), Diagnostics::new());
    for part in parts {
        let start = part.start;
        let (mut unit, found) = parse_part(sources, file, part, budget);
        if is_joined {
            // `#pragma pack` of one file does not affect the next.
            unit.packs.insert(0, (start, None));
        }
        units.push(unit);
        diagnostics.append(found);
    }
    if !is_joined || diagnostics.has_errors() {
        return (units.into_iter().next().unwrap_or_default(), diagnostics);
    }
    let (unit, found) = link::link(units, file, sources);
    diagnostics.append(found);
    (unit, diagnostics)
}

/// Parses a text once more that was parsed before without errors, and records nothing. Texts that were joined are not linked:
/// the items of each follow those of the text before.
pub fn reparse(sources: &SourceMap, file: FileId, budget: &Budget) -> ast::TranslationUnit {
    let mut whole = ast::TranslationUnit::default();
    for part in sources.parts(file) {
        let text = sources.text(file).get(..part.end as usize).unwrap_or_default();
        let parsed = parser::parse_text((file, text), part.start, FixedToken::StartUnit, budget);
        whole.items.extend(parsed.unit.items);
    }
    whole
}

/// Joins files, each preprocessed separately, into the text of one program.
pub fn join(sources: &mut SourceMap, files: &[FileId]) -> Result<FileId, Diagnostics> {
    let bytes: usize = files.iter().map(|file| sources.text(*file).len() + sources.name(*file).len() + 16).sum();
    if u32::try_from(bytes).is_err() {
        return Err(Diagnostic::general("the files are larger than 4 GiB together").into());
    }
    Ok(sources.add_joined(files))
}

fn parse_part(
    sources: &mut SourceMap,
    file: FileId,
    part: Range<u32>,
    budget: &Budget,
) -> (ast::TranslationUnit, Diagnostics) {
    let text = sources.text(file).get(..part.end as usize).unwrap_or_default();
    let parsed = parser::parse_text((file, text), part.start, FixedToken::StartUnit, budget);
    let mut name = sources.name(file).to_owned();
    let mut included_by = 0u32;
    for marker in parsed.markers {
        name = marker.file.unwrap_or(name);
        match marker.change {
            Change::Enter => included_by += 1,
            Change::Return => included_by = included_by.saturating_sub(1),
            Change::None => {}
        }
        sources.add_line_marker(file, marker.offset, name.clone(), marker.line, included_by > 0);
    }
    columns::locate(sources, file, part);
    (parsed.unit, parsed.diagnostics)
}

/// Parses a text that consists of a single C expression.
pub fn parse_expression(sources: &SourceMap, file: FileId) -> Result<ast::Expression, Diagnostics> {
    let budget = Budget::unlimited();
    let parsed = parser::parse_text((file, sources.text(file)), 0, FixedToken::StartExpression, &budget);
    match parsed.expression {
        Some(expression) if !parsed.diagnostics.has_errors() => Ok(expression),
        _ => Err(parsed.diagnostics),
    }
}
