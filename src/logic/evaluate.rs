//! Evaluates atoms and formulas in a concrete state, directly by their definitions (paper, section 3).
//!
//! `None` means that an indeterminate value or a comparison with a dangling pointer decides: either value is right. The
//! same holds for everything that depends on a dangling pointer that the run has found equal to something else. Tests
//! compare every rule and every weakest precondition with this module, so it shares no reasoning with them.
//!
//! | file | contents |
//! |---|---|
//! | `count` | node counts |
//! | `extents` | strings and room |
//! | `structure` | claims about all reachable nodes |

mod count;
mod extents;
mod structure;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::display::Printer;
use crate::{Arena, Atom, AtomId, FieldSetId, Formula, TermId, TermNode};
use ctype::{Type, TypeId};
use program::interp::{Pointer, State, Value};
use program::{BinaryOp, Expr, ExprNode, FaultKind, Program};

/// Evaluates atoms of one arena in states of one program.
pub struct AtomEvaluator<'a> {
    arena: &'a Arena,
    program: &'a Program,
    expressions: TermExpressions,
}

/// Terms of one arena in the form that the interpreter evaluates. Copies share what they know.
#[derive(Clone, Default)]
pub struct TermExpressions(Rc<RefCell<FxHashMap<TermId, Option<Rc<Expr>>>>>);

/// The value of a term.
enum Found {
    Value(Value),
    /// The expression would read NULL or dead memory.
    Undefined,
    /// Indeterminate.
    Open,
}

/// A typed address; paths are sequences of these.
type Place = (Pointer, TypeId);

/// The places that a path can visit; `open` if it can also visit indeterminate ones.
struct Reached {
    places: BTreeSet<Place>,
    open: bool,
}

/// The paths in one state, with memoised steps.
struct Paths<'p> {
    state: &'p State,
    fields: FieldSetId,
    avoid: &'p BTreeSet<Place>,
    /// `None` for places that are not allocated.
    exits: RefCell<FxHashMap<Place, Option<Rc<Exits>>>>,
}

impl<'p> Paths<'p> {
    /// Returns the paths through `fields` that avoid `avoid`.
    fn new(state: &'p State, fields: FieldSetId, avoid: &'p BTreeSet<Place>) -> Paths<'p> {
        Paths { state, fields, avoid, exits: RefCell::default() }
    }
}

/// Agenda items of a depth-first search.
enum Walk {
    Enter(Place),
    /// All successors of the place were visited.
    Leave(Place),
}

/// The successors of a place.
struct Exits {
    /// Parts of the object there.
    parts: Vec<Place>,
    /// The target of the pointer there.
    read: Option<Place>,
    /// True if that pointer is indeterminate.
    open: bool,
}

impl<'a> AtomEvaluator<'a> {
    pub fn new(arena: &'a Arena, program: &'a Program) -> Self {
        AtomEvaluator::with_expressions(arena, program, TermExpressions::default())
    }

    /// Like [`AtomEvaluator::new`], with what earlier evaluators of this arena have made of terms.
    pub fn with_expressions(arena: &'a Arena, program: &'a Program, expressions: TermExpressions) -> Self {
        AtomEvaluator { arena, program, expressions }
    }

    pub fn formula(&self, state: &State, formula: &Formula) -> Option<bool> {
        formula.evaluate(&mut |atom| self.atom(state, atom))
    }

