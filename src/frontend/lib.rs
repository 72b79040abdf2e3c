//! C text to syntax tree: preprocessing, lexer, LALRPOP parser.
//!
//! [`load`] reads a file (and runs the system's preprocessor where the text has directives), [`parse`] makes it a tree. Nothing here
//! resolves types or looks names up, except for the one question whether a name is a typedef name. Only
//! [`preprocess`] touches files and processes. No input makes it panic or overflow the stack: brackets and trees
//! have a greatest depth ([`MAX_OPEN_BRACKETS`], [`MAX_TREE_DEPTH`]).
//!
//! | file | what stands there |
//! |---|---|
//! | `preprocess` | runs the system's `cc -E` where a text has directives: `#include` and macros are its business |
//! | `columns` | where the tokens of a preprocessed text stand in the files that the user wrote |
//! | `lexer` | characters to raw tokens |
//! | `literal` | values of numbers, characters and strings |
//! | `token` | the tokens of the grammar |
//! | `stream` | raw tokens to tokens of the grammar: names classified, scopes and brackets tracked |
//! | `scope` | which names are typedef names |
//! | `parser` | runs the generated parser, and goes on after errors |
//! | `builder` | the actions of the grammar. `builder::declarations`, `builder::specifiers`, `builder::statements`: by what is built |
//! | `ast` | the syntax tree. `ast::expression`: its expressions |
//! | `expectation` | the words of a syntax error |
//! | `link` | the trees of several files, put together as a linker does |
//! | `pack` | `#pragma pack` |

pub mod ast;
mod builder;
mod columns;
mod expectation;
mod lexer;
mod link;
mod literal;
mod pack;
mod parser;
pub mod preprocess;
mod scope;
mod stream;
mod token;

pub use builder::MAX_TREE_DEPTH;
pub use preprocess::{PreprocessOptions, load};
pub use stream::MAX_OPEN_BRACKETS;

use std::ops::Range;

use base::{Diagnostic, Diagnostics, FileId, SourceMap};
use lexer::Change;
use token::FixedToken;

/// Parses a text. The tree holds what was read without error, so it is only complete when the diagnostics hold no
/// error. Line markers of the text are recorded in `sources`. A text that was put together from several is the program that these
/// files are, linked.
pub fn parse(sources: &mut SourceMap, file: FileId) -> (ast::TranslationUnit, Diagnostics) {
    let parts = sources.parts(file);
    let is_joined = parts.len() > 1;
    let (mut units, mut diagnostics) = (Vec::new(), Diagnostics::new());
    for part in parts {
        let start = part.start;
        let (mut unit, found) = parse_part(sources, file, part);
        if is_joined {
            // What one file says of packing is not for the next.
            unit.packs.insert(0, (start, None));
        }
        units.push(unit);
        diagnostics.append(found);
    }
    if !is_joined || diagnostics.has_errors() {
        return (units.into_iter().next().unwrap_or_default(), diagnostics);
    }
    let (unit, found) = link::link(units, sources);
    diagnostics.append(found);
    (unit, diagnostics)
}

/// Reads files as one program: their texts, each preprocessed by itself, become one text.
pub fn join(sources: &mut SourceMap, files: &[FileId]) -> Result<FileId, Diagnostics> {
    let bytes: usize = files.iter().map(|file| sources.text(*file).len() + sources.name(*file).len() + 16).sum();
    if u32::try_from(bytes).is_err() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::general("the files are larger than 4 GiB together"));
        return Err(diagnostics);
    }
    Ok(sources.add_joined(files))
}

fn parse_part(sources: &mut SourceMap, file: FileId, part: Range<u32>) -> (ast::TranslationUnit, Diagnostics) {
    let text = sources.text(file).get(..part.end as usize).unwrap_or_default();
    let parsed = parser::parse_text(file, text, part.start, FixedToken::StartUnit);
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

/// Parses a text that is one expression of C.
pub fn parse_expression(sources: &SourceMap, file: FileId) -> Result<ast::Expression, Diagnostics> {
    let parsed = parser::parse_text(file, sources.text(file), 0, FixedToken::StartExpression);
    match parsed.expression {
        Some(expression) if !parsed.diagnostics.has_errors() => Ok(expression),
        _ => Err(parsed.diagnostics),
    }
}
