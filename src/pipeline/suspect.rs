//! From what a run chooses to the run: the interpreter has the last word on every error.

use crate::confirm::SpecificationJudge;
use base::Span;
use bmc::{Settings, Suspect};
use program::described;
use program::interp::{
    Block, BlockId, BlockKind, Chooser, Fault, HeapCounts, Interpreter, Liveness, RunStep, State, StepOutcome,
    start_main, unwritten,
};
use program::witness::{ChoiceKind, Chosen};
use program::{Command, EdgeId, FaultKind, FunctionId, LocationId, Program};
use spec::Question;

/// A run that has an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The edges that it takes.
    pub steps: Vec<RunStep>,
    /// The blocks of the heap that have come and gone behind each of them.
    pub heap: Vec<HeapCounts>,
    /// What the interpreter says of the error.
    pub message: String,
    /// Where it is.
    pub span: Option<Span>,
    /// The function that it is in.
    pub function: Option<FunctionId>,
    /// The state that it starts in, if that is not the start of `main`.
    pub start: Option<State>,
    /// What it has asked for, in order.
    pub asked: Vec<RunRequest>,
    /// What the interpreter says of the error, where it is one of its own.
    pub fault: Option<Fault>,
    /// The state at the end.
    pub last: State,
    /// The state before the last step, where a block is lost.
    pub before: Option<State>,
}

/// What a run asks for, with what it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunRequest {
    /// By which of its steps; `None` before the first.
    pub step: Option<usize>,
    /// What it is given.
    pub value: RequestedValue,
}

/// What a run is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestedValue {
    /// One of some ways, counted from 0.
    Way {
        /// How many there are.
        count: usize,
        /// Which.
        way: usize,
    },
    /// An integer of a width, with sign or without.
    Integer {
        /// Bits.
        width: u32,
        /// Whether it has a sign.
        signed: bool,
        /// Those of the bits.
        bits: u128,
    },
    /// A floating-point number of a width.
    Float {
        /// Bits.
        width: u32,
        /// Those of the number.
        bits: u128,
    },
    /// A byte of standard input, or its end.
    Byte(Option<u8>),
}

/// Why a run does not show what it was to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differs {
    /// It asks for another choice than the model makes.
    Choices,
    /// It needs more arguments than are written down, or a number that the interpreter does not choose.
    Input,
    /// It has another error, here.
    Other(FaultKind, String, Option<Span>),
    /// It ends without one.
    NoError,
    /// It takes more steps than the limit.
    Steps,
}

/// Chooses what was chosen.
struct Scripted<'c> {
    left: std::slice::Iter<'c, Chosen>,
    /// The values of what was never written, in the order of reads.
    unwritten: std::vec::IntoIter<i128>,
    /// Whether what was never written was copied: two cells may be one value, and no more get values.
    has_copied: bool,
    /// Whether the interpreter asked for something else.
    differs: bool,
    /// The step under way.
    step: Option<usize>,
    asked: Vec<RunRequest>,
}

