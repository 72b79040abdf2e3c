//! Node counts: `count[A;F](x)`, added to integers and compared.
//!
//! A comparison relates two sums, each of node counts, other integers and a constant. Terms subtracted on one side are
//! added on the other. The sums are mathematical integers: nothing wraps, whatever the types of the operands. All node
//! counts in a comparison have the same `[A;F]`.

use crate::resolve::{Resolved, Resolver};
use crate::syntax::{LocatedTerm, PredicateName, PredicateTerm, TermKind};
use crate::{Predicate, old};
use base::{Diagnostic, Span};
use ctype::{FieldId, Type};
use frontend::ast::{Binary, Unary};
use program::{BinaryOp, Expr, ExprNode};

/// A comparison of two sums.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CountComparison<T> {
    /// `==`, `!=`, `<` or `<=`.
    pub op: BinaryOp,
    pub left: CountSum<T>,
    pub right: CountSum<T>,
}

/// A sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CountSum<T> {
    /// The starts of the node counts.
    pub starts: Vec<T>,
    /// The other operands.
    pub numbers: Vec<T>,
    /// The constant.
    pub more: i128,
}

impl<T> CountSum<T> {
    pub fn constant(more: i128) -> CountSum<T> {
        CountSum { starts: Vec::new(), numbers: Vec::new(), more }
    }

    fn operands(&self) -> impl Iterator<Item = &T> {
        self.starts.iter().chain(&self.numbers)
    }

    fn with_operands<U>(&self, operands: &mut impl Iterator<Item = U>) -> CountSum<U> {
        let starts = operands.take(self.starts.len()).collect();
        CountSum { starts, numbers: operands.take(self.numbers.len()).collect(), more: self.more }
    }

    /// Formats the sum, with these brackets after `count`.
    fn text(&self, brackets: &str, operand: &impl Fn(&T) -> String) -> String {
        let starts = self.starts.iter().map(|start| format!("count{brackets}({})", operand(start)));
        let mut parts: Vec<String> = starts.chain(self.numbers.iter().map(operand)).collect();
        if self.more != 0 || parts.is_empty() {
            parts.push(self.more.to_string());
        }
        parts.join(" + ")
    }
}

impl<T> CountComparison<T> {
    /// Starts and numbers, first of the left sum, then of the right one.
    pub fn operands(&self) -> impl Iterator<Item = &T> {
        self.left.operands().chain(self.right.operands())
    }

    /// Replaces the operands, in the order of [`CountComparison::operands`].
    pub fn with_operands<U>(&self, operands: impl IntoIterator<Item = U>) -> CountComparison<U> {
        let mut operands = operands.into_iter();
        let left = self.left.with_operands(&mut operands);
        CountComparison { op: self.op, left, right: self.right.with_operands(&mut operands) }
    }

    /// Maps the operands.
    pub fn map<U>(&self, map: impl Fn(&T) -> U) -> CountComparison<U> {
        self.with_operands(self.operands().map(map))
    }

    /// Returns the starts of the node counts.
    pub fn starts(&self) -> impl Iterator<Item = &T> {
        self.left.starts.iter().chain(&self.right.starts)
    }

    /// Applies the operator to the values of the sums.
    pub fn holds(&self, left: i128, right: i128) -> bool {
        match self.op {
            BinaryOp::Equal => left == right,
            BinaryOp::NotEqual => left != right,
            BinaryOp::Less => left < right,
            _ => left <= right,
        }
    }

    /// Formats the comparison in the syntax of specifications: `brackets` is `[A;F]`.
    pub fn text(&self, brackets: &str, operand: impl Fn(&T) -> String) -> String {
        let sign = match self.op {
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            _ => "<=",
        };
        format!("{} {sign} {}", self.left.text(brackets, &operand), self.right.text(brackets, &operand))
    }
}

/// `[A;F]`
type Brackets = (Vec<Expr>, Vec<FieldId>);

/// A comparison that is being read.
struct Reading {
    left: CountSum<Expr>,
    right: CountSum<Expr>,
    brackets: Option<Brackets>,
}

