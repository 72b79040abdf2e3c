//! The rule for places of memory leaks, on runs of the samples: where a step loses a block, the block is freed on the spot, and the
//! rest of the run must never touch it. And what the interpreter's own search finds to be out of reach was told as lost before.
//!
//! `DAMSON_LOSS_RUNS` is the number of runs of each sample.

use crate::support::number;
use crate::support::samples;

use std::collections::BTreeSet;
use std::path::Path;

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::program::interp::{
    BlockId, Chooser, Interpreter, LocatedState, LossRule, Pointer, Random, State, StepOutcome, Value, start_main,
};
use damson::program::{LocationId, Program};
use samples::c_files;

/// Steps of a run.
const STEPS: usize = 500;

/// Chooses at random; numbers are mostly small, so that loops end and branches are taken.
struct Inputs(Random);

impl Chooser for Inputs {
    fn choose(&mut self, count: usize) -> usize {
        self.0.choose(count)
    }

    fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        match self.0.choose(10) {
            0 => self.0.integer(bits, signed),
            _ => self.0.choose(4) as i128,
        }
    }
}

/// A run that frees what it loses.
struct Run<'p> {
    interpreter: Interpreter<'p>,
    rule: &'p LossRule<'p>,
    state: State,
    location: LocationId,
    told: BTreeSet<BlockId>,
}

impl Run<'_> {
    fn program(&self) -> &Program {
        self.interpreter.program
    }

    /// The blocks that nothing leads to, as the interpreter searches for them.
    fn out_of_reach(&self, is_finished: bool) -> Vec<BlockId> {
        let roots = match is_finished {
            true => self.state.exit_roots(self.program()),
            false => self.state.running_roots(),
        };
        self.state.leaked_blocks(roots, self.program().types.model().word_bytes())
    }

    /// One step. `Ok(false)` if the run has ended.
    fn step(&mut self, inputs: &mut Inputs) -> Result<bool, String> {
        let (before, location) = (self.state.clone(), self.location);
        let outcome = self.interpreter.step(&mut self.state, location, inputs, &mut std::io::sink());
        if let StepOutcome::Failed { fault, .. } = &outcome
            && let Some(block) = fault.block().filter(|block| self.told.contains(block))
        {
            return Err(format!("{block:?} was told as lost, and then: {}", fault.message));
        }
        let losses = self.rule.losses(LocatedState { state: &before, location }, &outcome, &self.state);
        let lost: BTreeSet<BlockId> = losses.into_iter().flat_map(|loss| loss.blocks).collect();
        self.told.extend(&lost);
        let is_finished = matches!(outcome, StepOutcome::Finished);
        if (is_finished || matches!(outcome, StepOutcome::Moved { .. }))
            && let Some(block) = self.out_of_reach(is_finished).into_iter().find(|block| !self.told.contains(block))
        {
            return Err(format!("nothing leads to {block:?}, which was not told as lost"));
        }
        let StepOutcome::Moved { to, .. } = outcome else { return Ok(false) };
        self.location = to;
        for block in lost {
            let freed = self.state.free(Value::Pointer(Pointer::To { block, offset: 0 }));
            freed.map_err(|fault| format!("{block:?} was told as lost: {}", fault.message))?;
        }
        // Addresses of what was freed compare as they like.
        Ok(!self.state.takes_dangling_for_null())
    }
}

fn problem(program: &Program, rule: &LossRule<'_>, seed: u64, told: &mut usize) -> Option<String> {
    let mut inputs = Inputs(Random::new(seed));
    let interpreter = Interpreter { refuses_large_blocks: true, ..Interpreter::new(program) };
    let mut state = State::default();
    let location = start_main(&interpreter, &mut state, &["a.out"], &mut inputs).ok()?;
    let mut run = Run { interpreter, rule, state, location, told: BTreeSet::new() };
    for _ in 0..STEPS {
        match run.step(&mut inputs) {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => return Some(problem),
        }
    }
    *told += run.told.len();
    None
}

fn load(path: &Path) -> Option<Program> {
    load_into(&mut SourceMap::new(), path)
}

fn load_into(sources: &mut SourceMap, path: &Path) -> Option<Program> {
    let file = frontend::load(sources, path, &PreprocessOptions::default()).ok()?;
    let (program, diagnostics) = damson::pipeline::lower_text(sources, file, DataModel::Lp64);
    (!diagnostics.has_errors()).then_some(program)
}

#[test]
fn blocks_are_lost_in_the_lines_that_say_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/losses/places.c");
    let mut sources = SourceMap::new();
    let program = load_into(&mut sources, &path).expect("the sample is C");
    let (rule, interpreter) = (LossRule::new(&program), Interpreter::new(&program));
    let (mut state, mut inputs) = (State::default(), Inputs(Random::new(0)));
    let mut location = start_main(&interpreter, &mut state, &["a.out"], &mut inputs).expect("it starts");
    let mut found = BTreeSet::new();
    loop {
        let before = state.clone();
        let outcome = interpreter.step(&mut state, location, &mut inputs, &mut std::io::sink());
        let losses = rule.losses(LocatedState { state: &before, location }, &outcome, &state);
        found.extend(losses.iter().map(|loss| sources.position(loss.span).line as usize));
        let StepOutcome::Moved { to, .. } = outcome else { break };
        location = to;
    }
    let text = std::fs::read_to_string(&path).expect("it is there");
    let said = text.lines().enumerate().filter(|(_, line)| line.ends_with("// lost")).map(|(index, _)| index + 1);
    assert_eq!(found, said.collect());
}

#[test]
fn what_a_step_loses_is_never_used_again() {
    let runs = number("DAMSON_LOSS_RUNS").unwrap_or(100);
    let (mut problems, mut told) = (Vec::new(), 0);
    for path in c_files("smg/samples").into_iter().chain(c_files("regressions")) {
        let Some(program) = load(&path) else { continue };
        let rule = LossRule::new(&program);
        for seed in 0..runs {
            if let Some(problem) = problem(&program, &rule, seed, &mut told) {
                problems.push(format!("{}: run {seed}: {problem}", path.display()));
            }
        }
    }
    println!("{told} blocks were told as lost");
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!(told > 1000, "{told}");
}
