//! Specifications and hints, resolved against a program but still syntax: what the user wrote, with names and types
//! resolved, before any logic.
//!
//! The texts are parsed by pest (`grammar/spec.pest`, `grammar/hints.pest`, and `grammar/expression.pest` for common
//! parts), one statement at a time, so that an error in one does not hide those in others. A text has at most
//! [`MAX_DEPTH`] nested operators, and so do the formulas made of it: recursion over them is safe.
//!
//! Operators, loosest first: `<=>`, `=>` (right-associative), `U W R` (never chained), `G F X`, `@`, `||`, `&&`, then
//! those of C from `|` on. A temporal operator directly before parentheses applies to them alone: `G(p) && F(q)`.
//! Ambiguous text is rejected, never guessed. Extensions of the syntax: `allocated(e)`, `string(e)`, `room(e, n)`,
//! `line 12:5`, and `f#2::x` for the names of a copy made by inlining.
//!
//! This crate does not know what a predicate means, and never evaluates one.
//!
//! | file | contents |
//! |---|---|
//! | `grammar` | the pest parser of single statements, with readable errors |
//! | `cures` | common mistakes of newcomers, and what to write instead |
//! | `contracts` | contracts of functions without a body. `contracts::calls`: their calls; `contracts::places`: what they change and free; `contracts::kept`: old values; `contracts::commands`: contracts as commands |
//! | `definitions` | predicates that a specification defines, expanded where they are used |
//! | `split` | splits a text into statements |
//! | `syntax` | the syntax tree of a statement |
//! | `parse` | precedence, positions, a limit on depth |
//! | `words` | numbers, characters and type names |
//! | `statements` | whole texts: specification, `//@` lines, hints |
//! | `resolve` | names, types and sorts |
//! | `new_blocks` | blocks that an allocation makes, chosen nondeterministically |
//! | `old` | values at the entry: constants, and assumptions about them |
//! | `quantified` | claims about all reachable nodes |
//! | `count` | comparisons of node counts |
//! | `expressions` | the C expressions in specifications and hints |
//! | `extents` | `string(p)` and `room(p, n)` |
//! | `fields` | field sets: the fields that a path may select |
//! | `location` | names of locations |
//! | `about` | the functions that statements are about |
//! | `named` | the locations that a claim names |
//! | `scopes` | statements that name a variable after the end of its scope |
//! | `size` | the size of formulas after expanding `<=>` |
//! | `question` | the input of an engine: a program, its entry, and its specification |
//! | `display` | predicates and hints as text that can be parsed again |

mod about;
mod contracts;
mod count;
mod cures;
mod definitions;
pub mod display;
mod expressions;
mod extents;
mod fields;
mod grammar;
mod location;
mod named;
mod new_blocks;
mod old;
mod parse;
mod quantified;
mod question;
mod resolve;
pub mod scopes;
mod size;
mod split;
mod statements;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;

use base::ids::IdVec;
use base::stack::with_room;
use base::{Diagnostics, FileId, SourceMap, Span};
use ctype::{FieldId, TypeId};
use program::Contracted;
use program::expr::BOUND_NAMES;
use program::{Annotation, Expr, FunctionId, LocationId, Program, SymbolId, lower};

/// Maximum depth of a formula, in operators from its root to a leaf.
pub const MAX_DEPTH: u32 = 400;

pub use about::{PassedOver, WhyPassedOver};
pub use count::{CountComparison, CountSum};
pub use extents::may_name_extents;
pub use fields::{field_name, leads_one_way, pointer_fields};
pub use location::name as location_name;
pub use question::Question;

const TYPING: resolve::Typing = resolve::Typing { expression: lower::expression, type_name: lower::type_name };

/// Parses the specification `file` (if there is one) and the `//@` lines of the C file, for a flowchart of `entry` with
/// all calls inlined. If the diagnostics contain errors, the specification must not be used.
pub fn parse_specification(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    entry: FunctionId,
) -> (Specification, Diagnostics) {
    in_room(|| statements::specification(sources, file, program, entry, TYPING))
}

/// Returns true if a statement of the specification `file` or of the `//@` lines may be about runs that start with
/// `entry`, or cannot be read. The program still has its calls.
pub fn concerns(sources: &SourceMap, file: Option<FileId>, program: &Program, entry: FunctionId) -> bool {
    with_room("specification", || statements::concerns(sources, file, program, entry)).unwrap_or(true)
}

