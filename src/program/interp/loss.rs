//! Which blocks a step of a run loses, and where: the rule by which a run confirms a memory leak at a place.
//!
//! A step loses a live block of the heap if
//!
//! 1. some variable leads to the block before the step, or the step allocates it;
//! 2. the step takes away a pointer that led to it: another value is stored over the pointer, its variable goes out of scope, its
//!    block is freed, or it is a temporary that no command reads any more;
//! 3. no variable that the program may still read leads to the block after the step.
//!
//! A variable that is still in scope but never read again keeps no block. So a step may lose a block before nothing at all leads to
//! it; but whatever then still leads to it is never read. Of several steps that fit for one block each is right.
//!
//! Where a function returns, two places come into question: the end of the function, for a block that only variables of the
//! function led to, and the call, for one that its result led to, or what the result is stored over.
//!
//! Which variables may still be read is asked of [`LiveVariables`]. The rule never looks at what the rest of the run does.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::live::LiveVariables;
use crate::interp::callback::Callback;
use crate::interp::history::RunStep;
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness};
use crate::interp::state::{Frame, State};
use crate::interp::step::StepOutcome;
use crate::{Command, EdgeId, FaultKind, FunctionId, LocationId, Program, VariableId, variables_in};
use base::Span;

/// Tells which blocks the steps of runs of a program lose.
#[derive(Debug)]
pub struct LossRule<'p> {
    program: &'p Program,
    live: BTreeMap<FunctionId, LiveVariables>,
}

/// A state, and where control is in the function of its top frame.
#[derive(Clone, Copy, Debug)]
pub struct LocatedState<'s> {
    /// The state.
    pub state: &'s State,
    /// Where control is.
    pub location: LocationId,
}

/// Blocks that a step loses at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Where in the text.
    pub span: Span,
    /// The function that the place is in.
    pub function: FunctionId,
    /// The blocks: those that a pointer was lost to, and those that only they led to.
    pub blocks: BTreeSet<BlockId>,
    /// Whether they are lost because the program ends.
    pub is_at_end: bool,
    /// Whether nothing at all leads to some of them any more, not even a variable that is never read again.
    pub is_final: bool,
}

/// Whose pointers count as leading to blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holders {
    /// All variables in scope; temporaries, as long as they are read.
    All,
    /// Only variables that may still be read.
    Read,
    /// What is left when the first function has returned.
    Ended,
}

/// The blocks that something leads to.
#[derive(Debug)]
struct Kept {
    /// Variables that may still be read do.
    read: BTreeSet<BlockId>,
    /// Any variables do.
    held: BTreeSet<BlockId>,
}

impl Kept {
    /// When the program ends nothing is read any more, and what variables lead to is not lost.
    fn all(held: BTreeSet<BlockId>) -> Kept {
        Kept { read: held.clone(), held }
    }
}

impl<'p> LossRule<'p> {
    /// The rule for a program.
    pub fn new(program: &'p Program) -> LossRule<'p> {
        let live = program.defined_functions().map(|function| (function, LiveVariables::of(program, function)));
        LossRule { program, live: live.collect() }
    }

    /// What a step loses: at most two losses, where a function returns. `after`: the state after the step.
    pub fn losses(&self, before: LocatedState<'_>, outcome: &StepOutcome, after: &State) -> Vec<Loss> {
        let Some(function) = before.state.function() else { return Vec::new() };
        let Some(flowchart) = self.program.flowchart(function) else { return Vec::new() };
        let exit = (function, flowchart.location(flowchart.exit).span);
        // Where a function returns to the library, the edge is that of the function which called the library.
        let returns = before.location == flowchart.exit;
        let of_edge = after.function().filter(|_| returns).unwrap_or(function);
        let edge_span = |edge: EdgeId| Some(self.program.flowchart(of_edge)?.graph.edge_weight(edge)?.span);
        let at_edge = |edge| edge_span(edge).map_or(exit, |span| (of_edge, span));
        let after_at = |location| LocatedState { state: after, location };
        let at_end = |location, holders| Kept::all(self.kept(after_at(location), holders));
        let (kept, (function, span), is_at_end) = match outcome {
            StepOutcome::Moved { edge: None, to } => return self.at_return(before, after_at(*to), exit),
            StepOutcome::Moved { edge: Some(edge), to } => (self.kept_by_both(after_at(*to)), at_edge(*edge), false),
            StepOutcome::Finished => (at_end(before.location, Holders::Ended), exit, true),
            StepOutcome::Halted { edge, .. } => (at_end(flowchart.target(*edge), Holders::All), at_edge(*edge), true),
            // The program ends where an assertion fails.
            StepOutcome::Failed { edge: Some(edge), fault }
                if matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError) =>
            {
                (at_end(before.location, Holders::All), at_edge(*edge), true)
            }
            StepOutcome::Failed { .. } | StepOutcome::Blocked => return Vec::new(),
        };
        let blocks = self.lost(before, after, &kept);
        let is_final = blocks.iter().any(|block| !kept.held.contains(block));
        match blocks.is_empty() {
            true => Vec::new(),
            false => vec![Loss { span, function, blocks, is_at_end, is_final }],
        }
    }

