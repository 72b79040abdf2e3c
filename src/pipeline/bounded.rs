//! Adapts the bounded engine to [`Engine`]. A finding counts as an error only if a concrete run has it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::confirm::SpecificationJudge;
use crate::confirmer::{Confirmer, Differs, FoundError, Run, RunRules, SoughtError};
use crate::dependence;
use crate::evidence::{self, MadeRun};
use crate::notes::{Annotator, RunEnding, StepLoss};
use crate::trace::{NUMBER_OF_ARGUMENTS, deciding_input, input_place, input_text};
use base::integer::wrap;
use base::{Budget, SourceMap, SourcePosition, Span};
use bmc::{
    self, BoundedAnswer, CallStack, QuestionSize, RunCut, Settings, StackPosition, Suspect, Uncovered,
    VerificationTarget,
};
use engine::evidence::{Alarm, Replay, RunInput};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Proof, Refutation, WorkDone};
use program::interp::{RunStep, State};
use program::witness::{ChoiceKind, RequestedValue, RunRequest, Witness};
use program::{FaultClass, FaultKind, Program, UndefinedBehaviour};
use reason::{EngineName, Limit, OpenReason, PassedBound, Stop, Unreplayed};
use spec::Question;

pub const BOUNDED_ENGINE: EngineName = EngineName("the bounded engine");

/// Result of the bounded engine.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Errors, sorted by position.
    pub findings: Vec<Alarm>,
    /// The findings as the engine reports them, in the same order.
    pub found: Vec<FoundError>,
    /// Why there may be more errors; `None` if the bound was no restriction.
    pub open: Option<OpenReason>,
    /// Call stacks at which runs may end before they are followed to their end; `None` if this is not fully known.
    pub unfollowed: Option<BTreeSet<CallStack>>,
    /// The positions of commands that were queried individually and in which no run has the error in question.
    pub clean: BTreeSet<Span>,
    /// The commands about which a query of their own says no more, although no limit was reached: why they are open.
    pub stuck: BTreeMap<Span, OpenReason>,
    /// Number of targets that were queried individually.
    pub targets: usize,
    /// True if all undefined behaviour is an error.
    pub all_undefined_behaviour: bool,
    /// The bound on iterations of each loop and on the recursion depth of each function.
    pub unwind: u32,
    /// Nodes of each type in the entry state of a procedure; `None` where runs start with `main`.
    pub heap_nodes: Option<u32>,
    /// Number of objects, over all runs.
    pub objects: usize,
    pub terms: usize,
    /// Size of the SAT questions.
    pub size: QuestionSize,
    pub time: Duration,
}

