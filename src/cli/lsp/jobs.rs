//! Work on documents, each piece on a thread of its own, one after the other.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use clap::Parser;
use lsp_server::RequestId;

use super::Event;
use super::answers::{AnsweredPlace, FunctionAnswer};
use super::protocol::FindingLevel;
use crate::console::Console;
use crate::options::{Options, ReportFormat, Subcommand, Verify, as_clap_reads};
use crate::several::{EntryPoint, answer_for, entry_points, linked};
use crate::{BAD_INPUT, INTERNAL_ERROR, database, page};
use base::shell::quoted;
use base::stack::STACK_BYTES;
use base::{Budget, Diagnostic};
use itertools::Itertools;

/// Reads the options of `damson verify`, for a document.
pub(super) fn options(arguments: &[String], document: &Path) -> Result<Verify, String> {
    let words = ["damson".into(), "verify".into()].into_iter().chain(arguments.iter().map(Into::into));
    let words = words.chain(["--".into(), document.into()]).collect();
    let read = Options::try_parse_from(as_clap_reads(words)).map_err(|error| error.to_string())?;
    let Subcommand::Verify(mut options) = read.command else { return Err("damson lsp takes no command".into()) };
    if options.input.program.files.len() > 1 {
        return Err("damson lsp takes no file: the editor opens them".into());
    }
    options.every.all_entries = options.input.entry.entry.is_none() && options.input.spec.is_none();
    options.competition.svcomp = false;
    options.answer.format = ReportFormat::Sarif;
    options.output.output = None;
    Ok(options)
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Verify the document.
    Check,
    /// Write the report on a function, or on each, as a page.
    Report { request: RequestId, function: Option<String> },
}

/// Work on a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Job {
    pub document: PathBuf,
    pub work: Work,
}

/// What a job tells the server.
#[derive(Debug)]
pub(super) enum News {
    /// It begins a function. `done` of `count` functions are verified.
    Begins {
        function: Option<String>,
        done: usize,
        count: usize,
    },
    Answered(FunctionAnswer),
    /// It has written a page.
    Written(PathBuf),
    /// Why there is no page, or an internal error.
    Failed(String),
    /// It is the last news.
    Ended {
        has_panicked: bool,
    },
}

/// The job under way.
pub(super) struct Running {
    pub job: Job,
    /// The number of the job in the life of the server.
    pub number: u64,
    /// Nothing of what it still says matters.
    pub is_cancelled: bool,
    budget: Budget,
}

impl Running {
    pub fn cancel(&mut self) {
        self.is_cancelled = true;
        self.budget.interrupt();
    }

    /// Starts a job.
    pub fn start(job: Job, number: u64, command: Verify, events: &Sender<Event>) -> std::io::Result<Running> {
        let budget = Budget::unlimited();
        let (events, held, work) = (events.clone(), budget.clone(), job.clone());
        let run = move || {
            let mut teller = Teller { number, events, is_done: false };
            carry_out(&work, command, &held, &teller);
            teller.is_done = true;
        };
        std::thread::Builder::new().stack_size(STACK_BYTES).name("job".into()).spawn(run)?;
        Ok(Running { job, number, is_cancelled: false, budget })
    }
}

/// Tells the server what happens. It also says that a job has ended by a panic.
struct Teller {
    number: u64,
    events: Sender<Event>,
    is_done: bool,
}

impl Teller {
    fn tell(&self, news: News) {
        // Nobody listens any more once the server ends.
        let _ = self.events.send(Event::News(self.number, news));
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        self.tell(News::Ended { has_panicked: !self.is_done });
    }
}

/// The command line that has the same answer.
fn command_line(job: &Job, options: &Verify) -> String {
    let entry = options.every.all_entries.then_some("--all-entries");
    let words = ["damson", "verify"].into_iter().chain(entry).map(str::to_string);
    words.chain([quoted(&job.document.to_string_lossy())]).join(" ")
}

