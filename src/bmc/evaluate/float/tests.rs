//! Floating-point conversions and comparisons, compared with those of the machine.

use crate::evaluate::float::constant::{convert, operate};
use crate::evaluate::float::{compared, narrowed, truncated, whole, widened};
use crate::term::{TermId, Terms};
use ctype::{DataModel, FloatKind, Type, TypeId, TypeTable};
use program::BinaryOp;
use program::interp::Random;

/// Returns the bits of `float` numbers of all kinds, with their neighbours.
fn singles() -> Vec<u32> {
    let mut random = Random::new(7);
    let mut all: Vec<u32> = Vec::new();
    for exponent in 0..=255_u32 {
        for mantissa in [0, 1, 0x40_0000, 0x7f_ffff, random.next_bits() as u32 & 0x7f_ffff] {
            all.extend([exponent << 23 | mantissa, 1 << 31 | exponent << 23 | mantissa]);
        }
    }
    all.extend((0..23).map(|place| 1 << place));
    all
}

fn value(terms: &Terms, term: TermId) -> u128 {
    terms.value(term).expect("constants give a constant")
}

#[test]
fn widening_keeps_every_number() {
    let terms = Terms::new(64);
    for bits in singles() {
        let single = f32::from_bits(bits);
        let term = terms.constant(u128::from(bits), 32);
        let wide = widened(&terms, term);
        assert_eq!(value(&terms, wide), u128::from(f64::from(single).to_bits()), "{bits:#x}");
    }
}

#[test]
fn narrowing_is_exact_where_it_says_so() {
    let terms = Terms::new(64);
    let mut random = Random::new(8);
    let (mut exact, mut inexact) = (0, 0);
    for bits in singles() {
        let wide = f64::from(f32::from_bits(bits)).to_bits();
        for wide in [wide, wide ^ 1, wide ^ 1 << 28, wide ^ 1 << 29, wide ^ 1 << 40, random.next_bits()] {
            let double = f64::from_bits(wide);
            let term = terms.constant(u128::from(wide), 64);
            let (narrow, is_exact) = narrowed(&terms, term);
            let is_same = f64::from(double as f32) == double || double.is_nan();
            assert_eq!(terms.is_true(is_exact), is_same, "{wide:#x}");
            if is_same {
                exact += 1;
                assert_eq!(value(&terms, narrow), u128::from((double as f32).to_bits()), "{wide:#x}");
            } else {
                inexact += 1;
            }
        }
    }
    assert!(exact > 1000 && inexact > 1000);
}

#[test]
fn comparisons_are_those_of_the_machine() {
    let terms = Terms::new(64);
    let mut random = Random::new(9);
    let all = singles();
    for index in 0..3_000 {
        let pick = |random: &mut Random| all[random.next_bits() as usize % all.len()];
        let one = pick(&mut random);
        let other = [pick(&mut random), one, one ^ 1 << 31, one ^ 1][index % 4];
        let [a, b] = [one, other].map(f32::from_bits);
        let terms_of = [one, other].map(|bits| terms.constant(u128::from(bits), 32));
        let wide = [a, b].map(|single| terms.constant(u128::from(f64::from(single).to_bits()), 64));
        for [left, right] in [terms_of, wide] {
            for (op, expected) in [
                (BinaryOp::Equal, a == b),
                (BinaryOp::NotEqual, a != b),
                (BinaryOp::Less, a < b),
                (BinaryOp::LessEqual, a <= b),
            ] {
                let holds = compared(&terms, op, left, right);
                assert_eq!(terms.is_true(holds), expected, "{a} {op:?} {b}");
            }
        }
    }
}

#[test]
fn integers_are_rounded_to_the_nearest_number() {
    let terms = Terms::new(64);
    let mut random = Random::new(10);
    for index in 0..1_500_u32 {
        let integer = (random.next_bits() as i64) >> (index % 64);
        let integer = [integer, integer << (index % 40), i64::MIN, 0][index as usize % 4];
        for signed in [true, false] {
            let number = if signed { i128::from(integer) } else { i128::from(integer as u64) };
            let term = terms.constant(integer as u128 & u128::from(u64::MAX), 64);
            let (double, is_exact) = whole(&terms, (term, signed), 64);
            assert_eq!(terms.is_true(is_exact), number as f64 as i128 == number, "{number}");
            assert_eq!(value(&terms, double), u128::from((number as f64).to_bits()), "{number}");
            let (single, is_exact) = whole(&terms, (term, signed), 32);
            assert_eq!(terms.is_true(is_exact), number as f32 as i128 == number, "{number}");
            assert_eq!(value(&terms, single), u128::from((number as f32).to_bits()), "{number}");
        }
    }
}

