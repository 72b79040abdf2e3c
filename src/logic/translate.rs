//! Translates program expressions and specifications to terms and formulas.

use crate::meaning::{self, Precision};
use crate::{Arena, Atom, Facts, Formula, TermId, TermNode, count};
use ctype::{FieldId, Type};
use program::{BinaryOp, Expr, ExprNode, UnaryOp};

pub fn term(arena: &mut Arena, expr: &Expr) -> TermId {
    let node = match &expr.node {
        ExprNode::Integer(value) => TermNode::Integer(*value),
        ExprNode::Float(bits) => TermNode::Float(*bits),
        ExprNode::LongDouble(bits) => TermNode::LongDouble(*bits),
        ExprNode::Null => TermNode::Null,
        ExprNode::Symbol(symbol) => TermNode::Symbol(*symbol),
        ExprNode::VariableAddress(variable) => TermNode::VariableAddress(*variable),
        ExprNode::FieldAddress(base, field) => TermNode::FieldAddress(term(arena, base), *field),
        ExprNode::ElementAddress(base, index) => TermNode::ElementAddress(term(arena, base), term(arena, index)),
        ExprNode::StringAddress(string) => TermNode::StringAddress(*string),
        ExprNode::FunctionAddress(function) => TermNode::FunctionAddress(*function),
        ExprNode::Load(address) => TermNode::Load(term(arena, address)),
        ExprNode::Unary(op, operand) => TermNode::Unary(*op, term(arena, operand)),
        ExprNode::Binary(op, left, right) => TermNode::Binary(*op, term(arena, left), term(arena, right)),
        ExprNode::PointerDifference(left, right) => TermNode::Difference(term(arena, left), term(arena, right)),
        ExprNode::Cast(operand) => TermNode::Cast(term(arena, operand)),
    };
    arena.term(node, expr.ty)
}

/// "`expr` is defined and not zero".
pub fn condition(arena: &mut Arena, facts: &Facts, expr: &Expr) -> Formula {
    match &expr.node {
        ExprNode::Unary(UnaryOp::LogicalNot, operand) => {
            let defined = defined(arena, operand);
            let holds = condition(arena, facts, operand);
            Formula::and([defined, holds.negated()])
        }
        ExprNode::Binary(op, left, right) if op.is_comparison() => comparison(arena, facts, *op, left, right),
        ExprNode::Integer(value) => Formula::constant(*value != 0),
        // A comparison that was converted to another integer type is still a truth value.
        ExprNode::Cast(inner) if is_truth_value(inner) && arena.types().is_integer(expr.ty) => {
            condition(arena, facts, inner)
        }
        _ => {
            let zero = zero_of(arena, expr);
            let value = term(arena, expr);
            let defined = defined_term(arena, value);
            let is_zero = equal(arena, facts, value, zero);
            Formula::and([defined, is_zero.negated()])
        }
    }
}

fn is_truth_value(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Binary(op, ..) => op.is_comparison(),
        ExprNode::Unary(op, _) => *op == UnaryOp::LogicalNot,
        _ => false,
    }
}

fn zero_of(arena: &mut Arena, expr: &Expr) -> TermId {
    match arena.types().get(expr.ty) {
        Type::Pointer(_) => arena.null(expr.ty),
        _ => arena.term(TermNode::Integer(0), expr.ty),
    }
}

