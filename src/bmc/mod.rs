//! The bounded engine: all runs up to a bound at once, bit by bit, as one question to a SAT solver.
//!
//! It follows the flowchart from `main`, or from a procedure that starts in any small state of its types, unrolls loops and calls as often as the bound says, and writes down for each command the
//! condition under which it is an error, exactly as the interpreter has it. What goes on behind the bound, and what is not modelled,
//! is a condition like others, a *cut*. A program is verified if no error and no cut can be reached: then the bound was no
//! restriction. An error counts only if a run of the interpreter has it.
//!
//! It never guesses what it cannot follow, and shares no reasoning with the other engines: only the program, and the solver.
//!
//! It follows LLBMC's memory model (Sinz, Falke, Merz: *A precise memory model for low-level bounded model checking*, sections 3
//! and 4), with objects and offsets for flat addresses.
//!
//! | file | what stands there |
//! |---|---|
//! | `limits` | limits that no caller sets, each with its unit |
//! | `term` | words of bits and what is computed from them |
//! | `value` | scalars, and what a range of bytes holds |
//! | `memory` | what was written to an object, and how it is read back |
//! | `claim` | what may happen in a run, and what a run chooses |
//! | `machine` | what all runs share, states, and where they meet |
//! | `access` | loads, stores, allocations, and what may be wrong with them |
//! | `arguments` | the arguments of `main` |
//! | `external` | objects that are defined elsewhere |
//! | `entry` | the state in which a procedure starts. `entry::layout`: its scalars; `entry::numbering`: each heap once; `entry::describe`: that of a model |
//! | `evaluate` | expressions. `evaluate::arithmetic`: numbers; `evaluate::compare`: comparisons; `evaluate::address`: bits of addresses; `evaluate::float` |
//! | `layout` | where objects lie to each other |
//! | `execute` | commands, calls |
//! | `library` | functions of the C library. Its files stand in its own table |
//! | `leak` | whether a run ends with a block that is lost |
//! | `predicate` | formulas of a specification. `predicate::paths`: what is reached in the heap |
//! | `statement` | assumptions and assertions of a specification |
//! | `temporal` | temporal formulas of a specification |
//! | `unroll` | loops, and the order in which locations are visited |
//! | `gates` | terms as gates |
//! | `query` | the questions |
//! | `replay` | the run that an answer stands for |

mod access;
mod arguments;
mod claim;
mod entry;
mod evaluate;
mod execute;
mod external;
mod gates;
mod layout;
mod leak;
mod library;
mod limits;
mod machine;
mod memory;
mod predicate;
mod query;
mod replay;
mod statement;
mod temporal;
pub mod term;
mod unroll;
mod value;

use std::collections::BTreeSet;

use crate::base::Budget;
use crate::bmc::limits::{BOUNDS, LARGEST_BOUND};
use crate::bmc::machine::Machine;
use crate::bmc::query::Questions;
use crate::program::{FaultKind, FunctionId, Program, UndefinedBehaviour};
use crate::spec::Specification;

pub use arguments::given_arguments;
pub use claim::{ChoiceKind, EarlyStop, RunCut, StackPosition};
pub use library::input_text_of;
pub use query::{Chosen, QuestionSize, Suspect};
pub use replay::{Differs, Run, RunJudge, RunObservation, StatementJudge};

/// What it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct BoundedTask<'t> {
    /// The program.
    pub program: &'t Program,
    /// The function that runs start with.
    pub entry: FunctionId,
    /// What is to hold in its states; `None` if nothing is specified.
    pub specification: Option<&'t Specification>,
}

impl<'t> BoundedTask<'t> {
    /// Nothing is specified.
    pub fn of_memory(program: &'t Program, entry: FunctionId) -> BoundedTask<'t> {
        BoundedTask { program, entry, specification: None }
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The bound: iterations of each loop, and calls of a function within itself. `None`: bounds grow until there is an answer.
    pub unwind: Option<u32>,
    /// Nodes of each type in the entry state of a procedure. `None`: as many as the bound.
    pub heap_nodes: Option<u32>,
    /// The largest bound where bounds grow.
    pub largest_unwind: u32,
    /// Whether every allocation may give NULL.
    pub allocation_may_fail: bool,
    /// Whether a block that a global still leads to is lost when `main` returns.
    pub leaks_at_exit: bool,
    /// Which undefined behaviour that is no error of memory is an error. The rest makes the answer unknown.
    pub undefined_behaviour: UndefinedBehaviour,
    /// Whether a number that was never written is any number, the same at each read. Otherwise it is an error of its own to branch on
    /// it.
    pub undefined_is_any: bool,
    /// Bytes of a block. Larger ones are a cut.
    pub largest_block: u64,
    /// Steps of the interpreter for one error.
    pub replay_steps: u64,
    /// Terms, over all runs, and values read: with more, the work is stopped.
    pub most_terms: usize,
    /// Clauses for the solver: with more, the work is stopped.
    pub most_clauses: usize,
    /// Bytes that the solver writes of its proofs for one bound: with more, the work is stopped. They measure how long it searches.
    pub most_proof_bytes: u64,
    /// Whether the solver checks its own proofs.
    pub checks_proofs: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            unwind: None,
            heap_nodes: None,
            largest_unwind: LARGEST_BOUND,
            allocation_may_fail: false,
            leaks_at_exit: false,
            undefined_behaviour: UndefinedBehaviour::Ignored,
            undefined_is_any: false,
            largest_block: 1 << 40,
            replay_steps: 400_000,
            most_terms: 3_000_000,
            most_clauses: 20_000_000,
            most_proof_bytes: 1 << 36,
            checks_proofs: true,
        }
    }
}

