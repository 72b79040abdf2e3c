//! How deep, and in what, the part of the text is that is lowered.

use crate::lower::{Lowered, Lowerer};
use base::Span;

/// Statements, expressions and types nested deeper than this are an error: lowering recurses.
pub(super) const DEPTH_LIMIT: u32 = 4000;

/// Specifications are resolved on the caller's stack, so they may be less deep than program text.
const SPECIFICATION_DEPTH: u32 = 200;

/// The type of an expression is found by lowering it twice; this bounds how often that nests.
const MOST_DOUBLINGS: u32 = 8;

/// Behind each part of the text it is as it was before.
#[derive(Default)]
pub(super) struct Nesting {
    depth: u32,
    /// How many parts around are lowered twice.
    doublings: u32,
    /// The parameters of a prototype are read: sizes that are not constant are left open.
    in_prototype: bool,
    /// An integer constant expression is read.
    in_constant: bool,
}

impl Nesting {
    pub(super) fn of_specification() -> Self {
        Nesting { depth: DEPTH_LIMIT - SPECIFICATION_DEPTH, ..Nesting::default() }
    }

    pub(super) fn in_prototype(&self) -> bool {
        self.in_prototype
    }

    pub(super) fn in_constant(&self) -> bool {
        self.in_constant
    }
}

impl Lowerer<'_> {
    /// Runs `work` one level deeper, or reports that it is too deep.
    pub(super) fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.nesting.depth >= DEPTH_LIMIT {
            return self.reporter.fail(span, "the program text is nested too deeply");
        }
        self.nesting.depth += 1;
        self.check_arm(span);
        let result = work(self);
        self.nesting.depth -= 1;
        result
    }

    /// Runs `work`, which lowers for a second time what is lowered anyway.
    pub(super) fn doubled<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.nesting.doublings >= MOST_DOUBLINGS {
            return self.reporter.fail(span, "initialisers are nested too deeply");
        }
        self.nesting.doublings += 1;
        let result = work(self);
        self.nesting.doublings -= 1;
        result
    }

    pub(super) fn within_prototype<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.nesting.in_prototype, true);
        let result = work(self);
        self.nesting.in_prototype = around;
        result
    }

    pub(super) fn within_constant<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.nesting.in_constant, true);
        let result = work(self);
        self.nesting.in_constant = around;
        result
    }
}
