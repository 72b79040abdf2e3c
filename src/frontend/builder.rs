//! The semantic actions of the grammar: they build nodes, track typedef names, and limit the depth of trees.
//!
//! All traversals of a tree recurse (even dropping it), so no tree deeper than [`MAX_TREE_DEPTH`] is built: a deeper
//! part is reported once and replaced by a leaf. During construction a tree carries its depth in a [`Deep`].

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

/// Maximum depth of a tree, in nodes from an item at file scope or a single expression down to a leaf. A traversal that
/// takes 1 KiB of stack per node fits into the 2 MiB of a thread.
pub const MAX_TREE_DEPTH: u32 = 1000;

/// The parser stopped before the end of the text; the diagnostics contain the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParserStopped;

/// A part of the tree and its depth.
#[derive(Clone, Debug)]
pub struct Deep<T> {
    pub tree: T,
    /// Number of nodes on the longest path to a leaf.
    pub depth: u32,
}

impl<T> Deep<T> {
    /// A part without children.
    pub fn flat(tree: T) -> Self {
        Deep { tree, depth: 0 }
    }

    /// Maps the tree; the depth is unchanged.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Deep<U> {
        Deep { tree: form(self.tree), depth: self.depth }
    }

    /// Combines two siblings.
    pub fn join<U, V>(self, other: Deep<U>, form: impl FnOnce(T, U) -> V) -> Deep<V> {
        Deep { tree: form(self.tree, other.tree), depth: self.depth.max(other.depth) }
    }
}

/// Combines siblings.
pub fn gather<T>(parts: Vec<Deep<T>>) -> Deep<Vec<T>> {
    let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    let mut tree: Vec<T> = parts.into_iter().map(|part| part.tree).collect();
    // The tree outlives the parser's need for spare capacity.
    tree.shrink_to_fit();
    Deep { tree, depth }
}

pub(super) fn gather_lists<T>(parts: Vec<Deep<Vec<T>>>) -> Deep<Vec<T>> {
    gather(parts).map(|lists| lists.into_iter().flatten().collect())
}

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
    pub scopes: RefCell<TypedefScopes>,
    /// Names declared in the parameter list of the function whose body comes next.
    pub parameters: RefCell<Vec<DeclaredName>>,
    /// Names declared in the parameter lists of this item's functions, by the position of the function.
    prototypes: RefCell<Vec<(u32, Vec<DeclaredName>)>>,
    /// Diagnostics of the actions.
    pub diagnostics: RefCell<Diagnostics>,
    items: RefCell<Vec<ExternalItem>>,
    /// The names used in expressions.
    names: RefCell<FxHashSet<Arc<str>>>,
    expression: RefCell<Option<Expression>>,
    too_deep: Cell<bool>,
}

impl ParserState {
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

    /// Takes the items at file scope so far.
    pub fn take_items(&self) -> Vec<ExternalItem> {
        self.items.take()
    }

    /// Takes the single expression.
    pub fn take_expression(&self) -> Option<Expression> {
        self.expression.take()
    }

    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { file: self.file, start, end }
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>) {
        self.diagnostics.borrow_mut().push(Diagnostic::error(span, message));
    }

    /// Returns the depth of a node above parts of depth `below`; `None` if it exceeds the limit, which is reported
    /// once.
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

    /// Counts `part` as a node of its own; a part that is too deep is emptied.
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

    pub fn identifier(&self, start: u32, name: &str, end: u32) -> Identifier {
        Identifier { name: name.to_owned(), span: self.span(start, end) }
    }

    /// Returns the text of a name, shared by all its occurrences.
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

    /// An expression with one child.
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

    /// An expression with two children.
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

    pub fn integer(&self, start: u32, constant: IntegerConstant, end: u32) -> Deep<Expression> {
        let IntegerConstant { value, unsigned, longs, non_decimal } = constant;
        self.leaf(start, ExpressionKind::Integer { value: value.into(), unsigned, longs, non_decimal }, end)
    }

    pub fn unary(&self, start: u32, operator: Unary, operand: Deep<Expression>, end: u32) -> Deep<Expression> {
        self.node(start, operand, |operand| ExpressionKind::Unary(operator, Box::new(operand)), end)
    }

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

    /// Concatenates adjacent string literals; the result has the prefix of the one that has one.
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

    /// Stores the single expression.
    pub fn finish_expression(&self, expression: Deep<Expression>) {
        *self.expression.borrow_mut() = Some(expression.tree);
    }
}

/// Concatenates two lists.
pub fn chain<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}
