//! The damson command.
fn main() {}
