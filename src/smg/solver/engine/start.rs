//! The start of an analysis: what holds for all its commands, and one initial configuration after the other.

use std::collections::BTreeSet;

use crate::domain::configuration::{Configuration, Feasibility};
use crate::domain::fault::{Fault, Interruption};
use crate::domain::invariants::assert_holds;
use crate::domain::thresholds::Thresholds;
use crate::plot::named::named;
use crate::property::symmetry::take_out_mirrored;
use crate::solver::engine::ends::frees;
use crate::solver::engine::{Engine, LoopHead, picture};
use crate::solver::entry::{self, Call};
use crate::solver::limits::SHOWN_AT_HEADS;
use crate::solver::settings::{Mode, Settings};
use crate::transfer::library::open_streams;
use crate::transfer::semantics::Semantics;
use crate::transfer::step::CommandOutcome;
use base::Budget;
use program::FaultKind;
use program::analysis::Influence;
use program::start::Start;
use reason::Incompleteness;
use spec::Question;

/// Returns the semantics of commands for a question.
pub(in crate::solver) fn semantics(question: Question<'_>, settings: &Settings, mode: &Mode) -> Semantics {
    let Question { program, entry, specification } = question;
    Semantics {
        follows_numbers: !mode.abstracts(),
        samples: mode.samples(),
        checks_alignment: settings.checks_alignment,
        // With a specification, the other engine and the interpreter answer the same question.
        is_strict: specification.is_some(),
        opaque_may_dangle: !Start::of(program, entry).is_whole() && frees(program),
        undefined_is_any: settings.undefined_is_any,
        tolerates: false,
        recovers: false,
    }
}

/// Returns which numbers have influence; `None` if all may have: a specification may ask for any.
pub fn influence(question: Question<'_>) -> Option<Influence> {
    question.specification.is_none().then(|| Influence::of(question.program))
}

impl Engine<'_> {
    /// Explores all starts. Without abstraction, the initial configurations of a procedure are explored separately:
    /// their differences, such as the target of a symbolic constant, are often what the specification is about.
    pub(super) fn follow_all(&mut self, starts: Vec<Configuration>, budget: &Budget) {
        let Some(entry) = self.program.flowchart(self.entry).map(|flowchart| flowchart.entry) else { return };
        let summary = self.outermost(self.entry, 0);
        let apart = if self.run.mode.abstracts() { 1 } else { starts.len() };
        let mut starts = starts.into_iter();
        while starts.len() > 0 {
            for start in starts.by_ref().take(apart) {
                self.arrive(summary, entry, start);
            }
            let is_done = self.look_at_all(budget);
            self.put_away();
            if !is_done {
                return;
            }
        }
    }

    /// Drops the stored configurations, except for those kept for display and for tests.
    fn put_away(&mut self) {
        if self.settings.pictures && self.run.mode.abstracts() {
            self.draw();
        }
        if self.settings.heads {
            self.name_heads();
        }
        self.hashes.clear();
        self.grown.clear();
        self.summaries.settle();
        let stored = std::mem::take(&mut self.stored);
        self.seen.extend(stored.keys());
        if self.settings.keeps {
            self.kept.take(self.program, stored, self.summaries.ways());
        }
    }

    fn draw(&mut self) {
        for ((summary, location), configurations) in &self.stored {
            let Some(function) = self.summaries.get(*summary).map(|summary| summary.function) else { continue };
            self.pictures.extend(
                configurations.iter().map(|known| picture(self.program, function, *location, known.configuration())),
            );
        }
    }

    /// Collects the named configurations at loop heads.
    fn name_heads(&mut self) {
        let is_up_to_symmetry = !self.settings.keeps && !self.specified.exchanges().is_empty();
        for ((summary, location), configurations) in &self.stored {
            let Some(function) = self.summaries.get(*summary).map(|summary| summary.function) else { continue };
            if !self.shapes.get(&function).is_some_and(|shape| shape.order.is_head(*location)) {
                continue;
            }
            let head = self.heads.entry((function, *location)).or_insert_with(|| LoopHead {
                function,
                location: *location,
                shown: BTreeSet::new(),
                left_out: 0,
                is_up_to_symmetry,
            });
            for known in configurations {
                match head.shown.len() < SHOWN_AT_HEADS {
                    true => drop(head.shown.insert(named(self.program, known.configuration()))),
                    false => head.left_out += 1,
                }
            }
        }
    }

    /// Returns the initial configurations of the program.
    pub(super) fn starts(&self, budget: &Budget) -> Result<Vec<Configuration>, Incompleteness> {
        let mut configuration = Configuration::new();
        if self.run.mode.relates_numbers() {
            configuration
                .graph
                .keep_relations(Thresholds::of(self.program).with_roles(self.elements.roles(self.program)));
        }
        open_streams(self.program, &mut configuration, self.word)?;
        for edge in &self.program.initializers {
            let outcomes = self.executor.execute(&configuration, &edge.command, edge.span);
            match outcomes.map(|mut outcomes| outcomes.pop()) {
                Ok(Some(CommandOutcome::Passed(after))) => configuration = after,
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Unsupported => return Err(fault.into()),
                _ => return Err(Fault::unsupported("an initialiser of a global variable").into()),
            }
        }
        let entry = self.entry;
        let function = self.program.functions.get(entry).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        let Some(flowchart) = &function.flowchart else {
            return Err(Fault::unsupported("a function without a body").into());
        };
        configuration.obligations = self.specified.first();
        if self.specified.assumes_beyond(flowchart.entry) {
            configuration.feasible = Feasibility::Unknown;
        }
        let mut assumed = Vec::new();
        self.specified.assumed_at(flowchart.entry).for_each(|formula| entry::conjuncts(formula, &mut assumed));
        let executor = self.executor;
        let (symbols, specified) = (&self.symbols, &self.specified);
        let call = Call { executor: &executor, function: entry, symbols, assumed, specified, budget };
        let starts = match Start::of(self.program, entry).is_whole() {
            true => vec![entry::of_main(&call, configuration)?],
            false => entry::starts(&call, configuration)?,
        };
        // The kept configurations have to describe every run.
        let exchanges = if self.settings.keeps { &[] } else { self.specified.exchanges() };
        let starts = take_out_mirrored(starts, exchanges);
        starts.iter().for_each(|start| assert_holds(start, self.word, "the start"));
        Ok(starts)
    }
}
