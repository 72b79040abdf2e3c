//! SAT on the encoding of heaps finds a heap for a formula exactly where trying all heaps finds one.
//!
//! For random formulas over the predicates of every world without addresses of variables, fields and elements: if SAT knows of no
//! heap of up to n nodes, no enumerated heap makes the formula true (and where nodes may be freed, none with some of them
//! freed); if it finds one, the definitions agree in that very heap. `DAMSON_CASES` tries more formulas, `DAMSON_NODES` larger heaps.
//! So it is with formulas in which claims about all nodes occur, and numbers of nodes. Of some the smallest heap is known by hand.

use crate::support;

use damson::base::SourceMap;
use damson::logic::display::Printer;
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Atom, AtomId, Facts, Formula, TermId, TermNode, translate};
use damson::pipeline::{self, Input, small_heaps};
use damson::program::expr::bound_symbol;
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Chooser, Random, State};
use damson::spec::{StatementKind, StructureClaim};
use damson::theory::bounded;
use support::world::{Text, World};
use support::{cases, family, nodes, worlds};

/// Atoms that formulas are made of at a time: each is evaluated once in each state.
const ATOMS: usize = 10;
/// Formulas of each group of atoms.
const FORMULAS: usize = 24;

/// The world, with its locals as inputs: an indeterminate variable says nothing.
fn with_inputs(text: Text) -> Text {
    let inputs: Vec<&'static str> = text.parameters.iter().chain(text.locals).copied().collect();
    Text { parameters: inputs.leak(), locals: &[], ..text }
}

/// What formulas are made of.
struct Atoms {
    /// Claims about all nodes, and comparisons of their number: each formula has one, if there are any.
    claims: Vec<AtomId>,
    others: Vec<AtomId>,
}

impl Atoms {
    /// Random ones. What is refused alone makes a whole formula refused: every third seed, it is left in.
    fn of(world: &World, arena: &mut Arena, with_claims: bool, seed: u64, random: &mut Random) -> Atoms {
        let mut others = family::atoms(world, &world.facts, arena, 3 * ATOMS, random);
        let mut claims = Vec::new();
        if with_claims {
            let counts = family::counts(world, &world.facts, arena, ATOMS, random);
            claims = family::structures(world, &world.facts, arena, 2 * ATOMS, random);
            // Of each sort as many, however many are left.
            claims = claims.iter().zip(counts.iter().cycle()).flat_map(|(claim, count)| [*claim, *count]).collect();
        }
        if seed % 3 != 2 {
            let is_decided =
                |atom: &AtomId| bounded::find(arena, &world.facts, false, &Formula::Atom(*atom), 1).is_ok();
            others.retain(is_decided);
            claims.retain(is_decided);
        }
        others.truncate(ATOMS);
        claims.truncate(ATOMS);
        Atoms { claims, others }
    }

    fn all(&self) -> Vec<AtomId> {
        self.claims.iter().chain(&self.others).copied().collect()
    }

    /// A formula of a few literals: a conjunction, with one member a disjunction now and then.
    fn formula(&self, random: &mut Random) -> Formula {
        let literal = |atoms: &[AtomId], random: &mut Random| {
            let atom = atoms[random.choose(atoms.len())];
            if random.choose(2) == 0 { Formula::Atom(atom) } else { Formula::NotAtom(atom) }
        };
        let count = if self.claims.is_empty() { 2 + random.choose(4) } else { random.choose(3) };
        let mut parts: Vec<Formula> = (0..count).map(|_| literal(&self.others, random)).collect();
        if random.choose(3) == 0 {
            parts.push(Formula::or([literal(&self.others, random), literal(&self.others, random)]));
        }
        if !self.claims.is_empty() {
            parts.extend((0..1 + random.choose(3)).map(|_| literal(&self.claims, random)));
        }
        Formula::and(parts)
    }
}

#[derive(Default, Clone, Copy, Debug)]
struct Tally {
    found: usize,
    none: usize,
    refused: usize,
}

/// The values of the atoms in each state of up to this number of nodes.
struct Truths {
    nodes: usize,
    values: Vec<Vec<Option<bool>>>,
}

impl Truths {
    fn of(world: &World, arena: &Arena, atoms: &[AtomId], nodes: usize, most: usize) -> Truths {
        let limits = HeapLimits::new(nodes, &[0, 1]);
        let states = heaps::enumerate(&world.program, world.function, &world.symbol_types, &limits).expect("states");
        let never_frees = world.facts.never_frees();
        let states = states.flat_map(|state| if never_frees { vec![state] } else { heaps::partly_freed(&state) });
        let evaluator = AtomEvaluator::new(arena, &world.program);
        let values = |state: State| atoms.iter().map(|atom| evaluator.atom(&state, *atom)).collect();
        Truths { nodes, values: states.take(most).map(values).collect() }
    }

