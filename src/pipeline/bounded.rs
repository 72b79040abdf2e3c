//! The bounded engine as an engine: what it finds, in the words of all engines. An error is one only if a run has it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::confirm::SpecificationJudge;
use crate::draw;
use crate::notes::{Annotator, RunEnding, StepLoss};
use crate::old_values::OldValues;
use crate::picture::{Album, Photographer};
use crate::smallest::{self, GivenInput, Reproduced, Reproduction};
use crate::trace::{NUMBER_OF_ARGUMENTS, concrete_steps, deciding_input, input_place, input_text, is_shown};
use base::integer::wrap;
use base::{Budget, SourceMap, SourcePosition, Span};
use bmc::export::{ExportedQuestion, SolverLanguage};
use bmc::{
    self, BoundedAnswer, CallStack, ChoiceKind, Chosen, Differs, FoundError, QuestionSize, RequestedValue, Run, RunCut,
    RunJudge, Settings, StackPosition, StatementJudge, Suspect, Uncovered, VerificationTarget, given_arguments,
};
use engine::evidence::{Alarm, ConcreteStep, Replay, RunInput};
use engine::picture::HeapPicture;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Proof, Refutation, WorkDone};
use program::described::{self, EntryDescription};
use program::heaps;
use program::interp::RunStep;
use program::{FaultClass, FaultKind, Program, UndefinedBehaviour};
use reason::{EngineName, Limit, OpenReason, PassedBound, Stop, Unreplayed};
use spec::{Question, Specification};

/// The name of the bounded engine.
pub const BOUNDED_ENGINE: EngineName = EngineName("the bounded engine");

/// What the bounded engine has found in a program.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Errors, by place.
    pub findings: Vec<Alarm>,
    /// The same as the engine has them, in the same order.
    pub found: Vec<FoundError>,
    /// Why there may be more; `None` if the bound was no restriction.
    pub open: Option<OpenReason>,
    /// Where runs may end before they are followed to their end; `None` where that is not all known.
    pub unfollowed: Option<BTreeSet<CallStack>>,
    /// The places of commands in which no run has an error that was asked about: these were asked about alone.
    pub clean: BTreeSet<Span>,
    /// How many targets were asked about, each alone.
    pub targets: usize,
    /// Whether all undefined behaviour is an error.
    pub all_undefined_behaviour: bool,
    /// The bound: iterations of each loop, and calls of a function within itself.
    pub unwind: u32,
    /// Nodes of each type in the entry state of a procedure; `None` where runs start with `main`.
    pub heap_nodes: Option<u32>,
    /// Objects, over all runs.
    pub objects: usize,
    /// Terms.
    pub terms: usize,
    /// What the solver was asked.
    pub size: QuestionSize,
    /// How long it took.
    pub time: Duration,
}

/// Runs the bounded engine.
pub fn analyse(task: Question<'_>, sources: &SourceMap, settings: &Settings, budget: &Budget) -> Bounded {
    let start = Instant::now();
    let judge = SpecificationJudge::of(task);
    let judge = judge.as_ref().map(|judge| judge as &dyn RunJudge);
    let answer = bmc::analyse(task, judge, settings, &budget.doing("bounded engine"));
    let entry = task.program.functions[task.entry].span;
    let nothing = Specification::default();
    let specification = task.specification.unwrap_or(&nothing);
    let teller = Teller { task, judge, program: task.program, specification, sources, settings, entry };
    let BoundedAnswer { unwind, beyond, heap_nodes, objects, terms, size, .. } = answer;
    let smaller = |found| smaller(task, judge, found, settings);
    let mut findings: Vec<(Alarm, FoundError)> =
        answer.found.into_iter().map(smaller).map(|found| (teller.alarm(&found), found)).collect();
    for (alarm, _) in findings.iter().filter(|(alarm, _)| alarm.certain() && !alarm.is_warning) {
        budget.found(|| alarm.line());
    }
    findings.sort_by(|(a, _), (b, _)| (&a.position, a.kind).cmp(&(&b.position, b.kind)));
    let (findings, found) = findings.into_iter().unzip();
    let unfollowed = answer.unfollowed;
    let open = answer.open.into_iter().next().map(|open| teller.reason(open, (unwind, beyond)));
    let all_undefined_behaviour = settings.undefined_behaviour == UndefinedBehaviour::All;
    Bounded {
        findings,
        found,
        open,
        unfollowed,
        clean: BTreeSet::new(),
        targets: 0,
        all_undefined_behaviour,
        unwind,
        heap_nodes,
        objects,
        terms,
        size,
        time: start.elapsed(),
    }
}

