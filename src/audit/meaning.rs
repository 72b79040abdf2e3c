//! Evaluates predicates in a concrete state, by their definitions (paper, section 3) and the layout of types alone.
//!
//! The audit does not use the evaluator of `logic`, which finds the types of cells by a lookup that the proof uses too:
//! a type that both overlook would go unnoticed. Here, a place is an address with the type of the object there; its
//! parts follow from the layout, so that no pointer type is ever looked up. Only the values of expressions come from
//! the interpreter.
//!
//! This module never simplifies, and knows no facts of the procedure.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use ctype::{FieldId, Type, TypeId};
use logic::{Arena, Atom, AtomId, TermId, TermNode};
use program::interp::{Pointer, State, Value};
use program::{Expr, ExprNode, FaultKind, Program};
use spec::{CountComparison, CountSum, Predicate, StateFormula};

/// The reason why a predicate may have either value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Indeterminacy {
    /// A comparison that C leaves indeterminate, such as one with a pointer to a dead block.
    Comparison,
    /// It depends on an indeterminate value, or on something that this evaluator does not support.
    Indeterminate,
}

/// The value of a predicate in a state.
pub(super) type Truth = Result<bool, Indeterminacy>;

/// The value of an expression.
enum Found {
    Value(Value),
    /// The expression would read NULL or dead memory.
    Undefined,
    /// The address of a field at NULL: no object has it.
    Nowhere,
    Open(Indeterminacy),
}

/// An address, and the type of the object there; `None` if the address has no pointer type.
type Place = (Pointer, Option<TypeId>);

/// The places that paths visit, each with a flag that is true after a memory step.
struct Walk {
    seen: BTreeSet<(Place, bool)>,
    /// True if a path continues through something indeterminate.
    open: bool,
}

/// The restriction of paths.
struct Paths<'q> {
    fields: &'q [FieldId],
    avoid: BTreeSet<Place>,
    /// True if some avoided address is indeterminate.
    avoid_open: bool,
}

/// The path predicates.
#[derive(Clone, Copy)]
enum Question<'e> {
    Reach { at_least_one: bool, from: &'e Expr, to: &'e Expr },
    Shared(&'e Expr, &'e Expr),
    Cyclic(&'e Expr),
}

/// Evaluates predicates of one arena in states of one program, whose types are those of the arena.
pub(super) struct PredicateEvaluator<'a> {
    program: &'a Program,
    arena: &'a Arena,
    expressions: RefCell<FxHashMap<TermId, Option<Rc<Expr>>>>,
}

impl<'a> PredicateEvaluator<'a> {
    pub(super) fn new(program: &'a Program, arena: &'a Arena) -> Self {
        PredicateEvaluator { program, arena, expressions: RefCell::default() }
    }

    /// Evaluates a predicate of the abstraction.
    pub(super) fn atom(&self, state: &State, atom: AtomId) -> Truth {
        let atom = self.arena.get(atom);
        let terms: Option<Vec<Rc<Expr>>> = atom.arguments().map(|term| self.expression(term)).collect();
        let avoid: Option<Vec<Rc<Expr>>> = atom.avoid().iter().map(|term| self.expression(*term)).collect();
        let (Some(terms), Some(avoid)) = (terms, avoid) else { return Err(Indeterminacy::Indeterminate) };
        let avoid: Vec<&Expr> = avoid.iter().map(Rc::as_ref).collect();
        match (atom, terms.as_slice()) {
            (Atom::Equal(..), [left, right]) => self.compared(state, left, right, Value::eq),
            (Atom::Less(..), [left, right]) if self.program.types.is_integer(left.ty) => {
                let less = |left: &Value, right: &Value| match (left, right) {
                    (Value::Integer(left), Value::Integer(right)) => left < right,
                    _ => false,
                };
                self.compared(state, left, right, less)
            }
            (Atom::Allocated(_), [address]) => self.allocated(state, address),
            (Atom::Reach { at_least_one, fields, .. }, [from, to]) => {
                let question = Question::Reach { at_least_one: *at_least_one, from, to };
                self.path(state, question, &avoid, self.arena.fields(*fields))
            }
            (Atom::Dshared { fields, .. }, [left, right]) => {
                self.path(state, Question::Shared(left, right), &avoid, self.arena.fields(*fields))
            }
            (Atom::Cyclic { fields, .. }, [from]) => {
                self.path(state, Question::Cyclic(from), &avoid, self.arena.fields(*fields))
            }
            (Atom::Count { comparison, fields, .. }, terms) => self.count(
                state,
                &comparison.with_operands(terms.iter().map(Rc::as_ref)),
                &avoid,
                self.arena.fields(*fields),
            ),
            _ => Err(Indeterminacy::Indeterminate),
        }
    }

