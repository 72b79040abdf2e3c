//! Unknown numbers of bytes that are passed to functions: split into their values if these are few; otherwise the least
//! and the greatest effect of the function.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::value::{Address, Range, Target, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::library::Call;
use crate::transfer::library::access_size::Size;
use crate::transfer::step::Executor;
use program::library::{AccessSize, Effect};
use program::{BinaryOp, Expr, ExprNode, LibraryFunction};

impl Executor<'_> {
    /// If numbers are followed, splits the numbers from which byte counts among the arguments are computed into their
    /// values.
    pub(super) fn count_one_by_one(
        &self,
        configuration: &mut Configuration,
        function: LibraryFunction,
        arguments: &[Expr],
    ) -> Result<(), Interruption> {
        if !self.semantics.follows_numbers {
            return Ok(());
        }
        let counts = function.entry().effects.iter().filter_map(access_size).flat_map(counting);
        for count in counts.filter_map(|index| arguments.get(usize::from(index))) {
            self.evaluator(configuration).numbers_one_by_one(count)?;
        }
        Ok(())
    }

    /// Returns the place of a number of bytes, computed as `end - start`, at `start`, if only the range of `start` is
    /// known: the bytes end at `end`, wherever they start. Returns the least start, and the number of bytes from there.
    pub(super) fn up_to_an_end(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        target: u8,
        access_size: AccessSize,
    ) -> Result<Option<(Value, Range)>, Interruption> {
        let argument = |index: u8| call.arguments.get(usize::from(index)).map(|argument| self.uncast(argument));
        let AccessSize::Bytes(count) = access_size else { return Ok(None) };
        let (Some(start), Some(count)) = (argument(target), argument(count)) else { return Ok(None) };
        let value = call.argument(target);
        let end = match &count.node {
            ExprNode::Binary(BinaryOp::Sub, end, from) | ExprNode::PointerDifference(end, from)
                if self.uncast(from) == start =>
            {
                end
            }
            _ => return Ok(None),
        };
        let end = self.evaluator(configuration).value(end)?;
        let (Value::Inside { object, low, high, .. }, Some((same, least, most))) = (value, end.offsets()) else {
            return Ok(None);
        };
        let size = Range::new(0, i128::from(most) - i128::from(low)).filter(|_| same == object && high <= least);
        Ok(size.map(|size| (Value::Address(Address { object, target: Target::Region, offset: low }), size)))
    }

    /// Returns the expression without conversions that keep all bits of an address.
    fn uncast<'x>(&self, expr: &'x Expr) -> &'x Expr {
        let word = Some(self.program.types.model().word_bytes());
        match &expr.node {
            ExprNode::Cast(operand)
                if [expr.ty, operand.ty].map(|ty| self.program.types.size_of(ty)) == [word, word] =>
            {
                self.uncast(operand)
            }
            _ => expr,
        }
    }

    /// Copies a number of bytes. If only its range is known, the least number is copied, and further bytes possibly
    /// are.
    pub(super) fn copies(
        &self,
        configuration: &mut Configuration,
        (target, source): (Value, Value),
        size: Size,
        may_overlap: bool,
    ) -> Result<(), Interruption> {
        if let Some(size) = size.range.single().and_then(|size| i64::try_from(size).ok()) {
            return self.copy_bytes(configuration, (target, None), source, size, may_overlap);
        }
        let from = match self.place_of_some(configuration, source, size) {
            Err(Interruption::Fault(_)) if self.semantics.recovers => None,
            from => Some(from?),
        };
        let most = i64::try_from(size.range.high()).unwrap_or(i64::MAX / 4);
        // The fault is raised by the write below.
        let to = match self.place_of_some(configuration, target, size) {
            Err(Interruption::Fault(_)) => None,
            to => Some(to?),
        };
        let places = from.zip(to).map(|(from, to)| [from, to]);
        let meet = places.is_some_and(|[from, to]| from.may_overlap(to, most, &configuration.graph));
        if meet && !may_overlap && !self.semantics.recovers {
            return Err(Fault::overlap(false).into());
        }
        let copied = from.map_or(Value::PERHAPS_UNDEFINED, |from| some_of(configuration, from, most));
        self.overwrite(configuration, target, size, copied)?;
        let is_exact = places.is_some_and(|places| places.iter().all(|place| place.low == place.high));
        match i64::try_from(size.range.low()) {
            Ok(least) if is_exact && !meet => {
                self.copy_bytes(configuration, (target, None), source, least, may_overlap)
            }
            _ => Ok(()),
        }
    }
}

/// Returns the value of any of `size` bytes at a place. An address among them is forgotten.
pub(super) fn some_of(configuration: &mut Configuration, place: ObjectBytes, size: i64) -> Value {
    let graph = &configuration.graph;
    let Some(object) = graph.object(place.object) else { return Value::PERHAPS_UNDEFINED };
    let pieces = graph.pieces(object, place.low, place.high.saturating_add(size).min(object.possible_end()));
    let is_maybe_uninitialized = pieces.iter().any(|piece| graph.may_be_undefined(piece.value));
    if pieces.iter().any(|piece| piece.value.object().is_some()) {
        configuration.hide_address();
    }
    if is_maybe_uninitialized { Value::PERHAPS_UNDEFINED } else { Value::ANY }
}

fn access_size(effect: &Effect) -> Option<AccessSize> {
    match effect {
        Effect::Reads(_, access_size) | Effect::Writes(_, access_size) => Some(*access_size),
        Effect::Fills { access_size, .. } | Effect::Copies { access_size, .. } => Some(*access_size),
        Effect::Allocates(allocation) => Some(allocation.size),
        _ => None,
    }
}

/// Returns the arguments that give the number of bytes of an access size.
fn counting(access_size: AccessSize) -> Vec<u8> {
    match access_size {
        AccessSize::Bytes(index) | AccessSize::AtMost(index) => vec![index],
        AccessSize::Product(first, second) => vec![first, second],
        _ => Vec::new(),
    }
}
