//! Objects of a symbolic memory graph, and reading and writing their contents (paper, sections 0.2.3 and 0.3.1).
//!
//! The fields of an object never overlap: a write cuts the fields that it overwrites, and a read that matches no field
//! is composed from the known bytes (read and write reinterpretation). Bytes that no field covers are described by the
//! fill, so that a large block of zeros costs no more than a small one.

mod disjuncts;
mod field;
mod shape;
mod size_relations;
mod strings;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::domain::limits::MOST_BYTES_OF_VALUE;
pub use crate::domain::object::disjuncts::{AlternativeSet, Disjunct, Disjuncts, Held, HeldBytes, include};
pub use crate::domain::object::field::HasValue;
pub use crate::domain::object::shape::{BackLink, SegmentShape};
pub use crate::domain::object::size_relations::SizeRelation;
pub use crate::domain::object::strings::{TerminatedString, ZeroByte};
use crate::domain::value::{ObjectId, Range, Target, Value};
use base::Span;
use ctype::TypeId;
use program::library::{External, Returns};
use program::{LibraryFunction, StringId, VariableId};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Liveness {
    Valid,
    Freed,
    OutOfScope,
}

/// The storage that an object represents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    Variable(VariableId),
    /// A block from `malloc` and its kin, with the place of its allocation.
    Heap(Span),
    /// A heap block that existed when the entry function was called. It belongs to the caller, so it never leaks.
    Input,
    /// A heap block of either sort, [`Origin::Heap`] or [`Origin::Input`].
    HeapOrInput,
    /// Memory of the library, such as streams; not a block of the program. There may be several.
    External,
    /// The array of the arguments of `main`: addresses of strings, and NULL behind them. Nothing writes to it.
    Arguments,
    /// A string among the arguments. Several objects may represent the same string, which nothing writes to.
    Argument,
    /// Library memory whose address this function returns. Later calls may return the same address.
    Library(LibraryFunction),
    /// A block of the stack, from `alloca`.
    Stack,
    /// A cell that the callee neither reads nor writes. It holds an address by which the caller's frame points into the
    /// local heap.
    Door,
    Literal(StringId),
    /// No memory: the alternatives of a [`Kind::Choice`].
    Choice,
    /// Elements of an array, which lie in the block of the array: see [`Row`](crate::domain::graph::Row).
    Elements,
}

impl Origin {
    /// Returns true for the memory of `errno`.
    pub fn is_error_number(self) -> bool {
        matches!(self, Origin::Library(function) if function.entry().returns == Returns::External(External::ErrorNumber))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Region,
    /// A linked list or tree of `minimum` or more nodes, or of at most one if `optional`. For trees, `minimum` is at most 1.
    Segment {
        linkage: SegmentShape,
        /// The least number of nodes.
        minimum: u32,
        /// True if there is at most one node (the paper's 0/1 list segments).
        optional: bool,
    },
    /// One block of memory that may be missing; pointers to it are NULL then (the paper's 0/1 region).
    Optional,
    /// No memory, but a few alternatives for some cells of a block: the bytes of the first one, of the second one, and so
    /// on. A cell with the address of a choice holds the word at the offset of that address in one of the alternatives,
    /// all such cells in the same one. What only an alternative leads to is nested below the choice: it exists if the
    /// cells hold that alternative.
    Choice {
        /// Bytes of an alternative.
        width: i64,
    },
}

impl Kind {
    /// Returns the same kind with a minimum of at most one node, so that it includes a single block.
    pub fn or_one_block(self) -> Kind {
        match self {
            Kind::Segment { linkage, minimum, optional } => {
                Kind::Segment { linkage, minimum: minimum.min(1), optional }
            }
            Kind::Region | Kind::Optional | Kind::Choice { .. } => self,
        }
    }
}

/// The contents of bytes that no field covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fill {
    Undefined,
    Zero,
    Any,
}

