//! The hundred functions of the C library and of POSIX that public code calls most: each is followed, or the answer names it.

use damson::program::library;

use super::{damson, stdout};

/// A row of `tests/calls/public.tsv`.
struct Called {
    name: &'static str,
    answer: &'static str,
}

fn rows() -> Vec<Called> {
    let lines = include_str!("../../calls/public.tsv").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| {
        let [name, _, _, answer] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        Called { name, answer }
    };
    lines.map(row).collect()
}

#[test]
fn functions_that_public_code_calls_are_followed_or_named() {
    let rows = rows();
    assert_eq!(rows.len(), 100);
    let mut unknown = Vec::new();
    for Called { name, answer } in &rows {
        assert!(matches!(*answer, "table" | "type"), "{name}: {answer}");
        assert_eq!(library::find(name, false).is_some(), *answer == "table", "{name}");
        unknown.extend((*answer == "type").then_some(*name));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.c");
    let file = path.to_str().unwrap();
    let declared: String = unknown.iter().map(|name| format!("int {name}();\n")).collect();
    let calls: String = unknown.iter().map(|name| format!("    {name}();\n")).collect();
    std::fs::write(&path, format!("{declared}int main(void)\n{{\n{calls}    return 0;\n}}\n")).unwrap();
    let said = stdout(&damson(&["verify", file]).code(0));
    for name in unknown {
        assert!(
            said.contains(&format!("assumed: {name} has no body, and does no more than its type allows")),
            "{name}"
        );
        std::fs::write(&path, format!("int {name}();\nint main(void) {{ {name}(); return 0; }}\n")).unwrap();
        let open = stdout(&damson(&["verify", file, "--unknown-calls", "anything"]).code(5));
        for part in [&format!("function '{name}' has no body"), "contract NAME(...)", "verdict: unknown"] {
            assert!(open.contains(part), "{name}: {open}");
        }
    }
}
