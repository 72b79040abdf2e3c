//! Names for the parts of an analysis, as users know them: locations by label, predicates and formulas as text.

use abstraction::{Pair, PairInfo};
use base::ids::{Id, IdVec};
use boolprog::PointId;
use logic::display::Printer;
use logic::{AtomId, Formula};
use pipeline::{AbstractModel, Prepared};
use program::{EdgeId, LocationId, SymbolId};

pub struct View<'a> {
    prepared: &'a Prepared,
    analysis: &'a AbstractModel,
    symbols: IdVec<SymbolId, String>,
}

impl<'a> View<'a> {
    pub fn new(prepared: &'a Prepared, analysis: &'a AbstractModel) -> Self {
        let symbols = prepared.specification.symbol_names();
        View { prepared, analysis, symbols }
    }

    fn printer(&self) -> Printer<'_> {
        Printer::new(&self.analysis.abstraction.arena, &self.prepared.program, &self.symbols)
    }

    pub fn atom(&self, atom: AtomId) -> String {
        self.printer().atom(atom)
    }

    pub fn formula(&self, formula: &Formula) -> String {
        self.printer().formula(formula)
    }

    /// Returns all locations of the procedure, in ascending order.
    pub fn locations(&self) -> Vec<LocationId> {
        let flowchart = self.prepared.program.flowchart(self.prepared.entry);
        flowchart.map_or_else(Vec::new, |flowchart| flowchart.locations().collect())
    }

    /// Returns the name of a location, the same as in emitted models.
    pub fn location_name(&self, location: LocationId) -> String {
        let point: PointId = PointId::from_index(location.index());
        self.analysis.built.program.points.get(point).map_or_else(String::new, |point| point.name.clone())
    }

    /// Returns the C source line of a location.
    pub fn source_line(&self, location: LocationId) -> String {
        let point: PointId = PointId::from_index(location.index());
        self.analysis.built.program.points.get(point).map_or_else(String::new, |point| point.source_line.clone())
    }

    /// Returns the C text of an edge.
    pub fn edge_text(&self, edge: EdgeId) -> String {
        let step = self
            .analysis
            .abstraction
            .alternatives
            .iter()
            .position(|alternative| alternative.edge == edge)
            .and_then(|_| self.prepared.program.flowchart(self.prepared.entry))
            .map(|flowchart| flowchart.edge(edge));
        step.map_or_else(String::new, |edge| program::display::command(&self.prepared.program, &edge.command))
    }

    /// Returns the pairs at a location, in order of discovery.
    pub fn pairs_at(&self, location: LocationId) -> impl Iterator<Item = (&'a Pair, &'a PairInfo)> + use<'a> {
        self.analysis.abstraction.pairs.iter().filter(move |(pair, _)| pair.1 == location)
    }
}
