//! Expressions other than arithmetic (6.5): evaluation and its order, records, arrays, pointers, `sizeof`, `_Generic`; GNU's forms.

use super::case::{Case, Dice};
use super::types::{ARITHMETIC, INTEGERS, NAMED_INTEGERS, shown};

const TRACE: &str = "static int trail@[64], steps@;\nstatic int at@(int place, int value) { trail@[steps@++] = place; return value; }\n\
    static void told@(void) { for (int i = 0; i < steps@; i++) printf(\"%d \", trail@[i]); printf(\"\\n\"); steps@ = 0; }";

/// An expression in which order is defined: what is evaluated, and when.
fn ordered(dice: &mut Dice, depth: usize, place: &mut usize) -> String {
    *place += 1;
    let here = *place;
    if depth == 0 {
        return format!("at@({here}, {})", dice.below(3));
    }
    let kind = dice.below(12);
    let mut part = |dice: &mut Dice| ordered(dice, depth - 1, place);
    match kind {
        0 => format!("({} && {})", part(dice), part(dice)),
        1 => format!("({} || {})", part(dice), part(dice)),
        2 => format!("({}, {})", part(dice), part(dice)),
        3 => format!("({} ? {} : {})", part(dice), part(dice), part(dice)),
        4 => format!("({} ?: {})", part(dice), part(dice)),
        5 => format!("at@({here}, {})", part(dice)),
        6 => format!("!{}", part(dice)),
        7 => format!("({} + {here})", part(dice)),
        8 => format!("({{ int t = {}; t + {}; }})", part(dice), part(dice)),
        9 => format!("(x = {here}, {})", part(dice)),
        10 => format!("({} == {here})", part(dice)),
        _ => format!("(int)sizeof(at@({here}, {}))", part(dice)),
    }
}

pub fn order(_: u64, dice: &mut Dice) -> Case {
    let mut body = String::from("int x = 0;\n");
    for _ in 0..3 {
        let mut place = 0;
        let depth = 2 + dice.below(3);
        let text = ordered(dice, depth, &mut place);
        // The trail is as long as an expression may make it.
        if place > 60 {
            continue;
        }
        let statement = match dice.below(5) {
            0 => format!("if ({text}) show(1); else show(0);"),
            1 => format!("int t[3] = {{ 5, 6, 7 }}; show(t[(unsigned)({text}) % 3]);"),
            2 => format!("{text};"),
            3 => format!("(void)({text}); show(x);"),
            _ => format!("show({text});"),
        };
        body.push_str(&format!("{{ {statement} told@(); }}\n"));
    }
    Case::with(TRACE, body)
}

/// Forms with names of types and values that are drawn.
fn drawn(index: u64, forms: &[(&str, &str)], types: usize, dice: &mut Dice) -> Case {
    Case::some((index, dice), forms, 3, |at, dice| {
        let ty = ARITHMETIC[dice.below(types)].name.replace('@', &format!("{at}_@"));
        let (number, name) = (dice.below(5).to_string(), format!("T{at}_@"));
        (format!("typedef {ty} {name};\n"), vec![("TYPE", name), ("N", number)])
    })
}

