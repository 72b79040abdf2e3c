//! Unrolling: computes the state at each location, in an order in which a state is complete before it is propagated.
//!
//! Loops are handled as `program::analysis::order` nests them: first the head, then the body, then again the states
//! that came back. States that leave a loop wait at their target, and are merged with those that left in other
//! iterations. Calls are executed in place. Each loop is iterated up to its bound; going on after that is a cut.
//! Iterations in which no run leaves the loop do not count, up to a limit.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::claim::{BoundedLoop, RunCut};
use crate::content::ObjectContent;
use crate::entry::input_variables;
use crate::events::Events;
use crate::external::external_numbers;
use crate::leak::Ending;
use crate::limits::MOST_COMMON_ITERATIONS;
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use base::Span;
use program::analysis::order::LoopOrder;
use program::start::Start;
use program::witness::ChoiceKind;
use program::{Command, Edge, EdgeId, Expr, Flowchart, FunctionId, LocationId, VariableKind};

/// A flowchart with its loop nest.
pub struct Nest<'f> {
    function: FunctionId,
    flowchart: &'f Flowchart,
    order: LoopOrder,
    /// The members of each loop, by its head, and those outside of all loops (`None`), in the order of a pass. An inner
    /// loop is represented by its head.
    members: FxHashMap<Option<LocationId>, Vec<LocationId>>,
}

impl<'f> Nest<'f> {
    fn new(function: FunctionId, flowchart: &'f Flowchart) -> Nest<'f> {
        let order = LoopOrder::of(flowchart);
        let mut members: FxHashMap<Option<LocationId>, Vec<LocationId>> = FxHashMap::default();
        for location in order.locations().iter().copied() {
            members.entry(order.around(location)).or_default().push(location);
        }
        for head in order.heads() {
            members.entry(Some(head)).or_default().insert(0, head);
        }
        Nest { function, flowchart, order, members }
    }

    /// Returns the loop of a head. `None` stands for the part outside of all loops, in which nothing iterates.
    fn bounded_loop(&self, head: Option<LocationId>) -> BoundedLoop {
        BoundedLoop::Head(self.function, head.unwrap_or(self.flowchart.entry))
    }

    /// Returns true if a state waits in the loop of `head`; for `None`, anywhere before the exit.
    fn has_pending(&self, head: Option<LocationId>, pending: &Pending) -> bool {
        let is_inside = |location: LocationId| match head {
            Some(head) => self.order.is_inside(location, head),
            None => location != self.flowchart.exit,
        };
        pending.keys().any(|location| is_inside(*location))
    }

    /// Returns the guards of the states that wait outside of a loop: if one of them changes, a run has left the loop.
    fn outside(&self, head: Option<LocationId>, pending: &Pending) -> BTreeMap<LocationId, TermId> {
        let is_outside = |at: LocationId| head.is_none_or(|head| !self.order.is_inside(at, head));
        let waiting = pending.iter().filter(|(at, _)| is_outside(**at));
        waiting.map(|(at, state)| (*at, state.guard)).collect()
    }
}

/// The states that wait to be propagated, by location.
type Pending = FxHashMap<LocationId, State>;

/// The machine, and the flowcharts prepared so far.
pub struct Unrolling<'p> {
    pub(super) machine: Machine<'p>,
    pub(super) terms: &'p Terms,
    /// The flowcharts that were unrolled, each prepared once.
    nests: FxHashMap<FunctionId, Rc<Nest<'p>>>,
    /// True while functions run that were registered for program exit.
    pub(super) is_ending: bool,
}

/// Unrolls a program from its entry, within the bounds and limits.
pub fn unrolled<'p>(task: &'p BoundedTask<'p>, terms: &'p Terms) -> Machine<'p> {
    let mut unrolling =
        Unrolling { machine: Machine::new(task, terms), terms, nests: FxHashMap::default(), is_ending: false };
    unrolling.run(task.entry);
    // Limits that the last command exceeded count, too.
    unrolling.machine.is_stopped();
    unrolling.machine
}

