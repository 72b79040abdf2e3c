//! What must be true of the analysis of one program, by its concrete runs.

use std::collections::BTreeSet;
use std::ops::AddAssign;
use std::path::Path;
use std::time::Duration;

use damson::base::{Budget, FileId, SourceMap, Span};
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::replay::{self, Replayer};
use damson::program::interp::{Block, BlockId, BlockKind, Chooser, Interpreter, Liveness, Random, State, StepOutcome};
use damson::program::{EdgeId, FaultKind, FunctionId, LocationId, Program, select_entry};
use damson::smg::check::concretisation::Concretised;
use damson::smg::{self, AbstractionLevel, Analysis, Finding, Mode, Numbers, Settings, SolverRun};

use crate::support::campaign::guarded;
use damson::spec::Question;

/// Steps of a run.
const STEPS: usize = 400;

/// Blocks of a state: longer lists show nothing new, and take long to compare.
const BLOCKS: usize = 24;

/// Time for the analysis of a program: few need it, and what is not decided then is unknown.
const LIMIT: Duration = Duration::from_secs(3);

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs of each program.
    pub runs: u64,
    /// What the analysis abstracts from.
    pub abstraction: AbstractionLevel,
    /// How its errors must be reported.
    pub demand: Demand,
    /// Whether each state is compared with what the analysis has there.
    pub compares_states: bool,
}

/// What counts as a report of an error that a run meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// A finding of a similar kind, or anything that is not followed.
    Similar,
    /// A finding of the same kind in the same line; a leak may be reported in a line that the run has passed.
    KindAndLine,
}

/// What happened to programs that are all right.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub refused: usize,
    /// Without a finding; with one; not followed in some place.
    pub proved: usize,
    pub faulty: usize,
    pub unknown: usize,
    pub runs: usize,
    /// States that were compared; those of them for which the search for an embedding took too long.
    pub states: usize,
    pub undecided: usize,
    /// Errors that runs met, and that were found.
    pub errors: usize,
    /// Errors that the analysis calls certain; those of them that no run meets, and so are no errors in any report; and all
    /// errors that a replay meets.
    pub certain: usize,
    pub unseen: usize,
    pub replayed: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.refused += other.refused;
        self.proved += other.proved;
        self.faulty += other.faulty;
        self.unknown += other.unknown;
        self.runs += other.runs;
        self.states += other.states;
        self.undecided += other.undecided;
        self.errors += other.errors;
        self.certain += other.certain;
        self.unseen += other.unseen;
        self.replayed += other.replayed;
    }
}

/// Checks a program. What is wrong is described in a message whose first word names the check.
pub fn check(text: &str, effort: Effort) -> Result<Tally, String> {
    guarded(|| {
        let mut sources = SourceMap::new();
        let file = sources.add("program.c", text);
        check_unguarded(sources, file, effort)
    })
}

/// The same for a file, which may have directives.
pub fn check_file(path: &Path, effort: Effort) -> Result<Tally, String> {
    guarded(|| {
        let mut sources = SourceMap::new();
        let file = frontend::load(&mut sources, path, &PreprocessOptions::default());
        let file = file.map_err(|problems| problems.render(&sources))?;
        check_unguarded(sources, file, effort)
    })
}

