//! What every engine and the interpreter share is compared with the C compiler, since no comparison of engines would find an
//! error in it: integers of 8 and 16 bits, exhaustively.

use crate::support::tools;

use std::process::Command;

use damson::base::integer::wrap;

const INTEGERS: std::ops::RangeInclusive<i128> = -70_000..=70_000;

/// Prints each integer as the four types hold it.
const PROGRAM: &str = "#include <stdio.h>
int main(void) {
    for (int i = -70000; i <= 70000; i++)
        printf(\"%d %d %d %d\\n\", (signed char)i, (unsigned char)i, (short)i, (unsigned short)i);
}
";

#[test]
fn integers_wrap_as_the_compiler_wraps_them() {
    if !tools::has_compiler("how integers wrap") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [source, program] = ["wrap.c", "wrap"].map(|name| folder.path().join(name));
    std::fs::write(&source, PROGRAM).unwrap();
    assert!(Command::new("cc").arg(&source).arg("-o").arg(&program).status().unwrap().success());
    let printed = String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap();
    let ours =
        |integer| [(8, true), (8, false), (16, true), (16, false)].map(|format| wrap(integer, format).to_string());
    for (integer, line) in INTEGERS.zip(printed.lines()) {
        assert_eq!(ours(integer).join(" "), line, "{integer}");
    }
    assert_eq!(printed.lines().count(), INTEGERS.count());
}