pub fn analyse(task: Question<'_>, sources: &SourceMap, settings: &Settings, budget: &Budget) -> Bounded {
    let start = Instant::now();
    let judge = SpecificationJudge::of(task);
    let confirmer = Confirmer { question: task, judge: judge.as_ref(), rules: run_rules(settings) };
    let answer = bmc::analyse(task, settings, &budget.doing("bounded engine"));
    let teller = Teller { confirmer, sources };
    let BoundedAnswer { unwind, beyond, heap_nodes, objects, terms, size, .. } = answer;
    let told = |suspect: Suspect| {
        let Suspect { kind, property, ref message, .. } = suspect;
        let sought = SoughtError { kind, property, message: message.clone(), span: suspect.site.span };
        let found = confirmer.confirm(sought, suspect.witness.clone());
        (teller.alarm(&suspect, &found), found)
    };
    let mut findings: Vec<(Alarm, FoundError)> = answer.found.into_iter().map(told).collect();
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
        stuck: BTreeMap::new(),
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

/// Returns what runs may do that confirm the engine's findings.
pub fn run_rules(settings: &Settings) -> RunRules {
    RunRules {
        leaks_at_exit: settings.leaks_at_exit,
        gives_unwritten: settings.undefined_is_any && settings.confirms_unwritten,
        most_steps: settings.replay_steps,
    }
}

impl Bounded {
    /// Returns the verdict, and for "unknown" the reason.
    pub fn verdict(&self) -> (Verdict, Option<OpenReason>) {
        if self.findings.iter().any(Alarm::certain) {
            return (Verdict::Violated, None);
        }
        match self.uncovered() {
            Some(reason) => (Verdict::Unknown, Some(reason)),
            None => (Verdict::Verified, None),
        }
    }

    /// Returns why it is not known of every run whether it has an error.
    pub fn uncovered(&self) -> Option<OpenReason> {
        let suspected = self.findings.iter().find_map(|alarm| {
            let (position, kind) = (alarm.position.clone(), alarm.kind);
            alarm.confirmed.clone().err().map(|why| OpenReason::Suspected { position, kind, why })
        });
        suspected.or_else(|| self.open.clone())
    }

    /// Adds the result of a query about a single target.
    pub(super) fn add(&mut self, target: &VerificationTarget, answer: Bounded) {
        self.targets += 1;
        self.size.questions += answer.size.questions;
        self.time += answer.time;
        match answer.verdict() {
            (Verdict::Verified, _) => self.clean.extend(&target.commands),
            (_, why) => self.leave(target, why),
        }
        let is_known = |alarm: &Alarm| self.findings.iter().any(|known| known.is_same(alarm));
        let new = answer.findings.into_iter().zip(answer.found);
        let new: Vec<_> = new.filter(|(alarm, _)| alarm.certain() && !is_known(alarm)).collect();
        for (alarm, found) in new {
            self.findings.push(alarm);
            self.found.push(found);
        }
    }

    /// Records why a target stays open, if that is not because of a limit.
    pub(super) fn leave(&mut self, target: &VerificationTarget, why: Option<OpenReason>) {
        if let Some(why @ (OpenReason::NotFollowed { .. } | OpenReason::Undefined { .. })) = why {
            self.stuck.extend(target.commands.iter().map(|command| (*command, why.clone())));
        }
    }

    /// Returns true if a run ends with an error that may hide later ones.
    pub fn hides_errors(&self) -> bool {
        self.findings.iter().any(|alarm| match alarm.kind.class() {
            FaultClass::Memory | FaultClass::UndefinedBehaviour => true,
            // An assertion, or the end of a run, hides no error: C says that the run ends there.
            FaultClass::Assertion | FaultClass::Leak | FaultClass::Specification | FaultClass::Nothing => false,
        })
    }

    /// Returns measures of work that grow with the limits as long as there is more to do.
    pub(super) fn work(&self) -> [usize; 4] {
        [self.unwind as usize, self.objects, self.terms, self.size.questions]
    }

    pub fn figures(&self) -> WorkDone {
        let counts = vec![(self.objects, "objects"), (self.terms, "terms"), (self.size.clauses, "clauses")];
        WorkDone { counts, time: Some(self.time), ..WorkDone::default() }
    }
}

impl Engine for Bounded {
    fn name(&self) -> EngineName {
        BOUNDED_ENGINE
    }

    /// A run ends at its first error, so later errors are not known.
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

/// What an input is called that finds nothing to read.
const END_OF_INPUT: &str = "the end of the input";

/// Maps places of the program to source positions.
struct Teller<'t> {
    confirmer: Confirmer<'t>,
    sources: &'t SourceMap,
}

impl<'t> Teller<'t> {
    fn program(&self) -> &'t Program {
        self.confirmer.question.program
    }

    /// Returns the start of the analysed function.
    fn entry(&self) -> Span {
        self.program().functions[self.confirmer.question.entry].span
    }

    fn position(&self, site: &StackPosition) -> SourcePosition {
        self.sources.position(site.span.unwrap_or(self.entry()))
    }

    fn alarm(&self, suspect: &Suspect, found: &FoundError) -> Alarm {
        let run = &found.run;
        let site = match run {
            Ok(run) => StackPosition { span: run.span, ..suspect.site.clone() },
            Err(_) => suspect.site.clone(),
        };
        let function = match run {
            Ok(run) => run.function,
            Err(_) => suspect.site.calls.last().map(|(function, _)| *function),
        };
        let function = function.and_then(|function| self.program().functions.get(function));
        let specification = self.confirmer.question.specification;
        let statement = suspect.property.and_then(|claim| specification?.statements.get(claim.statement));
        let violated = statement.map(|statement| format!("violated: {}", statement.text));
        let annotator = Annotator { program: self.program(), sources: self.sources };
        let before = run.as_ref().ok().and_then(|run| Some((run.before.as_ref()?, &run.last)));
        let loss = before.map(|(before, last)| StepLoss::between(self.program(), before, last));
        let ending = run.as_ref().ok().map(|run| RunEnding {
            span: site.span.unwrap_or(self.entry()),
            steps: &run.steps,
            state: &run.last,
            loss: loss.as_ref(),
            fault: run.fault.as_ref(),
        });
        let known = || run.as_ref().map_or_else(|_| suspect.message.clone(), |run| run.message.clone());
        let told = || ending.and_then(|ending| annotator.message(ending)).unwrap_or_else(known);
        let confirmed = match (run, ending) {
            (Ok(run), Some(ending)) => Ok(self.evidence(found, run, ending)),
            (Err(why), _) => Err(self.unreplayed(why)),
            (Ok(_), None) => Err(Unreplayed::NotMet),
        };
        Alarm {
            kind: suspect.kind,
            claim: suspect.property,
            use_of_uninitialized: suspect.use_of_uninitialized,
            message: violated.unwrap_or_else(told),
            after_error: false,
            is_warning: false,
            span: site.span.unwrap_or(self.entry()),
            position: self.position(&site),
            function: function.map_or_else(String::new, |function| function.name.clone()),
            steps: confirmed.as_ref().map_or_else(|_| Vec::new(), |run| run.steps.clone()),
            confirmed,
            notes: Vec::new(),
        }
    }

    /// Returns the evidence shown for a run. The run is repeated to draw its pictures.
    fn evidence(&self, found: &FoundError, run: &Run, ending: RunEnding<'_>) -> Replay {
        let inputs = self.inputs(&found.witness, run);
        let made = MadeRun { start: run.start.as_ref(), inputs, requests: &run.asked, heap: &run.heap, ending };
        let mut retrace = |see: &mut dyn FnMut(usize, &State)| {
            let again = self.confirmer.watch(&found.sought, &found.witness, see);
            debug_assert!(again.is_ok_and(|again| again.steps == run.steps), "a run differs when it is made once more");
        };
        evidence::replay((self.confirmer.question, self.sources), made, Some(&mut retrace))
    }

    /// Returns the variables that inputs of a run are stored to, by the places where the inputs are read.
    fn input_places(&self, run: &Run) -> BTreeMap<Span, String> {
        let place = |(function, edge): &RunStep| {
            let edge = self.program().flowchart(*function)?.graph.edge_weight(*edge)?;
            Some((edge.span, input_place(self.program(), edge)?))
        };
        run.steps.iter().filter_map(place).collect()
    }

    /// Returns the inputs of a run, without choices that users do not see as inputs.
    fn inputs(&self, witness: &Witness, run: &Run) -> Vec<RunInput> {
        let places = self.input_places(run);
        let arguments = witness.arguments().unwrap_or_default();
        // The ways that the run takes and the bytes that it reads, in the order in which they are chosen.
        let is_chosen =
            |request: &&RunRequest| matches!(request.value, RequestedValue::Way { .. } | RequestedValue::Byte(_));
        let mut requests = run.asked.iter().filter(is_chosen);
        let shown = witness.chosen.iter().filter_map(|chosen| {
            let is_way = matches!(chosen.kind, ChoiceKind::Way(_) | ChoiceKind::Failure | ChoiceKind::Pointer);
            let way = if is_way { requests.next() } else { None };
            let span = chosen.span.unwrap_or(self.entry());
            let named = || places.get(&span).cloned().unwrap_or_else(|| input_text(self.sources, span));
            let (text, value) = match chosen.kind {
                // Whether there is another byte; if so, the byte follows.
                ChoiceKind::Way(_) if way.is_some_and(|way| way.value == RequestedValue::Byte(None)) => {
                    (named(), END_OF_INPUT.into())
                }
                ChoiceKind::Way(_) if way.is_some_and(|way| matches!(way.value, RequestedValue::Byte(_))) => {
                    return None;
                }
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
                    return deciding_input(self.program(), self.sources, *step);
                }
                ChoiceKind::Unwritten(width, _) => {
                    ("an uninitialized number".into(), wrap(chosen.bits as i128, (width, true)).to_string())
                }
                ChoiceKind::Failure => return None,
                ChoiceKind::InputNumber(format) => {
                    let text = format.text(chosen.bits);
                    requests.by_ref().take(text.as_ref().map_or(1, Vec::len)).for_each(drop);
                    (named(), text.map_or(END_OF_INPUT.into(), |text| String::from_utf8_lossy(&text).into_owned()))
                }
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
            Differs::DependsOn(function) => Unreplayed::DependsOn(dependence::described(function)),
            Differs::NoError | Differs::Choices => Unreplayed::NotMet,
            Differs::Input => Unreplayed::InputNotFound(None),
            Differs::Steps => Unreplayed::Stopped(Stop::at(Limit::ReplaySteps, self.confirmer.rules.most_steps)),
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
