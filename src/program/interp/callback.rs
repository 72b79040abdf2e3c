//! Library functions that call functions of the program: `qsort`, `qsort_r`, `bsearch`, and the handlers that `atexit`
//! and `on_exit` register.
//!
//! Such a call is an ordinary frame that records the continuation of the library function. So every step of the callee
//! is a step of the run, and nothing here recurses.

use crate::interp::choice::Chooser;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::limits::MAX_BLOCK_BYTES;
use crate::interp::memory::{BlockId, Pointer, Value};
use crate::interp::state::{Frame, State};
use crate::interp::step::{ControlEffect, Interpreter, StepOutcome};
use crate::{Command, EdgeId, FaultKind, FunctionId, LibraryFunction, LocationId};
use base::integer::wrap;
use ctype::TypeId;

/// The continuation of a library function after a function that it called returns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Callback {
    /// A comparison for `qsort` or `bsearch`.
    Compare(Box<Comparisons>),
    /// The end of the program.
    Exit {
        /// The edge of `exit` with its status; `None` if `main` returned.
        halt: Option<(EdgeId, Value)>,
    },
}

/// An exit handler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Handler {
    function: FunctionId,
    /// The second argument, if `on_exit` registered it.
    argument: Option<Value>,
}

impl Handler {
    /// Returns the block that its argument points to.
    pub(super) fn block(&self) -> Option<BlockId> {
        self.argument.and_then(Value::block)
    }

    /// Returns the handler with its argument mapped.
    pub(super) fn with(self, value: impl Fn(Value) -> Value) -> Handler {
        Handler { argument: self.argument.map(value), ..self }
    }
}

/// An array whose elements are being compared. They are moved only after all comparisons.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Comparisons {
    edge: EdgeId,
    compare: FunctionId,
    base: Value,
    count: u64,
    size: u64,
    /// The key of `bsearch`.
    key: Option<Value>,
    /// The additional argument of every comparison by `qsort_r`.
    extra: Option<Value>,
    /// For `qsort`: the indices of the first elements in sorted order. The next element is being inserted.
    sorted: Vec<u64>,
    /// The position searched for is in `low..=high`.
    low: u64,
    high: u64,
}

impl Comparisons {
    fn middle(&self) -> u64 {
        self.low + (self.high - self.low) / 2
    }

    fn element(&self, index: u64) -> Value {
        moved(self.base, i64::try_from(index.saturating_mul(self.size)).unwrap_or(i64::MAX))
    }

    /// Returns the two elements to compare next; `None` if the order is known.
    fn next(&mut self) -> Option<(Value, Value)> {
        if let Some(key) = self.key {
            return (self.low < self.high).then(|| (key, self.element(self.middle())));
        }
        while self.low >= self.high {
            let next = self.sorted.len() as u64;
            if next >= self.count {
                return None;
            }
            // The position of the current element is known; the next one may go anywhere.
            self.sorted.insert(usize::try_from(self.low).unwrap_or(0), next);
            (self.low, self.high) = (0, self.sorted.len() as u64);
            if self.high >= self.count {
                return None;
            }
        }
        let other = self.sorted.get(usize::try_from(self.middle()).unwrap_or(0)).copied().unwrap_or(0);
        Some((self.element(self.sorted.len() as u64), self.element(other)))
    }

    /// Records the result of a comparison. Returns the address that `bsearch` searches for, once it is found.
    fn learn(&mut self, result: i128) -> Option<Value> {
        let middle = self.middle();
        match result {
            0 if self.key.is_some() => return Some(self.element(middle)),
            // Equal elements keep their order.
            result if result < 0 => self.high = middle,
            _ => self.low = middle + 1,
        }
        None
    }
}

impl Callback {
    /// The blocks that the library has pointers to.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        let values = match self {
            Callback::Compare(array) => [Some(array.base), array.key, array.extra],
            Callback::Exit { .. } => [None; 3],
        };
        values.into_iter().flatten().filter_map(Value::block)
    }

    /// Returns the continuation with blocks renamed.
    pub(super) fn renamed(&self, rename: impl Fn(BlockId) -> BlockId) -> Callback {
        let value = |value: Value| match value {
            Value::Pointer(Pointer::To { block, offset }) => {
                Value::Pointer(Pointer::To { block: rename(block), offset })
            }
            other => other,
        };
        match self {
            Callback::Compare(array) => {
                let (base, key, extra) = (value(array.base), array.key.map(value), array.extra.map(value));
                Callback::Compare(Box::new(Comparisons { base, key, extra, ..array.as_ref().clone() }))
            }
            exit => exit.clone(),
        }
    }
}

