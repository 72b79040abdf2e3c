//! Rewrite rules as data: files of rules, read and checked by one loader for everything that is rewritten by rules.
//!
//! What rules are about is a [`Vocabulary`]: a table of operators and a table of side conditions, and how a rule is made ready
//! for use. `simplify` has that of predicates about heaps, `bmc` that of words of bits. The format and the laws of the rules are
//! in `rewrite-rules/README.md`.
//!
//! Never knows what an operator means, and never applies a rule.
//!
//! | file | what stands there |
//! |---|---|
//! | `load` | reads rule files, and refuses rules that could not work |

mod load;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use base::Diagnostics;

/// The most variables of one rule.
pub const MOST_VARIABLES: usize = 12;

/// The names that the head of a file may have: a file of rules that are used elsewhere is passed over.
pub const VOCABULARIES: [&str; 2] = ["heaps", "words"];

/// What rules are written with.
pub trait Vocabulary: Copy + Debug + 'static {
    /// What stands at the head of a file of its rules: `rules of NAME;`. One of [`VOCABULARIES`].
    const NAME: &'static str;
    /// The operators.
    type Operator: Copy + PartialEq + Debug + 'static;
    /// The side conditions.
    type Check: Copy + PartialEq + Debug + 'static;
    /// A rule that is ready for use.
    type Compiled: Clone + Debug;
    /// The operators by name.
    const OPERATORS: &'static [OperatorRow<Self::Operator>];
    /// The side conditions by name, each with its number of arguments.
    const CHECKS: &'static [(&'static str, usize, Self::Check)];
    /// The files of its rules in the binary: name and text.
    const EMBEDDED: &'static [(&'static str, &'static str)] = &[];

    /// The rule, ready for use; or what is wrong with it.
    fn compile(rule: &RuleText<Self>) -> Result<Self::Compiled, String>;
}

/// An operator: its name, its number of arguments, and whether it may stand on a left side.
pub type OperatorRow<O> = (&'static str, usize, bool, O);

/// A variable of a rule: its place in [`RuleText::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleVariable(pub u8);

impl RuleVariable {
    /// Its place among the variables of its rule.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleSide<O> {
    /// A variable.
    Variable(RuleVariable),
    /// An operator on templates.
    Apply(O, Vec<RuleSide<O>>),
}

impl<O> RuleSide<O> {
    /// The variables in it, each as often as it stands there.
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
    /// A side condition.
    Check(C, Vec<RuleVariable>),
}

/// A rule as it stands in its file.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleText<V: Vocabulary> {
    /// Its name.
    pub name: String,
    /// Its variables by name, in the order in which they come first.
    pub variables: Vec<String>,
    /// Whether it is used in this direction only.
    pub is_directed: bool,
    /// What it matches.
    pub left: RuleSide<V::Operator>,
    /// What is equal to it.
    pub right: RuleSide<V::Operator>,
    /// What must be true for that, where something is said.
    pub given: Option<RuleSide<V::Operator>>,
    /// When, in order: a `Member` binds for those behind it.
    pub conditions: Vec<Condition<V::Check>>,
}

/// A rule that was loaded.
#[derive(Clone, Debug)]
pub struct RewriteRule<V: Vocabulary> {
    /// As it stands in its file.
    pub text: RuleText<V>,
    /// Ready for use.
    pub compiled: V::Compiled,
}

/// Why rules could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError(pub Diagnostics);

/// A set of rules.
#[derive(Clone, Debug)]
pub struct RewriteRules<V: Vocabulary> {
    rules: Vec<RewriteRule<V>>,
}

impl<V: Vocabulary> RewriteRules<V> {
    /// The rules in order.
    pub fn iter(&self) -> std::slice::Iter<'_, RewriteRule<V>> {
        self.rules.iter()
    }

    /// The set without one rule, or with only the named ones: for tests of single rules.
    pub fn filtered(&self, keep: impl Fn(&str) -> bool) -> RewriteRules<V> {
        RewriteRules { rules: self.rules.iter().filter(|rule| keep(&rule.text.name)).cloned().collect() }
    }
}
