//! Unsequenced side effects: `i = i++`, `a[i] = i++`, `f(i++, i)`.
//!
//! Behaviour is undefined if a variable is written in a full expression and also written or read by another part of it
//! with no sequence point between the two (C17 6.5p2). Like GCC's `-Wsequence-point`, only variables written by name
//! are considered, not accesses through pointers.

use rustc_hash::FxHashMap;

use crate::lower::nesting::DEPTH_LIMIT;
use crate::lower::{Emitter, Lowerer};
use base::Span;
use frontend::ast::{Binary, Expression, ExpressionKind, InitializerItem, Unary, list_values};

/// The innermost conditionally evaluated operand around an access: an arm of `?:`, or the right side of `&&` or `||`.
/// `None` if the access happens whenever the full expression is evaluated.
type Arm = Option<Span>;

/// Maximum number of arms per variable; beyond it, the access counts as unconditional.
const MOST_ARMS: usize = 32;

/// Accessed variables, and the arms in which each access happens.
type Places<'e> = FxHashMap<&'e str, Vec<Arm>>;

#[derive(Default)]
struct Effects<'e> {
    reads: Places<'e>,
    writes: Places<'e>,
    /// Writes that may still be outstanding when the value of the expression is known.
    pending: Places<'e>,
}

impl Lowerer<'_> {
    /// Records operands whose evaluation order is open, and reports unsequenced side effects, which become unsupported.
    /// If the conflict depends on an operand that is evaluated conditionally, the report is deferred until that operand
    /// is lowered.
    pub(super) fn check_order(&mut self, expression: &Expression) {
        self.record_open_orders(expression);
        if !expression.children().into_iter().any(may_write) {
            return;
        }
        let mut finder = Finder::default();
        finder.effects(expression);
        if let Some((name, span)) = finder.conflict {
            self.report_order(name, span);
            return;
        }
        for (arm, name, span) in finder.in_arms {
            self.orders.record_undefined(arm, name, span);
        }
    }

    /// Reports a braced list in which one value writes what another reads or writes.
    pub(super) fn check_list_order(&mut self, items: &[InitializerItem], span: Span) {
        self.record_open_list(items);
        let values = list_values(items);
        if values.len() < 2 || !values.iter().any(|value| may_write(value)) {
            return;
        }
        let mut finder = Finder::default();
        let mut all = Effects::default();
        for value in values {
            let one = finder.effects(value);
            all = finder.unsequenced(all, one, span);
        }
        // The values are indeterminately sequenced (C17 6.7.9p23): C allows the written order, but also others.
        if finder.conflict.is_some() || !finder.in_arms.is_empty() {
            self.record_open_list_order(span);
        }
    }

    /// Reports what [`Lowerer::check_order`] deferred to an operand that is lowered now.
    pub(super) fn check_arm(&mut self, arm: Span) {
        if let Some((name, span)) = self.orders.undefined_in(arm) {
            self.report_order(&name, span);
        }
    }
}

impl Emitter<'_> {
    fn report_order(&mut self, name: &str, span: Span) {
        let reason = format!("the order of the effects on '{name}' is undefined");
        self.unsupported(&format!("order at {}", span.start), reason, span);
    }
}

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

/// Returns true if an expression contains an assignment, increment or decrement: a quick filter, as most do not.
pub(super) fn may_write(expression: &Expression) -> bool {
    let mut work = vec![expression];
    while let Some(part) = work.pop() {
        if written(part).is_some() {
            return true;
        }
        work.extend(part.children());
    }
    false
}