impl Fill {
    /// Returns the value of any number of such bytes.
    pub fn value(self) -> Value {
        match self {
            Fill::Undefined => Value::Undefined,
            Fill::Zero => Value::ZERO,
            Fill::Any => Value::ANY,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub kind: Kind,
    pub origin: Origin,
    /// Number of bytes, of each node; a range if it depends on the input.
    pub size: Range,
    pub liveness: Liveness,
    /// The number of segments that it is nested below.
    pub level: u8,
    /// The record type that pointers to its start were declared for. A heuristic only: it keeps lists of different
    /// records of equal size apart.
    pub record: Option<TypeId>,
    /// The record with links that `record` begins with, which may be the same. A heuristic, too: nodes of different sizes
    /// are of one list only if they begin alike.
    pub base_record: Option<TypeId>,
    /// True if `record` has several pointers to such records. A heuristic, too: lists of such nodes may become parts of trees.
    pub may_branch: bool,
    fill: Fill,
    /// Ascending; without overlaps, and without values that the fill already implies.
    fields: Vec<HasValue>,
    /// Invariant of each of its blocks, if one is recorded.
    disjuncts: Disjuncts,
    /// Sorted. They hold in each of its blocks.
    size_relations: Vec<SizeRelation>,
    /// Sorted by their starts.
    strings: Vec<TerminatedString>,
}

impl Object {
    pub fn new(origin: Origin, size: Range, fill: Fill) -> Object {
        Object {
            kind: Kind::Region,
            origin,
            size,
            liveness: Liveness::Valid,
            level: 0,
            record: None,
            base_record: None,
            may_branch: false,
            fill,
            fields: Vec::new(),
            disjuncts: Disjuncts::default(),
            size_relations: Vec::new(),
            strings: Vec::new(),
        }
    }

    /// Returns a choice without alternatives.
    pub fn choice(level: u8, width: i64) -> Object {
        let object = Object::new(Origin::Choice, Range::exactly(0), Fill::Undefined);
        Object { kind: Kind::Choice { width }, level, ..object }
    }

    pub fn fill(&self) -> Fill {
        self.fill
    }

    /// Returns the same object without fields, disjuncts, size relations and strings, with another fill.
    pub fn emptied(&self, fill: Fill) -> Object {
        let Object { kind, origin, size, liveness, level, record, base_record, may_branch, .. } = *self;
        // As many fields are usually written to it again.
        let fields = Vec::with_capacity(self.fields.len());
        let empty = Object::new(origin, size, fill);
        Object { kind, liveness, level, record, base_record, may_branch, fields, ..empty }
    }

    /// Returns its fields, sorted by offset.
    pub fn fields(&self) -> &[HasValue] {
        &self.fields
    }

    /// Returns the disjunctive invariant of each of its blocks; empty if none is recorded.
    pub fn disjuncts(&self) -> &Disjuncts {
        &self.disjuncts
    }

    /// Sets the disjunctive invariant. The fields must already describe what the disjuncts have in common.
    pub fn set_disjuncts(&mut self, disjuncts: Disjuncts) {
        self.disjuncts = disjuncts;
    }

    /// Returns true if a number in each of its blocks is recorded to tell the size of that block.
    pub fn measures_itself(&self) -> bool {
        self.size_relations.iter().any(|relation| relation.pointer.is_none())
    }

    pub fn size_relations(&self) -> &[SizeRelation] {
        &self.size_relations
    }

    pub fn set_size_relations(&mut self, mut size_relations: Vec<SizeRelation>) {
        size_relations.sort_unstable();
        size_relations.dedup();
        self.size_relations = size_relations;
    }

    /// Forgets disjuncts and size relations about the bytes from `start` to `end`, which may have changed.
    fn forget(&mut self, start: i64, end: i64) {
        self.disjuncts.forget(start, end);
        self.size_relations.retain(|relation| !relation.meets(start, end));
    }

    /// Refines the value of a field whose bytes do not change: everything else that is recorded about it stays.
    pub fn refine(&mut self, offset: i64, size: i64, value: Value) {
        let (disjuncts, size_relations) = (self.disjuncts.clone(), std::mem::take(&mut self.size_relations));
        let strings = std::mem::take(&mut self.strings);
        self.write(offset, size, value);
        (self.disjuncts, self.size_relations, self.strings) = (disjuncts, size_relations, strings);
    }

    /// Sets a link of a node whose other links, and what is recorded about them, stay: a segment's link tells only what is
    /// around it.
    pub fn set_link(&mut self, offset: i64, word: i64, value: Value) {
        self.refine(offset, word, value);
    }

    /// Replaces the number that names a field by another one for the same bits: facts about the old number are
    /// forgotten.
    pub fn reinterpret(&mut self, offset: i64, size: i64, value: Value) {
        self.refine(offset, size, value);
        self.forget(offset, offset + size);
    }

    /// Replaces the address of a choice in a cell, given by its offset and size, by one of the alternatives, given by its
    /// index. `start`: the place of the cell's word in the choice; `may_be_null`: the alternative is NULL or an address.
    pub fn settle(&mut self, cell: (i64, i64), choice: &Object, start: i64, (index, may_be_null): (usize, bool)) {
        let (offset, word) = cell;
        let disjuncts = self.disjuncts.with_alternative(offset, word, index, may_be_null);
        let (size_relations, strings) = (std::mem::take(&mut self.size_relations), std::mem::take(&mut self.strings));
        self.paste(offset, choice, start, word);
        (self.disjuncts, self.size_relations, self.strings) = (disjuncts, size_relations, strings);
    }

    /// Returns true if an address, or part of one, lies between `start` and `end`.
    pub fn holds_an_address(&self, start: i64, end: i64) -> bool {
        self.fields_between(start, end).any(|field| field.value.object().is_some())
    }

    /// Returns the offset up to which its bytes certainly exist.
    pub fn sure_end(&self) -> i64 {
        i64::try_from(self.size.low()).unwrap_or(i64::MAX)
    }

    /// Returns the offset up to which its bytes may exist.
    pub fn possible_end(&self) -> i64 {
        i64::try_from(self.size.high()).unwrap_or(i64::MAX)
    }

    /// Returns true for blocks of the heap, and for elements of arrays: both may become nodes of segments.
    pub fn is_heap(&self) -> bool {
        matches!(self.origin, Origin::Heap(_) | Origin::Input | Origin::HeapOrInput | Origin::Elements)
    }

    /// Returns true for blocks of the heap alone.
    pub fn is_block(&self) -> bool {
        self.is_heap() && !self.is_elements()
    }

    /// Returns true for blocks of the heap that are not freed, and for elements of arrays.
    pub fn is_valid_heap(&self) -> bool {
        self.is_heap() && self.liveness == Liveness::Valid
    }

    /// Returns true for elements of an array.
    pub fn is_elements(&self) -> bool {
        self.origin == Origin::Elements
    }

    /// Returns true if it leaks, or may leak, when the last pointer to it is gone.
    pub fn can_be_lost(&self) -> bool {
        matches!(self.origin, Origin::Heap(_) | Origin::HeapOrInput) && self.liveness == Liveness::Valid
    }

    /// Returns true unless both are abstract and linked differently. A single block may be a node of any list, so two
    /// objects of which at most one is abstract may represent the same thing in two memories.
    pub fn is_linked_like(&self, other: &Object) -> bool {
        !self.is_abstract() || !other.is_abstract() || self.linkage() == other.linkage()
    }

    /// Returns true unless the two are known to be different records.
    pub fn may_be_like(&self, other: &Object) -> bool {
        self.record.is_none() || other.record.is_none() || self.record == other.record
    }

    /// Returns true if the two may be nodes of one list, by their sizes and records.
    pub fn is_of_kind(&self, other: &Object) -> bool {
        let is_same = self.size == other.size && self.may_be_like(other);
        (is_same || self.begins_like(other)) && self.is_elements() == other.is_elements()
    }

    /// Returns true if the two are blocks of known sizes, which may differ, and begin with the same record, which has links.
    pub fn begins_like(&self, other: &Object) -> bool {
        let is_same = self.base_record.is_some() && self.base_record == other.base_record;
        is_same && [self, other].iter().all(|object| object.is_block() && object.tells_size())
    }

    /// Returns true if the two begin alike, and one of them stands for blocks of several sizes.
    pub fn is_of_several_sizes_like(&self, other: &Object) -> bool {
        self.begins_like(other) && (self.disjuncts.tell_sizes() || other.disjuncts.tell_sizes())
    }

    /// Returns true if the size of each of its blocks is known: all have the same, or the disjuncts tell it.
    pub fn tells_size(&self) -> bool {
        self.size.single().is_some() || self.disjuncts.tell_sizes()
    }

    /// Returns true if an address of it in a block like `holder` may be a link: it is a node like that one, or a list.
    pub fn may_be_linked_to(&self, holder: &Object) -> bool {
        self.is_of_kind(holder) || self.linkage().is_some()
    }

    /// Returns true for a segment of the shape of a tree.
    pub fn is_tree(&self) -> bool {
        self.linkage().is_some_and(SegmentShape::is_tree)
    }

    /// Returns the linkage of a segment; `None` for other kinds.
    pub fn linkage(&self) -> Option<SegmentShape> {
        match self.kind {
            Kind::Segment { linkage, .. } => Some(linkage),
            Kind::Region | Kind::Optional | Kind::Choice { .. } => None,
        }
    }

    /// Returns true unless it is a region, which stands for exactly one block. What only an abstract object points to
    /// is nested below it.
    pub fn is_abstract(&self) -> bool {
        self.kind != Kind::Region
    }

    /// Returns the target of addresses that lead to its last node.
    pub fn last_node(&self) -> Target {
        if self.is_abstract() { Target::Last } else { Target::Region }
    }

    /// Returns true if it stands for at most one node, which may be missing.
    pub fn is_optional(&self) -> bool {
        matches!(self.kind, Kind::Segment { optional: true, .. } | Kind::Optional)
    }

    pub fn is_choice(&self) -> bool {
        matches!(self.kind, Kind::Choice { .. })
    }

    /// Returns the number of alternatives of a choice, and the bytes of each; `None` for other kinds.
    pub fn alternatives(&self) -> Option<(usize, i64)> {
        let Kind::Choice { width } = self.kind else { return None };
        Some((usize::try_from(self.sure_end() / width).unwrap_or(0), width))
    }

    /// Returns the least number of nodes that it stands for.
    pub fn minimum(&self) -> u32 {
        match self.kind {
            Kind::Segment { minimum, .. } => minimum,
            Kind::Region => 1,
            Kind::Optional | Kind::Choice { .. } => 0,
        }
    }

    /// Replaces the values of all fields, and the lengths of all strings.
    pub fn map_values(&mut self, map: impl Fn(Value) -> Value) {
        for field in &mut self.fields {
            field.value = map(field.value);
        }
        let recorded = self.fill.value();
        self.fields.retain(|field| field.value != recorded);
        self.map_strings(map);
    }

    /// Sets the size to a known number of bytes, and drops everything beyond the end.
    pub fn set_size(&mut self, bytes: i128) {
        self.size = Range::exactly(bytes);
        let end = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.fields.retain(|field| field.offset < end);
        self.strings.retain(|string| string.start < end);
        self.forget(end, i64::MAX);
        if let Some(last) = self.fields.last_mut()
            && last.end() > end
        {
            *last = match last.value {
                // The elements of a summarised array end where they did, as numbers tell.
                _ if last.holds_row() => HasValue { size: end - last.offset, ..*last },
                _ => last.part(last.offset, end),
            };
        }
        let recorded = self.fill.value();
        self.fields.retain(|field| field.value != recorded);
    }

    /// Returns a field that leads somewhere and ends behind this number of bytes, with the object that it leads to. A
    /// summarised array that reaches to the end of the object does so whatever the size is.
    pub fn leading_beyond(&self, bytes: i128) -> Option<(HasValue, ObjectId)> {
        let goes_along = |field: HasValue| {
            field.holds_row() && field.end() == self.possible_end() && i128::from(field.offset) < bytes
        };
        self.successors().find(|(field, _)| i128::from(field.end()) > bytes && !goes_along(*field))
    }

    /// Returns the fields with a byte between `start` and `end`.
    pub fn fields_between(&self, start: i64, end: i64) -> impl Iterator<Item = &HasValue> {
        self.fields[self.first_after(start)..].iter().take_while(move |field| field.offset < end)
    }

    fn first_after(&self, start: i64) -> usize {
        self.fields.partition_point(|field| field.end() <= start)
    }

    /// Splits the bytes from `start` to `end` into pieces: fields, parts of fields, and gaps.
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

    /// Returns the end of the piece that contains the byte at `start`, but at most `end`.
    pub fn end_of_piece(&self, start: i64, end: i64) -> i64 {
        match self.fields.get(self.first_after(start)) {
            Some(field) if field.offset <= start => field.end().min(end),
            Some(field) => field.offset.min(end),
            None => end,
        }
    }

    /// Returns the value of the bytes from `start` to `end`; `None` unless they are one piece.
    pub fn piece(&self, start: i64, end: i64) -> Option<Value> {
        match self.fields.get(self.first_after(start)).filter(|field| field.offset < end) {
            None => Some(self.fill.value()),
            Some(field) => (field.offset <= start && end <= field.end()).then(|| field.part(start, end).value),
        }
    }

    /// Reads `size` bytes at `offset`. Reads that match no field are composed of known bytes where possible.
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

    /// Returns true if an address lies partly inside and partly outside of the bytes from `start` to `end`.
    pub fn cuts_an_address(&self, start: i64, end: i64) -> bool {
        self.fields.iter().any(|field| {
            let overlaps = field.offset < end && field.end() > start;
            overlaps && (field.offset < start || field.end() > end) && field.value.object().is_some()
        })
    }

    /// Returns true if the bytes from `start` to `end` contain at most the two highest bytes of an address. They are
    /// zero on common machines, so a program may store other data there and still restore the address.
    pub fn keeps_most_of_an_address(&self, start: i64, end: i64) -> bool {
        self.fields_between(start, end).any(|field| start >= field.offset + 6 && field.value.object().is_some())
    }

    pub fn write(&mut self, offset: i64, size: i64, value: Value) {
        if size <= 0 {
            return;
        }
        let value = match value {
            _ if size <= MOST_BYTES_OF_VALUE => value,
            // The address of the first run, in all bytes of a summarised array.
            Value::Undefined | Value::ZERO | Value::Address(_) => value,
            Value::PerhapsUndefined(_) => Value::PERHAPS_UNDEFINED,
            _ => Value::ANY,
        };
        let Some(end) = offset.checked_add(size) else {
            // No object is as large: where that is written is unknown.
            *self = self.emptied(Fill::Any);
            return;
        };
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

    /// Copies `size` bytes of `source`, from `start` on, to `offset`.
    pub fn paste(&mut self, offset: i64, source: &Object, start: i64, size: i64) {
        let pieces = source.pieces(start, start + size);
        for piece in pieces {
            self.write(offset + piece.offset - start, piece.size, piece.value);
        }
    }

    /// Returns all values that it holds: in its fields, and as lengths of its strings.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.fields.iter().map(|field| field.value).chain(self.strings.iter().map(|string| string.length))
    }

    /// Returns the fields that hold an address, each with the object that it points into.
    pub fn successors(&self) -> impl Iterator<Item = (HasValue, ObjectId)> + '_ {
        self.fields.iter().filter_map(|field| field.value.object().map(|object| (*field, object)))
    }
}

/// Returns the integer that pieces of known bytes form, in little-endian order; `None` if one is unknown or it has more
/// than 8 bytes.
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
