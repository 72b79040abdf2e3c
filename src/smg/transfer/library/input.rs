//! Functions that store input: all that was requested, only some of it, or nothing. Each amount is followed separately,
//! so that checks of the result are understood.

use crate::domain::configuration::Configuration;
use crate::domain::value::{Range, Value};
use crate::transfer::library::Call;
use program::library::{AccessSize, Effect, Entry, Written};

/// The amount of the requested input that a function stores.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Stored {
    #[default]
    All,
    /// Possibly some of it, but not all.
    Some,
    Nothing,
}

/// Returns the amounts that a function may store.
pub(super) fn ways(entry: &Entry) -> &'static [Stored] {
    match kind(entry) {
        Some(Kind::Items(_)) => &[Stored::All, Stored::Some, Stored::Nothing],
        Some(Kind::Line(_)) => &[Stored::All, Stored::Nothing],
        Some(Kind::Bytes(_) | Kind::Elements(..)) => &[Stored::All, Stored::Some],
        None => &[Stored::All],
    }
}

/// The kind of input that a function stores, with the arguments that give its amount.
enum Kind {
    /// One item for each argument from this one on.
    Items(usize),
    Line(u8),
    Bytes(u8),
    /// Elements: their size and their number.
    Elements(u8, u8),
}

fn kind(entry: &Entry) -> Option<Kind> {
    if !entry.effects.contains(&Effect::Input) {
        return None;
    }
    entry.effects.iter().find_map(|effect| match *effect {
        Effect::WritesRest(first) => Some(Kind::Items(first.into())),
        Effect::Writes(_, AccessSize::Bytes(room)) if entry.leaves == Written::Line => Some(Kind::Line(room)),
        Effect::Writes(_, AccessSize::Bytes(count)) => Some(Kind::Bytes(count)),
        Effect::Writes(_, AccessSize::Product(size, count)) => Some(Kind::Elements(size, count)),
        _ => None,
    })
}

/// Returns true if a call may store this amount: a single item is not stored partly. Input may end even if nothing is
/// to be stored.
pub(super) fn is_possible(configuration: &Configuration, call: &Call<'_>, stored: Stored) -> bool {
    match (kind(call.entry()), stored) {
        (Some(Kind::Items(first)), Stored::Some) => call.values.len().saturating_sub(first) > 1,
        // Nothing is stored into no bytes.
        (Some(Kind::Line(room)), Stored::All) => {
            configuration.graph.range(call.argument(room)).is_none_or(|room| room.high() > 0)
        }
        (Some(Kind::Elements(size, count)), Stored::Some) => {
            let is_none = |index: u8| configuration.graph.range(call.argument(index)) == Some(Range::exactly(0));
            !is_none(size) && !is_none(count)
        }
        _ => true,
    }
}

/// Returns the result of a call that has stored this amount. The number of items is given by the format; if it does not
/// match the arguments, the result is any number.
pub(super) fn result(
    configuration: &mut Configuration,
    call: &Call<'_>,
    stored: Stored,
    conversions: Option<usize>,
) -> Option<Value> {
    let range_of = |configuration: &Configuration, index: u8| configuration.graph.range(call.argument(index));
    let most = |configuration: &Configuration, count: u8| range_of(configuration, count).map(Range::high);
    let range = match (kind(call.entry())?, stored) {
        (Kind::Items(first), stored) => {
            if call.entry().scans_string() {
                // The string may be known, but it is not inspected.
                configuration.mark_possibly_infeasible();
            }
            let items = call.values.len().saturating_sub(first);
            let recorded = conversions.filter(|conversions| *conversions == items).map(|items| items as i128);
            match (stored, recorded) {
                (Stored::All, Some(all)) => return Some(Value::Integer(all)),
                (Stored::Some, Some(all)) => Range::new(1, all - 1)?,
                (Stored::Nothing, Some(_)) => Range::up_to(-1, 0),
                (_, None) => Range::new(-1, items as i128)?,
            }
        }
        (Kind::Line(_), stored) => return Some(if stored == Stored::All { call.argument(0) } else { Value::ZERO }),
        (Kind::Bytes(count), Stored::All) => return Some(call.argument(count)),
        (Kind::Elements(size, count), Stored::All) => match range_of(configuration, size) {
            Some(size) if size.low() > 0 => return Some(call.argument(count)),
            // No bytes are read into elements of size 0.
            Some(size) if size == Range::exactly(0) => return Some(Value::ZERO),
            _ => Range::new(0, most(configuration, count)?)?,
        },
        (Kind::Bytes(count), _) => Range::new(-1, (most(configuration, count)? - 1).max(0))?,
        (Kind::Elements(_, count), _) => Range::new(0, (most(configuration, count)? - 1).max(0))?,
    };
    let result = configuration.graph.dependent(range);
    if let Some(Kind::Bytes(count) | Kind::Elements(_, count)) = kind(call.entry()) {
        configuration.graph.record_order(result, call.argument(count), 0);
    }
    Some(result)
}
