//! Arithmetic operators at corner values (6.5.3 to 6.5.16), each with each pair of types.

use super::case::{Case, Dice};
use super::types::{ARITHMETIC, Arithmetic, NAMED_INTEGERS, shown};

const OPERATORS: [&str; 16] = ["*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|"];
/// Those of [`OPERATORS`] that an assignment may have.
const ASSIGNING: [&str; 10] = ["*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|"];
/// Those of [`OPERATORS`] that floating numbers do not have.
const OF_INTEGERS: [&str; 6] = ["%", "<<", ">>", "&", "^", "|"];

/// The types of a case, with the operator: each combination in turn.
struct Operation {
    operator: &'static str,
    left: &'static Arithmetic,
    right: &'static Arithmetic,
}

fn operation(operators: &[&'static str], index: u64, dice: &mut Dice) -> Operation {
    let (types, count) = (ARITHMETIC.len() as u64, operators.len() as u64);
    let operator = operators[(index % count) as usize];
    let pair = (index / count).wrapping_mul(37) % (types * types);
    let all = [(pair / types) as usize, (pair % types) as usize].map(|at| &ARITHMETIC[at]);
    let [left, right] = all.map(|ty| match OF_INTEGERS.contains(&operator) && !ty.is_integer() {
        true => &ARITHMETIC[dice.below(NAMED_INTEGERS)],
        false => ty,
    });
    Operation { operator, left, right }
}

/// Values for which the operation may be defined: what is not is seen by the sanitizer.
fn operands(operation: &Operation, dice: &mut Dice) -> (String, String) {
    let left = operation.left.value(dice);
    let right = match operation.operator {
        "<<" | ">>" => dice.below(operation.left.bits.max(32) as usize).to_string(),
        "/" | "%" => {
            let divisors = operation.right.corners();
            let divisors: Vec<&String> =
                divisors.iter().filter(|value| !matches!(value.as_str(), "0" | "0.0" | "-0.0" | "-1")).collect();
            dice.pick(&divisors).to_string()
        }
        _ => operation.right.value(dice),
    };
    (left, right)
}

/// Declares the operands, as constants or as variables.
fn declared(operation: &Operation) -> String {
    let (left, right) = (operation.left.name, operation.right.name.replace('@', "_other@"));
    format!("typedef {left} left@;\ntypedef {right} right@;")
}

pub fn binary(index: u64, dice: &mut Dice) -> Case {
    let operation = operation(&OPERATORS, index, dice);
    let mut body = String::new();
    for _ in 0..6 {
        let (left, right) = operands(&operation, dice);
        let operator = operation.operator;
        if dice.once_in(4) {
            let text = format!("(left@)({left}) {operator} (right@)({right})");
            body.push_str(&format!("{}\n", shown(&text)));
        } else {
            let print = shown(&format!("x {operator} y"));
            body.push_str(&format!("{{ left@ x = {left}; right@ y = {right}; {print} }}\n"));
        }
    }
    Case::with(declared(&operation), body)
}

pub fn compound(index: u64, dice: &mut Dice) -> Case {
    let operation = operation(&ASSIGNING, index, dice);
    let mut body = String::new();
    for _ in 0..5 {
        let (left, right) = operands(&operation, dice);
        let operator = operation.operator;
        let print = shown(&format!("x {operator}= y")).replacen(&format!("_Generic(x {operator}= y"), "_Generic(x", 1);
        body.push_str(&format!("{{ left@ x = {left}; right@ y = {right}; {print} {} }}\n", shown("x")));
    }
    Case::with(declared(&operation), body)
}

pub fn unary(index: u64, dice: &mut Dice) -> Case {
    let ty = &ARITHMETIC[(index % ARITHMETIC.len() as u64) as usize];
    let mut body = format!("typedef {} type@;\n", ty.name);
    for _ in 0..6 {
        let value = ty.value(dice);
        let operators = ["-x", "+x", "!x", "~x", "!!x", "- -x", "-+-x"];
        let operator = loop {
            let operator = *dice.pick(&operators);
            if ty.is_integer() || !operator.contains('~') {
                break operator;
            }
        };
        body.push_str(&format!("{{ type@ x = {value}; {} }}\n", shown(operator)));
    }
    Case::of(body)
}

pub fn increments(index: u64, dice: &mut Dice) -> Case {
    let ty = &ARITHMETIC[(index % ARITHMETIC.len() as u64) as usize];
    let mut body = format!("typedef {} type@;\n", ty.name);
    for _ in 0..5 {
        let value = ty.value(dice);
        let operator = *dice.pick(&["++x", "--x", "x++", "x--"]);
        let print = shown(operator);
        body.push_str(&format!("{{ type@ x = {value}; {print} {} }}\n", shown("x")));
    }
    Case::of(body)
}
