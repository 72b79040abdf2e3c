//! The list of small changes that the tests must catch (`mutations.txt`) fits the code: `mutate` tries them, which takes hours.

use std::collections::BTreeSet;
use std::path::Path;

/// Changes at least.
const LEAST: usize = 60;

/// The lines of a block that begin with a sign, as one text.
fn text_of(block: &str, sign: &str) -> String {
    let lines: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix(sign)).collect();
    lines.join("\n")
}

#[test]
fn each_mutation_has_its_place_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("tests/bmc/mutations.txt")).expect("the list");
    let (mut problems, mut names) = (Vec::new(), BTreeSet::new());
    for block in list.split("\n\n").filter(|block| block.starts_with("== ")) {
        let [name, file, text, other, test] = ["== ", "in ", "- ", "+ ", "by "].map(|sign| text_of(block, sign));
        let code = std::fs::read_to_string(root.join(&file)).unwrap_or_default();
        let times = if text.is_empty() { 0 } else { code.matches(&text).count() };
        if times != 1 {
            problems.push(format!("{name}: the text occurs {times} times in '{file}':\n{text}"));
        }
        if text == other || test.is_empty() || name.contains('\n') || !names.insert(name.clone()) {
            problems.push(format!("{name}: the block is wrong"));
        }
    }
    assert!(problems.is_empty(), "change tests/bmc/mutations.txt as the code was changed:\n{}", problems.join("\n"));
    assert!(names.len() >= LEAST, "{} changes", names.len());
}
