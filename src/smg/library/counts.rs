//! Numbers of bytes that functions are given and that are not known: taken one by one where there are few, and otherwise
//! what such a function does at least and at most.

use crate::program::interp::FaultKind;
use crate::program::library::{Effect, Extent};
use crate::program::{Expr, LibraryFunction};
use crate::smg::configuration::Configuration;
use crate::smg::evaluate::Place;
use crate::smg::fault::{Fault, Stop};
use crate::smg::step::Executor;
use crate::smg::value::{Range, Value};

impl Executor<'_> {
    /// Where numbers are followed: takes the numbers one by one that the counts of bytes among the arguments are computed from.
    pub(super) fn count_one_by_one(
        &self,
        configuration: &mut Configuration,
        function: LibraryFunction,
        arguments: &[Expr],
    ) -> Result<(), Stop> {
        if !self.follows_numbers {
            return Ok(());
        }
        let mut counts: Vec<u8> = function.entry().effects.iter().filter_map(extent).flat_map(counting).collect();
        match function {
            LibraryFunction::Realloc => counts.push(1),
            LibraryFunction::Reallocarray => counts.extend([1, 2]),
            _ => {}
        }
        for count in counts.into_iter().filter_map(|index| arguments.get(usize::from(index))) {
            self.evaluator(configuration).numbers_one_by_one(count)?;
        }
        Ok(())
    }

    /// Copies a number of bytes of which only a range is known: those are copied that are in any case, and the others may be.
    pub(super) fn copy_some(
        &self,
        configuration: &mut Configuration,
        (target, source): (Value, Value),
        size: Range,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        let from = match self.place_of_some(configuration, source, size) {
            Err(stop) if !self.recovers => return Err(stop),
            from => from.ok(),
        };
        let most = i64::try_from(size.high()).unwrap_or(i64::MAX / 4);
        let to = self.place_of_some(configuration, target, size).ok();
        let places = from.zip(to).map(|(from, to)| [from, to]);
        let meet = places.is_some_and(|[from, to]| may_meet(from, to, most));
        if meet && !may_overlap && !self.recovers {
            let message = "source and target of a copy overlap";
            return Err(Fault::possible(FaultKind::OverlappingCopy, message).into());
        }
        self.overwrite(configuration, target, size, Value::ANY)?;
        let is_exact = places.is_some_and(|places| places.iter().all(|place| place.low == place.high));
        match i64::try_from(size.low()) {
            Ok(least) if is_exact && !meet => self.copy_bytes(configuration, target, source, least, may_overlap),
            _ => Ok(()),
        }
    }
}

/// Whether so many bytes at two places, which are not the same, may have some in common.
fn may_meet(from: Place, to: Place, size: i64) -> bool {
    let apart = from.high.saturating_add(size) <= to.low || to.high.saturating_add(size) <= from.low;
    let same = from.low == to.low && from.low == from.high && to.low == to.high;
    from.object == to.object && !apart && !same
}

fn extent(effect: &Effect) -> Option<Extent> {
    match effect {
        Effect::Reads(_, extent) | Effect::Writes(_, extent) => Some(*extent),
        Effect::Fills { extent, .. } | Effect::Copies { extent, .. } | Effect::Allocates { extent, .. } => {
            Some(*extent)
        }
        _ => None,
    }
}

/// The arguments that count for an extent.
fn counting(extent: Extent) -> Vec<u8> {
    match extent {
        Extent::Bytes(index) => vec![index],
        Extent::Product(first, second) => vec![first, second],
        _ => Vec::new(),
    }
}
