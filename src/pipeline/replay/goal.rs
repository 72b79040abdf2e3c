//! What a run must meet to confirm an error: the same kind of error at the same place.

use std::rc::Rc;

use crate::confirmer::keeps_block;
use base::Span;
use engine::evidence::LeakedBlock;
use program::interp::{Frame, LocatedState, Loss, LossRule, Pointer, State, StepOutcome, Value};
use program::{Command, EdgeId, Expr, ExprNode, FaultKind, FunctionId, LocationId, Program};

/// The error that a run must meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'q> {
    pub(super) program: &'q Program,
    pub(super) settings: &'q smg::Settings,
    pub(super) kind: FaultKind,
    pub(super) place: GoalPlace,
    /// Decides which steps lose blocks, if the error is a leak.
    pub(super) losses: Option<&'q LossRule<'q>>,
}

/// Kinds of one class differ only in the history of a block; the two engines may know different parts of it.
fn is_compatible(wanted: FaultKind, met: FaultKind) -> bool {
    use FaultKind::{DoubleFree, InvalidDereference, InvalidFree, OutOfBounds, UseAfterFree, UseAfterScope};
    let is_use = |kind| matches!(kind, InvalidDereference | OutOfBounds | UseAfterFree | UseAfterScope);
    let is_free = |kind| matches!(kind, InvalidFree | DoubleFree);
    wanted == met || is_use(wanted) && is_use(met) || is_free(wanted) && is_free(met)
}

/// The place of the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalPlace {
    /// At this source location.
    At(Span),
    /// At any place. Only for leaks.
    Anywhere,
}

/// The blocks that a step leaks.
#[derive(Clone, Debug)]
pub(super) struct LostBlocks {
    /// The state before the step.
    pub(super) before: State,
    /// The blocks, and where they are lost.
    pub(super) loss: Loss,
}

/// A leak that a run has met.
#[derive(Clone, Debug)]
pub(super) enum LeakMet {
    Lost(Rc<LostBlocks>),
    /// The program ends while blocks are allocated.
    LeftAtEnd(LeakedBlock),
}

impl Goal<'_> {
    /// Returns true if an error of a run is the sought one.
    pub(super) fn is_met_by(&self, kind: FaultKind, function: FunctionId, edge: Option<EdgeId>) -> bool {
        let place = self.program.flowchart(function).map(|flowchart| match edge {
            Some(edge) => flowchart.graph.edge_weight(edge).map(|edge| edge.span),
            None => Some(flowchart.location(flowchart.exit).span),
        });
        is_compatible(self.kind, kind) && place.flatten().is_some_and(|span| self.is_at(span))
    }

    /// Returns true if control is at an error label.
    pub(super) fn is_label(&self, function: FunctionId, location: LocationId) -> bool {
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let at = flowchart.location(location);
        let is_error = || at.labels.iter().any(|label| self.settings.error_labels.contains(label));
        self.kind == FaultKind::ReachError && self.is_at(at.span) && is_error()
    }

    /// Returns true if the step from a location uses a misaligned address, if that is the error. As in the shape
    /// analysis, each object starts at an address that is aligned for all its uses, and the offsets of members of
    /// packed records are known.
    pub(super) fn is_misaligned(&self, state: &State, function: FunctionId, location: LocationId) -> bool {
        if !self.settings.checks_alignment || self.kind != FaultKind::InvalidDereference {
            return false;
        }
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let edges = flowchart.outgoing(location).into_iter().map(|edge| flowchart.edge(edge));
        edges.filter(|edge| self.is_at(edge.span)).any(|edge| {
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

    /// Returns true if the next step may lose a block at the place of the error.
    pub(super) fn may_lose(&self, state: &State, location: LocationId) -> bool {
        let (Some(_), Some(function)) = (self.losses, state.function()) else { return false };
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        if self.place == GoalPlace::Anywhere {
            return true;
        }
        if location != flowchart.exit {
            return flowchart.outgoing(location).into_iter().any(|edge| self.is_at(flowchart.edge(edge).span));
        }
        let call = |frames: &[Frame]| {
            let [.., caller, callee] = frames else { return None };
            Some(self.program.flowchart(caller.function)?.edge(callee.call?).span)
        };
        self.is_at(flowchart.location(location).span) || call(state.frames()).is_some_and(|span| self.is_at(span))
    }

    /// Returns the leak of a step, if it is the sought one. `before`: the state and location before the step, if the
    /// step may lose a block.
    pub(super) fn leak(
        &self,
        before: Option<(State, LocationId)>,
        outcome: &StepOutcome,
        after: &State,
    ) -> Option<LeakMet> {
        if let Some(((before, location), rule)) = before.zip(self.losses) {
            let moment = LocatedState { state: &before, location };
            let is_sought = |loss: &Loss| match self.place {
                GoalPlace::At(span) => loss.span == span,
                // A block that only dead variables point to may count as lost at several places: the last one is
                // reported.
                GoalPlace::Anywhere => loss.is_final,
            };
            let loss = rule.losses(moment, outcome, after).into_iter().find(is_sought);
            if let Some(loss) = loss {
                return Some(LeakMet::Lost(Rc::new(LostBlocks { before, loss })));
            }
        }
        self.left(outcome, after).map(LeakMet::LeftAtEnd)
    }

    /// Returns what a block is that is still allocated when the program ends at the place of the error, if that is an error.
    fn left(&self, outcome: &StepOutcome, state: &State) -> Option<LeakedBlock> {
        let left = match outcome {
            StepOutcome::Finished | StepOutcome::Halted { status: Some(_), .. } => LeakedBlock::Left,
            StepOutcome::Halted { status: None, .. } => LeakedBlock::Aborted,
            StepOutcome::Failed { fault, .. } if matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError) => {
                LeakedBlock::Aborted
            }
            StepOutcome::Failed { .. } | StepOutcome::Moved { .. } | StepOutcome::Blocked => return None,
        };
        let is_it = self.is_leak() && self.settings.leaks_at_exit && self.is_end() && keeps_block(state);
        is_it.then_some(left)
    }

    fn is_at(&self, span: Span) -> bool {
        self.place == GoalPlace::Anywhere || self.place == GoalPlace::At(span)
    }

    /// Returns true if the place of the error is an end of the program.
    fn is_end(&self) -> bool {
        let program = self.program;
        let ends = |command: &Command| matches!(command, Command::Halt(_) | Command::Fail(_));
        program.defined_functions().filter_map(|function| program.flowchart(function)).any(|flowchart| {
            self.is_at(flowchart.location(flowchart.exit).span)
                || flowchart.edges().any(|edge| {
                    let edge = flowchart.edge(edge);
                    self.is_at(edge.span) && ends(&edge.command)
                })
        })
    }
}
