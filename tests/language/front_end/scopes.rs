//! Scopes, storage and lifetimes (6.2.1, 6.2.4, 6.5.2.5, 6.7.1), variable arrays (6.7.6.2).

use super::case::{Case, Dice};
use super::types::ARITHMETIC;

/// How many types are small enough for atomic objects without a library.
const BASIC: usize = 12;

/// Forms with a number that is drawn.
fn some(index: u64, forms: &[(&str, &str)], count: usize, dice: &mut Dice) -> Case {
    Case::some((index, dice), forms, count, |_, dice| (String::new(), vec![("N", dice.below(7).to_string())]))
}

pub fn scopes(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        ("", "int x = 1; { int x = 2; { int x = 3; show(x); } show(x); x++; show(x); } show(x);"),
        (
            "static int g1@ = 4;",
            "int y = g1@; int g1@ = y + N; show(g1@); { extern int printf(const char *, ...); printf(\"%d\\n\", g1@); }",
        ),
        ("typedef int t1@;", "t1@ t1@ = 5; show(t1@); show(sizeof t1@);"),
        (
            "struct tag@ { int a; };",
            "struct tag@ { char b[7]; }; struct tag@ v; show(sizeof v); { struct tag@ { short c; }; show(sizeof(struct tag@)); } show(sizeof(struct tag@));",
        ),
        (
            "enum { e1@ = 3 };",
            "show(e1@); enum { e1@ = 9 }; show(e1@); { enum { e2@ = e1@ + 1, e1@ = 1 } v = e2@; show(v); show(e1@); }",
        ),
        (
            "",
            "for (int i = 0; i < 2; i++) { int i = 7; show(i); i = 3; } for (int i = N, j = i * 2; i < j; i += 2) show(i);",
        ),
        ("", "int x = sizeof x; show(x); int *p = (int *)&p; show((void *)p == &p);"),
        (
            "",
            "struct s { struct s *next; int v; } a = { &a, N }, b = { .next = &a, .v = b.next == &a }; show(a.next->v); show(b.v);",
        ),
        ("static int f3@(int a) { { int a = 3; a++; } return a; }", "show(f3@(N));"),
        (
            "static int f4@(int sizeof_array[static 2], int n, int m[n][n]) { return sizeof sizeof_array + sizeof m[0] + m[1][1]; }",
            "int a[2] = { 1, 2 }, m[2][2] = { 1, 2, 3, 4 }; show(f4@(a, 2, m));",
        ),
        (
            "struct list5@ *head5@; struct list5@ { struct list5@ *next; int v; };",
            "struct list5@ one = { 0, N }; head5@ = &one; show(head5@->v); head5@ = 0;",
        ),
        ("", "int label = N; goto label; { int label = 2; show(label); } label: show(label);"),
        (
            "",
            "struct { int x; struct { int x; } y; } x = { 1, { 2 } }; show(x.x + x.y.x); { union { int x; char y[4]; } y = { 257 }; show(y.y[1]); }",
        ),
        (
            "static int h6@(void);\nstatic int h6@(void) { static int h6@ = 3; return h6@++; }",
            "show(h6@()); show(h6@());",
        ),
        (
            "static int early7@(void) { int n = sizeof(({ extern int late7@; late7@; })); extern int late7@; late7@ = N; return n; }\nint late7@ = 1;",
            "show(early7@()); show(late7@);",
        ),
    ];
    some(index, &forms, 4, dice)
}

