//! Allocation of blocks: sizes, and failing allocations.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::Graph;
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::value::{Address, Range, Value};
use crate::transfer::limits::LARGEST_BLOCK;
use crate::transfer::step::{CommandOutcome, Executor};
use base::Span;
use program::{Expr, FaultKind};

/// The message for an allocation whose size was never written.
const UNDEFINED_SIZE: &str = "the size of an allocation is uninitialized";

impl Executor<'_> {
    /// Allocates `bytes` bytes, and stores the address of the block at `address`.
    pub(super) fn allocate(
        &self,
        before: &Configuration,
        (address, bytes): (&Expr, &Expr),
        zeroed: bool,
        may_fail: bool,
        span: Span,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        let (mut after, unlocked) = (before.clone(), address.root_variable());
        self.errno_changes(&mut after);
        if self.semantics.follows_numbers {
            self.evaluator(&mut after).numbers_one_by_one(bytes)?;
        }
        self.check_target(before, address)?;
        let mut size = self.evaluator(&mut after).value(bytes)?;
        self.evaluator(&mut after).settle_as(FaultKind::UndefinedValue, size)?;
        let is_undefined = size == Value::Undefined;
        if is_undefined {
            size = after.graph.unknown(Range::new(0, LARGEST_BLOCK).unwrap_or(Range::ALL));
        }
        if after.graph.range(size).is_some_and(|size| self.exceeds_memory(size)) {
            let pointer = self.evaluator(&mut after).value(address)?;
            self.store_through(&mut after, pointer, address.ty, Value::ZERO, None, unlocked)?;
            return Ok(vec![CommandOutcome::Passed(after)]);
        }
        let mut found = Vec::new();
        let nothing = self.without_bytes(&after, size);
        for mut failed in self.without_memory(&mut after, size, may_fail).into_iter().chain(nothing) {
            let pointer = self.evaluator(&mut failed).value(address)?;
            self.store_through(&mut failed, pointer, address.ty, Value::ZERO, None, unlocked)?;
            found.push(CommandOutcome::Passed(failed));
        }
        let fill = if zeroed { Fill::Zero } else { Fill::Undefined };
        let block = self.new_block(&mut after, size, fill, span)?;
        let pointer = self.evaluator(&mut after).value(address)?;
        self.store_through(&mut after, pointer, address.ty, block, None, unlocked)?;
        let fault = is_undefined.then(|| Fault::new(FaultKind::UndefinedValue, UNDEFINED_SIZE));
        found.insert(0, CommandOutcome::Passed(after).surviving(fault));
        Ok(found)
    }

    /// Returns true if a block of this size is larger than any that a library can allocate.
    pub fn exceeds_memory(&self, size: Range) -> bool {
        size.low() > self.most_bytes()
    }

    /// Returns the configuration in which a block of no bytes is NULL, as in some libraries; `None` if the size cannot
    /// be 0.
    pub fn without_bytes(&self, configuration: &Configuration, size: Value) -> Option<Configuration> {
        let none = Range::exactly(0);
        let range = configuration.graph.range(size).filter(|range| range.includes(none))?;
        let mut nothing = configuration.clone();
        if range != none {
            nothing.mark_possibly_infeasible();
            restrict(&mut nothing.graph, size, none);
        }
        Some(nothing)
    }

    /// Returns the configuration in which no block is allocated, because memory may be exhausted or no library allocates
    /// a block of that size. In `configuration` the size is restricted to those that a block may have. (Blocks of more
    /// than [`LARGEST_BLOCK`] are disregarded if smaller ones are possible, too.)
    pub fn without_memory(
        &self,
        configuration: &mut Configuration,
        size: Value,
        may_fail: bool,
    ) -> Option<Configuration> {
        let high = configuration.graph.range(size).map_or(0, Range::high);
        let may_exceed = high > self.most_bytes();
        let may_fail = may_fail || self.program.allocation_may_fail;
        let mut refused = (may_fail || may_exceed).then(|| configuration.clone());
        if let Some(refused) = refused.as_mut().filter(|_| !may_fail) {
            refused.mark_possibly_infeasible();
            restrict(&mut refused.graph, size, Range::up_to(self.most_bytes() + 1, Range::ALL.high()));
        }
        let most = self.most_bytes().min(LARGEST_BLOCK);
        if matches!(size, Value::Unknown(_)) && high > most {
            restrict(&mut configuration.graph, size, Range::up_to(0, most));
            if !configuration.graph.is_unconstrained(size) {
                configuration.mark_possibly_infeasible();
            }
        }
        refused
    }

    /// Returns the greatest size of a block: distances between addresses are signed.
    fn most_bytes(&self) -> i128 {
        Range::of_format((8 * self.program.types.model().word_bytes() as u32, true)).high()
    }

    /// Adds a heap block and returns its address.
    pub fn new_block(
        &self,
        configuration: &mut Configuration,
        size: Value,
        fill: Fill,
        span: Span,
    ) -> Result<Value, Interruption> {
        if size == Value::Undefined {
            return Err(Fault::new(FaultKind::UndefinedValue, UNDEFINED_SIZE).into());
        }
        let range = configuration.graph.range(size);
        let range = range.ok_or_else(|| Fault::unsupported("the size of an allocation is an address"))?;
        let range = range.intersection(Range::new(0, LARGEST_BLOCK).unwrap_or(range));
        let range = range.ok_or_else(|| Fault::unsupported("an allocation of a negative or huge size"))?;
        let object = configuration.graph.add(Object::new(Origin::Heap(span), range, fill));
        configuration.graph.record_size(object, size, range);
        Ok(Value::Address(Address::region(object)))
    }
}

/// Restricts an unknown number to a range.
fn restrict(graph: &mut Graph, number: Value, to: Range) {
    let kept = graph.range(number).and_then(|range| range.intersection(to));
    if let (Value::Unknown(id), Some(kept)) = (number, kept) {
        graph.narrow(id, kept);
    }
}
