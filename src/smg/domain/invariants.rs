//! Consistency of configurations (paper, section 0.2.3, consistent graphs), asserted after each operation in builds
//! with debug assertions.
//!
//! [`inconsistency`] checks the conditions that a finished join or merge may violate. Its result is dropped then, so
//! release builds check them as well. [`violation`] and [`broken`] add conditions that nothing may violate:
//!
//! - objects: segments and nested objects are heap blocks. A segment is valid, its links lie inside of its nodes, the
//!   next link comes before the back link if both point to the same offset of a node, and an optional one has at most
//!   one node. Memory that is gone holds nothing, except for the links of a freed node that may be missing;
//! - fields: as [`Object`] keeps them, with values that fit in them;
//! - nesting: a nested object has one parent, one level up. Only objects nested below a segment, or the segment itself,
//!   point to each of its nodes. The links of a segment do not lead below it;
//! - values: unknown values exist in the graph and are not single integers. Disequalities are in normal form, and none
//!   is implied by a range;
//! - names: each variable in scope has memory of its own. Reachable memory of a variable that may be used belongs to a
//!   variable in scope.
//!
//! The code deviates from the paper: an address may point to any offset of a node, not only to its head. A node may
//! point to itself (an address of "each node" in the segment itself). The back links of segments that may be empty may
//! form a ring, as when the first node of a list points to the last; their target is unknown once all of these segments
//! are empty. Disequalities may mention objects and values that are gone, which are never looked up.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::limits::{MOST_BYTES_OF_VALUE, MOST_CHECKED};
use crate::domain::object::{BackLink, HasValue, Kind, Liveness, Object, Origin, SegmentShape, TerminatedString};
use crate::domain::value::{Address, ObjectId, Range, Target, UnknownId, Value};
use base::ids::Id;
use program::VariableId;

/// Returns true if a graph is to be checked after an operation: always if it is small, else pseudo-randomly by its
/// hash.
fn is_due(graph: &Graph) -> bool {
    let size: usize = graph.objects().map(|(_, object)| 1 + object.fields().len()).sum();
    size < MOST_CHECKED || {
        let mut hasher = FxHasher::default();
        graph.hash(&mut hasher);
        hasher.finish().is_multiple_of(1 + (size / MOST_CHECKED) as u64)
    }
}

/// Asserts the invariants of a configuration after an operation, in debug builds.
pub fn assert_holds(configuration: &Configuration, word: i64, operation: &str) {
    if cfg!(debug_assertions) && is_due(&configuration.graph) {
        let found = broken(configuration, word);
        debug_assert!(found.is_none(), "after {operation}: {}", found.unwrap_or_default());
    }
}

/// As [`assert_holds`], for a graph alone.
pub fn assert_consistent(graph: &Graph, word: i64, operation: &str) {
    if cfg!(debug_assertions) && is_due(graph) {
        let found = violation(graph, word);
        debug_assert!(found.is_none(), "after {operation}: {}", found.unwrap_or_default());
    }
}

/// Describes an inconsistency in a graph that was merged from two; `None` if there is none.
pub fn inconsistency(graph: &Graph, word: i64) -> Option<String> {
    let of_objects = graph.objects().find_map(|(id, object)| {
        let found = misplaced_fields(object)
            .or_else(|| broken_leaves(graph, object, word))
            .or_else(|| object.successors().find_map(|(field, to)| misled(graph, (id, object), (field.value, to))));
        found.map(|what| format!("{what}: object {} ({object:?})", id.index()))
    });
    of_objects.or_else(|| empty_ring(graph, word)).or_else(|| broken_nesting(graph))
}

/// Describes fields that overlap or lie outside of an object.
fn misplaced_fields(object: &Object) -> Option<String> {
    let high = object.possible_end();
    if object.fields().iter().any(|field| field.offset < 0 || field.offset + field.size > high) {
        return Some("a field lies outside of its object".into());
    }
    let overlap = object.fields().windows(2).any(|pair| pair[0].offset + pair[0].size > pair[1].offset);
    overlap.then(|| "fields of an object overlap".into())
}

/// Describes links of a tree that do not hold one leaf value: an integer, or the address of a region, or anything at all.
fn broken_leaves(graph: &Graph, object: &Object, word: i64) -> Option<String> {
    let linkage = object.linkage().filter(|linkage| linkage.is_tree())?;
    let is_leaf = |value: Value| match value {
        Value::Integer(_) | Value::PERHAPS_UNDEFINED => true,
        Value::Address(address) => graph.object(address.object).is_some_and(|to| !to.is_abstract()),
        _ => false,
    };
    let mut leaves = linkage.sides.all().map(|side| object.read(side, word));
    let first = leaves.next()?;
    (!is_leaf(first) || leaves.any(|leaf| leaf != first)).then(|| "the leaves of a tree differ".into())
}

