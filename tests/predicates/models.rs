//! Every model gives its expected result, and no result contradicts what a person knows to be true.
//!
//! `models/NAME/STEM.expected` begins with lines written by hand: `truth true` or `truth false` before the text of each
//! property. Damson may never say "verified" of what is false, nor "violated" of what is true, whatever else is expected.
//! A line `bound 30` allows 30 iterations. What follows is what Damson answers, figures included; `DAMSON_UPDATE=1`
//! writes it anew. `DAMSON_MODEL=queue` asks only about models with that part in their names.

use crate::support::model_files;
use crate::support::number;
use crate::support::side_by_side;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroU32;
use std::sync::Mutex;

use damson::audit;
use damson::engine::evidence::Broken;
use damson::engine::verdict::Verdict;
use damson::pipeline::confirm::{self, SearchBounds};
use damson::pipeline::{self, Answer, PropertyVerdict, Settings, Subject, VerificationTask};
use damson::program::FaultClass;
use damson::report;
use damson::simplify::RuleSet;
use damson::smg;
use model_files::Question;

const ACCESSES: &str = "every access through a determinate pointer is to allocated memory";

#[test]
fn every_model_gives_its_expected_result() {
    let rules = RuleSet::embedded().expect("rules");
    let update = std::env::var_os("DAMSON_UPDATE").is_some();
    let wanted = std::env::var("DAMSON_MODEL").unwrap_or_default();
    let mut questions = model_files::all_questions();
    questions.retain(|question| question.name.contains(&wanted));
    side_by_side::for_all(&questions, model_files::Question::name, |question| {
        let expected = std::fs::read_to_string(&question.expected).map_err(|error| error.to_string())?;
        let (sources, job) = question.job();
        let defaults = model_files::settings();
        let shapes = smg::Settings { keeps: true, ..defaults.shapes };
        let bound = bound(&expected)?.unwrap_or(defaults.bound);
        let settings = Settings { bound, shapes, keeps_proofs: true, ..defaults };
        let start = std::time::Instant::now();
        let budget = model_files::budget();
        let subject = job.for_all_engines(&rules);
        let task = VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget };
        let (found, warnings) = pipeline::verify(task).map_err(|problems| problems.render(&sources))?;
        audited(&question.name, task, &found)?;
        let answer = format!("{}{}", warnings.render(&sources), answer(&found));
        let properties = found.properties;
        println!("{}: {:.1} s", question.name, start.elapsed().as_secs_f64());
        check_truth(&expected, &properties)?;
        let written = format!("{}\n{answer}", truths(&expected));
        if update {
            return std::fs::write(&question.expected, written).map_err(|error| error.to_string());
        }
        if written == expected { Ok(()) } else { Err(difference(&expected, &written)) }
    });
}

/// `DAMSON_AUDIT=n` tries `n` times as many states.
fn audit_settings() -> audit::Settings {
    let times = number("DAMSON_AUDIT").unwrap_or(1);
    audit::Settings { nodes: 3, heaps: 60 * times, steps: 600 * times, seed: 1 }
}

/// No proof fails its audit.
fn audited(name: &str, task: VerificationTask<'_>, answer: &Answer) -> Result<(), String> {
    let start = std::time::Instant::now();
    let (question, budget) = (task.subject.question(), model_files::budget());
    let audited = audit::audit(question, answer, task.sources, audit_settings(), &budget);
    println!("{name}: audit: {:.1} s", start.elapsed().as_secs_f64());
    match audited.misses().next() {
        Some(miss) => {
            Err(format!("{name}: the audit found what a proof does not allow:\n{}", report::audit::description(miss)))
        }
        None => Ok(()),
    }
}

/// Limits so small that a round decides little.
fn little_work() -> Settings {
    let defaults = model_files::settings();
    let shapes = smg::Settings { most_work: 20, ..defaults.shapes };
    let concrete = SearchBounds { nodes: 1, total_steps: 200, ..defaults.concrete };
    Settings { bound: 2, most_pairs: 20, shapes, concrete, automatic: false, bounded: None, ..defaults }
}

