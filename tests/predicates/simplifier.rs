//! Whole simplifications of random formulas keep their value in every small state (in exhaustive worlds: of all heaps);
//! simplifying again changes nothing; the same run gives the same text. The propositional layer alone is compared by truth
//! tables. Also here: the formulas of C conditions, against the interpreter.

use crate::support;

use std::time::Duration;

use damson::base::Budget;
use damson::base::ids::Id;
use damson::logic::display::Printer;
use damson::logic::{Arena, AtomId, Formula, translate};
use damson::program::interp::{Chooser, Pointer, Random, Value};
use damson::program::{BinaryOp, Expr, ExprNode, FaultKind, UnaryOp};
use damson::simplify::{RuleSet, Simplifier, propositional};
use support::bank::{Bank, banks};
use support::world::{Text, World};
use support::{cases, exhaustive, family, nodes, worlds};

/// A random formula over some atoms, `*` among its leaves.
fn formula(random: &mut Random, atoms: &[AtomId], depth: usize) -> Formula {
    match random.choose(if depth == 0 { 5 } else { 9 }) {
        0 if random.choose(3) == 0 => Formula::Unknown,
        0..=2 => Formula::Atom(atoms[random.choose(atoms.len())]),
        3 | 4 => Formula::NotAtom(atoms[random.choose(atoms.len())]),
        kind => {
            let parts: Vec<Formula> = (0..2 + random.choose(2)).map(|_| formula(random, atoms, depth - 1)).collect();
            if kind % 2 == 0 { Formula::and(parts) } else { Formula::or(parts) }
        }
    }
}

fn print(arena: &Arena, world: &World, formula: &Formula) -> String {
    Printer::new(arena, &world.program, &world.symbols).formula(formula)
}

/// Random formulas of a world and what they become.
struct Run {
    arena: Arena,
    formulas: Vec<(Formula, Formula)>,
    failures: Vec<String>,
}

fn run(world: &World, rules: &RuleSet, count: usize) -> Run {
    let mut arena = Arena::new(world.program.types.clone());
    let mut random = Random::new(5);
    let atoms = family::atoms(world, &world.facts, &mut arena, 60, &mut random);
    let mut simplifier = Simplifier::new(rules, world.facts.clone());
    let (mut formulas, mut failures) = (Vec::new(), Vec::new());
    for _ in 0..count {
        // Few atoms, so that they meet more than once.
        let some: Vec<AtomId> = (0..5).map(|_| atoms[random.choose(atoms.len())]).collect();
        let before = formula(&mut random, &some, 3);
        let after = simplifier.simplify(&mut arena, &before);
        let again = simplifier.simplify(&mut arena, &after);
        if again != after {
            let [before, after, again] = [&before, &after, &again].map(|formula| print(&arena, world, formula));
            failures.push(format!("not idempotent: {before}\n    gives {after}\n    then {again}"));
        }
        formulas.push((before, after));
    }
    Run { arena, formulas, failures }
}

/// A state where a formula's value is known and the simplified formula's is another, or unknown.
fn difference(bank: &mut Bank<'_>, arena: &Arena, (before, after): &(Formula, Formula)) -> Option<String> {
    for state in 0..bank.starts {
        let Some(wanted) = bank.formula(arena, state, before) else { continue };
        let found = bank.formula(arena, state, after);
        if found != Some(wanted) {
            let [before, after] = [before, after].map(|formula| print(arena, bank.world, formula));
            let place = bank.describe(state);
            return Some(format!("{before}\n    is {wanted}, but {after}\n    is {found:?} in {place}"));
        }
    }
    None
}

/// Simplifies random formulas of a world; what went wrong.
fn failures(text: Text, count: usize) -> Vec<String> {
    let world = World::new(text);
    let rules = RuleSet::embedded().unwrap();
    let Run { arena, formulas, mut failures } = run(&world, &rules, count);
    let repeated = run(&world, &rules, count);
    for ((_, after), (_, repeated_after)) in formulas.iter().zip(&repeated.formulas) {
        let (text, repeated_text) = (print(&arena, &world, after), print(&repeated.arena, &world, repeated_after));
        assert_eq!(text, repeated_text, "the same run gives another result");
    }
    for mut bank in banks(&world, nodes(3), 150, 100) {
        failures.extend(formulas.iter().filter_map(|changed| difference(&mut bank, &arena, changed)));
    }
    failures.sort_by_key(String::len);
    failures
}

