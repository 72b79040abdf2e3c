//! Builds trees from pest's flat sequences: operator precedence, positions, and a limit on depth.
//!
//! Precedence of operators, loosest first: `<=>`, `=>`, `U W R`, `G F X`, `@`, `||`, `&&`, then C's from `|` on.
//! Ambiguous text is rejected rather than guessed: `!x == y`, `p @ a && q @ b`, `p U q U r`. `G(p)` with parentheses
//! after the operator is closed, like a call.

use pest::iterators::Pair;

use crate::MAX_DEPTH;
use crate::contracts::{ClauseKind, Contract, ContractClause};
use crate::definitions::Definition;
use crate::grammar::{self, Rule};
use crate::syntax::*;
use crate::words::{character, number};
use base::{Diagnostic, FileId, SourceMap, Span};
use frontend::ast::{Binary, Identifier, Unary};

pub(super) type ParseResult<T> = Result<T, Diagnostic>;

/// Parses the text under `span` as a statement of a specification.
pub(super) fn specification_statement(sources: &SourceMap, span: Span) -> ParseResult<RawStatement> {
    let pair = grammar::parse(Rule::specification_statement, sources, span)?;
    let builder = Builder { file: span.file, base: span.start };
    let statement = first_inner(pair, span)?;
    let rule = statement.as_rule();
    let mut parts: Vec<Pair<'_, Rule>> = statement.into_inner().collect();
    parts.retain(|part| !is_sign(part.as_rule()));
    let mut parts = Parts { builder, pairs: parts.into_iter(), whole: span };
    let kind = match rule {
        Rule::symbol_statement => {
            parts.next()?;
            let name = parts.identifier()?;
            let part = parts.next()?;
            match part.as_rule() {
                Rule::equals => {
                    parts.next()?;
                    RawKind::NewBlock { name, location: builder.location(parts.next()?)? }
                }
                _ => RawKind::Symbol { name, ty: builder.type_name(part)? },
            }
        }
        Rule::define_statement => {
            parts.next()?;
            let name = parts.identifier()?;
            let parameters = builder.parameters(parts.next()?);
            parts.next()?;
            RawKind::Define(Definition { name, parameters, body: builder.sequence(parts.next()?, 0)? })
        }
        Rule::contract_statement => {
            parts.next()?;
            let (name, parameters) = (parts.identifier()?, builder.parameters(parts.next()?));
            let clauses = parts.pairs.map(|pair| builder.clause(pair)).collect::<ParseResult<_>>()?;
            RawKind::Contract(Contract { name, parameters, clauses, span })
        }
        Rule::ltl_statement => {
            parts.next()?;
            let name = parts.identifier()?;
            RawKind::Ltl { name, formula: builder.sequence(parts.next()?, 0)? }
        }
        _ => {
            let word = match parts.next()?.as_rule() {
                Rule::word_assume => LocatedWord::Assume,
                Rule::word_assert => LocatedWord::Assert,
                _ => LocatedWord::Watch,
            };
            let formula = builder.sequence(parts.next()?, 0)?;
            let location = parts.pairs.next().map(|pair| builder.location(pair)).transpose()?;
            if location.is_some() {
                check_located(&formula)?;
            }
            RawKind::Located { word, formula, location }
        }
    };
    Ok(RawStatement { kind, span })
}

/// Returns true for tokens that only separate the parts of a statement.
fn is_sign(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::semicolon | Rule::at_sign | Rule::colon | Rule::comma | Rule::opening_brace | Rule::closing_brace
    )
}

/// Parses the text under `span` as a hint.
pub(super) fn hint_statement(sources: &SourceMap, span: Span) -> ParseResult<RawStatement> {
    let pair = grammar::parse(Rule::hint_statement, sources, span)?;
    let builder = Builder { file: span.file, base: span.start };
    let mut parts: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
    parts.retain(|part| matches!(part.as_rule(), Rule::state | Rule::location | Rule::any_value));
    let mut parts = Parts { builder, pairs: parts.into_iter(), whole: span };
    let pattern = builder.sequence(parts.next()?, 0)?;
    let location = builder.location(parts.next()?)?;
    let last = parts.next()?;
    let is_free = last.as_rule() == Rule::any_value;
    let formula = if is_free { last.into_inner().find(|part| part.as_rule() == Rule::state) } else { Some(last) };
    let replacement = formula.map(|formula| builder.sequence(formula, 0)).transpose()?;
    Ok(RawStatement { kind: RawKind::Hint { pattern, location, replacement, is_free }, span })
}

