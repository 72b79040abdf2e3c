//! A violation of the abstract program is followed backwards through C to an input, which the interpreter runs: inputs are found
//! that are larger than those that are tried one after the other; and what no input does stays "unknown".

use damson::base::{Budget, SourceMap};
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Answer, Input, Settings, Subject, VerificationTask};
use damson::simplify::RuleSet;

const NODE: &str = "typedef struct node { struct node *n; int data; } Node;\n";

fn verify(program: &str, specification: &str) -> Answer {
    let mut sources = SourceMap::new();
    let program = sources.add("subject.c", format!("{NODE}{program}"));
    let specification = Some(sources.add("subject.spec", specification));
    let input = Input { specification, entry: Some("subject"), ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", diagnostics.render(&sources)));
    let rules = RuleSet::embedded().expect("rules");
    let settings = Settings { bound: 24, ..Settings::default() };
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings: &settings,
        budget: &Budget::unlimited(),
    });
    answer.unwrap_or_else(|problems| panic!("{}", problems.render(&sources))).0
}

/// The verdict on the property with this text, and the input that shows it.
fn shown(verification: &Answer, text: &str) -> (Verdict, Option<String>) {
    let property = verification.properties.iter().find(|property| property.text.contains(text)).expect("the property");
    (property.verdict, property.run.as_ref().map(|run| run.input.clone()))
}

/// The nodes of a drawn input.
fn nodes(input: &str) -> usize {
    input.lines().filter(|line| line.starts_with('#')).count()
}

#[test]
fn an_access_that_fails_behind_five_nodes_is_found() {
    let program = "void subject(Node *x) {
        if (x != 0 && x->n != 0 && x->n->n != 0 && x->n->n->n != 0 && x->n->n->n->n != 0)
            x->n->n->n->n->n->n = 0;
    }";
    let found = verify(program, "assume !cyclic[;n](x) @ entry;");
    let (verdict, input) = shown(&found, "every access");
    assert_eq!(verdict, Verdict::Violated);
    let input = input.expect("an input");
    assert_eq!(nodes(&input), 5, "{input}");
}

#[test]
fn a_cycle_of_four_nodes_that_is_assumed_away_is_no_input() {
    // Only a list that comes back to its start breaks this, and it is assumed that there is none.
    let program = "void subject(Node *x) {
        Node *y = x;
        if (x != 0 && x->n != 0 && x->n->n != 0 && x->n->n->n != 0) y = x->n->n->n->n;
    l:  y = y;
    }";
    let property = "assert x == NULL || !reach[;n](y, x) || y == x @ l;";
    let (verdict, input) = shown(&verify(program, property), "reach");
    assert_eq!(verdict, Verdict::Violated, "a cycle that does not begin at x is one all the same");
    assert!(nodes(&input.expect("an input")) >= 2);
    let with_assumption = format!("assume !cyclic[;n](x) @ entry;\n{property}");
    let (verdict, input) = shown(&verify(program, &with_assumption), "reach");
    assert_ne!(verdict, Verdict::Violated);
    assert_eq!(input, None);
}

#[test]
fn an_integer_that_none_of_the_tried_ones_is_like_is_found() {
    let program = "void subject(Node *x, int i) {
        if (x != 0 && x->data == 41 && i == 1000)
            x = 0;
    l:  x = x;
    }";
    let (verdict, input) = shown(&verify(program, "assume x != NULL @ entry;\nassert x != NULL @ l;"), "assert");
    assert_eq!(verdict, Verdict::Violated);
    let input = input.expect("an input");
    assert!(input.contains("data = 41") && input.contains("i = 1000"), "{input}");
}

#[test]
fn a_temporal_property_is_broken_by_an_input_of_its_own() {
    // The fifth node is lost.
    let program = "void subject(Node *x) {
        if (x != 0 && x->n != 0 && x->n->n != 0 && x->n->n->n != 0)
            x->n->n->n->n = 0;
    }";
    let specification = "symbol k : Node *;
assume !cyclic[;n](x) @ entry;
ltl kept: G( reach[;n](x,k) @ entry => G( true @ exit => reach[;n](x,k) @ exit ) );";
    let (verdict, input) = shown(&verify(program, specification), "kept");
    assert_eq!(verdict, Verdict::Violated);
    assert_eq!(nodes(&input.expect("an input")), 5);
}

/// What is assumed of all nodes is true of the input, and where the property follows from it, there is none.
#[test]
fn claims_about_all_nodes_are_true_of_the_input() {
    let program = "void subject(Node *x) {
        int k = 0;
        if (x && x->n && x->n->n && x->n->n->n && x->n->n->n->n && x->n->n->n->n->n) {
    l:      k = 1;
        }
    }";
    for (sign, expected) in [("==", Verdict::Violated), ("!=", Verdict::Verified)] {
        let assumed = format!("assume forall[;n](v : x; v->data {sign} 41) && count[;n](x) == 6 @ entry;\n");
        let found = verify(program, &format!("{assumed}assert x->data != 41 @ l;"));
        let (verdict, input) = shown(&found, "assert");
        assert_eq!(verdict, expected, "{sign}");
        let data = input.map(|input| input.matches("data = 41").count());
        assert_eq!(data, (verdict == Verdict::Violated).then_some(6), "{sign}");
    }
}

#[test]
fn a_local_is_no_input() {
    // What it holds is indeterminate: no run shows it.
    let program = "void subject(Node *x) {
        Node *t;
    l:  x = x;
    }";
    let (verdict, input) = shown(&verify(program, "assert t != x @ l;"), "assert");
    assert_ne!(verdict, Verdict::Violated);
    assert_eq!(input, None);
}
