//! The bounded engine on what the shape analysis leaves open: samples, each with what `verify` says of it in its first lines, and
//! which engine decided that.

use crate::support::samples;

use std::path::Path;

use damson::base::{Budget, SourceMap};
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::bounded::BOUNDED_ENGINE;
use damson::pipeline::settings::effort;
use damson::pipeline::{self, Answer, Settings, Subject, VerificationTask};
use damson::program::select_entry;
use damson::reason::EngineName;
use damson::spec::Question;
use samples::c_files;

/// What `verify` says of a program with the options of a line.
fn answer(path: &Path, options: &[&str]) -> Answer {
    let (mut settings, mut preprocess) = (Settings::default(), PreprocessOptions::default());
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "--unwind" => {
                let bound: u32 = options.next().and_then(|bound| bound.parse().ok()).expect("a number");
                let beside = damson::bmc::Settings { largest_unwind: bound, ..effort() };
                settings.bounded = (bound > 0).then_some(beside);
            }
            definition => preprocess.definitions.push(definition.into()),
        }
    }
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &preprocess).expect("a file");
    let (program, diagnostics) = damson::pipeline::lower_text(&mut sources, file, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let entry = select_entry(&program, &sources, None).expect("an entry");
    let question = Question::of_memory(&program, entry);
    let subject = Subject::WithCalls(question);
    let budget = Budget::unlimited();
    let answer =
        pipeline::verify(VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget });
    answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources))).0
}

/// The answer in a line: `violated double-free in line 18 by the bounded engine`; or `unknown, perhaps out-of-bounds in line 9`.
fn said(answer: &Answer) -> String {
    assert!(answer.contradictions.is_empty(), "{:#?}", answer.contradictions);
    let mut said = answer.verdict.word().to_string();
    if answer.verdict == Verdict::Violated {
        for alarm in answer.shapes.findings.iter().filter(|alarm| alarm.certain()) {
            said += &format!(" {} in line {}", alarm.kind.word(), alarm.position.line);
        }
    }
    if answer.verdict == Verdict::Unknown {
        for alarm in answer.shapes.findings.iter().filter(|alarm| !alarm.certain()) {
            said += &format!(", perhaps {} in line {}", alarm.kind.word(), alarm.position.line);
        }
    }
    let deciding = |engine: EngineName| answer.properties.iter().any(|property| property.only_by == Some(engine));
    if answer.verdict != Verdict::Unknown && deciding(BOUNDED_ENGINE) {
        said += " by the bounded engine";
    }
    said
}

#[test]
fn what_the_shape_analysis_leaves_open_is_settled() {
    let mut problems = Vec::new();
    for path in c_files("safety") {
        let text = std::fs::read_to_string(&path).expect("a file");
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// EXPECTED")).collect();
        assert!(!lines.is_empty(), "{}: nothing is expected", path.display());
        for (options, expected) in lines.iter().filter_map(|line| line.split_once(':')) {
            let options: Vec<&str> = options.split_whitespace().collect();
            let said = said(&answer(&path, &options));
            if said != expected.trim() {
                problems.push(format!("{} {}: {said}", path.display(), options.join(" ")));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
