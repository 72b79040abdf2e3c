//! Predicates about all reachable nodes: `tree`, `forall`, `each`, `sorted`.
//!
//! The formula of a quantifier is about values: comparisons, null tests, and connectives over these. A bound name must
//! not shadow a name of the program.

use crate::resolve::{Resolved, Resolver};
use crate::syntax::{PredicateName, PredicateTerm};
use crate::{Predicate, StateFormula, StructureClaim};
use base::{Diagnostic, Span};
use ctype::{FieldId, Type, TypeId};
use frontend::ast::{Binary, Expression, ExpressionKind, Identifier};
use program::expr::{bound_name, bound_symbol};
use program::{Expr, SymbolId};

/// Names of the nodes of `sorted`, which cannot occur in any text.
const LEFT: &str = "u'";
const RIGHT: &str = "v'";

impl Resolver<'_> {
    /// `tree[A;F](from)`. If each node has one link, "tree" means "not cyclic".
    pub(super) fn tree(&self, avoid: Vec<Expr>, fields: Vec<FieldId>, from: Expr) -> Predicate {
        Predicate::Structure { claim: StructureClaim::Tree, avoid, fields, from }
    }

    /// Returns a quantified predicate; paths start at `from`.
    pub(super) fn quantified(
        &mut self,
        predicate: &PredicateTerm,
        span: Span,
        (avoid, fields): (Vec<Expr>, Vec<FieldId>),
        from: Expr,
    ) -> Resolved<Predicate> {
        let word = predicate.name.word();
        let types = &self.program.types;
        if !matches!(types.pointee(from.ty).map(|target| types.get(target)), Some(Type::Record(_))) {
            let message = format!("'{word}' starts at a pointer to a struct, not at '{}'", types.display(from.ty));
            return Err(Diagnostic::error(span, message));
        }
        if self.symbols.values().any(|(id, _)| bound_name(*id).is_some()) {
            return Err(Diagnostic::error(span, "a quantifier cannot stand inside of another"));
        }
        let before = self.symbols.clone();
        // Old values in the start belong to this atom, not to the first one in the claim.
        let conditions = std::mem::take(&mut self.old_conditions);
        let claim = match predicate.name {
            PredicateName::Sorted => self.sorted(predicate, span, from.ty),
            _ => self.claim(predicate, span, from.ty),
        };
        self.old_conditions = conditions;
        self.symbols.retain(|name, (id, _)| before.contains_key(name) || bound_name(*id).is_none());
        Ok(Predicate::Structure { claim: claim?, avoid, fields, from })
    }

    fn claim(&mut self, predicate: &PredicateTerm, span: Span, ty: TypeId) -> Resolved<StructureClaim<StateFormula>> {
        let word = predicate.name.word();
        let is_each = predicate.name == PredicateName::Each;
        let names: Vec<&Identifier> = predicate.bound.iter().collect();
        let (usage, fits) = match is_each {
            true => (
                "'each[A;F](u, v : x; …)' names two nodes, from one of which a link leads to the other",
                names.len() == 2,
            ),
            false => ("'forall[A;F](v : x; …)' names one node", names.len() == 1),
        };
        let (true, Some(body)) = (fits, &predicate.body) else { return Err(Diagnostic::error(span, usage)) };
        let first = if is_each { 0 } else { 1 };
        for (index, name) in names.iter().enumerate() {
            self.bind(&name.name, name.span, bound_symbol(first + index), ty)?;
        }
        if let [one, other] = names[..]
            && one.name == other.name
        {
            return Err(Diagnostic::error(other.span, "the two nodes need different names"));
        }
        let formula = self.formula(body)?;
        if !is_about_values(&formula) {
            let message =
                format!("what '{word}' says of nodes is about values: comparisons, null tests and connectives");
            return Err(Diagnostic::error(body.span, message));
        }
        let body = Box::new(formula);
        Ok(if is_each { StructureClaim::Each(body) } else { StructureClaim::ForAll(body) })
    }

    /// `u->d <= v->d` for each link.
    fn sorted(&mut self, predicate: &PredicateTerm, span: Span, ty: TypeId) -> Resolved<StructureClaim<StateFormula>> {
        let Some(data) = &predicate.data else {
            return Err(Diagnostic::error(span, "write 'sorted[A;F;data](x)'"));
        };
        self.symbols.insert(LEFT.into(), (bound_symbol(0), ty));
        self.symbols.insert(RIGHT.into(), (bound_symbol(1), ty));
        let part = |name: &str| {
            let node = Expression { kind: ExpressionKind::Identifier(name.into()), span: data.span };
            Box::new(Expression {
                kind: ExpressionKind::Arrow(Box::new(node), Box::new(data.clone())),
                span: data.span,
            })
        };
        let kind = ExpressionKind::Binary(Binary::LessEqual, part(LEFT), part(RIGHT));
        let value = self.typed(&Expression { kind, span: data.span })?;
        let (left, types) = (self.typed(&part(LEFT))?, &self.program.types);
        if !types.is_integer(left.ty) {
            let message =
                format!("'sorted' compares numbers, and '{}' has type '{}'", data.name, types.display(left.ty));
            return Err(Diagnostic::error(data.span, message));
        }
        Ok(StructureClaim::Each(Box::new(StateFormula::Atom(Predicate::Condition(value)))))
    }

    /// Declares a bound name.
    fn bind(&mut self, name: &str, span: Span, symbol: SymbolId, ty: TypeId) -> Resolved<()> {
        let entry = self.entry;
        let is_variable = self.program.variables.iter().any(|variable| {
            variable.name == name
                && variable.instance.is_none()
                && variable.function.is_none_or(|function| function == entry)
        });
        if is_variable || self.symbols.get(name).is_some_and(|(id, _)| *id != symbol) {
            let message = format!("'{name}' has a meaning already: give the node another name");
            return Err(Diagnostic::error(span, message));
        }
        self.symbols.insert(name.to_string(), (symbol, ty));
        Ok(())
    }
}

/// Returns true if the formula is about values alone, without `*` and conditionals.
fn is_about_values(formula: &StateFormula) -> bool {
    match formula {
        StateFormula::True | StateFormula::False => true,
        StateFormula::Unknown | StateFormula::IfThenElse(..) => false,
        StateFormula::Atom(predicate) => matches!(predicate, Predicate::Condition(_) | Predicate::Allocated(_)),
        StateFormula::Not(inner) => is_about_values(inner),
        StateFormula::And(left, right)
        | StateFormula::Or(left, right)
        | StateFormula::Implies(left, right)
        | StateFormula::Iff(left, right) => is_about_values(left) && is_about_values(right),
    }
}
