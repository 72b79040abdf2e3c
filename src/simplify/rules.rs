//! The vocabulary of rewrite rules about predicates: tables of operators and side conditions. [`rewrite`] reads the
//! rule files, those embedded in the binary or those of a directory (`--rules DIR`). `rewrite-rules/README.md`
//! describes the format and the laws of rules.

use egg::{ENodeOrVar, Id, Pattern, RecExpr, Var};

use crate::language::ENode;
use rewrite::{OperatorRow, RewriteRule, RewriteRules, RuleSide, RuleText, RuleVariable, Vocabulary};

/// Operators of the e-graph, and computed operators, which are allowed on right sides only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `true`
    True,
    /// `false`
    False,
    /// `(not p)`
    Not,
    /// `(and p q)`
    And,
    /// `(or p q)`
    Or,
    /// `(reach A F x b)`
    Reach,
    /// `(reachp A F x b)`
    Reachp,
    /// `(dshared A F x y)`
    Dshared,
    /// `(cyclic A F x)`
    Cyclic,
    /// `(allocated x)`
    Allocated,
    /// `(equal x y)`
    Equal,
    /// `(less x y)`
    Less,
    /// `(field f x)`
    Field,
    /// `(load a)`
    Load,
    /// `(without A a)`
    Without,
    /// `(defined x)`
    Defined,
    /// `(is-null-test x)`
    IsNullTest,
}

/// Name, number of arguments, and whether it may occur on a left side.
const OPERATORS: [OperatorRow<Operator>; 17] = [
    ("true", 0, true, Operator::True),
    ("false", 0, true, Operator::False),
    ("not", 1, true, Operator::Not),
    ("and", 2, true, Operator::And),
    ("or", 2, true, Operator::Or),
    ("reach", 4, true, Operator::Reach),
    ("reachp", 4, true, Operator::Reachp),
    ("dshared", 4, true, Operator::Dshared),
    ("cyclic", 3, true, Operator::Cyclic),
    ("allocated", 1, true, Operator::Allocated),
    ("equal", 2, true, Operator::Equal),
    ("less", 2, true, Operator::Less),
    ("field", 2, true, Operator::Field),
    ("load", 1, true, Operator::Load),
    ("without", 2, false, Operator::Without),
    ("defined", 1, false, Operator::Defined),
    ("is-null-test", 1, false, Operator::IsNullTest),
];

/// Side conditions; see `rewrite-rules/README.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    Null,
    Same,
    Different,
    SameType,
    Total,
    Outside,
    Inner,
    Selected,
    NotSelected,
    InnerCells,
    CellsOnly,
    CellOf,
    OffPath,
    Barred,
    VariableCell,
    SoundPointer,
    Whole,
    OnlyCell,
    NothingAvoided,
    LessKnown,
    NotLessKnown,
}

const CHECKS: [(&str, usize, Check); 21] = [
    ("null", 1, Check::Null),
    ("same", 2, Check::Same),
    ("different", 2, Check::Different),
    ("same-type", 2, Check::SameType),
    ("total", 1, Check::Total),
    ("outside", 1, Check::Outside),
    ("inner", 1, Check::Inner),
    ("selected", 2, Check::Selected),
    ("not-selected", 2, Check::NotSelected),
    ("inner-cells", 1, Check::InnerCells),
    ("cells-only", 1, Check::CellsOnly),
    ("cell-of", 2, Check::CellOf),
    ("off-path", 3, Check::OffPath),
    ("barred", 3, Check::Barred),
    ("variable-cell", 1, Check::VariableCell),
    ("sound-pointer", 1, Check::SoundPointer),
    ("whole", 1, Check::Whole),
    ("only-cell", 3, Check::OnlyCell),
    ("nothing-avoided", 1, Check::NothingAvoided),
    ("less-known", 2, Check::LessKnown),
    ("not-less-known", 2, Check::NotLessKnown),
];

/// The vocabulary of heap predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heaps {}

pub type RuleSet = RewriteRules<Heaps>;
pub type Rule = RewriteRule<Heaps>;

/// A compiled rule. If the rule has an assumption, both sides are conjunctions with it.
#[derive(Clone, Debug)]
pub struct HeapRewrite {
    pub left: Pattern<ENode>,
    /// The operator at the root of `left`.
    pub root: Operator,
    pub right: RuleSide<Operator>,
}

