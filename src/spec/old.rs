//! Values at the entry: `old(e)` and `old(P)`.
//!
//! Each stands for its own symbolic constant, whose value at the entry is an assumption there: `old(x->n) == x->n`. If
//! an expression is undefined at the entry, its constant is arbitrary, and an atom that contains it is false. So
//! engines need to know nothing about old values, but may: [`SymbolValue`] has the constant's value.
//!
//! A constant is NULL or points to the start of an object (see `program::start`). An old pointer must be one of these,
//! or the assumption would exclude runs: it is read from a parameter, a global or an input block, and rejected if the
//! program may have stored other addresses there.

use crate::resolve::{Resolved, Resolver};
use crate::syntax::{LocatedTerm, TermKind};
use crate::{Predicate, StateFormula, Statement, StatementKind, Symbol, SymbolValue, display};
use base::ids::{Id, IdVec};
use base::{Diagnostic, Span};
use ctype::{Type, TypeId, TypeTable};
use frontend::ast::{Expression, ExpressionKind, Unary};
use program::expr::{self, Names};
use program::start::Start;
use program::{BinaryOp, Expr, ExprNode, LocationId, SymbolId, VariableKind};

/// The keyword.
pub(super) const WORD: &str = "old";

/// Returns the argument of `old(…)`; `None` for any other term.
pub(super) fn argument(term: &LocatedTerm) -> Option<&LocatedTerm> {
    let TermKind::Call(function, arguments) = &term.kind else { return None };
    match (&function.kind, arguments.as_slice()) {
        (TermKind::Identifier(name), [argument]) if name == WORD => Some(argument),
        _ => None,
    }
}

/// Returns true if a term is read as a formula: a predicate, a comparison, a connective.
pub(super) fn is_formula(term: &LocatedTerm) -> bool {
    match &term.kind {
        TermKind::Predicate(_) | TermKind::Connective(..) | TermKind::Boolean(_) | TermKind::Not(_) => true,
        TermKind::Binary(operator, ..) => operator.is_comparison(),
        _ => false,
    }
}

