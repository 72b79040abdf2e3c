//! Strings and character constants (6.4.4.4, 6.4.5).

use super::case::{Case, Dice};
use super::types::shown;

const ESCAPES: [&str; 24] = [
    "a", "Z", "\\n", "\\0", "\\t", "\\\\", "\\\"", "\\'", "\\?", "\\a", "\\b", "\\f", "\\r", "\\v", "\\e", "\\x41",
    "\\x7f", "\\101", "\\7", "\\377", "\\xff", "\\u00e9", "é", "€",
];

/// Character constants with each prefix: values and types.
pub fn characters(_: u64, dice: &mut Dice) -> Case {
    let mut body = String::new();
    for _ in 0..6 {
        let prefix = *dice.pick(&["", "", "L", "u", "U"]);
        let escape = match prefix {
            "" => ESCAPES[dice.below(21)],
            _ => *dice.pick::<&str>(&ESCAPES),
        };
        let second = if prefix.is_empty() && dice.once_in(5) { ESCAPES[dice.below(12)] } else { "" };
        let wide = ["\\xffff", "\\uabcd", "\\x1234", "\\177777"];
        let escape = if prefix.is_empty() || !dice.once_in(4) { escape } else { *dice.pick(&wide) };
        body.push_str(&format!("{}\n", shown(&format!("{prefix}'{escape}{second}'"))));
    }
    Case::of(body)
}

/// Strings: sizes, bytes, concatenation of all prefixes, arrays that they initialise.
pub fn strings(_: u64, dice: &mut Dice) -> Case {
    let mut body = String::new();
    for number in 0..3 {
        let prefix = *dice.pick(&["", "", "u8", "L", "u", "U"]);
        let mut text = String::new();
        for part in 0..1 + dice.below(3) {
            let inner: String = (0..dice.below(5)).map(|_| *dice.pick::<&str>(&ESCAPES)).collect();
            let prefix = if part == 0 || dice.once_in(2) { prefix } else { "" };
            text.push_str(&format!("{prefix}\"{inner}\" "));
        }
        let element = match prefix {
            "L" => "int",
            "u" => "unsigned short",
            "U" => "unsigned",
            _ => *dice.pick(&["char", "char", "unsigned char", "signed char"]),
        };
        let size = dice.pick(&["", "", "2", "20"]);
        let print = match dice.below(5) {
            0 => format!("show(sizeof({text})); show_bytes({text}, sizeof({text}));"),
            1 => format!("show(({text})[0]); show(*({text}) == 0);"),
            2 => format!("const {element} *p = {text}; show(p[0]);"),
            3 => format!("static {element} t{number}[{size}] = {{ {text} }}; show_bytes(t{number}, sizeof t{number});"),
            _ => format!(
                "{element} t{number}[{size}] = {text}; show(sizeof t{number}); show_bytes(t{number}, sizeof t{number});"
            ),
        };
        body.push_str(&format!("{{ {print} }}\n"));
    }
    let forms = [
        "show(\"abc\"[1]); show(2[\"abc\"]); show(sizeof \"abc\" \"d\"); show(strlen(\"ab\\0cd\"));",
        "show(sizeof __func__); show_text(__func__ + 3);",
        "char *p = \"tail\" + 1; show_text(p); show(*p++); show(*++p); show_text(p);",
        "show_text((const char *[]){ \"x\", \"yy\", \"zzz\" }[2]); show(sizeof((char[]){ \"four\" }));",
        "static const char *const names[] = { \"one\", [3] = \"four\" }; show(names[1] == 0); show_text(names[3]); show(sizeof names);",
        "show(_Generic(\"a\", char *: 1, default: 2)); show(_Generic(u8\"a\"[0], char: 1, default: 2)); show(_Generic(L\"a\"[0], int: 1, default: 2));",
        "struct { char a[4], b[3]; } s = { \"abcd\", \"x\" }; show_bytes(&s, sizeof s);",
    ];
    body.push_str(dice.pick::<&str>(&forms));
    Case::of(body)
}
