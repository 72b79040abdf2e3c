//! The lexer, hand-written: splits text into raw tokens, and allocates only for string literals.
//!
//! It does not know typedef names (see `stream.rs`) and never fails: a lexical error is a diagnostic, and a token of
//! the intended kind replaces the text. It works on preprocessed text, in which `//@` lines are annotations, line
//! markers give positions, and no other directives remain.

use rustc_hash::FxHashMap;

use super::ast::{Annotation, Encoding};
use super::literal;
use super::pack::Packs;
use super::token::{FixedToken, IntegerConstant, SPELLINGS, Token};
use base::{Diagnostics, FileId, Span};

/// A token with the offsets of its first byte and one past its last.
pub type Spanned<'text> = (u32, Token<'text>, u32);

/// A line marker: the line after the one at byte `offset` is line `line` of `file`.
#[derive(Clone, Debug)]
pub struct LineMarker {
    /// Offset of a byte of the marker.
    pub offset: u32,
    /// The named file; `None` if the marker gives only a line.
    pub file: Option<String>,
    /// Number of the next line.
    pub line: u32,
    pub change: Change,
}

/// A line marker's effect on the nesting of included files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    None,
    /// An included file begins (flag 1).
    Enter,
    /// The including file resumes (flag 2).
    Return,
}

/// C joins lines before it reads tokens (C 5.1.1.2), which is done by the preprocessor.
const NOT_JOINED: &str =
    "a preprocessed text cannot go on in the next line here: lines are joined before tokens are read";

/// In C the comment would go on in the next line, which here is code.
const CONTINUED: &str = "a `//@` line that ends in `\\` goes on in the next line: write it in one line";

/// Keywords of clauses in ACSL and similar languages, which also use `//@`.
const CONTRACT_WORDS: &[&str] =
    &["requires", "ensures", "assigns", "decreases", "terminates", "loop", "behavior", "ghost"];

/// Returns the keyword if the text after `//@` is a clause of another contract language. Ignoring such clauses is
/// sound: they are not assumed.
pub(super) fn word_of_contract(text: &str) -> Option<&'static str> {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())?;
    CONTRACT_WORDS.iter().find(|known| **known == word).copied()
}

/// The lexer of one text.
pub struct Lexer<'text> {
    text: &'text str,
    file: FileId,
    at: usize,
    /// True if only white space precedes `at` in its line.
    at_line_start: bool,
    keywords: FxHashMap<&'static str, FixedToken>,
    /// The `//@` lines so far; those from index `placed` on wait for the next token.
    pub annotations: Vec<Annotation>,
    placed: usize,
    /// The line markers so far, in order.
    pub markers: Vec<LineMarker>,
    /// The `#pragma pack` lines so far.
    pub packs: Packs,
    /// Lexical errors so far; the stream and the parser add theirs.
    pub diagnostics: Diagnostics,
}

fn is_name_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_ascii_alphabetic() || (c > '\u{7f}' && c.is_alphabetic())
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_ascii_digit() || (c > '\u{7f}' && c.is_alphanumeric())
}

