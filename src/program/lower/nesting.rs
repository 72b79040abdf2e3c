//! Nesting depth of the part being lowered, and its context.

use crate::lower::{Lowered, Lowerer};
use base::{Budget, Exhausted, Span};

/// Maximum nesting of statements, expressions and types: lowering recurses.
pub(super) const DEPTH_LIMIT: u32 = 4000;

/// Maximum nesting in specifications, which are resolved on the caller's stack.
const SPECIFICATION_DEPTH: u32 = 200;

/// Parts that are lowered between two checks of the budget: each takes about a microsecond.
const PARTS_BETWEEN_CHECKS: u32 = 64;

/// Determining the type of an expression lowers it twice; this bounds how often that nests.
const MOST_DOUBLINGS: u32 = 8;

/// Depth and context. Invariant: every part that is lowered leaves this as it found it.
#[derive(Default)]
pub(super) struct Nesting {
    depth: u32,
    /// Number of enclosing parts that are lowered twice.
    doublings: u32,
    /// True in the parameters of a prototype, where array sizes that are not constant stay unspecified.
    in_prototype: bool,
    /// True in an integer constant expression.
    in_constant: bool,
    /// The budget of the whole unit, asked where lowering recurses.
    budget: Budget,
    /// Parts that were lowered since the budget was last checked.
    unchecked: u32,
    /// The limit that ended lowering, if one did.
    stopped: Option<Exhausted>,
}

impl Nesting {
    pub(super) fn of_specification() -> Self {
        Nesting { depth: DEPTH_LIMIT - SPECIFICATION_DEPTH, ..Nesting::default() }
    }

    pub(super) fn within(budget: Budget) -> Self {
        Nesting { budget, ..Nesting::default() }
    }

    /// The limit that ended lowering, if one did.
    pub(super) fn stopped(&self) -> Option<Exhausted> {
        self.stopped
    }

    /// Returns true if the budget is exhausted. Unlike the checks of parts, this is one for a pass over everything.
    pub(super) fn stops(&mut self) -> bool {
        self.unchecked = PARTS_BETWEEN_CHECKS;
        self.is_stopped()
    }

    /// Returns true once the budget is exhausted.
    fn is_stopped(&mut self) -> bool {
        self.unchecked += 1;
        if self.stopped.is_none() && self.unchecked >= PARTS_BETWEEN_CHECKS {
            self.unchecked = 0;
            self.stopped = self.budget.check().err();
        }
        self.stopped.is_some()
    }

    pub(super) fn in_prototype(&self) -> bool {
        self.in_prototype
    }

    pub(super) fn in_constant(&self) -> bool {
        self.in_constant
    }
}

impl Lowerer<'_> {
    /// Runs `work` one level deeper, or reports that the text is nested too deeply.
    pub(super) fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.nesting.depth >= DEPTH_LIMIT {
            return self.reporter.fail(span, "the program text is nested too deeply");
        }
        if self.nesting.is_stopped() {
            return self.reporter.fail(span, "a limit was reached");
        }
        self.nesting.depth += 1;
        self.check_arm(span);
        let result = work(self);
        self.nesting.depth -= 1;
        result
    }

    /// Runs `work`, which lowers a part a second time.
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
