//! The bounded engine: all runs up to a bound at once, bit by bit, as one question to a SAT solver.
//!
//! It follows the flowchart from `main`, or from a procedure that starts in any small state of its types, unrolls loops and calls as often as the bound says, and writes down for each command the
//! condition under which it is an error, exactly as the interpreter has it. What goes on behind the bound, and what is not modelled,
//! is a condition like others, a *cut*. A program is verified if no error and no cut can be reached: then the bound was no
//! restriction. An error comes with what a run is given that has it; whoever asked makes that run.
//!
//! It never guesses what it cannot follow, and shares no reasoning with the other engines: only the program, and the solver.
//!
//! It follows LLBMC's memory model (Sinz, Falke, Merz: *A precise memory model for low-level bounded model checking*, sections 3
//! and 4), with objects and offsets for flat addresses.
//!
//! | file | what stands there |
//! |---|---|
//! | `limits` | limits that no caller sets, each with its unit |
//! | `term` | words of bits and what is computed from them, simplified by the rules of `rewrite-rules/` |
//! | `value` | scalars, and what a range of bytes holds |
//! | `content` | what was written to an object, and how it is read back |
//! | `bounds` | how far loops, recursion and heaps are followed, each by itself |
//! | `claim` | what may happen in a run, and what a run chooses |
//! | `coverage` | the places that no run comes to unless it was followed |
//! | `task` | what is asked |
//! | `state` | the runs that are at one place |
//! | `memory` | objects, and where states meet |
//! | `storage` | which objects the program names |
//! | `events` | what may happen and what is chosen, as it is met |
//! | `machine` | all that runs share |
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
//! | `target` | what alone is asked about, and where runs may still come to it |
//! | `statement` | assumptions and assertions of a specification |
//! | `temporal` | temporal formulas of a specification |
//! | `unroll` | loops, and the order in which locations are visited |
//! | `gates` | terms as gates |
//! | `query` | the questions |
//! | `export` | the question as text for other solvers. `export::label`: what claims and inputs are; `export::dimacs`: clauses; `export::smt`: terms |

mod access;
mod arguments;
mod bounds;
mod claim;
mod content;
mod coverage;
mod entry;
mod evaluate;
mod events;
mod execute;
pub mod export;
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
mod state;
mod statement;
mod storage;
mod target;
mod task;
mod temporal;
pub mod term;
mod unroll;
mod value;

use std::collections::BTreeSet;

use crate::bounds::UnwindBounds;
use crate::claim::VerificationCondition;
use crate::limits::{BOUNDS, LARGEST_BOUND, MOST_CUTS};
use crate::query::{Group, Questions};
use crate::task::BoundedTask;
use crate::term::Terms;
use crate::unroll::unrolled;
use base::Budget;
use program::{FaultKind, UndefinedBehaviour};
use reason::{Limit, Stop};
use spec::Question;

pub use claim::{CallStack, RunCut, StackPosition};
pub use coverage::Coverage;
pub use query::{QuestionSize, Suspect};
pub use target::VerificationTarget;

pub use sat::SolverSource;

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
    /// Whether a number that was never written is any number, the same at each read; and whether a signed integer that overflows
    /// wraps, unless that is an error. Otherwise both are undefined behaviour, and end a run.
    pub undefined_is_any: bool,
    /// Whether a run shows an error whose way depends on numbers that were never written. Not where they are taken for any numbers
    /// only so that no run is left out.
    pub confirms_unwritten: bool,
    /// Whether streams and clocks may fail. Such runs are not followed; where no stream ever fails, the interpreter follows the rest.
    pub outside_may_fail: bool,
    /// What alone is asked about; `None`: all errors. Runs that cannot come to it any more are not followed.
    pub target: Option<VerificationTarget>,
    /// Bytes of a block. Larger ones are a cut.
    pub largest_block: u64,
    /// Steps of the interpreter for one error.
    pub replay_steps: u64,
    /// Objects, over all runs: with more, the work is stopped. Each state has a place for each of them.
    pub most_objects: usize,
    /// Terms, over all runs, and values read: with more, the work is stopped.
    pub most_terms: usize,
    /// Clauses for the solver: with more, the work is stopped.
    pub most_clauses: usize,
    /// Bytes that the solver writes of its proofs for one bound: with more, the work is stopped. They measure how long it searches.
    pub most_proof_bytes: u64,
    /// Whether the solver checks its own proofs.
    pub checks_proofs: bool,
    /// Which solver answers.
    pub solver: SolverSource,
}