    fn make_true(&self, atoms: &[AtomId], formula: &Formula) -> bool {
        let index = |atom| atoms.iter().position(|known| *known == atom).expect("one of the atoms");
        self.values.iter().any(|values| formula.evaluate(&mut |atom| values[index(atom)]) == Some(true))
    }
}

fn compare(world: &World, arena: &Arena, truths: &Truths, atoms: &[AtomId], formula: &Formula, tally: &mut Tally) {
    let Truths { nodes, .. } = *truths;
    let text = || {
        let printer = Printer::new(arena, &world.program, &world.symbols);
        format!("{}, {nodes} nodes: {}", world.text.name, printer.formula(formula))
    };
    match bounded::find(arena, &world.facts, false, formula, nodes) {
        Err(_) => tally.refused += 1,
        Ok(None) => {
            tally.none += 1;
            assert!(!truths.make_true(atoms, formula), "SAT misses a heap: {}", text());
        }
        Ok(Some(heap)) => {
            tally.found += 1;
            let state = small_heaps::state(&world.program, world.function, &world.symbol_types, arena, &heap);
            let Ok(state) = state else {
                // An element of an array in a variable.
                assert!(world.text.name.contains("arrays"), "no state: {}", text());
                return;
            };
            let value = AtomEvaluator::new(arena, &world.program).formula(&state, formula);
            // What a dangling pointer equals is open.
            let fits = if world.facts.never_frees() { value == Some(true) } else { value != Some(false) };
            assert!(fits, "SAT finds a heap where it is {value:?}: {}\n{heap:?}", text());
        }
    }
}

/// How much is tried.
#[derive(Clone, Copy)]
struct Effort {
    seeds: u64,
    nodes: usize,
    states: usize,
}

fn check(text: Text, with_claims: bool, effort: Effort) -> Tally {
    let world = World::new(with_inputs(text));
    let mut tally = Tally::default();
    if !world.facts.has_plain_pointers() {
        return tally;
    }
    for seed in 0..effort.seeds {
        let mut random = Random::new(seed);
        let mut arena = Arena::new(world.program.types.clone());
        let atoms = Atoms::of(&world, &mut arena, with_claims, seed, &mut random);
        if atoms.others.is_empty() || with_claims && atoms.claims.is_empty() {
            continue;
        }
        let all = atoms.all();
        for count in 1..=effort.nodes {
            let truths = Truths::of(&world, &arena, &all, count, effort.states);
            for _ in 0..FORMULAS {
                compare(&world, &arena, &truths, &all, &atoms.formula(&mut random), &mut tally);
            }
        }
    }
    tally
}

#[test]
fn sat_and_enumeration_agree_on_all_small_heaps() {
    // Three pointers into trees of three nodes are many: a share of the cases is enough.
    for (text, share) in [
        (worlds::EVERY_LIST, 1),
        (worlds::EVERY_FREED_LIST, 2),
        (worlds::EVERY_TREE, 4),
        (worlds::EVERY_FREED_TREE, 12),
    ] {
        let seeds = (cases(12) as u64).div_ceil(share);
        let tally = check(text, false, Effort { seeds, nodes: nodes(3), states: usize::MAX });
        println!("{}: {tally:?}", text.name);
        assert!(tally.found > tally.refused && tally.none > 10, "{}: {tally:?}", text.name);
    }
}

#[test]
fn sat_and_a_sample_of_heaps_agree_in_all_worlds() {
    let mut all = Tally::default();
    for text in worlds::ALL {
        let tally = check(text, false, Effort { seeds: cases(12).div_ceil(6) as u64, nodes: nodes(3), states: 1_500 });
        all.found += tally.found;
        all.none += tally.none;
        all.refused += tally.refused;
    }
    println!("{all:?}");
    assert!(all.found > 50 && all.none > 50, "{all:?}");
}

/// The worlds with integers have fewer nodes.
#[test]
fn sat_and_enumeration_agree_on_claims_about_all_nodes() {
    for (text, share, nodes) in [
        (worlds::EVERY_LIST, 1, nodes(3)),
        (worlds::EVERY_FREED_LIST, 2, nodes(3)),
        (worlds::EVERY_TREE, 4, nodes(3)),
        (worlds::EVERY_FREED_TREE, 12, nodes(3)),
        (worlds::PLAIN, 2, 2),
        (worlds::FREES, 3, 2),
    ] {
        let seeds = (cases(12) as u64).div_ceil(share);
        let tally = check(text, true, Effort { seeds, nodes, states: 40_000 });
        println!("{}: {tally:?}", text.name);
        assert!(tally.found > tally.refused && tally.none > 10, "{}: {tally:?}", text.name);
    }
}

