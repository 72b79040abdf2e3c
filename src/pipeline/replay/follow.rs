//! One run of the interpreter along the path of an error.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::confirm::SpecificationJudge;
use crate::limits::{CLOCK_INTERVAL, MOST_POINTS, POINT_INTERVAL};
use crate::replay::choices::{Choice, InputNumbers, Otherwise, Wishes};
use crate::replay::goal::{Goal, LeakMet};
use crate::replay::start::ReplayStart;
use crate::replay::undefined::{self, Use};
use base::{Budget, Exhausted, Span};
use program::interp::{Fault, HeapCounts, Interpreter, State, StepOutcome, Value};
use program::{EdgeId, FaultKind, FunctionId, LocationId};
use smg::solver::acceleration::CountingLoop;
use smg::solver::findings::TraceStep;

/// The loops of functions that count far, by their heads.
pub(super) type CountingLoops = BTreeMap<FunctionId, BTreeMap<LocationId, CountingLoop>>;

/// How closely a run keeps to the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Step by step.
    Exactly,
    /// Loops may iterate more often: until the path goes on.
    Longer,
    /// Loops may iterate less often than the path says: the next step of the run is searched further down the path.
    Shorter,
    /// Wherever it leads.
    Freely,
}

/// Why a run shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It cannot begin.
    NoStart(Fault),
    /// It takes another branch than the path, or ends before it.
    Left,
    /// It has another error before, here.
    Failed(Fault, Option<Span>),
    /// There are no steps left for it.
    Steps,
    /// There is no time left.
    Exhausted(Exhausted),
}

/// The steps that a run has made; runs share their beginnings.
#[derive(Debug)]
pub(super) struct MadeSteps {
    pub(super) function: FunctionId,
    pub(super) edge: EdgeId,
    /// How many choices were made before and after it.
    pub(super) choices: (usize, usize),
    /// The blocks of the heap that have come and gone behind it.
    pub(super) heap: HeapCounts,
    pub(super) before: Option<Rc<MadeSteps>>,
}

impl Drop for MadeSteps {
    /// Long lists are taken apart one by one: each drop of the next would be a call.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(made) = before {
            before = Rc::into_inner(made).and_then(|mut made| made.before.take());
        }
    }
}

/// Where a run is.
#[derive(Clone, Debug)]
pub(super) struct RunPosition {
    pub(super) state: State,
    pub(super) location: LocationId,
    /// How many steps of the path it has made.
    pub(super) matched: usize,
    /// How many choices it has made.
    choices: usize,
    /// How many choices it had made when it last went on along the path.
    progress: usize,
    /// The leak at the end of the run, if that is the error.
    pub(super) leak: Option<LeakMet>,
    unwritten: Use,
    /// What the interpreter says of the last step, if that fails.
    pub(super) fault: Option<Fault>,
    made: Option<Rc<MadeSteps>>,
}

impl RunPosition {
    /// At the start, with the choices that were made for it.
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
    /// The state at the start.
    pub(super) start: Option<State>,
    /// How many of the choices were made for that.
    pub(super) choices_of_start: usize,
    /// Where it could be taken up again, in order.
    points: Vec<RunPosition>,
    /// Where it ended; `None` if it never began.
    pub(super) last: Option<RunPosition>,
    /// `Err` with the reason if it does not meet the error.
    pub(super) end: Result<(), Halt>,
}

impl Attempt {
    /// How far along the path it came.
    pub(super) fn score(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.matched + 1)
    }

    /// How many choices were made when the run last went on along the path.
    pub(super) fn progress(&self) -> usize {
        self.last.as_ref().map_or(self.choices.len(), |last| last.progress)
    }

    /// The last point at which a choice was still open.
    fn point_before(&self, choice: usize) -> Option<&RunPosition> {
        self.points.iter().rev().find(|point| point.choices <= choice)
    }

    /// The edges that it has taken, each with the choices made on the way over it.
    pub(super) fn steps(&self) -> Vec<&MadeSteps> {
        let last = self.last.as_ref().and_then(|last| last.made.as_deref());
        let mut found: Vec<&MadeSteps> = std::iter::successors(last, |made| made.before.as_deref()).collect();
        found.reverse();
        found
    }
}

