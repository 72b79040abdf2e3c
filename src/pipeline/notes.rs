//! Notes on an error, each at another place: where the block was allocated and freed, which pointer was the last one to
//! it, where a pointer got its value, and which calls are active.
//!
//! All notes are derived from the end of the run that has the error, so they are true of that run; for a suspicion they
//! state what the shape analysis knows. What is not certain is not noted.

use std::collections::BTreeSet;

use crate::limits::MOST_CALLS;
use crate::picture::member_path;
use base::{SourceMap, Span};
use ctype::Type;
use engine::evidence::{FindingNote, KnownValue, LeakedBlock, NotedFact, PointerEnd};
use program::interp::{Block, BlockId, BlockKind, Fault, Frame, Liveness, RunStep, State, Value};
use program::{Callee, Command, Edge, Expr, ExprNode, FaultKind, Program, VariableId, VariableKind, display};

/// The end of a run that has an error.
#[derive(Clone, Copy)]
pub(super) struct RunEnding<'r> {
    pub span: Span,
    /// The steps of the run. The error is in the last one.
    pub steps: &'r [RunStep],
    /// The state after the last step, as far as that was executed.
    pub state: &'r State,
    /// How blocks are lost, if the error is a leak.
    pub loss: Option<&'r StepLoss<'r>>,
    /// The interpreter's fault.
    pub fault: Option<&'r Fault>,
}

impl RunEnding<'_> {
    /// Returns the command that ends the program, if it is not the return of `main`.
    fn stop<'p>(&self, program: &'p Program) -> Option<&'p Command> {
        let (function, edge) = self.steps.last()?;
        let command = &program.flowchart(*function)?.edge(*edge).command;
        matches!(command, Command::Halt(_) | Command::Fail(_)).then_some(command)
    }

    /// Returns what a block is that is still allocated at this end of the program.
    pub(super) fn left(&self, program: &Program) -> LeakedBlock {
        match self.stop(program) {
            // `abort` has no status.
            Some(Command::Halt(None) | Command::Fail(_)) => LeakedBlock::Aborted,
            _ => LeakedBlock::Left,
        }
    }
}

/// The blocks that the last step loses.
pub(super) struct StepLoss<'r> {
    /// The state before that step.
    pub before: &'r State,
    pub blocks: BTreeSet<BlockId>,
    /// True if they are lost because the program ends.
    pub is_at_end: bool,
}

impl<'r> StepLoss<'r> {
    /// Returns the blocks that are unreachable after a step and were reachable before it.
    pub(super) fn between(program: &Program, before: &'r State, after: &State) -> StepLoss<'r> {
        let word = program.types.model().word_bytes();
        let leaked = |state: &State, roots: Vec<BlockId>| -> BTreeSet<BlockId> {
            state.leaked_blocks(roots, word).into_iter().collect()
        };
        let known = leaked(before, before.running_roots());
        let lost = |roots| leaked(after, roots).difference(&known).copied().collect::<BTreeSet<BlockId>>();
        let running = lost(after.running_roots());
        let is_at_end = running.is_empty();
        StepLoss { before, blocks: if is_at_end { lost(after.exit_roots(program)) } else { running }, is_at_end }
    }

    /// Returns what still leads to a block that is lost when a run ends as it does.
    pub(super) fn leaked(&self, program: &Program, ending: RunEnding<'_>) -> LeakedBlock {
        let word = program.types.model().word_bytes();
        let leaked = |roots| ending.state.leaked_blocks(roots, word);
        let is_lost = |roots| leaked(roots).iter().any(|block| self.blocks.contains(block));
        let left = ending.left(program);
        // After `exit`, the variables of all functions under way still lead to their blocks, also while handlers run.
        let has_returned = ending.stop(program).is_none() && ending.state.frames().len() <= 1;
        match (is_lost(ending.state.running_roots()), self.is_at_end) {
            (true, true) if left == LeakedBlock::Left => LeakedBlock::LostAtEnd,
            (true, _) => LeakedBlock::Lost { ends: false },
            (false, false) => LeakedBlock::Unread,
            (false, true) if has_returned && is_lost(ending.state.exit_roots(program)) => LeakedBlock::LostAtEnd,
            (false, true) => left,
        }
    }
}

/// Writes notes on the errors of a program.
#[derive(Clone, Copy)]
pub(super) struct Annotator<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its text.
    pub sources: &'p SourceMap,
}

