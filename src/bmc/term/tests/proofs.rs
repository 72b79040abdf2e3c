//! Soundness of each bit-vector rule: all values at small widths, and SAT at large ones.

use crate::gates::Gates;
use crate::term::matching::RuleMatcher;
use crate::term::rules::{RuleCheck, Words};
use crate::term::tests::shapes::{Part, Shape, Sides, computed, means, rules_of, shapes, sides, valuations};
use crate::term::{TermId, Terms, WordNode, WordOperator};
use base::Budget;
use rewrite::{Condition, RewriteRule, RewriteRules, RuleVariable};
use sat::{Circuit, Satisfiable};

/// Unsound rules.
const BROKEN: &str = "rules of words;
    directed rule sum: (add ?x ?y) => (xor ?x ?y);
    directed rule nots: (less (not ?x) (not ?y)) => (less ?x ?y);
    directed rule itself: (equal (add ?x ?y) ?x) => (equal ?y 1);
    directed rule sign: (extend-sign (extend-zero ?x ?m) ?n) => (extend-zero ?x ?n);
    directed rule high: (extract (concat ?h ?l) ?i ?n) => (extract ?h (minus ?i 1) ?n) where (beyond ?i ?l);
    directed rule power: (quotient ?x ?c) => (shift-left ?x (logarithm ?c)) where (power-of-two ?c);
    directed rule extended: (equal (extend-sign ?x ?n) ?c) => (equal ?x (extract ?c 0 (width ?x))) where (fits ?c ?x);
    directed rule known: (less-signed ?x ?y) => true where (below ?x ?y);
    directed rule again: (choose ?c (choose ?c ?x ?y) ?z) => (choose ?c ?y ?z);";

/// Returns the variables of a rule that are words.
fn words(shape: &Shape) -> Vec<RuleVariable> {
    let is_word = |place: &usize| matches!(shape[*place], Part::Width(_));
    (0..shape.len()).filter(is_word).map(|place| RuleVariable(place as u8)).collect()
}

fn bits(shape: &Shape) -> u32 {
    shape.iter().map(|part| if let Part::Width(width) = part { *width } else { 0 }).sum()
}

/// Tries all values of the words in a shape. Returns the number of instances, or a wrong one.
fn tried(rule: &RewriteRule<Words>, shape: &Shape) -> Result<usize, String> {
    let mut instances = 0;
    for constants in valuations(shape, &computed(rule)) {
        let Some(sides) = sides(rule, shape, &constants) else { continue };
        let free: Vec<RuleVariable> =
            words(shape).into_iter().filter(|variable| constants[variable.index()].is_none()).collect();
        let cone = sides.terms.cone(&[sides.left, sides.right]);
        let mut found = vec![0_u128; sides.terms.len()];
        let total: u32 = free.iter().map(|variable| sides.terms.width(sides.words[variable.index()].unwrap())).sum();
        for row in 0..1_u128 << total {
            let mut values: Vec<u128> = constants.iter().map(|value| value.unwrap_or(0)).collect();
            let mut rest = row;
            for variable in &free {
                let word = sides.words[variable.index()].unwrap();
                let width = sides.terms.width(word);
                values[variable.index()] = rest & ((1 << width) - 1);
                rest >>= width;
            }
            if !rule.text.conditions.iter().all(|condition| means(condition, shape, &values)) {
                continue;
            }
            evaluate(&sides, &cone, &values, &mut found);
            let [left, right] = [sides.left, sides.right].map(|side| found[base::ids::Id::index(side)]);
            if left != right {
                return Err(format!("{}: {left} is not {right} in {shape:?}, {values:?}", rule.text.name));
            }
            instances += 1;
        }
    }
    Ok(instances)
}

/// Evaluates terms, parts first, for these values of the variables of a rule.
fn evaluate(sides: &Sides, cone: &[TermId], values: &[u128], found: &mut [u128]) {
    use base::ids::Id;
    for term in cone {
        let node = sides.terms.node(*term);
        found[term.index()] = match node {
            WordNode::Variable(_) => values[sides.words.iter().position(|word| *word == Some(*term)).unwrap()],
            _ => sides.terms.apply(node, sides.terms.width(*term), &|part| found[part.index()]),
        };
    }
}

