//! The constructors against integer arithmetic: simplification never changes the value.

mod order;
mod proofs;
mod shapes;

use rustc_hash::FxHashMap;

use crate::term::{TermId, Terms, WordNode, WordOperator, mask};
use program::interp::Random;

const WIDTHS: [u32; 4] = [1, 3, 4, 7];

/// Terms with their values under several assignments of the variables, computed independently of the constructors.
struct Checked {
    terms: Terms,
    variables: Vec<TermId>,
    samples: Vec<FxHashMap<TermId, u128>>,
    made: Vec<(TermId, Vec<u128>)>,
}

impl Checked {
    fn new(random: &mut Random) -> Checked {
        let terms = Terms::new(64);
        let variables: Vec<TermId> = WIDTHS.iter().flat_map(|width| [*width; 2]).map(|w| terms.variable(w)).collect();
        let sample = |random: &mut Random| {
            variables.iter().map(|variable| (*variable, u128::from(random.next_bits()))).collect()
        };
        let samples: Vec<FxHashMap<TermId, u128>> = (0..24).map(|_| sample(random)).collect();
        let mut checked = Checked { terms, variables: variables.clone(), samples, made: Vec::new() };
        for variable in checked.variables.clone() {
            let width = checked.terms.width(variable);
            let values = checked.samples.iter().map(|sample| mask(sample[&variable], width)).collect();
            checked.made.push((variable, values));
        }
        for width in WIDTHS {
            for bits in [0, 1, 2, u128::MAX, 1 << (width - 1)] {
                let term = checked.terms.constant(bits, width);
                checked.made.push((term, vec![mask(bits, width); checked.samples.len()]));
            }
        }
        checked
    }

    /// Picks a term of a width, or of any.
    fn pick(&self, random: &mut Random, width: Option<u32>) -> (TermId, Vec<u128>) {
        let fits = |term: TermId| width.is_none_or(|width| self.terms.width(term) == width);
        let all: Vec<_> = self.made.iter().filter(|(term, _)| fits(*term)).collect();
        // Prefer new terms, which are the most interesting.
        let back = (random.next_bits() as usize) % all.len().min(40);
        all[all.len() - 1 - back].clone()
    }

    /// Creates one more term by a constructor, and computes its values independently.
    fn step(&mut self, random: &mut Random) {
        let width = WIDTHS[random.next_bits() as usize % WIDTHS.len()];
        let [a, b] = [0; 2].map(|_| self.pick(random, Some(width)));
        let condition = self.pick(random, Some(1));
        let (t, bits) = (&mut self.terms, random.next_bits());
        let from = bits as u32 / 32 % width;
        let part = 1 + (bits as u32 / 1024) % (width - from);
        let (term, node) = match bits % 20 {
            0 => (t.not(a.0), WordNode::Not(a.0)),
            1 | 2 => (t.and(a.0, b.0), WordNode::Binary(WordOperator::And, a.0, b.0)),
            3 => (t.xor(a.0, b.0), WordNode::Binary(WordOperator::Xor, a.0, b.0)),
            4 | 5 => (t.add(a.0, b.0), WordNode::Binary(WordOperator::Add, a.0, b.0)),
            6 => (t.multiply(a.0, b.0), WordNode::Binary(WordOperator::Multiply, a.0, b.0)),
            7 => (t.quotient(a.0, b.0), WordNode::Binary(WordOperator::Quotient, a.0, b.0)),
            8 => (t.remainder(a.0, b.0), WordNode::Binary(WordOperator::Remainder, a.0, b.0)),
            9 => (t.shift_left(a.0, b.0), WordNode::Binary(WordOperator::ShiftLeft, a.0, b.0)),
            10 => (t.shift_right(a.0, b.0), WordNode::Binary(WordOperator::ShiftRight, a.0, b.0)),
            11 => (t.shift_right_signed(a.0, b.0), WordNode::Binary(WordOperator::ShiftRightSigned, a.0, b.0)),
            12 => (t.equal(a.0, b.0), WordNode::Binary(WordOperator::Equal, a.0, b.0)),
            13 => (t.less(a.0, b.0), WordNode::Binary(WordOperator::Less, a.0, b.0)),
            14 => (t.less_signed(a.0, b.0), WordNode::Binary(WordOperator::LessSigned, a.0, b.0)),
            15 | 16 => (t.choose(condition.0, a.0, b.0), WordNode::Choose(condition.0, a.0, b.0)),
            17 => (t.extract(a.0, from, part), WordNode::Extract(a.0, from)),
            18 => (t.extend_zero(a.0, 7), WordNode::ExtendZero(a.0)),
            _ => (t.extend_sign(a.0, 7), WordNode::ExtendSign(a.0)),
        };
        let width = self.terms.width(term);
        let values = (0..self.samples.len()).map(|sample| {
            let of = |part: TermId| [&a, &b, &condition].iter().find(|(t, _)| *t == part).map_or(0, |(_, v)| v[sample]);
            self.terms.apply(node, width, &of)
        });
        let values: Vec<u128> = values.collect();
        self.made.push((term, values));
    }
}

