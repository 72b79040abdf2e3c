//! Effects whose order C leaves open: `i = i++`, `a[i] = i++`, `f(i++, i)`.
//!
//! A variable that is written, and written or read again by a part of the same full expression that no sequence point
//! separates from the first, has no defined value. Only variables written by their names are looked at, as GCC's
//! `-Wsequence-point` does; what goes through pointers is not seen here.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::frontend::ast::{Binary, Expression, ExpressionKind, Unary};
use crate::program::lower::{DEPTH_LIMIT, Lowerer};

/// What an expression does to variables.
#[derive(Default)]
struct Effects<'e> {
    reads: FxHashSet<&'e str>,
    writes: FxHashSet<&'e str>,
    /// The writes that need not be done when the value of the expression is known.
    pending: FxHashSet<&'e str>,
}

impl Lowerer<'_> {
    /// Reports a full expression whose effects have no defined order; what it would do is not followed.
    pub(super) fn check_order(&mut self, expression: &Expression) {
        if !may_conflict(expression) {
            return;
        }
        let mut finder = Finder::default();
        finder.effects(expression);
        if let Some((name, span)) = finder.conflict {
            let reason = format!("the order of the effects on '{name}' is undefined");
            self.unsupported(&format!("order at {}", span.start), reason, span);
        }
    }
}

/// The variable that an expression writes itself.
fn written(expression: &Expression) -> Option<&Expression> {
    match &expression.kind {
        ExpressionKind::Assign(_, target, _) => Some(target),
        ExpressionKind::Unary(
            Unary::PreIncrement | Unary::PreDecrement | Unary::PostIncrement | Unary::PostDecrement,
            target,
        ) => Some(target),
        _ => None,
    }
}

/// Whether a part of the expression other than itself writes a variable: a quick look for the many that do not.
fn may_conflict(expression: &Expression) -> bool {
    let mut work = children(expression);
    while let Some(part) = work.pop() {
        if written(part).is_some() {
            return true;
        }
        work.extend(children(part));
    }
    false
}

/// The parts that are evaluated as parts of the same full expression.
fn children(expression: &Expression) -> Vec<&Expression> {
    match &expression.kind {
        ExpressionKind::Index(a, b)
        | ExpressionKind::Binary(_, a, b)
        | ExpressionKind::Assign(_, a, b)
        | ExpressionKind::Comma(a, b) => vec![a, b],
        ExpressionKind::Call(callee, arguments) => std::iter::once(callee.as_ref()).chain(arguments).collect(),
        ExpressionKind::Member(a, _)
        | ExpressionKind::Arrow(a, _)
        | ExpressionKind::Unary(_, a)
        | ExpressionKind::Cast(_, a) => vec![a],
        ExpressionKind::Conditional(a, b, c) => {
            [Some(a), b.as_ref(), Some(c)].into_iter().flatten().map(AsRef::as_ref).collect()
        }
        _ => Vec::new(),
    }
}

/// Looks for the first variable with effects that no sequence point separates.
#[derive(Default)]
struct Finder<'e> {
    conflict: Option<(&'e str, Span)>,
    depth: u32,
}

impl<'e> Finder<'e> {
    fn effects(&mut self, expression: &'e Expression) -> Effects<'e> {
        // Deeper text is refused anyway.
        if self.conflict.is_some() || self.depth >= DEPTH_LIMIT {
            return Effects::default();
        }
        self.depth += 1;
        let found = self.effects_inner(expression);
        self.depth -= 1;
        found
    }

    fn effects_inner(&mut self, expression: &'e Expression) -> Effects<'e> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Identifier(name) => {
                let mut found = Effects::default();
                found.reads.insert(name);
                found
            }
            ExpressionKind::Unary(Unary::AddressOf, place) => self.place(place),
            ExpressionKind::Member(..) => self.place(expression),
            ExpressionKind::Assign(op, target, source) => {
                let right = self.effects(source);
                let left = match (&target.kind, op) {
                    (ExpressionKind::Identifier(_), None) => Effects::default(),
                    (ExpressionKind::Identifier(_), Some(_)) => self.effects(target),
                    _ => self.place(target),
                };
                let both = self.unsequenced(left, right, span);
                self.store(target, both, span)
            }
            ExpressionKind::Comma(first, second) | ExpressionKind::Binary(Binary::And | Binary::Or, first, second) => {
                let first = self.effects(first);
                first.then(self.effects(second))
            }
            ExpressionKind::Conditional(test, then, otherwise) => {
                let test = self.effects(test);
                let then = then.as_ref().map(|then| self.effects(then)).unwrap_or_default();
                // Only one of the two is evaluated.
                let arms = then.and(self.effects(otherwise));
                test.then(arms)
            }
            // The call itself is a sequence point.
            ExpressionKind::Call(..) => Effects { pending: FxHashSet::default(), ..self.all(expression) },
            _ => match written(expression) {
                Some(target) => {
                    let read = self.effects(target);
                    self.store(target, read, span)
                }
                None => self.all(expression),
            },
        }
    }

    /// The effects of all parts, in any order.
    fn all(&mut self, expression: &'e Expression) -> Effects<'e> {
        let mut all = Effects::default();
        for child in children(expression) {
            let child = self.effects(child);
            all = self.unsequenced(all, child, expression.span);
        }
        all
    }

    /// The effects of finding out where an object is: its own value is not read.
    fn place(&mut self, place: &'e Expression) -> Effects<'e> {
        let mut place = place;
        while let ExpressionKind::Member(base, _) = &place.kind {
            place = base;
        }
        match &place.kind {
            ExpressionKind::Identifier(_) => Effects::default(),
            _ => self.effects(place),
        }
    }

    /// A write behind what else the expression does.
    fn store(&mut self, target: &'e Expression, mut before: Effects<'e>, span: Span) -> Effects<'e> {
        if let ExpressionKind::Identifier(name) = &target.kind {
            if before.pending.contains(name.as_str()) {
                self.conflict.get_or_insert((name, span));
            }
            before.writes.insert(name);
            before.pending.insert(name);
        }
        before
    }

    fn unsequenced(&mut self, a: Effects<'e>, b: Effects<'e>, span: Span) -> Effects<'e> {
        let both = [meet(&a.writes, &b.writes), meet(&a.writes, &b.reads), meet(&b.writes, &a.reads)];
        if let Some(name) = both.into_iter().flatten().min() {
            self.conflict.get_or_insert((name, span));
        }
        a.and(b)
    }
}

/// The first name that is in both sets.
fn meet<'e>(a: &FxHashSet<&'e str>, b: &FxHashSet<&'e str>) -> Option<&'e str> {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().copied().filter(|name| many.contains(name)).min()
}

fn joined<'e>(a: FxHashSet<&'e str>, b: FxHashSet<&'e str>) -> FxHashSet<&'e str> {
    let (few, mut many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    many.extend(few);
    many
}

impl<'e> Effects<'e> {
    fn and(self, other: Effects<'e>) -> Effects<'e> {
        let (reads, writes) = (joined(self.reads, other.reads), joined(self.writes, other.writes));
        Effects { reads, writes, pending: joined(self.pending, other.pending) }
    }

    /// With a sequence point between the two.
    fn then(self, second: Effects<'e>) -> Effects<'e> {
        let (reads, writes) = (joined(self.reads, second.reads), joined(self.writes, second.writes));
        Effects { reads, writes, pending: second.pending }
    }
}
