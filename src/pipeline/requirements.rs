//! What a function of a library requires of its callers.
//!
//! An error that some precondition excludes is a requirement of the function. One that no precondition excludes is the
//! function's own if nothing that its caller gives decides it; the distinction is that between latent and manifest
//! errors (Le, Raad, Villard, Berdine, Dreyer, O'Hearn: *Finding Real Bugs in Big Programs with Incorrectness Logic*,
//! 2022, section 3). Of an error of any other kind, nobody knows whose it is.
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
    /// Errors that depend on what the caller gives; no precondition is known that excludes them.
    Unstated(Vec<Breach>),
    /// Something else is open, with the reason; if every state of its types breaks it, under this precondition.
    Open(Option<(Precondition, OpenReason)>),
}

impl Requirement {
    /// Returns the verdict on the function, given that its callers meet what it requires.
    pub fn verdict(&self) -> Verdict {
        match self {
            Requirement::Nothing | Requirement::Precondition(_) => Verdict::Verified,
            Requirement::Broken(_) => Verdict::Violated,
            Requirement::Unstated(_) | Requirement::Open(_) => Verdict::Unknown,
        }
    }
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
    let (own, others): (Vec<&Breach>, Vec<&Breach>) =
        search.natural().partition(|breach| is_own(question, &parts, breach));
    let copied = |breaches: Vec<&Breach>| breaches.into_iter().cloned().collect();
    let found = match (own.is_empty(), others.is_empty()) {
        (false, _) => Requirement::Broken(copied(own)),
        (true, false) => Requirement::Unstated(copied(others)),
        (true, true) => match together(&search, &parts, task) {
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
    is_verified_under(task, assumption).then(|| Precondition { conditions: parts.conditions(&chosen) })
}

/// Returns true if nothing that the caller gives decides an error: what goes wrong is made in the run, and no two pointers
/// of the caller lead to one object.
fn is_own(question: Question<'_>, parts: &Parts<'_>, breach: &Breach) -> bool {
    let (kind, notes): (FaultKind, &[FindingNote]) = match breach {
        Breach::Alarm(alarm) => (alarm.kind, alarm.confirmed.as_ref().map_or(&[], |run| &run.notes)),
        Breach::Run(run) => match &run.broken {
            Broken::Fault(kind, _) => (*kind, &run.notes),
            Broken::Statement(_) => return false,
        },
    };
    let Some(start) = breach.start().filter(|start| is_forest(start, parts.has_last(start))) else { return false };
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

/// Returns true if no two pointers at the start of a run lead to one object. The back links of doubly linked lists do
/// not count, nor with `has_last` pointers to the last node of a list.
fn is_forest(start: &State, has_last: bool) -> bool {
    let targets: BTreeMap<BlockId, Vec<BlockId>> =
        start.blocks().map(|(id, block)| (id, block.targets().collect())).collect();
    let leads = |from: BlockId, to: BlockId| targets.get(&from).is_some_and(|known| known.contains(&to));
    // The last node leads at most back.
    let is_end = |id: BlockId| targets.get(&id).is_some_and(|known| known.iter().all(|before| leads(*before, id)));
    let is_led_to = |id: &BlockId| targets.iter().any(|(from, to)| from != id && to.contains(id));
    let mut open: Vec<BlockId> = targets.keys().copied().filter(|id| !is_led_to(id)).collect();
    let mut seen: BTreeSet<BlockId> = open.iter().copied().collect();
    while let Some(from) = open.pop() {
        for to in targets.get(&from).into_iter().flatten().copied() {
            if seen.insert(to) {
                open.push(to);
            } else if (!leads(to, from) || to == from) && !(has_last && is_end(to)) {
                return false;
            }
        }
    }
    // What nothing leads to from a root is a cycle.
    seen.len() == targets.len()
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
    let types = &question.program.types;
    let inputs = Start::of(question.program, question.entry).inputs();
    let mut open: Vec<_> = inputs.into_iter().filter_map(|id| Some(question.program.variables.get(id)?.ty)).collect();
    let mut seen = BTreeSet::new();
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.get(ty) {
            Type::Integer { .. } => return true,
            Type::Pointer(target) => open.push(*target),
            _ => open.extend(types.parts(ty)),
        }
    }
    false
}
