//! Vectors and complex numbers, as GNU C has them.

use super::case::{Case, Dice};

/// The element types of vectors, with their bytes and whether they have a sign.
const ELEMENTS: [(&str, u64, bool); 10] = [
    ("signed char", 1, true),
    ("unsigned char", 1, false),
    ("short", 2, true),
    ("unsigned short", 2, false),
    ("int", 4, true),
    ("unsigned", 4, false),
    ("long", 8, true),
    ("unsigned long", 8, false),
    ("float", 4, true),
    ("double", 8, true),
];
/// How many of [`ELEMENTS`] are integers.
const INTEGERS: usize = 8;

const OPERATORS: [&str; 16] = ["+", "-", "*", "/", "==", "!=", "<", ">", "<=", ">=", "%", "&", "|", "^", "<<", ">>"];
/// How many of [`OPERATORS`] floating elements have.
const OF_FLOATS: usize = 10;

/// A vector's elements: small, so that no operation on numbers with sign overflows, and not 0, so that each may be a divisor.
fn elements(count: u64, is_float: bool, dice: &mut Dice) -> String {
    let texts: Vec<String> = (0..count)
        .map(|_| {
            let number = 1 + dice.below(7);
            match is_float {
                true => format!("{number}.{}", ["0", "5", "25"][dice.below(3)]),
                false => number.to_string(),
            }
        })
        .collect();
    format!("{{ {} }}", texts.join(", "))
}

/// Prints all elements of a vector.
fn print(vector: &str, count: u64, is_float: bool) -> String {
    let show = if is_float { "show_double" } else { "show" };
    (0..count).map(|index| format!("{show}({vector}[{index}]);\n")).collect()
}

pub fn vectors(index: u64, dice: &mut Dice) -> Case {
    let (element, size, _) = ELEMENTS[(index % ELEMENTS.len() as u64) as usize];
    let is_float = (index % ELEMENTS.len() as u64) as usize >= INTEGERS;
    let count = [2, 4, 8][dice.below(3)];
    let bytes = count * size;
    let operators = if is_float { &OPERATORS[..OF_FLOATS] } else { &OPERATORS[..] };
    let operator = operators[(index / ELEMENTS.len() as u64) as usize % operators.len()];
    let compares = OPERATORS[4..10].contains(&operator);
    let truth = ["signed char", "short", "", "int", "", "", "", "long"][(size - 1) as usize];
    let declarations = format!(
        "typedef {element} vector@ __attribute__((vector_size({bytes})));\n\
         typedef {truth} truth@ __attribute__((vector_size({bytes})));\n\
         typedef unsigned char bytes@ __attribute__((vector_size({bytes})));\n\
         static vector@ global@ = {};\n\
         static vector@ twice@(vector@ x) {{ return x + x; }}",
        elements(count, is_float, dice)
    );
    let (left, right) = (elements(count, is_float, dice), elements(count, is_float, dice));
    let mut body = format!("vector@ x = {left}, y = {right};\n");
    let result = if compares { "truth@" } else { "vector@" };
    let operands = match dice.below(4) {
        0 => "y, 2",
        1 => "3, y",
        2 => "global@, y",
        _ => "x, y",
    };
    let (one, other) = operands.split_once(", ").unwrap_or_default();
    // A number beside a vector must be one of its elements.
    let number = |text: &str| match text.parse::<u32>() {
        Ok(number) => format!("({element}){number}"),
        Err(_) => text.to_string(),
    };
    body.push_str(&format!("{result} z = {} {operator} {};\n", number(one), number(other)));
    body.push_str(&print("z", count, is_float && !compares));
    let more = match dice.below(5) {
        0 if !compares => format!("x {operator}= y;\n{}", print("x", count, is_float)),
        1 => format!("y[1] = x[0]; y = -y;\n{}", print("y", count, is_float)),
        2 if !is_float => format!("y = ~y;\n{}", print("y", count, is_float)),
        3 => format!("bytes@ b = (bytes@)y;\n{}", print("b", bytes, false)),
        _ => format!("y = twice@((vector@){left});\n{}", print("y", count, is_float)),
    };
    Case::with(declarations, format!("{body}{more}"))
}

/// The types of the parts of complex numbers, and how they are printed.
const PARTS: [(&str, &str); 6] = [
    ("double", "show_double"),
    ("float", "show_double"),
    ("long double", "show_long_double"),
    ("int", "show"),
    ("short", "show"),
    ("unsigned", "show"),
];

const FORMS: [&str; 20] = [
    "z = x + y",
    "z = x - y",
    "z = x + r",
    "z = r + x",
    "z = x - r",
    "z = r - x",
    "z = x * r",
    "z = r * x",
    "z = x / r",
    "z = -x",
    "z = ~x",
    "z = +x",
    "z = r",
    "z = x == y",
    "z = x != y",
    "z = x == r",
    "z += y",
    "z -= r",
    "r = x; z = r",
    "__real__ z = r; __imag__ z = __real__ y",
];

pub fn complex(index: u64, dice: &mut Dice) -> Case {
    let (form, kind) = (FORMS[(index % 20) as usize], (index / 20 % 6) as usize);
    let (part, show) = PARTS[kind];
    let (other, _) = PARTS[if dice.once_in(2) { kind } else { dice.below(PARTS.len()) }];
    let mut number = || match kind < 3 {
        true => format!("{}.{}", dice.below(9), ["0", "5", "25"][dice.below(3)]),
        false => dice.below(100).to_string(),
    };
    let (real, imaginary, scale) = (number(), number(), 1 + number().len());
    let start = match kind {
        0 | 1 => format!("{real} + {imaginary}{}", ["i", "if", "fi", "I"][dice.below(4)]),
        _ => real.clone(),
    };
    let mut body = format!(
        "{part} _Complex x = {start}, z = x;\n\
         {other} _Complex y;\n\
         __real__ y = {imaginary}; __imag__ y = {real};\n\
         __imag__ z = {real};\n\
         {part} r = {scale};\n\
         {form};\n\
         {show}(__real__ z); {show}(__imag__ z); {show}(r);\n"
    );
    if dice.once_in(3) {
        body.push_str("show(sizeof x); show(sizeof __imag__ x); show((_Bool)x); show(__imag__ r);\n");
    }
    if dice.once_in(3) {
        body.push_str("double _Complex wide = z; show_double(__real__ wide); show_double(__imag__ wide);\n");
    }
    Case::of(body)
}
