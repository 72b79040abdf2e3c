//! Functions and linkage (6.2.2, 6.5.2.2, 6.7.4, 6.9): parameters, results, variable arguments, files.

use super::case::{Case, Dice};
use super::types::{ARITHMETIC, NAMED_INTEGERS, shown};

/// Arguments and results of each pair of types, through prototypes, pointers and old-style definitions.
pub fn calls(index: u64, dice: &mut Dice) -> Case {
    let (first, second) = (&ARITHMETIC[(index % 20) as usize], &ARITHMETIC[dice.below(20)]);
    let declarations = format!(
        "typedef {} a@;\ntypedef {} b@;\nstatic a@ pick@(a@ x, b@ y, int which) {{ return which ? x : y; }}\n\
         static b@ swap@(a@ x, b@ y) {{ y = x; x = 0; return y; }}\n\
         static a@ (*choose@(int n))(a@, b@, int) {{ return n ? pick@ : 0; }}\n\
         static int old@(a, n) int n; char a; {{ return a + n; }}\n\
         static int depth@(int n) {{ int here = n; return n ? depth@(n - 1) + here : 0; }}\n\
         static void nothing@(int *p) {{ if (!p) return; *p += 5; }}",
        first.name,
        second.name.replace('@', "_other@")
    );
    let small = ["0", "1", "5", "100"];
    let forms = [
        shown("pick@(X, Y, 1)"),
        shown("pick@(X, Y, 0)"),
        shown("swap@(X, Y)"),
        shown("choose@(1)(X, Y, 1)"),
        shown("(*choose@(1))(X, Y, 0)"),
        "a@ (*f)(a@, b@, int) = &pick@; show(f == pick@); show((*f)(X, Y, 1) == (**f)(X, Y, 1)); show(f == choose@(1)); show(!choose@(0));".into(),
        "show(old@(X, Y));".into(),
        "show(depth@(X));".into(),
        "int n = X; nothing@(&n); nothing@(0); show(n);".into(),
        "int (*table[3])(int) = { depth@, [2] = depth@ }; show(table[2](Y)); show(!table[1]);".into(),
        "typedef int function(int); function *f = depth@; show(f(3)); show(sizeof f); show(_Generic(depth@, int (*)(int): 1, default: 2));".into(),
    ];
    let mut body = String::new();
    for _ in 0..4 {
        let text = dice.pick(&forms).replace('X', dice.pick::<&str>(&small)).replace('Y', dice.pick::<&str>(&small));
        body.push_str(&format!("{{ {text} }}\n"));
    }
    Case::with(declarations, body)
}

/// Variable arguments of each type after the default promotions, `va_copy`, lists that are passed on.
pub fn variadic(_: u64, dice: &mut Dice) -> Case {
    let promoted = [
        ("int", "show"),
        ("unsigned", "show_unsigned"),
        ("long", "show"),
        ("unsigned long", "show_unsigned"),
        ("double", "show_double"),
        ("long double", "show_long_double"),
        ("char *", "show_text"),
        ("long long", "show"),
        ("__int128", "show_wide"),
        ("struct arg@", "pair@"),
        ("struct big@", "big_pair@"),
    ];
    let values = |ty: &str, dice: &mut Dice| -> String {
        match ty {
            "int" => dice.pick(&["(char)-3", "(short)300", "(_Bool)5", "-7", "(unsigned char)200", "'x'"]).to_string(),
            "unsigned" => "4000000000u".into(),
            "double" => dice.pick(&["1.5f", "-2.25", "1e300"]).to_string(),
            "long double" => "3.25L".into(),
            "char *" => "\"text\"".into(),
            "__int128" => "((__int128)-5 << 70)".into(),
            "struct arg@" => "(struct arg@){ 3, 'c' }".into(),
            "struct big@" => "(struct big@){ { 1, 2, 3, 4 }, 5 }".into(),
            _ => format!("({ty})-{}", dice.below(1000)),
        }
    };
    let (mut steps, mut arguments) = (String::new(), String::new());
    for _ in 0..1 + dice.below(9) {
        let (ty, show) = *dice.pick(&promoted);
        steps.push_str(&format!("  {show}(__builtin_va_arg(list, {ty}));\n"));
        arguments.push_str(&format!(", {}", values(ty, dice)));
    }
    let declarations = format!(
        "struct arg@ {{ int a; char b; }};\nstruct big@ {{ long a[4]; short b; }};\n\
         static void pair@(struct arg@ s) {{ show(s.a); show(s.b); }}\nstatic void big_pair@(struct big@ s) {{ show(s.a[3]); show(s.b); }}\n\
         static void given@(__builtin_va_list list) {{\n{steps}}}\n\
         static void all@(int n, ...) {{\n  __builtin_va_list list, again;\n  __builtin_va_start(list, n);\n  __builtin_va_copy(again, list);\n\
         given@(list);\n  __builtin_va_end(list);\n  if (n) given@(again);\n  __builtin_va_end(again);\n}}\n\
         static int sum@(int count, ...) {{\n  __builtin_va_list list;\n  int total = 0;\n  __builtin_va_start(list, count);\n  while (count--) total += __builtin_va_arg(list, int);\n  __builtin_va_end(list);\n  return total;\n}}"
    );
    Case::with(
        declarations,
        format!("all@({}{arguments});\nshow(sum@(0)); show(sum@(3, 1, (char)2, -3));", dice.below(2)),
    )
}

