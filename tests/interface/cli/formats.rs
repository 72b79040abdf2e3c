//! `--format json` and `--format sarif`: every document is valid by the schema of its format, and says what it should.

use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::{damson, root, stdout};

/// Commands with documents of every kind, and their statuses.
const COMMANDS: [(&[&str], i32); 21] = [
    (&["verify", "insert.c", "--spec", "insert.spec"], 0),
    (&["verify", "first.c"], 10),
    (&["verify", "null.c"], 10),
    (&["verify", "stack_late.c", "--spec", "stack.spec", "--bound", "4", "--no-auto"], 10),
    (&["verify", "tree.c", "--spec", "tree.spec", "--bound", "2"], 5),
    (&["verify", "seven.c", "--spec", "seven.spec", "--hints", "seven.hints", "--unwind", "0", "--trust-hints"], 0),
    (&["verify", "insert.c", "--spec", "insert.spec", "--audit"], 0),
    (&["verify", "divide.c", "--spec", "divide.spec", "--check", "undefined-behaviour"], 10),
    (&["verify", "uninitialized.c"], 5),
    (&["verify", "unsupported.c"], 5),
    (&["verify", "missing.c"], 2),
    (&["verify", "reverse.c", "--spec", "types.spec"], 2),
    (&["verify", "two.c", "--entry", "third"], 2),
    (&["verify", "freed.c", "--spec", "freed.spec", "--hints", "freed.hints"], 2),
    (&["smg", "null.c", "--replay-steps", "0"], 5),
    (&["smg", "lost.c"], 10),
    (&["smg", "reverse.c", "--spec", "reverse-any.spec"], 10),
    (&["bmc", "byte.c"], 10),
    (&["bmc", "reverse.c", "--unwind", "1"], 5),
    (&["bmc", "syntax.c"], 2),
    (&["smg", "two.c", "null.c", "syntax.c", "unsupported.c", "--all-entries"], 10),
];

/// What a command writes in a format.
fn document(arguments: &[&str], format: &str, status: i32) -> Value {
    let run = damson(&[arguments, &["--format", format]].concat());
    let output = run.get_output();
    assert_eq!(output.status.code(), Some(status), "{arguments:?} {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&stdout(&run)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

fn assert_valid(validator: &Validator, document: &Value, arguments: &[&str]) {
    let problems: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{arguments:?}: {problems:#?}");
}

/// Forbids every field that a schema does not name.
fn close(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut()
        && object.contains_key("properties")
    {
        object.insert("additionalProperties".into(), json!(false));
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(close),
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let mut schema: Value = serde_json::from_str(&stdout(&damson(&["schema"]).code(0))).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    close(&mut schema);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let more: [(&[&str], i32); 3] = [
        (&["abstract", "reverse.c", "--spec", "reverse.spec", "--bound", "6"], 5),
        (&["abstract", "insert.c", "--spec", "insert.spec"], 0),
        (&["abstract", "reverse.c", "--spec", "names.spec"], 2),
    ];
    for (arguments, status) in COMMANDS.iter().chain(&more) {
        let found = document(arguments, "json", *status);
        assert_valid(&validator, &found, arguments);
        assert_eq!(found["format_version"], 1);
        assert_eq!(found["tool"], json!({ "name": "damson", "version": env!("CARGO_PKG_VERSION") }));
        assert_eq!(found["errors"].is_array(), *status == 2, "{arguments:?}");
        assert_eq!(found["verdict"].is_null(), *status == 2 || arguments[0] == "abstract", "{arguments:?}");
    }
    assert!(!validator.is_valid(&json!({ "verdict": "verified" })));
}

/// A change of the format is seen here.
#[test]
fn the_schema_is_this() {
    insta::assert_snapshot!(stdout(&damson(&["schema"]).code(0)));
}

/// The schema of the standard.
fn sarif() -> Validator {
    let text = std::fs::read_to_string(root().join("tests/sarif/sarif-schema-2.1.0.json")).unwrap();
    // The bracket at the end of this pattern is never opened: as the standard has it, it is no regular expression of ECMA-262.
    let text = text.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

#[test]
fn sarif_is_valid_and_unknown_is_never_an_empty_list() {
    let validator = sarif();
    for (arguments, status) in COMMANDS {
        let found = document(arguments, "sarif", status);
        assert_valid(&validator, &found, arguments);
        let runs = found["runs"].as_array().unwrap();
        let statuses: Vec<u64> = runs.iter().map(|run| run["invocations"][0]["exitCode"].as_u64().unwrap()).collect();
        assert!(statuses.contains(&(status as u64)), "{arguments:?}: {statuses:?}");
        for (run, status) in runs.iter().zip(statuses) {
            check_run(run, status, arguments);
        }
    }
}

fn check_run(run: &Value, status: u64, arguments: &[&str]) {
    assert_eq!(run["invocations"][0]["executionSuccessful"], status != 2);
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    assert_eq!(notifications.is_empty(), status == 0 || status == 10, "{arguments:?}");
    match status {
        2 => assert!(run["results"].is_null(), "{arguments:?}"),
        0 => assert_eq!(run["results"], json!([]), "{arguments:?}"),
        _ => assert!(!run["results"].as_array().unwrap().is_empty(), "{arguments:?}"),
    }
    for result in run["results"].as_array().into_iter().flatten() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[text]["text"].as_str().unwrap().is_empty());
        }
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
}

#[test]
fn sarif_marks_the_place_of_an_error() {
    let found = document(&["verify", "null.c"], "sarif", 10);
    let result = &found["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"invalid-dereference".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "null.c");
    assert_eq!(place["region"], json!({ "startLine": 5, "startColumn": 5, "endLine": 5, "endColumn": 11 }));
}

/// What services compare from one commit to the next.
#[test]
fn sarif_fingerprints_survive_lines_that_move() {
    let folder = tempfile::tempdir().unwrap();
    let prints = |before: &str, name: &str| {
        let text = std::fs::read_to_string(super::files().join("null.c")).unwrap();
        std::fs::write(folder.path().join(name), format!("{before}{text}")).unwrap();
        let run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"))
            .args(["verify", name, "--format", "sarif"])
            .current_dir(folder.path())
            .assert();
        let found: Value = serde_json::from_str(&stdout(&run)).unwrap();
        let results = found["runs"][0]["results"].as_array().unwrap().clone();
        results.iter().map(|result| result["partialFingerprints"].clone()).collect::<Vec<_>>()
    };
    let first = prints("", "null.c");
    assert!(!first.is_empty() && first.iter().all(Value::is_object));
    assert_eq!(first, prints("// a comment\n\n\n", "null.c"));
    let other = prints("", "other name.c");
    assert!(first.iter().zip(&other).all(|(one, other)| one != other));
    assert!(Path::new(&folder.path().join("other name.c")).exists());
}