/// Describes an address in an object that does not match its target.
fn misled(graph: &Graph, (id, object): (ObjectId, &Object), (value, to): (Value, ObjectId)) -> Option<String> {
    let Some(target) = graph.object(to) else { return Some("an address leads to an object that is gone".into()) };
    let of_own_node = object.level > target.level || to == id;
    let Value::Address(address) = value else {
        return (target.is_abstract() && !of_own_node).then(|| "an address leads somewhere into a segment".into());
    };
    let fits = match (target.kind, address.target) {
        (Kind::Region, target) => target == Target::Region,
        (Kind::Segment { linkage, .. }, Target::Last) => linkage.back.is_some(),
        (Kind::Segment { .. } | Kind::Optional | Kind::Choice { .. }, Target::First) => true,
        // From below a node to the node, or from a node to itself.
        (Kind::Segment { .. } | Kind::Optional, Target::All) => of_own_node,
        (Kind::Segment { .. }, Target::Region) | (Kind::Optional | Kind::Choice { .. }, _) => false,
    };
    match () {
        () if !fits => Some(format!("an address is of the wrong sort: {address:?}")),
        () if target.level > object.level + 1 => Some("an address leads two levels down".into()),
        () if target.level > object.level && !object.is_abstract() => {
            Some("something is nested below a single block".into())
        }
        () => None,
    }
}

/// Describes an inconsistency in a graph; `None` if there is none.
pub fn violation(graph: &Graph, word: i64) -> Option<String> {
    let of_objects = || {
        graph.objects().find_map(|(id, object)| {
            let found = broken_object(object)
                .or_else(|| object.linkage().and_then(|linkage| broken_segment(object, linkage, word)))
                .or_else(|| object.fields().iter().find_map(|field| broken_field(graph, object, *field, word)))
                .or_else(|| object.strings().iter().find_map(|string| broken_string(graph, object, *string)));
            found.map(|what| format!("{what}: object {} ({object:?})", id.index()))
        })
    };
    inconsistency(graph, word).or_else(of_objects).or_else(|| broken_note(graph)).or_else(|| shared_run(graph))
}

/// Describes a run of elements that belongs to two arrays, or is there twice in one.
fn shared_run(graph: &Graph) -> Option<String> {
    let runs = graph.all_runs();
    if runs.is_empty() {
        return None;
    }
    let mut holders: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for (_, to) in graph.objects().flat_map(|(_, object)| object.successors()) {
        *holders.entry(to).or_default() += 1;
    }
    let is_shared = |id: &ObjectId| holders.get(id).is_some_and(|count| *count > 1);
    runs.into_iter()
        .find(is_shared)
        .map(|id| format!("a run of elements belongs to several arrays: object {}", id.index()))
}

/// Describes violations in an object that do not depend on the values of its fields.
fn broken_object(object: &Object) -> Option<String> {
    let is_gone = object.liveness != Liveness::Valid;
    // The address of a freed block or of what follows it: such a node only knows its successor.
    if let (true, Kind::Segment { linkage, optional: true, .. }) = (object.liveness == Liveness::Freed, object.kind) {
        let holds = object.fields().iter().any(|field| !linkage.has(field.offset));
        return holds.then(|| "a freed node that may be missing holds something".into());
    }
    match object.kind {
        _ if object.size.low() < 0 => Some("an object has a negative size".into()),
        _ if object.is_choice() != (object.origin == Origin::Choice) => Some("a choice is memory".into()),
        _ if object.level > 0 && !object.is_heap() && !object.is_choice() => {
            Some("a nested object is not on the heap".into())
        }
        _ if !object.disjuncts().tell_sizes() && object.disjuncts().describe(object.sure_end(), i64::MAX) => {
            Some("disjuncts describe bytes behind the end".into())
        }
        _ if is_gone
            && !(object.disjuncts().is_empty()
                && object.size_relations().is_empty()
                && object.strings().is_empty()) =>
        {
            Some("something is recorded of memory that is gone".into())
        }
        _ if is_gone && !object.fields().is_empty() => Some("memory that is gone holds something".into()),
        Kind::Segment { .. } if is_gone || !object.is_heap() => Some("a segment is no valid block of the heap".into()),
        Kind::Optional if !object.is_heap() => Some("a block that may be missing is none of the heap".into()),
        Kind::Segment { minimum: 1.., optional: true, .. } => Some("an optional node is surely there".into()),
        _ => None,
    }
}

