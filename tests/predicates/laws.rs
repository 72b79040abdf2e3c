//! The laws that relate predicates to each other hold in every small state.
//!
//! For random groups of predicates of every world (entry states, and states that a few commands lead to): the clauses of a group
//! must all hold where its predicates have values; and where some are open, these can be chosen so that all clauses hold.
//! `DAMSON_NODES` and `DAMSON_CASES` make it longer.

use crate::support;

use std::collections::BTreeMap;

use damson::abstraction::constraints;
use damson::logic::display::Printer;
use damson::logic::{Arena, Atom, AtomId, Formula, TermId, TermNode, translate};
use damson::program::Expr;
use damson::program::expr::bound_symbol;
use damson::program::interp::{Block, Chooser, Liveness, Random};
use damson::simplify::{RuleSet, Simplifier};
use damson::spec::{Predicate, StructureClaim};
use damson::theory::{Literal, Theory};
use support::bank::Bank;
use support::world::{Text, World};
use support::{cases, family, nodes, worlds};

/// Predicates that are related to each other at a time.
const GROUP: usize = 40;
/// Claims about all nodes among them.
const CLAIMS: usize = 8;

/// The clauses of a conjunction.
fn clauses(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::True => Vec::new(),
        Formula::And(parts) => parts.clone(),
        clause => vec![clause.clone()],
    }
}

/// Whether open atoms can be chosen so that the formula holds.
fn can_hold(formula: &Formula, known: &BTreeMap<AtomId, bool>) -> bool {
    match formula.evaluate(&mut |atom| known.get(&atom).copied()) {
        Some(value) => value,
        None => {
            let open = formula.atoms().into_iter().find(|atom| !known.contains_key(atom)).expect("an open atom");
            [false, true].into_iter().any(|value| {
                let mut known = known.clone();
                known.insert(open, value);
                can_hold(formula, &known)
            })
        }
    }
}

/// Counts the clauses by their predicates' kinds; a broken one is printed with the state.
fn check(
    bank: &mut Bank<'_>,
    arena: &Arena,
    formula: &Formula,
    counts: &mut BTreeMap<String, usize>,
) -> Option<String> {
    for clause in clauses(formula) {
        let kinds: Vec<&str> = clause.atoms().into_iter().map(|atom| kind(arena.get(atom))).collect();
        *counts.entry(kinds.join(" ")).or_default() += 1;
    }
    for state in 0..bank.starts {
        let values = formula.atoms().into_iter().filter_map(|atom| Some((atom, bank.atom(arena, state, atom)?)));
        let known: BTreeMap<AtomId, bool> = values.collect();
        if can_hold(formula, &known) {
            continue;
        }
        let world = bank.world;
        let printer = Printer::new(arena, &world.program, &world.symbols);
        let broken = clauses(formula).into_iter().find(|clause| !can_hold(clause, &known));
        let text = broken.map_or("the clauses together".to_string(), |clause| printer.formula(&clause));
        return Some(format!("{text} fails in\n{}", bank.describe(state)));
    }
    None
}

/// Claims about all nodes, and what they say of the nodes that they start from.
fn claims(world: &World, arena: &mut Arena, seed: u64) -> Vec<AtomId> {
    let mut found = family::structures(world, &world.facts, arena, CLAIMS, &mut Random::new(seed));
    for atom in found.clone() {
        let Atom::Structure { from, .. } = *arena.get(atom) else { continue };
        let ty = arena.type_of(from);
        let (null, node) = (arena.null(ty), arena.term(TermNode::Symbol(bound_symbol(1)), ty));
        let parts = arena.get(atom).body().map_or_else(Vec::new, |body| body.atoms());
        found.extend(parts.into_iter().map(|part| arena.substitute_atom(part, node, from)));
        found.extend([arena.atom(Atom::Allocated(from)), arena.atom(Atom::Equal(from, null))]);
    }
    found.retain(|atom| !mentions_nodes(arena, *atom));
    found.sort();
    found.dedup();
    found
}

/// Numbers of nodes, with more avoided and with less, and paths to what is avoided.
fn counts(world: &World, arena: &mut Arena, seed: u64) -> Vec<AtomId> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for atom in family::counts(world, &world.facts, arena, CLAIMS / 2, &mut random) {
        let Atom::Count { comparison, avoid, fields } = arena.get(atom).clone() else { continue };
        let Some(cell) = world.avoided.get(random.choose(world.avoided.len().max(1))) else { continue };
        let cell = translate::term(arena, cell);
        let more: Box<[TermId]> = avoid.iter().copied().chain([cell]).collect();
        let node = match arena.node(cell) {
            TermNode::FieldAddress(node, _) => node,
            _ => cell,
        };
        for from in comparison.starts().copied() {
            let avoid = if random.choose(2) == 0 { more.clone() } else { avoid.clone() };
            found.push(arena.atom(Atom::Reach { at_least_one: false, avoid, fields, from, to: node }));
        }
        found.extend([atom, arena.atom(Atom::Count { comparison, avoid: more, fields })]);
    }
    found.sort();
    found.dedup();
    found
}