pub fn records(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        (
            "struct p1@ { TYPE a; char pad; TYPE b; }; static struct p1@ make1@(int n) { struct p1@ s = { n, 'x', n + 1 }; return s; }\nstatic int use1@(struct p1@ s) { s.a += 1; return s.a == s.b; }",
            "struct p1@ x = make1@(N), y; y = x; y.a = 0; show(use1@(x)); show(x.b == make1@(N).b); show(y.pad); (y = x).a; show((y = x).pad); show(use1@((0, y)));",
        ),
        (
            "struct p2@ { int a[3]; struct { TYPE c; } in; };",
            "struct p2@ s = { { 1, 2, 3 }, { N } }, t[2] = { s }; t[1] = t[0]; t[0].a[1] = 9; show(t[1].a[1]); show(t[1].in.c == s.in.c); struct p2@ *p = t + 1, *q = &*p; *p = *t; show(p->a[1]); show((*q).a[1]); show((&t[0])->a[2]); show((1 ? s : t[0]).a[1]);",
        ),
        (
            "union u3@ { TYPE t; unsigned char bytes[sizeof(TYPE)]; };",
            "union u3@ u = { N }, v = u; show(v.bytes[0]); u.bytes[0] = 1; show(u.t == 1); v = u; show(v.t == u.t); show(sizeof u);",
        ),
        (
            "struct p4@ { int n; struct { int a; union { int b; char c; }; }; };",
            "struct p4@ s = { 1, { 2, { 3 } } }; s.b += N; show(s.a); show(s.b); s.c = 7; show(s.b & 255); struct p4@ *p = &s; p->a = p->b; show((*p).a > 0);",
        ),
        (
            "struct p5@ { int a, b; }; static struct p5@ swap5@(struct p5@ s) { return (struct p5@){ s.b, s.a }; }",
            "struct p5@ s = { 1, N }; s = swap5@(s); show(s.a); show(swap5@(swap5@(s)).b); struct p5@ list[2] = { swap5@(s), s }; list[0] = list[1] = swap5@(list[0]); show(list[0].a * 10 + list[1].b); const struct p5@ c = s; show(c.b);",
        ),
        (
            "struct flex6@ { int n; TYPE list[]; };",
            "struct flex6@ *p = malloc(sizeof *p + 4 * sizeof(TYPE)); p->n = 4; p->list[3] = 1; show(sizeof *p); show(p->list[3] == 1); struct flex6@ s = *p; show(s.n); free(p);",
        ),
        (
            "struct p7@ { char c; TYPE t; } __attribute__((packed)); struct q7@ { struct p7@ p[2]; short s; };",
            "struct q7@ q = { { { 1, 1 }, { 2, 0 } }, 3 }, r; r = q; show(sizeof q); show(r.p[1].c); show(r.p[0].t == 1); r.p[1].t++; show(r.p[1].t == 1); show(__builtin_offsetof(struct q7@, p[1].t));",
        ),
        (
            "struct p8@ { int x; }; static struct p8@ g8@ = { 3 }; static struct p8@ *get8@(int *n) { ++*n; return &g8@; }",
            "int n = 0; get8@(&n)->x += N; get8@(&n)->x++; show(g8@.x); show(n); struct p8@ s = *get8@(&n); *get8@(&n) = (struct p8@){ 8 }; show(s.x); show(get8@(&n)->x);",
        ),
        (
            "struct big9@ { long a[20]; }; static struct big9@ fill9@(long n, struct big9@ s) { for (int i = 0; i < 20; i++) s.a[i] += n + i; return s; }",
            "struct big9@ s = { { N } }; s = fill9@(2, fill9@(1, s)); show(s.a[0]); show(s.a[19]); show(fill9@(0, s).a[3]);",
        ),
    ];
    drawn(index, &forms, INTEGERS, dice)
}

pub fn layouts(_: u64, dice: &mut Dice) -> Case {
    let mut members = String::new();
    let mut asked = String::new();
    for number in 0..2 + dice.below(5) {
        let ty = ARITHMETIC[dice.below(ARITHMETIC.len())].name.replace('@', &format!("{number}_@"));
        let suffix = dice.pick(&["", "", "[3]", "[2][2]"]);
        let alignment = *dice.pick(&[
            "",
            "",
            "",
            " __attribute__((packed))",
            " __attribute__((aligned(16)))",
            " __attribute__((aligned(2)))",
        ]);
        match dice.below(7) {
            0 => members.push_str(&format!("  struct {{ {ty} i{number}; char j{number}; }}{alignment};\n")),
            1 => members.push_str(&format!("  int : {};\n", dice.below(33))),
            2 => members
                .push_str(&format!("  _Alignas({}) char m{number};\n", dice.pick(&["8", "int", "long double", "0"]))),
            _ => {
                members.push_str(&format!("  {ty} m{number}{suffix}{alignment};\n"));
                asked.push_str(&format!("show(__builtin_offsetof(type@, m{number}));\n"));
                asked.push_str(&format!(
                    "show((char *)&value.m{number} - (char *)&value); show(sizeof value.m{number});\n"
                ));
            }
        }
    }
    if dice.once_in(4) {
        members.push_str("  _Static_assert(sizeof(int) == 4, \"size\");\n");
    }
    let attributes = dice.pick(&[
        "",
        "",
        " __attribute__((packed))",
        " __attribute__((packed, aligned(4)))",
        " __attribute__((aligned(8)))",
    ]);
    let keyword = dice.pick(&["struct", "struct", "struct", "union"]);
    let declarations = format!("typedef {keyword} record@ {{\n  char first;\n{members}}}{attributes} type@;");
    let body = format!(
        "type@ value, list[2];\nshow(sizeof value); show(_Alignof(type@)); show(__alignof__(value));\n{asked}show((char *)&list[1] - (char *)list);"
    );
    Case::with(declarations, body)
}