    pub fn atom(&self, state: &State, atom: AtomId) -> Option<bool> {
        let atom = self.arena.get(atom);
        let mut values = Vec::new();
        let mut open = false;
        // C does not define how `&x->n` compares if x is NULL.
        let compares = matches!(atom, Atom::Equal(..) | Atom::Less(..));
        for term in atom.arguments() {
            match self.term(state, term) {
                _ if compares && self.is_nowhere(state, term) => open = true,
                // Paths treat it like NULL.
                _ if self.is_nowhere(state, term) => values.push((Value::Pointer(Pointer::Null), term)),
                Found::Value(value) => values.push((value, term)),
                Found::Undefined => return Some(false),
                Found::Open => open = true,
            }
        }
        if open {
            return None;
        }
        match (atom, values.as_slice()) {
            (Atom::Equal(..), [(left, _), (right, _)]) => self.compare(state, BinaryOp::Equal, *left, *right),
            (Atom::Less(term, _), [(left, _), (right, _)]) => self.is_less(*term, *left, *right),
            (Atom::Allocated(_), [(value, term)]) => Some(self.is_allocated(state, self.place(*value, *term)?)),
            (Atom::String(_), [(value, term)]) => self.is_string(state, self.place(*value, *term)?),
            (Atom::Room(..), [pointer, (count, _)]) => self.has_room(state, *pointer, *count),
            (Atom::Reach { at_least_one, fields, .. }, [(from, from_term), (to, to_term)]) => {
                let (start, goal) = (self.place(*from, *from_term)?, self.place(*to, *to_term)?);
                let (avoid, avoid_open) = self.avoided(state, atom);
                let paths = Paths::new(state, *fields, &avoid);
                let reached = match at_least_one {
                    true => self.after_one_step(&paths, start),
                    false => self.reachable(&paths, vec![start]),
                };
                self.decide(reached.places.contains(&goal), reached.open, avoid_open)
            }
            (Atom::Dshared { fields, .. }, [(left, left_term), (right, right_term)]) => {
                let (avoid, avoid_open) = self.avoided(state, atom);
                let paths = Paths::new(state, *fields, &avoid);
                let from = |value: Value, term: TermId| {
                    self.place(value, term).map(|place| self.reachable(&paths, vec![place]))
                };
                let (left, right) = (from(*left, *left_term)?, from(*right, *right_term)?);
                let shared = left.places.intersection(&right.places).next().is_some();
                self.decide(shared, left.open || right.open, avoid_open)
            }
            (Atom::Cyclic { fields, .. }, [(from, term)]) => {
                let (avoid, avoid_open) = self.avoided(state, atom);
                let paths = Paths::new(state, *fields, &avoid);
                let reached = self.reachable(&paths, vec![self.place(*from, *term)?]);
                self.decide(self.come_back(&paths, &reached.places), reached.open, avoid_open)
            }
            (Atom::Structure { claim, fields, .. }, [(from, term)]) => {
                let (avoid, avoid_open) = self.avoided(state, atom);
                self.structure(state, claim, (*fields, &avoid), self.place(*from, *term)?).filter(|_| !avoid_open)
            }
            (Atom::Count { .. }, values) => self.count(state, atom, values),
            _ => None,
        }
    }

    /// A path that was found counts unless an avoided address is open; a missing one counts unless a path may continue
    /// at an indeterminate place.
    fn decide(&self, found: bool, open: bool, avoid_open: bool) -> Option<bool> {
        match found {
            true if avoid_open => None,
            true => Some(true),
            false if open => None,
            false => Some(false),
        }
    }