fn check_unguarded(mut sources: SourceMap, file: FileId, effort: Effort) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let (program, diagnostics) = damson::pipeline::lower_text(&mut sources, file, DataModel::Lp64);
    let entry = select_entry(&program, &sources, None);
    // The runs that are looked at have no arguments.
    let is_run = |entry: &FunctionId| {
        let has_arguments = program.functions.get(*entry).is_none_or(|function| !function.parameters.is_empty());
        program.defined_function("main") == Some(*entry) && !has_arguments
    };
    let entry = entry.ok().filter(is_run);
    let (false, Some(entry)) = (diagnostics.has_errors(), entry) else {
        if std::env::var_os("DAMSON_SHOW_REFUSED").is_some() {
            println!("{}{}", diagnostics.render(&sources), sources.text(file));
        }
        return Ok(Tally { refused: 1, ..tally });
    };
    let settings = Settings { keeps: true, ..Settings::default() };
    // What follows how numbers are related keeps more apart.
    let most_work = if effort.abstraction.numbers == Numbers::Related { 3_000 } else { 600 };
    let run = SolverRun { mode: Mode::Prove(effort.abstraction), most_work };
    // What has to be reported must not depend on the clock: the work is limited all the same.
    let time = match effort.demand {
        Demand::Similar => Budget::for_duration(LIMIT),
        Demand::KindAndLine => Budget::unlimited(),
    };
    let start = std::time::Instant::now();
    let analysis = smg::analyse(Question::of_memory(&program, entry), &settings, &run, &time);
    if std::env::var_os("DAMSON_TIMES").is_some() {
        println!("analysis: {:?}, {} configurations", start.elapsed(), analysis.states);
    }
    match (analysis.gaps.is_empty(), analysis.findings.is_empty()) {
        (false, _) => tally.unknown = 1,
        (_, true) => tally.proved = 1,
        (_, false) => tally.faulty = 1,
    }
    if std::env::var_os("DAMSON_SHOW_GAPS").is_some() && !analysis.gaps.is_empty() {
        let reasons: Vec<_> = analysis.gaps.iter().map(|(reason, _)| reason).collect();
        println!("{reasons:?}\n{}", sources.text(file));
    }
    let question = Question::of_memory(&program, entry);
    let (limits, budget) = (replay::Limits::default(), Budget::unlimited());
    let replayer = Replayer::new(question, &sources, &settings, limits, &budget);
    let site = |finding: &Finding| (finding.kind, sources.position(finding.span).line);
    let certain: BTreeSet<(FaultKind, u32)> =
        analysis.findings.iter().filter(|finding| finding.certain).map(site).collect();
    let is_met = |finding: &&Finding| replayer.replay(finding).into_confirmed().is_ok();
    let replayed: BTreeSet<(FaultKind, u32)> = analysis.findings.iter().filter(is_met).map(site).collect();
    (tally.certain, tally.replayed) = (certain.len(), replayed.len());
    let (passed, seen, compared) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut judge =
        Judge { program: &program, sources: &sources, analysis: &analysis, entry, effort, passed, seen, compared };
    for seed in 0..effort.runs {
        tally.runs += 1;
        judge.run(Inputs::new(seed), &mut tally)?;
    }
    let unseen: Vec<&(FaultKind, u32)> = certain.difference(&replayed).collect();
    tally.unseen = unseen.len();
    if std::env::var_os("DAMSON_SHOW_UNSEEN").is_some() && !unseen.is_empty() {
        println!("no run meets: {unseen:?}\n{}", sources.text(file));
    }
    Ok(tally)
}

/// Chooses inputs: mostly few different ones in one run, so that loops end after some rounds.
struct Inputs {
    random: Random,
    style: usize,
}

impl Inputs {
    fn new(seed: u64) -> Inputs {
        let mut random = Random::new(seed);
        let style = random.choose(4);
        Inputs { random, style }
    }
}

impl Chooser for Inputs {
    fn choose(&mut self, count: usize) -> usize {
        self.random.choose(count)
    }

    fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        let small = |random: &mut Random, most: usize| random.choose(most) as i128;
        match (self.style, self.random.choose(12)) {
            (_, 0) => self.random.integer(bits, signed),
            (0, _) => small(&mut self.random, 2),
            (1, _) => small(&mut self.random, 4).min(1),
            (2, _) => small(&mut self.random, 5),
            _ => small(&mut self.random, 9) - 3,
        }
    }
}

/// Runs a program and compares the runs with its analysis.
struct Judge<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    analysis: &'a Analysis,
    entry: FunctionId,
    effort: Effort,
    /// Lines that the run has passed.
    passed: BTreeSet<u32>,
    /// Errors that runs have met: kinds and lines.
    seen: BTreeSet<(FaultKind, u32)>,
    /// States that were compared already.
    compared: BTreeSet<(LocationId, State)>,
}