pub fn storage(index: u64, dice: &mut Dice) -> Case {
    let ty = ARITHMETIC[dice.below(BASIC)].name;
    let forms = [
        (
            "static int count1@(void) { static int n = N; return n++; }",
            "show(count1@()); show(count1@()); show(count1@());",
        ),
        (
            "static T *two2@(int which) { static T a, b = 5; return which ? &a : &b; }",
            "*two2@(1) += 3; show(*two2@(0)); show(*two2@(1)); show(two2@(0) != two2@(1));",
        ),
        ("", "for (int i = 0; i < 3; i++) { static T n; T m = 0; n += 2; m += 2; show(n); show(m); }"),
        (
            "static int list3@[3]; static int *into3@ = &list3@[1]; static struct { int *p; T v; } s3@ = { list3@ + 2, N };",
            "*into3@ = 5; *s3@.p = 6; show(list3@[1] * 10 + list3@[2]); show(s3@.v);",
        ),
        (
            "static void (*self4@)(void); static const char *name4@ = \"abc\" + 1; static long diff4@ = sizeof(int[N + 1]) / 2;",
            "show(!self4@); show_text(name4@); show(diff4@);",
        ),
        (
            "",
            "register int r = N; auto int a = r; volatile int v = a; v++; show(v); v += v; show(v); const int c = v; show(c);",
        ),
        ("static _Thread_local T own5@ = 3; static __thread int own6@;", "own5@++; own6@--; show(own5@); show(own6@);"),
        (
            "_Alignas(16) static char a7@; _Alignas(double) static char b7@[3];",
            "_Alignas(32) char c = N; show((unsigned long)&a7@ % 16); show((unsigned long)b7@ % 8); show((unsigned long)&c % 32); show(c);",
        ),
        (
            "static _Atomic int at8@ = N; static _Atomic(T) at9@;",
            "at8@ += 3; at8@++; show(at8@); at9@ = at8@; show(at9@); int x = at9@--; show(x); show(sizeof at9@);",
        ),
        (
            "static int recursive9@(int n) { static int depth; int here = ++depth, below = n ? recursive9@(n - 1) : 0; return here * 10 + below; }",
            "show(recursive9@(N)); show(recursive9@(1));",
        ),
        ("static T early10@; static T *const where10@ = &early10@; static T early10@ = 12;", "show(*where10@);"),
        (
            "static char *__attribute__((aligned(8))) spread12@[2];",
            "char c = N; spread12@[1] = &c; show(*spread12@[1]); int a[5] = { [1 ... 3] = N, 4 }; show(a[0] + a[2] * a[4]);",
        ),
        (
            "static const T fixed11@[] = { 1, 2, 3, N }; enum { size11@ = sizeof fixed11@ / sizeof *fixed11@ }; static char bytes11@[size11@];",
            "show(sizeof bytes11@); show(fixed11@[3]);",
        ),
    ];
    let forms: Vec<(String, String)> = forms
        .into_iter()
        .map(|(declared, body)| {
            (
                declared.replace("T ", &format!("{ty} ")).replace("(T)", &format!("({ty})")),
                body.replace("T ", &format!("{ty} ")),
            )
        })
        .collect();
    let forms: Vec<(&str, &str)> = forms.iter().map(|(declared, body)| (declared.as_str(), body.as_str())).collect();
    some(index, &forms, 4, dice)
}

