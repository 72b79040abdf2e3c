//! Numbers of nodes in a configuration: lower bounds, and upper bounds where they are known.
//!
//! A region counts once. A list segment has a minimum number of nodes but no maximum. If the other side of a comparison
//! has a maximum, nodes of the segment are materialised one by one until the comparison is decided; each of them raises
//! the number, so this terminates.

use std::collections::BTreeSet;

use super::{Argument, FormulaJudge, Reached};
use crate::domain::fault::Interruption;
use crate::domain::value::{ObjectId, Range, Target};
use crate::property::limits::MOST_COUNTED;
use crate::transfer::segment::{self, End};
use ctype::{FieldId, TypeId};
use program::{BinaryOp, Expr};
use spec::{CountComparison, CountSum};

/// Bounds on a sum.
#[derive(Clone, Copy)]
struct SumBounds {
    least: i128,
    /// `None` if it is unknown.
    most: Option<i128>,
    /// A segment that may have more nodes.
    segment: Option<ObjectId>,
}

/// The reason why an operand has no value.
enum NoValue {
    Undefined,
    Open,
}

impl FormulaJudge<'_> {
    /// Evaluates a comparison of numbers of nodes.
    pub(super) fn count(
        &mut self,
        comparison: &CountComparison<Expr>,
        (avoid, fields): (&[Expr], &[FieldId]),
    ) -> Result<Option<bool>, Interruption> {
        let way = self.way(fields, avoid)?;
        let mut is_open = way.is_open;
        let mut sums = Vec::new();
        for sum in [&comparison.left, &comparison.right] {
            let mut bounds = SumBounds { least: sum.more, most: Some(sum.more), segment: None };
            for operand in self.operands(sum, &way)? {
                match operand {
                    Ok(operand) => bounds = bounds.plus(operand),
                    // An atom with an undefined expression is false.
                    Err(NoValue::Undefined) => return Ok(Some(false)),
                    Err(NoValue::Open) => is_open = true,
                }
            }
            sums.push(bounds);
        }
        let [left, right] = sums[..] else { return Ok(None) };
        if is_open {
            return Ok(None);
        }
        let found = decided(comparison.op, left, right);
        if found.is_some() {
            return Ok(found);
        }
        for (one, other) in [(left, right), (right, left)] {
            let (Some(segment), Some(most)) = (one.segment, other.most) else { continue };
            if most.saturating_sub(one.least) <= MOST_COUNTED {
                let cases = segment::materialised(self.graph(), segment, End::First, self.word);
                return Err(Interruption::by_segment(cases));
            }
        }
        Ok(None)
    }

    /// Returns bounds on each operand of a sum.
    fn operands(
        &mut self,
        sum: &CountSum<Expr>,
        way: &super::Way<'_>,
    ) -> Result<Vec<Result<SumBounds, NoValue>>, Interruption> {
        let mut found = Vec::new();
        for start in &sum.starts {
            found.push(match self.argument(start)? {
                Argument::Place(place) => {
                    let reached = self.reachable(way, vec![place])?;
                    Ok(self.nodes(&reached, place.ty))
                }
                Argument::Nowhere => Ok(SumBounds::exactly(0)),
                Argument::Undefined => Err(NoValue::Undefined),
                Argument::Indeterminate | Argument::Open => Err(NoValue::Open),
            });
        }
        for number in &sum.numbers {
            found.push(self.number(number)?);
        }
        Ok(found)
    }

    fn number(&mut self, expr: &Expr) -> Result<Result<SumBounds, NoValue>, Interruption> {
        if self.names_dead_variable(expr) || self.is_nowhere(expr)? {
            return Ok(Err(NoValue::Open));
        }
        let Some(value) = self.value(expr)? else { return Ok(Err(NoValue::Undefined)) };
        if self.graph().is_undefined(value) || self.compares_dangling(expr)? {
            return Ok(Err(NoValue::Open));
        }
        let format = self.executor.program.types.integer_format(expr.ty).map(Range::of_format);
        let (Some(range), Some(format)) = (self.graph().range(value), format) else { return Ok(Err(NoValue::Open)) };
        // Values beyond the type may be any value of it.
        let is_inside = format.low() <= range.low() && range.high() <= format.high();
        let range = if is_inside { range } else { format };
        let most = (range.high() < Range::ALL.high()).then_some(range.high());
        let is_bounded = range.low() > Range::ALL.low();
        Ok(is_bounded.then_some(SumBounds { least: range.low(), most, segment: None }).ok_or(NoValue::Open))
    }

    /// Returns bounds on the number of nodes among the places that paths visit.
    fn nodes(&self, reached: &Reached, ty: TypeId) -> SumBounds {
        let (mut least, mut is_exact, mut segment) = (0, !reached.open, None);
        let mut seen: BTreeSet<ObjectId> = BTreeSet::new();
        for place in reached.places.iter().filter(|place| place.ty == ty) {
            let id = place.address.object;
            let Some(object) = self.graph().object(id) else { continue };
            if object.level > 0 {
                is_exact = false;
            } else if place.address.target == Target::Region {
                least += 1;
            } else {
                is_exact = false;
                // A path through a segment visits all of its nodes; a path to one end may visit only that.
                let is_whole = reached
                    .places
                    .iter()
                    .any(|other| (other.address.object, other.address.target, other.ty) == (id, Target::All, ty));
                if seen.insert(id) {
                    least += if is_whole { object.minimum() as i128 } else { (object.minimum() as i128).min(1) };
                    segment = segment.or(Some(id));
                }
            }
        }
        SumBounds { least, most: is_exact.then_some(least), segment }
    }
}

impl SumBounds {
    fn exactly(number: i128) -> SumBounds {
        SumBounds { least: number, most: Some(number), segment: None }
    }

    fn plus(self, other: SumBounds) -> SumBounds {
        let most = self.most.zip(other.most).map(|(one, other)| one.saturating_add(other));
        SumBounds { least: self.least.saturating_add(other.least), most, segment: self.segment.or(other.segment) }
    }
}

/// Returns the outcome of a comparison, if the bounds determine it.
fn decided(op: BinaryOp, left: SumBounds, right: SumBounds) -> Option<bool> {
    let is_exact = |sum: SumBounds| sum.most == Some(sum.least);
    // Determines whether one sum is less than the other.
    let less = |one: SumBounds, other: SumBounds| match (one.most, other.most) {
        (Some(most), _) if most < other.least => Some(true),
        (_, Some(most)) if one.least >= most => Some(false),
        _ => None,
    };
    let same = || match (less(left, right), less(right, left)) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        _ if is_exact(left) && is_exact(right) => Some(left.least == right.least),
        _ => None,
    };
    match op {
        BinaryOp::Equal => same(),
        BinaryOp::NotEqual => same().map(|same| !same),
        BinaryOp::Less => less(left, right),
        _ => less(right, left).map(|less| !less),
    }
}
