//! Manual pages and completions, made from the table of options, and the schema of JSON.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use super::commands::refuse;
use super::console::{Console, cannot_write};
use super::options::Options;
use base::SourceMap;

/// The name that users call the program by.
const NAME: &str = "damson";

/// Writes a manual page for the program, and one for each command, to a folder, which is made if it is missing; the exit status.
pub(super) fn write_pages(console: &Console, folder: &Path) -> u8 {
    let command = Options::command().disable_help_subcommand(true);
    match std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder)) {
        Ok(()) => 0,
        Err(error) => refuse(console, &SourceMap::new(), cannot_write(&folder.display().to_string(), &error)),
    }
}

/// Prints the script that completes command lines; the exit status.
pub(super) fn completions(console: &Console, shell: Shell) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), NAME, &mut script);
    console.print(&String::from_utf8_lossy(&script));
    0
}

/// Prints the schema of `--format json`; the exit status.
pub(super) fn schema(console: &Console) -> u8 {
    console.print(&report::schema::write());
    0
}
