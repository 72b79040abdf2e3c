//! Resolves terms to predicates and formulas: names, types, and the sort of each term (value, state formula, temporal
//! formula).
//!
//! Values are translated to C syntax and typed by the code that types the program's expressions ([`Typing`]). The
//! logic's requirements beyond C are checked here: pointers are compared only with pointers of the same type, and
//! predicates take addresses.

use std::collections::HashMap;

use crate::definitions::Definitions;
use crate::syntax::*;
use crate::{Chain, Predicate, StateFormula, Symbol, Temporal, count, cures, extents, fields, location, old};
use base::{Diagnostic, SourceMap, Span};
use ctype::{FieldId, Type, TypeId};
use frontend::ast::{
    Binary, Declarator, Derivation, Encoding, Expression, ExpressionKind, Identifier, Specifiers, TypeName,
    TypeSpecifier, Unary,
};
use program::{Expr, ExprNode, FunctionId, LocationId, Program, SymbolId};

pub(super) type Resolved<T> = Result<T, Diagnostic>;

/// Looks up the symbols that an expression may mention.
pub(super) type SymbolLookup<'l> = &'l dyn Fn(&str) -> Option<(SymbolId, TypeId)>;

/// The functions that type expressions.
#[derive(Clone, Copy)]
pub(super) struct Typing {
    /// Types an expression in the scope of a function.
    pub(super) expression: fn(&mut Program, FunctionId, SymbolLookup<'_>, &Expression) -> Resolved<Expr>,
    /// Resolves a type name in the scope of a function.
    pub(super) type_name: fn(&mut Program, FunctionId, &TypeName) -> Resolved<TypeId>,
}

/// The context of a formula, which may allow more than predicates and connectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FormulaContext {
    /// A statement of a specification.
    Specification,
    /// The left side of a hint, which allows `n+` and `?A`.
    Pattern,
    /// The right side of a hint, which allows `*` and `if then else`.
    Replacement,
}

/// Resolves terms.
pub(super) struct Resolver<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) program: &'a mut Program,
    pub(super) entry: FunctionId,
    pub(super) typing: Typing,
    pub(super) place: FormulaContext,
    /// Symbols by name; chains by the name of their placeholder in C syntax.
    pub(super) symbols: HashMap<String, (SymbolId, TypeId)>,
    /// The chains of the current pattern.
    pub(super) chains: Vec<Chain>,
    /// Number of symbols of the specification: placeholders are numbered after them.
    pub(super) symbol_count: usize,
    /// True if `?A` was read.
    pub(super) any_avoid: bool,
    /// The definitions of the specification.
    pub(super) definitions: &'a Definitions,
    /// The constants for old values, and the number of the first one.
    pub(super) old_symbols: Vec<Symbol>,
    pub(super) first_old_symbol: usize,
    /// True if no more constants may be added.
    pub(super) keeps_old_symbols: bool,
    /// Conditions at the entry for the old values in the current atom to be defined.
    pub(super) old_conditions: Vec<StateFormula>,
    /// Warnings about probable mistakes.
    pub(super) warnings: Vec<Diagnostic>,
}