/// How a run is to go: what it chooses as long as it is wished, and then; how closely it keeps to the path; and its most steps.
struct Course {
    wished: Vec<usize>,
    otherwise: Otherwise,
    manner: Manner,
    most: u64,
}

/// Who looks at a run: how many of its steps are made, and the state then.
pub(super) type Observer<'o> = &'o mut dyn FnMut(usize, &State);

/// Makes runs.
pub(super) struct Runner<'q> {
    pub(super) interpreter: Interpreter<'q>,
    pub(super) start: ReplayStart<'q>,
    pub(super) judge: Option<&'q SpecificationJudge<'q>>,
    pub(super) goal: Goal<'q>,
    pub(super) path: &'q [TraceStep],
    pub(super) numbers: InputNumbers,
    /// The loops with too many iterations for a run, if their iterations are left out.
    pub(super) counting: Option<&'q CountingLoops>,
    /// Steps that may still be made.
    pub(super) steps: u64,
    /// Work beside steps that is still to be counted: large states take long to keep, and to search for leaked blocks.
    pub(super) other_work: Cell<u64>,
    pub(super) budget: &'q Budget,
}

impl Runner<'_> {
    /// A run from the start.
    pub(super) fn begin(&mut self, wished: Vec<usize>, otherwise: Otherwise, manner: Manner, most: u64) -> Attempt {
        self.begin_watched(Course { wished, otherwise, manner, most }, &mut |_, _| {})
    }

    fn begin_watched(&mut self, course: Course, see: Observer<'_>) -> Attempt {
        let Course { wished, otherwise, manner, most } = course;
        let mut wishes = Wishes { numbers: &mut self.numbers, wished, otherwise, made: Vec::new() };
        let begun = self.start.begin(&self.interpreter, &mut wishes);
        let choices = wishes.made;
        let (wished, otherwise) = (wishes.wished, wishes.otherwise);
        // To build an input is work, too.
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

    /// The same run with another choice.
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
        let (mut steps, mut clock, mut taken) = (0, 0_u64, 0);
        attempt.end = loop {
            if steps >= limit {
                break Err(Halt::Steps);
            }
            steps += 1;
            clock += 1;
            if clock % CLOCK_INTERVAL == 0
                && let Err(exhausted) = self.budget.check()
            {
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

    /// Makes a run once more, and shows how many of its steps are made, with the state then: first that at the start.
    pub(super) fn retrace(&mut self, attempt: &Attempt, see: Observer<'_>) {
        let wished = attempt.choices.iter().map(|choice| choice.taken).collect();
        // It ends where it ended before.
        self.steps = u64::MAX;
        let (otherwise, manner, most) = (Otherwise::First, Manner::Freely, u64::MAX);
        self.begin_watched(Course { wished, otherwise, manner, most }, see);
    }

    /// One step. `None` if the run goes on.
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
                if is_lost {
                    return Some(Ok(()));
                }
                point.location = to;
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

    /// What the interpreter makes of one step. Where a number that was never written is any number, the branch is chosen.
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

    /// The run has failed: is it the error that is sought?
    fn failed(
        &self,
        point: &mut RunPosition,
        function: FunctionId,
        (edge, fault): (Option<EdgeId>, Fault),
        choices: (usize, usize),
    ) -> Result<(), Halt> {
        // A function that returns is gone: the edge is then its caller's.
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

    /// Counts the work of looking at all blocks of a state: `blocks` of them take the time of a step.
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
            // A counter is a number that can be written: what it was just now.
            let _ = point.state.store(place, Value::Integer(end), declared.ty, &program.types);
        }
    }

    /// Keeps the point, where a choice may come.
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
            // The late ones are needed most often.
            points.retain(|_| {
                index += 1;
                index > MOST_POINTS / 2 || index % 2 == 1
            });
        }
        points.push(point.clone());
    }

    /// Goes on along the path with a step; `false` if the run has left it.
    fn is_on_path(&self, point: &mut RunPosition, step: TraceStep, manner: Manner) -> bool {
        let rest = self.path.get(point.matched..).unwrap_or(&[]);
        if rest.first() == Some(&step) {
            point.matched += 1;
            point.progress = point.choices;
            return true;
        }
        match manner {
            // Behind the last step the error may still come: of leaked blocks the path ends where the last address goes.
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
