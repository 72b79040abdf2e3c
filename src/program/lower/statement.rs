//! Statements.

use std::collections::BTreeMap;

use crate::lower::function_state::Switch;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{BinaryOp, Command, DecidingInput, Expr, ExprNode, Reach};
use base::Span;
use frontend::ast::{
    Assembly, BlockItem, CompoundStatement, Expression, ExpressionKind, Identifier, Statement, StatementKind,
};

impl Lowerer<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        self.deeper(statement.span, |lowerer| lowerer.statement_inner(statement))
    }

    /// Lowers a selection or loop, or one of its substatements: each is a block (C17 6.8.4, 6.8.5).
    fn in_block(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        self.scopes.push(false);
        let result = work(self);
        self.leave_scope(span);
        result
    }

    pub(super) fn substatement(&mut self, statement: &Statement) -> Lowered<()> {
        self.in_block(statement.span, |lowerer| lowerer.statement(statement))
    }

    fn statement_inner(&mut self, statement: &Statement) -> Lowered<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Label(name, inner) => return self.labelled(name, inner, span),
            StatementKind::Case(value, inner) => {
                let value = self.constant(value)?;
                return self.case(value, value, inner, span);
            }
            StatementKind::CaseRange(first, last, inner) => {
                let (first, last) = (self.constant(first)?, self.constant(last)?);
                return self.case(first, last, inner, span);
            }
            StatementKind::Default(inner) => return self.default_case(inner, span),
            StatementKind::While(condition, body) => {
                return self.in_block(span, |lowerer| lowerer.while_loop(condition, body, span));
            }
            StatementKind::DoWhile(body, condition) => {
                return self.in_block(span, |lowerer| lowerer.do_loop(body, condition, span));
            }
            StatementKind::For(init, condition, step, body) => {
                return self.for_loop((init.as_deref(), condition.as_deref(), step.as_deref()), body, span);
            }
            _ => self.begin(span),
        }
        match &statement.kind {
            StatementKind::Block(block) => self.block(block),
            StatementKind::Expression(expression) => self.whole_effect(expression),
            StatementKind::If(condition, then, otherwise) => {
                self.in_block(span, |lowerer| lowerer.if_statement(condition, then, otherwise.as_deref(), span))
            }
            StatementKind::Switch(value, body) => self.in_block(span, |lowerer| lowerer.switch(value, body, span)),
            StatementKind::Goto(target) => self.goto(target),
            StatementKind::ComputedGoto(target) => {
                self.full_effect(target)?;
                self.unsupported("goto *", "a computed goto".into(), span);
                let stop = self.builder.stop();
                self.builder.jump_to(stop, span);
                Ok(())
            }
            StatementKind::Continue => self.leave_loop(false, span),
            StatementKind::Break => self.leave_loop(true, span),
            StatementKind::Return(value) => self.return_statement(value.as_deref(), span),
            StatementKind::Asm(assembly) => self.asm(assembly, span),
            _ => Ok(()),
        }
    }

    fn labelled(&mut self, name: &Identifier, inner: &Statement, span: Span) -> Lowered<()> {
        self.define_label(name);
        if is_loop(inner) {
            self.function.add_loop_label(&name.name);
        } else {
            self.builder.label_here(&name.name);
        }
        self.function.add_outer_statement(span);
        self.statement(inner)
    }

    fn if_statement(
        &mut self,
        condition: &Expression,
        then: &Statement,
        otherwise: Option<&Statement>,
        span: Span,
    ) -> Lowered<()> {
        let (yes, no, join) = (self.builder.node(), self.builder.node(), self.builder.node());
        self.check_order(condition);
        let result = self.branch(condition, yes, no);
        self.builder.current = yes;
        let result = self.substatement(then).and(result);
        self.builder.skip_to(join, span);
        self.builder.current = no;
        let result = otherwise.map_or(Ok(()), |otherwise| self.substatement(otherwise)).and(result);
        self.builder.go_to(join, span);
        result
    }

    fn return_statement(&mut self, value: Option<&Expression>, span: Span) -> Lowered<()> {
        let result = self.function.result();
        value.iter().for_each(|value| self.check_order(value));
        let done = match (value, result) {
            (Some(value), Some(variable)) => self.full_expression(|lowerer| {
                let address = lowerer.program.address_of(variable);
                let ty = lowerer.program.variables[variable].ty;
                let computed = lowerer.value_to_convert(value)?;
                let computed = lowerer.assign_convert(computed, ty, "return", value.span)?;
                lowerer.finish(computed, address, span)
            }),
            (Some(value), None) => self.full_expression(|lowerer| {
                let computed = lowerer.value(value)?;
                let ty = computed.ty(&mut lowerer.program.types);
                if !lowerer.program.types.is_void(ty) {
                    lowerer.reporter.warn(span, "a value is returned from a function without result");
                }
                lowerer.discard(computed, span)
            }),
            (None, _) => Ok(()),
        };
        self.end_scopes(0, span);
        self.builder.skip_to_exit(span);
        self.builder.dead_end();
        done
    }

    /// Lowers assembly: its outputs are unknown afterwards. It is unsupported if it may write other memory or jump.
    fn asm(&mut self, assembly: &Assembly, span: Span) -> Lowered<()> {
        let Assembly { template, outputs, inputs, clobbers_memory, labels } = assembly;
        let is_empty = template.iter().all(u8::is_ascii_whitespace);
        for input in inputs {
            self.full_effect(input)?;
        }
        // Code without outputs has a side effect that nothing describes.
        if !labels.is_empty() || (!is_empty && (*clobbers_memory || outputs.is_empty())) {
            let reach = if labels.is_empty() { Reach::Memory } else { Reach::Control };
            self.unsupported_within("asm", reach, "assembly code".into(), span);
        }
        for output in outputs {
            self.full_expression(|lowerer| {
                let address = lowerer.place(output)?;
                let ty = lowerer.program.types.pointee(address.ty);
                // A pointer may be the address of an operand.
                if !is_empty && ty.is_some_and(|ty| lowerer.program.types.is_pointer(ty)) {
                    let reason = "assembly code that makes a pointer".to_string();
                    lowerer.unsupported_within("asm pointer", Reach::Memory, reason, span);
                }
                if ty.is_some_and(|ty| lowerer.program.types.is_scalar(ty)) {
                    // Provers allow any value; no concrete run can confirm which one it is.
                    let reason = "what assembly code computes".to_string();
                    lowerer.builder.emit(Command::Unsupported { reason, reach: Reach::Nothing }, span);
                    lowerer.builder.emit(Command::Havoc { address }, span);
                } else {
                    let reason = "assembly code that writes a whole object".to_string();
                    lowerer.unsupported_within("asm", Reach::Memory, reason, span);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    // ---- switch

    fn switch(&mut self, value: &Expression, body: &Statement, span: Span) -> Lowered<()> {
        self.check_order(value);
        let operand = self.full_expression(|lowerer| {
            let operand = lowerer.value(value)?;
            let is_plain = lowerer.put_off.is_empty();
            match operand {
                // A narrower input cannot take every value that a case may name.
                LoweredValue::Havoc { ty } if lowerer.program.types.promoted(ty) == ty => Ok((None, ty)),
                LoweredValue::Pure(expr) if is_plain => Ok((Some(expr.clone()), expr.ty)),
                operand => {
                    let expr = lowerer.store_in_temporary(operand, value.span)?;
                    Ok((Some(expr.clone()), expr.ty))
                }
            }
        });
        let (operand, ty) = operand?;
        if !self.program.types.is_integer(ty) {
            let ty = self.program.types.display(ty);
            return self.reporter.fail(value.span, format!("a switch needs an integer, not a value of type '{ty}'"));
        }
        let (operand, ty) = match operand {
            Some(operand) => {
                let operand = operand.promote(&mut self.program.types);
                (Some(operand.clone()), operand.ty)
            }
            None => (None, self.program.types.promoted(ty)),
        };
        let (start, after, open) = (self.builder.current, self.builder.node(), self.scopes.depth());
        self.function.enter_switch(ty, after, open);
        self.builder.dead_end();
        let result = self.substatement(body);
        self.builder.skip_to(after, span);
        let switch = self.function.leave_switch();
        self.builder.current = start;
        let dispatched = switch.map_or(Ok(()), |switch| self.dispatch((operand, value.span), switch, after, span));
        self.builder.current = after;
        result.and(dispatched)
    }

    fn case(&mut self, first: i128, last: i128, inner: &Statement, span: Span) -> Lowered<()> {
        let Some(ty) = self.function.switch().map(|switch| switch.ty) else {
            return self.reporter.fail(span, "'case' outside of a switch");
        };
        let (Expr { node: ExprNode::Integer(first), .. }, Expr { node: ExprNode::Integer(last), .. }) =
            (Expr::wrapped(&self.program.types, first, ty), Expr::wrapped(&self.program.types, last, ty))
        else {
            return Ok(());
        };
        let node = self.builder.go_to_new(span);
        let scopes = self.scope_stack();
        if let Some(switch) = self.function.switch() {
            if switch.taken.range(..=last).next_back().is_some_and(|(_, high)| first <= *high) {
                return self.reporter.fail(span, "this case occurs twice");
            }
            switch.taken.insert(first, last);
            switch.cases.push((first, last, node, scopes, span));
        }
        self.function.add_outer_statement(span);
        self.statement(inner)
    }

    fn default_case(&mut self, inner: &Statement, span: Span) -> Lowered<()> {
        let node = self.builder.go_to_new(span);
        let scopes = self.scope_stack();
        match self.function.switch() {
            None => return self.reporter.fail(span, "'default' outside of a switch"),
            Some(switch) if switch.default.is_some() => return self.reporter.fail(span, "a second 'default'"),
            Some(switch) => switch.default = Some((node, scopes)),
        }
        self.function.add_outer_statement(span);
        self.statement(inner)
    }

    // ---- statements inside expressions

    /// Lowers `({ … })`, whose value is that of its last expression statement.
    pub(super) fn statement_expression(&mut self, block: &CompoundStatement) -> Lowered<LoweredValue> {
        if !self.function.is_under_way() {
            return self.reporter.fail(block.span, "statements in an expression outside of a function");
        }
        self.scopes.push(false);
        let result = self.at_once(|lowerer| lowerer.statement_expression_items(block));
        self.leave_scope(block.span);
        result
    }

    fn statement_expression_items(&mut self, block: &CompoundStatement) -> Lowered<LoweredValue> {
        let Some((last, first)) = block.items.split_last() else { return Ok(LoweredValue::Void) };
        self.block_items(first);
        let BlockItem::Statement(last) = last else { return self.block_item(last).map(|()| LoweredValue::Void) };
        let mut last = last;
        while let StatementKind::Label(name, inner) = &last.kind {
            self.define_label(name);
            self.builder.label_here(&name.name);
            last = inner;
        }
        let StatementKind::Expression(expression) = &last.kind else {
            return self.statement(last).map(|()| LoweredValue::Void);
        };
        self.check_order(expression);
        let declares = self.scopes.has_variables_here();
        let value = self.full_expression(|lowerer| {
            let value = lowerer.value(expression)?;
            let put_off = !lowerer.put_off.is_empty();
            match value {
                LoweredValue::Void => Ok(LoweredValue::Void),
                LoweredValue::Pure(expr) if !declares && !put_off => Ok(LoweredValue::Pure(expr)),
                value => lowerer.store_in_temporary(value, expression.span).map(LoweredValue::Pure),
            }
        })?;
        Ok(value)
    }

    pub(super) fn whole_effect(&mut self, expression: &Expression) -> Lowered<()> {
        self.check_order(expression);
        self.full_effect(expression)
    }

    /// Evaluates a part that a sequence point follows, for its side effects.
    pub(super) fn full_effect(&mut self, expression: &Expression) -> Lowered<()> {
        self.full_expression(|lowerer| lowerer.effect(expression))
    }

    /// Evaluates an expression whose value is discarded.
    pub(super) fn effect(&mut self, expression: &Expression) -> Lowered<()> {
        if self.orders.is_open(expression) {
            return self.effect_in_either_order(expression);
        }
        self.deeper(expression.span, |lowerer| lowerer.effect_inner(expression))
    }

    fn effect_inner(&mut self, expression: &Expression) -> Lowered<()> {
        use frontend::ast::{Binary, Unary};
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Assign(op, target, source) => {
                self.assignment(*op, target, source, span, false)?;
            }
            ExpressionKind::Unary(
                Unary::PreIncrement | Unary::PreDecrement | Unary::PostIncrement | Unary::PostDecrement,
                _,
            ) => {
                self.increment(expression, false)?;
            }
            ExpressionKind::Comma(first, second) => {
                self.full_effect(first)?;
                self.effect(second)?;
            }
            ExpressionKind::Conditional(condition, Some(then), otherwise) => {
                return self.effect_branch(condition, Some(then), Some(otherwise), span);
            }
            ExpressionKind::Binary(Binary::And, condition, then) => {
                return self.effect_branch(condition, Some(then), None, span);
            }
            ExpressionKind::Binary(Binary::Or, condition, otherwise) => {
                return self.effect_branch(condition, None, Some(otherwise), span);
            }
            _ => {
                let value = self.value(expression)?;
                self.discard(value, span)?;
            }
        }
        Ok(())
    }

    fn effect_branch(
        &mut self,
        condition: &Expression,
        then: Option<&Expression>,
        otherwise: Option<&Expression>,
        span: Span,
    ) -> Lowered<()> {
        let (yes, no, join) = (self.builder.node(), self.builder.node(), self.builder.node());
        self.branch(condition, yes, no)?;
        for (node, arm) in [(yes, then), (no, otherwise)] {
            self.builder.current = node;
            if let Some(arm) = arm {
                self.full_effect(arm)?;
            }
            self.builder.skip_to(join, span);
        }
        self.builder.current = join;
        Ok(())
    }
}

impl Emitter<'_> {
    fn leave_loop(&mut self, is_break: bool, span: Span) -> Lowered<()> {
        let target = if is_break { self.function.break_target() } else { self.function.continue_target() };
        let Some((target, open)) = target else {
            let word = if is_break { "'break' outside of a loop or switch" } else { "'continue' outside of a loop" };
            return self.reporter.fail(span, word);
        };
        self.end_scopes(open, span);
        self.builder.jump_to(target, span);
        Ok(())
    }

    /// Emits the tests of a switch, one after the other; a free choice if the operand is an input.
    fn dispatch(
        &mut self,
        (operand, text): (Option<Expr>, Span),
        switch: Switch,
        after: usize,
        span: Span,
    ) -> Lowered<()> {
        let scopes = self.scope_stack();
        let mut left = switch.cases.len();
        let other = other_number(&switch.taken);
        // With cases, the first test evaluates the operand.
        if let (Some(operand), true) = (&operand, switch.cases.is_empty()) {
            self.discard(LoweredValue::Pure(operand.clone()), text)?;
        }
        // The first test evaluates the operand, so an error in it is reported there and not at a label.
        let mut place = Some(text);
        for (first, last, node, inner, span) in switch.cases {
            let (hit, next) = (self.builder.node(), self.builder.node());
            left -= 1;
            match &operand {
                None => {
                    let start = self.builder.current;
                    let ways = [(hit, Some(first)), (next, (left == 0).then_some(other))];
                    for (target, number) in ways {
                        self.builder.skip_to(target, span);
                        self.builder.decide(start, Box::new(DecidingInput { operand: text, number }));
                    }
                }
                Some(operand) => {
                    let place = place.take().unwrap_or(span);
                    self.case_test(operand, first, last, hit, next, place);
                }
            }
            self.builder.current = hit;
            self.jump(&scopes, node, &inner, span);
            self.builder.current = next;
        }
        match switch.default {
            Some((node, inner)) => self.jump(&scopes, node, &inner, span),
            None => self.builder.skip_to(after, span),
        }
        Ok(())
    }

    fn case_test(&mut self, operand: &Expr, first: i128, last: i128, hit: usize, next: usize, span: Span) {
        let [low, high] = [first, last].map(|value| Expr::wrapped(&self.program.types, value, operand.ty));
        if first == last {
            let condition = Expr::compare(&mut self.program.types, BinaryOp::Equal, operand.clone(), low);
            return self.builder.branch(condition, hit, next, span);
        }
        let above = self.builder.node();
        let condition = Expr::compare(&mut self.program.types, BinaryOp::LessEqual, low, operand.clone());
        self.builder.branch(condition, above, next, span);
        self.builder.current = above;
        let condition = Expr::compare(&mut self.program.types, BinaryOp::LessEqual, operand.clone(), high);
        self.builder.branch(condition, hit, next, span);
    }
}

/// Returns true if a statement is a loop behind its labels.
fn is_loop(statement: &Statement) -> bool {
    let mut inner = statement;
    loop {
        match &inner.kind {
            StatementKind::Label(_, next)
            | StatementKind::Case(_, next)
            | StatementKind::CaseRange(_, _, next)
            | StatementKind::Default(next) => inner = next,
            StatementKind::While(..) | StatementKind::DoWhile(..) | StatementKind::For(..) => return true,
            _ => return false,
        }
    }
}

/// Returns the least non-negative number that no case covers.
fn other_number(taken: &BTreeMap<i128, i128>) -> i128 {
    taken.iter().fold(0, |least, (first, last)| if (*first..=*last).contains(&least) { *last + 1 } else { least })
}
