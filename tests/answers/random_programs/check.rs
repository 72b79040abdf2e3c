//! What must be true of the answers to one case.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use damson::audit;
use damson::base::{Budget, SourceMap};
use damson::emit::{sr, sr_reader};
use damson::engine::verdict::Verdict;
use damson::modelcheck::{self, CheckOutcome, Limits};
use damson::pipeline::confirm::SearchBounds;
use damson::pipeline::trace::all_steps;
use damson::pipeline::{self, AbstractModel, Answer, Input, Prepared, Settings, Subject, VerificationTask};
use damson::program::FaultKind;
use damson::program::interp::{HeapCounts, Random};
use damson::report;
use damson::simplify::RuleSet;
use damson::smg;
use damson::spec::StatementKind;

use crate::random_programs::case::Case;
use crate::random_programs::runs::{Break, Judge};
use crate::support::campaign::guarded;
use crate::support::watcher::Watcher;

/// States of a boolean program that two checkers compare.
const MOST_STATES: usize = 1_000;

/// Time for one program: few need it, and what is not decided then is unknown.
const LIMIT: Duration = Duration::from_secs(10);

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Small entry states, and larger random ones, that runs start from.
    pub small: usize,
    pub larger: usize,
    /// Runs of each.
    pub runs: usize,
    /// Iterations of the abstraction.
    pub bound: usize,
}

/// What happened to a case that is all right.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub refused: usize,
    pub verified: usize,
    pub violated: usize,
    pub unknown: usize,
    pub runs: usize,
    pub steps: usize,
    pub compared: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.refused += other.refused;
        self.verified += other.verified;
        self.violated += other.violated;
        self.unknown += other.unknown;
        self.runs += other.runs;
        self.steps += other.steps;
        self.compared += other.compared;
    }
}

/// Checks a case. What is wrong is described in a message whose first word names the check.
pub fn check(case: &Case, rules: &RuleSet, effort: Effort) -> Result<Tally, String> {
    check_texts(&case.program(), &case.questions(), rules, effort)
}

/// The same for the function `subject` of a program, and a specification.
pub fn check_texts(program: &str, questions: &str, rules: &RuleSet, effort: Effort) -> Result<Tally, String> {
    guarded(|| check_unguarded(program, questions, rules, effort))
}

pub fn prepare(text: &str, questions: &str) -> Option<(SourceMap, Prepared)> {
    let mut sources = SourceMap::new();
    let program = sources.add("subject.c", text);
    let specification = Some(sources.add("subject.spec", questions));
    let input = Input { specification, entry: Some("subject"), ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    if prepared.is_none() && std::env::var_os("DAMSON_SHOW_REFUSED").is_some() {
        println!("{}{}----\n{}", diagnostics.render(&sources), text, questions);
    }
    Some((sources, prepared?))
}

fn check_unguarded(text: &str, questions: &str, rules: &RuleSet, effort: Effort) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let Some((sources, prepared)) = prepare(text, questions) else { return Ok(Tally { refused: 1, ..tally }) };
    let concrete = SearchBounds { nodes: 2, steps: 40, total_steps: 3_000, ..SearchBounds::default() };
    let shapes = smg::Settings { most_work: 1_000, ..Settings::default().shapes };
    let limits = Limits::of_states(2_000);
    let keeps_proofs = true;
    let settings = Settings { bound: effort.bound, limits, concrete, shapes, keeps_proofs, ..Settings::default() };
    let start = Instant::now();
    let verified = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, rules),
        sources: &sources,
        settings: &settings,
        budget: &Budget::for_duration(LIMIT),
    });
    let (verification, _) = verified.map_err(|problems| format!("error: {}", problems.render(&sources)))?;
    if start.elapsed() > 6 * LIMIT {
        return Err(format!("slow: {:?}", start.elapsed()));
    }
    for property in &verification.properties {
        match property.verdict {
            Verdict::Verified => tally.verified += 1,
            Verdict::Violated => tally.violated += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
    }
    if verification.contradiction() {
        return Err("contradiction: a concrete run violates what the abstraction proved".into());
    }
    audited(&prepared, &verification, &sources)?;
    let analysis = pipeline::analyse(&prepared, &sources, rules, &settings, true, &Budget::for_duration(LIMIT));
    let analysis = analysis.map_err(|problem| format!("error: {}", problem.message))?;
    tally.compared += compare(&analysis, settings.limits)?;
    violations(&prepared, &sources, &verification, &settings)?;
    runs(&prepared, &verification, &analysis, effort, &mut tally)?;
    Ok(tally)
}