    /// Evaluates a state formula of a specification.
    pub(super) fn formula(&self, state: &State, formula: &StateFormula) -> Truth {
        match formula {
            StateFormula::True => Ok(true),
            StateFormula::False => Ok(false),
            StateFormula::Unknown => Err(Indeterminacy::Indeterminate),
            StateFormula::Atom(predicate) => self.predicate(state, predicate),
            StateFormula::Not(inner) => self.formula(state, inner).map(|value| !value),
            StateFormula::And(left, right) => both(self.formula(state, left), || self.formula(state, right)),
            StateFormula::Or(left, right) => either(self.formula(state, left), || self.formula(state, right)),
            StateFormula::Implies(left, right) => {
                either(self.formula(state, left).map(|value| !value), || self.formula(state, right))
            }
            StateFormula::Iff(left, right) => Ok(self.formula(state, left)? == self.formula(state, right)?),
            StateFormula::IfThenElse(condition, yes, no) => match self.formula(state, condition) {
                Ok(true) => self.formula(state, yes),
                Ok(false) => self.formula(state, no),
                Err(open) => match (self.formula(state, yes), self.formula(state, no)) {
                    (Ok(yes), Ok(no)) if yes == no => Ok(yes),
                    _ => Err(open),
                },
            },
        }
    }

    fn predicate(&self, state: &State, predicate: &Predicate) -> Truth {
        let all = |list: &'_ [Expr]| -> Vec<Expr> { list.to_vec() };
        let query = |question, avoid: &[Expr], fields| {
            let avoid = all(avoid);
            self.path(state, question, &avoid.iter().collect::<Vec<_>>(), fields)
        };
        match predicate {
            Predicate::Condition(condition) => self.condition(state, condition),
            Predicate::Allocated(address) => self.allocated(state, address),
            Predicate::Reach { at_least_one, avoid, fields, from, to } => {
                query(Question::Reach { at_least_one: *at_least_one, from, to }, avoid, fields)
            }
            Predicate::Dshared { avoid, fields, left, right } => query(Question::Shared(left, right), avoid, fields),
            // Claims about all nodes, strings and room are not compared with runs.
            Predicate::Structure { .. } | Predicate::String(_) | Predicate::Room(..) => {
                Err(Indeterminacy::Indeterminate)
            }
            Predicate::Count { comparison, avoid, fields } => {
                let comparison = comparison.with_operands(comparison.operands());
                self.count(state, &comparison, &avoid.iter().collect::<Vec<_>>(), fields)
            }
            Predicate::Cyclic { avoid, fields, from } => query(Question::Cyclic(from), avoid, fields),
        }
    }

    /// Returns true if the expression is defined and not zero.
    fn condition(&self, state: &State, condition: &Expr) -> Truth {
        if self.names_nowhere(state, condition) {
            return Err(Indeterminacy::Comparison);
        }
        match self.value(state, condition) {
            Found::Undefined => Ok(false),
            Found::Nowhere => Err(Indeterminacy::Comparison),
            Found::Open(open) => Err(open),
            Found::Value(Value::Integer(integer)) => Ok(integer != 0),
            Found::Value(Value::Float(bits)) => Ok(f64::from_bits(bits) != 0.0),
            Found::Value(Value::Pointer(Pointer::Null)) => Ok(false),
            // Even if it dangles: it was not NULL.
            Found::Value(Value::Pointer(_) | Value::Function(_)) => Ok(true),
            Found::Value(Value::LongDouble(_) | Value::Undefined) => Err(Indeterminacy::Indeterminate),
        }
    }

