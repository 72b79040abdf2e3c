//! Terms: hash-consed bit-vector expressions.
//!
//! A term has a width of 1 to 128 bits; a Boolean ("truth") is a word of one bit. Equal terms have equal ids, and the
//! parts of a term have smaller ids than the term. Operations take `&Terms`, so that calls nest; terms are created in
//! Rust's evaluation order of arguments.
//!
//! Knows nothing of C, and never calls a solver.
//!
//! | file | contents |
//! |---|---|
//! | `build` | the simplifying constructors |
//! | `choices` | lifting of operations through choices |
//! | `rules` | the vocabulary of the bit-vector rules in `rewrite-rules/` |
//! | `matching` | matching of rules against terms |
//! | `conditions` | side conditions of rules |
//! | `rewriting` | application of rules |
//! | `known` | facts about a term: its constants, its lowest bits, its range |

mod build;
mod choices;
mod conditions;
mod known;
mod matching;
mod rewriting;
mod rules;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::term::matching::RuleMatcher;
use base::define_id;
use base::ids::{Id, IdVec};

define_id! {
    TermId
}

/// Binary operator on two words of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordOperator {
    And,
    Xor,
    /// Wraps.
    Add,
    /// Wraps.
    Multiply,
    /// Unsigned quotient; all ones if the divisor is zero.
    Quotient,
    /// Unsigned remainder; the dividend if the divisor is zero.
    Remainder,
    /// Zero if the amount is at least the width.
    ShiftLeft,
    /// Logical shift; zero if the amount is at least the width.
    ShiftRight,
    /// Arithmetic shift; all sign bits if the amount is at least the width.
    ShiftRightSigned,
    /// Boolean result.
    Equal,
    /// Unsigned comparison with Boolean result.
    Less,
    /// Signed comparison with Boolean result.
    LessSigned,
}

/// The operation at the root of a term. The width is stored with the term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordNode {
    /// Bits beyond the width are zero.
    Constant(u128),
    /// Arbitrary bits: an input or a choice. The number distinguishes variables.
    Variable(u32),
    /// Bitwise complement.
    Not(TermId),
    Binary(WordOperator, TermId, TermId),
    /// If-then-else: the second where the first, a Boolean, holds; else the third.
    Choose(TermId, TermId, TermId),
    /// The first supplies the high bits.
    Concat(TermId, TermId),
    /// Bits of the word from this position on, as many as the term is wide.
    Extract(TermId, u32),
    ExtendZero(TermId),
    ExtendSign(TermId),
}

/// Constants that a term chooses among, ascending, and its number of nested choices.
type ConstantChoice = (Rc<[u128]>, u32);

/// The table of all terms.
#[derive(Debug)]
pub struct Terms {
    /// Width of a machine word in bits.
    word: u32,
    nodes: RefCell<IdVec<TermId, (WordNode, u32)>>,
    known: RefCell<FxHashMap<(WordNode, u32), TermId>>,
    /// Cache of operations that were pushed through choices.
    folded: RefCell<FxHashMap<(WordNode, u32), TermId>>,
    /// Entries for terms that only choose among constants.
    choices: RefCell<FxHashMap<TermId, ConstantChoice>>,
    variables: Cell<u32>,
    /// Ids of the constants false and true, which are by far the most frequent.
    truths: Cell<[Option<TermId>; 2]>,
    rules: &'static RuleMatcher,
    /// Current nesting depth of rule applications.
    rewrites_under_way: Cell<u32>,
}

impl Terms {
    /// Starts without terms, for a machine whose words have this many bits.
    pub fn new(word: u32) -> Terms {
        Terms::with_rules(word, rules::loaded())
    }

    /// Replaces the embedded rules by others.
    fn with_rules(word: u32, rules: &'static RuleMatcher) -> Terms {
        Terms {
            word,
            nodes: RefCell::default(),
            known: RefCell::default(),
            folded: RefCell::default(),
            choices: RefCell::default(),
            variables: Cell::default(),
            truths: Cell::default(),
            rules,
            rewrites_under_way: Cell::default(),
        }
    }

    pub fn node(&self, term: TermId) -> WordNode {
        self.nodes.borrow()[term].0
    }

    pub fn width(&self, term: TermId) -> u32 {
        self.nodes.borrow()[term].1
    }

    /// Width of a machine word in bits.
    pub fn word(&self) -> u32 {
        self.word
    }

