//! Floating-point functions whose results are exact or correctly rounded. They compute with 80 bits, which represent
//! every argument and every result except square roots.

use super::Call;
use crate::interp::fault::Fault;
use crate::interp::memory::Value;
use crate::{FaultKind, LibraryFunction as F};
use base::extended;
use ctype::DataModel;

impl Call<'_, '_> {
    /// Functions whose first argument is a floating-point number.
    pub(super) fn floating(&mut self) -> Result<Value, Fault> {
        let first = self.extended(0)?;
        let result = match self.function {
            F::IsNan => return Ok(Value::Integer(extended::is_nan(first).into())),
            F::IsInfinite => {
                let sign = if extended::is_negative(first) { -1 } else { 1 };
                return Ok(Value::Integer(if extended::is_infinite(first) { sign } else { 0 }));
            }
            F::IsFinite => {
                let is_finite = !extended::is_nan(first) && !extended::is_infinite(first);
                return Ok(Value::Integer(is_finite.into()));
            }
            F::SignBit => return Ok(Value::Integer(extended::is_negative(first).into())),
            F::Sqrt | F::Sqrtf | F::Sqrtl => return self.square_root(first),
            F::Fabs | F::Fabsf | F::Fabsl => extended::with_sign_of(first, 0),
            F::Floor | F::Floorf | F::Floorl => extended::floor(first),
            F::Ceil | F::Ceilf | F::Ceill => extended::ceiling(first),
            F::Trunc | F::Truncf | F::Truncl => extended::truncated(first),
            F::Round | F::Roundf | F::Roundl => extended::rounded_away(first),
            F::Rint | F::Rintf | F::Rintl => extended::rounded_to_even(first),
            F::Copysign | F::Copysignf | F::Copysignl => extended::with_sign_of(first, self.extended(1)?),
            F::Fmod | F::Fmodf | F::Fmodl => self.remainder(first)?,
            F::Fmin | F::Fminf | F::Fminl => self.extreme(first, true)?,
            F::Fmax | F::Fmaxf | F::Fmaxl => self.extreme(first, false)?,
            _ => return Err(Fault::unsupported(format!("the function '{}' of a floating number", self.name))),
        };
        Ok(self.as_first(result))
    }

    /// Returns an argument as 80 bits.
    fn extended(&self, index: usize) -> Result<u128, Fault> {
        match self.value(index)? {
            Value::Float(bits) => Ok(extended::from_double(f64::from_bits(bits))),
            Value::LongDouble(bits) => Ok(bits),
            Value::Undefined => {
                Err(Fault::new(FaultKind::UndefinedValue, format!("an argument of '{}' is uninitialized", self.name)))
            }
            _ => Err(Fault::unsupported(format!("an argument of '{}' is no floating number", self.name))),
        }
    }

    /// Converts a result to the type of the first argument.
    fn as_first(&self, result: u128) -> Value {
        match self.values.first() {
            Some((Value::LongDouble(_), _)) => Value::LongDouble(result),
            _ => Value::Float(extended::to_double(result).to_bits()),
        }
    }

    /// Outside of a function's domain `errno` changes, and the kind of NaN depends on the library.
    fn outside_of_domain(&self) -> Fault {
        Fault::unsupported(format!("'{}' outside of its domain", self.name))
    }

    fn square_root(&self, number: u128) -> Result<Value, Fault> {
        if extended::is_negative(number) && !extended::is_zero(number) {
            return Err(self.outside_of_domain());
        }
        match self.value(0)? {
            // The x87 may return more digits than the type has.
            Value::Float(_) if self.interpreter.program.types.model() == DataModel::Ilp32 => {
                Err(Fault::unsupported(format!("'{}' with the digits of the x87", self.name)))
            }
            Value::Float(bits) => Ok(Value::Float(f64::from_bits(bits).sqrt().to_bits())),
            _ => Ok(Value::LongDouble(extended::square_root(number))),
        }
    }

    fn remainder(&self, first: u128) -> Result<u128, Fault> {
        let second = self.extended(1)?;
        if [first, second].into_iter().any(extended::is_nan)
            || extended::is_infinite(first)
            || extended::is_zero(second)
        {
            return Err(self.outside_of_domain());
        }
        Ok(extended::remainder(first, second))
    }

    /// The minimum or maximum of two numbers.
    fn extreme(&self, first: u128, is_least: bool) -> Result<u128, Fault> {
        let second = self.extended(1)?;
        // C does not order zeros of different signs.
        if extended::is_zero(first) && extended::is_zero(second) && first != second {
            return Err(Fault::unsupported(format!("'{}' of zeros with different signs", self.name)));
        }
        Ok(match extended::compare(first, second) {
            None if extended::is_nan(first) => second,
            None => first,
            Some(order) if order.is_lt() == is_least => first,
            Some(_) => second,
        })
    }
}
