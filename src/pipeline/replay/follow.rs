//! One run of the interpreter along the path of an error.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::confirm::SpecificationJudge;
use crate::limits::{MOST_POINTS, MOST_STEPS_TO_END, POINT_INTERVAL};
use crate::replay::choices::{Choice, InputNumbers, Otherwise, Wishes};
use crate::replay::goal::{Goal, LeakMet};
use crate::replay::start::ReplayStart;
use crate::replay::undefined::{self, Use};
use base::{Budget, Exhausted, Span};
use program::interp::{Fault, HeapCounts, Interpreter, Script, State, StepOutcome, Value};
use program::{EdgeId, FaultKind, FunctionId, LocationId};
use smg::solver::acceleration::CountingLoop;
use smg::solver::findings::TraceStep;

/// The loops with a large bound, by function and loop head.
pub(super) type CountingLoops = BTreeMap<FunctionId, BTreeMap<LocationId, CountingLoop>>;

/// How closely a run keeps to the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    Exactly,
    /// Loops may iterate more often than on the path.
    Longer,
    /// Loops may iterate less often than on the path: the next step of the run is looked up further down the path.
    Shorter,
    /// The path is ignored.
    Freely,
}

/// Why a run shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It cannot start.
    NoStart(Fault),
    /// It takes another branch than the path, or ends before the path does.
    Left,
    /// It has another error first, at this place.
    Failed(Fault, Option<Span>),
    Steps,
    Exhausted(Exhausted),
}

/// The steps that a run has made; runs share common prefixes.
#[derive(Debug)]
pub(super) struct MadeSteps {
    pub(super) function: FunctionId,
    pub(super) edge: EdgeId,
    /// Number of choices made before and after the step.
    pub(super) choices: (usize, usize),
    /// The heap blocks allocated and freed so far.
    pub(super) heap: HeapCounts,
    pub(super) before: Option<Rc<MadeSteps>>,
}

impl Drop for MadeSteps {
    /// Frees a long list iteratively: recursive drops might overflow the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(made) = before {
            before = Rc::into_inner(made).and_then(|mut made| made.before.take());
        }
    }
}

/// The current position of a run.
#[derive(Clone, Debug)]
pub(super) struct RunPosition {
    pub(super) state: State,
    pub(super) location: LocationId,
    /// Number of steps of the path that the run has made.
    pub(super) matched: usize,
    choices: usize,
    /// Number of choices made when the run last advanced along the path.
    progress: usize,
    /// The leak at the end of the run, if that is the error.
    pub(super) leak: Option<LeakMet>,
    unwritten: Use,
    /// The fault of the last step, if that fails.
    pub(super) fault: Option<Fault>,
    made: Option<Rc<MadeSteps>>,
}

impl RunPosition {
    /// Creates the position at the start; `choices` is the number of choices made to build the start state.
    fn new(state: State, location: LocationId, choices: usize) -> RunPosition {
        RunPosition {
            state,
            location,
            matched: 0,
            choices,
            progress: choices,
            leak: None,
            unwritten: Use::default(),
            fault: None,
            made: None,
        }
    }
}

/// A run, as far as it came.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) choices: Vec<Choice>,
    pub(super) start: Option<State>,
    /// Number of choices that determine the start state.
    pub(super) choices_of_start: usize,
    /// Positions from which the run can be resumed, in order.
    points: Vec<RunPosition>,
    /// Where it ended; `None` if it never started.
    pub(super) last: Option<RunPosition>,
    /// `Err` with the reason if it does not meet the error.
    pub(super) end: Result<(), Halt>,
}

impl Attempt {
    /// Returns a measure of how far along the path the run came.
    pub(super) fn score(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.matched + 1)
    }

    /// Returns the number of choices made when the run last advanced along the path.
    pub(super) fn progress(&self) -> usize {
        self.last.as_ref().map_or(self.choices.len(), |last| last.progress)
    }

    /// Returns the last saved position before the choice was made.
    fn point_before(&self, choice: usize) -> Option<&RunPosition> {
        self.points.iter().rev().find(|point| point.choices <= choice)
    }

    /// Returns the steps of the run, each with the choices made in it.
    pub(super) fn steps(&self) -> Vec<&MadeSteps> {
        let last = self.last.as_ref().and_then(|last| last.made.as_deref());
        let mut found: Vec<&MadeSteps> = std::iter::successors(last, |made| made.before.as_deref()).collect();
        found.reverse();
        found
    }
}

