//! Procedures that are called in any typed state: the shape analysis describes every state of their runs.
//!
//! Each procedure is started in every state of up to three nodes, and in larger random ones. Each state of each run must be
//! described by a configuration that the analysis has at that location, symbolic constants included, and each error of memory
//! must be among the findings. What the analysis says of a specification must hold in these runs as well: that is checked for
//! all models (`models.rs`) and for random programs (`random_programs`).
//!
//! `DAMSON_NODES=n` starts in every state of up to `n` nodes, and tries more specifications.

use crate::assumed::Assumed;
use crate::support;
use damson::base::{Budget, SourceMap, Span};
use damson::engine::evidence::Broken;
use damson::pipeline::confirm::{self, SearchBounds};
use damson::pipeline::{self, Input, Prepared};
use damson::program::FaultKind;
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Fault, Interpreter, Random, State, StepOutcome};
use damson::smg::check::concretisation::Concretised;
use damson::smg::{self, Analysis, Settings};

/// Runs from one state: free choices make different ones.
const RUNS: usize = 2;
/// Steps of a run.
const STEPS: usize = 60;
/// Larger states.
const RANDOM_STATES: usize = 150;

/// What all procedures share.
const TYPES: &str = "typedef struct Node { int d; struct Node *n; } Node;
typedef struct Pair { Node *head, *tail; int count; } Pair;
typedef struct Tree { struct Tree *left, *right; } Tree;
typedef struct Double { struct Double *next, *prev; int d; } Double;
typedef struct Back { struct Back *prev, *next; } Back;
typedef struct Ends { Double *head, *tail; } Ends;
void *malloc(unsigned long);
void free(void *);
int nondet(void);
";

fn prepared(text: &str, specification: &str) -> (SourceMap, Prepared) {
    let mut sources = SourceMap::new();
    let text = format!("{TYPES}{text}").replace("NULL", "((void *)0)");
    let program = sources.add("subject.c", text);
    let specification = Some(sources.add("subject.spec", specification));
    let input = Input { specification, entry: Some("subject"), ..Input::of(program) };
    let (prepared, problems) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    (sources, prepared)
}

fn analysis(prepared: &Prepared) -> Analysis {
    let question = prepared.question();
    let settings = Settings { keeps: true, ..Settings::default() };
    smg::analyse(question, &settings, &settings.proving(), &Budget::unlimited())
}

struct Judge<'a> {
    prepared: &'a Prepared,
    sources: &'a SourceMap,
    analysis: &'a Analysis,
    states: usize,
    errors: usize,
}

impl Judge<'_> {
    fn run(&mut self, start: &State, random: &mut Random) {
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let flowchart = program.flowchart(entry).expect("a body");
        let interpreter = Interpreter::new(program);
        let (mut state, mut location) = (start.clone(), flowchart.entry);
        for _ in 0..STEPS {
            self.states += 1;
            let concretised = self.analysis.kept.concretises(program, &state, location, None);
            let here = flowchart.location(location).span;
            if let Concretised::No(reason) = concretised {
                let line = self.sources.position(here);
                let known = self.analysis.kept.describe(program, &state, location);
                let input = pipeline::draw::state(program, &self.prepared.specification, start);
                panic!("a state at {line} is not described: {reason}\ninput {input}\n{known}");
            }
            match interpreter.step(&mut state, location, random, &mut std::io::sink()) {
                StepOutcome::Moved { to, .. } => location = to,
                StepOutcome::Finished | StepOutcome::Blocked | StepOutcome::Halted { .. } => return,
                StepOutcome::Failed { edge, fault } => {
                    let span = edge.map_or(here, |edge| flowchart.edge(edge).span);
                    return self.error(&fault, span);
                }
            }
        }
    }

    fn error(&mut self, fault: &Fault, span: Span) {
        if !smg::looks_for(fault.kind) {
            return;
        }
        self.errors += 1;
        let line = |span: Span| self.sources.position(span).line;
        let same = |finding: &&smg::Finding| {
            (finding.kind == fault.kind || (finding.kind.is_access() && fault.kind.is_access()))
                && line(finding.span) == line(span)
        };
        assert!(self.analysis.findings.iter().any(|found| same(&found)), "missed: line {}: {fault}", line(span));
    }
}

