//! "Verified" is said only with hints that are proved for all heaps.
//!
//! `tests/hints/` has hints that hold on all heaps that are tried and fail on larger ones; others here are written beside what
//! becomes of them. Random hints, sound and unsound, are tried on all heaps of up to four nodes and on random ones of up to
//! twelve: what was proved must hold there. `DAMSON_CASES` tries more.

use crate::support;

use std::path::Path;

use damson::base::{Budget, Diagnostics, SourceMap};
use damson::engine::verdict::Verdict;
use damson::logic::display::Printer;
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Atom, AtomId, Formula};
use damson::pipeline::hintcheck::{HintCheck, HintProof, Standing};
use damson::pipeline::{self, Answer, Input, Settings, Subject, VerificationTask};
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Chooser, Random, State};
use damson::reason::assumption::HintEvidence;
use damson::report;
use damson::simplify::RuleSet;
use damson::theory::{Excluded, bounded, excludes};
use support::world::{Text, World};
use support::{cases, family, nodes, worlds};

/// Without proposed hints: those in question are the user's.
fn settings() -> Settings {
    let mut settings = Settings::default();
    // The bounded engine needs no hints, and refutes some of these; and so do runs on heaps of more nodes.
    (settings.automatic, settings.bounded, settings.concrete.nodes) = (false, None, 3);
    settings
}

fn verify(c: &str, specification: &str, hints: &str, settings: &Settings) -> Result<Answer, String> {
    let mut sources = SourceMap::new();
    let program = sources.add("case.c", c);
    let input = Input {
        specification: Some(sources.add("case.spec", specification)),
        hints: Some(sources.add("case.hints", hints)),
        entry: Some("f"),
        ..Input::of(program)
    };
    let (prepared, problems) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    let rules = RuleSet::embedded().expect("rules");
    let answer = pipeline::verify(VerificationTask {
        subject: Subject::ForAllEngines(&prepared, &rules),
        sources: &sources,
        settings,
        budget: &Budget::unlimited(),
    });
    answer.map(|(verification, _)| verification).map_err(|problems: Diagnostics| problems.render(&sources))
}

/// What became of the hints.
fn checked(found: &Answer) -> &HintCheck {
    &found.predicates.as_ref().expect("the predicate abstraction was asked").hints
}

/// A program, a specification and a hint of `tests/hints`.
fn verify_file(name: &str, settings: &Settings) -> Result<Answer, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hints");
    let read = |end: &str| std::fs::read_to_string(folder.join(format!("{name}.{end}"))).expect("a readable file");
    verify(&read("c"), &read("spec"), &read("hints"), settings)
}

#[test]
fn a_hint_that_was_only_tried_proves_nothing() {
    for (name, nodes) in [("seven_nodes", 6), ("nested", 3)] {
        let found = verify_file(name, &settings()).expect("an answer");
        let reason =
            format!("verified if the hint at case.hints:1 holds; it was tried on all heaps of up to {nodes} nodes");
        assert_eq!((found.verdict, found.reason.map(|it| it.to_string())), (Verdict::Unknown, Some(reason)), "{name}");
        assert_eq!(found.predicates.as_ref().expect("predicates").verdict, Verdict::Unknown, "{name}");
        let [hint] = &found.properties[0].rests_on[..] else { panic!("{name}: one unproved hint") };
        assert_eq!(hint.known, HintEvidence::Tried { nodes, all_integers: true }, "{name}");
        // Its accesses need no hint.
        assert_eq!(found.properties[1].verdict, Verdict::Verified, "{name}");
    }
}

#[test]
fn a_trusted_hint_is_an_assumption_in_every_report() {
    for name in ["seven_nodes", "nested"] {
        let found = verify_file(name, &Settings { trust_hints: true, ..settings() }).expect("an answer");
        assert_eq!(found.verdict, Verdict::Verified, "{name}");
        assert_eq!(found.assumptions().len(), 1, "{name}");
        let text = report::text::write(&report::Report::of_answer(&found, None, true), false, &SourceMap::new());
        assert!(text.contains("verdict: verified, assuming the hint at case.hints:1\n"), "{text}");
        let json = report::json::write(&report::Report::of_answer(&found, None, true));
        assert!(json.contains("\"assumptions\": ["), "{json}");
        let sarif = report::sarif::write(&report::Report::of_answer(&found, None, true), &SourceMap::new());
        assert!(sarif.contains("the hint at case.hints:1; it was tried"), "{sarif}");
    }
}

