//! Calls with summaries: a summary is reused when the entry heap matches (paper, section 0.5.2).
//!
//! A summary is a function with its entry heap: without abstraction the part of the caller's memory that the function can
//! reach, and else all of it. All calls with the same entry heap share it. Every call receives every exit state of the function, those known already and
//! those found later. So a function may also call itself: it receives exit states until there are no new ones.
//!
//! If one call is reached several times with the same frame, as in a loop, its entry heaps go to one summary. They are
//! compared and joined there. No other call shares that summary then.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use indexmap::IndexSet;

use crate::domain::configuration::{Configuration, Feasibility, Made, PathStep};
use crate::domain::invariants::assert_holds;
use crate::solver::engine::{At, Engine};
use crate::solver::limits::{CALLS_TOLD_APART, MOST_EXIT_STATES};
use crate::solver::local_heap::{HeapFrame, LocalPart, split};
use base::define_id;
use base::ids::{Id, IdVec};
use program::{Command, EdgeId, FunctionId, LocationId};
use reason::{FixedLimit, Incompleteness, Limit, Stop};

define_id! {
    /// A function with what it is analysed with.
    SummaryId
}
define_id! {
    /// The calls under way, each with where it is in the source.
    ChainId
}

/// The summaries that each call has led to: by the summary that the call is in, and the call, which are `None` where
/// the program starts or ends; and by the function.
pub type Ways = BTreeMap<(Option<(SummaryId, EdgeId)>, FunctionId), BTreeSet<SummaryId>>;

/// A function with what it is analysed with.
pub(super) struct Summary {
    /// Which.
    pub function: FunctionId,
    /// How many calls are under way, in the first of those that share the summary.
    pub depth: usize,
    /// How it came about.
    pub call: Call,
    /// The calls under way in the first of those that share the summary.
    chain: ChainId,
    /// What it starts with, if that is one configuration and no more.
    start: Option<Configuration>,
    /// The calls that share it.
    callers: Vec<Arc<Caller>>,
    /// How it ends.
    exit_states: Vec<Arc<ExitState>>,
}

/// How a summary came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// The program starts with it, or runs it when it ends. It is not cut out of anything.
    Outermost,
    /// It was called.
    First,
    /// It was called while it ran.
    Again,
    /// It was called while it ran, more than [`CALLS_TOLD_APART`] times.
    Endless,
}

/// A call that waits for the ends of a function.
struct Caller {
    at: At,
    chain: ChainId,
    /// What was left behind.
    frame: HeapFrame,
    /// The steps to the call.
    trace: Option<Arc<PathStep>>,
}

/// One end of a function.
struct ExitState {
    configuration: Configuration,
    /// Where the program has ended, if it has. Otherwise the function returns.
    program_ended: Option<At>,
}

/// All summaries.
#[derive(Default)]
pub(super) struct Summaries {
    /// Only grows, and gives all ids of summaries there are.
    list: IdVec<SummaryId, Summary>,
    /// The functions that nobody calls, with the number of calls under way.
    outermost: BTreeMap<(FunctionId, usize), SummaryId>,
    /// Those that are called, by the fingerprint of what they start with.
    alike: HashMap<(FunctionId, u64), Vec<SummaryId>>,
    /// Those that were opened for the last of a chain of calls.
    opened: BTreeMap<ChainId, Vec<SummaryId>>,
    /// By what the last one is called from, the call, and who is called.
    chains: IndexSet<(Option<ChainId>, Option<EdgeId>, FunctionId)>,
    ways: Ways,
    /// Whether some call shares a summary that has no more calls under way than it has itself. Then an inner summary
    /// may wait for an outer one.
    goes_back: bool,
}

impl Summaries {
    pub fn get(&self, id: SummaryId) -> Option<&Summary> {
        self.list.get(id)
    }

    /// The summaries that each call has led to.
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Every call has received all exit states.
    pub fn settle(&mut self) {
        let ids: Vec<SummaryId> = self.list.ids().collect();
        ids.into_iter().for_each(|id| self.list[id].callers.clear());
        self.opened.clear();
    }