impl<'p> Annotator<'p> {
    /// Returns the notes on the error at the end of a run.
    pub fn notes(self, ending: RunEnding<'_>) -> Vec<FindingNote> {
        let mut notes: Vec<FindingNote> = Vec::new();
        match ending.loss {
            Some(loss) => notes.extend(self.loss(ending, loss)),
            None => {
                let block = ending.fault.and_then(Fault::block).and_then(|block| ending.state.block(block));
                notes.extend(block.into_iter().flat_map(|block| self.life(block)));
            }
        }
        let origin = self.culprit(ending).and_then(|pointer| self.origin(ending, pointer));
        // It is obvious that a variable gets the address of the block that is allocated there.
        let origin = origin.filter(|origin| notes.iter().all(|note| note.position != origin.position));
        origin.into_iter().chain(notes).chain(self.calls(ending)).collect()
    }

    /// Returns the message on the error at the end of a run, with the name of the invalid pointer.
    pub fn message(self, ending: RunEnding<'_>) -> Option<String> {
        let culprit = self.culprit(ending);
        let name = culprit.and_then(|pointer| display::pointer_name(self.program, pointer));
        let fault = ending.fault?;
        let is_of_null = || {
            let store = self.last_store(ending, self.own_variable(culprit?)?)??;
            (fault.kind == FaultKind::Uninitialized).then(|| self.takes_member_of_null(ending, store))
        };
        match name {
            Some(name) if is_of_null() == Some(true) => {
                Some(format!("use of `{name}`, which is the address of a member of a NULL pointer"))
            }
            name => Some(fault.message_with(name.as_deref())),
        }
    }

    /// Returns what the shape analysis knows about the block of an error.
    pub fn of_suspect(self, finding: &smg::Finding) -> Vec<FindingNote> {
        let allocated = finding.allocated(self.program).map(|span| self.note(span, NotedFact::Allocated));
        let freed = finding.freed(self.program).map(|span| self.note(span, NotedFact::Freed));
        allocated.into_iter().chain(freed).collect()
    }

