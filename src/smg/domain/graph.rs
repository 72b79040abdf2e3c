//! Symbolic memory graphs: objects, and facts about the unknown values in them (paper, section 0.2.3).
//!
//! Graphs share objects until one of them is written to (copy on write). A graph knows neither variables nor programs.

mod inequalities;
mod lengths;
mod reachability;
mod recent_facts;
mod relations;
mod renumbered;
mod rows;
mod strings;
mod term;
mod uninitialized;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::domain::graph::lengths::{Quantity, ShapeConclusion, difference};
pub use crate::domain::graph::reachability::LeakCandidate;
use crate::domain::graph::recent_facts::RecentFacts;
pub use crate::domain::graph::recent_facts::{Operation, Operator};
use crate::domain::graph::relations::Relations;
pub use crate::domain::graph::rows::{Row, RunLayout};
pub use crate::domain::graph::strings::WrittenBytes;
pub use crate::domain::graph::term::Term;
use crate::domain::object::{HasValue, Object};
use crate::domain::thresholds::Thresholds;
use crate::domain::value::{Address, ObjectId, Range, UnknownId, Value};
use base::ids::Id;
use ctype::TypeId;

/// Facts about an unknown value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Unknown {
    range: Range,
    sort: Sort,
    /// The bits known to be zero, of the lowest 64.
    zeros: u64,
}

/// The origin of an unknown value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sort {
    /// An unconstrained symbol, such as an input: each value of the range occurs.
    Unconstrained,
    /// A dependent symbol: computed from other values in a way that the graph does not record.
    Dependent,
    /// A pointer that a function without a body has given: NULL, or it leads to an object of this type.
    Given(TypeId),
    /// Never written, but a branch has chosen a value for it: each value of the range occurs.
    Undefined,
    /// Some of its bytes were never written.
    PartlyUndefined,
    /// Perhaps never written, or computed from such a value.
    PerhapsUndefined,
}