/// Describes violations in the links of a segment.
fn broken_segment(object: &Object, linkage: SegmentShape, word: i64) -> Option<String> {
    let end = object.sure_end();
    let SegmentShape { head, next, back, .. } = linkage;
    let outside = linkage.links().any(|link| link < 0 || link + word > end);
    let sides = || linkage.sides.all();
    let are_apart = |[a, b]: [i64; 2]| a + word <= b;
    match back {
        _ if outside => Some("a link lies outside of the node".into()),
        _ if !linkage.forward().zip(sides()).all(|(link, side)| are_apart([link, side])) => {
            Some("the links of a tree overlap".into())
        }
        Some(BackLink { at, into }) if linkage.is_tree() => {
            let is_right = into == head && sides().all(|side| (at - side).abs() >= word);
            (!is_right || (at - next).abs() < word).then(|| "a link to the parent leads elsewhere".into())
        }
        Some(BackLink { at, .. }) if (at - next).abs() < word => Some("the two links of a node overlap".into()),
        Some(BackLink { at, into }) if into == head && at < next => {
            Some("the link back does not come after the link to the next node".into())
        }
        Some(BackLink { into, .. }) if into != head && into != next => Some("a link back leads elsewhere".into()),
        _ => None,
    }
}

/// Describes violations in a field of an object.
fn broken_field(graph: &Graph, object: &Object, field: HasValue, word: i64) -> Option<String> {
    let bits = 8 * field.size.clamp(0, MOST_BYTES_OF_VALUE) as u32;
    let fits = match field.value {
        _ if field.size <= 0 || field.value == object.fill().value() => false,
        Value::Undefined | Value::ZERO | Value::ANY | Value::PERHAPS_UNDEFINED => true,
        Value::Address(Address { object, .. }) if field.holds_row() => {
            graph.object(object).is_some_and(Object::is_elements)
        }
        _ if field.size > MOST_BYTES_OF_VALUE => false,
        Value::PerhapsUndefined(_) => true,
        Value::Bits(byte) => field.size == 1 && ![0, u8::MAX].contains(&byte.unwritten()),
        Value::Integer(integer) => {
            Range::of_format((bits, true)).hull(Range::of_format((bits, false))).includes(Range::exactly(integer))
        }
        Value::Address(_) | Value::Function(_) => field.size >= word,
        Value::Inside { low, high, steps, .. } => {
            field.size >= word && low <= high && steps.is_none_or(|steps| graph.knows(steps.number()))
        }
        Value::Unknown(id) => graph.knows(id),
        Value::Any(range) => range.single().is_none(),
    };
    (!fits).then(|| format!("a field holds what it cannot: {field:?}"))
}

/// Describes violations in a string of an object.
fn broken_string(graph: &Graph, object: &Object, string: TerminatedString) -> Option<String> {
    let is_known = string.length.number().is_none_or(|number| graph.knows(number));
    let is_inside = 0 <= string.start && i128::from(string.start) < object.size.high();
    (!(is_known && is_inside)).then(|| format!("a string that cannot be: {string:?}"))
}

/// Describes nested objects without a unique parent, and addresses of each node that do not come from below.
fn broken_nesting(graph: &Graph) -> Option<String> {
    if graph.objects().all(|(_, object)| object.level == 0 && !object.is_abstract()) {
        return None;
    }
    let mut parents: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
    let mut below: BTreeSet<(ObjectId, ObjectId)> = BTreeSet::new();
    for (id, object) in graph.objects().filter(|(_, object)| object.is_abstract()) {
        for nested in graph.nested_below(id) {
            below.insert((id, nested));
            let is_child = graph.object(nested).is_some_and(|nested| nested.level == object.level + 1);
            if let Some(other) = is_child.then(|| parents.insert(nested, id)).flatten() {
                return Some(format!("object {nested:?} is nested below {other:?} and {id:?}"));
            }
        }
        let is_link = |offset: i64| object.linkage().is_some_and(|linkage| linkage.has(offset));
        let mut links = object.successors().filter(|(field, _)| is_link(field.offset));
        if links.any(|(_, to)| graph.object(to).is_some_and(|to| to.level > object.level)) {
            return Some(format!("a link of {id:?} leads below it"));
        }
    }
    for (id, object) in graph.objects() {
        if object.level > 0 && !parents.contains_key(&id) {
            return Some(format!("object {id:?} of level {} is nested below nothing", object.level));
        }
        let is_abstract = |id: ObjectId| graph.object(id).is_some_and(Object::is_abstract);
        let of_each = |field: &HasValue| match field.value {
            Value::Address(address) => address.target == Target::All,
            Value::Inside { object, .. } => is_abstract(object),
            _ => false,
        };
        let strange = |(field, to): (HasValue, ObjectId)| of_each(&field) && to != id && !below.contains(&(to, id));
        if object.successors().any(strange) {
            return Some(format!("object {id:?} leads to each node of a segment that it is not nested below"));
        }
    }
    None
}

