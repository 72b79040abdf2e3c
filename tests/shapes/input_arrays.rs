//! Random functions of strings and arrays that the caller gives, under `assume string(…)` and `assume room(…)`.
//!
//! Each function is run from small entry states that keep the assumptions, all of them or random ones. Each state of a run must be
//! described by a configuration of the shape analysis, and each error of memory must be among its findings. What the portfolio
//! or the bounded engine verifies has no run with an error, and the errors that the bounded engine finds have runs.
//!
//! `DAMSON_ARRAY_PROGRAMS=n` tries `n` functions, from the seed `DAMSON_FIRST_PROGRAM` on.

mod generate;

use std::ops::AddAssign;
use std::time::Duration;

use crate::assumed::Assumed;
use crate::support::campaign::{campaign, guarded, seeds};
use damson::base::{Budget, SourceMap, Span};
use damson::bmc;
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Input, Job, bounded};
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Fault, Interpreter, Random, State, StepOutcome};
use damson::program::{FunctionId, LocationId, Program};
use damson::reason::Unreplayed;
use damson::smg::check::concretisation::Concretised;
use damson::smg::{self, AbstractionLevel, Analysis, Mode, NamedNeighbours, Numbers, Settings, SolverRun};
use damson::spec::{Question, Specification};

/// Functions of the short version.
const PROGRAMS: u64 = 24;
/// Entry states that are enumerated, and random ones, that runs start from.
const STATES: usize = 400;
/// Steps of a run.
const STEPS: usize = 80;

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    verified: usize,
    verified_by_bounded_engine: usize,
    found_by_bounded_engine: usize,
    unfollowed: usize,
    runs: usize,
    errors: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.verified += other.verified;
        self.verified_by_bounded_engine += other.verified_by_bounded_engine;
        self.found_by_bounded_engine += other.found_by_bounded_engine;
        self.unfollowed += other.unfollowed;
        self.runs += other.runs;
        self.errors += other.errors;
    }
}

#[test]
fn functions_of_strings_and_arrays_are_described() {
    let seeds = seeds("DAMSON_ARRAY_PROGRAMS", PROGRAMS);
    let told = |seed, message: &str| format!("program {seed}: {message}\n{}", generate::program(seed));
    let checked = |seed| guarded(|| check(&generate::program(seed), seed));
    let (tally, failures): (Tally, _) = campaign(&seeds, Duration::from_secs(20), checked, told);
    println!("{} programs: {tally:?}", seeds.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tally.verified > 0 && tally.found_by_bounded_engine > 0 && tally.errors > 0);
    assert!(4 * tally.unfollowed < seeds.len(), "{} are not followed", tally.unfollowed);
}

struct Subject {
    sources: SourceMap,
    program: Program,
    entry: FunctionId,
    specification: Specification,
}

impl Subject {
    fn of(text: &str) -> Subject {
        let mut sources = SourceMap::new();
        let file = sources.add("subject.c", text);
        let input = Input { entry: Some("subject"), ..Input::of(file) };
        let (job, problems) = pipeline::prepare_shapes(&mut sources, input);
        let Some(Job::OfCalls { program, entry, specification: Some(specification) }) = job else {
            panic!("{}", problems.render(&sources))
        };
        Subject { sources, program, entry, specification }
    }

    fn question(&self) -> Question<'_> {
        Question { program: &self.program, entry: self.entry, specification: Some(&self.specification) }
    }

    /// Entry states that keep the assumptions.
    fn starts(&self, seed: u64) -> Vec<State> {
        let assumed = Assumed::of(self.question());
        let mut random = Random::new(seed);
        let small = HeapLimits::new(2, &[0, 1]);
        let mut found: Vec<State> =
            heaps::enumerate(&self.program, self.entry, &[], &small).expect("states").take(STATES).collect();
        for attempt in 0..STATES {
            let limits = HeapLimits::new(2 + attempt % 4, &[0, 1, 2, 3, 97, -1]);
            found.push(heaps::random(&self.program, self.entry, &[], &limits, &mut random).expect("a state"));
        }
        found.retain(|state| assumed.holds(state));
        found
    }
}