    fn chain(&mut self, before: Option<ChainId>, call: Option<EdgeId>, function: FunctionId) -> ChainId {
        ChainId::from_index(self.chains.insert_full((before, call, function)).0)
    }

    /// The calls under way with one more of a function, and whether that runs already. Where it runs too often for its
    /// calls to be distinguished, it is the same chain for all of them.
    fn longer(&mut self, caller: SummaryId, call: EdgeId, function: FunctionId) -> (ChainId, Call) {
        let chains = &self.chains;
        let before = |id: &ChainId| chains.get_index(id.index()).and_then(|(before, _, _)| *before);
        let is_of_it = |id: &ChainId| chains.get_index(id.index()).is_some_and(|(_, _, last)| *last == function);
        let chain = self.list.get(caller).map(|summary| summary.chain);
        let running: Vec<ChainId> = std::iter::successors(chain, before).filter(is_of_it).collect();
        match running.iter().rev().nth(CALLS_TOLD_APART - 1) {
            Some(last) => (self.chain(Some(*last), Some(call), function), Call::Endless),
            None if running.is_empty() => (self.chain(chain, Some(call), function), Call::First),
            None => (self.chain(chain, Some(call), function), Call::Again),
        }
    }

    /// The summary that starts with just this, of this fingerprint, and nothing else.
    fn like(&self, function: FunctionId, start: &Configuration, fingerprint: u64) -> Option<SummaryId> {
        let history = |it: &Configuration| (it.feasible, it.undefined);
        let same = |id: &&SummaryId| {
            let known = self.list.get(**id).and_then(|summary| summary.start.as_ref());
            known.is_some_and(|known| known == start && history(known) == history(start))
        };
        self.alike.get(&(function, fingerprint))?.iter().find(same).copied()
    }
}