impl Resolver<'_> {
    // ---- formulas ----

    /// Expands the definitions in a whole term, and resolves the result by `meaning`.
    pub(super) fn whole<T>(
        &mut self,
        term: &LocatedTerm,
        meaning: impl FnOnce(&mut Self, &LocatedTerm) -> Resolved<T>,
    ) -> Resolved<T> {
        self.old_conditions.clear();
        let expanded = self.definitions.expand(term)?;
        let before = self.warnings.len();
        let found = meaning(self, &expanded.term).map_err(|problem| expanded.explained(problem));
        let warnings = self.warnings.split_off(before);
        self.warnings.extend(warnings.into_iter().map(|warning| expanded.explained(warning)));
        found
    }

    pub(super) fn formula(&mut self, term: &LocatedTerm) -> Resolved<StateFormula> {
        Ok(match &term.kind {
            TermKind::Boolean(true) => StateFormula::True,
            TermKind::Boolean(false) => StateFormula::False,
            TermKind::Unknown if self.place == FormulaContext::Replacement => StateFormula::Unknown,
            TermKind::Unknown => return error(term, "'*' for an unknown value stands on the right side of hints only"),
            TermKind::Not(inner) => StateFormula::Not(Box::new(self.formula(inner)?)),
            TermKind::Connective(connective, left, right) => {
                let (left, right) = (Box::new(self.formula(left)?), Box::new(self.formula(right)?));
                match connective {
                    Connective::And => StateFormula::And(left, right),
                    Connective::Or => StateFormula::Or(left, right),
                    Connective::Implies => StateFormula::Implies(left, right),
                    Connective::Iff => StateFormula::Iff(left, right),
                }
            }
            TermKind::Conditional(condition, then, otherwise) if self.place == FormulaContext::Replacement => {
                let condition = Box::new(self.formula(condition)?);
                let then = Box::new(self.formula(then)?);
                StateFormula::IfThenElse(condition, then, Box::new(self.formula(otherwise)?))
            }
            TermKind::Conditional(..) => return error(term, "'if then else' stands on the right side of hints only"),
            TermKind::Predicate(predicate) => {
                let atom = self.predicate(predicate, term.span)?;
                self.where_old_values_are(atom)?
            }
            TermKind::At(..) => return error(term, "a located formula ('p @ L') cannot stand inside a state formula"),
            TermKind::TemporalUnary(operator, ..) | TermKind::TemporalBinary(operator, ..) => {
                let message =
                    format!("the temporal operator '{}' cannot stand inside a state formula", operator.letter());
                return error(term, message);
            }
            _ => match old::argument(term).filter(|argument| old::is_formula(argument)) {
                Some(argument) => self.old_formula(argument, term.span)?,
                None => {
                    let atom = match self.extent(term)? {
                        Some(atom) => Some(atom),
                        None => self.count_comparison(term)?,
                    };
                    let atom = match atom {
                        Some(atom) => atom,
                        None => self.condition(term)?,
                    };
                    self.where_old_values_are(atom)?
                }
            },
        })
    }

    /// Wraps an atom so that it is false if an old value in it was undefined at the entry, or if a block in it is not
    /// chosen yet. (Hints are about single predicates, whatever the values of constants in them.)
    fn where_old_values_are(&mut self, atom: Predicate) -> Resolved<StateFormula> {
        let mut conditions = std::mem::take(&mut self.old_conditions);
        conditions.extend(self.chosen_blocks(&atom)?);
        let is_specified = self.place == FormulaContext::Specification;
        let conditions = conditions.into_iter().filter(|_| is_specified);
        Ok(conditions.rev().fold(StateFormula::Atom(atom), |formula, condition| {
            StateFormula::And(Box::new(condition), Box::new(formula))
        }))
    }

    /// Resolves a temporal formula. The largest parts without `@` and temporal operators become state formulas.
    pub(super) fn temporal(&mut self, term: &LocatedTerm) -> Resolved<Temporal> {
        if !is_temporal(term) {
            return Ok(Temporal::Holds(self.formula(term)?));
        }
        Ok(match &term.kind {
            TermKind::At(formula, name) => {
                let formula = self.formula(formula)?;
                Temporal::At(formula, self.locations(name)?)
            }
            TermKind::Not(inner) => Temporal::Not(Box::new(self.temporal(inner)?)),
            TermKind::Connective(connective, left, right) => {
                let (left, right) = (Box::new(self.temporal(left)?), Box::new(self.temporal(right)?));
                match connective {
                    Connective::And => Temporal::And(left, right),
                    Connective::Or => Temporal::Or(left, right),
                    Connective::Implies => Temporal::Implies(left, right),
                    Connective::Iff => Temporal::Iff(left, right),
                }
            }
            TermKind::TemporalUnary(operator, inner) => {
                let inner = Box::new(self.temporal(inner)?);
                match operator {
                    TemporalOperator::Globally => Temporal::Globally(inner),
                    TemporalOperator::Finally => Temporal::Finally(inner),
                    _ => Temporal::Next(inner),
                }
            }
            TermKind::TemporalBinary(operator, left, right) => {
                let (left, right) = (Box::new(self.temporal(left)?), Box::new(self.temporal(right)?));
                match operator {
                    TemporalOperator::Until => Temporal::Until(left, right),
                    TemporalOperator::WeakUntil => Temporal::WeakUntil(left, right),
                    _ => Temporal::Release(left, right),
                }
            }
            _ => Temporal::Holds(self.formula(term)?),
        })
    }

    /// Returns the locations that a name denotes.
    pub(super) fn locations(&self, name: &LocationName) -> Resolved<Vec<LocationId>> {
        location::resolve(self.sources, self.program, self.entry, name)
    }

    // ---- predicates ----

    fn condition(&mut self, term: &LocatedTerm) -> Resolved<Predicate> {
        let value = self.value(term)?;
        if self.program.types.is_scalar(value.ty) {
            return Ok(Predicate::Condition(value));
        }
        let ty = self.program.types.display(value.ty);
        error(term, format!("a test needs a pointer or a number, but this has type '{ty}'"))
    }

    pub(super) fn predicate(&mut self, predicate: &PredicateTerm, span: Span) -> Resolved<Predicate> {
        let word = predicate.name.word();
        if predicate.arguments.len() != predicate.name.arity() {
            let count = match predicate.name.arity() {
                1 => "one argument",
                _ => "two arguments",
            };
            return Err(Diagnostic::error(span, format!("'{word}' takes {count}, not {}", predicate.arguments.len())));
        }
        let avoid = predicate.avoid.iter().map(|term| self.avoided(term)).collect::<Resolved<Vec<_>>>()?;
        if let Some(span) = predicate.any_avoid {
            if self.place != FormulaContext::Pattern {
                return Err(Diagnostic::error(span, "'?' for any avoid set stands on the left side of hints only"));
            }
            self.any_avoid = true;
        }
        let fields = self.fields(&predicate.fields, &predicate.arguments)?;
        let mut arguments = Vec::new();
        for argument in &predicate.arguments {
            arguments.push(self.address(argument, word)?);
        }
        if matches!(predicate.name, PredicateName::Reach | PredicateName::ReachAtLeastOne)
            && arguments.get(1).is_some_and(is_null)
        {
            self.warnings.push(cures::path_to_null(span, word));
        }
        let mut arguments = self.type_nulls(arguments).into_iter();
        let (Some(first), second) = (arguments.next(), arguments.next()) else {
            return Err(Diagnostic::error(span, format!("'{word}' needs an argument")));
        };
        Ok(match (predicate.name, second) {
            (PredicateName::Reach, Some(to)) => {
                Predicate::Reach { at_least_one: false, avoid, fields, from: first, to }
            }
            (PredicateName::ReachAtLeastOne, Some(to)) => {
                Predicate::Reach { at_least_one: true, avoid, fields, from: first, to }
            }
            (PredicateName::Dshared, Some(right)) => Predicate::Dshared { avoid, fields, left: first, right },
            (PredicateName::Allocated, _) => Predicate::Allocated(first),
            (PredicateName::Tree, _) => self.tree(avoid, fields, first),
            (PredicateName::Count, _) => return Err(count::is_no_formula(span)),
            (PredicateName::ForAll | PredicateName::Each | PredicateName::Sorted, _) => {
                self.quantified(predicate, span, (avoid, fields), first)?
            }
            _ => Predicate::Cyclic { avoid, fields, from: first },
        })
    }

    /// Resolves a field set. Messages propose fields of the first argument's target.
    pub(super) fn fields(&mut self, names: &[FieldName], arguments: &[LocatedTerm]) -> Resolved<Vec<FieldId>> {
        let mut typedefs: HashMap<String, TypeId> = HashMap::new();
        for name in names {
            if let (None, Some(record)) = (name.keyword, &name.record)
                && let Ok(ty) = (self.typing.type_name)(self.program, self.entry, &named_type(record, name.span))
            {
                typedefs.insert(record.clone(), ty);
            }
        }
        let mut problem = match fields::resolve(&self.program.types, names, &|name| typedefs.get(name).copied()) {
            Err(problem) => problem,
            found => return found,
        };
        if !problem.notes.is_empty()
            && let Some(argument) = arguments.first()
            && let Ok(value) = self.value(argument)
            && let Some(name) = names.iter().find(|name| problem.span == Some(name.span))
            && let Some(cure) = cures::of_field(self.program, &value, name)
        {
            problem.notes = vec![(None, cure)];
        }
        Err(problem)
    }

    pub(super) fn avoided(&mut self, term: &LocatedTerm) -> Resolved<Expr> {
        let before = self.old_conditions.len();
        let value = self.value(term)?;
        if self.old_conditions.len() > before {
            return error(term, "an avoid set cannot hold an old value that is read from memory");
        }
        if self.program.types.is_pointer(value.ty) && !is_null(&value) {
            return Ok(value);
        }
        let ty = self.program.types.display(value.ty);
        error(term, format!("an avoid set holds addresses (such as '&x->n'), but this has type '{ty}'"))
    }

    /// Returns an argument of a predicate: the address of an object of known type, or NULL.
    pub(super) fn address(&mut self, term: &LocatedTerm, word: &str) -> Resolved<Expr> {
        let value = self.value(term)?;
        if is_null(&value) {
            let ty = if self.program.types.is_pointer(value.ty) { value.ty } else { self.void_pointer() };
            return Ok(Expr::new(ExprNode::Null, ty));
        }
        let types = &self.program.types;
        let shown = types.display(value.ty);
        match types.get(value.ty) {
            Type::Pointer(target) if word == "allocated" => match types.get(*target) {
                Type::Function { .. } => error(term, "functions are not allocated: this is no address of an object"),
                _ => Ok(value),
            },
            Type::Pointer(target) => match types.get(*target) {
                Type::Void => error(term, format!("'{word}' needs to know what '{shown}' points to: write a cast")),
                Type::Function { .. } => error(term, format!("'{word}' needs addresses of objects, not of functions")),
                _ => Ok(value),
            },
            Type::Record(_) => {
                error(term, format!("'{word}' needs addresses, but this has type '{shown}': write '&' before it"))
            }
            _ => error(term, format!("'{word}' needs addresses, but this has type '{shown}'")),
        }
    }

    /// Gives untyped NULLs among the arguments the type of the others.
    fn type_nulls(&mut self, mut arguments: Vec<Expr>) -> Vec<Expr> {
        let void_pointer = self.void_pointer();
        let is_untyped = |value: &Expr| value.node == ExprNode::Null && value.ty == void_pointer;
        if let Some(ty) = arguments.iter().find(|value| !is_untyped(value)).map(|value| value.ty) {
            arguments.iter_mut().filter(|value| is_untyped(value)).for_each(|value| value.ty = ty);
        }
        arguments
    }

    fn void_pointer(&mut self) -> TypeId {
        let void = self.program.types.void();
        self.program.types.pointer(void)
    }

    // ---- values ----

    pub(super) fn value(&mut self, term: &LocatedTerm) -> Resolved<Expr> {
        let found = self.syntax(term).and_then(|syntax| self.typed(&syntax));
        found.map_err(|problem| match term.first_name(&|name| cures::of_name(name).is_some()) {
            Some((name, span)) if problem.span == Some(span) && problem.notes.is_empty() => {
                problem.with_note(None, cures::of_name(&name).unwrap_or_default())
            }
            _ => problem,
        })
    }

    /// Returns the error about a call where none is allowed.
    fn refused_call(&mut self, term: &LocatedTerm, function: &LocatedTerm, arguments: &[LocatedTerm]) -> Diagnostic {
        let first = arguments.first().and_then(|argument| self.value(argument).ok());
        let message = "functions cannot be called here; predicates are written 'reach[A;F](x,y)'";
        let cures = cures::of_call(self.sources, self.program, function, arguments, first.as_ref());
        cures.into_iter().fold(Diagnostic::error(term.span, message), |problem, cure| problem.with_note(None, cure))
    }

    pub(super) fn typed(&mut self, syntax: &Expression) -> Resolved<Expr> {
        let symbols = &self.symbols;
        (self.typing.expression)(self.program, self.entry, &|name| symbols.get(name).copied(), syntax)
    }

    /// Returns the term as C syntax, with chains replaced by the names of their placeholders.
    pub(super) fn syntax(&mut self, term: &LocatedTerm) -> Resolved<Expression> {
        let span = term.span;
        let kind = match &term.kind {
            TermKind::Identifier(name) if name == "NULL" => return Ok(null_syntax(span)),
            TermKind::Identifier(name) => ExpressionKind::Identifier(name.as_str().into()),
            TermKind::Result => ExpressionKind::Identifier("\\result".into()),
            TermKind::Integer { value, unsigned, longs, non_decimal } => ExpressionKind::Integer {
                value: (*value).into(),
                unsigned: *unsigned,
                longs: *longs,
                non_decimal: *non_decimal,
            },
            TermKind::Character(value) => ExpressionKind::Character { value: *value, encoding: Encoding::Narrow },
            TermKind::Boolean(value) => integer_syntax(u128::from(*value)),
            TermKind::Unary(Unary::AddressOf, inner) if matches!(inner.kind, TermKind::Chain(..)) => {
                return error(term, "a chain ('n+') stands for values and has no address");
            }
            TermKind::Unary(operator, inner) => ExpressionKind::Unary(*operator, Box::new(self.syntax(inner)?)),
            TermKind::Not(inner) => ExpressionKind::Unary(Unary::Not, Box::new(self.syntax(inner)?)),
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.syntax(left)?, self.syntax(right)?);
                if operator.is_comparison() {
                    self.check_comparison(*operator, &left, &right, span)?;
                }
                ExpressionKind::Binary(*operator, Box::new(left), Box::new(right))
            }
            TermKind::Cast(ty, inner) => ExpressionKind::Cast(ty.clone(), Box::new(self.syntax(inner)?)),
            TermKind::SizeofType(ty) => return Ok(self.sizeof(ty, span)),
            TermKind::SizeofTerm(inner) => ExpressionKind::SizeofExpression(Box::new(self.syntax(inner)?)),
            TermKind::Index(base, index) => {
                ExpressionKind::Index(Box::new(self.syntax(base)?), Box::new(self.syntax(index)?))
            }
            TermKind::Member(base, name) => self.member(base, name, span)?,
            TermKind::Arrow(base, _) if is_formula(base) => {
                let message = "this is a formula, but a value is expected here";
                return Err(Diagnostic::error(base.span, message).with_note(None, "implication is written '=>'"));
            }
            TermKind::Arrow(base, name) => ExpressionKind::Arrow(Box::new(self.syntax(base)?), Box::new(name.clone())),
            TermKind::Chain(base, name) => ExpressionKind::Identifier(self.chain(base, name, span)?.into()),
            TermKind::Call(_, arguments) if old::argument(term).is_some() => match arguments.first() {
                Some(argument) => return self.old_value(argument, span),
                None => return error(term, "'old' takes one argument"),
            },
            TermKind::Call(function, _) if extents::word(function).is_some() => {
                return error(term, "this is a formula, but a value is expected here");
            }
            TermKind::Call(function, arguments) => return Err(self.refused_call(term, function, arguments)),
            TermKind::Unknown => return error(term, "'*' is not followed by an expression"),
            TermKind::Predicate(predicate) if predicate.name == PredicateName::Count => {
                return Err(count::is_no_operand(span));
            }
            TermKind::Predicate(_) | TermKind::Connective(..) | TermKind::Conditional(..) => {
                return error(term, "this is a formula, but a value is expected here");
            }
            TermKind::At(..) | TermKind::TemporalUnary(..) | TermKind::TemporalBinary(..) => {
                return error(term, "this is a temporal formula, but a value is expected here");
            }
        };
        Ok(Expression { kind, span })
    }

    fn member(&mut self, base: &LocatedTerm, name: &Identifier, span: Span) -> Resolved<ExpressionKind> {
        let base = self.syntax(base)?;
        if let Ok(value) = self.typed(&base)
            && let Some(problem) = cures::member_of_pointer(&self.program.types, &value, &name.name, span)
        {
            return Err(problem);
        }
        Ok(ExpressionKind::Member(Box::new(base), Box::new(name.clone())))
    }

    /// `sizeof(name)`, where the name is a typedef or a variable, as in C.
    fn sizeof(&mut self, ty: &TypeName, span: Span) -> Expression {
        let kind = match only_name(ty) {
            Some(name) if (self.typing.type_name)(self.program, self.entry, ty).is_err() => {
                let operand =
                    Expression { kind: ExpressionKind::Identifier(name.name.as_str().into()), span: name.span };
                ExpressionKind::SizeofExpression(Box::new(operand))
            }
            _ => ExpressionKind::SizeofType(Box::new(ty.clone())),
        };
        Expression { kind, span }
    }

    /// Rejects comparisons that C compilers accept, but that are meaningless for heaps.
    fn check_comparison(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Resolved<()> {
        let (left, right) = (self.typed(left)?, self.typed(right)?);
        let types = &self.program.types;
        let is_equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        let is_number = |value: &Expr| types.is_scalar(value.ty) && !types.is_pointer(value.ty);
        let fits = match (types.get(left.ty), types.get(right.ty)) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let is_void = |ty: TypeId| matches!(types.get(ty), Type::Void);
                a == b || is_null(&left) || is_null(&right) || is_void(*a) || is_void(*b)
            }
            (Type::Pointer(_), _) => is_equality && is_null(&right),
            (_, Type::Pointer(_)) => is_equality && is_null(&left),
            _ => is_number(&left) && is_number(&right),
        };
        if fits {
            return Ok(());
        }
        let message = format!("'{}' and '{}' cannot be compared here", types.display(left.ty), types.display(right.ty));
        Err(Diagnostic::error(span, message))
    }

    /// Registers `base->name+` and returns the name of its placeholder.
    fn chain(&mut self, base: &LocatedTerm, name: &Identifier, span: Span) -> Resolved<String> {
        if self.place != FormulaContext::Pattern {
            return Err(Diagnostic::error(span, "a chain ('n+') stands on the left side of hints only"));
        }
        let base = self.value(base)?;
        let (field, ty) = self.chain_field(&base, name)?;
        let known = self.chains.iter().find(|chain| chain.base == base && chain.field == field);
        let placeholder = match known {
            Some(chain) => chain.placeholder,
            None => {
                let index = self.symbol_count + self.chains.len();
                let placeholder = <SymbolId as base::ids::Id>::from_index(index);
                self.chains.push(Chain { placeholder, base, field });
                placeholder
            }
        };
        // The blank distinguishes it from the user's names.
        let placeholder_name = format!("chain {}", base::ids::Id::index(placeholder));
        self.symbols.insert(placeholder_name.clone(), (placeholder, ty));
        Ok(placeholder_name)
    }

    /// Returns the field of a chain and its type: it must lead from a record to records of the same type.
    fn chain_field(&self, base: &Expr, name: &Identifier) -> Resolved<(FieldId, TypeId)> {
        let types = &self.program.types;
        let record = types.pointee(base.ty).map(|target| types.get(target));
        let (true, Some(Type::Record(record))) = (types.is_pointer(base.ty), record) else {
            let message = format!("a chain starts at a pointer to a struct, not at '{}'", types.display(base.ty));
            return Err(Diagnostic::error(name.span, message));
        };
        let field = match types.find_field(*record, &name.name).as_deref() {
            Some([field]) => *field,
            Some(_) => {
                return Err(Diagnostic::error(name.span, "a chain cannot follow a field of an anonymous member"));
            }
            None => {
                let message = format!("'{}' has no field '{}'", types.record(*record).name, name.name);
                return Err(Diagnostic::error(name.span, message));
            }
        };
        let ty = types.field(field).ty;
        if ty != base.ty {
            let message = format!(
                "a chain takes any number of steps, but '{}' leads from '{}' to '{}'",
                name.name,
                types.display(base.ty),
                types.display(ty)
            );
            return Err(Diagnostic::error(name.span, message));
        }
        Ok((field, ty))
    }
}