fn comparison(arena: &mut Arena, facts: &Facts, op: BinaryOp, left: &Expr, right: &Expr) -> Formula {
    // `(a < b) != 0` and the like: comparing a truth value with 0 gives the truth value or its negation.
    if is_truth_value(left) && matches!(right.node, ExprNode::Integer(0)) {
        let holds = condition(arena, facts, left);
        match op {
            BinaryOp::NotEqual => return holds,
            BinaryOp::Equal => return Formula::and([defined(arena, left), holds.negated()]),
            _ => {}
        }
    }
    let (left, right) = (term(arena, left), term(arena, right));
    let both_defined = |arena: &mut Arena| Formula::and([defined_term(arena, left), defined_term(arena, right)]);
    match op {
        BinaryOp::Equal => equal(arena, facts, left, right),
        BinaryOp::NotEqual => {
            let same = equal(arena, facts, left, right);
            Formula::and([both_defined(arena), same.negated()])
        }
        BinaryOp::Less => less(arena, left, right),
        _ => {
            let above = less(arena, right, left);
            Formula::and([both_defined(arena), above.negated()])
        }
    }
}

/// "Both terms are defined and equal", or `*` for opaque terms.
fn equal(arena: &mut Arena, _facts: &Facts, left: TermId, right: TermId) -> Formula {
    if is_opaque(arena, left) || is_opaque(arena, right) {
        return Formula::Unknown;
    }
    Formula::Atom(arena.atom(Atom::Equal(left, right)))
}

fn less(arena: &mut Arena, left: TermId, right: TermId) -> Formula {
    if is_opaque(arena, left) || is_opaque(arena, right) {
        return Formula::Unknown;
    }
    Formula::Atom(arena.atom(Atom::Less(left, right)))
}

/// Returns true if comparisons with the term are `*`: see the table of meanings.
fn is_opaque(arena: &Arena, term: TermId) -> bool {
    meaning::of_type(arena.types(), arena.type_of(term)) == Precision::Opaque
        || arena.children(term).any(|child| is_opaque(arena, child))
}

/// "The expression is defined": every address that it reads is allocated.
pub fn defined(arena: &mut Arena, expr: &Expr) -> Formula {
    let term = term(arena, expr);
    defined_term(arena, term)
}

/// "The term is defined". Reading `x->n->n` needs `x->n` allocated, and that atom is false if `x` is not.
pub fn defined_term(arena: &mut Arena, term: TermId) -> Formula {
    if !arena.is_partial(term) {
        return Formula::True;
    }
    match arena.node(term) {
        TermNode::Load(address) if !arena.is_variable_cell(address) => {
            Formula::Atom(arena.atom(Atom::Allocated(address)))
        }
        _ => {
            let children: Vec<TermId> = arena.children(term).collect();
            Formula::and(children.into_iter().map(|child| defined_term(arena, child)).collect::<Vec<_>>())
        }
    }
}

/// Returns the formula of a predicate of a specification or hint.
pub fn predicate(arena: &mut Arena, facts: &Facts, predicate: &spec::Predicate) -> Formula {
    let atom = match predicate {
        spec::Predicate::Structure { claim, avoid, fields, from } => {
            return structure(arena, facts, claim, (avoid, fields), from);
        }
        spec::Predicate::Count { comparison, avoid, fields } => return counted(arena, comparison, (avoid, fields)),
        spec::Predicate::Condition(expr) => return condition(arena, facts, expr),
        spec::Predicate::Allocated(expr) => Atom::Allocated(term(arena, expr)),
        spec::Predicate::String(pointer) => Atom::String(term(arena, pointer)),
        spec::Predicate::Room(pointer, count) => Atom::Room(term(arena, pointer), term(arena, count)),
        spec::Predicate::Reach { at_least_one, avoid, fields, from, to } => Atom::Reach {
            at_least_one: *at_least_one,
            avoid: terms(arena, avoid),
            fields: arena.field_set(fields.clone()),
            from: term(arena, from),
            to: term(arena, to),
        },
        spec::Predicate::Dshared { avoid, fields, left, right } => Atom::Dshared {
            avoid: terms(arena, avoid),
            fields: arena.field_set(fields.clone()),
            left: term(arena, left),
            right: term(arena, right),
        },
        spec::Predicate::Cyclic { avoid, fields, from } => Atom::Cyclic {
            avoid: terms(arena, avoid),
            fields: arena.field_set(fields.clone()),
            from: term(arena, from),
        },
    };
    Formula::Atom(arena.atom(atom))
}

