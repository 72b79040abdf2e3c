//! Tests a boolean program on concrete states:
//!
//! 1. Runs from every small start, and from random larger ones: each of their states is reachable.
//! 2. Each edge by itself, from small local states, reachable or not: a precondition holds in every admitted state
//!    (`states` defines which).
//! 3. Runs from random local states at any location, which produce addresses of fields and locals, blocks of odd sizes
//!    and dangling pointers.
//!
//! Every second run replaces indeterminate values by arbitrary ones, as C allows: without it, everything that depends
//! on them would be indeterminate throughout.

use std::collections::BTreeSet;

use crate::limits::{CALLBACK, MOST_NODES, RUN, SHORT_RUN};
use crate::states::States;
use crate::watch::{PossibleValues, Seen, Watcher};
use crate::{Discrepancy, Miss, Moment, Settings, Tally, compaction, drawn, never_taken};
use base::{Budget, SourceMap};
use logic::{Arena, AtomId, TermNode};
use pipeline::ModelProof;
use program::interp::{Chooser, Interpreter, Random, State, StepOutcome};
use program::{Command, EdgeId, ExprNode, FaultKind, Flowchart, LocationId, Program, Reach, VariableId, display};

/// Tests a proof; returns how much was tested, and the first miss.
pub(super) fn audit(
    proof: &ModelProof,
    sources: &SourceMap,
    settings: Settings,
    budget: &Budget,
) -> (Tally, Option<Miss>) {
    let arena = &proof.analysis.abstraction.arena;
    // Predicates have types that the program lacks.
    let mut program = proof.question.program.clone();
    program.types = arena.types().clone();
    let entry = proof.question.entry;
    let Some(flowchart) = program.flowchart(entry) else { return (Tally::default(), None) };
    let atoms: Vec<AtomId> = proof.analysis.abstraction.pairs.keys().map(|(atom, _)| *atom).collect();
    let specification = Some(&proof.question.specification);
    let mut tries = Tries {
        proof,
        sources,
        settings,
        budget,
        program: &program,
        flowchart,
        arena,
        watcher: Watcher::new(proof, &program, flowchart),
        states: States::new(&program, entry, specification, arena, &atoms),
        interpreter: Interpreter::new(&program),
        tally: Tally { edges: flowchart.edges().count(), ..Tally::default() },
        taken: BTreeSet::new(),
        steps: 0,
    };
    let miss = tries.all().err().map(|miss| *miss);
    let never_taken = never_taken(&proof.question, sources, &tries.taken);
    let was_stopped = budget.check().is_err();
    (Tally { never_taken, was_stopped, ..tries.tally }, miss)
}

/// The result of a test, or the miss that it found.
type Tried<T> = Result<T, Box<Miss>>;

/// The current state of a run.
struct Here {
    state: State,
    location: LocationId,
    seen: Seen,
    known: PossibleValues,
    /// True if a run from a start reaches this state. If not, only what holds in every state can be tested.
    is_reached: bool,
}

struct Tries<'a> {
    proof: &'a ModelProof,
    sources: &'a SourceMap,
    settings: Settings,
    budget: &'a Budget,
    program: &'a Program,
    flowchart: &'a Flowchart,
    arena: &'a Arena,
    watcher: Watcher<'a>,
    states: States<'a>,
    interpreter: Interpreter<'a>,
    tally: Tally,
    taken: BTreeSet<EdgeId>,
    /// Number of steps of the current kind of test.
    steps: usize,
}

