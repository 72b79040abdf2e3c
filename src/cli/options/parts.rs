//! What several commands have: their program, their form, their limits. Never prints anything.

use std::path::Path;

use super::{
    EntryOption, EveryEntry, InputFiles, PlainFormat, ProgramInput, ReportFormat, StreamOptions, Subcommand,
    TrailInput, Validate,
};

impl Subcommand {
    /// What else is said, and how.
    pub fn streams(&self) -> &StreamOptions {
        match self {
            Subcommand::Verify(options) => &options.streams,
            Subcommand::Validate(options) => &options.streams,
            Subcommand::Explore(options) => &options.streams,
            Subcommand::Abstract { streams, .. }
            | Subcommand::Smg { streams, .. }
            | Subcommand::Bmc { streams, .. }
            | Subcommand::Run { streams, .. }
            | Subcommand::Man { streams, .. }
            | Subcommand::Completions { streams, .. }
            | Subcommand::Schema { streams, .. }
            | Subcommand::Lsp { streams, .. }
            | Subcommand::Cfg { streams, .. } => streams,
            Subcommand::Replay(options) => &options.streams,
        }
    }

    /// The program, where there is one.
    pub fn program_mut(&mut self) -> Option<&mut ProgramInput> {
        match self {
            Subcommand::Verify(options) => Some(&mut options.input.program),
            Subcommand::Validate(options) => Some(&mut options.program),
            Subcommand::Abstract { input, .. } => Some(&mut input.program),
            Subcommand::Explore(options) => Some(&mut options.input.program),
            Subcommand::Smg { program, .. }
            | Subcommand::Bmc { program, .. }
            | Subcommand::Run { program, .. }
            | Subcommand::Cfg { program, .. } => Some(program),
            Subcommand::Replay(_)
            | Subcommand::Man { .. }
            | Subcommand::Completions { .. }
            | Subcommand::Lsp { .. }
            | Subcommand::Schema { .. } => None,
        }
    }

    fn every(&mut self) -> Option<(&mut EveryEntry, &mut ProgramInput, &mut EntryOption)> {
        match self {
            Subcommand::Verify(options) => {
                let InputFiles { program, entry, .. } = &mut options.input;
                Some((&mut options.every, program, entry))
            }
            Subcommand::Smg { every, program, entry, .. } | Subcommand::Bmc { every, program, entry, .. } => {
                Some((every, program, entry))
            }
            Subcommand::Abstract { .. }
            | Subcommand::Explore { .. }
            | Subcommand::Run { .. }
            | Subcommand::Replay(_)
            | Subcommand::Validate(_)
            | Subcommand::Man { .. }
            | Subcommand::Completions { .. }
            | Subcommand::Schema { .. }
            | Subcommand::Lsp { .. }
            | Subcommand::Cfg { .. } => None,
        }
    }

    /// Whether each function is to be answered for.
    pub fn all_entries(&mut self) -> bool {
        self.every().is_some_and(|(every, ..)| every.all_entries)
    }

    /// Whether everything is shown.
    pub fn is_verbose(&self) -> bool {
        match self {
            Subcommand::Verify(options) => options.answer.verbose,
            Subcommand::Smg { answer, .. } | Subcommand::Bmc { answer, .. } => answer.verbose,
            _ => false,
        }
    }

    /// The folder of the page that is wanted.
    pub fn page_folder(&self) -> Option<&Path> {
        match self {
            Subcommand::Verify(options) => options.page.report.as_deref(),
            Subcommand::Abstract { page, .. } | Subcommand::Smg { page, .. } | Subcommand::Bmc { page, .. } => {
                page.report.as_deref()
            }
            _ => None,
        }
    }

    /// The page of a file and a function stands in a folder of its own below that of all.
    pub fn give_page_of(&mut self, folder: &str) {
        let page = match self {
            Subcommand::Verify(options) => &mut options.page,
            Subcommand::Abstract { page, .. } | Subcommand::Smg { page, .. } | Subcommand::Bmc { page, .. } => page,
            _ => return,
        };
        page.report.iter_mut().for_each(|all| all.push(folder));
    }

    /// Starts with one function, in place of each.
    pub fn choose(&mut self, chosen: EntryOption) {
        if let Some((every, program, entry)) = self.every() {
            every.all_entries = false;
            program.is_of_library = true;
            *entry = chosen;
        }
    }

    /// The form of the results, as far as it matters to what goes wrong.
    pub fn format(&self) -> ReportFormat {
        match self {
            Subcommand::Verify(options) if options.competition.svcomp => ReportFormat::Competition,
            Subcommand::Verify(options) => options.answer.format,
            Subcommand::Smg { answer, .. } | Subcommand::Bmc { answer, .. } => answer.format,
            Subcommand::Abstract { format: PlainFormat::Json, emit: None, .. }
            | Subcommand::Validate(Validate { format: PlainFormat::Json, .. })
            | Subcommand::Replay(TrailInput { format: PlainFormat::Json, .. }) => ReportFormat::Json,
            Subcommand::Abstract { .. }
            | Subcommand::Explore { .. }
            | Subcommand::Run { .. }
            | Subcommand::Replay(_)
            | Subcommand::Validate(_)
            | Subcommand::Man { .. }
            | Subcommand::Completions { .. }
            | Subcommand::Schema { .. }
            | Subcommand::Lsp { .. }
            | Subcommand::Cfg { .. } => ReportFormat::Text,
        }
    }

    /// Whether it may take long before it says anything.
    pub fn takes_long(&self) -> bool {
        matches!(
            self,
            Subcommand::Verify(_)
                | Subcommand::Validate(_)
                | Subcommand::Abstract { .. }
                | Subcommand::Smg { .. }
                | Subcommand::Bmc { .. }
        )
    }

    /// The file that results go to, if it is not standard output.
    pub fn output(&self) -> Option<&Path> {
        match self {
            Subcommand::Verify(options) => options.output.output.as_deref(),
            Subcommand::Abstract { output, .. }
            | Subcommand::Smg { output, .. }
            | Subcommand::Bmc { output, .. }
            | Subcommand::Run { output, .. }
            | Subcommand::Completions { output, .. }
            | Subcommand::Schema { output, .. }
            | Subcommand::Cfg { output, .. } => output.output.as_deref(),
            Subcommand::Replay(options) => options.output.output.as_deref(),
            Subcommand::Validate(options) => options.output.output.as_deref(),
            Subcommand::Explore(options) => options.output.output.as_deref(),
            Subcommand::Man { .. } | Subcommand::Lsp { .. } => None,
        }
    }
}
