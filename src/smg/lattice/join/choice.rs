//! Joins cells that hold one of a few alternatives ([`Kind::Choice`](crate::domain::object::Kind::Choice)): nodes of
//! several kinds in one list. A merge of two nodes makes a choice of two cells that have no other join.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::domain::graph::Graph;
use crate::domain::limits::MOST_ALTERNATIVES;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::lattice::join::{JoinMode, Joiner, Side};
use crate::transfer::choice;
use base::marks;

/// A joined cell that holds a choice.
pub(super) struct JoinedChoice {
    pub offset: i64,
    /// True for each side if its cell holds a choice already; otherwise it is a single alternative.
    pub is_choice: [bool; 2],
    /// The index in the joined choice of each alternative of a side.
    pub indices: [Vec<usize>; 2],
}

/// The alternatives of a cell: those of a choice, or its contents.
struct Alternatives<'g> {
    /// The object whose words are the alternatives: the choice, or the holder of the cell.
    id: ObjectId,
    object: &'g Object,
    is_choice: bool,
    starts: Vec<i64>,
}

impl<'g> Alternatives<'g> {
    fn of(graph: &'g Graph, holder: ObjectId, offset: i64, word: i64) -> Option<Alternatives<'g>> {
        let object = graph.object(holder)?;
        match choice::of_value(graph, object.read(offset, word)) {
            Some((id, object)) => {
                let starts = (0..choice::alternatives(object, word)).map(|index| index as i64 * word).collect();
                Some(Alternatives { id, object, is_choice: true, starts })
            }
            None => Some(Alternatives { id: holder, object, is_choice: false, starts: vec![offset] }),
        }
    }
}

/// The two nodes whose cell at an offset becomes a choice, and their image.
#[derive(Clone, Copy)]
pub(super) struct Holders {
    pub ids: [ObjectId; 2],
    pub out: ObjectId,
    pub offset: i64,
    /// The number of levels by which what is nested below each of the two sinks.
    pub below: [u8; 2],
}

/// The join of a cell.
pub(super) enum ValueOrChoice {
    Value(Value),
    /// The address of the choice is written already.
    Choice(JoinedChoice),
}

impl Joiner<'_> {
    /// Joins a cell of one word: as a choice only if the two values have no other join, and only in a merge.
    pub(super) fn value_or_choice(&mut self, left: Value, right: Value, holders: Holders) -> Option<ValueOrChoice> {
        let is_plain = left == right || !(leads(left) || leads(right)) || self.lead_to_one_pair(left, right);
        if self.mode != JoinMode::Merge || is_plain {
            return self.value(left, right).map(ValueOrChoice::Value);
        }
        if !self.are_of_different_kinds(left, right) {
            // Saved, because a failed attempt leaves traces.
            let before = self.clone();
            if let Some(value) = self.value(left, right) {
                return Some(ValueOrChoice::Value(value));
            }
            *self = before;
        }
        self.choice(holders).map(ValueOrChoice::Choice)
    }

