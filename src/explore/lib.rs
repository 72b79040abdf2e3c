//! Explorations: a session holds a program with its properties, hints and the last run of the abstraction, and answers
//! commands about them.
//!
//! [`command`] reads lines by the [`table`] of commands, [`Session::execute`] carries commands out, [`answer`] holds the answers as data, and [`text`]
//! prints them. A session never reads or writes a file, and prints nothing: what is to be written is part of an answer.
//!
//! | file | what stands there |
//! |---|---|
//! | `table` | the commands: names, arguments, help |
//! | `command` | reads a line as a command |
//! | `session` | the state of a session, and how each command is carried out |
//! | `run` | one run of the abstraction with what it was made from |
//! | `proving` | the engines of `damson verify` at work |
//! | `history` | what `undo` takes back |
//! | `query` | questions about the last run |
//! | `hints` | adding, dropping, proposing and saving hints |
//! | `counterexample` | steps through a counterexample or a concrete run |
//! | `examples` | concrete runs, step by step |
//! | `limits` | limits, each with its unit |
//! | `numbering` | numbers of predicates that stay valid |
//! | `answer` | answers as data |
//! | `text` | answers as text |

pub mod answer;
pub mod command;
mod counterexample;
mod examples;
mod hints;
mod history;
pub mod limits;
mod numbering;
mod proving;
mod query;
mod run;
mod session;
pub mod table;
pub mod text;

pub use answer::{Answer, Problem};
pub use command::Request;
pub use session::Session;