/// Everything about one procedure; how many states were compared.
fn check(text: &str, specification: &str) -> usize {
    let (sources, prepared) = prepared(text, specification);
    let analysis = analysis(&prepared);
    assert_eq!(analysis.gaps, [], "{text}");
    let (program, entry) = (&prepared.program, prepared.entry);
    let symbols = prepared.specification.symbol_types();
    let mut judge = Judge { prepared: &prepared, sources: &sources, analysis: &analysis, states: 0, errors: 0 };
    let mut random = Random::new(1);
    let assumed = Assumed::of(prepared.question());
    let small = HeapLimits::new(support::nodes(3), &[0, 1]);
    for state in heaps::enumerate(program, entry, &symbols, &small).expect("states") {
        if !assumed.holds(&state) {
            continue;
        }
        for _ in 0..RUNS {
            judge.run(&state, &mut random);
        }
    }
    for attempt in 0..RANDOM_STATES {
        let limits = HeapLimits::new(3 + attempt % 5, &[0, 1, -7]);
        let state = heaps::random(program, entry, &symbols, &limits, &mut random).expect("a state");
        if assumed.holds(&state) {
            judge.run(&state, &mut random);
        }
    }
    judge.states
}

#[test]
fn lists_of_any_shape_are_described() {
    let walk = "void subject(Node *x) { Node *e = x; while (e != NULL && nondet()) e = e->n; }";
    assert!(check(walk, "symbol k : Node *;") > 100);
    let two =
        "void subject(Node *x, Node *y) { while (x != NULL && x != y) { x->d = 1; x = x->n; if (nondet()) break; } }";
    assert!(check(two, "") > 100);
    let global = "Node *g; int limit; int subject(int *p) { int sum = 0; Node *e = g; \
                  while (e != NULL && sum < limit) { sum++; if (p) *p = sum; e = e->n; if (e == g) break; } return sum; }";
    assert!(check(global, "") > 100);
}

#[test]
fn lists_that_are_changed_are_described() {
    let reversed = "Node *subject(Node *x) { Node *y = NULL; \
                    while (x != NULL) { Node *t = y; y = x; x = x->n; y->n = t; if (nondet()) break; } return y; }";
    assert!(check(reversed, "symbol k : Node *;") > 100);
    let grown = "void subject(Node *x) { if (x == NULL) return; Node *t = malloc(sizeof(Node)); t->d = 0; t->n = x->n; x->n = t; \
                 while (x != NULL && nondet()) x = x->n; }";
    assert!(check(grown, "symbol k : Node *;") > 100);
    let freed = "void subject(Node *x, Node *y) { while (x != NULL) { Node *t = x; x = x->n; free(t); if (nondet()) break; } \
                 if (y != NULL) y->d = 3; }";
    assert!(check(freed, "") > 100);
    let joined = "void subject(Node *x, Node *y) { if (x == NULL) return; while (x->n != NULL && nondet()) x = x->n; x->n = y; }";
    assert!(check(joined, "") > 100);
}

#[test]
fn records_that_lead_to_lists_are_described() {
    let queue = "void subject(Pair *q) { if (q == NULL) return; Node *t = malloc(sizeof(Node)); t->n = NULL; t->d = q->count; \
                 if (q->head == NULL) q->head = t; else if (q->tail != NULL) q->tail->n = t; q->tail = t; q->count = 1; }";
    assert!(check(queue, "") > 100);
    let two =
        "void subject(Pair *p, Node *x) { if (p != NULL && x != NULL) { Node *t = p->head; p->head = x; x->n = t; } }";
    assert!(check(two, "") > 100);
    let cell = "void subject(Node **p, Node *x) { if (p != NULL) { *p = x; if (*p != NULL) (*p)->d = 1; } }";
    assert!(check(cell, "") > 100);
}

