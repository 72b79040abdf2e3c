//! Operands of an expression whose evaluation order C leaves open: `a[g] = f()`, `h(f(), g())`.
//!
//! Where a call may change what another operand reads, or one operand may end the program before another fails, the
//! expression is lowered twice, behind a free choice: from left to right, and from right to left. Of two evaluations in
//! different operands, each comes first in one of these. Where more than two affect each other, further orders exist,
//! and the expression is reported as unsupported ([`OpenOrder::is_followed`]), as is a braced list whose values affect
//! each other.

use std::collections::{HashMap, HashSet};

use crate::lower::effects_reader::{Names, Reader};
use crate::lower::graph::Node;
use crate::lower::operand_conflicts::OpenOrder;
use crate::lower::scope::Binding;
use crate::lower::sequence::may_write;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer, Reported};
use crate::{Command, Expr, ExprNode, Reach, VariableKind};
use base::Span;
use ctype::Type;
use frontend::ast::{Binary, Expression, ExpressionKind, InitializerItem, list_values};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EvaluationOrder {
    Forward,
    Backward,
}

/// Evaluation orders in the full expressions being lowered.
///
/// Invariant: `followed` is set exactly while one of the two copies of an open expression is lowered; open expressions
/// nested in it are lowered in the same order, not copied again.
#[derive(Default)]
pub(super) struct EvaluationOrders {
    /// Expressions to be lowered in either order.
    open: HashSet<Span>,
    followed: Option<EvaluationOrder>,
    /// Conditionally evaluated operands, and the variable with unsequenced effects if the operand is evaluated.
    undefined: HashMap<Span, (String, Span)>,
}

impl EvaluationOrders {
    /// Returns true if an expression is to be lowered in either order and is not inside a copy already.
    pub(super) fn is_open(&self, expression: &Expression) -> bool {
        self.followed.is_none() && self.open.contains(&expression.span)
    }

    pub(super) fn is_forward(&self) -> bool {
        self.followed == Some(EvaluationOrder::Forward)
    }

    pub(super) fn is_backward(&self) -> bool {
        self.followed == Some(EvaluationOrder::Backward)
    }

    /// Records that the effects on a variable are unsequenced if an operand is evaluated.
    pub(super) fn record_undefined(&mut self, operand: Span, variable: &str, span: Span) {
        self.undefined.entry(operand).or_insert_with(|| (variable.to_string(), span));
    }

    pub(super) fn undefined_in(&self, operand: Span) -> Option<(String, Span)> {
        self.undefined.get(&operand).cloned()
    }

    fn record(&mut self, emitter: &mut Emitter<'_>, orders: Vec<OpenOrder>, not_followed: &str) {
        for OpenOrder { span, is_unique, is_followed } in orders {
            let reason = match (is_unique, is_followed) {
                (true, _) => "operands with labels or static variables, whose order is open",
                (false, false) => not_followed,
                (false, true) => {
                    self.open.insert(span);
                    continue;
                }
            };
            let key = format!("order at {}", span.start);
            emitter.unsupported_within(&key, Reach::Order, reason.into(), span);
        }
    }
}

const LIST_ORDER: &str = "values of a braced list matter to each other, and their order is open";

