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
//! | `lexer` | characters to raw tokens |
//! | `literal` | values of numbers, characters and strings |
//! | `token` | the tokens of the grammar |
//! | `stream` | raw tokens to tokens of the grammar: names classified, scopes and brackets tracked |
//! | `scope` | which names are typedef names |
//! | `parser` | runs the generated parser, and goes on after errors |
//! | `builder` | the actions of the grammar. `builder::declarations`, `builder::specifiers`, `builder::statements`: by what is built |
//! | `ast` | the syntax tree. `ast::expression`: its expressions |
//! | `expectation` | the words of a syntax error |
//! | `pack` | `#pragma pack` |

pub mod ast;
mod builder;
mod expectation;
mod lexer;
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

use crate::base::{Diagnostics, FileId, SourceMap};
use lexer::Change;
use token::FixedToken;

/// Parses a text. The tree holds what was read without error, so it is only complete when the diagnostics hold no
/// error. Line markers of the text are recorded in `sources`.
pub fn parse(sources: &mut SourceMap, file: FileId) -> (ast::TranslationUnit, Diagnostics) {
    let parsed = parser::parse_text(file, sources.text(file), 0, FixedToken::StartUnit);
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
