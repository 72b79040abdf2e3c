//! SAT: the one place that knows the solver (varisat), and the encoding of formulas as clauses (Tseitin).
//!
//! An answer of "unsatisfiable" is used to rewrite formulas, so it must be right; a failure of the solver is reported as
//! "don't know", which callers take as "not equivalent".

use rustc_hash::FxHashMap;
use varisat::{CnfFormula, ExtendFormula, Lit, Solver};

use crate::logic::{AtomId, Formula};

/// Whether two formulas without `*` have the same value under every valuation of their atoms.
pub fn equivalent(left: &Formula, right: &Formula) -> bool {
    let mut encoder = Encoder::default();
    let left = encoder.literal(left);
    let right = encoder.literal(right);
    encoder.clauses.add_clause(&[left, right]);
    encoder.clauses.add_clause(&[!left, !right]);
    is_unsatisfiable(&encoder.clauses)
}

/// Whether no valuation of its atoms makes the formula (without `*`) true.
pub fn unsatisfiable(formula: &Formula) -> bool {
    let mut encoder = Encoder::default();
    let root = encoder.literal(formula);
    encoder.clauses.add_clause(&[root]);
    is_unsatisfiable(&encoder.clauses)
}

fn is_unsatisfiable(clauses: &CnfFormula) -> bool {
    let mut solver = Solver::new();
    solver.add_formula(clauses);
    matches!(solver.solve(), Ok(false))
}

#[derive(Default)]
struct Encoder {
    clauses: CnfFormula,
    atoms: FxHashMap<AtomId, Lit>,
}

impl Encoder {
    fn literal(&mut self, formula: &Formula) -> Lit {
        match formula {
            Formula::True => self.constant(true),
            // `*` is ruled out by the callers; false is as good as anything.
            Formula::False | Formula::Unknown => self.constant(false),
            Formula::Atom(atom) => self.atom(*atom),
            Formula::NotAtom(atom) => !self.atom(*atom),
            Formula::And(parts) => self.conjunction(parts, false),
            // a || b is !(!a && !b)
            Formula::Or(parts) => !self.conjunction(parts, true),
        }
    }

    fn constant(&mut self, value: bool) -> Lit {
        let literal = self.clauses.new_lit();
        self.clauses.add_clause(&[if value { literal } else { !literal }]);
        literal
    }

    fn atom(&mut self, atom: AtomId) -> Lit {
        if let Some(literal) = self.atoms.get(&atom) {
            return *literal;
        }
        let literal = self.clauses.new_lit();
        self.atoms.insert(atom, literal);
        literal
    }

    fn conjunction(&mut self, parts: &[Formula], negated: bool) -> Lit {
        let members: Vec<Lit> = parts
            .iter()
            .map(|part| {
                let literal = self.literal(part);
                if negated { !literal } else { literal }
            })
            .collect();
        let whole = self.clauses.new_lit();
        for member in &members {
            self.clauses.add_clause(&[!whole, *member]);
        }
        let mut clause: Vec<Lit> = members.iter().map(|member| !*member).collect();
        clause.push(whole);
        self.clauses.add_clause(&clause);
        whole
    }
}
