//! Text in two versions: for Damson, and for the compiler, with the same meaning but every access watched.

use crate::support::lines::Statement;

/// A piece of C.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// For Damson.
    pub plain: String,
    /// For the compiler.
    pub watched: String,
}

/// Something with two versions.
pub trait Sides {
    fn plain(&self) -> &str;
    fn watched(&self) -> &str;
}

impl Sides for Code {
    fn plain(&self) -> &str {
        &self.plain
    }
    fn watched(&self) -> &str {
        &self.watched
    }
}

impl Sides for &str {
    fn plain(&self) -> &str {
        self
    }
    fn watched(&self) -> &str {
        self
    }
}

impl Sides for String {
    fn plain(&self) -> &str {
        self
    }
    fn watched(&self) -> &str {
        self
    }
}

/// Between the two versions of a line.
const SEPARATOR: char = '\u{1}';

/// A template: each `{}` is replaced by the next part; `⟦…⟧` is for the compiler only, `⟪…⟫` for Damson only.
pub fn code(template: &str, parts: &[&dyn Sides]) -> Code {
    let one = |is_watched: bool| {
        let (open, close, skip_open, skip_close) =
            if is_watched { ('⟦', '⟧', '⟪', '⟫') } else { ('⟪', '⟫', '⟦', '⟧') };
        let mut text = String::new();
        let mut next = parts.iter();
        let mut skipping = false;
        let mut rest = template;
        while let Some(first) = rest.chars().next() {
            let mut length = first.len_utf8();
            if rest.starts_with("{}") {
                length = 2;
                let part = next.next().expect("a part for each place");
                if !skipping {
                    text += if is_watched { part.watched() } else { part.plain() };
                }
            } else if first == skip_open {
                skipping = true;
            } else if first == skip_close {
                skipping = false;
            } else if first != open && first != close && !skipping {
                text.push(first);
            }
            rest = &rest[length..];
        }
        assert!(next.next().is_none(), "a place for each part: {template}");
        text
    };
    Code { plain: one(false), watched: one(true) }
}

impl Code {
    /// As one text.
    pub fn joined(&self) -> String {
        format!("{}{SEPARATOR}{}", self.plain, self.watched)
    }
}

/// A line.
pub fn line(template: &str, parts: &[&dyn Sides]) -> Statement {
    Statement::Line(code(template, parts).joined())
}

/// A statement with a body.
pub fn block(head: &Code, body: Vec<Statement>, tail: &Code) -> Statement {
    Statement::Block(head.joined(), body, tail.joined())
}

/// One version of a text.
pub fn side(text: &str, is_watched: bool) -> &str {
    match text.split_once(SEPARATOR) {
        Some((plain, watched)) => {
            if is_watched {
                watched
            } else {
                plain
            }
        }
        None => text,
    }
}

/// Writes one version of statements.
pub fn write(statements: &[Statement], depth: usize, is_watched: bool, text: &mut String) {
    let indent = "    ".repeat(depth);
    for statement in statements {
        match statement {
            Statement::Line(line) => *text += &format!("{indent}{}\n", side(line, is_watched)),
            Statement::Block(head, body, tail) => {
                *text += &format!("{indent}{} {{\n", side(head, is_watched));
                write(body, depth + 1, is_watched, text);
                *text += &format!("{indent}}}{}\n", side(tail, is_watched));
            }
        }
    }
}