/// Returns the functions with contracts in the specification `file` and the `//@` lines of a C file. Calls of them are
/// lowered as calls of functions with a body.
pub fn contracted(
    sources: &SourceMap,
    file: Option<FileId>,
    annotations: &[Annotation],
) -> BTreeMap<String, Contracted> {
    in_room(|| (statements::contracted(sources, file, annotations), Diagnostics::new())).0
}

/// The treatment of calls of functions with a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContractCalls {
    /// They are inlined, and get statements of the specification that say what the contract does.
    Inlined,
    /// They are kept: commands of the function's body decide the contract, or it is not used, with a warning.
    Kept,
}

/// Gives the functions with a contract their bodies, before calls are inlined.
pub fn give_bodies(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    (entry, calls): (FunctionId, ContractCalls),
) -> Diagnostics {
    in_room(|| ((), statements::give_bodies(sources, file, program, (entry, calls), TYPING))).1
}

/// Returns all words in a text that may be names, including keywords: a superset of the names in its statements.
pub fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$')).filter(|word| !word.is_empty())
}

/// Parses a hints file, with the symbols of `specification`. If the diagnostics contain errors, the hints must not be
/// used.
pub fn parse_hints(
    sources: &SourceMap,
    file: FileId,
    program: &mut Program,
    entry: FunctionId,
    specification: &Specification,
) -> (Vec<Hint>, Diagnostics) {
    in_room(|| statements::hints(sources, file, program, entry, specification, TYPING))
}

/// Parsing recurses to the depth of [`MAX_DEPTH`], with large frames.
fn in_room<T: Default + Send>(work: impl FnOnce() -> (T, Diagnostics) + Send) -> (T, Diagnostics) {
    with_room("specification", work).unwrap_or_else(|error| (T::default(), Diagnostics::without_thread(&error)))
}

/// A symbolic constant: NULL or the address of a block that exists at entry; constant throughout a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name; `old(…)` for an old value.
    pub name: String,
    pub ty: TypeId,
    /// Its declaration.
    pub span: Span,
    pub value: SymbolValue,
}

/// The value of a symbolic constant. An assumption of the specification says the same, so an engine may treat each as
/// arbitrary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolValue {
    /// Any value.
    Any,
    /// The value of an expression at the entry; arbitrary if it is undefined.
    Old(Expr),
    /// Nonzero if and only if a formula holds at the entry.
    OldTruth(StateFormula),
}

/// An atomic predicate. `fields` is sorted and without repetition; `avoid` is as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `reach[A;F](from, to)`, or `reachp` with `at_least_one`.
    Reach {
        /// `reachp`: one or more memory steps.
        at_least_one: bool,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        from: Expr,
        to: Expr,
    },
    /// `dshared[A;F](left, right)`
    Dshared {
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        left: Expr,
        right: Expr,
    },
    /// `cyclic[A;F](from)`
    Cyclic {
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        from: Expr,
    },
    /// A claim about all reachable nodes: `tree[A;F](from)` and quantified formulas.
    Structure {
        claim: StructureClaim<StateFormula>,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        from: Expr,
    },
    /// A comparison of sums. `count[A;F](from)` is the number of reachable nodes of the type that `from` points to. It
    /// is false if an expression is undefined.
    Count {
        comparison: CountComparison<Expr>,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
    },
    /// `allocated(e)`: `e` is the address of something live. An extension of the syntax.
    Allocated(Expr),
    /// `string(e)`: `e` leads into a live block, and each byte from there to some zero byte has a value. An extension of the
    /// syntax.
    String(Expr),
    /// `room(e, n)`: `n` is not positive, or `e` leads into a live block that does not end before `n` objects. An extension
    /// of the syntax.
    Room(Expr, Expr),
    /// A C scalar expression used as a condition: true if it is defined and nonzero. A comparison, a pointer (`x` for
    /// `x != NULL`) or an integer.
    Condition(Expr),
}

/// A claim about everything reachable. In the formulas, [`program::expr::bound_symbol`] stands for nodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StructureClaim<F> {
    /// `tree`: no two different paths lead from the start to one place.
    Tree,
    /// `forall`: the formula holds for every node `v` of the type that the start points to.
    ForAll(Box<F>),
    /// `each`: the formula holds for every link from such a node `u` to a live node `v`, unless the link is avoided.
    Each(Box<F>),
}

impl<F> StructureClaim<F> {
    pub fn body(&self) -> Option<&F> {
        match self {
            StructureClaim::Tree => None,
            StructureClaim::ForAll(body) | StructureClaim::Each(body) => Some(body),
        }
    }