/// The same error with a smaller input.
fn smaller(task: Question<'_>, judge: StatementJudge<'_>, found: FoundError, settings: &Settings) -> FoundError {
    let FoundError { suspect, run: Ok(run) } = found else { return found };
    let given = GivenInput { entry: suspect.entry.clone(), chosen: suspect.chosen.clone() };
    let old_values = OldValues::of(task);
    let mut again = SuspectAgain { task, judge, settings, suspect: &suspect, old_values, run: &run };
    match smallest::smaller(task.program, &mut again, (given, run.steps.len())) {
        Some((GivenInput { entry, chosen }, run)) => {
            FoundError { suspect: Suspect { entry, chosen, ..suspect }, run: Ok(run) }
        }
        None => FoundError { suspect, run: Ok(run) },
    }
}

/// The run of a suspect, with other inputs.
struct SuspectAgain<'s> {
    task: Question<'s>,
    judge: StatementJudge<'s>,
    settings: &'s Settings,
    suspect: &'s Suspect,
    old_values: OldValues<'s>,
    run: &'s Run,
}

impl SuspectAgain<'_> {
    /// The entry state with the constants for old values that it has.
    fn kept(&self, entry: EntryDescription) -> Option<EntryDescription> {
        if self.old_values.is_empty() {
            return Some(entry);
        }
        let (program, symbols) = (self.task.program, self.task.specification?.symbol_types());
        let state = described::state(program, self.task.entry, &entry).ok()?;
        heaps::describe(program, self.task.entry, &symbols, &self.old_values.keep(&state))
    }
}

impl Reproduction for SuspectAgain<'_> {
    type Choice = Chosen;
    type Run = Run;

    fn reproduce(&mut self, given: &GivenInput<Chosen>, most_steps: u64) -> Reproduced<Chosen, Run> {
        let GivenInput { entry, chosen } = given.clone();
        let entry = match entry.map(|entry| self.kept(entry)) {
            None => None,
            Some(Some(entry)) => Some(entry),
            Some(None) => return Reproduced { run: None, steps: 0 },
        };
        let settings = Settings { replay_steps: most_steps.min(self.settings.replay_steps), ..self.settings.clone() };
        let suspect = Suspect { entry, chosen, ..self.suspect.clone() };
        let found = bmc::replay(self.task, self.judge, &suspect, &settings).ok();
        let steps = found.as_ref().unwrap_or(self.run).steps.len() as u64;
        let found = found.filter(|run| run.span == self.run.span && run.function == self.run.function);
        let given = GivenInput { entry: suspect.entry, chosen: suspect.chosen };
        Reproduced { run: found.map(|run| (given, run)), steps }
    }

    fn number(&self, chosen: &Chosen) -> Option<i128> {
        let bits = chosen.bits as i128;
        match chosen.kind {
            ChoiceKind::Integer(width @ ..=64, signed) => Some(wrap(bits, (width, signed))),
            ChoiceKind::Way(_) | ChoiceKind::Failure | ChoiceKind::Pointer => Some(bits),
            // A program without even its name is rare.
            ChoiceKind::Arguments => Some(bits - 1),
            ChoiceKind::ArgumentLength(_) => Some(bits),
            ChoiceKind::Integer(..) | ChoiceKind::Float(_) | ChoiceKind::InputNumber(_) => None,
            ChoiceKind::Unwritten(_) | ChoiceKind::ArgumentByte(..) => None,
        }
    }

    fn with_number(&mut self, chosen: &Chosen, number: i128) -> Option<Chosen> {
        let bits = match chosen.kind {
            ChoiceKind::Integer(width, _) => wrap(number, (width, false)),
            ChoiceKind::Arguments => number + 1,
            _ => number,
        };
        Some(Chosen { bits: u128::try_from(bits).ok()?, ..*chosen })
    }
}

