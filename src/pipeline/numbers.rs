//! Integers to try as inputs: the constants that a program compares or computes with, their neighbours, and the limits
//! of its narrow formats, where a conversion changes a value. The interpreter decides what they lead to.

use program::{ExprNode, Program};

pub(super) fn near(number: i128) -> [i128; 3] {
    [number, number.saturating_add(1), number.saturating_sub(1)]
}

/// Returns the integer constants of a program with their neighbours, in the order of the program.
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

/// Returns the smallest numbers that do not fit a bit-field of the program, or an integer type that it narrows to.
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

/// Returns the first numbers beyond the signed and the unsigned format of `width` bits.
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
