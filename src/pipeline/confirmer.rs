//! The confirmer: executes the run that a witness describes, and decides whether it has the error. The interpreter has
//! the last word. The confirmer does not know which engine asks.

use crate::confirm::SpecificationJudge;
use crate::dependence::{self, GivenNumber};
use crate::old_values::OldValues;
use crate::smallest::{self, Reproduced};
use base::Span;
use program::described::{self, EntryDescription};
use program::heaps;
use program::interp::{
    Block, BlockId, BlockKind, Chooser, Fault, HeapCounts, Interpreter, Liveness, RunStep, State, StepOutcome,
    start_main, unwritten,
};
use program::witness::{ChoiceKind, Chosen, RequestedValue, RunRequest, Witness};
use program::{Command, EdgeId, FaultKind, FunctionId, LocationId, Program};
use spec::{Question, SpecifiedProperty};

/// The error that a run is expected to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SoughtError {
    pub kind: FaultKind,
    /// The property of the specification that fails, for errors of that kind.
    pub property: Option<SpecifiedProperty>,
    /// A sentence that describes it.
    pub message: String,
    /// The location of the error. A memory leak may occur at another place.
    pub span: Option<Span>,
}

/// An error, with a witness for it.
#[derive(Clone, Debug)]
pub struct FoundError {
    pub sought: SoughtError,
    /// The inputs of the run.
    pub witness: Witness,
    /// The run, or why it does not show the error.
    pub run: Result<Run, Differs>,
}

/// Options and limits of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunRules {
    /// True if a block that is still reachable from a global counts as leaked when `main` returns.
    pub leaks_at_exit: bool,
    /// True if an uninitialised number gets a value before it is read.
    pub gives_unwritten: bool,
    /// Maximum number of steps of a run.
    pub most_steps: u64,
}

#[derive(Clone, Copy)]
pub struct Confirmer<'c> {
    pub question: Question<'c>,
    /// Evaluates the specification on runs.
    pub judge: Option<&'c SpecificationJudge<'c>>,
    pub rules: RunRules,
}

/// A run that has an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub steps: Vec<RunStep>,
    /// The heap blocks allocated and freed so far, after each step.
    pub heap: Vec<HeapCounts>,
    /// The interpreter's message.
    pub message: String,
    /// The location of the error.
    pub span: Option<Span>,
    /// The function that contains the error.
    pub function: Option<FunctionId>,
    /// The state that it starts in; `None` if it starts at `main`.
    pub start: Option<State>,
    /// The choices and inputs that it requested, in order.
    pub asked: Vec<RunRequest>,
    /// The interpreter's fault, if the error is one that it detects itself.
    pub fault: Option<Fault>,
    /// The state at the end.
    pub last: State,
    /// The state before the last step, if that leaks a block.
    pub before: Option<State>,
}

/// Why a run does not show the expected error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differs {
    /// The run requests another choice than the model makes.
    Choices,
    /// The run needs more arguments than the witness has, or a number that the interpreter does not choose.
    Input,
    /// The run has another error, at this place.
    Other(FaultKind, String, Option<Span>),
    /// The run ends without an error.
    NoError,
    /// The error is gone if a number is another one that this function, which has no body, gives.
    DependsOn(String),
    /// The run exceeds the limit on steps.
    Steps,
}

/// Replays the choices of a witness.
struct Scripted<'c> {
    left: std::slice::Iter<'c, Chosen>,
    /// The values of uninitialised cells, in the order of reads.
    unwritten: std::vec::IntoIter<i128>,
    /// True if an uninitialised value was copied: two cells may then hold one value, so no more of them get values.
    has_copied: bool,
    /// True if the interpreter requested another choice.
    differs: bool,
    /// Index of the current step.
    step: Option<usize>,
    asked: Vec<RunRequest>,
}

