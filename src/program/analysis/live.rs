//! Live variables of automatic storage duration.
//!
//! A variable is live at a location if a run from there may read it before it is completely overwritten. A variable
//! that a pointer may reach is live wherever it is in scope. Globals are always live and are not listed. The function's
//! exit reads the result variable; a run that ends without returning (`exit`, a failure) reads nothing.

use base::{Budget, Exhausted};
use fixedbitset::FixedBitSet;

use crate::analysis::outputs;
use crate::{Command, EdgeId, Expr, ExprNode, Flowchart, FunctionId, LocationId, Program, VariableId, variables_in};

/// The live variables at each location of a flowchart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveVariables {
    /// The variables that the sets range over, ascending.
    variables: Vec<VariableId>,
    /// For each location, the live variables as positions in `variables`.
    sets: Vec<FixedBitSet>,
    /// For each location, the variables that a run from there may name, as positions in `variables`.
    named: Vec<FixedBitSet>,
    /// For each location, the variables that a run from there may name before it overwrites them, as positions in
    /// `variables`.
    needed: Vec<FixedBitSet>,
}

impl LiveVariables {
    /// Computes the live variables of a function, including those of calls inlined into it. Empty for a function
    /// without a body.
    pub fn of(program: &Program, function: FunctionId) -> Self {
        // A budget without limits is never exhausted.
        Self::within(program, function, &Budget::unlimited()).unwrap_or_else(|_| Self::empty())
    }

    /// Like [`of`](LiveVariables::of), within a budget: time and memory may grow with the square of the function.
    pub fn within(program: &Program, function: FunctionId, budget: &Budget) -> Result<Self, Exhausted> {
        let Some(flowchart) = program.flowchart(function) else { return Ok(Self::empty()) };
        let mut variables = program.functions[function].locals.clone();
        variables.sort();
        variables.dedup();
        let exposed = exposed(program, flowchart, &variables);
        let mut sets = in_scope(flowchart, program, function, (&variables, &exposed), budget)?;
        read_later(flowchart, program, function, (&variables, &exposed), &mut sets, budget)?;
        let wanted = (variables.as_slice(), program.functions[function].result);
        let named = used_later(flowchart, wanted, &named_by(flowchart, &variables), budget)?;
        let needed = used_later(flowchart, wanted, &needed_by(flowchart, program, &variables), budget)?;
        Ok(LiveVariables { variables, sets, named, needed })
    }

    fn empty() -> Self {
        LiveVariables { variables: Vec::new(), sets: Vec::new(), named: Vec::new(), needed: Vec::new() }
    }

    /// Returns true if a variable is live at a location. Globals and variables of other functions always are.
    pub fn is_live(&self, location: LocationId, variable: VariableId) -> bool {
        match self.variables.binary_search(&variable) {
            Ok(position) => self.sets.get(location.index()).is_some_and(|set| set.contains(position)),
            Err(_) => true,
        }
    }

    /// Returns true if a run from a location may name a variable (to read or write it or to take its address) in the
    /// same lifetime. Otherwise it is used only through pointers. Globals and variables of other functions may always
    /// be named.
    pub fn is_named_later(&self, location: LocationId, variable: VariableId) -> bool {
        match self.variables.binary_search(&variable) {
            Ok(position) => self.named.get(location.index()).is_some_and(|set| set.contains(position)),
            Err(_) => true,
        }
    }

    /// Returns true if a run from a location may name a variable in the same lifetime before it is completely overwritten, by
    /// its name or by a call that returns a value by a pointer to it. Otherwise its value matters only if a pointer leads to
    /// it. Globals and variables of other functions may always be.
    pub fn is_needed_later(&self, location: LocationId, variable: VariableId) -> bool {
        match self.variables.binary_search(&variable) {
            Ok(position) => self.needed.get(location.index()).is_some_and(|set| set.contains(position)),
            Err(_) => true,
        }
    }

    /// Returns the live variables at a location, in ascending order.
    pub fn at(&self, location: LocationId) -> impl Iterator<Item = VariableId> + '_ {
        let set = self.sets.get(location.index());
        set.into_iter().flat_map(FixedBitSet::ones).filter_map(|position| self.variables.get(position).copied())
    }

    /// Returns the variables that are live at `source` but not at `target`, in ascending order.
    pub fn dying(&self, source: LocationId, target: LocationId) -> impl Iterator<Item = VariableId> + '_ {
        self.at(source).filter(move |variable| !self.is_live(target, *variable))
    }
}

/// The uses of variables in a command.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Uses {
    reads: Vec<VariableId>,
    /// The variable that is completely overwritten, or whose lifetime begins or ends.
    writes: Option<VariableId>,
    /// Variables whose address becomes a value.
    exposes: Vec<VariableId>,
}