/// By precedence, `a => b @ L` would locate only `b`, which no statement can mean.
fn check_located(formula: &LocatedTerm) -> ParseResult<()> {
    match &formula.kind {
        TermKind::Connective(connective @ (Connective::Implies | Connective::Iff), ..) if !formula.closed => {
            let symbol = connective.symbol();
            let message = format!("'@' binds tighter than '{symbol}': put parentheses around the formula before '@'");
            Err(Diagnostic::error(formula.span, message))
        }
        _ => Ok(()),
    }
}

fn first_inner(pair: Pair<'_, Rule>, span: Span) -> ParseResult<Pair<'_, Rule>> {
    pair.into_inner().next().ok_or_else(|| Diagnostic::error(span, "this statement is empty"))
}

/// The parts of a statement, in order. The grammar fixes their number, but a missing part is an error nevertheless.
struct Parts<'s> {
    builder: Builder,
    pairs: std::vec::IntoIter<Pair<'s, Rule>>,
    whole: Span,
}

impl<'s> Parts<'s> {
    fn next(&mut self) -> ParseResult<Pair<'s, Rule>> {
        self.pairs.next().ok_or_else(|| Diagnostic::error(self.whole, "this statement is not complete"))
    }

    fn identifier(&mut self) -> ParseResult<Identifier> {
        let pair = self.next()?;
        Ok(self.builder.name(&pair))
    }
}

/// A sequence of operators and operands that is being parsed.
struct Sequence<'s> {
    items: Vec<Pair<'s, Rule>>,
    at: usize,
    whole: Span,
}

impl<'s> Sequence<'s> {
    fn peek(&self) -> Option<&Pair<'s, Rule>> {
        self.items.get(self.at)
    }

    fn rule_at(&self, at: usize) -> Option<Rule> {
        self.items.get(at).map(Pair::as_rule)
    }

    fn next(&mut self) -> ParseResult<Pair<'s, Rule>> {
        let pair = self.items.get(self.at).cloned();
        self.at += 1;
        pair.ok_or_else(|| Diagnostic::error(self.whole, "an operand is missing here"))
    }
}

const IFF: u8 = 1;
const IMPLIES: u8 = 2;
const UNTIL: u8 = 3;
const TEMPORAL_PREFIX: u8 = 4;
const AT: u8 = 5;
const OR: u8 = 6;
const AND: u8 = 7;
const PREFIX: u8 = 16;

#[derive(Clone, Copy)]
enum Infix {
    Connective(Connective),
    Temporal(TemporalOperator),
    Binary(Binary),
}

fn infix(text: &str) -> Option<(Infix, u8)> {
    let binary = |op, strength| (Infix::Binary(op), strength);
    Some(match text {
        "<=>" => (Infix::Connective(Connective::Iff), IFF),
        "=>" => (Infix::Connective(Connective::Implies), IMPLIES),
        "U" => (Infix::Temporal(TemporalOperator::Until), UNTIL),
        "W" => (Infix::Temporal(TemporalOperator::WeakUntil), UNTIL),
        "R" => (Infix::Temporal(TemporalOperator::Release), UNTIL),
        "||" => (Infix::Connective(Connective::Or), OR),
        "&&" => (Infix::Connective(Connective::And), AND),
        "|" => binary(Binary::BitOr, 8),
        "^" => binary(Binary::BitXor, 9),
        "&" => binary(Binary::BitAnd, 10),
        "==" => binary(Binary::Equal, 11),
        "!=" => binary(Binary::NotEqual, 11),
        "<" => binary(Binary::Less, 12),
        "<=" => binary(Binary::LessEqual, 12),
        ">" => binary(Binary::Greater, 12),
        ">=" => binary(Binary::GreaterEqual, 12),
        "<<" => binary(Binary::ShiftLeft, 13),
        ">>" => binary(Binary::ShiftRight, 13),
        "+" => binary(Binary::Add, 14),
        "-" => binary(Binary::Subtract, 14),
        "*" => binary(Binary::Multiply, 15),
        "/" => binary(Binary::Divide, 15),
        "%" => binary(Binary::Remainder, 15),
        _ => return None,
    })
}