/// Tries all values of short words. Returns the number of instances, or a wrong one.
fn proved_by_trying(rule: &RewriteRule<Words>) -> Result<usize, String> {
    let count = rule.compiled.iter().filter(|sort| **sort == Some(super::super::rules::Sort::Word)).count();
    let mut instances = 0;
    for shape in shapes(rule, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 5, 6, 8]) {
        if bits(&shape) <= 12 || words(&shape).iter().all(|word| shape[word.index()] == Part::Width(4)) {
            instances += tried(rule, &shape)?;
        }
    }
    if count <= 2 {
        for shape in shapes(rule, &[1, 5, 8], &[0, 1, 3, 5, 7, 8, 13]) {
            instances += tried(rule, &shape)?;
        }
    }
    Ok(instances)
}

#[test]
fn rules_are_equal_for_all_values_of_short_words() {
    for rule in RewriteRules::<Words>::embedded().unwrap().iter() {
        let instances = proved_by_trying(rule).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(instances > 0, "{} has no instance", rule.text.name);
    }
    for rule in rules_of(BROKEN).iter() {
        assert!(proved_by_trying(rule).is_err(), "{} is wrong, and nothing is found", rule.text.name);
    }
}

/// Encodes a condition as a term, as far as it is about values that are not given.
fn condition_term(terms: &Terms, condition: &Condition<RuleCheck>, sides: &[Option<TermId>]) -> TermId {
    let Condition::Check(check, arguments) = condition else { panic!("no sets here") };
    let word = |place: usize| sides[arguments[place].index()].unwrap();
    let compared = |terms: &Terms, operator| terms.intern(WordNode::Binary(operator, word(0), word(1)), 1);
    let negated = |terms: &Terms, term| terms.intern(WordNode::Not(term), 1);
    match check {
        RuleCheck::Different => {
            let same = compared(terms, WordOperator::Equal);
            negated(terms, same)
        }
        RuleCheck::Below => compared(terms, WordOperator::Less),
        RuleCheck::NotBelow => {
            let less = compared(terms, WordOperator::Less);
            negated(terms, less)
        }
        RuleCheck::BelowSigned => compared(terms, WordOperator::LessSigned),
        RuleCheck::NotBelowSigned => {
            let less = compared(terms, WordOperator::LessSigned);
            negated(terms, less)
        }
        RuleCheck::Zero => {
            let zero = terms.constant(0, terms.width(word(0)));
            terms.intern(WordNode::Binary(WordOperator::Equal, word(0), zero), 1)
        }
        RuleCheck::Fits | RuleCheck::FitsSigned => {
            let (long, short) = (terms.width(word(0)), terms.width(word(1)));
            let low = terms.intern(WordNode::Extract(word(0), 0), short);
            let is_signed = *check == RuleCheck::FitsSigned;
            let node = if is_signed { WordNode::ExtendSign(low) } else { WordNode::ExtendZero(low) };
            let again = terms.intern(node, long);
            terms.intern(WordNode::Binary(WordOperator::Equal, word(0), again), 1)
        }
        RuleCheck::TooFar => {
            let width = terms.constant(u128::from(terms.width(word(0))), terms.width(word(0)));
            let less = terms.intern(WordNode::Binary(WordOperator::Less, word(0), width), 1);
            negated(terms, less)
        }
        // Decided by the shape, or about a variable with a given value.
        RuleCheck::Constant
        | RuleCheck::PowerOfTwo
        | RuleCheck::Amount
        | RuleCheck::Truth
        | RuleCheck::SameWidth
        | RuleCheck::Whole
        | RuleCheck::Longer
        | RuleCheck::Within
        | RuleCheck::Beyond
        | RuleCheck::Across
        | RuleCheck::Adjacent
        | RuleCheck::Sign => terms.truth(true),
    }
}