pub fn sizes(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        (
            "",
            "TYPE x = N; show(sizeof x); show(sizeof(TYPE)); show(sizeof(TYPE[3])); show(sizeof(TYPE *)); show(sizeof &x); show(sizeof x++); show(x == N); show(sizeof -x); show(sizeof(x, x)); show(sizeof(1 ? x : 1));",
        ),
        (
            "",
            "int a[3][N + 2]; show(sizeof a); show(sizeof a[0]); show(sizeof *a); show(sizeof **a); show(sizeof(a + 0)); show(sizeof &a); show(sizeof(*&a)); show(sizeof 0[a]);",
        ),
        (
            "static TYPE f@(void) { show(99); return 0; }",
            "show(sizeof f@()); show(sizeof(f@() + 1)); show(_Alignof(TYPE)); show(__alignof__(TYPE)); show(__alignof__(f@())); show(sizeof(sizeof(int)));",
        ),
        (
            "",
            "show(sizeof 'a'); show(sizeof \"abc\"); show(sizeof(char)); show(sizeof 1.0f); show(sizeof(long double)); show(sizeof(1 == 1)); show(sizeof 1ull); show(sizeof(void (*)(int))); show(sizeof (int){ 3 }); show(-1 < sizeof(int));",
        ),
        (
            "struct s@ { TYPE t; struct s@ *next; char c[N + 1]; };",
            "show(sizeof(struct s@)); show(sizeof ((struct s@ *)0)->c); show(sizeof((struct s@ *)0)->next->t); show(__builtin_offsetof(struct s@, c[1])); show(sizeof(struct { TYPE a; }));",
        ),
        (
            "_Static_assert(sizeof(TYPE) > 0, \"size\");",
            "_Static_assert(_Alignof(TYPE) <= 16, \"alignment\"); char array[sizeof(TYPE) * 2]; show(sizeof array); enum { size = sizeof(TYPE) + N }; show(size); switch (sizeof(TYPE)) { case sizeof(char): show(1); break; case sizeof(long): show(8); break; default: show(0); }",
        ),
        (
            "",
            "typedef int F(int); F *f; show(sizeof f); typedef TYPE A[N + 1]; show(sizeof(A)); A a = { 0 }; show(sizeof a / sizeof(a[0])); show(sizeof(A[2]));",
        ),
    ];
    drawn(index, &forms, INTEGERS, dice)
}

pub fn types(index: u64, dice: &mut Dice) -> Case {
    let generic = "_Generic((X), unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, float: 13, double: 14, long double: 15, default: 22)";
    let expressions = [
        "x",
        "+x",
        "x + x",
        "&x",
        "(TYPE)1",
        "x, x",
        "1 ? x : x",
        "x = 1",
        "x++",
        "a",
        "&a",
        "a[0]",
        "&a[0]",
        "a + 1",
        "(const int *)a",
        "\"s\"",
        "'c'",
        "(void *)0",
        "x == x",
        "!x",
        "~1",
        "sizeof x",
        "&a[1] - a",
        "1 ? 0 : a",
        "1 ? a : (void *)0",
        "1 ? (void *)a : a",
        "f@",
        "&f@",
        "*f@",
        "f@(1)",
        "1.0f",
        "1.0",
        "1 ? 1 : 1.0",
        "L'a'",
        "u'a'",
        "U'a'",
        "c",
        "&c",
        "s.w + 1",
        "+s.w",
        "({ x; })",
        "0 ? (char)1 : (short)2",
        "x << 1L",
        "(float)1 + 1L",
        "e@",
        "(enum t@)0",
    ];
    let mut body =
        String::from("TYPE x = 1; int a[3] = { 0 }; const int c = 2; struct { unsigned w : 3; } s = { 5 };\n");
    for _ in 0..8 {
        body.push_str(&format!("show({});\n", generic.replace('X', dice.pick::<&str>(&expressions))));
    }
    let typeofs = [
        "__typeof__(x) y = 3; y++; show(y > x); show(sizeof y);",
        "typeof(int *) p = a, q = p + 1; show(q - p); typeof(*p) r = 5; show(r);",
        "typeof(x + 0) y = -1; show(y < 0); typeof(x++) z = 4; show(x == 1); show(z == 4);",
        "typeof(int[3]) b = { 1, 2, 3 }; show(sizeof b); typeof(a) d; show(sizeof d); typeof(&a[0]) e = b; show(e[2]);",
        "show(__builtin_types_compatible_p(TYPE, int)); show(__builtin_types_compatible_p(typeof(x), TYPE)); show(__builtin_types_compatible_p(int[], int[5]));",
        "typeof(f@) *g = f@; show(g(2)); typeof(f@(1)) h = 7; show(h); const typeof(x) k = 1; show(k == 1);",
        "show(__builtin_choose_expr(sizeof(x) == 4, 1, 2)); show(__builtin_constant_p(3));",
        "show(({ int t = 0; for (int i = 0; i < 4; i++) t += i; t; })); show(({ a[1] = 4; a; })[1]); ({ ; }); show(({ struct { int m; } v = { 6 }; v; }).m);",
    ];
    body.push_str(typeofs[(index % typeofs.len() as u64) as usize]);
    let ty = ARITHMETIC[dice.below(NAMED_INTEGERS)].name;
    let declarations = "static int f@(int n) { return n * 2; }\nenum t@ { e@ = 3 };";
    Case::with(declarations, body.replace("TYPE", ty))
}

