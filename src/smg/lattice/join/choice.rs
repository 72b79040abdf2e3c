//! Joins cells that hold one of a few alternatives ([`Kind::Choice`](crate::domain::object::Kind::Choice)): nodes of
//! several kinds in one list. Where nodes of several kinds are joined, cells that have no other join become a choice,
//! together with the cells that lead to the same block.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::domain::graph::Graph;
use crate::domain::limits::MOST_ALTERNATIVES;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::lattice::join::kinds::Matched;
use crate::lattice::join::{JoinMode, Joiner, Side};
use crate::transfer::choice;
use base::marks;

/// The offsets of the cells of a block that become a choice, ascending.
pub(super) type ChoiceCells = SmallVec<[i64; 2]>;

/// Cells that became a choice.
pub(super) struct JoinedChoice {
    pub cells: ChoiceCells,
    /// True for each side if its first cell holds a choice already; otherwise it is a single alternative.
    pub is_choice: [bool; 2],
    /// The alternatives of each side.
    pub images: [Vec<AlternativeImage>; 2],
}

/// An alternative of one side in a joined choice.
pub(super) struct AlternativeImage {
    pub index: usize,
    /// Whether the first cell may be something else than NULL, and whether it may be NULL although it may be an address.
    pub cases: (bool, bool),
}

/// The join of a cell.
pub(super) enum ValueOrChoice {
    Value(Value),
    /// The address of the choice is written already.
    Choice(JoinedChoice),
}

/// The two nodes of which some cells become a choice, and their image.
#[derive(Clone, Copy)]
pub(super) struct Holders {
    pub ids: [ObjectId; 2],
    pub out: ObjectId,
    /// For each side, the number of levels by which what is nested below the node sinks.
    pub below: [u8; 2],
}

/// A word of an alternative: where it is recorded.
#[derive(Clone, Copy)]
pub(super) struct Word<'g> {
    /// The choice, or the holder of the cell.
    pub id: ObjectId,
    pub object: &'g Object,
    pub start: i64,
}

/// The alternatives of some cells on one side.
pub(super) struct Alternatives<'g> {
    graph: &'g Graph,
    /// The choice that one of the cells holds.
    pub choice: Option<ObjectId>,
    /// For each alternative, the words of the cells.
    pub words: Vec<Vec<Word<'g>>>,
}

impl<'g> Alternatives<'g> {
    /// Returns the alternatives of some cells; `None` if they hold several choices.
    fn of(graph: &'g Graph, holder: ObjectId, cells: &[i64], word: i64) -> Option<Alternatives<'g>> {
        let object = graph.object(holder)?;
        let choices: BTreeSet<ObjectId> = cells
            .iter()
            .filter_map(|cell| choice::of_value(graph, object.read(*cell, word)))
            .map(|(choice, _)| choice)
            .collect();
        let choice = choices.first().copied();
        let count = choice.and_then(|id| graph.object(id)?.alternatives()).map_or(1, |(count, _)| count);
        let word_of = |index: usize, cell: i64| match object.read(cell, word) {
            Value::Address(Address { object: id, offset, .. }) if Some(id) == choice => {
                let object = graph.object(id)?;
                Some(Word { id, object, start: choice::start_of(object, index) + offset })
            }
            _ => Some(Word { id: holder, object, start: cell }),
        };
        let words: Option<Vec<Vec<Word>>> =
            (0..count).map(|index| cells.iter().map(|cell| word_of(index, *cell)).collect()).collect();
        (choices.len() < 2).then_some(Alternatives { graph, choice, words: words? })
    }
}

impl Word<'_> {
    /// Returns the value of the word; `None` if it consists of several.
    pub fn value(self, word: i64) -> Option<Value> {
        self.object.piece(self.start, self.start + word)
    }
}