fn uses(command: &Command) -> Uses {
    let mut uses = Uses::default();
    if let Command::ScopeStart(variable) | Command::ScopeEnd(variable) = command {
        uses.writes = Some(*variable);
    }
    let written = command.written();
    for expression in command.expressions() {
        if written.is_some_and(|address| std::ptr::eq(address, expression)) {
            if let ExprNode::VariableAddress(variable) = expression.node {
                uses.writes = Some(variable);
            } else {
                // Only a part of the variable is written; the rest keeps its value.
                place(expression, &mut |_| {}, &mut uses.exposes, &mut uses.reads);
            }
        } else if let Command::Copy { .. } = command {
            let mut roots = Vec::new();
            place(expression, &mut |variable| roots.push(variable), &mut uses.exposes, &mut uses.reads);
            uses.reads.extend(roots);
        } else {
            value(expression, &mut uses.exposes, &mut uses.reads);
        }
    }
    uses
}

/// Visits an address that is used only to access memory. `root` receives the variable that it lies in, if any.
fn place(address: &Expr, root: &mut dyn FnMut(VariableId), exposes: &mut Vec<VariableId>, reads: &mut Vec<VariableId>) {
    match &address.node {
        ExprNode::VariableAddress(variable) => root(*variable),
        ExprNode::FieldAddress(base, _) | ExprNode::Cast(base) => place(base, root, exposes, reads),
        ExprNode::ElementAddress(base, index) => {
            place(base, root, exposes, reads);
            value(index, exposes, reads);
        }
        _ => value(address, exposes, reads),
    }
}

fn value(expression: &Expr, exposes: &mut Vec<VariableId>, reads: &mut Vec<VariableId>) {
    match &expression.node {
        ExprNode::VariableAddress(variable) => {
            exposes.push(*variable);
            reads.push(*variable);
        }
        ExprNode::Load(address) => {
            let mut roots = Vec::new();
            place(address, &mut |variable| roots.push(variable), exposes, reads);
            reads.extend(roots);
        }
        _ => expression.children().for_each(|child| value(child, exposes, reads)),
    }
}

/// Returns the variables whose address is taken or becomes a value somewhere.
fn exposed(program: &Program, flowchart: &Flowchart, variables: &[VariableId]) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(variables.len());
    for (position, variable) in variables.iter().enumerate() {
        set.set(position, program.variables[*variable].address_taken);
    }
    for edge in flowchart.edges() {
        for variable in uses(&flowchart.edge(edge).command).exposes {
            if let Ok(position) = variables.binary_search(&variable) {
                set.insert(position);
            }
        }
    }
    set
}

/// Returns for each location the exposed variables whose lifetime may have begun and not yet ended. Variables without a
/// [`Command::ScopeStart`] are alive from the entry on.
fn in_scope(
    flowchart: &Flowchart,
    program: &Program,
    function: FunctionId,
    (variables, exposed): (&[VariableId], &FixedBitSet),
    budget: &Budget,
) -> Result<Vec<FixedBitSet>, Exhausted> {
    let mut at_entry = exposed.clone();
    for edge in flowchart.edges() {
        if let Command::ScopeStart(variable) = flowchart.edge(edge).command
            && !program.functions[function].parameters.contains(&variable)
            && let Ok(position) = variables.binary_search(&variable)
        {
            at_entry.set(position, false);
        }
    }
    let mut sets = empty_sets(flowchart, variables, budget)?;
    sets[flowchart.entry.index()] = at_entry;
    let mut visited = vec![false; sets.len()];
    visited[flowchart.entry.index()] = true;
    let mut work = vec![flowchart.entry];
    while let Some(location) = work.pop() {
        budget.check()?;
        for edge in flowchart.outgoing(location) {
            let mut after = sets[location.index()].clone();
            match flowchart.edge(edge).command {
                Command::ScopeStart(variable) => set_to(&mut after, variables, exposed, variable, true),
                Command::ScopeEnd(variable) => set_to(&mut after, variables, exposed, variable, false),
                _ => {}
            }
            let target = flowchart.target(edge);
            let before = &mut sets[target.index()];
            let is_first = !std::mem::replace(&mut visited[target.index()], true);
            if is_first || !after.is_subset(before) {
                before.union_with(&after);
                work.push(target);
            }
        }
    }
    Ok(sets)
}

/// Returns an empty set for each location.
fn empty_sets(flowchart: &Flowchart, variables: &[VariableId], budget: &Budget) -> Result<Vec<FixedBitSet>, Exhausted> {
    let set = |_| budget.check().map(|()| FixedBitSet::with_capacity(variables.len()));
    flowchart.locations().map(set).collect()
}

fn set_to(
    set: &mut FixedBitSet,
    variables: &[VariableId],
    exposed: &FixedBitSet,
    variable: VariableId,
    is_in_scope: bool,
) {
    if let Ok(position) = variables.binary_search(&variable) {
        set.set(position, is_in_scope && exposed.contains(position));
    }
}

