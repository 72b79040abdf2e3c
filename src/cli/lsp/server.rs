//! What each message of the client leads to. Nothing here takes long: work is done by jobs.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Event;
use super::answers::Answers;
use super::jobs::{Job, News, Queue, Running, Work, options};
use super::protocol::{
    CancelledRequest, CancelledWork, Changed, Executed, Hovered, Initialize, OfDocument, Opened, REPORT, name_at, path,
    uri,
};
use crate::{database, names_c};
use base::version;

/// How long the end of a job is waited for when the server ends.
const PATIENCE: Duration = Duration::from_secs(2);
/// The kind of messages about errors.
const ERROR: u8 = 1;

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    Next,
    End,
}

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Beginning,
    Working,
    /// The client has asked to end.
    ShutDown,
}

/// A document that is open.
struct Document {
    uri: String,
    text: String,
}

/// The server.
pub(super) struct Server {
    stage: Stage,
    /// The options of `damson verify`.
    arguments: Vec<String>,
    events: Sender<Event>,
    documents: BTreeMap<PathBuf, Document>,
    answers: Answers,
    queue: Queue,
    running: Option<Running>,
    /// What the job under way has answered for.
    answered: BTreeSet<Option<String>>,
    /// The pages that it has written.
    pages: Vec<String>,
    /// Why it failed.
    failure: Option<String>,
    jobs: u64,
    shows_progress: bool,
    shows_documents: bool,
}

impl Server {
    pub fn new(arguments: Vec<String>, events: Sender<Event>) -> Server {
        Server {
            stage: Stage::Beginning,
            arguments,
            events,
            documents: BTreeMap::new(),
            answers: Answers::default(),
            queue: Queue::default(),
            running: None,
            answered: BTreeSet::new(),
            pages: Vec::new(),
            failure: None,
            jobs: 0,
            shows_progress: false,
            shows_documents: false,
        }
    }

    /// Reacts to an event. On `Err` the client cannot be reached.
    pub fn meet(&mut self, event: Event) -> io::Result<Turn> {
        match event {
            Event::Message(Message::Request(request)) => self.answer(request)?,
            Event::Message(Message::Notification(note)) if note.method == "exit" => return Ok(Turn::End),
            Event::Message(Message::Notification(note)) => self.take_note(note)?,
            // That the client has shown progress or a page needs no reaction.
            Event::Message(Message::Response(_)) => {}
            Event::Skipped(why) => notify("window/logMessage", json!({ "type": ERROR, "message": why }))?,
            Event::Closed => return Ok(Turn::End),
            Event::News(number, news) => self.hear(number, news)?,
        }
        Ok(Turn::Next)
    }

    /// Ends the work. Returns the exit status.
    pub fn end(mut self, events: &Receiver<Event>) -> u8 {
        if let Some(running) = &mut self.running {
            running.cancel();
            // What it has started is ended, too.
            while let Ok(event) = events.recv_timeout(PATIENCE) {
                if matches!(event, Event::News(_, News::Ended { .. })) {
                    break;
                }
            }
        }
        u8::from(self.stage != Stage::ShutDown)
    }

    fn answer(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let result = match (self.stage, method.as_str()) {
            (Stage::Beginning, "initialize") => parameters(params).and_then(|begin| self.initialize(&begin)),
            (Stage::Beginning, _) => Err((ErrorCode::ServerNotInitialized, "initialize comes first".into())),
            (Stage::ShutDown, _) => Err((ErrorCode::InvalidRequest, "the server is shut down".into())),
            (Stage::Working, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.withdraw(|_| true)?;
                Ok(Value::Null)
            }
            (Stage::Working, "textDocument/hover") => parameters(params).map(|hovered| self.hover(&hovered)),
            (Stage::Working, "workspace/executeCommand") => {
                match parameters(params).and_then(|executed| self.execute(&id, &executed)) {
                    // The job answers.
                    Ok(()) => return self.start_next(),
                    Err(problem) => Err(problem),
                }
            }
            (Stage::Working, _) => Err((ErrorCode::MethodNotFound, format!("there is no {method}"))),
        };
        respond(id, result)
    }

