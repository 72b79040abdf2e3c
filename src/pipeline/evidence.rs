//! Which concrete run breaks which property of a boolean program.

use crate::abstraction::build::Origin;
use crate::modelcheck::{Outcome, Property, Report};
use crate::pipeline::confirm::{self, Broken, ConcreteRun, Search};
use crate::pipeline::model::{Analysis, origin_of};
use crate::program::FaultClass;

/// The concrete run that breaks what a property stands for: an assertion at its own location.
pub(super) fn run_for<'s>(search: &'s Search, analysis: &Analysis, property: Property) -> Option<&'s ConcreteRun> {
    let origin = origin_of(analysis, property)?;
    let at = match property {
        Property::Assertion(index) => analysis.built.locations.get(analysis.program.assertions.get(index)?.point),
        Property::Ltl(_) => None,
    };
    search.runs.iter().find(|run| match (&run.broken, origin) {
        (Broken::Statement(index), Origin::Statement(wanted)) => {
            index == wanted && at.is_none_or(|at| run.location == *at)
        }
        (Broken::Fault(kind, _), Origin::Failure(edge)) => confirm::is_assertion(*kind) && run.failed == Some(*edge),
        _ => false,
    })
}

/// The first concrete run that ends in a memory error.
pub(super) fn fault(search: &Search) -> Option<&ConcreteRun> {
    search.runs.iter().find(|run| match &run.broken {
        Broken::Fault(kind, _) => kind.class() == FaultClass::Memory,
        Broken::Statement(_) => false,
    })
}

/// Whether some property is neither proved nor broken by a run.
pub(super) fn is_open(analysis: &Analysis, report: &Report, search: &Search) -> bool {
    let mut open = report.properties.iter().filter(|result| !matches!(result.outcome, Outcome::Holds));
    open.any(|result| run_for(search, analysis, result.property).is_none())
}
