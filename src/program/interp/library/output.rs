//! `printf` and similar functions.

use super::Call;
use super::input::END;
use super::strings::check_apart;
use crate::ExprNode;
use crate::LibraryFunction as F;
use crate::interp::fault::Fault;
use crate::interp::memory::Value;
use crate::interp::print::{self, FormatArguments, Printed};
use crate::interp::state::Stream;
use crate::interp::step::allocate;
use crate::interp::text;
use ctype::Type;

/// The fault of a string that contains an address: its digits differ from those on a machine.
fn printed_address() -> Fault {
    Fault::unsupported("an address that is printed where the program can see it")
}

impl Call<'_, '_> {
    /// Returns the output of a format at this argument index, and whether it contains an address.
    fn formatted(&mut self, format: usize, list: bool) -> Result<(Vec<u8>, bool), Fault> {
        self.printed(format, list).map(|printed| (printed.text, printed.has_address))
    }

    fn printed(&mut self, format: usize, list: bool) -> Result<Printed, Fault> {
        let program = self.interpreter.program;
        let start = self.value(format)?;
        if list {
            let place = self.list_place(format + 1)?;
            return print::formatted(self.state, program, start, FormatArguments::List(place));
        }
        let rest = self.values.get(format + 1..).unwrap_or(&[]);
        print::formatted(self.state, program, start, FormatArguments::Values(rest.iter()))
    }

    /// Returns the place of the next argument of a `va_list`, which is passed as a pointer to its first word, or by
    /// that word.
    pub(super) fn list_place(&self, argument: usize) -> Result<Value, Fault> {
        let types = &self.interpreter.program.types;
        let value = self.values.get(argument).copied();
        let (address, ty) = value.ok_or_else(|| Fault::undefined("no list of arguments for a format"))?;
        match types.pointee(ty) {
            Some(target) if matches!(types.get(target), Type::Record(_)) => self.state.load_at(address, ty, types),
            _ => Ok(address),
        }
    }

    /// Formats the output and writes it to the stream that the function uses.
    pub(super) fn print(&mut self) -> Result<Value, Fault> {
        let mut result = 0;
        let (stream, (text, has_address)) = match self.function {
            F::Printf => (None, self.formatted(0, false)?),
            F::Fprintf => (Some(0), self.formatted(1, false)?),
            F::Vprintf => (None, self.formatted(0, true)?),
            F::Vfprintf => (Some(0), self.formatted(1, true)?),
            F::Dprintf => (Some(0), self.formatted(1, false)?),
            F::Vdprintf => (Some(0), self.formatted(1, true)?),
            F::Write => (Some(0), (text::read_bytes(self.state, self.value(1)?, self.size(2)?)?, false)),
            F::Puts => (None, ([self.read(0, None)?, vec![b'\n']].concat(), false)),
            F::Fputs => (Some(1), (self.read(0, None)?, false)),
            F::Putchar | F::Fputc => {
                let byte = self.integer(0)? as u8;
                result = i128::from(byte);
                ((self.function == F::Fputc).then_some(1), (vec![byte], false))
            }
            F::Fwrite => {
                let size = self.size(1)?.saturating_mul(self.size(2)?);
                (Some(3), (text::read_bytes(self.state, self.value(0)?, size)?, false))
            }
            // The output depends on `errno`, and is omitted.
            F::Perror => {
                if self.value(0)? != Value::NULL {
                    self.read(0, None)?;
                }
                return self.present(Stream::Errors).map(|_| Value::Integer(0));
            }
            F::Fflush => return self.flush(),
            F::Setlinebuf => return self.stream(0).map(|_| Value::Integer(0)),
            _ => return Ok(Value::Integer(0)),
        };
        result = match self.function {
            F::Putchar | F::Fputc => result,
            F::Fputs => 1,
            F::Write => self.integer(2)?,
            F::Fwrite => self.integer(2)?,
            _ => text.len() as i128,
        };
        let numbered = matches!(self.function, F::Dprintf | F::Vdprintf | F::Write);
        let stream = match stream {
            Some(stream) if numbered => Stream::numbered(self.integer(stream)?),
            Some(stream) => self.stream(stream)?,
            None => Some(self.present(Stream::Output)?),
        };
        let Some(stream) = stream else {
            let name = self.name;
            return Err(Fault::unsupported(format!("output by '{name}' to a stream of the program")));
        };
        // The length of the output would reveal something about the address, and a file can be read back.
        if has_address && (self.has_result || !matches!(stream, Stream::Output | Stream::Errors)) {
            return Err(printed_address());
        }
        let written = self.write_to(stream, &text)?;
        let failure = if self.function == F::Fwrite { 0 } else { END };
        Ok(Value::Integer(if written { result } else { failure }))
    }

    /// The variable that a stream argument reads.
    pub(super) fn stream_name(&self, argument: usize) -> Option<&str> {
        let mut stream = self.arguments.get(argument)?;
        while let ExprNode::Cast(inner) = &stream.node {
            stream = inner;
        }
        let ExprNode::Load(address) = &stream.node else { return None };
        let ExprNode::VariableAddress(variable) = address.node else { return None };
        self.interpreter.program.variables.get(variable).map(|variable| variable.name.as_str())
    }

    /// `asprintf` and `vasprintf`
    pub(super) fn print_into_block(&mut self) -> Result<Value, Fault> {
        let (mut text, has_address) = self.formatted(1, self.function == F::Vasprintf)?;
        if has_address {
            return Err(printed_address());
        }
        let length = text.len() as i128;
        text.push(0);
        let block = allocate(self.state, Value::Integer(text.len() as i128), None, false)?;
        self.state.write_text(block, &text, self.word())?;
        let (target, ty) = self.argument(0)?;
        let types = &self.interpreter.program.types;
        let ty = types.pointee(ty).ok_or_else(|| Fault::unsupported("a place for a text that is no pointer"))?;
        self.state.store_at(target, block, ty, types)?;
        Ok(Value::Integer(length))
    }

    pub(super) fn print_into(&mut self) -> Result<Value, Fault> {
        let bounded = matches!(self.function, F::Snprintf | F::Vsnprintf);
        let list = matches!(self.function, F::Vsprintf | F::Vsnprintf);
        let Printed { mut text, read, has_address } = self.printed(if bounded { 2 } else { 1 }, list)?;
        if has_address {
            return Err(printed_address());
        }
        let length = text.len() as i128;
        let room = if bounded { usize::try_from(self.size(1)?).unwrap_or(usize::MAX) } else { usize::MAX };
        if room > 0 {
            text.truncate(room - 1);
            text.push(0);
            let target = self.value(0)?;
            for (source, length) in read {
                check_apart((target, text.len() as i64), (source, length))?;
            }
            self.state.write_text(target, &text, self.word())?;
        }
        Ok(Value::Integer(length))
    }
}
