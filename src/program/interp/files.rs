//! The files of a run: they exist only in memory, and the machine's files are neither read nor written.
//!
//! At the start there is no file, and the only directories are the current one and `/tmp`. Where inputs are invented, a
//! file that is opened for reading may be there nevertheless; its bytes are chosen when they are read. Stream buffers are not
//! modelled: if their contents would matter, because another stream of the same file is used, the run ends as
//! unsupported. C's rule that a stream may switch between reading and writing only after `fflush` or `fseek` is
//! checked.

use std::collections::BTreeMap;

use crate::interp::fault::Fault;
use crate::interp::limits::MAX_BLOCK_BYTES;
use crate::interp::memory::BlockId;

/// `ENOENT`
pub(super) const NO_SUCH_FILE: i32 = 2;
/// `EBADF`
pub(super) const BAD_DESCRIPTOR: i32 = 9;
/// `EEXIST`
const EXISTS: i32 = 17;
/// `EINVAL`
pub(super) const INVALID: i32 = 22;
/// `ENOMEM`
pub(super) const NO_MEMORY: i32 = 12;
/// `ERANGE`
pub(super) const OUT_OF_RANGE: i32 = 34;

/// The files of a run and its open streams, keyed by the blocks that represent them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Files {
    names: BTreeMap<Vec<u8>, usize>,
    contents: Vec<Vec<u8>>,
    /// The files that were there before the run.
    given: BTreeMap<usize, GivenFile>,
    open: BTreeMap<BlockId, OpenFile>,
}

/// A file that was there before the run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct GivenFile {
    name: Vec<u8>,
    /// True if it may have more bytes than were chosen so far.
    goes_on: bool,
}

/// The mode of a stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Mode {
    reads: bool,
    writes: bool,
    appends: bool,
    creates: bool,
    truncates: bool,
    exclusive: bool,
}

impl Mode {
    /// Parses the second argument of `fopen`.
    fn new(text: &[u8]) -> Option<Mode> {
        let (first, flags) = text.split_first()?;
        let both = flags.contains(&b'+');
        let mode = Mode { exclusive: flags.contains(&b'x'), ..Mode::default() };
        match first {
            b'r' => Some(Mode { reads: true, writes: both, ..mode }),
            b'w' => Some(Mode { reads: both, writes: true, creates: true, truncates: true, ..mode }),
            b'a' => Some(Mode { reads: both, writes: true, creates: true, appends: true, ..mode }),
            _ => None,
        }
    }
}

/// The last operation on a stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
enum Usage {
    #[default]
    Neither,
    Read,
    Write,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct OpenFile {
    file: usize,
    mode: Mode,
    position: usize,
    /// Bytes that were put back, the next one last.
    unread: Vec<u8>,
    ended: bool,
    failed: bool,
    last: Usage,
    /// True if written data may still be in the buffer.
    is_pending: bool,
    /// True if the buffer may contain data that was not requested yet.
    is_ahead: bool,
    /// True if another stream has changed the file since.
    is_stale: bool,
    /// True if written data is discarded: `/dev/null`.
    discards: bool,
    descriptor: i32,
}

/// Normalises the path of a file in an existing directory; `None` for any other path.
fn name_of(path: &[u8]) -> Option<&[u8]> {
    let mut path = path;
    while let Some(rest) = path.strip_prefix(b"./") {
        path = rest;
    }
    let name = path.strip_prefix(b"/tmp/").unwrap_or(path);
    (!name.is_empty() && !name.contains(&b'/') && !matches!(name, b"." | b"..")).then_some(path)
}

impl Files {
    /// Returns a stream for the named file, or the error number.
    pub(super) fn prepare(&mut self, path: &[u8], mode: &[u8]) -> Result<Result<OpenFile, i32>, Fault> {
        let Some(mode) = Mode::new(mode) else { return Ok(Err(INVALID)) };
        if path == b"/dev/null" {
            let file = self.add_file();
            return Ok(Ok(OpenFile { discards: true, ..self.stream(file, mode) }));
        }
        if matches!(path, b"/" | b"." | b".." | b"/tmp") || path.ends_with(b"/") || path.starts_with(b"/dev/") {
            return Err(Fault::unsupported("a directory or a device is opened"));
        }
        let Some(name) = name_of(path) else { return Ok(Err(NO_SUCH_FILE)) };
        let file = match self.names.get(name).copied() {
            Some(_) if mode.creates && mode.exclusive => return Ok(Err(EXISTS)),
            Some(file) => file,
            None if mode.creates => {
                let file = self.add_file();
                self.names.insert(name.to_vec(), file);
                file
            }
            None => return Ok(Err(NO_SUCH_FILE)),
        };
        if mode.writes && self.given.contains_key(&file) {
            return Err(Fault::unsupported("a file is written that was there before the run"));
        }
        if mode.truncates {
            self.check_others(None, file)?;
            self.outdate_others(None, file);
            if let Some(contents) = self.contents.get_mut(file) {
                contents.clear();
            }
        }
        // As in the GNU C library.
        let at_end = mode.appends && !mode.reads;
        let position = self.contents.get(file).map_or(0, Vec::len).saturating_mul(usize::from(at_end));
        Ok(Ok(OpenFile { position, ..self.stream(file, mode) }))
    }

