//! The actions of the grammar: syntax tree nodes, scopes of typedef names, and the limit on the tree's depth.
//!
//! Everything that walks a tree recurses (even dropping it), so no tree deeper than [`MAX_TREE_DEPTH`] is ever
//! built: what would be deeper is reported once and replaced by a leaf. While it grows, a tree carries its depth
//! along in a [`Deep`].

mod declarations;
mod specifiers;
mod statements;

pub use declarations::*;
pub use specifiers::*;
pub use statements::*;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ast::*;
use super::scope::{DeclaredName, TypedefScopes};
use super::token::IntegerConstant;
use base::{Diagnostic, Diagnostics, FileId, Span};

/// The greatest depth of a tree, in nodes from an item at file scope or a lone expression down to a leaf.
/// A walk that takes 1 KiB of stack for each node fits the 2 MiB that a thread has.
pub const MAX_TREE_DEPTH: u32 = 1000;

/// Why the parser stopped before the end of the text; the reason is among the diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParserStopped;

/// A part of the tree and how deep it is.
#[derive(Clone, Debug)]
pub struct Deep<T> {
    /// The part.
    pub tree: T,
    /// Nodes on the longest way from it to a leaf.
    pub depth: u32,
}

impl<T> Deep<T> {
    /// A part without children.
    pub fn flat(tree: T) -> Self {
        Deep { tree, depth: 0 }
    }

    /// The same depth, another form.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Deep<U> {
        Deep { tree: form(self.tree), depth: self.depth }
    }

    /// Two parts side by side.
    pub fn join<U, V>(self, other: Deep<U>, form: impl FnOnce(T, U) -> V) -> Deep<V> {
        Deep { tree: form(self.tree, other.tree), depth: self.depth.max(other.depth) }
    }
}

/// Parts side by side.
pub fn gather<T>(parts: Vec<Deep<T>>) -> Deep<Vec<T>> {
    let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    let mut tree: Vec<T> = parts.into_iter().map(|part| part.tree).collect();
    // The tree lives longer than the parser needs room to grow.
    tree.shrink_to_fit();
    Deep { tree, depth }
}

pub(super) fn gather_lists<T>(parts: Vec<Deep<Vec<T>>>) -> Deep<Vec<T>> {
    gather(parts).map(|lists| lists.into_iter().flatten().collect())
}

/// An optional part.
pub(super) fn option<T>(part: Option<Deep<T>>) -> Deep<Option<T>> {
    match part {
        Some(part) => part.map(Some),
        None => Deep::flat(None),
    }
}

/// The state that the actions share with the token stream.
#[derive(Debug)]
pub struct ParserState {
    file: FileId,
    /// The typedef names in scope.
    pub scopes: RefCell<TypedefScopes>,
    /// What the parameter list of the function whose body comes next declared.
    pub parameters: RefCell<Vec<DeclaredName>>,
    /// What the parameter lists of the functions declared in this item declared, by the place of the function.
    prototypes: RefCell<Vec<(u32, Vec<DeclaredName>)>>,
    /// What the actions had to say.
    pub diagnostics: RefCell<Diagnostics>,
    items: RefCell<Vec<ExternalItem>>,
    /// The names in expressions.
    names: RefCell<FxHashSet<Arc<str>>>,
    expression: RefCell<Option<Expression>>,
    too_deep: Cell<bool>,
}

impl ParserState {
    /// A builder of trees of `file`.
    pub fn new(file: FileId) -> Self {
        ParserState {
            file,
            scopes: RefCell::default(),
            parameters: RefCell::default(),
            prototypes: RefCell::default(),
            diagnostics: RefCell::default(),
            items: RefCell::default(),
            names: RefCell::default(),
            expression: RefCell::default(),
            too_deep: Cell::new(false),
        }
    }

    /// The items at file scope so far.
    pub fn take_items(&self) -> Vec<ExternalItem> {
        self.items.take()
    }

    /// The lone expression.
    pub fn take_expression(&self) -> Option<Expression> {
        self.expression.take()
    }