/// Adds the unexposed variables that are read later: a backward fixed point.
fn read_later(
    flowchart: &Flowchart,
    program: &Program,
    function: FunctionId,
    (variables, exposed): (&[VariableId], &FixedBitSet),
    sets: &mut [FixedBitSet],
    budget: &Budget,
) -> Result<(), Exhausted> {
    let position = |variable: &VariableId| variables.binary_search(variable).ok().filter(|at| !exposed.contains(*at));
    let edges: Vec<(Vec<usize>, Option<usize>)> = flowchart
        .edges()
        .map(|edge| {
            let command = &flowchart.edge(edge).command;
            let uses = uses(command);
            let reads = match command {
                // An unsupported command may read anything.
                Command::Unsupported { .. } => variables.iter().filter_map(position).collect(),
                _ => uses.reads.iter().filter_map(position).collect(),
            };
            (reads, uses.writes.as_ref().and_then(position))
        })
        .collect();
    let result = program.functions[function].result.as_ref().and_then(position);
    if let Some(result) = result {
        sets[flowchart.exit.index()].insert(result);
    }
    backwards(flowchart, sets, budget, |edge, mut after| {
        let (reads, writes) = &edges[edge.index()];
        // Exposed variables are live at a location because they are in scope there, not because they are live at a
        // successor.
        after.difference_with(exposed);
        if let Some(written) = writes {
            after.set(*written, false);
        }
        after.extend(reads.iter().copied());
        after
    })
}

/// The variables that a command uses, and those whose values it replaces or whose lifetimes it begins, as positions.
struct Effect {
    used: Vec<usize>,
    replaced: Vec<usize>,
}

/// Returns the effect of each command by which a variable is named later in the same lifetime.
fn named_by(flowchart: &Flowchart, variables: &[VariableId]) -> Vec<Effect> {
    let position = |variable: VariableId| variables.binary_search(&variable).ok();
    let of_edge = |edge| {
        let edge = flowchart.edge(edge);
        let begun = if let Command::ScopeStart(variable) = edge.command { position(variable) } else { None };
        let used = variables_in(std::iter::once(edge)).into_iter().filter_map(position).collect();
        Effect { used, replaced: begun.into_iter().collect() }
    };
    flowchart.edges().map(of_edge).collect()
}

/// Returns the effect of each command by which a variable is named later in the same lifetime before it is overwritten.
fn needed_by(flowchart: &Flowchart, program: &Program, variables: &[VariableId]) -> Vec<Effect> {
    let position = |variable: VariableId| variables.binary_search(&variable).ok();
    let of_edge = |edge| {
        let command = &flowchart.edge(edge).command;
        let (uses, outputs) = (uses(command), outputs::overwritten(program, command));
        let named = uses.reads.into_iter().chain(uses.exposes).filter(|variable| !outputs.contains(variable));
        let used = match command {
            // An unsupported command may name anything.
            Command::Unsupported { .. } => (0..variables.len()).collect(),
            _ => named.filter_map(position).collect(),
        };
        let replaced = uses.writes.into_iter().chain(outputs.iter().copied()).filter_map(position).collect();
        Effect { used, replaced }
    };
    flowchart.edges().map(of_edge).collect()
}

/// Returns for each location the variables used later before they are replaced: a backward fixed point. The exit uses the
/// result.
fn used_later(
    flowchart: &Flowchart,
    (variables, result): (&[VariableId], Option<VariableId>),
    effects: &[Effect],
    budget: &Budget,
) -> Result<Vec<FixedBitSet>, Exhausted> {
    let mut sets = empty_sets(flowchart, variables, budget)?;
    let result = result.and_then(|variable| variables.binary_search(&variable).ok());
    sets[flowchart.exit.index()].extend(result);
    backwards(flowchart, &mut sets, budget, |edge, mut after| {
        let Effect { used, replaced } = &effects[edge.index()];
        replaced.iter().for_each(|position| after.set(*position, false));
        after.extend(used.iter().copied());
        after
    })?;
    Ok(sets)
}

/// Computes the least solution of `sets[source] ⊇ before(edge, sets[target])` for all edges that includes the given
/// sets.
fn backwards(
    flowchart: &Flowchart,
    sets: &mut [FixedBitSet],
    budget: &Budget,
    before: impl Fn(EdgeId, FixedBitSet) -> FixedBitSet,
) -> Result<(), Exhausted> {
    // Locations are numbered in reverse postorder, so this starts with the last ones.
    let mut work: Vec<LocationId> = flowchart.locations().collect();
    let mut waiting = vec![true; sets.len()];
    while let Some(location) = work.pop() {
        budget.check()?;
        waiting[location.index()] = false;
        let mut live = sets[location.index()].clone();
        for edge in flowchart.outgoing(location) {
            live.union_with(&before(edge, sets[flowchart.target(edge).index()].clone()));
        }
        if live != sets[location.index()] {
            sets[location.index()] = live;
            for edge in flowchart.incoming(location) {
                let source = flowchart.source(edge);
                if !std::mem::replace(&mut waiting[source.index()], true) {
                    work.push(source);
                }
            }
        }
    }
    Ok(())
}
