//! Rewrite rules as data: one loader reads and checks the rule files of all crates that rewrite by rules.
//!
//! A [`Vocabulary`] defines what rules are about: a table of operators, a table of side conditions, and the compilation
//! of a rule. `simplify` has the vocabulary of heap predicates, `bmc` that of bit vectors. `rewrite-rules/README.md`
//! describes the format and the laws of rules.
//!
//! This crate never knows what an operator means, and never applies a rule.
//!
//! | file | contents |
//! |---|---|
//! | `load` | reads rule files, and rejects rules that could not work |

mod load;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use base::Diagnostics;

/// Maximum number of variables of one rule.
pub const MOST_VARIABLES: usize = 12;

/// The vocabularies that a file may name. Loading skips files of other vocabularies than its own.
pub const VOCABULARIES: [&str; 2] = ["heaps", "words"];

/// The operators and side conditions that rules are written with.
pub trait Vocabulary: Copy + Debug + 'static {
    /// The name at the head of its rule files, as in `rules of NAME;`. One of [`VOCABULARIES`].
    const NAME: &'static str;
    type Operator: Copy + PartialEq + Debug + 'static;
    /// A side condition.
    type Check: Copy + PartialEq + Debug + 'static;
    /// The compiled form of a rule.
    type Compiled: Clone + Debug;
    const OPERATORS: &'static [OperatorRow<Self::Operator>];
    /// The side conditions: name, number of arguments, condition.
    const CHECKS: &'static [(&'static str, usize, Self::Check)];
    /// The rule files embedded in the binary: name and text.
    const EMBEDDED: &'static [(&'static str, &'static str)] = &[];

    /// Compiles a rule. The error says what is wrong with it.
    fn compile(rule: &RuleText<Self>) -> Result<Self::Compiled, String>;
}

/// Name, number of arguments, whether it may occur on a left side, and the operator.
pub type OperatorRow<O> = (&'static str, usize, bool, O);

/// An index into [`RuleText::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleVariable(pub u8);

impl RuleVariable {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side of a rule: a term over rule variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleSide<O> {
    Variable(RuleVariable),
    /// An operator applied to terms.
    Apply(O, Vec<RuleSide<O>>),
}

impl<O> RuleSide<O> {
    /// Returns the occurrences of variables, from left to right, with repetitions.
    pub fn variables(&self) -> Vec<RuleVariable> {
        match self {
            RuleSide::Variable(variable) => vec![*variable],
            RuleSide::Apply(_, parts) => parts.iter().flat_map(RuleSide::variables).collect(),
        }
    }
}

/// A condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition<C> {
    /// `?a in ?A`: binds the first to each member of the second.
    Member(RuleVariable, RuleVariable),
    Check(C, Vec<RuleVariable>),
}

/// A rule as written in its file.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleText<V: Vocabulary> {
    pub name: String,
    /// Names of the variables, in order of first occurrence.
    pub variables: Vec<String>,
    /// True if the rule applies from left to right only.
    pub is_directed: bool,
    pub left: RuleSide<V::Operator>,
    pub right: RuleSide<V::Operator>,
    /// A formula that must hold for the two sides to be equal.
    pub given: Option<RuleSide<V::Operator>>,
    /// Side conditions, in order: a `Member` binds a variable for those after it.
    pub conditions: Vec<Condition<V::Check>>,
}

#[derive(Clone, Debug)]
pub struct RewriteRule<V: Vocabulary> {
    pub text: RuleText<V>,
    pub compiled: V::Compiled,
}

/// Diagnostics of rules that could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError(pub Diagnostics);

#[derive(Clone, Debug)]
pub struct RewriteRules<V: Vocabulary> {
    rules: Vec<RewriteRule<V>>,
}

impl<V: Vocabulary> RewriteRules<V> {
    /// Returns the rules in the order of their files.
    pub fn iter(&self) -> std::slice::Iter<'_, RewriteRule<V>> {
        self.rules.iter()
    }

    /// Returns the rules whose name satisfies `keep`: for tests of single rules.
    pub fn filtered(&self, keep: impl Fn(&str) -> bool) -> RewriteRules<V> {
        RewriteRules { rules: self.rules.iter().filter(|rule| keep(&rule.text.name)).cloned().collect() }
    }
}
