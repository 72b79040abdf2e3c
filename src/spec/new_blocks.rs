//! `symbol k = new @ L`: one of the blocks that the allocation at `L` makes, chosen nondeterministically and once.
//!
//! The choice is encoded in the program: `k` is a variable that no text of the program names, initially NULL. After the
//! allocation there are two paths: one on which nothing changes, and one on which `k`, if it is still NULL, becomes the
//! new block. So every engine considers both, without further support. An atom with `k` is false while `k` is NULL.

use crate::resolve::{Resolved, Resolver, null_syntax};
use crate::statements::check_name;
use crate::syntax::LocationName;
use crate::{Predicate, Specification, StateFormula};
use base::{Diagnostic, Diagnostics, Span};
use ctype::TypeId;
use frontend::ast::{Binary, Expression, ExpressionKind, Identifier};
use program::{
    BinaryOp, Command, Edge, EdgeId, Expr, ExprNode, FunctionId, Location, LocationId, Program, VariableId,
    VariableKind,
};

/// Adds the variables and the choices to the program.
pub(super) fn declare<'s>(
    resolver: &mut Resolver<'_>,
    symbols: impl Iterator<Item = (&'s Identifier, &'s LocationName)>,
    specification: &Specification,
    diagnostics: &mut Diagnostics,
) {
    for (name, location) in symbols {
        if let Err(problem) = declare_one(resolver, specification, name, location) {
            diagnostics.push(problem);
        }
    }
}

fn declare_one(
    resolver: &mut Resolver<'_>,
    specification: &Specification,
    name: &Identifier,
    location: &LocationName,
) -> Resolved<()> {
    check_name(resolver, &specification.symbols, name)?;
    let mut allocations = Vec::new();
    for at in resolver.locations(location)? {
        allocations.extend(allocation(resolver, at));
    }
    let program = &mut *resolver.program;
    let Some((_, first)) = allocations.first() else {
        return Err(Diagnostic::error(location.span, "no block is allocated by the statement here")
            .with_note(None, "it has to be 'p = malloc(…)', or a like function of the C library"));
    };
    let ty = first.ty;
    let block = program.types.pointee(ty).filter(|block| program.types.is_pointer(*block));
    let object = block.and_then(|block| program.types.pointee(block)).and_then(|object| program.types.size_of(object));
    let (Some(block), Some(_)) = (block, object) else {
        return Err(Diagnostic::error(location.span, "it is not known what is allocated here")
            .with_note(None, "the pointer that is assigned leads to no object of known size"));
    };
    if allocations.iter().any(|(_, address)| address.ty != ty) {
        return Err(Diagnostic::error(location.span, "blocks of different types are allocated here"));
    }
    let symbol = program.add_variable(None, (name.name.clone(), block, VariableKind::Global), name.span);
    program.variables[symbol].is_chosen = true;
    let address = Expr::new(ExprNode::VariableAddress(symbol), ty);
    let command = Command::Store { address, value: Expr::new(ExprNode::Null, block) };
    program.initializers.push(Edge { command, span: name.span, input: None });
    // The last one first: a removed edge is replaced by the edge with the highest index.
    let mut edges: Vec<EdgeId> = allocations.into_iter().map(|(edge, _)| edge).collect();
    edges.sort_unstable();
    for edge in edges.into_iter().rev() {
        choose(program, resolver.entry, edge, (symbol, block, ty));
    }
    Ok(())
}

/// Returns the allocation that the statement at a location begins with, and the address of its result.
fn allocation(resolver: &Resolver<'_>, at: LocationId) -> Option<(EdgeId, Expr)> {
    let flowchart = resolver.program.flowchart(resolver.entry)?;
    let mut at = at;
    for _ in 0..flowchart.graph.edge_count() {
        let [edge] = flowchart.outgoing(at)[..] else { return None };
        if let Command::Allocate { address, .. } = &flowchart.edge(edge).command {
            return Some((edge, address.clone()));
        }
        at = flowchart.target(edge);
        // The beginning of another statement.
        if !flowchart.location(at).statements.is_empty() || !flowchart.location(at).labels.is_empty() {
            return None;
        }
    }
    None
}

