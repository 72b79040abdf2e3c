//! See `targets::property`.

#![no_main]

// Each target uses one of the functions there.
#[allow(dead_code)]
#[path = "../../tests/language/regressions/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::property(text));
