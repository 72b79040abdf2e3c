//! Random terms and values: the exported definitions have the values of the terms.

#[path = "../../../../tests/support/bit_vectors.rs"]
mod bit_vectors;

use rustc_hash::FxHashMap;

use super::{TermNames, definitions, name};
use crate::term::{TermId, Terms, WordNode, WordOperator};
use base::ids::Id;
use program::interp::Random;

const WIDTHS: [u32; 5] = [1, 3, 8, 64, 128];

/// Adds a random term over the known ones, unsimplified, so that every operator is exported.
fn grown(terms: &Terms, known: &mut Vec<TermId>, random: &mut Random) {
    let mut below = |limit: usize| (random.next_bits() % limit as u64) as usize;
    let a = known[below(known.len())];
    let width = terms.width(a);
    let same: Vec<TermId> = known.iter().copied().filter(|term| terms.width(*term) == width).collect();
    let truths: Vec<TermId> = known.iter().copied().filter(|term| terms.width(*term) == 1).collect();
    let b = same[below(same.len())];
    let operators = [
        (WordOperator::And, width),
        (WordOperator::Xor, width),
        (WordOperator::Add, width),
        (WordOperator::Multiply, width),
        (WordOperator::Quotient, width),
        (WordOperator::Remainder, width),
        (WordOperator::ShiftLeft, width),
        (WordOperator::ShiftRight, width),
        (WordOperator::ShiftRightSigned, width),
        (WordOperator::Equal, 1),
        (WordOperator::Less, 1),
        (WordOperator::LessSigned, 1),
    ];
    let other = known[below(known.len())];
    let (node, width) = match below(8) {
        0 => (WordNode::Not(a), width),
        1 => (WordNode::Choose(truths[below(truths.len())], a, b), width),
        2 if width + terms.width(other) <= 128 => (WordNode::Concat(a, other), width + terms.width(other)),
        3 => {
            let from = below(width as usize) as u32;
            (WordNode::Extract(a, from), 1 + below((width - from) as usize) as u32)
        }
        4 => (WordNode::ExtendZero(a), width + below((129 - width) as usize) as u32),
        5 => (WordNode::ExtendSign(a), width + below((129 - width) as usize) as u32),
        _ => {
            let (operator, width) = operators[below(operators.len())];
            (WordNode::Binary(operator, a, b), width)
        }
    };
    known.push(terms.unsimplified(node, width));
}

#[test]
fn every_term_that_is_written_has_its_value() {
    for seed in 0..60 {
        let (terms, mut random) = (Terms::new(64), Random::new(seed));
        let mut known: Vec<TermId> = Vec::new();
        for width in WIDTHS {
            known.extend([terms.variable(width), terms.variable(width), terms.constant(0, width), terms.ones(width)]);
        }
        let variables: Vec<TermId> =
            known.iter().copied().filter(|term| matches!(terms.node(*term), WordNode::Variable(_))).collect();
        for _ in 0..120 {
            grown(&terms, &mut known, &mut random);
        }
        let mut names = TermNames::default();
        let first = variables[0];
        names.insert(first, "choice-1".into());
        let text = format!("(declare-fun choice-1 () (_ BitVec 1))\n{}", definitions(&terms, &known, &names));
        for _ in 0..8 {
            // Small numbers are likely shift amounts and divisors.
            let mut bits = || {
                let bits = u128::from(random.next_bits()) << 64 | u128::from(random.next_bits());
                [bits, bits % 5, bits % 130][random.next_bits() as usize % 3]
            };
            let chosen: FxHashMap<TermId, u128> = variables.iter().map(|variable| (*variable, bits())).collect();
            let by_name: FxHashMap<String, u128> =
                chosen.iter().map(|(term, bits)| (name(&terms, *term, &names), *bits)).collect();
            let read = bit_vectors::values(&text, &|name| by_name.get(name).copied().unwrap_or(0));
            let expected = terms.evaluate(&known, &chosen);
            let written = known.iter().filter(|term| !matches!(terms.node(**term), WordNode::Constant(_)));
            for term in written {
                let found = read[&name(&terms, *term, &names)];
                assert_eq!(found.bits, expected[term], "t{} in seed {seed}\n{text}", term.index());
            }
        }
    }
}
