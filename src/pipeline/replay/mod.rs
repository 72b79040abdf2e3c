//! Replays: concrete runs that confirm errors of the shape analysis.
//!
//! The shape analysis reports the path to an error: the edges from the start of the program to it. The interpreter
//! follows that path, and a search fills in what the path leaves open: inputs, failing allocations, the input heap of a
//! procedure, the number of loop iterations. Only a run that meets the same kind of error at the same place proves it.
//! The search is bounded by the interpreter's steps, so it is deterministic. Finding nothing proves nothing.
//!
//! | file | what stands there |
//! |---|---|
//! | `goal` | what a run has to meet so that it shows a finding |
//! | `start` | where runs start: `main`, or a procedure with an input heap |
//! | `choices` | what a replay chooses from, and who chooses |
//! | `follow` | one run along the path of a finding |
//! | `elsewhere` | leaks that runs have at another place than the one that is suspected |
//! | `climb` | the search: choices are varied, and what comes further along the path is kept |
//! | `smaller` | the same error with a smaller input |
//! | `undefined` | values for what was never written |

mod choices;
mod climb;
mod elsewhere;
mod follow;
mod goal;
mod smaller;
mod start;
mod undefined;

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use crate::confirm::{self, SpecificationJudge};
use crate::dependence;
use crate::evidence::{self, MadeRun, Retrace};
use crate::limits::PICTURED_RUN;
use crate::notes::{RunEnding, StepLoss};
use crate::old_values::OldValues;
use crate::trace::{NUMBER_OF_ARGUMENTS, deciding_input, input_name, is_shown};
use base::{Budget, SourceMap, SourcePosition, Span};
use choices::{About, InputNumbers};
use engine::evidence::{Broken, ConcreteRun, LeakedBlock, Replay, RunInput};
use follow::{Attempt, CountingLoops, Halt, MadeSteps, Runner};
use goal::{Goal, GoalPlace, LeakMet};
use program::analysis::live::LiveVariables;
use program::analysis::order::LoopOrder;
use program::interp::{HeapCounts, Interpreter, LossRule, RunStep, State};
use program::witness::RunRequest;
use program::{Command, Edge, FaultKind, Program};
use reason::{Limit, Stop, Unreplayed};
use smg::solver::acceleration::counting_loops;
use smg::solver::findings::Finding;
use spec::{Question, Specification, SpecifiedProperty};
use start::ReplayStart;

pub use elsewhere::LeakElsewhere;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of interpreter steps for one error.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: Limit::ReplaySteps.row().default }
    }
}

impl Limits {
    /// Returns limits with twice the work, for the next round.
    #[must_use]
    pub(super) fn next_round(self) -> Limits {
        Limits { steps: self.steps.saturating_mul(2) }
    }
}

/// Searches for runs that meet the errors of an analysis.
pub struct Replayer<'q> {
    question: Question<'q>,
    sources: &'q SourceMap,
    settings: &'q smg::Settings,
    limits: Limits,
    judge: Option<SpecificationJudge<'q>>,
    old_values: OldValues<'q>,
    /// The runs on small heaps, which may break the specification.
    claims: Option<&'q confirm::Shared<'q>>,
    /// The loops that count to a large bound, computed on first use.
    counting: OnceCell<CountingLoops>,
    /// Decides which steps lose blocks; computed on first use.
    losses: OnceCell<LossRule<'q>>,
    budget: &'q Budget,
}