impl Tries<'_> {
    fn all(&mut self) -> Tried<()> {
        self.structure()?;
        for (number, way) in [Self::starts, Self::locals, Self::middle].into_iter().enumerate() {
            self.steps = 0;
            way(self, &mut Random::new(self.settings.seed.wrapping_mul(3).wrapping_add(number as u64)))?;
        }
        Ok(())
    }

    /// Returns true if this kind of test has used up its steps, or if the budget is exhausted.
    fn is_over(&self) -> bool {
        self.steps >= self.settings.steps || self.budget.check().is_err()
    }

    /// Checks that need no state: every edge has a successor, and compaction has dropped no step.
    fn structure(&self) -> Tried<()> {
        for edge in self.flowchart.edges() {
            let ends = matches!(self.flowchart.edge(edge).command, Command::Fail(_) | Command::Halt(_));
            if !ends && !self.watcher.leads_on(edge) {
                return Err(self.miss(Discrepancy::NoTransition, edge, None, None));
            }
        }
        match compaction::missing(&self.proof.analysis.built.program, &self.proof.analysis.program) {
            None => Ok(()),
            Some(step) => Err(Box::new(Miss {
                kind: Discrepancy::Compaction,
                position: step.map_or_else(
                    || self.sources.position(self.flowchart.location(self.flowchart.entry).span),
                    |step| step.position.clone(),
                ),
                statement: step.map_or_else(String::new, |step| step.text.clone()),
                before: None,
                after: None,
            })),
        }
    }

    /// Runs from all small starts, and from random ones.
    fn starts(&mut self, random: &mut Random) -> Tried<()> {
        for nodes in 1..=self.settings.nodes {
            // Half of the steps are for larger heaps.
            let half = self.settings.steps / 2;
            let Some(starts) = self.states.starts(nodes) else { break };
            let mut is_complete = true;
            for (index, start) in starts.enumerate() {
                if self.steps >= half || self.is_over() {
                    is_complete = false;
                    break;
                }
                self.start(start, index % 2 == 1, random)?;
            }
            if !is_complete {
                break;
            }
            self.tally.complete_nodes = nodes;
        }
        for attempt in 0..self.settings.heaps {
            let nodes = 2 + attempt % (MOST_NODES - 1);
            let Some(start) = self.states.random_start(nodes, random).filter(|_| !self.is_over()) else { break };
            self.start(start, attempt % 2 == 1, random)?;
        }
        Ok(())
    }

    fn start(&mut self, mut state: State, settles: bool, random: &mut Random) -> Tried<()> {
        if settles {
            self.states.settle(&mut state, random);
        }
        let entry = self.flowchart.entry;
        self.steps += 1;
        if !self.watcher.is_assumed(&state, entry) {
            return Ok(());
        }
        let here = Here { is_reached: true, ..self.here(state, entry) };
        if let Err(kind) = self.watcher.check_start(&here.known) {
            return Err(self.miss_at(kind, &here));
        }
        self.run(here, RUN, settles, random)
    }

    fn here(&mut self, state: State, location: LocationId) -> Here {
        self.tally.states += 1;
        let seen = self.watcher.see(&state, location);
        let known = self.watcher.known(&seen);
        Here { state, location, seen, known, is_reached: false }
    }

    /// Tests each edge from small states at its source.
    fn locals(&mut self, random: &mut Random) -> Tried<()> {
        let locations = self.locations();
        let share = self.settings.steps / locations.len().max(1);
        for location in locations {
            let before = self.steps;
            let open = self.states.opened(&self.variables_at(location));
            for nodes in 1..=self.settings.nodes {
                let Some(states) = self.states.locals(&open, nodes) else { break };
                for (index, mut state) in states.enumerate() {
                    if self.steps - before >= share || self.is_over() {
                        break;
                    }
                    self.states.complete(&mut state, location, random);
                    let here = self.here(state, location);
                    self.run(here, 1, index % 2 == 1, random)?;
                }
            }
        }
        Ok(())
    }

    /// Runs from random states at random locations.
    fn middle(&mut self, random: &mut Random) -> Tried<()> {
        let locations = self.locations();
        for attempt in 0..self.settings.heaps {
            let Some(location) = locations.get(attempt % locations.len().max(1)).copied() else { break };
            let nodes = 1 + random.choose(MOST_NODES);
            let Some(state) = self.states.random_local(location, nodes, random).filter(|_| !self.is_over()) else {
                break;
            };
            let here = self.here(state, location);
            self.run(here, SHORT_RUN, attempt % 2 == 1, random)?;
        }
        Ok(())
    }

    /// Returns the locations with outgoing edges.
    fn locations(&self) -> Vec<LocationId> {
        self.flowchart.locations().filter(|location| !self.flowchart.outgoing(*location).is_empty()).collect()
    }

    /// Returns the variables that matter to the edges out of a location.
    fn variables_at(&self, location: LocationId) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        let mut terms = Vec::new();
        let mut note = |atoms: Vec<AtomId>| {
            terms.extend(atoms.into_iter().flat_map(|atom| self.arena.get(atom).terms().collect::<Vec<_>>()));
        };
        note(self.watcher.atoms_at(location).collect());
        for edge in self.flowchart.outgoing(location) {
            note(self.watcher.atoms_at(self.flowchart.target(edge)).collect());
            for expression in self.flowchart.edge(edge).command.expressions() {
                expression.visit(&mut |part| {
                    if let ExprNode::VariableAddress(variable) = part.node {
                        found.insert(variable);
                    }
                });
            }
        }
        while let Some(term) = terms.pop() {
            if let TermNode::VariableAddress(variable) = self.arena.node(term) {
                found.insert(variable);
            }
            terms.extend(self.arena.children(term));
        }
        found
    }

    fn run(&mut self, mut here: Here, steps: usize, settles: bool, random: &mut Random) -> Tried<()> {
        for _ in 0..steps {
            match self.step(&here, settles, random)? {
                Some(next) => here = next,
                None => return Ok(()),
            }
        }
        // The last location was not checked yet.
        match self.is_admitted(&here) {
            true => self.check(&here),
            false => Ok(()),
        }
    }

    /// Returns true if the proof covers this state: all assumptions hold, and so do the facts of the shape analysis,
    /// which every run satisfies.
    fn is_admitted(&self, here: &Here) -> bool {
        let is_of_run = || here.is_reached || self.watcher.check_facts(&here.state, here.location).is_ok();
        self.watcher.is_assumed(&here.state, here.location) && is_of_run()
    }

    fn check(&self, here: &Here) -> Tried<()> {
        let of_runs = || self.watcher.check_facts(&here.state, here.location);
        let checked = self.watcher.check_state(&here.state, here.location, &here.known);
        let checked = checked.and_then(|()| if here.is_reached { of_runs() } else { Ok(()) });
        checked.map_err(|kind| self.miss_at(kind, here))
    }

    /// One step of a run; `None` if the run ends.
    fn step(&mut self, here: &Here, settles: bool, random: &mut Random) -> Tried<Option<Here>> {
        self.steps += 1;
        if !self.is_admitted(here) {
            return Ok(None);
        }
        self.check(here)?;
        let mut state = here.state.clone();
        let outcome = self.interpreter.step(&mut state, here.location, random, &mut std::io::sink());
        let (edge, to) = match outcome {
            StepOutcome::Moved { edge: Some(edge), to } => (edge, self.after_callbacks(&mut state, to, random)),
            StepOutcome::Failed { edge: Some(edge), fault } => {
                if matches!(fault.kind, FaultKind::Unsupported | FaultKind::Indeterminate) {
                    return self.disturbed(here, edge, random);
                }
                self.taken.insert(edge);
                let checked = self.watcher.check_failure(edge, fault.kind, &here.known);
                return checked.map(|()| None).map_err(|kind| self.miss(kind, edge, Some(here), None));
            }
            _ => return Ok(None),
        };
        let Some(to) = to else {
            self.tally.not_followed += 1;
            return Ok(None);
        };
        if settles {
            // The address of a member of NULL is indeterminate: the value chosen for it need not be consistent.
            if here.state.selects_field_of_null(&self.flowchart.edge(edge).command, self.program) {
                return Ok(None);
            }
            self.states.settle(&mut state, random);
        }
        self.taken.insert(edge);
        self.tally.steps += 1;
        let next = Here { is_reached: here.is_reached, ..self.here(state, to) };
        self.compared(here, edge, next).map(Some)
    }

    /// Continues after a construct that the interpreter does not support: simulates its declared effect, if any.
    fn disturbed(&mut self, here: &Here, edge: EdgeId, random: &mut Random) -> Tried<Option<Here>> {
        let Command::Unsupported { reach, .. } = self.flowchart.edge(edge).command else {
            self.tally.not_followed += 1;
            return Ok(None);
        };
        let mut state = here.state.clone();
        self.states.disturb(&mut state, reach, random);
        let locations: Vec<LocationId> = self.flowchart.locations().collect();
        let to = match reach {
            Reach::Nothing | Reach::Elsewhere | Reach::Memory => self.flowchart.target(edge),
            Reach::Control | Reach::Order => {
                locations.get(random.choose(locations.len())).copied().unwrap_or(self.flowchart.exit)
            }
        };
        self.taken.insert(edge);
        self.tally.steps += 1;
        let next = self.here(state, to);
        self.compared(here, edge, next).map(Some)
    }

    /// Compares a step with the boolean program, and adds the possible values to the new state.
    fn compared(&self, here: &Here, edge: EdgeId, mut next: Here) -> Tried<Here> {
        match self.watcher.step(edge, (&here.seen, &here.known), (next.location, &next.seen)) {
            Ok(known) => next.known = known,
            Err(kind) => return Err(self.miss(kind, edge, Some(here), Some(&next))),
        }
        Ok(next)
    }

    /// Runs the callbacks of a library call to completion; returns the location of control afterwards.
    fn after_callbacks(&self, state: &mut State, to: LocationId, random: &mut Random) -> Option<LocationId> {
        let mut at = to;
        for _ in 0..CALLBACK {
            if state.frames().len() <= 1 {
                return Some(at);
            }
            match self.interpreter.step(state, at, random, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => at = to,
                _ => return None,
            }
        }
        None
    }

    fn moment(&self, here: &Here) -> Moment {
        Moment { heap: drawn(&self.proof.question, &here.state), predicates: self.watcher.described(&here.seen) }
    }

    fn miss(&self, kind: Discrepancy, edge: EdgeId, before: Option<&Here>, after: Option<&Here>) -> Box<Miss> {
        let found = self.flowchart.edge(edge);
        Box::new(Miss {
            kind,
            position: self.sources.position(found.span),
            statement: display::command(self.program, &found.command),
            before: before.map(|here| self.moment(here)),
            after: after.map(|here| self.moment(here)),
        })
    }

    fn miss_at(&self, kind: Discrepancy, here: &Here) -> Box<Miss> {
        Box::new(Miss {
            kind,
            position: self.sources.position(self.flowchart.location(here.location).span),
            statement: String::new(),
            before: Some(self.moment(here)),
            after: None,
        })
    }
}
