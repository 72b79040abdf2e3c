//! Every template of the library of hints holds in every small state: where it bounds a predicate, the bounds never
//! contradict the predicate, whatever dangling pointers compare to.
//!
//! The predicates are all of one kind over the expressions of a world, each as a member of the family that its chain and its
//! avoid set found. Worlds have one and two pointer fields, with and without freed blocks; their states are heaps of up to
//! three nodes (all of them for lists without other fields), and what a few commands make of them.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};

use damson::abstraction::families::{self, Pattern};
use damson::abstraction::templates::{self, Bounds, Template, WalkEnd, with_avoid};
use damson::logic::display::Printer;
use damson::logic::{Arena, Atom, AtomId, Formula, TermId, translate};
use damson::program::interp::{Random, State, Value};
use damson::spec::{Predicate, pointer_fields};
use damson::theory::{Excluded, bounded, excludes};
use support::bank::Bank;
use support::world::World;
use support::{cases, family, nodes, worlds};

/// The bounds of an atom: as a member of each of its families, and by itself.
fn all_bounds(world: &World, arena: &mut Arena, atom: AtomId) -> Vec<Bounds> {
    let mut found = Vec::new();
    let symbols = world.symbols.len();
    let fields = pointer_fields(arena.types());
    let Some(exact) = families::exact(arena, atom) else { return found };
    let rooted = families::rooted(arena, symbols, atom);
    let growing = families::growing(arena, symbols, atom);
    for pattern in rooted.into_iter().chain(growing) {
        found.push(templates::of_family(&world.facts, &pattern, &fields));
    }
    let avoid: &[_] = match &exact.predicate {
        Predicate::Reach { avoid, .. }
        | Predicate::Dshared { avoid, .. }
        | Predicate::Cyclic { avoid, .. }
        | Predicate::Structure { avoid, .. }
        | Predicate::Count { avoid, .. } => avoid,
        _ => &[],
    };
    // Whatever part of the avoid set stays.
    for kept in 0..=avoid.len() {
        let any_avoid = kept < avoid.len();
        let pattern = Pattern { predicate: with_avoid(&exact.predicate, &avoid[..kept]), any_avoid, ..exact.clone() };
        if any_avoid {
            found.push(templates::of_family(&world.facts, &pattern, &fields));
        }
        for stop in [WalkEnd::AtNull, WalkEnd::NeverMet] {
            let of_member = templates::of_member(arena.types(), &world.facts, &exact.predicate, &avoid[..kept], stop);
            found.extend(of_member.clone());
            found.extend(of_member.map(Bounds::lower_only));
        }
    }
    found
}

/// Whether the atom compares a dangling pointer: the program may then find it either way, and remember what it found.
fn is_free(world: &World, arena: &Arena, state: &State, atom: AtomId) -> bool {
    let (Atom::Equal(left, right) | Atom::Less(left, right)) = *arena.get(atom) else { return false };
    let value = |term: TermId| {
        let expr = Printer::expression_of(arena, term)?;
        state.evaluate(&expr, &world.program).ok()
    };
    let (Some(left), Some(right)) = (value(left), value(right)) else { return false };
    let is_determinate = |value| !matches!(value, Value::Undefined);
    is_determinate(left) && is_determinate(right) && (state.is_dangling(left) || state.is_dangling(right))
}

/// The values of a formula with its free atoms set in every way.
fn values(bank: &mut Bank<'_>, arena: &Arena, state: usize, formula: &Formula) -> Vec<Option<bool>> {
    let (world, place) = (bank.world, bank.states[state].clone());
    let free: Vec<AtomId> = formula.atoms().into_iter().filter(|atom| is_free(world, arena, &place, *atom)).collect();
    let mut found = Vec::new();
    for choice in 0..1u32 << free.len() {
        found.push(formula.evaluate(&mut |atom| match free.iter().position(|known| *known == atom) {
            Some(index) => Some(choice >> index & 1 == 1),
            None => bank.atom(arena, state, atom),
        }));
    }
    found
}

