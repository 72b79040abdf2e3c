//! Functions of the C library: executes each effect of a function's row in the table ([`program::library`]), and
//! determines its results. Functions are not known by name here, except for those that need code of their own.

mod access_size;
mod allocation;
mod counts;
mod effects;
mod external;
mod input;
mod known;
mod options;
mod overlap;
mod scan;
mod strings;
mod tokens;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::value::{Range, Value};
use crate::transfer::array;
use crate::transfer::library::access_size::possibly;
pub use crate::transfer::library::external::open_streams;
use crate::transfer::library::input::Stored;
use crate::transfer::step::{CommandOutcome, Executor};
use base::Span;
use program::library::{Allocation, Contents, Effect, Entry, Number, Returns};
use program::{Expr, FaultKind, LibraryFunction};

/// The results of a failed `posix_memalign`: `ENOMEM` and `EINVAL`.
const NO_MEMORY: i128 = 12;
const INVALID: i128 = 22;

/// A call in progress.
struct Call<'c> {
    function: LibraryFunction,
    /// The name by which the program calls it.
    name: &'c str,
    values: Vec<Value>,
    arguments: &'c [Expr],
    /// The address of what gets the result.
    result: Option<&'c Expr>,
    span: Span,
}

impl Call<'_> {
    fn entry(&self) -> &'static Entry {
        self.function.entry()
    }

    /// Returns the value of an argument; [`Value::ANY`] if there is none.
    fn argument(&self, index: u8) -> Value {
        self.values.get(usize::from(index)).copied().unwrap_or(Value::ANY)
    }
}

/// The state of a call after some effects.
#[derive(Default)]
struct Progress {
    block: Option<Value>,
    /// Configurations in which no block is allocated.
    refused: Vec<Configuration>,
    /// Further outcomes.
    instead: Vec<CommandOutcome>,
    ended: bool,
    /// True if there are no outcomes except for those in `instead`.
    blocked: bool,
    note: Option<Fault>,
    stored: Stored,
}

impl Progress {
    /// Keeps the first error that the program survives.
    fn note(&mut self, fault: Option<Fault>) {
        self.note = self.note.take().or(fault);
    }
}

