//! Damson's answers about subjects, compared with the truth.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use damson::abstraction::build::PropertyOrigin;
use damson::base::{Budget, SourceMap};
use damson::ctype::DataModel;
use damson::modelcheck::Limits;
use damson::pipeline::confirm::SearchBounds;
use damson::pipeline::hintcheck::diagnostics::hint_diagnostics;
use damson::pipeline::{self, Input, Prepared, Settings, replay};
use damson::simplify::RuleSet;
use damson::smg;
use damson::verdict::Verdict;

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
    let shapes = smg::Settings { most_work: 2_000, ..smg::Settings::default() };
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
        sharpening: Limits { states: 1, successors: 1 },
        replay: replay::Limits { steps: 1 },
        shapes: smg::Settings { most_work: 1, most_frames: 1, kept_apart: 1, ..smg::Settings::default() },
        ..Settings::default()
    }
}

/// The subject as Damson reads it; `None` where it is refused.
pub fn prepare(subject: &Subject) -> Option<(SourceMap, Prepared)> {
    let mut sources = SourceMap::new();
    let program = sources.add("subject.c", subject.program());
    let specification = Some(sources.add("subject.spec", subject.questions()));
    let hints = subject.hints_text();
    let hints = (!hints.is_empty()).then(|| sources.add("subject.hints", hints));
    let input = Input { program, specification, hints, entry: Some(subject.entry()), model: DataModel::Lp64 };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    if prepared.is_none() && std::env::var_os("DAMSON_SHOW_REFUSED").is_some() {
        println!(
            "{}: {}{}----\n{}{}",
            subject.seed,
            diagnostics.render(&sources),
            subject.program(),
            subject.questions(),
            subject.hints_text()
        );
    }
    Some((sources, prepared?))
}

/// Compares. What is wrong is described in a message whose first word names the check.
pub fn check(subject: &Subject, truth: &Truth, rules: &RuleSet, settings: &Settings) -> Result<Tally, String> {
    let mut tally = Tally { runs: truth.runs, ..Tally::default() };
    let Some((sources, prepared)) = prepare(subject) else { return Ok(Tally { refused: 1, ..tally }) };
    let start = Instant::now();
    let verified = pipeline::verify(&prepared, &sources, rules, settings, &Budget::for_duration(LIMIT));
    let (verification, diagnostics) = match verified {
        Ok(verified) => verified,
        // An unsound hint is bad input; nothing else may be.
        Err(_) if !subject.hints.is_empty() => return Ok(Tally { refused_hints: 1, ..tally }),
        Err(problems) => return Err(format!("error: {}", problems.render(&sources))),
    };
    tally.timeouts += usize::from(start.elapsed() > LIMIT);
    let about_hints =
        hint_diagnostics(&prepared, &verification.analysis.abstraction, &verification.hints, settings.bound);
    if diagnostics.has_errors() || about_hints.has_errors() {
        return Ok(Tally { refused_hints: 1, ..tally });
    }
    if verification.contradiction() {
        let which: Vec<String> =
            verification.contradictions.iter().map(|one| format!("{one:?}").chars().take(600).collect()).collect();
        return Err(format!("contradiction: {}", which.join("; ")));
    }
    for property in &verification.properties {
        match property.verdict {
            Verdict::Verified => tally.verified += 1,
            Verdict::Violated => tally.violated += 1,
            Verdict::Unknown => tally.unknown += 1,
        }
        let is_failure =
            matches!(verification.analysis.built.origins.get(&property.id), Some(PropertyOrigin::Failure(_)));
        let what = match subject.asked.iter().position(|asked| match asked {
            Asked::Temporal(name, _) => *name == property.id,
            other => other.text().trim_end_matches(';') == property.text,
        }) {
            Some(index) => index,
            None if property.id == "memory-access" => ACCESS,
            None if is_failure => ASSERTION,
            None => continue,
        };
        let seen = truth.breaks(what);
        match (property.verdict, seen) {
            (Verdict::Verified, Some(broken)) if what != ASSERTION => {
                return Err(format!("unsound: verified, but a run breaks it: {}\n  {}", property.text, broken.input));
            }
            // Which of several assertions failed is known from the line of another text.
            (Verdict::Verified, Some(broken)) if what == ASSERTION => {
                let mut all = verification.properties.iter().filter(|other| {
                    matches!(verification.analysis.built.origins.get(&other.id), Some(PropertyOrigin::Failure(_)))
                });
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