/// A hint counts only where it is proved mechanically: in programs with plain pointers, the theory of heaps proves instances of
/// every template. (It speaks of no path that starts at a cell, which many of these do.)
#[test]
fn the_theory_of_heaps_proves_instances_of_every_template() {
    let mut counts: BTreeMap<Template, (usize, usize)> = BTreeMap::new();
    for text in [worlds::EVERY_LIST, worlds::EVERY_TREE, worlds::EVERY_FREED_LIST, worlds::PLAIN, worlds::NESTED] {
        let world = World::new(text);
        let mut arena = Arena::new(world.program.types.clone());
        let atoms = family::atoms(&world, &world.facts, &mut arena, cases(120), &mut Random::new(11));
        for atom in atoms {
            for bounds in all_bounds(&world, &mut arena, atom) {
                let says = translate::formula(&mut arena, &world.facts, &bounds.clone().formula());
                if says == Formula::Unknown || says.atoms().contains(&atom) {
                    continue;
                }
                let wrong = bounded::contradiction(atom, &says);
                let is_proved = matches!(excludes(&arena, &world.facts, &wrong), Excluded::Nowhere { .. });
                for template in bounds.templates {
                    let count = counts.entry(template).or_default();
                    count.0 += usize::from(is_proved);
                    count.1 += 1;
                }
            }
        }
    }
    println!("proved, of all: {counts:?}");
    let (proved, all) = counts.values().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    counts.remove(&Template::Forgotten);
    let unproved: Vec<&Template> =
        counts.iter().filter(|(_, count)| count.0 == 0).map(|(template, _)| template).collect();
    assert!(unproved.is_empty(), "no instance is proved of {unproved:?}");
    assert!(3 * proved > all, "{proved} of {all}");
}

#[test]
fn no_bound_contradicts_its_predicate() {
    let mut used = BTreeSet::new();
    for text in &worlds::ALL {
        let world = World::new(*text);
        let states = if world.text.name == worlds::EVERY_LIST.name { usize::MAX } else { 250 };
        let mut bank = Bank::new(&world, nodes(3), states, 80);
        let mut arena = Arena::new(world.program.types.clone());
        let mut atoms = family::atoms(&world, &world.facts, &mut arena, cases(400), &mut Random::new(5));
        atoms.extend(family::structures(&world, &world.facts, &mut arena, cases(40), &mut Random::new(5)));
        for atom in atoms {
            for bounds in all_bounds(&world, &mut arena, atom) {
                let formula = translate::formula(&mut arena, &world.facts, &bounds.clone().formula());
                if formula != Formula::Unknown {
                    used.extend(bounds.templates.iter().copied());
                }
                for state in 0..bank.starts {
                    let Some(wanted) = bank.atom(&arena, state, atom) else { continue };
                    if values(&mut bank, &arena, state, &formula).contains(&Some(!wanted)) {
                        let printer = Printer::new(&arena, &world.program, &world.symbols);
                        panic!(
                            "{}: {:?}: {} is {wanted}, but not {} in {}",
                            world.text.name,
                            bounds.templates,
                            printer.atom(atom),
                            printer.formula(&formula),
                            bank.describe(state)
                        );
                    }
                }
            }
        }
    }
    let all = [
        Template::GoalOnChain,
        Template::StartOnChain,
        Template::SharedOnChain,
        Template::CyclicOnChain,
        Template::FewerAvoided,
        Template::BackToStart,
        Template::ReturnToStart,
        Template::BackToChain,
        Template::EqualToChain,
        Template::NextGoal,
        Template::NextStart,
        Template::NullAvoided,
        Template::NeverMet,
        Template::MoreAvoided,
    ];
    let idle: Vec<&Template> = all.iter().filter(|template| !used.contains(template)).collect();
    assert!(idle.is_empty(), "templates without an instance: {idle:?}");
}
