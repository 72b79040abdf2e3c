//! What holds of all nodes, or of all links between them, where list segments are among them.
//!
//! A segment is looked at in each case: it is gone, it is one node or two, or there are more, of which the first and the last become
//! regions. What lies between these two is *inner*: only their links and its own lead there. The nodes of a segment are alike but for
//! their links, so a claim that reads links only to compare them with the two nodes ([`is_about_neighbours`]) holds of all inner
//! nodes if it holds of one, and of all links between them if it holds of one. Where it does not, nothing is known: there may be no
//! inner node.

use std::collections::BTreeMap;

use super::{FormulaJudge, Place, Reached};
use crate::ctype::{FieldId, TypeId};
use crate::program::expr::bound_name;
use crate::program::{BinaryOp, Expr, ExprNode};
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::graph::Graph;
use crate::smg::domain::object::{Kind, Object, SegmentShape};
use crate::smg::domain::value::{Address, ObjectId, Target, Value};
use crate::smg::property::specified::visit_formula;
use crate::smg::transfer::segment::{End, decided, materialised};
use crate::spec::{StateFormula, StructureClaim};

/// A claim, as the specification has it.
pub(super) struct Asked<'f> {
    pub claim: &'f StructureClaim<StateFormula>,
    pub avoid: &'f [Expr],
    pub fields: &'f [FieldId],
    pub from: &'f Expr,
}

/// The regions before and behind what is inner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    first: ObjectId,
    last: ObjectId,
    shape: SegmentShape,
}

/// What is inner.
pub(super) type Inner = BTreeMap<ObjectId, Ends>;

/// Whether a link leads from the first node of a list to what is inner.
pub(super) fn leads_inside(inner: &Inner, from: Place, to: Place) -> bool {
    let is_first = |ends: &Ends| ends.first == from.address.object;
    to.address.target == Target::First && inner.get(&to.address.object).is_some_and(is_first)
}

