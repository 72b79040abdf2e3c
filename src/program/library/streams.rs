//! The streams that a program has from its start.

/// The variables that the library gives its streams to point to.
pub const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The streams that a program has from its start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StandardStream {
    /// `stdin`
    Input,
    /// `stdout`
    Output,
    /// `stderr`
    Errors,
}

impl StandardStream {
    /// The stream that a variable of the library leads to.
    pub fn named(name: &str) -> Option<StandardStream> {
        match name {
            "stdin" => Some(StandardStream::Input),
            "stdout" => Some(StandardStream::Output),
            "stderr" => Some(StandardStream::Errors),
            _ => None,
        }
    }
}
