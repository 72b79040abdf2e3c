//! Translates a trail that a user got from SPIN to C statements and predicates. It needs the model that Damson wrote,
//! and neither the C program nor the boolean program: SPIN itself follows the trail.
//!
//! The result is a run of the model. Whether the C program has such a run is not checked here.

use std::collections::{BTreeMap, BTreeSet};

use super::trail::model_line;
use super::{MODEL, Spin, Trouble};
use crate::source_trail::{SourceStep, SourceTrail, SourceTrailError, TrailOrigin};
use base::Budget;
use emit::promela_reader::{ModelLine, PromelaModel};
use reason::Undecided;

/// The trail's name beside the model.
const TRAIL: &str = "model.trail";

/// Translates a trail by the model that it was found with.
pub(crate) fn read_trail(
    spin: &Spin,
    model: (&str, PromelaModel),
    trail: &[u8],
    budget: &Budget,
) -> Result<SourceTrail, SourceTrailError> {
    let (text, model) = model;
    let output = follow(spin, text, trail, budget).map_err(SourceTrailError::NotFollowed)?;
    read(model, &output).map_err(SourceTrailError::OtherTrail)
}

/// Returns the output of SPIN when it follows a trail.
fn follow(spin: &Spin, model: &str, trail: &[u8], budget: &Budget) -> Result<String, Undecided> {
    let directory = tempfile::tempdir().map_err(|error| Trouble::NoDirectory(error.to_string()))?;
    let folder = directory.path();
    let written = std::fs::write(folder.join(MODEL), model).and_then(|()| std::fs::write(folder.join(TRAIL), trail));
    written.map_err(|error| Trouble::NotWritten(error.to_string()))?;
    spin.follow(folder, TRAIL, &["-g"], budget)
}

/// Translates the output of SPIN to steps.
fn read(model: PromelaModel, output: &str) -> Result<SourceTrail, Trouble> {
    let mut reader = OutputReader::new(model);
    for line in output.lines() {
        reader.read_line(line)?;
    }
    reader.finish()
}

/// Reads SPIN's output line by line.
struct OutputReader {
    model: PromelaModel,
    trail: SourceTrail,
    /// The statement of the current step; `None` before the first one.
    statement: Option<String>,
    /// The values of the bits that were ever set.
    values: BTreeMap<String, bool>,
    /// The values after the last complete step of the bits that have a meaning.
    known: BTreeMap<String, bool>,
    /// Bits that the current step assigns.
    assigned: BTreeSet<String>,
    /// Bits that it resets.
    reset: BTreeSet<String>,
    /// The property that the trail violates.
    violated: Option<String>,
    /// True if the automaton of a temporal property reports a violation.
    claim_fails: bool,
    has_end: bool,
}

impl OutputReader {
    fn new(model: PromelaModel) -> Self {
        let trail = SourceTrail {
            origin: TrailOrigin::Spin,
            procedure: model.procedure.clone(),
            start: Vec::new(),
            steps: Vec::new(),
            loop_start: None,
            violated: String::new(),
        };
        OutputReader {
            model,
            trail,
            statement: None,
            values: BTreeMap::new(),
            known: BTreeMap::new(),
            assigned: BTreeSet::new(),
            reset: BTreeSet::new(),
            violated: None,
            claim_fails: false,
            has_end: false,
        }
    }

    fn read_line(&mut self, line: &str) -> Result<(), Trouble> {
        if line.contains("transition failed") {
            return Err(Trouble::TrailNotFollowed);
        }
        if line.contains("<<<<<START OF CYCLE>>>>>") {
            self.trail.loop_start = Some(self.trail.steps.len() + usize::from(self.statement.is_some()));
            self.claim_fails = true;
        } else if line.starts_with("spin: trail ends") {
            self.has_end = true;
        } else if let Some((place, _)) = line.strip_prefix("spin: ").and_then(|rest| rest.split_once(", Error: ")) {
            self.read_violation(place);
        } else if let Some((_, claim)) = line.split_once("proc  - (").filter(|_| self.has_end) {
            self.read_claim(claim);
        } else if let Some(number) = model_line(line).filter(|_| !self.has_end) {
            self.read_executed(number, line);
        } else if let Some((bit, value)) = line.trim().split_once(" = ")
            && self.model.predicates.contains_key(bit)
        {
            self.values.insert(bit.to_string(), value == "1");
        }
        Ok(())
    }

    /// Reads a failed assertion: of the model, or of the automaton of a temporal property.
    fn read_violation(&mut self, place: &str) {
        let number = place.strip_prefix(MODEL).and_then(|rest| rest.strip_prefix(':')?.parse::<usize>().ok());
        match number.and_then(|number| self.model.lines.get(&number)) {
            Some(ModelLine::Check(property)) => self.violated = Some(property.clone()),
            _ => self.claim_fails = true,
        }
    }

    /// Reads the name of the temporal property whose automaton ran beside the model.
    fn read_claim(&mut self, claim: &str) {
        let name = claim.split(':').next().filter(|_| self.claim_fails && self.violated.is_none());
        self.violated = self.violated.take().or_else(|| self.model.formulas.get(name?).cloned());
    }

    /// Reads an executed line of the model. SPIN shows it in brackets.
    fn read_executed(&mut self, number: usize, line: &str) {
        match self.model.lines.get(&number).cloned() {
            Some(ModelLine::Statement(text)) => {
                self.end_step();
                self.statement = Some(text);
            }
            Some(ModelLine::Reset(bit)) => {
                self.reset.insert(bit);
            }
            Some(ModelLine::Check(_)) => {}
            None => {
                let executed = line.rsplit_once('[').and_then(|(_, executed)| executed.split_once(" = "));
                let bit = executed.map(|(bit, _)| bit).filter(|bit| self.model.predicates.contains_key(*bit));
                self.assigned.extend(bit.map(str::to_string));
            }
        }
    }

    /// Adds the current step, or the start of the run.
    fn end_step(&mut self) {
        let (mut changes, mut dropped) = (Vec::new(), Vec::new());
        for (bit, predicate) in &self.model.predicates {
            let value = self.values.get(bit).copied().unwrap_or_default();
            if self.reset.contains(bit) && self.known.remove(bit).is_some() {
                dropped.push(predicate.clone());
            } else if self.assigned.contains(bit) && self.known.insert(bit.clone(), value) != Some(value) {
                changes.push((predicate.clone(), value));
            }
        }
        (self.assigned, self.reset) = Default::default();
        match self.statement.take() {
            Some(statement) => self.trail.steps.push(SourceStep { statement, changes, dropped }),
            None => self.trail.start = changes,
        }
    }

    fn finish(mut self) -> Result<SourceTrail, Trouble> {
        self.end_step();
        if !self.has_end {
            return Err(Trouble::TrailWithoutEnd);
        }
        self.trail.violated = self.violated.ok_or(Trouble::TrailWithoutViolation)?;
        Ok(self.trail)
    }
}
