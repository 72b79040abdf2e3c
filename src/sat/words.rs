//! Arithmetic on bit vectors of literals, least significant bit first.
//!
//! Unless stated otherwise, operands have the same width, which is the width of the result: arithmetic wraps around.
//! Signed and unsigned numbers differ only where a function says so. Every result is a function of the operands, even a
//! quotient by zero.

use crate::circuit::Circuit;
use crate::solver::Lit;

/// Returns a constant. Bits from 128 on are zero.
pub fn constant(c: &Circuit, value: u128, width: usize) -> Vec<Lit> {
    let is_set = |place: usize| place < 128 && value >> place & 1 == 1;
    (0..width).map(|place| c.constant(is_set(place))).collect()
}

/// Returns the value if all bits are constants; `None` also for numbers wider than 128 bits.
pub fn value(c: &Circuit, a: &[Lit]) -> Option<u128> {
    if a.len() > 128 {
        return None;
    }
    a.iter().enumerate().try_fold(0, |number, (place, bit)| Some(number | u128::from(c.value(*bit)?) << place))
}

/// Truncates to `width`, or extends by bits `fill`.
pub fn extend(a: &[Lit], width: usize, fill: Lit) -> Vec<Lit> {
    let missing = std::iter::repeat_n(fill, width.saturating_sub(a.len()));
    a.iter().copied().take(width).chain(missing).collect()
}

pub fn add(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let carry = c.no();
    add_with_carry(c, a, b, carry)
}

/// Returns `a + b + carry`.
pub fn add_with_carry(c: &mut Circuit, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
    let mut sum = Vec::with_capacity(a.len());
    for (one, other) in a.iter().copied().zip(b.iter().copied()) {
        let half = c.xor(one, other);
        sum.push(c.xor(half, carry));
        carry = c.majority([one, other, carry]);
    }
    sum
}

pub fn subtract(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let carry = c.yes();
    add_with_carry(c, a, &complement(b), carry)
}

pub fn negate(c: &mut Circuit, a: &[Lit]) -> Vec<Lit> {
    let zero = constant(c, 0, a.len());
    subtract(c, &zero, a)
}

pub fn complement(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|bit| !*bit).collect()
}

/// Returns the low half of the product.
pub fn multiply(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (rows_of_a, rows_of_b) = (rows(c, a), rows(c, b));
    // A canonical order if both are equally short, so that `a * b` and `b * a` share their gates.
    let is_first = (rows_of_a.len(), a) < (rows_of_b.len(), b);
    let (rows, number) = if is_first { (rows_of_a, b) } else { (rows_of_b, a) };
    let mut sum = constant(c, 0, number.len());
    for row in rows {
        let high = &number[..number.len() - row.place];
        let digits: Vec<Lit> = high.iter().map(|digit| c.and(&[*digit, row.bit])).collect();
        let upper = &sum[row.place..];
        let added = if row.is_negative { subtract(c, upper, &digits) } else { add(c, upper, &digits) };
        sum.truncate(row.place);
        sum.extend(added);
    }
    sum
}

/// A row of a product: the other operand shifted by `place`, added or subtracted if `bit` is true.
struct Row {
    place: usize,
    bit: Lit,
    is_negative: bool,
}

/// Returns the rows of a product with this multiplier.
fn rows(c: &Circuit, multiplier: &[Lit]) -> Vec<Row> {
    let set = multiplier.iter().copied().enumerate().filter(|(_, bit)| *bit != c.no());
    let plain: Vec<Row> = set.map(|(place, bit)| Row { place, bit, is_negative: false }).collect();
    match multiplier.iter().map(|bit| c.value(*bit)).collect::<Option<Vec<bool>>>() {
        Some(bits) => {
            let recoded = recoded(c, &bits);
            if recoded.len() < plain.len() { recoded } else { plain }
        }
        None => plain,
    }
}

/// Returns the rows of a constant in non-adjacent form: digits -1, 0 and 1, no two neighbours nonzero. Rows to subtract
/// come last, so that the first row is the other operand itself.
fn recoded(c: &Circuit, bits: &[bool]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut carry = false;
    for (place, bit) in bits.iter().copied().enumerate() {
        // An odd digit is -1 if the next bit is set, too; then it carries one.
        if bit != carry {
            carry = bits.get(place + 1).copied().unwrap_or(false);
            rows.push(Row { place, bit: c.yes(), is_negative: carry });
        }
    }
    rows.sort_by_key(|row| row.is_negative);
    rows
}

