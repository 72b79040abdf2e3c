//! Matching of bit-vector rules against terms.
//!
//! Rules are indexed by the operator at the root and by the kinds of two operands, and matched without allocation. A
//! symmetric operator matches with its operands in either order. The first matching rule in file order is used.

use crate::term::rules::{RuleCheck, RuleOperator, Words};
use crate::term::{TermId, Terms, WordNode, WordOperator, mask};
use rewrite::{Condition, MOST_VARIABLES, RewriteRules, RuleSide, RuleVariable};

/// Number of kinds of terms.
const KINDS: usize = 20;
const CONSTANT: usize = 0;

/// Returns the kind of a term: its root operator, without operands.
fn kind(node: WordNode) -> usize {
    match node {
        WordNode::Constant(_) => CONSTANT,
        WordNode::Variable(_) => 1,
        WordNode::Not(_) => 2,
        WordNode::Choose(..) => 3,
        WordNode::Concat(..) => 4,
        WordNode::Extract(..) => 5,
        WordNode::ExtendZero(_) => 6,
        WordNode::ExtendSign(_) => 7,
        WordNode::Binary(operator, ..) => 8 + operator as usize,
    }
}

/// Returns the kind of the terms that an operator creates; `None` if it does not create terms.
fn kind_of_operator(operator: RuleOperator) -> Option<usize> {
    Some(match operator {
        RuleOperator::Zero | RuleOperator::One | RuleOperator::Ones | RuleOperator::True | RuleOperator::False => {
            CONSTANT
        }
        RuleOperator::Not => 2,
        RuleOperator::Choose => 3,
        RuleOperator::Concat => 4,
        RuleOperator::Extract => 5,
        RuleOperator::ExtendZero => 6,
        RuleOperator::ExtendSign => 7,
        RuleOperator::Binary(operator) => 8 + operator as usize,
        RuleOperator::Or
        | RuleOperator::Zeros
        | RuleOperator::Logarithm
        | RuleOperator::Width
        | RuleOperator::Number
        | RuleOperator::Plus
        | RuleOperator::Minus => return None,
    })
}

/// Returns true if the operator is commutative.
pub(super) fn is_symmetric(operator: WordOperator) -> bool {
    match operator {
        WordOperator::And | WordOperator::Xor | WordOperator::Add | WordOperator::Multiply | WordOperator::Equal => {
            true
        }
        WordOperator::Quotient
        | WordOperator::Remainder
        | WordOperator::ShiftLeft
        | WordOperator::ShiftRight
        | WordOperator::ShiftRightSigned
        | WordOperator::Less
        | WordOperator::LessSigned => false,
    }
}

/// Returns the two operands that rules are indexed by.
fn telling(node: WordNode) -> [Option<TermId>; 2] {
    match node {
        WordNode::Constant(_) | WordNode::Variable(_) => [None; 2],
        WordNode::Not(a) | WordNode::Extract(a, _) | WordNode::ExtendZero(a) | WordNode::ExtendSign(a) => {
            [Some(a), None]
        }
        WordNode::Binary(_, a, b) | WordNode::Concat(a, b) => [Some(a), Some(b)],
        WordNode::Choose(_, yes, no) => [Some(yes), Some(no)],
    }
}

/// Value of a rule variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleBinding {
    Word(TermId),
    /// A bit position or a width.
    Number(u32),
}

/// Values of the variables of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleBindings([Option<RuleBinding>; MOST_VARIABLES]);

impl RuleBindings {
    /// Binds a variable. Returns false if it is already bound to something else.
    pub(super) fn bind(&mut self, variable: RuleVariable, to: RuleBinding) -> bool {
        match self.0.get_mut(variable.index()) {
            Some(Some(known)) => *known == to,
            Some(free) => {
                *free = Some(to);
                true
            }
            None => false,
        }
    }

    pub(super) fn word(&self, variable: RuleVariable) -> Option<TermId> {
        match self.0.get(variable.index()) {
            Some(Some(RuleBinding::Word(term))) => Some(*term),
            _ => None,
        }
    }

