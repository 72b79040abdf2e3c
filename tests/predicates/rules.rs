//! Every rewrite rule is an equivalence in every small state, and every side condition is needed.
//!
//! Each rule is run alone on many atoms of many worlds. Where the atom's value is known, the rewritten formula must have
//! the same value, in every state (entry states: all of them in exhaustive worlds; and states that a few commands lead to).
//! Each rule must change some atom. Rules that say what an atom is where another one is true are asked only there; where the
//! other is open, the two forms must not contradict each other. The rules of connectives are compared by truth tables. Then
//! each side condition of each rule is dropped in turn, and some state must notice.

use crate::support;

use std::collections::BTreeMap;

use damson::base::SourceMap;
use damson::logic::display::Printer;
use damson::logic::typreach::TypeReachability;
use damson::logic::{Arena, Atom, AtomId, Formula, translate};
use damson::program::interp::Random;
use damson::rewrite::Vocabulary;
use damson::rewrite::{RuleSide, RuleVariable};
use damson::simplify::RuleSet;
use damson::simplify::rules::{Heaps, Operator, Rule};
use damson::simplify::saturate::{saturate, saturate_given};
use damson::spec::Predicate;
use support::bank::{Bank, banks};
use support::world::World;
use support::{cases, family, nodes, worlds};

/// Where not all states of a world are tried: a number of entry states, and of walks from them.
const STATES: usize = 90;
const WALKS: usize = 70;

/// A world with atoms to rewrite.
struct Ground<'w> {
    world: &'w World,
    arena: Arena,
    types: TypeReachability,
    atoms: Vec<AtomId>,
    /// Atoms that avoid a cell, each with a comparison of what the cell holds.
    pairs: Vec<(AtomId, AtomId)>,
}

/// An atom that rules changed, and what it became.
struct Rewrite {
    /// The rule; or another name for the rules that were at work.
    rule: String,
    atom: AtomId,
    /// Where this is true.
    given: Option<AtomId>,
    formula: Formula,
}

impl<'w> Ground<'w> {
    fn new(world: &'w World) -> Self {
        let mut arena = Arena::new(world.program.types.clone());
        let mut atoms = family::atoms(world, &world.facts, &mut arena, cases(300), &mut Random::new(11));
        let pairs = family::barred_pairs(world, &world.facts, &mut arena);
        atoms.extend(pairs.into_iter().filter(|atom| !atoms.contains(atom)).collect::<Vec<_>>());
        let pairs = family::avoided_and_compared(&mut arena, &atoms);
        Ground { world, arena, types: TypeReachability::new(), atoms, pairs }
    }

    /// What a rule makes of everything that it can be about.
    fn rewrites_by(&mut self, rule: &Rule, rules: &RuleSet) -> Vec<Rewrite> {
        if rule.text.given.is_some() {
            self.rewrites_given(&rule.text.name, rules)
        } else {
            self.rewrites(&rule.text.name, rules, |atom| root(atom) == rule.compiled.root)
        }
    }

    /// Rewrites the atoms of all pairs where the other atom is true.
    fn rewrites_given(&mut self, name: &str, rules: &RuleSet) -> Vec<Rewrite> {
        let mut found = Vec::new();
        for (atom, given) in self.pairs.iter().copied() {
            let facts = &self.world.facts;
            let formula = saturate_given(rules, facts, &mut self.types, &mut self.arena, atom, given);
            if formula != Formula::Atom(atom) {
                found.push(Rewrite { rule: name.into(), atom, given: Some(given), formula });
            }
        }
        found
    }

    /// Rewrites all atoms that `fits` by the rules alone; those that change.
    fn rewrites(&mut self, name: &str, rules: &RuleSet, fits: impl Fn(&Atom) -> bool) -> Vec<Rewrite> {
        let mut found = Vec::new();
        let none = rules.filtered(|_| false);
        for atom in self.atoms.iter().copied() {
            if !fits(self.arena.get(atom)) {
                continue;
            }
            let facts = &self.world.facts;
            let formula = saturate(rules, facts, &mut self.types, &mut self.arena, atom);
            // Type reachability works without rules: it is checked by the empty set.
            let plain = saturate(&none, facts, &mut self.types, &mut self.arena, atom);
            if formula != Formula::Atom(atom) && (formula != plain || rules.iter().next().is_none()) {
                found.push(Rewrite { rule: name.into(), atom, given: None, formula });
            }
        }
        found
    }

