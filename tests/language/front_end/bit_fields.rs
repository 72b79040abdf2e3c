//! Bit-fields (6.7.2.1): widths, packing, promotion, the value of an assignment.

use super::case::{Case, Dice};
use super::types::shown;

const TYPES: [(&str, usize); 14] = [
    ("_Bool", 1),
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("signed int", 32),
    ("unsigned", 32),
    ("long", 64),
    ("unsigned long", 64),
    ("long long", 64),
    ("unsigned long long", 64),
    ("enum { f@zero, f@most = 200 }", 32),
];

/// A record of bit-fields and other members, some of them perhaps `const`; what is done to one of them changes no other.
pub fn fields(_: u64, dice: &mut Dice) -> Case {
    let keyword = if dice.once_in(6) { "union" } else { "struct" };
    let has_constants = keyword == "struct" && dice.once_in(3);
    let (mut members, mut named, mut as_wide_as_int) = (String::new(), Vec::new(), Vec::new());
    for number in 0..2 + dice.below(5) {
        let name = format!("m{number}");
        match dice.below(8) {
            _ if has_constants && dice.once_in(3) => {
                let (ty, most) = dice.pick(&TYPES[..13]);
                let width = if dice.once_in(3) { String::new() } else { format!(" : {}", 1 + dice.below(*most)) };
                members.push_str(&format!("  const {ty} c{number}{width};\n"));
            }
            0 => {
                members.push_str(&format!("  {} {name};\n", dice.pick(&["char", "short", "int", "long"])));
                named.push(name);
            }
            1 => {
                let (ty, most) = dice.pick(&TYPES[..13]);
                members.push_str(&format!("  {ty} : {};\n", dice.below(*most)));
            }
            _ => {
                let (ty, most) = dice.pick(&TYPES);
                let width = 1 + dice.below(*most);
                members.push_str(&format!("  {} {name} : {width};\n", ty.replace("f@", &format!("f{number}_@"))));
                if width == 31 {
                    as_wide_as_int.push(name.clone());
                }
                named.push(name);
            }
        }
    }
    if named.is_empty() {
        members.push_str("  int m0 : 3;\n");
        named.push("m0".into());
    }
    let packed = if dice.once_in(4) { " __attribute__((packed))" } else { "" };
    let declarations =
        format!("{keyword} fields@ {{\n{members}}}{packed};\nstatic {keyword} fields@ global@, list@[3];");
    let byte = dice.pick(&["0", "255", "0x55"]);
    // What is `const` has its initial value, and no other.
    let start = match has_constants {
        true => format!("static {keyword} fields@ s;\n"),
        false => format!("{keyword} fields@ s;\nmemset(&s, {byte}, sizeof s);\nmemset(list@, {byte}, sizeof list@);\n"),
    };
    let mut body = format!("{start}int at = 2;\nshow(sizeof s);\n");
    for _ in 0..6 {
        let target =
            format!("{}.{}", dice.pick(&["s", "global@", "list@[1]", "list@[at]", "(&s)[0]"]), dice.pick(&named));
        let other = format!("s.{}", dice.pick(&named));
        let value = dice.pick(&[
            "0",
            "1",
            "-1",
            "2",
            "5",
            "77",
            "0x7fffffff",
            "0xffffffffu",
            "-128",
            "0x123456789abcdefL",
            "1.5",
        ]);
        // Where the sum overflows an `int`, sanitizers see it in `+=` alone.
        let is_seen = !as_wide_as_int.iter().any(|name| target.ends_with(name.as_str()));
        let operation = match dice.below(9) {
            0 if is_seen => format!("{target}++"),
            1 if is_seen => format!("--{target}"),
            0 => format!("{target} += 1"),
            1 => format!("{target} -= 1"),
            2 => format!("{target} += {}", dice.pick(&["1", "3", "-1", "1.5"])),
            3 => format!("{target} ^= {other}"),
            4 => format!("{target} = {other}"),
            5 => format!("{other} <<= {}", dice.below(3)),
            _ => format!("{target} = {value}"),
        };
        body.push_str(&format!("show({operation});\nshow_bytes(&s, sizeof s); show_bytes(&global@, sizeof s);\nshow_bytes(list@, sizeof list@);\n"));
    }
    for name in &named {
        let with = dice.pick(&[
            "+s.M",
            "s.M + 1u",
            "-s.M",
            "~s.M",
            "!s.M",
            "s.M < -1",
            "s.M >> 1",
            "1 ? s.M : s.M",
            "s.M == -1",
            "s.M + 0L",
        ]);
        body.push_str(&format!("{}\n", shown(&with.replace('M', name))));
    }
    Case::with(declarations, body)
}
