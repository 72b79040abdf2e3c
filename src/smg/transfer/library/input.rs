//! Functions that store what they read: all that was asked for, or only some of it, or nothing. Each way is followed by itself, so that
//! what a program does with the result is seen.

use crate::program::LibraryFunction;
use crate::program::library::Effect;
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::value::{Range, Value};
use crate::smg::transfer::library::Call;

/// How much of what it was asked for a function stores.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Stored {
    /// All of it.
    #[default]
    All,
    /// Perhaps some of it, but not all.
    Some,
    /// Nothing.
    Nothing,
}

/// The ways in which a function stores what it was asked for.
pub(super) fn ways(function: LibraryFunction) -> &'static [Stored] {
    use LibraryFunction as F;
    match function {
        F::Scanf | F::Fscanf | F::Sscanf => &[Stored::All, Stored::Some, Stored::Nothing],
        F::Fgets => &[Stored::All, Stored::Nothing],
        F::Fread | F::Read => &[Stored::All, Stored::Some],
        _ => &[Stored::All],
    }
}

/// Whether a function may write fewer bytes than it was given room for.
pub(super) fn may_write_less(function: LibraryFunction) -> bool {
    use LibraryFunction as F;
    matches!(function, F::Snprintf | F::Vsnprintf | F::Fgets | F::Strlcpy | F::Strlcat | F::Strxfrm)
}

/// The first of the arguments to which what was read is stored, one for each conversion of a format.
fn first_stored(function: LibraryFunction) -> Option<usize> {
    let first = |effect: &Effect| match effect {
        Effect::WritesRest(first) => Some(usize::from(*first)),
        _ => None,
    };
    function.entry().effects.iter().find_map(first)
}

/// Whether there is such a way for a call: of one thing nobody stores a part. Input may end where nothing is stored in any case, too.
pub(super) fn is_possible(configuration: &Configuration, call: &Call<'_>, stored: Stored) -> bool {
    let stores = first_stored(call.function).map(|first| call.values.len().saturating_sub(first));
    if call.function == LibraryFunction::Fgets && stored == Stored::All {
        // Into no bytes nothing is stored.
        return configuration.graph.range(call.argument(1)).is_none_or(|room| room.high() > 0);
    }
    if call.function == LibraryFunction::Fread && stored == Stored::Some {
        let is_none = |index: u8| configuration.graph.range(call.argument(index)) == Some(Range::exactly(0));
        return !is_none(1) && !is_none(2);
    }
    stored != Stored::Some || stores.is_none_or(|stores| stores > 1)
}

/// What a call returns that has stored so much. How many conversions there are is told by the format; what does not fit to it is
/// any number.
pub(super) fn result(
    configuration: &mut Configuration,
    call: &Call<'_>,
    stored: Stored,
    conversions: Option<usize>,
) -> Option<Value> {
    use LibraryFunction as F;
    let count = |index: u8| configuration.graph.range(call.argument(index)).map(Range::high);
    let most = match call.function {
        F::Fgets => return Some(if stored == Stored::All { call.argument(0) } else { Value::ZERO }),
        F::Scanf | F::Fscanf | F::Sscanf => {
            let first = first_stored(call.function)?;
            let stores = call.values.len().saturating_sub(first);
            let told = conversions.filter(|conversions| *conversions == stores).map(|stores| stores as i128);
            if call.function == F::Sscanf {
                // The string is known, perhaps, but not looked at.
                configuration.doubt();
            }
            let range = match (stored, told) {
                (Stored::All, Some(all)) => return Some(Value::Integer(all)),
                (Stored::Some, Some(all)) => Range::new(1, all - 1)?,
                (Stored::Nothing, Some(_)) => Range::up_to(-1, 0),
                (_, None) => Range::new(-1, stores as i128)?,
            };
            return Some(configuration.graph.derived(range));
        }
        F::Fread if stored == Stored::All => match configuration.graph.range(call.argument(1)) {
            Some(size) if size.low() > 0 => return Some(call.argument(2)),
            // Of no bytes none are read.
            Some(size) if size == Range::exactly(0) => return Some(Value::ZERO),
            _ => return Some(configuration.graph.derived(Range::new(0, count(2)?)?)),
        },
        F::Read if stored == Stored::All => return Some(call.argument(2)),
        F::Fread | F::Read => count(2)?,
        _ => return None,
    };
    let least = if call.function == F::Read { -1 } else { 0 };
    Some(configuration.graph.derived(Range::new(least, (most - 1).max(0))?))
}
