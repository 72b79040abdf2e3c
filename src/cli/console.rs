//! Output of the command line: results go to standard output or the file of `--output`, diagnostics to standard error,
//! in colour where that is requested (`--color`, and on a terminal unless `NO_COLOR` is set).
//!
//! A failure to write is an error of the command, reported once at its end ([`Console::finish`]). A closed pipe is no
//! error: users of `damson … | head` want the status of the answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, ErrorKind, LineWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anstream::AutoStream;

use super::BAD_INPUT;
use super::competition::without_answer;
use super::guard::{Guard, HardLimits};
use super::options::{Color, ReportFormat, StreamOptions};
use super::status::StatusLine;
use base::{Budget, Diagnostic, Diagnostics, Exhausted, SourceMap};
use engine::verdict::Verdict;
use report::refusal::{self, InputError};
use report::sarif;

/// The output streams of a run.
#[derive(Debug)]
pub(super) struct Console {
    choice: anstream::ColorChoice,
    /// True if only errors go to standard error.
    is_quiet: bool,
    /// True if nothing goes to standard error.
    is_silent: bool,
    output: RefCell<Output>,
    /// The format of the results; in machine-readable formats, input errors are results, too.
    format: ReportFormat,
    /// True if results were printed.
    has_results: Cell<bool>,
    /// Errors in the input.
    errors: RefCell<Vec<InputError>>,
    /// The limit that ended the reading of the input, if one did.
    stopped: Cell<Option<Exhausted>>,
    /// Why results could not be written.
    failure: RefCell<Option<io::Error>>,
    /// The budget of all work: interrupting it stops everything.
    budget: Budget,
    status: Option<Rc<StatusLine>>,
    /// Ends the command if it passes a limit by far.
    guard: Option<Guard>,
    /// Diagnostics that were printed: what several parts of the results repeat is printed once.
    said: Rc<RefCell<BTreeSet<String>>>,
}

/// The destination of results.
#[derive(Debug)]
enum Output {
    Standard,
    /// A text that becomes part of another one.
    Text(String),
    /// A file that was opened when the command began. It is truncated at the first result, not before the input is
    /// read.
    File {
        path: PathBuf,
        file: LineWriter<File>,
        is_empty: bool,
    },
}

impl Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Output::Standard => io::stdout().lock().write_all(bytes),
            Output::Text(whole) => {
                whole.push_str(&String::from_utf8_lossy(bytes));
                Ok(())
            }
            Output::File { file, is_empty, .. } => {
                // A device has no length.
                if !std::mem::replace(is_empty, true) && file.get_ref().metadata()?.is_file() {
                    file.get_ref().set_len(0)?;
                }
                file.write_all(bytes)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard => io::stdout().lock().flush(),
            Output::Text(_) => Ok(()),
            Output::File { file, .. } => file.flush(),
        }
    }

    fn name(&self) -> String {
        match self {
            Output::Standard | Output::Text(_) => "standard output".into(),
            Output::File { path, .. } => path.display().to_string(),
        }
    }
}

impl Console {
    /// Creates a console according to the options.
    pub fn new(streams: &StreamOptions, format: ReportFormat) -> Console {
        let choice = match streams.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        Console {
            choice,
            is_quiet: streams.quiet,
            is_silent: false,
            output: RefCell::new(Output::Standard),
            format,
            has_results: Cell::new(false),
            errors: RefCell::default(),
            stopped: Cell::new(None),
            failure: RefCell::default(),
            budget: Budget::unlimited(),
            status: None,
            guard: None,
            said: Rc::default(),
        }
    }

    /// The budget of all work. It has no limits of its own.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Shows the current activity, on a terminal.
    pub fn show_status(&mut self) {
        if !self.is_quiet {
            self.status = StatusLine::start(self.budget.progress()).map(Rc::new);
        }
    }

    /// Lets another thread end the command if it passes its limits by far.
    pub fn guard(&mut self, limits: HardLimits) {
        let output = match &*self.output.borrow() {
            Output::File { path, .. } => Some(path.clone()),
            Output::Standard | Output::Text(_) => None,
        };
        self.guard = Some(Guard::watch(limits, self.format, output, self.budget.progress()));
    }

