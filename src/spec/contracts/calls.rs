//! The calls of a function with a contract, and the meaning of the function's variables there.

use std::collections::HashMap;

use crate::ContractCall;
use crate::contracts::Contract;
use crate::resolve::Resolver;
use program::analysis::CallGraph;
use program::contract::{CALLED, ENSURED, KEPT};
use program::{Command, Expr, ExprNode, Flowchart, FunctionId, LocationId, Program, VariableId, VariableKind};

/// A call of a function with a contract in the flowchart of the entry function.
pub(super) struct InlinedCall {
    pub(super) place: ContractCall,
    /// The location where the truths kept from the start of the call are known, if there are any.
    pub(super) kept: Option<LocationId>,
    /// The copies of the function's variables.
    variables: HashMap<VariableId, VariableId>,
    /// Arguments that cannot change: constants, and variables that only their own function changes.
    given: HashMap<VariableId, Expr>,
}

impl InlinedCall {
    /// Returns the meaning of a part of a formula about the function in this call.
    pub(super) fn meaning(&self, part: &Expr) -> Option<Expr> {
        match &part.node {
            ExprNode::Load(address) => match address.node {
                ExprNode::VariableAddress(variable) => self.given.get(&variable).cloned(),
                _ => None,
            },
            ExprNode::VariableAddress(variable) => {
                let copy = *self.variables.get(variable)?;
                Some(Expr::new(ExprNode::VariableAddress(copy), part.ty))
            }
            _ => None,
        }
    }
}

/// Returns the arguments of a call that cannot change, by the parameters of the function.
fn given(
    program: &Program,
    flowchart: &Flowchart,
    variables: &HashMap<VariableId, VariableId>,
) -> HashMap<VariableId, Expr> {
    let originals: HashMap<VariableId, VariableId> =
        variables.iter().map(|(original, copy)| (*copy, *original)).collect();
    let is_own = |variable: VariableId| {
        let variable = program.variables.get(variable);
        variable.is_some_and(|variable| variable.kind != VariableKind::Global && !variable.address_taken)
    };
    let stays = |value: &Expr| match &value.node {
        ExprNode::Integer(_) | ExprNode::Null => true,
        ExprNode::Load(address) => matches!(address.node, ExprNode::VariableAddress(variable) if is_own(variable)),
        _ => false,
    };
    let parameter = |edge| match &flowchart.edge(edge).command {
        Command::Store { address, value } if stays(value) => match address.node {
            ExprNode::VariableAddress(variable) => Some((*originals.get(&variable)?, value.clone())),
            _ => None,
        },
        _ => None,
    };
    let found = flowchart.edges().filter_map(parameter);
    let is_parameter = |(variable, _): &(VariableId, Expr)| {
        program.variables.get(*variable).is_some_and(|variable| variable.kind == VariableKind::Parameter)
    };
    found.filter(is_parameter).collect()
}

/// Returns true if a function with a body is called where calls are not inlined.
pub(super) fn is_called(program: &Program, entry: FunctionId, name: &str) -> bool {
    let function = program.functions.enumerate().find(|(_, function)| function.name == name);
    function.is_some_and(|(id, function)| {
        function.flowchart.is_some() && CallGraph::of(program).reachable(entry).contains(&id)
    })
}

/// Returns a function, and its calls in the flowchart of the entry function; `None` if there are none.
pub(super) fn calls(resolver: &Resolver<'_>, contract: &Contract) -> Option<(FunctionId, Vec<InlinedCall>)> {
    let program = &*resolver.program;
    let (id, function) = program.functions.enumerate().find(|(_, function)| function.name == contract.name.name)?;
    let flowchart = program.flowchart(resolver.entry)?;
    let mut found = Vec::new();
    for called in flowchart.locations() {
        for label in &flowchart.location(called).labels {
            let Some((instance, CALLED)) = label.rsplit_once("::") else { continue };
            if instance.split('#').next() != Some(&function.name) {
                continue;
            }
            let labelled = |name: &str| {
                let label = format!("{instance}::{name}");
                flowchart.locations().find(|at| flowchart.location(*at).labels.contains(&label))
            };
            let (kept, ensured) = (labelled(KEPT), labelled(ENSURED));
            let copies = program.variables.enumerate().filter(|(_, variable)| {
                variable.function == Some(id) && variable.instance.as_deref() == Some(instance)
            });
            let copies: HashMap<&str, VariableId> = copies.map(|(id, variable)| (variable.name.as_str(), id)).collect();
            let copy = |local: &VariableId| Some((*local, *copies.get(&*program.variables.get(*local)?.name)?));
            let variables = function.locals.iter().filter_map(copy).collect();
            let given = given(program, flowchart, &variables);
            found.push(InlinedCall { place: ContractCall { called, ensured }, kept, variables, given });
        }
    }
    (!found.is_empty()).then_some((id, found))
}