impl Judge<'_> {
    fn line(&self, span: Span) -> u32 {
        self.sources.position(span).line
    }

    fn run(&mut self, mut inputs: Inputs, tally: &mut Tally) -> Result<(), String> {
        let interpreter = Interpreter::new(self.program);
        let Ok(mut state) = State::at_entry(self.program, self.entry) else { return Ok(()) };
        if interpreter.initialize_globals(&mut state, &mut inputs).is_err() {
            return Ok(());
        }
        let mut location = self.program.flowchart(self.entry).expect("a body").entry;
        let mut lost = BTreeSet::new();
        self.passed.clear();
        for _ in 0..STEPS {
            // The analysis takes every address of a block, dead or not, for different from NULL.
            let is_heap = |block: &Block| matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live;
            let blocks = state.blocks().filter(|(_, block)| is_heap(block)).count();
            if state.takes_dangling_for_null() || blocks > BLOCKS {
                return Ok(());
            }
            self.compare(&state, location, &lost, tally)?;
            let (function, stack) = (state.function().expect("a frame"), state.frames().to_vec());
            let flowchart = self.program.flowchart(function).expect("a body");
            let here = flowchart.location(location).span;
            self.passed.insert(self.line(here));
            // What goes wrong in a return goes wrong where the call is.
            let caller = stack.len().checked_sub(2).and_then(|index| stack.get(index));
            let call = caller
                .zip(stack.last())
                .and_then(|(caller, callee)| Some(self.program.flowchart(caller.function)?.edge(callee.call?).span));
            let own = |edge: Option<EdgeId>| edge.filter(|_| location != flowchart.exit);
            let place = |edge| own(edge).map(|edge| flowchart.edge(edge).span).or(call).unwrap_or(here);
            match interpreter.step(&mut state, location, &mut inputs, &mut std::io::sink()) {
                StepOutcome::Moved { edge, to } => {
                    let span = place(edge);
                    self.passed.insert(self.line(span));
                    self.leaks(&state, state.running_roots(), span, &mut lost, tally)?;
                    location = to;
                }
                StepOutcome::Finished => {
                    let roots = state.exit_roots(self.program);
                    return self.leaks(&state, roots, here, &mut lost, tally);
                }
                StepOutcome::Blocked | StepOutcome::Halted { .. } => return Ok(()),
                StepOutcome::Failed { edge, fault } => {
                    return self.error(fault.kind, &fault.message, place(edge), tally);
                }
            }
        }
        Ok(())
    }

    /// A state is described at its location.
    fn compare(
        &mut self,
        state: &State,
        location: LocationId,
        lost: &BTreeSet<BlockId>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        if !self.effort.compares_states || !self.analysis.gaps.is_empty() {
            return Ok(());
        }
        if !self.compared.insert((location, state.canonical())) {
            return Ok(());
        }
        tally.states += 1;
        // Variables that are not read any more do not count for the analysis: it may have reported a leak early.
        let leaks = self.analysis.findings.iter().filter(|finding| finding.kind == FaultKind::MemoryLeak);
        let is_told = leaks.into_iter().any(|finding| self.passed.contains(&self.line(finding.span)));
        match self.analysis.kept.concretises(self.program, state, location, Some(lost).filter(|_| !is_told)) {
            Concretised::Yes => Ok(()),
            Concretised::Undecided => {
                tally.undecided += 1;
                Ok(())
            }
            Concretised::No(reason) => {
                let function = state.function().expect("a frame");
                let span = self.program.flowchart(function).expect("a body").location(location).span;
                Err(format!(
                    "uncovered: a state at line {}: {reason}\n{}",
                    self.line(span),
                    self.analysis.kept.describe(self.program, state, location)
                ))
            }
        }
    }

    /// Blocks that the last step has lost are reported.
    fn leaks(
        &mut self,
        state: &State,
        roots: Vec<BlockId>,
        span: Span,
        lost: &mut BTreeSet<BlockId>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let before = lost.len();
        lost.extend(state.leaked_blocks(roots, self.program.types.model().word_bytes()));
        if lost.len() == before {
            return Ok(());
        }
        self.error(FaultKind::MemoryLeak, "a block is lost", span, tally)
    }

    /// An error that a run meets is among the findings, or the analysis says that it left something out.
    fn error(&mut self, kind: FaultKind, message: &str, span: Span, tally: &mut Tally) -> Result<(), String> {
        // To the analysis the address of a field of NULL is a number; to use it is an error.
        if !smg::looks_for(kind) || message == "member access through a NULL pointer" {
            return Ok(());
        }
        let line = self.line(span);
        self.seen.insert((kind, line));
        tally.errors += 1;
        if self.is_reported(kind, line) {
            return Ok(());
        }
        let told: Vec<String> = self
            .analysis
            .findings
            .iter()
            .map(|finding| format!("{}: {}: {}", self.line(finding.span), finding.kind.word(), finding.message))
            .collect();
        Err(format!("missed: line {line}: {}: {message}; found were: {told:?}", kind.word()))
    }

    fn is_reported(&self, kind: FaultKind, line: u32) -> bool {
        let is_leak = kind == FaultKind::MemoryLeak;
        let fits = |finding: &Finding| {
            let (other, at) = (finding.kind, self.line(finding.span));
            match self.effort.demand {
                Demand::Similar => {
                    let is_similar = other == kind || (other.is_access() && kind.is_access());
                    is_similar && (at == line || is_leak)
                }
                Demand::KindAndLine => {
                    other.word() == kind.word() && (at == line || is_leak && self.passed.contains(&at))
                }
            }
        };
        let is_open = self.effort.demand == Demand::Similar && !self.analysis.gaps.is_empty();
        is_open || self.analysis.findings.iter().any(fits)
    }
}