/// One question in this number is asked round by round; `DAMSON_ROUNDS_EVERY` sets another number.
const ROUNDS_EVERY: usize = 3;

/// Each question is asked with one round, two rounds, and so on up to this number; `DAMSON_ROUNDS` sets another one. Each
/// round is twice the work of the one before, so the last one takes as long as all others.
const MOST_ROUNDS: usize = 3;

#[test]
fn more_rounds_decide_more_and_take_nothing_back() {
    let rules = RuleSet::embedded().expect("rules");
    let most = number("DAMSON_ROUNDS").unwrap_or(MOST_ROUNDS);
    let decided = Mutex::new(vec![0; most]);
    let questions: Vec<model_files::Question> =
        model_files::questions().into_iter().step_by(number("DAMSON_ROUNDS_EVERY").unwrap_or(ROUNDS_EVERY)).collect();
    side_by_side::for_all(&questions, model_files::Question::name, |question| {
        let expected = std::fs::read_to_string(&question.expected).map_err(|error| error.to_string())?;
        let (sources, prepared) = question.prepare();
        let mut before: Vec<Verdict> = Vec::new();
        for rounds in 1..=most {
            let settings = Settings { rounds: NonZeroU32::new(rounds as u32), ..little_work() };
            let verified = pipeline::verify(VerificationTask {
                subject: Subject::ForAllEngines(&prepared, &rules),
                sources: &sources,
                settings: &settings,
                budget: &model_files::budget(),
            });
            let (verification, _) = verified.map_err(|problems| problems.render(&sources))?;
            check_truth(&expected, &verification.properties)?;
            let now: Vec<Verdict> = verification.properties.iter().map(|property| property.verdict).collect();
            let is_kept = |(before, now): (&Verdict, &Verdict)| *before == Verdict::Unknown || before == now;
            if verification.contradiction() || !before.iter().zip(&now).all(is_kept) {
                return Err(format!("{rounds} rounds: {before:?}, and then {now:?}"));
            }
            let known = now.iter().filter(|verdict| **verdict != Verdict::Unknown).count();
            // Where no further round was wanted, a run that allows more is the same run.
            let is_same_for_more = verification.rounds.ended.is_none();
            let last = if is_same_for_more { most } else { rounds };
            decided.lock().unwrap()[rounds - 1..last].iter_mut().for_each(|sum| *sum += known);
            if is_same_for_more {
                break;
            }
            before = now;
        }
        Ok(())
    });
    let decided = decided.into_inner().unwrap();
    println!("decided after 1, 2, ... rounds: {decided:?}");
    assert!(decided.is_sorted_by(|fewer, more| fewer < more), "decided after 1, 2, ... rounds: {decided:?}");
}

#[test]
fn wrong_answers_are_refused_whatever_is_expected() {
    let (sources, prepared) = model_files::question("list_insert/list_insert").prepare();
    let rules = RuleSet::embedded().expect("rules");
    let verified = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings: &model_files::settings(),
        budget: &model_files::budget(),
    });
    let (mut verification, _) = verified.expect("a verification");
    let kept = "ltl kept: G( reach[;n](x,k) @ n1 => G( true @ ne => reach[;n](x,k) @ ne ) )";
    let accesses = ACCESSES;
    let truths = |kept_is: bool, accesses_is: bool| {
        format!("truth {kept_is} {kept}\ntruth {accesses_is} {accesses}\n\nverdict verified\n")
    };
    let mut check = |text: &str, verdict| {
        verification.properties.iter_mut().for_each(|property| property.verdict = verdict);
        check_truth(text, &verification.properties)
    };
    assert_eq!(check(&truths(true, true), Verdict::Verified), Ok(()));
    assert_eq!(check(&truths(false, false), Verdict::Violated), Ok(()));
    assert_eq!(check(&truths(true, false), Verdict::Unknown), Ok(()));
    assert!(check(&truths(true, false), Verdict::Verified).is_err());
    assert!(check(&truths(true, false), Verdict::Violated).is_err());
    assert!(check(&format!("truth true {kept}\n"), Verdict::Verified).is_err(), "a property without its truth");
    let more = format!("{}truth true assert false @ exit\n", truths(true, true));
    assert!(check(&more, Verdict::Verified).is_err(), "a truth without its property");
}

