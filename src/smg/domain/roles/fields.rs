//! Members of records that count: those to which the program adds a constant (`list->length++`), and which index no array.
//! What an index is at most depends on other numbers, which a join of its values would forget.

use std::collections::{BTreeMap, BTreeSet};

use ctype::{FieldId, Type, TypeId, TypeTable};
use program::{Command, Expr, ExprNode, Program, Variable, VariableId};

use crate::domain::object::{Object, Origin};
use crate::domain::roles::plus_constant;

/// Where such members are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountingFields {
    /// Their offsets in records.
    in_records: BTreeMap<TypeId, BTreeSet<i64>>,
    /// Their offsets in variables.
    in_variables: BTreeMap<VariableId, BTreeSet<i64>>,
}

impl CountingFields {
    pub fn of(program: &Program) -> CountingFields {
        let mut fields: BTreeSet<FieldId> = program.edges().filter_map(|edge| counted(&edge.command)).collect();
        for expr in program.edges().flat_map(|edge| edge.command.expressions()) {
            expr.visit(&mut |part| {
                if let ExprNode::ElementAddress(_, index) = &part.node {
                    fields.retain(|field| !loads(index, *field));
                }
            });
        }
        if fields.is_empty() {
            return CountingFields::default();
        }
        let types = &program.types;
        let of_type = |ty: TypeId| (ty, offsets(types, ty, &fields));
        let in_records: BTreeMap<TypeId, BTreeSet<i64>> =
            types.ids().map(of_type).filter(|(_, offsets)| !offsets.is_empty()).collect();
        let of_variable = |(id, variable): (VariableId, &Variable)| Some((id, in_records.get(&variable.ty)?.clone()));
        let in_variables = program.variables.enumerate().filter_map(of_variable).collect();
        CountingFields { in_records, in_variables }
    }

    /// Returns true if a member that counts begins at an offset in an object.
    pub fn has(&self, object: &Object, offset: i64) -> bool {
        let of_variable = match object.origin {
            Origin::Variable(variable) => self.in_variables.get(&variable),
            _ => None,
        };
        let found = of_variable.or_else(|| self.in_records.get(&object.record?));
        found.is_some_and(|offsets| offsets.contains(&offset))
    }
}

/// Returns the member to which a command adds a constant.
fn counted(command: &Command) -> Option<FieldId> {
    let Command::Store { address, value } = command else { return None };
    let field = |address: &Expr| match address.node {
        ExprNode::FieldAddress(_, field) => Some(field),
        _ => None,
    };
    let own = field(address)?;
    (field(plus_constant(value)?) == Some(own)).then_some(own)
}

/// Returns true if an expression is computed from a member.
fn loads(expr: &Expr, field: FieldId) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let ExprNode::Load(address) = &part.node {
            found |= matches!(address.node, ExprNode::FieldAddress(_, loaded) if loaded == field);
        }
    });
    found
}

/// Returns the offsets of the members of a type that count, also in its members.
fn offsets(types: &TypeTable, ty: TypeId, fields: &BTreeSet<FieldId>) -> BTreeSet<i64> {
    let Type::Record(record) = *types.get(ty) else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    for (index, field) in (0..).zip(types.fields(record)) {
        let Ok(offset) = i64::try_from(field.offset) else { continue };
        if fields.contains(&FieldId { record, index }) {
            found.insert(offset);
        }
        found.extend(offsets(types, field.ty, fields).into_iter().map(|inner| offset + inner));
    }
    found
}
