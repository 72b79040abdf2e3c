//! `getopt` of the GNU library: options first, other arguments are moved behind them.

use super::Call;
use super::input::END;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::memory::{Block, BlockKind, Value};
use crate::interp::text;
use crate::library::OPTION_RESULTS;
use ctype::TypeId;

/// The arguments of the call.
const COUNT: usize = 0;
const ARRAY: usize = 1;
const LETTERS: usize = 2;
/// The places in [`OPTION_RESULTS`].
const OPTARG: usize = 0;
const OPTIND: usize = 1;
const OPTOPT: usize = 2;

/// Where a scan of the arguments is between two calls.
struct Scan {
    /// The rest of an argument with several options; NULL if there is none.
    rest: Value,
    /// The arguments that are no options and were skipped: those from `first` up to `last`.
    first: i128,
    last: i128,
    /// The next argument to look at.
    next: i128,
}

impl Call<'_, '_> {
    pub(super) fn take_option(&mut self) -> Result<Value, Fault> {
        let letters = self.read(LETTERS, None)?;
        let in_order = letters.starts_with(b"+");
        let letters = letters.strip_prefix(b"+").unwrap_or(&letters).to_vec();
        if letters.starts_with(b"-") || letters.contains(&b';') {
            return Err(Fault::unsupported(format!("an extension of GNU in the letters of '{}'", self.name)));
        }
        if self.integer(COUNT)? < 1 {
            return Ok(Value::Integer(END));
        }
        let mut scan = self.scan_of_options()?;
        self.leave(OPTARG, Value::NULL)?;
        let is_new = scan.rest == Value::NULL || text::read_byte(self.state, scan.rest)? == 0;
        let found = match is_new && !self.next_argument_with_options(&mut scan, in_order)? {
            true => END,
            false => self.option_at(&mut scan, &letters)?,
        };
        self.keep_scan(&scan)?;
        Ok(Value::Integer(found))
    }

    /// Moves on to the next argument that has options; returns false if there is none.
    fn next_argument_with_options(&mut self, scan: &mut Scan, in_order: bool) -> Result<bool, Fault> {
        let count = self.integer(COUNT)?;
        (scan.first, scan.last) = (scan.first.min(scan.next), scan.last.min(scan.next));
        if !in_order {
            self.gather(scan)?;
            while scan.next < count && !self.has_options(scan.next)? {
                scan.next += 1;
            }
            scan.last = scan.next;
        }
        if scan.next < count && text::read(self.state, self.element(scan.next)?, None)? == b"--" {
            scan.next += 1;
            self.gather(scan)?;
            (scan.last, scan.next) = (count, count);
        }
        if scan.next >= count {
            scan.next = if scan.first == scan.last { scan.next } else { scan.first };
            return Ok(false);
        }
        if !self.has_options(scan.next)? {
            return Ok(false);
        }
        scan.rest = moved(self.element(scan.next)?, 1);
        Ok(true)
    }

    /// Moves the skipped arguments behind the options that came after them.
    fn gather(&mut self, scan: &mut Scan) -> Result<(), Fault> {
        if scan.first == scan.last {
            scan.first = scan.next;
        } else if scan.last != scan.next {
            let (first, last) = (scan.first, scan.last);
            let elements: Result<Vec<Value>, Fault> = (first..scan.next).map(|index| self.element(index)).collect();
            let mut elements = elements?;
            elements.rotate_left(usize::try_from(last - first).unwrap_or(0));
            for (index, element) in (first..scan.next).zip(elements) {
                let (place, ty) = self.place_of(index)?;
                self.state.store_at(place, element, ty, &self.interpreter.program.types)?;
            }
            scan.first = first + (scan.next - last);
            scan.last = scan.next;
        }
        Ok(())
    }

    /// Takes the option at the place where the scan is.
    fn option_at(&mut self, scan: &mut Scan, letters: &[u8]) -> Result<i128, Fault> {
        let letter = text::read_byte(self.state, scan.rest)?;
        scan.rest = moved(scan.rest, 1);
        let is_last = text::read_byte(self.state, scan.rest)? == 0;
        scan.next += i128::from(is_last);
        let known = letters.iter().position(|other| *other == letter).filter(|_| letter != b':');
        let Some(known) = known else {
            self.leave(OPTOPT, Value::Integer(i128::from(letter as i8)))?;
            return Ok(b'?'.into());
        };
        let kind = letters.get(known + 1..).unwrap_or(&[]);
        if !kind.starts_with(b":") {
            return Ok(i128::from(letter as i8));
        }
        let count = self.integer(COUNT)?;
        if !is_last {
            self.leave(OPTARG, scan.rest)?;
            scan.next += 1;
        } else if !kind.starts_with(b"::") {
            if scan.next >= count {
                scan.rest = Value::NULL;
                self.leave(OPTOPT, Value::Integer(i128::from(letter as i8)))?;
                return Ok(if letters.starts_with(b":") { b':' } else { b'?' }.into());
            }
            let argument = self.element(scan.next)?;
            self.leave(OPTARG, argument)?;
            scan.next += 1;
        }
        scan.rest = Value::NULL;
        Ok(i128::from(letter as i8))
    }