/// A number of nodes is no bound for formulas with claims: seven nodes need seven.
#[test]
fn no_number_of_nodes_is_enough_for_claims() {
    let mut count = 0;
    for text in worlds::ALL {
        let world = World::new(with_inputs(text));
        let mut arena = Arena::new(world.program.types.clone());
        let mut random = Random::new(3);
        let mut claims = family::structures(&world, &world.facts, &mut arena, 6, &mut random);
        claims.extend(family::counts(&world, &world.facts, &mut arena, 6, &mut random));
        let others = family::atoms(&world, &world.facts, &mut arena, 12, &mut random);
        for (claim, other) in claims.iter().zip(others) {
            let formula = Formula::or([Formula::NotAtom(*claim), Formula::Atom(other)]);
            count += 1;
            assert_eq!(bounded::enough_nodes(&arena, &world.facts, &formula), None, "{}", world.text.name);
        }
    }
    assert!(count > 100, "{count} formulas");
    assert_eq!(smallest(LISTS, "count[;n](x) == 7", 7), Some(Some(7)));
}

#[test]
fn integers_are_compared_beside_all_constants() {
    // x > 3 and x <= 5: 4 and 5, which neither 0 nor 1 stands for.
    let world = World::new(with_inputs(worlds::PLAIN));
    let mut arena = Arena::new(world.program.types.clone());
    let constant = |arena: &mut Arena, value: i128, ty| arena.term(TermNode::Integer(value), ty);
    let i = translate::term(&mut arena, &world.value("i"));
    let ty = arena.type_of(i);
    let (three, six) = (constant(&mut arena, 3, ty), constant(&mut arena, 6, ty));
    let above = Formula::Atom(arena.atom(Atom::Less(three, i)));
    let below = Formula::Atom(arena.atom(Atom::Less(i, six)));
    let find = |formula: &Formula| bounded::find(&arena, &world.facts, true, formula, 1).expect("an answer");
    let heap = find(&Formula::and([above.clone(), below.clone()])).expect("a heap");
    assert!(matches!(heap.roots[..], [(_, bounded::ScalarValue::Integer(4 | 5))]), "{heap:?}");
    assert!(find(&Formula::and([above.negated(), below.negated()])).is_none());
}

/// One node is of one record; two are enough for one of each.
#[test]
fn nodes_are_counted_over_all_records() {
    let text = Text { commands: &["x->data = 0", "w->e = 1"], ..worlds::CASTS };
    let world = World::new(text);
    let mut arena = Arena::new(world.program.types.clone());
    let [x, w] = ["x", "w"].map(|name| translate::term(&mut arena, &world.value(name)));
    let both = Formula::and([x, w].map(|term| Formula::Atom(arena.atom(Atom::Allocated(term)))));
    let find = |nodes| bounded::find(&arena, &world.facts, false, &both, nodes).expect("an answer");
    assert!(find(1).is_none());
    assert!(find(2).is_some());
}

/// Reachability is transitive, two ways from one node may part, and on a cycle both ends reach each other.
#[test]
fn larger_heaps_than_can_be_enumerated_are_decided() {
    for text in [worlds::EVERY_LIST, worlds::EVERY_TREE, worlds::EVERY_FREED_TREE] {
        let world = World::new(with_inputs(text));
        let mut arena = Arena::new(world.program.types.clone());
        let fields = arena.field_set(world.field_sets[0].clone());
        let [x, y, t] = ["x", "y", "t"].map(|name| translate::term(&mut arena, &world.value(name)));
        let mut reach = |from, to| {
            let avoid = Box::new([]);
            Formula::Atom(arena.atom(Atom::Reach { at_least_one: false, avoid, fields, from, to }))
        };
        let (there, on, all) = (reach(x, y), reach(y, t), reach(x, t));
        let back = reach(t, y);
        let find =
            |formula: &Formula, nodes| bounded::find(&arena, &world.facts, false, formula, nodes).expect("an answer");
        for nodes in 1..=6 {
            let start = std::time::Instant::now();
            let broken = Formula::and([there.clone(), on.clone(), all.clone().negated()]);
            assert!(find(&broken, nodes).is_none(), "{}", world.text.name);
            println!("{}, {nodes} nodes: {:.3} s", world.text.name, start.elapsed().as_secs_f64());
        }
        // Where paths are unique, of two nodes behind one the first reaches the other.
        let parted = Formula::and([there, all, on.negated(), back.negated()]);
        let smallest = (1..=4).find_map(|nodes| find(&parted, nodes));
        match world.field_sets[0].len() {
            1 => assert!(smallest.is_none(), "{}", world.text.name),
            _ => assert!(smallest.is_some_and(|heap| heap.nodes.len() == 3), "{}", world.text.name),
        }
    }
}

