//! Rules with concrete widths and numbers for their variables, and an independent definition of their side conditions.

use crate::term::matching::{RuleBinding, RuleBindings};
use crate::term::rules::{RuleCheck, RuleOperator, Sort, Words};
use crate::term::{TermId, Terms, WordNode, WordOperator, mask, sign_extended};
use rewrite::{Condition, RewriteRule, RewriteRules, RuleSide, RuleVariable};

/// Value of a rule variable in a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A word of this width.
    Width(u32),
    Number(u32),
}

/// Widths of the words and values of the numbers of a rule, by variable index.
pub type Shape = Vec<Part>;

pub fn rules_of(text: &str) -> RewriteRules<Words> {
    RewriteRules::of_texts(&[("test.rules", text)]).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Returns all shapes of a rule with these widths and numbers that violate no condition about them.
pub fn shapes(rule: &RewriteRule<Words>, widths: &[u32], numbers: &[u32]) -> Vec<Shape> {
    let mut all: Vec<Shape> = vec![Vec::new()];
    for sort in &rule.compiled {
        let parts: Vec<Part> = match sort {
            Some(Sort::Number) => numbers.iter().map(|number| Part::Number(*number)).collect(),
            _ => widths.iter().map(|width| Part::Width(*width)).collect(),
        };
        all = all.iter().flat_map(|shape| parts.iter().map(|part| [&shape[..], &[*part]].concat())).collect();
    }
    all.retain(|shape| rule.text.conditions.iter().all(|condition| is_possible(condition, shape)));
    all
}

fn width(shape: &Shape, variable: RuleVariable) -> u32 {
    match shape[variable.index()] {
        Part::Width(width) | Part::Number(width) => width,
    }
}

/// Returns true unless the condition is about widths and numbers, and fails.
fn is_possible(condition: &Condition<RuleCheck>, shape: &Shape) -> bool {
    let Condition::Check(check, arguments) = condition else { panic!("no sets here") };
    let of = |place: usize| u64::from(width(shape, arguments[place]));
    match check {
        RuleCheck::Truth => of(0) == 1,
        RuleCheck::SameWidth | RuleCheck::Whole => of(0) == of(1),
        RuleCheck::Different | RuleCheck::Below | RuleCheck::NotBelow => of(0) == of(1),
        RuleCheck::BelowSigned | RuleCheck::NotBelowSigned => of(0) == of(1),
        RuleCheck::Longer => of(0) > of(1),
        RuleCheck::Within => of(0) + of(1) <= of(2),
        RuleCheck::Beyond => of(0) >= of(1),
        RuleCheck::Across => of(0) < of(2) && of(2) < of(0) + of(1),
        RuleCheck::Adjacent => of(0) == of(1) + of(2),
        RuleCheck::Sign => of(0) + 1 == of(2) && of(1) == 1,
        RuleCheck::Fits | RuleCheck::FitsSigned => of(0) >= of(1),
        RuleCheck::Constant | RuleCheck::PowerOfTwo | RuleCheck::Amount | RuleCheck::TooFar | RuleCheck::Zero => true,
    }
}

/// Evaluates a condition for these values of the variables.
pub fn means(condition: &Condition<RuleCheck>, shape: &Shape, values: &[u128]) -> bool {
    let Condition::Check(check, arguments) = condition else { panic!("no sets here") };
    let value = |place: usize| values[arguments[place].index()];
    let width = |place: usize| width(shape, arguments[place]);
    let signed = |place: usize| sign_extended(value(place), width(place));
    match check {
        RuleCheck::PowerOfTwo => value(0).count_ones() == 1,
        RuleCheck::Amount => value(0) > 0 && value(0) < u128::from(width(0)),
        RuleCheck::TooFar => value(0) >= u128::from(width(0)),
        RuleCheck::Zero => value(0) == 0,
        RuleCheck::Different => value(0) != value(1),
        RuleCheck::Below => value(0) < value(1),
        RuleCheck::NotBelow => value(0) >= value(1),
        RuleCheck::BelowSigned => signed(0) < signed(1),
        RuleCheck::NotBelowSigned => signed(0) >= signed(1),
        RuleCheck::Fits => value(0) >> width(1) == 0,
        RuleCheck::FitsSigned => {
            let half = 1_i128 << (width(1) - 1);
            (-half..half).contains(&signed(0))
        }
        _ => is_possible(condition, shape),
    }
}

/// Returns the variables that rules compute with when they are applied: each needs a value before there are sides. Of a
/// power of two, all values are tried in any case.
pub fn computed(rule: &RewriteRule<Words>) -> Vec<RuleVariable> {
    fn within(side: &RuleSide<RuleOperator>, is_inside: bool, found: &mut Vec<RuleVariable>) {
        match side {
            RuleSide::Variable(variable) if is_inside && !found.contains(variable) => found.push(*variable),
            RuleSide::Variable(_) => {}
            RuleSide::Apply(operator, parts) => {
                let is_inside = matches!(operator, RuleOperator::Number | RuleOperator::Logarithm);
                parts.iter().for_each(|part| within(part, is_inside, found));
            }
        }
    }
    let mut found = Vec::new();
    within(&rule.text.right, false, &mut found);
    for condition in &rule.text.conditions {
        if let Condition::Check(RuleCheck::PowerOfTwo, arguments) = condition
            && !found.contains(&arguments[0])
        {
            found.push(arguments[0]);
        }
    }
    found
}

/// The sides of a rule as unsimplified terms.
pub struct Sides {
    pub terms: Terms,
    /// The words, by variable index; `None` for a number.
    pub words: Vec<Option<TermId>>,
    pub left: TermId,
    pub right: TermId,
}

/// Builds the sides in a shape, with constants where a value is given. `None` if the left side is ill-sorted or the
/// rule does not apply.
pub fn sides(rule: &RewriteRule<Words>, shape: &Shape, constants: &[Option<u128>]) -> Option<Sides> {
    let terms = Terms::new(64);
    let (mut words, mut bindings) = (Vec::new(), RuleBindings::default());
    for (place, part) in shape.iter().enumerate() {
        let word = match (*part, constants.get(place).copied().flatten()) {
            (Part::Width(width), Some(bits)) => Some(terms.constant(bits, width)),
            (Part::Width(width), None) => Some(terms.variable(width)),
            (Part::Number(_), _) => None,
        };
        let binding = match *part {
            Part::Number(number) => RuleBinding::Number(number),
            Part::Width(_) => RuleBinding::Word(word.unwrap()),
        };
        assert!(bindings.bind(RuleVariable(place as u8), binding));
        words.push(word);
    }
    let left = terms.instance(&rule.text.left, &bindings, Some(1), Terms::intern)?;
    let width = terms.width(left);
    let left = terms.instance(&rule.text.left, &bindings, Some(width), Terms::intern)?;
    if !is_well_sorted(&terms, left) {
        return None;
    }
    let right = terms.instance(&rule.text.right, &bindings, Some(width), Terms::intern)?;
    assert!(is_well_sorted(&terms, right), "{}: the right side is no term in {shape:?}", rule.text.name);
    assert_eq!(terms.width(right), width, "{}: the right side is longer or shorter in {shape:?}", rule.text.name);
    Some(Sides { terms, words, left, right })
}

/// Returns true if all subterms have matching widths.
fn is_well_sorted(terms: &Terms, root: TermId) -> bool {
    terms.cone(&[root]).into_iter().all(|term| {
        let (width, of) = (terms.width(term), |part: TermId| terms.width(part));
        let fits = match terms.node(term) {
            WordNode::Constant(bits) => mask(bits, width) == bits,
            WordNode::Variable(_) => true,
            WordNode::Not(a) => of(a) == width,
            WordNode::Binary(WordOperator::Equal | WordOperator::Less | WordOperator::LessSigned, a, b) => {
                of(a) == of(b) && width == 1
            }
            WordNode::Binary(_, a, b) => of(a) == width && of(b) == width,
            WordNode::Choose(condition, yes, no) => of(condition) == 1 && of(yes) == width && of(no) == width,
            WordNode::Concat(a, b) => of(a) + of(b) == width,
            WordNode::Extract(a, from) => from + width <= of(a),
            WordNode::ExtendZero(a) | WordNode::ExtendSign(a) => of(a) <= width,
        };
        fits && (1..=128).contains(&width)
    })
}

/// Returns all assignments to the `given` variables of a shape; the others have no value.
pub fn valuations(shape: &Shape, given: &[RuleVariable]) -> Vec<Vec<Option<u128>>> {
    let mut all: Vec<Vec<Option<u128>>> = vec![vec![None; shape.len()]];
    for variable in given {
        let Part::Width(width) = shape[variable.index()] else { panic!("a number has no value") };
        // For wide words: the values that matter as shift amounts and as powers of two.
        let values: Vec<u128> = match width {
            0..=8 => (0..1 << width).collect(),
            _ => (0..u128::from(width) + 2).chain((0..width).map(|power| 1 << power)).collect(),
        };
        let with = |before: &Vec<Option<u128>>, value: u128| {
            let mut after = before.clone();
            after[variable.index()] = Some(value);
            after
        };
        all = all.iter().flat_map(|before| values.iter().map(|value| with(before, *value))).collect();
    }
    all.sort_unstable();
    all.dedup();
    all
}
