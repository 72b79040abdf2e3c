//! Every case of the join, of insertion, of materialisation and of weakest preconditions of stores is gone through by a sample
//! that is named here. The cases are those that call `marks::hit` in `src`: a new one needs a row.
//!
//! `DAMSON_MARKS=1 cargo test --test house coverage:: -- --nocapture` prints what each sample of the shape analysis goes through.

use crate::support::samples;

use std::collections::BTreeSet;
use std::path::Path;

use damson::base::{Budget, FileId, SourceMap, marks};
use damson::ctype::DataModel;
use damson::frontend::{self, PreprocessOptions};
use damson::pipeline::{self, Input, Settings};
use damson::program::select_entry;
use damson::simplify::RuleSet;
use damson::smg;
use damson::spec::Question;

/// A case of the shape analysis, and a sample in `tests/smg/samples` that goes through it.
const SHAPES: &[(&str, &str)] = &[
    ("abstraction: a borrowed pointer is forgotten", "lists/list_copied_with_its_data"),
    ("abstraction: a part of a tree", "trees/deleted"),
    ("array: a run has no elements", "arrays/table_of_blocks"),
    ("array: a run is split at an index", "arrays/slots_filled_in_part"),
    ("array: an element is taken out", "arrays/table_of_blocks"),
    ("array: elements are forgotten", "arrays/table_copied"),
    ("array: in one run or behind it", "arrays/table_moved"),
    ("array: moved into a longer block", "arrays/table_lengthened"),
    ("array: summarised", "arrays/table_of_blocks"),
    ("choice: one of the alternatives", "kinds/owned_or_shared"),
    ("equations: a segment is empty", "lists/list_drained_by_its_length"),
    ("equations: an optional node is there", "trees/deleted_twice"),
    ("insert: a block that may be missing", "lists/list_beside_or_below"),
    ("insert: a list or a block that may be missing already", "lists/list_beside_or_below"),
    ("insert: a loose link is tied up", "lists/insertion_sort"),
    ("insert: a node as a list of one", "lists/list_beside_or_below"),
    ("insert: a segment, at its first node", "lists/list_beside_or_below"),
    ("insert: a segment, at its last node", "lists/list_beside_or_below"),
    ("insert: below its like", "lists/lists_of_few"),
    ("insert: links are guessed", "lists/list_beside_or_below"),
    ("insert: too many in a row, or all nodes of a segment", "lists/insertion_sort"),
    ("join: a choice", "kinds/owned_or_shared"),
    ("join: a field that only one block surely has", "arrays/array_of_many"),
    ("join: a node's own address is an alternative", "kinds/own_buffer"),
    ("join: a part of a number or an address", "records/union_joined_in_parts"),
    ("join: a place somewhere in an object", "lists/list_beside_or_below"),
    ("join: a region and a segment", "lists/list_beside_or_below"),
    ("join: a run that one array lacks", "arrays/table_of_blocks"),
    ("join: a segment and a region", "lists/list_beside_or_below"),
    ("join: addresses of freed blocks", "trees/parents_gone"),
    ("join: bits of a byte", "records/bit_fields_of_nodes"),
    ("join: different sizes", "arrays/array_of_many"),
    ("join: kinds are kept apart", "lists/list_beside_or_below"),
    ("join: perhaps undefined", "addresses/length_checked"),
    ("join: two addresses of one pair", "lists/list_beside_or_below"),
    ("join: two functions", "joins/met_functions"),
    ("join: two numbers", "lists/list_beside_or_below"),
    ("join: two optional blocks", "lists/list_beside_or_below"),
    ("join: two places become one somewhere", "lists/list_beside_or_below"),
    ("join: two regions", "lists/list_beside_or_below"),
    ("join: two segments", "lists/list_beside_or_below"),
    ("join: two summarised arrays", "arrays/table_of_blocks"),
    ("join: undefined", "lists/list_beside_or_below"),
    ("materialise: a block that may be missing", "lists/list_beside_or_below"),
    ("materialise: a tree beside the way", "trees/deleted"),
    ("materialise: only whether the segment is empty", "lists/list_beside_or_below"),
    ("materialise: the first node", "lists/list_beside_or_below"),
    ("materialise: the last node", "lists/insertion_sort"),
    ("materialise: the only node", "lists/insertion_sort"),
    ("materialise: the segment is empty", "lists/list_beside_or_below"),
];

/// Cases that need an input of unknown shape: the procedure that goes through each.
const INPUTS: &[(&str, &str)] = &[(
    "join: a block of the program and one of the input",
    "int nondet(void); void *malloc(unsigned long); \
     void f(Node *x) { while (nondet()) { Node *t = malloc(sizeof *t); t->n = x; x = t; } }",
)];

