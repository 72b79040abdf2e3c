//! The roles of a program's variables, as its text suggests them: which count, which index arrays, and which tell how far an
//! array is used.
//!
//! Roles are heuristics. They decide which numbers joins keep apart and where summarised arrays are divided, never what is true.

use std::collections::BTreeSet;

use base::ids::Id;
use itertools::Itertools;
use petgraph::unionfind::UnionFind;
use program::{BinaryOp, Callee, Command, Expr, ExprNode, Program, VariableId};

/// The roles of all variables. A variable may have several, or none.
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
        let mut linked = UnionFind::new(program.variables.len());
        for [one, other] in commands().flat_map(|command| links(program, command)) {
            linked.union(one.index(), other.index());
        }
        let with_indices: BTreeSet<usize> = indices.iter().map(|index| linked.find(index.index())).collect();
        let is_place = |variable: &VariableId| with_indices.contains(&linked.find(variable.index()));
        let places = program.variables.ids().filter(is_place).collect();
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

/// Returns the pairs of variables that a command compares or copies.
fn links(program: &Program, command: &Command) -> Vec<[VariableId; 2]> {
    match command {
        Command::Assume { condition, .. } => match &condition.node {
            ExprNode::Binary(op, left, right) if op.is_comparison() => {
                let pairs = variables(left).into_iter().cartesian_product(variables(right));
                pairs.map(|(one, other)| [one, other]).collect()
            }
            _ => Vec::new(),
        },
        Command::Store { address, value } => match (&address.node, shifted(value)) {
            (ExprNode::VariableAddress(to), Some(from)) => vec![[*to, from]],
            _ => Vec::new(),
        },
        Command::Call { callee: Callee::Direct(function), arguments, .. } => {
            let parameters = program.functions.get(*function).into_iter().flat_map(|function| &function.parameters);
            std::iter::zip(parameters, arguments).filter_map(|(to, from)| Some([*to, shifted(from)?])).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the variables whose values an expression is computed from, without those behind pointers.
pub fn variables(expr: &Expr) -> Vec<VariableId> {
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
