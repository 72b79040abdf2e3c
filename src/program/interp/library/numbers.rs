//! Functions of numbers and characters, and the tables behind `<ctype.h>`.

use super::Call;
use crate::ctype::TypeId;
use crate::program::LibraryFunction as F;
use crate::program::interp::arithmetic::wrap;
use crate::program::interp::evaluate::moved;
use crate::program::interp::fault::Fault;
use crate::program::interp::memory::{Block, BlockKind, Value};

impl Call<'_, '_> {
    /// A pointer to an object of the library's own, made when it is first asked for.
    pub(super) fn foreign(&mut self) -> Result<Value, Fault> {
        if let Some(block) = self.state.foreign.get(&self.function) {
            return Ok(Value::pointer_to(*block));
        }
        let word = self.word();
        let block = match self.function {
            F::Errno => self.state.add_block(Block::new(BlockKind::Arguments, 4, true)?),
            _ => {
                let width = if self.function == F::CtypeTable { 2 } else { 4 };
                let entries: Vec<u8> =
                    (-128..256).flat_map(|c: i32| self.class(c).to_le_bytes()[..width].to_vec()).collect();
                let table = self.state.add_block(Block::new(BlockKind::Arguments, entries.len() as u64, true)?);
                self.state.write_text(Value::pointer_to(table), &entries, word)?;
                let outer = self.state.add_block(Block::new(BlockKind::Arguments, word, true)?);
                let (_, ty) = (0, self.pointer_type()?);
                let middle = moved(Value::pointer_to(table), 128 * width as i64);
                self.state.store_at(Value::pointer_to(outer), middle, ty, &self.interpreter.program.types)?;
                outer
            }
        };
        self.state.foreign.insert(self.function, block);
        Ok(Value::pointer_to(block))
    }

    /// Some pointer type.
    pub(super) fn pointer_type(&self) -> Result<TypeId, Fault> {
        let types = &self.interpreter.program.types;
        let found = self.interpreter.program.variables.ids();
        let mut types_of =
            found.filter_map(|id| self.interpreter.program.variables.get(id)).map(|variable| variable.ty);
        let found = types_of.find(|ty| types.is_pointer(*ty));
        found.ok_or_else(|| Fault::unsupported("a table of the library in a program without pointers"))
    }

    /// The entry of a table of <ctype.h> for a character; the sign bit does not matter.
    pub(super) fn class(&self, c: i32) -> u32 {
        let byte = u8::try_from(c).ok().filter(u8::is_ascii);
        match (self.function, byte) {
            (F::TolowerTable, Some(byte)) => u32::from(byte.to_ascii_lowercase()),
            (F::ToupperTable, Some(byte)) => u32::from(byte.to_ascii_uppercase()),
            (F::CtypeTable, Some(byte)) => {
                // Bits 8 to 15 come first, as on every little-endian machine.
                const CLASSES: [(F, u32); 12] = [
                    (F::Isupper, 8),
                    (F::Islower, 9),
                    (F::Isalpha, 10),
                    (F::Isdigit, 11),
                    (F::Isxdigit, 12),
                    (F::Isspace, 13),
                    (F::Isprint, 14),
                    (F::Isgraph, 15),
                    (F::Isblank, 0),
                    (F::Iscntrl, 1),
                    (F::Ispunct, 2),
                    (F::Isalnum, 3),
                ];
                CLASSES.iter().filter(|(class, _)| is_in(*class, byte)).fold(0, |bits, (_, bit)| bits | 1 << bit)
            }
            (F::CtypeTable, None) => 0,
            _ => c as u32,
        }
    }

    /// Functions of numbers alone.
    pub(super) fn number(&mut self) -> Result<Value, Fault> {
        let function = self.function;
        let unknown = || Fault::unsupported(format!("the function '{}'", function.name()));
        if function.entry().effects.iter().len() > 0 || self.values.is_empty() {
            return Err(unknown());
        }
        let value = self.integer(0)?;
        let long = 8 * self.word() as u32;
        let zeros = |width: u32| (value as u128 & ((1 << width) - 1)).leading_zeros() - (128 - width);
        let result = match function {
            F::Abs | F::Labs | F::Llabs => {
                let format = (
                    if function == F::Abs {
                        32
                    } else if function == F::Labs {
                        long
                    } else {
                        64
                    },
                    true,
                );
                if wrap(-value, format) != -value {
                    return Err(Fault::undefined("a signed integer overflows"));
                }
                value.abs()
            }
            F::Clz | F::ClzLong | F::ClzLongLong | F::Ctz if value == 0 => {
                return Err(Fault::undefined(format!("'{}' of 0", function.name())));
            }
            F::Clz => i128::from(zeros(32)),
            F::ClzLong => i128::from(zeros(long)),
            F::ClzLongLong => i128::from(zeros(64)),
            F::Ctz => i128::from(value.trailing_zeros()),
            F::Ffs => {
                if value == 0 {
                    0
                } else {
                    i128::from(value.trailing_zeros()) + 1
                }
            }
            F::Popcount | F::PopcountLong | F::PopcountLongLong => i128::from(value.count_ones()),
            F::Parity => i128::from(value.count_ones() % 2),
            F::Bswap16 => i128::from((value as u16).swap_bytes()),
            F::Bswap32 => i128::from((value as u32).swap_bytes()),
            F::Bswap64 => i128::from((value as u64).swap_bytes()),
            _ => match u8::try_from(value) {
                Err(_) if value != -1 => {
                    return Err(Fault::undefined(format!("'{}' of no character", function.name())));
                }
                Ok(byte) if function == F::Tolower => i128::from(byte.to_ascii_lowercase()),
                Ok(byte) if function == F::Toupper => i128::from(byte.to_ascii_uppercase()),
                Err(_) if matches!(function, F::Tolower | F::Toupper) => value,
                _ if !CHARACTER_CLASSES.contains(&function) => return Err(unknown()),
                byte => i128::from(byte.is_ok_and(|byte| is_in(function, byte))),
            },
        };
        Ok(Value::Integer(result))
    }
}

const CHARACTER_CLASSES: [F; 12] = [
    F::Isalnum,
    F::Isalpha,
    F::Isblank,
    F::Iscntrl,
    F::Isdigit,
    F::Isgraph,
    F::Islower,
    F::Isprint,
    F::Ispunct,
    F::Isspace,
    F::Isupper,
    F::Isxdigit,
];

/// Whether a character is of a class, in the locale "C".
fn is_in(class: F, byte: u8) -> bool {
    match class {
        F::Isalnum => byte.is_ascii_alphanumeric(),
        F::Isalpha => byte.is_ascii_alphabetic(),
        F::Isblank => matches!(byte, b' ' | b'\t'),
        F::Iscntrl => byte.is_ascii_control(),
        F::Isdigit => byte.is_ascii_digit(),
        F::Isgraph => byte.is_ascii_graphic(),
        F::Islower => byte.is_ascii_lowercase(),
        F::Isprint => byte.is_ascii_graphic() || byte == b' ',
        F::Ispunct => byte.is_ascii_punctuation(),
        F::Isspace => byte.is_ascii_whitespace() || byte == 0x0b,
        F::Isupper => byte.is_ascii_uppercase(),
        F::Isxdigit => byte.is_ascii_hexdigit(),
        _ => false,
    }
}
