//! Propositional reduction of formulas: constants are recognised and members that change nothing are dropped.
//!
//! Equivalence is decided by truth tables up to [`TABLE_LIMIT`] atoms, by SAT above. A formula with `*` stands for all
//! functions between its strongest and its weakest reading (see [`Formula::resolve_unknown`]): both are reduced by
//! themselves, and the result is `strongest || (weakest && *)`.

use crate::logic::{AtomId, Formula};
use crate::simplify::thinning::{Dropped, Thinning};

/// Formulas of up to this many atoms are decided by truth tables (2^15 bits: less work than a SAT solver has with them).
const TABLE_LIMIT: usize = 15;

/// An equivalent formula without members that change nothing.
pub fn reduce(formula: &Formula) -> Formula {
    if !formula.has_unknown() {
        return reduce_definite(formula);
    }
    let strongest = reduce_definite(&formula.resolve_unknown(false));
    let weakest = reduce_definite(&formula.resolve_unknown(true));
    if strongest == weakest {
        return strongest;
    }
    Formula::or([strongest, Formula::and([weakest, Formula::Unknown])])
}

fn reduce_definite(formula: &Formula) -> Formula {
    let mut current = formula.clone();
    // A smaller formula may have members to drop that the larger one had not.
    loop {
        let reduced = reduce_once(&current);
        if reduced == current {
            return current;
        }
        current = reduced;
    }
}

fn reduce_once(formula: &Formula) -> Formula {
    if !matches!(formula, Formula::And(_) | Formula::Or(_)) {
        return formula.clone();
    }
    let atoms = formula.atoms();
    if atoms.len() > TABLE_LIMIT {
        let mut thinning = Thinning::new(formula);
        return drop_members(formula, &mut |dropped| thinning.is_equivalent(dropped));
    }
    let tables = Tables::new(&atoms);
    let wanted = tables.of(formula, &Dropped::none(formula));
    if wanted.iter().all(|word| *word == 0) {
        return Formula::False;
    }
    if wanted == tables.constant(true) {
        return Formula::True;
    }
    drop_members(formula, &mut |dropped| tables.of(formula, dropped) == wanted)
}

/// Drops members of conjunctions and disjunctions, outermost first, as long as the formula stays equivalent.
fn drop_members(formula: &Formula, is_equivalent: &mut dyn FnMut(&Dropped) -> bool) -> Formula {
    let mut dropped = Dropped::none(formula);
    let mut member = 0;
    while member < dropped.len() {
        dropped.set(member, true);
        if is_equivalent(&dropped) {
            // What stands in a dropped member is gone with it.
            member = dropped.end_of(member);
        } else {
            dropped.set(member, false);
            member += 1;
        }
    }
    without(formula, &dropped, &mut 0)
}

/// The formula without its dropped members.
fn without(formula: &Formula, dropped: &Dropped, next: &mut usize) -> Formula {
    let mut rest = |parts: &[Formula]| -> Vec<Formula> {
        let kept = |part: &Formula| {
            let member = *next;
            *next += 1;
            let part = without(part, dropped, next);
            (!dropped.contains(member)).then_some(part)
        };
        parts.iter().filter_map(kept).collect()
    };
    match formula {
        Formula::And(parts) => Formula::and(rest(parts)),
        Formula::Or(parts) => Formula::or(rest(parts)),
        other => other.clone(),
    }
}

/// Truth tables over a list of atoms, as bit sets.
struct Tables<'a> {
    atoms: &'a [AtomId],
    words: usize,
    /// Bits in use in the last word.
    mask: u64,
}

impl<'a> Tables<'a> {
    fn new(atoms: &'a [AtomId]) -> Self {
        let rows = 1usize << atoms.len();
        let mask = if rows >= 64 { u64::MAX } else { (1u64 << rows) - 1 };
        Tables { atoms, words: rows.div_ceil(64), mask }
    }

    fn constant(&self, value: bool) -> Vec<u64> {
        vec![if value { self.mask } else { 0 }; self.words]
    }

    /// The table of the formula without its dropped members.
    fn of(&self, formula: &Formula, dropped: &Dropped) -> Vec<u64> {
        self.of_rest(formula, dropped, &mut 0)
    }

    fn of_rest(&self, formula: &Formula, dropped: &Dropped, next: &mut usize) -> Vec<u64> {
        let (parts, is_conjunction) = match formula {
            Formula::True => return self.constant(true),
            Formula::False | Formula::Unknown => return self.constant(false),
            Formula::Atom(atom) => return self.column(*atom),
            Formula::NotAtom(atom) => return self.column(*atom).into_iter().map(|word| !word & self.mask).collect(),
            Formula::And(parts) => (parts, true),
            Formula::Or(parts) => (parts, false),
        };
        let mut joined = self.constant(is_conjunction);
        for part in parts {
            let member = *next;
            *next += 1;
            let table = self.of_rest(part, dropped, next);
            if !dropped.contains(member) {
                for (word, other) in joined.iter_mut().zip(table) {
                    *word = if is_conjunction { *word & other } else { *word | other };
                }
            }
        }
        joined
    }

    fn column(&self, atom: AtomId) -> Vec<u64> {
        /// Columns of the first six atoms within a word.
        const PATTERNS: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        let Ok(index) = self.atoms.binary_search(&atom) else { return vec![0; self.words] };
        match PATTERNS.get(index) {
            Some(pattern) => vec![pattern & self.mask; self.words],
            None => (0..self.words).map(|word| if word >> (index - 6) & 1 == 1 { u64::MAX } else { 0 }).collect(),
        }
    }
}