pub fn pointers(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        (
            "",
            "TYPE a[5] = { 0, 1, 0, 1, 1 }; TYPE *p = a + 1, *q = &a[N]; show(q - p); show(*p == 1); show(p < q); show(p[-1] == 0); show(*p++ == 1); show(p - a); show(*--p == 1); p += 2; show(p - a); p -= 1; show(&p[2] == a + 4); show(2[a] == a[2]); show(*&*p == *p);",
        ),
        (
            "",
            "int a[2][3][2] = { 0 }; int (*p)[3][2] = a; p[1][2][1] = N; show(a[1][2][1]); show(*(*(*(a + 1) + 2) + 1)); show(p + 1 == &a[1]); show((int *)(p + 1) - (int *)p); show(sizeof *p); int *flat = &a[0][0][0]; show(flat == a[0][0]); show((&a)[1] == &a[2]);",
        ),
        (
            "",
            "TYPE x = 1, *p = &x, **pp = &p, *const *cp = &p; **pp = 0; show(x == 0); *cp[0] = 1; show(*p == 1); show(&*p == p); show(&**pp == &x); show(!p); show(p && *p); show(p == (void *)&x);",
        ),
        (
            "static int inc@(int n) { return n + 1; } static int dec@(int n) { return n - 1; } static int apply@(int f(int), int n) { return f(n); }",
            "int (*table[2])(int) = { inc@, dec@ }; show(table[N % 2](5)); show(apply@(table[0], 1)); int (*(*pp)[2])(int) = &table; show((*pp)[1](1)); show((N ? inc@ : dec@)(3)); show(table[0] != table[1]);",
        ),
        (
            "",
            "char text[] = \"hello\", *p = text, c; int n = 0; while ((c = *p++)) n += c == 'l'; show(n); show(p - text); for (p = text; *p; p++) *p -= 32; show_text(text); show(N);",
        ),
        (
            "",
            "long w = 0x1122334455667788; unsigned char *b = (unsigned char *)&w; show(b[0]); show(b[7]); b[N] = 0; show(w); show(*(unsigned char *)&w); void *v = &w; show(*(long *)v == w); show((char *)v + 1 > (char *)v);",
        ),
        (
            "struct n@ { struct n@ *next; int v; };",
            "struct n@ a = { 0, 1 }, b = { &a, 2 }, *p = &b; show(p->next->v); p->next->v += N; show(a.v); show((*(*p).next).v); (p = p->next)->v = 9; show(a.v); show(&p->v == &a.v); show(b.next == p ? p->v : -1);",
        ),
        (
            "",
            "int a[4] = { 1, 2, 3, 4 }, *p = a; int x = *p++ + 10; show(x); x = (*p)++; show(x); show(a[1]); x = *++p; show(x); x = ++*p; show(x); show(p - a); a[0] = 1; a[3] -= a[0] += 2; show(a[3]);",
        ),
        (
            "",
            "int x = N, y; y = x = 3; show(y); y = (x += 2) * 2; show(y); int z = (x++, x + y); show(z); char c = x = 300; show(c); show(x); show((c = 511)); unsigned char u; int w = u = -1; show(w); x = y = z = 0; show(x | y | z);",
        ),
    ];
    drawn(index, &forms, NAMED_INTEGERS, dice)
}

pub fn enumerations(_: u64, dice: &mut Dice) -> Case {
    let value = dice.pick(&[
        "-1",
        "0",
        "5",
        "0x7fffffff",
        "0x80000000",
        "-2147483647 - 1",
        "4294967295u",
        "0x100000000",
        "'a'",
        "sizeof(int)",
        "1 << 4",
        "(char)200",
        "~0",
        "0xffffffffffffffff",
        "-1L",
        "3 ? 2 : 1",
    ]);
    let next = if value.contains("fff") || value.contains("4294967295u") { "c@ = 3" } else { "c@" };
    let packed = dice.pick(&["", "", " __attribute__((packed))"]);
    let declarations = format!("enum{packed} e@ {{ a@, b@ = {value}, {next}, d@ = b@ }};");
    let mut body = String::from("enum e@ v = b@, w[2] = { c@, a@ };\nshow(sizeof v); show(sizeof(enum e@));\n");
    for expression in ["a@", "b@", "c@", "d@", "v", "v + 1", "v < 0", "w[0]", "-v", "v > a@ ? v : a@", "(enum e@)1"] {
        if dice.once_in(2) {
            body.push_str(&format!("{}\n", shown(&format!("({expression}) + 0"))));
        }
    }
    body.push_str(
        "v = 1; v <<= 1; show(v); v++; show(v); show(v == 3); struct { enum e@ f : 3; } s = { 2 }; show(s.f);",
    );
    Case::with(declarations, body)
}
