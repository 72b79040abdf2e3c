//! The vocabulary of rules about words of bits, and the rules in the binary. The format and the laws are in
//! `rewrite-rules/README.md`, and so is what each operator and each side condition means.
//!
//! Each rule is proved for all values: `rules::tests` tries them all where words are short, and asks a solver where they are long.

use std::sync::LazyLock;

use crate::term::WordOperator;
use crate::term::matching::RuleMatcher;
use rewrite::{Condition, OperatorRow, RewriteRules, RuleSide, RuleText, RuleVariable, Vocabulary};

/// The rules in the binary, ready for use. That they load is tested; without them terms stay as they are made, which is right, too.
static LOADED: LazyLock<RuleMatcher> =
    LazyLock::new(|| RewriteRules::<Words>::embedded().map(|rules| RuleMatcher::new(&rules)).unwrap_or_default());

/// The same, ready for use.
pub(super) fn loaded() -> &'static RuleMatcher {
    &LOADED
}

/// The vocabulary of words of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Words {}

/// What stands in rules about words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleOperator {
    /// `0`: the word of zeros, or the number.
    Zero,
    /// `1`: the word whose lowest bit alone is one, or the number.
    One,
    /// `ones`: the word of ones.
    Ones,
    /// `true`, the truth.
    True,
    /// `false`, the truth.
    False,
    /// `(not x)`
    Not,
    /// `(and x y)`, `(less x y)` and so on.
    Binary(WordOperator),
    /// `(choose c x y)`
    Choose,
    /// `(concat x y)`
    Concat,
    /// `(extract x i n)`
    Extract,
    /// `(extend-zero x n)`
    ExtendZero,
    /// `(extend-sign x n)`
    ExtendSign,
    /// `(or x y)`
    Or,
    /// `(zeros n)`
    Zeros,
    /// `(logarithm c)`
    Logarithm,
    /// `(width x)`, a number.
    Width,
    /// `(number c)`, a number.
    Number,
    /// `(plus i j)`, a number.
    Plus,
    /// `(minus i j)`, a number.
    Minus,
}

const OPERATORS: [OperatorRow<RuleOperator>; 30] = {
    use RuleOperator::Binary;
    [
        ("0", 0, true, RuleOperator::Zero),
        ("1", 0, true, RuleOperator::One),
        ("ones", 0, true, RuleOperator::Ones),
        ("true", 0, true, RuleOperator::True),
        ("false", 0, true, RuleOperator::False),
        ("not", 1, true, RuleOperator::Not),
        ("and", 2, true, Binary(WordOperator::And)),
        ("xor", 2, true, Binary(WordOperator::Xor)),
        ("add", 2, true, Binary(WordOperator::Add)),
        ("multiply", 2, true, Binary(WordOperator::Multiply)),
        ("quotient", 2, true, Binary(WordOperator::Quotient)),
        ("remainder", 2, true, Binary(WordOperator::Remainder)),
        ("shift-left", 2, true, Binary(WordOperator::ShiftLeft)),
        ("shift-right", 2, true, Binary(WordOperator::ShiftRight)),
        ("shift-right-signed", 2, true, Binary(WordOperator::ShiftRightSigned)),
        ("equal", 2, true, Binary(WordOperator::Equal)),
        ("less", 2, true, Binary(WordOperator::Less)),
        ("less-signed", 2, true, Binary(WordOperator::LessSigned)),
        ("choose", 3, true, RuleOperator::Choose),
        ("concat", 2, true, RuleOperator::Concat),
        ("extract", 3, true, RuleOperator::Extract),
        ("extend-zero", 2, true, RuleOperator::ExtendZero),
        ("extend-sign", 2, true, RuleOperator::ExtendSign),
        ("or", 2, false, RuleOperator::Or),
        ("zeros", 1, false, RuleOperator::Zeros),
        ("logarithm", 1, false, RuleOperator::Logarithm),
        ("width", 1, false, RuleOperator::Width),
        ("number", 1, false, RuleOperator::Number),
        ("plus", 2, false, RuleOperator::Plus),
        ("minus", 2, false, RuleOperator::Minus),
    ]
};