    /// Replaces the formula.
    pub fn with_body<G>(&self, change: impl FnOnce(&F) -> G) -> StructureClaim<G> {
        match self {
            StructureClaim::Tree => StructureClaim::Tree,
            StructureClaim::ForAll(body) => StructureClaim::ForAll(Box::new(change(body))),
            StructureClaim::Each(body) => StructureClaim::Each(Box::new(change(body))),
        }
    }

    /// Formats the claim in the syntax of specifications: `brackets` is `[A;F]`, `from` the start.
    pub fn text(&self, brackets: &str, from: &str, formula: impl FnOnce(&F) -> String) -> String {
        let [first, second] = BOUND_NAMES;
        match self {
            StructureClaim::Tree => format!("tree{brackets}({from})"),
            StructureClaim::ForAll(body) => format!("forall{brackets}({second} : {from}; {})", formula(body)),
            StructureClaim::Each(body) => format!("each{brackets}({first}, {second} : {from}; {})", formula(body)),
        }
    }
}

/// A state formula. `Unknown` (`*`) occurs only on right sides of hints.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StateFormula {
    /// `true`
    True,
    /// `false`
    False,
    /// `*`
    Unknown,
    Atom(Predicate),
    /// `!f`
    Not(Box<StateFormula>),
    /// `f && g`
    And(Box<StateFormula>, Box<StateFormula>),
    /// `f || g`
    Or(Box<StateFormula>, Box<StateFormula>),
    /// `f => g`
    Implies(Box<StateFormula>, Box<StateFormula>),
    /// `f <=> g`
    Iff(Box<StateFormula>, Box<StateFormula>),
    /// `if c then f else g` (hints)
    IfThenElse(Box<StateFormula>, Box<StateFormula>, Box<StateFormula>),
}

/// A temporal formula over located state formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Temporal {
    /// `p @ L`: control is at one of the locations, and `p` holds.
    At(StateFormula, Vec<LocationId>),
    /// A state formula without location: it may hold at any location.
    Holds(StateFormula),
    /// `!f`
    Not(Box<Temporal>),
    /// `f && g`
    And(Box<Temporal>, Box<Temporal>),
    /// `f || g`
    Or(Box<Temporal>, Box<Temporal>),
    /// `f => g`
    Implies(Box<Temporal>, Box<Temporal>),
    /// `f <=> g`
    Iff(Box<Temporal>, Box<Temporal>),
    /// `X f`
    Next(Box<Temporal>),
    /// `G f`
    Globally(Box<Temporal>),
    /// `F f`
    Finally(Box<Temporal>),
    /// `f U g`
    Until(Box<Temporal>, Box<Temporal>),
    /// `f W g`
    WeakUntil(Box<Temporal>, Box<Temporal>),
    /// `f R g`
    Release(Box<Temporal>, Box<Temporal>),
}

impl Temporal {
    /// Returns the direct operands, left to right.
    fn operands(&self) -> Vec<&Temporal> {
        match self {
            Temporal::At(..) | Temporal::Holds(_) => Vec::new(),
            Temporal::Not(inner) | Temporal::Next(inner) | Temporal::Globally(inner) | Temporal::Finally(inner) => {
                vec![inner]
            }
            Temporal::And(left, right)
            | Temporal::Or(left, right)
            | Temporal::Implies(left, right)
            | Temporal::Iff(left, right)
            | Temporal::Until(left, right)
            | Temporal::WeakUntil(left, right)
            | Temporal::Release(left, right) => vec![left, right],
        }
    }

    /// Returns the formula and all its parts, left to right.
    fn parts(&self) -> Vec<&Temporal> {
        let mut found = Vec::new();
        let mut agenda = vec![self];
        while let Some(formula) = agenda.pop() {
            found.push(formula);
            agenda.extend(formula.operands().into_iter().rev());
        }
        found
    }

    /// Returns the located state formulas in it ([`Temporal::At`] and [`Temporal::Holds`]), left to right.
    pub fn located_parts(&self) -> Vec<&Temporal> {
        let mut parts = self.parts();
        parts.retain(|part| matches!(part, Temporal::At(..) | Temporal::Holds(_)));
        parts
    }

    /// Returns true if `X` occurs: only then does the formula depend on stuttering.
    pub fn uses_next(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Temporal::Next(_)))
    }
}

/// The content of a statement of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `assume p @ L;`: runs in which `p` fails at `L` do not count.
    Assume(StateFormula, Vec<LocationId>),
    /// `assert p @ L;`
    Assert(StateFormula, Vec<LocationId>),
    /// `watch p @ L;`: only starts a computation of weakest preconditions.
    Watch(StateFormula, Vec<LocationId>),
    /// `ltl name: f;`
    Ltl(String, Temporal),
}

