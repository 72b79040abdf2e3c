//! Propositional reduction of formulas: recognises constants and drops redundant members.
//!
//! Equivalence is decided by truth tables up to `TABLE_LIMIT` atoms, above by SAT. A formula with `*` stands for all
//! functions between its strongest and its weakest reading (see [`Formula::resolve_unknown`]): these are reduced
//! separately, and the result is `strongest || (weakest && *)`.

use crate::clauses::Clauses;
use crate::tables::Tables;
use crate::thinning;
use base::Budget;
use logic::Formula;

/// Maximum number of atoms for truth tables (2^15 bits: less work than a SAT solver has with them).
const TABLE_LIMIT: usize = 15;

/// Returns an equivalent formula without redundant members. If the budget is exhausted, some may be left.
pub fn reduce(formula: &Formula, budget: &Budget) -> Formula {
    if !formula.has_unknown() {
        return reduce_definite(formula, budget);
    }
    let strongest = reduce_definite(&formula.resolve_unknown(false), budget);
    let weakest = reduce_definite(&formula.resolve_unknown(true), budget);
    if strongest == weakest {
        return strongest;
    }
    Formula::or([strongest, Formula::and([weakest, Formula::Unknown])])
}

fn reduce_definite(formula: &Formula, budget: &Budget) -> Formula {
    let mut current = formula.clone();
    // A smaller formula may have redundant members that the larger one had not.
    loop {
        let reduced = reduce_once(&current, budget);
        if reduced == current {
            return current;
        }
        current = reduced;
    }
}

fn reduce_once(formula: &Formula, budget: &Budget) -> Formula {
    if !matches!(formula, Formula::And(_) | Formula::Or(_)) {
        return formula.clone();
    }
    let atoms = formula.atoms();
    match atoms.len() <= TABLE_LIMIT {
        true => thinning::thin(&mut Tables::new(&atoms), formula),
        false => thinning::thin(&mut Clauses::new(budget), formula),
    }
}
