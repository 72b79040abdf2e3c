//! Records which bytes of a block are read, in the state in which watching began and in all states derived from it.
//!
//! Runs that differ only in unread bytes are equivalent, so inputs that differ only in those need not be tried: C.
//! Boyapati, S. Khurshid, D. Marinov, *Korat: automated testing based on Java predicates*, ISSTA 2002, section 3.
//!
//! Overwriting a byte does not read it; copying does. The values read are not recorded.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::interp::memory::{Block, BlockId};
use crate::interp::state::State;

/// The read marks of one block.
#[derive(Debug)]
pub(crate) struct ReadBytes {
    bytes: Vec<AtomicBool>,
}

impl ReadBytes {
    /// Creates the marks for a block of this size, all unread.
    pub(super) fn new(count: usize) -> ReadBytes {
        ReadBytes { bytes: (0..count).map(|_| AtomicBool::new(false)).collect() }
    }

    pub(super) fn mark(&self, range: Range<usize>) {
        self.of(range).iter().for_each(|byte| byte.store(true, Ordering::Relaxed));
    }

    /// Returns true if any of the bytes was read.
    pub(crate) fn any(&self, range: Range<usize>) -> bool {
        self.of(range).iter().any(|byte| byte.load(Ordering::Relaxed))
    }

    fn of(&self, range: Range<usize>) -> &[AtomicBool] {
        self.bytes.get(range).unwrap_or_default()
    }
}

impl State {
    /// Starts to record which bytes of a block are read, in this state and in all states derived from it.
    pub(crate) fn watch_reads(&mut self, id: BlockId) -> Option<Arc<ReadBytes>> {
        self.block_mut(id).ok().map(Block::watch_reads)
    }
}