/// What was proved also survives all runs on all input heaps of up to four nodes that satisfy the assumptions. The limit on steps
/// lets more than half of the questions finish; the others are named, and were tried as far as the limit goes. With
/// `DAMSON_STEPS=all` there is no limit, and every question must finish.
#[test]
fn what_is_verified_survives_all_small_heaps() {
    let steps_wanted = std::env::var("DAMSON_STEPS").unwrap_or_default();
    let steps = if steps_wanted == "all" { usize::MAX } else { steps_wanted.parse().unwrap_or(150_000) };
    let tried = std::sync::Mutex::new(BTreeMap::new());
    side_by_side::for_all(&model_files::questions(), model_files::Question::name, |question| {
        let expected = std::fs::read_to_string(&question.expected).map_err(|error| error.to_string())?;
        let verified: Vec<&str> = expected.lines().filter_map(|line| line.strip_prefix("verified ")).collect();
        if verified.is_empty() {
            return Ok(());
        }
        let (sources, prepared) = question.prepare();
        let bounds = SearchBounds { nodes: 4, total_steps: steps, ..SearchBounds::default() };
        let search = confirm::search(&prepared, &sources, bounds, &model_files::budget());
        for run in &search.runs {
            let statements = &prepared.specification.statements;
            let (is_verified, text) = match &run.broken {
                Broken::Statement(index) => (verified.contains(&statements[*index].text.as_str()), "a statement"),
                // Which one of several fails is not looked at.
                Broken::Fault(kind, _) if kind.class() == FaultClass::Assertion => {
                    let mut all = expected.lines().filter(|line| line.contains(" assert("));
                    (all.all(|line| !line.starts_with("violated") && !line.starts_with("unknown")), "an assertion")
                }
                Broken::Fault(..) => (verified.contains(&ACCESSES), ACCESSES),
            };
            if is_verified {
                return Err(format!("WRONG: a run from {} breaks {text}: {:?}", run.input, run.broken));
            }
        }
        // `main` has no input.
        let is_complete = search.complete_nodes.is_some_and(|nodes| nodes == 4 || nodes == 0);
        tried.lock().expect("no panic").insert(question.name.clone(), is_complete);
        Ok(())
    });
    let tried = tried.into_inner().expect("no panic");
    let open: Vec<&String> = tried.iter().filter(|(_, is_complete)| !**is_complete).map(|(name, _)| name).collect();
    let (complete, all) = (tried.len() - open.len(), tried.len());
    println!("{complete} of {all} questions were tried on all heaps of up to four nodes; not so {open:?}");
    assert!(2 * complete > all, "only {complete} of {all} questions were tried on all heaps");
    assert!(steps_wanted != "all" || open.is_empty(), "not tried on all heaps: {open:?}");
}

/// Every program has a faulty twin, or is one, and what is wrong with it is found.
#[test]
fn every_mistake_is_found() {
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    for Question { name, expected, .. } in model_files::all_questions() {
        let text = std::fs::read_to_string(&expected).expect("an expected result");
        let model = name.split('/').next().unwrap_or_default().to_string();
        *found.entry(model).or_default() |= text.lines().any(|line| line.starts_with("violated "));
        let wrong = text.lines().filter(|line| line.starts_with("truth false ")).count();
        let violated = text.lines().filter(|line| line.starts_with("violated ")).count();
        assert_eq!(violated, wrong, "{name}: a mistake is not found");
    }
    let without: Vec<&String> = found.iter().filter(|(_, found)| !**found).map(|(model, _)| model).collect();
    assert!(without.is_empty(), "models without a mistake that is found: {without:?}");
}