/// Side conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleCheck {
    Constant,
    PowerOfTwo,
    Amount,
    TooFar,
    Truth,
    Zero,
    Different,
    Below,
    NotBelow,
    BelowSigned,
    NotBelowSigned,
    Fits,
    FitsSigned,
    SameWidth,
    Whole,
    Longer,
    Within,
    Beyond,
    Across,
    Adjacent,
    Sign,
}

const CHECKS: [(&str, usize, RuleCheck); 21] = [
    ("constant", 1, RuleCheck::Constant),
    ("power-of-two", 1, RuleCheck::PowerOfTwo),
    ("amount", 1, RuleCheck::Amount),
    ("too-far", 1, RuleCheck::TooFar),
    ("truth", 1, RuleCheck::Truth),
    ("zero", 1, RuleCheck::Zero),
    ("different", 2, RuleCheck::Different),
    ("below", 2, RuleCheck::Below),
    ("not-below", 2, RuleCheck::NotBelow),
    ("below-signed", 2, RuleCheck::BelowSigned),
    ("not-below-signed", 2, RuleCheck::NotBelowSigned),
    ("fits", 2, RuleCheck::Fits),
    ("fits-signed", 2, RuleCheck::FitsSigned),
    ("same-width", 2, RuleCheck::SameWidth),
    ("whole", 2, RuleCheck::Whole),
    ("longer", 2, RuleCheck::Longer),
    ("within", 3, RuleCheck::Within),
    ("beyond", 2, RuleCheck::Beyond),
    ("across", 3, RuleCheck::Across),
    ("adjacent", 3, RuleCheck::Adjacent),
    ("sign", 3, RuleCheck::Sign),
];

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// A word of bits.
    Word,
    /// A position in a word, or a number of bits.
    Number,
}

/// The sorts of the variables of a rule, by their place.
pub(super) type VariableSorts = Vec<Option<Sort>>;

impl Vocabulary for Words {
    const EMBEDDED: &'static [(&'static str, &'static str)] = &[
        ("rewrite-rules/bits.rules", include_str!("../rewrite-rules/bits.rules")),
        ("rewrite-rules/words.rules", include_str!("../rewrite-rules/words.rules")),
        ("rewrite-rules/ite.rules", include_str!("../rewrite-rules/ite.rules")),
    ];
    const NAME: &'static str = "words";
    type Operator = RuleOperator;
    type Check = RuleCheck;
    type Compiled = VariableSorts;
    const OPERATORS: &'static [OperatorRow<RuleOperator>] = &OPERATORS;
    const CHECKS: &'static [(&'static str, usize, RuleCheck)] = &CHECKS;

    fn compile(rule: &RuleText<Words>) -> Result<VariableSorts, String> {
        if !rule.is_directed {
            return Err("a rule of words is used in one direction only, and marked 'directed'".into());
        }
        if rule.given.is_some() {
            return Err("a rule of words has no 'given'".into());
        }
        let mut sorts = vec![None; rule.variables.len()];
        for side in [&rule.left, &rule.right] {
            settle(side, Sort::Word, &mut sorts)
                .ok_or("a number stands in place of a word, or a word in place of a number")?;
        }
        if !matches!(rule.left, RuleSide::Apply(operator, _) if is_operation(operator)) {
            return Err("the left side must be an operation".into());
        }
        for condition in &rule.conditions {
            let Condition::Check(check, arguments) = condition else {
                return Err("a rule of words has no sets".into());
            };
            for (variable, sort) in arguments.iter().zip(sorts_of_check(*check)) {
                agree(*variable, *sort, &mut sorts)
                    .ok_or("a condition asks of a number what only a word has, or the other way round")?;
            }
        }
        Ok(sorts)
    }
}

/// Whether terms are made by the operator, and it is no constant.
fn is_operation(operator: RuleOperator) -> bool {
    matches!(
        operator,
        RuleOperator::Not
            | RuleOperator::Binary(_)
            | RuleOperator::Choose
            | RuleOperator::Concat
            | RuleOperator::Extract
            | RuleOperator::ExtendZero
            | RuleOperator::ExtendSign
    )
}

