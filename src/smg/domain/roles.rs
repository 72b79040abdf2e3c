//! The roles of a program's variables, as its text suggests them: which count, which index arrays, and which tell how far an
//! array is used.
//!
//! Roles are heuristics. They decide which numbers joins keep apart and where summarised arrays are divided, never what is true.

use std::collections::BTreeSet;

use program::{BinaryOp, Callee, Command, Expr, ExprNode, FunctionId, Program, VariableId};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableRoles {
    /// Those to which the program adds a constant.
    counters: BTreeSet<VariableId>,
    /// Those that index arrays which may be summarised.
    indices: BTreeSet<VariableId>,
    /// Those that are compared with indices, or copied from or to them, directly or not; `None` if that is not known.
    places: Option<BTreeSet<VariableId>>,
}

impl VariableRoles {
    /// Returns the roles of the variables of a program in which these index arrays.
    pub fn of(program: &Program, indices: &BTreeSet<VariableId>) -> VariableRoles {
        let commands = || program.edges().map(|edge| &edge.command);
        let mut links: Vec<[VariableId; 2]> = Vec::new();
        commands().for_each(|command| add_links(program, command, &mut links));
        let mut places = indices.clone();
        while let Some(found) = links.iter().find(|link| places.contains(&link[0]) != places.contains(&link[1])) {
            places.extend(found);
        }
        let counters = commands().filter_map(counter).collect();
        VariableRoles { counters, indices: indices.clone(), places: Some(places) }
    }

    /// Returns true for a variable that indexes arrays which may be summarised.
    pub fn is_index(&self, variable: VariableId) -> bool {
        self.indices.contains(&variable)
    }

    /// Returns true for a variable that counts or indexes: its values are rarely states of the program.
    pub fn is_counter(&self, variable: VariableId) -> bool {
        self.is_index(variable) || self.counters.contains(&variable)
    }

    /// Returns true for a variable that may tell how far an array is used.
    pub fn tells_place(&self, variable: VariableId) -> bool {
        self.places.as_ref().is_none_or(|places| places.contains(&variable))
    }
}

/// Adds the pairs of variables that a command compares or copies.
fn add_links(program: &Program, command: &Command, links: &mut Vec<[VariableId; 2]>) {
    match command {
        Command::Assume { condition, .. } => {
            if let ExprNode::Binary(op, left, right) = &condition.node
                && op.is_comparison()
            {
                let (left, right) = (variables(left), variables(right));
                links.extend(left.iter().flat_map(|one| right.iter().map(|other| [*one, *other])));
            }
        }
        Command::Store { address, value } => {
            if let (ExprNode::VariableAddress(to), Some(from)) = (&address.node, shifted(value)) {
                links.push([*to, from]);
            }
        }
        Command::Call { callee, arguments, .. } => {
            let function = called(callee).and_then(|id| program.functions.get(id));
            let parameters = function.into_iter().flat_map(|function| &function.parameters);
            links.extend(std::iter::zip(parameters, arguments).filter_map(|(to, from)| Some([*to, shifted(from)?])));
        }
        _ => {}
    }
}

fn called(callee: &Callee) -> Option<FunctionId> {
    match callee {
        Callee::Direct(id) => Some(*id),
        _ => None,
    }
}

/// Returns the variables whose values an expression is computed from, without those behind pointers.
fn variables(expr: &Expr) -> Vec<VariableId> {
    let mut found = Vec::new();
    expr.visit(&mut |part| {
        if let ExprNode::Load(address) = &part.node
            && let ExprNode::VariableAddress(variable) = address.node
        {
            found.push(variable);
        }
    });
    found
}

/// Returns the variable whose value, or its sum with a constant, an expression is.
fn shifted(value: &Expr) -> Option<VariableId> {
    match &value.node {
        ExprNode::Cast(inner) => shifted(inner),
        ExprNode::Load(address) => match address.node {
            ExprNode::VariableAddress(variable) => Some(variable),
            _ => None,
        },
        ExprNode::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            matches!(right.node, ExprNode::Integer(_)).then(|| shifted(left))?
        }
        _ => None,
    }
}

/// Returns the variable to which a command adds a constant.
fn counter(command: &Command) -> Option<VariableId> {
    let Command::Store { address, value } = command else { return None };
    let ExprNode::VariableAddress(variable) = address.node else { return None };
    let is_copy = |value: &Expr| matches!(value.node, ExprNode::Load(_));
    (shifted(value) == Some(variable) && !is_copy(value)).then_some(variable)
}
