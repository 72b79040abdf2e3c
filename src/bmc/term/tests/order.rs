//! Termination: each right side is less than its left side in a recursive path order (Dershowitz, *Orderings for
//! term-rewriting systems*) for all values of the variables. Bit positions and widths do not count, and what is
//! computed from constants is a constant.

use crate::term::WordOperator;
use crate::term::rules::{RuleOperator, Words};
use crate::term::tests::shapes::rules_of;
use rewrite::{Condition, RewriteRule, RewriteRules, RuleSide, RuleVariable};

/// The operators in descending precedence.
const PRECEDENCE: [RuleOperator; 19] = {
    use RuleOperator::Binary;
    [
        Binary(WordOperator::Quotient),
        Binary(WordOperator::Remainder),
        Binary(WordOperator::Multiply),
        Binary(WordOperator::ShiftLeft),
        Binary(WordOperator::ShiftRight),
        Binary(WordOperator::ShiftRightSigned),
        Binary(WordOperator::LessSigned),
        Binary(WordOperator::Less),
        Binary(WordOperator::Equal),
        Binary(WordOperator::Add),
        RuleOperator::Choose,
        Binary(WordOperator::Xor),
        RuleOperator::Extract,
        RuleOperator::Concat,
        RuleOperator::ExtendSign,
        RuleOperator::ExtendZero,
        Binary(WordOperator::And),
        RuleOperator::Not,
        // Stands for all constants.
        RuleOperator::Zero,
    ]
};

/// A side of a rule without bit positions and widths.
#[derive(Clone, PartialEq, Debug)]
enum Plain {
    Variable(RuleVariable),
    /// Rank of the operator in the precedence, and its operands.
    Apply(usize, Vec<Plain>),
}

fn place(operator: RuleOperator) -> usize {
    PRECEDENCE.iter().position(|known| *known == operator).unwrap()
}

fn constant() -> Plain {
    Plain::Apply(place(RuleOperator::Zero), Vec::new())
}

fn plain(side: &RuleSide<RuleOperator>, constants: &[RuleVariable]) -> Plain {
    let of = |side: &RuleSide<RuleOperator>| plain(side, constants);
    let not = |inner: Plain| Plain::Apply(place(RuleOperator::Not), vec![inner]);
    let (operator, parts) = match side {
        RuleSide::Variable(variable) if constants.contains(variable) => return constant(),
        RuleSide::Variable(variable) => return Plain::Variable(*variable),
        RuleSide::Apply(operator, parts) => (*operator, parts),
    };
    let words = match operator {
        RuleOperator::Or => {
            let parts = parts.iter().map(|part| not(of(part))).collect();
            return not(Plain::Apply(place(RuleOperator::Binary(WordOperator::And)), parts));
        }
        RuleOperator::Zero | RuleOperator::One | RuleOperator::Ones => return constant(),
        RuleOperator::True | RuleOperator::False | RuleOperator::Zeros | RuleOperator::Logarithm => return constant(),
        RuleOperator::Extract | RuleOperator::ExtendZero | RuleOperator::ExtendSign => &parts[..1],
        _ => &parts[..],
    };
    let words: Vec<Plain> = words.iter().map(of).collect();
    if words.iter().all(|word| *word == constant()) {
        return constant();
    }
    Plain::Apply(place(operator), words)
}

/// Returns true if `left` is greater for all values of the variables.
fn is_greater(left: &Plain, right: &Plain) -> bool {
    let Plain::Apply(one, lefts) = left else { return false };
    if lefts.iter().any(|part| part == right || is_greater(part, right)) {
        return true;
    }
    let Plain::Apply(other, rights) = right else { return false };
    let is_above_parts = || rights.iter().all(|part| is_greater(left, part));
    match one.cmp(other) {
        std::cmp::Ordering::Less => is_above_parts(),
        std::cmp::Ordering::Equal if PRECEDENCE[*one] == RuleOperator::Concat => {
            let differing = lefts.iter().zip(rights).find(|(left, right)| left != right);
            differing.is_some_and(|(left, right)| is_greater(left, right)) && is_above_parts()
        }
        std::cmp::Ordering::Equal => is_greater_multiset(lefts, rights),
        std::cmp::Ordering::Greater => false,
    }
}

fn is_greater_multiset(lefts: &[Plain], rights: &[Plain]) -> bool {
    let (mut lefts, mut more) = (lefts.to_vec(), Vec::new());
    for right in rights {
        match lefts.iter().position(|left| left == right) {
            Some(same) => drop(lefts.swap_remove(same)),
            None => more.push(right),
        }
    }
    !lefts.is_empty() && more.iter().all(|right| lefts.iter().any(|left| is_greater(left, right)))
}

fn ends(rule: &RewriteRule<Words>) -> bool {
    let constants: Vec<RuleVariable> = rule
        .text
        .conditions
        .iter()
        .filter_map(|condition| match condition {
            Condition::Check(check, arguments) if check.asks_for_a_constant() => arguments.first().copied(),
            _ => None,
        })
        .collect();
    is_greater(&plain(&rule.text.left, &constants), &plain(&rule.text.right, &constants))
}

#[test]
fn rules_come_to_an_end() {
    for rule in RewriteRules::<Words>::embedded().unwrap().iter() {
        assert!(ends(rule), "{}", rule.text.name);
    }
    for text in [
        "rules of words; directed rule turned: (less ?x ?y) => (less ?y ?x);",
        "rules of words; directed rule longer: (add ?x ?y) => (add (add ?x 1) (add ?y ones));",
        "rules of words; directed rule grown: (xor ?x ?y) => (or (and ?x (not ?y)) (and (not ?x) (xor ?y ?x)));",
    ] {
        assert!(!rules_of(text).iter().all(ends), "{text}");
    }
}