#[test]
fn more_nodes_refute_what_fewer_do_not() {
    for trust_hints in [false, true] {
        let settings = Settings { hint_nodes: 7, trust_hints, ..settings() };
        let problems = verify_file("seven_nodes", &settings).expect_err("an unsound hint");
        assert!(problems.contains("this hint is unsound"), "{problems}");
    }
}

/// The heap breaks the property, and the hint with it: that is no contradiction of engines.
#[test]
fn a_run_that_breaks_what_a_trusted_hint_proves_is_a_violation() {
    let mut settings = Settings { trust_hints: true, ..settings() };
    settings.concrete.nodes = 4;
    settings.concrete.total_steps = 1_000_000;
    let found = verify_file("nested", &settings).expect("an answer");
    assert_eq!(found.verdict, Verdict::Violated);
    assert!(!found.contradiction());
    assert!(found.assumptions().is_empty());
}

#[test]
fn integers_refute_a_hint_beyond_the_constants_in_it() {
    for trust_hints in [false, true] {
        let problems = verify_file("sum", &Settings { trust_hints, ..settings() }).expect_err("an unsound hint");
        assert!(problems.contains("i = 100"), "{problems}");
    }
}

/// Where something was freed, a pointer that is not NULL need not lead to anything.
#[test]
fn what_may_have_been_freed_refutes_a_hint() {
    let program = "typedef struct Node { struct Node *n; } Node;
        void free(void *);
        void f(Node *x, Node *y) {
            free(y);
        L:  ;
        }";
    let hint = "hint allocated(x) @ L ~> x != NULL;";
    let found = verify(program, "assert x == NULL || allocated(x) @ L;", hint, &settings());
    let problems = found.expect_err("an unsound hint");
    assert!(problems.contains("this hint is unsound"), "{problems}");
}

/// The hint is proved for `x->n`, and no heap of one node refutes it for `x->n->n`.
#[test]
fn a_hint_stands_as_it_does_where_it_stands_worst() {
    let program = "typedef struct Node { struct Node *n; } Node;
        void f(Node *x, Node *y) {
        L:  ;
        }";
    let hint = "hint reach[;n](x->n+, y) @ L ~> reachp[;n](x, y);";
    let specification = "assert !reach[;n](x->n, y) @ L; assert !reach[;n](x->n->n, y) @ L;";
    let found = verify(program, specification, hint, &Settings { hint_nodes: 1, ..settings() }).expect("an answer");
    let standings: Vec<&Standing> =
        checked(&found).applications.iter().map(|application| &application.standing).collect();
    let tried = Standing::Tried { nodes: 1, all_integers: true };
    assert_eq!(standings, [&Standing::Proved(HintProof::Theory), &tried]);
    assert_eq!(checked(&found).worst(0).map(|worst| &worst.standing), Some(&tried));
    // Two nodes refute it.
    let found = verify(program, specification, hint, &settings());
    assert!(found.expect_err("an unsound hint").contains("this hint is unsound"));
}

/// No heap of one node refutes the hint, by which control never reaches `L`.
#[test]
fn a_hint_that_is_not_proved_makes_nothing_vacuous() {
    let program = "typedef struct Node { struct Node *n; } Node;
        void f(Node *x) {
            if (x == 0 || x->n == 0) return;
        M:  if (x->n->n == 0) {
        L:      ;
            }
        }";
    let hint = "hint x->n->n == NULL @ M ~> false;";
    let found = verify(program, "assert x != NULL @ L;", hint, &Settings { hint_nodes: 1, ..settings() });
    let found = found.expect("an answer");
    let worst = checked(&found).worst(0).map(|worst| worst.standing.clone());
    assert_eq!(worst, Some(Standing::Tried { nodes: 1, all_integers: true }));
    // The shape analysis proves it, and has seen the location.
    assert_eq!((found.properties[0].verdict, found.properties[0].vacuous), (Verdict::Verified, false));
}

