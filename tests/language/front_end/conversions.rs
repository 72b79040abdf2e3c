//! Conversions (6.3), and constants with their types (6.4.4).

use super::case::{Case, Dice};
use super::types::{ARITHMETIC, Arithmetic, INTEGERS, shown};

/// Each pair of types in turn: casts, assignments, arguments and results.
pub fn pairs(index: u64, dice: &mut Dice) -> Case {
    let count = ARITHMETIC.len() as u64;
    // A stride that meets all pairs, the different ones first.
    let pair = index.wrapping_mul(47) % (count * count);
    let (from, to) = (&ARITHMETIC[(pair / count) as usize], &ARITHMETIC[(pair % count) as usize]);
    converted(from, to, dice)
}

fn converted(from: &Arithmetic, to: &Arithmetic, dice: &mut Dice) -> Case {
    let declarations = format!(
        "typedef {} from@;\ntypedef {} to@;\nstatic to@ result@(from@ value) {{ return value; }}\n\
         static to@ same@(to@ value) {{ return value; }}",
        from.name, to.name
    );
    let mut body = String::new();
    for value in values(from, to, dice) {
        let form = match dice.below(6) {
            0 => "to@ target = source; SHOW(target)",
            1 => "to@ target; target = source; SHOW(target)",
            2 => "SHOW(result@(source))",
            3 => "SHOW(same@(source))",
            4 => "struct { from@ a; to@ b; } both = { source, 0 }; both.b = both.a; SHOW(both.b)",
            _ => "SHOW((to@)source)",
        };
        let (before, shown_expression) = form.split_once("SHOW(").unwrap_or((form, ""));
        let print = shown(shown_expression.strip_suffix(')').unwrap_or_default());
        body.push_str(&format!("{{ from@ source = {value}; {before}{print} }}\n"));
    }
    Case::with(declarations, body)
}

/// Values of a type that another type can hold, where it could not hold each.
fn values(from: &Arithmetic, to: &Arithmetic, dice: &mut Dice) -> Vec<String> {
    let all = from.corners();
    if !from.is_integer() && to.is_integer() && to.bits > 1 {
        let held = ["0.0", "-0.0", "1.0", "0.5", "-0.75", "3.99", "7.5e0", "100.0"];
        return held.map(String::from).to_vec();
    }
    (0..6).map(|_| dice.pick(&all).clone()).collect()
}

/// Usual arithmetic conversions and promotions: the types of results.
pub fn usual(index: u64, dice: &mut Dice) -> Case {
    let count = ARITHMETIC.len() as u64;
    let pair = index.wrapping_mul(53) % (count * count);
    let (left, right) = (&ARITHMETIC[(pair / count) as usize], &ARITHMETIC[(pair % count) as usize]);
    let declarations = format!("typedef {} left@;\ntypedef {} right@;", left.name, right.name.replace('@', "_other@"));
    let both = ["x + y", "x - y", "1 ? x : y", "0 ? x : y", "y * 0 + x", "x < y", "x == y", "x && y", "(x, y)"];
    let integers = ["x & y", "x | y", "x ^ y", "x << (y & 3)", "x >> (y & 3)", "~x", "~y"];
    let mut body = format!("left@ x = {};\nright@ y = {};\n", dice.pick(&["0", "1", "2"]), dice.pick(&["0", "1", "3"]));
    for operation in both.iter().chain(["+x", "-y", "!x"].iter()) {
        body.push_str(&shown(operation));
        body.push('\n');
    }
    if left.is_integer() && right.is_integer() {
        for operation in integers {
            body.push_str(&shown(operation));
            body.push('\n');
        }
    }
    Case::with(declarations, body)
}