    /// Returns true if two values are addresses of one place in two objects that may have one image.
    fn lead_to_one_pair(&self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Address(a), Value::Address(b)) => a.offset == b.offset && self.may_pair(a.object, b.object),
            _ => false,
        }
    }

    /// Returns the words of two objects whose contents become a choice: one of them holds a choice already; or, in a
    /// merge, one holds an address or a function, and the other one several values, as in a union.
    pub(super) fn words_with_choices(&self, [a, b]: [&Object; 2], end: i64) -> SmallVec<[i64; 2]> {
        let mut found = SmallVec::new();
        for (side, (object, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            let fields = object.fields().iter().filter(|field| field.size == self.word && field.end() <= end);
            let is_one = |field: &&HasValue| {
                choice::of_value(self.graphs[side], field.value).is_some()
                    || (self.mode == JoinMode::Merge
                        && leads(field.value)
                        && other.piece(field.offset, field.end()).is_none())
            };
            found.extend(fields.filter(is_one).map(|field| field.offset));
        }
        found.sort_unstable();
        found.dedup();
        let overlap = found.windows(2).any(|pair| pair[0] + self.word > pair[1]);
        if overlap { SmallVec::new() } else { found }
    }

    /// Returns true if two values of a merge are joined as a choice only: they lead to private blocks of different
    /// kinds.
    pub(super) fn are_of_different_kinds(&self, left: Value, right: Value) -> bool {
        let (Value::Address(a), Value::Address(b)) = (left, right) else { return false };
        let blocks = self.graphs[0].object(a.object).zip(self.graphs[1].object(b.object));
        let is_list = |object: &Object| object.is_abstract();
        self.mode == JoinMode::Merge
            && self.private[0].contains(&a.object)
            && self.private[1].contains(&b.object)
            && blocks.is_some_and(|(a, b)| !a.is_of_kind(b) && !is_list(a) && !is_list(b))
    }

    /// Joins a cell as a choice, whose address is written to the image of the two holders.
    pub(super) fn choice(&mut self, holders: Holders) -> Option<JoinedChoice> {
        let Holders { ids, out, offset, below } = holders;
        let graphs = self.graphs;
        let sides = [
            Alternatives::of(graphs[0], ids[0], offset, self.word)?,
            Alternatives::of(graphs[1], ids[1], offset, self.word)?,
        ];
        let pairs = self.matched(&sides);
        let grows = sides.each_ref().map(|side| pairs.len() > side.starts.len());
        let may_grow = matches!(self.mode, JoinMode::Merge | JoinMode::Shapes | JoinMode::Union);
        if pairs.len() > MOST_ALTERNATIVES || (grows == [true, true] && !may_grow) {
            return None;
        }
        marks::hit("join: a choice");
        self.note(grows);
        self.adds_alternatives |= grows == [true, true];
        let object = self.out.object(out)?;
        let level = object.level + u8::from(object.is_abstract());
        let image = self.out.add(Object::choice(level));
        for (side, alternatives) in sides.iter().enumerate().filter(|(_, side)| side.is_choice) {
            if self.images[side].get(alternatives.id).is_some() {
                return None;
            }
            self.images[side].insert(alternatives.id, image);
        }
        // What an alternative leads to is nested below the choice.
        self.sinks = [0, 1].map(|side| below[side] + u8::from(!sides[side].is_choice));
        for (index, pair) in pairs.iter().enumerate() {
            let start = index as i64 * self.word;
            self.out.object_mut(image)?.size = Range::exactly((start + self.word).into());
            match *pair {
                [Some(left), Some(right)] => self.joined_alternative(&sides, [left, right], (image, start))?,
                [Some(left), None] => self.copied_alternative(Side::Left, &sides[0], left, (image, start))?,
                [None, Some(right)] => self.copied_alternative(Side::Right, &sides[1], right, (image, start))?,
                [None, None] => {}
            }
        }
        let address = Value::Address(Address { object: image, target: Target::First, offset: 0 });
        self.out.object_mut(out)?.write(offset, self.word, address);
        let indices = [0, 1].map(|side: usize| {
            let at = |own: usize| pairs.iter().position(|pair| pair[side] == Some(own)).unwrap_or(0);
            (0..sides[side].starts.len()).map(at).collect()
        });
        Some(JoinedChoice { offset, is_choice: sides.map(|side| side.is_choice), indices })
    }

    /// Returns which alternatives of two sides become one.
    fn matched(&self, sides: &[Alternatives; 2]) -> Vec<[Option<usize>; 2]> {
        let mut left_over: Vec<usize> = (0..sides[1].starts.len()).collect();
        let mut found: Vec<[Option<usize>; 2]> = Vec::new();
        for (left, start) in sides[0].starts.iter().enumerate() {
            let fits = |right: &usize| self.may_be_one_alternative(sides, [*start, sides[1].starts[*right]]);
            let at = left_over.iter().position(fits);
            found.push([Some(left), at.map(|at| left_over.remove(at))]);
        }
        found.extend(left_over.into_iter().map(|right| [None, Some(right)]));
        found
    }

    fn may_be_one_alternative(&self, sides: &[Alternatives; 2], starts: [i64; 2]) -> bool {
        let whole = |side: usize| sides[side].object.piece(starts[side], starts[side] + self.word);
        let has_address = |side: usize| {
            let pieces = sides[side].object.pieces(starts[side], starts[side] + self.word);
            pieces.iter().any(|piece| leads(piece.value))
        };
        match (whole(0), whole(1)) {
            (Some(Value::Address(a)), Some(Value::Address(b))) => {
                let is_shared = self.mode == JoinMode::Merge && a == b && !self.is_private(a.object);
                is_shared || (a.offset == b.offset && self.may_pair(a.object, b.object))
            }
            (Some(Value::Function(a)), Some(Value::Function(b))) => a == b,
            (Some(Value::Inside { object: a, .. }), Some(Value::Inside { object: b, .. })) => self.may_pair(a, b),
            // NULL is kept apart from other numbers.
            (a, b) => !has_address(0) && !has_address(1) && (a == Some(Value::ZERO)) == (b == Some(Value::ZERO)),
        }
    }

    /// Joins two alternatives into a word of the choice.
    fn joined_alternative(
        &mut self,
        sides: &[Alternatives; 2],
        indices: [usize; 2],
        (image, start): (ObjectId, i64),
    ) -> Option<()> {
        let (graphs, word) = (self.graphs, self.word);
        let starts = [0, 1].map(|side| sides[side].starts[indices[side]]);
        let end = |side: usize, at: i64| {
            let (object, first) = (sides[side].object, starts[side]);
            object.end_of_piece(first + at, first + word) - first
        };
        let mut at = 0;
        while at < word {
            let next = end(0, at).min(end(1, at));
            let [x, y] =
                [0, 1].map(|side| graphs[side].piece(sides[side].object, starts[side] + at, starts[side] + next));
            let joined = self.value(x?, y?)?;
            self.out.object_mut(image)?.write(start + at, next - at, joined);
            at = next;
        }
        Some(())
    }

    /// Copies an alternative that the other side lacks into a word of the choice.
    fn copied_alternative(
        &mut self,
        side: Side,
        own: &Alternatives,
        index: usize,
        (image, start): (ObjectId, i64),
    ) -> Option<()> {
        let first = own.starts[index];
        for piece in own.object.pieces(first, first + self.word) {
            let value = self.copied_in_choice(side, own, (first, piece), image)?;
            self.out.object_mut(image)?.write(start + piece.offset - first, piece.size, value);
        }
        Some(())
    }

    fn copied_in_choice(
        &mut self,
        side: Side,
        own: &Alternatives,
        (first, piece): (i64, HasValue),
        choice: ObjectId,
    ) -> Option<Value> {
        let (at, value) = (side as usize, piece.value.without_steps());
        let graph = self.graphs[at];
        let Some(root) = value.object() else { return Some(graph.without_name(value)) };
        let is_shared = self.mode == JoinMode::Merge && !self.is_private(root);
        if is_shared {
            return (!self.is_node(root)).then_some(value);
        }
        if let Some(known) = self.images[at].get(root) {
            let (known_object, choice) = (self.out.object(known)?, self.out.object(choice)?);
            let fits = known_object.level <= choice.level
                && known_object.is_abstract() == graph.object(root)?.is_abstract()
                && !self.is_node(root);
            return fits.then(|| value.with_object(|_| known));
        }
        let candidates: BTreeSet<ObjectId> = match (own.is_choice, self.mode) {
            (true, _) => graph.nested_below(own.id).into_iter().collect(),
            (false, JoinMode::Merge) => self.private[at].clone(),
            (false, _) => graph.private_to(own.id, None, own.id),
        };
        let nested = graph.reachable_among([root], &candidates);
        let is_own = |(from, offset, _): (ObjectId, i64, Value)| {
            nested.contains(&from) || (from == own.id && (first..first + self.word).contains(&offset))
        };
        let are_own = nested.iter().all(|id| graph.references(*id).into_iter().all(is_own));
        if !nested.contains(&root) || !are_own {
            return None;
        }
        for id in &nested {
            let object = graph.object(*id)?;
            let mut copy = object.emptied(object.fill());
            (copy.kind, copy.level) = (object.kind, object.level.checked_add(self.sinks[at])?);
            if self.images[at].get(*id).is_some() {
                return None;
            }
            let image = self.out.add(copy);
            self.images[at].insert(*id, image);
        }
        let below: Vec<ObjectId> = nested.into_iter().filter(|id| *id != root).collect();
        self.copy_contents(side, root, &below, None)?;
        let image = self.images[at].get(root)?;
        Some(value.with_object(|_| image))
    }
}

/// Returns true for the address of an object, or of a function.
fn leads(value: Value) -> bool {
    value.object().is_some() || matches!(value, Value::Function(_))
}
