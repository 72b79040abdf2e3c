//! Formats print as in the C library.

use super::choice::Random;
use super::testing::Fixture;
use super::{Interpreter, State};
use crate::FaultKind;
use crate::{Expr, ExprNode, LibraryFunction, VariableKind};
use ctype::{IntegerKind, Type};

/// Returns the output of `printf(format, arguments)`.
fn printed(format: &str, arguments: &[Argument]) -> Result<String, FaultKind> {
    let mut f = Fixture::new("main");
    let undefined = f.variable("u", f.int, VariableKind::Local);
    let character = f.program.types.integer(IntegerKind::Char, true);
    let string = f.program.types.pointer(character);
    let long = f.program.types.integer(IntegerKind::Long, true);
    let double = f.program.types.intern(Type::Float(ctype::FloatKind::Double));
    let format_id = f.program.strings.push(format.as_bytes().to_vec());
    let mut expressions = vec![Expr::new(ExprNode::StringAddress(format_id), string)];
    for argument in arguments {
        expressions.push(match argument {
            Argument::Integer(value) if format.contains(['l', 'z', 'j', 't']) => Expr::integer(*value, long),
            Argument::Integer(value) => Expr::integer(*value, f.int),
            Argument::Float(value) => Expr::new(ExprNode::Float(value.to_bits()), double),
            Argument::Text(text) => {
                let id = f.program.strings.push(text.as_bytes().to_vec());
                Expr::new(ExprNode::StringAddress(id), string)
            }
            Argument::Null => Expr::new(ExprNode::Null, string),
            Argument::Undefined => f.value(undefined),
        });
    }
    let mut state = State::at_entry(&f.program, f.function).unwrap();
    let (interpreter, mut text) = (Interpreter::new(&f.program), Vec::new());
    let (edge, call) = (crate::EdgeId::new(0), (expressions.as_slice(), None));
    let done = interpreter.library(
        &mut state,
        edge,
        (LibraryFunction::Printf, "printf"),
        call,
        &mut Random::new(0),
        &mut text,
    );
    done.map(|_| String::from_utf8(text).unwrap()).map_err(|fault| fault.kind)
}

enum Argument {
    Integer(i128),
    Float(f64),
    Text(&'static str),
    Null,
    Undefined,
}
use Argument::{Float, Integer, Null, Text, Undefined};

#[test]
fn the_alternative_forms_are_those_of_the_library() {
    let one = |format, value| printed(format, &[Integer(value)]).unwrap();
    assert_eq!(one("[%#o]", 8), "[010]");
    assert_eq!(one("[%#o]", 0), "[0]");
    assert_eq!(one("[%#.0o]", 0), "[0]");
    assert_eq!(one("[%#.3o]", 8), "[010]");
    assert_eq!(one("[%#06o]", 8), "[000010]");
    assert_eq!(one("[%#06x]", 8), "[0x0008]");
    assert_eq!(one("[%#x]", 0), "[0]");
    let one = |format, value| printed(format, &[Float(value)]).unwrap();
    assert_eq!(one("[%#.0f]", 3.0), "[3.]");
    assert_eq!(one("[%#.0e]", 3.0), "[3.e+00]");
    assert_eq!(one("[%#.1g]", 3.0), "[3.]");
    assert_eq!(one("[%#g]", 3.0), "[3.00000]");
    assert_eq!(one("[%08f]", f64::INFINITY), "[     inf]");
}

#[test]
fn integers_take_flags_widths_and_lengths() {
    let one = |format, value| printed(format, &[Integer(value)]).unwrap();
    assert_eq!(one("[%5d]", -42), "[  -42]");
    assert_eq!(one("[%-5d]", 42), "[42   ]");
    assert_eq!(one("[%05d]", -42), "[-0042]");
    assert_eq!(one("[%+d]", 42), "[+42]");
    assert_eq!(one("[%.3d]", 7), "[007]");
    assert_eq!(one("[%06.3d]", 7), "[   007]");
    assert_eq!(one("%u", -1), "4294967295");
    assert_eq!(one("%lu", -1), "18446744073709551615");
    assert_eq!(one("%hhd", 200), "-56");
    assert_eq!(one("%#x", 255), "0xff");
    assert_eq!(one("%08X", 48879), "0000BEEF");
    assert_eq!(one("%zu", 3), "3");
    assert_eq!(one("%c", 65), "A");
    assert_eq!(printed("%*d|%-*d|", &[Integer(4), Integer(1), Integer(3), Integer(2)]).unwrap(), "   1|2  |");
}

#[test]
fn floats_have_three_forms() {
    let one = |format, value| printed(format, &[Float(value)]).unwrap();
    assert_eq!(one("%f", 0.5), "0.500000");
    assert_eq!(one("%8.2f|", -1.236), "   -1.24|");
    assert_eq!(one("%e", 12345.678), "1.234568e+04");
    assert_eq!(one("%g", 0.0001), "0.0001");
    assert_eq!(one("%g", 0.00001), "1e-05");
    assert_eq!(one("%g", 1_000_000.0), "1e+06");
    assert_eq!(one("%g", 100_000.0), "100000");
}

#[test]
fn strings_stop_at_their_end_or_the_precision() {
    assert_eq!(printed("%s-%.2s-%4s|%%", &[Text("abc"), Text("xyz"), Text("q")]).unwrap(), "abc-xy-   q|%");
    assert_eq!(printed("%s", &[Null]), Err(FaultKind::InvalidDereference));
}

#[test]
fn a_format_must_have_its_arguments() {
    assert_eq!(printed("%d %d", &[Integer(1)]), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(printed("%s", &[Integer(1)]), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(printed("%hhd %ld", &[Integer(1), Undefined]), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(printed("%d", &[Undefined]), Err(FaultKind::UndefinedValue));
}