fn keeps_values(text: Text) {
    let found = failures(text, cases(60));
    let first: Vec<String> = found.iter().take(8).cloned().collect();
    assert!(found.is_empty(), "{}: {} failures, such as\n{}", text.name, found.len(), first.join("\n"));
}

#[test]
fn formulas_about_lists() {
    [worlds::PLAIN, worlds::FREES].into_iter().for_each(keeps_values);
}
#[test]
fn formulas_about_every_list_and_every_tree() {
    exhaustive::ALL.into_iter().for_each(keeps_values);
}
#[test]
fn formulas_about_pointers_to_fields() {
    [worlds::EXPOSED, worlds::EXPOSED_FREES, worlds::NESTED, worlds::NESTED_FREES].into_iter().for_each(keeps_values);
}
#[test]
fn formulas_about_two_pointer_fields() {
    [worlds::TWO_FIELDS, worlds::TWO_FIELDS_FREES].into_iter().for_each(keeps_values);
}
#[test]
fn formulas_about_structs() {
    [worlds::STRUCTS, worlds::EXPOSED_STRUCTS, worlds::NESTED_INNER, worlds::SCOPES].into_iter().for_each(keeps_values);
}
#[test]
fn formulas_about_arrays_casts_and_unions() {
    [worlds::ARRAYS, worlds::EXPOSED_ARRAYS, worlds::CASTS, worlds::UNIONS, worlds::SIZES]
        .into_iter()
        .for_each(keeps_values);
}

#[test]
fn claims_about_all_nodes_keep_their_values() {
    let rules = RuleSet::embedded().unwrap();
    let mut simpler = 0;
    for text in [worlds::EVERY_LIST, worlds::TWO_FIELDS, worlds::TWO_FIELDS_FREES, worlds::STRUCTS] {
        let world = World::new(text);
        let mut arena = Arena::new(world.program.types.clone());
        let claims = family::structures(&world, &world.facts, &mut arena, cases(60), &mut Random::new(5));
        let counts = family::counts(&world, &world.facts, &mut arena, cases(60), &mut Random::new(6));
        let mut simplifier = Simplifier::new(&rules, world.facts.clone());
        let formulas =
            claims.into_iter().chain(counts).flat_map(|claim| [Formula::Atom(claim), Formula::NotAtom(claim)]);
        let changed = formulas.map(|before| (before.clone(), simplifier.simplify(&mut arena, &before)));
        let changed: Vec<(Formula, Formula)> = changed.filter(|(before, after)| before != after).collect();
        simpler += changed.len();
        let mut bank = Bank::new(&world, nodes(3), 300, 100);
        let wrong = changed.iter().find_map(|changed| difference(&mut bank, &arena, changed));
        assert_eq!(wrong, None, "{}", world.text.name);
    }
    assert!(simpler > 4, "{simpler} claims became simpler");
}

/// The values of a formula's strongest and weakest reading under a valuation.
fn readings(formula: &Formula, valuation: usize) -> [Option<bool>; 2] {
    [false, true]
        .map(|unknown| formula.resolve_unknown(unknown).evaluate(&mut |atom| Some(valuation >> atom.index() & 1 == 1)))
}

/// The formula without members that change nothing.
fn reduced(formula: &Formula) -> Formula {
    propositional::reduce(formula, &Budget::unlimited())
}