/// Two pointers, and the node where the lists behind them meet.
#[test]
fn a_small_model_has_the_nodes_where_lists_meet() {
    let program = "typedef struct Node { struct Node *n; } Node;
        void f(Node *x, Node *y) {
        L:  ;
        }";
    let hint = "hint dshared[;n](x, y) @ L ~> reach[;n](x, y) || reach[;n](y, x);";
    let found = verify(program, "assert !dshared[;n](x, y) @ L;", hint, &settings());
    assert!(found.expect_err("an unsound hint").contains("this hint is unsound"));
}

/// Behind NULL no comparison is true, and no other one either.
#[test]
fn what_cannot_be_read_refutes_a_hint() {
    let program = "void f(int *p) {
        L:  ;
        }";
    let found = verify(program, "assert !(*p < 5) @ L;", "hint *p < 5 @ L ~> !(4 < *p);", &settings());
    assert!(found.expect_err("an unsound hint").contains("p = NULL"));
}

/// A claim is written out over the nodes of each heap, and so is what it says of numbers.
#[test]
fn claims_about_all_nodes_are_tried_on_all_small_heaps() {
    for name in ["ascending", "below"] {
        let found = verify_file(name, &settings()).expect("an answer");
        let tried = Standing::Tried { nodes: 6, all_integers: true };
        assert_eq!(checked(&found).worst(0).map(|worst| &worst.standing), Some(&tried), "{name}");
    }
    for name in ["ascending_backwards", "below_or_equal"] {
        insta::assert_snapshot!(name, verify_file(name, &settings()).expect_err("an unsound hint"));
    }
}

/// More nodes than can be tried one heap after the other.
#[test]
fn numbers_of_nodes_refute_a_hint() {
    let program = "typedef struct Node { struct Node *n; } Node;
        void f(Node *x, int i) {
        L:  i = i;
        }";
    let hint = "hint count[;n](x) == i @ L ~> if i == 5 then false else *;";
    let found = verify(program, "assert count[;n](x) != i @ L;", hint, &settings());
    let problems = found.expect_err("an unsound hint");
    assert!(problems.contains("i = 5") && problems.contains("#5 {") && !problems.contains("#6"), "{problems}");
}

const NUMBERS: &str = "typedef struct Node { struct Node *n; int d; } Node;
    void f(Node *x, Node *y, int i, unsigned u, signed char c, long l) {
    M:  i = i;
    }";

/// A node with members that are more than one cell, or less.
const PARTS: &str = "struct In { struct Node *p; int d; };
    union U { int i; char c; struct Node *p; };
    typedef struct Node { struct Node *n; struct In in, out; union U u; int a[3]; unsigned b : 4; int s : 3; _Bool t; } Node;
    void f(Node *x, Node *y, int i, unsigned u, union U un) {
    M:  i = i;
    }";

#[test]
fn parts_of_nodes_are_what_their_types_say() {
    let standing = |predicate: &str, says: &str| {
        let hint = format!("hint {predicate} @ M ~> {says};");
        let found = verify(PARTS, &format!("assert !({predicate}) @ M;"), &hint, &settings()).ok()?;
        Some(checked(&found).worst(0)?.standing.clone())
    };
    for (predicate, says) in [
        ("x->b == 16", "false"),
        ("x->s == 4", "false"),
        ("x->t == 2", "false"),
        ("x->in.d == 100", "if x->in.d < 100 then false else *"),
        ("x->in.d == 100", "if x == y && y->in.d == 7 then false else *"),
    ] {
        assert_eq!(standing(predicate, says), Some(Standing::Proved(HintProof::Integers)), "{predicate} ~> {says}");
    }
    for (predicate, says) in [
        ("x->b == 15", "false"),
        ("x->s == -4", "false"),
        ("x->u.i == 100", "if x->u.c == 5 then false else *"),
        ("un.i == 261", "if un.c == 5 then false else *"),
        ("un.p == x", "if un.i == 7 && x != NULL then false else *"),
        ("x->in.p == y", "if x->n == y then false else *"),
        ("x->in.d == 7", "if x == y && y->out.d == 5 then false else *"),
        ("x->a[i] == 9", "if i == 1 && x->a[1] == 9 then false else *"),
    ] {
        let found = standing(predicate, says);
        assert!(!matches!(found, Some(Standing::Proved(_))), "{predicate} ~> {says}: {found:?}");
    }
}

