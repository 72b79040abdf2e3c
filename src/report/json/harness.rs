//! A C program that was written to show an error, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::WrittenHarness;
use ::harness::Sighting;

/// A C program that was written to show a defect: what is to be seen, or why nothing is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Harness")]
pub(super) struct JsonHarness<'a> {
    /// Its file.
    file: &'a str,
    /// Messages: a sanitizer prints one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shows: Vec<&'a str>,
    /// The only compiler with which one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiler: Option<&'a str>,
    /// Why no sanitizer shows the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> JsonHarness<'a> {
    pub(super) fn new(written: &'a WrittenHarness) -> Self {
        match &written.sighting {
            Sighting::Seen { words, compiler, .. } => {
                JsonHarness { file: &written.file, shows: words.to_vec(), compiler: *compiler, reason: None }
            }
            Sighting::Nothing(why) => {
                JsonHarness { file: &written.file, shows: Vec::new(), compiler: None, reason: Some(why) }
            }
        }
    }
}
