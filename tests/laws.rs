//! The laws that relate predicates to each other hold in every small state.
//!
//! For random groups of predicates of every world (entry states, and states that a few commands lead to): the clauses of a group
//! must all hold where its predicates have values; and where some are open, these can be chosen so that all clauses hold.
//! `DAMSON_NODES` and `DAMSON_CASES` make it longer.

mod support;

use std::collections::BTreeMap;

use damson::abstraction::constraints;
use damson::logic::display::Printer;
use damson::logic::{Arena, Atom, AtomId, Formula};
use damson::program::interp::Random;
use damson::simplify::{RuleSet, Simplifier};
use support::bank::Bank;
use support::world::World;
use support::{cases, family, nodes, worlds};

/// Predicates that are related to each other at a time.
const GROUP: usize = 40;

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

/// Counts the clauses by their predicates' kinds; a broken one is told with the state.
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

fn kind(atom: &Atom) -> &'static str {
    match atom {
        Atom::Reach { at_least_one: false, .. } => "reach",
        Atom::Reach { at_least_one: true, .. } => "reachp",
        Atom::Dshared { .. } => "dshared",
        Atom::Cyclic { .. } => "cyclic",
        Atom::Allocated(_) => "allocated",
        Atom::Equal(..) => "equal",
        Atom::Less(..) => "less",
    }
}

#[test]
fn the_laws_of_predicates_hold_in_every_small_state() {
    let rules = RuleSet::embedded().unwrap();
    let mut counts = BTreeMap::new();
    for text in worlds::ALL {
        let world = World::new(text);
        let mut bank = Bank::new(&world, nodes(3), 90, 70);
        for seed in 0..cases(12) as u64 {
            let mut arena = Arena::new(world.program.types.clone());
            let mut simplifier = Simplifier::new(&rules, world.facts.clone());
            let atoms = family::atoms(&world, &world.facts, &mut arena, GROUP, &mut Random::new(seed));
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
    // Composition, meeting, closing, existence and equality have all been of use.
    for kinds in ["reach reach reach", "reach reach dshared", "reachp cyclic", "allocated", "equal equal equal"] {
        let words: Vec<&str> = kinds.split(' ').collect();
        let fits = |found: &&String| words.iter().all(|word| found.split(' ').any(|other| other == *word));
        assert!(counts.keys().any(|found| fits(&found)), "no clause of {kinds}");
    }
}
