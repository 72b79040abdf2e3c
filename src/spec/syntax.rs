//! The syntax tree of a statement, before names and types are resolved.
//!
//! Values, state formulas and temporal formulas have the same type here ([`LocatedTerm`]): any of them may be in
//! parentheses, and only the operators tell which one a term is. `resolve` distinguishes them.

use crate::contracts::Contract;
use crate::definitions::Definition;
use base::Span;
use frontend::ast::{Binary, Identifier, TypeName, TypeSpecifier, Unary};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Connective {
    And,
    Or,
    Implies,
    Iff,
}

impl Connective {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Connective::And => "&&",
            Connective::Or => "||",
            Connective::Implies => "=>",
            Connective::Iff => "<=>",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TemporalOperator {
    Globally,
    Finally,
    Next,
    Until,
    WeakUntil,
    Release,
}

impl TemporalOperator {
    pub(super) fn letter(self) -> &'static str {
        match self {
            TemporalOperator::Globally => "G",
            TemporalOperator::Finally => "F",
            TemporalOperator::Next => "X",
            TemporalOperator::Until => "U",
            TemporalOperator::WeakUntil => "W",
            TemporalOperator::Release => "R",
        }
    }
}

/// A term with its source position.
#[derive(Clone, Debug)]
pub(super) struct LocatedTerm {
    pub(super) kind: TermKind,
    pub(super) span: Span,
    /// Depth of the tree; 1 for a leaf.
    pub(super) depth: u32,
    /// True if the term is in parentheses, or an operator applied to parentheses as in `G(p)`: it cannot be split by
    /// precedence.
    pub(super) closed: bool,
}

impl LocatedTerm {
    /// Returns the direct subterms.
    pub(super) fn children(&self) -> Vec<&LocatedTerm> {
        match &self.kind {
            TermKind::Identifier(_)
            | TermKind::Result
            | TermKind::Integer { .. }
            | TermKind::Character(_)
            | TermKind::Boolean(_)
            | TermKind::Unknown
            | TermKind::SizeofType(_) => Vec::new(),
            TermKind::Unary(_, a)
            | TermKind::Cast(_, a)
            | TermKind::SizeofTerm(a)
            | TermKind::Member(a, _)
            | TermKind::Arrow(a, _)
            | TermKind::Chain(a, _)
            | TermKind::Not(a)
            | TermKind::At(a, _)
            | TermKind::TemporalUnary(_, a) => vec![a],
            TermKind::Binary(_, a, b)
            | TermKind::Index(a, b)
            | TermKind::Connective(_, a, b)
            | TermKind::TemporalBinary(_, a, b) => vec![a, b],
            TermKind::Conditional(a, b, c) => vec![a, b, c],
            TermKind::Call(function, arguments) => std::iter::once(function.as_ref()).chain(arguments).collect(),
            TermKind::Predicate(predicate) => {
                predicate.avoid.iter().chain(&predicate.arguments).chain(predicate.body.as_deref()).collect()
            }
        }
    }

    /// Returns the direct subterms, mutable.
    pub(super) fn children_mut(&mut self) -> Vec<&mut LocatedTerm> {
        match &mut self.kind {
            TermKind::Identifier(_)
            | TermKind::Result
            | TermKind::Integer { .. }
            | TermKind::Character(_)
            | TermKind::Boolean(_)
            | TermKind::Unknown
            | TermKind::SizeofType(_) => Vec::new(),
            TermKind::Unary(_, a)
            | TermKind::Cast(_, a)
            | TermKind::SizeofTerm(a)
            | TermKind::Member(a, _)
            | TermKind::Arrow(a, _)
            | TermKind::Chain(a, _)
            | TermKind::Not(a)
            | TermKind::At(a, _)
            | TermKind::TemporalUnary(_, a) => vec![a],
            TermKind::Binary(_, a, b)
            | TermKind::Index(a, b)
            | TermKind::Connective(_, a, b)
            | TermKind::TemporalBinary(_, a, b) => vec![a, b],
            TermKind::Conditional(a, b, c) => vec![a, b, c],
            TermKind::Call(function, arguments) => std::iter::once(function.as_mut()).chain(arguments).collect(),
            TermKind::Predicate(predicate) => {
                let PredicateTerm { avoid, arguments, body, .. } = predicate;
                avoid.iter_mut().chain(arguments).chain(body.as_deref_mut()).collect()
            }
        }
    }

    /// Returns the number of operators and operands.
    pub(super) fn size(&self) -> usize {
        self.children().into_iter().fold(1, |size, child| size.saturating_add(child.size()))
    }

