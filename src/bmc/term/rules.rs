//! The vocabulary of bit-vector rules, and the rules embedded in the binary. `rewrite-rules/README.md` defines the
//! format, its laws, and the meaning of each operator and side condition.
//!
//! Each rule is proved: the tests try all values at small widths, and call a SAT solver at large ones
//! (`SHORTER` in `tests::proofs` lists the exception).

use std::sync::LazyLock;

use crate::term::WordOperator;
use crate::term::matching::RuleMatcher;
use rewrite::{Condition, OperatorRow, RewriteRules, RuleSide, RuleText, RuleVariable, Vocabulary};

/// The embedded rules, compiled. A test shows that they load; otherwise terms would stay unsimplified, which is sound.
static LOADED: LazyLock<RuleMatcher> =
    LazyLock::new(|| RewriteRules::<Words>::embedded().map(|rules| RuleMatcher::new(&rules)).unwrap_or_default());

pub(super) fn loaded() -> &'static RuleMatcher {
    &LOADED
}

/// The vocabulary of bit-vector rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Words {}

/// Operators of bit-vector rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleOperator {
    /// `0`: the zero word, or the number.
    Zero,
    /// `1`: the word one, or the number.
    One,
    /// `ones`: the word with all bits set.
    Ones,
    /// `true`
    True,
    /// `false`
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

/// Side conditions of rules.
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

/// Sort of a rule variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Word,
    /// A bit position or a width.
    Number,
}

/// Sorts of the variables of a rule, by index.
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

/// Returns true if the operator creates terms other than constants.
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

/// Infers the sorts of the variables of a template; `None` if they contradict each other.
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

/// Records the sort of a variable; `None` if it has another one.
fn agree(variable: RuleVariable, sort: Sort, sorts: &mut VariableSorts) -> Option<()> {
    let known = sorts.get_mut(variable.index())?;
    (*known.get_or_insert(sort) == sort).then_some(())
}

/// Returns the sorts of an operator's operands and of its result; `None` for a result that may be either.
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
    /// Returns true if the first argument must be a constant.
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
