//! Formulas of a specification in the states of a run, as terms: for each, when it holds and when it fails.
//!
//! The meaning is that of `logic::evaluate`, with which tests compare. An atom is false where an address that it reads is not
//! allocated; it is open, and neither holds nor fails, where an indeterminate value decides, a comparison with a dangling pointer, or
//! what is not modelled. To evaluate a formula is no error of the program and chooses nothing.
//!
//! | file | what stands there |
//! |---|---|
//! | `paths` | what can be reached in the heap |
//! | `count` | numbers of nodes |

mod count;
mod paths;

use crate::claim::{RunCut, VerificationCondition, What};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use ctype::{Type, TypeId, TypeTable};
use program::{BinaryOp, Expr, ExprNode, FaultKind, UnaryOp};
use spec::{Predicate, StateFormula, StructureClaim, leads_one_way};

/// When a formula holds, and when it fails. Never both; where neither, it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KleeneTruth {
    /// It is true.
    pub holds: TermId,
    /// It is false.
    pub fails: TermId,
}

/// The value of an expression in a formula.
#[derive(Clone, Copy, Debug)]
struct FormulaValue {
    value: Scalar,
    ty: TypeId,
    /// Memory would have to be read that is not there.
    undefined: TermId,
    /// It is not determinate, or not followed.
    open: TermId,
}

/// A formula that is evaluated in a state.
pub struct FormulaEvaluation<'m, 'p> {
    machine: &'m mut Machine<'p>,
    terms: &'p Terms,
    state: &'m State,
    /// Where a node decides that the entry state has no number for.
    pub beyond: TermId,
    /// The truth that does not hold.
    never: TermId,
}

impl<'m, 'p> FormulaEvaluation<'m, 'p> {
    /// In a state.
    pub fn new(machine: &'m mut Machine<'p>, state: &'m State) -> Self {
        let never = machine.terms.truth(false);
        FormulaEvaluation { terms: machine.terms, machine, state, beyond: never, never }
    }

    /// When a formula holds. Formulas nest no deeper than `spec` allows.
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
            // It is not followed what all nodes are.
            Predicate::Structure { .. } => self.unknown(),
        }
    }

    /// "The expression is defined and not zero".
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
        // A truth value compared with 0 is the truth value.
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

    /// "The expression is defined": every address that it reads is allocated.
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

    /// What is true of an atom, unless an argument decides.
    fn atom(&mut self, arguments: &[FormulaValue], truth: KleeneTruth) -> KleeneTruth {
        let terms = self.terms;
        let undefined = terms.any(arguments.iter().map(|argument| argument.undefined));
        let open = terms.any(arguments.iter().map(|argument| argument.open));
        let is_known = terms.and(terms.not(undefined), terms.not(open));
        let fails = terms.and(is_known, truth.fails);
        KleeneTruth { holds: terms.and(is_known, truth.holds), fails: terms.or(undefined, fails) }
    }

    /// Whether two values are the same, as they stand there.
    fn equal(&mut self, a: FormulaValue, b: FormulaValue) -> KleeneTruth {
        let open = self.open_comparison(a.value, b.value);
        let terms = self.terms;
        let object = terms.equal(a.value.object, b.value.object);
        let (same, not_open) = (terms.and(object, terms.equal(a.value.bits, b.value.bits)), terms.not(open));
        let differ = terms.not(same);
        let truth = KleeneTruth { holds: terms.and(same, not_open), fails: terms.and(differ, not_open) };
        self.atom(&[a, b], truth)
    }

    /// Whether a comparison of two values is open: one dangles, or it is not modelled what they lead to.
    fn open_comparison(&mut self, a: Scalar, b: Scalar) -> TermId {
        let (dead_a, dead_b) =
            (self.machine.memory.is_dead(self.state, a.object), self.machine.memory.is_dead(self.state, b.object));
        // What the program could not compare is open here, too: one past an object may be the start of another.
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

    /// The value of an argument of an atom. The address of a field of NULL is no address of an object: comparisons with it are
    /// open, and paths meet it no more than NULL.
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

    /// Evaluates something as the program would, and nothing of that happens in the run. Also tells when memory would have to be read
    /// that is not there, and when anything else leaves the outcome open.
    fn aside<T>(&mut self, work: impl FnOnce(&mut Machine<'_>, &mut State) -> T) -> (T, TermId, TermId) {
        let mut scratch = self.state.clone();
        // What a comparison finds out here is not for the run to know.
        let (before, order) = (self.machine.events.so_far(), self.machine.order.clone());
        let found = work(self.machine, &mut scratch);
        self.machine.order = order;
        let (claims, choices) = self.machine.events.take_back(before);
        let (undefined, faulty) = self.in_the_way(claims);
        // A choice means that C leaves the value open.
        let chosen = self.terms.any(choices.into_iter().map(|choice| choice.guard));
        (found, undefined, self.terms.or(faulty, chosen))
    }

    /// The value of an expression, with what ends its evaluation. Nothing of that happens in the run.
    fn value(&mut self, expr: &Expr) -> FormulaValue {
        let (value, mut undefined, mut faulty) = self.aside(|machine, state| machine.evaluate(state, expr));
        if !self.machine.order.is_unknown() {
            // What is dead may be where something else is now.
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

    /// Of claims that were taken back: when memory was read that is not there, and when anything else was in the way.
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

    /// Whether a value dangles, where a run may have found a dangling pointer to equal something else: then C leaves open what it
    /// leads to.
    fn may_coincide(&mut self, value: Scalar) -> TermId {
        match self.machine.order.is_unknown() {
            true => self.never,
            false => self.machine.memory.is_dead(self.state, value.object),
        }
    }

    /// Whether a variable whose scope was left occurs.
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

    /// Whether an expression is the address of a field at NULL, or inside of it.
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
    /// The negation.
    pub fn negated(self) -> KleeneTruth {
        KleeneTruth { holds: self.fails, fails: self.holds }
    }
}

/// Whether an error means that memory was read that is not there.
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

/// Whether nothing is said of comparisons with an expression: a part of it is no integer and no address.
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

/// Whether an address lies in a variable whatever the state: `&x`, `&s.f`, `&a[3]` (in bounds).
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
