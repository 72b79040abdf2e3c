//! The effects of scanf formats on the arguments after them.

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::value::{Range, Value};
use crate::transfer::library::access_size::Size;
use crate::transfer::library::input::Stored;
use crate::transfer::library::{Call, strings};
use crate::transfer::step::Executor;
use program::FaultKind;
use program::library::Effect;
use program::library::conversions::{InputConversion, input_conversions};

impl Executor<'_> {
    /// Returns the conversions of the format at an address, if it is known.
    fn scanned_at(&self, configuration: &Configuration, format: Option<Value>) -> Option<Vec<InputConversion>> {
        let word = self.program.types.model().word_bytes();
        self.format_at(configuration, format).map(|format| input_conversions(&format, word))
    }

    /// Stores input through the arguments from `first` on, as the format says and in the given amount. If it is input
    /// of the program, a number may have any value of its type.
    pub(super) fn scans(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: usize,
        stored: Stored,
    ) -> Result<(), Interruption> {
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let Some(recorded) = self.scanned_at(configuration, format) else {
            return Err(Fault::unsupported("a scanf format that is no string literal").into());
        };
        if recorded.contains(&InputConversion::Other) {
            return Err(Fault::unsupported("a conversion of a scanf format").into());
        }
        if stored == Stored::All && recorded.len() > call.values.len().saturating_sub(first) {
            let message = "too few arguments for the scanf format";
            return Err(Fault::new(FaultKind::InvalidDereference, message).into());
        }
        // Arguments without a conversion are left alone.
        for (index, recorded) in (first..call.values.len()).zip(recorded) {
            self.scans_one(configuration, call, index, recorded, stored)?;
        }
        Ok(())
    }

    fn scans_one(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        index: usize,
        recorded: InputConversion,
        stored: Stored,
    ) -> Result<(), Interruption> {
        let target = call.values.get(index).copied().unwrap_or(Value::ANY);
        let ty = call.arguments.get(index).and_then(|argument| self.program.types.pointee(argument.ty));
        let size = match recorded {
            InputConversion::Number { bytes: size, .. } | InputConversion::Characters(size) => {
                Range::exactly(size.into())
            }
            // It is not reached if the text between two conversions does not match.
            InputConversion::Count(size) => {
                return self.overwrite(configuration, target, Range::up_to(0, size.into()).into(), Value::ANY);
            }
            InputConversion::Other => {
                return Err(Fault::unsupported("a conversion of a scanf format").into());
            }
            InputConversion::String(Some(limit)) if stored == Stored::Some => Range::up_to(0, limit.into()),
            InputConversion::String(limit) => {
                self.overwrite_open(configuration, target, limit.and_then(Size::up_to))?;
                if let (Stored::All, Some(limit)) = (stored, limit) {
                    // A zero byte may be part of the input.
                    let length = Range::up_to(0, i128::from(limit - 1).max(0));
                    strings::record_string(configuration, target, Value::of_range(length));
                }
                return Ok(());
            }
        };
        if stored == Stored::Some {
            return self.overwrite(configuration, target, Range::up_to(0, size.high()).into(), Value::ANY);
        }
        let is_input = !call.entry().scans_string();
        let format = ty.and_then(|ty| self.program.types.integer_format(ty)).filter(|format| {
            let is_any = matches!(recorded, InputConversion::Number { is_any: true, .. });
            is_any && is_input && size == Range::exactly((format.0 / 8).into())
        });
        let value = format.map_or(Value::ANY, |format| configuration.graph.unknown(Range::of_format(format)));
        self.overwrite(configuration, target, size.into(), value)
    }

    /// Returns the number of items that a call is to store, according to its scanf format.
    pub(super) fn conversions_scanned(&self, configuration: &Configuration, call: &Call<'_>) -> Option<usize> {
        let scans = call.entry().effects.contains(&Effect::Input);
        let first = call.entry().formatted().filter(|_| scans)?;
        let format = call.values.get(first.checked_sub(1)?).copied();
        let is_counted = |recorded: &&InputConversion| !matches!(recorded, InputConversion::Count(_));
        self.scanned_at(configuration, format).map(|recorded| recorded.iter().filter(is_counted).count())
    }
}
