//! Finds the places that a witness names in a program.
//!
//! A location is a line, and perhaps a column. With a column the place that begins there is meant; without one the first of the
//! line that fits.

use crate::document::{InvariantKind, Location, WaypointKind};
use crate::places::{BranchForm, Place, PlaceKind, Places, StatementForm};
use crate::read::{ReadInvariant, ReadSegment, ReadWaypoint};
use base::{Diagnostic, SourceMap, SourcePosition, Span};

/// A waypoint with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedWaypoint {
    pub kind: WaypointKind,
    pub value: String,
    /// Index of the place.
    pub place: usize,
    /// Where the waypoint is in the witness.
    pub span: Span,
}

/// A segment with its places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedSegment {
    pub avoid: Vec<PlacedWaypoint>,
    pub follow: PlacedWaypoint,
}

/// An invariant with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedInvariant {
    pub kind: InvariantKind,
    pub value: String,
    /// Index of the place.
    pub place: usize,
    /// Where the invariant is in the witness.
    pub span: Span,
}

/// The places of a program, by what witnesses call them.
pub struct Resolver<'r> {
    places: &'r Places,
    sources: &'r SourceMap,
    /// The position of each place, in the order of the places.
    positions: Vec<SourcePosition>,
}

impl<'r> Resolver<'r> {
    pub fn new(places: &'r Places, sources: &'r SourceMap) -> Resolver<'r> {
        let positions = places.iter().map(|place| place.position(sources)).collect();
        Resolver { places, sources, positions }
    }

    /// Returns the segments of a violation witness with their places.
    pub fn segments(&self, segments: &[ReadSegment]) -> Result<Vec<PlacedSegment>, Diagnostic> {
        let placed = |segment: &ReadSegment| {
            let avoid = segment.avoid.iter().map(|waypoint| self.waypoint(waypoint)).collect::<Result<_, _>>()?;
            Ok(PlacedSegment { avoid, follow: self.waypoint(&segment.follow)? })
        };
        segments.iter().map(placed).collect()
    }

    /// Returns the invariants of a correctness witness with their places.
    pub fn invariants(&self, invariants: &[ReadInvariant]) -> Result<Vec<PlacedInvariant>, Diagnostic> {
        let placed = |invariant: &ReadInvariant| {
            let ReadInvariant { kind, value, location, span } = invariant;
            let is_meant = |place: &Place| match (kind, &place.kind) {
                (InvariantKind::LoopInvariant, PlaceKind::Statement(form)) => {
                    matches!(form, StatementForm::Loop | StatementForm::DoWhile)
                }
                (InvariantKind::LocationInvariant, PlaceKind::Statement(_)) => true,
                _ => false,
            };
            let place = self.place(location, is_meant).ok_or_else(|| {
                let what = if *kind == InvariantKind::LoopInvariant { "a loop" } else { "a statement" };
                self.missing(*span, location, what)
            })?;
            Ok(PlacedInvariant { kind: *kind, value: value.clone(), place, span: *span })
        };
        invariants.iter().map(placed).collect()
    }

    fn waypoint(&self, waypoint: &ReadWaypoint) -> Result<PlacedWaypoint, Diagnostic> {
        let ReadWaypoint { kind, value, location, span } = waypoint;
        let is_meant = |place: &Place| match kind {
            WaypointKind::Assumption => matches!(place.kind, PlaceKind::Statement(_)),
            WaypointKind::Branching => matches!(place.kind, PlaceKind::Branch { .. }),
            WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => matches!(place.kind, PlaceKind::Call { .. }),
            WaypointKind::Target => matches!(place.kind, PlaceKind::Statement(_) | PlaceKind::FullExpression),
        };
        let place = match kind {
            // The target may be any expression of a statement, and a statement may have several lines.
            WaypointKind::Target => {
                let place = self.place(location, is_meant).or_else(|| self.around(location));
                place.map(|place| self.full_expression(place))
            }
            _ => self.place(location, is_meant),
        };
        let what = match kind {
            WaypointKind::Assumption | WaypointKind::Target => "a statement",
            WaypointKind::Branching => "a condition",
            WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => "a call",
        };
        let place = place.ok_or_else(|| self.missing(*span, location, what))?;
        let is_outcome = match self.places.get(place).map(|place| &place.kind) {
            Some(PlaceKind::Branch { form, .. }) if *form != BranchForm::Switch => {
                ["true", "false"].contains(&value.trim())
            }
            _ => true,
        };
        if !is_outcome {
            return Err(Diagnostic::error(
                *span,
                format!("the outcome of a condition is true or false, not '{value}'"),
            ));
        }
        Ok(PlacedWaypoint { kind: *kind, value: value.clone(), place, span: *span })
    }

    /// Returns the full expression of a statement in which its errors are: its condition, or what it returns.
    fn full_expression(&self, place: usize) -> usize {
        let Some(statement) = self.places.get(place) else { return place };
        let meant = match statement.kind {
            PlaceKind::Statement(StatementForm::Choice | StatementForm::Loop | StatementForm::DoWhile) => {
                self.places.condition(statement.span)
            }
            PlaceKind::Statement(StatementForm::Return) => self.places.iter().find_map(|other| {
                (other.kind == PlaceKind::FullExpression && other.span.lies_in(statement.span)).then_some(other.span)
            }),
            _ => None,
        };
        let is_it = |other: &Place| other.kind == PlaceKind::FullExpression && Some(other.span) == meant;
        self.places.iter().position(is_it).unwrap_or(place)
    }

    fn missing(&self, span: Span, location: &Location, what: &str) -> Diagnostic {
        let Location { file_name, line, column, .. } = location;
        let is_known = self.positions.iter().any(|position| base_name(&position.file) == base_name(file_name));
        let message = match is_known {
            true => {
                let column = column.map_or(String::new(), |column| format!(" that begins at column {column}"));
                format!("line {line} of {file_name} has no {}{column}", what.trim_start_matches("a "))
            }
            false => format!("no function of the program is in {file_name}"),
        };
        Diagnostic::error(span, message)
    }

    /// Returns the place of a kind at a location.
    fn place(&self, location: &Location, is_meant: impl Fn(&Place) -> bool) -> Option<usize> {
        let of_line = |index: &usize| {
            self.positions.get(*index).is_some_and(|at| at.line == location.line && is_in(at, location))
        };
        let is_kind = |index: &usize| self.places.get(*index).is_some_and(&is_meant);
        let all: Vec<usize> = (0..self.places.len()).filter(of_line).filter(is_kind).collect();
        let column_of = |index: &usize| self.positions.get(*index).map_or(0, |at| at.column);
        match location.column {
            Some(column) => all.into_iter().find(|index| column_of(index) == column),
            None => all.into_iter().min_by_key(column_of),
        }
    }

    /// Returns the innermost statement that is still going on at a location.
    fn around(&self, location: &Location) -> Option<usize> {
        let end_line = |place: &Place| {
            let last = Span { start: place.span.end.saturating_sub(1), ..place.span };
            self.sources.position(last).line
        };
        let goes_on = |index: &usize| {
            let place = self.places.get(*index).filter(|place| matches!(place.kind, PlaceKind::Statement(_)));
            let begun = self.positions.get(*index).is_some_and(|at| at.line < location.line && is_in(at, location));
            begun && place.is_some_and(|place| end_line(place) >= location.line)
        };
        (0..self.places.len()).rev().find(goes_on)
    }
}

/// Returns true if a position is in the file of a location.
fn is_in(position: &SourcePosition, location: &Location) -> bool {
    base_name(&position.file) == base_name(&location.file_name)
}

/// Returns the name of a file without its folders: witnesses are made on other machines.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