    /// A state where the atom's value is known and the formula's is another, or unknown (but not where it is open whether the
    /// rule may be used).
    fn difference(&self, bank: &mut Bank<'_>, rewrite: &Rewrite) -> Option<String> {
        for state in 0..bank.starts {
            let is_given = rewrite.given.map_or(Some(true), |given| bank.atom(&self.arena, state, given));
            let Some(wanted) = bank.atom(&self.arena, state, rewrite.atom).filter(|_| is_given != Some(false)) else {
                continue;
            };
            let found = bank.formula(&self.arena, state, &rewrite.formula);
            if found != Some(wanted) && (is_given == Some(true) || found.is_some()) {
                let printer = Printer::new(&self.arena, &self.world.program, &self.world.symbols);
                let (from, to) = (printer.atom(rewrite.atom), printer.formula(&rewrite.formula));
                let (place, rule, name) = (bank.describe(state), &rewrite.rule, self.world.text.name);
                return Some(format!("{rule}: {name}: {from}\n    is {wanted}, but {to}\n    is {found:?} in {place}"));
            }
        }
        None
    }

    /// The first difference of each rule.
    fn differences(&self, bank: &mut Bank<'_>, rewrites: &[Rewrite]) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for rewrite in rewrites {
            if !found.contains_key(&rewrite.rule)
                && let Some(difference) = self.difference(bank, rewrite)
            {
                found.insert(rewrite.rule.clone(), difference);
            }
        }
        found
    }
}

fn root(atom: &Atom) -> Operator {
    match atom {
        Atom::Reach { at_least_one: false, .. } => Operator::Reach,
        Atom::Reach { .. } => Operator::Reachp,
        Atom::Dshared { .. } => Operator::Dshared,
        Atom::Cyclic { .. } => Operator::Cyclic,
        Atom::Structure { .. } | Atom::Count { .. } => unreachable!("no rule is about all nodes"),
        Atom::String(_) | Atom::Room(..) => unreachable!("no rule is about strings and room"),
        Atom::Allocated(_) => Operator::Allocated,
        Atom::Equal(..) => Operator::Equal,
        Atom::Less(..) => Operator::Less,
    }
}

fn is_connective(rule: &Rule) -> bool {
    matches!(rule.compiled.root, Operator::And | Operator::Or | Operator::Not) && rule.text.given.is_none()
}

fn all_worlds() -> Vec<World> {
    worlds::ALL.iter().map(|text| World::new(*text)).collect()
}

#[test]
fn each_rule_keeps_the_value_of_every_atom() {
    let rules = RuleSet::embedded().unwrap();
    let mut changed: BTreeMap<&str, usize> =
        rules.iter().filter(|rule| !is_connective(rule)).map(|rule| (rule.text.name.as_str(), 0)).collect();
    let mut failures = Vec::new();
    for world in &all_worlds() {
        let mut ground = Ground::new(world);
        let mut rewrites = ground.rewrites("type reachability", &rules.filtered(|_| false), |_| true);
        for rule in rules.iter().filter(|rule| !is_connective(rule)) {
            let alone = rules.filtered(|name| name == rule.text.name);
            let found = ground.rewrites_by(rule, &alone);
            *changed.get_mut(rule.text.name.as_str()).unwrap() += found.len();
            rewrites.extend(found);
        }
        for mut bank in banks(world, nodes(3), STATES, WALKS) {
            failures.extend(ground.differences(&mut bank, &rewrites).into_values());
        }
    }
    println!("atoms changed: {changed:?}");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let idle: Vec<&&str> = changed.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(idle.is_empty(), "rules without an instance: {idle:?}");
}

#[test]
fn the_field_of_an_inner_record_that_was_freed_and_then_found_to_be_null_is_open() {
    let world = World::new(worlds::NESTED_FREES);
    let mut bank = Bank::new(&world, 1, STATES, 0);
    for text in ["free x", "test u == &x->h"] {
        let step = world.steps.iter().find(|step| step.text == text).unwrap();
        (0..bank.states.len()).for_each(|state| drop(bank.successors(state, step)));
    }
    assert!(bank.states.len() > bank.starts);
    bank.starts = bank.states.len();
    let mut ground = Ground::new(&world);
    let condition = Predicate::Condition(world.value("&x->h.next == &u->next"));
    let Formula::Atom(atom) = translate::predicate(&mut ground.arena, &world.facts, &condition) else { panic!() };
    ground.atoms = vec![atom];
    let rules = RuleSet::embedded().unwrap();
    let rewrites = ground.rewrites("all", &rules, |_| true);
    assert_eq!(rewrites.len(), 1);
    assert_eq!(ground.differences(&mut bank, &rewrites), BTreeMap::new());
}