    fn take_note(&mut self, note: Notification) -> io::Result<()> {
        if self.stage != Stage::Working {
            return Ok(());
        }
        let Notification { method, params } = note;
        let known = match method.as_str() {
            "textDocument/didOpen" => parameters(params).map(|opened| self.open(opened)),
            "textDocument/didChange" => parameters(params).map(|changed| self.change(changed)),
            "textDocument/didSave" => parameters(params).map(|saved| self.save(&saved)),
            "textDocument/didClose" => parameters(params).map(|closed| self.close(&closed)),
            "$/cancelRequest" => parameters(params).map(|cancelled| self.cancel_request(&cancelled)),
            "window/workDoneProgress/cancel" => parameters(params).map(|cancelled| self.cancel_work(&cancelled)),
            // Others need no reaction.
            _ => return Ok(()),
        };
        match known {
            Ok(done) => done?,
            Err((_, why)) => {
                let message = format!("{method}: {why}");
                notify("window/logMessage", json!({ "type": ERROR, "message": message }))?;
            }
        }
        self.start_next()
    }

    fn initialize(&mut self, begin: &Initialize) -> Answered<Value> {
        if let Some(root) = begin.root() {
            // Names of files in options are relative to what the user works on. Without it, they stay as they are.
            let _ = std::env::set_current_dir(root);
        }
        if !begin.initialization_options.is_null() {
            let more: Vec<String> = serde_json::from_value(begin.initialization_options.clone()).map_err(|_| {
                (ErrorCode::InvalidParams, "initializationOptions: expected an array of options".into())
            })?;
            let arguments = [&self.arguments[..], &more].concat();
            options(&arguments, Path::new("document.c")).map_err(|why| (ErrorCode::InvalidParams, why))?;
            self.arguments = arguments;
        }
        (self.shows_progress, self.shows_documents) = (begin.can("workDoneProgress"), begin.can("showDocument"));
        self.stage = Stage::Working;
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 1, "save": true },
                "hoverProvider": true,
                "executeCommandProvider": { "commands": [REPORT] },
            },
            "serverInfo": { "name": "damson", "version": version::number() },
        }))
    }

    fn open(&mut self, opened: Opened) -> io::Result<()> {
        let document = opened.text_document;
        let Some(file) = path(&document.uri) else { return Ok(()) };
        self.documents.insert(file.clone(), Document { uri: document.uri, text: document.text });
        self.check(file, false)
    }

    fn change(&mut self, changed: Changed) -> io::Result<()> {
        let document = path(&changed.text_document.uri).and_then(|file| self.documents.get_mut(&file));
        if let Some((document, text)) = document.zip(changed.content_changes.into_iter().last()) {
            document.text = text.text;
        }
        Ok(())
    }

    fn save(&mut self, saved: &OfDocument) -> io::Result<()> {
        let Some(file) = path(&saved.text_document.uri) else { return Ok(()) };
        if names_c(&file.to_string_lossy()) {
            return self.check(file, true);
        }
        // Any document may include it.
        let documents: Vec<PathBuf> = self.documents.keys().cloned().collect();
        documents.into_iter().try_for_each(|document| self.check(document, true))
    }

    /// Verifies a document; what is under way for an earlier version of it ends.
    fn check(&mut self, document: PathBuf, is_urgent: bool) -> io::Result<()> {
        if names_c(&document.to_string_lossy()) {
            let job = Job { document, work: Work::Check };
            self.withdraw(|other| *other == job)?;
            self.queue.add(job, is_urgent);
        }
        Ok(())
    }

    fn close(&mut self, closed: &OfDocument) -> io::Result<()> {
        let Some(file) = path(&closed.text_document.uri) else { return Ok(()) };
        self.withdraw(|job| job.document == file && job.work == Work::Check)?;
        self.answers.forget(&file);
        self.publish()?;
        self.documents.remove(&file);
        Ok(())
    }

    fn cancel_request(&mut self, cancelled: &CancelledRequest) -> io::Result<()> {
        self.withdraw(|job| matches!(&job.work, Work::Report { request, .. } if *request == cancelled.id))
    }

    fn cancel_work(&mut self, cancelled: &CancelledWork) -> io::Result<()> {
        let is_meant = |running: &&mut Running| token(running.number) == cancelled.token;
        self.running.iter_mut().filter(is_meant).for_each(Running::cancel);
        Ok(())
    }

    /// Ends jobs, and those that wait.
    fn withdraw(&mut self, is_meant: impl Fn(&Job) -> bool) -> io::Result<()> {
        self.running.iter_mut().filter(|running| is_meant(&running.job)).for_each(Running::cancel);
        self.queue.withdraw(is_meant).into_iter().try_for_each(|job| match job.work {
            Work::Report { request, .. } => respond(request, cancelled()),
            Work::Check => Ok(()),
        })
    }

    fn hover(&self, hovered: &Hovered) -> Value {
        let found = path(&hovered.text_document.uri).and_then(|file| {
            let name = name_at(&self.documents.get(&file)?.text, hovered.position)?;
            let mut summary = self.answers.about(&file, name)?.summary.clone();
            if self.is_checking(&file) {
                summary.push_str("\n(of an earlier version: the file is being verified)");
            }
            Some(json!({ "contents": { "kind": "plaintext", "value": summary } }))
        });
        found.unwrap_or_default()
    }

    fn is_checking(&self, file: &Path) -> bool {
        let is_of = |running: &Running| running.job.document == file && running.job.work == Work::Check;
        self.queue.has(file) || self.running.as_ref().is_some_and(is_of)
    }

    fn execute(&mut self, request: &RequestId, executed: &Executed) -> Answered<()> {
        if executed.command != REPORT {
            return Err((ErrorCode::InvalidParams, format!("there is no command {}", executed.command)));
        }
        let argument = |index: usize| executed.arguments.get(index).and_then(Value::as_str);
        let expected =
            || (ErrorCode::InvalidParams, format!("{REPORT} takes the URI of a file, and perhaps a function"));
        let document = argument(0).and_then(path).ok_or_else(expected)?;
        let work = Work::Report { request: request.clone(), function: argument(1).map(str::to_string) };
        self.queue.add(Job { document, work }, true);
        Ok(())
    }

    /// Starts the next job, if none is under way.
    fn start_next(&mut self) -> io::Result<()> {
        while self.running.is_none() && self.stage == Stage::Working {
            let Some(job) = self.queue.next() else { return Ok(()) };
            self.jobs += 1;
            (self.answered, self.pages, self.failure) = Default::default();
            let started = options(&self.arguments, &database::shown(&job.document)).and_then(|options| {
                let started = Running::start(job.clone(), self.jobs, options, &self.events);
                started.map_err(|error| format!("cannot start a thread: {error}"))
            });
            match started {
                Ok(running) => {
                    self.running = Some(running);
                    self.begin_progress(&job)?;
                }
                Err(why) => {
                    self.failure = Some(why);
                    self.conclude(job, false)?;
                }
            }
        }
        Ok(())
    }

    /// Hears of the job under way.
    fn hear(&mut self, number: u64, news: News) -> io::Result<()> {
        let Some(running) = self.running.as_ref().filter(|running| running.number == number) else { return Ok(()) };
        let is_cancelled = running.is_cancelled;
        match news {
            News::Ended { has_panicked } => {
                if has_panicked {
                    self.failure = Some("internal error: Damson failed; please report this".into());
                }
                self.end_progress(number)?;
                if let Some(running) = self.running.take() {
                    self.conclude(running.job, is_cancelled)?;
                }
                self.start_next()
            }
            _ if is_cancelled => Ok(()),
            News::Begins { function, done, count } => self.report_progress(number, function.as_deref(), (done, count)),
            News::Answered(answer) => {
                let document = running.job.document.clone();
                self.answered.insert(answer.function.clone());
                self.answers.take(&document, answer);
                self.publish()
            }
            News::Written(page) => {
                self.pages.push(uri(&page));
                Ok(())
            }
            News::Failed(why) => {
                self.failure = Some(why);
                Ok(())
            }
        }
    }

    /// Says how a job has ended.
    fn conclude(&mut self, job: Job, is_cancelled: bool) -> io::Result<()> {
        let failure = self.failure.take();
        match job.work {
            Work::Report { request, .. } if is_cancelled => respond(request, cancelled()),
            Work::Report { request, .. } => match failure {
                Some(why) => respond(request, Err((ErrorCode::RequestFailed, why))),
                None => {
                    let pages = std::mem::take(&mut self.pages);
                    if let ([page], true) = (&pages[..], self.shows_documents) {
                        ask("window/showDocument", json!({ "uri": page, "external": true }))?;
                    }
                    respond(request, Ok(json!(pages)))
                }
            },
            Work::Check if is_cancelled => Ok(()),
            Work::Check => {
                if let Some(why) = failure {
                    return notify("window/showMessage", json!({ "type": ERROR, "message": why }));
                }
                self.answers.keep(&job.document, &self.answered);
                self.publish()
            }
        }
    }

    /// Tells the client what is new.
    fn publish(&mut self) -> io::Result<()> {
        self.answers.changes().into_iter().try_for_each(|(file, findings)| {
            // A client knows its documents by the names that it gave them.
            let name = self.documents.get(&file).map_or_else(|| uri(&file), |document| document.uri.clone());
            notify("textDocument/publishDiagnostics", json!({ "uri": name, "diagnostics": findings }))
        })
    }

    fn begin_progress(&self, job: &Job) -> io::Result<()> {
        if !self.shows_progress {
            return Ok(());
        }
        ask("window/workDoneProgress/create", json!({ "token": token(self.jobs) }))?;
        let name = job.document.file_name().unwrap_or_default().to_string_lossy();
        let begin =
            json!({ "kind": "begin", "title": "damson", "message": name, "percentage": 0, "cancellable": true });
        notify("$/progress", json!({ "token": token(self.jobs), "value": begin }))
    }

    fn report_progress(&self, number: u64, function: Option<&str>, (done, count): (usize, usize)) -> io::Result<()> {
        let Some(function) = function.filter(|_| self.shows_progress) else { return Ok(()) };
        let message = format!("{function} ({} of {count})", done + 1);
        let value = json!({ "kind": "report", "message": message, "percentage": 100 * done / count.max(1) });
        notify("$/progress", json!({ "token": token(number), "value": value }))
    }

    fn end_progress(&self, number: u64) -> io::Result<()> {
        if !self.shows_progress {
            return Ok(());
        }
        notify("$/progress", json!({ "token": token(number), "value": { "kind": "end" } }))
    }
}

/// A result, or why there is none.
type Answered<T> = Result<T, (ErrorCode, String)>;

/// The name of the progress of a job.
fn token(number: u64) -> String {
    format!("damson/{number}")
}

fn cancelled() -> Answered<Value> {
    Err((ErrorCode::RequestCanceled, "cancelled".into()))
}

fn parameters<T: DeserializeOwned>(given: Value) -> Answered<T> {
    serde_json::from_value(given).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn send(message: &Message) -> io::Result<()> {
    message.write(&mut io::stdout().lock())
}

fn notify(method: &str, params: Value) -> io::Result<()> {
    send(&Message::Notification(Notification { method: method.into(), params }))
}

/// Sends a request. Its answer needs no reaction.
fn ask(method: &str, params: Value) -> io::Result<()> {
    let id = RequestId::from(format!("{method}/{}", params["token"].as_str().unwrap_or_default()));
    send(&Message::Request(Request { id, method: method.into(), params }))
}

fn respond(id: RequestId, result: Answered<Value>) -> io::Result<()> {
    send(&Message::Response(match result {
        Ok(value) => Response::new_ok(id, value),
        Err((code, why)) => Response::new_err(id, code as i32, why),
    }))
}