    /// Writes while the status line is hidden.
    fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.status {
            Some(status) => status.aside(write),
            None => write(),
        }
    }

    pub fn format(&self) -> ReportFormat {
        self.format
    }

    pub fn first_error(&self) -> String {
        let errors = self.errors.borrow();
        errors.first().map_or_else(String::new, |error| match &error.position {
            Some(position) => format!("{position}: {}", error.message),
            None => error.message.clone(),
        })
    }

    /// Returns a console for a part of the results.
    pub fn inner(&self) -> Console {
        Console {
            choice: self.choice,
            is_quiet: self.is_quiet,
            is_silent: self.is_silent,
            output: RefCell::new(Output::Text(String::new())),
            format: self.format,
            has_results: Cell::new(false),
            errors: RefCell::default(),
            stopped: Cell::new(None),
            failure: RefCell::default(),
            budget: self.budget.clone(),
            status: self.status.clone(),
            guard: None,
            said: Rc::clone(&self.said),
        }
    }

    /// Returns true if its results are a part of others.
    pub fn is_part(&self) -> bool {
        matches!(&*self.output.borrow(), Output::Text(_))
    }

    /// Returns a console that writes nothing to the standard streams, for work under a budget.
    pub fn unheard(format: ReportFormat, budget: Budget) -> Console {
        let streams = StreamOptions { color: Color::Never, quiet: true, log: None };
        Console { budget, ..Console::new(&streams, format) }.silent()
    }

    /// Returns a console for output that another one repeats.
    pub fn silent(&self) -> Console {
        Console { is_silent: true, ..self.inner() }
    }

    /// Returns the results of a part that ended with a status.
    pub fn into_text(self, status: u8) -> String {
        self.refuse_for_machines(status);
        match self.output.into_inner() {
            Output::Text(text) => text,
            Output::Standard | Output::File { .. } => String::new(),
        }
    }

    /// Redirects results to a file, if one is given; `-` is standard output.
    pub fn redirect(&self, path: Option<&Path>) -> Result<(), Diagnostic> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(()) };
        match File::options().write(true).create(true).truncate(false).open(path) {
            Ok(file) => {
                let file = LineWriter::new(file);
                self.output.replace(Output::File { path: path.into(), file, is_empty: false });
                Ok(())
            }
            Err(error) => Err(cannot_write(&path.display().to_string(), &error)),
        }
    }

    pub fn print(&self, text: &str) {
        self.has_results.set(true);
        self.guard.iter().for_each(Guard::begin_answer);
        let written = self.aside(|| self.output.borrow_mut().write(text.as_bytes()));
        self.note(written);
    }

    /// Returns a writer for a program whose output is the result, byte by byte. From now on there are results, even if
    /// they stay empty.
    pub fn writer(&self) -> impl Write {
        self.print("");
        ConsoleWriter { console: self }
    }

    /// Returns true if results could not be written.
    pub fn has_failed(&self) -> bool {
        self.failure.borrow().is_some()
    }

    /// Returns true if results go to a file.
    pub fn has_file(&self) -> bool {
        matches!(&*self.output.borrow(), Output::File { .. })
    }

    /// Prints results with colours, which are removed unless they go to a terminal. A part of other results keeps them.
    pub fn print_styled(&self, text: &str) {
        let keeps = match (&*self.output.borrow(), self.choice) {
            (Output::Text(_), _) => true,
            (Output::Standard, _) => self.is_colored(),
            (Output::File { .. }, choice) => {
                matches!(choice, anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi)
            }
        };
        match keeps {
            true => self.print(text),
            false => self.print(&anstream::adapter::strip_str(text).to_string()),
        }
    }

    /// Returns true if a terminal gets colours.
    pub fn is_colored(&self) -> bool {
        match self.choice {
            anstream::ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            choice => choice != anstream::ColorChoice::Never,
        }
    }

    /// Flushes the results.
    pub fn flush(&self) {
        let flushed = self.output.borrow_mut().flush();
        self.note(flushed);
    }

    /// Records why something could not be written.
    pub fn note(&self, written: io::Result<()>) {
        if let Err(error) = written
            && error.kind() != ErrorKind::BrokenPipe
        {
            self.failure.replace(Some(error));
        }
    }

    /// Prints an error to standard error. A closed pipe is no error there either, and `eprint!` would panic.
    pub fn complain(&self, text: &str) {
        if !self.is_silent {
            let _ = self.aside(|| io::stderr().write_all(text.as_bytes()));
        }
    }

    /// Prints a remark to standard error, unless the console is quiet.
    pub fn remark(&self, text: &str) {
        if !self.is_quiet {
            self.complain(text);
        }
    }

    /// Prints diagnostics to standard error.
    pub fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        let quiet = self.is_quiet.then(|| diagnostics.errors_alone());
        let shown = quiet.as_ref().unwrap_or(diagnostics);
        let text = shown.render_styled(sources);
        // A limit is no error: the answer says which one was reached.
        let is_answer = diagnostics.stopped().is_some();
        if !self.is_silent && !is_answer && self.said.borrow_mut().insert(text.clone()) {
            let mut stream = AutoStream::new(io::stderr(), self.choice);
            let _ = self.aside(|| stream.write_all(text.as_bytes()));
        }
        self.errors.borrow_mut().extend(refusal::errors(diagnostics, sources));
        self.stopped.set(self.stopped.get().or(diagnostics.stopped()));
    }

    /// Returns true if a limit ended the reading of the input.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get().is_some()
    }

    /// Returns true if a limit ended the reading of the input on another console, and takes over the reason.
    pub fn is_stopped_by(&self, other: &Console) -> bool {
        if let Some(why) = other.stopped.get() {
            self.stopped.set(Some(why));
            self.errors.borrow_mut().extend(other.errors.take());
        }
        self.is_stopped()
    }

    /// Reports that the answer is unknown because of a limit. Returns the exit status.
    pub fn leave_unknown_by(&self, why: Exhausted) -> u8 {
        self.errors.borrow_mut().push(refusal::of_limit(&why.to_string()));
        self.stopped.set(Some(why));
        self.leave_unknown()
    }

    /// Reports that the answer is unknown because a limit ended the reading of the input. Returns the exit status.
    pub fn leave_unknown(&self) -> u8 {
        let status = Verdict::Unknown.exit_status();
        let reason = self.first_error();
        match self.format {
            ReportFormat::Text => {
                let why = self.stopped.get().unwrap_or(Exhausted::Interrupted);
                self.print(&report::text::unknown(&reason, why));
            }
            ReportFormat::Competition => {
                self.print(&report::competition::no_answer(&reason, self.stopped.get()));
            }
            ReportFormat::Json => self.print(&refusal::json_unknown(&reason, &self.errors.borrow())),
            ReportFormat::Sarif => self.print(&sarif::refusal(&self.errors.borrow(), status)),
        }
        status
    }

    /// Reports in the format of the results that the input cannot be used.
    fn refuse_for_machines(&self, status: u8) {
        if status == BAD_INPUT && !self.has_results.get() {
            self.print_errors(status);
        }
    }

    /// Reports in the format of the results that there is no answer, if a command ends before it has begun, or by a bug
    /// in Damson.
    pub fn fail_for_machines(&self, message: &str, status: u8) {
        let error = InputError { message: message.into(), position: None, line: None, notes: Vec::new() };
        self.errors.borrow_mut().push(error);
        self.print_errors(status);
    }

    fn print_errors(&self, status: u8) {
        match self.format {
            ReportFormat::Text => {}
            ReportFormat::Competition => self.print(&format!("{}\n", without_answer(status))),
            ReportFormat::Json => self.print(&refusal::json(&self.errors.borrow())),
            ReportFormat::Sarif => self.print(&sarif::refusal(&self.errors.borrow(), status)),
        }
    }

    /// Ends a command: returns its status, or another one if its results could not be written. In machine-readable
    /// formats, reports input that cannot be used.
    pub fn finish(mut self, status: u8) -> u8 {
        self.status = None;
        self.guard.iter().for_each(Guard::begin_answer);
        self.refuse_for_machines(status);
        let flushed = self.output.borrow_mut().flush();
        self.note(flushed);
        match self.failure.take() {
            None => status,
            Some(error) => {
                let error = cannot_write(&self.output.borrow().name(), &error);
                self.diagnostics(&SourceMap::new(), &error.into());
                BAD_INPUT
            }
        }
    }
}

/// Writes bytes to the results. Both the caller and the console learn about errors, except for closed pipes.
struct ConsoleWriter<'c> {
    console: &'c Console,
}

impl Write for ConsoleWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.console.output.borrow_mut().write(bytes);
        match written {
            Ok(()) => Ok(bytes.len()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            Err(error) => {
                let same = io::Error::new(error.kind(), error.to_string());
                self.console.note(Err(error));
                Err(same)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.console.output.borrow_mut().flush()
    }
}

pub(super) fn cannot_write(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::general(format!("cannot write {name}: {error}"))
}