    pub(super) fn number(&self, variable: RuleVariable) -> Option<u32> {
        match self.0.get(variable.index()) {
            Some(Some(RuleBinding::Number(number))) => Some(*number),
            _ => None,
        }
    }
}

/// A rule with one order of the operands of its symmetric operators.
#[derive(Clone, Debug)]
struct RulePattern {
    left: RuleSide<RuleOperator>,
    right: RuleSide<RuleOperator>,
    conditions: Vec<Condition<RuleCheck>>,
}

/// Index of rules by the terms that they may match.
#[derive(Default, Debug)]
pub struct RuleMatcher {
    patterns: Vec<RulePattern>,
    /// Indices of the patterns that may match, by the kinds of a term and of its two indexed operands (see [`cell`]).
    fitting: Vec<Vec<u16>>,
}

fn cell(root: usize, [first, second]: [usize; 2]) -> usize {
    (root * KINDS + first) * KINDS + second
}

impl RuleMatcher {
    pub(super) fn new(rules: &RewriteRules<Words>) -> RuleMatcher {
        let mut matcher = RuleMatcher { patterns: Vec::new(), fitting: vec![Vec::new(); KINDS * KINDS * KINDS] };
        for rule in rules.iter() {
            for left in orders(&rule.text.left) {
                let (right, conditions) = (rule.text.right.clone(), rule.text.conditions.clone());
                matcher.enter(RulePattern { left, right, conditions });
            }
        }
        matcher
    }

    fn enter(&mut self, pattern: RulePattern) {
        let (RuleSide::Apply(operator, parts), Ok(index)) = (&pattern.left, u16::try_from(self.patterns.len())) else {
            return;
        };
        let Some(root) = kind_of_operator(*operator) else { return };
        let telling = if *operator == RuleOperator::Choose { parts.get(1..) } else { parts.get(..) };
        let kinds = |place: usize| match telling.and_then(|telling| telling.get(place)) {
            Some(part) => kinds_of(part, &pattern.conditions),
            // A bit position, or no operand.
            None => vec![CONSTANT],
        };
        for first in kinds(0) {
            for second in kinds(1) {
                self.fitting[cell(root, [first, second])].push(index);
            }
        }
        self.patterns.push(pattern);
    }

    /// Finds the first rule that matches a term about to be created. Returns its right side and the variable bindings.
    pub(super) fn find(
        &self,
        terms: &Terms,
        node: WordNode,
        width: u32,
    ) -> Option<(&RuleSide<RuleOperator>, RuleBindings)> {
        let parts = telling(node).map(|part| part.map_or(CONSTANT, |part| kind(terms.node(part))));
        let candidates = self.fitting.get(cell(kind(node), parts))?;
        candidates.iter().find_map(|index| {
            let pattern = self.patterns.get(usize::from(*index))?;
            let mut bindings = RuleBindings::default();
            let fits = terms.fits_node(&pattern.left, (node, width), &mut bindings)
                && pattern.conditions.iter().all(|condition| terms.holds(condition, &bindings));
            fits.then_some((&pattern.right, bindings))
        })
    }
}

/// Returns the kinds of terms that a part of a left side may match.
fn kinds_of(part: &RuleSide<RuleOperator>, conditions: &[Condition<RuleCheck>]) -> Vec<usize> {
    let is_constant = |variable: &RuleVariable| {
        conditions.iter().any(|condition| match condition {
            Condition::Check(check, arguments) => arguments.first() == Some(variable) && check.asks_for_a_constant(),
            Condition::Member(..) => false,
        })
    };
    match part {
        RuleSide::Variable(variable) if is_constant(variable) => vec![CONSTANT],
        RuleSide::Variable(_) => (0..KINDS).collect(),
        RuleSide::Apply(operator, _) => kind_of_operator(*operator).into_iter().collect(),
    }
}

