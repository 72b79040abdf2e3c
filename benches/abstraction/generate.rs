//! Programs of any size that manipulate lists, all of one pattern: a loop whose body moves pointers along the list and
//! relinks cells, a block of five statements at a time.

use std::fmt::Write;

/// A C program whose loop body has `statements` assignments, and a specification for it.
pub fn program(statements: usize) -> (String, String) {
    let blocks = statements.div_ceil(BLOCK.len());
    let names: Vec<String> = (0..blocks).flat_map(|block| [format!("*y{block}"), format!("*t{block}")]).collect();
    let mut text = String::from("typedef struct node { struct node *n; int data; } Node;\n");
    let _ = writeln!(text, "Node *walk(Node *x) {{\n    Node {};", names.join(", "));
    for block in 0..blocks {
        let _ = writeln!(text, "    y{block} = 0;\n    t{block} = 0;");
    }
    text.push_str("n1: while (x != 0) {\n");
    for statement in 0..statements {
        let block = (statement / BLOCK.len()).to_string();
        let _ = writeln!(text, "        {}", BLOCK[statement % BLOCK.len()].replace('#', &block));
    }
    text.push_str("    }\nn2: return y0;\n}\n");
    let specification = "symbol k : Node *;\nwatch reach[;n](y0, k) @ n2;\n";
    (text, specification.to_string())
}

/// A block; `#` is its number.
const BLOCK: [&str; 5] = ["t# = y#;", "y# = x;", "x = x->n;", "y#->n = 0;", "y#->n = t#;"];
