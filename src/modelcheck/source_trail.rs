//! Runs of models that users got from SPIN or ABC, in C statements and predicates (`damson replay`). They need the model that Damson wrote,
//! and neither the C program nor the boolean program.
//!
//! The result is a run of the model. Whether the C program has such a run is not checked here.

use std::io::Read;
use std::path::Path;

use crate::limits::MOST_TRAIL_BYTES;
use crate::spin::Spin;
use crate::{abc, spin};
use base::Budget;
use emit::{aiger_reader, blif_reader, promela_reader};
use reason::Undecided;

/// The program that found a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrailOrigin {
    Spin,
    Abc,
    /// A model checker that writes witnesses of AIGER.
    Aiger,
}

/// A run of a model, in C statements and predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceTrail {
    pub origin: TrailOrigin,
    /// The name of the C procedure.
    pub procedure: String,
    /// The predicates with their initial values.
    pub start: Vec<(String, bool)>,
    pub steps: Vec<SourceStep>,
    /// For an infinite run, the index of the step from which it repeats forever; the number of steps if it stays in its
    /// last state.
    pub loop_start: Option<usize>,
    /// The property that it violates, as written in the specification.
    pub violated: String,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceStep {
    /// The C statement, preceded by its file and line.
    pub statement: String,
    /// Predicates whose values changed or became known, with these values.
    pub changes: Vec<(String, bool)>,
    /// Predicates that lost their meaning.
    pub dropped: Vec<String>,
}

/// The reason why a trail cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceTrailError {
    #[error("cannot read {0}: {1}")]
    Unreadable(String, String),
    #[error("{0} has more than {limit} MiB", limit = MOST_TRAIL_BYTES >> 20)]
    TooLarge(String),
    #[error("{0} is no model that `damson abstract --emit promela`, `blif` or `aiger` wrote")]
    NoModel(String),
    /// With SPIN's complaint, or what is missing.
    #[error("the trail does not fit the model, or is cut short: {0}")]
    OtherTrail(spin::Trouble),
    /// With what is missing.
    #[error("the counterexample does not fit the model, or is cut short: {0}")]
    OtherCounterexample(abc::Trouble),
    /// It is not proved.
    #[error("the invariant does not fit the model, or is cut short: {0}")]
    NoInvariant(Undecided),
    /// SPIN cannot be run.
    #[error("{0}")]
    NotFollowed(Undecided),
}

/// What a model checker found about a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceResult {
    /// A run that violates a property.
    Trail(SourceTrail),
    /// An invariant that proves properties.
    Invariant(SourceInvariant),
}

/// An inductive invariant of a model, in predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceInvariant {
    /// The name of the C procedure.
    pub procedure: String,
    /// The properties that it proves, as written in the specification; one or more.
    pub proved: Vec<String>,
    /// The combinations that never occur in runs that keep all assumptions.
    pub excluded: Vec<ExcludedStates>,
}

/// States that no run reaches that keeps all assumptions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExcludedStates {
    /// The locations, each with its line of C; none: all.
    pub locations: Vec<String>,
    /// The values that predicates do not have there all at once.
    pub values: Vec<(String, bool)>,
}

/// Reads a trail, a counterexample or an invariant, and the model that it was found with, from their files.
pub fn load(spin: &Spin, trail: &Path, model: &Path, budget: &Budget) -> Result<SourceResult, SourceTrailError> {
    let no_model = || SourceTrailError::NoModel(model.display().to_string());
    let text = String::from_utf8(bytes(model)?).map_err(|_| no_model())?;
    if let Some(read) = promela_reader::read(&text) {
        let trail = spin::source_trail::read_trail(spin, (&text, read), &bytes(trail)?, budget)?;
        return Ok(SourceResult::Trail(trail));
    }
    let read = blif_reader::read(&text).or_else(|| aiger_reader::read(&text)).ok_or_else(no_model)?;
    let trail = bytes(trail)?;
    let trail = String::from_utf8_lossy(&trail);
    if abc::source_invariant::is_invariant(&trail) {
        let found = abc::source_invariant::read_invariant(&read, &trail, budget);
        return found.map(SourceResult::Invariant).map_err(SourceTrailError::NoInvariant);
    }
    let found = abc::source_trail::read_trail(&read, &trail, budget);
    found.map(SourceResult::Trail).map_err(SourceTrailError::OtherCounterexample)
}

fn bytes(path: &Path) -> Result<Vec<u8>, SourceTrailError> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MOST_TRAIL_BYTES + 1).read_to_end(&mut bytes));
    let name = path.display().to_string();
    match read {
        Err(error) => Err(SourceTrailError::Unreadable(name, error.to_string())),
        Ok(length) if length as u64 > MOST_TRAIL_BYTES => Err(SourceTrailError::TooLarge(name)),
        Ok(_) => Ok(bytes),
    }
}
