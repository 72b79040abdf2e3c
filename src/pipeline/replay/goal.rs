//! What a run has to meet so that it shows an error: the same kind of error at the same place.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::base::Span;
use crate::pipeline::limits::CLOSE_STEPS;
use crate::program::interp::{BlockId, BlockKind, Liveness, Pointer, State, StepOutcome, Value};
use crate::program::{
    Command, EdgeId, Expr, ExprNode, FaultKind, FunctionId, LocationId, Program, VariableId, VariableKind,
};
use crate::smg;

/// The error that a run is to meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'q> {
    pub(super) program: &'q Program,
    pub(super) settings: &'q smg::Settings,
    pub(super) kind: FaultKind,
    pub(super) span: Span,
}

/// Errors of one class are distinguished by what became of a block; the two engines may know different parts of that.
fn is_compatible(wanted: FaultKind, met: FaultKind) -> bool {
    use FaultKind::{DoubleFree, InvalidDereference, InvalidFree, OutOfBounds, UseAfterFree, UseAfterScope};
    let is_use = |kind| matches!(kind, InvalidDereference | OutOfBounds | UseAfterFree | UseAfterScope);
    let is_free = |kind| matches!(kind, InvalidFree | DoubleFree);
    wanted == met || is_use(wanted) && is_use(met) || is_free(wanted) && is_free(met)
}

/// What a run knows of leaked blocks since it first reached the location of the leak.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    /// The blocks that were lost before.
    before: Option<BTreeSet<BlockId>>,
    /// How many more steps are looked at one by one.
    close: usize,
    /// The state before the last step, if that was looked at.
    previous: Option<Rc<State>>,
    /// The state before the last step at the location of the leak.
    at_place: Option<Rc<State>>,
}

impl Losses {
    /// The state before the step that loses a block, and whether that is the last step of the run. Otherwise variables that are
    /// not used any more led to the block for a while.
    pub(super) fn state_before(&self) -> Option<(&State, bool)> {
        let at_place = self.at_place.as_ref()?;
        let is_last = self.previous.as_ref().is_some_and(|previous| Rc::ptr_eq(previous, at_place));
        Some((at_place, is_last))
    }
}