    /// Returns true if a file would be opened for reading only, and is missing.
    pub(super) fn is_missing(&self, path: &[u8], mode: &[u8]) -> bool {
        let is_only_read = Mode::new(mode).is_some_and(|mode| !mode.writes);
        let is_device = path.starts_with(b"/dev/") || path == b"/tmp" || path.ends_with(b"/");
        is_only_read && !is_device && name_of(path).is_some_and(|name| !self.names.contains_key(name))
    }

    /// Adds a file that was there before the run.
    pub(super) fn give(&mut self, path: &[u8]) {
        if let Some(name) = name_of(path) {
            let file = self.add_file();
            self.names.insert(name.to_vec(), file);
            self.given.insert(file, GivenFile { name: name.to_vec(), goes_on: true });
        }
    }

    /// Returns true if the next byte to be read was not chosen yet.
    pub(super) fn is_next_open(&self, block: BlockId) -> bool {
        self.open.get(&block).is_some_and(|stream| {
            let is_at_end = self.contents.get(stream.file).is_some_and(|contents| contents.len() == stream.position);
            is_at_end && stream.unread.is_empty() && !stream.ended && self.goes_on(stream.file)
        })
    }

    /// Returns true if a file may have more bytes than were chosen so far.
    fn goes_on(&self, file: usize) -> bool {
        self.given.get(&file).is_some_and(|given| given.goes_on)
    }

    /// Returns the names and contents of the files that were there before the run.
    pub(super) fn given(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.given
            .iter()
            .filter_map(|(file, given)| Some((given.name.as_slice(), self.contents.get(*file)?.as_slice())))
    }

    /// Adds the next byte of a file that was there before the run, or its end.
    pub(super) fn add_given(&mut self, block: BlockId, byte: Option<u8>) {
        let Some(file) = self.open.get(&block).map(|stream| stream.file) else { return };
        match (byte, self.contents.get_mut(file), self.given.get_mut(&file)) {
            (Some(byte), Some(contents), _) => contents.push(byte),
            (None, _, Some(given)) => given.goes_on = false,
            _ => {}
        }
    }

    /// Returns a stream for a file without a name.
    pub(super) fn prepare_temporary(&mut self) -> OpenFile {
        let file = self.add_file();
        self.stream(file, Mode { reads: true, writes: true, ..Mode::default() })
    }

    fn add_file(&mut self) -> usize {
        self.contents.push(Vec::new());
        self.contents.len() - 1
    }

    fn stream(&self, file: usize, mode: Mode) -> OpenFile {
        let is_free = |number: &i32| self.open.values().all(|stream| stream.descriptor != *number);
        OpenFile { file, mode, descriptor: (3..).find(is_free).unwrap_or(3), ..OpenFile::default() }
    }

    /// Opens a stream that is represented by `block`.
    pub(super) fn open(&mut self, block: BlockId, stream: OpenFile) {
        self.open.insert(block, stream);
    }