fn error<T>(term: &LocatedTerm, message: impl Into<String>) -> Resolved<T> {
    Err(Diagnostic::error(term.span, message))
}

/// Returns true if `@` or a temporal operator occurs at the top of a term or under its connectives.
fn is_temporal(term: &LocatedTerm) -> bool {
    match &term.kind {
        TermKind::At(..) | TermKind::TemporalUnary(..) | TermKind::TemporalBinary(..) => true,
        TermKind::Not(inner) => is_temporal(inner),
        TermKind::Connective(_, left, right) => is_temporal(left) || is_temporal(right),
        _ => false,
    }
}

/// Returns true if the term can only be a formula.
fn is_formula(term: &LocatedTerm) -> bool {
    matches!(term.kind, TermKind::Predicate(_) | TermKind::Connective(..) | TermKind::Conditional(..))
}

/// Returns true for a null pointer constant.
fn is_null(value: &Expr) -> bool {
    match &value.node {
        ExprNode::Null | ExprNode::Integer(0) => true,
        ExprNode::Cast(inner) => is_null(inner),
        _ => false,
    }
}

fn integer_syntax(value: u128) -> ExpressionKind {
    ExpressionKind::Integer { value: value.into(), unsigned: false, longs: 0, non_decimal: false }
}

fn type_syntax(specifier: TypeSpecifier, derivations: Vec<Derivation>, span: Span) -> TypeName {
    let specifiers = Specifiers {
        storage: Vec::new(),
        is_const: false,
        is_volatile: false,
        is_atomic: false,
        is_inline: false,
        is_no_return: false,
        types: vec![specifier],
        alignments: Vec::new(),
        attributes: Vec::new(),
        span,
    };
    TypeName { specifiers, declarator: Declarator { name: None, derivations, span } }
}

fn named_type(name: &str, span: Span) -> TypeName {
    type_syntax(TypeSpecifier::Named(Identifier { name: name.to_string(), span }), Vec::new(), span)
}

/// `(void *)0`
pub(super) fn null_syntax(span: Span) -> Expression {
    let ty = Box::new(type_syntax(TypeSpecifier::Void, vec![Derivation::Pointer { is_constant: false }], span));
    let zero = Box::new(Expression { kind: integer_syntax(0), span });
    Expression { kind: ExpressionKind::Cast(ty, zero), span }
}
