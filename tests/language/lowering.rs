//! Lowering: `lowering/ok/` holds programs and their flowcharts, `lowering/err/` mistakes and the messages about
//! them, `lowering/inline/` programs and the flowchart of their entry with all calls inlined.

use std::path::Path;

use damson::base::{Diagnostics, SourceMap};
use damson::ctype::DataModel;
use damson::frontend;
use damson::program::{Program, display, lower};

/// Parses and lowers a file of the tests.
fn load(path: &Path) -> (SourceMap, Program, Diagnostics) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    load_text(&name, &std::fs::read_to_string(path).unwrap())
}

fn load_text(name: &str, text: &str) -> (SourceMap, Program, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    (sources, program, diagnostics)
}

#[test]
fn programs_become_flowcharts() {
    insta::glob!("../lowering/ok", "*.c", |path| {
        let (sources, program, diagnostics) = load(path);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        insta::assert_snapshot!(format!(
            "{}{}",
            diagnostics.render(&sources),
            display::program_text(&program, &sources)
        ));
    });
}

#[test]
fn mistakes_give_messages() {
    insta::glob!("../lowering/err", "*.c", |path| {
        let (sources, _, diagnostics) = load(path);
        assert!(diagnostics.has_errors(), "{} has no error", path.display());
        insta::assert_snapshot!(diagnostics.render(&sources));
    });
}

/// The flowchart of the entry with all calls inlined, or the messages that say why not.
fn inlined(path: &Path) -> String {
    let (sources, program, diagnostics) = load(path);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let entry = damson::program::select_entry(&program, &sources, None).unwrap();
    match damson::program::inline::inline(&program, entry, &sources) {
        Ok(program) => display::text(&program, entry, &sources),
        Err(diagnostics) => diagnostics.render(&sources),
    }
}

#[test]
fn calls_are_inlined() {
    insta::glob!("../lowering/inline", "*.c", |path| insta::assert_snapshot!(inlined(path)));
}

#[test]
fn the_entry_is_main_or_the_only_function_or_the_one_asked_for() {
    let entry = |text: &str, name: Option<&str>| {
        let (sources, program, _) = load_text("entry.c", text);
        match damson::program::select_entry(&program, &sources, name) {
            Ok(id) => program.functions[id].name.clone(),
            Err(error) => error.message,
        }
    };
    assert_eq!(entry("void f(void); void g(void) { }", None), "g");
    assert_eq!(entry("void g(void) { } int main(void) { }", None), "main");
    assert_eq!(entry("void f(void) { } int main(void) { }", Some("f")), "f");
    assert_eq!(entry("void f(void);", None), "the program has no function with a body");
    assert_eq!(entry("void f(void) { } void g(void) { }", None), "there is no 'main'; choose one with --entry: f, g");
    assert_eq!(entry("void f(void) { }", Some("h")), "there is no function 'h'; there are: f");
}

/// The type and the printed form of an expression of a specification about the only function.
fn resolved(text: &str, expression: &str) -> String {
    let (mut sources, mut program, diagnostics) = load_text("scope.c", text);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let entry = damson::program::select_entry(&program, &sources, None).unwrap();
    let file = sources.add("spec", expression);
    let parsed = frontend::parse_expression(&sources, file).unwrap();
    match lower::expression(&mut program, entry, &|_| None, &parsed) {
        Ok(expr) => format!("{}: {}", display::expression(&program, &expr), program.types.display(expr.ty)),
        Err(error) => error.message,
    }
}

