//! Formulas of a specification, translated to terms: for each formula, when it holds and when it fails.
//!
//! The meaning is that of `logic::evaluate`, with which tests compare. An atom is false if an address that it reads is
//! not allocated. It is unknown (it neither holds nor fails) if its value depends on an indeterminate value, on a
//! comparison with a dangling pointer, or on what is not modelled. Evaluating a formula is no error of the program and
//! makes no choice.
//!
//! | file | contents |
//! |---|---|
//! | `paths` | reachability in the heap |
//! | `count` | numbers of nodes |
//! | `extents` | strings and room |

mod count;
mod extents;
mod paths;

use crate::claim::{RunCut, VerificationCondition, What};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use ctype::{Type, TypeId, TypeTable};
use program::{BinaryOp, Expr, ExprNode, FaultKind, UnaryOp};
use spec::{Predicate, StateFormula, StructureClaim, leads_one_way};

/// A three-valued truth value: at most one of the conditions holds, and neither does if the formula is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KleeneTruth {
    pub holds: TermId,
    pub fails: TermId,
}

#[derive(Clone, Copy, Debug)]
struct FormulaValue {
    value: Scalar,
    ty: TypeId,
    /// The condition under which memory is read that is not allocated.
    undefined: TermId,
    /// The condition under which the value is indeterminate, or not modelled.
    open: TermId,
}

/// The evaluation of formulas in a state.
pub struct FormulaEvaluation<'m, 'p> {
    machine: &'m mut Machine<'p>,
    terms: &'p Terms,
    state: &'m State,
    /// The condition under which the value depends on a node beyond the modelled ones of the entry state.
    pub beyond: TermId,
    /// The constant false.
    never: TermId,
}

impl<'m, 'p> FormulaEvaluation<'m, 'p> {
    pub fn new(machine: &'m mut Machine<'p>, state: &'m State) -> Self {
        let never = machine.terms.truth(false);
        FormulaEvaluation { terms: machine.terms, machine, state, beyond: never, never }
    }

    /// Evaluates a formula. Recursion is bounded, as `spec` limits the nesting of formulas.
    pub fn formula(&mut self, formula: &StateFormula) -> KleeneTruth {
        match formula {
            StateFormula::True => self.known(true),
            StateFormula::False => self.known(false),
            StateFormula::Unknown => self.unknown(),
            StateFormula::Atom(predicate) => self.predicate(predicate),
            StateFormula::Not(inner) => self.formula(inner).negated(),
            StateFormula::And(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                self.and(left, right)
            }
            StateFormula::Or(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                self.or(left, right)
            }
            StateFormula::Implies(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                self.or(left.negated(), right)
            }
            StateFormula::Iff(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                self.if_then_else(left, right, right.negated())
            }
            StateFormula::IfThenElse(condition, yes, no) => {
                let (condition, yes, no) = (self.formula(condition), self.formula(yes), self.formula(no));
                self.if_then_else(condition, yes, no)
            }
        }
    }

    fn known(&mut self, holds: bool) -> KleeneTruth {
        KleeneTruth { holds: self.terms.truth(holds), fails: self.terms.truth(!holds) }
    }

    fn unknown(&self) -> KleeneTruth {
        KleeneTruth { holds: self.never, fails: self.never }
    }

    fn and(&mut self, a: KleeneTruth, b: KleeneTruth) -> KleeneTruth {
        let terms = self.terms;
        KleeneTruth { holds: terms.and(a.holds, b.holds), fails: terms.or(a.fails, b.fails) }
    }

    fn or(&mut self, a: KleeneTruth, b: KleeneTruth) -> KleeneTruth {
        self.and(a.negated(), b.negated()).negated()
    }

    fn if_then_else(&mut self, condition: KleeneTruth, yes: KleeneTruth, no: KleeneTruth) -> KleeneTruth {
        let (yes, no) = (self.and(condition, yes), self.and(condition.negated(), no));
        self.or(yes, no)
    }