fn temporal_prefix(rule: Rule) -> Option<TemporalOperator> {
    match rule {
        Rule::globally => Some(TemporalOperator::Globally),
        Rule::finally => Some(TemporalOperator::Finally),
        Rule::next => Some(TemporalOperator::Next),
        _ => None,
    }
}

/// Builds terms from pairs. `base` is the offset of the statement in its file.
#[derive(Clone, Copy)]
pub(super) struct Builder {
    file: FileId,
    base: u32,
}

impl Builder {
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let offset = |at: usize| self.base.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        let span = pair.as_span();
        // Rules that end in an optional part may have trailing blanks.
        let end = span.start() + span.as_str().trim_end().len();
        Span { file: self.file, start: offset(span.start()), end: offset(end) }
    }

    pub(super) fn name(&self, pair: &Pair<'_, Rule>) -> Identifier {
        Identifier { name: pair.as_str().to_string(), span: self.span(pair) }
    }

    fn parameters(&self, pair: Pair<'_, Rule>) -> Vec<Identifier> {
        let names = pair.into_inner().filter(|part| part.as_rule() == Rule::name);
        names.map(|name| self.name(&name)).collect()
    }

    /// Builds a clause of a contract.
    fn clause(&self, pair: Pair<'_, Rule>) -> ParseResult<ContractClause> {
        let (span, rule) = (self.span(&pair), pair.as_rule());
        let states = pair.into_inner().filter(|part| part.as_rule() == Rule::state);
        let mut terms = states.map(|state| self.sequence(state, 0)).collect::<ParseResult<Vec<_>>>()?;
        let kind = match rule {
            Rule::assigns_clause => ClauseKind::Assigns(terms),
            Rule::frees_clause => ClauseKind::Frees(terms),
            Rule::allocates_clause => ClauseKind::Allocates,
            _ => {
                let formula = terms.pop().ok_or_else(|| Diagnostic::error(span, "this clause is empty"))?;
                if rule == Rule::requires_clause { ClauseKind::Requires(formula) } else { ClauseKind::Ensures(formula) }
            }
        };
        Ok(ContractClause { kind, span })
    }

    /// Builds a term over `children`; rejects trees that are too deep.
    fn term(&self, kind: TermKind, span: Span, children: &[u32]) -> ParseResult<LocatedTerm> {
        let depth = 1 + children.iter().copied().max().unwrap_or(0);
        self.check_depth(depth, span)?;
        Ok(LocatedTerm { kind, span, depth, closed: false })
    }

    fn check_depth(&self, depth: u32, span: Span) -> ParseResult<()> {
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        let message =
            format!("this formula nests deeper than {MAX_DEPTH} operators; split it or group it by parentheses");
        Err(Diagnostic::error(Span { end: span.start.saturating_add(1), ..span }, message))
    }

    /// Builds a `state` or `temporal` pair.
    fn sequence(&self, pair: Pair<'_, Rule>, level: u32) -> ParseResult<LocatedTerm> {
        let whole = self.span(&pair);
        let mut sequence = Sequence { items: pair.into_inner().collect(), at: 0, whole };
        self.climb(&mut sequence, 0, level)
    }

    /// Reads operands and all operators that bind at least as tightly as `least`.
    fn climb(&self, sequence: &mut Sequence<'_>, least: u8, level: u32) -> ParseResult<LocatedTerm> {
        self.check_depth(level, sequence.peek().map_or(sequence.whole, |pair| self.span(pair)))?;
        let mut left = self.operand(sequence, level)?;
        while let Some(pair) = sequence.peek() {
            let rule = pair.as_rule();
            if rule == Rule::at {
                if AT < least {
                    break;
                }
                let pair = sequence.next()?;
                left = self.located(left, pair)?;
                continue;
            }
            let Some((operator, strength)) = infix(pair.as_str()) else {
                return Err(Diagnostic::error(self.span(pair), "an operator is expected here"));
            };
            if strength < least {
                break;
            }
            let sign = self.span(&sequence.next()?);
            // `=>` is right-associative, all others are left-associative.
            let next_least = if strength == IMPLIES { IMPLIES } else { strength + 1 };
            let right = self.climb(sequence, next_least, level + 1)?;
            left = self.combine(operator, left, right, sign)?;
        }
        Ok(left)
    }

    fn located(&self, formula: LocatedTerm, at: Pair<'_, Rule>) -> ParseResult<LocatedTerm> {
        let span = formula.span.to(self.span(&at));
        if matches!(formula.kind, TermKind::At(..) | TermKind::TemporalUnary(..) | TermKind::TemporalBinary(..)) {
            let message = "'@' stands behind a state formula, not behind a located or temporal one";
            return Err(Diagnostic::error(span, message));
        }
        let location = at.into_inner().find(|part| part.as_rule() == Rule::location);
        let location = location.ok_or_else(|| Diagnostic::error(span, "a location is expected here"))?;
        let location = self.location(location)?;
        let depth = formula.depth;
        self.term(TermKind::At(Box::new(formula), location), span, &[depth])
    }

    fn combine(&self, operator: Infix, left: LocatedTerm, right: LocatedTerm, sign: Span) -> ParseResult<LocatedTerm> {
        check_readings(operator, &left, &right, sign)?;
        let span = left.span.to(right.span);
        let depths = [left.depth, right.depth];
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match operator {
            Infix::Connective(connective) => TermKind::Connective(connective, left, right),
            Infix::Temporal(operator) => TermKind::TemporalBinary(operator, left, right),
            Infix::Binary(operator) => TermKind::Binary(operator, left, right),
        };
        self.term(kind, span, &depths)
    }

    /// Reads prefix operators, a primary and its postfix operators.
    fn operand(&self, sequence: &mut Sequence<'_>, level: u32) -> ParseResult<LocatedTerm> {
        let pair = sequence.next()?;
        let span = self.span(&pair);
        self.check_depth(level, span)?;
        let rule = pair.as_rule();
        if let Some(operator) = temporal_prefix(rule) {
            let closed = closed_ahead(sequence);
            let inner = if closed {
                self.operand(sequence, level + 1)?
            } else {
                self.climb(sequence, TEMPORAL_PREFIX, level + 1)?
            };
            let (span, depth) = (span.to(inner.span), inner.depth);
            let mut term = self.term(TermKind::TemporalUnary(operator, Box::new(inner)), span, &[depth])?;
            term.closed = closed;
            return Ok(term);
        }
        let unary = |operator| move |inner| TermKind::Unary(operator, inner);
        match rule {
            Rule::not => self.prefixed(sequence, span, level, TermKind::Not),
            Rule::complement => self.prefixed(sequence, span, level, unary(Unary::BitNot)),
            Rule::minus => self.prefixed(sequence, span, level, unary(Unary::Minus)),
            Rule::address => self.prefixed(sequence, span, level, unary(Unary::AddressOf)),
            Rule::dereference => self.prefixed(sequence, span, level, unary(Unary::Dereference)),
            Rule::sizeof => self.prefixed(sequence, span, level, TermKind::SizeofTerm),
            Rule::cast => {
                let ty = Box::new(self.type_name(pair)?);
                self.prefixed(sequence, span, level, |inner| TermKind::Cast(ty, inner))
            }
            _ => self.postfixed(pair, sequence, level),
        }
    }

    fn prefixed(
        &self,
        sequence: &mut Sequence<'_>,
        sign: Span,
        level: u32,
        make: impl FnOnce(Box<LocatedTerm>) -> TermKind,
    ) -> ParseResult<LocatedTerm> {
        let inner = self.climb(sequence, PREFIX, level + 1)?;
        let (span, depth) = (sign.to(inner.span), inner.depth);
        self.term(make(Box::new(inner)), span, &[depth])
    }

    fn postfixed(&self, primary: Pair<'_, Rule>, sequence: &mut Sequence<'_>, level: u32) -> ParseResult<LocatedTerm> {
        let mut term = self.primary(primary, level)?;
        while let Some(rule) = sequence.peek().map(Pair::as_rule) {
            if !matches!(rule, Rule::arrow | Rule::member | Rule::index | Rule::call) {
                break;
            }
            let pair = sequence.next()?;
            let (span, depth) = (term.span.to(self.span(&pair)), term.depth);
            let base = Box::new(term);
            if rule == Rule::call {
                term = self.call(base, pair, span, level)?;
                continue;
            }
            let mut inner = pair.into_inner();
            let first = inner.next();
            let (kind, other_depth) = match (rule, first) {
                (Rule::index, Some(index)) => {
                    let index = self.sequence(index, level + 1)?;
                    let other_depth = index.depth;
                    (TermKind::Index(base, Box::new(index)), other_depth)
                }
                (Rule::arrow, Some(name)) if inner.next().is_some() => (TermKind::Chain(base, self.name(&name)), 0),
                (Rule::arrow, Some(name)) => (TermKind::Arrow(base, self.name(&name)), 0),
                (_, Some(name)) => (TermKind::Member(base, self.name(&name)), 0),
                (_, None) => return Err(Diagnostic::error(span, "a name is expected here")),
            };
            term = self.term(kind, span, &[depth, other_depth])?;
        }
        Ok(term)
    }

    fn call(&self, base: Box<LocatedTerm>, pair: Pair<'_, Rule>, span: Span, level: u32) -> ParseResult<LocatedTerm> {
        let states = pair.into_inner().filter(|part| part.as_rule() == Rule::state);
        let arguments: Vec<LocatedTerm> =
            states.map(|state| self.sequence(state, level + 1)).collect::<ParseResult<_>>()?;
        let depths: Vec<u32> = std::iter::once(base.depth).chain(arguments.iter().map(|part| part.depth)).collect();
        self.term(TermKind::Call(base, arguments), span, &depths)
    }

    fn primary(&self, pair: Pair<'_, Rule>, level: u32) -> ParseResult<LocatedTerm> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::identifier => TermKind::Identifier(pair.as_str().to_string()),
            Rule::result => TermKind::Result,
            Rule::word_true => TermKind::Boolean(true),
            Rule::word_false => TermKind::Boolean(false),
            Rule::unknown => TermKind::Unknown,
            Rule::number => number(pair.as_str(), span)?,
            Rule::character => character(pair.as_str(), span)?,
            Rule::sizeof_type => TermKind::SizeofType(Box::new(self.type_name(pair)?)),
            Rule::parenthesis | Rule::temporal_parenthesis => {
                let mut inner = self.sequence(first_inner(pair, span)?, level + 1)?;
                self.check_depth(inner.depth, span)?;
                inner.span = span;
                inner.closed = true;
                return Ok(inner);
            }
            Rule::conditional => return self.conditional(pair, span, level),
            Rule::predicate | Rule::quantified | Rule::sorted | Rule::allocated => {
                return self.predicate(pair, span, level);
            }
            _ => return Err(Diagnostic::error(span, "an operand is expected here")),
        };
        self.term(kind, span, &[])
    }

    fn conditional(&self, pair: Pair<'_, Rule>, span: Span, level: u32) -> ParseResult<LocatedTerm> {
        let states = pair.into_inner().filter(|part| part.as_rule() == Rule::state);
        let parts: Vec<LocatedTerm> =
            states.map(|state| self.sequence(state, level + 1)).collect::<ParseResult<_>>()?;
        let Ok([condition, then, otherwise]) = <[LocatedTerm; 3]>::try_from(parts) else {
            return Err(Diagnostic::error(span, "'if' needs 'then' and 'else'"));
        };
        let depths = [condition.depth, then.depth, otherwise.depth];
        self.term(TermKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)), span, &depths)
    }

    fn predicate(&self, pair: Pair<'_, Rule>, span: Span, level: u32) -> ParseResult<LocatedTerm> {
        let mut term = PredicateTerm {
            name: PredicateName::Allocated,
            avoid: Vec::new(),
            any_avoid: None,
            fields: Vec::new(),
            arguments: Vec::new(),
            bound: Vec::new(),
            body: None,
            data: None,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::predicate_name => {
                    term.name = match part.as_str() {
                        "reach" => PredicateName::Reach,
                        "reachp" => PredicateName::ReachAtLeastOne,
                        "dshared" => PredicateName::Dshared,
                        "tree" => PredicateName::Tree,
                        "count" => PredicateName::Count,
                        _ => PredicateName::Cyclic,
                    }
                }
                Rule::avoid => self.avoid(part, &mut term, level)?,
                Rule::fields => {
                    let fields = part.into_inner().filter(|field| field.as_rule() == Rule::field);
                    term.fields = fields.map(|field| self.field(field)).collect();
                }
                Rule::quantifier_name if part.as_str() == "each" => term.name = PredicateName::Each,
                Rule::quantifier_name => term.name = PredicateName::ForAll,
                Rule::sorted_name => term.name = PredicateName::Sorted,
                Rule::name => term.bound.push(self.name(&part)),
                Rule::data_field => term.data = Some(self.name(&part)),
                Rule::state if !term.bound.is_empty() && !term.arguments.is_empty() => {
                    term.body = Some(Box::new(self.sequence(part, level + 1)?));
                }
                Rule::state => term.arguments.push(self.sequence(part, level + 1)?),
                _ => {}
            }
        }
        let parts = term.avoid.iter().chain(&term.arguments).chain(term.body.as_deref());
        let depths: Vec<u32> = parts.map(|part| part.depth).collect();
        self.term(TermKind::Predicate(term), span, &depths)
    }

    fn avoid(&self, pair: Pair<'_, Rule>, term: &mut PredicateTerm, level: u32) -> ParseResult<()> {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::any_avoid if term.any_avoid.is_some() => {
                    return Err(Diagnostic::error(self.span(&part), "one '?' stands for any further addresses"));
                }
                Rule::any_avoid => term.any_avoid = Some(self.span(&part)),
                Rule::state => term.avoid.push(self.sequence(part, level + 1)?),
                _ => {}
            }
        }
        Ok(())
    }

    fn field(&self, pair: Pair<'_, Rule>) -> FieldName {
        let mut name = FieldName { keyword: None, record: None, field: String::new(), span: self.span(&pair) };
        for part in pair.into_inner() {
            let text = part.as_str().to_string();
            if part.as_rule() == Rule::field_record {
                name.keyword = Some(text == "union");
            } else if name.field.is_empty() {
                name.field = text;
            } else {
                name.record = Some(std::mem::replace(&mut name.field, text));
            }
        }
        name
    }

    fn location(&self, pair: Pair<'_, Rule>) -> ParseResult<LocationName> {
        let span = self.span(&pair);
        let inner = first_inner(pair, span)?;
        let kind = if inner.as_rule() == Rule::line_location {
            let mut counts = inner.into_inner().filter(|part| part.as_rule() == Rule::count);
            let mut count = || counts.next().map(|part| part.as_str().parse::<u32>()).transpose();
            let too_large = |_| Diagnostic::error(span, "this line number is too large");
            LocationKind::Line(count().map_err(too_large)?.unwrap_or(0), count().map_err(too_large)?)
        } else {
            LocationKind::Label(inner.as_str().to_string())
        };
        Ok(LocationName { kind, span })
    }
}

