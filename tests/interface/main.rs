//! What users see: command line, explorer, report.
//!
//! | module | what it tests |
//! |---|---|
//! | `benchexec` | the module for BenchExec, and a small benchmark |
//! | `cli` | commands with their output and exit statuses |
//! | `explore` | scripts of the explorer |
//! | `lsp` | the language server, by a client that follows a script |
//! | `report` | pages of `--report`, also in a browser |
//! | `screen` | the full screen, key by key |
//! | `witnesses` | witnesses that are written, and witnesses that are checked |
//! | `terminal` | the full screen in a real terminal |

mod benchexec;
mod cli;
mod explore;
mod lsp;
mod report;
mod screen;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
mod witnesses;
