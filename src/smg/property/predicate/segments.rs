//! Claims about all nodes, or about all links between them, if list segments are among them.
//!
//! A segment has four cases, each evaluated separately: no node, one, two, or more. In the last case the first and the
//! last node become regions. The nodes between these two are *inner*: only links of theirs and of these two point to
//! them. The nodes of a segment are alike except for their links. So a claim that uses links only in comparisons with
//! the two nodes ([`is_about_neighbours`]) holds for all inner nodes if it holds for one of them, and for all links
//! between them if it holds for one link. If it does not hold there, nothing is known, because there may be no inner
//! node.

use std::collections::BTreeMap;

use super::{FormulaJudge, Place, Reached};
use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::object::{Kind, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::property::specified::visit_formula;
use crate::transfer::segment::{End, decided, materialised};
use ctype::{FieldId, TypeId};
use program::expr::bound_name;
use program::{BinaryOp, Expr, ExprNode};
use spec::{StateFormula, StructureClaim};

/// A claim of the specification.
pub(super) struct Asked<'f> {
    pub claim: &'f StructureClaim<StateFormula>,
    pub avoid: &'f [Expr],
    pub fields: &'f [FieldId],
    pub from: &'f Expr,
}

/// A list segment that a claim follows.
#[derive(Clone, Copy)]
pub(super) struct ListSegment {
    object: ObjectId,
    direction: Direction,
}

/// The regions before and after the inner nodes of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    first: ObjectId,
    last: ObjectId,
    direction: Direction,
}

/// The direction in which a claim follows a list: that of the segment, or the reverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    /// Offset of the link in a node.
    link: i64,
    first: End,
    last: End,
    /// The target of an address of the first node.
    entry: Target,
}

impl Direction {
    fn of(shape: SegmentShape, link: i64) -> Option<Direction> {
        match link {
            _ if link == shape.next => {
                Some(Direction { link, first: End::First, last: End::Last, entry: Target::First })
            }
            _ if Some(link) == shape.prev() && shape.reversed().is_some() => {
                Some(Direction { link, first: End::Last, last: End::First, entry: Target::Last })
            }
            _ => None,
        }
    }
}

impl Ends {
    /// Returns true if a place is the first inner node.
    pub(super) fn is_entry(&self, place: Place) -> bool {
        place.address.target == self.direction.entry
    }
}

/// The segments that represent inner nodes, with their ends.
pub(super) type Inner = BTreeMap<ObjectId, Ends>;

/// Returns true if a link leads from the first node of a list to the inner nodes.
pub(super) fn leads_inside(inner: &Inner, from: Place, to: Place) -> bool {
    let is_first = |ends: &Ends| ends.first == from.address.object && ends.is_entry(to);
    inner.get(&to.address.object).is_some_and(is_first)
}

