//! The forms of atoms.

use crate::{FieldSetId, Formula, TermId};
use program::BinaryOp;
use spec::{CountComparison, StructureClaim};

/// The forms of atoms. Avoid sets are sorted, without repetition; `Dshared` and `Equal` have their arguments in
/// ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// `reach[A;F](from, to)`, or `reachp`.
    Reach {
        /// `reachp`: one or more memory steps.
        at_least_one: bool,
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        from: TermId,
        to: TermId,
    },
    /// `dshared[A;F](left, right)`
    Dshared {
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        left: TermId,
        right: TermId,
    },
    /// `cyclic[A;F](from)`
    Cyclic {
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        from: TermId,
    },
    /// A claim about everything reachable: see [`StructureClaim`].
    Structure {
        claim: StructureClaim<Formula>,
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        from: TermId,
    },
    /// A comparison of sums of node counts and numbers, by `==` or `<`: see [`CountComparison`]. No start is NULL.
    Count {
        comparison: CountComparison<TermId>,
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
    },
    /// The term is the address of something live.
    Allocated(TermId),
    /// Each byte from there to some zero byte of a live block has a value.
    String(TermId),
    /// `n` is not positive, or `n` objects lie behind the pointer in one live block.
    Room(TermId, TermId),
    /// Both terms are defined and equal.
    Equal(TermId, TermId),
    /// Both terms are defined and the first is less, by the signedness of their type.
    Less(TermId, TermId),
}

impl Atom {
    /// Returns the avoid set; empty if it has none.
    pub fn avoid(&self) -> &[TermId] {
        match self {
            Atom::Reach { avoid, .. }
            | Atom::Dshared { avoid, .. }
            | Atom::Cyclic { avoid, .. }
            | Atom::Structure { avoid, .. }
            | Atom::Count { avoid, .. } => avoid,
            _ => &[],
        }
    }

    /// Returns the arguments, excluding the avoid set and the body of a claim.
    pub fn arguments(&self) -> impl Iterator<Item = TermId> + use<> {
        let mut others = Vec::new();
        let (first, second) = match self {
            Atom::Reach { from, to, .. } => (Some(*from), Some(*to)),
            Atom::Dshared { left, right, .. } => (Some(*left), Some(*right)),
            Atom::Cyclic { from, .. } | Atom::Structure { from, .. } => (Some(*from), None),
            Atom::Count { comparison, .. } => {
                others.extend(comparison.operands().copied());
                (None, None)
            }
            Atom::Allocated(term) | Atom::String(term) => (Some(*term), None),
            Atom::Equal(left, right) | Atom::Less(left, right) | Atom::Room(left, right) => (Some(*left), Some(*right)),
        };
        first.into_iter().chain(second).chain(others)
    }

    /// Arguments and avoid set.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.arguments().chain(self.avoid().iter().copied())
    }

    /// Returns the same predicate with other terms; `arguments` in the order of [`Atom::arguments`].
    pub fn with_terms(&self, arguments: &[TermId], avoid: Box<[TermId]>) -> Atom {
        let first = arguments[0];
        let second = arguments.get(1).copied().unwrap_or(first);
        match self {
            Atom::Reach { at_least_one, fields, .. } => {
                Atom::Reach { at_least_one: *at_least_one, avoid, fields: *fields, from: first, to: second }
            }
            Atom::Dshared { fields, .. } => Atom::Dshared { avoid, fields: *fields, left: first, right: second },
            Atom::Cyclic { fields, .. } => Atom::Cyclic { avoid, fields: *fields, from: first },
            Atom::Structure { claim, fields, .. } => {
                Atom::Structure { claim: claim.clone(), avoid, fields: *fields, from: first }
            }
            Atom::Count { comparison, fields, .. } => {
                let comparison = comparison.with_operands(arguments.iter().copied());
                Atom::Count { comparison, avoid, fields: *fields }
            }
            Atom::Allocated(_) => Atom::Allocated(first),
            Atom::String(_) => Atom::String(first),
            Atom::Room(..) => Atom::Room(first, second),
            Atom::Equal(..) => Atom::Equal(first, second),
            Atom::Less(..) => Atom::Less(first, second),
        }
    }

    /// Returns the formula that a claim states about the nodes.
    pub fn body(&self) -> Option<&Formula> {
        match self {
            Atom::Structure { claim, .. } => claim.body(),
            _ => None,
        }
    }

    pub fn fields(&self) -> Option<FieldSetId> {
        match self {
            Atom::Reach { fields, .. }
            | Atom::Dshared { fields, .. }
            | Atom::Cyclic { fields, .. }
            | Atom::Structure { fields, .. }
            | Atom::Count { fields, .. } => Some(*fields),
            _ => None,
        }
    }

    /// Sorts the avoid set and symmetric arguments.
    pub(super) fn normalised(self) -> Atom {
        let sorted = |avoid: Box<[TermId]>| {
            let mut avoid = avoid.into_vec();
            avoid.sort();
            avoid.dedup();
            avoid.into_boxed_slice()
        };
        match self {
            Atom::Reach { at_least_one, avoid, fields, from, to } => {
                Atom::Reach { at_least_one, avoid: sorted(avoid), fields, from, to }
            }
            Atom::Dshared { avoid, fields, left, right } => {
                Atom::Dshared { avoid: sorted(avoid), fields, left: left.min(right), right: left.max(right) }
            }
            Atom::Cyclic { avoid, fields, from } => Atom::Cyclic { avoid: sorted(avoid), fields, from },
            Atom::Structure { claim, avoid, fields, from } => {
                Atom::Structure { claim, avoid: sorted(avoid), fields, from }
            }
            Atom::Count { mut comparison, avoid, fields } => {
                let CountComparison { op, left, right } = &mut comparison;
                [&mut *left, &mut *right].into_iter().for_each(|sum| {
                    sum.starts.sort();
                    sum.numbers.sort();
                });
                // Node counts read better on the left.
                if *op == BinaryOp::Equal && left < right {
                    std::mem::swap(left, right);
                }
                Atom::Count { comparison, avoid: sorted(avoid), fields }
            }
            Atom::Equal(left, right) => Atom::Equal(left.min(right), left.max(right)),
            other => other,
        }
    }
}