    fn compared(&self, state: &State, left: &Expr, right: &Expr, holds: impl Fn(&Value, &Value) -> bool) -> Truth {
        match (self.value(state, left), self.value(state, right)) {
            (Found::Undefined, _) | (_, Found::Undefined) => Ok(false),
            // C does not define how `&x->n` compares if x is NULL.
            (Found::Nowhere, _) | (_, Found::Nowhere) => Err(Indeterminacy::Indeterminate),
            (Found::Open(open), Found::Open(other)) => Err(open.max(other)),
            (Found::Open(open), _) | (_, Found::Open(open)) => Err(open),
            (Found::Value(left), Found::Value(right)) => {
                let is_null = |value| value == Value::NULL;
                if (state.is_dangling(left) && !is_null(right)) || (state.is_dangling(right) && !is_null(left)) {
                    return Err(Indeterminacy::Comparison);
                }
                let is_float = |value| matches!(value, Value::Float(_) | Value::LongDouble(_));
                if is_float(left) || is_float(right) {
                    Err(Indeterminacy::Indeterminate)
                } else {
                    Ok(holds(&left, &right))
                }
            }
        }
    }

    fn allocated(&self, state: &State, address: &Expr) -> Truth {
        let place = self.place(state, address)?;
        Ok(place.is_some_and(|place| self.is_allocated(state, place)))
    }

    /// Returns the place of an address expression; `None` if it is undefined.
    fn place(&self, state: &State, address: &Expr) -> Result<Option<Place>, Indeterminacy> {
        let target = self.program.types.pointee(address.ty);
        match self.value(state, address) {
            Found::Value(Value::Pointer(pointer)) => Ok(Some((pointer, target))),
            // No object has this address, so paths treat it like NULL.
            Found::Value(Value::Integer(_)) | Found::Nowhere => Ok(Some((Pointer::Null, target))),
            Found::Undefined => Ok(None),
            Found::Value(_) => Err(Indeterminacy::Indeterminate),
            Found::Open(open) => Err(open),
        }
    }

    fn is_allocated(&self, state: &State, (pointer, target): Place) -> bool {
        let size = target.and_then(|target| self.program.types.size_of(target)).unwrap_or(1);
        state.is_allocated(pointer, size)
    }

