//! Actions for statements and items at file scope.

use super::declarations::Declared;
use super::{Deep, ParserState, gather, option};
use crate::ast::*;

/// The part before a statement that makes it a substatement.
#[derive(Clone, Debug)]
pub enum Prefix {
    /// `name:`
    Label(Identifier),
    /// `case e:`
    Case(Expression),
    /// `case e ... f:`
    CaseRange(Box<Expression>, Box<Expression>),
    /// `default:`
    Default,
    /// `switch (e)`
    Switch(Expression),
    /// `while (e)`
    While(Expression),
    /// `for (init; e; f)`
    For(Option<Box<ForInit>>, Option<Box<Expression>>, Option<Box<Expression>>),
}

impl ParserState {
    /// Opens the scope of a statement that contains statements or declarations.
    pub fn open_scope(&self) {
        self.scopes.borrow_mut().open();
    }

    pub fn close_scope(&self) {
        self.scopes.borrow_mut().close();
    }

    /// Closes the scope of one part of a statement and opens that of the next.
    pub fn next_scope(&self) {
        self.close_scope();
        self.open_scope();
    }

    /// `{ … }`
    pub fn block(&self, start: u32, items: Vec<Option<Deep<BlockItem>>>, end: u32) -> Deep<CompoundStatement> {
        let mut depth = 0;
        let parts = items.into_iter().filter_map(|item| {
            let item = item?;
            depth = depth.max(item.depth);
            Some(item.tree)
        });
        let mut items: Vec<BlockItem> = parts.collect();
        items.shrink_to_fit();
        Deep { tree: CompoundStatement { items, span: self.span(start, end) }, depth }
    }

    pub fn statement(&self, start: u32, kind: Deep<StatementKind>, end: u32) -> Deep<Statement> {
        let statement = kind.map(|kind| Statement { kind, span: self.span(start, end) });
        self.raised(start, statement, end, |statement| statement.kind = StatementKind::Empty)
    }

    /// A statement after a label, a `case`, or the head of a loop or `switch`.
    pub fn prefixed(&self, start: u32, prefix: Deep<Prefix>, body: Deep<Statement>, end: u32) -> Deep<Statement> {
        if matches!(prefix.tree, Prefix::For(..) | Prefix::While(_) | Prefix::Switch(_)) {
            self.close_scope();
        }
        let kind = prefix.join(body, |prefix, body| {
            let body = Box::new(body);
            match prefix {
                Prefix::Label(name) => StatementKind::Label(Box::new(name), body),
                Prefix::Case(value) => StatementKind::Case(Box::new(value), body),
                Prefix::CaseRange(low, high) => StatementKind::CaseRange(low, high, body),
                Prefix::Default => StatementKind::Default(body),
                Prefix::Switch(value) => StatementKind::Switch(Box::new(value), body),
                Prefix::While(condition) => StatementKind::While(Box::new(condition), body),
                Prefix::For(init, condition, step) => StatementKind::For(init, condition, step, body),
            }
        });
        self.statement(start, kind, end)
    }

    /// `if (c) s else t`
    pub fn conditional_statement(
        &self,
        start: u32,
        condition: Deep<Expression>,
        then: Deep<Statement>,
        otherwise: Option<Deep<Statement>>,
        end: u32,
    ) -> Deep<Statement> {
        // The scopes of the condition and of the branch.
        self.close_scope();
        self.close_scope();
        let kind = condition
            .join(then, |condition, then| (condition, Box::new(then)))
            .join(option(otherwise), |(condition, then), otherwise| {
                StatementKind::If(Box::new(condition), then, otherwise.map(Box::new))
            });
        self.statement(start, kind, end)
    }

    /// `do s while (e);`
    pub fn do_while(
        &self,
        start: u32,
        body: Deep<Statement>,
        condition: Deep<Expression>,
        end: u32,
    ) -> Deep<Statement> {
        self.close_scope();
        self.statement(start, body.join(condition, |body, e| StatementKind::DoWhile(Box::new(body), Box::new(e))), end)
    }

    // ---- file scope

    /// Processes the head of a function definition: its parameters are in scope in the body.
    pub fn function_head(&self, declared: Declared) -> Declared {
        let first = declared.declarators.tree.last();
        let Some(first) = first else { return declared };
        let start = first.declarator.name.as_ref().map(|name| name.span.start);
        let found = self.prototypes.take().into_iter().find(|(place, _)| Some(*place) == start);
        *self.parameters.borrow_mut() = found.map(|(_, declared)| declared).unwrap_or_default();
        declared
    }

    pub fn function(
        &self,
        start: u32,
        head: Declared,
        old_style: Vec<Deep<Declaration>>,
        body: Deep<CompoundStatement>,
        end: u32,
    ) {
        let Declared { mut specifiers, mut declarators } = head;
        let Some(first) = declarators.tree.pop() else { return };
        let name_span = first.declarator.span;
        if !declarators.tree.is_empty() {
            self.error(name_span, "a function definition shares its declaration with other names");
        }
        let derivation = first.declarator.derivations.first();
        if !matches!(derivation, Some(Derivation::Function(..) | Derivation::OldStyleFunction(_))) {
            self.error(name_span, "a function body behind something that is declared without parameters");
            return;
        }
        specifiers.tree.attributes.extend(first.attributes);
        self.item(Deep::flat(ExternalItem::Function(Box::new(FunctionDefinition {
            specifiers: specifiers.tree,
            declarator: first.declarator,
            old_style_declarations: gather(old_style).tree,
            body: body.tree,
            span: self.span(start, end),
        }))));
    }

    pub fn item(&self, item: Deep<ExternalItem>) {
        self.no_item();
        self.items.borrow_mut().push(item.tree);
    }

    /// `asm("…");` at file scope; ignored if empty.
    pub fn file_assembly(&self, start: u32, (code, _): (Vec<u8>, Encoding), end: u32) {
        match code.iter().all(u8::is_ascii_whitespace) {
            true => self.no_item(),
            false => self.item(Deep::flat(ExternalItem::Assembly(self.span(start, end)))),
        }
    }

    /// An ignored item at file scope.
    pub fn no_item(&self) {
        self.prototypes.borrow_mut().clear();
    }
}

/// The head of a `for`.
pub fn for_head(
    init: Deep<Option<Box<ForInit>>>,
    condition: Option<Deep<Expression>>,
    step: Option<Deep<Expression>>,
) -> Deep<Prefix> {
    init.join(option(condition), |init, condition| (init, condition))
        .join(option(step), |(init, condition), step| Prefix::For(init, condition.map(Box::new), step.map(Box::new)))
}

pub fn assembly(
    template: Vec<u8>,
    outputs: Vec<Deep<Expression>>,
    inputs: Vec<Deep<Expression>>,
    clobbers: Vec<(Vec<u8>, Encoding)>,
    labels: Vec<Identifier>,
) -> Deep<StatementKind> {
    let clobbers_memory = clobbers.iter().any(|(bytes, _)| bytes == b"memory");
    gather(outputs).join(gather(inputs), |outputs, inputs| {
        StatementKind::Asm(Box::new(Assembly { template, outputs, inputs, clobbers_memory, labels }))
    })
}