impl<'q> Replayer<'q> {
    /// Creates a replayer for errors that the shape analysis finds.
    pub fn new(
        question: Question<'q>,
        sources: &'q SourceMap,
        settings: &'q smg::Settings,
        limits: Limits,
        budget: &'q Budget,
    ) -> Replayer<'q> {
        let judge = SpecificationJudge::of(question);
        let old_values = OldValues::of(question);
        let (counting, losses) = (OnceCell::new(), OnceCell::new());
        Replayer { question, sources, settings, limits, judge, old_values, claims: None, counting, losses, budget }
    }

    /// Adds the runs on small heaps, which may break the specification.
    #[must_use]
    pub fn with_claims(self, small_heaps: &'q confirm::Shared<'q>) -> Replayer<'q> {
        Replayer { claims: Some(small_heaps), ..self }
    }

    /// Searches for a run that meets an error.
    pub fn replay(&self, finding: &Finding) -> Replayed {
        if finding.after_error {
            return Replayed::Not(Unreplayed::AfterError);
        }
        if let Some(function) = &finding.subject.depends_on {
            return Replayed::Not(Unreplayed::DependsOn(format!("`{function}`, which has no body")));
        }
        if let Some(claim) = finding.claim {
            return self.broken(claim).map_or(Replayed::Not(Unreplayed::NotSought), Replayed::Here);
        }
        let mut runner = self.runner(finding);
        let limit = runner.steps;
        let found = runner.search(limit);
        match found.end {
            Ok(()) => {
                let found = smaller::smaller(self.question, &mut runner, found);
                match smaller::depends_on(&mut runner, &found) {
                    Ok(None) => {}
                    Ok(Some(function)) => {
                        return Replayed::Not(Unreplayed::DependsOn(dependence::described(&function)));
                    }
                    Err(reason) => return Replayed::Not(Unreplayed::Stopped(reason.into())),
                }
                let run = self.evidence(&mut runner, &found, finding.span);
                run.map_or(Replayed::Not(Unreplayed::NotMet), Replayed::Here)
            }
            Err(Halt::Exhausted(reason)) => Replayed::Not(Unreplayed::Stopped(reason.into())),
            Err(ref halt) => {
                let reason = self.reason(halt, &found, finding, runner.steps == 0);
                if let Some(leak) = self.lost_elsewhere(&mut runner, &found, limit) {
                    return Replayed::Elsewhere(Box::new(leak));
                }
                let counting = self.counting_loop(&mut runner, limit);
                Replayed::Not(counting.map_or(reason, Unreplayed::IterationsSkipped))
            }
        }
    }

    /// Returns a runner for the path of an error.
    fn runner<'s>(&'s self, finding: &'s Finding) -> Runner<'s> {
        let program = self.question.program;
        let symbols = self.question.specification.map_or_else(Vec::new, Specification::free_symbols);
        Runner {
            interpreter: Interpreter { refuses_large_blocks: true, ..Interpreter::new(program) },
            start: ReplayStart {
                entry: self.question.entry,
                symbols,
                old_values: &self.old_values,
                integers: vec![0, 1, -1, 2, 3, 5, 10, 100],
                name: "a.out",
                texts: start::texts_of(program),
                given: None,
            },
            judge: self.judge.as_ref(),
            goal: Goal {
                program,
                settings: self.settings,
                kind: finding.kind,
                place: GoalPlace::At(finding.span),
                losses: (finding.kind == FaultKind::MemoryLeak)
                    .then(|| self.losses.get_or_init(|| LossRule::new(program))),
            },
            path: &finding.evidence.steps,
            numbers: InputNumbers::of(program, iterations(finding)),
            counting: None,
            // What the shape analysis is not certain about may be no error.
            steps: if finding.certain { self.limits.steps } else { self.limits.steps / 10 },
            other_work: Cell::new(0),
            budget: self.budget,
        }
    }

    /// Returns the loop with too many iterations to run, if a run that skips iterations of it meets the error.
    fn counting_loop<'s>(&'s self, runner: &mut Runner<'s>, limit: u64) -> Option<SourcePosition> {
        let program = self.question.program;
        let counting = self.counting.get_or_init(|| all_counting_loops(program));
        if counting.is_empty() {
            return None;
        }
        let found = runner.search_skipping_iterations(limit, counting);
        found.end.is_ok().then_some(())?;
        let steps = found.steps();
        let leaves_out = |made: &&&MadeSteps| {
            let choices = found.choices.get(made.choices.0..made.choices.1).unwrap_or(&[]);
            choices.iter().any(|choice| choice.about == About::Iterations && choice.taken == 0)
        };
        let made = steps.iter().find(leaves_out)?;
        Some(self.sources.position(program.flowchart(made.function)?.edge(made.edge).span))
    }

    /// Returns a run that breaks the specification.
    fn broken(&self, claim: SpecifiedProperty) -> Option<Replay> {
        let is_same = |run: &&ConcreteRun| {
            run.broken == Broken::Statement(claim.statement) && claim.location.is_none_or(|at| at == run.location)
        };
        let known = self.claims?;
        let run = known.first().runs.iter().find(is_same).or_else(|| known.search().runs.iter().find(is_same))?;
        let pictures = run.pictures.iter().cloned().enumerate().collect();
        let (inputs, steps, notes) = (run.inputs.clone(), run.steps.clone(), run.notes.clone());
        let (start, heap) = (Some(run.start.clone()), Some(run.input.clone()));
        Some(Replay { fault: None, leak: None, inputs, start, heap, steps, pictures, notes, course: None })
    }

    /// Returns why the run that came furthest does not meet the error.
    fn reason(&self, halt: &Halt, found: &Attempt, finding: &Finding, is_spent: bool) -> Unreplayed {
        match halt {
            Halt::NoStart(fault) | Halt::Failed(fault, _) if fault.lacks_body => {
                Unreplayed::DependsOn(fault.message.clone())
            }
            Halt::NoStart(fault) | Halt::Failed(fault, _) if fault.kind == FaultKind::Unsupported => {
                Unreplayed::Unsupported(fault.message.clone())
            }
            Halt::Exhausted(reason) => Unreplayed::Stopped((*reason).into()),
            _ if is_spent => Unreplayed::Stopped(Stop::at(Limit::ReplaySteps, self.limits.steps)),
            Halt::NoStart(fault) => Unreplayed::OtherError(fault.kind, fault.message.clone(), None),
            Halt::Failed(fault, span) => {
                let place = span.map(|span| self.sources.position(span));
                Unreplayed::OtherError(fault.kind, fault.message.clone(), place)
            }
            Halt::Steps => Unreplayed::Stopped(Stop::at(Limit::ReplaySteps, self.limits.steps)),
            Halt::Left => {
                let next = found.last.as_ref().and_then(|last| finding.evidence.steps.get(last.matched));
                let span = next.and_then(|next| {
                    let flowchart = self.question.program.flowchart(next.function)?;
                    Some(flowchart.edge(next.edge).span)
                });
                Unreplayed::InputNotFound(span.map(|span| self.sources.position(span)))
            }
        }
    }

    /// Returns the evidence shown for a run that meets an error.
    fn evidence(&self, runner: &mut Runner<'_>, found: &Attempt, span: Span) -> Option<Replay> {
        let (program, made, last) = (self.question.program, found.steps(), found.last.as_ref()?);
        let mut inputs = self.arguments(runner, found);
        for made in &made {
            let edge = program.flowchart(made.function).and_then(|flowchart| flowchart.graph.edge_weight(made.edge));
            edge.into_iter().for_each(|edge| self.inputs(made, found, edge, &mut inputs));
        }
        let steps: Vec<RunStep> = made.iter().map(|made| (made.function, made.edge)).collect();
        let heap: Vec<HeapCounts> = made.iter().map(|made| made.heap).collect();
        let start = found.start.as_ref().filter(|_| !runner.start.is_whole(&runner.interpreter));
        let loss = match &last.leak {
            Some(LeakMet::Lost(lost)) => {
                let (blocks, is_at_end) = (lost.loss.blocks.clone(), lost.loss.is_at_end);
                Some(StepLoss { before: &lost.before, blocks, is_at_end })
            }
            Some(LeakMet::LeftAtEnd(_)) | None => None,
        };
        let fault = last.fault.as_ref();
        let ending = RunEnding { span, steps: &steps, state: &last.state, loss: loss.as_ref(), fault };
        let is_short = steps.iter().filter(|step| is_shown(program, **step)).count() <= PICTURED_RUN;
        let mut retrace = |see: &mut dyn FnMut(usize, &State)| runner.retrace(found, see);
        let retrace: Option<Retrace<'_>> =
            if self.settings.run_pictures && is_short { Some(&mut retrace) } else { None };
        let requests = requests(&made, found);
        let run = MadeRun { start, inputs, requests: &requests, heap: &heap, ending };
        let run = evidence::replay((self.question, self.sources), run, retrace);
        let leak = match &last.leak {
            Some(LeakMet::LeftAtEnd(left)) => Some(*left),
            Some(LeakMet::Lost(_)) if matches!(run.leak, Some(LeakedBlock::Lost { .. })) => {
                Some(LeakedBlock::Lost { ends: self.settings.leaks_at_exit && runner.ends(last) })
            }
            Some(LeakMet::Lost(_)) | None => run.leak,
        };
        Some(Replay { leak, ..run })
    }

    /// Returns the number of arguments of the program as an input, if there are any besides its name, and the arguments.
    fn arguments(&self, runner: &Runner<'_>, found: &Attempt) -> Vec<RunInput> {
        let main = self.question.program.functions.get(self.question.entry);
        let Some(main) = main.filter(|_| runner.start.takes_arguments(&runner.interpreter)) else { return Vec::new() };
        let arguments = runner.start.chosen_arguments(found.choices.iter().map(|choice| choice.taken));
        if arguments.is_empty() {
            return Vec::new();
        }
        let input = |text: String, value: String| RunInput { position: self.sources.position(main.span), text, value };
        let mut inputs = vec![input(NUMBER_OF_ARGUMENTS.into(), (arguments.len() + 1).to_string())];
        let texts = arguments.iter().enumerate();
        inputs.extend(texts.map(|(index, text)| input(format!("argument {}", index + 1), format!("{text:?}"))));
        inputs
    }

    /// Adds the inputs that are read in a step.
    fn inputs(&self, made: &MadeSteps, found: &Attempt, edge: &Edge, inputs: &mut Vec<RunInput>) {
        let program = self.question.program;
        let choices = found.choices.get(made.choices.0..made.choices.1).unwrap_or(&[]);
        let command = &edge.command;
        inputs.extend(deciding_input(program, self.sources, (made.function, made.edge)));
        let position = self.sources.position(edge.span);
        let mut input = |text: String, value: String| {
            inputs.push(RunInput { position: position.clone(), text, value });
        };
        for choice in choices {
            match (choice.about, command) {
                (About::Number(number, _), _) => {
                    input(input_name(program, self.sources, edge), number.to_string());
                }
                (About::Unwritten(number, _), _) => {
                    input("an uninitialized number".into(), number.to_string());
                }
                (About::Other, Command::Allocate { .. }) if choice.taken == 1 => {
                    input("the allocation".into(), "NULL".into());
                }
                (About::Iterations | About::Other, _) => {}
            }
        }
    }
}