const LISTS: &str = "typedef struct Node { struct Node *n; int data; } Node;
    void f(Node *x, Node *y, int i, unsigned char c) {
    L:  i = i;
    }";

const TREES: &str = "typedef struct Node { struct Node *l, *r; } Node;
    void f(Node *x, Node *y) {
    L:  x = x;
    }";

const OWNERS: &str = "typedef struct Node { struct Node *n; } Node;
    typedef struct Owner { Node *first; struct Owner *next; } Owner;
    void f(Owner *o, Node *x) {
    L:  x = x;
    }";

const FREED: &str = "typedef struct Node { struct Node *n; int data; } Node;
    void free(void *);
    void f(Node *x, Node *y) {
    L:  free(y);
    }";

/// The number of nodes of the smallest heap where a formula holds, of up to some; nothing where it is refused.
fn smallest(program: &str, formula: &str, most: usize) -> Option<Option<usize>> {
    let mut sources = SourceMap::new();
    let program = sources.add("case.c", program);
    let input = Input {
        specification: Some(sources.add("case.spec", format!("assert {formula} @ L;"))),
        entry: Some("f"),
        ..Input::of(program)
    };
    let (prepared, problems) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    let flowchart = prepared.program.flowchart(prepared.entry).expect("a flowchart");
    let facts = Facts::of(&prepared.program, flowchart);
    let mut arena = Arena::new(prepared.program.types.clone());
    let StatementKind::Assert(asserted, _) = &prepared.specification.statements[0].kind else { panic!("{formula}") };
    let formula = translate::formula(&mut arena, &facts, asserted);
    for nodes in 1..=most {
        if bounded::find(&arena, &facts, false, &formula, nodes).ok()?.is_some() {
            return Some(Some(nodes));
        }
    }
    Some(None)
}

#[test]
fn the_smallest_heaps_of_claims_are_known() {
    for (program, formula, expected) in [
        (LISTS, "count[;n](x) == 0", Some(1)),
        (LISTS, "count[;n](x) == 3", Some(3)),
        (LISTS, "count[;n](x) == i && 2 < i && i < 4", Some(3)),
        (LISTS, "count[;n](x) == i && i < 0", None),
        (LISTS, "i < count[;n](x) && 1 < i", Some(3)),
        (LISTS, "count[;n](x) + 254 == c", Some(1)),
        (LISTS, "count[;n](x) + 254 == c && 1 < count[;n](x)", None),
        (LISTS, "count[;n](x) + count[;n](y) == 4", Some(2)),
        (LISTS, "count[;n](x) + count[;n](y) == 4 && !dshared[;n](x, y)", Some(4)),
        (LISTS, "count[&y->n;n](x) == 2 && count[;n](x) == 4", Some(4)),
        (LISTS, "sorted[;n;data](x) && reach[;n](x, y) && y->data < x->data", None),
        (LISTS, "sorted[;n;data](x) && reach[;n](y, x) && y->data < x->data", Some(2)),
        (LISTS, "each[;n](u, v : x; u->data < v->data) && cyclic[;n](x)", None),
        // As many integers between two constants as nodes, and one less.
        (
            LISTS,
            "each[;n](u, v : x; u->data < v->data) && count[;n](x) == 4 && 0 < x->data && forall[;n](v : x; v->data < 5)",
            Some(4),
        ),
        (
            LISTS,
            "each[;n](u, v : x; u->data < v->data) && count[;n](x) == 4 && 0 < x->data && forall[;n](v : x; v->data < 4)",
            None,
        ),
        (LISTS, "!forall[;n](v : x; v->data == 0) && x->data == 0", Some(2)),
        (LISTS, "forall[;n](v : x; v == y) && x != NULL && x != y", None),
        (LISTS, "forall[;n](v : x; v->n != x) && cyclic[;n](x)", Some(2)),
        (LISTS, "forall[;n](v : x; v->data == 1) && forall[;n](v : y; v->data == 2) && dshared[;n](x, y)", None),
        (LISTS, "each[&y->n;n](u, v : x; u->n == NULL) && count[;n](x) == 2", Some(2)),
        (LISTS, "!each[;n](u, v : x->n; u == v) && x == NULL", Some(1)),
        (LISTS, "forall[;n](v : x->n; true) && x == NULL", None),
        (LISTS, "count[;n](x->n) < 1 && x == NULL", None),
        (TREES, "!tree[;l,r](x) && !cyclic[;l,r](x)", Some(2)),
        (TREES, "!tree[;l,r](x) && !cyclic[;l,r](x) && x->l != x->r", Some(3)),
        (TREES, "tree[;l,r](x) && cyclic[;l,r](x)", None),
        (TREES, "tree[;l,r](x) && dshared[;l,r](x->l, x->r)", None),
        (TREES, "tree[&x->r;l,r](x) && !tree[;l,r](x) && x->r == NULL", None),
        (TREES, "tree[;l,r](x->l) && x == NULL", None),
        (TREES, "each[;l,r](u, v : x; u->l == v) && x->r != NULL && x->r != x->l", None),
        // Of the nodes that are reached, those of the start's type count.
        (OWNERS, "count[;first,n](o) == 2", None),
        (OWNERS, "count[;first,n](o) == 1 && count[;first,n](o->first) == 2", Some(3)),
        (OWNERS, "count[;first,next](o) == 2 && !tree[;first,next](o) && !cyclic[;first,next](o)", Some(3)),
        (OWNERS, "allocated(o) && each[;first,n](u, v : o; false) && !each[;first,n](u, v : o->first; false)", Some(2)),
        // What was freed is not reached.
        (FREED, "!allocated(x) && x != NULL && count[;n](x) == 0 && forall[;n](v : x; false)", Some(1)),
        (FREED, "forall[;n](v : x; v != y) && x == y && allocated(x)", None),
        (FREED, "forall[;n](v : x; !allocated(v)) && allocated(x)", None),
        (FREED, "each[;n](u, v : x; false) && x->n != NULL && allocated(x)", Some(2)),
    ] {
        assert_eq!(smallest(program, formula, 5), Some(expected), "{formula}");
    }
}

