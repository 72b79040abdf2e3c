//! Loops. The label of a loop is on the location where its condition is tested in every iteration.

use crate::lower::graph::Node;
use crate::lower::{Emitter, Lowered, Lowerer};
use base::Span;
use frontend::ast::{Expression, ForInit, Statement};

impl Lowerer<'_> {
    /// Lowers the body, with the targets of `break` and `continue`.
    fn loop_body(&mut self, body: &Statement, after: Node, next: Node) -> Lowered<()> {
        let open = self.scopes.depth();
        self.function.enter_loop_body(after, next, open);
        let result = self.substatement(body);
        self.function.leave_loop_body();
        result
    }

    fn inside_loop<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.function.enter_loop();
        let result = work(self);
        self.function.leave_loop();
        result
    }

    pub(super) fn while_loop(&mut self, condition: &Expression, body: &Statement, span: Span) -> Lowered<()> {
        let (test, inside, after) = (self.builder.node(), self.builder.node(), self.builder.node());
        self.builder.go_to(test, span);
        self.begin(span);
        self.label_test(test);
        let result = self.inside_loop(|lowerer| {
            lowerer.check_order(condition);
            let result = lowerer.branch(condition, inside, after);
            lowerer.builder.current = inside;
            lowerer.loop_body(body, after, test).and(result)
        });
        self.builder.skip_to(test, span);
        self.builder.current = after;
        result
    }

    pub(super) fn do_loop(&mut self, body: &Statement, condition: &Expression, span: Span) -> Lowered<()> {
        let (start, test, after) = (self.builder.node(), self.builder.node(), self.builder.node());
        self.builder.go_to(start, span);
        self.begin(span);
        self.label_test(test);
        let result = self.inside_loop(|lowerer| {
            let result = lowerer.loop_body(body, after, test);
            lowerer.builder.go_to(test, span);
            lowerer.check_order(condition);
            lowerer.branch(condition, start, after).and(result)
        });
        self.builder.current = after;
        result
    }

    pub(super) fn for_loop(
        &mut self,
        (init, condition, step): (Option<&ForInit>, Option<&Expression>, Option<&Expression>),
        body: &Statement,
        span: Span,
    ) -> Lowered<()> {
        let labels = self.function.take_loop_labels();
        self.scopes.push(false);
        let mut result = Ok(());
        if init.is_some() {
            self.begin(span);
        }
        match init {
            Some(ForInit::Declaration(declaration)) => result = self.declaration(declaration),
            Some(ForInit::Expression(expression)) => result = self.whole_effect(expression),
            None => {}
        }
        let nodes = [(); 4].map(|()| self.builder.node());
        let [test, _, _, after] = nodes;
        self.builder.go_to(test, span);
        if init.is_none() {
            self.begin(span);
        }
        labels.iter().for_each(|label| self.builder.label(test, label));
        let inner = self.inside_loop(|lowerer| lowerer.for_turn(condition, step, body, nodes, span));
        self.builder.current = after;
        self.leave_scope(span);
        result.and(inner)
    }

    /// Lowers the third expression of a `for`. It comes after the body, which would see what it declares too late.
    fn step(&mut self, step: &Expression) -> Lowered<()> {
        let declared = self.scopes.declared_here();
        self.whole_effect(step)?;
        if self.scopes.declared_here() == declared {
            return Ok(());
        }
        self.reporter.fail(step.span, "a declaration in the third expression of a `for` is not supported")
    }

    fn for_turn(
        &mut self,
        condition: Option<&Expression>,
        step: Option<&Expression>,
        body: &Statement,
        [test, inside, next, after]: [Node; 4],
        span: Span,
    ) -> Lowered<()> {
        let tested = match condition {
            Some(condition) => {
                self.check_order(condition);
                self.branch(condition, inside, after)
            }
            None => {
                self.builder.skip_to(inside, span);
                Ok(())
            }
        };
        self.builder.current = inside;
        let result = self.loop_body(body, after, next);
        self.builder.go_to(next, span);
        let stepped = step.map_or(Ok(()), |step| self.step(step));
        self.builder.skip_to(test, span);
        tested.and(result).and(stepped)
    }
}

impl Emitter<'_> {
    /// Puts the labels of the loop on the location of its test.
    fn label_test(&mut self, test: Node) {
        for label in self.function.take_loop_labels() {
            self.builder.label(test, &label);
        }
    }
}
