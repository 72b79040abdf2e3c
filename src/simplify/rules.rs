//! Loads rewrite rules: from the copy in the binary, or from a folder (`--rules DIR`).
//!
//! The format and its laws are described in `rewrite-rules/README.md`. Loading refuses rules that could not work:
//! unknown operators or conditions, wrong numbers of arguments, variables that nothing binds, names used twice.

use std::collections::BTreeSet;

use egg::{ENodeOrVar, Id, Pattern, RecExpr, Var};
use pest::Parser;
use pest::iterators::Pair;

use crate::base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use crate::simplify::language::ENode;

/// The parser of `grammar/rules.pest`. (The derive also makes an enumeration of the grammar's rules without comments.)
#[allow(missing_docs)]
mod grammar {
    /// Parses rule files.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/rules.pest"]
    pub struct RuleFile;
}
use grammar::{Rule as Syntax, RuleFile};

/// The rule files in the binary: name and text.
pub const EMBEDDED: [(&str, &str); 6] = [
    ("rewrite-rules/booleans.rules", include_str!("../../rewrite-rules/booleans.rules")),
    ("rewrite-rules/given.rules", include_str!("../../rewrite-rules/given.rules")),
    ("rewrite-rules/reach.rules", include_str!("../../rewrite-rules/reach.rules")),
    ("rewrite-rules/sharing.rules", include_str!("../../rewrite-rules/sharing.rules")),
    ("rewrite-rules/unfolding.rules", include_str!("../../rewrite-rules/unfolding.rules")),
    ("rewrite-rules/values.rules", include_str!("../../rewrite-rules/values.rules")),
];

/// The right side of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RightSide {
    /// A variable.
    Variable(Var),
    /// An operator on templates.
    Apply(Operator, Vec<RightSide>),
}

/// Operators of right sides: those of the e-graph, and computed ones.
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

/// Name, number of arguments, and whether it may stand on a left side.
const OPERATORS: [(&str, usize, bool, Operator); 17] = [
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
#[allow(missing_docs)] // Each is described, under its name, in rewrite-rules/README.md.
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

/// A condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `?a in ?A`: binds the first to each member of the second.
    Member(Var, Var),
    /// A side condition on terms.
    Check(Check, Vec<Var>),
}

/// A rewrite rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it matches.
    pub left: Pattern<ENode>,
    /// Operator at the root of the left side.
    pub root: Operator,
    /// What is equal to it.
    pub right: RightSide,
    /// Whether it says what an atom is where another one is true: then both sides are conjunctions of the two.
    pub is_given: bool,
    /// When, in order: a `Member` binds for those behind it.
    pub conditions: Vec<Condition>,
}

/// Why rules could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError(pub Diagnostics);

/// A set of rules.
#[derive(Clone, Debug)]
pub struct RuleSet {
    rules: Vec<Rule>,
}

impl RuleSet {
    /// The rules in the binary. They are checked by a test; an error here is a broken build.
    pub fn embedded() -> Result<RuleSet, RuleError> {
        let mut sources = SourceMap::new();
        let files: Vec<FileId> = EMBEDDED.iter().map(|(name, text)| sources.add(*name, *text)).collect();
        Self::load(&sources, &files)
    }

    /// The rules of some texts, in order.
    pub fn load(sources: &SourceMap, files: &[FileId]) -> Result<RuleSet, RuleError> {
        let mut rules: Vec<Rule> = Vec::new();
        let mut names = BTreeSet::new();
        let mut diagnostics = Diagnostics::new();
        for file in files {
            let text = sources.text(*file);
            let parsed = RuleFile::parse(Syntax::file, text);
            let file_pair = match parsed {
                Ok(mut pairs) => pairs.next(),
                Err(error) => {
                    diagnostics.push(syntax_error(*file, &error));
                    continue;
                }
            };
            let Some(file_pair) = file_pair else { continue };
            for pair in file_pair.into_inner().filter(|pair| pair.as_rule() == Syntax::rule) {
                let span = span_of(*file, &pair);
                match rule(*file, pair) {
                    Ok(rule) if names.insert(rule.name.clone()) => rules.push(rule),
                    Ok(rule) => diagnostics.error(span, format!("a rule named '{}' exists already", rule.name)),
                    Err(error) => diagnostics.push(error),
                }
            }
        }
        if diagnostics.has_errors() { Err(RuleError(diagnostics)) } else { Ok(RuleSet { rules }) }
    }

    /// The rules in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.rules.iter()
    }

    /// The set without one rule, or with only the named ones: for tests of single rules.
    pub fn filtered(&self, keep: impl Fn(&str) -> bool) -> RuleSet {
        RuleSet { rules: self.rules.iter().filter(|rule| keep(&rule.name)).cloned().collect() }
    }
}

fn span_of(file: FileId, pair: &Pair<'_, Syntax>) -> Span {
    let span = pair.as_span();
    Span { file, start: span.start() as u32, end: span.end() as u32 }
}

fn syntax_error(file: FileId, error: &pest::error::Error<Syntax>) -> Diagnostic {
    let (start, end) = match error.location {
        pest::error::InputLocation::Pos(at) => (at, at + 1),
        pest::error::InputLocation::Span(range) => range,
    };
    let span = Span { file, start: start as u32, end: end as u32 };
    Diagnostic::error(span, format!("bad rule: {}", error.variant.message()))
}