    fn edge(self, (function, edge): RunStep) -> Option<&'p Edge> {
        self.program.flowchart(function)?.graph.edge_weight(edge)
    }

    fn note(self, span: Span, fact: NotedFact) -> FindingNote {
        FindingNote { position: self.sources.position(span), fact }
    }

    fn note_of_step(self, step: Option<RunStep>, fact: NotedFact) -> Option<FindingNote> {
        self.edge(step?).map(|edge| self.note(edge.span, fact))
    }

    /// Returns where a block was allocated, and where its lifetime ended.
    fn life(self, block: &Block) -> impl Iterator<Item = FindingNote> + use<> {
        let (allocated, ended) = match block.kind {
            BlockKind::Heap(_) => (self.note_of_step(block.made_by(), NotedFact::Allocated), NotedFact::Freed),
            _ => (None, NotedFact::ScopeEnds),
        };
        allocated.into_iter().chain(self.note_of_step(block.ended_by(), ended))
    }

    /// Returns the active calls, the innermost first.
    fn calls(self, ending: RunEnding<'_>) -> Vec<FindingNote> {
        let frames = ending.state.frames();
        let call = |(caller, callee): (&Frame, &Frame)| {
            let name = self.program.functions.get(callee.function)?.name.clone();
            self.note_of_step(Some((caller.function, callee.call?)), NotedFact::Called(name))
        };
        // The outer calls of deep recursion add nothing.
        frames.iter().zip(frames.iter().skip(1)).rev().take(MOST_CALLS).filter_map(call).collect()
    }

    /// Returns the invalid pointer that the last step uses.
    fn culprit(self, ending: RunEnding<'_>) -> Option<&'p Expr> {
        let fault = ending.fault.filter(|fault| fault.is_of_pointer())?;
        let step = *ending.steps.last()?;
        if ending.state.function() != Some(step.0) {
            return None;
        }
        let mut pointers = used_pointers(&self.edge(step)?.command).into_iter();
        pointers.find(|pointer| {
            let value = ending.state.evaluate(pointer, self.program);
            value.is_ok_and(|value| match (fault.kind, fault.block()) {
                (FaultKind::Uninitialized, _) => value == Value::Undefined,
                (_, Some(block)) => value.block() == Some(block),
                (_, None) => value == Value::NULL,
            })
        })
    }

    /// Returns where the invalid pointer got its value: known if it is a variable that only its function changes.
    fn origin(self, ending: RunEnding<'_>, pointer: &Expr) -> Option<FindingNote> {
        let variable = self.own_variable(pointer)?;
        let declared = self.program.variables.get(variable)?;
        if !display::is_written(&declared.name) {
            return None;
        }
        let store = self.last_store(ending, variable)?;
        let value = match ending.state.evaluate(pointer, self.program).ok()? {
            Value::Undefined => {
                let is_of_null = store.is_some_and(|store| self.takes_member_of_null(ending, store));
                is_of_null.then_some(KnownValue::MemberOfNull)
            }
            Value::NULL => Some(KnownValue::Null),
            _ => Some(KnownValue::Block),
        };
        let name = declared.display();
        match (store, value) {
            (Some(store), Some(value)) => self.note_of_step(Some(store.step), NotedFact::Value(name, value)),
            (None, None) if declared.kind == VariableKind::Local => {
                Some(self.note(declared.span, NotedFact::Declared(name)))
            }
            _ => None,
        }
    }

    /// Returns the variable that an expression reads, if only its function changes it.
    fn own_variable(self, pointer: &Expr) -> Option<VariableId> {
        let ExprNode::Load(address) = &pointer.node else { return None };
        let ExprNode::VariableAddress(variable) = address.node else { return None };
        let declared = self.program.variables.get(variable)?;
        let is_own = matches!(declared.kind, VariableKind::Local | VariableKind::Parameter);
        (is_own && !declared.address_taken).then_some(variable)
    }

    /// Returns the last step before the error that stores to a variable of the current call, if any; `None` if that is
    /// not known.
    fn last_store<'r>(self, ending: RunEnding<'r>, variable: VariableId) -> Option<Option<LastStore<'r>>> {
        let since = self.steps_since_call(ending)?;
        let (frame, _) = ending.state.frames().split_last()?;
        let (_, earlier) = since.split_last()?;
        let is_store =
            |step: &RunStep| step.0 == frame.function && self.edge(*step).is_some_and(|edge| stores(edge, variable));
        let found = earlier.iter().rposition(is_store);
        Some(found.and_then(|at| Some(LastStore { step: *earlier.get(at)?, later: earlier.get(at + 1..)? })))
    }

    /// Returns true if a store wrote the address of a member of NULL. The pointer to the record must still be what it was.
    fn takes_member_of_null(self, ending: RunEnding<'_>, store: LastStore<'_>) -> bool {
        let Some(Command::Store { value, .. }) = self.edge(store.step).map(|edge| &edge.command) else { return false };
        let Some(record) = record_of_member(value) else { return false };
        let is_unchanged = record.node == ExprNode::Null
            || self.own_variable(record).is_some_and(|variable| {
                !store.later.iter().any(|step| self.edge(*step).is_some_and(|edge| stores(edge, variable)))
            });
        is_unchanged && ending.state.evaluate(record, self.program) == Ok(Value::NULL)
    }

    /// Returns the steps of the current call. `None` if the function is recursive, as its calls cannot be told apart.
    fn steps_since_call<'r>(self, ending: RunEnding<'r>) -> Option<&'r [RunStep]> {
        let (last, callers) = ending.state.frames().split_last()?;
        if callers.iter().any(|frame| frame.function == last.function) {
            return None;
        }
        let Some(caller) = callers.last() else { return Some(ending.steps) };
        let call = (caller.function, last.call?);
        let start = ending.steps.iter().rposition(|step| *step == call)?;
        ending.steps.get(start + 1..)
    }

    /// Returns where the lost block was allocated, and what became of the last pointer to it. Blocks that are reachable
    /// only from it are lost with it.
    fn loss(self, ending: RunEnding<'_>, loss: &StepLoss<'_>) -> Vec<FindingNote> {
        let pointers = taken_pointers(ending.state, loss);
        let Some(block) = pointers.first().map(|pointer| pointer.target) else { return Vec::new() };
        if pointers.iter().any(|pointer| pointer.target != block) {
            return Vec::new();
        }
        let allocated = loss.before.block(block).into_iter().flat_map(|block| self.life(block));
        let last = match pointers.as_slice() {
            [pointer] => self.pointer_end(ending, loss, *pointer),
            _ => None,
        };
        let last = last.map(|(name, end)| self.note(ending.span, NotedFact::LastPointer(name, end)));
        allocated.chain(last).collect()
    }

    /// Returns the name of a pointer before the last step, and what that step did to it.
    fn pointer_end(
        self,
        ending: RunEnding<'_>,
        loss: &StepLoss<'_>,
        KeptPointer { owner, place, .. }: KeptPointer,
    ) -> Option<(String, PointerEnd)> {
        let StepLoss { before, is_at_end, .. } = *loss;
        let command = ending.steps.last().and_then(|step| self.edge(*step)).map(|edge| &edge.command);
        let end = match ending.state.block(owner).map(|block| block.liveness) {
            Some(Liveness::Live) if !is_at_end => PointerEnd::Overwritten,
            Some(Liveness::Freed) => PointerEnd::Freed,
            Some(Liveness::Live | Liveness::OutOfScope) | None => PointerEnd::OutOfScope,
        };
        let path = |ty| match self.program.types.get(ty) {
            Type::Record(_) => member_path(&self.program.types, ty, i64::try_from(place).ok()?),
            _ => (place == 0).then(String::new),
        };
        let name = match (before.block(owner)?.kind, command) {
            (BlockKind::Global(variable) | BlockKind::Local(variable), _) => {
                let declared = self.program.variables.get(variable)?;
                let is_named = display::is_written(&declared.name)
                    && !matches!(declared.kind, VariableKind::Temporary | VariableKind::Result);
                format!("{}{}", is_named.then(|| declared.display())?, path(declared.ty)?)
            }
            (BlockKind::Heap(Some(ty)), Some(Command::Free(pointer))) if end == PointerEnd::Freed => {
                let owner = display::pointer_name(self.program, pointer)?;
                format!("{owner}->{}", path(ty)?.strip_prefix('.')?)
            }
            (BlockKind::Heap(_), Some(command)) if end == PointerEnd::Overwritten => {
                display::place_name(self.program, command.written()?)?
            }
            _ => return None,
        };
        Some((name, end))
    }
}

