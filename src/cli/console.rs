//! Where the command line writes: results to standard output, diagnostics to standard error, in colour where that is wanted
//! (`--color`, and on a terminal unless `NO_COLOR` says otherwise).

use std::io::Write;

use anstream::AutoStream;

use super::options::Color;
use crate::base::{Diagnostics, SourceMap};

/// The two streams of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Console {
    choice: anstream::ColorChoice,
}

impl Console {
    /// With or without colour.
    pub fn new(color: Color) -> Console {
        let choice = match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        Console { choice }
    }

    /// Prints to standard output; a reader that went away is no error.
    pub fn print(self, text: &str) {
        let _ = std::io::stdout().write_all(text.as_bytes());
    }

    /// Prints to standard error; a reader that went away is no error there either, and `eprint!` would panic.
    pub fn complain(self, text: &str) {
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Prints diagnostics to standard error.
    pub fn diagnostics(self, sources: &SourceMap, diagnostics: &Diagnostics) {
        let mut stream = AutoStream::new(std::io::stderr(), self.choice);
        let _ = stream.write_all(diagnostics.render_styled(sources).as_bytes());
    }
}