impl Unrolling<'_> {
    fn run(&mut self, entry: FunctionId) {
        let mut state = State::empty(self.terms, true);
        let program = self.machine.task.program;
        let Some(function) = program.functions.get(entry) else { return };
        self.enter(entry);
        self.machine.events.at(function.span);
        self.start_globals(&mut state, entry);
        self.machine.push_start_frame(&mut state, entry);
        if let Some(mut end) = self.run_flowchart(entry, state) {
            self.machine.events.at(function.span);
            self.return_from_main(&mut end);
        }
    }

    /// Enters a function; returns the position of the call.
    pub(super) fn enter(&mut self, function: FunctionId) -> Option<Span> {
        let flowchart = self.machine.task.program.flowchart(function);
        self.machine.events.enter(function, flowchart.map_or(LocationId::new(0), |flowchart| flowchart.entry))
    }

    /// Creates the objects of globals and string literals, and runs the initializers.
    fn start_globals(&mut self, state: &mut State, entry: FunctionId) {
        let program = self.machine.task.program;
        let start = Start::of(program, entry);
        let inputs = input_variables(program, &start, &self.machine.task.symbols());
        let streams: Vec<_> = program.streams().map(|(id, _)| id).collect();
        let external = external_numbers(self.machine.task, &start);
        for (id, variable) in program.variables.enumerate() {
            let Some(bytes) = program.size_of_variable(id).filter(|_| variable.kind == VariableKind::Global) else {
                continue;
            };
            // The initial value of a variable that another file defines is unknown.
            let is_known = start.keeps_initial_value(id) || external.contains(&id);
            if !streams.contains(&id) && !is_known && !inputs.contains(&id) {
                continue;
            }
            let size = self.terms.word_constant(bytes);
            let object = self.machine.memory.create(state, ObjectKind::Global(id), size, ObjectContent::Zero);
            if !start.keeps_initial_value(id) && !streams.contains(&id) {
                self.machine.havoc_padding(state, Scalar::address(self.terms, object), variable.ty, None);
            }
            self.machine.storage.add_global(id, object);
        }
        self.machine.open_streams(state);
        for (id, text) in program.strings.enumerate() {
            let size = self.terms.word_constant(text.len() as u64 + 1);
            let object = self.machine.memory.create(
                state,
                ObjectKind::String(id),
                size,
                ObjectContent::Bytes(text.as_slice().into()),
            );
            self.machine.storage.add_string(id, object);
        }
        for edge in &program.initializers {
            self.machine.events.at(edge.span);
            let root = edge.command.written().and_then(Expr::root_variable);
            if !start.is_whole() && !root.is_some_and(|root| start.keeps_initial_value(root)) {
                continue;
            }
            match &edge.command {
                Command::Store { .. } | Command::Copy { .. } | Command::Skip => self.execute(state, &edge.command),
                Command::Havoc { .. } if root.is_some_and(|root| external.contains(&root)) => {
                    self.execute(state, &edge.command);
                }
                // Of a variable that another file defines.
                Command::Havoc { address } if root.is_some_and(|root| self.machine.storage.global(root).is_none()) => {
                    self.machine.choose_unread(state, address);
                }
                _ => self.machine.events.give_up(state, "an initialiser that is not a store"),
            }
        }
        for object in self.machine.storage.globals() {
            self.machine.memory.lock(object);
        }
    }

    /// Executes a function from its entry; returns the state at its exit, `None` if no run reaches it.
    pub fn run_flowchart(&mut self, function: FunctionId, entered: State) -> Option<State> {
        let nest = match self.nests.get(&function) {
            Some(known) => Rc::clone(known),
            None => {
                let nest = Rc::new(Nest::new(function, self.machine.task.program.flowchart(function)?));
                self.nests.insert(function, Rc::clone(&nest));
                nest
            }
        };
        let flowchart = nest.flowchart;
        let mut pending = Pending::default();
        pending.insert(flowchart.entry, entered);
        self.run_loop(&nest, None, &mut pending);
        let mut end = pending.remove(&flowchart.exit)?;
        self.machine.observe(flowchart, flowchart.exit, &mut end);
        (!end.is_empty(self.terms)).then_some(end)
    }

    /// Propagates the states that wait in a loop (`None`: anywhere) until none is left or the bound is reached.
    fn run_loop(&mut self, nest: &Nest<'_>, head: Option<LocationId>, pending: &mut Pending) {
        let (mut iterations, mut common) = (0, 0);
        let bound = self.machine.task.bounds.of_loop(nest.bounded_loop(head));
        loop {
            let outside = nest.outside(head, pending);
            let ended = self.machine.events.ended();
            for location in nest.members.get(&head).into_iter().flatten().copied() {
                if Some(location) != head && nest.order.is_head(location) {
                    if nest.has_pending(Some(location), pending) {
                        self.run_loop(nest, Some(location), pending);
                    }
                } else if location != nest.flowchart.exit
                    && let Some(state) = pending.remove(&location)
                {
                    self.step(nest, location, state, pending);
                }
            }
            if !nest.has_pending(head, pending) {
                return;
            }
            let is_common = outside == nest.outside(head, pending) && ended == self.machine.events.ended();
            if is_common && common < MOST_COMMON_ITERATIONS {
                common += 1;
            } else {
                iterations += 1;
            }
            if iterations > bound || self.machine.is_stopped() {
                return cut_loop(&mut self.machine.events, nest, head, pending);
            }
        }
    }

    /// Propagates the runs at a location over its outgoing edges.
    fn step(&mut self, nest: &Nest<'_>, location: LocationId, mut state: State, pending: &mut Pending) {
        self.machine.events.leave(location);
        self.machine.observe(nest.flowchart, location, &mut state);
        if state.is_empty(self.terms) || self.machine.is_stopped() {
            return;
        }
        if !self.machine.task.may_come_to_target(self.machine.events.calls()) {
            self.machine.events.end_runs();
            return;
        }
        let edges = nest.flowchart.outgoing(location);
        let conditions = self.machine.enabled(nest.flowchart, &mut state, &edges);
        self.machine.events.tell_silent(&state);
        if let ([edge], [condition]) = (&edges[..], &conditions[..])
            && self.terms.is_true(*condition)
        {
            return self.pass(nest, *edge, state, pending);
        }
        let mut rest = state.guard;
        for (edge, condition) in edges.iter().zip(&conditions) {
            let next = state.part(self.terms, *condition);
            rest = self.terms.and(rest, self.terms.not(*condition));
            if next.is_empty(self.terms) {
                continue;
            }
            self.pass(nest, *edge, next, pending);
        }
        self.machine.block(nest.flowchart, location, State { guard: rest, ..state });
    }

    fn pass(&mut self, nest: &Nest<'_>, edge: EdgeId, mut state: State, pending: &mut Pending) {
        let Edge { command, span, .. } = nest.flowchart.edge(edge);
        self.machine.events.at(*span);
        self.execute(&mut state, command);
        self.machine.events.tell_silent(&state);
        if !state.is_empty(self.terms) {
            self.arrive(nest.flowchart.target(edge), state, pending);
        }
    }

    /// Adds runs to those that wait at a location.
    fn arrive(&mut self, location: LocationId, state: State, pending: &mut Pending) {
        match pending.get_mut(&location) {
            Some(waiting) => self.machine.memory.join(waiting, state),
            None => drop(pending.insert(location, state)),
        }
    }
}

