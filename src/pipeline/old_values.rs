//! Sets the constants for old values in the start state of a concrete run.
//!
//! The assumptions about them would exclude all other values anyway: this only saves trying these.

use std::borrow::Cow;

use logic::evaluate::AtomEvaluator;
use logic::{Arena, Facts, Formula, translate};
use program::interp::{State, Value};
use program::{Expr, Program, SymbolId};
use spec::{Question, SymbolValue};

/// The constants for old values of a specification.
pub(super) struct OldValues<'p> {
    program: &'p Program,
    arena: Arena,
    values: Vec<(SymbolId, Expr)>,
    truths: Vec<(SymbolId, Formula)>,
}

impl<'p> OldValues<'p> {
    /// Collects those of a procedure's specification.
    pub(super) fn of(question: Question<'p>) -> OldValues<'p> {
        let program = question.program;
        let mut found = OldValues { program, arena: Arena::empty(), values: Vec::new(), truths: Vec::new() };
        let (Some(flowchart), Some(specification)) = (program.flowchart(question.entry), question.specification) else {
            return found;
        };
        if specification.free_symbols().len() == specification.symbols.len() {
            return found;
        }
        found.arena = Arena::new(program.types.clone());
        let facts = Facts::of(program, flowchart);
        for (id, symbol) in specification.symbols.enumerate() {
            match &symbol.value {
                SymbolValue::Any => {}
                SymbolValue::Old(value) => found.values.push((id, value.clone())),
                SymbolValue::OldTruth(formula) => {
                    found.truths.push((id, translate::formula(&mut found.arena, &facts, formula)));
                }
            }
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.truths.is_empty()
    }

    /// Returns the state with all constants for old values set, for a state at the entry.
    pub(super) fn keep<'s>(&self, state: &'s State) -> Cow<'s, State> {
        if self.is_empty() {
            return Cow::Borrowed(state);
        }
        let mut kept = state.clone();
        for (id, expr) in &self.values {
            // If it is undefined, any value will do.
            let value = kept.evaluate(expr, self.program).ok().filter(|value| *value != Value::Undefined);
            let none = if self.program.types.is_pointer(expr.ty) { Value::NULL } else { Value::Integer(0) };
            kept.set_symbol(*id, value.unwrap_or(none));
        }
        for (id, formula) in &self.truths {
            let truth = AtomEvaluator::new(&self.arena, self.program).formula(&kept, formula);
            kept.set_symbol(*id, Value::Integer(i128::from(truth == Some(true))));
        }
        Cow::Owned(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, prepare};
    use base::SourceMap;
    use program::heaps::{self, HeapLimits};
    use spec::StatementKind;

    const PROGRAM: &str = "typedef struct node { struct node *n, *p; int d; char c; } Node;
        Node one, many[3]; Node *root = &one; int count;
        Node *f(Node *x, Node **h, int i) { x = 0; root = 0; return x; }";

    /// Expressions that may have an old value.
    const VALUES: [&str; 15] = [
        "x",
        "root",
        "*h",
        "x->n",
        "x->n->p",
        "x->d",
        "x->c",
        "i",
        "count + i",
        "-x->n->d",
        "(*h)->n",
        "one.n",
        "many[1].p",
        "x->d / i",
        "many[i].d",
    ];
    const FORMULAS: [&str; 6] = [
        "x == root",
        "reach[;n](x, k)",
        "cyclic[;n,p](x) || x->d < 1",
        "dshared[&x->n;n](x, *h)",
        "!allocated(x->n)",
        "x->n->d == x->d && i != 0",
    ];

    /// The assumptions about old values leave out no state: in each entry state there are constants that satisfy them.
    #[test]
    fn no_start_is_assumed_away() {
        let text = |text: &&str| format!("watch old({text}) != 0 @ exit;");
        let statements: Vec<String> =
            VALUES.iter().map(text).chain(FORMULAS.iter().map(|text| format!("watch old({text}) @ exit;"))).collect();
        let mut states = 0;
        for statement in statements {
            let mut sources = SourceMap::new();
            let program = sources.add("f.c", PROGRAM);
            let input = Input {
                specification: Some(sources.add("f.spec", format!("symbol k : Node *; {statement}"))),
                entry: Some("f"),
                ..Input::of(program)
            };
            let (prepared, diagnostics) = prepare::prepare(&mut sources, input);
            let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
            let (program, entry) = (&prepared.program, prepared.entry);
            let facts = Facts::of(program, program.flowchart(entry).expect("a body"));
            let mut arena = Arena::new(program.types.clone());
            let assumed = prepared.specification.statements.iter().filter_map(|statement| match &statement.kind {
                StatementKind::Assume(formula, _) => Some(translate::formula(&mut arena, &facts, formula)),
                _ => None,
            });
            let assumed: Vec<Formula> = assumed.collect();
            assert!(!assumed.is_empty(), "{statement}");
            let old_values = OldValues::of(prepared.question());
            let evaluator = AtomEvaluator::new(&arena, program);
            let free = prepared.specification.free_symbols();
            for state in
                heaps::enumerate(program, entry, &free, &HeapLimits::new(2, &[0, 1])).expect("states").take(500)
            {
                states += 1;
                let state = old_values.keep(&state);
                for formula in &assumed {
                    assert_eq!(evaluator.formula(&state, formula), Some(true), "{statement}");
                }
            }
        }
        assert!(states > 1000, "{states}");
    }
}