impl Joiner<'_> {
    /// Joins a cell of one word: as a choice only if the two values have no other join, and only where nodes of several
    /// kinds are joined.
    pub(super) fn value_or_choice(
        &mut self,
        [left, right]: [Value; 2],
        offset: i64,
        holders: Holders,
    ) -> Option<ValueOrChoice> {
        let is_plain = left == right
            || !(leads(left) || leads(right))
            || self.lead_to_one_pair(left, right)
            || self.is_or_is_missing([left, right]);
        if is_plain || !self.may_make_choice([left, right]) {
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
        self.choice(ChoiceCells::from_elem(offset, 1), holders).map(ValueOrChoice::Choice)
    }

    /// Returns true if two values in the current pair may become alternatives of a choice.
    fn may_make_choice(&self, values: [Value; 2]) -> bool {
        self.mode == JoinMode::Merge || (self.joins_kinds() && !self.is_link(values))
    }

    /// Returns true if one of two values leads to another node like the current ones, or to a list.
    fn is_link(&self, values: [Value; 2]) -> bool {
        let is_node = |side: Side| match values[side as usize] {
            Value::Address(address) => !self.is_holder(side, address.object) && self.is_link_of(side, address),
            _ => false,
        };
        is_node(Side::Left) || is_node(Side::Right)
    }

    /// Returns true if an object is that of the current pair: its address in its own cells leads to the node itself.
    fn is_holder(&self, side: Side, object: ObjectId) -> bool {
        self.parents.is_some_and(|parents| parents[side as usize] == object)
    }

    /// Returns true if an address in the current pair leads to a node like these, or to a list.
    pub(super) fn is_link_of(&self, side: Side, address: Address) -> bool {
        let (graph, at) = (self.graphs[side as usize], side as usize);
        let holder = self.parents.and_then(|parents| graph.object(parents[at]));
        let to = graph.object(address.object);
        to.zip(holder).is_some_and(|(to, holder)| to.may_be_linked_to(holder))
    }

    /// Returns true if one of two values is NULL and the other one the address of a list or a block, which is empty or
    /// missing then.
    fn is_or_is_missing(&self, values: [Value; 2]) -> bool {
        let leads_to_heap = |side: Side| match values[side as usize] {
            Value::Address(Address { object, .. }) if !self.is_holder(side, object) => {
                self.graphs[side as usize].object(object).is_some_and(Object::is_heap)
            }
            _ => false,
        };
        (values[0] == Value::ZERO && leads_to_heap(Side::Right))
            || (values[1] == Value::ZERO && leads_to_heap(Side::Left))
    }

    /// Returns true if two values are addresses of one place in two objects that may have one image.
    fn lead_to_one_pair(&self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Address(a), Value::Address(b)) => a.offset == b.offset && self.may_pair(a.object, b.object),
            _ => false,
        }
    }

    /// Returns true if two values of a merge are joined as a choice only: they lead to private blocks of different
    /// kinds.
    fn are_of_different_kinds(&self, left: Value, right: Value) -> bool {
        let (Value::Address(a), Value::Address(b)) = (left, right) else { return false };
        let blocks = self.graphs[0].object(a.object).zip(self.graphs[1].object(b.object));
        self.mode == JoinMode::Merge
            && self.private[0].contains(&a.object)
            && self.private[1].contains(&b.object)
            && blocks.is_some_and(|(a, b)| !a.is_of_kind(b) && a.linkage().is_none() && b.linkage().is_none())
    }

    /// Returns the cells of two objects, up to `end`, that become choices: those that hold one already; where nodes of
    /// several kinds are joined, those with an address or a function on one side and several values on the other, as in
    /// a union; and, if `joins_cells`, those that lead to one block with another cell.
    pub(super) fn cells_with_choices(
        &self,
        [a, b]: [&Object; 2],
        end: i64,
        is_link: impl Fn(i64) -> bool,
        joins_cells: bool,
    ) -> Vec<ChoiceCells> {
        if !self.has_choices && !self.makes_choices() {
            return Vec::new();
        }
        let mut groups: Vec<(ChoiceCells, bool)> = Vec::new();
        for (side, (object, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            let is_cell = |field: &&HasValue| field.size == self.word && field.end() <= end && !is_link(field.offset);
            let fields: SmallVec<[&HasValue; 8]> = object.fields().iter().filter(is_cell).collect();
            for (index, field) in fields.iter().enumerate() {
                let is_choice = choice::of_value(self.graphs[side], field.value).is_some();
                let other_value = other.piece(field.offset, field.end());
                let is_split = leads(field.value) && other_value.is_none();
                let values = if side == 0 { [field.value, Value::ZERO] } else { [Value::ZERO, field.value] };
                let differs = is_choice || (is_split && self.may_make_choice(values));
                let target = field.value.object();
                let mut cells = ChoiceCells::from_elem(field.offset, 1);
                if target.is_some() && (is_choice || joins_cells) {
                    let same = fields[index + 1..].iter().filter(|next| next.value.object() == target);
                    cells.extend(same.map(|next| next.offset));
                }
                let differs = differs || (cells.len() > 1 && self.differ_in_kind(side, &cells, [object, other]));
                add_group(&mut groups, cells, differs);
            }
        }
        groups.into_iter().filter(|(_, differs)| *differs).map(|(cells, _)| cells).collect()
    }

    /// Returns true if choices are made, and not only joined.
    pub(super) fn makes_choices(&self) -> bool {
        self.mode == JoinMode::Merge || self.joins_kinds()
    }

    /// Returns true if some cells of a side lead to one block, and the cells of the other side do not, although they hold
    /// more than NULL in all of them.
    fn differ_in_kind(&self, side: usize, cells: &[i64], [object, other]: [&Object; 2]) -> bool {
        let pairs = cells.iter().map(|cell| {
            let values = [object.read(*cell, self.word), other.read(*cell, self.word)];
            if side == 0 { values } else { [values[1], values[0]] }
        });
        let is_start = |value: Value| matches!(value, Value::Address(Address { offset: 0, .. }));
        let mut is_missing = true;
        let mut differs = false;
        for [left, right] in pairs {
            let [own, others] = if side == 0 { [left, right] } else { [right, left] };
            is_missing &= others == Value::ZERO && is_start(own);
            differs |= left != right && !self.lead_to_one_pair(left, right) && self.may_make_choice([left, right]);
        }
        differs && !is_missing
    }

    /// Joins some cells as a choice, whose address is written to the image of the two holders.
    pub(super) fn choice(&mut self, cells: ChoiceCells, holders: Holders) -> Option<JoinedChoice> {
        let Holders { ids, out, below } = holders;
        let (graphs, word) = (self.graphs, self.word);
        let sides =
            [Alternatives::of(graphs[0], ids[0], &cells, word)?, Alternatives::of(graphs[1], ids[1], &cells, word)?];
        let is_new = sides.iter().all(|side| side.choice.is_none());
        if is_new && self.shares_a_block(&sides) && !self.has_discriminant(ids, &cells) {
            return None;
        }
        let pairs = self.matched(&sides, ids, &cells);
        let grows = sides.each_ref().map(|side| pairs.len() > side.words.len());
        if pairs.len() > MOST_ALTERNATIVES || (grows == [true, true] && !self.may_add_alternatives()) {
            return None;
        }
        marks::hit("join: a choice");
        self.note(grows);
        self.adds_alternatives |= grows == [true, true];
        let object = self.out.object(out)?;
        let width = cells.len() as i64 * word;
        let image = self.out.add(Object::choice(object.level + u8::from(object.is_abstract()), width));
        for (side, alternatives) in sides.iter().enumerate() {
            let Some(choice) = alternatives.choice else { continue };
            if self.images[side].get(choice).is_some() {
                return None;
            }
            self.images[side].insert(choice, image);
        }
        for (index, pair) in pairs.iter().enumerate() {
            self.alternative(&sides, *pair, (image, index as i64 * width), below)?;
        }
        for (cell, offset) in cells.iter().zip((0..).step_by(word as usize)) {
            let address = Value::Address(Address { object: image, target: Target::First, offset });
            self.out.object_mut(out)?.write(*cell, word, address);
        }
        let images = [0, 1].map(|side| self.alternative_images(&sides[side], side, &pairs, image));
        let is_choice = sides.each_ref().map(|side| {
            let first = side.words.first().and_then(|words| words.first());
            first.is_some_and(|word| Some(word.id) == side.choice)
        });
        Some(JoinedChoice { cells, is_choice, images })
    }

    /// Writes an alternative of a joined choice, from `start` on: of one of both sides.
    fn alternative(
        &mut self,
        sides: &[Alternatives; 2],
        pair: [Option<usize>; 2],
        (image, start): (ObjectId, i64),
        below: [u8; 2],
    ) -> Option<()> {
        let count = sides[0].words.first().map_or(0, Vec::len);
        self.out.object_mut(image)?.size = Range::exactly((start + count as i64 * self.word).into());
        for (cell, at) in (0..count).zip((start..).step_by(self.word as usize)) {
            let words = [0, 1].map(|side: usize| pair[side].map(|own| sides[side].words[own][cell]));
            // What an alternative leads to is nested below the choice.
            let deeper = |side: usize| words[side].is_some_and(|word| Some(word.id) != sides[side].choice);
            let sink = |side: usize| below[side].checked_add(u8::from(deeper(side)));
            self.sinks = [sink(0)?, sink(1)?];
            match words {
                [Some(left), Some(right)] => self.joined_word([left, right], (image, at))?,
                [Some(left), None] => self.copied_word(Side::Left, &sides[0], left, (image, at))?,
                [None, Some(right)] => self.copied_word(Side::Right, &sides[1], right, (image, at))?,
                [None, None] => {}
            }
        }
        Some(())
    }

    /// Returns what became of each alternative of a side in a joined choice.
    fn alternative_images(
        &self,
        alternatives: &Alternatives,
        side: usize,
        pairs: &Matched,
        joined: ObjectId,
    ) -> Vec<AlternativeImage> {
        let joined_word = |index: usize| {
            let choice = self.out.object(joined)?;
            let start = choice::start_of(choice, index);
            choice.piece(start, start + self.word)
        };
        let image = |own: usize| {
            let value = alternatives.words[own].first().and_then(|first| first.value(self.word));
            let index = pairs.iter().position(|pair| pair[side] == Some(own)).unwrap_or(0);
            let cases = match (value, joined_word(index)) {
                // The block, or the list, of the other side is missing here.
                (Some(Value::ZERO), Some(Value::Address(_))) => (false, true),
                (Some(value), _) => choice::cases(self.graphs[side], value, self.word),
                (None, _) => (true, false),
            };
            AlternativeImage { index, cases }
        };
        (0..alternatives.words.len()).map(image).collect()
    }

    /// Returns true if one of the alternatives leads to a block of the heap that belongs to no node.
    fn shares_a_block(&self, sides: &[Alternatives; 2]) -> bool {
        let is_shared = |side: Side| {
            let at = side as usize;
            let targets = sides[at].words.iter().flatten().filter_map(|word| word.value(self.word)?.object());
            let is_block = |id: &ObjectId| self.graphs[at].object(*id).is_some_and(Object::is_heap);
            let mut blocks = targets.filter(|id| is_block(id) && !self.is_holder(side, *id));
            blocks.any(|id| match self.mode {
                JoinMode::Merge => !self.private[at].contains(&id),
                _ => self.images[at].get(id).is_some(),
            })
        };
        is_shared(Side::Left) || is_shared(Side::Right)
    }

    /// Returns true if another cell tells nodes of two kinds apart, by its constant: a tag or a function.
    fn has_discriminant(&self, ids: [ObjectId; 2], cells: &[i64]) -> bool {
        let [Some(a), Some(b)] = [0, 1].map(|side: usize| self.graphs[side].object(ids[side])) else { return false };
        let is_other = |field: &&HasValue| !cells.contains(&field.offset);
        let is_constant = |value: Value| matches!(value, Value::Integer(_) | Value::Function(_));
        let differs = |field: &HasValue| {
            let other = b.read(field.offset, field.size);
            is_constant(field.value) && is_constant(other) && field.value != other
        };
        a.fields().iter().chain(b.fields()).filter(is_other).any(|field| {
            let own = HasValue { value: a.read(field.offset, field.size), ..*field };
            differs(&own)
        })
    }

    /// Returns true if a choice may have more alternatives than either side.
    fn may_add_alternatives(&self) -> bool {
        matches!(self.mode, JoinMode::Merge | JoinMode::Kinds | JoinMode::Shapes | JoinMode::Union)
    }

    /// Joins two words into one of the choice, piece by piece.
    fn joined_word(&mut self, words: [Word; 2], (image, start): (ObjectId, i64)) -> Option<()> {
        let (graphs, size) = (self.graphs, self.word);
        let end = |Word { object, start, .. }: Word, at: i64| object.end_of_piece(start + at, start + size) - start;
        let mut at = 0;
        while at < size {
            let next = end(words[0], at).min(end(words[1], at));
            let is_cut = |Word { object, start, .. }: Word| {
                let fields = object.fields_between(start + at, start + next);
                let mut cut = fields.filter(|field| field.offset < start + at || field.end() > start + next);
                cut.any(|field| leads(field.value))
            };
            if is_cut(words[0]) || is_cut(words[1]) {
                return None;
            }
            let piece = |side: usize| {
                let Word { object, start, .. } = words[side];
                graphs[side].piece(object, start + at, start + next)
            };
            let joined = self.value(piece(0)?, piece(1)?)?;
            self.out.object_mut(image)?.write(start + at, next - at, joined);
            at = next;
        }
        Some(())
    }

    /// Copies a word that the other side lacks into one of the choice.
    fn copied_word(
        &mut self,
        side: Side,
        own: &Alternatives,
        word: Word,
        (image, start): (ObjectId, i64),
    ) -> Option<()> {
        for piece in word.object.pieces(word.start, word.start + self.word) {
            let value = self.copied_in_choice(side, own, (word.id, piece.value), image)?;
            self.out.object_mut(image)?.write(start + piece.offset - word.start, piece.size, value);
        }
        Some(())
    }

    fn copied_in_choice(
        &mut self,
        side: Side,
        own: &Alternatives,
        (holder, value): (ObjectId, Value),
        image: ObjectId,
    ) -> Option<Value> {
        let (at, value, graph) = (side as usize, value.without_steps(), own.graph);
        let Some(root) = value.object() else { return Some(graph.without_name(value)) };
        if self.is_holder(side, root) {
            return self.own_address_in_choice(side, value);
        }
        if self.mode == JoinMode::Merge && !self.is_private(root) {
            return (!self.is_node(root)).then_some(value);
        }
        if self.images[at].get(root).is_none() {
            self.copy_nested(side, own, (holder, root), self.out.object(image)?.level)?;
        }
        let known = self.images[at].get(root)?;
        let (target, choice) = (self.out.object(known)?, self.out.object(image)?);
        // It is beside the choice, or nested below it alone.
        let fits = target.level <= choice.level || self.out.references(known).iter().all(|(from, ..)| *from == image);
        let fits = fits && target.is_abstract() == graph.object(root)?.is_abstract() && !self.is_node(root);
        fits.then(|| value.with_object(|_| known))
    }

    /// Returns the address of a node in one of its own cells, which is an alternative only on this side.
    fn own_address_in_choice(&self, side: Side, value: Value) -> Option<Value> {
        let Value::Address(address) = value else { return None };
        let image = self.images[side as usize].get(address.object)?;
        let is_region = !self.out.object(image)?.is_abstract();
        let target = match address.target {
            Target::Region if is_region => Target::Region,
            // Below the nodes of a segment, each leads to its own.
            Target::Region | Target::All => Target::All,
            Target::First | Target::Last => return None,
        };
        marks::hit("join: a node's own address is an alternative");
        Some(Value::Address(Address { object: image, target, ..address }))
    }

    /// Copies what only the cells of one side lead to, from `root` on, to below a choice of this level.
    fn copy_nested(
        &mut self,
        side: Side,
        own: &Alternatives,
        (holder, root): (ObjectId, ObjectId),
        level: u8,
    ) -> Option<()> {
        let (at, graph) = (side as usize, own.graph);
        let candidates: BTreeSet<ObjectId> = match self.mode {
            _ if Some(holder) == own.choice => graph.nested_below(holder).into_iter().collect(),
            JoinMode::Merge => self.private[at].clone(),
            _ => graph.private_to(holder, None, holder),
        };
        let nested = graph.reachable_among([root], &candidates);
        let of_cells: BTreeSet<(ObjectId, i64)> =
            own.words.iter().flatten().map(|word| (word.id, word.start)).collect();
        let is_own = |(from, offset, _): (ObjectId, i64, Value)| {
            let in_word = |(id, start): &(ObjectId, i64)| *id == from && (*start..*start + self.word).contains(&offset);
            nested.contains(&from) || of_cells.iter().any(in_word)
        };
        let are_own = nested.iter().all(|id| graph.references(*id).into_iter().all(is_own));
        if !nested.contains(&root) || !are_own {
            return None;
        }
        for id in &nested {
            let object = graph.object(*id)?;
            let sunk = object.level.checked_add(self.sinks[at])?;
            // What all nodes of a segment share does not belong to each of them.
            if sunk <= level {
                return None;
            }
            self.add_copy(side, *id, object.kind, sunk)?;
        }
        let below: Vec<ObjectId> = nested.into_iter().filter(|id| *id != root).collect();
        self.copy_contents(side, root, &below, None)
    }
}

/// Adds cells to the group that has one of them.
fn add_group(groups: &mut Vec<(ChoiceCells, bool)>, mut cells: ChoiceCells, mut differs: bool) {
    let is_met = |(known, _): &mut (ChoiceCells, bool)| known.iter().any(|cell| cells.contains(cell));
    let met: Vec<(ChoiceCells, bool)> = groups.extract_if(.., is_met).collect();
    for (known, other) in met {
        cells.extend(known);
        differs |= other;
    }
    cells.sort_unstable();
    cells.dedup();
    groups.push((cells, differs));
}

/// Returns true for the address of an object, or of a function.
pub(super) fn leads(value: Value) -> bool {
    value.object().is_some() || matches!(value, Value::Function(_))
}
