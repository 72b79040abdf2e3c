//! Terms as gates: each term once, bit by bit.

use fixedbitset::FixedBitSet;

use crate::base::Budget;
use crate::base::ids::Id;
use crate::bmc::claim::Stop;
use crate::bmc::term::{Node, TermId, Terms};
use crate::sat::circuit::Circuit;
use crate::sat::{Lit, words};

/// The budget is looked at once in this many terms.
const CHECK_INTERVAL: usize = 256;

/// The gates of terms.
pub struct Blaster {
    /// The gates.
    pub circuit: Circuit,
    bits: Vec<Option<Box<[Lit]>>>,
}

impl Blaster {
    /// Over a circuit.
    pub fn new(circuit: Circuit) -> Blaster {
        Blaster { circuit, bits: Vec::new() }
    }

    /// Makes the gates of some terms, unless they are there.
    pub fn add(&mut self, terms: &Terms, roots: &[TermId], (most, budget): (usize, &Budget)) -> Result<(), Stop> {
        self.bits.resize(terms.len().max(self.bits.len()), None);
        for (index, term) in self.missing(terms, roots).into_iter().enumerate() {
            if index % CHECK_INTERVAL == 0 {
                budget.check().map_err(Stop::Exhausted)?;
                if self.circuit.clauses() > most {
                    return Err(Stop::Clauses(most));
                }
            }
            let bits = self.made(terms, term);
            if let Some(slot) = self.bits.get_mut(term.index()) {
                *slot = Some(bits.into());
            }
        }
        Ok(())
    }

    /// The terms without gates that some terms are made of, parts first.
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

    /// The bits of a term that was added.
    pub fn known(&self, term: TermId) -> Option<&[Lit]> {
        self.bits.get(term.index())?.as_deref()
    }

    /// The literal of a truth that was added.
    pub fn truth(&self, term: TermId) -> Lit {
        self.known(term).and_then(|bits| bits.first()).copied().unwrap_or(self.circuit.no())
    }

    fn part(&self, term: TermId) -> Vec<Lit> {
        self.known(term).unwrap_or(&[]).to_vec()
    }

    /// The bits of a term whose parts are known.
    fn made(&mut self, terms: &Terms, term: TermId) -> Vec<Lit> {
        let width = terms.width(term) as usize;
        let of = |term| self.part(term);
        match terms.node(term) {
            Node::Constant(bits) => words::constant(&self.circuit, bits, width),
            Node::Variable(_) => (0..width).map(|_| self.circuit.variable()).collect(),
            Node::Not(a) => words::complement(&of(a)),
            Node::And(a, b) => {
                let pairs = of(a).into_iter().zip(of(b));
                pairs.map(|(a, b)| self.circuit.and(&[a, b])).collect()
            }
            Node::Xor(a, b) => {
                let pairs = of(a).into_iter().zip(of(b));
                pairs.map(|(a, b)| self.circuit.xor(a, b)).collect()
            }
            Node::Add(a, b) => {
                let (a, b) = (of(a), of(b));
                words::add(&mut self.circuit, &a, &b)
            }
            Node::Multiply(a, b) => {
                let (a, b) = (of(a), of(b));
                words::multiply(&mut self.circuit, &a, &b)
            }
            Node::Quotient(a, b) => {
                let (a, b) = (of(a), of(b));
                words::divide(&mut self.circuit, &a, &b).0
            }
            Node::Remainder(a, b) => {
                let (a, b) = (of(a), of(b));
                words::divide(&mut self.circuit, &a, &b).1
            }
            Node::ShiftLeft(a, b) => {
                let (a, b) = (of(a), of(b));
                words::shift_left(&mut self.circuit, &a, &b)
            }
            Node::ShiftRight(a, b) => {
                let (a, b, no) = (of(a), of(b), self.circuit.no());
                words::shift_right(&mut self.circuit, &a, &b, no)
            }
            Node::ShiftRightSigned(a, b) => {
                let (a, b) = (of(a), of(b));
                let sign = a.last().copied().unwrap_or(self.circuit.no());
                words::shift_right(&mut self.circuit, &a, &b, sign)
            }
            Node::Equal(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![words::equal(&mut self.circuit, &a, &b)]
            }
            Node::Less(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![words::less_unsigned(&mut self.circuit, &a, &b)]
            }
            Node::LessSigned(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![words::less_signed(&mut self.circuit, &a, &b)]
            }
            Node::Choose(condition, yes, no) => {
                let (condition, yes, no) = (self.truth(condition), of(yes), of(no));
                words::choose(&mut self.circuit, condition, &yes, &no)
            }
            Node::Concat(high, low) => [of(low), of(high)].concat(),
            Node::Extract(a, from) => of(a).into_iter().skip(from as usize).take(width).collect(),
            Node::ExtendZero(a) => words::extend(&of(a), width, self.circuit.no()),
            Node::ExtendSign(a) => {
                let a = of(a);
                words::extend(&a, width, a.last().copied().unwrap_or(self.circuit.no()))
            }
        }
    }
}
