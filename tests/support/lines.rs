//! The text of a program as a tree of lines, which can be made smaller.

/// A statement, or a declaration, or a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// One or more lines that stay together.
    Line(String),
    /// A statement with a body: the text before the body, the body, the text behind it.
    Block(String, Vec<Statement>, String),
}

/// Writes statements as C.
pub fn write_all(statements: &[Statement], depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    for statement in statements {
        match statement {
            Statement::Line(line) => *text += &format!("{indent}{line}\n"),
            Statement::Block(head, body, tail) => {
                *text += &format!("{indent}{head} {{\n");
                write_all(body, depth + 1, text);
                *text += &format!("{indent}}}{tail}\n");
            }
        }
    }
}

/// The list without one statement, or with one block replaced by its body, or with a smaller body.
pub fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for (index, statement) in body.iter().enumerate() {
        let with = |middle: &[Statement]| [&body[..index], middle, &body[index + 1..]].concat();
        found.push(with(&[]));
        if let Statement::Block(head, inner, tail) = statement {
            found.push(with(inner));
            found.extend(
                smaller_bodies(inner)
                    .into_iter()
                    .map(|inner| with(&[Statement::Block(head.clone(), inner, tail.clone())])),
            );
        }
    }
    found
}
