//! Descriptions of the kinds of findings: the rules of `--format sarif`.

use serde_json::{Value, json};

/// The rule of an undecided property.
pub(super) const OPEN: &str = "unknown";

/// A kind of finding, as code-scanning services list it.
struct Rule {
    id: &'static str,
    /// A one-sentence description.
    text: &'static str,
    /// Advice on fixing it.
    help: &'static str,
    /// The CWE number, if it has one.
    weakness: Option<u16>,
}

const RULES: [Rule; 15] = [
    Rule {
        id: "invalid-dereference",
        text: "A NULL pointer or an invalid address is dereferenced.",
        help: "Follow the steps of the trace to where the pointer gets its value, and test it before it is used.",
        weakness: Some(476),
    },
    Rule {
        id: "invalid-free",
        text: "An address that is not the start of a heap block is freed.",
        help: "Free only what malloc, calloc or realloc returned, and not an address within it or that of a variable.",
        weakness: Some(763),
    },
    Rule {
        id: "double-free",
        text: "A block is freed twice.",
        help: "The trace shows both calls. Decide who owns the block, and set other pointers to NULL.",
        weakness: Some(415),
    },
    Rule {
        id: "memory-leak",
        text: "The last pointer to a heap block that was never freed is lost.",
        help: "Free the block before its last pointer is overwritten or goes out of scope.",
        weakness: Some(401),
    },
    Rule {
        id: "out-of-bounds",
        text: "Memory outside of an object is accessed.",
        help: "Compare the index or the size with the size of the object before the access.",
        weakness: Some(119),
    },
    Rule {
        id: "use-after-free",
        text: "Freed memory is accessed.",
        help: "The trace shows where the block is freed. Free it later, or do not use the pointer any more.",
        weakness: Some(416),
    },
    Rule {
        id: "use-after-scope",
        text: "A variable is accessed after the end of its scope.",
        help: "Do not keep the address of a variable for longer than its block is executed; allocate the object instead.",
        weakness: Some(562),
    },
    Rule {
        id: "uninitialized",
        text: "An uninitialized value is used.",
        help: "Write the variable or the memory on every path before it is read.",
        weakness: Some(457),
    },
    Rule {
        id: "overlapping-copy",
        text: "Source and target of a copy overlap.",
        help: "Use memmove in place of memcpy.",
        weakness: None,
    },
    Rule {
        id: "assertion",
        text: "An assertion of the program fails.",
        help: "The trace leads to the assertion with a state in which its condition is false.",
        weakness: Some(617),
    },
    Rule {
        id: "reach-error",
        text: "An error function is reached.",
        help: "The trace leads to the call.",
        weakness: None,
    },
    Rule {
        id: "undefined-behaviour",
        text: "The behaviour of the program is undefined.",
        help: "The message names the operation that C gives no meaning; compilers may assume that it never happens.",
        weakness: Some(758),
    },
    Rule {
        id: "division-by-zero",
        text: "A number is divided by zero.",
        help: "Test the divisor first.",
        weakness: Some(369),
    },
    Rule {
        id: "shape",
        text: "A property of the specification is violated.",
        help: "The trace starts from an input that the specification allows. Correct the program, or assume more of its input.",
        weakness: None,
    },
    Rule {
        id: OPEN,
        text: "A property is neither proved nor refuted.",
        help: "It may hold, or not. The message says what stopped the proof: a limit that can be raised, or a construct that is \
               not supported.",
        weakness: None,
    },
];

pub(super) fn rule(kind: &str) -> Value {
    let known = RULES.iter().find(|rule| rule.id == kind);
    let (text, help) = known.map_or(("A defect.", "Follow the steps of the trace."), |rule| (rule.text, rule.help));
    let mut tags = vec!["correctness".to_string()];
    if let Some(number) = known.and_then(|rule| rule.weakness) {
        tags.extend(["security".into(), format!("external/cwe/cwe-{number:03}")]);
    }
    json!({
        "id": kind,
        "shortDescription": { "text": text },
        "fullDescription": { "text": text },
        "help": { "text": help },
        "defaultConfiguration": { "level": if kind == OPEN { "note" } else { "error" } },
        "properties": { "tags": tags },
    })
}
