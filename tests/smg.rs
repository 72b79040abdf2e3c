//! The shape analysis on sample programs: what it reports of each is kept beside it.

mod smg_support {
    use std::path::Path;

    use damson::base::{Budget, SourceMap};
    use damson::ctype::DataModel;
    use damson::frontend::{self, PreprocessOptions};
    use damson::program::{display, select_entry};
    use damson::smg::{self, Settings};

    /// What is found in a program, a line each: place, kind, whether it is certain; and what was not followed.
    pub fn report(path: &Path) -> String {
        let mut sources = SourceMap::new();
        let file = frontend::load(&mut sources, path, &PreprocessOptions::default()).unwrap();
        let (program, diagnostics) = damson::pipeline::lower_text(&mut sources, file, DataModel::Lp64);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        let entry = select_entry(&program, &sources, None).unwrap();
        let analysis = smg::analyse(&program, entry, &Settings::default(), &Budget::unlimited());
        let mut lines = Vec::new();
        for finding in &analysis.findings {
            let position = sources.position(finding.span);
            let sure = if finding.certain { "" } else { "perhaps " };
            lines.push(format!("{}: {sure}{}: {}", position.line, finding.kind.word(), finding.message));
            let steps = finding.steps();
            let last = steps.iter().rev().find_map(|step| Some((step.function, step.edge?)));
            if let Some((function, edge)) = last {
                let flowchart = program.flowchart(function).unwrap();
                lines.push(format!("    at {}", display::command(&program, &flowchart.edge(edge).command)));
            }
        }
        lines.extend(analysis.gaps.iter().map(|(reason, _)| format!("not followed: {reason}")));
        if lines.is_empty() {
            lines.push("no error".into());
        }
        lines.join("\n")
    }
}

#[test]
fn samples_are_reported_as_they_should() {
    insta::glob!("smg/samples/*.c", |path| insta::assert_snapshot!(smg_support::report(path)));
}