    /// A span of the file.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { file: self.file, start, end }
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) {
        self.diagnostics.borrow_mut().push(Diagnostic::error(span, message));
    }

    /// The depth of a node above parts of depth `below`; `None`, and said once, if that is too much.
    pub(super) fn above(&self, start: u32, below: u32, end: u32) -> Option<u32> {
        if below < MAX_TREE_DEPTH {
            return Some(below + 1);
        }
        if !self.too_deep.replace(true) {
            self.error(
                self.span(start, end),
                format!("this is nested too deeply: more than {MAX_TREE_DEPTH} levels of operators and statements"),
            );
        }
        None
    }

    /// Counts `part` as a node of its own; too deep a part is emptied.
    pub(super) fn raised<T>(&self, start: u32, mut part: Deep<T>, end: u32, empty: impl FnOnce(&mut T)) -> Deep<T> {
        match self.above(start, part.depth, end) {
            Some(depth) => part.depth = depth,
            None => {
                empty(&mut part.tree);
                part.depth = 0;
            }
        }
        part
    }

    // ---- expressions

    /// A name with its place.
    pub fn identifier(&self, start: u32, name: &str, end: u32) -> Identifier {
        Identifier { name: name.to_owned(), span: self.span(start, end) }
    }

    /// The text of a name, one for all places where the name stands.
    pub fn shared(&self, name: &str) -> Arc<str> {
        let mut names = self.names.borrow_mut();
        if let Some(known) = names.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = name.into();
        names.insert(Arc::clone(&new));
        new
    }

    /// An expression without children.
    pub fn leaf(&self, start: u32, kind: ExpressionKind, end: u32) -> Deep<Expression> {
        Deep { tree: Expression { kind, span: self.span(start, end) }, depth: 1 }
    }

    /// An expression above `part`.
    pub fn node<T>(
        &self,
        start: u32,
        part: Deep<T>,
        form: impl FnOnce(T) -> ExpressionKind,
        end: u32,
    ) -> Deep<Expression> {
        match self.above(start, part.depth, end) {
            Some(depth) => Deep { tree: Expression { kind: form(part.tree), span: self.span(start, end) }, depth },
            None => {
                self.integer(start, IntegerConstant { value: 0, unsigned: false, longs: 0, non_decimal: false }, end)
            }
        }
    }

    /// An expression above two parts.
    pub fn node2<T, U>(
        &self,
        start: u32,
        first: Deep<T>,
        second: Deep<U>,
        form: impl FnOnce(T, U) -> ExpressionKind,
        end: u32,
    ) -> Deep<Expression> {
        self.node(
            start,
            first.join(second, |first, second| (first, second)),
            |(first, second)| form(first, second),
            end,
        )
    }

    /// An integer constant.
    pub fn integer(&self, start: u32, constant: IntegerConstant, end: u32) -> Deep<Expression> {
        let IntegerConstant { value, unsigned, longs, non_decimal } = constant;
        self.leaf(start, ExpressionKind::Integer { value: value.into(), unsigned, longs, non_decimal }, end)
    }

    /// A unary operator.
    pub fn unary(&self, start: u32, operator: Unary, operand: Deep<Expression>, end: u32) -> Deep<Expression> {
        self.node(start, operand, |operand| ExpressionKind::Unary(operator, Box::new(operand)), end)
    }

    /// A binary operator.
    pub fn binary(
        &self,
        start: u32,
        left: Deep<Expression>,
        operator: Binary,
        right: Deep<Expression>,
        end: u32,
    ) -> Deep<Expression> {
        let form = |left, right| ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        self.node2(start, left, right, form, end)
    }

    /// `c ? x : y` or `c ?: y`.
    pub fn conditional(
        &self,
        start: u32,
        condition: Deep<Expression>,
        then: Option<Deep<Expression>>,
        otherwise: Deep<Expression>,
        end: u32,
    ) -> Deep<Expression> {
        let parts = condition.join(option(then), |condition, then| (condition, then));
        let form = |(condition, then): (Expression, Option<Expression>), otherwise| {
            ExpressionKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(otherwise))
        };
        self.node2(start, parts, otherwise, form, end)
    }

    /// `_Generic(e, …)`
    pub fn generic(
        &self,
        start: u32,
        selector: Deep<Expression>,
        associations: Vec<Deep<(Option<TypeName>, Expression)>>,
        end: u32,
    ) -> Deep<Expression> {
        let form = |selector, associations: Vec<_>| {
            ExpressionKind::Generic(Box::new(selector), associations.into_boxed_slice())
        };
        self.node2(start, selector, gather(associations), form, end)
    }

    /// Adjacent string literals are one; its prefix is that of the one that has one.
    pub fn join_strings(
        &self,
        start: u32,
        first: (Vec<u8>, Encoding),
        second: (Vec<u8>, Encoding),
        end: u32,
    ) -> (Vec<u8>, Encoding) {
        let (mut bytes, encoding) = first;
        let narrow = if encoding.is_wide() { &second.0 } else { &bytes };
        if encoding.is_wide() && second.1.is_wide() && encoding != second.1 {
            self.error(self.span(start, end), "adjacent strings have different prefixes");
        } else if encoding != second.1 && std::str::from_utf8(narrow).is_err() {
            self.error(self.span(start, end), "a wide string next to one with bytes that are not UTF-8");
        }
        bytes.extend(second.0);
        (bytes, if encoding.is_wide() { encoding } else { second.1 })
    }

    /// Stores the lone expression.
    pub fn finish_expression(&self, expression: Deep<Expression>) {
        *self.expression.borrow_mut() = Some(expression.tree);
    }
}

/// Lists one behind the other.
pub fn chain<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}