/// Settles the sorts of the variables of a template; `None` where they contradict each other.
fn settle(template: &RuleSide<RuleOperator>, sort: Sort, sorts: &mut VariableSorts) -> Option<()> {
    let (operator, parts) = match template {
        RuleSide::Variable(variable) => return agree(*variable, sort, sorts),
        RuleSide::Apply(operator, parts) => (*operator, parts),
    };
    let (of_parts, of_result) = sorts_of(operator);
    if of_result.is_some_and(|result| result != sort) {
        return None;
    }
    parts.iter().zip(of_parts).try_for_each(|(part, sort)| settle(part, *sort, sorts))
}

/// The variable has the sort.
fn agree(variable: RuleVariable, sort: Sort, sorts: &mut VariableSorts) -> Option<()> {
    let known = sorts.get_mut(variable.index())?;
    (*known.get_or_insert(sort) == sort).then_some(())
}

/// The sorts of what an operator is applied to, and of what it gives; `None` where that may be either.
fn sorts_of(operator: RuleOperator) -> (&'static [Sort], Option<Sort>) {
    use Sort::{Number, Word};
    let (parts, result): (&[Sort], Sort) = match operator {
        RuleOperator::Zero | RuleOperator::One => return (&[], None),
        RuleOperator::Ones | RuleOperator::True | RuleOperator::False => (&[], Word),
        RuleOperator::Not | RuleOperator::Logarithm => (&[Word], Word),
        RuleOperator::Binary(_) | RuleOperator::Concat | RuleOperator::Or => (&[Word, Word], Word),
        RuleOperator::Choose => (&[Word, Word, Word], Word),
        RuleOperator::Extract => (&[Word, Number, Number], Word),
        RuleOperator::ExtendZero | RuleOperator::ExtendSign => (&[Word, Number], Word),
        RuleOperator::Zeros => (&[Number], Word),
        RuleOperator::Width | RuleOperator::Number => (&[Word], Number),
        RuleOperator::Plus | RuleOperator::Minus => (&[Number, Number], Number),
    };
    (parts, Some(result))
}

/// The sorts of the arguments of a side condition.
fn sorts_of_check(check: RuleCheck) -> &'static [Sort] {
    use Sort::{Number, Word};
    match check {
        RuleCheck::Constant
        | RuleCheck::PowerOfTwo
        | RuleCheck::Amount
        | RuleCheck::TooFar
        | RuleCheck::Truth
        | RuleCheck::Zero => &[Word],
        RuleCheck::Different
        | RuleCheck::Below
        | RuleCheck::NotBelow
        | RuleCheck::BelowSigned
        | RuleCheck::NotBelowSigned
        | RuleCheck::Fits
        | RuleCheck::FitsSigned
        | RuleCheck::SameWidth => &[Word, Word],
        RuleCheck::Whole | RuleCheck::Longer | RuleCheck::Beyond => &[Number, Word],
        RuleCheck::Within | RuleCheck::Across | RuleCheck::Sign => &[Number, Number, Word],
        RuleCheck::Adjacent => &[Number, Number, Number],
    }
}

impl RuleCheck {
    /// Whether its first argument must be a constant.
    pub(super) fn asks_for_a_constant(self) -> bool {
        match self {
            RuleCheck::Constant
            | RuleCheck::PowerOfTwo
            | RuleCheck::Amount
            | RuleCheck::TooFar
            | RuleCheck::Zero
            | RuleCheck::Fits
            | RuleCheck::FitsSigned => true,
            RuleCheck::Truth
            | RuleCheck::Different
            | RuleCheck::Below
            | RuleCheck::NotBelow
            | RuleCheck::BelowSigned
            | RuleCheck::NotBelowSigned
            | RuleCheck::SameWidth
            | RuleCheck::Whole
            | RuleCheck::Longer
            | RuleCheck::Within
            | RuleCheck::Beyond
            | RuleCheck::Across
            | RuleCheck::Adjacent
            | RuleCheck::Sign => false,
        }
    }
}