    /// Returns true if the block represents an open stream.
    pub(super) fn is_open(&self, block: BlockId) -> bool {
        self.open.contains_key(&block)
    }

    /// The blocks that represent open streams.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.open.keys().copied()
    }

    /// Returns the file descriptor of a stream; -1 if it is not open.
    pub(super) fn descriptor(&self, block: BlockId) -> i32 {
        self.open.get(&block).map_or(-1, |stream| stream.descriptor)
    }

    /// Returns true if this is the descriptor of an open file.
    pub(super) fn has_descriptor(&self, number: i128) -> bool {
        self.open.values().any(|stream| i128::from(stream.descriptor) == number)
    }

    /// Returns the files with blocks renamed.
    pub(super) fn renamed(&self, rename: impl Fn(BlockId) -> BlockId) -> Files {
        let open = self.open.iter().map(|(block, stream)| (rename(*block), stream.clone())).collect();
        Files { open, ..self.clone() }
    }

    pub(super) fn close(&mut self, block: BlockId) {
        self.open.remove(&block);
    }

    fn get(&mut self, block: BlockId) -> Result<&mut OpenFile, Fault> {
        self.open.get_mut(&block).ok_or_else(|| Fault::unsupported("an unknown stream"))
    }

    fn others(&self, block: Option<BlockId>, file: usize) -> impl Iterator<Item = &OpenFile> {
        let is_other = move |(other, stream): &(&BlockId, &OpenFile)| Some(**other) != block && stream.file == file;
        self.open.iter().filter(is_other).map(|(_, stream)| stream)
    }

    /// Returns an error if the buffer of another stream of the file would matter.
    fn check_others(&self, block: Option<BlockId>, file: usize) -> Result<(), Fault> {
        match self.others(block, file).any(|stream| stream.is_pending) {
            true => Err(Fault::unsupported("a file is used while another stream of it was not flushed")),
            false => Ok(()),
        }
    }

    fn outdate_others(&mut self, block: Option<BlockId>, file: usize) {
        for (other, stream) in &mut self.open {
            stream.is_stale |= Some(*other) != block && stream.file == file && stream.is_ahead;
        }
    }