type Values = BTreeMap<RuleVariable, Option<bool>>;

/// The value of a side of a rule of connectives.
fn value(template: &RuleSide<Operator>, values: &Values) -> Option<bool> {
    let of = |template: &RuleSide<Operator>| value(template, values);
    match template {
        RuleSide::Variable(variable) => values[variable],
        RuleSide::Apply(Operator::True, _) => Some(true),
        RuleSide::Apply(Operator::False, _) => Some(false),
        RuleSide::Apply(Operator::Not, parts) => of(&parts[0]).map(|p| !p),
        RuleSide::Apply(Operator::And, parts) => and(of(&parts[0]), of(&parts[1])),
        RuleSide::Apply(Operator::Or, parts) => {
            and(of(&parts[0]).map(|p| !p), of(&parts[1]).map(|q| !q)).map(|both| !both)
        }
        RuleSide::Apply(other, _) => panic!("no connective: {other:?}"),
    }
}

fn and(p: Option<bool>, q: Option<bool>) -> Option<bool> {
    match (p, q) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether a rule of connectives keeps every known value.
fn is_tautology(rule: &Rule) -> bool {
    let variables: Vec<RuleVariable> = rule.text.left.variables();
    let rows = 3_usize.pow(variables.len() as u32);
    (0..rows).all(|mut row| {
        let mut values = Values::new();
        for variable in &variables {
            values.insert(*variable, [None, Some(false), Some(true)][row % 3]);
            row /= 3;
        }
        let wanted = value(&rule.text.left, &values);
        wanted.is_none() || value(&rule.text.right, &values) == wanted
    })
}

#[test]
fn rules_of_connectives_hold_by_truth_tables() {
    let rules = RuleSet::embedded().unwrap();
    let connectives: Vec<&Rule> = rules.iter().filter(|rule| is_connective(rule)).collect();
    assert!(connectives.len() > 10);
    for rule in connectives {
        assert!(rule.text.conditions.is_empty() && is_tautology(rule), "{}", rule.text.name);
    }
    let wrong = load("rule wrong: (and ?p (or ?p ?q)) => ?q;");
    assert!(!is_tautology(wrong.iter().next().unwrap()));
}

fn load(text: &str) -> RuleSet {
    let mut sources = SourceMap::new();
    let file = sources.add("test.rules", text);
    RuleSet::load(&sources, &[file]).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A rule without one of its side conditions.
struct Mutant {
    rule: String,
    dropped: String,
    rules: RuleSet,
}

/// All rules with one side condition dropped. (Without `?a in ?A` a rule does not load.)
fn mutants() -> Vec<Mutant> {
    let mut found = Vec::new();
    for (_, text) in Heaps::EMBEDDED {
        let is_rule = |line: &&str| !line.starts_with("//") && !line.starts_with("rules of ");
        let text: String = text.lines().filter(is_rule).collect::<Vec<_>>().join(" ");
        for rule in text.split(';').filter(|rule| rule.contains(" where ")) {
            let (head, conditions) = rule.split_once(" where ").unwrap();
            let name = head.trim().trim_start_matches("rule ").split(':').next().unwrap().trim();
            // Commas stand between conditions only.
            let conditions: Vec<&str> = conditions.split(',').map(str::trim).collect();
            for dropped in conditions.iter().filter(|condition| condition.starts_with('(')) {
                let kept: Vec<&str> = conditions.iter().copied().filter(|condition| condition != dropped).collect();
                let clause = if kept.is_empty() { String::new() } else { format!(" where {}", kept.join(", ")) };
                let rules = load(&format!("{head}{clause};"));
                found.push(Mutant { rule: name.into(), dropped: dropped.to_string(), rules });
            }
        }
    }
    found
}

#[test]
fn every_side_condition_is_needed() {
    let mut left = mutants();
    assert!(left.len() > 30);
    for world in &all_worlds() {
        let mut ground = Ground::new(world);
        let mut bank = Bank::new(world, nodes(3), STATES, WALKS);
        left.retain(|mutant| {
            let rewrites = ground.rewrites_by(mutant.rules.iter().next().unwrap(), &mutant.rules);
            ground.differences(&mut bank, &rewrites).is_empty()
        });
    }
    let left: Vec<(&str, &str)> = left.iter().map(|mutant| (mutant.rule.as_str(), mutant.dropped.as_str())).collect();
    assert!(left.is_empty(), "rules that hold without these conditions: {left:?}");
}
