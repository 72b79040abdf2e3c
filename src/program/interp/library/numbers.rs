//! Functions on numbers and characters, and the tables behind `<ctype.h>`.

use super::Call;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::memory::{Block, BlockKind, Value};
use crate::library::characters;
use base::integer::wrap;
use ctype::TypeId;

impl Call<'_, '_> {
    /// Returns a pointer to external memory, which is created on first use.
    pub(super) fn external(&mut self) -> Result<Value, Fault> {
        if let Some(block) = self.state.external.get(&self.function) {
            return Ok(Value::pointer_to(*block));
        }
        let word = self.word();
        let block = match self.function {
            F::Errno => self.state.add_block(Block::new(BlockKind::Arguments, 4, true)?),
            _ => {
                let width = characters::width(self.function);
                let entry = |c: i32| characters::entry(self.function, c).to_le_bytes();
                let entries: Vec<u8> = (-128..256).flat_map(|c| entry(c).into_iter().take(width)).collect();
                let table = self.state.add_block(Block::new(BlockKind::Arguments, entries.len() as u64, true)?);
                self.state.write_text(Value::pointer_to(table), &entries, word)?;
                let outer = self.state.add_block(Block::new(BlockKind::Arguments, word, true)?);
                let (_, ty) = (0, self.pointer_type()?);
                let middle = moved(Value::pointer_to(table), 128 * width as i64);
                self.state.store_at(Value::pointer_to(outer), middle, ty, &self.interpreter.program.types)?;
                outer
            }
        };
        self.state.external.insert(self.function, block);
        Ok(Value::pointer_to(block))
    }

    /// Returns some pointer type.
    pub(super) fn pointer_type(&self) -> Result<TypeId, Fault> {
        let types = &self.interpreter.program.types;
        let found = self.interpreter.program.variables.ids();
        let mut types_of =
            found.filter_map(|id| self.interpreter.program.variables.get(id)).map(|variable| variable.ty);
        let found = types_of.find(|ty| types.is_pointer(*ty));
        found.ok_or_else(|| Fault::unsupported("a table of the library in a program without pointers"))
    }

    /// Functions that depend only on numbers.
    pub(super) fn number(&mut self) -> Result<Value, Fault> {
        let (function, name) = (self.function, self.name);
        let unknown = || Fault::unsupported(format!("the function '{name}'"));
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
                return Err(Fault::undefined(format!("'{name}' of 0")));
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
                    return Err(Fault::undefined(format!("'{name}' of no character")));
                }
                Ok(byte) if function == F::Tolower => i128::from(byte.to_ascii_lowercase()),
                Ok(byte) if function == F::Toupper => i128::from(byte.to_ascii_uppercase()),
                Err(_) if matches!(function, F::Tolower | F::Toupper) => value,
                byte => {
                    let is_in = characters::is_in(function, byte.unwrap_or(0)).ok_or_else(unknown)?;
                    i128::from(byte.is_ok() && is_in)
                }
            },
        };
        Ok(Value::Integer(result))
    }
}
