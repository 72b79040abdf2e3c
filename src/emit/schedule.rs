//! Turns a simultaneous assignment into a sequence of single ones, with few saved copies of old values.

use boolprog::{BoolExpr, BoolId};
use std::collections::{BTreeMap, BTreeSet};

/// An action of the sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssignmentStep {
    /// Copies the variable's old value to the temporary with this number.
    Save(BoolId, usize),
    /// An assignment. The expression reads the variables in `saved` from their temporaries.
    Assign {
        target: BoolId,
        /// The new value, in terms of old values.
        value: BoolExpr,
        /// Variables that are already overwritten, with the temporary that holds the old value.
        saved: BTreeMap<BoolId, usize>,
    },
}

struct Pending {
    target: BoolId,
    value: BoolExpr,
    reads: BTreeSet<BoolId>,
}

/// Orders assignments such that a variable is overwritten after its last reader. If that is impossible (two bits that
/// swap), the variable with the fewest readers is saved first.
pub fn sequence(assignments: Vec<(BoolId, BoolExpr)>) -> Vec<AssignmentStep> {
    let mut pending: Vec<Pending> = assignments
        .into_iter()
        .filter(|(target, value)| *value != BoolExpr::Variable(*target))
        .map(|(target, value)| Pending { target, reads: value.variables(), value })
        .collect();
    let mut readers: BTreeMap<BoolId, usize> = BTreeMap::new();
    for item in &pending {
        for read in item.reads.iter().filter(|read| **read != item.target) {
            *readers.entry(*read).or_default() += 1;
        }
    }
    let mut saved: BTreeMap<BoolId, usize> = BTreeMap::new();
    let mut actions = Vec::new();
    while !pending.is_empty() {
        let count = |item: &Pending| readers.get(&item.target).copied().unwrap_or(0);
        // The first of those with the fewest other readers, ideally none.
        let Some((index, _)) = pending.iter().enumerate().min_by_key(|(_, item)| count(item)) else { break };
        let item = pending.remove(index);
        if count(&item) > 0 {
            let temporary = saved.len();
            actions.push(AssignmentStep::Save(item.target, temporary));
            saved.insert(item.target, temporary);
            readers.remove(&item.target);
        }
        for read in item.reads.iter().filter(|read| **read != item.target) {
            if let Some(left) = readers.get_mut(read) {
                *left = left.saturating_sub(1);
            }
        }
        let used = saved.iter().filter(|(id, _)| item.reads.contains(id)).map(|(id, slot)| (*id, *slot)).collect();
        actions.push(AssignmentStep::Assign { target: item.target, value: item.value, saved: used });
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Id;

    fn id(index: usize) -> BoolId {
        BoolId::from_index(index)
    }

    fn saves(assignments: &[(usize, usize)]) -> usize {
        let assignments = assignments.iter().map(|(to, from)| (id(*to), BoolExpr::Variable(id(*from)))).collect();
        sequence(assignments).iter().filter(|action| matches!(action, AssignmentStep::Save(..))).count()
    }

    #[test]
    fn a_chain_needs_no_temporary_and_a_cycle_needs_one() {
        assert_eq!(saves(&[(0, 1), (1, 2), (2, 3)]), 0);
        assert_eq!(saves(&[(2, 1), (1, 0), (0, 3)]), 0);
        assert_eq!(saves(&[(0, 1), (1, 0)]), 1);
        assert_eq!(saves(&[(0, 1), (1, 2), (2, 0)]), 1);
        assert_eq!(saves(&[(0, 1), (1, 0), (2, 3), (3, 2)]), 2);
    }
}
