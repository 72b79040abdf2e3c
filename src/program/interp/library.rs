//! Execution of functions of the C library; [`crate::library`] has the table that names them.
//!
//! Choices made by the environment (input, `rand`, the clock) are left to the [`Chooser`]; files are created only by
//! the run itself ([`crate::interp`], module `files`). A whole run may be given a standard input; otherwise any byte
//! may come.
//!
//! | file | contents |
//! |---|---|
//! | `strings` | functions that write bytes and strings |
//! | `search` | functions that search bytes and strings |
//! | `numbers` | functions on integers and characters |
//! | `floats` | functions on floating-point numbers |
//! | `wide` | wide characters |
//! | `output` | `printf` and similar functions |
//! | `scan` | `scanf` and similar functions |
//! | `input` | reading characters, lines and blocks |
//! | `files` | streams and files: opening, closing, positions, names |
//! | `environment` | `getenv` and similar functions, `errno` |
//! | `options` | `getopt` |
//! | `system` | the process, its terminal, and files by name |
//! | `messages` | messages of `strerror` |

mod environment;
mod files;
mod floats;
mod input;
mod messages;
mod numbers;
mod options;
mod output;
mod scan;
mod search;
mod strings;
mod system;
mod wide;

use std::io::Write;
use std::sync::Arc;

use crate::interp::choice::Chooser;
use crate::interp::evaluate::refuse_beyond;
use crate::interp::fault::Fault;
use crate::interp::files::INVALID;
use crate::interp::memory::{Block, BlockKind, Value};
use crate::interp::state::State;
use crate::interp::step::{ControlEffect, Interpreter, allocate};
use crate::interp::{text, variadic};
use crate::library::Allocation;
use crate::{EdgeId, Expr, FaultKind, LibraryFunction};
use base::integer::wrap;
use ctype::TypeId;

use LibraryFunction as F;

/// `RAND_MAX` of the GNU C library.
const LARGEST_RANDOM: i128 = 0x7fff_ffff;

impl Interpreter<'_> {
    /// Runs a library function, called under the given name.
    pub(super) fn library(
        &self,
        state: &mut State,
        edge: EdgeId,
        (function, name): (LibraryFunction, &str),
        (arguments, result): (&[Expr], Option<&Expr>),
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> Result<ControlEffect, Fault> {
        if function == F::VaArg {
            return self.next_argument(state, arguments, result, chooser).map(|()| ControlEffect::Passed);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((state.evaluate_with(argument, self.program, chooser)?, argument.ty));
        }
        if matches!(function, F::Qsort | F::QsortR | F::Bsearch) {
            let values: Vec<Value> = values.iter().map(|(value, _)| *value).collect();
            return self.compare_elements(state, edge, (function, name), &values, chooser);
        }
        let gives_block = |allocation: Allocation| !allocation.on_stack && allocation.stored.is_none();
        let allocates = function.entry().allocation().is_some_and(gives_block) || function == F::Wcsdup;
        let fails = self.program.allocation_may_fail && allocates && chooser.choose(2) == 1;
        if let (true, Some(address)) = (fails, result) {
            state.set_no_memory(self.program.types.model().word_bytes())?;
            self.give_result(state, address, Value::NULL, chooser)?;
            return Ok(ControlEffect::Passed);
        }
        let has_result = result.is_some();
        let mut call = Call {
            interpreter: self,
            state,
            function,
            name,
            arguments,
            values,
            has_result,
            chooser,
            output,
            input_bytes: 0,
        };
        let value = match function {
            F::Exit => {
                self.check_exit(call.state)?;
                return Ok(ControlEffect::Halted(Some(call.value(0)?)));
            }
            F::Abort => return Ok(ControlEffect::Halted(None)),
            _ => call.run()?,
        };
        if let Some(address) = result {
            self.give_result(state, address, value, chooser)?;
        }
        Ok(ControlEffect::Passed)
    }

    /// Stores the result of a library function at an address of the declared result type.
    pub(super) fn give_result(
        &self,
        state: &mut State,
        address: &Expr,
        value: Value,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let format = self.program.types.pointee(address.ty).and_then(|ty| self.program.types.integer_format(ty));
        let value = match (value, format) {
            (Value::Integer(integer), Some(format)) => Value::Integer(wrap(integer, format)),
            _ => value,
        };
        let (pointer, is_beyond) = state.evaluate_place(address, self.program, chooser)?;
        state.store_through(pointer, address, value, self.program)?;
        refuse_beyond(is_beyond)
    }

    /// `va_arg`, including whole records.
    fn next_argument(
        &self,
        state: &mut State,
        arguments: &[Expr],
        result: Option<&Expr>,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let types = &self.program.types;
        let [list] = arguments else { return Err(Fault::unsupported("va_arg without a list")) };
        let address = state.evaluate_with(list, self.program, chooser)?;
        let mut place = state.load_at(address, list.ty, types)?;
        let Some((result, ty)) = result.and_then(|result| Some((result, types.pointee(result.ty)?))) else {
            return Err(Fault::unsupported("va_arg without a result"));
        };
        let target = state.evaluate_with(result, self.program, chooser)?;
        if types.is_scalar(ty) {
            let value = variadic::take(state, &mut place, ty, types)?;
            state.store_through(target, result, value, self.program)?;
        } else {
            let size = self.size_of(ty)?;
            let source = variadic::advance(&mut place, size)?;
            let contents = self.contents(state, source, size)?;
            self.paste(state, target, &contents, size)?;
        }
        state.store_at(address, place, list.ty, types)
    }
}

