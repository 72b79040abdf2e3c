//! Input: characters, lines and blocks from standard input and files.

use super::Call;
use crate::FaultKind;
use crate::LibraryFunction as F;
use crate::interp::fault::Fault;
use crate::interp::files::BAD_DESCRIPTOR;
use crate::interp::limits::LONGEST_ITEM;
use crate::interp::memory::Value;
use crate::interp::state::Stream;
use crate::interp::step::allocate;
use crate::limits::MOST_MADE_UP;

/// `EOF`, which functions return at the end of the input.
pub(super) const END: i128 = -1;
/// The buffer size that the GNU C library allocates for the first line.
const FIRST_LINE: i128 = 120;

impl Call<'_, '_> {
    /// Returns the stream that a function reads from: standard input if there is no argument.
    pub(super) fn source(&self, argument: Option<usize>) -> Result<Stream, Fault> {
        let stream = match argument {
            Some(argument) => self.stream(argument)?,
            None => Some(self.present(Stream::Input)?),
        };
        match stream {
            None => Ok(Stream::Input),
            Some(stream @ (Stream::Input | Stream::File(_))) => Ok(stream),
            Some(_) => Err(Fault::unsupported(format!("'{}' on a stream for output", self.name))),
        }
    }

    /// Reads a byte from a stream.
    pub(super) fn byte(&mut self, stream: Stream) -> Result<Option<u8>, Fault> {
        if let Stream::File(block) = stream {
            if self.state.files.is_next_open(block) {
                self.count_made_up()?;
                let byte = self.chooser.byte_of_file();
                self.files().add_given(block, byte);
            }
            let byte = self.files().read(block)?;
            if !self.state.files.reads(block) {
                self.set_error(BAD_DESCRIPTOR)?;
            }
            return Ok(byte);
        }
        if let Some(byte) = self.state.input.unread.take() {
            return Ok(Some(byte));
        }
        if self.state.input.ended {
            return Ok(None);
        }
        self.count_made_up()?;
        let byte = self.chooser.byte();
        self.state.input.ended = byte.is_none();
        Ok(byte)
    }

    fn count_made_up(&mut self) -> Result<(), Fault> {
        if self.chooser.makes_up_input() && self.input_bytes >= MOST_MADE_UP {
            return Err(Fault::unsupported(format!("a call that reads more than {MOST_MADE_UP} bytes of input")));
        }
        self.input_bytes += 1;
        Ok(())
    }

    /// `getchar`, `fgetc`, `ungetc`, `fgets`, `fread`
    pub(super) fn input(&mut self) -> Result<Value, Fault> {
        let stream = self.source(match self.function {
            F::Fgetc => Some(0),
            F::Ungetc => Some(1),
            F::Fgets => Some(2),
            F::Fread => Some(3),
            _ => None,
        })?;
        match self.function {
            F::Ungetc => self.put_back(stream),
            F::Fgets => self.line(stream),
            F::Fread => self.items(stream),
            _ => Ok(Value::Integer(self.byte(stream)?.map_or(END, i128::from))),
        }
    }

    fn put_back(&mut self, stream: Stream) -> Result<Value, Fault> {
        let byte = self.integer(0)?;
        if byte == END {
            return Ok(Value::Integer(END));
        }
        match stream {
            Stream::File(block) if self.state.files.reads(block) => {
                self.files().unread(block, byte as u8)?;
            }
            Stream::File(_) => return Err(Fault::unsupported("'ungetc' on a stream for output")),
            _ if self.state.input.unread.is_some() => return Ok(Value::Integer(END)),
            _ => (self.state.input.unread, self.state.input.ended) = (Some(byte as u8), false),
        }
        Ok(Value::Integer(i128::from(byte as u8)))
    }