impl Settings {
    /// The same with twice the work, for the next round.
    #[must_use]
    pub fn next_round(&self) -> Settings {
        Settings {
            largest_unwind: self.largest_unwind.saturating_mul(2).min(LARGEST_BOUND),
            replay_steps: self.replay_steps.saturating_mul(2),
            most_objects: self.most_objects.saturating_mul(2),
            most_terms: self.most_terms.saturating_mul(2),
            most_clauses: self.most_clauses.saturating_mul(2),
            most_proof_bytes: self.most_proof_bytes.saturating_mul(2),
            ..self.clone()
        }
    }
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
            confirms_unwritten: true,
            outside_may_fail: true,
            target: None,
            largest_block: 1 << 40,
            replay_steps: Limit::ReplaySteps.row().default,
            most_objects: Limit::Objects.default_count(),
            most_terms: Limit::Terms.default_count(),
            most_clauses: Limit::Clauses.default_count(),
            most_proof_bytes: Limit::ProofBytes.row().default,
            checks_proofs: true,
            solver: SolverSource::VARISAT,
        }
    }
}

impl Settings {
    /// Whether a claim is one of those that are asked about.
    fn asks_about(&self, claim: &VerificationCondition) -> bool {
        query::kind_of(claim).is_some_and(|kind| self.reports(kind))
            && self.target.as_ref().is_none_or(|target| target.has(claim))
    }

    /// Whether a kind of error is reported.
    fn reports(&self, kind: FaultKind) -> bool {
        match self.undefined_behaviour {
            // Arithmetic is not looked at in the other engines, which have this level, too.
            UndefinedBehaviour::LikeMemoryErrors if kind == FaultKind::UndefinedBehaviour => false,
            level => level.reports(kind),
        }
    }
}

/// Why an answer does not cover all runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncovered {
    /// A run reaches a cut.
    Cut {
        /// Which.
        cut: RunCut,
        /// Where.
        site: StackPosition,
        /// The bound that it is the end of, if it is.
        bound: Option<u32>,
    },
    /// A run has undefined behaviour that nobody asked for.
    Undefined(String, StackPosition),
    /// The work was stopped.
    Stopped(Stop),
    /// There may be more than what was listed.
    More,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct BoundedAnswer {
    /// Errors that no run has confirmed yet, in the order in which they were found.
    pub found: Vec<Suspect>,
    /// Why there may be more; empty if all runs were followed.
    pub open: Vec<Uncovered>,
    /// Where runs may end before they are followed to their end. `None` where these are not all known.
    pub unfollowed: Option<BTreeSet<CallStack>>,
    /// The largest bound.
    pub unwind: u32,
    /// Why there is no answer for a larger one, where that was tried.
    pub beyond: Option<Stop>,
    /// Nodes of each type in the entry state of a procedure; `None` where runs start with `main`.
    pub heap_nodes: Option<u32>,
    /// Objects.
    pub objects: usize,
    /// Terms.
    pub terms: usize,
    /// What the solver was asked.
    pub size: QuestionSize,
}

/// Asks about a program.
pub fn analyse(task: Question<'_>, settings: &Settings, budget: &Budget) -> BoundedAnswer {
    deepened(task, settings, budget).0
}

/// The answer, and the bounds that it is for.
fn deepened(task: Question<'_>, settings: &Settings, budget: &Budget) -> (BoundedAnswer, UnwindBounds) {
    let mut bounds = UnwindBounds::all(settings.unwind.unwrap_or(BOUNDS[0]));
    let mut answer = bounded(task, (settings, &bounds), budget);
    while answer.found.is_empty()
        && let Some(larger) = raised(&answer, &bounds, settings)
    {
        let next = bounded(task, (settings, &larger), budget);
        // Stopped early, it says less than what came before.
        if let (Some(Uncovered::Stopped(why)), true) = (next.open.first(), next.found.is_empty()) {
            answer.beyond = Some(*why);
            break;
        }
        (answer, bounds) = (next, larger);
    }
    (answer, bounds)
}

