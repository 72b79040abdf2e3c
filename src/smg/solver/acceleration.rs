//! Acceleration of loops with too many iterations to unroll: `for (i = 1; i; ++i)`.
//!
//! Such a loop is left when its counter has one value, or passes one, after counting through about half of its type or
//! more. Its author means a loop that may be left after any number of iterations; test suites are full of them. Bug
//! finding leaves it after some iterations, and records that this depends on numbers. (For a signed counter it is more
//! than C guarantees: it overflows.) Only loops that build something are accelerated: each iteration allocates, none
//! frees, and no number except the counter reveals the number of iterations. No machine has memory for that many; all
//! others are followed like any loop.
//!
//! Acceleration decides no verdict of the public test programs, but saves time: without it test-0129 of predator-regre
//! takes 0.9 s instead of 0.2 s, test-0102 0.7 s instead of 0.3 s, three other programs at least twice as long, and the
//! suite a seventh more.

use std::collections::BTreeMap;

use crate::domain::arithmetic::{Format, in_order};
use crate::domain::configuration::{Configuration, Feasibility};
use crate::domain::value::{Range, Value};
use crate::solver::limits::{FAR, LEAST_ITERATIONS, MOST_CALL_DEPTH};
use base::integer::wrap;
use program::analysis::live::LiveVariables;
use program::analysis::order::LoopOrder;
use program::{
    BinaryOp, Callee, Command, Expr, ExprNode, Flowchart, FunctionId, LocationId, Program, VariableId, VariableKind,
};

/// A loop that ends when a variable, which each iteration changes by one, is in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountingLoop {
    counter: VariableId,
    format: Format,
    /// The values that end the loop.
    ends: Range,
    step: i128,
}

/// Returns the counting loops of a function, by their heads.
pub fn counting_loops(
    program: &Program,
    flowchart: &Flowchart,
    (order, live): (&LoopOrder, &LiveVariables),
) -> BTreeMap<LocationId, CountingLoop> {
    let mut builds = Builds { program, called: BTreeMap::new() };
    let found = |head| Some((head, counting_loop(&mut builds, flowchart, (order, live), head)?));
    order.heads().filter_map(found).collect()
}

fn counting_loop(
    builds: &mut Builds<'_>,
    flowchart: &Flowchart,
    (order, live): (&LoopOrder, &LiveVariables),
    head: LocationId,
) -> Option<CountingLoop> {
    let program = builds.program;
    let (counter, ends) =
        flowchart.outgoing(head).into_iter().find_map(|edge| match &flowchart.edge(edge).command {
            Command::Assume { condition, holds } if !order.is_inside(flowchart.target(edge), head) => {
                ended_by(program, condition, *holds)
            }
            _ => None,
        })?;
    let variable = program.variables.get(counter).filter(|_| is_local(program, counter))?;
    let format = program.types.integer_format(variable.ty).filter(|format| format.0 > 1)?;
    let body = || {
        order.body(head).flat_map(|location| flowchart.outgoing(location).into_iter().map(move |edge| (location, edge)))
    };
    // Each iteration makes one step, no other condition ends the loop, and the body does the same in each iteration.
    let is_regular = body().all(|(location, edge)| {
        let command = &flowchart.edge(edge).command;
        let target = flowchart.target(edge);
        let stays = location == head || order.is_inside(target, head) || only_ends(flowchart, target);
        let counts = location == head || command.written().is_some_and(|address| is_address_of(address, counter));
        stays && (counts || !command.expressions().into_iter().any(|expr| mentions(expr, counter)))
    });
    // The value of such a variable at the end of an iteration is carried over to the next one.
    let goes_on = |id: VariableId| id != counter && live.is_live(head, id);
    let commands = body().map(|(_, edge)| &flowchart.edge(edge).command);
    if !builds.allocate(commands, &goes_on, MOST_CALL_DEPTH)? {
        return None;
    }
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
        (Some(Some(step)), None) if is_regular => Some(CountingLoop { counter, format, ends, step }),
        _ => None,
    }
}

/// Facts about the functions that are called in loops.
struct Builds<'p> {
    program: &'p Program,
    /// For each function that was examined, true if it allocates; `None` as in [`Builds::allocates`], and for functions
    /// being examined.
    called: BTreeMap<FunctionId, Option<bool>>,
}

