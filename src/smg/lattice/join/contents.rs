//! Joins the contents of two objects, cell by cell.

use smallvec::SmallVec;

use crate::domain::graph::{Row, RunLayout};
use crate::domain::object::{HasValue, Object, SegmentShape};
use crate::domain::value::ObjectId;
use crate::lattice::join::choice::{ChoiceCells, Holders, JoinedChoice, ValueOrChoice};
use crate::lattice::join::pieces::{Piece, aligned, ends, has_choice};
use crate::lattice::join::{JoinMode, Joiner};
use crate::transfer::choice;

/// Two objects and their image.
struct Pair<'j> {
    objects: [&'j Object; 2],
    ids: [ObjectId; 2],
    out: ObjectId,
    /// The linkage of the image.
    linkage: Option<SegmentShape>,
    /// For each side, the number of levels by which what is nested below the object sinks, and what is beside it.
    below: [u8; 2],
    beside: [u8; 2],
    /// The offset up to which both objects certainly exist, and the offset up to which their contents are recorded.
    sure: i64,
    end: i64,
    /// True if it is known which of the blocks exist up to which of these offsets.
    tells_sizes: bool,
    /// Summarised arrays behind that offset, in blocks of different sizes.
    rows: Option<[Row; 2]>,
}

impl Pair<'_> {
    fn is_link(&self, offset: i64) -> bool {
        self.linkage.is_some_and(|linkage| linkage.has(offset))
    }

    fn holders(&self) -> Holders {
        Holders { ids: self.ids, out: self.out, below: self.below }
    }
}

impl<'j> Joiner<'j> {
    /// Returns true, once, if a pair holds choices and others are still to be joined.
    pub(super) fn is_postponed(&mut self, ids: [ObjectId; 2], out: ObjectId) -> bool {
        if !self.has_choices || self.mode == JoinMode::Merge || self.open.is_empty() {
            return false;
        }
        let has_choice = [0, 1].iter().any(|side: &usize| {
            let object = self.graphs[*side].object(ids[*side]);
            object.is_some_and(|object| choice::among(self.graphs[*side], object, 0, i64::MAX).is_some())
        });
        has_choice && self.postponed.insert(out)
    }

    /// Joins the contents of two objects into their image. Cells that lead to one block become a choice together only if
    /// there is no join otherwise.
    pub(super) fn contents(&mut self, ids: [ObjectId; 2], out: ObjectId) -> Option<()> {
        let mut pair = self.pair_of(ids, out)?;
        self.parents = Some(ids);
        pair.rows = self.rows_to_the_ends(pair.objects);
        if let Some([row, _]) = pair.rows {
            pair.end = row.offset;
            pair.sure = pair.sure.min(row.offset);
        }
        // Contents that only the larger of two blocks has are forgotten, unless a block would leak with them. If the blocks
        // tell their sizes, what the smaller one holds there leads nowhere.
        let is_row = |field: &HasValue| pair.rows.is_some_and(|[row, _]| row.offset == field.offset);
        let is_cell = |field: &HasValue| pair.tells_sizes && field.size == self.word && field.offset >= pair.sure;
        let leads = |field: &HasValue| {
            field.end() > pair.sure && field.value.object().is_some() && !is_row(field) && !is_cell(field)
        };
        if pair.objects.into_iter().flat_map(Object::fields).any(leads) {
            return None;
        }
        let end = if pair.tells_sizes { pair.end } else { pair.sure };
        let needed = self.cells_with_choices(pair.objects, end, |offset| pair.is_link(offset), false);
        let possible = match self.makes_choices() {
            true => self.cells_with_choices(pair.objects, end, |offset| pair.is_link(offset), true),
            false => needed.clone(),
        };
        if possible != needed {
            // Saved, because a failed attempt leaves traces.
            let before = self.clone();
            if self.contents_with(&pair, needed).is_some() {
                return Some(());
            }
            *self = before;
        }
        self.contents_with(&pair, possible)
    }

