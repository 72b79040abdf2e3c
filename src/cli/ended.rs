//! How a command on one program has ended.

/// The end of a command.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// The exit status of its verdict.
    pub status: u8,
    /// True if everything that leads to it is known: of an earlier run, or accepted by a comment.
    pub is_known: bool,
    /// For a function of a library: what is said about it beside its verdict.
    pub remark: Option<String>,
    /// What the answer assumes.
    pub assumed: Vec<String>,
}

impl Ended {
    /// Returns the exit status of the command: what is known already is no reason to fail.
    pub fn exit_status(&self) -> u8 {
        if self.is_known { 0 } else { self.status }
    }
}

impl From<u8> for Ended {
    fn from(status: u8) -> Ended {
        Ended { status, is_known: false, remark: None, assumed: Vec::new() }
    }
}
