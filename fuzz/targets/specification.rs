//! Any text as a specification of a program that has lists, doubly linked lists, numbers and calls.

#![no_main]

use damson::base::SourceMap;
use damson_fuzz::Subject;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    Subject::with(|subject| {
        let mut program = subject.program.clone();
        let mut sources: SourceMap = subject.sources.clone();
        let file = sources.add("fuzz.spec", text);
        let (_, diagnostics) =
            damson::spec::parse_specification(&sources, Some(file), &mut program, subject.entry);
        diagnostics.render(&sources);
    });
});
