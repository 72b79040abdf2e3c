//! Objects of a symbolic memory graph, and how their contents are read and written (paper, sections 0.2.3 and 0.3.1).
//!
//! The fields of an object never overlap: a write cuts what it overwrites, and a read that no field answers is put
//! together from the bytes that are known (read and write reinterpretation). What no field covers is given by the fill, so
//! that a large block of zeros costs no more than a small one.

mod disjuncts;
mod size_relations;
mod strings;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::domain::limits::MOST_BYTES_OF_VALUE;
pub use crate::domain::object::disjuncts::{Disjunct, Disjuncts, Held, HeldBytes};
pub use crate::domain::object::size_relations::SizeRelation;
pub use crate::domain::object::strings::TerminatedString;
use crate::domain::value::{Range, Target, Value};
use base::Span;
use ctype::TypeId;
use program::library::{External, Returns};
use program::{LibraryFunction, StringId, VariableId};

/// Whether the memory of an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Liveness {
    /// It may.
    Valid,
    /// It was given back by `free`.
    Freed,
    /// It was a variable whose scope has ended.
    OutOfScope,
}

/// What an object is the memory of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A variable.
    Variable(VariableId),
    /// A block from `malloc` and its kin; where it was allocated.
    Heap(Span),
    /// A block of the heap that was there when the entry was called. It belongs to the caller: nobody loses it.
    Input,
    /// A block of the heap of either sort.
    HeapOrInput,
    /// Memory of the library, which is no block of the program; there may be more than one: streams.
    External,
    /// Memory of the library that this function returns the address of. It may do so again.
    Library(LibraryFunction),
    /// A block of the stack, from `alloca`.
    Stack,
    /// A cell that the function neither reads nor writes: it holds an address by which the frame of a call leads into the local
    /// heap.
    Door,
    /// A string literal.
    Literal(StringId),
}

impl Origin {
    /// Whether it is the memory of `errno`.
    pub fn is_error_number(self) -> bool {
        matches!(self, Origin::Library(function) if function.entry().returns == Returns::External(External::ErrorNumber))
    }
}

/// The shape of a list segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentShape {
    /// Where in a node its neighbours point (`hfo`).
    pub head: i64,
    /// Where a node keeps the address of the next one (`nfo`).
    pub next: i64,
    /// How a node of a doubly linked list leads back.
    pub back: Option<BackLink>,
}

/// How a node of a doubly linked list leads back to the one before: in plain lists to where all neighbours point (`into` is
/// `head`), and in those of BSD to the link that leads to the node itself (`into` is `next`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BackLink {
    /// Where in the node the address stands (`pfo`).
    pub at: i64,
    /// Where in the one before it leads.
    pub into: i64,
}

impl SegmentShape {
    /// Where the links are: to the next node, and to the one before if there is such a link.
    pub fn links(self) -> impl Iterator<Item = i64> {
        [Some(self.next), self.prev()].into_iter().flatten()
    }

    /// Where the link to the one before is.
    pub fn prev(self) -> Option<i64> {
        self.back.map(|back| back.at)
    }

    /// The same list, from its last node on; `None` unless both links lead to the same place of a node.
    pub fn reversed(self) -> Option<SegmentShape> {
        let back = self.back.filter(|back| back.into == self.head)?;
        Some(SegmentShape { next: back.at, back: Some(BackLink { at: self.next, into: self.head }), ..self })
    }

    /// The link that leads on from where a segment is entered.
    pub fn beyond(self, target: Target) -> Option<i64> {
        if target == Target::Last { self.prev() } else { Some(self.next) }
    }

    /// Where in the node at an end the links from beyond that end lead.
    pub fn entry(self, target: Target) -> i64 {
        self.back.filter(|_| target == Target::Last).map_or(self.head, |back| back.into)
    }

    /// Whether a field at this offset is one of the links.
    pub fn has(self, offset: i64) -> bool {
        self.links().any(|link| link == offset)
    }
}

