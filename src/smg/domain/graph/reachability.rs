//! References, reachability from roots, and objects that certainly exist. Nothing here changes a graph.

use std::collections::BTreeSet;

use petgraph::unionfind::UnionFind;

use crate::domain::graph::Graph;
use crate::domain::graph::lengths::Quantity;
use crate::domain::object::{Kind, Liveness, Object, SegmentShape};
use crate::domain::value::{ObjectId, Target, Value};
use base::ids::Id;

/// A heap block, or a list of them, that can leak.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeakCandidate {
    /// The object at the time when it was found.
    pub object: Object,
    /// True if the object exists in every memory that the graph represents.
    pub exists: bool,
}

impl Graph {
    /// Returns all fields that point into an object: their owner, offset and address.
    pub fn references(&self, target: ObjectId) -> Vec<(ObjectId, i64, Value)> {
        let mut found = Vec::new();
        for (id, object) in self.objects() {
            let fields = object.successors().filter(|(_, to)| *to == target);
            found.extend(fields.map(|(field, _)| (id, field.offset, field.value)));
        }
        found
    }

    /// Returns the connected components of the roots, as flags by object: objects are connected by addresses, in either
    /// direction, and by unknown values that they share, or that are related or known to differ.
    pub fn connected(&self, roots: impl IntoIterator<Item = ObjectId>) -> Vec<bool> {
        let count = self.objects.len();
        let all = count + self.unknowns.len();
        let nodes = |value: Value| {
            let number = value.number().map(|id| count + id.index()).filter(|node| *node < all);
            number.into_iter().chain(value.object().map(ObjectId::index).filter(|node| *node < count))
        };
        // Facts are about numbers and blocks of this graph: they move along when graphs are merged or renumbered.
        let mut parts = UnionFind::<usize>::new(all);
        for (id, object) in self.objects() {
            for to in object.values().flat_map(nodes) {
                parts.union(id.index(), to);
            }
        }
        for (id, other) in &self.unequal {
            for other in nodes(*other) {
                parts.union(count + id.index(), other);
            }
        }
        if let Some(relations) = &self.relations {
            relations.pairs().for_each(|(a, b)| _ = parts.union(count + a.index(), count + b.index()));
            relations.sized().for_each(|(block, number)| _ = parts.union(block.index(), count + number.index()));
            for form in relations.equations.iter().chain(relations.inequalities.iter()) {
                let related: Vec<usize> = form
                    .factors()
                    .map(|(quantity, _)| match quantity {
                        Quantity::Length(id) => id.index(),
                        Quantity::Number(id) => count + id.index(),
                    })
                    .collect();
                related.windows(2).for_each(|pair| _ = parts.union(pair[0], pair[1]));
            }
        }
        let rooted: BTreeSet<usize> =
            roots.into_iter().filter(|root| root.index() < count).map(|root| parts.find(root.index())).collect();
        (0..count).map(|index| rooted.contains(&parts.find(index))).collect()
    }