/// Replaces the values of an object, which is copied only if one of them changes.
fn map_object(object: &mut Arc<Object>, map: impl Fn(Value) -> Value) {
    if object.values().any(|value| map(value) != value) {
        Arc::make_mut(object).map_values(map);
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Graph {
    objects: Vec<Option<Arc<Object>>>,
    unknowns: Vec<Option<Unknown>>,
    /// Pairs of values known to differ. For two unknown values, the smaller id comes first.
    unequal: BTreeSet<(UnknownId, Value)>,
    recent_facts: RecentFacts,
    /// `None` unless relations are kept.
    relations: Option<Relations>,
    thresholds: Thresholds,
}

impl Graph {
    /// Returns an empty graph with capacity for this many objects.
    pub fn with_room_for(objects: usize) -> Graph {
        Graph { objects: Vec::with_capacity(objects), ..Graph::default() }
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(Some(Arc::new(object)));
        ObjectId::from_index(self.objects.len() - 1)
    }

    /// Returns the object with this id; `None` if it was removed.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index())?.as_deref()
    }

    /// Returns an object for mutation; forgets recent facts about it.
    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.recent_facts.forget_object(id);
        self.objects.get_mut(id.index())?.as_mut().map(Arc::make_mut)
    }

    /// Removes an object. Nothing may point to it any more.
    pub fn remove(&mut self, id: ObjectId) {
        self.recent_facts.forget_removed(id);
        if let Some(relations) = &mut self.relations {
            relations.forget_object(id);
        }
        if let Some(slot) = self.objects.get_mut(id.index()) {
            *slot = None;
        }
    }

    /// Returns an exclusive upper bound on the indices of all objects: of each id for which [`Graph::object`] returns
    /// one, hence of those that [`Graph::objects`] and [`Graph::nested_below`] return. Vectors of flags by object have
    /// this length.
    pub fn id_bound(&self) -> usize {
        self.objects.len()
    }

    pub fn has_choices(&self) -> bool {
        self.objects().any(|(_, object)| object.is_choice())
    }

    /// Returns all objects, in ascending order of their ids.
    pub fn objects(&self) -> impl DoubleEndedIterator<Item = (ObjectId, &Object)> {
        self.objects
            .iter()
            .enumerate()
            .filter_map(|(index, slot)| Some((ObjectId::from_index(index), slot.as_deref()?)))
    }

    /// Returns a new unconstrained value: each value of the range occurs.
    pub fn unknown(&mut self, range: Range) -> Value {
        self.named(range, Sort::Unconstrained)
    }

    /// Returns a new pointer to an object of this type, or NULL, from a function without a body.
    pub fn given(&mut self, target: TypeId) -> Value {
        self.named(Range::ALL, Sort::Given(target))
    }

    /// Returns the type of the object that a pointer from a function without a body leads to, unless it is NULL.
    pub fn given_type(&self, value: Value) -> Option<TypeId> {
        match value {
            Value::Unknown(id) => match self.about(id).sort {
                Sort::Given(target) => Some(target),
                _ => None,
            },
            _ => None,
        }
    }

    /// Forgets that pointers from functions without a body lead to objects: one of these may have ended.
    pub fn forget_given(&mut self) {
        for about in self.unknowns.iter_mut().flatten() {
            if let Sort::Given(_) = about.sort {
                about.sort = Sort::Dependent;
            }
        }
    }

    /// Returns a new value for memory that was never written, on which a branch depends.
    pub fn assumed(&mut self, range: Range) -> Value {
        self.named(range, Sort::Undefined)
    }

    /// Returns a new unknown value of which some bytes were never written.
    pub fn partly_undefined(&mut self, range: Range) -> Value {
        self.named(range, Sort::PartlyUndefined)
    }

    /// Returns a new unknown value that was perhaps never written, and lies in `range` otherwise. It is named even if
    /// the range is a single integer.
    pub fn perhaps_undefined(&mut self, range: Range) -> Value {
        self.new_name(range, Sort::PerhapsUndefined)
    }

    /// Splits on whether a maybe uninitialized value was written: the graph where it was not, then the graph where it
    /// was.
    pub fn written_or_not(&self, id: UnknownId) -> Vec<Graph> {
        let (mut undefined, mut written) = (self.clone(), self.clone());
        undefined.substitute(id, Value::Undefined);
        let number = written.dependent(self.about(id).range);
        written.substitute(id, number);
        vec![undefined, written]
    }

    /// Returns a new dependent value: computed from others in a way that is not recorded.
    pub fn dependent(&mut self, range: Range) -> Value {
        self.named(range, Sort::Dependent)
    }

    fn named(&mut self, range: Range, sort: Sort) -> Value {
        match range.single() {
            Some(integer) => Value::Integer(integer),
            None => self.new_name(range, sort),
        }
    }

    fn new_name(&mut self, range: Range, sort: Sort) -> Value {
        self.unknowns.push(Some(Unknown { range, sort, zeros: 0 }));
        Value::Unknown(UnknownId::from_index(self.unknowns.len() - 1))
    }

    fn about(&self, id: UnknownId) -> Unknown {
        let found = self.unknowns.get(id.index()).copied().flatten();
        found.unwrap_or(Unknown { range: Range::ALL, sort: Sort::Dependent, zeros: 0 })
    }

    /// Returns true if the graph has facts about an unknown value, which means that it was not substituted by another
    /// value.
    pub fn knows(&self, id: UnknownId) -> bool {
        let is_recorded = |about: Unknown| about.range.single().is_none() || about.sort == Sort::PerhapsUndefined;
        self.unknowns.get(id.index()).copied().flatten().is_some_and(is_recorded)
    }

    /// Returns true if each value that the graph allows for it occurs: assumptions that the graph can express lose no
    /// precision.
    pub fn is_unconstrained(&self, value: Value) -> bool {
        match value {
            Value::Unknown(id) => {
                matches!(self.about(id).sort, Sort::Unconstrained | Sort::Given(_) | Sort::Undefined)
            }
            Value::Any(_) | Value::Inside { .. } => false,
            _ => true,
        }
    }

    /// Returns true for an unknown value of which some bytes were never written, or that was perhaps never written.
    pub fn is_maybe_uninitialized(&self, value: Value) -> bool {
        match value {
            Value::Unknown(id) => matches!(self.about(id).sort, Sort::PartlyUndefined | Sort::PerhapsUndefined),
            _ => false,
        }
    }

    /// Returns true if a value, or some of its bytes, was certainly never written.
    pub fn is_undefined(&self, value: Value) -> bool {
        match value {
            Value::Unknown(id) => matches!(self.about(id).sort, Sort::Undefined | Sort::PartlyUndefined),
            _ => matches!(value, Value::Undefined | Value::Bits(_)),
        }
    }

    /// Returns true if an object holds an unknown value, or it is the recorded result of an operation.
    pub fn holds(&self, id: UnknownId) -> bool {
        self.recent_facts.has_result(Value::Unknown(id))
            || self.objects().any(|(_, object)| object.values().any(|value| value.number() == Some(id)))
    }

    /// Returns true if a field of fewer bytes holds an unknown value.
    pub fn is_held_in_less(&self, id: UnknownId, bytes: i64) -> bool {
        let is_less = |field: &HasValue| field.value == Value::Unknown(id) && field.size < bytes;
        self.objects().any(|(_, object)| object.fields().iter().any(is_less))
    }

    /// Returns the integers that a value may be; `None` if it is not an integer.
    pub fn range(&self, value: Value) -> Option<Range> {
        match value {
            Value::Integer(integer) => Some(Range::exactly(integer)),
            Value::Unknown(id) => Some(self.about(id).range),
            Value::Any(range) => Some(range),
            _ => None,
        }
    }

    /// Returns the value without its identity, for several cells that may each hold another number of its range.
    pub fn without_name(&self, value: Value) -> Value {
        match value {
            Value::Unknown(id) if self.is_maybe_uninitialized(value) => Value::PerhapsUndefined(self.about(id).range),
            Value::Unknown(id) => Value::Any(self.about(id).range),
            other => other,
        }
    }

    /// Returns the bits of a value that are known to be zero, of the lowest 64.
    pub fn zero_bits(&self, value: Value) -> u64 {
        match value {
            Value::Integer(integer) => !(integer as u64),
            Value::Unknown(id) => self.about(id).zeros,
            _ => 0,
        }
    }

    /// Records that bits of a value are zero. Ignored unless the value is unknown.
    pub fn record_zero_bits(&mut self, value: Value, zeros: u64) {
        if let Value::Unknown(id) = value
            && let Some(Some(about)) = self.unknowns.get_mut(id.index())
        {
            about.zeros |= zeros;
        }
    }

    /// Returns true if two values are known to differ.
    pub fn differ(&self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Unknown(a), Value::Unknown(b)) => self.unequal.contains(&(a.min(b), Value::Unknown(a.max(b)))),
            (Value::Unknown(id), other) | (other, Value::Unknown(id)) => self.unequal.contains(&(id, other)),
            _ => false,
        }
    }

    /// Records that two values differ. Returns false if the graph cannot express it.
    pub fn record_different(&mut self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Unknown(a), Value::Unknown(b)) => {
                self.unequal.insert((a.min(b), Value::Unknown(a.max(b))));
                self.part(left, right);
            }
            (Value::Unknown(id), Value::Integer(integer)) | (Value::Integer(integer), Value::Unknown(id)) => {
                let range = self.range(Value::Unknown(id)).unwrap_or(Range::ALL);
                let (low, high) = (range.low(), range.high());
                if !(low..=high).contains(&integer) {
                    return true;
                }
                let narrowed = match integer {
                    _ if integer == low => Range::new(low + 1, high),
                    _ if integer == high => Range::new(low, high - 1),
                    _ => None,
                };
                match narrowed {
                    Some(narrowed) => self.narrow(id, narrowed),
                    // It was never written, as it has only this value otherwise.
                    None if low == high => {}
                    None => {
                        self.unequal.insert((id, Value::Integer(integer)));
                    }
                }
            }
            (Value::Unknown(id), other @ (Value::Address(_) | Value::Function(_)))
            | (other @ (Value::Address(_) | Value::Function(_)), Value::Unknown(id)) => {
                self.unequal.insert((id, other));
            }
            _ => return false,
        }
        true
    }

    /// Returns true if the range of an unknown value has more elements than there are values that it differs from. If
    /// this holds for every value with disequalities, they are satisfiable together.
    pub fn has_room(&self, value: Value) -> bool {
        let Value::Unknown(id) = value else { return true };
        let range = self.about(id).range;
        let others = self.unequal.iter().filter(|(left, right)| *left == id || *right == value).count();
        range.high() - range.low() >= others as i128
    }

    /// Returns true if a number has become one that it differs from, so that no memory is described.
    pub fn contradicts_itself(&self) -> bool {
        self.unequal.iter().any(|(id, other)| match other {
            Value::Integer(_) => {
                self.range(Value::Unknown(*id)).and_then(Range::single).map(Value::Integer) == Some(*other)
            }
            _ => false,
        })
    }

    /// Returns true if there is a disequality about an unknown value.
    pub fn differs_from_any(&self, id: UnknownId) -> bool {
        self.unequal.iter().any(|(left, right)| *left == id || *right == Value::Unknown(id))
    }

    /// Turns an unknown value into a dependent one, because something was computed from it or a fact about it was lost.
    /// Maybe uninitialized values stay so.
    pub fn bind(&mut self, value: Value) {
        if let Value::Unknown(id) = value
            && !self.is_maybe_uninitialized(value)
            && let Some(Some(about)) = self.unknowns.get_mut(id.index())
        {
            about.sort = Sort::Dependent;
        }
    }

    /// Returns all pairs of values that are known to differ.
    pub fn differences(&self) -> impl Iterator<Item = (UnknownId, Value)> + '_ {
        self.unequal.iter().copied()
    }

    /// Sets the range of an unknown value, and narrows the numbers that are related to it. A singleton range substitutes
    /// the integer for it.
    pub fn narrow(&mut self, id: UnknownId, range: Range) {
        self.set_range(id, range);
        self.narrow_ordered(id, range);
    }

    /// As [`Graph::narrow`], but difference bounds narrow no other number.
    fn set_range(&mut self, id: UnknownId, range: Range) {
        if let Some(integer) = range.single() {
            self.substitute(id, Value::Integer(integer));
        } else if let Some(Some(about)) = self.unknowns.get_mut(id.index()) {
            about.range = range;
            self.narrow_root(id, range);
            self.narrow_computed(id, range);
        }
        // Disequalities that the range implies are dropped; those with an end of the range narrow it further.
        let recorded: Vec<i128> = self
            .unequal
            .iter()
            .filter(|(other, _)| *other == id)
            .filter_map(|(_, value)| match value {
                Value::Integer(integer) if *integer <= range.low() || *integer >= range.high() => Some(*integer),
                _ => None,
            })
            .collect();
        for integer in recorded {
            self.unequal.remove(&(id, Value::Integer(integer)));
            self.record_different(Value::Unknown(id), Value::Integer(integer));
        }
    }

    /// Substitutes a value for an unknown one everywhere.
    pub fn substitute(&mut self, id: UnknownId, value: Value) {
        self.map_values(|found| found.substituted(id, value));
        self.recent_facts.substitute(id, value);
        if let Some(slot) = self.unknowns.get_mut(id.index()) {
            *slot = None;
        }
        let about: Vec<(UnknownId, Value)> =
            self.unequal.iter().copied().filter(|(left, right)| *left == id || *right == Value::Unknown(id)).collect();
        for pair in about {
            self.unequal.remove(&pair);
            let other = if pair.0 == id { pair.1 } else { Value::Unknown(pair.0) };
            self.record_different(value, other);
        }
        self.substitute_in_relations(id, value);
    }

    /// Returns the graph with an integer substituted for an unknown value.
    pub fn where_it_is(&self, id: UnknownId, integer: i128) -> Graph {
        let mut case = self.clone();
        case.substitute(id, Value::Integer(integer));
        case
    }

    /// Replaces values in all objects; only objects that change are copied.
    pub fn map_values(&mut self, map: impl Fn(Value) -> Value) {
        self.recent_facts.forget_objects();
        self.objects.iter_mut().flatten().for_each(|object| map_object(object, &map));
        let changed: Vec<(UnknownId, Value)> =
            self.unequal.iter().copied().filter(|(_, value)| map(*value) != *value).collect();
        for (id, value) in changed {
            self.unequal.remove(&(id, value));
            self.record_different(Value::Unknown(id), map(value));
        }
    }

    /// Records the range of offsets that the address in a cell, an offset in an object, has after a number is added to
    /// it.
    pub fn record_sum(&mut self, cell: (ObjectId, i64), number: UnknownId, offsets: Range) {
        self.recent_facts.add_sum(cell, number, offsets);
    }

    /// Returns the range of offsets that the address in a cell has after a number is added to it, if a branch has
    /// recorded it.
    pub fn recorded_sum(&self, cell: (ObjectId, i64), number: UnknownId) -> Option<Range> {
        self.recent_facts.sum(cell, number)
    }

    pub fn has_sums(&self) -> bool {
        self.recent_facts.has_sums()
    }

    /// Records the result of an operation, so that computing it again yields the same value.
    pub fn record_result(&mut self, operation: Operation, result: Value) {
        self.recent_facts.add_result(operation, result);
    }

    pub fn recorded_result(&self, operation: Operation) -> Option<Value> {
        self.recent_facts.result(operation)
    }

    /// Records the string that was read at an offset in the array of arguments, which nothing writes to.
    pub fn record_argument(&mut self, offset: Term, string: ObjectId) {
        self.recent_facts.add_argument(offset, string);
    }

    /// Returns the string that was read before at an offset in the array of arguments.
    pub fn recorded_argument(&self, offset: Term) -> Option<ObjectId> {
        self.recent_facts.argument(offset).filter(|string| self.object(*string).is_some())
    }

    /// Forgets which string is where in the array of arguments.
    pub fn forget_arguments(&mut self) {
        self.recent_facts.forget_arguments();
    }

    /// Returns the strings of arguments that were read.
    pub fn recorded_arguments(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.recent_facts.arguments()
    }

    /// Maps every address of an object to another value.
    pub fn redirect(&mut self, object: ObjectId, to: impl Fn(Address) -> Value) {
        self.map_values(|value| match value {
            Value::Address(address) if address.object == object => to(address),
            other => other,
        });
    }

    /// Adds all objects of another graph and the facts about its unknown values. Returns the offset that is added to
    /// the ids of its objects.
    pub fn absorb(&mut self, other: &Graph) -> usize {
        let (objects, unknowns) = (self.objects.len(), self.unknowns.len());
        if self.objects.iter().all(Option::is_none) {
            *self = other.clone();
            return 0;
        }
        let moved = |value: Value| {
            let moved = value.with_object(|id| ObjectId::from_index(id.index() + objects));
            moved.renumbered(|id| UnknownId::from_index(id.index() + unknowns))
        };
        self.objects.extend_from_slice(&other.objects);
        self.objects[objects..].iter_mut().flatten().for_each(|object| map_object(object, moved));
        self.unknowns.extend(&other.unknowns);
        let pairs =
            other.unequal.iter().map(|(id, value)| (UnknownId::from_index(id.index() + unknowns), moved(*value)));
        self.unequal.extend(pairs);
        if let (Some(relations), Some(other)) = (&mut self.relations, &other.relations) {
            let unknown = |id: UnknownId| UnknownId::from_index(id.index() + unknowns);
            relations.absorb(other, unknown, |id| ObjectId::from_index(id.index() + objects));
        }
        objects
    }

    /// Renumbers objects and unknown values in the order in which they are found from the roots, and drops all others.
    /// Graphs that differ only in ids become equal. Also returns the new id of every object.
    pub fn canonical(&self, roots: impl IntoIterator<Item = ObjectId>) -> (Graph, Vec<Option<ObjectId>>) {
        let mut renamed: Vec<Option<ObjectId>> = vec![None; self.objects.len()];
        let mut order: Vec<ObjectId> = Vec::new();
        let visit = |id: ObjectId, order: &mut Vec<ObjectId>, renamed: &mut Vec<Option<ObjectId>>| {
            // The ids of existing objects are below the length of `renamed`.
            if self.object(id).is_some() && renamed[id.index()].is_none() {
                renamed[id.index()] = Some(ObjectId::from_index(order.len()));
                order.push(id);
            }
        };
        for root in roots {
            visit(root, &mut order, &mut renamed);
        }
        let mut at = 0;
        while at < order.len() {
            let object = self.object(order[at]);
            for (_, to) in object.into_iter().flat_map(Object::successors) {
                visit(to, &mut order, &mut renamed);
            }
            at += 1;
        }
        let mut unknowns: BTreeMap<UnknownId, UnknownId> = BTreeMap::new();
        let mut graph = Graph::default();
        for id in &order {
            let Some(Some(object)) = self.objects.get(id.index()) else { continue };
            // The number that gives the size of a block is kept even if no cell holds it.
            let size = self.recorded_size(*id).and_then(Term::parts).map(|(number, ..)| number);
            for unknown in object.values().filter_map(Value::number).chain(size) {
                let next = UnknownId::from_index(unknowns.len());
                if *unknowns.entry(unknown).or_insert(next) == next {
                    graph.unknowns.push(self.unknowns.get(unknown.index()).copied().flatten());
                }
            }
            graph.objects.push(Some(Arc::clone(object)));
        }
        let relations = self.renumbered_relations(&unknowns, &renamed);
        let new_id = |id: ObjectId| renamed.get(id.index()).copied().flatten();
        let rename = |value: Value| {
            // An address of a dropped object must not point to another one.
            let renamed = value.with_object(|id| new_id(id).unwrap_or(ObjectId::NONE));
            renamed.renumbered(|id| unknowns.get(&id).copied().unwrap_or(id))
        };
        graph.map_values(rename);
        for (id, other) in &self.unequal {
            let Some(id) = unknowns.get(id) else { continue };
            let kept = match other {
                Value::Unknown(other) => unknowns.contains_key(other),
                other => other.object().is_none_or(|object| new_id(object).is_some()),
            };
            if kept {
                graph.record_different(Value::Unknown(*id), rename(*other));
            }
        }
        graph.relations = relations;
        graph.thresholds = self.thresholds.clone();
        graph.settle_inequalities();
        (graph, renamed)
    }
}
