//! Allocation by functions that have no command of their own: `realloc` and its kin, `alloca`, `posix_memalign`.

use crate::domain::configuration::Configuration;
use crate::domain::fault::Interruption;
use crate::domain::limits::LONGEST_STRING;
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::value::{Range, Value};
use crate::transfer::array;
use crate::transfer::library::known::PRINTED;
use crate::transfer::library::strings::{self, length};
use crate::transfer::library::{Call, INVALID, NO_MEMORY, Progress};
use crate::transfer::step::{CommandOutcome, Executor, all_bits, write};
use base::Span;
use program::Expr;
use program::library::{AccessSize, Effect, Number, Returns};

/// Lengths of unknown strings.
const STRINGS: Range = Range::up_to(0, LONGEST_STRING as i128 - 1);

/// Every library supports alignments up to this, if there is memory.
const MOST_ALIGNED: i128 = 1 << 16;

fn is_power_of_two(integer: i128) -> bool {
    u64::try_from(integer).is_ok_and(u64::is_power_of_two)
}

/// Returns the length of a copy of a string.
fn duplicated(configuration: &mut Configuration, call: &Call<'_>, string: u8) -> Value {
    let length = strings::string_length(configuration, call.argument(string)).unwrap_or(Value::Any(STRINGS));
    let Some(limit) = call.entry().limit_of_string(string) else { return length };
    let ranges = [length, call.argument(limit)].map(|value| configuration.graph.range(value).unwrap_or(STRINGS));
    let most = ranges[0].high().min(ranges[1].high().max(0));
    let least = ranges[0].low().min(ranges[1].low().max(0)).min(most);
    configuration.graph.shorter(length, Range::up_to(least, most))
}