    pub fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.borrow().len() == 0
    }

    /// Returns the bits of a constant; `None` for any other term.
    pub fn value(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            WordNode::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns true if the term is the constant true.
    pub fn is_true(&self, term: TermId) -> bool {
        self.nodes.borrow()[term] == (WordNode::Constant(1), 1)
    }

    /// Returns true if the term is the constant false.
    pub fn is_false(&self, term: TermId) -> bool {
        self.nodes.borrow()[term] == (WordNode::Constant(0), 1)
    }

    fn intern(&self, node: WordNode, width: u32) -> TermId {
        *self.known.borrow_mut().entry((node, width)).or_insert_with(|| self.nodes.borrow_mut().push((node, width)))
    }

    /// Returns exactly this term, without simplification.
    #[cfg(test)]
    pub(super) fn unsimplified(&self, node: WordNode, width: u32) -> TermId {
        self.intern(node, width)
    }

    /// Returns a fresh variable.
    pub fn variable(&self, width: u32) -> TermId {
        self.variables.set(self.variables.get() + 1);
        self.intern(WordNode::Variable(self.variables.get()), width)
    }

    /// Returns the subterms of the given terms, including themselves, parts first.
    pub fn cone(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = fixedbitset::FixedBitSet::with_capacity(self.nodes.borrow().len());
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.put(term.index()) {
                stack.extend(self.node(term).parts());
            }
        }
        seen.ones().map(TermId::from_index).collect()
    }

    /// Evaluates the terms and their subterms. Variables without a value are zero.
    pub fn evaluate(&self, roots: &[TermId], variables: &FxHashMap<TermId, u128>) -> FxHashMap<TermId, u128> {
        let mut values: FxHashMap<TermId, u128> = FxHashMap::default();
        for term in self.cone(roots) {
            let of = |part: TermId| values.get(&part).copied().unwrap_or(0);
            let value = match self.node(term) {
                WordNode::Variable(_) => mask(variables.get(&term).copied().unwrap_or(0), self.width(term)),
                node => self.apply(node, self.width(term), &of),
            };
            values.insert(term, value);
        }
        values
    }

    /// Applies an operation to constant operands.
    fn apply(&self, node: WordNode, width: u32, of: &dyn Fn(TermId) -> u128) -> u128 {
        let part = |term: TermId| self.width(term);
        let signed = |term: TermId| sign_extended(of(term), part(term));
        let bits = match node {
            WordNode::Constant(bits) => bits,
            WordNode::Variable(_) => 0,
            WordNode::Not(a) => !of(a),
            WordNode::Binary(operator, a, b) => operator.apply([of(a), of(b)], part(a)),
            WordNode::Choose(condition, yes, no) => of(if of(condition) == 1 { yes } else { no }),
            WordNode::Concat(high, low) => of(high) << part(low) | of(low),
            WordNode::Extract(a, low) => of(a) >> low,
            WordNode::ExtendZero(a) => of(a),
            WordNode::ExtendSign(a) => signed(a) as u128,
        };
        mask(bits, width)
    }
}

impl WordNode {
    /// Returns the direct subterms.
    pub fn parts(self) -> impl Iterator<Item = TermId> {
        let parts = match self {
            WordNode::Constant(_) | WordNode::Variable(_) => [None; 3],
            WordNode::Not(a) | WordNode::Extract(a, _) | WordNode::ExtendZero(a) | WordNode::ExtendSign(a) => {
                [Some(a), None, None]
            }
            WordNode::Binary(_, a, b) | WordNode::Concat(a, b) => [Some(a), Some(b), None],
            WordNode::Choose(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        parts.into_iter().flatten()
    }
}

impl WordOperator {
    /// Returns true if the result is a Boolean.
    fn is_comparison(self) -> bool {
        matches!(self, WordOperator::Equal | WordOperator::Less | WordOperator::LessSigned)
    }

    /// Applies the operator to two constants of a width. The result may have bits beyond the width.
    fn apply(self, [a, b]: [u128; 2], width: u32) -> u128 {
        let signed = |bits| sign_extended(bits, width);
        let truth = |holds: bool| u128::from(holds);
        match self {
            WordOperator::And => a & b,
            WordOperator::Xor => a ^ b,
            WordOperator::Add => a.wrapping_add(b),
            WordOperator::Multiply => a.wrapping_mul(b),
            WordOperator::Quotient => a.checked_div(b).unwrap_or(u128::MAX),
            WordOperator::Remainder => a.checked_rem(b).unwrap_or(a),
            WordOperator::ShiftLeft => below(b, width).map_or(0, |by| a << by),
            WordOperator::ShiftRight => below(b, width).map_or(0, |by| a >> by),
            WordOperator::ShiftRightSigned => (signed(a) >> below(b, width).unwrap_or(width - 1)) as u128,
            WordOperator::Equal => truth(a == b),
            WordOperator::Less => truth(a < b),
            WordOperator::LessSigned => truth(signed(a) < signed(b)),
        }
    }
}

/// Truncates to a width.
fn mask(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// Interprets bits of a width as a two's complement number.
pub(super) fn sign_extended(bits: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    ((bits << unused) as i128) >> unused
}

/// Returns a shift amount that is less than the width.
fn below(amount: u128, width: u32) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < width)
}
