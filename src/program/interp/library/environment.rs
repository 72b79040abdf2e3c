//! The environment of a run, which is empty at the start, and error messages.

use super::Call;
use super::input::END;
use super::messages::MESSAGES;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::files::INVALID;
use crate::interp::memory::{BlockKind, Value};
use crate::interp::text;

impl Call<'_, '_> {
    /// `getenv`, `setenv`, `unsetenv`, `putenv`
    pub(super) fn environment(&mut self) -> Result<Value, Fault> {
        if self.interpreter.program.exposed.environment {
            return Err(Fault::unsupported("an environment that the program looks at as memory"));
        }
        let name = self.read(0, None)?;
        if self.function == F::Putenv {
            return self.put_variable(&name);
        }
        if self.function == F::Getenv {
            let found = self.find_variable(&name)?;
            return Ok(found.map_or(Value::NULL, |(_, entry)| moved(entry, name.len() as i64 + 1)));
        }
        if name.is_empty() || name.contains(&b'=') {
            self.set_error(INVALID)?;
            return Ok(Value::Integer(END));
        }
        if self.function == F::Unsetenv {
            self.forget_variable(&name)?;
            return Ok(Value::Integer(0));
        }
        let value = self.read(1, None)?;
        let known = self.find_variable(&name)?.map(|(index, _)| index);
        if known.is_some() && self.integer(2)? == 0 {
            return Ok(Value::Integer(0));
        }
        let entry = self.state.add_text(BlockKind::Arguments, &[name.as_slice(), b"=", &value].concat())?;
        self.enter(known, Value::pointer_to(entry));
        Ok(Value::Integer(0))
    }

    /// `putenv`: the string itself becomes part of the environment.
    fn put_variable(&mut self, text: &[u8]) -> Result<Value, Fault> {
        let Some(length) = text.iter().position(|byte| *byte == b'=') else {
            self.forget_variable(text)?;
            return Ok(Value::Integer(0));
        };
        let known = self.find_variable(text.get(..length).unwrap_or(&[]))?.map(|(index, _)| index);
        let entry = self.value(0)?;
        self.enter(known, entry);
        Ok(Value::Integer(0))
    }

    fn enter(&mut self, known: Option<usize>, entry: Value) {
        match known.and_then(|index| self.state.environment.get_mut(index)) {
            Some(place) => *place = entry,
            None => self.state.environment.push(entry),
        }
    }

    /// Returns the entry with this name, and its index.
    fn find_variable(&self, name: &[u8]) -> Result<Option<(usize, Value)>, Fault> {
        for (index, entry) in self.state.environment.iter().enumerate() {
            let text = text::read(self.state, *entry, None)?;
            if text.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&b'=')) {
                return Ok(Some((index, *entry)));
            }
        }
        Ok(None)
    }

    fn forget_variable(&mut self, name: &[u8]) -> Result<(), Fault> {
        while let Some((index, _)) = self.find_variable(name)? {
            self.state.environment.remove(index);
        }
        Ok(())
    }

    /// `strerror`: the next call overwrites the message.
    pub(super) fn error_text(&mut self) -> Result<Value, Fault> {
        let number = self.integer(0)?;
        let known = usize::try_from(number).ok().and_then(|number| MESSAGES.get(number));
        let text = match known.filter(|text| !text.is_empty()) {
            Some(text) => (*text).to_string(),
            None => format!("Unknown error {number}"),
        };
        let block = self.state.add_text(BlockKind::Arguments, text.as_bytes())?;
        self.state.external.insert(F::Strerror, block);
        Ok(Value::pointer_to(block))
    }
}