    /// Returns true if an argument begins with `-` and has more than that.
    fn has_options(&self, index: i128) -> Result<bool, Fault> {
        let argument = self.element(index)?;
        Ok(text::read_byte(self.state, argument)? == b'-' && text::read_byte(self.state, moved(argument, 1))? != 0)
    }

    fn element(&self, index: i128) -> Result<Value, Fault> {
        let (place, ty) = self.place_of(index)?;
        self.state.load_at(place, ty, &self.interpreter.program.types)
    }

    /// Returns the place of an argument in the array, and its type.
    fn place_of(&self, index: i128) -> Result<(Value, TypeId), Fault> {
        let (array, ty) = self.argument(ARRAY)?;
        let ty = self.interpreter.program.types.pointee(ty).unwrap_or(ty);
        Ok((moved(array, (index as i64).saturating_mul(self.word() as i64)), ty))
    }

    /// Stores a result in a variable of the library, if the program uses it.
    fn leave(&mut self, which: usize, value: Value) -> Result<(), Fault> {
        let Some((place, ty)) = self.variable_of(which)? else { return Ok(()) };
        self.state.store_at(place, value, ty, &self.interpreter.program.types)
    }

    fn variable_of(&self, which: usize) -> Result<Option<(Value, TypeId)>, Fault> {
        let Some((_, argument)) = OPTION_RESULTS.get(which) else { return Ok(None) };
        let (place, ty) = self.argument(usize::from(*argument))?;
        let ty = self.interpreter.program.types.pointee(ty);
        Ok(ty.filter(|_| place != Value::NULL).map(|ty| (place, ty)))
    }

    /// Returns where the scan is: at the start unless a call was made before. The program may set `optind`.
    fn scan_of_options(&mut self) -> Result<Scan, Fault> {
        let own = match self.variable_of(OPTIND)? {
            Some((place, ty)) => number(self.state.load_at(place, ty, &self.interpreter.program.types)?),
            None => None,
        };
        let start = |next: i128| Scan { rest: Value::NULL, first: next, last: next, next };
        let Some(block) = self.state.external.get(&F::Getopt).copied() else {
            return Ok(start(own.unwrap_or(1).max(1)));
        };
        if own == Some(0) {
            return Ok(start(1));
        }
        let [rest, first, last, next] = self.kept_fields(Value::pointer_to(block))?;
        let types = &self.interpreter.program.types;
        let kept = |field: (Value, TypeId)| {
            let kept = number(self.state.load_at(field.0, field.1, types)?);
            kept.ok_or_else(|| Fault::unsupported("a scan of options that is lost"))
        };
        let rest = self.state.load_at(rest.0, rest.1, types)?;
        Ok(Scan { rest, first: kept(first)?, last: kept(last)?, next: own.map_or_else(|| kept(next), Ok)? })
    }

    fn keep_scan(&mut self, scan: &Scan) -> Result<(), Fault> {
        let block = match self.state.external.get(&F::Getopt) {
            Some(block) => *block,
            None => {
                let block = self.state.add_block(Block::new(BlockKind::Arguments, 4 * self.word(), true)?);
                self.state.external.insert(F::Getopt, block);
                block
            }
        };
        let fields = self.kept_fields(Value::pointer_to(block))?;
        let values = [scan.rest, Value::Integer(scan.first), Value::Integer(scan.last), Value::Integer(scan.next)];
        for ((place, ty), value) in fields.into_iter().zip(values) {
            self.state.store_at(place, value, ty, &self.interpreter.program.types)?;
        }
        self.leave(OPTIND, Value::Integer(scan.next))
    }

    /// Returns the places, with their types, where a scan is kept.
    fn kept_fields(&self, start: Value) -> Result<[(Value, TypeId); 4], Fault> {
        let (text, number) = (self.argument(LETTERS)?.1, self.argument(COUNT)?.1);
        let word = self.word() as i64;
        Ok([(0, text), (1, number), (2, number), (3, number)].map(|(index, ty)| (moved(start, index * word), ty)))
    }
}

fn number(value: Value) -> Option<i128> {
    match value {
        Value::Integer(integer) => Some(integer),
        _ => None,
    }
}
