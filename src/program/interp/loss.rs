//! Locates memory leaks: the rule by which a run confirms that a step loses a block at a place.
//!
//! A step loses a live heap block if
//!
//! 1. some variable leads to the block before the step, or the step allocates it;
//! 2. the step removes a pointer that led to it: the pointer is overwritten, its variable goes out of scope, its block
//!    is freed, or it is a temporary that no command reads any more;
//! 3. no variable that the program may still read leads to the block after the step.
//!
//! A variable that is in scope but never read again does not keep a block. So a step may lose a block that is still
//! referenced, but the references are never read. If several steps qualify for one block, each is a correct answer.
//!
//! When a function returns there are two possible places: the end of the function, for a block referenced only by the
//! function's variables, and the call, for a block referenced by the result, or by the value that the result
//! overwrites.
//!
//! [`LiveVariables`] determines which variables may still be read. The rule never looks at the rest of the run.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::live::LiveVariables;
use crate::interp::callback::Callback;
use crate::interp::history::RunStep;
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness};
use crate::interp::state::{Frame, State};
use crate::interp::step::StepOutcome;
use crate::{Command, EdgeId, FaultKind, FunctionId, LocationId, Program, VariableId, variables_in};
use base::Span;

/// Determines which blocks the steps of a program's runs lose.
#[derive(Debug)]
pub struct LossRule<'p> {
    program: &'p Program,
    live: BTreeMap<FunctionId, LiveVariables>,
}

/// A state, and the location in the function of its top frame.
#[derive(Clone, Copy, Debug)]
pub struct LocatedState<'s> {
    pub state: &'s State,
    pub location: LocationId,
}

/// Blocks that a step loses at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The source position of the place.
    pub span: Span,
    /// The function that contains the place.
    pub function: FunctionId,
    /// Blocks to which a pointer was lost, and blocks reachable only from those.
    pub blocks: BTreeSet<BlockId>,
    /// True if they are lost because the program ends.
    pub is_at_end: bool,
    /// True if some of them are not referenced at all, not even by a variable that is never read again.
    pub is_final: bool,
}

/// The variables whose pointers keep blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holders {
    /// All variables in scope; temporaries only while they may still be read.
    All,
    /// Only variables that may still be read.
    Read,
    /// The variables that remain after the first function has returned.
    Ended,
}

/// The referenced blocks.
#[derive(Debug)]
struct Kept {
    /// Blocks reachable from variables that may still be read.
    read: BTreeSet<BlockId>,
    /// Blocks reachable from any variable.
    held: BTreeSet<BlockId>,
}

impl Kept {
    /// At the end of the program nothing is read any more, but blocks reachable from variables are not lost.
    fn all(held: BTreeSet<BlockId>) -> Kept {
        Kept { read: held.clone(), held }
    }
}

impl<'p> LossRule<'p> {
    pub fn new(program: &'p Program) -> LossRule<'p> {
        let live = program.defined_functions().map(|function| (function, LiveVariables::of(program, function)));
        LossRule { program, live: live.collect() }
    }

    /// Returns the losses of a step: up to two if a function returns, up to one otherwise. `after` is the state after
    /// the step.
    pub fn losses(&self, before: LocatedState<'_>, outcome: &StepOutcome, after: &State) -> Vec<Loss> {
        let Some(function) = before.state.function() else { return Vec::new() };
        let Some(flowchart) = self.program.flowchart(function) else { return Vec::new() };
        let exit = (function, flowchart.location(flowchart.exit).span);
        // If a function returns to the library, the edge is in the function that called the library.
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
            // A failed assertion ends the program.
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

    /// Returns the losses when a function returns: at its end, and at the call.
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

    /// Returns the blocks that a step loses. `kept`: the blocks referenced after it.
    fn lost(&self, before: LocatedState<'_>, after: &State, kept: &Kept) -> BTreeSet<BlockId> {
        let is_there = |(id, block): &(BlockId, &Block)| {
            matches!(block.kind, BlockKind::Heap(_))
                && block.liveness == Liveness::Live
                && !block.outlives_pointers()
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
            // The step allocated it.
            None => true,
        };
        unread.filter(is_lost).collect()
    }

    /// Returns true if the parts of a torn address might be reassembled and point anywhere.
    fn may_be_anywhere(&self, state: &State, held: &BTreeSet<BlockId>) -> bool {
        let word = self.program.types.model().word_bytes();
        held.iter().filter_map(|id| state.block(*id)).any(|block| block.has_torn_address(word))
    }

    fn kept_by_both(&self, moment: LocatedState<'_>) -> Kept {
        Kept { read: self.kept(moment, Holders::Read), held: self.kept(moment, Holders::All) }
    }

    /// Returns the blocks reachable from the holders.
    fn kept(&self, LocatedState { state, location }: LocatedState<'_>, holders: Holders) -> BTreeSet<BlockId> {
        let given = state.blocks().filter(|(_, block)| block.outlives_pointers());
        let given: Vec<BlockId> = given.map(|(id, _)| id).collect();
        let roots = match holders {
            Holders::Ended => state.exit_roots(self.program),
            Holders::All | Holders::Read => self.roots_of(state, state.frames(), Some(location), holders),
        };
        state.reachable_blocks(roots.into_iter().chain(given)).into_iter().collect()
    }

    /// Returns the blocks of globals, of the library, and of variables of active calls. `top` is the location in the
    /// last of them; `None` if it is also waiting for a call.
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

    /// Returns the location after a call, and the variables that determine where its result is stored.
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

/// Returns true if a pointer outside the variable itself points to it.
fn is_led_to(state: &State, variable: BlockId) -> bool {
    let others = state.blocks().filter(|(id, block)| *id != variable && block.liveness == Liveness::Live);
    others.flat_map(|(_, block)| block.targets()).any(|target| target == variable)
}

/// Returns the targets of the pointers that a step removed. `known` and `held`: the blocks referenced before and after
/// it.
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
