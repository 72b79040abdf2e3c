//! Tests gates against numbers: every operation on all numbers of 8 bits, and random terms at the widths of C.

use proptest::prelude::*;

use super::*;
use base::Budget;
use base::ids::Id;
use ctype::{DataModel, IntegerKind, Type, TypeId, TypeTable};
use program::SymbolId;

/// Width and sign of a type.
type Format = (u32, bool);

const KINDS: [(IntegerKind, bool); 8] = [
    (IntegerKind::Char, true),
    (IntegerKind::Char, false),
    (IntegerKind::Int, true),
    (IntegerKind::Int, false),
    (IntegerKind::LongLong, true),
    (IntegerKind::LongLong, false),
    (IntegerKind::Short, true),
    (IntegerKind::Bool, false),
];

const OPERATORS: [BinaryOp; 14] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
];

fn arena() -> Arena {
    let mut types = TypeTable::new(DataModel::Lp64);
    types.int();
    for (kind, signed) in KINDS {
        types.intern(Type::Integer { kind, signed });
    }
    Arena::new(types)
}

fn type_of(arena: &Arena, (kind, signed): (IntegerKind, bool)) -> TypeId {
    arena.types().find(&Type::Integer { kind, signed }).expect("a type")
}

fn symbol(arena: &mut Arena, number: usize, ty: TypeId) -> TermId {
    arena.term(TermNode::Symbol(SymbolId::from_index(number)), ty)
}

fn wrapped(value: i128, (width, signed): Format) -> i128 {
    let low = value.rem_euclid(1 << width);
    if signed && low >= 1 << (width - 1) { low - (1 << width) } else { low }
}

/// Returns the result of an operation in C, computed independently of the gates: `None` if undefined.
fn expected(op: BinaryOp, left: i128, right: i128, format: Format) -> Option<i128> {
    let exact = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul if !format.1 => return Some(wrapped(left.wrapping_mul(right), format)),
        BinaryOp::Mul => left * right,
        BinaryOp::Div | BinaryOp::Rem if right == 0 => return None,
        BinaryOp::Div => left / right,
        BinaryOp::Rem if wrapped(left / right, format) != left / right => return None,
        BinaryOp::Rem => left % right,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if right < 0 || right >= i128::from(format.0) => return None,
        BinaryOp::ShiftLeft => return Some(wrapped(left << right, format)),
        BinaryOp::ShiftRight => left >> right,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Equal => i128::from(left == right),
        BinaryOp::NotEqual => i128::from(left != right),
        BinaryOp::Less => i128::from(left < right),
        BinaryOp::LessEqual => i128::from(left <= right),
    };
    let value = wrapped(exact, format);
    (!format.1 || value == exact).then_some(value)
}

impl Integers<'_> {
    /// Fixes the value of a symbol, before it is read.
    fn fix(&mut self, term: TermId, value: i128) {
        let (width, signed) = self.arena.types().integer_format(self.arena.type_of(term)).expect("an integer");
        let bits = words::constant(&self.circuit, value.cast_unsigned(), width as usize);
        let number = self.known(bits, signed);
        self.numbers.insert(term, number);
    }

    /// True if the number has this value.
    fn is(&mut self, number: &Number, value: i128) -> Lit {
        let value = words::constant(&self.circuit, value.cast_unsigned(), number.bits.len());
        words::equal(&mut self.circuit, &number.bits, &value)
    }

    /// Returns true if all of the literals can be true together.
    fn can_be(&mut self, parts: &[Lit]) -> bool {
        let whole = self.circuit.and(parts);
        self.circuit.model(whole, &Budget::unlimited()).expect("an answer").is_some()
    }

    /// Returns the value of a term whose inputs are all fixed; `None` if it is undefined.
    fn value(&mut self, term: TermId) -> Option<i128> {
        let number = self.number(term).expect("an integer");
        let yes = self.circuit.yes();
        let model = self.circuit.model(yes, &Budget::unlimited()).expect("an answer").expect("a model");
        let bits = number.bits.iter().enumerate().filter(|(_, bit)| model.is_true(**bit));
        let value = bits.fold(0_i128, |value, (place, _)| value | 1 << place);
        model.is_true(number.is_defined).then(|| self.arena.wrap(value, self.arena.type_of(term)))
    }
}

