//! Damson's answers about subjects, compared with the truth.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use damson::base::{Budget, SourceMap};
use damson::engine::topic::Topic;
use damson::engine::verdict::Verdict;
use damson::modelcheck::Limits;
use damson::pipeline::confirm::SearchBounds;
use damson::pipeline::hintcheck::diagnostics::hint_diagnostics;
use damson::pipeline::reconcile::Contradiction;
use damson::pipeline::{self, Input, Job, PropertyVerdict, Settings, VerificationTask, replay};
use damson::simplify::RuleSet;
use damson::smg;

use super::Subject;
use super::specification::Asked;
use super::truth::{ACCESS, ASSERTION, Truth};

/// Time for one program: few need it, and what is not decided then is unknown.
const LIMIT: Duration = Duration::from_secs(10);

/// What happened to a subject that is all right.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub refused: usize,
    pub refused_hints: usize,
    pub verified: usize,
    pub violated: usize,
    pub unknown: usize,
    /// Verified, and the truth is of many runs.
    pub confirmed: usize,
    /// Violated, and so is a run of the compiled program.
    pub shown: usize,
    /// Violated, and no run of the compiled program is.
    pub unseen: usize,
    /// Verified, and broken where memory that was never written holds what it likes.
    pub weak: usize,
    pub runs: usize,
    pub timeouts: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.refused += other.refused;
        self.refused_hints += other.refused_hints;
        self.verified += other.verified;
        self.violated += other.violated;
        self.unknown += other.unknown;
        self.confirmed += other.confirmed;
        self.shown += other.shown;
        self.unseen += other.unseen;
        self.weak += other.weak;
        self.runs += other.runs;
        self.timeouts += other.timeouts;
    }
}

/// The settings of the campaign: less work than by default.
pub fn usual() -> Settings {
    let concrete = SearchBounds { nodes: 2, steps: 60, total_steps: 6_000, ..SearchBounds::default() };
    let shapes = smg::Settings { most_work: 2_000, ..Settings::default().shapes };
    Settings { bound: 8, limits: Limits::of_states(2_000), concrete, shapes, ..Settings::default() }
}

/// Every limit at its smallest value: answers may only become unknown.
pub fn smallest() -> Settings {
    Settings {
        bound: 1,
        most_pairs: 1,
        hint_nodes: 1,
        concrete: SearchBounds { nodes: 1, steps: 1, total_steps: 1, ..SearchBounds::default() },
        limits: Limits { states: 1, successors: 1 },
        sharpening: Some(Limits { states: 1, successors: 1 }),
        replay: replay::Limits { steps: 1 },
        shapes: smg::Settings { most_work: 1, most_frames: 1, kept_apart: 1, ..Settings::default().shapes },
        ..Settings::default()
    }
}

/// The subject as Damson reads it; `None` where it is refused.
pub fn prepare(subject: &Subject) -> Option<(SourceMap, Job)> {
    let mut sources = SourceMap::new();
    let program = sources.add("subject.c", subject.program());
    let specification = Some(sources.add("subject.spec", subject.questions()));
    let hints = subject.hints_text();
    let hints = (!hints.is_empty()).then(|| sources.add("subject.hints", hints));
    let input = Input { specification, hints, entry: Some(subject.entry()), ..Input::of(program) };
    let (job, diagnostics) = pipeline::prepare_job(&mut sources, input);
    if job.is_none() && std::env::var_os("DAMSON_SHOW_REFUSED").is_some() {
        println!(
            "{}: {}{}----\n{}{}",
            subject.seed,
            diagnostics.render(&sources),
            subject.program(),
            subject.questions(),
            subject.hints_text()
        );
    }
    Some((sources, job?))
}

/// What Damson says.
struct Answer {
    properties: Vec<PropertyVerdict>,
    contradictions: Vec<Contradiction>,
}

