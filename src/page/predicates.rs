//! The predicates of an abstraction by location: their treatment and their causes.

use abstraction::{Cause, Pair, PairInfo, Treatment};
use base::SourcePosition;
use pipeline::{AbstractModel, Prepared};
use program::{EdgeId, LocationId, display};
use report::view::View;

use super::Discovery;
use super::finding::cut;
use super::limits::{CAUSES, MOST_PREDICATES};
use super::place::{ListedLines, PlaceLink};

pub(super) struct PredicateSection {
    /// The number of iterations, pairs and predicates, and whether the abstraction converged.
    pub figures: String,
    pub locations: Vec<LocationSection>,
    /// Number of predicates that are not shown.
    pub hidden: usize,
}

/// The predicates at a location.
pub(super) struct LocationSection {
    pub name: String,
    pub line: String,
    pub place: PlaceLink,
    pub rows: Vec<PredicateRow>,
}

/// A predicate at a location.
pub(super) struct PredicateRow {
    /// From 1, in order of discovery; used in links.
    pub number: usize,
    pub text: String,
    /// Its treatment, unless it is computed.
    pub treatment: String,
    pub causes: Vec<CauseLink>,
    /// Number of causes that are not shown.
    pub hidden_causes: usize,
}

/// A cause of a predicate.
pub(super) struct CauseLink {
    pub text: String,
    /// The predicate that it was found for.
    pub predicate: Option<usize>,
    /// That predicate with its location.
    pub of: String,
}

pub(super) fn section(discovery: Discovery<'_>, places: &ListedLines<'_>) -> PredicateSection {
    let Discovery { prepared, analysis, sources } = discovery;
    let writer = Writer { prepared, analysis, view: View::new(prepared, analysis) };
    let statistics = analysis.abstraction.statistics;
    let (mut locations, mut left) = (Vec::new(), MOST_PREDICATES);
    let flowchart = prepared.program.flowchart(prepared.entry);
    for location in writer.view.locations() {
        let pairs: Vec<_> = writer.view.pairs_at(location).take(left).collect();
        left -= pairs.len();
        let position = flowchart.map(|flowchart| sources.position(flowchart.location(location).span));
        let Some(position) = position.filter(|_| !pairs.is_empty()) else { continue };
        locations.push(writer.location(location, &position, &pairs, places));
    }
    let converged = if statistics.converged { "converged" } else { "not converged" };
    PredicateSection {
        figures: format!(
            "{} iterations, {} pairs of predicate and location, {} predicates, {converged}",
            statistics.iterations, statistics.pairs, statistics.predicates
        ),
        hidden: analysis.abstraction.pairs.len() - (MOST_PREDICATES - left),
        locations,
    }
}

struct Writer<'a> {
    prepared: &'a Prepared,
    analysis: &'a AbstractModel,
    view: View<'a>,
}

impl Writer<'_> {
    fn location(
        &self,
        location: LocationId,
        position: &SourcePosition,
        pairs: &[(&Pair, &PairInfo)],
        places: &ListedLines<'_>,
    ) -> LocationSection {
        LocationSection {
            name: self.view.location_name(location),
            line: places.line(position, &self.view.source_line(location)),
            place: places.place(position),
            rows: pairs.iter().map(|(pair, info)| self.row(pair, info)).collect(),
        }
    }

    fn row(&self, pair: &Pair, info: &PairInfo) -> PredicateRow {
        PredicateRow {
            number: self.number(pair),
            text: cut(&self.view.atom(pair.0)),
            treatment: match &info.treatment {
                Treatment::Computed => String::new(),
                Treatment::Hinted { replacement, .. } => format!("~> {}", cut(&self.view.formula(replacement))),
                Treatment::Free { .. } => "~> any".into(),
                Treatment::Known(truth) => format!("~> {truth}, by the shape analysis"),
                Treatment::Unmarked => "not worked on within the bound: either value".into(),
            },
            causes: info.causes.iter().take(CAUSES).map(|cause| self.cause(cause)).collect(),
            hidden_causes: info.causes.len().saturating_sub(CAUSES),
        }
    }

    /// Returns the number of a pair, from 1.
    fn number(&self, pair: &Pair) -> usize {
        self.analysis.abstraction.pairs.get_index_of(pair).map_or(0, |index| index + 1)
    }

    fn cause(&self, cause: &Cause) -> CauseLink {
        let (text, pair) = match cause {
            Cause::Property(statement) => {
                let statement = self.prepared.specification.statements.get(*statement);
                (statement.map_or_else(String::new, |statement| statement.text.clone()), None)
            }
            Cause::Guard(edge) => (format!("guard {}", self.edge(*edge)), None),
            Cause::Access(edge) => (format!("access of {}", self.edge(*edge)), None),
            Cause::Precondition { edge, pair } => (format!("over {} from", self.edge(*edge)), Some(pair)),
            Cause::Hint { hint, pair } => {
                let hint = self.prepared.hints.get(*hint);
                (format!("by {} for", hint.map_or("a hint", |hint| &hint.text)), Some(pair))
            }
            Cause::Fitting { pair } => ("bounds".into(), Some(pair)),
        };
        let of = |pair: &Pair| format!("{} at {}", cut(&self.view.atom(pair.0)), self.view.location_name(pair.1));
        CauseLink {
            text: cut(&text),
            predicate: pair.map(|pair| self.number(pair)),
            of: pair.map_or_else(String::new, of),
        }
    }

    fn edge(&self, edge: EdgeId) -> String {
        let flowchart = self.prepared.program.flowchart(self.prepared.entry);
        let edge = flowchart.and_then(|flowchart| flowchart.graph.edge_weight(edge));
        edge.map_or_else(String::new, |edge| display::command(&self.prepared.program, &edge.command))
    }
}
