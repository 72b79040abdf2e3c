//! Nodes that the program has found by a number: a variable points to the node, and one of its numbers is related to a number
//! that a variable holds (`key < node->key`). The program is about to branch on the same comparison, so widening keeps the
//! node: a segment has no numbers of a single node. Nor are configurations joined whose comparisons contradict each
//! other. Variables are finitely many, so such nodes are, too.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::object::{Kind, Object, Origin};
use crate::domain::value::{ObjectId, UnknownId, Value};

/// Returns these nodes; none unless numbers are related.
pub(super) fn nodes(graph: &Graph) -> BTreeSet<ObjectId> {
    if !graph.has_relations() {
        return BTreeSet::new();
    }
    let in_variables: BTreeSet<UnknownId> =
        graph.objects().filter(|(_, object)| !object.is_heap()).flat_map(|(_, object)| numbers(object)).collect();
    let mut related = in_variables.clone();
    for (left, right, _) in graph.orders() {
        let is_in_variable = [left, right].map(|number| in_variables.contains(&number));
        related.extend([right].into_iter().filter(|_| is_in_variable[0]));
        related.extend([left].into_iter().filter(|_| is_in_variable[1]));
    }
    let is_compared =
        |node: ObjectId| graph.object(node).is_some_and(|object| numbers(object).any(|n| related.contains(&n)));
    let pointers = graph.objects().filter(|(_, object)| compares(graph, object));
    let nodes = pointers.flat_map(|(_, object)| object.successors()).map(|(_, to)| to);
    nodes.filter(|node| is_region(graph, *node) && is_compared(*node)).collect()
}

/// Returns true for the memory of a pointer through which the program reads numbers that it compares.
fn compares(graph: &Graph, object: &Object) -> bool {
    matches!(object.origin, Origin::Variable(variable) if graph.thresholds().roles().compares(variable))
}

fn is_region(graph: &Graph, node: ObjectId) -> bool {
    graph.object(node).is_some_and(|object| object.is_heap() && object.kind == Kind::Region)
}

/// Bounds on the difference between a number in a node and a number in a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    /// The variable that points to the node, as an index in [`Configuration::roots`].
    ///
    /// [`Configuration::roots`]: crate::domain::configuration::Configuration::roots
    pointer: usize,
    /// The place of the number in the node.
    offset: i64,
    /// The variable with the other number, as an index in the roots.
    variable: usize,
    /// Upper bounds on the first number minus the second one, and on the second minus the first.
    most: [i128; 2],
}

impl Comparison {
    /// Returns true if both are about the same two numbers, and no numbers satisfy both.
    fn contradicts(&self, other: &Comparison) -> bool {
        let place = |one: &Comparison| (one.pointer, one.offset, one.variable);
        let no_room = |one: usize| self.most[one].saturating_add(other.most[1 - one]) < 0;
        place(self) == place(other) && (no_room(0) || no_room(1))
    }
}

/// Returns true if a comparison of one configuration contradicts one of the other.
pub(super) fn contradict(left: &[Comparison], right: &[Comparison]) -> bool {
    left.iter().any(|one| right.iter().any(|other| one.contradicts(other)))
}

/// Returns the comparisons of a configuration.
pub(super) fn comparisons(graph: &Graph, roots: &[ObjectId]) -> Vec<Comparison> {
    if !graph.has_relations() {
        return Vec::new();
    }
    let values: Vec<(usize, Value)> =
        roots.iter().enumerate().filter_map(|(at, root)| Some((at, whole(graph, *root)?))).collect();
    let mut found = Vec::new();
    let may_compare = |at: usize| graph.object(roots[at]).is_some_and(|object| compares(graph, object));
    for (pointer, value) in values.iter().filter(|(at, _)| may_compare(*at)) {
        let node = value.object().filter(|to| is_region(graph, *to)).and_then(|to| graph.object(to));
        let fields = node.map_or(&[][..], Object::fields);
        for field in fields.iter().filter(|field| matches!(field.value, Value::Unknown(_))) {
            for (variable, number) in &values {
                let Some((one, other)) = graph.term(field.value).zip(graph.term(*number)) else { continue };
                let most = [graph.most_above(one, other), graph.most_above(other, one)];
                if matches!(number, Value::Unknown(_)) && most != [i128::MAX; 2] {
                    found.push(Comparison { pointer: *pointer, offset: field.offset, variable: *variable, most });
                }
            }
        }
    }
    found
}

/// Returns the value of a variable that holds a single one.
fn whole(graph: &Graph, variable: ObjectId) -> Option<Value> {
    let object = graph.object(variable)?;
    let size = i64::try_from(object.size.single()?).ok()?;
    object.piece(0, size)
}

fn numbers(object: &Object) -> impl Iterator<Item = UnknownId> + '_ {
    object.fields().iter().filter_map(|field| match field.value {
        Value::Unknown(number) => Some(number),
        _ => None,
    })
}
