//! Commands that may take long, apart from the screen: a front end carries them out in a thread.

use crate::data::PaneData;
use base::Budget;
use explore::answer::CheckedProperty;
use explore::{Answer, Problem, Request, Session};

/// A command with the session that it is for.
#[derive(Debug)]
pub struct ScreenWork {
    pub(super) session: Box<Session>,
    pub(super) request: Request,
    pub(super) properties: Vec<CheckedProperty>,
}

/// What became of a command.
#[derive(Debug)]
pub struct Finished {
    pub(super) session: Box<Session>,
    pub(super) request: Request,
    pub(super) result: Result<Answer, Problem>,
    pub(super) data: PaneData,
}

impl ScreenWork {
    /// Carries the command out, and gathers what is to be shown then.
    pub fn perform(self, budget: &Budget) -> Finished {
        let ScreenWork { mut session, request, properties } = self;
        let result = session.execute(&request, budget);
        let data = PaneData::gather(&mut session, properties);
        Finished { session, request, result, data }
    }
}

/// The name of a command that may take long.
pub(super) fn name(request: &Request) -> &'static str {
    match request {
        Request::Prove => "proving as `damson verify` does",
        Request::Run => "abstracting",
        Request::Check(_) => "checking",
        Request::Trace(_) | Request::Example(_) => "looking for a counterexample",
        _ => "working",
    }
}