/// Finds the first variable with unsequenced effects.
#[derive(Default)]
struct Finder<'e> {
    conflict: Option<(&'e str, Span)>,
    /// Conflicts that occur only if a conditionally evaluated operand is evaluated: its span, the variable, where.
    in_arms: Vec<(Span, &'e str, Span)>,
    depth: u32,
}

impl<'e> Finder<'e> {
    fn effects(&mut self, expression: &'e Expression) -> Effects<'e> {
        // Deeper expressions are rejected anyway.
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
                found.reads.insert(name, vec![None]);
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
                let is_arm = !matches!(expression.kind, ExpressionKind::Comma(..));
                first.then(if is_arm { self.arm(second) } else { self.effects(second) })
            }
            ExpressionKind::Conditional(test, then, otherwise) => {
                let test = self.effects(test);
                let then = then.as_ref().map(|then| self.arm(then)).unwrap_or_default();
                // Only one of the two is evaluated.
                let arms = then.and(self.arm(otherwise));
                test.then(arms)
            }
            // Its values are indeterminately sequenced.
            ExpressionKind::CompoundLiteral(_, items) => {
                list_values(items).into_iter().fold(Effects::default(), |all, value| all.then(self.effects(value)))
            }
            // The call is a sequence point.
            ExpressionKind::Call(..) => Effects { pending: Places::default(), ..self.all(expression) },
            _ => match written(expression) {
                Some(target) => {
                    let read = self.effects(target);
                    self.store(target, read, span)
                }
                None => self.all(expression),
            },
        }
    }

    /// Returns the effects of a conditionally evaluated operand.
    fn arm(&mut self, operand: &'e Expression) -> Effects<'e> {
        let outside = self.conflict.take();
        let mut found = self.effects(operand);
        if let Some((name, span)) = self.conflict.take() {
            self.in_arms.push((operand.span, name, span));
        }
        self.conflict = outside;
        for places in [&mut found.reads, &mut found.writes, &mut found.pending] {
            places.values_mut().flatten().for_each(|arm| *arm = arm.or(Some(operand.span)));
        }
        found
    }

    fn all(&mut self, expression: &'e Expression) -> Effects<'e> {
        let mut all = Effects::default();
        for child in expression.children() {
            let child = self.effects(child);
            all = self.unsequenced(all, child, expression.span);
        }
        all
    }

    /// Returns the effects of computing the address of an object, whose own value is not read.
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

    /// Adds a write of the target after the effects of an expression.
    fn store(&mut self, target: &'e Expression, mut before: Effects<'e>, span: Span) -> Effects<'e> {
        if let ExpressionKind::Identifier(name) = &target.kind {
            for arm in before.pending.get(&**name).into_iter().flatten() {
                self.report(name, span, *arm);
            }
            before.writes.insert(name, vec![None]);
            before.pending.insert(name, vec![None]);
        }
        before
    }

    fn report(&mut self, name: &'e str, span: Span, arm: Arm) {
        match arm {
            None => drop(self.conflict.get_or_insert((name, span))),
            Some(arm) => self.in_arms.push((arm, name, span)),
        }
    }

    fn unsequenced(&mut self, a: Effects<'e>, b: Effects<'e>, span: Span) -> Effects<'e> {
        for (first, second) in [(&a.writes, &b.writes), (&a.writes, &b.reads), (&b.writes, &a.reads)] {
            self.meet(first, second, span);
        }
        a.and(b)
    }

    /// Reports the names in `writes` that `others` accesses, too.
    fn meet(&mut self, writes: &Places<'e>, others: &Places<'e>, span: Span) {
        let (few, many) = if writes.len() < others.len() { (writes, others) } else { (others, writes) };
        let mut names: Vec<&'e str> = few.keys().copied().filter(|name| many.contains_key(name)).collect();
        names.sort_unstable();
        for name in names {
            let arms = |places: &Places<'e>| places.get(name).cloned().unwrap_or_default();
            let (writes, others) = (arms(writes), arms(others));
            // A conflict between two arms is reported in that of the write, whether or not the other is evaluated.
            let reported = if writes.contains(&None) { others } else { writes };
            for arm in reported {
                self.report(name, span, arm);
            }
        }
    }
}

fn joined<'e>(a: Places<'e>, b: Places<'e>) -> Places<'e> {
    let (few, mut many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    for (name, arms) in few {
        let all = many.entry(name).or_default();
        for arm in arms {
            if all.len() == MOST_ARMS {
                *all = vec![None];
            }
            if !all.contains(&arm) && !all.contains(&None) {
                all.push(arm);
            }
        }
        if all.contains(&None) {
            *all = vec![None];
        }
    }
    many
}

impl<'e> Effects<'e> {
    fn and(self, other: Effects<'e>) -> Effects<'e> {
        let (reads, writes) = (joined(self.reads, other.reads), joined(self.writes, other.writes));
        Effects { reads, writes, pending: joined(self.pending, other.pending) }
    }

    /// Combines two effects separated by a sequence point.
    fn then(self, second: Effects<'e>) -> Effects<'e> {
        let (reads, writes) = (joined(self.reads, second.reads), joined(self.writes, second.writes));
        Effects { reads, writes, pending: second.pending }
    }
}
