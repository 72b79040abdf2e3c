//! Claims about everything that paths lead to, in a configuration. The nodes of list segments are handled in
//! `segments`. If anything else on the way does not represent exactly one object, a claim is false if another node
//! violates it, and unknown otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::segments::{Asked, Inner, leads_inside};
use super::{Argument, FormulaJudge, Place, Reached, Way};
use crate::domain::fault::Interruption;
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::value::{Address, Range, Target, Value};
use crate::property::limits::MOST_CASES_OF_LISTS;
use base::ids::Id;
use ctype::FieldId;
use program::expr::bound_symbol;
use program::{Expr, ExprNode};
use spec::{StateFormula, StructureClaim, leads_one_way};

impl FormulaJudge<'_> {
    /// Returns the truth value of a claim about everything that paths from an expression lead to.
    pub(super) fn structure(
        &mut self,
        claim: &StructureClaim<StateFormula>,
        (avoid, fields): (&[Expr], &[FieldId]),
        from: &Expr,
    ) -> Result<Option<bool>, Interruption> {
        let asked = Asked { claim, avoid, fields, from };
        let mut cases_left = MOST_CASES_OF_LISTS;
        self.claim(&asked, &Inner::new(), &mut cases_left)
    }

    /// As [`FormulaJudge::structure`], where the nodes in `inner` represent the inner nodes of lists.
    pub(super) fn claim(
        &mut self,
        asked: &Asked<'_>,
        inner: &Inner,
        cases_left: &mut usize,
    ) -> Result<Option<bool>, Interruption> {
        let start = match self.argument(asked.from)? {
            Argument::Place(place) => place,
            Argument::Nowhere => return Ok(Some(true)),
            Argument::Undefined => return Ok(Some(false)),
            Argument::Indeterminate | Argument::Open => return Ok(None),
        };
        let way = self.way(asked.fields, asked.avoid)?;
        let reached = self.reachable(&way, vec![start])?;
        if way.is_open {
            return Ok(None);
        }
        if let Some(segment) = self.next_segment(asked, &reached, start.ty, inner) {
            return Ok(self.in_each_case_of(segment, asked, inner, cases_left));
        }
        match asked.claim {
            StructureClaim::Tree if leads_one_way(&self.executor.program.types, asked.fields) => {
                let cyclic = self.has_cycle(&way, &reached.places)?;
                Ok(cyclic.filter(|cyclic| *cyclic || !reached.open).map(|cyclic| !cyclic))
            }
            StructureClaim::Tree => Ok(self.is_tree(&way, &reached, start)),
            StructureClaim::ForAll(body) => Ok(self.of_every_node(&reached, start, body, inner)),
            StructureClaim::Each(body) => Ok(self.of_every_link(&way, &reached, start, body, inner)),
        }
    }

    /// Returns true if a place is known to be a single object.
    pub(super) fn is_single(&self, place: Place) -> bool {
        place.address.target == Target::Region
            && self.graph().object(place.address.object).is_some_and(|object| object.level == 0)
    }

    fn is_tree(&self, way: &Way<'_>, reached: &Reached, start: Place) -> Option<bool> {
        let mut entered: BTreeMap<Place, usize> = BTreeMap::new();
        let mut open = reached.open;
        for place in &reached.places {
            if !self.is_single(*place) {
                open = true;
                continue;
            }
            if way.avoid.contains(place) {
                continue;
            }
            let mut next = Vec::new();
            open |= !self.selections(way, *place, &mut next);
            open |= !self.step(*place, &mut next);
            for next in next.into_iter().filter(|next| reached.places.contains(next) && self.is_single(*next)) {
                *entered.entry(next).or_default() += 1;
            }
        }
        match entered.contains_key(&start) || entered.values().any(|ways| *ways > 1) {
            true => Some(false),
            false if open => None,
            false => Some(true),
        }
    }

    fn of_every_node(&self, reached: &Reached, start: Place, body: &StateFormula, inner: &Inner) -> Option<bool> {
        let mut truths = Vec::new();
        for place in reached.places.iter().filter(|place| place.ty == start.ty) {
            truths.push(match inner.get(&place.address.object) {
                _ if self.is_single(*place) => self.of_nodes([place.address; 2], body),
                Some(ends) => self.of_inner_nodes(*place, *ends, body),
                None => None,
            });
        }
        all(truths, reached.open)
    }

    fn of_every_link(
        &self,
        way: &Way<'_>,
        reached: &Reached,
        start: Place,
        body: &StateFormula,
        inner: &Inner,
    ) -> Option<bool> {
        let (mut truths, mut open) = (Vec::new(), reached.open);
        for node in reached.places.iter().filter(|place| place.ty == start.ty) {
            if let Some(ends) = inner.get(&node.address.object) {
                // The places of a segment all represent the same nodes.
                if ends.is_entry(*node) {
                    truths.push(self.of_inner_links(*node, *ends, body));
                }
                continue;
            }
            if !self.is_single(*node) {
                open = true;
                continue;
            }
            let (mut cells, mut agenda) = (BTreeSet::new(), vec![*node]);
            while let Some(place) = agenda.pop() {
                if !way.avoid.contains(&place) && cells.insert(place) {
                    open |= !self.selections(way, place, &mut agenda);
                }
            }
            for cell in cells {
                let mut next = Vec::new();
                open |= !self.step(cell, &mut next);
                for next in next.into_iter().filter(|next| next.ty == start.ty) {
                    match self.is_allocated(next) {
                        Some(false) => {}
                        Some(true) if self.is_single(next) => {
                            truths.push(self.of_nodes([node.address, next.address], body));
                        }
                        // It is one of the inner links.
                        Some(true) if leads_inside(inner, *node, next) => {}
                        _ => open = true,
                    }
                }
            }
        }
        all(truths, open)
    }

    /// Evaluates a formula about two nodes, which are bound to cells of constants in a copy of the configuration.
    pub(super) fn of_nodes(&self, nodes: [Address; 2], body: &StateFormula) -> Option<bool> {
        let mut own = self.configuration.clone();
        let first = own.inputs.len();
        for node in nodes {
            let mut cell = Object::new(Origin::External, Range::exactly(self.word.into()), Fill::Any);
            cell.write(0, self.word, Value::Address(node));
            let cell = own.graph.add(cell);
            own.inputs.push(cell);
        }
        let named = body.map_expressions(&|expr| {
            expr.map_leaves(&|leaf| match leaf {
                ExprNode::Symbol(symbol) if *symbol == bound_symbol(0) => ExprNode::Symbol(Id::from_index(first)),
                ExprNode::Symbol(symbol) if *symbol == bound_symbol(1) => ExprNode::Symbol(Id::from_index(first + 1)),
                other => other.clone(),
            })
        });
        // If it depends on a case of the memory, it is unknown.
        FormulaJudge::new(self.executor, &mut own).formula(&named).unwrap_or(None)
    }
}

/// Returns the conjunction: `Some(false)` if a conjunct is false; `None` if one is unknown, or if there may be others.
fn all(truths: Vec<Option<bool>>, others: bool) -> Option<bool> {
    if truths.contains(&Some(false)) {
        return Some(false);
    }
    (!others && !truths.contains(&None)).then_some(true)
}
