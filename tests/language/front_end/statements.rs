//! Statements (6.8): how control goes, and what `switch` compares.

use std::fmt::Write;

use super::case::{Case, Dice};
use super::types::{ARITHMETIC, NAMED_INTEGERS};

/// `switch` over a value of each integer type: ranges, negative cases, cases that are converted, fallthrough, `default` anywhere.
pub fn switches(index: u64, dice: &mut Dice) -> Case {
    let ty = &ARITHMETIC[(index % NAMED_INTEGERS as u64) as usize];
    let is_narrow = ty.bits <= 32;
    let numbers: &[&str] = match (is_narrow, ty.is_signed()) {
        (true, true) => &["-128", "-2", "-1", "0", "1", "'a'", "3", "127", "sizeof(int)", "255"],
        (true, false) => &["0", "1", "2", "255", "65535", "-1", "4294967295u", "'b'", "256"],
        (false, _) => &["-1", "0", "1", "0x100000000", "0x7fffffffffffffff", "4294967295u", "-2147483648", "2"],
    };
    let mut text = format!("for (int i = 0; i < {}; i++) {{\n  switch (values[i]) {{\n", numbers.len());
    let mut taken: Vec<&str> = Vec::new();
    let default = dice.below(6);
    for place in 0..2 + dice.below(4) {
        if place == default {
            text.push_str("  default: show(1000);\n");
        }
        let number = *dice.pick(numbers);
        // Values that may be equal once they are converted are left to one case.
        let is_all_ones = |number: &str| matches!(number, "-1" | "4294967295u");
        if taken.contains(&number) || is_all_ones(number) && taken.iter().any(|other| is_all_ones(other)) {
            continue;
        }
        taken.push(number);
        let _ = writeln!(text, "  case {number}: show({place});");
        match dice.below(4) {
            0 => {}
            1 => text.push_str("  continue;\n"),
            _ => text.push_str("  break;\n"),
        }
    }
    if dice.once_in(3) {
        text.push_str("  case 10 ... 20: show(2000); break;\n  case 'p' ... 's': show(2001);\n");
    }
    text.push_str("  }\n  show(-9);\n}");
    let values = format!("{} values[] = {{ {}, 12, 'q', 9, 21 }};\n", ty.name, numbers.join(", "));
    Case::of(values + &text.replacen(&format!("i < {}", numbers.len()), &format!("i < {}", numbers.len() + 4), 1))
}

/// Labels of `switch` inside of loops and blocks, declarations that are jumped over, `switch` in `switch`.
pub fn devices(_: u64, dice: &mut Dice) -> Case {
    let forms = [
        "int count = N; int n = (count + 3) / 4, out = 0;\nif (count) switch (count % 4) {\n  case 0: do { out += 1;\n  case 3: out += 10;\n  case 2: out += 100;\n  case 1: out += 1000;\n  } while (--n > 0);\n}\nshow(out);",
        "for (int i = 0; i < 6; i++) switch (i) {\n  int skipped;\n  case N % 3: skipped = i * 2; show(skipped); break;\n  { case 3: show(33); if (0) { case 4: show(44); } else { case 5: show(55); } }\n  default: show(7);\n}",
        "for (int i = 0; i < 4; i++) {\n  switch (i) {\n    case 0: switch (N % 3) { case 0: show(0); break; case 1: show(1); default: show(2); }\n    case 1: show(10); break;\n    case 2: continue;\n    default: show(11);\n  }\n  show(i);\n}",
        "int i = N;\nswitch (i++) ;\nshow(i);\nswitch (i) default: show(1);\nswitch (i) case 3: show(2);\nswitch (i, 2) { case 2: show(3); }",
        "switch (N) {\n  case 1: ;\n  while (1) { case 2: show(2); break; case 3: show(3); goto out@; }\n  show(4);\n  break;\n  default: show(5);\n}\nout@: show(6);",
        "enum { a@ = -1, b@, c@ = b@ + 5 } e = N % 2 ? a@ : c@;\nswitch (e) { case a@: show(1); break; case b@: show(2); break; case c@: show(3); }\nswitch ((unsigned char)(N * 100)) { case 144: show(4); break; case (unsigned char)300: show(5); break; case 45 + 0L: case 100: show(6); }",
        "switch ((char)(N + 253)) { case -3 ... -1: show(1); break; case 0: show(2); break; default: show(3); }\nswitch (N - 3ull) { case -1: show(4); break; case 0: show(5); break; case -3ull ... -2ull: show(6); }",
    ];
    let number = dice.below(9).to_string();
    Case::of(dice.pick::<&str>(&forms).replace('N', &number))
}