/// What kind of object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// One block of memory.
    Region,
    /// `minimum` or more blocks of memory, linked, or one that may be missing.
    Segment {
        /// How they are linked.
        linkage: SegmentShape,
        /// The least number of nodes.
        minimum: u32,
        /// Whether there is one node at most: the object is there, or it is not (the paper's 0/1 list segments).
        optional: bool,
    },
    /// One block of memory that may be missing: what leads to it is NULL then (the paper's 0/1 region).
    Optional,
}

impl Kind {
    /// What is of this kind, or one block.
    pub fn or_one_block(self) -> Kind {
        match self {
            Kind::Segment { linkage, minimum, optional } => {
                Kind::Segment { linkage, minimum: minimum.min(1), optional }
            }
            Kind::Region | Kind::Optional => self,
        }
    }
}

/// What bytes hold that no field covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fill {
    /// Nothing was written yet.
    Undefined,
    /// Zero.
    Zero,
    /// Anything.
    Any,
}

impl Fill {
    /// The value of any number of such bytes.
    pub fn value(self) -> Value {
        match self {
            Fill::Undefined => Value::Undefined,
            Fill::Zero => Value::ZERO,
            Fill::Any => Value::ANY,
        }
    }
}

/// Bytes of an object that hold a value: an edge of the paper's has-value relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HasValue {
    /// Bytes from the start.
    pub offset: i64,
    /// Number of bytes, not 0.
    pub size: i64,
    /// What they hold.
    pub value: Value,
}

impl HasValue {
    /// The byte behind it, counted from the object's start.
    pub fn end(self) -> i64 {
        self.offset + self.size
    }

    /// The part of the field from `start` to `end`, which lie in it.
    fn part(self, start: i64, end: i64) -> HasValue {
        let value = match self.value {
            _ if start == self.offset && end == self.end() => self.value,
            Value::Integer(0) | Value::Undefined => self.value,
            // Only the graph knows whether a named number was ever written.
            Value::PerhapsUndefined(_) | Value::Unknown(_) => Value::PERHAPS_UNDEFINED,
            Value::Integer(integer) => {
                let shifted = integer >> (8 * (start - self.offset)).min(127);
                let width = 8 * (end - start);
                Value::Integer(if width < 128 { shifted & ((1 << width) - 1) } else { shifted })
            }
            _ => Value::ANY,
        };
        HasValue { offset: start, size: end - start, value }
    }
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Region or segment.
    pub kind: Kind,
    /// What it is the memory of.
    pub origin: Origin,
    /// The number of bytes (of each node); a range if that depends on the input.
    pub size: Range,
    /// Whether it may be used.
    pub liveness: Liveness,
    /// How many segments it is nested below.
    pub level: u8,
    /// The record that pointers to its start were declared for. Nothing follows from it; it keeps lists of different records
    /// of one size apart.
    pub record: Option<TypeId>,
    fill: Fill,
    /// Ascending; none overlaps another, and none says what the fill says.
    fields: Vec<HasValue>,
    /// What each of its blocks holds together, if that is recorded.
    disjuncts: Disjuncts,
    /// What numbers in each of its blocks record about the sizes of others; ascending.
    size_relations: Vec<SizeRelation>,
    /// Ascending by where they start.
    strings: Vec<TerminatedString>,
}

impl Object {
    /// A valid region.
    pub fn new(origin: Origin, size: Range, fill: Fill) -> Object {
        Object {
            kind: Kind::Region,
            origin,
            size,
            liveness: Liveness::Valid,
            level: 0,
            record: None,
            fill,
            fields: Vec::new(),
            disjuncts: Disjuncts::default(),
            size_relations: Vec::new(),
            strings: Vec::new(),
        }
    }

    /// What its bytes hold where there is no field.
    pub fn fill(&self) -> Fill {
        self.fill
    }

