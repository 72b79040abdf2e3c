//! Streams and files: stream arguments, opening, closing, positions, names, errors.

use std::sync::Arc;

use super::Call;
use super::input::END;
use crate::FaultKind;
use crate::LibraryFunction as F;
use crate::interp::fault::Fault;
use crate::interp::files::{BAD_DESCRIPTOR, Files, NO_SUCH_FILE, OpenFile};
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness, Value};
use crate::interp::state::Stream;

impl Call<'_, '_> {
    /// Returns the stream that an argument denotes; `None` if it is unknown.
    pub(super) fn stream(&self, argument: usize) -> Result<Option<Stream>, Fault> {
        if let Some(stream) = self.stream_name(argument).and_then(Stream::named) {
            return self.present(stream).map(Some);
        }
        let value = self.value(argument)?;
        if let Some(block) = value.block() {
            self.check_closed(block)?;
            if value == Value::pointer_to(block) && self.state.files.is_open(block) {
                return Ok(Some(Stream::File(block)));
            }
        }
        let known = self.state.streams.iter().find(|(_, block)| value == Value::pointer_to(*block));
        match (known, value) {
            (Some((stream, _)), _) => Ok(Some(*stream)),
            // Outside of a whole run a pointer to a stream has no value.
            (None, _) if self.state.streams.is_empty() => Ok(None),
            (None, Value::NULL) => {
                let message = format!("'{}' on no stream", self.name);
                Err(Fault::new(FaultKind::InvalidDereference, message))
            }
            (None, Value::Undefined) => {
                let message = format!("'{}' on an uninitialized stream", self.name);
                Err(Fault::new(FaultKind::Uninitialized, message))
            }
            _ => Err(Fault::unsupported(format!("'{}' on a stream of the program", self.name))),
        }
    }

    /// Returns the current stream behind a standard stream, which may have been reopened as a file, or closed.
    pub(super) fn present(&self, stream: Stream) -> Result<Stream, Fault> {
        match self.standard_block(stream) {
            Some(block) if self.state.files.is_open(block) => Ok(Stream::File(block)),
            Some(block) => self.check_closed(block).map(|()| stream),
            None => Ok(stream),
        }
    }

    /// Returns a fault if the block represents a closed stream.
    fn check_closed(&self, block: BlockId) -> Result<(), Fault> {
        let found = self.state.block(block).map(|block| (block.kind, block.liveness));
        if found != Some((BlockKind::Arguments, Liveness::Freed)) {
            return Ok(());
        }
        Err(match self.function {
            F::Fclose => Fault::new(FaultKind::DoubleFree, "fclose of a stream that is closed already"),
            _ => {
                let message = format!("'{}' on a stream that was closed", self.name);
                Fault::new(FaultKind::UseAfterFree, message)
            }
        })
    }

    /// The files of the run, for modification.
    pub(super) fn files(&mut self) -> &mut Files {
        Arc::make_mut(&mut self.state.files)
    }

    pub(super) fn set_error(&mut self, number: i32) -> Result<(), Fault> {
        self.state.set_error(number, self.word())
    }

    /// Returns -1 and sets `errno`.
    fn failure(&mut self, number: i32) -> Result<Value, Fault> {
        self.set_error(number)?;
        Ok(Value::Integer(END))
    }

    /// `fopen`, `freopen`, `fdopen`, `tmpfile`
    pub(super) fn open(&mut self) -> Result<Value, Fault> {
        if self.function == F::Fdopen {
            let number = self.integer(0)?;
            if (0..3).contains(&number) || self.state.files.has_descriptor(number) {
                return Err(Fault::unsupported("'fdopen' of an open file"));
            }
            self.set_error(BAD_DESCRIPTOR)?;
            return Ok(Value::NULL);
        }
        if self.function == F::Tmpfile {
            let stream = self.files().prepare_temporary();
            let block = self.state.add_block(Block::new(BlockKind::Arguments, 1, false)?);
            return Ok(self.opened(block, stream));
        }
        let old = if self.function == F::Freopen { Some(self.stream_block(2)?) } else { None };
        if self.value(0)? == Value::NULL && old.is_some() {
            return Err(Fault::unsupported("'freopen' with another mode"));
        }
        let (path, mode) = (self.read(0, None)?, self.read(1, None)?);
        if let Some(old) = old {
            self.files().close(old);
        }
        let may_be_given = old.is_none() && self.chooser.makes_up_input() && self.files().is_missing(&path, &mode);
        if may_be_given && self.chooser.choose(2) == 1 {
            self.files().give(&path);
        }
        match self.files().prepare(&path, &mode)? {
            Ok(stream) => {
                let block = match old {
                    Some(old) => old,
                    None => self.state.add_block(Block::new(BlockKind::Arguments, 1, false)?),
                };
                Ok(self.opened(block, stream))
            }
            Err(number) => {
                if let Some(old) = old {
                    self.state.block_mut(old)?.kill(Liveness::Freed);
                }
                self.set_error(number)?;
                Ok(Value::NULL)
            }
        }
    }