pub fn compound_literals(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        (
            "",
            "int *p = (int[]){ 1, 2, N }; p[0] += p[2]; show(p[0]); { int *q = (int[2]){ 7 }; show(q[1]); p = q; show(*p); }",
        ),
        (
            "struct s1@ { int a; char b[3]; };",
            "struct s1@ s = (struct s1@){ N, \"xy\" }; show(s.a); show(s.b[1]); show((struct s1@){ .b = \"q\" }.b[0]); (struct s1@){ 1 }.a; s = (struct s1@){ s.b[0], { 3 } }; show(s.a); show(s.b[0]);",
        ),
        (
            "struct s2@ { int a, b; }; static int sum2@(struct s2@ *s) { return s->a * 10 + s->b; }",
            "show(sum2@(&(struct s2@){ 1, N })); show(sum2@(&(struct s2@){ .b = 2 })); (&(struct s2@){ 5 })->b = 3;",
        ),
        ("static int *file3@ = (int[]){ 4, 5, N };", "file3@[1]++; show(file3@[1]); show(file3@[2]);"),
        (
            "",
            "int total = 0; for (int i = 0; i < 3; i++) { int *p = &(int){ i * N }; total += (*p)++; total += *p; } show(total);",
        ),
        (
            "",
            "int i = 0; int *old = 0; again@: ; int *p = &(int){ i }; if (i++ < 2) { old = p; *p += 10; goto again@; } show(*p); show(old == p);",
        ),
        (
            "",
            "show(sizeof((char[]){ \"hello\" })); show(sizeof (int[]){ 1, 2, 3 }); show((char){ 300 }); show((int){ N }++); show(((int[3]){ [1] = N })[1]);",
        ),
        (
            "",
            "char *s = (char[]){ 'a', 'b', 0 }; s[0] = 'z'; show_text(s); show_text((char[8]){ \"abc\" } + 1); const int *c = (const int[]){ 1, N }; show(c[1]);",
        ),
        (
            "union u4@ { long l; char c[8]; };",
            "show((union u4@){ .c = { 1, 2 } }.l); union u4@ *u = &(union u4@){ 0x4142 }; show(u->c[1]);",
        ),
        (
            "static int *pick5@(int *a, int *b) { return *a > *b ? a : b; }",
            "show(*pick5@(&(int){ 4 }, &(int){ N })); int x = *pick5@((int[]){ 1, 2 } + 1, &x + 0 * (x = 5)); show(x > 0);",
        ),
        ("", "void *p = &(struct { int a; struct { char b, c; } d; }){ 1, { 'x', N } }; show(((char *)p)[5]);"),
    ];
    some(index, &forms, 4, dice)
}

pub fn variable_arrays(index: u64, dice: &mut Dice) -> Case {
    let forms = [
        (
            "",
            "int n = N + 2; int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; show(a[n - 1]); show(sizeof a); show(sizeof a / sizeof *a); n = 1; show(sizeof a);",
        ),
        (
            "",
            "int n = 2, m = N + 1; long a[n][m]; show(sizeof a); show(sizeof a[0]); show((char *)&a[1] - (char *)a); a[1][0] = 5; show(*(a[0] + m)); show(n++); show(sizeof(int[n]));",
        ),
        (
            "static int sum1@(int n, int m, int a[n][m]) { int t = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t += a[i][j]; return t + sizeof *a; }",
            "int a[2][3] = { 1, 2, 3, 4, 5, 6 }; show(sum1@(2, 3, a)); show(sum1@(3, 2, (void *)a));",
        ),
        (
            "",
            "int n = 3; typedef short t[n]; n = 7; t x; show(sizeof x); show(sizeof(t)); t *p = &x; show(sizeof *p); show(p + 1 == (t *)(x + 3));",
        ),
        (
            "",
            "int total = 0; for (int i = 1; i < 5; i++) { char a[i]; memset(a, i, sizeof a); total += a[i - 1] + sizeof a; } show(total);",
        ),
        (
            "",
            "int n = N; int i = 0; show(sizeof(int[++i])); show(i); show(sizeof(int *[2])); int m = sizeof(char[n + 1][2]); show(m); show(sizeof(n++)); show(n);",
        ),
        ("static int pass2@(int n, int a[n = 4]) { return n + (a != 0); }", "int x[4]; show(pass2@(2, x));"),
        (
            "",
            "int n = 4; int (*p)[n] = malloc(2 * sizeof *p); p[1][3] = 6; p[0][0] = n; show(p[1][3] + **p); show(&p[1] - p); show(sizeof *p); free(p);",
        ),
        ("", "int n = 1; again@: ; char a[n]; a[n - 1] = n; show(a[n - 1] + sizeof a); if (n++ < N) goto again@;"),
        (
            "",
            "int n = 2; struct { int a; } s[n]; s[1].a = N; s[0] = s[1]; show(s[0].a); __typeof__(s) r; show(sizeof r); __typeof__(int[n]) q; q[1] = 4; show(q[1]);",
        ),
    ];
    some(index, &forms, 3, dice)
}