impl<'c> Scripted<'c> {
    /// Starts at the first choice of a witness; `asked` are those that the interpreter requests.
    fn of(witness: &Witness, asked: &'c [Chosen]) -> Scripted<'c> {
        Scripted {
            left: asked.iter(),
            unwritten: witness.unwritten().into_iter(),
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

    /// Gives uninitialised cells their values, where the commands after a location read them. Where several commands
    /// may be taken, only conditions are sure to be read.
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
            // A read that the witness has no value for may get any number.
            unwritten::settle(state, program, command, &mut |_, _| self.unwritten.next().unwrap_or(0));
            self.has_copied |= unwritten::copies(state, program, command);
        }
    }

    fn next_byte(&mut self) -> Option<u8> {
        let before = self.asked.len();
        let byte = (self.choose(2) == 1).then(|| self.integer(8, false) as u8);
        self.asked.truncate(before);
        byte
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
            // The first way is NULL.
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
        let byte = self.next_byte();
        self.record(RequestedValue::Byte(byte));
        byte
    }

    fn byte_of_file(&mut self) -> Option<u8> {
        let byte = self.next_byte();
        self.record(RequestedValue::ByteOfFile(byte));
        byte
    }
}

impl<'c> Confirmer<'c> {
    /// Executes the run of a witness, and makes its input as small as it can.
    pub(super) fn confirm(self, sought: SoughtError, witness: Witness) -> FoundError {
        let run = match self.run(&sought, &witness) {
            Ok(run) => run,
            Err(differs) => return FoundError { sought, witness, run: Err(differs) },
        };
        let old_values = OldValues::of(self.question);
        let given = (witness.clone(), run.steps.len());
        let smaller = smallest::smaller(self.question.program, given, |given, most_steps| {
            let entry = given.entry.as_ref().map(|entry| self.kept(&old_values, entry).ok_or(()));
            let Ok(entry) = entry.transpose() else { return Reproduced { run: None, steps: 0 } };
            let witness = Witness { entry, chosen: given.chosen.clone() };
            let rules = RunRules { most_steps: most_steps.min(self.rules.most_steps), ..self.rules };
            let found = Confirmer { rules, ..self }.run(&sought, &witness).ok();
            let steps = found.as_ref().unwrap_or(&run).steps.len() as u64;
            let found = found.filter(|found| found.span == run.span && found.function == run.function);
            Reproduced { run: found.map(|found| (witness, found)), steps }
        });
        let (witness, run) = smaller.unwrap_or((witness, run));
        let run = match self.depends_on(&sought, &witness, &run) {
            Some(function) => Err(Differs::DependsOn(function)),
            None => Ok(run),
        };
        FoundError { sought, witness, run }
    }

    /// Returns the function without a body that gives a number on which the error of a run depends.
    fn depends_on(self, sought: &SoughtError, witness: &Witness, run: &Run) -> Option<String> {
        let is_byte =
            |request: &RunRequest| matches!(request.value, RequestedValue::Byte(_) | RequestedValue::ByteOfFile(_));
        if sought.kind == FaultKind::MemoryLeak || run.asked.iter().any(is_byte) {
            return None;
        }
        let is_number = |chosen: &Chosen| matches!(chosen.kind, ChoiceKind::Integer(..) | ChoiceKind::Float(_));
        let numbers = witness.chosen.iter().enumerate().filter(|(_, chosen)| is_number(chosen));
        let of_number =
            |asked: &&RunRequest| matches!(asked.value, RequestedValue::Integer { .. } | RequestedValue::Float { .. });
        let requests = run.asked.iter().filter(of_number);
        let given = numbers.zip(requests).filter_map(|((index, chosen), request)| {
            let step = run.steps.get(request.step?)?;
            let function = dependence::called(self.question.program, *step)?;
            Some(GivenNumber::of(index, *chosen, function))
        });
        let is_gone = |others: &[(usize, i128)]| {
            let mut changed = witness.clone();
            dependence::replace(&mut changed.chosen, others)
                && match run.fault {
                    Some(_) => self.passes(&changed, &run.steps),
                    // A property of the specification is decided at locations, whatever way leads there.
                    None => matches!(self.run(sought, &changed), Err(Differs::NoError)),
                }
        };
        let given: Vec<GivenNumber<'_>> = given.collect();
        dependence::first(self.question.program, &given, is_gone).map(str::to_string)
    }

    /// Returns true if the run of a witness makes these steps, and all of them without an error.
    fn passes(self, witness: &Witness, steps: &[RunStep]) -> bool {
        let (interpreter, asked) = (Interpreter::new(self.question.program), witness.asked());
        let mut scripted = Scripted::of(witness, &asked);
        let Ok((mut state, mut location)) = self.start(&interpreter, witness, &mut scripted) else { return false };
        let mut left = steps.iter();
        // A return is not a step.
        for _ in 0..2 * steps.len() {
            let function = state.function();
            let outcome = interpreter.step(&mut state, location, &mut scripted, &mut std::io::sink());
            let StepOutcome::Moved { edge, to } = outcome else { return false };
            if scripted.differs {
                return false;
            }
            if let Some(step) = function.zip(edge) {
                let Some(known) = left.next() else { return false };
                let is_last = left.as_slice().is_empty();
                if !dependence::is_same_step(self.question.program, (*known, step), is_last) {
                    return false;
                }
            }
            if left.as_slice().is_empty() {
                return true;
            }
            location = to;
        }
        false
    }

    /// Returns an entry state together with the constants for its old values.
    fn kept(self, old_values: &OldValues<'_>, entry: &EntryDescription) -> Option<EntryDescription> {
        if old_values.is_empty() {
            return Some(entry.clone());
        }
        let Question { program, entry: function, specification } = self.question;
        let state = described::state(program, function, entry).ok()?;
        heaps::describe(program, function, &specification?.symbol_types(), &old_values.keep(&state))
    }