/// Names with external, internal and no linkage across three files.
pub fn linkage(index: u64, dice: &mut Dice) -> Case {
    let ty = &ARITHMETIC[dice.below(NAMED_INTEGERS)];
    let name = ty.name;
    let parts = [
        (
            "extern T shared@; int get@(void);",
            "show(shared@); shared@ = 3; show(get@());",
            "T shared@ = 7; int get@(void) { return shared@; }",
            "",
        ),
        (
            "extern int list@[]; int size@(void);",
            "show(list@[2]); list@[1] = 9; show(size@());",
            "int list@[4] = { 1, 2, 3 }; int size@(void) { return sizeof list@ / sizeof *list@ + list@[1]; }",
            "",
        ),
        (
            "T next@(T);",
            "show(next@(5)); show(next@(6));",
            "T twice@(T); T next@(T x) { static T calls; return twice@(x) + ++calls; }",
            "T twice@(T x) { return x * 2; }",
        ),
        (
            "int tentative@; int tentative@; static int mine@; static int mine@ = 4;",
            "show(tentative@); show(mine@);",
            "extern int tentative@; int other@(void) { return tentative@; }",
            "",
        ),
        (
            "struct s@; struct s@ *make@(int); int look@(struct s@ *);",
            "show(look@(make@(5)));",
            "struct s@ { int a, b; }; static struct s@ only@; struct s@ *make@(int n) { only@.b = n; return &only@; }",
            "struct s@ { int a, b; }; int look@(struct s@ *s) { return s->a * 10 + s->b; }",
        ),
        (
            "extern int (*hook@)(int); int call@(int);",
            "show(!hook@); show(call@(1)); hook@ = call@; show(hook@ == call@);",
            "int (*hook@)(int); int call@(int n) { return hook@ ? hook@(n) : n + 40; }",
            "",
        ),
        (
            "inline int quick@(int n) { return n + 1; } extern inline int quick@(int n); int also@(int);",
            "show(quick@(1)); show(also@(1));",
            "int quick@(int); int also@(int n) { return quick@(n) * 2; }",
            "",
        ),
        (
            "static inline int quick@(int n) { static int c; return n + ++c; }",
            "show(quick@(1)); show(quick@(1)); { extern int far@; show(far@); }",
            "int far@ = 12;",
            "",
        ),
        ("extern const T table@[3];", "show(table@[0] + table@[2]);", "const T table@[] = { 1, [2] = 5 };", ""),
        (
            "extern char text@[]; char *tail@(void);",
            "show_text(text@); show(tail@() - text@); text@[0] = 'J'; show_text(tail@() - 3);",
            "char text@[] = \"hello\"; char *tail@(void) { return &text@[3]; }",
            "",
        ),
        (
            "int a@ = 1; static int f@(void) { extern int a@; { int a@ = 5; { extern int b@; return a@ + b@; } } }",
            "show(f@());",
            "int b@ = 30;",
            "",
        ),
        (
            "enum color@ { red@, green@ = 5 }; enum color@ mix@(enum color@);",
            "show(mix@(green@));",
            "enum color@ { red@, green@ = 5 }; enum color@ mix@(enum color@ c) { return c == green@ ? red@ : green@; }",
            "",
        ),
        (
            "_Thread_local T local@ = 6; T *where@(void);",
            "show(local@); *where@() = 8; show(local@);",
            "extern _Thread_local T local@; T *where@(void) { return &local@; }",
            "",
        ),
    ];
    let (declared, body, second, third) = parts[(index % parts.len() as u64) as usize];
    let text = |part: &str| match part {
        "" => String::new(),
        part => format!(
            "typedef {name} T@;
{}",
            part.replace("T ", "T@ ").replace("(T)", "(T@)")
        ),
    };
    let mut case = Case::with(text(declared), body);
    case.files[1] = text(second);
    case.files[2] = text(third);
    case
}
