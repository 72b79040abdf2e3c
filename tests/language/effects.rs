//! What functions may do with the memory of their callers, compared with what their runs do: each function of
//! `cli/libraries/` and `analysis/effects.c` runs from small states of its inputs, and what a run has done must be among
//! the effects.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::samples;
use damson::base::{Budget, SourceMap};
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::{self, Input, Job};
use damson::program::analysis::Effects;
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Block, BlockId, BlockKind, Interpreter, Liveness, Random, State, StepOutcome, Value};
use damson::program::{FunctionId, Program, external_functions};

/// States that are enumerated, and random ones, that the runs of a function start from.
const STATES: usize = 150;
/// Steps of a run.
const STEPS: usize = 400;

/// The names of the functions of a file that other files may call.
fn functions(path: &Path) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default()).expect("it is read");
    let (program, problems) = pipeline::lower_input(&mut sources, Input::of(file));
    assert!(!problems.has_errors(), "{}", problems.render(&sources));
    external_functions(&program, &sources).into_iter().map(|id| program.functions[id].name.clone()).collect()
}

/// A program prepared for runs that start with a function.
fn prepared(path: &Path, function: &str) -> (Program, FunctionId) {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default()).expect("it is read");
    let budget = Budget::unlimited();
    let input = Input { entry: Some(function), budget: Some(&budget), ..Input::of(file) };
    match pipeline::prepare_shapes(&mut sources, input) {
        (Some(Job::OfCalls { program, entry, .. }), _) => (program, entry),
        (_, problems) => panic!("{function}: {}", problems.render(&sources)),
    }
}

/// Small states of the inputs of a function, enumerated and random.
fn starts(program: &Program, entry: FunctionId) -> Vec<State> {
    let mut random = Random::new(7);
    let limits = HeapLimits::new(2, &[0, 1]);
    let Ok(all) = heaps::enumerate(program, entry, &[], &limits) else { return Vec::new() };
    let mut found: Vec<State> = all.take(STATES).collect();
    for attempt in 0..STATES {
        let limits = HeapLimits::new(2 + attempt % 4, &[0, 1, 2, 7, 97]);
        found.extend(heaps::random(program, entry, &[], &limits, &mut random));
    }
    found
}

/// Runs to the end; returns the last state before the function has returned.
fn last_state(program: &Program, start: &State, entry: FunctionId, random: &mut Random) -> Option<(State, State)> {
    let interpreter = Interpreter::new(program);
    let (mut state, mut location) = (start.clone(), program.flowchart(entry)?.entry);
    for _ in 0..STEPS {
        let before = state.clone();
        match interpreter.step(&mut state, location, random, &mut std::io::sink()) {
            StepOutcome::Moved { to, .. } => location = to,
            StepOutcome::Finished => return Some((before, state)),
            StepOutcome::Blocked | StepOutcome::Halted { .. } | StepOutcome::Failed { .. } => return None,
        }
    }
    None
}

/// What a run has done, in the words of [`Effects`].
fn done(program: &Program, entry: FunctionId, start: &State, (last, end): &(State, State)) -> BTreeSet<String> {
    let function = &program.functions[entry];
    let mut found = BTreeSet::new();
    let counts = end.heap_counts().since(start.heap_counts());
    found.extend((counts.allocated > 0).then(|| "allocates".to_string()));
    found.extend((counts.freed > 0).then(|| "frees".to_string()));
    let value =
        |state: &State, id| state.load(state.variable_address(id)?, program.variables[id].ty, &program.types).ok();
    let is_pointer = |id| program.types.is_pointer(program.variables[id].ty);
    let result = function.result.filter(|id| is_pointer(*id)).and_then(|id| value(last, id));
    found.extend((result == Some(Value::NULL)).then(|| "may return NULL".to_string()));
    let is_own = |block: &Block| match block.kind {
        BlockKind::Local(id) => function.locals.contains(&id),
        _ => false,
    };
    let is_changed = |id: BlockId, block: &Block| {
        let now = end.block(id).expect("blocks stay");
        let byte = |block: &Block, at| block.content(at, 1, 8);
        now.liveness == Liveness::Live && (0..block.size()).any(|at| byte(block, at) != byte(now, at))
    };
    let mut given = start.blocks().filter(|(_, block)| !is_own(block) && block.liveness == Liveness::Live);
    let changed = given.any(|(id, block)| is_changed(id, block));
    found.extend(changed.then(|| "changes memory".to_string()));
    let led_to = |state: &State| -> BTreeSet<BlockId> {
        let others = state.blocks().filter(|(_, block)| !is_own(block) && block.liveness == Liveness::Live);
        others.flat_map(|(_, block)| block.targets().collect::<Vec<_>>()).collect()
    };
    let (before, after) = (led_to(start), led_to(end));
    for parameter in function.parameters.iter().filter(|id| is_pointer(**id)) {
        let block = value(start, *parameter).and_then(Value::block);
        let is_only_way = |block: &BlockId| {
            let others = function.parameters.iter().filter(|other| *other != parameter);
            others.filter_map(|other| value(start, *other)?.block()).all(|other| other != *block)
        };
        let is_kept = block.filter(is_only_way).is_some_and(|block| after.contains(&block) && !before.contains(&block));
        found.extend(is_kept.then(|| format!("keeps {}", program.variables[*parameter].name)));
    }
    found
}

/// The same words for what a function may do.
fn may_do(effects: &Effects) -> BTreeSet<String> {
    let words = [
        ("allocates", !effects.allocates.is_empty()),
        ("frees", !effects.frees.is_empty()),
        ("may return NULL", effects.may_return_null),
        ("changes memory", effects.changes_memory),
    ];
    let words = words.into_iter().filter(|(_, may)| *may).map(|(word, _)| word.to_string());
    words.chain(effects.keeps.iter().map(|name| format!("keeps {name}"))).collect()
}

#[test]
fn runs_do_what_the_effects_say() {
    let mut files: Vec<PathBuf> = samples::c_files("cli/libraries");
    files.push(PathBuf::from("tests/analysis/effects.c"));
    let mut seen = BTreeSet::new();
    let mut random = Random::new(1);
    for path in &files {
        for function in functions(path) {
            let (program, entry) = prepared(path, &function);
            let Some(effects) = Effects::of(&program, entry) else { continue };
            let may = may_do(&effects);
            for start in starts(&program, entry) {
                let Some(ended) = last_state(&program, &start, entry, &mut random) else { continue };
                for effect in done(&program, entry, &start, &ended) {
                    assert!(may.contains(&effect), "{}: {function} {effect}, but {may:?}", path.display());
                    seen.insert(effect.split(' ').next().unwrap_or_default().to_string());
                }
            }
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["allocates", "changes", "frees", "keeps", "may"]);
}
