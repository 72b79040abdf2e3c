//! Joins the disjunctive invariants of blocks.

use std::collections::BTreeSet;

use crate::domain::graph::RunLayout;
use crate::domain::object::{
    AlternativeSet, Disjunct, Disjuncts, HasValue, Held, HeldBytes, Object, SegmentShape, include,
};
use crate::domain::value::{ObjectId, Range};
use crate::lattice::join::Joiner;
use crate::lattice::join::choice::{AlternativeImage, JoinedChoice, leads};
use crate::lattice::limits::MOST_CELLS;
use crate::transfer::disjuncts::{self, Cells};

impl Joiner<'_> {
    /// Sets the disjunctive invariant of a joined object to the disjunction of those of both sides. Both objects
    /// certainly have `end` bytes.
    pub(super) fn disjuncts(
        &mut self,
        ids: [ObjectId; 2],
        out: ObjectId,
        end: i64,
        choices: &[JoinedChoice],
    ) -> Option<()> {
        let objects = [self.graphs[0].object(ids[0])?, self.graphs[1].object(ids[1])?];
        let joined = self.out.object(out)?;
        if !self.is_followed(objects) || self.is_in_array() {
            self.note(objects.map(|object| !object.disjuncts().is_empty()));
            return Some(());
        }
        let (places, links) = (cells(objects, joined, end, self.word), links(objects, joined, self.word));
        let are_cut_off = self.nodes.is_some_and(|(node, shape)| node == out && shape.is_tree());
        let cells = Cells { places: &places, links: &links, are_cut_off };
        let [left, right] = [0, 1].map(|side| {
            let recorded = disjuncts::recorded(self.graphs[side], objects[side], cells, self.word);
            let of_choices = |disjunct| with_choices(disjunct, side, choices, self.word);
            recorded.into_iter().map(of_choices).collect::<Vec<_>>()
        });
        let is_recorded = |cell: &HeldBytes| {
            let records =
                |all: &[Disjunct]| all.first().is_none_or(|disjunct| disjunct.iter().any(|it| it.is_at(cell)));
            records(&left) && records(&right)
        };
        let of_both = |disjunct: &Disjunct| -> Disjunct {
            let kept = disjunct.iter().filter(|cell| is_recorded(cell));
            kept.map(|cell| HeldBytes { held: self.rounded(cell, joined), ..*cell }).collect()
        };
        let all = left.iter().chain(&right).map(of_both).collect();
        let found = Disjuncts::new(with_telling_links(all, self.word));
        let loses = [0, 1].map(|side| {
            let own = objects[side].disjuncts().all();
            let joined: Vec<Disjunct> = own.iter().map(|it| in_join(it, side, choices, self.word)).collect();
            !own.is_empty() && (found.is_empty() || !include(&joined, found.all()))
        });
        self.note(loses);
        self.out.object_mut(out)?.set_disjuncts(found);
        Some(())
    }

    /// Returns true if disjunctive invariants and size relations of the join of two objects are recorded. Blocks of unknown
    /// size are arrays, not records; elements of arrays are records.
    pub(super) fn is_followed(&self, objects: [&Object; 2]) -> bool {
        let is_record = |it: &Object| it.is_valid_heap() && it.tells_size();
        let is_one = objects[0].size == objects[1].size || objects[0].begins_like(objects[1]);
        is_one && objects.into_iter().all(is_record) && self.out.keeps_relations()
    }

    /// Returns the contents of a cell after widening: the bounds of numbers move to thresholds.
    fn rounded(&self, cell: &HeldBytes, joined: &Object) -> Held {
        let is_null = cell.in_link && cell.held.numbers == Some(Range::exactly(0));
        let is_widened = self.mode.generalises() && !cell.is_block_size() && !is_null;
        let Some(numbers) = cell.held.numbers.filter(|_| is_widened) else { return cell.held };
        // Numbers of cells are recorded as signed, whatever the sign of the number in the joined cell. That of a link does not
        // tell what nodes hold there.
        let joined = Some(joined).filter(|_| !cell.in_link);
        let all = joined.and_then(|joined| self.out.range(joined.read(cell.offset, cell.size)));
        let all = all.map_or(Range::ALL, |range| disjuncts::as_signed(range, cell.size));
        Held { numbers: self.out.thresholds().around(numbers).intersection(all).or(Some(numbers)), ..cell.held }
    }
}

/// Returns a disjunct of one side, over the same cells, in terms of the joined alternatives.
fn in_join(disjunct: &Disjunct, side: usize, choices: &[JoinedChoice], word: i64) -> Disjunct {
    let mut found = with_choices(disjunct.clone(), side, choices, word);
    found.retain(|cell| disjunct.iter().any(|own| own.is_at(cell)));
    found
}

/// Returns a disjunct of one side in which the cells that become choices tell which of the joined alternatives they are.
fn with_choices(mut disjunct: Disjunct, side: usize, choices: &[JoinedChoice], word: i64) -> Disjunct {
    for choice in choices {
        let Some(first) = choice.cells.first().copied() else { continue };
        let is_cell = |cell: &HeldBytes| (cell.offset, cell.size) == (first, word);
        let known = disjunct.iter().find(|cell| is_cell(cell)).map(|cell| cell.held);
        let with = |set: AlternativeSet, (own, image): (usize, &AlternativeImage)| {
            let (present, missing) = image.cases;
            let cases = match known {
                Some(held) if choice.is_choice[side] => {
                    (held.alternatives.is_present(own), held.alternatives.is_missing(own))
                }
                // A single alternative, which is NULL or an address.
                Some(held) if missing => (present && held.is_address, held.numbers.is_some()),
                _ => image.cases,
            };
            set.with(image.index, cases)
        };
        let set = choice.images[side].iter().enumerate().fold(AlternativeSet::default(), with);
        let is_met = |cell: &HeldBytes| {
            choice.cells.iter().any(|own| cell.offset < own + word && *own < cell.offset + cell.size)
        };
        disjunct.retain(|cell| !is_met(cell));
        disjunct.push(HeldBytes { offset: first, size: word, held: Held::alternatives(set), in_link: false });
    }
    disjunct.sort();
    disjunct
}

