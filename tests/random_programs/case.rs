//! A program with its question, as a tree of lines that can be made smaller.

/// A statement of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// One or more lines that stay together.
    Line(String),
    /// A statement with a body: the text before the body, the body, the text behind it.
    Block(String, Vec<Statement>, String),
}

/// A procedure `subject` and what is asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Types, globals and helper functions.
    pub declarations: Vec<String>,
    /// Declarations of parameters.
    pub parameters: Vec<String>,
    /// Locals, then statements.
    pub body: Vec<Statement>,
    /// The specification, a statement a line.
    pub specification: Vec<String>,
}

impl Case {
    /// The C text.
    pub fn program(&self) -> String {
        let mut text = String::new();
        for declaration in &self.declarations {
            text += &format!("{declaration}\n");
        }
        text += &format!("Node *subject({}) {{\n", self.parameters.join(", "));
        write_all(&self.body, 1, &mut text);
        text + "}\n"
    }

    /// The text of the specification.
    pub fn questions(&self) -> String {
        self.specification.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Everything that is one step smaller, the largest cuts first.
    fn smaller(&self) -> Vec<Case> {
        let mut found = Vec::new();
        for index in 0..self.specification.len() {
            let mut case = self.clone();
            case.specification.remove(index);
            found.push(case);
        }
        found.extend(smaller_bodies(&self.body).into_iter().map(|body| Case { body, ..self.clone() }));
        for index in 0..self.declarations.len() {
            let mut case = self.clone();
            case.declarations.remove(index);
            found.push(case);
        }
        for index in 0..self.parameters.len() {
            let mut case = self.clone();
            case.parameters.remove(index);
            found.push(case);
        }
        found
    }

    /// The smallest case found that still fails, by trying one cut after the other.
    pub fn reduced(&self, fails: &dyn Fn(&Case) -> bool) -> Case {
        let mut best = self.clone();
        while let Some(next) = best.smaller().into_iter().find(|case| fails(case)) {
            best = next;
        }
        best
    }
}

fn write_all(statements: &[Statement], depth: usize, text: &mut String) {
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
fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
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
