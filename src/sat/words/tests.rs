//! Tests every operation against integers: all operands of few bits, as constants and as variables, and random ones of
//! many.

use proptest::prelude::*;

use super::*;
use crate::second_opinion::Both;
use crate::solver::Satisfiable;
use crate::varisat::{ProofCheck, Varisat};
use base::Budget;

/// An operation as gates, and its result on numbers of a width.
struct Operation {
    name: &'static str,
    gates: fn(&mut Circuit, &[Lit], &[Lit]) -> Vec<Lit>,
    number: fn(u128, u128, usize) -> u128,
}

fn mask(width: usize) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(value: u128, width: usize) -> i128 {
    let unused = 128 - width;
    (value << unused).cast_signed() >> unused
}

const OPERATIONS: [Operation; 13] = [
    Operation { name: "add", gates: add, number: |a, b, _| a.wrapping_add(b) },
    Operation { name: "subtract", gates: subtract, number: |a, b, _| a.wrapping_sub(b) },
    Operation { name: "negate", gates: |c, a, _| negate(c, a), number: |a, _, _| a.wrapping_neg() },
    Operation { name: "multiply", gates: multiply, number: |a, b, _| a.wrapping_mul(b) },
    Operation {
        name: "quotient",
        gates: |c, a, b| divide(c, a, b).0,
        number: |a, b, _| a.checked_div(b).unwrap_or(u128::MAX),
    },
    Operation {
        name: "remainder",
        gates: |c, a, b| divide(c, a, b).1,
        number: |a, b, _| a.checked_rem(b).unwrap_or(a),
    },
    Operation {
        name: "shift_left",
        gates: shift_left,
        number: |a, b, width| if b < width as u128 { a << b } else { 0 },
    },
    Operation {
        name: "shift_right",
        gates: |c, a, b| {
            let fill = c.no();
            shift_right(c, a, b, fill)
        },
        number: |a, b, width| if b < width as u128 { a >> b } else { 0 },
    },
    Operation {
        name: "shift_right with sign",
        gates: |c, a, b| shift_right(c, a, b, a[a.len() - 1]),
        number: |a, b, width| (signed(a, width) >> b.min(width as u128 - 1)).cast_unsigned(),
    },
    Operation { name: "equal", gates: |c, a, b| truth(c, equal, a, b), number: |a, b, _| u128::from(a == b) },
    Operation {
        name: "less_unsigned",
        gates: |c, a, b| truth(c, less_unsigned, a, b),
        number: |a, b, _| u128::from(a < b),
    },
    Operation {
        name: "less_signed",
        gates: |c, a, b| truth(c, less_signed, a, b),
        number: |a, b, width| u128::from(signed(a, width) < signed(b, width)),
    },
    Operation {
        name: "choose",
        gates: |c, a, b| choose(c, b[0], a, b),
        number: |a, b, _| if b & 1 == 1 { a } else { b },
    },
];

/// Zero or one, as wide as the operands.
fn truth(c: &mut Circuit, comparison: fn(&mut Circuit, &[Lit], &[Lit]) -> Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let holds = comparison(c, a, b);
    extend(&[holds], a.len(), c.no())
}

impl Operation {
    fn expected(&self, a: u128, b: u128, width: usize) -> u128 {
        (self.number)(a, b, width) & mask(width)
    }
}

fn variables(c: &mut Circuit, width: usize) -> Vec<Lit> {
    (0..width).map(|_| c.variable()).collect()
}

/// Returns the literals that say that the bits are this number.
fn are<'a>(bits: &'a [Lit], number: u128) -> impl Iterator<Item = Lit> + 'a {
    bits.iter().enumerate().map(move |(place, bit)| bit.negated_if(number >> place & 1 == 0))
}

/// An operation on operands, and the literal "the result differs from `expected`", whose bits are variables.
struct Question {
    result: Vec<Lit>,
    expected: Vec<Lit>,
    differs: Lit,
}

impl Question {
    fn new(c: &mut Circuit, operation: &Operation, a: &[Lit], b: &[Lit]) -> Question {
        let result = (operation.gates)(c, a, b);
        let expected = variables(c, a.len());
        let differs = !equal(c, &result, &expected);
        Question { result, expected, differs }
    }

    /// Under the assumptions, the result is the number, and can be nothing else.
    fn is_only(&self, c: &mut Circuit, assumed: &[Lit], number: u128) -> bool {
        let mut assumed: Vec<Lit> = assumed.iter().copied().chain(are(&self.expected, number)).collect();
        let is_some =
            c.solve(&assumed, &Budget::unlimited()) == Satisfiable::Yes && c.found().number(&self.result) == number;
        assumed.push(self.differs);
        is_some && matches!(c.solve(&assumed, &Budget::unlimited()), Satisfiable::No(_))
    }
}

/// Returns a circuit that passes every query to a second solver, too.
fn asked_twice() -> Circuit {
    Circuit::over(Both::default())
}

fn unchecked() -> Circuit {
    Circuit::over(Varisat::new(ProofCheck::Off))
}

#[test]
fn operations_on_constants_are_exact_and_need_no_solver() {
    for width in 1..=6 {
        let mut c = Circuit::new();
        for operation in &OPERATIONS {
            for a in 0..=mask(width) {
                for b in 0..=mask(width) {
                    let [left, right] = [a, b].map(|number| constant(&c, number, width));
                    let result = (operation.gates)(&mut c, &left, &right);
                    let found = value(&c, &result);
                    assert_eq!(found, Some(operation.expected(a, b, width)), "{} {a} {b}, {width}", operation.name);
                }
            }
        }
    }
}