/// Pointers to and from integers and `_Bool`, and between pointer types.
pub fn pointers(_: u64, dice: &mut Dice) -> Case {
    let ty = &ARITHMETIC[dice.below(INTEGERS)];
    let value = dice.pick(&["0", "1", "77", "-1"]);
    let forms = [
        "show((long)(char *)source);",
        "show((unsigned char)(unsigned long)(char *)source);",
        "show((_Bool)(void *)source);",
        "{ _Bool b = (void *)source; show(b); }",
        "show((void *)source == 0);",
        "show(!(char *)source);",
        "show((char *)source ? 3 : 4);",
        "{ void *p = &source; show(*(from@ *)p == source); show(p == (char *)&source); }",
        "{ long n = (long)&source; show((from@ *)n == &source); show((unsigned long)n == (unsigned long)&source); }",
        "{ _Bool b = &source; show(b); show((_Bool)&source); }",
        "{ const volatile from@ *p = &source; show(*p == source); }",
        "{ void *p = 0; from@ *q = p; show(q == 0); show((long)q); }",
        "{ void (*f)(void) = 0; show(f == 0); f = (void (*)(void))case@; show(f == case@); show((_Bool)f); }",
        "{ from@ a[3]; show(a == &a[0]); show(&a[2] - a); show((char *)(a + 1) - (char *)a); show(sizeof a / sizeof *a); }",
        "{ unsigned __int128 n = (unsigned long)&source; show((from@ *)(unsigned long)n == &source); }",
    ];
    let mut body = format!("typedef {} from@;\nfrom@ source = ({}){value};\n", ty.name, ty.name.replace('@', "_cast@"));
    for _ in 0..4 {
        body.push_str(dice.pick::<&str>(&forms));
        body.push('\n');
    }
    Case::with("static void case@(void);", body)
}

/// Integer constants and their types.
pub fn integer_constants(_: u64, dice: &mut Dice) -> Case {
    let mut body = String::new();
    for _ in 0..4 {
        let bits = [7, 8, 15, 16, 31, 32, 33, 62, 63, 64][dice.below(10)];
        let value = match dice.below(4) {
            0 => (1u128 << bits) - 1,
            1 => (1u128 << bits) & u128::from(u64::MAX),
            2 => u128::from(dice.bits() >> dice.below(64)),
            _ => dice.below(11) as u128,
        };
        let suffixes = ["", "u", "U", "l", "L", "ul", "LU", "ll", "LL", "ull", "LLU", "uLL", "lu"];
        let suffix = dice.pick(&suffixes);
        let is_large = value > u128::from(i64::MAX as u64);
        let digits = match dice.below(4) {
            0 if !is_large => format!("{value}"),
            0 if suffix.to_ascii_lowercase().contains('u') => format!("{value}"),
            1 => format!("0{value:o}"),
            2 => format!("0b{value:b}"),
            3 => format!("0X{value:X}"),
            _ => format!("0x{value:x}"),
        };
        body.push_str(&format!("{}\n", shown(&format!("{digits}{suffix}"))));
        body.push_str(&format!("{}\n", shown(&format!("-{digits}{suffix}"))));
    }
    Case::of(body)
}

/// Floating constants and their types.
pub fn floating_constants(_: u64, dice: &mut Dice) -> Case {
    let mut body = String::new();
    for _ in 0..4 {
        let (whole, part, exponent) =
            (dice.bits() >> (20 + dice.below(44)), dice.bits() >> (30 + dice.below(34)), dice.below(61) as i64 - 30);
        let digits = match dice.below(6) {
            0 => format!("{whole}."),
            1 => format!(".{part}"),
            2 => format!("{whole}.{part}e{exponent}"),
            3 => format!("{whole}E{exponent:+}"),
            4 => format!("0x{whole:x}.{part:x}p{exponent}"),
            _ => format!("0x{part:X}P{exponent:+}"),
        };
        let suffix = dice.pick(&["", "f", "F", "l", "L"]);
        body.push_str(&format!("{}\n{}\n", shown(&format!("{digits}{suffix}")), shown(&format!("-{digits}{suffix}"))));
    }
    Case::of(body)
}
