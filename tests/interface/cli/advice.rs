//! What Damson advises where something is open is tried: the answer must not stay the same.

use super::{damson, json};
use serde_json::Value;

/// What is open, and why.
#[derive(PartialEq, Eq, Debug)]
struct Open {
    verdict: String,
    reasons: Vec<String>,
}

fn open(report: &Value) -> Open {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let of_properties = report["properties"].as_array().unwrap().iter().map(|property| text(&property["reason"]));
    Open { verdict: text(&report["verdict"]), reasons: of_properties.chain([text(&report["reason"])]).collect() }
}

/// All advice of a report: its words and its arguments.
fn advice(report: &Value) -> Vec<(String, Vec<String>)> {
    let properties = report["properties"].as_array().unwrap().iter();
    let lists = properties.map(|property| &property["advice"]).chain([&report["advice"]]);
    let mut found = Vec::new();
    for item in lists.filter_map(Value::as_array).flatten() {
        let arguments = item["arguments"]
            .as_array()
            .map_or_else(Vec::new, |all| all.iter().map(|argument| argument.as_str().unwrap().to_string()).collect());
        let one = (item["text"].as_str().unwrap().to_string(), arguments);
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn report(command: &[String]) -> Value {
    let arguments: Vec<&str> = command.iter().map(String::as_str).chain(["--format", "json"]).collect();
    json(&damson(&arguments))
}

/// The command where an option has another value.
fn with(command: &[String], arguments: &[String]) -> Vec<String> {
    let mut changed = command.to_vec();
    // `--limit` may stand there several times: the last one of a name counts.
    if arguments[0] != "--limit"
        && let Some(at) = changed.iter().position(|word| *word == arguments[0])
    {
        changed.drain(at..at + 2);
    }
    changed.extend(arguments.iter().cloned());
    changed
}

/// Commands, and the option that the advice must name.
const OPTIONS: [(&str, &str); 16] = [
    ("verify tree.c --spec tree.spec --bound 2 --unwind 0", "--bound 4"),
    ("verify tree.c --spec tree.spec --bound 3 --no-auto --limit pairs=5 --unwind 0", "--limit pairs=20"),
    ("verify tree.c --spec tree.spec --bound 3 --no-auto --limit model-states=2 --unwind 0", "--limit model-states=8"),
    (
        "verify tree.c --spec tree.spec --bound 3 --no-auto --limit model-successors=2 --unwind 0",
        "--limit model-successors=8",
    ),
    ("verify seven.c --spec seven.spec --hints seven.hints --unwind 0", "--trust-hints"),
    ("smg stack.c --limit shape-work=10 --unwind 0", "--limit shape-work=40"),
    ("smg recursive.c --limit shape-calls=1 --unwind 0", "--limit shape-calls=2"),
    ("smg stack_late.c --replay-steps 10 --unwind 0", "--replay-steps 100"),
    ("bmc recursive.c --unwind 1", "--unwind 2"),
    ("bmc stack.c --unwind 1", "--unwind 2"),
    ("bmc reverse.c --heap-nodes 1 --unwind 2", "--heap-nodes 2"),
    ("bmc stack.c --object-limit 1", "--object-limit 4"),
    ("bmc stack.c --term-limit 1", "--term-limit 4"),
    ("bmc tree.c --unwind 2 --clause-limit 10", "--clause-limit 40"),
    ("bmc perhaps.c --proof-limit 10", "--proof-limit 40"),
    ("bmc divide.c", "--check undefined-behaviour"),
];

#[test]
fn options_that_are_advised_change_the_answer() {
    for (command, wanted) in OPTIONS {
        let words: Vec<String> = command.split(' ').map(str::to_string).collect();
        let before = report(&words);
        let all = advice(&before);
        let found = all.iter().find(|(_, arguments)| arguments.join(" ") == wanted);
        let Some((_, arguments)) = found else { panic!("{command}: {wanted} is not advised: {all:?}") };
        let after = report(&with(&words, arguments));
        assert_ne!(open(&before), open(&after), "{command}: {wanted} changes nothing");
    }
}

/// What stops the bounded engine is no limit: to ask it about the line alone would change nothing, and is not advised.
#[test]
fn a_line_is_not_asked_about_once_more() {
    let before = report(&["verify".to_string(), "address.c".to_string()]);
    assert_eq!(open(&before).verdict, "unknown");
    let all = advice(&before);
    assert!(!all.is_empty() && all.iter().all(|(text, _)| !text.contains("--target")), "{all:?}");
}

/// Commands, words of the advice, and a command that follows it.
const WORDS: [(&str, &str, &str); 8] = [
    (
        "verify inner.c --spec inner.spec --bound 8",
        "within that block",
        "verify inner.c --spec inner_line.spec --bound 8",
    ),
    (
        "verify bodiless.c --spec bodiless.spec",
        "name the file that has the body",
        "verify bodiless.c visited.c --entry last --spec bodiless.spec",
    ),
    (
        "verify bodiless.c --spec bodiless.spec",
        "say in the specification what the function does",
        "verify bodiless.c --spec bodiless_contract.spec",
    ),
    ("smg bodiless.c", "say in the specification", "smg bodiless.c --spec bodiless_contract.spec"),
    ("bmc bodiless.c", "say in the specification", "bmc bodiless.c --spec bodiless_contract.spec"),
    ("smg bodiless.c", "name the file that has the body", "smg bodiless.c visited.c --entry last"),
    ("bmc bodiless.c", "name the file that has the body", "bmc bodiless.c visited.c --entry last"),
    (
        "verify reverse.c --spec reverse.spec --bound 2 --unwind 0 --limit shape-work=1",
        "proposes hints",
        "verify reverse.c --spec reverse.spec --hints reverse.hints --unwind 0 --limit shape-work=1",
    ),
];

#[test]
fn what_is_advised_in_words_changes_the_answer() {
    for (command, wanted, followed) in WORDS {
        let words = |command: &str| command.split(' ').map(str::to_string).collect::<Vec<_>>();
        let before = report(&words(command));
        let all = advice(&before);
        assert!(all.iter().any(|(text, _)| text.contains(wanted)), "{command}: {wanted} is not advised: {all:?}");
        assert_ne!(open(&before), open(&report(&words(followed))), "{followed} changes nothing");
    }
}
