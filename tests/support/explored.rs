//! Sessions of `damson explore` about models.

use std::path::Path;

use damson::base::SourceMap;
use damson::explore::{Answer, Session};
use damson::pipeline::{self, Input, Settings};
use damson::simplify::RuleSet;

/// A session that was just opened, with its answer, and the text of the program.
pub fn opened(program: &str, specification: &str) -> (Session, Answer, String) {
    let read = |path: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path);
    let source = read(program);
    // Without the header, there is nothing for the preprocessor.
    let lines = source.lines().map(|line| if line.starts_with("#include") { "" } else { line });
    let text = lines.collect::<Vec<_>>().join("\n").replace("NULL", "0   ");
    let mut sources = SourceMap::new();
    let name = program.rsplit('/').next().unwrap_or(program);
    let program = sources.add(name, text);
    let specification = Some(sources.add("a.spec", read(specification)));
    let input = Input { specification, ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let rules = RuleSet::embedded().expect("the built-in rules are right");
    match Session::open(sources, prepared, rules, Settings::default()) {
        Ok((session, answer)) => (session, answer, source),
        Err((_, problem)) => panic!("{problem:?}"),
    }
}