    fn pair_of(&self, ids: [ObjectId; 2], out: ObjectId) -> Option<Pair<'j>> {
        let (a, b) = (self.graphs[0].object(ids[0])?, self.graphs[1].object(ids[1])?);
        let inner = |object: &Object| object.level + u8::from(object.is_abstract());
        let object = self.out.object(out)?;
        let (level, below) = (object.level, inner(object));
        let [sure, end] = ends(a, b);
        Some(Pair {
            objects: [a, b],
            ids,
            out,
            linkage: object.linkage(),
            below: [below.checked_sub(inner(a))?, below.checked_sub(inner(b))?],
            beside: [level.checked_sub(a.level)?, level.checked_sub(b.level)?],
            sure,
            end,
            tells_sizes: a.size != b.size && a.begins_like(b),
            rows: None,
        })
    }

    /// Joins the contents of two objects; `groups`: cells that become choices.
    fn contents_with(&mut self, pair: &Pair, groups: Vec<ChoiceCells>) -> Option<()> {
        let (word, graphs) = (self.word, self.graphs);
        let is_in_choice = |offset: i64| groups.iter().flatten().any(|cell| (*cell..*cell + word).contains(&offset));
        let nodes = self.nodes;
        // Where a run ends, and what follows, is joined with the row.
        let run = RunLayout::of(pair.objects[0], word);
        let is_left_open = |offset: i64| {
            nodes.is_some_and(|(node, linkage)| node == pair.out && linkage.has(offset))
                || run.is_some_and(|run| offset >= run.stride)
        };
        let mut choices: SmallVec<[JoinedChoice; 1]> = SmallVec::new();
        // Pieces without a choice show which node of a list an object of the other graph corresponds to, so they are
        // joined first.
        let mut last: SmallVec<[Piece; 2]> = SmallVec::new();
        for piece in aligned(graphs, pair.objects, pair.end) {
            if is_left_open(piece.offset) || is_in_choice(piece.offset) {
                continue;
            }
            match has_choice(graphs, piece.values) {
                true => last.push(piece),
                false => choices.extend(self.cell(pair, piece)?),
            }
        }
        for piece in last {
            choices.extend(self.cell(pair, piece)?);
        }
        if let Some(rows) = pair.rows {
            self.sinks = pair.below;
            self.joined_to_the_end(rows, pair.out)?;
        }
        for cells in groups {
            choices.push(self.choice(cells, pair.holders())?);
        }
        self.number_of_elements(pair.ids);
        self.size_relations(pair.ids, pair.out, pair.sure)?;
        self.strings(pair.objects, pair.out)?;
        self.disjuncts(pair.ids, pair.out, pair.sure, &choices)
    }

    /// Joins a cell. Returns the choice that it becomes, if it does.
    fn cell(&mut self, pair: &Pair, piece: Piece) -> Option<Option<JoinedChoice>> {
        let Piece { offset, size, values: [x, y], is_cut } = piece;
        self.offset = offset;
        if is_cut {
            self.note_cut(pair.objects, offset, size)?;
        }
        // The links of a segment point to its neighbours, not below it.
        self.sinks = if pair.is_link(offset) { pair.beside } else { pair.below };
        let leads = x.object().or(y.object()).is_some();
        let joined = match offset < pair.sure || (pair.tells_sizes && leads) {
            _ if self.are_rows([x, y]) => self.rows([x, y])?,
            true if size == self.word && !pair.is_link(offset) => {
                match self.value_or_choice([x, y], offset, pair.holders())? {
                    ValueOrChoice::Value(value) => value,
                    ValueOrChoice::Choice(choice) => return Some(Some(choice)),
                }
            }
            true => self.value(x, y)?,
            false => self.perhaps_beyond(offset, pair.objects, [x, y]),
        };
        self.out.object_mut(pair.out)?.write(offset, size, joined);
        Some(None)
    }
}
