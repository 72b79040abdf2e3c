//! Initialises the symbolic constants for old values, in a configuration at the entry.

use crate::domain::configuration::Configuration;
use crate::domain::value::{ObjectId, Value};
use crate::property::predicate::{FormulaJudge, outcomes};
use crate::transfer::semantics::Semantics;
use crate::transfer::step::Executor;
use spec::SymbolValue;

/// Stores the present value of a symbolic constant for an old value in its object, in each case of a configuration at
/// the entry. If the value is unknown or undefined, the constant may have any value.
pub fn keep(
    executor: &Executor<'_>,
    before: Configuration,
    object: ObjectId,
    value: &SymbolValue,
) -> Vec<Configuration> {
    let store = |case: &mut Configuration, value: Value| {
        if let Some(object) = case.graph.object_mut(object) {
            object.write(0, object.sure_end(), value);
        }
    };
    let executor = &Executor { semantics: Semantics { is_strict: false, ..executor.semantics }, ..*executor };
    match value {
        SymbolValue::Any => vec![before],
        SymbolValue::Old(expr) => {
            let (found, is_all) = executor.in_each_case(before.clone(), &|| true, |case| {
                let mut own = case.clone();
                let found = FormulaJudge::new(executor, &mut own).value(expr)?;
                // If it is undefined, the constant may have any value.
                if let Some(found) = found.filter(|found| !own.graph.is_undefined(*found)) {
                    store(&mut own, found);
                }
                Ok(own)
            });
            let kept = found.into_iter().map(|(case, own)| own.unwrap_or(case)).collect();
            if is_all { kept } else { vec![before] }
        }
        SymbolValue::OldTruth(formula) => match outcomes(executor, &before, formula) {
            None => vec![before],
            Some(cases) => {
                let kept = cases.into_iter().map(|(mut case, truth)| {
                    if let Some(truth) = truth {
                        store(&mut case, Value::Integer(i128::from(truth)));
                    }
                    case
                });
                kept.collect()
            }
        },
    }
}
