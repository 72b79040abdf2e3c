//! A reader of SMT-LIB 2 in the logic QF_BV, as far as `damson bmc --emit smt2` writes it: it computes everything that is defined
//! from values of what is declared. It shares nothing with the writer.

use std::collections::BTreeMap;

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Word(String),
    List(Vec<Part>),
}

/// A value; conditions have no width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    pub bits: u128,
    pub width: Option<u32>,
}

impl Bits {
    fn condition(holds: bool) -> Bits {
        Bits { bits: u128::from(holds), width: None }
    }

    fn word(bits: u128, width: u32) -> Bits {
        assert!((1..=128).contains(&width), "a width of {width}");
        Bits { bits: if width == 128 { bits } else { bits & ((1 << width) - 1) }, width: Some(width) }
    }

    fn signed(self) -> i128 {
        let unused = 128 - self.width.expect("a word");
        ((self.bits << unused) as i128) >> unused
    }
}

fn parts(text: &str) -> Vec<Part> {
    let mut stack: Vec<Vec<Part>> = vec![Vec::new()];
    for line in text.lines() {
        let code = line.split(';').next().unwrap_or_default();
        let spaced = code.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let list = stack.pop().expect("an open list");
                    stack.last_mut().expect("an open list").push(Part::List(list));
                }
                word => stack.last_mut().expect("an open list").push(Part::Word(word.into())),
            }
        }
    }
    assert_eq!(stack.len(), 1, "a list that is not closed");
    stack.pop().expect("the text")
}

/// The values of all that a text declares and defines, by its names, and under `assert` whether all assertions hold.
pub fn values(text: &str, inputs: &dyn Fn(&str) -> u128) -> BTreeMap<String, Bits> {
    let mut known: BTreeMap<String, Bits> = BTreeMap::new();
    let mut holds = true;
    for command in parts(text) {
        let Part::List(command) = command else { panic!("no command: {command:?}") };
        let name = |at: usize| match &command[at] {
            Part::Word(name) => name.clone(),
            Part::List(_) => panic!("no name in {command:?}"),
        };
        match name(0).as_str() {
            "declare-fun" => {
                let width = sort(&command[3]).expect("words are declared");
                let old = known.insert(name(1), Bits::word(inputs(&name(1)), width));
                assert_eq!(old, None, "{} is declared twice", name(1));
            }
            "define-fun" => {
                let value = value(&command[4], &known);
                assert_eq!(value.width, sort(&command[3]), "the sort of {}", name(1));
                let old = known.insert(name(1), value);
                assert_eq!(old, None, "{} is defined twice", name(1));
            }
            "assert" => {
                let value = value(&command[1], &known);
                assert_eq!(value.width, None, "a condition is asserted");
                holds &= value.bits == 1;
            }
            "set-option" | "set-logic" | "check-sat" | "get-value" => {}
            other => panic!("an unknown command: {other}"),
        }
    }
    known.insert("assert".into(), Bits::condition(holds));
    known
}

/// The width of a sort; `None` for conditions.
fn sort(part: &Part) -> Option<u32> {
    match part {
        Part::Word(word) if word == "Bool" => None,
        Part::List(list) => match &list[..] {
            [Part::Word(mark), Part::Word(kind), Part::Word(width)] if mark == "_" && kind == "BitVec" => {
                Some(width.parse().expect("a width"))
            }
            _ => panic!("an unknown sort: {list:?}"),
        },
        Part::Word(_) => panic!("an unknown sort: {part:?}"),
    }
}

fn value(part: &Part, known: &BTreeMap<String, Bits>) -> Bits {
    let list = match part {
        Part::Word(word) if word == "true" || word == "false" => return Bits::condition(word == "true"),
        Part::Word(word) => return *known.get(word).unwrap_or_else(|| panic!("{word} is not defined before")),
        Part::List(list) => list,
    };
    match &list[0] {
        // (_ bv5 32)
        Part::Word(mark) if mark == "_" => match &list[1..] {
            [Part::Word(number), Part::Word(width)] => {
                let bits = number.strip_prefix("bv").expect("a number").parse().expect("a number");
                let word = Bits::word(bits, width.parse().expect("a width"));
                assert_eq!(word.bits, bits, "a number that fits");
                word
            }
            _ => panic!("no number: {list:?}"),
        },
        Part::Word(operator) => {
            let operands: Vec<Bits> = list[1..].iter().map(|part| value(part, known)).collect();
            applied(operator, &operands)
        }
        Part::List(indexed) => {
            let number = |at: usize| match &indexed[at] {
                Part::Word(word) => word.parse::<u32>().expect("a number"),
                Part::List(_) => panic!("no number in {indexed:?}"),
            };
            let operand = value(&list[1], known);
            let width = operand.width.expect("a word");
            match &indexed[1] {
                Part::Word(word) if word == "extract" => {
                    let (high, low) = (number(2), number(3));
                    assert!(low <= high && high < width, "{indexed:?} of {width} bits");
                    Bits::word(operand.bits >> low, high - low + 1)
                }
                Part::Word(word) if word == "zero_extend" => Bits::word(operand.bits, width + number(2)),
                Part::Word(word) if word == "sign_extend" => Bits::word(operand.signed() as u128, width + number(2)),
                other => panic!("an unknown operator: {other:?}"),
            }
        }
    }
}

fn applied(operator: &str, operands: &[Bits]) -> Bits {
    if operator == "or" {
        assert!(operands.len() > 1 && operands.iter().all(|operand| operand.width.is_none()), "conditions");
        return Bits::condition(operands.iter().any(|operand| operand.bits == 1));
    }
    if let ("ite", [condition, yes, no]) = (operator, operands) {
        assert!(condition.width.is_none() && yes.width == no.width, "a choice between equal sorts");
        return if condition.bits == 1 { *yes } else { *no };
    }
    if let ("bvnot", [operand]) = (operator, operands) {
        return Bits::word(!operand.bits, operand.width.expect("a word"));
    }
    let [a, b] = operands else { panic!("{operator} of {operands:?}") };
    if operator == "concat" {
        let low = b.width.expect("a word");
        return Bits::word(a.bits << low | b.bits, a.width.expect("a word") + low);
    }
    assert_eq!(a.width, b.width, "{operator} of equal sorts");
    let width = a.width.expect("a word");
    let word = |bits| Bits::word(bits, width);
    let by = u32::try_from(b.bits).ok().filter(|by| *by < width);
    match operator {
        "bvand" => word(a.bits & b.bits),
        "bvxor" => word(a.bits ^ b.bits),
        "bvadd" => word(a.bits.wrapping_add(b.bits)),
        "bvmul" => word(a.bits.wrapping_mul(b.bits)),
        "bvudiv" if b.bits == 0 => word(u128::MAX),
        "bvudiv" => word(a.bits / b.bits),
        "bvurem" if b.bits == 0 => *a,
        "bvurem" => word(a.bits % b.bits),
        "bvshl" => word(by.map_or(0, |by| a.bits << by)),
        "bvlshr" => word(by.map_or(0, |by| a.bits >> by)),
        "bvashr" => word((a.signed() >> by.unwrap_or(width - 1)) as u128),
        "=" => Bits::condition(a.bits == b.bits),
        "bvult" => Bits::condition(a.bits < b.bits),
        "bvslt" => Bits::condition(a.signed() < b.signed()),
        other => panic!("an unknown operator: {other}"),
    }
}
