//! Objects that are declared `extern` and defined in no file that is read: they may hold anything when the program starts.

use std::collections::HashSet;

use crate::base::Span;
use crate::ctype::{Type, TypeId};
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{Command, Expr, ExprNode, VariableId};

/// Objects of more scalars are not followed.
const MOST_PARTS: usize = 256;
/// The objects that the library gives their values.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Lowerer<'_> {
    /// Gives any value to each object that the program uses and does not define.
    pub(super) fn choose_values_of_undefined_objects(&mut self) {
        let used = self.used_variables();
        let mut objects: Vec<VariableId> = self
            .objects
            .iter()
            .filter(|(name, _)| !self.defined_objects.contains(*name) && !STREAMS.contains(&name.as_str()))
            .map(|(_, variable)| *variable)
            .filter(|variable| used.contains(variable))
            .collect();
        objects.sort();
        for variable in objects {
            let (ty, span) = (self.program.variables[variable].ty, self.program.variables[variable].span);
            let mut parts = Vec::new();
            let address = self.address_of(variable);
            // An object of incomplete type has no storage, so that its use is reported anyway.
            let is_complete = self.program.types.size_of(ty).is_some();
            match self.scalars_in(address, ty, span, &mut parts) {
                Ok(true) => {
                    parts.into_iter().for_each(|address| self.initialize_global(Command::Havoc { address }, span))
                }
                _ if is_complete => {
                    let name = &self.program.variables[variable].name;
                    let reason = format!("the object '{name}', which is defined elsewhere");
                    self.initialize_global(Command::Unsupported { reason }, span);
                }
                _ => {}
            }
        }
    }

    /// The variables whose address stands in some expression.
    fn used_variables(&self) -> HashSet<VariableId> {
        let flowcharts = self.program.functions.iter().filter_map(|function| function.flowchart.as_ref());
        let edges = flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| flowchart.edge(edge)));
        let mut found = HashSet::new();
        for edge in edges.chain(&self.program.initializers) {
            for expression in edge.command.expressions() {
                expression.visit(&mut |part| {
                    if let ExprNode::VariableAddress(variable) = part.node {
                        found.insert(variable);
                    }
                });
            }
        }
        found
    }

    /// Adds the places of all scalars of an object. `false` if there are too many, or they overlap.
    fn scalars_in(&mut self, address: Expr, ty: TypeId, span: Span, found: &mut Vec<Expr>) -> Lowered<bool> {
        if !self.is_aggregate(ty) {
            found.push(address);
            return Ok(found.len() <= MOST_PARTS);
        }
        let overlap = matches!(self.program.types.get(ty), Type::Record(id) if self.program.types.record(*id).is_union);
        if overlap || self.program.types.size_of(ty).is_none() {
            return Ok(false);
        }
        for index in 0..self.parts(ty) {
            let (place, part) = self.part(&address, ty, index, span)?;
            if !self.scalars_in(place, part, span, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
