//! The `damson` command: see [`damson::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    damson::cli::main(std::env::args_os())
}
