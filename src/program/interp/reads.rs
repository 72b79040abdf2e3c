//! Which bytes of a block were read, in any state that comes from the one in which that began to be watched.
//!
//! Runs that differ only in bytes that none of them reads are one run. So inputs need not be tried that differ in nothing else:
//! C. Boyapati, S. Khurshid, D. Marinov, *Korat: automated testing based on Java predicates*, ISSTA 2002, section 3.
//!
//! To write over a byte is not to read it; to copy it is. Nothing here says what was read.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::interp::memory::{Block, BlockId};
use crate::interp::state::State;

/// The bytes of one block.
#[derive(Debug)]
pub(crate) struct ReadBytes {
    bytes: Vec<AtomicBool>,
}

impl ReadBytes {
    /// The bytes of a block of this size. None of them has been read.
    pub(super) fn new(count: usize) -> ReadBytes {
        ReadBytes { bytes: (0..count).map(|_| AtomicBool::new(false)).collect() }
    }

    pub(super) fn mark(&self, range: Range<usize>) {
        self.of(range).iter().for_each(|byte| byte.store(true, Ordering::Relaxed));
    }

    /// Whether any of the bytes was read.
    pub(crate) fn any(&self, range: Range<usize>) -> bool {
        self.of(range).iter().any(|byte| byte.load(Ordering::Relaxed))
    }

    fn of(&self, range: Range<usize>) -> &[AtomicBool] {
        self.bytes.get(range).unwrap_or_default()
    }
}

impl State {
    /// From now on it is noted which bytes of a block are read, in this state and in all that come from it.
    pub(crate) fn watch_reads(&mut self, id: BlockId) -> Option<Arc<ReadBytes>> {
        self.block_mut(id).ok().map(Block::watch_reads)
    }
}
