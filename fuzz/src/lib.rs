//! What the targets share: a program that specifications and hints can speak about.

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::program::{FunctionId, Program};
use damson::spec::Specification;

/// A program, ready for specifications.
pub struct Subject {
    /// Its text.
    pub sources: SourceMap,
    /// The program, calls inlined.
    pub program: Program,
    /// The function that is specified.
    pub entry: FunctionId,
    /// A specification with symbols.
    pub specification: Specification,
}

const TEXT: &str = include_str!("../../tests/specs/list.c");
const SYMBOLS: &str = "symbol k : Node *; symbol j : Node *;";

impl Subject {
    fn new() -> Subject {
        let mut sources = SourceMap::new();
        let file = sources.add("list.c", TEXT);
        let symbols = sources.add("list.spec", SYMBOLS);
        let input = damson::pipeline::Input {
            program: file,
            specification: Some(symbols),
            hints: None,
            entry: Some("reverse"),
            model: DataModel::Lp64,
        };
        let (prepared, diagnostics) = damson::pipeline::prepare(&mut sources, input);
        let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
        Subject {
            sources,
            program: prepared.program,
            entry: prepared.entry,
            specification: prepared.specification,
        }
    }

    /// Calls `action` with the program of this thread.
    pub fn with(action: impl FnOnce(&Subject)) {
        thread_local!(static SUBJECT: Subject = Subject::new());
        SUBJECT.with(action);
    }
}