    /// The same object without fields.
    pub fn emptied(&self, fill: Fill) -> Object {
        let Object { kind, origin, size, liveness, level, record, .. } = *self;
        // Most often as many fields are written to it.
        let fields = Vec::with_capacity(self.fields.len());
        let (disjuncts, size_relations, strings) = (Disjuncts::default(), Vec::new(), Vec::new());
        Object { kind, origin, size, liveness, level, record, fill, fields, disjuncts, size_relations, strings }
    }

    /// Its fields, ascending.
    pub fn fields(&self) -> &[HasValue] {
        &self.fields
    }

    /// What each of its blocks holds together, as far as it is recorded.
    pub fn disjuncts(&self) -> &Disjuncts {
        &self.disjuncts
    }

    /// Tells what each of its blocks holds together. Its fields have to say what the disjuncts have in common.
    pub fn set_disjuncts(&mut self, disjuncts: Disjuncts) {
        self.disjuncts = disjuncts;
    }

    /// What numbers in each of its blocks record about the sizes of others.
    pub fn size_relations(&self) -> &[SizeRelation] {
        &self.size_relations
    }

    /// Records what numbers in each of its blocks say about the sizes of others.
    pub fn set_size_relations(&mut self, mut size_relations: Vec<SizeRelation>) {
        size_relations.sort_unstable();
        size_relations.dedup();
        self.size_relations = size_relations;
    }

    /// The bytes from `start` to `end` may hold something else now: what is recorded about them with others is forgotten.
    fn forget(&mut self, start: i64, end: i64) {
        self.disjuncts.forget(start, end);
        self.size_relations.retain(|relation| !relation.meets(start, end));
    }

    /// More becomes known of what a field holds: what else is recorded about it stays.
    pub fn refine(&mut self, offset: i64, size: i64, value: Value) {
        let (disjuncts, size_relations) = (self.disjuncts.clone(), std::mem::take(&mut self.size_relations));
        let strings = std::mem::take(&mut self.strings);
        self.write(offset, size, value);
        (self.disjuncts, self.size_relations, self.strings) = (disjuncts, size_relations, strings);
    }

    /// A field is known by another number for the same bits: what is recorded about the number it was is forgotten.
    pub fn reinterpret(&mut self, offset: i64, size: i64, value: Value) {
        self.refine(offset, size, value);
        self.forget(offset, offset + size);
    }

    /// Whether an address lies in a range of bytes, or a part of one does.
    pub fn holds_an_address(&self, start: i64, end: i64) -> bool {
        self.fields_between(start, end).any(|field| field.value.object().is_some())
    }

    /// Up to where its bytes are surely there.
    pub fn sure_end(&self) -> i64 {
        i64::try_from(self.size.low()).unwrap_or(i64::MAX)
    }

    /// Up to where its bytes may be.
    pub fn possible_end(&self) -> i64 {
        i64::try_from(self.size.high()).unwrap_or(i64::MAX)
    }

    /// Whether it is a block of the heap.
    pub fn is_heap(&self) -> bool {
        matches!(self.origin, Origin::Heap(_) | Origin::Input | Origin::HeapOrInput)
    }

    /// Whether it is a block that is lost when nothing leads to it any more, or may be one.
    pub fn can_be_lost(&self) -> bool {
        matches!(self.origin, Origin::Heap(_) | Origin::HeapOrInput) && self.liveness == Liveness::Valid
    }

    /// Whether nothing in how nodes are linked keeps the two from being one thing in two memories: a single block may
    /// be a node of any list.
    pub fn is_linked_like(&self, other: &Object) -> bool {
        !self.is_abstract() || !other.is_abstract() || self.linkage() == other.linkage()
    }

    /// Whether nothing says that its nodes are other records than those of another object.
    pub fn may_be_like(&self, other: &Object) -> bool {
        self.record.is_none() || other.record.is_none() || self.record == other.record
    }

