//! Enumerates entry states that differ in cells that were read. They come from the same builder as all entry states.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::heaps::{Builder, ChosenCell, HeapLimits};
use crate::interp::{BlockId, Fault, ReadBytes, Script, State};
use crate::{FunctionId, Program, SymbolId};
use ctype::TypeId;

/// Enumerates the entry states of `enumerate`, keeping one representative of states that differ only in unread cells.
/// A cell counts as read if the caller read it in the last state, or in a state derived from it, before asking for the
/// next one. So callers must finish with a state before they advance.
pub fn as_read<'p>(
    program: &'p Program,
    entry: FunctionId,
    symbols: &[(SymbolId, TypeId)],
    limits: &HeapLimits,
) -> Result<AsRead<'p>, Fault> {
    let builder = Builder::new(program, entry, symbols, limits, false)?;
    Ok(AsRead { builder, position: ReadPosition::default() })
}

#[derive(Debug)]
pub struct AsRead<'p> {
    builder: Builder<'p>,
    position: ReadPosition,
}

/// The progress of an enumeration, from which another iterator over the same states can resume.
#[derive(Clone, Debug)]
pub struct ReadPosition {
    script: Script,
    is_first: bool,
    /// For each choice of the last state, the bytes that show it; `None` if it is always observable.
    choices: Vec<Option<(Arc<ReadBytes>, Range<usize>)>>,
    /// True for each choice that was observed in this state or in an earlier one with the same preceding choices.
    matters: Vec<bool>,
}

impl Default for ReadPosition {
    fn default() -> Self {
        ReadPosition { script: Script::new(&[]), is_first: true, choices: Vec::new(), matters: Vec::new() }
    }
}

impl ReadPosition {
    fn advance(&mut self) -> bool {
        self.matters.resize(self.choices.len(), false);
        for (matters, choice) in self.matters.iter_mut().zip(&self.choices) {
            *matters |= choice.as_ref().is_none_or(|(reads, range)| reads.any(range.clone()));
        }
        let more = self.script.advance_among(|index| self.matters.get(index).is_none_or(|matters| *matters));
        self.matters.truncate(self.script.choices());
        more
    }
}

impl AsRead<'_> {
    /// Returns the position after the last state.
    pub fn into_position(self) -> ReadPosition {
        self.position
    }

    /// Resumes at another position.
    #[must_use]
    pub fn resumed_at(self, position: ReadPosition) -> Self {
        AsRead { position, ..self }
    }
}

impl Iterator for AsRead<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let AsRead { builder, position } = self;
        if !std::mem::take(&mut position.is_first) && !position.advance() {
            return None;
        }
        let (mut state, choices) = builder.build_noting(&mut position.script).ok()?;
        let mut watched: SmallVec<[(BlockId, Arc<ReadBytes>); 8]> = SmallVec::new();
        position.choices.clear();
        for choice in choices {
            let seen = choice.and_then(|ChosenCell { block, range }| {
                if let Some((_, reads)) = watched.iter().find(|(known, _)| *known == block) {
                    return Some((Arc::clone(reads), range));
                }
                let reads = state.watch_reads(block)?;
                watched.push((block, Arc::clone(&reads)));
                Some((reads, range))
            });
            position.choices.push(seen);
        }
        Some(state)
    }
}