#[test]
fn specifications_name_what_the_function_can_see() {
    let text = "typedef struct node { struct node *n; } Node; enum { seven = 7 }; Node *head; int count(int);
        int f(Node *x, int k) { { int twice; } { int twice; int once; } static int calls; int a[3]; return k; }";
    assert_eq!(resolved(text, "x->n == NULL"), "x->n == NULL: int");
    assert_eq!(resolved(text, "head != 0"), "head != NULL: int");
    assert_eq!(resolved(text, "&x->n"), "&x->n: struct node **");
    assert_eq!(resolved(text, "calls + a[k]"), "calls + a[k]: int");
    assert_eq!(resolved(text, "k > seven"), "7 < k: int");
    assert_eq!(resolved(text, "(struct node *)x"), "x: struct node *");
    assert_eq!(resolved(text, "sizeof(struct node)"), "8: unsigned long");
    let ambiguous = "'twice' is ambiguous: several declarations in or around the function have this name: rename the others in the program";
    assert_eq!(resolved(text, "twice"), ambiguous);
    assert_eq!(resolved(text, "once"), "once: int");
    let short_lived = "the address of 'once', which lives in a part of the function only";
    assert_eq!(resolved(text, "&once"), short_lived);
    assert_eq!(resolved(text, "absent"), "'absent' is not declared");
    assert_eq!(resolved(text, "k++"), "an expression with side effects or control flow");
    assert_eq!(resolved(text, "x->m"), "'struct node' has no member 'm'");
}

/// What a block declares may be what a specification means, or not: it does not say where its names are looked up.
#[test]
fn names_that_blocks_declare_anew_are_ambiguous() {
    let text = "typedef int T; struct s { int i; }; enum { seven = 7, eight = 8 };
        void other(void) { enum { nine = 9, ten = 1 }; }
        int main(int a) {
            int n = a;
            typedef signed char T; struct s { int i, j; }; enum { seven = 70, nine = 90 };
            int array[n], table[2][n];
            return a;
        }";
    let ambiguous = |name: &str| {
        let rest = "several declarations in or around the function have this name: rename the others in the program";
        format!("'{name}' is ambiguous: {rest}")
    };
    for (value, name) in [("sizeof(T)", "T"), ("sizeof(struct s)", "s"), ("a + seven", "seven")] {
        assert_eq!(resolved(text, value), ambiguous(name));
    }
    assert_eq!(resolved(text, "a + nine + eight"), "a + 90 + 8: int");
    assert_eq!(resolved(text, "ten"), "'ten' is not declared");
    // The sizes of arrays are known where the program computes them only.
    assert_eq!(resolved(text, "array[a]"), "array[a]: int");
    assert_eq!(resolved(text, "sizeof(array[0])"), "4: unsigned long");
    assert_eq!(resolved(text, "sizeof array"), "the size of 'int []' is unknown: the type is incomplete");
    assert_eq!(resolved(text, "table[0][1]"), "arithmetic on 'int [*] *', a pointer to an incomplete type");
}

/// The number of a variable in an operand that is not evaluated is that of another one later.
#[test]
fn variables_behind_an_array_in_sizeof_are_no_arrays() {
    let text = "int main(void) {
            int n = 3, y = 7;
            unsigned long k = sizeof(({ int a[n]; a[0] = 1; sizeof a; }));
            int *p = &y, *q = &y, *r = &y, *s = &y;
            p = q, q = r, r = s, s = p;
            return *p;
        }";
    let (sources, _, diagnostics) = load_text("sizeof.c", text);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
}

/// A deep tree of every recursive construct must not overflow the stack.
#[test]
fn deep_programs_are_lowered() {
    let nested = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    for body in [
        nested("if (x) ", ";", "", 900),
        nested("{ int y;", "", "}", 250),
        format!("x = {};", nested("- ", "x", "", 900)),
        format!("x = x{};", " + x".repeat(900)),
        format!("x = {}0;", "x ? 1 : ".repeat(900)),
        format!("if (x{}) x = 1;", " && x".repeat(900)),
        format!("x = {};", nested("sizeof ", "x", "", 900)),
    ] {
        let text = format!("void f(int x) {{ {body} }}");
        let (sources, program, diagnostics) = load_text("deep.c", &text);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        let entry = damson::program::select_entry(&program, &sources, None).unwrap();
        assert!(damson::program::inline::inline(&program, entry, &sources).is_ok());
    }
}
