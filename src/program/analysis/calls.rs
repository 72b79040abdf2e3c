//! The static call graph: callers, callees and call sites.
//!
//! A call through a pointer may reach every function with a body whose address the program uses as a value and whose
//! parameter count fits. Types are ignored, as the pointer may have been cast.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

use crate::{Callee, Command, EdgeId, Expr, ExprNode, FunctionId, Program};
use base::ids::Id;
use ctype::Type;
use ctype::TypeId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallSite {
    /// The function whose flowchart contains the call.
    pub caller: FunctionId,
    /// The edge of the call.
    pub edge: EdgeId,
    /// A possible callee.
    pub callee: FunctionId,
    /// True for a call through a pointer, which may reach other callees as well.
    pub is_indirect: bool,
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: DiGraph<FunctionId, CallSite, u32>,
    /// Strongly connected components, callees first.
    components: Vec<Vec<FunctionId>>,
    address_taken: BTreeSet<FunctionId>,
}

impl CallGraph {
    /// Computes the call graph of a program whose calls are not inlined.
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
                    Callee::Declared(_) => (Vec::new(), false),
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

    /// Returns the call sites in a function, in the order of its flowchart.
    pub fn calls(&self, caller: FunctionId) -> Vec<CallSite> {
        self.sites(caller, petgraph::Direction::Outgoing)
    }

    /// Returns the sites that may call a function, in program order.
    pub fn callers(&self, callee: FunctionId) -> Vec<CallSite> {
        self.sites(callee, petgraph::Direction::Incoming)
    }

    fn sites(&self, function: FunctionId, direction: petgraph::Direction) -> Vec<CallSite> {
        let mut sites: Vec<CallSite> =
            self.graph.edges_directed(node(function), direction).map(|edge| *edge.weight()).collect();
        sites.sort();
        sites
    }

    /// Returns the strongly connected components, callees before callers: the order in which summaries are computed.
    pub fn callees_first(&self) -> &[Vec<FunctionId>] {
        &self.components
    }

    /// Returns true if a call of the function may lead to another call of it.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        let in_group = |group: &Vec<FunctionId>| group.len() > 1 && group.contains(&function);
        self.graph.contains_edge(node(function), node(function)) || self.components.iter().any(in_group)
    }

    /// Returns the functions that a run from `entry` may call, itself included, in ascending order.
    pub fn reachable(&self, entry: FunctionId) -> BTreeSet<FunctionId> {
        let mut search = Dfs::new(&self.graph, node(entry));
        std::iter::from_fn(|| search.next(&self.graph)).map(|node| self.graph[node]).collect()
    }

    /// As [`CallGraph::reachable`], where the library or code outside of the program may also call every function whose
    /// address is used as a value.
    pub fn reachable_by_any(&self, entry: FunctionId) -> BTreeSet<FunctionId> {
        let given = self.address_taken.iter().copied();
        [entry].into_iter().chain(given).flat_map(|function| self.reachable(function)).collect()
    }

    /// Returns true if the program uses the address of a function of this name as a value.
    pub fn takes_address(&self, program: &Program, name: &str) -> bool {
        let mut taken = self.address_taken.iter().filter_map(|id| program.functions.get(*id));
        taken.any(|function| function.name == name)
    }

    /// The functions whose address the program uses as a value.
    pub fn address_taken(&self) -> &BTreeSet<FunctionId> {
        &self.address_taken
    }
}

fn node(function: FunctionId) -> NodeIndex<u32> {
    NodeIndex::new(function.index())
}

/// Returns the candidates with a function type that accepts this many arguments.
fn takers(program: &Program, candidates: &BTreeSet<FunctionId>, given: usize) -> Vec<FunctionId> {
    let takes = |id: &FunctionId| match program.types.get(program.functions[*id].ty) {
        Type::Function { parameters, variadic, .. } => {
            parameters.len() == given || (*variadic && parameters.len() <= given)
        }
        _ => false,
    };
    candidates.iter().copied().filter(|id| program.functions[*id].flowchart.is_some() && takes(id)).collect()
}

/// Returns the functions that callers of the entry may give where it calls one through a pointer: their own, and those that
/// other files can name.
fn given_by_callers(program: &Program) -> BTreeSet<FunctionId> {
    let type_of = |id: &FunctionId| program.functions.get(*id).map(|function| function.ty);
    let types: BTreeSet<TypeId> = program.of_callers.iter().filter_map(type_of).collect();
    let is_given = |id: &FunctionId| {
        let function = &program.functions[*id];
        types.contains(&function.ty) && (!function.is_static || program.of_callers.contains(id))
    };
    program.defined_functions().filter(is_given).collect()
}

fn functions_used_as_values(program: &Program) -> BTreeSet<FunctionId> {
    let mut found = given_by_callers(program);
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