    fn predicate(&mut self, predicate: &Predicate) -> KleeneTruth {
        match predicate {
            Predicate::Condition(expr) => self.condition(expr),
            Predicate::Allocated(expr) => self.allocated(expr),
            Predicate::Reach { at_least_one, avoid, fields, from, to } => {
                self.reach(*at_least_one, (avoid, fields), (from, to))
            }
            Predicate::Dshared { avoid, fields, left, right } => self.shared((avoid, fields), (left, right)),
            Predicate::Cyclic { avoid, fields, from } => self.cyclic((avoid, fields), from),
            Predicate::Structure { claim: StructureClaim::Tree, avoid, fields, from }
                if leads_one_way(&self.machine.task.program.types, fields) =>
            {
                let (defined, cyclic) = (self.defined(from), self.cyclic((avoid, fields), from));
                self.and(defined, cyclic.negated())
            }
            Predicate::Count { comparison, avoid, fields } => self.count(comparison, (avoid, fields)),
            Predicate::String(pointer) => self.string(pointer),
            Predicate::Room(pointer, count) => self.room(pointer, count),
            // The set of all nodes is not modelled.
            Predicate::Structure { .. } => self.unknown(),
        }
    }

    /// Evaluates "the expression is defined and not zero".
    fn condition(&mut self, expr: &Expr) -> KleeneTruth {
        let types = &self.machine.task.program.types;
        match &expr.node {
            ExprNode::Unary(UnaryOp::LogicalNot, operand) => {
                let (defined, holds) = (self.defined(operand), self.condition(operand));
                self.and(defined, holds.negated())
            }
            ExprNode::Binary(op, left, right) if op.is_comparison() => self.comparison(*op, left, right),
            ExprNode::Integer(value) => self.known(*value != 0),
            ExprNode::Cast(inner) if is_truth_value(inner) && types.is_integer(expr.ty) => self.condition(inner),
            _ => {
                let defined = self.defined(expr);
                if is_opaque(types, expr) {
                    return self.unknown();
                }
                let value = self.argument(expr, true);
                let zero = Scalar::constant(self.terms, 0, self.terms.width(value.value.bits));
                let zero = FormulaValue { value: zero, undefined: self.never, open: self.never, ..value };
                let is_zero = self.equal(value, zero);
                self.and(defined, is_zero.negated())
            }
        }
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> KleeneTruth {
        // A truth value compared with 0 is the truth value or its negation.
        if is_truth_value(left) && matches!(right.node, ExprNode::Integer(0)) {
            match op {
                BinaryOp::NotEqual => return self.condition(left),
                BinaryOp::Equal => {
                    let (defined, holds) = (self.defined(left), self.condition(left));
                    return self.and(defined, holds.negated());
                }
                _ => {}
            }
        }
        let types = &self.machine.task.program.types;
        if is_opaque(types, left) || is_opaque(types, right) {
            return self.unknown();
        }
        let (a, b) = (self.argument(left, true), self.argument(right, true));
        match op {
            BinaryOp::Equal => self.equal(a, b),
            BinaryOp::Less => self.less(a, b),
            _ => {
                let other = if op == BinaryOp::NotEqual { self.equal(a, b) } else { self.less(b, a) };
                let (left, right) = (self.defined(left), self.defined(right));
                let defined = self.and(left, right);
                self.and(defined, other.negated())
            }
        }
    }

    /// Evaluates "the expression is defined": every address that it reads is allocated.
    fn defined(&mut self, expr: &Expr) -> KleeneTruth {
        match &expr.node {
            ExprNode::Load(address) if !is_variable_cell(&self.machine.task.program.types, address) => {
                self.allocated(address)
            }
            ExprNode::Load(inner)
            | ExprNode::Unary(_, inner)
            | ExprNode::Cast(inner)
            | ExprNode::FieldAddress(inner, _) => self.defined(inner),
            ExprNode::Binary(_, left, right)
            | ExprNode::PointerDifference(left, right)
            | ExprNode::ElementAddress(left, right) => {
                let (left, right) = (self.defined(left), self.defined(right));
                self.and(left, right)
            }
            _ => self.known(true),
        }
    }

    /// Adjusts the truth value of an atom to its arguments: it fails if one of them is undefined; otherwise it is
    /// unknown if one of them is.
    fn atom(&mut self, arguments: &[FormulaValue], truth: KleeneTruth) -> KleeneTruth {
        let terms = self.terms;
        let undefined = terms.any(arguments.iter().map(|argument| argument.undefined));
        let open = terms.any(arguments.iter().map(|argument| argument.open));
        let is_known = terms.and(terms.not(undefined), terms.not(open));
        let fails = terms.and(is_known, truth.fails);
        KleeneTruth { holds: terms.and(is_known, truth.holds), fails: terms.or(undefined, fails) }
    }

    /// Compares two values for equality, without conversions.
    fn equal(&mut self, a: FormulaValue, b: FormulaValue) -> KleeneTruth {
        let open = self.open_comparison(a.value, b.value);
        let terms = self.terms;
        let object = terms.equal(a.value.object, b.value.object);
        let (same, not_open) = (terms.and(object, terms.equal(a.value.bits, b.value.bits)), terms.not(open));
        let differ = terms.not(same);
        let truth = KleeneTruth { holds: terms.and(same, not_open), fails: terms.and(differ, not_open) };
        self.atom(&[a, b], truth)
    }

    /// Returns the condition under which a comparison is unknown: one value dangles, or its target is not modelled.
    fn open_comparison(&mut self, a: Scalar, b: Scalar) -> TermId {
        let (dead_a, dead_b) =
            (self.machine.memory.is_dead(self.state, a.object), self.machine.memory.is_dead(self.state, b.object));
        // A comparison that the program may not make is unknown, too: one past an object may be the start of another.
        let (_, undefined, open) = self.aside(|machine, state| machine.evaluate_equal(state, (a, b)));
        self.terms.any([dead_a, dead_b, undefined, open])
    }

    fn less(&mut self, a: FormulaValue, b: FormulaValue) -> KleeneTruth {
        let types = &self.machine.task.program.types;
        let formats = types.integer_format(a.ty).zip(types.integer_format(b.ty));
        let Some(((_, signed_a), (_, signed_b))) = formats.filter(|_| types.is_integer(a.ty)) else {
            let open = self.unknown();
            return self.atom(&[a, b], open);
        };
        let terms = self.terms;
        let wide_a = terms.resize(a.value.bits, 128, signed_a);
        let less = terms.less_signed(wide_a, terms.resize(b.value.bits, 128, signed_b));
        let both = terms.and(a.value.is_number(terms), b.value.is_number(terms));
        let not = terms.not(less);
        let truth = KleeneTruth { holds: terms.and(both, less), fails: terms.and(both, not) };
        self.atom(&[a, b], truth)
    }

    fn allocated(&mut self, expr: &Expr) -> KleeneTruth {
        let argument = self.argument(expr, false);
        let types = &self.machine.task.program.types;
        let bytes = types.pointee(expr.ty).and_then(|target| types.size_of(target)).unwrap_or(1);
        let (is_allocated, open) = self.is_allocated(argument.value, bytes);
        let terms = self.terms;
        let (not_open, not) = (terms.not(open), terms.not(is_allocated));
        let truth = KleeneTruth { holds: terms.and(not_open, is_allocated), fails: terms.and(not_open, not) };
        self.atom(&[argument], truth)
    }

    /// Evaluates an argument of an atom. The address of a member of NULL is no address of an object: comparisons with
    /// it are unknown, and paths treat it like NULL.
    fn argument(&mut self, expr: &Expr, compares: bool) -> FormulaValue {
        let found = self.value(expr);
        let nowhere = self.is_nowhere(expr);
        let terms = self.terms;
        let somewhere = terms.not(nowhere);
        let undefined = terms.and(found.undefined, somewhere);
        if compares {
            return FormulaValue { undefined, open: terms.or(found.open, nowhere), ..found };
        }
        let open = terms.and(found.open, somewhere);
        let null = Scalar::constant(terms, 0, terms.width(found.value.bits));
        FormulaValue { value: Scalar::choose(terms, nowhere, null, found.value), undefined, open, ..found }
    }

    /// Evaluates something as the program would, without an effect on the run. Also returns the condition under which
    /// memory is read that is not allocated, and the condition under which anything else makes the result unknown.
    fn aside<T>(&mut self, work: impl FnOnce(&mut Machine<'_>, &mut State) -> T) -> (T, TermId, TermId) {
        let mut scratch = self.state.clone();
        // The run must not learn from comparisons made here.
        let (before, order) = (self.machine.events.so_far(), self.machine.order.clone());
        let found = work(self.machine, &mut scratch);
        self.machine.order = order;
        let (claims, choices) = self.machine.events.take_back(before);
        let (undefined, faulty) = self.in_the_way(claims);
        // A choice means that C leaves the value unspecified.
        let chosen = self.terms.any(choices.into_iter().map(|choice| choice.guard));
        (found, undefined, self.terms.or(faulty, chosen))
    }

    /// Evaluates an expression, without an effect on the run.
    fn value(&mut self, expr: &Expr) -> FormulaValue {
        let (value, mut undefined, mut faulty) = self.aside(|machine, state| machine.evaluate(state, expr));
        if !self.machine.order.is_unknown() {
            // A dead object may share its address with a live one.
            faulty = self.terms.or(faulty, undefined);
            undefined = self.never;
        }
        let (dead, coincides) = (self.names_dead_variable(expr), self.may_coincide(value));
        let terms = self.terms;
        let (alive, indeterminate) = (terms.not(dead), terms.not(value.is_defined));
        let undefined = terms.and(undefined, alive);
        let defined = terms.not(undefined);
        let open = terms.any([faulty, indeterminate, dead, coincides]);
        FormulaValue { value, ty: expr.ty, undefined, open: terms.and(open, defined) }
    }

    /// Splits removed verification conditions: when memory is read that is not allocated, and when anything else goes
    /// wrong.
    fn in_the_way(&mut self, claims: Vec<VerificationCondition>) -> (TermId, TermId) {
        let (mut undefined, mut open) = (Vec::new(), Vec::new());
        for claim in claims {
            match claim.what {
                What::Fault(kind, _) if reads_nothing(kind) => undefined.push(claim.condition),
                What::Cut(RunCut::HeapNodes(_)) => {
                    self.beyond = self.terms.or(self.beyond, claim.condition);
                    open.push(claim.condition);
                }
                _ => open.push(claim.condition),
            }
        }
        (self.terms.any(undefined), self.terms.any(open))
    }

    /// Returns the condition under which a value dangles, if a run may have found a dangling pointer equal to another
    /// one: then its target is unspecified.
    fn may_coincide(&mut self, value: Scalar) -> TermId {
        match self.machine.order.is_unknown() {
            true => self.never,
            false => self.machine.memory.is_dead(self.state, value.object),
        }
    }

    /// Returns the condition under which an expression names a variable whose scope was left.
    fn names_dead_variable(&mut self, expr: &Expr) -> TermId {
        let mut variables = Vec::new();
        expr.visit(&mut |part| {
            if let ExprNode::VariableAddress(variable) = part.node {
                variables.push(variable);
            }
        });
        let mut dead = self.never;
        for variable in variables {
            if let Some(place) = self.machine.storage.variable(self.terms, self.state, variable) {
                let is_dead = self.machine.memory.is_dead(self.state, place.object);
                dead = self.terms.or(dead, is_dead);
            }
        }
        dead
    }

    /// Returns the condition under which an expression is the address of a member of NULL, or inside of one.
    fn is_nowhere(&mut self, expr: &Expr) -> TermId {
        match &expr.node {
            ExprNode::FieldAddress(base, _) => {
                let inner = self.is_nowhere(base);
                let found = self.value(base);
                let terms = self.terms;
                let null = terms.all([found.value.is_null(terms), terms.not(found.undefined), terms.not(found.open)]);
                terms.or(inner, null)
            }
            ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => self.is_nowhere(base),
            _ => self.never,
        }
    }
}

impl KleeneTruth {
    pub fn negated(self) -> KleeneTruth {
        KleeneTruth { holds: self.fails, fails: self.holds }
    }
}

/// Returns true if an error means that memory is read that is not allocated.
fn reads_nothing(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::InvalidDereference | FaultKind::UseAfterFree | FaultKind::UseAfterScope | FaultKind::OutOfBounds
    )
}

fn is_truth_value(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Binary(op, ..) => op.is_comparison(),
        ExprNode::Unary(op, _) => *op == UnaryOp::LogicalNot,
        _ => false,
    }
}

/// Returns true if comparisons with an expression are unknown: a part of it is neither an integer nor an address.
fn is_opaque(types: &TypeTable, expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        found |= match types.get(part.ty) {
            Type::Integer { .. } => types.integer_format(part.ty) == Some((128, false)),
            Type::Pointer(_) => false,
            _ => true,
        };
    });
    found
}

/// Returns true if an address lies in a variable in every state: `&x`, `&s.f`, `&a[3]` (in bounds).
fn is_variable_cell(types: &TypeTable, address: &Expr) -> bool {
    match &address.node {
        ExprNode::VariableAddress(_) => true,
        ExprNode::FieldAddress(base, _) => is_variable_cell(types, base),
        ExprNode::ElementAddress(base, index) => {
            let (ExprNode::Integer(at), ExprNode::Cast(array)) = (&index.node, &base.node) else { return false };
            let bound = types.pointee(array.ty).map(|ty| types.get(ty));
            matches!(bound, Some(Type::Array(_, Some(count))) if *at >= 0 && *at < i128::from(*count))
                && is_variable_cell(types, array)
        }
        _ => false,
    }
}