impl Goal<'_> {
    /// Whether an error of a run is the one.
    pub(super) fn is_met_by(&self, kind: FaultKind, function: FunctionId, edge: Option<EdgeId>) -> bool {
        let place = self.program.flowchart(function).map(|flowchart| match edge {
            Some(edge) => flowchart.graph.edge_weight(edge).map(|edge| edge.span),
            None => Some(flowchart.location(flowchart.exit).span),
        });
        is_compatible(self.kind, kind) && place.flatten() == Some(self.span)
    }

    /// Whether control is at a label that must not be reached.
    pub(super) fn is_label(&self, function: FunctionId, location: LocationId) -> bool {
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let at = flowchart.location(location);
        let is_error = || at.labels.iter().any(|label| self.settings.error_labels.contains(label));
        self.kind == FaultKind::ReachError && at.span == self.span && is_error()
    }

    /// Whether the step from a location uses an address that is not aligned, if that is the error. As the shape analysis has it,
    /// each object starts at an address that is aligned for all that it is used as, and members of packed records are known to be
    /// where they are.
    pub(super) fn is_misaligned(&self, state: &State, function: FunctionId, location: LocationId) -> bool {
        if !self.settings.checks_alignment || self.kind != FaultKind::InvalidDereference {
            return false;
        }
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let edges = flowchart.outgoing(location).into_iter().map(|edge| flowchart.edge(edge));
        edges.filter(|edge| edge.span == self.span).any(|edge| {
            let mut used: Vec<&Expr> = edge.command.written().into_iter().collect();
            if let Command::Copy { source, .. } = &edge.command {
                used.push(source);
            }
            for expression in edge.command.expressions() {
                expression.visit(&mut |part| {
                    if let ExprNode::Load(address) = &part.node {
                        used.push(address);
                    }
                });
            }
            used.into_iter().any(|address| self.is_odd(state, address))
        })
    }

    fn is_odd(&self, state: &State, address: &Expr) -> bool {
        let mut base = address;
        while let ExprNode::FieldAddress(whole, _) | ExprNode::ElementAddress(whole, _) = &base.node {
            base = whole;
        }
        let types = &self.program.types;
        let needed = types.pointee(base.ty).map_or(1, |target| types.align_of(target)) as i64;
        let place = state.evaluate(base, self.program);
        needed > 1 && matches!(place, Ok(Value::Pointer(Pointer::To { offset, .. })) if offset % needed != 0)
    }

    fn is_leak(&self) -> bool {
        self.kind == FaultKind::MemoryLeak
    }

    /// Whether the next step from a location may be the one that loses a block.
    fn may_lose(&self, function: FunctionId, location: LocationId) -> bool {
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let is_here = |edge: EdgeId| flowchart.edge(edge).span == self.span;
        match location == flowchart.exit {
            true => flowchart.location(location).span == self.span,
            false => flowchart.graph.edges(location).any(|edge| is_here(petgraph::visit::EdgeRef::id(&edge))),
        }
    }

    fn is_exit(&self, function: FunctionId, location: LocationId) -> bool {
        self.program.flowchart(function).is_some_and(|flowchart| flowchart.exit == location)
    }

    fn leaked(&self, state: &State, roots: Vec<BlockId>) -> Vec<BlockId> {
        state.leaked_blocks(roots, self.program.types.model().word_bytes())
    }

    /// Looks at the state before a step.
    pub(super) fn before(&self, losses: &mut Losses, state: &State, location: LocationId) {
        let Some(function) = state.function().filter(|_| self.is_leak()) else { return };
        let may_lose = self.may_lose(function, location);
        let is_looked_at = may_lose || losses.close > 0 || losses.before.is_some() && self.is_exit(function, location);
        losses.previous = is_looked_at.then(|| Rc::new(state.clone()));
        if !may_lose {
            return;
        }
        losses.at_place = losses.previous.clone();
        losses.close = CLOSE_STEPS;
        if losses.before.is_none() {
            losses.before = Some(self.leaked(state, state.running_roots()).into_iter().collect());
        }
    }

    /// Whether it takes a search for leaked blocks to tell whether a step has lost one.
    pub(super) fn searches(&self, losses: &Losses, outcome: &StepOutcome) -> bool {
        let may_be_lost = losses.close > 0 || !matches!(outcome, StepOutcome::Moved { edge: Some(_), .. });
        self.is_leak() && losses.before.is_some() && may_be_lost
    }

    /// Whether a step has lost a block, or the program has ended with one.
    pub(super) fn is_lost(&self, losses: &mut Losses, state: &State, outcome: &StepOutcome) -> bool {
        if !self.is_leak() {
            return false;
        }
        let is_returned = matches!(outcome, StepOutcome::Moved { edge: None, .. });
        match outcome {
            StepOutcome::Moved { .. } if losses.close > 0 || is_returned => {
                losses.close = losses.close.saturating_sub(1);
                losses.before.is_some() && self.is_new(losses, self.leaked(state, state.running_roots()))
            }
            StepOutcome::Finished => self.is_lost_at_end(losses, state, state.exit_roots(self.program)),
            StepOutcome::Halted { .. } => self.is_lost_at_end(losses, state, self.named_roots(state)),
            // The program ends where an assertion fails.
            StepOutcome::Failed { fault, .. } if matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError) => {
                self.is_lost_at_end(losses, state, state.running_roots())
            }
            _ => false,
        }
    }

    fn is_lost_at_end(&self, losses: &Losses, state: &State, roots: Vec<BlockId>) -> bool {
        if losses.before.is_some() && self.is_new(losses, self.leaked(state, roots)) {
            return true;
        }
        let is_left = |(_, block): (BlockId, &crate::program::interp::Block)| {
            matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live && !block.at_entry
        };
        self.settings.leaks_at_exit && self.is_end() && state.blocks().any(is_left)
    }

    /// The blocks that a program still has which ends in the middle of calls: what expressions left behind is no variable of it.
    fn named_roots(&self, state: &State) -> Vec<BlockId> {
        let program = self.program;
        let is_temporary =
            |id: VariableId| program.variables.get(id).is_some_and(|variable| variable.kind == VariableKind::Temporary);
        let frames = state.frames().iter().flat_map(|frame| {
            let locals = program.functions.get(frame.function).map_or(&[][..], |function| &function.locals);
            locals.iter().copied().filter(|id| is_temporary(*id)).filter_map(|id| frame.variables.get(id))
        });
        let left_behind: BTreeSet<BlockId> = frames.collect();
        state.running_roots().into_iter().filter(|block| !left_behind.contains(block)).collect()
    }

    fn is_new(&self, losses: &Losses, lost: Vec<BlockId>) -> bool {
        lost.iter().any(|block| losses.before.as_ref().is_none_or(|before| !before.contains(block)))
    }

    /// Whether the program ends at the place of the error.
    fn is_end(&self) -> bool {
        let program = self.program;
        let ends = |command: &Command| matches!(command, Command::Halt(_) | Command::Fail(_));
        program.defined_functions().filter_map(|function| program.flowchart(function)).any(|flowchart| {
            flowchart.location(flowchart.exit).span == self.span
                || flowchart.edges().any(|edge| {
                    let edge = flowchart.edge(edge);
                    edge.span == self.span && ends(&edge.command)
                })
        })
    }
}
