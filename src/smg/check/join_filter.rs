//! Checks that the join pre-filter only excludes pairs without a join.

use crate::lattice::join::JoinMode;
use crate::lattice::joined::checked_exclusion;
use crate::lattice::signature::WithSignature;
use crate::solver::reached::ReachedSet;
use program::Program;

/// Configurations of one location that are compared with each other.
const MOST_COMPARED: usize = 6;

/// Returns the number of pairs of configurations that the pre-filter excludes, over all modes. `Err` names a mode for
/// which it excludes a pair that has a join.
pub fn excluded_pairs(program: &Program, reached: &ReachedSet) -> Result<usize, String> {
    let modes = [JoinMode::Entailment, JoinMode::Widening, JoinMode::Numbers, JoinMode::Shapes, JoinMode::Union];
    let word = program.types.model().word_bytes() as i64;
    let mut count = 0;
    for configurations in reached.by_location() {
        let compared: Vec<WithSignature> =
            configurations.iter().take(MOST_COMPARED).cloned().map(WithSignature::new).collect();
        for (index, left) in compared.iter().enumerate() {
            for right in &compared[index + 1..] {
                for mode in modes {
                    match checked_exclusion(program, left, right, mode, word) {
                        None => {}
                        Some(true) => count += 1,
                        Some(false) => return Err(format!("excluded for {mode:?}, but there is a join")),
                    }
                }
            }
        }
    }
    Ok(count)
}
