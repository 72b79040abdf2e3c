//! `damson lsp`: verifies C files as an editor opens and saves them. Answers are those of `damson verify --all-entries`; nothing else
//! is decided here. Standard output carries the protocol alone.
//!
//! | file | contents |
//! |---|---|
//! | `server` | what each message of the client leads to |
//! | `jobs` | work on documents, on threads of its own |
//! | `answers` | verdicts and findings by document, and the findings that the client has |
//! | `protocol` | the messages, as far as they are used |
//! | `reader` | reads messages, and skips what is none |

mod answers;
mod jobs;
mod protocol;
mod reader;
mod server;

use std::io;
use std::path::Path;
use std::sync::mpsc;

use lsp_server::Message;

use super::BAD_USAGE;
use jobs::News;
use reader::Reader;
use server::{Server, Turn};

/// What the server waits for.
#[derive(Debug)]
enum Event {
    Message(Message),
    /// Input that is no message was skipped.
    Skipped(String),
    /// There is no more input.
    Closed,
    /// News of a job, by its number.
    News(u64, News),
}

/// Serves a client on the standard streams. Returns the exit status: 0 if the client said before that the server would have to end.
pub(super) fn serve(mut arguments: Vec<String>) -> u8 {
    // Clients add the kind of connection by themselves.
    arguments.retain(|argument| argument != "--stdio");
    if let Err(message) = jobs::options(&arguments, Path::new("document.c")) {
        super::console_of(super::ReportFormat::Text).complain(&format!("{}\n", message.trim_end()));
        return BAD_USAGE;
    }
    let (events, received) = mpsc::channel();
    let reader = Reader::new(events.clone());
    let work = move || reader.read_all(&mut io::stdin().lock());
    if let Err(error) = std::thread::Builder::new().name("reader".into()).spawn(work) {
        super::console_of(super::ReportFormat::Text)
            .complain(&format!("damson: error: cannot start a thread: {error}\n"));
        return BAD_USAGE;
    }
    let mut server = Server::new(arguments, events);
    loop {
        let turn = match received.recv() {
            Ok(event) => server.meet(event),
            // It holds a sender itself.
            Err(mpsc::RecvError) => Ok(Turn::End),
        };
        match turn {
            Ok(Turn::Next) => {}
            // A client that is not there any more has nothing to read.
            Ok(Turn::End) | Err(_) => break,
        }
    }
    server.end(&received)
}
