//! The static call graph: which function may call which, and from where.
//!
//! A call through a pointer may reach every function with a body whose address the program uses as a value, if it takes
//! the arguments given: the types of the pointer may have been cast away, so only the count is looked at.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

use crate::{Callee, Command, EdgeId, Expr, ExprNode, FunctionId, Program};
use base::ids::Id;
use ctype::Type;

/// A place where a function may be called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallSite {
    /// Whose flowchart it is in.
    pub caller: FunctionId,
    /// The edge with the call.
    pub edge: EdgeId,
    /// Who may be called.
    pub callee: FunctionId,
    /// Whether it is called through a pointer: then others may be called instead.
    pub is_indirect: bool,
}

/// Who may call whom.
#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: DiGraph<FunctionId, CallSite, u32>,
    /// Function by function, callees first.
    components: Vec<Vec<FunctionId>>,
    address_taken: BTreeSet<FunctionId>,
}

impl CallGraph {
    /// The call graph of a program whose calls are kept.
    pub fn of(program: &Program) -> Self {
        let address_taken = functions_used_as_values(program);
        let mut graph = DiGraph::new();
        for id in program.functions.ids() {
            graph.add_node(id);
        }
        for caller in program.defined_functions() {
            let Some(flowchart) = program.flowchart(caller) else { continue };
            for edge in flowchart.edges() {
                let Command::Call { callee, arguments, .. } = &flowchart.edge(edge).command else { continue };
                let (callees, is_indirect) = match callee {
                    Callee::Direct(callee) => (vec![*callee], false),
                    Callee::Indirect(_) => (takers(program, &address_taken, arguments.len()), true),
                };
                for callee in callees {
                    let site = CallSite { caller, edge, callee, is_indirect };
                    graph.add_edge(node(caller), node(callee), site);
                }
            }
        }
        // Strongly connected components come callees first.
        let components = kosaraju_scc(&graph)
            .into_iter()
            .map(|component| {
                let mut functions: Vec<FunctionId> = component.into_iter().map(|node| graph[node]).collect();
                functions.sort();
                functions
            })
            .collect();
        CallGraph { graph, components, address_taken }
    }

    /// The places where a function calls another, in the order of its flowchart.
    pub fn calls(&self, caller: FunctionId) -> Vec<CallSite> {
        self.sites(caller, petgraph::Direction::Outgoing)
    }

    /// The places where a function may be called, in the order of the text.
    pub fn callers(&self, callee: FunctionId) -> Vec<CallSite> {
        self.sites(callee, petgraph::Direction::Incoming)
    }

    fn sites(&self, function: FunctionId, direction: petgraph::Direction) -> Vec<CallSite> {
        let mut sites: Vec<CallSite> =
            self.graph.edges_directed(node(function), direction).map(|edge| *edge.weight()).collect();
        sites.sort();
        sites
    }

    /// All functions in groups that call each other, callees before callers: the order in which summaries are made.
    pub fn callees_first(&self) -> &[Vec<FunctionId>] {
        &self.components
    }

    /// Whether a call of the function may lead to another call of it.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        let in_group = |group: &Vec<FunctionId>| group.len() > 1 && group.contains(&function);
        self.graph.contains_edge(node(function), node(function)) || self.components.iter().any(in_group)
    }

    /// The functions that a run from `entry` may call, itself included, ascending.
    pub fn reachable(&self, entry: FunctionId) -> BTreeSet<FunctionId> {
        let mut search = Dfs::new(&self.graph, node(entry));
        std::iter::from_fn(|| search.next(&self.graph)).map(|node| self.graph[node]).collect()
    }

    /// The functions whose address the program uses as a value.
    pub fn address_taken(&self) -> &BTreeSet<FunctionId> {
        &self.address_taken
    }
}

fn node(function: FunctionId) -> NodeIndex<u32> {
    NodeIndex::new(function.index())
}

/// The functions with a body among `candidates` that take this many arguments.
fn takers(program: &Program, candidates: &BTreeSet<FunctionId>, given: usize) -> Vec<FunctionId> {
    let takes = |id: &FunctionId| match program.types.get(program.functions[*id].ty) {
        Type::Function { parameters, variadic, .. } => {
            parameters.len() == given || (*variadic && parameters.len() <= given)
        }
        _ => false,
    };
    candidates.iter().copied().filter(|id| program.functions[*id].flowchart.is_some() && takes(id)).collect()
}

fn functions_used_as_values(program: &Program) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let flowcharts = program.functions.iter().filter_map(|function| function.flowchart.as_ref());
    let edges = flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| flowchart.edge(edge)));
    for edge in program.initializers.iter().chain(edges) {
        for expression in edge.command.expressions() {
            expression.visit(&mut |part: &Expr| {
                if let ExprNode::FunctionAddress(function) = part.node {
                    found.insert(function);
                }
            });
        }
    }
    found
}
