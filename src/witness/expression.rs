//! Whether the text of a constraint is one expression of C without side effects.
//!
//! Constraints become a part of the program's text, so a text must not end the expression that it stands in, and must not
//! change what the program does. This is decided by tokens alone: whether it is an expression at all, with names and types that
//! fit, is decided when the program with the constraint in it is parsed. What is refused here in doubt could always be
//! written in another way.

use std::fmt;

/// What is wrong with the text of a constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstraintProblem {
    Empty,
    /// A token that no such expression has.
    Token(String),
    /// Brackets do not match.
    Brackets,
    /// It assigns, increments or decrements.
    Assignment,
    /// It calls something.
    Call,
    /// It divides by what may be zero, or shifts by what may be too much.
    Division,
    /// Comparisons in a chain: ACSL and C read them in different ways.
    Chain,
}

impl fmt::Display for ConstraintProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConstraintProblem::Empty => write!(out, "a constraint is an expression of C"),
            ConstraintProblem::Token(token) => write!(out, "'{token}' is not allowed in a constraint"),
            ConstraintProblem::Brackets => write!(out, "the brackets of this constraint do not match"),
            ConstraintProblem::Assignment => write!(out, "a constraint assigns nothing"),
            ConstraintProblem::Call => write!(out, "a constraint calls nothing"),
            ConstraintProblem::Division => {
                write!(out, "a constraint divides and shifts by constants other than zero only")
            }
            ConstraintProblem::Chain => write!(out, "C and ACSL read comparisons in a chain in different ways"),
        }
    }
}

/// The operators that assign.
const ASSIGNMENTS: [&str; 13] = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];
/// All other operators of more than one character, the longest first.
const OPERATORS: [&str; 10] = ["...", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"];
/// Words that may stand in front of a parenthesis.
const OPERATOR_WORDS: [&str; 4] = ["sizeof", "_Alignof", "__alignof__", "__real__"];
/// Words that types are made of.
const TYPE_WORDS: [&str; 13] = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "const", "volatile",
    "__int128",
];

/// Checks the text of a constraint. `result` is allowed where the constraint may speak of `\result`.
pub(super) fn check(text: &str, may_have_result: bool) -> Result<(), ConstraintProblem> {
    let plain = if may_have_result { text.replace("\\result", "result") } else { text.to_string() };
    let tokens = tokens(&plain)?;
    if tokens.is_empty() {
        return Err(ConstraintProblem::Empty);
    }
    if is_undefined_somewhere(&tokens) {
        return Err(ConstraintProblem::Division);
    }
    if may_have_result && has_chain(&tokens) {
        return Err(ConstraintProblem::Chain);
    }
    let mut open: Vec<(&str, usize)> = Vec::new();
    // The content of the last pair of parentheses that closed.
    let mut closed: &[&str] = &[];
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| tokens.get(index)).copied();
        match *token {
            "(" => {
                let is_call = match before {
                    Some("]") => true,
                    Some(")") => !is_type(closed),
                    Some(word) => is_word(word) && !OPERATOR_WORDS.contains(&word),
                    None => false,
                };
                if is_call {
                    return Err(ConstraintProblem::Call);
                }
                open.push((")", index));
            }
            "[" => open.push(("]", index)),
            ")" | "]" => match open.pop() {
                Some((expected, start)) if expected == *token => {
                    closed = tokens.get(start + 1..index).unwrap_or(&[]);
                }
                _ => return Err(ConstraintProblem::Brackets),
            },
            // The instrumentation's own names.
            name if name.starts_with("damson") => return Err(ConstraintProblem::Token(name.into())),
            assignment if ASSIGNMENTS.contains(&assignment) => return Err(ConstraintProblem::Assignment),
            _ => {}
        }
    }
    if open.is_empty() { Ok(()) } else { Err(ConstraintProblem::Brackets) }
}

/// Returns true if an expression divides, or shifts, by something that is no constant other than zero.
fn is_undefined_somewhere(tokens: &[&str]) -> bool {
    let is_constant = |token: &&str| {
        token.starts_with(|first: char| first.is_ascii_digit())
            && token.contains(|digit: char| ('1'..='9').contains(&digit))
    };
    let mut pairs = tokens.iter().enumerate().map(|(index, token)| (*token, tokens.get(index + 1)));
    pairs.any(|(token, next)| matches!(token, "/" | "%" | "<<" | ">>") && !next.is_some_and(is_constant))
}