/// Larger bounds that may say more.
fn raised(answer: &BoundedAnswer, bounds: &UnwindBounds, settings: &Settings) -> Option<UnwindBounds> {
    let may_be_raised = |cut: &&RunCut| settings.heap_nodes.is_none() || !matches!(cut, RunCut::HeapNodes(_));
    let cuts = answer.open.iter().filter_map(|open| match open {
        Uncovered::Cut { cut, .. } => Some(cut),
        Uncovered::Undefined(..) | Uncovered::Stopped(_) | Uncovered::More => None,
    });
    match settings.unwind {
        Some(_) => None,
        None => bounds.raised(cuts.filter(may_be_raised), settings.largest_unwind),
    }
}

/// The answer for some bounds.
fn bounded(task: Question<'_>, (settings, bounds): (&Settings, &UnwindBounds), budget: &Budget) -> BoundedAnswer {
    let subject = BoundedTask::new(task, settings, bounds, budget);
    let terms = Terms::new(subject.word());
    let machine = unrolled(&subject, &terms);
    let mut questions = Questions::new(&machine, budget);
    let (mut found, mut open, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
    let asked = asked(&mut questions, (settings, bounds), (&mut found, &mut open, &mut known));
    if let Some(why) = machine.stopped().or(asked.err()) {
        open = vec![Uncovered::Stopped(why)];
    }
    let (size, unfollowed) = (questions.size(), unfollowed(&open, questions.sites(&known)));
    let (objects, terms) = (machine.memory.len(), terms.len());
    let heap_nodes = machine.inputs.is_procedure().then_some(subject.heap_nodes);
    BoundedAnswer { found, open, unfollowed, unwind: bounds.largest(), beyond: None, heap_nodes, objects, terms, size }
}

/// Where runs may end before they are followed to their end, cuts among it; `None` where that is not all known.
fn unfollowed(open: &[Uncovered], mut ends: BTreeSet<CallStack>) -> Option<BTreeSet<CallStack>> {
    for open in open {
        match open {
            Uncovered::Cut { site, .. } | Uncovered::Undefined(_, site) => drop(ends.insert(site.calls.clone())),
            Uncovered::Stopped(_) | Uncovered::More => return None,
        }
    }
    Some(ends)
}

/// Asks for errors until there is no other, and then for what is not covered. What no larger bound covers comes first.
fn asked(
    questions: &mut Questions<'_, '_>,
    (settings, bounds): (&Settings, &UnwindBounds),
    (found, open, known): (&mut Vec<Suspect>, &mut Vec<Uncovered>, &mut BTreeSet<Group>),
) -> Result<(), Stop> {
    while let Some(suspect) = questions.error(known)? {
        known.insert(suspect.group());
        found.push(suspect);
    }
    if questions.is_partial() {
        return Ok(());
    }
    let (cuts, mut are_all) = questions.cuts()?;
    let cuts = cuts.into_iter().map(|(cut, site)| {
        let bound = bounds.of_cut(&cut);
        Uncovered::Cut { cut, site, bound }
    });
    let (bounded, unbounded): (Vec<_>, Vec<_>) =
        cuts.partition(|cut| matches!(cut, Uncovered::Cut { bound: Some(_), .. }));
    open.extend(unbounded);
    open.extend(bounded);
    while let Some((group, message, site)) = questions.undefined(known)? {
        let is_reported = group.0.is_some_and(|kind| settings.reports(kind));
        known.insert(group);
        open.push(match is_reported {
            true => Uncovered::More,
            false => Uncovered::Undefined(message, site),
        });
        if open.len() >= MOST_CUTS {
            are_all = false;
            break;
        }
    }
    if !are_all {
        open.push(Uncovered::More);
    }
    Ok(())
}
