//! Which variables can be named at a place.

use crate::places::{Place, PlaceKind, Places, StatementForm};
use base::Span;
use program::{Program, Variable, VariableKind};

/// Returns the block around the declaration of a variable.
fn block_of(places: &Places, declared: Span) -> Option<Span> {
    let declaration = places.statement(declared)?;
    let place = places.get(declaration)?;
    // The variable of a `for` is known in that statement only.
    let is_loop = matches!(place.kind, PlaceKind::Statement(StatementForm::Loop));
    Some(if is_loop { place.span } else { place.block })
}

/// Returns true if the name of a variable means that variable in front of a statement.
pub fn is_visible(program: &Program, places: &Places, variable: &Variable, place: &Place) -> bool {
    let is_own_function = |variable: &Variable| {
        let function = variable.function.and_then(|function| program.functions.get(function));
        function.is_some_and(|function| *function.name == *place.function)
    };
    let is_in_scope = match variable.kind {
        VariableKind::Local => {
            // A declaration behind the statement, and one in it, is not in scope yet.
            let is_before = variable.span.end <= place.span.start;
            is_before && block_of(places, variable.span).is_some_and(|block| place.span.lies_in(block))
        }
        VariableKind::Parameter => is_own_function(variable),
        VariableKind::Global => true,
        VariableKind::Temporary | VariableKind::Result => false,
    };
    is_in_scope && variable.instance.is_none() && !is_hidden(program, places, variable, place)
}

/// Returns true if another variable of the same name may hide a variable at a place.
fn is_hidden(program: &Program, places: &Places, variable: &Variable, place: &Place) -> bool {
    program.variables.iter().any(|other| {
        other.name == variable.name
            && other.span != variable.span
            && other.function.is_some()
            && block_of(places, other.span).is_none_or(|block| place.span.lies_in(block))
    })
}