/// Proves by SAT that no instance in a shape is wrong. Returns true if there is an instance.
fn asked(rule: &RewriteRule<Words>, shape: &Shape) -> Result<bool, String> {
    let mut has_instance = false;
    for constants in valuations(shape, &computed(rule)) {
        let Some(mut sides) = sides(rule, shape, &constants) else { continue };
        let values: Vec<u128> = constants.iter().map(|value| value.unwrap_or(0)).collect();
        let is_given = |condition: &&Condition<RuleCheck>| match condition {
            Condition::Check(_, arguments) => arguments.iter().all(|variable| computed(rule).contains(variable)),
            Condition::Member(..) => false,
        };
        if !rule.text.conditions.iter().filter(is_given).all(|condition| means(condition, shape, &values)) {
            continue;
        }
        let terms = &mut sides.terms;
        let same = terms.intern(WordNode::Binary(WordOperator::Equal, sides.left, sides.right), 1);
        let conditions: Vec<TermId> =
            rule.text.conditions.iter().map(|condition| condition_term(terms, condition, &sides.words)).collect();
        let mut gates = Gates::new(Circuit::new());
        let roots = [&conditions[..], &[same]].concat();
        gates.add(terms, &roots, (10_000_000, &Budget::unlimited())).unwrap();
        let assumed: Vec<_> = conditions.iter().map(|condition| gates.truth(*condition)).collect();
        let solved = |gates: &mut Gates, assumed: &[_]| match gates.circuit.solve(assumed, &Budget::unlimited()) {
            Satisfiable::Yes => true,
            Satisfiable::No(_) => false,
            Satisfiable::Unknown(why) => panic!("{}: {why:?}", rule.text.name),
        };
        let differing = [&assumed[..], &[!gates.truth(same)]].concat();
        if solved(&mut gates, &differing) {
            return Err(format!("{}: the sides differ in {shape:?}, {constants:?}", rule.text.name));
        }
        has_instance |= solved(&mut gates, &assumed);
    }
    Ok(has_instance)
}

/// Rules that the solver does not prove at 32 and 64 bits within seconds, each with a width at which it does, and why.
const SHORTER: [(&str, u32, &str); 1] =
    [("multiply-constants", 4, "two products one after the other, of three unknown words")];

/// Shapes of a rule that are checked at each width.
const MOST_SHAPES: usize = 4;

/// Proves by SAT that no instance at a width is wrong. If all words are Booleans, there are no wider instances.
fn proved_by_sat(rule: &RewriteRule<Words>, width: u32) -> Result<(), String> {
    let shorter = SHORTER.iter().find(|(name, ..)| *name == rule.text.name);
    let width = shorter.map_or(width, |(_, width, _)| *width);
    let mut lengths: Vec<u32> = vec![width, width / 2, width / 4, 1];
    lengths.sort_unstable();
    lengths.dedup();
    lengths.reverse();
    let mut numbers = [&lengths[..], &[0, width - 1, width / 2 - 1, 3 * width / 4]].concat();
    numbers.sort_unstable();
    numbers.dedup();
    let of_length = |shape: &Shape| shape.contains(&Part::Width(width));
    let (long, short): (Vec<Shape>, Vec<Shape>) = shapes(rule, &lengths, &numbers).into_iter().partition(of_length);
    let mut found = 0;
    for shape in long.iter().chain(&short) {
        found += usize::from(asked(rule, shape)?);
        if found == MOST_SHAPES {
            break;
        }
    }
    if found > 0 { Ok(()) } else { Err(format!("{} has no instance", rule.text.name)) }
}

#[test]
fn rules_are_equal_for_all_values_of_long_words() {
    let rules = RewriteRules::<Words>::embedded().unwrap();
    for rule in rules.iter() {
        for width in [32, 64] {
            proved_by_sat(rule, width).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }
    for rule in rules_of(BROKEN).iter() {
        assert!(proved_by_sat(rule, 32).is_err(), "{} is wrong, and nothing is found", rule.text.name);
    }
    for (name, ..) in SHORTER {
        assert!(rules.iter().any(|rule| rule.text.name == name), "there is no rule {name}");
    }
}

#[test]
fn a_rule_fits_nothing_but_its_instances() {
    let all = RewriteRules::<Words>::embedded().unwrap();
    for rule in all.iter() {
        let alone = RuleMatcher::new(&all.filtered(|name| name == rule.text.name));
        let mut fitting = 0;
        for shape in shapes(rule, &[1, 2, 3], &[0, 1, 2, 3, 4, 5]).into_iter().filter(|shape| bits(shape) <= 7) {
            for constants in valuations(&shape, &words(&shape)) {
                let Some(sides) = sides(rule, &shape, &constants) else { continue };
                let (node, width) = (sides.terms.node(sides.left), sides.terms.width(sides.left));
                let Some((right, bindings)) = alone.find(&sides.terms, node, width) else { continue };
                let right = sides.terms.instance(right, &bindings, Some(width), Terms::intern);
                let Some(right) = right else { continue };
                let values = sides.terms.evaluate(&[sides.left, right], &rustc_hash::FxHashMap::default());
                assert_eq!(values[&sides.left], values[&right], "{} in {shape:?}, {constants:?}", rule.text.name);
                fitting += 1;
            }
        }
        assert!(fitting > 0, "{} never fits", rule.text.name);
    }
}
