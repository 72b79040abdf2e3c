//! Bounded model checking: all runs up to a bound at once, bit by bit, as one question to a SAT solver.
//!
//! The engine executes the flowchart symbolically, from `main` or from a procedure that starts in any small state of
//! its types. It unrolls loops and calls up to the bounds, and records for each command the condition under which it is
//! an error, exactly as the interpreter has it. Passing a bound, and reaching what is not modelled, is recorded in the
//! same way, as a *cut*. A program is verified if neither an error nor a cut is reachable: then the bounds excluded no
//! run. An error comes with the inputs of a run that has it; the caller executes that run.
//!
//! The engine never guesses what it cannot follow. It shares no reasoning with the other engines, only the program and
//! the solver.
//!
//! The memory model is that of LLBMC (Sinz, Falke, Merz: *A precise memory model for low-level bounded model checking*,
//! sections 3 and 4), with objects and offsets instead of flat addresses.
//!
//! | file | contents |
//! |---|---|
//! | `limits` | limits that no caller sets, each with its unit |
//! | `term` | bit-vector terms and the operations on them, simplified by the rules of `rewrite-rules/` |
//! | `value` | scalars, and the contents of a range of bytes |
//! | `content` | the writes to an object, and how they are read back. `content::ranges`: ranges of bytes; `content::cases`: reads at offsets that depend on the run |
//! | `bounds` | bounds of loops, recursion and heaps, each raised by itself |
//! | `claim` | verification conditions, and the choices of a run |
//! | `coverage` | the places that are reached only by runs that were followed |
//! | `task` | the task, and what follows from its text alone |
//! | `state` | the symbolic state at a location |
//! | `memory` | objects, and the merge of states |
//! | `storage` | the objects that the program names |
//! | `events` | verification conditions and choices, in the order in which runs meet them |
//! | `machine` | the parts that all runs share |
//! | `access` | loads, stores, allocations, and their errors |
//! | `arguments` | the arguments of `main` |
//! | `external` | objects that are defined in other files |
//! | `entry` | the entry state of a procedure. `entry::layout`: its scalars; `entry::numbering`: symmetry breaking; `entry::describe`: the entry state of a model |
//! | `evaluate` | expressions. `evaluate::arithmetic`: numbers; `evaluate::compare`: comparisons; `evaluate::address`: bits of addresses; `evaluate::float`: floating-point numbers |
//! | `layout` | the order of objects in memory |
//! | `execute` | commands and calls |
//! | `declared` | calls of functions that are only declared |
//! | `input` | any value of a type |
//! | `library` | functions of the C library; see the table there |
//! | `leak` | memory leaks at the ends of runs |
//! | `predicate` | formulas of a specification. `predicate::paths`: reachability in the heap |
//! | `target` | the target, and the locations from which it is reachable |
//! | `statement` | assumptions and assertions of a specification |
//! | `temporal` | temporal formulas of a specification |
//! | `unroll` | loops, and the order in which locations are visited |
//! | `gates` | terms as gates (bit-blasting) |
//! | `query` | the questions to the solver |
//! | `export` | the question as text for other solvers. `export::label`: meanings of variables; `export::dimacs`: clauses; `export::smt`: terms |

mod access;
mod arguments;
mod bounds;
mod claim;
mod content;
mod coverage;
mod declared;
mod entry;
mod evaluate;
mod events;
mod execute;
pub mod export;
mod external;
mod gates;
mod input;
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

