//! A whole run of a program from `main`: implements `damson run`.

use std::io::{BufRead, Write};

use crate::interp::choice::{Chooser, Random, WithInput};
use crate::interp::fault::Fault;
use crate::interp::memory::{Block, BlockId, BlockKind, Pointer, Value};
use crate::interp::plan::Plan;
use crate::interp::state::{State, Stream};
use crate::interp::step::{Interpreter, StepOutcome};
use crate::start::{Arguments, Start};
use crate::{EdgeId, FunctionId, LocationId, Program, VariableId};
use base::ids::Id;
use base::{Budget, Span};

/// Limits of a run, and the seed of its choices.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of steps.
    pub steps: u64,
    /// Maximum call depth.
    pub frames: usize,
    /// Seed of the nondeterministic choices.
    pub seed: u64,
    /// Limits on time and memory.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1_000_000_000, frames: 100_000, seed: 0, budget: Budget::unlimited() }
    }
}

/// A fault and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultReport {
    pub fault: Fault,
    /// The source position; `None` if the fault has none.
    pub span: Option<Span>,
    /// The call stack, innermost first: each function, and its call site.
    pub stack: Vec<(FunctionId, Option<Span>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Exit status as seen by a shell: 134 after `abort`.
    Exit(u8),
    /// No edge is enabled: the run is discarded (`__VERIFIER_assume`).
    Blocked,
    Fault(Box<FaultReport>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunResult {
    pub end: RunEnd,
    pub steps: u64,
    /// Number of unreachable blocks when `main` returned or the program terminated itself.
    pub leaked: usize,
}

/// Runs `main` after initialising globals. `arguments` are those of the program, starting with its name. Standard input
/// is chosen by the seed.
pub fn run_main(program: &Program, arguments: &[String], output: &mut dyn Write, limits: &Limits) -> RunResult {
    run_with(program, arguments, &mut Random::new(limits.seed), output, limits)
}

/// As [`run_main`], with the given standard input.
pub fn run_main_on(
    program: &Program,
    arguments: &[String],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    limits: &Limits,
) -> RunResult {
    let mut random = Random::new(limits.seed);
    run_with(program, arguments, &mut WithInput { chooser: &mut random, input }, output, limits)
}

fn run_with(
    program: &Program,
    arguments: &[String],
    chooser: &mut dyn Chooser,
    output: &mut dyn Write,
    limits: &Limits,
) -> RunResult {
    let plans = program.functions.ids().map(|function| program.flowchart(function).map(Plan::new)).collect();
    let mut run = Run {
        plans,
        interpreter: Interpreter { max_frames: limits.frames, ..Interpreter::new(program) },
        state: State::default(),
        steps: 0,
        finished: false,
        compact_at: 4096,
    };
    let end = match run.start(arguments, chooser) {
        Ok(location) => run.go_on(location, chooser, output, limits),
        Err(report) => RunEnd::Fault(report),
    };
    let leaked = match &end {
        RunEnd::Exit(_) => run.state.leaked_blocks(run.final_roots(), program.types.model().word_bytes()).len(),
        _ => 0,
    };
    RunResult { end, steps: run.steps, leaked }
}

struct Run<'p> {
    /// Plans of the functions with a body, by function number.
    plans: Vec<Option<Plan<'p>>>,
    interpreter: Interpreter<'p>,
    state: State,
    steps: u64,
    /// True if `main` has returned.
    finished: bool,
    /// Number of blocks at which dead blocks are next collected.
    compact_at: usize,
}

impl Run<'_> {
    fn report(&self, fault: Fault, span: Option<Span>) -> Box<FaultReport> {
        let frames = self.state.frames();
        let caller = |index: usize| index.checked_sub(1).and_then(|index| frames.get(index));
        let called_from = |index: usize, edge: Option<EdgeId>| {
            let flowchart = self.interpreter.program.flowchart(caller(index)?.function)?;
            Some(flowchart.edge(edge?).span)
        };
        let stack = frames.iter().enumerate().rev();
        let stack = stack.map(|(index, frame)| (frame.function, called_from(index, frame.call))).collect();
        Box::new(FaultReport { fault, span, stack })
    }

    /// Initialises the globals and enters `main`.
    fn start(&mut self, arguments: &[String], chooser: &mut dyn Chooser) -> Result<LocationId, Box<FaultReport>> {
        start_main(&self.interpreter, &mut self.state, arguments, chooser)
            .map_err(|(fault, span)| self.report(fault, span))
    }

    fn go_on(
        &mut self,
        mut location: LocationId,
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
        limits: &Limits,
    ) -> RunEnd {
        loop {
            if let Some(fault) = self.exhausted(limits) {
                return RunEnd::Fault(self.report(fault, self.span_of(location)));
            }
            self.steps += 1;
            match self.step(location, chooser, output) {
                StepOutcome::Moved { to, .. } => location = to,
                StepOutcome::Blocked => return RunEnd::Blocked,
                StepOutcome::Finished => {
                    self.finished = true;
                    return self.status(self.main_result(), location);
                }
                StepOutcome::Halted { status: None, .. } => return RunEnd::Exit(134),
                StepOutcome::Halted { status: Some(status), .. } => return self.status(Ok(status), location),
                StepOutcome::Failed { edge, fault } => {
                    let flowchart = self.interpreter.flowchart(&self.state);
                    let at_edge = edge.and_then(|edge| flowchart?.graph.edge_weight(edge)).map(|edge| edge.span);
                    return RunEnd::Fault(self.report(fault, at_edge.or_else(|| self.span_of(location))));
                }
            }
            if self.state.blocks.len() > self.compact_at {
                self.state = self.state.canonical();
                self.compact_at = 2 * self.state.blocks.len() + 4096;
            }
        }
    }

    fn step(&mut self, location: LocationId, chooser: &mut dyn Chooser, output: &mut dyn Write) -> StepOutcome {
        let function = self.state.function().map_or(usize::MAX, Id::index);
        match self.plans.get(function) {
            Some(Some(plan)) => self.interpreter.planned_step(&mut self.state, plan, location, chooser, output),
            _ => self.interpreter.step(&mut self.state, location, chooser, output),
        }
    }

    fn exhausted(&self, limits: &Limits) -> Option<Fault> {
        if self.steps >= limits.steps {
            return Some(Fault::unsupported(format!("the run takes more than {} steps", limits.steps)));
        }
        let due = self.steps.is_multiple_of(1024);
        due.then(|| limits.budget.check().err()).flatten().map(|why| Fault::unsupported(why.to_string()))
    }

    fn span_of(&self, location: LocationId) -> Option<Span> {
        let flowchart = self.interpreter.flowchart(&self.state)?;
        flowchart.graph.node_weight(location).map(|location| location.span)
    }

    /// The return value of `main`.
    fn main_result(&self) -> Result<Value, Fault> {
        let program = self.interpreter.program;
        let variable = self.state.function().and_then(|main| program.functions.get(main)?.result);
        let Some(variable) = variable else { return Ok(Value::Integer(0)) };
        match (self.state.variable_address(variable), program.variables.get(variable)) {
            (Some(address), Some(variable)) => self.state.load(address, variable.ty, &program.types),
            _ => Err(Fault::unsupported("the result of 'main' has no storage")),
        }
    }

    fn status(&self, status: Result<Value, Fault>, location: LocationId) -> RunEnd {
        match status {
            Ok(Value::Integer(status)) => RunEnd::Exit(status as u8),
            Ok(Value::Undefined) => {
                let fault = Fault::undefined("the exit status is undefined");
                RunEnd::Fault(self.report(fault, self.span_of(location)))
            }
            Ok(_) => {
                let fault = Fault::unsupported("the exit status is an address");
                RunEnd::Fault(self.report(fault, self.span_of(location)))
            }
            Err(fault) => RunEnd::Fault(self.report(fault, self.span_of(location))),
        }
    }

    /// After `main` returns, its locals are gone; a program that calls `exit` still has all of them.
    fn final_roots(&self) -> Vec<BlockId> {
        let program = self.interpreter.program;
        if self.finished { self.state.exit_roots(program) } else { self.state.running_roots() }
    }
}