/// Returns the cells of two objects that are no larger than a number or an address, without links of lists, links to parents,
/// and what is behind an element; and the size of the blocks if it differs. Of what only the larger blocks have, only what
/// leads somewhere: numbers there are not related to others. Empty if there are too many.
fn cells(objects: [&Object; 2], joined: &Object, end: i64, word: i64) -> Vec<(i64, i64)> {
    let differ = objects[0].size != objects[1].size || objects.iter().any(|object| object.disjuncts().tell_sizes());
    let sure = if differ { objects[0].sure_end().min(objects[1].sure_end()) } else { end };
    let is_cell = |field: &HasValue| field.end() <= sure || (differ && field.size == word && leads(field.value));

    let end_of_element = RunLayout::of(joined, word).map_or(i64::MAX, |layout| layout.stride);
    let is_link = |offset: i64| offset >= end_of_element || joined.linkage().is_some_and(|linkage| linkage.has(offset));
    let fields = objects.into_iter().flat_map(Object::fields).filter(|field| field.size <= 8);
    let fields =
        fields.filter(|field| is_cell(field) && !is_link(field.offset)).map(|field| (field.offset, field.size));
    let block_size = differ.then_some(HeldBytes::BLOCK_SIZE);
    let found: BTreeSet<(i64, i64)> = fields.chain(block_size).chain(links(objects, joined, word)).collect();
    if found.len() > MOST_CELLS { Vec::new() } else { found.into_iter().collect() }
}

/// Returns the cells in links of the tree that two objects are, or whose nodes they were; or of a list that may become a part
/// of one.
fn links(objects: [&Object; 2], joined: &Object, word: i64) -> Vec<(i64, i64)> {
    let may_branch = |shape: &SegmentShape| shape.is_tree() || (joined.may_branch && shape.back.is_none());
    let links = joined.linkage().filter(may_branch).into_iter().flat_map(SegmentShape::forward);
    let known = objects.into_iter().flat_map(|object| object.disjuncts().cells_in_links());
    links.map(|link| (link, word)).chain(known.map(|cell| (cell.offset, cell.size))).collect()
}

/// Returns disjuncts that describe the links of a tree only as far as kinds of nodes can be told apart: by a number, by a
/// pointer, or by a link that always leads to a child in one of them and never in another one. Which nodes happen to have
/// children is no invariant.
fn with_telling_links(mut disjuncts: Vec<Disjunct>, word: i64) -> Vec<Disjunct> {
    while let Some((one, other)) = of_one_kind(&disjuncts) {
        let both = std::iter::zip(disjuncts[one].clone(), &disjuncts[other]);
        let both = both.map(|(cell, other)| HeldBytes { held: cell.held.hull(other.held), ..cell });
        let links: Vec<HeldBytes> = both.filter(|cell| cell.in_link).collect();
        for disjunct in [one, other] {
            let told = disjuncts[disjunct].iter().map(|cell| *links.iter().find(|it| it.is_at(cell)).unwrap_or(cell));
            disjuncts[disjunct] = told.collect();
        }
    }
    let tells = |cell: &HeldBytes| {
        let is_pointer = cell.held.is_address && cell.held.numbers.is_some();
        !is_pointer && cell.held.numbers.is_none_or(|numbers| is_bounded(numbers, cell.size))
    };
    let is_told = disjuncts.iter().all(|disjunct| disjunct.iter().any(tells));
    let is_open = |cell: &HeldBytes| cell.held.is_address && (cell.held.numbers.is_some() || cell.held.is_undefined);
    let tell_something = disjuncts.iter().flatten().any(|cell| cell.in_link && !is_open(cell));
    if !is_told || !tell_something {
        disjuncts.iter_mut().for_each(|disjunct| disjunct.retain(|cell| !cell.in_link));
    }
    // Of a part of a link it only matters in which nodes it was written.
    let is_written = |cell: &HeldBytes| cell.in_link && !cell.held.is_undefined;
    let written: Vec<HeldBytes> = disjuncts.iter().flatten().filter(|cell| is_written(cell)).copied().collect();
    let matters = |cell: &HeldBytes| !cell.in_link || cell.size == word || written.iter().any(|it| it.is_at(cell));
    disjuncts.iter_mut().for_each(|disjunct| disjunct.retain(matters));
    disjuncts
}

/// Returns two disjuncts that no cell tells apart, and whose links hold different things.
fn of_one_kind(disjuncts: &[Disjunct]) -> Option<(usize, usize)> {
    let pairs = (0..disjuncts.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let are_of_one_kind = |one: &Disjunct, other: &Disjunct| {
        let cells = || std::iter::zip(one, other);
        let overlap = |(a, b): (&HeldBytes, &HeldBytes)| a.held.intersection(b.held).is_some();
        cells().all(overlap) && cells().any(|(a, b)| a.in_link && a.held != b.held)
    };
    pairs.into_iter().find(|(one, other)| are_of_one_kind(&disjuncts[*one], &disjuncts[*other]))
}

/// Returns true unless these are all numbers of this many bytes.
fn is_bounded(numbers: Range, bytes: i64) -> bool {
    numbers != disjuncts::as_signed(Range::ALL, bytes)
}