/// The lines written by hand, comments included.
fn truths(expected: &str) -> String {
    let by_hand = |line: &&str| ["truth ", "bound ", "//"].iter().any(|start| line.starts_with(start));
    expected.lines().filter(by_hand).map(|line| format!("{line}\n")).collect()
}

/// The iterations that the file allows.
fn bound(expected: &str) -> Result<Option<usize>, String> {
    let line = expected.lines().find_map(|line| line.strip_prefix("bound "));
    line.map(|number| number.parse().map_err(|_| format!("no number: {number}"))).transpose()
}

/// No answer contradicts the truth, and every property has its truth in the table.
fn check_truth(expected: &str, properties: &[PropertyVerdict]) -> Result<(), String> {
    let mut truths: BTreeMap<&str, bool> = BTreeMap::new();
    for line in expected.lines().filter_map(|line| line.strip_prefix("truth ")) {
        let (value, text) = line.split_once(' ').ok_or("a truth without a property")?;
        truths.insert(text.trim(), value.parse().map_err(|_| format!("neither true nor false: {line}"))?);
    }
    for property in properties {
        let truth = *truths.get(property.text.as_str()).ok_or(format!("the truth is missing of: {}", property.text))?;
        let wrong = match property.verdict {
            Verdict::Verified => !truth,
            Verdict::Violated => truth,
            Verdict::Unknown => false,
        };
        if wrong {
            return Err(format!("WRONG: {} is {truth}, and Damson says {}", property.text, property.verdict.word()));
        }
    }
    let is_property = |text: &&str| properties.iter().any(|property| property.text == **text);
    match truths.keys().find(|text| !is_property(text)) {
        Some(text) => Err(format!("no such property: {text}")),
        None => Ok(()),
    }
}

fn of_properties(properties: &[PropertyVerdict]) -> String {
    let mut out = String::new();
    for property in properties {
        let _ = writeln!(out, "{:<8} {}", property.verdict.word(), property.text);
        if let Some(reason) = &property.reason {
            let _ = writeln!(out, "         because {reason}");
        }
        if let Some(run) = &property.run {
            let _ = writeln!(out, "         shown by a run of {} steps that ends at {}", run.steps.len(), run.position);
        }
    }
    out
}

/// What Damson answers, without times.
fn answer(answer: &Answer) -> String {
    let mut out = format!("verdict {}\n{}", answer.verdict.word(), of_properties(&answer.properties));
    let Some(predicates) = &answer.predicates else { return out };
    let statistics = predicates.analysis.abstraction.statistics;
    let _ = writeln!(out, "iterations {}", statistics.iterations);
    let _ = writeln!(out, "converged {}", if statistics.converged { "yes" } else { "no" });
    let _ = writeln!(out, "predicates {}", statistics.predicates);
    let _ = writeln!(out, "pairs {}", statistics.pairs);
    let states = predicates.states.map_or_else(|| "not counted".to_string(), |states| states.to_string());
    let _ = writeln!(out, "states {states}");
    out
}

fn difference(expected: &str, found: &str) -> String {
    let missing = expected.lines().filter(|line| !found.lines().any(|other| other == *line));
    let new = found.lines().filter(|line| !expected.lines().any(|other| other == *line));
    let mut out = String::from("not as expected (DAMSON_UPDATE=1 accepts the new answer):\n");
    missing.for_each(|line| out.push_str(&format!("  - {line}\n")));
    new.for_each(|line| out.push_str(&format!("  + {line}\n")));
    out
}

/// A model is worth its folder only with all of its parts.
#[test]
fn every_model_is_complete() {
    for Question { name, program, expected, .. } in model_files::all_questions() {
        assert!(program.exists(), "{name}: no program");
        let text = std::fs::read_to_string(&program).expect("a program");
        assert!(text.starts_with("//"), "{name}: the program does not say what it is");
        assert!(expected.exists(), "{name}: no expected result");
    }
}
