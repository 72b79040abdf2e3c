//! Diagnostics as data. Whoever detects a problem words it. [`Diagnostics::render`] prints GCC's first line
//! (`file:line:col: error: …`), which editors and scripts parse, over the marked source line. The printer is
//! hand-written because the libraries for diagnostics imitate the Rust compiler.

use std::collections::HashSet;

use anstyle::{AnsiColor, Style};

use crate::budget::Exhausted;
use crate::source::{SourceMap, SourcePosition, Span};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input cannot be used: exit status 2.
    Error,
    /// The run continues; the exit status is unchanged.
    Warning,
}

/// The prefix of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    Error,
    Warning,
    /// An addition to the previous message.
    Note,
}

impl Heading {
    pub fn word(self) -> &'static str {
        match self {
            Heading::Error => "error",
            Heading::Warning => "warning",
            Heading::Note => "note",
        }
    }

    fn style(self) -> Style {
        let color = match self {
            Heading::Error => AnsiColor::Red,
            Heading::Warning => AnsiColor::Magenta,
            Heading::Note => AnsiColor::Cyan,
        };
        color.on_default().bold()
    }
}

impl From<Severity> for Heading {
    fn from(severity: Severity) -> Heading {
        match severity {
            Severity::Error => Heading::Error,
            Severity::Warning => Heading::Warning,
        }
    }
}

/// A message to the user about the input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// One sentence without a final full stop.
    pub message: String,
    /// The source position; `None` for a message about a whole file or the command line.
    pub span: Option<Span>,
    /// Additional lines, each with its own position if it has one.
    pub notes: Vec<(Option<Span>, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, message: message.into(), span: Some(span), notes: Vec::new() }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, message: message.into(), span: Some(span), notes: Vec::new() }
    }

    /// An error without a position.
    pub fn general(message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, message: message.into(), span: None, notes: Vec::new() }
    }

    pub fn with_note(mut self, span: Option<Span>, note: impl Into<String>) -> Self {
        self.notes.push((span, note.into()));
        self
    }
}

/// The diagnostics of a run in order of discovery; at most [`Diagnostics::LIMIT`] errors.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    /// A copy of `items`, to detect duplicates.
    known: HashSet<Diagnostic>,
    errors: usize,
    /// The limit that ended the work on the input, if one did.
    stopped: Option<Exhausted>,
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(diagnostic);
        diagnostics
    }
}

impl Diagnostics {
    /// Errors beyond this number are counted but not kept.
    pub const LIMIT: usize = 50;

    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the only diagnostic of work that a limit has ended. `work` is a clause, such as `the program was parsed`.
    pub fn stopped_while(work: &str, why: Exhausted) -> Self {
        let mut diagnostics = Diagnostics { stopped: Some(why), ..Self::default() };
        diagnostics.push(Diagnostic::general(format!("{why} while {work}")));
        diagnostics
    }

    /// Returns the only diagnostic of work for which no thread could be started. What is missing is address space for
    /// its stack.
    pub fn without_thread(error: &std::io::Error) -> Self {
        let why = Exhausted::AddressSpace;
        let mut diagnostics = Diagnostics { stopped: Some(why), ..Self::default() };
        diagnostics.push(Diagnostic::general(format!("{why}: no thread could be started: {error}")));
        diagnostics
    }

    /// The limit that ended the work on the input: nothing is wrong with the input then.
    pub fn stopped(&self) -> Option<Exhausted> {
        self.stopped
    }