/// The options of the engine. Exceeding one of the limits `most_…` stops the work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Maximum number of iterations of each loop, and of calls of a function within itself. `None`: bounds grow until
    /// there is an answer.
    pub unwind: Option<u32>,
    /// Number of nodes of each type in the entry state of a procedure. `None`: as many as the bound.
    pub heap_nodes: Option<u32>,
    /// The largest bound that is tried when bounds grow.
    pub largest_unwind: u32,
    /// True if a block that is still reachable from a global is a leak when the program ends.
    pub leaks_at_exit: bool,
    /// The undefined behaviour, other than memory errors, that is an error. Any other makes the answer "unknown".
    pub undefined_behaviour: UndefinedBehaviour,
    /// If set, a number that was never written is any number, the same at each read, and signed overflow wraps unless
    /// it is an error. Otherwise both are undefined behaviour and end the run.
    pub undefined_is_any: bool,
    /// True if a run may confirm an error although its path depends on numbers that were never written. False where
    /// `undefined_is_any` is set only so that no run is left out.
    pub confirms_unwritten: bool,
    /// True if streams and clocks may fail. Runs in which they do are not followed. If streams never fail, the
    /// interpreter follows the remaining runs.
    pub outside_may_fail: bool,
    /// The only commands and properties to check; `None`: all errors. Runs that can no longer reach it are not
    /// followed.
    pub target: Option<VerificationTarget>,
    /// Maximum size of a block in bytes. Allocating a larger one is a cut.
    pub largest_block: u64,
    /// Maximum number of interpreter steps for one error.
    pub replay_steps: u64,
    /// Maximum number of objects over all runs. Each state has an entry for each of them.
    pub most_objects: usize,
    /// Maximum number of terms over all runs, and of values read.
    pub most_terms: usize,
    /// Maximum number of clauses.
    pub most_clauses: usize,
    /// Maximum size in bytes of the solver's proofs for one bound; a measure of its search effort that needs no clock.
    pub most_proof_bytes: u64,
    /// True if the solver checks its own proofs.
    pub checks_proofs: bool,
    pub solver: SolverSource,
}

impl Settings {
    /// Returns the settings with doubled limits, for the next round.
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
    /// Returns true if a verification condition belongs to the task.
    fn asks_about(&self, claim: &VerificationCondition) -> bool {
        query::kind_of(claim).is_some_and(|kind| self.reports(kind))
            && self.target.as_ref().is_none_or(|target| target.has(claim))
    }

    fn reports(&self, kind: FaultKind) -> bool {
        match self.undefined_behaviour {
            // The other engines that have this level do not check arithmetic either.
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
        cut: RunCut,
        site: StackPosition,
        /// The bound that was reached, if it is one.
        bound: Option<u32>,
    },
    /// A run has undefined behaviour that is not among the reported kinds.
    Undefined(String, StackPosition),
    Stopped(Stop),
    /// The list is incomplete: there may be further reasons.
    More,
}

#[derive(Clone, Debug)]
pub struct BoundedAnswer {
    /// Errors that no run has confirmed yet, in the order in which they were found.
    pub found: Vec<Suspect>,
    /// Why the answer does not cover all runs; empty if all runs were followed.
    pub open: Vec<Uncovered>,
    /// The call stacks at which runs may end before they are complete; `None` if not all of them are known.
    pub unfollowed: Option<BTreeSet<CallStack>>,
    pub unwind: u32,
    /// Why a larger bound gave no answer, if one was tried.
    pub beyond: Option<Stop>,
    /// Number of nodes of each type in the entry state of a procedure; `None` if runs start with `main`.
    pub heap_nodes: Option<u32>,
    pub objects: usize,
    pub terms: usize,
    pub size: QuestionSize,
}

/// Checks a program, with growing bounds unless [`Settings::unwind`] fixes them.
pub fn analyse(task: Question<'_>, settings: &Settings, budget: &Budget) -> BoundedAnswer {
    deepened(task, settings, budget).0
}

/// Returns the answer, and the bounds that it is for.
fn deepened(task: Question<'_>, settings: &Settings, budget: &Budget) -> (BoundedAnswer, UnwindBounds) {
    let mut bounds = UnwindBounds::all(settings.unwind.unwrap_or(BOUNDS[0]));
    let mut answer = bounded(task, (settings, &bounds), budget);
    while answer.found.is_empty()
        && let Some(larger) = raised(&answer, &bounds, settings)
    {
        let next = bounded(task, (settings, &larger), budget);
        // An incomplete answer says less than that for the smaller bounds.
        if let (Some(Uncovered::Stopped(why)), true) = (next.open.first(), next.found.is_empty()) {
            answer.beyond = Some(*why);
            break;
        }
        (answer, bounds) = (next, larger);
    }
    (answer, bounds)
}

/// Returns larger bounds that may cover more runs; `None` if there are none.
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

/// Computes the answer for some bounds.
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

/// Returns the call stacks at which runs may end early, cuts included; `None` if not all of them are known.
fn unfollowed(open: &[Uncovered], mut ends: BTreeSet<CallStack>) -> Option<BTreeSet<CallStack>> {
    for open in open {
        match open {
            Uncovered::Cut { site, .. } | Uncovered::Undefined(_, site) => drop(ends.insert(site.calls.clone())),
            Uncovered::Stopped(_) | Uncovered::More => return None,
        }
    }
    Some(ends)
}

/// Searches for errors until there is no further one, then for what is not covered. Gaps that no larger bound closes
/// come first.
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