/// The last store to a variable.
#[derive(Clone, Copy)]
struct LastStore<'r> {
    step: RunStep,
    /// The steps after it, up to the error.
    later: &'r [RunStep],
}

#[derive(Clone, Copy)]
struct KeptPointer {
    /// The block that contains it.
    owner: BlockId,
    /// Its offset in that block.
    place: u64,
    /// The block that it points to.
    target: BlockId,
}

/// Returns the pointers to lost blocks that the last step removed, except those in lost blocks.
fn taken_pointers(after: &State, loss: &StepLoss<'_>) -> Vec<KeptPointer> {
    let is_left = |owner, pointer: (u64, BlockId)| {
        let block = after.block(owner).filter(|block| !loss.is_at_end && block.liveness == Liveness::Live);
        block.is_some_and(|block| block.pointers().any(|other| other == pointer))
    };
    let known = loss.before.blocks().filter(|(owner, _)| !loss.blocks.contains(owner));
    let pointers = known.flat_map(|(owner, block)| {
        let taken = block.pointers().filter(move |pointer| !is_left(owner, *pointer));
        taken.map(move |(place, target)| KeptPointer { owner, place, target })
    });
    pointers.filter(|pointer| loss.blocks.contains(&pointer.target)).collect()
}

/// Returns true if an edge stores to a variable as a whole.
/// Returns the pointer to the record whose member an expression is the address of.
fn record_of_member(expr: &Expr) -> Option<&Expr> {
    match &expr.node {
        ExprNode::Cast(operand) => record_of_member(operand),
        ExprNode::FieldAddress(base, _) => Some(record_of_member(base).unwrap_or(base)),
        ExprNode::ElementAddress(base, _) => record_of_member(base),
        _ => None,
    }
}

fn stores(edge: &Edge, variable: VariableId) -> bool {
    edge.command.written().is_some_and(|address| address.node == ExprNode::VariableAddress(variable))
}

/// Returns the pointers that a command dereferences, inner ones first.
fn used_pointers(command: &Command) -> Vec<&Expr> {
    let mut addresses: Vec<&Expr> = Vec::new();
    for expression in command.expressions() {
        expression.visit(&mut |part| {
            if let ExprNode::Load(address) = &part.node {
                addresses.push(address);
            }
        });
    }
    addresses.reverse();
    addresses.extend(command.written());
    match command {
        Command::Copy { source, .. } => addresses.push(source),
        Command::Free(pointer) => addresses.push(pointer),
        Command::Call { callee: Callee::Indirect(pointer), .. } => addresses.push(pointer),
        Command::Library { arguments, .. } | Command::Print { arguments, .. } => addresses.extend(arguments),
        _ => {}
    }
    let pointers = addresses.into_iter().filter_map(|address| address.bases().last());
    pointers.filter(|pointer| matches!(pointer.node, ExprNode::Load(_))).collect()
}