    /// Whether the two may be nodes of one list, for all that is seen of each.
    pub fn is_of_kind(&self, other: &Object) -> bool {
        self.size == other.size && self.may_be_like(other)
    }

    /// The linkage of a segment.
    pub fn linkage(&self) -> Option<SegmentShape> {
        match self.kind {
            Kind::Segment { linkage, .. } => Some(linkage),
            Kind::Region | Kind::Optional => None,
        }
    }

    /// Whether it stands for another number of blocks than one, or may: what only it leads to is nested below it.
    pub fn is_abstract(&self) -> bool {
        self.kind != Kind::Region
    }

    /// Whether it stands for one node at most, which may be missing.
    pub fn is_optional(&self) -> bool {
        matches!(self.kind, Kind::Segment { optional: true, .. } | Kind::Optional)
    }

    /// The least number of nodes that it stands for.
    pub fn minimum(&self) -> u32 {
        match self.kind {
            Kind::Segment { minimum, .. } => minimum,
            Kind::Region => 1,
            Kind::Optional => 0,
        }
    }

    /// Replaces every value.
    pub fn map_values(&mut self, map: impl Fn(Value) -> Value) {
        for field in &mut self.fields {
            field.value = map(field.value);
        }
        let recorded = self.fill.value();
        self.fields.retain(|field| field.value != recorded);
        self.map_strings(map);
    }

    /// The size becomes known: what would lie beyond it is not there.
    pub fn set_size(&mut self, bytes: i128) {
        self.size = Range::exactly(bytes);
        let end = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.fields.retain(|field| field.offset < end);
        self.strings.retain(|string| string.start < end);
        self.forget(end, i64::MAX);
        if let Some(last) = self.fields.last_mut()
            && last.end() > end
        {
            *last = last.part(last.offset, end);
        }
        let recorded = self.fill.value();
        self.fields.retain(|field| field.value != recorded);
    }

    /// The fields that some bytes from `start` to `end` belong to.
    pub fn fields_between(&self, start: i64, end: i64) -> impl Iterator<Item = &HasValue> {
        self.fields[self.first_after(start)..].iter().take_while(move |field| field.offset < end)
    }

    /// The index of the first field that ends after `start`.
    fn first_after(&self, start: i64) -> usize {
        self.fields.partition_point(|field| field.end() <= start)
    }

    /// The pieces that the bytes from `start` to `end` consist of: fields, parts of fields, and gaps.
    pub fn pieces(&self, start: i64, end: i64) -> Vec<HasValue> {
        let mut found = Vec::new();
        let mut at = start;
        for field in self.fields[self.first_after(start)..].iter().take_while(|field| field.offset < end) {
            if at < field.offset {
                found.push(HasValue { offset: at, size: field.offset - at, value: self.fill.value() });
            }
            found.push(field.part(field.offset.max(start), field.end().min(end)));
            at = field.end().min(end);
        }
        if at < end {
            found.push(HasValue { offset: at, size: end - at, value: self.fill.value() });
        }
        found
    }

    /// Where the piece ends that the byte at `start` belongs to; `end` if that comes first.
    pub fn end_of_piece(&self, start: i64, end: i64) -> i64 {
        match self.fields.get(self.first_after(start)) {
            Some(field) if field.offset <= start => field.end().min(end),
            Some(field) => field.offset.min(end),
            None => end,
        }
    }

    /// What the bytes from `start` to `end` hold, if they are one piece.
    pub fn piece(&self, start: i64, end: i64) -> Option<Value> {
        match self.fields.get(self.first_after(start)).filter(|field| field.offset < end) {
            None => Some(self.fill.value()),
            Some(field) => (field.offset <= start && end <= field.end()).then(|| field.part(start, end).value),
        }
    }

