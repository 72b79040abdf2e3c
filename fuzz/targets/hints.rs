//! Any text as a hints file, for the program of the target `specification`.

#![no_main]

use damson::base::SourceMap;
use damson_fuzz::Subject;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    Subject::with(|subject| {
        let mut program = subject.program.clone();
        let mut sources: SourceMap = subject.sources.clone();
        let file = sources.add("fuzz.hints", text);
        let (_, diagnostics) =
            damson::spec::parse_hints(&sources, file, &mut program, subject.entry, &subject.specification);
        diagnostics.render(&sources);
    });
});
