//! Arithmetic on numbers whose bits are literals, the least significant first.
//!
//! Operands of one operation have the same width, unless something else is said, and the result has it, too: what does
//! not fit is lost. Signed and unsigned numbers differ only where a function says so. Every result is a function of the
//! operands, quotients by zero included.

use crate::circuit::Circuit;
use crate::solver::Lit;

/// A number that is known. Bits beyond 128 are zero.
pub fn constant(c: &Circuit, value: u128, width: usize) -> Vec<Lit> {
    let is_set = |place: usize| place < 128 && value >> place & 1 == 1;
    (0..width).map(|place| c.constant(is_set(place))).collect()
}

/// The number, if all of its bits are known; `None` for numbers of more than 128 bits.
pub fn value(c: &Circuit, a: &[Lit]) -> Option<u128> {
    if a.len() > 128 {
        return None;
    }
    a.iter().enumerate().try_fold(0, |number, (place, bit)| Some(number | u128::from(c.value(*bit)?) << place))
}

/// The number with more bits, each of them `fill`, or its low bits.
pub fn extend(a: &[Lit], width: usize, fill: Lit) -> Vec<Lit> {
    let missing = std::iter::repeat_n(fill, width.saturating_sub(a.len()));
    a.iter().copied().take(width).chain(missing).collect()
}

/// The sum.
pub fn add(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let carry = c.no();
    add_with_carry(c, a, b, carry)
}

/// The sum, and one more where `carry` is true.
pub fn add_with_carry(c: &mut Circuit, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
    let mut sum = Vec::with_capacity(a.len());
    for (one, other) in a.iter().copied().zip(b.iter().copied()) {
        let half = c.xor(one, other);
        sum.push(c.xor(half, carry));
        carry = c.majority([one, other, carry]);
    }
    sum
}

/// The difference.
pub fn subtract(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let carry = c.yes();
    add_with_carry(c, a, &complement(b), carry)
}

/// The number with its sign changed.
pub fn negate(c: &mut Circuit, a: &[Lit]) -> Vec<Lit> {
    let zero = constant(c, 0, a.len());
    subtract(c, &zero, a)
}

/// Each bit negated.
pub fn complement(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|bit| !*bit).collect()
}

/// The low half of the product.
pub fn multiply(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (rows_of_a, rows_of_b) = (rows(c, a), rows(c, b));
    // Where both are as good, one order, so that `a * b` and `b * a` are the same gates.
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

/// A row of a product: the other operand, shifted by the place, added or subtracted where the bit is true.
struct Row {
    place: usize,
    bit: Lit,
    is_negative: bool,
}

/// The rows of a product with this number.
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

/// The rows of a known number by its digits -1, 0 and 1 in the form in which no two neighbours differ from zero. Those to
/// subtract come last, so that the first row is the other operand itself.
fn recoded(c: &Circuit, bits: &[bool]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut carry = false;
    for (place, bit) in bits.iter().copied().enumerate() {
        // An odd digit is -1 where the next bit is set as well, and then one more is carried.
        if bit != carry {
            carry = bits.get(place + 1).copied().unwrap_or(false);
            rows.push(Row { place, bit: c.yes(), is_negative: carry });
        }
    }
    rows.sort_by_key(|row| row.is_negative);
    rows
}

/// Quotient and remainder of unsigned numbers. Where `b` is zero, the quotient has all bits set and the remainder is `a`.
///
/// Both are guessed, with `a == quotient * b + remainder` in twice the width and the remainder less than `b`.
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

/// The place of the only bit that is set, where all bits are known.
fn power_of_two(c: &Circuit, a: &[Lit]) -> Option<usize> {
    let place = a.iter().position(|bit| *bit == c.yes())?;
    let is_other_no = a.iter().enumerate().all(|(other, bit)| other == place || *bit == c.no());
    is_other_no.then_some(place)
}

/// The number shifted to the left; zero where the amount, of any width, is the width or more.
pub fn shift_left(c: &mut Circuit, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    // The mirror image of a shift to the right.
    let mirrored: Vec<Lit> = a.iter().rev().copied().collect();
    let fill = c.no();
    let mut shifted = shift_right(c, &mirrored, amount, fill);
    shifted.reverse();
    shifted
}

/// The number shifted to the right, with `fill` for the bits that come in; nothing but that where the amount, of any
/// width, is the width or more.
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

/// Whether the numbers are equal.
pub fn equal(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(one, other)| !c.xor(*one, *other)).collect();
    c.and(&same)
}

/// Whether `a` is less than `b`, both unsigned.
pub fn less_unsigned(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // The borrow of `a - b`: a higher bit decides, unless it is the same in both.
    a.iter().zip(b).fold(c.no(), |less, (one, other)| c.majority([!*one, *other, less]))
}

/// Whether `a` is less than `b`, both signed.
pub fn less_signed(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (Some((sign_of_a, a)), Some((sign_of_b, b))) = (a.split_last(), b.split_last()) else { return c.no() };
    let less = less_unsigned(c, a, b);
    // Of the signs, the one that is set belongs to the smaller number.
    c.majority([*sign_of_a, !*sign_of_b, less])
}

/// `yes` where the condition is true, else `no`.
pub fn choose(c: &mut Circuit, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
    yes.iter().zip(no).map(|(yes, no)| c.choose(condition, *yes, *no)).collect()
}

#[cfg(test)]
mod tests;
