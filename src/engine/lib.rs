//! What every engine has in common: a task goes in, claims come out.
//!
//! An engine says of a topic that it holds, that it does not, or why that is open, each with its evidence. It knows nothing of
//! the other engines' methods; `pipeline` runs the engines and puts their claims together.
//!
//! Never analyses a program and never prints. Outcomes and reasons are types: nobody has to read a sentence to know what an
//! engine found. A new engine implements [`Engine`] and is entered in `pipeline::verify`.
//!
//! | file | what stands there |
//! |---|---|
//! | `topic` | what a claim may be about |
//! | `evidence` | what shows that a property is broken, and what a warning rests on: runs, alarms, abstract paths |
//! | `verdict` | verified, violated, unknown, and their exit statuses |
//! | `picture` | what a heap looks like at a step of a run |

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

/// What an engine is given.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    /// The program.
    pub program: &'t Program,
    /// The function that is analysed.
    pub entry: FunctionId,
    /// What is to hold beside memory safety.
    pub specification: Option<&'t Specification>,
    /// The texts that spans lead to.
    pub sources: &'t SourceMap,
    /// How long it may take.
    pub budget: &'t Budget,
}

impl<'t> Task<'t> {
    /// What is asked about.
    pub fn question(&self) -> Question<'t> {
        Question { program: self.program, entry: self.entry, specification: self.specification }
    }

    /// Where the function begins that is analysed.
    pub fn position(&self) -> SourcePosition {
        self.sources.position(self.program.functions[self.entry].span)
    }
}

/// Something that proves or refutes.
pub trait Engine {
    /// Its name.
    fn name(&self) -> EngineName;

    /// Does what takes long. It is called at most once, perhaps on a thread of its own; a claim that is asked for before does
    /// it, or waits until it is done.
    fn work(&self) {}

    /// What it says about a topic. The answer does not depend on when it is queried.
    fn outcome(&self, topic: Topic) -> Outcome;

    /// What it claims about each of some topics, in their order.
    fn claims(&self, topics: &[Topic]) -> Vec<Claim> {
        topics.iter().map(|topic| Claim { by: self.name(), outcome: self.outcome(*topic) }).collect()
    }
}

/// What an engine says about a topic.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Who says it.
    pub by: EngineName,
    /// What is said.
    pub outcome: Outcome,
}

/// What an engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It holds on every run.
    Proved(Proof),
    /// Some run breaks it.
    Refuted(Refutation),
    /// Neither is known.
    Open(Open),
    /// The engine does not speak about it, or found nothing.
    Silent,
}

impl Outcome {
    /// Whether it holds, whatever that rests on.
    pub fn is_proved(&self) -> bool {
        matches!(self, Outcome::Proved(_))
    }

    /// It is open for a reason.
    pub fn open(reason: OpenReason) -> Outcome {
        Outcome::Open(Open { reason, rests_on: Vec::new(), path: None })
    }
}

/// Why a topic is open.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    /// The reason.
    pub reason: OpenReason,
    /// Hints that are not proved, and that it would be proved with.
    pub rests_on: Vec<UnprovedHint>,
    /// A path that breaks it and that no run is known to take.
    pub path: Option<AbstractTrace>,
}

/// What a proof rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Hints that are assumed.
    pub rests_on: Vec<UnprovedHint>,
    /// How many facts of another engine it uses.
    pub facts: usize,
    /// Which faults it excludes.
    pub scope: ProofScope,
    /// How much was done for it.
    pub figures: WorkDone,
}

/// Which faults the proof of a topic excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofScope {
    /// All that the topic includes.
    Whole,
    /// Of accesses, only those through pointers to nothing that lives.
    DeadAccesses,
}

impl Proof {
    /// A proof of all that the topic includes, which rests on nothing else.
    pub fn whole(figures: WorkDone) -> Proof {
        Proof { rests_on: Vec::new(), facts: 0, scope: ProofScope::Whole, figures }
    }

    /// Whether this proof and a run contradict each other that meets a fault, or breaks a statement of the specification (`None`).
    pub fn excludes(&self, fault: Option<FaultKind>) -> bool {
        let is_in_scope = match self.scope {
            ProofScope::Whole => true,
            ProofScope::DeadAccesses => fault.is_none_or(|kind| kind.class() != FaultClass::Memory || kind.is_access()),
        };
        // Otherwise what was assumed is wrong, rather than an engine.
        is_in_scope && self.rests_on.is_empty()
    }
}

/// How much an engine did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkDone {
    /// Numbers, each with what it counts.
    pub counts: Vec<(usize, &'static str)>,
    /// What else there is to say.
    pub note: Option<&'static str>,
    /// How long it took, where that is the engine's own time.
    pub time: Option<Duration>,
    /// Files of hints that the engine proposed and used.
    pub hints: Vec<String>,
}

/// What shows that a property is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// A run of the interpreter.
    Run(ConcreteRun),
    /// An alarm that a run confirms.
    Alarm(Alarm),
}

/// A property of the task, as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Unique in the run.
    pub id: String,
    /// As the user wrote it, or what is checked.
    pub text: String,
    /// Where it is to hold.
    pub position: SourcePosition,
    /// What it is about.
    pub topic: Topic,
}

/// Lets each engine work on a thread of its own while something is done on this one.
pub fn side_by_side<T>(engines: &[&(dyn Engine + Sync)], here: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let threads: Vec<_> = engines
            .iter()
            .filter_map(|engine| {
                // Where no thread can be started, the engine works at the first query.
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
