//! Any text as S/R, read back and explored.

#![no_main]

use damson::emit::sr_reader;
use libfuzzer_sys::fuzz_target;

/// So many states are visited at most.
const STATES: usize = 1000;

fuzz_target!(|text: &str| {
    // Either answer will do: the reader must only come back with one.
    let _ = sr_reader::explore(text, STATES);
});
