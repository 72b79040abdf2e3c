//! `damson explore`: opens a session and connects a front end to it.
//!
//! | file | what stands there |
//! |---|---|
//! | `lines` | the line mode: a prompt on a terminal, a script otherwise |
//! | `full` | the full screen |

mod full;
mod lines;

use std::io::IsTerminal;
use std::path::Path;

use super::commands::refuse;
use super::console::Console;
use super::interrupt::Interrupts;
use super::options::ExploreOptions;
use super::{BAD_INPUT, input};
use base::{Budget, Diagnostic, SourceMap};
use explore::{Answer, Problem, Request, Session, text};

/// Exit status of a script in which a command failed.
const FAILED_COMMAND: u8 = 3;

/// A session with what a front end needs to run it.
struct Exploration<'c> {
    console: &'c Console,
    options: &'c ExploreOptions,
    session: Session,
    interrupts: Interrupts,
}

/// Explores a program. Returns the exit status.
pub(super) fn explore(console: &Console, options: &ExploreOptions) -> u8 {
    let mut sources = SourceMap::new();
    if options.input.program.file() == Path::new("-") {
        let message = "explore reads its commands from standard input: name a file";
        return refuse(console, &sources, Diagnostic::general(message));
    }
    let budget = options.input.limits.budget();
    let Ok(prepared) = input::prepare(console, &options.input, &mut sources, &budget) else { return BAD_INPUT };
    let Ok(rules) = input::rules(&options.abstraction, &mut sources, console) else { return BAD_INPUT };
    let settings = input::settings(&options.abstraction, Some(&options.decision));
    match Session::open(sources, prepared, rules, settings) {
        Ok((session, opened)) => {
            let is_full = has_screen(console, options);
            let interrupts = if is_full { Interrupts::listen_for_screen() } else { Interrupts::listen() };
            let mut exploration = Exploration { console, options, session, interrupts };
            if is_full {
                return exploration.full_screen(&opened);
            }
            // The first line is printed before anything takes time.
            console.print(&text::answer(&opened));
            console.flush();
            exploration.begin();
            exploration.converse()
        }
        Err((sources, problem)) => refuse(console, &sources, problem),
    }
}

/// Returns true if the full screen is wanted and there is a terminal for it. With a file for output, the line mode
/// writes a transcript.
fn has_screen(console: &Console, options: &ExploreOptions) -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    !options.plain
        && !console.has_file()
        && !is_dumb
        && std::io::stdin().is_terminal()
        && std::io::stdout().is_terminal()
}

impl Exploration<'_> {
    /// Returns the limits of the next command: they apply to each command, not to the time that the user thinks.
    fn budget(&self) -> Budget {
        let budget = self.options.input.limits.budget();
        self.interrupts.watch(&budget);
        budget
    }

    fn execute(&mut self, request: &Request) -> Result<Answer, Problem> {
        let budget = self.budget();
        self.session.execute(request, &budget)
    }

    /// Runs the first analysis that the options ask for.
    fn begin(&mut self) {
        if !self.options.no_auto {
            if std::io::stdin().is_terminal() {
                self.console.remark("looking for proofs as `damson verify` does: Ctrl-C ends that\n");
            }
            match self.execute(&Request::Prove) {
                Ok(answer) => return self.console.print(&text::answer(&answer)),
                // For example an unsound hint, which can still be examined.
                Err(problem) => self.complain(&problem),
            }
        }
        match self.execute(&Request::Run) {
            Ok(answer) => self.console.print(&text::answer(&answer)),
            Err(problem) => self.complain(&problem),
        }
    }

    fn complain(&self, problem: &Problem) {
        self.console.complain(&text::problem(problem, self.session.sources()));
    }
}