/// Initialises the globals and enters `main`: the initial state of a whole run. Returns the location of control.
/// `arguments` are those of the program, starting with its name. A fault comes with its source position, if it has one.
pub fn start_main<A: AsRef<[u8]>>(
    interpreter: &Interpreter<'_>,
    state: &mut State,
    arguments: &[A],
    chooser: &mut dyn Chooser,
) -> Result<LocationId, (Fault, Option<Span>)> {
    let program = interpreter.program;
    let Some(main) = program.defined_function("main") else {
        return Err((Fault::unsupported("there is no function 'main' with a body"), None));
    };
    *state = State::new(program).map_err(|fault| (fault, None))?;
    state.clock.0.is_whole = true;
    open_streams(state, program, |_| true).map_err(|fault| (fault, None))?;
    if let Err((index, fault)) = interpreter.initialize_globals(state, chooser) {
        return Err((fault, program.initializers.get(index).map(|edge| edge.span)));
    }
    let pushed = state.push_frame(program, main, None);
    let passed = pushed.and_then(|()| pass_arguments(state, program, main, arguments));
    let entry = program.flowchart(main).map(|flowchart| flowchart.entry);
    match (passed, entry) {
        (Ok(()), Some(entry)) => Ok(entry),
        (Err(fault), _) => Err((fault, program.functions.get(main).map(|main| main.span))),
        (Ok(()), None) => Err((Fault::unsupported("'main' has no body"), None)),
    }
}