/// Returns the template with all orders of the operands of symmetric operators, without duplicates.
fn orders(template: &RuleSide<RuleOperator>) -> Vec<RuleSide<RuleOperator>> {
    let RuleSide::Apply(operator, parts) = template else { return vec![template.clone()] };
    let mut all: Vec<Vec<RuleSide<RuleOperator>>> = vec![Vec::new()];
    for part in parts {
        let with = |before: &Vec<_>| orders(part).into_iter().map(|part| [&before[..], &[part]].concat()).collect();
        all = all.iter().flat_map(|before| -> Vec<Vec<_>> { with(before) }).collect();
    }
    let mut found: Vec<RuleSide<RuleOperator>> = Vec::new();
    for parts in all {
        let turned: Vec<_> = parts.iter().rev().cloned().collect();
        let may_turn = matches!(operator, RuleOperator::Binary(operator) if is_symmetric(*operator));
        for parts in [Some(parts), may_turn.then_some(turned)].into_iter().flatten() {
            let made = RuleSide::Apply(*operator, parts);
            if !found.contains(&made) {
                found.push(made);
            }
        }
    }
    found
}

impl Terms {
    /// Matches a term against a part of a left side.
    fn fits(&self, pattern: &RuleSide<RuleOperator>, term: TermId, bindings: &mut RuleBindings) -> bool {
        match pattern {
            RuleSide::Variable(variable) => bindings.bind(*variable, RuleBinding::Word(term)),
            RuleSide::Apply(..) => self.fits_node(pattern, (self.node(term), self.width(term)), bindings),
        }
    }

    /// As [`Terms::fits`], for a term that is about to be created.
    fn fits_node(
        &self,
        pattern: &RuleSide<RuleOperator>,
        (node, width): (WordNode, u32),
        bindings: &mut RuleBindings,
    ) -> bool {
        let RuleSide::Apply(operator, parts) = pattern else { return false };
        match (*operator, node, parts.as_slice()) {
            (RuleOperator::Not, WordNode::Not(a), [p]) => self.fits(p, a, bindings),
            (RuleOperator::Binary(wanted), WordNode::Binary(found, a, b), [p, q]) => {
                wanted == found && self.fits(p, a, bindings) && self.fits(q, b, bindings)
            }
            (RuleOperator::Concat, WordNode::Concat(a, b), [p, q]) => {
                self.fits(p, a, bindings) && self.fits(q, b, bindings)
            }
            (RuleOperator::Choose, WordNode::Choose(a, b, c), [p, q, r]) => {
                self.fits(p, a, bindings) && self.fits(q, b, bindings) && self.fits(r, c, bindings)
            }
            (RuleOperator::Extract, WordNode::Extract(a, from), [p, i, n]) => {
                self.fits(p, a, bindings) && fits_number(i, from, bindings) && fits_number(n, width, bindings)
            }
            (RuleOperator::ExtendZero, WordNode::ExtendZero(a), [p, n])
            | (RuleOperator::ExtendSign, WordNode::ExtendSign(a), [p, n]) => {
                self.fits(p, a, bindings) && fits_number(n, width, bindings)
            }
            (literal, WordNode::Constant(bits), []) => literal_bits(literal, width) == Some(bits),
            _ => false,
        }
    }
}

/// Matches a bit position or a width against a part of a left side.
fn fits_number(pattern: &RuleSide<RuleOperator>, number: u32, bindings: &mut RuleBindings) -> bool {
    match pattern {
        RuleSide::Variable(variable) => bindings.bind(*variable, RuleBinding::Number(number)),
        RuleSide::Apply(RuleOperator::Zero, _) => number == 0,
        RuleSide::Apply(RuleOperator::One, _) => number == 1,
        RuleSide::Apply(..) => false,
    }
}

/// Returns the value, at a width, of a constant that rules have a name for.
pub(super) fn literal_bits(operator: RuleOperator, width: u32) -> Option<u128> {
    match operator {
        RuleOperator::Zero => Some(0),
        RuleOperator::One => Some(1),
        RuleOperator::Ones => Some(mask(u128::MAX, width)),
        RuleOperator::True if width == 1 => Some(1),
        RuleOperator::False if width == 1 => Some(0),
        _ => None,
    }
}