fn carry_out(job: &Job, mut options: Verify, budget: &Budget, teller: &Teller) {
    let console = Console::unheard(ReportFormat::Sarif, budget.clone());
    let folder = std::env::current_dir().unwrap_or_default();
    let line = command_line(job, &options);
    if options.input.program.database.is_none() {
        options.input.program.database = database::folder_for(&job.document, &[folder.clone(), folder.join("build")]);
    }
    options.page.report = match job.work {
        Work::Check => None,
        Work::Report { .. } => Some(options.page.report.take().unwrap_or_else(page::default_folder)),
    };
    let mut points = match points(&console, &options) {
        Ok(points) => points,
        Err(problem) => return teller.tell(of_problem(job, &problem.message, FindingLevel::Error)),
    };
    // A limit of the options, or the end of the job.
    if console.is_stopped() {
        return teller.tell(of_problem(job, &console.first_error(), FindingLevel::Information));
    }
    if let Work::Report { function: Some(wanted), .. } = &job.work {
        points.retain(|point| point.function.as_ref() == Some(wanted));
        if points.is_empty() {
            return teller.tell(News::Failed(format!("no function {wanted} is verified by itself")));
        }
    }
    let count = points.len();
    for (done, point) in points.into_iter().enumerate() {
        teller.tell(News::Begins { function: point.function.clone(), done, count });
        let position = point.position.clone();
        let part = answer_for(&console, &Subcommand::Verify(options.clone()), point, &line);
        // An answer that was interrupted is none.
        if budget.check().is_err() {
            return;
        }
        if part.ended.status == INTERNAL_ERROR {
            teller.tell(News::Failed(format!("internal error on {}: run {line}", job.document.display())));
        }
        let place = AnsweredPlace { folder: &folder, document: &job.document, position: position.as_ref() };
        let answer = FunctionAnswer::new(&part, &place);
        teller.tell(match &options.page.report {
            None => News::Answered(answer),
            Some(_) if part.ended.status == BAD_INPUT => News::Failed(answer.first_message().into()),
            Some(pages) => {
                let name = page::function_folder(&part.file, part.function.as_deref());
                News::Written(folder.join(pages).join(name).join(page::PAGE))
            }
        });
    }
}

/// Returns the news about an input that cannot be verified.
fn of_problem(job: &Job, message: &str, level: FindingLevel) -> News {
    match job.work {
        Work::Check => News::Answered(FunctionAnswer::of_problem(message, level, &job.document)),
        Work::Report { .. } => News::Failed(message.into()),
    }
}

/// Returns the functions that are asked about.
fn points(console: &Console, options: &Verify) -> Result<Vec<EntryPoint>, Diagnostic> {
    let units = database::units(&options.input.program)?;
    if options.every.all_entries {
        let budget = options.input.limits.of_answer(console.budget());
        return Ok(entry_points(console, &units, &budget).unwrap_or_default());
    }
    let program = linked(units)?;
    let (file, function) = (program.file().display().to_string(), options.input.entry.entry.clone());
    Ok(vec![EntryPoint { program, file, function, position: None }])
}

/// The jobs that wait.
#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Job>,
}

impl Queue {
    /// Adds a job. What was saved just now, or asked for, comes first.
    pub fn add(&mut self, job: Job, is_urgent: bool) {
        self.waiting.retain(|other| *other != job);
        if is_urgent { self.waiting.push_front(job) } else { self.waiting.push_back(job) }
    }

    pub fn next(&mut self) -> Option<Job> {
        self.waiting.pop_front()
    }

    /// Takes out jobs.
    pub fn withdraw(&mut self, is_wanted: impl Fn(&Job) -> bool) -> Vec<Job> {
        let (taken, kept) = self.waiting.drain(..).partition(|job| is_wanted(job));
        self.waiting = kept;
        Vec::from(taken)
    }

    /// Returns true if a document waits for its verification.
    pub fn has(&self, document: &Path) -> bool {
        self.waiting.iter().any(|job| job.document == document && job.work == Work::Check)
    }
}