/// The question about a program as text, for other solvers.
pub fn export(
    task: Question<'_>,
    settings: &Settings,
    asked: (SolverLanguage, &SourceMap),
    budget: &Budget,
) -> Result<ExportedQuestion, Stop> {
    let judge = SpecificationJudge::of(task);
    let judge = judge.as_ref().map(|judge| judge as &dyn RunJudge);
    bmc::export::question((task, judge), settings, asked, budget)
}

impl Bounded {
    /// The verdict, and for unknown the reason.
    pub fn verdict(&self) -> (Verdict, Option<OpenReason>) {
        if self.findings.iter().any(Alarm::certain) {
            return (Verdict::Violated, None);
        }
        match self.uncovered() {
            Some(reason) => (Verdict::Unknown, Some(reason)),
            None => (Verdict::Verified, None),
        }
    }

    /// Why it does not know of every run whether it has an error.
    pub fn uncovered(&self) -> Option<OpenReason> {
        let suspected = self.findings.iter().find_map(|alarm| {
            let (position, kind) = (alarm.position.clone(), alarm.kind);
            alarm.confirmed.clone().err().map(|why| OpenReason::Suspected { position, kind, why })
        });
        suspected.or_else(|| self.open.clone())
    }

    /// Adds what it found when it was asked about a target alone.
    pub(super) fn add(&mut self, target: &VerificationTarget, answer: Bounded) {
        self.targets += 1;
        self.size.questions += answer.size.questions;
        self.time += answer.time;
        if answer.verdict().0 == Verdict::Verified {
            self.clean.extend(&target.commands);
        }
        let is_known = |alarm: &Alarm| self.findings.iter().any(|known| known.is_same(alarm));
        let new = answer.findings.into_iter().zip(answer.found);
        let new: Vec<_> = new.filter(|(alarm, _)| alarm.certain() && !is_known(alarm)).collect();
        for (alarm, found) in new {
            self.findings.push(alarm);
            self.found.push(found);
        }
    }

    /// Whether a run ends with an error behind which there may be others.
    pub fn hides_errors(&self) -> bool {
        self.findings.iter().any(|alarm| match alarm.kind.class() {
            FaultClass::Memory | FaultClass::UndefinedBehaviour => true,
            // Behind an assertion and at the end of a run no error is missed: C says that the run ends there.
            FaultClass::Assertion | FaultClass::Leak | FaultClass::Specification | FaultClass::Nothing => false,
        })
    }

    /// How much was done, in numbers that grow with the limits of work as long as there is more to do.
    pub(super) fn work(&self) -> [usize; 4] {
        [self.unwind as usize, self.objects, self.terms, self.size.questions]
    }

    /// How much was done.
    pub fn figures(&self) -> WorkDone {
        let counts = vec![(self.objects, "objects"), (self.terms, "terms"), (self.size.clauses, "clauses")];
        WorkDone { counts, time: Some(self.time), ..WorkDone::default() }
    }
}

impl Engine for Bounded {
    fn name(&self) -> EngineName {
        BOUNDED_ENGINE
    }

    /// A run ends at its first error, so that what comes after is not known.
    fn outcome(&self, topic: Topic) -> Outcome {
        let certain = || self.findings.iter().filter(|alarm| alarm.certain());
        if let Some(alarm) = certain().find(|alarm| topic.includes(alarm)) {
            return Outcome::Refuted(Refutation::Alarm(alarm.clone()));
        }
        match topic {
            Topic::Accesses | Topic::Leaks | Topic::Assertions | Topic::Assertion { .. } => {}
            Topic::Specified(_) | Topic::Statement(_) => {}
            Topic::UndefinedBehaviour if self.all_undefined_behaviour => {}
            // It asks about no location.
            Topic::UndefinedBehaviour | Topic::Unreachable(_) => return Outcome::Silent,
        }
        match self.uncovered() {
            Some(reason) => Outcome::open(reason),
            None if self.hides_errors() => Outcome::open(OpenReason::ErrorMayComeBefore),
            None => Outcome::Proved(Proof::whole(self.figures())),
        }
    }
}

/// Turns places of the program into places of the text.
struct Teller<'t> {
    task: Question<'t>,
    judge: StatementJudge<'t>,
    program: &'t Program,
    specification: &'t Specification,
    sources: &'t SourceMap,
    settings: &'t Settings,
    /// Where the function begins that is analysed.
    entry: Span,
}