    /// Returns the first variable name that satisfies `wanted`.
    pub(super) fn first_name(&self, wanted: &dyn Fn(&str) -> bool) -> Option<(String, Span)> {
        match &self.kind {
            TermKind::Identifier(name) if wanted(name) => Some((name.clone(), self.span)),
            TermKind::Result if wanted("\\result") => Some(("\\result".into(), self.span)),
            _ => self.children().into_iter().find_map(|child| child.first_name(wanted)),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum TermKind {
    Identifier(String),
    Result,
    Integer {
        value: u128,
        unsigned: bool,
        longs: u8,
        non_decimal: bool,
    },
    Character(i64),
    Boolean(bool),
    /// `*`
    Unknown,
    /// `& * - ~`
    Unary(Unary, Box<LocatedTerm>),
    /// A C operator, including comparisons.
    Binary(Binary, Box<LocatedTerm>, Box<LocatedTerm>),
    Cast(Box<TypeName>, Box<LocatedTerm>),
    SizeofType(Box<TypeName>),
    SizeofTerm(Box<LocatedTerm>),
    Index(Box<LocatedTerm>, Box<LocatedTerm>),
    Member(Box<LocatedTerm>, Identifier),
    Arrow(Box<LocatedTerm>, Identifier),
    /// `base->n+`
    Chain(Box<LocatedTerm>, Identifier),
    /// `f(…)`: never a call of a function of the program.
    Call(Box<LocatedTerm>, Vec<LocatedTerm>),
    /// `!`, of C or of the logic.
    Not(Box<LocatedTerm>),
    Connective(Connective, Box<LocatedTerm>, Box<LocatedTerm>),
    Conditional(Box<LocatedTerm>, Box<LocatedTerm>, Box<LocatedTerm>),
    Predicate(PredicateTerm),
    At(Box<LocatedTerm>, LocationName),
    TemporalUnary(TemporalOperator, Box<LocatedTerm>),
    TemporalBinary(TemporalOperator, Box<LocatedTerm>, Box<LocatedTerm>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PredicateName {
    Reach,
    ReachAtLeastOne,
    Dshared,
    Cyclic,
    Tree,
    /// A node count.
    Count,
    /// About every node.
    ForAll,
    /// About every link.
    Each,
    /// About every link: data is in ascending order.
    Sorted,
    Allocated,
}

impl PredicateName {
    pub(super) fn word(self) -> &'static str {
        match self {
            PredicateName::Reach => "reach",
            PredicateName::ReachAtLeastOne => "reachp",
            PredicateName::Dshared => "dshared",
            PredicateName::Cyclic => "cyclic",
            PredicateName::Tree => "tree",
            PredicateName::Count => "count",
            PredicateName::ForAll => "forall",
            PredicateName::Each => "each",
            PredicateName::Sorted => "sorted",
            PredicateName::Allocated => "allocated",
        }
    }

    pub(super) fn arity(self) -> usize {
        match self {
            PredicateName::Reach | PredicateName::ReachAtLeastOne | PredicateName::Dshared => 2,
            _ => 1,
        }
    }
}

/// A predicate as written.
#[derive(Clone, Debug)]
pub(super) struct PredicateTerm {
    pub(super) name: PredicateName,
    pub(super) avoid: Vec<LocatedTerm>,
    /// The position of `?A`.
    pub(super) any_avoid: Option<Span>,
    pub(super) fields: Vec<FieldName>,
    pub(super) arguments: Vec<LocatedTerm>,
    /// The names that a quantifier binds, and the formula about them.
    pub(super) bound: Vec<Identifier>,
    pub(super) body: Option<Box<LocatedTerm>>,
    /// The field that is sorted.
    pub(super) data: Option<Identifier>,
}

/// `n`, `Node.n`, `struct node.n`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldName {
    /// `Some(is_union)` if `struct` or `union` was written.
    pub(super) keyword: Option<bool>,
    pub(super) record: Option<String>,
    pub(super) field: String,
    pub(super) span: Span,
}

/// A location as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LocationName {
    pub(super) kind: LocationKind,
    pub(super) span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LocationKind {
    /// `line 12`, or `line 12:5` with the column of a statement if a line has several.
    Line(u32, Option<u32>),
    /// `entry`, `exit`, or a label, including `function::`.
    Label(String),
}

/// The keyword of a located statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocatedWord {
    Assume,
    Assert,
    Watch,
}

/// A statement with its source position.
#[derive(Clone, Debug)]
pub(super) struct RawStatement {
    pub(super) kind: RawKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum RawKind {
    Symbol {
        name: Identifier,
        ty: TypeName,
    },
    /// `symbol name = new @ location`
    NewBlock {
        name: Identifier,
        location: LocationName,
    },
    Define(Definition),
    Located {
        word: LocatedWord,
        formula: LocatedTerm,
        location: Option<LocationName>,
    },
    Ltl {
        name: Identifier,
        formula: LocatedTerm,
    },
    Contract(Contract),
    Hint {
        pattern: LocatedTerm,
        location: LocationName,
        replacement: Option<LocatedTerm>,
        is_free: bool,
    },
}

/// Returns the name if a type name is only that: it may also be the name of a value.
pub(super) fn only_name(ty: &TypeName) -> Option<&Identifier> {
    match ty.specifiers.types.as_slice() {
        [TypeSpecifier::Named(name)] if ty.declarator.derivations.is_empty() => Some(name),
        _ => None,
    }
}
