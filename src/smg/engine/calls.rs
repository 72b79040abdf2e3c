//! Calls with summaries: a function is analysed once for all calls that give it the same (paper, section 0.3.5).
//!
//! A context is a function with what it starts with, cut out of its caller's memory. Calls from anywhere that give it just that
//! share the context; each of them is told of every end of the function, of those that are known already and of those still to
//! come. So a function may also call itself: it is told of the ends that are found, until there are no new ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::base::ids::IdVec;
use crate::define_id;
use crate::program::{Command, EdgeId, FunctionId, LocationId};
use crate::smg::abstraction;
use crate::smg::configuration::{Configuration, Exactness, Step};
use crate::smg::cut::{Rest, cut};
use crate::smg::engine::store::{Shelf, comparing, purpose};
use crate::smg::engine::{At, Engine};
use crate::smg::invariants::assert_holds;
use crate::smg::join::Purpose;
use crate::smg::joined::joined;
use crate::smg::sketch::Sketched;

define_id! {
    /// A function with what it is analysed with.
    ContextId
}

/// In so many ways a program may end within one context, where that matters to the callers.
const MOST_ENDS: usize = 64;

/// A call, with the context that it is in; `None` where the program starts or ends.
pub type Site = Option<(ContextId, EdgeId)>;

/// A function with what it is analysed with.
pub(super) struct Context {
    /// Which.
    pub function: FunctionId,
    /// How many calls are under way, in the first of those that share the context.
    pub depth: usize,
    /// What it starts with; `None` for the functions that nobody calls, which are not cut out of anything.
    start: Option<Sketched>,
    /// The calls that share it. The first one has opened the context.
    callers: Vec<Arc<Caller>>,
    /// How it ends.
    ends: Vec<Arc<End>>,
}

/// A call that waits for the ends of a function.
struct Caller {
    at: At,
    /// What was left behind.
    rest: Rest,
    /// The steps to the call, in the caller's context.
    trace: Option<Arc<Step>>,
    /// What the ends say of this call is no surer than this.
    surest: Exactness,
}

/// One end of a function.
struct End {
    configuration: Configuration,
    /// Where the program has ended, if it has. Otherwise the function returns.
    program_ended: Option<At>,
}

/// All contexts.
#[derive(Default)]
pub(super) struct Contexts {
    list: IdVec<ContextId, Context>,
    /// The functions that nobody calls, with the number of calls under way.
    outermost: BTreeMap<(FunctionId, usize), ContextId>,
    /// Those that are called, by the fingerprint of what they start with.
    alike: HashMap<(FunctionId, u64), Vec<ContextId>>,
    /// The contexts that a call has opened, but for those that others have replaced, and how often that happened.
    opened: BTreeMap<(ContextId, EdgeId, FunctionId), (Vec<ContextId>, u32)>,
    /// The contexts that each call has led to.
    ways: BTreeMap<(Site, FunctionId), BTreeSet<ContextId>>,
}

impl Contexts {
    pub fn get(&self, id: ContextId) -> Option<&Context> {
        self.list.get(id)
    }

    /// The contexts that each call has led to.
    pub fn ways(&self) -> &BTreeMap<(Site, FunctionId), BTreeSet<ContextId>> {
        &self.ways
    }

    /// The context of the call that has opened another one, and the last step to that call.
    pub fn opening(&self, id: ContextId) -> Option<(ContextId, Option<&Step>)> {
        let caller = self.list.get(id)?.callers.first()?;
        Some((caller.at.context, caller.trace.as_deref()))
    }

    /// All calls have been told of all ends: none is to come.
    pub fn settle(&mut self) {
        let ids: Vec<ContextId> = self.list.ids().collect();
        ids.into_iter().for_each(|id| self.list[id].callers.truncate(1));
    }

    fn open(&mut self, function: FunctionId, depth: usize, start: Option<Sketched>) -> ContextId {
        self.list.push(Context { function, depth, start, callers: Vec::new(), ends: Vec::new() })
    }

    fn start(&self, id: ContextId) -> Option<&Sketched> {
        self.list.get(id)?.start.as_ref()
    }

    /// The context that starts with just this.
    fn like(&self, function: FunctionId, start: &Configuration, fingerprint: u64) -> Option<ContextId> {
        let history = |it: &Configuration| (it.exact, it.undefined, it.turns);
        let same = |id: &&ContextId| {
            let known = self.start(**id).map(Sketched::configuration);
            known.is_some_and(|known| **known == *start && history(known) == history(start))
        };
        self.alike.get(&(function, fingerprint))?.iter().find(same).copied()
    }

