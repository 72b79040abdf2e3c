//! Any text as C: the parser, lowering under both data models, inlining, and the printed form of what came out.

#![no_main]

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::program::{display, inline, lower, select_entry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::new();
    let file = sources.add("fuzz.c", text);
    let (unit, diagnostics) = damson::frontend::parse(&mut sources, file);
    let parsed = !diagnostics.has_errors();
    diagnostics.render(&sources);
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let (program, diagnostics) = lower::lower(&unit, &sources, model);
        diagnostics.render(&sources);
        if !parsed || diagnostics.has_errors() {
            continue;
        }
        display::program_text(&program, &sources);
        let Ok(entry) = select_entry(&program, None) else { continue };
        match inline::inline(&program, entry, &sources) {
            Ok(inlined) => drop(display::text(&inlined, entry, &sources)),
            Err(diagnostics) => drop(diagnostics.render(&sources)),
        }
    }
});