impl Executor<'_> {
    /// Returns the outcome of `realloc(p, 0)`, if a call may be one: the GNU library frees the block and returns NULL.
    fn reallocated_to_nothing(
        &self,
        configuration: &Configuration,
        old: Value,
        size: Range,
        result: Option<&Expr>,
    ) -> Result<Option<CommandOutcome>, Interruption> {
        if old == Value::ZERO || !size.includes(Range::exactly(0)) {
            return Ok(None);
        }
        let mut emptied = configuration.clone();
        if size.single().is_none() {
            emptied.mark_possibly_infeasible();
        }
        let note = self.free_value(&mut emptied, old)?;
        self.give(&mut emptied, result, Value::ZERO)?;
        Ok(Some(CommandOutcome::Passed(emptied).surviving(note)))
    }

    /// Allocates a block, or returns NULL if it is larger than any block can be. The configuration in which the
    /// allocation fails, if it may, is added to `progress`.
    pub(super) fn block_of(
        &self,
        configuration: &mut Configuration,
        size: Value,
        fill: Fill,
        (span, progress): (Span, &mut Progress),
    ) -> Result<Value, Interruption> {
        if configuration.graph.range(size).is_some_and(|size| self.exceeds_memory(size)) {
            return Ok(Value::ZERO);
        }
        progress.refused.extend(self.without_memory(configuration, size, false));
        self.new_block(configuration, size, fill, span)
    }

    pub(super) fn reallocate(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (old, size): (u8, AccessSize),
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let old = call.argument(old);
        let size = self.size_value(configuration, call, size)?;
        let range = configuration.graph.range(size).unwrap_or(Range::ALL);
        if let Some(emptied) = self.reallocated_to_nothing(configuration, old, range, call.result)? {
            progress.instead.push(emptied);
            progress.blocked = range.single().is_some();
        }
        if progress.blocked {
            return Ok(());
        }
        let note = self.free_value(&mut configuration.clone(), old)?;
        // A call that resizes a block to no bytes frees it; that is `emptied`.
        if old == Value::ZERO {
            progress.refused.extend(self.without_bytes(configuration, size));
        }
        let block = self.block_of(configuration, size, Fill::Undefined, (call.span, progress))?;
        progress.block = Some(block);
        // The old block stays if there is no new one.
        if old == Value::ZERO || block == Value::ZERO {
            return Ok(());
        }
        self.fill_from(configuration, old, block, size);
        if note.is_none() {
            self.free_value(configuration, old)?;
        }
        progress.note = note;
        Ok(())
    }

    /// Moves the contents of a block into the one that `realloc` returns.
    fn fill_from(&self, configuration: &mut Configuration, old: Value, block: Value, size: Value) {
        let word = self.program.types.model().word_bytes() as i64;
        if let (Some(old), Some(new)) = (old.object(), block.object()) {
            if let Some(moved) = array::moved(&configuration.graph, old, new, word) {
                configuration.graph = moved;
                return;
            }
            array::forget_all(configuration, old, word);
        }
        // The number of bytes that are kept depends on unknown numbers.
        let new_size = configuration.graph.range(size).unwrap_or(Range::ALL);
        let object = old.object().and_then(|id| configuration.graph.object(id)).cloned();
        let old_size = object.as_ref().map(|object| object.size);
        let is_known = new_size.single().is_some() && old_size.is_none_or(|size| size.single().is_some());
        let bytes = |size: i128| i64::try_from(size).unwrap_or(i64::MAX);
        let kept = object.as_ref().map_or(0, |object| object.size.low().min(new_size.low()));
        let leaves = |object: &Object| object.holds_an_address(bytes(kept), object.possible_end());
        if !is_known && object.as_ref().is_some_and(leaves) {
            configuration.hide_address();
        }
        if let (Some(object), Some(new)) = (&object, block.object().and_then(|id| configuration.graph.object_mut(id))) {
            new.paste(0, object, 0, bytes(kept));
            if !is_known {
                // From the old block, or not written yet.
                new.write(bytes(kept), bytes(new.size.high() - kept), Value::PERHAPS_UNDEFINED);
            }
        }
    }

    pub(super) fn allocate_on_stack(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        size: AccessSize,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let size = self.size_value(configuration, call, size)?;
        let block = self.new_block(configuration, size, Fill::Undefined, call.span)?;
        progress.block = Some(block);
        let Some(id) = block.object() else { return Ok(()) };
        if let Some(object) = configuration.graph.object_mut(id) {
            object.origin = Origin::Stack;
        }
        if let Some(frame) = configuration.frames.last_mut() {
            frame.blocks.push(id);
        }
        Ok(())
    }

    /// Adds the outcome for an alignment that the library may not support: there is no block.
    pub(super) fn refuse_alignment(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        alignment: u8,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let is_posix = call.entry().returns == Returns::Number(Number::Refusal);
        let word = i128::from(self.program.types.model().word_bytes());
        let (recorded, is_sure) = match call.argument(alignment) {
            Value::Integer(alignment) if is_power_of_two(alignment) && (!is_posix || alignment >= word) => {
                if alignment <= MOST_ALIGNED {
                    return Ok(());
                }
                (NO_MEMORY, false)
            }
            Value::Integer(_) => (INVALID, is_posix),
            _ => (INVALID, false),
        };
        if !is_sure {
            configuration.mark_possibly_infeasible();
        }
        let mut refused = configuration.clone();
        self.give(&mut refused, call.result, Value::Integer(if is_posix { recorded } else { 0 }))?;
        progress.instead.push(CommandOutcome::Passed(refused));
        progress.blocked = is_sure;
        Ok(())
    }

    pub(super) fn allocate_aligned(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        (target, size, alignment): (u8, AccessSize, Option<u8>),
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        if let Some(alignment) = alignment {
            self.refuse_alignment(configuration, call, alignment, progress)?;
        }
        if progress.blocked {
            return Ok(());
        }
        let size = self.size_value(configuration, call, size)?;
        let word = self.program.types.model().word_bytes() as i64;
        let place = self.evaluator(configuration).place(call.argument(target), word)?;
        if self.check_writable(configuration, place, all_bits(word), None)? {
            return Ok(());
        }
        if let Some(mut nothing) = self.without_bytes(configuration, size) {
            write(&mut nothing, place, word, Value::ZERO);
            self.give(&mut nothing, call.result, Value::ZERO)?;
            progress.instead.push(CommandOutcome::Passed(nothing));
        }
        let block = self.block_of(configuration, size, Fill::Undefined, (call.span, progress))?;
        progress.block = Some(block);
        if block != Value::ZERO {
            write(configuration, place, word, block);
        }
        Ok(())
    }

    /// Copies a string to a new block. If its length is unknown, its contents are arbitrary.
    pub(super) fn duplicate(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        source: u8,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        let string = call.argument(source);
        let limit = match call.entry().limit_of_string(source).map(|limit| call.argument(limit)) {
            Some(Value::Integer(limit)) => i64::try_from(limit).ok(),
            Some(_) => None,
            None => Some(i64::MAX),
        };
        let length = length(configuration, string).zip(limit).map(|(length, limit)| length.min(limit));
        let recorded = match length {
            Some(length) => Value::Integer(length.into()),
            None => duplicated(configuration, call, source),
        };
        progress.refused.extend(self.program.allocation_may_fail.then(|| configuration.clone()));
        let block = self.new_string(configuration, recorded, call.span)?;
        progress.block = Some(block);
        let source = string.object().and_then(|id| configuration.graph.object(id)).cloned();
        let new = block.object().and_then(|id| configuration.graph.object_mut(id));
        if let (Some(length), Value::Address(address), Some(source), Some(new)) = (length, string, source, new) {
            new.paste(0, &source, address.offset, length);
            new.write(length, 1, Value::ZERO);
        }
        Ok(())
    }

    /// `asprintf` and its kin: prints a string into a new block. Returns the outcome of a failed allocation, if it may
    /// fail.
    pub(super) fn print_into_block(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        target: u8,
    ) -> Result<Option<CommandOutcome>, Interruption> {
        for effect in call.entry().effects {
            match *effect {
                Effect::Reads(format, access_size) => {
                    self.reads(configuration, call, call.argument(format), access_size)?
                }
                Effect::ReadsRest(first) => self.reads_strings(configuration, call, usize::from(first))?,
                _ => {}
            }
        }
        let target = call.argument(target);
        let word = self.program.types.model().word_bytes() as i64;
        let place = self.evaluator(configuration).place(target, word)?;
        if self.check_writable(configuration, place, all_bits(word), None)? {
            return Ok(None);
        }
        let failed = match self.program.allocation_may_fail {
            true => {
                let mut failed = configuration.clone();
                write(&mut failed, place, word, Value::Undefined);
                self.give(&mut failed, call.result, Value::Integer(-1))?;
                Some(CommandOutcome::Passed(failed))
            }
            false => None,
        };
        let block = self.new_string(configuration, Value::Any(PRINTED), call.span)?;
        write(configuration, place, word, block);
        Ok(failed)
    }

    /// Allocates a block for a string of this length, and returns its address.
    fn new_string(&self, configuration: &mut Configuration, length: Value, span: Span) -> Result<Value, Interruption> {
        let graph = &mut configuration.graph;
        let range = graph.range(length).unwrap_or(STRINGS);
        let length = if let Value::Any(range) = length { graph.dependent(range) } else { length };
        let size = graph.dependent(Range::up_to(range.low() + 1, range.high() + 1));
        if let Some(recorded) = graph.term(length).and_then(|length| length.plus(1)) {
            graph.define(size, recorded);
        }
        let block = self.new_block(configuration, size, Fill::Any, span)?;
        if !matches!(length, Value::Integer(_)) {
            strings::record_string(configuration, block, length);
        }
        Ok(block)
    }
}
