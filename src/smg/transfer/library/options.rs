//! `getopt`: the next option among the arguments of `main`. Which one it is, is any that the letters allow.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Fill, Origin};
use crate::domain::value::{Address, Range, Value};
use crate::transfer::evaluate::argument_string;
use crate::transfer::library::{Call, Progress};
use crate::transfer::step::{CommandOutcome, Executor};
use program::FaultKind;
use program::library::OPTION_RESULTS;

/// The arguments of the call.
const COUNT: u8 = 0;
const ARRAY: u8 = 1;
const LETTERS: u8 = 2;
const OPTIND: u8 = OPTION_RESULTS[1].1;
const BYTES_OF_INT: i64 = 4;
/// The results at the end of the options, and for one that is unknown or lacks its argument.
const END: i128 = -1;
const UNKNOWN: i128 = b'?' as i128;
const LACKS_ARGUMENT: i128 = b':' as i128;
/// The letters of options that are looked up; more are any letters.
const MOST_LETTERS: usize = 128;

/// What an option leaves in `optarg`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionArgument {
    Null,
    Text,
}

/// One sort of result: the number that is returned, and what `optarg` is.
struct OptionResult {
    number: Range,
    /// Numbers of the range that are not returned.
    except: BTreeSet<i128>,
    argument: OptionArgument,
}

impl OptionResult {
    fn exactly(number: i128, argument: OptionArgument) -> OptionResult {
        OptionResult { number: Range::exactly(number), except: BTreeSet::new(), argument }
    }
}