    /// Reads a byte; `None` at the end, or if the stream is not open for reading.
    pub(super) fn read(&mut self, block: BlockId) -> Result<Option<u8>, Fault> {
        let stream = self.get(block)?;
        if let Some(byte) = stream.unread.pop() {
            return Ok(Some(byte));
        }
        if stream.last == Usage::Write {
            return Err(Fault::undefined(
                "a stream is read right after it was written, without fflush or fseek between",
            ));
        }
        if !stream.mode.reads {
            stream.failed = true;
            return Ok(None);
        }
        if stream.is_stale {
            return Err(Fault::unsupported("a file is read that another stream has changed"));
        }
        if stream.ended {
            return Ok(None);
        }
        let (file, position) = (stream.file, stream.position);
        self.check_others(Some(block), file)?;
        let byte = self.contents.get(file).and_then(|contents| contents.get(position)).copied();
        let stream = self.get(block)?;
        (stream.is_ahead, stream.last, stream.ended) = (true, Usage::Read, byte.is_none());
        stream.position += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Returns true if the stream is open for reading.
    pub(super) fn reads(&self, block: BlockId) -> bool {
        self.open.get(&block).is_some_and(|stream| stream.mode.reads)
    }

    pub(super) fn unread(&mut self, block: BlockId, byte: u8) -> Result<(), Fault> {
        let stream = self.get(block)?;
        stream.unread.push(byte);
        stream.ended = false;
        Ok(())
    }

    /// Writes bytes; returns false if the stream is not open for writing.
    pub(super) fn write(&mut self, block: BlockId, bytes: &[u8]) -> Result<bool, Fault> {
        let stream = self.get(block)?;
        if !stream.mode.writes {
            stream.failed = true;
            return Ok(false);
        }
        if stream.last == Usage::Read && !stream.ended {
            return Err(Fault::undefined("a stream is written right after it was read, without fseek between"));
        }
        stream.unread.clear();
        (stream.last, stream.ended) = (Usage::Write, false);
        if stream.discards || bytes.is_empty() {
            return Ok(true);
        }
        stream.is_pending = true;
        let (file, mut position, appends) = (stream.file, stream.position, stream.mode.appends);
        self.check_others(Some(block), file)?;
        self.outdate_others(Some(block), file);
        let used: usize = self.contents.iter().map(Vec::len).sum();
        let contents = self.contents.get_mut(file).ok_or_else(|| Fault::unsupported("an unknown file"))?;
        if appends {
            position = contents.len();
        }
        let end = position.saturating_add(bytes.len());
        if used.saturating_add(end) as u64 > MAX_BLOCK_BYTES {
            return Err(Fault::unsupported("files are larger than the interpreter allows"));
        }
        if contents.len() < end {
            contents.resize(end, 0);
        }
        if let Some(place) = contents.get_mut(position..end) {
            place.copy_from_slice(bytes);
        }
        self.get(block)?.position = end;
        Ok(true)
    }

    /// Moves the position; returns the error number if there is no such position. `whence` is 0 (start), 1 (current), 2
    /// (end).
    pub(super) fn seek(&mut self, block: BlockId, offset: i128, whence: i128) -> Result<Result<(), i32>, Fault> {
        self.flush(Some(block));
        let file = self.get(block)?.file;
        if whence == 2 {
            if self.goes_on(file) {
                return Err(Fault::unsupported("the end of a file that was there before the run"));
            }
            self.check_others(Some(block), file)?;
        }
        let size = self.contents.get(file).map_or(0, Vec::len);
        let stream = self.get(block)?;
        let from = match whence {
            0 => 0,
            1 => stream.position as i128 - stream.unread.len() as i128,
            2 => size as i128,
            _ => return Ok(Err(INVALID)),
        };
        let Some(position) = from.checked_add(offset).filter(|place| *place >= 0) else { return Ok(Err(INVALID)) };
        stream.position = usize::try_from(position).map_err(|_| Fault::unsupported("a place far behind a file"))?;
        stream.unread.clear();
        (stream.ended, stream.last) = (false, Usage::Neither);
        Ok(Ok(()))
    }

    /// Returns the position of a stream.
    pub(super) fn tell(&mut self, block: BlockId) -> Result<i128, Fault> {
        let stream = self.get(block)?;
        let (position, unread) = (stream.position as i128, stream.unread.len() as i128);
        if position < unread {
            return Err(Fault::unsupported("a stream position that C leaves open"));
        }
        Ok(position - unread)
    }

    /// Flushes one stream, or all.
    pub(super) fn flush(&mut self, block: Option<BlockId>) {
        for (_, stream) in self.open.iter_mut().filter(|(other, _)| block.is_none_or(|block| block == **other)) {
            stream.is_pending = false;
            if stream.last == Usage::Write {
                stream.last = Usage::Neither;
            }
        }
    }

    /// Returns the end-of-file and error indicators.
    pub(super) fn state(&self, block: BlockId) -> (bool, bool) {
        self.open.get(&block).map_or((false, false), |stream| (stream.ended, stream.failed))
    }

    /// Clears the indicators of [`Files::state`].
    pub(super) fn clear_errors(&mut self, block: BlockId) -> Result<(), Fault> {
        let stream = self.get(block)?;
        (stream.ended, stream.failed) = (false, false);
        Ok(())
    }

    /// Removes a name; returns false if it does not exist. Open streams keep the file.
    pub(super) fn remove(&mut self, path: &[u8]) -> bool {
        name_of(path).is_some_and(|name| self.names.remove(name).is_some())
    }

    /// Renames a file; returns false if it or the target directory does not exist.
    pub(super) fn rename(&mut self, old: &[u8], new: &[u8]) -> bool {
        let (Some(old), Some(new)) = (name_of(old), name_of(new)) else { return false };
        let Some(file) = self.names.remove(old) else { return false };
        self.names.insert(new.to_vec(), file);
        true
    }
}