fn check_on_variables(width: usize, new: fn() -> Circuit) {
    for operation in &OPERATIONS {
        let mut c = new();
        let (left, right) = (variables(&mut c, width), variables(&mut c, width));
        let question = Question::new(&mut c, operation, &left, &right);
        for a in 0..=mask(width) {
            for b in 0..=mask(width) {
                let inputs: Vec<Lit> = are(&left, a).chain(are(&right, b)).collect();
                let expected = operation.expected(a, b, width);
                assert!(question.is_only(&mut c, &inputs, expected), "{} {a} {b}, {width}", operation.name);
            }
        }
    }
}

#[test]
fn operations_on_variables_are_exact_up_to_four_bits() {
    (1..=4).for_each(|width| check_on_variables(width, asked_twice));
}

#[test]
fn operations_on_variables_are_exact_at_five_bits() {
    check_on_variables(5, asked_twice);
}

#[test]
fn operations_on_variables_are_exact_at_six_bits() {
    check_on_variables(6, asked_twice);
}

#[test]
fn operations_on_a_constant_and_a_variable_are_exact() {
    for width in 1..=4 {
        for operation in &OPERATIONS {
            for a in 0..=mask(width) {
                let mut c = asked_twice();
                let (known, other) = (constant(&c, a, width), variables(&mut c, width));
                let left = Question::new(&mut c, operation, &known, &other);
                let right = Question::new(&mut c, operation, &other, &known);
                for b in 0..=mask(width) {
                    let inputs: Vec<Lit> = are(&other, b).collect();
                    let (name, [one, two]) =
                        (operation.name, [(a, b), (b, a)].map(|(a, b)| operation.expected(a, b, width)));
                    assert!(left.is_only(&mut c, &inputs, one), "{name} {a} {b}, {width}");
                    assert!(right.is_only(&mut c, &inputs, two), "{name} {b} {a}, {width}");
                }
            }
        }
    }
}

#[test]
fn shifts_by_amounts_of_other_widths_are_exact() {
    for (width, other) in [(1, 3), (3, 1), (3, 2), (5, 2), (5, 6), (6, 8)] {
        let mut c = Circuit::new();
        for a in 0..=mask(width) {
            for b in 0..=mask(other) {
                let (number, amount) = (constant(&c, a, width), constant(&c, b, other));
                for operation in OPERATIONS.iter().filter(|operation| operation.name.starts_with("shift")) {
                    let result = (operation.gates)(&mut c, &number, &amount);
                    assert_eq!(value(&c, &result), Some(operation.expected(a, b, width)), "{a} {b}, {width}");
                }
            }
        }
    }
}

#[test]
fn equal_operands_give_equal_gates() {
    let mut c = Circuit::new();
    let (a, b) = (variables(&mut c, 8), variables(&mut c, 8));
    for operation in &OPERATIONS {
        let one = (operation.gates)(&mut c, &a, &b);
        let gates = c.gates();
        assert_eq!((operation.gates)(&mut c, &a, &b), one, "{}", operation.name);
        assert_eq!(c.gates(), gates, "{}", operation.name);
        if ["add", "multiply", "equal"].contains(&operation.name) {
            assert_eq!((operation.gates)(&mut c, &b, &a), one, "{}", operation.name);
        }
    }
}

#[test]
fn products_by_constants_have_few_rows() {
    let rows = |number: u128| {
        let c = Circuit::new();
        super::rows(&c, &constant(&c, number, 32)).len()
    };
    assert_eq!([0, 1, 3, 7, 12, 255, 0xFFFF_FFFF, 0xFFFF_FFFD].map(rows), [0, 1, 2, 2, 2, 2, 1, 2]);
}

/// Returns a number of a width, often an edge case.
fn numbers() -> impl Strategy<Value = u128> {
    let edges = vec![0, 1, 2, 3, 63, 64, 127, 128, u128::MAX, 1 << 63, 1 << 127, u128::from(u64::MAX)];
    prop_oneof![proptest::sample::select(edges), any::<u128>(), any::<u64>().prop_map(u128::from), 0..200_u128]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_wide_numbers_are_exact(a in numbers(), b in numbers(), width in prop_oneof![Just(64_usize), Just(128)]) {
        let (a, b) = (a & mask(width), b & mask(width));
        for operation in &OPERATIONS {
            let expected = operation.expected(a, b, width);
            let mut c = unchecked();
            let [left, right] = [a, b].map(|number| constant(&c, number, width));
            let result = (operation.gates)(&mut c, &left, &right);
            prop_assert_eq!(value(&c, &result), Some(expected), "{} {} {}, {}", operation.name, a, b, width);
            // As variables: the right result is possible, and the next number is not. (Proving that no other is
            // possible would be a hard query for quotients.)
            let (left, right) = (variables(&mut c, width), variables(&mut c, width));
            let result = (operation.gates)(&mut c, &left, &right);
            let inputs: Vec<Lit> = are(&left, a).chain(are(&right, b)).collect();
            for (number, is_right) in [(expected, true), (expected.wrapping_add(1) & mask(width), false)] {
                let assumed: Vec<Lit> = inputs.iter().copied().chain(are(&result, number)).collect();
                let answer = c.solve(&assumed, &Budget::unlimited());
                prop_assert_eq!(answer == Satisfiable::Yes, is_right, "{} {} {}, {}", operation.name, a, b, width);
            }
        }
    }
}