/// Returns true if two comparisons follow each other with nothing logical between them.
fn has_chain(tokens: &[&str]) -> bool {
    let mut compared = vec![false];
    for token in tokens {
        match *token {
            "(" | "[" => compared.push(false),
            ")" | "]" => drop(compared.pop()),
            "&&" | "||" | "?" | ":" | "," => compared.iter_mut().rev().take(1).for_each(|known| *known = false),
            "==" | "!=" | "<" | "<=" | ">" | ">=" => match compared.last_mut() {
                Some(known) if *known => return true,
                Some(known) => *known = true,
                None => {}
            },
            _ => {}
        }
    }
    false
}

/// Returns true if the content of parentheses is certainly a type: `struct node *`, `unsigned long`.
fn is_type(content: &[&str]) -> bool {
    let is_pointer = content.last() == Some(&"*") && content.iter().all(|token| is_word(token) || *token == "*");
    let is_tagged = matches!(content, ["struct" | "union" | "enum", _]);
    is_pointer || is_tagged || !content.is_empty() && content.iter().all(|token| TYPE_WORDS.contains(token))
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Splits a text into tokens.
fn tokens(text: &str) -> Result<Vec<&str>, ConstraintProblem> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = length_of(rest, first)?;
        let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        tokens.push(token);
        rest = after.trim_start_matches([' ', '\t']);
    }
    Ok(tokens)
}

/// Returns the length of the token that a text begins with, in bytes.
fn length_of(text: &str, first: char) -> Result<usize, ConstraintProblem> {
    let refused = || ConstraintProblem::Token(first.escape_default().to_string());
    if text.starts_with("//") || text.starts_with("/*") {
        return Err(ConstraintProblem::Token("comment".into()));
    }
    if first.is_ascii_alphanumeric() || first == '_' {
        // Numbers may have a point and an exponent with a sign.
        let is_number = first.is_ascii_digit();
        let mut before = first;
        let end = text.find(|next: char| {
            let is_sign = is_number && matches!(next, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
            let belongs = next.is_ascii_alphanumeric() || next == '_' || is_number && next == '.' || is_sign;
            before = next;
            !belongs
        });
        return Ok(end.unwrap_or(text.len()));
    }
    if first == '\'' {
        let mut characters = text.char_indices().skip(1);
        while let Some((at, next)) = characters.next() {
            match next {
                '\\' => drop(characters.next()),
                '\'' => return Ok(at + 1),
                _ => {}
            }
        }
        return Err(refused());
    }
    let operators = ASSIGNMENTS.iter().chain(&OPERATORS).filter(|operator| text.starts_with(**operator));
    match operators.map(|operator| operator.len()).max() {
        Some(length) => Ok(length),
        None if "()[].*&+-~!/%<>^|?:,".contains(first) => Ok(1),
        None => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_without_side_effects_are_taken() {
        for text in [
            "x == 7",
            "p == 0 || p->next == (struct node *)0",
            "(long long)n - m <= 4",
            "a[i].b != '='",
            "(T *)(p) != 0 && sizeof(int) == 4u",
            "x >= 1.5e+3 ? y : -z",
            "(unsigned long)(x) << 2 >= 8",
        ] {
            assert_eq!(check(text, false), Ok(()), "{text}");
        }
        assert_eq!(check("\\result == 0x10", true), Ok(()));
        assert_eq!(check("1 <= \\result && \\result <= 3", true), Ok(()));
        assert_eq!(check("1 <= \\result <= 3", true), Err(ConstraintProblem::Chain));
    }

    #[test]
    fn what_changes_the_program_is_refused() {
        use ConstraintProblem::{Assignment, Brackets, Call, Division, Empty};
        let token = |text: &str| ConstraintProblem::Token(text.into());
        for (text, problem) in [
            ("", Empty),
            ("1); exit(0); if (1", token(";")),
            ("1) || (1", Brackets),
            ("(1", Brackets),
            ("(a]", Brackets),
            ("a = 1", Assignment),
            ("a <<= 1", Assignment),
            ("a == b++", Assignment),
            ("f(1)", Call),
            ("(f)(1)", Call),
            ("(*f)(1)", Call),
            ("p->f(1)", Call),
            ("fs[0](1)", Call),
            ("a; b", token(";")),
            ("{ a }", token("{")),
            ("a /* b", token("comment")),
            ("a // b", token("comment")),
            ("a\n# define b", token("\\n")),
            ("\"text\" != 0", token("\\\"")),
            ("\\result == 1", token("\\\\")),
            ("a == 'x", token("\\'")),
            ("1 / a", Division),
            ("a % 0", Division),
            ("1 << a", Division),
            ("damson_segment == 1", token("damson_segment")),
        ] {
            assert_eq!(check(text, false), Err(problem), "{text}");
        }
    }
}