impl Resolver<'_> {
    /// `old(P)`: a constant holds its truth value.
    pub(super) fn old_formula(&mut self, argument: &LocatedTerm, span: Span) -> Resolved<StateFormula> {
        let formula = self.formula(argument)?;
        for expr in formula.expressions() {
            self.check_entry(expr, argument.span)?;
        }
        Ok(StateFormula::Atom(Predicate::Condition(self.old_truth(formula, span)?)))
    }

    fn old_truth(&mut self, formula: StateFormula, span: Span) -> Resolved<Expr> {
        let text = self.named(|names| display::formula(&formula, names));
        let int = self.program.types.int();
        self.old_symbol(SymbolValue::OldTruth(formula), text, int, span)
    }

    /// `old(e)` as C syntax: reads at the entry are replaced by names of constants.
    pub(super) fn old_value(&mut self, argument: &LocatedTerm, span: Span) -> Resolved<Expression> {
        let kind = match &argument.kind {
            // An address changes only if the object that it is a part of does.
            TermKind::Unary(Unary::AddressOf, place) => {
                ExpressionKind::Unary(Unary::AddressOf, Box::new(self.old_place(place)?))
            }
            TermKind::Cast(ty, inner) => ExpressionKind::Cast(ty.clone(), Box::new(self.old_value(inner, inner.span)?)),
            // The result of a computation on constants is constant.
            TermKind::Unary(operator @ (Unary::Minus | Unary::BitNot), inner) => {
                ExpressionKind::Unary(*operator, Box::new(self.old_value(inner, inner.span)?))
            }
            TermKind::Binary(operator, left, right) if !operator.is_comparison() => {
                let (left, right) = (self.old_value(left, left.span)?, self.old_value(right, right.span)?);
                ExpressionKind::Binary(*operator, Box::new(left), Box::new(right))
            }
            _ if is_formula(argument) => {
                return Err(Diagnostic::error(span, "this is a formula, but a value is expected here"));
            }
            _ => return self.old_read(argument, span),
        };
        Ok(Expression { kind, span })
    }

    fn old_place(&mut self, place: &LocatedTerm) -> Resolved<Expression> {
        let span = place.span;
        let kind = match &place.kind {
            TermKind::Identifier(_) => return self.syntax(place),
            TermKind::Arrow(base, name) => {
                ExpressionKind::Arrow(Box::new(self.old_value(base, base.span)?), Box::new(name.clone()))
            }
            TermKind::Member(base, name) => {
                ExpressionKind::Member(Box::new(self.old_place(base)?), Box::new(name.clone()))
            }
            TermKind::Index(base, index) => {
                let base = self.old_value(base, base.span)?;
                ExpressionKind::Index(Box::new(base), Box::new(self.old_value(index, index.span)?))
            }
            _ => return Err(Diagnostic::error(span, "'old' takes a value, a predicate, or the address of a field")),
        };
        Ok(Expression { kind, span })
    }

    /// Returns a read at the entry, of a pointer or a number.
    fn old_read(&mut self, argument: &LocatedTerm, span: Span) -> Resolved<Expression> {
        let value = self.value(argument)?;
        // A constant is the same at the entry.
        if matches!(value.node, ExprNode::Integer(_) | ExprNode::Null | ExprNode::Symbol(_)) {
            return self.syntax(argument);
        }
        self.check_entry(&value, argument.span)?;
        self.check_value(&value, argument.span)?;
        let needed = needed(&value);
        let text = self.named(|names| expr::display(&value, names));
        let value = value.promote_bit_field(&mut self.program.types);
        let ty = value.ty;
        let symbol = self.old_symbol(SymbolValue::Old(value), text, ty, span)?;
        if let Some(formula) = needed {
            let defined = StateFormula::Atom(Predicate::Condition(self.old_truth(formula, span)?));
            if !self.old_conditions.contains(&defined) {
                self.old_conditions.push(defined);
            }
        }
        let name = self.named(|names| expr::display(&symbol, names));
        Ok(Expression { kind: ExpressionKind::Identifier(name.into()), span })
    }

    /// Returns the constant for an old value.
    fn old_symbol(&mut self, value: SymbolValue, text: String, ty: TypeId, span: Span) -> Resolved<Expr> {
        let known = self.old_symbols.iter().position(|symbol| symbol.value == value);
        let (index, count) = (known.unwrap_or(self.old_symbols.len()), self.old_symbols.len());
        if index == count {
            if self.keeps_old_symbols {
                let message = "the specification does not speak of this old value, so no hint can";
                return Err(Diagnostic::error(span, message));
            }
            self.old_symbols.push(Symbol { name: format!("{WORD}({text})"), ty, span, value });
        }
        let id: SymbolId = Id::from_index(self.first_old_symbol + index);
        if let Some(symbol) = self.old_symbols.get(index) {
            self.symbols.insert(symbol.name.clone(), (id, ty));
        }
        Ok(Expr::new(ExprNode::Symbol(id), ty))
    }

    /// Checks that everything an expression reads has a value at the entry.
    fn check_entry(&self, value: &Expr, span: Span) -> Resolved<()> {
        let program = &*self.program;
        let mut local = None;
        value.visit(&mut |part| {
            let ExprNode::VariableAddress(id) = part.node else { return };
            let Some(variable) = program.variables.get(id) else { return };
            let is_known = match variable.kind {
                VariableKind::Global => true,
                VariableKind::Parameter => variable.function == Some(self.entry) && variable.instance.is_none(),
                VariableKind::Local | VariableKind::Temporary | VariableKind::Result => false,
            };
            if !is_known {
                local = Some(variable.name.clone());
            }
        });
        match local {
            None => Ok(()),
            Some(name) => {
                let message = format!("'{name}' has no value at the entry: 'old' is about parameters and globals");
                Err(Diagnostic::error(span, message))
            }
        }
    }

    /// Checks that a constant can have every value that the expression may have at the entry.
    fn check_value(&mut self, value: &Expr, span: Span) -> Resolved<()> {
        let types = &self.program.types;
        let shown = types.display(value.ty);
        if types.is_integer(value.ty) && matches!(value.node, ExprNode::Load(_)) {
            return Ok(());
        }
        let Some(target) = types.pointee(value.ty).filter(|_| types.is_pointer(value.ty)) else {
            let message = format!("'old' takes a pointer, a number or a predicate, not a value of type '{shown}'");
            return Err(Diagnostic::error(span, message));
        };
        let refused =
            |why: &str| Err(Diagnostic::error(span, format!("an old pointer of type '{shown}' cannot be kept: {why}")));
        let is_object = match types.get(target) {
            Type::Void | Type::Function { .. } => false,
            _ => types.size_of(target).is_some_and(|size| size > 0),
        };
        if !is_object {
            return refused("it is not known what it points to");
        }
        if !matches!(value.node, ExprNode::Load(_)) {
            return refused("write 'old' around what is read");
        }
        let mut in_union = false;
        value.visit(&mut |part| {
            in_union |= matches!(part.node, ExprNode::FieldAddress(_, field) if types.record(field.record).is_union)
                || matches!(&part.node, ExprNode::Cast(inner) if types.is_pointer(part.ty) && !is_array(types, inner));
        });
        if in_union {
            return refused("it is read from a union, or through another type");
        }
        let start = Start::of(self.program, self.entry);
        if start.is_whole() {
            return refused("'main' starts with addresses that the program's text gives");
        }
        let mut given = self.program.variables.enumerate().filter(|(id, variable)| {
            variable.kind == VariableKind::Global
                && start.keeps_initial_value(*id)
                && types.with_parts([variable.ty]).contains(&value.ty)
        });
        match given.next() {
            Some((_, variable)) => refused(&format!("'{}' may hold any such address", variable.name)),
            None => Ok(()),
        }
    }

    /// Formats a text with the names of all constants.
    pub(super) fn named(&self, text: impl FnOnce(Names<'_>) -> String) -> String {
        let mut known: Vec<(SymbolId, &String)> = self.symbols.iter().map(|(name, (id, _))| (*id, name)).collect();
        known.sort_unstable();
        let symbols: IdVec<SymbolId, String> = known.into_iter().map(|(_, name)| name.clone()).collect();
        let program = &*self.program;
        let (types, variables, functions) = (&program.types, &program.variables, &program.functions);
        text(Names { types, variables, functions, symbols: &symbols })
    }

    /// Returns the assumptions about the constants at the entry.
    pub(super) fn old_assumptions(&mut self, entry: LocationId) -> Resolved<Vec<Statement>> {
        let mut found = Vec::new();
        for (index, symbol) in self.old_symbols.clone().into_iter().enumerate() {
            let id: SymbolId = Id::from_index(self.first_old_symbol + index);
            let constant = Expr::new(ExprNode::Symbol(id), symbol.ty);
            let (formula, text) = match symbol.value {
                SymbolValue::Any => continue,
                SymbolValue::Old(value) => {
                    let int = self.program.types.int();
                    let text = self.named(|names| expr::display(&value, names));
                    let undefined = needed(&value).map(|formula| StateFormula::Not(Box::new(formula)));
                    let operands = (Box::new(constant), Box::new(value));
                    let same = ExprNode::Binary(BinaryOp::Equal, operands.0, operands.1);
                    let same = StateFormula::Atom(Predicate::Condition(Expr::new(same, int)));
                    let either = |left, right| StateFormula::Or(Box::new(left), Box::new(right));
                    (undefined.into_iter().fold(same, either), format!("assume {} == {text} @ entry", symbol.name))
                }
                SymbolValue::OldTruth(formula) => {
                    let text = self.named(|names| display::formula(&formula, names));
                    let constant = StateFormula::Atom(Predicate::Condition(constant));
                    let same = StateFormula::Iff(Box::new(constant), Box::new(formula));
                    (same, format!("assume {} <=> ({text}) @ entry", symbol.name))
                }
            };
            let kind = StatementKind::Assume(formula, vec![entry]);
            found.push(Statement { kind, text, span: symbol.span });
        }
        Ok(found)
    }
}

/// Returns the condition for a value that is read to be defined; `None` if it always is.
fn needed(value: &Expr) -> Option<StateFormula> {
    let ExprNode::Load(address) = &value.node else { return None };
    // If this is the address of an object, everything that it was computed from could be read.
    (!address.is_in_variable()).then(|| StateFormula::Atom(Predicate::Allocated((**address).clone())))
}

/// Returns true for the address of an array: converted to that of its first element, it remains an address in the
/// object.
fn is_array(types: &TypeTable, address: &Expr) -> bool {
    types.pointee(address.ty).is_some_and(|target| matches!(types.get(target), Type::Array(..)))
}