/// `goto` into blocks and loops, out of them, backwards, and computed.
pub fn gotos(_: u64, dice: &mut Dice) -> Case {
    let forms = [
        "int i = 0;\nagain@: i++;\nif (i < N) goto again@;\nshow(i);",
        "int i = 5;\ngoto inside@;\nfor (i = 0; i < N; i++) {\n  show(100 + i);\n  inside@: show(i);\n}\nshow(i);",
        "int i = 0, j = 0;\nfor (i = 0; i < 4; i++) for (j = 0; j < 4; j++) { if (i * j == N) goto out@; }\nout@: show(i); show(j);",
        "goto over@;\n{ int x = 3; show(x); over@: x = 4; show(x); }",
        "int n = 0;\nwhile (n < 10) { if (n == N) goto next@; show(n); next@: n += 2; }",
        "static void *table[] = { &&one@, &&two@, &&three@ };\nint n = 0;\ngoto *table[N % 3];\none@: show(1); if (n++) goto end@;\ntwo@: show(2); if (n++ < 2) goto *table[0];\nthree@: show(3);\nend@: show(n);",
        "void *p = N % 2 ? &&a@ : &&b@;\nint n = 0;\nagain@: goto *p;\na@: show(1); n++; p = &&b@; if (n < 3) goto again@;\nb@: show(2); n++; p = &&a@; if (n < 3) goto again@;\nshow(n);",
        "int n = N;\nif (n > 3) { goto yes@; } else { no@: show(0); goto end@; yes@: show(1); }\nif (n < 6) goto no@;\nend@: ;",
        "int n = 0;\ndo { n++; if (n == 2) continue; if (n == N) break; show(n); } while (n < 5);\nshow(n);",
        "int n = 0, *p = 0;\nback@: ;\nint x = n * 3;\nif (p) show(*p);\np = &x; show(*p);\nif (n++ < N % 3) { p = 0; goto back@; }",
        "for (int i = 0; ; i++) { if (i > N) break; for (;;) { if (i & 1) goto odd@; break; } show(i); odd@: ; }",
        "__label__ local; int n = N;\nlocal: if (n-- > 0) { __label__ local; if (n & 1) goto local; show(n); local: ; }\nif (n > 0) goto local;",
    ];
    let number = dice.below(9).to_string();
    Case::of(dice.pick::<&str>(&forms).replace('N', &number))
}

/// A random tree of loops and branches that leave each other; a counter bounds it.
pub fn loops(_: u64, dice: &mut Dice) -> Case {
    let mut text = String::from("int fuel = 40, a = 0, b = 1;\n");
    statement(dice, 4, false, &mut text);
    statement(dice, 3, false, &mut text);
    text.push_str("show(a); show(b); show(fuel);");
    Case::of(text)
}

fn condition(dice: &mut Dice) -> &'static str {
    let conditions = [
        "fuel-- > 0 && a % 3 != 2",
        "fuel-- > 0 && (b ^= 1)",
        "fuel-- > 20",
        "a++ < 5 && fuel-- > 0",
        "fuel > 0 && fuel-- % 4",
        "(fuel -= 3) > 0",
    ];
    dice.pick::<&str>(&conditions)
}

fn statement(dice: &mut Dice, depth: usize, in_loop: bool, text: &mut String) {
    let number = dice.below(9);
    let kind = if depth == 0 { dice.below(4) } else { dice.below(12) };
    match kind {
        0 | 1 => text.push_str(&format!("a += {number}, show(a);\n")),
        2 => text.push_str(if in_loop { "if (a & 1) continue;\n" } else { "b++;\n" }),
        3 => text.push_str(if in_loop { "if (b > 2) break;\n" } else { ";\n" }),
        4 | 5 => {
            text.push_str(&format!("while ({})", condition(dice)));
            block(dice, depth - 1, true, text);
        }
        6 => {
            text.push_str("do");
            block(dice, depth - 1, true, text);
            text.push_str(&format!("while ({});\n", condition(dice)));
        }
        7 | 8 => {
            let first = dice.pick(&["int a = 1", "a = 0", "", "int b = 3, c = 0"]);
            let step = dice.pick(&["a++", "a += 2, b--", "", "--fuel"]);
            text.push_str(&format!("for ({first}; {}; {step})", condition(dice)));
            block(dice, depth - 1, true, text);
        }
        9 => {
            text.push_str(&format!("if ((a + b) % 3 == {})", number % 3));
            block(dice, depth - 1, in_loop, text);
            text.push_str("else ");
            statement(dice, depth - 1, in_loop, text);
        }
        10 => {
            text.push_str(&format!("if (b & {number})"));
            block(dice, depth - 1, in_loop, text);
        }
        _ => block(dice, depth - 1, in_loop, text),
    }
}

fn block(dice: &mut Dice, depth: usize, in_loop: bool, text: &mut String) {
    text.push_str(" {\n");
    if dice.once_in(4) {
        text.push_str("int a = fuel, d = 2; b += d;\n");
    }
    for _ in 0..1 + dice.below(3) {
        statement(dice, depth, in_loop, text);
    }
    text.push_str("}\n");
}