/// Returns the value if constant folding determines it. Quotients have variables of their own.
fn folded(integers: &Integers<'_>, number: &Number) -> Option<i128> {
    let (yes, no) = (integers.circuit.yes(), integers.circuit.no());
    let all = number.bits.iter().chain([&number.is_defined]);
    all.clone()
        .all(|bit| *bit == yes || *bit == no)
        .then(|| number.bits.iter().enumerate().fold(0, |value, (place, bit)| value | i128::from(*bit == yes) << place))
}

#[test]
fn every_operation_is_exact_on_all_numbers_of_eight_bits() {
    for signed in [true, false] {
        let mut arena = arena();
        let ty = type_of(&arena, (IntegerKind::Char, signed));
        let (left, right) = (symbol(&mut arena, 0, ty), symbol(&mut arena, 1, ty));
        let format = (8, signed);
        for op in OPERATORS {
            let term = arena.term(TermNode::Binary(op, left, right), ty);
            let is_quotient = matches!(op, BinaryOp::Div | BinaryOp::Rem);
            // Each quotient is a query to the solver: a sample suffices.
            let step = if is_quotient { 7 } else { 1 };
            let edges = [0, 1, 2, 127, 128, 129, 254, 255];
            let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
            for a in (0..256_i128).filter(|a| a % step == 0 || edges.contains(a)) {
                for b in (0..256_i128).filter(|b| b % step == 0 || edges.contains(b)) {
                    let (a, b) = (wrapped(a, format), wrapped(b, format));
                    if is_quotient {
                        integers = Integers::new(&arena, Circuit::new(), Bases::default());
                    }
                    integers.numbers.clear();
                    integers.fix(left, a);
                    integers.fix(right, b);
                    let found = match is_quotient {
                        true => integers.value(term),
                        false => {
                            let number = integers.number(term).expect("an integer");
                            let value = folded(&integers, &number).expect("nothing is left open");
                            (number.is_defined == integers.circuit.yes()).then(|| wrapped(value, format))
                        }
                    };
                    assert_eq!(found, expected(op, a, b, format), "{a} {} {b}, {format:?}", op.symbol());
                }
            }
        }
    }
}

#[test]
fn every_conversion_is_exact_on_all_numbers_of_eight_bits() {
    for signed in [true, false] {
        let mut arena = arena();
        let ty = type_of(&arena, (IntegerKind::Char, signed));
        let inner = symbol(&mut arena, 0, ty);
        for kind in KINDS {
            let to = type_of(&arena, kind);
            let format = arena.types().integer_format(to).expect("an integer");
            let term = arena.term(TermNode::Cast(inner), to);
            for value in (0..256).map(|value| wrapped(value, (8, signed))) {
                let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
                integers.fix(inner, value);
                let wanted = if format.0 == 1 { i128::from(value != 0) } else { wrapped(value, format) };
                assert_eq!(integers.value(term), Some(wanted), "{value} to {format:?}");
            }
        }
    }
}

#[test]
fn negation_and_complement_are_exact_on_all_numbers_of_eight_bits() {
    for signed in [true, false] {
        let (mut arena, format) = (arena(), (8, signed));
        let ty = type_of(&arena, (IntegerKind::Char, signed));
        let inner = symbol(&mut arena, 0, ty);
        for op in [UnaryOp::Negate, UnaryOp::BitNot, UnaryOp::LogicalNot] {
            let term = arena.term(TermNode::Unary(op, inner), ty);
            for value in (0..256).map(|value| wrapped(value, format)) {
                let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
                integers.fix(inner, value);
                let wanted = match op {
                    UnaryOp::Negate => expected(BinaryOp::Sub, 0, value, format),
                    UnaryOp::BitNot => Some(wrapped(!value, format)),
                    UnaryOp::LogicalNot => Some(i128::from(value == 0)),
                };
                assert_eq!(integers.value(term), wanted, "{op:?} {value}, {format:?}");
            }
        }
    }
}

