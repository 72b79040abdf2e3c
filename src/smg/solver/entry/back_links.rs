//! Doubly linked lists at the entry. A list is doubly linked if `each[;next](u, v : x; v->prev == u)` is assumed, where
//! `x` is a parameter, a global, or a field of an object that one of these points to, such as `list->head`.
//!
//! The assumption says nothing about the back link of the first node.

use crate::domain::object::{BackLink, SegmentShape};
use crate::solver::entry::conjuncts;
use ctype::{FieldId, Type, TypeId, TypeTable};
use program::expr::bound_symbol;
use program::{BinaryOp, Expr, ExprNode, Program, VariableId};
use spec::{Predicate, StateFormula, StructureClaim};

pub(super) struct DoublyLinked<'f> {
    /// The address of the pointer to its first node.
    pub pointer: &'f Expr,
    pub node: TypeId,
    pub shape: SegmentShape,
}

impl DoublyLinked<'_> {
    /// Returns true if the location of the list depends on a variable.
    pub fn names(&self, variable: VariableId) -> bool {
        let mut found = false;
        self.pointer.visit(&mut |part| found |= part.node == ExprNode::VariableAddress(variable));
        found
    }
}

/// Returns the doubly linked lists that are assumed. Lists with the same node type must have the same links, so that
/// each node has one predecessor; contradicting assumptions are ignored.
pub(super) fn doubly_linked<'f>(program: &Program, assumed: &[&'f StateFormula]) -> Vec<DoublyLinked<'f>> {
    let mut found: Vec<DoublyLinked<'f>> = Vec::new();
    for list in assumed.iter().filter_map(|formula| of_formula(program, formula)) {
        if found.iter().all(|known| known.node != list.node || known.shape == list.shape) {
            found.push(list);
        }
    }
    found
}

fn of_formula<'f>(program: &Program, formula: &'f StateFormula) -> Option<DoublyLinked<'f>> {
    let StateFormula::Atom(Predicate::Structure { claim: StructureClaim::Each(body), avoid, fields, from }) = formula
    else {
        return None;
    };
    let ([], [next], ExprNode::Load(pointer)) = (&avoid[..], &fields[..], &from.node) else { return None };
    let types = &program.types;
    let node = types.pointee(from.ty)?;
    if !stays(pointer, types, node) {
        return None;
    }
    let link = |field: FieldId| {
        let is_own = *types.get(node) == Type::Record(field.record) && !types.record(field.record).is_union;
        (is_own && types.pointee(types.field(field).ty) == Some(node)).then(|| types.field(field).offset as i64)
    };
    let mut said = Vec::new();
    conjuncts(body, &mut said);
    let back = said.into_iter().find_map(link_back)?;
    let back = BackLink { at: link(back)?, into: 0 };
    Some(DoublyLinked { pointer, node, shape: SegmentShape::list(0, link(*next)?, Some(back)) })
}

/// Returns true if a pointer's location does not depend on lists that are found later: it is in a variable, or in an
/// object that one points to, but not in a node, whose links may change.
fn stays(pointer: &Expr, types: &TypeTable, node: TypeId) -> bool {
    match &pointer.node {
        ExprNode::VariableAddress(_) => true,
        ExprNode::Load(address) => matches!(address.node, ExprNode::VariableAddress(_)),
        ExprNode::FieldAddress(base, field) => {
            *types.get(node) != Type::Record(field.record) && stays(base, types, node)
        }
        _ => false,
    }
}

/// Returns the field `prev` of `v->prev == u`.
fn link_back(formula: &StateFormula) -> Option<FieldId> {
    let StateFormula::Atom(Predicate::Condition(condition)) = formula else { return None };
    let ExprNode::Binary(BinaryOp::Equal, left, right) = &condition.node else { return None };
    let field = |read: &Expr, other: &Expr| {
        let ExprNode::Load(address) = &read.node else { return None };
        let ExprNode::FieldAddress(node, field) = &address.node else { return None };
        let is_link = node.node == ExprNode::Symbol(bound_symbol(1)) && other.node == ExprNode::Symbol(bound_symbol(0));
        is_link.then_some(*field)
    };
    field(left, right).or_else(|| field(right, left))
}
