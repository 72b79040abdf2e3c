//! What users see: command line, explorer, report.
//!
//! | module | what it tests |
//! |---|---|
//! | `cli` | commands with their output and exit statuses |
//! | `explore` | scripts of the explorer |
//! | `report` | pages of `--report`, also in a browser |
//! | `screen` | the full screen, key by key |
//! | `terminal` | the full screen in a real terminal |

mod cli;
mod explore;
mod report;
mod screen;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
