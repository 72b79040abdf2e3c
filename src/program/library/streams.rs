//! The standard streams.

/// The variables that point to the standard streams.
pub const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

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
    /// Returns the stream that a library variable points to.
    pub fn named(name: &str) -> Option<StandardStream> {
        match name {
            "stdin" => Some(StandardStream::Input),
            "stdout" => Some(StandardStream::Output),
            "stderr" => Some(StandardStream::Errors),
            _ => None,
        }
    }
}
