//! Targets of the pointers in an initial configuration, and continuations of lists after a node.
//!
//! In doubly linked lists each node has one predecessor. So such a list ends in NULL, or in a node whose back link is
//! not decided yet: its own first node, which makes it a ring, or that of another list.

use crate::domain::object::{Fill, Kind, Object, Origin, SegmentShape};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::property::predicate;
use crate::solver::entry::{Builder, Cell, Leaf, Part, Pointers, Start};
use crate::solver::limits::MOST_TARGETS;
use ctype::{Type, TypeId};
use program::limits::{DEEPEST_TYPE, LARGEST_INPUT_ARRAY};
use program::outside::Places;
use program::start::GlobalTarget;

impl Builder<'_> {
    /// Returns the links of the list nodes that the pointer in a cell points to.
    pub(super) fn links(&self, start: &Start, cell: (ObjectId, i64), target: TypeId) -> Option<SegmentShape> {
        self.doubly_linked_at(start, cell, target)
            .or_else(|| self.link(target).map(|next| SegmentShape::list(0, next, None)))
    }

    /// Returns the offset of the next link of a list node: the only pointer in the type that leads to the type again.
    fn link(&self, ty: TypeId) -> Option<i64> {
        let types = &self.program.types;
        let Type::Record(record) = types.get(ty) else { return None };
        let mut back = types.fields(*record).iter().filter(|field| self.leads(field.ty, ty));
        let (link, other) = (back.next()?, back.next());
        let is_link = types.pointee(link.ty) == Some(ty) && !types.record(*record).is_union;
        (is_link && other.is_none()).then_some(link.offset as i64)
    }

    /// Returns the links of the doubly linked list that is assumed for the pointer in a cell. Globals may be nodes as
    /// well, with values of their own; the assumption is ignored then.
    fn doubly_linked_at(&self, start: &Start, cell: (ObjectId, i64), target: TypeId) -> Option<SegmentShape> {
        let place = |address| predicate::place(self.call.executor, &start.configuration, address);
        let mut lists = self.doubly_linked.iter().filter(|list| list.node == target);
        let list = lists.find(|list| place(list.pointer) == Some(cell))?;
        self.start.targets(target).is_empty().then_some(list.shape)
    }

    /// Returns true for the pointer to a doubly linked list. More is known about its nodes than about those of others.
    pub(super) fn is_doubly_linked(&self, start: &Start, cell: Cell) -> bool {
        let Cell::Pointer { object, offset, target } = cell else { return false };
        self.doubly_linked_at(start, (object, offset), target).is_some()
    }

    /// Returns the targets that exist already: NULL, known objects, and an inner node of each list, each with the start
    /// in which a pointer can point to it.
    fn present(&self, start: &Start, target: TypeId, is_symbol: bool) -> Vec<(Start, Value)> {
        let known = std::iter::once(Value::ZERO).chain(self.known(start, target, is_symbol));
        let mut found: Vec<(Start, Value)> = known.map(|value| (start.clone(), value)).collect();
        for segment in segments(start, target) {
            let mut split = start.clone();
            if let Some(node) = self.split(&mut split, segment) {
                found.push((split, region(node)));
            }
        }
        found
    }

    /// Adds all targets of a pointer.
    pub(super) fn point(
        &self,
        start: &Start,
        cell: (ObjectId, i64),
        target: TypeId,
        is_symbol: bool,
        found: &mut Vec<Start>,
    ) {
        if self.start.has_functions_of_callers(target) {
            let functions = self.start.functions(target).iter().copied().map(Value::Function);
            for value in std::iter::once(Value::ZERO).chain(functions) {
                let mut start = start.clone();
                self.put(&mut start, cell, value);
                found.push(start);
            }
            return;
        }
        for (mut start, value) in self.present(start, target, is_symbol) {
            self.put(&mut start, cell, value);
            found.push(start);
        }
        let mut fresh = start.clone();
        if self.program.array_elements.contains(&target) {
            let block = self.array(&mut fresh, target);
            self.put(&mut fresh, cell, region(block));
            found.push(fresh);
            return;
        }
        let block = self.block(&mut fresh, target);
        self.put(&mut fresh, cell, region(block));
        match self.links(start, cell, target) {
            // The program does not know blocks that only symbolic constants point to.
            _ if is_symbol => self.fill(&mut fresh, block, target, Pointers::None),
            Some(shape) => {
                self.fill(&mut fresh, block, target, Pointers::None);
                fresh.open.extend(shape.back.map(|back| Cell::Back { node: block, target, at: back.at }));
                fresh.open.push(Cell::Rest { node: block, target, shape });
            }
            None => self.fill(&mut fresh, block, target, Pointers::ButBackTo(target)),
        }
        found.push(fresh);
    }

    /// Adds all targets of the back link of a doubly linked list's first node, unless another list ends in that node.
    pub(super) fn lead_back(&self, start: &Start, node: ObjectId, target: TypeId, at: i64, found: &mut Vec<Start>) {
        if start.settled.contains(&node) {
            return found.push(start.clone());
        }
        for (mut start, value) in self.present(start, target, false) {
            self.put(&mut start, (node, at), value);
            start.settled.insert(node);
            found.push(start);
        }
        // The target may be the last node of a list that has no name yet.
        let mut fresh = start.clone();
        let block = self.block(&mut fresh, target);
        self.fill(&mut fresh, block, target, Pointers::None);
        self.put(&mut fresh, (node, at), region(block));
        found.push(fresh);
    }

    /// Adds all continuations of a list after a node: some nodes, followed by the end, a known node, or a cycle.
    pub(super) fn go_on(
        &self,
        start: &Start,
        node: ObjectId,
        target: TypeId,
        shape: SegmentShape,
        found: &mut Vec<Start>,
    ) {
        if shape.back.is_some() {
            return self.go_on_doubly(start, (node, target), shape, found);
        }
        for (mut start, end) in self.present(start, target, false) {
            self.chain(&mut start, node, target, shape, end);
            found.push(start);
        }
        let mut turned = start.clone();
        let turn = self.block(&mut turned, target);
        self.fill(&mut turned, turn, target, Pointers::None);
        self.chain(&mut turned, turn, target, shape, region(turn));
        self.chain(&mut turned, node, target, shape, region(turn));
        found.push(turned);
    }

    /// As [`Builder::go_on`], for a doubly linked list.
    fn go_on_doubly(
        &self,
        start: &Start,
        (node, target): (ObjectId, TypeId),
        shape: SegmentShape,
        found: &mut Vec<Start>,
    ) {
        let mut ended = start.clone();
        self.chain(&mut ended, node, target, shape, Value::ZERO);
        found.push(ended);
        for end in self.known(start, target, false) {
            let Value::Address(Address { object, .. }) = end else { continue };
            if start.settled.contains(&object) {
                continue;
            }
            let mut ended = start.clone();
            self.chain(&mut ended, node, target, shape, end);
            ended.settled.insert(object);
            found.push(ended);
        }
    }

    /// Inserts any number of nodes between a node and what follows.
    fn chain(&self, start: &mut Start, node: ObjectId, target: TypeId, shape: SegmentShape, end: Value) {
        let mut nodes = self.object(target);
        let mut leaves = Vec::new();
        self.leaves(target, 0, DEEPEST_TYPE, &mut leaves);
        for Leaf { offset, size, of } in leaves {
            nodes.write(offset, size, if let Part::Number(range) = of { Value::Any(range) } else { Value::ANY });
        }
        let linkage = shape.reversed().filter(|reversed| reversed.next < shape.next).unwrap_or(shape);
        nodes.kind = Kind::Segment { linkage, minimum: 0, optional: false };
        nodes.write(shape.next, self.word, end);
        if let Some(back) = shape.back {
            nodes.write(back.at, self.word, region(node));
        }
        let segment = start.configuration.graph.add(nodes);
        let entered = if linkage == shape { Target::First } else { Target::Last };
        self.put(start, (node, shape.next), end_of(segment, entered));
        if let (Some(back), Value::Address(Address { object, .. })) = (shape.back, end) {
            let left = if linkage == shape { Target::Last } else { Target::First };
            self.put(start, (object, back.at), end_of(segment, left));
        }
    }

    /// Returns a node inside of a segment, with any number of nodes before and after it.
    fn split(&self, start: &mut Start, segment: ObjectId) -> Option<ObjectId> {
        let object = start.configuration.graph.object(segment)?;
        let (shape, target) = (object.linkage()?, object.record?);
        let end = object.read(shape.next, self.word);
        let node = self.block(start, target);
        self.fill(start, node, target, Pointers::None);
        self.chain(start, node, target, shape, end);
        self.put(start, (segment, shape.next), region(node));
        if let Some(back) = shape.back {
            self.put(start, (node, back.at), end_of(segment, Target::Last));
            start.settled.insert(node);
        }
        Some(node)
    }

    fn put(&self, start: &mut Start, (object, offset): (ObjectId, i64), value: Value) {
        if let Some(object) = start.configuration.graph.object_mut(object) {
            object.write(offset, self.word, value);
        }
    }

    /// Returns the addresses of blocks of a type that have a name, and of the globals that a pointer to the type may
    /// point to.
    fn known(&self, start: &Start, target: TypeId, is_symbol: bool) -> Vec<Value> {
        let objects = start.configuration.graph.objects();
        let is_known = |object: &Object| match object.origin {
            Origin::Input => object.kind == Kind::Region && object.record == Some(target),
            _ => false,
        };
        let known = objects.filter(|(_, object)| is_known(object));
        let mut found: Vec<Value> = known.map(|(id, _)| region(id)).collect();
        let globals = if is_symbol { self.start.symbol_targets(target) } else { self.start.targets(target) };
        let room = self.program.types.size_of(target).and_then(|size| i64::try_from(size).ok()).unwrap_or(0);
        for GlobalTarget { variable, places: Places { offset: low, count, stride, .. } } in globals {
            let Some(object) = start.configuration.variable(variable) else { continue };
            let offset =
                |index: u64| i64::try_from(index.saturating_mul(stride).saturating_add(low)).unwrap_or(i64::MAX);
            if count <= MOST_TARGETS {
                let at = |index| Value::Address(Address { object, target: Target::Region, offset: offset(index) });
                found.extend((0..count).map(at));
            } else {
                // The index of the element is not recorded.
                let (low, high) = (offset(0), offset(count - 1));
                found.push(Value::Inside { object, low, high, room, steps: None });
            }
        }
        found
    }

    /// Returns a block of a type that has no values yet.
    fn object(&self, target: TypeId) -> Object {
        let mut object = Object::new(Origin::Input, Range::exactly(self.size(target)), Fill::Undefined);
        object.record = Some(target);
        object
    }

    fn block(&self, start: &mut Start, target: TypeId) -> ObjectId {
        start.configuration.graph.add(self.object(target))
    }

    fn size(&self, target: TypeId) -> i128 {
        self.program.types.size_of(target).map_or(0, i128::from)
    }

    /// Returns true if there may be bytes of a type that no value fills.
    fn has_padding(&self, ty: TypeId) -> bool {
        let mut leaves = Vec::new();
        self.leaves(ty, 0, DEEPEST_TYPE, &mut leaves);
        let filled: i64 = leaves.iter().filter(|leaf| !matches!(leaf.of, Part::Other)).map(|leaf| leaf.size).sum();
        i128::from(filled) < self.size(ty)
    }

    /// Returns a block of one or more objects of a type, with any values.
    fn array(&self, start: &mut Start, target: TypeId) -> ObjectId {
        let (graph, size) = (&mut start.configuration.graph, self.size(target));
        let most = (LARGEST_INPUT_ARRAY / size.max(1)).max(1);
        let mut object = Object::new(Origin::Input, Range::up_to(size, most * size), Fill::Any);
        object.record = Some(target);
        if self.has_padding(target) {
            object.write(0, object.possible_end(), Value::PERHAPS_UNDEFINED);
        }
        let block = graph.add(object);
        let count = graph.unknown(Range::up_to(1, most));
        let bytes = graph.term(count).and_then(|count| count.times(size));
        bytes.into_iter().for_each(|bytes| graph.record_size_term(block, bytes));
        block
    }
}

fn region(object: ObjectId) -> Value {
    Value::Address(Address::region(object))
}

/// Returns the address of an end of a segment.
fn end_of(segment: ObjectId, end: Target) -> Value {
    Value::Address(Address { object: segment, target: end, offset: 0 })
}

/// Returns the list segments with nodes of a type.
fn segments(start: &Start, target: TypeId) -> impl Iterator<Item = ObjectId> {
    let is_such = move |object: &Object| object.linkage().is_some() && object.record == Some(target);
    start.configuration.graph.objects().filter(move |(_, object)| is_such(object)).map(|(id, _)| id)
}
