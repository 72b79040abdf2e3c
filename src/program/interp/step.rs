//! Execution of single steps; all nondeterministic choices are left to a [`Chooser`].

use std::io::Write;

use crate::interp::choice::{Chooser, Script};
use crate::interp::constant::all_constant_bits;
use crate::interp::evaluate::refuse_beyond;
use crate::interp::fault::Fault;
use crate::interp::limits::MOST_OUTCOMES;
use crate::interp::memory::{Block, BlockKind, CopiedBytes, Liveness, Pointer, Value};
use crate::interp::plan::{Exits, Plan};
use crate::interp::state::State;
use crate::start::Start;
use crate::{Command, EdgeId, Expr, FaultKind, Flowchart, LocationId, Program, Reach, VariableId};
use ctype::TypeId;

/// The result of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepOutcome {
    /// Control is at `to`, in the function of the top frame.
    Moved {
        /// The edge taken: a `Call` edge when a call begins, `None` when one returns.
        edge: Option<EdgeId>,
        to: LocationId,
    },
    /// The function that the run began with is at its exit; its variables are still alive.
    Finished,
    /// The program has terminated itself.
    Halted {
        edge: EdgeId,
        /// The exit status; `None` for `abort`.
        status: Option<Value>,
    },
    /// No edge is enabled: the run is discarded.
    Blocked,
    /// The run has an error.
    Failed {
        /// The edge at fault; `None` at the return of a call or of the program.
        edge: Option<EdgeId>,
        fault: Fault,
    },
}

/// One outcome of a step, and the state after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    pub outcome: StepOutcome,
    /// The state after the step; after a failure, the state at that point.
    pub state: State,
}

/// The effect of an edge on control.
pub(super) enum ControlEffect {
    Passed,
    Entered(LocationId),
    Halted(Option<Value>),
}

/// A program and the settings of its runs.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'p> {
    pub program: &'p Program,
    /// True if a leak fails the step that loses the last reference (costly), and the end of the run.
    pub leak_checks: bool,
    /// True if an allocation of more than half of the address space returns NULL, as in the GNU C library.
    pub refuses_large_blocks: bool,
    /// Maximum call depth; deeper calls are reported as unsupported.
    pub max_frames: usize,
}

impl<'p> Interpreter<'p> {
    /// Creates an interpreter without leak checks.
    pub fn new(program: &'p Program) -> Self {
        let refuses_large_blocks = false;
        Interpreter { program, leak_checks: false, refuses_large_blocks, max_frames: 5_000 }
    }

    pub fn with_leak_checks(self) -> Self {
        Interpreter { leak_checks: true, ..self }
    }