    /// The value of `size` bytes at `offset`.
    pub fn read(&self, offset: i64, size: i64) -> Value {
        if let Some(field) = self.fields.get(self.first_after(offset))
            && field.offset == offset
            && field.size == size
        {
            return field.value;
        }
        if let Some(value @ (Value::ZERO | Value::Undefined)) = self.piece(offset, offset + size) {
            return value;
        }
        let pieces = self.pieces(offset, offset + size);
        if pieces.iter().all(|piece| piece.value == Value::ZERO) {
            return Value::ZERO;
        }
        if pieces.iter().all(|piece| piece.value == Value::Undefined) {
            return Value::Undefined;
        }
        if pieces.iter().any(|piece| matches!(piece.value, Value::PerhapsUndefined(_))) {
            return Value::PERHAPS_UNDEFINED;
        }
        composed(&pieces, offset, size).map_or(Value::ANY, Value::Integer)
    }

    /// Whether an address lies partly in a range of bytes, and partly outside.
    pub fn cuts_an_address(&self, start: i64, end: i64) -> bool {
        self.fields.iter().any(|field| {
            let overlaps = field.offset < end && field.end() > start;
            overlaps && (field.offset < start || field.end() > end) && field.value.object().is_some()
        })
    }

    /// Whether no more of an address lies in a range of bytes than its highest two, which are zero on the usual machines: a
    /// program may keep other things there, and find the address again.
    pub fn keeps_most_of_an_address(&self, start: i64, end: i64) -> bool {
        self.fields_between(start, end).any(|field| start >= field.offset + 6 && field.value.object().is_some())
    }

    /// Writes `size` bytes at `offset`.
    pub fn write(&mut self, offset: i64, size: i64, value: Value) {
        if size <= 0 {
            return;
        }
        let value = match value {
            _ if size <= MOST_BYTES_OF_VALUE => value,
            Value::Undefined | Value::ZERO => value,
            Value::PerhapsUndefined(_) => Value::PERHAPS_UNDEFINED,
            _ => Value::ANY,
        };
        let end = offset + size;
        self.forget(offset, end);
        self.forget_strings(offset, end);
        let first = self.first_after(offset);
        let last = first + self.fields[first..].iter().take_while(|field| field.offset < end).count();
        if first == last {
            if value != self.fill.value() {
                self.fields.insert(first, HasValue { offset, size, value });
            }
            return;
        }
        let mut put = SmallVec::<[HasValue; 3]>::new();
        let (left, right) = (self.fields[first], self.fields[last - 1]);
        if left.offset < offset {
            put.push(left.part(left.offset, offset));
        }
        put.push(HasValue { offset, size, value });
        if end < right.end() {
            put.push(right.part(end, right.end()));
        }
        put.retain(|field| field.value != self.fill.value());
        self.fields.splice(first..last, put);
    }

    /// Copies the bytes of `source` from `start` on.
    pub fn paste(&mut self, offset: i64, source: &Object, start: i64, size: i64) {
        let pieces = source.pieces(start, start + size);
        for piece in pieces {
            self.write(offset + piece.offset - start, piece.size, piece.value);
        }
    }

    /// All values that it holds: what its fields hold, and how long its strings are.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.fields.iter().map(|field| field.value).chain(self.strings.iter().map(|string| string.length))
    }

    /// The objects that its fields lead to.
    pub fn successors(&self) -> impl Iterator<Item = (HasValue, crate::domain::value::ObjectId)> + '_ {
        self.fields.iter().filter_map(|field| field.value.object().map(|object| (*field, object)))
    }
}

/// The integer that pieces of known bytes make, least significant first.
fn composed(pieces: &[HasValue], offset: i64, size: i64) -> Option<i128> {
    if size > 8 {
        return None;
    }
    let mut bits: i128 = 0;
    for piece in pieces {
        let Value::Integer(integer) = piece.value else { return None };
        let width = 8 * piece.size.min(16);
        let low = if width < 128 { integer & ((1 << width) - 1) } else { integer };
        bits |= low << (8 * (piece.offset - offset));
    }
    Some(bits)
}