    /// What is lost where a function returns: at its end, and at the call.
    fn at_return(&self, before: LocatedState<'_>, after: LocatedState<'_>, exit: (FunctionId, Span)) -> Vec<Loss> {
        let kept = self.kept_by_both(after);
        let lost = self.lost(before, after.state, &kept);
        let Some((frame, callers)) = before.state.frames().split_last().filter(|_| !lost.is_empty()) else {
            return Vec::new();
        };
        let call = frame.call.zip(callers.last()).and_then(|(edge, caller)| {
            Some((caller.function, self.program.flowchart(caller.function)?.graph.edge_weight(edge)?.span))
        });
        let result = self.program.functions.get(frame.function).and_then(|function| function.result);
        let result = result.and_then(|variable| frame.variables.get(variable));
        let outside = self.roots_of(before.state, callers, None, Holders::Read).into_iter().chain(result);
        let outside: BTreeSet<BlockId> = before.state.reachable_blocks(outside).into_iter().collect();
        let (at_call, at_exit): (BTreeSet<BlockId>, BTreeSet<BlockId>) =
            lost.into_iter().partition(|block| outside.contains(block));
        let places = [(Some(exit), at_exit), (call, at_call)];
        let losses = places.into_iter().filter(|(_, blocks)| !blocks.is_empty());
        losses
            .filter_map(|(place, blocks)| {
                let (function, span) = place?;
                let is_final = blocks.iter().any(|block| !kept.held.contains(block));
                Some(Loss { span, function, blocks, is_at_end: false, is_final })
            })
            .collect()
    }

    /// The blocks that fit the rule. `kept`: those that something leads to after the step.
    fn lost(&self, before: LocatedState<'_>, after: &State, kept: &Kept) -> BTreeSet<BlockId> {
        let is_there = |(id, block): &(BlockId, &Block)| {
            matches!(block.kind, BlockKind::Heap(_))
                && block.liveness == Liveness::Live
                && !block.at_entry
                && !kept.read.contains(id)
        };
        let mut unread = after.blocks().filter(is_there).map(|(id, _)| id).peekable();
        if unread.peek().is_none() || self.may_be_anywhere(after, &kept.held) {
            return BTreeSet::new();
        }
        let known = self.kept(before, Holders::All);
        let taken = before.state.reachable_blocks(taken_pointers(before.state, after, &known, &kept.held));
        let taken: BTreeSet<BlockId> = taken.into_iter().collect();
        let is_lost = |id: &BlockId| match before.state.block(*id) {
            Some(_) => taken.contains(id),
            // The step has allocated it.
            None => true,
        };
        unread.filter(is_lost).collect()
    }

    /// Whether parts of an address may be put together again, and lead anywhere.
    fn may_be_anywhere(&self, state: &State, held: &BTreeSet<BlockId>) -> bool {
        let word = self.program.types.model().word_bytes();
        held.iter().filter_map(|id| state.block(*id)).any(|block| block.has_torn_address(word))
    }

