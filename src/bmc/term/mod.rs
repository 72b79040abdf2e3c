//! Terms: words of bits and what is computed from them, each of them once.
//!
//! A term has a width of 1 to 128 bits; a truth is a word of one bit. Equal terms are one term, so that equality of ids is
//! equality of terms, and the parts of a term have smaller ids than the term. Operations share the terms, so that they nest; they are
//! made in the order in which Rust evaluates arguments.
//!
//! Never knows what a term stands for in C, and never asks a solver.
//!
//! | file | what stands there |
//! |---|---|
//! | `build` | the constructors, which simplify |
//! | `choices` | operations go through choices |
//! | `rules` | the vocabulary of the rules of `rewrite-rules/` that are about words |
//! | `matching` | which rule fits a term |
//! | `conditions` | side conditions of rules |
//! | `rewriting` | what a rule makes of a term |
//! | `known` | what can be read off a term: its constants, its lowest bits, its range |

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
    /// A term.
    TermId
}

/// What is computed from two words of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordOperator {
    /// Bit by bit.
    And,
    /// Bit by bit.
    Xor,
    /// The sum; it wraps.
    Add,
    /// The product; it wraps.
    Multiply,
    /// The quotient of numbers without sign; all ones where the second is zero.
    Quotient,
    /// The remainder of numbers without sign; the first where the second is zero.
    Remainder,
    /// The first, moved up by the second; zero where that is the width or more.
    ShiftLeft,
    /// The first, moved down by the second; zero where that is the width or more.
    ShiftRight,
    /// The same, with copies of the sign.
    ShiftRightSigned,
    /// Whether two words of one width are the same: a truth.
    Equal,
    /// Whether the first is less, of numbers without sign: a truth.
    Less,
    /// Whether the first is less, of numbers with sign: a truth.
    LessSigned,
}

/// What a term is. The width is that of the term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordNode {
    /// These bits; those beyond the width are zero.
    Constant(u128),
    /// Any bits: an input, a choice. The number makes it another variable than the others.
    Variable(u32),
    /// Every bit turned over.
    Not(TermId),
    /// An operator on two words.
    Binary(WordOperator, TermId, TermId),
    /// The second where the first, a truth, holds; else the third.
    Choose(TermId, TermId, TermId),
    /// The first above the second.
    Concat(TermId, TermId),
    /// As many bits as the term has, from this one on.
    Extract(TermId, u32),
    /// The word with zeros above it.
    ExtendZero(TermId),
    /// The word with copies of its sign above it.
    ExtendSign(TermId),
}

/// The constants that a term chooses from, and how many choices it makes one after the other.
type ConstantChoice = (Rc<[u128]>, u32);

/// All terms.
#[derive(Debug)]
pub struct Terms {
    /// Bits of a word of the machine.
    word: u32,
    nodes: RefCell<IdVec<TermId, (WordNode, u32)>>,
    known: RefCell<FxHashMap<(WordNode, u32), TermId>>,
    /// What became of operations on choices among constants.
    folded: RefCell<FxHashMap<(WordNode, u32), TermId>>,
    /// Of terms that choose among constants, and do nothing else.
    choices: RefCell<FxHashMap<TermId, ConstantChoice>>,
    variables: Cell<u32>,
    /// The truth that does not hold, and the one that does: most of what is made is one of them.
    truths: Cell<[Option<TermId>; 2]>,
    rules: &'static RuleMatcher,
    /// Applications of rules within each other.
    rewrites_under_way: Cell<u32>,
}

impl Terms {
    /// No terms, for a machine whose words have this many bits.
    pub fn new(word: u32) -> Terms {
        Terms::with_rules(word, rules::loaded())
    }

    /// No terms, and other rules than those in the binary.
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

    /// What a term is.
    pub fn node(&self, term: TermId) -> WordNode {
        self.nodes.borrow()[term].0
    }

    /// Its width in bits.
    pub fn width(&self, term: TermId) -> u32 {
        self.nodes.borrow()[term].1
    }

    /// Bits of a word of the machine.
    pub fn word(&self) -> u32 {
        self.word
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.borrow().len() == 0
    }

    /// The bits of a constant.
    pub fn value(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            WordNode::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether it is the truth that holds.
    pub fn is_true(&self, term: TermId) -> bool {
        self.nodes.borrow()[term] == (WordNode::Constant(1), 1)
    }

    /// Whether it is the truth that does not hold.
    pub fn is_false(&self, term: TermId) -> bool {
        self.nodes.borrow()[term] == (WordNode::Constant(0), 1)
    }

    fn intern(&self, node: WordNode, width: u32) -> TermId {
        *self.known.borrow_mut().entry((node, width)).or_insert_with(|| self.nodes.borrow_mut().push((node, width)))
    }

    /// A term as it is given, which nobody simplifies.
    #[cfg(test)]
    pub(super) fn unsimplified(&self, node: WordNode, width: u32) -> TermId {
        self.intern(node, width)
    }

    /// A new variable of a width.
    pub fn variable(&self, width: u32) -> TermId {
        self.variables.set(self.variables.get() + 1);
        self.intern(WordNode::Variable(self.variables.get()), width)
    }

    /// The terms that the given ones are made of, themselves included, parts first.
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

    /// The value of each of some terms where the variables have these values; a variable without one is zero.
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

    /// The bits of an operation whose parts have these bits.
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
    /// The terms that it is made of.
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
    /// Whether the result is a truth.
    fn is_comparison(self) -> bool {
        matches!(self, WordOperator::Equal | WordOperator::Less | WordOperator::LessSigned)
    }

    /// The bits of the result for two words with these bits, both of a width.
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

/// The lowest bits.
fn mask(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// The number with sign that bits of a width stand for.
pub(super) fn sign_extended(bits: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    ((bits << unused) as i128) >> unused
}

/// The number of places of a shift that leaves something.
fn below(amount: u128, width: u32) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < width)
}
