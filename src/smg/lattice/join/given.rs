//! Pointers that functions without a body have given: whether the join of two is one.

use crate::domain::graph::Graph;
use crate::domain::value::Value;
use ctype::TypeId;

/// What the join of two values knows as a pointer that was given.
pub(super) struct JoinedGiven {
    /// The type of its target; `None` if the join is not known to be such a pointer.
    pub(super) target: Option<TypeId>,
    /// For each side, true if its value was known to be one, and the join is not.
    pub(super) loses: [bool; 2],
}

impl JoinedGiven {
    pub(super) fn of(graphs: [&Graph; 2], [left, right]: [Value; 2]) -> JoinedGiven {
        let given = [graphs[0].given_type(left), graphs[1].given_type(right)];
        let target = match given {
            [Some(one), Some(other)] => (one == other).then_some(one),
            [Some(one), None] if right == Value::ZERO => Some(one),
            [None, Some(other)] if left == Value::ZERO => Some(other),
            _ => None,
        };
        JoinedGiven { target, loses: given.map(|given| given.is_some() && target.is_none()) }
    }
}