fn reduces(atoms: usize, depth: usize, count: usize, reduce: fn(&Formula) -> Formula) -> Result<(), String> {
    let ids: Vec<AtomId> = (0..atoms).map(AtomId::from_index).collect();
    let mut random = Random::new(atoms as u64);
    for _ in 0..count {
        let before = formula(&mut random, &ids, depth);
        let after = reduce(&before);
        for valuation in 0..1_usize << atoms {
            if readings(&before, valuation) != readings(&after, valuation) {
                return Err(format!("{before:?} becomes {after:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn propositional_reduction_keeps_truth_tables() {
    reduces(3, 3, 10 * cases(60), reduced).unwrap();
    reduces(6, 3, 2 * cases(60), reduced).unwrap();
}

#[test]
fn propositional_reduction_by_sat_keeps_truth_tables() {
    // More than 15 atoms: no truth tables inside.
    reduces(17, 5, cases(60) / 6, reduced).unwrap();
}

#[test]
fn propositional_reduction_without_a_budget_keeps_truth_tables() {
    fn hardly_reduced(formula: &Formula) -> Formula {
        propositional::reduce(formula, &Budget::for_duration(Duration::ZERO))
    }
    reduces(6, 3, cases(60), hardly_reduced).unwrap();
    reduces(17, 5, cases(60) / 6, hardly_reduced).unwrap();
}

/// No member of a conjunction or disjunction can be left out.
#[test]
fn propositional_reduction_leaves_nothing_that_changes_nothing() {
    let ids: Vec<AtomId> = (0..6).map(AtomId::from_index).collect();
    let mut random = Random::new(6);
    for _ in 0..cases(60) {
        let reduced = reduced(&formula(&mut random, &ids, 3).resolve_unknown(true));
        for smaller in without_one_member(&reduced) {
            let is_same = |valuation| readings(&reduced, valuation) == readings(&smaller, valuation);
            assert!(!(0..1 << ids.len()).all(is_same), "{reduced:?} is the same as {smaller:?}");
        }
    }
}

/// The formula, each time without another of its members.
fn without_one_member(formula: &Formula) -> Vec<Formula> {
    let (Formula::And(parts) | Formula::Or(parts)) = formula else { return Vec::new() };
    let joined = |parts: Vec<Formula>| match formula {
        Formula::And(_) => Formula::and(parts),
        _ => Formula::or(parts),
    };
    let mut found = Vec::new();
    for index in 0..parts.len() {
        let mut rest = parts.clone();
        rest.remove(index);
        found.push(joined(rest));
        for smaller in without_one_member(&parts[index]) {
            let mut changed = parts.clone();
            changed[index] = smaller;
            found.push(joined(changed));
        }
    }
    found
}

#[test]
fn a_wrong_reduction_is_noticed() {
    let first_part = |formula: &Formula| match reduced(formula) {
        Formula::And(parts) | Formula::Or(parts) => parts[0].clone(),
        other => other,
    };
    assert!(reduces(3, 3, 20, first_part).is_err());
}

/// Random conditions over the expressions of a world, negations among them.
fn condition(world: &World, random: &mut Random) -> Expr {
    let ops = [BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less, BinaryOp::LessEqual];
    let int = world.value("1").ty;
    let boxed = |node| Expr::new(node, int);
    match random.choose(8) {
        0 => boxed(ExprNode::Unary(UnaryOp::LogicalNot, Box::new(condition(world, random)))),
        1 => {
            let inner = condition(world, random);
            let zero = match inner.ty == int {
                true => Expr::integer(0, int),
                false => Expr::new(ExprNode::Null, inner.ty),
            };
            boxed(ExprNode::Binary(ops[random.choose(2)], Box::new(inner), Box::new(zero)))
        }
        2 => world.pointers[random.choose(world.pointers.len())].clone(),
        kind => {
            let pointers = kind < 6 || world.integers.is_empty();
            let from = if pointers { &world.pointers } else { &world.integers };
            let left = from[random.choose(from.len())].clone();
            let alike: Vec<&Expr> = from.iter().filter(|other| other.ty == left.ty).collect();
            let right = alike[random.choose(alike.len())].clone();
            let op = ops[random.choose(if pointers { 2 } else { 4 })];
            boxed(ExprNode::Binary(op, Box::new(left), Box::new(right)))
        }
    }
}

/// A condition of a specification is true where it is defined and not zero.
#[test]
fn conditions_have_the_value_that_the_interpreter_gives_them() {
    for text in worlds::ALL {
        let world = World::new(text);
        let mut bank = Bank::new(&world, nodes(3), 150, 100);
        let mut arena = Arena::new(world.program.types.clone());
        let mut random = Random::new(9);
        for _ in 0..cases(60) {
            let condition = condition(&world, &mut random);
            let translated = translate::condition(&mut arena, &world.facts, &condition);
            for state in 0..bank.starts {
                let wanted = match bank.states[state].evaluate(&condition, &world.program) {
                    Ok(Value::Undefined) => continue,
                    Ok(value) => !matches!(value, Value::Integer(0) | Value::Pointer(Pointer::Null)),
                    Err(fault) => match fault.kind {
                        FaultKind::InvalidDereference | FaultKind::UseAfterFree | FaultKind::OutOfBounds => false,
                        _ => continue,
                    },
                };
                if let Some(found) = bank.formula(&arena, state, &translated) {
                    let formula = print(&arena, &world, &translated);
                    let place = bank.describe(state);
                    assert_eq!(found, wanted, "{}: {formula}\n of {condition:?}\n in {place}", text.name);
                }
            }
        }
    }
}