#[test]
fn what_is_behind_the_point_is_cut_off() {
    let terms = Terms::new(64);
    let mut random = Random::new(11);
    let formats = [(8, true), (8, false), (32, true), (32, false), (64, true), (64, false)];
    let (mut fitting, mut others) = (0, 0);
    for index in 0..600_u32 {
        let near =
            [127.9, 128.0, -128.5, -129.0, 255.99, 256.0, -0.75, 2147483647.5, -2147483648.75, 9223372036854775808.0];
        let scaled = f64::from(random.next_bits() as i32) * 2.0_f64.powi(index as i32 % 70 - 35);
        let double = match index % 4 {
            0 => near[index as usize / 4 % near.len()],
            1 => f64::from_bits(random.next_bits()),
            _ => scaled,
        };
        let term = terms.constant(u128::from(double.to_bits()), 64);
        for (width, signed) in formats {
            let (bits, fits) = truncated(&terms, term, (width, signed));
            let (least, most) = match signed {
                true => (-(2.0_f64.powi(width as i32 - 1)), 2.0_f64.powi(width as i32 - 1)),
                false => (0.0, 2.0_f64.powi(width as i32)),
            };
            let is_inside = double.trunc() >= least && double.trunc() < most;
            assert_eq!(terms.is_true(fits), is_inside, "{double} to {width} bits");
            if is_inside {
                fitting += 1;
                let expected = double.trunc() as i128 as u128 & (u128::MAX >> (128 - width));
                assert_eq!(value(&terms, bits), expected, "{double} to {width} bits");
            } else {
                others += 1;
            }
        }
    }
    assert!(fitting > 500 && others > 500);
}

fn float_type(kind: FloatKind, types: &mut TypeTable) -> TypeId {
    types.intern(Type::Float(kind))
}

#[test]
fn operations_on_constants_are_those_of_the_machine() {
    let mut types = TypeTable::new(DataModel::Lp64);
    let (single, double) = (float_type(FloatKind::Float, &mut types), float_type(FloatKind::Double, &mut types));
    let mut random = Random::new(12);
    let all = singles();
    let machine = |op: BinaryOp, a: f64, b: f64| match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        _ => a / b,
    };
    for index in 0..20_000_usize {
        let mut pick = || f32::from_bits(all[random.next_bits() as usize % all.len()]);
        let (a, b) = (pick(), pick());
        let op = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div][index % 4];
        let bits = [a, b].map(|number| u128::from(number.to_bits()));
        let expected = machine(op, f64::from(a), f64::from(b)) as f32;
        let found = f32::from_bits(operate(op, bits, single, &types).unwrap() as u32);
        assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{a} {op:?} {b}");
        let (a, b) = (f64::from_bits(random.next_bits()), f64::from_bits(random.next_bits()));
        let bits = [a, b].map(|number| u128::from(number.to_bits()));
        let found = f64::from_bits(operate(op, bits, double, &types).unwrap() as u64);
        let expected = machine(op, a, b);
        assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{a} {op:?} {b}");
        let narrowed = f32::from_bits(convert(bits[0], (double, single), &types).unwrap() as u32);
        assert!(narrowed.to_bits() == (a as f32).to_bits() || narrowed.is_nan() && a.is_nan(), "{a}");
    }
}

#[test]
fn a_new_nan_has_the_sign_that_the_processor_gives_it() {
    let mut types = TypeTable::new(DataModel::Lp64);
    let double = float_type(FloatKind::Double, &mut types);
    let zero = u128::from(0.0_f64.to_bits());
    assert_eq!(operate(BinaryOp::Div, [zero, zero], double, &types), Ok(0xfff8 << 48));
}

#[test]
fn rounded_arithmetic_of_32_bit_code_is_not_followed() {
    let mut types = TypeTable::new(DataModel::Ilp32);
    let double = float_type(FloatKind::Double, &mut types);
    let divided = |a: f64, b: f64| operate(BinaryOp::Div, [a, b].map(|n| n.to_bits().into()), double, &types);
    assert_eq!(divided(3.0, 2.0), Ok(1.5_f64.to_bits().into()));
    assert!(divided(1.0, 3.0).is_err());
}
