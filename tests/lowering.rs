//! Lowering: `lowering/ok/` holds programs and their flowcharts, `lowering/err/` mistakes and the messages about
//! them, `lowering/inline/` programs and the flowchart of their entry with all calls inlined.

use std::path::Path;

use damson::base::{Diagnostics, SourceMap};
use damson::ctype::DataModel;
use damson::frontend;
use damson::program::{Program, display, lower};

/// Parses and lowers a file of the tests.
fn load(path: &Path) -> (SourceMap, Program, Diagnostics) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    load_text(&name, &std::fs::read_to_string(path).unwrap())
}

fn load_text(name: &str, text: &str) -> (SourceMap, Program, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    (sources, program, diagnostics)
}

#[test]
fn programs_become_flowcharts() {
    insta::glob!("lowering/ok/*.c", |path| {
        let (sources, program, diagnostics) = load(path);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        insta::assert_snapshot!(format!(
            "{}{}",
            diagnostics.render(&sources),
            display::program_text(&program, &sources)
        ));
    });
}

#[test]
fn mistakes_give_messages() {
    insta::glob!("lowering/err/*.c", |path| {
        let (sources, _, diagnostics) = load(path);
        assert!(diagnostics.has_errors(), "{} has no error", path.display());
        insta::assert_snapshot!(diagnostics.render(&sources));
    });
}
