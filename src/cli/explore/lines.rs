//! The line mode of `damson explore`: a prompt on a terminal, a script otherwise. Scripts are echoed, so that their
//! output reads as a transcript; errors go to standard error with the line number, and the session continues. Input
//! from a terminal is echoed if results go to a file.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::{Exploration, FAILED_COMMAND};
use crate::BAD_INPUT;
use explore::{Answer, Problem, command, table, text};

const PROMPT: &str = "damson> ";

impl Exploration<'_> {
    /// Answers commands from standard input until `quit` or end of file. Returns the exit status.
    pub(super) fn converse(mut self) -> u8 {
        if std::io::stdin().is_terminal() {
            self.at_terminal();
            0
        } else {
            self.script()
        }
    }

    fn script(&mut self) -> u8 {
        let mut input = std::io::stdin().lock();
        let mut bytes = Vec::new();
        let mut status = 0;
        for number in 1usize.. {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => {
                    self.console.complain(&format!("damson: error: cannot read the commands: {error}\n"));
                    return BAD_INPUT;
                }
            }
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_end();
            self.console.print(&format!("{PROMPT}{line}\n"));
            match self.respond(line) {
                Ok(true) => break,
                Ok(false) => {}
                Err(problem) => {
                    status = FAILED_COMMAND;
                    self.console.complain(&format!("line {number}: "));
                    self.complain(&problem);
                }
            }
        }
        status
    }

    fn at_terminal(&mut self) {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor: Editor<Names, FileHistory> = match Editor::with_config(config) {
            Ok(editor) => editor,
            Err(error) => {
                self.console.complain(&format!("damson: error: cannot use the terminal: {error}\n"));
                return;
            }
        };
        editor.set_helper(Some(Names));
        self.console.remark("`help` lists the commands.\n");
        let history = history_file();
        if let Some(file) = &history {
            // There is none before the first session.
            let _ = editor.load_history(file);
        }
        loop {
            match editor.readline(PROMPT) {
                Ok(line) => {
                    if self.console.has_file() {
                        self.console.print(&format!("{PROMPT}{line}\n"));
                    }
                    match self.respond(&line) {
                        Ok(true) => break,
                        Ok(false) => {}
                        Err(problem) => self.complain(&problem),
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(_) => break,
            }
        }
        if let Some(file) = &history {
            // Failing to save the history is not worth an error.
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(file);
        }
    }

    /// Executes a line. Returns true if it ends the session.
    fn respond(&mut self, line: &str) -> Result<bool, Problem> {
        let command = command::parse(line)?;
        let answer = self.execute(&command)?;
        if let Answer::Document { file: Some(file), text } = &answer {
            std::fs::write(file, text).map_err(|error| format!("cannot write {file}: {error}"))?;
        }
        self.console.print(&text::answer(&answer));
        Ok(answer == Answer::Quit)
    }
}

/// Returns `$XDG_STATE_HOME/damson/history`; without that variable, no history is kept.
fn history_file() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("XDG_STATE_HOME")?);
    folder.is_absolute().then(|| folder.join("damson").join("history"))
}

/// Completes names of commands.
struct Names;

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or_default();
        // The argument of `help` is a command name, too.
        let word = typed.strip_prefix("help ").unwrap_or(typed);
        if word.contains(char::is_whitespace) {
            return Ok((at, Vec::new()));
        }
        let names = table::completions(word).into_iter().map(str::to_string).collect();
        Ok((typed.len() - word.len(), names))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}
