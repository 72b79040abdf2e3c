//! Splits a text into statements at its semicolons, so that one bad statement does not hide the next, and rejects texts
//! that are nested too deeply for the parser.
//!
//! It knows comments, brackets and the words that begin a statement, and nothing else about the syntax.

use base::{Diagnostic, Diagnostics, FileId, Span};

/// Maximum nesting of brackets and `if`.
pub(super) const NESTING_LIMIT: usize = 150;
/// Maximum length of a statement, in bytes. Longer ones were not written by a person, and only cost memory.
pub(super) const STATEMENT_LIMIT: usize = 1 << 16;

/// Maximum number of statements in a text: all are parsed before any is resolved, so an error in one does not end the
/// work sooner.
pub(super) const STATEMENTS_LIMIT: usize = 20_000;

const STATEMENT_WORDS: [&str; 8] = ["symbol", "define", "assume", "assert", "watch", "ltl", "contract", "hint"];
/// The keyword of statements with semicolons between braces.
const CONTRACT: &str = "contract";

/// Returns the statements in `text`, which begins at byte `base` of `file`: each from its first character to its
/// semicolon. Statements that cannot be parsed safely are reported and omitted.
pub(super) fn statements(file: FileId, base: u32, text: &str, diagnostics: &mut Diagnostics) -> Vec<Span> {
    let mut found = Vec::new();
    let mut scanner = Scanner { text, at: 0 };
    let mut reported = 0;
    while reported <= Diagnostics::LIMIT {
        match scanner.statement() {
            None => break,
            Some(Ok((start, end))) if found.len() >= STATEMENTS_LIMIT => {
                let message = format!("there are more than {STATEMENTS_LIMIT} statements");
                diagnostics.push(Diagnostic::error(span_of(file, base, start, end), message));
                break;
            }
            Some(Ok((start, end))) => found.push(span_of(file, base, start, end)),
            Some(Err((start, end, message))) => {
                reported += 1;
                diagnostics.push(Diagnostic::error(span_of(file, base, start, end), message));
            }
        }
    }
    found
}

fn span_of(file: FileId, base: u32, start: usize, end: usize) -> Span {
    let offset = |at: usize| base.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
    Span { file, start: offset(start), end: offset(end) }
}

/// Marks the parenthesis after the brackets of a quantifier, which contains a semicolon.
const QUANTIFIED: u8 = b'{';

/// The open brackets of a statement.
#[derive(Default)]
struct Open {
    /// Brackets, each with the number of `if` that were open before it.
    brackets: Vec<(u8, usize)>,
    conditionals: usize,
    /// A quantifier was just named; and its brackets were just closed.
    quantifier: bool,
    is_quantified: bool,
    /// The statement has clauses between braces; and these are open.
    is_contract: bool,
    in_braces: bool,
}

impl Open {
    fn in_square_brackets(&self) -> bool {
        self.brackets.iter().any(|(bracket, _)| *bracket == b'[')
    }
}