/// Parameters of a run: its wishes, the choices after them, how closely it keeps to the path, and its maximum number of
/// steps.
struct Course {
    wished: Vec<usize>,
    otherwise: Otherwise,
    manner: Manner,
    most: u64,
}

/// Called with the number of steps made and the current state.
pub(super) type Observer<'o> = &'o mut dyn FnMut(usize, &State);

pub(super) struct Runner<'q> {
    pub(super) interpreter: Interpreter<'q>,
    pub(super) start: ReplayStart<'q>,
    pub(super) judge: Option<&'q SpecificationJudge<'q>>,
    pub(super) goal: Goal<'q>,
    pub(super) path: &'q [TraceStep],
    pub(super) numbers: InputNumbers,
    /// Loops with too many iterations to run; `Some` if their iterations are skipped.
    pub(super) counting: Option<&'q CountingLoops>,
    /// Number of steps left.
    pub(super) steps: u64,
    /// Work beside steps that is still to be counted: large states are expensive to save, and to search for leaked
    /// blocks.
    pub(super) other_work: Cell<u64>,
    pub(super) budget: &'q Budget,
}

impl Runner<'_> {
    /// Makes a run from the start.
    pub(super) fn begin(&mut self, wished: Vec<usize>, otherwise: Otherwise, manner: Manner, most: u64) -> Attempt {
        self.begin_watched(Course { wished, otherwise, manner, most }, &mut |_, _| {})
    }

    fn begin_watched(&mut self, course: Course, see: Observer<'_>) -> Attempt {
        let Course { wished, otherwise, manner, most } = course;
        let mut wishes = Wishes { numbers: &mut self.numbers, wished, otherwise, made: Vec::new() };
        let begun = self.start.begin(&self.interpreter, &mut wishes);
        let choices = wishes.made;
        let (wished, otherwise) = (wishes.wished, wishes.otherwise);
        // Building an input is work, too.
        self.steps = self.steps.saturating_sub(1 + choices.len() as u64);
        match begun {
            Err(fault) => {
                let choices_of_start = choices.len();
                let end = Err(Halt::NoStart(fault));
                Attempt { choices, start: None, choices_of_start, points: Vec::new(), last: None, end }
            }
            Ok((state, location)) => {
                let count = choices.len();
                let start = Some(state.clone());
                let point = RunPosition::new(state, location, count);
                let (points, end) = (Vec::new(), Err(Halt::Left));
                let attempt = Attempt { choices, start, choices_of_start: count, points, last: None, end };
                see(0, &point.state);
                self.go_on(attempt, point, Course { wished, otherwise, manner, most }, see)
            }
        }
    }

    /// Repeats a run with one choice changed.
    pub(super) fn vary(&mut self, old: &Attempt, choice: usize, taken: usize, manner: Manner, most: u64) -> Attempt {
        let mut wished: Vec<usize> = old.choices.iter().map(|choice| choice.taken).collect();
        if let Some(wish) = wished.get_mut(choice) {
            *wish = taken;
        }
        let Some(point) = old.point_before(choice).cloned() else {
            return self.begin(wished, Otherwise::First, manner, most);
        };
        let points = old.points.iter().take_while(|other| other.choices <= choice).cloned().collect();
        let choices = old.choices.get(..point.choices).unwrap_or(&[]).to_vec();
        let (start, choices_of_start) = (old.start.clone(), old.choices_of_start);
        let attempt = Attempt { choices, start, choices_of_start, points, last: None, end: Err(Halt::Left) };
        let course = Course { wished, otherwise: Otherwise::First, manner, most };
        self.go_on(attempt, point, course, &mut |_, _| {})
    }

    fn go_on(&mut self, mut attempt: Attempt, mut point: RunPosition, course: Course, see: Observer<'_>) -> Attempt {
        let Course { wished, otherwise, manner, most } = course;
        let mut numbers = std::mem::take(&mut self.numbers);
        let made = std::mem::take(&mut attempt.choices);
        let mut wishes = Wishes { numbers: &mut numbers, wished, otherwise, made };
        let limit = most.min(self.steps);
        let (mut steps, mut taken) = (0, 0);
        attempt.end = loop {
            if steps >= limit {
                break Err(Halt::Steps);
            }
            steps += 1;
            // Most runs are short, and a step takes much longer than a look at the clock.
            if let Err(exhausted) = self.budget.check() {
                break Err(Halt::Exhausted(exhausted));
            }
            let before = point.made.as_ref().map(Rc::as_ptr);
            let end = self.step(&mut attempt.points, &mut point, &mut wishes, manner);
            if point.made.as_ref().map(Rc::as_ptr) != before {
                taken += 1;
                see(taken, &point.state);
            }
            steps += self.other_work.take();
            if let Some(end) = end {
                break end;
            }
        };
        attempt.choices = wishes.made;
        attempt.last = Some(point);
        self.numbers = numbers;
        self.steps = self.steps.saturating_sub(steps);
        attempt
    }

    /// Returns true if a run that goes on from a position ends by itself, with no other error. It takes the first way and reads
    /// zeros.
    pub(super) fn ends(&self, from: &RunPosition) -> bool {
        let (mut state, mut location) = (from.state.clone(), from.location);
        let mut first = Script::new(&[0]);
        for _ in 0..MOST_STEPS_TO_END {
            if self.budget.check().is_err() {
                return false;
            }
            match self.interpreter.step(&mut state, location, &mut first, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => location = to,
                StepOutcome::Finished | StepOutcome::Halted { status: Some(_), .. } => return true,
                StepOutcome::Halted { status: None, .. } | StepOutcome::Blocked | StepOutcome::Failed { .. } => {
                    return false;
                }
            }
        }
        false
    }

    /// Repeats a run. Calls `see` with the number of steps made and the state: first for the start state.
    pub(super) fn retrace(&mut self, attempt: &Attempt, see: Observer<'_>) {
        let wished = attempt.choices.iter().map(|choice| choice.taken).collect();
        // The run ends where it ended before.
        self.steps = u64::MAX;
        let (otherwise, manner, most) = (Otherwise::First, Manner::Freely, u64::MAX);
        self.begin_watched(Course { wished, otherwise, manner, most }, see);
    }

    /// Makes one step. Returns `None` if the run continues.
    fn step(
        &self,
        points: &mut Vec<RunPosition>,
        point: &mut RunPosition,
        wishes: &mut Wishes<'_>,
        manner: Manner,
    ) -> Option<Result<(), Halt>> {
        let Some(function) = point.state.function() else { return Some(Err(Halt::Left)) };
        if self.goal.is_label(function, point.location) {
            return Some(Ok(()));
        }
        let is_outermost = point.state.frames().len() == 1;
        if is_outermost && self.judge.is_some_and(|known| !known.admit(&point.state, point.location)) {
            return Some(Err(Halt::Left));
        }
        self.keep(points, point, function);
        if self.goal.is_misaligned(&point.state, function, point.location) {
            return Some(Ok(()));
        }
        let choices = point.choices;
        self.skip_iterations(point, function, wishes);
        let may_lose = self.goal.may_lose(&point.state, point.location);
        let before = may_lose.then(|| (point.state.clone(), point.location));
        let outcome = self.outcome(point, function, wishes);
        point.choices = wishes.made.len();
        if may_lose {
            self.count_work(&point.state, 2);
        }
        point.leak = self.goal.leak(before, &outcome, &point.state);
        let is_lost = point.leak.is_some();
        match outcome {
            StepOutcome::Moved { edge, to } => {
                if let Some(edge) = edge {
                    let choices = (choices, point.choices);
                    point.made = Some(Rc::new(MadeSteps {
                        function,
                        edge,
                        choices,
                        heap: point.state.heap_counts(),
                        before: point.made.take(),
                    }));
                }
                point.location = to;
                if is_lost {
                    return Some(Ok(()));
                }
                let is_on_path = edge.is_none_or(|edge| self.is_on_path(point, TraceStep { function, edge }, manner));
                (!is_on_path).then_some(Err(Halt::Left))
            }
            _ if is_lost => Some(Ok(())),
            StepOutcome::Failed { edge, fault } => {
                Some(self.failed(point, function, (edge, fault), (choices, point.choices)))
            }
            StepOutcome::Finished | StepOutcome::Halted { .. } | StepOutcome::Blocked => Some(Err(Halt::Left)),
        }
    }

    /// Returns the interpreter's outcome of one step. If uninitialised integers may have any value, the branch is a
    /// choice.
    fn outcome(&self, point: &mut RunPosition, function: FunctionId, wishes: &mut Wishes<'_>) -> StepOutcome {
        let (program, is_any) = (self.goal.program, self.goal.settings.undefined_is_any);
        if is_any {
            let at = (function, point.location);
            undefined::settle(program, &mut point.state, at, &mut point.unwritten, wishes);
        }
        let outcome = self.interpreter.step(&mut point.state, point.location, wishes, &mut std::io::sink());
        if let StepOutcome::Failed { edge: Some(edge), fault } = &outcome
            && is_any
            && fault.kind == FaultKind::Uninitialized
            && !self.goal.is_met_by(fault.kind, function, Some(*edge))
            && let Some((edge, to)) = undefined::decide(
                program,
                &point.state,
                (function, point.location, *edge),
                &mut point.unwritten,
                wishes,
            )
        {
            return StepOutcome::Moved { edge: Some(edge), to };
        }
        outcome
    }

    /// Checks whether the failure of a run is the sought error.
    fn failed(
        &self,
        point: &mut RunPosition,
        function: FunctionId,
        (edge, fault): (Option<EdgeId>, Fault),
        choices: (usize, usize),
    ) -> Result<(), Halt> {
        // A function that returns has no frame any more: the edge belongs to its caller.
        let exit = self.goal.program.flowchart(function).map(|flowchart| flowchart.exit);
        let returns = exit == Some(point.location) && edge.is_some();
        let at = if returns { point.state.function().unwrap_or(function) } else { function };
        if let Some(edge) = edge {
            let (before, heap) = (point.made.take(), point.state.heap_counts());
            point.made = Some(Rc::new(MadeSteps { function: at, edge, choices, heap, before }));
        }
        match self.goal.is_met_by(fault.kind, at, edge) {
            true => {
                point.fault = Some(fault);
                Ok(())
            }
            false => {
                let span = edge.and_then(|edge| Some(self.goal.program.flowchart(at)?.edge(edge).span));
                Err(Halt::Failed(fault, span))
            }
        }
    }

    /// Counts the work of looking at all blocks of a state: `blocks` of them cost one step.
    fn count_work(&self, state: &State, blocks: u64) {
        let work = state.blocks().count() as u64 / blocks.max(1);
        self.other_work.set(self.other_work.get().saturating_add(work));
    }

    /// Leaves a loop that has too many iterations to run.
    fn skip_iterations(&self, point: &mut RunPosition, function: FunctionId, wishes: &mut Wishes<'_>) {
        let loops = self.counting.and_then(|loops| loops.get(&function));
        let Some(counting) = loops.and_then(|loops| loops.get(&point.location)) else { return };
        let (program, variable) = (self.goal.program, counting.counter());
        let (Some(place), Some(declared)) = (point.state.variable_address(variable), program.variables.get(variable))
        else {
            return;
        };
        let Ok(Value::Integer(now)) = point.state.load(place, declared.ty, &program.types) else { return };
        let Some(end) = counting.end_from(now) else { return };
        if wishes.skips_iterations() {
            // The counter can be written, because it was written before.
            let _ = point.state.store(place, Value::Integer(end), declared.ty, &program.types);
        }
    }

    /// Saves the position if a choice may come next.
    fn keep(&self, points: &mut Vec<RunPosition>, point: &RunPosition, function: FunctionId) {
        let (is_same, is_close) = match points.last() {
            Some(last) => (last.choices == point.choices, point.matched.abs_diff(last.matched) < POINT_INTERVAL),
            None => (false, false),
        };
        let flowchart = self.goal.program.flowchart(function);
        let may_choose = || {
            flowchart.is_some_and(|flowchart| {
                let mut edges = flowchart.graph.edges(point.location);
                edges.any(|edge| undefined::may_choose(&edge.weight().command))
            })
        };
        if is_close && (is_same || !may_choose()) {
            return;
        }
        self.count_work(&point.state, 32);
        if let Some(last) = points.last_mut().filter(|_| is_same) {
            *last = point.clone();
            return;
        }
        if points.len() >= MOST_POINTS {
            let mut index = 0;
            // Later positions are needed more often.
            points.retain(|_| {
                index += 1;
                index > MOST_POINTS / 2 || index % 2 == 1
            });
        }
        points.push(point.clone());
    }

    /// Advances along the path by a step. Returns false if the run has left the path.
    fn is_on_path(&self, point: &mut RunPosition, step: TraceStep, manner: Manner) -> bool {
        let rest = self.path.get(point.matched..).unwrap_or(&[]);
        if rest.first() == Some(&step) {
            point.matched += 1;
            point.progress = point.choices;
            return true;
        }
        match manner {
            // The error may still come after the last step: for a leak, the path ends where the last address is lost.
            Manner::Exactly => rest.is_empty(),
            Manner::Longer | Manner::Freely => true,
            Manner::Shorter => {
                if let Some(ahead) = rest.iter().position(|other| *other == step) {
                    point.matched += ahead + 1;
                    point.progress = point.choices;
                }
                true
            }
        }
    }
}
