//! Function summaries: a call reuses a summary if its entry heap matches (paper, section 0.5.2).
//!
//! A summary is a function with its entry heap: the part of the caller's memory that the function can reach, or all of
//! it with abstraction. All calls with the same entry heap share it, and each of them receives every exit state,
//! whether found before or after the call. Hence recursion is a fixpoint: a recursive call receives exit states until
//! there are no new ones.
//!
//! If a call is reached several times with the same frame, as in a loop, its entry heaps are added to one summary,
//! where they are compared and joined. No other call shares that summary then.

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
    /// A function with an entry heap.
    SummaryId
}
define_id! {
    /// A call stack, given by the calls under way.
    ChainId
}

/// The summaries used by each call, by the calling summary and the call edge, which are `None` where the program starts
/// or ends, and by the callee.
pub type Ways = BTreeMap<(Option<(SummaryId, EdgeId)>, FunctionId), BTreeSet<SummaryId>>;

/// A function with its entry heap and exit states.
pub(super) struct Summary {
    pub function: FunctionId,
    /// The call depth of the first call that shares the summary.
    pub depth: usize,
    pub call: Call,
    /// The call stack of the first call that shares the summary.
    chain: ChainId,
    /// The entry heap; `None` once it is extended by further ones.
    start: Option<Configuration>,
    callers: Vec<Arc<Caller>>,
    exit_states: Vec<Arc<ExitState>>,
}

/// The kind of call that a summary was opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// The program starts with it, or runs it at its end. There is no caller.
    Outermost,
    /// A call of a function that is not yet running.
    First,
    /// A recursive call.
    Again,
    /// A recursive call with at least [`CALLS_TOLD_APART`] activations under way.
    Endless,
}

/// A call that waits for exit states.
struct Caller {
    at: At,
    chain: ChainId,
    frame: HeapFrame,
    /// The path to the call.
    trace: Option<Arc<PathStep>>,
}

struct ExitState {
    configuration: Configuration,
    /// The point where the program ended; `None` if the function returns.
    program_ended: Option<At>,
}

#[derive(Default)]
pub(super) struct Summaries {
    /// Append-only; the source of all summary ids.
    list: IdVec<SummaryId, Summary>,
    /// Summaries without callers, by function and call depth.
    outermost: BTreeMap<(FunctionId, usize), SummaryId>,
    /// Summaries with callers, by function and fingerprint of the entry heap.
    alike: HashMap<(FunctionId, u64), Vec<SummaryId>>,
    /// Summaries by the call stack that they were opened for.
    opened: BTreeMap<ChainId, Vec<SummaryId>>,
    /// Call stacks: the stack of the caller, the call edge, and the callee.
    chains: IndexSet<(Option<ChainId>, Option<EdgeId>, FunctionId)>,
    ways: Ways,
    /// True if some call shares a summary whose call depth is not greater than that of the call. Then an inner summary
    /// may wait for an outer one.
    goes_back: bool,
}

impl Summaries {
    pub fn get(&self, id: SummaryId) -> Option<&Summary> {
        self.list.get(id)
    }

    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Drops the callers, each of which has received all exit states.
    pub fn settle(&mut self) {
        let ids: Vec<SummaryId> = self.list.ids().collect();
        ids.into_iter().for_each(|id| self.list[id].callers.clear());
        self.opened.clear();
    }

    fn chain(&mut self, before: Option<ChainId>, call: Option<EdgeId>, function: FunctionId) -> ChainId {
        ChainId::from_index(self.chains.insert_full((before, call, function)).0)
    }

    /// Returns the call stack extended by a call, and the kind of call. Where the function has too many activations for
    /// them to be distinguished, all further ones share a stack.
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

    /// Returns the summary with exactly this entry heap, given with its fingerprint.
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
    /// Returns the summary of a function without callers.
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

