//! Formulas as truth tables, for few atoms.

use crate::thinning::TruthValues;
use logic::AtomId;

/// Represents formulas by truth tables, as bit sets.
pub struct Tables<'a> {
    atoms: &'a [AtomId],
    words: usize,
    /// The used bits of the last word.
    mask: u64,
}

impl<'a> Tables<'a> {
    /// Tables over `atoms`, which must be in ascending order. A table has 2^n bits for n atoms.
    pub fn new(atoms: &'a [AtomId]) -> Self {
        let rows = 1usize << atoms.len();
        let mask = if rows >= 64 { u64::MAX } else { (1u64 << rows) - 1 };
        Tables { atoms, words: rows.div_ceil(64), mask }
    }
}

impl TruthValues for Tables<'_> {
    type Value = Vec<u64>;

    fn constant(&mut self, value: bool) -> Vec<u64> {
        vec![if value { self.mask } else { 0 }; self.words]
    }

    fn atom(&mut self, atom: AtomId) -> Vec<u64> {
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

    fn negated(&mut self, value: &Vec<u64>) -> Vec<u64> {
        value.iter().map(|word| !word & self.mask).collect()
    }

    fn conjunction(&mut self, values: &[Vec<u64>]) -> Vec<u64> {
        let mut all = self.constant(true);
        for value in values {
            for (word, other) in all.iter_mut().zip(value) {
                *word &= other;
            }
        }
        all
    }

    fn is_impossible(&mut self, values: &[Vec<u64>]) -> bool {
        (0..self.words).all(|word| values.iter().fold(self.mask, |all, value| all & value[word]) == 0)
    }
}
