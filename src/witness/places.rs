//! Where waypoints and invariants may stand in a C text: statements, branches, calls.
//!
//! Reads the syntax tree only for the positions of its parts; what they mean is the lowering's business.

use std::sync::Arc;

use base::{FileId, SourceMap, SourcePosition, Span};
use frontend::ast::{
    BlockItem, CompoundStatement, Declaration, Expression, ExpressionKind, ExternalItem, ForInit, Initializer,
    Statement, StatementKind, TranslationUnit, list_values,
};

/// A place in a function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    /// What stands there, from its first character to its last.
    pub span: Span,
    /// The name of the function.
    pub function: Arc<str>,
    /// The innermost block around it.
    pub block: Span,
    /// True for a statement or a declaration that stands in a block, so that others may stand in front of it.
    pub is_item: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// A statement without its labels, or a declaration in a block. Blocks are no places.
    Statement(StatementForm),
    /// A place at which a condition decides how a run goes on.
    Branch {
        form: BranchForm,
        condition: Span,
        /// What runs if the condition holds; for `do` the statements that run again.
        body: Span,
    },
    /// A call; `callee` is the function's name if the call names it.
    Call { callee: Option<Arc<str>> },
    /// A full expression that is no statement: a clause of `for`, a condition, or what is returned.
    FullExpression,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementForm {
    Declaration,
    /// An expression, or nothing.
    Expression,
    Return,
    /// `while` and `for`.
    Loop,
    DoWhile,
    /// `if`, `switch`
    Choice,
    /// `goto`, `break`, `continue`, `asm`.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchForm {
    If,
    /// `while` and `for`.
    Loop,
    DoWhile,
    Switch,
    /// `c ? a : b`
    Conditional,
}

/// All places of a program, ordered by where they begin, outer ones first.
#[derive(Clone, Debug)]
pub struct Places {
    list: Vec<Place>,
    /// The labels of all `switch` statements.
    labels: Vec<CaseLabel>,
    /// The compound literals, whose objects live as long as the block around them.
    literals: Vec<Span>,
    /// The last statements of statement expressions, which are their values.
    values: Vec<Span>,
}

/// `case first:`, or GNU's `case first ... last:`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseLabel {
    pub first: Span,
    /// The same as `first` for a single value.
    pub last: Span,
}

impl Place {
    /// Returns the span that begins at the character which names the place in a witness.
    pub fn named(&self, sources: &SourceMap) -> Span {
        match &self.kind {
            PlaceKind::Call { .. } => Span { start: self.span.end.saturating_sub(1), ..self.span },
            PlaceKind::Branch { form: BranchForm::Conditional, condition, .. } => {
                let rest = Span { start: condition.end, ..self.span };
                let ahead = sources.snippet(rest).find('?').unwrap_or(0);
                Span { start: condition.end + ahead as u32, ..self.span }
            }
            PlaceKind::Statement(_) | PlaceKind::Branch { .. } | PlaceKind::FullExpression => self.span,
        }
    }

    /// Returns the position that names the place in a witness: in the file that was given. In a file that somebody else has
    /// preprocessed, that is not where its line markers lead.
    pub fn position(&self, sources: &SourceMap) -> SourcePosition {
        match sources.has_originals() {
            true => sources.position(self.named(sources)),
            false => sources.physical_position(self.named(sources)),
        }
    }
}

