//! Compares the shape analysis with concrete runs: some configuration of the location must describe each state of a
//! run.
//!
//! The runs start in all small states in which the procedure may be called, and in random larger ones.
//! [`ReachedSet::concretises`] decides if a configuration describes a state; it is independent of the computation of
//! configurations.

use std::collections::BTreeSet;

use crate::limits::{MOST_BLOCKS, MOST_NODES, RUN, STEPS_PER_COMPARISON};
use crate::meaning::PredicateEvaluator;
use crate::states::States;
use crate::{Discrepancy, Miss, Moment, Settings, ShapeAudit};
use base::{Budget, SourceMap};
use logic::Arena;
use pipeline::draw;
use program::LocationId;
use program::interp::{Block, BlockKind, Interpreter, Liveness, Random, State, StepOutcome};

use smg::check::concretisation::Concretised;
use smg::solver::reached::ReachedSet;
use spec::{Question, Specification, StatementKind};

struct Judge<'a> {
    question: Question<'a>,
    kept: &'a ReachedSet,
    sources: &'a SourceMap,
    meaning: PredicateEvaluator<'a>,
    compared: BTreeSet<(LocationId, State)>,
    found: ShapeAudit,
    steps: usize,
}

/// Compares runs of the procedure with its configurations.
pub(super) fn audit(
    question: Question<'_>,
    kept: &ReachedSet,
    sources: &SourceMap,
    settings: Settings,
    budget: &Budget,
) -> ShapeAudit {
    let arena = Arena::new(question.program.types.clone());
    let states = States::new(question.program, question.entry, question.specification, &arena, &[]);
    let (meaning, found) = (PredicateEvaluator::new(question.program, &arena), ShapeAudit::default());
    let mut judge = Judge { question, kept, sources, meaning, compared: BTreeSet::new(), found, steps: 0 };
    let mut random = Random::new(settings.seed);
    let most = (settings.steps / STEPS_PER_COMPARISON).max(1);
    for nodes in 1..=settings.nodes {
        let Some(starts) = states.starts(nodes) else { return judge.found };
        for mut start in starts {
            if judge.steps >= most / 2 || budget.check().is_err() {
                break;
            }
            states.plain_start(&mut start);
            judge.run(start, &mut random);
            if judge.found.miss.is_some() {
                return judge.found;
            }
        }
    }
    for attempt in 0..settings.heaps {
        if judge.steps >= most || budget.check().is_err() || judge.found.miss.is_some() {
            break;
        }
        let Some(mut start) = states.random_start(2 + attempt % (MOST_NODES - 1), &mut random) else { break };
        states.plain_start(&mut start);
        judge.run(start, &mut random);
    }
    judge.found
}

impl Judge<'_> {
    fn run(&mut self, mut state: State, random: &mut Random) {
        let interpreter = Interpreter::new(self.question.program);
        let Some(entry) = interpreter.flowchart(&state) else { return };
        let mut location = entry.entry;
        for _ in 0..RUN {
            self.steps += 1;
            // The analysis assumes that every address of a block, dead or not, differs from NULL.
            let is_live = |block: &Block| matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live;
            let live = state.blocks().filter(|(_, block)| is_live(block)).count();
            let is_left_out = state.takes_dangling_for_null() || live > MOST_BLOCKS;
            if is_left_out || !self.is_assumed(&state, location) || self.compare(&state, location).is_err() {
                return;
            }
            if self.selects_field_of_null(&state, location) {
                return;
            }
            match interpreter.step(&mut state, location, random, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => location = to,
                _ => return,
            }
        }
    }

    /// Returns true if an edge from here computes the address of a member of NULL, which C leaves undefined.
    fn selects_field_of_null(&self, state: &State, location: LocationId) -> bool {
        let program = self.question.program;
        let Some(flowchart) = Interpreter::new(program).flowchart(state) else { return false };
        let edges = flowchart.outgoing(location).into_iter();
        edges.map(|edge| &flowchart.edge(edge).command).any(|command| state.selects_field_of_null(command, program))
    }

    fn is_assumed(&self, state: &State, location: LocationId) -> bool {
        let statements = self.question.specification.map_or(&[][..], |known| &known.statements);
        statements.iter().all(|statement| match &statement.kind {
            StatementKind::Assume(formula, locations) if locations.contains(&location) => {
                self.meaning.formula(state, formula) == Ok(true)
            }
            _ => true,
        })
    }

    fn compare(&mut self, state: &State, location: LocationId) -> Result<(), ()> {
        if !self.compared.insert((location, state.canonical())) {
            return Ok(());
        }
        self.found.states += 1;
        match self.kept.concretises(self.question.program, state, location, None) {
            Concretised::Yes => Ok(()),
            Concretised::Undecided => {
                self.found.undecided += 1;
                Ok(())
            }
            Concretised::No(reason) => {
                let Question { program, entry, specification } = self.question;
                let flowchart = program.flowchart(state.function().unwrap_or(entry));
                let span = flowchart.map_or(program.functions[entry].span, |found| found.location(location).span);
                let none = Specification::default();
                let heap = draw::state(program, specification.unwrap_or(&none), state);
                self.found.miss = Some(Miss {
                    kind: Discrepancy::Uncovered(reason),
                    position: self.sources.position(span),
                    statement: String::new(),
                    before: Some(Moment { heap, predicates: Vec::new() }),
                    after: None,
                });
                Err(())
            }
        }
    }
}
