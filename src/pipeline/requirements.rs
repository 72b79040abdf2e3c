//! What a function of a library requires of its callers.
//!
//! An error that some precondition excludes is a requirement of the function. One that no precondition excludes is the
//! function's own if nothing that its caller gives decides it: a manifest error, and not a latent one (Le, Raad, Villard,
//! Berdine, O'Hearn: *Finding Real Bugs in Big Programs with Incorrectness Logic*, 2022, section 3). That is known only
//! where no test comes before it. Of any other error, nobody knows whose it is.
//!
//! Shows no error, and changes no answer. What it calls an error of the function has been confirmed by a run.

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::{Answer, VerificationTask};
use crate::preconditions::is_verified_under;
use crate::preconditions::parts::Parts;
pub use crate::preconditions::search::Breach;
use crate::preconditions::search::Search;
use crate::property::Precondition;
use ctype::Type;
use engine::evidence::{Broken, FindingNote, NotedFact};
use engine::verdict::Verdict;
use program::FaultKind;
use program::interp::{Block, BlockId, BlockKind, State, Value};
use program::start::Start;
use reason::OpenReason;
use spec::Question;

/// What a function requires.
#[derive(Clone, Debug)]
pub enum Requirement {
    /// Nothing: it is verified from every state of its types.
    Nothing,
    /// It is verified under this precondition.
    Precondition(Precondition),
    /// Errors that no caller can prevent.
    Broken(Vec<Breach>),
    /// Errors that the function makes for some callers: a test comes before them.
    BrokenForSome(Vec<Breach>),
    /// Errors that depend on what the caller gives; no precondition is known that excludes them.
    Unstated(Vec<Breach>),
    /// Something else is open, with the reason; if every state of its types breaks it, under this precondition.
    Open(Option<(Precondition, OpenReason)>),
}

/// Finds what a function requires, with at most `checks` checks of preconditions. `None` for `main`, which has no
/// caller, and where engines contradict each other.
pub fn requirement(answer: &mut Answer, task: VerificationTask<'_>, checks: usize) -> Option<Requirement> {
    let question = task.subject.question();
    if answer.contradiction() || Start::of(question.program, question.entry).is_whole() {
        return None;
    }
    if answer.verdict == Verdict::Verified {
        return Some(Requirement::Nothing);
    }
    let parts = Parts::of_library(question);
    let mut search = Search::of_function(&answer.properties, &parts, checks);
    search.run(&mut answer.properties, task);
    let mut by_cause: BTreeMap<Cause, Vec<Breach>> = BTreeMap::new();
    for breach in search.natural() {
        by_cause.entry(cause(question, breach)).or_default().push(breach.clone());
    }
    let found = match by_cause.pop_first() {
        Some((Cause::Function, breaches)) => Requirement::Broken(breaches),
        Some((Cause::FunctionForSome, breaches)) => Requirement::BrokenForSome(breaches),
        Some((Cause::Caller, breaches)) => Requirement::Unstated(breaches),
        None => match together(&search, &parts, task) {
            Some(precondition) => Requirement::Precondition(precondition),
            None => Requirement::Open(search.open()),
        },
    };
    Some(found)
}

/// Returns the precondition of the whole function, if everything is verified under it.
fn together(search: &Search<'_>, parts: &Parts<'_>, task: VerificationTask<'_>) -> Option<Precondition> {
    let chosen = search.together()?;
    let assumption = parts.assumption(task.subject.question(), &chosen)?;
    let task = VerificationTask { budget: &task.budget.aside(), ..task };
    is_verified_under(task, assumption).then(|| parts.precondition(&chosen))
}

/// Who causes an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cause {
    /// The function alone: no test comes before it.
    Function,
    /// The function, but a test comes before it, which what the caller gives may decide.
    FunctionForSome,
    /// Perhaps the caller.
    Caller,
}