/// Returns true if a temporal operator is followed by parentheses that are its whole operand: `G(p)`, `F !G(p)`, but
/// not `G (x)->n == y` nor `G (p) @ here`.
fn closed_ahead(sequence: &Sequence<'_>) -> bool {
    let mut at = sequence.at;
    while sequence.rule_at(at).is_some_and(|rule| rule == Rule::not || temporal_prefix(rule).is_some()) {
        at += 1;
    }
    if sequence.rule_at(at) != Some(Rule::temporal_parenthesis) {
        return false;
    }
    match sequence.items.get(at + 1) {
        None => true,
        Some(next) => infix(next.as_str()).is_some_and(|(_, strength)| strength <= AND),
    }
}

/// Rejects a combination that different readers would group differently.
fn check_readings(operator: Infix, left: &LocatedTerm, right: &LocatedTerm, sign: Span) -> ParseResult<()> {
    let is_located = |term: &LocatedTerm| {
        !term.closed
            && matches!(term.kind, TermKind::At(..) | TermKind::TemporalUnary(..) | TermKind::TemporalBinary(..))
    };
    let message = match operator {
        Infix::Connective(connective @ (Connective::And | Connective::Or)) if is_located(left) || is_located(right) => {
            format!(
                "'{}' binds tighter than '@' and the temporal operators: put parentheses around this operand",
                connective.symbol()
            )
        }
        Infix::Temporal(_) if !left.closed && matches!(left.kind, TermKind::TemporalBinary(..)) => {
            "'U', 'W' and 'R' do not chain: put parentheses around this operand".into()
        }
        Infix::Binary(operator) if operator.is_comparison() && is_bare_comparison(left) => {
            "comparisons do not chain: write 'a < b && b < c', or parentheses".into()
        }
        Infix::Binary(_) if !left.closed && matches!(left.kind, TermKind::Not(_)) => {
            "'!a == b' can be read in two ways: write '!(a == b)' or '(!a) == b'".into()
        }
        _ => return Ok(()),
    };
    let culprit = if is_located(right) && !is_located(left) { right.span } else { left.span };
    Err(Diagnostic::error(culprit, message).with_note(Some(sign), "this operator takes it as an operand"))
}

fn is_bare_comparison(term: &LocatedTerm) -> bool {
    !term.closed && matches!(term.kind, TermKind::Binary(operator, ..) if operator.is_comparison())
}
