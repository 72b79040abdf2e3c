//! Bit-blasting: terms as gates, each term once.

use fixedbitset::FixedBitSet;

use crate::limits::CHECK_INTERVAL;
use crate::term::{TermId, Terms, WordNode, WordOperator};
use base::Budget;
use base::ids::Id;
use reason::{Limit, Stop};
use sat::circuit::Circuit;
use sat::{Lit, words};

/// The gates of terms.
pub struct Gates {
    pub circuit: Circuit,
    bits: Vec<Option<Box<[Lit]>>>,
}

impl Gates {
    pub fn new(circuit: Circuit) -> Gates {
        Gates { circuit, bits: Vec::new() }
    }

    /// Adds the gates of `roots`, as far as they are missing. Fails if the budget or the clause limit is exhausted.
    pub fn add(&mut self, terms: &Terms, roots: &[TermId], (most, budget): (usize, &Budget)) -> Result<(), Stop> {
        self.bits.resize(terms.len().max(self.bits.len()), None);
        for (index, term) in self.missing(terms, roots).into_iter().enumerate() {
            if index % CHECK_INTERVAL == 0 {
                budget.check().map_err(Stop::Exhausted)?;
                if self.circuit.clauses() > most {
                    return Err(Stop::at(Limit::Clauses, most));
                }
            }
            let bits = self.made(terms, term);
            if let Some(slot) = self.bits.get_mut(term.index()) {
                *slot = Some(bits.into());
            }
        }
        Ok(())
    }

    /// Returns the subterms of `roots` that have no gates yet, parts first.
    fn missing(&self, terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = FixedBitSet::with_capacity(terms.len());
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if self.known(term).is_none() && !seen.put(term.index()) {
                stack.extend(terms.node(term).parts());
            }
        }
        seen.ones().map(TermId::from_index).collect()
    }

    /// Returns the bits of a term; `None` if it was not added.
    pub fn known(&self, term: TermId) -> Option<&[Lit]> {
        self.bits.get(term.index())?.as_deref()
    }

    /// Returns the literal of a 1-bit term that was added.
    pub fn truth(&self, term: TermId) -> Lit {
        self.known(term).and_then(|bits| bits.first()).copied().unwrap_or(self.circuit.no())
    }

    fn part(&self, term: TermId) -> Vec<Lit> {
        self.known(term).unwrap_or(&[]).to_vec()
    }

    /// Adds the bits of a term whose parts are known.
    fn made(&mut self, terms: &Terms, term: TermId) -> Vec<Lit> {
        let (width, no) = (terms.width(term) as usize, self.circuit.no());
        match terms.node(term) {
            WordNode::Constant(bits) => words::constant(&self.circuit, bits, width),
            WordNode::Variable(_) => (0..width).map(|_| self.circuit.variable()).collect(),
            WordNode::Not(a) => words::complement(&self.part(a)),
            WordNode::Concat(high, low) => [self.part(low), self.part(high)].concat(),
            WordNode::Extract(a, from) => self.part(a).into_iter().skip(from as usize).take(width).collect(),
            WordNode::ExtendZero(a) => words::extend(&self.part(a), width, no),
            WordNode::ExtendSign(a) => {
                let a = self.part(a);
                words::extend(&a, width, last(&a, no))
            }
            WordNode::Choose(condition, yes, no) => {
                let (condition, yes, no) = (self.truth(condition), self.part(yes), self.part(no));
                words::choose(&mut self.circuit, condition, &yes, &no)
            }
            WordNode::Binary(operator, a, b) => {
                let (a, b) = (self.part(a), self.part(b));
                self.operation(operator, &a, &b)
            }
        }
    }

    fn operation(&mut self, operator: WordOperator, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let c = &mut self.circuit;
        match operator {
            WordOperator::And => a.iter().zip(b).map(|(a, b)| c.and(&[*a, *b])).collect(),
            WordOperator::Xor => a.iter().zip(b).map(|(a, b)| c.xor(*a, *b)).collect(),
            WordOperator::Add => words::add(c, a, b),
            WordOperator::Multiply => words::multiply(c, a, b),
            WordOperator::Quotient => words::divide(c, a, b).0,
            WordOperator::Remainder => words::divide(c, a, b).1,
            WordOperator::ShiftLeft => words::shift_left(c, a, b),
            WordOperator::ShiftRight => words::shift_right(c, a, b, c.no()),
            WordOperator::ShiftRightSigned => words::shift_right(c, a, b, last(a, c.no())),
            WordOperator::Equal => vec![words::equal(c, a, b)],
            WordOperator::Less => vec![words::less_unsigned(c, a, b)],
            WordOperator::LessSigned => vec![words::less_signed(c, a, b)],
        }
    }
}

fn last(word: &[Lit], otherwise: Lit) -> Lit {
    word.last().copied().unwrap_or(otherwise)
}