    /// Adds a diagnostic unless it is an exact duplicate.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.known.insert(diagnostic.clone()) {
            return;
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > Self::LIMIT {
                return;
            }
        }
        self.items.push(diagnostic);
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::warning(span, message));
    }

    /// Appends all diagnostics of `other`.
    pub fn append(&mut self, other: Diagnostics) {
        let kept = other.items.iter().filter(|item| item.severity == Severity::Error).count();
        let dropped = other.errors.saturating_sub(kept);
        other.items.into_iter().for_each(|item| self.push(item));
        self.errors += dropped;
        self.stopped = self.stopped.or(other.stopped);
    }

    /// Returns a copy without warnings.
    #[must_use]
    pub fn errors_alone(&self) -> Diagnostics {
        let mut errors = self.clone();
        errors.items.retain(|item| item.severity == Severity::Error);
        errors
    }

    /// Sorts by position; diagnostics without one come first.
    pub fn sort_by_place(&mut self) {
        self.items.sort_by_key(|item| item.span);
    }

    /// Drops warnings about included files, which the user cannot fix.
    pub fn drop_warnings_about_included_files(&mut self, sources: &SourceMap) {
        self.items.retain(|item| {
            item.severity == Severity::Error || item.span.is_none_or(|span| sources.is_in_own_file(span))
        });
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns true if further errors would only be counted, so that the search for them can stop.
    pub fn is_full(&self) -> bool {
        self.errors > Self::LIMIT
    }

    /// All kept diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.items.iter()
    }

    /// Prints all diagnostics without colour: for each the line `file:line:col: error: message`, the source line with
    /// the span underlined, then its notes.
    pub fn render(&self, sources: &SourceMap) -> String {
        anstream::adapter::strip_str(&self.render_styled(sources)).to_string()
    }

    /// Like [`Diagnostics::render`], with colour as ANSI escape codes.
    pub fn render_styled(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        for item in &self.items {
            render_entry(&mut out, sources, item.span, item.severity.into(), &item.message);
            for (span, note) in &item.notes {
                render_entry(&mut out, sources, *span, Heading::Note, note);
            }
        }
        if self.errors > Self::LIMIT {
            out.push_str(&format!("damson: {} more errors\n", self.errors - Self::LIMIT));
        }
        out
    }
}

/// Replaces control characters of the input, which must not reach the terminal.
fn printable(c: char) -> char {
    if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c }
}

/// Maximum width of a printed source excerpt, in characters.
const EXCERPT_WIDTH: usize = 120;

fn render_entry(out: &mut String, sources: &SourceMap, span: Option<Span>, heading: Heading, message: &str) {
    let Some(span) = span else {
        let style = heading.style();
        let message: String = message.chars().map(printable).collect();
        out.push_str(&format!("damson: {style}{}:{style:#} {message}\n", heading.word()));
        return;
    };
    let position = sources.position(span);
    let line = sources.source_line(span);
    let width = sources.snippet(span).lines().next().unwrap_or("").chars().count();
    write_message(out, &position, heading, message);
    write_excerpt(out, &position, line, width, heading);
}

/// Writes the first line of a message in colour: `file:line:col: error: message`.
pub fn write_message(out: &mut String, position: &SourcePosition, heading: Heading, message: &str) {
    let style = heading.style();
    let message: String = message.chars().map(printable).collect();
    out.push_str(&format!("{position}: {style}{}:{style:#} {message}\n", heading.word()));
}

/// Writes a source line with `width` characters underlined from a position on.
pub fn write_excerpt(out: &mut String, position: &SourcePosition, line: &str, width: usize, heading: Heading) {
    let style = heading.style();
    // Very long lines must not be printed whole: cut around the marked column.
    let column = (position.column as usize).saturating_sub(1);
    let before: Vec<char> = line.get(..column).unwrap_or("").chars().collect();
    let skipped = before.len().saturating_sub(EXCERPT_WIDTH / 2);
    let excerpt: String = line.chars().skip(skipped).take(EXCERPT_WIDTH).map(printable).collect();
    let marker_indent: String = before.iter().skip(skipped).map(|c| if *c == '\t' { '\t' } else { ' ' }).collect();
    let room = excerpt.chars().count().saturating_sub(before.len() - skipped).max(1);
    let width = width.clamp(1, room);
    out.push_str(&format!("{:>5} | {excerpt}\n", position.line));
    out.push_str(&format!("      | {marker_indent}{style}^{}{style:#}\n", "~".repeat(width - 1)));
}
