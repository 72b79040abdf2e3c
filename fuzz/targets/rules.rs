//! Any text as a file of rewrite rules.

#![no_main]

use damson::base::SourceMap;
use damson::simplify::RuleSet;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::new();
    let file = sources.add("fuzz.rules", text);
    if let Err(error) = RuleSet::load(&sources, &[file]) {
        error.0.render(&sources);
    }
});