    /// Returns the objects reachable from the roots, as flags by object.
    pub fn reachable(&self, roots: impl IntoIterator<Item = ObjectId>) -> Vec<bool> {
        let mut seen = vec![false; self.objects.len()];
        let mut open: Vec<ObjectId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            // The id of an existing object is within bounds; the id in an address need not be.
            let Some(object) = self.object(id) else { continue };
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            open.extend(object.successors().map(|(_, to)| to).filter(|to| seen.get(to.index()) == Some(&false)));
        }
        seen
    }

    /// Returns the objects of a set that are reachable from some of its objects through objects of the set alone.
    pub fn reachable_among(
        &self,
        roots: impl IntoIterator<Item = ObjectId>,
        set: &BTreeSet<ObjectId>,
    ) -> BTreeSet<ObjectId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<ObjectId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if set.contains(&id) && found.insert(id) {
                open.extend(self.object(id).into_iter().flat_map(Object::successors).map(|(_, to)| to));
            }
        }
        found
    }

    /// Returns the heap blocks among some objects that can leak.
    pub fn blocks_among(&self, ids: impl IntoIterator<Item = ObjectId>) -> Vec<LeakCandidate> {
        let objects = ids.into_iter().filter_map(|id| Some((id, self.object(id)?)));
        let blocks: Vec<(ObjectId, &Object)> = objects.filter(|(_, object)| object.can_be_lost()).collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        let exists = self.surely_there();
        let recorded =
            |(id, object): (ObjectId, &Object)| LeakCandidate { object: object.clone(), exists: exists[id.index()] };
        blocks.into_iter().map(recorded).collect()
    }

    /// Returns the objects that exist in every memory that the graph represents, as flags by object. Objects nested
    /// below a segment that may be empty do not exist if it is empty.
    pub fn surely_there(&self) -> Vec<bool> {
        let mut found: Vec<bool> =
            self.objects.iter().map(|slot| slot.as_ref().is_some_and(|object| object.minimum() > 0)).collect();
        let may_be_empty = self.objects().filter(|(_, object)| object.minimum() == 0).map(|(id, _)| id);
        for nested in may_be_empty.flat_map(|id| self.nested_below(id)) {
            found[nested.index()] = false;
        }
        found
    }

    /// Returns true if a value is certainly the address of an object, even if all segments that may be empty are.
    pub fn surely_leads_to_something(&self, value: Value, word: i64) -> bool {
        let mut value = value;
        let mut passed = BTreeSet::new();
        loop {
            let Value::Address(address) = value else { return matches!(value, Value::Inside { .. }) };
            let Some(object) = self.object(address.object) else { return false };
            let Kind::Segment { linkage, minimum: 0, .. } = object.kind else { return object.minimum() > 0 };
            match linkage.beyond(address.target) {
                Some(link) if passed.insert((address.object, address.target)) => value = object.read(link, word),
                _ => return false,
            }
        }
    }

    /// Returns true for an object that was freed.
    pub fn is_freed(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| object.liveness == Liveness::Freed)
    }

    /// Returns the objects that the roots certainly reach, as flags by object: even if all segments that may be empty
    /// are. An empty segment is passed only along the link away from where it is entered. Objects nested below a
    /// segment exist if it does.
    pub fn surely_reachable(&self, roots: impl IntoIterator<Item = ObjectId>) -> Vec<bool> {
        let mut seen = vec![false; self.objects.len()];
        let mut entered = BTreeSet::new();
        let mut open: Vec<(ObjectId, Target)> = roots.into_iter().map(|id| (id, Target::Region)).collect();
        while let Some((id, target)) = open.pop() {
            let Some(object) = self.object(id).filter(|_| entered.insert((id, target))) else { continue };
            seen[id.index()] = true;
            let passed = (object.minimum() == 0).then(|| {
                self.nested_below(id).into_iter().for_each(|nested| seen[nested.index()] = true);
                object.linkage()?.beyond(target)
            });
            let followed =
                object.successors().filter(|(field, _)| passed.is_none_or(|link| link == Some(field.offset)));
            open.extend(followed.map(|(field, to)| match field.value {
                Value::Address(address) => (to, address.target),
                _ => (to, Target::Region),
            }));
        }
        seen
    }

    /// Returns the heap objects that are reachable only through `node`, and not by its links in `linkage`; never
    /// includes `other`.
    pub fn private_to(&self, node: ObjectId, linkage: Option<SegmentShape>, other: ObjectId) -> BTreeSet<ObjectId> {
        let Some(object) = self.object(node) else { return BTreeSet::new() };
        let is_link = |offset: i64| linkage.is_some_and(|linkage| linkage.has(offset));
        let mut found = BTreeSet::new();
        let mut open: Vec<ObjectId> =
            object.successors().filter(|(field, _)| !is_link(field.offset)).map(|(_, to)| to).collect();
        while let Some(id) = open.pop() {
            let Some(next) = self.object(id) else { continue };
            let may_be_nested = next.is_heap() || next.is_choice();
            if id != node && id != other && may_be_nested && found.insert(id) {
                open.extend(next.successors().map(|(_, to)| to));
            }
        }
        loop {
            let is_outside = |(from, offset, _): &(ObjectId, i64, Value)| {
                !(found.contains(from) || (*from == node && !is_link(*offset)))
            };
            let outside: Vec<ObjectId> =
                found.iter().copied().filter(|id| self.references(*id).iter().any(is_outside)).collect();
            if outside.is_empty() {
                return found;
            }
            for id in outside {
                found.remove(&id);
            }
        }
    }

    /// Returns the objects nested below a segment: those of a higher level reachable from it through such objects only.
    pub fn nested_below(&self, segment: ObjectId) -> Vec<ObjectId> {
        let Some(level) = self.object(segment).map(|object| object.level) else { return Vec::new() };
        let mut found = BTreeSet::new();
        let mut open = vec![segment];
        while let Some(id) = open.pop() {
            let Some(object) = self.object(id) else { continue };
            for (_, to) in object.successors() {
                if self.object(to).is_some_and(|object| object.level > level) && found.insert(to) {
                    open.push(to);
                }
            }
        }
        found.into_iter().collect()
    }
}
