//! Rewriting: the single constructor behind all operations on terms, and the instantiation of right sides of rules.

use crate::limits::DEEPEST_REWRITE;
use crate::term::matching::{RuleBindings, is_symmetric, literal_bits};
use crate::term::rules::RuleOperator;
use crate::term::{TermId, Terms, WordNode, WordOperator};
use rewrite::RuleSide;

/// Constructor for each operation of an instantiated side of a rule.
pub(super) type Making = fn(&Terms, WordNode, u32) -> TermId;

impl Terms {
    /// Creates an operation in simplified form: constants are folded, rules applied until none matches, and operations
    /// on choices among constants become choices among constants.
    pub(super) fn make(&self, node: WordNode, width: u32) -> TermId {
        if self.is_of_constants(node) {
            let bits = self.apply(node, width, &|part| self.value(part).unwrap_or(0));
            return self.constant(bits, width);
        }
        let node = self.ordered(node);
        if let Some(simpler) = self.rewritten(node, width) {
            return simpler;
        }
        if let Some(chosen) = self.folded(node, width).or_else(|| self.compared(node, width)) {
            return chosen;
        }
        let term = self.intern(node, width);
        if let WordNode::Choose(_, yes, no) = node {
            self.note_choices(term, yes, no);
        }
        term
    }

    /// Returns true if all operands are constants.
    pub(super) fn is_of_constants(&self, node: WordNode) -> bool {
        let is_constant = |part: TermId| matches!(self.node(part), WordNode::Constant(_));
        match node {
            WordNode::Constant(_) | WordNode::Variable(_) => false,
            WordNode::Not(a) | WordNode::Extract(a, _) | WordNode::ExtendZero(a) | WordNode::ExtendSign(a) => {
                is_constant(a)
            }
            WordNode::Binary(_, a, b) | WordNode::Concat(a, b) => is_constant(a) && is_constant(b),
            WordNode::Choose(a, b, c) => is_constant(a) && is_constant(b) && is_constant(c),
        }
    }

    /// Puts the operands of a symmetric operator in canonical order, a constant second.
    pub(super) fn ordered(&self, node: WordNode) -> WordNode {
        match node {
            WordNode::Binary(operator, a, b) if is_symmetric(operator) => {
                let is_turned = match (self.value(a).is_some(), self.value(b).is_some()) {
                    (true, false) => true,
                    (false, true) => false,
                    _ => b < a,
                };
                if is_turned { WordNode::Binary(operator, b, a) } else { node }
            }
            _ => node,
        }
    }

    /// Applies the first matching rule, if any. A test proves that the embedded rules terminate; the limit is for
    /// others.
    fn rewritten(&self, node: WordNode, width: u32) -> Option<TermId> {
        let under_way = self.rewrites_under_way.get();
        if under_way >= DEEPEST_REWRITE {
            return None;
        }
        let (right, bindings) = self.rules.find(self, node, width)?;
        self.rewrites_under_way.set(under_way + 1);
        let made = self.instance(right, &bindings, Some(width), Terms::make);
        self.rewrites_under_way.set(under_way);
        made
    }

    /// Instantiates a side of a rule, at a width if that is known. `None` if there is no such term.
    pub(super) fn instance(
        &self,
        side: &RuleSide<RuleOperator>,
        bindings: &RuleBindings,
        width: Option<u32>,
        make: Making,
    ) -> Option<TermId> {
        let (operator, parts) = match side {
            RuleSide::Variable(variable) => return bindings.word(*variable),
            RuleSide::Apply(operator, parts) => (*operator, parts.as_slice()),
        };
        match (operator, parts) {
            (RuleOperator::True | RuleOperator::False, []) => Some(self.truth(operator == RuleOperator::True)),
            (literal, []) => literal_bits(literal, width?).map(|bits| self.constant(bits, width.unwrap_or(1))),
            (RuleOperator::Not, [p]) => {
                let a = self.instance(p, bindings, width, make)?;
                Some(make(self, WordNode::Not(a), self.width(a)))
            }
            (RuleOperator::Binary(operator), [p, q]) => {
                let is_comparison = operator.is_comparison();
                let [a, b] = self.operands([p, q], bindings, width.filter(|_| !is_comparison), make)?;
                let width = if is_comparison { 1 } else { self.width(a) };
                Some(make(self, WordNode::Binary(operator, a, b), width))
            }
            (RuleOperator::Or, [p, q]) => {
                let [a, b] = self.operands([p, q], bindings, width, make)?;
                let width = self.width(a);
                let [a, b] = [a, b].map(|part| make(self, WordNode::Not(part), width));
                Some(make(self, WordNode::Not(make(self, WordNode::Binary(WordOperator::And, a, b), width)), width))
            }
            (RuleOperator::Choose, [c, p, q]) => {
                let condition = self.instance(c, bindings, Some(1), make)?;
                let [a, b] = self.operands([p, q], bindings, width, make)?;
                Some(make(self, WordNode::Choose(condition, a, b), self.width(a)))
            }
            _ => self.instance_of_part((operator, parts), bindings, width, make),
        }
    }