impl<'c> Scripted<'c> {
    /// At the first of the choices of a suspect; the second are those that the interpreter asks for.
    fn of(suspect: &Suspect, chosen: &'c [Chosen]) -> Scripted<'c> {
        Scripted {
            left: chosen.iter(),
            unwritten: suspect.witness.unwritten().into_iter(),
            has_copied: false,
            differs: false,
            step: None,
            asked: Vec::new(),
        }
    }

    fn next(&mut self, fits: impl Fn(ChoiceKind) -> bool) -> u128 {
        match self.left.next() {
            Some(chosen) if fits(chosen.kind) => chosen.bits,
            _ => {
                self.differs = true;
                0
            }
        }
    }

    /// Gives what was never written its values, where the commands behind a location read it. Where several may be taken, only
    /// conditions are known to be read.
    fn settle(&mut self, program: &Program, state: &mut State, location: LocationId) {
        let Some(flowchart) = state.function().and_then(|function| program.flowchart(function)) else { return };
        let edges = flowchart.outgoing(location);
        for edge in &edges {
            let command = &flowchart.edge(*edge).command;
            if edges.len() > 1 && !matches!(command, Command::Assume { .. }) {
                continue;
            }
            if self.has_copied {
                return;
            }
            // More than was asked for is any number, too.
            unwritten::settle(state, program, command, &mut |_, _| self.unwritten.next().unwrap_or(0));
            self.has_copied |= unwritten::copies(state, program, command);
        }
    }

    fn record(&mut self, value: RequestedValue) {
        self.asked.push(RunRequest { step: self.step, value });
    }
}

impl Chooser for Scripted<'_> {
    fn choose(&mut self, count: usize) -> usize {
        let way = self.next(|kind| match kind {
            ChoiceKind::Way(known) => known == count,
            ChoiceKind::Failure => count == 2,
            // The first is NULL.
            ChoiceKind::Pointer => true,
            _ => false,
        });
        let way = usize::try_from(way).ok().filter(|way| *way < count).unwrap_or(0);
        self.record(RequestedValue::Way { count, way });
        way
    }

    fn float(&mut self, bits: u32) -> f64 {
        let chosen = self.next(|kind| kind == ChoiceKind::Float(bits));
        self.record(RequestedValue::Float { width: bits, bits: chosen });
        match bits {
            32 => f64::from(f32::from_bits(chosen as u32)),
            _ => f64::from_bits(chosen as u64),
        }
    }

    fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        let chosen = self.next(|kind| kind == ChoiceKind::Integer(bits, signed));
        self.record(RequestedValue::Integer { width: bits, signed, bits: chosen });
        chosen as i128
    }

    fn byte(&mut self) -> Option<u8> {
        let before = self.asked.len();
        let byte = (self.choose(2) == 1).then(|| self.integer(8, false) as u8);
        self.asked.truncate(before);
        self.record(RequestedValue::Byte(byte));
        byte
    }
}

/// The state that a run starts in, and where control is.
fn start(
    interpreter: &Interpreter<'_>,
    task: Question<'_>,
    suspect: &Suspect,
    scripted: &mut Scripted<'_>,
) -> Result<(State, LocationId), Differs> {
    let differs = |fault: Fault| Differs::Other(fault.kind, fault.message, None);
    if let Some(description) = &suspect.witness.entry {
        let state = described::state(task.program, task.entry, description).map_err(differs)?;
        let flowchart = task.program.flowchart(task.entry).ok_or(Differs::NoError)?;
        return Ok((state, flowchart.entry));
    }
    let arguments = suspect.witness.arguments().ok_or(Differs::Input)?;
    let mut state = State::default();
    let location = start_main(interpreter, &mut state, &arguments, scripted).map_err(|(fault, _)| differs(fault))?;
    Ok((state, location))
}

/// The interpreter for the run of a suspect.
fn interpreter<'p>(program: &'p Program, suspect: &Suspect, settings: &Settings) -> Interpreter<'p> {
    Interpreter {
        allocation_may_fail: settings.allocation_may_fail,
        leak_checks: suspect.kind == FaultKind::MemoryLeak,
        ..Interpreter::new(program)
    }
}