impl Vocabulary for Heaps {
    const EMBEDDED: &'static [(&'static str, &'static str)] = &[
        ("rewrite-rules/booleans.rules", include_str!("rewrite-rules/booleans.rules")),
        ("rewrite-rules/given.rules", include_str!("rewrite-rules/given.rules")),
        ("rewrite-rules/reach.rules", include_str!("rewrite-rules/reach.rules")),
        ("rewrite-rules/sharing.rules", include_str!("rewrite-rules/sharing.rules")),
        ("rewrite-rules/unfolding.rules", include_str!("rewrite-rules/unfolding.rules")),
        ("rewrite-rules/values.rules", include_str!("rewrite-rules/values.rules")),
    ];
    const NAME: &'static str = "heaps";
    type Operator = Operator;
    type Check = Check;
    type Compiled = HeapRewrite;
    const OPERATORS: &'static [OperatorRow<Operator>] = &OPERATORS;
    const CHECKS: &'static [(&'static str, usize, Check)] = &CHECKS;

    fn compile(rule: &RuleText<Heaps>) -> Result<HeapRewrite, String> {
        if rule.is_directed {
            return Err("rules of heaps are used in both directions".into());
        }
        let beside = |side: &RuleSide<Operator>| match &rule.given {
            Some(given) => RuleSide::Apply(Operator::And, vec![side.clone(), given.clone()]),
            None => side.clone(),
        };
        let (left, right) = (beside(&rule.left), beside(&rule.right));
        let RuleSide::Apply(root, _) = left else { return Err("the left side must be an operator".into()) };
        let mut tree = RecExpr::default();
        left_tree(&left, &mut tree).ok_or("this cannot stand on a left side")?;
        Ok(HeapRewrite { left: Pattern::new(tree), root, right })
    }
}

/// Returns the variable in egg's patterns.
pub fn pattern_variable(variable: RuleVariable) -> Var {
    Var::from_u32(u32::from(variable.0))
}

/// Adds the left side to an egg pattern; `None` for computed operators.
fn left_tree(template: &RuleSide<Operator>, tree: &mut RecExpr<ENodeOrVar<ENode>>) -> Option<Id> {
    let (operator, parts) = match template {
        RuleSide::Variable(variable) => return Some(tree.add(ENodeOrVar::Var(pattern_variable(*variable)))),
        RuleSide::Apply(operator, parts) => (operator, parts),
    };
    let ids: Vec<Id> = parts.iter().map(|part| left_tree(part, tree)).collect::<Option<_>>()?;
    Some(tree.add(ENodeOrVar::ENode(node(*operator, &ids)?)))
}

/// Returns the e-node of an operator; `None` for computed operators.
pub(super) fn node(operator: Operator, ids: &[Id]) -> Option<ENode> {
    Some(match (operator, ids) {
        (Operator::True, []) => ENode::True,
        (Operator::False, []) => ENode::False,
        (Operator::Not, [p]) => ENode::Not([*p]),
        (Operator::And, [p, q]) => ENode::And([*p, *q]),
        (Operator::Or, [p, q]) => ENode::Or([*p, *q]),
        (Operator::Reach, [a, f, x, b]) => ENode::Reach([*a, *f, *x, *b]),
        (Operator::Reachp, [a, f, x, b]) => ENode::Reachp([*a, *f, *x, *b]),
        (Operator::Dshared, [a, f, x, y]) => ENode::Dshared([*a, *f, *x, *y]),
        (Operator::Cyclic, [a, f, x]) => ENode::Cyclic([*a, *f, *x]),
        (Operator::Allocated, [x]) => ENode::Allocated([*x]),
        (Operator::Equal, [x, y]) => ENode::Equal([*x, *y]),
        (Operator::Less, [x, y]) => ENode::Less([*x, *y]),
        (Operator::Field, [f, x]) => ENode::Field([*f, *x]),
        (Operator::Load, [a]) => ENode::Load([*a]),
        _ => return None,
    })
}

/// Returns the operator of an e-node; `None` for leaves.
pub(super) fn operator(node: &ENode) -> Option<Operator> {
    Some(match node {
        ENode::True => Operator::True,
        ENode::False => Operator::False,
        ENode::Not(_) => Operator::Not,
        ENode::And(_) => Operator::And,
        ENode::Or(_) => Operator::Or,
        ENode::Reach(_) => Operator::Reach,
        ENode::Reachp(_) => Operator::Reachp,
        ENode::Dshared(_) => Operator::Dshared,
        ENode::Cyclic(_) => Operator::Cyclic,
        ENode::Allocated(_) => Operator::Allocated,
        ENode::Equal(_) => Operator::Equal,
        ENode::Less(_) => Operator::Less,
        _ => return None,
    })
}
