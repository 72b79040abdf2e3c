//! Long-running commands, separated from the screen: a front end executes them in a thread.

use crate::data::PaneData;
use base::Budget;
use explore::answer::CheckedProperty;
use explore::{Answer, Problem, Request, Session};

/// A command with its session.
#[derive(Debug)]
pub struct ScreenWork {
    pub(super) session: Box<Session>,
    pub(super) request: Request,
    pub(super) properties: Vec<CheckedProperty>,
}

/// The result of a command.
#[derive(Debug)]
pub struct Finished {
    pub(super) session: Box<Session>,
    pub(super) request: Request,
    pub(super) result: Result<Answer, Problem>,
    pub(super) data: PaneData,
}

impl ScreenWork {
    /// Executes the command, and gathers the data to show afterwards.
    pub fn perform(self, budget: &Budget) -> Finished {
        let ScreenWork { mut session, request, properties } = self;
        let result = session.execute(&request, budget);
        let data = PaneData::gather(&mut session, properties);
        Finished { session, request, result, data }
    }
}

/// Describes a long-running command.
pub(super) fn name(request: &Request) -> &'static str {
    match request {
        Request::Prove => "proving as `damson verify` does",
        Request::Run => "abstracting",
        Request::Check(_) => "checking",
        Request::Trace(_) | Request::Example(_) => "looking for a counterexample",
        _ => "working",
    }
}