/// Returns what a run requested, step by step.
fn requests(made: &[&MadeSteps], found: &Attempt) -> Vec<RunRequest> {
    let of_step = |(step, made): (usize, &&MadeSteps)| {
        let choices = found.choices.get(made.choices.0..made.choices.1).unwrap_or(&[]);
        let values = choices.iter().filter_map(|choice| choice.requested());
        values.map(|value| RunRequest { step: Some(step), value }).collect::<Vec<_>>()
    };
    made.iter().enumerate().flat_map(of_step).collect()
}

/// The result of the search for a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    Here(Replay),
    /// No run that leaks memory at that place, but one that leaks at another.
    Elsewhere(Box<LeakElsewhere>),
    Not(Unreplayed),
}

impl Replayed {
    /// Returns the run that meets the error, or why there is none.
    pub fn into_confirmed(self) -> Result<Replay, Unreplayed> {
        match self {
            Replayed::Here(run) => Ok(run),
            Replayed::Elsewhere(leak) => Err(Unreplayed::LostElsewhere(leak.position)),
            Replayed::Not(reason) => Err(reason),
        }
    }
}

/// Returns the loops of a program that have too many iterations to run.
fn all_counting_loops(program: &Program) -> CountingLoops {
    let of_function = |function| {
        let flowchart = program.flowchart(function)?;
        let (order, live) = (LoopOrder::of(flowchart), LiveVariables::of(program, function));
        let loops = counting_loops(program, flowchart, (&order, &live));
        (!loops.is_empty()).then_some((function, loops))
    };
    program.defined_functions().filter_map(of_function).collect()
}

/// Returns how often the path takes its edges: candidates for inputs that are iteration counts.
fn iterations(finding: &Finding) -> Vec<i128> {
    let mut counts: BTreeMap<_, i128> = BTreeMap::new();
    for step in &finding.evidence.steps {
        *counts.entry((step.function, step.edge)).or_default() += 1;
    }
    let mut found: Vec<i128> = counts.into_values().filter(|count| *count > 3).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(8);
    found
}