impl Places {
    /// Finds the places of a program.
    pub fn of(unit: &TranslationUnit, sources: &SourceMap, file: FileId) -> Places {
        let (labels, literals, values) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = Finder { sources, list: Vec::new(), labels, literals, values, function: "".into() };
        for item in &unit.items {
            let ExternalItem::Function(function) = item else { continue };
            if function.span.file != file {
                continue;
            }
            found.function = function.declarator.name.as_ref().map_or("", |name| &name.name).into();
            found.all(Part::Block(&function.body));
        }
        let mut list = found.list;
        // The sort is stable: a statement comes before what begins where it begins.
        list.sort_by_key(|place| (place.span.start, u32::MAX - place.span.end));
        Places { list, labels: found.labels, literals: found.literals, values: found.values }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Place> {
        self.list.iter()
    }

    pub fn get(&self, index: usize) -> Option<&Place> {
        self.list.get(index)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the index of the innermost place of some kind that contains a span.
    pub fn innermost(&self, span: Span, is_meant: impl Fn(&Place) -> bool) -> Option<usize> {
        let end = self.list.partition_point(|place| place.span.start <= span.start);
        let mut before = self.list.iter().enumerate().take(end).rev();
        before.find(|(_, place)| is_meant(place) && span.lies_in(place.span)).map(|(index, _)| index)
    }

    /// Returns true if a compound literal lies in a span.
    pub fn has_literal(&self, span: Span) -> bool {
        self.literals.iter().any(|literal| literal.lies_in(span))
    }

    /// Returns true if a statement is the value of a statement expression.
    pub fn is_value(&self, statement: Span) -> bool {
        self.values.contains(&statement)
    }

    /// Returns the condition of a branch, or of the statement that is one.
    pub fn condition(&self, statement: Span) -> Option<Span> {
        self.list.iter().find_map(|place| match place.kind {
            PlaceKind::Branch { form, condition, .. } if place.span == statement => {
                (form != BranchForm::Conditional).then_some(condition)
            }
            _ => None,
        })
    }

    /// Returns the labels of a `switch` statement.
    pub fn labels(&self, switch: Span) -> Vec<CaseLabel> {
        let is_switch = |place: &Place| matches!(place.kind, PlaceKind::Branch { form: BranchForm::Switch, .. });
        let owner = |label: &CaseLabel| self.get(self.innermost(label.first, is_switch)?);
        let is_of = |label: &&CaseLabel| owner(label).is_some_and(|place| place.span == switch);
        self.labels.iter().filter(is_of).copied().collect()
    }

    /// Returns the index of the innermost statement that contains a span.
    pub fn statement(&self, span: Span) -> Option<usize> {
        self.innermost(span, |place| matches!(place.kind, PlaceKind::Statement(_)))
    }
}

/// A part of a function that is still to be looked at, with the block around it. A statement may be an item of that block.
#[derive(Clone, Copy)]
enum Part<'u> {
    Block(&'u CompoundStatement),
    Statement(&'u Statement, Span, bool),
    Expression(&'u Expression, Span),
}

struct Finder<'s> {
    sources: &'s SourceMap,
    list: Vec<Place>,
    labels: Vec<CaseLabel>,
    literals: Vec<Span>,
    values: Vec<Span>,
    function: Arc<str>,
}

impl Finder<'_> {
    fn add(&mut self, kind: PlaceKind, span: Span, block: Span) {
        self.list.push(Place { kind, span, function: self.function.clone(), block, is_item: false });
    }

    fn add_item(&mut self, form: StatementForm, span: Span, block: Span) {
        let (kind, function) = (PlaceKind::Statement(form), self.function.clone());
        self.list.push(Place { kind, span, function, block, is_item: true });
    }

    /// Adds the places of a part. Trees may be deep, so this is a loop.
    fn all(&mut self, part: Part<'_>) {
        let mut work = vec![part];
        while let Some(part) = work.pop() {
            match part {
                Part::Block(block) => {
                    for item in &block.items {
                        match item {
                            BlockItem::Statement(statement) => work.push(Part::Statement(statement, block.span, true)),
                            BlockItem::Declaration(declaration) => {
                                self.declaration(declaration, block.span, &mut work);
                            }
                            BlockItem::StaticAssert(_) | BlockItem::LocalLabels(_) => {}
                        }
                    }
                }
                Part::Statement(statement, block, is_item) => self.statement(statement, (block, is_item), &mut work),
                Part::Expression(expression, block) => self.expression(expression, block, &mut work),
            }
        }
    }

    fn declaration<'u>(&mut self, declaration: &'u Declaration, block: Span, work: &mut Vec<Part<'u>>) {
        self.add_item(StatementForm::Declaration, declaration.span, block);
        initializers(declaration).into_iter().for_each(|value| work.push(Part::Expression(value, block)));
    }

    fn statement<'u>(&mut self, statement: &'u Statement, (block, is_item): (Span, bool), work: &mut Vec<Part<'u>>) {
        let form = match &statement.kind {
            StatementKind::Label(_, inner) | StatementKind::Default(inner) => {
                return work.push(Part::Statement(inner, block, is_item));
            }
            StatementKind::Case(value, inner) => {
                self.labels.push(CaseLabel { first: value.span, last: value.span });
                return work.push(Part::Statement(inner, block, is_item));
            }
            StatementKind::CaseRange(first, last, inner) => {
                self.labels.push(CaseLabel { first: first.span, last: last.span });
                return work.push(Part::Statement(inner, block, is_item));
            }
            StatementKind::Block(inner) => return work.push(Part::Block(inner)),
            StatementKind::Expression(_) | StatementKind::Empty => StatementForm::Expression,
            StatementKind::Return(_) => StatementForm::Return,
            StatementKind::If(..) | StatementKind::Switch(..) => StatementForm::Choice,
            StatementKind::While(..) | StatementKind::For(..) => StatementForm::Loop,
            StatementKind::DoWhile(..) => StatementForm::DoWhile,
            StatementKind::Goto(_)
            | StatementKind::ComputedGoto(_)
            | StatementKind::Continue
            | StatementKind::Break
            | StatementKind::Asm(_) => StatementForm::Other,
        };
        match is_item {
            true => self.add_item(form, statement.span, block),
            false => self.add(PlaceKind::Statement(form), statement.span, block),
        }
        self.parts(statement, block, work);
    }