/// The same as [`replay`], and shows how many steps of the run are made, with the state then: first that at the start.
pub fn watch(
    (task, judge): (Question<'_>, Option<&SpecificationJudge<'_>>),
    suspect: &Suspect,
    settings: &Settings,
    mut see: impl FnMut(usize, &State),
) -> Result<Run, Differs> {
    let program = task.program;
    let chosen = suspect.witness.asked();
    let interpreter = interpreter(program, suspect, settings);
    let mut scripted = Scripted::of(suspect, &chosen);
    let (mut state, mut location) = start(&interpreter, task, suspect, &mut scripted)?;
    let first = suspect.witness.entry.is_some().then(|| state.clone());
    let mut observed = Observed { judge, suspect, history: Vec::new() };
    let mut taken = TakenSteps::default();
    see(0, &state);
    for _ in 0..settings.replay_steps {
        let function = state.function();
        if state.frames().len() == 1 && observed.breaks(&state, location)? {
            return Ok(observed.run(taken, function, (first, scripted.asked), state));
        }
        scripted.step = Some(taken.steps.len());
        if settings.undefined_is_any && settings.confirms_unwritten {
            scripted.settle(program, &mut state, location);
        }
        let before = needs_state_before(suspect.kind).then(|| state.clone());
        let outcome = interpreter.step(&mut state, location, &mut scripted, &mut std::io::sink());
        if scripted.differs {
            return Err(Differs::Choices);
        }
        let (edge, fault) = match outcome {
            StepOutcome::Moved { edge, to } => {
                taken.add(function.zip(edge), &state, &mut see);
                if observed.fails_silently(before.as_ref(), program, taken.steps.last()) {
                    return Ok(observed.run(taken, function, (first, scripted.asked), state));
                }
                location = to;
                continue;
            }
            StepOutcome::Failed { edge, fault } => (edge, fault),
            StepOutcome::Halted { edge, .. } if keeps_block(suspect, settings, &state) => (Some(edge), kept_block()),
            StepOutcome::Halted { edge, .. } if loses_block(suspect, program, &state) => (Some(edge), lost_block()),
            StepOutcome::Finished if keeps_block(suspect, settings, &state) => (None, kept_block()),
            StepOutcome::Halted { .. } | StepOutcome::Finished if observed.is_refuted() => {
                return Ok(observed.run(taken, function, (first, scripted.asked), state));
            }
            StepOutcome::Halted { .. } | StepOutcome::Finished | StepOutcome::Blocked => return Err(Differs::NoError),
        };
        let function = state.function().or(function);
        let (function, at) = blamed(function, edge, &taken.steps);
        let span = at.and_then(|edge| Some(program.flowchart(function?)?.edge(edge).span));
        confirmed(suspect, &fault, span.or(suspect.site.span))?;
        taken.add(function.zip(edge), &state, &mut see);
        let run = observed.run(taken, function, (first, scripted.asked), state);
        let (message, fault) = (fault.message.clone(), Some(fault));
        return Ok(Run { message, span: span.or(run.span), fault, before, ..run });
    }
    Err(Differs::Steps)
}

/// The steps of a run so far.
#[derive(Default)]
struct TakenSteps {
    steps: Vec<RunStep>,
    /// The blocks of the heap that have come and gone behind each of them.
    heap: Vec<HeapCounts>,
}

impl TakenSteps {
    /// Adds a step, if there is one: the return from a function is none.
    fn add(&mut self, step: Option<RunStep>, state: &State, see: &mut impl FnMut(usize, &State)) {
        if let Some(step) = step {
            self.steps.push(step);
            self.heap.push(state.heap_counts());
            see(self.steps.len(), state);
        }
    }
}

/// The edge that an error is at: a block that is lost where a function returns is lost by what was done last.
fn blamed(
    function: Option<FunctionId>,
    edge: Option<EdgeId>,
    steps: &[RunStep],
) -> (Option<FunctionId>, Option<EdgeId>) {
    match edge {
        Some(edge) => (function, Some(edge)),
        None => steps.last().map_or((function, None), |(function, edge)| (Some(*function), Some(*edge))),
    }
}

/// Runs a program with what a suspect chooses: the run, if it has that error.
pub fn replay(
    task: Question<'_>,
    judge: Option<&SpecificationJudge<'_>>,
    suspect: &Suspect,
    settings: &Settings,
) -> Result<Run, Differs> {
    watch((task, judge), suspect, settings, |_, _| {})
}

/// What a run has shown of the specification.
struct Observed<'r> {
    judge: Option<&'r SpecificationJudge<'r>>,
    suspect: &'r Suspect,
    /// Of the temporal formula that is suspected.
    history: Vec<Vec<Option<bool>>>,
}

