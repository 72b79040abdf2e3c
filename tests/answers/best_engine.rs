//! What any engine decides, `verify` decides: on the samples of the shape analysis, the examples of the bounded engine,
//! and the programs for the command line on which the bounded engine finds an error.
//!
//! Each engine is asked with the settings of `verify`: `smg` and `bmc` look for more unless they are told not to. And
//! once the bounded engine shows an error at a glance, the shape analysis soon stops; this is measured in configurations,
//! which are the same on every machine. One sample in eight is tried; `DAMSON_ENGINES_EVERY` sets another number.

use std::path::{Path, PathBuf};

use damson::base::{Budget, SourceMap};
use damson::engine::verdict::Verdict;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::{self, Answer, Input, Job, Settings, Subject, VerificationTask};
use damson::simplify::RuleSet;

use crate::support::{number, samples, side_by_side};

/// Configurations that the shape analysis visits at most in what the bounded engine soon shows to be wrong: the first
/// slices of three members, and brief ones of two.
const FEW_CONFIGURATIONS: usize = 20_000;
/// Programs whose error shows at a glance, but for whose formulas the glance of `verify` has too little room; and those of
/// whose error the shape analysis is certain soon, so that it looks for others.
const BEYOND_A_GLANCE: [&str; 6] = ["mf09", "nf03", "tf03", "uf07", "vf09", "parents_gone_used"];
/// The bound up to which an error shows at a glance.
const GLANCE: u32 = 2;
/// One sample in this number is tried.
const ENGINES_EVERY: usize = 8;

/// A program, ready to be asked about; `None` where the front end refuses it.
fn prepared(path: &Path) -> Option<(Job, SourceMap)> {
    let mut sources = SourceMap::new();
    let program = frontend::load(&mut sources, path, &PreprocessOptions::default()).ok()?;
    let (job, _) = pipeline::prepare_job(&mut sources, Input::of(program));
    Some((job?, sources))
}

fn ask(subject: Subject<'_>, sources: &SourceMap, settings: &Settings) -> Answer {
    let task = VerificationTask { subject, sources, settings, budget: &Budget::unlimited() };
    pipeline::verify(task).unwrap_or_else(|problems| panic!("{}", problems.render(sources))).0
}

/// Fails if `verify` decides less than the bounded engine alone does.
fn as_the_bounded_engine(verify: &Answer, alone: &Answer) -> Result<(), String> {
    let Some(bounded) = &alone.bounded else { return Ok(()) };
    let leaks_only = || {
        let mut certain = bounded.findings.iter().filter(|alarm| alarm.certain());
        certain.all(|alarm| alarm.kind.word() == "memory-leak")
    };
    match alone.verdict {
        Verdict::Unknown => Ok(()),
        // Where all engines are asked, leaks are no property.
        Verdict::Violated if verify.predicates.is_some() && leaks_only() => Ok(()),
        Verdict::Violated if verify.shapes.states > FEW_CONFIGURATIONS && bounded.unwind <= GLANCE => {
            Err(format!("{} configurations", verify.shapes.states))
        }
        verdict if verdict == verify.verdict => Ok(()),
        verdict => Err(format!("bmc: {}, verify: {}", verdict.word(), verify.verdict.word())),
    }
}

/// Fails if `verify` decides less about a property than the shape analysis with its own helpers does.
fn as_the_shape_analysis(verify: &Answer, shapes: &Answer) -> Result<(), String> {
    for property in shapes.properties.iter().filter(|property| property.verdict != Verdict::Unknown) {
        let same = verify.properties.iter().find(|asked| asked.id == property.id);
        if let Some(asked) = same.filter(|asked| asked.verdict != property.verdict) {
            let [smg, verify] = [property.verdict.word(), asked.verdict.word()];
            return Err(format!("{}: smg: {smg}, verify: {verify}", property.text));
        }
    }
    Ok(())
}

fn check(path: &Path, asks_shapes: bool) -> Result<(), String> {
    let Some((job, sources)) = prepared(path) else { return Ok(()) };
    let (rules, settings) = (RuleSet::embedded().unwrap(), Settings::default());
    let alone = ask(Subject::ForBoundedEngine(job.question()), &sources, &settings);
    if !asks_shapes && alone.verdict != Verdict::Violated {
        return Ok(());
    }
    let verify = ask(job.for_all_engines(&rules), &sources, &settings);
    as_the_bounded_engine(&verify, &alone)?;
    if asks_shapes {
        as_the_shape_analysis(&verify, &ask(job.for_shape_analysis(), &sources, &settings))?;
    }
    Ok(())
}

/// Returns some of the programs in a folder.
fn some_of(folder: &str) -> Vec<PathBuf> {
    let every = number("DAMSON_ENGINES_EVERY").unwrap_or(ENGINES_EVERY);
    samples::c_files(folder).into_iter().step_by(every).collect()
}

fn check_all(paths: &[PathBuf], asks_shapes: bool) {
    let is_asked = |path: &&PathBuf| !BEYOND_A_GLANCE.iter().any(|name| path.file_stem().is_some_and(|it| it == *name));
    let paths: Vec<PathBuf> = paths.iter().filter(is_asked).cloned().collect();
    let paths = paths.as_slice();
    side_by_side::for_all(paths, |path| path.display().to_string(), |path| check(path, asks_shapes));
}

#[test]
fn verify_decides_what_the_bounded_engine_decides_on_its_examples() {
    check_all(&samples::c_files("bmc/examples"), true);
}

#[test]
fn verify_decides_what_either_engine_decides_on_samples() {
    check_all(&some_of("smg/samples"), true);
}

#[test]
fn verify_finds_the_errors_that_the_bounded_engine_finds() {
    check_all(&some_of("cli/programs"), false);
}
