//! Runs the generated parser repeatedly until the end of the text: the parser stops at an error, and the stream finds
//! the position at which to resume. Everything parsed before an error is kept.

use lalrpop_util::ParseError;

use super::ast::{Annotation, Expression, TranslationUnit};
use super::builder::{ParserState, ParserStopped};
use super::expectation;
use super::lexer::{Lexer, LineMarker};
use super::stream::TokenStream;
use super::token::{FixedToken, Token};
use base::{Budget, Diagnostic, Diagnostics, FileId};

/// The generated code, exempt from lints.
mod generated {
    #![allow(clippy::all, clippy::pedantic, unused, dead_code)]
    lalrpop_util::lalrpop_mod!(
        #[allow(clippy::all)]
        c
    );
    pub use c::StartParser;
}

type SyntaxError<'text> = ParseError<u32, Token<'text>, ParserStopped>;

/// The result of parsing a text.
#[derive(Debug)]
pub struct Parsed {
    pub unit: TranslationUnit,
    /// The expression, if a single one was to be parsed.
    pub expression: Option<Expression>,
    /// Line markers, in order.
    pub markers: Vec<LineMarker>,
    pub diagnostics: Diagnostics,
}

/// Maximum number of syntax errors; the rest of the text is then not parsed.
const MAX_SYNTAX_ERRORS: usize = 30;

/// Parses the text of a file within a budget, from byte `start` on, with the start symbol `symbol`.
pub fn parse_text((file, text): (FileId, &str), start: u32, symbol: FixedToken, budget: &Budget) -> Parsed {
    let builder = ParserState::new(file);
    let mut stream = TokenStream::new(Lexer::new(file, text, start), &builder, budget);
    let parser = generated::StartParser::new();
    let mut symbol = symbol;
    let mut errors = 0;
    loop {
        stream.start(symbol);
        let stopped = match parser.parse(&builder, &mut stream) {
            Ok(()) => false,
            Err(ParseError::User { .. }) => true,
            Err(error) => {
                errors += 1;
                report(&mut stream, error);
                false
            }
        };
        if stopped || stream.at_end() || symbol == FixedToken::StartExpression || errors >= MAX_SYNTAX_ERRORS {
            break;
        }
        symbol = stream.resume();
    }
    let stopped = stream.stopped();
    let mut parsed = finish(stream.lexer, &builder);
    if let Some(why) = stopped {
        parsed.diagnostics = Diagnostics::stopped_while("the program was parsed", why);
    }
    parsed
}

fn finish(mut lexer: Lexer<'_>, builder: &ParserState) -> Parsed {
    let annotations: Vec<Annotation> = std::mem::take(&mut lexer.annotations);
    let mut diagnostics = std::mem::take(&mut lexer.diagnostics);
    diagnostics.append(builder.diagnostics.take());
    diagnostics.sort_by_place();
    Parsed {
        unit: TranslationUnit {
            items: builder.take_items(),
            annotations,
            packs: lexer.packs.changes,
            static_names: Vec::new(),
        },
        expression: builder.take_expression(),
        markers: lexer.markers,
        diagnostics,
    }
}

/// Reports a syntax error.
fn report(stream: &mut TokenStream<'_, '_>, error: SyntaxError<'_>) {
    let (start, found, end, expected): (u32, String, u32, Vec<String>) = match error {
        ParseError::UnrecognizedToken { token: (start, token @ (Token::Type | Token::Variable), end), expected } => {
            let name = stream.classified();
            return report_name(stream, name.unwrap_or((start, "", end)), &token, &expected);
        }
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            let text = stream.lexer.slice(start, end);
            (start, expectation::found(&token, text), end, expected)
        }
        ParseError::UnrecognizedEof { location, expected } => {
            let found = if stream.block_ended() { "`}`" } else { "the end of the file" };
            let start = if stream.block_ended() { location } else { stream.lexer.end_of_text() };
            (start, found.to_owned(), start, expected)
        }
        ParseError::InvalidToken { location } => (location, "this".to_owned(), location, Vec::new()),
        ParseError::ExtraToken { token: (start, token, end) } => {
            let text = stream.lexer.slice(start, end);
            (start, expectation::found(&token, text), end, Vec::new())
        }
        ParseError::User { .. } => return,
    };
    let message = format!("found {found}, expected {}", expectation::expected(&expected));
    let mut diagnostic = Diagnostic::error(stream.lexer.span(start, end), message);
    let missing_type = match found.as_str() {
        "`=`" => stream.name_before_star(),
        "`*`" => stream.missing_type(),
        _ => stream.missing_type().filter(|_| found.trim_start_matches('`').starts_with(char::is_alphabetic)),
    };
    if let Some((start, name, end)) = missing_type {
        let note = format!("`{name}` is not declared as a type here");
        diagnostic = diagnostic.with_note(Some(stream.lexer.span(start, end)), note);
    }
    // A function declarator could end here, followed by `= …`.
    let is_declared = expected.iter().any(|terminal| terminal == "\"=\"");
    let behind_parameters = || stream.lexer.slice(0, start).trim_end().ends_with(')');
    if found == "`{`" && stream.in_block() && is_declared && behind_parameters() {
        diagnostic = diagnostic.with_note(None, "a function within a function is not supported");
    }
    stream.lexer.diagnostics.push(diagnostic);
}

/// Reports a typedef name where a variable was expected, or the reverse.
fn report_name(stream: &mut TokenStream<'_, '_>, name: (u32, &str, u32), token: &Token<'_>, expected: &[String]) {
    let (start, name, end) = name;
    let span = stream.lexer.span(start, end);
    let words = expectation::expected(expected);
    let message = match token {
        Token::Type => format!("`{name}` is the name of a type, expected {words}"),
        _ => format!("`{name}` is not declared as a type here, expected {words}"),
    };
    stream.lexer.diagnostics.error(span, message);
}