/// A case of weakest preconditions; a procedure of [`TYPES`] and a specification that go through it.
const PRECONDITIONS: &[(&str, &str, &str)] = &[
    ("wp: the cell is the one that is written", "void f(Node *x, Node *t) { t->n = x; L: ; }", "assert t->n == x @ L;"),
    ("wp: the cell is another one", "void f(Node *x, Node *t) { t->d = 1; L: ; }", "assert t->n == x @ L;"),
    (
        "wp: the cell is perhaps the one that is written",
        "void f(Node *x, Node *t) { t->n = x; L: ; }",
        "assert x->n == t @ L;",
    ),
    (
        "wp: the cell may overlap the one that is written",
        "void f(Node *x, Node *t) { *(char *)&t->d = 1; L: ; }",
        "assert x->d == 1 @ L;",
    ),
    (
        "wp: an object is called by its other name",
        "void f(Node *x, Node *t) { t->n = x; L: ; }",
        "assert x->n == t @ L;",
    ),
    (
        "wp: too many cases",
        "void f(Node *x, Node *t) { t->n = x; L: ; }",
        "assert x->n->n->n->n->n == t->n->n->n->n->n @ L;",
    ),
    ("wp: a path through the cell", "void f(Node *x, Node *t) { t->n = x; L: ; }", "assert reach[;n](t, x) @ L;"),
    ("wp: sharing through the cell", "void f(Node *x, Node *t) { t->n = x; L: ; }", "assert dshared[;n](t, x) @ L;"),
    ("wp: a cycle through the cell", "void f(Node *x, Node *t) { t->n = x; L: ; }", "assert cyclic[;n](t) @ L;"),
    (
        "wp: nodes behind the cell are counted",
        "void f(Node *x, Node *t) { t->n = x; L: ; }",
        "assert count[;n](t) == 2 @ L;",
    ),
    (
        "wp: a claim about nodes behind the cell",
        "void f(Node *x, Node *t) { t->n = x; L: ; }",
        "assert forall[;n](v : t; v->d > 0) @ L;",
    ),
];

/// What the procedures share.
const TYPES: &str = "typedef struct node { int d; struct node *n; } Node;\n";

#[test]
fn each_case_has_a_sample() {
    let shapes = SHAPES.iter().chain(INPUTS).map(|row| row.0);
    let mut known: Vec<&str> = shapes.chain(PRECONDITIONS.iter().map(|row| row.0)).collect();
    known.sort_unstable();
    let mut found = names_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    found.sort();
    assert_eq!(found, known, "the cases that are marked in src, and those that are listed here");
}

#[test]
fn samples_go_through_the_cases_of_the_shape_analysis() {
    if std::env::var_os("DAMSON_MARKS").is_some() {
        for path in samples::c_files("smg/samples") {
            println!("{}: {:?}", path.display(), marks_of(&path));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smg/samples");
    let samples: BTreeSet<&str> = SHAPES.iter().map(|(_, sample)| *sample).collect();
    for sample in samples {
        let hit = marks_of(&folder.join(sample).with_extension("c"));
        for (mark, _) in SHAPES.iter().filter(|row| row.1 == sample) {
            assert!(hit.contains(mark) || !cfg!(debug_assertions), "{sample} does not go through '{mark}'");
        }
    }
}

#[test]
fn procedures_go_through_the_cases_of_inputs() {
    for (mark, program) in INPUTS {
        let mut sources = SourceMap::new();
        let file = sources.add("subject.c", format!("{TYPES}{program}"));
        let hit = marks_of_analysis(sources, file);
        assert!(hit.contains(mark) || !cfg!(debug_assertions), "'{mark}' is not gone through, but {hit:?}");
    }
}

fn marks_of(path: &Path) -> BTreeSet<&'static str> {
    let mut sources = SourceMap::new();
    let file = frontend::load(&mut sources, path, &PreprocessOptions::default());
    let file = file.unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    marks_of_analysis(sources, file)
}

fn marks_of_analysis(mut sources: SourceMap, file: FileId) -> BTreeSet<&'static str> {
    let (program, _) = pipeline::lower_text(&mut sources, file, DataModel::Lp64);
    let entry = select_entry(&program, &sources, None).expect("an entry");
    let settings = smg::Settings { most_work: 2_000, ..smg::Settings::default() };
    marks::of(|| {
        smg::portfolio::analyse(Question::of_memory(&program, entry), &settings, &Budget::unlimited());
    })
}

#[test]
fn procedures_go_through_the_cases_of_weakest_preconditions() {
    let rules = RuleSet::embedded().expect("rules");
    for (mark, program, specification) in PRECONDITIONS {
        let mut sources = SourceMap::new();
        let program = sources.add("subject.c", format!("{TYPES}{program}"));
        let specification = Some(sources.add("subject.spec", *specification));
        let input = Input { specification, ..Input::of(program) };
        let (prepared, problems) = pipeline::prepare(&mut sources, input);
        let prepared = prepared.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
        let hit = marks::of(|| {
            let (settings, budget) = (Settings::default(), Budget::unlimited());
            drop(pipeline::analyse(&prepared, &sources, &rules, &settings, false, &budget).expect("an analysis"));
        });
        assert!(hit.contains(mark) || !cfg!(debug_assertions), "'{mark}' is not gone through, but {hit:?}");
    }
}

/// The names of the marks in the Rust files of a folder.
fn names_in(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for path in samples::files(folder, "rs").into_iter().filter(|path| !path.ends_with("base/marks.rs")) {
        let text = std::fs::read_to_string(&path).expect("a file of text");
        let marks = text.split("marks::hit(\"").skip(1).filter_map(|rest| rest.split('"').next());
        names.extend(marks.map(str::to_string));
    }
    names
}