impl Interpreter<'_> {
    /// `qsort`, `qsort_r` and `bsearch`, with these argument values.
    pub(super) fn compare_elements(
        &self,
        state: &mut State,
        edge: EdgeId,
        (function, name): (LibraryFunction, &str),
        values: &[Value],
        chooser: &mut dyn Chooser,
    ) -> Result<ControlEffect, Fault> {
        let (key, array) = match (function, values) {
            (LibraryFunction::Bsearch, [key, array @ ..]) => (Some(*key), array),
            (_, array) => (None, array),
        };
        let (array, extra) = match (function, array) {
            (LibraryFunction::QsortR, [array @ .., extra]) => (array, Some(*extra)),
            _ => (array, None),
        };
        let [base, Value::Integer(count), Value::Integer(size), compare] = array else {
            let is_pointer = array.first() == Some(&Value::Undefined) || array.last() == Some(&Value::Undefined);
            let kind = if is_pointer { FaultKind::Uninitialized } else { FaultKind::UndefinedValue };
            return Err(Fault::new(kind, format!("an argument of '{name}' is uninitialized")));
        };
        let bytes = count.checked_mul(*size).and_then(|bytes| u64::try_from(bytes).ok());
        let bytes = bytes.filter(|bytes| *bytes <= MAX_BLOCK_BYTES && *count <= i128::from(MAX_BLOCK_BYTES));
        let bytes = bytes.ok_or_else(|| Fault::unsupported("an array larger than the interpreter allows"))?;
        if bytes > 0 && key.is_none() {
            state.check_writable(*base, bytes)?;
        } else if bytes > 0 {
            state.check_access(*base, bytes)?;
        }
        let compare = self.function_of(*compare)?;
        let (count, size) = (*count as u64, *size as u64);
        let high = if key.is_some() { count } else { 0 };
        let array =
            Comparisons { edge, compare, base: *base, count, size, key, extra, sorted: Vec::new(), low: 0, high };
        self.go_on_comparing(state, array, chooser)
    }

    /// Calls the comparison function for the next two elements, or returns from the library function.
    fn go_on_comparing(
        &self,
        state: &mut State,
        mut array: Comparisons,
        chooser: &mut dyn Chooser,
    ) -> Result<ControlEffect, Fault> {
        match array.next() {
            Some((left, right)) => {
                let (edge, compare) = (array.edge, array.compare);
                let arguments: Vec<Value> = [left, right].into_iter().chain(array.extra).collect();
                self.call_back(state, compare, Some(edge), &arguments, Callback::Compare(Box::new(array)))
            }
            None if array.key.is_some() => self.found(state, array.edge, Value::NULL, chooser),
            None => {
                self.permute(state, &array)?;
                Ok(ControlEffect::Passed)
            }
        }
    }

    /// Moves the elements to their sorted positions.
    fn permute(&self, state: &mut State, array: &Comparisons) -> Result<(), Fault> {
        if array.size == 0 {
            return Ok(());
        }
        let elements: Vec<_> = array
            .sorted
            .iter()
            .map(|place| self.contents(state, array.element(*place), array.size))
            .collect::<Result<_, Fault>>()?;
        for (index, contents) in elements.iter().enumerate() {
            self.paste(state, array.element(index as u64), contents, array.size)?;
        }
        Ok(())
    }

    /// Returns from `bsearch`.
    fn found(
        &self,
        state: &mut State,
        edge: EdgeId,
        place: Value,
        chooser: &mut dyn Chooser,
    ) -> Result<ControlEffect, Fault> {
        let command = self.flowchart(state).and_then(|flowchart| flowchart.graph.edge_weight(edge));
        if let Some(Command::Library { result: Some(address), .. } | Command::Call { result: Some(address), .. }) =
            command.map(|edge| &edge.command)
        {
            self.give_result(state, address, place, chooser)?;
        }
        Ok(ControlEffect::Passed)
    }

    /// Returns the function that a pointer points to.
    pub(super) fn function_of(&self, pointer: Value) -> Result<FunctionId, Fault> {
        match pointer {
            Value::Function(function) => Ok(function),
            Value::Undefined => {
                Err(Fault::new(FaultKind::Uninitialized, "call through an uninitialized function pointer"))
            }
            _ => Err(Fault::new(
                FaultKind::InvalidDereference,
                "call through a pointer that is no address of a function",
            )),
        }
    }

    /// Enters a function of the program with pointers, or integers of type `int`, as its arguments.
    fn call_back(
        &self,
        state: &mut State,
        id: FunctionId,
        edge: Option<EdgeId>,
        arguments: &[Value],
        callback: Callback,
    ) -> Result<ControlEffect, Fault> {
        let function = self.program.functions.get(id).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        let Some(flowchart) = &function.flowchart else {
            let name = &function.name;
            return Err(Fault::unsupported(format!("the library calls the function '{name}', which has no body")));
        };
        if state.frames.len() >= self.max_frames {
            return Err(Fault::unsupported(format!("more than {} nested calls", self.max_frames)));
        }
        let types = &self.program.types;
        let parameters = &function.parameters;
        let ty = |index: usize| self.program.variables.get(*parameters.get(index)?).map(|variable| variable.ty);
        let takes = |ty: TypeId, value: &Value| match value {
            Value::Integer(_) => types.integer_format(ty) == Some((32, true)),
            _ => types.is_pointer(ty),
        };
        let fits = arguments.iter().enumerate().all(|(index, value)| ty(index).is_some_and(|ty| takes(ty, value)));
        if !fits || parameters.len() != arguments.len() {
            let name = &function.name;
            return Err(Fault::undefined(format!("the library calls '{name}' with arguments of other types")));
        }
        state.push_frame(self.program, id, edge)?;
        if let Some(frame) = state.frames.last_mut() {
            frame.callback = Some(callback);
        }
        for (index, (parameter, value)) in parameters.iter().zip(arguments).enumerate() {
            if let (Some(address), Some(ty)) = (state.variable_address(*parameter), ty(index)) {
                state.store(address, *value, ty, types)?;
            }
        }
        Ok(ControlEffect::Entered(flowchart.entry))
    }

    /// Continues after a function called by the library has reached its exit.
    pub(super) fn leave_callback(
        &self,
        state: &mut State,
        callback: Callback,
        chooser: &mut dyn Chooser,
    ) -> StepOutcome {
        match callback {
            Callback::Exit { halt } => {
                state.pop_frame(self.program);
                self.end_program(state, halt)
            }
            Callback::Compare(array) => match self.compared(state, *array, chooser) {
                Ok(to) => StepOutcome::Moved { edge: None, to },
                Err(fault) => StepOutcome::Failed { edge: None, fault },
            },
        }
    }

    fn compared(
        &self,
        state: &mut State,
        mut array: Comparisons,
        chooser: &mut dyn Chooser,
    ) -> Result<LocationId, Fault> {
        let edge = array.edge;
        let result = state.function().and_then(|function| self.program.functions.get(function)?.result);
        let result = result.and_then(|id| Some((state.variable_address(id)?, self.program.variables.get(id)?.ty)));
        let result = result.map(|(address, ty)| state.load(address, ty, &self.program.types)).transpose()?;
        state.pop_frame(self.program);
        let effect = match result {
            Some(Value::Integer(order)) => match array.learn(order) {
                Some(place) => self.found(state, edge, place, chooser)?,
                None => self.go_on_comparing(state, array, chooser)?,
            },
            Some(Value::Undefined) => {
                return Err(Fault::new(FaultKind::UndefinedValue, "the result of a comparison is uninitialized"));
            }
            _ => return Err(Fault::undefined("a function that compares returns no integer")),
        };
        match (effect, self.flowchart(state)) {
            (ControlEffect::Entered(to), _) => Ok(to),
            (_, Some(flowchart)) => Ok(flowchart.target(edge)),
            _ => Err(Fault::unsupported("a call that came from nowhere returns")),
        }
    }

    /// `atexit`; `on_exit` if there is an argument.
    pub(super) fn register_handler(
        &self,
        state: &mut State,
        handler: Value,
        argument: Option<Value>,
    ) -> Result<Value, Fault> {
        let function = self.function_of(handler)?;
        state.handlers.push(Handler { function, argument });
        Ok(Value::Integer(0))
    }

    /// Returns the exit status of the program.
    fn final_status(&self, state: &State, halt: Option<(EdgeId, Value)>) -> Result<Value, Fault> {
        let known = match halt {
            Some((_, status)) => Some(status),
            None => {
                let bottom = state.frames.first();
                let result = bottom.and_then(|frame| self.program.functions.get(frame.function)?.result);
                let block = result.and_then(|result| bottom?.variables.get(result));
                let ty = result.and_then(|result| self.program.variables.get(result)).map(|variable| variable.ty);
                let place = block.map(|block| Pointer::To { block, offset: 0 }).zip(ty);
                place.map(|(place, ty)| state.load(place, ty, &self.program.types)).transpose()?
            }
        };
        match known {
            Some(Value::Integer(status)) => Ok(Value::Integer(wrap(status, (32, true)))),
            _ => Err(Fault::undefined("the exit status is undefined")),
        }
    }

    /// Ends the program through `exit`, or (without a status) because `main` returns. Exit handlers run first, in
    /// reverse order of registration.
    pub(super) fn end_program(&self, state: &mut State, halt: Option<(EdgeId, Value)>) -> StepOutcome {
        let Some(handler) = state.handlers.pop() else {
            return match halt {
                Some((edge, status)) => StepOutcome::Halted { edge, status: Some(status) },
                None => self.finish(state),
            };
        };
        let arguments = match handler.argument {
            None => Vec::new(),
            Some(argument) => match self.final_status(state, halt) {
                Ok(status) => vec![status, argument],
                Err(fault) => return StepOutcome::Failed { edge: None, fault },
            },
        };
        let edge = halt.map(|(edge, _)| edge);
        match self.call_back(state, handler.function, edge, &arguments, Callback::Exit { halt }) {
            Ok(ControlEffect::Entered(to)) => StepOutcome::Moved { edge: None, to },
            Ok(_) => StepOutcome::Failed { edge: None, fault: Fault::unsupported("a function without an entry") },
            Err(fault) => StepOutcome::Failed { edge: None, fault },
        }
    }

    /// Returns true if handlers must run when the function of the bottom frame returns.
    pub(super) fn has_handlers(&self, state: &State) -> bool {
        let bottom = state.frames.first().and_then(|frame| self.program.functions.get(frame.function));
        !state.handlers.is_empty() && bottom.is_some_and(|function| function.name == "main")
    }

    /// Checks a call of `exit`: it is an error if the program is already terminating.
    pub(super) fn check_exit(&self, state: &State) -> Result<(), Fault> {
        if state.frames.iter().any(Frame::is_at_exit) {
            return Err(Fault::undefined("exit is called by a function that runs at the exit"));
        }
        Ok(())
    }

    /// Ends the lifetimes of `main`'s variables before handlers run after it, except for its result.
    pub(super) fn end_locals(&self, state: &mut State) {
        let result = state.function().and_then(|function| self.program.functions.get(function)?.result);
        let result = result.and_then(|result| state.frames.last()?.variables.get(result));
        let blocks: Vec<BlockId> = state.frames.last().into_iter().flat_map(|frame| frame.variables.values()).collect();
        blocks.into_iter().filter(|block| Some(*block) != result).for_each(|block| state.end_scope(block));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_sorted_with_few_comparisons() {
        let keys = [5, 1, 4, 1, 5, 9, 2, 6, 5, 3];
        let mut array = Comparisons {
            edge: EdgeId::new(0),
            compare: base::ids::Id::from_index(0),
            base: Value::pointer_to(base::ids::Id::from_index(0)),
            count: keys.len() as u64,
            size: 1,
            key: None,
            extra: None,
            sorted: Vec::new(),
            low: 0,
            high: 0,
        };
        let at = |value: Value| match value {
            Value::Pointer(Pointer::To { offset, .. }) => keys[offset as usize],
            _ => unreachable!(),
        };
        let mut comparisons = 0;
        while let Some((left, right)) = array.next() {
            comparisons += 1;
            assert_eq!(array.learn(i128::from(at(left) - at(right))), None);
        }
        assert_eq!(array.sorted, [1, 3, 6, 9, 2, 0, 4, 8, 7, 5]);
        assert!(comparisons <= 30, "{comparisons}");
    }
}
