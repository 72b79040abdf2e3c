//! Propositional reduction of formulas: constants are recognised and members that change nothing are dropped.
//!
//! Equivalence is decided by truth tables up to [`TABLE_LIMIT`] atoms, by SAT above. A formula with `*` stands for all
//! functions between its strongest and its weakest reading (see [`Formula::resolve_unknown`]): both are reduced by
//! themselves, and the result is `strongest || (weakest && *)`.

use crate::logic::{AtomId, Formula};
use crate::sat;

/// Formulas of up to this many atoms are decided by truth tables (2^10 bits).
const TABLE_LIMIT: usize = 10;

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
    if !matches!(formula, Formula::And(_) | Formula::Or(_)) {
        return formula.clone();
    }
    let atoms = formula.atoms();
    if atoms.len() <= TABLE_LIMIT {
        let tables = Tables::new(&atoms);
        let wanted = tables.of(formula);
        if wanted.iter().all(|word| *word == 0) {
            return Formula::False;
        }
        if wanted == tables.of(&Formula::True) {
            return Formula::True;
        }
        drop_members(formula, &|candidate| tables.of(candidate) == wanted)
    } else {
        drop_members(formula, &|candidate| sat::equivalent(candidate, formula))
    }
}

/// Drops members of conjunctions and disjunctions, outermost first, as long as the formula stays equivalent.
fn drop_members(formula: &Formula, is_equivalent: &dyn Fn(&Formula) -> bool) -> Formula {
    let mut current = formula.clone();
    let mut path = Vec::new();
    drop_at(&mut current, &mut path, is_equivalent);
    current
}

/// Works on the subformula of `whole` at `path`.
fn drop_at(whole: &mut Formula, path: &mut Vec<usize>, is_equivalent: &dyn Fn(&Formula) -> bool) {
    let mut index = 0;
    while index < member_count(whole, path) {
        path.push(index);
        let without = remove_at(whole, path);
        if is_equivalent(&without) {
            path.pop();
            // Removal may change the shape above: start again from a formula that is strictly smaller.
            *whole = without;
            let mut root = Vec::new();
            return drop_at(whole, &mut root, is_equivalent);
        }
        drop_at(whole, path, is_equivalent);
        path.pop();
        index += 1;
    }
}

fn member_count(whole: &Formula, path: &[usize]) -> usize {
    match subformula(whole, path) {
        Some(Formula::And(parts) | Formula::Or(parts)) => parts.len(),
        _ => 0,
    }
}

fn subformula<'f>(whole: &'f Formula, path: &[usize]) -> Option<&'f Formula> {
    path.iter().try_fold(whole, |formula, index| match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.get(*index),
        _ => None,
    })
}

/// The formula without the member at `path`.
fn remove_at(whole: &Formula, path: &[usize]) -> Formula {
    let Some((first, rest)) = path.split_first() else { return whole.clone() };
    let rebuilt = |parts: &[Formula]| -> Vec<Formula> {
        parts
            .iter()
            .enumerate()
            .filter(|(index, _)| !(rest.is_empty() && index == first))
            .map(|(index, part)| if index == *first { remove_at(part, rest) } else { part.clone() })
            .collect()
    };
    match whole {
        Formula::And(parts) => Formula::and(rebuilt(parts)),
        Formula::Or(parts) => Formula::or(rebuilt(parts)),
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

    fn of(&self, formula: &Formula) -> Vec<u64> {
        match formula {
            Formula::True => vec![self.mask; self.words],
            Formula::False | Formula::Unknown => vec![0; self.words],
            Formula::Atom(atom) => self.column(*atom),
            Formula::NotAtom(atom) => self.column(*atom).into_iter().map(|word| !word & self.mask).collect(),
            Formula::And(parts) => self.fold(parts, self.mask, |a, b| a & b),
            Formula::Or(parts) => self.fold(parts, 0, |a, b| a | b),
        }
    }

    fn fold(&self, parts: &[Formula], unit: u64, join: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        parts.iter().fold(vec![unit; self.words], |sum, part| {
            sum.into_iter().zip(self.of(part)).map(|(a, b)| join(a, b)).collect()
        })
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
