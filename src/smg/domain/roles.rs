//! The roles of a program's variables, as its text suggests them: which count, which index arrays, which tell how far an array
//! is used, and which lead to numbers that are compared.
//!
//! Roles are heuristics. They decide which numbers joins keep apart and where summarised arrays are divided, never what is true.

pub mod fields;

use std::collections::BTreeSet;

use base::ids::Id;
use itertools::Itertools;
use petgraph::unionfind::UnionFind;
use program::{BinaryOp, Callee, Command, Expr, ExprNode, Program, VariableId};

use self::fields::CountingFields;
use crate::domain::object::Object;

/// The roles of all variables. A variable may have several, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableRoles {
    /// Those to which the program adds a constant.
    counters: BTreeSet<VariableId>,
    /// Members of records to which the program adds a constant.
    counting_fields: CountingFields,
    /// Those that index arrays which may be summarised.
    indices: BTreeSet<VariableId>,
    /// Those that are compared with indices, or copied from or to them, directly or not; `None` if that is not known.
    places: Option<BTreeSet<VariableId>>,
    /// Pointers through which the program reads a number that it compares, and those passed to such a parameter.
    comparing: BTreeSet<VariableId>,
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
        VariableRoles {
            counters,
            counting_fields: CountingFields::of(program),
            indices: indices.clone(),
            places: Some(places),
            comparing: comparing(program),
        }
    }

    /// Returns true for a variable that indexes arrays which may be summarised.
    pub fn is_index(&self, variable: VariableId) -> bool {
        self.indices.contains(&variable)
    }

    /// Returns true for a variable that counts or indexes: its values are rarely states of the program.
    pub fn is_counter(&self, variable: VariableId) -> bool {
        self.is_index(variable) || self.counters.contains(&variable)
    }

    /// Returns true if a member that counts is at an offset in an object. Only 0 is a state of the program then: nothing is
    /// there that is counted.
    pub fn is_counting_field(&self, object: &Object, offset: i64) -> bool {
        self.counting_fields.has(object, offset)
    }

    /// Returns true for a pointer through which the program reads a number that it compares.
    pub fn compares(&self, variable: VariableId) -> bool {
        self.comparing.contains(&variable)
    }

    /// Returns true for a variable that may tell how far an array is used.
    pub fn tells_place(&self, variable: VariableId) -> bool {
        self.places.as_ref().is_none_or(|places| places.contains(&variable))
    }
}

/// Returns the pointers through which the program reads what it compares, itself or in a function that they are passed to.
fn comparing(program: &Program) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for expr in program.edges().flat_map(|edge| edge.command.expressions()) {
        expr.visit(&mut |part| {
            if let ExprNode::Binary(op, left, right) = &part.node
                && op.is_comparison()
            {
                found.extend([pointers(left), pointers(right)].concat());
            }
        });
    }
    let passed: Vec<[VariableId; 2]> = program.edges().flat_map(|edge| passed(program, &edge.command)).collect();
    loop {
        let before = found.len();
        for [parameter, from] in &passed {
            if found.contains(parameter) {
                found.insert(*from);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Returns the variables that point to what an expression loads.
fn pointers(expr: &Expr) -> Vec<VariableId> {
    let mut found = Vec::new();
    expr.visit(&mut |part| {
        if let ExprNode::Load(address) = &part.node {
            found.extend(variables(address));
        }
    });
    found
}

/// Returns the parameters to which a command passes variables, each with that variable.
fn passed(program: &Program, command: &Command) -> Vec<[VariableId; 2]> {
    let Command::Call { callee: Callee::Direct(function), arguments, .. } = command else { return Vec::new() };
    let parameters = program.functions.get(*function).into_iter().flat_map(|function| &function.parameters);
    std::iter::zip(parameters, arguments).filter_map(|(to, from)| Some([*to, shifted(from)?])).collect()
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
        _ => passed(program, command),
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
    match loaded(value)?.node {
        ExprNode::VariableAddress(variable) => Some(variable),
        _ => None,
    }
}

/// Returns the address of the value that an expression is, or is the sum of that with a constant.
fn loaded(value: &Expr) -> Option<&Expr> {
    match &value.node {
        ExprNode::Cast(inner) => loaded(inner),
        ExprNode::Load(address) => Some(address),
        ExprNode::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            matches!(right.node, ExprNode::Integer(_)).then(|| loaded(left))?
        }
        _ => None,
    }
}

/// As [`loaded`], but of a sum.
fn plus_constant(value: &Expr) -> Option<&Expr> {
    loaded(value).filter(|_| !matches!(value.node, ExprNode::Load(_)))
}

/// Returns the variable to which a command adds a constant.
fn counter(command: &Command) -> Option<VariableId> {
    let Command::Store { address, value } = command else { return None };
    let ExprNode::VariableAddress(variable) = address.node else { return None };
    (plus_constant(value)?.node == address.node).then_some(variable)
}