/// Whether an atom is about a node that only a claim binds.
fn mentions_nodes(arena: &Arena, atom: AtomId) -> bool {
    let is_bound = |term: &TermId| (0..2).any(|index| arena.node(*term) == TermNode::Symbol(bound_symbol(index)));
    let mut open: Vec<TermId> = arena.get(atom).terms().collect();
    while let Some(term) = open.pop() {
        if is_bound(&term) {
            return true;
        }
        open.extend(arena.children(term));
    }
    false
}

fn kind(atom: &Atom) -> &'static str {
    match atom {
        Atom::Reach { at_least_one: false, .. } => "reach",
        Atom::Reach { at_least_one: true, .. } => "reachp",
        Atom::Dshared { .. } => "dshared",
        Atom::Cyclic { .. } => "cyclic",
        Atom::Structure { .. } => "structure",
        Atom::Count { .. } => "count",
        Atom::Allocated(_) => "allocated",
        Atom::String(_) | Atom::Room(..) => "extent",
        Atom::Equal(..) => "equal",
        Atom::Less(..) => "less",
    }
}

/// How often clauses of each kind were of use, for predicates of random groups.
fn clauses_of(
    texts: &[Text],
    group: fn(&World, &mut Arena, u64) -> Vec<AtomId>,
    nodes: usize,
) -> BTreeMap<String, usize> {
    let rules = RuleSet::embedded().unwrap();
    let mut counts = BTreeMap::new();
    for text in texts {
        let world = World::new(*text);
        let mut bank = Bank::new(&world, nodes, 90, 70);
        for seed in 0..cases(12) as u64 {
            let mut arena = Arena::new(world.program.types.clone());
            let mut simplifier = Simplifier::new(&rules, world.facts.clone());
            let atoms = group(&world, &mut arena, seed);
            let found = constraints::of_atoms(&mut arena, &world.facts, &mut simplifier, &atoms);
            let is_equality = |atom: &AtomId| matches!(arena.get(*atom), Atom::Equal(..));
            // A dangling pointer may be found equal to anything.
            assert!(world.facts.never_frees() || !found.atoms().iter().any(is_equality), "seed {seed}");
            if let Some(failure) = check(&mut bank, &arena, &found, &mut counts) {
                panic!("seed {seed}: {failure}");
            }
            bank.forget_values();
        }
    }
    println!("clauses: {counts:?}");
    counts
}

fn assert_used(counts: &BTreeMap<String, usize>, all: &[&str]) {
    for kinds in all {
        let words: Vec<&str> = kinds.split(' ').collect();
        let fits = |found: &&String| words.iter().all(|word| found.split(' ').any(|other| other == *word));
        assert!(counts.keys().any(|found| fits(&found)), "no clause of {kinds}");
    }
}

#[test]
fn the_laws_of_predicates_hold_in_every_small_state() {
    let counts = clauses_of(
        &worlds::ALL,
        |world, arena, seed| family::atoms(world, &world.facts, arena, GROUP, &mut Random::new(seed)),
        nodes(3),
    );
    // Composition, meeting, closing, existence and equality have all been of use.
    assert_used(
        &counts,
        &["reach reach reach", "reach reach dshared", "reachp cyclic", "allocated", "equal equal equal"],
    );
}

#[test]
fn the_laws_of_claims_about_all_nodes_hold_in_every_small_state() {
    let group = |world: &World, arena: &mut Arena, seed| {
        let mut atoms = family::atoms(world, &world.facts, arena, SMALL_GROUP, &mut Random::new(seed));
        atoms.extend(claims(world, arena, seed));
        atoms.sort();
        atoms.dedup();
        atoms
    };
    // Weakening, going on, and instances.
    assert_used(
        &clauses_of(&worlds::ALL, group, nodes(2)),
        &["structure structure", "structure reach", "structure allocated less"],
    );
}

#[test]
fn the_laws_of_numbers_of_nodes_hold_in_every_small_state() {
    assert_used(&clauses_of(&worlds::ALL, counts, nodes(2)), &["count count", "count count reach"]);
}

