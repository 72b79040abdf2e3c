//! Functions that store what they read: all that was asked for, or only some of it, or nothing. Each way is followed by
//! itself, so that what a program does with the result is seen.

use crate::domain::configuration::Configuration;
use crate::domain::value::{Range, Value};
use crate::transfer::library::Call;
use program::library::{AccessSize, Effect, Entry, Written};

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
pub(super) fn ways(entry: &Entry) -> &'static [Stored] {
    match kind(entry) {
        Some(Kind::Items(_)) => &[Stored::All, Stored::Some, Stored::Nothing],
        Some(Kind::Line(_)) => &[Stored::All, Stored::Nothing],
        Some(Kind::Bytes(_) | Kind::Elements(..)) => &[Stored::All, Stored::Some],
        None => &[Stored::All],
    }
}

/// What a function stores that reads input, by the arguments that say how much of it.
enum Kind {
    /// One item for each argument from this one on.
    Items(usize),
    /// A line.
    Line(u8),
    /// Bytes.
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

/// Whether there is such a way for a call: of one thing nobody stores a part. Input may end where nothing is stored in
/// any case, too.
pub(super) fn is_possible(configuration: &Configuration, call: &Call<'_>, stored: Stored) -> bool {
    match (kind(call.entry()), stored) {
        (Some(Kind::Items(first)), Stored::Some) => call.values.len().saturating_sub(first) > 1,
        // Into no bytes nothing is stored.
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

/// What a call returns that has stored as much as `stored` says. How many conversions there are is given by the format; what does not
/// fit it is any number.
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
                // The string is known, perhaps, but not looked at.
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
            // Of no bytes none are read.
            Some(size) if size == Range::exactly(0) => return Some(Value::ZERO),
            _ => Range::new(0, most(configuration, count)?)?,
        },
        (Kind::Bytes(count), _) => Range::new(-1, (most(configuration, count)? - 1).max(0))?,
        (Kind::Elements(_, count), _) => Range::new(0, (most(configuration, count)? - 1).max(0))?,
    };
    Some(configuration.graph.dependent(range))
}
