//! Reads the human-readable parts of a model that [`super::promela`] wrote: the predicates of its bits, the C
//! statements that its lines execute, and the properties that they check.
//!
//! It does not parse Promela: it only knows the comments of that writer.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::promela::{RESET, STANDS_FOR, TITLE};

/// The human-readable parts of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromelaModel {
    /// Name of the C procedure.
    pub procedure: String,
    /// The predicates of bits, by the names of the bits.
    pub predicates: IndexMap<String, String>,
    /// The relevant lines, numbered from 1.
    pub lines: BTreeMap<usize, ModelLine>,
    /// The temporal properties, by their names in the model.
    pub formulas: BTreeMap<String, String>,
}

/// The meaning of a line of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelLine {
    /// Begins a step: the C statement, preceded by its file and line.
    Statement(String),
    /// Clears a bit whose predicate has no meaning from here on.
    Reset(String),
    /// Checks a property.
    Check(String),
}

/// Reads a model; `None` if Damson did not write it.
pub fn read(text: &str) -> Option<PromelaModel> {
    let mut lines = text.lines();
    let procedure = lines.next()?.strip_prefix(TITLE)?.trim_end_matches('.').to_string();
    let mut model =
        PromelaModel { procedure, predicates: IndexMap::new(), lines: BTreeMap::new(), formulas: BTreeMap::new() };
    // The last comment on a line of its own.
    let mut comment = "";
    for (number, line) in (2..).zip(lines) {
        let line = line.trim();
        if let Some((bit, predicate)) = line.strip_prefix("* ").and_then(|rest| rest.split_once(STANDS_FOR)) {
            model.predicates.insert(bit.to_string(), predicate.to_string());
        } else if let Some(text) = line.strip_prefix("/* ").and_then(|rest| rest.strip_suffix(" */")) {
            comment = text;
        } else if line.starts_with("printf(") {
            model.lines.insert(number, ModelLine::Statement(comment.to_string()));
        } else if let Some((bit, _)) = line.strip_suffix(RESET).and_then(|rest| rest.split_once(" = ")) {
            model.lines.insert(number, ModelLine::Reset(bit.to_string()));
        } else if line.starts_with("assert(")
            && let Some((_, property)) = line.trim_end_matches(" */").split_once("); /* ")
        {
            model.lines.insert(number, ModelLine::Check(property.to_string()));
        } else if let Some((name, _)) = line.strip_prefix("ltl ").and_then(|rest| rest.split_once(" {")) {
            model.formulas.insert(name.to_string(), comment.to_string());
        }
    }
    Some(model)
}