/// Returns a variable for the new block, unless its address is stored to a variable. Storing it may change the access
/// path to the place, as in `p->n = malloc(...)` where `p->n` is on the path to itself.
fn kept_block(program: &mut Program, entry: FunctionId, edge: EdgeId, block: TypeId) -> Option<VariableId> {
    let allocation = program.flowchart(entry)?.edge(edge);
    let Command::Allocate { address, .. } = &allocation.command else { return None };
    let (span, is_variable) = (allocation.span, matches!(address.node, ExprNode::VariableAddress(_)));
    (!is_variable).then(|| program.add_temporary(entry, "block", block, span))
}

/// Inserts the choice after an allocation.
fn choose(program: &mut Program, entry: FunctionId, edge: EdgeId, (symbol, block, cell): (VariableId, TypeId, TypeId)) {
    let int = program.types.int();
    let kept = kept_block(program, entry, edge, block);
    let Some(flowchart) = program.functions[entry].flowchart.as_mut() else { return };
    let (source, target) = (flowchart.source(edge), flowchart.target(edge));
    let Some(mut allocation) = flowchart.graph.remove_edge(edge) else { return };
    let Command::Allocate { address, .. } = &mut allocation.command else { return };
    let load = |address: Expr| Expr::new(ExprNode::Load(Box::new(address)), block);
    let chosen = Expr::new(ExprNode::VariableAddress(symbol), cell);
    let stored = kept.map(|kept| {
        let kept = Expr::new(ExprNode::VariableAddress(kept), cell);
        Command::Store { address: std::mem::replace(address, kept.clone()), value: load(kept) }
    });
    let (made, span) = (load(address.clone()), allocation.span);
    let is_set = {
        let operands = (Box::new(load(chosen.clone())), Box::new(Expr::new(ExprNode::Null, block)));
        Expr::new(ExprNode::Binary(BinaryOp::NotEqual, operands.0, operands.1), int)
    };
    let here = Location {
        labels: Vec::new(),
        statements: Default::default(),
        span: flowchart.location(source).span,
        function: flowchart.location(source).function,
        instance: flowchart.location(source).instance.clone(),
    };
    let mut node = || flowchart.graph.add_node(here.clone());
    let (made_at, free, taken) = (node(), node(), node());
    let behind = if stored.is_some() { node() } else { made_at };
    flowchart.graph.add_edge(source, made_at, allocation);
    let mut add = |from: LocationId, to: LocationId, command: Command, span: Span| {
        flowchart.graph.add_edge(from, to, Edge { command, span, input: None });
    };
    if let Some(stored) = stored {
        add(made_at, behind, stored, span);
    }
    add(behind, target, Command::Assume { condition: is_set.clone(), holds: true }, span);
    add(behind, free, Command::Assume { condition: is_set, holds: false }, span);
    add(free, target, Command::Skip, span);
    add(free, taken, Command::Skip, span);
    add(taken, target, Command::Store { address: chosen, value: made }, span);
}

impl Resolver<'_> {
    /// Returns the conditions for an atom to be only about blocks that are already chosen.
    pub(super) fn chosen_blocks(&mut self, atom: &Predicate) -> Resolved<Vec<StateFormula>> {
        let mut named: Vec<VariableId> = Vec::new();
        for expr in atom.expressions() {
            expr.visit(&mut |part| {
                if let ExprNode::VariableAddress(id) = part.node
                    && self.program.variables.get(id).is_some_and(|variable| variable.is_chosen)
                    && !named.contains(&id)
                {
                    named.push(id);
                }
            });
        }
        let mut found = Vec::new();
        for id in named {
            let Some(variable) = self.program.variables.get(id) else { continue };
            let span = variable.span;
            let name = Expression { kind: ExpressionKind::Identifier(variable.name.as_str().into()), span };
            let kind = ExpressionKind::Binary(Binary::NotEqual, Box::new(name), Box::new(null_syntax(span)));
            found.push(StateFormula::Atom(Predicate::Condition(self.typed(&Expression { kind, span })?)));
        }
        Ok(found)
    }
}
