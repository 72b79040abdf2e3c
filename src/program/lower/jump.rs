//! Blocks, labels and jumps: which lifetimes end and begin on the way.

use crate::lower::function_state::{Goto, Label, ScopeStack};
use crate::lower::graph::Node;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, VariableId};
use base::Span;
use frontend::ast::{BlockItem, CompoundStatement, Identifier};

impl Lowerer<'_> {
    /// Lowers `{ … }` with its own scope.
    pub(super) fn block(&mut self, block: &CompoundStatement) -> Lowered<()> {
        self.scopes.push(false);
        self.block_items(&block.items);
        self.leave_scope(block.span);
        Ok(())
    }

    pub(super) fn block_items(&mut self, items: &[BlockItem]) {
        for item in items {
            // Errors are in the diagnostics already.
            let _: Lowered<()> = self.block_item(item);
        }
    }

    pub(super) fn block_item(&mut self, item: &BlockItem) -> Lowered<()> {
        match item {
            BlockItem::Declaration(declaration) => {
                self.begin(declaration.span);
                self.declaration(declaration)
            }
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
            BlockItem::LocalLabels(names) => {
                let depth = self.scopes.depth();
                names.iter().for_each(|name| self.function.declare_label(&name.name, depth));
                Ok(())
            }
        }
    }

    /// Records that a statement begins here. If the specification has assumptions, consecutive statements without code
    /// keep separate locations until it is known that it refers to at most one of them.
    pub(super) fn begin(&mut self, span: Span) {
        if self.program.observed.contains("assume") && self.builder.has_statement(self.builder.current) {
            self.builder.go_to_new(span);
        }
        let node = self.builder.current;
        for span in self.function.take_outer_statements().into_iter().chain([span]) {
            let pinned = self.text.is_annotated(span);
            self.builder.statement(node, span, pinned);
        }
    }
}

impl Emitter<'_> {
    /// Closes the innermost scope: the lifetimes of its variables end.
    pub(super) fn leave_scope(&mut self, span: Span) {
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let open = self.scopes.depth().saturating_sub(1);
        self.end_scopes(open, end);
        self.pop_scope();
    }

    /// Ends the lifetimes of variables outside of the first `open` scopes, which a jump leaves.
    pub(super) fn end_scopes(&mut self, open: usize, span: Span) {
        for variable in self.scopes.ended_by_leaving_to(open) {
            self.end_lifetime(variable, span);
        }
    }

    /// Returns the open blocks. The outermost block lists only variables that a jump within it may end.
    pub(super) fn scope_stack(&self) -> ScopeStack {
        self.scopes.stack(|variable| self.ends_at_jumps(variable))
    }

    /// Returns true if a jump back before the declaration ends the variable, or cleans it up.
    fn ends_at_jumps(&self, variable: VariableId) -> bool {
        self.arrays.has(variable) || self.cleanups.has(variable)
    }

    /// Jumps to `target`, ending and beginning lifetimes on the way.
    pub(super) fn jump(&mut self, from: &ScopeStack, target: Node, to: &ScopeStack, span: Span) {
        let common = from.iter().zip(to).take_while(|((a, _), (b, _))| a == b).count();
        for variable in from.iter().skip(common).rev().flat_map(|(_, variables)| variables.iter().rev()) {
            self.end_lifetime(*variable, span);
        }
        // A jump back before its declaration ends an array of variable size and cleans up a variable with a cleanup;
        // other variables only lose their values.
        for ((_, variables), (_, kept)) in from.iter().zip(to).take(common).rev() {
            for variable in variables.iter().skip(kept.len()).rev() {
                if self.ends_at_jumps(*variable) {
                    self.end_lifetime(*variable, span);
                }
            }
        }
        for variable in to.iter().skip(common).flat_map(|(_, variables)| variables) {
            self.builder.emit(Command::ScopeStart(*variable), span);
        }
        self.builder.skip_to(target, span);
    }

    pub(super) fn goto(&mut self, target: &Identifier) -> Lowered<()> {
        let scopes = self.scope_stack();
        let node = self.builder.current;
        let label = self.function.label_meant(&target.name);
        self.function.add_goto(Goto { node, label, target: target.clone(), scopes });
        self.builder.dead_end();
        Ok(())
    }

    pub(super) fn resolve_gotos(&mut self) {
        for goto in self.function.take_gotos() {
            let name = &goto.target.name;
            match self.function.label(&goto.label).cloned() {
                Some(label) => {
                    self.builder.current = goto.node;
                    self.jump(&goto.scopes, label.node, &label.scopes, goto.target.span);
                }
                None => {
                    let _: Lowered<()> = self.reporter.fail(goto.target.span, format!("there is no label '{name}'"));
                }
            }
        }
    }

    /// Makes the current location the target of `goto name`.
    pub(super) fn define_label(&mut self, name: &Identifier) {
        let node = self.builder.go_to_new(name.span);
        let label = Label { node, scopes: self.scope_stack(), span: name.span };
        if let Some(earlier) = self.function.add_label(&name.name, label) {
            let text = format!("the label '{}' is defined twice", name.name);
            let _: Lowered<()> = self.reporter.conflict(name.span, text, earlier, "it was defined here");
        }
    }
}