fn cause(question: Question<'_>, breach: &Breach) -> Cause {
    let steps = match breach {
        Breach::Alarm(alarm) => &alarm.steps,
        Breach::Run(run) => &run.steps,
    };
    match is_own(question, breach) {
        // The specification says what callers owe: within that, its assertions are to hold.
        _ if breach.is_of_specification() => Cause::Function,
        true if steps.iter().all(|step| !step.is_branch) => Cause::Function,
        true => Cause::FunctionForSome,
        false => Cause::Caller,
    }
}

/// Returns true if what goes wrong is made in the run, and no two pointers of the caller lead to one object.
fn is_own(question: Question<'_>, breach: &Breach) -> bool {
    let (kind, notes): (FaultKind, &[FindingNote]) = match breach {
        Breach::Alarm(alarm) => (alarm.kind, alarm.confirmed.as_ref().map_or(&[], |run| &run.notes)),
        Breach::Run(run) => match &run.broken {
            Broken::Fault(kind, _) => (*kind, &run.notes),
            Broken::Statement(_) => return false,
        },
    };
    let Some(start) = breach.start().filter(|start| is_forest(start)) else { return false };
    let is_noted = |fact: &NotedFact| notes.iter().any(|note| note.fact == *fact);
    let (is_allocated, is_freed) = (is_noted(&NotedFact::Allocated), is_noted(&NotedFact::Freed));
    match kind {
        FaultKind::MemoryLeak => is_allocated,
        FaultKind::DoubleFree | FaultKind::UseAfterFree => is_allocated || is_freed,
        FaultKind::UseAfterScope => true,
        FaultKind::OutOfBounds => is_allocated && !gives_numbers(question),
        // What lies behind NULL counts as uninitialized.
        FaultKind::InvalidDereference | FaultKind::Uninitialized => !gives_null(question, start),
        _ => false,
    }
}

/// Returns true if no two pointers at the start of a run lead to one object, and none leads back.
fn is_forest(start: &State) -> bool {
    let mut led_to = BTreeSet::new();
    let pointers = start.blocks().flat_map(|(from, block)| block.pointers().map(move |(_, to)| (from, to)));
    let is_first = pointers.into_iter().all(|(from, to)| from != to && led_to.insert(to));
    // In a cycle, something leads to each of its blocks, and nothing that is a variable is among them.
    is_first && !has_cycle(start)
}

/// Returns true if the blocks that lead to each other form a cycle, given that at most one pointer leads to each.
fn has_cycle(start: &State) -> bool {
    let before: BTreeMap<BlockId, BlockId> =
        start.blocks().flat_map(|(from, block)| block.targets().map(move |to| (to, from))).collect();
    before.keys().any(|block| {
        let mut way = std::iter::successors(Some(*block), |at| before.get(at).copied());
        way.nth(before.len() + 1).is_some()
    })
}

/// Returns true if a word that the caller gives is no address: a number, or NULL, as at the end of a list.
fn gives_null(question: Question<'_>, start: &State) -> bool {
    let word = question.program.types.model().word_bytes().max(1);
    let inputs = Start::of(question.program, question.entry).inputs();
    let variables: BTreeSet<BlockId> =
        inputs.into_iter().filter_map(|id| Value::Pointer(start.variable_address(id)?).block()).collect();
    let is_given = |id: BlockId, block: &Block| matches!(block.kind, BlockKind::Heap(_)) || variables.contains(&id);
    start.blocks().filter(|(id, block)| is_given(*id, block)).any(|(_, block)| {
        let pointers: BTreeSet<u64> = block.pointers().map(|(at, _)| at).collect();
        (0..block.size()).step_by(word as usize).any(|at| !pointers.contains(&at))
    })
}

/// Returns true if the inputs have numbers.
fn gives_numbers(question: Question<'_>) -> bool {
    let program = question.program;
    let inputs = Start::of(program, question.entry).inputs();
    let of_inputs = inputs.into_iter().filter_map(|id| Some(program.variables.get(id)?.ty));
    program.types.led_to(of_inputs).into_iter().any(|ty| matches!(program.types.get(ty), Type::Integer { .. }))
}