    /// The context whose contexts of the function at one call are kept together: that of the caller, or, where a function is
    /// called while it runs, the outermost of those in which it does. Tells whether it does.
    fn keeper(&self, caller: ContextId, function: FunctionId) -> (ContextId, bool) {
        let chain = std::iter::successors(Some(caller), |id| Some(self.opening(*id)?.0));
        let running = chain.filter(|id| self.list.get(*id).is_some_and(|context| context.function == function)).last();
        (running.unwrap_or(caller), running.is_some())
    }
}

impl Engine<'_> {
    /// The context of a function that nobody calls.
    pub(super) fn outermost(&mut self, function: FunctionId, depth: usize) -> ContextId {
        if let Some(known) = self.contexts.outermost.get(&(function, depth)) {
            return *known;
        }
        let id = self.contexts.open(function, depth, None);
        self.contexts.outermost.insert((function, depth), id);
        self.contexts.ways.entry((None, function)).or_default().insert(id);
        self.prepare(function);
        id
    }

    /// A function is called: its frame is on top.
    pub(super) fn call(&mut self, at: At, function: FunctionId, mut configuration: Configuration) {
        let Some(edge) = at.edge else { return };
        let trace = configuration.trace.take();
        let (start, rest) = cut(configuration);
        assert_holds(&start, self.word, "a cut");
        let (own, known) = (start.exact, self.contexts.list.len());
        let (context, surest) = match self.contexts.like(function, &start, start.fingerprint()) {
            Some(context) => (context, own),
            None if self.settings.abstracts => self.context_at(at, edge, function, start),
            None => (self.opened(at, function, Sketched::new(start)), own),
        };
        let caller = Arc::new(Caller { at, rest, trace, surest });
        self.contexts.list[context].callers.push(Arc::clone(&caller));
        self.contexts.ways.entry((Some((at.context, edge)), function)).or_default().insert(context);
        for end in self.contexts.list[context].ends.clone() {
            self.come_back(&caller, &end);
        }
        if self.contexts.list.len() > known {
            self.begin(context, at);
        }
    }

    /// A context at a call for what is like no start that is known: one that describes more, or a new one. There are only so many
    /// for each call, as where branches meet; and where a function calls itself what it starts with is handled like what comes to
    /// the head of a loop.
    fn context_at(
        &mut self,
        at: At,
        edge: EdgeId,
        function: FunctionId,
        mut start: Configuration,
    ) -> (ContextId, Exactness) {
        let (keeper, is_recursive) = self.contexts.keeper(at.context, function);
        if is_recursive {
            abstraction::abstracted(&mut start.graph, self.word);
            start = start.canonical();
        }
        let (own, site) = (start.exact, (keeper, edge, function));
        let (mut open, mut grown) = self.contexts.opened.remove(&site).unwrap_or_default();
        self.work += comparing(open.len(), &start.graph);
        let mut known: Vec<Sketched> = open.iter().filter_map(|id| self.contexts.start(*id)).cloned().collect();
        let mut shelf = Shelf { program: self.program, known: &mut known, word: self.word };
        let start = Sketched::new(start);
        let new = shelf.replace_less(start.clone(), is_recursive.then_some(&mut grown));
        let found = match new {
            None => {
                let includes = |id: &&ContextId| {
                    let known = self.contexts.start(**id).filter(|known| known.configuration().exact >= own);
                    let joined = known.and_then(|it| joined(self.program, it, &start, Purpose::Entailment, self.word));
                    joined.is_some_and(|(_, loses)| !loses[0])
                };
                open.iter().find(includes).map(|known| (*known, own.min(Exactness::Not)))
            }
            Some(mut new) => {
                if let Some(purpose) = purpose(shelf.known.len(), is_recursive, self.settings.kept_apart) {
                    new = shelf.unite(new, purpose);
                }
                let stays = |id: &ContextId| {
                    let is_it =
                        |one: &Sketched, other: &Sketched| Arc::ptr_eq(one.configuration(), other.configuration());
                    self.contexts.start(*id).is_some_and(|start| known.iter().any(|known| is_it(known, start)))
                };
                open.retain(stays);
                let alike = self.contexts.like(function, new.configuration(), new.configuration().fingerprint());
                Some((alike.unwrap_or_else(|| self.opened(at, function, new)), own))
            }
        };
        // What is described by a start that others have replaced meanwhile is described by one of them.
        let (context, surest) = found.unwrap_or_else(|| (self.opened(at, function, start), own));
        if !open.contains(&context) {
            open.push(context);
        }
        self.contexts.opened.insert(site, (open, grown));
        (context, surest)
    }

    /// A new context.
    fn opened(&mut self, at: At, function: FunctionId, start: Sketched) -> ContextId {
        self.prepare(function);
        let depth = self.contexts.get(at.context).map_or(0, |context| context.depth) + 1;
        let fingerprint = start.configuration().fingerprint();
        let id = self.contexts.open(function, depth, Some(start));
        self.contexts.alike.entry((function, fingerprint)).or_default().push(id);
        id
    }

    /// Control comes to the entry of a function in a new context.
    fn begin(&mut self, context: ContextId, at: At) {
        let Some((known, start)) = self.contexts.get(context).zip(self.contexts.start(context)) else { return };
        if known.depth >= self.settings.most_frames {
            return self.gap(format!("more than {} calls at one time", self.settings.most_frames), Some(at.span));
        }
        let start = Configuration::clone(start.configuration());
        if let Some(entry) = self.program.flowchart(known.function).map(|flowchart| flowchart.entry) {
            self.arrive(context, entry, start);
        }
    }

    /// Control is at the exit of a function.
    pub(super) fn leave(&mut self, context: ContextId, location: LocationId, mut configuration: Configuration) {
        let Some(known) = self.contexts.get(context) else { return };
        if known.start.is_none() {
            return self.finish(context, location, configuration);
        }
        let (before, function) = (configuration.trace.take(), known.function);
        configuration.trace = Some(Arc::new(Step { before, inside: None, function, from: location, edge: None }));
        self.tell(context, End { configuration, program_ended: None });
    }

    /// The program has ended in a function, which is also the end of the functions that have called it.
    pub(super) fn stop(&mut self, at: At, context: ContextId, configuration: Configuration) {
        let Some(known) = self.contexts.get(context) else { return };
        if known.start.is_none() {
            return self.stop_outermost(At { context, ..at }, configuration);
        }
        // What is left in the memory of the callers matters only if somebody looks at it.
        if !self.settings.leaks_at_exit && configuration.handlers.is_empty() {
            return;
        }
        let trace = configuration.trace.clone();
        let end = End { configuration: Configuration { trace, ..configuration.canonical() }, program_ended: Some(at) };
        let stops = known.ends.iter().filter(|known| known.program_ended.is_some());
        if stops.clone().any(|known| known.configuration == end.configuration) {
            return;
        }
        if stops.count() >= MOST_ENDS {
            return self.gap(format!("a program that ends in more than {MOST_ENDS} ways"), Some(at.span));
        }
        self.tell(context, end);
    }

    /// Tells all calls that share a context of an end.
    fn tell(&mut self, context: ContextId, end: End) {
        let (end, callers) = (Arc::new(end), self.contexts.list[context].callers.clone());
        self.contexts.list[context].ends.push(Arc::clone(&end));
        for caller in callers {
            self.come_back(&caller, &end);
        }
    }

    /// One end of a function, for one of its calls.
    fn come_back(&mut self, caller: &Caller, end: &End) {
        let Caller { at, rest, trace, surest } = caller;
        let mut whole = rest.with(&end.configuration);
        whole.exact = whole.exact.min(*surest);
        let last = end.configuration.trace.as_ref();
        whole.trace = last.map(|last| {
            let (before, inside) = (trace.clone(), Some(Arc::clone(last)));
            Arc::new(Step { before, inside, function: last.function, from: last.from, edge: None })
        });
        match end.program_ended {
            Some(ended) => self.stop(ended, at.context, whole),
            None => self.go_back(*at, whole),
        }
    }

    /// A call has returned, and the frame of the function is still there.
    fn go_back(&mut self, at: At, configuration: Configuration) {
        let Some((edge, flowchart)) = at.edge.zip(self.program.flowchart(at.function)) else { return };
        let Command::Call { result, .. } = &flowchart.edge(edge).command else { return };
        let (executor, trace) = (self.executor, configuration.trace.clone());
        for case in self.in_each_case(configuration, at.span, |before| executor.leave(before, result.as_ref())) {
            match case {
                (_, Ok(mut after)) => {
                    assert_holds(&after, self.word, "the end of a function");
                    after.trace.clone_from(&trace);
                    self.collect(&mut after, at);
                    self.arrive(at.context, flowchart.target(edge), after);
                }
                (before, Err(fault)) => self.report(&fault, &before, at),
            }
        }
    }
}