/// A call in progress.
struct Call<'a, 'p> {
    interpreter: &'a Interpreter<'p>,
    state: &'a mut State,
    function: LibraryFunction,
    name: &'a str,
    arguments: &'a [Expr],
    values: Vec<(Value, TypeId)>,
    /// True if the program uses the result.
    has_result: bool,
    chooser: &'a mut dyn Chooser,
    output: &'a mut dyn Write,
    /// Number of bytes of standard input read so far.
    input_bytes: usize,
}

impl Call<'_, '_> {
    /// Runs the function and returns its result; arbitrary if it has none.
    fn run(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Malloc | F::Zalloc | F::Calloc | F::MallocArray | F::AlignedAlloc => self.block(),
            F::Realloc | F::Reallocarray => self.resize(),
            F::PosixMemalign => self.aligned_block(),
            F::Free => self.state.free(self.value(0)?).map(|()| Value::Undefined),
            F::Alloca => self.stack_block(),
            F::EndOfBlock => self.end_of_block(),
            F::ArrayBound => self.array_bound(),
            F::Atexit => self.interpreter.register_handler(self.state, self.value(0)?, None),
            F::OnExit => {
                let argument = Some(self.value(1)?);
                self.interpreter.register_handler(self.state, self.value(0)?, argument)
            }
            F::ForgetHandlers => {
                self.state.handlers.clear();
                Ok(Value::Undefined)
            }
            F::Strdup | F::Strndup | F::Memdup => self.duplicate(),
            F::Memset | F::Bzero | F::Memcpy | F::Mempcpy | F::Memmove | F::Bcopy | F::Memccpy => self.memory(),
            F::Memcmp | F::Memchr | F::Memrchr | F::Rawmemchr | F::Memmem => self.find_bytes(),
            F::Strcpy | F::Stpcpy | F::Strncpy | F::Stpncpy | F::Strcat | F::Strncat => self.write_string(),
            F::Strlcpy | F::Strlcat => self.write_bounded(),
            F::Strxfrm => self.transform(),
            F::Strtok | F::StrtokR | F::Strsep => self.token(),
            F::Strlen | F::Strnlen | F::Strcmp | F::Strncmp | F::Strcasecmp | F::Strncasecmp | F::Strverscmp => {
                self.measure()
            }
            F::Strchr | F::Strchrnul | F::Strrchr | F::Strstr | F::Strcasestr | F::Strpbrk | F::Strspn | F::Strcspn => {
                self.search()
            }
            _ => self.run_with_streams(),
        }
    }

    /// Runs functions on streams, formats and the environment, and continues with [`Call::run_wide`].
    fn run_with_streams(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Printf
            | F::Fprintf
            | F::Vprintf
            | F::Vfprintf
            | F::Dprintf
            | F::Vdprintf
            | F::Write
            | F::Puts
            | F::Fputs
            | F::Putchar
            | F::Fputc
            | F::Fwrite
            | F::Perror
            | F::Fflush
            | F::Setlinebuf => self.print(),
            F::Sprintf | F::Snprintf | F::Vsprintf | F::Vsnprintf => self.print_into(),
            F::Asprintf | F::Vasprintf => self.print_into_block(),
            F::VaStart | F::VaCopy | F::VaEnd => self.list(),
            F::AddOverflow | F::SubOverflow | F::MulOverflow => self.overflow(),
            F::Atoi | F::Atol | F::Atoll | F::Strtol | F::Strtoul | F::Strtoll | F::Strtoull => self.parse(),
            F::Atof | F::Strtod | F::Strtof | F::Strtold => self.parse_float(),
            F::CtypeTable | F::TolowerTable | F::ToupperTable | F::Errno => self.external(),
            F::Expect | F::AssumeAligned => self.value(0),
            F::Srand => self.seed(),
            F::Mark | F::Prefetch => Ok(Value::Integer(0)),
            F::Getchar | F::Fgetc | F::Ungetc | F::Fgets | F::Fread => self.input(),
            F::Getline | F::Getdelim => self.line_in_block(),
            F::Feof | F::Ferror => self.stream_state(),
            F::Scanf | F::Fscanf | F::Sscanf | F::Vscanf | F::Vfscanf | F::Vsscanf => self.scan(),
            F::Rand | F::RandR | F::Drand48 | F::Time | F::Clock => self.outside(),
            F::Getenv | F::Setenv | F::Unsetenv | F::Putenv => self.environment(),
            F::Getpid | F::Getuid | F::Isatty | F::Sleep | F::Access | F::Chdir | F::Mkdir => self.system(),
            F::Strerror => self.error_text(),
            F::Getopt => self.take_option(),
            F::UsableSize => self.usable_size(),
            _ => self.run_wide(),
        }
    }

    /// Runs functions on wide characters, files and numbers.
    fn run_wide(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Wcslen
            | F::Wcsnlen
            | F::Wcscpy
            | F::Wcsncpy
            | F::Wcscat
            | F::Wcsncat
            | F::Wcscmp
            | F::Wcsncmp
            | F::Wcschr
            | F::Wcsrchr
            | F::Wcsdup
            | F::Wmemset
            | F::Wmemcpy
            | F::Wmemmove
            | F::Wmemcmp
            | F::Wmemchr => self.wide(),
            F::Mblen | F::Mbtowc | F::Wctomb | F::Mbstowcs | F::Wcstombs | F::Btowc | F::Wctob => self.multibyte(),
            F::Fopen | F::Freopen | F::Fdopen | F::Tmpfile => self.open(),
            F::Fclose | F::Fileno | F::Fseek | F::Ftell | F::Rewind | F::Clearerr => self.use_stream(),
            F::Remove | F::Rename => self.change_name(),
            F::Read | F::Setvbuf | F::Setbuf => {
                Err(Fault::unsupported(format!("'{}': files are not followed", self.name)))
            }
            F::Strsignal
            | F::Pow
            | F::Exp
            | F::Open
            | F::Openat
            | F::Creat
            | F::Close
            | F::Accessible
            | F::SameObject
            | F::SizeOfObject => Err(Fault::unsupported(format!("'{}' is not followed", self.name))),
            _ if matches!(self.values.first(), Some((Value::Float(_) | Value::LongDouble(_), _))) => self.floating(),
            _ => self.number(),
        }
    }

    fn value(&self, index: usize) -> Result<Value, Fault> {
        let value = self.values.get(index).map(|(value, _)| *value);
        value.ok_or_else(|| Fault::undefined(format!("too few arguments in a call of '{}'", self.name)))
    }

    fn integer(&self, index: usize) -> Result<i128, Fault> {
        match self.value(index)? {
            Value::Integer(value) => Ok(value),
            Value::Undefined => {
                Err(Fault::new(FaultKind::UndefinedValue, format!("an argument of '{}' is uninitialized", self.name)))
            }
            _ => Err(Fault::unsupported(format!("an argument of '{}' is an address", self.name))),
        }
    }

    fn size(&self, index: usize) -> Result<u64, Fault> {
        u64::try_from(self.integer(index)?).map_err(|_| Fault::unsupported("a negative size"))
    }

    fn word(&self) -> u64 {
        self.interpreter.program.types.model().word_bytes()
    }

    fn read(&self, index: usize, limit: Option<usize>) -> Result<Vec<u8>, Fault> {
        text::read(self.state, self.value(index)?, limit)
    }

    /// Returns the maximum length of a string given by an argument.
    fn limit(&self, index: usize) -> Result<Option<usize>, Fault> {
        Ok(Some(usize::try_from(self.size(index)?).unwrap_or(usize::MAX)))
    }

    /// `malloc` and similar functions, called through a pointer.
    fn block(&mut self) -> Result<Value, Fault> {
        let size = match self.function {
            F::Calloc | F::MallocArray => self.integer(0)?.checked_mul(self.integer(1)?),
            F::AlignedAlloc if !self.size(0)?.is_power_of_two() => {
                return Err(Fault::unsupported("an alignment that not every library has"));
            }
            // C11 requires a multiple, but libraries differ.
            F::AlignedAlloc if self.integer(1)? % self.integer(0)?.max(1) != 0 => {
                return Err(Fault::unsupported("a block whose size is no multiple of its alignment"));
            }
            F::AlignedAlloc => Some(self.integer(1)?),
            _ => Some(self.integer(0)?),
        };
        let size = size.ok_or_else(|| Fault::unsupported("a block larger than memory"))?;
        if self.gives_no_bytes(size) {
            self.state.set_no_memory(self.word())?;
            return Ok(Value::NULL);
        }
        allocate(self.state, Value::Integer(size), None, matches!(self.function, F::Calloc | F::Zalloc))
    }

    /// Returns true if an allocation of no bytes returns NULL, as in some libraries.
    fn gives_no_bytes(&mut self, size: i128) -> bool {
        size == 0 && self.chooser.choose(2) == 1
    }

    /// `alloca`: the block dies when the calling function returns, or earlier by [`Call::end_of_block`].
    fn stack_block(&mut self) -> Result<Value, Fault> {
        let size = self.integer(0)?;
        if wrap(size, (8 * self.word() as u32, true)) < 0 {
            return Err(Fault::undefined("an array of negative size"));
        }
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let block = self.state.add_block(Block::new(BlockKind::Stack, size, false)?);
        if let Some(frame) = self.state.frames.last_mut() {
            frame.stack.push(block);
        }
        Ok(Value::pointer_to(block))
    }

    /// Ends the lifetime of a variable-length array, and of everything that `alloca` allocated after it, as GCC
    /// documents.
    fn end_of_block(&mut self) -> Result<Value, Fault> {
        if let Some(block) = self.value(0)?.block() {
            let stack = self.state.frames.last_mut().map(|frame| &mut frame.stack);
            let first = stack.as_ref().and_then(|stack| stack.iter().position(|other| *other == block));
            let ended = stack.zip(first).map_or(vec![block], |(stack, first)| stack.split_off(first));
            ended.into_iter().for_each(|block| self.state.end_scope(block));
        }
        Ok(Value::Undefined)
    }

    /// Checks the number of elements of a variable-length array: it must be positive, and the array must fit into
    /// memory.
    fn array_bound(&self) -> Result<Value, Fault> {
        let (count, bytes) = (self.integer(0)?, self.integer(1)?);
        let (_, ty) = self.argument(0)?;
        // For an unsigned 128-bit type, negative numbers represent large ones.
        let is_huge = count < 0 && self.interpreter.program.types.integer_format(ty) == Some((128, false));
        let most = (1_i128 << (8 * self.word() - 1)) - 1;
        match count {
            _ if is_huge || count > most / bytes.max(1) => Err(Fault::undefined("an array is larger than memory")),
            ..=0 => Err(Fault::undefined("an array has no element, or less than none")),
            _ => Ok(Value::Undefined),
        }
    }

    fn aligned_block(&mut self) -> Result<Value, Fault> {
        let alignment = self.size(1)?;
        if !alignment.is_power_of_two() || alignment < self.word() {
            return Ok(Value::Integer(INVALID.into()));
        }
        let size = self.integer(2)?;
        let block = match self.gives_no_bytes(size) {
            true => Value::NULL,
            false => allocate(self.state, Value::Integer(size), None, false)?,
        };
        let (target, (_, ty)) = (self.value(0)?, self.argument(0)?);
        self.state.store_at(target, block, ty, &self.interpreter.program.types)?;
        Ok(Value::Integer(0))
    }

    /// Returns an argument with its type.
    fn argument(&self, index: usize) -> Result<(Value, TypeId), Fault> {
        let argument = self.values.get(index).copied();
        argument.ok_or_else(|| Fault::undefined(format!("too few arguments in a call of '{}'", self.name)))
    }

    /// `realloc`: copies the contents to a new block and frees the old one.
    fn resize(&mut self) -> Result<Value, Fault> {
        let old = self.value(0)?;
        let size = match self.function {
            F::Realloc => self.integer(1)?,
            _ => self.integer(1)?.saturating_mul(self.integer(2)?),
        };
        // As in the GNU C library.
        if old != Value::NULL && size == 0 {
            return self.state.free(old).map(|()| Value::NULL);
        }
        if old == Value::NULL && self.gives_no_bytes(size) {
            self.state.set_no_memory(self.word())?;
            return Ok(Value::NULL);
        }
        let kind = old.block().and_then(|block| self.state.block(block)).map(|block| (block.kind, block.size()));
        let element = match kind {
            Some((BlockKind::Heap(element), _)) => element,
            _ => None,
        };
        let new = allocate(self.state, Value::Integer(size), element, false)?;
        if let Some((_, old_size)) = kind {
            let kept = old_size.min(size as u64);
            // A block that cannot be freed has no contents to move.
            let mut probe = self.state.clone();
            probe.free(old)?;
            if kept > 0 {
                let contents = self.interpreter.contents(self.state, old, kept)?;
                self.interpreter.paste(self.state, new, &contents, kept)?;
            }
        }
        self.state.free(old)?;
        // The new block may be allocated where the old one was.
        let now = self.state.clock.0.tick();
        if let Some(block) = new.block() {
            self.state.block_mut(block)?.lifetime.0.born = now;
        }
        Ok(new)
    }

    /// `malloc_usable_size`: the requested size, though the real one may be larger.
    fn usable_size(&mut self) -> Result<Value, Fault> {
        // Only pointers that can be freed have such a size.
        let block = self.state.freeable(self.value(0)?)?.and_then(|block| self.state.block(block));
        Ok(Value::Integer(block.map_or(0, |block| i128::from(block.size()))))
    }

    fn duplicate(&mut self) -> Result<Value, Fault> {
        if self.function == F::Memdup {
            let size = self.size(1)?;
            let new = allocate(self.state, Value::Integer(i128::from(size)), None, false)?;
            self.move_bytes(new, self.value(0)?, size, true)?;
            return Ok(new);
        }
        let limit = if self.function == F::Strndup { self.limit(1)? } else { None };
        let mut bytes = self.read(0, limit)?;
        bytes.push(0);
        let new = allocate(self.state, Value::Integer(bytes.len() as i128), None, false)?;
        self.state.write_text(new, &bytes, self.word())?;
        Ok(new)
    }

    fn list(&mut self) -> Result<Value, Fault> {
        let types = &self.interpreter.program.types;
        let (list, ty) = self.argument(0)?;
        let place = match self.function {
            F::VaStart => {
                let rest = self.state.frames().last().and_then(|frame| frame.variadic);
                Value::pointer_to(rest.ok_or_else(|| Fault::unsupported("va_start in a function without '...'"))?)
            }
            F::VaCopy => {
                let (other, ty) = self.values.get(1).copied().unwrap_or((Value::NULL, ty));
                self.state.load_at(other, ty, types)?
            }
            _ => Value::Undefined,
        };
        self.state.store_at(list, place, ty, types)?;
        Ok(Value::Undefined)
    }

    fn overflow(&mut self) -> Result<Value, Fault> {
        let (left, right) = (self.integer(0)?, self.integer(1)?);
        let types = &self.interpreter.program.types;
        let (target, ty) = self.argument(2)?;
        let ty = types.pointee(ty).ok_or_else(|| Fault::unsupported("an overflow check without a target"))?;
        let format = types.integer_format(ty).ok_or_else(|| Fault::unsupported("an overflow check on no integer"))?;
        let exact = match self.function {
            F::AddOverflow => left.checked_add(right),
            F::SubOverflow => left.checked_sub(right),
            _ => left.checked_mul(right),
        };
        let exact = exact.ok_or_else(|| Fault::unsupported("an overflow check on very wide integers"))?;
        let wrapped = wrap(exact, format);
        self.state.store_at(target, Value::Integer(wrapped), ty, types)?;
        Ok(Value::Integer(i128::from(wrapped != exact)))
    }

    /// `srand`: each seed always gives the same numbers.
    fn seed(&mut self) -> Result<Value, Fault> {
        let seed = self.integer(0)?;
        Arc::make_mut(&mut self.state.draws.0).start(seed);
        Ok(Value::Undefined)
    }

    fn next_random(&mut self) -> Result<Value, Fault> {
        if self.state.draws.0.is_forgotten() {
            return Err(Fault::unsupported("a number of 'rand' that was not kept"));
        }
        let draws = Arc::make_mut(&mut self.state.draws.0);
        if let Some(number) = draws.next() {
            return Ok(Value::Integer(number));
        }
        let number = self.chooser.integer(31, false) & LARGEST_RANDOM;
        draws.keep(number);
        Ok(Value::Integer(number))
    }

    /// `rand_r`: the same result for the same seed.
    fn random_of_seed(&mut self) -> Result<Value, Fault> {
        let (target, ty) = self.argument(0)?;
        let types = &self.interpreter.program.types;
        let ty = types.pointee(ty).ok_or_else(|| Fault::unsupported("a seed that is no number"))?;
        let Value::Integer(seed) = self.state.load_at(target, ty, types)? else {
            return Err(Fault::unsupported("a seed that is not known"));
        };
        let (next, number) = match self.state.draws.0.step(seed) {
            Some(step) => step,
            None => {
                let format = types.integer_format(ty).unwrap_or((32, false));
                let next = wrap(self.chooser.integer(32, false), format);
                let step = (next, self.chooser.integer(31, false) & LARGEST_RANDOM);
                if !Arc::make_mut(&mut self.state.draws.0).keep_step(seed, step) {
                    return Err(Fault::unsupported("more seeds of 'rand_r' than are kept"));
                }
                step
            }
        };
        self.state.store_at(target, Value::Integer(next), ty, types)?;
        Ok(Value::Integer(number))
    }

    /// Functions whose result the environment decides.
    fn outside(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Rand => self.next_random(),
            F::RandR => self.random_of_seed(),
            F::Drand48 => {
                let number = (self.chooser.integer(31, false) & LARGEST_RANDOM) as f64 / (LARGEST_RANDOM + 1) as f64;
                Ok(Value::Float(number.to_bits()))
            }
            F::Clock => Ok(Value::Integer(self.chooser.integer(32, false) & LARGEST_RANDOM)),
            _ => {
                let now = Value::Integer(self.chooser.integer(32, false) & LARGEST_RANDOM);
                let (target, ty) = self.argument(0)?;
                let types = &self.interpreter.program.types;
                if let (true, Some(ty)) = (target != Value::NULL, types.pointee(ty)) {
                    self.state.store_at(target, now, ty, types)?;
                }
                Ok(now)
            }
        }
    }
}