type Found = Result<(usize, usize), (usize, usize, String)>;

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or(&[])
    }

    /// Skips white space and comments; fails with the start of an unterminated comment.
    fn skip_blank(&mut self) -> Result<(), usize> {
        loop {
            let rest = self.rest();
            let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0B).count();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with(b"//") {
                self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                let start = self.at;
                let inside = rest.get(2..).unwrap_or(&[]);
                match inside.windows(2).position(|pair| pair == b"*/") {
                    Some(length) => self.at += length + 4,
                    None => {
                        self.at = self.text.len();
                        return Err(start);
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Returns the word at the current position; empty if there is none.
    fn word(&self) -> &str {
        let length = self.rest().iter().take_while(|byte| is_word(**byte)).count();
        self.text.get(self.at..self.at + length).unwrap_or("")
    }

    /// Returns the next statement, including its semicolon; `None` at the end of the text.
    fn statement(&mut self) -> Option<Found> {
        if let Err(start) = self.skip_blank() {
            return Some(Err(unterminated(start)));
        }
        let start = self.at;
        let first = self.rest().first()?;
        debug_assert!(!first.is_ascii_whitespace());
        let mut open = Open { is_contract: self.word() == CONTRACT, ..Open::default() };
        let mut too_deep = None;
        loop {
            if let Err(comment) = self.skip_blank() {
                return Some(Err(unterminated(comment)));
            }
            let Some(&byte) = self.rest().first() else { break };
            if self.ends(byte, &mut open) {
                self.at += 1;
                break;
            }
            open.is_quantified = byte == b']' && open.quantifier && !open.in_square_brackets();
            if is_word(byte) {
                let word = self.word();
                if !open.in_square_brackets() {
                    open.quantifier = matches!(word, "forall" | "each");
                }
                open.conditionals += usize::from(word == "if");
                self.at += word.len().max(1);
            } else {
                self.at += 1;
            }
            if open.brackets.len() + open.conditionals > NESTING_LIMIT {
                too_deep.get_or_insert(self.at.saturating_sub(1));
                // Keep the stack small: the rest is skipped up to a semicolon.
                open.brackets.clear();
            }
        }
        Some(fitting(start, self.at, too_deep))
    }

    /// Returns true if the byte at the current position ends the statement; otherwise tracks the brackets it opens or
    /// closes.
    fn ends(&self, byte: u8, open: &mut Open) -> bool {
        match byte {
            // The semicolon between the names that a quantifier binds and the formula about them.
            b';' if open.brackets.last().is_some_and(|(bracket, _)| *bracket == QUANTIFIED)
                && !self.statement_follows() =>
            {
                if let Some((bracket, _)) = open.brackets.last_mut() {
                    *bracket = b'(';
                }
            }
            // The semicolon of a clause: the contract ends with its brace.
            b';' if open.in_braces && !open.in_square_brackets() && !self.statement_follows() => {
                open.brackets.clear();
                open.conditionals = 0;
            }
            b';' => return !open.in_square_brackets() || self.statement_follows(),
            b'{' => open.in_braces |= open.is_contract,
            b'}' => return open.in_braces,
            b'(' if open.is_quantified => open.brackets.push((QUANTIFIED, open.conditionals)),
            b'(' | b'[' => open.brackets.push((byte, open.conditionals)),
            b')' | b']' => {
                if let Some((_, before)) = open.brackets.pop() {
                    open.conditionals = before;
                }
            }
            _ => {}
        }
        false
    }

    /// Returns true if the semicolon at the current position ends a statement although a `[` is open: a word that
    /// begins statements follows, and not as the name of a field (`reach[;watch]`).
    fn statement_follows(&self) -> bool {
        let mut ahead = Scanner { text: self.text, at: self.at + 1 };
        if ahead.skip_blank().is_err() {
            return true;
        }
        let word = ahead.word();
        if !STATEMENT_WORDS.contains(&word) {
            return false;
        }
        ahead.at += word.len();
        let next = ahead.skip_blank().ok().and_then(|()| ahead.rest().first().copied());
        !matches!(next, Some(b']' | b',' | b'.'))
    }
}

/// Rejects a statement that is nested too deeply or too long.
fn fitting(start: usize, end: usize, too_deep: Option<usize>) -> Found {
    match too_deep {
        Some(at) => {
            Err((at, at + 1, format!("brackets and 'if' nest deeper than {NESTING_LIMIT} levels in this statement")))
        }
        None if end - start > STATEMENT_LIMIT => {
            Err((start, start + 1, format!("this statement is longer than {STATEMENT_LIMIT} bytes")))
        }
        None => Ok((start, end)),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn unterminated(start: usize) -> (usize, usize, String) {
    (start, start + 2, "this comment has no end".into())
}

/// Returns the statement on one line, without comments and the semicolon, and with white space collapsed.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::new();
    let mut scanner = Scanner { text: text.trim_end().trim_end_matches(';'), at: 0 };
    loop {
        let before = scanner.at;
        if scanner.skip_blank().is_err() {
            break;
        }
        if scanner.at > before && !out.is_empty() {
            out.push(' ');
        }
        let Some(character) = scanner.text.get(scanner.at..).and_then(|rest| rest.chars().next()) else { break };
        out.push(character);
        scanner.at += character.len_utf8();
    }
    out.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SourceMap;

    fn split(text: &str) -> (Vec<String>, String) {
        let mut sources = SourceMap::new();
        let file = sources.add("t.spec", text);
        let mut diagnostics = Diagnostics::new();
        let spans = statements(file, 0, text, &mut diagnostics);
        (spans.iter().map(|span| sources.snippet(*span).to_string()).collect(), diagnostics.render(&sources))
    }

    #[test]
    fn a_semicolon_inside_square_brackets_separates_fields() {
        let (found, errors) = split(" assert reach[;n](x,y) @ a; // c;\n watch x /* ; */ @ b;");
        assert_eq!(found, ["assert reach[;n](x,y) @ a;", "watch x /* ; */ @ b;"]);
        assert_eq!(errors, "");
    }

    #[test]
    fn an_unclosed_bracket_does_not_swallow_the_next_statement() {
        let (found, _) = split("assert reach[;n(x,y) @ a; assert reach[;watch](x,y) @ b;");
        assert_eq!(found, ["assert reach[;n(x,y) @ a;", "assert reach[;watch](x,y) @ b;"]);
    }

    #[test]
    fn a_contract_ends_with_its_brace() {
        let (found, _) = split("contract f(x) { requires reach[;n](x, x); ensures x; } watch x @ a;");
        assert_eq!(found, ["contract f(x) { requires reach[;n](x, x); ensures x; }", "watch x @ a;"]);
        let (found, _) = split("contract f(x) { requires (x; ensures x; watch x @ a; }");
        assert_eq!(found, ["contract f(x) { requires (x; ensures x;", "watch x @ a;", "}"]);
    }

    #[test]
    fn a_statement_is_put_on_one_line_without_comments() {
        assert_eq!(one_line("assert x // why\n   == y\n  @ a ;"), "assert x == y @ a");
    }

    #[test]
    fn very_many_statements_are_refused() {
        let (found, errors) = split(&"watch x @ b;".repeat(STATEMENTS_LIMIT + 2));
        assert_eq!(found.len(), STATEMENTS_LIMIT);
        assert!(errors.contains("more than 20000 statements"), "{errors}");
        assert_eq!(split(&"watch x @ b;".repeat(STATEMENTS_LIMIT)).1, "");
    }

    #[test]
    fn deep_nesting_and_endless_comments_are_refused() {
        let deep = format!("assert {}x{} @ a; watch x @ b;", "(".repeat(100_000), ")".repeat(100_000));
        let (found, errors) = split(&deep);
        assert_eq!(found, ["watch x @ b;"]);
        assert!(errors.contains("nest deeper than 150 levels"), "{errors}");
        assert!(split("watch x @ b; /* no end").1.contains("this comment has no end"));
    }
}