/// How the one hint stands, for a predicate that is asked for at `M`.
fn standing(predicate: &str, says: &str) -> Standing {
    let hint = format!("hint {predicate} @ M ~> {says};");
    let found = verify(NUMBERS, &format!("assert !({predicate}) @ M;"), &hint, &settings());
    match found {
        Ok(found) => checked(&found).worst(0).unwrap_or_else(|| panic!("not used: {hint}")).standing.clone(),
        Err(problems) => {
            assert!(problems.contains("this hint is unsound"), "{problems}");
            let (value, state) = (true, String::new());
            Standing::Refuted(damson::pipeline::hintcheck::HintRefutation { value, state })
        }
    }
}

#[test]
fn hints_about_integers_are_proved_bit_by_bit() {
    for (predicate, says) in [
        ("u * 2 == 7", "false"),
        ("(u & 1) == 2", "false"),
        ("u + 1 == 0", "if u == 4294967295 then true else false"),
        ("c == 200", "false"),
        ("(unsigned char)i == 300", "false"),
        ("i / 2 == 100", "if i == 200 || i == 201 then true else false"),
        ("i % 3 == 3", "false"),
        ("u >> 31 == 1", "if u < 2147483648 then false else true"),
        ("i >> 31 == -1", "if i < 0 then true else false"),
        ("l + 1 < l", "if l == 9223372036854775807 then * else false"),
        ("l < 5", "if l < 7 then * else false"),
        ("x->d + 1 == 7", "if x == y && y->d == 3 then false else *"),
    ] {
        assert_eq!(standing(predicate, says), Standing::Proved(HintProof::Integers), "{predicate} ~> {says}");
    }
}

#[test]
fn hints_about_integers_that_wrap_are_not_proved() {
    for (predicate, says) in [
        ("u + 1 == 0", "false"),
        ("u - 1 < u", "true"),
        ("(signed char)i == 5", "if i == 5 then true else false"),
        ("i * i == 1000000", "false"),
        ("x->d == 77", "false"),
        ("l == 3", "if l < 3 then true else *"),
        ("x->d + y->d == 123456", "false"),
        ("(u << 31) == 2147483648", "if u == 1 then true else false"),
    ] {
        let found = standing(predicate, says);
        assert!(!matches!(found, Standing::Proved(_)), "{predicate} ~> {says}: {found:?}");
    }
    // What SAT finds is shown, where the definitions agree.
    assert!(matches!(standing("u + 1 == 0", "false"), Standing::Refuted(_)));
    assert!(matches!(standing("x->d == 77", "false"), Standing::Refuted(_)));
}

/// An operation that is undefined may have either outcome: nothing is proved by it.
#[test]
fn undefined_operations_prove_nothing() {
    for (predicate, says) in [
        // If `i + 1` is taken to wrap, or never to overflow.
        ("i == 2147483647", "if i + 1 < i then true else false"),
        ("i * 2 == 7", "false"),
        ("i == 2147483647", "if i < i + 1 then false else *"),
        ("i == 0", "if 1 / i == 1 / i then false else true"),
        // If a shift takes the distance as processors do, or a division by zero is some number.
        ("u == 40", "if 1 << u == 256 then * else false"),
        ("u == 7", "if 1 / (u & 7) < 5 || 4 < 1 / (u & 7) then * else true"),
        ("u < 32", "if 1 << u == 0 then false else true"),
    ] {
        let found = standing(predicate, says);
        assert!(!matches!(found, Standing::Proved(_)), "{predicate} ~> {says}: {found:?}");
    }
}

#[test]
fn free_predicates_are_no_claims() {
    let hints = "hint u == 3 @ M ~> *; hint i == 4 @ M ~> any; hint c == 200 @ M ~> false;";
    let specification = "assert u != 3 @ M; assert i != 4 @ M; assert c != 200 @ M;";
    let found = verify(NUMBERS, specification, hints, &settings()).expect("an answer");
    assert_eq!((checked(&found).free.len(), checked(&found).claiming().len()), (2, 1));
    let text = report::text::write(&report::Report::of_answer(&found, None, true), false, &SourceMap::new());
    assert!(text.contains("hints used: 3: 1 proved for all heaps, 2 leave predicates free\n"), "{text}");
}