fn check(text: &str, seed: u64) -> Result<Tally, String> {
    let subject = Subject::of(text);
    let question = subject.question();
    let budget = || Budget::for_duration(Duration::from_secs(10));
    let settings = Settings { keeps: true, most_work: 4_000, ..Settings::default() };
    let analyses = [Numbers::Ranges, Numbers::Related].map(|numbers| {
        let level = AbstractionLevel { kept_apart: settings.kept_apart, numbers, named: NamedNeighbours::Merged };
        let run = SolverRun { mode: Mode::Prove(level), most_work: settings.most_work };
        smg::analyse(question, &settings, &run, &budget())
    });
    let portfolio = smg::portfolio::analyse(question, &Settings { most_work: 4_000, ..Settings::default() }, &budget());
    let unwound = bmc::Settings { most_terms: 200_000, most_clauses: 400_000, ..bmc::Settings::default() };
    let of_bounded = bounded::analyse(question, &subject.sources, &unwound, &budget());
    for alarm in &of_bounded.findings {
        match &alarm.confirmed {
            Ok(_) | Err(Unreplayed::Unsupported(_) | Unreplayed::Stopped(_)) => {}
            Err(why) => return Err(format!("unshown: {} at {}: {why}", alarm.message, alarm.position)),
        }
    }
    let is_verified = portfolio.gaps.is_empty() && portfolio.findings.is_empty();
    let is_verified_by_bounded = of_bounded.verdict().0 == Verdict::Verified;
    let mut tally = Tally {
        verified: usize::from(is_verified),
        verified_by_bounded_engine: usize::from(is_verified_by_bounded),
        found_by_bounded_engine: of_bounded.findings.len(),
        unfollowed: usize::from(analyses.iter().all(|analysis| !analysis.gaps.is_empty())),
        ..Tally::default()
    };
    let followed = analyses.iter().filter(|analysis| analysis.gaps.is_empty());
    let judges: Vec<Judge<'_>> = followed.map(|analysis| Judge { subject: &subject, analysis }).collect();
    let mut random = Random::new(seed);
    for start in subject.starts(seed) {
        tally.runs += 1;
        for judge in &judges {
            judge.follow(&start, &mut random)?;
        }
        let Some(fault) = subject.run(&start, &mut random) else { continue };
        tally.errors += 1;
        let who = match (is_verified, is_verified_by_bounded) {
            (true, _) => "the shape analysis",
            (_, true) => "the bounded engine",
            _ => continue,
        };
        let input = pipeline::draw::state(&subject.program, &subject.specification, &start);
        return Err(format!("wrong: verified by {who}, but {fault}\ninput {input}"));
    }
    Ok(tally)
}

/// What happens in a run, step by step.
enum Met<'p> {
    /// A state, and the errors that may come next are at these places.
    State(&'p State, LocationId, Vec<Span>),
    Fault(&'p Fault, Span),
}

impl Subject {
    /// Runs the function from a state; `look` ends the run.
    fn execute(&self, start: &State, random: &mut Random, look: &mut dyn FnMut(Met<'_>) -> bool) {
        let flowchart = self.program.flowchart(self.entry).expect("a body");
        let interpreter = Interpreter::new(&self.program);
        let (mut state, mut location) = (start.clone(), flowchart.entry);
        for _ in 0..STEPS {
            let edges = flowchart.outgoing(location);
            let next = edges.into_iter().map(|edge| flowchart.edge(edge).span).collect();
            if look(Met::State(&state, location, next)) {
                return;
            }
            match interpreter.step(&mut state, location, random, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => location = to,
                StepOutcome::Finished | StepOutcome::Blocked | StepOutcome::Halted { .. } => return,
                StepOutcome::Failed { edge, fault } => {
                    let span = edge.map_or(flowchart.location(location).span, |edge| flowchart.edge(edge).span);
                    look(Met::Fault(&fault, span));
                    return;
                }
            }
        }
    }

    /// The error of memory that a run ends in.
    fn run(&self, start: &State, random: &mut Random) -> Option<Fault> {
        let mut found = None;
        self.execute(start, random, &mut |met| {
            if let Met::Fault(fault, _) = met
                && smg::looks_for(fault.kind)
            {
                found = Some(fault.clone());
            }
            false
        });
        found
    }

    fn line(&self, span: Span) -> u32 {
        self.sources.position(span).line
    }
}

struct Judge<'a> {
    subject: &'a Subject,
    analysis: &'a Analysis,
}

impl Judge<'_> {
    /// Follows a run up to the first place where there may be an error.
    fn follow(&self, start: &State, random: &mut Random) -> Result<(), String> {
        let mut found = Ok(());
        self.subject.execute(start, random, &mut |met| match met {
            Met::State(state, location, next) => {
                found = self.is_described(state, location, start);
                found.is_err() || next.into_iter().any(|span| self.has_finding(span))
            }
            Met::Fault(fault, _) if !smg::looks_for(fault.kind) => true,
            Met::Fault(fault, span) => {
                found = Err(format!("missed: line {}: {fault}", self.subject.line(span)));
                true
            }
        });
        found
    }

    fn has_finding(&self, span: Span) -> bool {
        let line = self.subject.line(span);
        self.analysis.findings.iter().any(|finding| self.subject.line(finding.span) == line)
    }

    fn is_described(&self, state: &State, location: LocationId, start: &State) -> Result<(), String> {
        let Subject { program, entry, specification, .. } = self.subject;
        let kept = &self.analysis.kept;
        let Concretised::No(reason) = kept.concretises(program, state, location, None) else { return Ok(()) };
        let line = self.subject.line(program.flowchart(*entry).expect("a body").location(location).span);
        let input = pipeline::draw::state(program, specification, start);
        let known = kept.describe(program, state, location);
        Err(format!("undescribed: a state at line {line}: {reason}\ninput {input}\n{known}"))
    }
}