fn rule(file: FileId, pair: Pair<'_, Syntax>) -> Result<Rule, Diagnostic> {
    let span = span_of(file, &pair);
    let mut parts = pair.into_inner();
    let missing = || Diagnostic::error(span, "incomplete rule");
    let name = parts.next().ok_or_else(missing)?.as_str().to_string();
    let left_pair = parts.next().ok_or_else(missing)?;
    let left_span = span_of(file, &left_pair);
    let left = template(file, left_pair, true)?;
    let right_pair = parts.next().ok_or_else(missing)?;
    let right_span = span_of(file, &right_pair);
    let right = template(file, right_pair, false)?;
    let mut parts = parts.peekable();
    let given = parts.next_if(|pair| pair.as_rule() == Syntax::given).and_then(|pair| pair.into_inner().next());
    let given = given.map(|pair| template(file, pair, true)).transpose()?;
    let is_given = given.is_some();
    let beside = |side: RightSide| match &given {
        Some(given) => RightSide::Apply(Operator::And, vec![side, given.clone()]),
        None => side,
    };
    let (left, right) = (beside(left), beside(right));
    let mut bound = Vec::new();
    variables(&left, &mut bound);
    let mut conditions = Vec::new();
    for pair in parts.flat_map(Pair::into_inner) {
        conditions.push(condition(file, pair, &mut bound)?);
    }
    let mut used = Vec::new();
    variables(&right, &mut used);
    if let Some(variable) = used.iter().find(|variable| !bound.contains(variable)) {
        return Err(Diagnostic::error(
            right_span,
            format!("'{variable}' is not bound by the left side of rule '{name}'"),
        ));
    }
    let mut tree = RecExpr::default();
    let RightSide::Apply(root, _) = left else {
        return Err(Diagnostic::error(left_span, "the left side must be an operator"));
    };
    left_tree(&left, &mut tree).ok_or_else(|| Diagnostic::error(left_span, "this cannot stand on a left side"))?;
    Ok(Rule { name, left: Pattern::new(tree), root, right, is_given, conditions })
}

fn template(file: FileId, pair: Pair<'_, Syntax>, is_left: bool) -> Result<RightSide, Diagnostic> {
    let span = span_of(file, &pair);
    let inner = pair.into_inner().next().ok_or_else(|| Diagnostic::error(span, "incomplete pattern"))?;
    let (name, arguments) = match inner.as_rule() {
        Syntax::variable => return Ok(RightSide::Variable(variable(file, &inner)?)),
        Syntax::name => (inner.as_str().to_string(), Vec::new()),
        _ => {
            let mut parts = inner.into_inner();
            let name = parts.next().map(|name| name.as_str().to_string()).unwrap_or_default();
            (name, parts.map(|part| template(file, part, is_left)).collect::<Result<Vec<_>, _>>()?)
        }
    };
    let Some((_, arity, on_left, operator)) = OPERATORS.iter().find(|(known, ..)| *known == name) else {
        return Err(Diagnostic::error(span, format!("unknown operator '{name}'")));
    };
    if is_left && !on_left {
        return Err(Diagnostic::error(span, format!("'{name}' can only stand on a right side")));
    }
    if arguments.len() != *arity {
        let message = format!("'{name}' takes {arity} arguments, not {}", arguments.len());
        return Err(Diagnostic::error(span, message));
    }
    Ok(RightSide::Apply(*operator, arguments))
}

fn variable(file: FileId, pair: &Pair<'_, Syntax>) -> Result<Var, Diagnostic> {
    pair.as_str()
        .parse()
        .map_err(|_| Diagnostic::error(span_of(file, pair), format!("'{}' is no variable", pair.as_str())))
}

fn variables(template: &RightSide, found: &mut Vec<Var>) {
    match template {
        RightSide::Variable(variable) => found.push(*variable),
        RightSide::Apply(_, parts) => parts.iter().for_each(|part| variables(part, found)),
    }
}

fn condition(file: FileId, pair: Pair<'_, Syntax>, bound: &mut Vec<Var>) -> Result<Condition, Diagnostic> {
    let span = span_of(file, &pair);
    let inner = pair.into_inner().next().ok_or_else(|| Diagnostic::error(span, "incomplete condition"))?;
    let is_member = inner.as_rule() == Syntax::member;
    let mut name = String::new();
    let mut arguments = Vec::new();
    for part in inner.into_inner() {
        match part.as_rule() {
            Syntax::variable => arguments.push(variable(file, &part)?),
            _ => name = part.as_str().to_string(),
        }
    }
    let unbound = |variable: &Var, bound: &[Var]| {
        (!bound.contains(variable)).then(|| Diagnostic::error(span, format!("'{variable}' is not bound before this")))
    };
    if let ([member, set], true) = (arguments.as_slice(), is_member) {
        if let Some(error) = unbound(set, bound) {
            return Err(error);
        }
        bound.push(*member);
        return Ok(Condition::Member(*member, *set));
    }
    let Some((_, arity, check)) = CHECKS.iter().find(|(known, ..)| *known == name) else {
        return Err(Diagnostic::error(span, format!("unknown condition '{name}'")));
    };
    if arguments.len() != *arity {
        let message = format!("condition '{name}' takes {arity} arguments, not {}", arguments.len());
        return Err(Diagnostic::error(span, message));
    }
    match arguments.iter().find_map(|argument| unbound(argument, bound)) {
        Some(error) => Err(error),
        None => Ok(Condition::Check(*check, arguments)),
    }
}

/// The left side as egg's pattern.
fn left_tree(template: &RightSide, tree: &mut RecExpr<ENodeOrVar<ENode>>) -> Option<Id> {
    let (operator, parts) = match template {
        RightSide::Variable(variable) => return Some(tree.add(ENodeOrVar::Var(*variable))),
        RightSide::Apply(operator, parts) => (operator, parts),
    };
    let ids: Vec<Id> = parts.iter().map(|part| left_tree(part, tree)).collect::<Option<_>>()?;
    Some(tree.add(ENodeOrVar::ENode(node(*operator, &ids)?)))
}

/// The e-node of an operator; `None` for computed operators.
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

/// The operator at the root of an e-node.
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
