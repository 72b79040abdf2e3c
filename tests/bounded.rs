//! SAT on the encoding of heaps finds a heap for a formula exactly where trying all heaps finds one.
//!
//! For random formulas over the predicates of every world without addresses of variables, fields and elements: if SAT knows of no
//! heap of up to n nodes, no enumerated heap makes the formula true (and where nodes may be freed, none with some of them
//! freed); if it finds one, the definitions agree in that very heap. `DAMSON_CASES` tries more formulas, `DAMSON_NODES` larger heaps.

mod support;

use damson::logic::display::Printer;
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, AtomId, Formula};
use damson::pipeline::small_heaps;
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Chooser, Random, State};
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

/// A formula of a few literals: a conjunction, with one member a disjunction now and then.
fn formula(atoms: &[AtomId], random: &mut Random) -> Formula {
    let literal = |random: &mut Random| {
        let atom = atoms[random.choose(atoms.len())];
        if random.choose(2) == 0 { Formula::Atom(atom) } else { Formula::NotAtom(atom) }
    };
    let count = 2 + random.choose(4);
    let mut parts: Vec<Formula> = (0..count).map(|_| literal(random)).collect();
    if random.choose(3) == 0 {
        parts.push(Formula::or([literal(random), literal(random)]));
    }
    Formula::and(parts)
}

#[derive(Default, Debug)]
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

fn check(text: Text, most_states: usize, seeds: u64) -> Tally {
    let world = World::new(with_inputs(text));
    let mut tally = Tally::default();
    if !world.facts.has_plain_pointers() {
        return tally;
    }
    for seed in 0..seeds {
        let mut random = Random::new(seed);
        let mut arena = Arena::new(world.program.types.clone());
        let mut atoms = family::atoms(&world, &world.facts, &mut arena, 3 * ATOMS, &mut random);
        // A path that starts at a cell is refused, and so is all of a formula with it: a few such formulas are enough.
        if seed % 3 != 2 {
            atoms.retain(|atom| bounded::find(&arena, &world.facts, false, &Formula::Atom(*atom), 1).is_ok());
        }
        atoms.truncate(ATOMS);
        for count in 1..=nodes(3) {
            let truths = Truths::of(&world, &arena, &atoms, count, most_states);
            for _ in 0..FORMULAS {
                compare(&world, &arena, &truths, &atoms, &formula(&atoms, &mut random), &mut tally);
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
        let tally = check(text, usize::MAX, (cases(12) as u64).div_ceil(share));
        println!("{}: {tally:?}", text.name);
        assert!(tally.found > tally.refused && tally.none > 10, "{}: {tally:?}", text.name);
    }
}

#[test]
fn sat_and_a_sample_of_heaps_agree_in_all_worlds() {
    let mut all = Tally::default();
    for text in worlds::ALL {
        let tally = check(text, 1_500, cases(12).div_ceil(6) as u64);
        all.found += tally.found;
        all.none += tally.none;
        all.refused += tally.refused;
    }
    println!("{all:?}");
    assert!(all.found > 50 && all.none > 50, "{all:?}");
}

/// What is not encoded is refused, in whatever formula it stands: nothing may be concluded from it.
#[test]
fn claims_about_all_nodes_are_refused() {
    let mut count = 0;
    for text in worlds::ALL {
        let world = World::new(with_inputs(text));
        let mut arena = Arena::new(world.program.types.clone());
        let mut random = Random::new(3);
        let claims = family::structures(&world, &world.facts, &mut arena, 6, &mut random);
        let others = family::atoms(&world, &world.facts, &mut arena, 6, &mut random);
        for (claim, other) in claims.iter().zip(others) {
            let all = [Formula::Atom(*claim), Formula::NotAtom(*claim), Formula::Atom(other)];
            for formula in
                [Formula::and([all[0].clone(), all[2].clone()]), Formula::or([all[1].clone(), all[2].clone()])]
            {
                count += 1;
                assert!(bounded::find(&arena, &world.facts, false, &formula, 2).is_err(), "{}", world.text.name);
            }
        }
    }
    assert!(count > 100, "{count} formulas");
}

#[test]
fn integers_are_compared_beside_all_constants() {
    // x > 3 and x <= 5: 4 and 5, which neither 0 nor 1 stands for.
    let world = World::new(with_inputs(worlds::PLAIN));
    let mut arena = Arena::new(world.program.types.clone());
    let constant = |arena: &mut Arena, value: i128, ty| arena.term(damson::logic::TermNode::Integer(value), ty);
    let i = damson::logic::translate::term(&mut arena, &world.value("i"));
    let ty = arena.type_of(i);
    let (three, six) = (constant(&mut arena, 3, ty), constant(&mut arena, 6, ty));
    let above = Formula::Atom(arena.atom(damson::logic::Atom::Less(three, i)));
    let below = Formula::Atom(arena.atom(damson::logic::Atom::Less(i, six)));
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
    let [x, w] = ["x", "w"].map(|name| damson::logic::translate::term(&mut arena, &world.value(name)));
    let both = Formula::and([x, w].map(|term| Formula::Atom(arena.atom(damson::logic::Atom::Allocated(term)))));
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
        let [x, y, t] = ["x", "y", "t"].map(|name| damson::logic::translate::term(&mut arena, &world.value(name)));
        let mut reach = |from, to| {
            let avoid = Box::new([]);
            Formula::Atom(arena.atom(damson::logic::Atom::Reach { at_least_one: false, avoid, fields, from, to }))
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