    /// The flowchart of the function in the top frame.
    pub fn flowchart(&self, state: &State) -> Option<&'p Flowchart> {
        self.program.flowchart(state.function()?)
    }

    /// Runs the initialisers of globals, and chooses values for objects that are defined elsewhere; everything else
    /// stays zero. Returns a fault with the index of its initialiser.
    pub fn initialize_globals(&self, state: &mut State, chooser: &mut dyn Chooser) -> Result<(), (usize, Fault)> {
        for (index, edge) in self.program.initializers.iter().enumerate() {
            let done = match &edge.command {
                Command::Store { address, value } => self.assign(state, address, value, &mut first),
                Command::Copy { target, source, ty } => self.copy(state, target, source, *ty, &mut first),
                Command::Havoc { address } => self.havoc(state, address, chooser),
                Command::Skip => Ok(()),
                Command::Unsupported { reason, .. } => Err(Fault::unsupported(reason.as_str())),
                _ => Err(Fault::unsupported("an initialiser that is not a store")),
            };
            done.map_err(|fault| (index, fault))?;
        }
        state.lock_constants(self.program);
        Ok(())
    }

    /// As [`Interpreter::initialize_globals`], for a procedure other than `main`: initialises only the globals that
    /// keep their initial value. They become read-only once the others have values, too.
    pub fn initialize_constants(&self, state: &mut State, start: &Start<'_>) -> Result<(), Fault> {
        for edge in &self.program.initializers {
            let root = edge.command.written().and_then(Expr::root_variable);
            if !root.is_some_and(|root| start.keeps_initial_value(root)) {
                continue;
            }
            match &edge.command {
                Command::Store { address, value } => self.assign(state, address, value, &mut first)?,
                Command::Copy { target, source, ty } => self.copy(state, target, source, *ty, &mut first)?,
                _ => return Err(Fault::unsupported("an initialiser that is not a store")),
            }
        }
        Ok(())
    }

    /// Takes one step from a location of the function of the top frame.
    pub fn step(
        &self,
        state: &mut State,
        location: LocationId,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> StepOutcome {
        let Some(flowchart) = self.flowchart(state) else {
            return StepOutcome::Failed { edge: None, fault: Fault::unsupported("there is no function that runs") };
        };
        if location == flowchart.exit {
            return self.leave(state, chooser);
        }
        let edges = self.enabled_edges(flowchart, state, &flowchart.outgoing(location), chooser);
        self.take_one(state, flowchart, edges, chooser, output)
    }

    /// As [`Interpreter::step`], with the plan of the location's flowchart.
    pub(super) fn planned_step(
        &self,
        state: &mut State,
        plan: &Plan,
        location: LocationId,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> StepOutcome {
        let (Some(flowchart), Some(exits)) = (self.flowchart(state), plan.exits(location)) else {
            return StepOutcome::Failed { edge: None, fault: Fault::unsupported("there is no function that runs") };
        };
        match exits {
            _ if location == flowchart.exit => self.leave(state, chooser),
            Exits::One(edge) => self.pass(state, flowchart, *edge, chooser, output),
            Exits::Branch { condition, yes, no } => match state.evaluate_condition(condition, self.program, chooser) {
                Ok(outcome) => {
                    let edge = if outcome { *yes } else { *no };
                    StepOutcome::Moved { edge: Some(edge), to: flowchart.target(edge) }
                }
                Err(fault) => StepOutcome::Failed { edge: Some((*yes).min(*no)), fault },
            },
            Exits::Other(edges) => {
                let edges = self.enabled_edges(flowchart, state, edges, chooser);
                self.take_one(state, flowchart, edges, chooser, output)
            }
        }
    }

    fn take_one(
        &self,
        state: &mut State,
        flowchart: &Flowchart,
        enabled: Vec<(EdgeId, Option<Fault>)>,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> StepOutcome {
        let choice = if enabled.len() > 1 { chooser.choose(enabled.len()) } else { 0 };
        let Some((edge, fault)) = enabled.into_iter().nth(choice) else { return StepOutcome::Blocked };
        match fault {
            Some(fault) => StepOutcome::Failed { edge: Some(edge), fault },
            None => self.pass(state, flowchart, edge, chooser, output),
        }
    }

    /// Executes the command of an enabled edge.
    fn pass(
        &self,
        state: &mut State,
        flowchart: &Flowchart,
        edge: EdgeId,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> StepOutcome {
        state.clock.0.step = state.function().map(|function| (function, edge));
        let unlocked = state.unlock(flowchart.edge(edge).command.written(), self.program);
        let effect = self.execute(state, flowchart, edge, chooser, output);
        state.lock(unlocked);
        let effect = effect.and_then(|effect| self.check_leaks(state).map(|()| effect));
        match effect {
            Ok(ControlEffect::Passed) => StepOutcome::Moved { edge: Some(edge), to: flowchart.target(edge) },
            Ok(ControlEffect::Entered(to)) => StepOutcome::Moved { edge: Some(edge), to },
            Ok(ControlEffect::Halted(Some(status))) if !state.handlers.is_empty() => {
                self.end_program(state, Some((edge, status)))
            }
            Ok(ControlEffect::Halted(status)) => StepOutcome::Halted { edge, status },
            Err(fault) => StepOutcome::Failed { edge: Some(edge), fault },
        }
    }

    /// Returns every outcome of a step in the order of the edges, without blocked ones. Integer inputs range over
    /// `integers`, pointer inputs over NULL and the blocks of their type. Nothing is printed.
    pub fn successors(&self, state: &State, location: LocationId, integers: &[i128]) -> Vec<Successor> {
        let mut script = Script::new(integers);
        let mut found = Vec::new();
        loop {
            let mut next = state.clone();
            let outcome = self.step(&mut next, location, &mut script, &mut std::io::sink());
            if outcome != StepOutcome::Blocked {
                found.push(Successor { outcome, state: next });
            }
            if !script.advance() {
                return found;
            }
            if found.len() >= MOST_OUTCOMES {
                let fault = Fault::unsupported("a step has too many outcomes");
                found.push(Successor { outcome: StepOutcome::Failed { edge: None, fault }, state: state.clone() });
                return found;
            }
        }
    }

    /// Returns the enabled edges, each with the fault of its condition, if any. Edges that test the same condition see
    /// the same outcome.
    fn enabled_edges(
        &self,
        flowchart: &Flowchart,
        state: &mut State,
        edges: &[EdgeId],
        chooser: &mut dyn Chooser,
    ) -> Vec<(EdgeId, Option<Fault>)> {
        let mut decided: Vec<(&Expr, Result<bool, Fault>)> = Vec::new();
        let mut enabled = Vec::new();
        for edge in edges.iter().copied() {
            let Command::Assume { condition, holds } = &flowchart.edge(edge).command else {
                enabled.push((edge, None));
                continue;
            };
            match decided.iter().find(|(known, _)| *known == condition) {
                Some((_, Ok(outcome))) if outcome == holds => enabled.push((edge, None)),
                Some(_) => {}
                None => {
                    let outcome = state.evaluate_condition(condition, self.program, chooser);
                    match &outcome {
                        Ok(outcome) if outcome == holds => enabled.push((edge, None)),
                        Ok(_) => {}
                        Err(fault) => enabled.push((edge, Some(fault.clone()))),
                    }
                    decided.push((condition, outcome));
                }
            }
        }
        enabled
    }

    pub(super) fn check_leaks(&self, state: &State) -> Result<(), Fault> {
        if self.leak_checks
            && !state.leaked_blocks(state.running_roots(), self.program.types.model().word_bytes()).is_empty()
        {
            return Err(Fault::new(FaultKind::MemoryLeak, "memory leak: the last pointer to a block is lost"));
        }
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        flowchart: &Flowchart,
        edge: EdgeId,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> Result<ControlEffect, Fault> {
        match &flowchart.edge(edge).command {
            // The condition was evaluated when the edge was selected.
            Command::Skip | Command::Assume { .. } => {}
            Command::Store { address, value } => self.assign(state, address, value, chooser)?,
            Command::Copy { target, source, ty } => self.copy(state, target, source, *ty, chooser)?,
            Command::Allocate { address, bytes, element, zeroed, may_fail } => {
                let size = state.evaluate_with(bytes, self.program, chooser)?;
                let may_fail = *may_fail || size == Value::Integer(0);
                let fails = self.refuses(size) || may_fail && chooser.choose(2) == 1;
                let block = if fails { None } else { Some(allocate(state, size, *element, *zeroed)?) };
                self.give_block(state, address, block, chooser)?;
            }
            Command::Free(pointer) => {
                let pointer = state.evaluate_with(pointer, self.program, chooser)?;
                state.free(pointer)?;
            }
            Command::Havoc { address } => self.havoc(state, address, chooser)?,
            Command::ScopeStart(variable) => self.start_scope(state, *variable)?,
            Command::ScopeEnd(variable) => {
                if let Some(Pointer::To { block, .. }) = state.variable_address(*variable) {
                    state.end_scope(block);
                }
            }
            Command::Call { callee, arguments, result } => {
                return self.call_any(state, edge, callee, (arguments, result.as_ref()), chooser, output);
            }
            Command::Fail(failure) => return Err(Fault::new(failure.kind.into(), failure.message.clone())),
            Command::Halt(status) => {
                self.check_exit(state)?;
                let status = status.as_ref().map(|status| state.evaluate_with(status, self.program, chooser));
                return Ok(ControlEffect::Halted(status.transpose()?));
            }
            Command::Print { function, name, arguments } => {
                return self.library(state, edge, (*function, name), (arguments, None), chooser, output);
            }
            Command::Library { function, name, arguments, result } => {
                let call = (arguments.as_slice(), result.as_ref());
                return self.library(state, edge, (*function, name), call, chooser, output);
            }
            Command::Unsupported { reach: Reach::Order, .. } => {}
            Command::Unsupported { reason, .. } => return Err(Fault::unsupported(reason.clone())),
        }
        Ok(ControlEffect::Passed)
    }

    /// Stores the address of a new block; NULL if there is none.
    fn give_block(
        &self,
        state: &mut State,
        address: &Expr,
        block: Option<Value>,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        if block.is_none() {
            state.set_no_memory(self.program.types.model().word_bytes())?;
        }
        let (pointer, is_beyond) = state.evaluate_place(address, self.program, chooser)?;
        state.store_through(pointer, address, block.unwrap_or(Value::NULL), self.program)?;
        refuse_beyond(is_beyond)
    }

    /// Returns true if an allocation of this size is larger than any block.
    fn refuses(&self, size: Value) -> bool {
        let half = 1_i128 << (8 * self.program.types.model().word_bytes() - 1);
        self.refuses_large_blocks && matches!(size, Value::Integer(size) if size >= half)
    }

    fn assign(&self, state: &mut State, address: &Expr, value: &Expr, chooser: &mut dyn Chooser) -> Result<(), Fault> {
        let (pointer, is_beyond) = state.evaluate_place(address, self.program, chooser)?;
        let value = state.evaluate_with(value, self.program, chooser)?;
        state.store_through(pointer, address, value, self.program)?;
        refuse_beyond(is_beyond)
    }

    fn copy(
        &self,
        state: &mut State,
        target: &Expr,
        source: &Expr,
        ty: TypeId,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let (target, target_is_beyond) = state.evaluate_place(target, self.program, chooser)?;
        let (source, source_is_beyond) = state.evaluate_place(source, self.program, chooser)?;
        let size = self.size_of(ty)?;
        if size == 0 {
            return Ok(());
        }
        let (from, start) = state.check_access(source, size)?;
        let (to, end) = state.check_writable(target, size)?;
        if from == to && start != end && start.abs_diff(end) < size {
            return Err(Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap"));
        }
        let contents = self.contents(state, source, size)?;
        self.paste(state, target, &contents, size)?;
        refuse_beyond(target_is_beyond || source_is_beyond)
    }

    pub(super) fn size_of(&self, ty: TypeId) -> Result<u64, Fault> {
        self.program.types.size_of(ty).ok_or_else(|| Fault::unsupported("an object of incomplete type"))
    }

    pub(super) fn contents(&self, state: &State, source: Value, size: u64) -> Result<CopiedBytes, Fault> {
        let (block, offset) = state.check_access(source, size)?;
        let block = state.block(block).ok_or_else(|| Fault::unsupported("a pointer to an unknown block"))?;
        block.cut(offset, size, self.program.types.model().word_bytes())
    }

    pub(super) fn paste(
        &self,
        state: &mut State,
        target: Value,
        contents: &CopiedBytes,
        size: u64,
    ) -> Result<(), Fault> {
        let (block, offset) = state.check_writable(target, size)?;
        state.block_mut(block)?.paste(offset, contents, self.program.types.model().word_bytes())
    }

    /// Begins the lifetime of a variable with a new block, so that pointers to the previous one stay invalid. If
    /// nothing can point to the variable, its block is reused.
    fn start_scope(&self, state: &mut State, id: VariableId) -> Result<(), Fault> {
        let variable = self.program.variables.get(id).ok_or_else(|| Fault::unsupported("an unknown variable"))?;
        let mut fresh = Block::new(BlockKind::Local(id), self.size_of(variable.ty)?, false)?;
        // The parameters of inlined calls are variables of the caller, and their lifetime also begins here.
        fresh.constant = all_constant_bits(self.program, id);
        let old = state.frames.last().and_then(|frame| frame.variables.get(id));
        // Control came back to the declaration within its block, or no pointer can tell: it is the same object.
        if let Some(old) = old
            && (!variable.address_taken || state.block(old).is_some_and(|block| block.liveness == Liveness::Live))
        {
            *state.block_mut(old)? = fresh;
            return Ok(());
        }
        let block = state.add_block(fresh);
        if let Some(frame) = state.frames.last_mut() {
            frame.variables.insert(id, block);
        }
        Ok(())
    }
}

/// The chooser for initialisers, which have no choices.
fn first(_: usize) -> usize {
    0
}

/// Allocates a heap block.
pub(super) fn allocate(state: &mut State, size: Value, element: Option<TypeId>, zeroed: bool) -> Result<Value, Fault> {
    match size {
        Value::Integer(size) => {
            let size = u64::try_from(size).map_err(|_| Fault::unsupported("an allocation of a negative size"))?;
            Ok(Value::pointer_to(state.allocate(size, element, zeroed, false)?))
        }
        Value::Undefined => Err(Fault::new(FaultKind::UndefinedValue, "the size of an allocation is uninitialized")),
        _ => Err(Fault::unsupported("the size of an allocation is an address")),
    }
}