/// Quotient and remainder of unsigned numbers. If `b` is zero, the quotient has all bits set and the remainder is `a`.
///
/// Both are fresh variables, constrained by `a == quotient * b + remainder` in twice the width and `remainder < b`.
pub fn divide(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    if let Some(place) = power_of_two(c, b) {
        let no = c.no();
        return (extend(&a[place..], a.len(), no), extend(&a[..place], a.len(), no));
    }
    if let (Some(dividend), Some(divisor)) = (value(c, a), value(c, b))
        && divisor != 0
    {
        return (constant(c, dividend / divisor, a.len()), constant(c, dividend % divisor, a.len()));
    }
    if let Some(known) = c.known_division(a, b) {
        return known.clone();
    }
    let is_zero = !c.or(b);
    let quotient: Vec<Lit> = a.iter().map(|_| c.variable()).collect();
    let remainder: Vec<Lit> = a.iter().map(|_| c.variable()).collect();
    let no = c.no();
    let [dividend, by, whole, rest] = [a, b, &quotient, &remainder].map(|bits| extend(bits, 2 * a.len(), no));
    let product = multiply(c, &whole, &by);
    let sum = add(c, &product, &rest);
    let is_sum = equal(c, &sum, &dividend);
    let is_less = less_unsigned(c, &remainder, b);
    c.require(&[is_zero, is_sum]);
    c.require(&[is_zero, is_less]);
    let ones = vec![c.yes(); a.len()];
    let found = (choose(c, is_zero, &ones, &quotient), choose(c, is_zero, a, &remainder));
    c.record_division(a, b, found.clone());
    found
}

/// Returns the exponent if `a` is a constant power of two.
fn power_of_two(c: &Circuit, a: &[Lit]) -> Option<usize> {
    let place = a.iter().position(|bit| *bit == c.yes())?;
    let is_other_no = a.iter().enumerate().all(|(other, bit)| other == place || *bit == c.no());
    is_other_no.then_some(place)
}

/// Shifts left. `amount` may have any width; the result is zero if it is at least the width of `a`.
pub fn shift_left(c: &mut Circuit, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    // The mirror image of a right shift.
    let mirrored: Vec<Lit> = a.iter().rev().copied().collect();
    let fill = c.no();
    let mut shifted = shift_right(c, &mirrored, amount, fill);
    shifted.reverse();
    shifted
}

/// Shifts right, and shifts in `fill`. `amount` may have any width; all bits are `fill` if it is at least the width of
/// `a`.
pub fn shift_right(c: &mut Circuit, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
    let mut bits = a.to_vec();
    let mut too_far = Vec::new();
    for (place, by) in amount.iter().enumerate() {
        let distance = u32::try_from(place).ok().and_then(|place| 1_usize.checked_shl(place));
        match distance.filter(|distance| *distance < a.len()) {
            Some(distance) => {
                let moved = extend(&bits[distance..], a.len(), fill);
                bits = choose(c, *by, &moved, &bits);
            }
            None => too_far.push(*by),
        }
    }
    let too_far = c.or(&too_far);
    let filled = vec![fill; a.len()];
    choose(c, too_far, &filled, &bits)
}

pub fn equal(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(one, other)| !c.xor(*one, *other)).collect();
    c.and(&same)
}

pub fn less_unsigned(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // The borrow of `a - b`: the highest bit that differs decides.
    a.iter().zip(b).fold(c.no(), |less, (one, other)| c.majority([!*one, *other, less]))
}

pub fn less_signed(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (Some((sign_of_a, a)), Some((sign_of_b, b))) = (a.split_last(), b.split_last()) else { return c.no() };
    let less = less_unsigned(c, a, b);
    // If the signs differ, the negative number is smaller.
    c.majority([*sign_of_a, !*sign_of_b, less])
}

/// Returns `yes` if the condition is true, else `no`.
pub fn choose(c: &mut Circuit, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
    yes.iter().zip(no).map(|(yes, no)| c.choose(condition, *yes, *no)).collect()
}

#[cfg(test)]
mod tests;