    /// Executes the run of a witness; `Ok` if it has the error.
    fn run(self, sought: &SoughtError, witness: &Witness) -> Result<Run, Differs> {
        self.watch(sought, witness, |_, _| {})
    }

    /// Returns the start state of a run, and where control is.
    fn start(
        self,
        interpreter: &Interpreter<'_>,
        witness: &Witness,
        scripted: &mut Scripted<'_>,
    ) -> Result<(State, LocationId), Differs> {
        let Question { program, entry, .. } = self.question;
        let differs = |fault: Fault| Differs::Other(fault.kind, fault.message, None);
        if let Some(description) = &witness.entry {
            let state = described::state(program, entry, description).map_err(differs)?;
            let flowchart = program.flowchart(entry).ok_or(Differs::NoError)?;
            return Ok((state, flowchart.entry));
        }
        let arguments = witness.arguments().ok_or(Differs::Input)?;
        let mut state = State::default();
        let location =
            start_main(interpreter, &mut state, &arguments, scripted).map_err(|(fault, _)| differs(fault))?;
        Ok((state, location))
    }

    /// Executes the run of a witness; `Ok` if it has the error. Calls `see` with the number of steps made and the
    /// state: first for the start state.
    pub fn watch(
        self,
        sought: &SoughtError,
        witness: &Witness,
        mut see: impl FnMut(usize, &State),
    ) -> Result<Run, Differs> {
        let (program, rules, asked) = (self.question.program, self.rules, witness.asked());
        let interpreter =
            Interpreter { leak_checks: sought.kind == FaultKind::MemoryLeak, ..Interpreter::new(program) };
        let mut scripted = Scripted::of(witness, &asked);
        let (mut state, mut location) = self.start(&interpreter, witness, &mut scripted)?;
        let first = witness.entry.is_some().then(|| state.clone());
        let mut observed = Observed { judge: self.judge, sought, history: Vec::new() };
        let mut taken = TakenSteps::default();
        see(0, &state);
        for _ in 0..rules.most_steps {
            let function = state.function();
            if state.frames().len() == 1 && observed.breaks(&state, location)? {
                return Ok(observed.run(taken, function, (first, scripted.asked), state));
            }
            scripted.step = Some(taken.steps.len());
            if rules.gives_unwritten {
                scripted.settle(program, &mut state, location);
            }
            let before = needs_state_before(sought.kind).then(|| state.clone());
            let outcome = interpreter.step(&mut state, location, &mut scripted, &mut std::io::sink());
            if scripted.differs {
                return Err(Differs::Choices);
            }
            if let StepOutcome::Moved { edge, to } = outcome {
                taken.add(function.zip(edge), &state, &mut see);
                if observed.fails_silently(before.as_ref(), program, taken.steps.last()) {
                    return Ok(observed.run(taken, function, (first, scripted.asked), state));
                }
                location = to;
                continue;
            }
            let ends = matches!(outcome, StepOutcome::Finished | StepOutcome::Halted { .. });
            let Some((edge, fault)) = self.failure(sought, outcome, &state) else {
                let is_it = ends && observed.is_refuted();
                let run = || observed.run(taken, function, (first, scripted.asked), state);
                return is_it.then(run).ok_or(Differs::NoError);
            };
            let function = state.function().or(function);
            let (function, at) = blamed(function, edge, &taken.steps);
            let span = at.and_then(|edge| Some(program.flowchart(function?)?.edge(edge).span));
            sought.is_met_by(&fault, span.or(sought.span))?;
            taken.add(function.zip(edge), &state, &mut see);
            let run = observed.run(taken, function, (first, scripted.asked), state);
            let (message, fault) = (fault.message.clone(), Some(fault));
            return Ok(Run { message, span: span.or(run.span), fault, before, ..run });
        }
        Err(Differs::Steps)
    }