/// Initialises the wanted ones of `stdin`, `stdout` and `stderr`, if the program declares them as pointers.
pub(super) fn open_streams(
    state: &mut State,
    program: &Program,
    is_wanted: impl Fn(VariableId) -> bool,
) -> Result<(), Fault> {
    for (id, variable) in program.streams().filter(|(id, _)| is_wanted(*id)) {
        if let (Some(stream), Some(address)) = (Stream::named(&variable.name), state.variable_address(id)) {
            let block = state.add_block(Block::new(BlockKind::Arguments, 1, false)?);
            state.store(address, Value::pointer_to(block), variable.ty, &program.types)?;
            state.streams.push((stream, block));
        }
    }
    Ok(())
}

/// Passes `argc` and `argv` to `main`.
pub(crate) fn pass_arguments<A: AsRef<[u8]>>(
    state: &mut State,
    program: &Program,
    main: FunctionId,
    arguments: &[A],
) -> Result<(), Fault> {
    let passed = Start::of(program, main).arguments();
    let passed = passed.ok_or_else(|| Fault::unsupported("'main' with other parameters than 'argc' and 'argv'"))?;
    let Arguments { count: Some(count), vector } = passed else { return Ok(()) };
    let set = |state: &mut State, parameter: VariableId, value: Value| match program.variables.get(parameter) {
        Some(variable) => {
            let address = state.variable_address(parameter).unwrap_or(Pointer::Null);
            state.store(address, value, variable.ty, &program.types)
        }
        None => Err(Fault::unsupported("an unknown parameter")),
    };
    set(state, count, Value::Integer(arguments.len() as i128))?;
    let Some(vector) = vector else { return Ok(()) };
    let string = program.variables.get(vector).and_then(|variable| program.types.pointee(variable.ty));
    let string = string.filter(|ty| program.types.is_pointer(*ty));
    let string = string.ok_or_else(|| Fault::unsupported("the second parameter of 'main' is not 'char **'"))?;
    let word = program.types.model().word_bytes();
    let array = state.add_block(Block::new(BlockKind::Arguments, word * (arguments.len() as u64 + 1), true)?);
    for (index, argument) in arguments.iter().enumerate() {
        let text = state.add_text(BlockKind::Arguments, argument.as_ref())?;
        let place = Pointer::To { block: array, offset: (word as i64).saturating_mul(index as i64) };
        state.store(place, Value::pointer_to(text), string, &program.types)?;
    }
    set(state, vector, Value::pointer_to(array))
}
