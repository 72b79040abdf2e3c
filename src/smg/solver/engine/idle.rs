//! Lists that a loop does not look at: what has nothing to do with the loop does not multiply its configurations.
//!
//! Two configurations that differ only in what one such variable leads to are joined. The rest is the same in both, so
//! nothing is lost of how lists depend on each other: the lists become one that may be empty. See R. Manevich and others,
//! "Partially Disjunctive Heap Abstraction" (2004), which joins by a coarser likeness.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::configuration::Configuration;
use crate::domain::value::ObjectId;
use base::ids::Id;
use program::analysis::order::LoopOrder;
use program::{
    Command, Expr, ExprNode, Flowchart, FunctionId, LocationId, Program, Variable, VariableId, VariableKind,
};

/// For the head of each loop, the pointers that the loop may assign and copy, but does not look at.
#[derive(Clone, Debug, Default)]
pub(super) struct IdleVariables(BTreeMap<LocationId, BTreeSet<VariableId>>);

impl IdleVariables {
    pub fn of(program: &Program, function: FunctionId, flowchart: &Flowchart, order: &LoopOrder) -> IdleVariables {
        let is_pointer = |variable: &Variable| !variable.address_taken && program.types.is_pointer(variable.ty);
        let is_named = |variable: &Variable| matches!(variable.kind, VariableKind::Local | VariableKind::Parameter);
        let is_candidate = |id: &VariableId| {
            program.variables.get(*id).is_some_and(|variable| is_pointer(variable) && is_named(variable))
        };
        let locals = program.functions.get(function).into_iter().flat_map(|function| &function.locals);
        let pointers: BTreeSet<VariableId> = locals.copied().filter(is_candidate).collect();
        let idle = |head: LocationId| {
            let mut found = pointers.clone();
            for location in order.body(head) {
                let commands = flowchart.outgoing(location).into_iter().map(|edge| &flowchart.edge(edge).command);
                commands.for_each(|command| retain_idle(&mut found, command));
            }
            // A loop around this one that builds a list has its own configurations of it.
            let mut around = order.around(head);
            while let Some(outer) = around {
                for location in order.body(outer).filter(|location| !order.is_inside(*location, head)) {
                    let commands = flowchart.outgoing(location).into_iter().map(|edge| &flowchart.edge(edge).command);
                    commands.flat_map(Command::expressions).for_each(|expr| remove_named(&mut found, expr));
                }
                around = order.around(outer);
            }
            (head, found)
        };
        IdleVariables(order.heads().map(idle).filter(|(_, found)| !found.is_empty()).collect())
    }

    /// Returns the pointers that the loop of a head does not look at.
    pub fn at(&self, head: LocationId) -> Option<&BTreeSet<VariableId>> {
        self.0.get(&head)
    }
}

/// Removes the variables that a command looks at: all that it names, except where it only assigns or copies them.
fn retain_idle(idle: &mut BTreeSet<VariableId>, command: &Command) {
    let mut named = |expr: &Expr| remove_named(idle, expr);
    let is_variable = |expr: &Expr| matches!(expr.node, ExprNode::VariableAddress(_));
    let is_copied = |expr: &Expr| matches!(&expr.node, ExprNode::Load(address) if is_variable(address));
    match command {
        Command::Store { address, value } => {
            [(address, is_variable(address)), (value, is_copied(value))]
                .into_iter()
                .filter(|(_, is_idle)| !is_idle)
                .for_each(|(expr, _)| named(expr));
        }
        Command::Allocate { address, bytes, .. } if is_variable(address) => named(bytes),
        other => other.expressions().into_iter().for_each(named),
    }
}

fn remove_named(idle: &mut BTreeSet<VariableId>, expr: &Expr) {
    expr.visit(&mut |part| {
        if let ExprNode::VariableAddress(variable) = part.node {
            idle.remove(&variable);
        }
    });
}

/// Returns, for each idle variable that leads to something of its own or to nothing, a hash of all the rest.
pub(super) fn without_each(configuration: &Configuration, idle: &BTreeSet<VariableId>) -> Vec<(VariableId, u64)> {
    let Some(frame) = configuration.frames.last() else { return Vec::new() };
    let roots = configuration.roots();
    let rest = |variable: &VariableId| {
        let object = *frame.variables.get(variable)?;
        is_apart(configuration, object, &roots).then(|| {
            let mut other = configuration.clone();
            if let Some(frame) = other.frames.last_mut() {
                frame.variables.remove(variable);
            }
            (*variable, other.canonical().fingerprint())
        })
    };
    idle.iter().filter_map(rest).collect()
}

/// Returns true if nothing connects an object with the other roots.
fn is_apart(configuration: &Configuration, object: ObjectId, roots: &[ObjectId]) -> bool {
    let connected = configuration.graph.connected([object]);
    !roots.iter().any(|root| *root != object && connected.get(root.index()) == Some(&true))
}