    fn kept_by_both(&self, moment: LocatedState<'_>) -> Kept {
        Kept { read: self.kept(moment, Holders::Read), held: self.kept(moment, Holders::All) }
    }

    /// The blocks that the holders lead to.
    fn kept(&self, LocatedState { state, location }: LocatedState<'_>, holders: Holders) -> BTreeSet<BlockId> {
        let given = state.blocks().filter(|(_, block)| block.at_entry || block.kind == BlockKind::Arguments);
        let given: Vec<BlockId> = given.map(|(id, _)| id).collect();
        let roots = match holders {
            Holders::Ended => state.exit_roots(self.program),
            Holders::All | Holders::Read => self.roots_of(state, state.frames(), Some(location), holders),
        };
        state.reachable_blocks(roots.into_iter().chain(given)).into_iter().collect()
    }

    /// The blocks of globals, of the library, and of variables of calls under way. `top`: where control is in the last of them; `None` if
    /// that waits for a call, too.
    fn roots_of(&self, state: &State, frames: &[Frame], top: Option<LocationId>, holders: Holders) -> Vec<BlockId> {
        let mut roots = state.lasting_roots();
        let all = state.frames();
        for (index, frame) in frames.iter().enumerate() {
            let waits = all.get(index + 1).filter(|_| index + 1 < frames.len() || top.is_none());
            let call = waits.and_then(|callee| Some((frame.function, callee.call?)));
            let place = match (waits, call) {
                (Some(_), call) => call.and_then(|call| self.behind(call)),
                (None, _) => top.map(|location| (location, BTreeSet::new())),
            };
            let live = self.live.get(&frame.function);
            let variables = frame.variables.iter().filter(|(variable, block)| {
                let (Some((location, needed)), Some(live)) = (&place, live) else { return true };
                let is_live = live.is_live(*location, *variable);
                needed.contains(variable)
                    || match holders {
                        Holders::All | Holders::Ended => is_live || !self.program.is_temporary(*variable),
                        Holders::Read => {
                            is_live && (live.is_named_later(*location, *variable) || is_led_to(state, *block))
                        }
                    }
            });
            roots.extend(variables.map(|(_, block)| block));
            roots.extend(frame.variadic.into_iter().chain(frame.stack.iter().copied()));
            roots.extend(frame.callback.iter().flat_map(Callback::blocks));
        }
        roots
    }

    /// Where control is behind a call, and the variables that tell where its result goes.
    fn behind(&self, (function, edge): RunStep) -> Option<(LocationId, BTreeSet<VariableId>)> {
        let flowchart = self.program.flowchart(function)?;
        let called = flowchart.graph.edge_weight(edge)?;
        let needed = match called.command {
            Command::Call { result: Some(_), .. } => variables_in(std::iter::once(called)).into_iter().collect(),
            _ => BTreeSet::new(),
        };
        Some((flowchart.target(edge), needed))
    }
}

/// Whether a pointer leads to a variable, other than from the variable itself.
fn is_led_to(state: &State, variable: BlockId) -> bool {
    let others = state.blocks().filter(|(id, block)| *id != variable && block.liveness == Liveness::Live);
    others.flat_map(|(_, block)| block.targets()).any(|target| target == variable)
}

/// What the pointers led to that a step has taken away. `known` and `held`: the blocks that something leads to, before and after it.
fn taken_pointers(
    before: &State,
    after: &State,
    known: &BTreeSet<BlockId>,
    held: &BTreeSet<BlockId>,
) -> BTreeSet<BlockId> {
    let mut taken = BTreeSet::new();
    for owner in known {
        let Some(block) = before.block(*owner) else { continue };
        let left: BTreeSet<(u64, BlockId)> = match after.block(*owner) {
            Some(block) if held.contains(owner) && block.liveness == Liveness::Live => block.pointers().collect(),
            _ => BTreeSet::new(),
        };
        taken.extend(block.pointers().filter(|pointer| !left.contains(pointer)).map(|(_, target)| target));
    }
    taken
}
