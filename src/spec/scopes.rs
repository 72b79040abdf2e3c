//! Statements that name a variable after the end of its scope.

use crate::{StatementKind, Temporal};
use base::{Diagnostic, Span};
use program::{Expr, ExprNode, Flowchart, FunctionId, LocationId, Program, VariableId};

/// Returns a variable of an inner block that a statement names at the exit, where no inner block is active: it has no
/// value there.
pub fn ended(program: &Program, flowchart: &Flowchart, kind: &StatementKind) -> Option<VariableId> {
    let mut found = None;
    for expression in kind.expressions_at(flowchart.exit) {
        expression.visit(&mut |part| match part.node {
            ExprNode::VariableAddress(id) if program.variables.get(id).is_some_and(|known| known.in_block) => {
                found = found.or(Some(id));
            }
            _ => {}
        });
    }
    found
}

/// Returns the warning about such a variable.
pub(super) fn warning(program: &Program, entry: FunctionId, kind: &StatementKind, span: Span) -> Option<Diagnostic> {
    let variable = program.variables.get(ended(program, program.flowchart(entry)?, kind)?)?;
    let message = format!("the scope of '{}' has ended at 'exit': it has no value there", variable.display());
    Some(Diagnostic::warning(span, message).with_note(Some(variable.span), "it is declared here, in an inner block"))
}

impl StatementKind {
    /// Returns the expressions that are evaluated at a location.
    fn expressions_at(&self, location: LocationId) -> Vec<&Expr> {
        match self {
            StatementKind::Assume(formula, at)
            | StatementKind::Assert(formula, at)
            | StatementKind::Watch(formula, at) => {
                if at.contains(&location) {
                    formula.expressions()
                } else {
                    Vec::new()
                }
            }
            StatementKind::Ltl(_, temporal) => {
                let here = |part: &&Temporal| matches!(part, Temporal::At(_, at) if at.contains(&location));
                let parts = temporal.located_parts().into_iter().filter(here);
                parts
                    .flat_map(
                        |part| if let Temporal::At(formula, _) = part { formula.expressions() } else { Vec::new() },
                    )
                    .collect()
            }
        }
    }
}