/// A statement of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// Its text as written, on one line, without the final semicolon.
    pub text: String,
    pub span: Span,
}

/// One property of a specification: an assertion at one location, or a temporal formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpecifiedProperty {
    /// Index of the statement.
    pub statement: usize,
    /// The location of an assertion; `None` for a temporal formula.
    pub location: Option<LocationId>,
}

/// A contract that the answer rests on, because the entry function calls its function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumedContract {
    pub function: String,
    /// The position of the function's name in the contract.
    pub span: Span,
    /// The whole contract.
    pub whole: Span,
    pub calls: Vec<ContractCall>,
}

/// A call of a function with a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContractCall {
    /// The location where it begins.
    pub called: LocationId,
    /// The location where `ensures` holds; `None` without `ensures`.
    pub ensured: Option<LocationId>,
}

/// A resolved specification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    pub symbols: IdVec<SymbolId, Symbol>,
    /// The source positions of its definitions, which hints may use.
    definitions: Vec<Span>,
    /// Its statements in order: those of the file, then those of `//@` lines, then those of contracts.
    pub statements: Vec<Statement>,
    /// The contracts that are assumed to hold.
    pub contracts: Vec<AssumedContract>,
    /// Statements that do not apply to the analysed function.
    pub passed_over: Vec<PassedOver>,
}

impl Specification {
    pub fn symbol_names(&self) -> IdVec<SymbolId, String> {
        self.symbols.iter().map(|symbol| symbol.name.clone()).collect()
    }

    pub fn symbol_types(&self) -> Vec<(SymbolId, TypeId)> {
        self.symbols.enumerate().map(|(id, symbol)| (id, symbol.ty)).collect()
    }

    /// Returns the symbolic constants that may have any value, with their types.
    pub fn free_symbols(&self) -> Vec<(SymbolId, TypeId)> {
        let free = self.symbols.enumerate().filter(|(_, symbol)| symbol.value == SymbolValue::Any);
        free.map(|(id, symbol)| (id, symbol.ty)).collect()
    }

    /// Returns the properties to verify: each assertion at each of its locations, and each temporal formula.
    pub fn asserted(&self) -> impl Iterator<Item = SpecifiedProperty> {
        self.statements.iter().enumerate().flat_map(|(statement, known)| {
            let locations = match &known.kind {
                StatementKind::Assert(_, at) => at.iter().copied().map(Some).collect(),
                StatementKind::Ltl(..) => vec![None],
                StatementKind::Assume(..) | StatementKind::Watch(..) => Vec::new(),
            };
            locations.into_iter().map(move |location| SpecifiedProperty { statement, location })
        })
    }

    /// Restricts the specification to some statements, by index, and all assumptions. Other statements keep their
    /// indices, but become trivially true.
    #[must_use]
    pub fn only(&self, is_kept: impl Fn(usize) -> bool) -> Specification {
        let mut only = self.clone();
        for (_, statement) in only.statements.iter_mut().enumerate().filter(|(index, _)| !is_kept(*index)) {
            match &mut statement.kind {
                StatementKind::Assert(formula, _) | StatementKind::Watch(formula, _) => *formula = StateFormula::True,
                StatementKind::Ltl(_, temporal) => *temporal = Temporal::Holds(StateFormula::True),
                StatementKind::Assume(..) => {}
            }
        }
        only
    }
}

/// `base->n+`: any value reached from `base` by one or more steps through `field`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    /// Represents the chain in the hint's pattern, as an [`program::ExprNode::Symbol`].
    pub placeholder: SymbolId,
    /// The start of the chain.
    pub base: Expr,
    /// The field that every step follows.
    pub field: FieldId,
}

/// `hint pattern @ L ~> replacement;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The predicate to be approximated, with placeholders of `chains`.
    pub pattern: Predicate,
    /// The chains in the pattern. Equal chains share one placeholder.
    pub chains: Vec<Chain>,
    /// `?A` was written: the avoid set may have more addresses than that of the pattern.
    pub any_avoid: bool,
    pub locations: Vec<LocationId>,
    /// The formula that approximates the predicate.
    pub replacement: StateFormula,
    /// `any` was written: the predicate keeps a variable of its own, which takes any value consistent with the other
    /// predicates at the location; those of `replacement` are added as well.
    pub is_free: bool,
    /// Its text as written, on one line, without the final semicolon.
    pub text: String,
    pub span: Span,
}