    fn line(&mut self, stream: Stream) -> Result<Value, Fault> {
        let room = usize::try_from(self.integer(1)?).ok().filter(|room| *room > 0);
        let room = room.ok_or_else(|| Fault::undefined("'fgets' without room for a character"))?;
        let target = self.value(0)?;
        let mut line = Vec::new();
        while line.len() + 1 < room {
            let Some(byte) = self.byte(stream)? else { break };
            line.push(byte);
            if byte == b'\n' {
                break;
            }
        }
        if line.is_empty() && room > 1 {
            return Ok(Value::NULL);
        }
        line.push(0);
        self.state.write_text(target, &line, self.word())?;
        Ok(target)
    }

    /// `getline` and `getdelim`: a line in a block that grows as in the GNU C library.
    pub(super) fn line_in_block(&mut self) -> Result<Value, Fault> {
        let delimited = self.function == F::Getdelim;
        let stream = self.source(Some(if delimited { 3 } else { 2 }))?;
        let end = if delimited { self.integer(2)? } else { i128::from(b'\n') };
        let types = &self.interpreter.program.types;
        let ((line, line_type), (room, room_type)) = (self.argument(0)?, self.argument(1)?);
        let (Some(line_type), Some(room_type)) = (types.pointee(line_type), types.pointee(room_type)) else {
            return Err(Fault::unsupported(format!("'{}' without places for the line", self.name)));
        };
        let old = self.state.load_at(line, line_type, types)?;
        let had = match self.state.load_at(room, room_type, types)? {
            _ if old == Value::NULL => 0,
            Value::Integer(had) => had,
            _ => {
                return Err(Fault::new(FaultKind::UndefinedValue, "the size of the block for a line is uninitialized"));
            }
        };
        let mut text = Vec::new();
        while let Some(byte) = self.byte(stream)? {
            text.push(byte);
            if i128::from(byte) == end {
                break;
            }
            if text.len() >= LONGEST_ITEM {
                return Err(Fault::unsupported("a line that is too long"));
            }
        }
        let length = text.len() as i128;
        text.push(0);
        let have = if had == 0 { FIRST_LINE } else { had };
        let needed = if length + 1 > have { (2 * have).max(length + 1) } else { have };
        let mut block = old;
        if needed > had {
            block = allocate(self.state, Value::Integer(needed), None, false)?;
            self.state.free(old)?;
            self.state.store_at(line, block, line_type, types)?;
            self.state.store_at(room, Value::Integer(needed), room_type, types)?;
        }
        if length == 0 {
            return Ok(Value::Integer(END));
        }
        self.state.write_text(block, &text, self.word())?;
        Ok(Value::Integer(length))
    }

    fn items(&mut self, stream: Stream) -> Result<Value, Fault> {
        let (size, count) = (self.size(1)?, self.size(2)?);
        let bytes = size.checked_mul(count).filter(|bytes| *bytes <= 1 << 26);
        let bytes = bytes.ok_or_else(|| Fault::unsupported("an input of very many bytes"))?;
        let target = self.value(0)?;
        let mut read = Vec::new();
        while (read.len() as u64) < bytes {
            let Some(byte) = self.byte(stream)? else { break };
            read.push(byte);
        }
        self.state.write_text(target, &read, self.word())?;
        Ok(Value::Integer(i128::from((read.len() as u64).checked_div(size).unwrap_or(0))))
    }

    /// `feof` and `ferror`: reading standard input never fails except at its end.
    pub(super) fn stream_state(&mut self) -> Result<Value, Fault> {
        match (self.stream(0)?, self.function) {
            (None, _) => Ok(Value::Integer(self.chooser.choose(2) as i128)),
            (Some(Stream::File(block)), function) => {
                let (ended, failed) = self.state.files.state(block);
                Ok(Value::Integer(i128::from(if function == F::Feof { ended } else { failed })))
            }
            (Some(Stream::Input), F::Feof) => Ok(Value::Integer(i128::from(self.state.input.ended))),
            _ => Ok(Value::Integer(0)),
        }
    }
}