/// Quotients of large numbers need many gates.
fn without_quotients() -> Vec<BinaryOp> {
    OPERATORS.into_iter().filter(|op| !matches!(op, BinaryOp::Div | BinaryOp::Rem)).collect()
}

/// Returns a number of a width, often an edge case.
fn numbers() -> impl Strategy<Value = i128> {
    let edges =
        vec![0, 1, -1, 2, 7, i128::from(i32::MAX), i128::from(i32::MIN), i128::from(i64::MAX), i128::from(i64::MIN)];
    prop_oneof![proptest::sample::select(edges), any::<i64>().prop_map(i128::from), (-100_i128..100)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// `(left op right) op2 left`, where the inputs are fixed by equations: the gates are not folded away.
    #[test]
    fn random_terms_are_exact_at_32_and_64_bits(
        a in numbers(),
        b in numbers(),
        op in proptest::sample::select(without_quotients()),
        second in proptest::sample::select(without_quotients()),
        kind in proptest::sample::select(KINDS[2..6].to_vec()),
    ) {
        let mut arena = arena();
        let ty = type_of(&arena, kind);
        let format = arena.types().integer_format(ty).expect("an integer");
        let (a, b) = (wrapped(a, format), wrapped(b, format));
        let (left, right) = (symbol(&mut arena, 0, ty), symbol(&mut arena, 1, ty));
        let inner = arena.term(TermNode::Binary(op, left, right), ty);
        let term = arena.term(TermNode::Binary(second, inner, left), ty);
        let wanted = expected(op, a, b, format).and_then(|inner| expected(second, inner, a, format));
        let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
        integers.fix(left, a);
        integers.fix(right, b);
        prop_assert_eq!(integers.value(term), wanted);
        // Again, with inputs that are only constrained by equations.
        let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
        let parts = [left, right, term].map(|term| integers.number(term).expect("an integer"));
        let inputs = [integers.is(&parts[0], a), integers.is(&parts[1], b)];
        // The right value is possible, and the only possible one unless the term is unconstrained.
        if let Some(wanted) = wanted {
            let right = integers.is(&parts[2], wanted);
            prop_assert!(integers.can_be(&[inputs[0], inputs[1], right, parts[2].is_defined]));
        }
        if op != BinaryOp::Mul && second != BinaryOp::Mul {
            let wrong = match wanted {
                Some(wanted) => !integers.is(&parts[2], wanted),
                None => parts[2].is_defined,
            };
            prop_assert!(!integers.can_be(&[inputs[0], inputs[1], wrong]));
        }
    }

    #[test]
    fn products_and_quotients_by_constants_are_exact_at_32_bits(
        a in numbers(),
        b in prop_oneof![-20_i128..20, -2000_i128..2000],
        op in proptest::sample::select(vec![BinaryOp::Div, BinaryOp::Rem, BinaryOp::Mul]),
        kind in proptest::sample::select(KINDS[2..4].to_vec()),
    ) {
        let mut arena = arena();
        let ty = type_of(&arena, kind);
        let format = arena.types().integer_format(ty).expect("an integer");
        let (a, b) = (wrapped(a, format), wrapped(b, format));
        let (left, right) = (symbol(&mut arena, 0, ty), symbol(&mut arena, 1, ty));
        let term = arena.term(TermNode::Binary(op, left, right), ty);
        let mut integers = Integers::new(&arena, Circuit::new(), Bases::default());
        integers.fix(right, b);
        let [input, quotient] = [left, term].map(|term| integers.number(term).expect("an integer"));
        let input = integers.is(&input, a);
        let wrong = match expected(op, a, b, format) {
            Some(wanted) => {
                let right = integers.is(&quotient, wanted);
                prop_assert!(integers.can_be(&[input, right, quotient.is_defined]));
                !integers.is(&quotient, wanted)
            }
            None => quotient.is_defined,
        };
        prop_assert!(!integers.can_be(&[input, wrong]));
    }
}