impl Lowerer<'_> {
    /// Records the parts of a full expression that are to be lowered in either order.
    pub(super) fn record_open_orders(&mut self, expression: &Expression) {
        if !self.function.is_under_way() || !has_call_beside(expression) {
            return;
        }
        let Some(summaries) = self.text.summaries(&self.program) else { return };
        let names =
            Names { is_local: &|name| self.is_local_name(name), is_array_member: &|name| self.is_array_member(name) };
        let open = Reader::open_orders(summaries, names, expression);
        self.orders.record(
            &mut self.emitter,
            open,
            "the order of evaluation is open, and there are more than two that matter",
        );
    }

    /// Reports a braced list whose values affect each other: their order is unspecified.
    pub(super) fn record_open_list(&mut self, items: &[InitializerItem]) {
        let values = list_values(items);
        if !self.function.is_under_way() || values.len() < 2 || !values.iter().any(|value| has_effects(value)) {
            return;
        }
        let Some(summaries) = self.text.summaries(&self.program) else { return };
        let names =
            Names { is_local: &|name| self.is_local_name(name), is_array_member: &|name| self.is_array_member(name) };
        let open = Reader::open_list(summaries, names, &values);
        self.orders.record(&mut self.emitter, open, LIST_ORDER);
    }

    /// Lowers a part in both orders, behind a free choice. Returns where each copy ends, and its value.
    fn in_either_order<T>(&mut self, span: Span, work: impl Fn(&mut Self) -> Lowered<T>) -> Lowered<[(Node, T); 2]> {
        let start = self.builder.current;
        let mut in_order = |order| {
            let node = self.builder.node();
            self.builder.edge(start, node, Command::Skip, span);
            self.builder.current = node;
            self.orders.followed = Some(order);
            let result = self.at_once(&work);
            self.orders.followed = None;
            result.map(|value| (self.builder.current, value))
        };
        Ok([in_order(EvaluationOrder::Forward)?, in_order(EvaluationOrder::Backward)?])
    }

    pub(super) fn value_in_either_order(&mut self, expression: &Expression) -> Lowered<LoweredValue> {
        let arms = self.in_either_order(expression.span, |lowerer| lowerer.value(expression))?;
        let [first, second] = arms.map(|(node, value)| (node, value, true));
        let ty = first.1.ty(&mut self.program.types);
        self.join_arms(first, second, ty, expression.span)
    }

    /// Returns the address of an object that is computed in either order.
    pub(super) fn place_in_either_order(&mut self, place: &Expression) -> Lowered<Expr> {
        let [first, second] = self.in_either_order(place.span, |lowerer| {
            let address = lowerer.place(place)?;
            lowerer.program.mark_address_taken(&address);
            Ok(address)
        })?;
        let ty = first.1.ty;
        let arms = [first, second].map(|(node, address)| (node, LoweredValue::Pure(address))).into();
        self.materialize(LoweredValue::Choice { arms, ty }, place.span)
    }

    /// Evaluates for its effects an expression whose order is open.
    pub(super) fn effect_in_either_order(&mut self, expression: &Expression) -> Lowered<()> {
        let ends = self.in_either_order(expression.span, |lowerer| lowerer.effect(expression))?;
        let join = self.builder.node();
        for (end, ()) in ends {
            self.builder.current = end;
            self.builder.skip_to(join, expression.span);
        }
        self.builder.current = join;
        Ok(())
    }

    /// Lowers operands in the order followed at present. Results are in the order of the text.
    pub(super) fn in_order(
        &mut self,
        operands: &[&Expression],
        mut lower: impl FnMut(&mut Self, usize) -> Lowered<Expr>,
    ) -> Lowered<Vec<Expr>> {
        let Some(order) = self.orders.followed else {
            return (0..operands.len()).map(|index| lower(self, index)).collect();
        };
        let mut indices: Vec<usize> = (0..operands.len()).collect();
        if order == EvaluationOrder::Backward {
            indices.reverse();
        }
        // After the last operand with effects, values cannot change any more.
        let last = indices.iter().rposition(|index| has_effects(operands[*index])).unwrap_or(0);
        let mut lowered = Vec::with_capacity(operands.len());
        for (place, index) in indices.into_iter().enumerate() {
            let operand = lower(self, index)?;
            let operand = if place < last { self.fixed(operand, operands[index].span)? } else { operand };
            lowered.push((index, operand));
        }
        lowered.sort_by_key(|(index, _)| *index);
        Ok(lowered.into_iter().map(|(_, operand)| operand).collect())
    }

    /// Lowers two operands in the order followed at present.
    pub(super) fn pair_in_order(
        &mut self,
        operands: [&Expression; 2],
        lower: impl Fn(&mut Self, &Expression) -> Lowered<Expr>,
    ) -> Lowered<(Expr, Expr)> {
        let mut both = self.in_order(&operands, |lowerer, index| lower(lowerer, operands[index]))?.into_iter();
        match (both.next(), both.next()) {
            (Some(first), Some(second)) => Ok((first, second)),
            _ => Err(Reported),
        }
    }
}

impl Emitter<'_> {
    /// Reports that the order of the values of a braced list matters.
    pub(super) fn record_open_list_order(&mut self, span: Span) {
        self.unsupported_within(&format!("order at {}", span.start), Reach::Order, LIST_ORDER.into(), span);
    }

    /// Returns true if all members of this name, in the records that are known so far, are arrays.
    fn is_array_member(&self, name: &str) -> bool {
        let types = &self.program.types;
        let members = types.records().flat_map(|(id, _)| types.fields(id)).filter(|field| field.name == name);
        let mut are_arrays = members.map(|field| matches!(types.get(field.ty), Type::Array(..)));
        are_arrays.next() == Some(true) && are_arrays.all(|is_array| is_array)
    }

    fn is_local_name(&self, name: &str) -> bool {
        match self.scopes.lookup(name) {
            Some(Binding::Variable(variable)) => self.program.variables[variable].kind != VariableKind::Global,
            _ => false,
        }
    }

    /// Returns the present value of an expression, stored in a temporary if later writes could change it.
    pub(super) fn fixed(&mut self, value: Expr, span: Span) -> Lowered<Expr> {
        let mut reads = false;
        value.visit(&mut |part| reads |= matches!(part.node, ExprNode::Load(_)));
        if !reads {
            return Ok(value);
        }
        let value = value.promote_bit_field(&mut self.program.types);
        self.store_in_temporary(LoweredValue::Pure(value), span)
    }
}

/// Returns true if some operand in an expression contains a call and has siblings: a quick filter, as most have none.
fn has_call_beside(expression: &Expression) -> bool {
    if !has_call(expression) {
        return false;
    }
    let mut work = vec![expression];
    while let Some(part) = work.pop() {
        let operands = match &part.kind {
            ExpressionKind::Binary(Binary::And | Binary::Or, ..)
            | ExpressionKind::Comma(..)
            | ExpressionKind::Conditional(..) => Vec::new(),
            ExpressionKind::Assign(None, target, _) if matches!(target.kind, ExpressionKind::Identifier(_)) => {
                Vec::new()
            }
            _ => part.children(),
        };
        if operands.len() > 1 && operands.into_iter().any(has_call) {
            return true;
        }
        work.extend(part.children());
    }
    false
}

/// Returns true if evaluating an expression may change anything.
pub(super) fn has_effects(expression: &Expression) -> bool {
    has_call(expression) || may_write(expression)
}

pub(super) fn has_call(expression: &Expression) -> bool {
    let mut work = vec![expression];
    while let Some(part) = work.pop() {
        if matches!(part.kind, ExpressionKind::Call(..) | ExpressionKind::Statement(_)) {
            return true;
        }
        work.extend(part.children());
    }
    false
}
