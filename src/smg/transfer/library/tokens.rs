//! Tokens that are cut off a string (`strtok` and its kin), and lines that are read into a block (`getline`).

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Fill, ZeroByte};
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::library::known::in_string;
use crate::transfer::library::{Call, Progress, strings};
use crate::transfer::step::{CommandOutcome, Executor, overwrite_perhaps, write};
use program::FaultKind;
use program::library::AccessSize;

/// Bytes of a line, its end included.
const LINES: Range = Range::up_to(1, 1 << 31);
/// The result of `getline` where there is no line.
const END: i128 = -1;

/// A way of cutting a string.
struct Cut {
    token: Value,
    rest: Value,
    /// The byte that becomes zero.
    end: Option<Value>,
}

impl Executor<'_> {
    /// Cuts the next token off a string, with an outcome for each sort of end.
    pub(super) fn takes_token(
        &self,
        before: &mut Configuration,
        call: &Call<'_>,
        (first, rest): (Option<u8>, u8),
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        progress.blocked = true;
        let string = match first.map(|first| call.argument(first)) {
            Some(first) if first.object().is_some() => first,
            None | Some(Value::ZERO) => self.loaded(before, call, rest)?,
            Some(_) => return Err(Fault::unsupported(format!("'{}' of an unknown string", call.name)).into()),
        };
        if string == Value::ZERO && first.is_none() {
            let cut = Cut { token: string, rest: string, end: None };
            return self.leave_cut(before.clone(), call, rest, cut, progress);
        }
        if string == Value::ZERO {
            let message = format!("'{}' goes on where nothing was begun", call.name);
            return Err(Fault::new(FaultKind::UndefinedBehaviour, message).into());
        }
        self.reads(before, call, string, AccessSize::String)?;
        before.mark_possibly_infeasible();
        let is_separate = first.is_none();
        for ends_behind in [false, true] {
            let mut after = before.clone();
            let Some(cut) = self.cut(&mut after, string, (is_separate, ends_behind))? else {
                return Err(Fault::unsupported(format!("'{}' of a string that may not end", call.name)).into());
            };
            self.leave_cut(after, call, rest, cut, progress)?;
        }
        if is_separate {
            return Ok(());
        }
        let mut after = before.clone();
        let end = in_string(&mut after, string, 0).unwrap_or(Value::ANY);
        self.leave_cut(after, call, rest, Cut { token: Value::ZERO, rest: end, end: None }, progress)
    }

    /// Returns how a string is cut: whether the token starts at the string itself, and whether a separator ends it. `None` if
    /// the string is not known to end.
    fn cut(
        &self,
        after: &mut Configuration,
        string: Value,
        (is_at_start, ends_behind): (bool, bool),
    ) -> Result<Option<Cut>, Interruption> {
        let token = if is_at_start { Some(string) } else { in_string(after, string, 1) };
        let Some(token) = token else { return Ok(None) };
        if !ends_behind {
            let rest = if is_at_start { Some(Value::ZERO) } else { in_string(after, string, 0) };
            return Ok(rest.map(|rest| Cut { token, rest, end: None }));
        }
        let Some(end) = in_string(after, token, 1) else { return Ok(None) };
        let rest = self.evaluator(after).shifted(end, Value::Integer(1), 1)?;
        Ok(Some(Cut { token, rest, end: Some(end) }))
    }

    /// Adds the outcome of a cut.
    fn leave_cut(
        &self,
        mut after: Configuration,
        call: &Call<'_>,
        rest: u8,
        cut: Cut,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        if let Some(end) = cut.end {
            let place = self.evaluator(&mut after).place(end, 1)?;
            if self.check_writable(&after, place, 0..8, None)? {
                return Ok(());
            }
            write(&mut after, place, 1, Value::ZERO);
        }
        // The zero byte may leave a single value for the number of an offset.
        let knows = |value: Value| value.number().is_none_or(|number| after.graph.knows(number));
        let [token, left] = [cut.token, cut.rest].map(|value| if knows(value) { value } else { value.without_steps() });
        let address = call.arguments.get(usize::from(rest));
        let address = address.ok_or_else(|| Fault::unsupported(format!("a call of '{}'", call.name)))?;
        self.store_through(&mut after, call.argument(rest), address.ty, left, None, None)?;
        self.give(&mut after, call.result, token)?;
        progress.instead.push(CommandOutcome::Passed(after));
        Ok(())
    }

    /// Loads what the pointer at an argument leads to.
    fn loaded(&self, before: &mut Configuration, call: &Call<'_>, argument: u8) -> Result<Value, Interruption> {
        let ty = call.arguments.get(usize::from(argument)).and_then(|address| self.program.types.pointee(address.ty));
        let ty = ty.ok_or_else(|| Fault::unsupported(format!("a call of '{}'", call.name)))?;
        self.evaluator(before).load(call.argument(argument), ty, None)
    }

    /// Reads a line into a block. The block may be the old one or another: every line is read into a new one.
    pub(super) fn reads_line(
        &self,
        before: &mut Configuration,
        call: &Call<'_>,
        (line, size): (u8, u8),
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        progress.blocked = true;
        before.mark_possibly_infeasible();
        let old = self.loaded(before, call, line)?;
        if old != Value::ZERO {
            let room = self.loaded(before, call, size)?;
            if before.graph.is_undefined(room) {
                let message = "the size of the block for a line is uninitialized";
                return Err(Fault::new(FaultKind::UndefinedValue, message).into());
            }
            progress.note(check_room(before, call, (old, room)));
        }
        let mut ended = before.clone();
        self.give(&mut ended, call.result, Value::Integer(END))?;
        progress.instead.push(CommandOutcome::Passed(ended));
        if old == Value::ZERO {
            let mut ended = before.clone();
            let (block, bytes, _) = self.line_block(&mut ended, call)?;
            self.leave_line(&mut ended, call, [(line, block), (size, bytes)], Value::Integer(END))?;
            progress.instead.push(CommandOutcome::Passed(ended));
        }
        let note = self.free_value(before, old)?;
        let (block, bytes, length) = self.line_block(before, call)?;
        if let Some((object, most)) =
            block.object().and_then(|id| Some((id, before.graph.object(id)?.possible_end() - 1)))
        {
            // What lies behind the line was never written.
            overwrite_perhaps(before, ObjectBytes { high: most, ..ObjectBytes::at(object, 0) }, 1, Value::ANY);
            write(before, ObjectBytes::at(object, 0), 1, Value::ANY);
            before.graph.record_string_to(object, (0, ZeroByte::Later), length);
        }
        // A zero byte may be part of the input.
        let text = before.graph.shorter(length, Range::up_to(0, LINES.high()));
        strings::record_string(before, block, text);
        self.leave_line(before, call, [(line, block), (size, bytes)], length)?;
        progress.instead.push(CommandOutcome::Passed(before.clone()).surviving(note));
        Ok(())
    }

    /// Returns a new block for a line, its size, and the length of a line that fits there.
    fn line_block(&self, before: &mut Configuration, call: &Call<'_>) -> Result<(Value, Value, Value), Interruption> {
        let length = before.graph.dependent(LINES);
        let bytes = before.graph.dependent(Range::up_to(LINES.low() + 1, 2 * LINES.high()));
        before.graph.record_order(length, bytes, -1);
        let block = self.new_block(before, bytes, Fill::Undefined, call.span)?;
        Ok((block, bytes, length))
    }

    /// Stores the block and its size, and gives the result.
    fn leave_line(
        &self,
        after: &mut Configuration,
        call: &Call<'_>,
        stored: [(u8, Value); 2],
        result: Value,
    ) -> Result<(), Interruption> {
        for (argument, value) in stored {
            if let Some(address) = call.arguments.get(usize::from(argument)) {
                self.store_through(after, call.argument(argument), address.ty, value, None, None)?;
            }
        }
        self.give(after, call.result, result)
    }
}

/// Returns the error of a block for a line that may be smaller than the number beside it says. The library gives up a block of
/// which that number is 0.
fn check_room(before: &Configuration, call: &Call<'_>, (block, room): (Value, Value)) -> Option<Fault> {
    let graph = &before.graph;
    let size = block.object().and_then(|id| graph.exact_size(id));
    let fits = graph.term(room).zip(size).is_some_and(|(room, size)| graph.most_above(room, size) <= 0);
    let is_some = graph.range(room).is_some_and(|room| room.low() > 0);
    let message = format!("`{}` may write more bytes than the block has", call.name);
    (!fits || !is_some).then(|| Fault::possible(FaultKind::OutOfBounds, message))
}
