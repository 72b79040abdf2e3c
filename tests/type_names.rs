//! No two types share a name across rooms, unless they mean the same. A room is a folder of `src/`; in `program` and `smg` it
//! is a folder of that. Only types that are visible outside their file count: a private one stands beside its only uses.

#[path = "support/samples.rs"]
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Names that more than one room may use, each with the reason.
const SHARED: [(&str, &str); 9] = [
    ("Fault", "an error of a command with the text to show: met by the interpreter, or found by the shape analysis"),
    ("Frame", "a call under way: concrete in the interpreter, abstract in the shape analysis"),
    ("Limits", "how far a search of the room may go; always a parameter of that search"),
    ("Liveness", "whether a block of memory may be used: of a concrete block, or of an abstract object"),
    ("Settings", "what may be chosen for the room; outside it, it is named with the room"),
    ("State", "a state of what the room executes: a C program, or a boolean program"),
    ("Statement", "a statement of the room's language: C, or specifications"),
    ("StatementKind", "the forms of those statements"),
    ("Value", "what a cell of memory holds: concretely, or abstractly"),
];

/// The room of a file, by its path below `src/`.
fn room(file: &str) -> String {
    let parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    let depth = if ["program", "smg"].contains(&parts[0]) { 2 } else { 1 };
    parts[..depth.min(parts.len())].join("/")
}

/// The type that a line of source defines, if it is visible outside its file.
fn visible_type(line: &str) -> Option<&str> {
    let (visibility, definition) = line.trim_start().strip_prefix("pub")?.split_once(' ')?;
    let is_visibility = visibility.is_empty() || visibility.starts_with('(') && visibility.ends_with(')');
    let (keyword, name) = definition.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type"].contains(&keyword);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    (is_visibility && is_type).then_some(&name[..end])
}

/// The rooms in which each name of a visible type is defined.
fn rooms_of_names() -> BTreeMap<String, BTreeSet<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in samples::files(&src, "rs") {
        let file = path.strip_prefix(&src).unwrap().to_str().unwrap().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        for name in text.lines().filter_map(visible_type) {
            rooms.entry(name.to_string()).or_default().insert(room(&file));
        }
    }
    rooms
}

#[test]
fn types_of_different_rooms_have_different_names() {
    let rooms = rooms_of_names();
    assert!(rooms.len() > 300, "only {} types were found", rooms.len());
    let shared: BTreeSet<&str> =
        rooms.iter().filter(|(_, rooms)| rooms.len() > 1).map(|(name, _)| name.as_str()).collect();
    let allowed: BTreeSet<&str> = SHARED.iter().map(|(name, _)| *name).collect();
    if let Some(name) = shared.difference(&allowed).next() {
        panic!("the rooms {:?} each have a type `{name}`: name the poorer one by what it is", rooms[*name]);
    }
    if let Some(name) = allowed.difference(&shared).next() {
        panic!("`{name}` names types of one room only: take it from the list");
    }
}

#[test]
fn definitions_of_visible_types_are_recognised() {
    assert_eq!(visible_type("pub struct Graph {"), Some("Graph"));
    assert_eq!(visible_type("    pub(super) enum Node<'a> {"), Some("Node"));
    assert_eq!(visible_type("pub type Run<'r> = &'r str;"), Some("Run"));
    assert_eq!(visible_type("struct Private;"), None);
    assert_eq!(visible_type("pub fn function() {}"), None);
    assert_eq!(room("smg/domain/value.rs"), "smg/domain");
    assert_eq!(room("smg/plot.rs"), "smg/plot");
    assert_eq!(room("spec/mod.rs"), "spec");
}