/// Translates a claim about everything reachable. If each node has one link, "tree" means "not cyclic".
fn structure(
    arena: &mut Arena,
    facts: &Facts,
    claim: &spec::StructureClaim<spec::StateFormula>,
    (avoid, fields): (&[Expr], &[FieldId]),
    from: &Expr,
) -> Formula {
    let (avoid, start) = (terms(arena, avoid), term(arena, from));
    if arena.node(start) == TermNode::Null {
        return Formula::True;
    }
    let set = arena.field_set(fields.to_vec());
    if *claim == spec::StructureClaim::Tree && spec::leads_one_way(arena.types(), fields) {
        let cyclic = arena.atom(Atom::Cyclic { avoid, fields: set, from: start });
        return Formula::and([defined_term(arena, start), Formula::NotAtom(cyclic)]);
    }
    let claim = claim.with_body(|body| formula(arena, facts, body));
    if claim.body().is_some_and(Formula::has_unknown) {
        return Formula::Unknown;
    }
    Formula::Atom(arena.atom(Atom::Structure { claim, avoid, fields: set, from: start }))
}

/// Translates a comparison of node counts.
fn counted(
    arena: &mut Arena,
    comparison: &spec::CountComparison<Expr>,
    (avoid, fields): (&[Expr], &[FieldId]),
) -> Formula {
    let parts: Vec<TermId> = comparison.operands().map(|part| term(arena, part)).collect();
    if parts.iter().any(|part| is_opaque(arena, *part)) {
        return Formula::Unknown;
    }
    let spec::CountComparison { op, left, right } = comparison.with_operands(parts.iter().copied());
    let (avoid, fields) = (terms(arena, avoid), arena.field_set(fields.to_vec()));
    let mut compared =
        |op, left, right| count::formula(arena, spec::CountComparison { op, left, right }, &avoid, fields);
    let negated = match op {
        BinaryOp::Equal | BinaryOp::Less => return compared(op, left, right),
        BinaryOp::NotEqual => compared(BinaryOp::Equal, left, right),
        _ => compared(BinaryOp::Less, right, left),
    };
    let defined = parts.into_iter().map(|part| defined_term(arena, part)).collect::<Vec<_>>();
    Formula::and(defined.into_iter().chain([negated.negated()]))
}

fn terms(arena: &mut Arena, exprs: &[Expr]) -> Box<[TermId]> {
    exprs.iter().map(|expr| term(arena, expr)).collect()
}

pub fn formula(arena: &mut Arena, facts: &Facts, source: &spec::StateFormula) -> Formula {
    match source {
        spec::StateFormula::True => Formula::True,
        spec::StateFormula::False => Formula::False,
        spec::StateFormula::Unknown => Formula::Unknown,
        spec::StateFormula::Atom(atom) => predicate(arena, facts, atom),
        spec::StateFormula::Not(inner) => formula(arena, facts, inner).negated(),
        spec::StateFormula::And(left, right) => {
            let left = formula(arena, facts, left);
            Formula::and([left, formula(arena, facts, right)])
        }
        spec::StateFormula::Or(left, right) => {
            let left = formula(arena, facts, left);
            Formula::or([left, formula(arena, facts, right)])
        }
        spec::StateFormula::Implies(left, right) => {
            let left = formula(arena, facts, left);
            left.implies(formula(arena, facts, right))
        }
        spec::StateFormula::Iff(left, right) => {
            let left = formula(arena, facts, left);
            let right = formula(arena, facts, right);
            Formula::if_then_else(left, right.clone(), right.negated())
        }
        spec::StateFormula::IfThenElse(condition, yes, no) => {
            let condition = formula(arena, facts, condition);
            let yes = formula(arena, facts, yes);
            Formula::if_then_else(condition, yes, formula(arena, facts, no))
        }
    }
}