impl Teller<'_> {
    fn position(&self, site: &StackPosition) -> SourcePosition {
        self.sources.position(site.span.unwrap_or(self.entry))
    }

    fn alarm(&self, found: &FoundError) -> Alarm {
        let FoundError { suspect, run } = found;
        let site = match run {
            Ok(run) => StackPosition { span: run.span, ..suspect.site.clone() },
            Err(_) => suspect.site.clone(),
        };
        let function = match run {
            Ok(run) => run.function,
            Err(_) => suspect.site.calls.last().map(|(function, _)| *function),
        };
        let function = function.and_then(|function| self.program.functions.get(function));
        let steps = run.as_ref().map_or_else(
            |_| Vec::new(),
            |run| concrete_steps(self.program, self.sources, run.steps.iter().copied().zip(run.heap.iter().copied())),
        );
        let statement = suspect.property.and_then(|claim| self.specification.statements.get(claim.statement));
        let violated = statement.map(|statement| format!("violated: {}", statement.text));
        let annotator = Annotator { program: self.program, sources: self.sources };
        let before = run.as_ref().ok().and_then(|run| Some((run.before.as_ref()?, &run.last)));
        let loss = before.map(|(before, last)| StepLoss::between(self.program, before, last));
        let ending = run.as_ref().ok().map(|run| RunEnding {
            span: site.span.unwrap_or(self.entry),
            steps: &run.steps,
            state: &run.last,
            loss: loss.as_ref(),
            fault: run.fault.as_ref(),
        });
        let known = || run.as_ref().map_or_else(|_| suspect.message.clone(), |run| run.message.clone());
        let told = || ending.and_then(|ending| annotator.message(ending)).unwrap_or_else(known);
        Alarm {
            kind: suspect.kind,
            claim: suspect.property,
            use_of_uninitialized: suspect.use_of_uninitialized,
            message: violated.unwrap_or_else(told),
            confirmed: match run {
                Ok(run) => {
                    let heap = run.start.as_ref().map(|state| draw::state(self.program, self.specification, state));
                    let inputs = self.inputs(&suspect.chosen, run);
                    Ok(Replay {
                        fault: run.fault.as_ref().map(|fault| (fault.kind, run.message.clone())),
                        inputs,
                        start: run.start.clone().map(Box::new),
                        heap,
                        steps: steps.clone(),
                        pictures: self.pictures(suspect, run, &steps),
                        notes: ending.map_or_else(Vec::new, |ending| annotator.notes(ending)),
                    })
                }
                Err(why) => Err(self.unreplayed(why)),
            },
            after_error: false,
            is_warning: false,
            span: site.span.unwrap_or(self.entry),
            position: self.position(&site),
            function: function.map_or_else(String::new, |function| function.name.clone()),
            steps,
            notes: Vec::new(),
        }
    }

    /// The states of a run, which is made once more for that.
    fn pictures(&self, suspect: &Suspect, run: &Run, steps: &[ConcreteStep]) -> BTreeMap<usize, HeapPicture> {
        // How many of the shown steps are made after each of all.
        let mut shown = vec![0];
        for step in &run.steps {
            shown.push(shown.last().copied().unwrap_or(0) + usize::from(is_shown(self.program, *step)));
        }
        let mut album = Album::new(Photographer::new(self.program, self.specification), steps);
        let again = bmc::watch((self.task, self.judge), suspect, self.settings, |made, state| {
            album.see(shown.get(made).copied().unwrap_or(0), state);
        });
        debug_assert!(again.is_ok_and(|again| again.steps == run.steps), "a run differs when it is made once more");
        album.into_pictures()
    }

    /// The variables that inputs of a run go to, by the places where these are read.
    fn input_places(&self, run: &Run) -> BTreeMap<Span, String> {
        let place = |(function, edge): &RunStep| {
            let edge = self.program.flowchart(*function)?.graph.edge_weight(*edge)?;
            Some((edge.span, input_place(self.program, edge)?))
        };
        run.steps.iter().filter_map(place).collect()
    }

    /// The inputs of a run. Choices that people see as none are left out.
    fn inputs(&self, chosen: &[Chosen], run: &Run) -> Vec<RunInput> {
        let places = self.input_places(run);
        let arguments = given_arguments(chosen).unwrap_or_default();
        // The ways that the run is given, in the order in which they are chosen.
        let mut ways = run.asked.iter().filter(|request| matches!(request.value, RequestedValue::Way { .. }));
        let shown = chosen.iter().filter_map(|chosen| {
            let is_way = matches!(chosen.kind, ChoiceKind::Way(_) | ChoiceKind::Failure | ChoiceKind::Pointer);
            let way = if is_way { ways.next() } else { None };
            let span = chosen.span.unwrap_or(self.entry);
            let named = || places.get(&span).cloned().unwrap_or_else(|| input_text(self.sources, span));
            let (text, value) = match chosen.kind {
                ChoiceKind::Integer(width, signed) => (named(), wrap(chosen.bits as i128, (width, signed)).to_string()),
                ChoiceKind::Arguments => (NUMBER_OF_ARGUMENTS.into(), chosen.bits.to_string()),
                ChoiceKind::ArgumentLength(index) => {
                    let string = arguments.get(index as usize)?;
                    (format!("argument {index}"), format!("\"{}\"", string.escape_ascii()))
                }
                ChoiceKind::ArgumentByte(..) => return None,
                ChoiceKind::Failure if chosen.bits == 1 => ("the allocation".into(), "NULL".into()),
                ChoiceKind::Way(_) => {
                    let step = run.steps.get(way?.step?)?;
                    return deciding_input(self.program, self.sources, *step);
                }
                ChoiceKind::Unwritten(width) => {
                    ("an uninitialized number".into(), wrap(chosen.bits as i128, (width, true)).to_string())
                }
                ChoiceKind::Failure => return None,
                ChoiceKind::InputNumber(format) => match bmc::input_text_of(chosen.bits, format) {
                    Some(text) => (named(), String::from_utf8_lossy(&text).into_owned()),
                    None => (named(), "the end of the input".into()),
                },
                ChoiceKind::Pointer => (named(), "NULL".into()),
                ChoiceKind::Float(32) => (named(), format!("{:?}", f32::from_bits(chosen.bits as u32))),
                ChoiceKind::Float(_) => (named(), format!("{:?}", f64::from_bits(chosen.bits as u64))),
            };
            let position = self.sources.position(span);
            Some(RunInput { position, text, value })
        });
        shown.collect()
    }

    fn unreplayed(&self, why: &Differs) -> Unreplayed {
        match why {
            Differs::Other(FaultKind::Unsupported, message, _) => Unreplayed::Unsupported(message.clone()),
            Differs::Other(kind, message, span) => {
                let place = span.map(|span| self.sources.position(span));
                Unreplayed::OtherError(*kind, message.clone(), place)
            }
            Differs::NoError | Differs::Choices => Unreplayed::NotMet,
            Differs::Input => Unreplayed::InputNotFound(None),
            Differs::Steps => Unreplayed::Stopped(Stop::at(Limit::ReplaySteps, self.settings.replay_steps)),
        }
    }

    fn reason(&self, open: Uncovered, (unwind, beyond): (u32, Option<Stop>)) -> OpenReason {
        match open {
            Uncovered::Cut { cut, site, bound } => {
                let (position, unwind) = (self.position(&site), bound.unwrap_or(unwind));
                let passed = |bound| OpenReason::Cut { position: position.clone(), bound, unwind, beyond };
                match cut {
                    RunCut::Iterations(_) => passed(PassedBound::Iterations),
                    RunCut::Recursion(_) => passed(PassedBound::Recursion),
                    RunCut::HeapNodes(nodes) => passed(PassedBound::HeapNodes(nodes)),
                    RunCut::LargeBlock(bytes) => passed(PassedBound::LargeBlock(bytes)),
                    RunCut::Unsupported(what) => {
                        OpenReason::NotFollowed { position, construct: what.into_owned(), lacks_body: false }
                    }
                    RunCut::NoBody(what) => {
                        OpenReason::NotFollowed { position, construct: what.into_owned(), lacks_body: true }
                    }
                }
            }
            Uncovered::Undefined(message, site) => OpenReason::Undefined { position: self.position(&site), message },
            Uncovered::More => OpenReason::ErrorMayComeBefore,
            Uncovered::Stopped(stop) => OpenReason::Stopped { stop, iterations: None },
        }
    }
}