    /// Calls a function, whose stack frame is already on top.
    pub(super) fn call(&mut self, at: At, function: FunctionId, mut configuration: Configuration) {
        let Some((edge, flowchart)) = at.edge.zip(self.program.flowchart(function)) else { return };
        let (chain, call) = self.summaries.longer(at.summary, edge, function);
        self.forget_temporaries(at, edge, &mut configuration);
        let trace = configuration.trace.take();
        self.leave_behind(at, edge, &mut configuration);
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
            let summary = &mut self.summaries.list[known];
            if summary.call == Call::First {
                // It may be its own caller.
                summary.call = call;
            }
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

    /// Drops temporaries of the caller that are not needed any more, as the program may end before the call returns.
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

    /// Drops variables of the caller that are dead when the call returns. The callee's stack frame is on top.
    fn leave_behind(&self, at: At, edge: EdgeId, configuration: &mut Configuration) {
        let Some(flowchart) = self.program.flowchart(at.function) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let Some(frame) = configuration.frames.pop() else { return };
        // The arguments are held by parameters, which are made cutpoints so that they are not garbage.
        let cutpoints = configuration.cutpoints.len();
        configuration.cutpoints.extend(frame.variables.values());
        self.drop_dead(at.function, flowchart.target(edge), result.as_ref(), configuration);
        configuration.cutpoints.truncate(cutpoints);
        configuration.frames.push(frame);
    }

    /// Returns the summary that the entry heap of a call is added to: one that the same call has opened with the same
    /// frame, and that no other call waits for.
    fn to_be_extended(&self, new: &Caller) -> Option<SummaryId> {
        let opened = self.summaries.opened.get(&new.chain).filter(|_| self.run.mode.abstracts())?;
        let is_it = |id: &&SummaryId| {
            self.summaries.get(**id).is_some_and(|summary| {
                let is_here = |caller: &Arc<Caller>| caller.chain == new.chain;
                // Inner calls come first: no waiting configuration can lead to an exit state of it.
                let under_way = || self.waiting.depth().max(self.depth(new.at.summary));
                let is_done = || !self.summaries.goes_back && under_way() < summary.depth;
                // In recursion there may be no end to the summaries of the calls, nor to their frames.
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

    /// Registers a call with a summary, and passes it all exit states found so far.
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

    /// Handles control at the exit of a function.
    pub(super) fn leave(&mut self, summary: SummaryId, location: LocationId, configuration: Configuration) {
        match self.summaries.get(summary).map(|summary| summary.call) {
            Some(Call::Outermost) => self.finish(summary, location, configuration),
            Some(_) => self.add_exit_state(summary, ExitState { configuration, program_ended: None }),
            None => {}
        }
    }

    /// Handles the end of the program, in the function of this summary or in one that it has called.
    pub(super) fn stop(&mut self, at: At, summary: SummaryId, configuration: Configuration) {
        let Some(known) = self.summaries.get(summary) else { return };
        if known.call == Call::Outermost {
            return self.stop_outermost(at, configuration);
        }
        // The memory that remains in the callers matters only for leaks at exit and for handlers.
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

    /// Adds an exit state to a summary, and passes it to all callers.
    fn add_exit_state(&mut self, summary: SummaryId, end: ExitState) {
        let (end, known) = (Arc::new(end), &mut self.summaries.list[summary]);
        known.exit_states.push(Arc::clone(&end));
        for caller in known.callers.clone() {
            self.come_back(summary, &caller, &end);
        }
    }

    /// Passes an exit state of a function to one of its calls.
    fn come_back(&mut self, summary: SummaryId, caller: &Caller, end: &ExitState) {
        let Some(summary) = self.summaries.get(summary) else { return };
        let (is_extended, is_shared) = (summary.start.is_none(), summary.callers.len() > 1);
        if !caller.frame.fits(&end.configuration) {
            // It is an exit state for the entry heap of another call. Without another call no exit state may be lost.
            if !(is_extended && is_shared) {
                let why = "a call that returns other memory of its caller than it was given";
                self.gap(Incompleteness::NotFollowed(why.into()), Some(caller.at.span));
            }
            return;
        }
        let mut whole = caller.frame.with(&end.configuration);
        // The function may have ended what a pointer in the frame leads to.
        whole.graph.forget_given();
        let inside = end.configuration.trace.clone();
        if is_extended && is_shared {
            // It may be an exit state for the entry heap of another call.
            whole.mark_possibly_infeasible();
        }
        // The loop iterations made in the function.
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

    /// Returns from a call. The callee's stack frame is still there.
    fn go_back(&mut self, at: At, configuration: Configuration) {
        let Some((edge, flowchart)) = at.edge.zip(self.program.flowchart(at.function)) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let executor = self.executor;
        for case in self.in_each_case(configuration, at.span, |before| executor.leave(before, result.as_ref())) {
            match case {
                (before, Ok(mut after)) => {
                    assert_holds(&after, self.word, "the end of a function");
                    self.collect_returned(&before, &mut after, at);
                    self.pass(at, edge, after);
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