/// Asks Damson; `None` where hints are refused.
fn ask(
    subject: &Subject,
    (sources, job): (&SourceMap, &Job),
    rules: &RuleSet,
    settings: &Settings,
) -> Result<Option<Answer>, String> {
    let budget = Budget::for_duration(LIMIT);
    let task = VerificationTask { subject: job.for_all_engines(rules), sources, settings, budget: &budget };
    let (answer, diagnostics) = match pipeline::verify(task) {
        Ok(verified) => verified,
        // An unsound hint is bad input; nothing else may be.
        Err(_) if !subject.hints.is_empty() => return Ok(None),
        Err(problems) => return Err(format!("error: {}", problems.render(sources))),
    };
    let mut is_refused = diagnostics.has_errors();
    if let (Some(prepared), Some(found)) = (task.subject.prepared(), &answer.predicates) {
        let about_hints = hint_diagnostics(prepared, &found.analysis.abstraction, &found.hints, settings.bound);
        is_refused |= about_hints.has_errors();
    }
    let pipeline::Answer { properties, contradictions, .. } = answer;
    Ok((!is_refused).then_some(Answer { properties, contradictions }))
}

/// Whether a property is about the program's own assertions.
fn is_assertion(topic: Topic) -> bool {
    matches!(topic, Topic::Assertions | Topic::Assertion { .. })
}

/// Compares. What is wrong is described in a message whose first word names the check.
pub fn check(subject: &Subject, truth: &Truth, rules: &RuleSet, settings: &Settings) -> Result<Tally, String> {
    let mut tally = Tally { runs: truth.runs, ..Tally::default() };
    let Some((sources, job)) = prepare(subject) else { return Ok(Tally { refused: 1, ..tally }) };
    let start = Instant::now();
    let Some(answer) = ask(subject, (&sources, &job), rules, settings)? else {
        return Ok(Tally { refused_hints: 1, ..tally });
    };
    tally.timeouts += usize::from(start.elapsed() > LIMIT);
    if !answer.contradictions.is_empty() {
        let which: Vec<String> =
            answer.contradictions.iter().map(|one| format!("{one:?}").chars().take(600).collect()).collect();
        return Err(format!("contradiction: {}", which.join("; ")));
    }
    for property in &answer.properties {
        match property.verdict {
            Verdict::Verified => tally.verified += 1,
            Verdict::Violated => tally.violated += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
        let what = match property.topic {
            Topic::Accesses => ACCESS,
            topic if is_assertion(topic) => ASSERTION,
            _ => match subject.asked.iter().position(|asked| match asked {
                Asked::Temporal(name, _) => *name == property.id,
                other => other.text().trim_end_matches(';') == property.text,
            }) {
                Some(index) => index,
                None => continue,
            },
        };
        let seen = truth.breaks(what);
        match (property.verdict, seen) {
            (Verdict::Verified, Some(broken)) if what != ASSERTION => {
                return Err(format!("unsound: verified, but a run breaks it: {}\n  {}", property.text, broken.input));
            }
            // Which of several assertions failed is known from the line of another text.
            (Verdict::Verified, Some(broken)) if what == ASSERTION => {
                let mut all = answer.properties.iter().filter(|other| is_assertion(other.topic));
                if all.all(|other| other.verdict == Verdict::Verified) {
                    return Err(format!(
                        "unsound: no assertion fails, but in a run: {}\n  {}",
                        property.text, broken.input
                    ));
                }
            }
            (Verdict::Verified, None) => {
                tally.confirmed += 1;
                tally.weak += usize::from(truth.weak.contains(&what));
            }
            (Verdict::Violated, Some(_)) => tally.shown += 1,
            (Verdict::Violated, None) if truth.weak.contains(&what) => tally.shown += 1,
            (Verdict::Violated, None) => {
                tally.unseen += 1;
                if std::env::var_os("DAMSON_SHOW_UNSEEN").is_some() {
                    println!(
                        "unseen {}: {} ({:?})\n{}----\n{}{}",
                        subject.seed,
                        property.text,
                        truth,
                        subject.program(),
                        subject.questions(),
                        subject.hints_text()
                    );
                }
            }
            _ => {}
        }
    }
    Ok(tally)
}
