//! Which guards are predicates where only those count that matter to what is asked.

use std::collections::BTreeSet;

use damson::abstraction::{AbstractionTask, GuardScope, abstract_procedure};
use damson::base::{Budget, SourceMap};
use damson::logic::display::Printer;
use damson::pipeline::{self, Input};
use damson::program::LocationId;
use damson::simplify::RuleSet;

/// The predicates of a procedure, with all guards or with those that matter. `also`: lines of branches that are known to matter.
fn predicates(program: &str, specification: &str, is_cone: bool, also: &[usize]) -> BTreeSet<String> {
    let mut sources = SourceMap::new();
    let program = sources.add("f.c", program);
    let input =
        Input { specification: Some(sources.add("f.spec", specification)), entry: Some("f"), ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.ok_or_else(|| diagnostics.render(&sources)).expect("the input is right");
    let rules = RuleSet::embedded().expect("rules");
    let flowchart = prepared.program.flowchart(prepared.entry).expect("a body");
    let line = |at: &LocationId| sources.position(flowchart.location(*at).span).line as usize;
    let also: BTreeSet<LocationId> = flowchart.locations().filter(|at| also.contains(&line(at))).collect();
    let task = AbstractionTask {
        program: &prepared.program,
        entry: prepared.entry,
        specification: &prepared.specification,
        hints: &[],
        bound: 20,
        most_pairs: damson::reason::Limit::Pairs.default_count(),
        rules: &rules,
        check_accesses: false,
        cut: None,
        known: None,
        guards: if is_cone { GuardScope::Cone { also: &also } } else { GuardScope::All },
    };
    let found = abstract_procedure(task, &Budget::unlimited()).expect("the program can be abstracted");
    let symbols = prepared.specification.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let printer = Printer::new(&found.arena, &prepared.program, &symbols);
    found.pairs.keys().map(|(atom, _)| printer.atom(*atom)).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

const TWO_TESTS: &str = "int f(int a, int b) {
    int r = 0, s = 0;
    if (a == 5) s = 1;
    if (r == 7) r = r - b;
 L: return r;
}";

#[test]
fn a_test_of_what_nobody_asks_for_is_left_out() {
    let asked = "assert r == 0 @ L;";
    assert!(predicates(TWO_TESTS, asked, false, &[]).contains("a == 5"));
    // The second test decides what becomes of `r`, and both name it.
    let cone = predicates(TWO_TESTS, asked, true, &[]);
    assert!(!cone.contains("a == 5") && cone.contains("r == 7"), "{cone:?}");
}

#[test]
fn a_test_that_is_known_to_matter_is_a_predicate() {
    let cone = predicates(TWO_TESTS, "assert r == 0 @ L;", true, &[3]);
    assert!(cone.contains("a == 5"), "{cone:?}");
}

#[test]
fn a_loop_matters_where_it_moves_what_is_asked_about() {
    let walk = "typedef struct node { struct node *n; int d; } Node;
        void f(Node *x, Node *y, int k) { while (x && x->d != k) x = x->n; L: ; }";
    // Where the loop ends says nothing of `y`: with all guards the predicates grow with each iteration.
    assert_eq!(predicates(walk, "assert y == NULL @ L;", true, &[]), set(&["y == NULL"]));
    let all = predicates(walk, "assert y == NULL @ L;", false, &[]);
    assert!(all.contains("x->n->n == NULL") && all.contains("k == x->n->n->d"), "{all:?}");
    assert!(predicates(walk, "assert x == y @ L;", true, &[]).contains("x->d == k"));
}