impl Resolver<'_> {
    /// Reads a comparison of node counts; `None` for any other term.
    pub(super) fn count_comparison(&mut self, term: &LocatedTerm) -> Resolved<Option<Predicate>> {
        let TermKind::Binary(operator, left, right) = &term.kind else { return Ok(None) };
        if !operator.is_comparison() || !(counts(left) || counts(right)) {
            return Ok(None);
        }
        let mut reading = Reading { left: CountSum::constant(0), right: CountSum::constant(0), brackets: None };
        self.sum(left, true, &mut reading)?;
        self.sum(right, false, &mut reading)?;
        let Reading { left, right, brackets } = reading;
        let (avoid, fields) = brackets.unwrap_or_default();
        let (op, is_turned) = match operator {
            Binary::Equal => (BinaryOp::Equal, false),
            Binary::NotEqual => (BinaryOp::NotEqual, false),
            Binary::Less => (BinaryOp::Less, false),
            Binary::LessEqual => (BinaryOp::LessEqual, false),
            Binary::Greater => (BinaryOp::Less, true),
            _ => (BinaryOp::LessEqual, true),
        };
        let (left, right) = if is_turned { (right, left) } else { (left, right) };
        Ok(Some(Predicate::Count { comparison: CountComparison { op, left, right }, avoid, fields }))
    }

    /// Adds a term to the left sum or to the right one.
    fn sum(&mut self, term: &LocatedTerm, is_left: bool, reading: &mut Reading) -> Resolved<()> {
        match &term.kind {
            TermKind::Binary(Binary::Add, left, right) => {
                self.sum(left, is_left, reading)?;
                self.sum(right, is_left, reading)
            }
            TermKind::Binary(Binary::Subtract, left, right) => {
                self.sum(left, is_left, reading)?;
                self.sum(right, !is_left, reading)
            }
            TermKind::Unary(Unary::Minus, inner) => self.sum(inner, !is_left, reading),
            TermKind::Predicate(predicate) if predicate.name == PredicateName::Count => {
                let (start, brackets) = self.counted(predicate, term.span)?;
                if reading.brackets.as_ref().is_some_and(|known| *known != brackets) {
                    let message = "numbers of nodes that are compared need the same '[A;F]'";
                    return Err(Diagnostic::error(term.span, message));
                }
                reading.brackets = Some(brackets);
                reading.side(is_left).starts.push(start);
                Ok(())
            }
            _ if old::argument(term).is_some_and(counts) => {
                let message = "'old' takes no number of nodes: put the comparison into it, or assume at the entry that a variable holds the number";
                Err(Diagnostic::error(term.span, message))
            }
            _ => {
                let value = self.value(term)?;
                if let ExprNode::Integer(number) = value.node {
                    let side = reading.side(if number < 0 { !is_left } else { is_left });
                    side.more = side.more.saturating_add(number.saturating_abs());
                    return Ok(());
                }
                let types = &self.program.types;
                if !types.is_integer(value.ty) {
                    let shown = types.display(value.ty);
                    let message = format!("a number of nodes is compared with integers, but this has type '{shown}'");
                    return Err(Diagnostic::error(term.span, message));
                }
                reading.side(is_left).numbers.push(value);
                Ok(())
            }
        }
    }

    /// Returns the start and the brackets of `count[A;F](from)`.
    fn counted(&mut self, predicate: &PredicateTerm, span: Span) -> Resolved<(Expr, Brackets)> {
        let word = predicate.name.word();
        if let Some(span) = predicate.any_avoid {
            return Err(Diagnostic::error(span, "hints are not about numbers of nodes"));
        }
        let [start] = predicate.arguments.as_slice() else {
            let message = format!("'{word}' takes one argument, not {}", predicate.arguments.len());
            return Err(Diagnostic::error(span, message));
        };
        let avoid = predicate.avoid.iter().map(|term| self.avoided(term)).collect::<Resolved<Vec<_>>>()?;
        let fields = self.fields(&predicate.fields, &predicate.arguments)?;
        let from = self.address(start, word)?;
        let types = &self.program.types;
        if !matches!(types.pointee(from.ty).map(|target| types.get(target)), Some(Type::Record(_))) {
            let message = format!("'{word}' starts at a pointer to a struct, not at '{}'", types.display(from.ty));
            return Err(Diagnostic::error(span, message));
        }
        Ok((from, (avoid, fields)))
    }
}

impl Reading {
    fn side(&mut self, is_left: bool) -> &mut CountSum<Expr> {
        if is_left { &mut self.left } else { &mut self.right }
    }
}

/// Returns true if the sum contains a node count.
fn counts(term: &LocatedTerm) -> bool {
    match &term.kind {
        TermKind::Predicate(predicate) => predicate.name == PredicateName::Count,
        TermKind::Binary(Binary::Add | Binary::Subtract, left, right) => counts(left) || counts(right),
        TermKind::Unary(Unary::Minus, inner) => counts(inner),
        _ => false,
    }
}

/// Returns the error about a node count in place of a formula.
pub(super) fn is_no_formula(span: Span) -> Diagnostic {
    Diagnostic::error(span, "'count' is a number: compare it, as in 'count[;n](x) == 2'")
}

/// Returns the error about a node count in place of a C value.
pub(super) fn is_no_operand(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a number of nodes is added to integers and compared with them, and nothing else")
}