/// The world, with its locals as inputs: an indeterminate variable says nothing.
fn with_inputs(text: Text) -> Text {
    let inputs: Vec<&'static str> = text.parameters.iter().chain(text.locals).copied().collect();
    Text { parameters: inputs.leak(), locals: &[], ..text }
}

/// What a random hint says: false where a predicate holds or fails, true where one does, `*` else.
fn replacement(atoms: &[AtomId], random: &mut Random) -> Formula {
    let literal = |random: &mut Random| {
        let atom = atoms[random.choose(atoms.len())];
        if random.choose(2) == 0 { Formula::Atom(atom) } else { Formula::NotAtom(atom) }
    };
    let condition = match random.choose(3) {
        0 => Formula::and([literal(random), literal(random)]),
        _ => literal(random),
    };
    let value = Formula::constant(random.choose(2) == 0);
    Formula::if_then_else(condition, value, Formula::Unknown)
}

/// States on which a proof is tried: all, or some thousands, of up to this number of nodes, and random larger ones.
fn states(world: &World, nodes: usize, most: usize) -> Vec<State> {
    let limits = HeapLimits::new(nodes, &[0, 1]);
    let small = heaps::enumerate(&world.program, world.function, &world.symbol_types, &limits).expect("states");
    let mut found: Vec<State> = small.take(most).collect();
    let mut random = Random::new(7);
    for count in 7..=12 {
        let limits = HeapLimits::new(count, &[0, 1, -1, 2, 100, i128::from(i32::MAX)]);
        let state = |_| heaps::random(&world.program, world.function, &world.symbol_types, &limits, &mut random);
        found.extend((0..60).map(state).map(|state| state.expect("a state")));
    }
    let never_frees = world.facts.never_frees();
    let freed = |state: State| {
        if never_frees { vec![state] } else { heaps::partly_freed(&state).into_iter().take(40).collect() }
    };
    found.into_iter().flat_map(freed).collect()
}

/// How a hint is proved, as `hintcheck` does.
fn proof(world: &World, arena: &Arena, wrong: &Formula) -> Option<HintProof> {
    if let Excluded::Nowhere { by_integers } = excludes(arena, &world.facts, wrong) {
        return Some(if by_integers { HintProof::Integers } else { HintProof::Theory });
    }
    let nodes = bounded::enough_nodes(arena, &world.facts, wrong).filter(|nodes| *nodes <= 6)?;
    let is_refuted = |count| bounded::find(arena, &world.facts, false, wrong, count) != Ok(None);
    (!(1..=nodes).any(is_refuted)).then_some(HintProof::SmallModel { nodes })
}

#[test]
fn no_proved_hint_is_false_anywhere() {
    let (mut theory, mut integers, mut small, mut open) = (0, 0, 0, 0);
    for text in worlds::ALL {
        let world = World::new(with_inputs(text));
        let is_list = world.text.name == worlds::EVERY_LIST.name;
        let states = states(&world, if is_list { nodes(4) } else { 3 }, if is_list { usize::MAX } else { 1_200 });
        for seed in 0..cases(12).div_ceil(3) as u64 {
            let mut random = Random::new(seed);
            let mut arena = Arena::new(world.program.types.clone());
            let mut atoms = family::atoms(&world, &world.facts, &mut arena, 14, &mut random);
            if seed % 2 == 1 {
                // Small-model proofs need few points.
                atoms.retain(|atom| arena.get(*atom).avoid().is_empty());
            }
            let evaluator = AtomEvaluator::new(&arena, &world.program);
            let values: Vec<Vec<Option<bool>>> =
                states.iter().map(|state| atoms.iter().map(|atom| evaluator.atom(state, *atom)).collect()).collect();
            for _ in 0..40 {
                let atom = atoms[random.choose(atoms.len())];
                let says = replacement(&atoms, &mut random);
                if says.atoms().contains(&atom) {
                    continue;
                }
                let wrong = bounded::contradiction(atom, &says);
                match proof(&world, &arena, &wrong) {
                    None => {
                        open += 1;
                        continue;
                    }
                    Some(HintProof::Theory) => theory += 1,
                    Some(HintProof::Integers) => integers += 1,
                    Some(HintProof::SmallModel { .. }) => small += 1,
                }
                let index = |atom| atoms.iter().position(|known| *known == atom).expect("one of the atoms");
                let broken =
                    values.iter().position(|values| wrong.evaluate(&mut |atom| values[index(atom)]) == Some(true));
                if let Some(state) = broken {
                    let printer = Printer::new(&arena, &world.program, &world.symbols);
                    let (atom, says) = (printer.atom(atom), printer.formula(&says));
                    panic!("{}, seed {seed}: {atom} ~> {says} is false in\n{:?}", world.text.name, states[state]);
                }
            }
        }
    }
    println!("{theory} by the theory, {integers} by integers, {small} by small models, {open} open");
    assert!(theory > 100 && integers > 3 && open > 100, "{theory} {integers} {small} {open}");
}