/// Where each node is assumed to lead back to the one before.
#[test]
fn doubly_linked_lists_are_described() {
    let each = |list: &str| format!("assume each[;Double.next](u, v : {list}; v->prev == u) @ entry;");
    let walk =
        "void subject(Double *x) { while (x != NULL && nondet()) { if (nondet()) x = x->next; else x = x->prev; } }";
    // The link back comes first in the node.
    let back = "void subject(Back *x, Back *y) { while (x != NULL && x != y) x = x->next; }";
    let from_its_first =
        "assume each[;Back.next](u, v : x; v->prev == u) && (x == NULL || x->prev == NULL) @ entry; symbol k : Back *;";
    assert!(check(back, from_its_first) > 100);
    let first = |list: &str| format!("{} assume {list} == NULL || ({list})->prev == NULL @ entry;", each(list));
    let onwards = "void subject(Double *x) { while (x != NULL && nondet()) x = x->next; }";
    assert!(check(onwards, &format!("{} symbol k : Double *;", each("x"))) > 100);
    assert!(check(walk, &first("x")) > 100);
    let two = "void subject(Double *x, Double *y) { while (x != NULL && x != y) { x->d = 1; x = x->next; if (nondet()) break; } }";
    assert!(check(two, &format!("{}{}", first("x"), first("y"))) > 100);
    let met = "void subject(Double *y, Double *x) { while (x != NULL && x != y) { x->d = 1; x = x->next; } }";
    assert!(check(met, &first("x")) > 100);
    let removed = "void subject(Double *x, Double *y) { if (x == NULL) return; Double *t = x->next; if (t == NULL) return; \
                   x->next = t->next; if (t->next != NULL) t->next->prev = x; free(t); while (x != NULL && nondet()) x = x->next; }";
    assert!(check(removed, &first("x")) > 100);
    let freed =
        "void subject(Double *x) { while (x != NULL) { Double *t = x->next; free(x); x = t; if (t) t->prev = NULL; } }";
    assert!(check(freed, &first("x")) > 100);
    let ends = "void subject(Ends *q) { if (q == NULL) return; Double *t = q->tail; while (t != NULL && nondet()) t = t->prev; }";
    assert!(check(ends, &format!("assume q != NULL @ entry; {}", first("q->head"))) > 100);
    let cell =
        "void subject(Double **p, Double *x) { if (p == NULL || *p == NULL) return; (*p)->d = 1; *p = (*p)->next; }";
    assert!(check(cell, &format!("assume p != NULL @ entry; {}", first("*p"))) > 100);
}

/// Nothing is assumed of what leads back to a tree: its use is a possible error.
#[test]
fn trees_are_described_as_far_as_they_are_followed() {
    let tree = "int subject(Tree *t) { if (t == NULL) return 0; if (t->left != NULL) return 1; return 2; }";
    assert!(check(tree, "") > 100);
}

/// The kinds of what is certain, and of what is perhaps there.
fn kinds(text: &str, specification: &str) -> (Vec<FaultKind>, Vec<FaultKind>) {
    let (_, prepared) = prepared(text, specification);
    let question = prepared.question();
    let found = smg::portfolio::analyse(question, &Settings::default(), &Budget::unlimited()).findings;
    let (certain, perhaps): (Vec<_>, Vec<_>) = found.iter().partition(|finding| finding.certain);
    let of = |findings: Vec<&smg::Finding>| findings.iter().map(|finding| finding.kind).collect();
    (of(certain), of(perhaps))
}

