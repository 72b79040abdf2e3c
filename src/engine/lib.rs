//! The interface of engines: a task goes in, claims come out.
//!
//! An engine claims that a topic holds, that it does not, or that it is open for a reason, each with evidence. It knows
//! nothing of the methods of other engines; `pipeline` runs the engines and merges their claims.
//!
//! This crate analyses and prints nothing. Outcomes and reasons are types, so that no client parses text. A new engine
//! implements [`Engine`] and is registered in `pipeline::verify`.
//!
//! | file | contents |
//! |---|---|
//! | `topic` | topics of claims |
//! | `evidence` | evidence of violations and of warnings: runs, alarms, abstract paths |
//! | `verdict` | verified, violated, unknown, and their exit statuses |
//! | `picture` | heaps at the steps of a run, for display |

pub mod evidence;
pub mod picture;
pub mod topic;
pub mod verdict;

use std::time::Duration;

use crate::evidence::{AbstractTrace, Alarm, ConcreteRun};
use crate::topic::Topic;
use base::stack::STACK_BYTES;
use base::{Budget, SourceMap, SourcePosition};
use program::{FaultClass, FaultKind, FunctionId, Program};
use reason::assumption::UnprovedHint;
use reason::{EngineName, OpenReason};
use spec::{Question, Specification};

/// The input of an engine.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    pub program: &'t Program,
    /// The function to analyse.
    pub entry: FunctionId,
    /// Required properties besides memory safety.
    pub specification: Option<&'t Specification>,
    /// The texts that spans refer to.
    pub sources: &'t SourceMap,
    pub budget: &'t Budget,
}

impl<'t> Task<'t> {
    /// The question that the task asks.
    pub fn question(&self) -> Question<'t> {
        Question { program: self.program, entry: self.entry, specification: self.specification }
    }

    /// The position of the analysed function.
    pub fn position(&self) -> SourcePosition {
        self.sources.position(self.program.functions[self.entry].span)
    }
}

/// An engine that proves or refutes topics.
pub trait Engine {
    fn name(&self) -> EngineName;

    /// Does the expensive part of the analysis. Called at most once, perhaps on its own thread. A claim requested
    /// earlier triggers it, or waits until it is done.
    fn work(&self) {}

    /// Returns the engine's outcome for a topic. It must not depend on the time of the query.
    fn outcome(&self, topic: Topic) -> Outcome;

    /// Returns a claim about each topic, in order.
    fn claims(&self, topics: &[Topic]) -> Vec<Claim> {
        topics.iter().map(|topic| Claim { by: self.name(), outcome: self.outcome(*topic) }).collect()
    }
}

/// The claim of an engine about a topic.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    pub by: EngineName,
    pub outcome: Outcome,
}

/// The outcome of an engine for a topic.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The topic holds on every run.
    Proved(Proof),
    /// Some run violates it.
    Refuted(Refutation),
    /// Neither is known.
    Open(Open),
    /// The engine does not treat the topic, or found nothing.
    Silent,
}

impl Outcome {
    /// Returns true if the topic is proved, under whatever assumptions.
    pub fn is_proved(&self) -> bool {
        matches!(self, Outcome::Proved(_))
    }

    /// An open outcome without further evidence.
    pub fn open(reason: OpenReason) -> Outcome {
        Outcome::Open(Open { reason, rests_on: Vec::new(), path: None })
    }
}

/// The reason why a topic is open, with evidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    pub reason: OpenReason,
    /// Unproved hints under which the topic would be proved.
    pub rests_on: Vec<UnprovedHint>,
    /// A violating path that no known run takes.
    pub path: Option<AbstractTrace>,
}

/// The assumptions and the scope of a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Hints that are assumed.
    pub rests_on: Vec<UnprovedHint>,
    /// Number of facts used from another engine.
    pub facts: usize,
    /// The faults that it excludes.
    pub scope: ProofScope,
    /// Statistics of the work done.
    pub figures: WorkDone,
}

/// The faults that the proof of a topic excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofScope {
    /// All faults of the topic.
    Whole,
    /// Among accesses, only those through pointers to no live object.
    DeadAccesses,
}

impl Proof {
    /// A proof of the whole topic without assumptions.
    pub fn whole(figures: WorkDone) -> Proof {
        Proof { rests_on: Vec::new(), facts: 0, scope: ProofScope::Whole, figures }
    }

    /// Returns true if the proof contradicts a run with this fault, or one that violates a statement of the
    /// specification (`None`).
    pub fn excludes(&self, fault: Option<FaultKind>) -> bool {
        let is_in_scope = match self.scope {
            ProofScope::Whole => true,
            ProofScope::DeadAccesses => fault.is_none_or(|kind| kind.class() != FaultClass::Memory || kind.is_access()),
        };
        // Otherwise an assumption is wrong and not an engine.
        is_in_scope && self.rests_on.is_empty()
    }
}

/// Statistics of an engine's work.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkDone {
    /// Numbers, each with its unit.
    pub counts: Vec<(usize, &'static str)>,
    pub note: Option<&'static str>,
    /// Time taken, if the engine had it to itself.
    pub time: Option<Duration>,
    /// Hint files that the engine proposed and used.
    pub hints: Vec<String>,
}

/// Evidence that a property is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    Run(ConcreteRun),
    /// An alarm that a run confirms.
    Alarm(Alarm),
}

/// A property of the task, as named in reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Unique within the run.
    pub id: String,
    /// The property as written by the user, or a description of the check.
    pub text: String,
    /// The position at which it must hold.
    pub position: SourcePosition,
    pub topic: Topic,
}

/// Runs each engine's work on its own thread while `here` runs on this one.
pub fn side_by_side<T>(engines: &[&(dyn Engine + Sync)], here: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let threads: Vec<_> = engines
            .iter()
            .filter_map(|engine| {
                // If no thread can be started, the engine works at the first query.
                std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || engine.work()).ok()
            })
            .collect();
        let found = here();
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
        found
    })
}