/// What specifications cannot say, but formulas can: a claim about paths, or about nodes of another type, and what a claim binds
/// outside of it.
#[test]
fn claims_of_other_forms_are_refused() {
    let text = Text { commands: &["x->data = 0", "w->e = 1"], ..worlds::CASTS };
    let world = World::new(text);
    let mut arena = Arena::new(world.program.types.clone());
    let [x, w, next] = ["x", "w", "x->n"].map(|name| translate::term(&mut arena, &world.value(name)));
    let node = arena.term(TermNode::Symbol(bound_symbol(1)), arena.type_of(x));
    let (fields, avoid) = (arena.field_set(world.field_sets[0].clone()), Box::<[TermId]>::default());
    let equal = arena.atom(Atom::Equal(node, next));
    let path = Atom::Reach { at_least_one: false, avoid: avoid.clone(), fields, from: node, to: x };
    let path = Formula::Atom(arena.atom(path));
    let mut claim = |body: &Formula, from| {
        let claim = StructureClaim::ForAll(Box::new(body.clone()));
        Formula::Atom(arena.atom(Atom::Structure { claim, avoid: avoid.clone(), fields, from }))
    };
    let equals = Formula::Atom(equal);
    let plain = claim(&equals, x);
    let others = [claim(&path, x), claim(&equals, w), Formula::and([plain.clone(), equals.clone()])];
    let find = |formula: &Formula| bounded::find(&arena, &world.facts, false, formula, 2);
    let heap = find(&plain).expect("an answer").expect("a heap");
    assert!(heap.roots.iter().all(|(term, _)| *term != node), "{heap:?}");
    for (index, formula) in others.iter().enumerate() {
        assert_eq!(find(formula), Err(bounded::Refused::Predicate), "{index}");
    }
}

/// What is not encoded is refused, in whatever formula it stands: nothing may be concluded from it.
#[test]
fn claims_that_are_not_encoded_are_refused() {
    for formula in [
        "forall[;n](v : x; v->data + 1 == i)",
        "each[;n](u, v : x; u->data + v->data < 9)",
        "forall[;n](v : x; v->data == c)",
        "count[;n](x) + i == x->data",
        "count[;n](x) == i * 2",
    ] {
        for whole in [formula.to_string(), format!("!({formula}) && x == y"), format!("x == y || {formula}")] {
            assert_eq!(smallest(LISTS, &whole, 1), None, "{whole}");
        }
    }
}
