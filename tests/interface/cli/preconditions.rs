//! Preconditions that are proposed are added to the specification: then the property is verified.

use super::{damson, files, json, root};
use serde_json::Value;

fn properties(report: &Value) -> Vec<Value> {
    report["properties"].as_array().unwrap().clone()
}

/// A program, its specification, and for each property the precondition that is proposed.
type Sample = (String, Option<String>, Vec<Option<&'static str>>);

/// Samples, each with the command that is to propose that.
fn samples() -> Vec<(&'static str, Sample)> {
    let model = |name: &str| root().join("models").join(name).display().to_string();
    let not_null_and_apart = Some("h != NULL && !cyclic[;n](k) && !dshared[;n](h, k)");
    let doubly_linked = Some("each[;next](u, v : x; v->prev == u) && (x == NULL || x->prev == NULL)");
    let of_all = vec![
        ("joined.c".into(), Some("joined.spec".into()), vec![not_null_and_apart, Some("h != NULL")]),
        ("joined.c".into(), None, vec![Some("h != NULL")]),
        (
            model("list_reverse/list_reverse.c"),
            Some(model("list_reverse/no_precondition.spec")),
            vec![Some("!cyclic[;n](x)"), None],
        ),
        ("given.c".into(), None, vec![Some("current != NULL && use != 0")]),
        ("../../regressions/doubly_linked/destroy.c".into(), None, vec![doubly_linked]),
        // Nothing comes where it is asked for then.
        ("waiting.c".into(), Some("waiting.spec".into()), vec![None, None]),
        // No assumption about lists helps.
        (model("copy/faulty.c"), Some(model("copy/faulty.spec")), vec![None, None, None]),
    ];
    let of_shapes = vec![
        ("joined.c".into(), Some("joined.spec".into()), vec![Some("h != NULL"), None, not_null_and_apart]),
        ("joined.c".into(), None, vec![Some("h != NULL"), None]),
        ("given.c".into(), None, vec![Some("current != NULL && use != 0"), None]),
        ("waiting.c".into(), Some("waiting.spec".into()), vec![None, None, None]),
    ];
    // Functions that call themselves: whoever is asked, the same engines answer.
    let of_calls: Vec<Sample> = vec![
        ("drop_all.c".into(), None, vec![Some("!cyclic[;n](x)"), None]),
        ("last.c".into(), Some("last.spec".into()), vec![None, None, Some("x != NULL && !cyclic[;n](x)")]),
        ("beyond.c".into(), None, vec![None, None]),
        // With what is not NULL, no call returns.
        ("spin.c".into(), None, vec![None, None]),
    ];
    let of_calls = of_calls.into_iter().flat_map(|sample| [("verify", sample.clone()), ("smg", sample)]);
    let of_all = of_all.into_iter().map(|sample| ("verify", sample));
    of_all.chain(of_shapes.into_iter().map(|sample| ("smg", sample))).chain(of_calls).collect()
}

#[test]
fn what_is_proposed_is_proved_with_it() {
    for (name, (program, specification, expected)) in samples() {
        let mut command = vec![name, &program, "--format", "json"];
        command.extend(specification.iter().flat_map(|file| ["--spec", file.as_str()]));
        let before = properties(&json(&damson(&command)));
        let found: Vec<Option<&str>> =
            before.iter().map(|property| property["holds_if"]["condition"].as_str()).collect();
        assert_eq!(found, expected, "{name} {program} {specification:?}");
        for property in before.iter().filter(|property| property["holds_if"].is_object()) {
            let text = specification
                .as_ref()
                .map_or_else(String::new, |file| std::fs::read_to_string(files().join(file)).unwrap());
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("with_precondition.spec").display().to_string();
            let added = property["holds_if"]["statement"].as_str().unwrap();
            std::fs::write(&file, format!("{text}\n{added}\n")).unwrap();
            let after = properties(&json(&damson(&[name, &program, "--format", "json", "--spec", &file])));
            let same = after.iter().find(|known| known["id"] == property["id"]).unwrap();
            assert_eq!((&same["verdict"], &same["vacuous"]), (&"verified".into(), &Value::Null), "{program}: {added}");
        }
    }
}

#[test]
fn a_sarif_result_says_it_too() {
    let log = json(&damson(&["verify", "joined.c", "--format", "sarif"]));
    let message = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert!(message.ends_with("Holds if h != NULL: add assume h != NULL @ entry;"), "{message}");
}

#[test]
fn none_is_looked_for_where_nobody_wants_one() {
    let report = json(&damson(&["verify", "joined.c", "--preconditions", "0", "--format", "json"]));
    assert!(properties(&report).iter().all(|property| property["holds_if"].is_null()));
    let report = json(&damson(&["smg", "drop_all.c", "--preconditions", "0", "--format", "json"]));
    assert!(properties(&report).iter().all(|property| property["holds_if"].is_null()));
    // A whole program has no callers that could know better.
    let report = json(&damson(&["smg", "null.c", "--format", "json"]));
    assert!(properties(&report).iter().all(|property| property["holds_if"].is_null()));
    let report =
        json(&damson(&["verify", "stack_late.c", "--spec", "stack_none.spec", "--bound", "4", "--format", "json"]));
    assert!(properties(&report).iter().all(|property| property["holds_if"].is_null()));
}

/// What begins while preconditions are looked for.
fn begun(program: &str, specification: &str) -> Vec<String> {
    let run = damson(&["verify", program, "--spec", specification, "--log", "info"]);
    let log = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let begun = log.lines().filter_map(|line| Some(line.strip_suffix(" begins")?.rsplit_once(": ")?.1.to_string()));
    begun.skip_while(|name| name != "preconditions").skip(1).collect()
}

#[test]
fn engines_are_asked_only_where_something_is_open_with_an_assumption() {
    let model = |name: &str| root().join("models").join(name).display().to_string();
    // A run on a small heap breaks it still.
    let broken = begun(&model("insert_sorted/faulty.c"), &model("insert_sorted/kept.spec"));
    assert_eq!(broken, ["concrete runs"]);
    // The shape analysis proves it.
    let proved = begun(&model("list_reverse/list_reverse.c"), &model("list_reverse/no_precondition.spec"));
    assert_eq!(proved, ["concrete runs", "shape analysis", "runs that confirm errors"]);
    // It proves nothing of what no run reaches: everybody is asked.
    let open = begun("waiting.c", "waiting.spec");
    assert!(open.contains(&"predicate abstraction".into()), "{open:?}");
}