    /// As [`Terms::instance`], for operators on parts of words.
    fn instance_of_part(
        &self,
        (operator, parts): (RuleOperator, &[RuleSide<RuleOperator>]),
        bindings: &RuleBindings,
        width: Option<u32>,
        make: Making,
    ) -> Option<TermId> {
        let number = |terms: &Terms, part: &RuleSide<RuleOperator>| terms.number(part, bindings);
        match (operator, parts) {
            (RuleOperator::Concat, [p, q]) => {
                let (a, b) = (self.instance(p, bindings, None, make)?, self.instance(q, bindings, None, make)?);
                Some(make(self, WordNode::Concat(a, b), self.width(a) + self.width(b)))
            }
            (RuleOperator::Extract, [p, i, n]) => {
                let (i, n) = (number(self, i)?, number(self, n)?);
                let a = self.instance(p, bindings, None, make)?;
                let is_part = n > 0 && i.checked_add(n)? <= self.width(a);
                is_part.then(|| make(self, WordNode::Extract(a, i), n))
            }
            (RuleOperator::ExtendZero | RuleOperator::ExtendSign, [p, n]) => {
                let n = number(self, n)?;
                let a = self.instance(p, bindings, None, make)?;
                let is_signed = operator == RuleOperator::ExtendSign;
                let node = if is_signed { WordNode::ExtendSign(a) } else { WordNode::ExtendZero(a) };
                (n >= self.width(a)).then(|| make(self, node, n))
            }
            (RuleOperator::Zeros, [n]) => number(self, n).filter(|n| *n > 0).map(|n| self.constant(0, n)),
            (RuleOperator::Logarithm, [p]) => {
                let a = self.instance(p, bindings, width, make)?;
                let logarithm = self.value(a)?.checked_ilog2()?;
                Some(self.constant(u128::from(logarithm), self.width(a)))
            }
            _ => None,
        }
    }

    /// Instantiates two operands of one width. A literal takes its width from the other operand.
    fn operands(
        &self,
        [p, q]: [&RuleSide<RuleOperator>; 2],
        bindings: &RuleBindings,
        width: Option<u32>,
        make: Making,
    ) -> Option<[TermId; 2]> {
        let is_literal = matches!(p, RuleSide::Apply(_, parts) if parts.is_empty());
        let (first, second) = if is_literal { (q, p) } else { (p, q) };
        let one = self.instance(first, bindings, width, make)?;
        let other = self.instance(second, bindings, Some(self.width(one)), make)?;
        Some(if is_literal { [other, one] } else { [one, other] })
    }

    /// Evaluates a bit position or a width.
    fn number(&self, side: &RuleSide<RuleOperator>, bindings: &RuleBindings) -> Option<u32> {
        let (operator, parts) = match side {
            RuleSide::Variable(variable) => return bindings.number(*variable),
            RuleSide::Apply(operator, parts) => (*operator, parts.as_slice()),
        };
        let word = |part: &RuleSide<RuleOperator>| match part {
            RuleSide::Variable(variable) => bindings.word(*variable),
            RuleSide::Apply(..) => None,
        };
        match (operator, parts) {
            (RuleOperator::Zero, []) => Some(0),
            (RuleOperator::One, []) => Some(1),
            (RuleOperator::Width, [p]) => Some(self.width(word(p)?)),
            (RuleOperator::Number, [p]) => u32::try_from(self.value(word(p)?)?).ok(),
            (RuleOperator::Plus, [i, j]) => self.number(i, bindings)?.checked_add(self.number(j, bindings)?),
            (RuleOperator::Minus, [i, j]) => self.number(i, bindings)?.checked_sub(self.number(j, bindings)?),
            _ => None,
        }
    }
}