/// How much the audit tries of each proof.
const AUDIT: audit::Settings = audit::Settings { nodes: 2, heaps: 30, seed: 1, steps: 150 };

/// Every proof allows what is tried.
fn audited(prepared: &Prepared, verification: &Answer, sources: &SourceMap) -> Result<(), String> {
    let audited = audit::audit(prepared.question(), verification, sources, AUDIT, &Budget::for_duration(LIMIT));
    match audited.misses().next() {
        Some(miss) => Err(format!("audit: {}", report::audit::description(miss))),
        None => Ok(()),
    }
}

/// Every violation has a run that can be run again.
fn violations(
    prepared: &Prepared,
    sources: &SourceMap,
    verification: &Answer,
    settings: &Settings,
) -> Result<(), String> {
    let place = |edge| {
        let step = [((prepared.entry, edge), HeapCounts::default())];
        let [step] = &all_steps(&prepared.program, sources, step)[..] else { panic!("one step of an edge") };
        (step.position.to_string(), step.text.clone())
    };
    for property in verification.properties.iter().filter(|property| property.verdict == Verdict::Violated) {
        if let Some(engine) = property.only_by {
            // The heap that the bounded engine finds may be larger than those that are tried here; `bounded` looks at its runs.
            if property.alarm.as_ref().is_some_and(|alarm| alarm.claim.is_some()) {
                continue;
            }
            // Values that were never set have no run: the interpreter stops where they are first used.
            if !uses_undefined(verification) && !some_run_breaks(prepared, property.id == "memory-access") {
                return Err(format!("unshown: {} by {}", property.text, engine));
            }
            continue;
        }
        let Some(run) = &property.run else { return Err(format!("unshown: {} without a run", property.text)) };
        if !Judge::new(prepared).replay(run, settings.concrete.nodes, &place) {
            return Err(format!("unrepeatable: {}\n{run:?}", property.text));
        }
    }
    Ok(())
}

/// Whether one of many runs from small and random states has an error of memory, or fails an assertion of the program's.
fn some_run_breaks(prepared: &Prepared, by_access: bool) -> bool {
    let (mut judge, mut random) = (Judge::new(prepared), Random::new(1));
    let inputs = judge.inputs(4_000, 1_000, &mut random);
    inputs.iter().any(|input| {
        (0..4).any(|_| {
            let breaks = judge.run(input, &mut random);
            breaks.iter().any(|broken| match broken {
                Break::Access(..) => by_access,
                Break::Assertion(_) => !by_access,
                Break::Statement(_) => false,
            })
        })
    })
}

fn uses_undefined(verification: &Answer) -> bool {
    verification
        .shapes
        .findings
        .iter()
        .any(|finding| matches!(finding.kind, FaultKind::Uninitialized | FaultKind::UndefinedValue))
}