#[test]
fn constructors_keep_the_value() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut checked = Checked::new(&mut random);
        for _ in 0..150 {
            checked.step(&mut random);
        }
        let roots: Vec<TermId> = checked.made.iter().map(|(term, _)| *term).collect();
        for (index, sample) in checked.samples.iter().enumerate() {
            let values = checked.terms.evaluate(&roots, sample);
            for (term, expected) in &checked.made {
                assert_eq!(values[term], expected[index], "seed {seed}: {:?}", checked.terms.node(*term));
            }
        }
    }
}

#[test]
fn a_term_is_made_in_its_simplest_form() {
    for seed in 0..60 {
        let mut random = Random::new(2000 + seed);
        let mut checked = Checked::new(&mut random);
        for _ in 0..150 {
            checked.step(&mut random);
        }
        for index in 0..checked.terms.len() {
            let term = base::ids::Id::from_index(index);
            let (node, width) = (checked.terms.node(term), checked.terms.width(term));
            if !matches!(node, WordNode::Constant(_) | WordNode::Variable(_)) {
                assert_eq!(checked.terms.make(node, width), term, "seed {seed}: {node:?}");
            }
        }
    }
}

#[test]
fn what_is_read_off_a_term_is_right() {
    for seed in 0..60 {
        let mut random = Random::new(1000 + seed);
        let mut checked = Checked::new(&mut random);
        for _ in 0..150 {
            checked.step(&mut random);
        }
        for (term, values) in &checked.made {
            let width = checked.terms.width(*term);
            let (least, most) = checked.terms.signed_range(*term);
            let low = checked.terms.lowest_bits(*term, 2);
            let choices = checked.terms.choices(*term);
            for value in values {
                let number = super::sign_extended(*value, width);
                assert!(least <= number && number <= most);
                assert!(*value <= checked.terms.greatest(*term));
                assert!(low.is_none_or(|low| mask(*value, width.min(2)) == low));
                assert!(choices.as_ref().is_none_or(|choices| choices.contains(value)));
            }
        }
    }
}

#[test]
fn control_that_meets_again_has_the_condition_it_had() {
    let t = Terms::new(64);
    let [guard, condition] = [1; 2].map(|width| t.variable(width));
    let otherwise = t.not(condition);
    let (one, other) = (t.and(guard, condition), t.and(guard, otherwise));
    assert_eq!(t.or(one, other), guard);
    assert_eq!(t.or(other, one), guard);
}

#[test]
fn operations_go_through_choices_among_constants() {
    let t = Terms::new(64);
    let condition = t.variable(1);
    let [one, two, nine] = [1, 2, 9].map(|bits| t.constant(bits, 8));
    let choice = t.choose(condition, one, two);
    assert_eq!(t.equal(choice, one), condition);
    let is_nine = t.equal(choice, nine);
    assert!(t.is_false(is_nine));
    let sum = t.add(choice, two);
    assert_eq!(t.choices(sum).as_deref(), Some(&[3, 4][..]));
}
