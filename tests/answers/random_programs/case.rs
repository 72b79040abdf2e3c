//! A program with its question, as a tree of lines that can be made smaller.

use crate::support::lines::{Statement, smaller_bodies, write_all};

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
