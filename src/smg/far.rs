//! Loops that count so far that no search comes to their end by turns: `for (i = 1; i; ++i)`.
//!
//! Such a loop is left when its counter has one value and only then, and comes to that value through the whole of its type.
//! Whoever writes it means a loop that may be left after any number of turns; test suites are full of them. The hunter leaves
//! it after some turns, and notes that this rests on numbers. (For a signed counter that is more than C promises: it overflows.)

use std::collections::BTreeMap;

use crate::program::analysis::order::LoopOrder;
use crate::program::{
    BinaryOp, Command, Expr, ExprNode, Flowchart, LocationId, Program, Variable, VariableId, VariableKind,
};
use crate::smg::configuration::{Configuration, Exactness};
use crate::smg::value::Value;

/// Loops that end within so many turns are followed turn by turn.
const FAR: i128 = 1 << 16;
/// So many turns from the value that ends it the counter must be: that many nodes are no special case of a long list.
const SOME: i128 = 5;

/// A loop that ends when a variable, which each turn changes by one, has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    counter: VariableId,
    /// The counter in bytes.
    size: i64,
    end: i128,
    step: i128,
}

/// The loops of a function that end when a counter has one value, by their heads.
pub fn counted_loops(program: &Program, flowchart: &Flowchart, order: &LoopOrder) -> BTreeMap<LocationId, Counted> {
    order.heads().filter_map(|head| Some((head, counted(program, flowchart, order, head)?))).collect()
}

fn counted(program: &Program, flowchart: &Flowchart, order: &LoopOrder, head: LocationId) -> Option<Counted> {
    let (counter, end) = flowchart.outgoing(head).into_iter().find_map(|edge| match &flowchart.edge(edge).command {
        Command::Assume { condition, holds } if !order.is_inside(flowchart.target(edge), head) => {
            ended_by(condition, *holds)
        }
        _ => None,
    })?;
    let is_own = |variable: &&Variable| !variable.address_taken && variable.kind != VariableKind::Global;
    let variable = program.variables.get(counter).filter(is_own)?;
    program.types.is_integer(variable.ty).then_some(())?;
    let size = i64::try_from(program.types.size_of(variable.ty)?).ok()?;
    let body = || {
        order.body(head).flat_map(|location| flowchart.outgoing(location).into_iter().map(move |edge| (location, edge)))
    };
    // Each turn makes one step, none ends the loop in another way, and what a turn does is the same in each.
    let is_regular = body().all(|(location, edge)| {
        let command = &flowchart.edge(edge).command;
        let target = flowchart.target(edge);
        let stays = location == head || order.is_inside(target, head) || only_ends(flowchart, target);
        let counts = location == head || command.written().is_some_and(|address| is_address_of(address, counter));
        stays && (counts || !command.expressions().into_iter().any(|expr| mentions(expr, counter)))
    });
    let mut steps = body().filter_map(|(location, edge)| match &flowchart.edge(edge).command {
        Command::Store { address, .. }
            if is_address_of(address, counter) && order.innermost(location) != Some(head) =>
        {
            Some(None)
        }
        Command::Store { address, value } if is_address_of(address, counter) => Some(step_of(value, counter)),
        Command::ScopeStart(variable) | Command::ScopeEnd(variable) if *variable == counter => Some(None),
        command => command.written().filter(|address| is_address_of(address, counter)).map(|_| None),
    });
    match (steps.next(), steps.next()) {
        (Some(Some(step)), None) if is_regular => Some(Counted { counter, size, end, step }),
        _ => None,
    }
}

/// Whether the program does nothing but end from a location on.
fn only_ends(flowchart: &Flowchart, location: LocationId) -> bool {
    let edges = flowchart.outgoing(location);
    !edges.is_empty()
        && edges.into_iter().all(|edge| matches!(flowchart.edge(edge).command, Command::Halt(_) | Command::Fail(_)))
}

/// The variable and its value, if a condition has an outcome for one value of a variable only.
fn ended_by(condition: &Expr, holds: bool) -> Option<(VariableId, i128)> {
    match &condition.node {
        ExprNode::Binary(BinaryOp::Equal, left, right) if holds => Some((variable_in(left)?, integer_in(right)?)),
        ExprNode::Binary(BinaryOp::NotEqual, left, right) if !holds => Some((variable_in(left)?, integer_in(right)?)),
        _ if !holds => Some((variable_in(condition)?, 0)),
        _ => None,
    }
}

/// By how much a value is more than a variable, if that is one or minus one.
fn step_of(value: &Expr, counter: VariableId) -> Option<i128> {
    let (op, left, right) = match &value.node {
        ExprNode::Binary(op, left, right) => (op, left, right),
        ExprNode::Cast(inner) => return step_of(inner, counter),
        _ => return None,
    };
    let amount = integer_in(right).filter(|amount| amount.abs() == 1 && variable_in(left) == Some(counter))?;
    match op {
        BinaryOp::Add => Some(amount),
        BinaryOp::Sub => Some(-amount),
        _ => None,
    }
}

fn variable_in(expr: &Expr) -> Option<VariableId> {
    match &expr.node {
        ExprNode::Load(address) => match address.node {
            ExprNode::VariableAddress(variable) => Some(variable),
            _ => None,
        },
        ExprNode::Cast(inner) => variable_in(inner),
        _ => None,
    }
}

fn integer_in(expr: &Expr) -> Option<i128> {
    match &expr.node {
        ExprNode::Integer(integer) => Some(*integer),
        ExprNode::Cast(inner) => integer_in(inner),
        _ => None,
    }
}

fn mentions(expr: &Expr, variable: VariableId) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= is_address_of(part, variable));
    found
}

fn is_address_of(address: &Expr, variable: VariableId) -> bool {
    matches!(address.node, ExprNode::VariableAddress(other) if other == variable)
}

impl Counted {
    /// The configuration at the end of the loop, if that is far from where it is.
    pub fn end_of(&self, configuration: &Configuration) -> Option<Configuration> {
        let object = configuration.variable(self.counter)?;
        let Value::Integer(now) = configuration.graph.object(object)?.read(0, self.size) else { return None };
        let values = 1_i128.checked_shl(u32::try_from(8 * self.size).ok().filter(|bits| *bits < 127)?)?;
        let turns = ((self.end - now) * self.step).rem_euclid(values);
        (turns > FAR && values - turns >= SOME).then_some(())?;
        let mut after = configuration.clone();
        after.graph.object_mut(object)?.write(0, self.size, Value::Integer(self.end));
        after.exact = after.exact.min(Exactness::ButForNumbers);
        Some(after)
    }
}