impl Executor<'_> {
    /// Executes a call of a library function, which the program calls by `name`, and returns all outcomes.
    pub fn library(
        &self,
        before: &Configuration,
        (function, name): (LibraryFunction, &str),
        (arguments, result): (&[Expr], Option<&Expr>),
        span: Span,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        if let Some(address) = result {
            self.check_target(before, address)?;
        }
        let mut found = Vec::new();
        for stored in input::ways(function.entry()) {
            let mut after = before.clone();
            if function.may_set_errno() {
                self.errno_changes(&mut after);
            }
            self.count_one_by_one(&mut after, function, arguments)?;
            let values: Result<Vec<Value>, Interruption> =
                arguments.iter().map(|argument| self.evaluator(&mut after).value(argument)).collect();
            let call = Call { function, name, values: values?, arguments, result, span };
            found.extend(self.library_way(after, &call, *stored)?);
        }
        Ok(found)
    }

    /// Forgets the elements of summarised arrays that a function may use more than one of, unless it moves a whole block.
    fn forget_elements(&self, after: &mut Configuration, call: &Call<'_>) {
        let word = self.program.types.model().word_bytes() as i64;
        let moves = matches!(call.entry().allocation(), Some(Allocation { contents: Contents::BlockAt(_), .. }));
        for id in call.values.iter().filter(|_| !moves).filter_map(|value| value.object()) {
            array::forget_all(after, id, word);
        }
    }

    /// As [`Executor::library`], for one amount of input that the call stores.
    fn library_way(
        &self,
        mut after: Configuration,
        call: &Call<'_>,
        stored: Stored,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        call.values.iter().try_for_each(|value| self.evaluator(&mut after).settle(*value))?;
        if !input::is_possible(&after, call, stored) {
            return Ok(Vec::new());
        }
        self.forget_elements(&mut after, call);
        if self.gives_away(&after, call) {
            after.mark_possibly_infeasible();
        }
        let mut progress = Progress { stored, ..Progress::default() };
        let done = self.act(&mut after, call, &mut progress);
        // The analysis does not check that the string contains as much as is stored.
        let is_open = call.entry().scans_string() && stored != Stored::Nothing;
        done.map_err(|stop| if is_open { possibly(stop) } else { stop })?;
        if progress.blocked {
            return Ok(with_note(progress.instead, progress.note));
        }
        if progress.ended {
            return Ok(vec![CommandOutcome::Ended(after).surviving(progress.note)]);
        }
        self.returned(after, call, progress)
    }

    /// Returns the outcomes of a call that returns, one for each possible result.
    fn returned(
        &self,
        mut after: Configuration,
        call: &Call<'_>,
        mut progress: Progress,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        let mut found = std::mem::take(&mut progress.instead);
        for mut refused in std::mem::take(&mut progress.refused) {
            let is_number = call.entry().returns == Returns::Number(Number::Refusal);
            self.give(&mut refused, call.result, Value::Integer(if is_number { NO_MEMORY } else { 0 }))?;
            found.push(CommandOutcome::Passed(refused));
        }
        let conversions = self.conversions_scanned(&after, call);
        if let Some(results) = strings::printed_results(&mut after, call) {
            return self.passed(found, results, call, progress.note);
        }
        let known = match input::result(&mut after, call, progress.stored, conversions) {
            Some(known) => Some(known),
            None => self.known_result(&mut after, call)?,
        };
        let results: Vec<(Configuration, Value)> = match (known, call.entry().returns) {
            (Some(known), _) => vec![(after, known)],
            (None, Returns::Inside { object, place, or_null }) => {
                known::inside(&after, call, call.argument(object), place, or_null)
            }
            (None, _) => {
                let values = self.results(&mut after, call, progress.block);
                values.into_iter().map(|value| (after.clone(), value)).collect()
            }
        };
        self.passed(found, results, call, progress.note)
    }

    /// Returns the outcomes of a call that returns these values, after others.
    fn passed(
        &self,
        mut found: Vec<CommandOutcome>,
        results: Vec<(Configuration, Value)>,
        call: &Call<'_>,
        note: Option<Fault>,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        for (mut returned, value) in results {
            self.give(&mut returned, call.result, value)?;
            found.push(CommandOutcome::Passed(returned));
        }
        Ok(with_note(found, note))
    }

    /// Executes the effects of a function.
    fn act(&self, after: &mut Configuration, call: &Call<'_>, progress: &mut Progress) -> Result<(), Interruption> {
        match call.entry().allocation() {
            Some(Allocation { contents: Contents::BlockAt(old), size, .. }) => {
                return self.reallocate(after, call, (old, size), progress);
            }
            Some(Allocation { on_stack: true, size, .. }) => {
                return self.allocate_on_stack(after, call, size, progress);
            }
            Some(Allocation { contents: Contents::Formatted, stored: Some(target), .. }) => {
                progress.instead.extend(self.print_into_block(after, call, target)?);
                return Ok(());
            }
            Some(Allocation { stored: Some(target), size, alignment, .. }) => {
                return self.allocate_aligned(after, call, (target, size, alignment), progress);
            }
            Some(Allocation { alignment: Some(alignment), .. }) => {
                self.refuse_alignment(after, call, alignment, progress)?;
            }
            _ => {}
        }
        if call.function == LibraryFunction::VaArg {
            let message = "`va_arg` may read an argument that was not passed";
            progress.note = Some(Fault::possible(FaultKind::Uninitialized, message));
        }
        if self.program.exposed.buffers && call.function.uses_streams() {
            return Err(Fault::unsupported("a stream with a buffer of the program's own").into());
        }
        if self.program.exposed.assigns_streams && call.function.uses_standard_stream() {
            return Err(Fault::unsupported("a standard stream that the program assigns").into());
        }
        for effect in call.entry().effects {
            self.effect(after, call, effect, progress)?;
        }
        if let Returns::ArgumentOrNull(stream) = call.entry().returns {
            progress.instead.push(self.not_reopened(after, (call.argument(stream), call.name), call.result)?);
        }
        Ok(())
    }

    /// Returns true if a call moves an address to where the program may restore it: an address passed as a number may
    /// be in the result, and one in bytes that are written out may be read in again.
    fn gives_away(&self, configuration: &Configuration, call: &Call<'_>) -> bool {
        let is_output = call.entry().effects.contains(&Effect::Output);
        let mut passed = call.values.iter().zip(call.arguments);
        passed.any(|(value, argument)| {
            let object = value.object().and_then(|id| configuration.graph.object(id));
            match self.program.types.is_pointer(argument.ty) {
                true => is_output && object.is_some_and(|object| object.holds_an_address(0, object.possible_end())),
                false => value.object().is_some(),
            }
        })
    }

    fn give(&self, configuration: &mut Configuration, result: Option<&Expr>, value: Value) -> Result<(), Interruption> {
        let Some(address) = result else { return Ok(()) };
        let pointer = self.evaluator(configuration).sound_address(address)?;
        self.store_through(configuration, pointer, address.ty, value, None, address.root_variable())
    }

    /// Returns the values that the function may return, unless they are addresses in an argument.
    fn results(&self, configuration: &mut Configuration, call: &Call<'_>, block: Option<Value>) -> Vec<Value> {
        let Some(address) = call.result else { return vec![Value::ANY] };
        let ty = self.program.types.pointee(address.ty);
        let format = ty.and_then(|ty| self.evaluator(configuration).format(ty));
        let range = format.map_or(Range::ALL, Range::of_format);
        match call.entry().returns {
            Returns::Number(Number::Refusal) => {
                vec![if block == Some(Value::ZERO) { Value::Integer(NO_MEMORY) } else { Value::ZERO }]
            }
            Returns::Nothing | Returns::Inside { .. } => vec![Value::ANY],
            Returns::Input => vec![configuration.graph.unknown(range)],
            Returns::Anything | Returns::Number(_) => vec![configuration.graph.dependent(range)],
            // The failing case is a separate outcome: see `not_reopened`.
            Returns::Argument(index) | Returns::ArgumentOrNull(index) => vec![call.argument(index)],
            Returns::Block => vec![block.unwrap_or(Value::ANY)],
            Returns::External(what) => {
                let word = self.program.types.model().word_bytes() as i64;
                external::addresses(configuration, (call.function, what), word)
            }
        }
    }
}

/// Adds an error that the program survives to the last outcome.
fn with_note(mut outcomes: Vec<CommandOutcome>, note: Option<Fault>) -> Vec<CommandOutcome> {
    if let Some(last) = outcomes.pop() {
        outcomes.push(last.surviving(note));
    }
    outcomes
}