#[test]
fn what_blocks_of_the_caller_lead_to_is_not_lost_for_certain() {
    let kept = "void subject(Node *x) { Node *t = malloc(sizeof(Node)); t->n = NULL; if (x == NULL) { free(t); return; } \
                t->n = x->n; x->n = t; }";
    assert_eq!(kinds(kept, ""), (vec![], vec![]));
    let behind = "Node *g; void subject(void) { if (g == NULL) return; Node *h = malloc(sizeof(Node)); h->n = NULL; g->n = h; \
                  g = NULL; Node *m = malloc(sizeof(Node)); m->n = NULL; h->n = m; m = NULL; h = NULL; }";
    assert_eq!(kinds(behind, ""), (vec![], vec![FaultKind::MemoryLeak]));
    let lost = "void subject(Node *x) { Node *t = malloc(sizeof(Node)); t->n = x; t = NULL; }";
    assert_eq!(kinds(lost, ""), (vec![FaultKind::MemoryLeak], vec![]));
    let result = "Node *subject(Node *x) { Node *t = malloc(sizeof(Node)); t->n = x; return t; }";
    assert_eq!(kinds(result, ""), (vec![], vec![]));
}

/// Either answer is right, so that none is certain.
#[test]
fn what_c_does_not_say_is_open() {
    let gone = "Node *subject(Node *x) { Node *r; { Node c; c.d = 0; c.n = x; r = &c; } L: return r; }";
    let null_field = "void subject(Node *x) { L: x = x; }";
    let unset = "void subject(Node *x) { Node *z; z = x; L: z = z; }";
    for (text, specification) in [
        (gone, "assert !allocated(&c) @ exit;"),
        (gone, "assert allocated(&c) @ exit;"),
        (null_field, "assume x == NULL @ entry; assert &x->n == NULL @ L;"),
        (null_field, "assume x == NULL @ entry; assert &x->n != NULL @ L;"),
        (unset, "assume !reach[;n](x,z) @ entry; assert x != NULL @ L;"),
    ] {
        assert_eq!(kinds(text, specification), (vec![], vec![FaultKind::Shape]), "{specification}");
    }
}

/// Where a specification is certainly broken some run breaks it, and where it holds none does.
#[test]
fn what_is_said_of_a_specification_is_what_runs_show() {
    let subject = "void subject(Node *x, Node *y) { Node *p = NULL; L1: if (x != NULL) p = x->n; L2: ; }";
    let predicates = [
        "reach[;n](x,k)",
        "reach[;n](x,y)",
        "reachp[;n](x,x)",
        "reachp[;n](y,x)",
        "dshared[;n](x,y)",
        "dshared[;n](p,y)",
        "cyclic[;n](x)",
        "cyclic[;n](p)",
        "reach[&y->n;n](x,k)",
        "reach[&x->n;n](x,y)",
        "dshared[&x->n;n](x,y)",
        "cyclic[&y->n;n](x)",
        "reach[;n](x->n,x)",
        "reach[;n](p,x->n->n)",
        "allocated(x->n)",
        "x->n == y",
        "p != NULL",
        "x->n->n == x",
        "reach[;n](x,&y->n)",
        "reachp[&k->n;n](x,y)",
    ];
    let assumptions = [
        "",
        "assume !cyclic[;n](x) @ entry;",
        "assume x != NULL && y != NULL && !dshared[;n](x,y) @ entry;",
        "assume reachp[;n](x,x) @ entry;",
        "assume reach[;n](x,k) && !cyclic[;n](y) @ entry;",
    ];
    let mut decided = [0; 3];
    let all = std::env::var_os("DAMSON_NODES").is_some();
    for (place, assumption) in assumptions.iter().enumerate() {
        for (index, predicate) in predicates.iter().enumerate() {
            let other = predicates[(7 * index + 3) % predicates.len()];
            let forms = [
                predicate.to_string(),
                format!("!({predicate})"),
                format!("({predicate}) => ({other})"),
                format!("!(({predicate}) && ({other}))"),
            ];
            for (number, formula) in forms.iter().enumerate() {
                if all || number == (index + place) % forms.len() {
                    let specification = format!("symbol k : Node *;\n{assumption}\nassert ({formula}) @ L2;");
                    decided[shown(subject, &specification)] += 1;
                }
            }
        }
    }
    println!("{} hold, {} do not, {} are open", decided[0], decided[1], decided[2]);
    assert!(decided[0] > 10 && decided[1] > 10 && decided[2] * 4 < decided[0] + decided[1], "{decided:?}");
}