impl Builds<'_> {
    /// Returns true if one of some commands in a loop allocates; `None` as in [`Builds::allocates`].
    fn allocate<'c>(
        &mut self,
        commands: impl Iterator<Item = &'c Command>,
        goes_on: &dyn Fn(VariableId) -> bool,
        depth: u32,
    ) -> Option<bool> {
        let mut allocates = false;
        for command in commands {
            allocates |= self.allocates(command, goes_on, depth)?;
        }
        Some(allocates)
    }

    /// Returns true if a command in a loop allocates. `None` if it frees, or if it stores a number from which the next
    /// iteration may learn the number of iterations: in a variable that is carried over, or in other memory.
    fn allocates(&mut self, command: &Command, goes_on: &dyn Fn(VariableId) -> bool, depth: u32) -> Option<bool> {
        let program = self.program;
        let is_number = |ty| program.types.integer_format(ty).is_some();
        let local = |address: &Expr| match address.node {
            ExprNode::VariableAddress(id) if is_local(program, id) => Some(id),
            _ => None,
        };
        let counts = match command {
            Command::Free(_) | Command::Call { callee: Callee::Indirect(_) | Callee::Declared(_), .. } => true,
            Command::Library { function, .. } => !function.touches_nothing() && !function.prints(),
            Command::Store { address, value } if is_number(value.ty) => match local(address) {
                Some(id) => goes_on(id),
                None => reads(value, address),
            },
            Command::Call { result: Some(address), .. } if local(address).is_some_and(goes_on) => {
                program.types.pointee(address.ty).is_some_and(is_number)
            }
            _ => false,
        };
        match command {
            _ if counts => None,
            Command::Call { callee: Callee::Direct(function), .. } => self.of_function(*function, depth),
            command => Some(matches!(command, Command::Allocate { .. })),
        }
    }

    /// As [`Builds::allocates`], for all commands of a function. Its own variables are not carried over.
    fn of_function(&mut self, function: FunctionId, depth: u32) -> Option<bool> {
        let Some(flowchart) = self.program.flowchart(function) else { return Some(false) };
        if let Some(known) = self.called.get(&function) {
            return *known;
        }
        let depth = depth.checked_sub(1)?;
        self.called.insert(function, None);
        let commands = flowchart.edges().map(|edge| &flowchart.edge(edge).command);
        let found = self.allocate(commands, &|_| false, depth);
        self.called.insert(function, found);
        found
    }
}

/// Returns true if only the function itself reads or writes a variable.
fn is_local(program: &Program, id: VariableId) -> bool {
    program.variables.get(id).is_some_and(|variable| !variable.address_taken && variable.kind != VariableKind::Global)
}

/// Returns true if an expression loads from an address.
fn reads(expr: &Expr, address: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(&part.node, ExprNode::Load(from) if **from == *address));
    found
}

/// Returns true if every command from a location on ends the program.
fn only_ends(flowchart: &Flowchart, location: LocationId) -> bool {
    let edges = flowchart.outgoing(location);
    !edges.is_empty()
        && edges.into_iter().all(|edge| matches!(flowchart.edge(edge).command, Command::Halt(_) | Command::Fail(_)))
}

/// Returns the variable and its values, if a condition has this outcome exactly for some values of one variable.
fn ended_by(program: &Program, condition: &Expr, holds: bool) -> Option<(VariableId, Range)> {
    let ExprNode::Binary(op, left, right) = &condition.node else {
        return (!holds).then_some((kept_variable_in(program, condition)?, Range::exactly(0)));
    };
    match (op, holds) {
        (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => {
            Some((kept_variable_in(program, left)?, Range::exactly(integer_in(right)?)))
        }
        _ => {
            let (less, more, gap) = in_order(*op, holds, [left, right])?;
            below(program, less, more, gap)
        }
    }
}

/// Returns the variable and its values with `left + gap <= right`, if one side is a variable and the other an integer.
fn below(program: &Program, left: &Expr, right: &Expr, gap: i128) -> Option<(VariableId, Range)> {
    match (integer_in(left), integer_in(right)) {
        (None, Some(bound)) => Some((kept_variable_in(program, left)?, Range::new(Range::ALL.low(), bound - gap)?)),
        (Some(bound), None) => Some((kept_variable_in(program, right)?, Range::new(bound + gap, Range::ALL.high())?)),
        _ => None,
    }
}

/// Returns the variable that an expression reads, if no conversion changes a value of it: a comparison in a type that
/// lacks some of the variable's values is a different one.
fn kept_variable_in(program: &Program, expr: &Expr) -> Option<VariableId> {
    let variable = variable_in(expr)?;
    let values_of = |ty| program.types.integer_format(ty).map(Range::of_format);
    let own = values_of(program.variables.get(variable)?.ty)?;
    let mut casts = expr;
    while let ExprNode::Cast(inner) = &casts.node {
        values_of(casts.ty).filter(|compared| compared.includes(own))?;
        casts = inner;
    }
    Some(variable)
}

/// Returns the difference between a value and a variable, if it is one or minus one.
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

impl CountingLoop {
    pub fn counter(&self) -> VariableId {
        self.counter
    }

    /// Returns the value of the counter at the end of the loop, if there are enough iterations from `now` to
    /// accelerate.
    pub fn end_from(&self, now: i128) -> Option<i128> {
        let ends = self.ends.intersection(Range::of_format(self.format))?;
        let values = 1_i128.checked_shl(self.format.0.min(100))?;
        let (now, end) = (wrap(now, self.format), if self.step > 0 { ends.low() } else { ends.high() });
        let iterations =
            if ends.includes(Range::exactly(now)) { 0 } else { ((end - now) * self.step).rem_euclid(values) };
        (iterations > FAR && iterations >= values / 2 - FAR && values - iterations >= LEAST_ITERATIONS).then_some(end)
    }

    /// Returns the configuration at the end of the loop, if there are enough iterations to accelerate.
    pub fn end_of(&self, configuration: &Configuration) -> Option<Configuration> {
        let object = configuration.variable(self.counter)?;
        let size = i64::from(self.format.0 / 8);
        let Value::Integer(now) = configuration.graph.object(object)?.read(0, size) else { return None };
        let end = self.end_from(now)?;
        let mut after = configuration.clone();
        after.graph.object_mut(object)?.write(0, size, Value::Integer(end));
        after.feasible = after.feasible.min(Feasibility::ButForIterations);
        Some(after)
    }
}
