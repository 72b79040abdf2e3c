//! Elements of summarised arrays: the search tries where each run may end.

use crate::check::concretisation::meaning::{ConcreteMeaning, ObjectMemory};
use crate::check::concretisation::{Embedding, Instance, Obligation, Search};
use crate::domain::graph::{Row, RunLayout};
use crate::domain::object::Object;
use crate::domain::value::{ObjectId, Value};
use base::ids::Id;
use program::interp::{BlockId, Content};

/// Elements stand for nodes from here on: no state has as many blocks.
const FIRST_ELEMENT: usize = 1 << 31;
/// No array that is checked has as many elements.
const MOST_ELEMENTS: usize = 1 << 10;

/// A run of elements whose end is not chosen yet.
#[derive(Clone, Debug)]
pub(super) struct OpenRun {
    run: ObjectId,
    /// The block of the array, and the nodes that it is nested below.
    block: BlockId,
    below: Vec<BlockId>,
    row: Row,
    /// The index of its first element, and the number of elements of the whole array.
    begin: i64,
    count: i64,
}

impl Search<'_> {
    /// Returns the first runs of the arrays in an object that is embedded as a block.
    pub(super) fn first_runs(&self, object: &Object, instance: &Instance, block: BlockId) -> Vec<OpenRun> {
        let size = self.state.block(block).map_or(0, |block| i64::try_from(block.size()).unwrap_or(i64::MAX));
        let rows = self.configuration.graph.rows_between(object, 0, i64::MAX, self.word);
        let first = |row: Row| OpenRun {
            run: row.first,
            block,
            below: instance.1.clone(),
            row,
            begin: 0,
            count: (row.end.min(size) - row.offset) / row.stride,
        };
        rows.map(first).collect()
    }

    /// As [`Search::complete`], with each possible end of a run.
    pub(super) fn complete_with_ends(&mut self, embedding: &Embedding, open: &OpenRun) -> Option<bool> {
        let graph = &self.configuration.graph;
        let Some(run) = graph.object(open.run).cloned() else { return Some(false) };
        let Some(layout) = RunLayout::of(&run, self.word) else { return Some(false) };
        let next = run.read(layout.next(), self.word).object();
        let ends: Vec<i64> = match (next, run.is_abstract()) {
            (None, _) => vec![open.count],
            (_, false) => vec![open.begin + 1],
            (_, true) => match self.known_end(embedding, run.read(layout.end(), self.word)) {
                Some(end) => vec![end],
                None => (open.begin..=open.count).collect(),
            },
        };
        for end in ends {
            let mut found = embedding.clone();
            if self.elements(&mut found, open, (&run, layout), end).is_err() {
                continue;
            }
            found.runs.extend(next.map(|run| OpenRun { run, begin: end, ..open.clone() }));
            match self.complete(found) {
                Some(false) => {}
                decided => return decided,
            }
        }
        Some(false)
    }

    /// Returns the end of a run if its value is known so far.
    fn known_end(&self, embedding: &Embedding, end: Value) -> Option<i64> {
        match end {
            Value::Integer(end) => i64::try_from(end).ok(),
            Value::Unknown(id) => match embedding.unknowns.get(&id)? {
                ConcreteMeaning::Integers(all) => i64::try_from(*all.iter().find(|end| **end >= 0)?).ok(),
                ConcreteMeaning::Other(_) => None,
            },
            _ => None,
        }
    }

    /// Embeds a run as the elements of its array up to an index.
    fn elements(
        &self,
        embedding: &mut Embedding,
        open: &OpenRun,
        (run, layout): (&Object, RunLayout),
        end: i64,
    ) -> Result<(), String> {
        let OpenRun { begin, count, row, .. } = *open;
        let number = end - begin;
        let is_one = run.is_abstract() || number == 1;
        if number < i64::from(run.minimum()) || end > count || !is_one || count >= MOST_ELEMENTS as i64 {
            return Err("a run of elements ends elsewhere".into());
        }
        let block = self.state.block(open.block).ok_or("no such block")?;
        let (_, around) = self.instance(open.run, &open.below)?;
        embedding.open.push(Obligation {
            value: run.read(layout.end(), self.word),
            below: around.clone(),
            size: self.word,
            content: Content::Bits(u128::from(end.unsigned_abs())),
            is_dead: false,
            place: (open.run, layout.end()),
        });
        for index in begin..end {
            let mut below = around.clone();
            if run.is_abstract() {
                let element = (open.block.index() * MOST_ELEMENTS).saturating_add(index.unsigned_abs() as usize);
                below.push(BlockId::from_index(FIRST_ELEMENT.saturating_add(element)));
            }
            let memory = ObjectMemory { block, start: row.offset + index * row.stride, children: &[] };
            self.is_as_recorded(run, memory)?;
            for piece in run.pieces(0, layout.stride) {
                let at = memory.start + piece.offset;
                let content = block.content(at.unsigned_abs(), piece.size.unsigned_abs(), self.word.unsigned_abs());
                let place = (open.run, piece.offset);
                let (value, size) = (piece.value, piece.size);
                embedding.open.push(Obligation { value, below: below.clone(), size, content, is_dead: false, place });
            }
        }
        Ok(())
    }
}