impl<'p> Machine<'p> {
    /// Enters `main` with its arguments, or a procedure with arbitrary inputs.
    fn push_start_frame(&mut self, state: &mut State, entry: FunctionId) {
        let start = Start::of(self.task.program, entry);
        self.push_frame(state, entry);
        if !start.is_whole() {
            return self.start_inputs(state, entry);
        }
        let Some(arguments) = start.arguments() else {
            return self.events.give_up(state, "'main' with other parameters than 'argc' and 'argv'");
        };
        self.pass_arguments(state, &start, arguments);
    }

    /// Returns for each edge the condition under which control takes it.
    fn enabled(&mut self, flowchart: &Flowchart, state: &mut State, edges: &[EdgeId]) -> Vec<TermId> {
        let mut known: Vec<(&Expr, TermId)> = Vec::new();
        let mut conditions = Vec::new();
        let mut free = Vec::new();
        for (index, edge) in edges.iter().enumerate() {
            let edge = flowchart.edge(*edge);
            let Command::Assume { condition, holds } = &edge.command else {
                free.push(index);
                conditions.push(self.terms.truth(true));
                continue;
            };
            self.events.at(edge.span);
            let truth = match known.iter().find(|(expr, _)| *expr == condition) {
                Some((_, truth)) => *truth,
                None => {
                    let truth = self.evaluate_condition(state, condition);
                    known.push((condition, truth));
                    truth
                }
            };
            conditions.push(if *holds { truth } else { self.terms.not(truth) });
        }
        choose_edge(self.terms, &mut self.events, state, (edges.len(), known.len()), &free, &mut conditions);
        conditions
    }

    /// Ends runs that no edge lets pass. A leak on the way to here is still an error.
    fn block(&mut self, flowchart: &Flowchart, location: LocationId, mut state: State) {
        if state.is_empty(self.terms) {
            return;
        }
        self.events.end_runs();
        self.events.at(flowchart.location(location).span);
        self.check_leaks(&mut state, Ending::Blocked);
    }
}

/// Lets a run choose if several unconditional edges are enabled at once.
fn choose_edge(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    (edges, tested): (usize, usize),
    free: &[usize],
    conditions: &mut [TermId],
) {
    if free.len() <= 1 && tested == 0 || free.is_empty() && tested <= 1 {
        return;
    }
    if tested > 0 {
        return events.give_up(state, "a choice between conditions");
    }
    let way = events.choose(state, ChoiceKind::Way(edges), 32);
    let limit = terms.constant(edges as u128, 32);
    state.guard = terms.and(state.guard, terms.less(way, limit));
    for (index, condition) in conditions.iter_mut().enumerate() {
        let index = terms.constant(index as u128, 32);
        *condition = terms.equal(way, index);
    }
}

/// Cuts the runs that still wait in a loop.
fn cut_loop(events: &mut Events<'_>, nest: &Nest<'_>, head: Option<LocationId>, pending: &mut Pending) {
    let mut waiting: Vec<LocationId> = pending.keys().copied().filter(|at| *at != nest.flowchart.exit).collect();
    waiting.retain(|at| head.is_none_or(|head| nest.order.is_inside(*at, head)));
    waiting.sort();
    for location in waiting {
        let Some(mut state) = pending.remove(&location) else { continue };
        events.leave(location);
        events.at(nest.flowchart.location(head.unwrap_or(location)).span);
        events.cut(&mut state, RunCut::Iterations(nest.bounded_loop(head)));
    }
}