impl FormulaJudge<'_> {
    /// Returns a segment that the claim follows, and that can be split into cases.
    pub(super) fn next_segment(
        &self,
        asked: &Asked<'_>,
        reached: &Reached,
        node: TypeId,
        inner: &Inner,
    ) -> Option<ListSegment> {
        let types = &self.executor.program.types;
        let ([next], Some(body)) = (asked.fields, asked.claim.body()) else { return None };
        let told = |place: &Place| {
            let object = self.graph().object(place.address.object)?;
            let link = |field: FieldId| place.address.offset + types.field(field).offset as i64;
            let shape = object.linkage().filter(|shape| place.ty == node && object.level == 0 && !shape.is_tree())?;
            let is_link = |field: FieldId| shape.links().any(|offset| offset == link(field));
            let is_new = !inner.contains_key(&place.address.object) && is_about_neighbours(body, &is_link);
            let direction = Direction::of(shape, link(*next)).filter(|_| is_new)?;
            Some(ListSegment { object: place.address.object, direction })
        };
        reached.places.iter().find_map(told)
    }

    /// Returns the truth value of a claim if it is the same in each case of a segment.
    pub(super) fn in_each_case_of(
        &self,
        segment: ListSegment,
        asked: &Asked<'_>,
        inner: &Inner,
        cases_left: &mut usize,
    ) -> Option<bool> {
        let mut agreed = None;
        for (graph, inner) in self.cases(segment, inner)? {
            *cases_left = cases_left.checked_sub(1)?;
            let mut own = Configuration { graph, ..self.configuration.clone() };
            let truth = FormulaJudge::new(self.executor, &mut own).claim(asked, &inner, cases_left).unwrap_or(None)?;
            if agreed.is_some_and(|agreed| agreed != truth) {
                return None;
            }
            agreed = Some(truth);
        }
        agreed
    }

    fn cases(&self, ListSegment { object, direction }: ListSegment, inner: &Inner) -> Option<Vec<(Graph, Inner)>> {
        let mut found = Vec::new();
        for begun in materialised(self.graph(), object, direction.first, self.word) {
            if begun.object(object).is_none() {
                found.push((begun, inner.clone()));
                continue;
            }
            let leads_there = |node: &Object| {
                node.kind == Kind::Region && self.leads(node, direction) == Some((object, direction.entry))
            };
            let (first, _) = begun.objects().find(|(_, node)| leads_there(node))?;
            let ended = materialised(&begun, object, direction.last, self.word);
            for graph in ended.into_iter().flat_map(|graph| self.with_and_without(graph, object)) {
                let mut inner = inner.clone();
                if let Some(last) = self.behind(&graph, object, direction) {
                    inner.insert(object, Ends { first, last, direction });
                }
                found.push((graph, inner));
            }
        }
        Some(found)
    }

    /// Splits a segment into an empty one and one with at least one node.
    fn with_and_without(&self, graph: Graph, segment: ObjectId) -> Vec<Graph> {
        match graph.object(segment).is_some_and(|object| object.minimum() == 0) {
            true => decided(&graph, segment, self.word),
            false => vec![graph],
        }
    }

    /// Returns the target of a node's link.
    fn leads(&self, object: &Object, direction: Direction) -> Option<(ObjectId, Target)> {
        match object.read(direction.link, self.word) {
            Value::Address(Address { object, target, .. }) => Some((object, target)),
            _ => None,
        }
    }

    /// Returns the region after a node.
    fn behind(&self, graph: &Graph, node: ObjectId, direction: Direction) -> Option<ObjectId> {
        self.leads(graph.object(node)?, direction)
            .filter(|(_, target)| *target == Target::Region)
            .map(|(object, _)| object)
    }

    /// Returns the truth value of a claim for every inner node.
    pub(super) fn of_inner_nodes(&self, place: Place, ends: Ends, body: &StateFormula) -> Option<bool> {
        let (graph, node) = self.taken_out(self.graph(), place.address.object, ends.first, ends.direction)?;
        self.holds(graph, [node; 2], place.address.offset, body)
    }

    /// Returns the truth value of a claim for every link from or to an inner node.
    pub(super) fn of_inner_links(&self, place: Place, ends: Ends, body: &StateFormula) -> Option<bool> {
        let (segment, offset) = (place.address.object, place.address.offset);
        let (one, node) = self.taken_out(self.graph(), segment, ends.first, ends.direction)?;
        let (two, other) = self.taken_out(&one, segment, node, ends.direction)?;
        let end = nonempty(materialised(self.graph(), segment, ends.direction.last, self.word), segment)?;
        let last = self.behind(&end, segment, ends.direction)?;
        self.holds(one, [ends.first, node], offset, body)?;
        self.holds(two, [node, other], offset, body)?;
        self.holds(end, [last, ends.last], offset, body)
    }

    /// Returns the graph in which the first inner node is a region, and that region.
    fn taken_out(
        &self,
        graph: &Graph,
        segment: ObjectId,
        before: ObjectId,
        direction: Direction,
    ) -> Option<(Graph, ObjectId)> {
        let graph = nonempty(materialised(graph, segment, direction.first, self.word), segment)?;
        let node = self.behind(&graph, before, direction)?;
        Some((graph, node))
    }

    /// Returns `Some(true)` if the claim holds. If it is false, the truth value is unknown, since the nodes may not
    /// exist.
    fn holds(&self, graph: Graph, nodes: [ObjectId; 2], offset: i64, body: &StateFormula) -> Option<bool> {
        let mut own = Configuration { graph, ..self.configuration.clone() };
        let at = |object| Address { object, target: Target::Region, offset };
        FormulaJudge::new(self.executor, &mut own).of_nodes(nodes.map(at), body).filter(|truth| *truth)
    }
}

/// Returns the graph in which the segment still exists after a node was materialised.
fn nonempty(graphs: Vec<Graph>, segment: ObjectId) -> Option<Graph> {
    graphs.into_iter().find(|graph| graph.object(segment).is_some())
}

/// Returns true if a formula about two neighbours uses their links only in comparisons with the two, and otherwise
/// reads only cells of the nodes themselves.
fn is_about_neighbours(formula: &StateFormula, is_link: &dyn Fn(FieldId) -> bool) -> bool {
    let is_node = |expr: &Expr| matches!(expr.node, ExprNode::Symbol(symbol) if bound_name(symbol).is_some());
    let field_read = |expr: &Expr| {
        let ExprNode::Load(address) = &expr.node else { return None };
        let ExprNode::FieldAddress(node, field) = &address.node else { return None };
        is_node(node).then_some(*field)
    };
    let is_link = |expr: &Expr| field_read(expr).is_some_and(is_link);
    // Counts reads of nodes that are links or not plain field reads, and subtracts comparisons of links with nodes.
    let (mut strange, mut compared) = (0usize, 0usize);
    visit_formula(formula, &mut |expr| match &expr.node {
        ExprNode::Load(address) => {
            let mut is_of_node = false;
            address.visit(&mut |part| is_of_node |= is_node(part));
            strange += usize::from(is_of_node && (field_read(expr).is_none() || is_link(expr)));
        }
        ExprNode::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right) => {
            compared += usize::from(is_link(left) && is_node(right) || is_node(left) && is_link(right));
        }
        _ => {}
    });
    strange == compared
}