impl Settings {
    /// Whether a kind of error is reported.
    fn reports(&self, kind: FaultKind) -> bool {
        match self.undefined_behaviour {
            // Arithmetic is not looked at in the other engines, which have this level, too.
            UndefinedBehaviour::LikeMemoryErrors if kind == FaultKind::UndefinedBehaviour => false,
            level => level.reports(kind),
        }
    }
}

/// An error, and the run that shows it or why none does.
#[derive(Clone, Debug)]
pub struct FoundError {
    /// What the engine says of it.
    pub suspect: Suspect,
    /// The run.
    pub run: Result<Run, Differs>,
}

/// Why an answer does not cover all runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncovered {
    /// A run reaches a cut.
    Cut(RunCut, StackPosition),
    /// A run has undefined behaviour that nobody asked for.
    Undefined(String, StackPosition),
    /// The work was stopped.
    Stopped(EarlyStop),
}

/// The answer.
#[derive(Clone, Debug)]
pub struct BoundedAnswer {
    /// Errors, in the order in which they were found.
    pub found: Vec<FoundError>,
    /// Why there may be more; `None` if all runs were followed.
    pub open: Option<Uncovered>,
    /// The bound.
    pub unwind: u32,
    /// Nodes of each type in the entry state of a procedure; `None` where runs start with `main`.
    pub heap_nodes: Option<u32>,
    /// Objects.
    pub objects: usize,
    /// Terms.
    pub terms: usize,
    /// What the solver was asked.
    pub size: QuestionSize,
}

/// Asks about a program. `judge` knows what its specification says of a run.
pub fn analyse(
    task: BoundedTask<'_>,
    judge: StatementJudge<'_>,
    settings: &Settings,
    budget: &Budget,
) -> BoundedAnswer {
    let (first, larger) = match settings.unwind {
        Some(unwind) => (unwind, &[][..]),
        None => (BOUNDS[0], &BOUNDS[1..]),
    };
    let (mut answer, mut deepens) = bounded((task, judge), (settings, first), budget);
    for unwind in larger.iter().copied() {
        if !deepens || unwind > settings.largest_unwind || !answer.found.is_empty() {
            break;
        }
        let (next, again) = bounded((task, judge), (settings, unwind), budget);
        // Stopped early, it says less than what came before.
        if matches!(next.open, Some(Uncovered::Stopped(_))) && next.found.is_empty() {
            break;
        }
        (answer, deepens) = (next, again);
    }
    answer
}

/// The answer for one bound, and whether a larger one may say more.
fn bounded(
    (task, judge): (BoundedTask<'_>, StatementJudge<'_>),
    (settings, unwind): (&Settings, u32),
    budget: &Budget,
) -> (BoundedAnswer, bool) {
    let mut machine = Machine::new(task, settings, unwind, budget);
    machine.run(task.entry);
    // What the last command did counts, too.
    machine.is_stopped();
    let mut questions = Questions::new(&machine, budget);
    let mut found = Vec::new();
    let (open, deepens) = match asked(&mut questions, (task, judge, settings), &mut found) {
        Ok(open) => open,
        Err(why) => (Some(Uncovered::Stopped(why)), false),
    };
    let open = machine.stopped.map(Uncovered::Stopped).or(open);
    let size = questions.size();
    let (objects, terms) = (machine.objects.len(), machine.terms.len());
    let deepens = deepens && machine.stopped.is_none();
    let heap_nodes = machine.inputs.is_procedure().then_some(machine.heap_nodes);
    (BoundedAnswer { found, open, unwind, heap_nodes, objects, terms, size }, deepens)
}

/// Asks for errors until there is no other, and then for what is not covered.
fn asked(
    questions: &mut Questions<'_, '_>,
    (task, judge, settings): (BoundedTask<'_>, StatementJudge<'_>, &Settings),
    found: &mut Vec<FoundError>,
) -> Result<(Option<Uncovered>, bool), EarlyStop> {
    let mut known = BTreeSet::new();
    while let Some(suspect) = questions.error(&|kind| settings.reports(kind), &known)? {
        known.insert((Some(suspect.kind), suspect.site.span, suspect.property));
        let run = replay::replay(task, judge, &suspect, settings);
        found.push(FoundError { suspect, run });
    }
    let is_bound = |cut: &RunCut| match cut {
        RunCut::Iterations | RunCut::Recursion => true,
        RunCut::HeapNodes(_) => settings.heap_nodes.is_none(),
        RunCut::Unsupported(_) | RunCut::LargeBlock(_) => false,
    };
    let bound = questions.cut(&is_bound)?;
    let deepens = bound.is_some();
    if let Some((cut, site)) = questions.cut(&|cut| !is_bound(cut))?.or(bound) {
        return Ok((Some(Uncovered::Cut(cut, site)), deepens));
    }
    let undefined = questions.error(&|kind| !settings.reports(kind), &BTreeSet::new())?;
    Ok((undefined.map(|suspect| Uncovered::Undefined(suspect.message, suspect.site)), deepens))
}
