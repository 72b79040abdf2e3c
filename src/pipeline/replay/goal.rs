//! What a run has to meet so that it shows an error: the same kind of error at the same place.

use std::rc::Rc;

use crate::confirmer::keeps_block;
use base::Span;
use program::interp::{Frame, LocatedState, Loss, LossRule, Pointer, State, StepOutcome, Value};
use program::{Command, EdgeId, Expr, ExprNode, FaultKind, FunctionId, LocationId, Program};

/// The error that a run is to meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'q> {
    pub(super) program: &'q Program,
    pub(super) settings: &'q smg::Settings,
    pub(super) kind: FaultKind,
    pub(super) place: GoalPlace,
    /// Which steps lose blocks, if the error is a leak.
    pub(super) losses: Option<&'q LossRule<'q>>,
}

/// Errors of one class are distinguished by what became of a block; the two engines may know different parts of that.
fn is_compatible(wanted: FaultKind, met: FaultKind) -> bool {
    use FaultKind::{DoubleFree, InvalidDereference, InvalidFree, OutOfBounds, UseAfterFree, UseAfterScope};
    let is_use = |kind| matches!(kind, InvalidDereference | OutOfBounds | UseAfterFree | UseAfterScope);
    let is_free = |kind| matches!(kind, InvalidFree | DoubleFree);
    wanted == met || is_use(wanted) && is_use(met) || is_free(wanted) && is_free(met)
}

/// Where the error is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalPlace {
    /// At this place of the text.
    At(Span),
    /// Wherever it is. Of leaks alone.
    Anywhere,
}

/// How a run loses blocks.
#[derive(Clone, Debug)]
pub(super) struct LostBlocks {
    /// The state before the step that loses them.
    pub(super) before: State,
    /// Which, and where.
    pub(super) loss: Loss,
}

/// What is to be known of leaked blocks of a step.
#[derive(Clone, Debug)]
pub(super) enum LeakMet {
    /// The step loses blocks.
    Lost(Rc<LostBlocks>),
    /// The program ends while blocks are allocated.
    LeftAtEnd,
}

impl Goal<'_> {
    /// Whether an error of a run is the one.
    pub(super) fn is_met_by(&self, kind: FaultKind, function: FunctionId, edge: Option<EdgeId>) -> bool {
        let place = self.program.flowchart(function).map(|flowchart| match edge {
            Some(edge) => flowchart.graph.edge_weight(edge).map(|edge| edge.span),
            None => Some(flowchart.location(flowchart.exit).span),
        });
        is_compatible(self.kind, kind) && place.flatten().is_some_and(|span| self.is_at(span))
    }

    /// Whether control is at a label that must not be reached.
    pub(super) fn is_label(&self, function: FunctionId, location: LocationId) -> bool {
        let Some(flowchart) = self.program.flowchart(function) else { return false };
        let at = flowchart.location(location);
        let is_error = || at.labels.iter().any(|label| self.settings.error_labels.contains(label));
        self.kind == FaultKind::ReachError && self.is_at(at.span) && is_error()
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

    /// Whether the step that comes next may lose a block at the place of the error.
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

    /// The leak that a step has, if it has the one. `before`: the state before it and where control was, if the step may lose a block.
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
                // A block that only dead variables lead to may be lost at several places: the last of them is told.
                GoalPlace::Anywhere => loss.is_final,
            };
            let loss = rule.losses(moment, outcome, after).into_iter().find(is_sought);
            if let Some(loss) = loss {
                return Some(LeakMet::Lost(Rc::new(LostBlocks { before, loss })));
            }
        }
        self.leaves_blocks(outcome, after).then_some(LeakMet::LeftAtEnd)
    }

    /// Whether the program ends, at the place of the error, while a block is allocated, if that is an error.
    fn leaves_blocks(&self, outcome: &StepOutcome, state: &State) -> bool {
        let ends = match outcome {
            StepOutcome::Finished | StepOutcome::Halted { .. } => true,
            StepOutcome::Failed { fault, .. } => matches!(fault.kind, FaultKind::Assertion | FaultKind::ReachError),
            StepOutcome::Moved { .. } | StepOutcome::Blocked => false,
        };
        ends && self.is_leak() && self.settings.leaks_at_exit && self.is_end() && keeps_block(state)
    }

    fn is_at(&self, span: Span) -> bool {
        self.place == GoalPlace::Anywhere || self.place == GoalPlace::At(span)
    }

    /// Whether the program ends at the place of the error.
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