/// Runs of the program: none breaks what is verified, and each step is allowed by the boolean program.
fn runs(
    prepared: &Prepared,
    verification: &Answer,
    analysis: &AbstractModel,
    effort: Effort,
    tally: &mut Tally,
) -> Result<(), String> {
    let is_verified = |id: &dyn Fn(&str) -> bool| {
        let mut all = verification.properties.iter().filter(|property| id(&property.id));
        all.clone().next().is_some() && all.all(|property| property.verdict == Verdict::Verified)
    };
    let texts = |index: usize| {
        let statement = &prepared.specification.statements[index];
        let name = match &statement.kind {
            StatementKind::Ltl(name, _) => Some(name.clone()),
            _ => None,
        };
        // Several locations give several properties of one text: a run breaks one of them.
        let mut all = verification
            .properties
            .iter()
            .filter(|property| Some(&property.id) == name.as_ref() || property.text == statement.text);
        all.clone().next().is_some() && all.all(|property| property.verdict == Verdict::Verified)
    };
    let failures_hold = is_verified(&|id| {
        matches!(
            verification.predicates.as_ref().expect("predicates").analysis.built.origins.get(id),
            Some(damson::abstraction::build::PropertyOrigin::Failure(_))
        )
    });
    let accesses_hold = is_verified(&|id| id == "memory-access");
    let watcher = Watcher::new(prepared, &analysis.abstraction, &analysis.built);
    let mut judge = Judge::new(prepared);
    let mut random = Random::new(1);
    for input in judge.inputs(effort.small, effort.larger, &mut random) {
        for _ in 0..effort.runs {
            tally.runs += 1;
            for broken in judge.run(&input, &mut random) {
                let wrong = match broken {
                    Break::Statement(index) => texts(index),
                    Break::Assertion(_) => failures_hold,
                    Break::Access(..) => accesses_hold,
                };
                if wrong {
                    let input = pipeline::draw::state(&prepared.program, &prepared.specification, &input);
                    return Err(format!("unsound: verified, but a run breaks it: {broken:?}\n  input: {input}"));
                }
            }
            let steps = watcher.run(&input, &mut random);
            tally.steps += steps.map_err(|problem| format!("step: {problem}"))?;
        }
    }
    Ok(())
}

fn letter(outcome: &CheckOutcome) -> char {
    match outcome {
        CheckOutcome::Holds => 'H',
        CheckOutcome::Violated(_) => 'V',
        CheckOutcome::Unknown(_) => 'U',
    }
}

/// The boolean program, compacted or not, in our search and in S/R, has one answer. Returns how often two were compared.
fn compare(analysis: &AbstractModel, limits: Limits) -> Result<usize, String> {
    let budget = Budget::for_duration(LIMIT);
    let report = modelcheck::check(&analysis.program, limits, &budget);
    let whole = modelcheck::check(&analysis.built.program, limits, &budget);
    let mut compared = 0;
    for (compact, whole) in report.properties.iter().zip(&whole.properties) {
        let letters = (letter(&compact.outcome), letter(&whole.outcome));
        compared += 1;
        if matches!(letters, ('H', 'V') | ('V', 'H')) {
            return Err(format!("compact: {:?} is {} when compact, else {}", compact.property, letters.0, letters.1));
        }
    }
    if report.states.is_none_or(|states| states > MOST_STATES) {
        return Ok(compared);
    }
    let text = sr::emit(&analysis.program).map_err(|problem| format!("sr: {problem}"))?;
    let read = match sr_reader::explore(&text, 10 * MOST_STATES) {
        // It lists all choices of a step, which can be more than there are states.
        Err(problem) if problem.starts_with("more than") => return Ok(compared),
        read => read.map_err(|problem| format!("sr: {problem}"))?,
    };
    if Some(read.states) != report.states {
        return Err(format!("sr: {:?} states, S/R has {}", report.states, read.states));
    }
    for result in &report.properties {
        if let modelcheck::PropertyIndex::Assertion(index) = result.property {
            let id = &analysis.program.assertions[index].id;
            compared += 1;
            if (letter(&result.outcome) == 'V') != read.violated.contains(id) {
                return Err(format!("sr: {id} is {} here, S/R differs", letter(&result.outcome)));
            }
        }
    }
    Ok(compared)
}