    fn opened(&mut self, block: BlockId, stream: OpenFile) -> Value {
        self.files().open(block, stream);
        Value::pointer_to(block)
    }

    /// Returns the block that represents a stream argument.
    fn stream_block(&self, argument: usize) -> Result<BlockId, Fault> {
        let unknown = || Fault::unsupported(format!("'{}' on a stream of the program", self.name));
        match self.stream(argument)?.ok_or_else(unknown)? {
            Stream::File(block) => Ok(block),
            stream => self.standard_block(stream).ok_or_else(unknown),
        }
    }

    /// Returns the block of a standard stream, if the program declares it.
    fn standard_block(&self, stream: Stream) -> Option<BlockId> {
        self.state.streams.iter().find(|(known, _)| *known == stream).map(|(_, block)| *block)
    }

    /// Returns the standard stream that a block represents.
    fn standard_stream(&self, block: BlockId) -> Option<Stream> {
        self.state.streams.iter().find(|(_, known)| *known == block).map(|(stream, _)| *stream)
    }

    /// `fclose`, `fileno`, `fseek`, `ftell`, `rewind`, `clearerr`
    pub(super) fn use_stream(&mut self) -> Result<Value, Fault> {
        let block = self.stream_block(0)?;
        let standard = self.standard_stream(block);
        let is_file = self.state.files.is_open(block);
        match self.function {
            F::Fclose => {
                self.files().close(block);
                self.state.block_mut(block)?.kill(Liveness::Freed);
                Ok(Value::Integer(0))
            }
            F::Fileno => Ok(Value::Integer(match standard {
                Some(Stream::Input) => 0,
                Some(Stream::Output) => 1,
                Some(Stream::Errors) => 2,
                _ => i128::from(self.state.files.descriptor(block)),
            })),
            F::Clearerr if !is_file => {
                self.state.input.ended &= standard != Some(Stream::Input);
                Ok(Value::Undefined)
            }
            F::Clearerr => self.files().clear_errors(block).map(|()| Value::Undefined),
            // Terminals, pipes and files behave differently.
            _ if !is_file => Err(Fault::unsupported(format!("'{}' on a standard stream", self.name))),
            F::Ftell => self.files().tell(block).map(Value::Integer),
            F::Rewind => {
                let done = self.files().seek(block, 0, 0)?;
                self.files().clear_errors(block)?;
                if let Err(number) = done {
                    self.set_error(number)?;
                }
                Ok(Value::Undefined)
            }
            _ => {
                let (offset, whence) = (self.integer(1)?, self.integer(2)?);
                match self.files().seek(block, offset, whence)? {
                    Ok(()) => Ok(Value::Integer(0)),
                    Err(number) => self.failure(number),
                }
            }
        }
    }

    /// `remove` and `rename`
    pub(super) fn change_name(&mut self) -> Result<Value, Fault> {
        let path = self.read(0, None)?;
        let done = match self.function {
            F::Remove => self.files().remove(&path),
            _ => {
                let new = self.read(1, None)?;
                self.files().rename(&path, &new)
            }
        };
        if done { Ok(Value::Integer(0)) } else { self.failure(NO_SUCH_FILE) }
    }

    /// `fflush`; NULL flushes all streams.
    pub(super) fn flush(&mut self) -> Result<Value, Fault> {
        let block = match self.value(0)? {
            Value::NULL => None,
            _ => match self.stream(0)? {
                Some(Stream::File(block)) => Some(block),
                _ => return Ok(Value::Integer(0)),
            },
        };
        self.files().flush(block);
        Ok(Value::Integer(0))
    }

    /// Writes to a stream; returns false if it is not open for writing. Output to standard error is discarded.
    pub(super) fn write_to(&mut self, stream: Stream, text: &[u8]) -> Result<bool, Fault> {
        match stream {
            Stream::Output => {
                self.output.write_all(text).map_err(|error| Fault::unsupported(format!("cannot write: {error}")))?;
                Ok(true)
            }
            Stream::Errors => Ok(true),
            Stream::File(block) => {
                let done = self.files().write(block, text)?;
                if !done {
                    self.set_error(BAD_DESCRIPTOR)?;
                }
                Ok(done)
            }
            Stream::Input => {
                let name = self.name;
                Err(Fault::unsupported(format!("output by '{name}' to standard input")))
            }
        }
    }
}