/// Trees, and paths between what is read on ways from their roots.
fn paths_in_trees(world: &World, arena: &mut Arena, seed: u64) -> Vec<AtomId> {
    let mut random = Random::new(seed);
    let fields = world.field_sets[random.choose(world.field_sets.len())].clone();
    let mut found = Vec::new();
    for index in 0..GROUP {
        let mut pick = |from: &[Expr]| from[random.choose(from.len())].clone();
        let (from, to) = (pick(&world.pointers), pick(&world.pointers));
        let (fields, mut avoid) = (fields.clone(), Vec::new());
        if index >= 4 && !world.avoided.is_empty() {
            avoid = (0..index % 3).map(|_| pick(&world.avoided)).collect();
        }
        let predicate = match index % 4 {
            _ if index < 4 => Predicate::Structure { claim: StructureClaim::Tree, avoid, fields, from },
            0 => Predicate::Cyclic { avoid, fields, from },
            1 => Predicate::Dshared { avoid, fields, left: from, right: to },
            kind => Predicate::Reach { at_least_one: kind == 2, avoid, fields, from, to },
        };
        if let Formula::Atom(atom) = translate::predicate(arena, &world.facts, &predicate) {
            found.push(atom);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Claims about links, and what says that paths come to the nodes that they name.
fn links_with_cases(world: &World, arena: &mut Arena, seed: u64) -> Vec<AtomId> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for _ in 0..CLAIMS / 2 {
        let Some(claims) = family::links_with_cases(world, &mut random) else { continue };
        let translated = claims.map(|claim| translate::predicate(arena, &world.facts, &claim));
        if let [Formula::Atom(first), Formula::Atom(second)] = translated {
            found.extend([first, second]);
        }
    }
    for claim in found.clone() {
        let Atom::Structure { ref avoid, fields, from, .. } = *arena.get(claim) else { continue };
        let (avoid, ty) = (avoid.clone(), arena.type_of(from));
        let null = arena.null(ty);
        found.extend([arena.atom(Atom::Allocated(from)), arena.atom(Atom::Equal(from, null))]);
        for to in &world.pointers {
            let to = translate::term(arena, to);
            let avoid = if random.choose(3) == 0 { avoid.clone() } else { Box::new([]) };
            if arena.type_of(to) == ty && found.len() < GROUP + GROUP / 2 {
                found.push(arena.atom(Atom::Reach { at_least_one: false, avoid, fields, from, to }));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn the_laws_of_links_with_cases_hold_in_every_small_state() {
    let counts = clauses_of(&[worlds::EVERY_LIST, worlds::TWO_FIELDS], links_with_cases, nodes(3));
    assert_used(&counts, &["structure structure", "structure structure reach"]);
}

#[test]
fn the_laws_of_ways_in_trees_hold_in_every_small_state() {
    let counts = clauses_of(&worlds::ALL, paths_in_trees, nodes(3));
    assert_used(&counts, &["structure dshared", "structure reach", "structure reachp", "structure cyclic"]);
    assert!(counts.get("structure dshared").or(counts.get("dshared structure")).is_some(), "{counts:?}");
}

/// Predicates that the theory relates at a time.
const SMALL_GROUP: usize = 14;

/// The known values of predicates in a state.
fn known(bank: &mut Bank<'_>, arena: &Arena, state: usize, atoms: &[AtomId]) -> Vec<Literal> {
    atoms.iter().filter_map(|atom| Some((*atom, bank.atom(arena, state, *atom)?))).collect()
}

#[test]
fn no_small_state_contradicts_the_theory_of_heaps() {
    let (mut asked, mut flipped, mut refuted) = (0, 0, 0);
    for text in worlds::ALL {
        let world = World::new(text);
        if !world.facts.has_plain_pointers() {
            continue;
        }
        let is_list = world.text.name == worlds::EVERY_LIST.name;
        let mut bank = Bank::new(&world, nodes(3), if is_list { usize::MAX } else { 120 }, 90);
        for seed in 0..cases(12) as u64 {
            let mut random = Random::new(seed);
            let mut arena = Arena::new(world.program.types.clone());
            let atoms = family::atoms(&world, &world.facts, &mut arena, SMALL_GROUP, &mut random);
            let mut theories: Vec<Theory> = [false, true]
                .into_iter()
                .map(|nothing_freed| Theory::new(&arena, &world.facts, nothing_freed, &atoms).expect("plain pointers"))
                .collect();
            for state in 0..bank.starts {
                let is_live = |block: &Block| block.liveness == Liveness::Live;
                let nothing_freed = bank.states[state].blocks().all(|(_, block)| is_live(block));
                let values = known(&mut bank, &arena, state, &atoms);
                let theory = &mut theories[usize::from(nothing_freed)];
                asked += 1;
                if let Some(core) = theory.refute(&values) {
                    let printer = Printer::new(&arena, &world.program, &world.symbols);
                    let core: Vec<String> =
                        core.iter().map(|(atom, value)| format!("{} is {value}", printer.atom(*atom))).collect();
                    panic!("{}, seed {seed}: {} in\n{}", world.text.name, core.join(", "), bank.describe(state));
                }
                // The theory says something: most wrong values are found out.
                if is_list && !values.is_empty() {
                    let mut wrong = values.clone();
                    let index = random.choose(wrong.len());
                    wrong[index].1 = !wrong[index].1;
                    let is_real = (0..bank.starts).step_by(7).any(|other| {
                        let other = known(&mut bank, &arena, other, &atoms);
                        wrong.iter().all(|literal| other.contains(literal))
                    });
                    flipped += usize::from(!is_real);
                    refuted += usize::from(!is_real && theory.refute(&wrong).is_some());
                }
            }
            bank.forget_values();
        }
    }
    println!("{asked} states fit; {refuted} of {flipped} wrong values were found out");
    assert!(asked > 10_000 && 3 * refuted > flipped, "{asked} asked, {refuted} of {flipped} found out");
}