    /// Adds the branch of a statement, and what the statement consists of.
    fn parts<'u>(&mut self, statement: &'u Statement, block: Span, work: &mut Vec<Part<'u>>) {
        let mut branch = |form, condition: &'u Expression, body: &'u Statement| {
            let (condition_span, body_span) = (condition.span, body.span);
            self.add(PlaceKind::Branch { form, condition: condition_span, body: body_span }, statement.span, block);
            self.add(PlaceKind::FullExpression, condition_span, block);
            work.push(Part::Expression(condition, block));
            work.push(Part::Statement(body, block, false));
        };
        match &statement.kind {
            StatementKind::If(condition, then, otherwise) => {
                branch(BranchForm::If, condition, then);
                work.extend(otherwise.as_deref().map(|otherwise| Part::Statement(otherwise, block, false)));
            }
            StatementKind::Switch(value, body) => branch(BranchForm::Switch, value, body),
            StatementKind::While(condition, body) => branch(BranchForm::Loop, condition, body),
            StatementKind::DoWhile(body, condition) => branch(BranchForm::DoWhile, condition, body),
            StatementKind::For(first, condition, step, body) => {
                match condition {
                    Some(condition) => branch(BranchForm::Loop, condition, body),
                    None => work.push(Part::Statement(body, block, false)),
                }
                match first.as_deref() {
                    Some(ForInit::Declaration(declaration)) => {
                        let values = initializers(declaration);
                        work.extend(values.into_iter().map(|value| Part::Expression(value, block)));
                    }
                    Some(ForInit::Expression(expression)) => {
                        self.add(PlaceKind::FullExpression, expression.span, block);
                        work.push(Part::Expression(expression, block));
                    }
                    None => {}
                }
                if let Some(step) = step {
                    self.add(PlaceKind::FullExpression, step.span, block);
                    work.push(Part::Expression(step, block));
                }
            }
            StatementKind::Expression(expression) => work.push(Part::Expression(expression, block)),
            StatementKind::Return(Some(value)) => {
                self.add(PlaceKind::FullExpression, value.span, block);
                work.push(Part::Expression(value, block));
            }
            _ => {}
        }
    }

    fn expression<'u>(&mut self, expression: &'u Expression, block: Span, work: &mut Vec<Part<'u>>) {
        match &expression.kind {
            ExpressionKind::Call(callee, _) => {
                let callee = match &callee.kind {
                    ExpressionKind::Identifier(name) => Some(name.clone()),
                    _ => None,
                };
                // In the expansion of a macro nothing has a place of its own.
                if self.sources.snippet(expression.span).ends_with(')') {
                    self.add(PlaceKind::Call { callee }, expression.span, block);
                }
            }
            ExpressionKind::Conditional(condition, Some(then), _) => {
                let (form, condition, body) = (BranchForm::Conditional, condition.span, then.span);
                self.add(PlaceKind::Branch { form, condition, body }, expression.span, block);
            }
            ExpressionKind::Statement(inner) => {
                if let Some(BlockItem::Statement(last)) = inner.items.last() {
                    self.values.push(last.span);
                }
                work.push(Part::Block(inner));
            }
            ExpressionKind::CompoundLiteral(..) => self.literals.push(expression.span),
            _ => {}
        }
        work.extend(expression.children().into_iter().map(|child| Part::Expression(child, block)));
    }
}

/// Returns the expressions in the initialisers of a declaration.
fn initializers(declaration: &Declaration) -> Vec<&Expression> {
    let all = declaration.declarators.iter().filter_map(|declarator| declarator.initializer.as_ref());
    all.flat_map(|initializer| match initializer {
        Initializer::Expression(value) => vec![value],
        Initializer::List(items, _) => list_values(items),
    })
    .collect()
}