    fn is_less(&self, term: TermId, left: Value, right: Value) -> Option<bool> {
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => {
                self.arena.types().is_integer(self.arena.type_of(term)).then_some(left < right)
            }
            _ => None,
        }
    }

    fn compare(&self, state: &State, _: BinaryOp, left: Value, right: Value) -> Option<bool> {
        if state.is_dangling(left) || state.is_dangling(right) {
            return None;
        }
        match (left, right) {
            (Value::Float(_) | Value::LongDouble(_), _) | (_, Value::Float(_) | Value::LongDouble(_)) => None,
            (left, right) => Some(left == right),
        }
    }

    fn term(&self, state: &State, term: TermId) -> Found {
        let known = self.expressions.0.borrow().get(&term).cloned();
        let expr = known.unwrap_or_else(|| {
            let expr = Printer::expression_of(self.arena, term).map(Rc::new);
            self.expressions.0.borrow_mut().insert(term, expr.clone());
            expr
        });
        expr.map_or(Found::Open, |expr| self.expression(state, &expr))
    }

    fn expression(&self, state: &State, expr: &Expr) -> Found {
        match state.evaluate(expr, self.program) {
            _ if self.names_dead_variable(state, expr) || self.has_coincidence(state, expr) => Found::Open,
            Ok(Value::Undefined) => Found::Open,
            Ok(value) => Found::Value(value),
            Err(fault) => after_fault(fault.kind),
        }
    }

    /// Returns true for the address of a field at NULL, or of a part of it: no object has this address.
    fn is_nowhere(&self, state: &State, term: TermId) -> bool {
        match self.arena.node(term) {
            TermNode::FieldAddress(base, _) => {
                self.is_nowhere(state, base)
                    || matches!(self.term(state, base), Found::Value(Value::Pointer(Pointer::Null)))
            }
            TermNode::ElementAddress(base, _) | TermNode::Cast(base) => self.is_nowhere(state, base),
            _ => false,
        }
    }

    /// Returns true if the expression names a variable out of scope. It has neither value nor address then, and
    /// predicates about it are unspecified.
    fn names_dead_variable(&self, state: &State, expr: &Expr) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            if let ExprNode::VariableAddress(variable) = part.node {
                found |= state.variable_address(variable).is_some_and(|at| state.is_dangling(Value::Pointer(at)));
            }
        });
        found
    }

    /// Returns true if the expression contains a dangling pointer that the run has found equal to something else: one
    /// that is read, or the address of a part of a dead object.
    fn has_coincidence(&self, state: &State, expr: &Expr) -> bool {
        if !state.has_coincidences() {
            return false;
        }
        let mut found = false;
        expr.visit(&mut |part| {
            found |= state.evaluate(part, self.program).is_ok_and(|value| state.coincides(value));
        });
        found
    }

    fn place(&self, value: Value, term: TermId) -> Option<Place> {
        match value {
            Value::Pointer(pointer) => Some((pointer, self.arena.type_of(term))),
            // No object has an address made from an integer, nor `&x->n` if x is NULL.
            Value::Integer(_) => Some((Pointer::Null, self.arena.type_of(term))),
            _ => None,
        }
    }

    fn is_allocated(&self, state: &State, (pointer, ty): Place) -> bool {
        let size = self.arena.types().pointee(ty).and_then(|target| self.arena.types().size_of(target)).unwrap_or(1);
        state.is_allocated(pointer, size)
    }

    /// Returns the places of `A`, and true if some member is indeterminate. An undefined member avoids nothing.
    fn avoided(&self, state: &State, atom: &Atom) -> (BTreeSet<Place>, bool) {
        let mut places = BTreeSet::new();
        let mut open = false;
        for term in atom.avoid() {
            match self.term(state, *term) {
                _ if self.is_nowhere(state, *term) => {}
                Found::Value(value) => places.extend(self.place(value, *term)),
                Found::Undefined => {}
                Found::Open => open = true,
            }
        }
        (places, open)
    }

    /// Returns all places that a path of zero or more steps from `starts` can visit.
    fn reachable(&self, paths: &Paths<'_>, starts: Vec<Place>) -> Reached {
        let mut reached = Reached { places: BTreeSet::new(), open: false };
        let mut agenda = starts;
        while let Some(place) = agenda.pop() {
            // A path ends at an avoided place: nothing is read there.
            if paths.avoid.contains(&place) {
                if self.is_allocated(paths.state, place) {
                    reached.places.insert(place);
                }
                continue;
            }
            let Some(exits) = self.exits(paths, place) else { continue };
            if reached.places.insert(place) {
                agenda.extend(exits.parts.iter().copied().chain(exits.read));
                reached.open |= exits.open;
            }
        }
        reached
    }

    /// Returns all places that a path of one or more memory steps from `start` can visit.
    fn after_one_step(&self, paths: &Paths<'_>, start: Place) -> Reached {
        let mut cells = BTreeSet::new();
        let mut agenda = vec![start];
        let mut targets = Vec::new();
        let mut open = false;
        while let Some(place) = agenda.pop() {
            if paths.avoid.contains(&place) {
                continue;
            }
            let Some(exits) = self.exits(paths, place) else { continue };
            if cells.insert(place) {
                agenda.extend(&exits.parts);
                targets.extend(exits.read);
                open |= exits.open;
            }
        }
        let mut reached = self.reachable(paths, targets);
        reached.open |= open;
        reached
    }

    /// Returns true if a path from one of the places returns to it. `places` must be closed under successors.
    fn come_back(&self, paths: &Paths<'_>, places: &BTreeSet<Place>) -> bool {
        let (mut left, mut on_the_way) = (FxHashSet::default(), FxHashSet::default());
        for start in places {
            let mut agenda = vec![Walk::Enter(*start)];
            while let Some(next) = agenda.pop() {
                match next {
                    Walk::Enter(place) if on_the_way.contains(&place) => return true,
                    Walk::Enter(place) if paths.avoid.contains(&place) || left.contains(&place) => {}
                    Walk::Enter(place) => {
                        let Some(exits) = self.exits(paths, place) else { continue };
                        on_the_way.insert(place);
                        agenda.push(Walk::Leave(place));
                        agenda.extend(exits.parts.iter().copied().chain(exits.read).map(Walk::Enter));
                    }
                    Walk::Leave(place) => {
                        on_the_way.remove(&place);
                        left.insert(place);
                    }
                }
            }
        }
        false
    }

    /// Returns the successors of a place; `None` if it is not allocated.
    fn exits(&self, paths: &Paths<'_>, place: Place) -> Option<Rc<Exits>> {
        if let Some(known) = paths.exits.borrow().get(&place) {
            return known.clone();
        }
        let state = paths.state;
        let exits = self.is_allocated(state, place).then(|| {
            let mut exits = Exits { parts: self.selections(paths.fields, place), read: None, open: false };
            match self.step(state, place) {
                Some(value) if state.coincides(value) => exits.open = true,
                Some(Value::Pointer(target)) => {
                    exits.read = Some((target, self.arena.types().pointee(place.1).unwrap_or(place.1)));
                }
                Some(Value::Undefined) => exits.open = true,
                _ => {}
            }
            Rc::new(exits)
        });
        paths.exits.borrow_mut().insert(place, exits.clone());
        exits
    }

    /// `α_f` for the fields of `F`, and the elements of an array.
    fn selections(&self, fields: FieldSetId, (pointer, ty): Place) -> Vec<Place> {
        let types = self.arena.types();
        let Some(target) = types.pointee(ty) else { return Vec::new() };
        let at = |offset: u64, part: TypeId| match (pointer, types.find(&Type::Pointer(part))) {
            (Pointer::To { block, offset: start }, Some(ty)) => {
                Some((Pointer::To { block, offset: start + offset as i64 }, ty))
            }
            _ => None,
        };
        match types.get(target) {
            Type::Record(record) => self
                .arena
                .fields(fields)
                .iter()
                .filter(|field| field.record == *record)
                .filter_map(|field| {
                    let field = types.field(*field);
                    at(field.offset, field.ty)
                })
                .collect(),
            Type::Array(element, Some(count)) => {
                let size = types.size_of(*element).unwrap_or(0);
                (0..*count).filter_map(|index| at(index * size, *element)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `M[k]` where `k` is the address of a pointer.
    fn step(&self, state: &State, (pointer, ty): Place) -> Option<Value> {
        let target = self.arena.types().pointee(ty)?;
        if !self.arena.types().is_pointer(target) {
            return None;
        }
        state.load(pointer, target, self.arena.types()).ok()
    }
}

/// Faults that make an expression undefined, and faults that leave it indeterminate.
fn after_fault(kind: FaultKind) -> Found {
    match kind {
        FaultKind::InvalidDereference | FaultKind::UseAfterFree | FaultKind::UseAfterScope | FaultKind::OutOfBounds => {
            Found::Undefined
        }
        FaultKind::InvalidFree
        | FaultKind::DoubleFree
        | FaultKind::MemoryLeak
        | FaultKind::Uninitialized
        | FaultKind::UndefinedValue
        | FaultKind::FieldOfNull
        | FaultKind::UndefinedOperand
        | FaultKind::OverlappingCopy
        | FaultKind::Assertion
        | FaultKind::ReachError
        | FaultKind::Shape
        | FaultKind::ConstantWritten
        | FaultKind::BeyondArray
        | FaultKind::UndefinedBehaviour
        | FaultKind::Indeterminate
        | FaultKind::Unsupported => Found::Open,
    }
}
