//! Integers that inputs are tried with: those that a program compares with and computes with, their neighbours, and the
//! ends of its narrow formats, where a conversion changes a value. What a number leads to is for the interpreter to
//! say.

use program::{ExprNode, Program};

/// A number with its neighbours.
pub(super) fn near(number: i128) -> [i128; 3] {
    [number, number.saturating_add(1), number.saturating_sub(1)]
}

/// The integers of a program, each with its neighbours, in the order of the program.
pub(super) fn of_program(program: &Program) -> Vec<i128> {
    let mut found = Vec::new();
    for expression in program.edges().flat_map(|edge| edge.command.expressions()) {
        expression.visit(&mut |part| {
            if let ExprNode::Integer(number) = part.node {
                add(&mut found, near(number));
            }
        });
    }
    found
}

/// The first numbers that do not fit a bit-field of the program, or an integer that it converts a wider one to.
pub(super) fn of_narrow_formats(program: &Program) -> Vec<i128> {
    let types = &program.types;
    let mut found = Vec::new();
    for (_, record) in types.records() {
        let fields = record.layout.iter().flat_map(|layout| &layout.fields);
        fields.filter_map(|field| field.bits).for_each(|(_, width)| add(&mut found, ends(width)));
    }
    for expression in program.edges().flat_map(|edge| edge.command.expressions()) {
        expression.visit(&mut |part| {
            if let ExprNode::Cast(operand) = &part.node
                && let (Some((width, _)), Some((wider, _))) =
                    (types.integer_format(part.ty), types.integer_format(operand.ty))
                && width < wider
            {
                add(&mut found, ends(width));
            }
        });
    }
    found
}

/// The first numbers beyond a signed and an unsigned format of this width in bits.
fn ends(width: u32) -> [i128; 2] {
    let half = 1_i128 << (width.clamp(1, 126) - 1);
    [half, 2 * half]
}

fn add(found: &mut Vec<i128>, numbers: impl IntoIterator<Item = i128>) {
    for number in numbers {
        if !found.contains(&number) {
            found.push(number);
        }
    }
}
