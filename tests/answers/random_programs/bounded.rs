//! The bounded engine on the same programs: what it verifies holds in all runs on small heaps, every error that it finds has a run,
//! and what a short run on a small heap breaks is found, unless something is not followed.

use std::time::Duration;

use damson::base::Budget;
use damson::bmc::Settings;
use damson::engine::evidence::{Alarm, Broken};
use damson::engine::verdict::Verdict;
use damson::pipeline::bounded;
use damson::pipeline::confirm::{self, SearchBounds};
use damson::pipeline::draw;
use damson::program::UndefinedBehaviour;
use damson::reason::{OpenReason, Stop, Unreplayed};

use crate::random_programs::case::Case;
use crate::random_programs::check::prepare;
use crate::support::campaign::guarded;

/// Nodes of each type and iterations that are followed, and steps of the runs that are compared: no loop iterates more often.
const BOUND: u32 = 5;

/// What happened to the cases.
#[derive(Clone, Copy, Default, Debug)]
pub struct BoundedTally {
    pub refused: usize,
    pub verified: usize,
    pub violated: usize,
    pub unknown: usize,
    /// Runs that break something and are so short that they must be found.
    pub compared: usize,
    /// Of these, those that break the specification.
    pub statements: usize,
}

impl std::ops::AddAssign for BoundedTally {
    fn add_assign(&mut self, other: BoundedTally) {
        self.refused += other.refused;
        self.verified += other.verified;
        self.violated += other.violated;
        self.unknown += other.unknown;
        self.compared += other.compared;
        self.statements += other.statements;
    }
}

/// Checks a case. What is wrong is described in a message whose first word names the check.
pub fn check(case: &Case) -> Result<BoundedTally, String> {
    guarded(|| check_unguarded(&case.program(), &case.questions()))
}

fn check_unguarded(text: &str, questions: &str) -> Result<BoundedTally, String> {
    let mut tally = BoundedTally::default();
    let Some((sources, prepared)) = prepare(text, questions) else { return Ok(BoundedTally { refused: 1, ..tally }) };
    let task = prepared.question();
    let settings = Settings {
        unwind: Some(BOUND),
        undefined_behaviour: UndefinedBehaviour::All,
        most_terms: 400_000,
        most_clauses: 800_000,
        ..Settings::default()
    };
    let found = bounded::analyse(task, &sources, &settings, &Budget::for_duration(Duration::from_secs(20)));
    for alarm in &found.findings {
        match &alarm.confirmed {
            Err(Unreplayed::Unsupported(_) | Unreplayed::Stopped(Stop::Limit(..))) | Ok(_) => {}
            Err(why) => {
                return Err(format!("unshown: {} [{}] at {}: {why}", alarm.message, alarm.kind.word(), alarm.position));
            }
        }
    }
    match found.verdict().0 {
        Verdict::Verified => tally.verified += 1,
        Verdict::Violated => tally.violated += 1,
        Verdict::Unknown => tally.unknown += 1,
    }
    // All that is not found is behind the bound.
    let is_followed = matches!(found.open, None | Some(OpenReason::Cut { .. }));
    let bounds = SearchBounds { nodes: 2, steps: 40, total_steps: 4_000, ..SearchBounds::default() };
    let search = confirm::search(&prepared, &sources, bounds, &Budget::unlimited());
    for run in search.runs.iter().chain(&search.undefined) {
        let must_be_found = found.open.is_none() || is_followed && run.steps.len() <= BOUND as usize;
        tally.compared += usize::from(must_be_found);
        tally.statements += usize::from(must_be_found && matches!(run.broken, Broken::Statement(_)));
        let is_it = |alarm: &Alarm| match &run.broken {
            Broken::Fault(kind, _) => alarm.kind == *kind && alarm.position == run.position,
            Broken::Statement(index) => alarm.claim.is_some_and(|claim| claim.statement == *index),
        };
        if must_be_found && !found.findings.iter().any(is_it) {
            let start = draw::state(&prepared.program, &prepared.specification, &run.start);
            return Err(format!("missed: {:?} at {} from {start}", run.broken, run.position));
        }
    }
    Ok(tally)
}