    /// Returns the fault, with its edge, of a step after which the run does not continue.
    fn failure(self, sought: &SoughtError, outcome: StepOutcome, state: &State) -> Option<(Option<EdgeId>, Fault)> {
        let is_leak = sought.kind == FaultKind::MemoryLeak;
        let is_kept = is_leak && self.rules.leaks_at_exit && keeps_block(state);
        let leak = |message| Fault::new(FaultKind::MemoryLeak, message);
        let kept = || leak("memory leak: a block is still allocated when the program ends");
        match outcome {
            StepOutcome::Failed { edge, fault } => Some((edge, fault)),
            StepOutcome::Halted { edge, .. } if is_kept => Some((Some(edge), kept())),
            StepOutcome::Halted { edge, .. } if is_leak && loses_block(self.question.program, state) => {
                Some((Some(edge), leak("memory leak: the last pointer to a block is lost when the program ends")))
            }
            StepOutcome::Finished if is_kept => Some((None, kept())),
            StepOutcome::Moved { .. } | StepOutcome::Halted { .. } | StepOutcome::Finished | StepOutcome::Blocked => {
                None
            }
        }
    }
}

impl SoughtError {
    /// Checks that a fault is the sought one. For the place of a leak, the run knows better than the engine that asks.
    fn is_met_by(&self, fault: &Fault, span: Option<Span>) -> Result<(), Differs> {
        let is_same_place = self.kind == FaultKind::MemoryLeak || self.span == span;
        match fault.kind == self.kind && is_same_place {
            true => Ok(()),
            false => Err(Differs::Other(fault.kind, fault.message.clone(), span)),
        }
    }
}

#[derive(Default)]
struct TakenSteps {
    steps: Vec<RunStep>,
    /// The heap blocks allocated and freed so far, after each step.
    heap: Vec<HeapCounts>,
}

impl TakenSteps {
    /// Adds a step, if there is one: a return from a function is not a step.
    fn add(&mut self, step: Option<RunStep>, state: &State, see: &mut impl FnMut(usize, &State)) {
        if let Some(step) = step {
            self.steps.push(step);
            self.heap.push(state.heap_counts());
            see(self.steps.len(), state);
        }
    }
}

/// Returns the edge to blame for an error: a block that is leaked when a function returns is blamed on the last step.
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

/// Observations of a run about the specification.
struct Observed<'r> {
    judge: Option<&'r SpecificationJudge<'r>>,
    sought: &'r SoughtError,
    /// The values of the located parts of the temporal formula that is sought, along the run.
    history: Vec<Vec<Option<bool>>>,
}

impl Observed<'_> {
    /// Returns true if a state at a location breaks the sought assertion. Fails if the run violates an assumption.
    fn breaks(&mut self, state: &State, location: LocationId) -> Result<bool, Differs> {
        let Some(judge) = self.judge else { return Ok(false) };
        if !judge.admit(state, location) {
            return Err(Differs::NoError);
        }
        let Some(property) = self.sought.property else { return Ok(false) };
        if property.location.is_none() {
            self.history.push(judge.observe(property.statement, state, location));
        }
        Ok(property.location == Some(location) && judge.breaks(property.statement, state, location))
    }

    /// Returns the run, if it has the sought error.
    fn run(
        &self,
        taken: TakenSteps,
        function: Option<FunctionId>,
        (start, asked): (Option<State>, Vec<RunRequest>),
        last: State,
    ) -> Run {
        let (message, span) = (self.sought.message.clone(), self.sought.span);
        let TakenSteps { steps, heap } = taken;
        Run { steps, heap, message, span, function, start, asked, fault: None, last, before: None }
    }

    /// Returns true if a step from a state has the sought undefined behaviour, where that does not end the run.
    fn fails_silently(&self, before: Option<&State>, program: &Program, step: Option<&RunStep>) -> bool {
        let kind = self.sought.kind;
        let Some(before) = before.filter(|_| kind.is_silent()) else { return false };
        let edge = step.and_then(|(function, edge)| Some(program.flowchart(*function)?.edge(*edge)));
        edge.is_some_and(|edge| {
            Some(edge.span) == self.sought.span && before.silent_faults(&edge.command, program).contains(&kind)
        })
    }

    /// Returns true if the run, which has ended, breaks the sought temporal formula.
    fn is_refuted(&self) -> bool {
        let property = self.sought.property.filter(|property| property.location.is_none());
        self.judge.zip(property).is_some_and(|(judge, property)| judge.refutes(property.statement, &self.history))
    }
}

/// Returns true if a block that the run allocated is still live.
pub(super) fn keeps_block(state: &State) -> bool {
    let is_kept =
        |block: &Block| matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live && !block.at_entry;
    state.blocks().any(|(_, block)| is_kept(block))
}

/// Returns true if no pointer to a block is left when the program exits. Temporaries do not count: nothing uses them
/// any more.
fn loses_block(program: &Program, state: &State) -> bool {
    let is_temporary = |id: &BlockId| match state.block(*id).map(|block| block.kind) {
        Some(BlockKind::Local(variable)) => program.is_temporary(variable),
        _ => false,
    };
    let roots = state.running_roots().into_iter().filter(|id| !is_temporary(id));
    !state.leaked_blocks(roots, program.types.model().word_bytes()).is_empty()
}

/// Returns true if the state before a step is needed to explain the error of the step.
fn needs_state_before(kind: FaultKind) -> bool {
    kind.is_silent() || kind == FaultKind::MemoryLeak
}
