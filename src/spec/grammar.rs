//! The pest parser of single statements, and pest's errors in plain words.

// `Rule` is made by the derive and has nothing to document; the module is private to `spec`.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use crate::cures;
use base::{Diagnostic, SourceMap, Span};

#[derive(Parser)]
#[grammar = "grammar/expression.pest"]
#[grammar = "grammar/spec.pest"]
#[grammar = "grammar/hints.pest"]
struct StatementParser;

/// Parses the text under `span` as one statement of the wanted kind.
pub(super) fn parse<'s>(rule: Rule, sources: &'s SourceMap, span: Span) -> Result<Pair<'s, Rule>, Diagnostic> {
    let text = sources.snippet(span);
    match StatementParser::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or_else(|| Diagnostic::error(span, "this statement is empty")),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) => at,
                InputLocation::Span((start, _)) => start,
            };
            // An error at the end is reported after the last word, not lines below.
            let at = if text.get(at..).is_some_and(|rest| rest.trim().is_empty()) { text.trim_end().len() } else { at };
            let (found, length) = found_at(text.trim_end(), at);
            let start = span.start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            let place = Span { file: span.file, start, end: start.saturating_add(length) };
            Err(explain(error.variant, text, at, place, &found))
        }
    }
}

/// The words for what stands at byte `at`, and its length.
fn found_at(text: &str, at: usize) -> (String, u32) {
    let rest = text.get(at..).unwrap_or("");
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(40).collect();
    let token = if word.is_empty() { rest.chars().take(1).collect() } else { word };
    if token.is_empty() {
        return ("the end of the text".into(), 0);
    }
    let length = u32::try_from(token.len()).unwrap_or(1);
    (format!("'{}'", token.escape_debug()), length)
}

fn explain(variant: ErrorVariant<Rule>, text: &str, at: usize, place: Span, found: &str) -> Diagnostic {
    let positives = match variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { message } => return Diagnostic::error(place, message),
    };
    let rest = text.get(at..).unwrap_or("");
    let mut words: Vec<&'static str> = Vec::new();
    for rule in positives {
        if let Some(word) = describe(rule)
            && !words.contains(&word)
        {
            words.push(word);
        }
    }
    words.sort_unstable();
    let message = match words.split_last() {
        None => format!("{found} is not expected here"),
        Some((last, [])) => format!("expected {last}, found {found}"),
        Some((last, others)) => format!("expected {} or {last}, found {found}", others.join(", ")),
    };
    let diagnostic = Diagnostic::error(place, message);
    match cures::of_text(text.get(..at).unwrap_or(""), rest, &words) {
        Some(note) => diagnostic.with_note(None, note),
        None => diagnostic,
    }
}

/// What messages call a rule; `None` for what would not help.
fn describe(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::specification_statement => {
            "a statement ('symbol', 'define', 'assume', 'assert', 'watch', 'ltl', 'contract')"
        }
        Rule::hint_statement => "a hint ('hint predicate @ location ~> formula;')",
        Rule::data_field => "the field that is sorted",
        Rule::colon => "':'",
        Rule::equals => "'='",
        Rule::name | Rule::type_word => "a name",
        Rule::count => "a number",
        Rule::word_hint => "'hint'",
        Rule::semicolon => "';'",
        Rule::comma => "','",
        Rule::opening_bracket => "'['",
        Rule::closing_bracket => "']'",
        Rule::opening_parenthesis => "'('",
        Rule::closing_parenthesis => "')'",
        Rule::opening_brace => "'{'",
        Rule::closing_brace => "'}'",
        Rule::word_requires => "a clause ('requires', 'ensures', 'assigns', 'allocates', 'frees')",
        Rule::new_block => "'\\result'",
        Rule::at_sign => "'@'",
        Rule::leads_to => "'~>'",
        Rule::word_then => "'then'",
        Rule::word_else => "'else'",
        Rule::infix | Rule::word_infix => "an operator",
        Rule::identifier | Rule::number | Rule::predicate | Rule::state | Rule::temporal => {
            "an expression or predicate"
        }
        Rule::type_name | Rule::typedef | Rule::basic_type | Rule::record_type => "a type",
        Rule::location | Rule::label | Rule::line_location => "a location",
        Rule::field => "a field",
        Rule::EOI => "the end of the statement",
        _ => return None,
    })
}