impl FormulaJudge<'_> {
    /// A segment on the way of which the claim can be told in cases.
    pub(super) fn next_segment(
        &self,
        asked: &Asked<'_>,
        reached: &Reached,
        node: TypeId,
        inner: &Inner,
    ) -> Option<ObjectId> {
        let types = &self.executor.program.types;
        let ([next], Some(body)) = (asked.fields, asked.claim.body()) else { return None };
        let is_told = |place: &&Place| {
            let Some(object) = self.graph().object(place.address.object) else { return false };
            let link = |field: FieldId| place.address.offset + types.field(field).offset as i64;
            let follows = |shape: SegmentShape| {
                let is_link = |field: FieldId| shape.links().any(|offset| offset == link(field));
                shape.next == link(*next) && is_about_neighbours(body, &is_link)
            };
            let is_new = !inner.contains_key(&place.address.object);
            place.ty == node && is_new && object.level == 0 && object.linkage().is_some_and(follows)
        };
        reached.places.iter().find(is_told).map(|place| place.address.object)
    }

    /// A claim in each case of a segment: true or false where it is so in all.
    pub(super) fn in_each_case_of(
        &self,
        segment: ObjectId,
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

    fn cases(&self, segment: ObjectId, inner: &Inner) -> Option<Vec<(Graph, Inner)>> {
        let shape = self.graph().object(segment)?.linkage()?;
        let mut found = Vec::new();
        for begun in materialised(self.graph(), segment, End::First, self.word) {
            if begun.object(segment).is_none() {
                found.push((begun, inner.clone()));
                continue;
            }
            let leads_there = |object: &Object| {
                object.kind == Kind::Region && self.leads(object, shape) == Some((segment, Target::First))
            };
            let (first, _) = begun.objects().find(|(_, object)| leads_there(object))?;
            let ended = materialised(&begun, segment, End::Last, self.word);
            for graph in ended.into_iter().flat_map(|graph| self.with_and_without(graph, segment)) {
                let mut inner = inner.clone();
                if let Some(last) = self.behind(&graph, segment, shape) {
                    inner.insert(segment, Ends { first, last, shape });
                }
                found.push((graph, inner));
            }
        }
        Some(found)
    }

    /// Without a segment, and with a node of it at least.
    fn with_and_without(&self, graph: Graph, segment: ObjectId) -> Vec<Graph> {
        match graph.object(segment).is_some_and(|object| object.minimum() == 0) {
            true => decided(&graph, segment, self.word),
            false => vec![graph],
        }
    }

    /// What the link of a node leads to.
    fn leads(&self, object: &Object, shape: SegmentShape) -> Option<(ObjectId, Target)> {
        match object.read(shape.next, self.word) {
            Value::Address(Address { object, target, .. }) => Some((object, target)),
            _ => None,
        }
    }

    /// The region behind a node.
    fn behind(&self, graph: &Graph, node: ObjectId, shape: SegmentShape) -> Option<ObjectId> {
        self.leads(graph.object(node)?, shape).filter(|(_, target)| *target == Target::Region).map(|(object, _)| object)
    }

    /// What holds of every inner node.
    pub(super) fn of_inner_nodes(&self, place: Place, ends: Ends, body: &StateFormula) -> Option<bool> {
        let (graph, node) = self.taken_out(self.graph(), place.address.object, ends.first, ends.shape)?;
        self.holds(graph, [node; 2], place.address.offset, body)
    }

    /// What holds of every link from or to an inner node.
    pub(super) fn of_inner_links(&self, place: Place, ends: Ends, body: &StateFormula) -> Option<bool> {
        let (segment, offset) = (place.address.object, place.address.offset);
        let (one, node) = self.taken_out(self.graph(), segment, ends.first, ends.shape)?;
        let (two, other) = self.taken_out(&one, segment, node, ends.shape)?;
        let end = nonempty(materialised(self.graph(), segment, End::Last, self.word), segment)?;
        let last = self.behind(&end, segment, ends.shape)?;
        self.holds(one, [ends.first, node], offset, body)?;
        self.holds(two, [node, other], offset, body)?;
        self.holds(end, [last, ends.last], offset, body)
    }

    /// The graph in which the first inner node is a region, and that.
    fn taken_out(
        &self,
        graph: &Graph,
        segment: ObjectId,
        before: ObjectId,
        shape: SegmentShape,
    ) -> Option<(Graph, ObjectId)> {
        let graph = nonempty(materialised(graph, segment, End::First, self.word), segment)?;
        let node = self.behind(&graph, before, shape)?;
        Some((graph, node))
    }

    /// True if it is; what is false of nodes that may not be there is not known.
    fn holds(&self, graph: Graph, nodes: [ObjectId; 2], offset: i64, body: &StateFormula) -> Option<bool> {
        let mut own = Configuration { graph, ..self.configuration.clone() };
        let at = |object| Address { object, target: Target::Region, offset };
        FormulaJudge::new(self.executor, &mut own).of_nodes(nodes.map(at), body).filter(|truth| *truth)
    }
}

/// The graph in which a segment has lost a node, and not all.
fn nonempty(graphs: Vec<Graph>, segment: ObjectId) -> Option<Graph> {
    graphs.into_iter().find(|graph| graph.object(segment).is_some())
}

/// Whether a formula about two neighbours reads links of theirs only to compare them with the two, and else what stands in the
/// nodes themselves.
fn is_about_neighbours(formula: &StateFormula, is_link: &dyn Fn(FieldId) -> bool) -> bool {
    let is_node = |expr: &Expr| matches!(expr.node, ExprNode::Symbol(symbol) if bound_name(symbol).is_some());
    let field_read = |expr: &Expr| {
        let ExprNode::Load(address) = &expr.node else { return None };
        let ExprNode::FieldAddress(node, field) = &address.node else { return None };
        is_node(node).then_some(*field)
    };
    let is_link = |expr: &Expr| field_read(expr).is_some_and(is_link);
    // Each read of a node that is no plain one counts against it, and so does each link, unless it is compared with a node.
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
