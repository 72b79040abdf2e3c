//! Numbers that may count blocks of the heap.

use crate::{BinaryOp, Command, Expr, ExprNode, Program};

/// Returns true if numbers of a program may count blocks of the heap: it takes blocks, or is given some by its caller, and adds or
/// subtracts integers.
pub fn may_count_blocks(program: &Program, is_given_blocks: bool) -> bool {
    let takes = |command: &Command| match command {
        Command::Allocate { .. } => true,
        Command::Library { function, .. } => function.entry().takes_block(),
        _ => false,
    };
    let is_sum = |part: &Expr| {
        let is_sum = matches!(part.node, ExprNode::Binary(BinaryOp::Add | BinaryOp::Sub, ..));
        is_sum && program.types.integer_format(part.ty).is_some()
    };
    let has_sum = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |part| found |= is_sum(part));
        found
    };
    (is_given_blocks || program.edges().any(|edge| takes(&edge.command)))
        && program.edges().any(|edge| edge.command.expressions().into_iter().any(has_sum))
}
