//! What the engines know of a library function stands in its row of `src/program/library/table.rs`. Code of an engine that
//! names a function itself is an exception: it is listed here, with the reason.

use crate::support::samples;

use std::collections::BTreeSet;
use std::path::Path;

/// The folders in which no function of the table is named.
const FOLDERS: [&str; 4] = ["src/smg", "src/wp", "src/logic", "src/program/lower"];

/// The exceptions: the file, the function, and why it needs code of its own.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("src/smg/transfer/library.rs", "VaArg", "whether an argument was passed is followed by no engine"),
    ("src/program/lower/library.rs", "VaArg", "`va_arg` has a syntax of its own: lowering makes the call"),
    ("src/program/lower/library.rs", "Alloca", "a block that is no variable: lowering makes the call"),
    ("src/program/lower/variable_array.rs", "Alloca", "an array of variable size: lowering makes the call"),
    ("src/program/lower/variable_array.rs", "EndOfBlock", "its end: lowering makes the call"),
    ("src/program/lower/variable_array.rs", "ArrayBound", "how many elements it has: lowering makes the call"),
    ("src/program/lower/declared.rs", "Strtok", "it keeps a position in a string between calls, which no effect says"),
    ("src/program/lower/startup.rs", "Atexit", "a destructor is registered: lowering makes the call"),
];

/// The functions of the table that a text names; names of constants and of methods are no names of functions.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("LibraryFunction::").skip(1));
    let names = names.map(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap().to_string());
    names.filter(|name| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)).collect()
}

#[test]
fn engines_name_no_library_function_but_the_exceptions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for path in FOLDERS.iter().flat_map(|folder| samples::files(&root.join(folder), "rs")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
        // Another name for the type would hide the names of functions.
        let hides = ["LibraryFunction as ", "LibraryFunction::{", "LibraryFunction::*"];
        assert!(!hides.iter().any(|way| text.contains(way)), "{file}");
        found.extend(named(&text).into_iter().map(|name| (file.clone(), name)));
    }
    let allowed = EXCEPTIONS.iter().map(|(file, name, _)| (file.to_string(), name.to_string()));
    assert_eq!(found, allowed.collect());
}