impl Observed<'_> {
    /// Whether a state at a location breaks the assertion that is suspected. A run that does not count shows nothing.
    fn breaks(&mut self, state: &State, location: LocationId) -> Result<bool, Differs> {
        let Some(judge) = self.judge else { return Ok(false) };
        if !judge.admit(state, location) {
            return Err(Differs::NoError);
        }
        let Some(property) = self.suspect.property else { return Ok(false) };
        if property.location.is_none() {
            self.history.push(judge.observe(property.statement, state, location));
        }
        Ok(property.location == Some(location) && judge.breaks(property.statement, state, location))
    }

    /// The run, where it breaks what is suspected.
    fn run(
        &self,
        taken: TakenSteps,
        function: Option<FunctionId>,
        (start, asked): (Option<State>, Vec<RunRequest>),
        last: State,
    ) -> Run {
        let (message, span) = (self.suspect.message.clone(), self.suspect.site.span);
        let TakenSteps { steps, heap } = taken;
        Run { steps, heap, message, span, function, start, asked, fault: None, last, before: None }
    }

    /// Whether a step from a state has the suspected undefined behaviour, where that ends no run.
    fn fails_silently(&self, before: Option<&State>, program: &Program, step: Option<&RunStep>) -> bool {
        let kind = self.suspect.kind;
        let Some(before) = before.filter(|_| kind.is_silent()) else { return false };
        let edge = step.and_then(|(function, edge)| Some(program.flowchart(*function)?.edge(*edge)));
        edge.is_some_and(|edge| {
            Some(edge.span) == self.suspect.site.span && before.silent_faults(&edge.command, program).contains(&kind)
        })
    }

    /// Whether the run, which has ended, breaks the temporal formula that is suspected.
    fn is_refuted(&self) -> bool {
        let property = self.suspect.property.filter(|property| property.location.is_none());
        self.judge.zip(property).is_some_and(|(judge, property)| judge.refutes(property.statement, &self.history))
    }
}

/// Whether a block is still allocated at the end, where that is the error.
fn keeps_block(suspect: &Suspect, settings: &Settings, state: &State) -> bool {
    let is_live =
        |block: &Block| matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live && !block.at_entry;
    settings.leaks_at_exit && suspect.kind == FaultKind::MemoryLeak && state.blocks().any(|(_, block)| is_live(block))
}

/// Whether nothing leads to a block any more when the program ends itself, where that is the error: what an expression was
/// computed with is of no use then.
fn loses_block(suspect: &Suspect, program: &Program, state: &State) -> bool {
    let is_temporary = |id: &BlockId| match state.block(*id).map(|block| block.kind) {
        Some(BlockKind::Local(variable)) => program.is_temporary(variable),
        _ => false,
    };
    let roots = state.running_roots().into_iter().filter(|id| !is_temporary(id));
    suspect.kind == FaultKind::MemoryLeak && !state.leaked_blocks(roots, program.types.model().word_bytes()).is_empty()
}

fn lost_block() -> Fault {
    Fault::new(FaultKind::MemoryLeak, "memory leak: the last pointer to a block is lost when the program ends")
}

fn kept_block() -> Fault {
    Fault::new(FaultKind::MemoryLeak, "memory leak: a block is still allocated when the program ends")
}

/// Whether a fault is the suspected one. Where a block is lost, the run knows better than the claim.
fn confirmed(suspect: &Suspect, fault: &Fault, span: Option<Span>) -> Result<(), Differs> {
    let is_same_place = suspect.kind == FaultKind::MemoryLeak || suspect.site.span == span;
    match fault.kind == suspect.kind && is_same_place {
        true => Ok(()),
        false => Err(Differs::Other(fault.kind, fault.message.clone(), span)),
    }
}

/// Whether the state before a step says what the step does wrong.
fn needs_state_before(kind: FaultKind) -> bool {
    kind.is_silent() || kind == FaultKind::MemoryLeak
}