/// Describes a ring of segments that may all be empty: if they are, their addresses point to nothing.
fn empty_ring(graph: &Graph, word: i64) -> Option<String> {
    let may_be_empty = |id: ObjectId| match graph.object(id)?.kind {
        Kind::Segment { linkage, minimum: 0, .. } => Some(linkage.next),
        _ => None,
    };
    let beyond = |id: ObjectId| match graph.object(id)?.read(may_be_empty(id)?, word) {
        Value::Address(Address { object, target: Target::First, .. }) => Some(object),
        _ => None,
    };
    let mut ends: BTreeSet<ObjectId> = BTreeSet::new();
    for (id, _) in graph.objects() {
        let (mut passed, mut at) = (BTreeSet::new(), Some(id));
        while let Some(here) = at.filter(|here| may_be_empty(*here).is_some() && !ends.contains(here)) {
            if !passed.insert(here) {
                return Some(format!("segments that may be empty lead to each other in a ring, from {here:?} on"));
            }
            at = beyond(here);
        }
        ends.extend(passed);
    }
    None
}

/// Describes violations in the facts about unknown values.
fn broken_note(graph: &Graph) -> Option<String> {
    let is_defined = |number: UnknownId| graph.definitions().any(|(id, _)| id == number);
    let order = graph.orders().find(|(x, y, _)| x == y || is_defined(*x) || is_defined(*y));
    if let Some((x, y, by)) = order {
        return Some(format!("it is recorded that {x:?} exceeds {y:?} by {by} at most"));
    }
    let mut terms = graph.definitions().map(|(_, term)| term).chain(graph.recorded_sizes().map(|(_, term)| term));
    if let Some(term) = terms.find(|term| term.parts().is_none_or(|(number, ..)| is_defined(number))) {
        return Some(format!("what is computed is recorded to be {term:?}"));
    }
    graph.differences().find_map(|(id, other)| {
        let range = graph.range(Value::Unknown(id)).unwrap_or(Range::ALL);
        let is_right = match other {
            Value::Unknown(other) => id < other,
            Value::Integer(integer) => range.low() < integer && integer < range.high(),
            Value::Address(_) | Value::Function(_) => true,
            _ => false,
        };
        let is_right = is_right || !graph.knows(id);
        (!is_right).then(|| format!("it is recorded that {id:?}, {range:?}, differs from {other:?}"))
    })
}

/// Describes an inconsistency in a configuration; `None` if there is none.
pub fn broken(configuration: &Configuration, word: i64) -> Option<String> {
    violation(&configuration.graph, word).or_else(|| broken_names(configuration))
}

/// Describes violations in the memory of variables, literals and stack blocks.
fn broken_names(configuration: &Configuration) -> Option<String> {
    let is_right = |id: ObjectId, origin: &dyn Fn(Origin) -> bool| {
        let object = configuration.graph.object(id);
        object.is_some_and(|object| {
            origin(object.origin) && object.liveness == Liveness::Valid && object.kind == Kind::Region
        })
    };
    let named = |(variable, id): (&VariableId, &ObjectId)| {
        (*id, is_right(*id, &|origin| origin == Origin::Variable(*variable)))
    };
    let mut roots: Vec<(ObjectId, bool)> = configuration.globals.iter().map(named).collect();
    let literals = configuration.literals.iter();
    roots.extend(literals.map(|(string, id)| (*id, is_right(*id, &|origin| origin == Origin::Literal(*string)))));
    let is_of_caller = |origin| {
        matches!(origin, Origin::Stack | Origin::External | Origin::Arguments | Origin::Argument | Origin::Door)
    };
    roots.extend(configuration.cutpoints.iter().map(|id| (*id, is_right(*id, &is_of_caller))));
    for frame in &configuration.frames {
        roots.extend(frame.variables.iter().map(named));
        roots.extend(frame.blocks.iter().map(|id| (*id, is_right(*id, &|origin| origin == Origin::Stack))));
    }
    if let Some((id, _)) = roots.iter().find(|(_, is_right)| !is_right) {
        return Some(format!("a name has not the memory that it should: {:?}", configuration.graph.object(*id)));
    }
    let distinct: BTreeSet<ObjectId> = roots.iter().map(|(id, _)| *id).collect();
    if distinct.len() < roots.len() {
        return Some("two names have one memory".into());
    }
    let nameless = |(id, object): &(ObjectId, &Object)| {
        let is_named = matches!(object.origin, Origin::Variable(_) | Origin::Literal(_) | Origin::Stack | Origin::Door);
        is_named && object.liveness == Liveness::Valid && !distinct.contains(id)
    };
    let seen = configuration.graph.reachable(configuration.roots());
    let found = configuration.graph.objects().filter(|(id, _)| seen[id.index()]).find(nameless);
    found.map(|(id, object)| format!("memory of a name has none: {id:?} ({object:?})"))
}