    /// Returns the restriction of paths in a state.
    fn paths<'q>(&self, state: &State, avoid: &[&Expr], fields: &'q [FieldId]) -> Paths<'q> {
        let mut paths = Paths { fields, avoid: BTreeSet::new(), avoid_open: false };
        for address in avoid {
            match self.place(state, address) {
                Ok(place) => paths.avoid.extend(place),
                Err(_) => paths.avoid_open = true,
            }
        }
        paths
    }

    fn path(&self, state: &State, question: Question<'_>, avoid: &[&Expr], fields: &[FieldId]) -> Truth {
        let paths = self.paths(state, avoid, fields);
        let (found, open) = match question {
            Question::Reach { at_least_one, from, to } => {
                let Some((from, to)) = self.both_places(state, from, to)? else { return Ok(false) };
                let walk = self.walk(state, &paths, from);
                let found = walk.seen.contains(&(to, true)) || (!at_least_one && walk.seen.contains(&(to, false)));
                (found, walk.open)
            }
            Question::Shared(left, right) => {
                let Some((left, right)) = self.both_places(state, left, right)? else { return Ok(false) };
                let (left, right) = (self.walk(state, &paths, left), self.walk(state, &paths, right));
                let places: BTreeSet<Place> = left.seen.iter().map(|(place, _)| *place).collect();
                (right.seen.iter().any(|(place, _)| places.contains(place)), left.open || right.open)
            }
            Question::Cyclic(from) => {
                let Some(from) = self.place(state, from)? else { return Ok(false) };
                let walk = self.walk(state, &paths, from);
                let comes_back = |place: &Place| self.walk(state, &paths, *place).seen.contains(&(*place, true));
                (walk.seen.iter().any(|(place, _)| comes_back(place)), walk.open)
            }
        };
        match found {
            true if paths.avoid_open => Err(Indeterminacy::Indeterminate),
            false if open => Err(Indeterminacy::Indeterminate),
            decided => Ok(decided),
        }
    }

    /// Compares node counts: each reached node counts once, by its address.
    fn count(&self, state: &State, comparison: &CountComparison<&Expr>, avoid: &[&Expr], fields: &[FieldId]) -> Truth {
        let mut open = None;
        let paths = self.paths(state, avoid, fields);
        let mut value_of = |sum: &CountSum<&Expr>| -> Option<i128> {
            let mut total = sum.more;
            for start in &sum.starts {
                match self.place(state, start) {
                    Ok(Some(place)) => {
                        let walk = self.walk(state, &paths, place);
                        if walk.open {
                            open = open.max(Some(Indeterminacy::Indeterminate));
                        }
                        let nodes: BTreeSet<Pointer> =
                            walk.seen.iter().filter(|(at, _)| at.1 == place.1).map(|(at, _)| at.0).collect();
                        total += nodes.len() as i128;
                    }
                    Ok(None) => return None,
                    Err(why) => open = open.max(Some(why)),
                }
            }
            for number in &sum.numbers {
                match self.value(state, number) {
                    Found::Value(Value::Integer(number)) => total += number,
                    Found::Undefined => return None,
                    Found::Open(why) => open = open.max(Some(why)),
                    Found::Value(_) | Found::Nowhere => open = open.max(Some(Indeterminacy::Indeterminate)),
                }
            }
            Some(total)
        };
        let sums = value_of(&comparison.left).zip(value_of(&comparison.right));
        match (sums, open) {
            // An undefined expression takes precedence over an indeterminate one.
            (None, _) => Ok(false),
            (_, Some(why)) => Err(why),
            _ if paths.avoid_open => Err(Indeterminacy::Indeterminate),
            (Some((left, right)), None) => Ok(comparison.holds(left, right)),
        }
    }

    /// Both places; `None` if an expression is undefined, which takes precedence over indeterminacy.
    fn both_places(&self, state: &State, left: &Expr, right: &Expr) -> Result<Option<(Place, Place)>, Indeterminacy> {
        match (self.place(state, left), self.place(state, right)) {
            (Ok(None), _) | (_, Ok(None)) => Ok(None),
            (Ok(Some(left)), Ok(Some(right))) => Ok(Some((left, right))),
            (Err(open), _) | (_, Err(open)) => Err(open),
        }
    }

    /// Returns the places that paths from `start` visit: through fields that lie in an object, elements, and pointers.
    fn walk(&self, state: &State, paths: &Paths<'_>, start: Place) -> Walk {
        let mut walk = Walk { seen: BTreeSet::new(), open: false };
        let mut agenda = vec![(start, false)];
        while let Some((place, stepped)) = agenda.pop() {
            if !self.is_allocated(state, place) || !walk.seen.insert((place, stepped)) || paths.avoid.contains(&place) {
                continue;
            }
            let (Pointer::To { block, offset }, Some(object)) = place else { continue };
            let part = |more: u64, ty: TypeId| {
                let offset = offset.saturating_add_unsigned(more);
                ((Pointer::To { block, offset }, Some(ty)), stepped)
            };
            match self.program.types.get(object) {
                Type::Record(record) => {
                    let own = paths.fields.iter().filter(|field| field.record == *record);
                    let parts = own.filter_map(|field| {
                        self.program
                            .types
                            .fields(*record)
                            .get(field.index as usize)
                            .map(|found| (found.offset, found.ty))
                    });
                    agenda.extend(parts.map(|(more, ty)| part(more, ty)));
                }
                Type::Array(element, Some(count)) => {
                    let size = self.program.types.size_of(*element).unwrap_or(0);
                    agenda.extend((0..*count).map(|index| part(index.saturating_mul(size), *element)));
                }
                Type::Pointer(target) => match state.load(place.0, object, &self.program.types) {
                    Ok(value) if state.coincides(value) => walk.open = true,
                    Ok(Value::Pointer(pointer)) => agenda.push(((pointer, Some(*target)), true)),
                    Ok(Value::Undefined) => walk.open = true,
                    // A part of another pointer may be anything; a number is the address of no object.
                    Err(fault) if fault.kind == FaultKind::Unsupported => walk.open = true,
                    Ok(_) | Err(_) => {}
                },
                _ => {}
            }
        }
        walk
    }

    fn value(&self, state: &State, expr: &Expr) -> Found {
        if self.is_nowhere(state, expr) {
            return Found::Nowhere;
        }
        if names_dead_variable(state, expr) || self.has_coincidence(state, expr) {
            return Found::Open(Indeterminacy::Indeterminate);
        }
        match state.evaluate(expr, self.program) {
            Ok(Value::Undefined) => Found::Open(Indeterminacy::Indeterminate),
            Ok(value) => Found::Value(value),
            Err(fault) => match fault.kind {
                FaultKind::InvalidDereference
                | FaultKind::UseAfterFree
                | FaultKind::UseAfterScope
                | FaultKind::OutOfBounds => Found::Undefined,
                FaultKind::Indeterminate => Found::Open(Indeterminacy::Comparison),
                // Other faults belong to commands, or leave the value indeterminate.
                _ => Found::Open(Indeterminacy::Indeterminate),
            },
        }
    }

    /// Returns true for the address of a part of an object at NULL.
    fn is_nowhere(&self, state: &State, expr: &Expr) -> bool {
        match &expr.node {
            ExprNode::FieldAddress(base, _) => {
                self.is_nowhere(state, base) || matches!(state.evaluate(base, self.program), Ok(Value::NULL))
            }
            ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => self.is_nowhere(state, base),
            _ => false,
        }
    }

    /// Returns true if a condition depends on such an address, except by reading there.
    fn names_nowhere(&self, state: &State, expr: &Expr) -> bool {
        !matches!(expr.node, ExprNode::Load(_))
            && (self.is_nowhere(state, expr) || expr.children().any(|child| self.names_nowhere(state, child)))
    }

    /// Returns true if the expression contains a dangling pointer that the run has found equal to something else:
    /// whatever depends on it is indeterminate.
    fn has_coincidence(&self, state: &State, expr: &Expr) -> bool {
        let mut found = false;
        if state.has_coincidences() {
            expr.visit(&mut |part| {
                found |= state.evaluate(part, self.program).is_ok_and(|value| state.coincides(value));
            });
        }
        found
    }

    fn expression(&self, term: TermId) -> Option<Rc<Expr>> {
        if let Some(known) = self.expressions.borrow().get(&term) {
            return known.clone();
        }
        let found = self.new_expression(term).map(Rc::new);
        self.expressions.borrow_mut().insert(term, found.clone());
        found
    }

    /// Returns the term as an expression of the program; `None` for terms that only occur inside weakest preconditions.
    fn new_expression(&self, term: TermId) -> Option<Expr> {
        let part = |term| self.new_expression(term).map(Box::new);
        let node = match self.arena.node(term) {
            TermNode::Fresh | TermNode::Undefined => return None,
            TermNode::Null => ExprNode::Null,
            TermNode::Integer(integer) => ExprNode::Integer(integer),
            TermNode::Float(bits) => ExprNode::Float(bits),
            TermNode::LongDouble(bits) => ExprNode::LongDouble(bits),
            TermNode::Symbol(symbol) => ExprNode::Symbol(symbol),
            TermNode::VariableAddress(variable) => ExprNode::VariableAddress(variable),
            TermNode::StringAddress(string) => ExprNode::StringAddress(string),
            TermNode::FunctionAddress(function) => ExprNode::FunctionAddress(function),
            TermNode::FieldAddress(base, field) => ExprNode::FieldAddress(part(base)?, field),
            TermNode::ElementAddress(base, index) => ExprNode::ElementAddress(part(base)?, part(index)?),
            TermNode::Load(address) => ExprNode::Load(part(address)?),
            TermNode::Unary(op, operand) => ExprNode::Unary(op, part(operand)?),
            TermNode::Binary(op, left, right) => ExprNode::Binary(op, part(left)?, part(right)?),
            TermNode::Difference(left, right) => ExprNode::PointerDifference(part(left)?, part(right)?),
            TermNode::Cast(operand) => ExprNode::Cast(part(operand)?),
        };
        Some(Expr::new(node, self.arena.type_of(term)))
    }
}

/// Returns true if the expression names a variable out of scope: predicates about it are unspecified.
fn names_dead_variable(state: &State, expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let ExprNode::VariableAddress(variable) = part.node {
            found |= state.variable_address(variable).is_some_and(|at| state.is_dangling(Value::Pointer(at)));
        }
    });
    found
}

/// Conjunction: one false operand decides.
fn both(left: Truth, right: impl Fn() -> Truth) -> Truth {
    match left {
        Ok(false) => Ok(false),
        Ok(true) => right(),
        Err(open) => {
            if right() == Ok(false) {
                Ok(false)
            } else {
                Err(open)
            }
        }
    }
}

/// Disjunction: one true operand decides.
fn either(left: Truth, right: impl Fn() -> Truth) -> Truth {
    match left {
        Ok(true) => Ok(true),
        Ok(false) => right(),
        Err(open) => {
            if right() == Ok(true) {
                Ok(true)
            } else {
                Err(open)
            }
        }
    }
}