impl Executor<'_> {
    /// Takes the next option, with an outcome for each sort of result.
    pub(super) fn takes_option(
        &self,
        before: &Configuration,
        call: &Call<'_>,
        progress: &mut Progress,
    ) -> Result<(), Interruption> {
        progress.blocked = true;
        let count = call.argument(COUNT);
        let counts = before.graph.range(count).unwrap_or(Range::ALL);
        if counts.low() < 1 {
            let mut none = before.clone();
            none.mark_possibly_infeasible();
            self.give(&mut none, call.result, Value::Integer(END))?;
            progress.instead.push(CommandOutcome::Passed(none));
        }
        let mut some = before.clone();
        some.mark_possibly_infeasible();
        match (count, counts.intersection(Range::up_to(1, Range::ALL.high()))) {
            (_, None) => return Ok(()),
            (Value::Unknown(id), Some(counts)) => some.graph.narrow(id, counts),
            _ => {}
        }
        progress.note(self.check_arguments(&some, call)?);
        for found in self.option_results(before, call)? {
            let mut after = some.clone();
            self.leave_option(&mut after, call, &found)?;
            let number = after.graph.dependent(found.number);
            for other in &found.except {
                after.graph.record_different(number, Value::Integer(*other));
            }
            self.give(&mut after, call.result, number)?;
            progress.instead.push(CommandOutcome::Passed(after));
        }
        Ok(())
    }

    /// Checks that the call looks at the arguments of `main`, and at no more than there are. Returns the error of looking
    /// behind them, if that is possible.
    fn check_arguments(&self, before: &Configuration, call: &Call<'_>) -> Result<Option<Fault>, Fault> {
        let graph = &before.graph;
        let array = call.argument(ARRAY).object().filter(|id| {
            let is_start = call.argument(ARRAY) == Value::Address(Address::region(*id));
            is_start && graph.object(*id).is_some_and(|object| object.origin == Origin::Arguments)
        });
        let Some(array) = array else {
            return Err(Fault::unsupported(format!("'{}' on other arguments than those of 'main'", call.name)));
        };
        let word = i128::from(self.program.types.model().word_bytes());
        let end = graph.term(call.argument(COUNT)).and_then(|count| count.times(word)?.plus(word));
        let is_within = end.zip(graph.exact_size(array)).is_some_and(|(end, size)| graph.most_above(end, size) <= 0)
            && (!self.program.exposed.assigns_options || self.goes_on_within(before, call));
        let message = format!("`{}` may look behind the arguments", call.name);
        Ok((!is_within).then(|| Fault::possible(FaultKind::OutOfBounds, message)))
    }

    /// Returns true if the call goes on at one of the arguments, wherever the program has set `optind`.
    fn goes_on_within(&self, before: &Configuration, call: &Call<'_>) -> bool {
        let graph = &before.graph;
        let cell = |address: Value| match address {
            Value::Address(address) => {
                graph.object(address.object).map(|object| object.read(address.offset, BYTES_OF_INT))
            }
            _ => None,
        };
        cell(call.argument(OPTIND)).is_some_and(|next| {
            graph.range(next).is_some_and(|next| next.low() >= 0)
                && graph.most_above_value(next, call.argument(COUNT)).is_some_and(|most| most <= 0)
        })
    }

    /// Returns the sorts of results that the letters of the options allow.
    fn option_results(&self, before: &Configuration, call: &Call<'_>) -> Result<Vec<OptionResult>, Fault> {
        let end = OptionResult::exactly(END, OptionArgument::Null);
        let letters = self.format_at(before, Some(call.argument(LETTERS)));
        let Some(letters) = letters.filter(|letters| letters.is_ascii() && letters.len() <= MOST_LETTERS) else {
            return Err(Fault::unsupported(format!("letters of '{}' that are no string literal", call.name)));
        };
        let letters = letters.strip_prefix(b"+").unwrap_or(&letters);
        if letters.starts_with(b"-") || letters.contains(&b';') {
            return Err(Fault::unsupported(format!("an extension of GNU in the letters of '{}'", call.name)));
        }
        let mut found = vec![end];
        let mut plain = BTreeSet::from([UNKNOWN]);
        let mut with_argument = BTreeSet::new();
        if letters.starts_with(b":") {
            plain.insert(LACKS_ARGUMENT);
        }
        for (index, letter) in letters.iter().enumerate().filter(|(_, letter)| **letter != b':') {
            let rest = &letters[index + 1..];
            let letter = i128::from(*letter);
            if !rest.starts_with(b":") {
                plain.insert(letter);
            } else if with_argument.insert(letter) {
                found.push(OptionResult::exactly(letter, OptionArgument::Text));
                found.extend(rest.starts_with(b"::").then(|| OptionResult::exactly(letter, OptionArgument::Null)));
            }
        }
        if let (Some(low), Some(high)) = (plain.first(), plain.last()) {
            let except = with_argument.difference(&plain).copied().collect();
            found.push(OptionResult { number: Range::up_to(*low, *high), except, argument: OptionArgument::Null });
        }
        Ok(found)
    }

    /// Leaves the results in the variables of the library, and the arguments in any order.
    fn leave_option(
        &self,
        after: &mut Configuration,
        call: &Call<'_>,
        found: &OptionResult,
    ) -> Result<(), Interruption> {
        let graph = &mut after.graph;
        if let Some(array) = call.argument(ARRAY).object().and_then(|id| graph.object_mut(id)) {
            *array = array.emptied(Fill::Any);
        }
        graph.forget_arguments();
        let text = match found.argument {
            OptionArgument::Null => Value::ZERO,
            OptionArgument::Text => Value::Address(Address::region(argument_string(graph))),
        };
        let most = graph.range(call.argument(COUNT)).unwrap_or(Range::ALL).high().clamp(1, i32::MAX.into());
        let next = graph.dependent(Range::up_to(1, most));
        graph.record_order(next, call.argument(COUNT), 0);
        let letter = graph.dependent(Range::of_format((8, true)));
        for ((_, argument), value) in OPTION_RESULTS.into_iter().zip([text, next, letter]) {
            let address = call.argument(argument);
            if let (Some(expr), true) = (call.arguments.get(usize::from(argument)), address.object().is_some()) {
                self.store_through(after, address, expr.ty, value, None, None)?;
            }
        }
        Ok(())
    }
}