/// The runs that are left out are those of constants that the specification treats alike, and what is said stays right.
#[test]
fn of_constants_that_are_treated_alike_one_order_is_looked_at() {
    let subject = "void subject(Node *x) { Node *p = NULL; L1: if (x != NULL) p = x->n; L2: ; }";
    let alike = [
        "!(reach[;n](x,j) && reach[;n](x,k) && j != k && j->n == k->n && j->n != NULL)",
        "reach[;n](x,k) && reach[;n](x,j) => j == k || dshared[;n](k,j)",
        "dshared[&j->n, &k->n;n](x,p) || reach[;n](j,k) || p == NULL || reach[;n](k,j)",
        "(reach[;n](x,j) <=> reach[;n](x,k)) || j != k",
    ];
    let different = [
        "reach[;n](x,j) => reach[;n](x,k)",
        "!(reach[;n](x,j) && reach[;n](x,k) && j != k && j->n == k)",
        "dshared[&j->n;n](x,p) || reach[;n](j,k) || p == NULL || reach[;n](k,j)",
        "reach[;n](j,k) || j == NULL",
    ];
    let declared = "symbol j : Node *; symbol k : Node *; assume !cyclic[;n](x) @ entry;";
    let states = |specification: &str, keeps: bool| {
        let (_, prepared) = prepared(subject, specification);
        let question = prepared.question();
        let settings = Settings { keeps, ..Settings::default() };
        smg::analyse(question, &settings, &settings.proving(), &Budget::unlimited()).states
    };
    for (formulas, is_less) in [(alike, true), (different, false)] {
        for formula in formulas {
            let specification = format!("{declared} assert ({formula}) @ L2;");
            shown(subject, &specification);
            let (some, all) = (states(&specification, false), states(&specification, true));
            assert_eq!(some < all, is_less, "{some} of {all} configurations: {formula}");
        }
    }
    // What is assumed tells the two apart.
    let specification = format!("{declared} assume reach[;n](x,j) @ entry; assert ({}) @ L2;", alike[0]);
    assert_eq!(states(&specification, false), states(&specification, true));
}

/// What the analysis says: 0 for holds, 1 for broken, 2 for open. Checked against all runs on small heaps.
fn shown(text: &str, specification: &str) -> usize {
    let (sources, prepared) = prepared(text, specification);
    let question = prepared.question();
    let analysis = smg::portfolio::analyse(question, &Settings::default(), &Budget::unlimited());
    assert_eq!(analysis.gaps, []);
    let claims: Vec<_> = analysis.findings.iter().filter(|finding| finding.claim.is_some()).collect();
    let is_broken = |nodes: usize| {
        let bounds = SearchBounds { nodes, total_steps: 2_000_000, ..SearchBounds::default() };
        let search = confirm::search(&prepared, &sources, bounds, &Budget::unlimited());
        search.runs.iter().any(|run| matches!(run.broken, Broken::Statement(_)))
    };
    match claims.as_slice() {
        [] => {
            assert!(!is_broken(3), "said to hold, but a run breaks it: {specification}");
            0
        }
        [claim, ..] if claim.certain => {
            // A cycle of three cells, and one elsewhere.
            assert!(
                is_broken(3) || is_broken(4),
                "said to be broken, but no run on a small heap breaks it: {specification}"
            );
            1
        }
        _ => 2,
    }
}