impl<'text> Lexer<'text> {
    /// Creates a lexer that starts at byte `start` of `text`, the contents of `file`.
    pub fn new(file: FileId, text: &'text str, start: u32) -> Self {
        let is_word = |text: &str| text.starts_with(is_name_start);
        Lexer {
            text,
            file,
            at: start as usize,
            at_line_start: true,
            keywords: SPELLINGS.iter().filter(|(text, _)| is_word(text)).copied().collect(),
            annotations: Vec::new(),
            placed: 0,
            markers: Vec::new(),
            packs: Packs::default(),
            diagnostics: Diagnostics::new(),
        }
    }

    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { file: self.file, start, end }
    }

    pub fn slice(&self, start: u32, end: u32) -> &'text str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    pub fn end_of_text(&self) -> u32 {
        self.text.len() as u32
    }

    fn rest(&self) -> &'text str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error_from(&mut self, start: usize, message: impl Into<String>) {
        self.diagnostics.error(self.span(start as u32, self.at as u32), message);
    }

    /// Returns the next token; `None` at the end of the text.
    pub fn next_token(&mut self) -> Option<Spanned<'text>> {
        let token = loop {
            self.skip_blanks();
            if self.at >= self.text.len() {
                break None;
            }
            let start = self.at;
            if let Some(token) = self.token() {
                break Some((start as u32, token, self.at as u32));
            }
        };
        let place = token.as_ref().map_or(self.text.len() as u32, |(start, ..)| *start);
        self.annotations.iter_mut().skip(self.placed).for_each(|annotation| annotation.next_token = place);
        self.placed = self.annotations.len();
        self.at_line_start = false;
        token
    }

    /// Skips white space and comments, and processes directives.
    fn skip_blanks(&mut self) {
        loop {
            match self.byte(0) {
                b'\n' => {
                    self.at_line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.splice_length() > 0 => self.splice(),
                b'/' if self.byte(1) == b'*' => self.block_comment(),
                b'/' if self.byte(1) == b'/' => self.line_comment(),
                b'#' if self.at_line_start => self.directive(),
                _ => return,
            }
        }
    }

    /// The length of the backslash and the line break that begin here, or 0 where there are none.
    fn splice_length(&self) -> usize {
        match (self.byte(0), self.byte(1), self.byte(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    /// Skips the ends of lines that go on in the next one. C joins such lines before it reads tokens. This text is not
    /// joined, so what stands on both sides may be one token.
    fn splice(&mut self) {
        let start = self.at;
        while self.splice_length() > 0 {
            self.at += self.splice_length();
        }
        let before = start.checked_sub(1).map_or(b' ', |last| self.byte_at(last));
        if !before.is_ascii_whitespace() && !self.byte(0).is_ascii_whitespace() && self.at < self.text.len() {
            self.error_from(start, NOT_JOINED);
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text.get(start + 2..).and_then(|rest| rest.find("*/")) {
            Some(length) => {
                self.at = start + 2 + length + 2;
                let comment = self.slice(start as u32, self.at as u32);
                if ["*\\\n", "*\\\r\n"].iter().any(|end| comment.contains(end)) {
                    self.error_from(start, NOT_JOINED);
                }
            }
            None => {
                self.at = start + 2;
                self.error_from(start, "this comment is never closed");
                self.at = self.text.len();
            }
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.at = self.end_of_line(self.byte(2) != b'@');
        if self.byte_at(start + 2) == b'@' {
            let text = self.slice(start as u32 + 3, self.at as u32);
            let span = self.span(start as u32 + 3, start as u32 + 3 + text.trim_end().len() as u32);
            match word_of_contract(text) {
                Some(word) => {
                    let message = format!("`{word}` begins a contract in another language, which is passed over");
                    self.diagnostics.warning(span, message);
                }
                None if text.trim_end().ends_with('\\') => self.error_from(start, CONTINUED),
                None => self.annotations.push(Annotation { span, next_token: 0 }),
            }
        }
    }

    fn byte_at(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Returns the end of the line (before its line break); with `splice`, including spliced lines.
    fn end_of_line(&self, splice: bool) -> usize {
        let mut from = self.at;
        loop {
            let rest = self.text.get(from..).unwrap_or("");
            let Some((line, _)) = rest.split_once('\n') else { return self.text.len() };
            let end = from + line.len();
            if !(splice && (line.ends_with('\\') || line.ends_with("\\\r"))) {
                return end;
            }
            from = end + 1;
        }
    }

    /// Processes `# 12 "file"`, `#line 12 "file"`, `#pragma …`; anything else is an error.
    fn directive(&mut self) {
        let start = self.at;
        self.at = self.end_of_line(true);
        let line = self.slice(start as u32 + 1, self.at as u32).trim();
        if line.is_empty() {
            return;
        }
        if let Some(pragma) = line.strip_prefix("pragma").filter(|rest| !rest.starts_with(is_name_part)) {
            if let Some(Err(message)) = self.packs.pragma(start as u32, pragma) {
                self.error_from(start, message);
            }
            let words = ["scalar_storage_order", "weak", "redefine_extname"];
            let named = pragma.split_whitespace().next().and_then(|first| words.iter().find(|word| **word == first));
            if let Some(word) = named {
                self.error_from(start, format!("`#pragma {word}` is not supported"));
            }
            return;
        }
        let marker = line.strip_prefix("line").unwrap_or(line).trim_start();
        match parse_line_marker(marker) {
            Some(marker) => self.markers.push(LineMarker { offset: start as u32, ..marker }),
            None => self.error_from(start, "a preprocessor directive in preprocessed text"),
        }
    }

    /// Lexes the token at `at`; `None` after an error without a replacement token.
    fn token(&mut self) -> Option<Token<'text>> {
        let first = self.rest().chars().next()?;
        match first {
            '"' | '\'' => self.quoted(0),
            '0'..='9' => Some(self.number()),
            '.' if self.byte(1).is_ascii_digit() => Some(self.number()),
            _ if is_name_start(first) => self.name(),
            _ => self.punctuator(),
        }
    }

    fn name(&mut self) -> Option<Token<'text>> {
        let rest = self.rest();
        let length = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        let name = rest.get(..length)?;
        if matches!(name, "L" | "u" | "U" | "u8") && matches!(self.byte(length), b'"' | b'\'') {
            return self.quoted(length);
        }
        let start = self.at;
        self.at += length;
        if let Some(symbol) = self.keywords.get(name) {
            return Some(Token::Symbol(*symbol));
        }
        if name == "_Imaginary" {
            self.error_from(start, format!("`{name}` is not supported"));
            return None;
        }
        if matches!(name, "__bf16" | "_Decimal32" | "_Decimal64" | "_Decimal128") {
            self.error_from(start, format!("the type `{name}` is not supported"));
            return Some(Token::Symbol(FixedToken::Float));
        }
        Some(Token::Name(name))
    }

    fn number(&mut self) -> Token<'text> {
        let start = self.at;
        loop {
            let exponent = matches!(self.byte(0), b'e' | b'E' | b'p' | b'P');
            match self.byte(0) {
                b if b.is_ascii_alphanumeric() || b == b'.' || b == b'_' => self.at += 1,
                _ => break,
            }
            // In `0x1e+2` the standard makes the sign part of the number, against intuition.
            if exponent && matches!(self.byte(0), b'+' | b'-') {
                self.at += 1;
            }
        }
        literal::number(self.slice(start as u32, self.at as u32)).unwrap_or_else(|message| {
            self.error_from(start, message);
            Token::Integer(IntegerConstant { value: 0, unsigned: false, longs: 0, non_decimal: false })
        })
    }

    /// Lexes a string or character literal whose prefix has `prefix` bytes.
    fn quoted(&mut self, prefix: usize) -> Option<Token<'text>> {
        let start = self.at;
        let encoding = match self.slice(start as u32, (start + prefix) as u32) {
            "L" => Encoding::Wide,
            "u" => Encoding::Utf16,
            "U" => Encoding::Utf32,
            _ => Encoding::Narrow,
        };
        let wide = encoding.is_wide();
        let quote = self.byte(prefix);
        self.at += prefix + 1;
        let body = self.at;
        loop {
            match self.byte(0) {
                b'\\' if self.splice_length() > 0 => self.at += self.splice_length(),
                b'\\' if self.at + 1 < self.text.len() => {
                    self.at += 1;
                    while self.splice_length() > 0 {
                        self.at += self.splice_length();
                    }
                    self.at = (self.at + 1).min(self.text.len());
                }
                b if b == quote => break,
                b'\n' | 0 if self.byte(0) == b'\n' || self.at >= self.text.len() => break,
                _ => self.at += 1,
            }
        }
        let closed = self.byte(0) == quote;
        // After a `\` the position may be inside a character: `slice` then returns nothing, and this is an error.
        let text = self.text.get(body..self.at).unwrap_or("\u{fffd}");
        let mut problem = None;
        let token = if quote == b'"' {
            let bytes = literal::unescape(text, wide).map_err(|message| problem = Some(message));
            Token::String(bytes.unwrap_or_default(), encoding)
        } else {
            let value = literal::character(text, wide).map_err(|message| problem = Some(message));
            Token::Character(value.unwrap_or_default(), encoding)
        };
        let kind = if quote == b'"' { "string" } else { "character constant" };
        if closed {
            self.at += 1;
        } else {
            problem = Some(format!("this {kind} is not closed at the end of its line"));
        }
        if let Some(problem) = problem {
            self.error_from(start, problem);
        }
        Some(token)
    }

    fn punctuator(&mut self) -> Option<Token<'text>> {
        if let Some((symbol, length)) = match_punctuator(self.rest().as_bytes()) {
            self.at += length;
            return Some(Token::Symbol(symbol));
        }
        self.stray();
        None
    }

    /// Skips a run of characters that C does not use, with a single error.
    fn stray(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let is_stray = |c: char| !c.is_ascii() && !is_name_start(c) || c.is_ascii_control() || "@`\\#".contains(c);
        let run = rest.find(|c: char| !is_stray(c) || c == '\n').unwrap_or(rest.len());
        self.at += run.max(rest.chars().next().map_or(1, char::len_utf8));
        let first = rest.chars().next().unwrap_or('\0');
        let message = match first {
            '\u{fffd}' => "text that is not UTF-8".to_owned(),
            '#' => "stray `#` (a directive stands at the start of its line)".to_owned(),
            '`' => "stray backquote".to_owned(),
            c if c.is_control() => format!("stray control character U+{:04X}", c as u32),
            c => format!("stray `{c}`"),
        };
        self.error_from(start, message);
    }
}

/// Returns the longest punctuator at the start of `bytes`, with its length.
fn match_punctuator(bytes: &[u8]) -> Option<(FixedToken, usize)> {
    use FixedToken as S;
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let found = match (at(0), at(1), at(2)) {
        (b'.', b'.', b'.') => (S::Ellipsis, 3),
        (b'<', b'<', b'=') => (S::ShiftLeftEqual, 3),
        (b'>', b'>', b'=') => (S::ShiftRightEqual, 3),
        (b'-', b'>', _) => (S::Arrow, 2),
        (b'+', b'+', _) => (S::Increment, 2),
        (b'-', b'-', _) => (S::Decrement, 2),
        (b'&', b'&', _) => (S::AndAnd, 2),
        (b'|', b'|', _) => (S::OrOr, 2),
        (b'<', b'<', _) => (S::ShiftLeft, 2),
        (b'>', b'>', _) => (S::ShiftRight, 2),
        (b'<', b'=', _) => (S::LessEqual, 2),
        (b'>', b'=', _) => (S::GreaterEqual, 2),
        (b'=', b'=', _) => (S::EqualEqual, 2),
        (b'!', b'=', _) => (S::NotEqual, 2),
        (b'+', b'=', _) => (S::PlusEqual, 2),
        (b'-', b'=', _) => (S::MinusEqual, 2),
        (b'*', b'=', _) => (S::StarEqual, 2),
        (b'/', b'=', _) => (S::SlashEqual, 2),
        (b'%', b'=', _) => (S::PercentEqual, 2),
        (b'&', b'=', _) => (S::AmpersandEqual, 2),
        (b'|', b'=', _) => (S::PipeEqual, 2),
        (b'^', b'=', _) => (S::CaretEqual, 2),
        (b'<', b'%', _) => (S::LeftBrace, 2),
        (b'%', b'>', _) => (S::RightBrace, 2),
        (b'<', b':', _) => (S::LeftBracket, 2),
        (b':', b'>', _) => (S::RightBracket, 2),
        (b'{', ..) => (S::LeftBrace, 1),
        (b'}', ..) => (S::RightBrace, 1),
        (b'[', ..) => (S::LeftBracket, 1),
        (b']', ..) => (S::RightBracket, 1),
        (b'(', ..) => (S::LeftParen, 1),
        (b')', ..) => (S::RightParen, 1),
        (b';', ..) => (S::Semicolon, 1),
        (b',', ..) => (S::Comma, 1),
        (b':', ..) => (S::Colon, 1),
        (b'?', ..) => (S::Question, 1),
        (b'.', ..) => (S::Dot, 1),
        (b'+', ..) => (S::Plus, 1),
        (b'-', ..) => (S::Minus, 1),
        (b'*', ..) => (S::Star, 1),
        (b'/', ..) => (S::Slash, 1),
        (b'%', ..) => (S::Percent, 1),
        (b'&', ..) => (S::Ampersand, 1),
        (b'|', ..) => (S::Pipe, 1),
        (b'^', ..) => (S::Caret, 1),
        (b'~', ..) => (S::Tilde, 1),
        (b'!', ..) => (S::Exclamation, 1),
        (b'<', ..) => (S::Less, 1),
        (b'>', ..) => (S::Greater, 1),
        (b'=', ..) => (S::Equal, 1),
        _ => return None,
    };
    Some(found)
}

/// Parses `12 "file" 1 3`: the line, an optional file, and flags. The caller sets `offset`.
pub fn parse_line_marker(text: &str) -> Option<LineMarker> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let line: u32 = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?.trim_start();
    let mut marker = LineMarker { offset: 0, file: None, line, change: Change::None };
    let Some(quoted) = rest.strip_prefix('"') else {
        return if rest.is_empty() { Some(marker) } else { None };
    };
    let mut name = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
    marker.file = Some(name);
    marker.change = match chars.as_str().split_whitespace().next() {
        Some("1") => Change::Enter,
        Some("2") => Change::Return,
        _ => Change::None,
    };
    Some(marker)
}
