//! C programs about lists, of any depth, number and size. Each builds lists of any lengths and frees them again; none has
//! an error.

use std::fmt::Write;

const HEAD: &str = "typedef unsigned long size_t;
void *malloc(size_t size);
void *calloc(size_t number, size_t size);
void free(void *block);
int __VERIFIER_nondet_int(void);
";

/// Functions that each call the next one twice; the last one puts a node into a list and takes it out again.
pub fn calls(levels: usize) -> String {
    let mut text = String::from(HEAD);
    text.push_str("struct node { struct node *next; };\nstatic void f0(struct node **list)\n{\n");
    text.push_str("struct node *node = malloc(sizeof(struct node));\nnode->next = *list;\n*list = node;\n");
    text.push_str("*list = node->next;\nfree(node);\n}\n");
    for level in 1..levels {
        let _ = writeln!(text, "static void f{level}(struct node **list)\n{{\nint kept = {level};");
        let _ =
            writeln!(text, "f{0}(list);\nkept++;\nf{0}(list);\nif (kept != {1}) free(list);\n}}", level - 1, level + 1);
    }
    let _ =
        writeln!(text, "int main(void)\n{{\nstruct node *list = 0;\nf{}(&list);\nreturn list != 0;\n}}", levels - 1);
    text
}

/// Lists of lists of lists and so on: nodes of level `l` have a list of nodes of level `l + 1` each.
pub fn nested(depth: usize) -> String {
    let mut text = String::from(HEAD);
    let has_lists = |level: usize| level + 1 < depth;
    for level in (0..depth).rev() {
        let below = if has_lists(level) { format!(" struct n{0} *below;", level + 1) } else { String::new() };
        let _ = writeln!(text, "struct n{level} {{ struct n{level} *next;{below} }};");
    }
    text.push_str("int main(void)\n{\n    struct n0 *list0 = 0;\n");
    for level in 0..depth {
        let _ = writeln!(text, "while (__VERIFIER_nondet_int()) {{");
        let _ = writeln!(text, "struct n{level} *new{level} = malloc(sizeof(struct n{level}));");
        if has_lists(level) {
            let _ = writeln!(text, "struct n{0} *list{0} = 0;", level + 1);
        }
    }
    for level in (0..depth).rev() {
        if has_lists(level) {
            let _ = writeln!(text, "new{level}->below = list{};", level + 1);
        }
        let _ = writeln!(text, "new{level}->next = list{level}; list{level} = new{level}; }}");
    }
    for level in 0..depth {
        let _ = writeln!(text, "while (list{level}) {{ struct n{level} *old{level} = list{level};");
        let _ = writeln!(text, "list{level} = old{level}->next;");
        if has_lists(level) {
            let _ = writeln!(text, "struct n{0} *list{0} = old{level}->below;", level + 1);
        }
    }
    for level in (0..depth).rev() {
        let _ = writeln!(text, "free(old{level}); }}");
    }
    text.push_str("return 0; }\n");
    text
}

/// Lists that have nothing to do with each other: first all are built, then all are freed.
pub fn independent(lists: usize) -> String {
    let mut text = format!("{HEAD}struct node {{ struct node *next; }};\nint main(void)\n{{\n");
    for list in 0..lists {
        let _ = writeln!(text, "struct node *list{list} = 0;");
    }
    for list in 0..lists {
        text.push_str("while (__VERIFIER_nondet_int()) { struct node *new = malloc(sizeof(struct node));\n");
        let _ = writeln!(text, "new->next = list{list}; list{list} = new; }}");
    }
    for list in 0..lists {
        let _ = writeln!(
            text,
            "while (list{list}) {{ struct node *old = list{list}; list{list} = old->next; free(old); }}"
        );
    }
    text.push_str("return 0; }\n");
    text
}

/// A doubly linked list whose nodes have this size in bytes, set to zero by `calloc` or left as they are. Some of the bytes are
/// written and read.
pub fn sized(bytes: usize, zeroed: bool) -> String {
    let allocation = if zeroed { "calloc(1, sizeof(struct node))" } else { "malloc(sizeof(struct node))" };
    let data = bytes - 16;
    let mut text = String::from(HEAD);
    if data > 0 {
        let _ = writeln!(text, "struct node {{ struct node *next, *prev; char data[{data}]; }};");
    } else {
        text.push_str("struct node { struct node *next, *prev; };\n");
    }
    let _ = writeln!(text, "int main(void)\n{{\nstruct node *list = 0;\nwhile (__VERIFIER_nondet_int()) {{");
    let _ = writeln!(text, "struct node *new = {allocation};");
    if data > 0 {
        let _ = writeln!(text, "new->data[{}] = 1; new->data[{}] = 2;", data / 2, data - 1);
    }
    text.push_str("new->next = list; new->prev = 0; if (list) list->prev = new; list = new; }\n");
    text.push_str("while (list) { struct node *old = list; list = old->next;\n");
    if data > 0 {
        let _ = writeln!(text, "if (old->data[{}] != 2) old = 0;", data - 1);
    }
    text.push_str("free(old); }\nreturn 0; }\n");
    text
}

/// A table of lists with so many elements: nodes are put into any of them, and all are freed.
pub fn table(elements: usize) -> String {
    let mut text = String::from(HEAD);
    let _ =
        writeln!(text, "struct node {{ struct node *next; }};\nint main(void)\n{{\nstruct node *table[{elements}];");
    let _ = writeln!(text, "for (unsigned i = 0; i < {elements}; i++) table[i] = 0;");
    let _ = writeln!(text, "while (__VERIFIER_nondet_int()) {{\nunsigned at = __VERIFIER_nondet_int();");
    let _ = writeln!(text, "at %= {elements};\nstruct node *new = malloc(sizeof(struct node));");
    text.push_str("new->next = table[at]; table[at] = new; }\n");
    let _ = writeln!(text, "for (unsigned i = 0; i < {elements}; i++)");
    text.push_str("while (table[i]) { struct node *old = table[i]; table[i] = old->next; free(old); }\nreturn 0; }\n");
    text
}