impl Engine<'_> {
    /// The summary of a function that nobody calls.
    pub(super) fn outermost(&mut self, function: FunctionId, depth: usize) -> SummaryId {
        if let Some(known) = self.summaries.outermost.get(&(function, depth)) {
            return *known;
        }
        self.prepare(function);
        let chain = self.summaries.chain(None, None, function);
        let (start, callers, exit_states) = (None, Vec::new(), Vec::new());
        let summary = Summary { function, depth, call: Call::Outermost, chain, start, callers, exit_states };
        let id = self.summaries.list.push(summary);
        self.summaries.outermost.insert((function, depth), id);
        self.summaries.ways.entry((None, function)).or_default().insert(id);
        id
    }

    /// A function is called: its frame is on top.
    pub(super) fn call(&mut self, at: At, function: FunctionId, mut configuration: Configuration) {
        let Some((edge, flowchart)) = at.edge.zip(self.program.flowchart(function)) else { return };
        let (chain, call) = self.summaries.longer(at.summary, edge, function);
        self.forget_temporaries(at, edge, &mut configuration);
        let trace = configuration.trace.take();
        if !self.run.mode.abstracts() || call != Call::First {
            self.leave_behind(at, edge, &mut configuration);
        }
        let part = match call {
            Call::Again | Call::Endless => LocalPart::Reached,
            Call::Outermost | Call::First if self.run.mode.abstracts() => LocalPart::Whole,
            Call::Outermost | Call::First => LocalPart::Connected,
        };
        let (mut start, frame) = split(configuration, part, self.word);
        assert_holds(&start, self.word, "a cut");
        let caller = Arc::new(Caller { at, chain, frame, trace: trace.clone() });
        let fingerprint = start.fingerprint();
        if let Some(known) = self.summaries.like(function, &start, fingerprint) {
            return self.share(known, caller);
        }
        let location = flowchart.entry;
        start.trace = Some(Arc::new(PathStep { before: trace, made: Made::Entry, memory: None }));
        if let Some(known) = self.to_be_extended(&caller) {
            let summary = &mut self.summaries.list[known];
            summary.start = None;
            summary.callers.retain(|caller| caller.chain == chain);
            self.share(known, caller);
            return self.arrive(known, location, start);
        }
        let depth = self.depth(at.summary) + 1;
        if depth >= self.settings.most_frames {
            return self.gap(Stop::at(Limit::ShapeCalls, self.settings.most_frames).into(), Some(at.span));
        }
        self.prepare(function);
        let (first, callers, exit_states) = (Some(start.clone()), Vec::new(), Vec::new());
        let id = self.summaries.list.push(Summary { function, depth, call, chain, start: first, callers, exit_states });
        self.summaries.alike.entry((function, fingerprint)).or_default().push(id);
        self.summaries.opened.entry(chain).or_default().push(id);
        self.share(id, caller);
        self.arrive(id, location, start);
    }

    /// Forgets the temporaries of the caller that have served their purpose: it may be that the program ends before it
    /// returns.
    fn forget_temporaries(&mut self, at: At, edge: EdgeId, configuration: &mut Configuration) {
        let Some(flowchart) = self.program.flowchart(at.function) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let frame = configuration.frames.pop();
        let after = flowchart.target(edge);
        let has_led = self.drop_temporaries(at.function, after, result.as_ref(), configuration);
        configuration.frames.extend(frame);
        if has_led {
            self.collect(configuration, at);
        }
    }

    /// Forgets what the caller does not need any more when a call returns. The frame of the function that is called is
    /// on top.
    fn leave_behind(&self, at: At, edge: EdgeId, configuration: &mut Configuration) {
        let Some(flowchart) = self.program.flowchart(at.function) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let Some(frame) = configuration.frames.pop() else { return };
        // What is passed is held by the parameters, which are named so that it is not lost.
        let cutpoints = configuration.cutpoints.len();
        configuration.cutpoints.extend(frame.variables.values());
        self.drop_dead(at.function, flowchart.target(edge), result.as_ref(), configuration);
        configuration.cutpoints.truncate(cutpoints);
        configuration.frames.push(frame);
    }

    /// The summary that the configurations of a call are added to: one that the same call has opened and left the same
    /// behind, and that nobody else waits for.
    fn to_be_extended(&self, new: &Caller) -> Option<SummaryId> {
        let opened = self.summaries.opened.get(&new.chain).filter(|_| self.run.mode.abstracts())?;
        let is_it = |id: &&SummaryId| {
            self.summaries.get(**id).is_some_and(|summary| {
                let is_here = |caller: &Arc<Caller>| caller.chain == new.chain;
                // Inner calls come first: nothing that waits can lead to an end of it.
                let under_way = || self.waiting.depth().max(self.depth(new.at.summary));
                let is_done = || !self.summaries.goes_back && under_way() < summary.depth;
                // Where a function calls itself there may be no end to the summaries that do it, nor to what they leave behind.
                let is_alike = |caller: &Arc<Caller>| {
                    let is_one = caller.at.summary == new.at.summary && caller.frame == new.frame;
                    is_one || summary.call == Call::Endless
                };
                summary.callers.iter().all(|caller| !is_here(caller) || is_alike(caller))
                    && (summary.callers.iter().all(is_here) || is_done())
            })
        };
        opened.iter().find(is_it).copied()
    }

    fn depth(&self, summary: SummaryId) -> usize {
        self.summaries.get(summary).map_or(0, |summary| summary.depth)
    }

    /// A call shares a summary from now on.
    fn share(&mut self, summary: SummaryId, caller: Arc<Caller>) {
        self.summaries.goes_back |= self.depth(caller.at.summary) >= self.depth(summary);
        let Summary { function, callers, exit_states, .. } = &mut self.summaries.list[summary];
        let is_known = |known: &Arc<Caller>| {
            (known.chain, known.at.summary) == (caller.chain, caller.at.summary) && known.frame == caller.frame
        };
        if callers.iter().any(is_known) {
            return;
        }
        callers.push(Arc::clone(&caller));
        let (exit_states, way) =
            (exit_states.clone(), (caller.at.edge.map(|edge| (caller.at.summary, edge)), *function));
        self.summaries.ways.entry(way).or_default().insert(summary);
        for end in exit_states {
            self.come_back(summary, &caller, &end);
        }
    }

    /// Control is at the exit of a function.
    pub(super) fn leave(&mut self, summary: SummaryId, location: LocationId, configuration: Configuration) {
        match self.summaries.get(summary).map(|summary| summary.call) {
            Some(Call::Outermost) => self.finish(summary, location, configuration),
            Some(_) => self.add_exit_state(summary, ExitState { configuration, program_ended: None }),
            None => {}
        }
    }

    /// The program has ended, in a function that the one of this summary has called, or in that itself.
    pub(super) fn stop(&mut self, at: At, summary: SummaryId, configuration: Configuration) {
        let Some(known) = self.summaries.get(summary) else { return };
        if known.call == Call::Outermost {
            return self.stop_outermost(at, configuration);
        }
        // What is left in the memory of the callers matters only if somebody looks at it.
        if !self.settings.leaks_at_exit && configuration.handlers.is_empty() {
            return;
        }
        let end = ExitState { configuration: configuration.canonical(), program_ended: Some(at) };
        let stops = known.exit_states.iter().filter(|known| known.program_ended.is_some());
        if stops.clone().any(|known| known.configuration == end.configuration) {
            return;
        }
        if stops.count() >= MOST_EXIT_STATES {
            return self.gap(FixedLimit::ExitStates(MOST_EXIT_STATES).into(), Some(at.span));
        }
        self.add_exit_state(summary, end);
    }

    /// A new exit state of a summary goes to all calls that share it.
    fn add_exit_state(&mut self, summary: SummaryId, end: ExitState) {
        let (end, known) = (Arc::new(end), &mut self.summaries.list[summary]);
        known.exit_states.push(Arc::clone(&end));
        for caller in known.callers.clone() {
            self.come_back(summary, &caller, &end);
        }
    }

    /// One end of a function, for one of its calls.
    fn come_back(&mut self, summary: SummaryId, caller: &Caller, end: &ExitState) {
        let Some(summary) = self.summaries.get(summary) else { return };
        let (is_extended, is_shared) = (summary.start.is_none(), summary.callers.len() > 1);
        if !caller.frame.fits(&end.configuration) {
            // It is the end for what another call has given. Where there is none of these, no end may be lost.
            if !(is_extended && is_shared) {
                let why = "a call that returns other memory of its caller than it was given";
                self.gap(Incompleteness::NotFollowed(why.into()), Some(caller.at.span));
            }
            return;
        }
        let mut whole = caller.frame.with(&end.configuration);
        let inside = end.configuration.trace.clone();
        if is_extended && is_shared {
            // It may be the end for what another call has given.
            whole.mark_possibly_infeasible();
        }
        // The iterations of loops that were made in the function.
        whole.iterations +=
            summary.start.as_ref().map_or(0, |start| end.configuration.iterations.saturating_sub(start.iterations));
        let own = inside.as_ref().filter(|_| is_extended && !is_shared).and_then(|last| last.before_entry());
        let before = own.or(caller.trace.as_ref()).cloned();
        whole.trace = Some(Arc::new(PathStep { before, made: Made::Return(inside), memory: None }));
        match end.program_ended {
            Some(ended) => self.stop(ended, caller.at.summary, whole),
            None => self.go_back(caller.at, whole),
        }
    }

    /// A call has returned, and the frame of the function is still there.
    fn go_back(&mut self, at: At, configuration: Configuration) {
        let Some((edge, flowchart)) = at.edge.zip(self.program.flowchart(at.function)) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let executor = self.executor;
        for case in self.in_each_case(configuration, at.span, |before| executor.leave(before, result.as_ref())) {
            match case {
                (before, Ok(mut after)) => {
                    assert_holds(&after, self.word, "the end of a function");
                    self.collect_returned(&before, &mut after, at);
                    self.arrive(at.summary, flowchart.target(edge), after);
                }
                (before, Err(fault)) => {
                    self.report(&fault, &before, at);
                    if !fault.certain && before.feasible != Feasibility::AfterError {
                        self.gap(Incompleteness::AfterError, Some(at.span));
                    }
                }
            }
        }
    }
}
