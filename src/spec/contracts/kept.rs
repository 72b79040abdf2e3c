//! Old values in `ensures`: `old(e)` and `old(P)` are variables of the function's body. The former keeps the value; the
//! latter is nonzero if and only if the formula holds at the call.

use crate::contracts::refuse_old;
use crate::resolve::{Resolved, Resolver};
use crate::syntax::{LocatedTerm, TermKind};
use crate::{StateFormula, display, old};
use base::{Diagnostic, Span};
use program::{Expr, FunctionId, VariableId, VariableKind, expr};

/// The old values found while clauses are resolved.
#[derive(Default)]
pub(super) struct Kept {
    /// A variable, its value, and the source position; without the variables that the function already has.
    pub(super) values: Vec<(VariableId, Expr, Span)>,
    /// All variables that keep the truth value of a formula.
    pub(super) truths: Vec<(VariableId, StateFormula, Span)>,
}

/// The expected sort of a term.
#[derive(Clone, Copy)]
enum Wanted {
    Formula,
    Value,
}

impl Resolver<'_> {
    /// Replaces old values by variables of the function.
    pub(super) fn keep_old(&mut self, term: &mut LocatedTerm, function: FunctionId, kept: &mut Kept) -> Resolved<()> {
        self.keep_wanted(term, Wanted::Formula, function, kept)
    }

    fn keep_wanted(
        &mut self,
        term: &mut LocatedTerm,
        wanted: Wanted,
        function: FunctionId,
        kept: &mut Kept,
    ) -> Resolved<()> {
        let Some(argument) = old::argument(term) else {
            let of_parts = match &term.kind {
                TermKind::Not(_) | TermKind::Connective(..) => wanted,
                _ => Wanted::Value,
            };
            let mut children = term.children_mut().into_iter();
            return children.try_for_each(|child| self.keep_wanted(child, of_parts, function, kept));
        };
        let (argument, span) = (argument.clone(), term.span);
        refuse_old(&argument)?;
        let name = match (old::is_formula(&argument), wanted) {
            (true, Wanted::Value) => {
                return Err(Diagnostic::error(span, "this is a formula, but a value is expected here"));
            }
            (true, Wanted::Formula) => self.keep_truth(&argument, span, function, kept)?,
            (false, _) => self.keep_value(&argument, span, function, kept)?,
        };
        *term = LocatedTerm { kind: TermKind::Identifier(name), span, depth: 1, closed: true };
        Ok(())
    }

    fn keep_value(
        &mut self,
        argument: &LocatedTerm,
        span: Span,
        function: FunctionId,
        kept: &mut Kept,
    ) -> Resolved<String> {
        let value = self.value(argument)?;
        self.check_at_call(&value, function, span)?;
        if !self.program.types.is_scalar(value.ty) {
            let ty = self.program.types.display(value.ty);
            let message = format!("'old' takes a pointer or a number, not a value of type '{ty}'");
            return Err(Diagnostic::error(span, message));
        }
        let name = format!("{}({})", old::WORD, self.named(|names| expr::display(&value, names)));
        if self.own_variable(&name, function).is_none() {
            let value = value.promote_bit_field(&mut self.program.types);
            let variable = (name.clone(), value.ty, VariableKind::Local);
            kept.values.push((self.program.add_variable(Some(function), variable, span), value, span));
        }
        Ok(name)
    }

    fn keep_truth(
        &mut self,
        argument: &LocatedTerm,
        span: Span,
        function: FunctionId,
        kept: &mut Kept,
    ) -> Resolved<String> {
        let formula = self.formula(argument)?;
        if formula.expressions().into_iter().any(|expr| self.mentions_result(expr, function)) {
            return Err(Diagnostic::error(span, "there is no result where a call begins"));
        }
        let name = format!("{}({})", old::WORD, self.named(|names| display::formula(&formula, names)));
        let variable = match self.own_variable(&name, function) {
            Some(known) => known,
            None => {
                let int = self.program.types.int();
                self.program.add_variable(Some(function), (name.clone(), int, VariableKind::Local), span)
            }
        };
        match kept.truths.iter().find(|(known, ..)| *known == variable) {
            None => kept.truths.push((variable, formula, span)),
            Some((_, known, _)) if *known == formula => {}
            // One variable cannot keep both.
            Some((_, _, first)) => {
                let problem = Diagnostic::error(span, format!("'{name}' is written in two meanings"));
                return Err(problem.with_note(Some(*first), "here with another one"));
            }
        }
        Ok(name)
    }

    fn own_variable(&self, name: &str, function: FunctionId) -> Option<VariableId> {
        let locals = self.program.functions.get(function).map_or(&[][..], |function| &function.locals);
        locals.iter().copied().find(|local| self.program.variables.get(*local).is_some_and(|known| known.name == name))
    }
}
