//! The forms of atoms.

use crate::logic::{FieldSetId, Formula, TermId};
use crate::spec::StructureClaim;

/// The forms of atoms. Avoid sets are sorted and without repetition; `Dshared` and `Equal` have their
/// arguments in ascending order.
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
        /// Start.
        from: TermId,
        /// Goal.
        to: TermId,
    },
    /// `dshared[A;F](left, right)`
    Dshared {
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        /// The smaller start.
        left: TermId,
        /// The larger start.
        right: TermId,
    },
    /// `cyclic[A;F](from)`
    Cyclic {
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        /// Start.
        from: TermId,
    },
    /// What holds of all that paths lead to: see [`StructureClaim`].
    Structure {
        /// What.
        claim: StructureClaim<Formula>,
        /// `A`
        avoid: Box<[TermId]>,
        /// `F`
        fields: FieldSetId,
        /// Start.
        from: TermId,
    },
    /// The term is the address of something alive.
    Allocated(TermId),
    /// Both terms are defined and equal.
    Equal(TermId, TermId),
    /// Both terms are defined and the first is less, by the signedness of their type.
    Less(TermId, TermId),
}

impl Atom {
    /// Its avoid set; empty where it has none.
    pub fn avoid(&self) -> &[TermId] {
        match self {
            Atom::Reach { avoid, .. }
            | Atom::Dshared { avoid, .. }
            | Atom::Cyclic { avoid, .. }
            | Atom::Structure { avoid, .. } => avoid,
            _ => &[],
        }
    }

    /// Its arguments without the avoid set, and without what a quantified formula is about.
    pub fn arguments(&self) -> impl Iterator<Item = TermId> + use<> {
        let (first, second) = match self {
            Atom::Reach { from, to, .. } => (*from, Some(*to)),
            Atom::Dshared { left, right, .. } => (*left, Some(*right)),
            Atom::Cyclic { from, .. } | Atom::Structure { from, .. } => (*from, None),
            Atom::Allocated(term) => (*term, None),
            Atom::Equal(left, right) | Atom::Less(left, right) => (*left, Some(*right)),
        };
        std::iter::once(first).chain(second)
    }

    /// Arguments and avoided addresses.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.arguments().chain(self.avoid().iter().copied())
    }

    /// The same predicate of other terms; `arguments` as [`Atom::arguments`] lists them.
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
            Atom::Allocated(_) => Atom::Allocated(first),
            Atom::Equal(..) => Atom::Equal(first, second),
            Atom::Less(..) => Atom::Less(first, second),
        }
    }

    /// What it says of the nodes that paths lead to.
    pub fn body(&self) -> Option<&Formula> {
        match self {
            Atom::Structure { claim, .. } => claim.body(),
            _ => None,
        }
    }

    /// Its set of fields, where it has one.
    pub fn fields(&self) -> Option<FieldSetId> {
        match self {
            Atom::Reach { fields, .. }
            | Atom::Dshared { fields, .. }
            | Atom::Cyclic { fields, .. }
            | Atom::Structure { fields, .. } => Some(*fields),
            _ => None,
        }
    }

    /// The same with avoid set and symmetric arguments in order.
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
            Atom::Equal(left, right) => Atom::Equal(left.min(right), left.max(right)),
            other => other,
        }
    }
}