/// Of formulas of few predicates, those that no heap of the theorem's size makes true: no larger one does.
#[test]
fn the_small_model_theorem_holds_on_larger_heaps() {
    let world = World::new(with_inputs(worlds::EVERY_LIST));
    let states = states(&world, nodes(4), usize::MAX);
    let (mut proved, mut refuted) = (0, 0);
    for seed in 0..cases(12) as u64 {
        let mut random = Random::new(100 + seed);
        let mut arena = Arena::new(world.program.types.clone());
        let atoms = family::atoms(&world, &world.facts, &mut arena, 16, &mut random);
        let evaluator = AtomEvaluator::new(&arena, &world.program);
        let values: Vec<Vec<Option<bool>>> =
            states.iter().map(|state| atoms.iter().map(|atom| evaluator.atom(state, *atom)).collect()).collect();
        for _ in 0..40 {
            let literals = (0..2 + random.choose(2)).map(|_| {
                let atom = atoms[random.choose(atoms.len())];
                if random.choose(2) == 0 { Formula::Atom(atom) } else { Formula::NotAtom(atom) }
            });
            let formula = Formula::and(literals.collect::<Vec<_>>());
            let enough = bounded::enough_nodes(&arena, &world.facts, &formula).filter(|nodes| *nodes <= 7);
            let Some(enough) = enough else { continue };
            let found = bounded::find(&arena, &world.facts, true, &formula, enough);
            if found != Ok(None) {
                refuted += 1;
                continue;
            }
            proved += 1;
            let index = |atom| atoms.iter().position(|known| *known == atom).expect("one of the atoms");
            let is_true = |values: &Vec<Option<bool>>| formula.evaluate(&mut |atom| values[index(atom)]) == Some(true);
            let printer = Printer::new(&arena, &world.program, &world.symbols);
            let broken = values.iter().position(is_true).map(|state| &states[state]);
            assert!(broken.is_none(), "{enough} nodes: {}\n{broken:?}", printer.formula(&formula));
        }
    }
    println!("{proved} proved, {refuted} not");
    assert!(proved > 10 && refuted > 10, "{proved} {refuted}");
}

/// Where two ways meet is a node of its own.
#[test]
fn fewer_nodes_than_the_theorem_says_are_too_few() {
    let world = World::new(with_inputs(worlds::EVERY_LIST));
    let mut arena = Arena::new(world.program.types.clone());
    let [x, y] = ["x", "y"].map(|name| damson::logic::translate::term(&mut arena, &world.value(name)));
    let fields = arena.field_set(world.field_sets[0].clone());
    let shared = arena.atom(Atom::Dshared { avoid: Box::new([]), fields, left: x, right: y });
    let reach = |arena: &mut Arena, from, to| {
        let avoid = Box::new([]);
        Formula::NotAtom(arena.atom(Atom::Reach { at_least_one: false, avoid, fields, from, to }))
    };
    let apart = [reach(&mut arena, x, y), reach(&mut arena, y, x)];
    let formula = Formula::and([vec![Formula::Atom(shared)], apart.to_vec()].concat());
    let enough = bounded::enough_nodes(&arena, &world.facts, &formula).expect("the theorem applies");
    assert_eq!(enough, 4);
    let find = |nodes| bounded::find(&arena, &world.facts, true, &formula, nodes).expect("an answer");
    assert!(find(2).is_none() && find(3).is_some());
}
